//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    // Bounded model checking.
    /// Steps of a closed program that are executed before anything is searched. Some tenths of a second.
    EXECUTED_STEPS: u64 = 10_000_000 => "the verifiers begin, and execute it from the start";
    /// Rounds of a loop of a closed program after which it is looked whether those that follow are alike.
    ROUNDS_BEFORE_JUMP: u32 = 64 => "rounds are executed one by one until then";
    /// Of rounds that are alike, the last ones are executed one by one.
    ROUNDS_BEHIND_JUMP: u128 = 2 => "they are executed one by one";
    /// Instructions and jumps of a round that many are done of at once.
    MAX_ROUND_STEPS: u64 = 256 => "rounds are executed one by one";
    /// Instructions and jumps of a closed program up to which all of an error trace is recorded.
    MAX_WHOLE_STEPS: u64 = 5_000_000 => "the error trace is the end of the execution";
    /// Calls of a closed program up to which all of an error trace is recorded.
    MAX_WHOLE_CALLS: u64 = 50_000 => "the error trace is the end of the execution";
    /// How many are recorded of a longer one.
    LAST_STEPS: u64 = 20_000 => "the error trace begins later";
    // Executions that are replayed, and what stays reachable.
    /// Commands of one execution.
    MAX_STEPS: u64 = 10_000_000 => "the execution does not end, and counts for nothing";
    /// Calls that are open at the same time in one execution.
    MAX_CALL_DEPTH: usize = 100_000 => "the execution does not end, and counts for nothing";
    /// Calls that fit on a stack of 8 MiB, with 32 bytes for each: a return address, a frame pointer, and one variable.
    STACK_DEPTH: usize = 1 << 18 => "the stack overflows: a test fails, and nothing is known of a program without tests";
    // Executions around a failing one.
    /// How many times as many steps as the failing execution has are executed around it, within the bounds below.
    NEIGHBOUR_STEPS_FACTOR: u64 = 50 => "further executions around it are no evidence for the order of places";
    /// The same, at least.
    LEAST_NEIGHBOUR_STEPS: u64 = 100_000 => "further executions around it are no evidence for the order of places";
    /// The same, at most.
    MOST_NEIGHBOUR_STEPS: u64 = 5_000_000 => "further executions around it are no evidence for the order of places";
    /// Most executions around a failing one that are kept.
    MAX_NEIGHBOURS: usize = 1_000 => "further executions around it are no evidence for the order of places";
    /// Inputs that are tried around one that fails, where nothing is expected of it.
    MAX_AROUND_EXECUTIONS: usize = 400 => "further inputs are no evidence for places and patches";
    /// Steps of one around an execution that does not end.
    MAX_AROUND_ENDLESS_STEPS: u64 = 100_000 => "an input with which it takes more is no evidence";
    /// Bytes of a text that are changed.
    MAX_AROUND_POSITIONS: usize = 40 => "the others stay as they are";
    /// Of those, executions that worked and are kept, the most alike.
    MAX_AROUND_WORKED: usize = 16 => "the others are no evidence for places and patches";
    /// The same of those that fail.
    MAX_AROUND_FAILING: usize = 3 => "the others are no evidence for places and patches";
    /// Most inputs that vary.
    MAX_VARIED_INPUTS: usize = 64 => "the others keep their values";
    /// Most inputs of which it is found out by halves where the program begins to work.
    MAX_HALVED_INPUTS: usize = 8 => "others vary by single values only";
    /// Most constants of the conditions that an input becomes.
    MAX_VARIED_CONSTANTS: usize = 16 => "others are not tried";
    // Characters that can be typed.
    /// Commands of an error trace that is executed again with characters that can be typed.
    MAX_PRINTABLE_STEPS: u64 = 100_000 => "characters are shown as the solver chose them";
    /// Characters that are changed one by one, if they cannot be changed all at once.
    MAX_PRINTABLE_TRIES: usize = 16 => "the others are shown as the solver chose them";
    // Tests.
    /// The number of steps that a test may always take.
    FIRST_TEST_STEPS: u64 = 1_000_000 => "the test counts as one that does not end, unless one that passes takes as long";
    /// How many times as many steps as the longest test that passes a test may take.
    TEST_STEPS_FACTOR: u64 = 100 => "the test counts as one that does not end";
    /// The number of steps that one of the tests may take which go on, to find out whether they end.
    PROBE_TEST_STEPS: u64 = 20_000_000 => "the tests that go on count as tests that do not end";
    /// The same where no test has come to an end.
    LONG_PROBE_TEST_STEPS: u64 = 200_000_000 => "the tests count as tests that do not end";
    /// Tests that go on of which it is looked whether a state comes back in them.
    MAX_PROBED_TESTS: usize = 3 => "where these do not end, the others count as tests that do not end";
    /// The number of steps that no test may exceed, unless the user says so.
    LAST_TEST_STEPS: u64 = 1_000_000_000 => "the test counts as one that does not end";
    /// Of a line of output, so many characters stand in a message.
    MAX_SHOWN_BYTES: usize = 60 => "the message shows the beginning of the line";
    /// A result that is not found with so many digits is not known. Beside numbers whose size is this large there is no other result
    /// of a function here, but those that are exact.
    MAX_SERIES_BITS: u64 = 1 << 17 => "the result is not known";
    /// Larger widths and precisions are cut to this many.
    MAX_AMOUNT: i128 = 1 << 20 => "the width or precision is this";
    /// A program may write so many bytes.
    MAX_OUTPUT: usize = 1 << 26 => "the execution counts as one that does not end";
    // Failing tests that are looked into.
    /// Steps of a failing test that are recorded.
    MAX_RECORDED_STEPS: u64 = 1_000_000 => "the error trace of a test that takes more is its end";
    /// The steps of a longer one that are recorded, the last ones.
    LAST_RECORDED_STEPS: u64 = 5_000 => "the error trace begins later";
    /// Failing tests that are looked into, unless the user says how many.
    MAX_SHOWN_TESTS: usize = 3 => "in the others nothing is said to matter";
    /// Steps of those behind the first.
    MAX_FURTHER_STEPS: u64 = 20_000 => "the test is listed, and not looked into";
    /// Rounds of a loop that does not end which are looked at, where no state comes back.
    MAX_ENDLESS_ROUNDS: u64 = 16 => "what happens in later rounds is not looked at";
    /// Steps of a test that does not end that are executed to see where it goes on: twice as many as the longest test that passes
    /// takes, and at most this.
    MAX_ENDLESS_STEPS: u64 = 20_000_000 => "the loop that does not end may be another one";
    /// Steps of a test that does not end that are looked at: twice as many as the longest test that passes takes, at most.
    MAX_HANGING_STEPS: u64 = 20_000 => "what happens later is not looked at";
}
