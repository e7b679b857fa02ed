//! Which annotation says something of what, and what of them becomes of the program.
//!
//! An annotation belongs to what comes behind it in the text; a clause in CBMC's spelling belongs to the function or loop that
//! it stands in the head of.

use std::ops::Range;
use std::rc::Rc;

use faultscope_ir::index::{IndexMap, IndexSet};

use super::super::hir::logic;
use super::super::hir::{Builtin, ExprKind, FuncId, Stmt, StmtKind, Storage, VarId};
use super::super::library;
use super::super::parser::ast::{self as c, Node};
use super::super::parser::{Comment, Spelling};
use super::super::source::Loc;
use super::super::types::{FunctionType, Type};
use super::annotated::{Content, Declared, Parsed, Place, Said};
use super::declarator;
use super::specifiers::Specifiers;
use super::state::{Entity, Sema, make};
use crate::acsl::ast::{self, Annotation, Behavior, Clause, Contract, Global, Measure, Use};
use crate::acsl::{self};

/// What to do where annotations cannot be used.
const IGNORE: &str = "`--ignore-annotations` leaves all annotations out";

impl Sema {
    /// Takes note of the annotations of a unit. Macros are looked up in its text.
    pub(in crate::c) fn annotate(
        &mut self,
        number: u32,
        unit: &c::TranslationUnit,
        comments: &[Comment],
        text: &str,
    ) {
        self.unit = number;
        self.annotations.comments.clear();
        self.annotations.macros = macros(text, comments);
        let types = typedef_names(unit);
        for comment in comments {
            self.read_annotation(comment, &types);
        }
    }

    fn read_annotation(&mut self, comment: &Comment, types: &IndexSet<String>) {
        let is_type = |name: &str| types.contains(name);
        let parsed = match comment.spelling {
            Spelling::Acsl => acsl::parse_comment(&comment.text, &is_type),
            Spelling::Cprover => acsl::parse_clause(&comment.text, &is_type).map(|clause| match clause {
                acsl::Clause::Contract(contract) => Annotation::Contract(contract),
                acsl::Clause::Loop(clauses) => Annotation::Loop(clauses),
            }),
        };
        let content = match parsed {
            Ok(Annotation::Contract(contract)) => Content::Contract(Rc::new(*contract)),
            Ok(Annotation::Loop(clauses)) => Content::Loop(Rc::new(clauses)),
            Ok(Annotation::Code(assertions)) => Content::Code(Rc::new(assertions)),
            Ok(Annotation::Global(globals)) => return self.declare_globals(comment.start, globals),
            Ok(Annotation::Foreign) => return self.foreign(comment),
            Err(problem) => {
                let loc = self.annotated(comment.start, problem.range);
                let hint = problem.hint.as_deref().unwrap_or(IGNORE);
                return self.error(loc, problem.message, Some(hint));
            }
        };
        let Comment { spelling, start, next, .. } = *comment;
        let first = comment.text.len() - comment.text.trim_start().len();
        self.annotations.comments.push(Parsed { spelling, start, first, next, content, is_used: false });
    }

    /// The place of a part of an annotation.
    pub(super) fn annotated(&self, start: usize, range: ast::Range) -> Loc {
        let at = |offset: usize| (start + offset) as u32;
        Loc { unit: self.unit, start: at(range.start), end: at(range.end.max(range.start + 1)) }
    }

    fn foreign(&mut self, comment: &Comment) {
        if std::mem::replace(&mut self.annotations.has_foreign, true) {
            return;
        }
        let range = ast::Range { start: 0, end: comment.text.trim_end().len() };
        let loc = self.annotated(comment.start, range);
        self.warn(loc, "this comment is not read as an annotation".to_owned(), None);
    }

    fn declare_globals(&mut self, start: usize, globals: Vec<Global>) {
        for global in globals {
            match global {
                Global::Function(function) => {
                    let declared = Declared { unit: self.unit, start, function };
                    let name = declared.function.name.text.clone();
                    self.annotations.functions.insert(name, Rc::new(declared));
                }
                Global::Lemma(lemma) => {
                    let article = if lemma.keyword == "axiom" { "an" } else { "a" };
                    let message = format!("{article} {} is neither checked nor used", lemma.keyword);
                    let loc = self.annotated(start, lemma.range);
                    self.warn(loc, message, None);
                }
                Global::Unsupported { what, range } => {
                    let loc = self.annotated(start, range);
                    self.warn(loc, format!("{what} is not supported"), None);
                }
            }
        }
    }

