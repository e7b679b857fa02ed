//! From what sema found out about expressions to sites.

use std::ops::Range;
use std::sync::Arc;

use faultscope_ir::index::IndexMap;
use faultscope_ir::{SourceMap, Span};

use super::super::hir::VarId;
use super::super::macros;
use super::super::precedence::Precedence;
use super::super::provenance::{Cover, LevelKind, Provenance};
use super::super::sema::{Global, Record, Recorder, Sema};
use super::super::source::{self, Loc, Sources};
use super::super::tokens::{TokenKind, integer, tokens};
use super::super::types::{FunctionType, IntKind, Type};
use super::super::unit::Parsed;
use super::operators::operator;
use super::table::{Constant, Detail, Names, Sites};
use crate::sites::{Site, SiteId, SiteKind, SiteType, TypeClass, VisibleName};

/// All sites of a program whose files these are.
pub(super) fn build(parsed: &Parsed, files: &SourceMap) -> Sites {
    let (sema, recorder) = parsed.records();
    let mut sources = parsed.sources.clone();
    sources.map = files.clone();
    let mut builder = Builder {
        sema: &sema,
        recorder: &recorder,
        sources,
        sites: Sites::default(),
        texts: IndexMap::default(),
        by_text: IndexMap::default(),
        levels: IndexMap::default(),
    };
    for record in recorder.records.values() {
        builder.record(record);
    }
    builder.finish()
}

/// A text of the user's: file, first and last byte.
type Text = (usize, u32, u32);

struct Builder<'a> {
    sema: &'a Sema,
    recorder: &'a Recorder,
    sources: Sources,
    sites: Sites,
    /// Names of files, in the order of their texts.
    texts: IndexMap<String, Arc<str>>,
    by_text: IndexMap<Text, SiteId>,
    /// For each expression its sites with the levels that they are on, the outermost first.
    levels: IndexMap<Loc, Vec<(SiteId, u32)>>,
}

/// One of the texts that stand for an expression.
struct Face {
    cover: Cover,
    kind: SiteKind,
    precedence: Precedence,
    /// How many parentheses are around it that are part of the expression's outer faces.
    depth: usize,
}

