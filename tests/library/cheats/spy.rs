//! Cheats in Spy!: false answers, false networks, and everything that can be tried with a guess.

use std::collections::BTreeSet;

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::games::{EndedBy, Kind, OutcomeKind, Seat};
use pbem::table::FindingKind::{BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch};
use pbem::table::{FindingKind, Order, TurnFault};
use pbem::turnfile::{Claim, Turn, read};

use super::table::{Caught, Cheat};
use super::{ALICE, BOB};
use crate::play::{Game, header};

/// The first example of the rules, and another network with the same hot spaces.
const ALICES: &str = "5F 5D 6D 6A 1A 1G 5G";
const ALICES_TWIN: &str = "5E 5G 1G 1A 6A 6D 5D";
const BOBS: &str = "10A 10G 5G 5C 8C 8E 7E";
/// Neither alice's nor bob's.
const NOBODYS: &str = "10J 10D 5D 5H 8H 8F 7F";

pub(super) const CHEATS: &[Cheat] = &[
    Cheat("a hot space told as warm or cold", hot_denied),
    Cheat("a blank space told as hot", hot_made_up),
    Cheat("a warm space told as cold", warm_told_as_cold),
    Cheat("a cold space told as warm", cold_told_as_warm),
    Cheat("one space of a row answered falsely, or not at all", row_with_a_false_space),
    Cheat("a cold proved by halves, openings that are not due", openings_not_due),
    Cheat("an illegal network sealed", illegal_networks),
    Cheat("another network shown than sealed", another_network_shown),
    Cheat("spaces sealed that no network covers", no_network_sealed),
    Cheat("a numbered square used twice, or one that is not there", numbered_squares),
    Cheat("questions that are none", odd_questions),
    Cheat("two questions in one file", two_questions),
    Cheat("a question out of turn", question_out_of_turn),
    Cheat("a question instead of the answer", question_instead_of_answer),
    Cheat("a guess in the middle of a round", guess_in_mid_round),
    Cheat("a guess after the answer, by the second player", guess_after_the_answer),
    Cheat("a first guess that is not sealed", guess_not_sealed),
    Cheat("a sealed guess that opens to no legal network", unfit_guess),
    Cheat("a guess opened as another than sealed", guess_changed),
    Cheat("a guess sealed twice, or answered with a sealed one", guess_sealed_twice),
    Cheat("answering or asking instead of responding", no_response),
    Cheat("a response that is no legal network", unfit_response),
    Cheat("resigning, offering or accepting after a declared guess", leaving_after_a_guess),
    Cheat("a turn that does not open the sealed guess", guess_not_opened),
    Cheat("never opening the sealed guess", guess_withheld),
    Cheat("a right guess told as wrong", right_told_as_wrong),
    Cheat("a wrong guess told as right", wrong_told_as_right),
    Cheat("a wrong guess refuted by another space than the first", wrong_refuted_elsewhere),
    Cheat("the responder shows another network, so that the guess looks wrong", responder_shows_another),
    Cheat("the responder shows no network", responder_shows_none),
    Cheat("losing by a breach after a wrong guess, to lose less", breach_after_a_wrong_guess),
    Cheat("two liars, one of whom keeps his network back", both_have_lied),
];

/// The spaces of a network, worked out anew: a space is row and column, from 1.
fn spaces(network: &str) -> BTreeSet<(i32, i32)> {
    let corners: Vec<(i32, i32)> = network.split(' ').map(space).collect();
    let mut all = BTreeSet::from([corners[0]]);
    for pair in corners.windows(2) {
        let [(row, col), (to_row, to_col)] = [pair[0], pair[1]];
        let steps = (to_row - row).abs().max((to_col - col).abs());
        all.extend((0..=steps).map(|step| (row + (to_row - row).signum() * step, col + (to_col - col).signum() * step)));
    }
    all
}

fn space(name: &str) -> (i32, i32) {
    let (row, col) = name.split_at(name.len() - 1);
    (row.parse().expect("a row"), i32::from(col.as_bytes()[0] - b'A') + 1)
}

fn name((row, col): (i32, i32)) -> String {
    format!("{row}{}", char::from(b'A' + u8::try_from(col - 1).expect("a column")))
}

/// The space and those beside it, in the order of the sheet.
fn around(asked: &str) -> Vec<String> {
    let (row, col) = space(asked);
    let all = [(row - 1, col), (row, col - 1), (row, col), (row, col + 1), (row + 1, col)];
    all.into_iter().filter(|(row, col)| (1..=10).contains(row) && (1..=10).contains(col)).map(name).collect()
}

fn is_hot(network: &str, name: &str) -> bool {
    spaces(network).contains(&space(name))
}

fn answer(network: &str, asked: &str) -> &'static str {
    match around(asked).iter().any(|beside| is_hot(network, beside)) {
        _ if is_hot(network, asked) => "hot",
        true => "warm",
        false => "cold",
    }
}

