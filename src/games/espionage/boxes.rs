//! Which boxes a file must contain. It depends only on public facts, so every verifier can say
//! which boxes are missing or superfluous.
//!
//! # The pairs that have met
//!
//! Both sides record which of their pieces have *met* which of the opponent's: an ordered pair (x,
//! y), with x an own piece and y an opposing one, is in the set of x's owner once the owner has
//! sent, or owes, the box that shows x to y. Nothing leaves these sets, and a pair has a box only
//! once in a game.
//!
//! After each stride that is really carried out (onto a free square, or an attack that took its
//! target), let x be the piece that moved, now on square s, and `other` the side that didn't move:
//!
//! 1. For each piece y of `other` on the board on one of the eight squares around s, unless y was
//!    ever attacked: (x, y) has met. Its box is in the file of the move.
//! 2. Unless x was ever attacked: for each piece y of `other` on the board around s, in the order
//!    of the setup, if (y, x) has not met: now it has, and the box that shows y to x is appended to
//!    what `other` owes.
//!
//! A piece that was attacked and survived is not a Spy, because every piece that can attack takes a
//! Spy. So nothing is shown to it.
//!
//! # The boxes of a file
//!
//! A file that contains a move of `seat` (even a pass) contains, in this order:
//!
//! 1. The boxes that `seat` owes, in the order in which they were added, without pieces that have
//!    been removed since. Then nothing is owed.
//! 2. For each stride in the order written, x the piece on its first square, q its fight if a piece
//!    y0 of the opponent is on its second square s (as the board is before the first stride: the
//!    first stride can't change that, except by a fight):
//!    - Let `given` be empty, or `[(q1, falls)]` if the previous stride is the fight q1 on the same
//!      square s: otherwise this stride is void.
//!    - If it is a fight: the nine boxes of q, tied to `given`; then append `(q, takes)` to
//!      `given`, and count y0 as attacked.
//!    - For each piece y of the opponent on the board around s, in the order of the setup, unless y
//!      was ever attacked (including in this file) or (x, y) has met: the box that shows x to y,
//!      tied to `given`.
//!
//! This ignores that a fight may end the game: then no one needs the boxes that follow.
//!
//! So a pair is due in at most one branch of the file, or in all branches that continue: each pair
//! has one box in a file, plain or tied. Two strides move two pieces, and a stride to another
//! square than the first's target is carried out no matter how the first turned out.
//!
//! The order of the setup is row by row from row 1, within a row from column A, by the squares on
//! which the pieces started.

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
