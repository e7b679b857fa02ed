//! The text around a place: keywords, calls and statements, found by looking at brackets, without a grammar.
//!
//! Where a text is laid out in another way than is looked for here there is no answer, and a witness does without.

/// A position: line and column, both from 1.
pub(crate) type Position = (u32, u32);

/// A text as lines of characters.
#[derive(Debug)]
pub(crate) struct Layout {
    chars: Vec<char>,
    /// Where lines begin.
    starts: Vec<usize>,
}

impl Layout {
    pub(crate) fn new(text: &str) -> Layout {
        let chars: Vec<char> = blanked(text);
        let mut starts = vec![0];
        starts.extend(chars.iter().enumerate().filter(|(_, it)| **it == '\n').map(|(idx, _)| idx + 1));
        Layout { chars, starts }
    }

    pub(crate) fn offset(&self, (line, column): Position) -> Option<usize> {
        let start = *self.starts.get(line.checked_sub(1)? as usize)?;
        let offset = start + column.checked_sub(1)? as usize;
        (offset <= self.chars.len()).then_some(offset)
    }

    pub(crate) fn position(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset);
        (line as u32, (offset - self.starts[line - 1]) as u32 + 1)
    }

    /// The last character before an offset that is not blank.
    pub(crate) fn before(&self, offset: usize) -> Option<(usize, char)> {
        let text = self.chars.get(..offset)?;
        text.iter().enumerate().rev().find(|(_, it)| !it.is_whitespace()).map(|(idx, it)| (idx, *it))
    }

    /// The first character from an offset on that is not blank.
    pub(crate) fn from(&self, offset: usize) -> Option<(usize, char)> {
        let text = self.chars.get(offset..)?;
        text.iter().enumerate().find(|(_, it)| !it.is_whitespace()).map(|(idx, it)| (offset + idx, *it))
    }

    /// The word that ends before an offset.
    fn word_before(&self, end: usize) -> Option<(usize, String)> {
        let is_part = |it: &char| it.is_alphanumeric() || *it == '_' || *it == '$';
        let n = self.chars.get(..end)?.iter().rev().take_while(|it| is_part(it)).count();
        (n > 0).then(|| (end - n, self.chars[end - n..end].iter().collect()))
    }

    /// The word that begins at an offset.
    pub(crate) fn word_at(&self, start: usize) -> Option<String> {
        let is_part = |it: &char| it.is_alphanumeric() || *it == '_' || *it == '$';
        let word: String = self.chars.get(start..)?.iter().take_while(|it| is_part(it)).collect();
        (!word.is_empty()).then_some(word)
    }

    /// The keyword of the branch whose whole controlling expression is from one offset to another.
    pub(crate) fn keyword(&self, start: usize, end: usize) -> Option<(usize, String)> {
        let (mut at, mut it) = self.before(start)?;
        if it == ';' {
            return self.keyword_of_for(at, end);
        }
        let mut n_open = 0;
        while it == '(' {
            n_open += 1;
            let (next_at, next) = self.before(at)?;
            if next.is_alphanumeric() || next == '_' {
                let (word_at, word) = self.word_before(next_at + 1)?;
                let is_closed = self.closes(end, n_open);
                let is_keyword = matches!(&*word, "if" | "while" | "switch");
                return (is_keyword && is_closed).then_some((word_at, word));
            }
            (at, it) = (next_at, next);
        }
        None
    }

    /// Whether so many parentheses close at an offset.
    fn closes(&self, mut offset: usize, n: usize) -> bool {
        for _ in 0..n {
            match self.from(offset) {
                Some((at, ')')) => offset = at + 1,
                _ => return false,
            }
        }
        true
    }

    /// `for`, whose first part ends with the semicolon at an offset.
    fn keyword_of_for(&self, semicolon: usize, end: usize) -> Option<(usize, String)> {
        if self.from(end)?.1 != ';' {
            return None;
        }
        let open = self.open_before(semicolon)?;
        let (last, _) = self.before(open)?;
        let (at, word) = self.word_before(last + 1)?;
        (word == "for").then_some((at, word))
    }

    /// The parenthesis that is open at an offset.
    fn open_before(&self, offset: usize) -> Option<usize> {
        let mut depth = 0;
        for at in (0..offset).rev() {
            match self.chars[at] {
                ')' => depth += 1,
                '(' if depth == 0 => return Some(at),
                '(' => depth -= 1,
                '{' | '}' => return None,
                _ => {}
            }
        }
        None
    }

    /// Where the parenthesis at an offset is closed.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for at in open..self.chars.len() {
            match self.chars[at] {
                '(' => depth += 1,
                ')' if depth == 1 => return Some(at),
                ')' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// The keyword of the innermost `while` or `for` that an offset is in, be it in its condition.
    pub(crate) fn loop_around(&self, offset: usize) -> Option<usize> {
        (0..offset).rev().find(|at| {
            let begins = *at == 0 || !(self.chars[at - 1].is_alphanumeric() || self.chars[at - 1] == '_');
            begins
                && self.word_at(*at).is_some_and(|it| it == "while" || it == "for")
                && self.end_of_loop(*at).is_some_and(|end| offset < end)
        })
    }

    /// Where the loop ends that a keyword begins.
    fn end_of_loop(&self, keyword: usize) -> Option<usize> {
        let behind = keyword + self.word_at(keyword)?.chars().count();
        let (open, '(') = self.from(behind)? else { return None };
        let close = self.closing(open)?;
        // A `while` that ends there at once is as likely the end of a `do`.
        let is_for = self.chars[keyword] == 'f';
        let (start, it) = self.from(close + 1).filter(|it| is_for || it.1 != ';')?;
        let mut depth = 0;
        for at in start..self.chars.len() {
            match self.chars[at] {
                '{' | '(' => depth += 1,
                ')' => depth -= 1,
                '}' if depth == 1 && it == '{' => return Some(at + 1),
                '}' => depth -= 1,
                ';' if depth == 0 => return Some(at + 1),
                _ => {}
            }
        }
        None
    }

    /// The parenthesis that ends the call whose text ends at an offset.
    pub(crate) fn call_end(&self, start: usize, end: usize) -> Option<usize> {
        let (close, ')') = self.before(end)? else { return None };
        let open = self.open_before(close).filter(|open| *open > start)?;
        let (last, it) = self.before(open)?;
        let is_name = (it.is_alphanumeric() || it == '_') && last >= start;
        let (_, word) = self.word_before(last + 1).filter(|_| is_name)?;
        (!matches!(&*word, "sizeof" | "if" | "while" | "return")).then_some(close)
    }

    /// Where the statement begins that an offset is in, behind labels and what controls it.
    pub(crate) fn statement(&self, offset: usize) -> Option<usize> {
        let mut depth = 0;
        let mut start = 0;
        for at in (0..offset).rev() {
            match self.chars[at] {
                ')' => depth += 1,
                '(' => depth = (depth - 1).max(0),
                ';' | '{' | '}' if depth == 0 => {
                    start = at + 1;
                    break;
                }
                _ => {}
            }
        }
        loop {
            let (at, _) = self.from(start).filter(|(at, _)| *at <= offset)?;
            let Some(word) = self.word_at(at) else { return Some(at) };
            let behind = at + word.chars().count();
            let next = match &*word {
                "else" | "do" => Some(behind),
                "if" | "while" | "for" | "switch" => {
                    let open = self.from(behind).filter(|(_, it)| *it == '(')?.0;
                    self.closing(open).map(|close| close + 1)
                }
                "case" => (behind..self.chars.len()).find(|it| self.chars[*it] == ':').map(|it| it + 1),
                _ => match self.from(behind) {
                    Some((colon, ':')) => Some(colon + 1),
                    _ => None,
                },
            };
            match next.filter(|next| *next <= offset) {
                Some(next) => start = next,
                None => return Some(at),
            }
        }
    }

    /// The statement that is executed behind an expression statement, where the text says that one is: it is not the last one
    /// of its block, not what a condition controls alone, and neither a declaration nor labelled.
    pub(crate) fn next_statement(&self, start: usize, end: usize) -> Option<usize> {
        let statement = self.statement(start)?;
        if !matches!(self.before(statement)?.1, ';' | '{' | '}') {
            return None;
        }
        let (semicolon, ';') = self.from(end)? else { return None };
        // What is declared behind a comma comes between.
        let (next, it) = self.from(semicolon + 1)?;
        if matches!(it, '{' | '}' | ';' | '#') {
            return None;
        }
        if let Some(word) = self.word_at(next) {
            let behind = next + word.chars().count();
            let follows = self.from(behind)?.1;
            let is_jump = matches!(&*word, "return" | "goto" | "break" | "continue");
            let is_keyword = matches!(&*word, "if" | "while" | "for" | "switch" | "do");
            let is_other = matches!(&*word, "else" | "case" | "default");
            // `int x`, `T *p`, `label:`.
            let is_declaration = follows.is_alphanumeric() || follows == '_' || follows == '*';
            if is_other || (!is_jump && !is_keyword && (is_declaration || follows == ':')) {
                return None;
            }
        }
        Some(next)
    }

    /// The first statement behind the declaration of a variable without a value, and behind those that follow it.
    pub(crate) fn first_statement(&self, end: usize) -> Option<usize> {
        let mut at = end;
        loop {
            let (semicolon, _) =
                self.chars.iter().enumerate().skip(at).find(|(_, it)| matches!(it, ';' | '}'))?;
            let mut next = self.from(semicolon).filter(|(_, it)| *it == ';')?.0;
            while let Some((start, ';' | '{')) = self.from(next) {
                next = start + 1;
            }
            let (start, it) = self.from(next)?;
            let Some(word) = self.word_at(start) else { return (it != '}').then_some(start) };
            let follows = self.from(start + word.chars().count())?.1;
            let is_jump = matches!(&*word, "return" | "goto" | "break" | "continue");
            let is_declaration = !is_jump && (follows.is_alphanumeric() || follows == '_');
            if !is_declaration {
                let is_plain = follows != ':' && !matches!(&*word, "else" | "case" | "default");
                return is_plain.then_some(start);
            }
            at = start;
        }
    }

    /// The leftmost of some words in a line.
    pub(crate) fn leftmost(&self, line: u32, words: &[&str]) -> Option<usize> {
        let start = self.offset((line, 1))?;
        let end = self.starts.get(line as usize).copied().unwrap_or(self.chars.len());
        (start..end).find(|at| {
            let begins = *at == 0 || !(self.chars[at - 1].is_alphanumeric() || self.chars[at - 1] == '_');
            begins && self.word_at(*at).is_some_and(|it| words.contains(&&*it))
        })
    }

    /// The first character of a line that is not blank.
    pub(crate) fn first(&self, line: u32) -> Option<usize> {
        let (at, _) = self.from(self.offset((line, 1))?)?;
        (self.position(at).0 == line).then_some(at)
    }
}

