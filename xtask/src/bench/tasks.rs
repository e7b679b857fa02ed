//! `cargo xtask benchexec-tasks`: the programs of a manifest as tasks of BenchExec.
//!
//! For each program there is a task definition (`.yml`) that names its files where they are, beside them the property files,
//! and for each suite a benchmark definition (`.xml`). What a task cannot say is left out, with the reason: properties that
//! no property file has, and options of the command line other than the sizes of types.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::expected::Expected;
use super::manifest;
use super::program::Program;

/// What to write, and where.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A `MANIFEST.tsv`, or a folder with it or with folders that have one.
    manifest: PathBuf,
    /// The folder that the tasks are written to.
    out: PathBuf,
}

/// The module that says how BenchExec runs the tool, below `contrib/benchexec`.
pub const TOOL: &str = "faultscope_tool.faultscope";

/// Writes tasks, property files and benchmark definitions.
///
/// # Errors
/// Where there is no manifest, no task comes of it, or a file cannot be written.
pub fn tasks(arguments: &Arguments) -> Result<()> {
    let folder = match arguments.manifest.is_file() {
        true => arguments.manifest.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        false => &arguments.manifest,
    };
    let programs = manifest::programs(folder)?;
    let out = &arguments.out;
    let properties = out.join("properties");
    fs::create_dir_all(&properties).with_context(|| format!("cannot create {}", properties.display()))?;
    let out = out.canonicalize()?;
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    let mut suites: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut n_tasks = 0;
    for program in &programs {
        let asked = match asked(program) {
            Ok(asked) => asked,
            Err(reason) => {
                *left_out.entry(reason).or_default() += 1;
                continue;
            }
        };
        let suite = out.join(&program.suite);
        fs::create_dir_all(&suite)?;
        write(&out.join("properties").join(format!("{}.prp", asked.name)), &asked.property_file)?;
        let files = program.files.iter().map(|file| {
            let file = program.folder.join(file);
            let whole = file.canonicalize().with_context(|| format!("cannot find {}", file.display()))?;
            Ok(relative(&suite, &whole))
        });
        let files = files.collect::<Result<Vec<_>>>()?;
        write(&suite.join(format!("{}.yml", task_name(program))), &task(&files, &asked, program.expected))?;
        suites.entry(&program.suite).or_default().insert(asked.name);
        n_tasks += 1;
    }
    ensure!(n_tasks > 0, "no program of {} can be a task", arguments.manifest.display());
    for (suite, properties) in &suites {
        write(&out.join(format!("{suite}.xml")), &benchmark(suite, properties))?;
    }
    println!("{n_tasks} tasks written to {}", out.display());
    for (reason, n_programs) in left_out {
        println!("left out: {n_programs}: {reason}");
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// What the task of a program is called: what the bench calls it, as the name of one file.
pub fn task_name(program: &Program) -> String {
    program.path.replace(['/', ' '], "__")
}

/// The name of the property file of a program's task; none where it cannot be a task.
pub fn property_name(program: &Program) -> Option<String> {
    asked(program).ok().map(|it| it.name)
}

/// What is asked of a program.
struct Asked {
    /// The name of the property file.
    name: String,
    property_file: String,
    data_model: String,
}

fn asked(program: &Program) -> Result<Asked, String> {
    let plan = program.plan.as_ref().map_err(Clone::clone)?;
    if !program.is_c() {
        return Err("not in C".to_owned());
    }
    let (mut data_model, mut selected) = (String::new(), String::new());
    let mut words = plan.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--data-model" => data_model = words.next().cloned().unwrap_or_default().to_ascii_uppercase(),
            "--property" => selected = words.next().cloned().unwrap_or_default(),
            // What is trusted changes findings, and no answer.
            "--trust" => _ = words.next(),
            _ => return Err("a task has no options of the command line".to_owned()),
        }
    }
    let (name, formulas) = formulas(&selected, &program.error_functions)?;
    let check = |formula: &String| format!("CHECK( init(main()), LTL({formula}) )\n");
    Ok(Asked { name, property_file: formulas.iter().map(check).collect(), data_model })
}

/// The name and the formulas of a selection of properties. `functions` are those whose call is the error, as far as the
/// manifest names them.
fn formulas(selected: &str, functions: &[String]) -> Result<(String, Vec<String>), String> {
    let call = |function: &str| format!("G ! call({function}())");
    let own = |names: &[&str]| names.iter().map(|it| format!("G {it}")).collect();
    let formulas = match selected {
        manifest::REACHABILITY if functions.is_empty() => {
            return Err("assertions that no function reports".to_owned());
        }
        manifest::REACHABILITY => {
            let name = if functions == ["reach_error"] {
                "unreach-call"
            } else {
                &*format!("unreach-call-{}", functions.join("-"))
            };
            return Ok((name.to_owned(), functions.iter().map(|it| call(it)).collect()));
        }
        "valid-memsafety" => own(&["valid-free", "valid-deref", "valid-memtrack"]),
        "valid-free" | "valid-deref" | "valid-memtrack" | "valid-memcleanup" => own(&[selected]),
        "no-overflow" => vec!["G ! overflow".to_owned()],
        "no-abort" => vec![call("abort")],
        _ => return Err(format!("no property file asks for `{selected}`")),
    };
    Ok((selected.to_owned(), formulas))
}

