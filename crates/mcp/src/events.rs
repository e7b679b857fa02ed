//! What happens.

use serde_json::Value;

use crate::message::Incoming;

/// Something that the session has to look at.
#[derive(Debug)]
pub(crate) enum Event {
    /// The client has said something.
    Client(Incoming),
    /// The client is gone.
    Gone,
    /// A worker has said something.
    Worker(CallId, Said),
}

/// One call among all of a session, counted from 1.
pub(crate) type CallId = u64;

/// What a worker says.
#[derive(Debug)]
pub(crate) enum Said {
    /// What it is doing.
    Doing(String),
    /// What comes of the call.
    Result(Value),
    /// It says no more.
    Nothing,
}
