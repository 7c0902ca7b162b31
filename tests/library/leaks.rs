//! Before a reveal nothing in the file depends on the setup except what the rules publish, and no
//! secret is in debug output or in a message to a player.

use pbem::crypto::Seed;
use pbem::table::{HiddenMove, Intent, Keys, Plan, Refusal};
use pbem::turnfile::Turn;

use crate::play::{Game, header, moment, of_kind, short_bytes};
use crate::reference::{Square, answer, call, item, square, squares};

/// Two setups of bob's with the same answers to these calls of alice's, and with no agent on any of
/// bob's own calls.
struct Twins {
    sheets: [[&'static str; 4]; 2],
    alices_calls: Vec<Square>,
    bobs_calls: Vec<Square>,
}

/// Seed of the players' secrets.
const NUMBER: u64 = 31;

const ALICES: [&str; 4] = ["B2", "C7", "F1", "F3"];

fn twins() -> Twins {
    let sheets = [["A9", "D4", "E8", "G2"], ["A1", "D6", "E2", "G8"]];
    let agents = sheets.map(|sheet| sheet.map(square));
    let alice = ALICES.map(square);
    let alike = |called: &Square| {
        let [one, other] = agents.map(|agents| answer(&agents, *called));
        one == other && one != "HIT" && !alice.contains(called)
    };
    let free = |called: &Square| {
        agents.iter().all(|agents| !agents.contains(called)) && answer(&alice, *called) != "HIT"
    };
    Twins {
        sheets,
        alices_calls: squares().filter(alike).take(8).collect(),
        bobs_calls: squares().filter(free).take(8).collect(),
    }
}

/// Plays eight calls by each player, with this setup of bob's.
fn play(sheet: [&str; 4], twins: &Twins, seed: u64) -> Game {
    let mut header = header(of_kind("checkpoint-danger"), 2, &[], NUMBER);
    header.first = Some("alice".to_owned());
    let mut game = Game::with(header, NUMBER);
    game.players[0].setup = ALICES.map(str::to_owned).to_vec();
    game.players[1].setup = sheet.map(str::to_owned).to_vec();
    game.players[1].seed = Seed::from_bytes([u8::try_from(seed).expect("small"); 32]);
    game.step(Intent::Nothing);
    game.step(Intent::Nothing);
    for (alices, bobs) in twins.alices_calls.iter().zip(&twins.bobs_calls) {
        game.step(Intent::Move(call(*alices)));
        game.step(Intent::Move(call(*bobs)));
    }
    game
}

/// Returns the turn without random-looking values: hashes, seals, salts, signatures.
fn bare(turn: &Turn) -> Turn {
    let mut turn = turn.clone();
    turn.after = [0; 32];
    turn.signature = [0; 64];
    turn.setup.fill([0; 32]);
    turn.salts.fill([0; 32]);
    turn
}

#[test]
fn file_reveals_only_the_answers() {
    let twins = twins();
    assert_eq!((twins.alices_calls.len(), twins.bobs_calls.len()), (8, 8));
    let games = [play(twins.sheets[0], &twins, 1), play(twins.sheets[1], &twins, 2)];
    let [one, other] = &games;
    for (one, other) in one.file.turns.iter().zip(&other.file.turns) {
        assert_eq!(bare(one), bare(other), "turn {}", one.number);
        assert_eq!(
            one == other,
            one.number == 1,
            "only alice's first turn is made before bob hides anything"
        );
    }
    let [one_text, other_text] = [one.file.write(), other.file.write()];
    assert_eq!(one_text.len(), other_text.len());
    let shape = |text: &str| text.lines().map(str::len).collect::<Vec<_>>();
    assert_eq!(shape(&one_text), shape(&other_text));

    let [one_view, other_view] = games.each_ref().map(|game| game.table.view(None, moment(0)));
    assert_eq!(format!("{one_view:?}"), format!("{other_view:?}"));
    assert!(one_view.own.is_none() && one_view.answers.is_empty());
    // Alice, who knows her own setup, sees the same in both.
    let [one_view, other_view] =
        games.each_ref().map(|game| game.table.view(Some(&game.players[0]), moment(0)));
    assert_eq!(format!("{one_view:?}"), format!("{other_view:?}"));
    for game in &games {
        let news: Vec<String> = game.news();
        assert_eq!(
            news,
            games[0].table.news(0).into_iter().flat_map(|news| news.lines).collect::<Vec<_>>()
        );
    }
}

/// Equal secrets give equal bytes: no other random values could carry a signal.
#[test]
fn file_is_determined_by_its_secrets() {
    let twins = twins();
    assert_eq!(
        play(twins.sheets[0], &twins, 1).file.write(),
        play(twins.sheets[0], &twins, 1).file.write()
    );
}

/// Returns a player's secrets that could be recognized in a text.
fn secrets(private: &Keys) -> Vec<String> {
    let seed = private.seed.as_bytes();
    let name = ["alice", "bob"][private.seat.index()];
    let key = short_bytes(NUMBER, &format!("{name} key"));
    let link = private.chain.link(4095).expect("a link");
    let numbers = |bytes: &[u8]| format!("{bytes:?}").trim_matches(['[', ']']).to_owned();
    let bytes = [seed.as_slice(), key.as_slice(), link.as_slice()];
    let mut secrets: Vec<String> =
        bytes.iter().flat_map(|bytes| [hex::encode(bytes), numbers(&bytes[..8])]).collect();
    secrets.extend(private.setup.iter().cloned());
    secrets.extend(private.setup.iter().map(|entry| call(square(entry))));
    secrets
}

fn tells_nothing(text: &str, private: &Keys, what: &str) {
    for secret in secrets(private) {
        assert!(!text.contains(&secret), "{what} tells {secret}: {text}");
    }
}

#[test]
fn debug_output_shows_no_secret() {
    let mut game = play(twins().sheets[0], &twins(), 1);
    let private = game.players[1].clone();
    tells_nothing(&format!("{private:?} {private:#?}"), &private, "Keys");
    tells_nothing(
        &format!("{:?} {:?} {:?}", private.seed, private.identity, private.chain),
        &private,
        "Seed, Identity, Chain",
    );
    let hidden = HiddenMove { item: "guess-3".to_owned(), value: private.setup.join("/") };
    tells_nothing(&format!("{hidden:?}"), &private, "HiddenMove");
    let called = call(twins().alices_calls.into_iter().next().expect("a call"));
    tells_nothing(&format!("{:?}", game.table).replace(&called, ""), &private, "Table");
    // After the reveal, too: the table has the setup, and its Debug doesn't show it.
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    assert_eq!(game.due(), None);
}

/// Checks all refusals that a player can get. None mentions a square that the player didn't name.
#[test]
fn messages_reveal_no_secret() {
    let twins = twins();
    let game = play(twins.sheets[0], &twins, 1);
    let (alice, bob) = (&game.players[0], &game.players[1]);
    let named = call(square("B2"));
    let orders = [
        Intent::Nothing,
        Intent::Accept,
        Intent::Dispute,
        Intent::Move(String::new()),
        Intent::Move("Atlantis 3".to_owned()),
        Intent::Move(named.clone()),
        Intent::Move("danger G9".to_owned()),
        Intent::Move(call(twins.alices_calls[0])),
    ];
    for order in orders {
        let refusal = game
            .table
            .compose(alice, &Plan::new(moment(99), order.clone()))
            .expect_err("it cannot be made");
        let text = format!("{refusal:?}").replace(&named, "").replace(&item(square("B2")), "");
        tells_nothing(&text, alice, &format!("{order:?}"));
        tells_nothing(&text, bob, &format!("{order:?}"));
    }
    let mut elsewhere = alice.clone();
    elsewhere.setup = ["A1", "A2", "A3", "A4"].map(str::to_owned).to_vec();
    elsewhere.seed = Seed::from_bytes([9; 32]);
    let refusal = game
        .table
        .compose(&elsewhere, &Plan::new(moment(99), Intent::Move(call(square("G9")))))
        .expect_err("another vault");
    assert!(matches!(refusal, Refusal::Inconsistent(_)), "{refusal:?}");
    tells_nothing(&format!("{refusal:?}"), &elsewhere, "another vault");
    let not_his = game
        .table
        .compose(bob, &Plan::new(moment(99), Intent::Resign))
        .expect_err("it is alice's turn");
    tells_nothing(&format!("{not_his:?}"), bob, "another's turn");

    // Errors about an opponent's bad turn contain nothing about the reader's setup.
    let mut bad = game.file.turns.last().expect("a turn").clone();
    bad.number += 1;
    bad.seat = "alice".to_owned();
    bad.after = game.file.turns.last().expect("a turn").hash();
    bad.signature = alice.identity.sign_turn(&bad.hash());
    let mut table = pbem::table::open(&game.file).expect("a game").0;
    let fault = table.read(&bad).expect_err("it is bad");
    tells_nothing(fault.message(), alice, "a fault");
    tells_nothing(&format!("{fault:?}"), bob, "a fault");
}
