//! Rewrites a turn at random and signs it as its maker. For any contents, pbem doesn't panic,
//! accuses no other player, and the honest players can always continue.
//!
//! The target `turn` in `fuzz/` does the same without end.

use pbem::audit;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{AnyTable, Intent, Plan, Refusal, TurnError};
use pbem::turnfile::{self, END, Turn, TurnFile};

use crate::play::{Game, fewest, moment, sample};

/// Number of turns that the other players make after such a turn.
const PLAY_ON: usize = 16;
const LONG_PLAY_ON: usize = 40;

/// Returns a game of this kind with these options after at most this many turns.
pub(crate) fn game_in_progress(kind: Kind, set: &[(&str, &str)], turns: usize) -> Game {
    let mut game = Game::new(kind, fewest(kind), set, 17);
    while game.file.turns.len() < turns && game.step(game.any()).is_some() {}
    // If the game is over, the turn after the last one is written by the player before.
    if game.due().is_none() {
        game.file.turns.pop();
        game.table = game.back_at(game.file.turns.len());
    }
    game
}

/// The keys of a turn in the order of the page, without `number`, `after` and `signature`, which
/// follow from the game and the other keys.
const KEYS: [&str; 21] = [
    "seat", "sent", "link", "key", "tip", "nonce", "name", "mail", "setup", "eyes", "answer",
    "tokens", "move", "seal", "boxes", "open", "salts", "offer", "note", "seed", "reveal",
];

/// Returns the keys and values of a turn.
pub(crate) fn entries(turn: &str) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in turn.lines() {
        if let Some((key, value)) = line.split_once(" = ").filter(|_| !line.starts_with('"')) {
            entries.push((key.to_owned(), value.to_owned()));
        } else if let Some((_, value)) = entries.last_mut() {
            *value += "\n";
            *value += line;
        }
    }
    entries
}

/// Returns the lines for these keys and values.
pub(crate) fn lines(entries: &[(String, String)]) -> String {
    let lines: Vec<String> =
        entries.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    lines.concat()
}

/// Returns the parts of a turn that can be rewritten.
fn rewritable(turn: &Turn) -> String {
    let mut entries = entries(&turn.text());
    entries.retain(|(key, _)| KEYS.contains(&key.as_str()));
    lines(&entries)
}

/// Returns the next honest turn, as material to rewrite.
pub(crate) fn honest_turn(game: &mut Game) -> String {
    rewritable(&game.compose(game.any()))
}

/// Returns a waiting player's claim, as another turn to rewrite.
pub(crate) fn claim(game: &Game) -> Option<String> {
    let due = game.due()?;
    let waits = game.players.iter().map(|player| player.seat).find(|seat| *seat != due)?;
    let claims = !game.file.turns.is_empty();
    claims.then(|| rewritable(&game.claim(waits, game.deadline())))
}

/// Appends a turn with these keys to the game, signed by the seat that it names, or by the current
/// player.
///
/// Returns whether the turn was accepted, or `None` if it isn't a turn at all.
pub(crate) fn meddle(game: &Game, keys: &str) -> Option<bool> {
    let (turn, maker) = signed(game, keys)?;
    let mut table = game.back_at(game.file.turns.len());
    let mut file = game.file.clone();
    let read = table.read(&turn);
    file.turns.push(turn);
    match read {
        Err(TurnError::Damage(_)) => return Some(false),
        Err(TurnError::Breach(finding)) => assert_eq!(finding.seat, maker, "{finding:?}"),
        Ok(()) => play_on(game, &mut table, &mut file, maker),
    }
    for seat in 0..file.game.seats.len() {
        let _ = table.view(Some(&game.players[seat]), moment(500));
    }
    let examined = audit::examine(turnfile::read(file.write().as_bytes()));
    let verdict = &examined.verdict;
    assert!(verdict.findings.iter().all(|finding| finding.seat == maker), "{:?}", verdict.findings);
    for game in audit::judge(&[examined]) {
        let _ = game.to_json(&["game.toml".to_owned()]);
    }
    Some(table.standing().breach.is_none())
}

/// The other players continue after an accepted turn.
fn play_on(game: &Game, table: &mut AnyTable, file: &mut TurnFile, maker: Seat) {
    let mut players = game.players.clone();
    let turns = sample(PLAY_ON, LONG_PLAY_ON);
    for at in 0..turns {
        let Some(due) = table.standing().due else { break };
        let keys = &mut players[due.index()];
        let resigns = at == turns / 2 && due != maker;
        let mut plan = Plan::new(moment(500), if resigns { Intent::Resign } else { game.any() });
        let (composed, read) = match table.compose(keys, &plan) {
            // The maker's own setup may not be the sealed one.
            Err(_) if due == maker => break,
            Err(Refusal::CannotLeave(_)) => continue,
            Err(Refusal::BadBox { .. }) => {
                plan.intent = Intent::Dispute;
                table.compose(keys, &plan).expect("a bad box can be disputed")
            }
            composed => composed.expect("honest players can continue"),
        };
        keys.hidden.extend(composed.hidden);
        *table = read;
        if let Some(breach) = table.standing().breach {
            assert_eq!(breach.seat, maker, "{breach:?}");
        }
        file.turns.push(composed.turn);
    }
}

/// Returns the complete, signed turn with these keys, and its maker.
fn signed(game: &Game, keys: &str) -> Option<(Turn, Seat)> {
    let mut entry_list = entries(keys);
    let at = |(key, _): &(String, String)| KEYS.iter().position(|known| known == key);
    entry_list.sort_by_key(at);
    let after = entry_list.iter().take_while(|entry| at(entry) < Some(2)).count();
    let zeros = format!("\"{}\",", "0".repeat(64));
    entry_list.insert(after, ("after".to_owned(), format!("[\n{zeros}\n]")));
    entry_list.insert(0, ("number".to_owned(), (game.turns() + 1).to_string()));
    entry_list.push(("signature".to_owned(), format!("[\n{zeros}\n{zeros}\n]")));
    let turn = format!("[[turn]]\n{}{END}", lines(&entry_list));
    let text = game.file.write().replace(END, &turn);
    let file: TurnFile = turnfile::read(text.as_bytes()).file?;
    let mut turn = file.turns.get(game.file.turns.len())?.clone();
    let named = file.game.seats.iter().position(|name| *name == turn.seat);
    let at = named.or_else(|| game.due().map(Seat::index))?;
    let identity = &game.players[at].identity;
    // No one can copy a value that another player publishes only later.
    if game.players.iter().any(|player| {
        turn.tip == Some(player.chain.tip())
            && !game.joined(player.seat)
            && player.seat.index() != at
    }) {
        return None;
    }
    turn.seat.clone_from(&file.game.seats[at]);
    turn.after = game.standing().hashes.last().copied().unwrap_or(file.game.id());
    turn.key = turn.key.map(|_| identity.public());
    turn.signature = identity.sign_turn(&turn.hash());
    Some((turn, game.players[at].seat))
}
