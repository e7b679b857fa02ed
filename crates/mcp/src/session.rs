//! A session with a client: what it asks, what is at work for it, and what is answered.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};

use serde_json::{Map, Value, json};

use crate::events::{CallId, Event, Said};
use crate::message::{Incoming, Refusal, answer};
use crate::reports::{self, Kept, Reports};
use crate::tools::{self, failed};
use crate::worker::{Job, Process};

/// The revisions of the protocol that begin with `initialize`, the newest first.
const WITH_HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The revisions in which each request says which one it is of.
const WITHOUT_HANDSHAKE: [&str; 1] = ["2026-07-28"];

/// Where a request says so, within `_meta`.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// Where an answer says who gives it.
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// For how long what never changes may be kept, in milliseconds.
const UNCHANGED: u32 = 3_600_000;

/// So many calls are at work at a time; more wait.
const MAX_AT_WORK: usize = 2;

/// One session.
pub(crate) struct Session {
    /// The program whose workers do the calls.
    program: PathBuf,
    client: Sender<Value>,
    events: Sender<Event>,
    n_calls: CallId,
    at_work: Vec<(Call, Process)>,
    waiting: VecDeque<(Call, Job)>,
    reports: Reports,
}

/// A call of a tool that is not answered yet.
struct Call {
    id: CallId,
    /// The request.
    request: Value,
    form: Form,
    /// By which name the client wants to hear how far it is.
    progress: Option<Value>,
    n_progress: u64,
    /// The tool.
    tool: String,
    /// What it is called with, or the arguments of the call whose report it names.
    program: Map<String, Value>,
}

/// How answers look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As up to 2025-11-25.
    Plain,
    /// As from 2026-07-28 on: each says what it is, and who gives it.
    Signed,
}

impl Form {
    /// What a request is of.
    fn of(params: &Map<String, Value>) -> Result<Form, Refusal> {
        match params.get("_meta").and_then(|it| it.get(VERSION_KEY)) {
            None => Ok(Form::Plain),
            Some(Value::String(version)) if WITHOUT_HANDSHAKE.contains(&version.as_str()) => Ok(Form::Signed),
            Some(version) => Err(Refusal::unsupported_version(&supported(), version)),
        }
    }

    fn finish(self, mut result: Value) -> Value {
        if self == Form::Signed {
            result["resultType"] = json!("complete");
            result["_meta"] = json!({ SERVER_KEY: server() });
        }
        result
    }

    /// The same for what never changes.
    fn finish_unchanging(self, mut result: Value) -> Value {
        if self == Form::Signed {
            result["ttlMs"] = json!(UNCHANGED);
            result["cacheScope"] = json!("public");
        }
        self.finish(result)
    }
}

fn supported() -> Vec<&'static str> {
    WITHOUT_HANDSHAKE.into_iter().chain(WITH_HANDSHAKE).collect()
}

fn server() -> Value {
    json!({ "name": "faultscope", "title": "Faultscope", "version": env!("CARGO_PKG_VERSION") })
}

impl Session {
    pub(crate) fn new(program: PathBuf, client: Sender<Value>, events: Sender<Event>) -> Session {
        Session {
            program,
            client,
            events,
            n_calls: 0,
            at_work: Vec::new(),
            waiting: VecDeque::new(),
            reports: Reports::default(),
        }
    }

    /// Does what is asked, until the client is gone. What is at work then ends with the session.
    pub(crate) fn run(mut self, events: &Receiver<Event>) {
        for event in events {
            match event {
                Event::Client(incoming) => self.incoming(incoming),
                Event::Worker(call, said) => self.said(call, said),
                Event::Gone => return,
            }
            self.start_waiting();
        }
    }

    fn send(&self, message: Value) {
        // One that is gone shows as an event.
        let _ = self.client.send(message);
    }

