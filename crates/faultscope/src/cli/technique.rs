//! What `--technique` names: techniques on the error trace, and measures of coverage.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use faultscope::Technique;
use faultscope_localize::Measure;

/// A name, by what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TechniqueName {
    /// Relevance.
    Relevance,
    /// A technique.
    Technique(Technique),
    /// A measure of coverage.
    Measure(Measure),
    /// All of them.
    All,
}

impl ValueEnum for TechniqueName {
    fn value_variants<'a>() -> &'a [TechniqueName] {
        static NAMES: LazyLock<Vec<TechniqueName>> = LazyLock::new(|| {
            let techniques = Technique::ALL.iter().copied().map(TechniqueName::Technique);
            let measures = Measure::ALL.iter().copied().map(TechniqueName::Measure);
            let names = [TechniqueName::Relevance].into_iter().chain(techniques).chain(measures);
            names.chain([TechniqueName::All]).collect()
        });
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, about) = match self {
            TechniqueName::Relevance => ("relevance", "Faultscope's own, which always runs"),
            TechniqueName::Technique(technique) => (technique.name(), technique.about()),
            TechniqueName::Measure(measure) => (measure.name(), measure.about()),
            TechniqueName::All => ("all", "All of them; measures of coverage where there are tests"),
        };
        Some(PossibleValue::new(name).help(about))
    }
}

impl TechniqueName {
    /// The techniques that it stands for.
    pub fn techniques(&self) -> &[Technique] {
        match self {
            TechniqueName::Technique(technique) => std::slice::from_ref(technique),
            TechniqueName::All => Technique::ALL,
            TechniqueName::Relevance | TechniqueName::Measure(_) => &[],
        }
    }

    /// The measures of coverage that it stands for.
    pub fn measures(&self) -> &[Measure] {
        match self {
            TechniqueName::Measure(measure) => std::slice::from_ref(measure),
            TechniqueName::All => Measure::ALL,
            TechniqueName::Relevance | TechniqueName::Technique(_) => &[],
        }
    }
}
