//! Dates, deadlines, claims, and turn order.

use chrono::TimeDelta;

use super::super::{DAYS_PER_TURN, Damage, DamageKind, Table};
use super::*;
use crate::rules::{EndedBy, OptionValue, OutcomeKind};
use crate::turnfile::limits::LAST_TURN;

/// The default days per turn.
const DAYS: i64 = 14;

/// Returns a game in which agents are hidden, alice has called, and it is bob's turn.
fn waiting_for_bob() -> Game {
    let mut game = Game::checkpoint();
    game.moves("F6");
    game
}

/// Returns a signed turn of a seat with this date, even if the turn isn't allowed.
fn forged(game: &Game, by: Seat, moves: &str, sent: Moment) -> Turn {
    let keys = &game.keys[by.index()];
    let standing = game.table.standing();
    let name = standing.names.of(by);
    let mut turn = Turn::blank(standing.turns() + 1, name, sent, standing.head());
    turn.moves = vec![moves.to_owned()];
    turn.signature = keys.identity.sign_turn(&turn.hash());
    turn
}

/// Returns the reason why a turn is rejected as damage, which accuses no one.
fn damage(game: &Game, turn: &Turn) -> String {
    let mut table = game.table.clone();
    match table.read(turn) {
        Err(TurnError::Damage(Damage { kind: DamageKind::BadChain, message, .. })) => {
            assert_eq!(table.standing().hashes, game.table.standing().hashes);
            game.fill(&message)
        }
        other => panic!("{other:?}"),
    }
}

fn last_sent(game: &Game) -> Moment {
    game.table.standing().last_sent
}

fn deadline(game: &Game) -> Moment {
    game.table.standing().deadline.expect("a deadline")
}

fn claim(game: &Game, by: Seat, sent: Moment) -> Result<Turn, Refusal> {
    let plan = Plan::new(sent, Intent::Claim);
    Ok(game.table.compose(&game.keys[by.index()], &plan)?.0.turn)
}

#[test]
fn turn_out_of_order_has_no_effect() {
    let game = waiting_for_bob();
    let turn = forged(&game, ALICE, "Canadian 2", last_sent(&game));
    assert_eq!(damage(&game, &turn), "it is not alice's turn");
    let turn = forged(&game, ALICE, "resign", last_sent(&game));
    assert_eq!(damage(&game, &turn), "it is not alice's turn");
}

#[test]
fn turn_after_the_end_has_no_effect() {
    let mut game = waiting_for_bob();
    game.goes(Intent::Resign);
    game.goes(Intent::Nothing);
    assert_eq!(game.due(), None);
    for (seat, name) in [(ALICE, "alice"), (BOB, "bob")] {
        let turn = forged(&game, seat, "claim", last_sent(&game) + TimeDelta::days(100));
        let why = format!("{name} claims the game, but the game is over");
        assert_eq!(damage(&game, &turn), why);
    }
}

#[test]
fn turn_of_another_file_does_not_continue_this_one() {
    let game = waiting_for_bob();
    let mut turn = game.composed(&game.plan(Intent::Move("A9".to_owned()))).expect("a turn").turn;
    turn.after = [1; 32];
    turn.signature = game.keys[1].identity.sign_turn(&turn.hash());
    assert!(damage(&game, &turn).starts_with("turn 4 does not continue from turn 3:"));
    let first = Game::hideout();
    let mut opening = first.composed(&first.plan(Intent::Nothing)).expect("a turn").turn;
    opening.after = [1; 32];
    opening.signature = first.keys[0].identity.sign_turn(&opening.hash());
    let message = damage(&first, &opening);
    assert!(message.starts_with("turn 1 does not continue from the text above it:"), "{message}");
}

#[test]
fn dates_never_fall() {
    let game = waiting_for_bob();
    let mut turn = game.composed(&game.plan(Intent::Move("A9".to_owned()))).expect("a turn").turn;
    turn.sent = last_sent(&game) - TimeDelta::seconds(1);
    turn.signature = game.keys[1].identity.sign_turn(&turn.hash());
    assert_eq!(damage(&game, &turn), "turn 4 has an earlier date than turn 3");
    let early = Plan::new(moment(-1_000), Intent::Move("A9".to_owned()));
    let turn = game.composed(&early).expect("a turn").turn;
    assert_eq!(turn.sent, last_sent(&game), "regardless of the clock");
    let first = Game::hideout();
    let mut opening = first.composed(&first.plan(Intent::Nothing)).expect("a turn").turn;
    opening.sent = moment(-1);
    opening.signature = first.keys[0].identity.sign_turn(&opening.hash());
    assert_eq!(damage(&first, &opening), "turn 1 has an earlier date than the game");
}

