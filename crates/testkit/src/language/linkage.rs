//! Random declarations of symbols in several files: tentative, `extern` at file and block scope, incomplete, `static` beside external
//! ones, `inline`, weak and strong, K&R's; sometimes with types that do not fit each other.

use super::{Asking, Piece};
use crate::random::Random;

/// A program of several files.
#[derive(Debug, Clone)]
pub struct Linked {
    /// Its files.
    pub program: Asking,
    /// The symbol that two files declare with types that do not fit each other.
    pub clash: Option<String>,
}

/// The program of a seed.
pub fn linked(seed: u64) -> Linked {
    let mut random = Random::new(seed);
    let n_files = 2 + random.below(2);
    let mut generator =
        Generator { random, files: vec![String::new(); n_files], main: Vec::new(), n_names: 0 };
    for _ in 0..6 {
        generator.symbol();
    }
    let clash = generator.random.percent(30).then(|| generator.clash());
    for _ in 0..2 {
        generator.symbol();
    }
    let Generator { files, main, .. } = generator;
    let mut files: Vec<Vec<Piece>> = files.into_iter().map(|text| vec![Piece::Text(text)]).collect();
    files[0].push(Piece::Text("int main(void) {".to_owned()));
    files[0].extend(main);
    files[0].push(Piece::Text("  return 0;\n}".to_owned()));
    Linked { program: Asking { files }, clash }
}

struct Generator {
    random: Random,
    files: Vec<String>,
    main: Vec<Piece>,
    n_names: usize,
}

const NUMBERS: [&str; 8] =
    ["int", "unsigned", "short", "char", "long", "unsigned char", "double", "unsigned long long"];

/// Types of parameters that are promoted types, for K&R's definitions.
const PROMOTED: [&str; 4] = ["int", "unsigned", "long", "double"];

impl Generator {
    fn name(&mut self, prefix: &str) -> String {
        self.n_names += 1;
        format!("{prefix}{}", self.n_names)
    }

    fn file(&mut self) -> usize {
        self.random.below(self.files.len())
    }

    /// A file and another one.
    fn two_files(&mut self) -> (usize, usize) {
        let first = self.file();
        (first, (first + 1 + self.random.below(self.files.len() - 1)) % self.files.len())
    }

    fn add(&mut self, file: usize, text: &str) {
        self.files[file] += text;
        self.files[file].push('\n');
    }

    /// Asks in a file for an expression, by a function of that.
    fn ask(&mut self, file: usize, asked: &str) {
        let name = self.name("get");
        self.add(file, &format!("long long {name}(void) {{ return (long long)({asked}); }}"));
        if file != 0 {
            self.add(0, &format!("long long {name}(void);"));
        }
        self.main.push(Piece::Ask(format!("{name}()")));
    }

    fn symbol(&mut self) {
        match self.random.below(8) {
            0 | 1 => self.variable(),
            2 => self.array(),
            3 => self.structure(),
            4 => self.function(),
            5 => self.inline(),
            6 => self.weak(),
            _ => self.internal(),
        }
    }

    fn variable(&mut self) {
        let (name, ty, (defined, used)) = (self.name("v"), self.random.pick(&NUMBERS), self.two_files());
        let number = self.random.below(100);
        let tentative =
            self.random.pick(&["", "TYPE NAME;\n", "extern TYPE NAME;\n", "TYPE NAME; extern TYPE NAME;\n"]);
        let tentative = tentative.replace("TYPE", ty).replace("NAME", &name);
        let behind = if self.random.percent(30) { format!(" {ty} {name};") } else { String::new() };
        self.add(defined, &format!("{tentative}{ty} {name} = {number};{behind}"));
        let set = self.name("set");
        match self.random.below(3) {
            // Declared in a block only.
            0 => self.add(used, &format!("void {set}(void) {{ extern {ty} {name}; {name} = {name} + 3; }}")),
            1 => self.add(used, &format!("extern {ty} {name}, {name}; void {set}(void) {{ {name} += 3; }}")),
            _ => self.add(
                used,
                &format!("extern {ty} {name}; void {set}(void) {{ {ty} *p = &{name}; *p = *p + 3; }}"),
            ),
        }
        if used != 0 {
            self.add(0, &format!("void {set}(void);"));
        }
        self.main.push(Piece::Text(format!("  {set}();")));
        self.ask(defined, &format!("{name} * 2"));
        self.ask(defined, &format!("sizeof {name}"));
    }

    fn array(&mut self) {
        let (name, ty, (defined, used)) = (self.name("a"), self.random.pick(&NUMBERS), self.two_files());
        let number = self.random.below(100);
        let (bound, declared) = (self.random.pick(&["", "3"]), self.random.pick(&["", "3"]));
        self.add(defined, &format!("{ty} {name}[{bound}] = {{ 1, {number}, 2 }};"));
        self.add(used, &format!("extern {ty} {name}[{declared}];"));
        self.ask(used, &format!("{name}[1] + {name}[2]"));
        self.ask(defined, &format!("sizeof {name}"));
    }

    fn structure(&mut self) {
        let (tag, name, (defined, used)) = (self.name("s"), self.name("v"), self.two_files());
        let ty = self.random.pick(&NUMBERS);
        let text = format!(
            "struct {tag} {{ {ty} x; int y : 5; struct {tag} *next; union {{ int u; short w; }}; }};"
        );
        self.add(defined, &format!("{text}\nstruct {tag} {name} = {{ 3, 4, &{name}, {{ 5 }} }};"));
        self.add(used, &format!("{text}\nextern struct {tag} {name};"));
        self.ask(used, &format!("{name}.next->x + {name}.y + {name}.w"));
        let by_value = self.name("f");
        self.add(defined, &format!("int {by_value}(struct {tag} s) {{ s.y++; return s.x + s.y; }}"));
        self.add(used, &format!("int {by_value}(struct {tag});"));
        self.ask(used, &format!("{by_value}({name}) + {name}.y"));
    }

