//! Cheats in Game Box: a Checker who lies, and callers who call where they cannot. Whatever the Checker does, what has been won stays won.

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::games::{EndedBy, Kind, OutcomeKind, Seat};
use pbem::table::FindingKind::{BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch};
use pbem::table::{DamageKind, Finding, FindingKind, Order, TurnFault};
use pbem::turnfile::{Claim, Turn, read};

use super::table::{Caught, Cheat};
use super::{ALICE, BOB};
use crate::play::{Game, header};

/// Alice is the Checker, bob and carol call.
const CAROL: Seat = Seat(2);

const HOUSES: &str = "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 B1";
const GUNS: &str = "guns C1 C2 C3 C4 C5 C6 C7 C8 C9 D1";

pub(super) const CHEATS: &[Cheat] = &[
    Cheat("a house called back as MISS or GUN", house_denied),
    Cheat("an empty dot called back as HIT or GUN", empty_denied),
    Cheat("a gun called back as MISS or HIT", gun_denied),
    Cheat("a dot that everybody knows called back falsely", known_dot_denied),
    Cheat("nine houses, eleven guns, a dot twice; a caller has won", illegal_charts_of_a_game_that_was_won),
    Cheat("nine houses, eleven guns, a dot twice; nobody has won", illegal_charts_of_a_game_that_nobody_won),
    Cheat("another chart shown than sealed", another_chart_shown),
    Cheat("the Checker never shows the chart", chart_withheld),
    Cheat("a turn in which the Checker had to show the chart and does not", turn_without_the_chart),
    Cheat("the Checker resigns instead of answering, or once it is won", checker_resigns),
    Cheat("the Checker calls, or answers what nobody asked", checker_calls),
    Cheat("a call out of turn", call_out_of_turn),
    Cheat("a caller who is out calls", caller_who_is_out),
    Cheat("joining in another's seat that has a known key", known_seat_taken),
    Cheat("a second key for a seat", second_key),
    Cheat("a dot that is not there, two calls, no call", odd_calls),
    Cheat("offers, links and seals in a caller's turn", extras),
    Cheat("a loser who writes on after the end", writing_after_the_end),
    Cheat("two callers with one key: shown to all, no breach", one_key_for_two),
    Cheat("a caller never calls", caller_vanishes),
    Cheat("the Checker never answers", checker_vanishes),
];

fn fresh() -> Game {
    let mut game = Game::with(header(Kind::GameBox, 3, &[], 7), 7);
    game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
    game
}

/// The chart is sealed, bob is to call.
fn table() -> Game {
    let mut game = fresh();
    game.step(Order::Nothing);
    game
}

fn order(typed: &str) -> Order {
    Order::Move(typed.to_owned())
}

/// These calls are made, by whoever is due, and answered.
fn calls(game: &mut Game, dots: &[&str]) {
    for dot in dots {
        game.step(order(dot));
        game.step(Order::Nothing);
    }
}

/// Bob has three hits, and alice has shown her chart unless she still has to.
const BOB_WINS: [&str; 5] = ["A1", "H1", "A2", "H2", "A3"];

fn cheat(game: &mut Game, order: Order, change: impl FnOnce(&Game, &mut Turn)) -> Result<(), TurnFault> {
    let mut turn = game.compose(order);
    change(game, &mut turn);
    game.sign(&mut turn);
    game.mail(turn)
}

/// That this is a breach on arrival, by the seat in the turn mailed last; bob has won all the same, or nobody has and the game is void.
fn on_arrival(game: &Game, read: Result<(), TurnFault>, seat: Seat, kind: FindingKind, bob_has_won: bool) -> Caught {
    let Err(TurnFault::Breach(finding)) = read else { panic!("no breach on arrival: {read:?}") };
    assert_eq!((finding.seat, finding.turn, finding.kind), (seat, game.table.turns(), kind), "{}", finding.message);
    assert_eq!(game.table.due(), None, "a breach ends the game");
    judged(game, &[finding], bob_has_won);
    Caught::Arrival(kind)
}

