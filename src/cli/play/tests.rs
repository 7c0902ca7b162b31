//! Tests of the full screen without a terminal: keys in, cells out.

mod marks;
mod novice;

use std::collections::BTreeSet;

use pbem::games::Kind;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tempfile::TempDir;

use super::action::Action;
use super::drafting::{Drafts, Place};
use super::draw::draw;
use super::menu;
use super::state::{App, MenuItem, PromptKind, Screen};
use super::table::Check;
use crate::cli::environment::Environment;
use crate::cli::global::GlobalArgs;

/// Returns a player with an empty vault, whose secrets are derived from the number `seed`.
pub(super) fn newcomer(seed: u64) -> (App, TempDir) {
    let dir = tempfile::tempdir().expect("a folder");
    let around = Environment { interactive: true, ..Environment::still(dir.path(), seed) };
    let home = Some(dir.path().join("vault"));
    let global = GlobalArgs { as_name: Some("alice".to_owned()), home, ..GlobalArgs::default() };
    let mut app = App::new(global, around);
    app.start(None).expect("an empty list");
    (app, dir)
}

/// Presses keys: one per character; `\n` is Enter, `<` and `>` are left and right, `^` and `v` are
/// up and down.
pub(super) fn press(app: &mut App, keys: &str) {
    for sign in keys.chars() {
        let code = match sign {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '\u{8}' => KeyCode::Backspace,
            '\u{1b}' => KeyCode::Esc,
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            sign => KeyCode::Char(sign),
        };
        app.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
}

pub(super) fn screen(app: &App, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw(app, &mut buffer);
    let line = |y: u16| {
        let cells = (0..width).filter_map(|x| buffer.cell((x, y)));
        cells.map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned() + "\n"
    };
    (0..height).map(line).collect()
}

/// Starts a game against the easy bot by pressing keys, with a random setup.
pub(super) fn against_a_bot(app: &mut App, kind: Kind) {
    let at = Kind::published().position(|one| one == kind).expect("it is in the list");
    press(app, &format!("N{}\n\n", "v".repeat(at)));
    if matches!(app.screens.last(), Some(Screen::Setting(_))) {
        press(app, "R\n\n");
    }
    assert!(matches!(app.screens.last(), Some(Screen::Table(_))), "{}", screen(app, 80, 24));
}

/// Selects squares and buttons until the draft is complete; `numbers` chooses them.
pub(super) fn touch_until_ready(app: &mut App, numbers: &mut impl Iterator<Item = usize>) {
    for _ in 0..400 {
        let Some(table) = app.table() else { return };
        if matches!(table.check, Check::Good(_) | Check::Vain(_) | Check::Idle) {
            return;
        }
        let touches = table.drafting.hand.as_ref().map(|hand| &hand.touches);
        let Some(touches) = touches.filter(|touches| !touches.is_empty()) else { return };
        let at = numbers.next().unwrap_or(0) % touches.len();
        let draft = touches[at].draft.clone();
        table.put(draft);
    }
}

pub(super) fn numbers(seed: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(seed), |last| {
        Some(last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    })
    .map(|number| number >> 33)
}

/// Returns the words of a screen except its boards, which move with the cursor.
fn words(app: &App, width: u16, height: u16) -> BTreeSet<String> {
    let drawn = screen(app, width, height);
    let boards = match app.screens.last() {
        Some(Screen::Table(table)) if table.as_list => 0..0,
        Some(Screen::Table(_) | Screen::Setting(_)) => {
            // The news starts further up if there is room.
            let news = drawn.lines().position(|line| line.starts_with(" News"));
            1..news.unwrap_or(usize::from(height) - 8)
        }
        Some(Screen::Menu(menu)) if app.screens.len() > 2 => {
            1..usize::from(height) - menu.items.len() - 4
        }
        _ => 0..0,
    };
    let lines = drawn.lines().enumerate().filter(|(at, _)| !boards.contains(at));
    let words = lines.flat_map(|(_, line)| line.split_whitespace());
    words.map(|word| word.trim_end_matches(['.', ';']).to_owned()).collect()
}

/// Asserts that no word is cut, however narrow the screen is: each word on a narrow screen also
/// occurs on a wide screen. Names are exempt, because they can have any length.
fn assert_words_are_whole(app: &mut App) {
    for ascii in [false, true] {
        app.theme.look.ascii = ascii;
        let mut whole = words(app, 200, 60);
        // The long line of keys on a wide screen doesn't have these words.
        whole.extend(["keys", "back", "PgDn,", "PgUp", ""].map(str::to_owned));
        // These words occur only where pbem leaves lines out, and on a wide screen everything fits.
        whole.extend(["(1", "(2", "(3", "(4", "(5", "more:", "L)"].map(str::to_owned));
        for (width, height) in [(60, 20), (80, 24), (120, 30)] {
            let words = words(app, width, height).into_iter();
            let cut = words.filter(|word| !whole.contains(word) && !word.contains("-n"));
            let cut: Vec<String> = cut.collect();
            assert!(cut.is_empty(), "{cut:?} in\n{}", screen(app, width, height));
        }
    }
    app.theme.look.ascii = false;
}

#[test]
fn no_word_is_cut_on_narrow_screens() {
    for kind in Kind::published() {
        let (mut app, _dir) = newcomer(1);
        assert_words_are_whole(&mut app);
        press(&mut app, "N");
        assert_words_are_whole(&mut app);
        press(&mut app, "q");
        against_a_bot(&mut app, kind);
        let mut numbers = numbers(7);
        for _ in 0..2 {
            assert_words_are_whole(&mut app);
            touch_until_ready(&mut app, &mut numbers);
            assert_words_are_whole(&mut app);
            press(&mut app, "\n");
            assert_words_are_whole(&mut app);
            press(&mut app, "\n");
            assert_words_are_whole(&mut app);
        }
        for keys in [":zz", "\n\u{1b}", "nhello\n", "l", "l.", "q?", "q\t", "t1 2 3", "\u{1b}"] {
            press(&mut app, keys);
            assert_words_are_whole(&mut app);
        }
    }
}

#[test]
fn the_list_of_games_fits_narrow_screens() {
    let (mut app, _dir) = newcomer(1);
    against_a_bot(&mut app, Kind::published().next().expect("a game"));
    press(&mut app, "q");
    for friend in ["bob", "carolina-north", "a-nearly-endless-nickname"] {
        press(&mut app, &format!("N\nvvv\n{friend}\nR\ny"));
        while app.screens.len() > 1 {
            press(&mut app, "q");
        }
    }
    assert_words_are_whole(&mut app);
    insta::assert_snapshot!("list of games 60", screen(&app, 60, 20));
    insta::assert_snapshot!("list of games 80", screen(&app, 80, 24));
    assert!(screen(&app, 59, 24).contains("too small"));
    for (width, height) in [(1, 1), (7, 3), (60, 1), (300, 100)] {
        screen(&app, width, height);
    }
}

#[test]
fn empty_vault_shows_first_steps() {
    let (app, _dir) = newcomer(1);
    insta::assert_snapshot!(screen(&app, 80, 24));
}

#[test]
fn each_game_fits_all_screen_widths() {
    for kind in Kind::published() {
        let (mut app, _dir) = newcomer(1);
        against_a_bot(&mut app, kind);
        let mut numbers = numbers(7);
        for _ in 0..2 {
            touch_until_ready(&mut app, &mut numbers);
            press(&mut app, "\n\n");
        }
        touch_until_ready(&mut app, &mut numbers);
        app.said.clear();
        for (width, height) in [(80, 24), (60, 20), (120, 30)] {
            let name = format!("{kind} {width}");
            insta::assert_snapshot!(name, screen(&app, width, height));
        }
        app.theme.look.ascii = true;
        let ascii = screen(&app, 80, 24);
        assert!(ascii.is_ascii(), "{ascii}");
        insta::assert_snapshot!(format!("{kind} ascii"), ascii);
        press(&mut app, "l");
        insta::assert_snapshot!(format!("{kind} list"), screen(&app, 80, 24));
    }
}

#[test]
fn each_setup_can_be_chosen_on_the_screen() {
    for (at, kind) in Kind::published().enumerate() {
        let (mut app, _dir) = newcomer(1);
        press(&mut app, &format!("N{}\n\n", "v".repeat(at)));
        if matches!(app.screens.last(), Some(Screen::Setting(_))) {
            press(&mut app, " ");
            insta::assert_snapshot!(format!("{kind} setup"), screen(&app, 80, 24));
        }
    }
}

#[test]
fn signing_needs_a_confirmation() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, Kind::published().next().expect("a game"));
    let turns = |app: &mut App| app.table().expect("a table").file.game.standing.turns();
    let before = turns(&mut app);
    press(&mut app, " \n");
    assert_eq!(app.prompt.as_ref().map(|prompt| &prompt.kind), Some(&PromptKind::Sign));
    press(&mut app, "x");
    assert_eq!(turns(&mut app), before);
    assert_eq!(app.said, "Canceled. Nothing was done.");
    press(&mut app, "\ny");
    assert!(turns(&mut app) > before);
}

