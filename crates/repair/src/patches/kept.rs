//! What a change keeps of what worked.
//!
//! Executions around the failing one that worked and got to the changed lines are executed with the change, and compared with what they
//! were; each has to come to its end. **Nothing differs** where the same values are assigned in the same order. **Nothing else differs**
//! where that holds outside the changed lines, and these assign the same to what outlives the call: what the change is about has another
//! value, with which the same is done. **The callers see the same** where that holds outside the changed function and what it calls; of
//! a function that is called as its precondition asks for, these see what it returns and what it leaves in memory.
//! What is printed, and how the program ends, counts where it is in its commands: in programs that are
//! [made to be compared](crate::workspace::Workspace::comparable).
//! Else the first difference is told. A change that silences a check mostly keeps none of them.
//!
//! What is changed is an [`Extent`], of one hunk or of a whole diff whose lines are [aligned](crate::alignment). The values from
//! outside are given back by the commands that ask for them ([`recording`](crate::recording)), so that a change may ask for more.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::iter;
use std::ops::RangeInclusive;

use faultscope_frontend::print;
use faultscope_ir::primitive::NOTES;
use faultscope_ir::program::Language;
use faultscope_ir::{
    OriginId, OriginKind, Primitive, ProcId, Program, Sort, SourceMap, Span, Step, Symbol, Value,
};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::interpreter::{self, End, Execution, ExecutionBounds, Inputs};
use faultscope_verify::neighbours::{Given, Neighbour, execution};
use rustc_hash::FxHasher;

use crate::alignment::ChangedFile;
use crate::budgets;
use crate::limits::{MAX_ENDING_STEPS, MAX_KEPT_ASKED, MAX_KEPT_STEPS};
use crate::proposals::MAIN;
use crate::recording::Recording;

/// What a change keeps of the executions around the failing one that worked and got to the changed lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// How many there are.
    pub worked: usize,
    /// On how many of them nothing differs.
    pub same: usize,
    /// On how many of them nothing else differs.
    pub same_elsewhere: usize,
    /// On how many of them the callers of the changed functions see the same; as many as above where one has none.
    pub same_to_callers: usize,
    /// How many worked and do not get to the changed lines.
    pub unconcerned: usize,
    /// The functions that are changed.
    pub functions: BTreeSet<String>,
    /// What the first of the others does otherwise.
    pub difference: Option<Box<KeptDifference>>,
    /// What is proved of all executions that work, where it was asked.
    pub proof: Option<KeptProof>,
}

/// What is proved of a change and of all executions that work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptProof {
    /// Nothing differs, and the changed program ends where the original does.
    NothingDiffers,
    /// The program shows the same: what it writes, how it ends, and which unknown functions it calls with what.
    ShowsTheSame {
        /// Whether it ends where the original does. If not, that is not decided.
        ends: bool,
    },
}

/// What an execution that worked does otherwise with a change, where it first shows outside of the changed function, or of the changed
/// lines where nothing calls that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptDifference {
    /// The inputs of the execution: what they are for and their values.
    pub inputs: Vec<(String, String)>,
    /// The statement.
    pub span: Span,
    /// What is assigned there, with the value that it had and the one that it has; none where the execution no longer gets there.
    pub value: Option<ChangedValue>,
}

/// A value that a change alters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedValue {
    /// What holds it.
    pub place: String,
    /// The value before the change.
    pub before: String,
    /// The value with it.
    pub after: String,
}

/// How much of what worked a change keeps. Best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeptLevel {
    /// Nothing else differs, as far as it was executed.
    All,
    /// Nothing else differs on at least half.
    Most,
    /// On less.
    Few,
}

impl Kept {
    /// The share of all that worked on which nothing else differs; none where none worked.
    pub fn share(&self) -> Option<f64> {
        let n = self.worked + self.unconcerned;
        (n > 0).then(|| (self.same_elsewhere + self.unconcerned) as f64 / n as f64)
    }

    /// Whether it keeps fewer than half of them. Some differ where a wrong value did no harm.
    pub fn is_few(&self) -> bool {
        self.level() == KeptLevel::Few
    }

