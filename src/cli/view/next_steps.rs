//! Commands that a player can type next.

use pbem::render;
use pbem::table::{Expects, Keys, View};

use crate::cli::context::Context;
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir::digits;
use crate::cli::notices::unmailed;
use crate::cli::report::quoted;
use crate::cli::view::next_game::next_game;

/// Returns the next steps after the end of a game.
pub(crate) fn over(ctx: &mut Context, loaded: &OpenFile) -> Vec<String> {
    let verify = format!("pbem verify {}      check that everyone was honest", loaded.typed());
    // If a turn and a claim crossed in the mail, leave this step out, because the notice explains
    // what to do.
    let verify = Some(verify).filter(|_| loaded.beside().is_empty());
    verify.into_iter().chain(next_game(ctx, loaded)).collect()
}

/// Returns the next step for a user who has no secrets in the game yet. `who` is the player to
/// move, who may still have to join.
fn next_without_keys(loaded: &OpenFile, who: &str) -> String {
    let standing = &loaded.game.standing;
    let opener = loaded.game.file.turns.first().map(|turn| turn.seat.as_str());
    let by_bot = opener.is_some_and(|seat| loaded.bot(seat).is_some());
    match (standing.expects == Expects::Join, loaded.is_own(who)) {
        (false, _) => format!("it is {who}'s turn"),
        (true, false) => format!("{who} can join with  pbem join {}", digits(&standing.id)),
        // The player joins with the first move.
        (true, true) if by_bot => {
            format!("pbem turn {}      join with your first move", loaded.name())
        }
        (true, true) if loaded.joined().next().is_none() => format!("pbem join {}", loaded.typed()),
        (true, true) => format!("pbem join {} --as {who}", loaded.typed()),
    }
}

/// Returns the next steps in a game that isn't over.
pub(crate) fn next_steps(
    ctx: &Context,
    loaded: &OpenFile,
    keys: Option<&Keys>,
    view: &View,
) -> Vec<String> {
    let standing = &loaded.game.standing;
    let name = loaded.name();
    let Some(due) = standing.due else { return Vec::new() };
    let who = standing.names.of(due);
    if loaded.bot_is_due() {
        return vec![format!("pbem move {name}      let {who} answer")];
    }
    let Some(keys) = keys else { return vec![next_without_keys(loaded, who)] };
    if due != keys.seat {
        if unmailed(ctx, loaded).is_some() {
            return Vec::new();
        }
        return vec![format!("wait for {who}'s mail, then  pbem receive"), mail_again(loaded, who)];
    }
    let proof = || format!("pbem dispute {name}      prove that a box is wrong, and win the game");
    if (0..loaded.records.len()).any(|at| loaded.resigns(at)) {
        return vec![
            format!("pbem move {name}      resign, as planned"),
            format!("pbem resign {name} --cancel      play on"),
        ];
    }
    if view.expects == Expects::Reveal {
        return vec![format!("pbem reveal {name}      reveal your setup, to prove the result")];
    }
    if view.expects != Expects::Move {
        let does = if standing.rolls { "take your turn" } else { "answer" };
        let answers = if view.bad_boxes.is_empty() {
            format!("pbem move {name}      {does}")
        } else {
            proof()
        };
        return vec![answers];
    }
    let planned = (0..loaded.records.len()).find_map(|at| loaded.foreseen(at));
    let planned = planned
        .map(|foreseen| format!("pbem move {name}      play {}, as planned", foreseen.moves));
    let mut next: Vec<String> = planned.into_iter().chain(examples(&name, view)).collect();
    let offered = standing.offer.filter(|by| *by != keys.seat);
    next.extend(offered.map(|_| format!("pbem accept {name}      accept the draw")));
    next.extend((!view.bad_boxes.is_empty()).then(proof));
    next
}

/// Returns commands with examples of moves, each with a description.
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

/// Returns the command for a player who waits for `who`. The command mails the last turn, for the
/// first time or again.
pub(crate) fn mail_again(loaded: &OpenFile, who: &str) -> String {
    let name = loaded.name();
    match loaded.unmailed() {
        Some(number) => format!("pbem send {name}      mail turn {number}, if you haven't"),
        None => {
            format!("pbem send {name} --again      mail the file to {who} again, if it was lost")
        }
    }
}
