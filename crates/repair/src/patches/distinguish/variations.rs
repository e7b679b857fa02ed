//! Inputs that are like the one of a test.
//!
//! Standard input and each argument are *words* with white space before them. A word that is a number becomes another one, or
//! that of another word; words are dropped, repeated and exchanged. Of long inputs the words at both ends are varied.

use crate::limits::MAX_TEXT_WORDS_VARIED;
use faultscope_verify::environment::Input;

/// A word, and what stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Word<'a> {
    space: &'a [u8],
    text: &'a [u8],
}

/// Inputs that are like this one, with these numbers among others, in an order that depends on nothing else.
pub(super) fn variations(input: &Input, numbers: &[i128]) -> Vec<Input> {
    let stdin = varied_text(&input.stdin, numbers);
    let stdin = stdin.into_iter().map(|stdin| Input { stdin, ..input.clone() });
    let arguments = input.arguments.iter().enumerate().flat_map(|(idx, argument)| {
        let with = move |text: Vec<u8>| {
            let mut arguments = input.arguments.clone();
            arguments[idx] = text;
            Input { arguments, ..input.clone() }
        };
        varied_text(argument, numbers).into_iter().map(with)
    });
    let values = input.values.iter().flat_map(|values| {
        let texts: Vec<String> = values.iter().map(i128::to_string).collect();
        let words: Vec<Word<'_>> =
            texts.iter().map(|text| Word { space: b" ", text: text.as_bytes() }).collect();
        let read = |text: Vec<u8>| {
            let text = String::from_utf8(text).ok()?;
            let values: Option<Vec<i128>> = text.split_whitespace().map(|it| it.parse().ok()).collect();
            Some(Input { values: Some(values?), ..input.clone() })
        };
        varied(&words, b"", numbers).into_iter().filter_map(read).collect::<Vec<Input>>()
    });
    let exchanged = (1..input.arguments.len()).map(|idx| {
        let mut arguments = input.arguments.clone();
        arguments.swap(idx - 1, idx);
        Input { arguments, ..input.clone() }
    });
    stdin.chain(arguments).chain(exchanged).chain(values).collect()
}

fn varied_text(text: &[u8], numbers: &[i128]) -> Vec<Vec<u8>> {
    let (words, rest) = words(text);
    varied(&words, rest, numbers)
}

/// The words of a text, and what stands behind the last.
fn words(mut text: &[u8]) -> (Vec<Word<'_>>, &[u8]) {
    let mut words = Vec::new();
    loop {
        let n_space = text.iter().take_while(|it| it.is_ascii_whitespace()).count();
        let (space, behind) = text.split_at(n_space);
        let n_text = behind.iter().take_while(|it| !it.is_ascii_whitespace()).count();
        if n_text == 0 {
            return (words, text);
        }
        let (word, behind) = behind.split_at(n_text);
        words.push(Word { space, text: word });
        text = behind;
    }
}