/// A mistake at a prompt is explained, and the typed text can be corrected.
#[test]
fn prompt_repeats_after_a_mistake() {
    let (mut app, _dir) = newcomer(2);
    press(&mut app, "N\nvvv\nB!b\n");
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("`B!b` is not a valid player name"), "{drawn}");
    assert!(drawn.contains("B!b_"), "{drawn}");
    press(&mut app, "\u{8}\u{8}\u{8}bob\n");
    assert!(matches!(app.screens.last(), Some(Screen::Setting(_))), "{}", screen(&app, 80, 24));
    press(&mut app, "q");
    against_a_bot(&mut app, Kind::published().next().expect("a game"));
    press(&mut app, ":zz\n");
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("Move   > zz_") && drawn.contains("\"zz\" is not a call"), "{drawn}");
    press(&mut app, "\u{8}\u{8}F3\n");
    assert_eq!(app.prompt.as_ref().map(|prompt| &prompt.kind), Some(&PromptKind::Sign));
}

/// Messages suggest whole commands. If the user pastes a command for this game, its move becomes
/// the draft.
#[test]
fn pasted_command_becomes_its_move() {
    let kind = Kind::published().next().expect("a game");
    for (typed, draft) in [
        ("pbem turn cd-bot \"F3; F4\"", Some("F3; F4")),
        ("pbem turn F3", Some("F3")),
        ("pbem turn cd-bot F3 --send", None),
        ("pbem turn other.toml F3", None),
        ("pbem show cd-bot", None),
    ] {
        let (mut app, _dir) = newcomer(2);
        against_a_bot(&mut app, kind);
        press(&mut app, &format!(":{typed}\n"));
        let prompt_kind = app.prompt.as_ref().map(|prompt| prompt.kind.clone());
        assert_eq!(
            prompt_kind,
            draft.map(|_| PromptKind::Sign),
            "{typed}: {}",
            screen(&app, 80, 24)
        );
        // After a command that isn't a move, the screen says why.
        assert!(draft.is_some() || !app.said.is_empty(), "{typed}");
        let now = app.table().map(|table| table.drafting.draft.clone()).unwrap_or_default();
        assert_eq!(now, draft.unwrap_or_default(), "{typed}");
    }
}

