//! Whatever the text, the C front end answers with a program or diagnostics.
//!
//! `cargo +nightly fuzz run c`, from the folder above; a corpus of C files in `fuzz/corpus/c` helps a lot.

#![no_main]

use faultscope_frontend::c::{CConfig, translate};
use faultscope_frontend::{Input, InputFile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = InputFile { name: "fuzz.c".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let translation = translate(&Input { files: vec![file] }, &CConfig::default());
    assert!(translation.program.is_some() || translation.has_errors());
});
