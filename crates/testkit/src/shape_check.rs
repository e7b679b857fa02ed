//! Do the verifiers say of programs about memory what sanitizers say of their executions?
//!
//! * What a sanitizer reports is found, of the same kind and, where the program asks for no inputs, on the same line.
//! * What is found is reported by a sanitizer in the execution with these inputs, or is of a kind that sanitizers do not
//!   check ([`is_unchecked`]); then the same is asked without that kind.
//! * Where neither finds anything and there are no inputs, the checksum is the one that is printed, and no other.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use faultscope_frontend::c::{CConfig, DataModel};
use faultscope_frontend::{Input, InputFile, c};
use faultscope_ir::{Program, Property, PropertyGroup};
use faultscope_solver::Limits;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::{self as verify, ErrorTrace, Question, ask};

use crate::sanitizers::{Kind, Observed, Sanitizers};
use crate::shapes::{Shape, shape};

/// What the comparison of a program gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Both find nothing, or the same.
    Agreed {
        /// What was found, if anything.
        found: Option<Kind>,
        /// What sanitizers do not check and was found on the way.
        unchecked: Vec<Property>,
    },
    /// The verifiers do not decide it in time.
    Undecided(String),
    /// Not the same.
    Different(String),
}

/// What the verifiers say.
enum Verdict {
    Safe,
    Unsafe { property: Property, line: usize, inputs: Vec<String>, message: String },
    Unknown(String),
}

/// Compares the programs of some seeds, which are compiled together.
pub fn compare(seeds: std::ops::Range<u64>, sanitizers: &Sanitizers, time: Duration) -> Vec<(u64, Outcome)> {
    let shapes: Vec<Shape> = seeds.clone().map(shape).collect();
    let (text, offsets) = Shape::together(&shapes);
    let binary = match sanitizers.compile(&format!("shapes_{}", seeds.start), &text) {
        Ok(binary) => binary,
        Err(error) => {
            let message = format!("gcc does not take it: {error}");
            return vec![(seeds.start, Outcome::Different(message))];
        }
    };
    let compared = shapes.iter().enumerate().map(|(idx, shape)| {
        let run = |inputs: &[String]| {
            let arguments: Vec<String> =
                std::iter::once(idx.to_string()).chain(inputs.iter().cloned()).collect();
            match sanitizers.observe(&binary, &arguments) {
                Ok(Observed::Stopped { message, kind, line }) => Ok(Observed::Stopped {
                    message,
                    kind,
                    line: line.map(|it| it.saturating_sub(offsets[idx])),
                }),
                observed => observed.map_err(|it| it.to_string()),
            }
        };
        Comparison { shape, time, run: &run }.outcome()
    });
    let outcomes = seeds.zip(compared).collect();
    let _ = std::fs::remove_file(&binary);
    outcomes
}

/// What sanitizers do not check, or not always: a lost block may still be named by what is left on the stack.
fn is_unchecked(property: Property) -> bool {
    matches!(property, Property::Uninitialized | Property::Library | Property::MemoryLeak)
}

struct Comparison<'a> {
    shape: &'a Shape,
    time: Duration,
    run: &'a dyn Fn(&[String]) -> Result<Observed, String>,
}

