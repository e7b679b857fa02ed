//! What expressions and statements unify.

use super::{Key, PointsTo, Region, innermost, scanned, without_casts};
use crate::c::constant;
use crate::c::format;
use crate::c::hir::{
    Builtin, Callee, Expr, ExprKind, FuncId, Init, PathStep, Stmt, StmtKind, Storage, VarId,
};
use crate::c::library::{self, Model};
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};

impl PointsTo<'_> {
    pub(super) fn place(&mut self, expr: &Expr) -> (Region, Key) {
        match &expr.kind {
            ExprKind::Var(var) => (self.var(*var), Key::Plain),
            ExprKind::CompoundLiteral(var, init) => {
                self.init(*var, init);
                (self.var(*var), Key::Plain)
            }
            ExprKind::Deref(pointer) => {
                let region = self.value(pointer);
                (region.unwrap_or_else(|| self.site(expr.loc)), Key::Plain)
            }
            ExprKind::Member(base, idx) => {
                let region = match base.kind.is_lvalue() {
                    true => self.place(base).0,
                    false => self.record(base),
                };
                let Type::Record(id) = base.ty else { return (region, Key::Plain) };
                let is_union = self.types.record(id).is_union;
                if is_union || self.types.fields(id).get(*idx).is_some_and(|field| field.bits.is_some()) {
                    let region = self.find(region);
                    self.nodes[region.0].objects.insert(base.ty.clone());
                }
                // What one member of a union holds is what the others hold, whatever records they are in.
                if is_union && !self.is_merged(region) {
                    self.merge(region);
                }
                (region, Key::Field(id, *idx))
            }
            ExprKind::Index(base, index) => {
                self.value(index);
                self.place(base)
            }
            _ => (self.fresh(), Key::Plain),
        }
    }

    /// Notes that a pointer into a region is moved.
    fn move_pointer(&mut self, region: Option<Region>, pointer: &Type) {
        let pointee = pointer.pointee().unwrap_or(&Type::Void);
        self.moved.extend(region.map(|region| (region, pointee.clone())));
    }

    /// The region that a scalar value may point into; none for what is no address.
    pub(super) fn value(&mut self, expr: &Expr) -> Option<Region> {
        match &expr.kind {
            ExprKind::Load(place, _) => {
                let (region, key) = self.place(place);
                self.may_hold_address(&expr.ty).then(|| self.content(region, key))
            }
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let (region, key) = self.place(place);
                self.escape_root(place);
                if let ExprKind::Index(..) = place.kind {
                    self.elements.insert((region, place.ty.clone()));
                }
                if key != Key::Plain {
                    let (content, plain) = (self.content(region, key), self.content(region, Key::Plain));
                    self.unify(content, plain);
                }
                Some(region)
            }
            ExprKind::Function(func) => {
                self.taken.insert(*func);
                self.reach(*func);
                None
            }
            ExprKind::Cast(inner) => self.cast(expr, inner),
            ExprKind::Negate(inner) | ExprKind::Complement(inner) | ExprKind::Not(inner) => {
                self.value(inner);
                None
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Difference(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => {
                self.value(left);
                self.value(right);
                None
            }
            ExprKind::Offset { pointer, count, .. } => {
                self.value(count);
                let region = self.value(pointer);
                self.move_pointer(region, &pointer.ty);
                region
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.value(condition);
                let then = then.as_ref().map_or(condition, |then| self.value(then));
                let otherwise = self.value(otherwise);
                self.join(then, otherwise)
            }
            ExprKind::Comma(left, right) => {
                self.value(left);
                self.value(right)
            }
            ExprKind::Assign(target, value) => self.assign(target, value),
            ExprKind::Update { target, value, .. } => {
                self.value(value);
                let (region, key) = self.place(target);
                let content = self.may_hold_address(&expr.ty).then(|| self.content(region, key));
                self.move_pointer(content, &expr.ty);
                content
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, &expr.ty, expr.loc),
            ExprKind::Builtin(builtin, operands) => {
                if let (Builtin::Alloca, Some(func)) = (builtin, self.current) {
                    self.stack_sites.entry(func).or_default().insert(expr);
                }
                self.builtin(builtin, operands, expr.loc)
            }
            ExprKind::Statements(body) => self.statements(body),
            ExprKind::Member(base, idx) if !base.kind.is_lvalue() => {
                let region = self.record(base);
                let Type::Record(id) = base.ty else { return None };
                Some(self.content(region, Key::Field(id, *idx)))
            }
            ExprKind::Const(_) | ExprKind::SizeOf(_) | ExprKind::Unsupported(_) => None,
            // Places are read by loads; here they stand for themselves, in discarded expressions.
            _ => {
                self.place(expr);
                None
            }
        }
    }

    fn may_hold_address(&self, ty: &Type) -> bool {
        ty.is_pointer()
    }

    /// Whether what the fields in a region point to is no longer told apart.
    fn is_merged(&mut self, region: Region) -> bool {
        let region = self.find(region);
        self.nodes[region.0].merged
    }

    fn cast(&mut self, expr: &Expr, inner: &Expr) -> Option<Region> {
        if matches!(inner.ty, Type::Record(_)) {
            let region = self.record(inner);
            return Some(region);
        }
        let region = self.value(inner);
        self.convert(region, inner, &expr.ty, expr.loc)
    }

    /// What a value points into when it is converted to a type.
    fn convert(&mut self, region: Option<Region>, inner: &Expr, to: &Type, loc: Loc) -> Option<Region> {
        let Some(pointee) = to.pointee() else {
            if let (Some(region), true, false) = (region, inner.ty.is_pointer(), is_truth_value(to)) {
                self.expose(region);
            }
            return None;
        };
        if constant::is_null(self.types, inner) {
            return None;
        }
        if inner.ty.is_integer() {
            // A number of any origin, at any place of an object.
            let exposed = self.find(self.exposed);
            if self.types.size(pointee).is_some() && !pointee.is_void() {
                self.nodes[exposed.0].mixed = true;
            }
            return Some(exposed);
        }
        let region = region.unwrap_or_else(|| self.site(loc));
        let region = self.find(region);
        self.note_types(region, inner.ty.pointee(), Some(pointee));
        Some(region)
    }

    /// What a region holds is looked at as one type, and then as another one.
    fn note_types(&mut self, region: Region, before: Option<&Type>, after: Option<&Type>) {
        if before == after {
            return;
        }
        let region = self.find(region);
        for ty in [after, before].into_iter().flatten() {
            if !ty.is_void() && !matches!(ty, Type::Function(_)) && self.types.size(ty).is_some() {
                self.nodes[region.0].casts.insert(innermost(ty).clone());
            }
        }
    }

    fn assign(&mut self, target: &Expr, value: &Expr) -> Option<Region> {
        let (region, key) = self.place(target);
        if matches!(target.ty, Type::Record(_)) {
            let source = self.record(value);
            self.copy(&target.ty, region, source);
            return None;
        }
        let value = self.value(value);
        if !self.may_hold_address(&target.ty) {
            return None;
        }
        let content = self.content(region, key);
        self.join(Some(content), value)
    }

    /// The region whose contents are the fields of a record value.
    pub(super) fn record(&mut self, expr: &Expr) -> Region {
        match &expr.kind {
            ExprKind::Load(place, _) => self.place(place).0,
            ExprKind::Cast(inner) => self.record(inner),
            ExprKind::Call(callee, arguments) => {
                self.call(callee, arguments, &expr.ty, expr.loc);
                let object = self.site(expr.loc);
                for func in self.targets(callee) {
                    let result = self.result(func);
                    self.copy(&expr.ty, object, result);
                }
                object
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.value(condition);
                let otherwise = self.record(otherwise);
                if let Some(then) = then {
                    let then = self.record(then);
                    self.copy(&expr.ty, then, otherwise);
                }
                otherwise
            }
            ExprKind::Comma(left, right) => {
                self.value(left);
                self.record(right)
            }
            ExprKind::Assign(target, value) => {
                self.assign(target, value);
                self.place(target).0
            }
            ExprKind::Statements(body) => {
                if let StmtKind::Block(stmts) = &body.kind
                    && let Some((last, init)) = stmts.split_last()
                {
                    init.iter().for_each(|stmt| self.stmt(stmt));
                    if let StmtKind::Expr(value) = &last.kind {
                        return self.record(value);
                    }
                }
                self.site(expr.loc)
            }
            ExprKind::Member(base, _) if !base.kind.is_lvalue() => self.record(base),
            _ if expr.kind.is_lvalue() => self.place(expr).0,
            _ => self.site(expr.loc),
        }
    }

    /// Unifies what two records of a type hold.
    fn copy(&mut self, ty: &Type, left: Region, right: Region) {
        match ty {
            Type::Record(id) => {
                for idx in 0..self.types.fields(*id).len() {
                    let field = self.types.fields(*id)[idx].ty.clone();
                    if self.may_hold_address(innermost(&field)) {
                        let key = Key::Field(*id, idx);
                        let (left, right) = (self.content(left, key), self.content(right, key));
                        self.unify(left, right);
                    }
                    self.copy(&field, left, right);
                }
            }
            Type::Array(element, _) => {
                if self.may_hold_address(innermost(element)) {
                    let (left, right) = (self.content(left, Key::Plain), self.content(right, Key::Plain));
                    self.unify(left, right);
                }
                self.copy(element, left, right);
            }
            _ => {}
        }
    }

    fn targets(&self, callee: &Callee) -> Vec<FuncId> {
        match callee {
            Callee::Direct(func) => vec![*func],
            Callee::Indirect(pointer) => pointer.ty.as_function().map_or(Vec::new(), |ty| self.callees(ty)),
        }
    }

    fn reach(&mut self, func: FuncId) {
        if let Some(caller) = self.current {
            self.calls.insert((caller, func));
        }
        self.reached.insert(func);
    }

    fn call(&mut self, callee: &Callee, arguments: &[Expr], ty: &Type, loc: Loc) -> Option<Region> {
        if let Callee::Indirect(pointer) = callee {
            self.value(pointer);
        }
        let mut result = None;
        for func in self.targets(callee) {
            let function = self.program.func(func);
            if function.body.is_none() {
                let value = self.external(&function.name, arguments, ty, loc);
                result = self.join(result, value);
                continue;
            }
            self.reach(func);
            for (idx, argument) in arguments.iter().enumerate() {
                match function.parameters.get(idx) {
                    Some(parameter) => self.pass_argument(*parameter, argument),
                    None => self.visit(argument),
                }
            }
            if self.may_hold_address(ty) {
                let object = self.result(func);
                let value = self.content(object, Key::Plain);
                // What a model gives has the types of the model.
                self.note_types(value, self.program.func(func).ty.result.pointee(), ty.pointee());
                result = self.join(result, Some(value));
            }
        }
        if matches!(callee, Callee::Indirect(_)) {
            arguments.iter().for_each(|argument| self.visit(argument));
        }
        result
    }

    fn pass_argument(&mut self, parameter: VarId, argument: &Expr) {
        let region = self.var(parameter);
        if matches!(argument.ty, Type::Record(_)) {
            let source = self.record(argument);
            self.copy(&argument.ty, region, source);
            return;
        }
        let value = self.value(argument);
        let ty = &self.program.var(parameter).ty;
        // Without a prototype the argument is passed as it is.
        let is_converted = ty.is_pointer() != argument.ty.is_pointer();
        let value = if is_converted { self.convert(value, argument, ty, argument.loc) } else { value };
        if let (Some(region), false) = (value, is_converted) {
            self.note_types(region, argument.ty.pointee(), ty.pointee());
        }
        if self.may_hold_address(ty) {
            let content = self.content(region, Key::Plain);
            self.join(Some(content), value);
        }
    }

    fn visit(&mut self, expr: &Expr) {
        if matches!(expr.ty, Type::Record(_)) {
            self.record(expr);
        } else {
            self.value(expr);
        }
    }

    /// The arguments behind a format by which texts are read into them: those may be longer than a variable.
    fn targets_of_texts<'e>(&self, arguments: &'e [Expr]) -> Vec<&'e Expr> {
        let format = |(at, it): (usize, &Expr)| Some((at, self.program.literal_chars(it)?.to_vec()));
        let Some((at, format)) = arguments.iter().enumerate().find_map(format) else { return Vec::new() };
        let wanted = format::for_reading(&format).map(|pieces| format::stored(&pieces)).unwrap_or_default();
        let targets = arguments[at + 1..].iter().zip(&wanted);
        targets.filter(|(_, conversion)| conversion.reads_text()).map(|(target, _)| target).collect()
    }

    /// A call of a function without body. Where its result is a pointer that nobody describes, it may point to what the
    /// arguments point to.
    fn external(&mut self, name: &str, arguments: &[Expr], ty: &Type, loc: Loc) -> Option<Region> {
        let gives_arguments = matches!(library::model(name), None | Some(Model::Realloc)) && ty.is_pointer();
        let mut result = self.may_hold_address(ty).then(|| self.site(loc));
        self.jumpers.external(self.current, name);
        let texts = self.targets_of_texts(arguments);
        for argument in arguments {
            let target = without_casts(argument);
            let is_place = match library::usage(name) {
                // The address is only used to write a value there: the variable need not live in memory.
                library::Usage::Targets => match &scanned(self.types, argument).kind {
                    ExprKind::AddressOf(place) if !texts.iter().any(|it| std::ptr::eq(*it, argument)) => {
                        self.place(place);
                        true
                    }
                    ExprKind::Decay(place) => matches!(place.kind, ExprKind::Var(var)
                        if matches!(self.program.var(var).storage, Storage::Literal(_))),
                    _ => false,
                },
                library::Usage::Nothing => {
                    matches!(&target.kind, ExprKind::Decay(place) if matches!(place.kind, ExprKind::Var(_)))
                }
                library::Usage::Unknown => false,
            };
            if is_place {
                continue;
            }
            if matches!(argument.ty, Type::Record(_)) {
                self.record(argument);
                continue;
            }
            let region = self.value(argument);
            if let (Some(Model::Forget), Some(region)) = (library::model(name), region) {
                self.forget(region);
            }
            if gives_arguments && argument.ty.is_pointer() {
                result = self.join(result, region);
            }
        }
        let region = self.find(result?);
        self.nodes[region.0].has_heap = true;
        self.nodes[region.0].has_any_contents |= library::model(name) != Some(Model::Calloc);
        Some(region)
    }

    fn builtin(&mut self, builtin: &Builtin, operands: &[Expr], loc: Loc) -> Option<Region> {
        let values: Vec<Option<Region>> = operands.iter().map(|operand| self.value(operand)).collect();
        match (builtin, values.as_slice()) {
            (Builtin::Logic(term), _) => {
                term.visit(&mut |expr| _ = self.value(expr));
                term.pointer().and_then(|pointer| self.value(pointer))
            }
            (Builtin::Claim(claim), _) => {
                claim.visit(&mut |expr| _ = self.value(expr));
                None
            }
            (Builtin::Copy(ty, _) | Builtin::Move(ty, _), [Some(target), Some(source)]) => {
                if self.may_hold_address(innermost(ty)) {
                    let (left, right) =
                        (self.content(*target, Key::Plain), self.content(*source, Key::Plain));
                    self.unify(left, right);
                }
                self.copy(ty, *target, *source);
                Some(*target)
            }
            (Builtin::Copy(..) | Builtin::Move(..) | Builtin::Zero(..), [target, ..]) => *target,
            (Builtin::Alloca | Builtin::Object, _) => {
                let region = self.site(loc);
                let region = self.find(region);
                self.nodes[region.0].has_heap = true;
                self.nodes[region.0].has_stack |= matches!(builtin, Builtin::Alloca);
                self.nodes[region.0].has_any_contents = true;
                Some(region)
            }
            _ => None,
        }
    }

    fn statements(&mut self, body: &Stmt) -> Option<Region> {
        let StmtKind::Block(stmts) = &body.kind else {
            self.stmt(body);
            return None;
        };
        let (last, init) = stmts.split_last()?;
        init.iter().for_each(|stmt| self.stmt(stmt));
        match &last.kind {
            StmtKind::Expr(value) if !matches!(value.ty, Type::Record(_)) => self.value(value),
            _ => {
                self.stmt(last);
                None
            }
        }
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::Defer(expr) => self.visit(expr),
            StmtKind::Declare(var, init) => {
                self.var(*var);
                if let Some(init) = init {
                    self.init(*var, init);
                }
            }
            StmtKind::DeclareVla(var) | StmtKind::Literal(var) | StmtKind::Temporary(var, _) => {
                self.var(*var);
            }
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::If(condition, then, otherwise) => {
                self.visit(condition);
                self.stmt(then);
                otherwise.iter().for_each(|otherwise| self.stmt(otherwise));
            }
            StmtKind::Switch(value, body) | StmtKind::While(value, body) => {
                self.visit(value);
                self.loop_annotations(body);
                self.stmt(body);
            }
            StmtKind::DoWhile(body, value) => {
                self.loop_annotations(body);
                self.stmt(body);
                self.visit(value);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Label(_, body) => {
                self.stmt(body)
            }
            StmtKind::For { init, condition, step, body } => {
                init.iter().for_each(|stmt| self.stmt(stmt));
                condition.iter().for_each(|condition| self.visit(condition));
                self.loop_annotations(body);
                self.stmt(body);
                step.iter().for_each(|step| self.visit(step));
            }
            StmtKind::Return(Some(value)) => self.return_value(value),
            StmtKind::Leave(_) => self.jumpers.leave(self.current),
            StmtKind::Return(None)
            | StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Unsupported(_) => {}
        }
    }

    /// What annotations say of a loop, by its body.
    fn loop_annotations(&mut self, body: &Stmt) {
        let program = self.program;
        let Some(func) = self.current else { return };
        if let Some(said) = program.func(func).annotations.loops.get(&body.loc) {
            said.visit(&mut |expr| self.visit(expr));
        }
    }

    /// The contract of the current function. What it calls its result is what it returns.
    pub(super) fn contract(&mut self, func: FuncId, is_entry: bool) {
        let program = self.program;
        let function = program.func(func);
        let Some(contract) = &function.annotations.contract else { return };
        if let Some(var) = contract.result {
            let (region, object) = (self.var(var), self.result(func));
            let ty = &program.var(var).ty;
            match ty {
                Type::Record(_) => self.copy(ty, region, object),
                _ if self.may_hold_address(ty) => {
                    let (left, right) = (self.content(region, Key::Plain), self.content(object, Key::Plain));
                    self.unify(left, right);
                }
                _ => {}
            }
        }
        contract.visit(&mut |expr| self.visit(expr));
        // The entry is called with objects that the contract asks for.
        for parameter in function.parameters.iter().filter(|_| is_entry) {
            if program.var(*parameter).ty.is_pointer() {
                let var = self.var(*parameter);
                let region = self.content(var, Key::Plain);
                let region = self.find(region);
                self.nodes[region.0].has_heap = true;
            }
        }
    }

    fn return_value(&mut self, value: &Expr) {
        let Some(func) = self.current else { return };
        let object = self.result(func);
        if matches!(value.ty, Type::Record(_)) {
            let source = self.record(value);
            self.copy(&value.ty, object, source);
            return;
        }
        let region = self.value(value);
        if self.may_hold_address(&value.ty) {
            let content = self.content(object, Key::Plain);
            self.join(Some(content), region);
        }
    }

    pub(super) fn init(&mut self, var: VarId, init: &Init) {
        let region = self.var(var);
        match init {
            Init::Value(value) if matches!(value.ty, Type::Record(_)) => {
                let source = self.record(value);
                self.copy(&value.ty, region, source);
            }
            Init::Value(value) => {
                let value = self.value(value);
                let content = self.content(region, Key::Plain);
                self.join(Some(content), value);
            }
            Init::List(items) => {
                for item in items {
                    if matches!(item.value.kind, ExprKind::Const(_)) {
                        continue;
                    }
                    if matches!(item.value.ty, Type::Record(_)) {
                        let source = self.record(&item.value);
                        self.copy(&item.value.ty, region, source);
                        continue;
                    }
                    let value = self.value(&item.value);
                    let key = self.key_of_path(var, &item.path);
                    let content = self.content(region, key);
                    self.join(Some(content), value);
                }
            }
        }
    }

    /// The content that an initializer's path leads to: that of its last field.
    fn key_of_path(&self, var: VarId, path: &[PathStep]) -> Key {
        let mut ty = &self.program.var(var).ty;
        let mut key = Key::Plain;
        for step in path {
            match (step, ty) {
                (PathStep::Field(idx), Type::Record(id)) => {
                    key = Key::Field(*id, *idx);
                    ty = &self.types.fields(*id)[*idx].ty;
                }
                (PathStep::Index(_), Type::Array(element, _)) => ty = element,
                _ => return key,
            }
        }
        key
    }
}

/// Whether a conversion to a type tells only whether a value is zero.
fn is_truth_value(ty: &Type) -> bool {
    matches!(ty, Type::Int(IntKind::Bool) | Type::Void)
}