    /// Whether there are executions, and it keeps so much of them at least.
    pub fn is_shown(&self, least: KeptLevel) -> bool {
        self.worked > 0 && self.level() <= least
    }

    /// Whether some execution is known to work.
    pub(super) fn knows_working(&self) -> bool {
        self.worked + self.unconcerned > 0
    }

    /// Counts what is kept of other executions, too.
    pub(super) fn add(&mut self, other: Kept) {
        self.worked += other.worked;
        self.same += other.same;
        self.same_elsewhere += other.same_elsewhere;
        self.same_to_callers += other.same_to_callers;
        self.unconcerned += other.unconcerned;
        self.difference = self.difference.take().or(other.difference);
    }

    /// Counts what is kept of the same executions once more, with what they show: only those that do something else are further ones.
    pub(super) fn add_further(&mut self, other: Kept) {
        if self.worked == 0 || other.same_to_callers < other.worked {
            self.add(other);
        }
    }

    /// How much that is.
    pub fn level(&self) -> KeptLevel {
        self.level_of(self.same_elsewhere)
    }

    /// How much it keeps for the callers of the changed function.
    pub fn level_to_callers(&self) -> KeptLevel {
        self.level_of(self.same_to_callers)
    }

    fn level_of(&self, n_kept: usize) -> KeptLevel {
        match n_kept {
            same if same == self.worked => KeptLevel::All,
            same if 2 * same >= self.worked => KeptLevel::Most,
            _ => KeptLevel::Few,
        }
    }
}

/// Executions around a failing one.
pub(crate) struct Around<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    /// Those that worked.
    worked: Vec<(Recording, Seen)>,
    /// Those that fail.
    failing: Vec<Recording>,
    /// The values from outside of all of them, in their order.
    values: Vec<Vec<Value>>,
}

