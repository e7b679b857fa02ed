use expect_test::{Expect, expect};

use super::*;
use crate::{Check, CheckStatus, Coverage, Finding, Property, Strength, fixtures};

const OPTIONS: Options = Options { details: true, ..Options::first_screen(Style::PLAIN) };

#[track_caller]
fn check(report: &Report, options: Options, expect: Expect) {
    expect.assert_eq(&render(report, &options));
}

#[test]
fn an_error_is_told_from_what_is_wrong_to_how_it_came() {
    check(
        &fixtures::erroneous(),
        OPTIONS,
        expect![[r#"
            error: assertion failed: `result < 10`
              --> clamp.c:14:12
               |
            14 |     assert(result < 10);
               |            ^^^^^^^^^^^

            Inputs that trigger it
              line 11  level = 11  read_level()

            Where to fix it (on this path; most likely first)

            1: return a value such that `clamp < 10`, for example `9`
             --> clamp.c:6:9
              |
            6 |         return 10;
              |         ^^^^^^^^^^ value 10
              |
              = helps: one value avoids the error for all inputs
              = why:   with `9`, `result < 10` on line 14 holds
              = tried: with `9`, the program runs to its end without an error
              = where: in `clamp`, called from `main` (line 13)

            Less likely (--all-findings shows more)
              2: line 4  limit = 10  assign a value such that `limit >= level`, for example `11`

            Inputs that matter (values from outside, not lines to fix)
              line 11  level  another value avoids the error: `level < 10`

            How it got there (6 of 7 steps; --full-trace shows all)
                  main
              11    read_level()     level = 11        [3]
              13    level            level = 11
                    clamp
               4      limit = 10     limit = 10        [2]
               5      level > limit  true
               6      return 10;     returns 10        [1]
                  back in main
              14    result < 10      fails here

            Assumptions
              - `read_level` has no body; it can return any value (line 1)

            Search limits hit: MAX_TRIES (40)

            7 steps in the trace, 6 of them assign, 3 matter.
        "#]],
    );
}

fn checks(report: &Report, options: Options) -> Option<String> {
    let text = render(report, &options);
    let is_about_checks =
        |it: &&str| it.split(' ').nth(1).is_some_and(|word| word == "check:" || word == "checks:");
    text.split("\n\n").find(is_about_checks).map(|it| it.trim_end().to_owned() + "\n")
}

#[test]
fn several_checks_are_listed_one_only_on_request() {
    let text = checks(&fixtures::several_checks(), OPTIONS).unwrap();
    expect![[r#"
        4 checks: 1 failed, 1 not decided, 1 proved, 1 not reached (--all-checks lists them)
          failed       line 14  result < 10 (bounded model checking)
    "#]]
    .assert_eq(&text);
    assert_eq!(checks(&fixtures::erroneous(), OPTIONS), None);
    let text = checks(&fixtures::erroneous(), Options { all_checks: true, ..OPTIONS }).unwrap();
    expect![[r#"
        1 check: 1 failed
          failed       line 14  result < 10 (bounded model checking)
    "#]]
    .assert_eq(&text);
}

/// What is said of the errors beside the first one.
fn others(report: &Report, options: Options) -> String {
    let text = render(report, &options);
    let section = text.split("\n\n").find(|it| it.starts_with("Other errors"));
    section.map(|it| it.trim_end().to_owned() + "\n").unwrap_or_default()
}

#[test]
fn another_error_has_its_own_places() {
    let report = fixtures::other_errors();
    expect![[r#"
        Other errors in this program
          line 7  `return level;` goes wrong
              most likely line 4: `limit = 10`; assign `11`; every value tried made it fail elsewhere
              or line 6 `return 10;`
              --check overflow:clamp.c:7 shows it
          line 7  `level` goes wrong
              --check shift:clamp.c:7 shows it
    "#]]
    .assert_eq(&others(&report, Options { details: false, ..OPTIONS }));
    expect![[r#"
        Other errors in this program
          line 7  `return level;` goes wrong
              most likely line 4: `limit = 10`; assign `11`; every value tried made it fail elsewhere
              or line 6: `return 10;`; return `9` or `0`; avoids it for all inputs
              --check overflow:clamp.c:7 shows it
          line 7  `level` goes wrong
              --check shift:clamp.c:7 shows it
    "#]]
    .assert_eq(&others(&report, OPTIONS));
    assert_eq!(others(&fixtures::erroneous(), OPTIONS), "");
}

#[test]
fn a_screen_without_room_leaves_out_places_before_errors() {
    let mut report = fixtures::other_errors();
    let first = report.traces[0].inputs[0].clone();
    let mut seen = Vec::new();
    for round in 0..16 {
        let text = render(&report, &Options { details: false, ..OPTIONS });
        assert!(text.lines().count() <= MAX_LINES);
        seen.push((text.contains("Other errors"), text.contains("most likely line")));
        // One line more each time.
        match round % 2 {
            0 => report.traces[0].inputs.push(first.clone()),
            _ => report.warnings.push(Note::new("a warning")),
        }
    }
    seen.dedup();
    assert_eq!(seen[..2], [(true, true), (true, false)], "{seen:?}");
}

#[test]
fn of_many_checks_those_are_listed_that_are_violated() {
    let mut report = fixtures::several_checks();
    report.checks = report.checks.iter().cycle().take(4 * 11).cloned().collect();
    let text = checks(&report, OPTIONS).unwrap();
    expect![[r#"
        44 checks: 11 failed, 11 not decided, 11 proved, 11 not reached (--all-checks lists them)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          failed       line 14  result < 10 (bounded model checking)
          ... 1 more
    "#]]
    .assert_eq(&text);
    let text = checks(&report, Options { all_checks: true, ..OPTIONS }).unwrap();
    assert_eq!(text.lines().count(), 1 + 4 * 11);
}

#[test]
fn checks_of_several_properties_are_counted_by_property() {
    let mut report = fixtures::several_checks();
    let proved = |property| Check { property, ..report.checks[1].clone() };
    let more = [Property::Overflow, Property::OutOfBounds, Property::Overflow].map(proved);
    report.checks[3].property = Property::DivisionByZero;
    report.checks.extend(more);
    let text = checks(&report, OPTIONS).unwrap();
    expect![[r#"
        7 checks: 1 failed, 1 not decided, 4 proved, 1 not reached (--all-checks lists them)
          failed       line 14  result < 10 (division-by-zero, bounded model checking)
          not decided  1 assertions
          proved       1 assertions, 1 out-of-bounds, 2 overflow
          not reached  1 assertions
    "#]]
    .assert_eq(&text);
    let text = checks(&report, Options { all_checks: true, ..OPTIONS }).unwrap();
    expect![[r#"
        7 checks: 1 failed, 1 not decided, 4 proved, 1 not reached
          failed       line 14  result < 10 (division-by-zero, bounded model checking)
          not decided  line 13  result (assertions)
          proved       line 12  spare (assertions, abstract interpretation)
          proved       line 12  spare (overflow, abstract interpretation)
          proved       line 12  spare (out-of-bounds, abstract interpretation)
          proved       line 12  spare (overflow, abstract interpretation)
          not reached  line 11  level (assertions, control flow)
    "#]]
    .assert_eq(&text);
}

#[test]
fn what_was_not_asked_about_is_not_spoken_of() {
    let mut report = fixtures::several();
    report.coverage = Some(Coverage::All);
    report.checks = fixtures::several_checks().checks;
    assert!(render(&report, &OPTIONS).contains("(all error traces)"));
    report.checks[0].status = CheckStatus::NotAsked;
    let text = render(&report, &OPTIONS);
    assert!(text.contains("(all of what was asked about)"), "{text}");
    assert!(!text.contains("all error traces"), "{text}");
    assert!(text.contains("1 not asked"), "{text}");
}

#[test]
fn other_techniques_are_compared_by_source_line() {
    let text = render(&fixtures::compared(), &OPTIONS);
    let section = text.split("\n\n").find(|it| it.starts_with("Other techniques")).unwrap();
    expect![[r#"
        Other techniques (ranks on the first error trace, by source line)
          A: relevance
          B: max-sat (there may be more)
          C: backward-slice
          D: ped
                                                             A   B   C   D
          line 4  limit = 10                                 2   -   -   2
          line 5  level > limit                              -   -   2   1
          line 6  return 10;                                 1   1   1   3
          The first solutions of ped
            1: line 5 level > limit: `>=` for `>`; the execution goes another way at line 5
            2: line 4 limit = 10: another value, and line 6 return 10;: another value; the check holds; one proved check constrains it
          Proofs of checks rest on
            line 4 limit = 10: result < 10 (assertions, line 14)"#]]
    .assert_eq(section);
}

#[test]
fn several_errors_are_told_by_what_they_have_in_common() {
    check(
        &fixtures::several(),
        OPTIONS,
        expect![[r#"
            error: assertion failed: `result < 10`
              --> clamp.c:14:12
               |
            14 |     assert(result < 10);
               |            ^^^^^^^^^^^

            3 error traces (not all error traces: the time limit was reached; give it more time with `--timeout SECONDS`)
              They differ in the error or in the statements that matter.
              trace 1: 7 steps to line 14, with level = 11
                like it: 9 steps, with level = 12
              trace 2: 6 steps to line 14, with level = 13

            Where to fix it (on these paths; most likely first)

            1: return `9`
             --> clamp.c:6:9
              |
            6 |         return 10;
              |         ^^^^^^^^^^ value 10
              |
              = helps: one value avoids the error on all 3 error traces, for all inputs
              = why:   with `9`, `result < 10` on line 14 holds
              = tried: with `9`, the program runs to its end without an error
              = where: in `clamp`, called from `main` (line 13)

            Less likely (--all-findings shows more)
              2: line 4  limit = 10  on 2 of 3 error traces: assign a value such that `limit >= level`, for e...

            Inputs that matter (values from outside, not lines to fix)
              line 11  level  another value avoids the error on all 3 error traces, but none avoids all

            Trace 1 is triggered by these inputs
              line 11  level = 11  read_level()

            How trace 1 got there (6 of 7 steps; --full-trace shows all)
                  main
              11    read_level()     level = 11        [3]
              13    level            level = 11
                    clamp
               4      limit = 10     limit = 10        [2]
               5      level > limit  true
               6      return 10;     returns 10        [1]
                  back in main
              14    result < 10      fails here

            Trace 2 is triggered by these inputs
              line 11  level = 13  read_level()

            How trace 2 got there (6 steps)
                  main
              11    read_level()     level = 11        [3]
              13    level            level = 11
                    clamp
               4      limit = 10     limit = 10
               5      level > limit  true
               6      return 10;     returns 10        [1]
                  back in main
              14    result < 10      fails here

            Assumptions
              - `read_level` has no body; it can return any value (line 1)

            Search limits hit: MAX_TRIES (40)

            7 steps in the traces, 6 of them assign, 3 matter.
        "#]],
    );
}

#[test]
fn the_statistics_say_who_answered_and_what_trace_abstraction_did() {
    let text = render(&fixtures::erroneous(), &Options { statistics: true, ..OPTIONS });
    let (_, statistics) = text.split_once("3 matter.\n").expect("the figures come last");
    expect![[r#"
        Front end 0.000 s; search 0.000 s, 2 queries; localization 0.000 s, 5 queries; all 0.000 s.
        Answered by bounded model checking.
        Trace abstraction: 3 paths, 0 infeasible, 0.000 s; Floyd-Hoare automata 0.000 s; 0 danger automata, 0 cut short, 0.500 s; 0 locations, at most 0 states.
    "#]].assert_eq(statistics);
}

/// Before anything is known of the statements nothing is said of what the traces have in common.
#[test]
fn traces_that_were_not_compared_are_only_listed() {
    let report = Report { is_localized: false, findings: Vec::new(), ..fixtures::several() };
    let text = render(&report, &OPTIONS);
    let (_, list) = text.split_once("--timeout SECONDS`)\n").expect("a list");
    assert!(list.starts_with("  trace 1: 7 steps"), "{text}");
}

#[test]
fn all_error_traces_are_said_to_be_all() {
    let mut report = fixtures::erroneous();
    report.coverage = Some(Coverage::All);
    let text = render(&report, &OPTIONS);
    assert!(text.contains("1 error trace (all error traces)\n\n"), "{text}");
}

#[test]
fn no_error() {
    check(
        &fixtures::safe(),
        OPTIONS,
        expect![[r#"
            no error found on any execution (assuming that functions without a body return any value (read_level))

            Assumptions
              - `read_level` has no body; it can return any value (clamp.c:1)
        "#]],
    );
}

#[test]
fn what_was_found_until_the_limit() {
    check(
        &fixtures::undecided(),
        OPTIONS,
        expect![[r#"
            warning: not decided: the time limit was reached; there is no error within 8 iterations of every loop
            help: give it more time with `--timeout SECONDS`
        "#]],
    );
}

#[test]
fn a_construct_that_is_not_supported_is_shown_in_its_place() {
    check(
        &fixtures::unsupported(),
        OPTIONS,
        expect![[r#"
        warning: not decided: this cannot be translated: inline assembly
         --> clamp.c:6:9
          |
        6 |         return 10;
          |         ^^^^^^^^^^
    "#]],
    );
}

#[test]
fn statements_that_only_matter_elsewhere_are_shown_on_request() {
    let mut report = fixtures::erroneous();
    report.findings.truncate(1);
    report.findings[0].strength = Strength::TraceAberrant;
    assert!(!render(&report, &OPTIONS).contains("return 10;\n"));
    assert!(render(&report, &OPTIONS).contains("No single statement"));
    let aberrant = render(&report, &Options { show_aberrant: true, ..OPTIONS });
    assert!(aberrant.contains("matters only in executions"), "{aberrant}");
}

#[test]
fn the_full_trace_has_every_step() {
    let full = render(&fixtures::erroneous(), &Options { full_trace: true, ..OPTIONS });
    assert!(full.contains("spare is uninitialized"), "{full}");
}

#[test]
fn colours_add_nothing_but_escape_codes() {
    let colored = Options { style: Style { color: true, ..Style::PLAIN }, ..OPTIONS };
    for report in [fixtures::erroneous(), fixtures::safe(), fixtures::undecided()] {
        let text = render(&report, &colored);
        let mut plain = String::new();
        for (idx, part) in text.split('\u{1b}').enumerate() {
            plain += if idx == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) };
        }
        assert_eq!(plain, render(&report, &OPTIONS));
        assert_ne!(plain, text);
    }
}

#[test]
fn no_line_of_ours_is_wider_than_the_terminal() {
    let mut report = fixtures::erroneous();
    for step in &mut report.traces[0].steps {
        step.text = step.text.repeat(20).into();
        step.value = step.value.as_ref().map(|value| value.repeat(40));
    }
    report.traces[0].inputs[0].value = "7".repeat(300);
    let narrow = Options { style: Style { width: 60, ..Style::PLAIN }, full_trace: true, ..OPTIONS };
    let text = render(&report, &narrow);
    let trace = &text[text.find("How it got there").expect("a trace")..];
    let trace = &trace[..trace.find("Assumptions").expect("assumptions")];
    let widest = trace.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(70), "{widest:?} columns\n{trace}");
}

/// What is said of the object that the error is about, where nothing is known of what has happened to it.
#[track_caller]
fn check_object(change: impl Fn(&mut crate::Object), expected: &str) {
    let mut report = fixtures::about_memory();
    for object in report.traces.iter_mut().filter_map(|trace| trace.error.object.as_mut()) {
        object.story.clear();
        change(object);
    }
    let text = render(&report, &OPTIONS);
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("= "));
    assert_eq!(line, Some(expected), "{text}");
}

#[test]
fn the_object_of_an_error() {
    use crate::ObjectEnd;
    use faultscope_ir::{ObjectKind, Usage};
    let freed = "4 bytes from `read_level()`, line 11, freed by `clamp(level)`, line 13";
    check_object(|_| {}, &format!("{freed}; writes byte 5"));
    check_object(
        |it| (it.usage, it.offset, it.n_bytes) = (Usage::Read, 0, 4),
        &format!("{freed}; reads bytes 1 to 4"),
    );
    check_object(|it| (it.usage, it.offset, it.n_bytes) = (Usage::Free, 0, 0), freed);
    check_object(
        |it| (it.usage, it.offset, it.n_bytes) = (Usage::Free, 1, 0),
        &format!("{freed}; points to byte 2"),
    );
    let named = |kind, name: &'static str, end: Option<ObjectEnd>| {
        move |it: &mut crate::Object| {
            (it.kind, it.end, it.offset) = (kind, end.clone(), -1);
            it.name = name.to_owned();
        }
    };
    check_object(
        named(ObjectKind::Variable, "x", Some(ObjectEnd::Scope)),
        "`x`, 4 bytes, line 11, whose scope has ended; writes 1 byte before it",
    );
    check_object(
        named(ObjectKind::Literal, "\"abc\"", None),
        "the string literal `\"abc\"`, 4 bytes, line 11; writes 1 byte before it",
    );
    check_object(
        named(ObjectKind::Constant, "c", None),
        "the constant `c`, 4 bytes, line 11; writes 1 byte before it",
    );
}

#[test]
fn the_object_of_an_error_stands_below_its_step() {
    let text = render(&fixtures::about_memory(), &OPTIONS);
    let (_, steps) = text.split_once("How it got there").expect("a trace");
    assert!(steps.contains("fails here\n        4 bytes from `read_level()`, line 11, freed by"), "{steps}");
}

#[test]
fn the_story_of_an_object_takes_a_line_for_each_event() {
    let text = render(&fixtures::about_memory(), &OPTIONS);
    let story: Vec<&str> =
        text.lines().filter_map(|line| line.trim_start().strip_prefix("= ")).take(3).collect();
    let expected = [
        "allocated at line 11 in `main`: 4 bytes from `read_level()`",
        "freed at line 13 in `clamp`, called from `main` (line 13): `clamp(level)`",
        "used at line 13 in `main`: `clamp(level)`; writes byte 5",
    ];
    assert_eq!(story, expected, "{text}");
}

const SCREEN: Options = Options { details: false, ..OPTIONS };

#[test]
fn the_first_screen_says_what_a_person_needs() {
    check(
        &fixtures::erroneous(),
        SCREEN,
        expect![[r#"
            error: assertion failed: `result < 10`
              --> clamp.c:14:12
               |
            14 |     assert(result < 10);
               |            ^^^^^^^^^^^

            Inputs that trigger it
              line 11  level = 11  read_level()

            Statements that affect the failure (most likely first)
              1: line 6  return 10;  (value 10)
                 return a value such that `clamp < 10`, for example `9`; avoids it for all inputs; then line 14
                 holds
              2: line 4  limit = 10  (limit = 10)
                 assign a value such that `limit >= level`, for example `11`; every value tried made it fail
                 elsewhere; then the test `level > limit` on line 5 fails

            How it got there (6 of 7 steps)
                  main
              11    read_level()     level = 11        [3]
              13    level            level = 11
                    clamp
               4      limit = 10     limit = 10        [2]
               5      level > limit  true
               6      return 10;     returns 10        [1]
                  back in main
              14    result < 10      fails here

            Assumptions: functions without a body return any value (read_level)
            Search limits hit: 1 (--details names them)
            --details shows 1 more step
        "#]],
    );
}

#[test]
fn the_first_screen_is_about_the_first_trace_and_names_the_others() {
    check(
        &fixtures::several(),
        SCREEN,
        expect![[r#"
            error: assertion failed: `result < 10`
              --> clamp.c:14:12
               |
            14 |     assert(result < 10);
               |            ^^^^^^^^^^^

            3 error traces (not all error traces: the time limit was reached; give it more time with `--timeout
            SECONDS`)
              trace 2: 6 steps to line 14, with level = 13

            Trace 1 is triggered by these inputs
              line 11  level = 11  read_level()

            Statements that affect the failure (most likely first)
              1: line 6  return 10;  (value 10)
                 return `9`; on all 3 error traces; avoids it for all inputs; then line 14 holds
              2: line 4  limit = 10  (limit = 10)
                 assign a value such that `limit >= level`, for example `11`; on 2 of 3 error traces; every
                 value tried made it fail elsewhere; then the test `level > limit` on line 5 fails

            How trace 1 got there (6 of 7 steps)
                  main
              11    read_level()     level = 11        [3]
              13    level            level = 11
                    clamp
               4      limit = 10     limit = 10        [2]
               5      level > limit  true
               6      return 10;     returns 10        [1]
                  back in main
              14    result < 10      fails here

            Assumptions: functions without a body return any value (read_level)
            Search limits hit: 1 (--details names them)
            --details shows 7 more steps
        "#]],
    );
}

#[test]
fn what_a_check_knows_early_ends_with_what_is_being_done() {
    let report = fixtures::erroneous();
    let screen = render(&report, &SCREEN);
    let (shown, last) = screen.trim_end().rsplit_once('\n').expect("lines");
    assert_eq!(last, "--details shows 1 more step");
    let early = early(&report, &SCREEN, "looking for patches");
    assert_eq!(early, format!("{shown}\n... looking for patches\n"));
}

/// Reports with more of everything than there is room for.
fn crowded() -> Vec<Report> {
    let mut reports = vec![
        fixtures::safe(),
        fixtures::undecided(),
        fixtures::unsupported(),
        fixtures::erroneous(),
        fixtures::several(),
        fixtures::several_checks(),
        fixtures::compared(),
        fixtures::about_memory(),
    ];
    for base in [fixtures::several(), fixtures::about_memory()] {
        let mut many = base.clone();
        let trace = many.traces[0].clone();
        many.traces = vec![trace; 30];
        for trace in &mut many.traces {
            trace.steps = trace.steps.iter().cycle().take(500).cloned().collect();
            trace.inputs = trace.inputs.iter().cycle().take(90).cloned().collect();
            trace.error.message = "a long word ".repeat(30);
            trace.error.calls = vec![many.findings[0].calls[0].clone(); 20];
            trace.replayed = false;
        }
        for finding in &mut many.findings {
            finding.text = "x + ".repeat(60);
            finding.condition = Some("x < 1 || ".repeat(10));
            finding.in_program = Some(crate::InProgram::NotDecided("no time".to_owned()));
        }
        let finding = many.findings[0].clone();
        many.findings = (1..=20).map(|rank| Finding { rank, ..finding.clone() }).collect();
        let warning = Note { message: "mind that ".repeat(30), span: None, hint: None };
        many.warnings = vec![warning.clone(); 10];
        many.assumptions = many.assumptions.iter().cycle().take(50).cloned().collect();
        reports.push(many.clone());
        many.verdict = Verdict::Unknown;
        many.reason = Some(Note { hint: Some("try this ".repeat(20)), ..warning });
        reports.push(many);
    }
    reports
}

#[test]
fn the_first_screen_has_at_most_so_many_lines() {
    for report in crowded() {
        for (width, color) in [(60, false), (80, true), (100, false), (120, true)] {
            let options = Options { style: Style { width, color }, ..SCREEN };
            for text in [
                render(&Report { techniques: Vec::new(), ..report.clone() }, &options),
                early(&report, &options, "going on"),
            ] {
                let n_lines = text.lines().count();
                assert!(n_lines <= MAX_LINES, "{n_lines} lines\n{text}");
                let visible = |line: &str| words::cut(line, width) == line;
                assert!(text.lines().all(visible), "too wide\n{text}");
            }
        }
    }
}

#[test]
fn another_error_is_told_only_where_no_value_is_proved_to_lead_to_none() {
    let with = |in_program, is_error| {
        let mut report = fixtures::about_memory();
        let finding = &mut report.findings[0];
        let influence = finding.influence.as_mut().expect("the fixture says what changes");
        (influence.is_asked, influence.is_error) = (true, is_error);
        finding.in_program = in_program;
        let text = render(&report, &SCREEN);
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").contains("fails for another reason")
    };
    let proved = Some(crate::InProgram::Proved(crate::ProvedFix::Values));
    assert!(with(None, false));
    assert!(with(Some(crate::InProgram::NotDecided("no time".to_owned())), false));
    assert!(!with(proved, false));
    assert!(!with(None, true));
}

#[test]
fn a_strategy_is_told_by_what_it_puts_in() {
    let told = |kind, plays: &[&str]| {
        let mut report = fixtures::full();
        let finding = &mut report.findings[0];
        finding.kind = kind;
        let plays = plays.iter().map(|it| (*it).to_owned()).collect();
        finding.in_program = Some(crate::InProgram::Proved(crate::ProvedFix::Strategy(plays)));
        let text = alone::alone(&report.findings[0], &report).expect("it was asked");
        text.strip_prefix("can fix the program (proved): ")
            .expect("it is")
            .replace(", no execution fails", "")
    };
    let (assignment, condition) = (crate::FindingKind::Assignment, crate::FindingKind::Condition);
    assert_eq!(told(assignment, &["4"]), "with `4`");
    assert_eq!(told(assignment, &["i + 1", "4", "i + 1"]), "with `4` the second time, and else `i + 1`");
    assert_eq!(told(assignment, &[]), "with the right values here");
    assert_eq!(told(condition, &["0"]), "if this is never true");
    assert_eq!(told(condition, &["true"]), "if this is always true");
    assert_eq!(told(condition, &["x < 3 && y != 2"]), "with the condition `x < 3 && y != 2`");
    assert_eq!(told(condition, &["1", "x < 3"]), "with `1` the first time, and else `x < 3`");
    assert_eq!(told(condition, &[]), "with the right branch taken");
}

#[test]
fn a_patch_that_avoids_the_check_is_no_contradiction_to_not_enough() {
    let with = |reaches_check| {
        let mut report = fixtures::full();
        let trace = Box::new(report.traces[0].clone());
        report.findings.truncate(1);
        report.findings[0].in_program = Some(crate::InProgram::NotEnough(trace));
        report.patches.truncate(1);
        let patch = &mut report.patches[0];
        patch.statement = report.findings[0].span;
        (patch.verdict, patch.reaches_check) = (crate::PatchVerdict::Proved, reaches_check);
        alone::except(&report, &report.findings[0])
    };
    assert_eq!(with(false), ", except by a patch that avoids the check");
    assert_eq!(with(true), "");
}

#[test]
fn what_a_verdict_rests_on_is_on_the_first_screen_however_much_there_is() {
    for report in crowded() {
        let text = render(&report, &SCREEN);
        assert_eq!(
            text.contains("not decided: "),
            report.verdict == Verdict::Unknown && report.reason.is_some()
        );
        assert_eq!(text.contains("functions without a body"), !report.assumptions.is_empty(), "{text}");
        assert_eq!(text.contains("Search limits hit"), !report.limits.is_empty(), "{text}");
        assert_eq!(
            text.contains("not all error traces"),
            report.coverage == Some(Coverage::Partial),
            "{text}"
        );
        assert_eq!(text.contains("warning: mind"), !report.warnings.is_empty(), "{text}");
    }
}

#[test]
fn lines_are_cut_where_the_terminal_ends() {
    assert_eq!(words::cut("12345678", 8), "12345678");
    assert_eq!(words::cut("123456789", 8), "12345...");
    assert_eq!(words::cut("\u{1b}[1m12345678\u{1b}[0m", 8), "\u{1b}[1m12345678\u{1b}[0m");
    assert_eq!(words::cut("\u{1b}[1m123456789\u{1b}[0m", 8), "\u{1b}[1m12345...\u{1b}[0m");
    assert_eq!(words::wrapped("one two three", 8), ["one two", "three"]);
}

#[test]
fn a_change_is_seen_however_long_the_line() {
    let shown = |old: &str, new: &str| words::around_change(old, new, 20);
    let same = |old: &str, new: &str| (old.to_owned(), new.to_owned());
    assert_eq!(shown("x = a + b;", "x = a - b;"), same("x = a + b;", "x = a - b;"));
    assert_eq!(shown("if (a < b && c < d && e < f)", "if (a > b && c < d && e < f)"), {
        same("if (a < b && c < d && e < f)", "if (a > b && c < d && e < f)")
    });
    assert_eq!(shown("if (a < b && c < d && e < f)", "if (a < b && c < d && e > f)"), {
        same("... && e < f)", "... && e > f)")
    });
    assert_eq!(shown("0123456789 0123456789", "0123456789 0123456789 + 1"), {
        same("...456789", "...456789 + 1")
    });
}

#[test]
fn what_passes_a_value_on_is_listed_with_the_place_it_comes_from() {
    let mut report = fixtures::erroneous();
    report.findings[1].folded_into = Some(1);
    let text = render(&report, &OPTIONS);
    assert!(text.contains("  = copied: value from line 4\n"), "{text}");
    assert!(!text.contains("  2: line 4"), "{text}");
    let all = render(&report, &Options { findings: Shown::All, ..OPTIONS });
    assert!(all.contains("\n2: assign a value"), "{all}");
    let screen = render(&report, &SCREEN);
    assert!(screen.contains("then line 14\n     holds; value from line 4\n"), "{screen}");
    assert!(!screen.contains("  2: line 4"), "{screen}");
}

#[test]
fn the_answer_to_a_property_file_is_the_last_line() {
    let expect = "\
asked: valid-free, valid-deref (tasks/safety.prp)
expected: false(valid-deref), and it is not
result: true
";
    for details in [true, false] {
        let text = render(&fixtures::of_a_task(), &Options { details, ..OPTIONS });
        assert!(text.ends_with(&format!("\n\n{expect}")), "{text}");
    }
}