#[test]
fn a_claim_ends_the_game_and_shows_its_makers_setup() {
    let mut game = waiting_for_bob();
    let end = deadline(&game);
    let early = end - TimeDelta::seconds(1);
    assert!(matches!(claim(&game, ALICE, early), Err(Refusal::CannotClaim(_))));
    let why = damage(&game, &forged(&game, ALICE, "claim", early));
    assert!(why.starts_with("alice claims the game, but bob has until"), "{why}");
    let turn = claim(&game, ALICE, end).expect("bob is late");
    assert_eq!((&turn.moves[..], turn.link), (&["claim".to_owned()][..], None));
    assert_eq!(turn.reveal, ["A1", "A3", "B5", "G9"]);
    game.table.read(&turn).expect("a claim");
    game.turns.push(turn);
    let standing = game.table.standing();
    let outcome = standing.outcome.expect("it is decided");
    assert_eq!((outcome.winners, outcome.ended_by), (vec![ALICE], EndedBy::Claim));
    let claim = standing.claim.expect("a claim");
    assert_eq!((claim.by, claim.against, claim.sent), (ALICE, BOB, end));
    // Bob may reveal, but do nothing else.
    assert_eq!((standing.due, standing.deadline), (Some(BOB), None));
    assert_eq!(standing.expects, Expects::Reveal);
    let again = forged(&game, ALICE, "claim", end + TimeDelta::days(100));
    assert_eq!(
        damage(&game, &again),
        "alice claims the game, but the game has already been decided"
    );
    let reveal = Plan::new(end, Intent::Nothing);
    assert_eq!(game.plays(&reveal).reveal, ["B2", "C7", "F1", "F3"]);
    assert_eq!(game.due(), None);
}

#[test]
fn claim_has_only_the_keys_that_are_due() {
    let game = waiting_for_bob();
    let end = deadline(&game);
    let finds = |change: fn(&mut Turn)| {
        let mut turn = claim(&game, ALICE, end).expect("bob is late");
        change(&mut turn);
        turn.signature = game.keys[0].identity.sign_turn(&turn.hash());
        let read = game.table.clone().read(&turn);
        let Err(TurnError::Breach(finding)) = read else { panic!("no breach: {read:?}") };
        assert_eq!(finding.seat, ALICE);
        game.fill(&finding.message)
    };
    assert_eq!(
        finds(|turn| turn.link = Some([1; 32])),
        "the key `link` doesn't belong in this turn"
    );
    assert_eq!(
        finds(|turn| turn.seed = None),
        "alice was required to show the setup in this turn, but didn't"
    );
    let offers = |turn: &mut Turn| turn.offer = Some("draw".to_owned());
    assert_eq!(finds(offers), "alice cannot offer a draw here");
    let answers = |turn: &mut Turn| turn.answer = vec!["0".to_owned()];
    assert_eq!(finds(answers), "the key `answer` doesn't belong in this turn");
}

#[test]
fn only_waiting_players_can_claim() {
    let game = waiting_for_bob();
    let late = deadline(&game);
    let refused = |game: &Game, by| match claim(game, by, late + TimeDelta::days(DAYS)) {
        Err(Refusal::CannotClaim(why)) => game.fill(&why),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&game, BOB), "it is your own turn");
    let mut turn = forged(&game, BOB, "claim", late);
    turn.answer = vec!["0".to_owned()];
    turn.signature = game.keys[1].identity.sign_turn(&turn.hash());
    assert!(matches!(game.table.clone().read(&turn), Err(TurnError::Breach(_))), "no move");
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let mut new = Game::new(Kind::of::<Checkpoint>(), Some("alice"), 1, setups);
    new.goes(Intent::Nothing);
    assert_eq!(refused(&new, ALICE), "bob has not joined");
}

#[test]
fn claim_after_leaving_is_refused() {
    let mut game = waiting_for_bob();
    game.goes(Intent::Resign);
    assert_eq!((game.due(), game.table.standing().deadline), (Some(ALICE), None));
    let turn = forged(&game, BOB, "claim", last_sent(&game) + TimeDelta::days(100));
    assert_eq!(damage(&game, &turn), "bob claims the game, but the game has already been decided");
}

/// A winner who doesn't reveal the setup can miss the deadline like any other player.
#[test]
fn winner_without_a_reveal_loses_by_a_claim() {
    let mut game = Game::checkpoint();
    game.moves("B2; C7; F1; F3");
    game.goes(Intent::Nothing);
    assert_eq!(game.expects(), (Some(ALICE), Expects::Reveal));
    let turn = claim(&game, BOB, deadline(&game)).expect("alice is late");
    assert_eq!(turn.reveal.len(), 0, "bob has shown before");
    game.table.read(&turn).expect("a claim");
    let outcome = game.table.standing().outcome.expect("it is decided");
    assert_eq!((outcome.winners, outcome.ended_by), (vec![BOB], EndedBy::Claim));
}

