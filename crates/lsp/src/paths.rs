//! Names of files, as clients have them and as the system has them.

use std::path::{Component, Path, PathBuf};

use gen_lsp_types::Uri;

/// What a file is to a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    C,
    Header,
    Boogie,
}

/// What a file is, by its name; none where it cannot be checked.
pub(crate) fn kind(path: &Path) -> Option<Kind> {
    match path.extension()?.to_str()? {
        "c" | "i" => Some(Kind::C),
        "h" => Some(Kind::Header),
        "bpl" => Some(Kind::Boogie),
        _ => None,
    }
}

/// The file that a URI names; none where it is no file of this machine.
pub(crate) fn file(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let bytes = decoded(path)?;
    let mut path = String::from_utf8(bytes).ok()?;
    if cfg!(windows) {
        path = path.trim_start_matches('/').to_owned();
    }
    let path = PathBuf::from(path);
    path.is_absolute().then(|| plain(&path))
}

/// Bytes of a URI with `%20` and the like.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        if *first != b'%' {
            bytes.push(*first);
            rest = behind;
            continue;
        }
        let digits = std::str::from_utf8(behind.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &behind[2..];
    }
    Some(bytes)
}

/// The URI of a file.
pub(crate) fn uri(path: &Path) -> Uri {
    let path = path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    Uri(uri)
}

/// A path without `.` and `..`, as far as names say.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            _ => plain.push(component),
        }
    }
    plain
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, path: Option<&str>, back: &str) {
        let found = file(&Uri::from(text));
        assert_eq!(found.as_deref(), path.map(Path::new));
        if let Some(found) = found {
            assert_eq!(uri(&found).0, back);
        }
    }

    #[test]
    fn files_and_what_is_none() {
        check("file:///a/b.c", Some("/a/b.c"), "file:///a/b.c");
        check("file:///a%20b/%C3%A9.c", Some("/a b/é.c"), "file:///a%20b/%C3%A9.c");
        check("file://localhost/a/./x/../b%23.c", Some("/a/b#.c"), "file:///a/b%23.c");
        check("untitled:Untitled-1", None, "");
        check("file:///a%2", None, "");
        check("file:///a%FF", None, "");
        check("file://host", None, "");
    }
}
