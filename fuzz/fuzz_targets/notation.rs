//! Setups, marks and options as people type them, in every game.
#![no_main]

use std::collections::BTreeMap;

use pbem::games::{Kind, Seat};
use pbem::{table, turnfile};

libfuzzer_sys::fuzz_target!(|data: (u8, &str)| {
    let (choice, typed) = data;
    let kind = Kind::ALL[usize::from(choice) % Kind::ALL.len()];
    let specs = table::option_specs(kind);
    for spec in &specs {
        let _ = spec.read(typed);
    }
    let header = turnfile::Header {
        kind: kind.id().to_owned(),
        seats: (0..*kind.seats().start()).map(|at| format!("seat-{at}")).collect(),
        created: chrono::DateTime::UNIX_EPOCH,
        nonce: [0; 16],
        first: None,
        options: specs.into_iter().map(|spec| (spec.name.to_owned(), spec.default)).collect(),
        keys: BTreeMap::new(),
    };
    let session = table::open_header(&header).expect("the usual options make a game");
    if let Ok(setup) = session.read_setup(Seat::OPENER, typed) {
        assert_eq!(session.read_setup(Seat::OPENER, &setup.join("\n")), Ok(setup));
    }
    let _ = session.mark_squares(typed);
});
