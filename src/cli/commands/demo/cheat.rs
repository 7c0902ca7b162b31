//! Simulates a player whose modified pbem signs a false answer, and a mail program that changes a
//! character of a turn file.

use pbem::audit;
use pbem::rules::Seat;
use pbem::table::{AnyTable, Composed, FindingKind, Keys, OpenGame, Plan, TurnError};
use pbem::turnfile::{Turn, TurnFile};

use crate::cli::commands::demo::players::{DemoPlayers, FILE};
use crate::cli::failure::CliError;

/// A game with a false answer.
pub(crate) struct Lie {
    /// The game. If the lie is rejected on arrival, the turn with the lie is the last turn.
    pub file: TurnFile,
    /// Number of the turn with the lie.
    pub turn: u32,
    pub player: String,
    /// The false answer.
    pub said: String,
    /// The true answer.
    pub truth: String,
    /// In games that prove each answer: the player who rejects the lie, the command and its output.
    pub refused: Option<RefusedTurn>,
}

/// A turn that was rejected.
pub(crate) struct RefusedTurn {
    pub player: String,
    pub typed: String,
    pub said: String,
}

/// Number of answers of a finished game to try to replace with lies.
const ANSWERS: usize = 12;

/// Returns whether a lie can stay undiscovered until the end of this kind of game. To find out,
/// tries to replace answers of `finished`, a finished game of this kind, with lies.
pub(crate) fn room_for_lies(finished: &mut DemoPlayers) -> Result<bool, CliError> {
    let privates = finished.privates(None)?;
    let turns = &finished.game().file.turns;
    let words = answers_given(&finished.game().file);
    let answering = turns.iter().filter(|turn| !turn.answer.is_empty()).rev().take(ANSWERS);
    let mut lies = answering.flat_map(|turn| lies(finished, turn, &words, &privates));
    Ok(lies.any(|lie| lie.read.is_ok()))
}

/// Plays a game with a lie. `words` are possible answers. If a lie passes, plays the game to its
/// end, where a revealed setup contradicts the answer. If `room` is false, a lie that the next
/// player rejects also counts. Returns `None` if there was no occasion to lie.
pub(crate) fn lie(
    company: &mut DemoPlayers,
    words: &[String],
    room: bool,
) -> Result<Option<Lie>, CliError> {
    while company.step()?.is_some() {
        let Some(truth) = company.game().file.turns.last().cloned() else { continue };
        if truth.answer.is_empty() {
            continue;
        }
        // Open only the liar's vault: a player who rejects the lie must not see the true turn
        // before the false turn arrives.
        let liar = company.privates(Some(&truth.seat))?;
        for Lying { composed, read } in lies(company, &truth, words, &liar) {
            let mut file = company.game().file.clone();
            file.turns.pop();
            file.turns.push(composed.turn.clone());
            match read {
                Ok(table) => {
                    let mut privates = company.privates(None)?;
                    let liar = privates.iter_mut().filter(|keys| keys.seat == liar[0].seat);
                    liar.for_each(|keys| keys.hidden.extend(composed.hidden.clone()));
                    if let Some(file) = play_on(company, privates, file, table) {
                        return Ok(Some(lie_of(file, &truth, &composed.turn, None)));
                    }
                }
                Err(TurnError::Breach(finding)) if !room && is_lie(finding.kind) => {
                    let refused = refusal(company, &file, &truth.seat)?;
                    return Ok(Some(lie_of(file, &truth, &composed.turn, refused)));
                }
                Err(_) => {}
            }
        }
    }
    Ok(None)
}

/// Whether this breach proves a lie. A false answer without its token is a bad box.
fn is_lie(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::FalseAnswer | FindingKind::BadBox)
}

/// Returns all distinct answers in a game.
pub(crate) fn answers_given(file: &TurnFile) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in file.turns.iter().flat_map(|turn| &turn.answer) {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    words
}

/// A turn with a lie.
struct Lying {
    composed: Composed,
    /// The table after the turn, or the reason for rejecting the turn.
    read: Result<AnyTable, TurnError>,
}

/// Returns the turns that a liar could sign instead of `turn`, with one of these words as the first
/// answer.
fn lies(company: &DemoPlayers, turn: &Turn, words: &[String], privates: &[Keys]) -> Vec<Lying> {
    let before = usize::try_from(turn.number.saturating_sub(1)).unwrap_or(usize::MAX);
    let Ok(game) = company.game().back_at(before) else { return Vec::new() };
    let Some(liar) = privates.iter().find(|keys| Some(keys.seat) == game.standing.due) else {
        return Vec::new();
    };
    let plan = Plan::new(turn.sent, company.any(turn.number));
    let lying = words.iter().filter_map(|word| game.table.compose_lie(liar, &plan, word));
    lying.map(|(composed, read)| Lying { composed, read }).collect()
}

