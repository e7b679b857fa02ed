//! Programs that are checked, and what is known of them where an editor shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faultscope_json::Place;
use gen_lsp_types::{Location, Range};

use crate::documents::Documents;
use crate::found::Found;
use crate::paths;
use crate::positions::{Encoding, Moved, Text};

/// What is checked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Subject {
    /// The folder that names of files are relative to.
    pub folder: PathBuf,
    /// The files.
    pub files: Vec<PathBuf>,
    /// Where it starts, if not as is usual.
    pub entry: Option<String>,
}

impl Subject {
    /// In a few words.
    pub(crate) fn name(&self) -> String {
        let file = self.files.first().map(|it| it.strip_prefix(&self.folder).unwrap_or(it));
        let file = file.map(|it| it.display().to_string()).unwrap_or_default();
        match &self.entry {
            Some(entry) => format!("{entry} in {file}"),
            None => file,
        }
    }
}

/// What is known of a program, and of which texts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Checked {
    folder: PathBuf,
    /// What is known.
    pub found: Found,
    texts: BTreeMap<PathBuf, Text>,
}

impl Checked {
    /// Nothing is known yet of a program whose files are as they are now.
    pub(crate) fn new(subject: &Subject) -> Checked {
        let mut checked = Checked { folder: subject.folder.clone(), ..Checked::default() };
        for file in &subject.files {
            checked.read(file.clone());
        }
        checked
    }

    /// Whether a file is part of what is known.
    fn has(&self, path: &Path) -> bool {
        self.texts.contains_key(path)
    }

    /// Whether a program has to be checked again when a file has changed: one that it consists of, that something was found in,
    /// or that a file of these includes, or includes the header of.
    pub(crate) fn depends_on(&self, path: &Path) -> bool {
        let header = path.with_extension("h");
        let name = header.file_name().and_then(|it| it.to_str());
        let includes = |text: &Text| name.is_some_and(|name| includes(text.as_str(), name));
        self.has(path) || self.texts.values().any(includes)
    }

    /// Reads the files that places are in.
    pub(crate) fn read_texts(&mut self) {
        let names: BTreeSet<&str> = self.found.places().map(|it| &*it.file).collect();
        let paths: Vec<PathBuf> = names.into_iter().map(|name| self.path(name)).collect();
        for path in paths {
            self.read(path);
        }
    }

    fn read(&mut self, path: PathBuf) {
        if self.texts.contains_key(&path) {
            return;
        }
        // What cannot be read is no place that could be shown: library models have names, too.
        if let Ok(bytes) = fs::read(&path) {
            self.texts.insert(path, Text::new(String::from_utf8_lossy(&bytes).into_owned()));
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        paths::plain(&self.folder.join(name))
    }
}

/// Whether a text includes a header of that name, wherever that lies.
fn includes(text: &str, name: &str) -> bool {
    let directives = text.lines().filter_map(|it| it.trim_start().strip_prefix('#'));
    let included = directives.filter_map(|it| it.trim_start().strip_prefix("include"));
    let mut files = included.filter_map(|it| it.split(['"', '<', '>']).nth(1));
    files.any(|it| it.rsplit('/').next() == Some(name))
}

/// What is known of a program, as places in the texts that the editor shows.
pub(crate) struct View<'a> {
    /// What is known.
    pub found: &'a Found,
    /// How characters are counted.
    pub encoding: Encoding,
    checked: &'a Checked,
    documents: &'a Documents,
    moved: BTreeMap<&'a Path, Moved>,
}

impl<'a> View<'a> {
    pub(crate) fn new(checked: &'a Checked, documents: &'a Documents, encoding: Encoding) -> View<'a> {
        let moved = |(path, text): (&'a PathBuf, &Text)| {
            let document = documents.get(path)?;
            Some((path.as_path(), Moved::between(text, &document.text)))
        };
        let moved = checked.texts.iter().filter_map(moved).collect();
        View { found: &checked.found, encoding, checked, documents, moved }
    }

    /// Where a place is now; none where it was edited, or its file cannot be read.
    pub(crate) fn locate(&self, place: &Place) -> Option<(PathBuf, Range)> {
        let path = self.checked.path(&place.file);
        let range = match (self.moved.get(path.as_path()), self.documents.get(&path)) {
            (Some(moved), Some(document)) => moved.range(place, &document.text, self.encoding),
            _ => Moved::Nowhere.range(place, self.checked.texts.get(&path)?, self.encoding),
        }?;
        Some((path, range))
    }

    /// As a client names it.
    pub(crate) fn location(&self, place: &Place) -> Option<Location> {
        let (path, range) = self.locate(place)?;
        let uri = self.documents.get(&path).map_or_else(|| paths::uri(&path), |it| it.uri.clone());
        Some(Location { uri, range })
    }

    /// Whether all texts are those that were checked.
    pub(crate) fn is_as_checked(&self) -> bool {
        self.moved.values().all(|it| *it == Moved::Nowhere)
    }

    /// Whether something that the findings are about was edited.
    pub(crate) fn is_stale(&self) -> bool {
        if self.is_as_checked() {
            return false;
        }
        // A statement can be executed very often.
        let mut seen = BTreeSet::new();
        let mut places = self.found.places().filter(|it| seen.insert((&it.file, it.line, it.end_line)));
        places.any(|it| self.checked.has(&self.checked.path(&it.file)) && self.locate(it).is_none())
    }

    /// The lines of a place now, from 0.
    pub(crate) fn line(&self, place: &Place) -> u32 {
        self.locate(place).map_or(place.line, |(_, range)| range.start.line + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_are_included() {
        let text = "#include <stdio.h>\n # include \"../lib/util.h\" // x\n// #include \"no.h\"\n#define x \"y.h\"\n#include";
        assert!(includes(text, "util.h") && includes(text, "stdio.h"));
        assert!(!["til.h", "no.h", "y.h", "util.c", ""].iter().any(|it| includes(text, it)));
    }
}
