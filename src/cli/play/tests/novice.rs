//! Tests of the full screen with the habits of new users.

use pbem::crypto::Identity;
use pbem::games::Kind;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::cli::commands::backup::{self, Backup, RestoreArgs};
use crate::cli::commands::config::{self, ConfigArgs};
use crate::cli::commands::new::{self, New};
use crate::cli::play::action::Action;
use crate::cli::play::drafting::Place;
use crate::cli::play::menu;
use crate::cli::play::state::{App, Effect, MenuItem, PromptKind, Screen};
use crate::cli::play::tests::{against_a_bot, newcomer, press, screen};
use crate::cli::receiving::News;

fn kind(id: &str) -> Kind {
    Kind::published().find(|kind| kind.id() == id).expect("a game")
}

fn control(app: &mut App, letter: char) {
    app.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
}

pub(super) fn says(app: &App, text: &str) {
    let drawn = screen(app, 80, 24);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&drawn).contains(&words(text)), "no {text:?} in\n{drawn}");
}

/// Clicks on the first occurrence of the text.
fn click(app: &mut App, text: &str) {
    let drawn = screen(app, 80, 24);
    let found = drawn.lines().enumerate().find_map(|(y, line)| Some((y, line.find(text)?, line)));
    let (y, at, line) = found.unwrap_or_else(|| panic!("no {text:?} in\n{drawn}"));
    let x = pbem::render::columns(&line[..at]);
    let event = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: u16::try_from(x).expect("a column") + 1,
        row: u16::try_from(y).expect("a line"),
        modifiers: KeyModifiers::NONE,
    };
    app.mouse(event, (80, 24));
}

fn draft(app: &mut App) -> String {
    app.drafts().expect("something is drafted").drafting().draft.clone()
}

fn standing_of(app: &mut App) -> (String, u32) {
    let table = app.table().expect("a table");
    (table.word.clone(), table.file.game.standing.turns())
}

#[test]
fn leaving_with_a_draft_asks_first() {
    let (mut app, _dir) = newcomer(2);
    press(&mut app, "N\nvvv\nbob\nR");
    let hidden = draft(&mut app);
    for keys in ["qn", "\u{1b}\u{1b}", "q "] {
        press(&mut app, keys);
        assert_eq!(draft(&mut app), hidden);
    }
    press(&mut app, "q");
    says(&app, "Leave without signing? Enter or y: yes any other key: no");
    press(&mut app, "y");
    assert!(matches!(app.screens.last(), Some(Screen::Games(_))));
    against_a_bot(&mut app, kind("checkpoint-danger"));
    press(&mut app, " q");
    assert_eq!(app.prompt.as_ref().map(|prompt| &prompt.kind), Some(&PromptKind::Leave));
    press(&mut app, "n\u{8}nhello\nq");
    assert_eq!(app.prompt.as_ref().map(|prompt| &prompt.kind), Some(&PromptKind::Leave));
    press(&mut app, "\n\n");
    press(&mut app, "q");
    assert!(app.prompt.is_none());
}

#[test]
fn line_editor_handles_common_keys() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("checkpoint-danger"));
    press(&mut app, ":Fiji 3");
    control(&mut app, 'w');
    assert_eq!(draft(&mut app), "Fiji ");
    control(&mut app, 'u');
    assert_eq!(draft(&mut app), "");
    press(&mut app, "iji 4");
    control(&mut app, 'a');
    press(&mut app, "F");
    says(&app, "Move > F|iji 4");
    for code in [KeyCode::End, KeyCode::Left, KeyCode::Delete, KeyCode::Char('5')] {
        app.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
    control(&mut app, 'x');
    assert_eq!(draft(&mut app), "Fiji 5");
    press(&mut app, "\nn:zz");
    assert_eq!(draft(&mut app), "Fiji 5zz");
    press(&mut app, "\u{1b}");
    assert_eq!(draft(&mut app), "Fiji 5");
    press(&mut app, "nnever mind\u{1b}");
    assert_eq!(app.table().expect("a table").note, "");
}

#[test]
fn a_click_does_what_space_does_everywhere() {
    let (mut app, _dir) = newcomer(2);
    press(&mut app, "N");
    click(&mut app, "Enemy Agent");
    click(&mut app, "a bot: easy");
    click(&mut app, "[2]");
    assert_eq!(draft(&mut app), "agents 2");
    press(&mut app, "R\ny");
    let at = app.table().expect("a table").drafting.buttons().next().is_some();
    assert!(at, "{}", screen(&app, 80, 24));
    click(&mut app, "[");
    press(&mut app, "qyq");
    app.start(None).expect("the list");
    click(&mut app, "ea-bot");
    assert!(matches!(app.screens.last(), Some(Screen::Table(_))), "{}", screen(&app, 80, 24));
}