impl<'a> Around<'a> {
    /// The first of these that worked, and as many of those that fail.
    pub(crate) fn new(
        program: &'a Program,
        error: &'a ErrorTrace,
        neighbours: &[Neighbour],
        limits: &Limits,
    ) -> Around<'a> {
        let executed = |it: &Neighbour| executed(program, error, &it.given, limits);
        // The first ones differ in one value each, the last ones in two.
        let failing: Vec<&Neighbour> = neighbours.iter().filter(|it| it.fails).collect();
        let spread = failing.len().div_ceil(MAX_KEPT_ASKED).max(1);
        let failing = failing.into_iter().step_by(spread);
        let worked = neighbours.iter().filter(|it| !it.fails).take(MAX_KEPT_ASKED);
        let mut around = Around::none(program, error);
        for (recording, execution) in failing.map(executed) {
            around.values.push(values(&execution));
            around.failing.push(recording);
        }
        for (recording, execution) in worked.map(executed) {
            around.values.push(values(&execution));
            around.worked.extend(Seen::of(program, &execution).map(|seen| (recording, seen)));
        }
        around
    }

    fn none(program: &'a Program, error: &'a ErrorTrace) -> Around<'a> {
        Around { program, error, worked: Vec::new(), failing: Vec::new(), values: Vec::new() }
    }

    /// The executions of a program on the same values, which it may ask for elsewhere, and on each of some numbers alone.
    pub(crate) fn of(&self, program: &'a Program, numbers: &[i128], limits: &Limits) -> Around<'a> {
        let mut around = Around::none(program, self.error);
        let given = self.values.iter().map(|it| InOrder { values: it, n_given: 0, number: 0 });
        let numbers = numbers.iter().map(|number| InOrder { values: &[], n_given: 0, number: *number });
        for mut inputs in given.chain(numbers) {
            let bounds = ExecutionBounds { max_steps: MAX_KEPT_STEPS, ..ExecutionBounds::default() };
            let execution = interpreter::run(program, &mut inputs, &bounds);
            limits.spend(budgets::execution(execution.steps.len()));
            let recording = Recording::of_execution(program, &execution, MAX_KEPT_STEPS);
            match Seen::of(program, &execution) {
                Some(seen) => around.worked.push((recording, seen)),
                None if matches!(execution.end, End::Error { .. }) => around.failing.push(recording),
                None => {}
            }
        }
        around
    }

    /// Whether a changed program does not end on the values of one that fails, as far as it is followed.
    pub(crate) fn is_unended(&self, changed: &Program, limits: &Limits) -> bool {
        let is_unended = |it: &Recording| {
            self.execution(changed, &it.clone().followed(MAX_ENDING_STEPS), limits).end == End::Bound
        };
        self.failing.iter().any(is_unended)
    }

    /// The execution alone that a verifier found, if it comes to its end.
    pub(super) fn found(program: &'a Program, trace: &'a ErrorTrace, limits: &Limits) -> Around<'a> {
        let (recording, execution) = executed(program, trace, &Given::of(trace), limits);
        let seen = Seen::of(program, &execution);
        let worked = seen.map(|seen| (recording, seen)).into_iter().collect();
        Around { worked, ..Around::none(program, trace) }
    }

    /// The error of a changed program on the values of one that fails, if it still comes to one.
    pub(crate) fn still_failing(&self, changed: &Program, limits: &Limits) -> Option<ErrorTrace> {
        self.failing.iter().find_map(|it| self.execution(changed, it, limits).into_error_trace())
    }

    /// The error of a changed program on the values of one that worked, if it comes to one.
    pub(crate) fn newly_failing(&self, changed: &Program, limits: &Limits) -> Option<ErrorTrace> {
        self.worked.iter().find_map(|(it, _)| self.execution(changed, it, limits).into_error_trace())
    }

    /// Whether some of them comes to an error in a changed program.
    pub(crate) fn fails(&self, changed: &Program, limits: &Limits) -> bool {
        self.still_failing(changed, limits).is_some() || self.newly_failing(changed, limits).is_some()
    }

    /// What of them a changed program keeps.
    pub(crate) fn kept(&self, changed: &Program, extent: &Extent, limits: &Limits) -> Kept {
        let versions = [self.program, changed].map(|program| Version::new(program, extent));
        let [before, after] = &versions;
        let mut kept = Kept { functions: extent.functions.clone(), ..Kept::default() };
        for (recording, old) in &self.worked {
            let may_be_unconcerned = !old.gets_to(before);
            if may_be_unconcerned && extent.is_of_lines_there {
                kept.unconcerned += 1;
                continue;
            }
            let execution = self.execution(changed, recording, limits);
            let new = Seen::of(changed, &execution);
            let differs = |part: Part| match &new {
                Some(new) => first_difference(old.steps(before, part), new.steps(after, part)),
                None => Some((None, None)),
            };
            let is_elsewhere_the_same = differs(Part::Elsewhere).is_none();
            if may_be_unconcerned
                && is_elsewhere_the_same
                && new.as_ref().is_some_and(|it| !it.gets_to(after))
            {
                kept.unconcerned += 1;
                continue;
            }
            kept.worked += 1;
            let Some(new) = &new else {
                kept.difference = kept.difference.take().or_else(|| self.unended(recording, old, limits));
                continue;
            };
            if let Some((at, [before, after])) = old.shown.difference(&new.shown) {
                let value = ChangedValue { place: "output".to_owned(), before, after };
                let difference =
                    || Some(self.told(recording, self.program.sources.origin(at?).span, Some(value), limits));
                kept.difference = kept.difference.take().or_else(difference);
                continue;
            }
            if is_elsewhere_the_same {
                kept.same += usize::from(differs(Part::Effects).is_none());
                kept.same_elsewhere += 1;
                kept.same_to_callers += 1;
                continue;
            }
            let outside = if old.has_callers(before) { Part::Outside } else { Part::Elsewhere };
            match differs(outside) {
                None => kept.same_to_callers += 1,
                Some((first_before, first_after)) if kept.difference.is_none() => {
                    let original = self.execution(self.program, recording, limits);
                    kept.difference =
                        self.difference((&original, first_before), (changed, &execution, first_after));
                }
                Some(_) => {}
            }
        }
        kept
    }

    /// That a changed program does not come to its end where the original does.
    fn unended(&self, recording: &Recording, old: &Seen, limits: &Limits) -> Option<Box<KeptDifference>> {
        let last = self.program.sources.origin(old.steps.last()?.origin).span;
        Some(self.told(recording, last, None, limits))
    }

    /// A difference, with the inputs of the execution.
    fn told(
        &self,
        recording: &Recording,
        span: Span,
        value: Option<ChangedValue>,
        limits: &Limits,
    ) -> Box<KeptDifference> {
        let inputs = self.inputs(&self.execution(self.program, recording, limits));
        Box::new(KeptDifference { inputs, span, value })
    }

    /// The inputs of an execution: what they are for and their values.
    fn inputs(&self, execution: &Execution) -> Vec<(String, String)> {
        let inputs = execution.inputs.iter().filter_map(|it| {
            let display = self.program.display(it.symbol.activation().0);
            let origin = self.program.sources.origin(it.origin);
            let place = origin.place.clone().filter(|_| origin.kind != OriginKind::Declaration)?;
            Some((place, print::value(self.program, &it.value, display)))
        });
        inputs.collect()
    }

    fn execution(&self, program: &Program, recording: &Recording, limits: &Limits) -> Execution {
        recording.execution(program, &self.error.choices, limits)
    }

    /// What two executions do otherwise whose first steps that differ are these.
    fn difference(
        &self,
        (old, before): (&Execution, Option<usize>),
        (changed, new, after): (&Program, &Execution, Option<usize>),
    ) -> Option<Box<KeptDifference>> {
        let step = &old.steps[before?];
        let origin = self.program.sources.origin(step.origin);
        let is_same = |it: &&Step| {
            let other = changed.sources.origin(it.origin);
            (other.kind, other.span.line, &other.place) == (origin.kind, origin.span.line, &origin.place)
        };
        let text = |program: &Program, step: &Step| {
            let display = program.display(step.command.target()?.variable);
            Some(print::value(program, step.value.as_ref()?, display))
        };
        let value = after.map(|it| &new.steps[it]).filter(is_same).and_then(|after| {
            let place = origin.place.as_ref()?;
            let is_result = origin.kind == OriginKind::Return;
            let place = if is_result { format!("{place}()") } else { place.clone() };
            Some(ChangedValue { place, before: text(self.program, step)?, after: text(changed, after)? })
        });
        Some(Box::new(KeptDifference { inputs: self.inputs(old), span: origin.span, value }))
    }
}

