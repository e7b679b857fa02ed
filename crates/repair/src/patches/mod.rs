//! Patches: candidates for a fix, executed and verified.
//!
//! [`patch`](mod@crate::patch) proposes changes of source lines. Each is applied to the text that the front end gets
//! ([`text`]) and translated; what no longer translates, or needs other assumptions than before, is dropped. Then
//!
//! 1. it is executed on all failing inputs that are known ([`executions`]): those of the error traces, and those that the
//!    verifier found for earlier candidates. A failing execution of one candidate refutes many others, so that the verifier
//!    is asked rarely;
//! 2. the verifier looks for an error within a budget. None: the patch is [`Proved`](Verdict::Proved). Not decided: it
//!    [`RepairsShownTraces`](Verdict::RepairsShownTraces).
//!
//! **What counts as a repair.** A program that hangs, or stops before it gets to the failed check, has no error and is no
//! repair. So on every known failing input the changed program has to come to its end within a bound that depends on
//! the length of the error trace. An execution that returns from the entry is at its end; one that stops at an assumption
//! or a call of `exit` is only where it has evaluated the check that failed. Whether the check is still evaluated on the
//! inputs of the traces is kept: a patch that avoids it ranks behind those that pass it.
//!
//! **What differs from run to run.** Candidates, executions and the order of results do not. What the verifier does not decide
//! within its time may be decided on a faster machine.

mod definedness;
mod executions;
mod propose;
mod prune;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use faultscope_frontend::Input;
use faultscope_ir::program::Language;
use faultscope_ir::{Program, Span};
use faultscope_localize::parallel::in_parallel;
use faultscope_solver::Limits;
use faultscope_verify::portfolio::{self, Answer, portfolio};
use faultscope_verify::{ErrorTrace, trace_abstraction};

use crate::patch::{ChangeKind, Edit, Proposer, Subject};
use crate::{Budgets, Config, Translated, Workspace};
use definedness::guarded;
use executions::{Ending, Failing};
use text::{Replacement, Texts, alternatives};

pub use propose::subjects;
pub use text::LineChange;

/// A checked change of one source line.
#[derive(Debug, Clone)]
pub struct Patch {
    /// The index of its subject.
    pub subject: usize,
    /// The change.
    pub edit: Edit,
    /// The line with it.
    pub change: LineChange,
    /// What was shown of it.
    pub verdict: Verdict,
    /// Whether the check that failed is still evaluated on the failing inputs.
    pub reaches_check: bool,
}

/// What was shown of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The patched program has no error.
    Proved,
    /// The inputs of all known error traces no longer lead to an error; the rest is not decided.
    RepairsShownTraces,
}

/// Looks for changes of single lines that repair a program, at places in rank order.
///
/// For each place the best are given: proved ones first, then those that still reach the check, then the likeliest change.
pub fn patches(
    workspace: &dyn Workspace,
    program: &Program,
    traces: &[ErrorTrace],
    subjects: &[Subject],
    config: &Config,
    budgets: &Budgets,
    limits: &Limits,
) -> Vec<Patch> {
    let limits = &limits.with_timeout(budgets.patches_time);
    let texts = Texts::new(workspace);
    let base = Base::new(workspace, program);
    let known: Vec<Failing> = traces.iter().map(|error| Failing::new(program, error)).collect();
    let whole = Trial { workspace, texts: &texts, base: &base, known: &known, config, budgets, limits };
    let pruned = Texts::pruned(workspace);
    let fast = Trial { texts: &pruned, ..whole };
    let trial = if fast.is_like_the_original() { &fast } else { &whole };
    let candidates = candidates(workspace.input(), program, subjects, trial.texts, budgets);
    let bundles = trial.bundles(&candidates);
    let survivors = trial.survivors(&candidates, &bundles);
    let mut verification = Verification {
        trial,
        budgets,
        learned: Vec::new(),
        n_checks: 0,
        n_undecided: 0,
        candidates: &candidates,
        bundles: &bundles,
    };
    let mut patches = verification.run(subjects.len(), survivors);
    patches.sort_by_key(|(idx, patch)| order(*idx, patch));
    patches.truncate(budgets.max_reported);
    let learned = verification.learned;
    let confirmed = each(patches.len(), config.jobs, limits, |at| {
        let (_, patch) = &patches[at];
        let verdict = Confirmation { trial: &whole, learned: &learned }.of(patch)?;
        Some(Patch { verdict, ..patch.clone() })
    });
    let mut patches: Vec<(usize, Patch)> =
        confirmed.into_iter().map(|(at, patch)| (patches[at].0, patch)).collect();
    patches.sort_by_key(|(idx, patch)| order(*idx, patch));
    patches.into_iter().map(|(_, patch)| patch).collect()
}

