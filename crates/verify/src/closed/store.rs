//! What the variables of an execution hold.

use std::rc::Rc;

use faultscope_ir::{ProcId, Value};
use rustc_hash::FxHashMap;

use super::data::Data;

/// A variable of the program, by its number among those that the translated code mentions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    /// Its number.
    pub(super) index: u32,
    /// The procedure whose activations each have one; none for globals.
    pub(super) owner: Option<ProcId>,
}

/// What a variable holds.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// A value that is no map, or a map of which nothing is known.
    Value(Data),
    /// A map.
    Map(Rc<Map>),
}

/// Of what nothing is known.
const UNKNOWN: &Content = &Content::Value(Data::Unknown);

/// A map of which not every element need be known.
#[derive(Debug, Clone, Default)]
pub(super) struct Map {
    /// The element at every index that is not among the `cells`.
    pub(super) default: Data,
    /// The other elements.
    pub(super) cells: FxHashMap<Value, Data>,
}

impl Map {
    /// The element at an index.
    pub(super) fn get(&self, index: &Value) -> Data {
        self.cells.get(index).unwrap_or(&self.default).clone()
    }
}

/// How many activations of each procedure there are.
#[derive(Debug)]
pub(super) struct Depths(Vec<usize>);

impl Depths {
    /// An activation begins.
    pub(super) fn enter(&mut self, procedure: ProcId) {
        self.0[procedure.0 as usize] += 1;
    }

    /// The latest activation ends.
    pub(super) fn leave(&mut self, procedure: ProcId) {
        self.0[procedure.0 as usize] -= 1;
    }

    /// Which of the copies of a variable is meant: that of the latest activation.
    fn of(&self, variable: Variable) -> usize {
        variable.owner.map_or(0, |it| self.0[it.0 as usize].saturating_sub(1))
    }
}

/// The contents of all variables.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) depths: Depths,
    /// By the variable's number, and by the depth of the activation.
    contents: Vec<Vec<Content>>,
}

impl Store {
    /// Nothing is known yet.
    pub(super) fn new(n_procedures: usize) -> Store {
        Store { depths: Depths(vec![0; n_procedures]), contents: Vec::new() }
    }

    /// What a variable holds.
    pub(super) fn content(&self, variable: Variable) -> &Content {
        let copies = self.contents.get(variable.index as usize);
        copies.and_then(|it| it.get(self.depths.of(variable))).unwrap_or(UNKNOWN)
    }

    /// What a variable holds, to be changed.
    pub(super) fn content_mut(&mut self, variable: Variable) -> &mut Content {
        let (index, depth) = (variable.index as usize, self.depths.of(variable));
        if self.contents.len() <= index {
            self.contents.resize_with(index + 1, Vec::new);
        }
        let copies = &mut self.contents[index];
        if copies.len() <= depth {
            copies.resize(depth + 1, UNKNOWN.clone());
        }
        &mut copies[depth]
    }

    /// Changes one element of a map.
    pub(super) fn put(&mut self, variable: Variable, index: Value, element: Data) {
        let content = self.content_mut(variable);
        if !matches!(content, Content::Map(_)) {
            *content = Content::Map(Rc::default());
        }
        if let Content::Map(map) = content {
            Rc::make_mut(map).cells.insert(index, element);
        }
    }
}
