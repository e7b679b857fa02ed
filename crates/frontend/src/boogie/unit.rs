//! A Boogie program as a unit whose edit sites can be asked about.

use faultscope_ir::OriginId;

use super::choices;
use super::precedence::{self, Associates};
use super::sites::{BoogieUnit, operator_for};
use super::translation::{translate, translate_moved};
use super::trees;
use crate::Translation;
use crate::sites::{
    ALTERNATIVE, BinaryOperator, Choice, Region, Sign, Site, SiteId, SiteType, Tree, Unit, VisibleName,
};

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

    fn can_choose(&self, site: SiteId, tree: &Tree) -> bool {
        choices::can_choose(self, site, tree)
    }

    /// None: a changed program is translated as fast as it is read.
    fn with_alternatives(&self, _changes: &[(SiteId, Tree)]) -> Option<Translation> {
        None
    }

    /// What makes no program is left out: the program as it is stands for it.
    fn with_choices(&self, choices: &[Choice]) -> Option<Translation> {
        if !choices.iter().flat_map(|it| &it.changes).all(|(site, tree)| self.can_choose(*site, tree)) {
            return None;
        }
        let translated = |choices: &[Choice]| {
            let (input, moved) = choices::chosen(self, choices);
            translate_moved(&input, &self.input, &moved, &self.config)
        };
        let all = translated(choices);
        if all.program.is_some() {
            return Some(all);
        }
        let makes_program = |change: &(SiteId, Tree)| {
            let variable = ALTERNATIVE.to_owned();
            translated(&[Choice { variable, changes: vec![change.clone()] }]).program.is_some()
        };
        // Numbers stay: what is left out is the site itself.
        let kept = |(site, tree): &(SiteId, Tree)| {
            if makes_program(&(*site, tree.clone())) { tree.clone() } else { Tree::Site(*site) }
        };
        let fitting = choices.iter().map(|it| Choice {
            variable: it.variable.clone(),
            changes: it.changes.iter().map(|change| (change.0, kept(change))).collect(),
        });
        Some(translated(&fitting.collect::<Vec<_>>()))
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_'~#$^.?`\\".contains(c)
}
