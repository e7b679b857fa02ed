//! Statements about all objects of one kind, such as the nodes of lists.
//!
//! A pointer is the number of an object above an offset. What a program allocates has a number from a counter, and an entry in
//! a table that says how large it is. So the objects of one kind are those with one entry in the table, and where every
//! node of a list holds something, all objects with that entry do, but perhaps for one or two that are not filled yet:
//! those that some pointers point to. Of a pointer in such an object, or in a variable, it may hold that it is null or
//! points to the start of an object of some kind.
//!
//! This is read off the commands alone: a table is an array that is written at the index `x`, where other arrays are at
//! `x : offset` in the same letter.

use faultscope_ir::index::{IndexMap, IndexSet};
use faultscope_ir::term::{Derivation, Quantifier};
use faultscope_ir::{Command, Op, Sort, Symbol, Term};
use rustc_hash::FxHashMap;

use super::super::alphabet::Alphabet;
use super::cells::replaced;
use crate::automata::Letter;
use crate::limits::{
    MAX_COMPARISON_SIZE, MAX_KINDS_OF_OBJECTS, MAX_OBJECT_FACT_SIZE, MAX_OBJECT_FACTS, MAX_OBJECT_STATEMENTS,
    MAX_OPEN_OBJECTS,
};

/// What a program does with objects that it allocates.
#[derive(Debug, Default)]
pub(super) struct Objects {
    kinds: Vec<Kind>,
    /// The counters that numbers are taken from, by table.
    counters: IndexMap<Symbol, Symbol>,
    /// Tables in which entries become zero.
    ending: IndexSet<Symbol>,
    /// The variables that hold pointers.
    pointers: IndexSet<Symbol>,
    /// Those through which memory is written, or that point to new objects.
    open: IndexSet<Symbol>,
    /// The arrays of fields.
    memory: IndexSet<Symbol>,
    /// The fields that are read.
    used: IndexSet<Field>,
    /// What is compared, as formulas about the object of a number.
    facts: IndexSet<Term>,
    /// Comparisons of fields, as they are written.
    comparisons: IndexSet<Term>,
}

/// Objects with one entry in a table.
#[derive(Debug)]
struct Kind {
    table: Symbol,
    entry: Term,
    fields: IndexSet<Field>,
}

/// A cell of all objects: an array, and an offset that is constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Field {
    array: Symbol,
    offset: Term,
}

impl Field {
    /// The cell of the object of a number.
    fn of(self, number: Term) -> Term {
        Term::symbol(self.array).select(number.concat(self.offset))
    }
}

impl Objects {
    /// Looks at all letters.
    pub(super) fn new(alphabet: &Alphabet, leads_to_error: &dyn Fn(Letter) -> bool) -> Objects {
        let mut objects = Objects::default();
        for letter in alphabet.letters() {
            objects.find_kinds(alphabet.statements(letter).iter().map(|it| &it.command));
        }
        if objects.kinds.is_empty() || objects.kinds.len() > MAX_KINDS_OF_OBJECTS {
            return Objects::default();
        }
        for statement in alphabet.letters().flat_map(|letter| alphabet.statements(letter)) {
            objects.look(&statement.command);
        }
        objects.find_facts(alphabet, leads_to_error);
        objects
    }

    /// What may hold of pointers, and of all objects of a kind.
    pub(super) fn statements(&self) -> Vec<Term> {
        let mut found: IndexSet<Term> = IndexSet::default();
        for pointer in &self.pointers {
            found.extend(self.of_pointer(Term::symbol(*pointer)));
        }
        found.extend(self.comparisons.iter().copied());
        for (table, counter) in &self.counters {
            let (number, next) = (bound_variable(*counter), Term::symbol(*counter));
            let entry = Term::symbol(*table).select(Term::symbol(number));
            let is_made = is_zero(entry).or(Term::symbol(number).bv_ult(next));
            found.insert(Term::quantified(Quantifier::Forall, &[number], is_made));
            found.extend(
                self.pointers.iter().filter_map(|it| Some(object(Term::symbol(*it), *counter)?.bv_ult(next))),
            );
        }
        for kind in &self.kinds {
            self.of_kind(kind, &mut found);
        }
        found.retain(|it| it.as_bool().is_none());
        found.into_iter().take(MAX_OBJECT_STATEMENTS).collect()
    }

