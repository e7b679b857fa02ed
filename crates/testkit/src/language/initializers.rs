//! Random initializers: braces and none, designators of any depth, ranges, parts that are given again, strings, unions, anonymous
//! members, bit-fields, compound literals, flexible arrays.

use std::rc::Rc;

use super::{Asking, Piece};
use crate::random::Random;

/// The program of a seed.
pub fn initializers(seed: u64) -> Asking {
    let mut random = Random::new(seed);
    let counts = random.percent(30);
    let mut generator = Generator { random, counts, pieces: Vec::new(), n_names: 0, records: Vec::new() };
    generator.program();
    Asking { files: vec![generator.pieces] }
}

#[derive(Debug, Clone)]
enum Ty {
    Scalar(&'static str),
    Array(Box<Ty>, usize),
    Record(Rc<Record>),
}

#[derive(Debug)]
struct Record {
    /// As `struct s3`.
    name: String,
    is_union: bool,
    members: Vec<Member>,
}

#[derive(Debug, Clone)]
struct Member {
    /// None of anonymous records.
    name: Option<String>,
    ty: Ty,
}

/// Where an initializer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Function,
}

/// A member as it is designated, with its type; members of anonymous records are those of the record around it.
type Part = (String, Ty);

impl Ty {
    fn declared(&self, name: &str) -> String {
        match self {
            Ty::Scalar(ty) => format!("{ty} {name}"),
            Ty::Array(element, length) => element.declared(&format!("{name}[{length}]")),
            Ty::Record(record) => format!("{} {name}", record.name),
        }
    }

    fn is_chars(&self) -> bool {
        matches!(self, Ty::Array(element, _) if matches!(**element, Ty::Scalar("char" | "unsigned char")))
    }

    /// The scalars in it that can be compared, as expressions.
    fn leaves(&self, path: &str, leaves: &mut Vec<String>) {
        match self {
            Ty::Scalar("char *") => {
                leaves.push(format!("{path} ? {path}[0] * 256 + {path}[{path}[0] != 0] : -1"))
            }
            Ty::Scalar(_) => leaves.push(path.to_owned()),
            Ty::Array(element, length) => {
                (0..*length).for_each(|idx| element.leaves(&format!("{path}[{idx}]"), leaves));
            }
            Ty::Record(record) => {
                for (name, ty) in record.parts() {
                    ty.leaves(&format!("{path}.{name}"), leaves);
                }
            }
        }
    }
}

impl Record {
    fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for member in &self.members {
            match (&member.name, &member.ty) {
                (Some(name), ty) => parts.push((name.clone(), ty.clone())),
                (None, Ty::Record(inner)) => parts.extend(inner.parts()),
                (None, _) => {}
            }
        }
        parts
    }
}

struct Generator {
    random: Random,
    /// Whether how often functions were called is asked for. C leaves open whether an initializer is evaluated that a later one
    /// takes the place of, so that there are no designators then.
    counts: bool,
    pieces: Vec<Piece>,
    n_names: usize,
    records: Vec<Rc<Record>>,
}

const SCALARS: [&str; 9] =
    ["int", "char", "short", "long", "unsigned char", "unsigned", "signed char", "_Bool", "char *"];

impl Generator {
    fn text(&mut self, text: impl Into<String>) {
        self.pieces.push(Piece::Text(text.into()));
    }

    fn name(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        format!("{prefix}{}", self.n_names)
    }

    fn program(&mut self) {
        self.text("static int n_ticks; static int tick(int x) { n_ticks++; return x; }");
        for _ in 0..4 {
            self.record();
        }
        let mut globals = Vec::new();
        for _ in 0..4 {
            globals.push(self.object(Place::File));
        }
        let flexible = self.flexible();
        self.text("int main(void) {");
        for record in self.records.clone() {
            // A value of each type, to be copied.
            let value = self.initializer(&Ty::Record(record.clone()), Place::File, 3);
            self.text(format!("  {} whole_{} = {value};", record.name, record.name.replace(' ', "_")));
        }
        for _ in 0..5 {
            globals.push(self.object(Place::Function));
        }
        self.compound_literal();
        for (name, ty) in globals.into_iter().chain(flexible) {
            self.ask(&name, &ty);
        }
        if self.counts {
            self.pieces.push(Piece::Ask("n_ticks".to_owned()));
        }
        self.text("  return 0;\n}");
    }

