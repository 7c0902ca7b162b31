//! Mistakes of new users: each test repeats one, and the message says what to type instead.

use crate::harness::Test;

/// Collapses line breaks and spaces.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the text contains all of these, in this order.
pub(crate) fn says(text: &str, words: &[&str]) {
    let flat = flat(text);
    let mut rest = flat.as_str();
    for word in words {
        let at = rest.find(word).unwrap_or_else(|| panic!("not said: {word}\n{text}"));
        rest = &rest[at + word.len()..];
    }
}

fn club() -> Test {
    let test = Test::new();
    test.pbem("olga", "new box game.toml --as olga --with rita,pete,quin --random").ok();
    test.mail("olga", "quin");
    test
}

#[test]
fn no_command_suggests_another_players_seat() {
    let test = club();
    let said = test.pbem("quin", "join game.toml").refused(2).err;
    says(&said, &["who are you? Open seats: rita (joins next), pete and quin."]);
    says(
        &said,
        &[
            "pbem join game.toml --as rita # if you are rita",
            "pbem join game.toml --as pete # if you are pete (joins after rita)",
            "pbem join game.toml --as quin # if you are quin (joins after pete)",
        ],
    );
    test.pbem("quin", "config name zoe").run();
    let said = test.pbem("quin", "join game.toml").refused(2).err;
    says(
        &said,
        &["your name is zoe, but zoe is not playing in this game (olga, rita, pete and quin)"],
    );
    says(&said, &["--as rita", "--as pete", "--as quin"]);
}

#[test]
fn suggested_seats_name_a_file_in_another_folder() {
    let test = club();
    std::fs::create_dir(test.path("quin", "mail")).expect("a folder");
    std::fs::rename(test.path("quin", "game.toml"), test.path("quin", "mail/game.toml"))
        .expect("a file");
    let said = test.pbem("quin", "join mail/game.toml").refused(2).err;
    says(&said, &["pbem join mail/game.toml --as rita"]);
}

#[test]
fn capitalized_seat_is_suggested_in_lower_case() {
    let test = club();
    let said = test.pbem("quin", "join game.toml --as Quin").refused(2).err;
    says(&said, &["player names are lower case: use quin"]);
    let said = test.pbem("quin", "join game.toml --as zoe").refused(2).err;
    says(&said, &["zoe is not playing in this game. The players are olga, rita, pete and quin"]);
}

#[test]
fn new_converts_names_to_lower_case() {
    let test = Test::new();
    let new = "new cd game.toml --as alice --with Bob --first Bob --random";
    let said = test.pbem("alice", new).ok().out;
    says(&said, &["alice against bob", "Bob is bob here: names are in lower case"]);
    assert!(test.read("alice", "game.toml").contains("first = \"bob\""));
    let said = test.pbem("alice", "new cd --as alice --with 8ob --random").refused(2).err;
    says(&said, &["`8ob` is not a valid player name"]);
}

#[test]
fn capitalized_first_name_is_the_display_name() {
    let test = Test::new();
    let said = test.pbem("alice", "new cd game.toml --as Alice --with bob --random").ok().out;
    says(&said, &["New game cd-bob: Checkpoint: Danger!, alice against bob."]);
    assert!(test.read("alice", "game.toml").contains("\"Alice\""));
}

#[test]
fn new_alone_lists_the_games_and_suggests_a_command() {
    let test = Test::new();
    let said = test.pbem("alice", "new").ok().out;
    says(&said, &["checkpoint-danger", "spy", "game-box", "enemy-agent", "espionage"]);
    says(&said, &["Next: pbem new checkpoint-danger --with NAME", "--against bot:easy"]);
    let said = test.pbem("alice", "new cd --as alice").refused(2).err;
    says(&said, &["who are you playing with?", "pbem new checkpoint-danger --with NAME"]);
    assert!(test.everything("alice").is_empty());
}

