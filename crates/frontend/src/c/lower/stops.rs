//! Where reading by a format has stopped: which character may not come next on the standard input.
//!
//! A conversion ends at a character that it cannot take, which the next call reads; and behind the end there is nothing. An
//! error behind another character is not confirmed. Which ones these are is kept in a variable, in programs that read by formats
//! and by characters, or ask for the end.

use faultscope_ir::program::{Display, Scope};
use faultscope_ir::{OriginKind, Place, Sort, Symbol, Term, Value};

use super::access::Location;
use super::state::Lowerer;
use crate::c::arith;
use crate::c::config::Environment;
use crate::c::format::{Amount, Conversion, Piece, is_white_space};
use crate::c::hir::{Callee, Expr, ExprKind, Func, Program, Storage, Var};
use crate::c::library::{self, ReadFrom, Reads, RowMark, Scanned};
use crate::c::points_to::without_casts;
use crate::c::source::Loc;
use crate::c::types::{IntKind, Type};

/// The bits of what is known of the next character: the sum of the numbers below.
const STOP_BITS: u32 = 16;
/// No digit below eight.
const OCTAL_DIGIT: u128 = 1;
/// Neither eight nor nine.
const LARGE_DIGIT: u128 = 2;
/// No white space.
const SPACE: u128 = 4;
/// Nothing but white space.
const NO_SPACE: u128 = 8;
/// Nothing that is known.
const UNKNOWN: u128 = 0x10;
/// Nothing: the input has ended.
const ENDED: u128 = 0x20;
/// Nothing but the character that is added.
const ALL_BUT: u128 = 0x100;

/// What a call takes from the standard input beside what formats read.
fn reads(program: &Program, name: &str, arguments: &[Expr]) -> Option<Reads> {
    let (reads, from) = library::row(name)?.reads?;
    let is_input = match from {
        ReadFrom::StandardInput => true,
        ReadFrom::LastArgument => arguments.last().is_some_and(|it| is_standard_input(program, it)),
    };
    is_input.then_some(reads)
}

/// Whether a stream is the standard input.
fn is_standard_input(program: &Program, stream: &Expr) -> bool {
    let ExprKind::Load(place, _) = &without_casts(stream).kind else { return false };
    let is_it = |var: &Var| var.name == "stdin" && var.storage == Storage::Global;
    matches!(&place.kind, ExprKind::Var(var) if is_it(program.var(*var)))
}

