//! Attacks with false boxes, and answers that don't follow their boxes.

use pbem::crypto::{self, Context, Opening, Tie};
use pbem::rules::OutcomeKind;
use pbem::table::FindingKind::{BadBox, BadOpening, FalseAnswer, IllegalMove};
use pbem::table::{FindingKind, Intent, TurnError};
use pbem::turnfile::{Bytes32, Turn};

use super::{ALICE, BOB, OUTCOMES, boxes_of, honest, inner};
use crate::armies::{ATTACK, March, PINCER, course};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::play::{Game, of_kind};

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::FalseBox,
        "making a box that contains an impossible outcome, or an outcome without the opening that \
         belongs to it",
        outcomes_that_cannot_be,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a box that contains a possible but wrong outcome",
        an_outcome_that_could_be_but_is_not,
    ),
    Cheat(
        Attempt::NeverRevealing,
        "lying until the opponent resigns, and then never revealing the army",
        the_board_does_not_help_a_liar,
    ),
    Cheat(
        Attempt::ForgedToken,
        "answering an attack without the token that proves the answer, or with a different token",
        answers_that_their_tokens_do_not_prove,
    ),
    Cheat(
        Attempt::FalseOpening,
        "opening a captured piece as a piece of a different kind",
        a_captured_piece_opened_as_what_it_is_not,
    ),
    Cheat(
        Attempt::FalseOpening,
        "opening a fallen attacker as a different piece or with a different salt, or not opening \
         it at all",
        a_fallen_attacker_passed_on_falsely,
    ),
    Cheat(
        Attempt::FalseAnswer,
        "giving a false outcome of an attack when both players see all pieces",
        a_false_answer_where_all_is_open,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a bad box for the second attack on the same piece",
        a_bad_box_tied_to_a_fight_of_the_same_turn,
    ),
    Cheat(
        Attempt::FalseBox,
        "tying a box to no outcome, or to the wrong outcome, so that the box can be opened too \
         early",
        a_box_tied_to_the_wrong_outcome,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a bad box for a fight that then doesn't happen",
        a_box_of_a_fight_that_did_not_happen,
    ),
    Cheat(
        Attempt::FalseBox,
        "making a bad sight box that is tied to an attack",
        a_bad_sight_box_tied_to_an_attack,
    ),
];

const STEP: &str = "D6-D7";
const ANSWER: u32 = ATTACK + 1;

