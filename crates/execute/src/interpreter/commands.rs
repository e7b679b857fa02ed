//! The commands of steps, each kept once however often it is executed.

use std::sync::Arc;

use faultscope_ir::Command;
use rustc_hash::FxHashMap;

use super::Activation;

/// The commands that have been executed.
#[derive(Default)]
pub(super) struct Commands(FxHashMap<Key, Arc<Command>>);

/// The address of what makes the command, in a program that does not change meanwhile; which of those it makes; and where.
type Key = (usize, u32, Activation);

impl Commands {
    /// The command of this number that a part of the program makes in an activation.
    pub(super) fn of<T>(
        &mut self,
        part: &T,
        number: u32,
        activation: Activation,
        make: impl FnOnce() -> Command,
    ) -> Arc<Command> {
        let key = (std::ptr::from_ref(part).addr(), number, activation);
        Arc::clone(self.0.entry(key).or_insert_with(|| Arc::new(make())))
    }
}
