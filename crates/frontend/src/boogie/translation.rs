//! From texts to a program.

use std::collections::BTreeSet;

use faultscope_ir::{Property, SourceMap};

use super::ast::Ast;
use super::parser::parse;
use super::text::{Moved, Reporter, Texts};
use super::translator::Translator;
use crate::{Input, Translation};

/// How to translate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoogieConfig {
    /// The procedure to start with. Without one it is `main`, `Main` or `ULTIMATE.start`, else the first
    /// implemented procedure that no other one calls.
    pub entry: Option<String>,
    /// What is checked. A violation of what is not ends the execution. Boogie has [`Property::Assertions`] alone.
    pub properties: BTreeSet<Property>,
}

impl Default for BoogieConfig {
    fn default() -> BoogieConfig {
        BoogieConfig { entry: None, properties: Property::defaults().collect() }
    }
}

/// Translates a program of one or more files.
pub fn translate(input: &Input, config: &BoogieConfig) -> Translation {
    run(input, config, |_| ()).0
}

/// Translates a program, and does something with what is known of it then.
pub(super) fn run<T>(
    input: &Input,
    config: &BoogieConfig,
    finish: impl FnOnce(Translator<'_>) -> T,
) -> (Translation, Option<T>) {
    let mut sources = SourceMap::default();
    let texts = Texts::new(&input.files, &mut sources);
    translated(input, config, texts, sources, finish)
}

/// Translates texts that are told as others.
pub(super) fn translate_moved(
    input: &Input,
    written: &Input,
    moved: &[Vec<Moved>],
    config: &BoogieConfig,
) -> Translation {
    let mut sources = SourceMap::default();
    let texts = Texts::moved(&input.files, &written.files, moved, &mut sources);
    translated(input, config, texts, sources, |_| ()).0
}

fn translated<'a, T>(
    input: &'a Input,
    config: &BoogieConfig,
    texts: Texts<'a>,
    sources: SourceMap,
    finish: impl FnOnce(Translator<'_>) -> T,
) -> (Translation, Option<T>) {
    let mut reporter = Reporter::new(texts);
    let mut ast = Ast::default();
    for (file, content) in input.files.iter().enumerate() {
        parse(file as u32, &content.text, &mut ast, &mut reporter);
    }
    if reporter.has_errors() {
        return (Translation { program: None, sources, diagnostics: reporter.into_diagnostics() }, None);
    }
    let mut translator = Translator::new(&ast, &config.properties, reporter, sources);
    translator.declare();
    let (program, mut translator) = translator.translate(config.entry.as_deref());
    let sources = std::mem::take(&mut translator.sources);
    let diagnostics = translator.reporter.take_diagnostics();
    (Translation { program, sources, diagnostics }, Some(finish(translator)))
}