impl Builder<'_> {
    fn record(&mut self, record: &Record) {
        let unit = self.sources.units[record.loc.unit as usize].clone();
        let provenance = unit.provenance();
        let faces = faces(&unit, provenance, record);
        if let Some(parent) = record.parent {
            self.sites.parents.insert(record.loc, parent);
        }
        for (idx, face) in faces.iter().enumerate() {
            let before = idx.checked_sub(1).map(|before| &faces[before]);
            self.face(record, &unit, face, before);
        }
    }

    fn face(&mut self, record: &Record, unit: &Arc<source::Unit>, face: &Face, before: Option<&Face>) {
        let provenance = unit.provenance();
        let (item, level) = (face.cover.item, face.cover.item.level);
        let Some(file) = provenance.levels[level as usize].file else { return };
        let Some(text) = unit.original(file as usize) else { return };
        let Some(span) = self.span(record.loc.unit, unit, &face.cover) else { return };
        let name = unit.file_name(file as usize).to_owned();
        let file = self.texts.insert_full(name, Arc::from(text)).0;
        let around = before.and_then(|_| self.levels.get(&record.loc)?.last().copied());
        let parent = match around {
            Some((site, _)) if is_operand(provenance, before, face) => Some(site),
            _ => self.parent(record, provenance, level),
        };
        let is_inner = around.is_some_and(|(_, around)| around == level);
        let has_parent_level = around.is_none() && parent.is_some();
        let context = match &provenance.levels[level as usize].kind {
            _ if is_inner => Precedence::Comma,
            LevelKind::Argument(_) if face.depth > 0 => Precedence::Assignment,
            LevelKind::Body(_) if !has_parent_level => face.precedence.min(Precedence::Unary),
            _ if face.depth > 0 => face.precedence.min(Precedence::Unary),
            _ => record.context,
        };
        let key = (file, item.start, item.end);
        let id = match self.by_text.get(&key) {
            Some(id) => {
                let id = *id;
                self.merge(id, record, face, context);
                id
            }
            None => {
                let id = SiteId(self.sites.sites.len() as u32);
                self.by_text.insert(key, id);
                let expansions = provenance.expansions(item);
                let expansions = expansions
                    .into_iter()
                    .filter_map(|item| self.sources.item_span(record.loc.unit, unit, item))
                    .collect();
                self.sites.sites.push(Site {
                    kind: face.kind.clone(),
                    span,
                    operator: None,
                    expansions,
                    n_occurrences: 1,
                    ty: self.site_type(&record.ty),
                    parent,
                    operands: Vec::new(),
                    function: record.function.clone(),
                });
                self.sites.details.push(Detail {
                    file,
                    range: item.start..item.end,
                    occurrences: vec![record.loc],
                    precedence: face.precedence,
                    context,
                    is_condition: record.is_condition,
                    n_operands: n_operands(&face.kind),
                    scope: record.scope,
                    is_partial: false,
                });
                id
            }
        };
        if let Some(parent) = parent.filter(|parent| *parent != id) {
            let operands = &mut self.sites.sites[parent.0 as usize].operands;
            if !operands.contains(&id) {
                operands.push(id);
            }
        }
        self.levels.entry(record.loc).or_default().push((id, level));
        self.sites.of.entry(record.loc).or_default().push(id);
    }

    /// One more occurrence of a site that is known.
    fn merge(&mut self, id: SiteId, record: &Record, face: &Face, context: Precedence) {
        let (site, detail) = (&mut self.sites.sites[id.0 as usize], &mut self.sites.details[id.0 as usize]);
        if site.kind != face.kind {
            // The text means one thing here and another there.
            site.kind = SiteKind::Other;
        }
        detail.context = detail.context.max(context);
        detail.precedence = detail.precedence.min(face.precedence);
        detail.is_condition &= record.is_condition;
        if !detail.occurrences.contains(&record.loc) {
            detail.occurrences.push(record.loc);
            site.n_occurrences += 1;
        }
    }

    fn span(&mut self, number: u32, unit: &source::Unit, cover: &Cover) -> Option<Span> {
        self.sources.item_span(number, unit, cover.item)
    }

    /// The site around on a level: of the expression that this one is an operand of, or of the use of a macro whose argument
    /// it is.
    fn parent(&self, record: &Record, provenance: &Provenance, level: u32) -> Option<SiteId> {
        let direct = self.levels.get(&record.parent?);
        let on = |faces: &Vec<(SiteId, u32)>, level: u32| {
            faces.iter().rev().find(|(_, it)| *it == level).map(|(site, _)| *site)
        };
        if let Some(site) = direct.and_then(|faces| on(faces, level)) {
            return Some(site);
        }
        let LevelKind::Argument(written) = provenance.levels[level as usize].kind else { return None };
        let mut around = record.parent;
        while let Some(loc) = around {
            let faces = self.levels.get(&loc);
            if let Some(site) = faces.and_then(|faces| on(faces, written))
                && matches!(self.sites.sites[site.0 as usize].kind, SiteKind::Other)
            {
                return Some(site);
            }
            around = self.sites.parents.get(&loc).copied();
        }
        None
    }

    fn site_type(&self, ty: &Type) -> SiteType {
        let types = &self.sema.types;
        let class = match ty {
            Type::Int(IntKind::Bool) => TypeClass::Boolean,
            Type::Int(kind) => {
                TypeClass::Integer { bits: types.sort(ty).bit_width(), is_signed: kind.is_signed() }
            }
            Type::Float(_) => TypeClass::Real,
            Type::Pointer(_) => TypeClass::Pointer,
            _ => TypeClass::Other,
        };
        SiteType { spelling: types.name(ty), class }
    }

    fn signature(&self, ty: &FunctionType) -> SiteType {
        let types = &self.sema.types;
        let parameters: Vec<String> = ty.parameters.iter().map(|it| types.name(it)).collect();
        let rest = if ty.variadic || ty.unspecified { ", ..." } else { "" };
        let spelling = format!("{} ({}{rest})", types.name(&ty.result), parameters.join(", "));
        SiteType { spelling, class: TypeClass::Other }
    }

    fn finish(mut self) -> Sites {
        self.parts();
        for (site, detail) in self.sites.sites.iter_mut().zip(&self.sites.details) {
            // An operand that is no text of its own leaves an operator of which nothing can be said.
            let is_complete = site.operands.len() == detail.n_operands;
            if detail.n_operands > 0 && !is_complete {
                site.kind = SiteKind::Other;
            }
        }
        self.operators();
        self.sites.values = self.recorder.values.clone();
        self.sites.sizes = self.recorder.sizes.clone();
        self.sites.names = self.names();
        self.constants();
        self.integers();
        self.sites.type_names = self.sema.type_names();
        self.sites.texts = self.texts.into_values().collect();
        self.sites
    }

    /// Finds the sites whose text is, at another use of a macro, no expression of its own: `a + b` in the body of a macro that
    /// is used in `2 * SUM`.
    fn parts(&mut self) {
        let mut spelled: Vec<(usize, u32, u32, usize)> = Vec::new();
        let mut covered: IndexMap<u32, Vec<Range<usize>>> = IndexMap::default();
        for (number, unit) in self.sources.units.iter().enumerate().filter(|(_, unit)| unit.is_preprocessed())
        {
            let provenance = unit.provenance();
            for (idx, token) in provenance.tokens.iter().enumerate() {
                let mut at = token.item;
                while let Some(item) = at {
                    let level = &provenance.levels[item.level as usize];
                    let file = level.file.map(|file| unit.file_name(file as usize));
                    if let Some(file) = file.and_then(|file| self.texts.get_index_of(file)) {
                        spelled.push((file, item.start, number as u32, idx));
                    }
                    at = level.outer;
                }
            }
            let tokens = |loc: &Loc| {
                let given = unit.given_range(*loc);
                provenance.within(given.start, given.end)
            };
            let own = self.recorder.records.keys().filter(|loc| loc.unit as usize == number);
            let mut ranges: Vec<Range<usize>> = own.map(tokens).collect();
            ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
            covered.insert(number as u32, ranges);
        }
        spelled.sort_unstable();
        let is_evaluated = |number: u32, idx: usize| {
            let ranges = &covered[&number];
            let before = ranges.partition_point(|range| range.start <= idx);
            ranges[..before].iter().rev().any(|range| range.contains(&idx))
        };
        for detail in &mut self.sites.details {
            let from = spelled.partition_point(|it| (it.0, it.1) < (detail.file, detail.range.start));
            let own = spelled[from..].iter().take_while(|it| (it.0, it.1) < (detail.file, detail.range.end));
            let occurrences: Vec<(u32, Range<usize>)> = detail
                .occurrences
                .iter()
                .map(|loc| {
                    let unit = &self.sources.units[loc.unit as usize];
                    let given = unit.given_range(*loc);
                    (loc.unit, unit.provenance().within(given.start, given.end))
                })
                .collect();
            let is_part = |number: u32, idx: usize| {
                occurrences.iter().any(|(unit, tokens)| *unit == number && tokens.contains(&idx))
            };
            detail.is_partial = own.into_iter().any(|it| !is_part(it.2, it.3) && is_evaluated(it.2, it.3));
        }
        let details = &self.sites.details;
        for site in &mut self.sites.sites {
            site.operands.retain(|operand| !details[operand.0 as usize].is_partial);
        }
    }

    /// Finds where operators stand.
    fn operators(&mut self) {
        for idx in 0..self.sites.sites.len() {
            self.sites.sites[idx].operator = self.operator(idx);
        }
    }

    fn operator(&mut self, idx: usize) -> Option<Span> {
        let detail = &self.sites.details[idx];
        let range = operator(&self.sites, &self.texts[detail.file], idx)?;
        let loc = *detail.occurrences.first()?;
        let file = self.texts.get_index(detail.file)?.0.clone();
        let unit = self.sources.units[loc.unit as usize].clone();
        let number = (0..unit.n_files()).find(|number| unit.file_name(*number) == file)?;
        self.sources.range_span(loc.unit, &unit, number, &range)
    }

    fn names(&self) -> Names {
        let program = &self.sema.program;
        let variable = |name: &str, var: VarId, is_local| VisibleName {
            name: name.to_owned(),
            ty: self.site_type(&program.var(var).ty),
            is_function: false,
            is_local,
        };
        let locals = self.recorder.locals.iter();
        let locals = locals.map(|it| (variable(&it.name, it.var, true), it.before)).collect();
        let global = |(name, global): &(String, Option<Global>)| match global {
            Some(Global::Var(var)) if self.is_own(program.var(*var).loc) => Some(variable(name, *var, false)),
            Some(Global::Func(func)) if program.func(*func).body.is_some() => {
                let ty = self.signature(&program.func(*func).ty);
                Some(VisibleName { name: name.clone(), ty, is_function: true, is_local: false })
            }
            _ => None,
        };
        let globals = self.recorder.globals.iter();
        let globals = globals.map(|(unit, names)| (*unit, names.iter().map(global).collect())).collect();
        Names { locals, globals, scopes: self.recorder.scopes.clone() }
    }

    /// Whether a text stands in a file that is at hand.
    fn is_own(&self, loc: Loc) -> bool {
        let unit = &self.sources.units[loc.unit as usize];
        let given = unit.given_range(loc);
        !unit.provenance().within(given.start, given.end).is_empty()
    }

    fn constants(&mut self) {
        let mut constants: Vec<Constant> = Vec::new();
        for (number, unit) in self.sources.units.iter().enumerate() {
            for definition in unit.provenance().macros.iter().filter(|it| !it.is_function) {
                let Some(text) = definition.file.and_then(|file| unit.original(file as usize)) else {
                    continue;
                };
                let known = |name: &str| {
                    let known = constants.iter().find(|it| it.name == name);
                    known.and_then(|it| Some((it.value, it.expanded.clone()?)))
                };
                if let Some((value, expanded)) = macros::constant(text, &definition.body, &known) {
                    constants.retain(|it| it.name != definition.name);
                    let (name, expanded) = (definition.name.clone(), Some(expanded));
                    constants.push(Constant { name, value, expanded, is_own: true });
                }
            }
            for (loc, name, value) in &self.recorder.constants {
                if loc.unit as usize == number && self.is_own(*loc) {
                    constants.retain(|it| it.name != *name);
                    constants.push(Constant {
                        name: name.clone(),
                        value: *value,
                        expanded: None,
                        is_own: true,
                    });
                }
            }
        }
        for site in &self.sites.sites {
            if let SiteKind::NamedConstant { name, value } = &site.kind
                && !constants.iter().any(|it| it.name == *name)
            {
                let expanded = Some(format!("({value})"));
                constants.push(Constant { name: name.clone(), value: *value, expanded, is_own: false });
            }
        }
        self.sites.constants = constants;
    }

    fn integers(&mut self) {
        let mut seen: Vec<&str> = Vec::new();
        let mut integers: Vec<i128> = Vec::new();
        let mut characters: Vec<String> = Vec::new();
        for unit in &self.sources.units {
            for file in 0..unit.n_files() {
                let Some(text) = unit.original(file).filter(|_| !seen.contains(&unit.file_name(file))) else {
                    continue;
                };
                seen.push(unit.file_name(file));
                for token in tokens(text) {
                    let written = token.text(text);
                    match token.kind {
                        TokenKind::Number => {
                            let value = integer(written).map(|(value, _)| value);
                            integers.extend(value.filter(|it| !integers.contains(it)));
                        }
                        TokenKind::Quoted if written.starts_with('\'') => {
                            let is_known = characters.iter().any(|it| it == written);
                            characters.extend((!is_known).then(|| written.to_owned()));
                        }
                        _ => {}
                    }
                }
            }
        }
        self.sites.integers = integers;
        self.sites.characters = characters;
    }
}

