//! Maps of which not every element need be known.
//!
//! Cells that have numbers close to each other lie side by side, in pages, where both indices and elements have a fixed number
//! of bits: memory is such a map, and is mostly read and written near where it was before.

use std::cell::Cell;

use faultscope_ir::{Sort, SortKind, Value};
use rustc_hash::FxHashMap;

use super::data::Data;
use super::word::{self, Bits, Class, Word};

/// A map.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Map {
    index: Sort,
    element: Sort,
    cells: Cells,
}

#[derive(Debug, Clone, PartialEq)]
enum Cells {
    Narrow(Pages<u64>),
    Wide(Pages<u128>),
    /// The element at every index that is not there, and the others.
    Other(Data, FxHashMap<Value, Data>),
}

impl Map {
    /// The map of a sort that has one element everywhere; none if the sort is not one of maps.
    pub(super) fn new(sort: Sort, default: Data) -> Option<Map> {
        let (index, element) = sort.array_sorts()?;
        let cells = match (index.kind(), Class::of(element)) {
            (SortKind::BitVec(_), Class::Narrow) => Cells::Narrow(Pages::new(Word::of(&default))),
            (SortKind::BitVec(_), Class::Wide) => Cells::Wide(Pages::new(Word::of(&default))),
            _ => Cells::Other(default, FxHashMap::default()),
        };
        Some(Map { index, element, cells })
    }

    /// The element at an index.
    pub(super) fn get(&self, index: &Value) -> Data {
        match (&self.cells, word::bits(index)) {
            (Cells::Narrow(pages), Some(index)) => pages.get(index).data(self.element),
            (Cells::Wide(pages), Some(index)) => pages.get(index).data(self.element),
            (Cells::Other(default, cells), _) => cells.get(index).unwrap_or(default).clone(),
            _ => Data::Unknown,
        }
    }

    /// Changes the element at an index.
    pub(super) fn put(&mut self, index: Value, element: Data) {
        match (&mut self.cells, word::bits(&index)) {
            (Cells::Narrow(pages), Some(index)) => pages.put(index, Word::of(&element)),
            (Cells::Wide(pages), Some(index)) => pages.put(index, Word::of(&element)),
            (Cells::Other(_, cells), _) => {
                cells.insert(index, element);
            }
            _ => {}
        }
    }

    /// The element at every index that is not there, and the others, in no particular order.
    pub(super) fn cells(&self) -> (Data, Vec<(Value, Data)>) {
        let index = self.index;
        let with_index = |(at, data): (u128, Data)| Some((word::value(index, at)?, data));
        match &self.cells {
            Cells::Narrow(pages) => {
                let cells = pages.cells(self.element).filter_map(with_index).collect();
                (pages.default.data(self.element), cells)
            }
            Cells::Wide(pages) => {
                let cells = pages.cells(self.element).filter_map(with_index).collect();
                (pages.default.data(self.element), cells)
            }
            #[expect(clippy::iter_over_hash_type, reason = "who gets them keeps them in order")]
            Cells::Other(default, cells) => {
                let mut all = Vec::new();
                for (index, data) in cells {
                    all.push((index.clone(), data.clone()));
                }
                (default.clone(), all)
            }
        }
    }

    /// A narrow element, if all of it is known.
    #[inline]
    pub(super) fn narrow(&self, index: u128) -> Option<u64> {
        match &self.cells {
            Cells::Narrow(pages) => pages.known(index),
            Cells::Wide(_) | Cells::Other(..) => None,
        }
    }

    /// A wide element, if all of it is known.
    #[inline]
    pub(super) fn wide(&self, index: u128) -> Option<u128> {
        match &self.cells {
            Cells::Wide(pages) => pages.known(index),
            Cells::Narrow(_) | Cells::Other(..) => None,
        }
    }

    /// Changes a narrow element.
    #[inline]
    pub(super) fn put_narrow(&mut self, index: u128, word: Word<u64>) {
        match &mut self.cells {
            Cells::Narrow(pages) => pages.put(index, word),
            Cells::Wide(_) | Cells::Other(..) => self.put_slowly(index, word.data(self.element)),
        }
    }

