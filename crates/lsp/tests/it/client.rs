//! An editor without a user: what it is told, and what it asks.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take. No test depends on it, but one that fails ends.
pub const GUARD: Duration = Duration::from_secs(120);

pub struct Client {
    input: Option<Box<dyn Write + Send>>,
    output: Receiver<Value>,
    n_requests: i64,
    answers: BTreeMap<i64, Result<Value, Value>>,
    /// The diagnostics of each file.
    pub diagnostics: BTreeMap<String, Vec<Value>>,
    /// All notifications, as they came.
    pub notifications: Vec<Value>,
    /// Answers to what was no message.
    pub errors: Vec<Value>,
    /// Whether the server has said its last.
    pub is_over: bool,
}

/// What an editor can do that can do all.
pub fn capabilities() -> Value {
    json!({
        "window": { "workDoneProgress": true },
        "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
    })
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Client {
    pub fn new(input: impl Write + Send + 'static, output: impl Read + Send + 'static) -> Client {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            input: Some(Box::new(input)),
            output: receiver,
            n_requests: 0,
            answers: BTreeMap::new(),
            diagnostics: BTreeMap::new(),
            notifications: Vec::new(),
            errors: Vec::new(),
            is_over: false,
        }
    }

    /// Says who it is.
    pub fn initialize(&mut self, folders: &[&Path], capabilities: Value, options: Value) -> Value {
        let folders: Vec<Value> = folders.iter().map(|it| json!({ "uri": uri(it), "name": "x" })).collect();
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": capabilities,
            "initializationOptions": options, "workspaceFolders": folders,
        });
        let answer = self.ask("initialize", params).expect("a session");
        self.notify("initialized", json!({}));
        answer
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and does not wait for the answer.
    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        self.n_requests += 1;
        let id = self.n_requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    #[track_caller]
    pub fn answer(&mut self, id: i64) -> Result<Value, Value> {
        self.wait("an answer", |client| client.answers.contains_key(&id));
        self.answers.remove(&id).expect("it was waited for")
    }

    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// Goes away.
    pub fn disconnect(&mut self) {
        self.input = None;
    }

    /// Reads what the server says until something is so.
    #[track_caller]
    pub fn wait(&mut self, what: &str, is_so: impl Fn(&Client) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(!self.is_over, "{what}: the server has said its last");
            match self.output.recv_timeout(GUARD.saturating_sub(start.elapsed())) {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Disconnected) => self.is_over = true,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("{what}: {:?} {:?}", self.diagnostics, self.notifications)
                }
            }
        }
    }

    /// Reads to the end.
    pub fn wait_for_the_end(&mut self) {
        self.wait("the end", |client| client.is_over);
    }

    fn take(&mut self, message: Value) {
        match (message.get("id").cloned(), message.get("method").and_then(Value::as_str)) {
            (Some(id), Some(method)) => {
                assert_eq!(method, "window/workDoneProgress/create", "{message}");
                let answer = json!({ "jsonrpc": "2.0", "id": id, "result": null }).to_string();
                // The session may be at its end by then.
                if let Some(input) = &mut self.input {
                    let _ = write!(input, "Content-Length: {}\r\n\r\n{answer}", answer.len());
                }
            }
            (Some(Value::Null), None) => self.errors.push(message["error"].clone()),
            (Some(id), None) => {
                let error = message.get("error").cloned();
                let answer = error.map_or_else(|| Ok(message["result"].clone()), Err);
                self.answers.insert(id.as_i64().expect("a number as it was sent"), answer);
            }
            (None, Some("textDocument/publishDiagnostics")) => {
                let params = &message["params"];
                let uri = params["uri"].as_str().expect("a URI").to_owned();
                let diagnostics = params["diagnostics"].as_array().expect("a list").clone();
                self.diagnostics.insert(uri, diagnostics);
            }
            (None, _) => self.notifications.push(message),
        }
    }

    pub fn open(&mut self, path: &Path, text: &str) {
        let document = json!({ "uri": uri(path), "languageId": "c", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Edits a part of a file, which is given as line and character of its start and its end.
    pub fn edit(&mut self, path: &Path, version: i64, range: [u32; 4], text: &str) {
        let [line, character, end_line, end_character] = range;
        let range = json!({
            "start": { "line": line, "character": character },
            "end": { "line": end_line, "character": end_character },
        });
        let document = json!({ "uri": uri(path), "version": version });
        let changes = json!([{ "range": range, "text": text }]);
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    pub fn save(&mut self, path: &Path) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(path) } }));
    }

    /// The diagnostics of a file with a severity: 1 for errors, 2 for warnings, 3 for information, 4 for hints.
    pub fn of(&self, path: &Path, severity: i64) -> Vec<&Value> {
        let all = self.diagnostics.get(&uri(path)).map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|it| it["severity"] == severity).collect()
    }

    /// What was shown to the user.
    pub fn shown(&self) -> Vec<&str> {
        let shown = self.notifications.iter().filter(|it| it["method"] == "window/showMessage");
        shown.filter_map(|it| it["params"]["message"].as_str()).collect()
    }

    /// How many checks that no request asked for have come to an answer: each is a line in the log. Its progress is no measure, as
    /// there is none of a check that ends before the client has agreed to show it.
    pub fn n_logged(&self) -> usize {
        let is_logged = |it: &&Value| {
            let message = it["params"]["message"].as_str().unwrap_or_default();
            it["method"] == "window/logMessage"
                && message.contains(": ")
                && !message.contains("has no function")
        };
        self.notifications.iter().filter(is_logged).count()
    }

    /// What was said of the progress of checks.
    pub fn progress(&self, kind: &str) -> Vec<&Value> {
        let all = self.notifications.iter().filter(|it| it["method"] == "$/progress").map(|it| &it["params"]);
        all.filter(|it| it["value"]["kind"] == kind).collect()
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
