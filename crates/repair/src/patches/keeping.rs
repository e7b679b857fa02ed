//! What changes keep of all executions that work, asked of the verifiers.
//!
//! Executions that were tried are not all. So the first patches are asked about, each in this order:
//!
//! 1. [One copy with a flag](faultscope_ir::product::flag): does some execution work in which the changed statements would give another
//!    value, branch or effect? If none does, nothing differs. One that does is executed with both versions, and counts among those that
//!    were tried: it says what the change does otherwise.
//! 2. The [product](faultscope_ir::product), where something may differ: does the program show something else?
//!
//! A claim rests on nothing that the program as it is checked does not rest on: the compared programs must take for granted what that
//! does, and no more. What a comparison does not see is [such a thing](faultscope_frontend::c).
//!
//! What nothing is known to work of keeps nothing: that no execution is another one is then no claim.

use faultscope_ir::index::IndexSet;
use faultscope_ir::product::Level;
use faultscope_ir::{Assumption, AssumptionKind, Program, Span};
use faultscope_solver::Limits;
use faultscope_verify::ErrorTrace;
use faultscope_verify::portfolio::PortfolioConfig;
use faultscope_verify::versions::{Comparison, compare, differs_at_change, gets_to_change};
use rustc_hash::FxHashSet;

use super::kept::{Around, Extent, Kept, KeptDifference, KeptLevel, KeptProof};
use super::{ContractCheck, ContractOutcome, Patch, PatchVerdict};
use crate::alignment::{ChangedFile, aligned};
use crate::config::Means;
use crate::limits::{KEPT_EFFORT, MAX_KEPT_PROVED, SHOWN_EFFORT};
use crate::workspace::Workspace;

/// Asks the verifiers what the first patches keep, where tests do not say what has to work. Returns what a proof rests on beside the
/// program as it is checked.
pub(crate) fn prove_kept(
    program: &Program,
    patches: &mut [Patch],
    workspace: &dyn Workspace,
    means: &Means<'_>,
) -> Vec<Assumption> {
    let mut beyond: IndexSet<Assumption> = IndexSet::default();
    // Of what is not decided of a contract it is not said for which arrays.
    let is_open = |it: &ContractCheck| matches!(it.outcome, ContractOutcome::Open { .. });
    let is_asked = |it: &&mut Patch| {
        it.verdict != PatchVerdict::PassesTests && !it.contract.as_ref().is_some_and(is_open)
    };
    let asked: Vec<&mut Patch> = patches.iter_mut().filter(is_asked).take(MAX_KEPT_PROVED).collect();
    if asked.is_empty() {
        return Vec::new();
    }
    let limits = &means.limits.child().apart();
    let search = &means.config.search;
    let Some(original) = workspace.comparable(workspace.input()) else { return Vec::new() };
    for patch in asked {
        let function = &program.sources.origin(patch.origin).function;
        let Some(changed) = patch.change.changed_file(workspace.input()) else { continue };
        let extent = Extent::of_lines(&changed.name, patch.change.old_lines(), function);
        let Some(versions) = Versions::new(program, &original, &[changed], extent, workspace) else {
            continue;
        };
        versions.ask(&mut patch.kept, search, limits);
        if patch.kept.proof.is_some() {
            let assumed = versions.beyond().unwrap_or_default().into_iter();
            beyond.extend(assumed.map(|it| Assumption { origin: None, ..it.clone() }));
        }
    }
    beyond.into_iter().collect()
}

/// A program and a changed one, with what they show in their commands.
pub(crate) struct Versions<'a> {
    /// The program as it is checked.
    program: &'a Program,
    original: &'a Program,
    changed: Program,
    /// The same with the lines of the original.
    aligned: Program,
    extent: Extent,
}

