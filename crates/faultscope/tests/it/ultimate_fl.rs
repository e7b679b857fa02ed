//! The toy programs of another fault localizer, whose comments state what should be relevant. They lie beside the
//! project; without them there is nothing to test.
//!
//! Where a comment differs from the definition, the definition wins: `UnicornYogurt.bpl` says that no value for `y`
//! blocks an execution of the trace, but one below 23 does, at the assumption. `FlowSensitiveGoldenFrameProblem.bpl`
//! marks line 26 by another technique; the value that it gives is overwritten on the trace. In
//! `motivatingExample.bpl` the comments are about two errors, of which the first one found is reported. `simple_if.c`
//! says that only line 7 matters, since line 8 only chooses between two ways to the error; on the trace, which goes one
//! of them, another value on line 8 blocks the condition on line 10.

#![expect(clippy::print_stderr, reason = "says why nothing was tested")]

use std::path::{Path, PathBuf};

use expect_test::expect;
use faultscope::report::Verdict;
use faultscope::{CheckRequest, Options, Silent, check};
use faultscope_ir::Property;
use faultscope_localize::Strength;

/// What the programs of this file ask.
const REACHABILITY: [Property; 2] = [Property::UnreachCall, Property::Assertions];

/// Verdict, line of the error, and the lines that matter: first of code, then of inputs.
fn told(file: &Path) -> String {
    let options = Options {
        program_level: false,
        patches: false,
        properties: REACHABILITY.into(),
        ..Options::standard()
    };
    let request = CheckRequest {
        files: vec![file.to_owned()],
        preprocessor: faultscope::Preprocessor::default(),
        options,
    };
    let report = match check(&request, &Silent) {
        Ok(report) => report,
        Err(rejection) => return format!("rejected: {}", rejection.diagnostics[0].message),
    };
    match report.verdict {
        Verdict::Safe | Verdict::TestsPass => "safe".to_owned(),
        Verdict::Unknown => format!("unknown: {}", report.reason.map_or(String::new(), |it| it.message)),
        Verdict::Unsafe => {
            let relevant = report.findings.iter().filter(|it| it.strength <= Strength::Relevant);
            let (code, inputs): (Vec<_>, Vec<_>) = relevant.partition(|it| it.kind.is_code());
            let lines = |findings: Vec<&faultscope::report::Finding>| {
                let mut lines: Vec<u32> = findings.into_iter().map(|it| it.span.line).collect();
                lines.sort_unstable();
                lines.dedup();
                lines
            };
            let error = report.error().map_or(0, |it| it.span.line);
            format!("error on {error}, code {:?}, inputs {:?}", lines(code), lines(inputs))
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

#[test]
fn what_the_comments_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench/ultimate_fl");
    let found = files(&folder.join("errorLocalization"));
    if found.is_empty() {
        eprintln!("skipped: no benchmark programs beside the project");
        return;
    }
    let mut text = String::new();
    for file in found {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        text += &format!("{name}: {}\n", told(&file));
    }
    expect![[r#"
        2AssertonBug.bpl: error on 15, code [], inputs []
        tcas2.c: error on 174, code [69, 78, 81, 110, 124, 132, 133, 137, 163, 166], inputs []
        ArrayIndexAliasing.bpl: error on 17, code [15], inputs []
        FlowSensitiveGoldenFrameProblem.bpl: error on 31, code [25, 29], inputs [21]
        PegasusIceCream.bpl: error on 21, code [], inputs [19]
        RelationalDisjunctionAssignment.bpl: error on 23, code [20, 21], inputs []
        RelationalDisjunctionHavoc.bpl: error on 21, code [], inputs [19]
        BufferOverflow.c: safe
        UnicornYogurt.bpl: error on 25, code [22], inputs [23]
        UnrelatedDisjunction.bpl: error on 47, code [], inputs []
        UnsatCoreProblem01.bpl: error on 18, code [14], inputs [11]
        WhileLoop.bpl: error on 23, code [12, 14, 18, 19, 20], inputs []
        motivatingExample.bpl: error on 12, code [], inputs [11]
        simple_if.c: error on 13, code [7, 8], inputs []
        diamondSame.bpl: error on 15, code [], inputs [8]
        emptyProgram.bpl: error on 8, code [], inputs []
        example1.bpl: error on 19, code [8, 11], inputs []
        flowSenstiveFaultLocalization.bpl: error on 15, code [10, 12], inputs [8]
        forbidden_state_bug.bpl: error on 12, code [9], inputs []
        loopNondet1.bpl: error on 12, code [], inputs [8]
        paths_1.c: error on 47, code [16, 33], inputs [18, 23]
    "#]]
    .assert_eq(&text);
}
