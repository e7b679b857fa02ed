//! A command line in which `@@` stands for a file, as AFL++ has it.

use crate::model::{File, Suite, Test};
use crate::words::{SplitError, split};

/// What stands for the file.
const PLACE: &[u8] = b"@@";

/// The arguments of a program, in some of which `@@` may stand for the name of a file.
///
/// ```
/// use faultscope_suite::Template;
///
/// let template = Template::parse(b"-q --config=@@ 'a b'")?;
/// assert!(template.takes_file());
/// assert_eq!(template.arguments(b"id:1"), [&b"-q"[..], b"--config=id:1", b"a b"]);
/// # Ok::<(), faultscope_suite::words::SplitError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Template {
    words: Vec<Vec<u8>>,
}

impl Template {
    /// Reads the arguments behind the name of the program, split as a shell does it.
    ///
    /// # Errors
    /// Where they cannot be split.
    pub fn parse(text: &[u8]) -> Result<Self, SplitError> {
        Ok(Self { words: split(text)? })
    }

    /// Whether one of the arguments names the file. Otherwise what stands in it is the standard input.
    #[must_use]
    pub fn takes_file(&self) -> bool {
        self.words.iter().any(|word| word.windows(PLACE.len()).any(|it| it == PLACE))
    }

    /// The arguments for a file of this name.
    #[must_use]
    pub fn arguments(&self, file: &[u8]) -> Vec<Vec<u8>> {
        self.words.iter().map(|word| fill(word, file)).collect()
    }

    /// The test with these arguments. If one of them names the file, what was the standard input stands in a file of
    /// the name that the test was read from, and the standard input is empty.
    #[must_use]
    pub fn apply(&self, test: &Test) -> Test {
        let name = test.at.path.as_os_str().as_encoded_bytes();
        let mut test = Test { arguments: self.arguments(name), ..test.clone() };
        if self.takes_file() {
            let contents = std::mem::take(&mut test.stdin);
            test.files.push(File { name: name.to_vec(), contents });
        }
        test
    }

    /// The suite with these arguments in all of its tests.
    #[must_use]
    pub fn apply_to_all(&self, suite: Suite) -> Suite {
        Suite { tests: suite.tests.iter().map(|test| self.apply(test)).collect(), ..suite }
    }
}

fn fill(word: &[u8], file: &[u8]) -> Vec<u8> {
    let mut filled = Vec::new();
    let mut rest = word;
    while let Some((&first, behind)) = rest.split_first() {
        if let Some(after) = rest.strip_prefix(PLACE) {
            filled.extend_from_slice(file);
            rest = after;
        } else {
            filled.push(first);
            rest = behind;
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::At;

    fn input() -> Test {
        Test { at: At::file("crashes/id:000000"), stdin: b"\0x".to_vec(), ..Test::default() }
    }

    #[test]
    fn a_file_argument_takes_the_bytes() {
        let test = Template::parse(b"-f @@ -o").map(|it| it.apply(&input())).expect("it can be split");
        assert_eq!(test.arguments, [&b"-f"[..], b"crashes/id:000000", b"-o"]);
        assert_eq!(test.files, [File { name: b"crashes/id:000000".to_vec(), contents: b"\0x".to_vec() }]);
        assert!(test.stdin.is_empty());
    }

    #[test]
    fn without_one_they_are_the_standard_input() {
        let test = Template::parse(b"-f @").map(|it| it.apply(&input())).expect("it can be split");
        assert_eq!(test.arguments, [b"-f", &b"@"[..]]);
        assert_eq!((test.stdin, test.files), (b"\0x".to_vec(), vec![]));
    }
}
