//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    /// The effort for the question whether an error rests on results of the library that are not known.
    LEFT_OPEN_EFFORT: u64 = 2_000_000 => "the error is not confirmed";
    /// The effort for following the paths of a function with a contract one by one, before other verifiers are asked.
    PATHS_EFFORT: u64 = 40_000_000 => "the other verifiers are asked";
    /// The effort for a function with a contract with arrays of more and more elements.
    CONTRACT_EFFORT: u64 = 20_000_000 => "the answer is about smaller arrays alone, and where there is none, it is looked for with the largest";
    /// Effort for a function that is called with arrays of all sizes up to the bound, before smaller ones are looked at.
    LARGEST_ARRAYS_EFFORT: u64 = 1_500_000 => "the answer may be about smaller arrays alone";
    /// The elements that arrays have at most at first. Twice as many follow, and so on.
    FIRST_ARRAY_SIZE: u64 = 3 => "the answer is about other sizes";
    /// The least effort for finding executions that are not followed because they do something undefined.
    UNDEFINED_EFFORT: u64 = 20_000_000 => "that there are none is an assumption";
    /// The effort for finding such executions, as a multiple of the effort of the answer.
    UNDEFINED_SHARE: u64 = 2 => "that there are none is an assumption";
    // Bounded model checking.
    /// The largest bound on loops and recursion that is tried.
    MAX_UNWIND: u32 = 1 << 16 => "the verdict is unknown";
    /// Questions for a shorter error trace once one is found.
    MAX_SHORTENING_QUERIES: usize = 6 => "the error trace is not the shortest";
    /// The solver's steps on one question under quantified axioms: some seconds.
    MAX_QUANTIFIED_STEPS: u32 = 20_000_000 => "the question counts as not answered";
    /// The solver's steps on one question for a shorter trace: some tenths of a second.
    SHORTENING_STEPS: u32 = 300_000 => "no shorter trace is found";
    /// Checks beside the first for which an error trace is looked for.
    MAX_VIOLATIONS: usize = 32 => "the others are not decided";
    /// The least effort that is spent on them. Above that it is as much as the first took.
    MIN_VIOLATIONS_EFFORT: u64 = 100_000 => "checks that are open then are not decided";
    /// The most effort that is spent on them.
    MAX_VIOLATIONS_EFFORT: u64 = 2_000_000 => "checks that are open then are not decided";
    /// The indices that a range is taken apart into.
    MAX_INDEX_CANDIDATES: u128 = 256 => "the solver gets the array as a whole";
    /// A symbolic index is resolved cell by cell up to this many cells.
    MAX_CELLS_OF_AN_INDEX: usize = 256 => "the solver gets the array as a whole";
    /// Of a choice of more terms than this the cases are not looked at one by one.
    MAX_CASES: usize = 64 => "the solver gets the choice as a whole";
    /// An unknown index writes cell by cell up to this many cells.
    MAX_CELLS_WRITTEN: usize = 64 => "the solver gets the array as a whole";
    /// How far up a literal is looked for before it is taken to be new.
    MAX_GUARD_LOOKUP: usize = 128 => "a branch that is decided already is followed both ways";
    /// Steps of a closed program that are executed before the first bound.
    CLOSED_STEPS: u64 = 20_000_000 => "bounded model checking begins, and the execution goes on in between";
    /// Commands at the first bound for which the execution on zeroes comes before the question.
    COMMANDS_BEFORE_PROBE: u64 = 1_000 => "it comes before the question";
    /// The bound on loops behind which the program is executed on some values.
    UNWIND_BEFORE_VALUES: u32 = 16 => "bounded model checking goes on";
    /// Instructions and jumps of each of these executions.
    MAX_STEPS_ON_VALUES: u64 = 500_000 => "that execution counts for nothing";
    /// Steps of the execution on zeroes, which comes after the first bound.
    PROBED_STEPS: u64 = 5_000 => "that execution counts for nothing";
    /// The effort that a shorter error trace is worth where the execution on zeroes gets to an error.
    EFFORT_BESIDE_PROBE: u64 = 400_000 => "the error trace is not the shortest";
    /// How much effort a closed program is worth, as a multiple of what bounded model checking has spent.
    CLOSED_SHARE: u64 = 4 => "bounded model checking goes on, and the execution in between";
    /// How much effort the states that a program gets to are worth, as a part of what bounded model checking has spent.
    STATES_SHARE: u64 = 2 => "bounded model checking goes on, and looks at them in between";
    /// How much effort the first bounds take before they are looked at beside.
    EFFORT_BEFORE_STATES: u64 = 300_000 => "the first bounds alone look for an error";
    /// The part of it for walks, which may get to errors far behind the first states.
    WALKS_SHARE: u64 = 3 => "all of it is for the states in the order in which paths come to them";
    /// How much they are worth behind the last bound that is not beside trace abstraction.
    STATES_EFFORT: u64 = 1_200_000 => "bounded model checking goes on, and looks at them in between";
    // Paths that are followed one by one.
    /// Inputs whose values have decided something on a path.
    MAX_INPUTS_OF_A_PATH: usize = 64 => "the other verifiers are asked";
    /// Instructions and jumps of one path.
    MAX_STEPS_OF_A_PATH: u64 = 20_000 => "it is left to the other verifiers";
    /// States at the heads of loops that are told apart.
    MAX_STATES: usize = 20_000 => "it is left to the other verifiers";
    /// Ways that walks have not taken and may come back to.
    MAX_OPEN_WALKS: usize = 1_000 => "one of them is given up, and that there is no error is left to the other verifiers";
    /// Calls that are open at the same time where states are told apart.
    MAX_CALLS_OF_A_STATE: usize = 64 => "the path is not followed, and that there is no error is left to the other verifiers";
    /// Values of an input that are looked at one by one.
    MAX_VALUES_OF_AN_INPUT: i128 = 64 => "it is left to the other verifiers";
    // Executions that are replayed, and what stays reachable.
    /// The most that a formula may cost that is decided by itself, in the solver's steps.
    REPLAY_QUERY_STEPS: u32 = 2_000_000 => "an execution that depends on the formula is not followed";
    /// The bound on loops where it is asked what executions reach.
    COVERAGE_UNWIND: u32 = 8 => "it stays open whether statements behind are reached";
    /// Commands executed symbolically where it is asked what executions reach.
    COVERAGE_COMMANDS: u64 = 20_000 => "it stays open whether statements behind are reached";
    /// Solver queries where it is asked what executions reach.
    COVERAGE_QUERIES: usize = 100 => "it stays open whether further statements are reached";
    /// The effort for it, for one program.
    COVERAGE_EFFORT: u64 = 500_000 => "it stays open whether further statements are reached";
    /// Steps of one of these queries.
    COVERAGE_QUERY_STEPS: u32 = 30_000 => "it stays open whether the statement is reached";
    // Trace abstraction.
    /// How deep recursion is inlined.
    MAX_RECURSION: u32 = 6 => "calls beyond it are an exit, and there is no proof where it is reached";
    /// Points of the control-flow automaton with all calls inlined.
    MAX_POINTS: usize = 200_000 => "trace abstraction gives up";
    /// How many states there may be for each location before words are found by merging paths.
    MAX_COPIES_OF_WORDS: usize = 16 => "the next word is found by bounded model checking of all that remain";
    /// How many states there may be in any case.
    STATES_BEFORE_MERGING: usize = 12_000 => "words are looked at one by one";
    /// The effort that finding the next word so is worth.
    MERGING_EFFORT: u64 = 1_000_000 => "words are looked at one by one again";
    /// The solver's steps on one question: some seconds.
    MAX_WORD_QUERY_STEPS: u32 = 20_000_000 => "the word is undecided";
    /// The solver's steps on one Hoare triple that would be welcome. That of the word itself holds without being asked for.
    MAX_TRIPLE_STEPS: u32 = 200_000 => "the Hoare triple is not used";
    /// Of how many error traces the canonical danger automaton is subtracted. Where there are more, they are mostly one error
    /// with conditions on the way that do not matter for it.
    MAX_CANONICAL_TRACES: usize = 5 => "traces that pass nothing new are not told apart from then on";
    /// The effort that looking for error traces with other edges is worth, beside what was spent until then.
    EDGES_EFFORT: u64 = 1_000_000 => "error traces that are like one by its danger automaton may take other statements";
    /// How many of those are told apart in the end.
    MAX_TOLD_APART: usize = 16 => "what is said of all error traces holds up to the edges that they take";
    /// The effort that this is worth.
    TELLING_APART_EFFORT: u64 = 500_000 => "what is said of all error traces holds up to the edges that they take";
    /// How many states there may be for each location when an error trace is found.
    MAX_COPIES: usize = 64 => "the analysis starts from all words again, and the traces that follow are found in another order";
    /// One in so many infeasible words is learnt from by any contradiction.
    ANY_REASON_EVERY: usize = 4 => "other words are learnt from by their last contradiction";
    /// States of an automaton that get invariants. Of a larger one they would cost more than they give.
    MAX_ANNOTATED_STATES: usize = 20_000 => "nothing of it is known to danger automata";
    /// How many questions to ask for a smaller core.
    MAX_MINIMIZING_QUERIES: usize = 120 => "what is learnt from the word speaks of more statements than it need";
    /// How many questions one solver gets: it keeps what it translated, and gets slower.
    TRIPLES_PER_SOLVER: usize = 64 => "the solver starts anew";
    /// Of each letter, the last states that were found to refute a Hoare triple and are kept to refute others.
    MAX_REFUTING_STATES: usize = 8 => "a solver is asked";
    /// Infeasible words after which invariants are looked for in the program itself.
    WORDS_BEFORE_INVARIANTS: usize = 3 => "the program is not asked for invariants";
    /// The effort after which they are looked for in any case.
    EFFORT_BEFORE_INVARIANTS: u64 = 100_000 => "the program is not asked for invariants";
    /// The effort after which they are looked for again, where they were not worth enough before.
    EFFORT_BEFORE_SECOND_LOOK: u64 = 1_000_000 => "they are not looked for again";
    /// The effort that looking for them is worth the first time.
    FIRST_LOOK_EFFORT: u64 = 400_000 => "what is not known by then is not used";
    /// The effort that looking for them is worth the second time.
    SECOND_LOOK_EFFORT: u64 = 1_500_000 => "what is not known by then is not used";
    /// How many times that where there are statements about all cells of an array or all objects of a kind.
    ABOUT_ALL_TIMES: u64 = 2 => "what is not known by then is not used";
    /// The effort that such predicates are worth beside those of one word.
    EFFORT_BESIDE_WORD: u64 = 100_000 => "they are not used any more";
    /// How many of them are used beside those of words.
    MAX_BESIDE_WORD: usize = 12 => "none is";
    /// How many letters before an error its contrary is tried.
    MAX_CONTRARY_LETTERS: usize = 4 => "it is not tried further before";
    /// How many of these are tried.
    MAX_CONTRARIES: usize = 64 => "the others are not tried";
    /// Size of one of them.
    MAX_CONTRARY_SIZE: u32 = 80 => "it is not tried";
    /// The effort that they are worth.
    CONTRARIES_EFFORT: u64 = 200_000 => "they are not used";
    /// Words of one width between which linear equations are looked for at a location.
    MAX_RELATED_WORDS: usize = 16 => "no linear equations are known there";
    /// Points that are looked at for the linear equations behind one letter at once.
    MAX_SPAN_POINTS: usize = 64 => "no linear equations are known there";
    /// Inequalities and remainders that are tried.
    MAX_COMPARISONS: usize = 48 => "the others are not tried";
    /// Size of an inequality that is tried.
    MAX_COMPARISON_SIZE: u32 = 24 => "it is not tried";
    /// Size of an equation of the program that is tried.
    MAX_EQUATION_SIZE: u32 = 120 => "it is not tried";
    /// Statements about the cells of arrays that are tried.
    MAX_QUANTIFIED: usize = 64 => "the others are not tried";
    /// How many cells a statement about all cells is used for in one question.
    MAX_INSTANCES: usize = 12 => "nothing is known of the others";
    /// Kinds of objects about all of which statements are tried.
    MAX_KINDS_OF_OBJECTS: usize = 4 => "nothing is known of all objects of a kind";
    /// Size of a formula about one object that is tried for all of its kind.
    MAX_OBJECT_FACT_SIZE: u32 = 60 => "it is not tried";
    /// Formulas about one object that are tried for all of a kind.
    MAX_OBJECT_FACTS: usize = 24 => "the others are not tried";
    /// Pointers to objects that may be excepted from such a statement.
    MAX_OPEN_OBJECTS: usize = 4 => "objects that the others point to are not excepted";
    /// Statements about pointers and all objects of a kind that are tried.
    MAX_OBJECT_STATEMENTS: usize = 192 => "the others are not tried";
    /// Cells of arrays that linear equations are looked for about.
    MAX_SUMS: usize = 4 => "no equations are known of the others";
    // Summaries of procedures that call themselves.
    /// The effort that they, and a proof with them, are worth.
    SUMMARIES_EFFORT: u64 = 3_000_000 => "recursion is inlined to its bound";
    /// Commands of one procedure with those that it calls.
    MAX_SUMMARIZED_COMMANDS: usize = 2_000 => "there is no summary";
    /// Words before and after a call that a summary is about.
    MAX_SUMMARIZED_WORDS: usize = 8 => "it says nothing of the others";
    /// Numbers of the text that a summary compares words with, those of the procedures and those of their callers.
    MAX_SUMMARIZED_CONSTANTS: usize = 4 => "it says nothing of the others";
    /// Values of a parameter that are told apart.
    MAX_SUMMARIZED_VALUES: i128 = 48 => "larger ones are not told apart";
    /// Cases that are told apart.
    MAX_SUMMARIZED_CASES: usize = 160 => "the others are not told apart";
    /// Instructions and jumps of an activation that is executed.
    MAX_SAMPLE_STEPS: u64 = 2_000 => "it is left to the solver to find it";
    /// Calls that are open at the same time there.
    MAX_SAMPLE_CALLS: usize = 200 => "it is left to the solver to find it";
    /// The solver's steps on the question for one more activation.
    MAX_SUMMARY_STEPS: u32 = 2_000_000 => "there is no summary";
    // Danger automata: where one of these is reached, fewer words are subtracted together with an error trace.
    /// Solver queries for one danger automaton.
    DANGER_QUERIES: usize = 400 => "predicates that are open then are left out";
    /// Solver queries about what states have in common.
    DANGER_CONTEXT_QUERIES: usize = 100 => "less is known of the states";
    /// Solver queries about edges beside the word.
    DANGER_EDGE_QUERIES: usize = 100 => "edges beside the word are left out";
    /// Steps of one of these queries.
    DANGER_QUERY_STEPS: u32 = 100_000 => "the question counts as not answered";
    /// How often a predicate is compared with the precondition of an edge, for the annotation, and again for the edges.
    DANGER_COMPARISONS: usize = 200_000 => "further pairs are not compared";
    /// Counterexamples that are looked at for a predicate at a state.
    DANGER_REFINEMENTS: usize = 12 => "the predicate is given up at this state";
    /// Size of a predicate as it is computed.
    DANGER_PREDICATE_SIZE: u32 = 300 => "it is specialized by the values of the failing execution";
    /// After so many queries a new solver starts: what the old one has learnt of formulas that are not asked about
    /// again costs more than it saves.
    DANGER_QUERIES_PER_SOLVER: usize = 100 => "the solver starts anew";
    /// So many states are made of one by changing what a formula does not mention.
    STATE_VARIATIONS: u32 = 2 => "no further states are made";
    /// Of so many variables that a formula mentions another value is tried.
    MAX_VARIED_VARIABLES: usize = 6 => "the values of the others are not varied";
    /// Of a precondition with havocs, so many parts are made at most.
    MAX_PRECONDITION_PARTS: usize = 8 => "the precondition is stronger than it could be";
    /// Values of so many occurrences of a letter in the failing execution are tried.
    MAX_LETTER_OCCURRENCES: usize = 4 => "values of the others are not tried";
    /// Disjunctions nested deeper than this are not taken apart.
    MAX_PROJECTION_DEPTH: u32 = 3 => "the variable is not eliminated";
    /// More pairs of bounds than this are not combined.
    MAX_BOUND_PAIRS: usize = 16 => "the variable is not eliminated";
    /// The effort for finding an error of what the user has written down where another was found (as much as that took, within
    /// bounds), at least.
    LEAST_SPECIFIED_EFFORT: u64 = 300_000 => "the error that is shown is none of what is written";
    /// The same at most.
    MOST_SPECIFIED_EFFORT: u64 = 3_000_000 => "the error that is shown is none of what is written";
    // Both verifiers side by side. Efforts are in units of about a microsecond.
    /// The bound on loops up to which bounded model checking is alone.
    HEAD_START_UNWIND: u32 = 8 => "trace abstraction begins";
    /// The effort after which it is no longer alone in any case: many times what those bounds usually take.
    HEAD_START: u64 = 250_000 => "trace abstraction begins";
    /// The effort of bounded model checking, at least, where trace abstraction has spent its own and said nothing.
    LEAST_AFTER_SPENT: u64 = 100_000 => "it is not decided";
    /// A trace of bounded model checking is waited for until this many times what trace abstraction took to its own.
    PATIENCE: u64 = 2 => "the error trace is that of trace abstraction";
    /// A larger number of elements is not looked at where less than so many times the effort of the last one is left.
    ARRAY_GROWTH: u64 = 100 => "the answer is about smaller arrays alone";
    /// Of how many bits a variable may grow faster than another one.
    MAX_WIDTH_OF_RATIO: u32 = 32 => "no inequality with a larger factor is guessed";
    /// How many words vary.
    MAX_VARIED_WORDS: u32 = 4 => "the summary is made of fewer activations";
    /// So many more steps than its trace has are executed of a program with fixed inputs: of branches the trace has fewer.
    STEPS_OF_A_STEP: u64 = 8 => "the error is not confirmed";
}
