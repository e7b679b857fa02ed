//! Known answers, and random programs against the enumeration of their states.

use faultscope_ir::Program;
use faultscope_solver::Limits;

use crate::abstract_interpretation::{AbstractInterpretationBounds, Invariants, invariants};

mod c_programs;
mod figures;
mod random;

fn known(program: &Program) -> Invariants {
    let bounds = AbstractInterpretationBounds::default();
    invariants(program, &bounds, &Limits::unlimited()).expect("the analysis comes to an end")
}