#[cfg(unix)]
#[test]
fn new_alone_asks_at_a_terminal() {
    let test = Test::new();
    let said = crate::asking::typing(
        &test.pbem("alice", "new --as alice --random"),
        "Which game? (number or name) ",
        "cd\rbob\r",
    );
    says(&said, &["Who are you playing with?", "New game cd-bob"]);
}

/// A typing mistake is named and the prompt repeats.
#[cfg(unix)]
#[test]
fn new_asks_again_after_a_mistake() {
    let test = Test::new();
    let keys = "zebra\rcd\rb!b\rbob\rAl ice\ralice\rA1 A2\rB8 D4 E2 G6\r";
    let said = crate::asking::typing(&test.pbem("alice", "new"), "or name) ", keys);
    says(&said, &["zebra", "`b!b` is not a valid player name", "`Al ice` is not a valid"]);
    says(&said, &["Your setup (Enter: cancel): ", "New game cd-bob"]);
    test.send("alice", "cd-bob.toml", "bob", "cd-bob.toml");
    let join = "join cd-bob.toml --as bob";
    let said = crate::asking::typing(&test.pbem("bob", join), "cancel): ", "Z9\r\u{4}");
    says(&said, &["Your setup (Enter: cancel): "]);
    assert!(!test.path("bob", "vault").exists(), "nothing was signed: {said}");
}

#[test]
fn short_names_of_games_work_everywhere() {
    let test = Test::new();
    for (typed, kind) in [
        ("cd", "checkpoint-danger"),
        ("danger", "checkpoint-danger"),
        ("CD", "checkpoint-danger"),
        ("check", "checkpoint-danger"),
        ("box", "game-box"),
        ("ea", "enemy-agent"),
        ("esp", "espionage"),
        ("espi", "espionage"),
        ("s", "spy"),
    ] {
        let (code, rules) = test.pbem("alice", &format!("rules {typed}")).json();
        assert_eq!((code, rules["game"].as_str()), (Some(0), Some(kind)), "{typed}");
    }
    test.pbem("alice", "form esp army.txt").ok();
    test.pbem("alice", "demo cd --fast").ok();
    let said = test.pbem("alice", "rules e").refused(2).err;
    says(&said, &["`e` could be any of enemy-agent (ea), espionage (esp)"]);
    let (_, rules) = test.pbem("alice", "rules").json();
    assert_eq!(rules["schema"], "pbem-rules/1");
    let said = test.pbem("alice", "rules").ok().out;
    says(&said, &["Next: pbem rules KIND"]);
    let said = test.pbem("alice", "learn chess").refused(2).err;
    says(&said, &["there is no game `chess`", "The games are checkpoint-danger (cd), spy"]);
}

#[test]
fn game_without_boxes_allows_no_dispute() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "dispute game.toml").refused(3).err;
    says(&said, &["nothing in Checkpoint: Danger! can be disputed."]);
    // In the turn that sets the game up, too.
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    let said = test.pbem("bob", "dispute game.toml").refused(3).err;
    says(&said, &["nothing in Checkpoint: Danger! can be disputed."]);
}

#[test]
fn draw_offer_is_shown_and_can_be_accepted() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "offer game.toml --cancel").refused(3).err;
    says(&said, &["you have no offer to take back."]);
    test.pbem("alice", "offer game.toml").ok();
    let said = test.pbem("alice", "move game.toml Fiji 6").ok().out;
    says(&said, &["Moved Fiji 6", "Offered a draw"]);
    let said = test.pbem("alice", "send game.toml -o -").run().out;
    says(&said, &["Subject: alice offers bob a draw: ", "[pbem cd "]);
    test.mail("alice", "bob");
    let shown = test.pbem("bob", "show game.toml").ok().out;
    says(
        &shown,
        &["Offered: alice offers a draw. To accept: pbem accept cd-alice. Any move declines it."],
    );
    says(&shown, &["Next: pbem move cd-alice", "pbem accept cd-alice # accept the draw"]);
    says(&test.pbem("bob", "status").ok().out, &["YOUR MOVE cd-alice", "alice offers a draw"]);
    says(&test.pbem("bob", "status cd-alice").ok().out, &["alice offers a draw: pbem accept"]);
}

