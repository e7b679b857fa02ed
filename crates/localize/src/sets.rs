//! # k-aberrance on one trace
//! All minimal sets of up to k source statements that repair an error trace together \[1, Def. 3\]: with the most
//! permissive fixes at all their positions no reachable state runs to the error, and with those of a proper
//! subset one does (theory.md, "From one trace to the program").
//!
//! Repairing is monotonic: what contains a set that repairs does so too. A set that fails is grown to a large
//! one that fails as well; every set that repairs has a statement outside of that. The candidates are the
//! smallest sets that hit all those complements, as with implicit hitting sets \[2\]; those that repair are minimal,
//! the others teach a new complement. Growing is cheap where the evidence against one set also stands against
//! others, and evidence is tried before the solver is asked anew.
//!
//! **Deviation**: \[1\] proposes to try all combinations, and asks for no minimality.
//!
//! # References
//! - \[1\] Maria Christakis et al.: _Semantic fault localization and suspiciousness ranking_, TACAS 2019.
//! - \[2\] Mark Liffiton, Alessandro Previti, Ammar Malik, Joao Marques-Silva: _Fast, flexible MUS enumeration_,
//!   Constraints 2016.

use std::collections::{BTreeMap, BTreeSet};

use faultscope_ir::{OriginId, Program, Span, Trace};
use faultscope_solver::{Dump, Limits, SolverConfig};

use crate::eliminate::Budget;
use crate::finding::{Finding, FindingKind, Strength};
use crate::game::{Ending, Evidence, Game};
use crate::limits::{self, MAX_GROWTH_CHECKS, MAX_SET_EVIDENCE};
use crate::oracle::Oracle;
use crate::position::Symbolic;

/// Settings of the search for aberrant sets.
#[derive(Debug, Clone)]
pub struct AberrantSetsConfig {
    /// Most statements of a set: k.
    pub max_size: usize,
    /// Most sets of several statements that are looked for.
    pub max_sets: usize,
    /// Most sets of statements that the solver is asked about.
    pub checks: usize,
    /// Most instances for one part of a quantified formula.
    pub rounds: usize,
    /// Most distinct terms of a condition; accesses to arrays count as many.
    pub size: usize,
    /// Most steps of one solver query, in the solver's unit.
    pub query_steps: u32,
    /// Most solver queries about one set of statements. Large ones, and those that the solver gives up
    /// on, count as several.
    pub queries: usize,
    /// Most solver queries.
    pub all_queries: usize,
    /// Gets the queries.
    pub dump: Option<Dump>,
}

impl AberrantSetsConfig {
    /// What the command line uses.
    pub fn standard() -> AberrantSetsConfig {
        AberrantSetsConfig {
            max_size: 2,
            max_sets: limits::MAX_SETS,
            checks: limits::SET_CHECKS,
            rounds: limits::SET_ROUNDS,
            size: limits::SET_SIZE,
            query_steps: limits::SET_QUERY_STEPS,
            queries: limits::SET_QUERIES,
            all_queries: limits::ALL_SET_QUERIES,
            dump: None,
        }
    }
}

/// A source statement of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Where it stands.
    pub origin: OriginId,
    /// What it is.
    pub kind: FindingKind,
    /// Its positions: all steps of the trace that it makes.
    pub steps: Vec<usize>,
}

/// Statements that repair the trace together, while no proper subset does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AberrantSet {
    /// The statements, by their last position, latest first.
    pub members: Vec<Member>,
}

/// The sets of one trace, as far as they were found.
#[derive(Debug, Clone)]
pub struct AberrantSets {
    /// The sets, smaller ones first. Of several sets of statements on the same lines the first stands for all.
    pub sets: Vec<AberrantSet>,
    /// Whether these are all sets up to that size, but for those on the same lines.
    pub complete: bool,
    /// Sets of which it is not known whether they repair; whatever contains one was not looked at.
    pub undecided: Vec<AberrantSet>,
    /// Figures of the search.
    pub statistics: Statistics,
}

/// Figures of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Statements that could be members.
    pub statements: usize,
    /// Candidates.
    pub candidates: usize,
    /// Sets that the solver was asked about.
    pub checks: usize,
    /// Times that evidence was tried on a set.
    pub replays: usize,
    /// Solver queries, those of replays included.
    pub queries: usize,
    /// Learnt clauses: sets of statements of which a set that repairs has one.
    pub clauses: usize,
}

