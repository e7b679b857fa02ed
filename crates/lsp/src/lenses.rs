//! A line above each function by which it is checked on its own, called as its contract allows.

use std::path::Path;

use faultscope_frontend::outline::Definition;
use faultscope_frontend::{boogie, c};
use gen_lsp_types::{CodeLens, Command};
use serde_json::json;

use crate::documents::Document;
use crate::paths::{self, Kind};
use crate::positions::Encoding;

/// The command that checks.
pub(crate) const CHECK: &str = "faultscope.check";

/// The command that ends all checks.
pub(crate) const STOP: &str = "faultscope.stop";

/// Where programs start.
pub(crate) const MAIN: &str = "main";

/// What a file defines.
pub(crate) fn definitions(path: &Path, document: &Document) -> Vec<Definition> {
    match paths::kind(path) {
        Some(Kind::C | Kind::Header) => c::outline::functions(document.text.as_str()),
        Some(Kind::Boogie) => boogie::outline::procedures(document.text.as_str()),
        None => Vec::new(),
    }
}

/// The lines above functions.
pub(crate) fn lenses(
    path: &Path,
    document: &Document,
    entry: Option<&str>,
    encoding: Encoding,
) -> Vec<CodeLens> {
    if paths::kind(path) == Some(Kind::Header) {
        return Vec::new();
    }
    let lens = |it: &Definition| {
        let is_start = it.name == entry.unwrap_or(MAIN);
        let title = match (is_start, it.has_contract) {
            (true, _) => "Check this program".to_owned(),
            (false, true) => format!("Check `{}` with its contract", it.name),
            (false, false) => format!("Check `{}`", it.name),
        };
        let argument = json!({ "uri": document.uri, "entry": (!is_start).then_some(&it.name) });
        let command =
            Command { title, tooltip: None, command: CHECK.to_owned(), arguments: Some(vec![argument]) };
        CodeLens { range: document.text.range(&it.range, encoding), command: Some(command), data: None }
    };
    definitions(path, document).iter().map(lens).collect()
}
