//! Cheats in Spy!: false answers, illegal networks, and everything possible with a guess.

mod answers;
mod claims;
mod guesses;
mod judgement;
mod networks;

use std::collections::BTreeSet;

use pbem::rules::Seat;
use pbem::table::{FindingKind, Intent, TurnError};
use pbem::turnfile::Turn;

use super::Facts;
use crate::cheats::table::{Attempt, Caught};
use crate::cheats::{ALICE, BOB};
use crate::longest::{ENTRY_COLUMNS, HASH, Most, NONE};
use crate::play::{Game, header, of_kind};

pub(super) const FACTS: Facts = Facts {
    cheats: &[
        answers::CHEATS,
        networks::CHEATS,
        guesses::CHEATS,
        judgement::CHEATS,
        claims::CHEATS,
    ],
    absent: &[(Attempt::Bluff, "each turn has one call or question, which is always answered")],
    variants: &[
        (2, &[("rows", "7"), ("cols", "7")]),
        (2, &[("rows", "8"), ("cols", "7"), ("multi", "2,3")]),
        (2, &[("rows", "7"), ("cols", "9"), ("max-rounds", "12")]),
    ],
    small: &[("rows", "7"), ("cols", "7")],
    longest: &[
        Most("link", NONE, (1, HASH)),
        Most("setup", NONE, (256, HASH)),
        Most("answer", (5, 4), (1, 9)),
        Most("move", (1, 7), (1, ENTRY_COLUMNS)),
        Most("seal", NONE, (1, HASH)),
        Most("open", NONE, (257, ENTRY_COLUMNS)),
        Most("salts", NONE, (257, HASH)),
        Most("reveal", NONE, (1, ENTRY_COLUMNS)),
    ],
    ..Facts::NONE
};

/// The first example in the rules, and another network with the same hot spaces.
const ALICES: &str = "5F 5D 6D 6A 1A 1G 5G";
const ALICES_TWIN: &str = "5E 5G 1G 1A 6A 6D 5D";
const BOBS: &str = "10A 10G 5G 5C 8C 8E 7E";
/// Neither alice's nor bob's.
const NOBODYS: &str = "10J 10D 5D 5H 8H 8F 7F";

/// Returns the spaces of a network, computed independently of the program: a space is row and
/// column, from 1.
fn spaces(network: &str) -> BTreeSet<(i32, i32)> {
    let corners: Vec<(i32, i32)> = network.split(' ').map(space).collect();
    let mut all = BTreeSet::from([corners[0]]);
    for pair in corners.windows(2) {
        let [(row, col), (to_row, to_col)] = [pair[0], pair[1]];
        let steps = (to_row - row).abs().max((to_col - col).abs());
        all.extend((0..=steps).map(|step| {
            (row + (to_row - row).signum() * step, col + (to_col - col).signum() * step)
        }));
    }
    all
}

fn space(name: &str) -> (i32, i32) {
    let (row, col) = name.split_at(name.len() - 1);
    (row.parse().expect("a row"), i32::from(col.as_bytes()[0] - b'A') + 1)
}

fn name((row, col): (i32, i32)) -> String {
    format!("{row}{}", char::from(b'A' + u8::try_from(col - 1).expect("a column")))
}

/// Returns the space and its neighbors, in the order of the setup.
fn around(asked: &str) -> Vec<String> {
    let (row, col) = space(asked);
    let all = [(row - 1, col), (row, col - 1), (row, col), (row, col + 1), (row + 1, col)];
    all.into_iter()
        .filter(|(row, col)| (1..=10).contains(row) && (1..=10).contains(col))
        .map(name)
        .collect()
}

fn is_hot(network: &str, name: &str) -> bool {
    spaces(network).contains(&space(name))
}

fn answer(network: &str, asked: &str) -> &'static str {
    match around(asked).iter().any(|beside| is_hot(network, beside)) {
        _ if is_hot(network, asked) => "hot",
        true => "warm",
        false => "cold",
    }
}