    /// Says of the annotations of the unit that belong to nothing that they do.
    pub(super) fn tell_unused_annotations(&mut self) {
        let comments = std::mem::take(&mut self.annotations.comments);
        for comment in comments.iter().filter(|comment| !comment.is_used) {
            let range = ast::Range { start: comment.first, end: comment.first + 1 };
            let loc = self.annotated(comment.start, range);
            let (message, hint) = match &comment.content {
                Content::Contract(_) => (
                    "the contract of a statement is not supported",
                    "a contract of a function stands in front of the function",
                ),
                Content::Loop(_) => ("no loop follows this annotation", "it stands in front of its loop"),
                Content::Code(_) => {
                    ("no statement follows this annotation", "it stands in front of a statement")
                }
            };
            self.warn(loc, message.to_owned(), Some(hint.to_owned()));
        }
    }

    /// The annotations in front of a place, or with the heads of what is in a range.
    fn take_annotations(
        &mut self,
        next: Option<usize>,
        head: &Range<usize>,
        is_wanted: fn(&Content) -> bool,
    ) -> Vec<(usize, Content)> {
        let belongs = |comment: &Parsed| match comment.spelling {
            Spelling::Acsl => Some(comment.next) == next,
            Spelling::Cprover => head.contains(&comment.start),
        };
        let mut found = Vec::new();
        for comment in &mut self.annotations.comments {
            if belongs(comment) && is_wanted(&comment.content) {
                comment.is_used = true;
                found.push((comment.start, comment.content.clone()));
            }
        }
        found
    }

    /// The assertions in front of a place, as statements.
    pub(super) fn assertions_at(&mut self, next: usize) -> Vec<Stmt> {
        if self.annotations.comments.is_empty() {
            return Vec::new();
        }
        let is_code = |content: &Content| matches!(content, Content::Code(_));
        let found = self.take_annotations(Some(next), &(0..0), is_code);
        let mut stmts = Vec::new();
        for (start, content) in found {
            let Content::Code(assertions) = content else { continue };
            self.note_annotated();
            for assertion in assertions.iter() {
                let claim = self.claim(&assertion.clause, start, Place::Code, &assertion.behaviors);
                let loc = self.annotated(start, assertion.clause.range);
                let kind = ExprKind::Builtin(Builtin::Claim(Rc::new(claim)), Vec::new());
                stmts.push(Stmt { kind: StmtKind::Expr(make(kind, Type::Void, loc)), loc });
            }
        }
        stmts
    }

    fn note_annotated(&mut self) {
        if let Some(function) = &self.function {
            self.program.funcs[function.id.0].annotations.is_annotated = true;
        }
    }

    /// Reads what is said of a loop that begins at a place, and whose head is in a range; the body is known by where it stands.
    pub(super) fn loop_annotations(&mut self, next: usize, head: Range<usize>, body: Loc) {
        if self.annotations.comments.is_empty() {
            return;
        }
        let is_loop = |content: &Content| matches!(content, Content::Loop(_));
        let found = self.take_annotations(Some(next), &head, is_loop);
        if found.is_empty() {
            return;
        }
        self.note_annotated();
        let mut said = logic::Loop::default();
        for (start, content) in found {
            let Content::Loop(clauses) = content else { continue };
            for invariant in &clauses.invariants {
                let place = Place::Loop(body);
                said.invariants.push(self.claim(&invariant.clause, start, place, &invariant.behaviors));
            }
            if let Some(variant) = &clauses.variant {
                said.variant = self.measure(variant, start, Place::Loop(body));
            }
            for assigns in &clauses.assigns {
                said.unchecked.push(("loop assigns".to_owned(), self.annotated(start, assigns.range)));
            }
            for unused in &clauses.unused {
                said.unchecked.push((unused.keyword.clone(), self.annotated(start, unused.range)));
            }
        }
        if let Some(function) = &self.function {
            let annotations = &mut self.program.funcs[function.id.0].annotations;
            annotations.loops.insert(body, Rc::new(said));
        }
    }

    /// Keeps the contract of a function that is only declared here.
    pub(super) fn contract_of_declaration(
        &mut self,
        name: &str,
        next: usize,
        end: usize,
        declarator: &Node<c::Declarator>,
    ) {
        let said = self.contracts_at(next, declarator.span.start..end);
        if said.is_empty() {
            return;
        }
        let names = match declarator::function_declarator(declarator) {
            Some(c::DerivedDeclarator::Function(function)) => function
                .parameters
                .iter()
                .map(|it| it.node.declarator.as_ref().and_then(|it| declarator::name(it)))
                .map(|name| name.map_or(String::new(), |name| name.node.name.clone()))
                .collect(),
            _ => Vec::new(),
        };
        let loc = self.loc(declarator);
        let (known, parameters, place) = self.annotations.prototypes.entry(name.to_owned()).or_default();
        // A header that several files include says the same several times.
        for it in said {
            if known.iter().all(|other| other.contract != it.contract) {
                known.push(it);
            }
        }
        (*parameters, *place) = (names, loc);
        if let Some(c::DerivedDeclarator::Function(function)) = declarator::function_declarator(declarator) {
            self.contract_in_place_of_body(name, function);
        }
        self.contract_behind_definition(name);
    }

