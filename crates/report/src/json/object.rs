//! The object that an error is about.

use serde::Serialize;

use super::place::{Files, Place};
use crate::{Object, ObjectEnd};

#[derive(Serialize)]
pub(super) struct JsonObject<'a> {
    kind: &'static str,
    name: &'a str,
    size: u64,
    made: Option<Place<'a>>,
    end: Option<JsonEnd<'a>>,
    access: JsonAccess,
}

#[derive(Serialize)]
struct JsonEnd<'a> {
    kind: &'static str,
    text: Option<&'a str>,
    place: Option<Place<'a>>,
}

#[derive(Serialize)]
struct JsonAccess {
    kind: &'static str,
    offset: i64,
    bytes: u64,
}

impl<'a> JsonObject<'a> {
    pub(super) fn new(object: &'a Object, sources: &Files<'a>) -> JsonObject<'a> {
        let end = |end: &'a ObjectEnd| match end {
            ObjectEnd::Freed { text, span } => {
                JsonEnd { kind: "freed", text: Some(text), place: Some(Place::new(*span, sources)) }
            }
            ObjectEnd::Scope => JsonEnd { kind: "scope", text: None, place: None },
        };
        JsonObject {
            kind: object.kind.name(),
            name: &object.name,
            size: object.size,
            made: object.made.map(|span| Place::new(span, sources)),
            end: object.end.as_ref().map(end),
            access: JsonAccess { kind: object.usage.name(), offset: object.offset, bytes: object.n_bytes },
        }
    }
}
