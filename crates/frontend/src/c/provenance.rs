//! Where the tokens of a preprocessed text are spelled.
//!
//! A token stands on a *level*: in a file, in the body of a macro that is being expanded, or in an argument of a macro's use.
//! A level that is no file came out of an *item* of the level around it: the use of the macro, or the parameter in its body. So
//! the levels of a text are a tree with its tokens as leaves, and what a range of tokens stands for is found at the deepest
//! level that holds all of it.

use std::ops::Range;

/// Which of the places that a text has is asked for, where it comes from a macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Where it is written: the definition, for what is in it.
    Written,
    /// Where it is used: the definition only for what is a part of what is in it.
    Used,
    /// In no definition.
    Outside,
}

/// A stretch of a level's text, in bytes of the file that the text stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Item {
    /// Index of the level.
    pub level: u32,
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

/// A text that tokens are spelled in.
#[derive(Debug, Clone)]
pub(super) struct Level {
    /// Index of the file, as line markers number them; none where its text is not at hand.
    pub file: Option<u32>,
    /// What of the level around the text came out of.
    pub outer: Option<Item>,
    pub kind: LevelKind,
}

/// What the text of a level is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LevelKind {
    File,
    /// The body of a macro, by its index.
    Body(u32),
    /// An argument, which is written on this level.
    Argument(u32),
}

/// A token of the preprocessed text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Its bytes in the text that was given.
    pub start: u32,
    pub end: u32,
    /// Where it is spelled; none where that is not known.
    pub item: Option<Item>,
}

/// A macro of a file that is at hand.
#[derive(Debug, Clone)]
pub(super) struct Macro {
    pub name: String,
    /// Index of the file that defines it; none where its text is not at hand.
    pub file: Option<u32>,
    /// The bytes from its name to the end of its body.
    pub range: Range<u32>,
    /// The bytes of its body.
    pub body: Range<u32>,
    /// Whether it has parameters.
    pub is_function: bool,
}

/// The tokens of a text that stand in the user's files.
#[derive(Debug, Default)]
pub(super) struct Provenance {
    pub tokens: Vec<Placed>,
    pub levels: Vec<Level>,
    pub macros: Vec<Macro>,
}

/// What a range of tokens stands for on a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cover {
    pub item: Item,
    /// Whether the item stands for nothing but these tokens.
    pub is_exact: bool,
    /// Whether the tokens are all of the level.
    pub is_whole: bool,
}

impl Provenance {
    /// The tokens that begin in a range of bytes of the given text.
    pub(super) fn within(&self, start: usize, end: usize) -> Range<usize> {
        let first = self.tokens.partition_point(|token| (token.start as usize) < start);
        let last = self.tokens.partition_point(|token| (token.start as usize) < end);
        first..last.max(first)
    }

    /// What tokens stand for on the deepest level whose text is at hand; none where that is not known.
    pub(super) fn cover(&self, tokens: &Range<usize>) -> Option<Cover> {
        let first = self.tokens.get(tokens.start)?.item?;
        let last = self.tokens.get(tokens.end.checked_sub(1)?)?.item?;
        let mut at = Some(first);
        while let Some(item) = at {
            if self.levels[item.level as usize].file.is_some()
                && let Some(last) = self.on_level(last, item.level)
            {
                return Some(self.cover_on(tokens, item, last));
            }
            at = self.levels[item.level as usize].outer;
        }
        None
    }

    fn cover_on(&self, tokens: &Range<usize>, first: Item, last: Item) -> Cover {
        let item = Item { level: first.level, start: first.start, end: last.end.max(first.end) };
        let on_level = |idx: Option<usize>| {
            let token = idx.and_then(|idx| self.tokens.get(idx))?.item?;
            self.on_level(token, first.level)
        };
        let (before, after) = (on_level(tokens.start.checked_sub(1)), on_level(Some(tokens.end)));
        let is_known = self.tokens[tokens.clone()].iter().all(|token| token.item.is_some());
        Cover {
            item,
            is_exact: is_known && before != Some(first) && after != Some(last) && first.start <= last.start,
            is_whole: before.is_none() && after.is_none(),
        }
    }

