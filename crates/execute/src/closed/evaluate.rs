//! The values of nodes, and the steps that change variables.

use std::rc::Rc;

use faultscope_ir::{Op, Primitive, Sort, Value};

use super::code::{Call, Code, Instruction, Node, Target};
use super::data::{self, Data};
use super::map::Map;
use super::progress::Progress;
use super::quick::NodeId;
use super::store::{Content, Entered, Store, Variable};
use super::word::{self, Bits, Class, Word};
use crate::environment::{Environment, Reply};

/// The values of nodes that several others use, while one term is evaluated.
#[derive(Default)]
pub(super) struct Memo {
    /// The term that is evaluated; they are counted.
    current: u64,
    /// By the node's number, with the term for which it is its value.
    values: Vec<(u64, Data)>,
    /// By their number among shared nodes, with the term: the bits, if they are all known.
    found: Vec<(u64, Option<u128>)>,
}

impl Memo {
    fn get(&self, node: NodeId) -> Option<&Data> {
        self.values.get(node as usize).filter(|(term, _)| *term == self.current).map(|(_, value)| value)
    }

    fn put(&mut self, node: NodeId, value: Data) {
        let at = node as usize;
        if self.values.len() <= at {
            self.values.resize(at + 1, (0, Data::Unknown));
        }
        self.values[at] = (self.current, value);
    }

    /// What was found out of a shared node.
    pub(super) fn found(&self, at: u32) -> Option<Option<u128>> {
        self.found.get(at as usize).filter(|(term, _)| *term == self.current).map(|(_, bits)| *bits)
    }

    /// Keeps what was found out of a shared node.
    pub(super) fn find(&mut self, at: u32, bits: Option<u128>) {
        let at = at as usize;
        if self.found.len() <= at {
            self.found.resize(at + 1, (0, None));
        }
        self.found[at] = (self.current, bits);
    }
}

/// What executes steps.
pub(super) struct Machine<'m, 'a> {
    pub(super) code: &'m Code<'a>,
    pub(super) store: &'m mut Store,
    pub(super) memo: &'m mut Memo,
}

impl Machine<'_, '_> {
    /// Executes an instruction that is no call, and takes nothing from outside.
    #[inline]
    pub(super) fn execute(&mut self, instruction: &Instruction) -> Progress {
        match instruction {
            Instruction::Assign(place, value) => self.assign(place, Some(*value)),
            Instruction::Havoc(place) => self.assign(place, None),
            Instruction::Assume(condition) => match self.truth(*condition) {
                Some(true) => Progress::Unfinished,
                Some(false) => Progress::Ended,
                None => Progress::Open,
            },
            Instruction::Input(..)
            | Instruction::Call(_)
            | Instruction::Watched(..)
            | Instruction::Opaque => Progress::Open,
        }
    }

    /// Whether a condition holds, where that is known.
    pub(super) fn truth(&mut self, condition: NodeId) -> Option<bool> {
        self.memo.current += 1;
        match self.narrow(condition) {
            Some(truth) => Some(truth != 0),
            None => self.value(condition).truth(),
        }
    }

    /// The value of a node, if all of it is known.
    pub(super) fn known(&mut self, node: NodeId) -> Option<Value> {
        self.evaluated(node).known().cloned()
    }

    /// Puts the value of a node into a place; an unknown one without a node.
    pub(super) fn assign(&mut self, target: &Target, value: Option<NodeId>) -> Progress {
        match target {
            Target::Variable(variable) => match variable.class {
                Class::Narrow => {
                    let word = self.narrow_word(value);
                    self.store.set_narrow(variable.address, word);
                }
                Class::Wide => {
                    let word = self.wide_word(value);
                    self.store.set_wide(variable.address, word);
                }
                Class::Other => {
                    let content = value.map_or(Content::Value(Data::Unknown), |it| self.content(it));
                    self.store.set(*variable, content);
                }
            },
            Target::Cell(variable, index) => return self.assign_cell(*variable, *index, value),
        }
        Progress::Unfinished
    }

