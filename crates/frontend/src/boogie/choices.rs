//! Programs whose variables choose what is evaluated.
//!
//! `i <= n` with two alternatives is `(if c == 1 then i < n else (if c == 2 then i >= n else i <= n))`, for a variable `c` that is
//! declared behind everything else. The places of the new text are told as those of the text that the user wrote ([`Moved`]):
//! what stands there keeps its places, and what was put in has that of the site.

use crate::Input;
use crate::sites::{Choice, SiteId, SiteKind, Tree, Unit};

use super::sites::BoogieUnit;
use super::text::Moved;

/// The type of the variables that choose.
const CHOOSING: &str = "bv16";

/// Whether an expression chooses a change of a site.
pub(super) fn can_choose(unit: &BoogieUnit, site: SiteId, tree: &Tree) -> bool {
    // A call that is a statement has no type of its own.
    let has_value = !unit.site(site).ty.spelling.is_empty();
    has_value && !matches!(unit.site(site).kind, SiteKind::Declaration(_)) && is_expression(tree)
}

fn is_expression(tree: &Tree) -> bool {
    match tree {
        Tree::Site(_) | Tree::Integer(..) | Tree::Name(_) | Tree::Truth(_) | Tree::Text(_) => true,
        Tree::Unary(operator, operand) => !operator.is_conversion() && is_expression(operand),
        Tree::Binary(_, left, right) => is_expression(left) && is_expression(right),
        Tree::Call(_, arguments) => arguments.iter().all(is_expression),
        Tree::Assignment(..) | Tree::Step { .. } | Tree::Initialized(..) => false,
    }
}

/// The text of a program with choices, and for each file what was moved in it.
pub(super) fn chosen(unit: &BoogieUnit, choices: &[Choice]) -> (Input, Vec<Vec<Moved>>) {
    let mut sites: Vec<Alternatives> = Vec::new();
    for choice in choices {
        for ((site, tree), number) in choice.changes.iter().zip(1..) {
            let condition = format!("{} == {number}{CHOOSING}", choice.variable);
            let alternative = (condition, unit.print(*site, tree));
            match sites.iter_mut().find(|it| it.site == *site) {
                Some(known) => known.of_site.push(alternative),
                None => sites.push(Alternatives { site: *site, of_site: vec![alternative] }),
            }
        }
    }
    // What is around others comes before them.
    sites.sort_by_key(|it| {
        let range = unit.range(it.site);
        (range.file, range.start, std::cmp::Reverse(range.end), it.site)
    });
    let mut input = unit.input.clone();
    let mut moved = Vec::new();
    for (number, file) in input.files.iter_mut().enumerate() {
        let of_file: Vec<&Alternatives> =
            sites.iter().filter(|it| unit.range(it.site).file as usize == number).collect();
        let mut writer = Writer { old: &file.text, new: String::new(), moved: Vec::new() };
        let end = file.text.len() as u32;
        writer.stretch(unit, &of_file, 0, end);
        let declarations: String =
            choices.iter().map(|it| format!("\nvar {}: {CHOOSING};", it.variable)).collect();
        if number == 0 {
            writer.put(&declarations, end);
        }
        let Writer { new, moved: of_file, .. } = writer;
        moved.push(of_file);
        file.text = new;
    }
    (input, moved)
}

/// What can stand at a site: each with the condition under which it does.
struct Alternatives {
    site: SiteId,
    of_site: Vec<(String, String)>,
}

struct Writer<'a> {
    old: &'a str,
    new: String,
    moved: Vec<Moved>,
}

impl Writer<'_> {
    /// Writes a stretch of the text with the choices in it, which are sorted.
    fn stretch(&mut self, unit: &BoogieUnit, choices: &[&Alternatives], start: u32, end: u32) {
        let mut at = start;
        let mut rest = choices;
        while let [first, others @ ..] = rest {
            let range = unit.range(first.site);
            let n_inside = others.iter().take_while(|it| unit.range(it.site).start < range.end).count();
            let (inside, behind) = others.split_at(n_inside);
            self.keep(at, range.start);
            for (condition, alternative) in &first.of_site {
                self.put(&format!("(if {condition} then ({alternative}) else "), range.start);
            }
            self.put("(", range.start);
            self.stretch(unit, inside, range.start, range.end);
            self.put(&")".repeat(1 + first.of_site.len()), range.end);
            (at, rest) = (range.end, behind);
        }
        self.keep(at, end);
    }

    /// Writes a stretch as it is.
    fn keep(&mut self, start: u32, end: u32) {
        self.moved.push(Moved { new: self.new.len() as u32, old: start, is_kept: true });
        self.new.push_str(&self.old[start as usize..end as usize]);
    }

    /// Writes what the user did not, for a place in the text.
    fn put(&mut self, text: &str, place: u32) {
        self.moved.push(Moved { new: self.new.len() as u32, old: place, is_kept: false });
        self.new.push_str(text);
    }
}
