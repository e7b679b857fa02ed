//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    // What relevance may spend on one trace.
    /// Rounds of one search for a value that is guided by counterexamples.
    RELEVANCE_ROUNDS: usize = 24 => "the row that is asked for stays undecided";
    /// Steps of one solver query about relevance, in the solver's unit.
    RELEVANCE_QUERY_STEPS: u32 = 400_000 => "the question counts as not answered";
    /// Solver queries about relevance for one trace.
    RELEVANCE_QUERIES: usize = 400 => "what is left open stays undecided";
    /// Most occurrences of one statement for which the solver is asked.
    MAX_THOROUGH_OCCURRENCES: usize = 4 => "the solver is not asked about the earlier ones, which may stay undecided";
    /// How much examining further occurrences may cost on one trace, in steps behind them, all statements
    /// together. It keeps long loops from costing quadratic time.
    MAX_OCCURRENCE_WORK: usize = 20_000 => "further occurrences are undecided";
    /// Steps behind a further occurrence in which a value has to block the trace that is tried there.
    MAX_NEARBY_COST: usize = 64 => "the occurrence counts as one to be examined";
    /// How many such steps are executed in vain on one trace, all occurrences together.
    MAX_NEARBY_WORK: usize = 500_000 => "further occurrences count as ones to be examined";
    /// How many findings get their nearest values and their fix condition, the most promising ones.
    MAX_REFINED_FINDINGS: usize = 32 => "the others have no condition, and their values need not be the nearest";
    /// Terms that the fix conditions of one trace are asked about, all together; a read of an array counts as many.
    MAX_CONDITION_WORK: usize = 30_000 => "the findings further down have no condition";
    /// Most comparisons of a fix condition that is shown.
    MAX_CONDITION_COMPARISONS: usize = 8 => "no condition is shown";
    /// Bit-fields of up to so many bits have all their values tried.
    MAX_LISTED_BITS: u32 = 3 => "of wider ones the values that avoid the error are tried, cut to the field";
    /// Most occurrences of statements that are fixed together in the program.
    MAX_FIXED_OCCURRENCES: usize = 1_000 => "whether another right-hand side repairs the program is not decided";
    /// Most distinct terms of a question about a step. A read of an array counts as many as the cells that it may meet.
    MAX_QUESTION_TERMS: usize = 20_000 => "the occurrence is undecided";
    /// What running a trace again with likely values may cost for all statements together, in steps.
    MAX_RERUN_WORK: usize = 1_000_000 => "further likely values are only followed for so many steps";
    /// What it may cost for one value beyond that.
    MAX_RERUN_COST_BEYOND: usize = 200 => "what blocks later is not seen";
    /// What running the rest of a trace again may cost, in steps and cells of arrays put together. An index that is not
    /// constant can make every later access of an array one of the whole array.
    MAX_RERUN_COST: usize = 100_000 => "the occurrence is undecided";
    /// Most queries about single candidates before the solver is asked to search.
    MAX_CANDIDATES_ASKED: usize = 8 => "the solver searches for a value itself";
    /// Most unknowns for which terms are looked for in an instance.
    MAX_CHOSEN_UNKNOWNS: usize = 12 => "the values that a counterexample has are put in instead of terms";
    /// Breakpoints times conditions where further values are looked for.
    MAX_BREAKPOINT_WORK: usize = 10_000 => "no further values that fix are listed";
    /// Most values that are listed for a finding on one trace.
    MAX_VALUES_LISTED: usize = 3 => "other values that fix are not listed";
    /// Bit-vectors up to this width are gone through value by value.
    EXHAUSTIVE_WIDTH: u32 = 5 => "of wider ones candidates are tried, and the solver is asked";
    /// Most constants that are taken from a condition.
    MAX_CONDITION_CONSTANTS: usize = 256 => "the others are no candidates";
    /// Up to this weight a question counts as one, where questions are weighed.
    SMALL_QUESTION: usize = 300 => "larger ones count as several";
    /// What a question that the solver gives up on costs besides, in questions.
    COST_OF_GIVING_UP: usize = 15 => "fewer questions are left";
    /// Steps of the failing execution that are executed again to say what its values are made of and change, all questions
    /// together.
    MAX_INFLUENCE_STEPS: usize = 4_000_000 => "which steps a value comes from, and what it changes first, is not said";
    // AutoDebug.
    /// Most steps of an execution that AutoDebug looks at.
    MAX_DEBUGGED_STEPS: usize = 20_000 => "AutoDebug says nothing";
    /// Most conjunctions of a postcondition.
    MAX_CONJUNCTIONS: usize = 64 => "the others are not tried to be fulfilled";
    /// Most conjunctions that AutoDebug tries to fulfil, those of which the least is false.
    MAX_TRIED_CONJUNCTIONS: usize = 6 => "the others are not tried to be fulfilled";
    /// Most false predicates of a conjunction that are followed back.
    MAX_NEGATIVE_PREDICATES: usize = 6 => "the others are not followed back";
    /// Most goals of AutoDebug.
    MAX_GOALS: usize = 400 => "the others are not tried to be reached";
    /// Most predicates of the actual states that a false one is matched with.
    MAX_ACTUAL_PREDICATES: usize = 12 => "it is not matched with the others";
    // Conditions in the source's language.
    /// Most ranges of a condition.
    MAX_CONDITION_RANGES: usize = 4 => "no condition is shown";
    /// How often ranges are guessed before they are given up.
    MAX_RANGE_GUESSES: usize = 2 => "the condition is shown as it is, if it is short";
    /// Most later inputs that a condition holds for all values of.
    MAX_CONDITION_HAVOCS: usize = 4 => "no condition is shown";
    /// Instances for one part of the formula of such a condition.
    CONDITION_ROUNDS: usize = 4 => "no condition is shown";
    /// The weight of the formula of such a condition.
    MAX_HAVOC_CONDITION_WEIGHT: usize = 300 => "no condition is shown";
    /// Most nodes of a condition that is not made of ranges.
    MAX_CONDITION_SIZE: u32 = 60 => "no condition is shown";
    // What is executed again to confirm findings, and branches that go the other way.
    /// Most executions for one finding, and most constants of the trace's conditions that are tried.
    MAX_RUNS_OF_A_FINDING: usize = 40 => "further values are not tried, and the finding is not confirmed";
    /// Most occurrences of a statement at which values are tried one by one.
    MAX_CONFIRMED_OCCURRENCES: usize = 4 => "values are not tried at the earlier ones";
    /// Most executions of one branch that are tried on their own, those nearest to the error.
    MAX_TURNED_OCCURRENCES: usize = 8 => "earlier executions of the branch are not turned one by one";
    /// Steps of changed executions for all findings of one trace together.
    MAX_CHANGED_TRACE_STEPS: u64 = 400_000 => "further values and branches are not tried on the program";
    /// Steps of changed executions for all traces together.
    MAX_CHANGED_STEPS: u64 = 1_600_000 => "further values and branches are not tried on the program";
    // Several traces.
    /// For how many statements a program-level constant is searched for, the most promising ones.
    MAX_CONSTANT_SEARCHES: usize = 32 => "for the others it is undecided whether one value fixes all traces";
    /// Most values that are named which fix all traces.
    MAX_COMMON_VALUES: usize = 3 => "other values are not listed";
    /// Most values that are taken from single traces.
    MAX_COMMON_CANDIDATES: usize = 24 => "other values are not tried before the solver searches";
    /// Most occurrences of a statement on one trace at which a value is tried.
    MAX_COMMON_OCCURRENCES: usize = 8 => "a value that fails at these is not refuted, and the search may stay undecided";
    /// How much looking at occurrences may cost, in steps behind them, all statements and traces together.
    MAX_COMMON_WORK: usize = 400_000 => "the search is undecided";
    // The most permissive fix at a position, and sets of positions.
    /// Instances for one part of a formula when a quantifier is replaced in a most permissive fix.
    FIX_ROUNDS: usize = 12 => "the fix is stricter than it could be, and not exact";
    /// Weight of the formula of a most permissive fix.
    FIX_SIZE: usize = 3000 => "there is no fix at this position";
    /// Steps of one solver query about a most permissive fix.
    FIX_QUERY_STEPS: u32 = 400_000 => "the question counts as not answered";
    /// Solver queries for the fix at one position.
    FIX_QUERIES: usize = 100 => "the fix is stricter than it could be, and not exact";
    /// Solver queries for the fixes at all positions of a trace.
    ALL_FIX_QUERIES: usize = 600 => "the remaining fixes are stricter than they could be";
    /// How often a model's own value is taken for one part of a formula, where its sort has more than a few. Where no
    /// term fits so often, constants will not exhaust the formula.
    MAX_OWN_VALUES: usize = 6 => "the fix is stricter than it could be, and not exact";
    /// Most instances for an unknown that is an index: each says something of one cell only.
    MAX_INDEX_INSTANCES: usize = 6 => "the fix is stricter than it could be, and not exact";
    /// Most instances that are compared by their size when one of them is to be chosen.
    MAX_COMPARED_INSTANCES: usize = 6 => "a larger one may be chosen";
    /// After how many queries about fixes and sets the solver starts anew: it has to give a value to whatever it has met.
    QUERIES_PER_SOLVER: usize = 24 => "the solver starts anew, and may give other values";
    /// Sets of statements that avoid an error together.
    MAX_SETS: usize = 20 => "further sets are not listed";
    /// Sets of statements that are checked on one trace.
    SET_CHECKS: usize = 120 => "not all sets are found";
    /// Instances for one part of a formula when a set is checked.
    SET_ROUNDS: usize = 12 => "the set counts as open";
    /// Weight of a formula when a set is checked.
    SET_SIZE: usize = 3000 => "the set counts as open";
    /// Steps of one solver query about a set.
    SET_QUERY_STEPS: u32 = 400_000 => "the question counts as not answered";
    /// Solver queries for one set.
    SET_QUERIES: usize = 60 => "the set counts as open";
    /// Solver queries for all sets of a trace.
    ALL_SET_QUERIES: usize = 1000 => "not all sets are found";
    /// Most executions that are kept as evidence against sets.
    MAX_SET_EVIDENCE: usize = 6 => "the oldest is forgotten, and a set may be checked that was known to fail";
    /// Most checks by the solver to grow one set that no evidence stands against.
    MAX_GROWTH_CHECKS: usize = 4 => "less is learned from a set that fails";
    // The game on several paths.
    /// Most steps of paths that are executed for one question about what a choice survives.
    MAX_GAME_STEPS: usize = 100_000 => "whether every choice loses is not decided";
    /// Most forks, inputs and choices of a path, one behind the other.
    MAX_GAME_DEPTH: usize = 400 => "whether every choice loses is not decided";
    /// Most numbers, taken from conditions of the paths, that are tried first.
    MAX_GAME_BOUNDARIES: usize = 24 => "the others are not preferred";
    /// Most values of one input on the paths that are put in, the latest ones.
    MAX_GAME_INSTANCES: usize = 4 => "the play has an answer to fewer inputs";
    // What relevance is compared with.
    /// How many blocks and instructions are walked for each step of the trace, besides some thousands.
    CONTROL_WORK_PER_STEP: usize = 64 => "control dependences are not followed further";
    /// Most distinct terms of a formula, where a read of an array counts for each write that it goes through. Formulas of
    /// traces with some hundred statements have about a thousand.
    MAX_FORMULA_TERMS: usize = 30_000 => "the technique says that the trace is too large";
    /// What a read of an array counts for each write that it goes through, in terms of the usual size.
    WRITE_WORK: usize = 8 => "the technique says that the trace is too large";
    /// How many sets are looked at to find a smallest hitting set.
    MAX_HITTING_SETS: usize = 100_000 => "MaxSAT ends without further sets";
    /// Cores with at most this many statements are made minimal; of larger ones another is got as cheaply.
    MAX_MINIMIZED_CORE: usize = 40 => "a larger core is used as it is";
    /// Nothing is looked for below so many operators.
    MAX_SUM_DEPTH: usize = 200 => "the term is one summand";
    /// How far a number is shifted for a condition to go the other way.
    MAX_CONDITION_SHIFT: i128 = 2 => "the number counts as right";
    /// So many links are followed to a step whose verdict is known.
    MAX_LINKS_TO_KNOWN: usize = 16 => "the step is decided by itself";
    /// So many conditions behind a further occurrence say which values are tried there.
    MAX_NEARBY_CONDITIONS: usize = 4 => "values of later conditions are not tried";
    /// The size up to which conditions are handed on from step to step, written out.
    MAX_SUFFIX_SIZE: u32 = 256 => "the condition is computed anew";
}