/// Alice's `attacker` attacks bob's `defender`; her box for that kind has a false outcome.
fn alice_lies(
    attacker: &str,
    defender: &str,
    says: (&'static str, bool),
    shown: impl Fn(&Game) -> Opening,
) -> March {
    let mut march = March::new(1, attacker, defender);
    march.until(ATTACK);
    march.game.forge_unseen(Intent::Move(STEP.to_owned()), "D2", "D7", |game, sent| {
        let kind = game.key(BOB, "D7").kind;
        let truth = honest(attacker.chars().next().expect("a sign"));
        let lie =
            game.fight_box(sent, &[], |at| if at == kind { says } else { truth(at) }, &shown(game));
        // Only the box for that kind is false; the rest are good.
        let mut bytes = sent.bytes.clone();
        bytes[inner(kind)].copy_from_slice(&lie[inner(kind)]);
        bytes
    });
    march
}

/// Returns one of her pieces, presented as this kind.
fn told_as(kind: u8, item: &'static str) -> impl Fn(&Game) -> Opening {
    move |game| Opening { kind, secret: game.secret(ALICE, item) }
}

/// Attacker, defender, the box's outcome and whether it has an opening, the kind in the opening,
/// and its piece.
type Lie = (&'static str, &'static str, (&'static str, bool), u8, &'static str);

/// False outcomes that bob can prove immediately.
fn outcomes_that_cannot_be() -> Caught {
    // Corporal 1, General 5, Sapper 7, Mine 8.
    let cases: [Lie; 14] = [
        ("1", "5", ("nonsense", false), 1, "D2"),
        ("1", "5", ("nonsense", true), 1, "D2"),
        ("1", "5", ("headquarters", false), 1, "D2"),
        ("1", "5", ("falls", false), 1, "D2"),
        ("1", "5", ("falls", true), 1, "E2"),
        ("1", "5", ("falls", true), 2, "D2"),
        ("1", "5", ("falls", true), 0, "D2"),
        ("1", "5", ("falls", true), 255, "D2"),
        ("5", "1", ("falls", true), 5, "D2"),
        ("5", "1", ("takes", true), 5, "D2"),
        ("5", "1", ("headquarters", true), 5, "D2"),
        ("5", "H", ("takes", false), 5, "D2"),
        ("5", "H", ("falls", true), 5, "D2"),
        ("E", "M", ("falls", true), 7, "D2"),
    ];
    for (attacker, defender, says, kind, item) in cases {
        let mut march = alice_lies(attacker, defender, says, told_as(kind, item));
        march.game.is_blocked(Intent::Move("G4-G5".to_owned()));
        assert_eq!(march.game.told_of(BOB).len(), 1);
        let turns = march.game.file.turns.len();
        march.game.dispute_wins(ALICE, ATTACK);
        let turn = &march.game.file.turns[turns];
        assert_eq!(turn.moves, ["dispute fight 11 D2 D7"]);
        assert_eq!(
            (turn.answer.len(), turn.tokens.len(), turn.open.len(), turn.boxes.len()),
            (0, 0, 1, 0),
            "in place of an answer"
        );
    }
    Caught::Arrival(BadBox)
}

/// False outcomes that only the reveal exposes: bob answers as the box says, and is not to blame.
fn an_outcome_that_could_be_but_is_not() -> Caught {
    for (attacker, defender) in [("1", "5"), ("1", "M"), ("S", "3")] {
        let mut march = alice_lies(attacker, defender, ("takes", false), told_as(1, "D2"));
        march.game.nothing_to_dispute();
        march.game.step(Intent::Move("G4-G5".to_owned()));
        assert_eq!(march.game.file.turns.last().expect("a turn").answer, ["takes"]);
        march.game.ends();
        march.game.caught_at_the_end(ALICE, ATTACK, BadBox);
    }
    Caught::Verify(BadBox)
}

/// Alice takes bob's last pieces with false boxes, so that she wins on the board. The audit
/// disagrees.
fn the_board_does_not_help_a_liar() -> Caught {
    let mut march = alice_lies("1", "5", ("takes", false), told_as(1, "D2"));
    march.game.step(Intent::Resign);
    let open = march.game.verdict();
    assert_eq!(
        (open.findings.len(), &open.result),
        (0, &None),
        "alice has not shown her army, so she has not won"
    );
    march.game.step(Intent::Nothing);
    march.game.caught_at_the_end(ALICE, ATTACK, BadBox);
    Caught::Verify(BadBox)
}

/// Makes a changed turn that answers alice's attack.
fn bob_answers(
    attacker: &str,
    defender: &str,
    change: impl FnOnce(&Game, &mut Turn),
    kind: FindingKind,
) -> pbem::table::Finding {
    let mut march = March::attacked(attacker, defender, STEP);
    let mut turn = march.game.compose(Intent::Move("G4-G5".to_owned()));
    change(&march.game, &mut turn);
    march.game.sign(&mut turn);
    let read = march.game.mail(turn);
    march.game.caught(read, BOB, ANSWER, kind)
}

fn answers_that_their_tokens_do_not_prove() -> Caught {
    let other = |truth: &str| {
        OUTCOMES.iter().filter(|said| **said != truth).map(ToString::to_string).collect::<Vec<_>>()
    };
    for (attacker, defender, truth) in
        [("5", "1", "takes"), ("1", "5", "falls"), ("1", "H", "headquarters")]
    {
        for said in other(truth) {
            if truth == "headquarters" {
                // The turn ends the game, so it has no move.
                let mut march = March::attacked(attacker, defender, STEP);
                let read = march.game.cheat(Intent::Nothing, |turn| turn.answer = vec![said]);
                march.game.caught(read, BOB, ANSWER, BadBox);
            } else {
                bob_answers(attacker, defender, |_, turn| turn.answer = vec![said], BadBox);
            }
        }
    }
    let sent = |game: &Game| {
        course(&game.file).sent.into_iter().find(|sent| sent.fight.is_some()).expect("a fight")
    };
    bob_answers("5", "1", |_, turn| turn.tokens = vec![[7; 32]], BadBox);
    bob_answers("5", "1", |_, turn| turn.tokens[0][31] ^= 1, BadBox);
    // The hash instead of the token.
    bob_answers(
        "5",
        "1",
        |game, turn| turn.tokens = vec![sent(game).bytes[..32].try_into().expect("32 bytes")],
        BadBox,
    );
    // Bob's own token of the same fight.
    let own = |game: &Game| {
        let context = Context { game: game.id(), turn: ATTACK, from: "D2", to: "D7", ties: &[] };
        crypto::token(&game.players[1].seed, &context, "takes")
    };
    bob_answers("5", "1", |game, turn| turn.tokens = vec![own(game)], BadBox);
    bob_answers("5", "1", |_, turn| turn.tokens.clear(), BadBox);
    for change in [
        |turn: &mut Turn| turn.answer.clear(),
        |turn: &mut Turn| "HIT".clone_into(&mut turn.answer[0]),
    ] {
        bob_answers("5", "1", |_, turn| change(turn), IllegalMove);
    }
    bob_answers("5", "1", |_, turn| turn.answer.push("takes".to_owned()), IllegalMove);
    bob_answers("5", "1", |_, turn| turn.tokens.push([7; 32]), BadBox);
    Caught::Arrival(BadBox)
}

fn a_captured_piece_opened_as_what_it_is_not() -> Caught {
    let finding =
        bob_answers("5", "1", |_, turn| "D7 lieutenant".clone_into(&mut turn.open[0]), BadOpening);
    assert_eq!(finding.item.as_deref(), Some("D7"));
    bob_answers("5", "1", |_, turn| "D7 empty".clone_into(&mut turn.open[0]), BadOpening);
    bob_answers("5", "1", |_, turn| turn.salts[0][0] ^= 1, BadOpening);
    let shown = |item: &'static str, value: &'static str| {
        move |game: &Game, turn: &mut Turn| {
            turn.open[0] = format!("{item} {value}");
            turn.salts[0] = game.salt(BOB, item);
        }
    };
    bob_answers("5", "1", shown("F7", "corporal"), BadOpening);
    bob_answers("5", "1", |_, turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()), BadOpening);
    // An extra opening reveals another of bob's pieces: a signal.
    let more = |game: &Game, turn: &mut Turn| {
        turn.open.push("F7 corporal".to_owned());
        turn.salts.push(game.salt(BOB, "F7"));
    };
    bob_answers("5", "1", more, BadOpening);
    Caught::Arrival(BadOpening)
}

/// Bob must publish the contents of the box, unchanged.
fn a_fallen_attacker_passed_on_falsely() -> Caught {
    let finding =
        bob_answers("1", "5", |_, turn| "D2 spy".clone_into(&mut turn.open[0]), BadOpening);
    assert_eq!(finding.item.as_deref(), Some("D2"));
    bob_answers("1", "5", |_, turn| turn.salts[0][5] ^= 1, BadOpening);
    bob_answers("1", "5", |game, turn| turn.salts[0] = game.salt(BOB, "D2"), BadOpening);
    bob_answers("1", "5", |_, turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()), BadOpening);
    let survivor = |game: &Game, turn: &mut Turn| {
        "D7 general".clone_into(&mut turn.open[0]);
        turn.salts[0] = game.salt(BOB, "D7");
    };
    bob_answers("1", "5", survivor, BadOpening);
    Caught::Arrival(BadOpening)
}

