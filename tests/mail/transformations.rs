//! The changes that mail programs make to a file, applied to a file of every game: pbem reads it
//! exactly, or rejects it. It never reads a different game.

use pbem::games::Kind;
use pbem::letters::{Letter, LetterBody, Mailbox, file_name, find, thread};
use pbem::table::OpenGame;
use pbem::turnfile::TurnFile;

use crate::play::{Game, moment};
use crate::wires::{
    base64, behind, escaped, flowed, message, multipart, quoted_printable, utf16, uuencoded,
    wrapped,
};

/// A game of this kind in progress, with a note that a wrapping program would break.
pub(crate) fn midgame(kind: Kind, turns: usize) -> Game {
    let mut game = Game::new(kind, usize::from(*kind.seats().start()), &[], 7);
    while game.file.turns.len() < turns && game.step(game.any()).is_some() {}
    game
}

fn letter(game: &Game) -> Vec<u8> {
    let game = OpenGame::new(game.file.clone(), game.table.clone());
    let standing = &game.standing;
    let name = file_name(standing.kind.id(), standing.id, standing.turns());
    let letter = Letter {
        from: Mailbox::new("alice", "alice@example.org"),
        to: Mailbox::new("bob", "bob@example.org").into_iter().collect(),
        cc: Vec::new(),
        date: moment(0),
        body: LetterBody::new(&game, None, None, Some("https://example.org/pbem.html"), moment(0)),
        thread: thread(standing.id, &standing.hashes),
        again: false,
        draft: false,
        file_name: name,
        file: game.file.write(),
    };
    letter.write().expect("it is written")
}

const TEXT: &str = "Content-Type: text/plain; charset=utf-8";

/// In the middle of a text, with a signature below.
fn pasted(body: &str) -> Vec<u8> {
    message(TEXT, &format!("Hello,\n\nmy turn:\n\n{body}\nSee you.\n-- \nBob = \u{1f642}\n"))
}

