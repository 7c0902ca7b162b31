//! Signals to a friend, and files built to do harm.

use std::fmt::Write;

use pbem::audit::{self, VerdictKind};
use pbem::games::Kind;
use pbem::table::{FindingKind, Intent, Plan};
use pbem::turnfile::{END, Turn, TurnFile, limits, read};

use super::{game_in_progress, honest, long, seat_of};
use crate::cheats::keys;
use crate::cheats::table::{Attempt, Caught, Everywhere};

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::ExtraKeys,
        "adding to every turn each field that it doesn't require",
        extra_keys,
    ),
    Everywhere(Attempt::HugeNote, "writing a note of 281 characters", long_note),
    Everywhere(
        Attempt::HugeNote,
        "writing more text in notes than one player may write in the whole game",
        many_notes,
    ),
    Everywhere(
        Attempt::FullFile,
        "filling the file with all the notes that a player may write, and then adding every field, \
         with the longest list that the file format allows",
        full_file,
    ),
    Everywhere(Attempt::EndlessOffers, "offering a draw in every turn", endless_offers),
    Everywhere(
        Attempt::HurtfulFile,
        "sending a file with 100 MB of text, 20,000 turns, a million entries or options, deeply \
         nested tables, or huge numbers",
        hurtful_files,
    ),
    Everywhere(
        Attempt::OutsideItsPlace,
        "giving seats and games names that look like paths, devices or command-line options",
        names_that_lead_elsewhere,
    ),
    Everywhere(
        Attempt::EscapeCodes,
        "putting escape codes, controls for right-to-left text, and invisible characters into a \
         name, an address or a note",
        escape_codes,
    ),
];

fn extra_keys(kind: Kind) -> Caught {
    keys::every_extra_is_refused(&game_in_progress(kind));
    Caught::Arrival(FindingKind::IllegalMove)
}

/// Checks that only the part before the harm is used, and that no one is accused.
fn unread(text: &str) -> Caught {
    let reading = read(text.as_bytes());
    let fault = reading.fault.as_ref().expect("a rejected file");
    assert!(fault.to_string().len() < 300 && fault.to_string().is_ascii(), "{fault}");
    let verdict = audit::verify(&reading);
    assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Damaged, 0));
    Caught::Unread
}

fn long_note(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind);
    let mut turn = game.compose(game.any());
    turn.note = Some("x".repeat(limits::MAX_NOTE + 1));
    game.sign(&mut turn);
    game.file.turns.push(turn);
    unread(&game.file.write())
}

/// Notes up to the limit, and one more.
fn many_notes(kind: Kind) -> Caught {
    let note = "\u{10348}".repeat(limits::MAX_NOTE);
    let most = limits::MAX_NOTES_OF_SEAT / note.len();
    let game = (11..80).map(|seed| honest(kind, seed)).find(|game| {
        let by = |seat: &str| game.file.turns.iter().filter(|turn| turn.seat == seat).count();
        by("alice").max(by("bob")) > most
    });
    // A short game can't reach the limit.
    let Some(game) = game else { return Caught::NoGain };
    let mut again = game.again();
    let mut written = std::collections::BTreeMap::new();
    for turn in &game.file.turns {
        let mut turn = turn.clone();
        turn.after = again.file.turns.last().map_or(again.id().0, Turn::hash);
        turn.note = Some(note.clone());
        again.sign(&mut turn);
        let count = written.entry(turn.seat.clone()).or_insert(0);
        *count += 1;
        if *count > most {
            again.file.turns.push(turn);
            return unread(&again.file.write());
        }
        again.mail(turn).expect("there is room yet");
    }
    panic!("it never ended")
}

/// Every key as long as a file allows, in a turn in which it isn't due.
const STUFFED: [fn(&mut Turn); 14] = [
    |turn| turn.link = Some([7; 32]),
    |turn| turn.tip = Some([7; 32]),
    |turn| turn.name = Some("\u{10348}".repeat(limits::MAX_NAME)),
    |turn| turn.mail = Some("\u{10348}".repeat(limits::MAX_MAIL)),
    |turn| turn.setup = vec![[7; 32]; 800],
    |turn| turn.eyes = vec![[7; 32]; 800],
    |turn| turn.answer.resize(800, "x".repeat(limits::ENTRY_COLUMNS)),
    |turn| turn.tokens.resize(800, [7; 32]),
    |turn| turn.moves.resize(800, "x".repeat(limits::ENTRY_COLUMNS)),
    |turn| turn.boxes.resize(32 * 800, 7),
    |turn| {
        turn.open.resize(400, "x".repeat(limits::ENTRY_COLUMNS));
        turn.salts.resize(400, [7; 32]);
    },
    |turn| turn.offer = Some("x".repeat(limits::MAX_WORD)),
    |turn| turn.seed = Some([7; 32]),
    |turn| turn.reveal.resize(800, "x".repeat(limits::ENTRY_COLUMNS)),
];

