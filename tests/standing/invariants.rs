//! What must hold in every state.

use super::game::{Book, DAYS, Due, EMPTY, Kind, Outcome, Path};
use super::judge::{Judge, Judged, Said, Word};
use super::rules::Game;
use super::world::{State, Vault};

/// The first invariant that does not hold.
pub(crate) fn broken(judge: &mut Judge, state: &State) -> Option<&'static str> {
    let judged = judge.judge(&state.published);
    if !judged.steady {
        return Some("the order of the files, or cut files, change the word");
    }
    if state.hurried_in_vain {
        return Some("an honest seat is late though it answered at once");
    }
    let forgot = state.vaults.iter().any(Vault::forgot);
    let conspired = judge.book.rules.conspires();
    for vault in &state.vaults {
        // Where the Checker and a caller conspire, a third file may tell whether a claim counts,
        // and they keep it from him. They could strike him out as well.
        let misled = conspired && has_claim(&judge.book, vault.newest);
        if !misled && is_locked_out(judge, state, vault) {
            return Some("an honest seat is locked out");
        }
        let book = &judge.book;
        let mine = own_turns(book, state, vault.seat);
        let is_his = book.turns(vault.newest).iter().any(|turn| turn.seat == vault.seat);
        let has_a_say = !conspired || is_his;
        if !forgot && has_a_say && !finished_stays(book, state, &judged, vault) {
            return Some("a finished game does not stay finished");
        }
        if vault.forgot() {
            continue;
        }
        if mine.iter().any(|one| mine.iter().any(|two| one < two && same_place(book, *one, *two))) {
            return Some("an honest seat that forgot nothing gives a second look");
        }
        if !in_time_stands(book, state, &judged, vault, &mine) {
            return Some("a turn that an honest seat sent in time does not stand");
        }
        if is_robbed_of_days(book, state, vault) {
            return Some("an honest seat is claimed against though it had not its days");
        }
        if book.rules.game == Game::Two {
            if claim_beats_turn(book, state, &judged, vault, &mine) {
                return Some("a cheat wins by a claim over a turn sent in time");
            }
            if true_answer_is_lost(book, &judged, &mine) {
                return Some("a game that a true answer has decided has no result");
            }
            if claim_is_lost(book, state, &judged, vault, &mine) {
                return Some("an honest claim against a late turn has no result");
            }
            if staller_wins(book, state, &judged, vault, &mine) {
                return Some("a staller wins against an honest claim");
            }
        }
    }
    None
}

fn has_claim(book: &Book, path: Path) -> bool {
    book.turns(path).iter().any(|turn| turn.kind == Kind::Claim)
}

/// The published turns of a seat that are neither claims nor show a setup: files that end there.
fn own_turns(book: &Book, state: &State, seat: u8) -> Vec<Path> {
    let is_own = |path: &&Path| {
        book.last(**path).is_some_and(|turn| {
            turn.seat == seat && !turn.puppet && !matches!(turn.kind, Kind::Claim | Kind::Show)
        })
    };
    state.published.iter().filter(is_own).copied().collect()
}

/// Turns of one number.
fn same_place(book: &Book, one: Path, two: Path) -> bool {
    book.turns(one).len() == book.turns(two).len()
}

/// With every file that may be taken in today he has what stands, or a turn of his own on the way.
fn is_locked_out(judge: &mut Judge, state: &State, vault: &Vault) -> bool {
    let book = &judge.book;
    let clock = if book.rules.checks_clock { state.clock } else { u8::MAX };
    let ready = state
        .published
        .iter()
        .filter(|path| book.turns(**path).iter().all(|turn| turn.date <= clock));
    let ready: Vec<Path> = ready.copied().collect();
    let last = book.last(vault.newest);
    let own_on_the_way = vault.unmailed && last.is_some_and(|turn| turn.seat == vault.seat);
    if ready.is_empty() || own_on_the_way {
        return false;
    }
    let today = judge.judge(&ready);
    today.tables.iter().any(|said| {
        let has = judge.takes(vault.seat, vault.newest, said.standing);
        has.is_some_and(|has| has != said.standing)
    })
}

