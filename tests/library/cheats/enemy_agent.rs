//! Cheats in Enemy Agent. Positions are looked for in random games of honest players, and the turn made there is changed.

use std::sync::LazyLock;

use pbem::audit::VerdictKind;
use pbem::games::{EndedBy, Kind, Seat};
use pbem::table::FindingKind::{BadLink, BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch};
use pbem::table::{FindingKind, Order, TurnFault};
use pbem::turnfile::{Bytes32, Turn, TurnFile};
use serde_json::Value;

use super::table::{Caught, Cheat};
use super::{ALICE, BOB};
use crate::play::{Game, moment};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat("a link that is not of the chain, skipped, repeated, missing or extra", links),
    Cheat("the tip of the other copied", tip_copied),
    Cheat("four Agents or two, no plan or two", illegal_setups),
    Cheat("the plan moved in mid-game: another building shown at the end", plan_moved),
    Cheat("other Agents shown at the end than sealed", other_agents_shown),
    Cheat("moved by another count than the die says", wrong_counts),
    Cheat("through houses, walls or the air", through_walls),
    Cheat("over a square twice, the own one included", over_its_own_square),
    Cheat("an Inspector through a doorway, or left on a circle", inspectors),
    Cheat("moving more people than the die says, or one twice", too_many_people),
    Cheat("moving people of the other side", people_of_the_other),
    Cheat("moving somebody who has been arrested", arrested_moves),
    Cheat("moving an Inspector who sits in jail", jailed_moves),
    Cheat("walking away from the sentry box", detained_walks),
    Cheat("over the wall without the plan, arrests of nobody", made_up_deeds),
    Cheat("orders that are not canonical, none, or too many", odd_orders),
    Cheat("an ask behind an unresolved card", ask_behind_a_card),
    Cheat("an ask behind an unresolved arrest", ask_behind_an_arrest),
    Cheat("asking twice at one building", asking_twice),
    Cheat("asking where there is nothing to ask", asking_anywhere),
    Cheat("a passport opened as the other value, with another's salt, or not", passport_of_the_asker),
    Cheat("IS for IS NOT, AGENT for TOURIST, and the other way round", false_answers),
    Cheat("a building or passport opened that was not asked for", other_building_opened),
    Cheat("a Tourist sent to ask with nothing behind it, to pass unseen", tourist_asks_alone),
    Cheat("moving in the turn that the other has kept open", moving_in_a_kept_turn),
    Cheat("moving out of turn", moving_out_of_turn),
    Cheat("resigning instead of drawing the card or answering", resigning_before_the_answer),
    Cheat("a second roll by asking first or waiting", rolling_again),
    Cheat("a second roll by another move, note, date or undo", rolling_again_by_undo),
    Cheat("looking at a card before it is drawn", looking_at_the_card),
];

/// A game played to its end by honest players.
struct Played {
    seed: u64,
    file: TurnFile,
    /// before each turn: the table as its maker sees it, his dice and the answers included
    seen: Vec<Value>,
}

const GAMES: u64 = 24;

static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let play = |seed| {
        let mut game = Game::new(Kind::EnemyAgent, 2, &[], seed);
        let mut seen = Vec::new();
        while let Some(due) = game.table.due() {
            seen.push(game.table.view(Some(&game.players[due.index()]), moment(0)).public);
            game.step(game.any());
        }
        Played { seed, file: game.file, seen }
    };
    (0..GAMES).map(play).collect()
});

/// A turn of an honest player that is about to be made.
struct Position<'a> {
    played: &'a Played,
    at: usize,
}