    /// What may hold of a pointer: that it is not null, and where it points to, if it is not.
    pub(super) fn of_pointer(&self, pointer: Term) -> Vec<Term> {
        if !self.is_pointer(pointer.sort()) {
            return Vec::new();
        }
        let mut found = vec![is_zero(pointer).not()];
        for kind in &self.kinds {
            let Some(counter) = self.counters.get(&kind.table) else { continue };
            let Some((number, offset)) = parts(pointer, *counter) else { continue };
            let entry = Term::symbol(kind.table).select(number);
            let is_start = is_zero(offset);
            let points = is_start.and(entry.equals(kind.entry));
            found.push(is_zero(pointer).or(points));
            if self.ending.contains(&kind.table) {
                found.push(is_zero(pointer).or(is_start.and(entry.equals(kind.entry).or(is_zero(entry)))));
            }
        }
        found
    }

    /// What may hold of all objects of a kind, but for those that are open.
    fn of_kind(&self, kind: &Kind, found: &mut IndexSet<Term>) {
        let Some(counter) = self.counters.get(&kind.table) else { return };
        let number = bound_variable(*counter);
        let of_number = Term::symbol(number);
        let mut bodies: IndexSet<Term> = IndexSet::default();
        for field in kind.fields.iter().filter(|it| self.used.contains(*it)) {
            bodies.extend(self.of_pointer(field.of(of_number)));
        }
        let is_of_kind = |fact: &&Term| {
            fields_of(**fact).iter().all(|(array, index)| {
                index
                    .operands_of(Op::Concat)
                    .is_some_and(|parts| kind.fields.contains(&Field { array: *array, offset: parts[1] }))
            })
        };
        bodies.extend(self.facts.iter().filter(is_of_kind).copied());
        let is_kind = Term::symbol(kind.table).select(of_number).equals(kind.entry);
        for group in self.open_groups() {
            let numbers = group.iter().filter_map(|it| object(Term::symbol(*it), *counter));
            let is_other = Term::all(numbers.map(|it| it.differs(of_number)));
            for body in &bodies {
                let body = is_kind.and(is_other).implies(*body);
                found.insert(Term::quantified(Quantifier::Forall, &[number], body));
            }
        }
    }

    /// No pointer, one, or two.
    fn open_groups(&self) -> Vec<Vec<Symbol>> {
        let open: Vec<Symbol> = self.open.iter().copied().take(MAX_OPEN_OBJECTS).collect();
        let mut groups = vec![Vec::new()];
        groups.extend(open.iter().map(|it| vec![*it]));
        for (idx, first) in open.iter().enumerate() {
            groups.extend(open[idx + 1..].iter().map(|second| vec![*first, *second]));
        }
        groups
    }

