//! Planned moves: made for the expected answer and for no other.
//!
//! Bob's agents are on B2, C7, F1 and F3: from Fiji 6 two are visible, B2 and F3, which hides
//! F1. Alice's are on B8, D4, E2 and G6.

use crate::harness::Test;
use crate::newcomers::says;
use crate::resigning::bob_moves;

/// Alice has called and planned; Bob has made a turn, and the file has arrived.
pub(crate) fn planned(call: &str, plan: &str, bob: &str) -> Test {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml").arg(call).ok();
    test.mail("alice", "bob");
    test.pbem("alice", "plan cd-bob").arg(plan).ok();
    test.pbem("bob", &format!("move game.toml {bob}")).ok();
    test.mail("bob", "alice");
    test
}

fn answers(test: &Test) -> String {
    test.pbem("alice", "receive game.toml --answer").ok().out
}

/// The last move in Alice's file.
fn last_move(test: &Test) -> Vec<String> {
    let file = pbem::turnfile::TurnFile::read(test.read("alice", "game.toml").as_bytes());
    file.expect("a file").turns.pop().expect("a turn").moves
}

#[test]
fn plan_is_shown_and_stays_in_the_vault() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let before = test.read("alice", "game.toml");
    let said = test.pbem("alice", "plan cd-bob").arg("if hit: C4;if 0-2 : E7; else STOP").ok().out;
    let plan = "if hit: C4; if 0-2: E7; else stop";
    says(&said, &[&format!("Plan {plan}"), "Next: pbem receive --answer --send # make the move"]);
    assert_eq!(test.read("alice", "game.toml"), before);
    says(
        &test.pbem("alice", "show cd-bob").ok().out,
        &[&format!("Plan: You have planned \"{plan}\".")],
    );
    says(&test.pbem("alice", "status cd-bob").ok().out, &[plan]);
    assert!(!test.pbem("alice", "show cd-bob --public").ok().out.contains("E7"));
    let (_, json) = test.pbem("alice", "plan cd-bob").json();
    assert_eq!(json["schema"], "pbem-plan/1");
    assert_eq!(json["plan"], plan);
    says(&test.pbem("alice", "plan cd-bob --clear").ok().out, &[&format!("Deleted {plan}")]);
    says(&test.pbem("alice", "plan cd-bob").ok().out, &["You have no plan in this game."]);
}

#[test]
fn answer_selects_the_planned_move() {
    let test = planned("Fiji 6", "if HIT: C4; if 0-2: E7; else stop", "Desert 5");
    says(&answers(&test), &["Moved Equator 7"]);
    assert_eq!(last_move(&test), ["Equator 7"]);
    says(&test.pbem("alice", "plan cd-bob").ok().out, &["You have no plan"]);
}

#[test]
fn later_step_waits_for_the_next_answer() {
    let test = planned("C7", "if HIT: Fiji 6; else stop; then if 2: A1; else stop", "");
    says(&answers(&test), &["Moved Fiji 6"]);
    test.mail("alice", "bob");
    says(
        &test.pbem("alice", "show cd-bob").ok().out,
        &["You have planned \"if 2: A1; else stop\"."],
    );
    bob_moves(&test);
    says(&answers(&test), &["Moved Arctic 1"]);
}

#[test]
fn unplanned_answer_leaves_the_move_to_the_player() {
    for plan in ["if HIT: C4", "if 2: stop; else C4"] {
        let test = planned("Fiji 6", plan, "Desert 5");
        answers(&test);
        assert_eq!(last_move(&test), ["Desert 5"], "bob's");
        says(
            &test.pbem("alice", "show cd-bob").ok().out,
            &["Your plan has no move after the answer 2, so it's your move."],
        );
        test.pbem("alice", "move cd-bob").refused(3);
        test.pbem("alice", "move cd-bob A1").ok();
        says(&test.pbem("alice", "plan cd-bob").ok().out, &["You have no plan in this game."]);
    }
}

