//! What tokens there are.

/// A token of C, or of GNU C.
#[derive(Debug, Clone, Copy)]
pub(in crate::c) struct Token {
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset behind its last byte.
    pub end: u32,
    /// Whether nothing stands in front of it on its line.
    pub is_first: bool,
}

macro_rules! kinds {
    ($($variant:ident $($spelling:literal)*),+ $(,)?) => {
        /// Kinds of tokens. Keywords have all the spellings that GNU gives them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::c) enum Kind {
            $($variant),+
        }

        impl Kind {
            /// The keyword that a word is.
            pub(super) fn keyword(word: &str) -> Option<Kind> {
                match word {
                    $($($spelling => Some(Kind::$variant),)*)+
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    End, Name, Number, Character, String, Unknown,
    ParenOpen, ParenClose, BracketOpen, BracketClose, BraceOpen, BraceClose,
    Semicolon, Comma, Colon, Question, Dot, Arrow, Ellipsis,
    Plus, Minus, Star, Slash, Percent, Ampersand, Pipe, Caret, Tilde, Bang,
    ShiftLeft, ShiftRight, Less, Greater, LessEqual, GreaterEqual, EqualEqual, BangEqual, AndAnd, OrOr,
    PlusPlus, MinusMinus,
    Equal, PlusEqual, MinusEqual, StarEqual, SlashEqual, PercentEqual, AmpersandEqual, PipeEqual, CaretEqual,
    ShiftLeftEqual, ShiftRightEqual,
    Auto "auto", Break "break", Case "case", Char "char", Const "const" "__const" "__const__",
    Continue "continue", Default "default", Do "do", Double "double", Else "else", Enum "enum",
    Extern "extern", Float "float", For "for", Goto "goto", If "if",
    Inline "inline" "__inline" "__inline__", Int "int", Long "long", Register "register",
    Restrict "restrict" "__restrict" "__restrict__", Return "return", Short "short",
    Signed "signed" "__signed" "__signed__", SizeOf "sizeof", Static "static", Struct "struct",
    Switch "switch", Typedef "typedef", Union "union", Unsigned "unsigned", Void "void",
    Volatile "volatile" "__volatile" "__volatile__", While "while",
    AlignAs "_Alignas", AlignOf "_Alignof", GnuAlignOf "__alignof" "__alignof__", Atomic "_Atomic",
    Bool "_Bool", BitInt "_BitInt", Complex "_Complex" "__complex" "__complex__",
    Generic "_Generic", Imaginary "_Imaginary", NoReturn "_Noreturn", StaticAssert "_Static_assert",
    ThreadLocal "_Thread_local" "__thread",
    Asm "asm" "__asm" "__asm__", Attribute "__attribute__" "__attribute", AutoType "__auto_type",
    Imag "__imag" "__imag__", Int128 "__int128", Label "__label__", Real "__real" "__real__",
    TypeOf "typeof" "__typeof" "__typeof__", TypeOfUnqual "__typeof_unqual" "__typeof_unqual__",
    FloatN "_Float16" "_Float32" "_Float64" "_Float128" "__float128" "_Float32x" "_Float64x" "_Float128x"
        "__float80" "_Decimal32" "_Decimal64" "_Decimal128",
    ChooseExpr "__builtin_choose_expr", ConvertVector "__builtin_convertvector",
    OffsetOf "__builtin_offsetof", TypesCompatible "__builtin_types_compatible_p",
    VaArg "__builtin_va_arg",
}
