//! The `build` statements of Ninja.

use std::path::Path;

use super::step::Step;
use crate::paths::place;

/// The steps of a file, in its order.
pub(super) fn steps(text: &str, folder: &Path) -> Vec<Step> {
    let joined = text.replace("$\n", "");
    joined.lines().filter_map(|line| line.strip_prefix("build ")).filter_map(|it| step(it, folder)).collect()
}

/// What stands behind `build`: `a: LINKER a.o | libc.a || order`. What is only an order is no input.
fn step(statement: &str, folder: &Path) -> Option<Step> {
    let (outputs, rest) = split(statement)?;
    let mut rest = rest.into_iter();
    if rest.next()? == "phony" {
        return None;
    }
    let inputs = rest.take_while(|word| word != "||").filter(|word| word != "|");
    let inputs = inputs.map(|word| place(folder, &word)).collect();
    Some(Step { output: place(folder, outputs.first()?), inputs })
}

/// The words before and behind the colon.
fn split(statement: &str) -> Option<(Vec<String>, Vec<String>)> {
    let mut sides = vec![vec![String::new()]];
    let mut chars = statement.chars();
    while let Some(ch) = chars.next() {
        let is_output = sides.len() == 1;
        let words = sides.last_mut()?;
        match ch {
            '$' => words.last_mut()?.extend(chars.next()),
            ':' if is_output => sides.push(vec![String::new()]),
            ' ' => words.push(String::new()),
            _ => words.last_mut()?.push(ch),
        }
    }
    let mut sides = sides.into_iter().map(|words| words.into_iter().filter(|it| !it.is_empty()).collect());
    Some((sides.next()?, sides.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_an_input_and_an_order_is_not() {
        let text = "rule cc\n command = x\nbuild a: C_LINKER a$ b.p/a.c.o $\n  b.o | libc.a || order\n LINK = -lm\nbuild all: phony a\n";
        let found = steps(text, Path::new("/p"));
        let [step] = &found[..] else { panic!("{found:?}") };
        let inputs: Vec<String> = step.inputs.iter().map(|it| it.display().to_string()).collect();
        assert_eq!(inputs, ["/p/a b.p/a.c.o", "/p/b.o", "/p/libc.a"]);
        assert_eq!(step.output, Path::new("/p/a"));
    }
}
