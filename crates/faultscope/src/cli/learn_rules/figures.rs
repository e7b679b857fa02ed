//! What a learned table is worth.

use std::fmt::Write;

use faultscope_repair::fixes::{LeftOut, Observed, Ranks};

/// The figures of each group with that group left out, beside those of the table before.
pub(super) fn summary(observed: &[Observed], left_out: &[LeftOut], n_programs: usize) -> String {
    let mut text = format!("{n_programs} fixed files with {} hunks\n\n", observed.len());
    let header = "| group | hunks | by a rule | median, mean rank | among the first 1, 5, 20 | learned from the others: by a rule | \
                  median, mean rank | among the first 1, 5, 20 |\n|---|---|---|---|---|---|---|---|\n";
    text.push_str(header);
    for LeftOut { group, before, learned } in left_out {
        row(&mut text, group, before, learned);
    }
    let before = Ranks::merged(left_out.iter().map(|it| &it.before));
    let learned = Ranks::merged(left_out.iter().map(|it| &it.learned));
    row(&mut text, "all", &before, &learned);
    text
}

fn row(text: &mut String, group: &str, before: &Ranks, learned: &Ranks) {
    let of = |it: &Ranks| {
        let median = it.median().map_or_else(|| "-".to_owned(), |it| it.to_string());
        let among = [1, 5, 20].map(|first| it.n_among(first).to_string()).join(" ");
        format!("{} | {median} {:.1} | {among}", it.ranks.len(), it.mean())
    };
    let _ = writeln!(text, "| `{group}` | {} | {} | {} |", before.n_hunks, of(before), of(learned));
}
