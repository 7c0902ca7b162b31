//! Section 8 of the protocol, clause by clause: eyes, boxes, tokens and disputes of Espionage.
//! Every case names the finding that it must have.

use curve25519_dalek::ristretto::CompressedRistretto;
use pbem::audit;
use pbem::crypto::{Eye, Opening, SIGHT_BOX};
use pbem::rules::Seat;
use pbem::table::FindingKind::{BadBox, IllegalMove};
use pbem::table::{CarriedBox, FindingKind, Intent};
use pbem::turnfile::{Turn, TurnFile, read};

use super::Case;
use crate::armies::{ATTACK, March, PINCER, kind_on};
use crate::cheats::{ALICE, BOB};
use crate::play::Game;

/// From turn 3 on, alice's D2 and bob's D7 approach each other, and D2 attacks.
const STEPS: [&str; 5] = ["D2-D3", "D7-D6", "D3-D4", "D6-D5", "D4-D5"];
/// The turn in which bob's box shows D7 to D2.
const SIGHT: u32 = 6;
/// The turn in which alice attacks, with a box that shows D2 to D7 and a box of the fight.
pub(super) const FIGHT: u32 = 7;
pub(super) const ELSEWHERE: &str = "H7-H6";
/// The places of D2 and D7 in `setup` and `eyes`.
pub(super) const D2: usize = 11;
const D7: usize = 3;
/// Sizes of the hashes in a fight box, and of the box for each kind.
const HASHES: usize = 96;
const INNER: usize = 113;

/// What a case must have: who is at fault, and the turn. Alone, if a breach ends the game.
pub(super) type Finding = (Seat, u32, FindingKind);

pub(super) fn cases() -> Vec<Case> {
    let parts = [eyes(), forms(), tokens(), sights(), openings(), fights(), ties(), audits()];
    parts.into_iter().flatten().collect()
}

pub(super) fn case(name: &str, file: &TurnFile, expected: &[Finding]) -> Case {
    let text = file.write();
    let findings = audit::verify(&read(text.as_bytes())).findings;
    let findings: Vec<Finding> =
        findings.iter().map(|finding| (finding.seat, finding.turn, finding.kind)).collect();
    assert_eq!(findings, expected, "{name}");
    Case::of_bytes(format!("boxes/{name}"), text)
}

/// The game on the small board before this turn, with these pieces on D2 and D7.
pub(super) fn before(turn: u32, alices: &str, bobs: &str) -> Game {
    approaching(March::new(1, alices, bobs).game, turn)
}

/// The same with a change in the turns that seal, which no one can see.
pub(super) fn sealed_otherwise(turn: u32, pieces: [&str; 2], change: fn(&Game, &mut Turn)) -> Game {
    let mut game = March::unsealed(1, pieces[0], pieces[1]).game;
    for _ in [ALICE, BOB] {
        let mut turn = game.compose(Intent::Nothing);
        change(&game, &mut turn);
        game.sign(&mut turn);
        game.mail(turn).expect("no one can see it yet");
    }
    approaching(game, turn)
}

fn approaching(mut game: Game, turn: u32) -> Game {
    let made = game.turns();
    for (number, step) in (made + 1..turn).zip(STEPS) {
        assert!(number >= 3, "both have sealed");
        game.step(Intent::Move(step.to_owned()));
    }
    game
}

/// The current player moves, with a change that breaks a rule.
pub(super) fn changed(game: &Game, step: &str, change: impl FnOnce(&mut Turn)) -> TurnFile {
    let mut game = game.clone();
    let mut turn = game.compose(Intent::Move(step.to_owned()));
    change(&mut turn);
    game.sign(&mut turn);
    game.with_turn(turn)
}

/// The current player disputes the box and opens one of its own pieces, with a change.
fn disputed(game: &Game, text: &str, item: &str, change: impl FnOnce(&mut Turn)) -> TurnFile {
    let seat = game.due().expect("the game continues");
    let mut turn = game.bare(seat);
    turn.moves = vec![text.to_owned()];
    turn.open = vec![format!("{item} {}", kind_on(game, seat, item).word())];
    turn.salts = vec![game.secret(seat, item)];
    change(&mut turn);
    game.sign(&mut turn);
    game.with_turn(turn)
}

/// Bob's box that shows D7 is replaced. It is alice's turn.
fn sight(mut game: Game, forged: impl FnOnce(&Game, &CarriedBox) -> Vec<u8>) -> Game {
    game.forge_unseen(Intent::Move("D6-D5".to_owned()), "D7", "D2", forged);
    game
}

