//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    /// The most steps of one query of the proof checker (Z3's `rlimit`).
    MAX_CHECK_STEPS: u32 = 100_000_000 => "the proof is not confirmed";
    /// The most values for inputs that are tried one by one before quantifiers are asked about.
    MAX_CHECK_INSTANCES: usize = 16 => "Z3 is asked with quantifiers";
}
