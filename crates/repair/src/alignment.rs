//! Lines of a changed file, numbered as in the file that it was.
//!
//! [Recordings](crate::recording) know commands by their lines, which a change of somebody else may move. In an aligned program
//! a line that stayed has its old number. Of a changed stretch, each new line has the number of an old one of the stretch, as
//! like it as can be in the same order; where nothing stood before, lines get numbers behind the end of the file.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use faultscope_ir::{SourceMap, Span};

use crate::limits::MAX_COMPARED_LINES;

/// A file that was changed.
#[derive(Debug, Clone)]
pub struct ChangedFile {
    /// Its name.
    pub name: String,
    /// What it was.
    pub old: String,
    /// What it is.
    pub new: String,
    /// The stretches that differ, in order: their lines before and after, from 1.
    pub stretches: Vec<(Range<u32>, Range<u32>)>,
}

impl ChangedFile {
    /// Whether some of these lines are new.
    pub fn has_new(&self, lines: &RangeInclusive<u32>) -> bool {
        self.stretches.iter().any(|(_, new)| new.start <= *lines.end() && *lines.start() < new.end)
    }

    /// Whether some of these lines are there no longer.
    pub fn has_lost(&self, lines: &RangeInclusive<u32>) -> bool {
        self.stretches.iter().any(|(old, _)| old.start <= *lines.end() && *lines.start() < old.end)
    }

    /// The file with these lines as they were, where the change touches them: in the place of the lines that are most like them. None
    /// where nothing else is changed.
    pub fn with_old_lines(&self, kept: &BTreeSet<u32>) -> Option<ChangedFile> {
        let old: Vec<&str> = self.old.split_inclusive('\n').collect();
        let new: Vec<&str> = self.new.split_inclusive('\n').collect();
        let numbers = self.numbers();
        let (mut text, mut stretches, mut next): (Vec<&str>, Vec<_>, u32) = (Vec::new(), Vec::new(), 1);
        for (before, after) in &self.stretches {
            text.extend(of(&new, &(next..after.start)));
            next = after.end;
            let mut lines: Vec<&str> = Vec::new();
            let mut missing: Vec<u32> = before.clone().filter(|it| kept.contains(it)).rev().collect();
            for line in after.clone() {
                let number = numbers[line as usize - 1];
                while let Some(it) = missing.pop_if(|it| *it < number) {
                    lines.push(old[it as usize - 1]);
                }
                match kept.contains(&number) && before.contains(&number) {
                    true => lines.extend(missing.pop().map(|it| old[it as usize - 1])),
                    false => lines.push(new[line as usize - 1]),
                }
            }
            lines.extend(missing.into_iter().rev().map(|it| old[it as usize - 1]));
            let (first, last) = n_alike(of(&old, before), &lines);
            let start = text.len() as u32 + 1 + first;
            let gone = before.start + first..before.end - last;
            let come = start..start + lines.len() as u32 - first - last;
            if !(gone.is_empty() && come.is_empty()) {
                stretches.push((gone, come));
            }
            text.extend(lines);
        }
        text.extend(of(&new, &(next..new.len() as u32 + 1)));
        let (name, old) = (self.name.clone(), self.old.clone());
        (!stretches.is_empty()).then(|| ChangedFile { name, old, new: text.concat(), stretches })
    }

    /// By line of the new text, its number.
    fn numbers(&self) -> Vec<u32> {
        let old: Vec<&str> = self.old.lines().collect();
        let new: Vec<&str> = self.new.lines().collect();
        let mut numbers = Vec::new();
        let (mut next_old, mut beyond) = (1, old.len() as u32);
        for (before, after) in &self.stretches {
            while (numbers.len() as u32) + 1 < after.start {
                numbers.push(next_old);
                next_old += 1;
            }
            let added = of(&new, after);
            if before.is_empty() {
                numbers.extend(added.iter().map(|_| {
                    beyond += 1;
                    beyond
                }));
            } else {
                numbers.extend(likest(of(&old, before), added).iter().map(|idx| before.start + *idx as u32));
            }
            next_old = before.end;
        }
        while numbers.len() < new.len() {
            numbers.push(next_old);
            next_old += 1;
        }
        numbers
    }

    /// The new lines at their numbers; of several the first.
    fn text(&self, numbers: &[u32]) -> String {
        let length = numbers.iter().copied().max().unwrap_or(0) as usize;
        let mut lines = vec![""; length];
        for (line, number) in self.new.lines().zip(numbers) {
            let at = &mut lines[*number as usize - 1];
            if at.is_empty() {
                *at = line;
            }
        }
        lines.join("\n")
    }
}

