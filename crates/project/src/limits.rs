//! The bounds of this crate that can change an answer.

faultscope_ir::limits! {
    /// Seconds that the compiler may take for its warnings, for all files together.
    MAX_COMPILER_SECONDS: u64 = 30 => "the warnings of files that were not compiled by then are missing, and the report says so";
    /// Bytes of the user's text, headers included, with which a file is given to the compiler's analyzer (`-fanalyzer`).
    MAX_ANALYZED_BYTES: usize = 100_000 => "warnings are those without the analyzer";
    /// Bytes that are read of what the compiler prints about a file.
    MAX_COMPILER_OUTPUT: u64 = 1 << 20 => "the warnings of this file and of those behind it are missing, and the report says so";
    /// Mebibytes of memory that the compiler may use.
    MAX_COMPILER_MEMORY_MIB: u64 = 4096 => "the warnings of the file are missing, and the report says so";
}
