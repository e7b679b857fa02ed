//! Submissions with the same mistake.

use std::collections::BTreeMap;

use crate::row::Row;

/// Submissions with the same mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its number, from 1.
    pub number: usize,
    /// The rows of the submissions, by their indices, in order.
    pub members: Vec<usize>,
    /// The numbers of the groups whose mistake is of the same kind, this one left out.
    pub alike: Vec<usize>,
}

/// The groups of rows that have a mistake, the largest first, and then in the order of their first rows. A mistake that only
/// one submission has is a group, too.
pub fn groups(rows: &[Row]) -> Vec<Group> {
    let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mistakes = rows.iter().enumerate().filter_map(|(idx, row)| Some((idx, row.mistake.as_ref()?)));
    for (idx, mistake) in mistakes.clone() {
        members.entry(&mistake.key).or_default().push(idx);
    }
    let mut sorted: Vec<Vec<usize>> = members.into_values().collect();
    sorted.sort_by_key(|members| (std::cmp::Reverse(members.len()), members[0]));
    let kind = |members: &[usize]| rows[members[0]].mistake.as_ref().and_then(|it| it.kind.as_deref());
    let mut of_kind: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (idx, members) in sorted.iter().enumerate() {
        if let Some(kind) = kind(members) {
            of_kind.entry(kind).or_default().push(idx + 1);
        }
    }
    let group = |(idx, members): (usize, &Vec<usize>)| {
        let number = idx + 1;
        let of_kind = kind(members).and_then(|it| of_kind.get(it)).into_iter().flatten();
        Group {
            number,
            members: members.clone(),
            alike: of_kind.copied().filter(|it| *it != number).collect(),
        }
    };
    sorted.iter().enumerate().map(group).collect()
}

/// The groups by the kind of their mistakes, those kinds that several groups have: in the order of the first group.
pub fn kinds(groups: &[Group]) -> Vec<Vec<&Group>> {
    let is_first = |it: &&Group| it.alike.first().is_some_and(|alike| *alike > it.number);
    let first = groups.iter().filter(is_first);
    let all = |it: &'_ Group| it.alike.iter().map(|it| &groups[it - 1]).collect::<Vec<_>>();
    first.map(|it| [vec![it], all(it)].concat()).collect()
}

/// For each row the number of its group.
pub fn numbers(rows: &[Row], groups: &[Group]) -> Vec<Option<usize>> {
    let mut numbers = vec![None; rows.len()];
    for group in groups {
        group.members.iter().for_each(|it| numbers[*it] = Some(group.number));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistake::Mistake;
    use crate::record::End;

    fn row(mistake: Option<(&str, &str)>) -> Row {
        let mistake = mistake.map(|(kind, key)| Mistake {
            key: key.to_owned(),
            kind: (!kind.is_empty()).then(|| kind.to_owned()),
        });
        Row { mistake, ..Row::new("a", &End::Died(String::new()), None, 0.0) }
    }

    #[test]
    fn rows_with_one_mistake_are_one_group() {
        let mistakes = [Some(("k", "2")), None, Some(("k", "1")), Some(("l", "3")), Some(("k", "1"))];
        let rows: Vec<Row> = mistakes.map(row).to_vec();
        let groups = groups(&rows);
        let shown: Vec<_> =
            groups.iter().map(|it| (it.number, it.members.clone(), it.alike.clone())).collect();
        assert_eq!(shown, [(1, vec![2, 4], vec![2]), (2, vec![0], vec![1]), (3, vec![3], vec![])]);
        assert_eq!(numbers(&rows, &groups), [Some(2), None, Some(1), Some(3), Some(1)]);
        let kinds: Vec<Vec<usize>> =
            kinds(&groups).iter().map(|it| it.iter().map(|it| it.number).collect()).collect();
        assert_eq!(kinds, [[1, 2]]);
    }

    #[test]
    fn mistakes_without_a_change_have_no_kind_in_common() {
        let rows: Vec<Row> = [Some(("", "1")), Some(("", "2"))].map(row).to_vec();
        assert!(groups(&rows).iter().all(|it| it.alike.is_empty()));
        assert!(kinds(&groups(&rows)).is_empty());
    }
}
