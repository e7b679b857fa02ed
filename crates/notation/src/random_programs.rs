//! Random programs for differential tests, in this notation.

/// A program with bounded loops and recursion, few inputs, and assertions that sometimes fail.
pub fn bounded_program(seed: u64) -> String {
    Generator::program(seed)
}

/// A small generator of numbers (xorshift), the same everywhere.
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`, which is positive.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    /// One of several texts, which are not none.
    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// Writes a program.
struct Generator {
    random: Random,
    text: String,
    inputs_left: u32,
    n_loops: u32,
}

impl Generator {
    fn program(seed: u64) -> String {
        let mut generator =
            Generator { random: Random::new(seed), text: String::new(), inputs_left: 4, n_loops: 0 };
        generator.text.push_str(
            "var x: 3; var y: 3; var z: 3; var i: 16; var a: [3]3; var b: [16]3 length 5; var c: bool;\n\
             proc down(n: 3) returns (r: 3) {\n r := n; if (n > 0) { r := down(n - 1); x := x + r; }\n",
        );
        generator.statements(1, 1);
        generator.text.push_str("}\nproc main() {\n");
        // More cells than the declared length, so that indices outside are compared too.
        for cell in 0..8 {
            generator.text.push_str(&format!("a[{cell}] := 0; b[{cell}] := {};\n", cell % 3));
        }
        generator.text.push_str("x := 0; i := 0; c := false;\n");
        generator.statements(2, 6);
        generator.text.push_str("}\n");
        generator.text
    }

    fn statements(&mut self, depth: u32, n: u64) {
        for _ in 0..=n {
            self.statement(depth);
        }
    }

    fn block(&mut self, depth: u32) {
        self.text.push_str("{\n");
        self.statements(depth - 1, 1);
        self.text.push_str("}\n");
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(if depth > 0 { 16 } else { 10 }) {
            0 | 1 if self.inputs_left > 0 => {
                self.inputs_left -= 1;
                let input = self.random.pick(&[
                    "havoc x;\n",
                    "havoc y;\n",
                    "havoc z; assume z != 2;\n",
                    "havoc i; assume 0 <= i && i < 7;\n",
                    "havoc c;\n",
                    "havoc a[x];\n",
                ]);
                self.text.push_str(input);
            }
            0..=4 => {
                let target = self.random.pick(&["x", "y", "z", "a[x]", "a[y]", "a[3]", "b[i]", "b[2]", "x"]);
                let value = self.expression();
                self.text.push_str(&format!("{target} := {value};\n"));
            }
            5 => {
                let index = self.random.pick(&["i + 1; assume i < 8", "i - i", "3"]);
                self.text.push_str(&format!("i := {index};\n"));
            }
            6 | 7 => {
                let condition = self.condition();
                let exception = self.condition();
                self.text.push_str(&format!("assert {condition} || {exception};\n"));
            }
            8 => {
                let ending = self.random.pick(&["assume ", "c := "]);
                let condition = self.condition();
                self.text.push_str(&format!("{ending}{condition};\n"));
            }
            9 if depth > 1 => {
                let argument = self.expression();
                self.text.push_str(&format!("y := down({argument});\n"));
            }
            9 => self.text.push_str("z := z + x;\n"),
            10..=12 => {
                let condition = self.condition();
                self.text.push_str(&format!("if ({condition}) "));
                self.block(depth);
                if self.random.below(2) == 0 {
                    self.text.push_str("else ");
                    self.block(depth);
                }
            }
            13 | 14 => {
                self.n_loops += 1;
                let counter = format!("n{}", self.n_loops);
                let bound = 1 + self.random.below(3);
                let condition = self.condition();
                // Declared globally, in front of everything.
                self.text.insert_str(0, &format!("var {counter}: 4;\n"));
                self.text
                    .push_str(&format!("{counter} := 0;\nwhile ({counter} < {bound} && ({condition})) {{\n"));
                self.statements(depth - 1, 1);
                self.text.push_str(&format!("{counter} := {counter} + 1;\n}}\n"));
            }
            _ => {
                self.text.push_str("either ");
                self.block(depth);
                self.text.push_str("or ");
                self.block(depth);
            }
        }
    }

    fn expression(&mut self) -> String {
        let operator = self.random.pick(&["+", "-", "&", "*"]);
        let lhs = self.atom();
        let rhs = self.atom();
        if self.random.below(3) == 0 { lhs.to_owned() } else { format!("{lhs} {operator} {rhs}") }
    }

    fn atom(&mut self) -> &'static str {
        self.random.pick(&["x", "y", "z", "a[x]", "a[z]", "b[i]", "b[1]", "a[6]", "x - 1", "y + 2"])
    }

    fn condition(&mut self) -> String {
        if self.random.below(6) == 0 {
            return self.random.pick(&["c", "!c"]).to_owned();
        }
        let operator = self.random.pick(&["<", "<=", "==", "!="]);
        let lhs = self.expression();
        let rhs = self.atom();
        format!("({lhs} {operator} {rhs})")
    }
}

const VARIABLES: &[&str] = &["x", "y", "z"];

fn expression(random: &mut Random) -> String {
    let variable = random.pick(VARIABLES);
    match random.below(5) {
        0 => format!("{}", random.below(4)),
        1 => variable.to_owned(),
        2 => format!("{variable} + {}", 1 + random.below(3)),
        3 => format!("{variable} - {}", random.pick(VARIABLES)),
        _ => format!("{variable} & {}", random.pick(VARIABLES)),
    }
}

fn condition(random: &mut Random) -> String {
    let (lhs, operator) = (random.pick(VARIABLES), random.pick(&["==", "!=", "<", "<=", ">"]));
    let rhs =
        if random.below(2) == 0 { random.below(4).to_string() } else { random.pick(VARIABLES).to_owned() };
    match random.below(6) {
        0 => format!("{lhs} {operator} {rhs} && {} != {}", random.pick(VARIABLES), random.below(4)),
        1 => format!("{lhs} {operator} {rhs} || {} == {}", random.pick(VARIABLES), random.below(4)),
        _ => format!("{lhs} {operator} {rhs}"),
    }
}

/// Some statements; `depth` bounds their nesting.
fn statements(random: &mut Random, depth: usize, text: &mut String) {
    for _ in 0..1 + random.below(4) {
        let variable = random.pick(VARIABLES);
        match random.below(if depth == 0 { 6 } else { 10 }) {
            0 => text.push_str(&format!("havoc {variable}; ")),
            1 => text.push_str(&format!("assume {}; ", condition(random))),
            2 => text.push_str(&format!("assert {} || {}; ", condition(random), condition(random))),
            3..=5 => text.push_str(&format!("{variable} := {}; ", expression(random))),
            6 | 7 => {
                text.push_str(&format!("if ({}) {{ ", condition(random)));
                statements(random, depth - 1, text);
                text.push_str("} else { ");
                statements(random, depth - 1, text);
                text.push_str("} ");
            }
            8 => {
                text.push_str(&format!("while ({}) {{ ", condition(random)));
                statements(random, depth - 1, text);
                text.push_str("} ");
            }
            _ => {
                text.push_str("either { ");
                statements(random, depth - 1, text);
                text.push_str("} or { ");
                statements(random, depth - 1, text);
                text.push_str("} ");
            }
        }
    }
}

/// A program over three variables of two bits, whose loops need not end.
pub fn looping_program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = "var x: 2; var y: 2; var z: 2; proc main() { ".to_owned();
    statements(&mut random, 2, &mut text);
    text.push_str(&format!("assert {}; }}", condition(&mut random)));
    text
}

/// A program whose two procedures call themselves and each other with a number that gets less, and change a variable beside.
pub fn recursive_program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = "var x: 8; var y: 8; var g: 8;\n".to_owned();
    for name in ["f", "h"] {
        text.push_str(&format!("proc {name}(n: 8, a: 8) returns (r: 8) {{ var s: 8;\n"));
        let base = random.pick(&["n <= 0", "n <= 1", "n == 0 || n < 0", "n <= 0 || a == 3"]);
        let result = random.pick(&["0", "1", "a", "n", "a + 1", "g", "n + a"]);
        text.push_str(&format!("if ({base}) {{ r := {result}; return; }}\n"));
        for _ in 0..1 + random.below(2) {
            let callee = random.pick(&["f", "h", name]);
            let less = random.pick(&["n - 1", "n - 1", "n - 2"]);
            let argument = random.pick(&["a", "a", "a + 1", "n", "0", "g"]);
            let mut end = "";
            match random.below(5) {
                0 => text.push_str("g := g + 1; "),
                1 => text.push_str("g := n; "),
                2 => {
                    text.push_str(&format!("if (a < {}) {{ ", random.below(4)));
                    end = "} ";
                }
                _ => {}
            }
            if random.below(4) == 0 {
                let condition = random.pick(&["!= 2", "< 4", ">= 0"]);
                text.push_str(&format!("assert g {condition} || n < {}; ", random.below(5)));
            }
            text.push_str(&format!("s := {callee}({less}, {argument}); {end}\n"));
        }
        let result = random.pick(&["s", "s", "s + 1", "s + a", "s + s", "n", "g", "s - 1"]);
        text.push_str(&format!("r := {result};\n}}\n"));
    }
    let bound = 3 + random.below(4);
    let start = random.pick(&["0", "1", "x", "y"]);
    text.push_str(&format!(
        "proc main() {{ havoc x; assume 0 <= x && x < {bound}; y := 0; g := {start}; y := f(x, {start});\n"
    ));
    let (lhs, operator) = (random.pick(&["y", "y", "y", "g"]), random.pick(&["==", "!=", ">=", "<="]));
    let rhs = random.pick(&["0", "1", "x", "x + 1", "g", "2", "7"]);
    text.push_str(&format!("assert {lhs} {operator} {rhs} || x == {}; }}", random.below(8)));
    text
}