/// That the audit finds this and nothing else, and what comes of the game.
fn judged(game: &Game, findings: &[Finding], bob_has_won: bool) {
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.exit_code(), verdict.findings.as_slice()), (VerdictKind::Dishonest, 1, findings));
    let result = verdict.result.expect("a result");
    if bob_has_won {
        assert_eq!((result.kind, result.ended_by, result.winners.as_slice()), (OutcomeKind::Win, EndedBy::Board, [BOB].as_slice()));
        assert_eq!(result.points, [0, 1, 0]);
    } else {
        assert_eq!((result.kind, result.ended_by, result.winners.as_slice()), (OutcomeKind::Void, EndedBy::Breach, [].as_slice()));
        assert_eq!(result.points, [0, 0, 0]);
    }
}

/// Bob calls a dot; alice calls back something else, and opens the dot as it is, or as she says.
fn answered_falsely(dot: &str, truth: &str, said: [&str; 2]) -> Caught {
    let value = |answer: &str| match answer {
        "HIT" => "house",
        "GUN" => "gun",
        _ => "empty",
    };
    for said in said {
        for (opened, kind) in [(truth, FalseAnswer), (said, BadOpening)] {
            let mut game = table();
            game.step(order(dot));
            let read = cheat(&mut game, Order::Nothing, |_, turn| {
                turn.answer = vec![said.to_owned()];
                turn.open = vec![format!("{dot} {}", value(opened))];
            });
            on_arrival(&game, read, ALICE, kind, false);
        }
        let mut game = table();
        game.step(order(dot));
        let read = cheat(&mut game, Order::Nothing, |_, turn| {
            turn.answer = vec![said.to_owned()];
            (turn.open, turn.salts) = (Vec::new(), Vec::new());
        });
        on_arrival(&game, read, ALICE, BadOpening, false);
    }
    Caught::Arrival(FalseAnswer)
}

fn house_denied() -> Caught {
    answered_falsely("A1", "HIT", ["MISS", "GUN"])
}

fn empty_denied() -> Caught {
    answered_falsely("H1", "MISS", ["HIT", "GUN"])
}

fn gun_denied() -> Caught {
    answered_falsely("C1", "GUN", ["MISS", "HIT"])
}

fn known_dot_denied() -> Caught {
    for (dot, truth) in [("A1", "MISS"), ("C1", "GUN"), ("H1", "MISS")] {
        for said in ["HIT", "MISS", "GUN"] {
            if said == truth {
                continue;
            }
            let mut game = table();
            calls(&mut game, &[dot]);
            game.step(order(dot));
            let read = cheat(&mut game, Order::Nothing, |_, turn| turn.answer = vec![said.to_owned()]);
            on_arrival(&game, read, ALICE, FalseAnswer, false);
        }
        // Nothing is opened twice.
        let mut game = table();
        calls(&mut game, &[dot]);
        let opened = game.file.turns.last().expect("a turn").clone();
        game.step(order(dot));
        let read = cheat(&mut game, Order::Nothing, |_, turn| (turn.open, turn.salts) = (opened.open, opened.salts));
        on_arrival(&game, read, ALICE, IllegalMove, false);
    }
    Caught::Arrival(FalseAnswer)
}

/// Charts that the rules do not allow, as they are shown at the end.
const ILLEGAL: [(&str, &str, &str); 7] = [
    ("nine houses", "houses A1 A2 A3 A4 A5 A6 A7 A8 A9", GUNS),
    ("eleven houses", "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B2", GUNS),
    ("nine guns", HOUSES, "guns C1 C2 C3 C4 C5 C6 C7 C8 C9"),
    ("eleven guns", HOUSES, "guns C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 D2"),
    ("a house twice", "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 A9", GUNS),
    ("a house and a gun on one dot", HOUSES, "guns A9 C2 C3 C4 C5 C6 C7 C8 C9 D1"),
    ("a dot outside", "houses A1 A2 A3 A4 A5 A6 A7 A8 A9 J1", GUNS),
];

