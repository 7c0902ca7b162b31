//! `pbem show`: the board, what is new, what you are asked, what you may do.

mod hint;
mod text;
mod told;

use clap::{Args, ValueEnum};
use pbem::render;
use pbem::table::{Expects, Keys, TurnNews, View};
use serde_json::json;

pub(crate) use self::text::came_out;
use self::text::{Length, Telling, head};
pub(crate) use self::told::superseded;
use self::told::{agreed, asked, breach, newest, news_of_others, old_copy, pressing};
use super::moves::own_seat;
use super::rematch::next_game;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::filing::digits;
use crate::cli::game_file::GameFile;
use crate::cli::notices::{claim_json, is_late, seconds_left, unmailed};
use crate::cli::report::{Report, quoted};
use crate::cli::sign::exit_code;
use crate::cli::when::stamp;

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
    /// Format: text, list (sentences, for screen readers), svg or html; by default text, or list
    /// after `pbem config boards sentences`
    #[arg(long, value_enum, hide_possible_values = true)]
    pub format: Option<Format>,
    /// How many lines stand around it, if not what is next
    #[arg(skip)]
    pub around: Option<usize>,
}

/// How a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// Drawing
    Text,
    /// Sentences, for screen readers and proportional fonts
    List,
    /// Picture
    Svg,
    /// Web page
    Html,
}

impl Format {
    /// The format for boards in the settings of the vault.
    pub(crate) fn set(ctx: &mut Context) -> Format {
        if ctx.wants_sentences() { Format::List } else { Format::Text }
    }
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Show) -> Result<Report, Failure> {
    let format = args.format.unwrap_or_else(|| Format::set(ctx));
    let mut laid = GameFile::open(ctx, &args.game)?;
    if let Some(stale) = laid.stale.take() {
        ctx.warn(old_copy(&laid, &stale, &args.game));
    }
    let at = if args.public { None } else { laid.seat_shown(ctx)? };
    let keys = match at {
        Some(at) => Some(laid.keys(ctx, at)?),
        None => None,
    };
    let since = at.map_or(0, |at| news_since(&laid, at));
    if let (Some(at), None, false) = (at, args.turn, ctx.global.json) {
        laid.records[at].last_seen_turn = laid.game.standing.turns();
    }
    if let Some(number) = args.turn {
        wind_back(&mut laid, number)?;
    }
    if let Some(piece) = &args.moves {
        return moves(ctx, &laid, keys.as_ref(), piece);
    }
    if args.hint {
        return hint::hint(ctx, &laid, needs_seat(ctx, &laid, keys.as_ref())?, format);
    }
    let view = laid.game.table.view(keys.as_ref(), ctx.now());
    let mut report = Report { exit: exit_code(&laid), ..Report::default() };
    match format {
        Format::Text | Format::List => {
            let length = match (args.short, args.full) {
                (true, _) => Length::Short,
                (_, true) => Length::Full,
                _ => Length::Fitting,
            };
            let (laid, keys, view) = (&laid, keys.as_ref(), &view);
            let (turn, around) = (args.turn, args.around);
            let telling = Telling { laid, keys, view, since, format, turn, around };
            telling.tell(ctx, &mut report, length);
        }
        Format::Svg | Format::Html => {
            report.text = page(ctx, &laid, keys.as_ref(), &view, since, format);
        }
    }
    report.json = table_json(ctx, &laid, keys.as_ref(), &view, since);
    laid.keep_if_possible(ctx);
    Ok(report)
}

/// The table after a turn, for who has made it.
pub(crate) fn after_turn(
    ctx: &mut Context,
    report: &mut Report,
    laid: &mut GameFile,
    at: usize,
) -> Result<(), Failure> {
    let keys = if laid.records[at].has_joined() { Some(laid.keys(ctx, at)?) } else { None };
    let view = laid.game.table.view(keys.as_ref(), ctx.now());
    let since = news_since(laid, at);
    laid.records[at].last_seen_turn = laid.game.standing.turns();
    let (keys, view) = (keys.as_ref(), &view);
    let (format, turn, around) = (Format::set(ctx), None, None);
    let telling = Telling { laid, keys, view, since, format, turn, around };
    telling.tell(ctx, report, Length::Fitting);
    Ok(())
}

/// The turn after which everything is news: your own last turn, or an earlier one if pbem made that
/// turn automatically and you haven't looked since.
pub(crate) fn news_since(laid: &GameFile, at: usize) -> u32 {
    let own = last_own_turn(laid, at);
    // A seat is taken before anything is shown to it.
    match laid.records[at].last_seen_turn {
        0 => own,
        seen => own.min(seen),
    }
}

