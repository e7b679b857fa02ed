//! Statements.

use super::types::{INT, Type, declaration};
use super::{Ctx, Function, Variable};

/// Beyond this, blocks hold simple statements only.
const MAX_NESTING: usize = 3;

impl Ctx {
    /// Some statements in a row, in a scope that the caller ends.
    pub(super) fn statements(&mut self, n_statements: usize, nesting: usize) {
        for _ in 0..1 + self.random.below(2) {
            self.local();
        }
        for _ in 0..1 + self.random.below(n_statements) {
            self.statement(nesting);
        }
    }

    fn block(&mut self, n_statements: usize, nesting: usize) {
        let n_variables = self.variables.len();
        self.indent += 1;
        self.statements(n_statements, nesting + 1);
        self.indent -= 1;
        self.variables.truncate(n_variables);
    }

    fn local(&mut self) {
        let is_static = self.random.percent(10);
        let level = if is_static { 0 } else { self.indent };
        let ty = self.variable_type();
        let name = self.fresh(if is_static { "s" } else { "v" });
        let Some(initializer) = self.initializer(&ty, level, is_static) else { return };
        let keyword = if is_static { "static " } else { "" };
        let declaration = declaration(&ty, &self.records, &name);
        self.line(&format!("{keyword}{declaration} = {initializer};"));
        self.variables.push(Variable { name, ty, level, writable: true });
    }

    fn statement(&mut self, nesting: usize) {
        let n_choices = if nesting < MAX_NESTING { 22 } else { 11 };
        match self.random.below(n_choices) {
            0..=3 => self.assignment(),
            4 => {
                let effect = self.effect(3);
                self.line(&format!("mix({effect});"));
            }
            5 => {
                let effect = self.effect(3);
                self.line(&format!("(void){effect};"));
            }
            6 => self.pointer_assignment(),
            7 => self.record_assignment(),
            8 => self.byte_assignment(),
            9 => self.function_pointer(),
            10 => self.jump(),
            11..=12 => self.if_statement(nesting),
            13..=14 => self.loop_statement(nesting),
            15 => self.switch_statement(nesting),
            16 => self.goto_forward(nesting),
            17 => self.goto_backward(nesting),
            18..=19 => self.idiom(),
            _ => match self.functions.clone() {
                functions if functions.is_empty() => self.assignment(),
                functions => {
                    let function = self.random.pick(&functions);
                    self.call_statement(&function);
                }
            },
        }
    }

    fn assignment(&mut self) {
        let (place, integer) = self.place(true);
        let value = self.expression(3);
        let mask = integer.promoted_width() - 1;
        let text = match self.random.below(12) {
            0..=4 => format!("{place} = {value};"),
            5 => format!("{place} <<= {value} & {mask};"),
            6 => format!("{place} >>= {value} & {mask};"),
            7 => format!("{place} /= ({value} & 31) + 1;"),
            8 => format!("{place} %= ({value} & 31) + 1;"),
            9 => format!("{place}++;"),
            _ => format!("{place} {} {value};", self.random.pick(&["+=", "-=", "*=", "&=", "|=", "^="])),
        };
        self.line(&text);
    }

    fn pointer_assignment(&mut self) {
        let is_pointer = |it: &&Variable| it.writable && matches!(it.ty, Type::Pointer(_));
        let pointers: Vec<Variable> = self.variables.iter().filter(is_pointer).cloned().collect();
        if pointers.is_empty() {
            return self.assignment();
        }
        let Variable { name, ty, level, .. } = self.random.pick(&pointers);
        let Type::Pointer(target) = ty else { return };
        match &*target {
            // Where the pointer behind a pointer lives is not known, so it gets what lives longest.
            Type::Pointer(inner) if self.random.percent(50) => {
                if let Some(address) = self.address_of(inner, 0) {
                    self.line(&format!("*{name} = {address};"));
                }
            }
            _ => {
                if let Some(address) = self.address_of(&target, level) {
                    self.line(&format!("{name} = {address};"));
                }
            }
        }
    }

