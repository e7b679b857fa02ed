//! Property files (`.prp`), as SV-COMP has them.
//!
//! ```text
//! file     = { "CHECK" "(" init "," "LTL" "(" formula ")" ")"  |  "CHECK" "(" "annotations" "," "all" ")"
//!            | "COVER" "(" … ")" }
//! init     = "init" "(" name "(" … ")" ")"
//! formula  = "G" "!" "call" "(" name [ "(" … ")" ] ")"  |  "G" "!" "label" "(" name ")"  |  "G" "valid-free"  |  …
//! ```
//!
//! White space stands where it likes; `//` begins a comment. A formula that is none of those that are known is kept as
//! text, for a tool can say of it that it does not check that. What is no list of such lines at all is a [`Problem`].

use std::fmt;

use crate::problem::Problem;

/// What a program is to be checked for. Has at least one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyFile {
    /// The function where execution starts, where the file says so. All its lines say the same.
    pub entry: Option<String>,
    /// The properties, each once, in the order of the file.
    pub properties: Vec<Property>,
}

/// What must hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// `G ! call(f())`: a function is never called.
    UnreachCall(String),
    /// `G ! label(L)`: a label is never reached.
    UnreachLabel(String),
    /// `G valid-free`: what is given back may be.
    ValidFree,
    /// `G valid-deref`: what is read or written may be.
    ValidDeref,
    /// `G valid-memtrack`: no allocated memory is lost.
    ValidMemtrack,
    /// `G valid-memcleanup`: all allocated memory is given back before the end.
    ValidMemcleanup,
    /// `G ! overflow`: no signed arithmetic overflows.
    NoOverflow,
    /// `G ! data-race`.
    NoDataRace,
    /// `G def-behavior`: the program does nothing that is undefined.
    DefBehavior,
    /// `F end`: every execution ends.
    Termination,
    /// `CHECK(annotations, all)`: what annotations claim holds.
    Annotations,
    /// `COVER(…)`: tests are to be made that cover the code so.
    Cover(String),
    /// Another formula.
    Other(String),
}

impl Property {
    /// What it is called in answers and lists of names, as the property files of SV-COMP are; of another formula its text.
    pub fn name(&self) -> &str {
        match self {
            Property::UnreachCall(_) => "unreach-call",
            Property::UnreachLabel(_) => "unreach-label",
            Property::ValidFree => "valid-free",
            Property::ValidDeref => "valid-deref",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::NoOverflow => "no-overflow",
            Property::NoDataRace => "no-data-race",
            Property::DefBehavior => "def-behavior",
            Property::Termination => "termination",
            Property::Annotations => "annotations",
            Property::Cover(text) | Property::Other(text) => text,
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Property::UnreachCall(function) => write!(f, "unreach-call of {function}()"),
            Property::UnreachLabel(label) => write!(f, "unreach-label {label}"),
            property => f.write_str(property.name()),
        }
    }
}

impl PropertyFile {
    /// Reads a property file.
    ///
    /// # Errors
    /// Where the text is no list of `CHECK(…)` and `COVER(…)`, has none, or its lines start at different functions.
    pub fn parse(text: &str) -> Result<PropertyFile, Problem> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, position: 0, end: text.lines().count().max(1) };
        let mut file = PropertyFile { entry: None, properties: Vec::new() };
        while parser.position < tokens.len() {
            let line = parser.line();
            let (entry, property) = parser.check()?;
            match (&file.entry, entry) {
                (Some(one), Some(other)) if *one != other => {
                    let message = format!("this starts at `{other}`, and a line before at `{one}`");
                    return Err(Problem::new(line, message));
                }
                (None, entry @ Some(_)) => file.entry = entry,
                _ => {}
            }
            if !file.properties.contains(&property) {
                file.properties.push(property);
            }
        }
        if file.properties.is_empty() {
            return Err(Problem::new(
                1,
                "there is no property in it: expected a line `CHECK( init(main()), LTL(…) )`",
            ));
        }
        Ok(file)
    }

    /// Whether another one asks for the same, in whatever order.
    pub fn is_same(&self, other: &PropertyFile) -> bool {
        let entry = |file: &PropertyFile| file.entry.clone().unwrap_or_else(|| "main".to_owned());
        let has_all = |one: &PropertyFile, other: &PropertyFile| {
            one.properties.iter().all(|it| other.properties.contains(it))
        };
        entry(self) == entry(other) && has_all(self, other) && has_all(other, self)
    }
}

