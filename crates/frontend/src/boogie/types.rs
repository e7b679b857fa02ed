//! Types: what the text writes, resolved.

use std::fmt;
use std::rc::Rc;

use faultscope_ir::{Sort, SortKind};
use rustc_hash::FxHashMap;

use super::ast::{Name, TypeExpr, TypeExprKind};
use super::text::{Reporter, TextRange};
use crate::limits::{MAX_BIT_WIDTH, MAX_TYPE_EXPANSIONS};

/// A type. Maps with two indices and maps to maps differ here and have the same sort.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Type {
    Bool,
    Int,
    Real,
    Bits(u32),
    Map(Rc<MapType>),
    /// A declared type with its arguments.
    Named(Rc<str>),
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct MapType {
    pub(super) indices: Vec<Type>,
    pub(super) element: Type,
}

impl Type {
    /// The sort of its values.
    pub(super) fn sort(&self) -> Sort {
        match self {
            Type::Bool => Sort::bool(),
            Type::Int => Sort::int(),
            Type::Real => Sort::real(),
            Type::Bits(width) => Sort::bits(*width),
            Type::Map(map) => map_sort(&map.indices, map.element.sort()),
            Type::Named(name) => Sort::new(SortKind::Opaque(name.to_string())),
        }
    }
}

/// The sort of maps with several indices: maps to maps.
pub(super) fn map_sort(indices: &[Type], element: Sort) -> Sort {
    indices.iter().rev().fold(element, |element, index| Sort::array(index.sort(), element))
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Real => f.write_str("real"),
            Type::Bits(width) => write!(f, "bv{width}"),
            Type::Map(map) => {
                let indices: Vec<String> = map.indices.iter().map(Type::to_string).collect();
                write!(f, "[{}]{}", indices.join(", "), map.element)
            }
            Type::Named(name) => f.write_str(name),
        }
    }
}

/// Why there is no type or no term.
#[derive(Debug, Clone)]
pub(super) enum Stop {
    /// An error was told.
    Reported,
    /// Known to Boogie and not to us: an error if an execution gets there.
    Unsupported(Unsupported),
}

/// Something that cannot be translated.
#[derive(Debug, Clone)]
pub(super) struct Unsupported {
    pub(super) what: String,
    pub(super) range: TextRange,
}

impl Stop {
    pub(super) fn unsupported<T>(what: impl Into<String>, range: TextRange) -> Result<T, Stop> {
        Err(Stop::Unsupported(Unsupported { what: what.into(), range }))
    }
}

/// The declared types.
#[derive(Default)]
pub(super) struct Types<'a> {
    declared: FxHashMap<&'a str, Declared<'a>>,
}

enum Declared<'a> {
    Constructor { arity: usize },
    Synonym { parameters: &'a [Name], ty: &'a TypeExpr },
    Unsupported(&'static str),
}

impl<'a> Types<'a> {
    /// Declares a constructor or a synonym.
    pub(super) fn declare(
        &mut self,
        name: &'a Name,
        parameters: &'a [Name],
        synonym: Option<&'a TypeExpr>,
        reporter: &mut Reporter,
    ) {
        let declared = match synonym {
            Some(ty) => Declared::Synonym { parameters, ty },
            None => Declared::Constructor { arity: parameters.len() },
        };
        if self.declared.insert(&name.text, declared).is_some() {
            reporter.error(name.range, format!("the type `{}` is declared twice", name.text));
        }
    }

    /// Declares a name that can only be complained about.
    pub(super) fn declare_unsupported(&mut self, name: &'a Name, what: &'static str) {
        self.declared.insert(&name.text, Declared::Unsupported(what));
    }

    /// The type that the text means.
    pub(super) fn resolve(&self, ty: &TypeExpr, reporter: &mut Reporter) -> Result<Type, Stop> {
        Resolution { types: self, reporter, n_expansions: 0 }.resolve(ty, &FxHashMap::default())
    }
}

struct Resolution<'t, 'r, 's> {
    types: &'t Types<'t>,
    reporter: &'r mut Reporter<'s>,
    n_expansions: u32,
}

