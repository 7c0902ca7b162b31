//! `pbem show`: the board, the news, the open question and the possible moves.

use clap::Args;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::report::Report;
use crate::cli::show_game::{self, ShowRequest};
use crate::cli::view::table::{Format, Length};

/// Show the board, the news and what you can do
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  pbem show spy-bob
  pbem show spy-bob --short
  pbem show game.toml --public --turn 4
  pbem show ea-bob --moves 3
  pbem show spy-bob --hint
  pbem show spy-bob --hint --format html
  pbem show cd-bob --format list")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Show {
    /// Name of the game, or its file; optional if pbem can tell which game you mean
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Show only what all players know
    #[arg(long)]
    pub public: bool,
    /// Show the game after this turn
    #[arg(long, value_name = "N")]
    pub turn: Option<u32>,
    /// Show only the board, the question that is waiting for an answer, and the next step [default
    /// if the screen is too small for everything]
    #[arg(long)]
    pub short: bool,
    /// Show everything, even if the screen is too small for it
    #[arg(long, conflicts_with = "short")]
    pub full: bool,
    /// List the legal moves of a piece
    #[arg(long, value_name = "PIECE")]
    pub moves: Option<String>,
    /// Show what could still be hidden, and where, as a heat map
    #[arg(long)]
    pub hint: bool,
    /// Format: text, list (sentences, for screen readers) or html (a web page that needs
    /// JavaScript). Default: text, or list if the setting `boards` is `sentences`
    #[arg(long, value_enum, hide_possible_values = true)]
    pub format: Option<Format>,
}

/// Runs `pbem show`.
pub(crate) fn run(ctx: &mut Context, args: &Show) -> Result<Report, CliError> {
    let length = match (args.short, args.full) {
        (true, _) => Length::Short,
        (_, true) => Length::Full,
        _ => Length::Fitting,
    };
    let request = ShowRequest {
        game_word: args.game.clone(),
        public: args.public,
        turn: args.turn,
        length,
        moves: args.moves.clone(),
        hint: args.hint,
        format: args.format,
        since: None,
        around: None,
    };
    let mut game = OpenFile::open(ctx, &args.game)?;
    show_game::show(ctx, &mut game, &request)
}
