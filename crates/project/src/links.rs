//! What is linked with what: the link lines that CMake writes for Make (`link.txt`), those of Ninja, which CMake and Meson
//! write (`build.ninja`), and the rules of a makefile.
//!
//! Nothing is started for that: not even `make -n`, which runs what stands in `$(shell …)`.

mod makefile;
mod ninja;
mod step;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use faultscope_suite::words;

use crate::database::Unit;
use crate::paths::place;
use step::Step;

/// What is linked of units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// Where it is made.
    pub path: PathBuf,
    /// The units, by their places, in the order in which the linker looks at them.
    pub units: Vec<usize>,
}

/// What is linked in the folders of a build; libraries are no result, but part of what they are linked to.
pub(crate) fn linked(folders: &BTreeSet<PathBuf>, units: &[Unit]) -> Vec<Linked> {
    let steps: Vec<Step> = folders.iter().flat_map(|folder| steps_in(folder)).collect();
    let build = Build::new(&steps, units);
    let mut linked: Vec<Linked> = Vec::new();
    for step in steps.iter().filter(|step| !is_library(&step.output)) {
        // A target such as `all` names programs, and is none.
        let links_itself = step.inputs.iter().any(|input| build.unit(input).is_some());
        let units = build.units_of(step);
        if links_itself && !linked.iter().any(|it| it.path == step.output) {
            linked.push(Linked { path: step.output.clone(), units });
        }
    }
    linked
}

fn steps_in(folder: &Path) -> Vec<Step> {
    let mut steps = link_lines(folder);
    let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
    steps.extend(text("build.ninja").map(|text| ninja::steps(&text, folder)).unwrap_or_default());
    if steps.is_empty() {
        let makefile = ["GNUmakefile", "makefile", "Makefile"].into_iter().find_map(text);
        steps.extend(makefile.map(|text| makefile::steps(&text, folder)).unwrap_or_default());
    }
    steps
}

/// The steps of the files `link.txt` below a folder of a build.
fn link_lines(folder: &Path) -> Vec<Step> {
    let Ok(targets) = fs::read_dir(folder.join("CMakeFiles")) else { return Vec::new() };
    let mut files: Vec<PathBuf> = targets.filter_map(|it| Some(it.ok()?.path().join("link.txt"))).collect();
    files.sort();
    let texts = files.into_iter().filter_map(|file| fs::read(file).ok());
    let steps = texts.flat_map(|text| {
        let lines = text.split(|byte| *byte == b'\n');
        lines.filter_map(|line| link_line(line, folder)).collect::<Vec<_>>()
    });
    steps.collect()
}

/// A line such as `cc a.o b.o -o a libc.a`, or `ar qc libc.a c.o`.
fn link_line(line: &[u8], folder: &Path) -> Option<Step> {
    let words = words::split(line).ok()?;
    let words: Vec<String> =
        words.into_iter().map(|word| String::from_utf8_lossy(&word).into_owned()).collect();
    let (tool, rest) = words.split_first()?;
    let is_archiver = Path::new(tool).file_name().is_some_and(|name| name.to_string_lossy().ends_with("ar"));
    let mut output = None;
    let mut inputs = Vec::new();
    let mut words = rest.iter();
    if is_archiver {
        // The operation, then the archive.
        words.next();
        output = words.next();
    }
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" => output = words.next(),
            _ if word.starts_with("-l") => inputs.push(PathBuf::from(word)),
            _ if word.starts_with('-') => {}
            _ => inputs.push(place(folder, word)),
        }
    }
    (!inputs.is_empty()).then_some(())?;
    Some(Step { output: place(folder, output?), inputs })
}

fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".a") || name.ends_with(".so") || name.contains(".so.") || name.ends_with(".o")
}

/// The steps of a build by what they make, and its units by their files.
struct Build<'a> {
    steps: BTreeMap<&'a Path, &'a Step>,
    objects: BTreeMap<&'a Path, usize>,
    sources: BTreeMap<&'a Path, usize>,
}

impl<'a> Build<'a> {
    fn new(steps: &'a [Step], units: &'a [Unit]) -> Build<'a> {
        let mut build = Build { steps: BTreeMap::new(), objects: BTreeMap::new(), sources: BTreeMap::new() };
        for (idx, unit) in units.iter().enumerate() {
            build.objects.entry(&unit.object).or_insert(idx);
            build.sources.entry(&unit.place).or_insert(idx);
        }
        for step in steps {
            build.steps.entry(&step.output).or_insert(step);
        }
        build
    }

    /// The units that a step links, those of libraries last.
    fn units_of(&self, step: &'a Step) -> Vec<usize> {
        let mut units: Vec<usize> = Vec::new();
        let mut open = vec![step];
        let mut seen: BTreeSet<&Path> = BTreeSet::new();
        while let Some(step) = (!open.is_empty()).then(|| open.remove(0)) {
            for input in &step.inputs {
                if let Some(unit) = self.unit(input) {
                    if !units.contains(&unit) {
                        units.push(unit);
                    }
                } else if let Some(step) = self.step(input)
                    && seen.insert(&step.output)
                {
                    open.push(step);
                }
            }
        }
        units
    }

    /// The unit that a file is compiled from, or that it is.
    fn unit(&self, input: &Path) -> Option<usize> {
        self.objects.get(input).or_else(|| self.sources.get(input)).copied()
    }

    /// The step that makes a file, or the library that `-l` names.
    fn step(&self, input: &Path) -> Option<&'a Step> {
        if let Some(step) = self.steps.get(input) {
            return Some(step);
        }
        let name = input.to_str()?.strip_prefix("-l")?;
        let names = [format!("lib{name}.a"), format!("lib{name}.so")];
        let is_named = |path: &Path| names.iter().any(|it| path.file_name() == Some(OsStr::new(it)));
        self.steps.iter().find(|(path, _)| is_named(path)).map(|(_, step)| *step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_line_says_what_is_made_of_what() {
        let folder = Path::new("/p/build");
        let step = link_line(b"/usr/bin/cc -rdynamic a.dir/a.c.o -o ../bin/a lib/libx.a -lm", folder);
        let inputs = ["/p/build/a.dir/a.c.o", "/p/build/lib/libx.a", "-lm"].map(PathBuf::from).to_vec();
        assert_eq!(step, Some(Step { output: "/p/bin/a".into(), inputs }));
        let step = link_line(b"/usr/bin/ar qc libx.a x.o", folder).expect("it is one");
        assert_eq!((step.output, step.inputs), ("/p/build/libx.a".into(), vec!["/p/build/x.o".into()]));
        assert_eq!(link_line(b"/usr/bin/ranlib libx.a", folder), None);
        assert_eq!(link_line(b"", folder), None);
    }
}