    /// Takes a contract that stands behind the definition of its function for that one's.
    fn contract_behind_definition(&mut self, name: &str) {
        let Some(id) = self.function_named(name).filter(|_| !self.trusted) else { return };
        let function = self.program.func(id);
        let is_told = function.annotations.contract.is_some();
        if function.body.is_some() && !function.trusted && !is_told {
            let ty = function.ty.clone();
            self.contract_of_function(id, &ty, usize::MAX, 0..0);
        }
    }

    /// Takes the contract of a function that nobody defines for what it does. The contract has to say what the function may
    /// change, or the function is given no address; and nothing of what it changes may be an address.
    fn contract_in_place_of_body(&mut self, name: &str, declarator: &c::FunctionDeclarator) {
        if self.trusted || self.defined.contains(name) {
            return;
        }
        let Some(id) = self.function_named(name) else { return };
        let is_of_library = library::is_known(name);
        if is_of_library {
            return;
        }
        let (ty, loc) = (self.program.func(id).ty.clone(), self.program.func(id).loc);
        if self.has_address(&ty.result) || ty.variadic || ty.unspecified {
            self.program.funcs[id.0].annotations.is_unused = true;
            return;
        }
        self.in_scope(|this| {
            let parameters: Vec<VarId> = this
                .parameters(declarator)
                .into_iter()
                .map(|parameter| {
                    let name = parameter.name.map_or("unnamed", |name| name.node.name.as_str());
                    let var = this.new_var(name, parameter.ty.to_type(), loc, Storage::Parameter(id));
                    this.bind(name, Entity::Var(var));
                    var
                })
                .collect();
            this.program.funcs[id.0].parameters = parameters;
            this.contract_of_function(id, &ty, usize::MAX, 0..0);
        });
        let contract = self.program.func(id).annotations.contract.clone();
        let is_given_no_address = !ty.parameters.iter().any(|it| self.has_address(it));
        let assigns = contract.as_ref().and_then(|contract| match &contract.assigns {
            Some(places) => Some(places.clone()),
            None => is_given_no_address.then(Vec::new),
        });
        let assigns = assigns.filter(|places| {
            places.iter().all(|it| it.pointer.ty.pointee().is_some_and(|ty| !self.has_address(ty)))
        });
        let function = &mut self.program.funcs[id.0];
        if let (Some(contract), Some(assigns)) = (contract, assigns) {
            let has_unknown_assigns = contract.assigns.is_none();
            let contract =
                logic::Contract { assigns: Some(assigns), has_unknown_assigns, ..(*contract).clone() };
            function.annotations.contract = Some(Rc::new(contract));
            function.annotations.is_instead_of_body = true;
            let kind = StmtKind::Unsupported(format!("the body of `{name}`, which is not defined,"));
            function.body = Some(Rc::new(Stmt { kind, loc }));
        } else {
            function.annotations.is_unused = function.annotations.contract.take().is_some();
            function.parameters.clear();
        }
    }