impl<'a> Position<'a> {
    fn all() -> impl Iterator<Item = Position<'a>> {
        PLAYED.iter().flat_map(|played| (0..played.file.turns.len()).map(move |at| Position { played, at }))
    }

    /// The first few that will do. There must be one.
    fn like(fits: impl Fn(&Position<'a>) -> bool) -> Vec<Position<'a>> {
        let found: Vec<Position<'a>> = Position::all().filter(fits).step_by(3).take(4).collect();
        assert!(!found.is_empty(), "no such position in {GAMES} games");
        found
    }

    fn turn(&self) -> &'a Turn {
        &self.played.file.turns[self.at]
    }

    fn before(&self) -> Option<&'a Turn> {
        self.at.checked_sub(1).map(|at| &self.played.file.turns[at])
    }

    /// The turn before the last, which is the mover's own.
    fn own_last(&self) -> Option<&'a Turn> {
        self.at.checked_sub(2).map(|at| &self.played.file.turns[at])
    }

    fn seen(&self) -> &'a Value {
        &self.played.seen[self.at]
    }

    fn seat(&self) -> Seat {
        if self.turn().seat == "alice" { ALICE } else { BOB }
    }

    /// Everybody of the mover's side.
    fn own(&self) -> impl Iterator<Item = &'a Value> {
        let side = if self.seat() == ALICE { "blue" } else { "red" };
        self.seen()["people"].as_array().into_iter().flatten().filter(move |person| person["side"] == side)
    }

    fn dice(&self) -> (usize, usize) {
        let number = |what: &str| self.seen()["dice"][what].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
        (number("people"), number("squares"))
    }

    /// A move is due, and the honest one opens nothing of its own.
    fn plain(&self) -> bool {
        let turn = self.turn();
        let opens = turn.moves.iter().any(|order| order.contains("ask"));
        !turn.moves.is_empty() && !opens && turn.seed.is_none() && self.seen()["mover"] == u64::from(self.seat().0)
    }

    /// Blue's first turn: three Travelers in the Hotel, three in the Station.
    fn first_of_blue(&self) -> bool {
        self.plain()
            && self.seat() == ALICE
            && self.seen()["turns"][0] == 1
            && self.own().all(|person| place(person).len() > 2 || is_inspector(person))
    }

    /// The game as it stands there.
    fn game(&self) -> Game {
        let mut game = Game::with(self.played.file.game.clone(), self.played.seed);
        for turn in &self.played.file.turns[..self.at] {
            game.mail(turn.clone()).expect("an honest turn");
        }
        game
    }

    /// The turn is changed, signed and mailed there.
    fn mailed(&self, change: impl FnOnce(&Game, &mut Turn)) -> (Game, Result<(), TurnFault>) {
        let mut game = self.game();
        let mut turn = self.turn().clone();
        change(&game, &mut turn);
        assert_ne!(turn, *self.turn(), "nothing was changed");
        game.sign(&mut turn);
        let read = game.mail(turn);
        (game, read)
    }

    /// That the changed turn is refused on arrival, and its maker loses.
    fn refused(&self, kind: FindingKind, change: impl FnOnce(&Game, &mut Turn)) -> Caught {
        let (game, read) = self.mailed(change);
        game.caught(read, self.seat(), self.turn().number, kind);
        Caught::Arrival(kind)
    }

    /// The same for these orders instead of the honest ones.
    fn orders_refused(&self, orders: &[String]) -> Caught {
        self.refused(IllegalMove, |_, turn| turn.moves = orders.to_vec())
    }
}

fn place(person: &Value) -> &str {
    person["place"].as_str().unwrap_or_default()
}

fn name(person: &Value) -> &str {
    person["who"].as_str().unwrap_or_default()
}

fn is_inspector(person: &Value) -> bool {
    name(person).starts_with('I')
}

/// Squares along a row of the board, from this column on.
fn along(row: &str, from: char, squares: usize) -> String {
    let all: Vec<String> = (from..='O').take(squares).map(|col| format!("{col}{row}")).collect();
    all.join("-")
}

/// The same, westwards.
fn back_along(row: &str, from: char, squares: usize) -> String {
    let all: Vec<String> = ('A'..=from).rev().take(squares).map(|col| format!("{col}{row}")).collect();
    all.join("-")
}

/// Positions at the beginning of Blue's game.
fn beginnings<'a>(fits: impl Fn(&Position<'a>) -> bool) -> Vec<Position<'a>> {
    Position::like(|position| position.first_of_blue() && fits(position))
}

/// Blue's first turn, with these orders, which follow from the number of people and of squares.
fn blue_orders(orders: &[&dyn Fn(usize, usize) -> Vec<String>]) -> Caught {
    for position in beginnings(|position| (2..=5).contains(&position.dice().1)) {
        let (people, squares) = position.dice();
        for order in orders {
            position.orders_refused(&order(people, squares));
        }
    }
    Caught::Arrival(IllegalMove)
}

fn one(order: String) -> Vec<String> {
    vec![order]
}

fn links() -> Caught {
    let positions = Position::like(|position| position.at > 6 && position.turn().seed.is_none());
    for position in &positions {
        let own = &position.game().players[position.seat().index()].chain;
        let shown = position.played.file.turns[2..position.at].iter().filter(|turn| turn.seat == position.turn().seat).count();
        assert_eq!(position.turn().link, own.link(shown + 1));
        let others = position.before().and_then(|turn| turn.link);
        for link in [own.link(shown + 2), own.link(shown + 3), own.link(shown), Some(own.tip()), others, Some([7; 32])] {
            position.refused(BadLink, |_, turn| turn.link = link);
        }
        position.refused(IllegalMove, |_, turn| turn.link = None);
    }
    // Before the game has begun there is none, and who joins cannot try several.
    for position in Position::all().take(2) {
        let own = &position.game().players[position.seat().index()].chain;
        position.refused(IllegalMove, |_, turn| turn.link = own.link(1));
        position.refused(IllegalMove, |_, turn| turn.tip = None);
    }
    for position in &positions {
        let own = &position.game().players[position.seat().index()].chain;
        position.refused(IllegalMove, |_, turn| turn.tip = Some(own.tip()));
    }
    Caught::Arrival(BadLink)
}

