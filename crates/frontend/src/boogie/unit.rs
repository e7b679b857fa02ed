//! A Boogie program as a unit whose edit sites can be asked about.

use faultscope_ir::OriginId;

use super::precedence::{self, Associates};
use super::sites::{BoogieUnit, operator_for};
use super::translation::translate;
use super::trees;
use crate::Translation;
use crate::sites::{BinaryOperator, Choice, Region, Sign, Site, SiteId, SiteType, Tree, Unit, VisibleName};

impl Unit for BoogieUnit {
    fn sites(&self) -> &[Site] {
        &self.sites
    }

    fn region(&self, origin: OriginId) -> Option<Region> {
        self.regions.get(&origin).copied()
    }

    fn names_at(&self, site: SiteId) -> Vec<VisibleName> {
        let mut names = Vec::new();
        let mut at = Some(site);
        while let Some(id) = at {
            names.extend(self.bound.get(&id).into_iter().flatten().cloned());
            at = self.site(id).parent;
        }
        let function = &self.site(site).function;
        let own = self.names.get(function).or_else(|| self.names.get(""));
        names.extend(own.into_iter().flatten().cloned());
        names
    }

    fn named_constants(&self) -> Vec<(String, i128)> {
        Vec::new()
    }

    fn integers(&self) -> Vec<i128> {
        self.integers.clone()
    }

    fn text(&self, site: SiteId) -> &str {
        let range = self.range(site);
        &self.file_text(range)[range.start as usize..range.end as usize]
    }

    fn sign(&self, operator: BinaryOperator, left: &SiteType, right: &SiteType) -> Option<Sign> {
        let (text, level, associates) = precedence::binary(operator_for(operator, left, right)?);
        Some(Sign { text, binding: level as u8, groups_right: associates == Associates::Right })
    }

    fn print(&self, site: SiteId, tree: &Tree) -> String {
        let written = trees::print(self, site, tree);
        let range = self.range(site);
        let before = &self.file_text(range)[..range.start as usize];
        // In `else(x)` the parentheses also part two words.
        if before.ends_with(is_word) && written.starts_with(is_word) {
            format!(" {written}")
        } else {
            written
        }
    }

    fn edit(&self, site: SiteId, tree: &Tree) -> (SiteId, String) {
        trees::edit(self, site, tree)
    }

    fn replaced(&self, site: SiteId, tree: &Tree) -> Translation {
        let (site, new) = self.edit(site, tree);
        let range = self.range(site);
        let mut input = self.input.clone();
        input.files[range.file as usize].text.replace_range(range.start as usize..range.end as usize, &new);
        translate(&input, &self.config)
    }

    fn can_choose(&self, _site: SiteId, _tree: &Tree) -> bool {
        false
    }

    fn with_choices(&self, _choices: &[Choice]) -> Option<Translation> {
        None
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_'~#$^.?`\\".contains(c)
}
