//! `cargo xtask fit-ranking`: the weights of the features by which findings are ranked.
//!
//! It reads the reports of [`bench`](crate::bench) runs, and the faults that the manifests know. The weights are those with which
//! the faulty line of a program is the first as likely as can be ([`model`]). What they are worth on programs that nobody has seen is
//! measured by leaving a whole suite out of the fitting, for each suite in turn; and what a feature is worth by leaving it out as well.
//!
//! With `--write` the weights become those of the program, and `docs/ranking.md` says what was measured. The file of the features is read as
//! text, for this crate depends on no other of the workspace.

mod data;
mod features;
mod model;
mod tables;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::shell::workspace;
use data::Example;
use features::described;
use model::{LeftOut, fitted};

/// What to fit on.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A folder with suites, or a suite.
    #[arg(default_value = "../shared/bench")]
    dir: PathBuf,
    /// Folders of `cargo xtask bench --out`; with more findings than are shown by default, as with `--options='--max-findings 80'`.
    #[arg(long, required = true, num_args = 1..)]
    runs: Vec<PathBuf>,
    /// How much large weights are held against the fit.
    #[arg(long, default_value_t = 4.0)]
    regularization: f64,
    /// Features that get no weight, by their names.
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Write the weights into the program, and the tables into `docs/ranking.md`.
    #[arg(long)]
    write: bool,
}

/// Fits the weights, and prints what they are worth.
///
/// # Errors
/// Where the features, manifests or reports cannot be read, no report knows features, or something cannot be written.
pub fn fit_ranking(arguments: &Arguments) -> Result<()> {
    let folder = workspace().join("crates/repair/src/ranking");
    let text = fs::read_to_string(folder.join("features.rs")).context("cannot read the features")?;
    let features = described(&text);
    let names: Vec<&str> = features.iter().map(|it| it.name.as_str()).collect();
    for name in &arguments.without {
        ensure!(names.contains(&name.as_str()), "there is no feature `{name}`");
    }
    let examples = data::examples(&arguments.dir, &arguments.runs, &names)?;
    ensure!(
        examples.iter().any(Example::has_features),
        "no report knows features: run `cargo xtask bench` with the program of this tree"
    );
    let is_used: Vec<bool> = names.iter().map(|it| !arguments.without.iter().any(|no| no == it)).collect();
    let all: Vec<&Example> = examples.iter().collect();
    let weights = fitted(&all, &is_used, arguments.regularization);
    let left_out = left_out(&all, &is_used, arguments.regularization);
    let without = |at: usize| {
        let others: Vec<bool> = is_used.iter().enumerate().map(|(idx, used)| *used && idx != at).collect();
        self::left_out(&all, &others, arguments.regularization)
    };
    let without = in_parallel(names.len(), without);
    let page = tables::page(&features, &weights, &examples, &left_out, &without);
    println!("{page}");
    if arguments.write {
        fs::write(folder.join("weights.rs"), tables::source(&features, &weights))?;
        let docs = workspace().join("docs/ranking.md");
        let before = fs::read_to_string(&docs).context("cannot read docs/ranking.md")?;
        fs::write(docs, tables::put_in(&before, &page)?)?;
    }
    Ok(())
}

/// What is fitted where a whole suite is left out, for each suite in turn.
fn left_out<'a>(examples: &[&'a Example], is_used: &[bool], regularization: f64) -> LeftOut<'a> {
    let suites: BTreeSet<&str> = examples.iter().map(|it| it.suite.as_str()).collect();
    let without = |suite: &'a str| {
        let others: Vec<&Example> = examples.iter().copied().filter(|it| it.suite != suite).collect();
        (suite, fitted(&others, is_used, regularization))
    };
    suites.into_iter().map(without).collect()
}

/// What is made of each of the first `n` numbers, by as many threads as there are processors.
fn in_parallel<T: Send>(n: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let n_threads = thread::available_parallelism().map_or(1, |it| it.get());
    let share = |first: usize| (first..n).step_by(n_threads).map(|at| (at, make(at))).collect::<Vec<_>>();
    let mut made: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|first| scope.spawn(move || share(first))).collect();
        threads.into_iter().flat_map(|it| it.join().expect("fitting does not panic")).collect()
    });
    made.sort_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, it)| it).collect()
}
