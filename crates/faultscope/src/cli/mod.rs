//! From arguments to output and an exit code.

mod arguments;
mod baseline;
mod batch;
mod compile_line;
mod display;
mod doctor;
mod early;
mod exit;
mod explain;
mod format;
mod interrupt;
mod layout;
mod learn_rules;
mod lsp;
mod manual;
mod numbers;
mod outputs;
mod progress;
mod rejection;
mod report;
mod reproducer;
mod run;
mod settings;
mod sources;
mod streams;
mod suppression;
mod tags;
mod task;
mod technique;
mod validate;
mod verify_patch;
mod witness;
mod words;

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use faultscope::guard::{self, Ending};
use faultscope::report::text::Style;
use faultscope::report::{
    Diagnostic, PatchVerdict, Report, Verdict, danger, diagnostic, harness, html, patch, proof,
};
use faultscope::{CheckRequest, input};
use faultscope_frontend::c::DataModel;
use faultscope_ir::SourceMap;
use faultscope_solver::Dump;

use arguments::{Check, Command};
use early::Early;
use exit::Exit;
use interrupt::stop_on_ctrl_c;
use progress::Line;
use rejection::reject;
use streams::{complain, print, print_with, reject_plainly};

/// Runs the command that the arguments name, and gives the exit code.
pub fn run() -> u8 {
    report_panics();
    let said = match settings::said(std::env::args_os().collect()) {
        Ok(said) => said,
        Err(rejection) => return reject_plainly(&rejection).into(),
    };
    if let Some(file) = &said.file {
        complain(&format!("note: options are taken from `{}`\n", file.display()));
    }
    let code = end(said.command);
    streams::unwritten().map_or(code, u8::from)
}

fn end(command: Command) -> u8 {
    match command {
        Command::Check(mut arguments) => check(&mut arguments).into(),
        Command::Validate(mut arguments) => validate::validate(&mut arguments).into(),
        Command::VerifyPatch(mut arguments) => verify_patch::verify_patch(&mut arguments).into(),
        Command::Batch(arguments) => batch::batch(&arguments).into(),
        Command::Run(arguments) => run::run(&arguments),
        Command::Doctor => doctor::doctor(),
        Command::Completions { shell } => {
            print(&manual::completions(shell));
            0
        }
        Command::Man { folder } => match manual::write_pages(&folder) {
            Ok(()) => 0,
            Err(diagnostic) => reject_plainly(&diagnostic.into()).into(),
        },
        Command::Baseline(arguments) => baseline::baseline(&arguments).into(),
        Command::Explain(arguments) => explain::explain(&arguments).into(),
        Command::Report(arguments) => report::report(&arguments).into(),
        Command::LearnRules(arguments) => learn_rules::learn_rules(&arguments).into(),
        Command::Lsp(_) => lsp::serve(),
    }
}

/// A bug is told in one line; developers get more where they ask for it.
fn report_panics() {
    let standard = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::env::var_os("FAULTSCOPE_BACKTRACE").is_some() {
            return standard(panic);
        }
        let place = panic.location().map(|it| format!(" ({}:{})", it.file(), it.line())).unwrap_or_default();
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown");
        let message = text.lines().next().unwrap_or_default();
        complain(&format!("internal error: {message}{place}\n"));
    }));
}

