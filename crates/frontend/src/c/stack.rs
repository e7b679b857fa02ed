//! A stack for what recurses as deep as the program nests.

/// The stack that translation has at least: parser and lowering recurse as deep as the program nests.
const STACK_SIZE: usize = 1 << 27;

/// Runs what recurses as deep as the program nests: here where there is stack enough, and on another one where there is not.
pub(super) fn on_large_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_SIZE, 2 * STACK_SIZE, work)
}
