//! Whatever the text, the C front end answers with a program or diagnostics.
//!
//! `cargo +nightly fuzz run c`, from the folder above; a corpus of C files in `fuzz/corpus/c` helps a lot.

#![no_main]

use faultscope_frontend::c::{Config, DataModel, Properties, translate};
use faultscope_frontend::{Input, InputFile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = InputFile { name: "fuzz.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let config = Config {
        data_model: DataModel::Ilp32,
        entry: "main".to_owned(),
        properties: Properties { unreach_call: true, assertions: true },
    };
    let translation = translate(&Input { files: vec![file] }, &config);
    assert!(translation.program.is_some() || translation.has_errors());
});
