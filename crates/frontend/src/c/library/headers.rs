//! The functions of the C library and of POSIX that a program finds in its headers.

/// A header, and the functions that it declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Its name, as in `#include`.
    pub name: &'static str,
    /// The functions, separated by spaces.
    functions: &'static str,
    /// Functions that exist for each floating-point type, with the names `f`, `ff` and `fl`.
    of_each_type: &'static str,
}

impl Header {
    /// Whether it has a function of this name, with others for the other floating-point types.
    pub(super) fn is_of_each_type(&self, name: &str) -> bool {
        self.of_each_type.split_whitespace().any(|it| it == name)
    }

    /// The names of its functions.
    pub fn functions(&self) -> impl Iterator<Item = String> {
        let of_each_type = self.of_each_type.split_whitespace();
        let of_each_type =
            of_each_type.flat_map(|name| ["", "f", "l"].map(|suffix| format!("{name}{suffix}")));
        self.functions.split_whitespace().map(str::to_owned).chain(of_each_type)
    }
}

const fn header(name: &'static str, functions: &'static str) -> Header {
    Header { name, functions, of_each_type: "" }
}

const fn typed_header(name: &'static str, functions: &'static str, of_each_type: &'static str) -> Header {
    Header { name, functions, of_each_type }
}

/// Whether only POSIX has a function, in a header of its own: names that programs have for their own functions.
pub(in crate::c) fn is_of_posix(name: &str) -> bool {
    let own = HEADERS.iter().skip_while(|header| header.name != FIRST_OF_POSIX);
    own.flat_map(Header::functions).any(|it| it == name)
}

/// The first header that C17 does not have, but for `strings.h`.
const FIRST_OF_POSIX: &str = "unistd.h";

