//! The statements that matter, and the values from outside that do.

use super::markup::{capital, escaped, sentence};
use super::place::Places;
use super::strength::Look;
use crate::text::page::Page;
use crate::words;
use crate::{Finding, Occurrence, Repairs, Strength};

/// So many findings are open from the start.
const MAX_OPEN: usize = 5;

/// A statement that matters.
pub(super) struct Entry {
    pub(super) rank: usize,
    pub(super) look: Look,
    pub(super) is_open: bool,
    pub(super) headline: String,
    pub(super) place: String,
    pub(super) function: String,
    pub(super) code: String,
    pub(super) value: Option<String>,
    pub(super) condition: Option<String>,
    pub(super) facts: Vec<Fact>,
    /// Its steps on a trace, that it is described on in front: trace and step, from 1.
    pub(super) steps: Vec<(usize, usize)>,
}

/// Something that is known.
pub(super) struct Fact {
    pub(super) name: &'static str,
    pub(super) text: String,
}

/// A value from outside that matters.
pub(super) struct Outside {
    pub(super) rank: usize,
    pub(super) look: Look,
    pub(super) place: String,
    pub(super) what: String,
    pub(super) value: String,
    pub(super) helps: String,
}

/// Statements that have to be fixed together.
pub(super) struct Set {
    pub(super) members: Vec<(String, String)>,
    pub(super) repairs: &'static str,
}

/// The findings in code; behind the others those that only pass a value on.
pub(super) fn entries(page: &Page<'_>, places: &Places<'_>) -> Vec<Entry> {
    let listed = page.listed();
    let (handing, own): (Vec<&Finding>, Vec<&Finding>) =
        listed.into_iter().partition(|it| it.folded_into.is_some());
    let own = own.into_iter().enumerate().map(|(idx, it)| entry(page, places, it, idx < MAX_OPEN));
    own.chain(handing.into_iter().map(|it| entry(page, places, it, false))).collect()
}

fn entry(page: &Page<'_>, places: &Places<'_>, finding: &Finding, is_open: bool) -> Entry {
    let value = words::given(finding, str::to_owned);
    let described = described(page, finding).map(|step| (finding.trace + 1, step + 1));
    let elsewhere = page.report.traces.iter().enumerate().filter_map(|(idx, trace)| {
        let is_described = described.is_some() && idx == finding.trace;
        let step = trace.steps.iter().position(|it| it.finding == Some(finding.rank))?;
        (!is_described).then_some((idx + 1, step + 1))
    });
    let condition = finding.condition.clone().filter(|it| it != "true");
    Entry {
        rank: finding.rank,
        look: Look::of(finding),
        is_open,
        headline: capital(&words::headline(finding)),
        place: places.link(finding.span),
        function: finding.function.clone(),
        code: finding.text.clone(),
        value,
        condition,
        facts: page.facts(finding).into_iter().map(|(name, text)| fact(name, &text)).collect(),
        steps: described.into_iter().chain(elsewhere).collect(),
    }
}

/// The step that a finding is described at: of the occurrences that are as strong, the one in the same iteration and with the
/// same value.
fn described(page: &Page<'_>, finding: &Finding) -> Option<usize> {
    let steps = &page.report.traces.get(finding.trace)?.steps;
    let strongest =
        finding.occurrences.iter().filter(|it| it.strength == finding.strength && it.step.is_some());
    let likeness = |it: &&Occurrence| {
        let has_value = |step: usize| steps.get(step).is_some_and(|step| step.value == finding.value);
        (*it.iterations == *finding.iterations, it.step.is_some_and(has_value))
    };
    // Of several the first.
    let mut best: Option<&Occurrence> = None;
    for it in strongest {
        if best.is_none_or(|best| likeness(&it) > likeness(&best)) {
            best = Some(it);
        }
    }
    best?.step
}

fn fact(name: &'static str, text: &str) -> Fact {
    Fact { name, text: sentence(text) }
}

/// The values from outside that matter.
pub(super) fn outside(page: &Page<'_>, places: &Places<'_>) -> Vec<Outside> {
    let matters = |it: &&Finding| {
        !it.kind.is_code()
            && !page.is_shown(it)
            && !matches!(it.strength, Strength::Irrelevant | Strength::TraceAberrant)
    };
    let one = |it: &Finding| {
        let [_, what, helps] = page.mattering(it);
        Outside {
            rank: it.rank,
            look: Look::of(it),
            place: places.link(it.span),
            what,
            value: it.value.clone().unwrap_or_default(),
            helps: sentence(&helps),
        }
    };
    page.report.findings.iter().filter(matters).map(one).collect()
}

/// What has to be fixed together.
pub(super) fn sets(page: &Page<'_>, places: &Places<'_>) -> Vec<Set> {
    let set = |it: &crate::StatementSet| Set {
        members: it.members.iter().map(|it| (places.link(it.span), escaped(&it.text))).collect(),
        repairs: match it.repairs {
            Repairs::Program => "repair the program (proved)",
            Repairs::Trace => "repair this error trace",
        },
    };
    page.report.sets.iter().map(set).collect()
}
