//! A client: starts the server and speaks with it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// A server that says nothing for so long has failed.
const PATIENCE: Duration = Duration::from_secs(300);

/// How often it is looked whether a process is gone.
const TICK: Duration = Duration::from_millis(20);

pub struct Client {
    server: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    n_requests: u64,
    /// What the server has said that was no answer to what was asked.
    pub notifications: Vec<Value>,
}

impl Client {
    /// Starts a server in a folder; nothing is said yet.
    pub fn start(folder: &Path) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_faultscope-mcp"));
        command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().expect("the server starts");
        let stdout = server.stdout.take().expect("it is a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        Client { server, input, lines, n_requests: 0, notifications: Vec::new() }
    }

    /// Starts a server and introduces itself.
    pub fn introduced(folder: &Path) -> Client {
        let mut client = Client::start(folder);
        let answer = client.ask("initialize", initialize("2025-11-25"));
        assert_eq!(answer["result"]["serverInfo"]["name"], "faultscope", "{answer}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    pub fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    pub fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        input
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| input.flush())
            .expect("the server reads");
    }

    /// The next message; every line has to be one.
    pub fn next(&mut self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("the server says something");
        let message: Value = serde_json::from_str(&line).expect("it is JSON");
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// Sends a request; its id.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.n_requests += 1;
        let id = self.n_requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to a request.
    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == json!(id) {
                return message;
            }
            assert!(message.get("id").is_none(), "nobody has asked for {message}");
            self.notifications.push(message);
        }
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// The result of a call, which has not failed.
    #[track_caller]
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let result = answer["result"].clone();
        assert_eq!(result["isError"], false, "{answer}");
        result
    }

    /// What a call that fails says.
    #[track_caller]
    pub fn failure(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        text(&answer["result"])
    }

    /// Starts a call that does not end by itself, and waits until it is at work.
    pub fn endless(&mut self) -> u64 {
        let arguments = json!({ "source": ENDLESS, "timeout": 0, "effort": 1_000_000 });
        let params = json!({ "name": "check", "arguments": arguments, "_meta": { "progressToken": "slow" } });
        let id = self.request("tools/call", params);
        loop {
            let message = self.next();
            assert_eq!(message["method"], "notifications/progress", "{message}");
            if message["params"]["message"] == "looking for errors" {
                return id;
            }
        }
    }

    /// The processes that the server has started and that are there.
    pub fn workers(&self) -> Vec<u32> {
        let server = self.server.id();
        let tasks = std::fs::read_dir(format!("/proc/{server}/task")).expect("it runs");
        let children =
            tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
        children
            .flat_map(|it| it.split_whitespace().filter_map(|it| it.parse().ok()).collect::<Vec<u32>>())
            .collect()
    }

    /// Waits until the server has started no process that is still there.
    pub fn wait_for_workers(&self) {
        while !self.workers().is_empty() {
            thread::sleep(TICK);
        }
    }

    /// Closes the server's input and waits for its end.
    pub fn close(mut self) -> ExitStatus {
        self.input = None;
        self.server.wait().expect("it was started")
    }

    /// Ends the server as nobody should.
    pub fn kill(mut self) {
        self.server.kill().expect("it runs");
        self.server.wait().expect("it was started");
    }
}

/// A number with two factors of 31 bits, which nobody tells.
const ENDLESS: &str = "\
#include <assert.h>
unsigned nondet(void);
int main(void) {
    unsigned long long a = nondet(), b = nondet(), c = nondet();
    if (a > 1 && b > 1 && a < 0x80000000u && b < 0x80000000u)
        assert(a * b * (c | 1) != 4611685975477714963ull);
    return 0;
}
";

/// What `initialize` is told.
pub fn initialize(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } })
}

/// The text of a result.
pub fn text(result: &Value) -> String {
    assert_eq!(result["content"].as_array().map(Vec::len), Some(1), "{result}");
    result["content"][0]["text"].as_str().expect("it is a text").to_owned()
}

/// Waits until a process is gone. One that nobody has asked for its status is as good as gone.
pub fn wait_for_end(process: u32) {
    let is_there = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        status.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
    };
    while is_there() {
        thread::sleep(TICK);
    }
}