#[test]
fn capitalized_name_is_the_full_name() {
    let (mut app, _dir) = newcomer(2);
    app.global.as_name = None;
    press(&mut app, "N\n\nF r\n");
    says(&app, "`F r` is not a valid player name");
    press(&mut app, "\u{8}\u{8}ritz\nR\ny");
    assert!(matches!(app.screens.last(), Some(Screen::Table(_))), "{}", screen(&app, 80, 24));
    let table = app.table().expect("a table");
    let players = &table.file.game.standing.players;
    assert_eq!(table.file.game.file.game.opened_by(), "fritz");
    assert_eq!(players[0].full_name.as_deref(), Some("Fritz"));
}

/// Resigns the game on the screen.
fn give_up(app: &mut App) {
    press(app, ".");
    let Some(Screen::Menu(menu)) = app.screens.last_mut() else { panic!("no menu") };
    let at = menu.items.iter().position(|(words, _)| words == "resign the game");
    menu.at = at.expect("it is offered");
    press(app, "\ny");
}

#[test]
fn finished_game_shows_winner_and_next_steps() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("checkpoint-danger"));
    press(&mut app, " \ny");
    give_up(&mut app);
    press(&mut app, "^");
    says(&app, "Over You lost: alice resigned");
    let over = "The game is over. Press . to verify it, or for a rematch.";
    for keys in ["", "\n", " ", ":", "F3"] {
        press(&mut app, keys);
        says(&app, over);
    }
    press(&mut app, ".");
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("> rematch: play this game again"), "{drawn}");
    for refused in ["offer", "give"] {
        assert!(!drawn.contains(refused), "{drawn}");
    }
    press(&mut app, "q");
    says(&app, "R rematch V verify S share P web page");
    press(&mut app, "V");
    says(&app, "HONEST Everything hidden has been revealed");
    assert_eq!(app.said, "", "shown above");
    press(&mut app, "qS");
    says(&app, "bot beat alice");
    press(&mut app, "qP");
    says(&app, "Wrote cd-bot.html");
    press(&mut app, "R");
    says(&app, "NEW GAME Checkpoint: Danger! against bot");
    press(&mut app, "q[");
    let (_, turns) = standing_of(&mut app);
    let back = format!("Viewing turn {}. Press }} to return to the latest turn.", turns - 1);
    for keys in ["", "\n", " ", ":"] {
        press(&mut app, keys);
        says(&app, &back);
    }
    press(&mut app, "}");
    assert_eq!(app.table().expect("a table").back, None);
}

#[test]
fn rematch_starts_with_a_chosen_setup() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("checkpoint-danger"));
    press(&mut app, " \ny");
    give_up(&mut app);
    press(&mut app, ".\n");
    assert!(matches!(app.screens.last(), Some(Screen::Setting(_))), "{}", screen(&app, 80, 24));
    says(&app, "NEW GAME Checkpoint: Danger! against bot");
    press(&mut app, "q");
    assert_eq!(standing_of(&mut app).0, "cd-bot");
    press(&mut app, ".\nR\ny");
    assert_eq!(standing_of(&mut app).0, "cd-bot-2");
    assert_eq!(app.screens.len(), 2);
}

#[test]
fn new_game_is_mailed_if_configured() {
    let (mut app, _dir) = newcomer(2);
    press(&mut app, "N\nvvv\nbob\nR\ny");
    says(&app, "You sealed your setup and signed the turn. Next: mail cd-bob.toml to bob.");
    press(&mut app, "^");
    says(&app, "Turn bob, after you mail cd-bob.toml: press . to mail it");
    set(&mut app, "send-always", "true");
    assert_eq!(app.wish, None);
    press(&mut app, "qN\nvvv\ncarol\nR\ny");
    assert_eq!(standing_of(&mut app).0, "cd-carol");
    assert_eq!(app.wish, Some(Effect::Action(Action::Send)));
}

#[test]
fn turn_names_the_address_for_copies() {
    let (mut app, _dir) = newcomer(2);
    let mut args = New::default();
    (args.kind, args.game.with) = (Some("spy".to_owned()), vec!["bob".to_owned()]);
    args.setup.random = true;
    args.game.arbiter.arbiter = Some(hex::encode(Identity::from_bytes(&[9; 16]).public()));
    args.game.arbiter.arbiter_mail = Some("cup@example.org".to_owned());
    app.with(|ctx| new::run(ctx, &args)).expect("a game");
    app.open("spy-bob", false).expect("a game");
    says(
        &app,
        "Turn bob, after you mail spy-bob.toml, copy to cup@example.org: press . to mail it",
    );
}

