//! What is said of a change that somebody else has made.

use faultscope_repair::judgement::Judgement;
use faultscope_report::verification::Outcome;

/// Whether the change is a repair, and the places or assumptions that say why.
pub fn described(judgement: &Judgement) -> (Outcome, Vec<String>) {
    match judgement {
        Judgement::Repair => (Outcome::Repair, Vec::new()),
        Judgement::Fails(_) => (Outcome::Fails, Vec::new()),
        Judgement::Undefined(_) => (Outcome::Undefined, Vec::new()),
        Judgement::Unreached => (Outcome::Unreached, Vec::new()),
        Judgement::Unended => (Outcome::Unended, Vec::new()),
        Judgement::Unchecked => (Outcome::Unchecked, Vec::new()),
        Judgement::Unasserted(places) => (Outcome::Unasserted, places.clone()),
        Judgement::Unread(places) => (Outcome::Unread, places.clone()),
        Judgement::Respecified(places) => (Outcome::Respecified, places.clone()),
        Judgement::Avoided => (Outcome::Avoided, Vec::new()),
        Judgement::Assuming(assumed) => (Outcome::Assuming, assumed.clone()),
        Judgement::Open(_) => (Outcome::Open, Vec::new()),
    }
}
