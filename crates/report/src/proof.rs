//! A proof for other programs: one JSON object, described in `docs/proof.md`.
//!
//! A [`ProofDocument`] is self-contained: whoever reads it needs neither the program nor Faultscope, only a solver that reads
//! SMT-LIB. Formulas are texts in SMT-LIB, and beside it in the language of the program where that can say them.
//! Whoever changes a field changes the document; whoever removes one or changes its meaning changes [`SCHEMA`].

use std::io;

use faultscope_ir::{Assumption, SourceMap, Span};
use serde::Serialize;
use serde_json::ser::Formatter;

use crate::choice::Choice;

/// The name and version of the format.
pub const SCHEMA: &str = "faultscope-proof/1";

/// A proof, with all that is needed to check it.
#[derive(Debug, Clone)]
pub struct ProofDocument {
    /// The files that places refer to.
    pub sources: SourceMap,
    /// What is proved.
    pub claim: Claim,
    /// The sorts of which nothing is known but their names.
    pub sorts: Vec<OpaqueSort>,
    /// Every symbol that occurs free in a formula or a command.
    pub variables: Vec<Variable>,
    /// What was taken for granted when the program was translated, of what the letters do.
    pub assumptions: Vec<Assumption>,
    /// What holds in every state.
    pub axioms: Vec<String>,
    /// The formulas that states refer to by index.
    pub predicates: Vec<Predicate>,
    /// The code that letters stand for; edges refer to it by index.
    pub letters: Vec<Vec<Command>>,
    /// The paths of the program.
    pub control_flow: Automaton,
    /// What the final states of `control_flow` are, in ascending order.
    pub exits: Vec<Exit>,
    /// What is subtracted, one after the other.
    pub steps: Vec<Step>,
    /// The paths that are left.
    pub remaining: Automaton,
}

/// What a proof proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// No execution reaches an exit.
    Safe,
    /// Every path to an error is infeasible, or accepted by an automaton or word of an error trace.
    AllErrorsCovered {
        /// The number of error traces.
        n_traces: usize,
    },
    /// As far as the paths go that are not left, and not beyond exits that are no errors.
    Partial {
        /// The number of error traces.
        n_traces: usize,
    },
}

impl Claim {
    /// As it stands in documents.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Claim::Safe => "safe",
            Claim::AllErrorsCovered { .. } => "all-errors-covered",
            Claim::Partial { .. } => "partial",
        }
    }

    /// The number of error traces that it is about, if it is about some.
    pub(crate) fn n_traces(self) -> Option<usize> {
        match self {
            Claim::Safe => None,
            Claim::AllErrorsCovered { n_traces } | Claim::Partial { n_traces } => Some(n_traces),
        }
    }
}

/// A sort and its named elements, which are distinct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpaqueSort {
    /// The name in formulas.
    pub name: String,
    /// The names of elements in formulas.
    pub elements: Vec<String>,
}

/// A symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The name in formulas.
    pub name: String,
    /// The sort in SMT-LIB.
    pub sort: String,
    /// The name in the source, for what is a variable of the source.
    pub text: Option<String>,
    /// The function that a local variable belongs to.
    pub function: Option<String>,
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// The formula in SMT-LIB.
    pub formula: String,
    /// The formula in the language of the program, where it can be said there.
    pub text: Option<String>,
    /// The function whose local variables it speaks of, if it speaks of any.
    pub function: Option<String>,
}

/// A guarded command.
#[derive(Debug, Clone)]
pub struct Command {
    /// What it does.
    pub action: Action,
    /// Of an assumption whether the condition of the source is true there, where that is known.
    pub outcome: Option<bool>,
    /// Where it stands in the source.
    pub span: Span,
    /// Its text in the source.
    pub text: String,
}

/// What a command does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Puts a value into a variable, or into one cell of it.
    Assign {
        /// The variable's name in formulas.
        variable: String,
        /// The indices of the cell, outermost first; none for the variable itself.
        indices: Vec<String>,
        /// The value.
        value: String,
    },
    /// Puts any value there.
    Havoc {
        /// The variable's name in formulas.
        variable: String,
        /// The indices of the cell.
        indices: Vec<String>,
    },
    /// Goes on only where a condition holds.
    Assume {
        /// The condition.
        condition: String,
    },
}

/// An automaton over the letters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The number of states; states are the numbers below.
    pub n_states: usize,
    /// Where words start.
    pub initials: Vec<usize>,
    /// Where words are accepted.
    pub finals: Vec<usize>,
    /// Source, letter and target of every edge.
    pub edges: Vec<(usize, usize, usize)>,
}

