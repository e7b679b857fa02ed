//! What inputs choose: a place, what is done there, and with which values.

use faultscope_frontend::sites::{ALTERNATIVE, EDIT, INDEX, SOURCE, StatementEdit, StatementPlace, VALUE};
use faultscope_ir::{Primitive, Program, Sort, Symbol, Value};
use faultscope_verify::environment::{Environment, Reply, Streams};
use faultscope_verify::testing::Case;

use crate::learned::InsertedKind;

/// What inputs choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Chosen {
    pub(super) place: usize,
    pub(super) edit: usize,
    pub(super) value: i128,
    pub(super) index: i128,
    pub(super) source: usize,
}

impl Chosen {
    /// What is done by what may be missing under a condition, too; none where too much would be chosen together with that.
    pub(super) fn under_condition(
        self,
        place: &StatementPlace,
        edit: &StatementEdit,
    ) -> Option<InsertedKind> {
        match edit {
            StatementEdit::Assign(name) => {
                let source = self.source.checked_sub(1).and_then(|at| place.sources.get(at));
                source.is_none_or(|it| it == name).then(|| InsertedKind::Assignment(name.clone()))
            }
            StatementEdit::Repeat(text) if text.starts_with("if") => None,
            // A longer text is what a test expects.
            StatementEdit::Write => (self.source == 0 && self.value < 256).then_some(InsertedKind::Other),
            StatementEdit::Repeat(_) => Some(InsertedKind::Other),
            _ => None,
        }
    }

    /// The statement that is put in, as it is written.
    pub(super) fn written(self, place: &StatementPlace, edit: &StatementEdit) -> String {
        let Chosen { value, index, .. } = self;
        let source = self.source.checked_sub(1).and_then(|at| place.sources.get(at));
        match edit {
            StatementEdit::Skip
            | StatementEdit::EndLater(_)
            | StatementEdit::IntoElse(_)
            | StatementEdit::MoveBehind(_)
            | StatementEdit::MoveOut
            | StatementEdit::ConditionFails
            | StatementEdit::ConditionHolds => String::new(),
            StatementEdit::Break | StatementEdit::EndCase => "break;".to_owned(),
            StatementEdit::Continue => "continue;".to_owned(),
            StatementEdit::Return => "return;".to_owned(),
            StatementEdit::ReturnValue => match source {
                Some(source) => format!("return {source};"),
                None => format!("return {value};"),
            },
            StatementEdit::Assign(name) => match source {
                Some(source) if source == name && value < 0 => format!("{name}--;"),
                Some(source) if source == name => format!("{name}++;"),
                Some(source) => format!("{name} = {source};"),
                None => format!("{name} = {value};"),
            },
            StatementEdit::Advance(name) => format!("{name}++;"),
            StatementEdit::Repeat(text) | StatementEdit::Leave(text) => text.clone(),
            StatementEdit::AssignCell(name) => format!("{name}[{index}] = {value};"),
            StatementEdit::Write if source.is_some() => {
                format!("putchar({});", source.map_or("", String::as_str))
            }
            StatementEdit::Write => {
                let bytes = value.to_le_bytes();
                let text = String::from_utf8_lossy(&bytes).replace('\0', "").escape_default().to_string();
                format!("printf(\"{}\");", text.replace('%', "%%"))
            }
        }
    }
}

/// The environment of a test, and what is chosen.
pub(super) struct Given {
    pub(super) streams: Streams,
    chosen: Chosen,
}

impl Given {
    pub(super) fn new(program: &Program, case: &Case, chosen: Chosen) -> Given {
        Given { streams: Streams::new(program, case.input.clone()), chosen }
    }
}

impl Environment for Given {
    fn perform(&mut self, primitive: Primitive, arguments: &[Value]) -> Reply {
        self.streams.perform(primitive, arguments)
    }

    fn input(&mut self, variable: Symbol, sort: Sort) -> Option<Value> {
        let value = match variable.name() {
            ALTERNATIVE => self.chosen.place as i128,
            EDIT => self.chosen.edit as i128,
            VALUE => self.chosen.value,
            INDEX => self.chosen.index,
            SOURCE => self.chosen.source as i128,
            _ => return self.streams.input(variable, sort),
        };
        Some(Value::signed_bits(sort.bit_width()?, value))
    }
}
