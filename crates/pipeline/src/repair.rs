//! The fifth stage: what can be changed so that the program no longer fails.

use std::sync::{Arc, OnceLock};

use faultscope_frontend::c::accessed::accessed;
use faultscope_frontend::c::{self, Addresses, Environment, World};
use faultscope_frontend::sites::Unit;
use faultscope_frontend::{Input, Translation};
use faultscope_ir::program::Language;
use faultscope_ir::{OriginId, Program};
use faultscope_repair::rules::Rules;
use faultscope_repair::{
    self as repair, Budgets, Failure, Means, Milestone, RepairConfig, Repaired, Workspace,
};
use faultscope_solver::Limits;
use faultscope_verify::{ErrorTrace, Question, ask};

use crate::input::Loaded;
use crate::limits::{MAX_REPAIRED_STEPS, reached};
use crate::request::{Options, Ranking};
use crate::search;
use crate::translate;

/// Asks what can be changed in a failing program whose first error trace took this effort to find.
pub fn repair(
    loaded: &Loaded,
    failure: &Failure<'_>,
    first_trace: u64,
    options: &Options,
    limits: &Limits,
    told: &mut dyn FnMut(Milestone),
) -> Repaired {
    // Every question about the program goes through an execution as long as the trace at least.
    let is_long = |error: &ErrorTrace| error.skipped > 0 || error.trace.len() > MAX_REPAIRED_STEPS;
    let is_long = failure.tests.is_none() && failure.traces.iter().any(is_long);
    let config = RepairConfig {
        search: search::config(options),
        program_level: options.program_level && failure.tests.is_none() && !is_long,
        patches: options.patches && !is_long,
        rules: options.rules.clone().unwrap_or_else(Rules::standard),
        ranks: options.ranking == Ranking::Suspiciousness && !is_long,
        max_set_size: options.max_set_size,
        max_findings: options.max_findings,
        jobs: options.jobs,
        dump: options.dump.clone(),
    };
    let budgets = match options.thorough {
        thorough if failure.tests.is_some() => Budgets::for_tests(thorough),
        true => Budgets::thorough(first_trace),
        false => Budgets::after(first_trace),
    };
    let means = Means { config: &config, budgets: &budgets, limits };
    let mut repaired = repair::repair(failure, &Files::new(loaded, options), &means, told);
    repaired.reached.note(&reached::MAX_REPAIRED_STEPS, is_long);
    repaired
}

/// The files of a program that is being checked.
pub struct Files<'a> {
    loaded: &'a Loaded,
    options: &'a Options,
    /// The program with less to read, which changes are made in.
    lean: OnceLock<Loaded>,
    /// The edit sites of the program.
    unit: OnceLock<Option<Arc<dyn Unit>>>,
}

impl Files<'_> {
    /// For a check.
    pub fn new<'a>(loaded: &'a Loaded, options: &'a Options) -> Files<'a> {
        Files { loaded, options, lean: OnceLock::new(), unit: OnceLock::new() }
    }

    /// The world of the options, of which nothing is known.
    fn any_world(&self) -> World {
        World { environment: Environment::Any, ..self.options.world.clone() }
    }
}

impl Workspace for Files<'_> {
    fn input(&self) -> &Input {
        &self.loaded.input
    }

    fn all_changed(&self, changes: &[(&str, &str)]) -> Option<Input> {
        let lean = self.lean.get_or_init(|| self.loaded.lean());
        let loaded = lean.changed(changes, self.options.data_model).ok()?;
        Some(loaded.input)
    }

    fn translated(&self, input: &Input) -> Translation {
        translate::translation(self.loaded.language, input, self.options)
    }

    fn translated_further_on(&self, input: &Input) -> Option<Translation> {
        let world = World { addresses: Addresses::FurtherOn, ..self.options.world.clone() };
        let options = self.options.in_world(world);
        (self.loaded.language == Language::C)
            .then(|| translate::translation(self.loaded.language, input, &options))
    }

    fn unit(&self) -> Option<Arc<dyn Unit>> {
        let translated = || translate::unit(self.loaded.language, &self.loaded.input, self.options);
        self.unit.get_or_init(|| translated().map(Arc::from)).clone()
    }

    fn made(&self, program: &Program, error: &ErrorTrace) -> Option<OriginId> {
        accessed(program, &error.trace, &error.initial)?.made
    }

    fn is_proved(&self, input: &Input, limits: &Limits) -> bool {
        // What compiled code survives is no error there, and so nothing would be proved.
        if self.options.zeroes {
            return false;
        }
        // One error is enough to know that it is not proved.
        let options = Options { max_traces: Some(1), ..self.options.in_world(self.any_world()) };
        let translation = translate::translation(self.loaded.language, input, &options);
        let Ok(translated) = translate::finished(translation, &options) else { return false };
        ask(&Question::new(&translated.program, &search::config(&options)), limits, &mut ()).is_safe()
    }

    fn functions_with_contracts(&self) -> Vec<String> {
        match self.loaded.language {
            Language::C => {
                c::functions_with_contracts(&self.loaded.input, &translate::c_config(self.options))
            }
            Language::Boogie => Vec::new(),
        }
    }

    fn max_array(&self) -> u64 {
        self.options.annotations.max_array
    }

    fn called(&self, input: &Input, function: &str, max_array: u64) -> Option<Program> {
        let entry = Some(function.to_owned());
        let mut options = Options { entry, zeroes: false, ..self.options.in_world(self.any_world()) };
        options.annotations.max_array = max_array;
        let translation = translate::translation(self.loaded.language, input, &options);
        Some(translate::finished(translation, &options).ok()?.program)
    }

    fn comparable(&self, input: &Input) -> Option<Program> {
        // Another function than `main` is called otherwise in a given environment.
        let is_main = self.loaded.language == Language::C && self.options.entry.is_none();
        let config = is_main.then(|| translate::c_config(self.options).comparable())?;
        Some(self.finished(c::translate(input, &config))?.program)
    }

    fn finished(&self, translation: Translation) -> Option<repair::Translated> {
        let translated = translate::finished(translation, self.options).ok()?;
        let warnings = translated.warnings.into_iter().map(|note| note.message).collect();
        Some(repair::Translated { program: translated.program, warnings })
    }
}
