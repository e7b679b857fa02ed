//! Terms and values in the language of the source.
//!
//! Only what the user wrote is named. A term with something else in it (a temporary, a memory cell that is no
//! object of the source, an operator that the language lacks) has no text, and the report goes without.
//!
//! What makes a condition read well is the same in all languages and stands here; how a language writes it is its
//! `Notation`, in its front end.

use std::cell::OnceCell;

use faultscope_ir::program::{Display, Language};
use faultscope_ir::value::ArrayValue;
use faultscope_ir::{Origin, OriginKind, Program, Symbol, Term, Trace, Value};

use crate::printer::{Notation, Printer};
use crate::sites::BinaryOperator;
use crate::{boogie, c};

pub use crate::printer::{Extent, PlaceText};

/// A condition in the source's language, as it reads in a function. `None` where it cannot be said.
pub fn condition(program: &Program, function: &str, formula: Term, place: PlaceText<'_>) -> Option<String> {
    Some(Printer::new(program, function, place, notation(program.language)).condition(formula)?.text)
}

/// A condition on the value that a command of this origin assigns to `variable`; `place` stands for the value.
pub fn condition_on_place(
    program: &Program,
    origin: &Origin,
    variable: Symbol,
    formula: Term,
    place: Symbol,
) -> Option<String> {
    let text = place_of(program, origin)?;
    let place = PlaceText { symbol: place, text: &text, display: program.display(variable) };
    condition(program, &origin.function, formula, place)
}

/// The same for people, where it may be known which object sizes are those of. Objects have no order that could be said.
pub fn condition_for_people(
    program: &Program,
    origin: &Origin,
    variable: Symbol,
    formula: Term,
    place: Symbol,
    extent: Option<&Extent>,
) -> Option<String> {
    let text = place_of(program, origin)?;
    let place = PlaceText { symbol: place, text: &text, display: program.display(variable) };
    let printer = Printer::new(program, &origin.function, place, notation(program.language));
    Some(printer.for_people(extent).condition(formula)?.text)
}

/// Whether [`condition_on_place`] has a text.
pub fn is_expressible(
    program: &Program,
    origin: &Origin,
    variable: Symbol,
    formula: Term,
    place: Symbol,
) -> bool {
    let is_shadow = program.display(variable) == Display::Shadow;
    !is_shadow && condition_on_place(program, origin, variable, formula, place).is_some()
}

/// The place that a command of an origin assigns, in the source's syntax.
fn place_of(program: &Program, origin: &Origin) -> Option<String> {
    let place = origin.place.as_deref()?;
    Some(match origin.kind {
        OriginKind::Return => notation(program.language).result(place),
        _ => place.to_owned(),
    })
}

/// The value at which an equation with the place holds, in the source's language: `e` of `place == e`. None where that
/// cannot be said without the place.
pub fn expression(program: &Program, function: &str, term: Term, place: PlaceText<'_>) -> Option<String> {
    let equation = Term::symbol(place.symbol).equals(term);
    let text = condition(program, function, equation, place)?;
    let equal = notation(program.language).sign(BinaryOperator::Equal, place.symbol.sort())?.0;
    let text = text.strip_prefix(place.text)?.strip_prefix(&format!(" {equal} "))?.to_owned();
    // A place that only its own statement knows is no expression.
    (!term.mentions(place.symbol)).then_some(text)
}

/// A value of a variable as the source's language writes it.
pub fn value(program: &Program, value: &Value, display: Display) -> String {
    nested(program, value, display, &|value, display| {
        notation(program.language).value(program, value, display)
    })
}

/// A value; `simple` writes one that is no array.
fn nested(
    program: &Program,
    value: &Value,
    display: Display,
    simple: &dyn Fn(&Value, Display) -> String,
) -> String {
    match value {
        Value::Array(array) => {
            let cell = |element: &Value| nested(program, element, display, simple);
            let index = |index: &Value| self::value(program, index, Display::Plain);
            let entries =
                array.entries.iter().map(|(at, element)| format!("[{}] = {}", index(at), cell(element)));
            let rest = format!("[...] = {}", cell(&array.default));
            format!("{{{}}}", entries.chain([rest]).collect::<Vec<_>>().join(", "))
        }
        _ => simple(value, display),
    }
}

/// So many elements of an array are shown.
const MAX_ELEMENTS: usize = 8;

/// The values of an execution.
#[derive(Debug)]
pub struct Values<'a> {
    program: &'a Program,
    trace: &'a Trace,
    initial: &'a [(Symbol, Value)],
    /// What its pointers point to, where the language has pointers; made when the first one is asked for.
    pointers: OnceCell<c::pointers::Pointers>,
}

impl<'a> Values<'a> {
    /// The values of a trace. `initial` has those of variables that it reads before it assigns them.
    pub fn new(program: &'a Program, trace: &'a Trace, initial: &'a [(Symbol, Value)]) -> Values<'a> {
        Values { program, trace, initial, pointers: OnceCell::new() }
    }

    /// A value that a variable or a cell of it has when a step has been executed: an array of the source as an initializer.
    pub fn of(&self, symbol: Symbol, value: &Value, step: usize) -> String {
        let program = self.program;
        let variable = program.declared(symbol).map(|(_, variable)| variable);
        let display = variable.map_or(Display::Plain, |variable| variable.display);
        let simple = |value: &Value, display: Display| self.simple(value, display, step);
        let elements = match (value, variable.and_then(|variable| variable.length)) {
            (Value::Array(array), Some(length)) => {
                elements(length, array, &|element| nested(program, element, display, &simple))
            }
            _ => None,
        };
        elements.unwrap_or_else(|| nested(program, value, display, &simple))
    }

    fn simple(&self, value: &Value, display: Display, step: usize) -> String {
        match (self.program.language, display) {
            (Language::C, Display::Pointer) => {
                let pointers = || c::pointers::Pointers::of(self.program, self.trace, self.initial);
                self.pointers.get_or_init(pointers).text(self.program, value, step)
            }
            (language, _) => notation(language).value(self.program, value, display),
        }
    }
}

fn elements(length: u64, array: &ArrayValue, text: &dyn Fn(&Value) -> String) -> Option<String> {
    let width = array.sort.array_sorts()?.0.bit_width()?;
    let shown = length.min(MAX_ELEMENTS as u64);
    let element = |idx: u64| array.get(&Value::bits(width, u128::from(idx)));
    let mut elements: Vec<String> = (0..shown).map(|idx| text(element(idx))).collect();
    if shown < length {
        elements.push("...".to_owned());
    }
    Some(format!("{{{}}}", elements.join(", ")))
}

/// Whether somebody would write this value of a variable: of addresses only null and those of objects and their elements.
pub fn is_writable(program: &Program, symbol: Symbol, value: &Value) -> bool {
    let display = program.display(symbol);
    let is_pointer = display == Display::Pointer;
    match value {
        _ if display == Display::Shadow => false,
        Value::Bits(_, bits) if is_pointer => notation(program.language).address(program, *bits).is_some(),
        _ => true,
    }
}

fn notation(language: Language) -> &'static dyn Notation {
    match language {
        Language::C => &c::print::Notation,
        Language::Boogie => &boogie::print::Notation,
    }
}