/// Some spaces of bob's field that he must answer so.
fn of_bob(wanted: &str) -> Vec<String> {
    let all = (1..=10).flat_map(|row| (1..=10).map(move |col| name((row, col))));
    all.filter(|asked| answer(BOBS, asked) == wanted).step_by(5).take(4).collect()
}

/// A game that alice begins in turn 3, both having joined.
fn table() -> Game {
    table_with(&[], |_| ())
}

fn table_with(set: &[(&str, &str)], bobs: impl FnOnce(&mut Game)) -> Game {
    let mut header = header(Kind::Spy, 2, set, 7);
    header.first = Some("alice".to_owned());
    let mut game = Game::with(header, 7);
    for (private, network) in game.players.iter_mut().zip([ALICES, BOBS]) {
        private.setup = vec![network.to_owned()];
    }
    game.step(Order::Nothing);
    bobs(&mut game);
    if game.table.turns() == 1 {
        game.step(Order::Nothing);
    }
    game
}

fn order(typed: &str) -> Order {
    Order::Move(typed.to_owned())
}

fn guess(network: &str) -> Order {
    Order::Move(format!("guess {network}"))
}

/// Plays questions that tell little, until so many turns are made.
fn idle(game: &mut Game, turns: u32) {
    while game.table.turns() < turns {
        game.step(order("10J"));
    }
}

/// Puts openings into a turn, with the salts that belong to the items.
fn set_openings(game: &Game, turn: &mut Turn, openings: &[String]) {
    let seat = if turn.seat == "bob" { BOB } else { ALICE };
    turn.open = openings.to_vec();
    turn.salts = openings.iter().map(|opening| game.salt(seat, opening.split(' ').next().unwrap_or_default())).collect();
}

/// The turn of the seat that is due, changed with the game at hand, and signed.
fn cheat(game: &mut Game, order: Order, change: impl FnOnce(&Game, &mut Turn)) -> Result<(), TurnFault> {
    let mut turn = game.compose(order);
    change(game, &mut turn);
    game.sign(&mut turn);
    game.mail(turn)
}

/// That this is a breach on arrival, by the seat in the turn that was mailed last, who loses by so many points.
fn on_arrival(game: &Game, read: Result<(), TurnFault>, seat: Seat, kind: FindingKind, points: u32) -> Caught {
    game.caught(read, seat, game.table.turns(), kind);
    scores(game, seat.other(), points);
    Caught::Arrival(kind)
}

fn scores(game: &Game, winner: Seat, points: u32) {
    let result = game.verdict().result.expect("a result");
    let wanted: Vec<u32> = [ALICE, BOB].map(|seat| if seat == winner { points } else { 0 }).to_vec();
    assert_eq!((result.winners.as_slice(), result.points), ([winner].as_slice(), wanted), "{}", result.reason);
}

/// Alice asks in turn 3, bob answers in turn 4 as he likes, with these openings, and is caught there.
fn bob_says(asked: &str, said: &str, openings: &[String], kind: FindingKind) -> Caught {
    let mut game = table();
    game.step(order(asked));
    let read = cheat(&mut game, order("10J"), |game, turn| {
        turn.answer = vec![said.to_owned()];
        set_openings(game, turn, openings);
    });
    on_arrival(&game, read, BOB, kind, 1)
}

fn value(network: &str, name: &str) -> String {
    format!("{name} {}", if is_hot(network, name) { "hot" } else { "blank" })
}

/// What an answer has to open: as the sheet says, and as the answer says.
fn proofs(asked: &str, said: &str) -> [Vec<String>; 2] {
    let items = if said == "cold" { around(asked) } else { vec![asked.to_owned()] };
    let says = if said == "hot" { "hot" } else { "blank" };
    [items.iter().map(|item| value(BOBS, item)).collect(), items.iter().map(|item| format!("{item} {says}")).collect()]
}

fn told_falsely(truth: &str, said: &str) -> Caught {
    for asked in of_bob(truth) {
        let [honest, false_] = proofs(&asked, said);
        bob_says(&asked, said, &honest, FalseAnswer);
        bob_says(&asked, said, &false_, BadOpening);
    }
    Caught::Arrival(FalseAnswer)
}

fn hot_denied() -> Caught {
    told_falsely("hot", "cold");
    told_falsely("hot", "warm")
}

fn hot_made_up() -> Caught {
    told_falsely("warm", "hot");
    told_falsely("cold", "hot")
}

fn warm_told_as_cold() -> Caught {
    told_falsely("warm", "cold")
}