impl Lowerer<'_> {
    /// A format has read so many items from the standard input.
    pub(super) fn stop_reading(&mut self, pieces: Option<&[Piece]>, number: Term, n_items: usize, loc: Loc) {
        if let Some(pushed_on) = self.pushed_on() {
            let lowering = self.origin(OriginKind::Lowering, loc, None);
            let null = self.zero(pushed_on.ty());
            let is_pushed = self.load(&pushed_on).differs(null);
            self.where_found(is_pushed, loc, |this| {
                this.may_be_ruled_out("scanf", loc);
                this.store(&pushed_on, null, lowering, loc);
            });
        }
        let Some(stopped) = self.stopped() else { return };
        let is_there = self.zero(&Type::INT).bv_sle(number);
        let has_ended = Term::symbol(stopped).equals(stop(ENDED));
        self.where_found(has_ended.and(is_there), loc, |this| this.may_be_ruled_out("scanf", loc));
        let behind = (0..=n_items).rev().fold(stop(UNKNOWN), |others, found| {
            let next = pieces.map_or(UNKNOWN, |pieces| not_next(pieces, found));
            let is_found = number.equals(arith::constant(self.types, &Type::INT, found as i128));
            is_found.ite(stop(next), others)
        });
        self.set_stopped(stopped, is_there.ite(behind, stop(ENDED)), loc);
    }

    /// A call of the program, with the value of its first argument, has given a value; it may be one that reads characters.
    pub(super) fn note_reading(
        &mut self,
        name: &str,
        arguments: &[Expr],
        first: Option<Term>,
        value: Term,
        loc: Loc,
    ) {
        let Some(reads) = reads(self.program, name, arguments).filter(|_| self.body.call_site.is_none())
        else {
            return;
        };
        let Some(stopped) = self.stopped() else { return };
        let is_there = value.differs(Term::value(Value::zero(value.sort())));
        match (reads, arguments.first().zip(first)) {
            (Reads::Character, _) => self.note_character(value, stopped, loc),
            (Reads::Line | Reads::Bytes, Some((target, address))) => {
                let region = self.points_to.region_behind(without_casts(target));
                self.where_found(is_there, loc, |this| {
                    let first = this.load(&Location::memory(address, region, Type::Int(IntKind::UChar)));
                    this.note_character(first.zero_extend_to(CHARACTER_BITS), stopped, loc);
                });
            }
            (Reads::Line | Reads::Bytes, None) => {}
            (Reads::End, _) => {
                let old = Term::symbol(stopped);
                self.set_stopped(stopped, is_there.ite(stop(ENDED), old), loc);
            }
        }
    }

    /// A character was read, or the end, and nothing looks at it.
    pub(super) fn note_unused_character(&mut self, name: &str, arguments: &[Expr], loc: Loc) {
        if reads(self.program, name, arguments).is_some()
            && let Some(stopped) = self.stopped()
        {
            let ended = stop(ENDED);
            self.set_stopped(stopped, Term::symbol(stopped).equals(ended).ite(ended, stop(0)), loc);
        }
    }

    /// A character was read, or the end.
    fn note_character(&mut self, character: Term, stopped: Symbol, loc: Loc) {
        let old = Term::symbol(stopped);
        let code = |ch: u128| Term::bits(CHARACTER_BITS, ch);
        let within = |low: char, high: char| {
            code(low.into()).bv_ule(character).and(character.bv_ule(code(high.into())))
        };
        let says = |bits: u128| old.bv_and(stop(bits)).differs(stop(0));
        let is_space = within('\t', '\r').or(character.equals(code(' '.into())));
        let by_kind = says(UNKNOWN | ENDED)
            .or(says(OCTAL_DIGIT).and(within('0', '7')))
            .or(says(LARGE_DIGIT).and(within('8', '9')))
            .or(says(SPACE).and(is_space))
            .or(says(NO_SPACE).and(is_space.not()));
        let only = old.bv_sub(stop(ALL_BUT)).zero_extend_to(CHARACTER_BITS);
        let may_not_be = stop(ALL_BUT).bv_ule(old).ite(only.differs(character), by_kind);
        let is_end = character.bv_slt(code(0));
        self.where_found(may_not_be.and(is_end.not()), loc, |this| this.may_be_ruled_out("scanf", loc));
        self.set_stopped(stopped, is_end.ite(stop(ENDED), stop(0)), loc);
    }

    /// Nothing has been read before anything runs.
    pub(super) fn initial_stop(&mut self, loc: Loc) {
        if let Some(stopped) = self.stopped {
            self.set_stopped(stopped, stop(0), loc);
        }
    }

    fn set_stopped(&mut self, stopped: Symbol, value: Term, loc: Loc) {
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        self.emit_assign(Place::variable(stopped), value, lowering);
    }

    /// The variable that says what may not come next, if the program reads by formats and otherwise, and its input is not given.
    fn stopped(&mut self) -> Option<Symbol> {
        let is_open = self.config.world.environment == Environment::Any;
        if self.stopped.is_none() && is_open && self.reads_twice() {
            let name = "what stopped reading";
            self.stopped =
                Some(self.variables.declare(name, Sort::bits(STOP_BITS), Scope::Internal, Display::Unsigned));
        }
        self.stopped
    }

    fn reads_twice(&self) -> bool {
        *self.reads_twice.get_or_init(|| {
            let (mut by_characters, mut by_formats, mut asks_for_end) = (false, false, false);
            self.program.each_users_expr(|expr| {
                if let ExprKind::Call(Callee::Direct(func), arguments) = &expr.kind {
                    let name = self.program.func(*func).name.as_str();
                    let read = reads(self.program, name, arguments);
                    by_characters |= read.is_some_and(|it| it != Reads::End);
                    asks_for_end |= read == Some(Reads::End);
                    by_formats |= scans_input(self.program, name, arguments);
                }
            });
            [by_characters, by_formats, asks_for_end].into_iter().filter(|it| *it).count() > 1
        })
    }

    /// The stream that a character was pushed back on, in a program that does so.
    fn pushed_on(&mut self) -> Option<Location> {
        let pushes = |it: &Func| it.trusted && library::is_marked(&it.name, RowMark::PushesBack);
        self.program.funcs.iter().any(pushes).then_some(())?;
        let var = self.program.global("__fs_pushed_on")?;
        Some(self.variable_location(var))
    }
}

