//! Functions that fill, read and give back arrays.

use super::Ctx;
use super::objects::Object;

impl Ctx {
    pub(super) fn array_function(&mut self, name: &str) {
        let global = self.random.percent(40).then(|| self.global());
        match self.random.below(5) {
            0 => return self.returning_function(name, global.as_ref()),
            1 => return self.scope_function(name, global.as_ref()),
            _ => {}
        }
        self.open(&format!("static int @{name}(int x)"));
        let mut objects = Vec::new();
        for _ in 0..self.random.pick(&[1, 1, 2, 3]) {
            let object = self.object(global.as_ref());
            self.fill(&object);
            objects.push(object);
        }
        let mut last = objects[0].clone();
        for _ in 0..1 + self.random.below(4) {
            let object = self.random.pick(&objects);
            last = self.routed(&object);
            self.access(&last);
        }
        self.end_objects(&objects, &last);
        let text = format!("return x + {};", self.random.below(9));
        self.line(&text);
        self.close();
    }

    /// Gives back what is on the heap.
    fn end_objects(&mut self, objects: &[Object], used: &Object) {
        let mut freed = None;
        for object in objects {
            let pointer = object.pointer.clone();
            match object.is_heap {
                true if self.defect("freed inside of the object", 6) => {
                    self.guarded(&format!("free({pointer} + 1);"));
                }
                true if self.defect("not freed", 20) => {}
                true => {
                    let object = self.routed(object);
                    self.line(&format!("free({});", object.pointer));
                    freed = Some(pointer);
                }
                false if self.defect("freed what is not on the heap", 6) => {
                    self.guarded(&format!("free({pointer});"));
                }
                false => {}
            }
        }
        let Some(freed) = freed else { return };
        if self.defect("freed twice", 30) {
            self.guarded(&format!("free({freed});"));
        } else if used.is_heap && self.defect("used after it was freed", 60) {
            self.access(used);
        } else if self.defect("read after it was freed", 60) {
            self.guarded(&format!("mix(*{freed});"));
        }
    }

    /// Gives every element a value.
    fn fill(&mut self, object: &Object) {
        let Object { pointer, element, length, is_initialized, .. } = object;
        if *is_initialized && self.random.percent(40) {
            return;
        }
        let ty = element.name;
        let factor = self.random.below(40);
        let (first, end) = match () {
            () if self.open_value("first element has no value", 4) => (1, *length),
            () if self.defect("filled one element too many", 4) => (0, length + 1),
            () => (0, *length),
        };
        let lines = match self.random.below(4) {
            0 => vec![format!("memset({pointer}, {}, {end} * sizeof({ty}));", self.random.below(256))],
            1 => vec![
                format!("for ({ty} *i = {pointer} + {first}; i != {pointer} + {end}; i++)"),
                format!("  *i = x + {factor};"),
            ],
            _ => vec![
                format!("for (int i = {first}; i < {end}; i++)"),
                format!("  {pointer}[i] = i * {factor} + x;"),
            ],
        };
        for line in lines {
            self.line(&line);
        }
    }

    /// An index within an array, mostly.
    fn index(&mut self, length: usize) -> String {
        match () {
            () if self.beyond("index one too large", 12) => match self.random.below(3) {
                0 => length.to_string(),
                1 => format!("x % {}", length + 1),
                _ => format!("x + {}", length.saturating_sub(1)),
            },
            () if self.beyond("index one too small", 8) => match self.random.below(2) {
                0 => "-1".to_owned(),
                _ => format!("x % {length} - 1"),
            },
            () => match self.random.below(3) {
                0 => self.random.below(length).to_string(),
                1 => format!("x % {length}"),
                _ => format!("(x + {}) % {length}", self.random.below(5)),
            },
        }
    }

    /// The number of elements for a loop or a function of the library, mostly.
    fn count(&mut self, length: usize) -> usize {
        if self.beyond("one element too many", 10) { length + 1 } else { length }
    }