/// Alice attacks, and her box says this outcome for every kind, with or without this opening. It is
/// bob's turn.
fn fight(mut game: Game, says: (&'static str, bool), kind: Option<u8>) -> Game {
    game.forge_unseen(Intent::Move("D4-D5".to_owned()), "D2", "D7", |game, sent| {
        let honest = game.key(ALICE, "D2");
        let shown = Opening { kind: kind.unwrap_or(honest.kind), ..honest };
        game.fight_box(sent, &[], |_| says, &shown)
    });
    game
}

/// A box that does not open.
fn garbled(_: &Game, sent: &CarriedBox) -> Vec<u8> {
    let mut bytes = sent.bytes.clone();
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    bytes
}

/// [8.2]
fn eyes() -> Vec<Case> {
    let point = |kind: u8| {
        let eye = Eye::of(&Opening { kind, secret: [9; 32] }).encode();
        CompressedRistretto(eye).decompress().expect("a point")
    };
    let eyes = [
        ("eye-0-q", (point(0) - point(0)).compress().to_bytes()),
        ("eye-9-q", (point(9) - point(0)).compress().to_bytes()),
        ("eye-not-canonical", [0xff; 32]),
    ];
    let case = |(name, eye)| {
        let mut game = March::unsealed(1, "5", "1").game;
        let mut turn = game.compose(Intent::Nothing);
        turn.eyes[5] = eye;
        game.sign(&mut turn);
        case(name, &game.with_turn(turn), &[(ALICE, 1, BadBox)])
    };
    eyes.into_iter().map(case).collect()
}

/// [8.3] to [8.5]
fn forms() -> Vec<Case> {
    let (met, attacking) = (before(SIGHT, "S", "1"), before(FIGHT, "5", "1"));
    let sight = |name, change: fn(&mut Turn)| {
        case(name, &changed(&met, "D6-D5", change), &[(BOB, SIGHT, BadBox)])
    };
    let fight = |name, change: fn(&mut Turn)| {
        case(name, &changed(&attacking, "D4-D5", change), &[(ALICE, FIGHT, BadBox)])
    };
    vec![
        sight("sight-one-byte-short", |turn| turn.boxes.truncate(SIGHT_BOX - 1)),
        sight("sight-of-the-identity", |turn| turn.boxes[..32].fill(0)),
        fight("fight-of-no-point", |turn| {
            let last = SIGHT_BOX + HASHES + 8 * INNER;
            turn.boxes[last..last + 32].fill(0xff);
        }),
        fight("fight-with-equal-hashes", |turn| {
            turn.boxes.copy_within(SIGHT_BOX..SIGHT_BOX + 32, SIGHT_BOX + 64);
        }),
    ]
}

/// [8.6]
fn tokens() -> Vec<Case> {
    let takes = before(FIGHT + 1, "5", "1");
    let answers = |name, change: fn(&mut Turn)| {
        let file = changed(&takes, ELSEWHERE, change);
        case(name, &file, &[(BOB, FIGHT + 1, BadBox)])
    };
    vec![
        answers("token-changed", |turn| turn.tokens[0][31] ^= 1),
        answers("token-of-another-outcome", |turn| "falls".clone_into(&mut turn.answer[0])),
        answers("token-missing", |turn| turn.tokens.clear()),
    ]
}

/// [8.7] to [8.12] for a box that shows bob's D7 to alice's D2.
fn sights() -> Vec<Case> {
    const TEXT: &str = "dispute sight 6 D7 D2";
    let same = |_: &mut Turn| ();
    let bad = sight(before(SIGHT, "S", "1"), garbled);
    let of_maker = [(BOB, SIGHT, BadBox)];
    let of_disputer = [(ALICE, SIGHT + 1, BadBox)];
    let other_kind = sight(before(SIGHT, "S", "1"), |game, sent| {
        game.sight_box(sent, &Opening { kind: 2, ..game.key(BOB, "D7") })
    });
    let other_eye = sealed_otherwise(FIGHT, ["S", "1"], |game, turn| {
        if turn.number == 2 {
            turn.eyes[D7] = Eye::of(&Opening { kind: 2, ..game.key(BOB, "D7") }).encode();
        }
    });
    let no_spy = sight(before(SIGHT, "1", "1"), garbled);
    let mut own = before(FIGHT, "S", "1");
    own.step(Intent::Move("H2-H3".to_owned()));
    vec![
        case("dispute-sight", &disputed(&bad, TEXT, "D2", same), &of_maker),
        case("dispute-sight-of-another-kind", &disputed(&other_kind, TEXT, "D2", same), &of_maker),
        case("dispute-sight-without-its-eye", &disputed(&other_eye, TEXT, "D2", same), &of_maker),
        case(
            "dispute-sight-that-is-sound",
            &disputed(&before(FIGHT, "S", "1"), TEXT, "D2", same),
            &of_disputer,
        ),
        case("dispute-sight-without-a-spy", &disputed(&no_spy, TEXT, "D2", same), &of_disputer),
        case("dispute-own-box", &disputed(&own, TEXT, "D7", same), &[(BOB, SIGHT + 2, BadBox)]),
        case(
            "dispute-with-a-token-left-over",
            &disputed(&bad, TEXT, "D2", |turn| turn.tokens = vec![[7; 32]]),
            &[(ALICE, SIGHT + 1, IllegalMove)],
        ),
    ]
}

/// [8.9] and [8.12]: openings of the disputer's piece. The box is bad in every case.
fn openings() -> Vec<Case> {
    const TEXT: &str = "dispute sight 6 D7 D2";
    let bad = sight(before(SIGHT, "S", "1"), garbled);
    let (salt, more) = (bad.salt(ALICE, "D2"), bad.salt(ALICE, "C2"));
    let other_eye = sealed_otherwise(SIGHT, ["S", "1"], |game, turn| {
        if turn.number == 1 {
            turn.eyes[D2] = Eye::of(&Opening { kind: 1, ..game.key(ALICE, "D2") }).encode();
        }
    });
    let empty = sealed_otherwise(SIGHT, ["S", "1"], |game, turn| {
        if turn.number == 1 {
            turn.setup[D2] = game.seal(ALICE, "D2", "empty");
            turn.eyes[D2] = Eye::of(&Opening { kind: 0, ..game.key(ALICE, "D2") }).encode();
        }
    });
    let mine = sealed_otherwise(FIGHT, ["1", "5"], |game, turn| {
        if turn.number == 2 {
            turn.setup[D7] = game.seal(BOB, "D7", "mine");
            turn.eyes[D7] = Eye::of(&Opening { kind: 8, ..game.key(BOB, "D7") }).encode();
        }
    });
    let alices = |name, file| case(name, &file, &[(ALICE, SIGHT + 1, BadBox)]);
    let opened = |file: Game, entry: &'static str, text, item| {
        disputed(&file, text, item, |turn| entry.clone_into(&mut turn.open[0]))
    };
    vec![
        alices("dispute-with-the-salt", disputed(&bad, TEXT, "D2", |turn| turn.salts[0] = salt)),
        alices(
            "dispute-without-an-opening",
            disputed(&bad, TEXT, "D2", |turn| (turn.open, turn.salts) = (Vec::new(), Vec::new())),
        ),
        alices(
            "dispute-with-an-opening-after-it",
            disputed(&bad, TEXT, "D2", |turn| {
                turn.open.push(format!("C2 {}", kind_on(&bad, ALICE, "C2").word()));
                turn.salts.push(more);
            }),
        ),
        alices(
            "dispute-with-an-opening-before-it",
            disputed(&bad, TEXT, "D2", |turn| {
                turn.open.insert(0, format!("C2 {}", kind_on(&bad, ALICE, "C2").word()));
                turn.salts.insert(0, more);
            }),
        ),
        alices("dispute-with-another-spy", disputed(&bad, TEXT, "B2", |_| ())),
        alices(
            "dispute-without-the-own-eye",
            disputed(&sight(other_eye, garbled), TEXT, "D2", |_| ()),
        ),
        alices("dispute-of-empty", opened(sight(empty, garbled), "D2 empty", TEXT, "D2")),
        case(
            "dispute-of-a-mine-that-moved",
            &opened(fight(mine, ("none", false), None), "D7 mine", "dispute fight 7 D2 D7", "D7"),
            &[(BOB, FIGHT + 1, BadBox)],
        ),
    ]
}

