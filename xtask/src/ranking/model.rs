//! A conditional logit model: which finding of a program is the faulty one.
//!
//! The score of a finding is the weighted sum of its features, and it is the faulty one with a probability in proportion to the
//! exponential of its score. The weights make the product of the probabilities of all programs as large as can be, less a part of
//! the square of each weight. Only findings of the first tier are compared: the others come behind whatever they weigh.

use super::data::{Candidate, Example};

/// The weights of the other suites, for each suite.
pub(super) type LeftOut<'a> = Vec<(&'a str, Vec<f64>)>;

/// How often weights are improved.
const MAX_STEPS: usize = 400;

/// The weights that fit best, 0 for features that are not used. The same examples give the same weights.
pub(super) fn fitted(examples: &[&Example], is_used: &[bool], regularization: f64) -> Vec<f64> {
    let choices: Vec<Choice<'_>> = examples.iter().filter_map(|it| Choice::of(it)).collect();
    let mut weights = vec![0.0; is_used.len()];
    let mut rate = 1.0 / (1.0 + choices.len() as f64);
    let (mut value, mut gradient) = objective(&choices, &weights, is_used, regularization);
    for _ in 0..MAX_STEPS {
        let steepness: f64 = gradient.iter().map(|it| it * it).sum();
        if steepness < 1e-10 {
            break;
        }
        // The step is halved until it pays, and grows again where it does.
        let (next, (next_value, next_gradient)) = loop {
            let next: Vec<f64> =
                weights.iter().zip(&gradient).map(|(weight, by)| weight + rate * by).collect();
            let found = objective(&choices, &next, is_used, regularization);
            if found.0 >= value + 0.1 * rate * steepness || rate < 1e-9 {
                break (next, found);
            }
            rate /= 2.0;
        };
        if next_value <= value {
            break;
        }
        (weights, value, gradient) = (next, next_value, next_gradient);
        rate *= 1.6;
    }
    weights
}

/// The findings of a program that are compared, where some are faulty and others are not.
struct Choice<'a> {
    findings: Vec<&'a Candidate>,
    /// How much it counts.
    share: f64,
}

impl<'a> Choice<'a> {
    fn of(example: &'a Example) -> Option<Choice<'a>> {
        let first: Vec<&Candidate> = example.findings.iter().filter(|it| it.tier == 0).collect();
        let n_faulty = first.iter().filter(|it| it.is_faulty).count();
        (n_faulty > 0 && n_faulty < first.len()).then_some(Choice { findings: first, share: example.share })
    }
}

/// The score of a finding.
pub(super) fn score(weights: &[f64], candidate: &Candidate) -> f64 {
    weights.iter().zip(&candidate.features).map(|(weight, value)| weight * value).sum()
}

/// What is to be as large as can be, and how it grows with each weight.
fn objective(
    choices: &[Choice<'_>],
    weights: &[f64],
    is_used: &[bool],
    regularization: f64,
) -> (f64, Vec<f64>) {
    let mut value = -0.5 * regularization * weights.iter().map(|it| it * it).sum::<f64>();
    let mut gradient: Vec<f64> = weights.iter().map(|it| -regularization * it).collect();
    for Choice { findings, share } in choices {
        let scores: Vec<f64> = findings.iter().map(|it| score(weights, it)).collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let likely: Vec<f64> = scores.iter().map(|it| (it - highest).exp()).collect();
        let all: f64 = likely.iter().sum();
        let faulty: f64 = findings.iter().zip(&likely).filter(|(it, _)| it.is_faulty).map(|(_, it)| it).sum();
        value += share * (faulty / all).max(f64::MIN_POSITIVE).ln();
        for (finding, likely) in findings.iter().zip(&likely) {
            let of_faulty = if finding.is_faulty { likely / faulty.max(f64::MIN_POSITIVE) } else { 0.0 };
            for (grows, feature) in gradient.iter_mut().zip(&finding.features) {
                *grows += share * feature * (of_faulty - likely / all);
            }
        }
    }
    for (grows, used) in gradient.iter_mut().zip(is_used) {
        if !used {
            *grows = 0.0;
        }
    }
    (value, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(line: u64, is_faulty: bool, features: &[f64]) -> Candidate {
        Candidate { line: (String::new(), line), is_faulty, tier: 0, features: features.to_vec() }
    }

    fn example(findings: Vec<Candidate>) -> Example {
        Example { suite: String::new(), share: 1.0, is_single: true, findings }
    }

    #[test]
    fn what_tells_faults_apart_gets_weight_and_what_does_not_gets_none() {
        // The first feature holds of faults, the second of others, the third of all.
        let of = |line| {
            example(vec![
                candidate(line, true, &[1.0, 0.0, 1.0]),
                candidate(line + 1, false, &[0.0, 1.0, 1.0]),
            ])
        };
        let examples = [of(1), of(5), of(9)];
        let all: Vec<&Example> = examples.iter().collect();
        let weights = fitted(&all, &[true; 3], 0.1);
        assert!(weights[0] > 0.5 && weights[1] < -0.5, "{weights:?}");
        assert!(weights[2].abs() < 1e-6, "{weights:?}");
        assert_eq!(weights, fitted(&all, &[true; 3], 0.1));
        assert_eq!(fitted(&all, &[false, true, true], 0.1)[0], 0.0);
    }

    #[test]
    fn many_versions_of_one_program_do_not_outvote_others() {
        let of = |is_faulty: bool, share: f64| {
            let findings = vec![candidate(1, is_faulty, &[1.0]), candidate(2, !is_faulty, &[0.0])];
            Example { share, ..example(findings) }
        };
        let versions = |share: f64| vec![of(false, share), of(false, share), of(false, share), of(true, 1.0)];
        let fitted_to = |share: f64| fitted(&versions(share).iter().collect::<Vec<_>>(), &[true], 0.1)[0];
        assert!(fitted_to(1.0) < -0.5);
        assert!(fitted_to(0.25) > 0.0);
    }

    #[test]
    fn programs_without_a_choice_teach_nothing() {
        let all_faulty = example(vec![candidate(1, true, &[1.0])]);
        let none = example(vec![candidate(1, false, &[1.0])]);
        assert_eq!(fitted(&[&all_faulty, &none], &[true], 1.0), [0.0]);
    }
}
