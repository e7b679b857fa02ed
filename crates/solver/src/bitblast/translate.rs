//! Terms in gates.
//!
//! Arrays are read only: a read of a written array compares indices, and reads of one array variable at two
//! indices give equal values where the indices are equal (Ackermann's reduction). What is outside (equality
//! of arrays, floats, unbounded numbers, quantifiers) [`supports`] refuses beforehand.

use faultscope_ir::sort::SortKind;
use faultscope_ir::{Op, Sort, Symbol, Term, TermKind, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::gates::Gates;
use super::sat::{Lit, Sat};
use super::words::{Shift, Word};

/// Widths above this make multipliers and dividers too large to be worth it.
const MAX_PRODUCT_WIDTH: u32 = 64;

/// Whether a term can be translated. `known` holds terms that can.
pub(super) fn supports(root: Term, known: &mut FxHashSet<Term>) -> bool {
    let mut visited: FxHashSet<Term> = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if known.contains(&term) || !visited.insert(term) {
            continue;
        }
        if !supports_node(term) {
            return false;
        }
        stack.extend(term.children());
    }
    // Only now: what was visited on the way to a term that cannot be translated cannot either.
    known.extend(visited);
    true
}

fn supports_node(term: Term) -> bool {
    if !supports_sort(term.sort()) {
        return false;
    }
    match term.kind() {
        TermKind::Const(Value::Array(_)) | TermKind::Quantified(..) => false,
        TermKind::Const(_) | TermKind::Symbol(_) => true,
        TermKind::App(op, operands) => match op {
            Op::Eq => operands[0].sort().array_sorts().is_none(),
            Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                term.sort().bit_width().is_some_and(|width| width <= MAX_PRODUCT_WIDTH)
            }
            _ => true,
        },
    }
}

fn supports_sort(sort: Sort) -> bool {
    let flat = |sort: Sort| matches!(sort.kind(), SortKind::Bool | SortKind::BitVec(_));
    flat(sort) || sort.array_sorts().is_some_and(|(index, element)| flat(index) && flat(element))
}

/// One read of an array variable.
pub(super) struct Read {
    index: Term,
    element: Word,
}

/// Translates terms, each once.
pub(super) struct Translator {
    pub(super) gates: Gates,
    words: FxHashMap<Term, Word>,
    symbols: FxHashMap<Symbol, Word>,
    reads: FxHashMap<Symbol, Vec<Read>>,
}

impl Translator {
    pub(super) fn new(gates: Gates) -> Translator {
        Translator {
            gates,
            words: FxHashMap::default(),
            symbols: FxHashMap::default(),
            reads: FxHashMap::default(),
        }
    }

    /// The literal of a formula.
    pub(super) fn formula(&mut self, formula: Term) -> Lit {
        _ = self.translate(formula, &mut |_| false);
        self.words[&formula][0]
    }

    /// The literal of a formula; none where `is_over` becomes true on the way. What was translated stays.
    pub(super) fn formula_until(
        &mut self,
        formula: Term,
        is_over: &mut dyn FnMut(&Sat) -> bool,
    ) -> Option<Lit> {
        self.translate(formula, is_over)?;
        Some(self.words[&formula][0])
    }

    /// The literals of a symbol that was translated before.
    pub(super) fn symbol_bits(&self, symbol: Symbol) -> Option<&[Lit]> {
        self.symbols.get(&symbol).map(|word| &word[..])
    }

    /// The reads of an array variable that were translated so far.
    pub(super) fn reads(&self, symbol: Symbol) -> impl Iterator<Item = (&[Lit], &[Lit])> {
        let reads = self.reads.get(&symbol).map_or(&[][..], |reads| &reads[..]);
        reads.iter().map(|read| (&self.words[&read.index][..], &read.element[..]))
    }