/// A task definition. Texts of JSON are texts of YAML.
fn task(files: &[String], asked: &Asked, expected: Expected) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = "format_version: \"2.0\"\n\ninput_files:\n".to_owned();
    for file in files {
        text += &format!("  - {}\n", quoted(file));
    }
    let property = quoted(&format!("../properties/{}.prp", asked.name));
    text += &format!("\nproperties:\n  - property_file: {property}\n");
    match expected {
        Expected::SAFE => text += "    expected_verdict: true\n",
        Expected::UNSAFE => text += "    expected_verdict: false\n",
        // A task has one verdict, and a set of several has none.
        _ => {}
    }
    text + &format!("\noptions:\n  language: C\n  data_model: {}\n", asked.data_model)
}

/// A benchmark definition: a run definition for each property.
fn benchmark(suite: &str, properties: &BTreeSet<String>) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n\
         <!DOCTYPE benchmark PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec benchmark 3.30//EN\" \
         \"https://www.sosy-lab.org/benchexec/benchmark-3.30.dtd\">\n\
         <benchmark tool=\"{TOOL}\" timelimit=\"60s\" memlimit=\"4 GB\" cpuCores=\"1\">\n"
    );
    for property in properties {
        text += &format!(
            "  <rundefinition name=\"{property}\">\n    <tasks>\n      <include>{suite}/*.yml</include>\n      \
             <propertyfile>properties/{property}.prp</propertyfile>\n    </tasks>\n  </rundefinition>\n"
        );
    }
    text + "</benchmark>\n"
}

/// A path as seen from a folder. Both are absolute, and without detours.
fn relative(folder: &Path, file: &Path) -> String {
    let shared = folder.components().zip(file.components()).take_while(|it| it.0 == it.1).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let down = file.components().skip(shared);
    up.chain(down).collect::<PathBuf>().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn a_manifest_becomes_tasks() {
        let folder = tempfile::tempdir().unwrap();
        let (suite, out) = (folder.path().join("s"), folder.path().join("tasks/out"));
        fs::create_dir_all(suite.join("d")).unwrap();
        for file in ["d/a b.c", "m.c", "n.c"] {
            fs::write(suite.join(file), "int main(void) { return 0; }\n").unwrap();
        }
        let table = "path\tproperty\texpected_verdict\toptions\tfixed_version\n\
            m.c n.c\tG ! call(__VERIFIER_error()) (unreach-call)\tFALSE\t\td/a b.c\n\
            n.c\tno-overflow\tTRUE\t--data-model lp64\t\n\
            m.c\tvalid-memsafety\tunknown\t\t\n\
            m.c\tassertions\tTRUE\t\t\n\
            n.c\tno-overflow\tTRUE\t-DX\t\n\
            n.c\ttermination\tTRUE\t\t\n\
            n.bpl\tunreach-call\tTRUE\t\t\n";
        fs::write(suite.join("MANIFEST.tsv"), table).unwrap();
        tasks(&Arguments { manifest: suite.join("MANIFEST.tsv"), out: out.clone() }).unwrap();
        let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        expect![[r#"
            format_version: "2.0"

            input_files:
              - "../../../s/m.c"
              - "../../../s/n.c"

            properties:
              - property_file: "../properties/unreach-call-__VERIFIER_error.prp"
                expected_verdict: false

            options:
              language: C
              data_model: ILP32
        "#]]
        .assert_eq(&read("s/m.c__n.c.yml"));
        assert!(read("s/d__a__b.c.yml").contains("expected_verdict: true"));
        assert!(read("s/n.c__--data-model__lp64.yml").contains("data_model: LP64"));
        assert!(!read("s/m.c.yml").contains("expected_verdict"));
        assert_eq!(read("properties/no-overflow.prp"), "CHECK( init(main()), LTL(G ! overflow) )\n");
        assert_eq!(read("properties/valid-memsafety.prp").lines().count(), 3);
        let property = read("properties/unreach-call-__VERIFIER_error.prp");
        assert_eq!(property, "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n");
        let benchmark = read("s.xml");
        assert!(benchmark.contains("<include>s/*.yml</include>") && benchmark.contains(TOOL));
        let n_tasks = fs::read_dir(out.join("s")).unwrap().count();
        assert_eq!(n_tasks, 4);
    }

    #[test]
    fn a_manifest_without_tasks_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("MANIFEST.tsv"), "path\tproperty\na.c\ttermination\n").unwrap();
        let arguments = Arguments { manifest: folder.path().to_owned(), out: folder.path().join("out") };
        assert!(tasks(&arguments).unwrap_err().to_string().contains("can be a task"));
    }
}
