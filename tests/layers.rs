//! The structure of the code: imports only point downwards, the library uses nothing outside, and
//! lines, functions and files have a maximum length.

#[path = "layers/inside.rs"]
mod inside;
mod sources;

use sources::{read, rust_files};

/// The layers of the program, from the top down.
const PROGRAM: &[&str] = &["cli", "post", "disk"];

/// The library below it, down to the ground. It is pure; that it names no module of the program is
/// seen by the compiler.
const LIBRARY: &[&str] = &[
    "service", "words", "desk", "club", "letters", "render", "audit", "table", "turnfile",
    "crypto", "games", "rules", "board",
];

/// Paths that the library may not use: disk, environment, clock, network, terminal, randomness.
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

/// Most columns of a line.
const COLUMNS: usize = 100;
/// Most lines of a function.
const FUNCTION: usize = 60;
/// Most members of a trait, types and constants among them.
const TRAIT: usize = 12;
/// Most members of the trait that is a rule book.
const GAME: usize = 24;
/// Most lines of a file.
const FILE: usize = 450;

/// Files that may have more lines, with the reason.
const LONGER: &[(&str, &str)] = &[
    ("tests/library/games/espionage/armies.rs", "one list of cheats, a function each"),
    ("tests/library/kit/rules.rs", "one list of rules with their cases"),
    ("src/games/espionage/tests/moves.rs", "one test for each rule of moving"),
    ("tests/cli/", "one test for each screen"),
];

/// The program of a file: without comments and without what is for tests only.
fn program(file: &str) -> Option<String> {
    let for_tests =
        file.contains("/tests/") || file.ends_with("/tests.rs") || file.contains("/conformance/");
    let text = read(file);
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    (!for_tests).then(|| lines.collect::<Vec<_>>().join("\n"))
}

