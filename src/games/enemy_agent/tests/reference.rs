//! Movement compared with a slow reference, written independently from the rules and the drawing of
//! the board.

use std::collections::{BTreeMap, BTreeSet};

use super::table::{Table, square, table, table_with};
use crate::games::conformance::Dice;
use crate::games::enemy_agent::board::{House, Square};
use crate::games::enemy_agent::path::{Walk, can_walk, check, ways};
use crate::games::enemy_agent::person::Person;
use crate::games::enemy_agent::state::Whereabouts;
use crate::rules::Numbers;

/// The drawing in the rules, from the top; the wall is after the fifth row.
const DRAWING: [&str; 10] = [
    "gssgss.g.ssgssg",
    "g##Y###J###Y##g",
    "g..g...g...g..g",
    "#.###.###.###.#",
    "...Ob.....bO...",
    "...Ob.....bO...",
    "#.###.###.###.#",
    "g..g...g...g..g",
    "g##Y###J###Y##g",
    "gssgss.g.ssgssg",
];

type Spot = (i32, i32);

fn sign(spot: Spot) -> char {
    let row = usize::try_from(9 - spot.1).ok().and_then(|row| DRAWING.get(row));
    let sign = row.and_then(|row| row.chars().nth(usize::try_from(spot.0).ok()?)).unwrap_or('#');
    if sign == 'J' { '#' } else { sign }
}

fn spot(square: Square) -> Spot {
    (i32::from(square.letter), i32::from(square.number))
}

fn is_red(spot: Spot) -> bool {
    spot.1 >= 5
}

fn next_door(spot: Spot) -> Vec<Spot> {
    let around = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(dx, dy)| (spot.0 + dx, spot.1 + dy));
    around.into_iter().filter(|&next| sign(next) != '#' && is_red(next) == is_red(spot)).collect()
}

/// The place and the type (Traveler, held, Inspector) of the person who moves, and the places of
/// all other people.
struct Position {
    start: Option<Spot>,
    exits: Vec<Spot>,
    held: bool,
    inspector: bool,
    own: Vec<Spot>,
    foes: Vec<Spot>,
    count: usize,
}

/// End of a walk, whether it is exact, and the circle where it goes through the wall.
type End = (Spot, bool, Option<Spot>);

impl Position {
    fn room(&self, spot: Spot) -> bool {
        sign(spot) == 'b' || !self.own.contains(&spot)
    }

    fn empty(&self, spot: Spot) -> bool {
        sign(spot) == 'b' || !self.own.contains(&spot) && !self.foes.contains(&spot)
    }

    /// Returns all walks, each as the list of its squares, with their ends.
    fn walks(&self) -> BTreeMap<Vec<Spot>, End> {
        let mut ends = BTreeMap::new();
        let mut open: Vec<(Vec<Spot>, Option<Spot>)> = vec![(Vec::new(), None)];
        for length in 1..=self.count + 9 {
            let mut longer = Vec::new();
            for (walk, crossed) in open {
                for (to, crossing) in self.continuations(&walk, crossed) {
                    let mut walk = walk.clone();
                    walk.push(to);
                    let stops = if length == self.count {
                        self.room(to)
                    } else {
                        length > self.count && self.empty(to)
                    };
                    if stops {
                        ends.insert(walk, (to, length == self.count, crossing));
                    } else {
                        longer.push((walk, crossing));
                    }
                }
            }
            open = longer;
        }
        ends
    }

