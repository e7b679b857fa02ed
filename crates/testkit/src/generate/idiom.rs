//! Statements as people write them: walking arrays and lists, the heap, library functions, floating point.

use super::types::{INTEGERS, Type};
use super::{Ctx, Variable};

impl Ctx {
    pub(super) fn idiom(&mut self) {
        if self.n_loops > 1 {
            return self.library_call();
        }
        match self.random.below(6) {
            0 => self.walk_array(),
            1 => self.walk_list(),
            2 => self.relink_list(),
            3 => self.heap(),
            4 => self.floating(),
            _ => self.library_call(),
        }
    }

    /// An array of integers: its name, its element type, its length.
    fn integer_array(&mut self) -> Option<(String, &'static str, usize)> {
        let mut arrays = Vec::new();
        for Variable { name, ty, writable, .. } in &self.variables {
            if let Type::Array(element, length) = ty
                && let Type::Integer(integer) = **element
                && *writable
            {
                arrays.push((name.clone(), integer.name, *length));
            }
        }
        if arrays.is_empty() { None } else { Some(self.random.pick(&arrays)) }
    }

    fn walk_array(&mut self) {
        let Some((array, element, length)) = self.integer_array() else { return self.library_call() };
        let (at, end) = (self.fresh("w"), self.fresh("e"));
        let value = self.expression(1);
        let compare = self.random.pick(&["!=", "<"]);
        self.line("{");
        self.line(&format!("  {element} *{at} = {array}, *{end} = &{array}[{length}];"));
        self.line(&format!("  while ({at} {compare} {end}) {{"));
        self.line(&format!("    mix(*{at} + ({end} - {at}));"));
        let step = match self.random.below(3) {
            0 => format!("    *{at}++ ^= {value};"),
            1 => format!("    {at}[0] -= {value}; {at} += 1;"),
            _ => format!("    mix((*{at})++); ++{at};"),
        };
        self.line(&step);
        self.line("  }");
        self.line(&format!("  mix({at}[-1]);"));
        self.line("}");
    }

    fn walk_list(&mut self) {
        let at = self.fresh("w");
        let value = self.expression(1);
        self.line(&format!("for (struct Node *{at} = head; {at}; {at} = {at}->next) {{"));
        let step = match self.random.below(3) {
            0 => format!("  {at}->value += {value};"),
            1 => format!("  if ({at}->next && {at}->next->value < {at}->value) mix({at} - nodes);"),
            _ => format!("  mix((*{at}).value--);"),
        };
        self.line(&step);
        self.line("}");
    }

    /// Links go forward in the array, so that every list ends.
    fn relink_list(&mut self) {
        let from = self.random.below(3);
        let to = from + 1 + self.random.below(3 - from);
        let first = self.random.below(4);
        let text = self.random.pick(&[
            format!("nodes[{from}].next = &nodes[{to}];"),
            format!("nodes[{from}].next = 0;"),
            format!("head = &nodes[{first}];"),
            format!("head = nodes + {first};"),
            "if (head->next) head = head->next;".to_owned(),
        ]);
        self.line(&text);
    }

    fn heap(&mut self) {
        let (pointer, idx) = (self.fresh("h"), self.fresh("i"));
        let element = self.random.pick(&INTEGERS).name;
        let (value, count) = (self.expression(1), 1 + self.random.below(5));
        self.line("{");
        let allocation = match self.random.percent(50) {
            true => format!("calloc({count}, sizeof({element}))"),
            false => format!("malloc({count} * sizeof *{pointer})"),
        };
        self.line(&format!("  {element} *{pointer} = {allocation};"));
        self.line(&format!("  if (!{pointer}) exit(1);"));
        self.line(&format!(
            "  for (int {idx} = 0; {idx} < {count}; {idx}++) {pointer}[{idx}] = {value} - {idx};"
        ));
        self.line(&format!("  mix({pointer}[{}]); mix(*{pointer});", count - 1));
        if self.random.percent(50) {
            self.line(&format!("  free({pointer});"));
        }
        self.line("}");
    }

    fn floating(&mut self) {
        let name = self.fresh("d");
        let ty = self.random.pick(&["double", "float"]);
        let (a, b) = (self.expression(1), self.expression(1));
        let operator = self.random.pick(&["+", "-", "*", "/"]);
        let constant = self.random.pick(&["1.5", "0.1", "-3.25f", "1e10", "0x1p-4", "2.0f", "7"]);
        self.line("{");
        self.line(&format!("  {ty} {name} = {a};"));
        self.line(&format!("  {name} = ({name} {operator} {constant}) - {b};"));
        self.line(&format!("  mix({name} > -1e9 && {name} < 1e9 ? (long long)({name} * 16) : {name} < 0);"));
        self.line(&format!("  mix({name} == ({ty})(long)({a}));"));
        self.line("}");
    }

    fn library_call(&mut self) {
        let index = self.random.below(8);
        let other = self.random.below(4);
        let strings = [
            format!("mix(strlen(letters + {index}));"),
            format!("mix(strcmp(words[{other}], words[{}]) < 0);", index % 4),
            format!("mix(strncmp(words[{other}], letters, {index}) == 0);"),
            format!("mix(strchr(letters, letters[{index}]) - letters);"),
            format!("mix(memcmp(letters, words[2], {index}) != 0);"),
        ];
        match self.integer_array() {
            Some((array, element, length)) if self.random.percent(50) => {
                // Bytes of truth values are 0 or 1.
                let byte = if element == "_Bool" { 1 } else { self.random.pick(&[0, 1, 127, 255]) };
                let n = 1 + self.random.below(length);
                self.line(&format!("memset({array}, {byte}, {n} * sizeof({element}));"));
                let half = length / 2;
                self.line(&format!("memcpy({array}, {array} + {half}, {half} * sizeof {array}[0]);"));
            }
            _ => {
                let text = self.random.pick(&strings);
                self.line(&text);
            }
        }
    }
}
