//! Espionage for the tests: armies placed by hand that march at each other, and what every box of a
//! file is about, worked out from the file and the rule book alone, beside the table.

use pbem::crypto::{self, FIGHT_BOX, GameId, SIGHT_BOX};
use pbem::games::espionage::{Clash, Espionage, Fight, House, Kind as Piece, Place, State};
use pbem::games::{
    BoxSpec, Fact, Kind, Must, Opening, OptionMap, Pending, Purpose, Rules, Sealed, Seat,
};
use pbem::table::Order;
use pbem::turnfile::{Bytes32, Turn, TurnFile};

use crate::play::{Game, header};

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
        march.game.step(Order::Nothing);
        march.game.step(Order::Nothing);
        march
    }

    /// The same before turn 1.
    pub(crate) fn unsealed(moves: usize, alices: &str, bobs: &str) -> March {
        let moves_option = moves.to_string();
        let set =
            [("size", "small"), ("volcanoes", "none"), ("moves-per-turn", moves_option.as_str())];
        let mut header = header(Kind::Espionage, 2, &set, 5);
        header.first = Some("alice".to_owned());
        let mut game = Game::with(header, 5);
        game.players[0].setup = rows([2, 1], &army(ALICES, alices));
        game.players[1].setup = rows([7, 8], &army(BOBS, bobs));
        March { game, moves }
    }

    /// Both go on until this turn is due.
    pub(crate) fn until(&mut self, turn: u32) {
        while self.game.table.turns() + 1 < turn {
            let order = self.way();
            self.game.step(order);
        }
    }

    /// The step of the way that is due.
    pub(crate) fn way(&self) -> Order {
        let number = self.game.table.turns() + 1;
        let way = if number % 2 == 1 { ALICES_WAY } else { BOBS_WAY };
        let at = usize::try_from((number - 3) / 2).expect("small");
        Order::Move(way[at][..self.moves].join(", "))
    }

    /// Until alice's two pieces stand on two sides of bob's, which has come to D6: `PINCER` is due.
    pub(crate) fn pincer(alices: &str, bobs: &str) -> March {
        let mut march = March::new(2, alices, bobs);
        march.until(MEETING);
        march.game.step(Order::Move("E5-E6, H2-H3".to_owned()));
        march.game.step(Order::Move("D7-D6, H4-G4".to_owned()));
        march
    }

    /// Until alice attacks with these steps: bob is due.
    pub(crate) fn attacked(alices: &str, bobs: &str, steps: &str) -> March {
        let mut march = March::new(1, alices, bobs);
        march.until(ATTACK);
        march.game.step(Order::Move(steps.to_owned()));
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

/// A box that stands in a file.
#[derive(Clone)]
pub(crate) struct Sent {
    pub(crate) turn: u32,
    pub(crate) spec: BoxSpec<Espionage>,
    pub(crate) bytes: Vec<u8>,
}

impl Sent {
    pub(crate) fn items(&self) -> (String, String) {
        (self.spec.from.item.to_string(), self.spec.to.item.to_string())
    }

    pub(crate) fn fight(&self) -> Option<&Fight> {
        match &self.spec.purpose {
            Purpose::Fight(fight) => Some(fight),
            Purpose::Sight => None,
        }
    }
}

/// What happened in a file, fact by fact.
pub(crate) struct Course {
    pub(crate) state: State,
    pub(crate) sent: Vec<Sent>,
    /// fights that were answered, with the tokens
    pub(crate) answers: Vec<(Fight, Clash, Bytes32)>,
}

/// A turn while it is read.
struct Cursor<'a> {
    turn: &'a Turn,
    answers: usize,
    opened: usize,
    moved: bool,
}

impl Cursor<'_> {
    fn open(&mut self, seat: Seat) -> Opening<Espionage> {
        let (item, value) =
            self.turn.open[self.opened].split_once(' ').expect("an item and a value");
        self.opened += 1;
        Opening {
            of: Sealed { seat, item: item.parse().expect("a square") },
            value: value.parse().expect("a kind"),
        }
    }
}

