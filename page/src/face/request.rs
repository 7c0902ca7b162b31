//! Requests of the page.

use pbem::crypto::Stream;
use pbem::games::Kind;
use pbem::turnfile::Moment;
use serde_json::{Map, Value};

use super::problem::ApiError;

/// A request of the page: the fields of a JSON object.
pub(super) struct Request(Map<String, Value>);

impl Request {
    pub(super) fn read(text: &str) -> Result<Self, ApiError> {
        match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Ok(Request(fields)),
            _ => Err(ApiError::new("request", "the request is not an object")),
        }
    }

    pub(super) fn what(&self) -> &str {
        self.text("do")
    }

    pub(super) fn now(&self) -> Result<Moment, ApiError> {
        let now = chrono::DateTime::parse_from_rfc3339(self.text("now"));
        now.map(|now| now.to_utc())
            .map_err(|_| ApiError::new("request", "the request contains no time"))
    }

    /// Returns random numbers from the bytes of the request. Without 32 bytes, the request fails,
    /// since the numbers must not be predictable.
    pub(super) fn numbers(&self) -> Result<Stream, ApiError> {
        let mut seed = [0; 32];
        hex::decode_to_slice(self.text("random"), &mut seed)
            .map_err(|_| ApiError::new("random", "the request needs 32 random bytes"))?;
        Ok(Stream::from_seed(seed))
    }

    /// Returns the string with this name, or an empty string if there is none.
    pub(super) fn text(&self, name: &str) -> &str {
        self.some(name).unwrap_or_default()
    }

    /// Returns the string with this name, or `None` if it is missing or empty.
    pub(super) fn some(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Returns the list of strings with this name, or an empty list if there is none.
    pub(super) fn list(&self, name: &str) -> Vec<String> {
        let items = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Returns the strings in the object with this name, each with its own name.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = (&String, &str)> {
        let fields = self.0.get(name).and_then(Value::as_object).into_iter().flatten();
        fields.filter_map(|(name, text)| Some((name, text.as_str()?)))
    }

    pub(super) fn kind(&self) -> Result<Kind, ApiError> {
        let known = Kind::from_id(self.text("kind"));
        known.ok_or_else(|| ApiError::new("request", "unknown game"))
    }
}