fn tip_copied() -> Caught {
    let position = Position { played: &PLAYED[0], at: 1 };
    let tip = position.before().and_then(|turn| turn.tip);
    position.refused(BadLink, |_, turn| turn.tip = tip)
}

/// Bob seals this, legal or not; the game goes on until somebody resigns.
fn bob_seals(agents: &str, plan: &str, turns: u32, shown: Option<[&str; 2]>) -> Game {
    let mut game = Game::new(Kind::EnemyAgent, 2, &[], 5);
    game.step(Order::Nothing);
    let has = |list: &str, number: u8| list.split(' ').any(|other| other == number.to_string());
    let passports = (7..=12).map(|number| (format!("passport-{number}"), if has(agents, number) { "agent" } else { "tourist" }));
    let buildings = (1..=4).map(|number| (format!("building-{number}"), if has(plan, number) { "plan" } else { "empty" }));
    let seals = passports.chain(buildings).map(|(item, value)| game.seal(BOB, &item, value)).collect();
    game.cheat_unseen(Order::Nothing, |turn| turn.setup = seals);
    game.players[1].setup = vec![format!("agents {agents}"), format!("plan {plan}")];
    while game.table.turns() < turns {
        game.step(game.any());
    }
    game.step(Order::Resign);
    if game.table.due() != Some(BOB) && game.file.turns.iter().all(|turn| turn.seed.is_none()) {
        game.step(Order::Nothing);
    }
    if let Some(shown) = shown {
        // Bob's turn with the reveal is made anew.
        while game.table.due().is_some() {
            let bobs = game.table.due() == Some(BOB);
            game.cheat_unseen(Order::Nothing, |turn| {
                if bobs {
                    turn.reveal = shown.map(str::to_owned).to_vec();
                }
            });
        }
    }
    game.finish();
    game
}

fn illegal_setups() -> Caught {
    for (agents, plan) in [
        ("7 8 9 10", "2"),
        ("7 8", "2"),
        ("none", "2"),
        ("7 8 9 10 11 12", "1"),
        ("7 9 11", "none"),
        ("7 9 11", "1 3"),
        ("7 9 11", "1 2 3 4"),
    ] {
        for turns in [3, 14] {
            let game = bob_seals(agents, plan, turns, None);
            game.caught_at_the_end(BOB, 2, IllegalSetup);
        }
    }
    Caught::Verify(IllegalSetup)
}

/// A game that alice resigns, so that bob shows his setup last.
fn bob_shows(shown: [&str; 2]) {
    // In turn 3 or 5 it is alice who resigns.
    let game = bob_seals("7 9 11", "2", 4, Some(shown));
    let last = game.table.turns();
    assert_eq!(game.file.turns.last().map(|turn| turn.seat.as_str()), Some("bob"));
    game.caught_at_the_end(BOB, last, SealMismatch);
}

fn plan_moved() -> Caught {
    bob_shows(["agents 7 9 11", "plan 3"]);
    bob_shows(["agents 7 9 11", "plan 2 3"]);
    bob_shows(["agents 7 9 11", "plan none"]);
    Caught::Verify(SealMismatch)
}

fn other_agents_shown() -> Caught {
    bob_shows(["agents 8 10 12", "plan 2"]);
    bob_shows(["agents 7 9 12", "plan 2"]);
    bob_shows(["agents 7 9 10 11", "plan 2"]);
    Caught::Verify(SealMismatch)
}

fn wrong_counts() -> Caught {
    blue_orders(&[
        &|_, squares| one(format!("1 {}", along("1", 'A', squares - 1))),
        &|_, squares| one(format!("1 {}", along("1", 'A', squares + 1))),
        &|_, squares| one(format!("1 {}", along("1", 'A', squares + 5))),
        &|_, _| one("1 A1-B1-C1-D1-E1-F1-G1-H1-I1-J1-K1-L1-M1-N1-O1".to_owned()),
        &|_, squares| one(format!("I1 D2-{}", along("1", 'D', squares - 1))),
        &|_, squares| one(format!("I1 D2-{}", along("1", 'D', squares + 1))),
        &|_, _| one("I1 D2".to_owned()),
        // The square he stands on is not named, or is not his.
        &|_, squares| one(format!("I1 {}", along("1", 'D', squares))),
        &|_, squares| one(format!("I1 L2-{}", along("1", 'L', squares.min(4)))),
    ])
}

