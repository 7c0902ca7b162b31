//! A player who uses a pbem of his own: it gives another answer than the true one, and signs it. And a mail program that changes a sign.

use super::company::{Company, FILE};
use crate::cli::commands::play;
use crate::cli::report::Failure;
use crate::games::{Kind, Seat};
use crate::table::{self, Order, Outlook, Private};
use crate::turnfile::{Turn, TurnFile};

/// How many answers are tried before the demo believes that this game lets no lie pass.
const TRIES: usize = 12;

/// A game with a lie in it.
pub(super) struct Lie {
    /// the game; it ends with the lie where that is refused
    pub file: TurnFile,
    /// the turn of the lie
    pub turn: u32,
    /// who lies
    pub who: String,
    /// what he says
    pub said: String,
    /// what is true
    pub truth: String,
    /// where the answer proves itself, the turn with the lie goes no further: who refuses it, the command, and what it says
    pub refused: Option<(String, String, String)>,
}

/// Plays the finished game of these players once more, with a lie: one that is found at the end if the rules leave room for any, else one
/// that is refused on arrival. `again` sets the same players down at the same game.
pub(super) fn lie(company: &mut Company, again: impl FnOnce() -> Result<Company, Failure>) -> Result<Option<Lie>, Failure> {
    let honest = company.file().clone();
    let privates = company.privates()?;
    let words = answers_given(&honest);
    let answering = || {
        let sealed = honest.turns.iter().position(|turn| turn.seal.is_some()).unwrap_or(honest.turns.len());
        let turns = honest.turns.iter().take(sealed).filter(|turn| !turn.answer.is_empty() && turn.seed.is_none());
        // The one who was invited lies, if he is asked at all.
        let mut turns: Vec<&Turn> = turns.collect();
        turns.sort_by_key(|turn| turn.seat == honest.game.seats[0]);
        turns
    };
    for turn in answering().into_iter().take(TRIES) {
        for word in words.iter().filter(|word| **word != turn.answer[0]) {
            let Some(liar) = privates.iter().find(|private| honest.game.seats[private.seat.index()] == turn.seat) else { continue };
            for lying in versions(turn, word, liar) {
                let start = upto(&honest, turn.number, lying);
                if let Some(file) = play_on(company, &privates, start) {
                    return Ok(Some(told(file, turn, word)));
                }
            }
        }
    }
    let first = answering().into_iter().find_map(|turn| Some((turn, words.iter().find(|word| **word != turn.answer[0])?)));
    let Some((turn, word)) = first else { return Ok(None) };
    let Some(liar) = privates.iter().find(|private| honest.game.seats[private.seat.index()] == turn.seat) else { return Ok(None) };
    let Some(lying) = versions(turn, word, liar).into_iter().next() else { return Ok(None) };
    let mut lie = told(upto(&honest, turn.number, lying), turn, word);
    lie.refused = refusal(&mut again()?, &lie)?;
    Ok(Some(lie))
}

/// All answers that were given in a game, each once.
fn answers_given(file: &TurnFile) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for answer in file.turns.iter().flat_map(|turn| &turn.answer) {
        if !words.contains(answer) {
            words.push(answer.clone());
        }
    }
    words
}

/// The turn with another first answer, as a liar could sign it: he can leave out openings that belie him, and can make none up.
fn versions(turn: &Turn, word: &str, liar: &Private) -> Vec<Turn> {
    let opened = turn.open.len();
    let cuts = std::iter::once((0, 0)).chain((0..opened).flat_map(|from| (from + 1..=opened).map(move |to| (from, to))));
    let lying = cuts.map(|(from, to)| {
        let mut lying = turn.clone();
        word.clone_into(&mut lying.answer[0]);
        lying.open.drain(from..to);
        lying.salts.drain(from..to);
        lying.signature = liar.identity.sign_turn(&lying.hash());
        lying
    });
    lying.take(24).collect()
}

fn upto(honest: &TurnFile, number: u32, last: Turn) -> TurnFile {
    let before = honest.turns.iter().take_while(|turn| turn.number < number).cloned();
    TurnFile { turns: before.chain([last]).collect(), ..honest.clone() }
}

/// Plays from a turn that holds a lie to the end, everybody honestly. `None` if the lie is found on the way.
fn play_on(company: &Company, privates: &[Private], mut file: TurnFile) -> Option<TurnFile> {
    let (mut session, None) = table::open(&file).ok()? else { return None };
    let mut players: Vec<Private> = privates.iter().map(|private| Private { hidden: Vec::new(), ..private.clone() }).collect();
    while let Some(due) = session.due() {
        let number = session.turns() + 1;
        let player = players.get_mut(due.index())?;
        let sent = session.last_sent() + chrono::Duration::hours(9);
        let composed = session.compose(player, &Outlook::new(sent, company.any(number))).ok()?;
        player.hidden.extend(composed.hidden);
        session.read(&composed.turn).ok()?;
        file.turns.push(composed.turn);
    }
    Some(file)
}

fn told(file: TurnFile, turn: &Turn, word: &str) -> Lie {
    Lie { file, turn: turn.number, who: turn.seat.clone(), said: word.to_owned(), truth: turn.answer[0].clone(), refused: None }
}

/// What the next player's pbem says to the lie.
fn refusal(again: &mut Company, lie: &Lie) -> Result<Option<(String, String, String)>, Failure> {
    while again.spectator().turns() + 1 < lie.turn {
        again.step()?;
    }
    let Some(reader) = again.names().iter().position(|name| *name != lie.who) else { return Ok(None) };
    let who = again.names()[reader].to_owned();
    again.deliver(reader, FILE, &lie.file.write())?;
    let said = again.refused(reader, |ctx| play::turn(ctx, FILE, Order::Nothing, None, false));
    Ok(said.map(|said| (who, format!("pbem move {FILE}"), said)))
}

/// The text of a game in which one sign of one turn was changed on the way, and the number of that turn.
pub(super) fn damage(file: &TurnFile) -> (String, u32) {
    let text = file.write();
    let starts: Vec<usize> = text.match_indices("\n[[turn]]").map(|(at, _)| at).collect();
    let from = starts.len() / 2;
    for (at, start) in starts.iter().enumerate().skip(from) {
        let end = starts.get(at + 1).copied().unwrap_or(text.len());
        if let Some(changed) = changed(&text, *start, end) {
            return (changed, u32::try_from(at + 1).unwrap_or(u32::MAX));
        }
    }
    (text, 0)
}

/// The text with the last digit of the first move or answer between two places changed.
fn changed(text: &str, from: usize, to: usize) -> Option<String> {
    let turn = text.get(from..to)?;
    let line = turn.lines().find(|line| line.starts_with("move = ") || line.starts_with("answer = "))?;
    let digit = line.rfind(|sign: char| sign.is_ascii_digit())?;
    let at = from + turn.find(line)? + digit;
    let other = if text.as_bytes().get(at) == Some(&b'5') { "6" } else { "5" };
    let mut changed = text.to_owned();
    changed.replace_range(at..=at, other);
    Some(changed)
}

/// Whether a game of this kind hides something of every seat.
pub(super) fn all_hide(kind: Kind, company: &Company) -> bool {
    Seat::all(*kind.seats().start()).all(|seat| company.spectator().hides(seat))
}
