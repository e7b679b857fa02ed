//! Symbols: the unknowns of terms.
//!
//! A symbol is a variable of the program, something made *for* another symbol, or something that an analysis needs for a
//! purpose of its own. Which of them it is belongs to its identity: a symbol that an analysis makes is never a
//! variable of the program, whatever that is called.
//!
//! Symbols print such that two of one sort never look the same, provided that variables do not share name and number
//! ([`VariableTable`](crate::program::VariableTable) sees to it). What is generated has marks in its name (`x!3` is the
//! third version of `x`); a variable that somebody called like that prints in quotes.

use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex};

use rustc_hash::FxHashMap;

use super::hash::stable_hash;
use crate::sort::Sort;
use crate::value::Value;

/// An unknown of a sort. Interned by what it stands for and its sort.
#[derive(Clone, Copy)]
pub struct Symbol(&'static SymbolData);

struct SymbolData {
    kind: SymbolKind<'static>,
    sort: Sort,
    text: String,
    hash: u64,
}

/// What a symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind<'a> {
    /// A variable of the program.
    Variable {
        /// What it is called.
        name: &'a str,
        /// How many variables of the program have this name before it.
        number: u32,
    },
    /// Something of another symbol.
    Derived(Symbol, Derivation<'a>),
    /// Something that an analysis needs.
    Generated(Purpose),
}

/// What of another symbol a symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Derivation<'a> {
    /// The variable in the nested activation of its procedure that is so deep; see [`Symbol::at_depth`].
    Activation(u32),
    /// A version in static single assignment form.
    Version(u32),
    /// What a havoc gives the variable at a position of a symbolic execution.
    Havoc(u32),
    /// What a havoc gives the variable at a step of a trace.
    Input(usize),
    /// A copy for one of several choices.
    Copy(usize),
    /// The variable that a quantifier binds in its place.
    Bound(u32),
    /// The value before an assignment.
    Old,
    /// The array's cell at this index.
    Cell(&'a Value),
}

/// Declares the purposes with their spellings, so that none is without one.
macro_rules! purposes {
    ($($(#[$doc:meta])* $purpose:ident $(($($number:ident),+))? => $spelling:literal,)+) => {
        /// What a symbol is made for that is not made for another symbol.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Purpose {
            $($(#[$doc])* $purpose $(($(purposes!(@number $number)),+))?,)+
        }

        impl fmt::Display for Purpose {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Purpose::$purpose $(($($number),+))? => write!(f, $spelling),)+
                }
            }
        }

        impl Purpose {
            /// One of each, with this number where they have one, and with this part where they have two.
            fn all(number: usize, part: usize) -> Vec<Purpose> {
                vec![$(Purpose::$purpose $(($(purposes!(@value $number number part)),+))?),+]
            }
        }
    };
    (@number $number:ident) => { usize };
    (@value part $number:ident $part:ident) => { $part };
    (@value $name:ident $number:ident $part:ident) => { $number };
}

// Each spelling begins with one of `PURPOSE_MARKS`, and contains none of the others behind a digit.
purposes! {
    /// An unknown truth value or value.
    Unknown(n) => "?{n}",
    /// A part of an unknown: of several ways, or of an array's cells.
    UnknownPart(n, part) => "?{n}.{part}",
    /// What a havoc of a letter gives.
    LetterValue(n) => "?value{n}",
    /// What a havoc on a word gives.
    WordValue(n) => "?choice{n}",
    /// What a havoc gives where a proof is checked.
    CheckedValue(n) => "?any {n}",
    /// A value that is looked up in a model.
    Probe(n) => "?probe{n}",
    /// A product or quotient that is not looked into.
    Product(n) => "?product{n}",
    /// Whether a source statement keeps its meaning.
    Kept(statement) => "?statement {statement}",
    /// Whether a source statement is changed, or what it is changed to.
    Changed(statement) => "?change {statement}",
    /// The value that replaces what a step of a trace assigns.
    Replacement(step) => "@value{step}",
    /// One value that replaces what a statement assigns, on several traces.
    CommonReplacement => "@value",
    /// What a step of a trace assigns.
    Assigned(step) => "={step}",
    /// The numbers that keep constants apart.
    Numbering => "%number",
    /// The value that a changed statement of a program assigns.
    Chosen => "@value",
    /// The value that a changed call of a program passes.
    ChosenArgument(argument) => "@argument{argument}",
    /// The way that a changed branch of a program takes.
    ChosenWay => "@way",
    /// Whether a changed statement was executed.
    Through => "@through",
    /// How often a changed statement was executed.
    Executions(change) => "@executions{change}",
    /// How many inputs of a kind a program has got.
    InputsGiven(kind) => "@inputs{kind}",
    /// A variable that no program has, in which a comparison of programs keeps what they do.
    Ghost(n) => "@ghost{n}",
}

static SYMBOLS: LazyLock<Mutex<FxHashMap<(SymbolKind<'static>, Sort), Symbol>>> =
    LazyLock::new(Default::default);

impl Symbol {
    /// The variable of this name and sort.
    pub fn new(name: &str, sort: Sort) -> Symbol {
        Symbol::numbered(name, 0, sort)
    }

    /// One of several variables of a program with the same name.
    pub fn numbered(name: &str, number: u32, sort: Sort) -> Symbol {
        Symbol::of_kind(SymbolKind::Variable { name, number }, sort)
    }

    /// What an analysis needs for a purpose.
    pub fn generated(purpose: Purpose, sort: Sort) -> Symbol {
        Symbol::of_kind(SymbolKind::Generated(purpose), sort)
    }

    /// Something of this symbol, of the same sort.
    #[must_use]
    pub fn derived(self, derivation: Derivation) -> Symbol {
        self.derived_as(derivation, self.sort())
    }

    /// Something of this symbol that has a sort of its own: what belongs to a cell of an array has the cell's.
    #[must_use]
    pub fn derived_as(self, derivation: Derivation, sort: Sort) -> Symbol {
        Symbol::of_kind(SymbolKind::Derived(self, derivation), sort)
    }

    /// The variable of the `depth`-th nested activation of its procedure; depth 0 is the symbol itself.
    #[must_use]
    pub fn at_depth(self, depth: u32) -> Symbol {
        if depth == 0 { self } else { self.derived(Derivation::Activation(depth)) }
    }

    fn of_kind(kind: SymbolKind<'_>, sort: Sort) -> Symbol {
        let mut symbols = SYMBOLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = find(&symbols, kind, sort) {
            return known;
        }
        let kind = kind.leaked();
        let text = kind.text(sort);
        let hash = stable_hash(&(text.as_str(), sort));
        let symbol = Symbol(Box::leak(Box::new(SymbolData { kind, sort, text, hash })));
        symbols.insert((kind, sort), symbol);
        symbol
    }

    /// What it stands for.
    pub fn kind(self) -> SymbolKind<'static> {
        self.0.kind
    }

    /// How it prints.
    pub fn name(self) -> &'static str {
        &self.0.text
    }

    /// The sort.
    pub fn sort(self) -> Sort {
        self.0.sort
    }

    /// The variable of the program that this is in some activation of its procedure, and how deep that is.
    pub fn activation(self) -> (Symbol, u32) {
        match self.kind() {
            SymbolKind::Derived(symbol, Derivation::Activation(depth)) => (symbol, depth),
            _ => (self, 0),
        }
    }

    /// What it was made for, if it was made for no other symbol.
    pub fn purpose(self) -> Option<Purpose> {
        match self.kind() {
            SymbolKind::Generated(purpose) => Some(purpose),
            SymbolKind::Variable { .. } | SymbolKind::Derived(..) => None,
        }
    }

    /// One symbol of each kind that can be made for a variable or without one, with this number where there are numbers,
    /// and this one where there are two: what a program may call its variables to confuse an analysis.
    pub fn all_generated(self, number: u32, part: u32) -> Vec<Symbol> {
        let index = number as usize;
        let cell = Value::int(number);
        let derivations = [
            Derivation::Activation(number),
            Derivation::Version(number),
            Derivation::Havoc(number),
            Derivation::Input(index),
            Derivation::Copy(index),
            Derivation::Bound(number),
            Derivation::Old,
            Derivation::Cell(&cell),
        ];
        let SymbolKind::Variable { name, .. } = self.kind() else { return Vec::new() };
        let mut all = vec![Symbol::numbered(name, number, self.sort())];
        all.extend(derivations.map(|derivation| self.derived(derivation)));
        let purposes = Purpose::all(index, part as usize);
        all.extend(purposes.into_iter().map(|purpose| Symbol::generated(purpose, self.sort())));
        all
    }
}

