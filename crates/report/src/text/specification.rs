//! The answer to a property file: what was asked for, what is expected, and the line that other tools read.

use super::page::Page;

impl Page<'_> {
    /// What was asked for, and the answer as the last line; nothing where no property file asks.
    pub(super) fn specification(&self) -> String {
        let Some(specification) = &self.report.specification else { return String::new() };
        let properties = specification.properties.join(", ");
        let mut text = format!("asked: {properties} ({})\n", specification.file);
        if let Some(expected) = &specification.expected {
            let agrees = match specification.agrees {
                Some(true) => ", as it is",
                Some(false) => ", and it is not",
                None => "",
            };
            text += &format!("expected: {expected}{agrees}\n");
        }
        text + &format!("result: {}\n", specification.result)
    }
}
