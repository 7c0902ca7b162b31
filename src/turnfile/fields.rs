//! One table of a turn file: takes its values by name, and says of every fault where it is.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::fault::{Problem, ReadFault, excerpt};

/// Where in the text a table stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The text as it was handed in.
    pub(super) text: &'a str,
    /// Where the piece that is being read begins in it, in bytes.
    pub(super) start: usize,
    /// The turn that is being read.
    pub(super) turn: Option<u32>,
    /// What to put before the name of a key: `game.`.
    pub(super) table: &'static str,
}

impl Place<'_> {
    /// A fault at byte `at` of the piece.
    pub(super) fn fault(&self, key: Option<&str>, at: usize, problem: impl Into<Problem>) -> ReadFault {
        let Problem { kind, message } = problem.into();
        let before = self.text.as_bytes().iter().take(self.start + at);
        let line = 1 + before.filter(|&&byte| byte == b'\n').count();
        let key = key.map(|key| format!("{}{}", self.table, excerpt(key)));
        ReadFault { kind, turn: self.turn, key, line: Some(line), message }
    }
}

/// One value, and the text that it was read from.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) value: &'a DeValue<'a>,
    pub(super) source: &'a str,
}

/// How a value is read.
pub(super) type Reader<T> = fn(Field<'_>) -> Result<T, Problem>;

/// One table, whose keys are all known.
pub(super) struct Fields<'a> {
    table: &'a DeTable<'a>,
    start: usize,
    place: Place<'a>,
}

impl<'a> Fields<'a> {
    /// A whole document.
    pub(super) fn document(document: &'a Spanned<DeTable<'a>>, place: Place<'a>) -> Self {
        Fields { table: document.get_ref(), start: document.span().start, place }
    }

    /// A value that must be a table, and not empty.
    pub(super) fn table(value: &'a Spanned<DeValue<'a>>, place: Place<'a>) -> Result<Self, ReadFault> {
        let start = value.span().start;
        match value.get_ref() {
            DeValue::Table(table) if table.is_empty() => Err(place.fault(None, start, "this table is empty")),
            DeValue::Table(table) => Ok(Fields { table, start, place }),
            other => Err(place.fault(None, start, format!("a table belongs here, not this {}", other.type_str()))),
        }
    }

    /// Refuses every key but these.
    pub(super) fn only(self, known: &[&str]) -> Result<Self, ReadFault> {
        let unknown = |key: &&Spanned<DeString<'a>>| !known.contains(&key.get_ref().as_ref());
        match self.table.keys().find(unknown) {
            Some(key) => {
                Err(self.place.fault(Some(key.get_ref()), key.span().start, "there is no such key here, and nothing may be added"))
            }
            None => Ok(self),
        }
    }

    /// A value that must be there.
    pub(super) fn required<T>(&self, key: &str, read: Reader<T>) -> Result<T, ReadFault> {
        let missing = || self.place.fault(Some(key), self.start, "it is missing");
        self.optional(key, read)?.ok_or_else(missing)
    }

    /// A value that need not be there.
    pub(super) fn optional<T>(&self, key: &str, read: Reader<T>) -> Result<Option<T>, ReadFault> {
        self.table.get(key).map(|value| self.field(key, value, read)).transpose()
    }

    /// A list, empty if it is not there.
    pub(super) fn list<T>(&self, key: &str, read: Reader<Vec<T>>) -> Result<Vec<T>, ReadFault> {
        Ok(self.optional(key, read)?.unwrap_or_default())
    }

    /// Every key and its value, all read alike.
    pub(super) fn each<T>(&self, read: Reader<T>) -> impl Iterator<Item = Result<(String, T), ReadFault>> {
        self.table.iter().map(move |(key, value)| Ok((key.get_ref().to_string(), self.field(key.get_ref(), value, read)?)))
    }

    /// The value of a key as it stands.
    pub(super) fn raw(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// The keys, in order.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(|key| key.get_ref().as_ref())
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// A fault of a key.
    pub(super) fn fault(&self, key: &str, problem: impl Into<Problem>) -> ReadFault {
        let start = self.table.get(key).map_or(self.start, |value| value.span().start);
        self.place.fault(Some(key), start, problem)
    }

    fn field<T>(&self, key: &str, value: &Spanned<DeValue<'_>>, read: Reader<T>) -> Result<T, ReadFault> {
        let span = value.span();
        let piece = self.place.text.get(self.place.start..).unwrap_or_default();
        let source = piece.get(span.clone()).unwrap_or_default();
        read(Field { value: value.get_ref(), source }).map_err(|problem| self.place.fault(Some(key), span.start, problem))
    }
}
