//! Espionage for the tests: hand-placed armies that march at each other, the table of attacks
//! (written separately from the rules), and the subject of every box in a file.

use pbem::crypto;
use pbem::rules::Seat;
use pbem::table::{self, CarriedBox, Intent};
use pbem::turnfile::{Bytes32, Turn, TurnFile};

use crate::play::{Game, header, of_kind};

/// The front row and the row after it, from column A to H. Bob's Spies are on C7 and in the back
/// row.
const ALICES: [&str; 2] = ["1S1E2S34", "HMM5ES12"];
const BOBS: [&str; 2] = ["14S1213E", "HMM5SS2E"];

/// The steps that bring alice's D2 and E2 in front of D7 and E7, and bob's steps, which keep away.
const ALICES_WAY: [[&str; 2]; 4] =
    [["D2-D3", "E2-E3"], ["D3-D4", "E3-E4"], ["D4-D5", "E4-E5"], ["D5-D6", "E5-E6"]];
const BOBS_WAY: [[&str; 2]; 4] =
    [["H7-H6", "G7-G6"], ["H6-H5", "G6-G5"], ["H5-H4", "G5-H5"], ["H4-G4", "H5-H6"]];

/// The turn in which alice's pieces meet bob's; they attack in a later one.
pub(crate) const MEETING: u32 = 9;
pub(crate) const ATTACK: u32 = 11;

/// Both of alice's pieces attack the same piece.
pub(crate) const PINCER: &str = "D5-D6, E6-D6";

/// A game on the small board without volcanoes, in which alice marches up to bob's front.
pub(crate) struct March {
    pub(crate) game: Game,
    moves: usize,
}

impl March {
    /// Returns the game after both have sealed, with these pieces of alice's on D2 and E2 and of
    /// bob's on D7 and E7. `moves` pieces move in a turn.
    pub(crate) fn new(moves: usize, alices: &str, bobs: &str) -> March {
        let mut march = March::unsealed(moves, alices, bobs);
        march.game.step(Intent::Nothing);
        march.game.step(Intent::Nothing);
        march
    }

    /// Returns the same game before turn 1.
    pub(crate) fn unsealed(moves: usize, alices: &str, bobs: &str) -> March {
        let moves_option = moves.to_string();
        let set =
            [("size", "small"), ("volcanoes", "none"), ("moves-per-turn", moves_option.as_str())];
        let mut header = header(of_kind("espionage"), 2, &set, 5);
        header.first = Some("alice".to_owned());
        let mut game = Game::with(header, 5);
        game.players[0].setup = rows([2, 1], &army(ALICES, alices));
        game.players[1].setup = rows([7, 8], &army(BOBS, bobs));
        March { game, moves }
    }

    /// Plays until this turn is next.
    pub(crate) fn until(&mut self, turn: u32) {
        while self.game.turns() + 1 < turn {
            let order = self.way();
            self.game.step(order);
        }
    }

    /// Returns the next step of the march.
    pub(crate) fn way(&self) -> Intent {
        let number = self.game.turns() + 1;
        let way = if number % 2 == 1 { ALICES_WAY } else { BOBS_WAY };
        let at = usize::try_from((number - 3) / 2).expect("small");
        Intent::Move(way[at][..self.moves].join(", "))
    }

    /// Plays until alice's two pieces are on two sides of bob's piece on D6, so that `PINCER` is
    /// possible.
    pub(crate) fn pincer(alices: &str, bobs: &str) -> March {
        let mut march = March::new(2, alices, bobs);
        march.until(MEETING);
        march.game.step(Intent::Move("E5-E6, H2-H3".to_owned()));
        march.game.step(Intent::Move("D7-D6, H4-G4".to_owned()));
        march
    }

    /// Plays until alice attacks with these steps and it is bob's turn.
    pub(crate) fn attacked(alices: &str, bobs: &str, steps: &str) -> March {
        let mut march = March::new(1, alices, bobs);
        march.until(ATTACK);
        march.game.step(Intent::Move(steps.to_owned()));
        march
    }
}

/// Returns these rows with the wanted symbols on columns D, E of the front, swapped with pieces of
/// the back row if possible.
fn army(rows: [&str; 2], wanted: &str) -> Vec<char> {
    let mut signs: Vec<char> = rows.concat().chars().collect();
    for (at, sign) in (3..).zip(wanted.chars()) {
        if signs[at] != sign {
            let taken = 3..3 + wanted.len();
            let free = |from: &usize| signs[*from] == sign && !taken.contains(from);
            let from = (8..16).chain([0, 1, 5, 6]).find(free).expect("a piece that fits elsewhere");
            signs.swap(at, from);
        }
    }
    signs
}

