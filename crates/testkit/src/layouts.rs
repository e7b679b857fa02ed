//! Random structures and unions, and questions about where their members lie.
//!
//! The declarations go through what decides about layout: scalars of all types, arrays, bit-fields of any width, nested and
//! anonymous records, `packed`, `aligned`, `_Alignas` and `#pragma pack`. A question is a constant expression, or a
//! bit-field, of which the bits that it lies in are asked.

use std::fmt::Write;

use crate::random::Random;

/// Declarations, and what can be asked about them.
#[derive(Debug, Clone)]
pub struct Layouts {
    /// The declarations of the types.
    pub declarations: String,
    /// Constant expressions: sizes, alignments, offsets.
    pub constants: Vec<String>,
    /// Bit-fields.
    pub bit_fields: Vec<BitField>,
}

/// A bit-field.
#[derive(Debug, Clone)]
pub struct BitField {
    /// The record, as `struct s3`.
    pub record: String,
    /// The way to it in the record, as `.a.b[1].c`.
    pub path: String,
    /// The text of a value all of whose bits are set.
    pub ones: &'static str,
}

/// The declarations of a seed, and questions about all of them.
pub fn layouts(seed: u64) -> Layouts {
    let mut generator = Generator {
        random: Random::new(seed),
        text: TYPES.to_owned(),
        n_names: 0,
        records: Vec::new(),
        n_alignments: 0,
    };
    for _ in 0..4 {
        generator.record();
    }
    let Generator { text, records, n_alignments, .. } = generator;
    let mut layouts = Layouts { declarations: text, constants: Vec::new(), bit_fields: Vec::new() };
    for idx in 0..n_alignments {
        layouts.constants.push(format!("__alignof__(variable{idx})"));
    }
    for ty in SCALARS {
        layouts.constants.extend([
            format!("sizeof({ty})"),
            format!("_Alignof({ty})"),
            format!("__alignof__({ty}[2])"),
        ]);
    }
    for record in &records {
        let name = &record.name;
        layouts.constants.push(format!("sizeof({name})"));
        layouts.constants.push(format!("sizeof({name}[3])"));
        layouts.constants.push(format!("_Alignof({name})"));
        layouts.constants.push(format!("__alignof__({name})"));
        for leaf in &record.leaves {
            match leaf.ones {
                Some(ones) => {
                    layouts.bit_fields.push(BitField { record: name.clone(), path: leaf.path.clone(), ones })
                }
                None => {
                    let path = leaf.path.trim_start_matches('.');
                    layouts.constants.push(format!("__builtin_offsetof({name}, {path})"));
                }
            }
        }
    }
    layouts
}

const TYPES: &str = "\
enum plain { A, B, C };
enum negative { D = -1, E };
enum __attribute__((packed)) narrow { F, G = 200 };
enum { H = -5, I = 300 } __attribute__((__packed__)) typedef medium;
typedef int low_int __attribute__((aligned(1)));
typedef long long low_long __attribute__((aligned(2)));
typedef __attribute__((aligned(16))) short high_short;
typedef unsigned *__attribute__((unused)) pointer;
";

const SCALARS: [&str; 22] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "__float128",
    "void *",
    "pointer",
    "enum plain",
    "enum narrow",
    "medium",
    "low_long",
];

/// Types of bit-fields with the largest width.
const BIT_TYPES: [(&str, usize); 15] = [
    ("_Bool", 1),
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("enum plain", 32),
    ("enum negative", 32),
    ("enum narrow", 8),
    ("low_int", 32),
];

/// A member that is no record, seen from outside.
#[derive(Clone)]
struct Leaf {
    path: String,
    /// Of a bit-field the text of a value whose bits are all set.
    ones: Option<&'static str>,
}

#[derive(Clone)]
struct Record {
    /// With its keyword.
    name: String,
    leaves: Vec<Leaf>,
}

struct Generator {
    random: Random,
    text: String,
    n_names: usize,
    records: Vec<Record>,
    n_alignments: usize,
}

impl Generator {
    fn fresh(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        format!("{prefix}{}", self.n_names)
    }

    /// A record with a name at file scope, and perhaps a variable of it.
    fn record(&mut self) {
        let packing = self.packing();
        let (keyword, tag) = (self.keyword(), self.fresh("s"));
        let (body, leaves) = self.body(2);
        let (before, behind) = self.record_attributes();
        let name = format!("{keyword} {tag}");
        let (open, close) = packing;
        let _ = writeln!(self.text, "{open}{keyword} {before}{tag} {body}{behind};\n{close}");
        if self.random.percent(40) {
            let aligned = self.member_attributes(true);
            let count = if self.random.percent(30) { "[2]" } else { "" };
            let idx = self.n_alignments;
            self.n_alignments += 1;
            let _ = writeln!(self.text, "{name} variable{idx}{count}{aligned};");
        }
        self.records.push(Record { name, leaves });
    }

    /// What `#pragma pack` says before and behind a record.
    fn packing(&mut self) -> (String, &'static str) {
        let number = self.random.pick(&[1, 2, 4, 8, 16]);
        match self.random.below(10) {
            0 => (format!("#pragma pack({number})\n"), "#pragma pack()\n"),
            1 => (format!("#pragma pack(push, {number})\n"), "#pragma pack(pop)\n"),
            2 => (format!("#pragma pack(push)\n#pragma pack({number})\n"), "#pragma pack(pop)\n"),
            _ => (String::new(), ""),
        }
    }

