//! A stack for what recurses as deep as the program nests.

/// The stack that translation runs on: parser and lowering recurse as deep as the program nests.
const STACK_SIZE: usize = 1 << 28;

/// Runs what recurses as deep as the program nests.
pub(super) fn on_large_stack<T: Send>(work: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, &work);
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => work(),
        }
    })
}