/// Proved ones first, then those that still reach the check, then by how likely the kind of change is, then the best of
/// each place in the order of the places.
fn order(idx: usize, patch: &Patch) -> (Verdict, bool, u8, usize, usize) {
    let class = match patch.edit.change {
        ChangeKind::Boundary
        | ChangeKind::OffByOne
        | ChangeKind::Comparison
        | ChangeKind::Connective
        | ChangeKind::Constant
        | ChangeKind::Grouping => 0,
        ChangeKind::Name
        | ChangeKind::Arithmetic
        | ChangeKind::Negation
        | ChangeKind::Omission
        | ChangeKind::PlusMinusOne
        | ChangeKind::Initialization => 1,
        ChangeKind::FixCondition | ChangeKind::Value => 2,
    };
    (patch.verdict, !patch.reaches_check, class, idx, patch.subject)
}

/// Runs `work` on the numbers below `n`, and gives what it gives, by number. What a limit cuts off is missing.
fn each<T: Send>(
    n: usize,
    jobs: usize,
    limits: &Limits,
    work: impl Fn(usize) -> Option<T> + Sync,
) -> Vec<(usize, T)> {
    let numbers: Vec<usize> = (0..n).collect();
    let results = in_parallel(jobs, &numbers, |idx| {
        let is_within = limits.exceeded().is_none();
        is_within.then(|| work(*idx)).flatten()
    });
    numbers.into_iter().zip(results).filter_map(|(idx, result)| Some((idx, result?))).collect()
}

/// A change to be tried.
struct Candidate {
    subject: usize,
    edit: Edit,
    change: LineChange,
    replacement: Replacement,
}

fn candidates(
    input: &Input,
    program: &Program,
    subjects: &[Subject],
    texts: &Texts<'_>,
    budgets: &Budgets,
) -> Vec<Candidate> {
    let mut proposer = Proposer::new(program);
    let mut seen = BTreeSet::new();
    let mut edits: Vec<(usize, Edit, LineChange)> = Vec::new();
    for (subject, it) in subjects.iter().enumerate() {
        for edit in proposer.candidates(it, budgets.max_changes) {
            let Some(change) = LineChange::new(input, &program.sources, &edit) else { continue };
            // Places overlap: the operand of a condition and the whole of it.
            if edits.len() < budgets.max_total_changes
                && seen.insert((change.file, change.line, change.new.clone()))
            {
                edits.push((subject, edit, change));
            }
        }
    }
    let changes: Vec<LineChange> = edits.iter().map(|(_, _, change)| change.clone()).collect();
    let replacements = texts.replacements(&changes);
    let both = edits.into_iter().zip(replacements);
    both.filter_map(|((subject, edit, change), replacement)| {
        Some(Candidate { subject, edit, change, replacement: replacement? })
    })
    .collect()
}

/// What a changed program is compared with.
struct Base {
    warnings: BTreeSet<String>,
    assumptions: BTreeSet<String>,
}

impl Base {
    fn new(workspace: &dyn Workspace, program: &Program) -> Base {
        let warnings = workspace.translate(workspace.input()).map(|it| it.warnings).unwrap_or_default();
        Base { warnings: warnings.into_iter().collect(), assumptions: assumptions(program) }
    }

    /// Whether a changed program rests on nothing that the program does not.
    fn covers(&self, translated: &Translated) -> bool {
        translated.warnings.iter().all(|it| self.warnings.contains(it))
            && assumptions(&translated.program).is_subset(&self.assumptions)
    }
}

fn assumptions(program: &Program) -> BTreeSet<String> {
    program.assumptions.iter().map(|it| it.message.clone()).collect()
}

/// Candidates and a program that has all of them, to execute one after the other.
struct Bundle {
    /// None where the changes do not go together into one program; then each is translated by itself.
    program: Option<Program>,
    /// By number of the alternative, from 1.
    candidates: Vec<usize>,
}

impl Bundle {
    /// The worst ending of an alternative, from 1.
    fn ending(&self, alternative: usize, known: &[Failing]) -> Option<Ending> {
        let program = self.program.as_ref()?;
        Some(worst(known, |failing| failing.replay_alternative(program, alternative)))
    }
}

/// A candidate that passes the known executions.
struct Survivor {
    candidate: usize,
    bundle: usize,
    alternative: usize,
    ending: Ending,
}

/// Executes candidates.
#[derive(Clone, Copy)]
struct Trial<'a> {
    texts: &'a Texts<'a>,
    base: &'a Base,
    known: &'a [Failing],
    workspace: &'a dyn Workspace,
    config: &'a Config,
    budgets: &'a Budgets,
    limits: &'a Limits,
}

