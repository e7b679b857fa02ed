//! The protocol: revisions, what is no message, and what there is not.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, initialize};

/// The revision that is spoken with a client that wants this one.
#[track_caller]
fn check_version(wanted: &str, expect: &str) {
    let folder = tempdir().expect("there is room");
    let mut client = Client::start(folder.path());
    let answer = client.ask("initialize", initialize(wanted));
    assert_eq!(answer["result"]["protocolVersion"], expect, "{answer}");
    assert!(client.close().success());
}

/// What a request with these parameters is answered: the code of the error.
#[track_caller]
fn check_refused(method: &str, params: Value, code: i32, says: &str) {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let answer = client.ask(method, params);
    assert_eq!(answer["error"]["code"], code, "{answer}");
    assert!(answer["error"]["message"].as_str().is_some_and(|it| it.contains(says)), "{answer}");
}

#[test]
fn a_known_revision_is_spoken_and_otherwise_the_newest() {
    check_version("2024-11-05", "2024-11-05");
    check_version("2025-06-18", "2025-06-18");
    check_version("1999-01-01", "2025-11-25");
}

#[test]
fn a_client_without_a_handshake_is_answered() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::start(folder.path());
    let meta = |version: &str| json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": version } });
    let answer = client.ask("server/discover", meta("2026-07-28"));
    let result = &answer["result"];
    assert!(
        result["supportedVersions"].as_array().is_some_and(|it| it.contains(&json!("2026-07-28"))),
        "{answer}"
    );
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "faultscope");
    let answer = client.ask("tools/list", meta("2026-07-28"));
    assert_eq!(answer["result"]["cacheScope"], "public", "{answer}");
    let answer = client.ask("tools/list", meta("2099-01-01"));
    assert_eq!(answer["error"]["code"], -32022, "{answer}");
    assert_eq!(answer["error"]["data"]["requested"], "2099-01-01", "{answer}");
    // Who asks in the old way whether the new one is spoken is told that it is not.
    let answer = client.ask("server/discover", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
}

#[test]
fn the_server_is_there() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

#[test]
fn the_tools_are_described() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let answer = client.ask("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().expect("there are tools");
    let names: Vec<&str> = tools.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["check", "explain", "propose", "verify_patch"]);
    for tool in tools {
        assert!(tool["description"].as_str().is_some_and(|it| it.len() > 40), "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
    }
    // Agents are told all of it in every session.
    assert!(answer.to_string().len() < 14_500, "{}", answer.to_string().len());
}

#[test]
fn what_there_is_not_is_refused() {
    check_refused("resources/list", json!({}), -32601, "no method `resources/list`");
    check_refused("tools/list", json!({ "cursor": "2" }), -32602, "no such page");
    check_refused(
        "tools/call",
        json!({ "name": "run" }),
        -32602,
        "there are check, explain, propose, verify_patch",
    );
    check_refused("tools/call", json!({}), -32602, "the `name` of a tool");
    check_refused("tools/call", json!({ "name": "check", "arguments": [] }), -32602, "are an object");
    check_refused("initialize", json!({}), -32602, "protocolVersion");
}

#[test]
fn what_is_no_message_is_said_and_the_session_goes_on() {
    let folder = tempdir().expect("there is room");
    let mut client = Client::introduced(folder.path());
    let lines = [
        ("{\"jsonrpc\":", -32700),
        ("[]", -32600),
        ("{\"id\":9,\"method\":\"ping\"}", -32600),
        ("\u{0}", -32700),
    ];
    for (line, code) in lines {
        client.send_line(line);
        let answer = client.next();
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
    }
    client.send_line("");
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/unheard_of" }));
    client.send(&json!({ "jsonrpc": "2.0", "id": 7, "result": {} }));
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

#[test]
fn arguments_are_for_people() {
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_faultscope-mcp"));
        let output = command.args(arguments).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, stdout, _) = run(&["--version"]);
    assert_eq!(
        (code, stdout.as_str()),
        (Some(0), concat!("faultscope-mcp ", env!("CARGO_PKG_VERSION"), "\n"))
    );
    let (code, stdout, _) = run(&["--help"]);
    assert!(code == Some(0) && stdout.contains("Usage: faultscope-mcp"), "{stdout}");
    let (code, stdout, stderr) = run(&["serve"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("`serve` is not understood"), "{stderr}");
}