/// The last turn in the vault may have been undone and replaced after the backup.
#[test]
fn restored_table_offers_to_send_no_turn_that_it_never_sent() {
    let (mut app, dir) = newcomer(2);
    press(&mut app, "N\nvvv\nbob\nR\ny");
    let file = Some(dir.path().join("alice.pbem-backup"));
    let args = Backup { file: file.clone(), sealed: false, hand_over: false, leave_out: false };
    app.with(|ctx| backup::backup(ctx, &args)).expect("a backup");
    let (mut copy, _other) = newcomer(3);
    let args = RestoreArgs { file, words: false, nothing_since: false };
    copy.with(|ctx| backup::restore(ctx, &args)).expect("a vault");
    copy.open("cd-bob", false).expect("a game");
    let offered = |app: &mut App| menu::items(app.table().expect("a table"));
    let sends = [Action::Send, Action::SendAgain, Action::Text].map(MenuItem::Action);
    assert!(offered(&mut copy).iter().all(|(_, choice)| !sends.contains(choice)));
    copy.mail(Action::Send);
    assert_eq!((&copy.prompt, &copy.wish), (&None, &None));
    says(&copy, "restored");
    assert!(offered(&mut app).iter().any(|(_, choice)| *choice == sends[0]));
}

fn set(app: &mut App, key: &str, value: &str) {
    let [key, value] = [key, value].map(|word| Some(word.to_owned()));
    let set = ConfigArgs { key, value, only_here: false };
    app.with(|ctx| config::run(ctx, &set)).expect("it is set");
}

#[test]
fn unknown_address_is_prompted_for_and_saved() {
    let (mut app, _dir) = newcomer(2);
    set(&mut app, "sendmail", "msmtp");
    set(&mut app, "send-always", "true");
    press(&mut app, "N\nvvv\nbob\nR\ny");
    says(&app, "bob's email address (empty: don't mail the turn):");
    press(&mut app, "b o b\n");
    says(&app, "b o b is not a valid email address.");
    says(&app, "b o b_");
    assert_eq!(app.wish, None);
    press(&mut app, "\u{8}\u{8}\u{8}\u{8}\u{8}bob@example.org\n");
    says(&app, "Mail it to bob <bob@example.org>?");
    press(&mut app, "n.\n");
    says(&app, "bob's email address");
    press(&mut app, "bob@example\u{1b}.\n");
    says(&app, "bob's email address");
    press(&mut app, "bob@example.org\n");
    assert_eq!(app.wish, None);
    press(&mut app, "y");
    assert_eq!(app.wish.take(), Some(Effect::Action(Action::Send)));
    press(&mut app, ".\n");
    assert_eq!((app.prompt.clone(), app.wish.take()), (None, Some(Effect::Action(Action::Send))));
    press(&mut app, "u\n");
    assert_eq!(app.screens.len(), 1);
    press(&mut app, "N\nvvv\ncarol\nR\ny\n");
    assert_eq!(app.wish, Some(Effect::Action(Action::Send)));
}

/// The starting spaces of both sides are above and below the largest board.
#[test]
fn largest_board_fits_80_columns() {
    let (mut app, _dir) = newcomer(1);
    against_a_bot(&mut app, kind("enemy-agent"));
    let whole = |app: &mut App| {
        for text in ["Red Hotel:", "Red Jail:", "Blue Hotel:", "Blue Jail:", "? q"] {
            says(app, text);
        }
    };
    whole(&mut app);
    press(&mut app, "[");
    whole(&mut app);
    says(&app, "LOOKING BACK");
    press(&mut app, "]:pass\n\u{1b}");
    whole(&mut app);
}

/// The keys stay below the longest text; the line `Turn` is dropped if it says nothing new.
#[test]
fn long_text_keeps_the_keys_visible() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("checkpoint-danger"));
    press(&mut app, ":zz");
    says(&app, "\"zz\" is not a call");
    press(&mut app, "\n\u{1b}:B1; B2; B3; B4\n\u{1b}^");
    insta::assert_snapshot!(screen(&app, 60, 20));
}

#[test]
fn impossible_undo_is_explained() {
    let (mut app, _dir) = newcomer(2);
    against_a_bot(&mut app, kind("checkpoint-danger"));
    press(&mut app, "u");
    assert_eq!(app.prompt, None);
    says(&app, "turn 1 has been answered, so you can't take it back");
}

/// Starts a game of Espionage with the setup of seed 2, and moves the cursor to a square.
fn at_espionage(square: &str) -> (App, tempfile::TempDir) {
    let (mut app, dir) = newcomer(2);
    against_a_bot(&mut app, kind("espionage"));
    go(&mut app, square);
    (app, dir)
}