impl<'a> Versions<'a> {
    /// Of the program that was checked, the same that can be compared, and files that are changed. None where the changed one is no
    /// program.
    pub(crate) fn new(
        program: &'a Program,
        original: &'a Program,
        files: &[ChangedFile],
        extent: Extent,
        workspace: &dyn Workspace,
    ) -> Option<Versions<'a>> {
        let texts: Vec<(&str, &str)> = files.iter().map(|it| (&*it.name, &*it.new)).collect();
        let changed = workspace.comparable(&workspace.all_changed(&texts)?)?;
        let mut moved = changed.clone();
        moved.sources = aligned(&changed.sources, files);
        Some(Versions { program, original, changed, aligned: moved, extent })
    }

    /// Adds what the change keeps of the executions of the program that can be compared on the values of others, and on each of some
    /// numbers; and says whether the changed program does not end where one of them fails.
    pub(crate) fn execute(
        &self,
        around: &Around<'_>,
        numbers: &[i128],
        kept: &mut Kept,
        limits: &Limits,
    ) -> bool {
        let around = around.of(self.original, numbers, limits);
        kept.add_further(self.in_program(around.kept(&self.aligned, &self.extent, limits)));
        around.is_unended(&self.aligned, limits)
    }

    /// Asks what the change keeps: adds executions that a verifier finds, and what is proved. That something else is shown is told where no
    /// other difference is.
    pub(crate) fn ask(&self, kept: &mut Kept, search: &PortfolioConfig, limits: &Limits) {
        let Versions { original, changed, .. } = self;
        let within = |effort: u64| limits.with_effort(limits.scaled(effort));
        let flag = differs_at_change(original, changed, search, &within(KEPT_EFFORT));
        if let Comparison::Differ { trace, .. } = &flag {
            kept.add(self.executed(trace, limits));
        }
        if !kept.knows_working() {
            return;
        }
        if flag.is_same() {
            // Where none is known to get there, it is not known either that none is missing in what is compared.
            let is_known = || gets_to_change(original, changed, search, &within(KEPT_EFFORT));
            let is_proved = kept.same == kept.worked && self.beyond().is_some() && is_known();
            kept.proof = is_proved.then_some(KeptProof::NothingDiffers);
            return;
        }
        match compare(original, &[changed], Level::Program, search, &within(SHOWN_EFFORT)) {
            Comparison::Same { ends } if self.beyond().is_some() => {
                kept.proof = Some(KeptProof::ShowsTheSame { ends })
            }
            // The original comes first in the product, and so do its inputs.
            Comparison::Differ { trace, .. } if kept.level_to_callers() == KeptLevel::All => {
                kept.add(self.executed(&trace, limits));
            }
            _ => {}
        }
    }

    /// What is kept of the execution that a verifier found.
    fn executed(&self, trace: &ErrorTrace, limits: &Limits) -> Kept {
        let around = Around::found(self.original, trace, limits);
        self.in_program(around.kept(&self.aligned, &self.extent, limits))
    }

    /// What is kept of executions, with the difference where the statement is in the program.
    pub(crate) fn in_program(&self, mut kept: Kept) -> Kept {
        let difference = kept.difference.take().and_then(|it| {
            let name = &self.original.sources.file(it.span.file).name;
            let (file, _) = self.program.sources.files().find(|(_, it)| it.name == *name)?;
            Some(Box::new(KeptDifference { span: Span { file, ..it.span }, ..*it }))
        });
        Kept { difference, ..kept }
    }

    /// What the changed program does that a comparison does not see, and the original does not.
    pub(crate) fn unseen(&self) -> Vec<String> {
        let known: FxHashSet<&String> = self.original.assumptions.iter().map(|it| &it.message).collect();
        let all = self.changed.assumptions.iter();
        let unseen = all.filter(|it| it.origin.is_none() && !known.contains(&it.message));
        unseen.map(|it| it.message.clone()).collect()
    }

    /// What the versions rest on beside the program as it is checked, which is what readers are told: models of the library that nothing
    /// else rests on. None where it is something else.
    fn beyond(&self) -> Option<Vec<&Assumption>> {
        let told: FxHashSet<_> = self.program.assumptions.iter().map(|it| (it.kind, &it.message)).collect();
        let all = self.original.assumptions.iter().chain(&self.changed.assumptions);
        let beyond: Vec<&Assumption> = all.filter(|it| !told.contains(&(it.kind, &it.message))).collect();
        let is_model = |it: &&Assumption| it.kind == AssumptionKind::LibraryModel && it.subject.is_some();
        beyond.iter().all(is_model).then_some(beyond)
    }
}