#[test]
fn replay_page_is_named_after_the_game() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    says(&test.pbem("alice", "replay cd-bob").ok().out, &["Wrote cd-bob.html: 2 turns"]);
    assert!(test.read("alice", "cd-bob.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn two_squares_do_not_become_a_plan() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "move game.toml E5 E6").refused(3).err;
    says(
        &said,
        &["did you mean two calls: E5 and, after a HIT, E6? Put a semicolon between them: \
            \"E5; E6\""],
    );
    test.pbem("alice", "move game.toml").arg("E5; E6").ok();
}

#[test]
fn random_draw_is_announced_before_a_move_is_typed() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --random").ok();
    test.mail("bob", "alice");
    let shown = test.pbem("alice", "show game.toml").ok().out;
    says(&shown, &["your turn also decides at random who moves next."]);
}

/// Bob resigns in the second turn, and Alice reveals the setup.
fn over() -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    test.pbem("alice", "mark game.toml").arg("x B2; ? A1").ok();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "resign game.toml --yes").ok();
    test
}

#[test]
fn mail_of_a_finished_game_begins_with_the_result() {
    let test = over();
    let mail = test.pbem("bob", "send game.toml -o -").run().out;
    says(&mail, &["Subject: Reveal your setup, alice", "[pbem cd "]);
    says(&mail, &["alice won: bob resigned.", "One player must still reveal a setup."]);
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    let mail = test.pbem("alice", "send game.toml -o -").run().out;
    says(&mail, &["Subject: alice won (Checkpoint: Danger!) [pbem cd "]);
    says(&mail, &["alice won: bob resigned. Everyone was honest."]);
    says(&mail, &["pbem verify", "pbem rematch", "The board after turn 5:"]);
}

#[test]
fn pencil_marks_are_shown_next_to_the_truth() {
    let test = over();
    test.mail("bob", "alice");
    let shown = test.pbem("alice", "show game.toml").ok().out;
    says(&shown, &["BOB: the truth"]);
    let line =
        |row: char| shown.lines().find(|line| line.contains(&format!("{row} │"))).expect("it");
    assert!(line('A').contains("A │ ·?") && line('B').contains("AX"), "{shown}");
}

#[test]
fn rematch_is_offered_once_and_says_who_begins() {
    let test = over();
    test.mail("bob", "alice");
    let said = test.pbem("alice", "reveal game.toml").ok().out;
    says(&said, &["pbem verify cd-bob", "pbem rematch cd-bob # play again: bob begins"]);
    says(&test.pbem("alice", "show game.toml").ok().out, &["pbem rematch cd-bob"]);
    says(&test.pbem("alice", "verify game.toml").ok().out, &["Next: pbem rematch cd-bob"]);
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.pbem("alice", "rematch cd-bob next.toml --random").ok();
    let said = test.pbem("alice", "rematch cd-bob third.toml --random").refused(3).err;
    says(&said, &["cd-bob-2 is waiting for bob to join.", "pbem rematch cd-bob --another"]);
    test.pbem("alice", "rematch cd-bob third.toml --random --another").ok();
    test.send("alice", "next.toml", "bob", "next.toml");
    let said = test.pbem("bob", "join next.toml").ok().out;
    says(&said, &["bob begins: alice began the last game"]);
}

