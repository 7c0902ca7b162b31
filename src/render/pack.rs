//! Compresses the JSON of a game, which is repetitive because few squares change from turn to turn.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

/// First number of a packed list. The numbers of its items follow.
const LIST: usize = 0;
/// First number of a packed value that resembles another. The number of the other value follows,
/// then pairs of a position and the number of the new part.
const LIKE: usize = 1;
/// The first number of a packed object is this number plus the index of its keys in `keys`. The
/// numbers of its values follow.
const OBJECT: usize = 2;

/// Returns an object with `keys` and `values`. `values` has each distinct value once, after the
/// values that it contains; the last one is `whole`. The number of a value is its index in
/// `values`.
pub(super) fn pack(whole: &Json) -> Json {
    let mut packed = Packed::default();
    packed.add(whole, None);
    json!({ "keys": packed.keys, "values": packed.values })
}

#[derive(Default)]
struct Packed {
    keys: Vec<Vec<String>>,
    values: Vec<Json>,
    plain: HashMap<Json, usize>,
    /// Number of each packed list and object, by its packed form: its first number and the numbers
    /// of its parts.
    numbers: HashMap<Vec<usize>, usize>,
    /// The inverse of `numbers`.
    parts: HashMap<usize, Vec<usize>>,
}

impl Packed {
    /// Adds a value and returns its number. Packs the value as a difference from the value with the
    /// number `like` if the difference is shorter.
    fn add(&mut self, value: &Json, like: Option<usize>) -> usize {
        match value {
            Json::Array(items) => {
                let mut packed = vec![LIST];
                for item in items {
                    // An item without a counterpart probably resembles the previous item.
                    let before = packed.get(1..).and_then(<[usize]>::last).copied();
                    let like = self.part(like, &packed).or(before);
                    packed.push(self.add(item, like));
                }
                self.keep(packed, like)
            }
            Json::Object(entries) => {
                let mut packed = vec![OBJECT + self.keys_of(entries.keys())];
                for value in entries.values() {
                    let like = self.part(like, &packed);
                    packed.push(self.add(value, like));
                }
                self.keep(packed, like)
            }
            plain => {
                let next = self.values.len();
                let number = *self.plain.entry(plain.clone()).or_insert(next);
                if number == next {
                    self.values.push(plain.clone());
                }
                number
            }
        }
    }

    fn keys_of<'a>(&mut self, keys: impl Iterator<Item = &'a String>) -> usize {
        let keys: Vec<String> = keys.cloned().collect();
        self.keys.iter().position(|other| *other == keys).unwrap_or_else(|| {
            self.keys.push(keys);
            self.keys.len() - 1
        })
    }

    /// Returns the number of the part of the value `like` at the position at which `packed` gets
    /// its next part; `None` if there is no such part.
    fn part(&self, like: Option<usize>, packed: &[usize]) -> Option<usize> {
        let other = self.parts.get(&like?)?;
        if other.first() == packed.first() { other.get(packed.len()).copied() } else { None }
    }

    fn keep(&mut self, packed: Vec<usize>, like: Option<usize>) -> usize {
        if let Some(number) = self.numbers.get(&packed) {
            return *number;
        }
        let number = self.values.len();
        let short = like.and_then(|like| self.difference(&packed, like));
        self.values.push(Json::from(short.unwrap_or_else(|| packed.clone())));
        self.parts.insert(number, packed.clone());
        self.numbers.insert(packed, number);
        number
    }

    /// Returns the differences from the value `like`, if they are shorter than the whole.
    fn difference(&self, packed: &[usize], like: usize) -> Option<Vec<usize>> {
        let other = self.parts.get(&like)?;
        if other.len() != packed.len() || other.first() != packed.first() {
            return None;
        }
        let pairs = packed.iter().zip(other).skip(1).enumerate();
        let changes = pairs.filter(|(_, (new, old))| new != old);
        let changes = changes.flat_map(|(at, (new, _))| [at, *new]);
        let short: Vec<usize> = [LIKE, like].into_iter().chain(changes).collect();
        (short.len() < packed.len()).then_some(short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(json: &Json) -> usize {
        usize::try_from(json.as_u64().expect("a number")).expect("small")
    }

    /// The same algorithm as `unpack` in web/replay.js.
    fn unpack(packed: &Json) -> Json {
        let mut values: Vec<(Vec<usize>, Json)> = Vec::new();
        for value in packed["values"].as_array().expect("a list") {
            let Some(list) = value.as_array() else {
                values.push((Vec::new(), value.clone()));
                continue;
            };
            let mut parts: Vec<usize> = list.iter().map(number).collect();
            if parts[0] == LIKE {
                let changes = parts.split_off(2);
                parts = values[parts[1]].0.clone();
                for change in changes.chunks(2) {
                    parts[change[0] + 1] = change[1];
                }
            }
            let of: Vec<Json> = parts[1..].iter().map(|at| values[*at].1.clone()).collect();
            let whole = if parts[0] == LIST {
                Json::from(of)
            } else {
                let keys = packed["keys"][parts[0] - OBJECT].as_array().expect("a list").iter();
                let keys = keys.map(|key| key.as_str().expect("text").to_owned());
                Json::Object(keys.zip(of).collect())
            };
            values.push((parts, whole));
        }
        values.pop().expect("a value").1
    }

    #[test]
    fn what_is_packed_can_be_had_back() {
        let row = |last: usize| json!([1, "1", [], {}, null, "a", { "a": [last] }, last]);
        let scene = json!({ "rows": [row(1), row(2), row(1), [row(7), 3], []], "on": true });
        let other = json!({ "rows": [row(1), row(3), row(1), [row(7), 4], []], "on": true });
        let frames = json!([scene, scene, other, other["rows"], scene]);
        for value in [json!(null), json!([]), json!({}), json!("a"), scene, frames] {
            assert_eq!(unpack(&pack(&value)), value);
        }
    }

    #[test]
    fn repeated_parts_are_stored_once() {
        let packed =
            pack(&json!([["A", "B", "C", "D"], ["A", "B", "X", "D"], ["A", "B", "X", "D"]]));
        let values = json!(["A", "B", "C", "D", [0, 0, 1, 2, 3], "X", [1, 4, 2, 5], [0, 4, 6, 6]]);
        assert_eq!(packed, json!({ "keys": [], "values": values }));
        let packed = pack(&json!([{ "role": "own", "text": "A" }, { "role": "own", "text": "A" }]));
        let values = json!(["own", "A", [2, 0, 1], [0, 2, 2]]);
        assert_eq!(packed, json!({ "keys": [["role", "text"]], "values": values }));
    }
}
