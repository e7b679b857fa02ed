//! A small notation for the programs of tests, for crates below the front ends. A dev-dependency only.
//!
//! ```text
//! var x: 8;                    // a bit-vector; `int` for a mathematical integer, `[8]8` for an array
//! var a: [8]8 length 4;
//! proc f(p: 8) returns (r: 8) { r := p + 1; }
//! proc main() {
//!   havoc x; assume x < 3;
//!   while (x < 10) { x := f(x); }
//!   either { a[x] := 1; } or { goto end; }
//!   assert a[x] == 1;
//! end:
//! }
//! ```
//! A procedure that is called like a [primitive](faultscope_ir::Primitive) of the library (`__fs_put`) is that primitive, and `outside proc`
//! a function that the program does not define; their bodies say what any environment gives.
//! Comparisons are signed. `stop;`, `error;`, `return;` and `unsupported;` end an execution; execution starts in `main`.

pub mod random_programs;

use std::collections::HashMap;

use faultscope_ir::program::{Display, Scope, VariableTable};
use faultscope_ir::source::{Origin, OriginKind, ProgramPart, SourceMap, Span};
use faultscope_ir::{
    Block, BlockId, Call, Check, CheckId, Command, Instruction, OriginId, Place, Primitive, ProcId,
    Procedure, Program, Property, Sort, SortKind, Statement, Symbol, Term, Terminator,
};

/// The program that a text stands for.
///
/// # Panics
/// Where the text is wrong: it is part of a test.
#[track_caller]
pub fn parse(text: &str) -> Program {
    let mut parser = Parser {
        tokens: tokens(text),
        at: 0,
        variables: VariableTable::default(),
        names: HashMap::new(),
        sources: SourceMap::default(),
        procedures: Vec::new(),
        blocks: Vec::new(),
        checks: Vec::new(),
        labels: HashMap::new(),
        current: 0,
        index_sorts: Vec::new(),
    };
    parser.sources.add_file("test", Some(text.to_owned()));
    parser.program()
}

fn tokens(text: &str) -> Vec<(String, u32)> {
    let mut tokens = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let content = content.split("//").next().unwrap_or_default();
        let mut chars = content.chars().peekable();
        while let Some(first) = chars.next() {
            let mut token = first.to_string();
            let word = |it: &char| it.is_alphanumeric() || *it == '_';
            if first.is_whitespace() {
                continue;
            } else if word(&first) {
                while let Some(next) = chars.next_if(word) {
                    token.push(next);
                }
            } else if let Some(next) = chars.peek()
                && [":=", "==", "!=", "<=", ">=", "&&", "||"].contains(&format!("{first}{next}").as_str())
            {
                token.extend(chars.next());
            }
            tokens.push((token, line as u32 + 1));
        }
    }
    tokens
}

struct Parser {
    tokens: Vec<(String, u32)>,
    at: usize,
    variables: VariableTable,
    names: HashMap<String, Symbol>,
    sources: SourceMap,
    procedures: Vec<Procedure>,
    blocks: Vec<Block>,
    labels: HashMap<String, BlockId>,
    checks: Vec<Check>,
    current: usize,
    /// The sorts of the indices being read, innermost last.
    index_sorts: Vec<Sort>,
}

impl Parser {
    fn program(mut self) -> Program {
        // Procedures are known before their bodies, so that calls can go anywhere.
        for idx in 0..self.tokens.len() {
            if self.tokens[idx].0 == "proc" {
                let name = self.tokens[idx + 1].0.clone();
                let is_outside = idx > 0 && self.tokens[idx - 1].0 == "outside";
                let primitive = if is_outside { Some(Primitive::Outside) } else { Primitive::named(&name) };
                self.procedures.push(Procedure {
                    name,
                    parameters: Vec::new(),
                    results: Vec::new(),
                    blocks: Vec::new(),
                    trusted: false,
                    primitive,
                });
            }
        }
        let mut n_procedures = 0;
        while self.at < self.tokens.len() {
            if self.accept("var") {
                self.declaration(Scope::Global);
                self.expect(";");
            } else {
                self.accept("outside");
                self.expect("proc");
                self.procedure(n_procedures);
                n_procedures += 1;
            }
        }
        let entry = self.procedures.iter().position(|it| it.name == "main").expect("there is a main");
        Program {
            language: faultscope_ir::program::Language::Boogie,
            sources: self.sources,
            variables: self.variables.into_variables(),
            procedures: self.procedures,
            entry: ProcId(entry as u32),
            axioms: Vec::new(),
            checks: self.checks,
            assumptions: Vec::new(),
            objects: Vec::new(),
            memory: faultscope_ir::MemoryFacts::default(),
            surroundings: faultscope_ir::Surroundings::default(),
        }
    }

