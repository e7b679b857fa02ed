//! Reading files that need not end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// No file may be larger: one that a device gives has no end.
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// The bytes of a file that the user names: it may be a pipe.
///
/// # Errors
/// Where it cannot be read, or is larger than [`MAX_FILE_BYTES`].
pub fn contents(path: &Path) -> io::Result<Vec<u8>> {
    bounded(File::open(path)?, MAX_FILE_BYTES)
}

/// The bytes of a file whose name stands in another file, which may have been written by anybody: no pipe or device is opened.
pub fn named_inside(path: &Path) -> Option<Vec<u8>> {
    let is_file = std::fs::metadata(path).is_ok_and(|it| it.is_file());
    is_file.then(|| contents(path).ok()).flatten()
}

fn bounded(file: impl Read, max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is larger than {} MiB", max >> 20),
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_an_end() {
        let error = bounded(io::repeat(0), 1 << 20).expect_err("it has none");
        assert_eq!(error.to_string(), "it is larger than 1 MiB");
        assert_eq!(bounded(&b"abc"[..], 3).expect("it has"), b"abc");
    }

    #[test]
    #[cfg(unix)]
    fn no_device_is_opened_because_a_file_names_it() {
        assert_eq!(named_inside(Path::new("/dev/zero")), None);
        assert_eq!(named_inside(Path::new("/dev/null")), None);
        assert!(named_inside(Path::new(env!("CARGO_MANIFEST_PATH"))).is_some());
    }
}