/// With all kinds open no token is needed: everyone sees immediately that an answer is false.
fn a_false_answer_where_all_is_open() -> Caught {
    let mut game = Game::new(of_kind("espionage"), 2, &[("size", "small"), ("open", "true")], 3);
    loop {
        let due = game.due().expect("a player attacks before the end");
        if game.standing().question.is_none() || due != BOB {
            game.step(game.any());
            continue;
        }
        let turn = game.compose(game.any());
        let said = if turn.answer[0] == "takes" { "falls" } else { "takes" };
        let number = turn.number;
        let mut turn = turn;
        said.clone_into(&mut turn.answer[0]);
        game.sign(&mut turn);
        let read = game.mail(turn);
        game.caught(read, BOB, number, FalseAnswer);
        return Caught::Arrival(FalseAnswer);
    }
}

/// Two attacks on one square: the second is tied to the fall of the first piece.
fn twice() -> March {
    let mut march = March::pincer("1E", "5");
    march.game.step(Intent::Move(PINCER.to_owned()));
    march
}

#[test]
fn second_attack_on_the_same_square_is_tied_to_the_first() {
    let mut march = twice();
    march.game.step(Intent::Move("G4-G5, H5-H6".to_owned()));
    let turn = march.game.file.turns.last().expect("a turn");
    assert_eq!(
        (turn.answer.clone(), turn.open.clone()),
        (
            vec!["falls".to_owned(), "takes".to_owned()],
            vec!["D2 corporal".to_owned(), "D7 general".to_owned()]
        )
    );
    march.game.ends();
    assert_eq!(march.game.verdict().result.expect("a result").kind, OutcomeKind::Win);
}

