//! Games against bots: without a second person, answered at once, honest by every verifier.

use pbem::games::Kind;

use crate::harness::{Call, Ran, Test};

/// Returns the arguments for Alice's new game against as few bots as possible. The first bot plays
/// the referee, if there is one, and then Alice hides nothing.
pub(crate) fn against_bots(kind: Kind, level: &str) -> String {
    let bots = vec![format!("bot:{level}"); usize::from(*kind.seats().start()) - 1].join(",");
    let hides = if kind.referee().is_some() { "" } else { " --random" };
    format!("new {kind} game.toml --as alice --against {bots}{hides}")
}

/// Opens a game of Alice against bots and returns the last output.
fn new_game(test: &Test, kind: &str, level: &str) -> Ran {
    let kind = Kind::from_id(kind).expect("a game");
    test.pbem("alice", &against_bots(kind, level)).ok()
}

/// The command printed after `Next:`.
fn next(ran: &Ran) -> Vec<String> {
    let text = if ran.code == Some(0) { &ran.out } else { &ran.err };
    let line = text.lines().find_map(|line| line.strip_prefix("Next:")).expect("what to do next");
    let command = line.trim().split("  # ").next().expect("a command").trim();
    let words = command.strip_prefix("pbem ").expect("a command of pbem");
    match words.split_once('"') {
        None => words.split_whitespace().map(str::to_owned).collect(),
        Some((plain, quoted)) => {
            let mut words: Vec<String> = plain.split_whitespace().map(str::to_owned).collect();
            words.push(quoted.trim_end_matches('"').to_owned());
            words
        }
    }
}

fn typed(test: &Test, words: &[String]) -> Ran {
    words.iter().fold(test.pbem("alice", ""), Call::arg).run()
}

/// Types the suggested commands; after `most` of them resigns as soon as possible.
fn finish(test: &Test, mut ran: Ran, most: usize) {
    for step in 0..200 {
        let words = next(&ran);
        if words[0] == "verify" {
            return;
        }
        let resigned = (step >= most).then(|| test.pbem("alice", "resign game.toml --yes").run());
        ran = match resigned.filter(|resigned| resigned.code == Some(0)) {
            Some(resigned) => resigned,
            None => typed(test, &words),
        };
        assert_eq!(ran.code, Some(0), "{}", ran.shown());
    }
}

#[test]
fn suggested_commands_finish_every_game_at_every_level() {
    for kind in Kind::published().map(Kind::id) {
        for level in ["easy", "medium", "hard"] {
            let test = Test::new();
            let ran = new_game(&test, kind, level);
            finish(&test, ran, 24);
            let (code, verdict) = test.pbem("judge", "verify ../alice/game.toml").verdict();
            let said = verdict["verdict"].as_str();
            assert_eq!((code, said), (Some(0), Some("honest")), "{kind}, {level}: {verdict}");
            let file = test.read("alice", "game.toml");
            assert!(file.contains(&format!("\"pbem bot ({level})\"")), "{kind}, {level}");
        }
    }
}

#[test]
fn three_commands_lead_to_an_answered_move() {
    let test = Test::new();
    let first = test.pbem("alice", "").ok();
    let line = first.out.lines().find(|line| line.contains("--against")).expect("a way to play");
    let command = line.trim().strip_prefix("pbem ").expect("a command");
    // Without a terminal pbem cannot ask for a name.
    let opened = test.pbem("alice", &format!("{command} --as alice")).ok();
    let answered = typed(&test, &next(&opened));
    assert_eq!(answered.code, Some(0), "{}", answered.shown());
    let (_, shown) = test.pbem("alice", "show cd-bot").json();
    assert_eq!((&shown["turns"], &shown["to_act"]), (&4.into(), &serde_json::json!(["alice"])));
    let inbox = test.pbem("alice", "").ok();
    assert_eq!(inbox.out.matches("cd-bot").count(), 2, "once, and what to do: {}", inbox.shown());
}

