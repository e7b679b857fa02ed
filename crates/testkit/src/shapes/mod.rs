//! Random C programs about memory, some of them with a defect.
//!
//! A program is a row of functions, each about objects of one kind: arrays wherever they can live, lists, structures,
//! strings, functions, numbers. Pointers to the objects take [routes] through unions, bytes, numbers and structures before
//! they are used. In half of the programs one function has a defect, as people make them: an index that is one too far, a
//! pointer that outlives its object, a sum that does not fit.
//!
//! Whether a program really does what it must not is for others to say: a defect may lie where no execution comes to, or
//! do no harm. What a program computes is in its `checksum`.

mod arithmetic;
mod arrays;
mod lists;
mod objects;
mod routes;
mod strings;

use std::fmt::Write;

use crate::random::Random;

/// A generated program.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The program without `main`, in which `@` stands before the names of file scope.
    text: String,
    /// The statements of `main`.
    main: String,
    /// What was put in, for people.
    pub defect: Option<String>,
    /// Whether it asks for inputs.
    pub has_inputs: bool,
    /// Whether what it does depends on its inputs alone, and not on values that nobody wrote.
    pub is_determined: bool,
}

/// What stands before all programs.
const PRELUDE: &str = "\
extern int printf(const char *, ...);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
extern void *memset(void *, int, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memmove(void *, const void *, unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
extern unsigned long strlen(const char *);
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, unsigned long);
extern char *strcat(char *, const char *);
extern char *strchr(const char *, int);
extern int strcmp(const char *, const char *);
static unsigned long long checksum = 14695981039346656037ull;
static void mix(unsigned long long value) { checksum = (checksum ^ value) * 1099511628211ull; }
";

impl Shape {
    /// The program by itself, which calls an error if its checksum is not this one.
    pub fn asserting(&self, checksum: Option<u64>) -> String {
        let assertion =
            checksum.map_or(String::new(), |it| format!("  if (checksum != {it}ull) reach_error();\n"));
        let text = self.text.replace('@', "");
        let main = self.main.replace('@', "");
        format!("{PRELUDE}{text}int main(void) {{\n{main}{assertion}  return 0;\n}}\n")
    }

    /// Several programs as one, which runs the one of its argument, prints the checksum, and takes inputs from the other
    /// arguments, in turn. Beside it for each program how many lines stand before it that do not in [`Shape::asserting`].
    pub fn together(shapes: &[Shape]) -> (String, Vec<usize>) {
        let mut text = format!(
            "{PRELUDE}extern int atoi(const char *);\n\
             static char **inputs, **next;\n\
             int __VERIFIER_nondet_int(void) {{ if (!*next) next = inputs; return *next ? atoi(*next++) : 0; }}\n"
        );
        let n_prelude = PRELUDE.lines().count();
        let mut offsets = Vec::new();
        for (idx, shape) in shapes.iter().enumerate() {
            offsets.push(text.lines().count() - n_prelude);
            let prefix = format!("p{idx}_");
            let (body, main) = (shape.text.replace('@', &prefix), shape.main.replace('@', &prefix));
            let _ = writeln!(text, "{body}static int {prefix}main(void) {{\n{main}  return 0;\n}}");
        }
        text.push_str(
            "int main(int argc, char **argv) {\n  next = inputs = argv + 2;\n  switch (atoi(argv[1])) {\n",
        );
        for idx in 0..shapes.len() {
            let _ = writeln!(text, "  case {idx}: p{idx}_main(); break;");
        }
        text.push_str("  }\n  printf(\"%llu\\n\", checksum);\n  return 0;\n}\n");
        (text, offsets)
    }
}

/// The program of a seed.
pub fn shape(seed: u64) -> Shape {
    let mut random = Random::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let (n_functions, has_inputs) = (1 + random.below(4), random.percent(25));
    let defective = random.percent(55).then(|| random.below(n_functions));
    let mut ctx = Ctx {
        random,
        text: String::new(),
        n_names: 0,
        indent: 0,
        wants_defect: false,
        defect: None,
        is_determined: true,
        has_variable_lengths: true,
        has_neighbours: false,
    };
    ctx.line("static void *@slot;");
    ctx.line("static void *@same(void *p) { return p; }");
    ctx.line("struct @Node { int value; struct @Node *next; };");
    ctx.line("struct @Box { char tag; void *pointer; short rest; };");
    ctx.line("struct @Item { int a; char b; long c; };");
    let mut main = String::new();
    for idx in 0..n_functions {
        ctx.wants_defect = defective == Some(idx);
        ctx.has_neighbours = false;
        let name = ctx.function();
        ctx.wants_defect = false;
        let argument = match has_inputs {
            true => format!("__VERIFIER_nondet_int() & {}", ctx.random.pick(&[1, 3, 7])),
            false => ctx.random.below(8).to_string(),
        };
        let call = match ctx.random.below(4) {
            0 => format!("for (int i = 0; i < 2; i++) mix(@{name}(i));"),
            1 => format!("if (checksum) mix(@{name}({argument}));"),
            _ => format!("mix(@{name}({argument}));"),
        };
        let _ = writeln!(main, "  {call}");
    }
    let has_inputs = main.contains("nondet");
    Shape { text: ctx.text, main, defect: ctx.defect, has_inputs, is_determined: ctx.is_determined }
}

struct Ctx {
    random: Random,
    text: String,
    n_names: usize,
    indent: usize,
    /// Whether the function that is written is to have a defect that it does not have yet.
    wants_defect: bool,
    defect: Option<String>,
    is_determined: bool,
    /// Whether arrays may be of variable length: the end of their scope is not seen by sanitizers.
    has_variable_lengths: bool,
    /// Whether arrays are parts of larger objects.
    has_neighbours: bool,
}

impl Ctx {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * self.indent);
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.n_names += 1;
        format!("{stem}{}", self.n_names)
    }

    /// Whether to put a defect in here; `percent` of the places where it is possible get it.
    fn defect(&mut self, name: &str, percent: usize) -> bool {
        let is_here = self.wants_defect && self.random.percent(percent);
        if is_here {
            self.wants_defect = false;
            self.defect = Some(name.to_owned());
        }
        is_here
    }

    /// As [`Ctx::defect`], of one that leaves a value open.
    fn open_value(&mut self, name: &str, percent: usize) -> bool {
        let is_here = self.defect(name, percent);
        self.is_determined &= !is_here;
        is_here
    }

    /// As [`Ctx::defect`], of an access beyond an array. Where other members of the same object lie there, it is none.
    fn beyond(&mut self, name: &str, percent: usize) -> bool {
        let has_neighbours = self.has_neighbours;
        if has_neighbours { self.open_value(name, percent) } else { self.defect(name, percent) }
    }

    fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    /// A function of an `int x` that is not negative and below 8; its name.
    fn function(&mut self) -> String {
        let name = self.fresh("f");
        match self.random.below(12) {
            0..=4 => self.array_function(&name),
            5 => self.list_function(&name),
            6 => self.rows_function(&name),
            7 => self.items_function(&name),
            8 => self.string_function(&name),
            9 => self.calls_function(&name),
            10 => self.optional_function(&name),
            _ => self.arithmetic_function(&name),
        }
        name
    }

    /// A statement that is executed always, or under a condition on `x`.
    fn guarded(&mut self, statement: &str) {
        match self.random.below(4) {
            0 => {
                let bound = self.random.below(6);
                self.line(&format!("if (x > {bound}) {{ {statement} }}"));
            }
            1 => {
                let bit = 1 << self.random.below(2);
                self.line(&format!("if ((x & {bit}) == 0) {{ {statement} }}"));
            }
            _ => self.line(statement),
        }
    }
}
