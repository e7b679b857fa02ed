//! What happens, to the session and because of it.

use lsp_server::Message;

/// Something that the session has to look at.
#[derive(Debug)]
pub(crate) enum Event {
    /// The client has said something.
    Client(Message),
    /// The client has sent something that is no message, and the next one may be one.
    NoMessage(String),
    /// The client has sent something that is no message, and nothing more can be read.
    Broken(String),
    /// The client is gone.
    Gone,
    /// A check has said something.
    Worker(RunId, Said),
}

/// One check among all.
pub(crate) type RunId = u64;

/// What a check says.
#[derive(Debug)]
pub(crate) enum Said {
    /// A line.
    Line(String),
    /// It says no more; what it has complained of.
    Nothing(String),
}

/// Something for the client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Message(Message),
    /// The answer to something that is no message.
    NoMessage(String),
}

/// How a session has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The client has asked for the end and has ended the session then.
    AsAsked,
    /// The client has ended the session without asking first.
    Abrupt,
    /// The client is gone.
    Gone,
    /// What the client has sent is no message, and where the next one begins is not known.
    Broken(String),
}
