//! Calls that read or print by a format that does not fit their arguments.

use faultscope_ir::Span;

use super::super::format;
use super::super::library::{self, Family, Scanned};
use super::super::sema::Record;
use super::super::source::Loc;
use super::super::types::{IntKind, Type};
use super::conversions::{conversions, converted, for_printing, for_reading};
use super::reading::Reading;
use crate::sites::{SiteKind, UnaryOperator};

/// A call whose format and arguments do not fit.
pub(super) struct Misfit {
    pub(super) call: Loc,
    pub(super) function: String,
    /// What makes them fit.
    pub(super) edits: Vec<(Span, String)>,
}

/// All of them, in the order of the text.
pub(super) fn misfits(reading: &mut Reading) -> Vec<Misfit> {
    let calls = reading.recorder.records.values();
    let calls: Vec<(Loc, String, Format)> = calls
        .filter_map(|it| match &it.kind {
            SiteKind::Call(Some(name)) => Some((it.loc, it.function.clone(), Format::of(name)?)),
            _ => None,
        })
        .collect();
    let mut misfits = Vec::new();
    for (call, function, format) in calls {
        let edits = edits(reading, call, format).unwrap_or_default();
        if !edits.is_empty() {
            misfits.push(Misfit { call, function, edits });
        }
    }
    misfits
}

/// The format of a call.
#[derive(Clone, Copy)]
struct Format {
    /// Which argument it is.
    argument: usize,
    /// Whether the arguments behind it are read into.
    reads: bool,
}

impl Format {
    /// That of a function by its name.
    fn of(name: &str) -> Option<Format> {
        if let Some(family) = Family::named(name) {
            let argument = family.format;
            return (!family.is_wide && !family.is_list).then_some(Format { argument, reads: false });
        }
        let scanning = library::scanning(name).filter(|it| !it.is_wide && !it.is_list)?;
        Some(Format { argument: usize::from(scanning.from != Scanned::StandardInput), reads: true })
    }
}

/// What makes the format of a call and the arguments fit; none where one of them is not understood.
fn edits(reading: &mut Reading, call: Loc, format: Format) -> Option<Vec<(Span, String)>> {
    let records = reading.recorder.records.values();
    let mut arguments: Vec<Record> = records.filter(|it| it.parent == Some(call)).cloned().collect();
    arguments.sort_by_key(|it| it.loc.start);
    let literal = arguments.get(format.argument)?.loc;
    let (span, text) = reading.written(literal).filter(|(_, text)| text.starts_with('"'))?;
    let conversions = conversions(&text, format.reads)?;
    let mut rest = arguments[format.argument + 1..].iter();
    let (mut new, mut end) = (String::new(), 0);
    let mut edits = Vec::new();
    for (range, conversion) in conversions {
        if conversion.number.is_some() {
            return None;
        }
        if conversion.is_suppressed || conversion.kind == 'm' && !format.reads {
            continue;
        }
        if format.reads && (conversion.kind == 'p' || conversion.has_flag(format::ALLOCATES)) {
            rest.next()?;
            continue;
        }
        let amounts = if format.reads { 0 } else { text[range.clone()].matches('*').count() };
        let argument = rest.nth(amounts)?;
        let wanted = if format.reads {
            let operand = operand(reading, argument);
            let (ty, sign) = match address(&argument.kind, &argument.ty, operand.as_ref()) {
                Address::Given(pointee) => (pointee, None),
                Address::Missing => (argument.ty.clone(), Some("&")),
                Address::Superfluous(pointee) => (pointee, Some("")),
                Address::Unknown => continue,
            };
            if let Some(sign) = sign {
                let (span, text) = reading.written(argument.loc)?;
                edits.push((span, format!("{sign}{}", text.trim_start_matches('&').trim_start())));
            }
            let is_one = argument.kind == SiteKind::Unary(UnaryOperator::AddressOf);
            match conversion.kind {
                's' if is_one && is_character(&ty) && operand.as_ref().is_some_and(is_character) => {
                    // White space is skipped as before.
                    let is_behind_space = text[..range.start].ends_with([' ', 'n']);
                    Some(if is_behind_space { "%c" } else { " %c" }.to_owned())
                }
                _ => {
                    let wanted = for_reading(&reading.sema.types, &conversion, &ty);
                    wanted.map(|it| converted(&text[range.clone()], &it))
                }
            }
        } else {
            let wanted = for_printing(&reading.sema.types, &conversion, &argument.ty);
            wanted.map(|it| converted(&text[range.clone()], &it))
        };
        if let Some(wanted) = wanted {
            new.push_str(&text[end..range.start]);
            new.push_str(&wanted);
            end = range.end;
        }
    }
    if end > 0 {
        new.push_str(&text[end..]);
        edits.insert(0, (span, new));
    }
    Some(edits)
}

/// What an argument says of the place that is read into.
enum Address {
    /// It is the address of a place of this type.
    Given(Type),
    /// It is the place itself.
    Missing,
    /// It is the address of a pointer to such a place.
    Superfluous(Type),
    Unknown,
}

/// What an argument of a type says, which takes the address of something of that type where it does so.
fn address(kind: &SiteKind, ty: &Type, operand: Option<&Type>) -> Address {
    let is_place = matches!(
        kind,
        SiteKind::Variable(_)
            | SiteKind::Index
            | SiteKind::Member
            | SiteKind::Unary(UnaryOperator::Dereference)
    );
    match (ty, operand) {
        (Type::Int(_) | Type::Float(_), _) if is_place => Address::Missing,
        (Type::Pointer(_), Some(Type::Pointer(pointee))) if !pointee.is_pointer() => {
            Address::Superfluous((**pointee).clone())
        }
        (Type::Pointer(pointee), _) => Address::Given((**pointee).clone()),
        (Type::Array(element, _) | Type::Vla(element, _), _) => Address::Given((**element).clone()),
        _ => Address::Unknown,
    }
}

/// The type of what an argument takes the address of.
fn operand(reading: &Reading, argument: &Record) -> Option<Type> {
    let is_address = argument.kind == SiteKind::Unary(UnaryOperator::AddressOf);
    let mut records = reading.recorder.records.values();
    records.find(|it| is_address && it.parent == Some(argument.loc)).map(|it| it.ty.clone())
}

fn is_character(ty: &Type) -> bool {
    matches!(ty, Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar))
}
