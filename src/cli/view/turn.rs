//! The report of a signed turn, or of a turn that was only tried.

use pbem::desk::TurnSummary;
use pbem::service::Recipients;
use pbem::table::{Expects, Standing};
use pbem::turnfile::Turn;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::report::{Report, place};
use crate::cli::sign::{self, Signed};
use crate::cli::view::next_game::next_game;

/// Reports the answers and the move of a turn or a preview.
pub(crate) fn tell_sketch(
    report: &mut Report,
    standing: &Standing,
    sketch: &TurnSummary,
    tried: bool,
) {
    let names = &standing.names;
    let label = |made, would| if tried { would } else { made };
    for (question, answer) in &sketch.answered {
        report.row(label("Answered", "Answers"), format!("{}:  {answer}", names.fill(question)));
    }
    match sketch.moves.as_slice() {
        [] => {}
        [word] if word == "resign" => {
            report.row(label("Resigned", "Resigns"), "you resign");
        }
        [word] if word == "accept" => {
            report.row(label("Accepted", "Accepts"), "the draw is agreed");
        }
        moves => report.row(label("Moved", "Moves"), moves.join("; ")),
    }
    if sketch.revealed {
        report.row(label("Showed", "Shows"), "your setup, for everyone to check");
    }
    if sketch.offered {
        report.row(label("Offered", "Offers"), "with a draw offer");
    }
    if let Some(why) = &sketch.no_offer {
        let goes = label("has not gone", "does not go");
        report.row("Note", format!("your offer of a draw {goes} along: {why}"));
    }
    if let Some(dropped) = &sketch.dropped {
        let who = standing.due_name().unwrap_or("nobody");
        let why = match (sketch.revealed, sketch.answered.is_empty()) {
            (true, _) => "the game is decided".to_owned(),
            (false, true) => format!("it is {who}'s move"),
            (false, false) => format!("after the answer, it is {who}'s move"),
        };
        report.row(label("Dropped", "Drops"), format!("your {dropped}: {why}"));
    }
}

/// Whether the turn contains only the results of chance.
fn only_draws(turn: &Turn) -> bool {
    let nothing_else =
        [&turn.moves, &turn.answer, &turn.open, &turn.reveal].into_iter().all(Vec::is_empty);
    nothing_else && turn.setup.is_empty() && turn.offer.is_none()
}

/// Reports a new turn and the next step for its file.
pub(crate) fn tell(ctx: &mut Context, report: &mut Report, signed: &Signed) {
    let (loaded, sketch) = (&signed.game, &signed.sketch);
    let standing = &loaded.game.standing;
    let number = sketch.number;
    let me = loaded.records[signed.at].seat();
    if loaded.records.len() > 1 {
        report.row("Seat", me);
    }
    tell_sketch(report, standing, sketch, false);
    let turn = loaded.game.file.turns.last();
    if turn.is_some_and(only_draws) {
        let told = loaded.game.table.news(number.saturating_sub(1));
        for line in told.into_iter().flat_map(|told| told.lines) {
            report.row("Drawn", line);
        }
    }
    let what = match (sketch.moves.is_empty(), sketch.revealed) {
        _ if turn.is_some_and(|turn| !turn.setup.is_empty()) => format!("turn {number}, signed"),
        (true, true) => format!("turn {number}, reveal"),
        (true, false) if !sketch.answered.is_empty() => format!("turn {number}, answer only"),
        _ => format!("turn {number}, signed"),
    };
    sign::wrote(ctx, report, signed, &what);
    let file = loaded.target.file_name().unwrap_or_else(|| "it".to_owned());
    // Bots answer first; their turns are reported after this.
    if loaded.records.iter().all(|record| record.bots.is_empty()) {
        tell_next(ctx, report, loaded, number, &file);
    }
    if loaded.target.path.is_none() {
        report.file = Some(signed.text.clone());
    }
    report.signed = Some(loaded.name());
    let mail = Recipients::of(loaded);
    report.json = json!({
        "schema": "pbem-turn/1", "file": loaded.target.path.as_deref().map(place),
        "id": standing.id.to_string(), "name": loaded.name(), "number": number,
        "seat": me,
        "answer": sketch.answer, "move": sketch.moves, "dropped": sketch.dropped,
        "offered": sketch.offered, "no_offer": sketch.no_offer, "mail_to": mail.to, "cc": mail.cc,
        "over": standing.expects == Expects::Over,
        "revealed": sketch.revealed,
    });
}

/// Reports the step after turn `number` in `file`: the end of the game, or the recipient.
fn tell_next(ctx: &mut Context, report: &mut Report, loaded: &OpenFile, number: u32, file: &str) {
    let standing = &loaded.game.standing;
    match (standing.expects, &standing.outcome) {
        (Expects::Over, Some(outcome)) => {
            report.say(format!("The game is over: {}.", standing.names.fill(&outcome.reason)));
            report.then(sign::hand_on(ctx, loaded, file));
            slip(report, loaded);
            report.then(format!(
                "pbem verify {}      check that everyone was honest",
                loaded.typed()
            ));
            report.next.extend(next_game(ctx, loaded));
        }
        (Expects::Over, None) => {
            report.line("The game is over.");
            report.then(sign::hand_on(ctx, loaded, file));
            report.then(format!("pbem verify {}", loaded.typed()));
        }
        (Expects::Reveal, outcome) => {
            let who = standing.due_name().unwrap_or("nobody");
            let outcome = outcome.as_ref().map(|outcome| standing.names.fill(&outcome.reason));
            let outcome = outcome.map_or_else(String::new, |reason| format!(": {reason}"));
            report.say(format!(
                "The game is decided{outcome}. Next, {who} reveals the setup, so that the result \
                    can be verified."
            ));
            report.then(sign::hand_on(ctx, loaded, file));
            slip(report, loaded);
        }
        _ => {
            let name = loaded.name();
            match standing.due_name().filter(|due| loaded.is_own(due)) {
                Some(due) => report.then(format!(
                    "pbem show {name} --as {due}      {due} is next, in this vault too"
                )),
                None => report.then(sign::hand_on(ctx, loaded, file)),
            }
            if number > 1 {
                report.then(format!("pbem undo {name}      undo, before you mail it"));
            }
        }
    }
}

/// A player who has resigned may have meant another game, so show how to undo it.
fn slip(report: &mut Report, loaded: &OpenFile) {
    let resigned = loaded.game.file.turns.last().is_some_and(|turn| turn.moves == ["resign"]);
    if resigned {
        report.then(format!("pbem undo {}      undo, before you mail it", loaded.name()));
    }
}
