//! What a browser shows: pages and pictures of games in progress, and whole games to step through.

#![expect(clippy::print_stdout, reason = "a run says when there is no browser to look with")]

mod browser;
mod pages;
#[path = "../library/play.rs"]
#[expect(dead_code, reason = "the library's tests use more of it")]
mod play;
mod replay;

use std::path::{Path, PathBuf};
use std::process::Command;

use pbem::games::Kind;
use tempfile::TempDir;

use crate::play::Game;

/// A folder with a vault for each player, thrown away afterwards.
pub(crate) struct Desk(TempDir);

impl Desk {
    pub(crate) fn new() -> Self {
        Desk(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Puts the file of a game there.
    pub(crate) fn lay(&self, file: &str, game: &Game) {
        std::fs::write(self.path(file), game.file.write()).expect("it can be written");
    }

    /// Runs the program for somebody, and gives the exit code and what it prints.
    pub(crate) fn run(&self, who: &str, words: &str) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbem"));
        command.current_dir(self.0.path()).env("LC_ALL", "C.UTF-8").env_remove("PBEM_HOME");
        command.args(["--home", who, "--as", who]).args(words.split(' '));
        let output = command.output().expect("the program runs");
        (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).expect("text"))
    }

    /// The same for what must be done.
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

/// How many play in the tests.
pub(crate) fn seats(kind: Kind) -> usize {
    if kind == Kind::GameBox { 3 } else { 2 }
}

/// What the page of a replay must hold once for every step.
pub(crate) fn steps(page: &str) -> Vec<u32> {
    let number =
        |text: &str| text.split('"').next().and_then(|turn| turn.parse().ok()).expect("a number");
    page.split("<section class=\"frame\" data-turn=\"").skip(1).map(number).collect()
}
