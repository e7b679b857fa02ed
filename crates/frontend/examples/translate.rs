//! Translates preprocessed C files and prints the program, or the diagnostics.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for developers")]
#![expect(clippy::disallowed_methods, reason = "it reads files")]

use faultscope_frontend::c::{self, CConfig, DataModel};
use faultscope_frontend::{Input, InputFile};

fn main() {
    let mut input = Input::default();
    let mut data_model = DataModel::Ilp32;
    let mut quiet = false;
    for name in std::env::args().skip(1) {
        match name.as_str() {
            "--lp64" => data_model = DataModel::Lp64,
            "--quiet" => quiet = true,
            _ => match std::fs::read(&name) {
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    input.files.push(InputFile { name, text, originals: Vec::new() });
                }
                Err(error) => eprintln!("{name}: {error}"),
            },
        }
    }
    let translation = c::translate(&input, &CConfig { data_model, ..CConfig::default() });
    for diagnostic in &translation.diagnostics {
        let line = diagnostic.span.map_or(0, |span| span.line);
        println!("{:?} line {line}: {} {:?}", diagnostic.severity, diagnostic.message, diagnostic.span);
    }
    if let Some(program) = &translation.program {
        if quiet {
            println!("{} procedures, {} variables", program.procedures.len(), program.variables.len());
        } else {
            println!("{}", faultscope_ir::print::program(program));
            println!("{:?}", program.assumptions);
        }
    }
}
