//! What the variables of an execution hold.
//!
//! Values of fixed size lie side by side, those of at most 64 bits in one row and wider ones in another; maps, and numbers of
//! any size, in a third. The variables of an activation follow those of the activation that called it.

use std::rc::Rc;

use faultscope_ir::{ProcId, Sort};

use super::data::Data;
use super::map::Map;
use super::word::{Bits, Class, Word};

/// A variable of the program: of what sort it is, and where it lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    pub(super) sort: Sort,
    pub(super) class: Class,
    pub(super) address: Address,
}

/// Where a variable lies: the procedure whose activations each have one, and its number among those of its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    /// A procedure, or [`GLOBAL`].
    pub(super) owner: u32,
    pub(super) at: u32,
}

/// The owner of what belongs to no procedure.
pub(super) const GLOBAL: u32 = u32::MAX;

/// Where variables of procedures that were not called lie: behind all that there are.
const NOWHERE: u32 = u32::MAX / 2;

/// What a variable holds that is neither narrow nor wide.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    /// A value that is no map, or a map of which nothing is known.
    Value(Data),
    /// A map.
    Map(Rc<Map>),
}

/// Of what nothing is known.
pub(super) const UNKNOWN: &Content = &Content::Value(Data::Unknown);

/// How many variables of each class there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) narrow: u32,
    pub(super) wide: u32,
    pub(super) others: u32,
}

impl Sizes {
    /// Makes room for a variable.
    pub(super) fn add(&mut self, class: Class) -> u32 {
        let size = match class {
            Class::Narrow => &mut self.narrow,
            Class::Wide => &mut self.wide,
            Class::Other => &mut self.others,
        };
        *size += 1;
        *size - 1
    }

    fn plus(self, other: Sizes) -> Sizes {
        Sizes {
            narrow: self.narrow + other.narrow,
            wide: self.wide + other.wide,
            others: self.others + other.others,
        }
    }
}

/// Variables side by side.
#[derive(Debug, Clone, Default, PartialEq)]
struct Rows {
    narrow: Vec<Word<u64>>,
    wide: Vec<Word<u128>>,
    others: Vec<Content>,
}

impl Rows {
    fn resize(&mut self, sizes: Sizes) {
        self.narrow.resize(sizes.narrow as usize, Word::UNKNOWN);
        self.wide.resize(sizes.wide as usize, Word::UNKNOWN);
        self.others.resize(sizes.others as usize, UNKNOWN.clone());
    }
}

/// The contents of all variables.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Store {
    globals: Rows,
    locals: Rows,
    /// Where the variables of each procedure's latest activation begin.
    bases: Vec<Sizes>,
    /// Where the next activation's will.
    end: Sizes,
}

/// What is put back when an activation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entered {
    procedure: ProcId,
    /// Where the variables of the activation before it begin.
    before: Sizes,
    /// Where those of this one begin.
    base: Sizes,
}

impl Store {
    /// Nothing is known yet.
    pub(super) fn new(n_procedures: usize, globals: Sizes) -> Store {
        let nowhere = Sizes { narrow: NOWHERE, wide: NOWHERE, others: NOWHERE };
        let mut rows = Rows::default();
        rows.resize(globals);
        Store {
            globals: rows,
            locals: Rows::default(),
            bases: vec![nowhere; n_procedures],
            end: Sizes::default(),
        }
    }

    /// Makes room for an activation. Its variables are seen by [`Store::enter`] only.
    pub(super) fn reserve(&mut self, procedure: ProcId, sizes: Sizes) -> Entered {
        let entered = Entered { procedure, before: self.bases[procedure.0 as usize], base: self.end };
        self.end = self.end.plus(sizes);
        self.locals.resize(self.end);
        entered
    }

    /// An activation begins.
    pub(super) fn enter(&mut self, entered: &Entered) {
        self.bases[entered.procedure.0 as usize] = entered.base;
    }

    /// The latest activation ends; its variables are there until [`Store::drop_behind`].
    pub(super) fn leave(&mut self, entered: &Entered) {
        self.bases[entered.procedure.0 as usize] = entered.before;
    }

    /// Forgets the variables of an activation that has ended.
    pub(super) fn drop_behind(&mut self, entered: &Entered) {
        self.end = entered.base;
        self.locals.resize(self.end);
    }

    /// What a narrow variable holds.
    #[inline]
    pub(super) fn narrow(&self, address: Address) -> Word<u64> {
        let found = match address.owner {
            GLOBAL => self.globals.narrow.get(address.at as usize),
            owner => self.locals.narrow.get((self.bases[owner as usize].narrow + address.at) as usize),
        };
        found.copied().unwrap_or(Word::UNKNOWN)
    }

    /// What a wide variable holds.
    #[inline]
    pub(super) fn wide(&self, address: Address) -> Word<u128> {
        let found = match address.owner {
            GLOBAL => self.globals.wide.get(address.at as usize),
            owner => self.locals.wide.get((self.bases[owner as usize].wide + address.at) as usize),
        };
        found.copied().unwrap_or(Word::UNKNOWN)
    }

    /// What another variable holds.
    #[inline]
    pub(super) fn content(&self, address: Address) -> &Content {
        let found = match address.owner {
            GLOBAL => self.globals.others.get(address.at as usize),
            owner => self.locals.others.get((self.bases[owner as usize].others + address.at) as usize),
        };
        found.unwrap_or(UNKNOWN)
    }

