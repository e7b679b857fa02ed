//! Memory that is not given back: what is still allocated when the program ends, and whether it can still be got at.
//!
//! Memory is lost where no variable leads to it any more. What is lost stays lost, so it is enough to look when the program
//! ends: what is allocated then and cannot be got at from variables of static storage, or from those of `main` that are there
//! where it returns, is lost. Of another function to start with, the caller has the result and what it passed. Where `exit` ends the program, local variables of other functions are there, too: if one of them
//! may hold a pointer into the heap, nothing is asked about what can be got at.
//!
//! A function that is not defined may keep what it is given, or give it back: what it can get at is not lost, whatever comes.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{
    Access, AccessTarget, AssumptionKind, OriginKind, Place, Property, Sort, Symbol, Term, Usage,
};

use super::access::Location;
use super::check::{Unselected, Violation};
use super::state::Lowerer;
use super::tables::Kind;
use crate::c::hir::{Callee, Expr, ExprKind, FuncId, PathStep, Storage, VarId};
use crate::c::pointer::{self, OBJECT_BITS};
use crate::c::points_to::Region;
use crate::c::source::Loc;
use crate::c::types::Type;

/// The function whose variables count as there when the program has ended.
const MAIN: &str = "main";

/// How a program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramEnd {
    Return,
    Exit,
}

/// The objects that are found from variables, while they are looked for.
struct Search {
    /// Which were found.
    marked: Symbol,
    /// Those whose contents were not looked at yet, and how many these are.
    waiting: Symbol,
    n_waiting: Symbol,
    /// How many allocated ones were found.
    n_found: Symbol,
    purpose: SearchPurpose,
}

/// What objects are looked for for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchPurpose {
    /// To count them.
    Count,
    /// To give them to a function that is not defined.
    GiveAway,
}