/// The course of an honest file, from the file and the rule book alone.
pub(crate) fn course(file: &TurnFile) -> Course {
    let options: OptionMap = file.game.options.clone();
    let house: House = Espionage::read_options(&options, 2).expect("options");
    let first = file.game.first.as_ref().map(|name| Seat(u8::from(*name != file.game.seats[0])));
    let mut course =
        Course { state: Espionage::start(&house, 2, first), sent: Vec::new(), answers: Vec::new() };
    for turn in &file.turns {
        let seat = Seat(u8::from(turn.seat != file.game.seats[0]));
        let mut cursor = Cursor { turn, answers: 0, opened: 0, moved: false };
        while let Some(fact) = course.next(file, seat, &mut cursor) {
            Espionage::fold(&mut course.state, &fact);
        }
    }
    course
}

impl Course {
    fn next(
        &mut self,
        file: &TurnFile,
        seat: Seat,
        cursor: &mut Cursor<'_>,
    ) -> Option<Fact<Espionage>> {
        let turn = cursor.turn;
        let pending = Espionage::pending(&self.state);
        if pending.actor() != Some(seat) {
            return None;
        }
        Some(match pending {
            Pending::Setup(seat) => Fact::SetUp(seat),
            Pending::Opening { must, .. } => {
                let due: usize = must
                    .iter()
                    .map(|must| if let Must::All { count, .. } = must { *count } else { 1 })
                    .sum();
                Fact::Opened { seat, opened: (0..due).map(|_| cursor.open(seat)).collect() }
            }
            Pending::Chance { draw, .. } => {
                let (before, link) =
                    (file.turns[1].tip.expect("a tip"), turn.link.expect("a link"));
                let mut numbers = crypto::chance(
                    &GameId(file.game.id()),
                    turn.number,
                    &draw.to_string(),
                    &before,
                    &link,
                );
                Fact::Drawn { draw, drawn: Espionage::roll(&self.state, &draw, &mut numbers) }
            }
            Pending::Answer { question, .. } => {
                let answer: Clash = turn.answer.get(cursor.answers)?.parse().expect("an answer");
                self.answers.push((question.clone(), answer, turn.tokens[cursor.answers]));
                cursor.answers += 1;
                let removed =
                    if answer == Clash::Falls { question.by } else { question.by.other() };
                Fact::Answered { seat, question, answer, opened: vec![cursor.open(removed)] }
            }
            Pending::Choice(_) if cursor.moved || turn.moves.is_empty() => return None,
            Pending::Choice(_) => {
                cursor.moved = true;
                if turn.moves == ["resign"] {
                    return Some(Fact::Resigned(seat));
                }
                let choice = Espionage::parse_choice(&self.state, &turn.moves).expect("a move");
                self.post(turn, Espionage::boxes(&self.state, seat, &choice));
                Fact::Chose { seat, choice, sealed: None, opened: Vec::new() }
            }
            Pending::Reveal { .. } => {
                let secret = Espionage::parse_secret(&self.state, seat, &turn.reveal)?;
                Fact::Revealed { seat, secret }
            }
            Pending::Over(_) => return None,
        })
    }

    fn post(&mut self, turn: &Turn, specs: Vec<BoxSpec<Espionage>>) {
        let mut rest = turn.boxes.as_slice();
        for spec in specs {
            let size = if spec.purpose == Purpose::Sight { SIGHT_BOX } else { FIGHT_BOX };
            let (bytes, left) = rest.split_at(size);
            rest = left;
            self.sent.push(Sent { turn: turn.number, spec, bytes: bytes.to_vec() });
        }
        assert!(rest.is_empty(), "turn {} holds more boxes than are due", turn.number);
    }
}

/// The home squares of a seat on the small board, in the order of the sheet.
pub(crate) fn home(seat: Seat) -> Vec<Place> {
    let rows = if seat == Seat::OPENER { 0..2 } else { 6..8 };
    rows.flat_map(|row| (0..8).map(move |col| Place::new(col, row))).collect()
}

/// What a player's setup has on an item.
pub(crate) fn kind_on(game: &Game, seat: Seat, item: &str) -> Piece {
    let mut setup = game.players[seat.index()].setup.clone();
    let sign = place(&mut setup, item, '.');
    Piece::of_sign(sign).expect("a piece")
}

impl Game {
    /// What opens the eye and the boxes of a piece.
    pub(crate) fn key(&self, seat: Seat, item: &str) -> crypto::Opening {
        crypto::Opening { kind: kind_on(self, seat, item).number(), salt: self.salt(seat, item) }
    }
}
