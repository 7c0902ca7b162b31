//! A declared guess, and a claim that competes with the response.

use pbem::audit::{Judgement, VerdictKind, examine, judge};
use pbem::rules::{EndedBy, OutcomeKind};
use pbem::table::{Intent, Role};
use pbem::turnfile::Reading;

use super::{DECLARERS, NOBODYS, cheat, guess, idle, network_of, responded, table};
use crate::cheats::table::{Attempt, Caught, Cheat};
use crate::cheats::{ALICE, BOB};
use crate::play::Game;

pub(super) const CHEATS: &[Cheat] = &[
    Cheat(
        Attempt::GuessTakenBack,
        "reading the opponent's response to the guess, and then signing a claim as if no response \
         had arrived",
        claimed_instead,
    ),
    Cheat(
        Attempt::Leaving,
        "after the end of the game, signing a turn that breaks the rules, to lose by fewer points",
        breach_after_the_end,
    ),
];

fn together(games: &[&Game]) -> Judgement {
    let read = |game: &&Game| Reading { file: Some(game.file.clone()), fault: None };
    let files: Vec<_> = games.iter().map(|game| examine(read(game))).collect();
    let mut judged = judge(&files);
    assert_eq!(judged.len(), 1, "it is one table");
    judged.remove(0)
}

fn points(judgement: &Judgement) -> Option<(OutcomeKind, EndedBy, Vec<u32>)> {
    let result = judgement.verdict.result.as_ref()?;
    Some((result.kind, result.ended_by, result.points.clone()))
}

/// Returns the points of a result in which the declarer has none.
fn lost(by: pbem::rules::Seat, points: u32) -> Vec<u32> {
    if by == ALICE { vec![0, points] } else { vec![points, 0] }
}

fn claimed_instead() -> Caught {
    for by in DECLARERS {
        for right in [false, true] {
            // A guess is declared, and a claim follows instead of the response.
            let mut claimed = table();
            idle(&mut claimed, by.1 - 1);
            let network = if right { network_of(by.0.other()) } else { NOBODYS };
            claimed.step(guess(network));
            let claim = claimed.claim(by.0, claimed.deadline());
            claimed.mail(claim).expect("a claim that is due");
            // The right response counts as declined.
            let mut game = responded(by, right, Some(network_of(by.0)));
            let open = together(&[&game, &claimed]);
            assert_eq!((open.verdict.kind, open.crossed), (VerdictKind::Open, None));
            assert_eq!((open.files[0].role, open.verdict.due), (Role::Stands, Some(by.0)));
            assert_eq!(open.verdict.result, None);
            game.step(Intent::Nothing);
            let end = together(&[&game, &claimed]);
            let wanted = match (right, by.0) {
                (true, ALICE) => vec![1, 0],
                (true, _) => vec![0, 1],
                (false, by) => lost(by, 2),
            };
            assert_eq!(points(&end), Some((OutcomeKind::Win, EndedBy::Board, wanted)));
            assert_eq!(together(&[&claimed, &game]).verdict.result, end.verdict.result);
        }
    }
    Caught::NoGain
}

fn breach_after_the_end() -> Caught {
    // Bob responds wrongly to a right guess, and loses 3:0.
    let by = DECLARERS.into_iter().find(|by| by.0 == ALICE).expect("alice declares too");
    let mut game = responded(by, true, Some(NOBODYS));
    game.step(Intent::Nothing);
    assert_eq!(points(&together(&[&game])).map(|it| it.2), Some(vec![3, 0]));
    let mut again = game.until(1);
    let read = cheat(&mut again, Intent::Nothing, |_, turn| turn.seal = Some([7; 32]));
    assert!(read.is_err(), "it is a breach of bob's");
    let end = together(&[&game, &again]);
    assert_eq!(end.verdict.findings.len(), 1);
    assert_eq!(end.verdict.findings[0].seat, BOB);
    assert_eq!(points(&end), Some((OutcomeKind::Win, EndedBy::Breach, vec![3, 0])));
    Caught::Verify(pbem::table::FindingKind::IllegalMove)
}