/// A final state of the control-flow automaton.
#[derive(Debug, Clone)]
pub struct Exit {
    /// The state.
    pub state: usize,
    /// What ends there.
    pub kind: ExitKind,
    /// What is violated, or not supported.
    pub message: Option<String>,
    /// Where.
    pub span: Option<Span>,
}

/// What ends at an exit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitKind {
    /// An execution, in an error.
    Error,
    /// The analysis, before a construct that could not be translated.
    Unsupported,
    /// The analysis, before a call beyond the bound on recursion.
    Recursion,
}

/// A subtraction. Predicates are given for each state as a list of conjuncts, indices into
/// [`ProofDocument::predicates`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Infeasible words.
    FloydHoare {
        /// The automaton.
        automaton: Automaton,
        /// For each state its predicate.
        predicates: Vec<Vec<usize>>,
    },
    /// Words like that of a feasible trace.
    Danger {
        /// The automaton.
        automaton: Automaton,
        /// For each state its predicate.
        predicates: Vec<Vec<usize>>,
        /// The trace.
        word: Vec<usize>,
    },
    /// One feasible word.
    Word {
        /// The trace.
        word: Vec<usize>,
    },
    /// All words to exits that are no errors.
    Unfollowed {
        /// A feasible one.
        word: Vec<usize>,
    },
}

/// The proof as JSON, a line end included.
pub fn render(document: &ProofDocument) -> String {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Lines::default());
    JsonProof::new(document).serialize(&mut serializer).expect("the structs below have text keys only");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is UTF-8")
}

#[derive(Serialize)]
struct JsonProof<'a> {
    schema: &'static str,
    claim: &'static str,
    traces: usize,
    sorts: Vec<JsonSort<'a>>,
    variables: Vec<JsonVariable<'a>>,
    assumptions: Vec<Choice<'a>>,
    axioms: &'a [String],
    predicates: Vec<JsonPredicate<'a>>,
    letters: Vec<Vec<JsonCommand<'a>>>,
    control_flow: JsonAutomaton<'a>,
    exits: Vec<JsonExit<'a>>,
    steps: Vec<JsonStep<'a>>,
    remaining: JsonAutomaton<'a>,
}

impl<'a> JsonProof<'a> {
    fn new(document: &'a ProofDocument) -> JsonProof<'a> {
        let sources = &document.sources;
        let command = |it: &'a Command| JsonCommand::new(it, sources);
        let choice = |it: &'a Assumption| Choice::new(it.kind, it.subject.as_deref(), &it.message);
        let traces = match document.claim {
            Claim::Safe => 0,
            Claim::AllErrorsCovered { n_traces } | Claim::Partial { n_traces } => n_traces,
        };
        JsonProof {
            schema: SCHEMA,
            claim: document.claim.name(),
            traces,
            sorts: document.sorts.iter().map(JsonSort::new).collect(),
            variables: document.variables.iter().map(JsonVariable::new).collect(),
            assumptions: document.assumptions.iter().map(choice).collect(),
            axioms: &document.axioms,
            predicates: document.predicates.iter().map(JsonPredicate::new).collect(),
            letters: document.letters.iter().map(|it| it.iter().map(command).collect()).collect(),
            control_flow: JsonAutomaton::new(&document.control_flow),
            exits: document.exits.iter().map(|it| JsonExit::new(it, sources)).collect(),
            steps: document.steps.iter().map(JsonStep::new).collect(),
            remaining: JsonAutomaton::new(&document.remaining),
        }
    }
}

#[derive(Serialize)]
struct JsonSort<'a> {
    name: &'a str,
    elements: &'a [String],
}

impl<'a> JsonSort<'a> {
    fn new(sort: &'a OpaqueSort) -> JsonSort<'a> {
        JsonSort { name: &sort.name, elements: &sort.elements }
    }
}

#[derive(Serialize)]
struct JsonVariable<'a> {
    name: &'a str,
    sort: &'a str,
    text: Option<&'a str>,
    function: Option<&'a str>,
}

impl<'a> JsonVariable<'a> {
    fn new(variable: &'a Variable) -> JsonVariable<'a> {
        let Variable { name, sort, text, function } = variable;
        JsonVariable { name, sort, text: text.as_deref(), function: function.as_deref() }
    }
}

#[derive(Serialize)]
struct JsonPredicate<'a> {
    formula: &'a str,
    text: Option<&'a str>,
    function: Option<&'a str>,
}

