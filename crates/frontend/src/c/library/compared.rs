//! What models of the library fix where the environment is given, and the library does not.
//!
//! There each function does one thing, so that an execution can be followed. Versions of a program that are compared do the same in *any*
//! environment: of a program that depends on one of these nothing is claimed. What depends on the environment by a
//! [primitive](faultscope_ir::Primitive) is not in this list: a comparison asks for any answer.

/// Functions that may answer otherwise, or let something happen that is not followed: a signal, another locale.
const FIXED: [&str; 35] = [
    "alarm",
    "bsd_signal",
    "clock",
    "clock_getres",
    "clock_gettime",
    "fdatasync",
    "ferror",
    "ferror_unlocked",
    "fsync",
    "getpagesize",
    "getrusage",
    "gettimeofday",
    "isatty",
    "kill",
    "killpg",
    "localeconv",
    "nl_langinfo",
    "pause",
    "pthread_kill",
    "sem_wait",
    "setitimer",
    "setlocale",
    "sigaction",
    "signal",
    "sigpause",
    "sigprocmask",
    "sigset",
    "sigsuspend",
    "sigwait",
    "sysv_signal",
    "timer_create",
    "timespec_get",
    "times",
    "ualarm",
    "uselocale",
];

/// Functions whose result says whether output arrives, which it always does there.
const WRITERS: [&str; 27] = [
    "fclose",
    "fflush",
    "fflush_unlocked",
    "fprintf",
    "fputc",
    "fputc_unlocked",
    "fputs",
    "fputs_unlocked",
    "fputwc",
    "fputws",
    "fwrite",
    "fwrite_unlocked",
    "pclose",
    "printf",
    "putc",
    "putc_unlocked",
    "putchar",
    "putchar_unlocked",
    "puts",
    "putw",
    "putwc",
    "putwchar",
    "setvbuf",
    "vfprintf",
    "vprintf",
    "wprintf",
    "write",
];

/// Functions that decide when output leaves the program.
const FLUSHING: [&str; 9] = [
    "fclose",
    "fcloseall",
    "fflush",
    "fflush_unlocked",
    "freopen",
    "setbuf",
    "setbuffer",
    "setlinebuf",
    "setvbuf",
];

/// Functions that end the program as another one does in the models, which lets out what is left of its output.
const EXITS: [&str; 3] = ["_Exit", "_exit", "quick_exit"];

/// Functions that end the program without what it has not yet let out.
const ABRUPT: [&str; 3] = ["abort", "raise", "tgkill"];

/// Whether a function ends the program as another one does in the models.
pub(in crate::c) fn is_exit(name: &str) -> bool {
    EXITS.contains(&name)
}

/// Whether a function may answer otherwise than its model.
pub(in crate::c) fn is_fixed(name: &str) -> bool {
    FIXED.contains(&name)
}

/// Whether the result of a function says whether output arrives.
pub(in crate::c) fn is_writer(name: &str) -> bool {
    WRITERS.contains(&name)
}

/// Whether a function decides when output leaves the program.
pub(in crate::c) fn flushes(name: &str) -> bool {
    FLUSHING.contains(&name)
}

/// Whether a function ends the program without what it has not yet let out.
pub(in crate::c) fn is_abrupt(name: &str) -> bool {
    ABRUPT.contains(&name)
}
