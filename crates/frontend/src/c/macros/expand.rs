//! # Expansion of macros with provenance
//! The algorithm with sets of macros that a token must not be expanded by any more \[1\]. Every expansion is a level of its
//! own, and so is every argument in it.
//!
//! **Deviations**: `__VA_OPT__` and `_Pragma` are not known; what `#` makes, and what the compiler puts in for `__LINE__` and
//! its kin, stands for any token of its kind.
//!
//! # References
//! - \[1\] Dave Prosser: _X3J11/86-196, the macro expansion algorithm_, 1986.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::provenance::{Item, Level, LevelKind};
use super::super::tokens::{Token, TokenKind};
use super::definition::{BodyToken, Definition, Definitions};
use super::original::Original;
use crate::limits::{MAX_EXPANDED_TOKENS, MAX_EXPANSION_DEPTH};

/// A token while it is expanded.
#[derive(Debug, Clone)]
pub(super) struct Piece<'a> {
    pub text: Cow<'a, str>,
    pub kind: TokenKind,
    pub item: Item,
    /// Whether any token of its kind is the same.
    pub is_open: bool,
    /// Macros that do not expand it.
    hidden: Vec<u32>,
}

impl<'a> Piece<'a> {
    pub(super) fn new(text: &'a str, token: &Token, level: u32) -> Piece<'a> {
        let item = Item { level, start: token.start, end: token.end };
        Piece { text: token.text(text).into(), kind: token.kind, item, is_open: false, hidden: Vec::new() }
    }

    fn of_body(token: &BodyToken<'a>, level: u32) -> Piece<'a> {
        let item = Item { level, start: token.start, end: token.end };
        Piece { text: token.text.into(), kind: token.kind, item, is_open: false, hidden: Vec::new() }
    }
}

/// The tokens behind a line, for the arguments of a use that goes on there.
pub(super) struct Following<'a, 'b> {
    pub original: &'b Original<'a>,
    pub next: usize,
    pub level: u32,
}

impl<'a> Following<'a, '_> {
    /// The next token that is in no directive.
    fn peek(&self) -> Option<(usize, Piece<'a>)> {
        let tokens = &self.original.tokens;
        let idx = (self.next..tokens.len()).find(|idx| !tokens[*idx].in_directive)?;
        Some((idx, Piece::new(self.original.text, &tokens[idx], self.level)))
    }
}

/// Names that the compiler replaces without a definition, and the kind of token that comes instead.
const BUILT_IN: [(&str, TokenKind); 6] = [
    ("__LINE__", TokenKind::Number),
    ("__COUNTER__", TokenKind::Number),
    ("__INCLUDE_LEVEL__", TokenKind::Number),
    ("__FILE__", TokenKind::Quoted),
    ("__BASE_FILE__", TokenKind::Quoted),
    ("__DATE__", TokenKind::Quoted),
];

pub(super) struct Expander {
    /// The first ones are the files.
    pub levels: Vec<Level>,
    n_tokens: usize,
    depth: usize,
}

/// What is still to be read, the next token last.
struct Reader<'a, 'b, 'c> {
    stack: Vec<Piece<'a>>,
    following: Option<&'c mut Following<'a, 'b>>,
}

impl<'a> Reader<'a, '_, '_> {
    fn next(&mut self) -> Option<Piece<'a>> {
        self.stack.pop().or_else(|| {
            let following = self.following.as_mut()?;
            let (idx, piece) = following.peek()?;
            following.next = idx + 1;
            Some(piece)
        })
    }

    fn next_is_open_parenthesis(&self) -> bool {
        match self.stack.last() {
            Some(piece) => piece.text == "(",
            None => {
                self.following.as_ref().and_then(|it| it.peek()).is_some_and(|(_, piece)| piece.text == "(")
            }
        }
    }
}

impl Expander {
    pub(super) fn new(originals: &[Option<&str>]) -> Expander {
        let level = |(idx, text): (usize, &Option<&str>)| Level {
            file: text.map(|_| idx as u32),
            outer: None,
            kind: LevelKind::File,
        };
        let levels = originals.iter().enumerate().map(level).collect();
        Expander { levels, n_tokens: 0, depth: 0 }
    }

