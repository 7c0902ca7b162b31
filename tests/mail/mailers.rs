//! Emails with a turn file in the shapes that popular mail programs produce, each different.

use std::fmt::Write;

use pbem::games::Kind;
use pbem::letters::{Search, find};

use crate::mailboxes::Person;
use crate::transformations::midgame;
use crate::wires::{base64, escaped, quoted_printable};

/// The headers of every email, and one of this mail program.
fn mail(mailer: &str, content: &str, body: &str) -> String {
    format!(
        "Return-Path: <bob@example.org>\n\
        Received: by mx.example.org with SMTPS id a1; Sat, 21 Nov 2026 08:15:00 -0800 (PST)\n\
         MIME-Version: 1.0\n{mailer}\nFrom: Bob <bob@example.org>\n\
        Date: Sat, 21 Nov 2026 08:15:00 +0100\nMessage-ID: <CA+x1@mail.example.org>\n\
         Subject: my turn\nTo: alice@example.org\n{content}\n\n{body}"
    )
}

/// Parts between boundaries; `head` comes before the boundary in the header.
fn parts(kind: &str, mark: &str, parts: &[String]) -> String {
    let mut out = format!("Content-Type: multipart/{kind}; boundary=\"{mark}\"\n\n");
    for part in parts {
        let _ = write!(out, "--{mark}\n{part}\n");
    }
    let _ = writeln!(out, "--{mark}--");
    out
}

/// An email whose body has several parts.
fn mail_of(mailer: &str, kind: &str, mark: &str, list: &[String]) -> Vec<u8> {
    let whole = parts(kind, mark, list);
    let (content, body) = whole.split_once("\n\n").expect("headers end");
    mail(mailer, content, body).into_bytes()
}

fn part(headers: &str, body: &str) -> String {
    format!("{headers}\n\n{body}")
}