/// That nobody can see before the networks are shown. It costs bob the game that alice has resigned.
fn cold_told_as_warm() -> Caught {
    for asked in of_bob("cold") {
        let mut game = table();
        game.step(order(&asked));
        let opening = format!("{asked} blank");
        cheat(&mut game, order("10J"), |game, turn| {
            turn.answer = vec!["warm".to_owned()];
            set_openings(game, turn, &[opening]);
        })
        .expect("nobody can see it yet");
        game.step(Order::Resign);
        game.step(Order::Nothing);
        let finding = game.caught_at_the_end(BOB, 4, FalseAnswer);
        assert_eq!((finding.said.as_deref(), finding.truth.as_deref()), (Some("warm"), Some("cold")));
        assert!(finding.item.is_some_and(|item| item.contains(&asked)));
    }
    Caught::Verify(FalseAnswer)
}

fn row_with_a_false_space() -> Caught {
    // hot hot hot warm cold
    let row = ["5E", "5F", "5G", "5H", "5I"];
    let truths = row.map(|asked| answer(BOBS, asked));
    assert_eq!(truths, ["hot", "hot", "hot", "warm", "cold"]);
    for at in 0..row.len() {
        for said in ["hot", "warm", "cold"] {
            if said == truths[at] || (truths[at], said) == ("cold", "warm") {
                continue;
            }
            let mut game = table();
            game.step(order("5E-5I"));
            let mut answers = truths;
            answers[at] = said;
            let mut openings: Vec<String> = Vec::new();
            for (asked, said) in row.iter().zip(answers) {
                let fresh: Vec<String> = proofs(asked, said)[0].iter().filter(|opening| !openings.contains(opening)).cloned().collect();
                openings.extend(fresh);
            }
            let read = cheat(&mut game, order("10J"), |game, turn| {
                turn.answer = answers.map(str::to_owned).to_vec();
                set_openings(game, turn, &openings);
            });
            on_arrival(&game, read, BOB, FalseAnswer, 1);
        }
    }
    for answers in [4, 6] {
        let mut game = table();
        game.step(order("5E-5I"));
        let read = cheat(&mut game, order("10J"), |_, turn| turn.answer.resize(answers, "cold".to_owned()));
        on_arrival(&game, read, BOB, IllegalMove, 1);
    }
    // The false warm in it is found at the end.
    let mut game = table();
    game.step(order("5E-5I"));
    cheat(&mut game, order("10J"), |game, turn| {
        "warm".clone_into(&mut turn.answer[4]);
        set_openings(game, turn, &row.map(|item| value(BOBS, item)));
    })
    .expect("nobody can see it yet");
    game.step(Order::Resign);
    game.step(Order::Nothing);
    game.caught_at_the_end(BOB, 4, FalseAnswer);
    Caught::Arrival(FalseAnswer)
}

fn openings_not_due() -> Caught {
    let asked = of_bob("cold").remove(0);
    let [due, _] = proofs(&asked, "cold");
    for left_out in 0..due.len() {
        let mut fewer = due.clone();
        fewer.remove(left_out);
        bob_says(&asked, "cold", &fewer, BadOpening);
    }
    let mut more = due.clone();
    more.push(value(BOBS, "10A"));
    bob_says(&asked, "cold", &more, IllegalMove);
    let mut turned = due.clone();
    turned.reverse();
    bob_says(&asked, "cold", &turned, BadOpening);
    for odd in ["11A blank", "1K blank", "1A cold", "1A", "A1 blank", "guess-4 blank", "guess-0 blank"] {
        bob_says(&asked, "cold", &[odd.to_owned()], BadOpening);
    }
    Caught::Arrival(BadOpening)
}

/// Bob seals these spaces as hot and plays by this network.
fn bob_hides(hot: &BTreeSet<(i32, i32)>, network: &str) -> Game {
    table_with(&[], |game| {
        let all = (1..=10).flat_map(|row| (1..=10).map(move |col| (row, col)));
        let seals = all.map(|at| game.seal(BOB, &name(at), if hot.contains(&at) { "hot" } else { "blank" })).collect();
        game.cheat_unseen(Order::Nothing, |turn| turn.setup = seals);
        game.players[1].setup = vec![network.to_owned()];
    })
}

const ILLEGAL: [(&str, &str); 9] = [
    ("seven lines", "10A 10G 5G 5C 8C 8E 7E 7F"),
    ("five lines", "10A 10G 5G 5C 8C 8E"),
    ("a loop", "1A 1D 4D 4A 1A"),
    ("a loop of six lines", "1A 1F 3F 3D 6D 6A 1A"),
    ("touching", "5A 5G 4G 4D 6D 6H 1H"),
    ("a line of seven", "10A 10H 5H 5D 8D 8F 7F"),
    ("two lines of one length", "10A 10G 5G 5C 8C 8E 6E"),
    ("no right angle", "10A 10F 10G 5G 5C 8C 8E"),
    ("one space", "4D"),
];

