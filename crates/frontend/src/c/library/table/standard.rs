//! Other headers of C17.

use super::super::model::Model;
use super::super::row::{Returned, Row, RowMark, Special, built_in, in_c};

pub(super) const ASSERT: &[Row] = &[built_in("__assert_fail __assert_perror_fail", Model::AssertionFailure)];

pub(super) const ERRNO: &[Row] = &[in_c("__errno_location")];

pub(super) const LOCALE: &[Row] = &[in_c("setlocale localeconv")];

pub(super) const SETJMP: &[Row] = &[in_c("setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp")];

pub(super) const SIGNAL: &[Row] = &[in_c(
    "signal raise kill sigaction sigemptyset sigfillset sigaddset sigdelset sigismember sigprocmask sigpending \
         sigsuspend sigwait sigisemptyset pthread_sigmask",
)];

pub(super) const TIME: &[Row] = &[
    built_in("clock", Model::Input(0, i32::MAX)).or_in_c(),
    built_in("time", Model::Input(0, i32::MAX)).or_in_c().returns(Returned::Long).becomes(Special::Time),
    in_c(
        "difftime mktime asctime ctime gmtime localtime strftime gmtime_r localtime_r asctime_r ctime_r timegm \
         timelocal strptime tzset clock_settime",
    ),
    in_c("timespec_get nanosleep clock_gettime clock_getres clock_nanosleep").marked(&[RowMark::Input]),
];