    /// Reads or writes some elements.
    pub(super) fn access(&mut self, object: &Object) {
        let Object { pointer, element, length, .. } = object;
        let (ty, length) = (element.name, *length);
        let value = self.random.below(200);
        let statement = match self.random.below(16) {
            0 | 1 => format!("mix({pointer}[{}]);", self.index(length)),
            2 | 3 => format!("{pointer}[{}] = {value};", self.index(length)),
            4 => format!("mix(*({pointer} + ({})));", self.index(length)),
            5 => format!("mix(({})[{pointer}]++ != 0);", self.index(length)),
            6 => format!("for (int i = 0; i < {}; i++) mix({pointer}[i]);", self.count(length)),
            7 => format!("for (int i = {}; i-- > 0;) {pointer}[i] ^= {value};", self.count(length)),
            8 => {
                let compare = self.random.pick(&["<", "!="]);
                let count = self.count(length);
                format!("for ({ty} *w = {pointer}; w {compare} {pointer} + {count}; w++) *w = (*w & 63) + 1;")
            }
            9 => format!("memset({pointer}, {value}, {} * sizeof({ty}));", self.count(length)),
            10 => {
                let buffer = self.fresh("b");
                self.line(&format!("{ty} {buffer}[{length}];"));
                let count = self.count(length);
                self.line(&format!("memcpy({buffer}, {pointer}, {count} * sizeof({ty}));"));
                format!("{buffer}[0] += 1; memcpy({pointer}, {buffer}, sizeof {buffer});")
            }
            11 if length > 1 && self.defect("copied to itself", 50) => {
                format!("memcpy({pointer}, {pointer} + 1, {} * sizeof({ty}));", length.max(3) - 1)
            }
            // A pointer to nothing may not be given for no elements either, which sanitizers do not check.
            11 if length > 1 => format!("memmove({pointer}, {pointer} + 1, {} * sizeof({ty}));", length - 1),
            12 => {
                let index = self.index(length * element.size);
                format!("((unsigned char *){pointer})[{index}] ^= {value};")
            }
            13 => {
                let other = self.fresh("c");
                self.line(&format!("const void *{other} = {pointer};"));
                format!("mix(memcmp({pointer}, {other}, {} * sizeof({ty})));", self.count(length))
            }
            14 => {
                let (one, other, held) = (self.index(length), self.index(length), self.fresh("t"));
                format!(
                    "{ty} {held} = {pointer}[{one}]; {pointer}[{one}] = {pointer}[{other}]; {pointer}[{other}] = {held};"
                )
            }
            _ => format!("mix(&{pointer}[{}] - {pointer});", self.random.below(length + 1)),
        };
        match self.random.below(3) {
            0 => self.guarded(&statement),
            _ => self.line(&format!("{{ {statement} }}")),
        }
    }

    /// A function that gives a pointer to an object to its caller.
    fn returning_function(&mut self, name: &str, global: Option<&Object>) {
        let start = self.text.len();
        self.open("HEAD");
        self.has_variable_lengths = false;
        let object = self.object(global);
        self.has_variable_lengths = true;
        self.fill(&object);
        let is_static =
            object.is_heap || object.pointer.starts_with('@') || self.text[start..].contains("static ");
        let returned = match is_static || self.defect("returned the address of a local", 100) {
            true => self.routed(&object).pointer,
            false => "0".to_owned(),
        };
        let ty = object.element.name;
        // What gcc sees to be the address of a local it returns as null.
        self.line(&format!("{ty} *result = {returned};"));
        self.line("return result;");
        self.close();
        let head = format!("static {} *@{name}_made(int x)", object.element.name);
        let text = self.text.split_off(start).replacen("HEAD", &head, 1);
        self.text.push_str(&text);

        self.open(&format!("static int @{name}(int x)"));
        let made = Object { pointer: "made".to_owned(), ..object.clone() };
        self.line(&format!("{} *made = @{name}_made(x);", object.element.name));
        self.line("if (!made) return 0;");
        for _ in 0..1 + self.random.below(3) {
            let routed = self.routed(&made);
            self.access(&routed);
        }
        self.end_objects(std::slice::from_ref(&made), &made);
        self.line("return 1;");
        self.close();
    }

    /// A function in which a pointer lives longer than its object.
    fn scope_function(&mut self, name: &str, global: Option<&Object>) {
        self.open(&format!("static int @{name}(int x)"));
        let start = self.text.len();
        self.line("ELEMENT *kept = 0;");
        let head = self.random.pick(&["", "if (x >= 0)", "for (int r = 0; r < 2; r++)"]);
        self.open(head);
        self.has_variable_lengths = false;
        let object = self.object(global);
        self.has_variable_lengths = true;
        self.fill(&object);
        let routed = self.routed(&object);
        self.access(&routed);
        self.line(&format!("kept = {};", routed.pointer));
        let kept = Object { pointer: "kept".to_owned(), ..object.clone() };
        self.access(&kept);
        if object.is_heap {
            self.end_objects(std::slice::from_ref(&object), &kept);
        }
        self.close();
        if self.defect("used after its scope", 100) {
            self.access(&kept);
        }
        self.line("return kept != 0;");
        self.close();
        let text = self.text.split_off(start).replace("ELEMENT", object.element.name);
        self.text.push_str(&text);
    }
}