fn illegal_networks() -> Caught {
    for (what, network) in ILLEGAL {
        for bob_wins in [true, false] {
            let mut game = bob_hides(&spaces(network), network);
            game.step(order("1J"));
            if bob_wins {
                game.step(order("10J"));
            }
            game.step(Order::Resign);
            game.step(Order::Nothing);
            let finding = game.caught_at_the_end(BOB, 2, IllegalSetup);
            assert!(finding.message.contains("do not allow"), "{what}: {}", finding.message);
            scores(&game, ALICE, 1);
        }
    }
    Caught::Verify(IllegalSetup)
}

/// Alice has resigned; bob shows something else than he sealed.
fn bob_shows(hot: &str, shown: &str) {
    let mut game = bob_hides(&spaces(hot), hot);
    game.step(Order::Resign);
    cheat(&mut game, Order::Nothing, |_, turn| turn.reveal = vec![shown.to_owned()]).expect("it is compared by the audit alone");
    game.caught_at_the_end(BOB, 4, SealMismatch);
}

fn another_network_shown() -> Caught {
    bob_shows(BOBS, NOBODYS);
    bob_shows(BOBS, ALICES);
    bob_shows(ILLEGAL[0].1, BOBS);
    // Only hot spaces count: another network with the same ones is the same.
    let mut game = bob_hides(&spaces(ALICES), ALICES);
    game.step(Order::Resign);
    cheat(&mut game, Order::Nothing, |_, turn| turn.reveal = vec![ALICES_TWIN.to_owned()]).expect("as good as his own");
    assert_eq!(game.verdict().kind, VerdictKind::Honest);
    scores(&game, BOB, 1);
    Caught::Verify(SealMismatch)
}

fn no_network_sealed() -> Caught {
    let mut more = spaces(BOBS);
    more.insert(space("1A"));
    let mut fewer = spaces(BOBS);
    fewer.remove(&space("10B"));
    for hot in [BTreeSet::new(), more, fewer] {
        let mut game = bob_hides(&hot, BOBS);
        game.step(Order::Resign);
        game.step(Order::Nothing);
        game.caught_at_the_end(BOB, 4, SealMismatch);
    }
    Caught::Verify(SealMismatch)
}

/// Alice asks in the next turn as she likes, and is caught.
fn alice_asks(game: &mut Game, moves: &[&str]) -> Caught {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let read = cheat(game, order("1J"), |_, turn| turn.moves = moves);
    on_arrival(game, read, ALICE, IllegalMove, 1)
}

fn numbered_squares() -> Caught {
    let mut game = table();
    game.step(order("1A-1E"));
    game.step(order("10J"));
    alice_asks(&mut game, &["2A-2E"]);
    // There are two squares with a 2.
    let mut game = table();
    for row in ["1A-1B", "2A-2B"] {
        game.step(order(row));
        game.step(order("10J"));
    }
    alice_asks(&mut game, &["3A-3B"]);
    alice_asks(&mut table_with(&[("multi", "2,3")], |_| ()), &["1A-1D"]);
    alice_asks(&mut table_with(&[("multi", "2,3")], |_| ()), &["1A-5A"])
}

fn odd_questions() -> Caught {
    for odd in
        ["1K", "11A", "0A", "C4", "4c", "04C", "4F-4C", "4C-4C", "4C-5D", "1A-1F", "4C 4D", "4C-4D-4E", "pass", "decline", "guess 4C"]
    {
        alice_asks(&mut table(), &[odd]);
    }
    Caught::Arrival(IllegalMove)
}

fn two_questions() -> Caught {
    alice_asks(&mut table(), &["4C", "4D"]);
    alice_asks(&mut table(), &["4C", "resign"]);
    alice_asks(&mut table(), &["4C", "4C"])
}

fn question_out_of_turn() -> Caught {
    let mut game = table();
    let mut turn = game.bare(BOB);
    turn.moves = vec!["4C".to_owned()];
    game.sign(&mut turn);
    let read = game.mail(turn);
    game.caught(read, BOB, 3, IllegalMove);
    // The answerer's turn is not the asker's.
    let mut game = table();
    game.step(order("4C"));
    let mut turn = game.bare(ALICE);
    turn.moves = vec!["4D".to_owned()];
    game.sign(&mut turn);
    let read = game.mail(turn);
    game.caught(read, ALICE, 4, IllegalMove);
    Caught::Arrival(IllegalMove)
}

fn question_instead_of_answer() -> Caught {
    for turns in [3, 5] {
        for instead in ["10J", "resign", "decline", "accept"] {
            let mut game = table();
            idle(&mut game, turns);
            let read = cheat(&mut game, order("10J"), |_, turn| {
                turn.answer.clear();
                turn.moves = vec![instead.to_owned()];
                (turn.open, turn.salts) = (Vec::new(), Vec::new());
            });
            on_arrival(&game, read, BOB, IllegalMove, 1);
        }
    }
    Caught::Arrival(IllegalMove)
}

