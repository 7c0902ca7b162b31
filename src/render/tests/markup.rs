//! Pages and tables for emails: complete, well-formed, and without markup from outside.

use super::scenes;
use crate::render::{Frame, Head, Look, html_table, plain, replay};
use crate::rules::Names;
use crate::rules::scene::Scene;

/// A name that would be markup in any context without escaping.
const NASTY: &str = r#"<b>&"x'</b><script>"#;

fn head() -> Head {
    Head {
        title: "Checkpoint: Danger!    cd-{1}     turn 12, round 8".to_owned(),
        lines: vec!["{1} calls Fiji 3".to_owned()],
    }
}

fn frames(scene: &Scene) -> Vec<Frame> {
    let frame = |turn: u32| Frame {
        turn,
        heading: format!("Turn {turn}, {{1}}"),
        lines: vec!["{1} calls".to_owned()],
        notes: vec!["<i>{1}</i>".to_owned()],
        breaches: if turn == 2 { vec!["{1} answered 3".to_owned()] } else { Vec::new() },
        views: vec![("As {1} saw it".to_owned(), scene.clone())],
    };
    (1..=3).map(frame).collect()
}

fn all_looks(scene: &Scene, names: &Names) -> [String; 2] {
    [html_table(scene, names), replay("checkpoint-danger", &frames(scene), names, &head())]
}