/// A word, or a character that is no part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Problem> {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '@' | '.' | '$');
    let mut tokens = Vec::new();
    // Files that were made on Windows may begin with a mark.
    for (idx, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next().filter(|_| !rest.starts_with("//")) {
            if first.is_control() {
                return Err(Problem::new(idx + 1, "this is not text"));
            }
            let word = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
            let (token, behind) = rest.split_at(word.max(first.len_utf8()));
            tokens.push(Token { text: token, line: idx + 1 });
            rest = behind.trim_start();
        }
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    position: usize,
    /// The number of the last line.
    end: usize,
}

impl<'a> Parser<'a> {
    fn line(&self) -> usize {
        self.tokens.get(self.position).map_or(self.end, |it| it.line)
    }

    fn next(&mut self) -> Option<&'a str> {
        let token = self.tokens.get(self.position)?;
        self.position += 1;
        Some(token.text)
    }

    fn expect(&mut self, text: &str) -> Result<(), Problem> {
        let line = self.line();
        match self.next() {
            Some(found) if found == text => Ok(()),
            Some(found) => Err(Problem::new(line, format!("expected `{text}`, found `{found}`"))),
            None => Err(Problem::new(line, format!("expected `{text}`, and the file ends"))),
        }
    }

    /// Everything up to the bracket that closes one that was opened before, which is left behind.
    fn balanced(&mut self) -> Result<&'a [Token<'a>], Problem> {
        let (start, line) = (self.position, self.line());
        let mut depth = 0_usize;
        loop {
            match self.next() {
                Some("(") => depth += 1,
                Some(")") if depth == 0 => return Ok(&self.tokens[start..self.position - 1]),
                Some(")") => depth -= 1,
                Some(_) => {}
                None => return Err(Problem::new(line, "a bracket `(` is not closed")),
            }
        }
    }

    /// A line: where it starts, and what must hold.
    fn check(&mut self) -> Result<(Option<String>, Property), Problem> {
        let line = self.line();
        match self.next() {
            Some("CHECK") => {
                self.expect("(")?;
                let texts: Vec<&str> = self.balanced()?.iter().map(|it| it.text).collect();
                checked(&texts).map_err(|message| Problem::new(line, message))
            }
            Some("COVER") => {
                self.expect("(")?;
                let texts: Vec<&str> = self.balanced()?.iter().map(|it| it.text).collect();
                let (entry, goal) = started(&texts).map_err(|message| Problem::new(line, message))?;
                Ok((Some(entry), Property::Cover(format!("COVER {}", joined(goal)))))
            }
            found => {
                let found = found.unwrap_or_default();
                Err(Problem::new(line, format!("expected `CHECK(…)` or `COVER(…)`, found `{found}`")))
            }
        }
    }
}

/// What stands between the brackets of a `CHECK`.
fn checked(texts: &[&str]) -> Result<(Option<String>, Property), String> {
    if let ["annotations", ",", "all"] = texts {
        return Ok((None, Property::Annotations));
    }
    let (entry, rest) = started(texts)?;
    let ["LTL", "(", formula @ .., ")"] = rest else {
        return Err(format!("expected `LTL(…)`, found `{}`", joined(rest)));
    };
    Ok((Some(entry), property(formula)?))
}

/// The function of `init(f()), …`, and the rest.
fn started<'a, 'b>(texts: &'b [&'a str]) -> Result<(String, &'b [&'a str]), String> {
    match texts {
        ["init", "(", name, "(", rest @ ..] if is_name(name) => {
            let end = rest.windows(3).position(|it| it == [")", ")", ","]);
            let end = end.ok_or_else(|| format!("expected `init({name}()), …`"))?;
            Ok(((*name).to_owned(), &rest[end + 3..]))
        }
        _ => Err(format!("expected `init(main())`, found `{}`", joined(texts))),
    }
}

