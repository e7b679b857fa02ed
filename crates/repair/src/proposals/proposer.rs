//! All changes of one place.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::print::{self, PlaceText};
use faultscope_frontend::sites::{
    BinaryOperator, Role, SiteId, SiteKind, Tree, TypeClass, UnaryOperator, Unit,
};
use faultscope_ir::{FileId, Origin, OriginKind, Program, ProgramPart, Span};
use faultscope_localize::checks::Checks;
use faultscope_localize::values::boundary_terms;
use faultscope_verify::testing::WRITTEN;
use rustc_hash::FxHashMap;

use super::alternatives::{Alternatives, Vocabulary};
use super::change::Change;
use super::edit::Edit;
use super::exchange::exchanged;
use super::matching::{Match, Matcher, connects};
use super::output;
use super::subject::Subject;
use crate::limits::{MAX_BOUNDARIES, MAX_SIMILAR_NAMES, MAX_VARIABLES};
use crate::rules::{Expression, Likelihood, Noun, Rule, Rules};

/// The weight of a change with which an assignment has no effect, at most: a last resort.
pub(crate) const NO_EFFECT_WEIGHT: u32 = 9;

/// Where a program begins that nobody calls.
pub(crate) const MAIN: &str = "main";

/// Makes changes.
pub struct Proposer<'a> {
    program: &'a Program,
    unit: &'a dyn Unit,
    rules: &'a Rules,
    checks: Checks,
    vocabulary: Vocabulary,
    /// Whether the place of an assignment is changed, too, and all names of a type are tried.
    is_wide: bool,
}

impl std::fmt::Debug for Proposer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proposer").field("n_sites", &self.unit.sites().len()).finish_non_exhaustive()
    }
}

impl<'a> Proposer<'a> {
    /// For a program and its sites.
    pub fn new(program: &'a Program, unit: &'a dyn Unit, rules: &'a Rules) -> Proposer<'a> {
        let trusted = program.procedures.iter().filter(|it| it.trusted).map(|it| it.name.clone()).collect();
        let vocabulary = Vocabulary::new(unit, trusted);
        let checks = Checks::new(program);
        Proposer { program, unit, rules, checks, vocabulary, is_wide: false }
    }

    /// The same that also changes where an assignment puts its value, and tries names that are little alike.
    #[must_use]
    pub fn wide(self) -> Self {
        Proposer { is_wide: true, ..self }
    }

    /// Changes at a place, the likeliest first, each once. None where the place is trusted, is no code that can be
    /// at fault, or its text is not understood.
    pub fn changes(&self, subject: &Subject) -> Vec<Change> {
        let mut changes = self.all_changes(subject);
        changes.sort_by_key(|it| Standing::new(it.weight, self.is_in_macro(it)));
        // Two rules can come to the same text by different ways.
        let mut results = self.results();
        let mut seen = BTreeSet::new();
        changes.retain(|change| seen.insert(results.of(&change.edit)));
        changes
    }

    /// Changes at a place as the rules give them, which may come to the same text in several ways.
    pub(crate) fn all_changes(&self, subject: &Subject) -> Vec<Change> {
        let origin = self.program.sources.origin(subject.origin);
        if !origin.is_suspect() || self.checks.is_guard(origin) {
            return Vec::new();
        }
        let wrong = subject.wrong.as_ref();
        let mut changes: Vec<Change> = wrong
            .map(|(call, wrong)| output::changes(self.program, self.unit, *call, wrong))
            .unwrap_or_default();
        // What a statement writes is known by its place alone: no translation has an origin for it.
        if wrong.is_some() && origin.place.as_deref() == Some(WRITTEN) {
            return changes;
        }
        let Some(region) = self.unit.region(subject.origin) else { return changes };
        if self.is_checked(origin, region.root) {
            return Vec::new();
        }
        let boundaries = self.boundaries(subject);
        let matcher = Matcher { unit: self.unit };
        let mut walk = Walk {
            matcher,
            rules: self.rules,
            alternatives: Alternatives {
                unit: self.unit,
                vocabulary: &self.vocabulary,
                helpful: &subject.values,
                boundaries: &boundaries,
                learned: &subject.learned,
                function: &origin.function,
                declared: self.declared(origin, region.root),
                used: &matcher.variables(region.root),
                max_names: if self.is_wide { MAX_VARIABLES } else { MAX_SIMILAR_NAMES },
            },
            root: region.root,
            asks_for_sign: !boundaries.is_empty() && boundaries.iter().all(|it| is_next_to_zero(it)),
            changes: Vec::new(),
        };
        walk.region(region.role);
        if self.is_wide {
            walk.places();
        }
        // No array has no elements.
        let is_empty = |change: &Change| {
            region.role == Role::Size
                && matches!(change.tree, Tree::Integer(0, _))
                && change.site == region.root
        };
        changes.extend(walk.changes.into_iter().filter(|it| !is_empty(it)));
        changes.retain(|change| !self.is_trusted_text(change.edit.span, &origin.function));
        changes
    }

    /// Whether a change is in the body of a macro.
    pub(crate) fn is_in_macro(&self, change: &Change) -> bool {
        !self.unit.sites()[change.site.0 as usize].expansions.is_empty()
    }

    /// What becomes of the lines that changes are in.
    pub(crate) fn results(&self) -> Results<'a> {
        Results { program: self.program, lines: FxHashMap::default() }
    }

