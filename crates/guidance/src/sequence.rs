//! The violation sequence of an error trace.
//!
//! Of every visit of a place that has waypoints one is written, in the order of the execution, for a waypoint counts when
//! its place is got to for the first time: the values from outside as an assumption at the next statement, where that
//! runs next and is no declaration, else as what the function has returned; how the branches go whose whole condition is
//! one command; and the statement with the error.

use faultscope_ir::program::Display;
use faultscope_ir::{Origin, OriginId, OriginKind, Program, Symbol, Value};
use faultscope_verify::ErrorTrace;
use faultscope_verify::interpreter::End;
use faultscope_witness::{Choice, Constraint, Kind, Location, Segment, Waypoint};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::events::{Event, events, recorded};
use crate::limits::MAX_BRANCHINGS;
use crate::places::Places;

/// Why an error trace has no violation sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It was not executed, or not from the start.
    NotExecuted,
    /// The place of the error is in no text.
    NoTarget,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Problem::NotExecuted => "the error trace could not be executed from the start of the program",
            Problem::NoTarget => "the text in which the error stands is not at hand",
        })
    }
}

/// The violation sequence of an error trace of a program.
///
/// # Errors
/// Where the trace cannot be executed, or its end has no place.
pub fn violation(program: &Program, error: &ErrorTrace) -> Result<Vec<Segment>, Problem> {
    let (execution, events) = events(program, recorded(error));
    if execution.end != (End::Error { check: error.trace.check }) {
        return Err(Problem::NotExecuted);
    }
    let places = Places::new(program);
    let target = places.target(error.trace.check).ok_or(Problem::NoTarget)?;
    let mut writer = Writer { program, places, branches: FxHashMap::default(), inputs: FxHashMap::default() };
    let mut waypoints: Vec<Waypoint> = Vec::new();
    let mut behind = Behind::default();
    for event in &events {
        let place = writer.place(event);
        let is_past =
            |it: &Waypoint| place.is_none_or(|at| at >= (it.location.line, it.location.column.unwrap_or(1)));
        if behind.waypoints.iter().any(is_past) {
            waypoints.append(&mut behind.waypoints);
        }
        match event {
            Event::Input { origin, .. } if writer.is_declaration(*origin) => {
                behind.add(*origin, writer.waypoint(event));
            }
            _ => waypoints.extend(writer.waypoint(event)),
        }
    }
    waypoints.append(&mut behind.waypoints);
    if waypoints.len() > MAX_BRANCHINGS {
        waypoints.retain(|it| it.kind != Kind::Branching);
    }
    waypoints.push(Waypoint { kind: Kind::Target, location: target, constraint: Constraint::None, line: 0 });
    Ok(waypoints.into_iter().map(|follow| Segment { avoids: Vec::new(), follow }).collect())
}

/// What holds behind declarations, which comes behind the values of those. Of one visit of a statement there is one waypoint,
/// for each is about a visit of its own.
#[derive(Default)]
struct Behind {
    waypoints: Vec<Waypoint>,
    /// The declarations since one of them was executed again, and with how many waypoints that began.
    visit: FxHashSet<OriginId>,
    start: usize,
}

impl Behind {
    fn add(&mut self, origin: OriginId, waypoint: Option<Waypoint>) {
        self.start = self.start.min(self.waypoints.len());
        if !self.visit.insert(origin) {
            self.visit = FxHashSet::from_iter([origin]);
            self.start = self.waypoints.len();
        }
        let Some(waypoint) = waypoint else { return };
        let mut own = self.waypoints[self.start..].iter_mut();
        let same = own.find(|it| it.kind == waypoint.kind && it.location == waypoint.location);
        match (same.map(|it| &mut it.constraint), &waypoint.constraint) {
            (Some(Constraint::Expression(said)), Constraint::Expression(more)) => {
                *said = format!("{said} && {more}");
            }
            _ => self.waypoints.push(waypoint),
        }
    }
}

struct Writer<'a> {
    program: &'a Program,
    places: Places<'a>,
    branches: FxHashMap<OriginId, Option<Location>>,
    inputs: FxHashMap<OriginId, Option<InputPlace>>,
}