    /// Changes a wide element.
    #[inline]
    pub(super) fn put_wide(&mut self, index: u128, word: Word<u128>) {
        match &mut self.cells {
            Cells::Wide(pages) => pages.put(index, word),
            Cells::Narrow(_) | Cells::Other(..) => self.put_slowly(index, word.data(self.element)),
        }
    }

    fn put_slowly(&mut self, index: u128, element: Data) {
        if let Some(index) = word::value(self.index, index) {
            self.put(index, element);
        }
    }
}

/// The cells of a page, as a power of two.
const PAGE_BITS: u32 = 6;
const PAGE: usize = 1 << PAGE_BITS;

/// How many pages are found without looking them up, a power of two.
const N_RECENT: usize = 64;

/// No page has this number.
const NO_PAGE: u128 = u128::MAX;

/// Cells in pages.
#[derive(Debug, Clone)]
struct Pages<T> {
    /// All indices that were written are multiples of two to this power: a cell per four bytes is enough for integers that
    /// have as many.
    spacing: u32,
    pages: Vec<Box<Page<T>>>,
    numbers: FxHashMap<u128, u32>,
    /// Pages that were used lately, and where they are.
    recent: Box<[Cell<(u128, u32)>; N_RECENT]>,
    /// What is in all other cells.
    default: Word<T>,
}

#[derive(Debug, Clone, PartialEq)]
struct Page<T> {
    number: u128,
    bits: [T; PAGE],
    /// Which cells are known in full.
    known: u64,
    /// Which bits of the others are not known; empty where nothing is known of them.
    unknown: Vec<T>,
}

/// Of equal pages in another order it is not seen that they are alike.
impl<T: Bits> PartialEq for Pages<T> {
    fn eq(&self, other: &Pages<T>) -> bool {
        (self.spacing, self.default) == (other.spacing, other.default) && self.pages == other.pages
    }
}

impl<T: Bits> Page<T> {
    fn get(&self, at: usize) -> Word<T> {
        if self.known >> at & 1 == 1 {
            return Word::known(self.bits[at]);
        }
        self.unknown.get(at).map_or(Word::UNKNOWN, |unknown| Word { bits: self.bits[at], unknown: *unknown })
    }

    #[inline]
    fn put(&mut self, at: usize, word: Word<T>) {
        self.bits[at] = word.bits;
        if word.unknown == T::default() {
            self.known |= 1 << at;
            return;
        }
        self.known &= !(1 << at);
        if self.unknown.is_empty() && word.unknown != T::ALL {
            self.unknown = vec![T::ALL; PAGE];
        }
        if let Some(unknown) = self.unknown.get_mut(at) {
            *unknown = word.unknown;
        }
    }
}

impl<T: Bits> Pages<T> {
    fn new(default: Word<T>) -> Pages<T> {
        Pages {
            spacing: 3,
            pages: Vec::new(),
            numbers: FxHashMap::default(),
            recent: Box::new([const { Cell::new((NO_PAGE, 0)) }; N_RECENT]),
            default,
        }
    }

    /// The page of an index, and the cell there.
    #[inline]
    fn place(&self, index: u128) -> (u128, usize) {
        let number = index >> self.spacing;
        (number >> PAGE_BITS, number as usize % PAGE)
    }

    /// Whether no cell for this index can have been written.
    #[inline]
    fn is_between(&self, index: u128) -> bool {
        (index as u64) & ((1 << self.spacing) - 1) != 0
    }

    #[inline]
    fn page(&self, number: u128) -> Option<&Page<T>> {
        self.position(number).map(|at| &*self.pages[at])
    }

    #[inline]
    fn position(&self, number: u128) -> Option<usize> {
        let recent = &self.recent[number as usize % N_RECENT];
        let (last, at) = recent.get();
        if last == number {
            return Some(at as usize);
        }
        let at = *self.numbers.get(&number)?;
        recent.set((number, at));
        Some(at as usize)
    }

