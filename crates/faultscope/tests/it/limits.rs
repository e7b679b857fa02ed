//! Limits that can change an answer. The page that lists them is made by `documents`.

use std::collections::BTreeMap;

use faultscope::limits;
use faultscope_ir::limits::Limit;

#[test]
fn each_limit_has_a_name_of_its_own() {
    let mut seen: BTreeMap<&str, &Limit> = BTreeMap::new();
    for limit in limits::all() {
        assert!(limit.value > 0, "{limit:?}");
        assert!(limit.bounds_on_one_line().ends_with('.') && !limit.effect.ends_with('.'), "{limit:?}");
        assert_eq!(seen.insert(limit.name, limit), None);
    }
    assert!(seen.len() > 80, "{}", seen.len());
}
