//! What the failing execution got from outside, and the functions of the program that others define.

use std::collections::BTreeSet;

use faultscope_frontend::c::{self, LibraryFunction};
use faultscope_frontend::print::Values;
use faultscope_ir::program::{Display, Language};
use faultscope_ir::{AssumptionKind, Origin, OriginId, OriginKind, Program, Symbol, Value};
use faultscope_localize::finding::FindingKind;
use faultscope_verify::ErrorTrace;

use crate::frames::Frames;
use faultscope_report::{self as report, InputSource, LibraryValue};

/// The steps that are shown, in ascending order.
#[derive(Default)]
pub(crate) struct Positions(pub(super) Vec<usize>);

impl Positions {
    /// The position of a step among those that are shown.
    pub(crate) fn get(&self, step: usize) -> Option<usize> {
        self.0.binary_search(&step).ok()
    }
}

/// The inputs of the failing execution that the user can see, where `positions` says which step of the trace that is shown a
/// command is.
pub(crate) fn inputs(program: &Program, error: &ErrorTrace, positions: &Positions) -> Vec<report::Input> {
    let values = Values::new(program, &error.trace, &error.initial);
    let frames = Frames::new(program, &error.trace);
    let mut inputs = Vec::new();
    // A result of the library that its model leaves open is no input: a confirmed error happens whatever it is.
    let open = program.assumptions.iter().filter(|it| it.kind == AssumptionKind::LeftOpen);
    let open: BTreeSet<OriginId> = open.filter_map(|it| it.origin).collect();
    for input in error.inputs.iter().filter(|it| !open.contains(&it.origin)) {
        let origin = program.sources.origin(input.origin);
        let kind = match origin.kind {
            OriginKind::Declaration => FindingKind::Declaration,
            OriginKind::Input => FindingKind::Input,
            _ => continue,
        };
        inputs.push(report::Input {
            span: origin.span,
            text: origin.text.clone(),
            function: frames.function(origin, error.trace.steps[input.step].frame).to_owned(),
            place: origin.place.clone(),
            value: values.of(input.symbol, &input.value, input.step),
            byte: byte(program, input.symbol, &input.value),
            kind,
            iterations: error.trace.steps[input.step].iterations.to_vec(),
            matters: false,
            step: positions.get(input.step),
            source: input_source(program, origin, input.symbol, &input.value),
            library: library_value(program, origin, &input.value),
        });
    }
    inputs
}

/// The value of a character.
fn byte(program: &Program, symbol: Symbol, value: &Value) -> Option<u8> {
    let is_character = program.display(symbol) == Display::Character;
    value.as_unsigned().filter(|_| is_character).and_then(|it| u8::try_from(it).ok())
}

/// The function that an input comes from, where it is a call.
fn input_source(program: &Program, origin: &Origin, symbol: Symbol, value: &Value) -> Option<InputSource> {
    let function = undefined_function(program, origin)?;
    if library_value(program, origin, value).is_some() {
        return None;
    }
    let (c_type, c_value) = c::print::typed_constant(program, symbol, value)?;
    Some(InputSource { function: function.to_owned(), c_type: c_type.to_owned(), c_value })
}

/// The first function without a body that an input's text calls.
fn undefined_function<'a>(program: &Program, origin: &'a Origin) -> Option<&'a str> {
    if origin.kind != OriginKind::Input || program.language != Language::C {
        return None;
    }
    called_functions(&origin.text)
        .find(|name| program.procedures.iter().all(|procedure| procedure.name != *name))
}

/// What a function of the library gives or writes.
fn library_value(program: &Program, origin: &Origin, value: &Value) -> Option<LibraryValue> {
    if origin.kind != OriginKind::Input || program.language != Language::C {
        return None;
    }
    let is_modelled = |name: &str| matches!(c::library_function(name), Some(LibraryFunction::Modelled(_)));
    let scans = |name: &&str| c::library_function(name) == Some(LibraryFunction::Scans);
    let function = match is_modelled(&origin.function) {
        true => &origin.function,
        false => called_functions(&origin.text).find(scans)?,
    };
    let (width, bits) = match value {
        Value::Bits(width, bits) => (*width, *bits),
        Value::Float(format, bits) => (format.width(), *bits),
        Value::Bool(truth) => (8, u128::from(*truth)),
        _ => return None,
    };
    let is_error = origin.place.as_deref() == Some("errno");
    Some(LibraryValue { function: function.to_owned(), size: width.div_ceil(8), bits, is_error })
}

/// The names that stand before an opening parenthesis in a source text.
fn called_functions(text: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices('(').filter_map(move |(end, _)| {
        let before = text[..end].trim_end();
        let start = before.rfind(|c| !is_name(c)).map_or(0, |idx| idx + 1);
        let name = before.get(start..)?;
        let is_keyword = ["if", "while", "for", "switch", "return", "sizeof"].contains(&name);
        (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && !is_keyword).then_some(name)
    })
}

/// The functions without a body that the program calls, and that are not of the library, by name.
pub(crate) fn externals(program: &Program) -> Vec<String> {
    let assumed = program.assumptions.iter().filter(|it| it.kind == AssumptionKind::UndefinedFunction);
    let mut names: BTreeSet<String> = assumed.filter_map(|it| it.subject.clone()).collect();
    let inputs = program.sources.origins().iter().filter(|it| it.kind == OriginKind::Input);
    let own = inputs.filter(|it| c::library_function(&it.function).is_none());
    let asked = own.filter_map(|it| undefined_function(program, it));
    names.extend(asked.map(str::to_owned));
    names.retain(|name| c::library_function(name).is_none());
    names.into_iter().collect()
}
