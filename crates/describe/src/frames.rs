//! Activations and places as the user knows them.
//!
//! A model of the library is C with functions of its own, and what starts the program is a function, too. What happens in a
//! function that no program knows happens in the one of the library that was called, and at the place of that call.

use faultscope_frontend::c::{START, is_internal, is_model};
use faultscope_ir::program::{Instruction, Language};
use faultscope_ir::{Call, Origin, OriginId, OriginKind, Program, Trace};

use faultscope_report::{self as report, CallSite};

/// What the frame is called in which nothing happens that the user has written but initial values.
const INITIAL_VALUES: &str = "initial values";

/// The activations of a trace that the user knows.
pub(crate) struct Frames<'a> {
    program: &'a Program,
    trace: &'a Trace,
    is_wrapped: bool,
    /// The activations that the user knows, by their indices in the trace.
    known: Vec<usize>,
    /// For each activation of the trace the known one in which it happens for the user.
    of: Vec<usize>,
}

impl<'a> Frames<'a> {
    pub(crate) fn new(program: &'a Program, trace: &'a Trace) -> Frames<'a> {
        let is_wrapped = is_wrapped(program);
        let mut frames = Frames { program, trace, is_wrapped, known: Vec::new(), of: Vec::new() };
        let all = 0..trace.frames.len();
        frames.known = all.clone().filter(|it| frames.is_entry(*it) || !frames.is_inner(*it)).collect();
        // What happens before the user's entry is called happens in it, for the user.
        let first = frames.known.iter().position(|it| !frames.is_entry(*it));
        for at in all {
            let known = match frames.trace.frames[at].caller {
                _ if frames.is_entry(at) => first,
                Some((caller, _)) if frames.is_inner(at) => Some(frames.of[caller]),
                _ => None,
            };
            let own = frames.known.binary_search(&at).unwrap_or(0);
            frames.of.push(known.unwrap_or(own));
        }
        frames
    }

    /// The activations for the report.
    pub(crate) fn described(&self) -> Vec<report::Frame> {
        let described = |at: &usize| {
            let frame = &self.trace.frames[*at];
            let is_entry = self.is_entry(*at);
            let caller = frame.caller.filter(|(caller, _)| !is_entry && !self.is_entry(*caller));
            let span = |site| self.program.sources.origin(site).span;
            report::Frame {
                function: if is_entry { INITIAL_VALUES.to_owned() } else { frame.name.clone() },
                caller: caller.map(|(caller, origin)| (self.of[caller], span(self.site(origin, caller).0))),
            }
        };
        self.known.iter().map(described).collect()
    }

    /// The known activation in which an activation of the trace happens.
    pub(crate) fn known(&self, frame: usize) -> usize {
        self.of[frame]
    }

    /// The function that what has an origin in an activation is in for the user.
    pub(crate) fn function(&self, origin: &'a Origin, frame: usize) -> &'a str {
        match is_internal(&origin.function) {
            true => &self.trace.frames[self.known[self.of[frame]]].name,
            false => &origin.function,
        }
    }

    /// The calls that lead to an activation, the outermost first.
    pub(crate) fn calls(&self, frame: usize) -> Vec<CallSite> {
        let mut calls = Vec::new();
        let mut at = frame;
        while let Some((caller, origin)) = self.trace.frames[at].caller {
            // What starts the program is none of the user's code.
            if self.is_entry(caller) {
                break;
            }
            if !self.is_inner(at) {
                let name = |frame: usize| self.trace.frames[self.known[self.of[frame]]].name.clone();
                let span = self.program.sources.origin(self.site(origin, caller).0).span;
                calls.push(CallSite { caller: name(caller), callee: name(at), span });
            }
            at = caller;
        }
        calls.reverse();
        calls
    }

    /// Where the user sees what has an origin in an activation: there, or at the call that leads into the library; and the activation
    /// that this is in.
    pub(crate) fn site(&self, origin: OriginId, frame: usize) -> (OriginId, usize) {
        let mut site = (origin, frame);
        while is_of_model(self.program, site.0)
            && let Some((caller, call)) = self.trace.frames[site.1].caller
            && !self.is_entry(caller)
        {
            site = (call, caller);
        }
        site
    }

    /// Whether an activation is of what starts the program.
    fn is_entry(&self, frame: usize) -> bool {
        frame == 0 && self.is_wrapped || self.trace.frames[frame].name == START
    }

    /// Whether an activation is of a function of a model that no program knows.
    fn is_inner(&self, frame: usize) -> bool {
        self.program.language == Language::C && is_internal(&self.trace.frames[frame].name)
    }
}

/// Whether an origin is in the text of a model of the library.
pub(crate) fn is_of_model(program: &Program, origin: OriginId) -> bool {
    is_model(&program.sources.file(program.sources.origin(origin).span.file).name)
}

/// Whether the entry procedure is a wrapper that the translation has put around the user's: it gives globals their
/// first values and calls the procedure that the user knows.
fn is_wrapped(program: &Program) -> bool {
    let entry = program.procedure(program.entry);
    let instructions = entry.blocks.iter().flat_map(|block| &block.instructions);
    let mut calls = instructions.filter_map(|it| match it {
        Instruction::Call(call) => Some(call),
        Instruction::Statement(_) => None,
    });
    let is_wrapping = |call: &Call| {
        let is_lowering = program.sources.origin(call.origin).kind == OriginKind::Lowering;
        is_lowering && (program.procedure(call.callee).name == entry.name || program.language == Language::C)
    };
    // A Boogie procedure may have several implementations.
    calls.next().is_some_and(is_wrapping) && calls.all(is_wrapping)
}
