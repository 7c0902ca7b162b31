//! Tests of help and other text on the screen, and of names and notes in any script.

use pbem::games::Kind;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::drafting::Drafts;
use super::draw::draw;
use super::state::{App, Effect, Screen};
use super::tests::{against_a_bot, newcomer, numbers, press, screen, touch_until_ready};
use crate::cli::receiving::News;
use crate::cli::view::rules;

const SIZES: [(u16, u16); 4] = [(60, 20), (60, 24), (80, 24), (120, 40)];

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns all lines of the text on the screen. Scrolls down to the end of the text.
fn read_to_the_end(app: &mut App, (width, height): (u16, u16)) -> Vec<String> {
    let mut lines = Vec::new();
    press(app, "^");
    loop {
        let drawn = screen(app, width, height);
        assert!(drawn.ends_with("l lesson  PgDn PgUp  q back\n"), "{drawn}");
        let first = drawn.lines().nth(2).unwrap_or_default().to_owned();
        lines.push(first);
        let Some(Screen::Text(pages)) = app.screens.last() else { panic!("no text: {drawn}") };
        let before = pages.from;
        press(app, "v");
        let Some(Screen::Text(pages)) = app.screens.last() else { panic!("no text: {drawn}") };
        if pages.from == before {
            let rest = drawn.lines().skip(3).take(usize::from(height) - 4);
            lines.extend(rest.map(str::to_owned));
            return lines;
        }
    }
}

#[test]
fn help_shows_keys_rules_and_the_lesson() {
    for kind in Kind::published() {
        let (mut app, _dir) = newcomer(1);
        against_a_bot(&mut app, kind);
        for size in SIZES {
            app.size = size;
            press(&mut app, "?");
            let keys = read_to_the_end(&mut app, size);
            assert!(keys.iter().any(|line| line.starts_with("Ctrl-Z")), "{keys:#?}");
            press(&mut app, "r");
            let short = read_to_the_end(&mut app, size).join("\n");
            assert_eq!(words(&short), words(kind.card()), "{kind} {size:?}");
            press(&mut app, "a");
            let all = read_to_the_end(&mut app, size).join("\n");
            let width = usize::from(size.0).min(80);
            assert_eq!(words(&all), words(&rules::all(kind, width)), "{kind} {size:?}");
            press(&mut app, "l");
            assert_eq!(app.wish.take(), Some(Effect::Lesson(kind)));
            press(&mut app, "q");
            assert!(matches!(app.screens.last(), Some(Screen::Table(_))));
        }
    }
}

#[test]
fn rules_are_one_key_from_a_new_game() {
    for (at, kind) in Kind::published().enumerate() {
        let (mut app, _dir) = newcomer(1);
        press(&mut app, &format!("N{}?", "v".repeat(at)));
        assert!(screen(&app, 80, 24).contains(&format!("{}: rules", kind.title())));
        press(&mut app, "q\n?");
        assert!(screen(&app, 80, 24).contains(&format!("{}: rules", kind.title())));
        press(&mut app, "q\n");
        if matches!(app.screens.last(), Some(Screen::Setting(_))) {
            press(&mut app, "?r");
            assert!(screen(&app, 80, 24).contains(&format!("{}: rules", kind.title())));
        }
    }
}

#[test]
fn help_fits_60_columns() {
    let (mut app, _dir) = newcomer(1);
    against_a_bot(&mut app, Kind::published().next().expect("a game"));
    app.size = (60, 60);
    press(&mut app, "?");
    insta::assert_snapshot!("help 60", screen(&app, 60, 60));
}

const NOTES: [&str; 3] = [
    "こんにちは、今日はいい天気ですね。明日の夜にまた一手打ちます。それまでに返事をください",
    "e\u{301}te\u{301} a\u{308}\u{323}rger 😀😀😀 ❤\u{fe0f} cafe\u{301} nai\u{308}ve",
    "한국어로 쓴 긴 메모입니다 이 줄은 화면보다 훨씬 넓어서 여러 줄로 나뉘어야 합니다",
];

/// Returns the lines of a screen. A wide character covers the next cell too, and never crosses the
/// edge.
fn lines(app: &App, (width, height): (u16, u16)) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw(app, &mut buffer);
    let line = |y: u16| {
        let (mut line, mut x) = (String::new(), 0);
        while x < width {
            let symbol = buffer.cell((x, y)).map_or("", |cell| cell.symbol());
            let columns = u16::try_from(pbem::render::columns(symbol)).expect("few").max(1);
            assert!(x + columns <= width, "{line}{symbol}");
            for covered in x + 1..x + columns {
                let below = buffer.cell((covered, y)).map_or("", |cell| cell.symbol());
                assert!(below.trim().is_empty(), "{line}{symbol} over {below}");
            }
            line.push_str(symbol);
            x += columns;
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// Boards, title, draft and keys keep their places regardless of notes.
#[test]
fn tables_fit_wide_and_combining_characters() {
    for kind in Kind::published() {
        let (mut app, _dir) = newcomer(1);
        against_a_bot(&mut app, kind);
        let mut numbers = numbers(7);
        for note in NOTES {
            touch_until_ready(&mut app, &mut numbers);
            app.said.clear();
            for size in SIZES {
                let plain = lines(&app, size);
                app.table().expect("a table").note = note.to_owned();
                let drawn = lines(&app, size);
                app.table().expect("a table").note.clear();
                let draft = plain.iter().position(|line| line.starts_with(" Move")).expect("one");
                for (y, (plain, drawn)) in plain.iter().zip(&drawn).enumerate() {
                    assert!(drawn.starts_with(plain.as_str()), "{kind} {size:?}: {drawn}");
                    assert!(y == draft || plain == drawn, "{kind} {size:?}: {drawn}");
                }
                let news_of = |text: &str| News {
                    name: "cd-bob".to_owned(),
                    text: text.to_owned(),
                    ..News::default()
                };
                app.mail.news = vec![news_of(note), news_of(note)];
                let drawn = lines(&app, size);
                app.mail.news.clear();
                assert_eq!((&drawn[0], drawn.last()), (&plain[0], plain.last()), "{size:?}");
                assert!(drawn.iter().any(|line| line.starts_with(" Move")), "{drawn:#?}");
            }
            // Sign a turn with this note, so that the next screens show the note.
            press(&mut app, "n");
            for ch in note.chars() {
                press(&mut app, &ch.to_string());
            }
            press(&mut app, "\n\ny");
            for size in SIZES {
                lines(&app, size);
            }
            if let Some(table) = app.table() {
                while table.take_back() {}
            }
        }
    }
}
