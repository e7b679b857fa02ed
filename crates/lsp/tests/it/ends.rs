//! How sessions begin and end, and what is no message.

use faultscope_lsp::Ending;
use serde_json::{Value, json};

use crate::client::{capabilities, uri};
use crate::server::{PROGRAM, Session, runs, wait};

const ENDLESS: &str = "echo $$ > pid\nwhile true; do sleep 0.02; done\n";

/// A session in which a check runs; the name of its process.
fn busy() -> (Session, String) {
    let mut session = Session::start(ENDLESS);
    session.open_and_save();
    let pid = session.wait_for_file("pid");
    assert!(runs(&pid));
    (session, pid)
}

#[test]
fn a_session_ends_when_the_client_has_asked() {
    let (mut session, pid) = busy();
    assert_eq!(session.client.ask("shutdown", Value::Null), Ok(Value::Null));
    wait("the check to go", || !runs(&pid));
    assert_eq!(session.client.ask("textDocument/hover", json!({})).unwrap_err()["code"], -32600);
    session.client.notify("exit", Value::Null);
    assert_eq!(session.end().0, Ending::AsAsked);
}

#[test]
fn a_session_ends_when_the_client_has_not_asked() {
    let (mut session, pid) = busy();
    session.client.notify("exit", Value::Null);
    assert_eq!(session.end().0, Ending::Abrupt);
    wait("the check to go", || !runs(&pid));
}

#[test]
fn a_session_ends_with_the_client() {
    let (mut session, pid) = busy();
    session.client.disconnect();
    assert_eq!(session.end().0, Ending::Gone);
    wait("the check to go", || !runs(&pid));
}

#[test]
fn a_client_may_leave_in_the_middle_of_a_message() {
    let mut session = Session::start("");
    session.client.send_bytes(b"Content-Length: 100\r\n\r\n{");
    session.client.disconnect();
    assert_eq!(session.end().0, Ending::Gone);
}

#[test]
fn what_is_no_message_is_answered_and_the_session_goes_on() {
    let mut session = Session::start("");
    for body in ["{", "3", "{}", "[]", "{\"id\": true, \"method\": \"shutdown\"}"] {
        session.client.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }
    session.client.send_bytes(b"Content-Length: 2\r\n\r\n\xff\xfe");
    session.client.wait("answers", |it| it.errors.len() == 6);
    assert!(session.client.errors.iter().all(|it| it["code"] == -32700));
    assert!(session.client.ask("shutdown", Value::Null).is_ok());
}

#[test]
fn what_has_no_length_ends_the_session() {
    let (mut session, pid) = busy();
    session.client.send_bytes(b"hello\r\n\r\n");
    assert_eq!(session.end().0, Ending::Broken("a header says no length".to_owned()));
    wait("the check to go", || !runs(&pid));
}

#[test]
fn nothing_is_answered_in_front_of_the_beginning() {
    let mut session = Session::fresh("");
    session.client.open(&session.folder.path().join("a.c"), PROGRAM);
    assert_eq!(session.client.ask("textDocument/hover", json!({})).unwrap_err()["code"], -32002);
    assert_eq!(session.client.ask("initialize", json!(3)).unwrap_err()["code"], -32602);
    session.client.initialize(&[], capabilities(), Value::Null);
    assert_eq!(session.client.ask("initialize", json!({})).unwrap_err()["code"], -32601);
}

#[test]
fn requests_that_are_wrong_are_refused() {
    let mut session = Session::start("");
    let mut refused =
        |method: &str, params: Value| session.client.ask(method, params).unwrap_err()["code"].clone();
    assert_eq!(refused("textDocument/rename", json!({})), -32601);
    assert_eq!(refused("textDocument/hover", json!({ "textDocument": 3 })), -32602);
    for params in [
        json!({}),
        json!({ "command": "x" }),
        json!({ "command": "faultscope.check" }),
        json!({ "command": "faultscope.check", "arguments": [3] }),
        json!({ "command": "faultscope.check", "arguments": [{ "uri": "file:///a.py" }] }),
        json!({ "command": "faultscope.check", "arguments": [{ "uri": "file:///a.c", "entry": 3 }] }),
    ] {
        assert_eq!(refused("workspace/executeCommand", params), -32602);
    }
}

#[test]
fn notifications_that_are_wrong_or_not_known_change_nothing() {
    let mut session = Session::start("");
    let path = session.path("a.c");
    for method in ["textDocument/didOpen", "textDocument/didChange", "$/cancelRequest", "$/news", "x"] {
        session.client.notify(method, json!({ "x": 1 }));
    }
    session.client.notify("$/cancelRequest", json!({ "id": 99 }));
    session.client.notify("window/workDoneProgress/cancel", json!({ "token": "none" }));
    // Edits of what is not open, and behind the end of what is.
    session.client.edit(&path, 2, [0, 0, 0, 1], "x");
    session.client.open(&path, "int main(void) { }");
    session.client.edit(&path, 2, [7, 7, 9, 9], "\nint f(void) { }");
    let params = json!({ "textDocument": { "uri": uri(&path) } });
    let lenses = session.client.ask("textDocument/codeLens", params).unwrap();
    assert_eq!(lenses.as_array().map(Vec::len), Some(2));
}