    /// Whether what stands at a place is trusted. What is changed for a statement may stand elsewhere: in the argument of a macro,
    /// or its definition.
    fn is_trusted_text(&self, span: Span, function: &str) -> bool {
        let part = self.program.sources.part_at(span, function);
        matches!(part, ProgramPart::Driver | ProgramPart::Specification)
    }

    /// Whether a change is of what a program works on where nobody gives it a test: of a constant that `main` hands to another of the
    /// user's functions.
    pub(crate) fn is_of_data(&self, subject: &Subject, change: &Change) -> bool {
        if self.program.sources.origin(subject.origin).function != MAIN {
            return false;
        }
        let matcher = Matcher { unit: self.unit };
        let is_constant = |id: SiteId| {
            let site = matcher.site(id);
            let is_value = matches!(
                site.kind,
                SiteKind::Integer { .. } | SiteKind::NamedConstant { .. } | SiteKind::Character
            );
            is_value || site.kind == SiteKind::Other && site.operands.is_empty()
        };
        let is_users = |name: &str| self.program.procedures.iter().any(|it| it.name == name && !it.trusted);
        let mut at = change.site;
        while let Some(parent) = matcher.site(at).parent {
            if let SiteKind::Call(Some(name)) = &matcher.site(parent).kind {
                return is_users(name) && (is_constant(at) || change.edit.is_constant());
            }
            at = parent;
        }
        false
    }

    /// The variable that a declaration gives its first value, where that is the expression.
    fn declared<'o>(&self, origin: &'o Origin, root: SiteId) -> Option<&'o str> {
        let is_first =
            origin.kind == OriginKind::Assignment && assigned(&Matcher { unit: self.unit }, root).is_none();
        origin.place.as_deref().filter(|_| is_first)
    }

    /// Whether an expression is given to a function that does nothing but check.
    fn is_checked(&self, origin: &Origin, root: SiteId) -> bool {
        if !matches!(origin.kind, OriginKind::Argument | OriginKind::Condition) {
            return false;
        }
        let matcher = Matcher { unit: self.unit };
        let mut at = Some(root);
        while let Some(id) = at {
            if let SiteKind::Call(Some(name)) = &matcher.site(id).kind
                && id != root
                && self.checks.is_check(name)
            {
                return true;
            }
            at = matcher.site(id).parent;
        }
        false
    }

    /// The expressions at which the truth of the fix condition changes.
    fn boundaries(&self, subject: &Subject) -> Vec<String> {
        let Some(condition) = &subject.condition else { return Vec::new() };
        let origin = self.program.sources.origin(subject.origin);
        let place = PlaceText {
            symbol: condition.place,
            text: origin.place.as_deref().unwrap_or("_"),
            display: subject.display,
        };
        let printed = |term| print::expression(self.program, &origin.function, term, place);
        let mut texts: Vec<String> = Vec::new();
        for text in boundary_terms(condition.place, &[condition.formula]).into_iter().filter_map(printed) {
            if texts.len() < MAX_BOUNDARIES && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }
}

