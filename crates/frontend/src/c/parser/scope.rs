//! What names mean to the parser: whether they are names of types (6.2.1, 6.7.9).
//!
//! The same name can be a type's in one block and a variable's in the block inside of it, and what stands in front of an
//! asterisk or a parenthesis is read by that.

use rustc_hash::FxHashMap;

/// The names in scope.
pub(super) struct Names<'a> {
    /// Whether the innermost declaration of a name is a `typedef`.
    meanings: FxHashMap<&'a str, bool>,
    /// What names meant outside of the scope that they were declared in, innermost scope last.
    hidden: Vec<(&'a str, Option<bool>)>,
    /// How many of those each open scope began with.
    scopes: Vec<usize>,
}

/// Types that are known without a declaration.
const BUILTIN: [&str; 3] = ["__builtin_va_list", "__int128_t", "__uint128_t"];

impl<'a> Names<'a> {
    pub(super) fn new() -> Names<'a> {
        let meanings = BUILTIN.iter().map(|name| (*name, true)).collect();
        Names { meanings, hidden: Vec::new(), scopes: Vec::new() }
    }

    pub(super) fn enter(&mut self) {
        self.scopes.push(self.hidden.len());
    }

    pub(super) fn leave(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        for (name, outer) in self.hidden.drain(start..).rev() {
            match outer {
                Some(is_type) => self.meanings.insert(name, is_type),
                None => self.meanings.remove(name),
            };
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Leaves scopes until so many are open.
    pub(super) fn leave_to(&mut self, depth: usize) {
        while self.scopes.len() > depth {
            self.leave();
        }
    }

    pub(super) fn declare(&mut self, name: &'a str, is_type: bool) {
        let outer = self.meanings.insert(name, is_type);
        if !self.scopes.is_empty() {
            self.hidden.push((name, outer));
        }
    }

    pub(super) fn is_type(&self, name: &str) -> bool {
        self.meanings.get(name) == Some(&true)
    }

    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.meanings.contains_key(name)
    }
}
