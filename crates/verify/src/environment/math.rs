//! Functions of `<math.h>`, as the library of the host computes them.

/// The function of a number, in the order of the models of the library.
pub(super) fn apply(function: i128, x: f64, y: f64) -> Option<f64> {
    Some(match function {
        0 => x.sin(),
        1 => x.cos(),
        2 => x.tan(),
        3 => x.asin(),
        4 => x.acos(),
        5 => x.atan(),
        6 => x.sinh(),
        7 => x.cosh(),
        8 => x.tanh(),
        12 => x.exp(),
        13 => x.exp2(),
        14 => x.exp_m1(),
        15 => x.ln(),
        16 => x.log2(),
        17 => x.log10(),
        18 => x.ln_1p(),
        // Roots that are no whole numbers differ between libraries in the last place.
        19 => Some(x.cbrt().round()).filter(|root| root * root * root == x)?,
        20 => x.powf(y),
        21 => x.atan2(y),
        22 => x.hypot(y),
        23 => x % y,
        24 => remainder(x, y),
        25 if x > y => x - y,
        25 if x.is_nan() || y.is_nan() => f64::NAN,
        25 => 0.0,
        _ => return None,
    })
}

/// As [`apply`], where the numbers are single.
pub(super) fn apply_to_single(function: i128, x: f32, y: f32) -> Option<f64> {
    let result = match function {
        0 => x.sin(),
        1 => x.cos(),
        2 => x.tan(),
        3 => x.asin(),
        4 => x.acos(),
        5 => x.atan(),
        6 => x.sinh(),
        7 => x.cosh(),
        8 => x.tanh(),
        12 => x.exp(),
        13 => x.exp2(),
        14 => x.exp_m1(),
        15 => x.ln(),
        16 => x.log2(),
        17 => x.log10(),
        18 => x.ln_1p(),
        20 => x.powf(y),
        21 => x.atan2(y),
        22 => x.hypot(y),
        _ => return apply(function, x.into(), y.into()),
    };
    Some(result.into())
}

/// What is left of `x` when the multiple of `y` nearest to it is taken away, the even one of two.
fn remainder(x: f64, y: f64) -> f64 {
    if !x.is_finite() || y == 0.0 || y.is_nan() {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let y = y.abs();
    // Both are exact: the remainder is below `2 y`, and so is each difference.
    let rest = if y <= f64::MAX / 2.0 { x % (2.0 * y) } else { x };
    let mut size = rest.abs();
    if y < f64::MIN_POSITIVE * 2.0 {
        if size + size > y {
            size -= y;
            if size + size >= y {
                size -= y;
            }
        }
    } else if size > y / 2.0 {
        size -= y;
        if size >= y / 2.0 {
            size -= y;
        }
    }
    if rest.is_sign_negative() { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_to_the_nearest_multiple() {
        assert_eq!(remainder(5.0, 3.0), -1.0);
        assert_eq!(remainder(4.0, 3.0), 1.0);
        assert_eq!(remainder(3.0, 2.0), -1.0);
        assert_eq!(remainder(1.0, 2.0), 1.0);
        assert_eq!(remainder(-5.0, 3.0), 1.0);
        assert!(remainder(1.0, 0.0).is_nan());
        assert_eq!(remainder(7.0, f64::INFINITY), 7.0);
    }
}
