//! Checks the licenses and sources of all packages, only with cargo. `deny.toml` has the same
//! rules.

mod sources;

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use sources::{read, rust_files};

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

/// The host's target triple, so that cargo needs only packages that were fetched.
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

/// Whether a license expression is allowed: one side of every `OR`, both sides of every `AND`.
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

/// Splits at the first `word` outside brackets.
fn split_at_top<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let at_top = |at: usize| text[..at].matches('(').count() == text[..at].matches(')').count();
    let (at, _) = text.match_indices(word).find(|(at, _)| at_top(*at))?;
    Some((&text[..at], &text[at + word.len()..]))
}

#[test]
fn license_expressions_are_parsed() {
    assert!(is_allowed("MIT OR Apache-2.0"));
    assert!(is_allowed("MIT/Apache-2.0"));
    assert!(is_allowed("Unlicense OR MIT"));
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"));
    assert!(!is_allowed("GPL-3.0-only"));
    assert!(!is_allowed("(MIT OR Apache-2.0) AND GPL-3.0-only"));
}

#[test]
fn every_license_is_allowed() {
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

/// Returns the dependencies in the tables called `kind` of a manifest, for all targets.
fn dependencies(manifest: &str, kind: &str) -> Vec<String> {
    let manifest: toml::Table = read(manifest).parse().expect("a manifest");
    let mut tables = vec![&manifest];
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    tables.extend(targets.into_iter().flatten().filter_map(|(_, table)| table.as_table()));
    let named = tables.into_iter().filter_map(|table| table.get(kind)?.as_table());
    named.flat_map(toml::Table::keys).cloned().collect()
}

/// Returns the code, without line comments, of these folders of a package, if they exist.
fn code(package: &str, folders: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = folders.iter().map(|folder| format!("{package}{folder}"));
    let folders = folders.filter(|folder| root.join(folder).is_dir());
    let mut code = String::new();
    for file in folders.flat_map(|folder| rust_files(&folder)) {
        let text = read(&file);
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.extend(lines.flat_map(|line| [line, "\n"]));
    }
    code
}

/// Whether code names a package: `name::`, `use name;` or `use name as`.
fn is_named(package: &str, code: &str) -> bool {
    let name = package.replace('-', "_");
    code.match_indices(&name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = &code[at + name.len()..];
        let is_whole = !before.is_some_and(|ch| ch.is_alphanumeric() || ch == '_' || ch == ':');
        let is_used = code[..at].ends_with("use ") && after.starts_with([';', ' ']);
        is_whole && (after.starts_with("::") || is_used)
    })
}

/// Every direct dependency has its reason in `docs/dependencies.md`.
#[test]
fn docs_give_a_reason_for_every_dependency() {
    let page = read("docs/dependencies.md");
    let named = ["dependencies", "dev-dependencies"].map(|kind| dependencies("Cargo.toml", kind));
    let named = named.concat();
    assert!(named.len() > 30, "{named:?}");
    for name in named {
        assert!(name == "pbem" || page.contains(&format!("`{name}`")), "{name}");
    }
}

/// The same check as `cargo machete`, which would take longer to build than all tests take to run.
#[test]
fn every_dependency_is_used() {
    // Only its feature `simd` is needed, for `toml`.
    const FEATURE_ONLY: [&str; 1] = ["toml_parser"];
    for package in ["", "page/", "page/pack/", "fuzz/"] {
        let program = code(package, &["src", "fuzz_targets"]);
        let all = program.clone() + &code(package, &["tests", "benches"]);
        for (kind, code) in [("dependencies", &program), ("dev-dependencies", &all)] {
            for name in dependencies(&format!("{package}Cargo.toml"), kind) {
                let is_used = FEATURE_ONLY.contains(&name.as_str()) || is_named(&name, code);
                assert!(is_used, "remove `{name}` from [{kind}] of {package}Cargo.toml");
            }
        }
    }
}

#[test]
fn name_within_a_word_is_not_a_use() {
    for code in ["rand::rng()", "use rand;", "use rand as chance;", "(rand::random)"] {
        assert!(is_named("rand", code), "{code}");
    }
    for code in ["operand::x", "my_rand::x", "rand_core::x", "std::rand::x", "let rand = 1;"] {
        assert!(!is_named("rand", code), "{code}");
    }
}

/// One number for the program, the page, the examples and the install instructions.
#[test]
fn version_is_equal_in_all_files() {
    let version = env!("CARGO_PKG_VERSION");
    for manifest in ["Cargo.toml", "page/Cargo.toml", "page/pack/Cargo.toml"] {
        let manifest: toml::Table = read(manifest).parse().expect("a manifest");
        assert_eq!(manifest["package"]["version"].as_str(), Some(version));
    }
    assert!(read("docs/install.md").contains(&format!("pbem-{version}-")));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in std::fs::read_dir(examples).expect("the examples") {
        let path = entry.expect("an example").path();
        if path.extension().is_some_and(|end| end == "toml") {
            let text = std::fs::read_to_string(&path).expect("an example");
            let line = text.lines().find(|line| line.contains("made by pbem")).expect("a version");
            assert!(line.ends_with(&format!("pbem {version}")), "{}: {line}", path.display());
        }
    }
}
