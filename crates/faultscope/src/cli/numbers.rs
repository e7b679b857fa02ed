//! Numbers on the command line, with messages that say which are possible.

use std::ops::{Bound, RangeBounds};
use std::time::Duration;

/// Reads a whole number of a range.
pub fn whole<T: TryFrom<u64>>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(least) => least + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => Some(*most),
        Bound::Excluded(most) => Some(most - 1),
        Bound::Unbounded => None,
    };
    move |text| {
        let number =
            text.parse::<u64>().ok().filter(|it| *it >= least && most.is_none_or(|most| *it <= most));
        number.and_then(|it| T::try_from(it).ok()).ok_or_else(|| match most {
            Some(most) => format!("expected a whole number from {least} to {most}"),
            None => format!("expected a whole number, at least {least}"),
        })
    }
}

/// Reads a whole number from 1 on, or `all`, which is none.
pub fn whole_or_all(text: &str) -> Result<Option<usize>, String> {
    match text.parse::<usize>() {
        _ if text == "all" => Ok(None),
        Ok(n @ 1..) => Ok(Some(n)),
        _ => Err("expected a whole number, at least 1, or `all`".to_owned()),
    }
}

/// Reads an exit status.
pub fn status(text: &str) -> Result<i32, String> {
    text.parse().map_err(|_| "expected an exit status, such as 0".to_owned())
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, or 0 for no limit".to_owned()),
    }
}

/// A time limit; 0 is none.
pub fn time_limit(seconds: f64) -> Option<Duration> {
    (seconds > 0.0).then(|| Duration::from_secs_f64(seconds))
}