    fn continuations(&self, walk: &[Spot], crossed: Option<Spot>) -> Vec<(Spot, Option<Spot>)> {
        let mut next: Vec<(Spot, Option<Spot>)> = Vec::new();
        let across = |circle: Spot| (circle.0, if is_red(circle) { 4 } else { 5 });
        match (walk.last().copied(), self.start) {
            (None, None) => next.extend(self.exits.iter().map(|&exit| (exit, None))),
            (None, Some(start)) => {
                if !self.held {
                    next.extend(next_door(start).into_iter().map(|to| (to, None)));
                }
                let circle = match sign(start) {
                    'O' => Some(start),
                    'b' => next_door(start).into_iter().find(|&near| sign(near) == 'O'),
                    _ => None,
                };
                next.extend(
                    circle.filter(|_| !self.inspector).map(|circle| (across(circle), Some(circle))),
                );
            }
            (Some(at), _) => {
                next.extend(next_door(at).into_iter().map(|to| (to, crossed)));
                if sign(at) == 'O'
                    && crossed.is_none()
                    && !self.inspector
                    && walk.len() < self.count
                {
                    next.push((across(at), Some(at)));
                }
            }
        }
        next.retain(|(to, _)| !walk.contains(to) && self.start != Some(*to));
        next
    }
}

fn scatter(table: &mut Table, dice: &mut Dice) {
    let squares: Vec<Square> = table.state.board().squares().collect();
    // Often crowd the people into the western columns, which makes occupied squares likely.
    let near = usize::try_from(dice.below(3)).expect("small");
    let pool: Vec<Square> = if near == 0 {
        squares.clone()
    } else {
        squares.iter().copied().filter(|square| square.letter < 6).collect()
    };
    for who in Person::all() {
        let mine: Vec<Square> = pool
            .iter()
            .copied()
            .filter(|&square| !who.is_inspector() || table.state.board().side(square) == who.seat())
            .collect();
        let square = mine[dice.below(u32::try_from(mine.len()).expect("small")) as usize];
        if dice.below(8) > 0 && table.state.may_stop(square, who, true) {
            table.state.figure_mut(who).at = Whereabouts::On(square);
        }
    }
}

fn position(table: &Table, who: Person) -> Position {
    let of = |own: bool| {
        let others =
            Person::all().filter(|&other| other != who && (other.seat() == who.seat()) == own);
        others.filter_map(|other| table.state.square_of(other)).map(spot).collect()
    };
    let exits: &[&str] = match (table.state.figure(who).at, who.seat().0) {
        (Whereabouts::In(House::Hotel), 0) => &["A1", "A2", "A3"],
        (Whereabouts::In(House::Station), 0) => &["O1", "O2", "O3"],
        (Whereabouts::In(House::Hotel), _) => &["O8", "O9", "O10"],
        (Whereabouts::In(House::Station), _) => &["A8", "A9", "A10"],
        _ => &[],
    };
    Position {
        start: table.state.square_of(who).map(spot),
        exits: exits.iter().map(|exit| spot(square(exit))).collect(),
        held: table.state.figure(who).held,
        inspector: who.is_inspector(),
        own: of(true),
        foes: of(false),
        count: usize::from(table.state.throw().squares),
    }
}

#[test]
fn found_paths_equal_the_reference() {
    let mut dice = Dice(7);
    let mut compared = 0;
    for round in 0..60 {
        let mut table = table();
        scatter(&mut table, &mut dice);
        table.throw(3, round % 6 + 1);
        for who in Person::all() {
            let held = table.state.square_of(who).is_some_and(|square| sign(spot(square)) == 'b')
                && !who.is_inspector();
            table.state.figure_mut(who).held = held && dice.below(2) == 0;
            let expected: BTreeSet<End> = position(&table, who).walks().into_values().collect();
            let found = ways(&table.state, who);
            let as_end = |walk: &Walk| {
                let circle = walk.crossing.map(|crossing| spot(crossing.circle));
                (spot(walk.end), walk.exact, circle)
            };
            // A walk through a Doorway can begin at the circle or go there first. The program
            // distinguishes such walks to the same end; the reference doesn't.
            assert_eq!(
                found.iter().map(|(_, walk)| as_end(walk)).collect::<BTreeSet<_>>(),
                expected,
                "{who} in round {round}"
            );
            assert_eq!(can_walk(&table.state, who), !expected.is_empty());
            compared += expected.len();
        }
    }
    assert!(compared > 4000, "{compared}");
}

