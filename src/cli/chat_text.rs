//! The latest turns of a game as text for a chat.

use pbem::desk::TurnExcerpt;
use pbem::service::Recipients;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::notices::may_publish;
use super::turn_words::{list, send_next};
use crate::cli::next::Next;

/// Turns as text.
#[derive(Debug)]
pub(super) struct ChatText {
    /// All messages joined, or only the requested message.
    pub text: String,
    /// Next steps.
    pub next: Vec<Next>,
    /// The messages to send.
    pub messages: Vec<String>,
    /// Number of turns.
    pub turns: usize,
    /// The players who need these turns, and those who follow the game.
    pub recipients: Recipients,
}

/// Returns the turns that the player to move doesn't have yet, as text. If `part` is given, the
/// text is only that part.
pub(super) fn turns(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    part: Option<usize>,
) -> Result<ChatText, CliError> {
    may_copy_turns(ctx, loaded)?;
    let (name, send) = (loaded.name(), send_next(ctx, loaded));
    let new = loaded.new_turns();
    // The others follow the game, as with copies of an email.
    let recipients = Recipients::of(loaded);
    let readers = [recipients.to.as_slice(), &recipients.cc].concat();
    let who = list(&readers);
    let (types, pastes) = if readers.len() > 1 { ("type", "paste") } else { ("types", "pastes") };
    let Some(messages) = new.messages() else {
        let message = format!("the turns for {who} are too long for a chat.");
        return Err(CliError::not_now(CliErrorKind::NotHere, message)
            .then(Next::command(send))
            .then(Next::command(format!("pbem copy {name} -"))));
    };
    let TurnExcerpt { count: turns, .. } = new;
    let parts = messages.len();
    let text = match part {
        None => messages.join("\n"),
        Some(part) => {
            let message = format!("there is no part {part}: the last part is {parts}.");
            let no_such = || CliError::usage(message);
            part.checked_sub(1).and_then(|at| messages.get(at)).cloned().ok_or_else(no_such)?
        }
    };
    let mut next = match part {
        _ if parts == 1 => {
            vec![Next::advice(format!("paste it into a chat with {who}, who {types}  pbem paste"))]
        }
        None => vec![Next::advice(format!(
            "send the {parts} parts to {who}, one per message. {who} {types}  pbem paste  and \
                {pastes} all of them, in any order"
        ))],
        Some(part) => vec![
            Next::advice(format!(
                "paste part {part} of {parts} into a chat with {who}, and send it"
            )),
            match part + 1 {
                next if next > parts => Next::advice(format!(
                    "{who} {types}  pbem paste  and {pastes} all {parts} parts, in any order"
                )),
                next => Next::command(format!("pbem copy {name} --turn --clipboard --part {next}")),
            },
        ],
    };
    if let Some(copies) = &recipients.copies {
        let mail = Next::command(send);
        next.push(mail.why(format!("mail it, with a copy to {copies}")));
    }
    // Record that this turn was shown as text. It can still be undone, because only the player
    // knows whether it was pasted into a chat.
    let number = loaded.bot_turn().or(loaded.last_own().map(|turn| turn.number));
    loaded.records.iter_mut().for_each(|record| record.given = number);
    loaded.keep(ctx)?;
    Ok(ChatText { text, next, messages, turns, recipients })
}

/// Checks that the turns are for another player and can be sent.
fn may_copy_turns(ctx: &mut Context, loaded: &OpenFile) -> Result<(), CliError> {
    if loaded.is_mine() {
        let message = "it is your turn: move first.";
        return Err(CliError::not_now(CliErrorKind::YourTurn, message)
            .then(Next::command(format!("pbem show {}", loaded.name()))));
    }
    may_publish(ctx, loaded)
}
