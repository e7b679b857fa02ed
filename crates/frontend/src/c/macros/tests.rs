//! What of a text that a compiler preprocessed stands where.

use super::super::parser::lex;
use super::*;

/// Each token of the output with the text that stands where it is spelled, and the uses that it comes from.
fn show(given: &str, originals: &[(&str, &str)]) -> String {
    let scrubbed = lex("a.c", given);
    let find = |name: &String| originals.iter().find(|(it, _)| it == name).map(|(_, text)| *text);
    let texts: Vec<Option<&str>> = scrubbed.files.iter().map(find).collect();
    let provenance = preprocessed(given, &scrubbed.lines, &texts);
    let cut = |item: Item| {
        let level = &provenance.levels[item.level as usize];
        let text = level.file.and_then(|file| texts[file as usize]).unwrap_or("?");
        text.get(item.start as usize..item.end as usize).unwrap_or("?")
    };
    let mut shown = String::new();
    for token in &provenance.tokens {
        let text = &given[token.start as usize..token.end as usize];
        let Some(item) = token.item else {
            shown.push_str(&format!("{text} unknown\n"));
            continue;
        };
        let expansions: Vec<&str> = provenance.expansions(item).into_iter().map(cut).collect();
        shown.push_str(&format!("{text} at {}", cut(item)));
        let macros =
            if expansions.is_empty() { String::new() } else { format!(" in {}", expansions.join(" in ")) };
        shown.push_str(&format!("{macros}\n"));
    }
    shown
}

#[track_caller]
fn check(given: &str, original: &str, expected: &str) {
    let given = format!("# 1 \"a.c\"\n{given}");
    assert_eq!(show(&given, &[("a.c", original)]).trim_end(), expected.trim().replace("            ", ""));
}

#[test]
fn bodies_are_spelled_in_the_definition_and_arguments_at_the_use() {
    check(
        "#define ADD(a,b) a + b\n#define TWO 2\n1 + 2;\n",
        "#define ADD(a, b)   a + /* c */ b\n#define TWO 2\nADD(1, TWO);\n",
        "1 at 1
            + at + in ADD(1, TWO)
            2 at 2 in TWO
            ; at ;",
    );
}

#[test]
fn uses_may_reach_over_lines_and_so_may_definitions() {
    check(
        "#define ADD(a,b) a + b\n\n1 + x\n\n; y\n",
        "#define ADD(a, b) a + \\\n  b\nADD(1\n , x)\n ; y\n",
        "1 at 1
            + at + in ADD(1\n , x)
            x at x
            ; at ;
            y at y",
    );
}

#[test]
fn what_expands_to_macros_is_expanded_further() {
    check(
        "#define ONE TWO + 1\n#define TWO 2\n#define ID(x) x\n2 + 1 - (3);\n",
        "#define ONE TWO + 1\n#define TWO 2\n#define ID(x) x\nID(ONE) - ID((3));\n",
        "2 at 2 in TWO in ONE
            + at + in ONE
            1 at 1 in ONE
            - at -
            ( at (
            3 at 3
            ) at )
            ; at ;",
    );
    // A macro is not expanded within itself, and a name before no parenthesis is a name.
    check(
        "#define f(x) x + f\n2 + f (3); f;\n",
        "#define f(x) x + f\nf(2) (3); f;\n",
        "2 at 2
            + at + in f(2)
            f at f in f(2)
            ( at (
            3 at 3
            ) at )
            ; at ;
            f at f
            ; at ;",
    );
}

#[test]
fn pasted_names_and_strings_stand_at_the_operator() {
    check(
        "#define NAME(a,b) a ## b ## _t = #a\nxy_t = \"x\";\n",
        "#define NAME(a, b) a ## b ## _t = #a\nNAME(x, y);\n",
        "xy_t at a ## b ## _t in NAME(x, y)
            = at = in NAME(x, y)
            \"x\" at #a in NAME(x, y)
            ; at ;",
    );
}

#[test]
fn further_arguments_may_be_none() {
    let definition = "#define LOG(f, ...) p(f, ## __VA_ARGS__)\n";
    check(
        &format!("{definition}p(1) p(1,2,3)\n"),
        &format!("{definition}LOG(1) LOG(1, 2, 3)\n"),
        "p at p in LOG(1)
            ( at ( in LOG(1)
            1 at 1
            ) at ) in LOG(1)
            p at p in LOG(1, 2, 3)
            ( at ( in LOG(1, 2, 3)
            1 at 1
            , at , in LOG(1, 2, 3)
            2 at 2
            , at ,
            3 at 3
            ) at ) in LOG(1, 2, 3)",
    );
}

#[test]
fn groups_that_the_compiler_left_out_are_not_looked_at() {
    check(
        "#define A 1\n\n\n\n\n#undef A\n#define A 2\nx = 2;\n",
        "#define A 1\n#if 0\nx = A;\n#else\n#endif\n#undef A\n#define A 2\nx = A;\n",
        "x at x
            = at =
            2 at 2 in A
            ; at ;",
    );
}

#[test]
fn macros_of_other_files_stand_where_they_are_used() {
    let given = "# 1 \"a.c\"\n# 1 \"/usr/h.h\" 1 3\n#define NULL ((void *)0)\n#define ID(x) (x)\n# 2 \"a.c\" 2\n((void *)0), (y)\n";
    let shown = show(given, &[("a.c", "#include <h.h>\nNULL, ID(y)\n")]);
    assert_eq!(
        shown.lines().filter(|line| line.ends_with(" in NULL") || line.ends_with(" in ID(y)")).count(),
        9
    );
    assert!(shown.contains("y at y\n"), "{shown}");
}