    /// Finds what is made in a letter.
    fn find_kinds<'a>(&mut self, commands: impl Iterator<Item = &'a Command>) {
        // The counter that a number was taken from.
        let mut numbers: IndexMap<Symbol, Symbol> = IndexMap::default();
        let mut entries: IndexMap<Symbol, (Symbol, Term)> = IndexMap::default();
        for command in commands {
            let Some(target) = command.target() else { continue };
            let value = match command {
                Command::Assign { value, .. } => Some(*value),
                _ => None,
            };
            match &target.path[..] {
                [] => match value.and_then(Term::as_symbol) {
                    Some(counter) if counter.sort().bit_width().is_some() => {
                        numbers.insert(target.variable, counter);
                        entries.shift_remove(&target.variable);
                    }
                    _ => {
                        numbers.shift_remove(&target.variable);
                        entries.shift_remove(&target.variable);
                    }
                },
                [index] => {
                    if let (Some(number), Some(entry)) = (index.as_symbol(), value)
                        && entry.as_value().is_some()
                        && entry.sort().bit_width().is_some()
                        && numbers.contains_key(&number)
                        && !entries.contains_key(&number)
                    {
                        entries.insert(number, (target.variable, entry));
                    }
                    if let Some([number, offset]) = index.operands_of(Op::Concat)
                        && let Some(number) = number.as_symbol()
                        && offset.as_value().is_some()
                        && let (Some(counter), Some((table, entry))) =
                            (numbers.get(&number), entries.get(&number))
                    {
                        self.counters.insert(*table, *counter);
                        let field = Field { array: target.variable, offset: *offset };
                        self.kind(*table, *entry).fields.insert(field);
                        self.memory.insert(field.array);
                    }
                }
                _ => {}
            }
        }
    }

    fn kind(&mut self, table: Symbol, entry: Term) -> &mut Kind {
        let known = self.kinds.iter().position(|it| it.table == table && it.entry == entry);
        let at = known.unwrap_or_else(|| {
            self.kinds.push(Kind { table, entry, fields: IndexSet::default() });
            self.kinds.len() - 1
        });
        &mut self.kinds[at]
    }

    /// The sorts of pointers.
    fn is_pointer(&self, sort: Sort) -> bool {
        self.memory.iter().any(|it| it.sort().array_sorts().is_some_and(|(index, _)| index == sort))
    }

    /// Notes pointers and fields.
    fn look(&mut self, command: &Command) {
        if let Some(target) = command.target() {
            if target.path.is_empty() && self.is_pointer(target.variable.sort()) {
                self.pointers.insert(target.variable);
            }
            if let ([index], Command::Assign { value, .. }) = (&target.path[..], command) {
                if self.memory.contains(&target.variable) {
                    let (base, _) = base_and_offset(*index);
                    self.open.extend(base.as_symbol().filter(|it| self.is_pointer(it.sort())));
                }
                if self.counters.contains_key(&target.variable) && is_zero(*value).as_bool() == Some(true) {
                    self.ending.insert(target.variable);
                }
            }
        }
        for term in command.terms() {
            for (array, index) in fields_of(term) {
                if self.memory.contains(&array) {
                    self.use_field(array, base_and_offset(index).1);
                }
            }
        }
        if let Command::Assign { target, value } = command
            && target.path.is_empty()
            && value.operands_of(Op::Concat).is_some()
            && self.pointers.contains(&target.variable)
        {
            self.open.insert(target.variable);
        }
    }

    fn use_field(&mut self, array: Symbol, offset: Option<Term>) {
        if let Some(offset) = offset.or_else(|| self.zero_offset(array)) {
            self.used.insert(Field { array, offset });
        }
    }

    /// The offset zero of an array's index.
    fn zero_offset(&self, array: Symbol) -> Option<Term> {
        let fields = self.kinds.iter().flat_map(|kind| &kind.fields);
        let width = fields.filter(|it| it.array == array).find_map(|it| it.offset.sort().bit_width())?;
        Some(Term::bits(width, 0))
    }

    /// Reads off the text what may hold of all objects of a kind: what is assumed where no error follows, and what is asked by
    /// giving it to a function that checks it.
    fn find_facts(&mut self, alphabet: &Alphabet, leads_to_error: &dyn Fn(Letter) -> bool) {
        let Some(counter) = self.counters.values().next().copied() else { return };
        let number = Term::symbol(bound_variable(counter));
        let commands =
            |letter: Letter| alphabet.statements(letter).iter().map(|statement| &statement.command);
        for letter in alphabet.letters() {
            for command in commands(letter) {
                match command {
                    Command::Assume { condition } if !leads_to_error(letter) => {
                        self.asked(*condition, number)
                    }
                    Command::Assign { value, .. } => {
                        if let Some([condition, ..]) = value.operands_of(Op::Ite) {
                            self.asked(*condition, number);
                        }
                    }
                    _ => {}
                }
            }
        }
        self.stored(&alphabet.letters().flat_map(commands).collect::<Vec<_>>(), number);
    }

    /// A condition that may hold of all objects, and its parts.
    fn asked(&mut self, condition: Term, number: Term) {
        for formula in conjuncts(condition) {
            let has_field = fields_of(formula).iter().any(|(array, _)| self.memory.contains(array));
            if !has_field || formula.size() > MAX_OBJECT_FACT_SIZE || formula.has_quantifier() {
                continue;
            }
            if formula.size() <= MAX_COMPARISON_SIZE {
                self.comparisons.insert(formula);
            }
            if self.facts.len() < MAX_OBJECT_FACTS
                && let Some(fact) = self.of_object(formula, number)
            {
                self.facts.insert(fact);
            }
        }
    }

    /// A formula about the object that one pointer points to, as one about the object of a number.
    fn of_object(&self, formula: Term, number: Term) -> Option<Term> {
        let mut found = formula;
        let mut object: Option<Term> = None;
        for read in outer_reads(formula) {
            let [array, index] = read.operands_of(Op::Select)? else { return None };
            let array = array.as_symbol().filter(|it| self.memory.contains(it))?;
            let (base, offset) = base_and_offset(*index);
            let offset = offset.or_else(|| self.zero_offset(array))?;
            if object.is_some_and(|it| it != base) {
                return None;
            }
            object = Some(base);
            found = replaced(found, read, Field { array, offset }.of(number));
        }
        let base = object?;
        let symbols = base.symbols();
        let is_left = symbols.iter().any(|it| found.mentions(*it) && !self.memory.contains(it));
        (!is_left).then_some(found)
    }

    /// What is written into fields: constants, and variables that were compared before.
    fn stored(&mut self, commands: &[&Command], number: Term) {
        let mut constants: IndexMap<Field, Option<IndexSet<Term>>> = IndexMap::default();
        for command in commands {
            let Command::Assign { target, value } = command else { continue };
            let [index] = target.path[..] else { continue };
            if !self.memory.contains(&target.variable) || value.sort().bit_width().is_none() {
                continue;
            }
            let (_, offset) = base_and_offset(index);
            let Some(offset) = offset.or_else(|| self.zero_offset(target.variable)) else { continue };
            let field = Field { array: target.variable, offset };
            let known = constants.entry(field).or_insert_with(|| Some(IndexSet::default()));
            if value.as_value().is_none() {
                *known = None;
            } else if let Some(known) = known {
                known.insert(*value);
            }
            if let Some(variable) = value.as_symbol().filter(|it| !self.is_pointer(it.sort())) {
                self.compared_before(commands, variable, field.of(number));
            }
        }
        for (field, values) in constants {
            if let Some(values) = values {
                self.facts.insert(Term::any(values.into_iter().map(|it| field.of(number).equals(it))));
            }
        }
    }

    fn compared_before(&mut self, commands: &[&Command], variable: Symbol, cell: Term) {
        let by_cell = FxHashMap::from_iter([(variable, cell)]);
        for command in commands {
            let Command::Assume { condition } = command else { continue };
            for part in conjuncts(*condition) {
                let is_usable = part.mentions(variable)
                    && part.size() <= MAX_COMPARISON_SIZE
                    && fields_of(part).is_empty()
                    && self.facts.len() < MAX_OBJECT_FACTS;
                if is_usable {
                    self.facts.insert(part.substitute(&by_cell));
                }
            }
        }
    }
}