    fn assign_cell(&mut self, variable: Variable, index: NodeId, value: Option<NodeId>) -> Progress {
        let element = variable.sort.array_sorts().map_or(Class::Other, |(_, element)| Class::of(element));
        if self.code.width(index) == 0 || element == Class::Other {
            let Data::Known(index) = self.evaluated(index) else { return Progress::Open };
            let element = value.map_or(Data::Unknown, |it| self.evaluated(it));
            if let Some(map) = self.store.map_mut(variable) {
                map.put(index, element);
            }
            return Progress::Unfinished;
        }
        self.memo.current += 1;
        let Some(index) = self.index(index) else { return Progress::Open };
        match element {
            Class::Narrow => {
                let word = self.narrow_word(value);
                if let Some(map) = self.store.map_mut(variable) {
                    map.put_narrow(index, word);
                }
            }
            _ => {
                let word = self.wide_word(value);
                if let Some(map) = self.store.map_mut(variable) {
                    map.put_wide(index, word);
                }
            }
        }
        Progress::Unfinished
    }

    /// The bits of an index, where they are all known.
    fn index(&mut self, index: NodeId) -> Option<u128> {
        self.wide(index).or_else(|| word::bits(self.value(index).known()?))
    }

    /// What is known of a node; nothing without one.
    fn narrow_word(&mut self, node: Option<NodeId>) -> Word<u64> {
        let Some(node) = node else { return Word::UNKNOWN };
        self.memo.current += 1;
        self.narrow(node).map_or_else(|| self.general(node), Word::known)
    }

    fn wide_word(&mut self, node: Option<NodeId>) -> Word<u128> {
        let Some(node) = node else { return Word::UNKNOWN };
        self.memo.current += 1;
        self.wide(node).map_or_else(|| self.general(node), Word::known)
    }

    #[cold]
    fn general<T: Bits>(&mut self, node: NodeId) -> Word<T> {
        Word::of(&self.value(node))
    }

    /// Puts a value into a place.
    pub(super) fn put(&mut self, target: &Target, value: Data) -> Progress {
        match target {
            Target::Variable(variable) => self.store.set(*variable, Content::Value(value)),
            Target::Cell(variable, index) => {
                let Data::Known(index) = self.evaluated(*index) else { return Progress::Open };
                if let Some(map) = self.store.map_mut(*variable) {
                    map.put(index, value);
                }
            }
        }
        Progress::Unfinished
    }

    /// Asks the environment instead of calling a procedure.
    pub(super) fn perform(
        &mut self,
        call: &Call,
        primitive: Primitive,
        sort: Sort,
        environment: &mut dyn Environment,
    ) -> Progress {
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for (_, argument) in &call.arguments {
            match self.argument(*argument) {
                Some(value) => arguments.push(value),
                None if primitive == Primitive::Exit => {}
                None => return Progress::Open,
            }
        }
        let reply = environment.perform(primitive, &arguments);
        if reply == Reply::Stop {
            return Progress::Stopped;
        }
        let value = Data::of(reply.value(sort));
        for (target, _) in &call.results {
            self.store.set(*target, Content::Value(value.clone()));
        }
        Progress::Unfinished
    }

    fn argument(&mut self, node: NodeId) -> Option<Value> {
        let sort = self.code.sort(node);
        self.memo.current += 1;
        let bits = match Class::of(sort) {
            Class::Other => None,
            Class::Narrow | Class::Wide => self.wide(node),
        };
        match bits {
            Some(bits) => word::value(sort, bits),
            None => self.value(node).known().cloned(),
        }
    }

    /// Begins an activation of a procedure, in which the parameters have their values.
    pub(super) fn pass(&mut self, call: &Call) -> Entered {
        let entered = self.store.reserve(call.callee, self.code.locals(call.callee));
        for (parameter, value) in &call.arguments {
            match parameter.class {
                Class::Narrow => {
                    let word = self.narrow_word(Some(*value));
                    self.store.pass_narrow(&entered, *parameter, word);
                }
                Class::Wide => {
                    let word = self.wide_word(Some(*value));
                    self.store.pass_wide(&entered, *parameter, word);
                }
                Class::Other => {
                    let content = self.content(*value);
                    self.store.pass(&entered, *parameter, content);
                }
            }
        }
        self.store.enter(&entered);
        entered
    }

    fn evaluated(&mut self, node: NodeId) -> Data {
        self.memo.current += 1;
        self.value(node)
    }

    /// What a variable holds that gets the value of a node.
    fn content(&mut self, node: NodeId) -> Content {
        self.memo.current += 1;
        match self.value(node) {
            Data::Unknown => self.map(node).map_or(Content::Value(Data::Unknown), Content::Map),
            value => Content::Value(value),
        }
    }

