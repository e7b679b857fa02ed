//! What is said of all error traces where one danger automaton covers many of them.

use super::{End, analyse, end_of};

/// Eight paths, and an assignment for each that matters on all others.
#[test]
fn traces_that_take_the_edges_of_others_are_told_apart() {
    let all =
        |make: &dyn Fn(usize) -> String, between: &str| (0..8).map(make).collect::<Vec<_>>().join(between);
    let text = format!(
        "var a: 8; var b: 8; var c: 8; var t: 8; {} proc main() {{ havoc a; havoc b; havoc c; {} t := 0; \
         if (a != 0) {{ t := t + 1; }} if (b != 0) {{ t := t + 2; }} if (c != 0) {{ t := t + 4; }} assert !({}); }}",
        all(&|k| format!("var s{k}: 8;"), " "),
        all(&|k| format!("s{k} := 0;"), " "),
        all(&|k| format!("(s{k} == 0 || t == {k})"), " && "),
    );
    let outcome = analyse(&text, None);
    assert_eq!((end_of(&outcome), outcome.traces.len()), (End::Empty, 8));
    // It is known what the eighth would be like.
    let outcome = analyse(&text, Some(7));
    assert_eq!((end_of(&outcome), outcome.traces.len()), (End::UpToEdges, 7));
}

/// Each number is another path, and there are more of them than are told apart.
#[test]
fn too_many_traces_are_like_each_other_up_to_their_edges() {
    let text =
        "var n: 8; var i: 8; proc main() { havoc n; i := 0; while (i != n) { i := i + 1; } assert i != n; }";
    let outcome = analyse(text, None);
    assert_eq!(end_of(&outcome), End::UpToEdges);
    assert!(outcome.traces.len() > 5, "{}", outcome.traces.len());
}
