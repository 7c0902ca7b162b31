//! Commands that a player can type next.

use pbem::render;
use pbem::table::{Expects, Keys, View};

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::digits;
use crate::cli::next::{GAP, Next};
use crate::cli::notices::unmailed;
use crate::cli::report::quoted;
use crate::cli::turn_words::{send_again, send_next};
use crate::cli::view::next_game::next_game;

/// Returns the next steps after the end of a game.
pub(crate) fn over(ctx: &mut Context, loaded: &OpenFile) -> Vec<Next> {
    let verify = Next::command(format!("pbem verify {}", loaded.typed()));
    let verify = verify.why("check that everyone was honest");
    // If a turn and a claim crossed in the mail, leave this step out, because the notice explains
    // what to do.
    let verify = Some(verify).filter(|_| loaded.beside().is_empty());
    verify.into_iter().chain(next_game(ctx, loaded)).collect()
}

/// Returns the next step for a user who has no secrets in the game yet. `who` is the player to
/// move, who may still have to join.
fn next_without_keys(loaded: &OpenFile, who: &str) -> Next {
    let standing = &loaded.game.standing;
    let opener = loaded.game.file.turns.first().map(|turn| turn.seat.as_str());
    let by_bot = opener.is_some_and(|seat| loaded.bot(seat).is_some());
    match (standing.expects == Expects::Join, loaded.is_own(who)) {
        (false, _) => Next::advice(format!("wait for {who} to move")),
        (true, false) => {
            Next::advice(format!("{who} can join with  pbem join {}", digits(&standing.id)))
        }
        // The player joins with the first move.
        (true, true) if by_bot => {
            Next::command(format!("pbem turn {}", loaded.name())).why("join with your first move")
        }
        (true, true) if loaded.joined().next().is_none() => {
            Next::command(format!("pbem join {}", loaded.typed()))
        }
        (true, true) => Next::command(format!("pbem join {} --as {who}", loaded.typed())),
    }
}

/// Returns the next steps in a game that isn't over.
pub(crate) fn next_steps(
    ctx: &mut Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
    view: &View,
) -> Vec<Next> {
    let standing = &loaded.game.standing;
    let name = loaded.name();
    let Some(due) = standing.due else { return Vec::new() };
    let who = standing.names.of(due);
    if loaded.bot_is_due() {
        return vec![Next::command(format!("pbem move {name}")).why(format!("let {who} answer"))];
    }
    let Some(keys) = keys else { return vec![next_without_keys(loaded, who)] };
    if due != keys.seat {
        if unmailed(ctx, loaded).is_some() {
            return Vec::new();
        }
        let wait = Next::advice(format!("wait for mail from {who}, then  pbem receive"));
        return vec![wait, mail_again(ctx, loaded, who)];
    }
    let dispute = || Next::command(format!("pbem dispute {name}"));
    let proof = || dispute().why("prove that a box is wrong, and win the game");
    if (0..loaded.records.len()).any(|at| loaded.resigns(at)) {
        return vec![
            Next::command(format!("pbem move {name}")).why("resign, as planned"),
            Next::command(format!("pbem resign {name} --cancel")).why("play on"),
        ];
    }
    if view.expects == Expects::Reveal {
        let reveal = Next::command(format!("pbem reveal {name}"));
        return vec![reveal.why("reveal your setup, to prove the result")];
    }
    if view.expects != Expects::Move {
        let does = if standing.rolls { "take your turn" } else { "answer" };
        let answers = if view.bad_boxes.is_empty() {
            Next::command(format!("pbem move {name}")).why(does)
        } else {
            proof()
        };
        return vec![answers];
    }
    let planned = (0..loaded.records.len()).find_map(|at| loaded.foreseen(at));
    let planned = planned.map(|foreseen| {
        Next::command(format!("pbem move {name}"))
            .why(format!("play {}, as planned", foreseen.moves))
    });
    let moves = examples(&name, &loaded.game.table.examples(keys, ctx.now()));
    let mut next: Vec<Next> = planned.into_iter().chain(moves).collect();
    let offered = standing.offer.filter(|by| *by != keys.seat);
    next.extend(
        offered.map(|_| Next::command(format!("pbem accept {name}")).why("accept the draw")),
    );
    next.extend((!view.bad_boxes.is_empty()).then(proof));
    next
}

/// Returns commands with these examples of moves, each with its effect.
fn examples(name: &str, examples: &[(String, String)]) -> Vec<Next> {
    let line = |typed: &str| format!("pbem move {name} {typed}");
    let examples = examples.iter().map(|(typed, what)| (line(&quoted(typed)), what));
    let examples: Vec<_> = examples.collect();
    if examples.is_empty() {
        return vec![Next::command(line("MOVE"))];
    }
    let widest = examples.iter().map(|(line, _)| render::columns(line)).max().unwrap_or(0);
    let aligned = |(line, what): (String, &String)| {
        Next::command(line).aligned(what, widest + render::columns(GAP))
    };
    examples.into_iter().map(aligned).collect()
}

/// Returns the command for a player who waits for `who`. The command mails the last turn, for the
/// first time or again.
pub(crate) fn mail_again(ctx: &mut Context, loaded: &OpenFile, who: &str) -> Next {
    match loaded.unmailed() {
        Some(number) => Next::command(send_next(ctx, loaded))
            .why(format!("mail turn {number}, if not done yet")),
        None => Next::command(send_again(ctx, loaded))
            .why(format!("mail the file to {who} again, if it was lost")),
    }
}
