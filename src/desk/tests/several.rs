//! Several files of one game, judged together: a second version of a turn gains nothing, and no
//! honest player is accused.

use super::files::copy;
use super::*;
use crate::audit::{Judgement, VerdictKind, examine, judge};
use crate::rules::EndedBy;
use crate::table::{Differs, FindingKind, Role};
use crate::turnfile::{Turn, read as reading};

/// Returns the judgement of one game's files. Checks that the order of the files doesn't matter.
pub(super) fn together(files: &[&str]) -> Judgement {
    let judge_all = |files: &[&str]| {
        let files: Vec<_> = files.iter().map(|file| examine(reading(file.as_bytes()))).collect();
        let mut games = judge(&files);
        assert_eq!(games.len(), 1, "it is one table");
        games.remove(0)
    };
    let judgement = judge_all(files);
    for turned in 0..files.len() {
        let mut others = files.to_vec();
        others.rotate_left(turned);
        for _ in 0..2 {
            let other = judge_all(&others);
            assert_eq!(other.verdict, judgement.verdict);
            assert_eq!(other.crossed, judgement.crossed);
            others.reverse();
        }
    }
    judgement
}

fn roles(judgement: &Judgement) -> Vec<Role> {
    judgement.files.iter().map(|filed| filed.role).collect()
}

/// Returns the file with this person's next turn, which `change` alters before it is signed.
fn forged(person: &mut Person, file: &str, change: impl Fn(&mut Turn)) -> String {
    let plan = person.bot();
    forged_with(person, file, &plan, change)
}

pub(super) fn forged_with(
    person: &mut Person,
    file: &str,
    plan: &Plan,
    change: impl Fn(&mut Turn),
) -> String {
    let loaded = person.look(file).expect("a file of the game");
    let at = loaded.own_seat(Some(person.name)).expect("a seat").expect("alice's own seat");
    let keys = person.desk.keys(&loaded, at).expect("they are kept");
    let (mut composed, _) = loaded.game.table.compose(&keys, plan).expect("a turn");
    change(&mut composed.turn);
    composed.turn.signature = keys.identity.sign_turn(&composed.turn.hash());
    let mut file = read(file);
    file.turns.push(composed.turn);
    file.write()
}

pub(super) fn deadline(file: &str) -> Moment {
    let (table, _) = table::open(&read(file)).expect("a game");
    table.standing().deadline.expect("there is one")
}

#[test]
fn answered_version_counts_and_no_one_is_accused() {
    let (mut alice, mut bob, file) = two(5);
    let mut other = copy(&bob);
    other.around.now = bob.around.now + TimeDelta::hours(20);
    let one = bob.turn(&file).expect("his turn").text;
    let late = other.turn(&file).expect("a turn with a different date").text;
    let judgement = together(&[&one, &late, &file]);
    let differs = Differs { turn: 6, seat: Seat::JOINER };
    assert_eq!(roles(&judgement), [Role::Superseded(differs), Role::Stands, Role::Part]);
    let answered = alice.turn(&one).expect("she answers").text;
    let judgement = together(&[&answered, &late, &one]);
    assert_eq!(roles(&judgement), [Role::Stands, Role::Superseded(differs), Role::Part]);
    assert_eq!(judgement.verdict.kind, VerdictKind::Open);
    assert_eq!(judgement.verdict.findings, []);
}

/// A player looks at the answer to a turn, and then signs a different version of that turn. The new
/// version doesn't count, because the file with the answered version is longer.
#[test]
fn second_version_does_not_undo_a_finished_game() {
    for kind in Kind::ALL {
        let (mut alice, mut bob) = (Person::new("alice"), Person::new("bob"));
        let others: Vec<&str> = if *kind.seats().start() == 2 { vec!["bob"] } else { continue };
        let mut files = vec![alice.begin(*kind, &others).expect("a game").text];
        let mut copies = Vec::new();
        while table::open(&read(&files[files.len() - 1]))
            .expect("a game")
            .0
            .standing()
            .due
            .is_some()
        {
            let file = files[files.len() - 1].clone();
            copies.push((copy(&alice), copy(&bob)));
            files.push(
                whoever_is_due(&mut alice, &mut bob, &file).turn(&file).expect("a turn").text,
            );
        }
        let whole = files[files.len() - 1].clone();
        let turns = files.len();
        for at in [2, turns / 2, turns - 2] {
            let (mut alice, mut bob) = copies.swap_remove(at.min(copies.len() - 1));
            for person in [&mut alice, &mut bob] {
                person.around.now = at_the_end(&whole) + TimeDelta::days(3);
            }
            let file = &files[at.min(turns - 2)];
            let Ok(second) = whoever_is_due(&mut alice, &mut bob, file).turn(file) else {
                continue;
            };
            let judgement = together(&[&whole, &second.text]);
            assert_eq!(judgement.verdict.kind, VerdictKind::Honest, "{kind}, turn {at}");
            let result = together(&[&whole]).verdict.result;
            assert_eq!(judgement.verdict.result, result, "{kind}, turn {at}");
        }
    }
}

