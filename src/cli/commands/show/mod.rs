//! `pbem show`: the board, the news, the open question and the possible moves.

mod hint;

use clap::Args;
use pbem::table::{Keys, View};
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::notices::{claim_json, is_late, seconds_left};
use crate::cli::report::Report;
use crate::cli::time::stamp;
use crate::cli::turn_words::exit_code;
use crate::cli::unread_mail;
use crate::cli::view::news::news_since;
use crate::cli::view::replay_page;
use crate::cli::view::rows::{agreed, asked, breach, newest, news_of_others, old_copy, pressing};
use crate::cli::view::table::{self, Format, Telling, head};

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
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Show only what all players know
    #[arg(long)]
    pub public: bool,
    /// Show the game after this turn
    #[arg(long, value_name = "N")]
    pub turn: Option<u32>,
    /// Show only the board, the question and the next step [default if the screen is too small]
    #[arg(long)]
    pub short: bool,
    /// Show everything, even if the screen is too small
    #[arg(long, conflicts_with = "short")]
    pub full: bool,
    /// List the legal moves of a piece
    #[arg(long, value_name = "PIECE")]
    pub moves: Option<String>,
    /// Show what is still possible, as a heat map
    #[arg(long)]
    pub hint: bool,
    /// Format: text, list (sentences, for screen readers) or html (a web page, which needs
    /// scripts); by default text, or list after `pbem config boards sentences`
    #[arg(long, value_enum, hide_possible_values = true)]
    pub format: Option<Format>,
    /// Number of lines around the report, without the next steps.
    #[arg(skip)]
    pub around: Option<usize>,
}

/// Runs `pbem show`.
pub(crate) fn run(ctx: &mut Context, args: &Show) -> Result<Report, CliError> {
    let format = args.format.unwrap_or_else(|| Format::set(ctx));
    let mut loaded = OpenFile::open(ctx, &args.game)?;
    if let Some(stale) = loaded.stale.take() {
        ctx.warn(old_copy(&loaded, &stale, &args.game));
    }
    let at = if args.public { None } else { loaded.seat_shown(ctx)? };
    let keys = match at {
        Some(at) => Some(loaded.keys(ctx, at)?),
        None => None,
    };
    let since = at.map_or(0, |at| news_since(&loaded, at));
    if let (Some(at), None, false) = (at, args.turn, ctx.global.json) {
        loaded.records[at].last_seen_turn = loaded.game.standing.turns();
    }
    if let Some(number) = args.turn {
        wind_back(&mut loaded, number)?;
    }
    if let Some(piece) = &args.moves {
        return moves(ctx, &loaded, keys.as_ref(), piece);
    }
    if args.hint {
        return hint::hint(ctx, &loaded, needs_seat(ctx, &loaded, keys.as_ref())?, format);
    }
    let view = loaded.game.table.view(keys.as_ref(), ctx.now());
    let mut report = Report { exit: exit_code(&loaded), ..Report::default() };
    match format {
        Format::Text | Format::List => {
            let length = match (args.short, args.full) {
                (true, _) => table::Length::Short,
                (_, true) => table::Length::Full,
                _ => table::Length::Fitting,
            };
            let (loaded, keys, view) = (&loaded, keys.as_ref(), &view);
            let (turn, around) = (args.turn, args.around);
            let telling = Telling { loaded, keys, view, since, format, turn, around };
            telling.tell(ctx, &mut report, length);
        }
        Format::Html => report.text = page(ctx, &loaded, keys.as_ref(), &view, since),
    }
    report.json = table_json(ctx, &loaded, keys.as_ref(), &view, since);
    loaded.keep_if_possible(ctx);
    if is_late(&loaded.game.standing, ctx.now())
        && let Some(unread) = unread_mail::in_game(ctx, &loaded)?
    {
        ctx.warn(unread.sentence());
        report.next.insert(0, format!("pbem turn {}", loaded.name()));
    }
    Ok(report)
}