/// The values from outside of an execution, in their order.
fn values(execution: &Execution) -> Vec<Value> {
    execution.inputs.iter().map(|it| it.value.clone()).collect()
}

/// Gives values in their order, then a number.
struct InOrder<'a> {
    values: &'a [Value],
    n_given: usize,
    number: i128,
}

impl InOrder<'_> {
    fn number_of(&self, sort: Sort) -> Value {
        sort.bit_width().map_or_else(|| Value::zero(sort), |width| Value::signed_bits(width, self.number))
    }
}

impl Inputs for InOrder<'_> {
    fn havoc(&mut self, _variable: Symbol, sort: Sort, _origin: OriginId) -> Option<Value> {
        let value = self.values.get(self.n_given).filter(|it| it.sort() == sort).cloned();
        self.n_given += 1;
        Some(value.unwrap_or_else(|| self.number_of(sort)))
    }

    fn choose(&mut self, _n: usize) -> Option<usize> {
        Some(0)
    }

    fn initial(&mut self, variable: Symbol) -> Option<Value> {
        Some(Value::zero(variable.sort()))
    }
}

/// The execution of a program on values from outside, and its recording.
fn executed(program: &Program, error: &ErrorTrace, given: &Given, limits: &Limits) -> (Recording, Execution) {
    let execution = execution(program, error, given, MAX_KEPT_STEPS, limits);
    (Recording::of_execution(program, &execution, MAX_KEPT_STEPS), execution)
}

/// What a change changes, in programs whose lines have the same numbers.
#[derive(Debug)]
pub(crate) struct Extent {
    stretches: Vec<Stretch>,
    /// The functions that have some of the lines.
    functions: BTreeSet<String>,
    /// Whether all the lines are lines of the original, and nothing outside them can change.
    is_of_lines_there: bool,
}