impl<'a> JsonPredicate<'a> {
    fn new(predicate: &'a Predicate) -> JsonPredicate<'a> {
        let Predicate { formula, text, function } = predicate;
        JsonPredicate { formula, text: text.as_deref(), function: function.as_deref() }
    }
}

#[derive(Serialize)]
struct JsonCommand<'a> {
    #[serde(flatten)]
    action: JsonAction<'a>,
    #[serde(flatten)]
    place: Place<'a>,
    text: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonAction<'a> {
    Assign { variable: &'a str, indices: &'a [String], value: &'a str },
    Havoc { variable: &'a str, indices: &'a [String] },
    Assume { condition: &'a str },
}

impl<'a> JsonCommand<'a> {
    fn new(command: &'a Command, sources: &'a SourceMap) -> JsonCommand<'a> {
        let action = match &command.action {
            Action::Assign { variable, indices, value } => JsonAction::Assign { variable, indices, value },
            Action::Havoc { variable, indices } => JsonAction::Havoc { variable, indices },
            Action::Assume { condition } => JsonAction::Assume { condition },
        };
        JsonCommand { action, place: Place::new(command.span, sources), text: &command.text }
    }
}

/// A place; its fields are those of the object it is in.
#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Place<'a> {
    fn new(span: Span, sources: &'a SourceMap) -> Place<'a> {
        Place { file: &sources.file(span.file).name, line: span.line, column: span.column }
    }
}

#[derive(Serialize)]
struct JsonAutomaton<'a> {
    states: usize,
    initials: &'a [usize],
    finals: &'a [usize],
    edges: &'a [(usize, usize, usize)],
}

impl<'a> JsonAutomaton<'a> {
    fn new(automaton: &'a Automaton) -> JsonAutomaton<'a> {
        let Automaton { n_states, initials, finals, edges } = automaton;
        JsonAutomaton { states: *n_states, initials, finals, edges }
    }
}

#[derive(Serialize)]
struct JsonExit<'a> {
    state: usize,
    kind: &'static str,
    message: Option<&'a str>,
    #[serde(flatten)]
    place: Option<Place<'a>>,
}

impl<'a> JsonExit<'a> {
    fn new(exit: &'a Exit, sources: &'a SourceMap) -> JsonExit<'a> {
        let kind = match exit.kind {
            ExitKind::Error => "error",
            ExitKind::Unsupported => "unsupported",
            ExitKind::Recursion => "recursion",
        };
        let place = exit.span.map(|span| Place::new(span, sources));
        JsonExit { state: exit.state, kind, message: exit.message.as_deref(), place }
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonStep<'a> {
    FloydHoare {
        #[serde(flatten)]
        automaton: JsonAutomaton<'a>,
        predicates: &'a [Vec<usize>],
    },
    Danger {
        word: &'a [usize],
        #[serde(flatten)]
        automaton: JsonAutomaton<'a>,
        predicates: &'a [Vec<usize>],
    },
    Word {
        word: &'a [usize],
    },
    Unfollowed {
        word: &'a [usize],
    },
}

impl<'a> JsonStep<'a> {
    fn new(step: &'a Step) -> JsonStep<'a> {
        match step {
            Step::FloydHoare { automaton, predicates } => {
                JsonStep::FloydHoare { automaton: JsonAutomaton::new(automaton), predicates }
            }
            Step::Danger { automaton, predicates, word } => {
                JsonStep::Danger { word, automaton: JsonAutomaton::new(automaton), predicates }
            }
            Step::Word { word } => JsonStep::Word { word },
            Step::Unfollowed { word } => JsonStep::Unfollowed { word },
        }
    }
}

/// Gives what is in the three outermost arrays and objects lines of their own, and only that: proofs have many edges.
#[derive(Default)]
struct Lines {
    depth: usize,
    is_filled: bool,
}

impl Lines {
    const DEPTH: usize = 3;

    fn line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\n{:indent$}", "", indent = 2 * self.depth)
    }

    fn begin<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.is_filled = false;
        writer.write_all(bracket)
    }

    fn end<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let has_lines = self.is_filled && self.depth <= Lines::DEPTH;
        self.depth -= 1;
        self.is_filled = true;
        if has_lines {
            self.line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn next<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.is_filled = true;
        let has_line = self.depth <= Lines::DEPTH;
        if !first {
            writer.write_all(if has_line { b"," } else { b", " })?;
        }
        if has_line { self.line(writer) } else { Ok(()) }
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.next(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests;
