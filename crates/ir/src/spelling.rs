//! Names that look like one that is misspelt.

/// A name that is misspelt has at most so many letters that are wrong, missing or too many.
const MAX_MISSPELT: usize = 3;

/// So many names are proposed for one that is misspelt.
const MAX_CANDIDATES: usize = 3;

/// The names that look most like another one, the nearest first: those that have it as a part or are a part of it, then those
/// that differ in a few letters. Often none.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let allowed = name.len().div_ceil(3).min(MAX_MISSPELT);
    let is_part = |it: &str| name.len() >= 4 && it.len() >= 4 && (it.contains(name) || name.contains(it));
    let mut near: Vec<(bool, usize, &str)> = names
        .map(|it| (!is_part(it), distance(name, it), it))
        .filter(|(is_other, distance, _)| !is_other || *distance <= allowed)
        .collect();
    near.sort_by_key(|(is_other, distance, _)| (*is_other, *distance));
    near.into_iter().map(|(_, _, it)| it).take(MAX_CANDIDATES).collect()
}

/// How many letters have to be changed, added or left out to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.chars().enumerate() {
        let mut current = vec![row + 1];
        for (column, it) in other.iter().enumerate() {
            let changed = above[column] + usize::from(*it != letter);
            current.push(changed.min(above[column + 1] + 1).min(current[column] + 1));
        }
        above = current;
    }
    above[other.len()]
}
