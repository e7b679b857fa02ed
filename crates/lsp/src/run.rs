//! Checks that run or wait, and how the client sees how far they are.

use std::time::{Duration, Instant};

use gen_lsp_types::{
    ProgressNotification, ProgressParams, ProgressToken, WorkDoneProgressBegin, WorkDoneProgressCreateParams,
    WorkDoneProgressCreateRequest, WorkDoneProgressEnd, WorkDoneProgressReport,
};
use lsp_server::RequestId;
use serde::Serialize;

use crate::client::Client;
use crate::program::{Checked, Subject};
use crate::worker::Process;

/// A check that runs or waits.
#[derive(Debug)]
pub(crate) struct Run {
    /// What is checked.
    pub subject: Subject,
    /// What is known so far.
    pub checked: Checked,
    /// The request that the end answers.
    pub request: Option<RequestId>,
    /// What the client shows of it.
    pub progress: Option<Progress>,
    /// The process; none while it waits.
    pub process: Option<Process>,
    /// When it is ended.
    pub deadline: Option<Instant>,
    /// How long that is.
    pub limit: Option<Duration>,
}

/// What the client shows of a check.
#[derive(Debug)]
pub(crate) struct Progress {
    pub token: ProgressToken,
    state: State,
    title: String,
    message: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum State {
    /// The client is asked whether it shows this.
    Asked(RequestId),
    Open,
    Closed,
}

impl Progress {
    /// Asks a client to show a check.
    pub(crate) fn ask(client: &mut Client, token: String, title: String) -> Progress {
        let token = ProgressToken::String(token);
        let params = WorkDoneProgressCreateParams { token: token.clone() };
        let id = client.ask::<WorkDoneProgressCreateRequest>(params);
        Progress { token, state: State::Asked(id), title, message: None }
    }

    /// Begins to show a check that the client has asked to show.
    pub(crate) fn open(client: &Client, token: ProgressToken, title: String) -> Progress {
        let mut progress = Progress { token, state: State::Open, title, message: None };
        progress.begin(client);
        progress
    }

    /// Takes the client's answer.
    pub(crate) fn answered(&mut self, client: &Client, id: &RequestId, is_granted: bool) {
        if self.state == State::Asked(id.clone()) {
            self.state = if is_granted { State::Open } else { State::Closed };
            if is_granted {
                self.begin(client);
            }
        }
    }

    fn begin(&mut self, client: &Client) {
        let begin = WorkDoneProgressBegin {
            title: self.title.clone(),
            cancellable: Some(true),
            message: self.message.clone(),
            percentage: None,
        };
        self.send(client, begin);
    }

    /// Says what is being done.
    pub(crate) fn report(&mut self, client: &Client, message: &str) {
        self.message = Some(message.to_owned());
        if self.state == State::Open {
            let message = self.message.clone();
            self.send(client, WorkDoneProgressReport { cancellable: Some(true), message, percentage: None });
        }
    }

    /// Says that it is over.
    pub(crate) fn end(&mut self, client: &Client, message: &str) {
        if self.state == State::Open {
            self.send(client, WorkDoneProgressEnd { message: Some(message.to_owned()) });
        }
        self.state = State::Closed;
    }

    fn send(&self, client: &Client, value: impl Serialize) {
        if let Ok(value) = serde_json::to_value(value) {
            client.notify::<ProgressNotification>(ProgressParams { token: self.token.clone(), value });
        }
    }
}