    fn keyword(&mut self) -> &'static str {
        if self.random.percent(25) { "union" } else { "struct" }
    }

    /// Attributes of a record: in front of its tag and behind its body.
    fn record_attributes(&mut self) -> (String, String) {
        let align = self.random.pick(&[1, 2, 4, 8, 16, 32]);
        let text = match self.random.below(12) {
            0 | 1 => "__attribute__((packed))".to_owned(),
            2 => format!("__attribute__((aligned({align})))"),
            3 => format!("__attribute__((__packed__, unused, __aligned__({align})))"),
            4 => format!("__attribute__((packed)) __attribute__((aligned({align})))"),
            5 => "__attribute__((aligned))".to_owned(),
            _ => return (String::new(), String::new()),
        };
        if self.random.percent(50) {
            (format!("{text} "), String::new())
        } else {
            (String::new(), format!(" {text}"))
        }
    }

    /// Attributes behind a declarator.
    fn member_attributes(&mut self, is_variable: bool) -> String {
        let align = self.random.pick(&[1, 2, 4, 8, 16, 32]);
        match self.random.below(12) {
            0 if !is_variable => " __attribute__((packed))".to_owned(),
            1 | 2 => format!(" __attribute__((aligned({align})))"),
            3 if !is_variable => format!(" __attribute__((packed, aligned({align})))"),
            4 => " __attribute__((aligned(__alignof__(long long))))".to_owned(),
            _ => String::new(),
        }
    }

    fn body(&mut self, depth: usize) -> (String, Vec<Leaf>) {
        let (mut text, mut leaves) = ("{ ".to_owned(), Vec::new());
        for _ in 0..1 + self.random.below(6) {
            match self.random.below(10) {
                0..=3 => self.bit_field(&mut text, &mut leaves),
                4 if depth > 0 => self.nested(depth, &mut text, &mut leaves),
                5 if !self.records.is_empty() => self.known(&mut text, &mut leaves),
                _ => self.scalar(&mut text, &mut leaves),
            }
        }
        // A record without a member is none of the standard's.
        let name = self.fresh("m");
        let _ = write!(text, "unsigned char {name}; }}");
        leaves.push(Leaf { path: format!(".{name}"), ones: None });
        (text, leaves)
    }

    fn scalar(&mut self, text: &mut String, leaves: &mut Vec<Leaf>) {
        let (ty, name) = (self.random.pick(&SCALARS), self.fresh("m"));
        match self.random.below(12) {
            0 => {
                let align = self.random.pick(&["16", "32", "8 + 8", "long double", "__float128"]);
                let align = if ty == "__float128" || ty == "long double" { "16" } else { align };
                let _ = write!(text, "_Alignas({align}) {ty} {name}; ");
            }
            1 => {
                let _ = write!(text, "__attribute__((aligned(4))) {ty} {name}; ");
            }
            2 => {
                let _ = write!(text, "high_short {name}; ");
            }
            3 | 4 => {
                let (count, attributes) = (1 + self.random.below(3), self.member_attributes(false));
                let _ = write!(text, "{ty} {name}[{count}]{attributes}; ");
            }
            5 if !ty.ends_with('*') => {
                let (second, attributes) = (self.fresh("m"), self.member_attributes(false));
                let _ = write!(text, "{ty} {name}{attributes}, {second}; ");
                leaves.push(Leaf { path: format!(".{second}"), ones: None });
            }
            _ => {
                let attributes = self.member_attributes(false);
                let _ = write!(text, "{ty} {name}{attributes}; ");
            }
        }
        leaves.push(Leaf { path: format!(".{name}"), ones: None });
    }

    fn bit_field(&mut self, text: &mut String, leaves: &mut Vec<Leaf>) {
        let (ty, widest) = self.random.pick(&BIT_TYPES);
        let width = 1 + self.random.below(widest);
        match self.random.below(10) {
            0 => {
                let _ = write!(text, "{ty} : 0; ");
                return;
            }
            1 => {
                let _ = write!(text, "{ty} : {width}; ");
                return;
            }
            _ => {}
        }
        let (name, attributes) = (self.fresh("b"), self.member_attributes(false));
        let _ = write!(text, "{ty} {name} : {width}{attributes}; ");
        leaves.push(Leaf { path: format!(".{name}"), ones: Some(if ty == "_Bool" { "1" } else { "-1" }) });
    }

    /// A record that is defined here, with or without a name, or several of it.
    fn nested(&mut self, depth: usize, text: &mut String, leaves: &mut Vec<Leaf>) {
        let keyword = self.keyword();
        let (body, inner) = self.body(depth - 1);
        let (before, behind) = self.record_attributes();
        let _ = write!(text, "{keyword} {before}{body}{behind}");
        if self.random.percent(30) {
            let _ = write!(text, "; ");
            leaves.extend(inner);
            return;
        }
        let (name, attributes) = (self.fresh("r"), self.member_attributes(false));
        let _ = write!(text, " {name}{attributes}; ");
        extend(leaves, &format!(".{name}"), &inner);
    }

    /// A member of a record that was defined before.
    fn known(&mut self, text: &mut String, leaves: &mut Vec<Leaf>) {
        let idx = self.random.below(self.records.len());
        let (record, name) = (self.records[idx].clone(), self.fresh("r"));
        let attributes = self.member_attributes(false);
        if self.random.percent(30) {
            let _ = write!(text, "{} {name}[2]{attributes}; ", record.name);
            extend(leaves, &format!(".{name}[1]"), &record.leaves);
        } else {
            let _ = write!(text, "{} {name}{attributes}; ", record.name);
            extend(leaves, &format!(".{name}"), &record.leaves);
        }
    }
}

fn extend(leaves: &mut Vec<Leaf>, prefix: &str, inner: &[Leaf]) {
    let leaf = |leaf: &Leaf| Leaf { path: format!("{prefix}{}", leaf.path), ones: leaf.ones };
    leaves.extend(inner.iter().map(leaf));
}
