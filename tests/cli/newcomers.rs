//! What people stumbled over who had never seen the program: each does what somebody did, and is
//! told what to type instead.

use crate::harness::Test;

/// Words, wherever the lines were broken.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that all of these are said, in this order.
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
fn nobody_is_told_to_take_the_seat_of_another() {
    let test = club();
    let said = test.pbem("quin", "join game.toml").refused(2).err;
    says(&said, &["who are you? Open seats: rita (joins next), pete and quin."]);
    says(
        &said,
        &[
            "pbem join game.toml --as rita if you are rita",
            "pbem join game.toml --as pete if you are pete, after rita",
            "pbem join game.toml --as quin if you are quin, after pete",
        ],
    );
    test.pbem("quin", "config name zoe").run();
    let said = test.pbem("quin", "join game.toml").refused(2).err;
    says(
        &said,
        &["you are zoe here, and zoe has no seat in this game (olga, rita, pete and quin)"],
    );
    says(&said, &["--as rita", "--as pete", "--as quin"]);
}

#[test]
fn a_seat_with_a_capital_is_offered_as_it_is_written() {
    let test = club();
    let said = test.pbem("quin", "join game.toml --as Quin").refused(2).err;
    says(&said, &["Quin: did you mean quin?"]);
    let said = test.pbem("quin", "join game.toml --as zoe").refused(2).err;
    says(&said, &["zoe has no seat in this game; the seats are olga, rita, pete and quin"]);
    let said = test.pbem("alice", "new cd --as alice --with Bob --random").refused(2).err;
    says(&said, &["Bob: did you mean bob?"]);
}

#[test]
fn a_first_name_with_a_capital_is_the_name_for_people() {
    let test = Test::new();
    let said = test.pbem("alice", "new cd game.toml --as Alice --with bob --random").ok().out;
    says(&said, &["New game cd-bob: Checkpoint: Danger!, alice against bob."]);
    assert!(test.read("alice", "game.toml").contains("\"Alice\""));
}

#[test]
fn new_alone_lists_the_games_and_says_what_to_type() {
    let test = Test::new();
    let said = test.pbem("alice", "new").ok().out;
    says(&said, &["checkpoint-danger", "spy", "game-box", "enemy-agent", "espionage"]);
    says(&said, &["Next: pbem new checkpoint-danger --with NAME", "--against bot:easy"]);
    let said = test.pbem("alice", "new cd --as alice").refused(2).err;
    says(&said, &["who plays with you?", "pbem new checkpoint-danger --with NAME"]);
    assert!(test.everything("alice").is_empty());
}

#[cfg(unix)]
#[test]
fn new_alone_asks_at_a_terminal() {
    let test = Test::new();
    let said = crate::asking::typing(
        &test.pbem("alice", "new --as alice --random"),
        "Which game? ",
        "cd\rbob\r",
    );
    says(&said, &["Who plays with you?", "New game cd-bob"]);
}

/// A slip ends nothing: what is wrong is said, and asked for again.
#[cfg(unix)]
#[test]
fn new_asks_again_after_a_slip() {
    let test = Test::new();
    let keys = "zebra\rcd\rb!b\rbob\rAl ice\ralice\rA1 A2\rB8 D4 E2 G6\r";
    let said = crate::asking::typing(&test.pbem("alice", "new"), "Which game? ", keys);
    says(&said, &["zebra", "`b!b` cannot be a seat", "`Al ice` cannot be a seat"]);
    says(&said, &["Once more, or nothing, to leave it: ", "New game cd-bob"]);
    test.send("alice", "cd-bob.toml", "bob", "cd-bob.toml");
    let join = "join cd-bob.toml --as bob";
    let said = crate::asking::typing(&test.pbem("bob", join), "leave it: ", "Z9\r\u{4}");
    says(&said, &["Once more, or nothing, to leave it: "]);
    assert!(!test.path("bob", "vault").exists(), "nothing was signed: {said}");
}

#[test]
fn games_go_by_short_names_wherever_one_is_typed() {
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
        let (code, rules) = test.pbem("alice", &format!("rules {typed} --short")).json();
        assert_eq!((code, rules["game"].as_str()), (Some(0), Some(kind)), "{typed}");
    }
    test.pbem("alice", "form esp army.txt").ok();
    test.pbem("alice", "demo cd --fast").ok();
    let said = test.pbem("alice", "rules e").refused(2).err;
    says(&said, &["`e` may be any of enemy-agent (ea), espionage (esp)"]);
    let said = test.pbem("alice", "learn chess").refused(2).err;
    says(&said, &["there is no game `chess`", "The games are checkpoint-danger (cd), spy"]);
}