    /// A whole struct or union at once.
    fn record_assignment(&mut self) {
        let is_record = |it: &&Variable| match &it.ty {
            Type::Record(_) => it.writable,
            Type::Pointer(target) => matches!(**target, Type::Record(_)),
            _ => false,
        };
        let records: Vec<Variable> = self.variables.iter().filter(is_record).cloned().collect();
        if records.is_empty() {
            return self.assignment();
        }
        let of = |variable: &Variable| match &variable.ty {
            Type::Pointer(target) => (format!("*{}", variable.name), (**target).clone()),
            ty => (variable.name.clone(), ty.clone()),
        };
        let (target, ty) = of(&self.random.pick(&records));
        // Pointers inside must not come to live longer than what they point to.
        if super::has_pointer(&ty, &self.records) {
            return self.assignment();
        }
        let sources: Vec<String> = records.iter().map(of).filter(|it| it.1 == ty).map(|it| it.0).collect();
        let source = self.random.pick(&sources);
        self.line(&format!("{target} = {source};"));
    }

    fn byte_assignment(&mut self) {
        match self.byte() {
            Some(byte) if self.random.percent(50) => self.line(&format!("mix({byte});")),
            Some(byte) => {
                let value = self.expression(1);
                self.line(&format!("{byte} ^= {value};"));
            }
            None => self.assignment(),
        }
    }

    fn function_pointer(&mut self) {
        let (index, x, y) = (self.expression(1), self.expression(1), self.expression(1));
        if self.n_loops > 1 || self.returns.is_none() && self.indent == 0 {
            return self.line(&format!("chosen = table[{index} & 3];"));
        }
        match self.random.below(3) {
            0 => self.line(&format!("chosen = table[{index} & 3];")),
            1 => self.line(&format!("mix(chosen({x}, {y}));")),
            _ => self.line(&format!("mix(table[{index} & 3]({x}, {y}));")),
        }
    }

    fn jump(&mut self) {
        let condition = self.expression(2);
        match self.random.below(3) {
            0 if self.n_loops > 0 => self.line(&format!("if ({condition}) continue;")),
            1 if self.n_loops + self.n_switches > 0 => self.line(&format!("if ({condition}) break;")),
            2 if self.indent > 2 => {
                let Some(result) = self.returns.clone() else { return };
                self.line(&format!("if ({condition}) {{"));
                self.indent += 1;
                self.return_statement(&result);
                self.indent -= 1;
                self.line("}");
            }
            _ => self.assignment(),
        }
    }

    pub(super) fn return_statement(&mut self, result: &Type) {
        let value = match result {
            Type::Integer(_) => self.expression(2),
            ty => {
                let has_type = |it: &&Variable| it.ty == *ty && it.level == 0;
                match self.variables.iter().find(has_type) {
                    Some(variable) => variable.name.clone(),
                    None => {
                        let literal = self.initializer(ty, 0, false).unwrap_or_else(|| "{0}".to_owned());
                        format!("({}){literal}", declaration(ty, &self.records, "").trim_end())
                    }
                }
            }
        };
        self.line(&format!("return {value};"));
    }

    fn if_statement(&mut self, nesting: usize) {
        let condition = if self.random.percent(40) { self.effect(3) } else { self.expression(3) };
        self.line(&format!("if ({condition}) {{"));
        self.block(3, nesting);
        if self.random.percent(60) {
            self.line("} else {");
            self.block(3, nesting);
        }
        self.line("}");
    }

    fn loop_statement(&mut self, nesting: usize) {
        if self.n_loops >= 2 {
            return self.if_statement(nesting);
        }
        let (counter, n_rounds) = (self.fresh("i"), 1 + self.random.below(4));
        let n_variables = self.variables.len();
        let (head, foot) = match self.random.below(4) {
            0 => {
                self.line(&format!("int {counter} = {n_rounds};"));
                let condition = self.expression(2);
                (format!("while ({counter}-- > 0 && {condition}) {{"), "}".to_owned())
            }
            1 => {
                self.line(&format!("unsigned char {counter} = {n_rounds};"));
                ("do {".to_owned(), format!("}} while (--{counter} > 0);"))
            }
            _ => (format!("for (int {counter} = 0; {counter} < {n_rounds}; {counter}++) {{"), "}".to_owned()),
        };
        self.line(&head);
        let name = counter;
        self.variables.push(Variable { name, ty: Type::Integer(INT), level: self.indent, writable: false });
        let n_switches = std::mem::take(&mut self.n_switches);
        self.n_loops += 1;
        self.block(3, nesting);
        self.n_loops -= 1;
        self.n_switches = n_switches;
        self.variables.truncate(n_variables);
        self.line(&foot);
    }

