//! What can be written instead: constants, names of constants, variables and functions of a program.

use faultscope_ir::program::{Display, Language, Scope};
use faultscope_ir::{Program, Sort, Symbol};

use super::lexer::{Lexed, TokenKind, integer};

/// A name for a constant: a macro, an enumeration constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) value: i128,
}

/// The words of a file.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The integers that occur in the text, in the order of their first occurrence.
    pub(super) integers: Vec<i128>,
    /// Names of integers, in the order of their definition.
    pub(super) named: Vec<Named>,
}

impl Vocabulary {
    pub(super) fn new(lexed: &Lexed<'_>) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for idx in 0..lexed.tokens.len() {
            let token = &lexed.tokens[idx];
            if token.kind == TokenKind::Number
                && let Some((value, _)) = integer(lexed.token(idx))
            {
                vocabulary.add(value);
            }
            if lexed.language == Language::C {
                vocabulary.definition(lexed, idx);
            }
        }
        vocabulary
    }

    fn add(&mut self, value: i128) {
        if !self.integers.contains(&value) {
            self.integers.push(value);
        }
    }

    fn name(&mut self, name: &str, value: i128) {
        if !self.named.iter().any(|it| it.name == name) {
            self.named.push(Named { name: name.to_owned(), value });
        }
    }

    /// The value of a named constant.
    pub(super) fn value_of(&self, name: &str) -> Option<i128> {
        self.named.iter().find(|it| it.name == name).map(|it| it.value)
    }

    /// `#define NAME 3`, or an enumeration.
    fn definition(&mut self, lexed: &Lexed<'_>, idx: usize) {
        if lexed.is(idx, "#") && lexed.tokens[idx].in_directive && lexed.is(idx + 1, "define") {
            let body: Vec<usize> = (idx + 3..lexed.tokens.len())
                .take_while(|it| lexed.tokens[*it].in_directive && !lexed.is(*it, "#"))
                .collect();
            // In `#define f(x) …` nothing stands between the name and its parameters.
            let is_function = body.first().is_some_and(|first| {
                lexed.is(*first, "(") && lexed.tokens[*first].range.start == lexed.tokens[idx + 2].range.end
            });
            if let Some(value) = self.constant(lexed, &body).filter(|_| !is_function) {
                self.name(lexed.token(idx + 2), value);
            }
        }
        if lexed.is(idx, "enum") {
            let open = (idx + 1..lexed.tokens.len().min(idx + 3)).find(|it| lexed.is(*it, "{"));
            if let Some((open, close)) = open.and_then(|open| Some((open, lexed.partner(open)?))) {
                self.enumeration(lexed, open, close);
            }
        }
    }

    fn enumeration(&mut self, lexed: &Lexed<'_>, open: usize, close: usize) {
        let mut next = Some(0_i128);
        let mut at = open + 1;
        while at < close {
            let end = (at..close).find(|it| lexed.is(*it, ",")).unwrap_or(close);
            if lexed.is(at + 1, "=") && at + 2 <= end {
                next = self.constant(lexed, &(at + 2..end).collect::<Vec<_>>());
            }
            if let Some(value) = next {
                self.name(lexed.token(at), value);
            }
            next = next.map(|value| value + 1);
            at = end + 1;
        }
    }

    /// A number, perhaps negative or in parentheses, or a constant with a name.
    fn constant(&self, lexed: &Lexed<'_>, tokens: &[usize]) -> Option<i128> {
        match tokens {
            [first, inner @ .., last] if lexed.is(*first, "(") && lexed.is(*last, ")") => {
                self.constant(lexed, inner)
            }
            [sign, rest @ ..] if lexed.is(*sign, "-") && !rest.is_empty() => {
                self.constant(lexed, rest).map(|value| -value)
            }
            [only] => match lexed.tokens[*only].kind {
                TokenKind::Number => integer(lexed.token(*only)).map(|(value, _)| value),
                TokenKind::Word => self.value_of(lexed.token(*only)),
                TokenKind::Quoted | TokenKind::Sign => None,
            },
            _ => None,
        }
    }
}

/// A variable's type, as far as it decides what it can be exchanged with.
type Type = (Sort, Display, Option<u64>);

/// The names that mean the same kind of thing as `name` in a function: variables of its type, or functions with its
/// signature. The most similar names first.
pub(super) fn similar_names(program: &Program, function: &str, name: &str, is_call: bool) -> Vec<String> {
    let mut names =
        if is_call { functions_like(program, name) } else { variables_like(program, function, name) };
    names.retain(|it| it != name);
    names.sort_by_cached_key(|it| std::cmp::Reverse(similarity(name, it)));
    names
}

