//! Whether types of different files are compatible (6.2.7).

use super::types::{FunctionType, Qualified, RecordId, Type, Types};

/// Pairs of records that are being compared: what refers to itself agrees as far as the rest does.
type Open = Vec<(RecordId, RecordId)>;

impl Types {
    /// Whether declarations of one symbol in two files may have these types.
    pub(super) fn agree(&self, left: &Type, right: &Type) -> bool {
        self.agree_within(left, right, &mut Open::new())
    }

    fn agree_within(&self, left: &Type, right: &Type, open: &mut Open) -> bool {
        match (left, right) {
            (Type::Pointer(left), Type::Pointer(right)) => self.agree_qualified(left, right, open),
            (Type::Array(left, left_length), Type::Array(right, right_length)) => {
                let lengths = left_length.zip(*right_length);
                lengths.is_none_or(|(left, right)| left == right) && self.agree_qualified(left, right, open)
            }
            (Type::Vla(left, _) | Type::Array(left, _), Type::Vla(right, _))
            | (Type::Vla(left, _), Type::Array(right, _)) => self.agree_qualified(left, right, open),
            (Type::Function(left), Type::Function(right)) => self.functions_agree(left, right, open),
            (Type::Record(left), Type::Record(right)) => self.records_agree(*left, *right, open),
            _ => left == right,
        }
    }

    fn agree_qualified(&self, left: &Qualified, right: &Qualified, open: &mut Open) -> bool {
        left.qualifiers == right.qualifiers && self.agree_within(left, right, open)
    }

    fn functions_agree(&self, left: &FunctionType, right: &FunctionType, open: &mut Open) -> bool {
        if !self.agree_within(&left.result, &right.result, open) {
            return false;
        }
        if left.unspecified || right.unspecified {
            return true;
        }
        left.variadic == right.variadic
            && left.parameters.len() == right.parameters.len()
            && left
                .parameters
                .iter()
                .zip(&right.parameters)
                .all(|(left, right)| self.agree_within(left, right, open))
    }

    fn records_agree(&self, left: RecordId, right: RecordId, open: &mut Open) -> bool {
        if left == right || open.contains(&(left, right)) {
            return true;
        }
        let (left_record, right_record) = (self.record(left), self.record(right));
        if left_record.name != right_record.name || left_record.is_union != right_record.is_union {
            return false;
        }
        let (Some(left_body), Some(right_body)) = (&left_record.body, &right_record.body) else {
            return true;
        };
        if left_body.fields.len() != right_body.fields.len() || left_body.size != right_body.size {
            return false;
        }
        open.push((left, right));
        left_body.fields.iter().zip(&right_body.fields).all(|(left, right)| {
            left.name == right.name
                && (left.offset, left.bits) == (right.offset, right.bits)
                && left.qualifiers == right.qualifiers
                && self.agree_within(&left.ty, &right.ty, open)
        })
    }
}
