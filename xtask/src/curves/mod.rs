//! `cargo xtask curves`: time and memory of a check against the size of the program, the length of the trace and the number
//! of statements that could be changed.
//!
//! The programs are made here, each with one failing execution, so that a curve has one thing that grows.

mod fit;
mod made;

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::bench::{Ended, Limits, Process, execute, tool};
use crate::shell::workspace;
use fit::slope;
use made::Made;

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Only curves whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// Only programs of at most this size.
    #[arg(long, default_value_t = u64::MAX)]
    most: u64,
    /// Another binary than the one built from this tree.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// Seconds that a program may take.
    #[arg(long, default_value_t = 120)]
    timeout: u64,
    /// MiB of address space that the tool may use.
    #[arg(long, default_value_t = 16_384)]
    memory: u64,
    /// More options for every program, in one word: `--options='--level trace'`.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    options: String,
    /// Where programs and tables go.
    #[arg(long, default_value = "curves-out")]
    out: PathBuf,
}

/// A row of programs of which one thing grows.
struct Curve {
    name: &'static str,
    /// What grows.
    unit: &'static str,
    sizes: &'static [u64],
    made: fn(u64) -> Made,
}

const CURVES: [Curve; 4] = [
    Curve {
        name: "size, all reached",
        unit: "lines",
        sizes: &[1_000, 2_000, 5_000, 10_000, 20_000, 50_000],
        made: |n| made::functions(n, 100),
    },
    Curve {
        name: "size, 5 % reached",
        unit: "lines",
        sizes: &[1_000, 2_000, 5_000, 10_000, 20_000, 50_000],
        made: |n| made::functions(n, 5),
    },
    Curve {
        name: "trace length",
        unit: "steps",
        sizes: &[1_000, 10_000, 100_000, 1_000_000, 10_000_000],
        made: made::rounds,
    },
    Curve {
        name: "candidates",
        unit: "statements",
        sizes: &[10, 30, 100, 300, 1_000],
        made: made::candidates,
    },
];

/// Measures the curves, and writes their tables.
///
/// # Errors
/// Where the tool does not build, or a file cannot be written.
pub fn curves(arguments: &Arguments) -> Result<()> {
    let (binary, _) = tool(arguments.binary.as_deref())?;
    let out = workspace().join(&arguments.out);
    let mut text = String::new();
    for curve in
        CURVES.iter().filter(|it| arguments.only.as_ref().is_none_or(|only| it.name.contains(only.as_str())))
    {
        let mut points = Vec::new();
        for &size in curve.sizes.iter().filter(|it| **it <= arguments.most) {
            let folder = out.join(format!("{}-{size}", curve.name.replace([' ', ',', '%'], "")));
            (curve.made)(size).write(&folder)?;
            let point = measured(&binary, arguments, &folder, size, (curve.made)(size).options)?;
            println!("{}: {}", curve.name, row(&point));
            points.push(point);
        }
        let _ = writeln!(text, "{}", table(curve, &points));
    }
    fs::write(out.join("curves.md"), &text)?;
    println!("\n{text}written: {}", out.join("curves.md").display());
    Ok(())
}

/// What was measured of one program.
#[derive(Debug, Clone, PartialEq)]
struct Point {
    size: u64,
    trace_statements: Option<u64>,
    verdict: String,
    n_findings: usize,
    n_patches: usize,
    seconds: f64,
    /// Of the processor, all threads together.
    cpu_seconds: Option<f64>,
    /// Until the error trace was there.
    trace_seconds: Option<f64>,
    peak_mib: Option<u64>,
    is_cut: bool,
}

fn measured(
    binary: &Path,
    arguments: &Arguments,
    folder: &Path,
    size: u64,
    options: &[&str],
) -> Result<Point> {
    let timeout = arguments.timeout.to_string();
    let mut words: Vec<String> =
        ["check", made::PROGRAM, "--format", "json", "--timeout", &timeout].map(str::to_owned).to_vec();
    words.extend(options.iter().copied().chain(arguments.options.split_whitespace()).map(str::to_owned));
    let (stdout, stderr) = (folder.join("report.json"), folder.join("report.err"));
    let process =
        Process { program: binary, arguments: &words, folder, stdin: None, stdout: &stdout, stderr: &stderr };
    let limits = Limits {
        time: Duration::from_secs(arguments.timeout * 5 / 4 + 1),
        memory_mib: Some(arguments.memory),
    };
    let ended = execute(process, limits).with_context(|| format!("cannot run {}", binary.display()))?;
    let report =
        serde_json::from_str(&short_report(BufReader::new(File::open(&stdout)?))?).unwrap_or_default();
    fs::remove_file(&stdout)?;
    Ok(point(size, &report, ended, arguments.timeout))
}

/// A report without its members that can be as long as a trace, which are not needed here.
fn short_report(report: impl BufRead) -> Result<String> {
    const LONG: [&str; 2] = ["  \"traces\": [", "  \"checks\": ["];
    let mut text = String::new();
    let mut is_long = false;
    for line in report.lines() {
        let line = line?;
        is_long |= LONG.contains(&line.as_str());
        if is_long && line.starts_with("  ]") {
            is_long = false;
        } else if !is_long {
            text += &line;
        }
    }
    Ok(text)
}

