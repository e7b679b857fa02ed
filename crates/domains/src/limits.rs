//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    // Abstract interpretation: what is not known there counts as reachable.
    /// Cells that are told apart, per array. Others are summarized.
    MAX_ABSTRACT_CELLS: usize = 1024 => "the others are summarized";
    /// Constants of a program at which widening stops.
    MAX_THRESHOLDS: usize = 512 => "widening stops at fewer of them";
    /// How much work learning from a condition is worth, in subterms looked at.
    REFINEMENT_FUEL: u32 = 2048 => "less is learned from the condition";
    /// How deep a condition is looked into, through the definitions of variables too.
    MAX_REFINEMENT_DEPTH: u32 = 48 => "less is learned from the condition";
    /// Conjunctions of this many literals are gone through twice, so that what one says helps the other.
    MAX_REPEATED_CONJUNCTION: usize = 6 => "a longer one is gone through once";
    /// Rounds of a loop in which its states are joined.
    JOINING_ROUNDS: usize = 2 => "states of a loop are widened to thresholds";
    /// Rounds after which widening no longer stops at thresholds.
    THRESHOLD_ROUNDS: usize = 9 => "states of a loop are widened without thresholds";
    /// Rounds after which nothing is known any more of what changes.
    WIDENING_ROUNDS: usize = 24 => "nothing is known any more of what changes in the loop";
    /// Size of the terms that are remembered as the definition of a variable.
    MAX_DEFINITION_SIZE: u32 = 32 => "conditions on the variable say less";
    /// Sums of more terms than this are bounded term by term, and not by pairs of terms.
    MAX_PAIRED_TERMS: usize = 4 => "a bound of the sum is weaker than it could be";
    /// Cases of a term by where it wraps around, and by its choices.
    MAX_OCTAGON_CASES: usize = 8 => "the term counts as an interval, or the condition as open, in octagons";
    /// How deep a term is looked into.
    MAX_OCTAGON_DEPTH: u32 = 24 => "what is below counts as an interval in octagons";
    // Mined specification.
    /// Numbers that a check is projected onto: those in its condition, and those that are compared with them or assigned to
    /// them.
    MAX_PROJECTED_NUMBERS: usize = 8 => "nothing is said of the others";
    /// Octagons of a projection at a point.
    MAX_PROJECTED_OCTAGONS: usize = 16 => "of safety less is said there, and of errors more";
    /// Rounds through the graph of a procedure in which safety projections get smaller.
    SAFETY_ROUNDS: usize = 12 => "safety projections stay larger than they could be";
    /// Rounds after which error projections are widened to thresholds.
    ERROR_JOINING_ROUNDS: usize = 3 => "error projections are widened to thresholds";
    /// Rounds after which error projections are widened without thresholds.
    ERROR_THRESHOLD_ROUNDS: usize = 10 => "error projections are widened without thresholds";
    /// Rounds after which an error projection at the head of a loop is everything.
    ERROR_ROUNDS: usize = 40 => "the error projection is everything";
    /// Commands that are looked at to project one check onto a procedure.
    MAX_PROJECTION_COMMANDS: u64 = 50_000 => "the check is left out";
    // Trace abstraction.
    /// Equations that are solved in one question.
    MAX_SOLVED_EQUATIONS: usize = 24 => "the others are left to the solver";
    /// Size of a question in which equations are solved.
    MAX_SOLVED_SIZE: u32 = 2_000 => "all of it is left to the solver";
    /// Products in a polynomial, of how many factors.
    MAX_MONOMIALS: usize = 40 => "the term is not multiplied out";
    /// Factors in a product.
    MAX_DEGREE: usize = 6 => "the term is not multiplied out";
    /// Equations of which multiples are added up.
    MAX_GENERATORS: usize = 40 => "the others are left to the solver";
    /// Multiples of equations that are added up.
    MAX_MULTIPLES: usize = 160 => "that words are the same is left to the solver";
    /// Factors of the products that equations are multiplied by.
    MAX_MULTIPLIER_DEGREE: usize = 2 => "that words are the same is left to the solver";
    /// How often multiples are added that have products in common with those before.
    MULTIPLE_ROUNDS: usize = 2 => "that words are the same is left to the solver";
    /// Rounds in which a solution is made smaller again.
    NARROWING_ROUNDS: usize = 2 => "the solution is larger";
    /// Bit-vectors wider than this are numbers in two parts: a pointer is an offset in its lower bits below the number of an
    /// object in the 32 bits above.
    WIDEST_NUMBER: u32 = 64 => "the word is two numbers";
    /// Wider bit-vectors are not read: their numbers are not far from the ends of those that bounds are computed with.
    WIDEST_READ: u32 = 100 => "nothing is known of the word";
}
