//! `cargo xtask tidy`: the invariants of the source tree that neither the compiler nor a lint checks.
//!
//! What only `faultscope` may call (files, the environment, output, exit codes) is in `clippy.toml`; which crate may
//! depend on which is in [`dependencies`]; what every text must and must not hold is in [`text`].
//!
//! It is also a test of this crate, so that `cargo test` runs it.

mod dependencies;
mod text;

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::shell::workspace;

/// A file of the tree, by its path from the root with `/` between the parts.
struct File {
    path: String,
    text: String,
}

/// Something that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Complaint {
    path: String,
    line: Option<usize>,
    message: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

/// Checks the tree and prints what is wrong.
///
/// # Errors
/// Where anything is.
pub fn report() -> Result<()> {
    let files = tree(&workspace())?;
    let complaints = check(&files);
    for complaint in &complaints {
        println!("{complaint}");
    }
    match complaints.len() {
        0 => {
            println!("tidy: {} files are as they must be", files.len());
            Ok(())
        }
        n_complaints => bail!("{n_complaints} complaints"),
    }
}

fn check(files: &[File]) -> Vec<Complaint> {
    let mut complaints = dependencies::check(files);
    complaints.extend(files.iter().flat_map(text::check));
    for required in ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        if !files.iter().any(|file| file.path == required) {
            let message = "is missing".to_owned();
            complaints.push(Complaint { path: required.to_owned(), line: None, message });
        }
    }
    complaints.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    complaints
}

/// The text files of the tree, sorted by path. What is built, hidden folders other than the project's own, and data
/// are left out.
fn tree(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                let hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
                let made = ["target", "bench-out"].contains(&name.as_str())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_tree_is_tidy() {
        let complaints = check(&tree(&workspace()).expect("the tree can be read"));
        let lines: Vec<String> = complaints.iter().map(Complaint::to_string).collect();
        assert!(lines.is_empty(), "\n{}", lines.join("\n"));
    }
}
