//! Functions about lists, rows of pointers, structures, and pointers to functions.

use super::Ctx;

impl Ctx {
    pub(super) fn list_function(&mut self, name: &str) {
        let n = 1 + self.random.below(4);
        self.open(&format!("static int @{name}(int x)"));
        self.line("struct @Node *head = 0;");
        self.open(&format!("for (int i = 0; i < {n}; i++)"));
        self.line("struct @Node *node = malloc(sizeof *node);");
        if !self.open_value("a field has no value", 15) {
            self.line("node->value = i + x;");
        }
        self.line("node->next = head;");
        self.line("head = node;");
        self.close();
        let condition = if self.defect("walked beyond the end", 20) { "1" } else { "w" };
        self.line("int sum = 0;");
        self.line(&format!("for (struct @Node *w = head; {condition}; w = w->next) sum += w->value;"));
        if self.random.percent(50) {
            self.line("struct @Node **link = &head;");
            let text =
                format!("while (*link && (*link)->value != {}) link = &(*link)->next;", self.random.below(6));
            self.line(&text);
            self.open("if (*link)");
            self.line("struct @Node *gone = *link;");
            if self.defect("freed what is still linked", 25) {
                self.line("free(gone);");
            } else if self.defect("unlinked without being freed", 30) {
                self.line("*link = gone->next;");
            } else if self.defect("freed before it was read", 40) {
                self.line("free(gone);");
                self.line("*link = gone->next;");
            } else {
                self.line("*link = gone->next;");
                self.line("free(gone);");
            }
            self.close();
        }
        match () {
            () if self.defect("freed while it was walked", 30) => {
                self.line("for (struct @Node *w = head; w; w = w->next) free(w);");
            }
            () if self.defect("freed the first only", 40) => self.line("if (head) free(head);"),
            () if self.defect("freed none", 40) => {}
            () => {
                self.open("while (head)");
                self.line("struct @Node *next = head->next;");
                self.line("free(head);");
                self.line("head = next;");
                self.close();
                if self.defect("used a list that was freed", 100) {
                    self.line("head->value = 1;");
                }
            }
        }
        self.line("return sum;");
        self.close();
    }

    pub(super) fn rows_function(&mut self, name: &str) {
        let (n, m) = (1 + self.random.below(3), 1 + self.random.below(3));
        let ty = self.element().name;
        self.open(&format!("static int @{name}(int x)"));
        let n_rows = if self.defect("one row less", 15) { n - 1 } else { n };
        self.line(&format!("{ty} **rows = malloc({n_rows} * sizeof *rows + 1);"));
        self.line(&format!("for (int i = 0; i < {n}; i++) rows[i] = malloc({m} * sizeof **rows);"));
        let columns = if self.defect("one column more", 20) { m + 1 } else { m };
        self.line(&format!(
            "for (int i = 0; i < {n}; i++) for (int j = 0; j < {columns}; j++) rows[i][j] = i * j + x;"
        ));
        let (row, column) = if self.defect("row and column swapped", 30) {
            (m - 1, n - 1)
        } else {
            (self.random.below(n), self.random.below(m))
        };
        self.line(&format!("mix(rows[{row}][{column}]);"));
        if self.random.percent(40) {
            self.line(&format!("rows = realloc(rows, {} * sizeof *rows);", n + 1));
            self.line(&format!("rows[{n}] = rows[0];"));
            self.line(&format!("mix(*rows[{n}]);"));
            if self.defect("freed a row twice", 50) {
                self.line(&format!("free(rows[{n}]);"));
            }
        }
        if !self.defect("rows are not freed", 40) {
            self.line(&format!("for (int i = 0; i < {n}; i++) free(rows[i]);"));
        }
        if self.defect("used a row that was freed", 40) {
            self.line("rows[0][0] = 2;");
        }
        if !self.defect("the array of rows is not freed", 100) {
            self.line("free(rows);");
        }
        self.line("return x;");
        self.close();
    }

