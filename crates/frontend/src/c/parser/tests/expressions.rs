//! Expressions.

use super::super::ast::*;
use super::{check, check_bodies, check_none};

const NAMES: &str =
    "typedef int T; struct s { int m; struct s *n; }; struct s x, *p; int a, b, c, g(int, ...); double d;\n";

/// An expression with all its parentheses.
#[track_caller]
fn check_shape(expression: &str, expected: &str) {
    let unit = check(&format!("{NAMES}void f(void) {{ {expression}; }}"));
    let ExternalDeclaration::FunctionDefinition(function) = &unit.0.last().unwrap().node else { panic!() };
    let Statement::Compound(items) = &function.node.statement.node else { panic!() };
    let BlockItem::Statement(statement) = &items[0].node else { panic!("{expression} is a declaration") };
    let Statement::Expression(Some(expression)) = &statement.node else { panic!() };
    assert_eq!(shape(expression), expected);
}

fn shape(node: &Node<Expression>) -> String {
    match &node.node {
        Expression::Identifier(name) => name.node.name.clone(),
        Expression::Constant(constant) => match &constant.node {
            Constant::Integer(integer) => integer.number.to_string(),
            Constant::Float(float) => float.number.to_string(),
            Constant::Character(text) => text.clone(),
        },
        Expression::Member(it) => format!("{}.{}", shape(&it.node.expression), it.node.identifier.node.name),
        Expression::Call(it) => {
            let arguments: Vec<String> = it.node.arguments.iter().map(shape).collect();
            format!("{}({})", shape(&it.node.callee), arguments.join(", "))
        }
        Expression::UnaryOperator(it) => format!("({:?} {})", it.node.operator, shape(&it.node.operand)),
        Expression::BinaryOperator(it) => {
            format!("({} {:?} {})", shape(&it.node.lhs), it.node.operator, shape(&it.node.rhs))
        }
        Expression::Conditional(it) => {
            let then = it.node.then_expression.as_ref().map_or(String::new(), shape);
            format!("({} ? {then} : {})", shape(&it.node.condition), shape(&it.node.else_expression))
        }
        Expression::Comma(parts) => format!("({})", parts.iter().map(shape).collect::<Vec<_>>().join(" , ")),
        Expression::Cast(it) => format!("(cast {})", shape(&it.node.expression)),
        Expression::SizeOfTy(_) => "sizeof type".to_owned(),
        Expression::SizeOfVal(operand) => format!("(sizeof {})", shape(operand)),
        other => format!("{other:?}").chars().take_while(|c| c.is_alphanumeric()).collect(),
    }
}

#[test]
fn operators_bind_as_the_standard_says() {
    check_shape("a + b * c - a", "((a Plus (b Multiply c)) Minus a)");
    check_shape(
        "a || b && c | a ^ b & c == a < b << c",
        "(a LogicalOr (b LogicalAnd (c BitwiseOr (a BitwiseXor (b BitwiseAnd (c Equals (a Less (b ShiftLeft c))))))))",
    );
    check_shape("a = b += c ? a : b ? c : a", "(a Assign (b AssignPlus (c ? a : (b ? c : a))))");
    check_shape("a, b = c, a", "(a , (b Assign c) , a)");
    check_shape(
        "-a * !b % ~*&c",
        "(((Minus a) Multiply (Negate b)) Modulo (Complement (Indirection (Address c))))",
    );
    check_shape("p->n->m++ + --x.m", "((PostIncrement p.n.m) Plus (PreDecrement x.m))");
    check_shape("g(a, (b, c))[a](b)", "(g(a, (b , c)) Index a)(b)");
    check_shape("a ?: b", "(a ?  : b)");
    check_shape("a ? b, c : a = b", "((a ? (b , c) : a) Assign b)");
    check_shape("__real__ d + __imag__ d", "((Real d) Plus (Imaginary d))");
}

#[test]
fn names_of_types_make_casts() {
    check_shape("(T) a * b", "((cast a) Multiply b)");
    check_shape("(T) - a", "(cast (Minus a))");
    check_shape("(a) - b", "(a Minus b)");
    check_shape("(T) (a)", "(cast a)");
    check_shape("(g)(a)", "g(a)");
    check_shape("(T *) p", "(cast p)");
    check_shape("(int (*)[3]) p", "(cast p)");
    check_shape("(T (*)(T)) p", "(cast p)");
    check_shape("sizeof (T) + a", "(sizeof type Plus a)");
    check_shape("sizeof (a) + b", "((sizeof a) Plus b)");
    check_shape("sizeof (T){1} + a", "((sizeof CompoundLiteral) Plus a)");
    check_shape("sizeof a++", "(sizeof (PostIncrement a))");
    check_shape("sizeof (T *)", "sizeof type");
    check_shape("(T){1}", "CompoundLiteral");
    check_shape("&(struct s){1}.m", "(Address CompoundLiteral.m)");
}

#[test]
fn constants_are_told_apart() {
    check_shape("0x1F + 017 + 0 + 0b11 + 1'000", "((((1F Plus 17) Plus ) Plus 11) Plus 1000)");
    check_shape("1.5e3f + .5 + 1. + 0x1.8p3", "(((1.5e3 Plus .5) Plus 1.) Plus 0x1.8p3)");
    check_bodies(
        NAMES,
        &[
            "1u; 1ul; 1LLU; 1uLL; 0x1fu; 1i; 1.0if; 1.5L; 1.5q; 1.5f128; 1.5f32x; 2wb; 1.0w;",
            "'a'; '\\n'; L'a'; u8'a'; 'ab'; '\\x41'; '\\'';",
            "\"a\" \"b\" L\"c\"; u8\"d\"; \"\\\"\";",
        ],
    );
    check_none("int x = ", &["08;", "1.5.2;", "0x;", "1lul;", "1e;", "0b2;", "1abc;", "0x1.0;"]);
}

#[test]
fn builtins_take_types() {
    check_bodies(
        NAMES,
        &[
            "__builtin_va_arg(p, int *); __builtin_offsetof(struct s, n->m); __builtin_offsetof(T, m[3].n);",
            "__builtin_types_compatible_p(int, T[3]); __builtin_choose_expr(1, a, b);",
            "_Generic(a, int: 1, T *: 2, default: 3); _Generic((T)a, default: b);",
            "_Alignof(T); __alignof__(a); __alignof__ a; _Alignof(struct s *);",
            "({ int y = a; y + 1; }); ({ }); a = ({ b; }) + 1;",
            "void *q = &&end; goto *q; end: ;",
            "(T[]){1, 2}[0]; (struct s){.m = 1}; (struct s){}; g((T){1}, (T *){0});",
        ],
    );
}

#[test]
fn parentheses_belong_to_what_they_enclose() {
    let text = "int x = (1) + ((2));";
    let unit = check(text);
    let ExternalDeclaration::Declaration(declaration) = &unit.0[0].node else { panic!() };
    let initializer = declaration.node.declarators[0].node.initializer.as_ref().unwrap();
    let Initializer::Expression(sum) = &initializer.node else { panic!() };
    let Expression::BinaryOperator(binary) = &sum.node else { panic!() };
    let shown = |span: Span| &text[span.start..span.end];
    assert_eq!(shown(sum.span), "(1) + ((2))");
    assert_eq!((shown(binary.node.lhs.span), shown(binary.node.rhs.span)), ("(1)", "((2))"));
}
