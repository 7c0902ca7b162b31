//! Turns that arrived without their file, as `pbem copy --turn` prints them.

use pbem::desk::UnmatchedFragment;
use pbem::letters::{Fragment, FragmentError};
use pbem::turnfile::Part;

use super::received::{ReceivedFiles, SetAside};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::games_dir::GamesDir;
use crate::cli::report::exit;
use crate::cli::turn_words::list;

/// Reason for rejecting a turn that a chat program cut off or rewrapped.
const TORN: &str = "damaged: part of the turn is missing, or its lines have changed";
/// Advice for a turn that a chat program cut off or rewrapped.
const TURN_AGAIN: &str = "ask for it again (the sender types  pbem copy GAME --turn), or for the \
    whole file (pbem copy GAME FILE)";

/// Sets aside turns that fit no file in the vault.
pub(super) fn put_unfit_aside(
    ctx: &mut Context,
    shelf: &GamesDir,
    left: &[UnmatchedFragment],
    received: &mut ReceivedFiles,
) -> Result<(), CliError> {
    for UnmatchedFragment { piece, name, why, answers_undone } in left {
        let name = name.as_deref().unwrap_or("game");
        let why = match why {
            _ if let Some(why) = missing_parts(piece) => why,
            _ if let Some(undone) = answers_undone => answered(name, *undone),
            Some((have, why)) => words(name, *have, why),
            None => unknown(piece),
        };
        let set_aside = SetAside {
            place: &piece.place,
            why: &why,
            file_stem: &format!("{name}-turn{}-alone", piece.first().unwrap_or(0)),
            text: &piece.text,
            changed: None,
            exit: exit::BAD_FILE,
        };
        received.aside(ctx, shelf, &set_aside)?;
        received.again = received.again.or((why == TORN).then_some(TURN_AGAIN));
    }
    Ok(())
}

/// Explains which parts of a turn are missing. Returns `None` if the text has no numbered parts.
fn missing_parts(piece: &Fragment) -> Option<String> {
    let parts: Vec<Part<'_>> = piece.text.lines().filter_map(Part::parse).collect();
    let count = parts.first()?.count;
    let missing = (1..=count).filter(|number| parts.iter().all(|part| part.number != *number));
    let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
    Some(match missing.as_slice() {
        [one] => format!("part {one} of {count} is missing. Paste all parts at once"),
        several => {
            format!("parts {} of {count} are missing. Paste all parts at once", list(several))
        }
    })
}

/// Explains that a turn answers a turn that the user has undone. The vault doesn't have the text of
/// that turn any more.
fn answered(name: &str, undone: u32) -> String {
    format!(
        "this answers your turn {undone} of {name}, which you have undone. That version of turn \
         {undone} counts, so ask for the whole file. The sender types  pbem copy GAME FILE  and \
         attaches that file to a message"
    )
}

fn unknown(piece: &Fragment) -> String {
    match piece.game() {
        Some(id) => format!(
            "some turns of game {id}, a game that you don't have. Ask for the whole file. The \
                sender types  pbem send GAME --again"
        ),
        None => TORN.to_owned(),
    }
}

fn words(name: &str, have: u32, why: &FragmentError) -> String {
    match why {
        FragmentError::Unreadable | FragmentError::Damaged(_) => TORN.to_owned(),
        FragmentError::Gap(first) => {
            let missing = match first.saturating_sub(1) {
                last if last == have + 1 => format!("turn {last} is missing"),
                last => format!("turns {} to {last} are missing", have + 1),
            };
            format!(
                "this is turn {first} of {name}, but your latest is turn {have}: {missing}. Ask \
                    for the whole file. The sender types  pbem send GAME --again"
            )
        }
        FragmentError::Another(first) => format!(
            "turn {first} in it doesn't follow your version of turn {} of {name}. Ask for the \
                whole file. The sender types  pbem send GAME --again",
            first.saturating_sub(1)
        ),
    }
}
