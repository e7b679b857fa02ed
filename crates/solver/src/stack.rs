//! Room on the stack for analyses that follow a program's calls.

use crate::z3;

/// Stack of such an analysis.
const STACK_BYTES: usize = 1 << 28;

/// Runs an analysis where there is stack enough for it: here, if there is half as much and nobody here has asked Z3 something,
/// for what Z3 answers can depend on what it was asked before; in a thread of its own otherwise.
///
/// # Errors
/// If the system gives no thread. A panic of the analysis goes on here.
pub fn on_large_stack<T: Send>(analysis: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    let has_room = stacker::remaining_stack().is_some_and(|left| left >= STACK_BYTES / 2);
    if has_room && !z3::is_in_use() {
        return Ok(analysis());
    }
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = builder.spawn_scoped(scope, analysis)?;
        Ok(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
