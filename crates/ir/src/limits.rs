//! Bounds that can change an answer: a verdict, a finding, a rank, a patch, or what is listed.
//!
//! Each crate declares its own with [`limits!`](crate::limits!) in a module `limits`. `docs/limits.md` is made from these
//! tables, and a report names the limits that were reached on the way to it. Bounds that cannot change an answer, widths
//! of a layout for example, stay where they are used.

use std::collections::BTreeSet;

/// A bound that can change an answer.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limit {
    /// The crate that has it.
    pub package: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// The bound.
    pub value: u64,
    /// What it bounds, in Markdown.
    pub bounds: &'static str,
    /// What happens where it is reached.
    pub effect: &'static str,
}

impl Limit {
    /// What it bounds, on one line.
    pub fn bounds_on_one_line(&self) -> String {
        self.bounds.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether it is another one with [`THOROUGH`], as its text says.
    pub fn is_lifted(&self) -> bool {
        self.bounds.contains(THOROUGH)
    }
}

/// The option with which every question about the program is worth its own effort.
pub const THOROUGH: &str = "--thorough";

/// The limits that were reached on the way to an answer, in an order that depends on nothing else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached(BTreeSet<&'static Limit>);

impl Reached {
    /// Notes a limit if it was reached.
    pub fn note(&mut self, limit: &'static Limit, is_reached: bool) {
        if is_reached {
            self.0.insert(limit);
        }
    }

    /// Adds what was reached elsewhere.
    pub fn extend(&mut self, other: &Reached) {
        self.0.extend(other.0.iter().copied());
    }

    /// The limits.
    pub fn iter(&self) -> impl Iterator<Item = &'static Limit> + '_ {
        self.0.iter().copied()
    }
}

/// Declares the limits of a crate: constants of these names, the same names in a module `reached`, by which a
/// [`Reached`] knows them, and `TABLE`, which has them all.
///
/// ```
/// mod limits {
///     faultscope_ir::limits! {
///         /// Most values that are tried.
///         MAX_VALUES: usize = 3 => "the others are not tried";
///     }
/// }
///
/// let mut reached = faultscope_ir::limits::Reached::default();
/// reached.note(&limits::reached::MAX_VALUES, limits::MAX_VALUES == 3);
/// assert_eq!(reached.iter().next(), limits::TABLE.first().copied());
/// ```
#[macro_export]
macro_rules! limits {
    ($($(#[doc = $bounds:literal])+ $name:ident: $ty:ty = $value:expr => $effect:literal;)+) => {
        $($(#[doc = $bounds])+ pub(crate) const $name: $ty = $value;)+

        /// The limits by which to say that one was reached.
        pub(crate) mod reached {
            $(
                $(#[doc = $bounds])+
                pub(crate) static $name: $crate::limits::Limit = $crate::limits::Limit {
                    package: env!("CARGO_PKG_NAME"),
                    name: stringify!($name),
                    value: super::$name as u64,
                    bounds: concat!($($bounds, "\n"),+),
                    effect: $effect,
                };
            )+
        }

        /// All of them.
        pub static TABLE: &[&$crate::limits::Limit] = &[$(&reached::$name),+];
    };
}
