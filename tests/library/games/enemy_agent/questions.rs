//! Inquiries, Passports and answers.

use pbem::rules::{EndedBy, Seat};
use pbem::table::FindingKind::{BadOpening, FalseAnswer, IllegalMove};
use pbem::table::{Intent, TurnError};
use pbem::turnfile::Turn;
use serde_json::Value;

use super::{GAMES, Position, along, beginnings, crosses, is_inspector, name};
use crate::cheats::ALICE;
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::AskTooSoon,
        "asking a question in the same turn before a card has been drawn",
        ask_behind_a_card,
    ),
    Cheat(
        Attempt::AskTooSoon,
        "asking a question in the same turn before an arrest has been answered",
        ask_behind_an_arrest,
    ),
    Cheat(Attempt::AskTwice, "asking twice about the same building", asking_twice),
    Cheat(
        Attempt::IllegalMove,
        "asking a question with a person who has nothing to ask about",
        asking_anywhere,
    ),
    Cheat(
        Attempt::FalseOpening,
        "opening a passport with the wrong value or with another passport's salt, or not opening \
         it at all",
        passport_of_the_asker,
    ),
    Cheat(
        Attempt::FalseAnswer,
        "answering IS instead of IS NOT, AGENT instead of TOURIST, or vice versa",
        false_answers,
    ),
    Cheat(
        Attempt::FalseOpening,
        "opening a building or a passport that the opponent didn't ask about",
        other_building_opened,
    ),
    Cheat(
        Attempt::Bluff,
        "asking a question with a Tourist, who gets no answer, as the last order of the turn; \
         during the game, no one can tell that this is illegal",
        tourist_asks_alone,
    ),
];

/// Appends the opening of an item of this seat.
fn open(game: &Game, turn: &mut Turn, seat: Seat, item: &str, value: &str) {
    turn.open.push(format!("{item} {value}"));
    turn.salts.push(game.salt(seat, item));
}

/// Returns the role of a Traveler in a seat's setup.
fn role(game: &Game, seat: Seat, who: &str) -> &'static str {
    if game.players[seat.index()].setup[0].split(' ').any(|number| number == who) {
        "agent"
    } else {
        "tourist"
    }
}

fn ask_behind_a_card() -> Caught {
    let fits = |position: &Position<'_>| {
        position.plain() && position.turn().moves.last().is_some_and(|order| crosses(order))
    };
    for position in Position::like(fits) {
        let crossing = position.turn().moves.last().expect("looked for").clone();
        let who = crossing.split(' ').next().unwrap_or_default().to_owned();
        let others: Vec<String> = position
            .own()
            .filter(|person| !is_inspector(person))
            .map(|person| name(person).to_owned())
            .collect();
        // Before the card no one can know where the crossing ends.
        position.refused(IllegalMove, |game, turn| {
            *turn.moves.last_mut().expect("an order") += " ask";
            open(
                game,
                turn,
                position.seat(),
                &format!("passport-{who}"),
                role(game, position.seat(), &who),
            );
        });
        for other in others.iter().take(3) {
            position.refused(IllegalMove, |game, turn| {
                turn.moves.push(format!("ask {other}"));
                open(
                    game,
                    turn,
                    position.seat(),
                    &format!("passport-{other}"),
                    role(game, position.seat(), other),
                );
            });
        }
    }
    Caught::Arrival(IllegalMove)
}