/// What this seat knows to be over, and published, stays so. It may only become void, where the
/// Checker and somebody else go on without him.
fn finished_stays(book: &Book, state: &State, judged: &Judged, vault: &Vault) -> bool {
    let known = vault.newest;
    let published = state.published.binary_search(&known).is_ok();
    if !published || !book.is_finished(known) {
        return true;
    }
    let outcome = book.position(known).outcome;
    let honest = |seat| book.rules.is_honest(seat);
    // Who conspires with the Checker could have won at any time.
    if book.rules.conspires() && !matches!(outcome, Some(Outcome::Won(seat)) if honest(seat)) {
        return true;
    }
    let mut tables = judged.having(book, known);
    tables.all(|said| {
        // Who has written the last turn may write it once more, to the same effect.
        let ended = book.is_finished(said.standing) && same_place(book, said.standing, known);
        let ended = ended && book.parent(said.standing) == book.parent(known);
        let stands = ended && outcome.map(Word::Ended) == Some(said.word);
        stands || is_void_without_him(book, said, known)
    })
}

fn is_void_without_him(book: &Book, said: &Said, finished: Path) -> bool {
    let (stands, was) = (book.turns(said.standing), book.turns(finished));
    let common = stands.iter().zip(was).take_while(|(one, two)| one == two).count();
    let others = stands.iter().skip(common);
    let helped = others.into_iter().any(|turn| turn.seat != 0 && turn.kind != Kind::Claim);
    !book.rules.is_honest(0) && helped && said.word == Word::TwoWins
}

fn in_time_stands(
    book: &Book,
    state: &State,
    judged: &Judged,
    vault: &Vault,
    mine: &[Path],
) -> bool {
    let boxed = book.rules.game == Game::Box;
    mine.iter().filter(|path| !book.is_late(**path)).all(|path| {
        let mut tables = judged.having(book, *path);
        tables.all(|said| {
            // A Checker who lies can strike out a caller whose turn has reached nobody else.
            let struck = || {
                let turns = book.turns(said.standing);
                let claims = (0..turns.len()).filter(|at| turns[*at].kind == Kind::Claim);
                let against = |at| book.due(book.cut(said.standing, at)).seat();
                boxed && vault.seat != 0 && claims.map(against).any(|seat| seat == Some(vault.seat))
            };
            // The Checker has left it to others which of a claim and a late turn stands.
            let gave_up = || {
                let turns = book.turns(*path).len();
                boxed
                    && state.claims.iter().any(|claim| {
                        let before = book.parent(*claim);
                        let own = book.last(*claim).is_some_and(|turn| turn.seat == vault.seat);
                        own && book.turns(before).len() < turns && book.begins(before, *path)
                    })
            };
            // A Checker who plays false can make any game void that is not over.
            let void = matches!(said.word, Word::TwoWins | Word::Ended(Outcome::Void));
            let void = void && !book.rules.is_honest(0);
            // With a caller's help such a Checker can give that caller the win at any time.
            let given =
                matches!(said.word, Word::Ended(Outcome::Won(seat)) if !book.rules.is_honest(seat));
            let given = given && book.rules.conspires();
            book.begins(*path, said.standing) || struck() || gave_up() || boxed && (void || given)
        })
    })
}

/// He is claimed against before he had his days, though what he had to answer came soon enough.
fn is_robbed_of_days(book: &Book, state: &State, vault: &Vault) -> bool {
    let claim = book.last(vault.newest).filter(|turn| turn.kind == Kind::Claim);
    if claim.is_none_or(|claim| claim.seat == vault.seat) {
        return false;
    }
    let waiting = book.parent(vault.newest);
    let turns = book.turns(waiting);
    let before = turns.iter().rev().nth(1);
    book.due(waiting).seat() == Some(vault.seat)
        && state.clock < vault.since + DAYS
        && before.is_some_and(|before| vault.since < before.date + DAYS)
}

fn winner(word: Word) -> Option<u8> {
    match word {
        Word::Forfeit(Outcome::Won(seat)) | Word::Ended(Outcome::Won(seat)) => Some(seat),
        _ => None,
    }
}

