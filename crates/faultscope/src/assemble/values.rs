//! The symbols of a program that those of a trace stand for.

use faultscope_ir::Symbol;

/// The symbol of the program of which this one is a recursive activation's.
pub(super) fn at_no_depth(symbol: Symbol) -> Symbol {
    match symbol.name().rsplit_once('@') {
        Some((name, depth)) if !name.is_empty() && depth.bytes().all(|c| c.is_ascii_digit()) => {
            Symbol::new(name, symbol.sort())
        }
        _ => symbol,
    }
}