#[test]
fn rematch_that_the_other_player_opened_is_joined_first() {
    let test = over();
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.pbem("alice", "rematch cd-bob next.toml --random").ok();
    test.pbem("alice", "send cd-bob-2 -o letter.eml").run();
    let before = test.now();
    for (sent, saved) in [("next.toml", "mail/next.toml"), ("letter.eml", "letter.eml")] {
        test.back_to(&before);
        test.pbem("bob", "config games-dir games").ok();
        test.pbem("bob", "config downloads-dir .").ok();
        std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
        test.send("alice", sent, "bob", saved);
        if saved.starts_with("mail") {
            test.pbem("bob", "receive mail").ok();
        }
        if saved.starts_with("mail") {
            let said = test.pbem("bob", "verify cd-alice").ok().out;
            says(&said, &["pbem join ", "alice has invited you to the next game"]);
            assert!(!said.contains("pbem rematch"), "{said}");
        }
        // The first command also reads the mail.
        test.pbem("bob", "rematch cd-alice --random").fails(3);
        let said = test.pbem("bob", "rematch cd-alice --random").refused(3).err;
        says(&said, &["alice has already invited you to the next game.", "pbem join "]);
        says(&said, &["pbem rematch cd-alice --another # start another one anyway"]);
        test.pbem("bob", "rematch cd-alice --random --another").ok();
    }
}

/// Both players start the rematch before the other invitation arrives.
#[test]
fn crossed_rematches_are_mentioned() {
    let test = over();
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "config games-dir games").ok();
    test.pbem("bob", "show game.toml").ok();
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.pbem("alice", "rematch cd-bob next.toml --random").ok();
    test.pbem("bob", "rematch cd-alice --random").ok();
    test.send("alice", "next.toml", "bob", "mail/next.toml");
    let said = test.pbem("bob", "receive mail").ok().out;
    let own = "You have invited alice to the same game, cd-alice-2.";
    // Both players get the same advice: keep the older invitation.
    says(&said, &["alice invites you", own, "keep this invitation", "pbem decline cd-alice-2"]);
    let games = test.path("bob", "games").read_dir().expect("a folder");
    let sent = games
        .map(|entry| entry.expect("a file").path())
        .find(|path| path.ends_with("cd-alice-2.toml"));
    std::fs::create_dir(test.path("alice", "mail")).expect("a folder");
    std::fs::copy(sent.expect("bob's invitation"), test.path("alice", "mail/bob.toml"))
        .expect("a copy");
    test.pbem("alice", "config games-dir games").ok();
    let said = test.pbem("alice", "receive mail").ok().out;
    says(&said, &["keep cd-bob-2, which is older, and type pbem decline ", "Next: pbem decline "]);
    let invitation = &test.pbem("bob", "status").json().1["invitations"][0];
    let join = invitation["next"].as_str().expect("a command").replacen("pbem ", "", 1);
    // Bob begins, so bob's joining turn needs a move. The suggestion keeps the options.
    let refused = test.pbem("bob", &format!("{join} --setup random --send")).refused(3).err;
    says(&refused, &["you join with your first move", "--random --send"]);
    #[cfg(unix)]
    {
        let command = test.pbem("bob", &format!("{join} --random A1"));
        let dialog = crate::asking::dialog(&command, &[("Join this game too? [y/N] ", "n\r")]);
        says(&dialog, &[own]);
        let joined = test.pbem("bob", "status").json().1["games"].as_array().map(Vec::len);
        assert_eq!(joined, Some(2), "the finished game and bob's invitation");
    }
    let said = test.pbem("bob", &format!("{join} --random A1")).run();
    assert_eq!(said.code, Some(0), "{}", said.shown());
    says(&said.err, &[own]);
}