/// Changes in transit, except quoting and wrapping. Each leaves the signed text intact, so pbem
/// must read it.
#[expect(clippy::too_many_lines, reason = "a list with an entry for each change")]
fn harmless(game: &Game) -> Vec<(String, Vec<u8>)> {
    let text = game.file.write();
    let t = text.as_str();
    let html = |body: String| {
        message(
            "Content-Type: text/html; charset=utf-8",
            &format!("<html><body>{body}</body></html>"),
        )
    };
    let attached = |headers: &str, body: String| {
        multipart("mixed", &[(TEXT, "Hello,\nhere it is.\n".to_owned()), (headers, body)])
    };
    let as_base64 = "Content-Type: text/plain; name=\"spy.toml\"\n\
                     Content-Transfer-Encoding: base64\nContent-Disposition: attachment";
    let lines = |format: &dyn Fn(&str) -> String| -> String { t.lines().map(format).collect() };
    let mbox = |body: Vec<u8>| {
        [b"From bob@example.org Sat Nov 21 08:15:00 2026\n".as_slice(), &body, b"\n"].concat()
    };
    let nested = String::from_utf8(attached(as_base64, base64(t.as_bytes()))).expect("it is ASCII");
    let mut ways: Vec<(String, Vec<u8>)> = vec![
        ("the file itself".into(), t.into()),
        ("the email of pbem send".into(), letter(game)),
        ("CRLF".into(), t.replace('\n', "\r\n").into()),
        ("CR alone".into(), t.replace('\n', "\r").into()),
        ("within a text, uuencoded".into(), pasted(&uuencoded(t.as_bytes(), "`"))),
        ("the same, blanks at the ends lost".into(), pasted(&uuencoded(t.as_bytes(), " "))),
        (
            "attached, uuencoded".into(),
            attached(
                "Content-Type: application/octet-stream\nContent-Transfer-Encoding: x-uuencode",
                uuencoded(t.as_bytes(), "`"),
            ),
        ),
        ("saved, uuencoded".into(), format!("Hello,\n{}", uuencoded(t.as_bytes(), " ")).into()),
        ("a byte order mark".into(), format!("\u{feff}{t}").into()),
        ("UTF-16, little end first".into(), utf16(&format!("\u{feff}{t}"), u16::to_le_bytes)),
        ("UTF-16, big end first, no mark".into(), utf16(t, u16::to_be_bytes)),
        ("attached, 7bit".into(), attached("Content-Type: text/plain; charset=us-ascii", t.into())),
        ("attached, base64".into(), attached(as_base64, base64(t.as_bytes()))),
        (
            "attached, base64 of CRLF".into(),
            attached(as_base64, base64(t.replace('\n', "\r\n").as_bytes())),
        ),
        (
            "attached, quoted-printable".into(),
            attached(
                "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable",
                quoted_printable(t),
            ),
        ),
        (
            "attached, as octets, with a hostile name".into(),
            attached(
                "Content-Type: application/octet-stream\nContent-Transfer-Encoding: BASE64\n\
                Content-Disposition: attachment; filename=\"../../.profile\"",
                base64(t.as_bytes()),
            ),
        ),
        (
            "attached, as a picture".into(),
            attached(
                "Content-Type: image/png; name=x.png\nContent-Transfer-Encoding: base64",
                base64(t.as_bytes()),
            ),
        ),
        (
            "attached, UTF-16 and said so".into(),
            attached(
                "Content-Type: text/plain; charset=utf-16le\nContent-Transfer-Encoding: base64",
                base64(&utf16(t, u16::to_le_bytes)),
            ),
        ),
        (
            "attached, a list's words below the base64".into(),
            attached(as_base64, format!("{}\n_______\nThe list. a=b\n", base64(t.as_bytes()))),
        ),
        (
            "only the body, base64".into(),
            message(
                "Content-Type: text/plain\nContent-Transfer-Encoding: base64",
                &base64(t.as_bytes()),
            ),
        ),
        ("pasted, a signature below".into(), pasted(t)),
        (
            "pasted, CRLF".into(),
            String::from_utf8(pasted(t)).expect("it is a text").replace('\n', "\r\n").into(),
        ),
        ("pasted, quoted-printable not decoded".into(), pasted(&t.replace('=', "=3D"))),
        ("pasted, double spaced".into(), pasted(&t.replace('\n', "\n\n"))),
        ("pasted, after a tab".into(), pasted(&behind("\t", t))),
        ("pasted, blanks at the ends".into(), pasted(&t.replace('\n', "  \n"))),
        (
            "pasted, said to be latin-1".into(),
            [
                message("Content-Type: text/plain; charset=iso-8859-1", "Gr"),
                b"\xfc\xdfe\n".to_vec(),
                t.into(),
            ]
            .concat(),
        ),
        (
            "pasted, windows-1252, quotes and blanks made beautiful".into(),
            [
                message("Content-Type: text/plain; charset=windows-1252", ""),
                t.replace('"', "\u{201c}").replace("  ", "\u{a0} ").into_bytes(),
            ]
            .concat(),
        ),
        ("a page, preformatted".into(), html(format!("<pre>{}</pre>", escaped(t)))),
        ("a page, br".into(), html(lines(&|line| format!("{}<br>\n", escaped(line))))),
        (
            "a page, div and hard blanks".into(),
            html(lines(&|line| format!("<div>{}</div>", escaped(line).replace(' ', "&nbsp;")))),
        ),
        (
            "a page, p, in a quotation".into(),
            html(format!(
                "<blockquote>{}</blockquote>",
                lines(&|line| format!("<p>{}</p>\n", escaped(line)))
            )),
        ),
        (
            "as text and as HTML".into(),
            multipart(
                "alternative",
                &[
                    (TEXT, t.into()),
                    ("Content-Type: text/html", format!("<pre>{}</pre>", escaped(t))),
                ],
            ),
        ),
        (
            "forwarded as a message".into(),
            multipart(
                "mixed",
                &[(TEXT, "see below".into()), ("Content-Type: message/rfc822", nested.clone())],
            ),
        ),
        (
            "forwarded as a message in base64".into(),
            multipart(
                "mixed",
                &[(
                    "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64",
                    base64(nested.as_bytes()),
                )],
            ),
        ),
        ("a mailbox".into(), mbox(nested.clone().into_bytes())),
        ("a mailbox, From escaped".into(), mbox(message(TEXT, &format!(">From here on:\n\n{t}")))),
        ("no header but a subject".into(), format!("Subject: x\n\n{t}").into()),
        (
            "a longer file below, from another turn".into(),
            pasted(&format!("{t}\nOn Friday I wrote:\n{}", behind("> ", t))),
        ),
    ];
    ways.extend(quoted_and_wrapped(t));
    ways
}