#[test]
fn bot_answers_in_the_same_command() {
    let test = Test::new();
    new_game(&test, "spy", "easy");
    let (code, moved) = test.pbem("alice", "move game.toml 4C").json();
    assert_eq!(code, Some(0), "{moved}");
    assert_eq!((&moved["number"], &moved["turns"]), (&3.into(), &4.into()), "{moved}");
    assert_eq!(moved["bots"][0]["seat"], "bot");
    assert_eq!(moved["mail_to"], serde_json::json!([]));
}

/// The bot's actions in each of its turns.
fn moves_of_bot(test: &Test) -> Vec<String> {
    let file: toml::Table = test.read("alice", "game.toml").parse().expect("a turn file");
    let turns = file["turn"].as_array().expect("turns").iter();
    let of_bot = turns.filter(|turn| turn["seat"].as_str() == Some("bot"));
    of_bot
        .map(|turn| format!("{:?} {:?} {:?}", turn.get("answer"), turn.get("move"), turn["number"]))
        .collect()
}

#[test]
fn interrupted_bot_makes_the_same_turn_again() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as alice --against bot --setup";
    test.pbem("alice", new).arg("B8 D4 E2 G6").ok();
    let call = "move game.toml G8";
    let before = test.now();
    test.pbem("alice", call).ok();
    let wanted = moves_of_bot(&test);
    for step in 1.. {
        test.back_to(&before);
        let ran = test.pbem("alice", call).env("PBEM_FAULT", step.to_string()).run();
        if ran.code.is_some() {
            assert!(step > 12, "{step} steps: {}", ran.shown());
            break;
        }
        let again = test.pbem("alice", call).run();
        // A late interruption leaves a call that was made and answered.
        let answered = again.err.contains("was called before");
        assert!(again.code == Some(0) || answered, "step {step}: {}", again.shown());
        assert_eq!(moves_of_bot(&test), wanted, "step {step}");
        let (_, verdict) = test.pbem("judge", "verify ../alice/game.toml").verdict();
        assert_eq!(verdict["verdict"], "open", "step {step}: {verdict}");
    }
}

#[test]
fn interrupted_new_game_continues() {
    let words = "new spy game.toml --as alice --against bot --random";
    for step in 1.. {
        let test = Test::new();
        let ran = test.pbem("alice", words).env("PBEM_FAULT", step.to_string()).run();
        if ran.code.is_some() {
            assert!(step > 20, "{step} steps");
            break;
        }
        // Perhaps the game was not saved, or its file not written.
        let again = test.pbem("alice", "move spy-bot").run();
        if again.code != Some(0) {
            let fresh = test.pbem("alice", "new spy other.toml --as alice --against bot --random");
            assert_eq!(fresh.run().code, Some(0), "step {step}: {}", again.shown());
        }
    }
}

#[test]
fn bots_get_no_mail_and_are_never_late() {
    let test = Test::new();
    new_game(&test, "spy", "easy");
    test.pbem("alice", "move game.toml 4C").ok();
    let undo = test.pbem("alice", "undo game.toml --not-mailed").refused(3);
    assert!(undo.err.contains("turn 3 has been answered"), "{}", undo.err);
    test.pbem("alice", "claim game.toml").refused(3);
    test.pbem("alice", "resign game.toml --yes").ok();
    let send = test.pbem("alice", "send game.toml").refused(3);
    assert!(send.err.contains("no one to mail"), "{}", send.err);
}

#[test]
fn backup_includes_the_bots() {
    let test = Test::new();
    new_game(&test, "spy", "medium");
    test.pbem("alice", "backup kept --move").ok();
    let new = test.path("alice", "new").display().to_string();
    let there = |words: &str| test.pbem("alice", words).env("PBEM_HOME", new.clone());
    assert_eq!(there("restore kept").run().code, Some(0));
    let (code, moved) = there("move game.toml 4C").json();
    assert_eq!((code, &moved["bots"][0]["seat"]), (Some(0), &"bot".into()), "{moved}");
}