#[test]
fn there_is_nothing_to_dispute_without_boxes() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "dispute game.toml").refused(3).err;
    says(&said, &["there is nothing to dispute: Checkpoint: Danger! has no boxes."]);
    // In the turn in which the game is drawn up as well.
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    let said = test.pbem("bob", "dispute game.toml").refused(3).err;
    says(&said, &["there is nothing to dispute: Checkpoint: Danger! has no boxes."]);
}

#[test]
fn an_offer_of_a_draw_is_seen_and_can_be_accepted() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "offer game.toml --cancel").refused(3).err;
    says(&said, &["no offer waits."]);
    test.pbem("alice", "offer game.toml").ok();
    let said = test.pbem("alice", "move game.toml Fiji 6").ok().out;
    says(&said, &["Moved Fiji 6", "Offered a draw goes along with it"]);
    let said = test.pbem("alice", "send game.toml -o -").run().out;
    says(&said, &["turn 3: bob to answer, alice offers a draw"]);
    test.mail("alice", "bob");
    let shown = test.pbem("bob", "show game.toml").ok().out;
    says(&shown, &["Offered: alice offers a draw. pbem accept cd-alice; any move declines it."]);
    says(&shown, &["Next: pbem move cd-alice", "pbem accept cd-alice agrees to the draw"]);
    says(&test.pbem("bob", "status").ok().out, &["YOUR MOVE cd-alice", "alice offers a draw"]);
    says(&test.pbem("bob", "status cd-alice").ok().out, &["alice offers a draw: pbem accept"]);
}

#[test]
fn a_page_to_replay_is_named_after_the_game() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "show game.toml").ok();
    says(&test.pbem("alice", "replay cd-bob").ok().out, &["Wrote cd-bob.html: 2 turns"]);
    assert!(test.read("alice", "cd-bob.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn two_squares_are_no_queue_by_mistake() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "move game.toml E5 E6").refused(3).err;
    says(
        &said,
        &["two calls, E5, and then E6 after a HIT? Write them with a semicolon: \"E5; E6\""],
    );
    test.pbem("alice", "move game.toml").arg("E5; E6").ok();
}

#[test]
fn a_lot_is_told_of_before_a_move_is_typed_in_vain() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --random").ok();
    test.mail("bob", "alice");
    let shown = test.pbem("alice", "show game.toml").ok().out;
    says(
        &shown,
        &[
            "your file draws what chance gives.",
            "A move typed with it is made only if the move is then",
        ],
    );
}

/// bob resigns in his second turn, and alice shows her setup.
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
fn the_mail_of_a_game_that_is_over_says_first_how_it_came_out() {
    let test = over();
    let mail = test.pbem("bob", "send game.toml -o -").run().out;
    says(&mail, &["Subject: [pbem cd ", "] alice won, alice to show the setup"]);
    says(&mail, &["alice won: bob resigned.", "one setup is still to be shown."]);
    test.mail("bob", "alice");
    test.pbem("alice", "reveal game.toml").ok();
    let mail = test.pbem("alice", "send game.toml -o -").run().out;
    says(&mail, &["] alice won: check it"]);
    says(&mail, &["alice won: bob resigned. Everybody was honest.", "Checkpoint: Danger!, turn"]);
    says(&mail, &["pbem verify", "pbem rematch"]);
}

#[test]
fn what_was_pencilled_stands_beside_the_truth() {
    let test = over();
    test.mail("bob", "alice");
    let shown = test.pbem("alice", "show game.toml").ok().out;
    says(&shown, &["BOB: the truth"]);
    let line =
        |row: char| shown.lines().find(|line| line.contains(&format!("{row} │"))).expect("it");
    assert!(line('A').contains("A │ ·?") && line('B').contains("AX"), "{shown}");
}

#[test]
fn a_rematch_is_offered_once_and_says_who_begins() {
    let test = over();
    test.mail("bob", "alice");
    let said = test.pbem("alice", "reveal game.toml").ok().out;
    says(&said, &["pbem verify cd-bob", "pbem rematch cd-bob another game; bob begins"]);
    says(&test.pbem("alice", "show game.toml").ok().out, &["pbem rematch cd-bob"]);
    says(&test.pbem("alice", "verify game.toml").ok().out, &["Next: pbem rematch cd-bob"]);
    test.mail("alice", "bob");
    test.pbem("bob", "show game.toml").ok();
    test.pbem("alice", "rematch cd-bob next.toml --random").ok();
    let said = test.pbem("alice", "rematch cd-bob third.toml --random").refused(3).err;
    says(&said, &["cd-bob-2 waits for bob to join.", "pbem rematch cd-bob --another"]);
    test.pbem("alice", "rematch cd-bob third.toml --random --another").ok();
    test.send("alice", "next.toml", "bob", "next.toml");
    let said = test.pbem("bob", "join next.toml").ok().out;
    says(&said, &["bob begins: alice began the last one"]);
}