/// Returns spaces of bob's field with this answer.
fn of_bob(wanted: &str) -> Vec<String> {
    let all = (1..=10).flat_map(|row| (1..=10).map(move |col| name((row, col))));
    all.filter(|asked| answer(BOBS, asked) == wanted).step_by(5).take(4).collect()
}

/// A game that alice begins in turn 3, after both have joined.
fn table() -> Game {
    table_with(&[], |_| ())
}

fn table_with(set: &[(&str, &str)], bobs: impl FnOnce(&mut Game)) -> Game {
    let mut header = header(of_kind("spy"), 2, set, 7);
    header.first = Some("alice".to_owned());
    let mut game = Game::with(header, 7);
    for (private, network) in game.players.iter_mut().zip([ALICES, BOBS]) {
        private.setup = vec![network.to_owned()];
    }
    game.step(Intent::Nothing);
    bobs(&mut game);
    if game.turns() == 1 {
        game.step(Intent::Nothing);
    }
    game
}

fn order(typed: &str) -> Intent {
    Intent::Move(typed.to_owned())
}

fn guess(network: &str) -> Intent {
    Intent::Move(format!("guess {network}"))
}

/// Plays uninformative questions up to this number of turns.
fn idle(game: &mut Game, turns: u32) {
    while game.turns() < turns {
        game.step(order("10J"));
    }
}

/// Puts openings into a turn, with the items' salts.
fn set_openings(game: &Game, turn: &mut Turn, openings: &[String]) {
    let seat = if turn.seat == "bob" { BOB } else { ALICE };
    turn.open = openings.to_vec();
    turn.salts = openings
        .iter()
        .map(|opening| game.salt(seat, opening.split(' ').next().unwrap_or_default()))
        .collect();
}

/// Changes the current player's turn, using the game, and signs it.
fn cheat(
    game: &mut Game,
    order: Intent,
    change: impl FnOnce(&Game, &mut Turn),
) -> Result<(), TurnError> {
    let mut turn = game.compose(order);
    change(game, &mut turn);
    game.sign(&mut turn);
    game.mail(turn)
}

/// Checks that the last turn is a breach on arrival, and that its seat loses by this number of
/// points.
fn on_arrival(
    game: &Game,
    read: Result<(), TurnError>,
    seat: Seat,
    kind: FindingKind,
    points: u32,
) -> Caught {
    game.caught(read, seat, game.turns(), kind);
    scores(game, seat.other(), points);
    Caught::Arrival(kind)
}

fn scores(game: &Game, winner: Seat, points: u32) {
    let result = game.verdict().result.expect("a result");
    let wanted: Vec<u32> =
        [ALICE, BOB].map(|seat| if seat == winner { points } else { 0 }).to_vec();
    assert_eq!(
        (result.winners.as_slice(), result.points),
        ([winner].as_slice(), wanted),
        "{}",
        result.reason
    );
}

fn value(network: &str, name: &str) -> String {
    format!("{name} {}", if is_hot(network, name) { "hot" } else { "blank" })
}

/// Declarers of a guess, with the turn: alice in turn 5, which ends the first round, bob in turn 6,
/// instead of answering.
const DECLARERS: [(Seat, u32); 2] = [(ALICE, 5), (BOB, 6)];

fn network_of(seat: Seat) -> &'static str {
    if seat == ALICE { ALICES } else { BOBS }
}

/// The declarer has sealed a guess, and the opponent has responded or declined.
fn responded(by: (Seat, u32), right: bool, response: Option<&str>) -> Game {
    let mut game = table();
    idle(&mut game, by.1 - 1);
    game.step(guess(if right { network_of(by.0.other()) } else { NOBODYS }));
    assert_eq!(game.due(), Some(by.0.other()));
    game.step(response.map_or_else(|| order("decline"), guess));
    game
}
