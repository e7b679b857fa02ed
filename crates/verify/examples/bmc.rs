//! Times bounded model checking: `bmc [--timeout SECONDS] [--steps] FILE…`, one line per file.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a tool for measuring")]

use std::time::{Duration, Instant};

use faultscope_frontend::boogie::{self, BoogieConfig};
use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile, Translation};
use faultscope_ir::Property;
use faultscope_solver::Limits;
use faultscope_verify::Verdict;
use faultscope_verify::bmc::{self, BmcConfig};

fn main() {
    let mut timeout = 60;
    let mut steps = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--timeout" => timeout = arguments.next().and_then(|it| it.parse().ok()).unwrap_or(timeout),
            "--steps" => steps = true,
            file => check(file, Duration::from_secs(timeout), steps),
        }
    }
}

fn check(file: &str, timeout: Duration, steps: bool) {
    let start = Instant::now();
    let translation = translate(file);
    let translated = start.elapsed();
    let name = file.rsplit('/').next().unwrap_or(file);
    let Some(program) = translation.program else {
        println!("{name:40.40} not translated: {:?}", translation.diagnostics.first());
        return;
    };
    let config = BmcConfig::default();
    let limits = Limits::unlimited().with_timeout(timeout);
    let outcome = bmc::bounded_model_checking(&program, &config, &limits);
    let statistics = outcome.statistics.bmc.as_ref().expect("it was asked");
    let verdict = match &outcome.verdict {
        Verdict::Safe => "safe".to_owned(),
        Verdict::Fails(_) => format!("unsafe, {} steps", outcome.error().map_or(0, |it| it.trace.len())),
        Verdict::Open(reason) => format!("unknown {reason:?}"),
    };
    println!(
        "{name:40.40} {:6.2}s translate {:.2} unroll {:.2} solve {:.2} unwind {} commands {} queries {} {verdict}",
        start.elapsed().as_secs_f64(),
        translated.as_secs_f64(),
        statistics.unrolling.as_secs_f64(),
        statistics.solving.as_secs_f64(),
        statistics.unwind,
        statistics.n_commands,
        statistics.n_queries,
    );
    if let (true, Some(found)) = (steps, outcome.error()) {
        for step in found.trace.steps.iter() {
            let line = program.sources.origin(step.origin).span.line;
            println!("  {line}: {} = {:?} {:?}", step.command, step.value, step.iterations);
        }
    }
}

fn translate(file: &str) -> Translation {
    let mut text = std::fs::read_to_string(file).unwrap_or_default();
    if text.lines().any(|line| line.trim_start().starts_with('#')) && !file.ends_with(".bpl") {
        let output = std::process::Command::new("cc").args(["-E", file]).output();
        text = output.map_or(text, |output| String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let input = Input { files: vec![InputFile { name: file.to_owned(), text, originals: Vec::new() }] };
    if file.ends_with(".bpl") {
        return boogie::translate(&input, &BoogieConfig::default());
    }
    c::translate(&input, &CConfig { properties: [Property::UnreachCall].into(), ..CConfig::default() })
}