    /// Makes the word of a term and of everything below it, without recursion: terms can be deep.
    fn translate(&mut self, root: Term, is_over: &mut dyn FnMut(&Sat) -> bool) -> Option<()> {
        let mut stack = vec![root];
        while let Some(term) = stack.last().copied() {
            if self.words.contains_key(&term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            self.for_each_needed(term, &mut |needed| stack.push(needed));
            if stack.len() == depth {
                if is_over(&self.gates.sat) {
                    return None;
                }
                let word = self.word(term);
                self.words.insert(term, word);
                stack.pop();
            }
        }
        Some(())
    }

    /// The terms whose words this term's word is made of, and that have none yet.
    fn for_each_needed(&self, term: Term, visit: &mut dyn FnMut(Term)) {
        let mut need = |term: Term| {
            if !self.words.contains_key(&term) {
                visit(term);
            }
        };
        match term.kind() {
            TermKind::App(Op::Select, operands) => {
                need(operands[1]);
                for_each_array_leaf(operands[0], &mut need);
            }
            _ => term.children().iter().for_each(|child| need(*child)),
        }
    }

    fn word(&mut self, term: Term) -> Word {
        match term.kind() {
            TermKind::Const(Value::Bool(truth)) => [self.gates.constant(*truth)].into(),
            TermKind::Const(Value::Bits(width, bits)) => self.gates.constant_word(*width, *bits),
            TermKind::Symbol(symbol) => self.symbol_word(*symbol),
            TermKind::App(Op::Select, operands) => self.read(operands[0], operands[1]),
            TermKind::App(op, operands) => {
                let operands: Vec<Word> =
                    operands.iter().map(|operand| self.words[operand].clone()).collect();
                self.apply(*op, &operands)
            }
            TermKind::Const(_) | TermKind::Quantified(..) => unreachable!("refused by `supports`"),
        }
    }

    fn symbol_word(&mut self, symbol: Symbol) -> Word {
        if let Some(known) = self.symbols.get(&symbol) {
            return known.clone();
        }
        let word = self.gates.fresh_word(symbol.sort().bit_width().unwrap_or(1));
        self.symbols.insert(symbol, word.clone());
        word
    }

    fn apply(&mut self, op: Op, operands: &[Word]) -> Word {
        let gates = &mut self.gates;
        let bit = |lit: Lit| -> Word { [lit].into() };
        let a = &operands[0];
        let b = operands.get(1).unwrap_or(a);
        match op {
            Op::Not | Op::BvNot => a.iter().map(|lit| !*lit).collect(),
            Op::And | Op::BvAnd => gates.map2(a, b, Gates::and),
            Op::Or | Op::BvOr => gates.map2(a, b, Gates::or),
            Op::BvXor => gates.map2(a, b, Gates::xor),
            Op::Eq => bit(gates.equal(a, b)),
            Op::Ite => gates.choose_word(a[0], b, &operands[2]),
            Op::BvNeg => gates.negate(a),
            Op::BvAdd => gates.add(a, b),
            Op::BvSub => gates.subtract(a, b),
            Op::BvMul => gates.multiply(a, b),
            Op::BvUdiv => gates.divide(a, b).0,
            Op::BvUrem => gates.divide(a, b).1,
            Op::BvSdiv => gates.signed_divide(a, b).0,
            Op::BvSrem => gates.signed_divide(a, b).1,
            Op::BvShl => gates.shift(Shift::Left, a, b),
            Op::BvLshr => gates.shift(Shift::LogicalRight, a, b),
            Op::BvAshr => gates.shift(Shift::ArithmeticRight, a, b),
            Op::BvUlt => bit(gates.less(a, b)),
            Op::BvUle => bit(!gates.less(b, a)),
            Op::BvSlt => bit(gates.signed_less(a, b)),
            Op::BvSle => bit(!gates.signed_less(b, a)),
            Op::BvAddLow => {
                let (low, high) = a.split_at(b.len());
                let low: Word = low.into();
                let sum = gates.add(&low, b);
                sum.iter().chain(high).copied().collect()
            }
            Op::Concat => b.iter().chain(a.iter()).copied().collect(),
            Op::Extract { hi, lo } => a[lo as usize..=hi as usize].into(),
            Op::ZeroExtend(extra) => {
                let zero = gates.constant(false);
                a.iter().copied().chain((0..extra).map(|_| zero)).collect()
            }
            Op::SignExtend(extra) => {
                let sign = a[a.len() - 1];
                a.iter().copied().chain((0..extra).map(|_| sign)).collect()
            }
            // Every other operator has an operand or a result that `supports` refuses.
            _ => unreachable!("{op:?} on bit-vectors"),
        }
    }

    /// Reads an array term at an index; the words of all that it is made of are there.
    fn read(&mut self, array: Term, index: Term) -> Word {
        let mut done = FxHashMap::default();
        let mut stack = vec![array];
        while let Some(term) = stack.last().copied() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(array_children(term).filter(|child| !done.contains_key(child)));
            if stack.len() == depth {
                let word = self.read_node(term, index, &done);
                done.insert(term, word);
                stack.pop();
            }
        }
        done[&array].clone()
    }

