//! Links of the pages: those within the tree lead to a file that is there, and to a heading of it.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Complaint, File};

pub(super) fn check(files: &[File]) -> Vec<Complaint> {
    let paths: BTreeSet<&str> = files.iter().map(|file| &*file.path).collect();
    let pages: Vec<&File> = files.iter().filter(|file| file.path.ends_with(".md")).collect();
    let anchors: BTreeMap<&str, BTreeSet<String>> =
        pages.iter().map(|page| (&*page.path, anchors(&page.text))).collect();
    let mut complaints = Vec::new();
    for page in pages {
        for (line, link) in links(&page.text) {
            let Some((target, anchor)) = local(&page.path, link) else { continue };
            let is_folder = || paths.iter().any(|path| path.starts_with(&format!("{target}/")));
            let message = if !paths.contains(&*target) && !is_folder() {
                format!("`{link}` leads to no file")
            } else if anchor.is_some_and(|it| anchors.get(&*target).is_some_and(|all| !all.contains(it))) {
                format!("`{link}` leads to no heading")
            } else {
                continue;
            };
            complaints.push(Complaint { path: page.path.clone(), line: Some(line), message });
        }
    }
    complaints
}

/// The lines of a page that are not code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(idx, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((idx + 1, line))
    })
}

/// The targets of a page's links.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        // Between an odd backquote and the next one is code.
        let parts = line.split('`').step_by(2).flat_map(|part| {
            // A link's text may be code, so that its target is the beginning of a part.
            let own = part.split("](").skip(1);
            own.filter_map(|rest| rest.split([')', ' ']).next())
        });
        parts.map(move |link| (number, link))
    })
}

/// The path from the root that a page's link leads to, and the anchor there; nothing where it leads to another site.
fn local<'a>(page: &str, link: &'a str) -> Option<(String, Option<&'a str>)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    if path.is_empty() {
        return Some((page.to_owned(), anchor));
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    Some((parts.join("/"), anchor))
}

/// What headings of a page are called in links: in small letters, spaces turned to `-`, other punctuation left out; the second one
/// of a name has a number behind it.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let Some(heading) = line.strip_prefix('#').map(|it| it.trim_start_matches('#')) else { continue };
        let Some(heading) = heading.strip_prefix(' ') else { continue };
        let kept = heading.trim().chars().filter(|it| it.is_alphanumeric() || [' ', '-', '_'].contains(it));
        let name: String = kept.collect::<String>().to_lowercase().replace(' ', "-");
        let n_before = seen.entry(name.clone()).or_default();
        anchors.insert(if *n_before == 0 { name.clone() } else { format!("{name}-{n_before}") });
        *n_before += 1;
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_pages(pages: &[(&str, &str)], expect: &[&str]) {
        let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), text: (*text).to_owned() };
        let files: Vec<File> = pages.iter().map(file).collect();
        let found: Vec<String> = check(&files).iter().map(Complaint::to_string).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn links_that_lead_somewhere_are_right() {
        check_pages(
            &[
                (
                    "README.md",
                    "# A\nSee [`b`](docs/b.md#two-words-here), [this](#a), [all](docs) and [out](https://example.org/#no).\n",
                ),
                (
                    "docs/b.md",
                    "## Two words, here\n\n[up](../README.md)\n\n## Two words, here\n[again](#two-words-here-1)\n",
                ),
            ],
            &[],
        );
    }

    #[test]
    fn links_that_lead_nowhere_are_named() {
        check_pages(
            &[
                (
                    "README.md",
                    "# A\n[x](none.md), `[no link](none)`\n\n```text\n[no link](none.md)\n# No heading\n```\n",
                ),
                ("docs/b.md", "[x](../README.md#no-heading)\n[y](README.md)\n"),
            ],
            &[
                "README.md:2: `none.md` leads to no file",
                "docs/b.md:1: `../README.md#no-heading` leads to no heading",
                "docs/b.md:2: `README.md` leads to no file",
            ],
        );
    }
}