/// Alice seals this chart, legal or not, and plays by it.
fn alice_hides(houses: &str, guns: &str) -> Game {
    let mut game = fresh();
    let dots = ('A'..='H').flat_map(|letter| (1..=9).map(move |number| format!("{letter}{number}")));
    let has = |list: &str, dot: &str| list.split(' ').any(|other| other == dot);
    let value = |dot: &str| if has(houses, dot) { "house" } else { if has(guns, dot) { "gun" } else { "empty" } };
    let seals = dots.map(|dot| game.seal(ALICE, &dot, value(&dot))).collect();
    game.cheat_unseen(Order::Nothing, |turn| turn.setup = seals);
    game.players[0].setup = vec![houses.to_owned(), guns.to_owned()];
    game
}

fn illegal_charts_of_a_game_that_was_won() -> Caught {
    for (what, houses, guns) in ILLEGAL {
        let mut game = alice_hides(houses, guns);
        calls(&mut game, &BOB_WINS);
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else { panic!("{what}: {:?}", verdict.findings) };
        assert_eq!((finding.seat, finding.turn, finding.kind), (ALICE, 1, IllegalSetup), "{what}: {}", finding.message);
        judged(&game, std::slice::from_ref(finding), true);
    }
    Caught::Verify(IllegalSetup)
}

fn illegal_charts_of_a_game_that_nobody_won() -> Caught {
    for (what, houses, guns) in ILLEGAL {
        let mut game = alice_hides(houses, guns);
        calls(&mut game, &BOB_WINS[..4]);
        // Both give up: a draw on the board.
        game.step(Order::Resign);
        game.step(Order::Resign);
        game.step(Order::Nothing);
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else { panic!("{what}: {:?}", verdict.findings) };
        assert_eq!((finding.seat, finding.turn, finding.kind), (ALICE, 1, IllegalSetup), "{what}: {}", finding.message);
        judged(&game, std::slice::from_ref(finding), false);
    }
    Caught::Verify(IllegalSetup)
}

/// Bob has won, and alice has still to answer his last call and to show her chart.
fn before_the_reveal() -> Game {
    let mut game = table();
    calls(&mut game, &BOB_WINS[..4]);
    game.step(order("A3"));
    game
}

fn another_chart_shown() -> Caught {
    let other = HOUSES.replace("B1", "B2");
    for reveal in [[other.as_str(), GUNS], [HOUSES, "guns C1 C2 C3 C4 C5 C6 C7 C8 C9 D2"], ["houses A1 A2", GUNS]] {
        let mut game = before_the_reveal();
        cheat(&mut game, Order::Nothing, |_, turn| turn.reveal = reveal.map(str::to_owned).to_vec()).expect("the audit compares it");
        let verdict = game.verdict();
        let [finding] = verdict.findings.as_slice() else { panic!("{:?}", verdict.findings) };
        assert_eq!((finding.seat, finding.turn, finding.kind), (ALICE, 11, SealMismatch));
        judged(&game, std::slice::from_ref(finding), true);
    }
    let mut game = before_the_reveal();
    cheat(&mut game, Order::Nothing, |_, turn| turn.seed = Some([7; 32])).expect("the audit compares it");
    assert_eq!(game.verdict().findings[0].kind, SealMismatch);
    Caught::Verify(SealMismatch)
}

fn with_claim(game: &Game, seat: Seat) -> audit::Verdict {
    let last = game.file.turns.last().expect("a turn");
    let claimant = game.file.game.seats[seat.index()].clone();
    let mut claim = Claim { seat: claimant, sent: last.sent + Duration::days(14), after: last.hash(), signature: [0; 64] };
    claim.signature = game.players[seat.index()].identity.sign_claim(&claim.hash());
    let mut file = game.file.clone();
    file.claim = Some(claim);
    let verdict = audit::verify(&read(file.write().as_bytes()));
    assert_eq!(verdict.findings, []);
    verdict
}

