//! What is made of the command line's own description: manual pages, and completions for shells.

use std::fs;
use std::path::Path;

use clap_complete::Shell;
use faultscope::report::Diagnostic;

use super::arguments;

/// The script that completes commands and options in a shell.
pub(super) fn completions(shell: Shell) -> String {
    let mut command = arguments::described_command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "faultscope", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Writes a page for the command and one for each subcommand that is no secret.
///
/// # Errors
/// Where the folder cannot be written to.
pub(super) fn write_pages(folder: &Path) -> Result<(), Diagnostic> {
    let cannot = |error| Diagnostic::error(format!("cannot write to `{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot)?;
    let mut command = arguments::described_command().disable_help_subcommand(true);
    command.build();
    clap_mangen::generate_to(command, folder).map_err(cannot)
}