impl Comparison<'_> {
    fn outcome(&self) -> Outcome {
        let mut properties: BTreeSet<Property> = Property::defaults().collect();
        properties.insert(Property::MemoryLeak);
        let mut unchecked = Vec::new();
        loop {
            match self.compare(&properties) {
                Ok(found) => return Outcome::Agreed { found, unchecked },
                Err((Some(property), _)) if is_unchecked(property) => {
                    properties.remove(&property);
                    unchecked.push(property);
                }
                Err((_, outcome)) => return outcome,
            }
        }
    }

    /// Compares what is found of some properties; where that is not the same, what the verifiers found.
    fn compare(&self, properties: &BTreeSet<Property>) -> Result<Option<Kind>, (Option<Property>, Outcome)> {
        let different = |property, text: String| Err((property, Outcome::Different(text)));
        let observed = match (self.run)(&[]) {
            Ok(observed) => observed,
            Err(message) => return different(None, format!("gcc's program does not end: {message}")),
        };
        let checksum = match &observed {
            Observed::Ended(printed) if !self.shape.has_inputs && self.shape.is_determined => {
                printed.trim().parse().ok()
            }
            _ => None,
        };
        let verdict = self.verdict(checksum, properties);
        match (observed, verdict) {
            (_, Verdict::Unknown(reason)) => Err((None, Outcome::Undecided(reason))),
            (Observed::Ended(_), Verdict::Safe) => match checksum {
                Some(checksum) => self.other_checksum(checksum),
                None => Ok(None),
            },
            (Observed::Stopped { message, kind, line }, Verdict::Safe) => {
                // What was left out of the question is no part of the answer.
                let is_asked = properties.iter().any(|it| kind_of(*it) == kind);
                let is_asked = is_asked && (kind != Kind::Memory || properties.contains(&Property::Library));
                match is_asked {
                    true => different(None, format!("not found: {message} in line {line:?}")),
                    false => Ok(Some(kind)),
                }
            }
            (observed, Verdict::Unsafe { property, line, inputs, message }) => {
                let observed = match self.shape.has_inputs {
                    true => (self.run)(&inputs).unwrap_or(observed),
                    false => observed,
                };
                // What was left open can be something else here and there.
                if !self.shape.is_determined {
                    return Ok(Some(kind_of(property)));
                }
                let said = format!("{message} ({}) in line {line}", property.name());
                match observed {
                    Observed::Ended(_) => {
                        different(Some(property), format!("not confirmed: {said}, inputs {inputs:?}"))
                    }
                    Observed::Stopped { message, kind, line: seen } => {
                        let is_same = kind == kind_of(property);
                        let is_there = kind == Kind::Leak || seen.is_none_or(|it| it == line);
                        match is_same && is_there {
                            true => Ok(Some(kind)),
                            false => {
                                different(Some(property), format!("{said}, but {message} in line {seen:?}"))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Another checksum than the right one is found to be none.
    fn other_checksum(&self, checksum: u64) -> Result<Option<Kind>, (Option<Property>, Outcome)> {
        match self.verdict(Some(checksum.wrapping_add(1)), &[Property::UnreachCall].into()) {
            Verdict::Unsafe { .. } => Ok(None),
            Verdict::Safe => Err((None, Outcome::Different("any checksum is proved".to_owned()))),
            Verdict::Unknown(reason) => Err((None, Outcome::Undecided(reason))),
        }
    }

    fn verdict(&self, checksum: Option<u64>, properties: &BTreeSet<Property>) -> Verdict {
        match translate(self.shape.asserting(checksum), properties) {
            Ok(program) => verdict(&program, self.time),
            Err(message) => Verdict::Unknown(message),
        }
    }
}

fn kind_of(property: Property) -> Kind {
    match property.group() {
        PropertyGroup::MemorySafety => Kind::Memory,
        PropertyGroup::MemoryLeaks => Kind::Leak,
        PropertyGroup::Arithmetic => Kind::Arithmetic,
        _ if property == Property::Library => Kind::Memory,
        _ => Kind::Other,
    }
}

fn translate(text: String, properties: &BTreeSet<Property>) -> Result<Program, String> {
    let file = InputFile { name: "shape.c".to_owned(), text, originals: Vec::new() };
    let config =
        CConfig { data_model: DataModel::Lp64, properties: properties.clone(), ..CConfig::default() };
    let translation = c::translate(&Input { files: vec![file] }, &config);
    translation.program.ok_or_else(|| format!("{:?}", translation.diagnostics))
}

fn verdict(program: &Program, time: Duration) -> Verdict {
    let limits = Limits::new(Some(Instant::now() + time), None);
    let answer = ask(&Question::new(program, &PortfolioConfig::default()), &limits, &mut ());
    match answer.verdict {
        verify::Verdict::Safe => Verdict::Safe,
        verify::Verdict::Fails(_) => {
            let found = answer.traces.first();
            found.map_or(Verdict::Unknown("no trace of the program".to_owned()), |it| unsafe_by(program, it))
        }
        verify::Verdict::Open(reason) => Verdict::Unknown(format!("{reason:?}")),
    }
}

fn unsafe_by(program: &Program, trace: &ErrorTrace) -> Verdict {
    let check = program.check(trace.trace.check);
    let origin = |id| program.sources.origin(id);
    let is_asked = |it: &&faultscope_verify::InputValue| origin(it.origin).text.contains("nondet");
    let number = |it: &faultscope_verify::InputValue| it.value.as_signed().unwrap_or_default().to_string();
    Verdict::Unsafe {
        property: check.property,
        line: origin(check.origin).span.line as usize,
        inputs: trace.inputs.iter().filter(is_asked).map(number).collect(),
        message: check.message.clone(),
    }
}
