//! The audit's JSON report: every verdict, every outcome, and every end of a game has its
//! documented name.

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::{Reading, read};
use serde_json::{Value, json};

use crate::play::{Game, fewest, finished, header, identity, of_kind};

/// Returns the JSON report on the game in one file.
fn report_of(reading: Reading) -> Value {
    let judged = audit::judge(&[audit::examine(reading)]);
    let [game] = judged.as_slice() else { panic!("one file is one game: {judged:?}") };
    game.to_json(&["game.toml".to_owned()])
}

fn report(game: &Game) -> Value {
    report_of(game.mailed())
}

/// Returns the verdict, outcome, end and winners.
fn words(report: &Value) -> Value {
    json!([report["verdict"], report["outcome"], report["ended_by"], report["result"]["winners"]])
}

/// Both have joined, and eight turns are made.
fn game_in_progress() -> Game {
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], 21);
    for _ in 0..8 {
        game.step(game.any());
    }
    game
}

fn due(game: &Game) -> (usize, String, String) {
    let seat = game.due().expect("a seat is due");
    let names = &game.file.game.seats;
    (seat.index(), names[seat.index()].clone(), names[seat.other().index()].clone())
}

#[test]
fn report_has_all_documented_fields() {
    let game = finished(of_kind("checkpoint-danger"), 2, &[], 21);
    let report = report(&game);
    let keys: Vec<&str> =
        report.as_object().expect("an object").keys().map(String::as_str).collect();
    let wanted = [
        "arbiter",
        "crossed",
        "due",
        "ended_by",
        "files",
        "findings",
        "game",
        "id",
        "last",
        "missing_reveals",
        "opened",
        "options",
        "outcome",
        "overruled",
        "result",
        "ruled",
        "rulings",
        "seats",
        "turns",
        "verdict",
    ];
    assert_eq!(keys, wanted);
    let file = json!({"file": "game.toml", "role": "stands", "differs": null, "damage": null});
    assert_eq!((&report["files"], &report["crossed"]), (&json!([file]), &Value::Null));
    assert_eq!(report["game"], "checkpoint-danger");
    assert_eq!(report["id"], game.id().to_string());
    assert_eq!(report["turns"], game.file.turns.len());
    assert_eq!((&report["missing_reveals"], &report["findings"]), (&json!([]), &json!([])));
    let outcome = game.outcome().expect("it is over");
    let winner = &game.file.game.seats[outcome.winners[0].index()];
    let loser = if winner == "alice" { "bob" } else { "alice" };
    assert_eq!(words(&report), json!(["honest", "win", "board", [winner]]));
    assert_eq!(report["result"]["points"], json!({winner: 1, loser: 0}));
    assert_eq!(report["result"]["reason"], format!("{winner} found all four of {loser}'s agents"));
    for (at, name) in ["alice", "bob"].into_iter().enumerate() {
        let key = game.players[at].identity.public();
        let safety = pbem::crypto::safety_number(&key);
        let seat = json!({"name": name, "key": hex::encode(key), "safety": safety});
        assert_eq!(report["seats"][at], seat);
    }
}

/// Rematches with an agreed first player, keys known in advance, no deadline: complete games with
/// any of these headers are honest.
#[test]
fn games_with_all_sorts_of_headers_are_honest() {
    for &kind in Kind::ALL {
        let seats = fewest(kind);
        for variant in 0..4 {
            let mut header = header(kind, seats, &[("days-per-turn", "none")], 23);
            // Two players can agree on the first player instead of leaving it to chance.
            header.first = (variant < 2 && seats == 2).then(|| header.seats[variant].clone());
            for name in header.seats.iter().skip(1 - variant % 2) {
                header.keys.insert(name.clone(), identity(23, name).public());
            }
            let mut game = Game::with(header, 23);
            for _ in 0..12 {
                game.step(game.any());
            }
            let (names, turns) = (&game.file.game.seats, &game.file.turns);
            for name in names {
                let first =
                    turns.iter().find(|turn| turn.seat == *name).expect("all players have joined");
                assert_eq!(
                    first.key.is_none(),
                    game.file.game.keys.contains_key(name),
                    "{kind}, {variant}"
                );
            }
            let word = if game.due().is_some() { "open" } else { "honest" };
            assert_eq!(
                (words(&report(&game))[0].as_str(), game.standing().deadline),
                (Some(word), None),
                "{kind}, {variant}"
            );
            if kind == of_kind("checkpoint-danger") {
                game.finish();
                assert_eq!(words(&report(&game))[0], "honest", "{kind}, {variant}");
            }
        }
    }
}

