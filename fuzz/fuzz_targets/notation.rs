//! Setups, moves, pieces, marks and options in typed form, in every game at several moments.
#![no_main]
#![expect(dead_code, reason = "the tests use other parts of these files")]

#[path = "../../tests/library/meddle.rs"]
mod meddle;
#[path = "../../tests/library/play.rs"]
mod play;
mod stages;

use pbem::rules::Seat;
use pbem::table::{self, Intent, Plan, Refusal};

// The first byte selects the game and its stage, the rest is typed.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((stage, typed)) = data.split_first() else { return };
    let Ok(typed) = std::str::from_utf8(typed) else { return };
    stages::with(*stage, |game| {
        let (table, now) = (&game.table, play::moment(500));
        for spec in table::option_specs(game.standing().kind) {
            let _ = spec.read(typed);
        }
        if let Ok(setup) = table.read_setup(Seat::OPENER, typed) {
            assert_eq!(table.read_setup(Seat::OPENER, &setup.join("\n")), Ok(setup));
        }
        let _ = table.marked(typed);
        let Some(due) = game.due() else { return };
        let keys = &game.players[due.index()];
        let _ = table.foresee(keys, now, typed);
        let _ = table.moves_of(keys, now, typed);
        let plan = Plan::new(now, Intent::Move(typed.to_owned()));
        for plan in [plan.clone(), Plan { note: Some(typed.to_owned()), ..plan }] {
            if let Err(Refusal::Inconsistent(message)) = table.compose(keys, &plan) {
                panic!("`{typed}` would have made a turn that pbem rejects: {message}");
            }
        }
    });
});