/// The sources of a changed program with lines numbered as before.
pub fn aligned(sources: &SourceMap, changed: &[ChangedFile]) -> SourceMap {
    let mut aligned = SourceMap::default();
    let mut numbers: Vec<Option<Vec<u32>>> = Vec::new();
    for (_, file) in sources.files() {
        let found = changed.iter().find(|it| it.name == file.name);
        let its = found.map(ChangedFile::numbers);
        let text = match (found, &its) {
            (Some(found), Some(its)) => Some(found.text(its)),
            _ => file.text.clone(),
        };
        aligned.add_file(&file.name, text);
        numbers.push(its);
    }
    let moved = |span: &mut Span| {
        let Some(Some(numbers)) = numbers.get(span.file.0 as usize) else { return };
        let number = |line: u32| (line as usize).checked_sub(1).and_then(|at| numbers.get(at)).copied();
        span.line = number(span.line).unwrap_or(span.line);
        span.end_line = number(span.end_line).unwrap_or(span.end_line).max(span.line);
    };
    for origin in sources.origins() {
        let mut origin = origin.clone();
        moved(&mut origin.span);
        origin.expansions.iter_mut().for_each(moved);
        origin.definitions.iter_mut().for_each(|(_, span)| moved(span));
        aligned.add_origin(origin);
    }
    aligned
}

fn of<'a, 'b>(lines: &'a [&'b str], range: &Range<u32>) -> &'a [&'b str] {
    let at = |line: u32| (line as usize - 1).min(lines.len());
    &lines[at(range.start)..at(range.end)]
}

/// How many lines two texts share at their beginning, and behind that at their end.
fn n_alike(old: &[&str], new: &[&str]) -> (u32, u32) {
    let first = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let left = old.len().min(new.len()) - first;
    let last = old.iter().rev().zip(new.iter().rev()).take(left).take_while(|(old, new)| old == new);
    (first as u32, last.count() as u32)
}

/// For each new line the index of an old one: never a later one for an earlier line, and as like in sum as can be.
fn likest(old: &[&str], new: &[&str]) -> Vec<usize> {
    if old.len() * new.len() > MAX_COMPARED_LINES {
        return (0..new.len()).map(|idx| idx.min(old.len() - 1)).collect();
    }
    let old: Vec<BTreeSet<&str>> = old.iter().map(|line| words(line)).collect();
    // By new line and old index: the best sum up to there, and the old index of the new line before.
    let mut rows: Vec<Vec<(usize, usize)>> = Vec::new();
    for line in new {
        let own = words(line);
        let mut best = (0, 0);
        let row = old.iter().enumerate().map(|(idx, words)| {
            if let Some((sum, _)) = rows.last().map(|row| row[idx])
                && sum > best.0
            {
                best = (sum, idx);
            }
            (best.0 + likeness(words, &own), best.1)
        });
        let row = row.collect();
        rows.push(row);
    }
    let mut result = vec![0; new.len()];
    let last = rows.last().map_or(&[][..], |row| &row[..]);
    let mut idx = (0..last.len()).rev().max_by_key(|idx| last[*idx].0).unwrap_or(0);
    for at in (0..new.len()).rev() {
        result[at] = idx;
        idx = rows[at][idx].1;
    }
    result
}

/// How many of a thousand words two lines share.
fn likeness(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> usize {
    let n_shared = one.intersection(other).count();
    n_shared * 2000 / (one.len() + other.len()).max(1)
}

fn words(line: &str) -> BTreeSet<&str> {
    let is_in_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.split(|letter: char| !is_in_word(letter)).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, stretches: &[(Range<u32>, Range<u32>)], numbers: &[u32]) {
        let file = ChangedFile {
            name: "a.c".to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
            stretches: stretches.to_vec(),
        };
        assert_eq!(file.numbers(), numbers);
    }

    #[test]
    fn lines_that_stay_keep_their_numbers() {
        check("a\nb\nc\n", "a\nx\nb\nc\n", &[(2..2, 2..3)], &[1, 4, 2, 3]);
        check("a\nb\nc\n", "a\nc\n", &[(2..3, 2..2)], &[1, 3]);
    }

    #[test]
    fn lines_are_put_back() {
        let put_back = |old: &str, new: &str, stretch: (Range<u32>, Range<u32>), kept: &[u32]| {
            let (old, new) = (old.to_owned(), new.to_owned());
            let file = ChangedFile { name: "a.c".to_owned(), old, new, stretches: vec![stretch] };
            file.with_old_lines(&kept.iter().copied().collect()).map(|it| (it.new, it.stretches))
        };
        let old = "a = 1;\nassert(a == 1);\nend\n";
        let new = "a = 2;\nassert(a == 2);\nend\n";
        let repaired = Some(("a = 2;\nassert(a == 1);\nend\n".to_owned(), vec![(1..2, 1..2)]));
        assert_eq!(put_back(old, new, (1..3, 1..3), &[2]), repaired);
        assert_eq!(put_back(old, new, (1..3, 1..3), &[]), Some((new.to_owned(), vec![(1..3, 1..3)])));
        assert_eq!(put_back(old, "a = 2;\nend\n", (1..3, 1..2), &[2]), repaired);
        assert_eq!(put_back(old, "a = 1;\nend\n", (2..3, 2..2), &[2]), None);
        // Only what the change touches is put back.
        let more = format!("b\n{old}");
        assert_eq!(put_back(old, &more, (1..1, 1..2), &[2]), Some((more.clone(), vec![(1..1, 1..2)])));
    }

    #[test]
    fn a_changed_line_has_the_number_of_the_one_that_is_like_it() {
        check("f(a);\ng(b);\n", "if (a)\ng(b + 1);\n", &[(1..3, 1..3)], &[1, 2]);
        check("t[i] = 0;\n", "if (i < 3)\nt[i] = 0;\n", &[(1..2, 1..3)], &[1, 1]);
    }
}
