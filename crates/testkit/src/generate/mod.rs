//! Random C programs, mostly over integers and pointers, each naming its own result.
//!
//! A program computes a checksum of everything it did. It has no undefined behaviour but what gcc defines with
//! `-fwrapv -fno-strict-aliasing` (signed overflow wraps, a union's members and bytes of an object can be read), and
//! nothing whose order is open: an expression with side effects stands alone or where C gives an order. Loops and
//! recursion are bounded, divisors are not zero, indices are masked, and a pointer never outlives what it points to.
//!
//! The checksum does not depend on where objects lie, so that gcc's program and another implementation's agree.

mod expression;
mod idiom;
mod statement;
mod types;

use std::fmt::Write;

use crate::random::Random;
use types::{BIT_FIELDS, Field, INT, INTEGERS, Integer, Record, Type, declaration};

/// A generated program without its end.
#[derive(Debug, Clone)]
pub struct Generated {
    text: String,
}

/// The end of a program that prints its checksum.
const PRINTING: &str = "  printf(\"%llu\\n\", checksum);\n  return 0;\n}\n";

impl Generated {
    /// The program that prints its checksum.
    pub fn printing(&self) -> String {
        format!("{}{PRINTING}", self.text)
    }

    /// The program that [`printing`](Generated::printing) gave, also when something was cut out of it.
    pub fn from_printing(text: &str) -> Option<Generated> {
        Some(Generated { text: text.strip_suffix(PRINTING)?.to_owned() })
    }

