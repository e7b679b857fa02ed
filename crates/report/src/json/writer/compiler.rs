//! What the compiler says.

use faultscope_json::{self as document, Named};

use super::files::Files;
use crate::{Compiler, CompilerWarning};

pub(super) fn compiler(compiler: &Compiler, files: &Files<'_>) -> document::Compiler {
    let (name, version) = compiler.name.clone().unzip();
    document::Compiler {
        name,
        version,
        warnings: compiler.warnings.iter().map(|it| warning(it, files)).collect(),
        timed_out: compiler.timed_out,
        reason: compiler.gap.clone(),
    }
}

fn warning(warning: &CompilerWarning, files: &Files<'_>) -> document::CompilerWarning {
    let note = |(span, message): &(_, String)| document::CompilerNote {
        place: files.place(*span),
        message: message.clone(),
    };
    let supported = |(finding, by): &(usize, _)| document::Supported { finding: *finding, by: Named(*by) };
    document::CompilerWarning {
        place: files.place(warning.span),
        flag: warning.flag.clone(),
        message: warning.message.clone(),
        notes: warning.notes.iter().map(note).collect(),
        is_on_path: warning.is_on_path,
        supports: warning.supports.iter().map(supported).collect(),
    }
}
