//! Proofs of small programs from the source to the document.

use faultscope_certificate::conclusion::Gap;
use faultscope_frontend::boogie::{self, BoogieConfig};
use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile};
use faultscope_solver::Limits;
use faultscope_verify::trace_abstraction::{TraceAbstractionConfig, trace_abstraction};

use super::*;
use faultscope_report::proof::render;

fn program(name: &str, text: &str) -> Program {
    let file = InputFile { name: name.to_owned(), text: text.to_owned(), originals: Vec::new() };
    let input = Input { files: vec![file] };
    let translation = if name.ends_with(".c") {
        c::translate(&input, &CConfig::default())
    } else {
        boogie::translate(&input, &BoogieConfig::default())
    };
    translation.program.expect("a program")
}

fn certificate(program: &Program) -> Certificate {
    let config = TraceAbstractionConfig { keep_proof: true, ..TraceAbstractionConfig::default() };
    let outcome = trace_abstraction(program, &config, &Limits::unlimited(), &mut ());
    outcome.certificate.expect("it was asked for")
}

/// The document of a program's proof, which passes the checker.
#[track_caller]
fn proved(program: &Program) -> ProofDocument {
    let certificate = certificate(program);
    let checked = faultscope_certificate::check(program, &certificate, &Limits::unlimited());
    assert_eq!(checked.map(|it| it.conclusion), Ok(Conclusion::Safe));
    proof_document(program, &certificate, &Conclusion::Safe)
}

/// Every formula of a document.
fn formulas(document: &ProofDocument) -> Vec<&str> {
    let mut formulas: Vec<&str> = document.axioms.iter().map(String::as_str).collect();
    formulas.extend(document.predicates.iter().map(|it| it.formula.as_str()));
    for command in document.letters.iter().flatten() {
        match &command.action {
            Action::Assign { variable, indices, value } => {
                formulas.extend([variable.as_str(), value.as_str()]);
                formulas.extend(indices.iter().map(String::as_str));
            }
            Action::Havoc { variable, indices } => {
                formulas.push(variable);
                formulas.extend(indices.iter().map(String::as_str));
            }
            Action::Assume { condition } => formulas.push(condition),
        }
    }
    formulas
}

/// Every name in a formula is a variable, a sort, an element, or bound in it; every number refers to something.
#[track_caller]
fn check_self_contained(document: &ProofDocument) {
    let mut declared: Vec<&str> = document.variables.iter().map(|it| it.name.as_str()).collect();
    for sort in &document.sorts {
        declared.push(&sort.name);
        declared.extend(sort.elements.iter().map(String::as_str));
    }
    for formula in formulas(document) {
        let names: Vec<&str> = formula.split('|').skip(1).step_by(2).collect();
        for name in names {
            let is_bound = formula.contains(&format!("((|{name}| "));
            assert!(is_bound || declared.contains(&format!("|{name}|").as_str()), "{name} in {formula}");
        }
        assert_eq!(formula.matches('(').count(), formula.matches(')').count(), "{formula}");
    }
    for step in &document.steps {
        let Step::FloydHoare { automaton, predicates } = step else { panic!("{step:?}") };
        assert_eq!(predicates.len(), automaton.n_states);
        assert!(predicates.iter().flatten().all(|number| *number < document.predicates.len()));
        for (source, letter, target) in &automaton.edges {
            assert!(source.max(target) < &automaton.n_states && letter < &document.letters.len());
        }
    }
    let exits: Vec<usize> = document.exits.iter().map(|exit| exit.state).collect();
    assert_eq!(exits, document.control_flow.finals);
}

const LOCKING: &str = "
    extern int input(void);
    extern void __VERIFIER_error(void);
    static int locked = 0;
    int main(void) {
        int n = input();
        while (n > 0) {
            if (locked) __VERIFIER_error();
            locked = 1;
            n = input();
            if (n != 3) locked = 0; else n = 0;
        }
        return 0;
    }";

#[test]
fn a_proof_of_a_c_program_is_self_contained() {
    let document = proved(&program("f.c", LOCKING));
    assert_eq!(document.claim, Claim::Safe);
    assert_eq!(document.remaining, Automaton::default());
    check_self_contained(&document);
    let locked = document.variables.iter().find(|it| it.text.as_deref() == Some("locked")).expect("a global");
    assert_eq!((locked.sort.as_str(), &locked.function), ("(_ BitVec 32)", &None));
    let n = document.variables.iter().find(|it| it.text.as_deref() == Some("n")).expect("a local");
    assert_eq!(n.function.as_deref(), Some("main"));
    assert!(document.letters.iter().flatten().any(|it| it.text == "locked = 1"));
    assert_eq!(document.exits[0].kind, ExitKind::Error);
    let text = render(&document);
    assert_eq!(text, render(&proved(&program("f.c", LOCKING))), "the same bytes each time");
}

#[test]
fn predicates_are_in_the_source_language_where_it_can_say_them() {
    let document = proved(&program(
        "f.bpl",
        "procedure main() {
            var x: int;
            x := 0;
            while (*) { x := x + 1; }
            assert x >= 0;
        }",
    ));
    check_self_contained(&document);
    let said: Vec<&Predicate> = document.predicates.iter().filter(|it| it.text.is_some()).collect();
    assert!(said.iter().any(|it| it.function.as_deref() == Some("main")), "{:?}", document.predicates);
}

#[test]
fn axioms_and_maps_are_written_out() {
    let document = proved(&program(
        "f.bpl",
        "type ref;
         const unique null: ref;
         const c: int;
         axiom c > 3;
         var next: [ref]ref;
         procedure main() modifies next; {
            var r: ref;
            havoc r;
            assume r != null;
            next[r] := null;
            assert next[r] == null && c > 2;
        }",
    ));
    check_self_contained(&document);
    assert!(!document.axioms.is_empty());
    assert!(document.sorts.iter().any(|sort| sort.name == "|ref|"), "{:?}", document.sorts);
}

#[test]
fn what_is_left_is_no_claim() {
    let program = program("f.c", LOCKING);
    let mut certificate = certificate(&program);
    certificate.steps.clear();
    let gap = Gap::Remaining(Vec::new());
    let nothing = proof_document(&program, &certificate, &Conclusion::Partial { traces: 0, gap });
    assert_eq!(nothing.claim, Claim::Partial { n_traces: 0 });
    assert_eq!(nothing.remaining, nothing.control_flow);
    let (subtracted, remaining) = (Subtracted::Word(vec![Letter(0)]), certificate::Automaton::default());
    certificate.steps.push(certificate::Step { subtracted, remaining });
    let document = proof_document(&program, &certificate, &Conclusion::AllErrorsCovered { traces: 1 });
    assert_eq!(document.claim, Claim::AllErrorsCovered { n_traces: 1 });
    assert_eq!(document.steps, [Step::Word { word: vec![0] }]);
    assert_eq!(document.remaining, Automaton::default());
}
