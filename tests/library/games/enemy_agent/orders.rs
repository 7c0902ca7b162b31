//! Illegal orders: wrong people, wrong distances, wrong destinations.

use pbem::table::FindingKind::IllegalMove;
use serde_json::Value;

use super::{Position, along, back_along, beginnings, is_inspector, name, place};
use crate::cheats::ALICE;
use crate::cheats::table::{Attempt, Caught, Cheat};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(Attempt::IllegalMove, "moving a number of squares that wasn't rolled", wrong_counts),
    Cheat(
        Attempt::IllegalMove,
        "moving through houses or walls, or jumping over squares",
        through_walls,
    ),
    Cheat(
        Attempt::IllegalMove,
        "entering the same square twice in one move, including the starting square",
        over_its_own_square,
    ),
    Cheat(
        Attempt::IllegalMove,
        "moving an Inspector through a Doorway, or leaving an Inspector on a circle",
        inspectors,
    ),
    Cheat(
        Attempt::IllegalMove,
        "moving more people than the die allows, or moving one person twice",
        too_many_people,
    ),
    Cheat(Attempt::IllegalMove, "moving the opponent's people", people_of_the_other),
    Cheat(Attempt::IllegalMove, "moving a person who has been arrested", arrested_moves),
    Cheat(Attempt::IllegalMove, "moving an Inspector who is in jail", jailed_moves),
    Cheat(
        Attempt::IllegalMove,
        "letting a person held at the Sentry Box walk away",
        detained_walks,
    ),
    Cheat(
        Attempt::IllegalMove,
        "going over the wall without the plan, or making an arrest with no one to arrest",
        made_up_deeds,
    ),
    Cheat(
        Attempt::IllegalMove,
        "naming too late which people begin in the Hotel, or naming the wrong people",
        odd_guests,
    ),
    Cheat(
        Attempt::IllegalMove,
        "writing an order in a form that the protocol doesn't allow, giving no orders, or giving \
         too many",
        odd_orders,
    ),
];

/// Plays Blue's first turn with these orders, which depend on the numbers of people and squares.
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

fn wrong_counts() -> Caught {
    blue_orders(&[
        &|_, squares| one(format!("1 {}", along("1", 'A', squares - 1))),
        &|_, squares| one(format!("1 {}", along("1", 'A', squares + 1))),
        &|_, squares| one(format!("1 {}", along("1", 'A', squares + 5))),
        &|_, _| one("1 A1-B1-C1-D1-E1-F1-G1-H1-I1-J1-K1-L1-M1-N1-O1".to_owned()),
        &|_, squares| one(format!("I1 D2-{}", along("1", 'D', squares - 1))),
        &|_, squares| one(format!("I1 D2-{}", along("1", 'D', squares + 1))),
        &|_, _| one("I1 D2".to_owned()),
        // The current square is missing, or is another one.
        &|_, squares| one(format!("I1 {}", along("1", 'D', squares))),
        &|_, squares| one(format!("I1 L2-{}", along("1", 'L', squares.min(4)))),
    ])
}

fn odd_guests() -> Caught {
    blue_orders(&[
        &|_, _| one("hotel 1 2".to_owned()),
        &|_, _| one("hotel 1 2 3 4".to_owned()),
        &|_, _| one("hotel 3 2 1".to_owned()),
        &|_, _| one("hotel 1 1 2".to_owned()),
        &|_, _| one("hotel 1 2 7".to_owned()),
        &|_, _| one("hotel 1 2 I1".to_owned()),
        &|_, _| vec!["hotel 1 2 4".to_owned(), "hotel 1 2 5".to_owned()],
        &|_, squares| vec![format!("1 {}", along("1", 'A', squares)), "hotel 1 2 3".to_owned()],
    ]);
    // In a later turn, even if no one has moved.
    let later = |position: &Position| position.plain() && position.turns_of_mover() > 1;
    for position in Position::like(later) {
        let own = if position.seat() == ALICE { "hotel 1 2 4" } else { "hotel 7 8 10" };
        let honest = position.turn().moves.iter().cloned();
        let orders: Vec<String> = std::iter::once(own.to_owned()).chain(honest).collect();
        position.orders_refused(&orders);
    }
    Caught::Arrival(IllegalMove)
}