/// Carol has been called out by her third gun; the last caller goes on and resigns, so that the Checker has nothing but her chart to show.
fn chart_withheld() -> Caught {
    let mut game = table();
    // Carol resigns in her first turn, bob before his third hit: drawn, and alice has the chart to show in a turn of its own.
    calls(&mut game, &["A1"]);
    game.step(Order::Resign);
    game.step(Order::Resign);
    let open = game.verdict();
    assert_eq!((open.kind, open.due, open.missing_reveals.as_slice()), (VerdictKind::Open, Some(ALICE), [ALICE].as_slice()));
    assert_eq!(open.result.map(|result| result.kind), Some(OutcomeKind::Draw), "every answer was proved");
    let claimed = with_claim(&game, BOB);
    assert_eq!((claimed.kind, claimed.missing_reveals.len()), (VerdictKind::Forfeit, 0));

    // The last survivor has won by the other's resignation.
    let mut game = Game::with(header(Kind::GameBox, 3, &[("last-survivor-wins", "true")], 7), 7);
    game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
    game.step(Order::Nothing);
    calls(&mut game, &["A1"]);
    game.step(Order::Resign);
    for verdict in [game.verdict(), with_claim(&game, CAROL), with_claim(&game, BOB)] {
        let result = verdict.result.expect("the callers' result stands");
        assert_eq!((result.kind, result.winners.as_slice()), (OutcomeKind::Win, [BOB].as_slice()));
    }
    Caught::Deadline
}

fn turn_without_the_chart() -> Caught {
    let kinds = [IllegalMove, IllegalMove, IllegalMove, IllegalSetup, IllegalSetup, IllegalSetup];
    for (at, kind) in kinds.into_iter().enumerate() {
        let mut game = before_the_reveal();
        let read = cheat(&mut game, Order::Nothing, |_, turn| match at {
            0 => (turn.seed, turn.reveal) = (None, Vec::new()),
            1 => turn.seed = None,
            2 => turn.reveal.clear(),
            3 => turn.reveal.reverse(),
            4 => turn.reveal.truncate(1),
            _ => turn.reveal[0] = "houses".to_owned() + " A1".repeat(10).as_str() + " ",
        });
        on_arrival(&game, read, ALICE, kind, true);
    }
    Caught::Arrival(IllegalMove)
}

fn checker_resigns() -> Caught {
    // Instead of the answer.
    let mut game = table();
    game.step(order("A1"));
    let read = cheat(&mut game, Order::Resign, |_, turn| {
        (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
    });
    on_arrival(&game, read, ALICE, IllegalMove, false);
    // With the answer that decides the game, to void it.
    let mut game = before_the_reveal();
    let read = cheat(&mut game, Order::Nothing, |_, turn| turn.moves = vec!["resign".to_owned()]);
    on_arrival(&game, read, ALICE, IllegalMove, true);
    // In a caller's turn.
    let mut game = table();
    let mut turn = game.bare(ALICE);
    turn.moves = vec!["resign".to_owned()];
    game.sign(&mut turn);
    let read = game.mail(turn);
    on_arrival(&game, read, ALICE, IllegalMove, false);
    // Openly, with an answer: that is no breach; the game is void and she is named.
    let mut game = table();
    game.step(order("A1"));
    game.step(Order::Resign);
    let verdict = game.verdict();
    assert_eq!(verdict.kind, VerdictKind::Honest);
    let result = verdict.result.expect("a result");
    assert_eq!((result.kind, result.ended_by), (OutcomeKind::Void, EndedBy::Resignation));
    assert!(result.reason.starts_with("alice resigned"), "{}", result.reason);
    Caught::Arrival(IllegalMove)
}

fn checker_calls() -> Caught {
    let refused = |change: &dyn Fn(&mut Turn)| {
        let mut game = table();
        game.step(order("H1"));
        let read = cheat(&mut game, Order::Nothing, |_, turn| change(turn));
        on_arrival(&game, read, ALICE, IllegalMove, false);
    };
    refused(&|turn| turn.moves = vec!["A1".to_owned()]);
    refused(&|turn| turn.answer.push("HIT".to_owned()));
    refused(&|turn| turn.answer = vec!["miss".to_owned()]);
    refused(&|turn| turn.answer = vec!["MISS H1".to_owned()]);
    let mut game = table();
    let mut turn = game.bare(ALICE);
    turn.answer = vec!["HIT".to_owned()];
    game.sign(&mut turn);
    let read = game.mail(turn);
    on_arrival(&game, read, ALICE, IllegalMove, false)
}

/// A turn of this seat that calls a dot, whether it may or not.
fn calling(game: &Game, seat: Seat, dot: &str) -> Turn {
    let mut turn = game.bare(seat);
    turn.moves = vec![dot.to_owned()];
    if !game.table.joined(seat) {
        turn.key = Some(game.players[seat.index()].identity.public());
    }
    game.sign(&mut turn);
    turn
}

/// The order of the seats is that of the header; who comes first in it is not outrun.
fn call_out_of_turn() -> Caught {
    for before in [&[][..], &["H1", "H2"]] {
        let mut game = table();
        calls(&mut game, before);
        let turn = calling(&game, CAROL, "A1");
        let read = game.mail(turn);
        on_arrival(&game, read, CAROL, IllegalMove, false);
    }
    // While the Checker has to answer, and twice running.
    for seat in [BOB, CAROL] {
        let mut game = table();
        game.step(order("H1"));
        let turn = calling(&game, seat, "A1");
        let read = game.mail(turn);
        on_arrival(&game, read, seat, IllegalMove, false);
    }
    let mut game = table();
    calls(&mut game, &["A1"]);
    let turn = calling(&game, BOB, "A2");
    let read = game.mail(turn);
    on_arrival(&game, read, BOB, IllegalMove, false)
}

fn caller_who_is_out() -> Caught {
    let mut game = table();
    calls(&mut game, &["C1", "H1", "C2", "H2", "C3", "H3"]);
    assert_eq!(game.table.due(), Some(CAROL), "bob has lost three bombs and is passed over");
    let turn = calling(&game, BOB, "A1");
    let read = game.mail(turn);
    on_arrival(&game, read, BOB, IllegalMove, false)
}

fn damaged(game: &mut Game, turn: &Turn, kind: DamageKind) -> Caught {
    let before = game.verdict();
    let Err(TurnFault::Damage(damage)) = game.table.read(turn) else { panic!("the seat was taken") };
    assert_eq!(damage.kind, kind);
    game.file.turns.push(turn.clone());
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.findings.as_slice(), verdict.intact), (VerdictKind::Damaged, [].as_slice(), before.turns));
    Caught::Damage(kind)
}