impl Trial<'_> {
    /// Whether the texts, unchanged, are a program that fails like the original.
    fn is_like_the_original(&self) -> bool {
        let fails = |program: Program| self.known.iter().all(|it| it.replay(&program) == Ending::Fails);
        self.translate(&self.texts.unchanged()).is_some_and(fails)
    }

    /// The candidates in bundles: those that change the same expression of a C program are one. What a program with a
    /// choice means need not be what each choice means in all details (of types, for example), so it only serves to drop
    /// candidates.
    fn bundles(&self, candidates: &[Candidate]) -> Vec<Bundle> {
        let mut groups: Vec<(Option<Span>, Vec<usize>)> = Vec::new();
        for (idx, candidate) in candidates.iter().enumerate() {
            let key = candidate.edit.expression.filter(|_| self.is_c());
            match groups.iter_mut().find(|(span, _)| key.is_some() && *span == key) {
                Some((_, group)) => group.push(idx),
                None => groups.push((key, vec![idx])),
            }
        }
        let line = |(span, group): &(Option<Span>, Vec<usize>)| {
            let changes: Vec<&LineChange> = group.iter().map(|idx| &candidates[*idx].change).collect();
            (changes.len() > 1).then(|| alternatives(&changes, (*span)?)).flatten()
        };
        let lines: Vec<Option<LineChange>> = groups.iter().map(line).collect();
        let changes: Vec<LineChange> = lines.iter().flatten().cloned().collect();
        let mut replacements = self.texts.replacements(&changes).into_iter();
        let replacements: Vec<Option<Replacement>> =
            lines.iter().map(|line| line.as_ref().and_then(|_| replacements.next().flatten())).collect();
        let programs = each(groups.len(), self.config.jobs, self.limits, |idx| {
            let input = self.texts.with_alternatives(replacements[idx].as_ref()?);
            let program = self.workspace.translate(&input)?.program;
            self.known.iter().all(|it| it.replay(&program) == Ending::Fails).then_some(program)
        });
        let mut programs: BTreeMap<usize, Program> = programs.into_iter().collect();
        let bundle = |(idx, (_, candidates)): (usize, (_, Vec<usize>))| Bundle {
            program: programs.remove(&idx),
            candidates,
        };
        groups.into_iter().enumerate().map(bundle).collect()
    }

    fn is_c(&self) -> bool {
        self.texts.language() == Language::C
    }

    /// The candidates that pass, in their order.
    fn survivors(&self, candidates: &[Candidate], bundles: &[Bundle]) -> Vec<Survivor> {
        let places: Vec<(usize, usize)> = bundles
            .iter()
            .enumerate()
            .flat_map(|(bundle, it)| (1..=it.candidates.len()).map(move |alternative| (bundle, alternative)))
            .collect();
        let survivors = each(places.len(), self.config.jobs, self.limits, |at| {
            let (bundle, alternative) = places[at];
            let candidate = bundles[bundle].candidates[alternative - 1];
            let ending = match bundles[bundle].ending(alternative, self.known) {
                Some(ending) => ending,
                None => ending(&self.program(&candidates[candidate])?, self.known),
            };
            (ending <= Ending::Avoids).then_some(Survivor { candidate, bundle, alternative, ending })
        });
        let mut survivors: Vec<Survivor> = survivors.into_iter().map(|(_, survivor)| survivor).collect();
        survivors.sort_by_key(|it| it.candidate);
        survivors
    }

    /// The program of a candidate.
    fn program(&self, candidate: &Candidate) -> Option<Program> {
        Some(self.guarded(self.translate(&self.texts.with(&candidate.replacement))?, &candidate.change))
    }

    /// The program with errors where an operation on the changed line has no value.
    fn guarded(&self, program: Program, change: &LineChange) -> Program {
        guarded(program, self.texts.name(change.file), change.line)
    }

    fn translate(&self, input: &Input) -> Option<Program> {
        let translated = self.workspace.translate(input)?;
        self.base.covers(&translated).then_some(translated.program)
    }

    /// What the verifier says of a program, or the executions that lead to an error.
    fn verify(&self, program: &Program) -> Result<Verdict, Vec<Failing>> {
        let limits = self.limits.with_timeout(self.budgets.patch_check_time);
        let search = self.config.search.clone();
        let trace_abstraction =
            trace_abstraction::Config { max_traces: Some(1), keep_proof: false, ..search.trace_abstraction };
        let search = portfolio::Config { trace_abstraction, ..search };
        match portfolio(program, &search, &limits, &mut ()).answer {
            Answer::Safe => Ok(Verdict::Proved),
            Answer::Unknown(_) => Ok(Verdict::RepairsShownTraces),
            Answer::Unsafe { traces, .. } => {
                Err(traces.iter().filter(|it| it.replayed).map(|it| Failing::new(program, it)).collect())
            }
        }
    }
}