    /// What stands for the same tokens on the level around, where they are all of a macro's body.
    pub(super) fn around(&self, tokens: &Range<usize>, cover: &Cover) -> Option<Cover> {
        let level = &self.levels[cover.item.level as usize];
        if !cover.is_whole || !cover.is_exact || !matches!(level.kind, LevelKind::Body(_)) {
            return None;
        }
        let outer = self.at_hand(level.outer)?;
        Some(self.cover_on(tokens, outer, outer)).filter(|around| around.is_exact)
    }

    /// All that tokens stand for exactly, the outermost first: a use of a macro, all of its body, a parameter there, all of an
    /// argument.
    pub(super) fn covers(&self, tokens: &Range<usize>) -> Vec<Cover> {
        let Some(deepest) = self.cover(tokens).filter(|cover| cover.is_exact) else { return Vec::new() };
        let mut covers = vec![deepest];
        while let Some(cover) = covers.last().filter(|cover| cover.is_whole)
            && let Some(outer) = self.at_hand(self.levels[cover.item.level as usize].outer)
        {
            let around = self.cover_on(tokens, outer, outer);
            if !around.is_exact {
                break;
            }
            covers.push(around);
        }
        covers.reverse();
        covers
    }

    /// What of an item a token comes out of: the body of the macro that it uses, or an argument; none where the token is a
    /// part of the item itself.
    pub(super) fn comes_out_of(&self, token: usize, item: Item) -> Option<LevelKind> {
        let mut at = self.tokens.get(token)?.item?;
        while at.level != item.level {
            let level = &self.levels[at.level as usize];
            let outer = level.outer?;
            if outer == item {
                return Some(level.kind);
            }
            at = outer;
        }
        None
    }

    /// An item, or what it came out of, that stands in a text that is at hand.
    fn at_hand(&self, mut item: Option<Item>) -> Option<Item> {
        while let Some(it) = item.filter(|it| self.levels[it.level as usize].file.is_none()) {
            item = self.levels[it.level as usize].outer;
        }
        item
    }

    /// What tokens stand for, where of several levels that one is asked for.
    pub(super) fn standing(&self, tokens: &Range<usize>, standing: Standing) -> Option<Cover> {
        let mut cover = self.cover(tokens)?;
        match standing {
            Standing::Written => cover = self.argument_in_parentheses(tokens, &cover).unwrap_or(cover),
            Standing::Used => {
                while let Some(around) = self.around(tokens, &cover) {
                    cover = around;
                }
            }
            Standing::Outside => {
                let mut item = cover.item;
                while let Some(outer) = self.levels[item.level as usize].outer {
                    item = outer;
                }
                cover = self.cover_on(tokens, item, item);
            }
        }
        Some(cover)
    }

    /// All of an argument, where the tokens are its parameter in parentheses, as in `#define likely(x) __builtin_expect(!!(x), 1)`.
    fn argument_in_parentheses(&self, tokens: &Range<usize>, cover: &Cover) -> Option<Cover> {
        let is_of_level = |idx: usize| {
            let token = self.tokens.get(idx)?;
            (token.end - token.start == 1 && token.item?.level == cover.item.level).then_some(())
        };
        let within = tokens.start + 1..tokens.end.checked_sub(1).filter(|end| tokens.start + 1 < *end)?;
        is_of_level(tokens.start).and(is_of_level(within.end))?;
        let inner = self.cover(&within).filter(|it| it.is_exact && it.is_whole)?;
        let level = |cover: &Cover| self.levels[cover.item.level as usize].kind;
        let is_argument =
            matches!((level(cover), level(&inner)), (LevelKind::Body(_), LevelKind::Argument(_)));
        is_argument.then_some(inner)
    }

