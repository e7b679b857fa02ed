//! Texts around places: `«` and `»` are put around what is asked about.

use expect_test::{Expect, expect};

use crate::layout::Layout;

/// A text without its marks, with the places of these.
fn marked(text: &str) -> (Layout, usize, usize) {
    let start = text.chars().position(|it| it == '«').expect("a start");
    let end = text.chars().position(|it| it == '»').expect("an end") - 1;
    (Layout::new(&text.replace(['«', '»'], "")), start, end)
}

/// Compares a text in which `│` is put in front of the place that is found for what is marked in it.
#[track_caller]
fn check(find: impl Fn(&Layout, usize, usize) -> Option<usize>, texts: &[&str], expect: Expect) {
    let found = texts.iter().map(|text| {
        let (layout, start, end) = marked(text);
        let mut plain: Vec<char> = text.replace(['«', '»'], "").chars().collect();
        match find(&layout, start, end) {
            Some(at) => plain.insert(at, '│'),
            None => plain.extend(" // none".chars()),
        }
        format!("{}\n", plain.into_iter().collect::<String>())
    });
    expect.assert_eq(&found.collect::<String>());
}

#[test]
fn a_keyword_has_the_whole_condition() {
    check(
        |layout, start, end| layout.keyword(start, end).map(|(at, _)| at),
        &[
            "f(); if («x > 3») g();",
            "while (((«x»))) g();",
            "for (i = 0; «i < n»; i++) g();",
            "for (i = f(1; 2); «i < n»; i++) g();",
            "switch («x») {}",
            "if («x» && y) g();",
            "if (x && («y»)) g();",
            "for («i = 0»; i < n; i++) g();",
            "g(«x»);",
            "/* if */ («x»);",
        ],
        expect![[r#"
            f(); │if (x > 3) g();
            │while (((x))) g();
            │for (i = 0; i < n; i++) g();
            │for (i = f(1; 2); i < n; i++) g();
            │switch (x) {}
            if (x && y) g(); // none
            if (x && (y)) g(); // none
            for (i = 0; i < n; i++) g(); // none
            g(x); // none
            /* if */ (x); // none
        "#]],
    );
}

#[test]
fn a_loop_goes_to_the_end_of_its_statement() {
    check(
        |layout, start, _| layout.loop_around(start),
        &[
            "while (x) { f(); «g»(); }",
            "while («x») f();",
            "while (x) f(); «g»();",
            "while (x) { for (;;) f(); «g»(); }",
            "while (x) { for (;;) «g»(); }",
            "meanwhile (x) { «g»(); }",
            "do { f(); } while («x»);",
            "for (;«x»;);",
            "/* while (x) { */ «g»();",
        ],
        expect![[r#"
            │while (x) { f(); g(); }
            │while (x) f();
            while (x) f(); g(); // none
            │while (x) { for (;;) f(); g(); }
            while (x) { │for (;;) g(); }
            meanwhile (x) { g(); } // none
            do { f(); } while (x); // none
            │for (;x;);
            /* while (x) { */ g(); // none
        "#]],
    );
}

#[test]
fn a_call_ends_with_its_parenthesis() {
    check(
        |layout, start, end| layout.call_end(start, end),
        &["«x = f(1)»;", "«x = f(g(1), \")\" )»;", "«x = (1)»;", "«x = sizeof(x)»;", "«x = y»;", "f(«1»);"],
        expect![[r#"
            x = f(1│);
            x = f(g(1), ")" │);
            x = (1); // none
            x = sizeof(x); // none
            x = y; // none
            f(1); // none
        "#]],
    );
}

#[test]
fn a_statement_begins_behind_what_controls_it() {
    check(
        |layout, start, _| layout.statement(start),
        &[
            "f(); x = «y»;",
            "{ x = «y»; }",
            "if (x) x = «y»;",
            "if (x) f(); else x = «y»;",
            "for (i = 0; i < n; i++) x = «y»;",
            "for (i = 0; i < «n»; i++) f();",
            "case 3: x = «y»;",
            "end: x = «y»;",
            "if («y») f();",
        ],
        expect![[r#"
            f(); │x = y;
            { │x = y; }
            if (x) │x = y;
            if (x) f(); else │x = y;
            for (i = 0; i < n; i++) │x = y;
            for (i = 0; │i < n; i++) f();
            case 3: │x = y;
            end: │x = y;
            │if (y) f();
        "#]],
    );
}

#[test]
fn the_next_statement_is_on_every_way() {
    check(
        |layout, start, end| layout.next_statement(start, end),
        &[
            "f(); «x = 1»; g();",
            "f(); «x = 1»; if (x) g();",
            "f(); «x = 1»; return x;",
            "f(); «x = 1»; int y;",
            "f(); «x = 1»; T *y;",
            "f(); «x = 1»; end: g();",
            "f(); «x = 1»; }",
            "if (y) «x = 1»; g();",
            "if (y) { «x = 1»; g(); }",
            "f(); «x = 1», y = 2; g();",
        ],
        expect![[r#"
            f(); x = 1; │g();
            f(); x = 1; │if (x) g();
            f(); x = 1; │return x;
            f(); x = 1; int y; // none
            f(); x = 1; T *y; // none
            f(); x = 1; end: g(); // none
            f(); x = 1; } // none
            if (y) x = 1; g(); // none
            if (y) { x = 1; │g(); }
            f(); x = 1, y = 2; g(); // none
        "#]],
    );
}

#[test]
fn the_first_statement_is_behind_all_declarations() {
    check(
        |layout, _, end| layout.first_statement(end),
        &[
            "int «x»; f();",
            "int «x», y; f();",
            "int «x»; int y = 2; T z; x = 1;",
            "int «x»; { x = 1; }",
            "int «x»; return x;",
            "int «x»; }",
            "int «x»; end: f();",
        ],
        expect![[r#"
            int x; │f();
            int x, y; │f();
            int x; int y = 2; T z; │x = 1;
            int x; { │x = 1; }
            int x; │return x;
            int x; } // none
            int x; end: f(); // none
        "#]],
    );
}

#[test]
fn comments_strings_and_directives_are_blank() {
    let layout = Layout::new("f(); // g\n/* if\n */ 'c' \"\\\"x\"\n  # 3 while\ny\n");
    let words: Vec<Option<u32>> = (1..=6).map(|line| Some(layout.position(layout.first(line)?).1)).collect();
    assert_eq!(words, [Some(1), None, Some(5), None, Some(1), None]);
    assert_eq!(layout.leftmost(2, &["if"]), None);
    assert_eq!(layout.leftmost(4, &["while"]), None);
    assert_eq!(layout.leftmost(1, &["f"]), Some(0));
}

#[test]
fn places_are_lines_and_columns_of_characters() {
    let layout = Layout::new("ä b\nc");
    assert_eq!(layout.offset((1, 3)), Some(2));
    assert_eq!(layout.position(2), (1, 3));
    assert_eq!(layout.position(4), (2, 1));
    assert_eq!(layout.offset((3, 1)), None);
    assert_eq!(layout.offset((0, 1)), None);
    assert_eq!(layout.word_at(2).as_deref(), Some("b"));
    assert_eq!(layout.before(2), Some((0, 'ä')));
}