/// The layer of a file, as its place from the top of these.
fn layer_of(file: &str, layers: &[&str]) -> Option<usize> {
    let name = file.strip_prefix("src/")?.split('/').next()?;
    layers.iter().position(|layer| *layer == name)
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
fn import_reader_finds_all_imports() {
    let program = "use crate::games::{Kind, Seat};\nuse crate::{table, audit::{self, Verdict}};\n\
        let x = crate::disk::open();\n";
    assert_eq!(named(program), ["games", "table", "audit", "disk"]);
}

#[test]
fn every_file_is_in_a_layer() {
    for file in rust_files("src") {
        let known = [PROGRAM, LIBRARY].iter().any(|layers| layer_of(&file, layers).is_some());
        assert!(known || ["src/lib.rs", "src/main.rs"].contains(&file.as_str()), "{file}");
    }
}

#[test]
fn imports_point_downwards_only() {
    let mut seen = 0;
    for layers in [PROGRAM, LIBRARY] {
        for file in rust_files("src") {
            let layer = layer_of(&file, layers);
            let (Some(here), Some(program)) = (layer, program(&file)) else { continue };
            for module in named(&program) {
                let there = layers.iter().position(|layer| *layer == module);
                let there = there.unwrap_or_else(|| panic!("{file}: crate::{module} is no layer"));
                assert!(
                    there >= here,
                    "{file} is in `{}` and may not import from `{module}`, which is above it",
                    layers[here]
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "the test has looked at {seen} imports only");
}

#[test]
fn library_uses_nothing_outside() {
    for file in rust_files("src") {
        let layer = layer_of(&file, LIBRARY);
        let (Some(_), Some(program)) = (layer, program(&file)) else { continue };
        for outside in OUTSIDE {
            let found = program.match_indices(outside).find(|(at, _)| {
                let before = program[..*at].chars().next_back();
                !before.is_some_and(|sign| sign.is_ascii_alphanumeric() || sign == '_')
            });
            assert!(found.is_none(), "{file} touches the outside: {outside}");
        }
    }
}

/// Everything that is written in Rust.
fn all_files() -> Vec<String> {
    ["src", "page", "tests", "benches", "fuzz/fuzz_targets"]
        .into_iter()
        .flat_map(rust_files)
        .collect()
}

/// The lines of a text outside raw strings, because a screen in a test may be wide.
fn lines_of_code(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut closing: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match &closing {
            Some(end) if line.contains(end) => closing = None,
            Some(_) => {}
            None => {
                lines.push((number, line));
                let opened = line.rfind("r#").filter(|at| {
                    let signs = line[at + 1..].trim_start_matches('#');
                    signs.starts_with('"') && !signs[1..].contains("\"#")
                });
                closing = opened.map(|at| {
                    let signs = line[at + 1..].chars().take_while(|sign| *sign == '#').count();
                    format!("\"{}", "#".repeat(signs))
                });
            }
        }
    }
    lines
}

#[test]
fn lines_have_at_most_100_columns() {
    let mut wide = Vec::new();
    for file in all_files() {
        let text = read(&file);
        let lines = lines_of_code(&text).into_iter();
        let too_wide = lines.filter(|(_, line)| line.chars().count() > COLUMNS);
        wide.extend(too_wide.map(|(number, _)| format!("{file}:{number}")));
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

/// The functions of a program that have more lines than a page.
fn long_functions(program: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = program.lines().collect();
    let mut long = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let bare = line.trim_start();
        let words = bare.split_once("fn ").filter(|(before, _)| {
            before.split_whitespace().all(|word| word.starts_with("pub") || word == "const")
        });
        // A method of a trait may have no body.
        let Some((_, name)) = words.filter(|_| !line.ends_with(';')) else { continue };
        let end = format!("{}}}", &line[..line.len() - bare.len()]);
        let length = lines[at..].iter().position(|line| *line == end).map_or(0, |last| last + 1);
        if length > FUNCTION {
            long.push((word(name), length));
        }
    }
    long
}

#[test]
fn functions_have_at_most_60_lines() {
    let files = rust_files("src").into_iter();
    let long: Vec<_> = files
        .filter_map(|file| Some((long_functions(&program(&file)?), file)))
        .filter(|(functions, _)| !functions.is_empty())
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

/// The lint `missing_docs` would ask for docs of every field and variant as well.
#[test]
fn public_items_of_the_library_have_docs() {
    let begins = ["fn ", "const ", "struct ", "enum ", "trait ", "type ", "macro "];
    let is_item = |line: &str| {
        let rest = line.strip_prefix("pub ");
        rest.is_some_and(|rest| begins.iter().any(|word| rest.starts_with(word)))
    };
    for file in LIBRARY.iter().flat_map(|layer| rust_files(&format!("src/{layer}"))) {
        let text = read(&file);
        let mut has_docs = false;
        for line in text.lines() {
            let undocumented = is_item(line) && !has_docs;
            assert!(!undocumented, "{file}: {line}");
            has_docs = line.starts_with("///") || has_docs && !line.is_empty() && line != "}";
        }
    }
}

/// The methods that a trait requires of an implementation, by the names of the traits of a program.
fn members(program: &str) -> Vec<(String, usize)> {
    let traits = program.split("trait ").skip(1);
    let counted = traits.map(|text| {
        let body = text.lines().skip(1).take_while(|line| *line != "}");
        let is_member = |line: &&str| {
            ["    fn ", "    type ", "    const "].iter().any(|begins| line.starts_with(begins))
        };
        (word(text), body.filter(is_member).count())
    });
    counted.collect()
}

#[test]
fn traits_have_few_required_methods() {
    for file in rust_files("src") {
        for (name, members) in program(&file).map(|text| members(&text)).unwrap_or_default() {
            let most = if name == "Game" { GAME } else { TRAIT };
            assert!(members <= most, "{file}: {name} has {members} members");
        }
    }
}

#[test]
fn no_file_is_long_without_a_reason() {
    for file in all_files() {
        let lines = read(&file).lines().count();
        let excused = LONGER
            .iter()
            .any(|(name, _)| file == *name || (name.ends_with('/') && file.starts_with(name)));
        assert!(
            lines <= FILE || excused,
            "{file} has {lines} lines: part it along its concepts, or say here why not"
        );
    }
}

/// Some characters take two columns of a terminal, and some take none.
#[test]
fn widths_are_columns_not_characters() {
    // Here characters are counted: how many keys away is a word from another?
    const COUNTS: [&str; 1] = ["src/cli/similar.rs"];
    for folder in ["src/cli", "src/games", "src/render"] {
        for file in rust_files(folder) {
            let counts = read(&file).contains("chars().count()");
            assert!(!counts || COUNTS.contains(&file.as_str()), "{file}: use `columns`");
        }
    }
}

/// Scripts rely on the objects that `--json` prints.
#[test]
fn docs_describe_every_json_schema() {
    let docs = read("docs/json.md");
    let mut count = 0;
    for file in rust_files("src/cli") {
        let text = read(&file);
        for (at, _) in text.match_indices("\"pbem-") {
            let rest = &text[at + 1..];
            let schema = &rest[..rest.find('"').expect("an end")];
            let (name, number) = schema.split_once('/').unwrap_or_default();
            if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
                count += 1;
                let row = format!("`{schema}`");
                assert!(docs.contains(&row), "{file}: {row}, {name}");
            }
        }
    }
    assert!(count > 40, "{count}");
}
