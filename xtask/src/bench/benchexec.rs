//! The results of a run as BenchExec writes them: a file that its `table-generator` reads.

use super::program::Program;
use super::record::Record;
use super::tasks::{TOOL, property_name, task_name};

/// The results as XML. `date` is the time of the run, `2026-11-23 20:00:00 UTC`; `limits` are seconds and MiB.
pub fn xml(programs: &[Program], records: &[Record], (seconds, mebibytes): (u64, u64), date: &str) -> String {
    let start = date.trim_end_matches(" UTC").replace(' ', "T");
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n\
         <!DOCTYPE result PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec result 3.18//EN\" \
         \"https://www.sosy-lab.org/benchexec/result-3.18.dtd\">\n\
         <result benchmarkname=\"bench\" block=\"bench\" tool=\"Faultscope\" toolmodule=\"{TOOL}\" version=\"\" \
         options=\"\" memlimit=\"{memory}B\" timelimit=\"{seconds}s\" date=\"{date}\" starttime=\"{start}+00:00\" \
         generator=\"cargo xtask bench\">\n",
        memory = mebibytes << 20,
    );
    for record in records {
        let Some(program) = programs.iter().find(|it| it.suite == record.suite && it.path == record.path)
        else {
            continue;
        };
        let name = format!("{}/{}.yml", record.suite, task_name(program));
        let (status, category) = status(record);
        text += &format!(
            "  <run name=\"{}\" files=\"[{}]\" properties=\"{}\"{}>\n",
            escaped(&name),
            escaped(&program.files.join(", ")),
            escaped(&property(program)),
            expected(&record.expected),
        );
        let wall = record.seconds.map_or(String::new(), |it| format!("{it:.3}s"));
        for (title, value) in [("status", status), ("category", category), ("walltime", &wall)] {
            text += &format!("    <column title=\"{title}\" value=\"{}\"/>\n", escaped(value));
        }
        text += "  </run>\n";
    }
    text + "</result>\n"
}

/// The answer, and how BenchExec judges it.
fn status(record: &Record) -> (&str, &'static str) {
    match (record.verdict.as_str(), record.outcome.as_str()) {
        ("safe", outcome) => ("true", category(outcome)),
        ("unsafe", outcome) => (violated(&record.error), category(outcome)),
        (_, "timeout") => ("TIMEOUT", "error"),
        ("unknown", _) => ("unknown", "unknown"),
        ("rejected", _) => ("rejected", "error"),
        (_, outcome) => (outcome, "error"),
    }
}

/// The answer of a program with this error, by the name that SV-COMP has for what it violates.
fn violated(error: &str) -> &'static str {
    match error.split(' ').next().unwrap_or_default() {
        "unreach-call" => "false(unreach-call)",
        "overflow" => "false(no-overflow)",
        "invalid-free" => "false(valid-free)",
        "memory-leak" => "false(valid-memtrack)",
        "memory-cleanup" => "false(valid-memcleanup)",
        "null-dereference" | "use-after-free" | "use-after-scope" | "out-of-bounds" => "false(valid-deref)",
        _ => "false",
    }
}

fn category(outcome: &str) -> &'static str {
    match outcome {
        "right" => "correct",
        "WRONG" => "wrong",
        "decided" => "missing",
        _ => "error",
    }
}

fn expected(name: &str) -> &'static str {
    match name {
        "safe" => " expectedVerdict=\"true\"",
        "unsafe" => " expectedVerdict=\"false\"",
        _ => "",
    }
}

/// What is asked of a program: what its task is asked, by which tables are put together, or what the command line says.
fn property(program: &Program) -> String {
    if let Some(name) = property_name(program) {
        return name;
    }
    let plan = program.plan.iter().flatten();
    plan.skip_while(|it| *it != "--property").nth(1).cloned().unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use expect_test::expect;

    use super::*;
    use crate::bench::expected::Expected;
    use crate::bench::fault_lines::FaultLines;

    #[test]
    fn rows_are_runs() {
        let program = |path: &str, expected| Program {
            suite: "s".to_owned(),
            path: path.to_owned(),
            folder: PathBuf::new(),
            files: vec![path.to_owned()],
            expected,
            faults: FaultLines::default(),
            plan: Ok(["--property", "no-overflow"].map(str::to_owned).to_vec()),
            tests: None,
            case: None,
            options: Vec::new(),
            error_functions: Vec::new(),
        };
        let programs = [program("d/a&b.c", Expected::UNSAFE), program("c.c", Expected::SAFE)];
        let record = |program: &Program, verdict: &str, outcome: &str| Record {
            suite: program.suite.clone(),
            path: program.path.clone(),
            expected: program.expected.to_string(),
            verdict: verdict.to_owned(),
            outcome: outcome.to_owned(),
            error: if verdict == "unsafe" { "overflow a.c:3 in f".to_owned() } else { String::new() },
            seconds: Some(1.5),
            ..Record::default()
        };
        let records = [record(&programs[0], "unsafe", "right"), record(&programs[1], "", "timeout")];
        expect![[r#"
            <?xml version="1.0"?>
            <!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.18//EN" "https://www.sosy-lab.org/benchexec/result-3.18.dtd">
            <result benchmarkname="bench" block="bench" tool="Faultscope" toolmodule="faultscope_tool.faultscope" version="" options="" memlimit="1048576B" timelimit="9s" date="2026-11-23 20:00:00 UTC" starttime="2026-11-23T20:00:00+00:00" generator="cargo xtask bench">
              <run name="s/d__a&amp;b.c.yml" files="[d/a&amp;b.c]" properties="no-overflow" expectedVerdict="false">
                <column title="status" value="false(no-overflow)"/>
                <column title="category" value="correct"/>
                <column title="walltime" value="1.500s"/>
              </run>
              <run name="s/c.c.yml" files="[c.c]" properties="no-overflow" expectedVerdict="true">
                <column title="status" value="TIMEOUT"/>
                <column title="category" value="error"/>
                <column title="walltime" value="1.500s"/>
              </run>
            </result>
        "#]]
        .assert_eq(&xml(&programs, &records, (9, 1), "2026-11-23 20:00:00 UTC"));
    }
}
