//! The report of a signed turn, or of a preview.

use std::path::PathBuf;

use pbem::desk::TurnSummary;
use pbem::rules::{Names, Preview};
use pbem::service::{BotTurn, PlayedTurn, Recipients, TurnOutcome, TurnRequest};
use pbem::table::{Expects, Intent, OpenGame};
use pbem::turnfile::Turn;
use serde::Serialize;
use serde_json::Value;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::{OpenFile, Target, holds};
use crate::cli::next::Next;
use crate::cli::report::{Report, object, place, quoted};
use crate::cli::time::stamp;
use crate::cli::turn_result::TurnResult;
use crate::cli::turn_words;
use crate::cli::view::next_game::next_game;
use crate::cli::view::table::after_turn;

/// The schema of a turn, and of a preview.
const SCHEMA: &str = "pbem-turn/1";

/// A turn as JSON.
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the schema")]
#[derive(Serialize)]
struct TurnJson<'a> {
    #[serde(flatten)]
    content: ContentJson<'a>,
    offered: bool,
    no_offer: Option<&'static str>,
    revealed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    finished: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bots: Option<&'a [BotTurn]>,
    turns: u32,
    over: bool,
    mail_to: Vec<String>,
    cc: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies_to: Option<String>,
}

/// A preview of a turn, as JSON.
#[derive(Serialize)]
struct TriedJson<'a> {
    #[serde(flatten)]
    content: ContentJson<'a>,
    tried: bool,
}

/// The content of a turn or of a preview, as JSON.
#[derive(Serialize)]
struct ContentJson<'a> {
    file: Option<Value>,
    id: String,
    name: String,
    number: u32,
    seat: &'a str,
    answer: &'a [String],
    #[serde(rename = "move")]
    moves: &'a [String],
    dropped: Option<&'a str>,
    /// The turn's date, if it is earlier than the time of signing.
    #[serde(skip_serializing_if = "Option::is_none")]
    dated_back: Option<String>,
}

/// Returns a turn as JSON.
pub(crate) fn to_json(game: &OpenFile, played_turn: &PlayedTurn) -> Value {
    let standing = &game.game.standing;
    let Recipients { to: mail_to, cc, copies: copies_to } = Recipients::of(game);
    let mut json = TurnJson {
        content: ContentJson {
            file: game.target.path.as_deref().map(place),
            id: standing.id.to_string(),
            name: game.name(),
            number: played_turn.number,
            seat: &played_turn.seat,
            answer: &[],
            moves: &[],
            dropped: None,
            dated_back: None,
        },
        offered: false,
        no_offer: None,
        revealed: false,
        finished: true,
        bots: seat_with_bots(game).map(|_| played_turn.bots.as_slice()),
        turns: standing.turns(),
        over: standing.expects == Expects::Over,
        mail_to,
        cc,
        copies_to,
    };
    let content = &mut json.content;
    match &played_turn.outcome {
        TurnOutcome::Signed(summary) => {
            (content.answer, content.moves) = (&summary.answer, &summary.moves);
            content.dropped = summary.dropped.as_deref();
            (json.offered, json.no_offer) = (summary.offered, summary.no_offer);
            content.dated_back = summary.dated_back.map(stamp);
            (json.finished, json.revealed) = (false, summary.revealed);
        }
        TurnOutcome::Finished => {
            if let Some(turn) = turn_of(game, played_turn) {
                (content.answer, content.moves) = (&turn.answer, &turn.moves);
            }
        }
        TurnOutcome::BotWasDue { dropped, .. } => content.dropped = dropped.as_deref(),
    }
    object(SCHEMA, &json)
}

/// Returns the index of the user's seat that plays against bots.
fn seat_with_bots(game: &OpenFile) -> Option<usize> {
    game.records.iter().position(|record| !record.bots.is_empty())
}

fn turn_of<'a>(game: &'a OpenFile, played_turn: &PlayedTurn) -> Option<&'a Turn> {
    game.game.file.turns.iter().find(|turn| turn.number == played_turn.number)
}

