//! The modules of a crate, as its sources declare them.

use std::collections::{BTreeMap, BTreeSet};

use super::rust::Source;
use super::tree::File;

/// A module by its names from the root of the crate.
pub(super) type Module = Vec<String>;

/// The modules of a crate that are not for tests.
pub(super) struct Crate<'a> {
    /// Its folder.
    pub(super) root: &'a str,
    /// For each module its file, and what that says.
    pub(super) modules: BTreeMap<Module, (&'a str, Source)>,
}

impl<'a> Crate<'a> {
    /// All crates of the tree.
    pub(super) fn all(files: &'a [File]) -> Vec<Crate<'a>> {
        let mut roots: BTreeSet<&str> = BTreeSet::new();
        for file in files {
            let root =
                ["/src/lib.rs", "/src/main.rs"].into_iter().find_map(|end| file.path.strip_suffix(end));
            roots.extend(root);
        }
        roots.into_iter().map(|root| Crate::new(root, files)).collect()
    }

    fn new(root: &'a str, files: &'a [File]) -> Crate<'a> {
        let mut modules = BTreeMap::new();
        for file in files {
            let inside = file.path.strip_prefix(root).and_then(|path| path.strip_prefix("/src/"));
            let Some(path) = inside.and_then(|path| path.strip_suffix(".rs")) else { continue };
            let mut module: Module = path.split('/').map(str::to_owned).collect();
            let is_root = module.len() == 1 && ["lib", "main"].contains(&module[0].as_str());
            if is_root || module.last().is_some_and(|name| name == "mod") {
                module.pop();
            }
            let read = (file.path.as_str(), Source::new(&file.text));
            // Where there are both, the library is the crate, and the program uses it by its name.
            if !(module.is_empty() && path == "main" && modules.contains_key(&module)) {
                modules.insert(module, read);
            }
        }
        let tests: Vec<Module> = modules
            .iter()
            .flat_map(|(module, (_, source))| {
                source.test_modules.iter().map(|name| [&module[..], std::slice::from_ref(name)].concat())
            })
            .collect();
        modules.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        Crate { root, modules }
    }
}
