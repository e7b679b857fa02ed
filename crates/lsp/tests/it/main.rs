//! Sessions of an editor with the server, where scripts stand for the checks: what they say, and when, is up to the test.

#![cfg(unix)]

mod client;
mod server;

mod ends;
mod results;
mod runs;
