//! One check from front to back.

use faultscope_frontend::{Input, Translation, boogie, c};
use faultscope_ir::Program;
use faultscope_ir::program::Language;
use faultscope_report::{Diagnostic, Note, Severity, Verdict};
use faultscope_verify::portfolio::Answer;

use crate::assemble;
use crate::clock::Clock;
use crate::input::{self, Loaded, Rejection};
use crate::localization::{Localization, localize};
use crate::proving::prove;
use crate::request::{CheckRequest, CheckResult, Options, Phase, Progress, Property};
use crate::search::search;
use crate::techniques::techniques;
use crate::trust;

/// The function where a C program starts, unless the user says otherwise.
const ENTRY: &str = "main";

/// Checks a program in files.
///
/// # Errors
/// Where there is no program to check.
pub fn check(request: &CheckRequest, progress: &dyn Progress) -> CheckResult {
    let clock = Clock::start(&request.options);
    progress.phase(Phase::Translating);
    let loaded = input::load(request)?;
    run(&loaded, &request.options, &clock, progress)
}

/// Checks a program that is not in a file. The end of its name says which language it is in.
///
/// # Errors
/// Where there is no program to check.
pub fn check_source(name: &str, text: &str, options: &Options) -> CheckResult {
    let loaded = input::in_memory(name, text, options)?;
    check_input(&loaded, options, &crate::Silent)
}

/// Checks a program that has been read.
///
/// # Errors
/// Where there is no program to check.
pub fn check_input(loaded: &Loaded, options: &Options, progress: &dyn Progress) -> CheckResult {
    progress.phase(Phase::Translating);
    run(loaded, options, &Clock::start(options), progress)
}

/// Translates a program and marks what is trusted.
///
/// # Errors
/// Where there is no program to check.
pub fn translate(loaded: &Loaded, options: &Options) -> Result<(Program, Vec<Note>), Rejection> {
    translate_input(loaded.language, &loaded.input, options)
}

/// Translates texts and marks what is trusted.
pub(crate) fn translate_input(
    language: Language,
    input: &Input,
    options: &Options,
) -> Result<(Program, Vec<Note>), Rejection> {
    let Translation { program, sources, diagnostics } = match language {
        Language::C => c::translate(input, &c_config(options)),
        Language::Boogie => boogie::translate(input, &boogie_config(options)),
    };
    let diagnostics = input::diagnostics(diagnostics);
    let Some(mut program) = program else {
        let diagnostics = if diagnostics.is_empty() {
            vec![Diagnostic::error("the front end gave no program and did not say why")]
        } else {
            diagnostics
        };
        return Err(Rejection { diagnostics, sources });
    };
    let mut warnings: Vec<Note> = diagnostics
        .into_iter()
        .filter(|it| it.severity == Severity::Warning)
        .map(|it| Note { message: it.message, span: it.span, hint: it.hint })
        .collect();
    let unused = trust::mark(&mut program, &options.trust);
    warnings
        .extend(unused.into_iter().map(|pattern| Note::new(format!("nothing matches `--trust {pattern}`"))));
    Ok((program, warnings))
}

fn c_config(options: &Options) -> c::Config {
    c::Config {
        data_model: options.data_model,
        entry: options.entry.clone().unwrap_or_else(|| ENTRY.to_owned()),
        properties: c::Properties {
            unreach_call: options.properties.contains(&Property::UnreachCall),
            assertions: options.properties.contains(&Property::Assertions),
        },
    }
}

fn boogie_config(options: &Options) -> boogie::Config {
    boogie::Config { entry: options.entry.clone() }
}

fn run(loaded: &Loaded, options: &Options, clock: &Clock, progress: &dyn Progress) -> CheckResult {
    let (program, warnings) = translate(loaded, options)?;
    let mut report = assemble::begin(&program, warnings, options);
    report.statistics.frontend_seconds = clock.seconds();
    progress.preliminary(&report);

    progress.phase(Phase::Searching);
    let outcome = search(&mut report, &program, options, clock, progress);
    let within_limits = clock.search_limits().exceeded().is_none();
    let ended = assemble::Search { program: &program, options, within_limits };
    match outcome.answer {
        Answer::Safe => assemble::safe(&mut report),
        Answer::Unknown(reason) => assemble::undecided(&mut report, &reason, &ended),
        Answer::Unsafe { traces, end } => {
            assemble::errors(&mut report, &program, &traces, &end, &ended);
            progress.preliminary(&report);
            progress.phase(Phase::Localizing);
            let start = clock.seconds();
            let asked = Localization { loaded, program: &program, traces: &traces, options, clock, progress };
            localize(&mut report, &asked);
            report.statistics.localization_seconds = Some(clock.seconds() - start);
            traces.iter().take(1).for_each(|it| techniques(&mut report, &program, it, options, clock));
        }
    }
    // What was subtracted proves something only where nothing is left.
    let is_proof = report.verdict == Verdict::Safe || report.all_traces == Some(true);
    if let Some(certificate) = outcome.certificate.filter(|_| is_proof) {
        progress.preliminary(&report);
        progress.phase(Phase::CheckingProof);
        prove(&mut report, &program, &certificate, &clock.limits());
    }
    report.statistics.total_seconds = clock.seconds();
    Ok(report)
}