/// Whether a face is an operand of the one before: inside of its parentheses, or the body of the macro that it uses.
fn is_operand(provenance: &Provenance, before: Option<&Face>, face: &Face) -> bool {
    let level = face.cover.item.level;
    let is_same = before.is_some_and(|before| before.cover.item.level == level);
    is_same || matches!(provenance.levels[level as usize].kind, LevelKind::Body(_))
}

/// The texts that stand for an expression, the outermost first.
fn faces(unit: &source::Unit, provenance: &Provenance, record: &Record) -> Vec<Face> {
    let given = unit.given_range(record.loc);
    let tokens = provenance.within(given.start, given.end);
    if tokens.is_empty() || provenance.tokens[tokens.clone()].iter().any(|token| token.item.is_none()) {
        return Vec::new();
    }
    let text = |idx: usize| {
        let token = &provenance.tokens[idx];
        unit.given().get(token.start as usize..token.end as usize).unwrap_or("")
    };
    let mut faces: Vec<Face> = Vec::new();
    let mut range = tokens;
    let mut depth = 0;
    loop {
        let inner = inside(&range, &text);
        for cover in provenance.covers(&range) {
            let kind = match (provenance.comes_out_of(range.start, cover.item), &inner) {
                (Some(LevelKind::Body(definition)), _) => {
                    let definition = &provenance.macros[definition as usize];
                    used(&definition.name, definition.is_function, record.value)
                }
                (Some(_), _) => SiteKind::Other,
                (None, Some(_)) => SiteKind::Parentheses,
                (None, None) => record.kind.clone(),
            };
            let precedence = match inner {
                Some(_) => Precedence::Primary,
                None => record.precedence,
            };
            let is_new = faces.iter().all(|face| face.cover.item != cover.item);
            if is_new {
                faces.push(Face { cover, kind, precedence, depth });
            }
        }
        match inner {
            Some(inner) => range = inner,
            None => return faces,
        }
        depth += 1;
    }
}