/// [8.10] to [8.12] for the box of a fight.
fn fights() -> Vec<Case> {
    const TEXT: &str = "dispute fight 7 D2 D7";
    let dispute = |name, game: &Game, finding: Finding| {
        case(name, &disputed(game, TEXT, "D7", |_| ()), &[finding])
    };
    let alices = (ALICE, FIGHT, BadBox);
    let bobs = (BOB, FIGHT + 1, BadBox);
    let sound = before(FIGHT + 1, "5", "1");
    let last = (format!("D7 {}", kind_on(&sound, BOB, "D7").word()), sound.secret(BOB, "D7"));
    let after_answer = changed(&sound, ELSEWHERE, |turn| {
        turn.moves = vec![TEXT.to_owned()];
        turn.open.push(last.0);
        turn.salts.push(last.1);
    });
    // A General attacks a Corporal and takes; or a Corporal attacks a General and falls.
    let stronger = |says, kind| fight(before(FIGHT, "5", "1"), says, kind);
    let weaker = |says, kind| fight(before(FIGHT, "1", "5"), says, kind);
    vec![
        dispute("dispute-token-of-none", &stronger(("none", false), None), alices),
        dispute("dispute-headquarters", &stronger(("headquarters", false), None), alices),
        dispute("dispute-falls-unopened", &weaker(("falls", false), None), alices),
        dispute("dispute-takes-opened", &stronger(("takes", true), None), alices),
        dispute("dispute-falls-as-another", &weaker(("falls", true), Some(2)), alices),
        dispute("dispute-falls-as-general", &stronger(("falls", true), None), alices),
        dispute("dispute-takes-that-may-be", &weaker(("takes", false), None), bobs),
        dispute("dispute-falls-that-is-sound", &before(FIGHT + 1, "1", "5"), bobs),
        case("dispute-after-the-answer", &after_answer, &[bobs]),
    ]
}

