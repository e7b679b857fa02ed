//! The files of a program as a report has them.

use faultscope_frontend::c::is_model;
pub use faultscope_frontend::functions::Functions;
use faultscope_ir::{Program, SourceMap};

/// The files that places refer to. The text of a model of the library is none of the user's, and not shown.
pub fn sources(program: &Program) -> SourceMap {
    let mut seen = SourceMap::default();
    for (_, file) in program.sources.files() {
        seen.add_file(&file.name, file.text.clone().filter(|_| !is_model(&file.name)));
    }
    seen
}