/// The text with blanks for comments, strings and characters.
fn blanked(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    let blank = |chars: &mut Vec<char>, from: usize, to: usize, with: char| {
        let to = to.min(chars.len());
        for it in chars.iter_mut().take(to).skip(from).filter(|it| **it != '\n') {
            *it = with;
        }
        to
    };
    while at < chars.len() {
        let next = chars.get(at + 1).copied();
        at = match (chars[at], next) {
            ('/', Some('/')) => {
                let length = chars[at..].iter().position(|it| *it == '\n').unwrap_or(chars.len() - at);
                blank(&mut chars, at, at + length, ' ')
            }
            ('/', Some('*')) => {
                let end =
                    (at + 2..chars.len()).find(|it| chars[*it] == '*' && chars.get(it + 1) == Some(&'/'));
                let end = end.map_or(chars.len(), |it| it + 2);
                blank(&mut chars, at, end, ' ')
            }
            (quote @ ('"' | '\''), _) => {
                let mut end = at + 1;
                while end < chars.len() && chars[end] != quote && chars[end] != '\n' {
                    end += if chars[end] == '\\' { 2 } else { 1 };
                }
                blank(&mut chars, at, end + 1, '0')
            }
            // Directives say nothing of statements.
            ('#', _)
                if chars[..at].iter().rev().take_while(|it| **it != '\n').all(|it| it.is_whitespace()) =>
            {
                let length = chars[at..].iter().position(|it| *it == '\n').unwrap_or(chars.len() - at);
                blank(&mut chars, at, at + length, ' ')
            }
            _ => at + 1,
        };
    }
    chars
}
