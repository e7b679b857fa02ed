//! What the compiler says, as the report has it.

use faultscope_ir::compiler::{CompilerGap, plain_name};
use faultscope_ir::{Program, Span};
use faultscope_localize::compiler::CompilerSupport;
use faultscope_report::{Compiler, CompilerWarning, Note};

/// The warnings about files of the program. `order` holds the findings of the report by their indices, in rank order.
pub fn compiler(program: &Program, support: &CompilerSupport, order: &[usize]) -> Compiler {
    let warnings = &support.warnings;
    let span = |file: &str, line: u32, column: u32| -> Option<Span> {
        let (file, _) = program.sources.files().find(|(_, it)| plain_name(&it.name) == plain_name(file))?;
        Some(Span { file, line, column, end_line: line, end_column: column })
    };
    let warning = |(idx, it): (usize, &faultscope_ir::compiler::CompilerWarning)| {
        let of_finding = |(rank, finding): (usize, &usize)| {
            let all = support.of_findings.get(*finding)?;
            all.iter().find(|(warning, _)| *warning == idx).map(|(_, evidence)| (rank + 1, *evidence))
        };
        Some(CompilerWarning {
            span: span(&it.file, it.line, it.column)?,
            flag: it.flag.clone(),
            message: it.message.clone(),
            notes: it
                .notes
                .iter()
                .filter_map(|it| Some((span(&it.file, it.line, it.column)?, it.message.clone())))
                .collect(),
            is_on_path: support.on_path[idx],
            supports: order.iter().enumerate().filter_map(of_finding).collect(),
        })
    };
    Compiler {
        name: warnings.compiler.as_ref().map(|it| (it.name.clone(), it.version.clone())),
        warnings: warnings.warnings.iter().enumerate().filter_map(warning).collect(),
        gap: warnings.gap.as_ref().map(gap),
        timed_out: matches!(warnings.gap, Some(CompilerGap::TimedOut(_))),
    }
}

/// What the user should know: that the compiler was ended, and that warnings are missing.
pub fn notes(support: &CompilerSupport) -> Vec<Note> {
    let warnings = &support.warnings;
    let Some(cut_short @ (CompilerGap::TimedOut(_) | CompilerGap::TooLong(_))) = &warnings.gap else {
        return Vec::new();
    };
    let name = warnings.compiler.as_ref().map_or("the compiler", |it| &it.name);
    vec![Note {
        hint: Some("`--no-compiler-warnings` does not ask it".to_owned()),
        ..Note::new(format!("warnings of {name} are missing: {}", gap(cut_short)))
    }]
}

/// Why warnings may be missing.
fn gap(gap: &CompilerGap) -> String {
    match gap {
        CompilerGap::NoCompiler => "neither gcc nor clang is installed".to_owned(),
        CompilerGap::TimedOut(seconds) => format!("it was stopped after {seconds} s"),
        CompilerGap::TooLong(bytes) => format!("it was stopped after it had printed {} KiB", bytes >> 10),
        CompilerGap::CheckEnded => "the check ended first".to_owned(),
        CompilerGap::Failed(reason) => format!("it failed: {reason}"),
    }
}