/// Changes of mail programs to the lines of a text.
fn quoted_and_wrapped(t: &str) -> Vec<(String, Vec<u8>)> {
    let mut ways: Vec<(String, Vec<u8>)> = Vec::new();
    for sign in ["> ", ">", ">> ", "> > > ", "| ", "    ", " "] {
        ways.push((format!("quoted behind `{sign}`"), pasted(&behind(sign, t))));
    }
    for columns in 72..=78 {
        ways.push((format!("wrapped at {columns}"), pasted(&wrapped(t, columns))));
        for sign in ["> ", ">> ", "> > > "] {
            ways.push((
                format!("quoted with `{sign}`, then wrapped at {columns}"),
                pasted(&wrapped(&behind(sign, t), columns)),
            ));
        }
    }
    for columns in [64, 66, 72, 76] {
        for delsp in [false, true] {
            let said = if delsp { "format=flowed; delsp=yes" } else { "format=flowed" };
            let body = flowed(t, columns, delsp);
            ways.push((
                format!("{said}, {columns} columns"),
                message(&format!("Content-Type: text/plain; {said}"), &body),
            ));
            let quoted: String = body.lines().flat_map(|line| ["> ", line, "\n"]).collect();
            ways.push((
                format!("{said}, {columns} columns, quoted"),
                message(&format!("Content-Type: text/plain; {said}"), &quoted),
            ));
        }
        ways.push((
            format!("flowed at {columns} and not said"),
            pasted(&flowed(t, columns, false)),
        ));
        ways.push((
            format!("flowed at {columns}, blanks stripped"),
            pasted(&flowed(t, columns, false).replace(" \n", "\n")),
        ));
    }
    ways
}

/// Changes to the signed text. pbem must reject each and name the damage.
fn harmful(game: &Game) -> Vec<(String, String)> {
    let text = game.file.write();
    let lines: Vec<&str> = text.lines().collect();
    let mut ways = vec![
        ("a blank more in a seat".to_owned(), text.replacen("seat = \"", "seat = \" ", 1)),
        ("the last line lost".to_owned(), lines[..lines.len() - 1].join("\n")),
        ("cut in the middle".to_owned(), lines[..lines.len() / 2].join("\n")),
        ("all in upper case".to_owned(), text.to_uppercase()),
        ("every O for a zero".to_owned(), text.replace('0', "O")),
    ];
    for at in (0..lines.len()).filter(|at| lines[*at].trim().starts_with('"')).step_by(7) {
        let mut changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let last = changed[at].rfind(|sign: char| sign.is_ascii_hexdigit()).expect("a digit");
        let other = if changed[at].as_bytes()[last] == b'0' { "1" } else { "0" };
        changed[at].replace_range(last..=last, other);
        ways.push((format!("another digit in line {}", at + 1), changed.join("\n") + "\n"));
        changed.remove(at);
        ways.push((format!("line {} lost", at + 1), changed.join("\n") + "\n"));
    }
    ways
}

/// The games in the input, and the number of damaged ones.
fn found(bytes: &[u8]) -> (Vec<TurnFile>, usize) {
    let search = find(bytes, "a test");
    (search.found.into_iter().map(|found| found.game.file).collect(), search.damaged.len())
}

/// A row of the table of all changes: `cargo test --release --test mail transformations --
/// --nocapture` prints it.
#[expect(clippy::print_stdout, reason = "the table is for people")]
fn row(kind: Kind, what: &str, is_kept: bool) {
    println!("{:<18} {:<8} {what}", kind.id(), if is_kept { "kept" } else { "refused" });
}

