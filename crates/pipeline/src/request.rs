//! What can be asked for.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use faultscope_frontend::c::{Annotations, DataModel, Dialect, ErrorNames, World};
use faultscope_frontend::suppression::Suppression;
use faultscope_frontend::trust::Pattern;
use faultscope_guidance::Guidance;
use faultscope_ir::Property;
use faultscope_ir::focus::Focus;
use faultscope_localize::Measure;
use faultscope_localize::baselines::Technique;
pub use faultscope_project::Preprocessor;
use faultscope_repair::ped::Parts;
use faultscope_repair::rules::Rules;
use faultscope_solver::{Dump, Limits};
use faultscope_suite::{Comparison, GivenFile};
use faultscope_task::Expected;
pub use faultscope_verify::portfolio::{Engine, Strategy};

use crate::limits::{DEFAULT_MAX_FINDINGS, DEFAULT_MAX_SET_SIZE};

/// A program to check, in files.
#[derive(Debug, Clone)]
pub struct CheckRequest {
    /// The files, all of one language.
    pub files: Vec<PathBuf>,
    /// What the C preprocessor is told.
    pub preprocessor: Preprocessor,
    /// How to check it.
    pub options: Options,
}

/// How to check a program.
#[derive(Debug, Clone)]
pub struct Options {
    /// The function where execution starts; `main` in C, where nothing is said.
    pub entry: Option<String>,
    /// The sizes of C's types.
    pub data_model: DataModel,
    /// Which C it is.
    pub dialect: Dialect,
    /// C files that stand for functions which the program does not define: trusted code.
    pub models: Vec<PathBuf>,
    /// Whether variables and memory that nobody has written hold zero.
    pub zeroes: bool,
    /// Tests that say what the program should do, instead of a search for errors.
    pub tests: Option<TestOptions>,
    /// What is checked. Never empty.
    pub properties: BTreeSet<Property>,
    /// What must not be reached, by its name.
    pub errors: ErrorNames,
    /// Where what is checked comes from a property file: what that asks for.
    pub specification: Option<Specification>,
    /// Which of the checks the search asks about; none for all.
    pub focus: Option<Focus>,
    /// What is not asked about; none where everything is.
    pub suppression: Option<Suppression>,
    /// What is done with annotations of C.
    pub annotations: Annotations,
    /// What the world outside the program does.
    pub world: World,
    /// What is specification, harness or model.
    pub trust: Vec<Pattern>,
    /// Whether the driver is suspected, since nothing outside it can be at fault.
    pub suspects_driver: bool,
    /// Who looks for errors.
    pub strategy: Strategy,
    /// After how many error traces to stop; none for never. More than one needs trace abstraction.
    pub max_traces: Option<usize>,
    /// How often a loop or a recursion is followed at most by bounded model checking.
    pub unwind: Option<u32>,
    /// A witness of an error, which is looked for first.
    pub guide: Option<Arc<Guidance>>,
    /// Whether a witness of the answer is wanted.
    pub witness: bool,
    /// Whether the compiler of the host is asked for its warnings about a program that fails.
    pub compiler_warnings: bool,
    /// How findings are ranked.
    pub ranking: Ranking,
    /// Whether it is asked what can be fixed in the program, and not only on the error traces.
    pub program_level: bool,
    /// Whether every question about the program is worth its own effort; else the effort for all of them is bounded.
    pub thorough: bool,
    /// The size of the largest sets of statements that are looked for which avoid the error together; 1 for none.
    pub max_set_size: usize,
    /// Whether trace abstraction is to keep what it found as a proof, which is checked again.
    pub proof: bool,
    /// Whether changes of single lines are looked for that repair the program.
    pub patches: bool,
    /// What is tried instead of what stands in the program; none for the built-in rules.
    pub rules: Option<Rules>,
    /// Whether statements are asked for that only make a difference in executions that do not fail.
    pub trace_aberrant: bool,
    /// What is compared with.
    pub comparison: ComparisonOptions,
    /// How many statements of code beside inputs are reported at most, the most promising ones; none for all.
    pub max_findings: Option<usize>,
    /// What every counted budget is worth, in percent of the usual.
    pub effort: u32,
    /// On how many threads to work. Nothing but the time depends on it.
    pub jobs: usize,
    /// The time for everything.
    pub timeout: Option<Duration>,
    /// Memory, cancelling and the clock. The deadline is made of `timeout`.
    pub limits: Limits,
    /// Gets the solver's queries.
    pub dump: Option<Dump>,
}

impl Options {
    /// These options where nothing happens but what the program says: no volatile object changes, no function writes unseen.
    pub fn as_the_program_says(&self) -> Options {
        let pure = vec!["*".to_owned()];
        self.in_world(World { volatile_as_stored: true, pure, output_may_fail: false, ..self.world.clone() })
    }

