//! Builds sets and maps by inserting the items one by one. `Iterator::collect` sorts them first, so
//! the compiler would generate a copy of the sort for each type, which would make the WebAssembly
//! core of the web page larger.

use std::collections::{BTreeMap, BTreeSet};

/// Returns the set of these items.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Returns the map of these keys and values. If a key occurs more than once, its last value counts,
/// as with `collect`.
pub fn map<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(items);
    map
}