/// Outlook's container for an email: attributes, each with a level, a name, a length and a checksum
/// (MS-OXTNEF).
fn winmail(attachment: Option<&[u8]>) -> Vec<u8> {
    let mut out = 0x223e_9f78_u32.to_le_bytes().to_vec();
    out.extend(1_u16.to_le_bytes());
    let mut attribute = |level: u8, id: u32, data: &[u8]| {
        out.push(level);
        out.extend(id.to_le_bytes());
        out.extend(u32::try_from(data.len()).expect("it is short").to_le_bytes());
        out.extend(data);
        out.extend(
            data.iter().fold(0_u16, |sum, byte| sum.wrapping_add(u16::from(*byte))).to_le_bytes(),
        );
    };
    attribute(1, 0x0008_9006, &0x0001_0000_u32.to_le_bytes());
    attribute(1, 0x0006_9007, &[0xe4, 4, 0, 0, 0, 0, 0, 0]);
    attribute(1, 0x0007_8008, b"IPM.Microsoft Mail.Note\0");
    if let Some(file) = attachment {
        attribute(2, 0x0006_9002, &[1, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
        attribute(2, 0x0001_8010, b"game.toml\0");
        attribute(2, 0x0006_800f, file);
    }
    out
}

/// An email from Outlook, entirely in its container.
fn outlook_packed(attachment: Option<&[u8]>) -> Vec<u8> {
    let list = [
        part(
            "Content-Type: text/plain;\n\tcharset=\"us-ascii\"\nContent-Transfer-Encoding: 7bit",
            "My turn.\n",
        ),
        part(
            "Content-Type: application/ms-tnef;\n\tname=\"winmail.dat\"\n\
            Content-Transfer-Encoding: base64\nContent-Disposition: attachment;\n\
            \tfilename=\"winmail.dat\"",
            &base64(&winmail(attachment)),
        ),
    ];
    mail_of(
        "X-Mailer: Microsoft Outlook 16.0\nX-MS-TNEF-Correlator:",
        "mixed",
        "----=_NextPart_000_0001_01DC5A00.00000000",
        &list,
    )
}

/// An email and its mail program.
type Written = (&'static str, Vec<u8>);

fn plain(body: &str) -> String {
    part("Content-Type: text/plain; charset=\"UTF-8\"", body)
}

fn page(body: &str) -> String {
    part("Content-Type: text/html; charset=\"UTF-8\"", body)
}

/// A text, as plain text and as HTML.
fn words(mark: &str) -> String {
    parts("alternative", mark, &[plain("My turn.\n"), page("<div dir=\"ltr\">My turn.</div>\n")])
}

fn google(t: &str) -> Vec<Written> {
    let gmail = [
        words("000000000000a1b2c30648f1d2e3"),
        part(
            "Content-Type: application/octet-stream; name=\"game.toml\"\n\
            Content-Disposition: attachment; filename=\"game.toml\"\n\
             Content-Transfer-Encoding: base64\nContent-ID: <f_mi8x0>\nX-Attachment-Id: f_mi8x0",
            &base64(t.as_bytes()),
        ),
    ];
    // The plain text of a reply is wrapped at about 76 columns; the HTML has it unwrapped.
    let quote = format!(
        "<div dir=\"ltr\">Yes.</div><br><div class=\"gmail_quote gmail_quote_container\"><div \
        dir=\"ltr\" class=\"gmail_attr\">On Sat, Bob wrote:<br></div><blockquote \
        class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex\">{}</blockquote></div>\n",
        t.lines().fold(String::new(), |page, line| page
            + &escaped(line).replace("  ", "&nbsp; ")
            + "<br>\n")
    );
    let gmail_reply = [plain("Yes.\n\nOn Sat, Bob wrote:\n> (see below)\n"), page(&quote)];
    vec![
        (
            "Gmail",
            mail_of("X-Gm-Message-State: AOJu0Y", "mixed", "000000000000a1b2c50648f1d2e5", &gmail),
        ),
        (
            "Gmail, a reply with the file in its page",
            mail_of("X-Gm-Message-State: AOJu0Y", "alternative", "0000000000009a", &gmail_reply),
        ),
    ]
}

fn microsoft(t: &str) -> Vec<Written> {
    let outlook = [
        words("_000_AM0PR01MB0001_"),
        part(
            "Content-Type: application/octet-stream; name=\"game.toml\"\n\
            Content-Description: game.toml\n\
            Content-Disposition: attachment; filename=\"game.toml\"; size=51234;\n\
             \tcreation-date=\"Sat, 21 Nov 2026 07:15:00 GMT\";\n\
            \tmodification-date=\"Sat, 21 Nov 2026 07:15:00 GMT\"\n\
            Content-Transfer-Encoding: base64",
            &base64(t.replace('\n', "\r\n").as_bytes()),
        ),
    ];
    vec![
        (
            "Outlook and Exchange",
            mail_of(
                "X-MS-Has-Attach: yes\nX-MS-TNEF-Correlator:",
                "mixed",
                "_004_AM0PR01MB0001_",
                &outlook,
            ),
        ),
        ("Outlook, winmail.dat", outlook_packed(Some(t.as_bytes()))),
    ]
}

fn apple(t: &str) -> Vec<Written> {
    // Apple Mail puts the attachment between the two halves of the HTML.
    let apple_inside = parts(
        "mixed",
        "Apple-Mail=_2",
        &[
            page("<html><body>My turn.<br></body></html>\n"),
            part(
                "Content-Disposition: attachment;\n\tfilename=game.toml\n\
                Content-Type: application/octet-stream;\n\tx-unix-mode=0644;\n\
                \tname=\"game.toml\"\nContent-Transfer-Encoding: quoted-printable",
                &quoted_printable(t),
            ),
            page("<html><body>Bye.</body></html>\n"),
        ],
    );
    let apple = [
        part(
            "Content-Transfer-Encoding: 7bit\nContent-Type: text/plain;\n\tcharset=us-ascii",
            "My turn.\n",
        ),
        apple_inside,
    ];
    let apple_inline = [
        part(
            "Content-Transfer-Encoding: 7bit\nContent-Type: text/plain;\n\tcharset=us-ascii",
            "My turn.\n\n",
        ),
        part(
            "Content-Disposition: inline;\n\tfilename=game.toml.txt\nContent-Type: text/plain;\n\
            \tx-unix-mode=0644;\n\tname=\"game.toml.txt\"\n\
            Content-Transfer-Encoding: quoted-printable",
            &quoted_printable(t),
        ),
        part(
            "Content-Transfer-Encoding: 7bit\nContent-Type: text/plain;\n\tcharset=us-ascii",
            "\n\nBye.\n",
        ),
    ];
    // A file with a resource fork: the fork, with the file's name in it, and the file.
    let fork = [
        b"\0\x05\x16\x07\0\x02\0\0Mac OS X        \0\x01\0\0\0\x09\0\0\0\x32\0\0\x0e\xb0pbem"
            .as_slice(),
        &[0; 3000],
    ]
    .concat();
    let apple_double = parts(
        "appledouble",
        "Apple-Mail-3",
        &[
            part(
                "Content-Transfer-Encoding: base64\nContent-Type: application/applefile;\n\
                \tname=\"game.toml\"\nContent-Disposition: attachment;\n\tfilename=game.toml",
                &base64(&fork),
            ),
            part(
                "Content-Transfer-Encoding: 7bit\nContent-Type: application/octet-stream;\n\
                \tname=\"game.toml\"\nContent-Disposition: attachment;\n\tfilename=game.toml",
                t,
            ),
        ],
    );
    let ios = [
        part(
            "Content-Type: text/plain;\n\tcharset=us-ascii\nContent-Transfer-Encoding: 7bit",
            "\n",
        ),
        part(
            "Content-Type: application/octet-stream;\n\tname=\"game 2.toml\";\n\
            \tx-apple-part-url=0C1D2E3F-0000-4000-8000-000000000001\n\
             Content-Disposition: attachment;\n\tfilename=\"game 2.toml\"\n\
            Content-Transfer-Encoding: base64",
            &base64(t.as_bytes()).replace('\n', ""),
        ),
        part(
            "Content-Type: text/plain;\n\tcharset=us-ascii\nContent-Transfer-Encoding: 7bit",
            "\n\nSent from my iPhone",
        ),
    ];
    let apple_mail = "Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3826.200.121\\))\n\
        X-Mailer: Apple Mail (2.3826.200.121)";
    let kept_by_apple = {
        let whole = mail_of(apple_mail, "mixed", "Apple-Mail=_1", &ios);
        let end = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <plist version=\"1.0\"><dict><key>flags</key><integer>1</integer></dict></plist>\n";
        [format!("{:<10}\n", whole.len()).as_bytes(), &whole, end].concat()
    };
    vec![
        ("Apple Mail", mail_of(apple_mail, "alternative", "Apple-Mail=_1", &apple)),
        ("Apple Mail, inline", mail_of(apple_mail, "mixed", "Apple-Mail=_1", &apple_inline)),
        (
            "Apple Mail, with a resource fork",
            mail_of(apple_mail, "mixed", "Apple-Mail=_1", &[plain("My turn.\n"), apple_double]),
        ),
        ("Apple Mail, its own file of a mail", kept_by_apple),
        ("iOS", mail_of("X-Mailer: iPhone Mail (23B85)", "mixed", "Apple-Mail-0C1D", &ios)),
    ]
}

fn others(t: &str) -> Vec<Written> {
    let packed = base64(t.as_bytes());
    let thunderbird = [
        part(
            "Content-Type: text/plain; charset=UTF-8; format=flowed\n\
            Content-Transfer-Encoding: 7bit",
            "My turn. \n",
        ),
        part(
            "Content-Type: text/plain; charset=UTF-8; name=\"game.toml\"\n\
            Content-Disposition: attachment; filename=\"game.toml\"\n\
            Content-Transfer-Encoding: base64",
            &packed,
        ),
    ];
    let named_at_length = "Content-Type: application/toml; name*=utf-8''M%C3%BChle.toml\n\
        Content-Disposition: attachment; filename*0*=utf-8''M%C3%BC; filename*1=hle.toml\n\
                           Content-Transfer-Encoding: 8bit";
    let list = [
        parts("mixed", "inner", &[plain("My turn.\n"), part(named_at_length, t)]),
        part(
            "Content-Type: text/plain; charset=\"us-ascii\"\nContent-Disposition: inline",
            "____________\nthe list\nhttps://lists.example.org/\n",
        ),
    ];
    let signed = [
        parts(
            "mixed",
            "inner",
            &[
                plain("My turn.\n"),
                part(
                    "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64",
                    &packed,
                ),
            ],
        ),
        part(
            "Content-Type: application/pgp-signature; name=\"signature.asc\"",
            "-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n",
        ),
    ];
    vec![
        (
            "Thunderbird",
            mail_of("User-Agent: Mozilla Thunderbird", "mixed", "------------x0", &thunderbird),
        ),
        (
            "a mailing list, a long name",
            mail_of(
                "List-Id: games <games.lists.example.org>",
                "mixed",
                "===============1==",
                &list,
            ),
        ),
        (
            "signed",
            mail_of(
                "X-Mailer: x",
                "signed; micalg=pgp-sha512; protocol=\"application/pgp-signature\"",
                "x9",
                &signed,
            ),
        ),
        (
            "saved by a Windows program",
            [b"\xef\xbb\xbf".as_slice(), &mail_of("X-Mailer: x", "mixed", "x9", &thunderbird)]
                .concat(),
        ),
    ]
}

/// The file as sent by each mail program.
fn mailers(t: &str) -> Vec<Written> {
    [google(t), microsoft(t), apple(t), others(t)].concat()
}

fn search(bytes: &[u8]) -> Search {
    find(bytes, "a test")
}

#[test]
fn turn_file_survives_popular_mail_programs() {
    for kind in Kind::published() {
        let game = midgame(kind, 7);
        for (mailer, bytes) in mailers(&game.file.write()) {
            for (ends, bytes) in [
                ("LF", bytes.clone()),
                (
                    "CRLF",
                    String::from_utf8(bytes).expect("ASCII").replace('\n', "\r\n").into_bytes(),
                ),
            ] {
                let files: Vec<_> =
                    search(&bytes).found.into_iter().map(|found| found.game.file).collect();
                assert!(
                    !files.is_empty() && files.iter().all(|file| *file == game.file),
                    "{kind}, {mailer}, {ends}: {} files",
                    files.len()
                );
            }
        }
    }
}

#[test]
fn unopened_attachments_are_named_with_advice() {
    let attached = |headers: &str, bytes: &[u8]| {
        let headers = format!("{headers}\nContent-Transfer-Encoding: base64");
        mail_of(
            "X-Mailer: x",
            "mixed",
            "x9",
            &[part("Content-Type: text/plain", "My turn.\n"), part(&headers, &base64(bytes))],
        )
    };
    let zip = [b"PK\x03\x04\x14\0\0\0\x08\0".as_slice(), &[7; 3000]].concat();
    let saved_by_outlook = [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 5000]].concat();
    let secret = mail(
        "X-Mailer: x",
        "Content-Type: application/pkcs7-mime; name=smime.p7m; smime-type=enveloped-data\n\
        Content-Transfer-Encoding: base64",
        &base64(&[0x30; 400]),
    );
    let encrypted = [
        part("Content-Type: application/pgp-encrypted", "Version: 1\n"),
        part(
            "Content-Type: application/octet-stream; name=\"encrypted.asc\"",
            "-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n",
        ),
    ];
    let cases = [
        (
            outlook_packed(None),
            "winmail.dat, in which Outlook packs attachments, has no complete turn file",
        ),
        (attached("Content-Type: application/zip; name=game.zip", &zip), "unpack the archive"),
        (zip, "unpack the archive"),
        (saved_by_outlook, "save the attachment"),
        (secret.into_bytes(), "save its attachment"),
        (
            mail_of(
                "X-Mailer: x",
                "encrypted; protocol=\"application/pgp-encrypted\"",
                "x9",
                &encrypted,
            ),
            "decrypt it",
        ),
    ];
    let person = Person::new("zoe");
    for (bytes, advice) in cases {
        let path = person.path("a.eml");
        std::fs::write(&path, &bytes).expect("it is written");
        let (exit, json) = person.json(&["receive", &path.display().to_string()]);
        assert_eq!((exit, json["kind"].as_str()), (4, Some("no-turn-file")), "{advice}");
        assert!(
            json["message"].as_str().is_some_and(|message| message.contains(advice)),
            "{advice}: {json}"
        );
        // In a folder full of mail it could be anyone's archive.
        let other = person.path("b.eml");
        std::fs::write(&other, mail("X-Mailer: x", "Content-Type: text/plain", "no game"))
            .expect("it is written");
        let (_, json) =
            person.json(&["receive", &path.display().to_string(), &other.display().to_string()]);
        assert!(
            json["message"].as_str().is_some_and(|message| !message.contains(advice)),
            "{json}"
        );
    }
}

#[test]
fn truncated_winmail_is_refused() {
    let game = midgame(Kind::Checkpoint, 5);
    let text = game.file.write();
    let search = search(&outlook_packed(Some(&text.as_bytes()[..text.len() * 2 / 3])));
    assert_eq!((search.found.len(), search.damaged.len()), (0, 1));
}
