//! Writes the starting corpus of the targets: small games of every kind, whole, mailed and turn by
//! turn, and typed moves.
#![expect(dead_code, reason = "the tests use other parts of these files")]

#[path = "../../tests/library/meddle.rs"]
mod meddle;
#[path = "../../tests/library/play.rs"]
mod play;
mod stages;

use std::{fs, io};

use pbem::rules::Seat;

fn main() -> io::Result<()> {
    let put = |target: &str, name: usize, bytes: &[u8]| {
        let folder = format!("{}/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
        fs::create_dir_all(&folder)?;
        fs::write(format!("{folder}/{name:03}"), bytes)
    };
    for (at, mut game) in stages::all().into_iter().enumerate() {
        let stage = u8::try_from(at).expect("few stages");
        let file = game.file.write();
        if !game.file.turns.is_empty() {
            put("turn_file", at, file.as_bytes())?;
            put("verify", at, file.as_bytes())?;
            let letter = format!("Subject: your move\n\nHello,\n\n{file}\n-- \nbob\n");
            put("mail", at, letter.as_bytes())?;
            let quoted: String = file.lines().map(|line| format!("> {line}\n")).collect();
            let from = "From bob Fri Nov 20 12:00:00 2026\nSubject: Re: your move";
            put("mail", 100 + at, format!("{from}\n\n{quoted}").as_bytes())?;
        }
        put("turn", at, &[&[stage], meddle::honest_turn(&mut game).as_bytes()].concat())?;
        let moment = play::moment(500);
        let due = game.due().unwrap_or(Seat::OPENER);
        let setup = game.players[due.index()].setup.join("\n");
        put("notation", at, &[&[stage], setup.as_bytes()].concat())?;
        let view = game.table.view(Some(&game.players[due.index()]), moment);
        for (number, (typed, _)) in view.scene.examples.iter().enumerate() {
            put("notation", 100 * (number + 1) + at, &[&[stage], typed.as_bytes()].concat())?;
        }
    }
    Ok(())
}