/// Lines of a file.
#[derive(Debug)]
struct Stretch {
    file: String,
    lines: RangeInclusive<u32>,
}

impl Extent {
    /// Lines in a function.
    pub(crate) fn of_lines(file: &str, lines: RangeInclusive<u32>, function: &str) -> Extent {
        Extent {
            stretches: vec![Stretch { file: file.to_owned(), lines }],
            functions: BTreeSet::from([function.to_owned()]),
            is_of_lines_there: true,
        }
    }

    /// All that is changed in files: the lines that go, and those that come in their place or, where there are none, have numbers
    /// behind the end of the file. The changed program has [aligned](crate::alignment) sources.
    pub(crate) fn of_files(files: &[ChangedFile], original: &Program, changed: &Program) -> Extent {
        let mut stretches = Vec::new();
        for ChangedFile { name, old, stretches: of_file, .. } in files {
            let gone = of_file.iter().map(|(old, _)| old).filter(|it| !it.is_empty());
            let added = old.lines().count() as u32 + 1..=u32::MAX;
            let lines = gone.map(|it| it.start..=it.end - 1).chain([added]);
            stretches.extend(lines.map(|lines| Stretch { file: name.clone(), lines }));
        }
        let mut extent = Extent { stretches, functions: BTreeSet::new(), is_of_lines_there: false };
        extent.functions = [original, changed].into_iter().flat_map(|it| extent.functions_in(it)).collect();
        extent
    }

    /// The functions of a program that have some of the lines.
    fn functions_in(&self, program: &Program) -> BTreeSet<String> {
        let sources = &program.sources;
        let origins = (0..sources.n_origins() as u32).map(|it| sources.origin(OriginId(it)));
        let changed = origins.filter(|it| !it.trusted && self.has(sources, &it.span));
        changed.map(|it| it.function.clone()).collect()
    }

    /// Whether a span has one of the lines.
    fn has(&self, sources: &SourceMap, span: &Span) -> bool {
        let file = &sources.file(span.file).name;
        let overlaps = |it: &Stretch| {
            *it.lines.start() <= span.end_line && span.line <= *it.lines.end() && it.file == *file
        };
        self.stretches.iter().any(overlaps)
    }
}

/// A program with what of it a change changes.
struct Version<'a> {
    program: &'a Program,
    extent: &'a Extent,
    /// By origin, whether it is of changed lines, or draws on a macro there.
    is_changed: Vec<bool>,
}

impl<'a> Version<'a> {
    fn new(program: &'a Program, extent: &'a Extent) -> Version<'a> {
        let sources = &program.sources;
        let is_changed = |id: u32| {
            let origin = sources.origin(OriginId(id));
            let definitions = origin.definitions.iter().map(|(_, span)| span);
            let mut spans = iter::once(&origin.span).chain(&origin.expansions).chain(definitions);
            spans.any(|span| extent.has(sources, span))
        };
        let is_changed = (0..sources.n_origins() as u32).map(is_changed).collect();
        Version { program, extent, is_changed }
    }

    fn has(&self, step: &SeenStep) -> bool {
        self.is_changed[step.origin.0 as usize]
    }
}

/// Which steps of two executions are compared.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// Those outside the changed lines, and what these assign that outlives the call.
    Elsewhere,
    /// Those outside the changed functions and what they call, and what is assigned in them that outlives the call.
    Outside,
    /// What the changed lines assign.
    Effects,
}

/// What an execution that comes to its normal end does in the user's lines.
struct Seen {
    steps: Vec<SeenStep>,
    /// What others see, where it is in the commands of the program.
    shown: Shown,
    /// The function of each activation, and the activation that calls it.
    frames: Vec<(String, Option<usize>)>,
}

/// What an execution shows: calls of primitives that write or end the program, and of undefined functions.
#[derive(Default)]
struct Shown(Vec<ShownEvent>);

/// One of them.
struct ShownEvent {
    primitive: Primitive,
    name: String,
    arguments: Vec<Value>,
    /// The call of the user's that it is a part of.
    origin: OriginId,
}