/// Notes are the only thing that players can add, and they are limited. So the opponent always has
/// room for more turns, however long the game is (`longest`).
fn full_file(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let at = game.turns() as usize;
    for change in STUFFED {
        let mut turn = long(kind).file.turns[at].clone();
        change(&mut turn);
        game.sign(&mut turn);
        assert_eq!(read(game.with_turn(turn.clone()).write().as_bytes()).fault, None, "it fits");
        let seat = seat_of(&game, &turn);
        assert_eq!(game.until(at).breach(turn).seat, seat);
    }
    Caught::Arrival(FindingKind::IllegalMove)
}

fn endless_offers(kind: Kind) -> Caught {
    let games = (11..60).map(|seed| honest(kind, seed)).filter(|game| game.file.turns.len() > 9);
    let first = games.map(|game| game.until(8)).find(|game| {
        // A declared guess leaves nothing to agree on.
        let keys = &game.players[game.due().expect("the game continues").index()];
        let plan = Plan { offer: true, ..Plan::new(game.standing().last_sent, game.any()) };
        !kind.draws() || game.table.compose(keys, &plan).is_ok()
    });
    let mut game =
        first.expect("a draw can be offered after eight turns, or `Profile::draws` is false");
    let mut offered = 0;
    loop {
        let due = game.due().expect("the game continues");
        let allowed = game.may_offer(due);
        let mut turn = game.compose(game.any());
        turn.offer = Some("draw".to_owned());
        if !allowed {
            assert!(offered > 0 || !kind.draws(), "an offer can be made");
            assert_eq!(super::mailed(&mut game, turn, due), FindingKind::IllegalMove);
            return Caught::Arrival(FindingKind::IllegalMove);
        }
        game.sign(&mut turn);
        game.mail(turn).expect("a player may offer once");
        offered += 1;
        assert!(offered < 4, "endless offers");
    }
}

fn hurtful_files(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let sound = game.file.write();
    let last = sound.rfind("[[turn]]").expect("a turn");
    let with = |text: &str| format!("{}{text}{}", &sound[..last], &sound[last..]);
    let many = |text: &str, times: usize| text.repeat(times);
    unread(&many(&sound, 1 + (100 << 20) / sound.len()));
    let end = sound.rfind(END).expect("the last line");
    unread(&with(&many(&sound[last..end], 20_000)));
    unread(&with(&format!("{}x = {}1{}\n", "[[turn]]\n", many("[", 100_000), many("]", 100_000))));
    unread(&with(&format!("[[turn]]\nx = {}1{}\n", many("{a = ", 20_000), many("}", 20_000))));
    unread(&with(&format!("[{}]\n", vec!["a"; 50_000].join("."))));
    unread(&with(&format!("[[turn]]\nmove = [{}]\n", many("\"A1\", ", 500_000))));
    unread(&with("[[turn]]\nnumber = 99999999999999999999999999\n"));
    unread(&with("[[turn]]\nnumber = -9223372036854775808\n"));
    unread(&with("[[turn]]\nnumber = 1e308\n"));
    unread(&with(&format!("[[turn]]\nnote = [\"{}\"]\n", many("x", 3 << 20))));
    let mut options = String::new();
    for number in 0..200_000 {
        let _ = writeln!(options, "o{number} = 1");
    }
    unread(&sound.replacen("[game.options]\n", &format!("[game.options]\n{options}"), 1))
}

fn names_that_lead_elsewhere(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let sound = game.file.write();
    let names = [
        "../../bob",
        "/etc/passwd",
        "..",
        ".",
        "con",
        "lpt1",
        "-rf",
        "--home",
        "bob/x",
        "bob\\\\x",
        "b ob",
        "bob.toml",
        "",
        "Bob",
        "b\\u0000",
    ];
    for name in names {
        unread(&sound.replace("\"bob\"", &format!("\"{name}\"")));
        let other_game =
            sound.replace(&format!("kind = \"{}\"", kind.id()), &format!("kind = \"{name}\""));
        let verdict = audit::verify(&read(other_game.as_bytes()));
        assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Damaged, 0), "{name}");
    }
    // Another comparison, as values instead of text.
    let mut header = game.file.game.clone();
    "../../bob".clone_into(&mut header.seats[1]);
    unread(&TurnFile { game: header, ..game.file.clone() }.write())
}

fn escape_codes(kind: Kind) -> Caught {
    let signs = [
        '\u{1b}',
        '\u{7}',
        '\u{9b}',
        '\u{202e}',
        '\u{2066}',
        '\u{200b}',
        '\u{feff}',
        '\u{7f}',
        '\n',
        '\r',
        '\u{e0041}',
        '\u{ad}',
    ];
    let fresh = long(kind).until(0);
    for sign in signs {
        let text = format!("al{sign}[2Jice");
        for key in 0..3 {
            let mut game = fresh.until(0);
            let mut turn = game.compose(Intent::Nothing);
            match key {
                0 => turn.name = Some(text.clone()),
                1 => turn.mail = Some(text.clone()),
                _ => turn.note = Some(text.clone()),
            }
            game.sign(&mut turn);
            game.file.turns.push(turn);
            unread(&game.file.write());
        }
    }
    let mut game = game_in_progress(kind);
    let mut turn = game.compose(game.any());
    turn.offer = Some("\u{1b}[2J".to_owned());
    game.sign(&mut turn);
    game.file.turns.push(turn);
    unread(&game.file.write())
}
