//! Conditions that are missing, learned from tests, or from executions around the failing one.
//!
//! A condition lacks an operand (`c != ' '` in `while (c != '\n' && c != ' ')`), or a statement lacks a condition around it or a
//! jump in front. What is missing is looked for among predicates over the integers and pointers that can be named
//! there, and over what is read there.
//!
//! A predicate has to go with all executions that worked: wherever they come by, the way stays the one that they go. What is left of
//! some thousand predicates is few, and each is executed on the failing ones: at the branch the environment is told the numbers and
//! decides ([`decide`](faultscope_verify::environment::Environment::decide)), so that no predicate needs a translation. Predicates
//! that decide alike wherever the first failing execution comes by are tried once.
//!
//! # References
//! - Long, Rinard: _Staged program repair with condition synthesis_, ESEC/FSE 2015, from whom the order is: first where a
//!   condition could help at all, then which. There the decisions are guessed first; here predicates are executed.

mod executions;
mod predicate;
mod sites;

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::sites::{EDIT, SOURCE, Seen, StatementEdit, StatementPlace, VALUE};
use faultscope_ir::{BlockId, ProcId, Program, Sort, Span, Symbol, Value};
use faultscope_localize::finding::Learned;
use faultscope_solver::Limits;
use faultscope_verify::closed::Decided;
use faultscope_verify::neighbours::{Decider, Decisions};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::{
    MAX_FAILING_ROWS, MAX_LEARNED, MAX_LEARNED_OF_A_SITE, MAX_LEARNING_CONSTANTS, MAX_ROWS,
    MAX_TRIED_PREDICATES,
};
pub(crate) use executions::{Around, Executions, OfTests};
use predicate::Predicate;
use sites::{Site, SiteKind, sites};

/// A condition that is missing, with which all executions work that are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LearnedCondition {
    /// The condition at a place in a function lacks an operand.
    Operand(Span, String, Learned),
    /// The statement of a place, by its number, should only be executed where this holds.
    Guard(usize, String, Guards),
    /// At a place, by its number, this jump is missing.
    Jump(usize, String, Guards),
    /// At a place, by its number, this statement with its condition is missing.
    Statement(usize, String),
    /// At a place, by its number, a case goes on with the next one and should end.
    EndOfCase(usize),
}

/// What a condition guards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guards {
    /// Nothing that is known.
    Nothing,
    /// What is behind it, and fails: the bound of a number.
    Bound,
    /// What is behind it, and fails: that a pointer is not null.
    NotNull,
}

/// A program that is executed, with what can be changed in it.
pub(crate) struct Learning<'a> {
    /// The program with changes of statements at places.
    pub(crate) program: &'a Program,
    /// Those.
    pub(crate) places: &'a [StatementPlace],
    /// Which of them may be at fault, by their numbers.
    pub(crate) suspects: &'a BTreeSet<usize>,
    /// The conditions that may be.
    pub(crate) conditions: &'a [(Span, String)],
    /// What fails, if it is an operation: no condition there can ask about it.
    pub(crate) failing: Option<FailingOperation<'a>>,
    /// Statements between others with which all executions that fail work, and some of the others do not.
    pub(crate) sometimes: &'a [Inserted],
    /// Integers that the source writes.
    pub(crate) integers: &'a [i128],
    /// Names of integers.
    pub(crate) named: &'a [(String, i128)],
    /// What is executed.
    pub(crate) executions: &'a dyn Executions,
    /// For how many steps at most.
    pub(crate) max_steps: u64,
    pub(crate) limits: &'a Limits,
}

/// An operation that fails.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FailingOperation<'a> {
    /// As it is written.
    pub(crate) text: &'a str,
    /// Where it is.
    pub(crate) span: Span,
    /// Whether it reads or writes what a null pointer points to.
    pub(crate) is_null: bool,
    /// Whether it goes beyond an object.
    pub(crate) is_beyond: bool,
}