    fn ask(&mut self, path: &str, ty: &Ty) {
        let mut leaves = Vec::new();
        ty.leaves(path, &mut leaves);
        self.pieces.extend(leaves.into_iter().map(Piece::Ask));
    }

    /// A type for a member or an object.
    fn ty(&mut self, depth: usize) -> Ty {
        match self.random.below(10) {
            0 | 1 if depth > 0 => {
                let length = 1 + self.random.below(4);
                Ty::Array(Box::new(self.ty(depth - 1)), length)
            }
            2 => Ty::Array(Box::new(Ty::Scalar("char")), 1 + self.random.below(5)),
            3 | 4 if depth > 0 && !self.records.is_empty() => {
                let record = self.random.below(self.records.len());
                Ty::Record(self.records[record].clone())
            }
            _ => Ty::Scalar(self.random.pick(&SCALARS)),
        }
    }

    fn record(&mut self) {
        let is_union = self.random.percent(20);
        let keyword = if is_union { "union" } else { "struct" };
        let name = self.name("s");
        let mut text = format!("{keyword} {name} {{");
        let mut members = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            self.member(is_union, &mut text, &mut members);
        }
        self.text(text + " };");
        let record = Record { name: format!("{keyword} {name}"), is_union, members };
        self.records.push(Rc::new(record));
    }

    fn member(&mut self, is_union: bool, text: &mut String, members: &mut Vec<Member>) {
        let name = self.name("m");
        match self.random.below(12) {
            // Members of a union have as many bytes, so that each byte of each is known.
            _ if is_union => {
                let ty = match self.random.below(4) {
                    0 => Ty::Scalar("int"),
                    1 => Ty::Array(Box::new(Ty::Scalar("char")), 4),
                    2 => Ty::Array(Box::new(Ty::Scalar("short")), 2),
                    _ => Ty::Scalar("unsigned"),
                };
                *text += &format!(" {};", ty.declared(&name));
                members.push(Member { name: Some(name), ty });
            }
            0 => {
                let width = 1 + self.random.below(8);
                let ty = self.random.pick(&["int", "unsigned"]);
                *text += &format!(" {ty} {name} : {width};");
                members.push(Member { name: Some(name), ty: Ty::Scalar(ty) });
            }
            1 => {
                *text += &format!(" int : {}; char {name};", self.random.below(9));
                members.push(Member { name: Some(name), ty: Ty::Scalar("char") });
            }
            2 | 3 => {
                let is_union = self.random.percent(40);
                let mut inner = Vec::new();
                *text += if is_union { " union {" } else { " struct {" };
                for _ in 0..1 + self.random.below(3) {
                    self.member(is_union, text, &mut inner);
                }
                *text += " };";
                let record = Record { name: String::new(), is_union, members: inner };
                members.push(Member { name: None, ty: Ty::Record(Rc::new(record)) });
            }
            _ => {
                let ty = self.ty(2);
                *text += &format!(" {};", ty.declared(&name));
                members.push(Member { name: Some(name), ty });
            }
        }
    }

    fn object(&mut self, place: Place) -> (String, Ty) {
        let name = self.name("o");
        let ty = match self.random.below(4) {
            0 => Ty::Array(Box::new(self.ty(1)), 1 + self.random.below(4)),
            _ => Ty::Record(self.records[self.random.below(self.records.len())].clone()),
        };
        let storage = if self.random.percent(30) { "static " } else { "" };
        let place = if storage.is_empty() { place } else { Place::File };
        let value = self.braced(&ty, place, 3);
        self.text(format!("{storage}{} = {value};", ty.declared(&name)));
        (name, ty)
    }

    fn flexible(&mut self) -> Option<(String, Ty)> {
        let (tag, name, length) = (self.name("f"), self.name("o"), 1 + self.random.below(4));
        let values: Vec<String> = (0..length).map(|_| self.number(Place::File)).collect();
        let list = match self.random.below(3) {
            0 => format!("{{ 5, {{ {} }} }}", values.join(", ")),
            1 => format!("{{ .rest = {{ {} }}, .first = 5 }}", values.join(", ")),
            _ => format!("{{ 5, .rest = {{ [{length}] = 3, {} }} }}", values.join(", ")),
        };
        self.text(format!(
            "struct {tag} {{ int first; short rest[]; }};\nstatic struct {tag} {name} = {list};"
        ));
        let members = vec![
            Member { name: Some("first".to_owned()), ty: Ty::Scalar("int") },
            Member { name: Some("rest".to_owned()), ty: Ty::Array(Box::new(Ty::Scalar("short")), length) },
        ];
        let record = Record { name: format!("struct {tag}"), is_union: false, members };
        Some((name, Ty::Record(Rc::new(record))))
    }

    fn compound_literal(&mut self) {
        let record = self.records[self.random.below(self.records.len())].clone();
        let name = self.name("p");
        let ty = Ty::Record(record.clone());
        let value = self.braced(&ty, Place::Function, 3);
        self.text(format!("  {0} *{name} = &({0}) {value};", record.name));
        self.ask(&format!("(*{name})"), &ty);
        let (name, value) =
            (self.name("p"), self.braced(&Ty::Array(Box::new(Ty::Scalar("int")), 4), Place::Function, 2));
        self.text(format!("  int *{name} = (int[4]) {value};"));
        (0..4).for_each(|idx| self.pieces.push(Piece::Ask(format!("{name}[{idx}]"))));
        let (name, value) = (self.name("o"), self.string());
        let element = self.random.pick(&["char", "unsigned char"]);
        let value = if self.random.percent(30) { format!("{{ {value} }}") } else { value };
        self.text(format!("  {element} {name}[] = {value};"));
        self.pieces.push(Piece::Ask(format!("sizeof {name}")));
        self.pieces.push(Piece::Ask(format!("{name}[sizeof {name} / 2]")));
        if self.counts {
            return;
        }
        let name = self.name("o");
        let (first, last) = (self.random.below(4), 4 + self.random.below(3));
        let (a, b, c) =
            (self.number(Place::Function), self.number(Place::Function), self.number(Place::Function));
        self.text(format!("  int {name}[] = {{ {a}, [{first} ... {last}] = {b}, {c}, [2] = 7 }};"));
        self.pieces.push(Piece::Ask(format!("sizeof {name}")));
        (0..last + 2).for_each(|idx| self.pieces.push(Piece::Ask(format!("{name}[{idx}]"))));
    }

    fn number(&mut self, place: Place) -> String {
        let number = self.random.below(200) as i64 - 50;
        match self.random.below(6) {
            0 if place == Place::Function => format!("tick({number})"),
            1 => format!("'{}'", self.random.pick(&['a', 'b', 'Z', '0'])),
            _ => number.to_string(),
        }
    }

    fn string(&mut self) -> String {
        self.random
            .pick(&["\"\"", "\"a\"", "\"ab\"", "\"abc\"", "\"ab\" \"cd\"", "\"\\1018\"", "\"a\\0b\""])
            .to_owned()
    }

    /// An initializer of an object or part that is known.
    fn initializer(&mut self, ty: &Ty, place: Place, depth: usize) -> String {
        match ty {
            Ty::Scalar("char *") => self.random.pick(&["\"xy\"", "0", "\"z\"", "(char *) \"q\""]).to_owned(),
            Ty::Scalar(_) => {
                let number = self.number(place);
                if self.random.percent(8) { format!("{{ {number} }}") } else { number }
            }
            Ty::Array(..) if ty.is_chars() && self.random.percent(50) => {
                let string = self.fitting_string(ty);
                if self.random.percent(25) { format!("{{ {string} }}") } else { string }
            }
            Ty::Record(record)
                if place == Place::Function && !record.name.is_empty() && self.random.percent(25) =>
            {
                if self.random.percent(60) {
                    return format!("whole_{}", record.name.replace(' ', "_"));
                }
                format!("({}) {}", record.name, self.braced(ty, place, depth.saturating_sub(1)))
            }
            _ => self.braced(ty, place, depth),
        }
    }

    fn fitting_string(&mut self, ty: &Ty) -> String {
        let Ty::Array(_, length) = ty else { return self.string() };
        // As long as the array without the final null, at most.
        let text: String =
            (0..self.random.below(length + 1)).map(|_| self.random.pick(&['a', 'b', 'c', '7'])).collect();
        format!("\"{text}\"")
    }

    fn braced(&mut self, ty: &Ty, place: Place, depth: usize) -> String {
        let parts = match ty {
            Ty::Scalar(_) => return format!("{{ {} }}", self.initializer(ty, place, 0)),
            Ty::Array(element, length) => (0..*length).map(|_| (**element).clone()).collect(),
            Ty::Record(record) => record.members.iter().map(|member| member.ty.clone()).collect::<Vec<Ty>>(),
        };
        let is_union = matches!(ty, Ty::Record(record) if record.is_union);
        let (mut items, mut next) = (Vec::new(), Some(0));
        for _ in 0..self.random.below(5) {
            let is_designated = next.is_none() || self.random.percent(35);
            let follows = next.filter(|next| *next < parts.len() && !(is_union && *next > 0));
            match follows {
                Some(at) if !is_designated => {
                    let value = self.initializer(&parts[at], place, depth.saturating_sub(1));
                    items.push(value);
                    next = Some(at + 1);
                }
                _ => match self.designated(ty, place, depth) {
                    Some((item, at)) => {
                        items.push(item);
                        next = at;
                        self.elided(ty, place, &mut items, &mut next);
                    }
                    None => break,
                },
            }
        }
        if items.is_empty() && self.random.percent(80) {
            return "{ }".to_owned();
        }
        let comma = if self.random.percent(20) && !items.is_empty() { "," } else { "" };
        format!("{{ {}{comma} }}", items.join(", "))
    }

    /// Numbers behind a designated part, which go on from there.
    fn elided(&mut self, ty: &Ty, place: Place, items: &mut Vec<String>, next: &mut Option<usize>) {
        // A number does for any scalar but a pointer.
        let mut leaves = Vec::new();
        ty.leaves("", &mut leaves);
        if !self.random.percent(50) || leaves.iter().any(|leaf| leaf.contains('?')) {
            return;
        }
        for _ in 0..1 + self.random.below(3) {
            items.push(self.number(place));
            *next = None;
        }
    }

    /// An item with designators; also the position behind it, where that is known.
    fn designated(&mut self, ty: &Ty, place: Place, depth: usize) -> Option<(String, Option<usize>)> {
        if self.counts {
            return None;
        }
        let (mut path, mut at, mut next) = (String::new(), ty.clone(), None);
        loop {
            let is_first = path.is_empty();
            at = match &at {
                Ty::Array(element, length) => {
                    let first = self.random.below(*length);
                    let last = first + self.random.below(length - first);
                    let is_range = last > first && self.random.percent(40);
                    path += &if is_range { format!("[{first} ... {last}]") } else { format!("[{first}]") };
                    if is_first {
                        next = Some(if is_range { last + 1 } else { first + 1 });
                    }
                    (**element).clone()
                }
                Ty::Record(record) => {
                    let parts = record.parts();
                    if parts.is_empty() {
                        return None;
                    }
                    let (name, part) = parts[self.random.below(parts.len())].clone();
                    path += &format!(".{name}");
                    if is_first {
                        let is_own = |member: &Member| member.name.as_ref() == Some(&name);
                        next = record.members.iter().position(is_own).map(|at| at + 1);
                    }
                    part
                }
                Ty::Scalar(_) => return None,
            };
            let goes_on = !matches!(at, Ty::Scalar(_)) && self.random.percent(50);
            if !goes_on {
                break;
            }
            // What comes behind goes on in there.
            next = None;
        }
        let value = self.initializer(&at, place, depth.saturating_sub(1));
        Some((format!("{path} = {value}"), next))
    }
}