fn at_the_end(file: &str) -> Moment {
    read(file).turns.last().expect("a turn").sent
}

#[test]
fn breach_proved_by_any_file_stays_proved() {
    let (mut alice, mut bob, file) = two(5);
    let mut other = copy(&bob);
    let honest = bob.turn(&file).expect("his turn").text;
    let answered = alice.turn(&honest).expect("she answers").text;
    let false_turn = forged(&mut other, &file, |turn| turn.moves.push("Q99".to_owned()));
    let judgement = together(&[&answered, &false_turn]);
    assert_eq!(judgement.verdict.kind, VerdictKind::Dishonest);
    let found: Vec<_> =
        judgement.verdict.findings.iter().map(|it| (it.turn, it.seat, it.kind)).collect();
    assert_eq!(found, [(6, Seat::JOINER, FindingKind::IllegalMove)]);
    assert_eq!(judgement.proofs, [1]);
    let result = judgement.verdict.result.expect("it has ended");
    assert_eq!((result.winners, result.ended_by), (vec![Seat::OPENER], EndedBy::Breach));
}

#[test]
fn claim_and_turn_in_time_cross() {
    let (mut alice, mut bob, file) = two(5);
    let end = deadline(&file);
    let claim = forged_with(&mut alice, &file, &Plan::new(end, Intent::Claim), |_| {});
    let intent = bob.bot().intent;
    let in_time = Plan::new(end - TimeDelta::seconds(1), intent.clone());
    let in_time = forged_with(&mut bob, &file, &in_time, |_| {});
    let judgement = together(&[&claim, &in_time]);
    assert_eq!((judgement.crossed, judgement.verdict.kind), (Some(6), VerdictKind::Open));
    assert_eq!((judgement.verdict.result, judgement.verdict.findings), (None, vec![]));
    // A late turn yields to the claim.
    let late = forged_with(&mut bob, &file, &Plan::new(end, intent), |_| {});
    let judgement = together(&[&claim, &late]);
    assert_eq!((judgement.crossed, judgement.verdict.kind), (None, VerdictKind::Forfeit));
    let result = judgement.verdict.result.expect("it has ended");
    assert_eq!((result.winners, result.ended_by), (vec![Seat::OPENER], EndedBy::Claim));
}

#[test]
fn files_with_different_keys_are_different_games() {
    let mut alice = Person::new("alice");
    let invited = alice.begin(Kind::ALL[0], &["bob"]).expect("a game").text;
    let (mut bob, mut eve) = (Person::new("bob"), Person::new("bob"));
    eve.around.seed += 5;
    let his = bob.turn(&invited).expect("he joins").text;
    let hers = eve.turn(&invited).expect("so does she").text;
    let files: Vec<_> =
        [&his, &hers].iter().map(|file| examine(reading(file.as_bytes()))).collect();
    let games = judge(&files);
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!((game.files.len(), &game.held_twice[..]), (1, &[Seat::JOINER][..]));
        assert_eq!(game.verdict.findings, []);
    }
}

#[test]
fn undamaged_copy_is_preferred() {
    let (_alice, _bob, file) = two(5);
    let damaged = format!("{}\nnonsense = 1\n", file.trim_end())
        .replace("# end of pbem turn file", "strange = 1\n# end of pbem turn file");
    let judgement = together(&[&damaged, &file]);
    assert_eq!(judgement.verdict.kind, VerdictKind::Open);
    assert_eq!(judgement.verdict.damage, None);
    let alone = together(&[&damaged]);
    assert_eq!(alone.verdict.kind, VerdictKind::Damaged);
    assert!(judgement.files[0].damage.is_some() && judgement.files[1].damage.is_none());
}
