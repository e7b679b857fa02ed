//! Recursion without its depth: calls by their summaries.
//!
//! Of procedures that call each other, a [summary] says what holds of every activation that returns: a relation of
//! the words with which it begins and those with which it ends. It is the least one of its shape: it begins with no activation, and
//! as long as a solver finds an activation that returns, whose calls are within the summaries, and which is not, that is
//! added \[1\]; some are executed first. What comes out holds by induction on how deep calls are nested.
//!
//! With summaries a program becomes one without recursion ([`unfolding`]). A call is a choice there: it returns, with any values
//! of which the summary holds; or it does not, and the execution goes on in the callee, in which nothing comes to a return. Of an
//! execution that gets to an error, the calls that have returned until then are of the first kind and those that are open of the
//! second \[2\]. So if no execution of that program gets to an error, none does of the other. The other way round it says nothing.
//!
//! What is proved so has no certificate: that is about the program as it was written.
//!
//! # References
//! - \[1\] Thomas Reps, Mooly Sagiv, Greta Yorsh: _Symbolic implementation of the best transformer_, VMCAI 2004.
//! - \[2\] Akash Lal, Shaz Qadeer: _A program transformation for faster goal-directed search_, FMCAD 2014.

mod call_graph;
mod words;

mod relation;
mod samples;
mod summary;

mod unfolding;

use faultscope_ir::{ProcId, Program, Symbol, Term, Value};
use faultscope_solver::{Limits, SatAnswer, SolverConfig};
use rustc_hash::FxHashMap;

use crate::Answer;
use crate::abstract_interpretation::AbstractInterpretationBounds;
use crate::decided_triples::DecidedTriples;
use crate::limits::{MAX_SUMMARY_STEPS, SUMMARIES_EFFORT};
use crate::query::Query;
use crate::settle::settle;
use crate::trace_abstraction::{TraceAbstractionConfig, trace_abstraction};
use call_graph::CallGraph;
use relation::{Relation, relation, returned};
use samples::add_samples;
use summary::{Detail, Summaries, Summary};
use words::{Words, old};

/// Tries to prove a program that has recursion; none where that says nothing of it.
pub(crate) fn prove(program: &Program, config: &TraceAbstractionConfig, limits: &Limits) -> Option<Answer> {
    let graph = CallGraph::new(program);
    if graph.components.iter().all(|it| !it.is_recursive)
        || graph.recursive_component(program.entry).is_some()
    {
        return None;
    }
    let limits = limits.with_effort(limits.scaled(SUMMARIES_EFFORT));
    [Detail::Constants, Detail::Values].into_iter().find_map(|detail| {
        let summaries = summaries(program, &graph, detail, &limits)?;
        let unfolded = unfolding::unfolding(program, &graph, &summaries);
        let bounds = AbstractInterpretationBounds::default();
        let unfolded = settle(&unfolded, &bounds, &limits).program;
        let config = TraceAbstractionConfig {
            max_traces: Some(1),
            known: Vec::new(),
            learnt: Vec::new(),
            keep_proof: false,
            ..config.clone()
        };
        let answer = trace_abstraction(&unfolded, &config, &limits, &mut ());
        // What it was proved with is about the other program.
        let of_other = (Vec::new(), DecidedTriples::default(), None);
        let (predicates, triples, certificate) = of_other;
        answer.is_safe().then_some(Answer { predicates, triples, certificate, ..answer })
    })
}

/// The summaries of all procedures that call themselves; none where a limit was reached.
fn summaries(program: &Program, graph: &CallGraph, detail: Detail, limits: &Limits) -> Option<Summaries> {
    let mut summaries = Summaries::default();
    for component in graph.components.iter().filter(|it| it.is_recursive) {
        let mut relations = Vec::new();
        for member in &component.members {
            relations.push((*member, relation(program, graph, &summaries, *member, limits)?));
        }
        let sampled = |id: &ProcId| {
            let mut summary = Summary::new(program, graph, *id, detail);
            add_samples(program, *id, &Words::new(program, graph, *id), &mut summary, limits);
            (*id, summary)
        };
        let mut found: Summaries = component.members.iter().map(sampled).collect();
        let config = SolverConfig { query_steps: Some(MAX_SUMMARY_STEPS), ..SolverConfig::new(limits) };
        let mut query = Query::new(&config, &program.axioms);
        loop {
            let mut grows = false;
            for (id, relation) in &relations {
                let words = Words::new(program, graph, *id);
                grows |= grow(&mut found, *id, relation, &words, &mut query)?;
            }
            if !grows {
                break;
            }
        }
        summaries.extend(found);
    }
    Some(summaries)
}

/// Adds activations of a procedure until all that return are in its summary, if those that it calls are in theirs; whether there
/// were any.
fn grow(
    summaries: &mut Summaries,
    id: ProcId,
    relation: &Relation,
    words: &Words,
    query: &mut Query,
) -> Option<bool> {
    let begins = words.inputs.iter().map(|it| (old(*it), *it));
    let ends = words.outputs.iter().map(|it| (*it, returned(*it)));
    let named: Vec<(Symbol, Symbol)> = begins.chain(ends).collect();
    let named_terms: FxHashMap<Symbol, Term> =
        named.iter().map(|(word, name)| (*word, Term::symbol(*name))).collect();
    let mut grows = false;
    loop {
        let mut question = vec![relation.formula];
        for call in &relation.calls {
            let summary = summaries[&call.callee].formula();
            question.push(call.is_made.implies(summary.substitute(&call.words)));
        }
        question.push(summaries[&id].formula().substitute(&named_terms).not());
        match query.check_all(&question) {
            SatAnswer::Unsat => return Some(grows),
            SatAnswer::Unknown(_) => return None,
            SatAnswer::Sat => {}
        }
        let mut values: FxHashMap<Symbol, Value> = FxHashMap::default();
        for (word, name) in &named {
            // What the question does not mention may be anything.
            let is_asked = question.iter().any(|it| it.mentions(*name));
            let value = if is_asked { query.value(*name)? } else { Value::zero(name.sort()) };
            values.insert(*word, value);
        }
        if !summaries.get_mut(&id)?.add(&mut |word| values.get(&word).cloned())? {
            return None;
        }
        grows = true;
    }
}

#[cfg(test)]
mod tests;
