//! Numbers in tables.

/// The one in the middle, or between the two in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

/// A time; nothing where there is none.
pub(super) fn seconds(time: Option<f64>) -> String {
    time.map(|it| format!("{it:.3}")).unwrap_or_default()
}

/// A number; nothing where there is none.
pub(super) fn count(number: Option<u64>) -> String {
    number.map(|it| it.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }
}