/// Whether a call reads from the standard input by a format.
pub(super) fn scans_input(program: &Program, name: &str, arguments: &[Expr]) -> bool {
    match library::scanning(name).filter(|it| !it.is_list).map(|it| it.from) {
        Some(Scanned::StandardInput) => true,
        Some(Scanned::Stream) => arguments.first().is_some_and(|it| is_standard_input(program, it)),
        Some(Scanned::Text) | None => false,
    }
}

/// The bits of what reads a character gives.
const CHARACTER_BITS: u32 = 32;

fn stop(bits: u128) -> Term {
    Term::bits(STOP_BITS, bits)
}

/// What may not come behind a format that has found so many items.
fn not_next(pieces: &[Piece], found: usize) -> u128 {
    let counts =
        |piece: &Piece| matches!(piece, Piece::Conversion(it) if !it.is_suppressed && it.kind != 'n');
    let mut rest = pieces;
    let mut next = 0;
    let mut left = found;
    while left > 0 {
        let Some((piece, behind)) = rest.split_first() else { break };
        left -= usize::from(counts(piece));
        next = behind_piece(piece, next);
        rest = behind;
    }
    let is_whole = !rest.iter().any(counts);
    for (idx, piece) in rest.iter().enumerate() {
        match (never_fails(piece), is_whole) {
            // Where the input ends there anything may come.
            (true, _) => next = behind_piece(piece, next),
            (false, false) => return at_failure(piece),
            (false, true) if idx + 1 == rest.len() => return end_of_set(piece).unwrap_or(UNKNOWN),
            (false, true) => return UNKNOWN,
        }
    }
    next
}

/// Whether what a piece stands for is there, or the input ends.
fn never_fails(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) => text.iter().all(|ch| is_white_space(*ch)),
        Piece::Conversion(it) => it.kind == 'n' || it.is_suppressed && matches!(it.kind, 'c' | 'C'),
    }
}

/// What may not come behind a piece that was found.
fn behind_piece(piece: &Piece, before: u128) -> u128 {
    match piece {
        Piece::Text(text) if text.last().is_some_and(|ch| is_white_space(*ch)) => SPACE,
        Piece::Text(_) => 0,
        Piece::Conversion(it) if it.kind == 'n' => before,
        Piece::Conversion(it) if it.width != Amount::None || matches!(it.kind, 'c' | 'C') => 0,
        Piece::Conversion(it) => match it.kind {
            's' | 'S' => NO_SPACE,
            '[' => end_of_set(piece).unwrap_or(UNKNOWN),
            _ => no_digit(it),
        },
    }
}

/// What may not come where a piece was not found.
fn at_failure(piece: &Piece) -> u128 {
    match piece {
        Piece::Conversion(it) => match it.kind {
            'c' | 'C' | 's' | 'S' => ENDED,
            '[' => end_of_set(piece).unwrap_or(UNKNOWN),
            // A sign may have taken the room.
            _ if it.width != Amount::None => UNKNOWN,
            _ => no_digit(it),
        },
        Piece::Text(_) => UNKNOWN,
    }
}

/// What may not come behind a number.
fn no_digit(conversion: &Conversion) -> u128 {
    match conversion.kind {
        'i' | 'o' => OCTAL_DIGIT,
        _ => OCTAL_DIGIT | LARGE_DIGIT,
    }
}

/// What may not come behind all characters but one (`%[^,]`).
fn end_of_set(piece: &Piece) -> Option<u128> {
    let Piece::Conversion(Conversion { set: Some(set), width: Amount::None, .. }) = piece else {
        return None;
    };
    match set.ranges.as_slice() {
        [(first, last)] if set.is_negated && first == last => Some(ALL_BUT + u128::from(*first)),
        _ => None,
    }
}