/// Reports the answers and the move of a turn or a preview. `due` is the player to move after the
/// turn.
fn tell_sketch(
    report: &mut Report,
    names: &Names,
    due: Option<&str>,
    sketch: &TurnSummary,
    tried: bool,
) {
    let label = |made, would| if tried { would } else { made };
    for (question, answer) in &sketch.answered {
        report.row(label("Answered", "Answers"), format!("{}:  {answer}", names.fill(question)));
    }
    match sketch.moves.as_slice() {
        [] => {}
        [word] if word == "resign" => {
            report.row(label("Resigned", "Resigns"), "the game");
        }
        [word] if word == "accept" => {
            report.row(label("Accepted", "Accepts"), "the draw");
        }
        moves if sketch.sealed => {
            let until = "sealed until the rules open it or you reveal your setup";
            report.row(label("Moved", "Moves"), format!("{}, {until}", moves.join("; ")));
        }
        moves => report.row(label("Moved", "Moves"), moves.join("; ")),
    }
    if sketch.revealed {
        report.row(label("Showed", "Shows"), "your setup, for everyone to check");
    }
    if sketch.declined {
        report.row(label("Declined", "Declines"), "the draw");
    }
    if sketch.offered {
        report.row(label("Offered", "Offers"), "a draw");
    }
    if let Some(why) = &sketch.no_offer {
        let sent = label("pbem didn't send", "with this turn, pbem won't send");
        report.row("Note", format!("{sent} your draw offer: {why}"));
    }
    if let Some(dropped) = &sketch.dropped {
        let who = due.unwrap_or("nobody");
        let why = match (sketch.revealed, sketch.answered.is_empty()) {
            (true, _) => "the game is decided".to_owned(),
            // A preview doesn't know the position after the turn.
            _ if tried => "it isn't your move after this turn".to_owned(),
            (false, true) => format!("it is {who}'s move"),
            (false, false) => format!("after the answer, it is {who}'s move"),
        };
        report.row(label("Dropped", "Drops"), format!("your {dropped}: {why}"));
    }
}

/// Reports the date of a turn that isn't dated with the time of signing.
fn tell_date(
    ctx: &Context,
    report: &mut Report,
    game: &OpenFile,
    sketch: &TurnSummary,
    label: &'static str,
) {
    let Some(date) = sketch.dated_back else { return };
    let (date, days) = (ctx.around.zone.date_with_year(date), game.game.standing.days_per_turn);
    report.row(
        label,
        format!(
            "{date}, just before the deadline, so that your turn counts as on time: the turn that \
             you answer reached you less than {days} days ago"
        ),
    );
}

/// Returns the label for the effects of a turn that contains only results of chance or answers.
/// Returns `None` for other turns.
fn label_of_effects(turn: &Turn) -> Option<&'static str> {
    let decides = [&turn.moves, &turn.reveal].into_iter().any(|list| !list.is_empty())
        || !turn.setup.is_empty();
    if decides {
        None
    } else if turn.answer.is_empty() {
        (turn.open.is_empty() && turn.offer.is_none()).then_some("Drawn")
    } else {
        Some("Then")
    }
}

/// Describes a turn in a few words.
pub(crate) fn in_short(turn: &Turn) -> String {
    match turn {
        turn if !turn.moves.is_empty() => turn.moves.join("; "),
        turn if !turn.setup.is_empty() => "your setup".to_owned(),
        turn if !turn.reveal.is_empty() => "your reveal".to_owned(),
        _ => "your answer".to_owned(),
    }
}