#[test]
fn harmless_changes_by_mail_programs_are_undone() {
    let mut unread = Vec::new();
    let mut tried = 0;
    for kind in Kind::published() {
        let game = midgame(kind, 7);
        for (what, bytes) in harmless(&game) {
            tried += 1;
            let (files, damaged) = found(&bytes);
            assert!(files.iter().all(|file| *file == game.file), "{kind}, {what}: ANOTHER GAME");
            row(kind, &what, !files.is_empty());
            if files.is_empty() {
                unread.push(format!("{kind}, {what}: {damaged} damaged"));
            }
        }
    }
    assert!(unread.is_empty(), "{} of {tried} ways not read:\n{}", unread.len(), unread.join("\n"));
}

#[test]
fn changes_of_meaning_are_refused() {
    let (mut tried, mut taken) = (0, 0);
    for kind in Kind::published() {
        let game = midgame(kind, 5);
        for (what, text) in harmful(&game) {
            for bytes in [text.clone().into_bytes(), message(TEXT, &behind("> ", &text))] {
                tried += 1;
                let (files, _) = found(&bytes);
                assert!(
                    files.iter().all(|file| *file == game.file),
                    "{kind}, {what}: ANOTHER GAME"
                );
                row(kind, &what, !files.is_empty());
                // Text between the markers that has no meaning may change.
                taken += usize::from(!files.is_empty());
            }
        }
    }
    assert_eq!(taken, 0, "of {tried}");
}

#[test]
fn two_files_in_a_message_are_found() {
    let [one, other] = [Kind::Checkpoint, Kind::Spy].map(|kind| midgame(kind, 4));
    let mail = multipart(
        "mixed",
        &[(TEXT, one.file.write()), ("Content-Type: application/toml", other.file.write())],
    );
    assert_eq!(found(&mail), (vec![one.file, other.file], 0));
}

/// The sender decides what is between the markers of uuencode.
#[test]
fn bad_uuencoding_is_refused_quickly() {
    let game = midgame(Kind::Checkpoint, 4);
    let whole = uuencoded(game.file.write().as_bytes(), "`");
    let open = whole.replace("`\nend\n", "");
    assert_eq!(found(&pasted(&open)), (vec![game.file.clone()], 0), "the end is missing");
    let half = &whole[..whole.len() / 2];
    assert_eq!(found(half.as_bytes()), (vec![], 1), "half of it is damaged");
    for (what, spoilt) in [
        ("lines that say that they are shorter", whole.replace("\nM", "\nJ")),
        ("lines that say that they are longer", whole.replace("\nM", "\nP")),
        (
            "a line that is lost",
            whole
                .split_inclusive('\n')
                .enumerate()
                .filter(|(at, _)| *at != 9)
                .map(|(_, line)| line)
                .collect(),
        ),
    ] {
        assert_eq!(found(&pasted(&spoilt)).0, [], "{what}");
    }
    // 8 MB of lines that claim the maximum length, and as many starts.
    for line in ["M\n", "!1\n", "begin 644 x\n", "M0123\n"] {
        let much = format!("begin 644 game.toml\n{}", line.repeat((8 << 20) / line.len()));
        assert_eq!(found(&pasted(&much)), (vec![], 0), "{line:?}");
    }
}

#[test]
fn archives_are_never_opened() {
    // The start of a zip archive that would unpack to more than any disk has, and of one stored
    // without compression.
    let bomb = [b"PK\x03\x04\x14\x00\x00\x00\x08\x00".as_slice(), &vec![0; 200_000]].concat();
    let mail = multipart(
        "mixed",
        &[("Content-Type: application/zip\nContent-Transfer-Encoding: base64", base64(&bomb))],
    );
    assert_eq!(found(&mail), (vec![], 0));
}

#[test]
fn prose_about_turn_files_is_not_reported_as_damage() {
    let mail =
        message(TEXT, "The file begins with\n# pbem turn file\nand then comes the header.\n");
    assert_eq!(found(&mail), (vec![], 0));
}