/// Moves the cursor to a square.
fn go(app: &mut App, square: &str) {
    let drafting = &mut app.table().expect("a table").drafting;
    let board = drafting.boards.len() - 1;
    let places = (0..20).flat_map(|row| (0..20).map(move |col| (row, col)));
    let mut places = (0..=board).flat_map(|at| places.clone().map(move |(y, x)| (at, y, x)));
    let found = places.find(|(at, row, col)| {
        let cell = crate::cli::play::drafting::cells(&drafting.boards[*at], *row).get(*col);
        cell.is_some_and(|cell| cell.name == square)
    });
    let (at, row, col) = found.expect("it is on a board");
    drafting.at = Place::Square(at, row, col);
}

#[test]
fn illegal_step_is_explained() {
    let (mut app, _dir) = at_espionage("A4");
    let reasons = [
        ("A4-A6", "a piece moves one square along a row or a column"),
        ("A4-A3", "your own piece is on A3"),
        ("A5-A6", "there is no piece on A5"),
        ("B10-A10", "the piece on B10 is not yours"),
        ("A4-A5, A5-A6", "you can't move the same piece twice in a turn"),
    ];
    for (typed, why) in reasons {
        press(&mut app, &format!(":{typed}"));
        says(&app, why);
        press(&mut app, "\u{1b}");
    }
    let own: Vec<String> = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"]
        .iter()
        .flat_map(|column| (1..=4).map(move |row| format!("{column}{row}")))
        .collect();
    let mut said = Vec::new();
    for square in own {
        go(&mut app, &square);
        if app.table().expect("a table").drafting.touch().is_none() {
            press(&mut app, " ");
            said.push(app.said.clone());
        }
    }
    for why in ["never moves.", "cannot move: it has no free square next to it."] {
        assert!(said.iter().any(|said| said.ends_with(why)), "{said:?}");
    }
}

/// Checks boards with every kind of ground, in Unicode and in ASCII.
#[test]
fn every_reachable_square_has_a_symbol() {
    for seed in 1..4 {
        let (mut app, _dir) = newcomer(seed);
        against_a_bot(&mut app, kind("enemy-agent"));
        let table = app.table().expect("a table");
        let person = table.drafting.buttons().next().expect("a person who can move").draft.clone();
        crate::cli::play::drafting::Drafts::put(table, person);
        table.drafting.at = Place::Button(0);
        let hand = table.drafting.hand.clone().expect("a hand");
        let is_square = |spot: &pbem::rules::Spot| matches!(spot, pbem::rules::Spot::Square(..));
        let goals = hand.touches.iter().filter(|touch| is_square(&touch.at)).count();
        assert!(goals > 0, "{}", screen(&app, 100, 45));
        for ascii in [false, true] {
            app.theme.look.ascii = ascii;
            let drawn = screen(&app, 100, 45);
            let signs = drawn.lines().take(20).map(|line| line.matches('+').count());
            assert_eq!(signs.sum::<usize>(), goals, "{drawn}");
        }
    }
}

#[test]
fn news_keeps_the_most_important_lines() {
    let (mut app, _dir) = newcomer(1);
    against_a_bot(&mut app, kind("enemy-agent"));
    let news_of =
        |text: &str| News { name: "cd-bob".to_owned(), text: text.to_owned(), ..News::default() };
    app.mail.news =
        vec![news_of("I4 arrests 6, an AGENT"), news_of("bob moves"), news_of("bob begins")];
    app.drafts().expect("a draft").put("pass".to_owned());
    says(&app, "more: L) cd-bob: I4 arrests 6, an AGENT; cd-bob: bob begins");
    let wide = screen(&app, 100, 45);
    assert!(wide.contains("bob moves") && !wide.contains("more: L"), "{wide}");
    // Without a draft, the news always gets two lines, however long it is.
    app.drafts().expect("a draft").put(String::new());
    let text = ["the plan IS in Red 4: 5 takes it", "I3 arrests 3, an AGENT", "dan moves 12 to A4"];
    app.mail.news = text.map(news_of).into();
    says(&app, "the plan IS in Red 4: 5 takes it; cd-bob: I3 arrests 3, an AGENT");
    app.mail.news = vec![news_of("bob moves"), news_of(&"word ".repeat(60))];
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("word word..\n") && !drawn.contains("...."), "{drawn}");
    app.say("word ".repeat(60) + "end.");
    let drawn = screen(&app, 80, 24);
    assert!(drawn.contains("end.") && drawn.contains("Space select"), "{drawn}");
    press(&mut app, "L");
    says(&app, "list all turns");
}