fn through_walls() -> Caught {
    blue_orders(&[
        &|_, squares| one(format!("1 {}", along("2", 'A', squares))),
        &|_, squares| one(format!("1 {}", along("4", 'A', squares))),
        &|_, squares| one(format!("1 A1-{}", along("3", 'B', squares - 1))),
        &|_, squares| one(format!("1 A1-{}", along("1", 'C', squares - 1))),
        &|_, squares| one(format!("1 {}", along("1", 'B', squares))),
        &|_, squares| one(format!("1 {}", along("1", 'O', 1) + "-" + &back_along("1", 'N', squares - 1))),
        &|_, squares| one(format!("1 {}", along("11", 'A', squares))),
        &|_, squares| one(format!("1 {}", along("6", 'A', squares))),
    ]);
    // Through the Wall itself, next to a doorway and far from it.
    let by_the_wall = |person: &Value| !is_inspector(person) && place(person).len() == 2 && matches!(&place(person)[1..], "5" | "6");
    let far = |person: &Value| !matches!(&place(person)[..1], "D" | "L");
    for position in Position::like(|position| {
        position.plain()
            && position.own().any(|person| by_the_wall(person) && far(person) && person["held"] == false && person["moved"] == false)
    }) {
        let own = position
            .own()
            .find(|person| by_the_wall(person) && far(person) && person["held"] == false && person["moved"] == false)
            .expect("looked for");
        let (from, squares) = (place(own), position.dice().1);
        let (col, row) = (from.chars().next().unwrap_or('A'), if from.ends_with('5') { "6" } else { "5" });
        for path in [along(row, col, squares), back_along(row, col, squares)] {
            position.orders_refused(&[format!("{} {from}-{path}", name(own))]);
        }
    }
    Caught::Arrival(IllegalMove)
}

fn over_its_own_square() -> Caught {
    blue_orders(&[
        &|_, squares| one(format!("I1 D2-{}", ["D1", "D2", "D3", "D2", "D1"][..squares].join("-"))),
        &|_, squares| one(format!("I1 D2-{}", ["D3", "C3", "D3", "C3", "D3"][..squares.max(3)].join("-"))),
        &|_, squares| one(format!("1 {}", ["A1", "A2", "A1", "A2", "A1"][..squares.max(3)].join("-"))),
        &|_, squares| one(format!("1 {}", ["A1", "A1", "A1", "A1", "A1"][..squares].join("-"))),
    ])
}

fn inspectors() -> Caught {
    let circles = ["D5", "L5", "D6", "L6"];
    let on_circle = |person: &Value| is_inspector(person) && circles.contains(&place(person));
    let fits = |position: &Position<'_>| {
        position.plain()
            && position.seen()["people_left"].as_u64() > Some(0)
            && position.own().any(|own| on_circle(own) && own["moved"] == false)
    };
    for position in Position::like(fits) {
        let own = position.own().find(|person| on_circle(person)).expect("looked for");
        let (from, squares) = (place(own), position.dice().1);
        let (col, far) = (&from[..1], if from.ends_with('5') { "6" } else { "5" });
        let path = along(far, col.chars().next().unwrap_or('D'), squares);
        position.orders_refused(&[format!("{} {from}-{path}", name(own))]);
        position.orders_refused(&["pass".to_owned()]);
    }
    Caught::Arrival(IllegalMove)
}

fn too_many_people() -> Caught {
    let all = |squares: usize| {
        [
            format!("1 {}", along("1", 'A', squares)),
            format!("2 {}", along("3", 'A', squares)),
            format!("4 {}", back_along("1", 'O', squares)),
            format!("5 {}", back_along("3", 'O', squares)),
        ]
    };
    for position in beginnings(|position| (1..=5).contains(&position.dice().1)) {
        let (people, squares) = position.dice();
        position.orders_refused(&all(squares)[..=people]);
        position.orders_refused(&all(squares));
        let twice = all(squares)[0].clone();
        position.orders_refused(&[twice.clone(), twice.clone()]);
        let further = format!("1 {}", along("1", char::from(b'A' + u8::try_from(squares).unwrap_or(0) - 1), squares + 1));
        position.orders_refused(&[twice, further]);
    }
    Caught::Arrival(IllegalMove)
}

fn people_of_the_other() -> Caught {
    blue_orders(&[
        &|_, squares| one(format!("7 {}", back_along("10", 'O', squares))),
        &|_, squares| one(format!("I3 D9-{}", along("10", 'D', squares))),
        &|_, squares| one(format!("13 {}", along("1", 'A', squares))),
        &|_, squares| one(format!("I5 {}", along("1", 'A', squares))),
        &|_, squares| one(format!("0 {}", along("1", 'A', squares))),
    ])
}

fn arrested_moves() -> Caught {
    let gone = |person: &Value| place(person) == "out";
    for position in Position::like(|position| position.plain() && position.own().any(gone)) {
        let own = position.own().find(|person| gone(person)).expect("looked for");
        for row in ["1", "10"] {
            position.orders_refused(&[format!("{} {}", name(own), along(row, 'A', position.dice().1))]);
        }
    }
    Caught::Arrival(IllegalMove)
}

