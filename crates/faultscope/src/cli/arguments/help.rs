//! Help on lines that fit on a terminal.

use clap::Command;
use clap::builder::StyledStr;

use super::super::layout::{paragraph, wrapped};

/// Lines of help are no longer than this.
const WIDTH: usize = 100;

/// How far the help of an option is indented below its name.
const INDENT: usize = 10;

/// A command with help on lines that fit, below the name of each option.
pub(super) fn fitted(command: Command) -> Command {
    let long = command.get_long_about().map(|it| paragraphs(it, WIDTH));
    let after = command.get_after_help().map(|it| paragraphs(it, WIDTH));
    let command = command.mut_args(|option| {
        let help = option.get_help().map(|it| wrapped(&it.to_string(), WIDTH - INDENT).join("\n"));
        let long = option.get_long_help().map(|it| paragraphs(it, WIDTH - INDENT));
        let option = match help {
            Some(help) => option.help(help),
            None => option,
        };
        match long {
            Some(long) => option.long_help(long),
            None => option,
        }
    });
    let command = command.next_line_help(true);
    let command = match long {
        Some(long) => command.long_about(long),
        None => command,
    };
    match after {
        Some(after) => command.after_help(after),
        None => command,
    }
}

/// Paragraphs that fit. Lines that begin with spaces, and those above them, stay as they are.
fn paragraphs(text: &StyledStr, width: usize) -> String {
    let text = text.to_string();
    let fitted = text.split("\n\n").map(|it| match it.contains("\n  ") {
        true => it.to_owned(),
        false => paragraph(it, width).trim_end().to_owned(),
    });
    fitted.collect::<Vec<_>>().join("\n\n")
}
