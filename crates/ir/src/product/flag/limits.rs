//! The bounds that can change which changes are found between two programs.

crate::limits! {
    /// The most instructions that are compared to see where two programs go on alike.
    LOOKAHEAD: usize = 6 => "another place may be taken";
    /// The most instructions that may have been put in or left out at a place.
    MAX_SKIPPED: usize = 12 => "what comes there is taken as different";
    /// The most steps in which two programs are compared without anything of the original being passed.
    MAX_STILL: usize = 64 => "what comes there is taken as different";
}