fn jailed_moves() -> Caught {
    let jailed = |person: &Value| place(person) == "jail" && person["guard_duty"].as_u64() > Some(0);
    for position in Position::like(|position| position.plain() && position.own().any(jailed)) {
        let own = position.own().find(|person| jailed(person)).expect("looked for");
        let row = if position.seat() == ALICE { "1" } else { "10" };
        position.orders_refused(&[format!("{} {}", name(own), along(row, 'H', position.dice().1))]);
        position.orders_refused(&[format!("{} {}", name(own), back_along(row, 'H', position.dice().1))]);
    }
    Caught::Arrival(IllegalMove)
}

fn detained_walks() -> Caught {
    let held = |person: &Value| person["held"] == true && person["moved"] == false;
    for position in Position::like(|position| position.plain() && position.own().any(held)) {
        let own = position.own().find(|person| held(person)).expect("looked for");
        let (from, squares) = (place(own), position.dice().1);
        let (col, row) = (from.chars().next().unwrap_or('E'), &from[1..]);
        position.orders_refused(&[format!("{} {from}-{}", name(own), along(row, char::from(col as u8 + 1), squares))]);
        position.orders_refused(&[format!("{} {from}-{}", name(own), back_along(row, char::from(col as u8 - 1), squares))]);
    }
    Caught::Arrival(IllegalMove)
}

fn made_up_deeds() -> Caught {
    blue_orders(&[
        &|_, _| one("1 A1 over".to_owned()),
        &|_, squares| one(format!("1 {} over", along("1", 'A', squares))),
        &|_, squares| one(format!("I1 D2-{} arrest 7", along("1", 'D', squares))),
        &|_, squares| one(format!("I1 D2-{} arrest 1", along("1", 'D', squares))),
        &|_, squares| one(format!("1 {} arrest 7", along("1", 'A', squares))),
        &|_, squares| one(format!("I1 D2-{} over", along("1", 'D', squares))),
    ])
}

fn odd_orders() -> Caught {
    for odd in [
        "01 A1",
        "1 a1",
        "1  A1",
        " 1 A1",
        "1 A1 ",
        "i1 D2-D1",
        "1 A01",
        "1 A1,B1",
        "1 to C1",
        "PASS",
        "ask",
        "1 A1 stay",
        "1 A1 arrest",
        "1 A1 over ask",
        "1",
        "none",
    ] {
        blue_orders(&[&|_, _| one(odd.to_owned())]);
    }
    blue_orders(&[
        &|_, _| Vec::new(),
        &|_, _| vec!["pass".to_owned(), "pass".to_owned()],
        &|_, _| vec!["pass".to_owned(), "resign".to_owned()],
        &|_, _| vec!["wait".to_owned()],
        &|_, _| vec!["pass".to_owned(), "wait".to_owned()],
        &|_, squares| vec![format!("1 {}", along("1", 'A', squares)), "pass".to_owned()],
        &|_, squares| vec![format!("1 {}", along("1", 'A', squares)), "wait".to_owned()],
        &|_, squares| vec!["pass".to_owned(), format!("1 {}", along("1", 'A', squares))],
        &|_, squares| vec![format!("1 {}", along("1", 'A', squares)); 21],
    ])
}

/// Does this order go through a Doorway?
fn crosses(order: &str) -> bool {
    ["D5-D6", "D6-D5", "L5-L6", "L6-L5"].iter().any(|steps| order.contains(steps)) && !order.contains("over")
}

/// Appends the opening of an item of this seat.
fn open(game: &Game, turn: &mut Turn, seat: Seat, item: &str, value: &str) {
    turn.open.push(format!("{item} {value}"));
    turn.salts.push(game.salt(seat, item));
}

/// What the setup of a seat says of one of its Travelers.
fn role(game: &Game, seat: Seat, who: &str) -> &'static str {
    if game.players[seat.index()].setup[0].split(' ').any(|number| number == who) { "agent" } else { "tourist" }
}

fn ask_behind_a_card() -> Caught {
    let fits = |position: &Position<'_>| position.plain() && position.turn().moves.last().is_some_and(|order| crosses(order));
    for position in Position::like(fits) {
        let crossing = position.turn().moves.last().expect("looked for").clone();
        let who = crossing.split(' ').next().unwrap_or_default().to_owned();
        let others: Vec<String> = position.own().filter(|person| !is_inspector(person)).map(|person| name(person).to_owned()).collect();
        // Where the crossing ends nobody can know before the card.
        position.refused(IllegalMove, |game, turn| {
            *turn.moves.last_mut().expect("an order") += " ask";
            open(game, turn, position.seat(), &format!("passport-{who}"), role(game, position.seat(), &who));
        });
        for other in others.iter().take(3) {
            position.refused(IllegalMove, |game, turn| {
                turn.moves.push(format!("ask {other}"));
                open(game, turn, position.seat(), &format!("passport-{other}"), role(game, position.seat(), other));
            });
        }
    }
    Caught::Arrival(IllegalMove)
}