/// Returns a setup in canonical form.
pub(crate) fn rows(numbers: [u8; 2], signs: &[char]) -> Vec<String> {
    let row = |(number, signs): (u8, &[char])| {
        signs.iter().fold(format!("row {number}:"), |text, sign| format!("{text} {sign}"))
    };
    numbers.into_iter().zip(signs.chunks(8)).map(row).collect()
}

/// Changes the symbol of an item in a canonical setup, and returns the old one.
pub(crate) fn place(setup: &mut [String], item: &str, sign: char) -> char {
    let (column, row) = item.split_at(1);
    let line =
        setup.iter_mut().find(|line| line.starts_with(&format!("row {row}:"))).expect("a row");
    let at = line.find(':').expect("a label") + 2 + 2 * usize::from(column.as_bytes()[0] - b'A');
    let before = line.as_bytes()[at] as char;
    line.replace_range(at..=at, &sign.to_string());
    before
}

/// A piece by its number in eyes and boxes: nothing, the five ranks, Spy, Sapper, Mine,
/// Headquarters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece(pub(crate) u8);

const SIGNS: &str = ".12345SEMH";
const WORDS: [&str; 10] = [
    "empty",
    "corporal",
    "lieutenant",
    "captain",
    "colonel",
    "general",
    "spy",
    "sapper",
    "mine",
    "headquarters",
];

/// Results of attacks: one row for each kind that moves and one column for each that can be
/// attacked (1 to 5, Spy, Sapper, Mine, Headquarters): takes, falls, or ends the game.
const ATTACKS: [&str; 7] =
    ["tffffttfh", "ttfffttfh", "tttffttfh", "ttttfttfh", "tttttttfh", "fffffttfh", "fffftttth"];

impl Piece {
    pub(crate) const SPY: Piece = Piece(crypto::SPY);

    pub(crate) fn of_sign(sign: char) -> Piece {
        let number = SIGNS.find(sign).expect("the sign of a piece");
        Piece(u8::try_from(number).expect("small"))
    }

    pub(crate) fn sign(self) -> char {
        SIGNS.chars().nth(self.0.into()).expect("a kind")
    }

    /// Returns its name in a file.
    pub(crate) fn word(self) -> &'static str {
        WORDS[usize::from(self.0)]
    }

    /// Mines and Headquarters never move.
    pub(crate) fn walks(self) -> bool {
        (1..=7).contains(&self.0)
    }

    /// Returns the result of its attack on another piece; `None` if it can't attack it.
    pub(crate) fn attacks(self, defender: Piece) -> Option<&'static str> {
        let row = ATTACKS.get(usize::from(self.0).checked_sub(1)?)?;
        let column = usize::from(defender.0).checked_sub(1)?;
        Some(match row.as_bytes()[column] {
            b't' => "takes",
            b'f' => "falls",
            _ => "headquarters",
        })
    }
}

/// The subjects of a file's boxes, and the answered fights.
pub(crate) struct Course {
    pub(crate) sent: Vec<CarriedBox>,
    /// Answered fights, with the answers and the tokens.
    pub(crate) answers: Vec<(String, String, Bytes32)>,
}

/// Returns the course of a valid file.
pub(crate) fn course(file: &TurnFile) -> Course {
    let hashes: Vec<Bytes32> = file.turns.iter().map(Turn::hash).collect();
    let (table, fault) = table::open_known(file, &hashes).expect("a game");
    assert_eq!(fault, None);
    Course { sent: table.boxes(), answers: table.tokens() }
}

/// Returns the items that a box is about: the piece that is shown or attacks, and the other one.
pub(crate) fn items(sent: &CarriedBox) -> (String, String) {
    (sent.from.1.clone(), sent.to.1.clone())
}

/// Returns the home squares of a seat on the small board, in the order of the setup.
pub(crate) fn home(seat: Seat) -> Vec<String> {
    let rows = if seat == Seat::OPENER { 1..=2 } else { 7..=8 };
    rows.flat_map(|row| ('A'..='H').map(move |column| format!("{column}{row}"))).collect()
}

/// Returns the piece on an item of a player's setup.
pub(crate) fn kind_on(game: &Game, seat: Seat, item: &str) -> Piece {
    let mut setup = game.players[seat.index()].setup.clone();
    Piece::of_sign(place(&mut setup, item, '.'))
}

impl Game {
    /// Returns the opening of a piece's eye and boxes.
    pub(crate) fn key(&self, seat: Seat, item: &str) -> crypto::Opening {
        crypto::Opening { kind: kind_on(self, seat, item).0, secret: self.secret(seat, item) }
    }
}