#[test]
fn answer_that_passes_the_turn_takes_precedence_over_the_plan() {
    // Bob finds the agent on Desert 4 and calls again, so Alice only answers.
    let test = planned("Fiji 6", "if 2: E7", "Desert 4");
    answers(&test);
    assert!(last_move(&test).is_empty());
    test.mail("alice", "bob");
    bob_moves(&test);
    says(&answers(&test), &["Moved Equator 7"]);
}

#[test]
fn turn_and_move_carry_out_a_plan_as_well() {
    for command in ["turn cd-bob --no-send --no-receive", "move cd-bob"] {
        let test = planned("Fiji 6", "if 2: E7", "Desert 5");
        test.pbem("alice", "receive game.toml").ok();
        says(
            &test.pbem("alice", "show cd-bob").ok().out,
            &["Your next move is E7 after the answer 2.", "pbem move cd-bob # play E7, as planned"],
        );
        says(&test.pbem("alice", command).ok().out, &["Moved Equator 7"]);
    }
}

#[test]
fn plan_never_declines_a_draw() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("alice", "plan cd-bob A1").ok();
    test.pbem("bob", "offer game.toml").ok();
    bob_moves(&test);
    let waits = "A draw is offered, so pbem hasn't made your planned move A1";
    says(&answers(&test), &[waits]);
    assert_eq!(last_move(&test), ["Desert 5"], "bob's");
    for command in ["status cd-bob", "show cd-bob"] {
        says(&test.pbem("alice", command).ok().out, &[waits]);
    }
    says(&test.pbem("alice", "turn cd-bob --no-receive").refused(3).err, &[waits]);
}

#[test]
fn plan_belongs_to_the_move_it_was_made_for() {
    let test = planned("C7", "if HIT: Fiji 6; else stop; then if HIT: A1; else A2", "");
    answers(&test);
    // After the undo, the last call is the HIT.
    test.pbem("alice", "undo cd-bob --not-mailed").ok();
    test.pbem("alice", "move cd-bob").refused(3);
    test.pbem("alice", "move cd-bob E7").ok();
    says(&test.pbem("alice", "plan cd-bob").ok().out, &["You have no plan in this game."]);
}

#[test]
fn planned_move_against_the_rules_is_not_made() {
    let why = "dropped your plan (E7): Equator 7 was called before";
    for command in ["receive game.toml --answer", "turn cd-bob --no-receive", "move cd-bob"] {
        let test = planned("Fiji 6", "E7; then E7", "Desert 5");
        answers(&test);
        test.mail("alice", "bob");
        test.pbem("bob", "move game.toml G9").ok();
        test.mail("bob", "alice");
        let said = test.pbem("alice", command).run();
        says(&said.err, &[why]);
        assert!(!said.out.contains("Your next move"), "{}", said.out);
        assert_eq!(said.code, Some(if command.starts_with("receive") { 0 } else { 3 }));
        assert_eq!(said.err.contains("your move"), !command.starts_with("receive"));
        says(&test.pbem("alice", "plan cd-bob").ok().out, &["You have no plan in this game."]);
        test.pbem("alice", "move cd-bob A1").ok();
    }
}

/// A game whose planned move is impossible now waits for the player's decision, like any other.
#[test]
fn turn_asks_for_a_move_instead_of_an_impossible_plan() {
    let test = planned("Fiji 6", "E7; then E7", "Desert 5");
    test.pbem("alice", "new checkpoint-danger --against bot:easy --random").ok();
    answers(&test);
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml G9").ok();
    test.mail("bob", "alice");
    let said = test.pbem("alice", "turn --no-receive").run();
    says(&said.err, &["cd-bob: dropped your plan (E7): ", "cd-bob needs your move."]);
    assert!(!said.err.contains("cd-bot"), "{}", said.err);
    assert_eq!(said.code, Some(3));
}

