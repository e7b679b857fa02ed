//! Room on the stack for analyses that follow a program's calls.

/// Stack of such an analysis.
const STACK_BYTES: usize = 1 << 28;

/// Runs an analysis where there is stack enough for it.
///
/// # Errors
/// If the system gives no thread. A panic of the analysis goes on here.
pub(crate) fn on_large_stack<T: Send>(analysis: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = builder.spawn_scoped(scope, analysis)?;
        Ok(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
