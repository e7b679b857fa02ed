//! `<stdlib.h>`.

use super::super::model::{Handlers, Model};
use super::super::row::{Returned, Row, RowMark, SIZE, built_in, in_c, refused};

pub(super) const STDLIB: &[Row] = &[
    built_in("rand", Model::Random(0, i32::MAX)).or_in_c().takes(&[]),
    built_in("srand", Model::Seed).or_in_c().returns(Returned::Void),
    built_in("calloc", Model::Calloc).returns(Returned::Pointer).takes(&[SIZE, SIZE]),
    built_in("free cfree", Model::Free).returns(Returned::Void).takes(&["void *"]),
    built_in("malloc valloc", Model::Malloc).returns(Returned::Pointer).takes(&[SIZE]),
    built_in("realloc", Model::Realloc).returns(Returned::Pointer).takes(&["void *", SIZE]),
    built_in("abort", Model::Abort).or_in_c().returns(Returned::Void).takes(&[]),
    built_in("exit", Model::Exit(Handlers::Run)).returns(Returned::Void).takes(&["int"]),
    built_in("_Exit", Model::Exit(Handlers::Skip)).returns(Returned::Void).takes(&["int"]),
    built_in("quick_exit", Model::Exit(Handlers::Skip)).or_in_c().returns(Returned::Void).takes(&["int"]),
    built_in("random", Model::Random(0, i32::MAX)).or_in_c().returns(Returned::Long).takes(&[]),
    built_in("srandom", Model::Seed).or_in_c(),
    in_c("atof strtod").returns(Returned::Double),
    in_c(
        "atoi strtof strtold atexit at_quick_exit system bsearch div ldiv lldiv mblen mbtowc wctomb mbstowcs \
         wcstombs rand_r drand48 erand48 lrand48 nrand48 mrand48 jrand48 srand48 setenv unsetenv putenv clearenv \
         mkstemp mkdtemp mktemp posix_memalign qsort_r a64l memalign __isoc23_strtol __isoc23_strtoul \
         __isoc23_strtoll __isoc23_strtoull",
    ),
    in_c("atol strtol").returns(Returned::Long),
    in_c("atoll strtoll").returns(Returned::LongLong),
    in_c("strtoul").returns(Returned::ULong),
    in_c("strtoull").returns(Returned::ULongLong),
    in_c("aligned_alloc reallocarray").returns(Returned::Pointer),
    in_c("getenv").returns(Returned::Text).marked(&[RowMark::Input]),
    in_c("qsort").returns(Returned::Void),
    in_c("abs").marked(&[RowMark::ComputedByGcc]),
    in_c("labs").returns(Returned::Long).marked(&[RowMark::ComputedByGcc]),
    in_c("llabs").returns(Returned::LongLong).marked(&[RowMark::ComputedByGcc]),
    in_c("secure_getenv realpath getloadavg").marked(&[RowMark::Input]),
    refused("seed48 lcong48 initstate setstate getsubopt on_exit l64a ecvt fcvt gcvt __realpath_chk"),
];
