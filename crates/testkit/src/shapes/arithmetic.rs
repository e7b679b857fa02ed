//! Functions about numbers.

use super::Ctx;

impl Ctx {
    pub(super) fn arithmetic_function(&mut self, name: &str) {
        self.open(&format!("static int @{name}(int x)"));
        let value = self.random.below(1000);
        self.line(&format!("int v = x * {value};"));
        for _ in 0..1 + self.random.below(3) {
            let text = match self.random.below(9) {
                0 => self.sum(),
                1 => self.product(),
                2 => self.quotient(),
                3 => self.shift(),
                4 => self.converted(),
                5 => self.narrow(),
                6 => self.undecided(),
                7 => self.unsigned(),
                _ => self.negated(),
            };
            self.guarded(&format!("{{ {text} }}"));
        }
        self.line("return v & 255;");
        self.close();
    }

    fn sum(&mut self) -> String {
        match self.defect("sum does not fit", 60) {
            true => self.random.pick(&[
                "v = 2147483647 - x; v += 3;",
                "v = 2147483640 + x + 5;",
                "v = -2147483647 + x; v = v - 4;",
                "v = 2147483647; v++; v = 0;",
                "long w = 9223372036854775807l - x; w = w + 2; v = w & 1;",
            ]),
            false => self.random.pick(&["v = (v & 1023) + x;", "v = v % 1000 - x;", "v = (v & 15) - -x;"]),
        }
        .to_owned()
    }

    fn product(&mut self) -> String {
        match self.defect("product does not fit", 60) {
            true => self.random.pick(&[
                "v = 65536 * (32760 + x * 2);",
                "v = (x + 46337) * (x + 46340);",
                "unsigned short s = 65535 - x; v = s * s;",
                "long w = 4294967296l + x; w *= 2147483648l; v = w & 3;",
            ]),
            false => self.random.pick(&[
                "v = (v & 255) * x;",
                "v = (short)v * 3;",
                "long w = (long)v * v; v = w & 7;",
            ]),
        }
        .to_owned()
    }

    fn quotient(&mut self) -> String {
        match self.defect("divided by zero, or a quotient that does not fit", 60) {
            true => self.random.pick(&[
                "v = v / (x & 1);",
                "v = 100 % (x - 3);",
                "v = (-2147483647 - 1) / (x - 4);",
                "v = (-2147483647 - 1) % -(x & 1);",
                "v = 7; v /= x >> 2;",
            ]),
            false => self.random.pick(&[
                "v = v / (x + 1);",
                "v = v % (x | 1);",
                "if (x) v = 100 / x;",
                "v = -v / 3;",
            ]),
        }
        .to_owned()
    }

    fn shift(&mut self) -> String {
        match self.defect("shifted too far, or what is negative", 60) {
            true => self.random.pick(&[
                "v = 1 << (x + 27);",
                "v = 1 >> (x - 2);",
                "v = -x << 1;",
                "v = (x + 1) << 29;",
                "v = (int)(1l << (60 + x));",
                "v = 5u << (x * 8);",
                "v = (char)x << 31;",
            ]),
            false => self.random.pick(&[
                "v = (v & 31) << x;",
                "v = v >> x;",
                "v = 1u << (x + 24);",
                "v ^= 1l << (x + 30);",
            ]),
        }
        .to_owned()
    }

    fn converted(&mut self) -> String {
        match self.defect("a number of floating point does not fit", 60) {
            true => self.random.pick(&[
                "double d = 2147483640.0 + x * 2; v = (int)d;",
                "float f = 3e9f; v = (int)(f / (x + 1));",
                "double d = -1.5 - x; v = (unsigned char)d;",
                "double d = 70000.0 * x; v = (short)d;",
            ]),
            false => self
                .random
                .pick(&["double d = v * 0.5; v = (int)d;", "float f = x + 0.75f; v = (unsigned char)f;"]),
        }
        .to_owned()
    }

    fn narrow(&mut self) -> String {
        self.random
            .pick(&[
                "v = (signed char)(v + 200);",
                "short s = v; s++; v = s;",
                "unsigned char c = v; c += 250; v = c;",
            ])
            .to_owned()
    }

    fn unsigned(&mut self) -> String {
        self.random
            .pick(&[
                "unsigned u = x; u -= 5; v = u >> 4;",
                "unsigned long u = v; v = u * u >> 60;",
                "v = -1u / (x + 1u);",
            ])
            .to_owned()
    }

    fn negated(&mut self) -> String {
        match self.defect("negated what has no opposite", 60) {
            true => self.random.pick(&[
                "v = -2147483647 - (x & 1); v = -v;",
                "long w = -9223372036854775807l - (x & 1); w = -w; v = 0;",
                "v = -2147483647 - 1; v = v < 0 ? -v : v;",
            ]),
            false => self.random.pick(&["v = -(v & 255);", "v = ~v;", "v = v < 0 ? -v : v;"]),
        }
        .to_owned()
    }

    fn undecided(&mut self) -> String {
        match self.open_value("a value that nobody wrote", 60) {
            true => self.random.pick(&[
                "int u; if (x > 3) u = 1; if (u) v = 2;",
                "int u[3]; u[x % 3] = 1; if (u[1] > 3) v = 4;",
                "int u; switch (x) { case 0: u = 1; break; case 2: u = 5; } v = u ? 3 : 4;",
            ]),
            false => self.random.pick(&[
                "int u; if (x > 3) u = 1; else u = v; if (u) v = 2;",
                "int u[3] = {4}; v += u[x % 3];",
            ]),
        }
        .to_owned()
    }
}