/// Conditions with which all executions work, the likeliest first.
pub(crate) fn learned(learning: &Learning<'_>) -> Vec<LearnedCondition> {
    let all = sites(learning.program, learning.places, learning.conditions);
    // Where nothing but a failure says what is wrong, a block for what is missing is more than what speaks for it.
    let is_suspect = |it: &Site| match it.kind {
        SiteKind::Condition(..) | SiteKind::InFront(..) => true,
        SiteKind::Statement(number) => learning.suspects.contains(&number),
        SiteKind::Between(number) => {
            let is_between = learning.places[number - 1].side.is_between();
            let is_tried = is_between || learning.executions.say_what_is_right();
            is_tried && learning.suspects.contains(&number)
        }
    };
    let (failing, passing) = learning.executions.split();
    let mut search = Search {
        learning,
        constants: constants(learning.integers, learning.named),
        failing,
        passing,
        max_steps: 0,
        n_left: learning.max_steps,
        last_sites: [None, None],
    };
    search.run(all.into_iter().filter(is_suspect).collect())
}

/// What is compared with: integers that the source writes, by their names where they have some, and the characters between words
/// and lines.
fn constants(integers: &[i128], named: &[(String, i128)]) -> Vec<(i64, String)> {
    let name = |value: i128| named.iter().find(|(_, it)| *it == value).map(|(name, _)| name.clone());
    let own = named.iter().map(|(_, value)| *value).chain(integers.iter().copied());
    let own = own.filter(|it| it.unsigned_abs() < 1 << 31).map(|it| (it, name(it).unwrap_or(it.to_string())));
    let small = [0, 1].map(|it: i128| (it, it.to_string()));
    let numbers = small.into_iter().chain(own).filter_map(|(it, text)| Some((i64::try_from(it).ok()?, text)));
    let characters = [(i64::from(b'\n'), "'\\n'"), (i64::from(b' '), "' '"), (-1, "-1")];
    let characters = characters.map(|(it, text)| (it, text.to_owned()));
    let mut seen = BTreeSet::new();
    let all = numbers.chain(characters).filter(|(it, _)| seen.insert(*it));
    all.take(MAX_LEARNING_CONSTANTS).collect()
}

/// Whether a number can be a character or the end of characters.
fn is_character(number: i64) -> bool {
    matches!(number, -1..=0 | 9..=13 | 32..=126)
}

