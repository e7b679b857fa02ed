//! Patches of statements at other places than behind others in a block: alone in a body, in an `else`, behind what follows, out of a
//! block; and of the same thing at each copy.

use crate::changed_statements::first;

#[test]
fn a_body_without_braces_gets_them_with_what_is_missing() {
    let body = "\
    int n, i, found = 0;
    scanf(\"%d\", &n);
    for (i = 2; i < n; i++)
        if (n % i == 0)
            printf(\"%d\\n\", i);
    printf(\"%d\\n\", found);
";
    let tests = [("15", "3\n0\n"), ("7", "0\n"), ("49", "7\n0\n"), ("12", "2\n0\n")];
    assert_eq!(first(body, &tests), ["-printf(\"%d\\n\", i);", "+{ printf(\"%d\\n\", i); break; }"]);
}

#[test]
fn a_condition_gets_the_else_that_it_lacks() {
    let body = "\
    int n, rest = 0;
    scanf(\"%d\", &n);
    if (n % 3 == 0) {
        for (int i = 3; i < n; i += 3)
            rest += i;
    }
    if (rest == 0) printf(\"none\\n\");
    else printf(\"%d\\n\", rest);
";
    let tests = [("9", "9\n"), ("5", "-1\n"), ("3", "none\n"), ("7", "-1\n"), ("6", "3\n")];
    assert_eq!(first(body, &tests), ["+else", "+rest = -1;"]);
}

#[test]
fn what_is_behind_a_condition_goes_into_its_else() {
    let body = "\
    int n, i = 0, count = 0;
    scanf(\"%d\", &n);
    while (i < n) {
        if (i == 3 && count < 2) {
            count++;
        }
        i++;
        printf(\"%d \", i);
    }
";
    let tests = [("2", "1 2\n"), ("3", "1 2 3\n"), ("5", "1 2 3 3 3 4 5\n"), ("4", "1 2 3 3 3 4\n")];
    assert_eq!(first(body, &tests), ["+else {", "+}"]);
}

#[test]
fn a_statement_goes_behind_those_that_follow() {
    let body = "\
    int n, i, last = -1, same = 0;
    for (i = 0; i < 4; i++) {
        scanf(\"%d\", &n);
        last = n;
        if (n == last)
            same++;
    }
    printf(\"%d\\n\", same);
";
    let tests = [("1 2 3 4", "0\n"), ("5 5 5 5", "3\n"), ("1 2 2 3", "1\n")];
    assert_eq!(first(body, &tests), ["-last = n;", "+last = n;"]);
}

#[test]
fn what_ends_a_block_goes_behind_it() {
    let body = "\
    int n, i, odd = 0, seen = 0;
    scanf(\"%d\", &n);
    for (i = 1; i <= n; i++) {
        if (i % 2 == 1) {
            odd += i;
            seen++;
        }
    }
    printf(\"%d %d\\n\", odd, seen);
";
    let tests = [("1", "1 1\n"), ("4", "4 4\n"), ("5", "9 5\n"), ("2", "1 2\n")];
    assert_eq!(first(body, &tests), ["-seen++;", "+seen++;"]);
}

#[test]
fn a_text_is_missing_where_a_condition_holds() {
    let body = "\
    int n, digits = 0;
    scanf(\"%d\", &n);
    while (n > 0) {
        printf(\"%d\", n % 10);
        digits++;
        n /= 10;
    }
";
    let tests = [("12", "21"), ("0", "0"), ("7", "7"), ("345", "543")];
    assert_eq!(first(body, &tests), ["+if (n == 0) printf(\"%d\", n % 10);"]);
}

#[test]
fn a_character_is_another_one_of_the_program() {
    let body = "\
    int c, n = 0;
    while ((c = getchar()) != '\\n' && c != -1)
        if (c == 'a' || c == 'u')
            n++;
    printf(\"%d\\n\", n);
";
    let changed = ["-if (c == 'a' || c == 'u')", "+if (c == 'A' || c == 'u')"];
    assert_eq!(first(body, &[("A cAt", "2\n"), ("auu", "2\n"), ("xyz", "0\n"), ("AA a", "2\n")]), changed);
}

#[test]
fn an_index_is_that_of_the_same_array_beside_it() {
    let body = "\
    char text[40];
    int i = 0, sum = 0;
    scanf(\"%30s\", text);
    while (text[i] && text[0] != '.') {
        sum = 10 * sum + text[i] - '0';
        i++;
    }
    printf(\"%d %d\\n\", sum, i);
";
    let tests = [("12.5", "12 2\n"), ("7.", "7 1\n"), ("345", "345 3\n"), (".", "0 0\n")];
    let changed = ["-while (text[i] && text[0] != '.') {", "+while (text[i] && text[i] != '.') {"];
    assert_eq!(first(body, &tests), changed);
    // Both sides of one comparison may differ in just that.
    let body = "\
    char text[40];
    int i = 0;
    scanf(\"%30s\", text);
    while (text[i + 1] == text[i])
        i++;
    printf(\"%d\\n\", i);
";
    let lines = first(body, &[("aab", "2\n"), ("ab", "1\n"), ("bbbc", "3\n")]);
    assert!(!lines.iter().any(|it| it.contains("text[i] == text[i]")), "{lines:?}");
}

#[test]
fn the_same_number_is_replaced_wherever_it_stands() {
    let body = "\
    int n, i;
    scanf(\"%d\", &n);
    for (i = 1; i <= 4; i++) {
        printf(\"%d\", i);
        if (i < 4)
            printf(\",\");
    }
";
    let changed =
        ["-for (i = 1; i <= 4; i++) {", "+for (i = 1; i <= n; i++) {", "-if (i < 4)", "+if (i < n)"];
    let tests = [("3", "1,2,3"), ("4", "1,2,3,4"), ("6", "1,2,3,4,5,6"), ("1", "1")];
    assert_eq!(first(body, &tests), changed);
}

#[test]
fn another_variable_is_assigned() {
    let body = "\
    int n, low = 0, high = 0, i, x;
    scanf(\"%d\", &n);
    for (i = 0; i < n; i++) {
        scanf(\"%d\", &x);
        if (x < 0)
            low = low + x;
        if (x > 10)
            low = high + x;
    }
    printf(\"%d %d\\n\", low, high);
";
    let tests = [("2 -1 4", "-1 0\n"), ("2 11 12", "0 23\n"), ("3 -2 20 1", "-2 20\n")];
    assert_eq!(first(body, &tests), ["-low = high + x;", "+high = high + x;"]);
}
