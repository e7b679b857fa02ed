//! Expressions.

use super::super::constant;
use super::super::hir::{
    BinaryOp, CompareOp, Expr, ExprKind, FuncId, Init, InitItem, PathStep, UpdateResult,
};
use super::super::library;
use super::super::parser::ast::{self, Node};
use super::super::source::Loc;
use super::super::types::{IntKind, Qualified, Type};
use super::state::{Entity, Sema, make};

impl Sema {
    /// An expression as a value.
    pub(super) fn value(&mut self, node: &Node<ast::Expression>) -> Expr {
        let expr = self.expr(node);
        self.rvalue(expr)
    }

    /// An expression as a condition.
    pub(super) fn condition(&mut self, node: &Node<ast::Expression>) -> Expr {
        self.note_condition(node);
        let expr = self.value(node);
        self.truth(expr)
    }

    /// An expression of the text, perhaps a place.
    pub(super) fn read_expr(&mut self, node: &Node<ast::Expression>, loc: Loc) -> Expr {
        match &node.node {
            ast::Expression::Identifier(identifier) => self.identifier(&identifier.node.name, loc),
            ast::Expression::Constant(constant) => self.literal(constant),
            ast::Expression::StringLiteral(literal) => self.string_literal(literal),
            ast::Expression::GenericSelection(selection) => self.generic_selection(&selection.node, loc),
            ast::Expression::Member(member) => self.member(&member.node, loc),
            ast::Expression::Call(call) => self.call(&call.node, loc),
            ast::Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, loc),
            ast::Expression::SizeOfTy(size) => {
                let ty = self.type_name(size);
                self.size_of(ty, loc)
            }
            ast::Expression::SizeOfVal(size) => {
                // The operand is not evaluated; what its reading left behind goes.
                let n_pending = self.pending.len();
                let ty = self.unevaluated(|this| this.expr(size)).ty;
                self.forget_pending(n_pending);
                self.size_of(ty, loc)
            }
            ast::Expression::AlignOf(align) => {
                let align = self.alignment_asked(&align.node);
                self.constant(align.into(), self.types.size_type(), loc)
            }
            ast::Expression::UnaryOperator(unary) => self.unary(&unary.node, loc),
            ast::Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name);
                let value = self.value(&cast.node.expression);
                if value.ty == ty && self.bit_width(&value).is_some() {
                    // Behind the cast it is no bit-field, and promoted as one of its type.
                    return make(ExprKind::Cast(Box::new(value)), ty, loc);
                }
                if value.ty == ty {
                    // The qualifiers of what it points to may be others.
                    return Expr { ty, ..value };
                }
                if let Some(cast) = self.cast_to_union(&value, &ty, loc) {
                    return cast;
                }
                let mut value = self.convert(value, &ty);
                value.loc = loc;
                value
            }
            ast::Expression::BinaryOperator(binary) => self.binary_expression(&binary.node, loc),
            ast::Expression::Conditional(conditional) => self.conditional_expression(&conditional.node, loc),
            ast::Expression::Comma(parts) => {
                let mut result: Option<Expr> = None;
                for part in parts.iter() {
                    let value = self.value(part);
                    let ty = value.ty.clone();
                    result = Some(match result {
                        Some(left) => make(ExprKind::Comma(Box::new(left), Box::new(value)), ty, loc),
                        None => value,
                    });
                }
                result.unwrap_or_else(|| self.constant(0, Type::INT, loc))
            }
            ast::Expression::OffsetOf(offset) => self.offset_of(&offset.node, loc),
            ast::Expression::VaArg(argument) => self.variable_argument(&argument.node, loc),
            ast::Expression::Statement(stmt) => self.statement_expression(stmt, loc),
            ast::Expression::LabelAddress(label) => self.label_address(&label.node, loc),
            ast::Expression::TypesCompatible(types) => self.types_compatible(types, loc),
            ast::Expression::Choose(choice) => self.choice(choice, loc),
            ast::Expression::Builtin(name) => {
                self.error(loc, format!("`{}` is not supported", name.node.name), None);
                self.unsupported("a builtin", Type::INT, loc)
            }
        }
    }

    /// `__builtin_types_compatible_p`, which leaves qualifiers of the types themselves out.
    fn types_compatible(&mut self, names: &[Node<ast::TypeName>; 2], loc: Loc) -> Expr {
        let [left, right] = [&names[0], &names[1]].map(|it| self.type_name(it));
        let unsigned = Type::Int(IntKind::UInt);
        let is_hidden =
            |name: &Node<ast::TypeName>| name.node.specifiers.iter().any(|it| hides_type(&it.node));
        if left == unsigned && right == unsigned && names.iter().all(is_hidden) {
            // Enumerations are integers here, and each is a type of its own to gcc.
            let what = "the comparison of types that may be enumerations";
            return self.unsupported(what, Type::INT, loc);
        }
        let is_same = match (&left, &right) {
            // Of arrays, the length may be open.
            (Type::Array(left, n_left), Type::Array(right, n_right))
                if n_left.is_none() || n_right.is_none() =>
            {
                left.is_identical(right)
            }
            _ => Qualified::from(left).is_identical(&right.into()),
        };
        self.constant(is_same.into(), Type::INT, loc)
    }

    /// The function that stands for one of the library where its address is taken.
    fn pointed_to(&mut self, func: FuncId, loc: Loc) -> FuncId {
        let function = self.program.func(func);
        let (name, ty) = (function.name.clone(), function.ty.clone());
        let is_own = function.body.is_some() || function.outer.is_some() || self.defined.contains(&name);
        if is_own || self.trusted || !library::has_stand_in(&name) {
            return func;
        }
        self.declare_function(&format!("{}{name}", library::POINTED), ty, loc, false)
    }

    pub(super) fn identifier(&mut self, name: &str, loc: Loc) -> Expr {
        match self.lookup(name) {
            Some(Entity::Var(var)) => {
                let var = *var;
                self.note_captured(var);
                make(ExprKind::Var(var), self.program.var(var).ty.clone(), loc)
            }
            Some(Entity::Func(func)) => {
                let func = self.pointed_to(*func, loc);
                self.used.insert(func);
                let ty = Type::Function(self.program.func(func).ty.clone());
                make(ExprKind::Function(func), ty, loc)
            }
            Some(Entity::Constant(number, ty)) => self.constant(*number, ty.clone(), loc),
            _ => self.undeclared(name, loc),
        }
    }

    fn undeclared(&mut self, name: &str, loc: Loc) -> Expr {
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let function = self.function.as_ref().map_or("", |function| &function.name);
            let chars = function.bytes().map(u32::from).chain([0]).collect();
            return self.string(chars, Type::CHAR, loc);
        }
        match name {
            // C23's keywords, which were names before.
            "true" | "false" => return self.constant((name == "true").into(), Type::Int(IntKind::Bool), loc),
            "nullptr" => return self.constant(0, Type::Void.pointer_to(), loc),
            _ => {}
        }
        if self.reported.insert(name.to_owned()) {
            self.error(loc, format!("`{name}` is not declared"), None);
        }
        self.unsupported(format!("`{name}` is not declared"), Type::INT, loc)
    }

    fn size_of(&mut self, ty: Type, loc: Loc) -> Expr {
        if self.types.is_variable(&ty) {
            return make(ExprKind::SizeOf(ty), self.types.size_type(), loc);
        }
        match self.types.size(&ty) {
            Some(size) => self.constant(size.into(), self.types.size_type(), loc),
            None => {
                self.error(loc, format!("the size of `{}` is not known", self.types.name(&ty)), None);
                self.constant(1, self.types.size_type(), loc)
            }
        }
    }

    fn generic_selection(&mut self, selection: &ast::GenericSelection, loc: Loc) -> Expr {
        let controlling = self.unevaluated(|this| this.value(&selection.expression));
        let mut default = None;
        for association in &selection.associations {
            let expr = &association.node.expression;
            let Some(name) = &association.node.type_name else {
                default = Some(expr);
                continue;
            };
            let ty = self.qualified_type_name(name);
            if ty.is_identical(&controlling.ty.clone().into()) {
                return self.expr(expr);
            }
        }
        match default {
            Some(expr) => self.expr(expr),
            None => {
                self.error(loc, "no association of `_Generic` fits", None);
                self.unsupported("`_Generic` without a fitting type", Type::INT, loc)
            }
        }
    }

    fn member(&mut self, member: &ast::MemberExpression, loc: Loc) -> Expr {
        let mut base = match member.operator {
            ast::MemberOperator::Direct => self.expr(&member.expression),
            ast::MemberOperator::Indirect => {
                let pointer = self.value(&member.expression);
                self.deref(pointer, loc)
            }
        };
        base.loc = self.loc(&member.expression);
        let name = &member.identifier.node.name;
        let Type::Record(id) = base.ty else {
            if !matches!(base.kind, ExprKind::Unsupported(_)) {
                let message = format!("`{}` has no member `{name}`", self.types.name(&base.ty));
                self.error(loc, message, None);
            }
            return self.unsupported("a member of no structure", Type::INT, loc);
        };
        let Some(path) = self.types.find_field(id, name) else {
            let message = format!("`{}` has no member `{name}`", self.types.name(&base.ty));
            let hint = self.types.record(id).body.is_none().then_some("the type is declared but not defined");
            self.error(loc, message, hint);
            return self.unsupported("an unknown member", Type::INT, loc);
        };
        let base = self.addressable(base);
        path.into_iter().fold(base, |base, idx| self.field(base, idx, loc))
    }

    /// A record that is a value only, in a variable of its own if it has arrays, which are accessed by address.
    pub(super) fn addressable(&mut self, base: Expr) -> Expr {
        let Type::Record(id) = base.ty else { return base };
        if base.kind.is_lvalue() || !self.types.fields(id).iter().any(|field| field.ty.is_array()) {
            return base;
        }
        let (ty, loc) = (base.ty.clone(), base.loc);
        let var = self.new_hidden_var("value", ty.clone(), loc);
        self.temporaries.push(var);
        make(ExprKind::CompoundLiteral(var, Box::new(Init::Value(Box::new(base)))), ty, loc)
    }

    /// A field of a record by its index.
    pub(super) fn field(&self, base: Expr, idx: usize, loc: Loc) -> Expr {
        let ty = match base.ty {
            Type::Record(id) => self.types.fields(id)[idx].ty.clone(),
            _ => Type::INT,
        };
        make(ExprKind::Member(Box::new(base), idx), ty, loc)
    }

    fn compound_literal(&mut self, literal: &ast::CompoundLiteral, loc: Loc) -> Expr {
        let declared = self.qualified_type_name(&literal.type_name);
        let ty = declared.to_type();
        let (init, completed) = self.initializer_list(&ty, &literal.initializer_list);
        let ty = completed.unwrap_or(ty);
        let var = self.new_hidden_var("literal", ty.clone(), loc);
        self.program.vars[var.0].qualifiers = declared.qualifiers;
        if self.function.is_none() {
            self.program.globals.push((var, init));
            return make(ExprKind::Var(var), ty, loc);
        }
        self.compounds.push(var);
        make(ExprKind::CompoundLiteral(var, Box::new(init)), ty, loc)
    }

    /// A cast to a union is one whose member of that type has the value (GNU).
    fn cast_to_union(&mut self, value: &Expr, ty: &Type, loc: Loc) -> Option<Expr> {
        let Type::Record(id) = ty else { return None };
        let is_union = self.types.record(*id).is_union;
        let idx = self.types.fields(*id).iter().position(|field| is_union && field.ty == value.ty)?;
        let item = InitItem { path: vec![PathStep::Field(idx)], value: value.clone() };
        let var = self.new_hidden_var("union", ty.clone(), loc);
        let literal = ExprKind::CompoundLiteral(var, Box::new(Init::List(vec![item])));
        let literal = make(literal, ty.clone(), loc);
        Some(self.rvalue(literal))
    }

    fn unary(&mut self, unary: &ast::UnaryOperatorExpression, loc: Loc) -> Expr {
        use ast::UnaryOperator as U;
        match unary.operator {
            U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement => {
                let target = self.expr(&unary.operand);
                let (op, result) = match unary.operator {
                    U::PostIncrement => (BinaryOp::Add, UpdateResult::Old),
                    U::PostDecrement => (BinaryOp::Subtract, UpdateResult::Old),
                    U::PreIncrement => (BinaryOp::Add, UpdateResult::New),
                    _ => (BinaryOp::Subtract, UpdateResult::New),
                };
                self.step(op, target, result, loc)
            }
            U::Address => {
                let operand = self.expr(&unary.operand);
                self.address_of(operand, loc)
            }
            U::Indirection => {
                let pointer = self.value(&unary.operand);
                self.deref(pointer, loc)
            }
            U::Negate => {
                self.note_condition(&unary.operand);
                let operand = self.value(&unary.operand);
                if self.types.vector_elements(&operand.ty).is_some() {
                    let zero = self.constant(0, Type::INT, loc);
                    return self.numbers_compare(CompareOp::Equal, operand, zero, loc);
                }
                let operand = self.truth(operand);
                make(ExprKind::Not(Box::new(operand)), Type::INT, loc)
            }
            U::Real | U::Imaginary => {
                let operand = self.expr(&unary.operand);
                self.complex_part(operand, unary.operator == U::Imaginary, loc)
            }
            U::Plus | U::Minus | U::Complement => {
                let operand = self.value(&unary.operand);
                if self.types.numbers(&operand.ty).is_some() {
                    return self.numbers_unary(unary.operator, operand, loc);
                }
                let operand = self.promoted(operand);
                let ty = operand.ty.clone();
                let complement = unary.operator == U::Complement;
                if !ty.is_arithmetic() || (complement && !ty.is_integer()) {
                    self.error(
                        loc,
                        format!("the operator does not apply to `{}`", self.types.name(&ty)),
                        None,
                    );
                    return self.unsupported("a wrong operand", Type::INT, loc);
                }
                match unary.operator {
                    U::Plus => operand,
                    U::Minus => make(ExprKind::Negate(Box::new(operand)), ty, loc),
                    _ => make(ExprKind::Complement(Box::new(operand)), ty, loc),
                }
            }
        }
    }

    fn binary_expression(&mut self, binary: &ast::BinaryOperatorExpression, loc: Loc) -> Expr {
        use ast::BinaryOperator as B;
        let operator = binary.operator;
        if operator == B::Assign {
            let target = self.expr(&binary.lhs);
            let value = self.value(&binary.rhs);
            return self.assign(target, value, loc);
        }
        if let Some(op) = compound(operator) {
            let target = self.expr(&binary.lhs);
            let value = self.value(&binary.rhs);
            self.refuse_constant(&target, "assignment", loc);
            return self.update(op, target, value, UpdateResult::New, loc);
        }
        if operator == B::Index {
            return self.index(&binary.lhs, &binary.rhs, loc);
        }
        if matches!(operator, B::LogicalAnd | B::LogicalOr) {
            let left = Box::new(self.condition(&binary.lhs));
            let right = Box::new(self.condition(&binary.rhs));
            let kind = match operator {
                B::LogicalAnd => ExprKind::And(left, right),
                _ => ExprKind::Or(left, right),
            };
            return make(kind, Type::INT, loc);
        }
        let (left, right) = (self.value(&binary.lhs), self.value(&binary.rhs));
        match comparison(operator) {
            Some(op) => self.compare(op, left, right, loc),
            None => self.binary(arithmetic(operator), left, right, loc),
        }
    }

    fn index(&mut self, left: &Node<ast::Expression>, right: &Node<ast::Expression>, loc: Loc) -> Expr {
        let left = self.expr(left);
        if self.types.vector_elements(&left.ty).is_some() {
            let right = self.value(right);
            return self.vector_element(left, right, loc);
        }
        let left = self.rvalue(left);
        let right = self.value(right);
        let sum = self.binary(BinaryOp::Add, left, right, loc);
        if !sum.ty.is_pointer() {
            if !matches!(sum.kind, ExprKind::Unsupported(_)) {
                self.error(loc, "the indexed value is neither array nor pointer", None);
            }
            return self.unsupported("an index of no array", Type::INT, loc);
        }
        self.deref(sum, loc)
    }

    fn conditional_expression(&mut self, conditional: &ast::ConditionalExpression, loc: Loc) -> Expr {
        let condition = self.value(&conditional.condition);
        let then = conditional.then_expression.as_ref().map(|then| self.value(then));
        let otherwise = self.value(&conditional.else_expression);
        self.conditional(condition, then, otherwise, loc)
    }

    /// `__builtin_choose_expr`: what is not chosen is not looked at.
    fn choice(&mut self, choice: &ast::ConditionalExpression, loc: Loc) -> Expr {
        let condition = self.value(&choice.condition);
        match (constant::integer(&self.types, &condition), &choice.then_expression) {
            (Some(0), _) => self.expr(&choice.else_expression),
            (Some(_), Some(then)) => self.expr(then),
            _ => {
                self.error(loc, "what `__builtin_choose_expr` chooses by is not constant", None);
                self.unsupported("a choice that is not constant", Type::INT, loc)
            }
        }
    }

    fn offset_of(&mut self, offset: &ast::OffsetOfExpression, loc: Loc) -> Expr {
        let ty = self.type_name(&offset.type_name);
        let pointer = self.constant(0, ty.pointer_to(), loc);
        let mut place = self.deref(pointer, loc);
        place = self.member_named(place, &offset.base.node.name, loc);
        for member in &offset.members {
            place = match member {
                ast::OffsetMember::Member(name) => self.member_named(place, &name.node.name, loc),
                ast::OffsetMember::IndirectMember(name) => {
                    let pointer = self.rvalue(place);
                    let inner = self.deref(pointer, loc);
                    self.member_named(inner, &name.node.name, loc)
                }
                ast::OffsetMember::Index(index) => {
                    let index = self.value(index);
                    let pointer = self.rvalue(place);
                    let sum = self.binary(BinaryOp::Add, pointer, index, loc);
                    self.deref(sum, loc)
                }
            };
        }
        let address = self.address_of(place, loc);
        let ty = self.types.size_type();
        let value = make(ExprKind::Cast(Box::new(address)), ty.clone(), loc);
        match constant::integer(&self.types, &value) {
            Some(number) => self.constant(number, ty, loc),
            None => self.unsupported("this `offsetof`", ty, loc),
        }
    }

    pub(super) fn member_named(&mut self, base: Expr, name: &str, loc: Loc) -> Expr {
        let path = match base.ty {
            Type::Record(id) => self.types.find_field(id, name),
            _ => None,
        };
        match path {
            Some(path) => path.into_iter().fold(base, |base, idx| self.field(base, idx, loc)),
            None => {
                self.error(loc, format!("`{}` has no member `{name}`", self.types.name(&base.ty)), None);
                base
            }
        }
    }
}

