//! `docs/report.schema.json` is what the types say. `BLESS=1 cargo test` writes it; read the difference.

#![expect(clippy::disallowed_methods, reason = "a test reads and writes a document of the repository")]

use std::fs;
use std::path::Path;

use faultscope_json::schema;

#[test]
fn the_schema_is_what_the_types_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
    let expected = serde_json::to_string_pretty(&schema()).expect("it is JSON") + "\n";
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &expected).expect("it can be written");
    }
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text == expected, "{} is not what the types say; BLESS=1 writes it", path.display());
}