fn property(formula: &[&str]) -> Result<Property, String> {
    Ok(match formula {
        [] => return Err("the formula is empty".to_owned()),
        ["G", "!", "call", "(", name, rest @ ..] if is_call(rest) && is_name(name) => {
            Property::UnreachCall((*name).to_owned())
        }
        ["G", "!", "label", "(", name, ")"] if is_name(name) => Property::UnreachLabel((*name).to_owned()),
        ["G", "valid-free"] => Property::ValidFree,
        ["G", "valid-deref"] => Property::ValidDeref,
        ["G", "valid-memtrack"] => Property::ValidMemtrack,
        ["G", "valid-memcleanup"] => Property::ValidMemcleanup,
        ["G", "!", "overflow"] => Property::NoOverflow,
        ["G", "!", "data-race"] => Property::NoDataRace,
        ["G", "def-behavior"] => Property::DefBehavior,
        ["F", "end"] => Property::Termination,
        _ => Property::Other(joined(formula)),
    })
}

/// Whether this is what follows the name of a function in `call(f())`.
fn is_call(rest: &[&str]) -> bool {
    matches!(rest, [")"] | ["(", ")", ")"] | ["(", ".", ".", ".", ")", ")"] | ["(", "...", ")", ")"])
}

fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    let starts = |it: char| it.is_alphabetic() || it == '_' || it == '$';
    characters.next().is_some_and(starts) && characters.all(|it| starts(it) || it.is_numeric())
}

