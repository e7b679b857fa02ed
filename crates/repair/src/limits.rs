//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    // What is asked about.
    /// How many statements and conditions of code are asked about fixing them in the program, the most promising ones.
    MAX_CANDIDATES: usize = 32 => "the others have no suspiciousness, and it is not asked whether fixing them is enough";
    /// How many inputs and declarations are asked about fixing them in the program.
    MAX_INPUTS_ASKED: usize = 6 => "the others have no suspiciousness, and it is not asked whether fixing them is enough";
    /// Steps of one solver query about a fix that is put into the program, in the solver's unit: some hundredths of a second.
    PROGRAM_FIX_QUERY_STEPS: u32 = 20_000 => "the fix is not known exactly";
    /// Most further error traces that a fix is made to repair.
    MAX_REFINEMENTS: usize = 8 => "it is not decided whether fixing the statement is enough";
    /// States in which a fix plays first that are kept, the latest ones.
    MAX_GAME_STATES: usize = 8 => "whether every choice loses is not asked of the others";
    /// Executions of a statement at which a fix plays another value each.
    MAX_GAME_ROUNDS: usize = 4 => "the later ones get the value of the last";
    /// Variables in scope that a fix plays with.
    MAX_GAME_VARIABLES: usize = 6 => "the others are not tried";
    /// How often one way to play is tried with other numbers.
    MAX_TRIES_OF_A_PLAY: usize = 4 => "it is not tried with others";
    /// Which part of the effort goes into a statement of which a proved patch says that fixing it is enough.
    KNOWN_SHARE: u64 = 8 => "that the patch repairs is all that is said";
    /// Which part of the effort for a statement goes into making its fix repair further error traces.
    REFINING_SHARE: u64 = 4 => "it is not decided whether fixing the statement is enough";
    /// Which part of that is left goes into asking whether every choice loses, each time.
    LOST_SHARE: u64 = 8 => "a proof that no choice is left is not found";
    /// Which part of what is left then goes into plays.
    PLAYING_SHARE: u64 = 2 => "it is not decided whether fixing the statement is enough";
    /// The effort for deciding whether fixing a statement is enough (5 times what finding the first error took, within bounds),
    /// at least.
    LEAST_ALONE_EFFORT: u64 = 500_000 => "it is not decided";
    /// The effort for finding an execution with the fix that goes on to an end.
    END_EFFORT: u64 = 500_000 => "it is not decided";
    /// The effort of the decision, at most.
    MOST_ALONE_EFFORT: u64 = 20_000_000 => "it is not decided";
    /// The effort is half after each that is not decided, until one is proved, but so many times at most.
    MOST_UNDECIDED: u32 = 4 => "it is not decided";
    /// The effort of one question about a patch (10 times what finding the first error took, within bounds), and ten times
    /// that for all patches, at least. After each question that stays undecided it is a quarter.
    LEAST_PATCH_EFFORT: u64 = 500_000 => "patches are not proved, or not found";
    /// The same at most, and twice that for all patches.
    MOST_PATCH_EFFORT: u64 = 5_000_000 => "patches are not proved, or not found";
    /// The effort of the verifier for finding out what a program with a fix can get to.
    FIXED_COVERAGE_EFFORT: u64 = 50_000 => "what was not found counts as reachable";
    /// The effort after which trace abstraction begins where a changed program is asked about: what finding the first error
    /// took, and at least this.
    LEAST_HEAD_START: u64 = 10_000 => "trace abstraction begins";
    /// How much effort trace abstraction may spend where a patch is asked about while bounded model checking spends one unit: that
    /// takes about the same time, mostly.
    PATCH_PACE: u64 = 3 => "who of both answers, and when bounded model checking gives up";
    /// Predicates that proved a change and are tried on others.
    MAX_LEARNT_PREDICATES: usize = 200 => "later proofs are not tried on other changes";
    /// Formulas with Hoare triples that were decided for one change and are known for others.
    MAX_LEARNT_TRIPLES: usize = 20_000 => "others are decided anew";
    /// The effort for proving a change with the predicates of other proofs, before the verifiers start side by side; at most half
    /// of what is left.
    LEARNT_EFFORT: u64 = 200_000 => "the verifiers start side by side";
    /// The effort for deciding that of all statements (or 3 times what finding the first error took); `--thorough` knows no such
    /// bound.
    ALL_ALONE_EFFORT: u64 = 1_500_000 => "of the statements that rank behind it is not decided";
    /// Where that is used up, the others are asked about with so many times what finding the first error took, until as much is
    /// used up again.
    SOON_FACTOR: u64 = 2 => "it is not decided";
    // In which order statements let the trace be left.
    /// The effort for asking solvers in which order statements let the error trace be left.
    LEAVING_EFFORT: u64 = 1_000_000 => "the statements that let the trace be left earlier come last";
    /// Steps that are executed again for that, all statements together, each with another value, before solvers are asked.
    MAX_LEAVING_STEPS: usize = 4_000_000 => "solvers are asked about those far in front of the error";
    // Sets of statements.
    /// The effort for sets (or what finding the first error took); with `--thorough` that of deciding whether one statement is enough.
    SETS_EFFORT: u64 = 300_000 => "further sets are not tried on the program";
    /// Statements of a set by which its members rank, where one alone is not enough.
    MAX_RANKED_SET: usize = 3 => "a member of a larger one ranks behind what may be enough alone";
    /// Most programs with a set of statements fixed that the verifier is asked about.
    MAX_SET_CHECKS: usize = 16 => "further sets are not tried on the program";
    /// Most error traces whose sets are looked for.
    MAX_SET_TRACES: usize = 4 => "sets are not made from the other traces";
    /// Most sets that are reported, of those that repair the program and of those that repair the first error trace.
    MAX_REPAIRING_SETS: usize = 5 => "further sets are not looked for";
    // Patches.
    /// The effort for patches (or 3 times what finding the first error took); with `--thorough` as below.
    ALL_PATCHES_EFFORT: u64 = 2_000_000 => "the places further down are not changed, or patches are not proved";
    /// The effort for deciding whether a change that somebody else has made is a repair.
    JUDGEMENT_EFFORT: u64 = 20_000_000 => "it is not decided";
    /// Which part of the effort that is left for it goes into finding out whether the program has another error.
    OTHER_ERROR_SHARE: u64 = 4 => "an error of the changed program counts as none that was there before";
    /// Most blocks of a procedure that counts as an assertion where it is called.
    MAX_ASSERTING_BLOCKS: usize = 32 => "a change of it is not taken for one of what is asserted, but for that of its own check";
    /// Most commands in a row by which a temporary of an assertion is resolved.
    MAX_LOOKED_BACK: usize = 64 => "an assertion that reads the same counts as changed";
    /// Most pairs of lines of one changed stretch that are compared.
    MAX_COMPARED_LINES: usize = 250_000 => "its lines are taken for each other in their order";
    /// Most places that are changed.
    MAX_PLACES: usize = 40 => "the places further down are not changed";
    /// Most changes at one place.
    MAX_CHANGES_OF_A_PLACE: usize = 100 => "less likely changes are not tried";
    /// Most changes of all places.
    MAX_CHANGES: usize = 2_500 => "the places further down are not changed";
    /// Most questions to the verifier for one place.
    MAX_CHECKS_OF_A_PLACE: usize = 12 => "further changes of the place are not tried";
    /// Most changes with which all tests pass that the verifier is asked about.
    MAX_PROVED_PATCHES: usize = 4 => "of the others it is known that all tests pass";
    /// The effort of one question about a patch with which all tests pass, at most.
    PASSING_PATCH_EFFORT: u64 = 150_000 => "that all tests pass is all that is said of it";
    /// The effort for checking contracts in all changed programs.
    CONTRACTS_EFFORT: u64 = 40_000_000 => "whether the others meet contracts is not said";
    /// The effort for checking patches with smaller arrays, where they are not decided for those with which a function fails.
    SIZES_EFFORT: u64 = 12_000_000 => "that they avoid the error that is shown is all that is said of the others";
    /// Most patches that are compared with the best one, where all tests pass with them.
    MAX_DISTINGUISHED: usize = 3 => "no input is given on which the others differ from it";
    /// Most inputs on which two patches are compared.
    MAX_TRIED_INPUTS: usize = 500 => "others are not tried";
    /// The effort for executing patched programs on such inputs.
    DISTINGUISHING_EFFORT: u64 = 500_000 => "the remaining inputs are not tried";
    /// Most questions to the verifier about patches.
    MAX_CHECKS: usize = 120 => "further changes are not tried";
    /// Most questions about patches that the verifier may leave open. What it cannot decide it mostly cannot decide for the
    /// neighbours either, and every such question takes all its effort.
    MAX_UNDECIDED_CHECKS: usize = 6 => "further changes are not tried";
    /// Most other errors that a changed program may have that it had before.
    MAX_LEFT_ERRORS: usize = 8 => "whether the change repairs its error is not decided";
    /// Most patches for one place.
    MAX_PATCHES_OF_A_PLACE: usize = 2 => "further changes of the place are not tried";
    /// Most patches that are reported.
    MAX_PATCHES: usize = 16 => "those that rank behind are left out";
    /// Most lines at which changes pass all tests, where these are reported: of the faulty programs with which that was looked at, a
    /// right change is among so many mostly, and rarely the first where there are more.
    MAX_PATCHED_LINES: usize = 4 => "where changes of more lines pass all tests, these say too little of which is right, and no patch is shown; `--thorough` shows them";
    /// Most executions of one program on the same values, where it chooses.
    MAX_REPLAYS: usize = 64 => "other choices are left to the verifier";
    /// Steps of tests that are executed with changes to tell how much each helps, all together.
    MAX_MUTANT_STEPS: u64 = 60_000_000 => "changes with which tests take longer say nothing of their places";
    /// Failing tests, and passing ones, that a change is executed on for that.
    MAX_MUTANT_TESTS: usize = 10 => "the others say nothing of how much a change helps";
    // Faults at several places.
    /// Words and ends of lines of an output that are compared with those expected.
    MAX_COMPARED_WORDS: usize = 300 => "what comes behind them does not tell whether a change helps";
    /// Steps of tests that are executed with changes that may help together with others, all together.
    MAX_SEVERAL_STEPS: u64 = 60_000_000 => "changes with which tests take longer are not put together";
    /// Changes that are put together.
    MAX_TOGETHER: usize = 6 => "faults at more places are not repaired";
    /// Programs with changes put together that are translated.
    MAX_PUT_TOGETHER: usize = 60 => "further changes are not put together";
    /// Changes that are made at each copy of what they change.
    MAX_EVERYWHERE: usize = 100 => "further changes are made at one copy only";
    /// The effort for translating programs with them.
    EVERYWHERE_EFFORT: u64 = 200_000 => "further changes are made at one copy only";
    /// Those of them that are reported.
    MAX_EVERYWHERE_SHOWN: usize = 3 => "further ones are left out";
    // Types that do not fit.
    /// Changes of declarations and formats that are executed on tests.
    MAX_RETYPED: usize = 48 => "further types are not changed";
    /// The effort for translating programs with them.
    RETYPED_EFFORT: u64 = 150_000 => "further types are not changed";
    /// Steps of tests that are executed with them.
    MAX_RETYPED_STEPS: u64 = 20_000_000 => "further types are not changed";
    // Statements that may be missing, or one too many.
    /// Statements of a failing test beside which others may be missing, and that may be left out, the last that it executes.
    MAX_CHANGED_STATEMENTS: usize = 200 => "beside those that are executed earlier nothing is tried";
    /// Steps of tests that are executed with changes of statements.
    MAX_STATEMENT_STEPS: u64 = 20_000_000 => "further changes of statements are not tried";
    /// Steps of tests that are executed with conditions that may be missing.
    MAX_LEARNED_STEPS: u64 = 20_000_000 => "further conditions are not tried";
    /// Executions around the failing one that worked, which patches are executed on.
    MAX_KEPT_ASKED: usize = 20 => "whether a patch keeps the others is not asked";
    /// Steps that such an execution takes.
    MAX_KEPT_STEPS: u64 = 5_000 => "an execution that takes more is not asked about";
    /// Steps after which an execution that failed is taken not to end with a change.
    MAX_ENDING_STEPS: u64 = 100_000 => "it is taken not to end";
    /// Numbers of changed lines, with their neighbours, that both versions are given.
    MAX_TRIED_NUMBERS: usize = 48 => "further ones are not tried";
    /// Executions of a changed program that fails, on smaller inputs each.
    MAX_SMALLER: usize = 400 => "the inputs that are shown are not made smaller";
    /// The first patches of which it is asked whether all executions that work keep.
    MAX_KEPT_PROVED: usize = 3 => "what the others keep is only executed";
    /// The effort for asking whether a patch gives another value, branch or effect in an execution that works.
    KEPT_EFFORT: u64 = 150_000 => "that nothing differs is not proved";
    /// The effort for asking whether the program shows something else with a patch, where it works.
    SHOWN_EFFORT: u64 = 150_000 => "that the program shows the same is not proved";
    /// Steps of executions around the failing one, with conditions that may be missing.
    MAX_LEARNED_STEPS_AROUND: u64 = 600_000 => "further conditions are not tried";
    /// Operands that conditions lack, and as many conditions around statements or before jumps.
    MAX_LEARNED: usize = 4 => "further ones are not looked for";
    /// The same at one place.
    MAX_LEARNED_OF_A_SITE: usize = 2 => "further ones there are not looked for";
    /// Further executions that fail of which is known what predicates do there.
    MAX_FAILING_ROWS: usize = 4 => "predicates that differ on others only are tried once";
    /// Predicates that are tried at a place, in one way.
    MAX_TRIED_PREDICATES: usize = 24 => "further ones there are not tried";
    /// Constants that a condition that is missing can ask about.
    MAX_LEARNING_CONSTANTS: usize = 16 => "no condition asks about further ones";
    /// From so many different executions of a place on it is left out where conditions are missing.
    MAX_ROWS: usize = 1_000 => "no condition is looked for there";
    /// Statements that failing tests execute and of which nothing is decided, the last ones executed.
    MAX_EXECUTED: usize = 64 => "the others are no findings";
    /// Where a test does not end, what ends with a change of a statement is looked for within so many steps; four times as many where
    /// others take that.
    STEPS_OF_ENDLESS: u64 = 10_000 => "changes with which it ends later are not found";
    /// Most statements that may be missing, and most that are left out, that are reported.
    MAX_MISSING: usize = 3 => "further ones are not listed";
    /// Executions of a statement that are left out, one by one and all up to one.
    MAX_SKIPPED_EXECUTIONS: i128 = 24 => "whether it helps to leave out later ones is not tried";
    /// Constants of the program that a statement which may be missing assigns.
    MAX_STATEMENT_CONSTANTS: usize = 8 => "other constants are not tried";
    // What PED chooses among.
    /// Most statements with alternatives, those nearest to the error.
    MAX_ANNOTATED: usize = 60 => "the others are not changed";
    /// Most alternatives of a statement, the likeliest.
    MAX_ALTERNATIVES: usize = 40 => "the others are not chosen";
    /// Error traces that PED is asked about.
    MAX_PED_TRACES: usize = 4 => "whether its solutions repair the others is not said";
    // Tests of changed programs.
    /// How many times as many steps as the longest test a changed program may take on one.
    CANDIDATE_STEPS_FACTOR: u64 = 10 => "a change with which a test takes longer counts as no repair";
    /// The same, at least.
    LEAST_CANDIDATE_STEPS: u64 = 20_000 => "a change with which a test takes longer counts as no repair";
    /// A changed program may take as many, or what the bound above gives if that is more, on a test that crashes or does not end
    /// without the change.
    MAX_CRASHING_CANDIDATE_STEPS: u64 = 200_000 => "a change with which a test takes longer counts as no repair";
    // The errors beside the one that is explained in full.
    /// Most other errors that get places of their own, in the order of the program's checks.
    MAX_OTHER_ERRORS: usize = 5 => "the report lists the others without places";
    /// Most steps of an error trace of another error.
    MAX_OTHER_ERROR_STEPS: usize = 20_000 => "the report lists the error without places";
    /// The effort for the places of all other errors.
    OTHER_ERRORS_EFFORT: u64 = 1_500_000 => "the report lists the remaining ones without places";
    // AutoDebug.
    /// Most changes that AutoDebug proposes.
    MAX_DEBUG_CHANGES: usize = 300 => "what it would propose next is not tried";
    /// Most variables that AutoDebug writes into an expression, those declared last.
    MAX_DEBUG_VARIABLES: usize = 10 => "the others are not written";
    /// Most arrays whose elements AutoDebug writes into an expression.
    MAX_DEBUG_ARRAYS: usize = 4 => "elements of the others are not written";
    /// Most expressions of one kind that AutoDebug tries for one number.
    MAX_DEBUG_MATCHES: usize = 4 => "others with the same value are not tried";
    // What is tried instead.
    /// Other constants of the program for one constant.
    MAX_CONSTANTS: usize = 6 => "constants that are further away are not tried";
    /// Names of constants for one number, the nearest ones, whatever other constants there are.
    MAX_NEAREST_NAMES: usize = 2 => "names of constants that are further away are not tried";
    /// Other names for one name.
    MAX_SIMILAR_NAMES: usize = 4 => "names that are less similar are not tried";
    /// Variables instead of one constant.
    MAX_VARIABLES: usize = 12 => "variables that were declared later are not tried";
    /// Most expressions that are taken from a fix condition.
    MAX_BOUNDARIES: usize = 8 => "the others are not tried";
    /// Statements with which failing tests pass and some of the others do not, for which a condition is looked for.
    MAX_SOMETIMES: usize = 12 => "others are only put in without a condition";
    /// Most bytes that a statement writes which may be missing.
    MAX_MISSING_BYTES: usize = 7 => "no statement that writes more is put in";
    /// How many rounds there are.
    STATEMENT_ROUNDS: usize = 4 => "longer combinations of statements are not tried";
    /// The furthest that a number is added for.
    MAX_ADDED_NUMBER: i128 = 2 => "no larger number is added";
    /// So many words at each end of a text are varied.
    MAX_TEXT_WORDS_VARIED: usize = 6 => "the others stay as they are";
}
