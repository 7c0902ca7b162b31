//! Scenes for faces that draw themselves.

use serde::Serialize;
use serde_json::Value as Json;

use crate::rules::Names;

/// A scene, or a hand ([`Hand`](crate::rules::Hand)), as JSON, with the names filled in. What is
/// usual or empty of a cell is left out.
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
