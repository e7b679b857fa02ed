//! Whether types of different files are compatible (6.2.7).

use super::types::{Field, FunctionType, Qualified, RecordId, Type, Types};

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
        match (left.unspecified, right.unspecified) {
            (true, true) => return true,
            (true, false) => return self.agrees_with_old_style(right, left, open),
            (false, true) => return self.agrees_with_old_style(left, right, open),
            (false, false) => {}
        }
        left.variadic == right.variadic
            && left.parameters.len() == right.parameters.len()
            && left
                .parameters
                .iter()
                .zip(&right.parameters)
                .all(|(left, right)| self.agree_within(left, right, open))
    }

    /// Whether a prototype agrees with a declaration of old style, which is a definition if it has parameters (6.7.6.3, 15).
    fn agrees_with_old_style(&self, prototype: &FunctionType, old: &FunctionType, open: &mut Open) -> bool {
        let promoted = |ty: &Type| self.default_promoted(ty);
        if prototype.variadic {
            return false;
        }
        if old.parameters.is_empty() {
            return prototype.parameters.iter().all(|ty| promoted(ty) == *ty);
        }
        prototype.parameters.len() == old.parameters.len()
            && prototype
                .parameters
                .iter()
                .zip(&old.parameters)
                .all(|(left, right)| self.agree_within(left, &promoted(right), open))
    }

    /// Completes records of one tag in two types of one symbol, where the first knows less than the second.
    pub(super) fn completed_by(&mut self, known: &Type, new: &Type) {
        let mut found = Vec::new();
        self.incomplete_within(known, new, &mut Open::new(), &mut found);
        for (known, new) in found {
            self.records[known.0].body = self.records[new.0].body.clone();
        }
    }

    fn incomplete_within(&self, known: &Type, new: &Type, open: &mut Open, found: &mut Open) {
        match (known, new) {
            (Type::Pointer(known), Type::Pointer(new)) | (Type::Array(known, _), Type::Array(new, _)) => {
                self.incomplete_within(known, new, open, found);
            }
            (Type::Function(known), Type::Function(new)) => {
                self.incomplete_within(&known.result, &new.result, open, found);
                for (known, new) in known.parameters.iter().zip(&new.parameters) {
                    self.incomplete_within(known, new, open, found);
                }
            }
            (Type::Record(known), Type::Record(new)) if known != new && !open.contains(&(*known, *new)) => {
                open.push((*known, *new));
                let (left, right) = (self.record(*known), self.record(*new));
                if left.name != right.name || left.is_union != right.is_union {
                    return;
                }
                match (&left.body, &right.body) {
                    (None, Some(_)) => found.push((*known, *new)),
                    (Some(left), Some(right)) => {
                        for (left, right) in left.fields.iter().zip(&right.fields) {
                            self.incomplete_within(&left.ty, &right.ty, open, found);
                        }
                    }
                    (_, None) => {}
                }
            }
            _ => {}
        }
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
        let mut are_alike = |left: &Field, right: &Field| {
            left.name == right.name
                && (left.offset, left.bits) == (right.offset, right.bits)
                && left.qualifiers == right.qualifiers
                && self.agree_within(&left.ty, &right.ty, open)
        };
        // The members of a union have no order.
        match left_record.is_union {
            true => {
                left_body.fields.iter().all(|left| right_body.fields.iter().any(|it| are_alike(left, it)))
            }
            false => {
                left_body.fields.iter().zip(&right_body.fields).all(|(left, right)| are_alike(left, right))
            }
        }
    }
}