/// Looks for the minimal sets of statements that repair a trace. `findings` are those of
/// [`relevance`](mod@crate::relevance) on the same trace; what they have decided is not asked again.
pub fn aberrant_sets(
    program: &Program,
    trace: &Trace,
    findings: &[Finding],
    config: &AberrantSetsConfig,
    limits: &Limits,
) -> AberrantSets {
    let symbolic = Symbolic::new(trace, &program.axioms);
    let mut solver = SolverConfig::new(limits);
    solver.query_steps = Some(config.query_steps);
    solver.dump = config.dump.clone();
    let oracle = Oracle::weighing(&solver);
    let budget = Budget { rounds: config.rounds, polish: false, size: config.size };
    let (game, feasible) = Game::new(symbolic, oracle, budget, (config.queries, config.all_queries));
    let statements = statements(program, trace, findings, &game);
    let pool = vec![game.own_evidence()];
    let mut search = SetSearch {
        game,
        config,
        limits,
        statements,
        pool,
        clauses: Vec::new(),
        found: Vec::new(),
        undecided: Vec::new(),
        complete: feasible.is_some(),
        statistics: Statistics::default(),
    };
    if feasible == Some(true) {
        search.run();
    }
    search.outcome(program)
}

/// A statement that could be a member.
struct Statement {
    member: Member,
    /// Whether it repairs alone, where relevance has decided that.
    repairs: Option<bool>,
}

/// The statements that a later assume depends on, latest last positions first.
fn statements(program: &Program, trace: &Trace, findings: &[Finding], game: &Game<'_>) -> Vec<Statement> {
    let mut members: BTreeMap<(Span, FindingKind), Member> = BTreeMap::new();
    for (step, it) in trace.steps.iter().enumerate() {
        let origin = program.sources.origin(it.origin);
        let Some(kind) = FindingKind::of(origin.kind) else { continue };
        if origin.is_suspect() && it.command.target().is_some() {
            let member = Member { origin: it.origin, kind, steps: Vec::new() };
            members.entry((origin.span, kind)).or_insert(member).steps.push(step);
        }
    }
    members.retain(|_, member| member.steps.iter().any(|step| game.is_live(*step)));
    let mut known: BTreeMap<(Span, FindingKind), Option<bool>> = BTreeMap::new();
    for finding in findings {
        let span = program.sources.origin(finding.origin).span;
        known.insert((span, finding.kind), repairs_alone(finding));
    }
    let statement = |(key, member)| Statement { repairs: known.get(&key).copied().flatten(), member };
    let mut statements: Vec<Statement> = members.into_iter().map(statement).collect();
    statements.sort_by_key(|it| std::cmp::Reverse(it.member.steps.last().copied()));
    statements
}

/// Whether a statement repairs the trace alone, as far as its finding says.
fn repairs_alone(finding: &Finding) -> Option<bool> {
    if finding.strength <= Strength::Expression {
        return Some(true);
    }
    // Occurrences that do not repair alone may do so together.
    let decided =
        finding.strength != Strength::Undecided && !finding.undecided.contains(&Strength::Expression);
    (decided && finding.occurrences.len() == 1).then_some(false)
}

/// Statements by their numbers, ascending.
type Set = BTreeSet<usize>;

struct SetSearch<'a> {
    game: Game<'a>,
    config: &'a AberrantSetsConfig,
    limits: &'a Limits,
    statements: Vec<Statement>,
    /// Evidence against sets, what was of use lately last.
    pool: Vec<Evidence>,
    /// Of each of these sets, whatever repairs and contains no set that was found has an element.
    clauses: Vec<Set>,
    found: Vec<Set>,
    undecided: Vec<Set>,
    complete: bool,
    statistics: Statistics,
}

