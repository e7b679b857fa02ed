//! The format, on a proof of two steps.

use expect_test::expect;

use faultscope_ir::AssumptionKind;

use super::*;

fn document() -> ProofDocument {
    let mut sources = SourceMap::default();
    let file = sources.add_file("f.c", None);
    let span = |line: u32| Span { file, line, column: 3, end_line: line, end_column: 9 };
    let command = |action, line, text: &str| Command {
        outcome: matches!(action, Action::Assume { .. }).then_some(false),
        action,
        span: span(line),
        text: text.to_owned(),
    };
    let assignment = Action::Assign {
        variable: "|a|".to_owned(),
        indices: vec!["|i|".to_owned()],
        value: "#b01".to_owned(),
    };
    let input = Action::Havoc { variable: "|i|".to_owned(), indices: Vec::new() };
    let condition = Action::Assume { condition: "(= |i| #b01)".to_owned() };
    let automaton = |edges: &[(usize, usize, usize)]| Automaton {
        n_states: 2,
        initials: vec![0],
        finals: vec![1],
        edges: edges.to_vec(),
    };
    let no_predicate = Predicate { formula: "false".to_owned(), text: Some("0".to_owned()), function: None };
    ProofDocument {
        sources,
        claim: Claim::AllErrorsCovered { n_traces: 1 },
        sorts: vec![OpaqueSort { name: "|ref|".to_owned(), elements: vec!["|ref!0|".to_owned()] }],
        variables: vec![Variable {
            name: "|i|".to_owned(),
            sort: "(_ BitVec 2)".to_owned(),
            text: Some("i".to_owned()),
            function: Some("main".to_owned()),
        }],
        assumptions: vec![Assumption {
            kind: AssumptionKind::SignedOverflow,
            subject: None,
            message: "signed arithmetic that overflows wraps around".to_owned(),
            origin: None,
        }],
        axioms: Vec::new(),
        predicates: vec![no_predicate],
        letters: vec![
            vec![command(assignment, 3, "a[i] = 1"), command(input, 4, "i = input()")],
            vec![command(condition, 5, "i == 1")],
        ],
        control_flow: automaton(&[(0, 0, 1), (0, 1, 1)]),
        exits: vec![Exit {
            state: 1,
            kind: ExitKind::Error,
            message: Some("reached".to_owned()),
            span: Some(span(6)),
        }],
        steps: vec![
            Step::FloydHoare { automaton: automaton(&[(0, 1, 1)]), predicates: vec![vec![], vec![0]] },
            Step::Word { word: vec![0] },
        ],
        remaining: Automaton::default(),
    }
}

#[test]
fn a_proof_reads_like_this() {
    expect![[r##"
        {
          "schema": "faultscope-proof/1",
          "claim": "all-errors-covered",
          "traces": 1,
          "sorts": [
            {
              "name": "|ref|",
              "elements": ["|ref!0|"]
            }
          ],
          "variables": [
            {
              "name": "|i|",
              "sort": "(_ BitVec 2)",
              "text": "i",
              "function": "main"
            }
          ],
          "assumptions": [
            {
              "kind": "signed-overflow",
              "subject": null,
              "direction": "narrows",
              "message": "signed arithmetic that overflows wraps around"
            }
          ],
          "axioms": [],
          "predicates": [
            {
              "formula": "false",
              "text": "0",
              "function": null
            }
          ],
          "letters": [
            [
              {"kind": "assign", "variable": "|a|", "indices": ["|i|"], "value": "#b01", "file": "f.c", "line": 3, "column": 3, "text": "a[i] = 1"},
              {"kind": "havoc", "variable": "|i|", "indices": [], "file": "f.c", "line": 4, "column": 3, "text": "i = input()"}
            ],
            [
              {"kind": "assume", "condition": "(= |i| #b01)", "file": "f.c", "line": 5, "column": 3, "text": "i == 1"}
            ]
          ],
          "control_flow": {
            "states": 2,
            "initials": [
              0
            ],
            "finals": [
              1
            ],
            "edges": [
              [0, 0, 1],
              [0, 1, 1]
            ]
          },
          "exits": [
            {
              "state": 1,
              "kind": "error",
              "message": "reached",
              "file": "f.c",
              "line": 6,
              "column": 3
            }
          ],
          "steps": [
            {
              "kind": "floyd-hoare",
              "states": 2,
              "initials": [0],
              "finals": [1],
              "edges": [[0, 1, 1]],
              "predicates": [[], [0]]
            },
            {
              "kind": "word",
              "word": [0]
            }
          ],
          "remaining": {
            "states": 0,
            "initials": [],
            "finals": [],
            "edges": []
          }
        }
    "##]].assert_eq(&render(&document()));
}

#[test]
fn what_is_rendered_is_json() {
    let json: serde_json::Value = serde_json::from_str(&render(&document())).expect("an object");
    assert_eq!(json["schema"], SCHEMA);
    assert_eq!(json["steps"][0]["kind"], "floyd-hoare");
    assert_eq!(json["letters"][0][0]["kind"], "assign");
    let danger = Step::Danger { automaton: Automaton::default(), predicates: Vec::new(), word: vec![1, 0] };
    let partial = ProofDocument { claim: Claim::Partial { n_traces: 1 }, steps: vec![danger], ..document() };
    let json: serde_json::Value = serde_json::from_str(&render(&partial)).expect("an object");
    assert_eq!(json["claim"], "partial");
    assert_eq!(json["steps"][0]["word"], serde_json::json!([1, 0]));
}
