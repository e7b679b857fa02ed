//! The server from outside: a client starts it and speaks the protocol.

mod client;
mod documents;
mod life;
mod messages;
mod patches;
mod sdk;
mod tools;