/// The seat that is due seals a guess where it cannot.
fn guesses_too_soon(turns: u32, seat: Seat, answers: bool) -> Caught {
    let mut game = table();
    idle(&mut game, turns);
    let number = format!("guess-{}", turns + 1);
    let seal = game.seal(seat, &number, if seat == ALICE { BOBS } else { ALICES });
    let read = cheat(&mut game, order("10J"), |_, turn| {
        turn.moves = vec!["guess".to_owned()];
        turn.seal = Some(seal);
        if !answers {
            (turn.answer, turn.open, turn.salts) = (Vec::new(), Vec::new(), Vec::new());
        }
    });
    on_arrival(&game, read, seat, IllegalMove, 1)
}

fn guess_in_mid_round() -> Caught {
    guesses_too_soon(2, ALICE, true);
    guesses_too_soon(3, BOB, false);
    guesses_too_soon(3, BOB, true)
}

fn guess_after_the_answer() -> Caught {
    // Bob would have seen what he is asked, and answered, and guess all the same.
    guesses_too_soon(5, BOB, true)
}

fn guess_not_sealed() -> Caught {
    for (turns, network) in [(4, BOBS), (5, ALICES)] {
        let mut game = table();
        idle(&mut game, turns);
        let seat = game.table.due().expect("somebody is due");
        let read = cheat(&mut game, guess(network), |_, turn| {
            turn.seal = None;
            turn.moves = vec![format!("guess {network}")];
        });
        on_arrival(&game, read, seat, IllegalMove, 1);
    }
    Caught::Arrival(IllegalMove)
}

/// Who declares a guess, and in which turn: alice in turn 5, which ends the first round, bob in turn 6, instead of his answer.
const DECLARERS: [(Seat, u32); 2] = [(ALICE, 5), (BOB, 6)];

fn network_of(seat: Seat) -> &'static str {
    if seat == ALICE { ALICES } else { BOBS }
}

/// The declarer has sealed a guess, and the other has responded, or declined.
fn responded(by: (Seat, u32), right: bool, response: Option<&str>) -> Game {
    let mut game = table();
    idle(&mut game, by.1 - 1);
    game.step(guess(if right { network_of(by.0.other()) } else { NOBODYS }));
    assert_eq!(game.table.due(), Some(by.0.other()));
    game.step(response.map_or_else(|| order("decline"), guess));
    game
}

/// What was sealed instead of a network is opened in the declarer's next file. The other was lured into a guess, or not: he wins twice.
fn unfit_guess() -> Caught {
    let unfit =
        ["nothing", "hot", "5F", "10A 10G 5G 5C 8C 8E 7E 7F", "5A 5G 4G 4D 6D 6H 1H", "12A 12G 7G 7C 10C 10E 9E", "5f 5d 6d 6a 1a 1g 5g"];
    for by in DECLARERS {
        for text in unfit {
            for response in [None, Some(network_of(by.0))] {
                let mut game = table();
                idle(&mut game, by.1 - 1);
                let item = format!("guess-{}", by.1);
                let seal = game.seal(by.0, &item, text);
                let corners = network_of(by.0.other());
                game.cheat_unseen(guess(corners), |turn| turn.seal = Some(seal));
                game.step(response.map_or_else(|| order("decline"), guess));
                // The tool would not make this turn: it is that of a clean game, with the other opening.
                let mut turn = responded(by, true, response).compose(Order::Nothing);
                turn.after = game.file.turns.last().expect("a turn").hash();
                turn.open[0] = format!("{item} {text}");
                game.sign(&mut turn);
                let read = game.mail(turn);
                on_arrival(&game, read, by.0, IllegalMove, 2);
            }
        }
    }
    Caught::Arrival(IllegalMove)
}

fn guess_changed() -> Caught {
    for by in DECLARERS {
        let item = format!("guess-{}", by.1);
        for other in [network_of(by.0.other()), ALICES_TWIN, ""] {
            let mut game = responded(by, false, None);
            let read = cheat(&mut game, Order::Nothing, |_, turn| turn.open[0] = format!("{item} {other}"));
            on_arrival(&game, read, by.0, BadOpening, 2);
        }
        for other in ["guess-4", "guess-7", "1A"] {
            let mut game = responded(by, true, None);
            let read = cheat(&mut game, Order::Nothing, |_, turn| turn.open[0] = turn.open[0].replace(&item, other));
            on_arrival(&game, read, by.0, BadOpening, 2);
        }
    }
    Caught::Arrival(BadOpening)
}

