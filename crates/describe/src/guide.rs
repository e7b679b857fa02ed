//! What came of a witness.

use faultscope_guidance::{Guided, Outcome};
use faultscope_report::{Guide, GuideOutcome};

/// What came of a witness that was to be followed.
pub fn guide(guided: &Guided) -> Guide {
    Guide {
        outcome: match guided.outcome {
            Outcome::Confirmed => GuideOutcome::Confirmed,
            Outcome::Refuted => GuideOutcome::Refuted,
            Outcome::Followed => GuideOutcome::Followed,
            Outcome::NotConfirmed => GuideOutcome::NotConfirmed,
        },
        message: guided.describe(),
        waypoint: guided.reached,
        n_waypoints: guided.n_segments,
        place: guided.place.as_ref().map(|it| (it.file.clone(), it.line)),
    }
}