/// Reports a turn and its file.
pub(crate) fn tell(ctx: &Context, report: &mut Report, game: &OpenFile, played_turn: &PlayedTurn) {
    let turn = turn_of(game, played_turn);
    match &played_turn.outcome {
        TurnOutcome::Signed(summary) => {
            if game.records.len() > 1 {
                report.row("Seat", &played_turn.seat);
            }
            let (names, due) = (&game.game.standing.names, played_turn.due.as_deref());
            tell_sketch(report, names, due, summary, false);
            tell_date(ctx, report, game, summary, "Dated");
            if let Some(label) = turn.and_then(label_of_effects) {
                let news = game.game.table.news(played_turn.number.saturating_sub(1)).into_iter();
                for news in news.filter(|news| news.number == played_turn.number) {
                    let effects = news.lines.iter().filter(|line| !news.answers.contains(line));
                    effects.for_each(|line| report.row(label, line));
                }
            }
            wrote(ctx, report, &game.target, &in_the_file(turn, summary));
        }
        TurnOutcome::Finished => {
            let what = turn.map(in_short).unwrap_or_default();
            let number = played_turn.number;
            report.row("Finished", format!("turn {number} ({what}), which you signed earlier"));
            wrote(ctx, report, &game.target, "");
        }
        TurnOutcome::BotWasDue { bot, dropped } => {
            report.row("Finished", format!("{bot} still had to answer, and has now done so"));
            if let Some(typed) = dropped {
                report.row("Dropped", format!("your {typed}: look at the answer before you move"));
            }
        }
    }
    if game.target.path.is_none() {
        report.file = Some(game.game.file.write());
    }
    report.signed = true;
    report.json = to_json(game, played_turn);
}

/// Describes what was written to the file: `turn 3, signed`.
fn in_the_file(turn: Option<&Turn>, summary: &TurnSummary) -> String {
    let number = summary.number;
    match (summary.moves.is_empty(), summary.revealed) {
        _ if turn.is_some_and(|turn| !turn.setup.is_empty()) => format!("turn {number}, signed"),
        (true, true) => format!("turn {number}, reveal"),
        (true, false) if !summary.answered.is_empty() => format!("turn {number}, answer only"),
        _ => format!("turn {number}, signed"),
    }
}

/// Adds the path of the written file.
pub(crate) fn wrote(ctx: &Context, report: &mut Report, target: &Target, what: &str) {
    target.add_notes(report);
    let path = target.path.as_ref();
    let path = path.map_or_else(|| "to standard output".to_owned(), |path| ctx.shown(path));
    report.row("Wrote", format!("{path}      {what}").trim_end());
}

/// Adds what comes after the turn: the board if there are bots, otherwise the end of the game or
/// the recipient.
pub(crate) fn conclude(
    ctx: &mut Context,
    mut report: Report,
    mut game: OpenFile,
    played_turn: &PlayedTurn,
) -> Result<TurnResult, CliError> {
    let file = game.target.file_name().unwrap_or_else(|| "it".to_owned());
    if let Some(at) = seat_with_bots(&game) {
        report.exit = report.exit.max(turn_words::exit_code(&game));
        report.line("");
        after_turn(ctx, &mut report, &mut game, at, played_turn.seen)?;
        // The player's next turn is mailed together with the bot's.
        if !Recipients::of(&game).is_empty() && !game.is_mine() {
            report.next.insert(0, turn_words::next_step(ctx, &game, &file));
        }
        game.keep_if_possible(ctx);
    } else if matches!(played_turn.outcome, TurnOutcome::Signed(_)) {
        tell_next(ctx, &mut report, &game, played_turn.number, &file);
    } else {
        report.then(turn_words::next_step(ctx, &game, &file));
    }
    Ok(TurnResult::of(report, game))
}

/// Returns the report for a user who named an older copy, if the game's own file already has the
/// user's last turn. Nothing is written then.
pub(crate) fn already_written(ctx: &Context, game: &mut OpenFile) -> Option<Report> {
    let turn = game.game.file.turns.last()?.clone();
    let record = game.records.iter().find(|record| record.seat() == turn.seat)?;
    let path = PathBuf::from(record.path.as_deref()?);
    if !holds(&path, &record.newest()?.chain) {
        return None;
    }
    let mut report = Report::default();
    let (name, number) = (game.name(), turn.number);
    report.say(format!(
        "You have already signed turn {number} of {name} ({}). It is in {}. Nothing was written.",
        in_short(&turn),
        ctx.shown(&path)
    ));
    report.signed = game.was_mailed(&turn) == Some(false);
    if report.signed {
        report.then(Next::command(format!("pbem send {name}")).why("if you never mailed it"));
    } else {
        report.then(Next::command(format!("pbem show {name}")));
    }
    game.target = Target::at(Some(path));
    report.json = to_json(game, &PlayedTurn::new(number, turn.seat, TurnOutcome::Finished));
    Some(report)
}

