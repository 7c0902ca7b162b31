//! Resigning, draws, and reveals.

use super::*;
use crate::rules::{EndedBy, OutcomeKind};

fn offer(game: &Game, intent: Intent) -> Plan {
    Plan { offer: true, ..game.plan(intent) }
}

#[test]
fn deciding_player_reveals_first() {
    let mut game = Game::checkpoint();
    game.moves("B2; C7; F1; F3");
    let deciding = game.goes(Intent::Nothing);
    assert_eq!(deciding.answer, ["HIT"; 4]);
    assert_eq!(deciding.reveal, ["B2", "C7", "F1", "F3"]);
    assert!(deciding.seed.is_some());
    assert_eq!(game.outcome(), "alice found all four of bob's agents");
    let shows = "bob reveals the setup: Bering 2, Canadian 7, Fiji 1, Fiji 3";
    assert_eq!(game.events().last().map(String::as_str), Some(shows));
    assert_eq!(game.expects(), (Some(ALICE), Expects::Reveal));
    assert_eq!(game.goes(Intent::Nothing).reveal, ["A1", "A3", "B5", "G9"]);
    assert_eq!(game.expects(), (None, Expects::Over));
}

#[test]
fn game_is_over_after_the_last_reveal() {
    let mut game = Game::hideout();
    game.goes(Intent::Nothing);
    game.moves("A4");
    assert_eq!(game.goes(Intent::Nothing).reveal, ["A4"]);
    assert_eq!((game.outcome(), game.due()), ("bob wins".to_owned(), None));
}

#[test]
fn deciding_without_a_reveal_is_a_breach() {
    let mut game = Game::checkpoint();
    game.moves("B2; C7; F1; F3");
    let hides = |turn: &mut Turn| (turn.seed, turn.reveal) = (None, Vec::new());
    assert_eq!(
        game.meddles(Intent::Nothing, hides),
        "bob was required to show the setup in this turn, but didn't"
    );
}

#[test]
fn no_one_reveals_before_the_end() {
    let game = Game::checkpoint();
    let shows = |turn: &mut Turn| {
        (turn.seed, turn.reveal) = (Some([1; 32]), vec!["A1".to_owned()]);
    };
    let call = || Intent::Move("F6".to_owned());
    assert_eq!(game.meddles(call(), shows), "the key `seed` doesn't belong in this turn");
}

#[test]
fn resigning_player_loses_and_reveals() {
    let mut game = Game::checkpoint();
    game.moves("F6");
    let turn = game.goes(Intent::Resign);
    assert_eq!(
        (&turn.answer[..], &turn.moves[..]),
        (&["2".to_owned()][..], &["resign".to_owned()][..])
    );
    assert_eq!(turn.reveal, ["B2", "C7", "F1", "F3"]);
    let outcome = game.table.standing().outcome.expect("it is decided");
    assert_eq!((outcome.winners, outcome.ended_by), (vec![ALICE], EndedBy::Resignation));
    assert_eq!(game.outcome(), "bob resigned");
    let events = game.events();
    assert_eq!(events.iter().filter(|event| **event == "bob resigned").count(), 1, "{events:?}");
    assert_eq!(game.expects(), (Some(ALICE), Expects::Reveal));
}

#[test]
fn player_can_resign_instead_of_answering() {
    let mut game = Game::hideout();
    game.goes(Intent::Nothing);
    game.moves("A1");
    let turn = game.goes(Intent::Resign);
    assert_eq!((turn.answer.len(), &turn.moves[..]), (1, &["resign".to_owned()][..]));
    assert_eq!((game.outcome(), game.due()), ("alice resigned".to_owned(), None));
}

#[test]
fn no_one_leaves_before_the_setups_or_after_the_end() {
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let early = "the game begins only when all players have hidden a setup";
    let game = Game::new(Kind::of::<Checkpoint>(), None, 1, setups);
    assert_eq!(game.refuses(Intent::Resign), Refusal::CannotLeave(early));
    let leaves = |turn: &mut Turn| turn.moves = vec!["resign".to_owned()];
    assert_eq!(game.meddles(Intent::Nothing, leaves), "alice cannot resign in this turn");

    let mut game = Game::checkpoint();
    game.goes(Intent::Resign);
    let late = "the game has already been decided";
    assert_eq!(game.refuses(Intent::Resign), Refusal::CannotLeave(late));
    assert_eq!(
        game.composed(&offer(&game, Intent::Nothing)).map(|_| ()),
        Err(Refusal::CannotOffer(late))
    );
    game.goes(Intent::Nothing);
    let over = game.table.compose(&game.keys[0], &game.plan(Intent::Nothing));
    assert_eq!(over.map(|_| ()), Err(Refusal::Over));
}