/// How a predicate changes a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode<'a> {
    /// The condition at a place in a function, and the predicate.
    And(Span, &'a str),
    /// The condition at a place in a function, or the predicate.
    Or(Span, &'a str),
    /// The predicate instead of the condition at a place in a function.
    Instead(Span, &'a str),
    /// In front of the condition at a place in a function: that is only evaluated where the predicate holds, and else does not hold.
    AndInFront(Span, &'a str),
    /// The same: that is only evaluated where the predicate does not hold, and else holds.
    OrInFront(Span, &'a str),
    /// At the statement of a place, by its number: the usual way only where the predicate holds.
    Only(usize),
    /// Between statements: the other way where the predicate holds, and this is executed.
    Where(&'a Inserted),
}

/// Something that is put between statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Inserted {
    /// The number of the place.
    pub(crate) place: usize,
    /// The number of the edit.
    pub(crate) edit: usize,
    /// The value that is returned or assigned.
    pub(crate) value: i128,
    /// The number of the variable whose value is added to it; 0 for none.
    pub(crate) source: usize,
    /// As the language writes it.
    pub(crate) text: String,
    /// What it does.
    pub(crate) kind: InsertedKind,
}

/// What is done by something that is put between statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum InsertedKind {
    /// It leads away from there.
    Jump,
    /// It assigns a variable.
    Assignment(String),
    /// It does something else.
    Other,
}

impl Mode<'_> {
    /// The way where a predicate holds or not, and the usual one is this.
    fn way(self, usual: bool, holds: bool) -> bool {
        match self {
            Mode::And(..) | Mode::AndInFront(..) => usual && holds,
            Mode::Or(..) | Mode::OrInFront(..) => usual || holds,
            Mode::Instead(..) => holds,
            Mode::Only(_) => usual == holds,
            Mode::Where(_) => usual != holds,
        }
    }

    /// Whether a predicate is what an operation needs that fails: of a pointer that it is not null, of a number that it is within what the
    /// failing execution is at, or behind.
    fn guards(self, predicate: Predicate, seen: &[Seen], failing: FailingOperation<'_>, own: &[Row]) -> bool {
        let FailingOperation { text, is_null, is_beyond, .. } = failing;
        let is_within = !matches!(self, Mode::Or(..) | Mode::OrInFront(..) | Mode::Where(_));
        let is_at = |row: &Row| predicate.bounds(seen, text, &row.1, is_within);
        let is_asked = if predicate.is_about_null() { is_null } else { is_beyond };
        is_asked && own.iter().any(is_at)
    }

    /// Whether a predicate changes what an execution does that has come by.
    fn changes(self, row: &Row, predicate: Predicate) -> Option<bool> {
        let holds = predicate.holds(&row.1)?;
        Some(match row.0 {
            Some(usual) => self.way(usual, holds) != usual,
            None => holds == matches!(self, Mode::OrInFront(..)),
        })
    }
}

/// What an execution has come by at a branch: the way, none where what decides about that was not evaluated to its end; and what was
/// seen.
type Row = (Option<bool>, Vec<Option<i64>>);

/// What executions have come by at a site.
#[derive(Clone, Copy)]
struct Rows<'a> {
    /// The first one that fails.
    own: &'a [Row],
    /// Some others that fail.
    others: &'a [Row],
    /// Those that worked.
    kept: &'a [&'a Row],
    /// Whether it is what the first one comes by last, before it fails.
    is_last: bool,
}

fn sorted(rows: FxHashSet<Row>) -> Vec<Row> {
    let mut rows: Vec<Row> = rows.into_iter().collect();
    rows.sort_unstable();
    rows
}

struct Search<'a> {
    learning: &'a Learning<'a>,
    /// What is compared with, and how it is written.
    constants: Vec<(i64, String)>,
    failing: Vec<usize>,
    passing: Vec<usize>,
    /// How many steps an execution may take with a predicate.
    max_steps: u64,
    /// How many steps may still be executed.
    n_left: u64,
    /// The sites that were decided last in the execution before, with what was come by.
    last_sites: [Option<(usize, Row)>; 2],
}

