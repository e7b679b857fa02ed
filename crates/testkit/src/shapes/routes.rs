//! Ways that pointers take: what comes out is what went in.

use super::Ctx;
use super::objects::Object;

impl Ctx {
    /// Sends the pointer to an object through some routes; the object, known by what came out.
    pub(super) fn routed(&mut self, object: &Object) -> Object {
        let mut object = object.clone();
        for _ in 0..self.random.pick(&[0, 1, 1, 1, 2, 2, 3]) {
            object.pointer = self.route(&object);
        }
        object
    }

    /// Sends a pointer through one route; the name of the pointer that comes out.
    fn route(&mut self, object: &Object) -> String {
        let (pointer, ty) = (&object.pointer, object.element.name);
        let (from, to, other) = (self.fresh("q"), self.fresh("q"), self.fresh("u"));
        self.line(&format!("{ty} *{from} = {pointer}, *{to};"));
        let key = self.random.below(100_000);
        let lines: Vec<String> = match self.random.below(20) {
            0 => vec![format!("{to} = {from};")],
            1 => vec![
                format!("union {{ {ty} *p; unsigned long n; unsigned char b[8]; }} {other};"),
                format!("{other}.p = {from};"),
                format!("{to} = {other}.p;"),
            ],
            2 => vec![
                format!("union {{ {ty} *p; unsigned long n; void *v; }} {other}, {other}b;"),
                format!("{other}.p = {from};"),
                format!("{other}b.n = {other}.n;"),
                format!("{to} = {other}b.v;"),
            ],
            3 => vec![
                format!("unsigned char {other}[sizeof {from}];"),
                format!("memcpy({other}, &{from}, sizeof {from});"),
                format!("memcpy(&{to}, {other}, sizeof {to});"),
            ],
            4 => vec![
                format!("for (unsigned {other} = 0; {other} < sizeof {to}; {other}++)"),
                format!("  ((unsigned char *)&{to})[{other}] = ((unsigned char *)&{from})[{other}];"),
            ],
            5 => vec![
                format!("unsigned long {other} = (unsigned long){from};"),
                format!("{to} = ({ty} *){other};"),
            ],
            6 if object.element.size > 1 => vec![
                format!("unsigned long {other} = (unsigned long){from} | (x & 1);"),
                format!("if ({other} & 1) {other} -= 1;"),
                format!("{to} = ({ty} *){other};"),
            ],
            7 => vec![
                format!("unsigned long {other} = (unsigned long){from} ^ {key}ul;"),
                format!("{to} = ({ty} *)({other} ^ {key});"),
            ],
            8 => vec![
                format!("unsigned {other}h = (unsigned long){from} >> 32, {other}l = (unsigned long){from};"),
                format!("{to} = ({ty} *)((unsigned long){other}h << 32 | {other}l);"),
            ],
            9 => vec![
                format!("struct @Box {other} = {{1, {from}, 2}}, {other}b = {other};"),
                format!("{to} = {other}b.pointer;"),
            ],
            10 => vec![
                format!("struct @Box {other} = {{1, {from}, 2}}, {other}b;"),
                format!("memcpy(&{other}b, &{other}, sizeof {other}b);"),
                format!("{to} = {other}b.pointer;"),
            ],
            11 => vec![
                format!("void *{other}[3] = {{0}};"),
                format!("{other}[x % 3] = {from};"),
                format!("{to} = {other}[x % 3];"),
            ],
            12 => vec![format!("{ty} **{other} = &{from};"), format!("{to} = *{other};")],
            13 => vec![format!("{to} = @same({from});")],
            14 => vec![format!("@slot = {from};"), format!("{to} = @slot;"), "@slot = 0;".to_owned()],
            15 => vec![
                format!("void **{other} = malloc(sizeof *{other});"),
                format!("*{other} = {from};"),
                format!("{to} = *{other};"),
                format!("free({other});"),
            ],
            16 => {
                let back = self.random.below(object.length + 1);
                vec![format!("{to} = {from} + {back};"), format!("{to} -= {back};")]
            }
            17 => vec![
                format!("{to} = ({ty} *)((char *){from} + 3) ;"),
                format!("{to} = ({ty} *)((char *){to} - 3);"),
            ],
            18 => vec![
                format!("unsigned long {other} = (unsigned long){from} + {key};"),
                format!("{to} = ({ty} *)({other} - {key});"),
            ],
            _ => vec![
                format!("unsigned long {other} = (unsigned long){from};"),
                format!("{other} = {other} << 8 | {other} >> 56;"),
                format!("{to} = ({ty} *)({other} >> 8 | {other} << 56);"),
            ],
        };
        for line in lines {
            self.line(&line);
        }
        to
    }
}