#[test]
fn unfinished_game_is_open() {
    let game = game_in_progress();
    let (_, due, _) = due(&game);
    let report = report(&game);
    assert_eq!(words(&report), json!(["open", null, null, null]));
    assert_eq!((&report["result"], &report["due"]), (&Value::Null, &json!(due)));
    let mut alone = Game::new(of_kind("checkpoint-danger"), 2, &[], 21);
    alone.step(Intent::Nothing);
    let report = self::report(&alone);
    assert_eq!(
        (&report["verdict"], &report["seats"][1]),
        (&json!("open"), &json!({"name": "bob", "key": null, "safety": null}))
    );
}

#[test]
fn resignation_is_reported() {
    let mut game = game_in_progress();
    let (_, loser, winner) = due(&game);
    game.step(Intent::Resign);
    let half = report(&game);
    assert_eq!(
        words(&half),
        json!(["open", null, null, null]),
        "the winner has not revealed a setup"
    );
    assert_eq!(half["missing_reveals"], json!([winner]));
    game.step(Intent::Nothing);
    let report = report(&game);
    assert_eq!(words(&report), json!(["honest", "win", "resignation", [winner]]));
    assert_eq!(report["result"]["reason"], format!("{loser} resigned"));
}

#[test]
fn draw_by_agreement_is_reported() {
    let mut game = game_in_progress();
    let any = game.any();
    let turn = game.compose_with(|plan| (plan.intent, plan.offer) = (any, true));
    game.mail(turn).expect("an honest turn");
    game.step(Intent::Accept);
    let half = report(&game);
    assert_eq!(words(&half), json!(["open", null, null, null]), "a draw reveals all setups");
    game.step(Intent::Nothing);
    let report = report(&game);
    assert_eq!(words(&report), json!(["honest", "draw", "agreement", []]));
    assert_eq!(report["result"]["points"], json!({"alice": 0, "bob": 0}));
}

#[test]
fn forfeit_is_reported() {
    let mut game = game_in_progress();
    let (_, loser, winner) = due(&game);
    let claimant = game.due().expect("a seat is due").other();
    let claim = game.claim(claimant, game.deadline());
    game.mail(claim).expect("a claim that is due");
    let report = report(&game);
    assert_eq!(words(&report), json!(["forfeit", "win", "claim", [winner]]));
    assert_eq!(report["result"]["reason"], format!("{loser} did not answer in time"));
    assert_eq!((&report["missing_reveals"], &report["findings"]), (&json!([]), &json!([])));
}

#[test]
fn breach_is_reported() {
    let mut game = game_in_progress();
    let (at, loser, winner) = due(&game);
    let mut turn = game.compose(game.any());
    turn.seal = Some([7; 32]);
    turn.signature = game.players[at].identity.sign_turn(&turn.hash());
    assert!(game.mail(turn).is_err());
    let report = report(&game);
    assert_eq!(words(&report), json!(["dishonest", "win", "breach", [winner]]));
    assert_eq!(report["result"]["reason"], format!("{loser} broke the rules"));
    let finding = json!({
        "seat": loser, "turn": 9, "kind": "illegal-move", "item": null, "said": null, "truth": null,
        "file": "game.toml",
        "message": "the key `seal` doesn't belong in this turn",
    });
    assert_eq!(report["findings"], json!([finding]));
}

/// A setup that doesn't match its seals, and a count that doesn't match the setup, come out when
/// the setups are revealed.
#[test]
fn lies_are_reported_after_the_reveal() {
    let reported = |mut game: Game| {
        game.step(Intent::Resign);
        game.step(Intent::Nothing);
        let report = report(&game);
        assert_eq!(words(&report), json!(["dishonest", "win", "breach", ["bob"]]));
        (report["findings"][0]["kind"].clone(), report["result"]["reason"].clone())
    };
    let mut built = Game::new(of_kind("checkpoint-danger"), 2, &[], 21);
    if built.due() != Some(Seat(0)) {
        built.step(Intent::Nothing);
    }
    built.cheat_unseen(Intent::Nothing, |turn| turn.setup[0] = [7; 32]);
    if built.file.turns.len() < 2 {
        built.step(Intent::Nothing);
    }
    let reason = json!("alice built a false setup");
    assert_eq!(reported(built), (json!("seal-mismatch"), reason));

    let mut answered = game_in_progress();
    loop {
        let turn = answered.compose(answered.any());
        let count = turn.answer.first().and_then(|answer| answer.parse::<u8>().ok());
        if let Some(count) = count.filter(|count| *count > 0 && turn.seat == "alice") {
            answered.cheat_unseen(answered.any(), |turn| {
                turn.answer[0] = if count == 1 { "2" } else { "1" }.to_owned();
            });
            break;
        }
        answered.step(answered.any());
    }
    let reason = json!("alice gave false information");
    assert_eq!(reported(answered), (json!("false-answer"), reason));
}