/// Whether a boundary is between the signs.
fn is_next_to_zero(boundary: &str) -> bool {
    matches!(boundary, "0" | "1" | "-1")
}

/// Where a change stands among those of its place; what comes first is smaller. What changes a macro comes after what is as likely and
/// changes where it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Standing(Likelihood, bool, Reverse<u32>);

impl Standing {
    /// The standing of a change of this weight.
    pub(crate) fn new(weight: u32, is_in_macro: bool) -> Standing {
        Standing(Likelihood::of(weight), is_in_macro, Reverse(weight))
    }
}

/// The changed lines that changes make.
pub(crate) struct Results<'a> {
    program: &'a Program,
    /// Lines that were looked for.
    lines: FxHashMap<(FileId, u32), Option<&'a str>>,
}

impl Results<'_> {
    /// The file, the line, and what that becomes.
    pub(crate) fn of(&mut self, edit: &Edit) -> (u32, u32, String) {
        let Span { file, line, .. } = edit.span;
        let line =
            *self.lines.entry((file, line)).or_insert_with(|| self.program.sources.file(file).line(line));
        let line = line.filter(|_| edit.span.end_line == edit.span.line);
        let new = line.and_then(|line| edit.apply(line));
        let new = new.unwrap_or_else(|| format!("{} {} {}", edit.span.column, edit.old, edit.new));
        (edit.span.file.0, edit.span.line, new)
    }
}

/// Goes over the sites of a place and applies the rules.
struct Walk<'a> {
    matcher: Matcher<'a>,
    rules: &'a Rules,
    alternatives: Alternatives<'a>,
    root: SiteId,
    /// Whether the fix condition is about the sign of the value.
    asks_for_sign: bool,
    changes: Vec<Change>,
}

/// A rule, with its number in the table.
type Numbered<'a> = (usize, &'a Rule);