/// Both players invite each other to their first game, and both want to begin. That is no rematch,
/// so each may join the other's game.
#[test]
fn crossed_first_invitations_are_not_called_a_rematch() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --first alice --random").ok();
    test.pbem("bob", "new cd game.toml --as bob --with alice --first bob --random").ok();
    for (from, to) in [("alice", "bob"), ("bob", "alice")] {
        test.pbem(to, "config games-dir games").ok();
        test.send(from, "game.toml", to, "mail.toml");
        let ran = test.pbem(to, "receive mail.toml").ok();
        assert!(!ran.out.contains("same game"), "{}", ran.shown());
        let (_, status) = test.pbem(to, "status").json();
        let next = status["invitations"][0]["next"].as_str().expect("a command").to_owned();
        assert!(next.starts_with("pbem join "), "{status}");
        let ran = test.pbem(to, "turn --no-receive").run();
        assert!(!ran.shown().contains("same game"), "{}", ran.shown());
    }
}

/// A game with other house rules isn't the rematch.
#[test]
fn invitation_to_another_game_does_not_stop_a_rematch() {
    let test = over();
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.pbem("alice", "new cd fast.toml --with bob --random --set days-per-turn=3").ok();
    test.pbem("bob", "config games-dir games").ok();
    std::fs::create_dir(test.path("bob", "mail")).expect("a folder");
    test.send("alice", "fast.toml", "bob", "mail/fast.toml");
    test.pbem("bob", "receive mail").ok();
    test.pbem("bob", "rematch cd-alice --random").ok();
}

/// The other player hasn't joined, so only the name says who it is.
#[test]
fn next_step_asks_for_an_address_only_if_there_is_none() {
    let test = Test::new();
    test.pbem("alice", "config sendmail false").ok();
    let said = test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok().out;
    says(&said, &["pbem send cd-bob --to bob=ADDRESS # to mail game.toml to bob"]);
    let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    test.pbem("alice", &format!("contact add bob --key {key} --mail bob@example.org")).ok();
    let said = test.pbem("alice", "new cd next.toml --with bob --random").ok().out;
    says(&said, &["pbem send cd-bob-2 # to mail next.toml to bob"]);
    let mail = test.pbem("alice", "send cd-bob-2 -o -").ok().out;
    says(&mail, &["To: \"bob\" <bob@example.org>"]);
}

#[test]
fn setup_may_be_the_word_random() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --setup random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --setup Random").ok();
}

#[test]
fn mail_of_an_invitation_explains_the_game_and_the_next_step() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    let mail = test.pbem("alice", "send game.toml -o -").run().out;
    says(
        &mail,
        &["alice invites you to play Checkpoint: Danger!", "is a game for two, played by email."],
    );
    let id = &hex_id(&test);
    says(&mail, &["save the attached file and type:", &format!("pbem join {id}")]);
    let text = mail.split("<!DOCTYPE").next().unwrap_or_default().to_lowercase();
    assert_eq!(text.matches("save the").count(), 1, "{mail}");
    says(
        &mail,
        &[
            "Hide four agents on your map of 7 rows",
            "The first player to find all four agents wins.",
        ],
    );
    assert!(!mail.contains("what is known"), "{mail}");
}

/// The id digits in the subject.
pub(crate) fn hex_id(test: &Test) -> String {
    let (_, shown) = test.pbem("alice", "show game.toml").json();
    shown["id"].as_str().expect("an id")[..4].to_owned()
}

#[test]
fn invitation_is_found_by_its_digits_anywhere() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    let id = hex_id(&test);
    test.wait_minutes(30);
    for place in ["downloads", "here"] {
        let bob = &format!("bob-{place}");
        let said = test.pbem(bob, &format!("join {id}")).refused(4).err;
        says(&said, &["no game or file named"]);
        test.pbem(bob, "config downloads-dir mails").ok();
        std::fs::create_dir(test.path(bob, "mails")).expect("a folder");
        let file = if place == "here" { "cd.toml" } else { "mails/from-alice.toml" };
        std::fs::copy(test.path("alice", "game.toml"), test.path(bob, file)).expect("it is saved");
        let said = test.pbem(bob, &format!("join {id} --as bob")).ok().out;
        says(&said, &["alice invites bob", &format!("pbem join {id} --as bob")]);
        // The name of the file in the email.
        let gone = format!("join checkpoint-danger-{id}-turn1.toml --as bob --random");
        says(&test.pbem(bob, &gone).ok().out, &["You are bob in cd-alice"]);
    }
}