/// Where a value from outside is said.
#[derive(Debug, Clone)]
struct InputPlace {
    kind: Kind,
    location: Location,
    /// What has the value.
    place: String,
}

impl Writer<'_> {
    /// Whether a branch asks what the language or a check asks for, and is none of the program's text.
    fn is_asked(&self, origin: OriginId) -> bool {
        self.program.checks.iter().any(|it| it.origin == origin && !it.property.is_written())
    }

    /// Where the program's text has a branch of an origin, if it is one of its text.
    fn branch(&self, origin: OriginId) -> Option<Location> {
        let kind = self.program.sources.origin(origin).kind;
        let is_of_text = matches!(kind, OriginKind::Condition | OriginKind::Assertion);
        let (location, word) = self.places.branching(origin).filter(|_| is_of_text)?;
        (word != "switch" && !self.is_asked(origin)).then_some(location)
    }

    fn is_declaration(&self, origin: OriginId) -> bool {
        self.program.sources.origin(origin).kind == OriginKind::Declaration
    }

    /// The line and the column of a value from outside; none for a branch.
    fn place(&self, event: &Event) -> Option<(u32, u32)> {
        let Event::Input { origin, .. } = event else { return None };
        let span = self.program.sources.origin(*origin).span;
        Some((span.line, span.column))
    }

    fn waypoint(&mut self, event: &Event) -> Option<Waypoint> {
        match event {
            Event::Branch { origin, holds } => {
                let location = match self.branches.get(origin) {
                    Some(known) => known.clone(),
                    None => {
                        let found = self.branch(*origin);
                        self.branches.insert(*origin, found.clone());
                        found
                    }
                }?;
                let constraint = Constraint::Choice(Choice::Condition(*holds));
                Some(Waypoint { kind: Kind::Branching, location, constraint, line: 0 })
            }
            Event::Input { variable, origin, value } => self.input(*variable, *origin, value),
        }
    }

    fn input(&mut self, variable: Symbol, origin: OriginId, value: &Value) -> Option<Waypoint> {
        let own = self.program.sources.origin(origin);
        let is_open = own.kind == OriginKind::Declaration;
        // Executions go on from zero where nothing is said.
        if is_open && *value == Value::zero(value.sort()) {
            return None;
        }
        let text = constant(value, self.program.display(variable))?;
        let places = &self.places;
        let place = self.inputs.entry(origin).or_insert_with(|| input_place(places, origin, own)).clone()?;
        let constraint = Constraint::Expression(format!("{} == {text}", place.place));
        Some(Waypoint { kind: place.kind, location: place.location, constraint, line: 0 })
    }
}

fn input_place(places: &Places<'_>, origin: OriginId, own: &Origin) -> Option<InputPlace> {
    let is_name = |it: &&String| it.chars().all(|it| it.is_alphanumeric() || it == '_');
    if !matches!(own.kind, OriginKind::Input | OriginKind::Declaration) {
        return None;
    }
    let assumption = own.place.as_ref().filter(is_name).and_then(|place| {
        let location = places.next_statement(origin)?;
        Some(InputPlace { kind: Kind::Assumption, location, place: place.clone() })
    });
    assumption.or_else(|| {
        let location = places.call_end(origin).filter(|_| own.kind == OriginKind::Input)?;
        Some(InputPlace { kind: Kind::FunctionReturn, location, place: "\\result".to_owned() })
    })
}

/// A value as a constant of C; none for what has no such constant.
fn constant(value: &Value, display: Display) -> Option<String> {
    let is_signed = match display {
        Display::Pointer | Display::Shadow => return None,
        Display::Signed | Display::Character => true,
        _ => false,
    };
    match value {
        Value::Bool(truth) => Some(u8::from(*truth).to_string()),
        Value::Bits(..) if is_signed => Some(value.as_signed()?.to_string()),
        Value::Bits(..) => {
            let number = value.as_unsigned()?;
            let suffix = if number > i64::MAX as u128 { "u" } else { "" };
            Some(format!("{number}{suffix}"))
        }
        _ => None,
    }
}