fn check(arguments: &mut Check) -> Exit {
    if arguments.worker {
        lsp::end_with_stdin();
    }
    // A task is read, too, and then the files that it names stand in its place.
    if let Some(diagnostic) = outputs::refused(arguments) {
        return reject(&diagnostic.into(), arguments);
    }
    let asked = match task::asked(arguments) {
        Ok(asked) => asked,
        Err(diagnostic) => return reject(&diagnostic.into(), arguments),
    };
    let arguments = &*arguments;
    // Nobody waits for an answer that has nowhere to go.
    if let Some(diagnostic) = outputs::refused(arguments) {
        return reject(&diagnostic.into(), arguments);
    }
    let mut options = match arguments.options() {
        Ok(options) => options,
        Err(diagnostic) => return reject(&diagnostic.into(), arguments),
    };
    if let Some(asked) = asked {
        asked.select(&mut options);
    }
    if let Some(folder) = &arguments.dump_smt {
        match dump_into(folder) {
            Ok(dump) => options.dump = Some(dump),
            Err(diagnostic) => return reject(&diagnostic.into(), arguments),
        }
    }
    if let Some(file) = &arguments.rules {
        match input::rules(file) {
            Ok(rules) => options.rules = Some(rules),
            Err(rejection) => return reject(&rejection, arguments),
        }
    }
    if let Some(file) = &arguments.guide {
        match witness::guidance(file, &arguments.sources.files) {
            Ok(guidance) => options.guide = Some(guidance),
            Err(diagnostic) => return reject(&diagnostic.into(), arguments),
        }
    }
    match suppression::asked(arguments, &options) {
        Ok(suppression) => options.suppression = suppression,
        Err(diagnostic) => return reject(&diagnostic.into(), arguments),
    }
    let request = match arguments.sources.request(options) {
        Ok(request) => request,
        Err(diagnostic) => return reject(&diagnostic.into(), arguments),
    };
    let model = request.options.data_model;
    if arguments.dump_ir {
        return dump_ir(&request, arguments);
    }
    stop_on_ctrl_c(&request.options);
    let again = request.clone();
    let early = Early::new(
        Line::new(io::stderr().is_terminal()),
        (arguments.display.format.row().early)(&arguments.display.text_options()),
    );
    let ending = guard::check(request, early.clone(), &mut |elapsed| early.tick(elapsed));
    early.end();
    match ending {
        Ending::Answered(Ok(report)) => show(report, &again, model, arguments),
        Ending::Answered(Err(rejection)) => reject(&rejection, arguments),
        Ending::Crashed(known) => crashed(known, &again, model, arguments),
    }
}