#[test]
fn rematch_is_played_by_the_same_bots() {
    for kind in ["spy", "game-box"] {
        let test = Test::new();
        let ran = new_game(&test, kind, "easy");
        finish(&test, ran, 2);
        let again = test.pbem("alice", "rematch game.toml next.toml --random").ok();
        assert!(again.out.contains("(easy)"), "{}", again.shown());
        let moved = typed(&test, &next(&again));
        assert_eq!(moved.code, Some(0), "{}", moved.shown());
    }
}

#[test]
fn unknown_bot_is_refused() {
    let test = Test::new();
    test.pbem("alice", "new spy --as alice --against bob --random").refused(2);
    test.pbem("alice", "new spy --as alice --against bot:best --random").refused(2);
    test.pbem("alice", "new spy --as alice --random").refused(2);
    test.pbem("alice", "new game-box --as alice --against bot,bot --setup x").refused(2);
}

/// A bot's key is neither the user's own nor a stranger's.
#[test]
fn bot_key_is_named_as_such() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --against bot:easy --random").ok();
    let said = test.pbem("alice", "verify game.toml").run().out;
    let seat = |name: &str| said.lines().find(|line| line.starts_with(name)).expect("a seat");
    assert!(seat("alice ").ends_with("   you"), "{said}");
    assert!(seat("bot ").ends_with("   your bot"), "{said}");
}

#[test]
fn people_and_bots_play_in_one_game() {
    let test = Test::new();
    let new = "new game-box game.toml --as alice --with carol --against bot:easy --as-checker \
               --random";
    let opened = test.pbem("alice", new).ok();
    assert!(opened.out.contains("mail game.toml to carol"), "{}", opened.shown());
    test.mail("alice", "carol");
    test.pbem("carol", "join game.toml B5 --as carol").ok();
    test.mail("carol", "alice");
    // The bot joins as soon as Alice's vault makes a turn.
    let (code, moved) = test.pbem("alice", "move game.toml").json();
    assert_eq!(code, Some(0), "{moved}");
}

/// In every game: as text in 80 columns, as a list, as a picture, as a page and as JSON.
#[test]
fn heat_map_is_drawn_in_every_form() {
    for kind in Kind::published().map(Kind::id) {
        let test = Test::new();
        let ran = new_game(&test, kind, "easy");
        assert_eq!(typed(&test, &next(&ran)).code, Some(0));
        let drawn = test.pbem("alice", "show game.toml --hint").ok();
        assert!(drawn.out.lines().count() > 5, "{}", drawn.shown());
        assert!(drawn.out.lines().all(|line| line.chars().count() <= 80), "{}", drawn.shown());
        let says = |text: &str| text.contains("percent") || text.contains("tenths");
        assert!(says(&drawn.out), "{}", drawn.shown());
        let list = test.pbem("alice", "show game.toml --hint --format list").ok();
        assert!(!list.out.contains('┌') && list.out.contains('%'), "{}", list.shown());
        let page = test.pbem("alice", "show game.toml --hint --format html").ok();
        assert!(page.out.contains("</html>") && says(&page.out), "{kind}");
        let json = test.pbem("alice", "show game.toml --hint --json").ok();
        assert!(
            json.out.contains("\"schema\": \"pbem-hint/2\"") || json.out.contains("pbem-hint/2")
        );
    }
}

/// Known numbers are set apart from percentages, and the rank of a piece is neither.
#[test]
fn hint_separates_answers_from_percentages() {
    let test = Test::new();
    new_game(&test, "checkpoint-danger", "easy");
    test.pbem("alice", "move game.toml E5").run();
    let drawn = test.pbem("alice", "show game.toml --hint --ascii").ok().out;
    assert!(drawn.contains(" =") == drawn.contains("answer 2"), "{drawn}");
    let test = Test::new();
    new_game(&test, "espionage", "easy");
    let drawn = test.pbem("alice", "show game.toml --hint --ascii").ok().out;
    assert!(!drawn.contains('='), "{drawn}");
}

