//! What can stand where a pattern fits.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::iter;

use faultscope_frontend::sites::{
    BinaryOperator, SiteId, SiteKind, SiteType, Tree, TypeClass, UnaryOperator, Unit, VisibleName,
};

use faultscope_localize::finding::Learned;

use super::matching::{Match, Matcher, connects};
use crate::limits::{MAX_CONSTANTS, MAX_NEAREST_NAMES, MAX_SIMILAR_NAMES, MAX_VARIABLES};
use crate::rules::{Expression, Noun, Other};

/// What the program offers.
pub(super) struct Vocabulary {
    integers: Vec<i128>,
    /// Names of integers, in the order of their definition.
    named: Vec<(String, i128)>,
    /// Character constants.
    characters: Vec<String>,
    /// Functions of which the user says that they are right as they are; nothing calls them by mistake.
    trusted: BTreeSet<String>,
}

impl Vocabulary {
    pub(super) fn new(unit: &dyn Unit, trusted: BTreeSet<String>) -> Vocabulary {
        Vocabulary {
            integers: unit.integers(),
            named: unit.named_constants(),
            characters: unit.characters().to_vec(),
            trusted,
        }
    }

    /// The name of a value where the program has exactly one.
    fn named(&self, value: &str) -> Tree {
        let number = value.parse::<i128>().ok();
        let mut names = self.named.iter().filter(|(_, it)| Some(*it) == number);
        match (names.next(), names.next()) {
            (Some((name, _)), None) if number.is_some_and(|it| it.unsigned_abs() > 1) => {
                Tree::Name(name.clone())
            }
            _ => Tree::Text(value.to_owned()),
        }
    }
}

/// Makes alternatives.
#[derive(Clone, Copy)]
pub(super) struct Alternatives<'a> {
    pub(super) unit: &'a dyn Unit,
    pub(super) vocabulary: &'a Vocabulary,
    /// Values that are known to help.
    pub(super) helpful: &'a [String],
    /// Expressions at the boundary of the fix condition.
    pub(super) boundaries: &'a [String],
    /// Operands that the condition may lack.
    pub(super) learned: &'a [Learned],
    /// The function that is changed. A call of it is no alternative to one of another.
    pub(super) function: &'a str,
    /// The variable whose first value is changed: it has none yet.
    pub(super) declared: Option<&'a str>,
    /// The variables of the expression that is changed.
    pub(super) used: &'a BTreeSet<String>,
    /// Most other variables for one.
    pub(super) max_names: usize,
}