#[test]
fn path_is_legal_if_the_reference_knows_it() {
    let mut dice = Dice(11);
    let (mut legal, mut illegal) = (0, 0);
    for round in 0..40 {
        let mut table = table();
        scatter(&mut table, &mut dice);
        table.throw(3, round % 5 + 1);
        for who in Person::all() {
            let position = position(&table, who);
            let known = position.walks();
            for _ in 0..40 {
                let walk = wander(&position, &mut dice);
                let start = table.state.square_of(who);
                let small = |number| u8::try_from(number).expect("small");
                let squares = walk
                    .iter()
                    .map(|&(col, row)| Square { letter: small(col), number: small(row) });
                let path: Vec<Square> = start.into_iter().chain(squares).collect();
                let read =
                    check(&table.state, who, &path).ok().map(|walk| (spot(walk.end), walk.exact));
                assert_eq!(
                    read,
                    known.get(&walk).map(|(end, exact, _)| (*end, *exact)),
                    "{who} {walk:?}"
                );
                *if read.is_some() { &mut legal } else { &mut illegal } += 1;
            }
        }
    }
    assert!(legal > 500 && illegal > 500, "{legal} {illegal}");
}

/// Returns a walk that may break any rule of movement.
fn wander(position: &Position, dice: &mut Dice) -> Vec<Spot> {
    let mut walk: Vec<Spot> = Vec::new();
    let length = position.count + [0, 0, 0, 1, 1, 2, 3][dice.below(7) as usize]
        - usize::from(dice.below(9) == 0);
    for _ in 0..length {
        let from = walk.last().copied().or(position.start);
        let mut next = from.map_or_else(|| position.exits.clone(), next_door);
        if let Some((col, row)) = from {
            next.extend([(col, row + 1), (col, row - 1)].into_iter().filter(|&to| sign(to) == 'O'));
            next.extend(
                next_door((col, row))
                    .into_iter()
                    .filter(|&near| sign(near) == 'O')
                    .map(|(col, row)| (col, if row > 4 { 4 } else { 5 })),
            );
        }
        let Some(&to) =
            next.get(dice.below(u32::try_from(next.len().max(1)).expect("small")) as usize)
        else {
            break;
        };
        walk.push(to);
    }
    walk
}

#[test]
fn search_ends_on_a_crowded_open_board() {
    let row = |number: u32| {
        let cells = match number {
            1 | 30 => format!("{}#YgY#", "s".repeat(8)),
            2 | 29 => format!("{}ggg", ".".repeat(9)),
            15 | 16 => "Ob".to_owned(),
            _ => String::new(),
        };
        let cells: Vec<String> = format!("{cells:.<26}").chars().map(String::from).collect();
        format!("{number} {}", cells.join(" "))
    };
    let wall = format!("wall |{}", " =".repeat(25));
    let mut lines: Vec<String> =
        (16..=30).rev().map(row).chain([wall]).chain((1..=15).rev().map(row)).collect();
    for (side, gray, shaded) in [("blue", 2, 1), ("red", 29, 30)] {
        lines.push(format!("{side} hotel J{gray}"));
        lines.push(format!("{side} station K{gray}"));
        lines.push(format!("{side} jail L{gray}"));
        let fronts =
            ["A B", "C D", "E F", "G H"].map(|pair| pair.replace(' ', &format!("{shaded} ")));
        let ends = format!("{shaded}, ");
        lines.push(format!("{side} buildings {}{shaded}", fronts.join(&ends)));
    }
    let text = lines.join("\n");
    assert!(
        text.lines().all(|line| line.len() <= 64) && text.lines().count() <= 40,
        "{}",
        text.lines().count()
    );
    let mut table = table_with(&[("board", &text), ("diagonal", "true")]);
    for (at, who) in Person::all().filter(|who| !who.is_inspector()).enumerate() {
        let at = u8::try_from(at).expect("small");
        table.state.figure_mut(who).at =
            Whereabouts::On(Square { letter: 10 + at % 4, number: 5 + at / 4 });
    }
    table.throw(3, 6);
    for who in Person::all() {
        assert!(!ways(&table.state, who).is_empty());
    }
}
