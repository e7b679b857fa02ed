//! Witnesses in the forms that tools write.

use expect_test::{Expect, expect};
use faultscope_witness::{
    Choice, Constraint, Content, Invariant, Kind, Location, Matching, Metadata, Segment, Waypoint, Witness,
    read, write,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn shown(text: &str) -> String {
    let reading = match read(text.as_bytes()) {
        Ok(reading) => reading,
        Err(error) => return format!("error: {error}\n"),
    };
    let mut out = String::new();
    for warning in &reading.warnings {
        out += &format!("warning: {warning}\n");
    }
    for witness in &reading.witnesses {
        let Metadata { format, producer, hashes, specification, data_model, .. } = &witness.metadata;
        out += &format!("{format:?} {producer:?} {hashes:?} {specification:?} {data_model:?}\n");
        match &witness.content {
            Content::Violation { segments, matching, .. } => {
                out += &format!("{matching:?}\n");
                for segment in segments {
                    let avoids = segment.avoids.iter().map(|it| ("avoid", it));
                    for (action, it) in avoids.chain([("follow", &segment.follow)]) {
                        let place = place(&it.location);
                        out += &format!(
                            "{}: {action} {} {place} {:?}\n",
                            it.line,
                            it.kind.name(),
                            it.constraint
                        );
                    }
                }
            }
            Content::Correctness(invariants) => {
                for it in invariants {
                    let loops = if it.is_of_loop { "loop" } else { "place" };
                    out += &format!("{}: {loops} {} {}\n", it.line, place(&it.location), it.value);
                }
            }
        }
    }
    out
}

fn place(location: &Location) -> String {
    let column = location.column.map_or("?".to_owned(), |it| it.to_string());
    let function = location.function.as_deref().unwrap_or("?");
    format!("{}:{}:{column} in {function}", location.base_name(), location.line)
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&shown(text));
}

/// Flow style and block style, as one may write it by hand.
const PLAIN: &str = r#"- entry_type: "violation_sequence"
  metadata:
    format_version: "2.0"
    uuid: "4412af70-389a-475e-849c-e57e5b92019e"
    creation_time: "2026-01-21T20:00:00Z"
    producer: {name: "Somebody", version: "1"}
    task:
      input_files: ["dir/a.c"]
      input_file_hashes: {"dir/a.c": "00ff"}
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "ILP32"
      language: "C"
  content:
    - segment: [{waypoint: {type: "function_return", action: "follow",
        location: {file_name: "a.c", line: 5, column: 33},
        constraint: {value: "\\result == -3", format: "acsl_expression"}}}]
    - segment:
      - waypoint: {type: "branching", action: "avoid", location: {file_name: "a.c", line: 9}, constraint: {value: false}}
      - waypoint: {type: "branching", action: "follow", location: {file_name: "a.c", line: 6, column: 3}, constraint: {value: "true"}}
    - segment: [{waypoint: {type: "target", action: "follow", location: {file_name: "a.c", line: 7, column: 5}}}]
"#;