fn ask_behind_an_arrest() -> Caught {
    let fits = |position: &Position<'_>| position.plain() && position.turn().moves.last().is_some_and(|order| order.contains("arrest"));
    for position in Position::like(fits) {
        for other in position.own().filter(|person| !is_inspector(person)) {
            let other = name(other).to_owned();
            position.refused(IllegalMove, |game, turn| {
                turn.moves.push(format!("ask {other}"));
                open(game, turn, position.seat(), &format!("passport-{other}"), role(game, position.seat(), &other));
            });
        }
    }
    Caught::Arrival(IllegalMove)
}

fn asks(turn: &Turn) -> bool {
    turn.moves.first().is_some_and(|order| order.starts_with("ask "))
}

fn asking_twice() -> Caught {
    // In one order and in two.
    for position in Position::like(|position| asks(position.turn())) {
        let ask = position.turn().moves[0].clone();
        let who = ask.split(' ').next_back().unwrap_or_default().to_owned();
        position.refused(IllegalMove, |_, turn| turn.moves[0] = format!("{ask} {who}"));
        position.refused(IllegalMove, |_, turn| turn.moves.insert(1, ask.clone()));
    }
    // In the next file, when the answer has come and he still stands there.
    let asker =
        |turn: &Turn| turn.moves.iter().find(|order| order.ends_with(" ask")).and_then(|order| Some(order.split_once(' ')?.0.to_owned()));
    for position in Position::like(|position| position.plain() && position.own_last().and_then(asker).is_some()) {
        let who = position.own_last().and_then(asker).expect("looked for");
        position.orders_refused(&[format!("ask {who}")]);
        position.orders_refused(&[format!("ask {who}"), "wait".to_owned()]);
    }
    Caught::Arrival(IllegalMove)
}

fn asking_anywhere() -> Caught {
    for position in beginnings(|_| true) {
        let squares = position.dice().1;
        for order in ["ask 1".to_owned(), "ask 4".to_owned(), format!("1 {} ask", along("1", 'A', squares))] {
            let who = order.trim_start_matches("ask ").split(' ').next().unwrap_or_default().to_owned();
            position.refused(IllegalMove, |game, turn| {
                turn.moves = vec![order];
                open(game, turn, ALICE, &format!("passport-{who}"), role(game, ALICE, &who));
            });
        }
        for order in ["ask I1", "ask 7", "ask 13"] {
            position.orders_refused(&[order.to_owned()]);
        }
    }
    Caught::Arrival(IllegalMove)
}

fn other_value(opening: &str) -> String {
    let (item, value) = opening.split_once(' ').unwrap_or_default();
    let other = match value {
        "agent" => "tourist",
        "tourist" => "agent",
        "plan" => "empty",
        _ => "plan",
    };
    format!("{item} {other}")
}

fn passport_of_the_asker() -> Caught {
    let shows =
        |turn: &Turn| turn.answer.is_empty() && turn.seed.is_none() && turn.open.iter().any(|opening| opening.starts_with("passport-"));
    for position in Position::like(|position| shows(position.turn())) {
        let seat = position.seat();
        position.refused(BadOpening, |_, turn| turn.open[0] = other_value(&turn.open[0]));
        position.refused(BadOpening, |_, turn| turn.open[0] = turn.open[0].replace("agent", "plan").replace("tourist", "plan"));
        let item = position.turn().open[0].split(' ').next().unwrap_or_default().to_owned();
        let another = if item.ends_with('9') { "passport-8" } else { "passport-9" };
        position.refused(BadOpening, |game, turn| turn.salts[0] = game.salt(seat, another));
        position.refused(BadOpening, |game, turn| turn.salts[0] = game.salt(seat.other(), &item));
        position.refused(BadOpening, |_, turn| turn.open[0] = turn.open[0].replace(&item, another));
        position.refused(BadOpening, |_, turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()));
        position
            .refused(IllegalMove, |game, turn| open(game, turn, seat, another, role(game, seat, another.trim_start_matches("passport-"))));
    }
    Caught::Arrival(BadOpening)
}