/// What the use of a macro is: a name for an integer, or anything.
fn used(name: &str, is_function: bool, value: Option<i128>) -> SiteKind {
    match value.filter(|_| !is_function) {
        Some(value) => SiteKind::NamedConstant { name: name.to_owned(), value },
        None => SiteKind::Other,
    }
}

/// The tokens inside of parentheses around all of a range.
fn inside<'a>(range: &Range<usize>, text: &impl Fn(usize) -> &'a str) -> Option<Range<usize>> {
    // `({ … })` is an expression of its own.
    if range.len() < 3 || text(range.start) != "(" || text(range.start + 1) == "{" {
        return None;
    }
    let mut depth = 0_usize;
    for idx in range.clone() {
        match text(idx) {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (idx + 1 == range.end).then_some(range.start + 1..idx);
        }
    }
    None
}

/// How many operands an expression has by its kind; 0 where that varies or none matters.
fn n_operands(kind: &SiteKind) -> usize {
    match kind {
        SiteKind::Conditional => 3,
        SiteKind::Binary(_) | SiteKind::Assignment(_) | SiteKind::Index => 2,
        SiteKind::Unary(_)
        | SiteKind::Step { .. }
        | SiteKind::Member
        | SiteKind::Cast
        | SiteKind::Parentheses => 1,
        _ => 0,
    }
}
