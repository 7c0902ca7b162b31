//! Determines which boxes a file must contain. This depends only on public facts, so every verifier
//! can say which boxes are missing or superfluous. Section 11 of the protocol defines which pairs
//! of pieces have met, the order of the boxes, and the fights whose results a box depends on.
//!
//! A fight may end the game. Even so, a file also contains the boxes for the strides after that
//! fight. If the game ends, no one needs these boxes.

use super::Espionage;
use super::kind::{Clash, Kind};
use super::options::Options;
use super::square::Square;
use super::state::{Fight, State};
use super::step::Strides;
use crate::rules::{BoxSpec, Boxes, Purpose, Sealed, Seat};

impl Boxes<Espionage> for Espionage {
    fn have_eyes(options: &Options) -> bool {
        !options.open
    }

    fn number(value: &Kind) -> u8 {
        value.number()
    }

    fn value(number: u8) -> Option<Kind> {
        Kind::of_number(number)
    }

    fn watcher() -> Option<Kind> {
        Some(Kind::Spy)
    }

    fn carried(position: &State, seat: Seat, mv: &Strides) -> Vec<BoxSpec<Espionage>> {
        if position.options.open || seat > Seat::JOINER {
            return Vec::new();
        }
        let stands = |name| position.on_board(seat).any(|(standing, ..)| standing == name);
        let owed = position.owed[seat].iter().filter(|&&(own, _)| stands(own));
        let mut boxes: Vec<_> =
            owed.map(|&(own, to)| spec(seat, own, to, Purpose::Sight, &[])).collect();
        let mut fights: Vec<Fight> = Vec::new();
        for &stride in mv.0.iter().take(position.options.moves) {
            let Some((piece, _)) = position.piece_on(seat, stride.from) else { continue };
            let same_target = fights.last().filter(|earlier| earlier.stride.to == stride.to);
            let mut given: Vec<_> =
                same_target.map(|&earlier| (earlier, Clash::Falls)).into_iter().collect();
            if let Some(fight) = position.fight(seat, stride) {
                boxes.push(spec(seat, piece, fight.defender, Purpose::Fight(fight), &given));
                given.push((fight, Clash::Takes));
                fights.push(fight);
            }
            let due = position.watchers(seat.other(), stride.to).filter(|&watcher| {
                fights.iter().all(|fight| fight.defender != watcher)
                    && !position.met[seat].contains(&(piece, watcher))
            });
            boxes.extend(due.map(|watcher| spec(seat, piece, watcher, Purpose::Sight, &given)));
        }
        boxes
    }

    fn fight(attacker: &Kind, defender: &Kind) -> Option<(Clash, bool)> {
        let clash = attacker.attacks(*defender)?;
        Some((clash, clash == Clash::Falls))
    }

    fn outcomes() -> Vec<Clash> {
        Clash::ALL.to_vec()
    }

    fn by_token(question: &Fight) -> bool {
        question.sealed
    }
}

fn spec(
    seat: Seat,
    from: Square,
    to: Square,
    purpose: Purpose<Espionage>,
    given: &[(Fight, Clash)],
) -> BoxSpec<Espionage> {
    BoxSpec {
        from: Sealed { seat, item: from },
        to: Sealed { seat: seat.other(), item: to },
        purpose,
        given: given.to_vec(),
    }
}