    /// Arrays of structures, and structures with an array at their end.
    pub(super) fn items_function(&mut self, name: &str) {
        let n = 1 + self.random.below(4);
        if self.random.percent(50) {
            return self.flexible_function(name, n);
        }
        self.open(&format!("static int @{name}(int x)"));
        self.line(&format!("struct @Item items[{n}], other;"));
        let index = if self.defect("index one too large", 25) {
            format!("x % {}", n + 1)
        } else {
            format!("x % {n}")
        };
        self.line(&format!("for (int i = 0; i < {n}; i++) items[i] = (struct @Item){{i, 'a' + i, x}};"));
        self.line(&format!("struct @Item *item = &items[{index}];"));
        self.line("item->c += item->a;");
        let statement = self.random.pick(&[
            "other = *item;",
            "memcpy(&other, item, sizeof other);",
            "other.a = item->a; other.b = item->b; other.c = item->c;",
        ]);
        if self.open_value("a field has no value", 30) {
            self.line("other.a = item->a;");
            self.line("if (other.c > 3) mix(1);");
        } else {
            self.line(statement);
        }
        self.line("long *inside = &other.c;");
        match self.defect("beyond the structure", 100) {
            true => self.line("mix(inside[1]);"),
            false => self.line("mix(*inside + other.a + other.b);"),
        }
        self.line("return x;");
        self.close();
    }

    fn flexible_function(&mut self, name: &str, n: usize) {
        let ty = self.element().name;
        self.line(&format!("struct @F{name} {{ int n; {ty} it[]; }};"));
        self.open(&format!("static int @{name}(int x)"));
        let extra = if self.defect("one element less", 40) { n - 1 } else { n };
        self.line(&format!("struct @F{name} *all = malloc(sizeof *all + {extra} * sizeof({ty}));"));
        self.line(&format!("all->n = {n};"));
        let compare = if self.defect("one element too many", 50) { "<=" } else { "<" };
        self.line(&format!("for (int i = 0; i {compare} all->n; i++) all->it[i] = i + x;"));
        let text = format!("mix(all->it[{}]);", self.random.below(n));
        self.line(&text);
        self.line(&format!("{ty} *inside = all->it;"));
        if self.defect("freed inside of the object", 30) {
            self.line("free(inside);");
        } else {
            self.line("free(all);");
            if self.defect("used after it was freed", 100) {
                self.line("mix(*inside);");
            }
        }
        self.line("return x;");
        self.close();
    }

    pub(super) fn calls_function(&mut self, name: &str) {
        self.line(&format!("static int @{name}_a(int x) {{ return x + 1; }}"));
        self.line(&format!("static int @{name}_b(int x) {{ return x * 2; }}"));
        let last = if self.defect("a null pointer among functions", 60) {
            "0".to_owned()
        } else {
            format!("@{name}_a")
        };
        self.line(&format!("static int (*@{name}_table[3])(int) = {{@{name}_a, @{name}_b, {last}}};"));
        self.open(&format!("static int @{name}(int x)"));
        let bound = if self.defect("index one too large", 60) { 4 } else { 3 };
        match self.random.below(3) {
            0 => self.line(&format!("int (*call)(int) = @{name}_table[x % {bound}];")),
            1 => {
                self.line(&format!("void *raw = (void *)@{name}_table[x % {bound}];"));
                self.line("int (*call)(int) = (int (*)(int))raw;");
            }
            _ => {
                self.line("int (*call)(int);");
                self.line(&format!("memcpy(&call, &@{name}_table[x % {bound}], sizeof call);"));
            }
        }
        if self.defect("called what is no function", 100) {
            self.line("call = (int (*)(int))&x;");
        }
        self.line("return call(x);");
        self.close();
    }

    /// Pointers that may be null.
    pub(super) fn optional_function(&mut self, name: &str) {
        let ty = self.element().name;
        let bound = self.random.below(6);
        let text = format!("static {ty} @{name}_value = {};", self.random.below(100));
        self.line(&text);
        self.open(&format!("static {ty} *@{name}_find(int x)"));
        self.line(&format!("return x > {bound} ? &@{name}_value : 0;"));
        self.close();
        self.open(&format!("static int @{name}(int x)"));
        self.line(&format!("{ty} *found = @{name}_find(x);"));
        match self.random.below(3) {
            _ if self.defect("not compared with null", 60) => self.line("*found = 1;"),
            _ if self.defect("compared the wrong way round", 60) => self.line("if (!found) mix(*found);"),
            0 => self.line("if (found && *found > 1) *found -= 1;"),
            1 => self.line("if (!found) return -1;"),
            _ => self.line(&format!("if (x > {bound}) *found = x;")),
        }
        if self.open_value("used before it is known", 100) {
            self.line(&format!("{ty} *later;"));
            self.line("if (x > 100) later = found;");
            self.line("mix(*later);");
        }
        self.line("return found != 0;");
        self.close();
    }
}