/// The headers: those of C17, with what POSIX and glibc have in them, then others of POSIX.
pub const HEADERS: [Header; 47] = [
    header("assert.h", "__assert_fail __assert_perror_fail"),
    typed_header(
        "complex.h",
        "",
        "cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog cabs cpow csqrt carg cimag conj \
         cproj creal",
    ),
    header(
        "ctype.h",
        "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper \
         isascii toascii __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max",
    ),
    header("errno.h", "__errno_location"),
    header(
        "fenv.h",
        "feclearexcept fegetexceptflag feraiseexcept fesetexceptflag fetestexcept fegetround fesetround fegetenv feholdexcept \
         fesetenv feupdateenv feenableexcept fedisableexcept fegetexcept",
    ),
    header("inttypes.h", "imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax"),
    header("locale.h", "setlocale localeconv"),
    typed_header(
        "math.h",
        "__fpclassify __fpclassifyf __fpclassifyl __isnan __isnanf __isnanl __isinf __isinff __isinfl __finite __finitef \
         __finitel __signbit __signbitf __signbitl isnan isnanf isnanl isinf isinff isinfl finite finitef finitel",
        "acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 exp10 expm1 frexp ilogb ldexp log log10 \
         log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint \
         llrint round lround llround trunc roundeven fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin \
         fma drem significand gamma j0 j1 jn y0 y1 yn sincos",
    ),
    header("setjmp.h", "setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp"),
    header(
        "signal.h",
        "signal raise kill sigaction sigemptyset sigfillset sigaddset sigdelset sigismember sigprocmask sigpending sigsuspend \
         sigwait sigisemptyset pthread_sigmask",
    ),
    header(
        "stdio.h",
        "remove rename tmpfile tmpnam fclose fflush fopen freopen setbuf setvbuf fprintf fscanf printf scanf snprintf sprintf \
         sscanf vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf fgetc fgets fputc fputs getc getchar putc putchar \
         puts ungetc fread fwrite fgetpos fseek fsetpos ftell rewind clearerr feof ferror perror gets fileno fdopen popen \
         pclose getline getdelim dprintf vdprintf asprintf vasprintf fseeko ftello flockfile funlockfile ftrylockfile \
         getc_unlocked getchar_unlocked putc_unlocked putchar_unlocked fgetc_unlocked fputc_unlocked fread_unlocked \
         fwrite_unlocked fgets_unlocked fputs_unlocked feof_unlocked ferror_unlocked clearerr_unlocked fflush_unlocked \
         fileno_unlocked fmemopen open_memstream setbuffer setlinebuf ctermid tempnam putw getw fopen64 freopen64 tmpfile64 \
         fseeko64 ftello64 renameat \
         __isoc99_scanf __isoc99_fscanf __isoc99_sscanf __isoc99_vscanf __isoc99_vfscanf __isoc99_vsscanf __isoc23_scanf \
         __isoc23_fscanf __isoc23_sscanf __isoc23_vscanf __isoc23_vfscanf __isoc23_vsscanf __printf_chk __fprintf_chk \
         __sprintf_chk __snprintf_chk __vprintf_chk __vfprintf_chk __vsprintf_chk __vsnprintf_chk __dprintf_chk \
         __asprintf_chk __fgets_chk __fread_chk __gets_chk _IO_getc _IO_putc __overflow __uflow",
    ),
    header(
        "stdlib.h",
        "atof atoi atol atoll strtod strtof strtold strtol strtoll strtoul strtoull rand srand aligned_alloc calloc free \
         malloc realloc abort atexit at_quick_exit exit _Exit getenv quick_exit system bsearch qsort abs labs llabs div ldiv \
         lldiv mblen mbtowc wctomb mbstowcs wcstombs random srandom rand_r drand48 erand48 lrand48 nrand48 mrand48 jrand48 \
         srand48 seed48 lcong48 initstate setstate setenv unsetenv putenv clearenv secure_getenv mkstemp mkdtemp mktemp \
         realpath getsubopt posix_memalign reallocarray qsort_r on_exit a64l l64a getloadavg valloc memalign cfree ecvt fcvt \
         gcvt __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull __realpath_chk",
    ),
    header(
        "string.h",
        "memcpy memmove strcpy strncpy strcat strncat memcmp strcmp strcoll strncmp strxfrm memchr strchr strcspn strpbrk \
         strrchr strspn strstr strtok memset strerror strlen memccpy mempcpy memrchr rawmemchr memmem strdup strndup strnlen \
         stpcpy stpncpy strtok_r strerror_r __xpg_strerror_r strsignal strchrnul strcasestr strsep strlcpy strlcat strverscmp \
         explicit_bzero memfrob strfry basename ffsl ffsll __strdup __strndup __strtok_r __memcpy_chk __memmove_chk \
         __memset_chk __mempcpy_chk __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk __stpncpy_chk \
         __explicit_bzero_chk __rawmemchr",
    ),
    header("strings.h", "bcmp bcopy bzero ffs index rindex strcasecmp strncasecmp"),
    header(
        "time.h",
        "clock difftime mktime time timespec_get asctime ctime gmtime localtime strftime gmtime_r localtime_r asctime_r \
         ctime_r timegm timelocal strptime tzset nanosleep clock_gettime clock_settime clock_getres clock_nanosleep",
    ),
    header(
        "wchar.h",
        "fwprintf fwscanf swprintf swscanf vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wprintf wscanf fgetwc \
         fgetws fputwc fputws fwide getwc getwchar putwc putwchar ungetwc wcstod wcstof wcstold wcstol wcstoll wcstoul \
         wcstoull wcscpy wcsncpy wmemcpy wmemmove wcscat wcsncat wcscmp wcscoll wcsncmp wcsxfrm wmemcmp wcschr wcscspn \
         wcspbrk wcsrchr wcsspn wcsstr wcstok wmemchr wcslen wmemset wcsftime btowc wctob mbsinit mbrlen mbrtowc wcrtomb \
         mbsrtowcs wcsrtombs wcsdup wcsnlen wcpcpy wcpncpy wmempcpy wcscasecmp wcsncasecmp wcschrnul wcwidth wcswidth \
         __isoc99_wscanf __isoc99_fwscanf __isoc99_swscanf",
    ),
    header(
        "wctype.h",
        "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit \
         towlower towupper iswctype wctype towctrans wctrans",
    ),
    header(
        "unistd.h",
        "read write close pread pwrite lseek lseek64 access unlink rmdir chdir fchdir getcwd dup dup2 pipe isatty getpid \
         getppid getpgrp getuid geteuid getgid getegid setuid setgid setsid sleep usleep alarm pause fork vfork execl execle \
         execlp execv execve execvp _exit getopt gethostname sysconf pathconf ftruncate truncate link symlink readlink fsync \
         fdatasync sync chown fchown ttyname sbrk brk getpagesize getlogin nice swab __read_chk __getcwd_chk __readlink_chk",
    ),
    header(
        "search.h",
        "tsearch tfind tdelete twalk tdestroy lsearch lfind hcreate hsearch hdestroy insque remque",
    ),
    header("getopt.h", "getopt_long getopt_long_only"),
    header("fcntl.h", "open open64 creat openat fcntl posix_fadvise"),
    header(
        "sys/stat.h",
        "stat fstat lstat fstatat mkdir mkdirat mkfifo mknod chmod fchmod umask utimensat futimens __xstat __fxstat __lxstat",
    ),
    header("sys/time.h", "gettimeofday settimeofday utimes setitimer getitimer"),
    header("sys/times.h", "times"),
    header("sys/resource.h", "getrusage getrlimit setrlimit getpriority setpriority"),
    header("sys/wait.h", "wait waitpid"),
    header("sys/mman.h", "mmap munmap mprotect msync"),
    header("sys/select.h", "select pselect"),
    header("poll.h", "poll"),
    header("sys/ioctl.h", "ioctl"),
    header("sys/utsname.h", "uname"),
    header("dirent.h", "opendir readdir closedir rewinddir"),
    header("libgen.h", "dirname __xpg_basename"),
    header(
        "sys/socket.h",
        "socket bind listen accept connect send sendto recv recvfrom shutdown setsockopt getsockopt getsockname getpeername \
         socketpair",
    ),
    header("arpa/inet.h", "htons ntohs htonl ntohl inet_addr inet_ntoa inet_pton inet_ntop"),
    header(
        "pthread.h",
        "pthread_create pthread_join pthread_self pthread_equal pthread_exit pthread_detach pthread_mutex_init \
         pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_destroy pthread_cond_init \
         pthread_cond_wait pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy",
    ),
    header("syslog.h", "openlog syslog vsyslog closelog"),
    header("wordexp.h", "wordexp wordfree"),
    header("fnmatch.h", "fnmatch"),
    header("ftw.h", "ftw nftw"),
    header("glob.h", "glob globfree"),
    header("iconv.h", "iconv_close iconv_open iconv"),
    header("langinfo.h", "nl_langinfo"),
    header("monetary.h", "strfmon"),
    header("nl_types.h", "catopen catgets catclose"),
    header("regex.h", "regcomp regexec regerror regfree"),
    header("uchar.h", "mbrtoc8 c8rtomb mbrtoc16 c16rtomb mbrtoc32 c32rtomb"),
];
