//! Messages on their way: from bytes to [`Message`] and back.
//!
//! Reading is done here and not by `lsp_server`, which takes a message that is none for the end of all, and reserves as much
//! memory as a header says.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use lsp_server::{ErrorCode, Message};
use serde_json::Value;

use crate::events::{Event, Outgoing};

/// The longest message, in bytes.
const MAX_LENGTH: usize = 256 << 20;

/// The longest line of a header, in bytes.
const MAX_HEADER: u64 = 8 << 10;

/// How long the last messages may take.
const LAST_MESSAGES: Duration = Duration::from_secs(2);

/// Reads messages until there are no more.
pub(crate) fn read(mut input: impl BufRead + Send + 'static, events: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match body(&mut input) {
                Ok(Some(body)) => match message(&body) {
                    Ok(message) => Event::Client(message),
                    Err(error) => Event::NoMessage(error),
                },
                Ok(None) => Event::Gone,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => Event::Broken(error.to_string()),
                Err(_) => Event::Gone,
            };
            let is_last = matches!(event, Event::Gone | Event::Broken(_));
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
}

fn message(body: &[u8]) -> Result<Message, String> {
    let value: Value = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let id = value.get("id").cloned();
    match (serde_json::from_value(value).map_err(|error| error.to_string())?, id) {
        // Who gives an id waits for an answer.
        (Message::Notification(_), Some(id)) => Err(format!("{id} is not the id of a request")),
        (message, _) => Ok(message),
    }
}

/// What is behind the next header; none at the end.
fn body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let broken = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        if !line.ends_with('\n') {
            return Err(broken("a header has no end".to_owned()));
        }
        let line = line.trim_end();
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                let value = value.trim().parse::<usize>().ok().filter(|it| *it <= MAX_LENGTH);
                length =
                    Some(value.ok_or_else(|| broken(format!("`{line}` is not the length of a message")))?);
            }
            (Some(_), _) => {}
            (None, Some(length)) if line.is_empty() => {
                let mut body = vec![0; length];
                return input.read_exact(&mut body).map(|()| Some(body));
            }
            (None, _) => return Err(broken("a header says no length".to_owned())),
        }
    }
}

/// Writes messages.
pub(crate) struct Writer {
    sender: Sender<Outgoing>,
    is_done: Receiver<()>,
}

impl Writer {
    pub(crate) fn start(mut output: impl Write + Send + 'static, events: Sender<Event>) -> Writer {
        let (sender, receiver) = mpsc::channel();
        let (done, is_done) = mpsc::channel();
        thread::spawn(move || {
            for outgoing in receiver {
                if write(&mut output, outgoing).is_err() {
                    let _ = events.send(Event::Gone);
                    break;
                }
            }
            let _ = done.send(());
        });
        Writer { sender, is_done }
    }

    pub(crate) fn sender(&self) -> Sender<Outgoing> {
        self.sender.clone()
    }

    /// Waits for the last messages; a client that does not read them is left alone.
    pub(crate) fn finish(self) {
        drop(self.sender);
        let _ = self.is_done.recv_timeout(LAST_MESSAGES);
    }
}

fn write(output: &mut impl Write, outgoing: Outgoing) -> io::Result<()> {
    match outgoing {
        Outgoing::Message(message) => message.write(output),
        Outgoing::NoMessage(message) => {
            let error = serde_json::json!({ "code": ErrorCode::ParseError as i32, "message": message });
            let body = serde_json::json!({ "jsonrpc": "2.0", "id": Value::Null, "error": error }).to_string();
            write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
            output.flush()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, expect: &[Result<&str, &str>]) {
        let mut input = input.as_bytes();
        let mut found = Vec::new();
        loop {
            match body(&mut input) {
                Ok(None) => break,
                Ok(Some(body)) => found.push(Ok(String::from_utf8(body).unwrap())),
                Err(error) => {
                    found.push(Err(error.to_string()));
                    break;
                }
            }
        }
        let found: Vec<Result<&str, &str>> =
            found.iter().map(|it| it.as_deref().map_err(String::as_str)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn bodies_behind_headers() {
        check("Content-Length: 2\r\n\r\n{}", &[Ok("{}")]);
        check("content-length:2\n\n{}Content-Type: x\r\nContent-Length: 1\r\n\r\n1", &[Ok("{}"), Ok("1")]);
        check("", &[]);
    }

    #[test]
    fn what_is_no_header() {
        check("hello\r\n", &[Err("a header says no length")]);
        check("\r\n", &[Err("a header says no length")]);
        check("Content-Length: x\r\n\r\n", &[Err("`Content-Length: x` is not the length of a message")]);
        check(
            "Content-Length: 99999999999999\r\n\r\n",
            &[Err("`Content-Length: 99999999999999` is not the length of a message")],
        );
        check(&"x".repeat(10_000), &[Err("a header has no end")]);
        check("Content-Length: 5\r\n\r\n{}", &[Err("failed to fill whole buffer")]);
    }
}
