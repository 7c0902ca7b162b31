//! The layers inside `cli` and `desk`.

use super::{program, rust_files, word};

/// The layers of `cli`, from the top. A module imports from its own layer and those below.
const CLI: &[&[&str]] = &[
    &["mod"],
    &["commands", "play"],
    &["join_game", "other_turns", "show_game", "start_game"],
    &["receiving"],
    &["implied", "help", "usage", "unread_mail", "inbox", "mailing", "sending"],
    &["chat_text", "play_turn"],
    &["view"],
    &["invitations"],
    &["setup"],
    &[
        "addresses",
        "notices",
        "rematches",
        "game_result",
        "turn_words",
        "stray_files",
        "turn_result",
    ],
    &["mail_search", "delivery"],
    &["games_dir", "pasted", "mail_folders", "kinds", "host", "house_rules", "club"],
    &["game_file", "prompt"],
    &["print"],
    &["clipboard", "similar", "player_name", "progress_bar"],
    &["context"],
    &["failure", "pager"],
    &["report"],
    &["document", "hand_wrapped", "markdown"],
    &["environment", "global"],
    &["next", "passphrase_input", "time", "zone"],
];

/// The path of a file as a module: `src/cli/play/mod.rs` is `cli::play`.
fn module(file: &str) -> Vec<&str> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').collect()
}

/// The paths that a tree of imports names: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(prefix: &[String], tree: &str, found: &mut Vec<Vec<String>>) {
    let (mut depth, mut start) = (0_usize, 0);
    let ends = tree.char_indices().chain([(tree.len(), ',')]);
    for (at, sign) in ends {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = tree[start..at].trim();
                start = at + 1;
                let (path, group) = part.split_once('{').unwrap_or((part, ""));
                let names = path.split("::").map(word).filter(|name| !name.is_empty());
                let path: Vec<String> = prefix.iter().cloned().chain(names).collect();
                match group.strip_suffix('}') {
                    Some(group) => leaves(&path, group, found),
                    None => found.push(path),
                }
            }
            _ => {}
        }
    }
}

/// The modules and items of the crate that a program names, as full paths.
fn imports(file: &str, program: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let starts = |text: &&str| text.starts_with("super::") || text.starts_with("crate::");
    let texts = program.split(['\n', ' ', '(', '<', '&', '!', '[']).filter(starts);
    for path in texts.filter(|text| !text.contains('{')) {
        leaves(&[], path.split([';', ',', '>', ')']).next().unwrap_or_default(), &mut found);
    }
    for (at, text) in program.match_indices("use ") {
        let before = program[..at].rsplit('\n').next().unwrap_or_default();
        if before.split_whitespace().all(|word| word.starts_with("pub") || word.ends_with(')')) {
            let tree = program[at + text.len()..].split(';').next().unwrap_or_default();
            leaves(&[], tree, &mut found);
        }
    }
    let full = |path: Vec<String>| {
        let mut base: Vec<String> = module(file).into_iter().map(str::to_owned).collect();
        let mut names = path.into_iter().peekable();
        match names.peek().map(String::as_str) {
            Some("crate") => base.clear(),
            Some("super") => {}
            _ => return None,
        }
        for name in names {
            match name.as_str() {
                "crate" | "self" => {}
                "super" => drop(base.pop()),
                _ => base.push(name),
            }
        }
        Some(base)
    };
    found.into_iter().filter_map(full).collect()
}

/// Every import inside `cli`, with the file that has it.
fn imports_of_cli() -> Vec<(String, Vec<String>)> {
    let files = rust_files("src/cli").into_iter();
    let all = files.filter_map(|file| Some((program(&file)?, file)));
    let all = all.flat_map(|(program, file)| {
        let found = imports(&file, &program).into_iter();
        found.map(|path| (file.clone(), path)).collect::<Vec<_>>()
    });
    // `pub(in crate::cli)` imports nothing.
    all.filter(|(_, path)| path.len() > 1 && path[0] == "cli").collect()
}

#[test]
fn import_reader_resolves_paths() {
    let program = "use super::a::{b, self};\nuse crate::cli::{c::d, e as f};\nsuper::g::h(1);\n";
    let mut found: Vec<String> =
        imports("src/cli/x.rs", program).iter().map(|path| path.join("::")).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, ["cli::a", "cli::a::b", "cli::c::d", "cli::e", "cli::g::h"]);
}

#[test]
fn imports_in_cli_point_downwards() {
    let layer = |name: &str| CLI.iter().position(|layer| layer.contains(&name));
    for (file, path) in imports_of_cli() {
        let from = module(&file).get(1).copied().unwrap_or("mod").to_owned();
        // Items of `cli/mod.rs` itself have no separate module.
        let to = path.get(1).map_or("mod", String::as_str);
        let to = if layer(to).is_some() { to } else { "mod" };
        let here = layer(&from).unwrap_or_else(|| panic!("{file} is in no layer"));
        let points_down = layer(to).is_some_and(|there| there >= here);
        assert!(points_down, "{file} may not import {}", path.join("::"));
    }
}

