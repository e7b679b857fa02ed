//! No crate has files or folders that import each other in a circle.
//!
//! A file *uses* another where it names something that the other defines: in a `use` declaration, or by a path in its code.
//! A name that a module only hands on (`pub use`) leads to the file that defines it, and handing it on is no use, so a
//! module that declares and hands on is in no circle. One that defines what its children need, and needs its children,
//! is in one: what they share belongs in a child of its own. Tests are left out.
//!
//! A folder is all that is below one module. It uses another module beside it where one of its files uses a file of that module.
//!
//! The reading of sources is a simple one ([`rust`](super::rust)): methods and fields of a type that is not named are not
//! seen, nor what a macro writes.

use std::collections::{BTreeMap, BTreeSet};

use super::krate::{Crate, Module};
use super::rust::{Path, Source};
use super::tree::Complaint;

pub(super) fn check(crates: &[Crate]) -> Vec<Complaint> {
    let of_crate = |krate: &Crate| {
        let reading = Reading { modules: &krate.modules };
        let uses = reading.uses();
        let of_files = complaints("files", &uses);
        of_files.into_iter().chain(complaints("folders", &reading.uses_of_folders(&uses)))
    };
    crates.iter().flat_map(of_crate).collect()
}

/// For each file the files that it uses, and the names that it takes from them.
type Uses<'a> = BTreeMap<&'a str, BTreeMap<&'a str, BTreeSet<String>>>;

/// A complaint for each circle.
fn complaints(kind: &str, uses: &Uses<'_>) -> Vec<Complaint> {
    let complaint = |circle: Vec<&str>| {
        let mut ties = Vec::new();
        for module in &circle {
            for (used, names) in uses.get(module).into_iter().flatten() {
                if circle.contains(used) {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    ties.push(format!("{module} uses {} of {used}", names.join(", ")));
                }
            }
        }
        let message = format!("{kind} import each other in a circle: {}", ties.join("; "));
        Complaint { path: circle[0].to_owned(), line: None, message }
    };
    circles(uses).into_iter().map(complaint).collect()
}

/// Which file defines what is named.
struct Reading<'k, 'a> {
    modules: &'k BTreeMap<Module, (&'a str, Source)>,
}

impl<'a> Reading<'_, 'a> {
    fn uses(&self) -> Uses<'a> {
        let mut uses: Uses<'a> = BTreeMap::new();
        for (module, (file, source)) in self.modules {
            let mut note = |path: &Path| {
                if let Some((used, name)) = self.definition(module, &path.names, &mut BTreeSet::new())
                    && used != *file
                {
                    uses.entry(file).or_default().entry(used).or_default().insert(name);
                }
            };
            source.paths.iter().for_each(&mut note);
            source.imports.iter().filter(|import| !import.is_handed_on).for_each(|import| note(&import.path));
        }
        uses
    }

    /// For each folder the modules beside it that it uses, and the other way round.
    fn uses_of_folders(&self, uses: &Uses<'a>) -> Uses<'a> {
        let modules: BTreeMap<&str, &Module> =
            self.modules.iter().map(|(module, (file, _))| (*file, module)).collect();
        let is_folder = |module: &[String]| {
            self.modules.keys().any(|it| it.len() > module.len() && it.starts_with(module))
        };
        let mut found: Uses<'a> = BTreeMap::new();
        for (file, used) in uses {
            for (other, names) in used {
                let (from, to) = (modules[file], modules[other]);
                let n_shared = from.iter().zip(to).take_while(|(from, to)| from == to).count();
                let (Some(from), Some(to)) = (from.get(..=n_shared), to.get(..=n_shared)) else { continue };
                if is_folder(from) || is_folder(to) {
                    let names = names.iter().cloned();
                    found
                        .entry(path_of(file, from))
                        .or_default()
                        .entry(path_of(other, to))
                        .or_default()
                        .extend(names);
                }
            }
        }
        found
    }

    /// The file that defines what a path in a module names, and its name. None for other crates, for modules, and for what
    /// is not known. `seen` are the names that led here, each with the module in which it was looked up.
    fn definition(
        &self,
        module: &Module,
        names: &[String],
        seen: &mut BTreeSet<(Module, Vec<String>)>,
    ) -> Option<(&'a str, String)> {
        let (first, rest) = names.split_first()?;
        if !seen.insert((module.clone(), names.to_vec())) {
            return None;
        }
        let (file, source) = self.modules.get(module)?;
        match first.as_str() {
            "crate" => return self.definition(&Vec::new(), rest, seen),
            "self" => return self.definition(module, rest, seen),
            "super" => {
                let (_, parent) = module.split_last()?;
                return self.definition(&parent.to_vec(), rest, seen);
            }
            _ => {}
        }
        let child = [&module[..], std::slice::from_ref(first)].concat();
        if source.modules.contains(first) && self.modules.contains_key(&child) {
            return self.definition(&child, rest, seen);
        }
        if source.items.contains(first) {
            return Some((file, first.clone()));
        }
        for import in &source.imports {
            let path = match &import.name {
                Some(name) if name == first => [&import.path.names[..], rest].concat(),
                Some(_) => continue,
                None => [&import.path.names[..], names].concat(),
            };
            // A name that stands for itself is that of another crate.
            if path != names
                && let Some(found) = self.definition(module, &path, seen)
            {
                return Some(found);
            }
        }
        None
    }
}

