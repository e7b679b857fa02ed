//! Messages on their way: a line of JSON each.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::events::Event;
use crate::message::message;

/// The longest message, in bytes.
const MAX_LENGTH: u64 = 64 << 20;

/// How long the last messages may take.
const LAST_MESSAGES: Duration = Duration::from_secs(2);

/// Reads messages until there are no more.
pub(crate) fn read(mut input: impl BufRead + Send + 'static, events: Sender<Event>) {
    thread::spawn(move || {
        while let Ok(Some(line)) = line(&mut input) {
            if line.trim_ascii().is_empty() {
                continue;
            }
            if events.send(Event::Client(message(&line))).is_err() {
                return;
            }
        }
        let _ = events.send(Event::Gone);
    });
}

/// The next line; none at the end. Of one that is too long so much that it is no JSON.
fn line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.take(MAX_LENGTH).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") && line.len() as u64 == MAX_LENGTH {
        input.skip_until(b'\n')?;
        line.truncate(1);
    }
    Ok(Some(line))
}

/// Writes messages.
pub(crate) struct Writer {
    sender: Sender<Value>,
    is_done: Receiver<()>,
}

impl Writer {
    pub(crate) fn start(mut output: impl Write + Send + 'static, events: Sender<Event>) -> Writer {
        let (sender, receiver) = mpsc::channel::<Value>();
        let (done, is_done) = mpsc::channel();
        thread::spawn(move || {
            for message in receiver {
                let line = format!("{message}\n");
                if output.write_all(line.as_bytes()).and_then(|()| output.flush()).is_err() {
                    let _ = events.send(Event::Gone);
                    break;
                }
            }
            let _ = done.send(());
        });
        Writer { sender, is_done }
    }

    pub(crate) fn sender(&self) -> Sender<Value> {
        self.sender.clone()
    }

    /// Waits for the last messages; a client that does not read them is left alone.
    pub(crate) fn finish(self) {
        drop(self.sender);
        let _ = self.is_done.recv_timeout(LAST_MESSAGES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_needs_no_end() {
        let mut input = &b"{}\n\n1"[..];
        assert_eq!(line(&mut input).unwrap().as_deref(), Some(&b"{}\n"[..]));
        assert_eq!(line(&mut input).unwrap().as_deref(), Some(&b"\n"[..]));
        assert_eq!(line(&mut input).unwrap().as_deref(), Some(&b"1"[..]));
        assert_eq!(line(&mut input).unwrap(), None);
    }
}