    /// Changes a narrow variable.
    #[inline]
    pub(super) fn set_narrow(&mut self, address: Address, word: Word<u64>) {
        match address.owner {
            GLOBAL => put(&mut self.globals.narrow, address.at, word),
            owner => {
                let at = self.bases[owner as usize].narrow + address.at;
                if let Some(cell) = self.locals.narrow.get_mut(at as usize) {
                    *cell = word;
                }
            }
        }
    }

    /// Changes a wide variable.
    #[inline]
    pub(super) fn set_wide(&mut self, address: Address, word: Word<u128>) {
        match address.owner {
            GLOBAL => put(&mut self.globals.wide, address.at, word),
            owner => {
                let at = self.bases[owner as usize].wide + address.at;
                if let Some(cell) = self.locals.wide.get_mut(at as usize) {
                    *cell = word;
                }
            }
        }
    }

    /// Another variable, to be changed; none where no activation has it.
    pub(super) fn content_mut(&mut self, address: Address) -> Option<&mut Content> {
        match address.owner {
            GLOBAL => {
                let at = address.at as usize;
                if self.globals.others.len() <= at {
                    self.globals.others.resize(at + 1, UNKNOWN.clone());
                }
                self.globals.others.get_mut(at)
            }
            owner => self.locals.others.get_mut((self.bases[owner as usize].others + address.at) as usize),
        }
    }

    /// What is known of a variable that holds no map.
    pub(super) fn data(&self, variable: Variable) -> Data {
        match variable.class {
            Class::Narrow => self.narrow(variable.address).data(variable.sort),
            Class::Wide => self.wide(variable.address).data(variable.sort),
            Class::Other => match self.content(variable.address) {
                Content::Value(data) => data.clone(),
                Content::Map(_) => Data::Unknown,
            },
        }
    }

    /// Changes a variable.
    pub(super) fn set(&mut self, variable: Variable, content: Content) {
        match (variable.class, content) {
            (Class::Narrow, Content::Value(data)) => self.set_narrow(variable.address, Word::of(&data)),
            (Class::Wide, Content::Value(data)) => self.set_wide(variable.address, Word::of(&data)),
            (Class::Narrow, Content::Map(_)) => self.set_narrow(variable.address, Word::UNKNOWN),
            (Class::Wide, Content::Map(_)) => self.set_wide(variable.address, Word::UNKNOWN),
            (Class::Other, content) => {
                if let Some(cell) = self.content_mut(variable.address) {
                    *cell = content;
                }
            }
        }
    }

    /// The map that a variable holds, to be changed, and by nobody else; where nothing is known of it, neither of its elements.
    #[inline]
    pub(super) fn map_mut(&mut self, variable: Variable) -> Option<&mut Map> {
        let content = self.content_mut(variable.address)?;
        if let Content::Value(_) = content {
            *content = Content::Map(Rc::new(Map::new(variable.sort, Data::Unknown)?));
        }
        match content {
            Content::Map(map) => Some(Rc::make_mut(map)),
            Content::Value(_) => None,
        }
    }

    /// What a variable of an activation holds, or one that belongs to none.
    pub(super) fn content_of(&self, variable: Variable, entered: &Entered) -> Content {
        let (rows, at) = match variable.address.owner {
            GLOBAL => (&self.globals, Sizes::default()),
            _ => (&self.locals, entered.base),
        };
        let found = match variable.class {
            Class::Narrow => {
                let word = rows.narrow.get((at.narrow + variable.address.at) as usize);
                word.map(|word| Content::Value(word.data(variable.sort)))
            }
            Class::Wide => {
                let word = rows.wide.get((at.wide + variable.address.at) as usize);
                word.map(|word| Content::Value(word.data(variable.sort)))
            }
            Class::Other => rows.others.get((at.others + variable.address.at) as usize).cloned(),
        };
        found.unwrap_or_else(|| UNKNOWN.clone())
    }

    /// Gives a variable of the caller what one of an activation holds that has ended.
    pub(super) fn take_result(&mut self, target: Variable, result: Variable, entered: &Entered) {
        let (base, at) = (entered.base, result.address.at);
        match result.class {
            Class::Narrow => {
                let word = self.locals.narrow.get((base.narrow + at) as usize).copied();
                self.set_narrow(target.address, word.unwrap_or(Word::UNKNOWN));
            }
            Class::Wide => {
                let word = self.locals.wide.get((base.wide + at) as usize).copied();
                self.set_wide(target.address, word.unwrap_or(Word::UNKNOWN));
            }
            Class::Other => {
                let content = self.locals.others.get((base.others + at) as usize).cloned();
                self.set(target, content.unwrap_or_else(|| UNKNOWN.clone()));
            }
        }
    }

    /// Gives a variable of an activation that was [reserved](Store::reserve) a narrow value.
    pub(super) fn pass_narrow(&mut self, entered: &Entered, parameter: Variable, word: Word<u64>) {
        self.locals.narrow[(entered.base.narrow + parameter.address.at) as usize] = word;
    }

    /// As [`Store::pass_narrow`], a wide one.
    pub(super) fn pass_wide(&mut self, entered: &Entered, parameter: Variable, word: Word<u128>) {
        self.locals.wide[(entered.base.wide + parameter.address.at) as usize] = word;
    }

    /// As [`Store::pass_narrow`], another one.
    pub(super) fn pass(&mut self, entered: &Entered, parameter: Variable, content: Content) {
        self.locals.others[(entered.base.others + parameter.address.at) as usize] = content;
    }
}

fn put<T: Bits>(row: &mut Vec<Word<T>>, at: u32, word: Word<T>) {
    let at = at as usize;
    if row.len() <= at {
        row.resize(at + 1, Word::UNKNOWN);
    }
    row[at] = word;
}