    fn incoming(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Request { id, method, params } => {
                if let Some(result) = self.request(&id, &method, params).transpose() {
                    self.send(answer(&id, result));
                }
            }
            Incoming::Notification { method, params } if method == "notifications/cancelled" => {
                if let Some(request) = params.get("requestId") {
                    self.cancel(request);
                }
            }
            // `notifications/initialized` asks for nothing, and others are for others.
            Incoming::Notification { .. } | Incoming::Answer => {}
            Incoming::Nothing { id, refusal } => self.send(answer(&id, Err(refusal))),
        }
    }

    /// The answer to a request; none yet for a call.
    fn request(
        &mut self,
        id: &Value,
        method: &str,
        params: Map<String, Value>,
    ) -> Result<Option<Value>, Refusal> {
        if self.is_pending(id) {
            return Err(Refusal::invalid_request(format!(
                "the id {id} is that of a request that is not answered"
            )));
        }
        let form = Form::of(&params)?;
        let capabilities = || json!({ "tools": {} });
        let result = match (method, form) {
            ("initialize", Form::Plain) => json!({
                "protocolVersion": negotiated(&params)?,
                "capabilities": capabilities(),
                "serverInfo": server(),
                "instructions": tools::INSTRUCTIONS,
            }),
            ("server/discover", Form::Signed) => form.finish_unchanging(json!({
                "supportedVersions": supported(),
                "capabilities": capabilities(),
                "instructions": tools::INSTRUCTIONS,
            })),
            ("ping", Form::Plain) => json!({}),
            ("tools/list", _) => match params.get("cursor") {
                None | Some(Value::Null) => form.finish_unchanging(json!({ "tools": tools::list() })),
                Some(_) => return Err(Refusal::invalid_params("there is no such page")),
            },
            ("tools/call", _) => return self.call(id, form, params),
            _ => return Err(Refusal::no_such_method(method)),
        };
        Ok(Some(result))
    }

    fn is_pending(&self, request: &Value) -> bool {
        let pending = self.at_work.iter().map(|it| &it.0).chain(self.waiting.iter().map(|it| &it.0));
        pending.into_iter().any(|call| call.request == *request)
    }

    fn call(
        &mut self,
        request: &Value,
        form: Form,
        mut params: Map<String, Value>,
    ) -> Result<Option<Value>, Refusal> {
        let Some(Value::String(tool)) = params.remove("name") else {
            return Err(Refusal::invalid_params("a call has the `name` of a tool"));
        };
        if !tools::NAMES.contains(&tool.as_str()) {
            let message = format!("there is no tool `{tool}`; there are {}", tools::NAMES.join(", "));
            return Err(Refusal::invalid_params(message));
        }
        let arguments = match params.remove("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(arguments)) => arguments,
            Some(_) => return Err(Refusal::invalid_params("the `arguments` of a call are an object")),
        };
        let named = match self.named(&tool, &arguments) {
            Ok(named) => named,
            Err(message) => return Ok(Some(form.finish(failed(&message)))),
        };
        let program = named.map(|it| it.arguments.clone());
        // A check of a trace alone has looked for no patches.
        let named =
            named.filter(|it| tool != tools::PROPOSE || it.arguments.get("level") != Some(&json!("trace")));
        let (known_as, report) = named.map(|it| (it.name.clone(), it.report.clone())).unzip();
        self.n_calls += 1;
        let token = params.get("_meta").and_then(|it| it.get("progressToken"));
        let call = Call {
            id: self.n_calls,
            request: request.clone(),
            form,
            progress: token.filter(|it| it.is_string() || it.is_number()).cloned(),
            n_progress: 0,
            tool: tool.clone(),
            program: program.clone().unwrap_or_else(|| arguments.clone()),
        };
        let name = known_as.filter(|_| tool == tools::PROPOSE).unwrap_or_else(|| reports::name(call.id));
        self.waiting.push_back((call, Job { tool, arguments, name, report, program }));
        Ok(None)
    }

    /// The report that the arguments of a tool name; none where they name a file or a program.
    fn named(&self, tool: &str, arguments: &Map<String, Value>) -> Result<Option<&Kept>, String> {
        let name = arguments.get("report").and_then(Value::as_str);
        match tool {
            tools::EXPLAIN => self.reports.meant(name),
            tools::PROPOSE if name.is_none() && tools::has_program(arguments) => Ok(None),
            tools::PROPOSE => self.reports.of_program(name).map(Some),
            _ => Ok(None),
        }
    }

    fn start_waiting(&mut self) {
        while self.at_work.len() < MAX_AT_WORK
            && let Some((call, job)) = self.waiting.pop_front()
        {
            match Process::start(&self.program, &job, call.id, &self.events) {
                Ok(process) => self.at_work.push((call, process)),
                Err(error) => self.finish(&call, failed(&format!("a process cannot be started: {error}"))),
            }
        }
    }

    /// Ends a call that nobody waits for any more. It gets no answer.
    fn cancel(&mut self, request: &Value) {
        self.at_work.retain(|(call, _)| call.request != *request);
        self.waiting.retain(|(call, _)| call.request != *request);
    }

    fn said(&mut self, id: CallId, said: Said) {
        let Some(at) = self.at_work.iter().position(|(call, _)| call.id == id) else {
            // It was cancelled, or is answered.
            return;
        };
        match said {
            Said::Doing(what) => {
                let call = &mut self.at_work[at].0;
                if let Some(token) = &call.progress {
                    call.n_progress += 1;
                    let params =
                        json!({ "progressToken": token, "progress": call.n_progress, "message": what });
                    self.send(json!({
                        "jsonrpc": "2.0",
                        "method": "notifications/progress",
                        "params": params,
                    }));
                }
            }
            Said::Result(result) => {
                let (call, process) = self.at_work.remove(at);
                if let Some(report) = process.report() {
                    let name = reports::name(id);
                    let Call { tool, program, .. } = &call;
                    let (tool, arguments) = (tool.clone(), program.clone());
                    self.reports.keep(Kept { name, report, tool, arguments });
                }
                // Nothing of a call is left when it is answered.
                drop(process);
                self.finish(&call, result);
            }
            Said::Nothing => {
                let (call, mut process) = self.at_work.remove(at);
                let ending = process.ending();
                let bug = "this is a bug of Faultscope, not of the program";
                self.finish(
                    &call,
                    failed(&format!("the analysis ended without an answer ({ending}): {bug}")),
                );
            }
        }
    }

    fn finish(&self, call: &Call, result: Value) {
        self.send(answer(&call.request, Ok(call.form.finish(result))));
    }
}

/// The revision that is spoken: the one that the client wants, where it is known, or the newest one.
fn negotiated(params: &Map<String, Value>) -> Result<&'static str, Refusal> {
    match params.get("protocolVersion") {
        Some(Value::String(wanted)) => {
            Ok(WITH_HANDSHAKE.into_iter().find(|it| it == wanted).unwrap_or(WITH_HANDSHAKE[0]))
        }
        _ => Err(Refusal::invalid_params("`initialize` has a `protocolVersion`")),
    }
}