    /// The program that reaches the error if and only if its checksum is this one.
    pub fn failing_at(&self, checksum: u64) -> String {
        format!("{}  if (checksum == {checksum}ull) reach_error();\n  return 0;\n}}\n", self.text)
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> Generated {
    let mut ctx = Ctx {
        random: Random::new(seed),
        text: String::new(),
        records: Vec::new(),
        variables: Vec::new(),
        functions: Vec::new(),
        n_names: 0,
        indent: 0,
        n_loops: 0,
        n_switches: 0,
        calls_left: 0,
        returns: None,
    };
    ctx.program();
    Generated { text: ctx.text }
}

const PRELUDE: &str = "\
extern int printf(const char *, ...);
extern void reach_error(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void free(void *);
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, unsigned long);
extern char *strchr(const char *, int);

static unsigned long long checksum = 14695981039346656037ull;

static void mix(unsigned long long value) {
  checksum = (checksum ^ value) * 1099511628211ull;
}

static const char letters[] = \"fault in\\0side\\x7f\";
static const char *const words[4] = {\"a\", \"bcd\", letters, letters + 3};

struct Node {
  int value;
  struct Node *next;
};
static struct Node nodes[4] = {{5, nodes + 2}, {-3, &nodes[3]}, {.next = nodes + 3, .value = 9}, {7}};
static struct Node *head = nodes;
";

/// A variable in scope.
#[derive(Debug, Clone)]
struct Variable {
    name: String,
    ty: Type,
    /// How deep it was declared; 0 lives as long as the program. A pointer may hold addresses of variables that are
    /// not deeper.
    level: usize,
    /// Whether it may be written, directly or through a pointer.
    writable: bool,
}

/// A function that later ones may call.
#[derive(Debug, Clone)]
struct Function {
    name: String,
    parameters: Vec<Type>,
    result: Type,
}

struct Ctx {
    random: Random,
    text: String,
    records: Vec<Record>,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    n_names: usize,
    /// Also the level of variables that are declared now.
    indent: usize,
    n_loops: usize,
    n_switches: usize,
    /// How many calls the current function may still contain.
    calls_left: usize,
    /// The result type of the current function.
    returns: Option<Type>,
}

impl Ctx {
    fn program(&mut self) {
        self.text.push_str(PRELUDE);
        for _ in 0..1 + self.random.below(3) {
            self.record();
        }
        for _ in 0..4 + self.random.below(6) {
            self.global();
        }
        self.operations();
        for _ in 0..1 + self.random.below(4) {
            self.function();
        }
        if self.random.percent(60) {
            self.recursive_function();
        }
        self.main();
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * self.indent);
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{stem}{}", self.n_names)
    }

    fn integer(&mut self) -> Integer {
        self.random.pick(&INTEGERS)
    }

    fn record(&mut self) {
        let is_union = self.random.percent(25);
        let keyword = if is_union { "union" } else { "struct" };
        let name = format!("{keyword} {}", self.fresh(if is_union { "U" } else { "S" }));
        let mut fields = Vec::new();
        for _ in 0..2 + self.random.below(4) {
            let field = if is_union { self.union_field() } else { self.struct_field() };
            fields.push(field);
        }
        if is_union {
            // The first member is the one that is initialized, so it covers the others.
            fields.sort_by_key(|it| std::cmp::Reverse(size(&it.ty)));
        }
        let _ = writeln!(self.text, "\n{name} {{");
        for Field { name, ty, bits } in &fields {
            let bits = bits.map_or(String::new(), |it| format!(" : {it}"));
            let _ = writeln!(self.text, "  {}{bits};", declaration(ty, &self.records, name));
        }
        self.text.push_str("};\n");
        self.records.push(Record { name, fields });
    }

    /// Members of a union overlay each other in bytes, so no truth values (whose bytes are 0 and 1) and no pointers.
    fn union_field(&mut self) -> Field {
        let element = Type::Integer(self.random.pick(&INTEGERS[1..]));
        let is_array = self.random.percent(30);
        let ty = if is_array { Type::Array(Box::new(element), 4) } else { element };
        Field { name: self.fresh("m"), ty, bits: None }
    }

    fn struct_field(&mut self) -> Field {
        let name = self.fresh("m");
        let (ty, bits) = match self.random.below(10) {
            0..=1 => {
                let integer = self.random.pick(&BIT_FIELDS);
                let bits = 1 + self.random.below(integer.width as usize) as u32;
                (Type::Integer(integer), Some(bits))
            }
            2 => (Type::Array(Box::new(Type::Integer(self.integer())), 2 << self.random.below(2)), None),
            3 if !self.records.is_empty() => (Type::Record(self.random.below(self.records.len())), None),
            4 => (Type::Pointer(Box::new(Type::Integer(INT))), None),
            _ => (Type::Integer(self.integer()), None),
        };
        Field { name, ty, bits }
    }

    /// A type for a variable; pointers point to what there is.
    fn variable_type(&mut self) -> Type {
        match self.random.below(12) {
            0..=4 => Type::Integer(self.integer()),
            5..=6 => Type::Array(Box::new(Type::Integer(self.integer())), 2 << self.random.below(3)),
            7 => {
                let row = Type::Array(Box::new(Type::Integer(self.integer())), 2 << self.random.below(2));
                Type::Array(Box::new(row), 2)
            }
            8..=9 => Type::Record(self.random.below(self.records.len())),
            10 => Type::Array(Box::new(Type::Record(self.random.below(self.records.len()))), 2),
            _ => Type::Pointer(Box::new(self.pointer_target())),
        }
    }

    fn pointer_target(&mut self) -> Type {
        match self.random.below(8) {
            0..=3 => Type::Integer(INT),
            4 => Type::Integer(self.integer()),
            5 => Type::Pointer(Box::new(Type::Integer(INT))),
            _ => Type::Record(self.random.below(self.records.len())),
        }
    }

    fn global(&mut self) {
        let ty = if self.variables.is_empty() { Type::Integer(INT) } else { self.variable_type() };
        let name = self.fresh("g");
        let initializer = self.initializer(&ty, 0, true);
        let declaration = declaration(&ty, &self.records, &name);
        match initializer {
            Some(initializer) if !self.random.percent(20) || has_pointer(&ty, &self.records) => {
                self.line(&format!("static {declaration} = {initializer};"));
            }
            // A pointer must point to something.
            None => return,
            Some(_) => self.line(&format!("static {declaration};")),
        }
        self.variables.push(Variable { name, ty, level: 0, writable: true });
    }

    /// Functions of one type, for function pointers.
    fn operations(&mut self) {
        self.text.push('\n');
        let globals = self.variables.len();
        let mut names = Vec::new();
        for _ in 0..4 {
            let name = self.fresh("op");
            let parameter = |name: &str| {
                let (name, ty) = (name.to_owned(), Type::Integer(INT));
                Variable { name, ty, level: 1, writable: true }
            };
            self.variables.extend([parameter("x"), parameter("y")]);
            let expression = self.expression(2);
            let (target, _) = self.place(true);
            self.line(&format!("static int {name}(int x, int y) {{"));
            self.indent += 1;
            self.line(&format!("{target} += 1;"));
            self.line(&format!("return {expression};"));
            self.indent -= 1;
            self.line("}");
            self.variables.truncate(globals);
            names.push(name);
        }
        self.line(&format!("static int (*const table[4])(int, int) = {{{}}};", names.join(", ")));
        self.line(&format!("static int (*chosen)(int, int) = {};", names[0]));
        let name = "chosen".to_owned();
        self.variables.push(Variable { name, ty: Type::Function, level: 0, writable: true });
    }

    fn function(&mut self) {
        let name = self.fresh("f");
        let mut parameters = Vec::new();
        for _ in 0..self.random.below(4) {
            parameters.push(match self.random.below(6) {
                0..=2 => Type::Integer(self.integer()),
                3 => Type::Record(self.random.below(self.records.len())),
                _ => Type::Pointer(Box::new(self.pointer_target())),
            });
        }
        let is_record = self.random.percent(15);
        let result = match is_record {
            true => Type::Record(self.random.below(self.records.len())),
            false => Type::Integer(self.integer()),
        };
        let names: Vec<String> = parameters.iter().map(|_| self.fresh("p")).collect();
        self.open_function(&name, &parameters, &names, &result);
        self.calls_left = 2;
        let n_statements = self.random.pick(&[3, 5, 8]);
        self.statements(n_statements, 0);
        self.close_function(&result);
        self.functions.push(Function { name, parameters, result });
    }

    fn recursive_function(&mut self) {
        let (name, result) = (self.fresh("r"), Type::Integer(self.integer()));
        let parameters =
            [Type::Integer(INT), Type::Integer(self.integer()), Type::Pointer(Box::new(Type::Integer(INT)))];
        let names = ["depth", "a", "b"].map(str::to_owned);
        self.open_function(&name, &parameters, &names, &result);
        let depth = self.variables.iter_mut().rfind(|it| it.name == "depth").expect("just declared");
        depth.writable = false;
        let base = self.expression(1);
        self.line(&format!("if (depth <= 0) return {base};"));
        self.calls_left = 0;
        self.statements(3, 0);
        let argument = self.expression(2);
        let pointer = self.address_of(&Type::Integer(INT), 1).unwrap_or_else(|| "b".to_owned());
        let place = self.simple_place();
        self.line(&format!("{place} = {name}(depth - 1, {argument}, {pointer});"));
        self.statements(2, 0);
        self.close_function(&result);
        self.functions.push(Function { name, parameters: parameters.to_vec(), result });
    }

    fn open_function(&mut self, name: &str, parameters: &[Type], names: &[String], result: &Type) {
        let declared = parameters.iter().zip(names).map(|(ty, name)| declaration(ty, &self.records, name));
        let declared = declared.collect::<Vec<_>>().join(", ");
        let declared = if declared.is_empty() { "void" } else { &declared };
        let head = declaration(result, &self.records, &format!("{name}({declared})"));
        self.line(&format!("\nstatic {head} {{"));
        self.indent += 1;
        for (ty, name) in parameters.iter().zip(names) {
            self.variables.push(Variable { name: name.clone(), ty: ty.clone(), level: 1, writable: true });
        }
        self.returns = Some(result.clone());
    }

    fn close_function(&mut self, result: &Type) {
        self.return_statement(result);
        self.indent -= 1;
        self.line("}");
        self.variables.retain(|it| is_file_scope(&it.name));
        self.returns = None;
    }

    fn main(&mut self) {
        self.line("\nint main(void) {");
        self.indent += 1;
        self.calls_left = 4;
        self.statements(6, 0);
        for function in self.functions.clone() {
            self.calls_left = 1;
            self.call_statement(&function);
        }
        self.line("for (int i = 0; i < 4; i++) mix(nodes[i].value);");
        for variable in self.variables.clone() {
            if is_file_scope(&variable.name) {
                self.mix_everything(&variable.name, &variable.ty);
            }
        }
        // The end, which closes the function, is the caller's choice.
    }

    /// Mixes every cell of an object; of pointers only whether they are null.
    fn mix_everything(&mut self, place: &str, ty: &Type) {
        match ty {
            Type::Integer(_) => self.line(&format!("mix({place});")),
            Type::Pointer(_) | Type::Function => self.line(&format!("mix({place} != 0);")),
            Type::Array(element, length) => {
                for idx in 0..*length {
                    self.mix_everything(&format!("{place}[{idx}]"), element);
                }
            }
            Type::Record(idx) => {
                for field in self.records[*idx].fields.clone() {
                    self.mix_everything(&format!("{place}.{}", field.name), &field.ty);
                }
            }
        }
    }
}

/// Static variables of functions live as long, but are not seen from other functions.
fn is_file_scope(name: &str) -> bool {
    name.starts_with('g') || name == "chosen"
}

/// The size of a member of a union.
fn size(ty: &Type) -> u32 {
    match ty {
        Type::Integer(integer) => integer.width.div_ceil(8),
        Type::Array(element, length) => size(element) * *length as u32,
        Type::Record(_) | Type::Pointer(_) | Type::Function => 0,
    }
}

fn has_pointer(ty: &Type, records: &[Record]) -> bool {
    match ty {
        Type::Integer(_) => false,
        Type::Pointer(_) | Type::Function => true,
        Type::Array(element, _) => has_pointer(element, records),
        Type::Record(idx) => records[*idx].fields.iter().any(|it| has_pointer(&it.ty, records)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_a_program() {
        assert_eq!(program(7).printing(), program(7).printing());
        assert_ne!(program(7).printing(), program(8).printing());
    }

    #[test]
    fn the_end_can_be_exchanged() {
        let again = Generated::from_printing(&program(7).printing()).unwrap();
        assert_eq!(again.failing_at(1), program(7).failing_at(1));
    }
}