/// [8.12]: boxes that are tied to an outcome. Alice attacks D7 at home; bob's E8 is a Spy.
fn ties() -> Vec<Case> {
    const TEXT: &str = "dispute sight 11 D2 E8 takes";
    let sound = March::attacked("5", "1", "D6-D7").game;
    let (opened, secret) = ("E8 spy".to_owned(), sound.secret(BOB, "E8"));
    let after_answer = changed(&sound, "G4-G5", |turn| {
        turn.moves = vec![TEXT.to_owned()];
        turn.boxes.clear();
        turn.open.push(opened);
        turn.salts.push(secret);
    });
    let mut march = March::new(1, "5", "1");
    march.until(ATTACK);
    march.game.forge_unseen(Intent::Move("D6-D7".to_owned()), "D2", "E8", garbled);
    let too_early = disputed(&march.game, TEXT, "E8", |_| ());
    let bobs = [(BOB, ATTACK + 1, BadBox)];
    vec![
        case("dispute-tied-sight-that-is-sound", &after_answer, &bobs),
        case("dispute-tied-sight-too-early", &too_early, &bobs),
    ]
}

/// What the reveals show: every box is made again.
fn audits() -> Vec<Case> {
    let ended = |mut game: Game| {
        game.step(Intent::Resign);
        game.step(Intent::Nothing);
        game.file
    };
    let mut honest = March::attacked("1", "H", "D6-D7").game;
    honest.step(Intent::Nothing);
    honest.step(Intent::Nothing);
    assert_eq!(honest.due(), None);
    // Two attacks on one square: after "falls" the second, which is tied to that, is answered too.
    let twice = |alices, bobs, answers: &[&str]| {
        let mut game = March::pincer(alices, bobs).game;
        game.step(Intent::Move(PINCER.to_owned()));
        game.step(Intent::Move("G4-G5, H5-H6".to_owned()));
        assert_eq!(game.file.turns.last().expect("a turn").answer, answers);
        ended(game)
    };
    // Bob answers what the box says, and is not at fault.
    let mut misled = fight(before(FIGHT, "1", "5"), ("takes", false), None);
    misled.step(Intent::Move(ELSEWHERE.to_owned()));
    vec![
        case("headquarters-taken", &honest.file, &[]),
        case("second-attack-answered", &twice("1E", "5", &["falls", "takes"]), &[]),
        case("second-attack-void", &twice("51", "1", &["takes"]), &[]),
        case("fight-that-misleads", &ended(misled), &[(ALICE, FIGHT, BadBox)]),
        case(
            "sight-that-no-spy-sees",
            &ended(sight(before(SIGHT, "1", "1"), garbled)),
            &[(BOB, SIGHT, BadBox)],
        ),
    ]
}