#[test]
fn menu_of_new_games_describes_them() {
    for (width, height) in [(60, 20), (80, 24)] {
        let (mut app, _dir) = newcomer(2);
        press(&mut app, "N");
        let drawn = screen(&app, width, height);
        for kind in Kind::published() {
            let line = drawn.lines().find(|line| line.contains(kind.title()));
            assert!(line.is_some_and(|line| line.contains(kind.about())), "{kind}: {drawn}");
        }
    }
}

#[test]
fn declining_is_offered_only_after_a_guess() {
    let (mut app, _dir) = newcomer(2);
    let spy = Kind::published().find(|kind| kind.decline().is_some()).expect("a game");
    against_a_bot(&mut app, spy);
    let table = app.table().expect("a table");
    assert!(table.is_due());
    let items = menu::items(table);
    assert!(items.iter().all(|(_, item)| *item != MenuItem::Action(Action::Decline)), "{items:?}");
}

/// The screen shows the draft as the user would type it, whatever keys the user presses.
#[test]
fn random_keys_do_no_harm() {
    let presses = std::env::var("PBEM_KEYS").ok().and_then(|keys| keys.parse().ok());
    let presses: usize = presses.unwrap_or(600);
    let keys = "      \n\nvvv^^<<>>\t\t\t\u{8}\u{8}:A1;dmxnh[]l.?yqRN-5uLVSP";
    let keys: Vec<char> = keys.chars().collect();
    for kind in Kind::published() {
        let (mut app, _dir) = newcomer(3);
        against_a_bot(&mut app, kind);
        let mut numbers = numbers(11);
        for _ in 0..presses {
            let at = numbers.next().unwrap_or(0) % keys.len();
            press(&mut app, &keys[at].to_string());
            app.wish = None;
            if app.is_over() {
                app.start(None).expect("the list");
                press(&mut app, "\n");
            }
            let drawn = screen(&app, 80, 24);
            let in_front = matches!(app.screens.last(), Some(Screen::Table(_)));
            let is_typed = app.prompt.is_some();
            if let Some(table) = app.table().filter(|_| in_front && !is_typed) {
                let draft = table.drafting.draft.clone();
                let end_of_draft: String = draft.chars().rev().take(20).collect();
                let end_of_draft: String = end_of_draft.chars().rev().collect();
                assert!(drawn.contains(end_of_draft.trim()), "{draft}\n{drawn}");
            }
        }
    }
}