fn guess_sealed_twice() -> Caught {
    let mut game = table();
    idle(&mut game, 4);
    let read = cheat(&mut game, guess(BOBS), |_, turn| turn.moves.push("guess".to_owned()));
    on_arrival(&game, read, ALICE, IllegalMove, 1);
    for seal in [None, Some([7; 32])] {
        let mut game = table();
        idle(&mut game, 4);
        game.step(guess(BOBS));
        let read = cheat(&mut game, order("decline"), |_, turn| {
            turn.moves = vec!["guess".to_owned()];
            turn.seal = seal;
        });
        on_arrival(&game, read, BOB, IllegalMove, 1);
    }
    // The declarer declares again, instead of opening what he has sealed.
    let mut game = responded((ALICE, 5), false, None);
    let mut turn = game.bare(ALICE);
    turn.moves = vec!["guess".to_owned()];
    turn.seal = Some(game.seal(ALICE, "guess-7", BOBS));
    game.sign(&mut turn);
    let read = game.mail(turn);
    on_arrival(&game, read, ALICE, BadOpening, 2);
    Caught::Arrival(IllegalMove)
}

fn no_response() -> Caught {
    for by in DECLARERS {
        let responder = by.0.other();
        let refused = |change: &dyn Fn(&mut Turn)| {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(NOBODYS));
            let read = cheat(&mut game, order("decline"), |_, turn| change(turn));
            on_arrival(&game, read, responder, IllegalMove, 1);
        };
        refused(&|turn| turn.moves = vec!["4C".to_owned()]);
        refused(&|turn| turn.moves.clear());
        refused(&|turn| turn.moves.push("4C".to_owned()));
        refused(&|turn| turn.answer = vec!["cold".to_owned()]);
        refused(&|turn| {
            turn.moves.clear();
            turn.answer = vec!["cold".to_owned()];
        });
    }
    Caught::Arrival(IllegalMove)
}

fn unfit_response() -> Caught {
    for text in ["", " nothing", " 5F", " 5A 5G 4G 4D 6D 6H 1H", " 10A 10G 5G 5C 8C 8E 7E 7F"] {
        let mut game = table();
        idle(&mut game, 4);
        game.step(guess(BOBS));
        let read = cheat(&mut game, order("decline"), |_, turn| turn.moves = vec![format!("guess{text}")]);
        on_arrival(&game, read, BOB, IllegalMove, 1);
    }
    Caught::Arrival(IllegalMove)
}

fn leaving_after_a_guess() -> Caught {
    for by in DECLARERS {
        let responder = by.0.other();
        // The responder resigns, accepts or offers.
        for word in ["resign", "accept"] {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(NOBODYS));
            let read = cheat(&mut game, order("decline"), |_, turn| turn.moves = vec![word.to_owned()]);
            on_arrival(&game, read, responder, IllegalMove, 1);
        }
        let mut game = table();
        idle(&mut game, by.1 - 1);
        game.step(guess(NOBODYS));
        let read = cheat(&mut game, order("decline"), |_, turn| turn.offer = Some("draw".to_owned()));
        on_arrival(&game, read, responder, IllegalMove, 1);
        // An offer that was open when the guess was declared.
        let mut game = table();
        idle(&mut game, by.1 - 2);
        game.cheat_unseen(order("10J"), |turn| turn.offer = Some("draw".to_owned()));
        game.step(guess(NOBODYS));
        let read = cheat(&mut game, order("decline"), |_, turn| turn.moves = vec!["accept".to_owned()]);
        on_arrival(&game, read, responder, IllegalMove, 1);
        // The declarer offers with his guess, or resigns when he sees that it is wrong.
        let mut game = table();
        idle(&mut game, by.1 - 1);
        let read = cheat(&mut game, guess(NOBODYS), |_, turn| turn.offer = Some("draw".to_owned()));
        on_arrival(&game, read, by.0, IllegalMove, 1);
        let mut game = responded(by, false, None);
        let read = cheat(&mut game, Order::Nothing, |_, turn| turn.moves = vec!["resign".to_owned()]);
        on_arrival(&game, read, by.0, IllegalMove, 2);
    }
    Caught::Arrival(IllegalMove)
}

fn guess_not_opened() -> Caught {
    for by in DECLARERS {
        for response in [None, Some(network_of(by.0)), Some(NOBODYS)] {
            let mut game = responded(by, false, response);
            let read = cheat(&mut game, Order::Nothing, |_, turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()));
            on_arrival(&game, read, by.0, BadOpening, 2);
            let mut game = responded(by, false, response);
            let mut turn = game.bare(by.0);
            turn.moves = vec!["resign".to_owned()];
            game.sign(&mut turn);
            let read = game.mail(turn);
            on_arrival(&game, read, by.0, BadOpening, 2);
        }
    }
    Caught::Arrival(BadOpening)
}

fn claimed(game: &Game, seat: Seat) -> audit::Verdict {
    let last = game.file.turns.last().expect("a turn");
    let claimant = &game.file.game.seats[seat.index()];
    let mut claim = Claim { seat: claimant.clone(), sent: last.sent + Duration::days(14), after: last.hash(), signature: [0; 64] };
    claim.signature = game.players[seat.index()].identity.sign_claim(&claim.hash());
    let mut file = game.file.clone();
    file.claim = Some(claim);
    audit::verify(&read(file.write().as_bytes()))
}

