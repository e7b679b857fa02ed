//! Executing a program on the values that a witness gives.
//!
//! Each value from outside is looked for where the witness may say it: at the call that gives it, and in the assumptions
//! about the place that gets it. What a witness says of one place is taken in its order. The rest is zero.

use faultscope_ir::{Origin, OriginId, OriginKind, Program, Sort, Symbol, Value};
use faultscope_verify::ErrorTrace;
use faultscope_verify::interpreter::{self, ExecutionBounds, Inputs};
use faultscope_witness::{Constraint, Kind, Location, Matching, Segment, equations};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::places::{Places, is_at};

/// What came of it.
#[derive(Debug)]
pub struct Replayed {
    /// The error that the execution ended at.
    pub error: Option<ErrorTrace>,
    /// Whether that is at the place which the witness names.
    pub is_target: bool,
    /// How many values from outside the witness does not give.
    pub n_open: usize,
}

/// Executes a program on the values that a witness gives.
pub fn replay(program: &Program, segments: &[Segment], matching: Matching) -> Replayed {
    let mut inputs = Following::new(program, segments, matching);
    let execution = interpreter::run(program, &mut inputs, &ExecutionBounds::default());
    let n_open = inputs.n_open;
    let error = execution.into_error_trace();
    let is_target = error.as_ref().is_some_and(|error| is_target(program, segments, matching, error));
    Replayed { error, is_target, n_open }
}

/// Whether an error trace ends where the witness says. The last edge of an automaton names either the error or what comes
/// before it, so that no error is another one.
pub(crate) fn is_target(
    program: &Program,
    segments: &[Segment],
    matching: Matching,
    error: &ErrorTrace,
) -> bool {
    if matching == Matching::Any {
        return true;
    }
    let target = segments.iter().rev().find(|it| it.follow.kind == Kind::Target);
    target.is_none_or(|it| is_target_of(&Places::new(program), &it.follow.location, error.trace.check))
}

/// Whether a check stands in the statement that a witness names as its target.
pub(crate) fn is_target_of(places: &Places<'_>, target: &Location, check: faultscope_ir::CheckId) -> bool {
    let program = places.program;
    let origin = program.sources.origin(program.check(check).origin);
    let span = origin.use_span();
    let file = &program.sources.file(span.file).name;
    let is_file = target.file.is_empty() || faultscope_witness::model::base_name(file) == target.base_name();
    let start = places.target(check).map_or(span.line, |it| it.line);
    // A call of a function that ends in the error is as good as the error: writers name either.
    is_file && (start.min(span.line)..=span.end_line).contains(&target.line)
}

struct Following<'a> {
    program: &'a Program,
    places: Places<'a>,
    matching: Matching,
    /// What is said of values: the place that has the value, the location, the value, in order.
    said: Vec<Said>,
    by_place: FxHashMap<String, Vec<usize>>,
    used: FxHashSet<usize>,
    known: FxHashMap<OriginId, Option<Location>>,
    /// The statements behind commands.
    next: FxHashMap<OriginId, Option<Location>>,
    n_open: usize,
}

struct Said {
    kind: Kind,
    location: Location,
    value: i128,
}

impl<'a> Following<'a> {
    fn new(program: &'a Program, segments: &[Segment], matching: Matching) -> Following<'a> {
        let (mut said, mut by_place) = (Vec::new(), FxHashMap::<String, Vec<usize>>::default());
        for waypoint in segments.iter().map(|it| &it.follow) {
            let Constraint::Expression(text) = &waypoint.constraint else { continue };
            for equation in equations(text) {
                by_place.entry(equation.place).or_default().push(said.len());
                let location = waypoint.location.clone();
                said.push(Said { kind: waypoint.kind, location, value: equation.value });
            }
        }
        Following {
            program,
            places: Places::new(program),
            matching,
            said,
            by_place,
            used: FxHashSet::default(),
            known: FxHashMap::default(),
            next: FxHashMap::default(),
            n_open: 0,
        }
    }

    /// The next value that is said of a command.
    fn value(&mut self, variable: Symbol, origin: OriginId) -> Option<i128> {
        let own = self.program.sources.origin(origin);
        let places = &self.places;
        let call_end = self.known.entry(origin).or_insert_with(|| places.call_end(origin)).clone();
        let mut candidates: Vec<usize> = Vec::new();
        let mut add = |place: &str| candidates.extend(self.by_place.get(place).into_iter().flatten());
        add("\\result");
        if let Some(place) = &own.place {
            add(&place.split_whitespace().collect::<String>());
        } else if let Some(known) = self.program.variables.get(&variable) {
            add(&known.name);
        }
        if self.matching == Matching::Any
            && let Some(function) = called(own)
        {
            let prefix = format!("return_value_{function}");
            let is_it = |name: &&String| {
                name.strip_prefix(&prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
            };
            let mut names: Vec<&String> = self.by_place.keys().filter(is_it).collect();
            names.sort();
            for name in names {
                candidates.extend(&self.by_place[name]);
            }
        }
        candidates.sort_unstable();
        let span = own.use_span();
        let file = &self.program.sources.file(span.file).name;
        let next = self.next.entry(origin).or_insert_with(|| places.next_statement(origin)).clone();
        let fits = |said: &Said, is_exact: bool| {
            let at = &said.location;
            let is_file = at.file.is_empty() || faultscope_witness::model::base_name(file) == at.base_name();
            let is_line = (span.line..=span.end_line).contains(&at.line);
            let is_function = at.function.as_ref().is_none_or(|it| *it == own.function);
            match (said.kind, self.matching) {
                (_, Matching::Any) => is_file && is_line,
                (Kind::FunctionReturn, _) => call_end.as_ref().is_some_and(|it| is_at(it, at)),
                _ if is_exact => next.as_ref().is_some_and(|it| is_at(it, at)),
                _ => is_file && is_function && at.line >= span.line,
            }
        };
        let find = |is_exact| {
            let mut all = candidates.iter().copied().filter(|it| fits(&self.said[*it], is_exact)).peekable();
            // What is said at the very place of a command is all that is said of it.
            let is_known = all.peek().is_some();
            (all.find(|it| !self.used.contains(it)), is_known)
        };
        let found = match find(true) {
            (found, true) => found,
            _ if own.kind == OriginKind::Declaration && self.matching == Matching::First => None,
            _ => find(false).0,
        }?;
        self.used.insert(found);
        Some(self.said[found].value)
    }
}

/// The function that a command calls, by its text.
fn called(origin: &Origin) -> Option<String> {
    let text = origin.text.split('(').next()?;
    let name: String = text.chars().rev().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
    (!name.is_empty()).then(|| name.chars().rev().collect())
}

impl Inputs for Following<'_> {
    fn havoc(&mut self, variable: Symbol, sort: Sort, origin: OriginId) -> Option<Value> {
        let said = self.value(variable, origin);
        let value = said.and_then(|it| value_of(sort, it));
        self.n_open += usize::from(value.is_none());
        Some(value.unwrap_or_else(|| Value::zero(sort)))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        Some(0)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(Value::zero(variable.sort()))
    }
}

/// A number as a value of a sort.
pub(crate) fn value_of(sort: Sort, number: i128) -> Option<Value> {
    if sort.is_bool() {
        return Some(Value::Bool(number != 0));
    }
    Some(Value::signed_bits(sort.bit_width()?, number))
}
