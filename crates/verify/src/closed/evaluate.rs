//! The values of nodes, and the steps that change variables.

use std::rc::Rc;

use faultscope_ir::{Op, Primitive, Sort, Value};

use super::code::{Call, Code, Node, NodeId, Target};
use super::data::{self, Data};
use super::progress::Progress;
use super::store::{Content, Map, Store};
use crate::environment::Environment;

/// The values of nodes that several others use, while one term is evaluated.
#[derive(Default)]
pub(super) struct Memo {
    /// The term that is evaluated; they are counted.
    current: u64,
    /// By the node's number, with the term for which it is its value.
    values: Vec<(u64, Data)>,
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
}

/// What executes steps.
pub(super) struct Machine<'m, 'a> {
    pub(super) code: &'m Code<'a>,
    pub(super) store: &'m mut Store,
    pub(super) memo: &'m mut Memo,
}

impl Machine<'_, '_> {
    /// Whether a condition holds, where that is known.
    pub(super) fn truth(&mut self, condition: NodeId) -> Option<bool> {
        self.evaluated(condition).truth()
    }

    /// Puts the value of a node into a place; an unknown one without a node.
    pub(super) fn assign(&mut self, target: &Target, value: Option<NodeId>) -> Progress {
        match target {
            Target::Variable(variable) => {
                let content = value.map_or(Content::Value(Data::Unknown), |it| self.content(it));
                *self.store.content_mut(*variable) = content;
            }
            Target::Cell(variable, index) => {
                let Data::Known(index) = self.evaluated(*index) else { return Progress::Open };
                let element = value.map_or(Data::Unknown, |it| self.evaluated(it));
                self.store.put(*variable, index, element);
            }
        }
        Progress::Unfinished
    }

    /// Puts a value into a place.
    pub(super) fn put(&mut self, target: &Target, value: Data) -> Progress {
        match target {
            Target::Variable(variable) => *self.store.content_mut(*variable) = Content::Value(value),
            Target::Cell(variable, index) => {
                let Data::Known(index) = self.evaluated(*index) else { return Progress::Open };
                self.store.put(*variable, index, value);
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
            let Data::Known(value) = self.evaluated(*argument) else { return Progress::Open };
            arguments.push(value);
        }
        let Some(value) = environment.perform(primitive, &arguments).value(sort) else {
            return Progress::Stopped;
        };
        for (target, _) in &call.results {
            *self.store.content_mut(*target) = Content::Value(Data::Known(value.clone()));
        }
        Progress::Unfinished
    }

    /// Gives the parameters of a procedure their values, in the activation that begins.
    pub(super) fn pass(&mut self, call: &Call) {
        let contents: Vec<Content> = call.arguments.iter().map(|(_, value)| self.content(*value)).collect();
        self.store.depths.enter(call.callee);
        for ((parameter, _), content) in call.arguments.iter().zip(contents) {
            *self.store.content_mut(*parameter) = content;
        }
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
    fn value(&mut self, id: NodeId) -> Data {
        let code = self.code;
        match code.node(id) {
            Node::Constant(value) if value.as_array().is_some() => Data::Unknown,
            Node::Constant(value) => Data::Known(value.clone()),
            Node::Variable(variable) => match self.store.content(*variable) {
                Content::Value(value) => value.clone(),
                Content::Map(_) => Data::Unknown,
            },
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
                Node::Variable(variable) => match self.store.content(*variable) {
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
                let cells = array.entries.iter().map(|(index, it)| (index.clone(), Data::Known(it.clone())));
                let default = Data::Known(array.default.clone());
                Some(Rc::new(Map { default, cells: cells.collect() }))
            }
            Node::Variable(variable) => match self.store.content(*variable) {
                Content::Map(map) => Some(Rc::clone(map)),
                Content::Value(_) => None,
            },
            Node::Operation(Op::ConstArray(_), operands, _) => {
                Some(Rc::new(Map { default: self.value(operands[0]), ..Map::default() }))
            }
            Node::Operation(Op::Store, operands, _) => {
                let mut map = self.map(operands[0]).unwrap_or_default();
                let Data::Known(index) = self.value(operands[1]) else { return None };
                let element = self.value(operands[2]);
                Rc::make_mut(&mut map).cells.insert(index, element);
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