    /// The value of a node that is no map.
    pub(super) fn value(&mut self, id: NodeId) -> Data {
        let code = self.code;
        match code.node(id) {
            Node::Constant(value) if value.as_array().is_some() => Data::Unknown,
            Node::Constant(value) => Data::Known(value.clone()),
            Node::Variable(variable) => self.store.data(*variable),
            Node::Operation(op, operands, true) => match self.memo.get(id) {
                Some(known) => known.clone(),
                None => {
                    let value = self.operation(*op, operands);
                    self.memo.put(id, value.clone());
                    value
                }
            },
            Node::Operation(op, operands, false) => self.operation(*op, operands),
            Node::Unknown => Data::Unknown,
        }
    }

    fn operation(&mut self, op: Op, operands: &[NodeId]) -> Data {
        let width = |node: &NodeId| self.code.width(*node);
        match (op, operands) {
            (Op::And | Op::Or, [lhs, rhs]) => {
                let decisive = Some(op == Op::Or);
                let lhs = self.value(*lhs);
                if lhs.truth() == decisive {
                    return lhs;
                }
                let rhs = self.value(*rhs);
                if rhs.truth() == decisive || lhs != Data::Unknown { rhs } else { Data::Unknown }
            }
            (Op::Ite, [condition, then, otherwise]) => match self.value(*condition).truth() {
                Some(holds) => self.value(if holds { *then } else { *otherwise }),
                None => Data::Unknown,
            },
            (Op::Select, [map, index]) => match self.value(*index) {
                Data::Known(index) => self.element(*map, &index),
                Data::Unknown | Data::Partly(_) => Data::Unknown,
            },
            (Op::Store | Op::ConstArray(_), _) => Data::Unknown,
            (_, [operand]) => {
                let width = width(operand);
                data::unary(op, &self.value(*operand), width)
            }
            (_, [lhs, rhs]) => {
                let (left, right) = (width(lhs), width(rhs));
                data::binary(op, (&self.value(*lhs), left), (&self.value(*rhs), right))
            }
            _ => Data::Unknown,
        }
    }

    /// An element of a map, which is not built for it.
    fn element(&mut self, map: NodeId, index: &Value) -> Data {
        let code = self.code;
        let mut map = map;
        loop {
            match code.node(map) {
                Node::Operation(Op::Store, operands, _) => match self.value(operands[1]) {
                    Data::Known(written) if written == *index => return self.value(operands[2]),
                    Data::Known(_) => map = operands[0],
                    Data::Unknown | Data::Partly(_) => return Data::Unknown,
                },
                Node::Operation(Op::Ite, operands, _) => match self.value(operands[0]).truth() {
                    Some(holds) => map = if holds { operands[1] } else { operands[2] },
                    None => return Data::Unknown,
                },
                Node::Operation(Op::ConstArray(_), operands, _) => return self.value(operands[0]),
                Node::Constant(Value::Array(array)) => return Data::Known(array.get(index).clone()),
                Node::Variable(variable) => match self.store.content(variable.address) {
                    Content::Map(map) => return map.get(index),
                    Content::Value(_) => return Data::Unknown,
                },
                Node::Constant(_) | Node::Operation(..) | Node::Unknown => return Data::Unknown,
            }
        }
    }

    /// The map that a node gives.
    fn map(&mut self, id: NodeId) -> Option<Rc<Map>> {
        let code = self.code;
        match code.node(id) {
            Node::Constant(Value::Array(array)) => {
                let mut map = Map::new(array.sort, Data::Known(array.default.clone()))?;
                for (index, element) in &array.entries {
                    map.put(index.clone(), Data::Known(element.clone()));
                }
                Some(Rc::new(map))
            }
            Node::Variable(variable) => match self.store.content(variable.address) {
                Content::Map(map) => Some(Rc::clone(map)),
                Content::Value(_) => None,
            },
            Node::Operation(Op::ConstArray(_), operands, _) => {
                let default = self.value(operands[0]);
                Some(Rc::new(Map::new(code.sort(id), default)?))
            }
            Node::Operation(Op::Store, operands, _) => {
                let mut map = match self.map(operands[0]) {
                    Some(map) => map,
                    None => Rc::new(Map::new(code.sort(id), Data::Unknown)?),
                };
                let Data::Known(index) = self.value(operands[1]) else { return None };
                let element = self.value(operands[2]);
                Rc::make_mut(&mut map).put(index, element);
                Some(map)
            }
            Node::Operation(Op::Ite, operands, _) => {
                let holds = self.value(operands[0]).truth()?;
                self.map(if holds { operands[1] } else { operands[2] })
            }
            Node::Constant(_) | Node::Operation(..) | Node::Unknown => None,
        }
    }
}
