//! `scanf` and its kin: values and strings from outside are put where the arguments point to.

use faultscope_ir::{OriginId, OriginKind, Place, Property, Term};

use super::access::{Location, root};
use super::check::{ACCESS_ENDS, Unselected};
use super::scanned::always_reads;
use super::state::Lowerer;
use super::stops::scans_input;
use super::validity::Purpose;
use crate::c::arith;
use crate::c::format::{self, Amount, Conversion, First, Piece};
use crate::c::hir::{Callee, Expr, ExprKind, PathStep};
use crate::c::library::{self, Failure, RowMark, Scanned, Scanning};
use crate::c::points_to::{Region, scanned};
use crate::c::source::Loc;
use crate::c::types::Type;
use crate::limits::MAX_READ_STRING;

impl Lowerer<'_> {
    /// `scanf` and its kin. Reading may stop before each item; the targets of those that are not there keep what they hold.
    /// Gives the number of items.
    pub(super) fn scan(&mut self, name: &str, arguments: &[Expr], expr: &Expr) -> Term {
        let loc = expr.loc;
        let from = library::scanning(name).map(|it| it.from);
        let is_plain = from == Some(Scanned::StandardInput);
        let n_leading = if is_plain { 1 } else { 2 };
        let (leading, targets) = arguments.split_at(n_leading.min(arguments.len()));
        self.unsequenced(arguments);
        let is_of_stream = from == Some(Scanned::Stream);
        match leading {
            [stream, format] if is_of_stream => {
                self.read_stream(stream, loc);
                self.read_arguments(std::slice::from_ref(format));
            }
            _ => self.read_arguments(leading),
        }
        let format = leading.last().and_then(|format| self.format_of(format));
        let allocates =
            |piece: &Piece| matches!(piece, Piece::Conversion(it) if it.has_flag(format::ALLOCATES));
        if format.as_ref().is_some_and(|pieces| pieces.iter().any(allocates)) {
            self.unsupported("reading into memory that is allocated for it (`%m`)", loc);
            return self.n_items(targets.len(), expr);
        }
        let is_always_read = format.as_deref().is_some_and(always_reads);
        let n_own = usize::from(format.as_deref().is_some_and(ends_by_another));
        let begins =
            format.as_ref().is_some_and(|pieces| matches!(pieces.first(), Some(Piece::Conversion(_))));
        let mut wanted = format.as_deref().map(format::stored);
        if begins
            && (is_plain || is_of_stream)
            && self.n_reading_ahead() > n_own
            && let Some(first) = wanted.as_mut().and_then(|it| it.first_mut())
        {
            first.first = First::HasEnded;
        }
        let n_items = wanted.as_ref().map_or(targets.len(), |wanted| {
            wanted.iter().filter(|conversion| conversion.kind != 'n').count()
        });
        let number = self.n_items(n_items, expr);
        if is_always_read {
            let origin = self.origin(OriginKind::Lowering, loc, None);
            self.emit_assume(number.differs(self.zero(&expr.ty)), origin);
        }
        self.fail_where(number.bv_slt(self.zero(&expr.ty)), Failure::ErrorOrEnd, None, loc);
        if scans_input(self.program, name, arguments) {
            self.stop_reading(format.as_deref(), number, n_items, loc);
        }
        let wanted: Vec<Option<Conversion>> = match wanted {
            Some(wanted) => wanted.into_iter().map(Some).collect(),
            None => vec![None; targets.len()],
        };
        let places: Vec<Where> = targets
            .iter()
            .enumerate()
            .map(|(idx, target)| self.evaluated_target(target, wanted.get(idx).and_then(Option::as_ref)))
            .collect();
        let mut found = 0;
        for (idx, conversion) in wanted.iter().enumerate() {
            let (Some(target), Some(place)) = (targets.get(idx), places.get(idx)) else {
                let text = conversion.as_ref().map(Conversion::text).unwrap_or_default();
                self.misuse(format!("there is no argument for `{text}`"), loc);
                break;
            };
            let counts = conversion.as_ref().is_none_or(|conversion| conversion.kind != 'n');
            found += i128::from(counts);
            let needed = arith::constant(self.types, &expr.ty, if counts { found } else { found.max(1) });
            self.where_found(needed.bv_sle(number), loc, |this| {
                this.read_into(target, place, conversion.as_ref(), loc);
            });
        }
        number
    }

    /// Evaluates the stream that is read from.
    fn read_stream(&mut self, stream: &Expr, loc: Loc) {
        let value = self.read_argument(stream);
        let message = |wrong: &'static str| move |this: &mut Self| format!("{wrong}: `{}`", this.text(loc));
        let is_there = value.differs(self.zero(&stream.ty));
        self.need(is_there, message("the stream is null"), loc);
        let is_open = self.is_open(value);
        self.need(is_open, message("the stream is closed"), loc);
    }

    /// Evaluates the argument that says where an item goes, before anything is read.
    fn evaluated_target(&mut self, argument: &Expr, conversion: Option<&Conversion>) -> Where {
        let target = scanned(self.types, argument);
        let Some(ty) = target.ty.pointee() else {
            self.effect(argument);
            return Where::Nowhere;
        };
        match &target.kind {
            ExprKind::AddressOf(place) if !self.is_text(target, ty, conversion) => {
                let location = self.place(place, Purpose::Write);
                Where::Place(self.held(&location, target.loc))
            }
            _ => {
                let address = self.read_argument(target);
                Where::Behind(self.save(address, target.loc))
            }
        }
    }

    /// Whether characters are read, and not one value.
    fn is_text(&self, target: &Expr, ty: &Type, conversion: Option<&Conversion>) -> bool {
        match conversion {
            Some(conversion) => conversion.reads_text(),
            None => self.is_char(ty) && !matches!(target.kind, ExprKind::AddressOf(_)),
        }
    }

    fn format_of(&self, format: &Expr) -> Option<Vec<Piece>> {
        self.program.literal_chars(format).and_then(format::for_reading)
    }

    /// How many calls of the program leave a character of a stream behind that the next one begins with: they read numbers or
    /// words, which it ends, or put it back.
    fn n_reading_ahead(&self) -> usize {
        *self.n_reading_ahead.get_or_init(|| {
            let reads_ahead = |expr: &Expr| {
                let ExprKind::Call(Callee::Direct(func), arguments) = &expr.kind else { return false };
                let name = self.program.func(*func).name.as_str();
                let mut formats = arguments.iter().filter_map(|it| self.format_of(it));
                let reads_stream = |it: Scanning| !it.is_wide && !it.is_list && it.from != Scanned::Text;
                library::is_marked(name, RowMark::PushesBack)
                    || library::scanning(name).is_some_and(reads_stream)
                        && formats.any(|it| ends_by_another(&it))
            };
            let mut n_calls = 0;
            self.program.each_users_expr(|expr| n_calls += usize::from(reads_ahead(expr)));
            n_calls
        })
    }

    fn n_items(&mut self, most: usize, expr: &Expr) -> Term {
        let most = i128::try_from(most).unwrap_or(i128::MAX);
        let origin = self.origin(OriginKind::Input, expr.loc, None);
        self.input_value(&expr.ty, origin, expr.loc, Some((-1, most)))
    }

    /// What is done where an item is there.
    pub(super) fn where_found(&mut self, is_there: Term, loc: Loc, read: impl FnOnce(&mut Self)) {
        let (found, next) = (self.new_block(), self.new_block());
        let origin = self.origin(OriginKind::Lowering, loc, None);
        self.branch(is_there, found, next, origin);
        self.switch_to(found);
        read(self);
        self.continue_at(next);
    }

    fn misuse(&mut self, wrong: String, loc: Loc) {
        let message = |this: &mut Self| format!("{wrong}: `{}`", this.text(loc));
        self.require(Property::Library, Term::bool(false), message, loc, Unselected::GoesOn);
    }

    /// Puts a value or a string from outside where an argument points to.
    fn read_into(&mut self, argument: &Expr, place: &Where, conversion: Option<&Conversion>, loc: Loc) {
        let target = scanned(self.types, argument);
        let Some(ty) = target.ty.pointee().cloned() else {
            let wrong = "what is read needs a pointer to where it goes";
            let message = |this: &mut Self| format!("{wrong}: `{}`", this.text(loc));
            return self.need(Term::bool(false), message, loc);
        };
        if let Some(conversion) = conversion
            && !conversion.fits(self.types, &ty)
        {
            let given = self.types.name(&target.ty);
            let wrong = format!("format `{}` does not match the argument type `{given}`", conversion.text());
            let message = |this: &mut Self| format!("{wrong}: `{}`", this.text(loc));
            self.need(Term::bool(false), message, loc);
        }
        match (place, &target.kind) {
            (Where::Nowhere, _) => {}
            (Where::Behind(address), _) if self.is_text(target, &ty, conversion) => {
                let is_open = |it: &Conversion| it.first == First::HasEnded && matches!(it.kind, 'c' | '[');
                match conversion.is_some_and(is_open) {
                    true => self.leaving_open("scanf", |this| {
                        this.read_text(target, *address, &ty, conversion, loc);
                    }),
                    false => self.read_text(target, *address, &ty, conversion, loc),
                }
            }
            (Where::Place(location), ExprKind::AddressOf(place)) => {
                let origin = self.origin(OriginKind::Input, loc, Some(place.loc));
                self.require_accessible(location, Purpose::Write, place.loc);
                self.require_no_constant(place, loc);
                self.put_number(location, conversion, origin, loc);
            }
            _ if !ty.is_scalar() => self.unsupported("reading into this place", loc),
            (Where::Behind(address), _) => {
                let region = self.points_to.region_behind(target);
                let bytes = self.size_term(&ty);
                self.require_access(*address, bytes, region, Purpose::Write, target.loc);
                let origin = self.origin(OriginKind::Input, loc, Some(target.loc));
                let location = Location::memory(*address, region, ty);
                self.put_number(&location, conversion, origin, loc);
            }
            (Where::Place(_), _) => {}
        }
    }

    /// Puts what a conversion may have read into a place. How many characters were read is fixed by them.
    fn put_number(
        &mut self,
        location: &Location,
        conversion: Option<&Conversion>,
        origin: OriginId,
        loc: Loc,
    ) {
        let put = |this: &mut Self| {
            this.havoc(location, origin, loc);
            this.bound_number(location, conversion, loc);
        };
        match conversion {
            Some(
                Conversion { kind: 'n', .. } | Conversion { kind: 'c' | 'C', first: First::HasEnded, .. },
            ) => {
                self.leaving_open("scanf", put);
            }
            _ => put(self),
        }
    }

    /// Asks that a place that no pointer was followed to is no constant.
    fn require_no_constant(&mut self, place: &Expr, loc: Loc) {
        let is_variable = root(place).is_some();
        if is_variable && self.program.qualifiers(self.types, place).is_const {
            let message = |this: &mut Self| format!("write to a constant: `{}`", this.text(loc));
            let unselected = Unselected::ends_access(ACCESS_ENDS);
            self.require(Property::WriteToConstant, Term::bool(false), message, loc, unselected);
        }
    }

    fn is_char(&self, ty: &Type) -> bool {
        matches!(ty, Type::Int(kind) if kind.size(self.types.model) == 1)
    }

    /// Reads a string of so many characters as its conversion says, or as an input may have.
    fn read_text(
        &mut self,
        target: &Expr,
        address: Term,
        ty: &Type,
        conversion: Option<&Conversion>,
        loc: Loc,
    ) {
        let region = self.points_to.region_behind(target);
        let room = match &target.kind {
            ExprKind::Decay(array) => match (self.types.size(&array.ty), self.types.size(ty)) {
                (Some(all), Some(one)) if one > 0 => Some(all / one),
                _ => None,
            },
            _ => None,
        };
        let ends = conversion.is_none_or(|conversion| conversion.kind != 'c');
        let most = match conversion.map_or(Amount::None, |conversion| conversion.width) {
            Amount::Fixed(width) => {
                let needed = width.saturating_add(u64::from(ends));
                let bytes = self.size_term(ty).bv_mul(self.address_constant(needed.into()));
                self.require_access(address, bytes, region, Purpose::Write, target.loc);
                // What lies behind an array may belong to the same object.
                match room.filter(|room| *room > 0 && *room < needed) {
                    Some(room) => self.any_room(room, ends, target, loc),
                    None => needed,
                }
            }
            _ => match room {
                Some(room) if room > 0 => {
                    let bytes = self.size_term(ty);
                    self.require_access(address, bytes, region, Purpose::Write, target.loc);
                    self.any_room(room, true, target, loc)
                }
                _ => return self.read_somewhere((address, region), ty, (target, conversion), loc),
            },
        };
        self.read_cells((address, region), ty, most, (conversion, ends), (target, loc));
    }

    /// The characters that are read into so much room, which they may not fit into: as many as there are in the input, or more
    /// for certain where none may end them.
    fn any_room(&mut self, room: u64, ends: bool, target: &Expr, loc: Loc) -> u64 {
        let fits = if ends { self.chosen("the input fits", loc) } else { Term::bool(false) };
        let unselected = Unselected::ends_access("a text that is read into too little ends the execution");
        let message = |this: &mut Self| {
            format!("the string that is read may be longer than `{}`", this.text(target.loc))
        };
        self.require(Property::OutOfBounds, fits, message, loc, unselected);
        room
    }

    fn read_cells(
        &mut self,
        (address, region): (Term, Region),
        ty: &Type,
        count: u64,
        (conversion, ends): (Option<&Conversion>, bool),
        (target, loc): (&Expr, Loc),
    ) {
        let origin = self.origin(OriginKind::Input, loc, Some(target.loc));
        let whole = Location::memory(address, region, Type::Array(ty.clone().into(), Some(count)));
        let last = count.min(MAX_READ_STRING).saturating_sub(1);
        let length = ends.then(|| self.text_length(i128::from(last), loc));
        for idx in 0..=last {
            let cell = self.step(&whole, PathStep::Index(idx));
            match length {
                Some(length) => {
                    self.read_cell(&cell, (length, idx == last), idx, (conversion, origin), loc);
                }
                None => {
                    self.havoc(&cell, origin, loc);
                    let read = self.load(&cell);
                    self.bound_character((read, idx == 0), ty, conversion, loc);
                }
            }
        }
        if count > MAX_READ_STRING {
            self.assume_short_texts();
        }
    }

    /// How many characters a string from outside has.
    fn text_length(&mut self, most: i128, loc: Loc) -> Term {
        let size_type = self.types.size_type();
        // Inputs at one place are told apart by name.
        let origin = self.named_origin(OriginKind::Input, loc, Some("length".to_owned()));
        let least = if self.config.world.texts == crate::c::Texts::Long { most } else { most.min(1) };
        self.input_value(&size_type, origin, loc, Some((least, most)))
    }

    /// A cell where a string is put that has so many characters, and a terminator behind them.
    fn read_cell(
        &mut self,
        cell: &Location,
        (length, is_last): (Term, bool),
        idx: u64,
        (conversion, origin): (Option<&Conversion>, OriginId),
        loc: Loc,
    ) {
        let is_first = idx == 0;
        let idx = self.address_constant(idx.into());
        let zero = self.zero(cell.ty());
        let old = self.load(cell);
        let end = idx.equals(length).ite(zero, old);
        let value = match is_last {
            true => end,
            false => {
                let ty = cell.ty().clone();
                let read = self.input_value(&ty, origin, loc, None);
                self.bound_character((read, is_first), &ty, conversion, loc);
                idx.bv_ult(length).ite(read, end)
            }
        };
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        self.store(cell, value, lowering, loc);
    }

    /// Reads a string of any length into memory of a size that is not known here.
    fn read_somewhere(
        &mut self,
        (address, region): (Term, Region),
        ty: &Type,
        (target, conversion): (&Expr, Option<&Conversion>),
        loc: Loc,
    ) {
        self.assume_short_texts();
        let origin = self.origin(OriginKind::Input, loc, Some(target.loc));
        let length = self.text_length(i128::from(self.longest_text()), loc);
        let length = self.save(length, loc);
        let size = self.size_term(ty);
        let bytes = length.bv_add(self.address_constant(1)).bv_mul(size);
        self.require_access(address, bytes, region, Purpose::Write, target.loc);
        self.repeat(length, loc, |this, idx| {
            let cell = Location::memory(address.bv_add_low(idx.bv_mul(size)), region, ty.clone());
            this.havoc(&cell, origin, loc);
            let read = this.load(&cell);
            this.bound_character((read, false), ty, conversion, loc);
        });
        let end = Location::memory(address.bv_add_low(length.bv_mul(size)), region, ty.clone());
        let lowering = self.origin(OriginKind::Lowering, loc, None);
        self.store_zero(&end, lowering, loc);
    }

    /// A choice that the outside makes.
    pub(super) fn chosen(&mut self, name: &str, loc: Loc) -> Term {
        let origin = self.named_origin(OriginKind::Input, loc, Some(name.to_owned()));
        let choice =
            self.temporary(name, faultscope_ir::Sort::bool(), faultscope_ir::program::Display::Boolean);
        self.emit_havoc(Place::variable(choice), origin);
        Term::symbol(choice)
    }
}

/// Where an item goes.
enum Where {
    Place(Location),
    Behind(Term),
    /// Not where a pointer says.
    Nowhere,
}

/// Whether the next character of the input ends one of the conversions of a format.
fn ends_by_another(pieces: &[Piece]) -> bool {
    pieces.iter().any(|it| matches!(it, Piece::Conversion(it) if !matches!(it.kind, 'c' | 'C' | 'n')))
}
