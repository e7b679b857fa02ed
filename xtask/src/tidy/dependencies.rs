//! Which crate may depend on which, and that every external dependency is argued for.
//!
//! The edges among the project's crates are the layers of `ARCHITECTURE.md`. An external crate that carries a concern
//! (the solver, the command line, formats, parsing) may only be used where that concern lives.

use super::tree::{Complaint, File};

/// The crates of the project that a crate may use outside its tests.
const LAYERS: &[(&str, &[&str])] = &[
    ("ir", &[]),
    ("suite", &[]),
    ("task", &[]),
    ("witness", &[]),
    ("notation", &["ir"]),
    ("json", &["ir"]),
    ("lsp", &["ir", "json", "frontend"]),
    ("mcp", &["ir", "json", "frontend", "suite", "pipeline"]),
    ("frontend", &["ir"]),
    ("solver", &["ir"]),
    ("certificate", &["ir", "solver"]),
    ("project", &["ir", "frontend", "suite"]),
    ("execute", &["ir", "solver", "suite"]),
    ("domains", &["ir", "solver", "execute"]),
    ("verify", &["ir", "solver", "certificate", "execute", "domains"]),
    ("guidance", &["ir", "frontend", "solver", "domains", "verify", "witness"]),
    ("localize", &["ir", "solver"]),
    ("repair", &["ir", "frontend", "solver", "verify", "localize"]),
    ("report", &["ir", "json", "frontend", "witness"]),
    ("batch", &["ir", "json", "frontend", "report"]),
    (
        "describe",
        &[
            "ir",
            "certificate",
            "frontend",
            "solver",
            "suite",
            "verify",
            "guidance",
            "localize",
            "repair",
            "report",
        ],
    ),
    (
        "pipeline",
        &[
            "ir",
            "certificate",
            "frontend",
            "solver",
            "execute",
            "domains",
            "verify",
            "localize",
            "repair",
            "report",
            "describe",
            "suite",
            "task",
            "project",
            "witness",
            "guidance",
        ],
    ),
    (
        "faultscope",
        &[
            "ir", "frontend", "solver", "verify", "localize", "repair", "suite", "task", "project",
            "pipeline", "batch", "lsp", "witness", "guidance",
        ],
    ),
    (
        "testkit",
        &["ir", "frontend", "solver", "verify", "localize", "repair", "report", "faultscope", "suite"],
    ),
    ("xtask", &[]),
];

/// External crates that belong to one concern, and who may use them outside its tests.
const CONCERNS: &[(&str, &[&str])] = &[
    ("z3", &["solver"]),
    ("clap", &["faultscope", "xtask"]),
    ("clap_complete", &["faultscope"]),
    ("clap_mangen", &["faultscope"]),
    ("diffy", &["project", "report"]),
    ("strsim", &["faultscope", "project"]),
    ("toml", &["faultscope"]),
    ("indicatif", &["faultscope"]),
    ("anyhow", &["faultscope", "xtask"]),
    ("ctrlc", &["faultscope"]),
    ("nix", &["faultscope", "mcp", "project"]),
    ("schemars", &["json", "mcp"]),
    ("serde", &["json", "report", "project", "batch", "lsp", "mcp"]),
    ("serde_json", &["json", "report", "project", "batch", "lsp", "mcp", "xtask"]),
    ("gen-lsp-types", &["lsp"]),
    ("lsp-server", &["lsp"]),
    ("annotate-snippets", &["report"]),
    ("askama", &["report", "batch"]),
    ("logos", &["frontend", "report"]),
    ("regex-automata", &["suite"]),
    ("roxmltree", &["suite", "witness"]),
    ("saphyr", &["witness", "task"]),
    ("sha2", &["witness", "batch", "xtask"]),
    ("zip", &["suite", "xtask"]),
    ("saphyr-parser", &["task"]),
];

const DECISION: &str = "docs/decisions/0001-dependencies.md";