    /// These options in another world.
    #[must_use]
    pub fn in_world(&self, world: World) -> Options {
        Options { world, ..self.clone() }
    }

    /// These options where a function is called with arrays of at most this many elements.
    #[must_use]
    pub fn with_arrays_of(&self, size: u64) -> Options {
        let annotations = Annotations { max_array: size, ..self.annotations };
        Options { annotations, ..self.clone() }
    }

    /// What the command line uses where nothing is said, without a time limit.
    pub fn standard() -> Options {
        Options {
            entry: None,
            data_model: DataModel::Ilp32,
            dialect: Dialect::default(),
            models: Vec::new(),
            zeroes: false,
            tests: None,
            properties: Property::defaults().collect(),
            errors: ErrorNames::default(),
            specification: None,
            focus: None,
            suppression: None,
            annotations: Annotations::default(),
            world: World::default(),
            trust: Vec::new(),
            suspects_driver: false,
            strategy: Strategy::Portfolio,
            max_traces: Some(1),
            unwind: None,
            guide: None,
            witness: false,
            compiler_warnings: false,
            ranking: Ranking::Suspiciousness,
            program_level: true,
            thorough: false,
            max_set_size: DEFAULT_MAX_SET_SIZE,
            proof: false,
            patches: true,
            rules: None,
            trace_aberrant: false,
            comparison: ComparisonOptions::none(),
            max_findings: Some(DEFAULT_MAX_FINDINGS),
            effort: 100,
            jobs: std::thread::available_parallelism().map_or(1, NonZero::get),
            timeout: None,
            limits: Limits::unlimited(),
            dump: None,
        }
    }

    /// Whether more error traces than one are looked for.
    pub fn wants_several(&self) -> bool {
        self.max_traces != Some(1) && self.strategy.asks(Engine::TraceAbstraction)
    }
}

/// What a property file asks for, and what is known of the answer.
#[derive(Debug, Clone)]
pub struct Specification {
    /// The file.
    pub file: PathBuf,
    /// What is asked for and checked, by its name: the properties that it stands for.
    pub asked: Vec<(String, BTreeSet<Property>)>,
    /// What is asked for and cannot be checked. Without it, all that is asked for is what the options select.
    pub unsupported: Vec<String>,
    /// What the answer should be.
    pub expected: Option<Expected>,
}

impl Specification {
    /// The name of what was asked for that an error violates; none where several may be meant.
    pub fn name_of(&self, violated: Property) -> Option<&str> {
        let mut names = self.asked.iter().filter(|it| it.1.contains(&violated)).map(|it| it.0.as_str());
        names.next().filter(|_| names.next().is_none())
    }
}

/// What else is run on a failing program, to compare with.
#[derive(Debug, Clone)]
pub struct ComparisonOptions {
    /// Techniques, on the first error trace.
    pub techniques: Vec<Technique>,
    /// Measures of coverage, where there are tests.
    pub measures: Vec<Measure>,
    /// What PED uses, where it is one of them.
    pub ped: Parts,
}

impl ComparisonOptions {
    /// Nothing.
    pub fn none() -> ComparisonOptions {
        ComparisonOptions { techniques: Vec::new(), measures: Vec::new(), ped: Parts::ALL }
    }
}

/// Tests, and how they are run.
#[derive(Debug, Clone)]
pub struct TestOptions {
    /// The tests.
    pub source: TestSource,
    /// The files that the program finds in each of them, besides those of the test.
    pub files: Vec<GivenFile>,
    /// Which outputs are equal.
    pub comparison: Comparison,
    /// How many instructions and jumps a test may take; none for a number that depends on the tests that pass.
    pub max_steps: Option<u64>,
    /// How many failing tests to look into; none for one, and some more that do not take long.
    pub max_traces: Option<usize>,
}

/// Where tests come from.
#[derive(Debug, Clone)]
pub enum TestSource {
    /// A suite in one of the forms that there are.
    Suite(PathBuf),
    /// One run.
    Single {
        /// The file that is standard input; none for nothing to read.
        stdin: Option<PathBuf>,
        /// The arguments, as they are written on a command line.
        arguments: String,
        /// The file with the output that is expected, if output is compared.
        output: Option<PathBuf>,
        /// The status that is expected, if it is compared.
        status: Option<i32>,
    },
    /// Inputs on which the program crashes.
    Crashes {
        /// Files, and folders with them.
        paths: Vec<PathBuf>,
        /// The arguments of the program, in which `@@` stands for such a file; without it they are standard input.
        arguments: String,
    },
}

/// How findings are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ranking {
    /// By proved patches and by how much of the program stays reachable with the place fixed.
    Suspiciousness,
    /// By how much they matter on the error traces.
    Strength,
}