/// Plays a whole game of each kind, only by selecting and confirming.
#[test]
fn whole_games_can_be_played_by_selecting() {
    for kind in Kind::published() {
        let (mut app, dir) = newcomer(5);
        against_a_bot(&mut app, kind);
        let mut numbers = numbers(13);
        for _ in 0..turns_of(kind) {
            let table = app.table().expect("a table");
            if table.file.game.standing.due.is_none() {
                break;
            }
            touch_until_ready(&mut app, &mut numbers);
            press(&mut app, "\n");
            if app.prompt.is_none() {
                // The draft led nowhere: try another.
                while app.table().is_some_and(Drafts::take_back) {}
                continue;
            }
            press(&mut app, "y");
        }
        let table = app.table().expect("a table");
        let text = table.file.game.file.write();
        let verdict = pbem::audit::verify(&pbem::turnfile::read(text.as_bytes()));
        assert!(verdict.findings.is_empty(), "{kind}: {:?}", verdict.findings);
        assert!(table.file.game.standing.turns() > 6, "{kind}: {}", screen(&app, 80, 24));
        drop(dir);
    }
}

/// Returns the maximum number of turns to play. A random game can be long.
fn turns_of(kind: Kind) -> usize {
    if kind.id() == "espionage" || kind.id() == "enemy-agent" { 25 } else { 80 }
}

#[test]
fn click_moves_the_cursor_and_selects() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, Kind::published().next().expect("a game"));
    let drawn = screen(&app, 80, 24);
    let (row, line) =
        drawn.lines().enumerate().find(|(_, line)| line.contains("C Canadian   C")).expect("a row");
    let column = pbem::render::columns(line) - 2;
    let press = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: u16::try_from(column).expect("a column"),
        row: u16::try_from(row).expect("a line"),
        modifiers: KeyModifiers::NONE,
    };
    app.mouse(press, (80, 24));
    assert!(screen(&app, 80, 24).contains("Move   > Canadian"), "{}", screen(&app, 80, 24));
}

#[test]
fn second_order_is_typed_after_a_separator() {
    let (mut app, _dir) = newcomer(11);
    against_a_bot(&mut app, Kind::EnemyAgent);
    let mut numbers = numbers(3);
    for _ in 0..40 {
        touch_until_ready(&mut app, &mut numbers);
        let table = app.table().expect("a table");
        let draft = table.drafting.draft.clone();
        if table.drafting.with_separator() == draft {
            table.put(String::new());
            numbers.next();
            continue;
        }
        press(&mut app, ":");
        let typed = |app: &App| app.prompt.as_ref().expect("a prompt").line.text();
        assert_eq!(typed(&app), format!("{draft}; "));
        press(&mut app, "I1 ");
        assert_eq!(typed(&app), format!("{draft}; I1 "));
        press(&mut app, "\u{1b}");
        assert_eq!(app.table().expect("a table").drafting.draft, draft);
        press(&mut app, ":\n");
        assert_eq!(app.table().expect("a table").drafting.draft, draft);
        return;
    }
    panic!("no draft lets more people move");
}

#[test]
fn legend_explains_the_board_on_the_screen() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, Kind::from_id("checkpoint-danger").expect("a kind"));
    let narrow = screen(&app, 60, 30);
    assert!(narrow.contains("what you know") && !narrow.contains("YOUR MAP"), "{narrow}");
    assert!(narrow.contains("p  called by opponent") && !narrow.contains("(3)"), "{narrow}");
    app.table().expect("a table").drafting.at = Place::Square(0, 3, 4);
    let narrow = screen(&app, 60, 30);
    assert!(narrow.contains("YOUR MAP") && narrow.contains("(3)"), "{narrow}");
}
