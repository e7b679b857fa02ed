//! A certificate as text: every formula printed, every origin looked up.

use faultscope_certificate::Conclusion;
use faultscope_certificate::certificate::{
    self, Certificate, DangerAutomaton, FloydHoareAutomaton, Letter, State, Subtracted,
};
use faultscope_frontend::print;
use faultscope_ir::program::{Display, Scope};
use faultscope_ir::term::Purpose;
use faultscope_ir::{self as ir, Assumption, OriginId, Program, Sort, Symbol, Term};
use faultscope_localize::branches::Branches;
use faultscope_solver::smtlib::Texts;
use rustc_hash::{FxHashMap, FxHashSet};

use faultscope_report::proof::{
    Action, Automaton, Claim, Command, Exit, ExitKind, OpaqueSort, Predicate, ProofDocument, Step, Variable,
};

/// A proof with all that is needed to check it, as text. It was checked before, with this conclusion.
pub fn proof_document(
    program: &Program,
    certificate: &Certificate,
    conclusion: &Conclusion,
) -> ProofDocument {
    let mut assembly = Assembly {
        program,
        branches: Branches::new(program),
        texts: Texts::default(),
        predicates: Vec::new(),
        numbers: FxHashMap::default(),
    };
    let axioms = program.axioms.iter().map(|axiom| assembly.texts.term(*axiom)).collect();
    let control_flow = &certificate.control_flow;
    let assumptions = assumptions(program, control_flow);
    let commands = |code: &certificate::Code| code.statements.iter().map(|it| assembly.command(it)).collect();
    let letters = control_flow.letters.iter().map(commands).collect();
    let steps = certificate.steps.iter().map(|step| assembly.step(&step.subtracted)).collect();
    let (sorts, symbols) = assembly.texts.declarations();
    ProofDocument {
        sources: program.sources.clone(),
        claim: claim(conclusion),
        sorts: sorts.into_iter().map(|it| OpaqueSort { name: it.name, elements: it.elements }).collect(),
        variables: symbols.into_iter().map(|symbol| assembly.variable(symbol)).collect(),
        assumptions,
        axioms,
        predicates: assembly.predicates,
        letters,
        control_flow: automaton(&control_flow.automaton),
        exits: exits(program, control_flow),
        steps,
        remaining: automaton(certificate.remaining()),
    }
}

/// The assumptions that the paths rest on, each choice once.
fn assumptions(program: &Program, control_flow: &certificate::ControlFlow) -> Vec<Assumption> {
    let statements = control_flow.letters.iter().flat_map(|code| &code.statements);
    let origins: FxHashSet<OriginId> = statements.map(|it| it.origin).collect();
    let mut assumptions: Vec<Assumption> = Vec::new();
    for assumption in &program.assumptions {
        let is_known =
            assumptions.iter().any(|it| (it.kind, &it.message) == (assumption.kind, &assumption.message));
        if !is_known && assumption.origin.is_none_or(|origin| origins.contains(&origin)) {
            assumptions.push(assumption.clone());
        }
    }
    assumptions.sort_by(|one, other| (one.kind, &one.subject).cmp(&(other.kind, &other.subject)));
    assumptions
}

fn claim(conclusion: &Conclusion) -> Claim {
    match *conclusion {
        Conclusion::Safe => Claim::Safe,
        Conclusion::AllErrorsCovered { traces } => Claim::AllErrorsCovered { n_traces: traces },
        Conclusion::Partial { traces, .. } => Claim::Partial { n_traces: traces },
    }
}

fn automaton(automaton: &certificate::Automaton) -> Automaton {
    let edge =
        |&(source, letter, target): &(State, Letter, State)| (source.index(), letter.index(), target.index());
    let numbers = |states: &[State]| states.iter().map(|state| state.index()).collect();
    Automaton {
        n_states: automaton.n_states,
        initials: numbers(&automaton.initials),
        finals: numbers(&automaton.finals),
        edges: automaton.edges.iter().map(edge).collect(),
    }
}

fn exits(program: &Program, control_flow: &certificate::ControlFlow) -> Vec<Exit> {
    let exit = |(state, exit): &(State, certificate::Exit)| {
        let (kind, at) = match exit {
            certificate::Exit::Error { check } => {
                let check = program.check(*check);
                (ExitKind::Error, Some((&check.message, &check.origin)))
            }
            certificate::Exit::Unsupported { message, origin } => {
                (ExitKind::Unsupported, Some((message, origin)))
            }
            certificate::Exit::Recursion => (ExitKind::Recursion, None),
        };
        let message = at.map(|(message, _)| message.clone());
        let span = at.map(|(_, origin)| program.sources.origin(*origin).span);
        Exit { state: state.index(), kind, message, span }
    };
    control_flow.exits.iter().map(exit).collect()
}