    /// Whether there is a pointer in a type.
    fn has_address(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(_) | Type::Function(_) => true,
            Type::Array(element, _) | Type::Vla(element, _) => self.has_address(element),
            Type::Record(id) => self.types.fields(*id).iter().any(|field| self.has_address(&field.ty)),
            Type::Void | Type::Int(_) | Type::Float(_) => false,
        }
    }

    /// Says of contracts that they are those of functions that nobody defines.
    pub(in crate::c) fn tell_unused_contracts(&mut self) {
        let prototypes: Vec<(String, Loc)> =
            self.annotations.prototypes.iter().map(|(name, (.., loc))| (name.clone(), *loc)).collect();
        for (name, loc) in prototypes {
            let id = self.function_named(&name);
            if id.is_none_or(|id| self.program.func(id).body.is_none()) {
                let message =
                    format!("the contract of `{name}`, which is not defined, is neither checked nor used");
                self.warn(loc, message, None);
            }
        }
    }

    fn contracts_at(&mut self, next: usize, head: Range<usize>) -> Vec<Said> {
        if self.annotations.comments.is_empty() {
            return Vec::new();
        }
        let is_contract = |content: &Content| matches!(content, Content::Contract(_));
        let found = self.take_annotations(Some(next), &head, is_contract);
        let unit = self.unit;
        let said = |(start, content)| match content {
            Content::Contract(contract) => Some(Said { unit, start, contract }),
            _ => None,
        };
        found.into_iter().filter_map(said).collect()
    }

    /// Reads the contract of a function, whose parameters are known by now.
    pub(super) fn contract_of_function(
        &mut self,
        id: FuncId,
        ty: &FunctionType,
        next: usize,
        head: Range<usize>,
    ) {
        let mut said = self.contracts_at(next, head);
        let name = self.program.func(id).name.clone();
        let earlier = self.annotations.prototypes.get(&name).filter(|_| !self.trusted).cloned();
        let mut aliases = Vec::new();
        if let Some((contracts, names, _)) = earlier {
            said.splice(0..0, contracts);
            aliases = names;
        }
        if said.is_empty() {
            return;
        }
        self.program.funcs[id.0].annotations.is_annotated = true;
        let mut contract = logic::Contract::default();
        if !ty.result.is_void() {
            let loc = self.program.func(id).loc;
            contract.result = Some(self.new_var("\\result", ty.result.clone(), loc, Storage::Local(id)));
        }
        self.annotations.environment.result = contract.result;
        self.annotations.environment.function = Some(name);
        self.in_scope(|this| {
            let parameters = this.program.func(id).parameters.clone();
            for (name, parameter) in aliases.iter().zip(parameters) {
                if this.lookup(name).is_none() {
                    this.bind(name, Entity::Var(parameter));
                }
            }
            for said in &said {
                this.add_contract(&mut contract, said);
            }
        });
        contract.assigns = contract.assigns.filter(|_| !contract.has_unknown_assigns);
        self.annotations.environment.result = None;
        self.annotations.environment.function = None;
        self.program.funcs[id.0].annotations.contract = Some(Rc::new(contract));
    }

    fn add_contract(&mut self, contract: &mut logic::Contract, said: &Said) {
        let unit = std::mem::replace(&mut self.unit, said.unit);
        let start = said.start;
        let source = &*said.contract;
        self.add_behavior(contract, &source.own, start);
        for behavior in &source.behaviors {
            self.add_behavior(contract, behavior, start);
        }
        for (sets, is_complete) in [(&source.complete, true), (&source.disjoint, false)] {
            for set in sets {
                let claim = self.behavior_set(source, set, is_complete, start);
                contract.consistent.extend(claim);
            }
        }
        if let Some(measure) = &source.decreases {
            contract.decreases = self.measure(measure, start, Place::Requires);
        }
        if let Some(terminates) = &source.terminates {
            let loc = self.annotated(start, terminates.range);
            contract.unchecked.push(("terminates".to_owned(), loc));
        }
        for unused in &source.unused {
            contract.unchecked.push((unused.keyword.clone(), self.annotated(start, unused.range)));
        }
        self.unit = unit;
    }

    fn add_behavior(&mut self, contract: &mut logic::Contract, behavior: &Behavior, start: usize) {
        let assumes: Vec<&Clause> = behavior.assumes.iter().collect();
        for clause in &behavior.requires {
            let claim = self.claim_where(&assumes, clause, start, Place::Requires);
            contract.requires.push(claim);
        }
        for clause in &behavior.ensures {
            let claim = self.claim_where(&assumes, clause, start, Place::Ensures);
            contract.ensures.push(claim);
        }
        for assigns in behavior.assigns.iter().flatten() {
            let loc = self.annotated(start, assigns.range);
            contract.unchecked.push(("assigns".to_owned(), loc));
            // That it gives a result is no change.
            let stored = assigns.places.iter().filter(|it| !matches!(it.kind, ast::ExprKind::Result));
            let places: Option<Vec<logic::Places>> =
                stored.map(|place| self.assigned(place, start)).collect();
            match places {
                Some(places) => contract.assigns.get_or_insert_default().extend(places),
                None => contract.has_unknown_assigns = true,
            }
        }
    }

    /// A clause of a behavior: it holds where the assumptions of the behavior did when the function was called.
    fn claim_where(
        &mut self,
        assumes: &[&Clause],
        clause: &Clause,
        start: usize,
        place: Place,
    ) -> logic::Claim {
        let claim = self.claim(clause, start, place, &[]);
        if assumes.is_empty() {
            return claim;
        }
        let guards: Vec<logic::Term> =
            assumes.iter().flat_map(|it| self.claim(it, start, Place::Requires, &[]).parts).collect();
        let loc = self.annotated(start, clause.range);
        let truth = |kind| logic::Term { kind, sort: logic::Sort::Truth, loc };
        let guard = truth(logic::Kind::And(guards));
        let guard = truth(logic::Kind::At(logic::State::Entry, Box::new(guard)));
        let guarded = |part: logic::Term| {
            let loc = part.loc;
            let kind = logic::Kind::Implies(Box::new(guard.clone()), Box::new(part));
            logic::Term { kind, sort: logic::Sort::Truth, loc }
        };
        logic::Claim { usage: claim.usage, parts: claim.parts.into_iter().map(guarded).collect() }
    }

    /// That some of several behaviors applies, or that no two do.
    fn behavior_set(
        &mut self,
        contract: &Contract,
        set: &ast::BehaviorSet,
        is_complete: bool,
        start: usize,
    ) -> Option<logic::Claim> {
        let named = |name: &str| {
            contract.behaviors.iter().find(|it| it.name.as_ref().is_some_and(|it| it.text == name))
        };
        let mut behaviors = Vec::new();
        for name in &set.names {
            match named(&name.text) {
                Some(behavior) => behaviors.push(behavior),
                None => {
                    let loc = self.annotated(start, name.range);
                    self.error(loc, format!("there is no behavior `{}`", name.text), None);
                    return None;
                }
            }
        }
        if set.names.is_empty() {
            behaviors.extend(&contract.behaviors);
        }
        let loc = self.annotated(start, set.range);
        let truth = |kind| logic::Term { kind, sort: logic::Sort::Truth, loc };
        let mut applies = Vec::new();
        for behavior in behaviors {
            let claims = behavior.assumes.iter();
            let parts: Vec<_> =
                claims.flat_map(|it| self.claim(it, start, Place::Requires, &[]).parts).collect();
            applies.push(truth(logic::Kind::And(parts)));
        }
        let parts = if is_complete {
            vec![truth(logic::Kind::Or(applies))]
        } else {
            let mut parts = Vec::new();
            for (idx, left) in applies.iter().enumerate() {
                for right in &applies[idx + 1..] {
                    let both = truth(logic::Kind::And(vec![left.clone(), right.clone()]));
                    parts.push(truth(logic::Kind::Not(Box::new(both))));
                }
            }
            parts
        };
        Some(logic::Claim { usage: Use::Claim, parts })
    }

    /// What a clause says.
    fn claim(
        &mut self,
        clause: &Clause,
        start: usize,
        place: Place,
        behaviors: &[ast::Name],
    ) -> logic::Claim {
        if let Some(behavior) = behaviors.first() {
            let loc = self.annotated(start, behavior.range);
            self.warn(loc, "an annotation for some behaviors is checked for all executions".to_owned(), None);
        }
        let parts = self.conjuncts(&clause.predicate, start, place);
        logic::Claim { usage: clause.usage, parts }
    }

    fn measure(&mut self, measure: &Measure, start: usize, place: Place) -> Option<logic::Term> {
        let loc = self.annotated(start, measure.range);
        match (measure.terms.as_slice(), &measure.relation) {
            ([term], None) => self.integer_term(term, start, place),
            _ => {
                let message = "a measure that is not an integer is not supported".to_owned();
                self.warn(loc, message, None);
                None
            }
        }
    }
}