/// Who sees in the responder's file that his guess is wrong, and sends nothing more, has lost twice by the deadline.
fn guess_withheld() -> Caught {
    for by in DECLARERS {
        for response in [None, Some(network_of(by.0)), Some(NOBODYS)] {
            let game = responded(by, false, response);
            let open = game.verdict();
            assert_eq!((open.kind, &open.result, open.due), (VerdictKind::Open, &None, Some(by.0)));
            assert_eq!(open.missing_reveals, [by.0]);
            let verdict = claimed(&game, by.0.other());
            assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Forfeit, 0));
            let result = verdict.result.expect("a result");
            assert_eq!((result.winners.as_slice(), result.ended_by), ([by.0.other()].as_slice(), EndedBy::Claim));
            assert_eq!(result.points[by.0.other().index()], 2, "a guess that is not opened counts as wrong");
        }
    }
    Caught::Deadline
}

/// The declarer's last file, with this answer and these openings beside that of his own guess.
fn declarer_says(by: (Seat, u32), response: &str, said: &str, openings: &[String], kind: FindingKind) -> Caught {
    let mut game = responded(by, true, Some(response));
    let read = cheat(&mut game, Order::Nothing, |game, turn| {
        turn.answer = vec![said.to_owned()];
        let mut all = vec![turn.open[0].clone()];
        all.extend(openings.iter().cloned());
        let own = turn.salts[0];
        set_openings(game, turn, &all);
        turn.salts[0] = own;
    });
    on_arrival(&game, read, by.0, kind, 1)
}

fn right_told_as_wrong() -> Caught {
    for by in DECLARERS {
        let own = network_of(by.0);
        for at in spaces(own).into_iter().step_by(7).map(name) {
            declarer_says(by, own, &format!("wrong {at}"), &[format!("{at} hot")], FalseAnswer);
            declarer_says(by, own, &format!("wrong {at}"), &[format!("{at} blank")], BadOpening);
        }
        // A blank space proves nothing if the guess does not cover it.
        declarer_says(by, own, "wrong 9J", &["9J blank".to_owned()], BadOpening);
        for odd in ["wrong", "wrong 11A", "Wrong 9J", "hot", "cold", "decline", "false"] {
            let mut game = responded(by, true, Some(own));
            let read = cheat(&mut game, Order::Nothing, |_, turn| turn.answer = vec![odd.to_owned()]);
            let Err(TurnFault::Breach(finding)) = read else { panic!("`{odd}` was taken") };
            assert_eq!(finding.seat, by.0);
        }
    }
    Caught::Arrival(FalseAnswer)
}

fn wrong_told_as_right() -> Caught {
    for by in DECLARERS {
        let own = network_of(by.0);
        let truly: Vec<String> = spaces(NOBODYS).into_iter().map(|at| value(own, &name(at))).collect();
        let falsely: Vec<String> = spaces(NOBODYS).into_iter().map(|at| format!("{} hot", name(at))).collect();
        declarer_says(by, NOBODYS, "right", &truly, FalseAnswer);
        declarer_says(by, NOBODYS, "right", &falsely, BadOpening);
    }
    Caught::Arrival(FalseAnswer)
}

/// It says no more than the truth, but not what the rules want: the first blank space.
fn wrong_refuted_elsewhere() -> Caught {
    for by in DECLARERS {
        let own = network_of(by.0);
        let second = spaces(NOBODYS).into_iter().map(name).filter(|at| !is_hot(own, at)).nth(1).expect("more than one is blank");
        let mut game = responded(by, true, Some(NOBODYS));
        cheat(&mut game, Order::Nothing, |game, turn| {
            turn.answer = vec![format!("wrong {second}")];
            let (open, salt) = (turn.open[0].clone(), turn.salts[0]);
            set_openings(game, turn, &[open, format!("{second} blank")]);
            turn.salts[0] = salt;
        })
        .expect("the space is blank");
        game.caught_at_the_end(by.0, by.1 + 2, FalseAnswer);
    }
    Caught::Verify(FalseAnswer)
}

fn responder_shows_another() -> Caught {
    for by in DECLARERS {
        let responder = by.0.other();
        for (response, shown) in [("decline".to_owned(), NOBODYS), (format!("guess {}", network_of(by.0)), NOBODYS)] {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(network_of(responder)));
            cheat(&mut game, order(&response), |_, turn| turn.reveal = vec![shown.to_owned()]).expect("the audit compares it");
            game.step(Order::Nothing);
            assert!(game.table.outcome().is_some_and(|outcome| outcome.winners == [responder]), "by the network shown the guess is wrong");
            game.caught_at_the_end(responder, by.1 + 1, SealMismatch);
        }
    }
    Caught::Verify(SealMismatch)
}