    /// A line expanded; none where that is not understood. Arguments are taken from what follows, too.
    pub(super) fn expand<'a>(
        &mut self,
        pieces: Vec<Piece<'a>>,
        definitions: &Definitions<'a>,
        following: Option<&mut Following<'a, '_>>,
    ) -> Option<Vec<Piece<'a>>> {
        self.n_tokens = 0;
        let mut stack = pieces;
        stack.reverse();
        self.all(&mut Reader { stack, following }, definitions)
    }

    fn all<'a>(
        &mut self,
        reader: &mut Reader<'a, '_, '_>,
        definitions: &Definitions<'a>,
    ) -> Option<Vec<Piece<'a>>> {
        let mut done = Vec::new();
        while let Some(piece) = reader.stack.pop() {
            self.n_tokens += 1;
            if self.n_tokens > MAX_EXPANDED_TOKENS {
                return None;
            }
            let definition = match piece.kind {
                TokenKind::Name => definitions.get(&piece.text),
                _ => None,
            };
            let Some(definition) = definition.filter(|it| !piece.hidden.contains(&it.idx)) else {
                done.push(open(piece));
                continue;
            };
            let result = if definition.parameters.is_none() {
                let mut hidden = piece.hidden.clone();
                hidden.push(definition.idx);
                self.substitute(definition, piece.item, Vec::new(), &hidden, definitions)?
            } else if reader.next_is_open_parenthesis() {
                let (arguments, close) = arguments(reader, definition)?;
                let mut hidden: Vec<u32> =
                    piece.hidden.iter().filter(|it| close.hidden.contains(it)).copied().collect();
                hidden.push(definition.idx);
                let item = self.between(piece.item, close.item)?;
                self.substitute(definition, item, arguments, &hidden, definitions)?
            } else {
                done.push(piece);
                continue;
            };
            reader.stack.extend(result.into_iter().rev());
        }
        Some(done)
    }

    /// From the name of a macro to the closing parenthesis of its use, on the deepest level that holds both.
    fn between(&self, first: Item, last: Item) -> Option<Item> {
        let mut at = Some(first);
        while let Some(first) = at {
            let mut end = Some(last);
            while let Some(last) = end {
                if last.level == first.level {
                    return Some(Item { end: last.end.max(first.end), ..first });
                }
                end = self.levels[last.level as usize].outer;
            }
            at = self.levels[first.level as usize].outer;
        }
        None
    }

    fn new_level(&mut self, level: Level) -> u32 {
        self.levels.push(level);
        self.levels.len() as u32 - 1
    }

    /// The body of a macro with its arguments, not yet read again.
    fn substitute<'a>(
        &mut self,
        definition: &Rc<Definition<'a>>,
        usage: Item,
        arguments: Vec<Vec<Piece<'a>>>,
        hidden: &[u32],
        definitions: &Definitions<'a>,
    ) -> Option<Vec<Piece<'a>>> {
        let kind = LevelKind::Body(definition.idx);
        let level = self.new_level(Level { file: definition.file, outer: Some(usage), kind });
        let body = &definition.body;
        let is_hash = |idx: usize| body.get(idx).is_some_and(|token| token.text == "#");
        let is_paste = |idx: usize| is_hash(idx) && is_hash(idx + 1) && body[idx].end == body[idx + 1].start;
        let mut result: Vec<Piece<'a>> = Vec::new();
        // How many tokens the operand before `##` has given.
        let mut n_last = 0;
        let mut idx = 0;
        while let Some(token) = body.get(idx) {
            let n_before = result.len();
            let parameter = definition.parameter(token.text);
            if is_paste(idx) && idx > 0 {
                let right = body.get(idx + 2)?;
                self.paste(&mut result, n_last, right, definition, level, &arguments, definitions)?;
                let has_left = usize::from(n_last > 0);
                n_last = result.len().checked_sub(n_before).map_or(0, |n| n + has_left);
                idx += 3;
                continue;
            } else if is_hash(idx) && definition.parameters.is_some() {
                let operand = body.get(idx + 1)?;
                definition.parameter(operand.text)?;
                let item = Item { level, start: token.start, end: operand.end };
                let text = Cow::Borrowed("\"\"");
                let kind = TokenKind::Quoted;
                result.push(Piece { text, kind, item, is_open: true, hidden: Vec::new() });
                idx += 1;
            } else if let Some(parameter) = parameter {
                let argument = self.argument(&arguments, parameter, usage.level, level, token)?;
                match is_paste(idx + 1) {
                    true => result.extend(argument),
                    false => result.extend(self.nested(argument, definitions)?),
                }
            } else {
                result.push(Piece::of_body(token, level));
            }
            n_last = result.len() - n_before;
            idx += 1;
        }
        for piece in &mut result {
            piece.hidden.extend(hidden);
            piece.hidden.sort_unstable();
            piece.hidden.dedup();
        }
        Some(result)
    }

    fn nested<'a>(
        &mut self,
        argument: Vec<Piece<'a>>,
        definitions: &Definitions<'a>,
    ) -> Option<Vec<Piece<'a>>> {
        if self.depth > MAX_EXPANSION_DEPTH {
            return None;
        }
        self.depth += 1;
        let mut stack = argument;
        stack.reverse();
        let result = self.all(&mut Reader { stack, following: None }, definitions);
        self.depth -= 1;
        result
    }

    /// The tokens of an argument as they stand where the parameter does.
    fn argument<'a>(
        &mut self,
        arguments: &[Vec<Piece<'a>>],
        idx: usize,
        written: u32,
        body: u32,
        parameter: &BodyToken<'_>,
    ) -> Option<Vec<Piece<'a>>> {
        let outer = Item { level: body, start: parameter.start, end: parameter.end };
        let file = self.levels[written as usize].file;
        let level = self.new_level(Level { file, outer: Some(outer), kind: LevelKind::Argument(written) });
        let mut moved = BTreeMap::from([(written, level)]);
        let mut pieces = arguments.get(idx).cloned().unwrap_or_default();
        for piece in &mut pieces {
            piece.item.level = self.moved(piece.item.level, &mut moved)?;
        }
        Some(pieces)
    }

    /// The copy of a level below one that has moved.
    fn moved(&mut self, level: u32, moved: &mut BTreeMap<u32, u32>) -> Option<u32> {
        if let Some(known) = moved.get(&level) {
            return Some(*known);
        }
        let old = self.levels[level as usize].clone();
        let outer = old.outer?;
        let outer = Item { level: self.moved(outer.level, moved)?, ..outer };
        let new = self.new_level(Level { outer: Some(outer), ..old });
        moved.insert(level, new);
        Some(new)
    }

    /// Puts the operand on the right of `##` behind the last token.
    #[expect(clippy::too_many_arguments, reason = "the state of one substitution")]
    fn paste<'a>(
        &mut self,
        result: &mut Vec<Piece<'a>>,
        n_last: usize,
        right: &BodyToken<'a>,
        definition: &Definition<'a>,
        level: u32,
        arguments: &[Vec<Piece<'a>>],
        definitions: &Definitions<'a>,
    ) -> Option<()> {
        let parameter = definition.parameter(right.text);
        let written = self.levels[level as usize].outer?.level;
        let tokens = match parameter {
            Some(idx) => self.argument(arguments, idx, written, level, right)?,
            None => vec![Piece::of_body(right, level)],
        };
        let is_rest = definition.is_variadic
            && parameter.is_some_and(|it| Some(it + 1) == definition.parameters.as_ref().map(Vec::len));
        if is_rest && n_last > 0 && result.last().is_some_and(|last| last.text == ",") {
            // GNU's `, ## rest`: the comma goes where there is no rest.
            if tokens.is_empty() {
                result.pop();
            } else {
                result.extend(self.nested(tokens, definitions)?);
            }
            return Some(());
        }
        let mut tokens = tokens.into_iter();
        if n_last > 0
            && let Some(left) = result.pop()
        {
            match tokens.next() {
                Some(first) => {
                    let start = match left.item.level == level {
                        true => left.item.start,
                        false => self.outer_on(left.item, level)?.start,
                    };
                    let item = Item { level, start, end: right.end };
                    let text: Cow<'a, str> = format!("{}{}", left.text, first.text).into();
                    let kind = left.kind;
                    result.push(Piece { text, kind, item, is_open: false, hidden: Vec::new() });
                }
                None => result.push(left),
            }
        }
        result.extend(tokens);
        Some(())
    }

    fn outer_on(&self, item: Item, level: u32) -> Option<Item> {
        let mut at = item;
        while at.level != level {
            at = self.levels[at.level as usize].outer?;
        }
        Some(at)
    }
}

