//! Invariants of a game with an arbiter.

use super::game::{Book, Due, Kind, Outcome, Path};
use super::invariants::winner;
use super::judge::{Judge, Judged, Said, Word};
use super::rules::{Game, Ruler};
use super::world::State;

/// The first invariant that is violated.
pub(crate) fn broken(judge: &Judge, state: &State, judged: &Judged) -> Option<&'static str> {
    let book = &judge.book;
    let rules = &book.rules;
    if !rules.has_arbiter() {
        return None;
    }
    if judged.tables.iter().any(|said| said.word == Word::Crossed) {
        return Some("a turn and a claim cross in spite of the arbiter");
    }
    if rules.ruler == Ruler::Honest && is_set_aside(book, state, judged) {
        return Some("a turn that came before the ruling is set aside");
    }
    if rules.ruler == Ruler::Honest && is_win_lost(book, state, judged) {
        return Some("a win by turns that all came in time is another's or void");
    }
    if state.club.robbed {
        return Some("an honest seat is ruled against though it had not its days");
    }
    if rules.game == Game::Two && is_end_undone(book, state, judged) {
        return Some("a ruled claim undoes a finished game");
    }
    if rules.game == Game::Two && is_answer_taken_back(book, state, judged) {
        return Some("a claim sets aside a turn that its maker has answered");
    }
    if state.claims.iter().any(|claim| is_claim_lost(book, judged, *claim)) {
        return Some("a claim with a ruling has no result");
    }
    None
}

/// A turn that arrived before a ruling on its place yields to a claim.
fn is_set_aside(book: &Book, state: &State, judged: &Judged) -> bool {
    state.club.in_time.iter().any(|path| {
        let seat = book.last(*path).map(|turn| turn.seat);
        judged.having(book, *path).any(|said| {
            let turns = book.turns(said.standing);
            let claimed = (0..turns.len()).any(|at| {
                let before = book.cut(said.standing, at);
                let is_claim = turns[at].kind == Kind::Claim;
                is_claim && before == book.parent(*path) && book.due(before).seat() == seat
            });
            claimed && !book.begins(*path, said.standing)
        })
    })
}

/// A claim counts although a turn has finished the game.
fn is_end_undone(book: &Book, state: &State, judged: &Judged) -> bool {
    let finished = |path: &&Path| book.is_finished(**path);
    state
        .published
        .iter()
        .filter(finished)
        .any(|path| judged.having(book, *path).any(|said| matches!(said.word, Word::Forfeit(_))))
}

/// A seat has answered a turn, and wins with a claim against it.
fn is_answer_taken_back(book: &Book, state: &State, judged: &Judged) -> bool {
    state.published.iter().any(|path| {
        let (answered, last) = (book.parent(*path), book.last(*path));
        let Some(by) = last.filter(|turn| turn.kind != Kind::Claim).map(|turn| turn.seat) else {
            return false;
        };
        let is_others = book.last(answered).is_some_and(|turn| turn.seat != by);
        let claimed = |said: &Said| {
            let instead = book.cut(said.standing, book.turns(answered).len());
            let claim = book.last(instead).filter(|turn| turn.kind == Kind::Claim);
            book.parent(instead) == book.parent(answered) && claim.map(|turn| turn.seat) == Some(by)
        };
        is_others && judged.having(book, *path).any(claimed)
    })
}

/// An honest seat has won on the board with turns that all arrived in time.
fn is_win_lost(book: &Book, state: &State, judged: &Judged) -> bool {
    state.published.iter().any(|path| {
        let Some(seat) = won_in_time(book, state, *path) else { return false };
        judged.having(book, *path).any(|said| winner(said.word) != Some(seat))
    })
}

fn won_in_time(book: &Book, state: &State, path: Path) -> Option<u8> {
    let won = match book.position(path).outcome {
        Some(Outcome::Won(seat)) if book.is_finished(path) && book.rules.is_honest(seat) => seat,
        _ => return None,
    };
    let own = (1..=book.turns(path).len()).map(|turns| book.cut(path, turns));
    let mut own = own.filter(|cut| book.last(*cut).is_some_and(|turn| turn.seat == won));
    own.all(|cut| state.club.in_time.contains(&cut)).then_some(won)
}

/// An honest claim in a game of two loses only to a turn that finishes the game.
fn is_claim_lost(book: &Book, judged: &Judged, claim: Path) -> bool {
    if book.rules.game != Game::Two {
        return false;
    }
    let finishes = |said: &Said| {
        let turns = book.turns(claim).len();
        let instead = book.cut(said.standing, turns);
        book.parent(instead) == book.parent(claim) && book.due(instead) == Due::Nobody
    };
    let seat = book.last(claim).map(|turn| turn.seat);
    judged.having(book, claim).any(|said| winner(said.word) != seat && !finishes(said))
}