#[test]
fn join_alone_takes_the_only_invitation() {
    let test = Test::new();
    says(
        &test.pbem("bob", "join").refused(3).err,
        &["found no invitation in your games folder or your mail.", "pbem receive"],
    );
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.pbem("carol", "new spy game.toml --as carol --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "alice.toml");
    test.pbem("bob", "receive alice.toml").ok();
    says(
        &test.pbem("bob", "join").ok().out,
        &["alice invites bob to a game of Checkpoint: Danger!"],
    );
    test.send("carol", "game.toml", "bob", "carol.toml");
    test.pbem("bob", "receive carol.toml").ok();
    let said = test.pbem("bob", "join").ok().out;
    says(&said, &["You have several invitations:", "from alice (", "from carol ("]);
}

#[test]
fn invitations_of_one_person_differ() {
    let test = Test::new();
    let mut ids = Vec::new();
    for name in ["one.toml", "two.toml"] {
        let new = format!("new box {name} --as alice --with bob,carol --random");
        ids.push(test.pbem("alice", &new).json().1["id"].as_str().expect("an id")[..4].to_owned());
        test.send("alice", name, "carol", name);
        test.pbem("carol", &format!("receive {name}")).ok();
    }
    for words in ["status", "join"] {
        let said = test.pbem("carol", words).ok().out;
        for id in &ids {
            says(&said, &[&format!("Game Box, from alice ({id}, 20 Nov)")]);
        }
    }
}

#[test]
fn join_alone_finds_a_file_in_the_downloads() {
    let test = Test::new();
    let downloads = test.path("bob", "downloads");
    std::fs::create_dir_all(&downloads).expect("a folder");
    test.pbem("bob", "config downloads-dir").arg(downloads.display().to_string()).ok();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    // An attachment saved twice is one invitation.
    test.send("alice", "game.toml", "bob", "downloads/game.toml");
    test.send("alice", "game.toml", "bob", "downloads/game(1).toml");
    says(
        &test.pbem("bob", "join").ok().out,
        &["alice invites bob to a game of Checkpoint: Danger!"],
    );
    // The file of the game gets the game's name, and the attachment is unchanged.
    let said = test.pbem("bob", "join --random").ok().out;
    says(&said, &["You are bob in cd-alice", "Wrote cd-alice.toml", "mail cd-alice.toml to alice"]);
    assert_eq!(test.read("bob", "downloads/game.toml"), test.read("alice", "game.toml"));
    says(&test.pbem("bob", "join").refused(3).err, &["found no invitation"]);
}

#[test]
fn join_finds_an_invitation_in_a_saved_mail() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.pbem("alice", "send game.toml -o letter.eml").run();
    let id = &hex_id(&test);
    let quoted: String = test.read("alice", "game.toml").lines().map(quoted).collect();
    test.write("alice", "saved.txt", format!("Alice wrote:\n\n{quoted}\nbob\n"));
    for (letter, saved) in [("letter.eml", "mails/from alice.eml"), ("saved.txt", "saved.txt")] {
        let bob = &format!("bob-{letter}");
        std::fs::create_dir(test.path(bob, "mails")).expect("a folder");
        test.pbem(bob, "config downloads-dir mails").ok();
        test.send("alice", letter, bob, saved);
        let before = test.everything(bob);
        for join in ["join --as bob", &format!("join {id} --as bob")] {
            let said = test.pbem(bob, join).ok().out;
            says(&said, &["alice invites bob", &format!("pbem join {id} --as bob")]);
        }
        says(&test.pbem(bob, "join --as bob").arg(saved).ok().out, &["alice invites bob"]);
        assert_eq!(test.everything(bob), before, "to look at it writes nothing");
        // The game is where `receive` would put it, and the email is unchanged.
        let file = "cd-alice.toml";
        let said = test.pbem(bob, "join --as bob --random").ok().out;
        says(&said, &["You are bob in cd-alice", &format!("Wrote {file}")]);
        assert_eq!(test.read(bob, saved), test.read("alice", letter));
        says(&test.pbem(bob, "join").refused(3).err, &["found no invitation"]);
    }
}