pub(super) fn check(files: &[File]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let text_of = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| &*file.text);
    let decision = text_of(DECISION);
    for manifest in files.iter().filter(|file| file.path.ends_with("Cargo.toml")) {
        let mut complain = |line, message| {
            complaints.push(Complaint { path: manifest.path.clone(), line: Some(line), message });
        };
        for dependency in dependencies(&manifest.text) {
            let external = !dependency.name.starts_with("faultscope");
            if external && !decision.contains(&format!("`{}`", dependency.name)) {
                complain(dependency.line, format!("`{}` is not argued for in {DECISION}", dependency.name));
            }
            if let Some(message) = forbidden(&manifest.path, &dependency) {
                complain(dependency.line, message);
            }
        }
    }
    complaints
}

struct Dependency<'a> {
    name: &'a str,
    line: usize,
    /// Whether only tests use it.
    for_tests: bool,
}

/// The dependencies that a manifest declares. Reads the form that this project's manifests have: one line each.
fn dependencies(manifest: &str) -> Vec<Dependency<'_>> {
    let mut found = Vec::new();
    let mut section = "";
    for (idx, line) in manifest.lines().enumerate() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        } else if section.ends_with("dependencies") {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            let name = &line[..end];
            if !name.is_empty() && !name.starts_with('#') {
                found.push(Dependency { name, line: idx + 1, for_tests: section == "dev-dependencies" });
            }
        }
    }
    found
}

fn forbidden(manifest: &str, dependency: &Dependency) -> Option<String> {
    let folder = manifest.strip_suffix("/Cargo.toml")?;
    let user = folder.strip_prefix("crates/").unwrap_or(folder);
    let (_, layers) = LAYERS.iter().find(|(name, _)| *name == user)?;
    if dependency.for_tests {
        return None;
    }
    if let Some(layer) = dependency.name.strip_prefix("faultscope") {
        let layer = if layer.is_empty() { "faultscope" } else { layer.trim_start_matches('-') };
        return (!layers.contains(&layer)).then(|| format!("`{user}` must not depend on `{layer}`"));
    }
    let (_, users) = CONCERNS.iter().find(|(name, _)| *name == dependency.name)?;
    let allowed = users.contains(&user) || user == "testkit";
    (!allowed).then(|| format!("`{}` is for {} only", dependency.name, users.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(krate: &str, section: &str, dependency: &str, expect: Option<&str>) {
        let manifest = format!("[package]\nname = \"x\"\n\n[{section}]\n{dependency}.workspace = true\n");
        let path = format!("{krate}/Cargo.toml");
        let found = dependencies(&manifest);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].line, 5);
        assert_eq!(forbidden(&path, &found[0]).as_deref(), expect);
    }

    #[test]
    fn a_layer_may_look_downward() {
        check("crates/localize", "dependencies", "faultscope-solver", None);
        check("crates/faultscope", "dependencies", "faultscope-pipeline", None);
    }

    #[test]
    fn a_layer_must_not_look_upward_or_sideways() {
        let message = Some("`localize` must not depend on `verify`");
        check("crates/localize", "dependencies", "faultscope-verify", message);
        check("crates/ir", "dependencies", "faultscope", Some("`ir` must not depend on `faultscope`"));
        check("xtask", "dependencies", "faultscope-ir", Some("`xtask` must not depend on `ir`"));
    }

    #[test]
    fn tests_may_use_what_they_like() {
        check("crates/localize", "dev-dependencies", "faultscope-frontend", None);
        check("crates/verify", "dev-dependencies", "serde_json", None);
    }

    #[test]
    fn a_concern_lives_in_one_place() {
        check("crates/verify", "dependencies", "z3", Some("`z3` is for solver only"));
        check("crates/report", "dependencies", "clap", Some("`clap` is for faultscope and xtask only"));
        check("crates/solver", "dependencies", "z3", None);
    }
}