    fn switch_statement(&mut self, nesting: usize) {
        let selector = self.expression(2);
        self.line(&format!("switch ({selector} & 7) {{"));
        self.n_switches += 1;
        let n_cases = 2 + self.random.below(4);
        let default = self.random.below(8);
        for case in 0..n_cases {
            if case == default {
                self.line("default:");
            }
            self.line(&format!("case {case}: {{"));
            self.block(2, nesting);
            self.line("}");
            if self.random.percent(70) {
                self.line("break;");
            }
        }
        self.n_switches -= 1;
        self.line("}");
    }

    /// Out of a block, so that no initialization is jumped over.
    fn goto_forward(&mut self, nesting: usize) {
        let label = self.fresh("out");
        self.line("{");
        let n_variables = self.variables.len();
        self.indent += 1;
        self.statements(2, nesting + 1);
        let condition = self.expression(2);
        self.line(&format!("if ({condition}) goto {label};"));
        self.statements(2, nesting + 1);
        self.indent -= 1;
        self.variables.truncate(n_variables);
        self.line("}");
        self.line(&format!("{label}: ;"));
    }

    fn goto_backward(&mut self, nesting: usize) {
        if self.n_loops >= 2 {
            return self.assignment();
        }
        let (label, counter) = (self.fresh("again"), self.fresh("n"));
        self.line(&format!("int {counter} = 0;"));
        self.line(&format!("{label}: {{"));
        let (n_loops, n_switches) = (self.n_loops, self.n_switches);
        // It repeats, but `continue` and `break` belong to what is outside.
        self.n_loops = if n_loops == 0 { 0 } else { 2 };
        self.block(2, nesting);
        (self.n_loops, self.n_switches) = (n_loops, n_switches);
        self.line("}");
        let condition = self.expression(1);
        self.line(&format!("if ({counter}++ < 2 && {condition}) goto {label};"));
    }

    /// A call of a function, its result used.
    pub(super) fn call_statement(&mut self, function: &Function) {
        if self.calls_left == 0 || self.n_loops > 1 {
            return self.assignment();
        }
        self.calls_left -= 1;
        let mut arguments = Vec::new();
        for (idx, parameter) in function.parameters.iter().enumerate() {
            let argument = match parameter {
                // The depth of a recursion.
                Type::Integer(_) if function.name.starts_with('r') && idx == 0 => {
                    Some(self.random.below(5).to_string())
                }
                Type::Integer(_) => Some(self.expression(2)),
                Type::Pointer(target) => self.address_of(target, self.indent),
                ty => self
                    .initializer(ty, self.indent, false)
                    .map(|it| format!("({}){it}", declaration(ty, &self.records, "").trim_end())),
            };
            // Nothing to point to: no call.
            let Some(argument) = argument else { return };
            arguments.push(argument);
        }
        let call = format!("{}({})", function.name, arguments.join(", "));
        match &function.result {
            Type::Integer(_) if self.random.percent(50) => {
                let place = self.simple_place();
                self.line(&format!("{place} = {call};"));
            }
            Type::Integer(_) => self.line(&format!("mix({call});")),
            ty => {
                let name = self.fresh("v");
                let declaration = declaration(ty, &self.records, &name);
                self.line(&format!("{declaration} = {call};"));
                let level = self.indent;
                self.variables.push(Variable { name, ty: ty.clone(), level, writable: true });
            }
        }
    }

    /// A place that a call cannot move: whether `a[i] = f()` reads `i` before the call is open.
    pub(super) fn simple_place(&mut self) -> String {
        let is_simple = |it: &&Variable| it.writable && matches!(it.ty, Type::Integer(_));
        let places: Vec<String> = self.variables.iter().filter(is_simple).map(|it| it.name.clone()).collect();
        self.random.pick(&places)
    }
}