fn false_answers() -> Caught {
    for (truth, said) in [("IS", "IS NOT"), ("IS NOT", "IS"), ("AGENT", "TOURIST"), ("TOURIST", "AGENT")] {
        let fits = |position: &Position<'_>| {
            position.turn().answer.first().is_some_and(|answer| answer == truth) && position.turn().seed.is_none()
        };
        for position in Position::like(fits) {
            // As it is sealed, then as it is said.
            position.refused(FalseAnswer, |_, turn| said.clone_into(&mut turn.answer[0]));
            position.refused(BadOpening, |_, turn| {
                said.clone_into(&mut turn.answer[0]);
                turn.open[0] = other_value(&turn.open[0]);
            });
            position.refused(BadOpening, |_, turn| turn.open[0] = other_value(&turn.open[0]));
            for odd in ["is", "ISNT", "IS  NOT", "YES", "NO", "MAYBE", "agent", "PASS"] {
                position.refused(IllegalMove, |_, turn| odd.clone_into(&mut turn.answer[0]));
            }
            position.refused(IllegalMove, |_, turn| turn.answer.clear());
            position.refused(IllegalMove, |_, turn| turn.answer.push(said.to_owned()));
            // An answer to another kind of question opens nothing that it could.
            let other = if truth.starts_with("IS") { "AGENT" } else { "IS" };
            let (_, read) = position.mailed(|_, turn| other.clone_into(&mut turn.answer[0]));
            let Err(TurnFault::Breach(finding)) = read else { panic!("{other} was taken for {truth}") };
            assert_eq!(finding.seat, position.seat());
        }
    }
    Caught::Arrival(FalseAnswer)
}

fn other_building_opened() -> Caught {
    let asked = |turn: &Turn| turn.seed.is_none() && turn.answer.first().is_some_and(|answer| answer.starts_with("IS"));
    for position in Position::like(|position| asked(position.turn())) {
        let seat = position.seat();
        let item = position.turn().open[0].split(' ').next().unwrap_or_default().to_owned();
        for other in (1..=4).map(|number| format!("building-{number}")).filter(|other| *other != item) {
            position.refused(BadOpening, |game, turn| {
                turn.open[0] = turn.open[0].replace(&item, &other);
                turn.salts[0] = game.salt(seat, &other);
            });
        }
        for odd in ["building-5 empty", "building-0 empty", "building-1", "passport-1 plan", "A1 empty"] {
            position.refused(BadOpening, |_, turn| odd.clone_into(&mut turn.open[0]));
        }
    }
    Caught::Arrival(BadOpening)
}

/// An `ask` alone keeps the turn open for an answer; a Tourist is owed none, so that it would be a pass that looks like something else.
fn tourist_asks_alone() -> Caught {
    let setup = |position: &Position<'_>| position.game().players[position.seat().index()].setup.clone();
    let mut tried = 0;
    for position in Position::all().filter(Position::plain) {
        let may_ask = |person: &&Value| person["may_ask"].is_u64() && person["passport"].is_null();
        let Some(own) = position.own().find(may_ask) else { continue };
        let who = name(own).to_owned();
        if setup(&position)[0].split(' ').any(|number| number == who) {
            continue;
        }
        let (mut game, read) = position.mailed(|game, turn| {
            turn.moves = vec![format!("ask {who}")];
            open(game, turn, position.seat(), &format!("passport-{who}"), "tourist");
        });
        read.expect("only the passports show it");
        assert_eq!(game.table.due(), Some(position.seat().other()), "he has lost his turn by it");
        game.step(Order::Resign);
        game.finish();
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else { panic!("{:?}", verdict.findings) };
        assert_eq!((finding.seat, finding.turn, finding.kind), (position.seat(), position.turn().number, IllegalMove));
        let result = verdict.result.expect("a result");
        assert_eq!((result.winners.as_slice(), result.ended_by), ([position.seat().other()].as_slice(), EndedBy::Breach));
        tried += 1;
        if tried == 3 {
            break;
        }
    }
    assert!(tried > 0, "no Tourist stands before a building in {GAMES} games");
    Caught::Verify(IllegalMove)
}

/// Is the turn only one that answers and draws, the other's turn going on?
fn serves(position: &Position<'_>) -> bool {
    position.at > 3 && position.turn().moves.is_empty() && position.turn().seed.is_none()
}

fn moving_in_a_kept_turn() -> Caught {
    for position in Position::like(serves) {
        for order in ["pass", "wait", "1 A1", "7 O10", "ask 9"] {
            position.orders_refused(&[order.to_owned()]);
        }
    }
    Caught::Arrival(IllegalMove)
}

fn moving_out_of_turn() -> Caught {
    for position in Position::like(|position| position.plain() && position.at > 4) {
        let mut game = position.game();
        let other = position.seat().other();
        let mut turn = game.bare(other);
        turn.moves = vec!["pass".to_owned()];
        let shown = position.played.file.turns[2..position.at]
            .iter()
            .filter(|turn| turn.seat == position.game().file.game.seats[other.index()])
            .count();
        turn.link = game.players[other.index()].chain.link(shown + 1);
        game.sign(&mut turn);
        let read = game.mail(turn);
        game.caught(read, other, position.turn().number, IllegalMove);
    }
    Caught::Arrival(IllegalMove)
}

