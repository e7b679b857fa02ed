//! `<stdio.h>`.

use super::super::model::Model;
use super::super::row::{
    PrintFunction, ReadFrom, Reads, Returned, Row, RowMark, Scanned, built_in, in_c, printing, refused,
    scanning,
};

pub(super) const STDIO: &[Row] = &[
    built_in("fclose", Model::Hidden).or_in_c().marked(&[RowMark::ClosesStream]),
    built_in("fflush setbuf setvbuf", Model::Ignored).or_in_c(),
    built_in("fprintf", Model::Output).or_in_c().prints(PrintFunction::Fprintf.at(1)),
    scanning("fscanf __isoc99_fscanf __isoc23_fscanf", Scanned::Stream.plain()),
    built_in("printf", Model::Output).or_in_c().prints(PrintFunction::Printf.at(0)),
    scanning("scanf __isoc99_scanf __isoc23_scanf", Scanned::StandardInput.plain()),
    scanning("sscanf __isoc99_sscanf __isoc23_sscanf", Scanned::Text.plain()),
    built_in("vfprintf", Model::Output).prints(PrintFunction::Fprintf.at(1).of_list()),
    built_in("vprintf", Model::Output).prints(PrintFunction::Printf.at(0).of_list()),
    built_in("fgetc getc", Model::Input(-1, 255))
        .or_in_c()
        .takes(&["void *"])
        .reads(Reads::Character, ReadFrom::LastArgument)
        .marked(&[RowMark::Input]),
    built_in("fputc putc", Model::Output).or_in_c().takes(&["int", "void *"]),
    built_in("fputs", Model::Output).or_in_c().takes(&["const char *", "void *"]),
    built_in("getchar", Model::Input(-1, 255))
        .or_in_c()
        .takes(&[])
        .reads(Reads::Character, ReadFrom::StandardInput),
    built_in("putchar", Model::Output).or_in_c().takes(&["int"]),
    built_in("puts", Model::Output).or_in_c().takes(&["const char *"]),
    built_in("fwrite", Model::Output).or_in_c().returns(Returned::Size),
    built_in("perror", Model::Output).or_in_c().returns(Returned::Void),
    built_in("getchar_unlocked", Model::Input(-1, 255))
        .or_in_c()
        .reads(Reads::Character, ReadFrom::StandardInput),
    in_c(
        "remove rename tmpfile tmpnam fgetpos fseek fsetpos rewind clearerr ferror fileno fdopen popen \
         fseeko ftello flockfile funlockfile ftrylockfile putc_unlocked putchar_unlocked fputc_unlocked \
         fwrite_unlocked fputs_unlocked ferror_unlocked clearerr_unlocked fflush_unlocked \
         fileno_unlocked fmemopen open_memstream setbuffer setlinebuf tmpfile64 fseeko64 ftello64 \
         _IO_putc __overflow",
    ),
    in_c(
        "fopen getdelim fread_unlocked fgets_unlocked feof_unlocked fopen64 freopen64 __fgets_chk \
         __fread_chk __uflow",
    )
    .marked(&[RowMark::Input]),
    in_c("freopen").marked(&[RowMark::Input, RowMark::ClosesStream]),
    in_c("snprintf").prints(PrintFunction::Snprintf.at(2)).fills(0, 1),
    in_c("sprintf").prints(PrintFunction::Sprintf.at(1)),
    in_c("fgets")
        .returns(Returned::Text)
        .fills(0, 1)
        .reads(Reads::Line, ReadFrom::LastArgument)
        .marked(&[RowMark::Input]),
    in_c("ungetc").marked(&[RowMark::PushesBack]),
    in_c("fread")
        .returns(Returned::Size)
        .reads(Reads::Bytes, ReadFrom::LastArgument)
        .marked(&[RowMark::Input]),
    in_c("ftell").returns(Returned::Long),
    in_c("feof").reads(Reads::End, ReadFrom::LastArgument).marked(&[RowMark::Input]),
    in_c("gets").returns(Returned::Text).marked(&[RowMark::Input]),
    in_c("pclose").marked(&[RowMark::ClosesStream]),
    in_c("getline").returns(Returned::Long).marked(&[RowMark::Input]),
    in_c("getc_unlocked fgetc_unlocked _IO_getc")
        .reads(Reads::Character, ReadFrom::LastArgument)
        .marked(&[RowMark::Input]),
    scanning("vfscanf __isoc99_vfscanf __isoc23_vfscanf", Scanned::Stream.plain().of_list()),
    scanning("vscanf __isoc99_vscanf __isoc23_vscanf", Scanned::StandardInput.plain().of_list()),
    printing("vsnprintf", PrintFunction::Snprintf.at(2).of_list()).fills(0, 1),
    printing("vsprintf", PrintFunction::Sprintf.at(1).of_list()),
    scanning("vsscanf __isoc99_vsscanf __isoc23_vsscanf", Scanned::Text.plain().of_list()),
    printing("dprintf", PrintFunction::Dprintf.at(1)),
    printing("vdprintf", PrintFunction::Dprintf.at(1).of_list()),
    printing("asprintf", PrintFunction::Asprintf.at(1)),
    printing("vasprintf", PrintFunction::Asprintf.at(1).of_list()),
    printing("__printf_chk", PrintFunction::Printf.at(1)),
    printing("__fprintf_chk", PrintFunction::Fprintf.at(2)),
    printing("__sprintf_chk", PrintFunction::Sprintf.at(3)),
    printing("__snprintf_chk", PrintFunction::Snprintf.at(4)),
    printing("__vprintf_chk", PrintFunction::Printf.at(1).of_list()),
    printing("__vfprintf_chk", PrintFunction::Fprintf.at(2).of_list()),
    printing("__vsprintf_chk", PrintFunction::Sprintf.at(3).of_list()),
    printing("__vsnprintf_chk", PrintFunction::Snprintf.at(4).of_list()),
    printing("__dprintf_chk", PrintFunction::Dprintf.at(2)),
    printing("__asprintf_chk", PrintFunction::Asprintf.at(2)),
    refused("ctermid tempnam putw getw renameat"),
    refused("__gets_chk").marked(&[RowMark::Input]),
];