/// A line as a reply quotes it.
fn quoted(line: &str) -> String {
    format!("> {line}\n")
}

#[test]
fn declined_mail_is_no_longer_an_invitation() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.pbem("carol", "new spy game.toml --as carol --with bob --random").ok();
    for who in ["alice", "carol"] {
        test.pbem(who, "send game.toml -o letter.eml").run();
        test.send(who, "letter.eml", "bob", &format!("{who}.eml"));
    }
    test.pbem("bob", "config games-dir games").ok();
    test.pbem("bob", "config downloads-dir .").ok();
    let said = test.pbem("bob", "join").ok().out;
    let id = hex_id(&test);
    says(&said, &["You have several invitations:", "from carol", &format!("pbem join {id}")]);
    says(&test.pbem("bob", &format!("decline {id}")).ok().out, &["Declined", "from alice"]);
    assert!(test.path("bob", "alice.eml").exists());
    says(&test.pbem("bob", "join").ok().out, &["carol invites bob to a game of Spy!"]);
}

#[test]
fn draft_is_named_like_the_game() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    says(&test.pbem("alice", "send cd-bob").run().out, &["Wrote cd-bob-turn3.eml"]);
}

#[test]
fn pbem_alone_always_says_what_to_type_next() {
    let test = Test::new();
    // Without a vault.
    says(&test.pbem("bob", "").ok().out, &["Play right now, against a bot", "pbem join game.toml"]);
    test.pbem("alice", "new cd game.toml --as alice --with bob --first alice --random").ok();
    // All games are waiting.
    says(&test.pbem("alice", "").ok().out, &["WAITING cd-bob", "Next:", "pbem receive"]);
    // An invitation has arrived.
    test.send("alice", "game.toml", "bob", "mail.toml");
    test.pbem("bob", "receive mail.toml").ok();
    says(&test.pbem("bob", "").ok().out, &["INVITATIONS", "from alice", "Next: pbem join"]);
    test.pbem("bob", "join --as bob --random").ok();
    let file = "cd-alice.toml";
    test.send("bob", file, "alice", "game.toml");
    test.pbem("alice", "show game.toml").ok();
    // It is the user's move.
    says(
        &test.pbem("alice", "").ok().out,
        &["YOUR MOVE cd-bob", "Next: pbem turn # your move in cd-bob"],
    );
    test.pbem("alice", "resign game.toml --yes").ok();
    test.send("alice", "game.toml", "bob", file);
    says(&test.pbem("bob", "status").ok().out, &["YOUR MOVE"]);
    test.pbem("bob", &format!("reveal {file}")).ok();
    // All games are over.
    says(&test.pbem("bob", "").ok().out, &["FINISHED cd-alice", "Every game is over.", "pbem new"]);
}

/// A player who joins and begins gets the whole command, and it works.
#[test]
fn joiner_who_begins_sees_where_to_put_the_move() {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with dora --first dora --random").ok();
    test.mail("alice", "dora");
    let said = test.pbem("dora", "join game.toml").ok().out;
    says(&said, &["You would be dora, and you would join with your first move.", "--random"]);
    let said = test.pbem("dora", "join game.toml --random").refused(3).err;
    says(&said, &["you join with your first move", "pbem join game.toml --random "]);
    let text = said.lines().find_map(|line| line.trim().strip_prefix("Next: pbem ")).expect("Next");
    let said = test.pbem("dora", "join game.toml 4C").refused(2).err;
    says(&said, &["pbem join game.toml 4C --setup-file -"]);
    test.pbem("dora", text).ok();
}

