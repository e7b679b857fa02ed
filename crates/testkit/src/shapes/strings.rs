//! Functions about strings.

use super::Ctx;

const WORDS: [&str; 5] = ["", "a", "no", "word", "letters"];

impl Ctx {
    pub(super) fn string_function(&mut self, name: &str) {
        let (first, second) = (self.random.pick(&WORDS), self.random.pick(&WORDS));
        let needed = first.len() + second.len() + 1;
        let size = match () {
            () if self.defect("no room for the terminator", 25) => needed - 1,
            () if self.defect("room for the first string only", 15) => first.len() + 1,
            () => needed + self.random.below(3),
        };
        let size = size.max(1);
        self.line(&format!("static const char @{name}_word[] = \"{second}\";"));
        self.open(&format!("static int @{name}(int x)"));
        let is_heap = self.random.percent(40);
        match is_heap {
            true => self.line(&format!("char *s = malloc({size});")),
            false => self.line(&format!("char s[{size}];")),
        }
        self.line(&format!("char *literal = \"{first}\";"));
        if self.defect("wrote into a literal", 10) {
            self.line("literal[0] = 'x';");
        }
        if self.defect("wrote into a constant", 8) {
            self.line(&format!("*(char *)@{name}_word = 'x';"));
        }
        match self.random.below(3) {
            0 => self.line("strcpy(s, literal);"),
            1 => {
                self.line("int n = 0;");
                let condition = if self.open_value("terminator is not copied", 30) {
                    "n < LENGTH"
                } else {
                    "n <= LENGTH"
                };
                let condition = condition.replace("LENGTH", &first.len().to_string());
                self.line(&format!("while ({condition}) {{ s[n] = literal[n]; n++; }}"));
            }
            _ => self.line(&format!("memcpy(s, literal, {});", first.len() + 1)),
        }
        match self.random.below(3) {
            0 => self.line(&format!("strcat(s, @{name}_word);")),
            1 => self.line(&format!("strcpy(s + strlen(s), @{name}_word);")),
            _ => {
                self.line("char *end = s;");
                self.line("while (*end) end++;");
                self.line(&format!("for (const char *w = @{name}_word; (*end++ = *w++);) ;"));
            }
        }
        self.line("mix(strlen(s));");
        self.line("for (int i = 0; s[i]; i++) mix(s[i]);");
        if self.open_value("no terminator", 30) {
            self.line(&format!("memset(s, 'b', {size});"));
            self.line("mix(strlen(s));");
        }
        if self.random.percent(40) {
            let text = format!("char part[{}];", if self.random.percent(50) { 4 } else { 8 });
            self.line(&text);
            let n = self.random.pick(&[2, 4]);
            self.line(&format!("strncpy(part, s, {n});"));
            match self.open_value("perhaps not terminated", 60) {
                true => self.line("mix(strlen(part));"),
                false => self.line(&format!("part[{}] = 0; mix(strlen(part));", n - 1)),
            }
        }
        let text = format!("char *at = strchr(s, '{}');", self.random.pick(&['a', 'o', 'z']));
        self.line(&text);
        match self.defect("not found", 60) {
            true => self.line("mix(*at);"),
            false => self.line("mix(at ? at - s : -1);"),
        }
        self.line(&format!("mix(strcmp(s, @{name}_word) == 0);"));
        if is_heap && !self.defect("not freed", 100) {
            self.line("free(s);");
        }
        self.line("return x;");
        self.close();
    }
}