fn compound(operator: ast::BinaryOperator) -> Option<BinaryOp> {
    use ast::BinaryOperator as B;
    Some(match operator {
        B::AssignMultiply => BinaryOp::Multiply,
        B::AssignDivide => BinaryOp::Divide,
        B::AssignModulo => BinaryOp::Remainder,
        B::AssignPlus => BinaryOp::Add,
        B::AssignMinus => BinaryOp::Subtract,
        B::AssignShiftLeft => BinaryOp::ShiftLeft,
        B::AssignShiftRight => BinaryOp::ShiftRight,
        B::AssignBitwiseAnd => BinaryOp::And,
        B::AssignBitwiseXor => BinaryOp::Xor,
        B::AssignBitwiseOr => BinaryOp::Or,
        _ => return None,
    })
}

fn comparison(operator: ast::BinaryOperator) -> Option<CompareOp> {
    use ast::BinaryOperator as B;
    Some(match operator {
        B::Less => CompareOp::Less,
        B::Greater => CompareOp::Greater,
        B::LessOrEqual => CompareOp::LessOrEqual,
        B::GreaterOrEqual => CompareOp::GreaterOrEqual,
        B::Equals => CompareOp::Equal,
        B::NotEquals => CompareOp::NotEqual,
        _ => return None,
    })
}

fn arithmetic(operator: ast::BinaryOperator) -> BinaryOp {
    use ast::BinaryOperator as B;
    match operator {
        B::Multiply => BinaryOp::Multiply,
        B::Divide => BinaryOp::Divide,
        B::Modulo => BinaryOp::Remainder,
        B::Minus => BinaryOp::Subtract,
        B::ShiftLeft => BinaryOp::ShiftLeft,
        B::ShiftRight => BinaryOp::ShiftRight,
        B::BitwiseAnd => BinaryOp::And,
        B::BitwiseXor => BinaryOp::Xor,
        B::BitwiseOr => BinaryOp::Or,
        _ => BinaryOp::Add,
    }
}

/// Whether a specifier names a type without saying what it is.
fn hides_type(specifier: &ast::DeclarationSpecifier) -> bool {
    use ast::TypeSpecifier::{Enum, TypeOf, TypeOfUnqualified, TypedefName};
    matches!(specifier, ast::DeclarationSpecifier::TypeSpecifier(specifier)
        if matches!(specifier, TypedefName(_) | Enum(_) | TypeOf(_) | TypeOfUnqualified(_)))
}
