//! C programs, whose checks are those of the language.

use faultscope_frontend::c::{self, CConfig};
use faultscope_frontend::{Input, InputFile};
use faultscope_ir::Program;
use faultscope_solver::Limits;

use super::known;
use crate::mined_specification::{Bound, ProvedCheck, mined_specification};

fn translated(text: &str) -> Program {
    let file = InputFile { name: "a.c".into(), text: text.into(), originals: Vec::new() };
    let input = Input { files: vec![file] };
    c::translate(&input, &CConfig::default()).program.expect("a program")
}

/// The texts of the statements on which the checks with a word in their message rest.
fn trusted(text: &str, word: &str) -> Vec<String> {
    let program = translated(text);
    let mined = mined_specification(&program, &known(&program), &Limits::unlimited());
    let proved = mined.proved().iter().filter(|it| program.check(it.check).message.contains(word));
    let origins = proved.flat_map(|it| it.trusted.iter().copied());
    origins.map(|origin| program.sources.origin(origin).text.clone()).collect()
}

/// What is proved of the accesses to the array.
fn bounds(text: &str) -> Vec<Option<Bound>> {
    let program = translated(text);
    let mined = mined_specification(&program, &known(&program), &Limits::unlimited());
    let of_array = |it: &&ProvedCheck| program.check(it.check).message.contains("access out of bounds");
    mined.proved().iter().filter(of_array).map(|it| it.bound).collect()
}

#[test]
fn the_first_index_is_trusted() {
    let text = |comparison: &str| {
        format!(
            "int sum(int *a, int n) {{
              int i, s = 0;
              for (i = 0; i {comparison} n; ++i) s = a[i];
              return s;
            }}
            int main(void) {{ int a[10] = {{0}}; return sum(a, 10); }}"
        )
    };
    // The language has one check for both ends. With `<=` the lower one holds, and rests on the first index alone; both do with `<`.
    assert_eq!(trusted(&text("<"), "access out of bounds: `a[i]`"), ["i = 0", "i = 0", "i < n"]);
    assert_eq!(bounds(&text("<")), [Some(Bound::Lower), Some(Bound::Upper)]);
    assert_eq!(trusted(&text("<="), "access out of bounds: `a[i]`"), ["i = 0"]);
    assert_eq!(bounds(&text("<=")), [Some(Bound::Lower)]);
    let downwards = text("<").replace("i = 0; i < n; ++i", "i = 9; i >= -1; --i");
    assert_eq!(trusted(&downwards, "access out of bounds: `a[i]`"), ["i = 9"]);
    assert_eq!(bounds(&downwards), [Some(Bound::Upper)]);
    let anywhere = text("<").replace("i = 0", "i = any()").replace("int sum", "int any(void); int sum");
    assert_eq!(bounds(&anywhere.replace("i < n", "i <= n")), []);
}
