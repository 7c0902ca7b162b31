//! Simulates a player whose modified pbem signs a false answer, and a mail program that changes a
//! character of a turn file.

use pbem::rules::Seat;
use pbem::table::{self, Intent, Keys, Plan};
use pbem::turnfile::{Turn, TurnFile};

use crate::cli::commands::demo::players::{DemoPlayers, FILE, turn};
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

/// Returns whether a lie can stay undiscovered until the end of this kind of game. To find out,
/// tries to replace answers of `finished`, a finished game of this kind, with lies.
pub(crate) fn room_for_lies(finished: &mut DemoPlayers) -> Result<bool, CliError> {
    let privates = finished.privates(None)?;
    let file = &finished.game().file;
    let words = answers_given(file);
    let answering = file.turns.iter().filter(|turn| can_lie(turn)).take(12);
    let lies = answering.flat_map(|turn| lies(turn, &words, &privates, &file.game.seats));
    Ok(lies.into_iter().any(|lying| passes(file, &lying)))
}

/// Plays a game with a lie. `words` are the possible answers. If `room` is true, plays the game to
/// its end, where a revealed setup contradicts an answer. Otherwise the next player rejects the
/// first lie. Returns `None` if no player had to answer.
pub(crate) fn lie(
    company: &mut DemoPlayers,
    words: &[Word],
    room: bool,
) -> Result<Option<Lie>, CliError> {
    while company.step()?.is_some() {
        let Some(truth) = company.game().file.turns.last().filter(|turn| can_lie(turn)).cloned()
        else {
            continue;
        };
        // If there is no room for lies, open only the liar's vault: the player who rejects the lie
        // must not see the true turn before the false turn arrives.
        let privates = company.privates(if room { None } else { Some(truth.seat.as_str()) })?;
        for lying in lies(&truth, words, &privates, &company.game().file.game.seats) {
            let start = with_last(&company.game().file, &lying);
            if room {
                if let Some(file) = play_on(company, &privates, start) {
                    return Ok(Some(lie_of(file, &truth, &lying, None)));
                }
            } else {
                let refused = refusal(company, &start, &truth.seat)?;
                return Ok(Some(lie_of(start, &truth, &lying, refused)));
            }
        }
    }
    Ok(None)
}

/// An answer given in a game.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Kind of item that the answer is about, according to the opened item: `passport`, `building`.
    about: String,
    text: String,
}

/// Returns the kind of item that the first answer of a turn is about.
fn about(turn: &Turn) -> String {
    turn.open
        .first()
        .and_then(|entry| entry.split_once('-'))
        .map_or_else(String::new, |(about, _)| about.to_owned())
}

/// Returns all distinct answers in a game.
pub(crate) fn answers_given(file: &TurnFile) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for turn in &file.turns {
        for text in &turn.answer {
            let word = Word { about: about(turn), text: text.clone() };
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words
}

/// Whether the turn contains an answer, but no revealed setup, which would expose a lie.
fn can_lie(turn: &Turn) -> bool {
    !turn.answer.is_empty() && turn.seed.is_none()
}

/// Returns variants of the turn with a different first answer, as a liar could sign them. A liar
/// can omit openings that contradict the lie, but can't forge any.
fn lies(turn: &Turn, words: &[Word], privates: &[Keys], seats: &[String]) -> Vec<Turn> {
    let Some(liar) = privates.iter().find(|keys| seats.get(keys.seat.index()) == Some(&turn.seat))
    else {
        return Vec::new();
    };
    let openings = left_out(turn.open.len());
    let words = words
        .iter()
        .filter(|word| word.about == about(turn) && turn.answer.first() != Some(&word.text));
    let versions = words.flat_map(|word| openings.iter().map(move |openings| (word, openings)));
    let lying = versions.map(|(word, openings)| {
        let mut lying = turn.clone();
        lying.answer[0].clone_from(&word.text);
        lying.open = openings.iter().map(|at| turn.open[*at].clone()).collect();
        lying.salts = openings.iter().map(|at| turn.salts[*at]).collect();
        lying.signature = liar.identity.sign_turn(&lying.hash());
        lying
    });
    lying.collect()
}

/// Returns the sets of openings that a liar could keep, as lists of indices: all openings; all
/// except a contiguous range; or one opening, followed by the end of the list.
fn left_out(count: usize) -> Vec<Vec<usize>> {
    let ranges = || (0..count).flat_map(move |from| (from + 1..=count).map(move |to| (from, to)));
    let without =
        ranges().map(|(from, to)| (0..count).filter(|at| !(from..to).contains(at)).collect());
    let single =
        ranges().map(|(only, first)| (0..count).filter(|at| *at == only || *at >= first).collect());
    std::iter::once((0..count).collect()).chain(without).chain(single).take(60).collect()
}

/// Returns the file up to the turn before `last`, followed by `last`.
fn with_last(file: &TurnFile, last: &Turn) -> TurnFile {
    let before = file.turns.iter().take_while(|turn| turn.number < last.number).cloned();
    TurnFile { turns: before.chain([last.clone()]).collect(), ..file.clone() }
}

fn passes(file: &TurnFile, lying: &Turn) -> bool {
    matches!(table::open(&with_last(file, lying)), Ok((_, None)))
}

/// Continues a game to its end after a turn with a lie; all later turns are honest. Returns `None`
/// if the lie is discovered before the end.
fn play_on(company: &DemoPlayers, privates: &[Keys], mut file: TurnFile) -> Option<TurnFile> {
    let (mut table, None) = table::open(&file).ok()? else { return None };
    let mut players = privates.to_vec();
    loop {
        let standing = table.standing();
        let Some(due) = standing.due else { return Some(file) };
        let number = standing.turns() + 1;
        let player = players.iter_mut().find(|player| player.seat == due)?;
        let sent = standing.last_sent + chrono::Duration::hours(9);
        let plan = Plan::new(sent, company.any(number));
        let (composed, after) = table.compose(player, &plan).ok()?;
        player.hidden.extend(composed.hidden);
        file.turns.push(composed.turn);
        table = after;
    }
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
    let said = company.refused(reader, |ctx| turn(ctx, Intent::Nothing));
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
    // digits, so try letters next.
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
