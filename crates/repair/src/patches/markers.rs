//! Line markers of preprocessed text.

/// The number and the name in a line marker.
pub(super) fn marker(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim().strip_prefix('"').and_then(|rest| rest.split('"').next());
    Some((number, name))
}
