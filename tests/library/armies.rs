//! Espionage for the tests: armies placed by hand that march at each other, who beats whom, written
//! down anew from the rules, and what every box of a file is about.

use pbem::crypto;
use pbem::rules::Seat;
use pbem::table::{self, CarriedBox, Intent};
use pbem::turnfile::{Bytes32, Turn, TurnFile};

use crate::play::{Game, header, of_kind};

/// The front row and the row behind it, from column A to H. Bob's Spies stand on C7 and in the back
/// row.
const ALICES: [&str; 2] = ["1S1E2S34", "HMM5ES12"];
const BOBS: [&str; 2] = ["14S1213E", "HMM5SS2E"];

/// The steps that bring alice's D2 and E2 before D7 and E7, and bob's, which keep away from them.
const ALICES_WAY: [[&str; 2]; 4] =
    [["D2-D3", "E2-E3"], ["D3-D4", "E3-E4"], ["D4-D5", "E4-E5"], ["D5-D6", "E5-E6"]];
const BOBS_WAY: [[&str; 2]; 4] =
    [["H7-H6", "G7-G6"], ["H6-H5", "G6-G5"], ["H5-H4", "G5-H5"], ["H4-G4", "H5-H6"]];

/// The turn in which alice's pieces have come before bob's, and the one in which they attack.
pub(crate) const MEETING: u32 = 9;
pub(crate) const ATTACK: u32 = 11;

/// Both of alice's pieces attack the same one.
pub(crate) const PINCER: &str = "D5-D6, E6-D6";

/// A game on the small board without volcanoes, in which alice marches up to bob's front.
pub(crate) struct March {
    pub(crate) game: Game,
    moves: usize,
}

impl March {
    /// Both have sealed, with these pieces of alice's on D2 and E2 and of bob's on D7 and E7; so
    /// many pieces move in a turn.
    pub(crate) fn new(moves: usize, alices: &str, bobs: &str) -> March {
        let mut march = March::unsealed(moves, alices, bobs);
        march.game.step(Intent::Nothing);
        march.game.step(Intent::Nothing);
        march
    }

    /// The same before turn 1.
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

    /// Both go on until this turn is due.
    pub(crate) fn until(&mut self, turn: u32) {
        while self.game.turns() + 1 < turn {
            let order = self.way();
            self.game.step(order);
        }
    }

    /// The step of the way that is due.
    pub(crate) fn way(&self) -> Intent {
        let number = self.game.turns() + 1;
        let way = if number % 2 == 1 { ALICES_WAY } else { BOBS_WAY };
        let at = usize::try_from((number - 3) / 2).expect("small");
        Intent::Move(way[at][..self.moves].join(", "))
    }

    /// Until alice's two pieces stand on two sides of bob's, which has come to D6: `PINCER` is due.
    pub(crate) fn pincer(alices: &str, bobs: &str) -> March {
        let mut march = March::new(2, alices, bobs);
        march.until(MEETING);
        march.game.step(Intent::Move("E5-E6, H2-H3".to_owned()));
        march.game.step(Intent::Move("D7-D6, H4-G4".to_owned()));
        march
    }

    /// Until alice attacks with these steps: bob is due.
    pub(crate) fn attacked(alices: &str, bobs: &str, steps: &str) -> March {
        let mut march = March::new(1, alices, bobs);
        march.until(ATTACK);
        march.game.step(Intent::Move(steps.to_owned()));
        march
    }
}

/// These rows with the wanted signs on columns D, E of the front, taken from the back row or else
/// from the front.
fn army(rows: [&str; 2], wanted: &str) -> Vec<char> {
    let mut signs: Vec<char> = rows.concat().chars().collect();
    for (at, sign) in (3..).zip(wanted.chars()) {
        if signs[at] != sign {
            let taken = 3..3 + wanted.len();
            let free = |from: &usize| signs[*from] == sign && !taken.contains(from);
            let from =
                (8..16).chain([0, 1, 5, 6]).find(free).expect("a piece that can stand elsewhere");
            signs.swap(at, from);
        }
    }
    signs
}

/// A setup in canonical form.
pub(crate) fn rows(numbers: [u8; 2], signs: &[char]) -> Vec<String> {
    let row = |(number, signs): (u8, &[char])| {
        signs.iter().fold(format!("row {number}:"), |text, sign| format!("{text} {sign}"))
    };
    numbers.into_iter().zip(signs.chunks(8)).map(row).collect()
}

/// The sign on an item of a setup in canonical form, and its change.
pub(crate) fn place(setup: &mut [String], item: &str, sign: char) -> char {
    let (column, row) = item.split_at(1);
    let line =
        setup.iter_mut().find(|line| line.starts_with(&format!("row {row}:"))).expect("a row");
    let at = line.find(':').expect("a label") + 2 + 2 * usize::from(column.as_bytes()[0] - b'A');
    let before = line.as_bytes()[at] as char;
    line.replace_range(at..=at, &sign.to_string());
    before
}

/// What there is on a home square, by its number in eyes and boxes: nothing, the five ranks, Spy,
/// Sapper, Mine, Headquarters.
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

/// What becomes of an attack, a row for each kind that moves and a column for each that can be
/// attacked, 1 to 5, Spy, Sapper, Mine, Headquarters: it takes, it falls, it ends the game.
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

    /// Its name in a file.
    pub(crate) fn word(self) -> &'static str {
        WORDS[usize::from(self.0)]
    }

    /// Mines and Headquarters stay where they are.
    pub(crate) fn walks(self) -> bool {
        (1..=7).contains(&self.0)
    }

    /// How its attack on another ends; `None` if there can be none.
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

/// What the boxes of a file are about, and which fights were answered.
pub(crate) struct Course {
    pub(crate) sent: Vec<CarriedBox>,
    /// fights that were answered, how, and the tokens
    pub(crate) answers: Vec<(String, String, Bytes32)>,
}

/// The course of a file, of which every turn can be taken.
pub(crate) fn course(file: &TurnFile) -> Course {
    let hashes: Vec<Bytes32> = file.turns.iter().map(Turn::hash).collect();
    let (table, fault) = table::open_known(file, &hashes).expect("a game");
    assert_eq!(fault, None);
    Course { sent: table.boxes(), answers: table.tokens() }
}

/// The items that a box is about: the piece that is shown or attacks, and the other.
pub(crate) fn items(sent: &CarriedBox) -> (String, String) {
    (sent.from.1.clone(), sent.to.1.clone())
}

/// The home squares of a seat on the small board, in the order of the sheet.
pub(crate) fn home(seat: Seat) -> Vec<String> {
    let rows = if seat == Seat::OPENER { 1..=2 } else { 7..=8 };
    rows.flat_map(|row| ('A'..='H').map(move |column| format!("{column}{row}"))).collect()
}

/// What a player's setup has on an item.
pub(crate) fn kind_on(game: &Game, seat: Seat, item: &str) -> Piece {
    let mut setup = game.players[seat.index()].setup.clone();
    Piece::of_sign(place(&mut setup, item, '.'))
}

impl Game {
    /// What opens the eye and the boxes of a piece.
    pub(crate) fn key(&self, seat: Seat, item: &str) -> crypto::Opening {
        crypto::Opening { kind: kind_on(self, seat, item).0, secret: self.secret(seat, item) }
    }
}
