//! The syntax tree of C: what was written, with its places.
//!
//! Names are the standard's (C23, clause 6) and those of GNU's manual. Parentheses leave no node: what stands in them
//! reaches over them.

use faultscope_ir::index::IndexSet;

/// The bytes of a node, from its first token to its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) struct Span {
    pub start: usize,
    pub end: usize,
}

/// Something with its place.
#[derive(Debug, Clone)]
pub(in crate::c) struct Node<T> {
    pub node: T,
    pub span: Span,
}

impl<T> Node<T> {
    pub(in crate::c) fn new(node: T, span: Span) -> Node<T> {
        Node { node, span }
    }
}

#[derive(Debug, Clone)]
pub(in crate::c) struct Identifier {
    pub name: String,
}

// Constants (6.4.4).

#[derive(Debug, Clone)]
pub(in crate::c) enum Constant {
    Integer(Integer),
    Float(Float),
    /// The token, quotes and prefix included.
    Character(String),
}

#[derive(Debug, Clone)]
pub(in crate::c) struct Integer {
    pub base: IntegerBase,
    /// The digits, without what tells the base; of `0` nothing is left.
    pub number: Box<str>,
    pub suffix: IntegerSuffix,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum IntegerBase {
    Decimal,
    Octal,
    Hexadecimal,
    Binary,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) struct IntegerSuffix {
    pub size: IntegerSize,
    pub is_unsigned: bool,
    pub is_imaginary: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum IntegerSize {
    Int,
    Long,
    LongLong,
    /// `wb`: as many bits as it takes.
    BitInt,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct Float {
    /// The number with its `0x`, if there is one, and its exponent.
    pub number: Box<str>,
    pub format: FloatFormat,
    pub is_imaginary: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum FloatFormat {
    Float,
    Double,
    LongDouble,
    Other(FloatType),
}

/// Floating types that are named by their width (H.2.3), and decimal ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) struct FloatType {
    pub width: u32,
    /// `_Float64x` has more bits than `_Float64`.
    pub is_extended: bool,
    pub is_decimal: bool,
}

/// The tokens of string literals in a row (6.4.5), quotes and prefixes included.
pub(in crate::c) type StringLiteral = Vec<String>;

// Expressions (6.5).

#[derive(Debug, Clone)]
pub(in crate::c) enum Expression {
    Identifier(Box<Node<Identifier>>),
    Constant(Box<Node<Constant>>),
    StringLiteral(Box<Node<StringLiteral>>),
    GenericSelection(Box<Node<GenericSelection>>),
    Member(Box<Node<MemberExpression>>),
    Call(Box<Node<CallExpression>>),
    CompoundLiteral(Box<Node<CompoundLiteral>>),
    SizeOfTy(Box<Node<TypeName>>),
    SizeOfVal(Box<Node<Expression>>),
    AlignOf(Box<Node<AlignOf>>),
    UnaryOperator(Box<Node<UnaryOperatorExpression>>),
    Cast(Box<Node<CastExpression>>),
    BinaryOperator(Box<Node<BinaryOperatorExpression>>),
    Conditional(Box<Node<ConditionalExpression>>),
    Comma(Vec<Node<Expression>>),
    OffsetOf(Box<Node<OffsetOfExpression>>),
    VaArg(Box<Node<VaArgExpression>>),
    /// `({ … })`.
    Statement(Box<Node<Statement>>),
    /// `&&label`.
    LabelAddress(Box<Node<Identifier>>),
    /// `__builtin_types_compatible_p (type, type)`.
    TypesCompatible(Box<[Node<TypeName>; 2]>),
    /// `__builtin_choose_expr (constant, one, other)`.
    Choose(Box<ConditionalExpression>),
    /// What has a type name for an argument otherwise: the name of the builtin.
    Builtin(Box<Node<Identifier>>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum MemberOperator {
    Direct,
    Indirect,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct GenericSelection {
    pub expression: Node<Expression>,
    pub associations: Vec<Node<GenericAssociation>>,
}

/// Without a type it is the default.
#[derive(Debug, Clone)]
pub(in crate::c) struct GenericAssociation {
    pub type_name: Option<Node<TypeName>>,
    pub expression: Node<Expression>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct MemberExpression {
    pub operator: MemberOperator,
    pub expression: Node<Expression>,
    pub identifier: Node<Identifier>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct CallExpression {
    pub callee: Node<Expression>,
    pub arguments: Vec<Node<Expression>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct CompoundLiteral {
    pub type_name: Node<TypeName>,
    pub initializer_list: Vec<Node<InitializerListItem>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct AlignOf {
    pub operand: TypeOf,
    /// Whether it is GNU's `__alignof__`, which asks for the preferred alignment.
    pub is_preferred: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum UnaryOperator {
    PostIncrement,
    PostDecrement,
    PreIncrement,
    PreDecrement,
    Address,
    Indirection,
    Plus,
    Minus,
    Complement,
    Negate,
    Real,
    Imaginary,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct UnaryOperatorExpression {
    pub operator: UnaryOperator,
    pub operand: Node<Expression>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct CastExpression {
    pub type_name: Node<TypeName>,
    pub expression: Node<Expression>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum BinaryOperator {
    Index,
    Multiply,
    Divide,
    Modulo,
    Plus,
    Minus,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Equals,
    NotEquals,
    BitwiseAnd,
    BitwiseXor,
    BitwiseOr,
    LogicalAnd,
    LogicalOr,
    Assign,
    AssignMultiply,
    AssignDivide,
    AssignModulo,
    AssignPlus,
    AssignMinus,
    AssignShiftLeft,
    AssignShiftRight,
    AssignBitwiseAnd,
    AssignBitwiseXor,
    AssignBitwiseOr,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct BinaryOperatorExpression {
    pub operator: BinaryOperator,
    pub lhs: Node<Expression>,
    pub rhs: Node<Expression>,
}

/// Without a middle it is GNU's `a ?: b`.
#[derive(Debug, Clone)]
pub(in crate::c) struct ConditionalExpression {
    pub condition: Node<Expression>,
    pub then_expression: Option<Node<Expression>>,
    pub else_expression: Node<Expression>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct VaArgExpression {
    pub va_list: Node<Expression>,
    pub type_name: Node<TypeName>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct OffsetOfExpression {
    pub type_name: Node<TypeName>,
    pub base: Node<Identifier>,
    pub members: Vec<OffsetMember>,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum OffsetMember {
    Member(Node<Identifier>),
    IndirectMember(Node<Identifier>),
    Index(Node<Expression>),
}

// Declarations (6.7).

#[derive(Debug, Clone)]
pub(in crate::c) struct Declaration {
    pub specifiers: Vec<Node<DeclarationSpecifier>>,
    pub declarators: Vec<Node<InitDeclarator>>,
}

/// Of a declaration, a member, a parameter or a type name.
#[derive(Debug, Clone)]
pub(in crate::c) enum DeclarationSpecifier {
    StorageClass(StorageClassSpecifier),
    TypeSpecifier(TypeSpecifier),
    TypeQualifier(TypeQualifier),
    /// `inline` or `_Noreturn`.
    Function {
        is_inline: bool,
    },
    Alignment(TypeOf),
    Attribute(Attribute),
}

#[derive(Debug, Clone)]
pub(in crate::c) struct InitDeclarator {
    pub declarator: Node<Declarator>,
    pub initializer: Option<Node<Initializer>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum StorageClassSpecifier {
    Typedef,
    Extern,
    Static,
    ThreadLocal,
    Auto,
    Register,
    Constexpr,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum TypeSpecifier {
    Void,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Signed,
    Unsigned,
    Bool,
    Complex,
    Int128,
    /// GNU's `__auto_type`.
    AutoType,
    /// A type that nothing is made of, by its name.
    Other(String),
    Atomic(Box<Node<TypeName>>),
    Struct(Box<StructType>),
    Enum(Box<EnumType>),
    TypedefName(Node<Identifier>),
    TypeOf(Box<TypeOf>),
    /// `typeof_unqual`.
    TypeOfUnqualified(Box<TypeOf>),
    FloatType(FloatType),
}

#[derive(Debug, Clone)]
pub(in crate::c) enum TypeOf {
    Expression(Node<Expression>),
    Type(Node<TypeName>),
}

#[derive(Debug, Clone)]
pub(in crate::c) struct StructType {
    pub kind: StructKind,
    pub identifier: Option<Node<Identifier>>,
    pub declarations: Option<Vec<Node<StructDeclaration>>>,
    /// Those in front of the body, and behind it.
    pub attributes: Vec<Node<Attribute>>,
    /// The number of `#pragma pack` that holds where the body ends.
    pub pack: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum StructKind {
    Struct,
    Union,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum StructDeclaration {
    Field(StructField),
    StaticAssert,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct StructField {
    pub specifiers: Vec<Node<DeclarationSpecifier>>,
    pub declarators: Vec<Node<StructDeclarator>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct StructDeclarator {
    pub declarator: Option<Node<Declarator>>,
    pub bit_width: Option<Node<Expression>>,
    /// Those behind the width.
    pub attributes: Vec<Node<Attribute>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct EnumType {
    pub identifier: Option<Node<Identifier>>,
    /// The type behind the colon (C23).
    pub underlying: Option<Node<TypeName>>,
    /// Without any there is no body.
    pub enumerators: Vec<Node<Enumerator>>,
    pub attributes: Vec<Node<Attribute>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct Enumerator {
    pub identifier: Node<Identifier>,
    pub expression: Option<Node<Expression>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::c) enum TypeQualifier {
    Const,
    Restrict,
    Volatile,
    Atomic,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct Attribute {
    /// As it is written, without what GNU's own are prefixed with in brackets.
    pub name: Node<String>,
    /// Only of those whose arguments are known to be expressions.
    pub arguments: Vec<Node<Expression>>,
}

// Declarators (6.7.7).

#[derive(Debug, Clone)]
pub(in crate::c) struct Declarator {
    pub kind: DeclaratorKind,
    /// Pointers first, then arrays and functions, each in the order of the text.
    pub derived: Vec<Node<DerivedDeclarator>>,
    pub attributes: Vec<Node<Attribute>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum DeclaratorKind {
    Abstract,
    Identifier(Node<Identifier>),
    Declarator(Box<Node<Declarator>>),
}

#[derive(Debug, Clone)]
pub(in crate::c) enum DerivedDeclarator {
    Pointer(Vec<TypeQualifier>),
    Array(ArraySize),
    Function(FunctionDeclarator),
    /// Without types; also where there is nothing in the parentheses.
    KRFunction(Vec<Node<Identifier>>),
}

#[derive(Debug, Clone)]
pub(in crate::c) struct FunctionDeclarator {
    pub parameters: Vec<Node<ParameterDeclaration>>,
    pub has_ellipsis: bool,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum ArraySize {
    Unknown,
    /// `[*]`.
    VariableUnknown,
    Expression(Box<Node<Expression>>),
}

#[derive(Debug, Clone)]
pub(in crate::c) struct ParameterDeclaration {
    pub specifiers: Vec<Node<DeclarationSpecifier>>,
    pub declarator: Option<Node<Declarator>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct TypeName {
    pub specifiers: Vec<Node<DeclarationSpecifier>>,
    pub declarator: Option<Node<Declarator>>,
}

// Initializers (6.7.11).

#[derive(Debug, Clone)]
pub(in crate::c) enum Initializer {
    Expression(Box<Node<Expression>>),
    List(Vec<Node<InitializerListItem>>),
}

#[derive(Debug, Clone)]
pub(in crate::c) struct InitializerListItem {
    pub designation: Vec<Node<Designator>>,
    pub initializer: Node<Initializer>,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum Designator {
    Index(Node<Expression>),
    Member(Node<Identifier>),
    /// `[from ... to]`.
    Range(Node<Expression>, Node<Expression>),
}

// Statements (6.8).

#[derive(Debug, Clone)]
pub(in crate::c) enum Statement {
    Labeled(Box<LabeledStatement>),
    Compound(Vec<Node<BlockItem>>),
    Expression(Option<Box<Node<Expression>>>),
    If(Box<IfStatement>),
    Switch(Box<SwitchStatement>),
    While(Box<WhileStatement>),
    DoWhile(Box<DoWhileStatement>),
    For(Box<ForStatement>),
    Goto(Node<Identifier>),
    /// `goto *pointer;`.
    GotoAddress(Box<Node<Expression>>),
    Continue,
    Break,
    Return(Option<Box<Node<Expression>>>),
    Asm(AsmStatement),
}

#[derive(Debug, Clone)]
pub(in crate::c) struct LabeledStatement {
    pub label: Label,
    pub statement: Node<Statement>,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum Label {
    Identifier(Node<Identifier>),
    Case(Box<Node<Expression>>),
    /// `case low ... high:`.
    CaseRange(Box<[Node<Expression>; 2]>),
    Default,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct IfStatement {
    pub condition: Node<Expression>,
    pub then_statement: Node<Statement>,
    pub else_statement: Option<Node<Statement>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct SwitchStatement {
    pub expression: Node<Expression>,
    pub statement: Node<Statement>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct WhileStatement {
    pub expression: Node<Expression>,
    pub statement: Node<Statement>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct DoWhileStatement {
    pub statement: Node<Statement>,
    pub expression: Node<Expression>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct ForStatement {
    pub initializer: ForInitializer,
    pub condition: Option<Node<Expression>>,
    pub step: Option<Node<Expression>>,
    pub statement: Node<Statement>,
}

#[derive(Debug, Clone)]
pub(in crate::c) enum ForInitializer {
    Empty,
    Expression(Box<Node<Expression>>),
    Declaration(Node<Declaration>),
}

#[derive(Debug, Clone)]
pub(in crate::c) enum BlockItem {
    Declaration(Node<Declaration>),
    StaticAssert,
    Statement(Node<Statement>),
    /// GNU's nested function.
    Function(Box<Node<FunctionDefinition>>),
    /// `__label__ a, b;`.
    Labels(Vec<Node<Identifier>>),
}

/// GNU's assembly, as far as it says what is read and written.
#[derive(Debug, Clone)]
pub(in crate::c) struct AsmStatement {
    pub template: StringLiteral,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    /// Where `asm goto` may go.
    pub labels: Vec<Node<Identifier>>,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct AsmOperand {
    pub expression: Node<Expression>,
}

// External definitions (6.9).

#[derive(Debug, Clone)]
pub(in crate::c) struct TranslationUnit(pub Vec<Node<ExternalDeclaration>>);

#[derive(Debug, Clone)]
pub(in crate::c) enum ExternalDeclaration {
    Declaration(Node<Declaration>),
    StaticAssert,
    FunctionDefinition(Box<Node<FunctionDefinition>>),
    /// `asm("…");`, which has instructions.
    Asm,
}

#[derive(Debug, Clone)]
pub(in crate::c) struct FunctionDefinition {
    pub specifiers: Vec<Node<DeclarationSpecifier>>,
    pub declarator: Node<Declarator>,
    /// Those of K&R's parameters.
    pub declarations: Vec<Node<Declaration>>,
    pub statement: Node<Statement>,
    /// The labels whose addresses it takes.
    pub addressed_labels: IndexSet<String>,
}