/// Before the first answer no empty map is drawn.
#[test]
fn hint_before_the_first_answer_says_that_all_squares_are_equal() {
    let test = Test::new();
    new_game(&test, "checkpoint-danger", "easy");
    let drawn = test.pbem("alice", "show game.toml --hint --ascii").ok().out;
    let row = format!("A |{}", " 6 ".repeat(9));
    assert!(drawn.contains(&row), "{drawn}");
    assert!(drawn.contains("All squares are equally likely."), "{drawn}");
    assert!(drawn.contains("HIT: 6%") && !drawn.contains("answer 2"), "{drawn}");
    let list = test.pbem("alice", "show game.toml --hint --format list").ok().out;
    assert!(list.contains("All squares are equally likely."), "{list}");
}

/// The first game explains itself, can be left, and continues later.
#[test]
fn first_game_is_explained_left_and_continued() {
    for (kind, game, first, second) in [
        ("checkpoint-danger", "cd-bot", "D5", "hint\nB2\nA9"),
        ("spy", "spy-bot", "5E", "hint\n4C-4G"),
        ("game-box", "box-bot", "B5", "hint\nC2"),
    ] {
        let test = Test::new();
        let learn = format!("learn {kind} --as alice");
        let lesson = test.pbem("alice", &learn).input(format!("{first}\nnonsense\nquit\n")).run();
        assert_eq!(lesson.code, Some(0), "{}", lesson.shown());
        let says = |ran: &Ran, words: &str| ran.out.replace('\n', " ").contains(words);
        let file = format!("{game}.toml");
        assert!(test.read("alice", &file).contains("pbem bot (easy)"));
        assert!(says(&lesson, "Try:"), "{}", lesson.shown());
        assert!(says(&lesson, &format!("pbem learn {kind}  # continue")), "{}", lesson.shown());
        // The path of a test's vault is long.
        let mut lines = lesson.out.lines().filter(|line| !line.contains("vault"));
        assert!(lines.all(|line| line.chars().count() <= 80), "{}", lesson.shown());
        let (_, before) = test.pbem("alice", &format!("show {file}")).json();
        let on = test.pbem("alice", &learn).input(format!("{second}\n")).run();
        let (_, after) = test.pbem("alice", &format!("show {file}")).json();
        assert!(before["turns"].as_u64() < after["turns"].as_u64(), "{}", on.shown());
        assert!(says(&on, "percent"), "the hint is drawn: {}", on.shown());
        // The explanation of the first move is not repeated.
        let opening = "Find the bot's agents before it finds yours";
        assert_eq!(says(&lesson, opening), kind == "checkpoint-danger");
        assert!(!says(&on, opening));
    }
}

/// Alice's vault has the bot, which is the Checker. Carol needs the answer to Bob's call.
#[test]
#[cfg(unix)]
fn answer_of_a_bot_is_mailed_to_other_people() {
    let test = crate::rounds::by_mail();
    test.pbem("alice", "new game-box box.toml --with bob,carol --against bot:easy").ok();
    test.pbem("alice", "move box-bot D2").ok();
    test.pbem("alice", "send box-bot --to bob=bob@example.org --to carol=bob@example.org").ok();
    test.send("alice", "box.toml", "bob", "box.toml");
    test.pbem("bob", "join box.toml B5 --as bob").run();
    test.send("bob", "box.toml", "alice", "downloads/bob.toml");
    let received = test.pbem("alice", "receive").ok().out;
    assert!(received.contains("Next: pbem turn box-bot  # bot answers"), "{received}");
    let before = crate::rounds::letters(&test, "bob");
    test.pbem("alice", "move box-bot").run();
    let (_, inbox) = test.pbem("alice", "status").json();
    assert_eq!(inbox["games"][0]["not_mailed"], 5, "{inbox}");
    test.pbem("alice", "send").ok();
    assert!(crate::rounds::letters(&test, "bob") > before);
    let (_, inbox) = test.pbem("alice", "status").json();
    assert_eq!(inbox["games"][0]["not_mailed"], serde_json::Value::Null, "{inbox}");
    let (code, failure) = test.pbem("alice", "send box-bot").json();
    assert_eq!((code, failure["kind"].as_str()), (Some(3), Some("mailed")), "{failure}");
}