#[test]
fn a_rematch_that_another_has_opened_is_joined_first() {
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
        let said = test.pbem("bob", "rematch cd-alice --random").refused(3).err;
        says(&said, &["alice has invited you to the next game already.", "pbem join "]);
        says(&said, &["another one all the same: pbem rematch cd-alice --another"]);
        test.pbem("bob", "rematch cd-alice --random --another").ok();
    }
}

#[test]
fn the_mail_of_an_invitation_says_what_to_do_and_how_it_is_played() {
    let test = Test::new();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    let mail = test.pbem("alice", "send game.toml -o -").run().out;
    says(&mail, &["alice invites bob to Checkpoint: Danger!, a game for two by mail."]);
    let id = &hex_id(&test);
    says(&mail, &["Save the attached file and type", &format!("pbem join {id}")]);
    let text = mail.split("<!DOCTYPE").next().unwrap_or_default().to_lowercase();
    assert_eq!(text.matches("save the").count(), 1, "{mail}");
    says(&mail, &["Hide four agents on your map: 7 rows", "Who finds all four first has won."]);
    assert!(!mail.contains("what is known"), "{mail}");
}

/// The digits that stand in the subject.
pub(crate) fn hex_id(test: &Test) -> String {
    let (_, shown) = test.pbem("alice", "show game.toml").json();
    shown["id"].as_str().expect("an id")[..4].to_owned()
}

#[test]
fn an_invitation_is_found_by_its_digits_wherever_it_lies() {
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
        // The name that the file had in the mail.
        let gone = format!("join checkpoint-danger-{id}-turn1.toml --as bob --random");
        says(&test.pbem(bob, &gone).ok().out, &["You are bob in cd-alice"]);
    }
}

#[test]
fn join_alone_takes_the_only_invitation() {
    let test = Test::new();
    says(
        &test.pbem("bob", "join").refused(3).err,
        &["no invitation lies among your games or where your mail comes.", "pbem receive"],
    );
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    test.pbem("carol", "new spy game.toml --as carol --with bob --random").ok();
    test.send("alice", "game.toml", "bob", "alice.toml");
    test.pbem("bob", "receive alice.toml").ok();
    says(&test.pbem("bob", "join").ok().out, &["alice invites bob to Checkpoint: Danger!"]);
    test.send("carol", "game.toml", "bob", "carol.toml");
    test.pbem("bob", "receive carol.toml").ok();
    let said = test.pbem("bob", "join").ok().out;
    says(&said, &["Several invite you:", "from alice pbem join", "from carol pbem join"]);
}

#[test]
fn join_alone_finds_what_was_saved_in_the_downloads() {
    let test = Test::new();
    let downloads = test.path("bob", "downloads");
    std::fs::create_dir_all(&downloads).expect("a folder");
    test.pbem("bob", "config downloads-dir").arg(downloads.display().to_string()).ok();
    test.pbem("alice", "new cd game.toml --as alice --with bob --random").ok();
    // An attachment that is saved twice is one invitation.
    test.send("alice", "game.toml", "bob", "downloads/game.toml");
    test.send("alice", "game.toml", "bob", "downloads/game(1).toml");
    says(&test.pbem("bob", "join").ok().out, &["alice invites bob to Checkpoint: Danger!"]);
    says(&test.pbem("bob", "join --random").ok().out, &["You are bob in cd-alice"]);
    says(&test.pbem("bob", "join").refused(3).err, &["no invitation lies"]);
}

#[test]
fn join_finds_an_invitation_in_a_letter_that_was_saved() {
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
        // It lies where `receive` would have put it, and the letter is left as it was.
        let file = "cd-alice.toml";
        let said = test.pbem(bob, "join --as bob --random").ok().out;
        says(&said, &["You are bob in cd-alice", &format!("Wrote {file}")]);
        assert_eq!(test.read(bob, saved), test.read("alice", letter));
        says(&test.pbem(bob, "join").refused(3).err, &["no invitation lies"]);
    }
}

/// A line as an answer to it quotes it.
fn quoted(line: &str) -> String {
    format!("> {line}\n")
}