fn point(size: u64, report: &Value, ended: Ended, timeout: u64) -> Point {
    let n = |name: &str| report[name].as_array().map_or(0, Vec::len);
    let statistics = &report["statistics"];
    let seconds = ended.time.as_secs_f64();
    Point {
        size,
        trace_statements: statistics["trace_statements"].as_u64(),
        verdict: report["verdict"].as_str().unwrap_or("none").to_owned(),
        n_findings: n("findings"),
        n_patches: n("patches"),
        seconds,
        cpu_seconds: ended.processor_time.map(|it| it.as_secs_f64()),
        trace_seconds: statistics["trace_seconds"].as_f64(),
        peak_mib: ended.peak_mib,
        is_cut: !report.is_object() || report["is_localized"] == false || seconds >= timeout as f64,
    }
}

fn row(point: &Point) -> String {
    let count = |it: Option<u64>| it.map_or("-".to_owned(), |it| it.to_string());
    let mark = if point.is_cut { "*" } else { "" };
    let time = |it: Option<f64>| it.map_or("-".to_owned(), |it| format!("{it:.2}"));
    format!(
        "{} | {} | {} | {} | {} | {} | {:.2}{mark} | {} | {}",
        point.size,
        count(point.trace_statements),
        point.verdict,
        point.n_findings,
        point.n_patches,
        time(point.trace_seconds),
        point.seconds,
        time(point.cpu_seconds),
        count(point.peak_mib)
    )
}

fn table(curve: &Curve, points: &[Point]) -> String {
    let Curve { name, unit, .. } = curve;
    let mut text = format!(
        "| {name}: {unit} | statements of the trace | verdict | findings | patches | to the trace s | s | CPU s | MiB |\n\
        |--:|--:|---|--:|--:|--:|--:|--:|--:|\n"
    );
    for point in points {
        let _ = writeln!(text, "| {} |", row(point));
    }
    let whole: Vec<&Point> = points.iter().filter(|it| !it.is_cut).collect();
    let of = |value: &dyn Fn(&Point) -> Option<f64>| {
        let pairs: Vec<(f64, f64)> =
            whole.iter().filter_map(|it| Some((it.size as f64, value(it)?))).collect();
        let last = &pairs[pairs.len().saturating_sub(3)..];
        let shown = |it: Option<f64>| it.map_or("-".to_owned(), |it| format!("{it:.2}"));
        format!("{} ({} over the last three)", shown(slope(&pairs)), shown(slope(last)))
    };
    let _ = writeln!(
        text,
        "\nSlopes of the logarithms: CPU seconds {}, seconds to the trace {}, MiB {}.",
        of(&|it| it.cpu_seconds),
        of(&|it| it.trace_seconds),
        of(&|it| it.peak_mib.map(|it| it as f64))
    );
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::bench::End;

    fn measured_in(size: u64, seconds: f64, report: &Value) -> Point {
        let ended = Ended {
            end: End::Exit(1),
            time: Duration::from_secs_f64(seconds),
            peak_mib: Some(100),
            processor_time: Some(Duration::from_secs_f64(seconds)),
        };
        point(size, report, ended, 10)
    }

    #[test]
    fn a_table_has_slopes_of_what_ended() {
        let report = json!({
            "verdict": "unsafe", "is_localized": true, "findings": [{}, {}], "patches": [{}],
            "statistics": { "trace_statements": 12, "trace_seconds": 0.25 },
        });
        let points =
            [measured_in(10, 1.0, &report), measured_in(20, 4.0, &report), measured_in(40, 10.5, &report)];
        let text = table(&CURVES[3], &points);
        let has = |line: &str| assert!(text.contains(line), "{text}");
        has("| 20 | 12 | unsafe | 2 | 1 | 0.25 | 4.00 | 4.00 | 100 |\n");
        has("| 40 | 12 | unsafe | 2 | 1 | 0.25 | 10.50* | 10.50 | 100 |\n");
        has(
            "seconds 2.00 (2.00 over the last three), seconds to the trace 0.00 (0.00 over the last three), MiB 0.00",
        );
    }

    #[test]
    fn traces_are_left_out() {
        let report = "{\n  \"verdict\": \"unsafe\",\n  \"traces\": [\n    {\n      \"steps\": []\n    }\n  ],\n  \
            \"checks\": [],\n  \"statistics\": {\n    \"trace_statements\": 3\n  }\n}\n";
        let report: Value = serde_json::from_str(&short_report(report.as_bytes()).unwrap()).unwrap();
        assert_eq!(
            report,
            json!({ "verdict": "unsafe", "checks": [], "statistics": { "trace_statements": 3 } })
        );
    }

    #[test]
    fn no_report_is_cut() {
        let point = measured_in(10, 1.0, &Value::Null);
        assert!(point.is_cut);
        assert_eq!(row(&point), "10 | - | none | 0 | 0 | - | 1.00* | 1.00 | 100");
    }
}
