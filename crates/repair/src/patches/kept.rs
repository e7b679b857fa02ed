//! What a change keeps of what worked.
//!
//! Executions around the failing one that worked and got to the changed lines are executed with the change, and compared with what they
//! were; each has to come to its end. **Nothing differs** where the same values are assigned in the same order. **Nothing else differs**
//! where that holds outside the changed lines, and these assign the same to what outlives the call: what the change is about has another
//! value, with which the same is done. **The callers see the same** where that holds outside the changed function and what it calls; of
//! a function that is called as its precondition asks for, these see what it returns and what it leaves in memory.
//! Else the first difference is told. A change that silences a check mostly keeps none of them.

use std::hash::{Hash, Hasher};
use std::iter;
use std::ops::RangeInclusive;

use faultscope_frontend::print;
use faultscope_ir::program::Language;
use faultscope_ir::{FileId, OriginId, OriginKind, Program, Step};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::entered::called_by_precondition;
use faultscope_verify::interpreter::{End, Execution};
use faultscope_verify::neighbours::{Given, Neighbour, execution};
use rustc_hash::FxHasher;

use super::hunk::Hunk;
use crate::limits::{MAX_KEPT_ASKED, MAX_KEPT_STEPS};

/// What a change keeps of the executions around the failing one that worked and got to the changed lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// How many there are.
    pub worked: usize,
    /// On how many of them nothing differs.
    pub same: usize,
    /// On how many of them nothing else differs.
    pub same_elsewhere: usize,
    /// On how many of them the callers of the changed function see the same; as many as above where it has none.
    pub same_to_callers: usize,
    /// How many worked and do not get to the changed lines.
    pub unconcerned: usize,
    /// What the first of the others does otherwise.
    pub difference: Option<Box<KeptDifference>>,
}

/// What an execution that worked does otherwise with a change, where it first shows outside of the changed function, or of the changed
/// lines where nothing calls that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptDifference {
    /// The inputs of the execution: what they are for and their values.
    pub inputs: Vec<(String, String)>,
    /// The statement.
    pub statement: OriginId,
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
pub(super) struct Around<'a> {
    program: &'a Program,
    error: &'a ErrorTrace,
    /// Those that worked.
    worked: Vec<(Given, Seen)>,
    /// The values from outside of those that fail.
    failing: Vec<Given>,
}

impl<'a> Around<'a> {
    /// The first of these that worked, and as many of those that fail.
    pub(super) fn new(
        program: &'a Program,
        error: &'a ErrorTrace,
        neighbours: &[Neighbour],
        limits: &Limits,
    ) -> Around<'a> {
        // The first ones differ in one value each, the last ones in two.
        let failing: Vec<&Neighbour> = neighbours.iter().filter(|it| it.fails).collect();
        let spread = failing.len().div_ceil(MAX_KEPT_ASKED).max(1);
        let failing = failing.iter().step_by(spread).map(|it| it.given.clone()).collect();
        let mut around = Around { program, error, worked: Vec::new(), failing };
        for it in neighbours.iter().filter(|it| !it.fails).take(MAX_KEPT_ASKED) {
            let seen = Seen::of(program, &around.execution(program, &it.given, limits));
            around.worked.extend(seen.map(|seen| (it.given.clone(), seen)));
        }
        around
    }

    /// Whether some of them comes to an error in a changed program.
    pub(super) fn fails(&self, changed: &Program, limits: &Limits) -> bool {
        let fails = |given: &Given| matches!(self.execution(changed, given, limits).end, End::Error { .. });
        self.failing.iter().chain(self.worked.iter().map(|(given, _)| given)).any(fails)
    }

    /// What of them a program keeps with a change in this function that leaves other lines where they are.
    pub(super) fn kept(&self, changed: &Program, hunk: &Hunk, function: &str, limits: &Limits) -> Kept {
        let lines = Stretch { file: &hunk.file, lines: hunk.old_lines() };
        let elsewhere = Part::Elsewhere(&lines);
        let mut kept = Kept::default();
        for (given, old) in &self.worked {
            if !old.gets_to(self.program, &lines) {
                kept.unconcerned += 1;
                continue;
            }
            kept.worked += 1;
            let outside = if old.has_callers(self.program, function) {
                Part::Outside(function)
            } else if called_by_precondition(self.program) == Some(function) {
                Part::Seen(function)
            } else {
                elsewhere
            };
            let execution = self.execution(changed, given, limits);
            let new = Seen::of(changed, &execution);
            let differs = |part: Part<'_>| match &new {
                Some(new) => first_difference(old.steps(self.program, part), new.steps(changed, part)),
                None => Some((None, None)),
            };
            if differs(elsewhere).is_none() {
                kept.same += usize::from(differs(Part::Effects(&lines)).is_none());
                kept.same_elsewhere += 1;
                kept.same_to_callers += 1;
                continue;
            }
            match differs(outside) {
                None => kept.same_to_callers += 1,
                Some((before, after)) if kept.difference.is_none() => {
                    let original = self.execution(self.program, given, limits);
                    kept.difference = self.difference((&original, before), (changed, &execution, after));
                }
                Some(_) => {}
            }
        }
        kept
    }

    fn execution(&self, program: &Program, given: &Given, limits: &Limits) -> Execution {
        execution(program, self.error, given, MAX_KEPT_STEPS, limits)
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
        let inputs = old.inputs.iter().filter_map(|it| {
            let display = self.program.display(it.symbol.activation().0);
            let place = self.program.sources.origin(it.origin).place.clone()?;
            Some((place, print::value(self.program, &it.value, display)))
        });
        Some(Box::new(KeptDifference { inputs: inputs.collect(), statement: step.origin, value }))
    }
}