    /// The cells of all pages, with their indices.
    fn cells(&self, element: Sort) -> impl Iterator<Item = (u128, Data)> {
        self.pages.iter().flat_map(move |page| {
            let first = page.number << PAGE_BITS;
            (0..PAGE).map(move |at| ((first + at as u128) << self.spacing, page.get(at).data(element)))
        })
    }

    fn get(&self, index: u128) -> Word<T> {
        let (number, at) = self.place(index);
        match self.page(number) {
            Some(page) if !self.is_between(index) => page.get(at),
            _ => self.default,
        }
    }

    #[inline]
    fn known(&self, index: u128) -> Option<T> {
        let (number, at) = self.place(index);
        match self.page(number) {
            Some(page) if !self.is_between(index) => {
                if page.known >> at & 1 == 1 {
                    Some(page.bits[at])
                } else {
                    None
                }
            }
            _ => self.default.all_known(),
        }
    }

    #[inline]
    fn put(&mut self, index: u128, word: Word<T>) {
        if self.is_between(index) {
            self.respace(index.trailing_zeros());
        }
        let (number, at) = self.place(index);
        let position = self.position(number).unwrap_or_else(|| self.add(number));
        self.pages[position].put(at, word);
    }

    fn add(&mut self, number: u128) -> usize {
        let default = self.default;
        let mut page = Page { number, bits: [default.bits; PAGE], known: 0, unknown: Vec::new() };
        match default.all_known() {
            Some(_) => page.known = u64::MAX,
            None if default.unknown == T::ALL => {}
            None => page.unknown = vec![default.unknown; PAGE],
        }
        self.pages.push(Box::new(page));
        let position = self.pages.len() - 1;
        self.numbers.insert(number, position as u32);
        self.recent[number as usize % N_RECENT].set((number, position as u32));
        position
    }

    /// Makes the cells lie closer.
    #[cold]
    fn respace(&mut self, spacing: u32) {
        let before = std::mem::replace(self, Pages::new(self.default));
        self.spacing = spacing;
        for page in &before.pages {
            for at in 0..PAGE {
                let index = (page.number << PAGE_BITS | at as u128) << before.spacing;
                let word = page.get(at);
                if word != self.default {
                    self.put(index, word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: u32 = 96;

    fn map(default: Option<u128>) -> Map {
        let sort = Sort::array(Sort::bits(INDEX), Sort::bits(32));
        Map::new(sort, Data::of(default.map(|bits| Value::bits(32, bits)))).expect("a sort of maps")
    }

    #[test]
    fn cells_are_found_whatever_lies_between_them() {
        let mut map = map(Some(7));
        let indices = [0, 8, 4, 1, 3 << 64, (3 << 64) + 2, 1 << 20, (1 << INDEX) - 1];
        for (number, index) in indices.into_iter().enumerate() {
            map.put_narrow(index, Word::known(number as u64));
        }
        for (number, index) in indices.into_iter().enumerate() {
            assert_eq!(map.narrow(index), Some(number as u64), "{index}");
            assert_eq!(map.get(&Value::bits(INDEX, index)), Data::Known(Value::bits(32, number as u128)));
        }
        for index in [2, 5, 16, 2 << 64, (3 << 64) + 1] {
            assert_eq!(map.narrow(index), Some(7), "{index}");
        }
    }

    #[test]
    fn cells_can_be_known_in_part() {
        let mut map = map(None);
        let index = |index| Value::bits(INDEX, index);
        map.put(index(4), Data::partly(32, 0b1010, 0b0100));
        map.put(index(5), Data::Known(Value::bits(32, 3)));
        assert_eq!(map.get(&index(4)), Data::partly(32, 0b1010, 0b0100));
        assert_eq!(map.narrow(4), None);
        assert_eq!(map.narrow(5), Some(3));
        assert_eq!(map.get(&index(6)), Data::Unknown);
        map.put(index(5), Data::Unknown);
        assert_eq!(map.get(&index(5)), Data::Unknown);
    }
}
