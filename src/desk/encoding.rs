//! How bytes and times are written in the vault's documents.

/// Returns bytes as lower-case hex digits. Faster than `hex::encode`, which pushes digits one by
/// one: a record has thousands.
pub(in crate::desk) fn digits<const N: usize>(bytes: &[u8; N]) -> String {
    let mut digits = vec![0; 2 * N];
    let written = hex::encode_to_slice(bytes, &mut digits);
    debug_assert_eq!(written, Ok(()));
    String::from_utf8(digits).unwrap_or_default()
}

/// Serializes bytes as a string of lower-case hex digits.
pub(super) mod hex_bytes {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use zeroize::Zeroizing;

    pub(in crate::desk) fn serialize<const N: usize, S: Serializer>(
        bytes: &[u8; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&crate::desk::encoding::digits(bytes))
    }

    pub(in crate::desk) fn deserialize<'de, const N: usize, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[u8; N], D::Error> {
        let text = Zeroizing::new(String::deserialize(deserializer)?);
        decode(&text).ok_or_else(|| D::Error::custom("the wrong number of hexadecimal digits"))
    }

    pub(super) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(bytes)
    }
}

/// Serializes a list of hashes as strings of hex digits.
pub(super) mod hex_list {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::desk::encoding::hex_bytes;

    pub(in crate::desk) fn serialize<S: Serializer>(
        hashes: &[[u8; 32]],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(hashes.iter().map(crate::desk::encoding::digits))
    }

    pub(in crate::desk) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<[u8; 32]>, D::Error> {
        Vec::<String>::deserialize(deserializer)?
            .iter()
            .map(|text| {
                hex_bytes::decode(text).ok_or_else(|| D::Error::custom("not 64 hexadecimal digits"))
            })
            .collect()
    }
}

/// Serializes an optional time.
pub(super) mod some_moment {
    use chrono::{DateTime, Utc};
    use serde::{Deserializer, Serializer};

    use crate::desk::encoding::moment;

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(in crate::desk) fn serialize<S: Serializer>(
        time: &Option<DateTime<Utc>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => moment::serialize(time, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(in crate::desk) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<DateTime<Utc>>, D::Error> {
        moment::deserialize(deserializer).map(Some)
    }
}

/// Serializes a time as a TOML date-time, with a precision of one second.
pub(super) mod moment {
    use chrono::{DateTime, SecondsFormat, Utc};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
    use toml::value::Datetime;

    pub(in crate::desk) fn serialize<S: Serializer>(
        moment: &DateTime<Utc>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = moment.to_rfc3339_opts(SecondsFormat::Secs, true);
        text.parse::<Datetime>().map_err(serde::ser::Error::custom)?.serialize(serializer)
    }

    pub(in crate::desk) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<DateTime<Utc>, D::Error> {
        let text = Datetime::deserialize(deserializer)?.to_string();
        DateTime::parse_from_rfc3339(&text)
            .map(|moment| moment.with_timezone(&Utc))
            .map_err(|_| D::Error::custom("not a date and time"))
    }
}