fn responder_shows_none() -> Caught {
    for by in DECLARERS {
        let refused = |change: &dyn Fn(&mut Turn), kind| {
            let mut game = table();
            idle(&mut game, by.1 - 1);
            game.step(guess(NOBODYS));
            let read = cheat(&mut game, order("decline"), |_, turn| change(turn));
            on_arrival(&game, read, by.0.other(), kind, 1);
        };
        refused(&|turn| (turn.seed, turn.reveal) = (None, Vec::new()), IllegalMove);
        refused(&|turn| turn.seed = None, IllegalMove);
        refused(&|turn| turn.reveal.clear(), IllegalMove);
        refused(&|turn| turn.reveal = vec!["none".to_owned()], IllegalSetup);
        refused(&|turn| turn.reveal.push("1A".to_owned()), IllegalSetup);
    }
    Caught::Arrival(IllegalMove)
}

/// A guess that everybody has seen to be wrong costs two points, and three if the other's was right, whatever else its maker does.
fn breach_after_a_wrong_guess() -> Caught {
    for by in DECLARERS {
        for (response, points) in [(None, 2), (Some(NOBODYS), 2), (Some(network_of(by.0)), 3)] {
            let mut game = responded(by, false, response);
            let read = cheat(&mut game, Order::Nothing, |_, turn| turn.offer = Some("draw".to_owned()));
            on_arrival(&game, read, by.0, IllegalMove, points);
            let mut game = responded(by, false, response);
            let read = cheat(&mut game, Order::Nothing, |_, turn| (turn.seed, turn.reveal) = (None, Vec::new()));
            on_arrival(&game, read, by.0, IllegalMove, points);
        }
    }
    Caught::Arrival(IllegalMove)
}

/// Both have told a cold space as warm. The responder's network is there; the declarer wins nothing by keeping his own back.
fn both_have_lied() -> Caught {
    let mut game = table();
    game.step(order(&of_bob("cold")[0]));
    let asked = of_bob("cold")[0].clone();
    let cold = "9I";
    assert_eq!(answer(ALICES, cold), "cold");
    cheat(&mut game, order(cold), |game, turn| {
        turn.answer = vec!["warm".to_owned()];
        set_openings(game, turn, &[format!("{asked} blank")]);
    })
    .expect("nobody can see it yet");
    cheat(&mut game, guess(BOBS), |game, turn| {
        turn.answer = vec!["warm".to_owned()];
        set_openings(game, turn, &[format!("{cold} blank")]);
    })
    .expect("nobody can see it yet");
    game.step(order("decline"));
    let before = game.verdict();
    assert_eq!((before.kind, before.findings.len(), before.findings[0].seat), (VerdictKind::Dishonest, 1, BOB));
    assert_eq!(before.result, None, "alice has not shown that she was honest");
    assert_eq!((before.due, before.missing_reveals), (Some(ALICE), vec![ALICE]));
    game.step(Order::Nothing);
    let after = game.verdict();
    assert_eq!(after.findings.iter().map(|finding| finding.seat).collect::<Vec<_>>(), [BOB, ALICE]);
    assert_eq!(after.result.expect("a result").kind, OutcomeKind::Void);
    Caught::Verify(FalseAnswer)
}

/// The table of scores of the original, each row with either player declaring first: a correct reconstruction counts one for its maker, an
/// incorrect one two for the other.
#[test]
fn every_row_of_the_table_of_scores() {
    let rows = [
        (Some(true), None, [1, 0]),
        (Some(false), None, [0, 2]),
        (None, Some(true), [0, 1]),
        (None, Some(false), [2, 0]),
        (Some(true), Some(true), [1, 1]),
        (Some(true), Some(false), [3, 0]),
        (Some(false), Some(true), [0, 3]),
        (Some(false), Some(false), [2, 2]),
    ];
    for (alices, bobs, points) in rows {
        for (by, turn) in DECLARERS {
            let of = |seat: Seat| if seat == ALICE { alices } else { bobs };
            let Some(right) = of(by) else { continue };
            let response = of(by.other()).map(|right| if right { network_of(by) } else { NOBODYS });
            let mut game = responded((by, turn), right, response);
            game.step(Order::Nothing);
            let verdict = game.verdict();
            assert_eq!((verdict.kind, &verdict.findings), (VerdictKind::Honest, &Vec::new()), "{alices:?} {bobs:?} {by:?}");
            let result = verdict.result.expect("a result");
            assert_eq!((result.points.as_slice(), result.ended_by), (points.as_slice(), EndedBy::Board), "{}", result.reason);
            let winners: Vec<Seat> = [ALICE, BOB].into_iter().filter(|seat| points[seat.index()] > points[seat.other().index()]).collect();
            assert_eq!(result.winners, winners);
            assert_eq!(result.kind, if winners.is_empty() { OutcomeKind::Draw } else { OutcomeKind::Win });
        }
    }
}
