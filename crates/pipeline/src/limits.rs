//! The bounds of the whole that can change an answer, and all of them together.

use faultscope_ir::limits::Limit;

faultscope_ir::limits! {
    /// How often a program is read again with what it lacks, from other files. Who needs more names the files of the program.
    MAX_FILES_BESIDE: usize = 64 => "functions of further files beside headers stay undefined";
    /// Statements of code that are reported, where `--all-findings` does not ask for all. A list longer than this is not read
    /// to its end.
    DEFAULT_MAX_FINDINGS: usize = 10 => "less promising findings are left out, and the report says how many";
    /// Statements in a set that avoids the error together, where `--sets` does not say another number. More than two places are
    /// seldom wrong together.
    DEFAULT_MAX_SET_SIZE: usize = 2 => "larger sets are not looked for";
    /// The effort for finding errors behind executions that do something undefined.
    BEYOND_EFFORT: u64 = 20_000_000 => "there is no answer where they were found";
    /// Effort for each smaller size of arrays.
    SMALL_ARRAYS_EFFORT: u64 = 4_000_000 => "the answer is about still smaller arrays, or about the largest";
    /// Effort for errors that need short texts from outside alone, before long ones are looked for.
    SHORT_TEXT_EFFORT: u64 = 4_000_000 => "an error that needs a long text may be found first";
    /// Effort for errors that need a long text from outside.
    LONG_TEXT_EFFORT: u64 = 5_000_000 => "texts from outside have few characters";
    /// Steps of an error trace up to which it is asked what repairs the program.
    MAX_REPAIRED_STEPS: usize = 100_000 => "the report says what matters on the trace, and proposes no patches";
    /// What finding the invariants of loops may take.
    INVARIANTS_EFFORT: u64 = 2_000_000 => "the witness has fewer invariants";
    /// How often what is left of the invariants is proved again.
    MAX_INVARIANT_ROUNDS: usize = 12 => "the witness has no invariants";
}

/// The bounds of all crates that can change an answer, in the order in which a program meets them.
pub fn all() -> impl Iterator<Item = &'static Limit> {
    [
        faultscope_project::limits::TABLE,
        faultscope_frontend::limits::TABLE,
        faultscope_execute::limits::TABLE,
        faultscope_domains::limits::TABLE,
        faultscope_verify::limits::TABLE,
        faultscope_certificate::limits::TABLE,
        faultscope_guidance::limits::TABLE,
        faultscope_localize::limits::TABLE,
        faultscope_repair::limits::TABLE,
        faultscope_ir::product::flag::limits::TABLE,
        TABLE,
    ]
    .into_iter()
    .flatten()
    .copied()
}
