//! Headers of POSIX that C17 does not have.

use super::super::model::{Handlers, Model};
use super::super::row::{
    PrintFunction, Returned, Row, RowMark, Special, built_in, elsewhere, in_c, printing, refused,
};

pub(super) const UNISTD: &[Row] = &[
    built_in("_exit", Model::Exit(Handlers::Skip)).returns(Returned::Void).takes(&["int"]),
    in_c("read").fills(1, 2).marked(&[RowMark::Input]),
    in_c(
        "write close pwrite lseek lseek64 unlink rmdir chdir fchdir dup dup2 pipe setuid setgid setsid \
         pause getopt ftruncate truncate link symlink fsync fdatasync sync chown fchown getpagesize nice \
         swab",
    ),
    in_c(
        "pread access isatty getpid getppid getpgrp getuid geteuid getgid getegid sleep usleep alarm \
         gethostname sysconf pathconf readlink ttyname getlogin __read_chk __getcwd_chk __readlink_chk",
    )
    .marked(&[RowMark::Input]),
    in_c("getcwd").returns(Returned::Text).marked(&[RowMark::Input]),
    elsewhere("fork vfork"),
    refused("execl execle execlp execv execve execvp sbrk brk"),
];

pub(super) const SEARCH: &[Row] = &[
    in_c("tsearch tfind tdelete twalk tdestroy lsearch lfind hcreate hdestroy insque remque"),
    in_c("hsearch").becomes(Special::HashTable),
];

pub(super) const GETOPT: &[Row] = &[in_c("getopt_long"), refused("getopt_long_only")];

pub(super) const FCNTL: &[Row] =
    &[in_c("open open64 creat openat").marked(&[RowMark::Input]), in_c("fcntl posix_fadvise")];

pub(super) const SYS_STAT: &[Row] = &[
    in_c("stat fstat lstat fstatat").marked(&[RowMark::Input]),
    in_c("mkdir mkdirat mkfifo chmod fchmod umask __xstat __fxstat __lxstat"),
    refused("mknod utimensat futimens"),
];

pub(super) const SYS_TIME: &[Row] = &[
    in_c("gettimeofday").marked(&[RowMark::Input]),
    in_c("settimeofday utimes"),
    refused("setitimer getitimer"),
];

pub(super) const SYS_TIMES: &[Row] = &[in_c("times").marked(&[RowMark::Input])];

pub(super) const SYS_RESOURCE: &[Row] =
    &[in_c("getrusage").marked(&[RowMark::Input]), in_c("getrlimit setrlimit getpriority setpriority")];

pub(super) const SYS_WAIT: &[Row] = &[in_c("wait waitpid").marked(&[RowMark::Input])];

pub(super) const SYS_MMAN: &[Row] = &[in_c("mprotect"), refused("mmap munmap msync")];

pub(super) const SYS_SELECT: &[Row] = &[in_c("select").marked(&[RowMark::Input]), refused("pselect")];

pub(super) const POLL: &[Row] = &[in_c("poll").marked(&[RowMark::Input])];

pub(super) const SYS_IOCTL: &[Row] = &[refused("ioctl")];

pub(super) const SYS_UTSNAME: &[Row] = &[in_c("uname").marked(&[RowMark::Input])];

pub(super) const DIRENT: &[Row] = &[
    in_c("opendir readdir").marked(&[RowMark::Input]),
    in_c("closedir").marked(&[RowMark::ClosesStream]),
    in_c("rewinddir"),
];

pub(super) const LIBGEN: &[Row] = &[in_c("dirname __xpg_basename")];

pub(super) const SYS_SOCKET: &[Row] = &[
    in_c("socket bind listen accept connect recvfrom getsockopt getsockname getpeername")
        .marked(&[RowMark::Input]),
    in_c("send sendto shutdown setsockopt socketpair"),
    in_c("recv").fills(1, 2).marked(&[RowMark::Input]),
];

pub(super) const ARPA_INET: &[Row] =
    &[in_c("htons ntohs htonl ntohl inet_addr inet_pton inet_ntop"), refused("inet_ntoa")];

pub(super) const PTHREAD: &[Row] = &[
    in_c(
        "pthread_join pthread_self pthread_equal pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock \
         pthread_mutex_unlock pthread_mutex_destroy pthread_cond_init pthread_cond_signal pthread_cond_broadcast \
         pthread_cond_destroy",
    ),
    elsewhere("pthread_create pthread_exit"),
    refused("pthread_detach pthread_cond_wait"),
];

pub(super) const SYSLOG: &[Row] = &[
    built_in("syslog", Model::Hidden).prints(PrintFunction::Syslog.at(1)),
    in_c("openlog closelog"),
    printing("vsyslog", PrintFunction::Syslog.at(1).of_list()),
];

pub(super) const WORDEXP: &[Row] = &[refused("wordexp wordfree")];

pub(super) const FNMATCH: &[Row] = &[refused("fnmatch")];

pub(super) const FTW: &[Row] = &[refused("ftw nftw")];

pub(super) const GLOB: &[Row] = &[refused("glob globfree")];

pub(super) const ICONV: &[Row] = &[refused("iconv_close iconv_open iconv")];

pub(super) const LANGINFO: &[Row] = &[refused("nl_langinfo")];

pub(super) const MONETARY: &[Row] = &[refused("strfmon")];

pub(super) const NL_TYPES: &[Row] = &[refused("catopen catgets catclose")];

pub(super) const REGEX: &[Row] = &[refused("regcomp regexec regerror regfree")];

pub(super) const UCHAR: &[Row] = &[refused("mbrtoc8 c8rtomb mbrtoc16 c16rtomb mbrtoc32 c32rtomb")];
