//! Builds sets and maps by inserting. `collect` sorts first, so the compiler would generate a copy
//! of the sort for each type, which would make the core of the page larger.

use std::collections::{BTreeMap, BTreeSet};

/// Collects a set.
pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// Collects a map. If keys are equal, the last one counts, as with `collect`.
pub fn map<K: Ord, V>(items: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(items);
    map
}
