//! Pages of `docs/` that are made of tables in the code. `BLESS=1 cargo test` writes them; read the difference.

use std::fs;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// The text of a page; empty where there is none.
pub fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_default()
}

/// Compares a page with what it should be, or writes it.
///
/// # Panics
/// Where the page differs, and is not to be written.
#[track_caller]
pub fn check(name: &str, expected: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(path(name), expected).expect("the page is writable");
    }
    assert!(text(name) == expected, "docs/{name} is not what the table says; BLESS=1 writes it");
}

/// A page whose table below a heading has these lines, its head among them.
///
/// # Panics
/// Where the page has no such heading, or no table stands behind it.
pub fn with_table(page: &str, heading: &str, table: &[String]) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let heading =
        lines.iter().position(|it| *it == heading).unwrap_or_else(|| panic!("no heading {heading}"));
    let is_row = |it: &&str| it.starts_with('|');
    let start = heading + lines[heading..].iter().position(is_row).expect("a table below the heading");
    let end = start + lines[start..].iter().take_while(|it| is_row(it)).count();
    let before = lines[..start].iter().map(|it| (*it).to_owned());
    let behind = lines[end..].iter().map(|it| (*it).to_owned());
    let lines: Vec<String> = before.chain(table.iter().cloned()).chain(behind).collect();
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::with_table;

    #[test]
    fn only_the_table_below_the_heading_is_replaced() {
        let page = "# A\n\n| x |\n\n## B\n\nText.\n\n| y |\n| z |\n\nMore.\n";
        let expected = "# A\n\n| x |\n\n## B\n\nText.\n\n| n |\n\nMore.\n";
        assert_eq!(with_table(page, "## B", &["| n |".to_owned()]), expected);
    }
}
