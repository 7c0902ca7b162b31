//! Claims after a missed deadline.

use super::club::*;
use super::*;
use crate::audit::VerdictKind;
use crate::rules::{OptionValue, OutcomeKind};
use crate::table::{Intent, Refusal};

#[test]
fn the_checker_strikes_out_a_caller_who_is_silent() {
    let mut club = Club::bob_is_near();
    let early = club.makes(CHECKER, Intent::Claim);
    assert!(matches!(early, Err(Refusal::CannotClaim(_))));
    club.silence();
    let why = "only alice can remove a caller";
    for seat in [CAROL, DAVE] {
        let refused = club.makes(seat, Intent::Claim);
        let Err(Refusal::CannotClaim(said)) = refused else { panic!("{refused:?}") };
        assert_eq!(club.table.standing().names.fill(&said), why);
    }
    club.plays(CHECKER, Intent::Claim);
    let turn = club.turns.last().expect("the claim");
    assert_eq!(
        (turn.seed, turn.answer.len()),
        (None, 0),
        "the game continues, so no seed is revealed"
    );
    assert_eq!(
        club.events(),
        ["bob missed the deadline, and alice's claim removes bob from the game"]
    );
    let standing = club.table.standing();
    assert_eq!((standing.due, standing.claim), (Some(CAROL), None));
    assert_eq!(result(&club.verdict()), (VerdictKind::Open, None));
    "A3 C5 A4".split(' ').for_each(|dot| club.call(dot));
    assert_eq!(result(&club.verdict()), (VerdictKind::Open, None));
    "C6 A5".split(' ').for_each(|dot| club.call(dot));
    let verdict = club.verdict();
    assert_eq!(result(&verdict).0, VerdictKind::Honest, "bob's two hits don't count");
}

#[test]
fn caller_who_never_joined_is_removed() {
    let mut club = Club::new(3, &[]);
    for seat in [BOB, CAROL] {
        assert_eq!(club.due(), Some(seat));
        club.silence();
        club.plays(CHECKER, Intent::Claim);
    }
    let turn = club.turns.last().expect("the claim");
    assert_eq!(turn.reveal.len(), 2, "the Checker reveals if that ends the game");
    let verdict = club.verdict();
    let drawn = Some((OutcomeKind::Draw, Vec::new(), EndedBy::Claim));
    assert_eq!(result(&verdict), (VerdictKind::Forfeit, drawn));
    assert_eq!((verdict.due, verdict.missing_reveals), (None, Vec::new()));
}

#[test]
fn last_remaining_caller_wins_by_a_house_rule() {
    let mut club = Club::new(3, &[("last-survivor-wins", OptionValue::Flag(true))]);
    club.silence();
    club.plays(CHECKER, Intent::Claim);
    let won = Some((OutcomeKind::Win, vec![CAROL], EndedBy::Claim));
    assert_eq!(result(&club.verdict()), (VerdictKind::Forfeit, won));
}

#[test]
fn any_caller_who_is_in_claims_against_a_silent_checker() {
    let mut club = Club::bob_is_near();
    club.plays(BOB, Intent::Resign);
    club.silence();
    let refused = club.makes(BOB, Intent::Claim);
    let Err(Refusal::CannotClaim(why)) = refused else { panic!("{refused:?}") };
    assert_eq!(why, "{1} is out");
    club.plays(DAVE, Intent::Claim);
    let verdict = club.verdict();
    assert_eq!(result(&verdict), (VerdictKind::Forfeit, Some(void(EndedBy::Claim))));
    assert_eq!(club.due(), Some(CHECKER), "the chart is only due after a claim");
    assert!(matches!(club.makes(CAROL, Intent::Claim), Err(Refusal::CannotClaim(_))));
    club.answers();
    assert_eq!(club.due(), None);
    assert_eq!(result(&club.verdict()), (VerdictKind::Forfeit, Some(void(EndedBy::Claim))));
}
