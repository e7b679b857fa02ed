//! What clients ask and say.

use gen_lsp_types::{
    CancelParams, ChangeNotifications, CodeActionKind, CodeActionOptions, CodeActionParams,
    CodeActionProvider, CodeLensOptions, CodeLensParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, ExecuteCommandOptions, ExecuteCommandParams,
    HoverParams, HoverProvider, Id, InitializeParams, InitializeResult, MessageType, Save, SaveOptions,
    ServerCapabilities, ServerInfo, TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    WorkDoneProgressCancelParams, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::checks::Asker;
use crate::documents::Document;
use crate::events::{Ending, Event};
use crate::fixes::{self, Asked};
use crate::hover::hover;
use crate::lenses::{self, CHECK, STOP};
use crate::paths;
use crate::positions::Text;
use crate::session::{Session, State};
use crate::settings::Settings;

/// Looks at what happened; without an event, at the clock. Gives how the session ends, where it does.
pub(crate) fn serve(session: &mut Session, event: Option<Event>) -> Option<Ending> {
    match event {
        None => session.end_late(),
        Some(Event::Worker(id, said)) => session.said(id, said),
        Some(Event::NoMessage(message)) => session.client.refuse_no_message(message),
        Some(Event::Broken(message)) => return Some(Ending::Broken(message)),
        Some(Event::Gone) => return Some(Ending::Gone),
        Some(Event::Client(Message::Request(request))) => session.request(request),
        Some(Event::Client(Message::Response(response))) => session.response(&response),
        Some(Event::Client(Message::Notification(notification))) => {
            if notification.method == "exit" {
                let is_asked = session.state == State::Shut;
                return Some(if is_asked { Ending::AsAsked } else { Ending::Abrupt });
            }
            session.notification(notification);
        }
    }
    None
}

/// Why a request has no answer.
type Refusal = (ErrorCode, String);

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

impl Session {
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.state, method.as_str()) {
            (State::Fresh, "initialize") => self.initialize(params),
            (State::Fresh, _) => {
                Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".to_owned()))
            }
            (State::Shut, _) => Err((ErrorCode::InvalidRequest, "the session is at its end".to_owned())),
            (State::Open, "shutdown") => {
                self.state = State::Shut;
                self.end_runs(|_| true, ErrorCode::RequestCanceled, "the session is at its end");
                Ok(Value::Null)
            }
            (State::Open, "textDocument/hover") => self.hover(params),
            (State::Open, "textDocument/codeAction") => self.code_action(params),
            (State::Open, "textDocument/codeLens") => self.code_lens(params),
            (State::Open, "workspace/executeCommand") => match self.execute(&id, params) {
                // The end of the check is the answer.
                Ok(None) => return,
                Ok(Some(answer)) => Ok(answer),
                Err(refusal) => Err(refusal),
            },
            (State::Open, _) => Err((ErrorCode::MethodNotFound, format!("`{method}` is not known"))),
        };
        match answer {
            Ok(answer) => self.client.answer(id, answer),
            Err((code, message)) => self.client.refuse(id, code, message),
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = read(params)?;
        self.client.initialize(&params);
        self.state = State::Open;
        self.configure(&params.initialization_options.unwrap_or_default());
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            save: Some(Save::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        };
        let folders = WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(ChangeNotifications::Bool(true)),
        };
        let capabilities = ServerCapabilities {
            position_encoding: Some(self.client.encoding.kind()),
            text_document_sync: Some(TextDocumentSync::Options(sync)),
            hover_provider: Some(HoverProvider::Bool(true)),
            code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
                ..CodeActionOptions::default()
            })),
            code_lens_provider: Some(CodeLensOptions {
                resolve_provider: Some(false),
                ..CodeLensOptions::default()
            }),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: vec![CHECK.to_owned(), STOP.to_owned()],
                ..ExecuteCommandOptions::default()
            }),
            workspace: Some(WorkspaceOptions {
                workspace_folders: Some(folders),
                ..WorkspaceOptions::default()
            }),
            ..ServerCapabilities::default()
        };
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(ServerInfo { name: "faultscope".to_owned(), version });
        to_value(InitializeResult { capabilities, server_info })
    }

    fn hover(&self, params: Value) -> Result<Value, Refusal> {
        let params: HoverParams = read(params)?;
        let at = params.text_document_position_params;
        let Some(path) = paths::file(&at.text_document.uri) else { return Ok(Value::Null) };
        to_value(hover(&self.views(), &path, at.position))
    }

    fn code_action(&self, params: Value) -> Result<Value, Refusal> {
        let params: CodeActionParams = read(params)?;
        let Some(path) = paths::file(&params.text_document.uri) else { return Ok(Value::Null) };
        let asked = Asked {
            path: &path,
            range: params.range,
            context: &params.context,
            takes_versions: self.client.takes_versions,
        };
        to_value(fixes::fixes(&self.views(), &self.documents, &asked))
    }

    fn code_lens(&self, params: Value) -> Result<Value, Refusal> {
        let params: CodeLensParams = read(params)?;
        let Some(path) = paths::file(&params.text_document.uri) else { return Ok(Value::Null) };
        let Some(document) = self.documents.get(&path) else { return Ok(Value::Null) };
        let entry = self.settings.entry.as_deref();
        to_value(lenses::lenses(&path, document, entry, self.client.encoding))
    }

    /// The answer to a command; none where it is not there yet.
    fn execute(&mut self, id: &RequestId, params: Value) -> Result<Option<Value>, Refusal> {
        let params: ExecuteCommandParams = read(params)?;
        match params.command.as_str() {
            STOP => {
                self.end_runs(|_| true, ErrorCode::RequestCanceled, "stopped");
                Ok(Some(Value::Null))
            }
            CHECK => {
                let argument = params.arguments.unwrap_or_default().into_iter().next().unwrap_or_default();
                let wrong = || {
                    (ErrorCode::InvalidParams, format!("`{CHECK}` takes an object with a `uri`: {argument}"))
                };
                let uri = argument.get("uri").and_then(Value::as_str).ok_or_else(wrong)?;
                let entry = match argument.get("entry") {
                    None | Some(Value::Null) => None,
                    Some(entry) => Some(entry.as_str().ok_or_else(wrong)?.to_owned()),
                };
                let path = paths::file(&Uri::from(uri)).filter(|it| paths::kind(it).is_some());
                let path = path.ok_or_else(|| {
                    (ErrorCode::InvalidParams, format!("`{uri}` is not a file that can be checked"))
                })?;
                self.warn_of_unsaved(&path);
                let subject = self.subject(&path, entry);
                let token = params.work_done_progress_params.work_done_token;
                self.check(subject, Asker { request: Some(id.clone()), token });
                Ok(None)
            }
            other => Err((ErrorCode::InvalidParams, format!("there is no command `{other}`"))),
        }
    }

    /// What is checked is what was saved; who asks for a check should know where that is something else.
    fn warn_of_unsaved(&self, path: &std::path::Path) {
        let saved = std::fs::read(path).unwrap_or_default();
        if self.documents.get(path).is_some_and(|it| it.text.as_str().as_bytes() != saved) {
            self.client.show(
                MessageType::Warning,
                "the file has changes that are not saved; what is checked is the saved file",
            );
        }
    }

    fn response(&mut self, response: &Response) {
        let is_granted = response.response_result.is_ok();
        for run in self.runs.values_mut() {
            if let Some(progress) = &mut run.progress {
                progress.answered(&self.client, &response.id, is_granted);
            }
        }
    }

    fn notification(&mut self, notification: Notification) {
        if self.state != State::Open {
            return;
        }
        let Notification { method, params } = notification;
        let done = match method.as_str() {
            "textDocument/didOpen" => read(params).map(|it| self.opened(it)),
            "textDocument/didChange" => read(params).map(|it| self.changed(&it)),
            "textDocument/didSave" => read(params).map(|it| self.saved(&it)),
            "textDocument/didClose" => read(params).map(|it| self.closed(&it)),
            "workspace/didChangeConfiguration" => {
                read(params).map(|it: DidChangeConfigurationParams| self.configure(&it.settings))
            }
            "workspace/didChangeWorkspaceFolders" => {
                read(params).map(|it: DidChangeWorkspaceFoldersParams| self.client.change_folders(&it))
            }
            "window/workDoneProgress/cancel" => read(params).map(|it| self.cancel_progress(&it)),
            "$/cancelRequest" => read(params).map(|it| self.cancel_request(it)),
            _ => Ok(()),
        };
        if let Err((_, error)) = done {
            self.client.log(format!("`{method}` is not understood: {error}"));
        }
    }

    fn configure(&mut self, settings: &Value) {
        let (settings, complaints) = Settings::read(settings);
        self.settings = settings;
        for complaint in complaints {
            self.client.show(MessageType::Warning, complaint);
        }
    }

    fn opened(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let Some(path) = paths::file(&document.uri) else { return };
        if paths::kind(&path).is_none() {
            return;
        }
        let text = Text::new(document.text);
        self.documents.open(path.clone(), Document { uri: document.uri, version: document.version, text });
        self.publish();
        if self.settings.check_on_open {
            self.check_programs_of(&path);
        }
    }

    fn changed(&mut self, params: &DidChangeTextDocumentParams) {
        let document = &params.text_document;
        let Some(path) = paths::file(&document.text_document_identifier.uri) else { return };
        if self.documents.change(&path, document.version, &params.content_changes, self.client.encoding) {
            self.publish();
        }
    }

    fn saved(&mut self, params: &DidSaveTextDocumentParams) {
        let Some(path) = paths::file(&params.text_document.uri) else { return };
        if self.settings.check_on_save {
            self.check_programs_of(&path);
        }
    }

    fn closed(&mut self, params: &DidCloseTextDocumentParams) {
        let Some(path) = paths::file(&params.text_document.uri) else { return };
        self.documents.close(&path);
        self.forget_closed();
    }

    fn cancel_progress(&mut self, params: &WorkDoneProgressCancelParams) {
        let is_of = |token: Option<&_>| token == Some(&params.token);
        self.end_runs(
            |run| is_of(run.progress.as_ref().map(|it| &it.token)),
            ErrorCode::RequestCanceled,
            "cancelled",
        );
    }

    fn cancel_request(&mut self, params: CancelParams) {
        let id = match params.id {
            Id::Int(id) => RequestId::from(id),
            Id::String(id) => RequestId::from(id),
        };
        self.end_runs(|run| run.request.as_ref() == Some(&id), ErrorCode::RequestCanceled, "cancelled");
    }
}

fn to_value(answer: impl serde::Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}
