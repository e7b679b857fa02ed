//! Names of submissions: what tells their paths apart.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use crate::sources::is_source;

/// For each path a name: the parts of the path that not all have in front or behind, without the extension. Names are
/// unique, also where small and large letters are the same, and can stand in the name of a file.
pub fn names(paths: &[&Path]) -> Vec<String> {
    let parts: Vec<Vec<String>> = paths.iter().map(|it| parts(it)).collect();
    let shortest = parts.iter().map(Vec::len).min().unwrap_or(0);
    let is_shared = |part: &dyn Fn(&Vec<String>) -> Option<String>| {
        parts.windows(2).all(|pair| part(&pair[0]) == part(&pair[1]))
    };
    // Of one path, and of a path within another, the last part is left.
    let most = shortest.saturating_sub(1);
    let n_front = (0..most).take_while(|at| is_shared(&|it| it.get(*at).cloned())).count();
    let behind = |at: usize| move |it: &Vec<String>| it.iter().rev().nth(at).cloned();
    let n_behind = match paths.len() {
        1 => 0,
        _ => (0..most - n_front).take_while(|at| is_shared(&behind(*at))).count(),
    };
    let own = parts.iter().map(|it| it[n_front.min(it.len())..it.len().saturating_sub(n_behind)].join("-"));
    unique(own.collect())
}

/// The same names, as they can stand in the name of a file, and with a number behind those that are there already.
pub fn unique(names: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut given = |name: String| {
        let name = tame(&name);
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|it| taken.insert(it.to_lowercase()));
        free.unwrap_or(name)
    };
    names.into_iter().map(&mut given).collect()
}

/// The names in a path, the last one without its extension.
fn parts(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = path
        .components()
        .filter_map(|it| match it {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    if let (Some(last), Some(stem)) = (parts.last_mut(), path.file_stem())
        && is_source(path)
    {
        *last = stem.to_string_lossy().into_owned();
    }
    parts
}

/// A name without what a file system or a link gives a meaning.
fn tame(name: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "-_.+@=,".contains(it);
    let tame: String = name.chars().map(|it| if is_plain(it) { it } else { '_' }).collect();
    let tame = tame.trim_start_matches('.').to_owned();
    // Longer names are none on some file systems.
    let tame: String = tame.chars().take(60).collect();
    if tame.is_empty() { "submission".to_owned() } else { tame }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paths: &[&str], expect: &[&str]) {
        let paths: Vec<&Path> = paths.iter().map(Path::new).collect();
        assert_eq!(names(&paths), expect);
    }

    #[test]
    fn names_are_what_tells_paths_apart() {
        check(&["s/ann/main.c", "s/bob/main.c"], &["ann", "bob"]);
        check(&["s/ann.c", "s/bob.c"], &["ann", "bob"]);
        check(&["s/ann/1/a.c", "s/ann/2/a.c", "s/bob/1/a.c"], &["ann-1", "ann-2", "bob-1"]);
        check(&["s/ann/a.c", "s/ann/b.c", "s/bob/a.c"], &["ann-a", "ann-b", "bob-a"]);
        check(&["s/ann/a.c"], &["a"]);
        check(&["v1.0", "v1.1"], &["v1.0", "v1.1"]);
    }

    #[test]
    fn names_are_unique_and_names_of_files() {
        check(&["a/x y.c", "b/Ann.c", "c/ann.c"], &["a-x_y", "b-Ann", "c-ann"]);
        let names = ["a", "A", "a", "../b", ""].map(str::to_owned).to_vec();
        assert_eq!(unique(names), ["a", "A-2", "a-3", "_b", "submission"]);
    }
}
