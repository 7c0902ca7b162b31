//! Setups, moves, pieces, marks and options as people type them, in every game at several moments.
#![no_main]
#![expect(dead_code, reason = "the tests use more of what stands in these files")]

#[path = "../../tests/library/meddle.rs"]
mod meddle;
#[path = "../../tests/library/play.rs"]
mod play;
mod stages;

use pbem::games::Seat;
use pbem::table::{self, Order, Outlook, Refusal};

// The first byte says which game and how far it has come, the rest is typed.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((stage, typed)) = data.split_first() else { return };
    let Ok(typed) = std::str::from_utf8(typed) else { return };
    stages::with(*stage, |game| {
        let (table, now) = (&game.table, play::moment(500));
        for spec in table::option_specs(table.kind()) {
            let _ = spec.read(typed);
        }
        if let Ok(setup) = table.read_setup(Seat::OPENER, typed) {
            assert_eq!(table.read_setup(Seat::OPENER, &setup.join("\n")), Ok(setup));
        }
        let _ = table.mark_squares(typed);
        let Some(due) = table.due() else { return };
        let private = &game.players[due.index()];
        let _ = table.foresee(private, now, typed);
        let _ = table.moves(private, now, typed);
        let outlook = Outlook { note: Some(typed.to_owned()), ..Outlook::new(now, Order::Move(typed.to_owned())) };
        for outlook in [Outlook { note: None, ..outlook.clone() }, outlook] {
            if let Err(Refusal::Inconsistent(message)) = table.compose(private, &outlook) {
                panic!("`{typed}` would have made a turn that nobody takes: {message}");
            }
        }
    });
});
