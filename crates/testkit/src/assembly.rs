//! What a compiler puts into the data of a program, read from the assembly that it writes. So the compiler can be asked
//! for machines whose programs do not run here.

use std::collections::HashMap;

/// The bytes of each symbol that has data.
pub fn data(assembly: &str) -> HashMap<String, Vec<u8>> {
    let mut data: HashMap<String, Vec<u8>> = HashMap::new();
    let mut current = None;
    for line in assembly.lines() {
        if let Some(label) = line.trim_end().strip_suffix(':') {
            current = Some(label.to_owned());
            continue;
        }
        let Some(symbol) = &current else { continue };
        let (directive, argument) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let bytes = match directive {
            ".byte" => number(argument, 1),
            ".value" | ".short" | ".word" => number(argument, 2),
            ".long" => number(argument, 4),
            ".quad" => number(argument, 8),
            ".zero" | ".skip" => argument.trim().parse().ok().map(|count| vec![0; count]),
            _ => None,
        };
        if let Some(bytes) = bytes {
            data.entry(symbol.clone()).or_default().extend(bytes);
        }
    }
    data
}

fn number(text: &str, size: usize) -> Option<Vec<u8>> {
    let number: i128 = text.trim().parse().ok()?;
    Some(number.to_le_bytes()[..size].to_vec())
}
