//! `pbem mark`: pencil marks on the user's board, stored in the vault and never mailed.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use pbem::service;
use serde::Serialize;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::host::OnDisk;
use crate::cli::next::Next;
use crate::cli::report::Report;

/// Make pencil marks on the board, for yourself
#[derive(Args, Debug)]
#[command(after_help = "\
Type a character and the squares to mark. Put semicolons between marks.
`clear` erases marks. pbem saves marks in your vault and never mails them.

Examples:
  pbem mark cd-bob \"x C4 C5-C9; ? B2\"
  pbem mark cd-bob clear C4
  pbem mark cd-bob clear all
  pbem mark cd-bob  # list your marks")]
pub(crate) struct Mark {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Characters and squares
    #[arg(value_name = "MARKS")]
    pub words: Vec<String>,
}

/// Runs `pbem mark`.
pub(crate) fn run(ctx: &mut Context, args: &Mark) -> Result<Report, CliError> {
    let mut game = OpenFile::open(ctx, &args.game)?;
    let at = game.require_seat(ctx)?;
    let (mut host, loaded) = OnDisk::of(ctx, &mut game);
    service::mark(&mut host, loaded, at, &args.words.join(" "))?;
    Ok(report(&game.name(), &game.records[at].marks))
}

/// Lists the marks, by character.
fn report(name: &str, marks: &BTreeMap<String, String>) -> Report {
    let mut report = Report::of("pbem-marks/1", &MarksJson { name, marks });
    if marks.is_empty() {
        report.line("No marks.");
    }
    let signs: BTreeSet<&String> = marks.values().collect();
    for sign in signs {
        let squares = marks.iter().filter(|(_, marked)| *marked == sign);
        let squares: Vec<&str> = squares.map(|(square, _)| square.as_str()).collect();
        report.hanging(&format!("{sign}  "), squares.join(" "));
    }
    report.then(Next::command(format!("pbem show {name}")));
    report
}

#[derive(Serialize)]
struct MarksJson<'a> {
    name: &'a str,
    /// The marks, by square.
    marks: &'a BTreeMap<String, String>,
}