/// Continues a game to its end after a turn with a lie; all later turns are honest. Returns `None`
/// if the lie is discovered before the end, or if the end doesn't prove it.
fn play_on(
    company: &DemoPlayers,
    mut players: Vec<Keys>,
    mut file: TurnFile,
    mut table: AnyTable,
) -> Option<TurnFile> {
    loop {
        let standing = table.standing();
        let Some(due) = standing.due else { break };
        let number = standing.turns() + 1;
        let player = players.iter_mut().find(|player| player.seat == due)?;
        let sent = standing.last_sent + chrono::Duration::hours(9);
        let plan = Plan::new(sent, company.any(number));
        let (composed, after) = table.compose(player, &plan).ok()?;
        player.hidden.extend(composed.hidden);
        file.turns.push(composed.turn);
        table = after;
    }
    let game = OpenGame::new(file, table);
    let findings = audit::verify_open(&game).findings;
    matches!(findings.as_slice(), [finding] if is_lie(finding.kind)).then_some(game.file)
}

/// Delivers the lie to the next player. Returns the resulting error in that player's pbem.
fn refusal(
    company: &mut DemoPlayers,
    lied: &TurnFile,
    liar: &str,
) -> Result<Option<RefusedTurn>, CliError> {
    let standing = &company.game().standing;
    let at_table = |seat: &Seat| standing.joined(*seat) && standing.names.of(*seat) != liar;
    let seats = standing
        .due
        .into_iter()
        .chain(Seat::all(u8::try_from(company.names().len()).unwrap_or(u8::MAX)));
    let Some(reader) = seats.filter(at_table).map(Seat::index).next() else { return Ok(None) };
    let player = company.names()[reader].to_owned();
    company.deliver(reader, FILE, &lied.write())?;
    let said = company.refused(reader);
    Ok(said.map(|said| RefusedTurn { player, typed: format!("pbem move {FILE}"), said }))
}

fn lie_of(file: TurnFile, truth: &Turn, lying: &Turn, refused: Option<RefusedTurn>) -> Lie {
    let first = |turn: &Turn| turn.answer.first().cloned().unwrap_or_default();
    Lie {
        file,
        turn: truth.number,
        player: truth.seat.clone(),
        said: first(lying),
        truth: first(truth),
        refused,
    }
}

/// Changes one character of one turn, as a faulty mail program could. Returns the text and the
/// number of the turn.
pub(crate) fn damage(file: &TurnFile) -> (String, u32) {
    let text = file.write();
    let starts: Vec<usize> = text.match_indices("\n[[turn]]").map(|(at, _)| at).collect();
    // Prefer to change a digit, because a wrong digit is the hardest to notice. Some games write no
    // digits, so try the alphabet next.
    for is_sign in [|sign: char| sign.is_ascii_digit(), |sign: char| sign.is_ascii_alphabetic()] {
        for (at, start) in starts.iter().enumerate().skip(starts.len() / 2) {
            let end = starts.get(at + 1).copied().unwrap_or(text.len());
            if let Some(changed) = changed(&text, *start, end, is_sign) {
                return (changed, u32::try_from(at + 1).unwrap_or(u32::MAX));
            }
        }
    }
    (text, 0)
}

/// Changes the last character that `is_sign` accepts in the first move or answer of a turn. The
/// turn is in the range `from..to` of the text.
fn changed(text: &str, from: usize, to: usize, is_sign: fn(char) -> bool) -> Option<String> {
    let turn = text.get(from..to)?;
    let place_in = |list: &str| {
        let start = turn.find(list)? + list.len();
        let line = turn.get(start..)?.lines().next()?;
        Some(from + start + line.rfind(is_sign)?)
    };
    let at = place_in("\nmove = [\n").or_else(|| place_in("\nanswer = [\n"))?;
    let other = if text.as_bytes().get(at) == Some(&b'5') { "6" } else { "5" };
    let mut changed = text.to_owned();
    changed.replace_range(at..=at, other);
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_without_digits_can_be_damaged() {
        let text = "\n[[turn]]\nmove = [\n  \"street\",\n]\n";
        let letter = |sign: char| sign.is_ascii_alphabetic();
        let damaged = changed(text, 0, text.len(), letter).expect("a letter");
        assert_eq!(damaged, text.replace("street", "stree5"));
        assert_eq!(changed(text, 0, text.len(), |sign| sign.is_ascii_digit()), None);
    }
}
