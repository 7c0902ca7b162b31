//! Invariants that every state must satisfy.

use super::game::{Book, DAYS, Due, EMPTY, Kind, Outcome, Path, Turn};
use super::judge::{Judge, Judged, Said, Word};
use super::ruled;
use super::rules::{Game, Ruler};
use super::world::{State, Vault};

/// The first invariant that is violated.
pub(crate) fn broken(judge: &mut Judge, state: &State) -> Option<&'static str> {
    let judged = judge.judge(&state.published);
    if !judged.steady {
        return Some("the order of the files, or cut files, change the word");
    }
    if state.hurried_in_vain && !judge.book.rules.has_arbiter() {
        return Some("an honest seat is late though it answered at once");
    }
    if let Some(broken) = ruled::broken(judge, state, &judged) {
        return Some(broken);
    }
    let forgot = state.vaults.iter().any(Vault::forgot);
    for vault in &state.vaults {
        if is_shut_out(judge, state, vault) {
            return Some("an honest seat can't reach the table of the other players");
        }
        if is_locked_out(judge, state, vault) {
            return Some("an honest seat is locked out");
        }
        let book = &judge.book;
        let mine = own_turns(book, state, vault.seat);
        let has_a_say = has_a_say(book, vault);
        if !forgot && has_a_say && !finished_stays(book, state, &judged, vault) {
            return Some("a finished game does not stay finished");
        }
        if vault.forgot() {
            continue;
        }
        if mine.iter().any(|one| mine.iter().any(|two| one < two && same_place(book, *one, *two))) {
            return Some("an honest seat that forgot nothing gives a second look");
        }
        if book.rules.has_arbiter() {
            continue;
        }
        if !in_time_stands(book, state, &judged, vault, &mine) {
            return Some("a turn that an honest seat sent in time does not count");
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

/// Whether a game that this seat knows to be finished can stay finished, no matter what cheats do.
fn has_a_say(book: &Book, vault: &Vault) -> bool {
    let rules = &book.rules;
    let is_his = book.turns(vault.newest).iter().any(|turn| turn.seat == vault.seat);
    // A dishonest arbiter can set aside any turn that the Checker and a caller don't like.
    let aside = rules.game == Game::Box && rules.ruler == Ruler::False && !rules.is_honest(0);
    (!rules.conspires() || is_his) && !aside
}

fn has_claim(book: &Book, path: Path) -> bool {
    book.turns(path).iter().any(|turn| turn.kind == Kind::Claim)
}

/// The published turns of a seat, except claims and reveals: files that end there.
fn own_turns(book: &Book, state: &State, seat: u8) -> Vec<Path> {
    let is_own = |path: &&Path| {
        book.last(**path).is_some_and(|turn| {
            turn.seat == seat && !turn.puppet && !matches!(turn.kind, Kind::Claim | Kind::Show)
        })
    };
    state.published.iter().filter(is_own).copied().collect()
}

/// Whether two files end with versions of the same turn.
fn same_place(book: &Book, one: Path, two: Path) -> bool {
    book.turns(one).len() == book.turns(two).len()
}

/// With every file that can be received today, the vault has the version that counts, or its own
/// turn on the way there.
fn is_locked_out(judge: &mut Judge, state: &State, vault: &Vault) -> bool {
    let book = &judge.book;
    // If a cheat has two keys, each table has its own file that counts.
    if book.rules.two_keys {
        return false;
    }
    let clock = if book.rules.checks_clock { state.clock } else { u8::MAX };
    let ready = state
        .published
        .iter()
        .filter(|path| book.turns(**path).iter().all(|turn| turn.date <= clock));
    let ready: Vec<Path> = ready.copied().collect();
    let last = book.last(vault.newest);
    let own_on_the_way = vault.unmailed && last.is_some_and(|turn| turn.seat == vault.seat);
    // A file that never left the computer changes the verdict of this vault only.
    let all = vault.kept().all();
    let unmailed = all.iter().any(|path| state.published.binary_search(path).is_err());
    if ready.is_empty() || own_on_the_way || unmailed && vault.newest != EMPTY {
        return false;
    }
    let today = judge.judge(&ready);
    today.tables.iter().any(|said| {
        // Every vault receives all files.
        let mut has = vault.kept();
        for path in said.files.iter().chain([&said.standing]) {
            let Some(kept) = judge.takes(vault.seat, &has, *path) else { return false };
            has = kept;
        }
        // A limit of the vault, see `main.rs`: it can lack the file that decides whether a claim
        // counts.
        let claimed = has_claim(&judge.book, has.newest) || has_claim(&judge.book, said.standing);
        if judge.book.rules.conspires() && claimed {
            return false;
        }
        let says = judge.judge(&has.all());
        let word = says.tables.iter().find(|says| says.standing == said.standing);
        has.newest != said.standing || word.is_none_or(|says| says.word != said.word)
    })
}

/// Another honest seat has played on at a table where a cheat has a different key than in this
/// vault's file, in which only that cheat has played on; and this vault can't get to that table.
fn is_shut_out(judge: &mut Judge, state: &State, vault: &Vault) -> bool {
    let rules = judge.book.rules;
    if !rules.two_keys || vault.unmailed {
        return false;
    }
    let known = judge.book.turns(vault.newest).to_vec();
    for path in &state.published {
        let turns = judge.book.turns(*path).to_vec();
        let first = |turns: &[Turn], seat| turns.iter().position(|turn| turn.seat == seat);
        let other_key = (0..rules.seats()).filter(|seat| !rules.is_honest(*seat)).find(|seat| {
            let key = |turns: &[Turn]| first(turns, *seat).map(|at| turns[at].puppet);
            matches!((key(&known), key(&turns)), (Some(mine), Some(theirs)) if mine != theirs)
        });
        let Some(seat) = other_key else { continue };
        let after = |turns: &[Turn]| {
            let at = first(turns, seat).map_or(turns.len(), |at| at + 1);
            turns[at..].iter().map(|turn| turn.seat).collect::<Vec<_>>()
        };
        let alone = after(&known).iter().all(|behind| *behind == seat);
        let goes_on = |behind: &u8| rules.is_honest(*behind) && *behind != vault.seat;
        let played = after(&turns).iter().any(goes_on);
        let dated = turns.iter().all(|turn| turn.date <= state.clock);
        if alone && played && dated && judge.takes(vault.seat, &vault.kept(), *path).is_none() {
            return true;
        }
    }
    false
}

/// A published game that this seat knows to be over stays over. It may only become void, if the
/// Checker and another player continue without this seat.
fn finished_stays(book: &Book, state: &State, judged: &Judged, vault: &Vault) -> bool {
    let known = vault.newest;
    let published = state.published.binary_search(&known).is_ok();
    if !published || !book.is_finished(known) {
        return true;
    }
    let outcome = book.position(known).outcome;
    let honest = |seat| book.rules.is_honest(seat);
    // A player who conspires with the Checker could have won at any time.
    if book.rules.conspires() && !matches!(outcome, Some(Outcome::Won(seat)) if honest(seat)) {
        return true;
    }
    let mut tables = judged.having(book, known);
    tables.all(|said| {
        // The author of the last turn may sign another version with the same effect.
        let ended = book.is_finished(said.standing) && same_place(book, said.standing, known);
        let ended = ended && book.parent(said.standing) == book.parent(known);
        let stands = ended && outcome.map(Word::Ended) == Some(said.word);
        stands || is_void_without_him(book, said, known)
    })
}

fn is_void_without_him(book: &Book, said: &Said, finished: Path) -> bool {
    let was = book.turns(finished);
    let helped = |file: &Path| {
        let turns = book.turns(*file);
        let common = turns.iter().zip(was).take_while(|(one, two)| one == two).count();
        turns[common..].iter().any(|turn| turn.seat != 0 && turn.kind != Kind::Claim)
    };
    !book.rules.is_honest(0) && said.word == Word::TwoWins && said.files.iter().any(helped)
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
            // A dishonest Checker can remove a caller whose turn has reached no one else.
            let struck = || {
                let turns = book.turns(said.standing);
                let claims = (0..turns.len()).filter(|at| turns[*at].kind == Kind::Claim);
                let against = |at| book.due(book.cut(said.standing, at)).seat();
                boxed && vault.seat != 0 && claims.map(against).any(|seat| seat == Some(vault.seat))
            };
            // The Checker has left it to other players to decide between a claim and a late turn.
            let gave_up = || {
                let turns = book.turns(*path).len();
                boxed
                    && state.claims.iter().any(|claim| {
                        let before = book.parent(*claim);
                        let own = book.last(*claim).is_some_and(|turn| turn.seat == vault.seat);
                        own && book.turns(before).len() < turns && book.begins(before, *path)
                    })
            };
            // A dishonest Checker can make any open game void.
            let void = matches!(said.word, Word::TwoWins | Word::Ended(Outcome::Void));
            let void = void && !book.rules.is_honest(0);
            // With a caller's help, a dishonest Checker can let that caller win at any time.
            let given =
                matches!(said.word, Word::Ended(Outcome::Won(seat)) if !book.rules.is_honest(seat));
            let given = given && book.rules.conspires();
            book.begins(*path, said.standing) || struck() || gave_up() || boxed && (void || given)
        })
    })
}

