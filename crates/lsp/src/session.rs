//! One session with one client: its state, and who looks at what happens.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use gen_lsp_types::Diagnostic;

use crate::client::Client;
use crate::documents::Documents;
use crate::events::{Ending, Event, Outgoing, RunId};
use crate::program::{Checked, Subject};
use crate::run::Run;
use crate::settings::Settings;
use crate::worker::Checker;

/// Where the session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// The client has not said who it is.
    Fresh,
    /// It is served.
    Open,
    /// It has asked for the end.
    Shut,
}

/// One session.
pub(crate) struct Session {
    pub checker: Checker,
    pub client: Client,
    pub events: Sender<Event>,
    pub state: State,
    pub settings: Settings,
    pub documents: Documents,
    /// What is known of programs.
    pub known: BTreeMap<Subject, Checked>,
    /// Files of programs that are checked because these were saved, as the compilation database has them.
    pub users: BTreeMap<Subject, BTreeSet<PathBuf>>,
    /// The checks that run or wait.
    pub runs: BTreeMap<RunId, Run>,
    /// Those that wait, the first one in front.
    pub waiting: VecDeque<RunId>,
    pub n_runs: RunId,
    /// What the client shows.
    pub published: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

impl Session {
    pub(crate) fn new(checker: Checker, outgoing: Sender<Outgoing>, events: Sender<Event>) -> Session {
        Session {
            checker,
            client: Client::new(outgoing),
            events,
            state: State::Fresh,
            settings: Settings::default(),
            documents: Documents::default(),
            known: BTreeMap::new(),
            users: BTreeMap::new(),
            runs: BTreeMap::new(),
            waiting: VecDeque::new(),
            n_runs: 0,
            published: BTreeMap::new(),
        }
    }

    /// When the next check has to be ended.
    fn deadline(&self) -> Option<Instant> {
        self.runs.values().filter_map(|it| it.deadline).min()
    }

    /// The next event; none where a check has used up its time.
    fn next(&self, events: &Receiver<Event>) -> Option<Event> {
        let Some(deadline) = self.deadline() else { return Some(events.recv().unwrap_or(Event::Gone)) };
        match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Gone),
        }
    }

    /// Serves the client until it ends the session. What runs then is ended.
    pub(crate) fn run(
        mut self,
        events: &Receiver<Event>,
        serve: fn(&mut Session, Option<Event>) -> Option<Ending>,
    ) -> Ending {
        loop {
            let event = self.next(events);
            if let Some(ending) = serve(&mut self, event) {
                return ending;
            }
        }
    }
}