/// Checks that every element is closed in order, attributes are quoted, and no `&` is unescaped.
fn check_balance(markup: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = markup;
    while let Some(at) = rest.find('<') {
        check_entities(&rest[..at]);
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        let name =
            tag.trim_start_matches('/').split([' ', '\n', '/']).next().expect("a first part");
        let quotes = tag.matches('"').count();
        assert_eq!(quotes, 2 * tag.matches("=\"").count(), "<{tag}>");
        assert!(!tag.contains('<'), "<{tag}>");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if !tag.ends_with('/') && !matches!(name, "!DOCTYPE" | "meta" | "br" | "input") {
            open.push(name);
        }
        if matches!(name, "style" | "script") && !tag.starts_with('/') {
            let close = rest.find(&format!("</{name}>")).expect("an end of the style or script");
            let is_plain = tag.ends_with("id=\"game\"") || name == "style";
            assert!(!is_plain || !rest[..close].contains(['<', '&']), "it holds no markup");
            rest = &rest[close..];
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

fn check_entities(text: &str) {
    for after in text.split('&').skip(1) {
        let name = after.split(';').next().expect("a first part");
        let number = name.strip_prefix('#').is_some_and(|number| number.parse::<u32>().is_ok());
        assert!(number || ["amp", "lt", "gt", "quot"].contains(&name), "&{name}");
    }
}

#[test]
fn markup_is_balanced() {
    for scene in scenes::all().into_iter().chain([Scene::default()]) {
        for markup in all_looks(&scene, &scenes::names()) {
            check_balance(&markup);
        }
    }
}

#[test]
fn untrusted_text_is_escaped() {
    let names = Names::new([NASTY, NASTY]);
    let plain_tags = all_looks(&with_names_everywhere(), &scenes::names())
        .map(|markup| markup.matches('<').count());
    let nasty = all_looks(&with_names_everywhere(), &names);
    for (markup, plain_tags) in nasty.iter().zip(plain_tags) {
        check_balance(markup);
        assert_eq!(markup.matches('<').count(), plain_tags, "no tag more than with plain names");
        assert!(!markup.contains("<b>"));
        let data = markup.split("id=\"game\">").nth(1).and_then(|data| data.split('<').next());
        let outside = markup.replace(data.unwrap_or("\0"), "");
        assert!(!outside.contains("\"x"), "no quotation mark ends an attribute");
        assert!(markup.contains("&lt;b&gt;&amp;&quot;x&#39;&lt;/b&gt;&lt;script&gt;"));
    }
}

/// Returns a scene in which every string contains a name.
fn with_names_everywhere() -> Scene {
    let mut scene = scenes::espionage();
    scene.legend.extend(["{0}".to_owned(), "{1}".to_owned()]);
    scene.facts.push(("{0}".to_owned(), "{1}".to_owned()));
    scene.may.push("{0}".to_owned());
    scene.list.push("{1}".to_owned());
    scene.heading = "{0}".to_owned();
    for board in &mut scene.boards {
        board.title = "{1}".to_owned();
        board.columns[0] = "{0}".to_owned();
        for row in &mut board.rows {
            if let crate::rules::scene::Row::Cells { label, name, cells } = row {
                (*label, *name) = ("{0}".to_owned(), "{1}".to_owned());
                for cell in cells {
                    cell.tip = "{1}".to_owned();
                }
            }
        }
        board.rows.push(crate::rules::scene::Row::Band("{1}".to_owned()));
    }
    scene
}

#[test]
fn control_signs_become_a_harmless_sign() {
    let names = Names::new(["a\u{1b}[31m\u{0}", "b\u{ffff}"]);
    let looks = all_looks(&with_names_everywhere(), &names);
    for markup in &looks {
        assert!(markup.chars().all(|sign| sign == '\n' || sign.is_ascii_graphic() || sign == ' '));
        assert!(markup.contains("b&#65533;"));
    }
    let [mail, replay] = &looks;
    assert!(replay.contains("a\\u001b[31m\\u0000"), "JSON escapes control characters");
    assert!(mail.contains("a&#65533;[31m&#65533;"));
}

#[test]
fn markup_loads_nothing() {
    for markup in scenes::all().iter().flat_map(|scene| all_looks(scene, &scenes::names())) {
        let without_namespace = markup.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http:", "https:", "url(", "@import", " src=", " href="] {
            assert!(!without_namespace.contains(outside), "{outside}");
        }
    }
}

#[test]
fn email_has_no_style_sheet() {
    for scene in scenes::all() {
        let table = html_table(&scene, &scenes::names());
        assert!(!table.contains("<style") && !table.contains("class=") && !table.contains("<svg"));
    }
    let table = html_table(&scenes::checkpoint(), &scenes::names());
    assert_eq!(table.matches("<table").count(), 2);
    assert!(table.contains(">(3)</td>") && table.contains("BOB: what you know"));
}

/// Returns markup without its tags, with the entities for `<`, `>` and `'` decoded.
fn text_of(markup: &str) -> String {
    let parts = markup.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text));
    parts.collect::<String>().replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'")
}

/// In an email a board that is wider than a phone is small text in its own scrolling box, with
/// characters that need no color and have the same width everywhere.
#[test]
fn wide_board_is_small_in_an_email() {
    for scene in [scenes::espionage(), scenes::enemy_agent()] {
        let mail = html_table(&scene, &scenes::names());
        assert!(!mail.contains("<table"));
        let board = mail.split("<pre ").nth(1).and_then(|pre| pre.split("</pre>").next());
        let board = board.expect("a board").split_once('>').expect("its style");
        assert!(board.0.contains("font-size:11px") && board.0.contains("overflow-x:auto"));
        assert!(board.1.contains("<span style=\"background:"));
        let drawn = crate::render::board(&scene.boards[0], &scenes::names()).lines.join("\n");
        let set = text_of(&format!("<b>{}", board.1)).replace("&#183;", "·");
        let ascii = |text: &str| plain(text, Look { ascii: true, ..Look::default() });
        assert!(!set.contains('&'), "{set}");
        assert_eq!(ascii(set.trim_matches('\n')), ascii(&drawn));
    }
}

#[test]
fn replay_is_compact_and_explains_missing_scripts() {
    let game = "checkpoint-danger";
    let page = replay(game, &frames(&scenes::checkpoint()), &scenes::names(), &head());
    assert_eq!(page.matches("<script type=\"application/json\" id=\"game\">").count(), 1);
    assert_eq!(page.matches("BOB: what you know").count(), 1);
    assert!(page.contains("<noscript><p>Scripts can't run here"));
}

#[test]
fn nothing_in_a_replay_can_end_its_data() {
    let mut frames = frames(&scenes::checkpoint());
    frames[1].notes = vec!["</script><!--<script>{1}\u{2028}".to_owned()];
    let names = Names::new(["]]>--></noscript>", NASTY]);
    let page = replay("spy", &frames, &names, &head());
    let data = page.split("id=\"game\">").nth(1).expect("data");
    let data = data.split("</script>").next().expect("an end");
    assert!(data.is_ascii() && !data.contains(['<', '>', '&']));
    let data: serde_json::Value = serde_json::from_str(data).expect("it is JSON");
    let values = data["values"].as_array().expect("a list");
    let note = "</script><!--<script>{1}\u{2028}";
    assert!(
        values.iter().any(|value| value == note),
        "a note is unchanged, without names filled in"
    );
    assert_eq!(page.matches("</noscript>").count(), 1);
}
