//! The files and origins of several programs in one map.

use crate::source::{FileId, Origin, OriginId, SourceMap, Span};

/// Adds the origins of another map; what each of them is called now. Origins that are the same, under the same number, stay as they are.
pub(super) fn merge(into: &mut SourceMap, other: &SourceMap, number: usize) -> Vec<OriginId> {
    let files: Vec<FileId> = other
        .files()
        .map(|(_, file)| {
            let is_other =
                |known: &crate::source::SourceFile| known.name == file.name && known.text != file.text;
            let clashes = into.files().any(|(_, known)| is_other(known));
            let name =
                if clashes { format!("{} (version {})", file.name, number + 1) } else { file.name.clone() };
            into.add_file(&name, file.text.clone())
        })
        .collect();
    let span = |span: Span| Span { file: files[span.file.0 as usize], ..span };
    let moved = |origin: &Origin| Origin {
        span: span(origin.span),
        expansions: origin.expansions.iter().map(|it| span(*it)).collect(),
        definitions: origin.definitions.iter().map(|(name, it)| (name.clone(), span(*it))).collect(),
        ..origin.clone()
    };
    let known = into.origins().to_vec();
    let map = other.origins().iter().enumerate().map(|(idx, origin)| {
        let origin = moved(origin);
        match known.get(idx) == Some(&origin) {
            true => OriginId(idx as u32),
            false => into.add_origin(origin),
        }
    });
    map.collect()
}

/// An origin for what the construction puts in.
pub(super) fn made_origin(sources: &mut SourceMap) -> OriginId {
    let span = match sources.origins().first() {
        Some(origin) => origin.span,
        None => Span { file: sources.add_file("", None), line: 1, column: 1, end_line: 1, end_column: 1 },
    };
    sources.add_origin(Origin { span, ..Origin::made(span.file, String::new()) })
}