impl Resolution<'_, '_, '_> {
    /// The type, where type parameters of a synonym stand for types.
    fn resolve(&mut self, ty: &TypeExpr, parameters: &FxHashMap<&str, Type>) -> Result<Type, Stop> {
        match &ty.kind {
            TypeExprKind::Bool => Ok(Type::Bool),
            TypeExprKind::Int => Ok(Type::Int),
            TypeExprKind::Real => Ok(Type::Real),
            TypeExprKind::Unsupported(what) => Stop::unsupported(*what, ty.range),
            TypeExprKind::Map { indices, element } => {
                let indices: Result<_, Stop> =
                    indices.iter().map(|it| self.resolve(it, parameters)).collect();
                let map = MapType { indices: indices?, element: self.resolve(element, parameters)? };
                Ok(Type::Map(Rc::new(map)))
            }
            TypeExprKind::Named { name, arguments } => {
                let arguments: Result<Vec<Type>, Stop> =
                    arguments.iter().map(|it| self.resolve(it, parameters)).collect();
                self.named(name, arguments?, ty.range, parameters)
            }
        }
    }

    fn named(
        &mut self,
        name: &str,
        arguments: Vec<Type>,
        range: TextRange,
        parameters: &FxHashMap<&str, Type>,
    ) -> Result<Type, Stop> {
        if let Some(parameter) = parameters.get(name) {
            return Ok(parameter.clone());
        }
        match self.types.declared.get(name) {
            Some(Declared::Constructor { arity }) => {
                self.check_arity(name, *arity, arguments.len(), range)?;
                Ok(Type::Named(constructed(name, &arguments).into()))
            }
            Some(Declared::Synonym { parameters, ty }) => {
                self.check_arity(name, parameters.len(), arguments.len(), range)?;
                self.n_expansions += 1;
                if self.n_expansions > MAX_TYPE_EXPANSIONS {
                    self.reporter.error(range, format!("the type `{name}` is defined by itself"));
                    return Err(Stop::Reported);
                }
                let names = parameters.iter().map(|it| it.text.as_str());
                let resolved = self.resolve(ty, &names.zip(arguments).collect());
                self.n_expansions -= 1;
                resolved
            }
            Some(Declared::Unsupported(what)) => Stop::unsupported(*what, range),
            None => self.bits_or_unknown(name, range),
        }
    }

    fn bits_or_unknown(&mut self, name: &str, range: TextRange) -> Result<Type, Stop> {
        if let Some(digits) = name.strip_prefix("bv")
            && !digits.is_empty()
            && digits.bytes().all(|digit| digit.is_ascii_digit())
        {
            return bits_type(digits.parse().unwrap_or(u32::MAX), range);
        }
        if name == "string" || name == "regex" || name == "rmode" || name.starts_with("float") {
            return Stop::unsupported(format!("the type `{name}`"), range);
        }
        self.reporter.error(range, format!("unknown type `{name}`"));
        Err(Stop::Reported)
    }

    fn check_arity(&mut self, name: &str, arity: usize, found: usize, range: TextRange) -> Result<(), Stop> {
        if arity == found {
            return Ok(());
        }
        let plural = if arity == 1 { "" } else { "s" };
        self.reporter.error(range, format!("the type `{name}` has {arity} argument{plural}, not {found}"));
        Err(Stop::Reported)
    }
}

/// The bit-vectors of a width.
pub(super) fn bits_type(width: u32, range: TextRange) -> Result<Type, Stop> {
    if (1..=MAX_BIT_WIDTH).contains(&width) {
        Ok(Type::Bits(width))
    } else {
        Stop::unsupported(format!("a bit-vector of {width} bits"), range)
    }
}

fn constructed(name: &str, arguments: &[Type]) -> String {
    arguments.iter().fold(name.to_owned(), |text, argument| match argument {
        Type::Named(argument) if argument.contains(' ') => format!("{text} ({argument})"),
        _ => format!("{text} {argument}"),
    })
}
