//! `pbem mark`: pencil marks on the user's board, stored in the vault and never mailed.

use clap::Args;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::report::Report;

/// Make pencil marks on the board, for yourself
#[derive(Args, Debug)]
#[command(after_help = "\
Type a character and the squares to mark; separate several marks by semicolons.
`clear` erases marks. They are saved in your vault and never mailed.

Examples:
  pbem mark cd-bob \"x C4 C5-C9; ? B2\"
  pbem mark cd-bob clear C4
  pbem mark cd-bob clear all
  pbem mark cd-bob            list your marks")]
pub(crate) struct Mark {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Characters and squares
    #[arg(value_name = "MARKS")]
    pub words: Vec<String>,
}

/// Runs `pbem mark`.
pub(crate) fn run(ctx: &mut Context, args: &Mark) -> Result<Report, CliError> {
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    let at = loaded.require_seat(ctx)?;
    let mut marks = loaded.records[at].marks.clone();
    let typed = args.words.join(" ");
    let marked = loaded.game.table.pencil(&mut marks, &typed);
    marked.map_err(|fault| CliError::usage(fault.to_string()))?;
    loaded.records[at].marks.clone_from(&marks);
    loaded.keep(ctx)?;
    let mut report =
        Report::new(json!({"schema": "pbem-marks/1", "name": loaded.name(), "marks": marks}));
    if marks.is_empty() {
        report.line("No marks.");
    }
    let mut signs: Vec<&String> = marks.values().collect();
    signs.sort();
    signs.dedup();
    for sign in signs {
        let squares: Vec<&str> = marks
            .iter()
            .filter(|(_, marked)| *marked == sign)
            .map(|(square, _)| square.as_str())
            .collect();
        report.line(pbem::render::wrap(&format!("{sign}  {}", squares.join(" ")), 80, "   "));
    }
    report.then(format!("pbem show {}", loaded.name()));
    Ok(report)
}
