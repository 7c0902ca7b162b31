//! Pages and pictures for browsers: games in progress, and replays of whole games.

#![expect(clippy::needless_pass_by_value, reason = "literals are written in the call")]
#![expect(clippy::print_stdout, reason = "a run says when there is no browser to look with")]

mod browser;
#[path = "../chromium/mod.rs"]
#[expect(dead_code, reason = "the tests of the page use other parts")]
mod chromium;
mod page;
mod pages;
#[path = "../library/play.rs"]
#[expect(dead_code, reason = "the library's tests use other parts")]
mod play;
mod replay;

use std::path::{Path, PathBuf};
use std::process::Command;

use pbem::games::Kind;
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::play::Game;

/// A temporary folder with a vault for each player.
pub(crate) struct Desk(TempDir);

impl Desk {
    pub(crate) fn new() -> Self {
        Desk(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Writes the file of a game into the folder.
    pub(crate) fn lay(&self, file: &str, game: &Game) {
        std::fs::write(self.path(file), game.file.write()).expect("it can be written");
    }

    /// Runs the program for a player. Returns the exit code and the output.
    pub(crate) fn run(&self, who: &str, words: &str) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbem"));
        command.current_dir(self.0.path()).env("LC_ALL", "C.UTF-8").env_remove("PBEM_HOME");
        command.args(["--home", who, "--as", who]).args(words.split(' '));
        let output = command.output().expect("the program runs");
        (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).expect("text"))
    }

    /// Runs a command that must succeed. Returns the output.
    pub(crate) fn ok(&self, who: &str, words: &str) -> String {
        let (code, text) = self.run(who, words);
        assert_eq!(code, 0, "pbem {words}");
        text
    }
}

/// A finished example.
pub(crate) fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).display().to_string()
}

/// Number of players in the tests.
pub(crate) fn seats(kind: Kind) -> usize {
    if kind == Kind::GameBox { 3 } else { 2 }
}

/// The data of a replay page, unpacked from its JSON like in its script.
pub(crate) fn text(page: &str) -> Json {
    let data = page.split("<script type=\"application/json\" id=\"game\">").nth(1).expect("data");
    let packed: Json = data.split("</script>").next().expect("an end").parse().expect("JSON");
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut documents: Vec<Json> = Vec::new();
    for value in packed["values"].as_array().expect("a list") {
        let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
        let list: Vec<usize> = list.iter().map(number).collect();
        let of = match list.as_slice() {
            // Equal to another document, with these differences.
            [1, like, changes @ ..] => {
                let mut of = parts[*like].clone();
                for change in changes.chunks(2) {
                    of[change[0] + 1] = change[1];
                }
                of
            }
            of => of.to_vec(),
        };
        let whole = match of.as_slice() {
            [] => value.clone(),
            [what, of @ ..] => made_of(&packed["keys"], *what, of, &documents),
        };
        parts.push(of);
        documents.push(whole);
    }
    documents.pop().expect("a value")
}

fn number(json: &Json) -> usize {
    usize::try_from(json.as_u64().expect("a number")).expect("small")
}

fn made_of(keys: &Json, what: usize, of: &[usize], documents: &[Json]) -> Json {
    let of: Vec<Json> = of.iter().map(|at| documents[*at].clone()).collect();
    let Some(object) = what.checked_sub(2) else { return Json::from(of) };
    let keys = keys[object].as_array().into_iter().flatten().filter_map(Json::as_str);
    Json::Object(keys.map(str::to_owned).zip(of).collect())
}

/// The frames of a page, and the turn of each.
pub(crate) fn frames(text: &Json) -> &[Json] {
    text["frames"].as_array().expect("a list")
}

pub(crate) fn turns(text: &Json) -> Vec<u64> {
    frames(text).iter().map(|frame| frame["turn"].as_u64().expect("a number")).collect()
}

/// The players whose views a frame has.
pub(crate) fn views(frame: &Json) -> Vec<&str> {
    let views = frame["views"].as_array().expect("a list").iter();
    views.map(|view| view["whose"].as_str().expect("text")).collect()
}
