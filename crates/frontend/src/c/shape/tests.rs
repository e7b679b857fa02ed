use super::*;

/// The shape of the place that `here` marks: what is written between `«` and `»`.
#[track_caller]
fn shape(marked: &str) -> String {
    let start = marked.find('«').expect("a mark");
    let end = marked.find('»').expect("its end") - '«'.len_utf8();
    let text = marked.replace(['«', '»'], "");
    let source = SourceShape::new(&text);
    let PlaceShape { statement, around, roles, .. } = source.at(start..end).expect("a statement");
    format!("{statement} | {} | {}", around.join(" | "), roles.join(" ; "))
}

#[track_caller]
fn check_same(texts: &[&str]) {
    for text in &texts[1..] {
        assert_eq!(shape(text), shape(texts[0]), "{text}");
    }
}

#[track_caller]
fn check_others(texts: &[&str]) {
    let shapes: BTreeSet<String> = texts.iter().map(|it| shape(it)).collect();
    assert_eq!(shapes.len(), texts.len(), "{shapes:#?}");
}

const SUM: &str = "int sum(int a[], int n) { int i, s = 0; for (i = 0; «i <= n»; i++) s += a[i]; return s; }";

#[test]
fn names_have_kinds_and_numbers_from_the_place_outwards() {
    let text =
        "int g(int k);\nint f(int *p, int n) { while (n > 0) { «p[n] = g(X)»; n--; } return printf(\"n\"); }";
    let shape = shape(text);
    let expect = "v#1 [ v#2 ] = f#1 ( X ) ; | while ( v#2 > 0 ) | int f#2 ( int * v#1 , int v#2 )";
    assert!(shape.starts_with(expect), "{shape}");
}

#[test]
fn renamed_and_reformatted_texts_have_one_shape() {
    check_same(&[
        SUM,
        "int add(int numbers[], int count)\n{\n\tint total = 0;\n\tint k;\n\tfor(k=0;«k<=count»;k++)\n\t{\n\t\t\
         total+=numbers[k]; // next\n\t}\n\treturn total;\n}\n",
        "/* n */ int f(int x[], int y) { int r = 0, z; for (z = 0; «z <= y»; z++) { int q; r += x[z]; } return r; }",
    ]);
    check_same(&["void f(void) { int i, «s»; s++; i = 0; }", "void g(void) { int k; «int r»; r++; k = 0; }"]);
}

#[test]
fn how_main_is_declared_is_of_no_importance() {
    check_same(&[
        "int main() { «x++»; }",
        "int main(void) { «x++»; }",
        "int main(int c, char **v) { «x++»; }",
    ]);
    check_same(&["void f() { «x++»; }", "void g(void) { «x++»; }"]);
    check_others(&["void f(int c) { «x++»; }", "int f(int c) { «x++»; }", "int main(int c) { «x++»; }"]);
}

#[test]
fn other_places_have_other_shapes() {
    check_others(&[
        SUM,
        "int sum(int a[], int n) { int i, s = 0; for (i = 0; «i < n»; i++) s += a[i]; return s; }",
        "int sum(int a[], int n) { int i, s = 0; for (i = 0; «i <= n»; i++) s -= a[i]; return s; }",
        "int sum(int a[], int n) { int i, s = 0; if (n) for (i = 0; «i <= n»; i++) s += a[i]; return s; }",
    ]);
}

#[test]
fn variables_of_one_statement_are_told_apart_by_what_is_done_with_them() {
    check_others(&[
        "void f(int n) { int s; int «c»; while (n--) { s += n; c++; } }",
        "void f(int n) { int «s»; int c; while (n--) { s += n; c++; } }",
    ]);
}

#[test]
fn the_label_in_front_is_part_of_the_place() {
    check_others(&[
        "void f(int x) { switch (x) { case 1: «x++»; break; case 2: x++; break; } }",
        "void f(int x) { switch (x) { case 1: x++; break; case 2: «x++»; break; } }",
    ]);
}

#[test]
fn changes_are_cut_to_what_differs() {
    let source = SourceShape::new("void f(int n, int k) { if (n <= k) { n = 0; } }");
    let mut shape = source.at(23..30).expect("a statement");
    assert_eq!(shape.change("n <= k", "n < k"), ("<=".to_owned(), "<".to_owned()));
    assert_eq!(shape.change("k", "n"), ("v#1".to_owned(), "v#2".to_owned()));
    assert_eq!(shape.change("", "{ return ; }"), (String::new(), "return ;".to_owned()));
    assert_eq!(shape.fragment("k"), "v#2");
}

#[test]
fn every_text_has_statements_or_none_and_ends() {
    let deep = format!("{}x«;»{}", "{".repeat(5000), "}".repeat(5000));
    let conditions = format!("void f() {{ {} «x»; }}", "if (1) ".repeat(5000));
    for text in [
        "}}}«»",
        "«»",
        "if («",
        "int «x",
        "case «1",
        "for (;;) «} }",
        "do «{",
        "switch («",
        &deep,
        &conditions,
    ] {
        let at = text.find('«').expect("a mark");
        let text = text.replace(['«', '»'], "");
        let _ = SourceShape::new(&text).at(at..at);
    }
}