fn through_walls() -> Caught {
    blue_orders(&[
        &|_, squares| one(format!("1 {}", along("2", 'A', squares))),
        &|_, squares| one(format!("1 {}", along("4", 'A', squares))),
        &|_, squares| one(format!("1 A1-{}", along("3", 'B', squares - 1))),
        &|_, squares| one(format!("1 A1-{}", along("1", 'C', squares - 1))),
        &|_, squares| one(format!("1 {}", along("1", 'B', squares))),
        &|_, squares| {
            one(format!("1 {}", along("1", 'O', 1) + "-" + &back_along("1", 'N', squares - 1)))
        },
        &|_, squares| one(format!("1 {}", along("11", 'A', squares))),
        &|_, squares| one(format!("1 {}", along("6", 'A', squares))),
    ]);
    // Through the Wall itself, next to a doorway and far from it.
    let by_the_wall = |person: &Value| {
        !is_inspector(person)
            && place(person).len() == 2
            && matches!(&place(person)[1..], "5" | "6")
    };
    let far = |person: &Value| !matches!(&place(person)[..1], "D" | "L");
    for position in Position::like(|position| {
        position.plain()
            && position.own().any(|person| {
                by_the_wall(person)
                    && far(person)
                    && person["held"] == false
                    && person["moved"] == false
            })
    }) {
        let own = position
            .own()
            .find(|person| {
                by_the_wall(person)
                    && far(person)
                    && person["held"] == false
                    && person["moved"] == false
            })
            .expect("looked for");
        let (from, squares) = (place(own), position.dice().1);
        let (col, row) =
            (from.chars().next().unwrap_or('A'), if from.ends_with('5') { "6" } else { "5" });
        for path in [along(row, col, squares), back_along(row, col, squares)] {
            position.orders_refused(&[format!("{} {from}-{path}", name(own))]);
        }
    }
    Caught::Arrival(IllegalMove)
}

fn over_its_own_square() -> Caught {
    blue_orders(&[
        &|_, squares| one(format!("I1 D2-{}", ["D1", "D2", "D3", "D2", "D1"][..squares].join("-"))),
        &|_, squares| {
            one(format!("I1 D2-{}", ["D3", "C3", "D3", "C3", "D3"][..squares.max(3)].join("-")))
        },
        &|_, squares| {
            one(format!("1 {}", ["A1", "A2", "A1", "A2", "A1"][..squares.max(3)].join("-")))
        },
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
        let further = format!(
            "1 {}",
            along("1", char::from(b'A' + u8::try_from(squares).unwrap_or(0) - 1), squares + 1)
        );
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
            position.orders_refused(&[format!(
                "{} {}",
                name(own),
                along(row, 'A', position.dice().1)
            )]);
        }
    }
    Caught::Arrival(IllegalMove)
}

fn jailed_moves() -> Caught {
    let jailed =
        |person: &Value| place(person) == "jail" && person["guard_duty"].as_u64() > Some(0);
    for position in Position::like(|position| position.plain() && position.own().any(jailed)) {
        let own = position.own().find(|person| jailed(person)).expect("looked for");
        let row = if position.seat() == ALICE { "1" } else { "10" };
        position.orders_refused(&[format!("{} {}", name(own), along(row, 'H', position.dice().1))]);
        position.orders_refused(&[format!(
            "{} {}",
            name(own),
            back_along(row, 'H', position.dice().1)
        )]);
    }
    Caught::Arrival(IllegalMove)
}

fn detained_walks() -> Caught {
    let held = |person: &Value| person["held"] == true && person["moved"] == false;
    for position in Position::like(|position| position.plain() && position.own().any(held)) {
        let own = position.own().find(|person| held(person)).expect("looked for");
        let (from, squares) = (place(own), position.dice().1);
        let (col, row) = (from.chars().next().unwrap_or('E'), &from[1..]);
        position.orders_refused(&[format!(
            "{} {from}-{}",
            name(own),
            along(row, char::from(col as u8 + 1), squares)
        )]);
        position.orders_refused(&[format!(
            "{} {from}-{}",
            name(own),
            back_along(row, char::from(col as u8 - 1), squares)
        )]);
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