fn known_seat_taken() -> Caught {
    let mut known = header(Kind::GameBox, 3, &[], 7);
    let owner = Game::with(known.clone(), 8).players[1].identity.public();
    known.keys.insert("bob".to_owned(), owner);
    for key in [None, Some(owner), Some(Game::with(known.clone(), 7).players[1].identity.public())] {
        let mut game = Game::with(known.clone(), 7);
        game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
        game.step(Order::Nothing);
        let mut turn = calling(&game, BOB, "A1");
        turn.key = key;
        game.sign(&mut turn);
        damaged(&mut game, &turn, DamageKind::BadSignature);
    }
    Caught::Damage(DamageKind::BadSignature)
}

fn second_key() -> Caught {
    // By somebody else, who brings his own key.
    let mut game = table();
    calls(&mut game, &["H1", "H2"]);
    let mut turn = calling(&game, BOB, "A1");
    turn.key = Some(game.players[2].identity.public());
    turn.signature = game.players[2].identity.sign_turn(&turn.hash());
    damaged(&mut game, &turn, DamageKind::BadSignature);
    // By bob himself, who would like to have another.
    for key in [0, 1, 2] {
        let mut game = table();
        calls(&mut game, &["H1", "H2"]);
        let key = game.players[key].identity.public();
        let read = cheat(&mut game, order("A1"), |_, turn| turn.key = Some(key));
        on_arrival(&game, read, BOB, IllegalMove, false);
    }
    Caught::Damage(DamageKind::BadSignature)
}

fn odd_calls() -> Caught {
    let moves: [&[&str]; 12] =
        [&["I1"], &["A10"], &["A0"], &["b5"], &["B-5"], &["5B"], &["B05"], &["B5 "], &["pass"], &["A1", "A2"], &[], &["A1", "resign"]];
    for moves in moves {
        let mut game = table();
        let read = cheat(&mut game, order("A1"), |_, turn| turn.moves = moves.iter().map(ToString::to_string).collect());
        on_arrival(&game, read, BOB, IllegalMove, false);
    }
    Caught::Arrival(IllegalMove)
}