#[test]
fn a_draw_is_offered_and_accepted() {
    let mut game = Game::checkpoint();
    let plan = offer(&game, Intent::Move("F6".to_owned()));
    assert_eq!(game.plays(&plan).offer.as_deref(), Some("draw"));
    assert_eq!(game.events(), ["alice calls Fiji 6", "alice offers a draw"]);
    assert_eq!(game.table.standing().offer, Some(ALICE));
    let turn = game.goes(Intent::Accept);
    assert_eq!((turn.answer.len(), &turn.moves[..]), (1, &["accept".to_owned()][..]));
    assert!(!turn.reveal.is_empty());
    let outcome = game.table.standing().outcome.expect("it is decided");
    assert_eq!((outcome.kind, outcome.ended_by), (OutcomeKind::Draw, EndedBy::Agreement));
    assert!(outcome.winners.is_empty());
    assert_eq!(game.outcome(), "alice and bob agreed to a draw");
    assert_eq!(game.expects(), (Some(ALICE), Expects::Reveal));
}

#[test]
fn offer_is_declined_by_another_turn_only_if_the_game_continues() {
    for (intent, declines) in [(Intent::Move("A9".to_owned()), 1), (Intent::Resign, 0)] {
        let mut game = Game::checkpoint();
        let plan = offer(&game, Intent::Move("F6".to_owned()));
        game.plays(&plan);
        game.goes(intent);
        let lines = game.events();
        let declined = lines.iter().filter(|line| **line == "bob declines the draw");
        assert_eq!(declined.count(), declines, "{lines:?}");
    }
}

/// If the answer decides the game, pbem drops the typed move. But a turn that declines a draw by a
/// mistyped word is refused.
#[test]
fn mistyped_word_does_not_decline_a_draw() {
    for offers in [false, true] {
        let mut game = Game::checkpoint();
        let all = Intent::Move("B2; C7; F1; F3".to_owned());
        game.plays(&Plan { offer: offers, ..game.plan(all) });
        let composed = |typed: &str| game.composed(&game.plan(Intent::Move(typed.to_owned())));
        let dropped = |typed: &str| composed(typed).expect("a turn").dropped;
        assert_eq!(dropped("A9").as_deref(), Some("A9"));
        if offers {
            assert!(matches!(composed("acept"), Err(Refusal::Illegal { .. })));
        } else {
            assert_eq!(dropped("acept").as_deref(), Some("acept"));
        }
    }
}

#[test]
fn offer_lasts_one_turn_and_is_not_repeated() {
    let mut game = Game::checkpoint();
    let plan = offer(&game, Intent::Move("F6".to_owned()));
    game.plays(&plan);
    game.moves("C2");
    assert_eq!(game.table.standing().offer, None, "bob continued");
    assert_eq!(game.events().last().map(String::as_str), Some("bob declines the draw"));
    assert_eq!(game.refuses(Intent::Accept), Refusal::NoOffer);
    let call = || Intent::Move("F5".to_owned());
    let twice = "your last turn offered a draw, so your next turn can't";
    assert_eq!(game.composed(&offer(&game, call())).map(|_| ()), Err(Refusal::CannotOffer(twice)));
    // An offer that is optional doesn't block a call: the turn contains the call without the offer.
    let waiting = Plan { offer: false, offer_if_possible: true, ..offer(&game, call()) };
    let turn = game.composed(&waiting).expect("a turn without it");
    assert_eq!((turn.turn.offer, turn.no_offer), (None, Some(twice)));
    let again = |turn: &mut Turn| turn.offer = Some("draw".to_owned());
    assert_eq!(game.meddles(call(), again), "alice cannot offer a draw here");
    let other = |turn: &mut Turn| turn.offer = Some("peace".to_owned());
    assert_eq!(game.meddles(call(), other), "alice makes an offer that pbem doesn't recognize");
    game.moves("F5");
    game.moves("C3");
    let plan = offer(&game, Intent::Move("F4".to_owned()));
    assert!(game.plays(&plan).offer.is_some());
}

#[test]
fn accepting_without_an_offer_is_refused() {
    let mut game = Game::checkpoint();
    assert_eq!(game.refuses(Intent::Accept), Refusal::NoOffer);
    game.moves("F6");
    let accepts = |turn: &mut Turn| turn.moves = vec!["accept".to_owned()];
    let call = Intent::Move("C2".to_owned());
    let with_call = |turn: &mut Turn| {
        accepts(turn);
        turn.open.truncate(1);
        turn.salts.truncate(1);
    };
    assert_eq!(game.meddles(call, with_call), "bob cannot accept in this turn");
}

#[test]
fn no_one_resigns_a_decided_game() {
    let mut game = Game::checkpoint();
    game.moves("F6");
    game.goes(Intent::Resign);
    assert_eq!(game.expects().1, Expects::Reveal);
    assert!(game.table.standing().cannot_leave.is_some());
}
