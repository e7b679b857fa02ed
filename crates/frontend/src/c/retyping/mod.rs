//! Changes of what a program says of types: conversions of formats that do not fit their arguments, arguments of `scanf` that are no
//! addresses, declarations with another type.
//!
//! The types of all expressions are known from one reading of the program. A declaration with another type is read once more with
//! that type, so that the formats change along that print or read what is declared there.

mod calls;
mod conversions;
mod declarations;
mod reading;

use faultscope_ir::SourceMap;

use super::sema::Substitutes;
use super::unit::Parsed;
use crate::limits::MAX_RETYPED_DECLARATIONS;
use crate::sites::{Retyping, RetypingKind};
use calls::Misfit;
use declarations::Declared;
use reading::Reading;

/// The changes in these functions, and outside of all.
pub(super) fn retypings(parsed: &Parsed, files: &SourceMap, functions: &[String]) -> Vec<Retyping> {
    let mut reading = Reading::new(parsed, files, Substitutes::default());
    let is_asked = |function: &str| function.is_empty() || functions.iter().any(|it| it == function);
    let mut found = Vec::new();
    let misfits = calls::misfits(&mut reading);
    for it in misfits.iter().filter(|it| is_asked(&it.function)) {
        found.push(Retyping {
            kind: RetypingKind::Call,
            place: reading.sources.span(it.call),
            function: it.function.clone(),
            edits: it.edits.clone(),
        });
    }
    let declared = declarations::declared(parsed);
    for it in declared.iter().filter(|it| is_asked(it.function())) {
        found.extend(it.made_static(&mut reading));
    }
    let mut n_left = MAX_RETYPED_DECLARATIONS;
    for it in declared.iter().filter(|it| is_asked(it.function())) {
        for other in it.others(&mut reading) {
            if n_left == 0 {
                return found;
            }
            n_left -= 1;
            found.extend(retyped(parsed, files, (it, &other), &misfits));
        }
    }
    found
}

/// A declaration with another type, and the formats that change along.
fn retyped(
    parsed: &Parsed,
    files: &SourceMap,
    (declared, other): (&Declared<'_>, &declarations::Other),
    misfits: &[Misfit],
) -> Option<Retyping> {
    let types = [(declared.specified(), other.ty.clone())].into_iter().collect();
    let mut reading = Reading::new(parsed, files, Substitutes { types, ..Substitutes::default() });
    let mut edits = other.edits.clone();
    // What did not fit before is not made by this change.
    let is_known = |it: &Misfit| misfits.iter().any(|known| known.call == it.call && known.edits == it.edits);
    let along = calls::misfits(&mut reading).into_iter().filter(|it| !is_known(it));
    edits.extend(along.flat_map(|it| it.edits));
    let file = edits.first()?.0.file;
    edits.sort_by_key(|(span, _)| (span.line, span.column));
    let is_of_file = edits.iter().all(|(span, _)| span.file == file);
    is_of_file.then(|| Retyping {
        kind: other.kind,
        place: declared.place(&mut reading),
        function: declared.function().to_owned(),
        edits,
    })
}