/// Returns to the position after turn `number`.
fn wind_back(loaded: &mut OpenFile, number: u32) -> Result<(), CliError> {
    let turns = loaded.game.standing.turns();
    if !(1..=turns).contains(&number) {
        return Err(CliError::usage(format!(
            "this game has the turns 1 to {turns}, and no turn {number}."
        )));
    }
    let game = loaded.game.back_at(number as usize);
    loaded.game =
        game.map_err(|error| CliError::bad_file(CliErrorKind::Unreadable, error.to_string()))?;
    loaded.game.standing.breach = None;
    Ok(())
}

/// The error for output that only a player can see, if no seat is known or `--public` is given.
fn needs_seat<'a>(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&'a Keys>,
) -> Result<&'a Keys, CliError> {
    match keys {
        Some(keys) => Ok(keys),
        None => Err(match loaded.require_seat(ctx) {
            Err(failure) => failure,
            Ok(_) => {
                CliError::usage("--public doesn't show your own secrets.").then("leave it out")
            }
        }),
    }
}

fn moves(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
    piece: &str,
) -> Result<Report, CliError> {
    let lines = loaded.game.table.moves_of(needs_seat(ctx, loaded, keys)?, ctx.now(), piece);
    let lines = lines.ok_or_else(|| {
        CliError::not_now(CliErrorKind::NoPieces, "this game has no pieces to list moves for.")
    })?;
    let lines = lines.map_err(|message| CliError::not_now(CliErrorKind::Illegal, message))?;
    let mut report = Report::new(json!({"schema": "pbem-moves/1", "piece": piece, "moves": lines}));
    for line in &lines {
        report.line(line);
    }
    if lines.is_empty() {
        report.line(format!("{piece} can't move now."));
    }
    Ok(report)
}

/// The board as a web page.
fn page(ctx: &Context, loaded: &OpenFile, keys: Option<&Keys>, view: &View, since: u32) -> String {
    let standing = &loaded.game.standing;
    let mut scene = view.scene.clone();
    scene.facts.extend(asked(loaded, keys, view));
    scene.facts.extend(pressing(ctx, loaded, keys));
    scene.facts.extend(agreed(standing, keys));
    let title = head(ctx, loaded, keys, view);
    let (news, breach) = (newest(loaded, keys, since), breach(loaded).into_iter().collect());
    replay_page::of_position(standing, title, &news, breach, scene)
}

/// The report for programs, schema `pbem-table/1`.
fn table_json(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
    view: &View,
    since: u32,
) -> serde_json::Value {
    let standing = &loaded.game.standing;
    let names = &standing.names;
    let answers: Vec<_> = view
        .answers
        .iter()
        .map(|(question, answer)| json!({"question": names.fill(question), "answer": answer}))
        .collect();
    let news: Vec<_> = news_of_others(loaded, keys, since)
        .into_iter()
        .map(|told| {
            json!({
                "turn": told.number, "seat": names.of(told.seat), "sent": stamp(told.sent),
                "lines": told.lines, "note": told.note,
            })
        })
        .collect();
    json!({
        "schema": "pbem-table/1",
        "game": standing.kind.id(),
        "id": standing.id.to_string(),
        "name": loaded.name(),
        "turns": standing.turns(),
        "seats": loaded.game.file.game.seats,
        "you": keys.map(|keys| names.of(keys.seat)),
        "to_act": standing.due_name().into_iter().collect::<Vec<_>>(),
        "expects": view.expects.id(),
        "hints": standing.hints.word(),
        "pending": standing.question,
        "your_answer": if answers.is_empty() { serde_json::Value::Null } else { json!(answers) },
        "news": news,
        "ahead": view.ahead,
        "bad_boxes": view.bad_boxes,
        "deadline": standing.deadline.map(stamp),
        "seconds_left": seconds_left(standing, ctx.now()),
        "late": is_late(standing, ctx.now()),
        "claim": claim_json(loaded),
        "dice": view.public.get("dice"),
        "outcome": standing.outcome.as_ref().map(|outcome| json!({
            "winners": outcome.winners.iter().map(|seat| names.of(*seat)).collect::<Vec<_>>(),
            "reason": names.fill(&outcome.reason),
        })),
        "public": view.public,
        "mine": view.own,
    })
}
