//! The files of the source tree, and what is said of them.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A file of the tree, by its path from the root with `/` between the parts.
pub(super) struct File {
    pub(super) path: String,
    pub(super) text: String,
}

/// Something that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complaint {
    pub(super) path: String,
    pub(super) line: Option<usize>,
    pub(super) message: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

/// The text files of the tree, sorted by path. What is built, hidden folders other than the project's own, and data
/// are left out.
pub(super) fn tree(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                let hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
                let made = ["target", "bench-out", "node_modules", "dist"].contains(&name.as_str())
                    || ["fuzz/corpus", "fuzz/artifacts", "fuzz/coverage"]
                        .iter()
                        .any(|it| path == root.join(it));
                if !hidden && !made {
                    folders.push(path);
                }
            } else if name == ".git" {
                // In a second working tree it is a file, which names the first.
            } else if let Ok(text) = fs::read_to_string(&path) {
                let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                files.push(File { path: relative, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}