fn dump_into(folder: &Path) -> Result<Dump, Diagnostic> {
    let cannot =
        |error: io::Error| Diagnostic::error(format!("cannot write to `{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    let folder = folder.to_owned();
    Ok(Dump::new(move |name, script| {
        if let Err(error) = fs::write(folder.join(name), script) {
            complain(&format!("warning: cannot write `{name}`: {error}\n"));
        }
    }))
}

fn dump_ir(request: &CheckRequest, arguments: &Check) -> Exit {
    let translated =
        input::load(request).and_then(|loaded| Ok(faultscope::completed(&loaded, &request.options)?.1));
    match translated {
        Ok(translated) => {
            print(&faultscope_ir::print::program(&translated.program));
            Exit::NoError
        }
        Err(rejection) => reject(&rejection, arguments),
    }
}

fn show(report: Report, request: &CheckRequest, model: DataModel, arguments: &Check) -> Exit {
    let exit = Exit::of(report.verdict);
    print_with(|out| arguments.display.write(&report, out));
    let harness = arguments.harness.as_deref().and_then(|file| write_harness(&report, file, arguments));
    let reproducer = arguments.reproducer.as_deref().and_then(|folder| {
        reproducer::write(&report, folder, request).err().map(|it| reject(&it.into(), arguments))
    });
    let proof = arguments.proof.as_deref().and_then(|file| write_proof(&report, file, arguments));
    let danger =
        arguments.danger_automaton.as_deref().and_then(|file| write_danger(&report, file, arguments));
    let patch = arguments.patch.as_deref().and_then(|file| write_patch(&report, file, arguments));
    let page =
        arguments.html.as_deref().and_then(|file| write(file, &html::render(&report), &report, arguments));
    let witness =
        arguments.witness.as_deref().and_then(|file| write_witness(&report, file, model, arguments));
    harness.or(reproducer).or(proof).or(danger).or(patch).or(witness).or(page).unwrap_or(exit)
}

/// Writes the harness; gives an exit code where that fails.
fn write_harness(report: &Report, file: &Path, arguments: &Check) -> Option<Exit> {
    let names: Vec<String> = arguments.sources.files.iter().map(|file| file.display().to_string()).collect();
    let Some(text) = harness::render(report, &names.join(" "), &file.display().to_string()) else {
        complain("note: there is no error to replay, so no harness was written\n");
        return None;
    };
    write(file, &text, report, arguments)
}

/// Writes the proof; gives an exit code where that fails.
fn write_proof(report: &Report, file: &Path, arguments: &Check) -> Option<Exit> {
    match report.proof.as_ref().and_then(|it| it.document.as_ref()) {
        Some(document) => write(file, &proof::render(document), report, arguments),
        None => {
            complain("note: nothing was proved, so no proof was written\n");
            None
        }
    }
}

/// Writes the danger automata of a proof; gives an exit code where that fails.
fn write_danger(report: &Report, file: &Path, arguments: &Check) -> Option<Exit> {
    let document = report.proof.as_ref().and_then(|it| it.document.as_ref());
    match document.and_then(danger::render) {
        Some(graph) => write(file, &graph, report, arguments),
        None => {
            complain("note: no danger automaton was built for all error traces, so none was written\n");
            None
        }
    }
}

/// Writes a witness of the answer; gives an exit code where that fails.
fn write_witness(report: &Report, file: &Path, model: DataModel, arguments: &Check) -> Option<Exit> {
    let content = match &report.witness {
        Some(Ok(content)) => content,
        Some(Err(reason)) => {
            complain(&format!("note: no witness was written: {reason}\n"));
            return None;
        }
        None if !report.suppressed.is_empty() => {
            complain(
                "note: no witness was written: checks are suppressed, and a witness is about all of them\n",
            );
            return None;
        }
        None => {
            complain("note: nothing was decided, so no witness was written\n");
            return None;
        }
    };
    let document = witness::specification(report, arguments.goal.entry.as_deref())
        .and_then(|it| witness::document(content, &it, &arguments.sources.files, model));
    match document {
        Ok(text) => write(file, &text, report, arguments),
        Err(diagnostic) => Some(reject(&diagnostic.into(), arguments)),
    }
}

/// Writes the best patch; gives an exit code where that fails.
fn write_patch(report: &Report, file: &Path, arguments: &Check) -> Option<Exit> {
    let Some(best) = patch::best(report) else {
        if report.verdict == Verdict::Safe {
            complain("note: there is no error to repair, so no patch was written\n");
            return None;
        }
        complain(
            "note: no change of a single line was found that repairs the program, so no patch was written\n",
        );
        return None;
    };
    if best.verdict != PatchVerdict::Proved {
        complain(
            "note: the patch repairs the error traces that are shown; whether it repairs the program is not decided\n",
        );
    }
    write(file, &patch::diff(&report.sources, best)?, report, arguments)
}

/// Writes a file; gives an exit code where that fails.
fn write(file: &Path, text: &str, report: &Report, arguments: &Check) -> Option<Exit> {
    if let Some(diagnostic) = outputs::overwritten(file, report) {
        return Some(reject(&diagnostic.into(), arguments));
    }
    let error = fs::write(file, text).err()?;
    let message = format!("cannot write `{}`: {error}", file.display());
    Some(reject(&Diagnostic::error(message).into(), arguments))
}

/// A bug must not cost the user what was found before it.
fn crashed(known: Option<Report>, request: &CheckRequest, model: DataModel, arguments: &Check) -> Exit {
    let hint = "please report it, with the program if you can";
    let diagnostic = Diagnostic::error("this is a bug of Faultscope, not of your program").with_hint(hint);
    complain(&diagnostic::render(&diagnostic, &SourceMap::default(), &Style::PLAIN));
    match known {
        Some(report) if report.error().is_some() => show(report, request, model, arguments),
        _ => Exit::Undecided,
    }
}