/// The news that you haven't seen, as rows, for a turn that is made without a question. With that
/// turn the vault remembers that you have seen them.
pub(crate) fn unseen(ctx: &Context, laid: &mut GameFile) -> Result<String, Failure> {
    let Some(at) = laid.own_seat(ctx)?.filter(|at| laid.records[*at].has_joined()) else {
        return Ok(String::new());
    };
    let seen = match laid.records[at].last_seen_turn {
        0 => last_own_turn(laid, at),
        seen => seen,
    };
    let names = &laid.game.standing.names;
    let own = laid.seat_named(laid.records[at].seat());
    let mut rows = Report::default();
    let (news, mut notes) = (laid.game.table.news(seen), Vec::new());
    let news = news.into_iter().filter(|told| Some(told.seat) != own);
    for told in news {
        notes.extend(told.note_told(names));
        for line in told.lines {
            rows.row(if rows.text.is_empty() { "News" } else { "" }, line);
        }
    }
    for note in notes {
        rows.say(note);
    }
    laid.records[at].last_seen_turn = laid.game.standing.turns();
    Ok(rows.text)
}

/// The number of one's own last turn.
pub(crate) fn last_own_turn(laid: &GameFile, at: usize) -> u32 {
    let me = laid.records[at].seat();
    laid.game.file.turns.iter().rev().find(|turn| turn.seat == me).map_or(0, |turn| turn.number)
}

/// The table as it was after a turn.
fn wind_back(laid: &mut GameFile, number: u32) -> Result<(), Failure> {
    let turns = laid.game.standing.turns();
    if !(1..=turns).contains(&number) {
        return Err(Failure::usage(format!(
            "this game has the turns 1 to {turns}, and no turn {number}."
        )));
    }
    let game = laid.game.back_at(number as usize);
    laid.game =
        game.map_err(|error| Failure::bad_file(FailureKind::Unreadable, error.to_string()))?;
    laid.game.standing.breach = None;
    Ok(())
}

/// What only a player can be told. To whom it belongs nobody knows, where all is shown as public.
fn needs_seat<'a>(
    ctx: &Context,
    laid: &GameFile,
    keys: Option<&'a Keys>,
) -> Result<&'a Keys, Failure> {
    match keys {
        Some(keys) => Ok(keys),
        None => Err(match own_seat(ctx, laid) {
            Err(failure) => failure,
            Ok(_) => Failure::usage("--public doesn't show your own secrets.").then("leave it out"),
        }),
    }
}

fn moves(
    ctx: &Context,
    laid: &GameFile,
    keys: Option<&Keys>,
    piece: &str,
) -> Result<Report, Failure> {
    let lines = laid.game.table.moves_of(needs_seat(ctx, laid, keys)?, ctx.now(), piece);
    let lines = lines.ok_or_else(|| {
        Failure::not_now(FailureKind::NoPieces, "this game has no pieces to list moves for.")
    })?;
    let lines = lines.map_err(|message| Failure::not_now(FailureKind::Illegal, message))?;
    let mut report = Report::new(json!({"schema": "pbem-moves/1", "piece": piece, "moves": lines}));
    for line in &lines {
        report.line(line);
    }
    if lines.is_empty() {
        report.line(format!("{piece} can't move now."));
    }
    Ok(report)
}

/// What to type once the game is over.
pub(crate) fn over(ctx: &mut Context, laid: &GameFile) -> Vec<String> {
    let verify = format!("pbem verify {}      check that everyone was honest", laid.typed());
    // Of two files that have crossed the notice speaks.
    let verify = Some(verify).filter(|_| laid.beside().is_empty());
    verify.into_iter().chain(next_game(ctx, laid)).collect()
}

/// The next step where the player's seat has no secrets yet: somebody joins, or it is not the
/// player's turn.
fn next_without_keys(laid: &GameFile, who: &str) -> String {
    let standing = &laid.game.standing;
    let opener = laid.game.file.turns.first().map(|turn| turn.seat.as_str());
    let by_bot = opener.is_some_and(|seat| laid.bot(seat).is_some());
    match (standing.expects == Expects::Join, laid.is_own(who)) {
        (false, _) => format!("it is {who}'s turn"),
        (true, false) => format!("{who} types  pbem join {}", digits(&standing.id)),
        // The player joins with the first move.
        (true, true) if by_bot => {
            format!("pbem turn {}      join with your first move", laid.name())
        }
        (true, true) if laid.joined().next().is_none() => format!("pbem join {}", laid.typed()),
        (true, true) => format!("pbem join {} --as {who}", laid.typed()),
    }
}

