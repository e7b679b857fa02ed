//! The exponent of a curve.

/// The slope of the line of least squares through the logarithms; none for fewer than two points.
pub fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let logarithms: Vec<(f64, f64)> =
        points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0).map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = logarithms.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / n;
    let (x_mean, y_mean) = (mean(|it| it.0), mean(|it| it.1));
    let covariance: f64 = logarithms.iter().map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    let variance: f64 = logarithms.iter().map(|(x, _)| (x - x_mean).powi(2)).sum();
    (logarithms.len() >= 2 && variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_the_exponent() {
        let squares: Vec<(f64, f64)> = [1.0, 10.0, 100.0].map(|x| (x, 3.0 * x * x)).to_vec();
        assert!((slope(&squares).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(slope(&[(1.0, 1.0)]), None);
        assert_eq!(slope(&[(1.0, 1.0), (1.0, 2.0)]), None);
    }
}
