//! Straight-line programs as text: `x := y + 1; havoc z; assume x < 10 && z != 0;`.

use faultscope_ir::{Command, Place, Sort, Symbol, Term};

/// Parses commands over variables of one sort, mathematical integers or bit-vectors.
pub fn commands(text: &str, sort: Sort) -> Vec<Command> {
    let statements = text.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    statements.map(|statement| command(statement, sort)).collect()
}

fn command(text: &str, sort: Sort) -> Command {
    let term = |text: &str| {
        let mut parser = Parser { tokens: tokens(text), position: 0, sort };
        let term = parser.expression(0);
        assert_eq!(parser.position, parser.tokens.len(), "{text}");
        term
    };
    if let Some(variable) = text.strip_prefix("havoc ") {
        return Command::Havoc { target: place(variable, sort, &term) };
    }
    if let Some(condition) = text.strip_prefix("assume ") {
        return Command::Assume { condition: term(condition) };
    }
    if let Some(condition) = text.strip_prefix("assert ") {
        return Command::Assume { condition: term(condition).not() };
    }
    let (target, value) = text.split_once(":=").expect("an assignment");
    Command::Assign { target: place(target, sort, &term), value: term(value) }
}

fn place(text: &str, sort: Sort, term: &dyn Fn(&str) -> Term) -> Place {
    match text.trim().split_once('[') {
        None => Place::variable(Symbol::new(text.trim(), sort)),
        Some((array, index)) => {
            let variable = Symbol::new(array, Sort::array(sort, sort));
            Place::cell(variable, term(index.trim_end_matches(']')))
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(first) = chars.next() {
        let mut token = first.to_string();
        let word = |it: char| it.is_alphanumeric() || it == '_';
        match first {
            _ if first.is_whitespace() => continue,
            _ if word(first) => {
                while let Some(next) = chars.next_if(|it| word(*it)) {
                    token.push(next);
                }
            }
            '=' | '<' | '>' | '!' | '&' | '|' => {
                token.extend(chars.next_if(|it| "=&|".contains(*it)));
            }
            _ => {}
        }
        tokens.push(token);
    }
    tokens
}

struct Parser {
    tokens: Vec<String>,
    position: usize,
    sort: Sort,
}

impl Parser {
    fn peek(&self) -> &str {
        self.tokens.get(self.position).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.position += 1;
        self.tokens[self.position - 1].clone()
    }

    fn expression(&mut self, level: usize) -> Term {
        const LEVELS: [&[&str]; 4] = [&["||"], &["&&"], &["==", "!=", "<", "<=", ">", ">="], &["+", "-"]];
        if level == LEVELS.len() {
            return self.primary();
        }
        let mut lhs = self.expression(level + 1);
        while LEVELS[level].contains(&self.peek()) {
            let op = self.next();
            let rhs = self.expression(level + 1);
            lhs = self.apply(&op, lhs, rhs);
        }
        lhs
    }

    fn apply(&self, op: &str, lhs: Term, rhs: Term) -> Term {
        let bits = self.sort.bit_width().is_some();
        let less = |lhs: Term, rhs: Term| if bits { lhs.bv_slt(rhs) } else { lhs.lt(rhs) };
        match op {
            "||" => lhs.or(rhs),
            "&&" => lhs.and(rhs),
            "==" => lhs.equals(rhs),
            "!=" => lhs.differs(rhs),
            "<" => less(lhs, rhs),
            ">" => less(rhs, lhs),
            "<=" => less(rhs, lhs).not(),
            ">=" => less(lhs, rhs).not(),
            "+" if bits => lhs.bv_add(rhs),
            "+" => lhs.add(rhs),
            "-" if bits => lhs.bv_sub(rhs),
            "-" => lhs.sub(rhs),
            _ => panic!("{op}"),
        }
    }

    fn primary(&mut self) -> Term {
        let token = self.next();
        let number = |text: &str| text.parse::<i64>().ok();
        match token.as_str() {
            "(" => {
                let inner = self.expression(0);
                assert_eq!(self.next(), ")");
                inner
            }
            "!" => self.primary().not(),
            "-" => {
                let digits = self.next();
                self.constant(-number(&digits).expect("a number"))
            }
            _ if number(&token).is_some() => self.constant(number(&token).expect("a number")),
            _ if self.peek() == "[" => {
                self.next();
                let index = self.expression(0);
                assert_eq!(self.next(), "]");
                Term::var(&token, Sort::array(self.sort, self.sort)).select(index)
            }
            _ => Term::var(&token, self.sort),
        }
    }

    fn constant(&self, number: i64) -> Term {
        match self.sort.bit_width() {
            Some(width) => Term::signed_bits(width, number.into()),
            None => Term::int(number),
        }
    }
}
