//! What changes keep of all executions that work, asked of the verifiers.
//!
//! Executions that were tried are not all. So the first patches are asked about, each in this order:
//!
//! 1. [One copy with a flag](faultscope_ir::product::flag): does some execution work in which the changed statements would give another
//!    value, branch or effect? If none does, nothing differs. One that does is executed with both versions, and counts among those that
//!    were tried: it says what the change does otherwise.
//! 2. The [product](faultscope_ir::product), where something may differ: does the program show something else?
//!
//! What nothing is known to work of keeps nothing: that no execution is another one is then no claim.

use faultscope_ir::product::Level;
use faultscope_ir::{Program, Span};
use faultscope_solver::Limits;
use faultscope_verify::versions::{Comparison, compare, differs_at_change, gets_to_change};

use super::hunk::Hunk;
use super::kept::{Around, Extent, Kept, KeptDifference, KeptProof};
use super::{ContractCheck, ContractOutcome, Patch, PatchVerdict};
use crate::config::Means;
use crate::limits::{KEPT_EFFORT, MAX_KEPT_PROVED, SHOWN_EFFORT};
use crate::workspace::Workspace;

/// Asks the verifiers what the first patches keep, where tests do not say what has to work.
pub(crate) fn prove_kept(
    program: &Program,
    patches: &mut [Patch],
    workspace: &dyn Workspace,
    means: &Means<'_>,
) {
    // Of what is not decided of a contract it is not said for which arrays.
    let is_open = |it: &ContractCheck| matches!(it.outcome, ContractOutcome::Open { .. });
    let is_asked = |it: &&mut Patch| {
        it.verdict != PatchVerdict::PassesTests && !it.contract.as_ref().is_some_and(is_open)
    };
    let asked: Vec<&mut Patch> = patches.iter_mut().filter(is_asked).take(MAX_KEPT_PROVED).collect();
    if asked.is_empty() {
        return;
    }
    let limits = &means.limits.child().apart();
    let Some(original) = workspace.comparable(workspace.input()) else { return };
    let comparing = Comparing { program, original: &original, workspace, means, limits };
    for patch in asked {
        let function = &program.sources.origin(patch.origin).function;
        comparing.ask(&patch.change, function, &mut patch.kept);
    }
}

/// Compares changed programs with the original.
struct Comparing<'a> {
    program: &'a Program,
    /// The same program, with what it shows in its commands.
    original: &'a Program,
    workspace: &'a dyn Workspace,
    means: &'a Means<'a>,
    limits: &'a Limits,
}

impl Comparing<'_> {
    /// Asks what a change in this function keeps.
    fn ask(&self, hunk: &Hunk, function: &str, kept: &mut Kept) {
        let Some((hunk, changed)) = self.changed(hunk) else { return };
        let search = &self.means.config.search;
        let within = |effort: u64| self.limits.with_effort(self.limits.scaled(effort));
        let flag = differs_at_change(self.original, &changed, search, &within(KEPT_EFFORT));
        if let Comparison::Differ { trace, .. } = &flag {
            let around = Around::found(self.original, trace, self.limits);
            let extent = Extent::of_lines(&hunk.file, hunk.old_lines(), function);
            let mut found = around.kept(&changed, &extent, self.limits);
            found.difference = found.difference.take().and_then(|it| self.in_program(*it)).map(Box::new);
            kept.add(found);
        }
        if !kept.knows_working() {
            return;
        }
        if flag.is_same() {
            // Where none is known to get there, it is not known either that none is missing in what is compared.
            let is_known = gets_to_change(self.original, &changed, search, &within(KEPT_EFFORT));
            kept.proof = (is_known && kept.same == kept.worked).then_some(KeptProof::NothingDiffers);
            return;
        }
        let level = Level::Program;
        let shown = compare(self.original, &[&changed], level, search, &within(SHOWN_EFFORT));
        if let Comparison::Same { ends } = shown {
            kept.proof = Some(KeptProof::ShowsTheSame { ends });
        }
    }

    /// A difference between the programs that are compared, where the statement is in the program.
    fn in_program(&self, difference: KeptDifference) -> Option<KeptDifference> {
        let name = &self.original.sources.file(difference.span.file).name;
        let (file, _) = self.program.sources.files().find(|(_, it)| it.name == *name)?;
        let span = Span { file, ..difference.span };
        Some(KeptDifference { span, ..difference })
    }

    /// A changed program, with the lines behind the change where they were, and the change that leaves them there.
    fn changed(&self, hunk: &Hunk) -> Option<(Hunk, Program)> {
        let hunk = hunk.in_place()?;
        let changed = self.workspace.changed(&hunk.file, &hunk.applied(self.workspace.input())?)?;
        let program = self.workspace.comparable(&changed)?;
        Some((hunk, program))
    }
}