fn extras() -> Caught {
    let refused = |change: &dyn Fn(&mut Turn)| {
        let mut game = table();
        let read = cheat(&mut game, order("A1"), |_, turn| change(turn));
        on_arrival(&game, read, BOB, IllegalMove, false);
    };
    refused(&|turn| turn.offer = Some("draw".to_owned()));
    refused(&|turn| turn.link = Some([7; 32]));
    refused(&|turn| turn.tip = Some([7; 32]));
    refused(&|turn| turn.setup = vec![[7; 32]; 72]);
    refused(&|turn| turn.seal = Some([7; 32]));
    refused(&|turn| turn.seed = Some([7; 32]));
    refused(&|turn| turn.moves = vec!["accept".to_owned()]);
    Caught::Arrival(IllegalMove)
}

/// Carol has lost, and breaks the rules so that it shall not count. It counts.
fn writing_after_the_end() -> Caught {
    let mut game = table();
    calls(&mut game, &BOB_WINS);
    assert_eq!(game.verdict().kind, VerdictKind::Honest);
    let turn = calling(&game, CAROL, "A4");
    let read = game.mail(turn);
    on_arrival(&game, read, CAROL, IllegalMove, true);
    // So does what she writes before the chart is shown.
    let mut game = Game::with(header(Kind::GameBox, 3, &[("last-survivor-wins", "true")], 7), 7);
    game.players[0].setup = vec![HOUSES.to_owned(), GUNS.to_owned()];
    game.step(Order::Nothing);
    calls(&mut game, &["A1"]);
    game.step(Order::Resign);
    let turn = calling(&game, CAROL, "A4");
    assert!(game.mail(turn).is_err());
    let verdict = game.verdict();
    assert_eq!(verdict.findings[0].seat, CAROL);
    assert_eq!(verdict.result.expect("a result").winners, [BOB]);
    Caught::Arrival(IllegalMove)
}

/// One person may play for two, as at one table; everybody sees it by the key.
fn one_key_for_two() -> Caught {
    let mut game = table();
    game.players[2].identity = game.players[1].identity.clone();
    calls(&mut game, &BOB_WINS);
    let verdict = game.verdict();
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Honest, 0));
    let numbers: Vec<_> = verdict.seats.iter().map(audit::Seated::safety).collect();
    assert_eq!(numbers[1], numbers[2]);
    assert_ne!(numbers[0], numbers[1]);
    Caught::Vain
}

/// A claim is no turn, so the game cannot go on without him: nobody has won it.
fn caller_vanishes() -> Caught {
    let mut game = table();
    calls(&mut game, &["A1", "H1"]);
    for claimant in [ALICE, CAROL] {
        let verdict = with_claim(&game, claimant);
        assert_eq!(verdict.kind, VerdictKind::Forfeit);
        let result = verdict.result.expect("a result");
        assert_eq!((result.kind, result.ended_by, result.winners.len()), (OutcomeKind::Void, EndedBy::Claim, 0));
        assert!(result.reason.starts_with("bob did not answer in time"), "{}", result.reason);
    }
    // Nor against one who has never joined.
    let mut game = table();
    calls(&mut game, &["A1"]);
    let verdict = with_claim(&game, BOB);
    assert_eq!((verdict.kind, verdict.due, verdict.claim_note.is_some()), (VerdictKind::Open, Some(CAROL), true));
    Caught::Deadline
}

fn checker_vanishes() -> Caught {
    let mut game = table();
    calls(&mut game, &["A1", "H1"]);
    game.step(order("A2"));
    for claimant in [BOB, CAROL] {
        let verdict = with_claim(&game, claimant);
        assert_eq!((verdict.kind, verdict.missing_reveals.len()), (VerdictKind::Forfeit, 0));
        let result = verdict.result.expect("a result");
        assert_eq!((result.kind, result.ended_by, result.winners.len()), (OutcomeKind::Void, EndedBy::Claim, 0));
        assert!(result.reason.starts_with("alice did not answer in time"), "{}", result.reason);
    }
    Caught::Deadline
}
