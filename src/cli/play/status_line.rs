//! What is asked, who is due, who has won.

use pbem::rules::OutcomeKind;

use crate::cli::play::drafting::Drafts;
use crate::cli::play::news::is_loud;
use crate::cli::play::table::Table;
use crate::cli::sign::list as list_of;

/// What is asked; else who is due, or who has won.
pub(crate) fn asked(table: &Table) -> (&'static str, String) {
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
        // A card that is drawn; what else comes of the answer stands below.
        let ahead = table.view.ahead.iter().filter(|line| is_loud(line)).cloned();
        let told = std::iter::once(answers).chain(ahead).collect::<Vec<_>>().join("; ");
        return ("Asked", format!("{told}{}.", because.unwrap_or_default()));
    }
    let notices: Vec<&str> = table.notices.iter().map(|notice| notice.text.as_str()).collect();
    let due = match standing.due {
        _ if table.back.is_some() => String::new(),
        Some(_) if let Some(moves) = table.planned() => {
            return ("Due", format!("you. You have planned {moves}: Enter signs it."));
        }
        _ if standing.outcome.is_some() => return ("Over", over(table)),
        None => return ("Over", "Nobody is due. Press . to check the game.".to_owned()),
        Some(_) if table.is_due() && standing.offer.is_some() => {
            "you, and a draw is offered: . accepts it, a move declines it".to_owned()
        }
        Some(_) if table.is_due() => {
            // What has come of it last, the dice, is what one goes by.
            let ahead = table.view.ahead.iter().rev().map(String::as_str);
            ["you"].into_iter().chain(ahead).collect::<Vec<_>>().join("; ")
        }
        Some(due) if table.file.is_person(names.of(due)) && table.file.unmailed().is_some() => {
            let (who, file) = (names.of(due), table.file.file_name());
            format!("{who}, as soon as {file} has been mailed: . mails it")
        }
        Some(due) => names.of(due).to_owned(),
    };
    ("Due", if notices.is_empty() { due } else { notices.join(" ") })
}

/// How the game has come out for who looks on it.
pub(crate) fn over(table: &Table) -> String {
    let Some(outcome) = &table.file.game.standing.outcome else { return String::new() };
    let own = table.keys.as_ref().map(|keys| keys.seat);
    let who = match (outcome.kind, own) {
        (OutcomeKind::Draw, _) => "A draw".to_owned(),
        (OutcomeKind::Void, _) => "Nobody has won".to_owned(),
        (OutcomeKind::Win, Some(own)) if outcome.winners.contains(&own) => "You won".to_owned(),
        (OutcomeKind::Win, Some(_)) if !table.is_referee() => "You lost".to_owned(),
        (OutcomeKind::Win, _) => {
            let winners = outcome.winners.iter().map(|seat| table.names().of(*seat).to_owned());
            format!("{} won", list_of(&winners.collect::<Vec<_>>()))
        }
    };
    let still = match table.file.game.standing.due {
        Some(due) if Some(due) == own => "; your setup is still to be shown: .".to_owned(),
        Some(due) => format!("; {} has still to show the setup", table.names().of(due)),
        None if table.file.unmailed().is_some() => {
            format!("; {} has still to be mailed: .", table.file.file_name())
        }
        None => String::new(),
    };
    format!("{who}: {}{still}", table.names().fill(&outcome.reason))
}

/// Is there nothing to be said of it but that it is one's own move?
pub(crate) fn goes_without_saying(table: &Table) -> bool {
    let is_asked = !table.view.answers.is_empty() || !table.notices.is_empty();
    table.is_due() && !is_asked && table.file.game.standing.offer.is_none()
}