    /// What an item came out of on a level, if it is below it.
    pub(super) fn on_level(&self, item: Item, level: u32) -> Option<Item> {
        let mut at = Some(item);
        while let Some(item) = at {
            if item.level == level {
                return Some(item);
            }
            at = self.levels[item.level as usize].outer;
        }
        None
    }

    /// The level on which the text of a level is written: that of an argument is where the macro is used.
    pub(super) fn written_on(&self, level: u32) -> u32 {
        match self.levels[level as usize].kind {
            LevelKind::Argument(written) => self.written_on(written),
            LevelKind::File | LevelKind::Body(_) => level,
        }
    }

    /// The uses of macros that an item's text comes from, the innermost first.
    pub(super) fn expansions(&self, item: Item) -> Vec<Item> {
        let mut expansions = Vec::new();
        let mut level = self.written_on(item.level);
        while let Some(outer) = self.levels[level as usize].outer {
            if self.levels[outer.level as usize].file.is_some() {
                expansions.push(outer);
            }
            level = self.written_on(outer.level);
        }
        expansions
    }

    /// The macros whose bodies tokens come from, below a level.
    pub(super) fn macros_below(&self, tokens: &Range<usize>, level: u32) -> Vec<u32> {
        let mut macros: Vec<u32> = Vec::new();
        for token in &self.tokens[tokens.clone()] {
            let mut own: Vec<u32> = Vec::new();
            let mut at = token.item;
            while let Some(item) = at.filter(|item| item.level != level) {
                if let LevelKind::Body(definition) = self.levels[item.level as usize].kind {
                    own.push(definition);
                }
                at = self.levels[item.level as usize].outer;
            }
            // The outermost first: it is the one that the reader sees at the use.
            for definition in own.into_iter().rev() {
                if !macros.contains(&definition) {
                    macros.push(definition);
                }
            }
        }
        macros.retain(|definition| self.macros[*definition as usize].file.is_some());
        macros
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `m < n` with `#define m (a)`, where the bytes of the body are 100 to 103.
    fn example() -> Provenance {
        let file = Level { file: Some(0), outer: None, kind: LevelKind::File };
        let usage = Item { level: 0, start: 0, end: 1 };
        let body = Level { file: Some(0), outer: Some(usage), kind: LevelKind::Body(0) };
        let token = |at: u32, level, start| Placed {
            start: at,
            end: at + 1,
            item: Some(Item { level, start, end: start + 1 }),
        };
        let tokens =
            vec![token(0, 1, 100), token(1, 1, 101), token(2, 1, 102), token(4, 0, 2), token(6, 0, 4)];
        let definition =
            Macro { name: "m".to_owned(), file: Some(0), range: 98..103, body: 100..103, is_function: false };
        Provenance { tokens, levels: vec![file, body], macros: vec![definition] }
    }

    #[test]
    fn a_whole_body_also_stands_for_its_use() {
        let provenance = example();
        let cover = provenance.cover(&(0..3)).unwrap();
        assert_eq!(
            cover,
            Cover { item: Item { level: 1, start: 100, end: 103 }, is_exact: true, is_whole: true }
        );
        assert_eq!(provenance.around(&(0..3), &cover).unwrap().item, Item { level: 0, start: 0, end: 1 });
        assert_eq!(provenance.expansions(cover.item), [Item { level: 0, start: 0, end: 1 }]);
    }

    #[test]
    fn a_part_of_a_body_is_no_item_of_the_use() {
        let provenance = example();
        let part = provenance.cover(&(1..2)).unwrap();
        assert_eq!((part.item.start, part.is_exact, part.is_whole), (101, true, false));
        let mixed = provenance.cover(&(2..5)).unwrap();
        assert_eq!((mixed.item, mixed.is_exact), (Item { level: 0, start: 0, end: 5 }, false));
        let all = provenance.cover(&(0..5)).unwrap();
        assert_eq!((all.item, all.is_exact, all.is_whole), (Item { level: 0, start: 0, end: 5 }, true, true));
        assert_eq!(provenance.macros_below(&(0..5), 0), [0]);
    }
}
