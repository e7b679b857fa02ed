//! Files of an environment: texts that have names.

use std::collections::BTreeMap;

/// The files that there are, by name.
pub type Files = BTreeMap<Vec<u8>, Vec<u8>>;

/// There is no file of that name.
pub(super) const NO_SUCH_FILE: i128 = 2;

/// A mode that is none.
pub(super) const INVALID_ARGUMENT: i128 = 22;

/// What an open file is used for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenFile {
    pub(super) name: Vec<u8>,
    pub(super) at: usize,
    pub(super) is_at_end: bool,
    /// What was put back, the next byte last.
    pub(super) put_back: Vec<u8>,
    appends: bool,
}

impl OpenFile {
    /// Opens a file as `fopen` does.
    ///
    /// # Errors
    /// The number of what is wrong.
    pub(super) fn open(files: &mut Files, name: &[u8], mode: &[u8]) -> Result<OpenFile, i128> {
        let appends = mode.first() == Some(&b'a');
        match mode.first() {
            Some(b'r') if !files.contains_key(name) => return Err(NO_SUCH_FILE),
            Some(b'r') => {}
            Some(b'w') => {
                files.insert(name.to_vec(), Vec::new());
            }
            Some(b'a') => {
                files.entry(name.to_vec()).or_default();
            }
            _ => return Err(INVALID_ARGUMENT),
        }
        Ok(OpenFile { name: name.to_vec(), at: 0, is_at_end: false, put_back: Vec::new(), appends })
    }

    /// Writes a byte where the file is, or at its end.
    pub(super) fn put(&mut self, files: &mut Files, byte: u8) {
        let text = files.entry(self.name.clone()).or_default();
        if self.appends {
            self.at = text.len();
        }
        if text.len() <= self.at {
            text.resize(self.at + 1, 0);
        }
        text[self.at] = byte;
        self.at += 1;
    }

    /// The place of the next byte.
    pub(super) fn position(&self) -> i128 {
        self.at as i128 - self.put_back.len() as i128
    }

    /// Goes to another place.
    pub(super) fn seek(&mut self, files: &Files, offset: i128, whence: i128) -> bool {
        let size = files.get(&self.name).map_or(0, Vec::len) as i128;
        let base = match whence {
            0 => 0,
            1 => self.position(),
            2 => size,
            _ => return false,
        };
        let Ok(at) = usize::try_from(base + offset) else { return false };
        self.at = at;
        self.is_at_end = false;
        self.put_back.clear();
        true
    }
}