/// The cheat wins by a claim in the place of a turn that was sent in time.
fn claim_beats_turn(
    book: &Book,
    state: &State,
    judged: &Judged,
    vault: &Vault,
    mine: &[Path],
) -> bool {
    let cheat = 1 - vault.seat;
    judged.tables.iter().any(|said| {
        if !matches!(said.word, Word::Forfeit(_)) || winner(said.word) != Some(cheat) {
            return false;
        }
        let turns = book.turns(said.standing);
        let claim = turns.iter().position(|turn| turn.kind == Kind::Claim);
        let before = claim.map_or(EMPTY, |at| book.cut(said.standing, at));
        let claimed = state.published.iter().any(|path| {
            let claim = book.last(*path).is_some_and(|turn| turn.kind == Kind::Claim);
            claim && book.parent(*path) == before
        });
        let in_time = |path: &Path| book.parent(*path) == before && !book.is_late(*path);
        claimed && mine.iter().any(in_time)
    })
}

/// A true answer in time decides the game, whatever the one claims who is to lose by it.
fn true_answer_is_lost(book: &Book, judged: &Judged, mine: &[Path]) -> bool {
    let answers = mine.iter().copied().filter(|path| {
        book.last(*path).is_some_and(|turn| turn.kind == Kind::Answer) && !book.is_late(*path)
    });
    answers.into_iter().any(|path| judged.having(book, path).any(|said| said.word == Word::Crossed))
}

/// Who claims against a turn that is dated late, or not there at all, has his claim; unless the
/// game was over with that turn.
fn claim_is_lost(
    book: &Book,
    state: &State,
    judged: &Judged,
    vault: &Vault,
    mine: &[Path],
) -> bool {
    honest_claims(book, state, vault, mine).any(|claim| {
        let before = book.parent(claim);
        let in_its_place = |path: &&Path| book.parent(**path) == before && **path != claim;
        let mut in_place = state.published.iter().filter(in_its_place);
        let late = in_place.all(|path| {
            let claims = book.last(*path).is_some_and(|turn| turn.kind == Kind::Claim);
            claims || book.is_late(*path) && book.due(*path) != Due::Nobody
        });
        let lost = |said: &Said| !matches!(said.word, Word::Forfeit(_));
        // The other's claim has crossed the turn that this one waits behind.
        let crossed = state.published.iter().any(|path| {
            let claims = book.last(*path).is_some_and(|turn| turn.kind == Kind::Claim);
            claims && book.parent(*path) == book.parent(before)
        });
        late && !crossed && judged.having(book, claim).any(lost)
    })
}

/// The claims of a seat that was in time itself, and has not played on.
fn honest_claims<'a>(
    book: &'a Book,
    state: &'a State,
    vault: &'a Vault,
    mine: &'a [Path],
) -> impl Iterator<Item = Path> + 'a {
    state.claims.iter().copied().filter(|claim| {
        let before = book.parent(*claim);
        let length = book.turns(*claim).len();
        let in_time = (1..length).all(|turns| {
            let cut = book.cut(before, turns);
            book.last(cut).is_none_or(|turn| turn.seat != vault.seat) || !book.is_late(cut)
        });
        let own = book.last(*claim).is_some_and(|turn| turn.seat == vault.seat);
        let went_on = |path: &Path| book.turns(*path).len() > length && book.begins(before, *path);
        let plays_on = !book.rules.plays_on && mine.iter().any(went_on);
        own && in_time && !plays_on
    })
}

/// The cheat wins although he has been claimed against by somebody who was always in time; a true
/// answer may decide the game for him, and nothing else.
fn staller_wins(book: &Book, state: &State, judged: &Judged, vault: &Vault, mine: &[Path]) -> bool {
    let cheat = 1 - vault.seat;
    honest_claims(book, state, vault, mine).any(|claim| {
        judged.having(book, claim).any(|said| {
            let answered = || {
                let turns = book.turns(said.standing).iter();
                turns.clone().any(|turn| turn.kind == Kind::Answer && turn.seat == cheat)
            };
            winner(said.word) == Some(cheat) && !answered()
        })
    })
}
