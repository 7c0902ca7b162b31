//! Which boxes a file must carry: a function of what everybody knows, so that any verifier can say
//! what is missing or too much.
//!
//! # The pairs that have met
//! Both sides remember which of their pieces have *met* which of the other's: an ordered pair (x,
//! y), x one's own piece, y the other's, is in the set of x's owner once the owner has boxed, or
//! owes, the box that shows x to y. Nothing leaves these sets, and a pair is boxed once in a game.
//!
//! After each single step that is really carried out (a step onto a free square, or an attack that
//! took its target), let x be the piece that moved, now on square s, and `other` the side that did
//! not move: 1. for each piece y of `other` on the board on one of the eight squares around s,
//! unless y was ever attacked: (x, y) has met. Its
//!    box is in the file of the order.
//! 2. unless x was ever attacked: for each piece y of `other` on the board around s, in the order
//! of the sheet, if (y, x) has not met:
//!    now it has, and the box that shows y to x is put at the end of what `other` owes.
//!
//! A piece that was attacked and still stands is no Spy, since every piece that can attack takes a
//! Spy; so nothing is shown to it.
//!
//! # The boxes of a file
//! A file that holds a move of `seat` (a pass too) carries, in this order: 1. what `seat` owes, in
//! the order in which it was put there, without pieces that were removed meanwhile. Then nothing is
//! owed. 2. for each step in the order written, x the piece on its first square, q its fight if a
//! piece y0 of the other stands on its second
//!    square s (as the board stands before the first step: the first step cannot change that, but by a fight):
//!    - let `given` be empty, or `[(q1, falls)]` if the step before is the fight q1 on the same square s: without that, this step is void.
//!    - if it is a fight: the nine boxes of q, tied to `given`; then add `(q, takes)` to the end of `given`, and count y0 as attacked.
//!    - for each piece y of the other side on the board around s, in the order of the sheet, unless y was ever attacked (in this file
//!      too) or (x, y) has met: the box that shows x to y, tied to `given`.
//!
//! That a fight may end the game is left out of account: then nobody needs the boxes that follow.
//!
//! So a pair is due in one branch of the file at most, or in all that go on: each pair has one box
//! in a file, plain or tied. Two steps move two pieces, and a step onto another square than the
//! first's target is carried out however the first came out.
//!
//! The order of the sheet is row by row from row 1, in a row from column A, by the squares on which
//! the pieces started.

use super::Espionage;
use super::kind::Clash;
use super::place::Place;
use super::state::{Fight, Orders, State};
use crate::games::{BoxSpec, Purpose, Sealed, Seat};

/// The boxes that the file with these orders must carry, in the order in which they fall due.
pub(super) fn boxes(state: &State, seat: Seat, orders: &Orders) -> Vec<BoxSpec<Espionage>> {
    if state.house.open || seat > Seat::JOINER {
        return Vec::new();
    }
    let other = seat.other();
    let spec =
        |from: Place, to: Place, purpose: Purpose<Espionage>, given: &[(Fight, Clash)]| BoxSpec {
            from: Sealed { seat, item: from },
            to: Sealed { seat: other, item: to },
            purpose,
            given: given.to_vec(),
        };
    let on_board =
        |name: &Place| state.pieces[seat].get(name).is_some_and(|piece| piece.at.is_some());
    let owed = state.owed[seat].iter().filter(|(own, _)| on_board(own));
    let mut boxes: Vec<_> = owed.map(|(own, to)| spec(*own, *to, Purpose::Sight, &[])).collect();
    let mut fights: Vec<Fight> = Vec::new();
    for step in orders.steps.iter().take(state.house.moves) {
        let Some((piece, _)) = state.piece_on(seat, step.from) else { continue };
        let same_target = fights.last().filter(|earlier| earlier.step.to == step.to);
        let mut given: Vec<_> =
            same_target.map(|earlier| (earlier.clone(), Clash::Falls)).into_iter().collect();
        if let Some(fight) = state.fight(seat, *step) {
            boxes.push(spec(piece, fight.defender, Purpose::Fight(fight.clone()), &given));
            given.push((fight.clone(), Clash::Takes));
            fights.push(fight);
        }
        let due = state.watchers(other, step.to).filter(|watcher| {
            fights.iter().all(|fight| fight.defender != *watcher)
                && !state.met[seat].contains(&(piece, *watcher))
        });
        boxes.extend(due.map(|watcher| spec(piece, watcher, Purpose::Sight, &given)));
    }
    boxes
}