#[test]
fn damage_is_reported() {
    let mut game = game_in_progress();
    game.file.turns[4].sent += Duration::seconds(1);
    let report = report(&game);
    assert_eq!(words(&report), json!(["damaged", null, null, null]));
    assert_eq!(report["findings"], json!([]), "damage is not a finding");
    let damage = |report: &Value| {
        assert_eq!(
            (&report["verdict"], &report["files"][0]["role"]),
            (&json!("damaged"), &json!("stands"))
        );
        let damage = &report["files"][0]["damage"];
        assert!(damage["message"].is_string());
        json!([damage["turn"], damage["kind"]])
    };
    assert_eq!(damage(&report), json!([5, "bad-signature"]));
    assert_eq!(report["missing_reveals"], json!([]));

    game.file.turns.remove(4);
    let chain = report_of(Reading { file: Some(game.file.clone()), fault: None });
    assert_eq!(damage(&chain), json!([5, "bad-chain"]));
    let text = game.file.write();
    let cut = report_of(read(&text.as_bytes()[..text.len() / 2]));
    assert_eq!(damage(&cut)[1], "unreadable");
    let huge = report_of(read(&vec![b' '; pbem::turnfile::limits::MAX_BYTES + 1]));
    assert_eq!(damage(&huge), json!([null, "unreadable"]));
    assert_eq!((&huge["game"], &huge["id"]), (&Value::Null, &Value::Null));
    let none = report_of(read(b"Dear alice, how are you?"));
    assert_eq!(damage(&none), json!([null, "unreadable"]));
    let old = report_of(read(text.replacen("pbem = 2", "pbem = 1", 1).as_bytes()));
    assert_eq!(damage(&old), json!([null, "other-format"]));
}

/// Reports the well-formed parts of a header that isn't valid: the kind's id and the game id.
#[test]
fn invalid_header_is_reported() {
    let honest = game_in_progress();
    let damaged = |change: &dyn Fn(&mut pbem::turnfile::TurnFile)| {
        let mut file = honest.file.clone();
        change(&mut file);
        let id = hex::encode(file.game.id());
        let report = report_of(read(file.write().as_bytes()));
        let damage = &report["files"][0]["damage"];
        assert_eq!(words(&report), json!(["damaged", null, null, null]));
        assert_eq!(json!([damage["turn"], damage["kind"]]), json!([null, "unreadable"]));
        (report["game"].clone(), report["id"] == json!(id), report["id"].clone())
    };
    let chess = damaged(&|file| file.game.kind = "chess".to_owned());
    assert_eq!((chess.0, chess.1), (json!("chess"), true));
    let three = damaged(&|file| file.game.seats.push("carol".to_owned()));
    assert_eq!((three.0, three.1), (json!("checkpoint-danger"), true));
    let option = damaged(&|file| drop(file.game.options.remove("days-per-turn")));
    assert_eq!((option.0, option.1), (json!("checkpoint-danger"), true));
    let ten = damaged(&|file| file.game.seats = (0..10).map(|at| format!("seat-{at}")).collect());
    assert_eq!((ten.0, ten.2), (Value::Null, Value::Null), "against the form");
}

#[test]
fn void_game_is_reported() {
    let mut game = Game::new(of_kind("checkpoint-danger"), 2, &[], 21);
    // Both seal something else than they reveal.
    for _ in 0..2 {
        game.cheat_unseen(Intent::Nothing, |turn| turn.setup[0] = [7; 32]);
    }
    game.step(Intent::Resign);
    game.step(Intent::Nothing);
    let report = report(&game);
    assert_eq!(words(&report), json!(["dishonest", "void", "breach", []]));
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["result"]["reason"], "all players broke the rules");
}

/// Other programs rely on these names of kinds.
#[test]
fn reported_names_are_the_documented_ones() {
    use VerdictKind::{Damaged, Dishonest, Forfeit, Honest, Open};
    use pbem::table::FindingKind::{
        BadBox, BadLink, BadOpening, FalseAnswer, IllegalMove, IllegalSetup, SealMismatch,
    };
    assert_eq!(
        [Honest, Dishonest, Forfeit, Open, Damaged].map(VerdictKind::id),
        ["honest", "dishonest", "forfeit", "open", "damaged"]
    );
    let findings =
        [FalseAnswer, IllegalSetup, SealMismatch, IllegalMove, BadOpening, BadLink, BadBox]
            .map(pbem::table::FindingKind::id);
    let words = [
        "false-answer",
        "illegal-setup",
        "seal-mismatch",
        "illegal-move",
        "bad-opening",
        "bad-link",
        "bad-box",
    ];
    assert_eq!(findings, words);
}