/// The names of types that a unit declares at file scope.
fn typedef_names(unit: &c::TranslationUnit) -> IndexSet<String> {
    let mut names = IndexSet::default();
    for declaration in &unit.0 {
        let c::ExternalDeclaration::Declaration(declaration) = &declaration.node else { continue };
        let specifiers = Specifiers::of(&declaration.node.specifiers);
        if specifiers.storage != Some(c::StorageClassSpecifier::Typedef) {
            continue;
        }
        let declarators = declaration.node.declarators.iter();
        let declared = declarators.filter_map(|it| declarator::name(&it.node.declarator));
        names.extend(declared.map(|name| name.node.name.clone()));
    }
    names
}

/// The bodies of those macros without parameters whose names are in annotations.
fn macros(text: &str, comments: &[Comment]) -> IndexMap<String, String> {
    let mut bodies = IndexMap::default();
    if comments.is_empty() {
        return bodies;
    }
    for line in text.lines() {
        let Some(rest) = line.trim_start().strip_prefix("#define ") else { continue };
        let rest = rest.trim_start();
        let length = rest.find(|ch: char| !ch.is_ascii_alphanumeric() && ch != '_').unwrap_or(rest.len());
        let (name, body) = rest.split_at(length);
        if !body.starts_with('(') && !body.trim().is_empty() {
            bodies.insert(name.to_owned(), body.trim().to_owned());
        }
    }
    bodies
}