/// Looks up a symbol by a kind that need not live as long as the table's.
fn find<'a>(
    symbols: &FxHashMap<(SymbolKind<'a>, Sort), Symbol>,
    kind: SymbolKind<'a>,
    sort: Sort,
) -> Option<Symbol> {
    symbols.get(&(kind, sort)).copied()
}

/// How what is not made for another symbol begins.
const PURPOSE_MARKS: [char; 4] = ['?', '@', '=', '%'];

/// What stands before the number with which something made for a symbol ends.
const NUMBER_MARKS: [char; 6] = ['@', '!', '?', '\'', '%', '#'];

impl SymbolKind<'_> {
    fn leaked(self) -> SymbolKind<'static> {
        match self {
            SymbolKind::Variable { name, number } => {
                SymbolKind::Variable { name: Box::leak(name.to_owned().into_boxed_str()), number }
            }
            SymbolKind::Derived(symbol, derivation) => SymbolKind::Derived(symbol, derivation.leaked()),
            SymbolKind::Generated(purpose) => SymbolKind::Generated(purpose),
        }
    }

    fn text(self, sort: Sort) -> String {
        match self {
            SymbolKind::Variable { name, number: 0 } => quoted(name),
            SymbolKind::Variable { name, number } => format!("{}#{number}", quoted(name)),
            SymbolKind::Derived(symbol, derivation) => derivation.text(symbol),
            // They are of any sort, and one text for all would be hard to read.
            SymbolKind::Generated(purpose @ (Purpose::Chosen | Purpose::ChosenArgument(_))) => {
                format!("{purpose}:{sort}")
            }
            SymbolKind::Generated(purpose) => purpose.to_string(),
        }
    }
}

