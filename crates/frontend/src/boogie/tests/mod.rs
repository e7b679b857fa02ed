//! Tests of the Boogie front end.

use super::{Config, translate};
use crate::{Input, InputFile};

fn main_body(body: &str) -> crate::Translation {
    let text = format!("procedure main() {{ {body} }}");
    let input = Input { files: vec![InputFile { name: "test.bpl".to_owned(), text, originals: Vec::new() }] };
    translate(&input, &Config::default())
}

#[test]
fn a_body_becomes_a_program() {
    let translation = main_body("var x: int; x := 1; assert x == 1;");
    assert_eq!(translation.diagnostics, []);
    assert!(translation.program.is_some());
}
