//! Edit sites of C, and programs in which they are changed.
//!
//! A changed program is not made from text: where the parser's tree is read, another expression stands in for the one at
//! the site, at each of its occurrences. So a change costs no parsing, whatever headers there are, and what is not changed keeps
//! its place.
//!
//! One expression of the parser's can be several sites: `LIMIT` at the use of a macro and `10` in its definition, `(x)` and
//! `x`. An expression whose text is no text of the user's, since a macro begins or ends in the middle of it, is none.

mod build;
mod operators;
mod print;
mod table;
mod tree;
mod unit;

use faultscope_ir::{OriginId, OriginKind};

use super::CConfig;
use super::precedence;
use super::retyping;
use super::sema::Substitutes;
use super::stack::on_large_stack;
use super::unit::Parsed;
use crate::sites::{
    self, BinaryOperator, Choice, Executed, Region, Retyping, Role, Sign, Site, SiteId, SiteKind, SiteType,
    StatementPlace, Tree, VisibleName,
};
use crate::{Input, Translation};
use unit::Unit;

/// The program, to be translated again with changes; none where it is none.
pub(super) fn unit(input: &Input, config: &CConfig) -> Option<Unit> {
    let parsed = Parsed::new(input, config).ok()?;
    let (translation, places) = parsed.translate(Substitutes::default());
    let program = translation.program?;
    Some(Unit::new(parsed, &program, places))
}

impl sites::Unit for Unit {
    fn sites(&self) -> &[Site] {
        &self.all().sites
    }

    fn region(&self, origin: OriginId) -> Option<Region> {
        let (kind, loc) = *self.origins.get(origin.0 as usize)?;
        let sites = self.all();
        let (root, role) = match kind {
            OriginKind::Assignment => (self.assigned(loc)?, Role::Value),
            OriginKind::Return => {
                let value = sites.values.get(&loc)?;
                (*sites.of.get(value)?.first()?, Role::Value)
            }
            OriginKind::Argument if !self.is_checked(loc) => (*sites.of.get(&loc)?.first()?, Role::Value),
            OriginKind::Condition if !self.is_checked(loc) => (self.whole_condition(loc)?, Role::Condition),
            OriginKind::Declaration | OriginKind::Lowering if self.size(loc).is_some() => {
                (self.size(loc)?, Role::Size)
            }
            OriginKind::Declaration => {
                let id = *sites.of.get(&loc)?.first()?;
                let is_declaration = matches!(sites.sites[id.0 as usize].kind, SiteKind::Declaration(_));
                (is_declaration.then_some(id)?, Role::Declaration)
            }
            _ => return None,
        };
        Some(Region { root, role })
    }

    fn names_at(&self, site: SiteId) -> Vec<VisibleName> {
        self.all().names.of(self.site(site).1.scope)
    }

    fn named_constants(&self) -> Vec<(String, i128)> {
        let own = self.all().constants.iter().filter(|it| it.is_own);
        own.map(|it| (it.name.clone(), it.value)).collect()
    }

    fn integers(&self) -> Vec<i128> {
        self.all().integers.clone()
    }

    fn characters(&self) -> &[String] {
        &self.all().characters
    }

    fn text(&self, site: SiteId) -> &str {
        let detail = self.site(site).1;
        let text = &self.all().texts[detail.file];
        text.get(detail.range.start as usize..detail.range.end as usize).unwrap_or("")
    }

    fn sign(&self, operator: BinaryOperator, _left: &SiteType, _right: &SiteType) -> Option<Sign> {
        let (text, precedence) = precedence::binary(operator)?;
        Some(Sign { text, binding: precedence as u8, groups_right: false })
    }

    fn print(&self, site: SiteId, tree: &Tree) -> String {
        print::print(self, site, tree)
    }

    fn edit(&self, site: SiteId, tree: &Tree) -> (SiteId, String) {
        print::edit(self, site, tree)
    }

    fn replaced(&self, site: SiteId, tree: &Tree) -> Translation {
        let tree = print::simplified(self, tree, self.site(site).1.is_condition);
        self.translate(tree::substitutes(self, site, &tree))
    }

    fn has_conversions(&self) -> bool {
        true
    }

    fn can_choose(&self, site: SiteId, tree: &Tree) -> bool {
        let (at, detail) = self.site(site);
        // An array whose size an input chooses is another kind of array.
        let is_declaration = matches!(at.kind, SiteKind::Declaration(_))
            || detail.occurrences.iter().any(|loc| self.is_in_size(*loc));
        !is_declaration && !matches!(tree, Tree::Initialized(..)) && tree::can_stand_in(self, site, tree)
    }

    fn with_statements(&self, executed: &Executed) -> Option<(Translation, Vec<StatementPlace>)> {
        on_large_stack(|| self.parsed.with_statements(executed))
    }

    fn retypings(&self, functions: &[String]) -> Vec<Retyping> {
        on_large_stack(|| retyping::retypings(&self.parsed, &self.files, functions))
    }

    fn with_choices(&self, choices: &[Choice]) -> Option<Translation> {
        if !choices.iter().flat_map(|it| &it.changes).all(|(site, tree)| self.can_choose(*site, tree)) {
            return None;
        }
        let simplified = |(site, tree): &(SiteId, Tree)| {
            (*site, print::simplified(self, tree, self.site(*site).1.is_condition))
        };
        let simplified = |choice: &Choice| Choice {
            variable: choice.variable.clone(),
            changes: choice.changes.iter().map(simplified).collect(),
        };
        let choices: Vec<Choice> = choices.iter().map(simplified).collect();
        Some(self.translate(Some(tree::choices(self, &choices)?)))
    }
}
