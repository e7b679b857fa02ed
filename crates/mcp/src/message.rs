//! Messages in the form of JSON-RPC 2.0.

use serde_json::{Map, Value, json};

/// What is no JSON.
const PARSE_ERROR: i32 = -32700;
/// What is JSON and no message.
const INVALID_REQUEST: i32 = -32600;
/// A method that there is not.
const METHOD_NOT_FOUND: i32 = -32601;
/// Parameters that a method does not take.
const INVALID_PARAMS: i32 = -32602;
/// A revision of the protocol that is not spoken here.
const UNSUPPORTED_VERSION: i32 = -32022;

/// Why a message is not done as it asks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    code: i32,
    message: String,
    data: Option<Value>,
}

impl Refusal {
    fn new(code: i32, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), data: None }
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> Refusal {
        Refusal::new(INVALID_REQUEST, message)
    }

    pub(crate) fn no_such_method(method: &str) -> Refusal {
        Refusal::new(METHOD_NOT_FOUND, format!("there is no method `{method}`"))
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Refusal {
        Refusal::new(INVALID_PARAMS, message)
    }

    pub(crate) fn unsupported_version(supported: &[&str], requested: &Value) -> Refusal {
        let data = Some(json!({ "supported": supported, "requested": requested }));
        Refusal { data, ..Refusal::new(UNSUPPORTED_VERSION, "Unsupported protocol version") }
    }
}

/// What a client sends.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Incoming {
    /// It waits for an answer.
    Request { id: Value, method: String, params: Map<String, Value> },
    /// It does not.
    Notification { method: String, params: Map<String, Value> },
    /// It answers something; nothing is ever asked here.
    Answer,
    /// It is no message. The id, as far as there is one.
    Nothing { id: Value, refusal: Refusal },
}

/// What a line says.
pub(crate) fn message(line: &[u8]) -> Incoming {
    let nothing = |id, refusal| Incoming::Nothing { id, refusal };
    let mut fields = match serde_json::from_slice(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(Value::Array(_)) => {
            let refusal = Refusal::invalid_request("a row of messages is not taken: send them one by one");
            return nothing(Value::Null, refusal);
        }
        Ok(_) => return nothing(Value::Null, Refusal::invalid_request("a message is an object")),
        Err(error) => return nothing(Value::Null, Refusal::new(PARSE_ERROR, format!("no JSON: {error}"))),
    };
    let id = fields.remove("id");
    let usable = id.clone().filter(|it| it.is_string() || it.is_number());
    let refused =
        |message: &str| nothing(usable.clone().unwrap_or_default(), Refusal::invalid_request(message));
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return refused("`jsonrpc` is not \"2.0\"");
    }
    let method = match fields.remove("method") {
        Some(Value::String(method)) => method,
        None if fields.contains_key("result") || fields.contains_key("error") => return Incoming::Answer,
        _ => return refused("a message has a `method`"),
    };
    let params = match fields.remove("params") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => {
            let refusal = Refusal::invalid_params("`params` is an object");
            return nothing(usable.unwrap_or_default(), refusal);
        }
    };
    match (id, &usable) {
        (None, _) => Incoming::Notification { method, params },
        (Some(id), Some(_)) => Incoming::Request { id, method, params },
        (Some(_), None) => refused("the `id` of a request is a string or a number"),
    }
}

/// The answer to a request.
pub(crate) fn answer(id: &Value, result: Result<Value, Refusal>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, message, data }) => {
            let mut error = json!({ "code": code, "message": message });
            if let Some(data) = data {
                error["data"] = data;
            }
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expect: &Incoming) {
        assert_eq!(&message(line.as_bytes()), expect, "{line}");
    }

    #[track_caller]
    fn check_refused(line: &str, expect_id: &Value, expect_code: i32) {
        match message(line.as_bytes()) {
            Incoming::Nothing { id, refusal } => assert_eq!((&id, refusal.code), (expect_id, expect_code)),
            other => panic!("{line} is {other:?}"),
        }
    }

    #[test]
    fn requests_notifications_and_answers() {
        let request = |id: Value| Incoming::Request { id, method: "ping".to_owned(), params: Map::new() };
        check(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, &request(json!(1)));
        check(r#"{"jsonrpc":"2.0","id":"a","method":"ping","params":null}"#, &request(json!("a")));
        let notification = Incoming::Notification { method: "x".to_owned(), params: Map::new() };
        check(r#"{"jsonrpc":"2.0","method":"x","params":{}}"#, &notification);
        check(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, &Incoming::Answer);
    }

    #[test]
    fn what_is_no_message() {
        check_refused("{", &Value::Null, PARSE_ERROR);
        check_refused("\u{feff}{}", &Value::Null, PARSE_ERROR);
        check_refused("1", &Value::Null, INVALID_REQUEST);
        check_refused("[]", &Value::Null, INVALID_REQUEST);
        check_refused(r#"{"id":7,"method":"ping"}"#, &json!(7), INVALID_REQUEST);
        check_refused(r#"{"jsonrpc":"2.0","id":7}"#, &json!(7), INVALID_REQUEST);
        check_refused(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, &Value::Null, INVALID_REQUEST);
        check_refused(r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}"#, &json!(7), INVALID_PARAMS);
    }
}