#[test]
fn segments_are_read_in_order() {
    check(
        PLAIN,
        expect![[r#"
            Some("2.0") Some("Somebody") [("dir/a.c", "00ff")] Some("CHECK( init(main()), LTL(G ! call(reach_error())) )") Some("ILP32")
            First
            14: follow function_return a.c:5:33 in ? Expression("\\result == -3")
            18: avoid branching a.c:9:? in ? Choice(Condition(false))
            19: follow branching a.c:6:3 in ? Choice(Condition(true))
            20: follow target a.c:7:5 in ? None
        "#]],
    );
}

#[test]
fn long_keys_hashes_in_locations_and_missing_constraints_are_read() {
    // The style of Ultimate.
    check(
        "- entry_type: violation_sequence\n  metadata:\n    format_version: '2.1'\n    task:\n      input_file_hashes:\n        ? /a/very/long/path/of/a/program/that/some/writers/put/on/a/line/of/its/own/because/it/is/long.c\n        : abcdef\n  content:\n  - segment:\n    - waypoint:\n        type: function_return\n        action: follow\n        location:\n          file_name: long.c\n          file_hash: abcdef\n          line: 3\n          column: 9\n          function: main\n  - segment:\n    - waypoint:\n        type: branching\n        action: follow\n        location: {file_name: long.c, line: 4}\n  - segment:\n    - waypoint:\n        type: assumption\n        action: cycle\n        location: {file_name: long.c, line: 4}\n  - segment:\n    - waypoint:\n        type: branching\n        action: follow\n        constraint: {value: default}\n        location: {file_name: long.c, line: 5}\n",
        expect![[r#"
            warning: line 25: waypoints with the action `cycle` are not read
            warning: line 24: a segment without a waypoint to follow is left out
            Some("2.1") None [("/a/very/long/path/of/a/program/that/some/writers/put/on/a/line/of/its/own/because/it/is/long.c", "abcdef")] None None
            First
            10: follow function_return long.c:3:9 in main None
            20: follow branching long.c:4:? in ? None
            30: follow branching long.c:5:? in ? Choice(Default)
        "#]],
    );
}

#[test]
fn invariants_are_read() {
    check(
        "- entry_type: invariant_set\n  metadata: {format_version: '2.0'}\n  content:\n  - invariant:\n      type: loop_invariant\n      location: {file_name: a.c, line: 3, column: 3, function: main}\n      value: x >= 0 && y == 1\n      format: c_expression\n  - invariant:\n      type: location_invariant\n      location: {file_name: a.c, line: 9}\n      value: \"1\"\n  - invariant: {type: transition_invariant, location: {file_name: a.c, line: 9}, value: '1'}\n- entry_type: ghost\n  content: []\n",
        expect![[r#"
            warning: line 13: invariants of the type `transition_invariant` are not read
            warning: line 14: entries of the type `ghost` are not read
            Some("2.0") None [] None None
            4: loop a.c:3:3 in main x >= 0 && y == 1
            9: place a.c:9:? in ? 1
        "#]],
    );
    check(
        "- entry_type: invariant_set\n  content: []\n",
        expect![[r#"
        None None [] None None
    "#]],
    );
}

#[test]
fn mistakes_are_told_with_their_lines() {
    check(
        "",
        expect![[r#"
        error: line 1: the file is empty
    "#]],
    );
    check(
        "hello",
        expect![[r#"
        error: line 1: a list of entries is expected
    "#]],
    );
    check(
        "- a: [1, 2\n- b",
        expect![[r#"
        error: line 3: malformed YAML: while parsing a flow sequence, expected ',' or ']'
    "#]],
    );
    check(
        "- entry_type: nothing\n",
        expect![[r#"
        error: line 1: no entry is a `violation_sequence` or an `invariant_set`
    "#]],
    );
    check(
        "- content: []\n",
        expect![[r#"
        error: line 1: an entry without `entry_type`
    "#]],
    );
    check(
        "- entry_type: violation_sequence\n  content: 3\n",
        expect![[r#"
        error: line 2: `content` is a list of segments
    "#]],
    );
    check(
        "- entry_type: violation_sequence\n  content:\n  - segment:\n    - waypoint:\n        type: target\n",
        expect![[r#"
        error: line 4: a location without a line
    "#]],
    );
    check(
        "<graphml><graph>",
        expect![[r#"
        error: line 1: malformed XML: the root node was opened but never closed
    "#]],
    );
    check(
        "<html/>",
        expect![[r#"
        error: line 1: `<html>` is not a witness; `<graphml>` is
    "#]],
    );
    check(
        "<graphml/>",
        expect![[r#"
        error: line 1: there is no `<graph>`
    "#]],
    );
    check(
        "<graphml><graph><node id='a'/></graph></graphml>",
        expect![[r#"
        error: line 1: no node is the entry
    "#]],
    );
    check(
        "<graphml><graph><node id='a'><data key='entry'>true</data></node>\n<node id='b'><data key='violation'>true</data></node></graph></graphml>",
        expect![[r#"
        error: line 1: no path leads from the entry to a violation
    "#]],
    );
    let deep = format!("- {}", "[".repeat(100_000));
    assert!(read(deep.as_bytes()).is_err());
    let deep = "- ".repeat(100_000);
    assert!(read(deep.as_bytes()).is_err());
    assert_eq!(read(b"- a: b\n- \xff").map_err(|it| it.line), Err(2));
}

/// The style of CPAchecker: a sink, several edges from a node, offsets, keys by their identifiers.
const AUTOMATON: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <key attr.name="originFileName" attr.type="string" for="edge" id="originfile"><default>./dir/a.c</default></key>
 <key attr.name="isViolationNode" attr.type="boolean" for="node" id="violation"><default>false</default></key>
 <key attr.name="returnFromFunction" attr.type="string" for="edge" id="returnFrom"/>
 <graph edgedefault="directed">
  <data key="witness-type">violation_witness</data>
  <data key="sourcecodelang">C</data>
  <data key="producer">CPAchecker 2.3</data>
  <data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>
  <data key="programfile">./dir/a.c</data>
  <data key="programhash">abcd</data>
  <data key="architecture">32bit</data>
  <node id="A0"><data key="entry">true</data></node>
  <node id="sink"><data key="sink">true</data></node>
  <node id="A1"/>
  <node id="A2"/>
  <node id="A3"><data key="violation">true</data></node>
  <edge source="A0" target="sink"><data key="startline">6</data><data key="control">condition-true</data></edge>
  <edge source="A0" target="A1"><data key="startline">5</data><data key="enterFunction">main</data></edge>
  <edge source="A1" target="A1"><data key="startline">5</data></edge>
  <edge source="A1" target="A2"><data key="startline">6</data><data key="endline">6</data><data key="startoffset">70</data>
   <data key="assumption">x == (-3);</data><data key="assumption.scope">main</data></edge>
  <edge source="A2" target="A3"><data key="startline">7</data><data key="control">condition-false</data></edge>
 </graph>
</graphml>
"#;

#[test]
fn automata_are_walked_from_the_entry_to_the_violation() {
    check(
        AUTOMATON,
        expect![[r#"
        Some("1.0") Some("CPAchecker 2.3") [("./dir/a.c", "abcd")] Some("CHECK( init(main()), LTL(G ! call(reach_error())) )") Some("ILP32")
        Any
        22: follow assumption a.c:6:? in main Expression("x == (-3);")
        24: follow branching a.c:7:? in ? Choice(Condition(false))
        24: follow target a.c:7:? in ? None
    "#]],
    );
}

#[test]
fn what_is_written_is_read_back() {
    let location = |line, column| Location { file: "dir/a \"b\".c".to_owned(), line, column, function: None };
    let waypoint =
        |kind, line, constraint| Waypoint { kind, location: location(line, Some(3)), constraint, line: 0 };
    let segments = vec![
        Segment {
            avoids: vec![waypoint(Kind::Assumption, 2, Constraint::Expression("x < 3".to_owned()))],
            follow: waypoint(Kind::FunctionReturn, 3, Constraint::Expression("\\result == -5".to_owned())),
        },
        Segment {
            avoids: vec![],
            follow: waypoint(Kind::Branching, 4, Constraint::Choice(Choice::Condition(false))),
        },
        Segment {
            avoids: vec![],
            follow: waypoint(Kind::Branching, 5, Constraint::Choice(Choice::Case(-7))),
        },
        Segment { avoids: vec![], follow: waypoint(Kind::Branching, 5, Constraint::Choice(Choice::Default)) },
        Segment { avoids: vec![], follow: waypoint(Kind::Target, 6, Constraint::None) },
    ];
    let metadata = Metadata {
        format: Some("2.0".to_owned()),
        identifier: Some("u".to_owned()),
        created: Some("2026-01-01T00:00:00Z".to_owned()),
        producer: Some("p".to_owned()),
        producer_version: Some("1".to_owned()),
        files: vec!["a.c".to_owned()],
        hashes: vec![("a.c".to_owned(), "00".to_owned())],
        specification: Some("CHECK( … )".to_owned()),
        data_model: Some("LP64".to_owned()),
    };
    let invariant =
        Invariant { is_of_loop: true, location: location(3, None), value: "x\t> '\\n'".to_owned(), line: 0 };
    let contents = [
        Content::Violation { segments, matching: Matching::First, lines: Vec::new() },
        Content::Correctness(vec![invariant]),
        Content::Correctness(Vec::new()),
    ];
    for content in contents {
        let witness = Witness { metadata: metadata.clone(), content, n_left_out: 0 };
        let text = write(&witness);
        let mut read = read(text.as_bytes()).expect("it is a witness");
        assert_eq!(read.warnings, []);
        let mut own = read.witnesses.remove(0);
        // Which line of the text says it is no part of what is said.
        match &mut own.content {
            Content::Violation { segments, .. } => segments.iter_mut().for_each(|it| {
                it.follow.line = 0;
                it.avoids.iter_mut().for_each(|it| it.line = 0);
            }),
            Content::Correctness(invariants) => invariants.iter_mut().for_each(|it| it.line = 0),
        }
        assert_eq!(own, witness);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn any_yaml_is_read_or_refused(pieces in prop::collection::vec(prop::sample::select(vec![
        "- ", "entry_type: ", "violation_sequence", "invariant_set", "\n", "  ", "content:", "segment:", "waypoint:", "type: target",
        "location:", "line: 3", "line: -1", "line: 99999999999", "[", "]", "{", "}", ", ", "? ", ": ", "&a ", "*a", "<<: ", "!!str ", "\"", "'",
        "|\n", "#", "---\n", "...\n", "\t", "é", "\u{0}", "value: true", "null", "~", "%YAML 9\n",
    ]), 0..30)) {
        let _ = read(pieces.concat().as_bytes());
    }

    #[test]
    fn any_part_of_a_witness_is_read_or_refused(from in 0usize..1400, length in 0usize..40, with in "[ -~\n]{0,6}") {
        for whole in [PLAIN, AUTOMATON] {
            let from = from.min(whole.len());
            let to = (from + length).min(whole.len());
            let text = [&whole.as_bytes()[..from], with.as_bytes(), &whole.as_bytes()[to..]].concat();
            let _ = read(&text);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_strings_are_written_so_that_they_are_read_back(text in "\\PC{1,20}") {
        let witness = Witness {
            n_left_out: 0,
            metadata: Metadata { producer: Some(text.clone()), ..Metadata::default() },
            content: Content::Correctness(Vec::new()),
        };
        let read = read(write(&witness).as_bytes()).expect("it is a witness");
        prop_assert_eq!(read.witnesses[0].metadata.producer.as_deref(), Some(text.as_str()));
    }
}