fn varied(words: &[Word<'_>], rest: &[u8], numbers: &[i128]) -> Vec<Vec<u8>> {
    let n = words.len();
    let places: Vec<usize> =
        (0..n).filter(|at| *at < MAX_TEXT_WORDS_VARIED || at + MAX_TEXT_WORDS_VARIED >= n).collect();
    let mut texts = Vec::new();
    for at in &places {
        let mut others = other_words(words[*at].text, numbers);
        let of_others = places.iter().map(|it| words[*it].text.to_vec());
        others.extend(of_others.filter(|it| is_number(it) == is_number(words[*at].text)));
        for other in others {
            let mut words = words.to_vec();
            words[*at].text = &other;
            texts.push(joined(&words, rest));
        }
    }
    for at in &places {
        let mut dropped = words.to_vec();
        dropped.remove(*at);
        let mut repeated = words.to_vec();
        let space = if words[*at].space.is_empty() { b" " } else { words[*at].space };
        repeated.insert(at + 1, Word { space, text: words[*at].text });
        texts.extend([joined(&dropped, rest), joined(&repeated, rest)]);
        if at + 1 < n {
            let mut exchanged = words.to_vec();
            (exchanged[*at].text, exchanged[at + 1].text) = (words[at + 1].text, words[*at].text);
            texts.push(joined(&exchanged, rest));
        }
    }
    let original = joined(words, rest);
    texts.retain(|it| *it != original);
    texts
}

fn joined(words: &[Word<'_>], rest: &[u8]) -> Vec<u8> {
    let mut text: Vec<u8> = words.iter().flat_map(|it| [it.space, it.text]).flatten().copied().collect();
    text.extend(rest);
    text
}

fn is_number(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|it| it.parse::<i64>().is_ok())
}

/// What may stand instead of a word: other numbers, numbers with another whole part, or words of about the same letters.
fn other_words(word: &[u8], numbers: &[i128]) -> Vec<Vec<u8>> {
    let Ok(text) = std::str::from_utf8(word) else { return Vec::new() };
    if let Ok(number) = text.parse::<i64>() {
        let number = i128::from(number);
        let near = [number + 1, number - 1, 0, -1, -number];
        return near.iter().chain(numbers).map(|it| it.to_string().into_bytes()).collect();
    }
    if let Some((whole, part)) = text.split_once('.')
        && let (Ok(number), true) = (whole.parse::<i32>(), part.bytes().all(|it| it.is_ascii_digit()))
    {
        let number = i64::from(number);
        return [number + 1, number - 1, 0, -number]
            .iter()
            .map(|it| format!("{it}.{part}").into_bytes())
            .collect();
    }
    let reversed: Vec<u8> = word.iter().rev().copied().collect();
    let doubled: Vec<u8> = word.iter().chain(word.last()).copied().collect();
    let other_case =
        |it: &u8| if it.is_ascii_uppercase() { it.to_ascii_lowercase() } else { it.to_ascii_uppercase() };
    let mut words = vec![doubled, reversed, word.iter().map(other_case).collect()];
    if word.len() > 1 {
        words.push(word[..word.len() - 1].to_vec());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_stdin(stdin: &str, numbers: &[i128]) -> Vec<String> {
        let input = Input { stdin: stdin.into(), ..Input::default() };
        let text = |it: Input| String::from_utf8(it.stdin).unwrap();
        variations(&input, numbers).into_iter().map(text).collect()
    }

    #[test]
    fn numbers_become_others_and_words_move() {
        let expected = [
            "4 8\n", "2 8\n", "0 8\n", "-1 8\n", "-3 8\n", "5 8\n", "8 8\n", //
            "3 9\n", "3 7\n", "3 0\n", "3 -1\n", "3 -8\n", "3 5\n", "3 3\n", //
            " 8\n", "3 3 8\n", "8 3\n", "3\n", "3 8 8\n",
        ];
        assert_eq!(of_stdin("3 8\n", &[5]), expected);
    }

    #[test]
    fn words_and_fractions_are_varied_too() {
        assert_eq!(of_stdin("Ab", &[5]), ["Abb", "bA", "aB", "A", "", "Ab Ab"]);
        assert_eq!(of_stdin("1.50", &[]), ["2.50", "0.50", "0.50", "-1.50", "", "1.50 1.50"]);
        assert_eq!(of_stdin(" \n", &[1]), [""; 0]);
    }

    #[test]
    fn arguments_and_values_are_varied_by_themselves() {
        let arguments = vec![b"7".to_vec(), b"x".to_vec()];
        let input = Input { arguments, values: Some(vec![2, 9]), ..Input::default() };
        let all = variations(&input, &[]);
        let has = |is: &dyn Fn(&Input) -> bool| all.iter().any(is);
        assert!(has(&|it| it.arguments == [&b"8"[..], b"x"] && it.values == input.values));
        assert!(has(&|it| it.arguments == [&b"x"[..], b"7"]));
        assert!(has(&|it| it.arguments == input.arguments && it.values == Some(vec![9, 2])));
        assert!(has(&|it| it.values == Some(vec![2])));
    }

    #[test]
    fn of_long_inputs_the_ends_are_varied() {
        let stdin: Vec<String> = (100..140).map(|it| it.to_string()).collect();
        let all = of_stdin(&stdin.join(" "), &[]);
        assert!(all.iter().all(|it| it.contains("120")));
        assert!(all.iter().any(|it| it.ends_with("138 140")));
    }
}
