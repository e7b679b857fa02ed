//! Whether the links of a folder of HTML lead to a file and an anchor that are there. Links to other sites are not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

/// Made of all the other pages, whose anchors and links it repeats.
const REPEATED: [&str; 1] = ["print.html"];

/// How many links were looked at, and what is wrong with some.
pub(super) fn check(folder: &Path) -> Result<(usize, Vec<String>)> {
    let mut files = BTreeSet::new();
    let mut pages = BTreeMap::new();
    read(folder, folder, &mut files, &mut pages)?;
    let mut n_links = 0;
    let mut complaints = Vec::new();
    for (path, text) in pages.iter().filter(|(path, _)| !REPEATED.iter().any(|it| Path::new(it) == *path)) {
        for link in ["href", "src"].iter().flat_map(|name| attributes(text, name)) {
            let Some((target, anchor)) = local(path, &link) else { continue };
            n_links += 1;
            if !files.contains(&target) {
                complaints.push(format!("{}: `{link}` leads to no file", path.display()));
            } else if let (Some(anchor), Some(text)) = (anchor, pages.get(&target))
                && !attributes(text, "id").contains(&anchor)
            {
                complaints.push(format!("{}: `{link}` leads to no place in its file", path.display()));
            }
        }
    }
    Ok((n_links, complaints))
}

/// All files below a folder, and the texts of the pages among them, by their paths from the root.
fn read(
    root: &Path,
    folder: &Path,
    files: &mut BTreeSet<PathBuf>,
    pages: &mut BTreeMap<PathBuf, String>,
) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            read(root, &path, files, pages)?;
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
        if path.extension().is_some_and(|it| it == "html") {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            pages.insert(name.clone(), text);
        }
        files.insert(name);
    }
    Ok(())
}

/// The file and the anchor that a link of a page leads to, unless that is elsewhere.
fn local(page: &Path, link: &str) -> Option<(PathBuf, Option<String>)> {
    let has_scheme = link.split(['/', '#', '?']).next().is_some_and(|it| it.contains(':'));
    if has_scheme || link.starts_with('/') || link.is_empty() {
        return None;
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let anchor = anchor.filter(|it| !it.is_empty()).map(plain);
    let path = plain(path.split('?').next().unwrap_or_default());
    if path.is_empty() {
        return Some((page.to_path_buf(), anchor));
    }
    let mut target = page.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(&path).components() {
        match part {
            // Above the root nothing is there, and a file of this name is not found.
            Component::ParentDir if !target.pop() => target.push(".."),
            Component::ParentDir | Component::CurDir => {}
            part => target.push(part),
        }
    }
    Some((target, anchor))
}

/// The values of an attribute in the tags of a page.
fn attributes(page: &str, name: &str) -> Vec<String> {
    let start = format!(" {name}=\"");
    let values = page.split(&start).skip(1).filter_map(|rest| rest.split_once('"'));
    values.map(|(value, _)| value.replace("&amp;", "&").replace("&#x27;", "'")).collect()
}

/// The text that is written with `%` and two digits for some of its bytes.
fn plain(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let digits = others.get(..2).and_then(|it| std::str::from_utf8(it).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|it| u8::from_str_radix(it, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn complaints(pages: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in pages {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        check(folder.path()).expect("the folder can be read").1
    }

    #[test]
    fn links_that_lead_somewhere_are_right() {
        let found = complaints(&[
            ("index.html", r##"<a href="a/b.html#the-end">x</a> <a href="#top">y</a> <h1 id="top">z</h1>"##),
            (
                "a/b.html",
                r##"<a href="../index.html">x</a> <img src="../c%20d.png"> <h2 id="the-end">y</h2>"##,
            ),
            ("c d.png", ""),
            ("other.html", r##"<a href="https://example.org/none">x</a> <a href="mailto:a@b">y</a>"##),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn links_that_lead_nowhere_are_named() {
        let found = complaints(&[
            (
                "index.html",
                r##"<a href="none.html">x</a> <a href="a/b.html#none">y</a> <a href="../up.html">z</a>"##,
            ),
            ("a/b.html", r##"<a href="#none">x</a> <p>#none</p>"##),
        ]);
        assert_eq!(
            found,
            [
                "a/b.html: `#none` leads to no place in its file",
                "index.html: `none.html` leads to no file",
                "index.html: `a/b.html#none` leads to no place in its file",
                "index.html: `../up.html` leads to no file",
            ]
        );
    }
}