#[test]
fn no_command_imports_another() {
    let mut seen = 0;
    for (file, path) in imports_of_cli() {
        let [_, "commands", from, ..] = module(&file)[..] else { continue };
        let [_, other, to, ..] = &path[..] else { continue };
        seen += 1;
        let is_own = other != "commands" || from == to;
        assert!(is_own, "{file} may not import {}", path.join("::"));
    }
    assert!(seen > 100, "the test has looked at {seen} imports only");
}

#[test]
fn no_json_object_is_read_back() {
    for file in rust_files("src/cli") {
        let Some(program) = program(&file) else { continue };
        let reads = [
            ".as_array()",
            ".as_object()",
            ".as_object_mut()",
            "json[\"",
            "report[\"",
            ".json.get(",
        ];
        let found = reads.iter().find(|text| program.contains(**text));
        assert_eq!(found, None, "{file} reads JSON back");
    }
}

/// A suggestion is a `Next`. Without this, code could look at the text of a suggestion, or put the
/// name of a game into it afterwards. `pasted.rs` reads commands that the user types.
#[test]
fn suggestions_are_data() {
    let texts = ["starts_with(\"pbem", "strip_prefix(\"pbem", "== \"pbem", "place(\"GAME\""];
    for file in rust_files("src/cli").into_iter().filter(|file| file != "src/cli/pasted.rs") {
        let Some(program) = program(&file) else { continue };
        let found = texts.iter().find(|text| program.contains(**text));
        assert_eq!(found, None, "{file} reads a suggestion");
    }
    let next = program("src/cli/next.rs").expect("a program");
    assert!(!next.contains("From<"), "text is no suggestion by itself");
}

/// Asserts that no file in a folder names a module of the crate, except for these paths in it.
fn assert_never_names(folder: &str, module: &str, but: &[&str]) {
    let files = rust_files(folder);
    assert!(files.len() > 1, "{folder} has moved");
    for file in files {
        let Some(program) = program(&file) else { continue };
        for path in imports(&file, &program) {
            let names = path.first().is_some_and(|top| top == module);
            let is_allowed = path.get(1).is_some_and(|name| but.contains(&name.as_str()));
            assert!(!names || is_allowed, "{file} may not import {}", path.join("::"));
        }
    }
}

/// Without this, a use case could return a text instead of data, a sentence could depend on the
/// width of a screen, and a report could read the vault a second time.
#[test]
fn data_words_and_views_stay_apart() {
    assert_never_names("src/service", "render", &[]);
    assert_never_names("src/service", "words", &[]);
    assert_never_names("src/words", "render", &["when"]);
    assert_never_names("src/cli/view", "disk", &[]);
}

/// Files that lay out a document, with the reason.
const LAY_OUT: &[(&str, &str)] = &[
    ("src/cli/document.rs", "its own height"),
    ("src/cli/print.rs", "the output of a command"),
    ("src/cli/play/text.rs", "a text on the full screen"),
    ("src/cli/report.rs", "the text in the JSON output, always 80 columns wide"),
    ("src/cli/view/rules.rs", "short rules as a drawing in a page"),
    ("src/cli/commands/demo/mod.rs", "the output of a command as part of a story"),
    ("src/cli/commands/demo/players.rs", "the output of a command as part of a story"),
    ("src/cli/receiving/mail.rs", "the lines of a warning, as wide as they are"),
];

/// Without this, a command could lay out a text at 80 columns, and the printer again.
#[test]
fn only_printers_lay_out_documents() {
    for file in rust_files("src/cli") {
        let lays_out = program(&file).is_some_and(|program| program.contains(".lay_out("));
        let known = LAY_OUT.iter().any(|(name, _)| *name == file);
        assert!(lays_out == known, "{file}: lays out {lays_out}, in the list {known}");
    }
}

/// Without this, a note in Japanese would overrun the screen. `similar.rs` counts typed letters.
#[test]
fn widths_are_not_counted_in_characters() {
    for file in ["src/cli", "src/render", "src/words", "page/src"].into_iter().flat_map(rust_files)
    {
        let counts = program(&file).is_some_and(|program| program.contains("chars().count()"));
        assert!(!counts || file == "src/cli/similar.rs", "{file} counts characters");
    }
}

/// The documents of `desk` and the errors: data, which knows no action.
const DOCUMENTS: &[&str] = &[
    "chain",
    "config",
    "contacts",
    "document",
    "encoding",
    "error",
    "held_ruling",
    "plan",
    "reasons",
    "record",
    "secret",
    "store",
    "verdict_cache",
];

#[test]
fn documents_of_the_desk_import_no_actions() {
    let files = rust_files("src/desk");
    let modules: Vec<_> = files.iter().filter_map(|file| module(file).get(1).copied()).collect();
    let mut seen = 0;
    for file in &files {
        let Some(program) = program(file) else { continue };
        if !module(file).get(1).is_some_and(|name| DOCUMENTS.contains(name)) {
            continue;
        }
        for path in imports(file, &program) {
            let [top, name, ..] = &path[..] else { continue };
            // Modules inside a file name their neighbors by `super` as well.
            let is_module = modules.contains(&name.as_str()) || name == "Desk";
            if top == "desk" && is_module {
                assert!(DOCUMENTS.contains(&name.as_str()), "{file} may not import {name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "the test has looked at {seen} imports only");
}
