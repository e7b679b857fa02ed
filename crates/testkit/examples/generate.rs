//! Prints the program of a seed: `generate SEED`.

#![expect(clippy::print_stdout, reason = "an example prints")]

fn main() {
    let seed = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(1);
    println!("{}", faultscope_testkit::generate::program(seed).printing());
}
