//! Arbitrary turns signed by their makers: pbem doesn't panic, accuses no other player, and the
//! game can continue.
#![no_main]
#![expect(dead_code, reason = "the tests use other parts of these files")]

#[path = "../../tests/library/meddle.rs"]
mod meddle;
#[path = "../../tests/library/play.rs"]
mod play;
mod stages;

// The first byte selects the game and its stage, the rest are the keys of the turn.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((stage, keys)) = data.split_first() else { return };
    let Ok(keys) = std::str::from_utf8(keys) else { return };
    stages::with(*stage, |game| meddle::meddle(game, keys));
});
