//! The client: what it can do, and what it is told.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use gen_lsp_types::{
    ClientCapabilities, DidChangeWorkspaceFoldersParams, InitializeParams, LogMessageParams, MessageType,
    Notification as NotificationType, Request as RequestType, ShowMessageParams, WorkspaceFolders,
};
use gen_lsp_types::{LogMessageNotification, ShowMessageNotification};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;

use crate::events::Outgoing;
use crate::paths;
use crate::positions::Encoding;

/// The client.
#[derive(Debug)]
pub(crate) struct Client {
    sender: Sender<Outgoing>,
    n_requests: i32,
    /// What it counts characters in.
    pub encoding: Encoding,
    /// Whether it shows progress.
    pub shows_progress: bool,
    /// Whether it shows what belongs to a diagnostic.
    pub shows_related: bool,
    /// Whether it can be told the version of a text that is changed.
    pub takes_versions: bool,
    /// The folders of the workspace.
    folders: Vec<PathBuf>,
}

impl Client {
    /// One of which nothing is known.
    pub(crate) fn new(sender: Sender<Outgoing>) -> Client {
        Client {
            sender,
            n_requests: 0,
            encoding: Encoding::Utf16,
            shows_progress: false,
            shows_related: false,
            takes_versions: false,
            folders: Vec::new(),
        }
    }

    /// Takes what it says of itself.
    pub(crate) fn initialize(&mut self, params: &InitializeParams) {
        let ClientCapabilities { workspace, text_document, window, general, .. } = &params.capabilities;
        let offered = general.as_ref().and_then(|it| it.position_encodings.clone()).unwrap_or_default();
        self.encoding = Encoding::negotiated(&offered);
        self.shows_progress = window.as_ref().and_then(|it| it.work_done_progress).unwrap_or(false);
        let diagnostics = text_document.as_ref().and_then(|it| it.publish_diagnostics.as_ref());
        let related = diagnostics.and_then(|it| it.diagnostics_capabilities.related_information);
        self.shows_related = related.unwrap_or(false);
        let edit = workspace.as_ref().and_then(|it| it.workspace_edit.as_ref());
        self.takes_versions = edit.and_then(|it| it.document_changes).unwrap_or(false);
        let folders = &params.workspace_folders_initialize_params.workspace_folders;
        self.folders = match folders {
            Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
                folders.iter().filter_map(|it| paths::file(&it.uri)).collect()
            }
            _ => {
                #[expect(deprecated, reason = "clients without folders say it this way")]
                let root = &params.root_uri;
                root.iter().filter_map(paths::file).collect()
            }
        };
    }

    /// Takes a change of folders.
    pub(crate) fn change_folders(&mut self, params: &DidChangeWorkspaceFoldersParams) {
        let removed: Vec<PathBuf> =
            params.event.removed.iter().filter_map(|it| paths::file(&it.uri)).collect();
        self.folders.retain(|it| !removed.contains(it));
        self.folders.extend(params.event.added.iter().filter_map(|it| paths::file(&it.uri)));
    }

    /// The innermost folder of the workspace that a file is in.
    pub(crate) fn folder(&self, path: &Path) -> Option<&Path> {
        let around = self.folders.iter().filter(|it| path.starts_with(it));
        around.max_by_key(|it| it.components().count()).map(PathBuf::as_path)
    }

    fn send(&self, outgoing: Outgoing) {
        // One that is gone shows as the end of what it sends.
        let _ = self.sender.send(outgoing);
    }

    /// Tells it something.
    pub(crate) fn notify<N: NotificationType>(&self, params: N::Params) {
        let notification = Notification::new(N::METHOD.to_string(), params);
        self.send(Outgoing::Message(Message::Notification(notification)));
    }

    /// Asks it something; the name of the answer.
    pub(crate) fn ask<R: RequestType>(&mut self, params: R::Params) -> RequestId {
        self.n_requests += 1;
        let id = RequestId::from(self.n_requests);
        let request = Request::new(id.clone(), R::METHOD.to_string(), params);
        self.send(Outgoing::Message(Message::Request(request)));
        id
    }

    /// Answers it.
    pub(crate) fn answer(&self, id: RequestId, result: impl Serialize) {
        let response = match serde_json::to_value(result) {
            Ok(value) => Response::new_ok(id, value),
            Err(error) => Response::new_err(id, ErrorCode::InternalError as i32, error.to_string()),
        };
        self.send(Outgoing::Message(Message::Response(response)));
    }

    /// Answers that there is no answer.
    pub(crate) fn refuse(&self, id: RequestId, code: ErrorCode, message: impl Into<String>) {
        let response = Response::new_err(id, code as i32, message.into());
        self.send(Outgoing::Message(Message::Response(response)));
    }

    /// Answers something that is no message.
    pub(crate) fn refuse_no_message(&self, message: String) {
        self.send(Outgoing::NoMessage(message));
    }

    /// Shows the user a message.
    pub(crate) fn show(&self, kind: MessageType, message: impl Into<String>) {
        let message = format!("Faultscope: {}", message.into());
        self.notify::<ShowMessageNotification>(ShowMessageParams { kind, message });
    }

    /// Writes a message where the user finds it who looks for it.
    pub(crate) fn log(&self, message: impl Into<String>) {
        let message = message.into();
        self.notify::<LogMessageNotification>(LogMessageParams { kind: MessageType::Info, message });
    }
}
