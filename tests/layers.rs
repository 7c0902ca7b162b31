//! The shape of the house: imports point downwards only, the lower floors touch nothing outside,
//! and no file grows without a reason.

use std::fs;
use std::path::{Path, PathBuf};

/// From the roof to the ground.
const LAYERS: &[&str] =
    &["cli", "vault", "mail", "render", "audit", "table", "turnfile", "crypto", "games", "board"];

/// Everything from here down is pure: it builds without the feature `cli`.
const FIRST_PURE: &str = "render";

/// What the pure layers may not touch: disk, environment, clock, network, terminal, randomness.
const OUTSIDE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::io",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::time",
    "Utc::now",
    "Local::now",
    "Instant::now",
    "rand::",
    "tempfile::",
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
    "dbg!",
];

/// A file may have some 400 lines without a word.
const LONGEST: usize = 420;

/// Those that have more, and why.
const LONGER: &[(&str, &str)] = &[
    ("tests/library/cheats/espionage/armies.rs", "one list of cheats, a function each"),
    ("src/games/rules.rs", "the interface of a game on one page: most of it is documentation"),
    (
        "src/table/write.rs",
        "one hand of the loop that plays a turn: everything that a turn is made of",
    ),
    ("src/games/espionage/tests/moves.rs", "one test for each rule of moving"),
    ("tests/cheats/", "one test for each row of the table of attempts"),
    ("tests/cli/", "one test for each screen"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder, as paths from the root with `/`.
fn rust_files(folder: &str) -> Vec<String> {
    fn walk(path: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(path).expect("a folder of the project can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(&root().join(folder), &mut files);
    let root = root();
    let name = |path: PathBuf| {
        path.strip_prefix(&root).expect("it is below the root").to_string_lossy().replace('\\', "/")
    };
    let mut names: Vec<String> = files.into_iter().map(name).collect();
    names.sort();
    names
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The program of a file: without comments and without what is for tests only.
fn program(file: &str) -> Option<String> {
    let for_tests = file.contains("/tests/")
        || file.ends_with("/tests.rs")
        || file.ends_with("/conformance.rs");
    let text = read(file);
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    (!for_tests).then(|| lines.collect::<Vec<_>>().join("\n"))
}

/// The layer of a file, as its place from the top.
fn layer_of(file: &str) -> Option<usize> {
    let name = file.strip_prefix("src/")?.split('/').next()?;
    LAYERS.iter().position(|layer| *layer == name.trim_end_matches(".rs"))
}

/// The modules of the crate that a program names: `crate::games`, and those in `use crate::{games,
/// table}`.
fn named(program: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for (at, _) in program.match_indices("crate::") {
        let rest = &program[at + "crate::".len()..];
        let Some(group) = rest.strip_prefix('{') else {
            modules.push(word(rest));
            continue;
        };
        let mut depth = 0_usize;
        let mut start = 0;
        for (at, sign) in group.char_indices() {
            match sign {
                '{' => depth += 1,
                '}' if depth == 0 => {
                    modules.push(word(group[start..at].trim_start()));
                    break;
                }
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    modules.push(word(group[start..at].trim_start()));
                    start = at + 1;
                }
                _ => {}
            }
        }
    }
    modules.retain(|module| !module.is_empty());
    modules
}

fn word(text: &str) -> String {
    text.chars().take_while(|sign| sign.is_ascii_alphanumeric() || *sign == '_').collect()
}

#[test]
fn the_reader_of_imports_finds_them() {
    let program = "use crate::games::{Kind, Seat};\nuse crate::{table, audit::{self, Verdict}};\nlet x = crate::vault::open();\n";
    assert_eq!(named(program), ["games", "table", "audit", "vault"]);
}

#[test]
fn imports_point_downwards_only() {
    let mut seen = 0;
    for file in rust_files("src") {
        let (Some(here), Some(program)) = (layer_of(&file), program(&file)) else { continue };
        for module in named(&program) {
            let there = LAYERS.iter().position(|layer| *layer == module);
            let there =
                there.unwrap_or_else(|| panic!("{file} names crate::{module}, which is no layer"));
            assert!(
                there >= here,
                "{file} is in `{}` and may not import from `{module}`, which is above it",
                LAYERS[here]
            );
            seen += 1;
        }
    }
    assert!(seen > 100, "the test has looked at {seen} imports only");
}

#[test]
fn the_lower_layers_touch_nothing_outside() {
    let pure = LAYERS.iter().position(|layer| *layer == FIRST_PURE).expect("it is a layer");
    for file in rust_files("src") {
        let (Some(layer), Some(program)) = (layer_of(&file), program(&file)) else { continue };
        if layer < pure {
            continue;
        }
        for outside in OUTSIDE {
            let found = program.match_indices(outside).find(|(at, _)| {
                let before = program[..*at].chars().next_back();
                !before.is_some_and(|sign| sign.is_ascii_alphanumeric() || sign == '_')
            });
            assert!(found.is_none(), "{file} touches the outside: {outside}");
        }
    }
}

#[test]
fn no_file_is_long_without_a_reason() {
    for file in rust_files("src").into_iter().chain(rust_files("tests")) {
        let lines = read(&file).lines().count();
        let excused = LONGER
            .iter()
            .any(|(name, _)| file == *name || (name.ends_with('/') && file.starts_with(name)));
        assert!(
            lines <= LONGEST || excused,
            "{file} has {lines} lines: part it along its concepts, or say here why not"
        );
    }
}