impl Walk<'_> {
    fn region(&mut self, role: Role) {
        let root = self.matcher.site(self.root);
        if role == Role::Declaration {
            return self.word(Noun::Declared, self.root);
        }
        if role == Role::Size {
            self.site(self.root);
            if self.can_be_one_more(self.root) {
                self.word(Noun::Size, self.root);
            }
            return;
        }
        let (whole, value) = match (&root.kind, &root.operands[..]) {
            (SiteKind::Assignment(Some(_)), [_, value]) => (None, Some(*value)),
            (SiteKind::Assignment(None), [_, value]) => (Some(*value), Some(*value)),
            (SiteKind::Step { .. }, _) => (None, None),
            _ => (Some(self.root), Some(self.root)),
        };
        let sites = self.sites();
        sites.iter().for_each(|site| self.site(*site));
        if let Some(value) = value {
            self.truths(value, role, &sites);
        }
        match (whole, role) {
            (Some(whole), Role::Condition) => self.word(Noun::Condition, whole),
            (Some(whole), _) => {
                self.word(Noun::Value, whole);
                let is_variable = || matches!(self.matcher.site(whole).kind, SiteKind::Variable(_));
                if self.asks_for_sign && is_variable() {
                    self.word(Noun::Copied, whole);
                }
            }
            (None, _) => {}
        }
    }

    /// The sites of the expression in the order of their operators in the text, without places that are assigned.
    fn sites(&self) -> Vec<SiteId> {
        enum Visit {
            Open(SiteId),
            Done(SiteId),
        }
        let mut sites = Vec::new();
        let mut open = vec![Visit::Open(self.root)];
        while let Some(visit) = open.pop() {
            let id = match visit {
                Visit::Done(id) => {
                    sites.push(id);
                    continue;
                }
                Visit::Open(id) => id,
            };
            let site = self.matcher.site(id);
            let (before, after) = match (&site.kind, &site.operands[..]) {
                (SiteKind::Binary(_), [left, right]) => (&[*left][..], &[*right][..]),
                (SiteKind::Assignment(_), [_, value]) => (&[][..], &[*value][..]),
                (SiteKind::Step { .. }, _) => (&[][..], &[][..]),
                (_, operands) => (&[][..], operands),
            };
            open.extend(after.iter().rev().map(|it| Visit::Open(*it)));
            open.push(Visit::Done(id));
            open.extend(before.iter().rev().map(|it| Visit::Open(*it)));
        }
        sites
    }

    /// The rules for the expressions that say where an assignment puts its value: a variable; a pointer, an array and an index.
    fn places(&mut self) {
        let Some(place) = assigned(&self.matcher, self.root) else { return };
        if matches!(self.matcher.site(place).kind, SiteKind::Variable(_)) {
            self.site(place);
        }
        for part in &self.matcher.site(place).operands {
            self.root = *part;
            self.sites().iter().for_each(|site| self.site(*site));
        }
    }

    /// All rules whose patterns fit a site.
    fn site(&mut self, id: SiteId) {
        let rules = self.rules;
        for rule in (0..).zip(&rules.rules) {
            if let Some(operator) = exchanges(rule.1) {
                self.exchange(id, operator, rule);
                continue;
            }
            for found in self.matcher.at(&rule.1.pattern, id) {
                self.apply(rule, id, &found);
            }
        }
        let site = self.matcher.site(id);
        if let SiteKind::Call(Some(_)) = site.kind {
            for argument in &site.operands {
                let is_integer = matches!(self.matcher.site(*argument).ty.class, TypeClass::Integer { .. });
                if is_integer && self.can_be_one_more(*argument) {
                    self.word(Noun::Argument, *argument);
                }
            }
        }
        if let (SiteKind::Index, [_, index]) = (&site.kind, &site.operands[..]) {
            self.word(Noun::Index, *index);
        }
        if let SiteKind::Binary(operator) = site.kind
            && is_comparison(operator)
        {
            for operand in &site.operands {
                if self.can_be_one_more(*operand) {
                    self.word(Noun::Compared, *operand);
                }
            }
        }
    }

    /// The rules about a word.
    fn word(&mut self, noun: Noun, id: SiteId) {
        let rules = self.rules;
        for rule in (0..).zip(&rules.rules).filter(|(_, it)| it.pattern == Expression::Noun(noun)) {
            if noun == Noun::Value && adds_one(&rule.1.alternative) && !self.can_be_one_more(id) {
                continue;
            }
            self.apply(rule, id, &Match::of(noun, id));
        }
    }

    /// What only matters by its truth: the whole of a condition, and operands of connectives.
    fn truths(&mut self, value: SiteId, role: Role, sites: &[SiteId]) {
        let is_connective =
            |id: SiteId| matches!(self.matcher.site(id).kind, SiteKind::Binary(it) if connects(it));
        let mut truths = Vec::new();
        let is_truth = role == Role::Condition
            || self.matcher.site(value).ty.class == TypeClass::Boolean
            || self.has_truth(value);
        if is_truth {
            truths.push(value);
        }
        for id in sites.iter().copied().filter(|id| is_connective(*id)) {
            let site = self.matcher.site(id);
            // Of a row of the same connective the operands count.
            truths.extend(site.operands.iter().filter(|it| self.matcher.site(**it).kind != site.kind));
        }
        for id in truths {
            if self.matcher.site(id).kind != SiteKind::Unary(UnaryOperator::Not) {
                self.word(Noun::Truth, id);
            }
        }
    }

    /// Another operator instead of that of a site.
    fn exchange(&mut self, id: SiteId, (old, new): (BinaryOperator, BinaryOperator), rule: Numbered<'_>) {
        if self.matcher.site(id).kind != SiteKind::Binary(old) {
            return;
        }
        if let Some((site, tree, sign)) = exchanged(self.matcher.unit, id, new)
            && let Some(edit) = Edit::of_operator(self.matcher.unit, id, sign)
        {
            self.push(site, tree, edit, rule);
        }
    }

    fn apply(&mut self, rule: Numbered<'_>, site: SiteId, found: &Match) {
        for tree in self.alternatives.trees(site, &rule.1.alternative, found) {
            if let Some(edit) = Edit::of(self.matcher.unit, site, &tree) {
                self.push(site, tree, edit, rule);
            }
        }
    }

    fn push(&mut self, site: SiteId, tree: Tree, edit: Edit, (number, rule): Numbered<'_>) {
        let is_shared = self.matcher.site(site).n_occurrences > 1;
        let has_no_effect = has_no_effect(self.matcher.unit, self.root, (site, &tree), &edit);
        let weight = if has_no_effect { rule.weight.min(NO_EFFECT_WEIGHT) } else { rule.weight };
        let (root, rule) = (self.root, Some(number));
        self.changes.push(Change { root, site, tree, edit, weight, rule, is_shared });
    }

    /// Whether one can be added to an expression: it is no constant, which has its neighbours already, and no truth value.
    fn can_be_one_more(&self, id: SiteId) -> bool {
        let site = self.matcher.site(id);
        let is_integer = matches!(site.ty.class, TypeClass::Integer { .. });
        let is_constant = match site.kind {
            SiteKind::Integer { .. } => true,
            // Strings, numbers with a fraction.
            SiteKind::Other => site.operands.is_empty() && !is_integer,
            _ => false,
        };
        !is_constant && !self.has_truth(id)
    }

    /// Whether an expression has an operator that gives a truth value, or that binds weaker than a sum.
    fn has_truth(&self, id: SiteId) -> bool {
        let gives_truth = |id: SiteId| match self.matcher.site(id).kind {
            SiteKind::Binary(operator) => !matches!(
                operator,
                BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
            ),
            SiteKind::Unary(UnaryOperator::Not) | SiteKind::Truth(_) => true,
            _ => false,
        };
        self.matcher.below(id).into_iter().any(gives_truth)
    }
}