    fn check(&mut self, property: Property, condition: Option<Term>, origin: OriginId) -> CheckId {
        let message = match property {
            Property::Assertions => "assertion failed".to_owned(),
            _ => "error reached".to_owned(),
        };
        self.checks.push(Check { property, condition, origin, message });
        CheckId(self.checks.len() as u32 - 1)
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |(token, _)| token)
    }

    #[track_caller]
    fn next(&mut self) -> String {
        let (token, _) = self.tokens.get(self.at).expect("the text goes on");
        self.at += 1;
        token.clone()
    }

    fn accept(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    #[track_caller]
    fn expect(&mut self, token: &str) {
        assert!(self.accept(token), "expected {token}, found {:?}", self.tokens.get(self.at));
    }

    fn origin(&mut self, kind: OriginKind) -> OriginId {
        let line = self.tokens[self.at.min(self.tokens.len() - 1)].1;
        let file = self.sources.add_file("test", None);
        self.sources.add_origin(Origin {
            kind,
            span: Span { file, line, column: 1, end_line: line, end_column: 1 },
            expansions: Vec::new(),
            definitions: Vec::new(),
            text: String::new(),
            function: String::new(),
            place: None,
            trusted: false,
            part: ProgramPart::default(),
        })
    }

    fn sort(&mut self) -> Sort {
        if self.accept("[") {
            let index = self.sort();
            self.expect("]");
            return Sort::array(index, self.sort());
        }
        match self.next().as_str() {
            "int" => Sort::int(),
            "bool" => Sort::bool(),
            width => Sort::bits(width.parse().expect("a width")),
        }
    }

    fn declaration(&mut self, scope: Scope) -> Symbol {
        let name = self.next();
        self.expect(":");
        let sort = self.sort();
        let symbol = self.variables.declare(&name, sort, scope, Display::Plain);
        if self.accept("length") {
            let length = self.next().parse().expect("a length");
            self.variables.get_mut(symbol).expect("declared above").length = Some(length);
        }
        self.names.insert(name, symbol);
        symbol
    }

    fn declarations(&mut self, scope: Scope) -> Vec<Symbol> {
        self.expect("(");
        let mut declared = Vec::new();
        while !self.accept(")") {
            declared.push(self.declaration(scope));
            self.accept(",");
        }
        declared
    }

    fn procedure(&mut self, idx: usize) {
        let scope = Scope::Local(ProcId(idx as u32));
        self.next();
        let outer = self.names.clone();
        self.procedures[idx].parameters = self.declarations(scope);
        if self.accept("returns") {
            self.procedures[idx].results = self.declarations(scope);
        }
        self.blocks.clear();
        self.labels.clear();
        self.current = self.new_block().0 as usize;
        self.expect("{");
        while !self.accept("}") {
            if self.accept("var") {
                self.declaration(scope);
                self.expect(";");
            } else {
                self.statement();
            }
        }
        self.procedures[idx].blocks = std::mem::take(&mut self.blocks);
        self.names = outer;
    }

    /// A block that returns until it gets another terminator.
    fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block { instructions: Vec::new(), terminator: Terminator::Return });
        BlockId(self.blocks.len() as u32 - 1)
    }

    fn end(&mut self, terminator: Terminator) {
        self.blocks[self.current].terminator = terminator;
    }

    fn begin(&mut self, block: BlockId) {
        self.current = block.0 as usize;
    }

    /// Ends the execution here; what follows is reached by labels only.
    fn finish(&mut self, terminator: Terminator) {
        self.end(terminator);
        let unreachable = self.new_block();
        self.begin(unreachable);
        self.expect(";");
    }

    fn label(&mut self, name: &str) -> BlockId {
        if let Some(block) = self.labels.get(name) {
            return *block;
        }
        let block = self.new_block();
        self.labels.insert(name.to_owned(), block);
        block
    }

    fn push(&mut self, instruction: Instruction) {
        self.blocks[self.current].instructions.push(instruction);
    }

    fn branch(&mut self, kind: OriginKind, condition: Term, then_block: BlockId, else_block: BlockId) {
        let origin = self.origin(kind);
        self.end(Terminator::Branch { condition, then_block, else_block, origin });
    }

    /// The statements in braces, and after them a jump to `target`.
    fn body(&mut self, target: BlockId) {
        self.expect("{");
        while !self.accept("}") {
            self.statement();
        }
        self.end(Terminator::Goto(target));
    }

    fn statement(&mut self) {
        let keyword = self.next();
        match keyword.as_str() {
            "havoc" => {
                let target = self.place();
                let origin = self.origin(OriginKind::Input);
                self.expect(";");
                self.push(Instruction::Statement(Statement { command: Command::Havoc { target }, origin }));
            }
            "assume" => {
                let condition = self.expression(0);
                let origin = self.origin(OriginKind::Condition);
                self.expect(";");
                let command = Command::Assume { condition };
                self.push(Instruction::Statement(Statement { command, origin }));
            }
            "assert" => {
                let condition = self.expression(0);
                let (good, bad) = (self.new_block(), self.new_block());
                self.branch(OriginKind::Assertion, condition, good, bad);
                self.begin(bad);
                let origin = self.origin(OriginKind::Assertion);
                let check = self.check(Property::Assertions, Some(condition), origin);
                self.end(Terminator::Error { check });
                self.begin(good);
                self.expect(";");
            }
            "if" => self.conditional(),
            "while" => self.repetition(),
            "either" => self.choice(),
            "goto" => {
                let name = self.next();
                let target = self.label(&name);
                self.finish(Terminator::Goto(target));
            }
            "error" => {
                let origin = self.origin(OriginKind::Assertion);
                let check = self.check(Property::UnreachCall, None, origin);
                self.finish(Terminator::Error { check });
            }
            "stop" => self.finish(Terminator::Stop),
            "return" => self.finish(Terminator::Return),
            "unsupported" => {
                let origin = self.origin(OriginKind::Lowering);
                self.finish(Terminator::Unsupported { message: "a construct".into(), origin });
            }
            name if self.accept(":") => {
                let block = self.label(name);
                self.end(Terminator::Goto(block));
                self.begin(block);
            }
            _ => self.assignment(),
        }
    }

    fn conditional(&mut self) {
        let condition = self.expression(0);
        let (then, otherwise, after) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(OriginKind::Condition, condition, then, otherwise);
        self.begin(then);
        self.body(after);
        self.begin(otherwise);
        if self.accept("else") {
            self.body(after);
        } else {
            self.end(Terminator::Goto(after));
        }
        self.begin(after);
    }

    fn repetition(&mut self) {
        let (head, body, after) = (self.new_block(), self.new_block(), self.new_block());
        self.end(Terminator::Goto(head));
        self.begin(head);
        let condition = self.expression(0);
        self.branch(OriginKind::Condition, condition, body, after);
        self.begin(body);
        self.body(head);
        self.begin(after);
    }

    fn choice(&mut self) {
        let start = self.current;
        let after = self.new_block();
        let mut targets = Vec::new();
        loop {
            let target = self.new_block();
            targets.push(target);
            self.begin(target);
            self.body(after);
            if !self.accept("or") {
                break;
            }
        }
        self.blocks[start].terminator = Terminator::Choose(targets);
        self.begin(after);
    }

    /// An assignment or a call; its first token has been read.
    fn assignment(&mut self) {
        self.at -= 1;
        if self.procedures.iter().any(|it| it.name == self.peek()) {
            return self.call(Vec::new());
        }
        let target = self.place();
        self.expect(":=");
        if self.procedures.iter().any(|it| it.name == self.peek()) {
            return self.call(vec![target.variable]);
        }
        let value = self.expression(0);
        let origin = self.origin(OriginKind::Assignment);
        self.expect(";");
        self.push(Instruction::Statement(Statement { command: Command::Assign { target, value }, origin }));
    }

    fn call(&mut self, results: Vec<Symbol>) {
        let name = self.next();
        let callee = self.procedures.iter().position(|it| it.name == name).expect("a procedure");
        self.expect("(");
        let mut arguments = Vec::new();
        while !self.accept(")") {
            let value = self.expression(0);
            let origin = self.origin(OriginKind::Argument);
            arguments.push((value, origin));
            self.accept(",");
        }
        let origin = self.origin(OriginKind::Assignment);
        self.expect(";");
        self.push(Instruction::Call(Call { callee: ProcId(callee as u32), arguments, results, origin }));
    }

    fn place(&mut self) -> Place {
        let name = self.next();
        let variable = self.names[&name];
        let mut path = Vec::new();
        let mut sort = variable.sort();
        while self.accept("[") {
            let (index, element) = sort.array_sorts().expect("an array");
            self.index_sorts.push(index);
            path.push(self.expression(0));
            self.index_sorts.pop();
            self.expect("]");
            sort = element;
        }
        Place { variable, path }
    }

    /// Binary operators by precedence climbing. Literals get the sort of the other side.
    fn expression(&mut self, level: usize) -> Term {
        const LEVELS: [&[&str]; 5] =
            [&["||"], &["&&"], &["==", "!=", "<", "<=", ">", ">="], &["+", "-"], &["*", "&", "/"]];
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut lhs = self.expression(level + 1);
        while operators.contains(&self.peek()) {
            let operator = self.next();
            let rhs = self.expression(level + 1);
            lhs = binary(&operator, lhs, rhs);
        }
        lhs
    }

    fn unary(&mut self) -> Term {
        if self.accept("!") {
            return self.unary().not();
        }
        if self.accept("(") {
            let inner = self.expression(0);
            self.expect(")");
            return inner;
        }
        match self.peek() {
            "true" | "false" => Term::bool(self.next() == "true"),
            number if number.starts_with(|it: char| it.is_ascii_digit()) => {
                let number: u32 = self.next().parse().expect("a number");
                let sort = self.literal_sort();
                match sort.kind() {
                    SortKind::BitVec(width) => Term::bits(*width, number.into()),
                    _ => Term::int(number),
                }
            }
            _ => self.place().read(),
        }
    }

    /// The sort of a literal: the index sort inside of brackets, else that of the nearest variable around it.
    fn literal_sort(&self) -> Sort {
        if let Some(sort) = self.index_sorts.last() {
            return *sort;
        }
        let ends = |token: &str| [";", "{", "}", "&&", "||", ":="].contains(&token);
        let name = |token: &str| self.names.get(token).copied();
        let before = self.tokens[..self.at - 1].iter().rev().take_while(|(token, _)| !ends(token));
        let after = self.tokens[self.at..].iter().take_while(|(token, _)| !ends(token));
        let near = |(distance, (token, _)): (usize, &(String, u32))| Some((distance, name(token)?));
        let before = before.enumerate().find_map(near);
        let after = after.enumerate().find_map(near);
        let nearest = before.into_iter().chain(after).min_by_key(|(distance, _)| *distance);
        // Of an assignment of a literal, the assigned variable is left.
        let starts = |(token, _): &(String, u32)| [";", "{", "}"].contains(&token.as_str());
        let start = self.tokens[..self.at].iter().rposition(starts).unwrap_or(0);
        let assigned = || self.tokens[start..self.at].iter().find_map(|(token, _)| name(token));
        if let Some(symbol) = nearest.map(|(_, symbol)| symbol).or_else(assigned) {
            let mut sort = symbol.sort();
            while let Some((_, element)) = sort.array_sorts() {
                sort = element;
            }
            return sort;
        }
        Sort::int()
    }
}