fn resigning_before_the_answer() -> Caught {
    for position in Position::like(|position| !position.turn().answer.is_empty() && position.turn().seed.is_none()) {
        position.refused(IllegalMove, |_, turn| {
            (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
            turn.moves = vec!["resign".to_owned()];
        });
    }
    // The card that brings the plan home decides before anybody can resign.
    let home = |position: &Position<'_>| {
        position.turn().seed.is_some()
            && position.before().is_some_and(|turn| turn.moves.iter().any(|order| crosses(order)) && turn.seed.is_none())
    };
    for position in Position::like(home) {
        position.refused(IllegalMove, |_, turn| turn.moves = vec!["resign".to_owned()]);
    }
    Caught::Arrival(IllegalMove)
}

/// A turn that is kept open has the dice it began with, however many files it takes.
fn rolling_again() -> Caught {
    let mut kept = 0;
    for position in Position::all().filter(|position| position.plain() && position.at > 4) {
        let earlier = Position { played: position.played, at: position.at - 2 };
        if earlier.seen()["turn"] == position.seen()["turn"] && earlier.turn().seat == position.turn().seat {
            assert_eq!(earlier.dice(), position.dice());
            assert!(earlier.turn().moves.last().is_some_and(|order| order == "wait" || order.starts_with("ask")));
            kept += 1;
        }
    }
    assert!(kept > 5, "only {kept} turns were kept open");
    Caught::Vain
}

/// The dice of a turn hang on two links alone: whatever else it says, they are the same.
fn rolling_again_by_undo() -> Caught {
    let throws = |game: &Game, turn: &Turn| {
        let mut table = pbem::table::open_header(&game.file.game).expect("a header that makes a game");
        game.file.turns.iter().for_each(|turn| table.read(turn).expect("an honest turn"));
        table.read(turn).expect("it is as good as the honest one");
        let lines = table.news(game.table.turns()).pop().expect("the turn is told").lines;
        lines.into_iter().filter(|line| line.contains(" throws ")).collect::<Vec<_>>()
    };
    for position in beginnings(|position| position.dice().1 < 6) {
        let game = position.game();
        let honest = throws(&game, position.turn());
        assert!(!honest.is_empty());
        let changes: [&dyn Fn(&mut Turn); 5] = [
            &|turn| turn.moves = vec!["pass".to_owned()],
            &|turn| turn.note = Some("again, please".to_owned()),
            &|turn| turn.sent += chrono::Duration::days(1),
            &|turn| turn.offer = Some("draw".to_owned()),
            &|turn| turn.instead = vec![[7; 32]],
        ];
        for change in changes {
            let mut turn = position.turn().clone();
            change(&mut turn);
            game.sign(&mut turn);
            assert_eq!(throws(&game, &turn), honest);
        }
    }
    Caught::Vain
}

/// A card hangs on a link of the other's that nobody else knows: the mover's file holds its hash and no more, and whatever else that link
/// could be, both cards could come.
fn looking_at_the_card() -> Caught {
    let drawn = |position: &Position<'_>| {
        position.before().is_some_and(|turn| turn.moves.iter().any(|order| crosses(order))) && position.turn().seed.is_none()
    };
    for position in Position::like(drawn) {
        let game = position.game();
        let (mover, other) = (position.seat().other(), position.seat());
        let link = position.turn().link.expect("a link");
        let last =
            position.played.file.turns[..position.at].iter().rev().find(|turn| turn.seat == position.turn().seat).expect("he has joined");
        let published = last.link.or(last.tip).expect("a link or the tip");
        assert!(pbem::crypto::Chain::is_next(&game.table.id(), &position.turn().seat, &published, &link), "its hash is all that is known");
        let text = game.file.write();
        assert!(!text.contains(&hex::encode(link)), "the link that draws the card is not in the mover's file");
        assert!((1..).map_while(|k| game.players[mover.index()].chain.link(k)).all(|own| own != link), "nor in his vault");
        let before = position.before().and_then(|turn| turn.link).expect("a link");
        let mut cards = [0; 2];
        for guess in 0..200_u64 {
            let guess: Bytes32 = crate::play::bytes(guess, "what the other's link could be");
            let mut numbers = pbem::crypto::chance(&game.table.id(), position.turn().number, "card 1", &before, &guess);
            cards[usize::from(pbem::games::Numbers::below(&mut numbers, 20) < 12)] += 1;
        }
        assert!(cards[0] > 50 && cards[1] > 90, "{cards:?}");
        // Nor can the other choose it: any other link than the one that was fixed at the start is refused.
        position.refused(BadLink, |_, turn| turn.link = Some([7; 32]));
        let later = game.players[other.index()].chain.link(4000);
        position.refused(BadLink, |_, turn| turn.link = later);
    }
    Caught::Vain
}

/// Nothing of all this was found in the games as they were played.
#[test]
fn the_games_that_are_cheated_in_are_honest() {
    for played in PLAYED.iter().take(4) {
        let game = Position { played, at: played.file.turns.len() }.game();
        assert_eq!(game.verdict().kind, VerdictKind::Honest);
    }
}
