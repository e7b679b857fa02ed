//! Functions of no header: compilers know them by themselves, or other libraries have them.

use super::super::model::{FloatFunction, Model};
use super::super::row::{
    PrintFunction, Returned, Row, Scanned, Special, built_in, elsewhere, in_c, printing, scanning, special,
    wide,
};

/// What compilers know by themselves, and macros of headers.
pub(super) const COMPILERS: &[Row] = &[
    built_in("assert", Model::Assert),
    built_in("assert_perror", Model::Hidden),
    built_in("isfinite", Model::Float(FloatFunction::IsFinite)),
    built_in("isinf_sign", Model::Float(FloatFunction::IsInfinite)),
    built_in("signbit", Model::Float(FloatFunction::SignBit)),
    in_c(
        "__builtin_popcount __builtin_parity __builtin_clz __builtin_ctz __builtin_clrsb \
         __builtin_ffs __builtin_popcountl __builtin_parityl __builtin_clzl __builtin_ctzl __builtin_clrsbl \
         __builtin_ffsl __builtin_popcountll __builtin_parityll __builtin_clzll __builtin_ctzll __builtin_clrsbll \
         __builtin_ffsll __builtin_bswap16 __builtin_bswap32 __builtin_bswap64",
    ),
    special("alloca", Special::OnStack).returns(Returned::Pointer),
];

/// What other libraries have, or other versions of these headers.
pub(super) const LIBRARIES: &[Row] = &[
    built_in("__assert __assert_func __assert_rtn", Model::AssertionFailure),
    built_in("xmalloc kmalloc", Model::Malloc),
    built_in("printk", Model::Output),
    scanning("__isoc23_wscanf", Scanned::StandardInput.plain().wide()),
    scanning("__isoc23_fwscanf", Scanned::Stream.plain().wide()),
    scanning("__isoc23_swscanf", Scanned::Text.plain().wide()),
    printing("_IO_printf", PrintFunction::Printf.at(0)),
    printing("_snprintf", PrintFunction::WindowsSnprintf.at(2)),
    printing("_snwprintf", PrintFunction::WindowsSnprintf.at(2).wide()),
    in_c("strrev epoll_create"),
    in_c("malloc_usable_size").returns(Returned::Size),
    wide("wcslcpy", "strlcpy"),
    wide("wcslcat", "strlcat"),
    elsewhere("thrd_create clone"),
];
