//! Which functions of the library give what the environment is free to choose.
//!
//! A model that says what a function may do chooses among values. Where the environment is free to choose, that is an *input*:
//! every choice is an execution. Everywhere else the library gives one value for its arguments, and the model leaves open which.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::words::is_word;

/// The functions, and parts of models, whose choices are inputs: what is read, whether a name can be opened, arguments,
/// variables of the environment, attributes of files, the network, time, numbers of processes and users; and which of two numbers
/// with the same sign comparisons give, for compilers and libraries differ.
const INPUTS: &str = "
    __fs_next_byte fgetc getc fgetc_unlocked getc_unlocked _IO_getc __uflow fgetwc getwc getwchar
    fgets fgets_unlocked __fgets_chk fgetws gets __gets_chk fread fread_unlocked __fread_chk getline getdelim feof feof_unlocked
    read pread __read_chk recv recvfrom readdir readlink __readlink_chk
    fopen fopen64 freopen freopen64 open open64 openat creat opendir
    getenv secure_getenv __fs_outside_variable __fs_argument_vector __fs_text_length __fs_text __fs_line
    access stat fstat lstat fstatat isatty getcwd __getcwd_chk gethostname uname sysconf pathconf getlogin ttyname realpath
    socket bind listen accept connect getsockname getpeername getsockopt select poll
    getpid getppid getpgrp getuid geteuid getgid getegid wait waitpid
    __fs_time __fs_any_moment timespec_get clock_gettime clock_getres gettimeofday times getrusage getloadavg
    sleep usleep nanosleep clock_nanosleep alarm
    strcmp strcoll strncmp strcasecmp strncasecmp strverscmp memcmp bcmp
";

static NAMES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| INPUTS.split_whitespace().collect());

/// Whether what the model of a function chooses is an input. What a word of a verifier chooses always is.
pub(in crate::c) fn gives_inputs(name: &str) -> bool {
    NAMES.contains(name) || is_word(name)
}