/// What to type next.
fn next_steps(ctx: &Context, laid: &GameFile, keys: Option<&Keys>, view: &View) -> Vec<String> {
    let standing = &laid.game.standing;
    let name = laid.name();
    let Some(due) = standing.due else { return Vec::new() };
    let who = standing.names.of(due);
    if laid.bot_is_due() {
        return vec![format!("pbem move {name}      let {who} answer")];
    }
    let Some(keys) = keys else { return vec![next_without_keys(laid, who)] };
    if due != keys.seat {
        if unmailed(ctx, laid).is_some() {
            return Vec::new();
        }
        return vec![
            format!("wait for {who}'s mail, then  pbem receive"),
            format!("pbem send {name} --again      if your mail was lost"),
        ];
    }
    let proof = || format!("pbem dispute {name}      prove that a box is false, and win the game");
    if (0..laid.records.len()).any(|at| laid.resigns(at)) {
        return vec![
            format!("pbem move {name}      resign, as planned"),
            format!("pbem resign {name} --cancel      play on"),
        ];
    }
    if view.expects == Expects::Reveal {
        return vec![format!("pbem reveal {name}      reveal your setup, to prove the result")];
    }
    if view.expects != Expects::Move {
        let does = if standing.rolls { "makes the file" } else { "answers" };
        let answers = if view.bad_boxes.is_empty() {
            format!("pbem move {name}      {does}")
        } else {
            proof()
        };
        return vec![answers];
    }
    let planned = (0..laid.records.len()).find_map(|at| laid.foreseen(at));
    let planned = planned
        .map(|foreseen| format!("pbem move {name}      play {}, as planned", foreseen.moves));
    let mut next: Vec<String> = planned.into_iter().chain(examples(&name, view)).collect();
    let offered = standing.offer.filter(|by| *by != keys.seat);
    next.extend(offered.map(|_| format!("pbem accept {name}      accept the draw")));
    next.extend((!view.bad_boxes.is_empty()).then(proof));
    next
}

/// Moves that could be typed now, and what they are.
fn examples(name: &str, view: &View) -> Vec<String> {
    let width = view
        .scene
        .examples
        .iter()
        .map(|(typed, _)| render::columns(&quoted(typed)))
        .max()
        .unwrap_or(0);
    let line = |(typed, what): &(String, String)| {
        format!("pbem move {name} {:<width$}   {what}", quoted(typed)).trim_end().to_owned()
    };
    let next: Vec<String> = view.scene.examples.iter().map(line).collect();
    if next.is_empty() { vec![format!("pbem move {name} MOVE")] } else { next }
}

/// The same as a page or as a picture.
fn page(
    ctx: &Context,
    laid: &GameFile,
    keys: Option<&Keys>,
    view: &View,
    since: u32,
    format: Format,
) -> String {
    let standing = &laid.game.standing;
    let names = &standing.names;
    let lines = |news: TurnNews| {
        news.lines.iter().cloned().chain(news.note_told(names)).collect::<Vec<_>>()
    };
    let lines = newest(laid, keys, since).into_iter().flat_map(lines).chain(breach(laid)).collect();
    let head = render::Head { title: head(ctx, laid, keys, view), lines };
    let mut scene = view.scene.clone();
    scene.facts.extend(asked(laid, keys, view));
    scene.facts.extend(pressing(ctx, laid, keys));
    scene.facts.extend(agreed(standing, keys));
    match format {
        Format::Svg => render::svg(&scene, names, &head),
        _ => render::html(&scene, names, &head),
    }
}

/// The report for programs, schema `pbem-table/1`.
fn table_json(
    ctx: &Context,
    laid: &GameFile,
    keys: Option<&Keys>,
    view: &View,
    since: u32,
) -> serde_json::Value {
    let standing = &laid.game.standing;
    let names = &standing.names;
    let answers: Vec<_> = view
        .answers
        .iter()
        .map(|(question, answer)| json!({"question": names.fill(question), "answer": answer}))
        .collect();
    let news: Vec<_> = news_of_others(laid, keys, since)
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
        "name": laid.name(),
        "turns": standing.turns(),
        "seats": laid.game.file.game.seats,
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
        "claim": claim_json(laid),
        "dice": view.public.get("dice"),
        "outcome": standing.outcome.as_ref().map(|outcome| json!({
            "winners": outcome.winners.iter().map(|seat| names.of(*seat)).collect::<Vec<_>>(),
            "reason": names.fill(&outcome.reason),
        })),
        "public": view.public,
        "mine": view.own,
    })
}