/// A claim against an honest seat counts before the seat has had its days, although the turn to
/// answer arrived early enough.
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

pub(super) fn winner(word: Word) -> Option<u8> {
    match word {
        Word::Forfeit(Outcome::Won(seat)) | Word::Ended(Outcome::Won(seat)) => Some(seat),
        _ => None,
    }
}

/// The cheat wins with a claim against a turn that was sent in time.
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

/// A true answer in time decides the game, even if the player who loses by it makes a claim.
fn true_answer_is_lost(book: &Book, judged: &Judged, mine: &[Path]) -> bool {
    let answers = mine.iter().copied().filter(|path| {
        book.last(*path).is_some_and(|turn| turn.kind == Kind::Answer) && !book.is_late(*path)
    });
    answers.into_iter().any(|path| judged.having(book, path).any(|said| said.word == Word::Crossed))
}

/// A claim against a turn that is dated late or missing must count, unless that turn ended the
/// game.
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
        // An opposing claim crossed the last turn of this waiting seat.
        let crossed = state.published.iter().any(|path| {
            let claims = book.last(*path).is_some_and(|turn| turn.kind == Kind::Claim);
            claims && book.parent(*path) == book.parent(before)
        });
        late && !crossed && judged.having(book, claim).any(lost)
    })
}

/// The claims of a seat that was on time itself and hasn't played on.
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

/// The cheat wins after a claim by a seat that was always on time. A true answer may give the cheat
/// the win, but nothing else may.
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