fn binary(operator: &str, lhs: Term, rhs: Term) -> Term {
    let bits = lhs.sort().bit_width().is_some();
    match (operator, bits) {
        ("||", _) => lhs.or(rhs),
        ("&&", _) => lhs.and(rhs),
        ("==", _) => lhs.equals(rhs),
        ("!=", _) => lhs.differs(rhs),
        ("<", true) => lhs.bv_slt(rhs),
        ("<=", true) => lhs.bv_sle(rhs),
        (">", true) => rhs.bv_slt(lhs),
        (">=", true) => rhs.bv_sle(lhs),
        ("+", true) => lhs.bv_add(rhs),
        ("-", true) => lhs.bv_sub(rhs),
        ("*", true) => lhs.bv_mul(rhs),
        ("/", true) => lhs.bv_sdiv(rhs),
        ("&", true) => lhs.bv_and(rhs),
        ("<", false) => lhs.lt(rhs),
        ("<=", false) => lhs.le(rhs),
        (">", false) => rhs.lt(lhs),
        (">=", false) => rhs.le(lhs),
        ("+", false) => lhs.add(rhs),
        ("-", false) => lhs.sub(rhs),
        ("*", false) => lhs.mul(rhs),
        ("/", false) => lhs.int_div(rhs),
        _ => panic!("no operator {operator} on {}", lhs.sort()),
    }
}
