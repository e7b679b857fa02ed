//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    /// Most variables of a loop of which something is said.
    MAX_LOOP_VARIABLES: usize = 12 => "nothing is said of the others";
    /// Most variables of a loop that are compared with each other.
    MAX_COMPARED_VARIABLES: usize = 5 => "the others are not compared";
    /// Most candidates of a program.
    MAX_INVARIANT_CANDIDATES: usize = 400 => "a witness has fewer invariants";
    /// What looking through the product may take.
    GUIDED_EFFORT: u64 = 10_000_000 => "the usual search goes on";
    /// What one question may take of how far a witness can be followed.
    PROGRESS_EFFORT: u64 = 500_000 => "how far the witness can be followed is not said";
    /// More waypoints than this are not followed one by one; those without a constraint are left out.
    MAX_WAYPOINTS: usize = 2_000 => "those without a constraint are left out";
    /// With more waypoints than this a witness says how branches go no longer; values alone lead there, too.
    MAX_BRANCHINGS: usize = 20_000 => "the witness has values alone";
}