impl Derivation<'_> {
    fn leaked(self) -> Derivation<'static> {
        match self {
            Derivation::Activation(depth) => Derivation::Activation(depth),
            Derivation::Version(version) => Derivation::Version(version),
            Derivation::Havoc(position) => Derivation::Havoc(position),
            Derivation::Input(step) => Derivation::Input(step),
            Derivation::Copy(choice) => Derivation::Copy(choice),
            Derivation::Bound(number) => Derivation::Bound(number),
            Derivation::Old => Derivation::Old,
            Derivation::Cell(index) => Derivation::Cell(Box::leak(Box::new(index.clone()))),
        }
    }

    fn text(self, symbol: Symbol) -> String {
        match self {
            Derivation::Activation(depth) => format!("{}@{depth}", symbol.enclosed(false)),
            Derivation::Version(version) => format!("{symbol}!{version}"),
            Derivation::Havoc(position) => format!("{symbol}?{position}"),
            Derivation::Input(step) => format!("@{step}:{}", symbol.enclosed(true)),
            Derivation::Copy(choice) => format!("{symbol}'{choice}"),
            Derivation::Bound(number) => format!("{symbol}%{number}"),
            Derivation::Old => format!("?old {}", symbol.enclosed(true)),
            Derivation::Cell(index) => format!("{symbol}[{index}]"),
        }
    }
}

