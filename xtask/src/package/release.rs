//! What all packages of a version share.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell::{output, target_dir, workspace};

/// A version, with its packages in a folder.
pub(super) struct Release {
    pub(super) folder: PathBuf,
    pub(super) version: String,
    /// The time of all files in the packages, in seconds since 1970.
    pub(super) time: String,
}

impl Release {
    /// Begins with an empty folder.
    pub(super) fn begin() -> Result<Release> {
        let folder = target_dir().join("package");
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot empty `{}`", folder.display()))?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Release { folder, version: version()?, time: time() })
    }
}

fn version() -> Result<String> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|it| it.strip_prefix("version = "));
    Ok(line.context("the manifest has no version")?.trim_matches('"').to_owned())
}

/// `SOURCE_DATE_EPOCH`, or the time of the last commit.
fn time() -> String {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return time;
    }
    let mut git = Command::new("git");
    let time = output(git.current_dir(workspace()).args(["log", "-1", "--format=%ct"]));
    time.map_or_else(|_| "0".to_owned(), |it| it.trim().to_owned())
}
