//! The status line: the open question, the player to move, or the result.

use pbem::rules::OutcomeKind;
use pbem::service::Recipients;

use crate::cli::play::drafting::Drafts;
use crate::cli::play::news::is_loud;
use crate::cli::play::table::Table;
use crate::cli::turn_words::{copy_words, list as list_of};

/// Returns the label and the text of the status line: the open question, the player to move, or the
/// result.
pub(crate) fn status_text(table: &Table) -> (&'static str, String) {
    let names = table.names();
    let standing = &table.file.game.standing;
    let because = table.view.because.as_ref().map(|why| format!(" ({})", names.fill(why)));
    let answers = match table.view.answers.as_slice() {
        [(question, answer)] => format!("{}. You will answer {answer}", names.fill(question)),
        several => {
            let all = several.iter().map(|(question, answer)| format!("{question}: {answer}"));
            names.fill(&format!("You will answer {}", all.collect::<Vec<_>>().join(", ")))
        }
    };
    if !table.view.answers.is_empty() && table.is_due() {
        // Add only important effects, such as a card; other effects of the answer are shown below.
        let ahead = table.view.ahead.iter().filter(|line| is_loud(line)).cloned();
        let text = std::iter::once(answers).chain(ahead).collect::<Vec<_>>().join("; ");
        return ("Asked", format!("{text}{}.", because.unwrap_or_default()));
    }
    let notices: Vec<&str> = table.notices.iter().map(|notice| notice.text.as_str()).collect();
    let due = match standing.due {
        _ if table.back.is_some() => String::new(),
        Some(_) if let Some(moves) = table.planned() => {
            return ("Turn", format!("you. You planned {moves}: press Enter to sign it."));
        }
        _ if standing.outcome.is_some() => return ("Over", over(table)),
        None => return ("Over", "The game is over. Press . to see what you can do.".to_owned()),
        Some(_) if table.is_due() && standing.offer.is_some() => {
            "you. Your opponent offers a draw: press . to accept it; a move declines it".to_owned()
        }
        Some(_) if table.is_due() => {
            // Put the last effect, the dice, first: the player needs it most.
            let ahead = table.view.ahead.iter().rev().map(String::as_str);
            ["you"].into_iter().chain(ahead).collect::<Vec<_>>().join("; ")
        }
        Some(due) if table.file.is_person(names.of(due)) && table.file.unmailed().is_some() => {
            let (who, file) = (names.of(due), table.file.file_name());
            let copies = copy_words(&Recipients::of(&table.file));
            format!("{who}, after you mail {file}{copies}: press . to mail it")
        }
        Some(due) => names.of(due).to_owned(),
    };
    ("Turn", if notices.is_empty() { due } else { notices.join(" ") })
}

/// Returns the result of the game, as the viewer sees it, and the next step.
pub(crate) fn over(table: &Table) -> String {
    let Some(outcome) = &table.file.game.standing.outcome else { return String::new() };
    let own = table.keys.as_ref().map(|keys| keys.seat);
    let who = match (outcome.kind, own) {
        (OutcomeKind::Draw, _) => "A draw".to_owned(),
        (OutcomeKind::Void, _) => "No one won".to_owned(),
        (OutcomeKind::Win, Some(own)) if outcome.winners.contains(&own) => "You won".to_owned(),
        (OutcomeKind::Win, Some(_)) if !table.is_referee() => "You lost".to_owned(),
        (OutcomeKind::Win, _) => {
            let winners = outcome.winners.iter().map(|seat| table.names().of(*seat).to_owned());
            format!("{} won", list_of(&winners.collect::<Vec<_>>()))
        }
    };
    let still = match table.file.game.standing.due {
        Some(due) if Some(due) == own => "; press . to reveal your setup".to_owned(),
        Some(due) => format!("; {} must still reveal their setup", table.names().of(due)),
        None if table.file.unmailed().is_some() => {
            let copies = copy_words(&Recipients::of(&table.file));
            let file = table.file.file_name();
            format!("; you still have to mail {file}{copies}: press . to do so")
        }
        None => String::new(),
    };
    format!("{who}: {}{still}", table.names().fill(&outcome.reason))
}

/// Whether there is nothing to report except that it is the user's move.
pub(crate) fn goes_without_saying(table: &Table) -> bool {
    let is_asked = !table.view.answers.is_empty() || !table.notices.is_empty();
    table.is_due() && !is_asked && table.file.game.standing.offer.is_none()
}
