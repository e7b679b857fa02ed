//! Whatever the text, the Boogie front end answers with a program or diagnostics.
//!
//! `cargo +nightly fuzz run boogie`, from the folder above; a corpus of Boogie files in `fuzz/corpus/boogie` helps a
//! lot.

#![no_main]

use faultscope_frontend::boogie::{BoogieConfig, translate};
use faultscope_frontend::{Input, InputFile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = InputFile { name: "fuzz.bpl".to_owned(), text: text.to_owned(), originals: Vec::new() };
    let translation = translate(&Input { files: vec![file] }, &BoogieConfig::default());
    assert!(translation.program.is_some() || translation.has_errors());
});