/// The tokens as a text: blanks between words.
fn joined(texts: &[&str]) -> String {
    let mut joined = String::new();
    let is_word = |text: &str| text.chars().next().is_some_and(|it| it.is_alphanumeric() || it == '_');
    for pair in texts.iter().zip(texts.iter().skip(1).map(Some).chain([None])) {
        joined += pair.0;
        if let (one, Some(other)) = pair
            && ((is_word(one) && is_word(other))
                || [*one, *other].iter().any(|it| matches!(*it, "!" | "&" | "|")))
        {
            joined.push(' ');
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    #[track_caller]
    fn check(text: &str, entry: Option<&str>, expect: &[Property]) {
        let file = PropertyFile::parse(text).expect("it is one");
        assert_eq!((file.entry.as_deref(), &*file.properties), (entry, expect), "{text}");
    }

    #[track_caller]
    fn check_error(text: &str, expect: &str) {
        let problem = PropertyFile::parse(text).expect_err("something is wrong with it");
        assert_eq!(problem.to_string(), expect);
    }

    fn call(name: &str) -> Property {
        Property::UnreachCall(name.to_owned())
    }

    /// Each property with its formula.
    fn known() -> Vec<(Property, &'static str)> {
        vec![
            (call("reach_error"), "G ! call(reach_error())"),
            (Property::UnreachLabel("ERROR".to_owned()), "G ! label(ERROR)"),
            (Property::ValidFree, "G valid-free"),
            (Property::ValidDeref, "G valid-deref"),
            (Property::ValidMemtrack, "G valid-memtrack"),
            (Property::ValidMemcleanup, "G valid-memcleanup"),
            (Property::NoOverflow, "G ! overflow"),
            (Property::NoDataRace, "G ! data-race"),
            (Property::DefBehavior, "G def-behavior"),
            (Property::Termination, "F end"),
        ]
    }

    #[test]
    fn every_formula_of_sv_comp_is_known() {
        for (property, formula) in known() {
            check(&format!("CHECK( init(main()), LTL({formula}) )\n"), Some("main"), &[property]);
        }
        check("CHECK(annotations, all)", None, &[Property::Annotations]);
        let cover = Property::Cover("COVER FQL(COVER EDGES(@CALL(reach_error)))".to_owned());
        check("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )", Some("main"), &[cover]);
        let cover = Property::Cover("COVER FQL(COVER EDGES(@DECISIONEDGE))".to_owned());
        check("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", Some("main"), &[cover]);
    }

    #[test]
    fn several_lines_are_several_properties() {
        let text = "CHECK( init(main()), LTL(G valid-free) )\n\
            CHECK( init(main()), LTL(G valid-deref) )\r\n\nCHECK( init(main()), LTL(G valid-memtrack) )\n\
            CHECK( init(main()), LTL(G valid-free) )";
        let expect = [Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack];
        check(text, Some("main"), &expect);
        check(
            "CHECK(annotations,all) CHECK(init(f()),LTL(F end))",
            Some("f"),
            &[Property::Annotations, Property::Termination],
        );
    }

    #[test]
    fn white_space_and_comments_do_not_matter() {
        let text = "\u{feff}// what is asked\n\n  CHECK (\tinit ( start( ) ) ,\n LTL( G! call( my_error ( ) ) ) ) // so\n//CHECK(\n";
        check(text, Some("start"), &[call("my_error")]);
        check("CHECK(init(main(void)),LTL(G!call(f)))", Some("main"), &[call("f")]);
        check(
            "CHECK(init(main()),LTL(G ! call(__VERIFIER_error(...))))",
            Some("main"),
            &[call("__VERIFIER_error")],
        );
    }

    #[test]
    fn what_is_not_known_is_named() {
        let other = |text: &str| [Property::Other(text.to_owned())];
        check("CHECK( init(main()), LTL(G ! deadlock) )", Some("main"), &other("G ! deadlock"));
        check("CHECK( init(main()), LTL(G (a && F b)) )", Some("main"), &other("G(a & & F b)"));
        check("CHECK( init(main()), LTL(G ! call(1f())) )", Some("main"), &other("G ! call(1f())"));
    }

    #[test]
    fn what_is_none_is_refused_with_its_line() {
        check_error(
            "",
            "line 1: there is no property in it: expected a line `CHECK( init(main()), LTL(…) )`",
        );
        check_error(
            "\n// nothing\n",
            "line 1: there is no property in it: expected a line `CHECK( init(main()), LTL(…) )`",
        );
        check_error(
            "\nCHEK( init(main()), LTL(F end) )",
            "line 2: expected `CHECK(…)` or `COVER(…)`, found `CHEK`",
        );
        check_error("CHECK( init(main()), LTL(F end)\n\n", "line 1: a bracket `(` is not closed");
        check_error("CHECK init", "line 1: expected `(`, found `init`");
        check_error("CHECK", "line 1: expected `(`, and the file ends");
        check_error("CHECK( LTL(F end) )", "line 1: expected `init(main())`, found `LTL(F end)`");
        check_error("CHECK( init(main()), F end )", "line 1: expected `LTL(…)`, found `F end`");
        check_error("CHECK( init(main()), LTL() )", "line 1: the formula is empty");
        check_error(
            "CHECK( init(main()), LTL(F end) ) x",
            "line 1: expected `CHECK(…)` or `COVER(…)`, found `x`",
        );
        check_error("CHECK(\u{0})", "line 1: this is not text");
        let two = "CHECK( init(main()), LTL(F end) )\nCHECK( init(f()), LTL(G valid-free) )";
        check_error(two, "line 2: this starts at `f`, and a line before at `main`");
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 400, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn white_space_between_tokens_changes_nothing(
            chosen in prop::collection::vec(0..10_usize, 1..6),
            blanks in prop::collection::vec(prop::sample::select(vec![" ", "\t", "\n", "  ", "\r\n", " // a ) comment (\n"]), 1..20),
        ) {
            let known = known();
            let lines: Vec<String> = chosen.iter().map(|it| format!("CHECK( init(main()), LTL({}) )", known[*it].1)).collect();
            let plain = PropertyFile::parse(&lines.join("\n")).expect("they are known");
            let all = lines.join("\n");
            let parts = tokens(&all).expect("it is text");
            let spaced: String = parts.iter().zip(blanks.iter().cycle()).map(|(it, blank)| format!("{}{blank}", it.text)).collect();
            prop_assert_eq!(PropertyFile::parse(&spaced), Ok(plain));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[CHEKOVR(), G!a-zé/\n]{0,60}") {
            let _ = PropertyFile::parse(&text);
        }

        #[test]
        fn any_bytes_are_read_or_refused(text in any::<String>()) {
            let _ = PropertyFile::parse(&format!("CHECK( init(main()), LTL({text}) )"));
        }
    }
}