impl Alternatives<'_> {
    fn matcher(&self) -> Matcher<'_> {
        Matcher { unit: self.unit }
    }

    /// The trees that an alternative can be at a site where its pattern fits.
    pub(super) fn trees(&self, site: SiteId, alternative: &Expression, found: &Match) -> Vec<Tree> {
        let trees = self.made(site, alternative, found);
        let with_row = |tree: Tree| match &found.before {
            Some((operator, before)) => self.matcher().operation(*operator, before.clone(), tree),
            None => tree,
        };
        trees.into_iter().filter(|tree| self.is_of_its_type(site, tree, found)).map(with_row).collect()
    }

    fn made(&self, site: SiteId, alternative: &Expression, found: &Match) -> Vec<Tree> {
        let made = |it: &Expression| self.made(site, it, found);
        match alternative {
            Expression::Any(letter) => found.letter(*letter).cloned().into_iter().collect(),
            Expression::Noun(noun) => found.noun(*noun).map(Tree::Site).into_iter().collect(),
            Expression::Other(other) => self.others(site, *other, found),
            Expression::Integer(value) => vec![Tree::Integer(*value, String::new())],
            Expression::Truth(truth) => vec![Tree::Truth(*truth)],
            Expression::Unary(operator, operand) => {
                let fits = |it: &Tree| self.converts(*operator, it);
                let operands = made(operand).into_iter().filter(fits);
                operands.map(|operand| Tree::Unary(*operator, Box::new(operand))).collect()
            }
            Expression::Binary(operator, left, right) => {
                if let Some(number) = self.computed(*operator, left, right, found) {
                    return number.into_iter().collect();
                }
                let (lefts, rights) = (made(left), made(right));
                let pairs = lefts.iter().flat_map(|left| rights.iter().map(move |right| (left, right)));
                pairs.filter_map(|(left, right)| self.operation(*operator, left, right)).collect()
            }
            Expression::Step { increments, is_prefix, place } => match found.letter(*place) {
                Some(Tree::Site(operand)) => {
                    let (increments, is_prefix, operand) = (*increments, *is_prefix, *operand);
                    vec![Tree::Step { increments, is_prefix, operand }]
                }
                _ => Vec::new(),
            },
            Expression::Assignment(operator, place, value) => match found.letter(*place) {
                Some(Tree::Site(place)) => {
                    let values = made(value).into_iter();
                    values.map(|value| Tree::Assignment(*operator, *place, Box::new(value))).collect()
                }
                _ => Vec::new(),
            },
            Expression::Initialized(value) => {
                made(value).into_iter().map(|value| Tree::Initialized(site, Box::new(value))).collect()
            }
        }
    }

    /// Whether an operator, if it is a conversion, makes another number of this.
    fn converts(&self, operator: UnaryOperator, operand: &Tree) -> bool {
        let class = self.type_of(operand).map(|it| it.class);
        let Some(TypeClass::Integer { bits: Some(bits), is_signed }) = class else {
            return !operator.is_conversion();
        };
        let is_other = match operator {
            UnaryOperator::ToReal => true,
            UnaryOperator::ToWide => bits < 64,
            // As many bits as an operand has before it becomes an `int`.
            UnaryOperator::ToByte => bits == 8 && !is_signed,
            UnaryOperator::ToShort => bits == 16 && !is_signed,
            // What becomes an `int` otherwise.
            UnaryOperator::ToUnsigned => bits < 32 || bits == 32 && is_signed,
            _ => return true,
        };
        is_other && self.unit.has_conversions()
    }

    /// A number with another one added or subtracted is a number. It is written without a sign.
    fn computed(
        &self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        found: &Match,
    ) -> Option<Option<Tree>> {
        let (Expression::Noun(Noun::Number), Expression::Integer(by)) = (left, right) else { return None };
        let site = found.noun(Noun::Number)?;
        let SiteKind::Integer { value, suffix } = &self.matcher().site(site).kind else { return None };
        let value = match operator {
            BinaryOperator::Add => value.checked_add(*by),
            BinaryOperator::Subtract => value.checked_sub(*by),
            _ => return None,
        };
        Some(value.filter(|it| *it >= 0).map(|value| Tree::Integer(value, suffix.clone())))
    }

    /// An operation that the language has.
    fn operation(&self, operator: BinaryOperator, left: &Tree, right: &Tree) -> Option<Tree> {
        if let (BinaryOperator::Subtract, Tree::Integer(value, suffix), Tree::Integer(by, _)) =
            (operator, left, right)
        {
            let difference = value.checked_sub(*by).filter(|it| *it >= 0)?;
            return Some(Tree::Integer(difference, suffix.clone()));
        }
        let (of_left, of_right) = (self.type_of(left), self.type_of(right));
        if let Some(some) = of_left.as_ref().or(of_right.as_ref()) {
            let (left, right) = (of_left.as_ref().unwrap_or(some), of_right.as_ref().unwrap_or(some));
            self.unit.sign(operator, left, right)?;
            let is_address = |ty: &SiteType| ty.class == TypeClass::Pointer;
            let adds = matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract);
            let has_value = match (is_address(left), is_address(right)) {
                (true, true) => operator == BinaryOperator::Subtract || !operator.is_arithmetic(),
                (true, false) | (false, true) => adds || !operator.is_arithmetic(),
                (false, false) => true,
            };
            if !has_value {
                return None;
            }
        }
        Some(self.matcher().operation(operator, left.clone(), right.clone()))
    }

    /// The type of a tree, where something in it has one.
    fn type_of(&self, tree: &Tree) -> Option<SiteType> {
        match tree {
            Tree::Site(id) => Some(self.matcher().site(*id).ty.clone()),
            Tree::Unary(UnaryOperator::Negate | UnaryOperator::Plus | UnaryOperator::Complement, operand) => {
                self.type_of(operand)
            }
            Tree::Binary(operator, left, right) if operator.is_arithmetic() => {
                self.type_of(left).or_else(|| self.type_of(right))
            }
            _ => None,
        }
    }

    /// Whether a constant is one of the type of its place. Other trees are what they are made of.
    fn is_of_its_type(&self, site: SiteId, tree: &Tree, found: &Match) -> bool {
        let it = self.matcher().site(site);
        let is_whole = found.noun(Noun::Value).is_some();
        // A constant has its neighbours already.
        let is_constant = matches!(it.kind, SiteKind::Integer { .. } | SiteKind::Truth(_));
        match (tree, it.ty.class) {
            (Tree::Integer(..) | Tree::Truth(_), _) if is_whole && is_constant => false,
            (Tree::Integer(..), TypeClass::Integer { .. } | TypeClass::Real) => true,
            (Tree::Integer(value, _), TypeClass::Pointer) => *value == 0,
            (Tree::Integer(..), _) => false,
            (Tree::Truth(_), class) => !is_whole || class == TypeClass::Boolean,
            (Tree::Unary(UnaryOperator::Negate, _), class) => {
                matches!(class, TypeClass::Integer { .. } | TypeClass::Real)
            }
            (Tree::Unary(UnaryOperator::Not, operand), _) => match self.type_of(operand) {
                Some(ty) => matches!(
                    ty.class,
                    TypeClass::Boolean | TypeClass::Integer { .. } | TypeClass::Real | TypeClass::Pointer
                ),
                None => true,
            },
            _ => true,
        }
    }

    fn others(&self, site: SiteId, other: Other, found: &Match) -> Vec<Tree> {
        match other {
            Other::Constant => {
                let number = found.noun(Noun::Number).or_else(|| found.noun(Noun::Constant));
                self.constants(number.unwrap_or(site))
            }
            Other::Character => self.characters(found.noun(Noun::Character).unwrap_or(site)),
            Other::Variable => self.variables(site, found),
            Other::Function => self.functions(site),
            Other::Index => self.indices(site),
            Other::Helpful => self.helpful.iter().map(|value| self.vocabulary.named(value)).collect(),
            Other::Boundary => self.boundaries.iter().map(|text| Tree::Text(text.clone())).collect(),
            Other::Conjunct
            | Other::Disjunct
            | Other::FirstConjunct
            | Other::FirstDisjunct
            | Other::Condition => {
                let text = |it: &Learned| match (it, other) {
                    (Learned::And(text), Other::Conjunct)
                    | (Learned::Or(text), Other::Disjunct)
                    | (Learned::AndInFront(text), Other::FirstConjunct)
                    | (Learned::OrInFront(text), Other::FirstDisjunct)
                    | (Learned::Instead(text), Other::Condition) => Some(Tree::Text(text.clone())),
                    _ => None,
                };
                self.learned.iter().filter_map(text).collect()
            }
        }
    }

    /// Constants of the program: the nearest integers, and names of integers.
    fn constants(&self, site: SiteId) -> Vec<Tree> {
        let (value, suffix, is_named) = match &self.matcher().site(site).kind {
            SiteKind::Integer { value, suffix } => (*value, suffix.as_str(), false),
            SiteKind::NamedConstant { value, .. } => (*value, "", true),
            _ => return Vec::new(),
        };
        let distance = |it: i128| it.abs_diff(value);
        let integers = self.vocabulary.integers.iter().map(|it| (None, *it));
        let named = self.vocabulary.named.iter().map(|(name, it)| (Some(name), *it));
        let mut constants: Vec<(Option<&String>, i128)> =
            integers.chain(named).filter(|(_, it)| *it != value).collect();
        constants.sort_by_key(|(name, it)| (is_named != name.is_some(), distance(*it)));
        constants.truncate(MAX_CONSTANTS);
        if !is_named {
            let mut names: Vec<_> = self.vocabulary.named.iter().filter(|(_, it)| *it != value).collect();
            names.sort_by_key(|(_, it)| distance(*it));
            constants.extend(names.into_iter().take(MAX_NEAREST_NAMES).map(|(name, it)| (Some(name), *it)));
        }
        let tree = |(name, value): (Option<&String>, i128)| match name {
            Some(name) => Tree::Name(name.clone()),
            None => Tree::Integer(value, suffix.to_owned()),
        };
        constants.into_iter().map(tree).collect()
    }

    /// The same letter in the other case, and then the characters of the program.
    fn characters(&self, site: SiteId) -> Vec<Tree> {
        let own = self.unit.text(site);
        let other_case = match own.as_bytes() {
            [b'\'', letter, b'\''] if letter.is_ascii_alphabetic() => {
                Some(format!("'{}'", char::from(letter ^ 0x20)))
            }
            _ => None,
        };
        let written =
            self.vocabulary.characters.iter().filter(|it| *it != own && Some(*it) != other_case.as_ref());
        let all = other_case.iter().chain(written).take(MAX_CONSTANTS);
        all.map(|it| Tree::Text(it.clone())).collect()
    }

    /// Variables of the type of the site; the most similar names first, where it has one, and those that the expression has too before
    /// others.
    fn variables(&self, site: SiteId, found: &Match) -> Vec<Tree> {
        let names = self.unit.names_at(site);
        let it = self.matcher().site(site);
        let (name, ty, max) = match &it.kind {
            SiteKind::Variable(name) => {
                let Some(own) = names.iter().find(|own| own.name == *name && !own.is_function) else {
                    return Vec::new();
                };
                (name.as_str(), own.ty.clone(), self.max_names)
            }
            _ => ("", it.ty.clone(), MAX_VARIABLES),
        };
        let is_number = found.noun(Noun::Number).is_some();
        let fits = |other: &VisibleName| {
            let is_of_type = if is_number { other.ty.class == ty.class } else { other.ty == ty };
            let has_value = Some(other.name.as_str()) != self.declared;
            !other.is_function && has_value && other.name != name && is_of_type
        };
        similar((name, self.used), names, fits).into_iter().take(max).map(Tree::Name).collect()
    }

    /// Indices with which the array that a site is an index of is read in other operands of the connectives around it: of
    /// `p[i] >= x && p[0] <= y` either one.
    fn indices(&self, site: SiteId) -> Vec<Tree> {
        let matcher = self.matcher();
        let parents = iter::successors(Some(site), |it| matcher.site(*it).parent);
        let is_connective =
            |id: SiteId| matches!(matcher.site(id).kind, SiteKind::Binary(it) if connects(it));
        // Of the operand that the site is in no other index: `p[i] < p[i]` compares nothing.
        let others = parents.clone().zip(parents.skip(1)).filter(|(_, parent)| is_connective(*parent));
        let others = others.flat_map(|(own, parent)| {
            matcher.site(parent).operands.iter().copied().filter(move |it| *it != own)
        });
        let Some(array) = matcher.site(site).parent.and_then(|it| matcher.site(it).operands.first()) else {
            return Vec::new();
        };
        let text = |id: SiteId| self.unit.text(id);
        let mut seen = BTreeSet::from([text(site)]);
        let same_array = others.flat_map(|it| matcher.below(it)).filter_map(|it| {
            match (&matcher.site(it).kind, &matcher.site(it).operands[..]) {
                (SiteKind::Index, [other, index]) if text(*other) == text(*array) => Some(*index),
                _ => None,
            }
        });
        same_array.filter(|it| seen.insert(text(*it))).map(Tree::Site).collect()
    }

    /// Calls of functions of the same signature; the most similar names first.
    fn functions(&self, site: SiteId) -> Vec<Tree> {
        let it = self.matcher().site(site);
        let SiteKind::Call(Some(name)) = &it.kind else { return Vec::new() };
        let names = self.unit.names_at(site);
        let Some(own) = names.iter().find(|own| own.name == *name && own.is_function) else {
            return Vec::new();
        };
        let ty = own.ty.clone();
        let is_trusted = |name: &str| self.vocabulary.trusted.contains(name);
        let fits = |other: &VisibleName| {
            let is_other = other.name != *name && other.name != self.function;
            other.is_function && is_other && other.ty == ty && !is_trusted(&other.name)
        };
        let arguments: Vec<Tree> = it.operands.iter().map(|it| Tree::Site(*it)).collect();
        let names = similar((name, &BTreeSet::new()), names, fits).into_iter().take(MAX_SIMILAR_NAMES);
        names.map(|name| Tree::Call(name, arguments.clone())).collect()
    }
}

/// Names that fit: the most similar to a name first, then those of the expression, then those of the function before those of the file.
fn similar(
    (name, used): (&str, &BTreeSet<String>),
    names: Vec<VisibleName>,
    fits: impl Fn(&VisibleName) -> bool,
) -> Vec<String> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    // What an inner declaration hides cannot be meant.
    let mut fitting: Vec<VisibleName> =
        names.into_iter().filter(|it| seen.insert(it.name.clone()) && fits(it)).collect();
    // The earliest declared ones first.
    fitting.reverse();
    fitting.sort_by_key(|it| (Reverse(similarity(name, &it.name)), !used.contains(&it.name), !it.is_local));
    fitting.into_iter().map(|it| it.name).collect()
}

/// How many characters two names have in common at their ends.
fn similarity(a: &str, b: &str) -> usize {
    let prefix = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let suffix = a.chars().rev().zip(b.chars().rev()).take_while(|(a, b)| a == b).count();
    (prefix + suffix).min(a.len())
}

#[cfg(test)]
mod tests {
    use super::similarity;

    #[test]
    fn similar_names_share_their_ends() {
        assert!(similarity("Up_Separation", "Down_Separation") > similarity("Up_Separation", "Other_RAC"));
    }
}
