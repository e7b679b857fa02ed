//! Numbers with their nouns, and source text within a sentence.

/// A number and its noun.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A number, its noun, and the verb behind it.
pub(crate) fn were(number: usize, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "was" } else { "were" })
}

/// A number of bytes.
pub(crate) fn bytes(number: u64) -> String {
    usize::try_from(number).map_or_else(|_| format!("{number} bytes"), |it| count(it, "byte"))
}

/// A number of solver queries.
pub(crate) fn queries(number: usize) -> String {
    if number == 1 { "1 query".to_owned() } else { format!("{number} queries") }
}

/// One of several executions of a statement.
pub(crate) fn time(execution: u32) -> String {
    match execution {
        1 => "the first time".to_owned(),
        2 => "the second time".to_owned(),
        3 => "the third time".to_owned(),
        n => format!("at execution {n}"),
    }
}

/// Source text within a sentence.
pub(crate) fn code(text: &str) -> String {
    format!("`{text}`")
}