impl Lowerer<'_> {
    fn asks_for_leaks(&self) -> bool {
        self.is_checked(Property::MemoryLeak) || self.is_checked(Property::MemoryCleanup)
    }

    fn n_allocated(&mut self) -> Symbol {
        match self.objects.n_allocated {
            Some(symbol) => symbol,
            None => {
                let (sort, display) = (Sort::bits(OBJECT_BITS), Display::Unsigned);
                let symbol = self.variables.declare("allocated objects", sort, Scope::Internal, display);
                self.objects.n_allocated = Some(symbol);
                symbol
            }
        }
    }

    /// Counts objects that are allocated (1) or given back (-1), where a condition holds.
    pub(super) fn count_allocated(&mut self, difference: i128, condition: Term, loc: Loc) {
        if !self.asks_for_leaks() {
            return;
        }
        if difference > 0 && self.is_checked(Property::MemoryLeak) {
            let message = "no memory is lost in executions that do not end, or end with `abort`";
            self.assume(AssumptionKind::LostBeforeEnd, message);
        }
        let symbol = self.n_allocated();
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let (before, zero) = (Term::symbol(symbol), Term::bits(OBJECT_BITS, 0));
        let difference = condition.ite(Term::signed_bits(OBJECT_BITS, difference), zero);
        self.emit_assign(Place::variable(symbol), before.bv_add(difference), origin);
    }

    /// Asks, where the program ends, that nothing is allocated any more, or that it can be got at.
    pub(super) fn check_allocated(&mut self, end: ProgramEnd, loc: Loc) {
        self.check_allocated_beside(Vec::new(), end, loc);
    }

    /// Asks where a function has returned that is called elsewhere, too: there its callers have variables. The caller that is not
    /// known has the results.
    pub(super) fn check_allocated_behind(&mut self, entry: FuncId, results: &[Symbol], loc: Loc) {
        let func = self.program.func(entry);
        if !self.asks_for_leaks() || !self.is_called_by_user(&func.name) {
            return;
        }
        let mut known = Vec::new();
        if !results.is_empty() {
            let location = self.location_over(results, &func.ty.result);
            self.pointers_in(&location, &func.ty.result, &mut known);
        }
        self.check_allocated_beside(known, ProgramEnd::Return, loc);
    }

    /// The same; somebody has these pointers.
    fn check_allocated_beside(&mut self, known: Vec<Term>, end: ProgramEnd, loc: Loc) {
        if !self.asks_for_leaks() {
            return;
        }
        let n_allocated = Term::symbol(self.n_allocated());
        let nothing = Term::bits(OBJECT_BITS, 0);
        let is_clean = n_allocated.equals(nothing);
        if self.is_checked(Property::MemoryCleanup) {
            let message = "memory is still allocated when the program ends";
            self.require_at_end(is_clean, Property::MemoryCleanup, (message, None), loc);
        }
        if !self.is_checked(Property::MemoryLeak) {
            return;
        }
        if end == ProgramEnd::Exit && self.others_lead_to_heap() {
            let message = "what is allocated when `exit` is called can be got at";
            return self.assume(AssumptionKind::AllocatedAtExit, message);
        }
        let roots: Vec<Term> = known.into_iter().chain(self.roots(end)).collect();
        let message = "memory is lost: it is allocated when the program ends, and nothing leads to it";
        if roots.is_empty() {
            return self.require_at_end(is_clean, Property::MemoryLeak, (message, None), loc);
        }
        let origin = self.origin(OriginKind::Requirement, loc, None);
        let (look, done) = (self.new_block(), self.new_block());
        self.branch(is_clean, done, look, origin);
        self.switch_to(look);
        let Search { marked, n_found, .. } = self.find_allocated(&roots, loc);
        let are_all_found = Term::symbol(n_found).equals(n_allocated);
        self.require_at_end(are_all_found, Property::MemoryLeak, (message, Some(marked)), loc);
        self.continue_at(done);
    }

    /// Asks for something where the program ends. What is allocated then is what a violation is about, but for what is
    /// marked.
    fn require_at_end(
        &mut self,
        condition: Term,
        property: Property,
        (message, marked): (&str, Option<Symbol>),
        loc: Loc,
    ) {
        let violation = |this: &mut Self| {
            let target = AccessTarget::Allocated { marked };
            let access = Access { target, n_bytes: this.address_constant(0), usage: Usage::Lose };
            Violation { message: message.to_owned(), access: Some(access) }
        };
        self.require(property, condition, violation, loc, Unselected::GoesOn);
    }

    /// Asks where the function returns with which the program ends. Where handlers run after it, they end the program.
    pub(super) fn check_allocated_at_return(&mut self, loc: Loc) {
        let is_entry =
            self.body.function.is_some_and(|func| self.program.func(func).name == self.config.entry);
        if is_entry && self.program.at_exit().is_empty() && !self.is_called_by_user(&self.config.entry) {
            self.check_allocated(ProgramEnd::Return, loc);
        }
    }

    /// Whether a variable that another function may still have may lead into the heap.
    fn others_lead_to_heap(&mut self) -> bool {
        let program = self.program;
        let current = self.body.function;
        // Only the first function is not called by any other one.
        let is_first = current.is_some_and(|func| program.func(func).name == self.config.entry);
        (0..program.vars.len()).map(VarId).any(|var| match program.var(var).storage {
            Storage::Local(func) | Storage::Parameter(func) => {
                let is_gone = program.func(func).trusted || (is_first && Some(func) == current);
                !is_gone && self.points_to.leads_to_heap(var)
            }
            _ => false,
        })
    }

    /// The pointers into the heap that variables hold which are there when the program returns.
    fn roots(&mut self, end: ProgramEnd) -> Vec<Term> {
        let program = self.program;
        let is_static = |var: &VarId| {
            let storage = &program.var(*var).storage;
            matches!(storage, Storage::Global | Storage::Static(_))
        };
        let statics = (0..program.vars.len()).map(VarId).filter(is_static);
        let own = self.body.function.map_or(Vec::new(), |func| program.func(func).parameters.clone());
        let locals = self.body.scopes.iter().filter_map(|scope| self.body.all_scopes.variables.get(scope));
        let locals: Vec<VarId> = locals.flatten().copied().collect();
        let mut roots = Vec::new();
        let locals = match self.is_left(end) {
            true => {
                self.pointers_in_result(&mut roots);
                Vec::new()
            }
            false => locals,
        };
        for var in statics.chain(own).chain(locals) {
            let declared = program.var(var);
            if !self.points_to.leads_to_heap(var) && !self.points_to.has_exposed_heap() {
                continue;
            }
            let location = self.variable_location(var);
            let ty = declared.ty.clone();
            self.pointers_in(&location, &ty, &mut roots);
        }
        roots
    }

    /// Whether the program ends where a function is left that only somebody unknown calls, and its parameters hold what they were
    /// given.
    fn is_left(&mut self, end: ProgramEnd) -> bool {
        let program = self.program;
        let Some(func) = self.body.function.map(|func| program.func(func)) else { return false };
        if end != ProgramEnd::Return || func.name == MAIN {
            return false;
        }
        let is_changed = |var: VarId| {
            let is_it = |place: &Expr| matches!(place.kind, ExprKind::Var(it) if it == var);
            let changes = |expr: &Expr| match &expr.kind {
                ExprKind::Assign(target, _) | ExprKind::Update { target, .. } => is_it(target),
                ExprKind::AddressOf(target) => is_it(target),
                _ => false,
            };
            func.body.as_ref().is_some_and(|body| body.has(&mut |it| changes(it)))
        };
        func.parameters.iter().all(|var| {
            let may_lead_to_heap = self.points_to.leads_to_heap(*var) || self.points_to.has_exposed_heap();
            !may_lead_to_heap || !is_changed(*var)
        })
    }

    /// Whether functions of the user's that are reached call a function, or take its address.
    fn is_called_by_user(&self, name: &str) -> bool {
        let is_it = |func: FuncId| self.program.func(func).name == name;
        let calls = |expr: &Expr| match expr.kind {
            ExprKind::Call(Callee::Direct(func), _) | ExprKind::Function(func) => is_it(func),
            _ => false,
        };
        let users = self.points_to.reached().map(|func| self.program.func(func)).filter(|it| !it.trusted);
        users.filter_map(|func| func.body.as_ref()).any(|body| body.has(&mut |it| calls(it)))
    }

    fn pointers_in_result(&mut self, found: &mut Vec<Term>) {
        let Some(func) = self.body.function else { return };
        let ty = self.program.func(func).ty.result.clone();
        let results = self.signatures.get(&func).map_or(Vec::new(), |it| it.results.clone());
        if !results.is_empty() {
            let location = self.location_over(&results, &ty);
            self.pointers_in(&location, &ty, found);
        }
    }

    /// The pointers in a place, one by one; also those that were made numbers, or bytes at places where pointers may lie.
    fn pointers_in(&mut self, location: &Location, ty: &Type, found: &mut Vec<Term>) {
        let pointer = Type::Void.pointer_to();
        let size = self.types.size(&pointer).unwrap_or(8);
        match ty {
            Type::Pointer(_) => found.push(self.load(location)),
            Type::Int(_) if self.types.size(ty) == Some(size) && self.points_to.has_exposed_heap() => {
                let number = self.load(location);
                found.push(self.converted(number, ty, &pointer));
            }
            Type::Array(element, Some(count)) if self.types.size(element) == Some(1) => {
                if !self.points_to.has_exposed_heap() {
                    return;
                }
                for first in (0..(*count / size) * size).step_by(size as usize) {
                    let number = self.number_in_bytes(location, first, size);
                    found.push(self.converted(number, &self.types.size_type(), &pointer));
                }
            }
            Type::Record(id) => {
                for idx in 0..self.types.fields(*id).len() {
                    let part = self.step(location, PathStep::Field(idx));
                    let ty = part.ty().clone();
                    self.pointers_in(&part, &ty, found);
                }
            }
            Type::Array(element, Some(count)) => {
                for idx in 0..*count {
                    let part = self.step(location, PathStep::Index(idx));
                    self.pointers_in(&part, element, found);
                }
            }
            _ => {}
        }
    }

    /// So many bytes of an array from one on as a number, the first of them the lowest.
    fn number_in_bytes(&mut self, array: &Location, first: u64, count: u64) -> Term {
        let bytes: Vec<Term> = (first..first + count)
            .map(|idx| {
                let byte = self.step(array, PathStep::Index(idx));
                self.load(&byte)
            })
            .collect();
        let number = bytes.into_iter().rev().reduce(Term::concat);
        number.unwrap_or_else(|| self.address_constant(0))
    }

    /// A function that is not defined is given pointers: allocated objects that they lead to are not lost any more.
    pub(super) fn give_away(&mut self, pointers: &[(Term, Region)], loc: Loc) {
        if !self.asks_for_leaks() {
            return;
        }
        let mut roots: Vec<Term> = Vec::new();
        for (pointer, region) in pointers {
            if self.points_to.can_reach_heap(*region) {
                roots.push(*pointer);
            }
        }
        if !roots.is_empty() {
            self.find(&roots, SearchPurpose::GiveAway, loc);
        }
    }

    /// Counts the allocated objects that pointers lead to, over other objects.
    fn find_allocated(&mut self, roots: &[Term], loc: Loc) -> Search {
        self.find(roots, SearchPurpose::Count, loc)
    }

    fn find(&mut self, roots: &[Term], purpose: SearchPurpose, loc: Loc) -> Search {
        let number = Lowerer::number_sort();
        let search = Search {
            marked: self.temporary("found", Sort::array(number, Sort::bool()), Display::Boolean),
            waiting: self.temporary("waiting", Sort::array(number, number), Display::Unsigned),
            n_waiting: self.temporary("waiting objects", number, Display::Unsigned),
            n_found: self.temporary("found objects", number, Display::Unsigned),
            purpose,
        };
        let origin = self.origin(OriginKind::Lowering, loc, None);
        for symbol in [search.marked, search.waiting, search.n_waiting, search.n_found] {
            let zero = Term::value(faultscope_ir::Value::zero(symbol.sort()));
            self.emit_assign(Place::variable(symbol), zero, origin);
        }
        for root in roots {
            self.note_found(&search, *root, loc);
        }
        let (head, inside, after) = (self.new_block(), self.new_block(), self.new_block());
        self.continue_at(head);
        let n_waiting = Term::symbol(search.n_waiting);
        let zero = Term::bits(OBJECT_BITS, 0);
        self.branch(n_waiting.equals(zero), after, inside, origin);
        self.switch_to(inside);
        let top = n_waiting.bv_sub(Term::bits(OBJECT_BITS, 1));
        let object = self.save(Term::symbol(search.waiting).select(top), loc);
        self.emit_assign(Place::variable(search.n_waiting), top, origin);
        self.mark_contents(&search, object, loc);
        self.goto(head);
        self.switch_to(after);
        search
    }

    /// Notes the object that a pointer points into, if it is one that has contents and was not found before.
    fn note_found(&mut self, search: &Search, pointer: Term, loc: Loc) {
        let number = self.save(pointer::object(self.types, pointer), loc);
        let origin = self.origin(OriginKind::Lowering, loc, None);
        let is_allocated = self.has_kind(number, Kind::Allocated);
        let followed = match search.purpose {
            SearchPurpose::Count => is_allocated.or(self.has_kind(number, Kind::Foreign)),
            SearchPurpose::GiveAway => is_allocated.or(self.has_kind(number, Kind::Variable)),
        };
        let is_new = followed.and(Term::symbol(search.marked).select(number).not());
        let (new, next) = (self.new_block(), self.new_block());
        self.branch(is_new, new, next, origin);
        self.switch_to(new);
        let one = Term::bits(OBJECT_BITS, 1);
        let (n_waiting, n_found) = (Term::symbol(search.n_waiting), Term::symbol(search.n_found));
        self.emit_assign(Place::cell(search.marked, number), Term::bool(true), origin);
        self.emit_assign(Place::cell(search.waiting, n_waiting), number, origin);
        self.emit_assign(Place::variable(search.n_waiting), n_waiting.bv_add(one), origin);
        let counted = is_allocated.ite(one, Term::bits(OBJECT_BITS, 0));
        self.emit_assign(Place::variable(search.n_found), n_found.bv_add(counted), origin);
        if search.purpose == SearchPurpose::GiveAway {
            self.count_allocated(-1, is_allocated, loc);
            let states = self.states();
            let kind = is_allocated.ite(Kind::Foreign.term(), Term::symbol(states).select(number));
            self.emit_assign(Place::cell(states, number), kind, origin);
        }
        self.continue_at(next);
    }

    /// Notes what the pointers in an object point to.
    fn mark_contents(&mut self, search: &Search, object: Term, loc: Loc) {
        let size = self.types.size(&Type::Void.pointer_to()).unwrap_or(8);
        let limits = self.limits();
        let room = Term::symbol(limits).select(object);
        let count = room.bv_udiv(self.address_constant(size.into()));
        let count = self.save(count, loc);
        let regions = match search.purpose {
            SearchPurpose::Count => self.points_to.heap_regions(),
            SearchPurpose::GiveAway => self.points_to.pointer_regions(),
        };
        let start = pointer::start(self.types, object);
        self.repeat(count, loc, |this, idx| {
            let at = start.bv_add_low(idx.bv_mul(this.address_constant(size.into())));
            for region in &regions {
                let location = Location::memory(at, *region, Type::Void.pointer_to());
                let pointer = this.load(&location);
                this.note_found(search, pointer, loc);
            }
        });
    }
}