impl Search<'_> {
    fn run(&mut self, sites: Vec<Site>) -> Vec<LearnedCondition> {
        let Some(first) = self.failing.first().copied() else { return Vec::new() };
        let Some(own) = self.rows(&sites, first) else { return Vec::new() };
        let last = std::mem::take(&mut self.last_sites).into_iter().flatten();
        let last: BTreeMap<usize, Row> = last.filter(|_| self.learning.failing.is_some()).collect();
        let mut kept: Vec<FxHashSet<Row>> = vec![FxHashSet::default(); sites.len()];
        for case in self.passing.clone() {
            let Some(rows) = self.rows(&sites, case) else { return Vec::new() };
            for (kept, rows) in kept.iter_mut().zip(rows) {
                kept.extend(rows);
            }
        }
        let mut others: Vec<FxHashSet<Row>> = vec![FxHashSet::default(); sites.len()];
        for case in self.failing.clone().into_iter().skip(1).take(MAX_FAILING_ROWS) {
            let Some(rows) = self.rows(&sites, case) else { return Vec::new() };
            for (others, rows) in others.iter_mut().zip(rows) {
                others.extend(rows);
            }
        }
        let others: Vec<Vec<Row>> = others.into_iter().map(sorted).collect();
        // Right in front of what fails, it fails the last time only; what came before went on.
        let mut failed = own;
        let mut own = Vec::with_capacity(sites.len());
        for (at, ((site, rows), kept)) in sites.iter().zip(&mut failed).zip(&mut kept).enumerate() {
            let rows = std::mem::take(rows);
            let is_failing = |row: &Row| match last.get(&at) {
                _ if site.is_in_front() => row.0.is_none(),
                Some(last) => row == last,
                None => true,
            };
            let (failing, ended): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(is_failing);
            kept.extend(ended);
            own.push(failing);
        }
        // What those that worked do not come by is likelier, and of the rest what stands later.
        let is_small = |at: &usize| (1..MAX_ROWS).contains(&own[*at].len()) && kept[*at].len() < MAX_ROWS;
        let mut order: Vec<usize> = (0..sites.len()).filter(is_small).collect();
        order.sort_by_key(|at| (kept[*at].len(), std::cmp::Reverse(*at)));
        let is_condition =
            |at: &usize| matches!(sites[*at].kind, SiteKind::Condition(..) | SiteKind::InFront(..));
        let (conditions, statements): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_condition);
        let mut all = self.ends_of_cases(&sites, &own);
        for order in [conditions, statements] {
            let mut found = Vec::new();
            for at in order {
                if found.len() >= MAX_LEARNED || self.n_left == 0 {
                    break;
                }
                let kept: Vec<&Row> = kept[at].iter().collect();
                let is_last = last.contains_key(&at) || sites[at].is_in_front();
                let rows = Rows { own: &own[at], others: &others[at], kept: &kept, is_last };
                found.extend(self.of_site(&sites[at], rows));
            }
            all.extend(found);
        }
        all
    }

    /// Ends of cases that go on with the next one, and should not: there no condition is missing.
    fn ends_of_cases(&mut self, sites: &[Site], own: &[Vec<Row>]) -> Vec<LearnedCondition> {
        let mut found = Vec::new();
        for (site, _) in sites.iter().zip(own).rev().filter(|(_, own)| !own.is_empty()) {
            let SiteKind::Between(number) = site.kind else { continue };
            let edits = &self.learning.places[number - 1].edits;
            let ends = |it: &Inserted| edits[it.edit - 1] == StatementEdit::EndCase;
            let Some(end) = self.inserted(number).into_iter().find(ends) else { continue };
            if self.passes(site, Mode::Where(&end), None) {
                found.push(LearnedCondition::EndOfCase(number));
            }
        }
        found
    }

    /// What an execution comes by at each site.
    fn rows(&mut self, sites: &[Site], case: usize) -> Option<Vec<Vec<Row>>> {
        let decided: Decided = sites.iter().flat_map(Site::decided).collect();
        let numbered = sites.iter().enumerate();
        let branches = numbered.flat_map(|(at, site)| site.branches.iter().map(move |it| (*it, at)));
        let decides =
            sites.iter().enumerate().flat_map(|(at, it)| it.decides.iter().map(move |by| (*by, at)));
        let mut recorder = Recorder {
            branches: branches.collect(),
            decides: decides.collect(),
            last: [None, None],
            begun: sites.iter().map(|it| it.is_in_front().then(Vec::new)).collect(),
            rows: vec![FxHashSet::default(); sites.len()],
        };
        let decisions = Decisions { branches: &decided, decider: &mut recorder };
        let (worked, n_steps) = self.execute(case, decisions, self.n_left);
        self.last_sites = std::mem::take(&mut recorder.last);
        if worked != Some(self.passing.contains(&case)) {
            return None;
        }
        self.max_steps = self.max_steps.max(n_steps.saturating_mul(4).saturating_add(1_000));
        let is_done = self.n_left > 0 && self.learning.limits.exceeded().is_none();
        is_done.then(|| recorder.all().into_iter().map(sorted).collect())
    }

    fn of_site(
        &mut self,
        site: &Site,
        Rows { own, others, kept, is_last }: Rows<'_>,
    ) -> Vec<LearnedCondition> {
        let inserted: Vec<Inserted> = match &site.kind {
            SiteKind::Between(number) => self.inserted(*number),
            _ => Vec::new(),
        };
        let modes: Vec<Mode<'_>> = match &site.kind {
            SiteKind::Condition(span, function) => {
                // A condition that always went one way has many others beside it.
                let goes_both_ways =
                    [false, true].iter().all(|way| kept.iter().any(|row| row.0 == Some(*way)));
                let is_replaced = goes_both_ways && self.learning.executions.say_what_is_right();
                let instead = is_replaced.then_some(Mode::Instead(*span, function));
                [Mode::And(*span, function), Mode::Or(*span, function)].into_iter().chain(instead).collect()
            }
            SiteKind::InFront(span, function) => {
                vec![Mode::AndInFront(*span, function), Mode::OrInFront(*span, function)]
            }
            SiteKind::Statement(number) => vec![Mode::Only(*number)],
            SiteKind::Between(_) => inserted.iter().map(Mode::Where).collect(),
        };
        let mut seen = site.seen.clone();
        let failing = self.learning.failing;
        // What fails cannot be asked about where it would fail as well.
        let fails = |text: &str| failing.is_some_and(|it| text.contains(it.text));
        let is_near = is_last || failing.is_some_and(|it| site.is_around(it.span));
        let is_asked = |text: &str| !(is_near && fails(text));
        for it in seen.iter_mut().filter(|it| !is_asked(&it.text)) {
            it.text.clear();
        }
        let mut predicates = Predicate::all(&seen, &self.constants);
        if is_last && let Some(failing) = failing {
            let bounds = |it: &Predicate| {
                [false, true]
                    .iter()
                    .any(|is_within| own.iter().any(|row| it.bounds(&seen, failing.text, &row.1, *is_within)))
            };
            predicates.sort_by_key(|it| !bounds(it));
        }
        let rows = || own.iter().chain(kept.iter().copied());
        let is_character =
            |at: usize| rows().all(|row| row.1.get(at).copied().flatten().is_none_or(is_character));
        predicates.retain(|it| it.asks_for_character(&self.constants).is_none_or(is_character));
        let mut found = Vec::new();
        for mode in modes {
            // Where one statement helps, others say no more.
            if matches!(mode, Mode::Where(_)) && !found.is_empty() {
                break;
            }
            // Of those that decide alike where the failing ones come by, one is tried.
            let mut tried: FxHashSet<Vec<Option<bool>>> = FxHashSet::default();
            for predicate in &predicates {
                if !kept.iter().all(|row| mode.changes(row, *predicate) == Some(false)) {
                    continue;
                }
                let changes = own.iter().chain(others).map(|row| mode.changes(row, *predicate));
                let changes: Vec<Option<bool>> = changes.collect();
                let of_first = &changes[..own.len()];
                let helps = !of_first.contains(&None) && of_first.contains(&Some(true));
                // What is corrected is what is asked about; other conditions fit too easily.
                if let Mode::Where(Inserted { kind: InsertedKind::Assignment(name), .. }) = mode
                    && !predicate.is_about(&site.seen, name)
                {
                    continue;
                }
                // Right in front of what fails, what bounds it is asked about; other conditions fit too easily.
                let guards = || failing.is_none_or(|it| mode.guards(*predicate, &seen, it, own));
                if site.is_in_front() && !guards() {
                    continue;
                }
                // Where nothing is known that worked there, any other condition would do.
                let tells = match failing {
                    Some(failing) => {
                        let is_judged = failing.is_null || self.learning.executions.say_what_is_right();
                        !kept.is_empty() || is_last && is_judged && guards()
                    }
                    None => !kept.is_empty() || predicate.is_about_null(),
                };
                if !tells || !helps || !tried.insert(changes) {
                    continue;
                }
                if tried.len() > MAX_TRIED_PREDICATES || self.n_left == 0 {
                    break;
                }
                if self.passes(site, mode, Some(*predicate)) {
                    let guards =
                        match failing.filter(|it| is_last && mode.guards(*predicate, &seen, *it, own)) {
                            None => Guards::Nothing,
                            Some(FailingOperation { is_null: true, .. }) => Guards::NotNull,
                            Some(_) => Guards::Bound,
                        };
                    found.push(self.told(&site.seen, mode, *predicate, guards));
                    if found.len() >= MAX_LEARNED_OF_A_SITE {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// What can be executed between statements: what leads away from there, and what helps where it is always executed.
    fn inserted(&self, place: usize) -> Vec<Inserted> {
        let edits = self.learning.places[place - 1].edits.iter().zip(1..);
        let jumps = edits.flat_map(|(it, edit): (&StatementEdit, usize)| {
            let kind = InsertedKind::Jump;
            let jump = |value: i128, text: String| Inserted {
                place,
                edit,
                value,
                source: 0,
                text,
                kind: kind.clone(),
            };
            match it {
                StatementEdit::Break | StatementEdit::EndCase => vec![jump(0, "break;".to_owned())],
                StatementEdit::Continue => vec![jump(0, "continue;".to_owned())],
                StatementEdit::Leave(text) => vec![jump(0, text.clone())],
                StatementEdit::Return => vec![jump(0, "return;".to_owned())],
                StatementEdit::ReturnValue => [0, 1, -1].map(|it| jump(it, format!("return {it};"))).into(),
                _ => Vec::new(),
            }
        });
        let sometimes = self.learning.sometimes.iter().filter(|it| it.place == place).cloned();
        jumps.chain(sometimes).collect()
    }

    /// Whether all executions work with a predicate, or with one that always holds.
    fn passes(&mut self, site: &Site, mode: Mode<'_>, predicate: Option<Predicate>) -> bool {
        let decided = site.decided();
        let cases = [self.failing.clone(), self.passing.clone()].concat();
        cases.into_iter().all(|case| {
            if self.n_left == 0 || self.learning.limits.exceeded().is_some() {
                return false;
            }
            let decisions = Decisions { branches: &decided, decider: &mut ByPredicate { mode, predicate } };
            self.execute(case, decisions, self.max_steps).0 == Some(true)
        })
    }

    fn execute(&mut self, case: usize, decisions: Decisions<'_>, max_steps: u64) -> (Option<bool>, u64) {
        let max_steps = max_steps.min(self.n_left);
        let (worked, n_steps) = self.learning.executions.execute(case, decisions, max_steps);
        self.n_left = self.n_left.saturating_sub(n_steps);
        (worked, n_steps)
    }

    fn told(&self, seen: &[Seen], mode: Mode<'_>, predicate: Predicate, guards: Guards) -> LearnedCondition {
        let text = predicate.text(seen, &self.constants);
        match mode {
            Mode::And(span, function) => {
                LearnedCondition::Operand(span, function.to_owned(), Learned::And(text))
            }
            Mode::Or(span, function) => {
                LearnedCondition::Operand(span, function.to_owned(), Learned::Or(text))
            }
            Mode::Instead(span, function) => {
                LearnedCondition::Operand(span, function.to_owned(), Learned::Instead(text))
            }
            Mode::AndInFront(span, function) => {
                LearnedCondition::Operand(span, function.to_owned(), Learned::AndInFront(text))
            }
            Mode::OrInFront(span, function) => {
                LearnedCondition::Operand(span, function.to_owned(), Learned::OrInFront(text))
            }
            Mode::Only(number) => LearnedCondition::Guard(number, text, guards),
            Mode::Where(inserted) => {
                let text = format!("if ({text}) {}", inserted.text);
                match inserted.kind {
                    InsertedKind::Jump => LearnedCondition::Jump(inserted.place, text, guards),
                    InsertedKind::Assignment(_) | InsertedKind::Other => {
                        LearnedCondition::Statement(inserted.place, text)
                    }
                }
            }
        }
    }
}

/// Keeps what an execution comes by.
struct Recorder {
    /// The site of each branch.
    branches: FxHashMap<(ProcId, BlockId), usize>,
    /// The site in front of the condition that a branch decides.
    decides: FxHashMap<(ProcId, BlockId), usize>,
    /// The sites that were decided last, with what was come by.
    last: [Option<(usize, Row)>; 2],
    /// For each site in front of a condition what was seen there, where the condition is not evaluated yet.
    begun: Vec<Option<Vec<Vec<Option<i64>>>>>,
    rows: Vec<FxHashSet<Row>>,
}

impl Recorder {
    fn keep(&mut self, site: usize, row: Row) {
        let rows = &mut self.rows[site];
        if rows.len() < MAX_ROWS {
            rows.insert(row);
        }
    }

    /// All that was come by, of each site.
    fn all(mut self) -> Vec<FxHashSet<Row>> {
        for (site, begun) in std::mem::take(&mut self.begun).into_iter().enumerate() {
            for seen in begun.into_iter().flatten() {
                self.keep(site, (None, seen));
            }
        }
        self.rows
    }
}

impl Decider for Recorder {
    fn decide(&mut self, branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
        if let Some(site) = self.decides.get(&branch).copied()
            && let Some(seen) = self.begun[site].as_mut().and_then(Vec::pop)
        {
            self.keep(site, (Some(holds), seen));
        }
        if let Some(site) = self.branches.get(&branch).copied() {
            match &mut self.begun[site] {
                Some(begun) => begun.push(seen.to_vec()),
                None => {
                    let row: Row = (Some(holds), seen.to_vec());
                    let [last, before] = std::mem::take(&mut self.last);
                    let before = last.filter(|(it, _)| *it != site).or(before);
                    self.last = [Some((site, row.clone())), before];
                    self.keep(site, row);
                }
            }
        }
        holds
    }

    fn chosen(&self, variable: Symbol, sort: Sort) -> Option<Value> {
        chosen(variable, sort, None)
    }
}

/// Decides by a predicate, or by one that always holds.
struct ByPredicate<'a> {
    mode: Mode<'a>,
    predicate: Option<Predicate>,
}

impl Decider for ByPredicate<'_> {
    fn decide(&mut self, _branch: (ProcId, BlockId), holds: bool, seen: &[Option<i64>]) -> bool {
        let predicate = self.predicate.map_or(Some(true), |it| it.holds(seen));
        let Some(predicate) = predicate else { return holds };
        match self.mode {
            Mode::AndInFront(..) => !predicate,
            Mode::OrInFront(..) => predicate,
            mode => mode.way(holds, predicate),
        }
    }

    fn chosen(&self, variable: Symbol, sort: Sort) -> Option<Value> {
        chosen(variable, sort, Some(self.mode))
    }
}

/// The value of an input that chooses a change; no place is chosen, for the environment decides where.
fn chosen(variable: Symbol, sort: Sort, mode: Option<Mode<'_>>) -> Option<Value> {
    let value = match (variable.name(), mode) {
        (EDIT, Some(Mode::Where(inserted))) => inserted.edit as i128,
        (EDIT, Some(Mode::AndInFront(..))) => 1,
        (EDIT, Some(Mode::OrInFront(..))) => 2,
        (VALUE, Some(Mode::Where(inserted))) => inserted.value,
        (SOURCE, Some(Mode::Where(inserted))) => inserted.source as i128,
        (EDIT | VALUE | SOURCE, _) => 0,
        (name, _) if name.starts_with(faultscope_frontend::sites::ALTERNATIVE) => 0,
        _ => return None,
    };
    Some(Value::signed_bits(sort.bit_width()?, value))
}
