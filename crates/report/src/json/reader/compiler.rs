//! What the compiler says.

use faultscope_json as document;

use super::places::Places;
use crate::{Compiler, CompilerWarning};

pub(super) fn compiler(it: document::Compiler, places: &Places) -> Compiler {
    Compiler {
        name: it.name.zip(it.version),
        warnings: it.warnings.into_iter().map(|it| warning(it, places)).collect(),
        gap: it.reason,
        timed_out: it.timed_out,
    }
}

fn warning(it: document::CompilerWarning, places: &Places) -> CompilerWarning {
    CompilerWarning {
        span: places.span(&it.place),
        flag: it.flag,
        message: it.message,
        notes: it.notes.into_iter().map(|it| (places.span(&it.place), it.message)).collect(),
        is_on_path: it.is_on_path,
        supports: it.supports.into_iter().map(|it| (it.finding, it.by.0)).collect(),
    }
}