fn ask_behind_an_arrest() -> Caught {
    let fits = |position: &Position<'_>| {
        position.plain()
            && position.turn().moves.last().is_some_and(|order| order.contains("arrest"))
    };
    for position in Position::like(fits) {
        for other in position.own().filter(|person| !is_inspector(person)) {
            let other = name(other).to_owned();
            position.refused(IllegalMove, |game, turn| {
                turn.moves.push(format!("ask {other}"));
                open(
                    game,
                    turn,
                    position.seat(),
                    &format!("passport-{other}"),
                    role(game, position.seat(), &other),
                );
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
    // In the next file, after the answer, while the Traveler is still there.
    let asker = |turn: &Turn| {
        turn.moves
            .iter()
            .find(|order| order.ends_with(" ask"))
            .and_then(|order| Some(order.split_once(' ')?.0.to_owned()))
    };
    for position in
        Position::like(|position| position.plain() && position.own_last().and_then(asker).is_some())
    {
        let who = position.own_last().and_then(asker).expect("looked for");
        position.orders_refused(&[format!("ask {who}")]);
        position.orders_refused(&[format!("ask {who}"), "wait".to_owned()]);
    }
    Caught::Arrival(IllegalMove)
}

fn asking_anywhere() -> Caught {
    for position in beginnings(|_| true) {
        let squares = position.dice().1;
        for order in
            ["ask 1".to_owned(), "ask 4".to_owned(), format!("1 {} ask", along("1", 'A', squares))]
        {
            let who =
                order.trim_start_matches("ask ").split(' ').next().unwrap_or_default().to_owned();
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
    let shows = |turn: &Turn| {
        turn.answer.is_empty()
            && turn.seed.is_none()
            && turn.open.iter().any(|opening| opening.starts_with("passport-"))
    };
    for position in Position::like(|position| shows(position.turn())) {
        let seat = position.seat();
        position.refused(BadOpening, |_, turn| turn.open[0] = other_value(&turn.open[0]));
        position.refused(BadOpening, |_, turn| {
            turn.open[0] = turn.open[0].replace("agent", "plan").replace("tourist", "plan");
        });
        let item = position.turn().open[0].split(' ').next().unwrap_or_default().to_owned();
        let another = if item.ends_with('9') { "passport-8" } else { "passport-9" };
        position.refused(BadOpening, |game, turn| turn.salts[0] = game.salt(seat, another));
        position.refused(BadOpening, |game, turn| turn.salts[0] = game.salt(seat.other(), &item));
        position.refused(BadOpening, |_, turn| turn.open[0] = turn.open[0].replace(&item, another));
        position.refused(BadOpening, |_, turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()));
        position.refused(BadOpening, |game, turn| {
            open(
                game,
                turn,
                seat,
                another,
                role(game, seat, another.trim_start_matches("passport-")),
            );
        });
    }
    Caught::Arrival(BadOpening)
}

fn false_answers() -> Caught {
    for (truth, said) in
        [("IS", "IS NOT"), ("IS NOT", "IS"), ("AGENT", "TOURIST"), ("TOURIST", "AGENT")]
    {
        let fits = |position: &Position<'_>| {
            position.turn().answer.first().is_some_and(|answer| answer == truth)
                && position.turn().seed.is_none()
        };
        for position in Position::like(fits) {
            // First as sealed, then as stated.
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
            // An answer to another kind of question opens nothing.
            let other = if truth.starts_with("IS") { "AGENT" } else { "IS" };
            let (_, read) = position.mailed(|_, turn| other.clone_into(&mut turn.answer[0]));
            let Err(TurnError::Breach(finding)) = read else {
                panic!("{other} was accepted instead of {truth}")
            };
            assert_eq!(finding.seat, position.seat());
        }
    }
    Caught::Arrival(FalseAnswer)
}

fn other_building_opened() -> Caught {
    let asked = |turn: &Turn| {
        turn.seed.is_none() && turn.answer.first().is_some_and(|answer| answer.starts_with("IS"))
    };
    for position in Position::like(|position| asked(position.turn())) {
        let seat = position.seat();
        let item = position.turn().open[0].split(' ').next().unwrap_or_default().to_owned();
        for other in
            (1..=4).map(|number| format!("building-{number}")).filter(|other| *other != item)
        {
            position.refused(BadOpening, |game, turn| {
                turn.open[0] = turn.open[0].replace(&item, &other);
                turn.salts[0] = game.salt(seat, &other);
            });
        }
        for odd in
            ["building-5 empty", "building-0 empty", "building-1", "passport-1 plan", "A1 empty"]
        {
            position.refused(BadOpening, |_, turn| odd.clone_into(&mut turn.open[0]));
        }
    }
    Caught::Arrival(BadOpening)
}

/// A single `ask` keeps the turn open for an answer. A Tourist gets no answer, so it would be a
/// pass in disguise.
fn tourist_asks_alone() -> Caught {
    let setup =
        |position: &Position<'_>| position.game().players[position.seat().index()].setup.clone();
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
        assert_eq!(game.due(), Some(position.seat().other()), "the cheat costs the turn");
        game.step(Intent::Resign);
        game.finish();
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else { panic!("{:?}", verdict.findings) };
        assert_eq!(
            (finding.seat, finding.turn, finding.kind),
            (position.seat(), position.turn().number, IllegalMove)
        );
        let result = verdict.result.expect("a result");
        assert_eq!(
            (result.winners.as_slice(), result.ended_by),
            ([position.seat().other()].as_slice(), EndedBy::Breach)
        );
        tried += 1;
        if tried == 3 {
            break;
        }
    }
    assert!(tried > 0, "no Tourist is in front of a building in {GAMES} games");
    Caught::Verify(IllegalMove)
}