/// The second box is bad, which bob can prove only after answering the first.
fn a_bad_box_tied_to_a_fight_of_the_same_turn() -> Caught {
    let mut march = March::pincer("1E", "5");
    march.game.forge_unseen(Intent::Move(PINCER.to_owned()), "E2", "D7", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[inner(5).end - 1] ^= 1;
        bytes
    });
    march.game.is_blocked(Intent::Move("G4-G5, H5-H6".to_owned()));
    march.game.dispute_wins(ALICE, ATTACK);
    let turn = march.game.file.turns.last().expect("a turn");
    assert_eq!(
        (turn.answer.clone(), turn.moves.clone()),
        (vec!["falls".to_owned()], vec!["dispute fight 11 E2 D7 falls".to_owned()])
    );
    assert_eq!(turn.open, ["D2 corporal", "D7 general"]);
    Caught::Arrival(BadBox)
}

/// Untied, the second box would open although the second attack may never happen; likewise if it is
/// tied to the wrong outcome.
fn a_box_tied_to_the_wrong_outcome() -> Caught {
    let token = |game: &Game, outcome: &str| -> Bytes32 {
        let context = Context { game: game.id(), turn: ATTACK, from: "D2", to: "D7", ties: &[] };
        crypto::token(&game.players[0].seed, &context, outcome)
    };
    for tied in [None, Some("takes"), Some("headquarters")] {
        let mut march = March::pincer("1E", "5");
        march.game.forge_unseen(Intent::Move(PINCER.to_owned()), "E2", "D7", |game, sent| {
            let ties: Vec<Tie<'_>> = tied
                .into_iter()
                .map(|outcome| Tie { outcome, token: token(game, outcome) })
                .collect();
            game.fight_box(sent, &ties, honest('E'), &game.key(ALICE, "E2"))
        });
        march.game.dispute_wins(ALICE, ATTACK);
    }
    Caught::Arrival(BadBox)
}

/// The first attack takes, so the second is void: its box stays closed, with any contents, and
/// needs no answer.
fn a_box_of_a_fight_that_did_not_happen() -> Caught {
    let mut march = March::pincer("51", "1");
    march.game.forge_unseen(Intent::Move(PINCER.to_owned()), "E2", "D7", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[inner(1).end - 1] ^= 1;
        bytes
    });
    march.game.nothing_to_dispute();
    let more = |turn: &mut Turn| {
        turn.answer.push("takes".to_owned());
        turn.tokens.push([7; 32]);
    };
    let mut answering = march.game.compose(Intent::Move("G4-G5, H5-H6".to_owned()));
    assert_eq!(answering.answer, ["takes"]);
    let honest = answering.clone();
    more(&mut answering);
    march.game.sign(&mut answering);
    let mut other = pbem::table::open(&march.game.file).expect("a game").0;
    let Err(TurnError::Breach(finding)) = other.read(&answering) else {
        panic!("an accepted turn")
    };
    assert_eq!(finding.seat, BOB);
    march.game.mail(honest).expect("an honest turn");
    march.game.ends();
    march.game.caught_at_the_end(ALICE, ATTACK, BadBox);
    Caught::Verify(BadBox)
}

/// Alice's sights after a successful attack are tied to that outcome; a bad box among these is
/// disputed after the answer.
fn a_bad_sight_box_tied_to_an_attack() -> Caught {
    let mut march = March::new(1, "5", "1");
    march.until(ATTACK);
    // E8 is bob's Spy.
    let order = Intent::Move(STEP.to_owned());
    let turn = march.game.compose(order.clone());
    let seen: Vec<String> =
        boxes_of(&march.game, &turn).into_iter().map(|(_, sent)| sent.to.1).collect();
    assert_eq!(
        seen,
        ["D7", "C8", "D8", "E8"],
        "the attacked piece, and the pieces next to it that the attacker had not met"
    );
    march.game.forge_unseen(order, "D2", "E8", |_, sent| {
        let mut bytes = sent.bytes.clone();
        bytes[80] ^= 1;
        bytes
    });
    assert_eq!(march.game.told_of(BOB).len(), 1);
    march.game.dispute_wins(ALICE, ATTACK);
    let turn = march.game.file.turns.last().expect("a turn");
    assert_eq!(
        (turn.answer.clone(), turn.moves.clone()),
        (vec!["takes".to_owned()], vec!["dispute sight 11 D2 E8 takes".to_owned()])
    );
    Caught::Arrival(BadBox)
}