/// Rules 5.5 and 5.7: turn 1 is never late, and without `days-per-turn` no turn is.
#[test]
fn turns_are_late_only_after_a_deadline() {
    let long = TimeDelta::days(1_000);
    let late = |game: &Game, at: usize| game.table.branch().turns[at].late;
    let setups = ["A1 A3 B5 G9", "B2 C7 F1 F3"];
    let mut game = Game::new(Kind::of::<Checkpoint>(), Some("alice"), 1, setups);
    game.plays(&Plan::new(moment(0) + long, Intent::Nothing));
    assert!(!late(&game, 0));
    game.plays(&Plan::new(moment(0) + long * 2, Intent::Nothing));
    assert!(late(&game, 1));

    let mut header = header(Kind::of::<Checkpoint>(), Some("alice"), 1);
    header.options.insert(DAYS_PER_TURN.to_owned(), OptionValue::Number(0));
    let setups = setups.map(|setup| setup.split(' ').map(str::to_owned).collect());
    let keys = keys_of(&header, 1, setups);
    let table = AnyTable::new(&header).expect("a game");
    let mut game = Game { keys, table, turns: Vec::new() };
    game.goes(Intent::Nothing);
    let sent = last_sent(&game) + long;
    game.plays(&Plan::new(sent, Intent::Nothing));
    assert_eq!((late(&game, 1), game.table.standing().deadline), (false, None));
    let turn = forged(&game, BOB, "claim", sent + long);
    assert_eq!(damage(&game, &turn), "bob claims the game, but this game has no deadline");
}

/// A player who holds a turn back and backdates it doesn't shorten the opponent's time.
#[test]
fn a_deadline_counts_on_from_the_turn_before() {
    let mut game = waiting_for_bob();
    let days = TimeDelta::days(DAYS);
    let before = last_sent(&game);
    game.moves("A9");
    assert_eq!(deadline(&game), before + days * 2, "alice's deadline, if bob dated a turn back");
    let (before, late) = (last_sent(&game), last_sent(&game) + days + TimeDelta::hours(1));
    game.plays(&Plan::new(late, Intent::Move("A8".to_owned())));
    assert_eq!(deadline(&game), late + days);
    assert!(before + days * 2 < late + days);
}

#[test]
fn undecided_game_is_a_draw_after_4000_turns() {
    let game = waiting_for_bob();
    let header = header(Kind::of::<Checkpoint>(), Some("alice"), 1);
    let mut table = Table::<Checkpoint>::new(&header).expect("a game");
    game.turns.iter().for_each(|turn| table.read(turn).expect("an honest turn"));
    table.skip_to(LAST_TURN - 1);
    let plays = |table: &mut Table<Checkpoint>, seat: Seat, intent: Intent| {
        let plan = Plan::new(moment(10), intent);
        let (composed, next) = table.compose(&game.keys[seat.index()], &plan).expect("a turn");
        *table = next;
        (composed.turn, table.outcome(), table.due())
    };
    let (turn, outcome, due) = plays(&mut table, BOB, Intent::Move("A9".to_owned()));
    assert_eq!((turn.number, outcome, due), (LAST_TURN - 1, None, Some(ALICE)));
    let (last, outcome, due) = plays(&mut table, ALICE, Intent::Move("A8".to_owned()));
    let outcome = outcome.expect("it is decided");
    assert_eq!((outcome.kind, outcome.ended_by), (OutcomeKind::Draw, EndedBy::Board));
    assert_eq!(last.reveal, ["A1", "A3", "B5", "G9"], "the writer of the last turn reveals in it");
    assert_eq!((last.number, due), (LAST_TURN, Some(BOB)));
    // A draw doesn't outlast a claim against the player who still owes the reveal.
    let late = Plan::new(moment(10) + TimeDelta::days(2 * DAYS), Intent::Claim);
    let (_, claimed) = table.compose(&game.keys[0], &late).expect("bob is late");
    let outcome = claimed.outcome().expect("it is decided");
    assert_eq!((outcome.winners, outcome.ended_by), (vec![ALICE], EndedBy::Claim));
    let (shown, _, due) = plays(&mut table, BOB, Intent::Nothing);
    assert_eq!((shown.reveal.len(), shown.answer.len(), due), (4, 0, None));
}

/// A game in which a turn and a claim crossed has no winner, and no player has to reveal a setup.
#[test]
fn crossed_game_is_void() {
    let endings: [fn(&mut AnyTable); 2] =
        [|table| table.cross(3), |table| table.void("two callers won".to_owned())];
    for end in endings {
        let mut game = waiting_for_bob();
        end(&mut game.table);
        let standing = game.table.standing();
        let outcome = standing.outcome.expect("it is decided");
        assert_eq!((outcome.kind, outcome.winners), (OutcomeKind::Void, Vec::new()));
        assert_eq!((standing.due, standing.expects), (None, Expects::Over));
    }
}
