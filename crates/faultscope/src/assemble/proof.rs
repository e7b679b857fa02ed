//! A proof as text.

use faultscope_frontend::print;
use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{self as ir, Program, Sort, Symbol, Term};
use faultscope_report::proof::{
    Action, Automaton, Claim, Command, Exit, ExitKind, OpaqueSort, Predicate, ProofDocument, Step, Variable,
};
use faultscope_solver::smtlib::Texts;
use faultscope_verify::automata::{Dfa, Letter, Nfa};
use faultscope_verify::trace_abstraction::checker::{Conclusion, conclusion};
use faultscope_verify::trace_abstraction::control_flow::{self, ControlFlow};
use faultscope_verify::trace_abstraction::proof::{Proof, Subtracted};
use rustc_hash::FxHashMap;

/// A proof with all that is needed to check it, as text. It is not checked here.
pub fn proof_document(program: &Program, control_flow: &ControlFlow, proof: &Proof) -> ProofDocument {
    let mut assembly =
        Assembly { program, texts: Texts::default(), predicates: Vec::new(), numbers: FxHashMap::default() };
    let axioms = program.axioms.iter().map(|axiom| assembly.texts.term(*axiom)).collect();
    let alphabet = &control_flow.alphabet;
    let letters = alphabet
        .letters()
        .map(|letter| alphabet.statements(letter).iter().map(|it| assembly.command(it)).collect())
        .collect();
    let steps = proof.steps.iter().map(|step| assembly.step(&step.subtracted)).collect();
    let last = proof.steps.last().map_or(&control_flow.automaton, |step| &step.remaining);
    let (sorts, symbols) = assembly.texts.declarations();
    ProofDocument {
        sources: program.sources.clone(),
        claim: claim(&conclusion(control_flow, proof)),
        sorts: sorts.into_iter().map(|it| OpaqueSort { name: it.name, elements: it.elements }).collect(),
        variables: symbols.into_iter().map(|symbol| assembly.variable(symbol)).collect(),
        axioms,
        predicates: assembly.predicates,
        letters,
        control_flow: deterministic(&control_flow.automaton),
        exits: exits(program, control_flow),
        steps,
        remaining: deterministic(last),
    }
}

fn claim(conclusion: &Conclusion) -> Claim {
    match *conclusion {
        Conclusion::Safe => Claim::Safe,
        Conclusion::AllErrorsCovered { traces } => Claim::AllErrorsCovered { n_traces: traces },
        Conclusion::Partial { traces, .. } => Claim::Partial { n_traces: traces },
    }
}

fn deterministic(dfa: &Dfa) -> Automaton {
    let edges = dfa.states().flat_map(|source| {
        dfa.successors(source)
            .iter()
            .map(move |(letter, target)| (source.index(), number(*letter), target.index()))
    });
    Automaton {
        n_states: dfa.n_states(),
        initials: if dfa.n_states() > 0 { vec![Dfa::INITIAL.index()] } else { Vec::new() },
        finals: dfa.states().filter(|state| dfa.is_final(*state)).map(|state| state.index()).collect(),
        edges: edges.collect(),
    }
}

fn nondeterministic(nfa: &Nfa) -> Automaton {
    let edges = nfa.successors.iter().enumerate().flat_map(|(source, edges)| {
        edges.iter().map(move |(letter, target)| (source, number(*letter), target.index()))
    });
    Automaton {
        n_states: nfa.n_states(),
        initials: nfa.initials.iter().map(|state| state.index()).collect(),
        finals: (0..nfa.n_states()).filter(|state| nfa.finals[*state]).collect(),
        edges: edges.collect(),
    }
}

fn number(letter: Letter) -> usize {
    letter.0 as usize
}

fn exits(program: &Program, control_flow: &ControlFlow) -> Vec<Exit> {
    let exit = |(state, location): (usize, &control_flow::Location)| {
        let (kind, at) = match location.exit.as_ref()? {
            control_flow::Exit::Error { message, origin } => (ExitKind::Error, Some((message, origin))),
            control_flow::Exit::Unsupported { message, origin } => {
                (ExitKind::Unsupported, Some((message, origin)))
            }
            control_flow::Exit::Recursion => (ExitKind::Recursion, None),
        };
        let message = at.map(|(message, _)| message.clone());
        let span = at.map(|(_, origin)| program.sources.origin(*origin).span);
        Some(Exit { state, kind, message, span })
    };
    control_flow.locations.iter().enumerate().filter_map(exit).collect()
}

struct Assembly<'a> {
    program: &'a Program,
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
        let origin = self.program.sources.origin(statement.origin);
        Command { action, span: origin.span, text: origin.text.clone() }
    }

    fn step(&mut self, subtracted: &Subtracted) -> Step {
        let numbers = |word: &[Letter]| word.iter().map(|letter| number(*letter)).collect();
        match subtracted {
            Subtracted::FloydHoare(it) => Step::FloydHoare {
                automaton: deterministic(&it.automaton),
                predicates: it.predicates.iter().map(|conjuncts| self.numbers(conjuncts)).collect(),
            },
            Subtracted::Danger { automaton: it, word } => Step::Danger {
                automaton: nondeterministic(&it.automaton),
                predicates: it.predicates.iter().map(|predicate| self.numbers(&[*predicate])).collect(),
                word: numbers(word),
            },
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
        // No place of the source is singled out.
        let nowhere =
            print::PlaceText { symbol: Symbol::new("", Sort::bool()), text: "", display: Display::Plain };
        let name = function.as_deref().unwrap_or_default();
        (print::condition(self.program, name, predicate, nowhere), function)
    }
}

#[cfg(test)]
mod tests;
