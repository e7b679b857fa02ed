//! No text makes the translation panic: bytes of small programs are changed, deleted and copied.
//! `RUN_SLOW_TESTS=1` tries more of them.

#![expect(clippy::disallowed_methods, reason = "a test asks the environment how long it may take")]

use faultscope_frontend::c::DataModel;

use super::translate;

const TEXTS: [&str; 4] = [
    "typedef struct s { int a : 3; char b[4]; struct s *n; union { int i; float f; } u; } S; enum e { A, B = 3 };
     static S g = { 1, \"ab\", &g, { 2 } }; int f(S s, int (*h)(int)) { return h(s.a) + s.b[1]; }
     int k(int x) { return x ? k(x - 1) : 0; } int main(void) { S t = g; t.n = &t; return f(t, k) + t.n->u.i; }",
    "int main(int argc, char **argv) { int a[3] = { [1] = 2 }, i = 0, n = argc; int v[n]; L: switch (a[i++]) {
     case 1 ... 2: do { i += ({ int q = i; q; }); } while (i < 3 && a[i]); default: goto L; }
     for (int j = 0; j < 3; j++) { if (j) continue; else break; } return (char)*argv[0] + sizeof(v) + v[1]; }",
    "void *malloc(unsigned); int scanf(const char *, ...); char *strcpy(char *, const char *);
     int main(void) { char *p = malloc(10); double d = 1.5e3; scanf(\"%d\", p); strcpy(p, \"x\\n\"); int x = d;
     unsigned long long u = 0xffull << 3; x = (x, u) ? x ?: 2 : (int){3}; return p[x] / -x % ~x ^ !u; }",
    "# 3 \"b.c\"\nint x[] = { 1, 2 }, *p = x + 1; extern int y; f(a) char a; { static int s; return s += a; }
     int main() { register int i = __VERIFIER_nondet_int(); assert(i >= 0); p[i] <<= 2; y = f('c') - 1.0f; }",
];

/// A generator of numbers, so that every run sees the same texts.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        let length = 1 + random.below(8);
        let end = (at + length).min(bytes.len());
        match random.below(4) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes[at] = b"(){}[];,*&+-=<>!?:.#\"'0a \n"[random.below(26)],
            2 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let word =
                    ["int ", "struct s ", "sizeof ", "return ", "0", "case 1: ", "&", "static ", "void "];
                bytes.splice(at..at, word[random.below(word.len())].bytes());
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn unchanged_texts_are_programs() {
    for text in TEXTS {
        let translation = translate(&[("a.c", text)], DataModel::Ilp32);
        assert!(translation.program.is_some(), "{:?}", translation.diagnostics);
    }
}

#[test]
fn changed_texts_are_programs_or_errors() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let n_rounds = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 20_000 } else { 150 };
    for round in 0..n_rounds {
        let text = mutate(TEXTS[round % TEXTS.len()], &mut random);
        let translation = translate(&[("a.c", &text)], DataModel::Lp64);
        assert!(translation.program.is_some() || translation.has_errors(), "{text}");
    }
}

#[test]
fn the_same_text_gives_the_same_program() {
    for text in TEXTS {
        let shown = |_| super::show(&translate(&[("a.c", text)], DataModel::Ilp32));
        assert_eq!(shown(0), shown(1));
    }
}