#[test]
fn a_letter_that_was_declined_is_no_invitation_any_more() {
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
    says(&said, &["Several invite you:", "from carol", &format!("from alice pbem join {id}")]);
    says(&test.pbem("bob", &format!("decline {id}")).ok().out, &["Put away", "by alice"]);
    assert!(test.path("bob", "alice.eml").exists());
    says(&test.pbem("bob", "join").ok().out, &["carol invites bob to Spy!"]);
}

#[test]
fn a_draft_is_called_as_the_game_is() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    says(&test.pbem("alice", "send cd-bob").run().out, &["Wrote cd-bob-turn3.eml"]);
}

#[test]
fn pbem_alone_says_what_to_type_next_wherever_one_is() {
    let test = Test::new();
    // Nobody here yet.
    says(&test.pbem("bob", "").ok().out, &["Play at once, alone", "pbem join game.toml"]);
    test.pbem("alice", "new cd game.toml --as alice --with bob --first alice --random").ok();
    // All waiting.
    says(&test.pbem("alice", "").ok().out, &["WAITING cd-bob", "Next:", "pbem receive"]);
    // An invitation waits.
    test.send("alice", "game.toml", "bob", "mail.toml");
    test.pbem("bob", "receive mail.toml").ok();
    says(&test.pbem("bob", "").ok().out, &["INVITATIONS", "from alice", "Next: pbem join"]);
    test.pbem("bob", "join --as bob --random").ok();
    let file = "cd-alice.toml";
    test.send("bob", file, "alice", "game.toml");
    test.pbem("alice", "show game.toml").ok();
    // Your move.
    says(
        &test.pbem("alice", "").ok().out,
        &["YOUR MOVE cd-bob", "Next: pbem turn your move in cd-bob"],
    );
    test.pbem("alice", "resign game.toml --yes").ok();
    test.send("alice", "game.toml", "bob", file);
    says(&test.pbem("bob", "status").ok().out, &["YOUR MOVE"]);
    test.pbem("bob", &format!("reveal {file}")).ok();
    // All over.
    says(&test.pbem("bob", "").ok().out, &["FINISHED cd-alice", "every game is over", "pbem new"]);
}

/// Who begins where he joins is told the whole command, and it does.
#[test]
fn who_joins_and_begins_is_told_where_the_move_goes() {
    let test = Test::new();
    test.pbem("alice", "new spy game.toml --as alice --with dora --first dora --random").ok();
    test.mail("alice", "dora");
    let said = test.pbem("dora", "join game.toml").ok().out;
    says(&said, &["You would be dora, and join with your first move.", "--random"]);
    let said = test.pbem("dora", "join game.toml --random").refused(3).err;
    says(&said, &["you begin, so you join with your first move", "pbem join game.toml --random "]);
    let told = said.lines().find_map(|line| line.trim().strip_prefix("Next: pbem ")).expect("Next");
    let said = test.pbem("dora", "join game.toml 4C").refused(2).err;
    says(&said, &["pbem join game.toml 4C --setup-file -"]);
    test.pbem("dora", told).ok();
}

/// Where something is drawn before the first move, whoever begins joins without one.
#[test]
fn who_begins_behind_a_draw_is_told_of_no_first_move() {
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

/// A note may say anything, also what begins and ends a file.
#[test]
fn a_note_that_looks_like_the_end_of_a_file_ends_none() {
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
            &["a game in which you have no seat"],
        );
        assert!(piece.contains(note), "{piece}");
    }
}

/// In the list of games on a narrow screen nothing is lost but what its name tells.
#[test]
fn the_list_of_games_keeps_within_a_narrow_screen() {
    let test = Test::new();
    for friend in ["bob", "carolina-of-the-north"] {
        test.pbem("alice", "new cd --as alice --random --with").arg(friend).ok();
    }
    insta::assert_snapshot!(test.pbem("alice", "status").env("COLUMNS", "60").ok().shown(), @"
    $ pbem status
    Your games                             Fri 20 Nov, 12:00 UTC

    WAITING
      cd-bob  Checkpoint: Danger!  bob                 14 d left
      cd-carolina-of-the-north
              Checkpoint: Danger!  carolina-of-the-n.. 14 d left

    Have you sent turn 1 of cd-bob and turn 1 of
    cd-carolina-of-the-north? If so, tell pbem:
    pbem send GAME --done
    Next: nothing is due from you just now
          pbem receive      when a mail has come
    ");
}

/// On a narrow screen boards stand one below the other, and texts are set within it.
#[test]
fn a_narrow_screen_is_not_overrun() {
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
