//! `cargo xtask book`: the pages of `docs/` as a book in `target/book`, with every link looked at.
//!
//! The book is made by mdBook of a copy of `docs/`, beside which lie those pages of the root that are in it, too. Links between
//! the two lead where they do in the source tree, and are turned in the copy.

mod links;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::{cargo, run, target_dir, workspace};

/// The version that is installed where none of its kind is there.
const MDBOOK: &str = "0.5.4";

/// Pages of the root that are part of the book.
const ROOT_PAGES: [&str; 2] = ["ARCHITECTURE.md", "CHANGELOG.md"];

/// Builds the book, and checks that every page is in it and every link of it leads somewhere.
///
/// # Errors
/// Where mdBook is missing and cannot be installed, the book cannot be built, or something is wrong with it.
pub fn book() -> Result<()> {
    let program = mdbook()?;
    let source = target_dir().join("book-source");
    let built = target_dir().join("book");
    for folder in [&source, &built] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
    }
    let docs = workspace().join("docs");
    copy(&docs, &source, 0)?;
    for page in ROOT_PAGES {
        let text =
            fs::read_to_string(workspace().join(page)).with_context(|| format!("cannot read {page}"))?;
        fs::write(source.join(page), to_index(&from_root(&text)))?;
    }
    run(Command::new(&program).arg("build").arg(&source).arg("--dest-dir").arg(&built))?;
    let mut complaints = unlisted(&source)?;
    let (n_links, broken) = links::check(&built)?;
    complaints.extend(broken);
    for complaint in &complaints {
        println!("{complaint}");
    }
    match complaints.len() {
        0 => {
            println!(
                "book: {n_links} of its own links lead somewhere; {}",
                built.join("index.html").display()
            );
            Ok(())
        }
        n_complaints => bail!("{n_complaints} complaints about the book"),
    }
}

/// The mdBook of this machine where it has one of the right kind, else one of our own among what is built.
fn mdbook() -> Result<PathBuf> {
    let is_right = |program: &Path| {
        let output = Command::new(program).arg("--version").output();
        let minor = MDBOOK.rsplit_once('.').map_or(MDBOOK, |(minor, _)| minor);
        output.is_ok_and(|it| String::from_utf8_lossy(&it.stdout).starts_with(&format!("mdbook v{minor}.")))
    };
    let installed = PathBuf::from("mdbook");
    if is_right(&installed) {
        return Ok(installed);
    }
    let root = target_dir().join("tools");
    let own = root.join("bin").join("mdbook");
    if !is_right(&own) {
        println!("book: mdBook is missing; installing it in {}", root.display());
        // Quickly built, for it runs for a second.
        let version = format!("mdbook@{MDBOOK}");
        let arguments =
            ["install", &version, "--locked", "--debug", "--no-default-features", "--features", "search"];
        run(cargo().args(arguments).arg("--root").arg(&root))
            .with_context(|| format!("could not install mdBook; run `cargo install {version} --locked`"))?;
    }
    Ok(own)
}

/// Copies a folder of `docs/`, `depth` folders below it.
fn copy(from: &Path, to: &Path, depth: usize) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target, depth + 1)?;
        } else if path.extension().is_some_and(|it| it == "md") {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let is_summary = path.ends_with("SUMMARY.md");
            let text = to_root(&text, depth);
            fs::write(target, if is_summary { text } else { to_index(&text) })?;
        } else {
            fs::copy(&path, target).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

/// A page of the root, as a page of `docs/`.
fn from_root(text: &str) -> String {
    text.replace("](docs/", "](")
}

/// A page of `docs/`, `depth` folders below it, whose links to pages of the root lead to `docs/`.
fn to_root(text: &str, depth: usize) -> String {
    ROOT_PAGES.iter().fold(text.to_owned(), |text, page| {
        let up = "../".repeat(depth);
        text.replace(&format!("](../{up}{page}"), &format!("]({up}{page}"))
    })
}

/// A page whose links to the first page of a folder, which is called otherwise in the book, lead there.
fn to_index(text: &str) -> String {
    text.replace("README.md)", "index.md)").replace("README.md#", "index.md#")
}

/// Pages that the summary does not list, which are no part of the book.
fn unlisted(source: &Path) -> Result<Vec<String>> {
    let summary = fs::read_to_string(source.join("SUMMARY.md")).context("docs/SUMMARY.md is missing")?;
    let mut pages = Vec::new();
    for folder in ["", "decisions"] {
        for entry in fs::read_dir(source.join(folder))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let page = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if page.ends_with(".md") && page != "SUMMARY.md" && !summary.contains(&format!("]({page})")) {
                pages.push(format!("docs/SUMMARY.md: {page} is not listed"));
            }
        }
    }
    pages.sort();
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_between_the_root_and_the_pages_are_turned() {
        let page = "See [the map](../ARCHITECTURE.md#effort) and [proofs](proof.md).";
        assert_eq!(to_root(page, 0), "See [the map](ARCHITECTURE.md#effort) and [proofs](proof.md).");
        let decision = "See [the map](../../ARCHITECTURE.md).";
        assert_eq!(to_root(decision, 1), "See [the map](../ARCHITECTURE.md).");
        // What is no page of the book stays, and is found when its links are checked.
        assert_eq!(to_root("[a](../README.md)", 0), "[a](../README.md)");
        assert_eq!(
            from_root("[why](docs/decisions/0001-dependencies.md)"),
            "[why](decisions/0001-dependencies.md)"
        );
    }

    #[test]
    fn a_page_that_the_summary_lacks_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("decisions")).expect("a folder");
        for (name, text) in [
            ("SUMMARY.md", "- [A](a.md)\n"),
            ("a.md", ""),
            ("b.md", ""),
            ("decisions/0000.md", ""),
            ("c.json", ""),
        ] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let complaints = unlisted(folder.path()).expect("the folder can be read");
        assert_eq!(
            complaints,
            ["docs/SUMMARY.md: b.md is not listed", "docs/SUMMARY.md: decisions/0000.md is not listed"]
        );
    }
}