    fn read_node(&mut self, array: Term, index: Term, done: &FxHashMap<Term, Word>) -> Word {
        match array.kind() {
            TermKind::Symbol(symbol) => self.read_symbol(*symbol, index),
            TermKind::App(Op::ConstArray(_), operands) => self.words[&operands[0]].clone(),
            TermKind::App(Op::Store, operands) => {
                let (written, wanted) = (self.words[&operands[1]].clone(), self.words[&index].clone());
                let hit = self.gates.equal(&written, &wanted);
                let element = self.words[&operands[2]].clone();
                self.gates.choose_word(hit, &element, &done[&operands[0]])
            }
            TermKind::App(Op::Ite, operands) => {
                let condition = self.words[&operands[0]][0];
                self.gates.choose_word(condition, &done[&operands[1]], &done[&operands[2]])
            }
            _ => unreachable!("no other term is an array"),
        }
    }

    /// A read of an array variable, which agrees with all earlier reads.
    fn read_symbol(&mut self, symbol: Symbol, index: Term) -> Word {
        let known = self.reads.get(&symbol).and_then(|reads| reads.iter().find(|read| read.index == index));
        if let Some(known) = known {
            return known.element.clone();
        }
        let (_, element_sort) = symbol.sort().array_sorts().expect("an array variable");
        let element = self.gates.fresh_word(element_sort.bit_width().unwrap_or(1));
        let wanted = self.words[&index].clone();
        for read in self.reads.entry(symbol).or_default() {
            let same_index = self.gates.equal(&self.words[&read.index], &wanted);
            if self.gates.as_constant(same_index) == Some(false) {
                continue;
            }
            let same_element = self.gates.equal(&read.element, &element);
            self.gates.sat.add_clause(&[!same_index, same_element]);
        }
        self.reads.entry(symbol).or_default().push(Read { index, element: element.clone() });
        element
    }
}

/// The arrays that an array term is made of.
fn array_children(array: Term) -> impl Iterator<Item = Term> {
    let arrays = match array.kind() {
        TermKind::App(Op::Store, operands) => &operands[..1],
        TermKind::App(Op::Ite, operands) => &operands[1..],
        _ => &[],
    };
    arrays.iter().copied()
}

/// Calls `visit` for the terms of flat sorts right below an array term: indices, elements, conditions.
fn for_each_array_leaf(array: Term, visit: &mut dyn FnMut(Term)) {
    let mut seen = FxHashSet::default();
    let mut stack = vec![array];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match term.kind() {
            TermKind::App(Op::Store, operands) => operands[1..].iter().for_each(|leaf| visit(*leaf)),
            TermKind::App(Op::ConstArray(_) | Op::Ite, operands) => visit(operands[0]),
            _ => {}
        }
        stack.extend(array_children(term));
    }
}