/// The variable that stands for the number of any object.
fn bound_variable(counter: Symbol) -> Symbol {
    counter.derived(Derivation::Bound(0))
}

fn is_zero(term: Term) -> Term {
    term.equals(Term::bits(term.sort().bit_width().unwrap_or(1), 0))
}

/// The number of the object that a pointer points into.
fn object(pointer: Term, counter: Symbol) -> Option<Term> {
    parts(pointer, counter).map(|(number, _)| number)
}

/// The number of the object that a pointer points into, and the offset in it.
fn parts(pointer: Term, counter: Symbol) -> Option<(Term, Term)> {
    let (width, of_number) = (pointer.sort().bit_width()?, counter.sort().bit_width()?);
    let of_offset = width.checked_sub(of_number).filter(|it| *it > 0)?;
    Some((pointer.extract(width - 1, of_offset), pointer.extract(of_offset - 1, 0)))
}

/// What is added a constant to, and the constant, if it is not zero; of a number above an offset, these.
fn base_and_offset(index: Term) -> (Term, Option<Term>) {
    let parts = index.operands_of(Op::BvAddLow).or_else(|| index.operands_of(Op::Concat));
    match parts {
        Some([base, offset]) if offset.as_value().is_some() => (*base, Some(*offset)),
        _ => (index, None),
    }
}

/// The arrays that a term reads, each with the index.
fn fields_of(term: Term) -> IndexSet<(Symbol, Term)> {
    let mut found = IndexSet::default();
    term.visit(&mut |it| {
        if let Some([array, index]) = it.operands_of(Op::Select)
            && let Some(array) = array.as_symbol()
        {
            found.insert((array, *index));
        }
    });
    found
}

/// What a term reads of arrays, but for what it needs to know where to read.
fn outer_reads(term: Term) -> IndexSet<Term> {
    let mut found = IndexSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match term.operands_of(Op::Select) {
            Some(_) => drop(found.insert(term)),
            None => open.extend(term.children()),
        }
    }
    found
}

/// The conjunction, and its conjuncts.
fn conjuncts(condition: Term) -> IndexSet<Term> {
    let mut found = IndexSet::<Term>::from_iter([condition]);
    let mut open = vec![(condition, true)];
    while let Some((term, truth)) = open.pop() {
        match (term.operands_of(Op::Not), term.operands_of(if truth { Op::And } else { Op::Or })) {
            (Some(operands), _) => open.push((operands[0], !truth)),
            (None, Some(operands)) => open.extend(operands.iter().map(|it| (*it, truth))),
            (None, None) => {
                found.insert(if truth { term } else { term.not() });
            }
        }
    }
    found
}