impl Shown {
    fn of(program: &Program, execution: &Execution) -> Shown {
        let primitive = |id: ProcId| program.procedure(id).primitive.filter(|it| is_shown(*it));
        let argument = |step: &Step| {
            let variable = step.command.target()?.variable.activation().0;
            let procedure = program.owner(variable).filter(|it| primitive(*it).is_some())?;
            let is_parameter = program.procedure(procedure).parameters.contains(&variable);
            is_parameter.then(|| step.value.clone())?
        };
        let mut arguments = execution.steps.iter().filter_map(argument);
        let mut events = Vec::new();
        for frame in &execution.frames {
            let (Some(primitive), Some(caller)) = (primitive(frame.procedure), frame.caller) else {
                continue;
            };
            let arguments =
                arguments.by_ref().take(program.procedure(frame.procedure).parameters.len()).collect();
            let calls = iter::successors(Some(caller), |(frame, _)| execution.frames[*frame].caller);
            let of_user = calls.map(|(_, origin)| origin).find(|it| !program.sources.origin(*it).trusted);
            let origin = of_user.unwrap_or(caller.1);
            events.push(ShownEvent { primitive, name: frame.name.clone(), arguments, origin });
        }
        let is_note = |it: &ShownEvent| it.primitive.writes() && it.number(0) == Some(NOTES as i128);
        events.retain(|it| !is_note(it));
        Shown(events)
    }

    /// Where another execution first shows something else, and what is shown there in both.
    fn difference(&self, other: &Shown) -> Option<(Option<OriginId>, [String; 2])> {
        let n_same = self.0.iter().zip(&other.0).take_while(|(old, new)| old.is_like(new)).count();
        if n_same == self.0.len() && n_same == other.0.len() {
            return None;
        }
        let origin = self.0.get(n_same).or(self.0.last()).or(other.0.get(n_same)).map(|it| it.origin);
        Some((origin, [self.text_at(n_same), other.text_at(n_same)]))
    }

    /// The line to which an event belongs.
    fn text_at(&self, at: usize) -> String {
        let texts: Vec<String> = self.0.iter().map(ShownEvent::text).collect();
        let (before, behind) = texts.split_at(at);
        let n_before = before.iter().rev().take_while(|it| !it.ends_with('\n')).count();
        let n_behind = behind.iter().take_while(|it| !it.ends_with('\n')).count();
        let line = [&before[at - n_before..], &behind[..n_behind]].concat().concat();
        if line.is_empty() { "nothing".to_owned() } else { format!("`{line}`") }
    }
}

fn is_shown(primitive: Primitive) -> bool {
    primitive.writes() || primitive.ends() || primitive == Primitive::Outside
}

impl ShownEvent {
    fn is_like(&self, other: &ShownEvent) -> bool {
        let is_nan = |it: &Value| matches!(it, Value::Float(format, bits) if *bits == format.quiet_nan());
        (self.primitive, &self.name, &self.arguments) == (other.primitive, &other.name, &other.arguments)
            && !self.arguments.iter().any(is_nan)
    }

    fn number(&self, at: usize) -> Option<i128> {
        self.arguments.get(at)?.as_signed()
    }

    /// What a reader sees of it, as far as it can be said here.
    fn text(&self) -> String {
        match (self.primitive, self.number(1), self.number(0)) {
            (Primitive::Put, Some(byte), _) => char::from(byte as u8).to_string(),
            (Primitive::PutInteger, Some(number), _) => number.to_string(),
            (Primitive::Exit, _, Some(status)) => format!("(exit status {})", status & 0xff),
            (Primitive::Abort, ..) => "(abort)".to_owned(),
            (Primitive::Outside, ..) => String::new(),
            _ => self.arguments.get(1).map(ToString::to_string).unwrap_or_default(),
        }
    }
}

/// A step.
struct SeenStep {
    /// Its index in the execution.
    index: usize,
    frame: usize,
    origin: OriginId,
    line: u32,
    /// A digest of what it does, and of the value alone that it assigns, where it does.
    digests: (u64, Option<u64>),
    /// Whether what it assigns outlives the activation.
    outlives: bool,
}