    fn function(&mut self) {
        let (name, (defined, used)) = (self.name("f"), self.two_files());
        let (result, left, right) =
            (self.random.pick(&NUMBERS), self.random.pick(&PROMOTED), self.random.pick(&PROMOTED));
        let is_old = self.random.percent(40);
        let text = match is_old {
            true => format!("{result} {name}(a, b) {left} a; {right} b; {{ return a * 3 - b; }}"),
            false => format!("{result} {name}({left} a, {right} b) {{ return a * 3 - b; }}"),
        };
        self.add(defined, &text);
        let (a, b) = (self.random.below(20) + 20, self.random.below(20));
        let is_declared_old = self.random.percent(30);
        let arguments = format!("({left}){a}, ({right}){b}");
        let declared = match is_declared_old {
            true => format!("{result} {name}();"),
            false => format!("{result} {name}({left}, {right} other);"),
        };
        if self.random.percent(30) {
            let get = self.name("call");
            self.add(
                used,
                &format!("long long {get}(void) {{ {declared} return (long long){name}({arguments}); }}"),
            );
            return self.ask(used, &format!("{get}()"));
        }
        self.add(used, &declared);
        self.ask(used, &format!("{name}({arguments})"));
    }

    fn inline(&mut self) {
        let (name, (defined, used)) = (self.name("f"), self.two_files());
        let (number, ty) = (self.random.below(100), self.random.pick(&["int", "long", "unsigned"]));
        let text = format!("{ty} {name}({ty} x) {{ return x + {number}; }}");
        match self.random.below(4) {
            0 => {
                self.add(used, &format!("inline {text}"));
                self.add(defined, &text);
            }
            1 => {
                self.add(used, &format!("inline {text}"));
                self.add(defined, &format!("inline {text}\nextern {ty} {name}({ty});"));
            }
            2 => {
                self.add(used, &format!("extern inline __attribute__((gnu_inline)) {text}"));
                self.add(defined, &text);
            }
            _ => {
                self.add(used, &format!("static inline {text}"));
                self.add(defined, &text.replace("x +", "x -"));
            }
        }
        self.ask(used, &format!("{name}(3)"));
        self.ask(defined, &format!("{name}(4)"));
    }

    fn weak(&mut self) {
        let (name, (strong, weak)) = (self.name("w"), self.two_files());
        let has_strong = self.random.percent(70);
        let asks = match self.random.below(3) {
            0 => {
                self.add(weak, &format!("__attribute__((weak)) int {name} = 1;"));
                let text =
                    if has_strong { format!("int {name} = 2;") } else { format!("extern int {name};") };
                self.add(strong, &text);
                name.clone()
            }
            form => {
                let text = format!("int {name}(void) {{ return 1; }}");
                let weakly = match form {
                    1 => format!("__attribute__((weak)) {text}"),
                    _ => format!("int {name}(void) __attribute__((weak));\n{text}"),
                };
                self.add(weak, &weakly);
                let text = if has_strong {
                    text.replace('1', "2").replace(&name.replace('1', "2"), &name)
                } else {
                    format!("int {name}(void);")
                };
                self.add(strong, &text);
                format!("{name}()")
            }
        };
        self.ask(strong, &asks);
        self.ask(weak, &asks);
    }

    fn internal(&mut self) {
        let name = self.name("i");
        let types = ["int", "char *", "double", "short"];
        for file in 0..self.files.len() {
            let ty = self.random.pick(&types);
            let is_function = self.random.percent(30);
            if is_function {
                self.add(
                    file,
                    &format!("static {ty} {name}(void); static {ty} {name}(void) {{ return 0; }}"),
                );
                self.ask(file, &format!("{name}() == 0"));
            } else {
                self.add(file, &format!("static {ty} {name}; extern {ty} {name};"));
                self.ask(file, &format!("sizeof {name}"));
            }
        }
    }

    /// Two files declare a symbol with types that do not fit.
    fn clash(&mut self) -> String {
        const PAIRS: [(&str, &str); 16] = [
            ("int N = 1;", "extern unsigned N;"),
            ("int N = 1;", "extern const int N;"),
            ("const int N = 1;", "extern int N;"),
            ("char N[] = \"abc\";", "extern char *N;"),
            ("char *N = \"abc\";", "extern char N[];"),
            ("int N[3] = { 1 };", "extern int N[4];"),
            ("long N;", "extern int N;"),
            ("double N(void) { return 1; }", "int N(void);"),
            ("double N(void) { return 1; }", "int N();"),
            ("int N(int a) { return a; }", "int N(int, int);"),
            ("int N(int a) { return a; }", "int N(long);"),
            ("int N(int a, ...) { return a; }", "int N(int);"),
            ("int N(int *a) { return *a; }", "int N(const int *);"),
            ("int N(void) { return 1; }", "extern int N;"),
            ("struct tN { int a; char b; } N;", "struct tN { char a; int b; }; extern struct tN N;"),
            ("struct tN { int a; } N;", "struct uN { int a; }; extern struct uN N;"),
        ];
        let (name, (defined, used)) = (self.name("c"), self.two_files());
        let (definition, declaration) = self.random.pick(&PAIRS);
        self.add(defined, &definition.replace('N', &name));
        self.add(used, &declaration.replace('N', &name));
        name
    }
}
