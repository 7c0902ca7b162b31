//! What is built in may be built in: the licences and sources of all packages, without any tool but
//! cargo. `deny.toml` says the same.

use std::process::Command;

use serde_json::Value;

const ALLOWED: &[&str] = &[
    "MIT",
    "CC0-1.0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Unicode-3.0",
    "Zlib",
];

/// The host's name for its kind of machine, so that no package is asked for that was never fetched.
fn host() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let said = Command::new(rustc).arg("-vV").output().expect("rustc can be run");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    said.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("rustc names its host")
        .to_owned()
}

fn packages() -> Vec<Value> {
    let host = host();
    let args =
        ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", &host];
    let said = Command::new(env!("CARGO"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let metadata: Value = serde_json::from_slice(&said.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("a list of packages").clone()
}

/// Is a licence expression allowed: one side of every `OR`, both sides of every `AND`?
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    if let Some((left, right)) = split_at_top(&expression, " AND ") {
        return is_allowed(left) && is_allowed(right);
    }
    if let Some((left, right)) = split_at_top(&expression, " OR ") {
        return is_allowed(left) || is_allowed(right);
    }
    let bare = expression.trim();
    match bare.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_allowed(inner),
        None => ALLOWED.contains(&bare),
    }
}

/// Splits at the first `word` that stands in no brackets.
fn split_at_top<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let at_top = |at: usize| text[..at].matches('(').count() == text[..at].matches(')').count();
    let (at, _) = text.match_indices(word).find(|(at, _)| at_top(*at))?;
    Some((&text[..at], &text[at + word.len()..]))
}

#[test]
fn licence_expressions_are_read_as_they_are_meant() {
    assert!(is_allowed("MIT OR Apache-2.0"));
    assert!(is_allowed("MIT/Apache-2.0"));
    assert!(is_allowed("Unlicense OR MIT"));
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"));
    assert!(!is_allowed("GPL-3.0-only"));
    assert!(!is_allowed("(MIT OR Apache-2.0) AND GPL-3.0-only"));
}

#[test]
fn every_licence_is_allowed() {
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence), "{} {}: `{licence}`", package["name"], package["version"]);
    }
}

#[test]
fn every_package_comes_from_the_registry() {
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"))
        .expect("Cargo.lock is there");
    for source in lock.lines().filter_map(|line| line.strip_prefix("source = ")) {
        assert_eq!(source, "\"registry+https://github.com/rust-lang/crates.io-index\"");
    }
}

/// Every package that is asked for has its reason in `docs/dependencies.md`.
#[test]
fn every_dependency_has_its_reason() {
    let read = |file: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        std::fs::read_to_string(path).expect("a file of the project")
    };
    let manifest: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let page = read("docs/dependencies.md");
    let mut tables = vec![&manifest];
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    tables.extend(targets.into_iter().flatten().filter_map(|(_, table)| table.as_table()));
    let named = tables.into_iter().flat_map(|table| {
        ["dependencies", "dev-dependencies"]
            .map(|kind| table.get(kind).and_then(|of| of.as_table()))
    });
    let named: Vec<&String> = named.flatten().flat_map(toml::Table::keys).collect();
    assert!(named.len() > 30, "{named:?}");
    for name in named {
        assert!(name == "pbem" || page.contains(&format!("`{name}`")), "{name}");
    }
}