/// Whether a tree at a site of an expression makes an assignment of that put into its place what is there: that leaves it out.
pub(crate) fn has_no_effect(
    unit: &dyn Unit,
    root: SiteId,
    (site, tree): (SiteId, &Tree),
    edit: &Edit,
) -> bool {
    let matcher = Matcher { unit };
    let Some(place) = assigned(&matcher, root) else { return false };
    if edit.old == unit.text(root) && edit.new == unit.text(place) {
        return true;
    }
    let SiteKind::Variable(name) = &matcher.site(place).kind else { return false };
    let value = matcher.sum(root, Some((site, tree)));
    value.is_some_and(|(terms, constant)| constant == 0 && terms == BTreeMap::from([(name.clone(), 1)]))
}

/// The place that an expression is assigned to by an assignment that it is, or is the value of; none where it is the first value of a
/// variable, or no value that is assigned.
fn assigned(matcher: &Matcher<'_>, root: SiteId) -> Option<SiteId> {
    let site = matcher.site(root);
    match site.kind {
        SiteKind::Assignment(_) | SiteKind::Step { .. } => site.operands.first().copied(),
        _ => {
            let parent = matcher.site(site.parent?);
            let is_assignment = matches!(parent.kind, SiteKind::Assignment(_));
            parent.operands.first().copied().filter(|place| is_assignment && *place != root)
        }
    }
}

/// The operators of a rule that exchanges one for another and leaves the operands as they are.
fn exchanges(rule: &Rule) -> Option<(BinaryOperator, BinaryOperator)> {
    let (Expression::Binary(old, a, b), Expression::Binary(new, c, d)) = (&rule.pattern, &rule.alternative)
    else {
        return None;
    };
    let are_letters = matches!((&**a, &**b), (Expression::Any(_), Expression::Any(_)));
    (are_letters && a == c && b == d).then_some((*old, *new))
}

/// Whether an alternative is the thing itself with a number added or subtracted.
fn adds_one(alternative: &Expression) -> bool {
    matches!(
        alternative,
        Expression::Binary(BinaryOperator::Add | BinaryOperator::Subtract, thing, number)
            if matches!((&**thing, &**number), (Expression::Noun(_), Expression::Integer(_)))
    )
}

pub(crate) fn is_comparison(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::LessOrEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
    )
}
