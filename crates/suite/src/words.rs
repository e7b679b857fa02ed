//! A text as the words that a POSIX shell makes of it.
//!
//! White space separates words; a backslash takes the next character as it is; single quotes take everything up to the
//! next one; within double quotes a backslash takes only `"`, `\`, `$` and a back quote, and joins lines. Nothing is
//! expanded: `$HOME`, `*` and `>` are ordinary characters. The words are bytes, as the arguments of a program are.
//!
//! The crates that do this give no place for what is wrong, or no bytes.

/// Why a text has no words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SplitError {
    /// A quote that is not closed.
    #[error("the {} quote at character {at} is not closed", if *double { "double" } else { "single" })]
    OpenQuote {
        /// Where the quote stands, counted from 1.
        at: usize,
        /// Whether it is a double one.
        double: bool,
    },
    /// A backslash with nothing behind it.
    #[error("there is nothing behind the backslash at character {at}")]
    OpenEscape {
        /// Where the backslash stands, counted from 1.
        at: usize,
    },
}

/// The words of a text.
///
/// # Errors
/// Where a quote is not closed, or a backslash ends the text.
pub fn split(text: &[u8]) -> Result<Vec<Vec<u8>>, SplitError> {
    let mut splitter = Splitter { text, position: 0, word: None, words: Vec::new() };
    while let Some(byte) = splitter.next() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => splitter.end_word(),
            b'\'' => splitter.single_quoted()?,
            b'"' => splitter.double_quoted()?,
            b'\\' => splitter.escaped()?,
            _ => splitter.take(byte),
        }
    }
    splitter.end_word();
    Ok(splitter.words)
}

struct Splitter<'a> {
    text: &'a [u8],
    position: usize,
    /// The word that is being read; an empty one if there was only a quoted nothing.
    word: Option<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Splitter<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.text.get(self.position).copied()?;
        self.position += 1;
        Some(byte)
    }

    fn take(&mut self, byte: u8) {
        self.word.get_or_insert_default().push(byte);
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn escaped(&mut self) -> Result<(), SplitError> {
        let at = self.position;
        match self.next() {
            Some(b'\n') => {}
            Some(byte) => self.take(byte),
            None => return Err(SplitError::OpenEscape { at: self.character(at) }),
        }
        Ok(())
    }

    fn single_quoted(&mut self) -> Result<(), SplitError> {
        let at = self.position;
        self.word.get_or_insert_default();
        loop {
            match self.next() {
                Some(b'\'') => return Ok(()),
                Some(byte) => self.take(byte),
                None => return Err(SplitError::OpenQuote { at: self.character(at), double: false }),
            }
        }
    }

    fn double_quoted(&mut self) -> Result<(), SplitError> {
        let at = self.position;
        self.word.get_or_insert_default();
        loop {
            match self.next() {
                Some(b'"') => return Ok(()),
                Some(b'\\') => match self.next() {
                    Some(b'\n') => {}
                    Some(byte @ (b'"' | b'\\' | b'$' | b'`')) => self.take(byte),
                    Some(byte) => {
                        self.take(b'\\');
                        self.take(byte);
                    }
                    None => return Err(SplitError::OpenQuote { at: self.character(at), double: true }),
                },
                Some(byte) => self.take(byte),
                None => return Err(SplitError::OpenQuote { at: self.character(at), double: true }),
            }
        }
    }

    /// The number of the character that ends with the byte before `end`.
    fn character(&self, end: usize) -> usize {
        String::from_utf8_lossy(&self.text[..end]).chars().count()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[&str]) {
        let expect: Vec<Vec<u8>> = expect.iter().map(|it| it.as_bytes().to_vec()).collect();
        assert_eq!(split(text.as_bytes()), Ok(expect));
    }

    #[track_caller]
    fn check_error(text: &str, expect: &str) {
        assert_eq!(split(text.as_bytes()).map_err(|it| it.to_string()), Err(expect.to_owned()));
    }

    #[test]
    fn white_space_separates() {
        check("", &[]);
        check("  \n", &[]);
        check("-n 3\t x.txt\n", &["-n", "3", "x.txt"]);
    }

    #[test]
    fn quotes_keep_together() {
        check(r#"'a b' "c  d" e' 'f"#, &["a b", "c  d", "e f"]);
        check(r#"'' """#, &["", ""]);
        check(r#"'a\b' "a\b" "\"\\\$" '"'"#, &["a\\b", "a\\b", "\"\\$", "\""]);
    }

    #[test]
    fn a_backslash_takes_what_follows() {
        check(r"a\ b \'c \\", &["a b", "'c", "\\"]);
        check("a\\\nb", &["ab"]);
    }

    #[test]
    fn nothing_is_expanded() {
        check("$HOME *.c > out; x | y", &["$HOME", "*.c", ">", "out;", "x", "|", "y"]);
    }

    #[test]
    fn what_is_not_closed_is_shown() {
        check_error("a 'b c", "the single quote at character 3 is not closed");
        check_error("ä \"b\\\"", "the double quote at character 3 is not closed");
        check_error("a b\\", "there is nothing behind the backslash at character 4");
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 400, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn quoted_words_come_back(words in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..8), 0..5)) {
            let mut text = Vec::new();
            for word in &words {
                text.push(b'\'');
                text.extend(word.iter().flat_map(|&it| if it == b'\'' { b"'\\''".to_vec() } else { vec![it] }));
                text.extend(b"' ");
            }
            prop_assert_eq!(split(&text), Ok(words));
        }

        #[test]
        fn any_text_is_split_or_refused(text in prop::collection::vec(prop::sample::select(b"a '\"\\\n$".to_vec()), 0..20)) {
            let _ = split(&text);
        }
    }
}