/// A token that the compiler replaces by what it knows.
fn open(piece: Piece<'_>) -> Piece<'_> {
    match BUILT_IN.iter().find(|(name, _)| piece.text == *name) {
        Some((_, kind)) => Piece { kind: *kind, is_open: true, ..piece },
        None => piece,
    }
}

/// Reads the arguments of a use from the opening parenthesis on; also gives the closing one.
fn arguments<'a>(
    reader: &mut Reader<'a, '_, '_>,
    definition: &Definition<'a>,
) -> Option<(Vec<Vec<Piece<'a>>>, Piece<'a>)> {
    let n = definition.parameters.as_ref()?.len();
    reader.next()?;
    let mut arguments: Vec<Vec<Piece<'a>>> = vec![Vec::new()];
    let mut depth = 0_usize;
    loop {
        let piece = reader.next()?;
        let is_rest = definition.is_variadic && arguments.len() == n;
        match &*piece.text {
            ")" if depth == 0 => {
                let is_empty = n == 0 && arguments.len() == 1 && arguments[0].is_empty();
                let fits =
                    is_empty || arguments.len() == n || definition.is_variadic && arguments.len() + 1 == n;
                return fits.then_some((arguments, piece));
            }
            "," if depth == 0 && !is_rest => {
                arguments.push(Vec::new());
                continue;
            }
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.push(piece);
        }
    }
}
