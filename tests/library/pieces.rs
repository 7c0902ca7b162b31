//! Pieces: turns that arrive without their file. They continue the known file like its own turns,
//! or are rejected. No input causes a panic, a hang, or unbounded memory.

use pbem::crypto::Stream;
use pbem::games::Kind;
use pbem::letters::{self, Fragment, FragmentError};
use pbem::rules::Numbers;
use pbem::table::{self, OpenGame};
use pbem::turnfile::TurnFile;

use crate::games::facts;
use crate::hostile::{spoil, tries};
use crate::meddle;
use crate::play::{Game, bytes, fewest};

/// Returns the pieces in a text.
fn pieces(text: &str) -> Vec<Fragment> {
    let search = letters::find(text.as_bytes(), "a chat");
    assert!(search.found.is_empty() && search.damaged.is_empty());
    search.pieces
}

/// Returns the only piece in a text.
fn piece(text: &str) -> Fragment {
    let mut pieces = pieces(text);
    assert_eq!(pieces.len(), 1, "{text}");
    pieces.remove(0)
}

/// Opens a valid file.
fn opened(file: TurnFile) -> OpenGame {
    let (table, fault) = table::open(&file).expect("a game");
    assert_eq!(fault, None);
    OpenGame::new(file, table)
}

/// Returns the game after this number of turns.
fn after(file: &TurnFile, turns: usize) -> OpenGame {
    opened(TurnFile { game: file.game.clone(), turns: file.turns[..turns].to_vec() })
}

/// Returns a game with some turns.
fn game_in_progress(kind: Kind, seed: u64) -> Game {
    let mut game = Game::new(kind, fewest(kind), &[], seed);
    while game.file.turns.len() < 5 {
        let any = game.any();
        assert!(game.step(any).is_some(), "{kind} {seed}: over after {} turns", game.turns());
    }
    game
}

#[test]
fn piece_continues_the_known_file() {
    for &kind in Kind::ALL {
        let game = game_in_progress(kind, 4);
        let file = &game.file;
        assert_eq!(file.piece(0), None);
        assert_eq!(file.piece(file.turns.len()), None);
        for known in 1..file.turns.len() {
            let text = file.piece(known).expect("there are turns");
            assert!(text.is_ascii() && text.lines().all(|line| line.len() <= 72), "{text}");
            let id = hex(file);
            let loose = piece(&format!("[21:08, 22/11] bob: {text}bye"));
            assert!(loose.is_of(&id) && loose.first() == u32::try_from(known + 1).ok());
            for behind in known..=file.turns.len() {
                let joined = loose.join(&after(file, behind)).expect("it goes on it");
                assert_eq!(joined.file, *file, "{kind}, {known}, {behind}");
            }
            let gap = loose.join(&after(file, known - 1));
            assert_eq!(gap.err(), Some(FragmentError::Gap(u32::try_from(known + 1).expect("few"))));
        }
    }
}

fn hex(file: &TurnFile) -> String {
    hex::encode(file.game.id())
}

#[test]
fn piece_survives_mail_programs() {
    let game = game_in_progress(Kind::ALL[0], 4);
    let text = game.file.piece(4).expect("a turn");
    let changed: [&dyn Fn(&str) -> String; 4] = [
        &|line| format!("{line}\n\n"),
        &|line| format!("> {line}\r\n"),
        &|line| format!(">> {line}   \n"),
        &|line| format!("{}\n", line.trim_start()),
    ];
    for change in changed {
        let text: String = text.lines().map(change).collect();
        let joined = piece(&text).join(&after(&game.file, 4)).expect("it is undone");
        assert_eq!(joined.file, game.file);
    }
}

#[test]
fn piece_of_another_game_is_refused() {
    for &kind in Kind::ALL {
        let (one, other) = (game_in_progress(kind, 4), game_in_progress(kind, 6));
        let text = other.file.piece(4).expect("a turn");
        assert!(!piece(&text).is_of(&hex(&one.file)));
        // It claims to belong to this game.
        let lying = text.replacen(&hex(&other.file)[..16], &hex(&one.file)[..16], 1);
        let loose = piece(&lying);
        assert!(loose.is_of(&hex(&one.file)));
        for turns in 4..=5 {
            assert!(loose.join(&after(&one.file, turns)).is_err(), "{kind}");
        }
    }
}

#[test]
fn piece_with_another_version_of_a_turn_is_a_normal_file() {
    for &kind in Kind::ALL {
        let mut game = meddle::game_in_progress(kind, facts(kind).small, 4);
        let before = game.file.clone();
        let any = game.any();
        let one = game.compose_with(|plan| plan.intent = any.clone());
        let two = game.compose_with(|plan| {
            plan.intent = any;
            plan.note = Some("no, wait".to_owned());
        });
        let with = |turn: &pbem::turnfile::Turn| {
            let turns = before.turns.iter().chain([turn]).cloned().collect();
            TurnFile { game: before.game.clone(), turns }
        };
        let text = with(&two).piece(before.turns.len()).expect("a turn");
        // The vault decides which of the two counts, as with whole files.
        let joined = piece(&text).join(&opened(with(&one))).expect("it is signed");
        assert_eq!(joined.file, with(&two), "{kind}");
    }
}

#[test]
fn cut_doubled_or_swollen_piece_is_refused() {
    let game = game_in_progress(Kind::ALL[0], 4);
    let (file, known) = (&game.file, after(&game.file, 3));
    let text = file.piece(3).expect("two turns");
    for cut in 0..text.rfind("# end of ").expect("an end") + 8 {
        for loose in pieces(&text[..cut]) {
            assert!(loose.join(&known).is_err(), "cut at {cut}");
        }
    }
    assert_eq!(pieces(&text.repeat(3)).len(), 3);
    let last = &text[text.rfind("[[turn]]").expect("a turn")..text.rfind("# end").expect("an end")];
    let doubled = text.replacen("# end", &format!("{last}# end"), 1);
    assert!(matches!(piece(&doubled).join(&known), Err(FragmentError::Damaged(_))));
    let first = text.find("[[turn]]").expect("a turn");
    for junk in ["[[turn]]\n", "note = [\n", "\"x\",\n", "x\n", "number = 4\n"] {
        let swollen = junk.repeat((8 << 20) / junk.len());
        let swollen = [&text[..first], &swollen, &text[first..]].concat();
        for loose in letters::find(swollen.as_bytes(), "swollen").pieces {
            assert!(loose.join(&known).is_err(), "{junk}");
        }
    }
    let many = letters::find(text.repeat((8 << 20) / text.len()).as_bytes(), "many");
    assert!(many.pieces.len() <= 64, "{}", many.pieces.len());
}

#[test]
fn spoiled_piece_gives_the_sent_turns_or_none() {
    for &kind in Kind::ALL {
        let game = game_in_progress(kind, 4);
        let (file, known) = (&game.file, after(&game.file, 3));
        let text = file.piece(3).expect("two turns");
        let mut numbers = Stream::from_seed(bytes(9, kind.id()));
        let numbers: &mut dyn Numbers = &mut numbers;
        for round in 0..tries(40, 200) {
            let spoilt = spoil(text.as_bytes(), numbers);
            for loose in letters::find(&spoilt, "fuzz").pieces {
                if let Ok(joined) = loose.join(&known) {
                    let same = file.turns.starts_with(&joined.file.turns);
                    assert!(same, "{kind}, round {round}: other turns");
                }
            }
        }
    }
}
