//! A value of a document, and where it stands in it.

use serde_json::{Number, Value};

use super::error::ReadError;

/// A value and the way to it.
pub(super) struct Node<'a> {
    value: &'a Value,
    way: Way<'a>,
}

/// How a value is got at.
enum Way<'a> {
    Document,
    Field(&'a Node<'a>, &'static str),
    Item(&'a Node<'a>, usize),
}

impl<'a> Node<'a> {
    pub(super) fn document(value: &'a Value) -> Node<'a> {
        Node { value, way: Way::Document }
    }

    /// `$.findings[2].kind`
    fn path(&self) -> String {
        match &self.way {
            Way::Document => "$".to_owned(),
            Way::Field(of, name) => format!("{}.{name}", of.path()),
            Way::Item(of, idx) => format!("{}[{idx}]", of.path()),
        }
    }

    /// What is wrong here.
    pub(super) fn wrong(&self, expected: impl Into<String>) -> ReadError {
        ReadError::Value { path: self.path(), expected: expected.into() }
    }

    /// A field, which has to be there.
    pub(super) fn field<'b>(&'b self, name: &'static str) -> Result<Node<'b>, ReadError> {
        let Some(fields) = self.value.as_object() else { return Err(self.wrong("an object")) };
        match fields.get(name) {
            Some(value) => Ok(Node { value, way: Way::Field(self, name) }),
            None => Err(self.wrong(format!("an object with `{name}`"))),
        }
    }

    /// A field that may be missing, or null.
    pub(super) fn optional<'b>(&'b self, name: &'static str) -> Option<Node<'b>> {
        let value = self.value.as_object()?.get(name).filter(|it| !it.is_null())?;
        Some(Node { value, way: Way::Field(self, name) })
    }

    pub(super) fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// Where it stands in the array that it is an item of.
    pub(super) fn index(&self) -> usize {
        match self.way {
            Way::Item(_, idx) => idx,
            Way::Document | Way::Field(..) => 0,
        }
    }

    pub(super) fn text(&self) -> Result<&'a str, ReadError> {
        self.value.as_str().ok_or_else(|| self.wrong("a text"))
    }

    /// An array, item by item.
    pub(super) fn list<T>(
        &self,
        item: impl Fn(&Node<'_>) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let Some(items) = self.value.as_array() else { return Err(self.wrong("an array")) };
        let node = |(idx, value)| item(&Node { value, way: Way::Item(self, idx) });
        items.iter().enumerate().map(node).collect()
    }

    /// One of the cases that these names stand for.
    pub(super) fn named<T: Copy>(
        &self,
        cases: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Result<T, ReadError> {
        let text = self.text()?;
        cases.iter().copied().find(|it| name(*it) == text).ok_or_else(|| {
            let names: Vec<String> = cases.iter().map(|it| format!("`{}`", name(*it))).collect();
            self.wrong(format!("one of {}", names.join(", ")))
        })
    }

    /// A field that has to be there, read.
    pub(super) fn get<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Node<'_>) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        read(&self.field(name)?)
    }

    /// A field that may be missing or null, read.
    pub(super) fn maybe<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Node<'_>) -> Result<T, ReadError>,
    ) -> Result<Option<T>, ReadError> {
        self.optional(name).map(|it| read(&it)).transpose()
    }

    /// An array that is left out where it is empty.
    pub(super) fn items<T>(
        &self,
        name: &'static str,
        item: impl Fn(&Node<'_>) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        Ok(self.maybe(name, |it| it.list(item))?.unwrap_or_default())
    }
}

/// A text.
pub(super) fn string(node: &Node<'_>) -> Result<String, ReadError> {
    node.text().map(str::to_owned)
}

/// True or false.
pub(super) fn boolean(node: &Node<'_>) -> Result<bool, ReadError> {
    node.value.as_bool().ok_or_else(|| node.wrong("true or false"))
}

/// A whole number that fits.
pub(super) fn number<T: TryFrom<i128>>(node: &Node<'_>) -> Result<T, ReadError> {
    let number = node.value.as_i64().map(i128::from).or_else(|| node.value.as_u64().map(i128::from));
    number.and_then(|it| T::try_from(it).ok()).ok_or_else(|| node.wrong("a whole number in its range"))
}

/// Any number.
pub(super) fn float(node: &Node<'_>) -> Result<f64, ReadError> {
    node.value.as_number().and_then(Number::as_f64).ok_or_else(|| node.wrong("a number"))
}

/// A text that says a whole number: larger ones than JSON's readers know.
pub(super) fn digits<T: std::str::FromStr>(node: &Node<'_>) -> Result<T, ReadError> {
    node.text()?.parse().map_err(|_| node.wrong("a text with a whole number in its range"))
}
