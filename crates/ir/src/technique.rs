//! The techniques that relevance is compared with, by their names.
//!
//! What a technique does is in `faultscope-localize`, whose `baselines` runs each of them; reports and command lines name them.

crate::listed! {
    /// A technique that relevance is compared with, on the first error trace.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Technique {
        /// Error invariants.
        ErrorInvariants,
        /// Flow-sensitive trace formulas.
        FlowSensitive,
        /// Maximum satisfiability.
        MaxSat,
        /// Maximum satisfiability, for all sets.
        MaxSatIterated,
        /// Path-based error explanation.
        Ped,
        /// AutoDebug.
        AutoDebug,
        /// Backward slicing.
        BackwardSlice,
    }
}

/// What is fixed of a technique.
struct Row {
    name: &'static str,
    about: &'static str,
}

impl Technique {
    /// The one place to edit when a technique is added, beside what runs it.
    const fn row(self) -> Row {
        let (name, about) = match self {
            Technique::ErrorInvariants => {
                ("error-invariants", "Statements over which what is known of the error changes")
            }
            Technique::FlowSensitive => {
                ("flow-sensitive", "A minimal contradiction of statements under their conditions")
            }
            Technique::MaxSat => {
                ("max-sat", "A smallest set of statements without which the assertion can hold (BugAssist)")
            }
            Technique::MaxSatIterated => ("max-sat-iterated", "All such sets, smaller ones first"),
            Technique::Ped => (
                "ped",
                "Small sets of statements whose change makes the execution leave the trace, with likely changes",
            ),
            Technique::AutoDebug => (
                "auto-debug",
                "What would have to hold at each point, compared with what did; with tests, the change with which all pass",
            ),
            Technique::BackwardSlice => {
                ("backward-slice", "What the violated assertion depends on in this execution")
            }
        };
        Row { name, about }
    }

    /// The name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What it gives, for the user: a clause without a full stop.
    pub const fn about(self) -> &'static str {
        self.row().about
    }

    /// The technique of a name.
    pub fn from_name(name: &str) -> Option<Technique> {
        Technique::ALL.iter().copied().find(|it| it.name() == name)
    }
}