impl Seen {
    fn of(program: &Program, execution: &Execution) -> Option<Seen> {
        if !matches!(execution.end, End::Returned | End::Stopped) {
            return None;
        }
        let frames = execution.frames.iter().map(|it| (it.name.clone(), it.caller.map(|(frame, _)| frame)));
        let shown = Shown::of(program, execution);
        let mut seen = Seen { steps: Vec::new(), shown, frames: frames.collect() };
        seen.steps = execution
            .steps
            .iter()
            .enumerate()
            .filter_map(|(index, step)| {
                let origin = program.sources.origin(step.origin);
                let all = digest(&(origin.kind, origin.span.column, &step.value));
                let declared = step.command.target().and_then(|it| program.declared(it.variable));
                let effect = declared.map(|_| digest(&(origin.kind, &step.value)));
                let is_result = origin.kind == OriginKind::Return && seen.is_entry(program, step.frame);
                (!origin.trusted).then_some(SeenStep {
                    index,
                    frame: step.frame,
                    origin: step.origin,
                    line: origin.span.line,
                    digests: (all, effect),
                    outlives: is_result || declared.is_some_and(|(_, it)| it.scope.procedure().is_none()),
                })
            })
            .collect();
        Some(seen)
    }

    /// The steps of a part, with what is compared of each.
    fn steps<'s>(&'s self, version: &'s Version<'_>, part: Part) -> impl Iterator<Item = Compared> + 's {
        self.steps.iter().filter_map(move |step| {
            let is_within = match part {
                Part::Elsewhere | Part::Effects => version.has(step),
                Part::Outside => self.is_within(step.frame, &version.extent.functions),
            };
            let (all, effect) = step.digests;
            let effect = match part {
                Part::Effects => effect.filter(|_| is_within),
                _ if is_within => effect.filter(|_| step.outlives),
                _ => return Some((step.index, all, step.line)),
            };
            effect.map(|it| (step.index, it, 0))
        })
    }

    /// Whether the execution gets to changed lines.
    fn gets_to(&self, version: &Version<'_>) -> bool {
        self.steps.iter().any(|it| version.has(it))
    }

    /// Whether each activation of a changed function has a caller that sees what it returns. What begins a C program sees nothing of
    /// the result of `main`.
    fn has_callers(&self, version: &Version<'_>) -> bool {
        let program = version.program;
        let is_main = |it: &(String, _)| program.language == Language::C && it.0 == MAIN;
        let of_changed = self.frames.iter().filter(|(name, _)| version.extent.functions.contains(name));
        let (mut n_called, mut are_seen) = (0, true);
        for it @ (_, caller) in of_changed {
            n_called += 1;
            are_seen &= caller.is_some() && !is_main(it);
        }
        n_called > 0 && are_seen
    }

    /// Whether an activation is that of the function that the program starts with: its result is seen by whoever starts the program.
    fn is_entry(&self, program: &Program, frame: usize) -> bool {
        let (_, caller) = &self.frames[frame];
        let is_called_by_start = |caller: &usize| self.frames[*caller].1.is_none();
        program.language == Language::C && caller.as_ref().is_some_and(is_called_by_start)
    }

    /// Whether an activation is one of some functions, or of what they call.
    fn is_within(&self, frame: usize, functions: &BTreeSet<String>) -> bool {
        let caller = |frame: &usize| self.frames[*frame].1;
        iter::successors(Some(frame), caller).any(|it| functions.contains(&self.frames[it].0))
    }
}

/// The index of a step, a digest of what it does, and its line where that counts.
type Compared = (usize, u64, u32);

fn digest(it: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    it.hash(&mut hasher);
    hasher.finish()
}

/// The indices of the first steps in which two sequences differ, none at the end of one; none where they are the same.
fn first_difference(
    mut old: impl Iterator<Item = Compared>,
    mut new: impl Iterator<Item = Compared>,
) -> Option<(Option<usize>, Option<usize>)> {
    loop {
        match (old.next(), new.next()) {
            (None, None) => return None,
            (Some((_, old, line)), Some((_, new, new_line))) if (old, line) == (new, new_line) => {}
            (old, new) => return Some((old.map(|it| it.0), new.map(|it| it.0))),
        }
    }
}