/// The worst ending of a program on failing executions.
fn ending(program: &Program, known: &[Failing]) -> Ending {
    worst(known, |failing| failing.replay(program))
}

fn worst(known: &[Failing], replay: impl Fn(&Failing) -> Ending) -> Ending {
    let mut worst = Ending::Passes;
    for failing in known {
        worst = worst.max(replay(failing));
        if worst > Ending::Avoids {
            break;
        }
    }
    worst
}

/// Verifies what passes, and learns from what does not.
struct Verification<'a> {
    trial: &'a Trial<'a>,
    budgets: &'a Budgets,
    /// Executions with which the verifier refuted candidates.
    learned: Vec<Failing>,
    n_checks: usize,
    n_undecided: usize,
    candidates: &'a [Candidate],
    bundles: &'a [Bundle],
}

impl Verification<'_> {
    /// The patches, each with its number among those of its place.
    fn run(&mut self, n_subjects: usize, survivors: Vec<Survivor>) -> Vec<(usize, Patch)> {
        let mut of: Vec<Vec<Survivor>> = Vec::new();
        of.resize_with(n_subjects, Vec::new);
        for survivor in survivors {
            of[self.candidates[survivor.candidate].subject].push(survivor);
        }
        of.into_iter().flat_map(|survivors| self.subject(survivors).into_iter().enumerate()).collect()
    }

    fn subject(&mut self, mut survivors: Vec<Survivor>) -> Vec<Patch> {
        // Stable: the likeliest change first among those that end alike.
        survivors.sort_by_key(|it| it.ending);
        let mut patches: Vec<Patch> = Vec::new();
        let mut n_checks = 0;
        for survivor in survivors {
            let n_proved = patches.iter().filter(|it| it.verdict == Verdict::Proved).count();
            let n_undecided = patches.len() - n_proved;
            let is_spent = n_checks >= self.budgets.max_checks
                || self.n_checks >= self.budgets.max_total_checks
                || self.n_undecided >= self.budgets.max_undecided
                || n_undecided >= self.budgets.max_patches;
            if n_proved >= self.budgets.max_patches || is_spent || self.trial.limits.exceeded().is_some() {
                break;
            }
            let Some((program, ending)) = self.passing(&survivor) else { continue };
            n_checks += 1;
            self.n_checks += 1;
            match self.trial.verify(&program) {
                Ok(verdict) => {
                    self.n_undecided += usize::from(verdict != Verdict::Proved);
                    patches.push(self.patch(&survivor, verdict, ending));
                }
                Err(failing) => self.learned.extend(failing),
            }
        }
        patches.sort_by_key(|it| (it.verdict, !it.reaches_check));
        patches.truncate(self.budgets.max_patches);
        patches
    }

    /// The program of a candidate that passes what was learned, too, and how it ends on the known executions.
    fn passing(&self, survivor: &Survivor) -> Option<(Program, Ending)> {
        let ending_of_bundle = self.bundles[survivor.bundle].ending(survivor.alternative, &self.learned);
        if ending_of_bundle.is_some_and(|it| it > Ending::Avoids) {
            return None;
        }
        let program = self.trial.program(&self.candidates[survivor.candidate])?;
        let own = ending(&program, self.trial.known);
        let worst = own.max(ending(&program, &self.learned));
        (worst <= Ending::Avoids).then_some((program, own))
    }

    fn patch(&self, survivor: &Survivor, verdict: Verdict, ending: Ending) -> Patch {
        let candidate = &self.candidates[survivor.candidate];
        Patch {
            subject: candidate.subject,
            edit: candidate.edit.clone(),
            change: candidate.change.clone(),
            verdict,
            reaches_check: ending == Ending::Passes,
        }
    }
}

/// Checks patches once more, on the changed file as it would be: preprocessed and translated as a whole.
struct Confirmation<'a> {
    trial: &'a Trial<'a>,
    learned: &'a [Failing],
}

impl Confirmation<'_> {
    fn of(&self, patch: &Patch) -> Option<Verdict> {
        let program = self.trial.translate(&self.trial.texts.changed(&patch.change)?)?;
        let program = self.trial.guarded(program, &patch.change);
        let worst = ending(&program, self.trial.known).max(ending(&program, self.learned));
        if worst > Ending::Avoids {
            return None;
        }
        self.trial.verify(&program).ok()
    }
}