/// The names of numbers in a function, those of its own variables first: of this width, or of `int`.
pub(super) fn number_names(program: &Program, function: &str, width: Option<u32>) -> Vec<String> {
    const INT_WIDTH: u32 = 32;
    let sort = match (program.language, width) {
        (_, Some(width)) => Sort::bits(width),
        (Language::C, None) => Sort::bits(INT_WIDTH),
        (Language::Boogie, None) => Sort::int(),
    };
    let is_number = |display| matches!(display, Display::Signed | Display::Plain);
    let mut names: Vec<(i32, String)> = Vec::new();
    for (symbol, variable) in &program.variables {
        let fits = symbol.sort() == sort && is_number(variable.display) && is_identifier(&variable.name);
        if let Some(rank) = visibility(program, function, variable.scope).filter(|_| fits) {
            names.push((rank, variable.name.clone()));
        }
    }
    names.sort_by_key(|(rank, _)| *rank);
    let mut names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
    names.dedup();
    names
}

/// How near a variable is to a function: 0 for its own, 1 for global ones; none where the function does not see it.
fn visibility(program: &Program, function: &str, scope: Scope) -> Option<i32> {
    match scope {
        Scope::Local(id) if program.procedure(id).name == function => Some(0),
        Scope::Global => Some(1),
        Scope::Local(_) | Scope::Internal | Scope::Temporary(_) => None,
    }
}

fn variables_like(program: &Program, function: &str, name: &str) -> Vec<String> {
    let rank = |scope| visibility(program, function, scope);
    let type_of = |symbol: &Symbol| -> Type {
        let variable = &program.variables[symbol];
        (symbol.sort(), variable.display, variable.length)
    };
    let visible = || {
        program
            .variables
            .iter()
            .filter_map(|(symbol, variable)| Some((rank(variable.scope)?, symbol, variable)))
    };
    let own = visible().filter(|(_, _, it)| it.name == name).min_by_key(|(rank, _, _)| *rank);
    let Some(ty) = own.map(|(_, symbol, _)| type_of(symbol)) else { return Vec::new() };
    let mut names: Vec<(i32, String)> = Vec::new();
    for (rank, symbol, variable) in visible() {
        let is_known = names.iter().any(|(_, known)| *known == variable.name);
        if type_of(symbol) == ty && !is_known && is_identifier(&variable.name) {
            names.push((rank, variable.name.clone()));
        }
    }
    names.sort_by_key(|(rank, _)| *rank);
    names.into_iter().map(|(_, name)| name).collect()
}

fn functions_like(program: &Program, name: &str) -> Vec<String> {
    let signature = |procedure: &faultscope_ir::Procedure| {
        let types = |symbols: &[Symbol]| {
            symbols
                .iter()
                .map(|it| (it.sort(), program.variables.get(it).map(|it| it.display)))
                .collect::<Vec<_>>()
        };
        (types(&procedure.parameters), types(&procedure.results))
    };
    let Some(own) = program.procedures.iter().find(|it| it.name == name) else { return Vec::new() };
    let own = signature(own);
    let alike =
        |it: &&faultscope_ir::Procedure| !it.trusted && is_identifier(&it.name) && signature(it) == own;
    program.procedures.iter().filter(alike).map(|it| it.name.clone()).collect()
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || "_'~#$^.?`".contains(c))
        && name.starts_with(|c: char| !c.is_ascii_digit())
}

/// How many characters two names have in common at their ends.
fn similarity(a: &str, b: &str) -> usize {
    let prefix = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let suffix = a.chars().rev().zip(b.chars().rev()).take_while(|(a, b)| a == b).count();
    (prefix + suffix).min(a.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_and_enumerations_name_constants() {
        let text = "#define A 3\n#define B (-A)\n#define F(x) 4\n#define S \"s\"\nenum E { X, Y = 7, Z };\nint v = 9;\n";
        let vocabulary = Vocabulary::new(&Lexed::new(Language::C, text));
        let named: Vec<(&str, i128)> =
            vocabulary.named.iter().map(|it| (it.name.as_str(), it.value)).collect();
        assert_eq!(named, [("A", 3), ("B", -3), ("X", 0), ("Y", 7), ("Z", 8)]);
        assert_eq!(vocabulary.integers, [3, 4, 7, 9]);
    }

    #[test]
    fn similar_names_share_their_ends() {
        assert!(similarity("Up_Separation", "Down_Separation") > similarity("Up_Separation", "Other_RAC"));
    }
}