impl SetSearch<'_> {
    fn run(&mut self) {
        self.statistics.statements = self.statements.len();
        for idx in 0..self.statements.len() {
            if self.config.max_size > 0 && self.statements[idx].repairs == Some(true) {
                self.found.push(Set::from([idx]));
            }
        }
        // That the trace is feasible speaks against the empty set.
        self.learn(Set::new());
        // That all others fail together too says that there is no other set at all.
        let others = self.others(&Set::new());
        if !self.clauses[0].is_empty() && self.play(&others) == Some(false) {
            self.clauses.push(Set::new());
        }
        while let Some(candidate) = self.candidate() {
            let n_sets = self.found.iter().filter(|it| it.len() > 1).count();
            if self.is_out_of_budget() || n_sets >= self.config.max_sets {
                self.complete = false;
                return;
            }
            self.statistics.candidates += 1;
            match self.check(&candidate) {
                Some(true) => self.found.push(candidate),
                Some(false) => self.learn(candidate),
                None => {
                    self.complete = false;
                    self.undecided.push(candidate);
                }
            }
        }
    }

    /// Whether a set repairs.
    fn check(&mut self, set: &Set) -> Option<bool> {
        if let (1, Some(first)) = (set.len(), set.first())
            && let Some(known) = self.statements[*first].repairs
        {
            return Some(known);
        }
        if self.refuted(set) {
            return Some(false);
        }
        self.play(set)
    }

    /// Asks the solver about a set.
    fn play(&mut self, set: &Set) -> Option<bool> {
        self.statistics.checks += 1;
        match self.game.play(&self.positions(set)) {
            Ending::Repairs => Some(true),
            Ending::Open => None,
            Ending::Fails(evidence) => {
                if self.pool.len() == MAX_SET_EVIDENCE {
                    self.pool.remove(0);
                }
                self.pool.push(evidence);
                Some(false)
            }
        }
    }

    /// Whether some evidence stands against a set.
    fn refuted(&mut self, set: &Set) -> bool {
        let positions = self.positions(set);
        for idx in (0..self.pool.len()).rev() {
            self.statistics.replays += 1;
            if self.game.refutes(&self.pool[idx], &positions) {
                let evidence = self.pool.remove(idx);
                self.pool.push(evidence);
                return true;
            }
        }
        false
    }

    fn positions(&self, set: &Set) -> Vec<usize> {
        let mut positions: Vec<usize> =
            set.iter().flat_map(|idx| self.statements[*idx].member.steps.iter().copied()).collect();
        positions.sort_unstable();
        positions
    }

    /// Learns from a set that fails: grows it, and remembers what it lacks in the end.
    fn learn(&mut self, failing: Set) {
        let others: Vec<usize> = self.others(&failing).into_iter().collect();
        let mut grown = failing;
        let lacking = if self.refuted(&grown) {
            // The evidence that was of use is last.
            self.grow(&mut grown, others, &mut |search, set| {
                search.statistics.replays += 1;
                let positions = search.positions(set);
                search.pool.last().is_some_and(|evidence| search.game.refutes(evidence, &positions))
            })
        } else {
            let mut n_checks = 0;
            self.grow(&mut grown, others, &mut |search, set| {
                n_checks += 1;
                n_checks <= MAX_GROWTH_CHECKS && !search.is_out_of_budget() && search.play(set) == Some(false)
            })
        };
        self.statistics.clauses += 1;
        self.clauses.push(lacking.into_iter().collect());
    }

    /// The statements that could be added to a set.
    fn others(&self, set: &Set) -> Set {
        let alone = |idx: usize| self.found.contains(&Set::from([idx]));
        (0..self.statements.len()).filter(|idx| !set.contains(idx) && !alone(*idx)).collect()
    }

    fn is_out_of_budget(&self) -> bool {
        self.limits.exceeded().is_some() || self.statistics.checks >= self.config.checks
    }

    /// Adds others to a set as long as it fails: all at once, or half of them and then the other half. Gives
    /// those that were not added.
    fn grow(
        &mut self,
        set: &mut Set,
        others: Vec<usize>,
        fails: &mut dyn FnMut(&mut Self, &Set) -> bool,
    ) -> Vec<usize> {
        if others.is_empty() {
            return others;
        }
        let mut larger = set.clone();
        larger.extend(&others);
        if fails(self, &larger) {
            *set = larger;
            return Vec::new();
        }
        if others.len() == 1 {
            return others;
        }
        let (first, second) = others.split_at(others.len() / 2);
        // What is near the error is less likely to be added: the rest comes first.
        let mut rest = self.grow(set, second.to_vec(), fails);
        rest.splice(0..0, self.grow(set, first.to_vec(), fails));
        rest
    }

    /// The first of the smallest sets that hit all clauses and contain no set that is dealt with.
    fn candidate(&self) -> Option<Set> {
        (0..=self.config.max_size).find_map(|size| self.hitting(&Set::new(), size))
    }

    fn hitting(&self, set: &Set, size: usize) -> Option<Set> {
        if self.found.iter().chain(&self.undecided).any(|it| it.is_subset(set)) {
            return None;
        }
        match self.clauses.iter().find(|clause| clause.is_disjoint(set)) {
            None => Some(set.clone()),
            Some(_) if size == 0 => None,
            Some(clause) => clause.iter().find_map(|idx| {
                let mut larger = set.clone();
                larger.insert(*idx);
                self.hitting(&larger, size - 1)
            }),
        }
    }

    fn outcome(mut self, program: &Program) -> AberrantSets {
        self.statistics.queries = self.game.n_queries();
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(|set| (set.len(), set.clone()));
        let mut lines = BTreeSet::new();
        let line = |idx: &usize| {
            let span = program.sources.origin(self.statements[*idx].member.origin).span;
            (span.file, span.line)
        };
        found.retain(|set| lines.insert(set.iter().map(line).collect::<BTreeSet<_>>()));
        let aberrant = |set: &Set| AberrantSet {
            members: set.iter().map(|idx| self.statements[*idx].member.clone()).collect(),
        };
        AberrantSets {
            sets: found.iter().map(aberrant).collect(),
            complete: self.complete,
            undecided: self.undecided.iter().map(aberrant).collect(),
            statistics: self.statistics,
        }
    }
}
