//! Patterns of paths: `*` and `?` within a name, and `**` for any folders.

use std::fs;
use std::path::{Component, Path, PathBuf};

use faultscope_frontend::trust::matches_glob;

/// Whether a path has the signs of a pattern.
pub fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?'])
}

/// The paths that a pattern matches, sorted. Hidden files are left out where their dot is not written.
pub fn matches(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for component in pattern.components() {
        found = match component {
            Component::Normal(name) if is_pattern(Path::new(name)) => {
                let name = name.to_string_lossy();
                found
                    .iter()
                    .flat_map(|it| if name == "**" { folders_below(it) } else { children(it, &name) })
                    .collect()
            }
            plain => found.into_iter().map(|it| it.join(plain)).filter(|it| it.exists()).collect(),
        };
    }
    found.sort();
    found.dedup();
    found
}

/// The entries of a folder whose names a pattern matches.
fn children(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_hidden = name.starts_with('.') && !pattern.starts_with('.');
        !is_hidden && matches_glob(pattern, &name)
    };
    entries(folder).into_iter().filter(wanted).collect()
}

/// A folder and those in it, at any depth.
fn folders_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    let mut next = 0;
    while let Some(folder) = found.get(next).cloned() {
        // What a link leads to could be around it.
        let inner =
            entries(&folder).into_iter().filter(|it| it.is_dir() && !it.is_symlink() && !is_hidden(it));
        found.extend(inner);
        next += 1;
    }
    found
}

/// The entries of a folder in the order of their names; none of one that cannot be read.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(read).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|it| folder.join(it.file_name())).collect();
    paths.sort();
    paths
}

/// Whether the name begins with a dot.
pub(crate) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|it| it.as_encoded_bytes().first() == Some(&b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_go_through_folders() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for path in ["a/x/main.c", "b/x/main.c", "b/x/y/main.c", ".h/x/main.c", "b/x/readme"] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "").expect("a file");
        }
        let found = |pattern: &str| {
            let found = matches(&folder.path().join(pattern));
            let short = |it: &PathBuf| it.strip_prefix(folder.path()).expect("below").display().to_string();
            found.iter().map(short).collect::<Vec<_>>()
        };
        assert_eq!(found("*/x/*.c"), ["a/x/main.c", "b/x/main.c"]);
        assert_eq!(found("b/**/main.c"), ["b/x/main.c", "b/x/y/main.c"]);
        assert!(found("c/*.c").is_empty());
    }
}
