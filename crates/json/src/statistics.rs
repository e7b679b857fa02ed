//! How much work a report was. Only here are times, which differ from run to run.

use faultscope_ir::DecidedBy;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::Named;

/// How much work a report was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "statistics")]
pub struct Statistics {
    /// Reading, preprocessing and translating.
    #[schemars(range(min = 0))]
    pub frontend_seconds: f64,
    /// From the start to the first replayed trace.
    #[schemars(range(min = 0))]
    pub trace_seconds: Option<f64>,
    /// Looking for an error.
    #[schemars(range(min = 0))]
    pub search_seconds: f64,
    /// From the trace to the findings.
    #[schemars(range(min = 0))]
    pub localization_seconds: Option<f64>,
    /// Of that, finding out how suspicious the statements are.
    #[schemars(range(min = 0))]
    pub ranking_seconds: Option<f64>,
    /// Of that, asking what can be fixed in the program, the former included.
    #[schemars(range(min = 0))]
    pub program_seconds: Option<f64>,
    /// All of it.
    #[schemars(range(min = 0))]
    pub total_seconds: f64,
    /// Who gave the answer.
    pub answered_by: Option<Named<DecidedBy>>,
    /// The deepest unwinding looked at by bounded model checking, if it ran.
    pub unwinding: Option<u32>,
    /// What trace abstraction did, if it ran.
    pub trace_abstraction: Option<TraceAbstraction>,
    /// Solver queries of the search.
    pub search_queries: usize,
    /// Solver queries of the localization.
    pub localization_queries: usize,
    /// Commands in the trace.
    pub trace_statements: usize,
    /// Commands in the trace that assign.
    pub assigning_statements: usize,
    /// Those that matter.
    pub relevant_statements: usize,
    /// The times of other techniques.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<TechniqueTime>,
}

/// How much work trace abstraction was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "trace_abstraction")]
pub struct TraceAbstraction {
    /// Paths to errors that were looked at.
    pub iterations: usize,
    /// Those that no execution takes.
    pub infeasible: usize,
    /// Danger automata that were built to their end.
    pub danger_automata: usize,
    /// Danger automata that were cut short, so that only their trace was subtracted.
    pub cut_short: usize,
    /// States of the control-flow automaton.
    pub locations: usize,
    /// States of the largest automaton of remaining paths.
    pub states: usize,
    /// Solver queries.
    pub queries: usize,
    /// Time on whether paths are feasible, and why not.
    #[schemars(range(min = 0))]
    pub words_seconds: f64,
    /// Time on Floyd-Hoare automata.
    #[schemars(range(min = 0))]
    pub floyd_hoare_seconds: f64,
    /// Time on danger automata.
    #[schemars(range(min = 0))]
    pub danger_seconds: f64,
}

/// The time of another technique.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "technique_time")]
pub struct TechniqueTime {
    /// Its name.
    pub name: String,
    /// Its time.
    #[schemars(range(min = 0))]
    pub seconds: f64,
}
