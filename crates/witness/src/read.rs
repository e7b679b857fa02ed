//! A text in any of the forms.

use crate::model::Reading;
use crate::problem::Error;
use crate::{graphml, yaml};

/// Reads witnesses: GraphML where the text begins with `<`, else YAML.
///
/// # Errors
/// Where there is none.
pub fn read(bytes: &[u8]) -> Result<Reading, Error> {
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}'),
        Err(error) => {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&it| it == b'\n').count();
            return Err(Error::new(line, "the text is not UTF-8"));
        }
    };
    if text.trim().is_empty() {
        return Err(Error::new(1, "the file is empty"));
    }
    if text.trim_start().starts_with('<') { graphml::read(text) } else { yaml::read(text) }
}
