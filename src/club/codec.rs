//! Bytes and dates as text, for lines of JSON.

use chrono::SecondsFormat;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

use crate::turnfile::Moment;

/// Formats a date as in a turn file.
pub(super) fn date_text(moment: Moment) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Bytes as lower-case hexadecimal digits.
pub(super) mod digits {
    use super::{Deserialize, Deserializer, Error, Serializer};

    pub(in crate::club) fn serialize<S: Serializer>(
        bytes: &[u8; 32],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex::encode(bytes))
    }

    pub(in crate::club) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<[u8; 32], D::Error> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(String::deserialize(from)?, &mut bytes).map_err(D::Error::custom)?;
        Ok(bytes)
    }
}

/// Dates such as `2026-11-20T12:00:00Z`.
pub(super) mod date {
    use super::{Deserialize, Deserializer, Error, Moment, Serializer, date_text};

    pub(in crate::club) fn serialize<S: Serializer>(
        moment: &Moment,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(&date_text(*moment))
    }

    pub(in crate::club) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Moment, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Dates that may be missing.
pub(super) mod some_date {
    use super::{Deserialize, Deserializer, Error, Moment, Serializer, date_text};

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(in crate::club) fn serialize<S: Serializer>(
        moment: &Option<Moment>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match moment {
            Some(moment) => to.serialize_str(&date_text(*moment)),
            None => to.serialize_none(),
        }
    }

    pub(in crate::club) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Moment>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