/// If there is chance before the first move, the player who begins joins without a move.
#[test]
fn joiner_who_begins_after_a_draw_gives_no_first_move() {
    for kind in ["espionage", "enemy-agent"] {
        let test = Test::new();
        let new = format!("new {kind} game.toml --as alice --with dora --first dora --random");
        test.pbem("alice", &new).ok();
        test.mail("alice", "dora");
        let said = test.pbem("dora", "join game.toml").ok().out;
        assert!(!said.contains("first move"), "{said}");
        says(&said, &["You would be dora.", "pbem join game.toml --random"]);
        test.pbem("dora", "join game.toml --random").ok();
    }
}

/// A note may contain the markers of a turn file.
#[test]
fn note_with_an_end_marker_does_not_end_the_file() {
    for note in ["# end of pbem turn file", "# pbem turn file", "# end of one turn"] {
        let test = Test::new();
        let new = "new checkpoint-danger game.toml --as alice --with bob --first alice --setup";
        test.pbem("alice", new).arg("B8 D4 E2 G6").ok();
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml --setup").arg("B2 C7 F1 F3").ok();
        test.mail("bob", "alice");
        test.pbem("alice", "move game.toml F6 --note").arg(note).ok();
        let piece = test.pbem("alice", "copy game.toml --turn").run().out;
        let file = test.read("alice", "game.toml");
        let quoted: String = file.lines().flat_map(|line| ["> ", line, "\n"]).collect();
        test.write("bob", "mail.eml", format!("Subject: move\n\nHello,\n\n{quoted}\nalice\n"));
        says(&test.pbem("bob", "receive mail.eml").ok().out, &["turn 3", "YOUR TURN"]);
        let other = Test::new();
        other.pbem("eve", "config name eve").ok();
        other.write("eve", "game.toml", &file);
        says(
            &other.pbem("eve", "receive game.toml").run().out,
            &["a game in which you are not playing"],
        );
        assert!(piece.contains(note), "{piece}");
    }
}

/// On a narrow screen the list of games only leaves out what the name already says.
#[test]
fn list_of_games_fits_a_narrow_screen() {
    let test = Test::new();
    for friend in ["bob", "carolina-of-the-north"] {
        test.pbem("alice", "new cd --as alice --random --with").arg(friend).ok();
    }
    insta::assert_snapshot!(test.pbem("alice", "status").env("COLUMNS", "60").ok().shown(), @"
    $ pbem status
    Your games                             Fri 20 Nov, 12:00 UTC

    WAITING
      cd-bob  bob                               4 Dec, 14 d left
      cd-carolina-of-the-north
              carolina-of-the-north             4 Dec, 14 d left

    Have you mailed turn 1 of cd-bob and turn 1 of
    cd-carolina-of-the-north? If so, confirm them one by one:
    pbem send cd-bob --done
    You have no moves to make right now.
    Next: pbem receive  # when you have new mail
    ");
}

/// On a narrow screen boards are below each other and texts are wrapped.
#[test]
fn boards_and_texts_fit_a_narrow_screen() {
    let test = Test::new();
    for kind in ["checkpoint-danger", "spy"] {
        let example = format!("{}/examples/{kind}.toml", env!("CARGO_MANIFEST_DIR"));
        let shown = test.pbem("alice", "show").arg(&example).arg("--turn").arg("9");
        let said = shown.env("COLUMNS", "60").ok().out;
        let wide = |line: &&str| line.chars().count() > 60 && !line.contains("pbem ");
        let wide: Vec<&str> = said.lines().skip(1).filter(wide).collect();
        assert!(wide.is_empty(), "{kind}: {wide:#?}\n{said}");
        let short = test.pbem("alice", "show --short").arg(&example).ok().out;
        assert!(short.lines().count() < said.lines().count(), "{short}");
    }
}
