//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    // Boogie.
    /// How deep expressions, types and statements may be nested; it bounds the stack.
    MAX_BOOGIE_NESTING: u32 = 200 => "the program is rejected";
    /// Exponents and digits behind the point of real numbers. Larger ones are a mistake, and would take all the memory.
    MAX_EXPONENT: i32 = 4096 => "the program is rejected";
    /// Synonyms of synonyms up to this depth; beyond it they define each other.
    MAX_TYPE_EXPANSIONS: u32 = 100 => "the program is rejected";
    /// The widest bit-vectors that terms have.
    MAX_BIT_WIDTH: u32 = 128 => "the construct is not supported";
    /// Applications of functions with bodies that are expanded.
    MAX_EXPANDED_FUNCTIONS: u32 = 100_000 => "the construct is not supported";
    // Annotations of C.
    /// How deep terms and predicates of an annotation may be nested; it bounds the stack.
    MAX_ANNOTATION_NESTING: usize = 150 => "the program is rejected";
    /// Operators in a row without parentheses.
    MAX_ANNOTATION_OPERATORS: usize = 1000 => "the program is rejected";
    /// Functions of the logic that are written out in one term.
    MAX_LOGIC_EXPANSIONS: usize = 2000 => "the construct is not supported";
    /// An array of as many elements that a precondition asks for is made whole, whatever arrays may have otherwise.
    MAX_FIXED_LENGTH: u64 = 64 => "arrays have as many elements as the option says";
    /// Most cells of a global that holds any values where an entry with a contract is called.
    MAX_ANY_CELLS: usize = 1_024 => "a larger one holds its initial values, which is a named assumption";
    /// Combinations of the numbers that say how long the arrays are that a precondition asks for.
    MAX_ENTRY_CASES: usize = 64 => "these numbers are no constants in the calls of the entry";
    /// Values of a quantified variable between constant bounds.
    MAX_QUANTIFIED_VALUES: i128 = 1024 => "the construct is not supported";
    // C: what a program may be.
    /// Levels of nesting. No program written by hand or by a tool has as many; the parser recurses.
    MAX_C_NESTING: usize = 150 => "the program is rejected";
    /// Levels of nesting that need no brackets: statements in statements, assignments in assignments, casts of casts.
    MAX_C_RECURSION: usize = 2500 => "the program is rejected";
    /// Prefix operators in a row.
    MAX_PREFIX_OPERATORS: usize = 200 => "the program is rejected";
    /// Index of an element that an initializer gives a value.
    MAX_INITIALIZED_INDEX: u64 = 1 << 20 => "the program is rejected";
    /// Items of an initializer.
    MAX_INITIALIZER_ITEMS: usize = 1 << 20 => "the program is rejected";
    // C: what is known of the text before preprocessing. What is not found there is reported where the preprocessor puts it.
    /// Pairs of tokens that are compared to find what is left of a line in the preprocessed text.
    MAX_ALIGNED_PAIRS: usize = 250_000 => "only the two ends of the line that are the same keep their places";
    /// Lines between where the compiler says that a macro's definition stands and where it does.
    MAX_DEFINITION_DISTANCE: u32 = 8 => "the text of the macro's body has no place in the file";
    /// Tokens that are made of one line when macros are expanded.
    MAX_EXPANDED_TOKENS: usize = 100_000 => "it is not known which macros the line comes from";
    /// How deep arguments of macros are expanded.
    MAX_EXPANSION_DEPTH: usize = 100 => "it is not known which macros the line comes from";
    // C: changes of declarations.
    /// Other types of declarations for which is read which formats change along.
    MAX_RETYPED_DECLARATIONS: usize = 48 => "further declarations keep their types";
    // C: what is assumed of the environment. Reports name these assumptions.
    /// With how many arguments, its own name and the null pointer at the end included, a program is started at most.
    MAX_ARGUMENTS: u64 = 16 => "executions with more arguments are not looked at";
    /// The room for an argument.
    ARGUMENT_SIZE: u64 = 32 => "executions with longer arguments are not looked at";
    /// A string is read into at most so many characters.
    MAX_READ_STRING: u64 = 64 => "executions that read longer ones are not looked at, but for those of one length";
    /// The longest text from outside that is looked at beside them has one character more than any size or number that the
    /// program names up to this one.
    MAX_NAMED_SIZE: u64 = 4096 => "executions that need a longer one are not looked at";
    /// Bytes of an array, which has fewer than these.
    MAX_BYTES_OF_ARRAY: u64 = 1 << 30 => "the program is rejected";
    // C: what is written out cell by cell.
    /// Objects in memory with more cells than this are not written cell by cell.
    MAX_WRITTEN_CELLS: usize = 1 << 16 => "the construct is not supported";
    /// Cells of a global that are set to zero in memory that holds anything otherwise.
    MAX_ZEROED_CELLS: usize = 1 << 16 => "the memory that the global is in is zero as a whole";
    /// Cells of objects without initializer that lose their old contents at their declaration.
    MAX_FORGOTTEN_CELLS: usize = 64 => "the object is a new one at each declaration, in memory that holds anything";
    /// Constant members of a variable, in all its elements.
    MAX_CONSTANT_MEMBERS: usize = 64 => "writes to further ones are no errors";
    /// Bytes of copies and fills of known size that are done cell by cell.
    MAX_COPIED_CELLWISE: u64 = 1024 => "a loop does it, which is unwound like others";
    /// Cells of a type whose layout tells which memory it shares.
    MAX_REGION_CELLS: usize = 2000 => "memory that the type shares with others is bytes";
    /// So many characters of a piece that is open are printable ones; the others may be anything.
    OPEN_CHARACTERS: u32 = 24 => "further characters may be anything";
    /// Types of at most so many values bound their variables.
    MAX_VALUES_OF_TYPE: i128 = 256 => "the type bounds no quantified variable";
    /// Most variables that a place changes.
    MAX_CHANGED_VARIABLES: usize = 8 => "no statement that changes the others is put there";
    /// Most variables that a condition at a place could ask about, and as many other values.
    MAX_SEEN: usize = 12 => "no condition that may be missing asks about the others";
    /// Most ways in which a function is left elsewhere that a place leaves it by: those that stand nearest.
    MAX_LEFT: usize = 4 => "the others are not put there";
    /// Most statements of a function that a place executes, too: those that stand nearest.
    MAX_REPEATED: usize = 4 => "the others are not put there";
    /// Most statements behind a block that may belong into it.
    MAX_DRAWN_IN: usize = 4 => "later statements stay where they are";
    /// Statements behind a simple one that it can be moved behind.
    MAX_MOVED: usize = 3 => "it is not moved further";
    /// So many operators deep a term is looked at.
    MAX_RANGE_DEPTH: u32 = 6 => "the range is that of the type";
}
