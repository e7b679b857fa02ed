//! How much memory Z3 takes.

/// Bytes that Z3 has allocated in this process.
pub(crate) fn allocated_bytes() -> u64 {
    // SAFETY: reads a counter; needs no context.
    unsafe { z3_sys::Z3_get_estimated_alloc_size() }
}
