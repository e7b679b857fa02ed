//! Witnesses: written and followed, of other tools, validated, and what is wrong with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::folder::{Folder, stderr, stdout};

/// Inputs in a declaration, in an expression and in a loop, branches of all kinds.
const INPUTS: &str = include_str!("../programs/witness/inputs.c");

/// A loop whose error needs one value.
const LOOP: &str = include_str!("../programs/witness/loop.c");

const SAFE: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0;
  while (i < n) {
    i = i + 1;
  }
  if (i != n) {
    __VERIFIER_error();
  }
  return 0;
}
";

/// No time is spent on repairs.
const QUICK: &[&str] = &["--level", "trace", "--data-model", "ilp32"];

fn checked(folder: &Folder, arguments: &[&str]) -> Output {
    folder.check(&[arguments, QUICK].concat())
}

fn validated(folder: &Folder, witness: &str, program: &str) -> Output {
    let mut command = folder.faultscope("validate");
    command.args([witness, program, "--data-model", "ilp32"]).output().expect("the program runs")
}

/// The values of the inputs in a report.
fn inputs(folder: &Folder, arguments: &[&str]) -> (String, Vec<String>) {
    let output = checked(folder, &[arguments, &["--format", "json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("a report");
    let outcome = report["guide"]["outcome"].as_str().unwrap_or("none").to_owned();
    let of_trace = report["inputs"].as_array().expect("inputs");
    let is_input = |it: &&serde_json::Value| it["kind"] == "input";
    let values = of_trace.iter().filter(is_input).map(|it| it["value"].to_string()).collect();
    (outcome, values)
}

/// What is written leads to the same execution when it is read back, and is right.
#[track_caller]
fn check_round_trip(program: &str) -> String {
    let folder = Folder::with(&[("a.c", program)]);
    let (_, own) = inputs(&folder, &["a.c", "--witness", "w.yml"]);
    let text = fs::read_to_string(folder.path("w.yml")).expect("a witness was written");
    let (outcome, again) = inputs(&folder, &["a.c", "--guide", "w.yml"]);
    assert_eq!((outcome.as_str(), &again), ("confirmed", &own), "{text}");
    let output = validated(&folder, "w.yml", "a.c");
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    text
}

#[test]
fn a_witness_of_ours_leads_to_the_same_execution() {
    let text = check_round_trip(INPUTS);
    assert!(text.contains("type: \"branching\"") && text.contains("type: \"function_return\""), "{text}");
    assert!(text.contains("type: \"target\""), "{text}");
    assert!(text.contains("value: \"c == "), "{text}");
    let text = check_round_trip(LOOP);
    // A declaration follows, in front of which nothing is assumed.
    assert!(text.contains("value: \"\\\\result == "), "{text}");
}

#[test]
fn a_witness_has_the_hash_of_its_program_and_no_other_changes() {
    let folder = Folder::with(&[("a.c", LOOP)]);
    let written = || {
        checked(&folder, &["a.c", "--witness", "w.yml"]);
        let text = fs::read_to_string(folder.path("w.yml")).expect("a witness was written");
        let lines = text.lines().filter(|line| !line.contains("creation_time"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let text = written();
    assert!(text.contains("LTL(G ! call(__VERIFIER_error()))"), "{text}");
    let hash = faultscope_witness::hash(LOOP.as_bytes());
    assert!(text.contains(&hash), "{text}");
    assert_eq!(text, written());
}

/// What is not written is any value, and several of those stand before one statement.
#[test]
fn open_values_of_one_visit_are_one_waypoint() {
    let head = "extern void reach_error(void);\nint main(void) {\n";
    let two = "  int a;\n  int b;\n  if (a == 3 && b == 4)\n    reach_error();\n  return 0;\n}\n";
    let rounds = "  int sum = 0;\n  for (int i = 0; i < 2; i++) {\n    int a;\n    int b;\n    sum = sum * 100 + (a & 7) * 10 + (b & 7);\n  }\n  if (sum == 1203)\n    reach_error();\n  return 0;\n}\n";
    for (program, n_said) in [(two, 1), (rounds, 2)] {
        let program = format!("{head}{program}");
        let asked = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
        let folder = Folder::with(&[("a.c", &program), ("p.prp", asked)]);
        let output = checked(&folder, &["a.c", "--property-file", "p.prp", "--witness", "w.yml"]);
        let text = fs::read_to_string(folder.path("w.yml"))
            .unwrap_or_else(|_| panic!("{}{}", stdout(&output), stderr(&output)));
        assert_eq!(text.matches("type: \"assumption\"").count(), n_said, "{text}");
        let output = validated(&folder, "w.yml", "a.c");
        assert_eq!(output.status.code(), Some(0), "{}{}{text}", stdout(&output), stderr(&output));
    }
}

/// What a reader of YAML that others have written makes of a witness, and what the format asks of it.
const READ: &str = "
import datetime, json, sys, uuid, yaml
[entry] = yaml.safe_load(open(sys.argv[1]))
assert set(entry) == {'entry_type', 'metadata', 'content'}, entry.keys()
metadata = entry['metadata']
assert metadata['format_version'] == '2.0'
uuid.UUID(metadata['uuid'])
datetime.datetime.fromisoformat(metadata['creation_time'].replace('Z', '+00:00'))
assert set(metadata['producer']) == {'name', 'version'}
task = metadata['task']
assert set(task['input_file_hashes']) == set(task['input_files'])
assert task['data_model'] in ('ILP32', 'LP64') and task['language'] == 'C'
def place(location):
    assert set(location) <= {'file_name', 'line', 'column', 'function'}, location
    assert location['file_name'] in task['input_files']
    assert location['line'] >= 1 and location.get('column', 1) >= 1
kinds = []
if entry['entry_type'] == 'violation_sequence':
    for segment in entry['content']:
        [waypoint] = [it['waypoint'] for it in segment['segment']]
        kinds.append(waypoint['type'])
        assert set(waypoint) <= {'type', 'action', 'location', 'constraint'}, waypoint
        assert waypoint['action'] == 'follow'
        place(waypoint['location'])
        constraint = waypoint.get('constraint')
        if waypoint['type'] == 'target':
            assert constraint is None
        else:
            assert isinstance(constraint['value'], str), constraint
            formats = {'assumption': 'c_expression', 'function_return': 'acsl_expression'}
            assert constraint.get('format') == formats.get(waypoint['type']), constraint
    assert kinds[-1] == 'target' and kinds.count('target') == 1
else:
    for it in entry['content']:
        invariant = it['invariant']
        kinds.append(invariant['type'])
        place(invariant['location'])
        assert isinstance(invariant['value'], str) and invariant['format'] == 'c_expression'
print(entry['entry_type'], sorted(set(kinds)))
";

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn another_reader_of_yaml_finds_what_the_format_asks_for() {
    let python = std::env::var("FAULTSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_package = Command::new(&python).args(["-c", "import yaml"]).output();
    if !has_package.is_ok_and(|it| it.status.success()) {
        eprintln!(
            "skipped: there is no `yaml` (`pip install pyyaml`, FAULTSCOPE_PYTHON names another Python)"
        );
        return;
    }
    let check = |program: &str, expected: &str| {
        let folder = Folder::with(&[("a.c", program)]);
        checked(&folder, &["a.c", "--witness", "w.yml"]);
        let output = Command::new(&python).args(["-c", READ, "w.yml"]).current_dir(folder.path("")).output();
        let output = output.expect("Python runs");
        assert_eq!(stdout(&output), format!("{expected}\n"), "{}", stderr(&output));
    };
    check(INPUTS, "violation_sequence ['assumption', 'branching', 'function_return', 'target']");
    check(LOOP, "violation_sequence ['branching', 'function_return', 'target']");
    check(SAFE, "invariant_set []");
    let counts = "extern void reach_error(void);\nint main(void) {\n  int i = 0;\n  while (i < 9)\n    i++;\n  if (i != 9)\n    reach_error();\n  return 0;\n}\n";
    check(counts, "invariant_set ['loop_invariant']");
}

/// An automaton of the format 1.0 whose edges have these lines and say this.
fn automaton(edges: &[(u32, &str)]) -> String {
    let last = edges.len();
    let mut text =
        "<graphml><graph edgedefault=\"directed\"><data key=\"witness-type\">violation_witness</data>\n\
                    <node id=\"0\"><data key=\"entry\">true</data></node>\n"
            .to_owned();
    for ((line, said), number) in edges.iter().zip(1..) {
        let end = if number == last { "<data key=\"violation\">true</data>" } else { "" };
        let said = match *said {
            "" => String::new(),
            said => format!("<data key=\"assumption\">{said}</data>"),
        };
        text += &format!(
            "<node id=\"{number}\">{end}</node><edge source=\"{}\" target=\"{number}\">\
             <data key=\"originFileName\">a.c</data><data key=\"startline\">{line}</data>{said}</edge>\n",
            number - 1
        );
    }
    text + "</graph></graphml>\n"
}

/// CBMC 6.6 writes values of other places and times, too; where it goes along is right.
#[test]
fn an_automaton_with_wrong_values_is_followed_along_its_lines() {
    let program = "\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 5) {
    x = x - 1;
    if (y == x)
      __VERIFIER_error();
  }
  return 0;
}
";
    let stale = automaton(&[(4, "x = 0;"), (5, "y = 0;"), (6, ""), (7, "x = 9;"), (8, ""), (9, "")]);
    check_guide(program, &stale, "confirmed", "executed along its lines; its values lead elsewhere");
    check_validated(program, &stale, 1, "refuted");
    // No execution goes this way, so that its error is not this one.
    let turned = automaton(&[(4, "x = 0;"), (5, "y = 0;"), (7, "x = 9;"), (6, ""), (9, "")]);
    check_guide(program, &turned, "refuted", "no execution follows it");
    let right = automaton(&[(4, "x = 9;"), (5, "y = 8;"), (6, ""), (7, "x = 8;"), (8, ""), (9, "")]);
    check_guide(program, &right, "confirmed", "the error that it tells of was found and executed");
    check_validated(program, &right, 0, "confirmed");
}

#[test]
fn witnesses_of_cbmc_are_confirmed() {
    for (program, witness) in [
        (LOOP, include_str!("../programs/witness/loop.cbmc.graphml")),
        (INPUTS, include_str!("../programs/witness/inputs.cbmc.graphml")),
    ] {
        let folder = Folder::with(&[("a.c", program), ("w.graphml", witness)]);
        let output = checked(&folder, &["a.c", "--guide", "w.graphml"]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{text}{}", stderr(&output));
        assert!(text.starts_with("witness confirmed: "), "{text}");
        assert!(text.contains("call of __VERIFIER_error()"), "{text}");
    }
}

/// A violation sequence with these waypoints.
fn sequence(waypoints: &[&str]) -> String {
    let head = "- entry_type: violation_sequence\n  metadata: {format_version: '2.0', task: {input_files: [a.c]}}\n  content:\n";
    let segment = |it: &&str| format!("  - segment: [{{waypoint: {{action: follow, {it}}}}}]\n");
    head.to_owned() + &waypoints.iter().map(segment).collect::<String>()
}

#[track_caller]
fn check_guide(program: &str, witness: &str, outcome: &str, message: &str) {
    let folder = Folder::with(&[("a.c", program), ("w.yml", witness)]);
    let output = checked(&folder, &["a.c", "--guide", "w.yml", "--format", "json"]);
    let report: serde_json::Value =
        serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert_eq!(report["guide"]["outcome"], outcome, "{}", report["guide"]);
    let said = report["guide"]["message"].as_str().expect("a message");
    assert!(said.contains(message), "{said}");
    // Whatever the witness says: there is an error, and it is found.
    assert_eq!(report["verdict"], "unsafe");
}

const AT_WHILE: &str =
    "type: branching, location: {file_name: a.c, line: 6, column: 3}, constraint: {value: true}";
const AT_ERROR: &str = "type: target, location: {file_name: a.c, line: 13, column: 5}";

#[test]
fn a_witness_without_values_is_followed_by_searching() {
    // The style of Ultimate: branches without constraints, and one that matters.
    let branch =
        "type: branching, location: {file_name: a.c, line: 12, column: 3}, constraint: {value: 'true'}";
    let visit = "type: branching, location: {file_name: a.c, line: 6}";
    check_guide(LOOP, &sequence(&[visit, visit, branch, AT_ERROR]), "confirmed", "");
    // An expression that is no equation.
    let assumption = "type: assumption, location: {file_name: a.c, line: 5, column: 3}, constraint: {value: 'x > 12 && x < 100'}";
    check_guide(LOOP, &sequence(&[assumption, AT_WHILE, AT_ERROR]), "confirmed", "");
}

#[test]
fn what_no_execution_follows_is_not_confirmed() {
    let never =
        "type: assumption, location: {file_name: a.c, line: 5, column: 3}, constraint: {value: 'x < 3'}";
    check_guide(LOOP, &sequence(&[never, AT_WHILE, AT_ERROR]), "refuted", "");
    // With a waypoint that is not in the program nothing is refuted.
    let nowhere = "type: branching, location: {file_name: a.c, line: 1}, constraint: {value: true}";
    check_guide(
        LOOP,
        &sequence(&[never, AT_WHILE, nowhere, AT_ERROR]),
        "followed",
        "waypoint 2 of 4 (a.c:6), and no further",
    );
}

#[test]
fn what_is_avoided_is_not_passed() {
    let avoid = |line: u32, value: &str| {
        let head = "- entry_type: violation_sequence\n  content:\n";
        let avoid = format!(
            "{{waypoint: {{action: avoid, type: branching, location: {{file_name: a.c, line: {line}}}, constraint: {{value: {value}}}}}}}"
        );
        format!(
            "{head}  - segment: [{avoid}, {{waypoint: {{action: follow, type: branching, location: {{file_name: a.c, line: 12}}, constraint: {{value: true}}}}}}]\n  - segment: [{{waypoint: {{action: follow, {AT_ERROR}}}}}]\n"
        )
    };
    // The error needs a value that is above 10 in each round.
    check_guide(LOOP, &avoid(7, "true"), "refuted", "");
    check_guide(LOOP, &avoid(7, "false"), "confirmed", "");
}

#[track_caller]
fn check_validated(program: &str, witness: &str, code: i32, message: &str) {
    let folder = Folder::with(&[("a.c", program), ("w.yml", witness)]);
    let output = validated(&folder, "w.yml", "a.c");
    let text = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(message), "{text}");
}

fn invariant(value: &str) -> String {
    format!(
        "- entry_type: invariant_set\n  content:\n  - invariant: {{type: loop_invariant, location: {{file_name: a.c, line: 6, column: 3}}, value: '{value}'}}\n"
    )
}

#[test]
fn invariants_are_checked_with_the_program() {
    check_validated(
        SAFE,
        &invariant("i <= n"),
        0,
        "confirmed: the program has no error, and the invariants hold",
    );
    check_validated(SAFE, &invariant("i < n"), 1, "refuted: the invariant `i < n` does not hold");
    check_validated(LOOP, &invariant("n <= 3"), 1, "refuted: the program has an error");
    check_validated(SAFE, &invariant("i <= undeclared"), 3, "cannot be checked");
    check_validated(SAFE, "- entry_type: invariant_set\n  content: []\n", 0, "no error");
}

#[test]
fn invariants_compute_as_c_does() {
    // In mathematics 0 - 1 is less than 5.
    check_validated(SAFE, &invariant("i != 0 || i - 1 > 5"), 0, "confirmed");
    check_validated(SAFE, &invariant("i != 0 || i - 1 < 5"), 1, "does not hold");
    check_validated(SAFE, &invariant("n > -1"), 1, "does not hold");
}

#[test]
fn violation_sequences_are_right_or_not() {
    let right = "type: function_return, location: {file_name: a.c, line: 4, column: 33}, constraint: {value: '\\result == 15'}";
    check_validated(LOOP, &sequence(&[right, AT_ERROR]), 0, "confirmed");
    let wrong = "type: function_return, location: {file_name: a.c, line: 4, column: 33}, constraint: {value: '\\result == 14'}";
    check_validated(LOOP, &sequence(&[wrong, AT_ERROR]), 1, "refuted");
}

/// Reads one value, and fails where it is 11 and no other.
const BRANCHES: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) {
    if (x < 12) {
      reach_error();
    }
  }
  return 0;
}
";

#[test]
fn every_waypoint_is_passed_in_its_order() {
    let result = |value: &str| {
        format!(
            "type: function_return, location: {{file_name: a.c, line: 4, column: 33}}, constraint: {{value: '{value}'}}"
        )
    };
    let branch = |line: u32, value: bool| {
        format!("type: branching, location: {{file_name: a.c, line: {line}}}, constraint: {{value: {value}}}")
    };
    let target = "type: target, location: {file_name: a.c, line: 7, column: 7}";
    let check = |waypoints: &[&str], code: i32, message: &str| {
        check_validated(BRANCHES, &sequence(waypoints), code, message);
    };
    let eleven = result("\\result == 11");
    check(&[&eleven, &branch(5, true), &branch(6, true), target], 0, "confirmed");
    check(&[&branch(5, true), &branch(6, true), target], 0, "confirmed");
    check(&[&eleven, &branch(5, false), target], 1, "refuted");
    check(&[&eleven, &branch(6, true), &branch(5, true), target], 1, "refuted");
    check(&[&result("\\result == 4294967307"), target], 1, "refuted");
    check(&[&result("\\result == 4294967307u"), target], 1, "refuted");
    check(&[&result("\\result != 11"), target], 1, "refuted");
    check(&[&result("\\result > 10 && 12 > \\result"), target], 0, "confirmed");
    check(&[&result("\\result < 11"), target], 1, "refuted");
    // What cannot be followed is neither right nor wrong.
    check(&[&result("\\result % 11 == 0"), target], 3, "1 waypoint left out");
    check(&[&eleven], 2, "the witness names no error");
    check(&[], 2, "");
}

/// A segment: what is avoided, and what is followed.
fn segment(avoids: &[&str], follow: &str) -> String {
    let avoids =
        avoids.iter().map(|it| format!("{{waypoint: {{action: avoid, {it}}}}}, ")).collect::<String>();
    format!("  - segment: [{avoids}{{waypoint: {{action: follow, {follow}}}}}]\n")
}

#[test]
fn what_is_avoided_in_the_last_segment_is_not_passed() {
    let target = "type: target, location: {file_name: a.c, line: 7, column: 7}";
    let avoiding = |it: &str| sequence(&[]) + &segment(&[it], target);
    let branch = |value: bool| {
        format!("type: branching, location: {{file_name: a.c, line: 5}}, constraint: {{value: {value}}}")
    };
    let assumption = |value: &str| {
        format!(
            "type: assumption, location: {{file_name: a.c, line: 5, column: 3}}, constraint: {{value: '{value}'}}"
        )
    };
    check_validated(BRANCHES, &avoiding(&branch(true)), 1, "refuted");
    check_validated(BRANCHES, &avoiding(&branch(false)), 0, "confirmed");
    check_validated(BRANCHES, &avoiding(&assumption("x == 11")), 1, "refuted");
    check_validated(BRANCHES, &avoiding(&assumption("x == 12")), 0, "confirmed");
    // What is avoided is at another place than what is followed in the segment.
    let inner = assumption("x > 10").replace("line: 5, column: 3", "line: 6, column: 5");
    for (value, code) in [("x > 11", 0), ("x > 10", 1)] {
        let witness = sequence(&[]) + &segment(&[&assumption(value)], &inner) + &segment(&[], target);
        check_validated(BRANCHES, &witness, code, "");
    }
}

#[test]
fn a_witness_of_which_a_part_is_not_read_is_not_decided() {
    let target = "type: target, location: {file_name: a.c, line: 7, column: 7}";
    let branch = |line: u32, value: &str| {
        format!("type: branching, location: {{file_name: a.c, line: {line}}}, constraint: {{value: {value}}}")
    };
    let check = |witness: &str, message: &str| check_validated(BRANCHES, witness, 3, message);
    check(&sequence(&[target, &branch(5, "true"), target]), "only the last waypoint is a `target`");
    check(&sequence(&[&branch(5, "nonsense"), target]), "`nonsense` is not a branch outcome");
    let two = segment(&[], &branch(5, "true"))
        .replace("}]", "}, {waypoint: {action: follow, type: target, location: {file_name: a.c, line: 7}}}]");
    check(&(sequence(&[]) + &two + &segment(&[], target)), "a segment has one waypoint to follow");
    let cycle = segment(&[], &branch(5, "true")).replace("action: follow", "action: cycle");
    check(
        &(sequence(&[]) + &cycle + &segment(&[], target)),
        "waypoints with the action `cycle` are not read",
    );
    let unread = invariant("i <= n")
        + "  - invariant: {type: ghost, location: {file_name: a.c, line: 6}, value: '0'}\n";
    check_validated(SAFE, &unread, 3, "a part of the witness was not read");
}

/// Visits a statement three times, with no waypoint between.
const VISITS: &str = "\
extern void reach_error(void);
int g;
int main(void) {
  while (g < 3) {
    g++;
  }
  reach_error();
  return 0;
}
";

#[test]
fn each_assumption_of_a_statement_is_about_a_visit_of_its_own() {
    let visit = |value: &str| {
        format!(
            "type: assumption, location: {{file_name: a.c, line: 5, column: 5}}, constraint: {{value: '{value}'}}"
        )
    };
    let check = |values: &[&str], code: i32, message: &str| {
        let mut waypoints: Vec<String> = values.iter().map(|it| visit(it)).collect();
        waypoints.push("type: target, location: {file_name: a.c, line: 7, column: 3}".to_owned());
        let waypoints: Vec<&str> = waypoints.iter().map(String::as_str).collect();
        check_validated(VISITS, &sequence(&waypoints), code, message);
    };
    check(&["g == 0", "g == 1", "g == 2"], 0, "confirmed");
    check(&["g == 0", "g == 2"], 1, "refuted");
    check(&["g == 0", "g == 1", "g == 2", "g == 3"], 1, "refuted");
    // Of one visit these are true, and some writers may mean that.
    check(&["g == 0", "g == 0"], 3, "followed to its waypoint 1");
}

#[test]
fn values_of_several_visits_and_of_one_visit_are_told_apart() {
    let program = |body: &str| {
        let head = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint s, x, y;\n";
        head.to_owned() + body
    };
    let step = program(
        "void step(void) {\n  x = __VERIFIER_nondet_int();\n  s = s * 10 + (x & 7);\n}\nint main(void) {\n  step(); step(); step();\n  if (s == 123) reach_error();\n  return 0;\n}\n",
    );
    check_round_trip(&step);
    let two = program(
        "#define TIMES(n) for (int i = 0; i < n; i++)\nint main(void) {\n  TIMES(2) {\n    x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n    s = s * 100 + (x & 7) * 10 + (y & 7);\n  }\n  if (s == 1234) reach_error();\n  return 0;\n}\n",
    );
    check_round_trip(&two);
    let recursive = program(
        "int take(int n, int sum) {\n  x = __VERIFIER_nondet_int();\n  sum = sum * 10 + (x & 7);\n  return n ? take(n - 1, sum) : sum;\n}\nint main(void) {\n  if (take(2, 0) == 123) reach_error();\n  return 0;\n}\n",
    );
    check_round_trip(&recursive);
}

#[test]
fn a_witness_says_what_must_hold() {
    let target = "type: target, location: {file_name: a.c, line: 7, column: 7}";
    let with = |formula: &str| {
        let task = format!("task: {{specification: 'CHECK( init(main()), LTL(G {formula}) )',");
        sequence(&[target]).replace("task: {", &task)
    };
    check_validated(BRANCHES, &with("! call(reach_error())"), 0, "confirmed");
    check_validated(BRANCHES, &with("! call(other())"), 1, "the program has no error");
    check_validated(BRANCHES, &with("valid-free"), 1, "the program has no error");
    // What is not known says nothing.
    check_validated(BRANCHES, &with("assert"), 0, "confirmed");

    let properties = [
        ("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"),
        ("free.prp", "CHECK( init(main()), LTL(G valid-free) )\n"),
        ("end.prp", "CHECK( init(main()), LTL(F end) )\n"),
    ];
    let check = |witness: &str, property: &str, code: i32, message: &str| {
        let folder = Folder::with(&[&[("a.c", BRANCHES), ("w.yml", witness)], &properties[..]].concat());
        let mut command = folder.faultscope("validate");
        let output = command.args(["w.yml", "a.c", "--property-file", property]).output().expect("it runs");
        let text = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(message), "{text}");
    };
    check(&with("! call(reach_error())"), "reach.prp", 0, "confirmed");
    check(
        &with("valid-free"),
        "reach.prp",
        2,
        "the witness is about another property: it says valid-free, and `reach.prp` unreach-call of reach_error()",
    );
    check(&sequence(&[target]), "reach.prp", 0, "confirmed");
    check(&sequence(&[target]), "free.prp", 1, "the program has no error");
    check(&sequence(&[target]), "end.prp", 3, "not decided: termination is not checked");
}

#[test]
fn a_witness_says_the_sizes_of_types() {
    let program = "\
extern void reach_error(void);
int main(void) {
  if (sizeof(long) == 4)
    reach_error();
  return 0;
}
";
    let of = |model: &str| {
        let target = "type: target, location: {file_name: a.c, line: 4, column: 5}";
        sequence(&[target]).replace("task: {", &format!("task: {{data_model: {model},"))
    };
    let check = |witness: &str, options: &[&str], code: i32| {
        let folder = Folder::with(&[("a.c", program), ("w.yml", witness)]);
        let mut command = folder.faultscope("validate");
        let output = command.args(["w.yml", "a.c"]).args(options).output().expect("it runs");
        assert_eq!(output.status.code(), Some(code), "{}{}", stdout(&output), stderr(&output));
    };
    check(&of("ILP32"), &[], 0);
    check(&of("LP64"), &[], 1);
    check(&of("LP64"), &["-m32"], 0);
}

#[test]
fn a_proof_has_a_correctness_witness() {
    let folder = Folder::with(&[("a.c", SAFE)]);
    let output = checked(&folder, &["a.c", "--witness", "w.yml"]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let text = fs::read_to_string(folder.path("w.yml")).expect("a witness was written");
    assert!(text.contains("entry_type: \"invariant_set\""), "{text}");
    assert_eq!(validated(&folder, "w.yml", "a.c").status.code(), Some(0));
}

/// The invariants of the witness of a program without errors, each with the line of its loop; they are right.
#[track_caller]
fn check_invariants(program: &str, expect: &[(u64, &str)]) {
    let folder = Folder::with(&[("a.c", program)]);
    let output = checked(&folder, &["a.c", "--witness", "w.yml", "--property", "unreach-call"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let text = fs::read_to_string(folder.path("w.yml")).expect("a witness was written");
    let read = faultscope_witness::read(text.as_bytes()).expect("it can be read");
    let faultscope_witness::Content::Correctness(invariants) = &read.witnesses[0].content else {
        panic!("{text}");
    };
    let mut found: Vec<(u64, &str)> =
        invariants.iter().map(|it| (u64::from(it.location.line), it.value.as_str())).collect();
    found.sort_unstable();
    assert_eq!(found, expect);
    let output = validated(&folder, "w.yml", "a.c");
    assert_eq!(output.status.code(), Some(0), "{text}{}{}", stdout(&output), stderr(&output));
}

#[test]
fn loops_have_the_invariants_that_intervals_prove() {
    let in_main = |body: &str| {
        format!(
            "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {{\n{body}  return 0;\n}}\n"
        )
    };
    // Line 5.
    let program =
        in_main("  int i = 0, n = 7;\n  while (i < n)\n    i++;\n  if (i != 7)\n    reach_error();\n");
    check_invariants(&program, &[(5, "0 <= i && i <= 7 && n == 7 && i <= n")]);
    // The variable of a declaration in the loop is known in it, and another one of its name is not meant.
    let program = in_main(
        "  unsigned i = 50;\n  for (int i = 3; i > 0; i--)\n    ;\n  if (i != 50)\n    reach_error();\n",
    );
    check_invariants(&program, &[(5, "0 <= i && i <= 3")]);
    // A loop that ends within, nested ones, and two variables that are in an order.
    let program = in_main(
        "  int a = 0;\n  while (1) {\n    int b = a;\n    while (b < 4)\n      b++;\n    if (a == 4)\n      break;\n    a++;\n  }\n  if (a != 4)\n    reach_error();\n",
    );
    check_invariants(&program, &[(5, "0 <= a && a <= 4"), (7, "0 <= b && b <= 4")]);
    // Every call of the function counts.
    let program = "\
extern void reach_error(void);
static int count(int n) {
  int i = 0;
  while (i < n)
    i++;
  return i;
}
int main(void) {
  if (count(2) > 9 || count(9) > 9)
    reach_error();
  return 0;
}
";
    check_invariants(program, &[(4, "0 <= i && i <= 9 && 2 <= n && n <= 9 && i <= n")]);
    // Of two variables of one name nothing is compared.
    let program = "\
extern void reach_error(void);
int g = 3;
int main(void) {
  for (g = 1; g < 5; g++) {
    int g = 2;
    if (g != 2)
      reach_error();
  }
  return 0;
}
";
    check_invariants(program, &[(4, "1 <= g && g <= 5")]);
    // Nothing is known of `do`.
    let program =
        in_main("  int i = 0;\n  do\n    i++;\n  while (i < 3);\n  if (i != 3)\n    reach_error();\n");
    check_invariants(&program, &[]);
}

#[test]
fn bad_witnesses_are_told() {
    let check = |witness: &str, message: &str| {
        let folder = Folder::with(&[("a.c", LOOP), ("w.yml", witness)]);
        for output in [checked(&folder, &["a.c", "--guide", "w.yml"]), validated(&folder, "w.yml", "a.c")] {
            assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
            assert_eq!(stdout(&output), "");
            assert!(stderr(&output).contains(message), "{}", stderr(&output));
        }
    };
    check("- a: [1, 2\n", "`w.yml` is not a witness: line ");
    check("<graphml><graph></graphml>", "`w.yml` is not a witness: line 1: malformed XML");
    check(
        "- entry_type: ghost_update\n  content: []\n",
        "no entry is a `violation_sequence` or an `invariant_set`",
    );
    check(&sequence(&[&AT_ERROR.replace("13", "1300")]), "this is a witness for another program");
    check(&sequence(&[&AT_ERROR.replace("a.c", "b.c")]), "this is a witness for another program");
    let folder = Folder::with(&[("a.c", LOOP)]);
    let output = checked(&folder, &["a.c", "--guide", "missing.yml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot read `missing.yml`"), "{}", stderr(&output));
}

#[test]
fn unknown_entries_and_other_hashes_are_warnings() {
    let hashes = "task: {input_files: [a.c], input_file_hashes: {a.c: '00ff'}}";
    let witness = sequence(&[AT_WHILE, AT_ERROR]).replace("task: {input_files: [a.c]}", hashes);
    let witness = format!("- entry_type: ghost\n  content: []\n{witness}");
    let folder = Folder::with(&[("a.c", LOOP), ("w.yml", &witness)]);
    let output = checked(&folder, &["a.c", "--guide", "w.yml"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains("was written for another version of `a.c`, with the SHA-256 00ff"), "{text}");
    assert!(text.contains("entries of the type `ghost` are not read"), "{text}");
}

#[test]
fn a_witness_that_cannot_be_written_is_told() {
    let folder = Folder::with(&[("a.c", LOOP)]);
    let output = checked(&folder, &["a.c", "--witness", "no/such/folder/w.yml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot write `no/such/folder/w.yml`"), "{}", stderr(&output));
}

/// Programs of the competition that have errors, beside the project, or where `FAULTSCOPE_SVCOMP` says.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn round_trips_of_the_programs_of_the_competition() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/bench/svcomp41/false");
    let folder = std::env::var_os("FAULTSCOPE_SVCOMP").map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        eprintln!("skipped: the programs of the competition are not there");
        return;
    }
    let mut programs = Vec::new();
    collect(&folder, &mut programs);
    assert!(!programs.is_empty(), "there are no programs");
    for path in programs {
        let own = Folder::with(&[]);
        let name = path.display().to_string();
        let (_, values) = inputs(&own, &[&name, "--witness", "w.yml"]);
        let (outcome, again) = inputs(&own, &[&name, "--guide", "w.yml"]);
        assert_eq!((outcome.as_str(), again), ("confirmed", values), "{name}");
        let output = validated(&own, "w.yml", &name);
        assert_eq!(output.status.code(), Some(0), "{name}: {}{}", stdout(&output), stderr(&output));
    }
}

fn collect(folder: &Path, programs: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
    entries.sort();
    for path in entries {
        match path.extension().and_then(|it| it.to_str()) {
            _ if path.is_dir() => collect(&path, programs),
            Some("c" | "i") => programs.push(path),
            _ => {}
        }
    }
}