impl Symbol {
    /// The text, in parentheses where it is not a variable of the program, or of an activation if these may go without.
    fn enclosed(self, activations: bool) -> String {
        let (symbol, depth) = self.activation();
        match symbol.kind() {
            SymbolKind::Variable { .. } if activations || depth == 0 => self.to_string(),
            _ => format!("({self})"),
        }
    }
}

/// The name of a variable, in quotes where something generated, or an auxiliary name of a printer (`.0`), may look the
/// same.
fn quoted(name: &str) -> String {
    let before_digits = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let ends_in_digits = before_digits.len() < name.len();
    let is_ambiguous = name.is_empty()
        || name.starts_with(PURPOSE_MARKS)
        || name.starts_with(['(', '"'])
        || ends_in_digits && (before_digits == "." || before_digits.ends_with(NUMBER_MARKS))
        || name.ends_with(']') && !name.ends_with("[]");
    if !is_ambiguous {
        return name.to_owned();
    }
    let mut quoted = String::with_capacity(name.len() + 2);
    // Writing to a string cannot fail.
    let _ = write!(quoted, "\"{}\"", name.replace('"', "\"\""));
    quoted
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> std::cmp::Ordering {
        (self.name(), self.sort()).cmp(&(other.name(), other.sort()))
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;

    /// Makes every kind of symbol of every symbol, and variables that are called like them, again and again.
    #[test]
    fn different_symbols_never_print_the_same() {
        let sort = Sort::int();
        let names = ["", "x", "y0", "a[]", "a[0]", ".0", "\"", "(x)", "x%", "?", "12", "\"x\"", "f.1", "x@"];
        let mut symbols: Vec<Symbol> = names.iter().map(|name| Symbol::new(name, sort)).collect();
        for round in 0..2_u32 {
            let mut more = Vec::new();
            for symbol in &symbols {
                more.extend(derivations(*symbol));
                more.push(Symbol::new(symbol.name(), sort));
                more.push(Symbol::numbered(symbol.name(), round + 1, sort));
            }
            for number in 0..13 {
                more.extend(Purpose::all(number, 1).into_iter().map(|it| Symbol::generated(it, sort)));
            }
            symbols.extend(more);
        }
        let mut by_text: FxHashMap<&str, Symbol> = FxHashMap::default();
        for symbol in symbols {
            let known = *by_text.entry(symbol.name()).or_insert(symbol);
            assert!(known == symbol, "{:?} and {:?} print as {symbol}", known.kind(), symbol.kind());
        }
        assert!(by_text.len() > 10_000, "{}", by_text.len());
    }

    fn derivations(symbol: Symbol) -> impl Iterator<Item = Symbol> {
        [0, 1, 12].into_iter().flat_map(move |number| {
            let cell = Value::int(number);
            let made = [
                Derivation::Activation(number),
                Derivation::Version(number),
                Derivation::Havoc(number),
                Derivation::Input(number as usize),
                Derivation::Copy(number as usize),
                Derivation::Bound(number),
                Derivation::Old,
                Derivation::Cell(&cell),
            ];
            made.map(|derivation| symbol.derived(derivation))
        })
    }

    #[test]
    fn names_of_a_source_stay_as_they_are_where_nothing_is_called_like_that() {
        for name in ["x", "main_#t~nondet0", "x'", "$M.0", "#x", "a[].field", "memory of int", "&x"] {
            assert_eq!(Symbol::new(name, Sort::int()).name(), name);
        }
        assert_eq!(Symbol::new("x?1", Sort::int()).name(), "\"x?1\"");
        assert_eq!(Symbol::new("x", Sort::int()).derived(Derivation::Havoc(1)).name(), "x?1");
    }

    #[test]
    fn an_activation_leads_back_to_the_variable() {
        let variable = Symbol::new("x", Sort::int());
        assert_eq!(variable.at_depth(3).activation(), (variable, 3));
        assert_eq!(variable.at_depth(0), variable);
        let alike = Symbol::new("x@3", Sort::int());
        assert_eq!(alike.activation(), (alike, 0));
    }
}
