//! Which boxes a file must carry: a function of what everybody knows, so that any verifier can say
//! what is missing or too much.
//!
//! # The pairs that have met
//!
//! Both sides remember which of their pieces have *met* which of the other's: an ordered pair
//! (x, y), x one's own piece, y the other's, is in the set of x's owner once the owner has boxed,
//! or owes, the box that shows x to y. Nothing leaves these sets, and a pair is boxed once in a
//! game.
//!
//! After each single stride that is really carried out (onto a free square, or an attack that took
//! its target), let x be the piece that moved, now on square s, and `other` the side that did not
//! move:
//!
//! 1. For each piece y of `other` on the board on one of the eight squares around s, unless y was
//!    ever attacked: (x, y) has met. Its box is in the file of the move.
//! 2. Unless x was ever attacked: for each piece y of `other` on the board around s, in the order
//!    of the sheet, if (y, x) has not met: now it has, and the box that shows y to x is put at the
//!    end of what `other` owes.
//!
//! A piece that was attacked and still stands is no Spy, since every piece that can attack takes a
//! Spy; so nothing is shown to it.
//!
//! # The boxes of a file
//!
//! A file that holds a move of `seat` (a pass too) carries, in this order:
//!
//! 1. What `seat` owes, in the order in which it was put there, without pieces that were removed
//!    meanwhile. Then nothing is owed.
//! 2. For each stride in the order written, x the piece on its first square, q its fight if a piece
//!    y0 of the other stands on its second square s (as the board stands before the first stride:
//!    the first stride cannot change that, but by a fight):
//!    - Let `given` be empty, or `[(q1, falls)]` if the stride before is the fight q1 on the same
//!      square s: without that, this stride is void.
//!    - If it is a fight: the nine boxes of q, tied to `given`; then add `(q, takes)` to the end of
//!      `given`, and count y0 as attacked.
//!    - For each piece y of the other side on the board around s, in the order of the sheet, unless
//!      y was ever attacked (in this file too) or (x, y) has met: the box that shows x to y, tied
//!      to `given`.
//!
//! That a fight may end the game is left out of account: then nobody needs the boxes that follow.
//!
//! So a pair is due in one branch of the file at most, or in all that go on: each pair has one box
//! in a file, plain or tied. Two strides move two pieces, and a stride onto another square than the
//! first's target is carried out however the first came out.
//!
//! The order of the sheet is row by row from row 1, in a row from column A, by the squares on which
//! the pieces started.

use super::Espionage;
use super::kind::{Clash, Kind};
use super::options::Options;
use super::square::Square;
use super::state::{Fight, State};
use super::stride::Strides;
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
