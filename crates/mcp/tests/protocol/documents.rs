//! The exchange in `docs/agents.md` is what happens.

use serde_json::Value;
use tempfile::tempdir;

use crate::client::Client;

pub const PAGE: &str = include_str!("../../../../docs/agents.md");

/// The blocks of JSON of a text.
fn blocks(text: &str) -> impl Iterator<Item = Value> {
    let blocks = text.split("```json\n").skip(1).filter_map(|it| it.split("```").next());
    blocks.map(|it| serde_json::from_str(it).expect("the page has JSON"))
}

/// That something is as it is shown; a text that ends with `…` may go on.
#[track_caller]
fn check(shown: &Value, found: &Value) {
    match (shown, found) {
        (Value::Object(shown), Value::Object(found)) => {
            let names = |it: &serde_json::Map<String, Value>| it.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(shown), names(found));
            shown.iter().for_each(|(name, value)| check(value, &found[name]));
        }
        (Value::Array(shown), Value::Array(found)) => {
            assert_eq!(shown.len(), found.len(), "{found:?}");
            shown.iter().zip(found).for_each(|(shown, found)| check(shown, found));
        }
        (Value::String(shown), Value::String(found)) if shown.ends_with('…') => {
            assert!(found.starts_with(shown.trim_end_matches('…')), "{found}");
        }
        _ => assert_eq!(shown, found),
    }
}

#[test]
fn the_exchange_of_the_page() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let messages: Vec<Value> = blocks(PAGE).filter(|it| it.get("jsonrpc").is_some()).collect();
    assert_eq!(messages.len(), 6);
    for exchange in messages.chunks(2) {
        client.send(&exchange[0]);
        check(&exchange[1], &client.next());
    }
}