/// Reports the preview of a turn, with its possible results.
pub(crate) fn rehearsal(
    ctx: &mut Context,
    game: &OpenFile,
    at: usize,
    request: &TurnRequest,
    sketch: &TurnSummary,
) -> Result<Report, CliError> {
    let keys = game.keys(ctx, at)?;
    let OpenGame { table, standing, .. } = &game.game;
    let content = ContentJson {
        file: None,
        id: standing.id.to_string(),
        name: game.name(),
        number: sketch.number,
        seat: standing.names.of(keys.seat),
        answer: &sketch.answer,
        moves: &sketch.moves,
        dropped: sketch.dropped.as_deref(),
        dated_back: sketch.dated_back.map(stamp),
    };
    let mut report = Report::of(SCHEMA, &TriedJson { content, tried: true });
    tell_sketch(&mut report, &standing.names, standing.due_name(), sketch, true);
    tell_date(ctx, &mut report, game, sketch, "Date");
    for line in &table.view(Some(&keys), ctx.now()).ahead {
        report.row("Reveals", line);
    }
    if let Intent::Move(typed) = &request.intent {
        let Preview { lines, warning } = table.preview(&keys, ctx.now(), typed);
        lines.iter().chain(&warning).for_each(|line| report.line(format!("  {line}")));
    }
    report.line("Nothing was written.");
    if let Intent::Move(typed) = &request.intent {
        let note = request.note.as_deref().map(|note| format!(" --note {}", quoted(note)));
        let command = format!("pbem move {} {}", game.name(), quoted(typed));
        report.then(Next::command(command + &note.unwrap_or_default()).why("sign it"));
    }
    Ok(report)
}

/// Reports what comes after turn `number`, which is in `file`: the end of the game, or the
/// recipient.
fn tell_next(ctx: &mut Context, report: &mut Report, loaded: &OpenFile, number: u32, file: &str) {
    let standing = &loaded.game.standing;
    match (standing.expects, &standing.outcome) {
        (Expects::Over, Some(outcome)) => {
            report.say(format!("The game is over: {}.", standing.names.fill(&outcome.reason)));
            report.then(turn_words::next_step(ctx, loaded, file));
            slip(report, loaded);
            report.then(
                Next::command(format!("pbem verify {}", loaded.typed()))
                    .why("check that everyone was honest"),
            );
            report.next.extend(next_game(ctx, loaded));
        }
        (Expects::Over, None) => {
            report.line("The game is over.");
            report.then(turn_words::next_step(ctx, loaded, file));
            report.then(Next::command(format!("pbem verify {}", loaded.typed())));
        }
        (Expects::Reveal, outcome) => {
            let who = standing.due_name().unwrap_or("nobody");
            let outcome = outcome.as_ref().map(|outcome| standing.names.fill(&outcome.reason));
            let outcome = outcome.map_or_else(String::new, |reason| format!(": {reason}"));
            report.say(format!(
                "The game is decided{outcome}. Next, {who} reveals their setup, so that the \
                    result can be verified."
            ));
            report.then(turn_words::next_step(ctx, loaded, file));
            slip(report, loaded);
        }
        _ => {
            let name = loaded.name();
            match standing.due_name().filter(|due| loaded.is_own(due)) {
                Some(due) => report.then(
                    Next::command(format!("pbem show {name} --as {due}"))
                        .why(format!("{due} is next, and shares this vault")),
                ),
                None => report.then(turn_words::next_step(ctx, loaded, file)),
            }
            if number > 1 {
                report.then(
                    Next::command(format!("pbem undo {name}")).why("undo, before you mail it"),
                );
            }
        }
    }
}

/// Suggests the command that undoes a resignation, because the player may have meant another game.
fn slip(report: &mut Report, loaded: &OpenFile) {
    let resigned = loaded.game.file.turns.last().is_some_and(|turn| turn.moves == ["resign"]);
    if resigned {
        report.then(
            Next::command(format!("pbem undo {}", loaded.name())).why("undo, before you mail it"),
        );
    }
}
