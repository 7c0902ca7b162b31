//! Scenes as JSON, for user interfaces that draw themselves.

use serde::Serialize;
use serde_json::Value as Json;

use crate::rules::Names;

/// Returns a scene or a [`Hand`](crate::rules::Hand) as JSON, with the names filled in. Leaves out
/// default and empty values of cells.
pub fn json(of: &impl Serialize, names: &Names) -> Json {
    let mut json = serde_json::to_value(of).unwrap_or_default();
    fill(&mut json, names);
    json
}

fn fill(json: &mut Json, names: &Names) {
    match json {
        Json::String(text) => *text = names.fill(text),
        Json::Array(items) => items.iter_mut().for_each(|item| fill(item, names)),
        Json::Object(entries) => entries.values_mut().for_each(|value| fill(value, names)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}
