//! Where arrays live.

use super::Ctx;

/// An element type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element {
    pub name: &'static str,
    pub size: usize,
}

const ELEMENTS: [Element; 9] = [
    Element { name: "char", size: 1 },
    Element { name: "unsigned char", size: 1 },
    Element { name: "short", size: 2 },
    Element { name: "unsigned short", size: 2 },
    Element { name: "int", size: 4 },
    Element { name: "int", size: 4 },
    Element { name: "unsigned", size: 4 },
    Element { name: "long", size: 8 },
    Element { name: "unsigned long long", size: 8 },
];

/// An array that was declared or allocated.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub element: Element,
    pub length: usize,
    /// An expression for a pointer to its first element.
    pub pointer: String,
    pub is_heap: bool,
    /// Whether its elements have values.
    pub is_initialized: bool,
}

impl Ctx {
    pub(super) fn element(&mut self) -> Element {
        self.random.pick(&ELEMENTS)
    }

    /// Makes an array in the current block. One of file scope has to be declared before, see [`Ctx::globals`].
    pub(super) fn object(&mut self, global: Option<&Object>) -> Object {
        if let Some(global) = global
            && self.random.percent(30)
        {
            return global.clone();
        }
        let (element, length) = (self.element(), 1 + self.random.below(6));
        let (name, ty) = (self.fresh("a"), element.name);
        let mut object =
            Object { element, length, pointer: name.clone(), is_heap: false, is_initialized: false };
        // An allocation that is too small: as many bytes as elements, or one element less.
        let bytes = match () {
            () if element.size > 1 && self.defect("allocated bytes instead of elements", 4) => {
                length.to_string()
            }
            () if length > 1 && self.defect("allocated one element less", 4) => {
                format!("{} * sizeof({ty})", length - 1)
            }
            () => format!("{length} * sizeof({ty})"),
        };
        match self.random.below(12) {
            0 => {
                self.line(&format!("static {ty} {name}[{length}];"));
                object.is_initialized = true;
            }
            1..=3 => self.line(&format!("{ty} {name}[{length}];")),
            4 => {
                self.line(&format!("{ty} {name}[{length}] = {{1}};"));
                object.is_initialized = true;
            }
            5 => {
                self.has_neighbours = true;
                let wrapper = self.fresh("w");
                self.line(&format!("struct {{ char before; {ty} it[{length}]; int after; }} {wrapper};"));
                object.pointer = format!("{wrapper}.it");
            }
            6 => {
                self.has_neighbours = true;
                let rows = self.fresh("m");
                self.line(&format!("{ty} {rows}[3][{length}];"));
                object.pointer = format!("{rows}[{}]", self.random.below(3));
            }
            7 if self.has_variable_lengths => {
                let n = self.fresh("n");
                self.line(&format!("int {n} = {length};"));
                self.line(&format!("{ty} {name}[{n}];"));
            }
            8 => {
                self.line(&format!("{ty} *{name} = calloc({length}, sizeof({ty}));"));
                (object.is_heap, object.is_initialized) = (true, true);
            }
            9 => {
                let text = format!("{ty} *{name} = malloc({});", self.random.pick(&["1", "3", "16"]));
                self.line(&text);
                self.line(&format!("{name} = realloc({name}, {bytes});"));
                object.is_heap = true;
            }
            _ => {
                self.line(&format!("{ty} *{name} = malloc({bytes});"));
                object.is_heap = true;
            }
        }
        object
    }

    /// An array of file scope.
    pub(super) fn global(&mut self) -> Object {
        let (element, length) = (self.element(), 1 + self.random.below(6));
        let name = format!("@{}", self.fresh("g"));
        let initializer = if self.random.percent(50) { " = {3, }" } else { "" };
        self.line(&format!("static {} {name}[{length}]{initializer};", element.name));
        Object { element, length, pointer: name, is_heap: false, is_initialized: true }
    }
}