/// The lines that a change changes.
#[derive(Debug)]
struct Stretch<'a> {
    /// The name of their file.
    file: &'a str,
    lines: RangeInclusive<u32>,
}

/// Which steps of two executions are compared.
#[derive(Debug, Clone, Copy)]
enum Part<'a> {
    /// Those outside the changed lines, and what these assign that outlives the call.
    Elsewhere(&'a Stretch<'a>),
    /// Those outside a function and what it calls, and what is assigned in it that outlives the call.
    Outside(&'a str),
    /// The same, and what the function returns to where it is called first.
    Seen(&'a str),
    /// What the changed lines assign.
    Effects(&'a Stretch<'a>),
}

/// What an execution that comes to its normal end does in the user's lines.
struct Seen {
    steps: Vec<SeenStep>,
    /// The function of each activation, and the activation that calls it.
    frames: Vec<(String, Option<usize>)>,
}

/// A step.
struct SeenStep {
    /// Its index in the execution.
    index: usize,
    frame: usize,
    file: FileId,
    line: u32,
    /// A digest of what it does, and of the value alone that it assigns, where it does.
    digests: (u64, Option<u64>),
    /// Whether what it assigns outlives the activation.
    outlives: bool,
    /// Whether it assigns what is returned.
    returns: bool,
}

impl Seen {
    fn of(program: &Program, execution: &Execution) -> Option<Seen> {
        if !matches!(execution.end, End::Returned | End::Stopped) {
            return None;
        }
        let steps = execution.steps.iter().enumerate().filter_map(|(index, step)| {
            let origin = program.sources.origin(step.origin);
            let all = digest(&(origin.kind, origin.span.column, &step.value));
            let declared = step.command.target().and_then(|it| program.declared(it.variable));
            let effect = declared.map(|_| digest(&(origin.kind, &step.value)));
            (!origin.trusted).then_some(SeenStep {
                index,
                frame: step.frame,
                file: origin.span.file,
                line: origin.span.line,
                digests: (all, effect),
                outlives: declared.is_some_and(|(_, it)| it.scope.procedure().is_none()),
                returns: origin.kind == OriginKind::Return,
            })
        });
        let frames = execution.frames.iter().map(|it| (it.name.clone(), it.caller.map(|(frame, _)| frame)));
        Some(Seen { steps: steps.collect(), frames: frames.collect() })
    }

    /// The steps of a part, with what is compared of each.
    fn steps<'s>(&'s self, program: &'s Program, part: Part<'s>) -> impl Iterator<Item = Compared> + 's {
        self.steps.iter().filter_map(move |step| {
            let is_within = match part {
                Part::Elsewhere(lines) | Part::Effects(lines) => step.is_in(program, lines),
                Part::Outside(function) | Part::Seen(function) => self.is_within(step.frame, function),
            };
            let is_returned = || match part {
                Part::Seen(function) => step.returns && self.is_first(step.frame, function),
                Part::Elsewhere(_) | Part::Effects(_) | Part::Outside(_) => false,
            };
            let (all, effect) = step.digests;
            let effect = match part {
                Part::Effects(_) => effect.filter(|_| is_within),
                _ if is_within => effect.filter(|_| step.outlives || is_returned()),
                _ => return Some((step.index, all, step.line)),
            };
            effect.map(|it| (step.index, it, 0))
        })
    }

    /// Whether the execution gets to changed lines.
    fn gets_to(&self, program: &Program, changed: &Stretch<'_>) -> bool {
        self.steps.iter().any(|it| it.is_in(program, changed))
    }

    /// Whether the user has written what calls a function. What begins a C program is not, and sees nothing of what is returned.
    fn has_callers(&self, program: &Program, function: &str) -> bool {
        let is_user = |frame: usize| program.language != Language::C || self.frames[frame].1.is_some();
        let called = self.frames.iter().filter(|(name, _)| name == function);
        called.filter_map(|(_, caller)| *caller).any(is_user)
    }

    /// Whether an activation is one of a function that what begins the program calls.
    fn is_first(&self, frame: usize, function: &str) -> bool {
        let (name, caller) = &self.frames[frame];
        name == function && caller.is_none_or(|it| self.frames[it].1.is_none())
    }

    /// Whether an activation is one of a function, or of what it calls.
    fn is_within(&self, frame: usize, function: &str) -> bool {
        let caller = |frame: &usize| self.frames[*frame].1;
        iter::successors(Some(frame), caller).any(|it| self.frames[it].0 == function)
    }
}

impl SeenStep {
    /// Whether it stands in changed lines.
    fn is_in(&self, program: &Program, changed: &Stretch<'_>) -> bool {
        changed.lines.contains(&self.line) && program.sources.file(self.file).name == changed.file
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