#[test]
fn impossible_plan_is_refused() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let refused = [
        ("if 0-4: F6", "F6: Fiji 6 was called before"),
        ("if HIT: D4", "D4: Desert 4 holds your own agent"),
        ("Q9", "Q9: \"Q9\" is not a call"),
        ("HIT: A1", "is not a call"),
        ("A1; then F6", "F6: Fiji 6 was called before"),
        ("if 0-9: F8", "9 isn't an answer in this game"),
        ("if MISS: F8", "MISS isn't an answer in this game"),
    ];
    for (plan, why) in refused {
        let said = test.pbem("alice", "plan cd-bob").arg(plan).refused(3).err;
        says(&said, &[why, "Nothing was saved.", "Next: pbem plan --help"]);
    }
    says(&test.pbem("alice", "plan cd-bob").ok().out, &["You have no plan in this game."]);
}

#[test]
fn plan_ends_with_the_game() {
    let test = planned("Fiji 6", "if HIT: C4; else E7", "Desert 5");
    test.pbem("bob", "undo cd-alice --not-mailed").ok();
    test.pbem("bob", "resign game.toml --yes").ok();
    test.mail("bob", "alice");
    let said = test.pbem("alice", "show game.toml").ok().out;
    assert!(!said.contains("You have planned"), "{said}");
    let (_, plan) = test.pbem("alice", "plan game.toml").json();
    assert_eq!(plan["plan"], serde_json::Value::Null);
    let said = test.pbem("alice", "plan game.toml").ok().out;
    assert!(!said.contains("Next:"), "nothing to plan: {said}");
}

#[test]
fn invalid_or_late_plan_is_refused() {
    let test = Test::with_checkpoint();
    let said = test.pbem("alice", "plan game.toml").arg("if HIT: C4").refused(3).err;
    says(&said, &["it's your turn now, so there is no answer to plan for. Make your move."]);
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let said = test.pbem("alice", "plan game.toml").arg("if HIT C4").refused(2).err;
    says(&said, &["needs a colon before the move", "Next: pbem plan --help"]);
    test.pbem("alice", "plan game.toml --clear A1").refused(2);
}

/// Bob plans a call. Before that turn, carol calls the same dot, so that everyone knows what it is:
/// pbem leaves the decision to bob.
#[test]
fn planned_move_with_a_warning_is_not_made() {
    let test = Test::new();
    test.pbem("alice", "new game-box game.toml --as alice --with bob,carol --random").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "join game.toml --as bob A1").ok();
    let answered = |caller: &str, next: &str| {
        test.mail(caller, "alice");
        test.pbem("alice", "move game.toml").ok();
        test.mail("alice", next);
    };
    answered("bob", "carol");
    test.pbem("carol", "join game.toml --as carol B1").ok();
    answered("carol", "bob");
    test.pbem("bob", "move game.toml C1").ok();
    test.pbem("bob", "plan game.toml D1").ok();
    answered("bob", "carol");
    test.pbem("carol", "move game.toml D1").ok();
    answered("carol", "bob");
    let before = last_move(&test);
    let said = test.pbem("bob", "receive game.toml --answer").run();
    says(&said.err, &["dropped your plan (D1): "]);
    assert_eq!(last_move(&test), before);
}

/// Alice's last turn was only an answer, so no answer to it will come. A plan that waits for one
/// would use the answer to an earlier move.
#[test]
fn plan_that_waits_for_no_answer_is_refused() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.mail("alice", "bob");
    test.pbem("bob", "move game.toml B8").ok();
    test.mail("bob", "alice");
    // Bob found an agent, so bob moves again.
    test.pbem("alice", "move game.toml").ok();
    let said = test.pbem("alice", "plan game.toml").arg("if 0-8: G1; else G2").refused(3).err;
    says(&said, &["there is no answer to plan for"]);
    test.pbem("alice", "plan game.toml").arg("G1").ok();
}
