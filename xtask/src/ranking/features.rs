//! The features as the file of the program describes them, which is read as text.

/// A feature as its file describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Described {
    /// Its case in the program.
    pub(super) case: String,
    /// Its name in documents.
    pub(super) name: String,
    /// What it says of a finding.
    pub(super) meaning: String,
}

/// The features in the order of their file: a line `Case = "name",` below lines of documentation.
pub(super) fn described(text: &str) -> Vec<Described> {
    let mut features = Vec::new();
    let mut meaning: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(more) = line.strip_prefix("/// ") {
            meaning.push(more);
            continue;
        }
        let named = line.strip_suffix("\",").and_then(|it| it.split_once(" = \""));
        if let Some((case, name)) = named.filter(|(case, _)| case.chars().all(char::is_alphanumeric)) {
            let (case, name, meaning) = (case.to_owned(), name.to_owned(), meaning.join(" "));
            features.push(Described { case, name, meaning });
        }
        meaning.clear();
    }
    features
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::shell::workspace;

    #[test]
    fn features_are_read_with_their_meanings() {
        let text = "features! {\n    /// It gives\n    /// a constant.\n    Literal = \"literal\",\n}\nlet a = \"b\";\n";
        let literal = Described {
            case: "Literal".to_owned(),
            name: "literal".to_owned(),
            meaning: "It gives a constant.".to_owned(),
        };
        assert_eq!(described(text), [literal]);
    }

    #[test]
    fn every_feature_of_the_program_is_read() {
        let text = fs::read_to_string(workspace().join("crates/repair/src/ranking/features.rs")).unwrap();
        let features = described(&text);
        let weights = fs::read_to_string(workspace().join("crates/repair/src/ranking/weights.rs")).unwrap();
        assert!(features.len() > 20, "{features:?}");
        assert!(features.iter().all(|it| weights.contains(&format!("Feature::{} =>", it.case))));
        assert!(features.iter().all(|it| !it.meaning.is_empty()));
    }
}
