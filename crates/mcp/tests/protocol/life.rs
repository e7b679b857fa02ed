//! Calls that are ended, and clients that go away.

use serde_json::json;
use tempfile::tempdir;

use crate::client::{Client, wait_for_end};

#[test]
fn a_cancelled_call_ends_and_gets_no_answer() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let id = client.endless();
    assert_eq!(client.workers().len(), 1);
    let params = json!({ "requestId": id, "reason": "it takes too long" });
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }));
    // An answer to the other one would be noticed here.
    let result = client.call("check", json!({ "source": "int main(void) { return 0; }" }));
    assert_eq!(result["structuredContent"]["verdict"], "safe", "{result}");
    client.wait_for_workers();
    assert!(client.close().success());
}

#[test]
fn calls_that_wait_are_cancelled_too() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let at_work = [client.endless(), client.endless()];
    let arguments = json!({ "source": "int main(void) { return 0; }" });
    let waiting = client.request("tools/call", json!({ "name": "check", "arguments": arguments }));
    let next = client.request("tools/call", json!({ "name": "check", "arguments": arguments }));
    for id in [waiting, at_work[0], 12345] {
        let params = json!({ "requestId": id });
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }));
    }
    loop {
        let message = client.next();
        if message.get("id").is_some() {
            assert_eq!(message["id"], next, "{message}");
            assert_eq!(message["result"]["structuredContent"]["verdict"], "safe", "{message}");
            break;
        }
    }
    assert_eq!(client.workers().len(), 1);
}

#[test]
fn an_id_is_that_of_one_request() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let id = client.endless();
    client.send(&json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }));
    loop {
        let message = client.next();
        if message.get("id").is_some() {
            assert_eq!(message["error"]["code"], -32600, "{message}");
            break;
        }
    }
}

#[test]
fn a_client_that_goes_away_ends_the_server_and_its_calls() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    client.endless();
    let workers = client.workers();
    assert_eq!(workers.len(), 1);
    assert!(client.close().success());
    workers.into_iter().for_each(wait_for_end);
}

#[test]
fn a_server_that_is_killed_takes_its_calls_along() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    client.endless();
    let workers = client.workers();
    client.kill();
    workers.into_iter().for_each(wait_for_end);
}

#[test]
fn a_call_that_breaks_down_is_answered() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let id = client.endless();
    for worker in client.workers() {
        let status = std::process::Command::new("kill").args(["-9", &worker.to_string()]).status();
        assert!(status.is_ok_and(|it| it.success()));
    }
    let answer = client.answer(id);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let says = answer["result"]["content"][0]["text"].as_str().expect("it says something");
    assert!(says.contains("ended without an answer"), "{says}");
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}
