//! Headers of C17 for characters and strings.

use super::super::model::Model;
use super::super::row::{
    PrintFunction, Returned, Row, RowMark, Scanned, Special, built_in, in_c, printing, refused, scanning,
    wide,
};

pub(super) const CTYPE: &[Row] = &[in_c(
    "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower \
         toupper isascii toascii __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max",
)];

pub(super) const STRING: &[Row] = &[
    in_c("memcpy").returns(Returned::Pointer).fills(0, 2).becomes(Special::Copy),
    in_c("memmove").returns(Returned::Pointer).fills(0, 2).becomes(Special::Move),
    in_c(
        "strcpy strcat strncat strchr strpbrk strrchr strstr strtok strdup strndup stpcpy strtok_r strchrnul \
         strsep",
    )
    .returns(Returned::Text),
    in_c("strncpy stpncpy").returns(Returned::Text).fills(0, 2),
    in_c("memcmp strcmp strcoll strncmp strverscmp").marked(&[RowMark::Input]),
    in_c(
        "strxfrm strerror rawmemchr memmem strerror_r __xpg_strerror_r strsignal strcasestr strlcat explicit_bzero \
         memfrob basename ffsl ffsll __strdup __strndup __strtok_r __memcpy_chk __memmove_chk __memset_chk \
         __mempcpy_chk __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk __stpncpy_chk \
         __explicit_bzero_chk __rawmemchr",
    ),
    in_c("memchr memccpy memrchr").returns(Returned::Pointer),
    in_c("strcspn strspn strlen strnlen strlcpy").returns(Returned::Size),
    in_c("memset").returns(Returned::Pointer).fills(0, 2).becomes(Special::Fill),
    in_c("mempcpy").returns(Returned::Pointer).fills(0, 2),
    refused("strfry"),
];

pub(super) const STRINGS: &[Row] = &[
    in_c("bcmp strcasecmp strncasecmp").marked(&[RowMark::Input]),
    in_c("bcopy").returns(Returned::Void),
    in_c("bzero").returns(Returned::Void).fills(0, 1),
    in_c("ffs"),
    in_c("index rindex").returns(Returned::Text),
];

pub(super) const WCHAR: &[Row] = &[
    built_in("fwprintf", Model::Output).prints(PrintFunction::Fprintf.at(1).wide()),
    scanning("fwscanf __isoc99_fwscanf", Scanned::Stream.plain().wide()),
    scanning("swscanf __isoc99_swscanf", Scanned::Text.plain().wide()),
    built_in("vfwprintf", Model::Output).prints(PrintFunction::Fprintf.at(1).wide().of_list()),
    built_in("vwprintf", Model::Output).prints(PrintFunction::Printf.at(0).wide().of_list()),
    built_in("wprintf", Model::Output).prints(PrintFunction::Printf.at(0).wide()),
    scanning("wscanf __isoc99_wscanf", Scanned::StandardInput.plain().wide()),
    built_in("putwchar", Model::Output).or_in_c(),
    in_c("fgetwc getwc getwchar").marked(&[RowMark::Input]),
    in_c("fgetws").returns(Returned::WideText).fills_wide(0, 1).marked(&[RowMark::Input]),
    in_c(
        "fputwc fputws fwide putwc wcscmp wcscoll wcsncmp wmemcmp wcsftime btowc wctob mbsinit mbrlen mbrtowc \
         wcrtomb mbsrtowcs wcsrtombs wmempcpy wcwidth",
    ),
    in_c("ungetwc").marked(&[RowMark::PushesBack]),
    in_c("wmemcpy wmemmove wmemset").returns(Returned::WideText).fills_wide(0, 2),
    in_c("wmemchr").returns(Returned::WideText),
    wide("wcstod", "strtod"),
    wide("wcstof", "strtof"),
    wide("wcstold", "strtold"),
    wide("wcstol", "strtol"),
    wide("wcstoll", "strtoll"),
    wide("wcstoul", "strtoul"),
    wide("wcstoull", "strtoull"),
    wide("wcscpy", "strcpy").returns(Returned::WideText),
    wide("wcsncpy", "strncpy").returns(Returned::WideText).fills_wide(0, 2),
    wide("wcscat", "strcat").returns(Returned::WideText),
    wide("wcsncat", "strncat").returns(Returned::WideText),
    wide("wcsxfrm", "strxfrm"),
    wide("wcschr", "strchr").returns(Returned::WideText),
    wide("wcscspn", "strcspn").returns(Returned::Size),
    wide("wcspbrk", "strpbrk").returns(Returned::WideText),
    wide("wcsrchr", "strrchr").returns(Returned::WideText),
    wide("wcsspn", "strspn").returns(Returned::Size),
    wide("wcsstr", "strstr").returns(Returned::WideText),
    wide("wcstok", "strtok_r").returns(Returned::WideText),
    wide("wcslen", "strlen").returns(Returned::Size),
    wide("wcsdup", "strdup").returns(Returned::WideText),
    wide("wcsnlen", "strnlen").returns(Returned::Size),
    wide("wcpcpy", "stpcpy"),
    wide("wcpncpy", "stpncpy"),
    wide("wcscasecmp", "strcasecmp"),
    wide("wcsncasecmp", "strncasecmp"),
    wide("wcschrnul", "strchrnul"),
    printing("swprintf", PrintFunction::Snprintf.at(2).wide()).fills_wide(0, 1),
    printing("vswprintf", PrintFunction::Snprintf.at(2).wide().of_list()).fills_wide(0, 1),
    refused("vfwscanf vswscanf vwscanf wcswidth"),
];

pub(super) const WCTYPE: &[Row] = &[
    in_c(
        "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper \
         iswxdigit towlower towupper iswctype wctype towctrans",
    ),
    refused("wctrans"),
];
