//! `cargo xtask tidy`: the invariants of the source tree that neither the compiler nor a lint checks.
//!
//! What only `faultscope` may call (files, the environment, output, exit codes) is in `clippy.toml`; which crate may
//! depend on which is in [`dependencies`], and what it may name of it in [`boundaries`]; that files do not import each other in
//! a circle is in [`circles`]; where the links of pages lead is in [`links`]; what every text must and must not hold is in [`text`], and how
//! texts for people are written in [`english`].
//!
//! It is also a test of this crate, so that `cargo test` runs it.

mod tree;

mod dependencies;
mod english;
mod links;
mod text;

mod rust;

mod krate;

mod boundaries;
mod circles;

use anyhow::{Result, bail};

use crate::shell::workspace;
use krate::Crate;
use tree::{Complaint, File, tree};

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
    let crates = Crate::all(files);
    complaints.extend(boundaries::check(files, &crates));
    complaints.extend(circles::check(&crates));
    complaints.extend(links::check(files));
    complaints.extend(files.iter().flat_map(text::check));
    complaints.extend(files.iter().flat_map(english::check));
    for required in ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        if !files.iter().any(|file| file.path == required) {
            let message = "is missing".to_owned();
            complaints.push(Complaint { path: required.to_owned(), line: None, message });
        }
    }
    complaints.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    complaints
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