struct Assembly<'a> {
    program: &'a Program,
    branches: Branches,
    texts: Texts,
    predicates: Vec<Predicate>,
    numbers: FxHashMap<Term, usize>,
}

impl Assembly<'_> {
    fn variable(&mut self, symbol: Symbol) -> Variable {
        let declared = self.program.declared(symbol).map(|(_, variable)| variable);
        let in_source = declared.filter(|it| matches!(it.scope, Scope::Global | Scope::Local(_)));
        let procedure = declared.and_then(|it| it.scope.procedure());
        Variable {
            name: self.texts.symbol(symbol),
            sort: self.texts.sort(symbol.sort()),
            text: in_source.map(|it| it.name.clone()),
            function: procedure.map(|it| self.program.procedure(it).name.clone()),
        }
    }

    fn command(&mut self, statement: &ir::Statement) -> Command {
        let mut terms = |terms: &[Term]| terms.iter().map(|term| self.texts.term(*term)).collect();
        let action = match &statement.command {
            ir::Command::Assign { target, value } => Action::Assign {
                indices: terms(&target.path),
                value: self.texts.term(*value),
                variable: self.texts.symbol(target.variable),
            },
            ir::Command::Havoc { target } => {
                Action::Havoc { indices: terms(&target.path), variable: self.texts.symbol(target.variable) }
            }
            ir::Command::Assume { condition } => Action::Assume { condition: self.texts.term(*condition) },
        };
        let outcome = match &statement.command {
            ir::Command::Assume { condition } => self.branches.of_assumed(statement.origin, *condition),
            ir::Command::Assign { .. } | ir::Command::Havoc { .. } => None,
        };
        let origin = self.program.sources.origin(statement.origin);
        Command { action, outcome, span: origin.span, text: origin.text.clone() }
    }

    fn step(&mut self, subtracted: &Subtracted) -> Step {
        let numbers = |word: &[Letter]| word.iter().map(|letter| letter.index()).collect();
        match subtracted {
            Subtracted::FloydHoare(FloydHoareAutomaton { automaton: it, predicates }) => Step::FloydHoare {
                automaton: automaton(it),
                predicates: predicates.iter().map(|conjuncts| self.numbers(conjuncts)).collect(),
            },
            Subtracted::Danger { automaton: DangerAutomaton { automaton: it, predicates }, word } => {
                Step::Danger {
                    automaton: automaton(it),
                    predicates: predicates.iter().map(|predicate| self.numbers(&[*predicate])).collect(),
                    word: numbers(word),
                }
            }
            Subtracted::Word(word) => Step::Word { word: numbers(word) },
            Subtracted::Unfollowed(word) => Step::Unfollowed { word: numbers(word) },
        }
    }

    fn numbers(&mut self, predicates: &[Term]) -> Vec<usize> {
        predicates.iter().map(|predicate| self.number(*predicate)).collect()
    }

    /// The index of a predicate, which is added where it is new.
    fn number(&mut self, predicate: Term) -> usize {
        if let Some(number) = self.numbers.get(&predicate) {
            return *number;
        }
        let (text, function) = self.in_source(predicate);
        let formula = self.texts.term(predicate);
        self.predicates.push(Predicate { formula, text, function });
        self.numbers.insert(predicate, self.predicates.len() - 1);
        self.predicates.len() - 1
    }

    /// A predicate in the language of the program, and the function whose locals it speaks of. Without text where that
    /// cannot say it, or where it speaks of several functions.
    fn in_source(&self, predicate: Term) -> (Option<String>, Option<String>) {
        let symbols = predicate.symbols();
        let scopes = symbols.iter().filter_map(|it| Some(self.program.declared(*it)?.1.scope));
        let mut procedures: Vec<_> = scopes.filter_map(Scope::procedure).collect();
        procedures.sort_unstable();
        procedures.dedup();
        let function = match procedures[..] {
            [] => None,
            [procedure] => Some(self.program.procedure(procedure).name.clone()),
            _ => return (None, None),
        };
        // No place of the source is singled out: a predicate speaks of no replacement.
        let replacement = Symbol::generated(Purpose::CommonReplacement, Sort::bool());
        let nowhere = print::PlaceText { symbol: replacement, text: "", display: Display::Plain };
        let name = function.as_deref().unwrap_or_default();
        (print::condition(self.program, name, predicate, nowhere), function)
    }
}

#[cfg(test)]
mod tests;