/// The part of the path of a file that stands for a module which the file is, or is below.
fn path_of<'a>(file: &'a str, module: &[String]) -> &'a str {
    let root = file.rfind("/src/").map_or(0, |at| at + "/src".len());
    &file[..root + module.iter().map(|it| 1 + it.len()).sum::<usize>()]
}

/// Sets of files each of which uses the others, directly or over others of the set.
fn circles<'a>(uses: &Uses<'a>) -> Vec<Vec<&'a str>> {
    let reach: BTreeMap<&str, BTreeSet<&'a str>> =
        uses.keys().map(|file| (*file, reachable(uses, file))).collect();
    let mut circles = Vec::new();
    let mut placed: BTreeSet<&str> = BTreeSet::new();
    for (file, reached) in &reach {
        if reached.contains(file) && !placed.contains(file) {
            let is_mutual = |other: &&&str| reach.get(**other).is_some_and(|back| back.contains(file));
            let circle: Vec<&'a str> = reached.iter().filter(is_mutual).copied().collect();
            placed.extend(&circle);
            circles.push(circle);
        }
    }
    circles
}

/// The files that a file uses, directly or over others.
fn reachable<'a>(uses: &Uses<'a>, file: &str) -> BTreeSet<&'a str> {
    let used = |file: &str| uses.get(file).into_iter().flat_map(BTreeMap::keys).copied();
    let mut reached = BTreeSet::new();
    let mut open: Vec<&'a str> = used(file).collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(used(file));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tree::File;

    /// Checks what is said of a crate of some files: the circles as `file uses names of file`.
    #[track_caller]
    fn check(files: &[(&str, &str)], expect: &[&[&str]]) {
        let file =
            |(path, text): &(&str, &str)| File { path: format!("crates/a/src/{path}"), text: (*text).into() };
        let files: Vec<File> = files.iter().map(file).collect();
        let ties = |it: Complaint| {
            let ties = it.message.replace("crates/a/src/", "");
            let ties = ties.strip_prefix("files import each other in a circle: ");
            let ties = ties.map_or_else(|| it.message.replace("crates/a/src/", ""), str::to_owned);
            ties.split("; ").map(str::to_owned).collect::<Vec<_>>()
        };
        let found: Vec<Vec<String>> = super::check(&Crate::all(&files)).into_iter().map(ties).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn uses_in_one_direction_are_no_circle() {
        let root = ("lib.rs", "pub mod low; pub mod high;");
        check(&[root, ("low.rs", "pub struct Low;"), ("high.rs", "use crate::low::Low;")], &[]);
    }

    #[test]
    fn files_that_use_each_other_are_one() {
        let root = ("lib.rs", "mod one; mod two; mod three;");
        let one = ("one.rs", "use crate::two::Two; pub struct One;");
        let two = ("two.rs", "pub struct Two; fn f() -> super::one::One { new() }");
        let ties: &[&str] = &["one.rs uses Two of two.rs", "two.rs uses One of one.rs"];
        check(&[root, one, two, ("three.rs", "use super::one::One;")], &[ties]);
        // Over a third.
        let two = ("two.rs", "use super::three::{self, Three as Other}; pub struct Two;");
        let three = ("three.rs", "pub struct Three; pub fn f() { crate::one::One::new(); }");
        let ties: &[&str] =
            &["one.rs uses Two of two.rs", "three.rs uses One of one.rs", "two.rs uses Three of three.rs"];
        check(&[root, one, two, three], &[ties]);
    }

    #[test]
    fn a_parent_that_hands_on_is_in_none() {
        let root = ("lib.rs", "pub mod parent;");
        let parent = ("parent/mod.rs", "mod one; mod two; pub use one::One; pub(crate) use two::*;");
        let one = ("parent/one.rs", "use super::two::Two; pub struct One;");
        check(&[root, parent, one, ("parent/two.rs", "pub struct Two;")], &[]);
        // What comes over the parent comes from its children.
        let two = ("parent/two.rs", "pub struct Two; fn f(one: super::One) {}");
        let ties: &[&str] =
            &["parent/one.rs uses Two of parent/two.rs", "parent/two.rs uses One of parent/one.rs"];
        check(&[root, parent, one, two], &[ties]);
    }

    #[test]
    fn a_parent_whose_items_its_children_use_is_in_one_if_it_uses_them() {
        let root = ("lib.rs", "pub mod parent;");
        let child = ("parent/child.rs", "use super::Config; pub fn run(config: &Config) {}");
        let parent = ("parent/mod.rs", "mod child; pub struct Config; pub fn run() { child::run(&Config) }");
        let ties: &[&str] =
            &["parent/child.rs uses Config of parent/mod.rs", "parent/mod.rs uses run of parent/child.rs"];
        check(&[root, parent, child], &[ties]);
        // A name that is handed on, and used too.
        let parent =
            ("parent.rs", "mod child; pub use child::run; pub struct Config; fn f() { run(&Config) }");
        let ties: &[&str] =
            &["parent.rs uses run of parent/child.rs", "parent/child.rs uses Config of parent.rs"];
        check(&[root, parent, child], &[ties]);
        let parent = ("parent.rs", "mod child; pub use child::run; pub struct Config;");
        check(&[root, parent, child], &[]);
    }

    #[test]
    fn folders_that_use_each_other_are_one() {
        let root = ("lib.rs", "mod low; mod high; mod file;");
        let low = ("low/mod.rs", "mod one; mod two; pub use one::One; pub use two::Two;");
        let (one, two) =
            (("low/one.rs", "pub struct One;"), ("low/two.rs", "use crate::high::High; pub struct Two;"));
        let high = ("high.rs", "mod inner; pub use inner::High;");
        let inner = ("high/inner.rs", "use crate::low::One; pub struct High;");
        let ties: &[&str] =
            &["folders import each other in a circle: high uses One of low", "low uses High of high"];
        check(&[root, low, one, two, high, inner], &[ties]);
        // A folder and a file beside it.
        let two = ("low/two.rs", "use crate::file::File; pub struct Two;");
        let file = ("file.rs", "use crate::low::One; pub struct File;");
        let ties: &[&str] =
            &["folders import each other in a circle: file uses One of low", "low uses File of file"];
        check(&[root, low, one, two, high, inner, file], &[ties]);
        let file = ("file.rs", "pub struct File;");
        check(&[root, low, one, two, high, inner, file], &[]);
    }

    #[test]
    fn tests_do_not_count() {
        let root = ("lib.rs", "mod one; mod two; #[cfg(test)] mod kit;");
        let one = ("one.rs", "use crate::two::Two; pub struct One;");
        let inline =
            "pub struct Two; #[cfg(test)] mod tests { use crate::one::One; fn f() { use super::*; } }";
        check(&[root, one, ("two.rs", inline)], &[]);
        let import = "pub struct Two; #[cfg(test)] #[expect(x)] use {crate::one::One, crate::kit}; fn f() {}";
        check(&[root, one, ("two.rs", import), ("kit.rs", "use crate::one::One; pub struct Kit;")], &[]);
        let not_only_tests = "pub struct Two; #[cfg(not(test))] use crate::one::One;";
        let ties: &[&str] = &["one.rs uses Two of two.rs", "two.rs uses One of one.rs"];
        check(&[root, one, ("two.rs", not_only_tests)], &[ties]);
    }

    #[test]
    fn what_only_looks_like_a_use_is_none() {
        let root = ("lib.rs", "mod one; mod two;");
        let one = ("one.rs", "use crate::two::Two; pub struct One;");
        let words = r###"
            //! [`One`](crate::one::One)
            /* crate::one::One */
            pub struct Two;
            fn f<'one>(two: &'one str) -> char { g("crate::one::One", r#"crate::one::" One"#); two.one; '"' }
            fn h() { one::two(); std::one::One; ']' }
        "###;
        check(&[root, one, ("two.rs", words)], &[]);
    }
}
