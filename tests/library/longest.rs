//! The longest game that there can be lies within the limits of a file, and is played, read and
//! judged like any other.

use pbem::audit::{self, VerdictKind};
use pbem::rules::{EndedBy, OutcomeKind};
use pbem::table::Intent;
use pbem::turnfile::limits::{MAX_BYTES, MAX_TURNS};
use pbem::turnfile::read;

use crate::play::{Game, header, is_long_run, moment, of_kind};

/// Checkpoint: Danger! with squares called again until the draw, 5,000 calls each, by players with
/// the longest names, in the longest words. In long runs only.
#[test]
fn ten_thousand_calls_of_checkpoint_danger() {
    if !is_long_run() {
        return;
    }
    let mut header = header(
        of_kind("checkpoint-danger"),
        2,
        &[("allow-repeat-calls", "true"), ("allow-danger-bluff", "true")],
        7,
    );
    header.seats = ["a".repeat(32), "b".repeat(32)].to_vec();
    header.first = header.seats.first().cloned();
    let mut game = Game::with(header, 7);
    for (private, setup) in
        game.players.iter_mut().zip([["B2", "C7", "F1", "F3"], ["A9", "D4", "E8", "G2"]])
    {
        private.setup = setup.map(str::to_owned).to_vec();
    }
    game.step(Intent::Nothing);
    game.step(Intent::Nothing);
    let calls = 10_000_u32;
    for number in 3..calls + 3 {
        if number < 9 {
            game.step(Intent::Move("danger Canadian 3".to_owned()));
            continue;
        }
        // The same turn again: composing it anew would take a copy of the whole table each time.
        let (before, last) =
            (&game.file.turns[number as usize - 3], &game.file.turns[number as usize - 2]);
        let mut turn = before.clone();
        (turn.number, turn.sent, turn.after) = (number, moment(i64::from(number)), last.hash());
        game.sign(&mut turn);
        game.mail(turn).expect("an honest turn");
    }
    game.step(Intent::Nothing);
    game.step(Intent::Nothing);
    assert_eq!((game.due(), game.turns()), (None, calls + 4));

    let text = game.file.write();
    println!("{} turns, {} bytes", game.file.turns.len(), text.len());
    assert!(text.len() <= MAX_BYTES && game.turns() <= MAX_TURNS);
    let verdict = audit::verify(&read(text.as_bytes()));
    assert_eq!(
        (verdict.kind, verdict.findings.len(), verdict.checked.answers),
        (VerdictKind::Honest, 0, calls as usize)
    );
    let result = verdict.result.expect("a result");
    assert_eq!((result.kind, result.ended_by), (OutcomeKind::Draw, EndedBy::Board));
}
