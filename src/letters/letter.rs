//! The email that carries a turn.

use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::message_id::MessageId;
use mail_builder::headers::raw::Raw;
use mail_builder::mime::{BodyPart, MimePart};
use sha2::{Digest, Sha256};

use super::address::Mailbox;
use super::body::LetterBody;
use crate::turnfile::Moment;

/// A complete message (RFC 5322, MIME): the text, an HTML version, and the turn file.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Sender. If unknown, the mail program adds it.
    pub from: Option<Mailbox>,
    /// Main recipients, usually the player to move.
    pub to: Vec<Mailbox>,
    /// Other players.
    pub cc: Vec<Mailbox>,
    /// Date of the message.
    pub date: Moment,
    /// Subject and body.
    pub body: LetterBody,
    /// Ids of this message and of the messages before it, the newest first, as
    /// [`thread`](super::thread) returns them.
    pub thread: Vec<String>,
    /// Whether this message repeats an earlier message. If so, it gets a new id, because mail
    /// servers drop a second message with the same id.
    pub again: bool,
    /// Whether a mail program should open this message as a draft.
    pub draft: bool,
    /// Name of the attachment.
    pub file_name: String,
    /// Turn file.
    pub file: String,
}

/// Reason why a message could not be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LetterError(String);

impl Letter {
    /// Returns the bytes to send, with CRLF.
    ///
    /// # Errors
    /// Never fails in practice, because the message is written to memory.
    pub fn write(&self) -> Result<Vec<u8>, LetterError> {
        let mut message = MessageBuilder::new();
        if let Some(from) = &self.from {
            message = message.from(address(from));
        }
        for (people, is_to) in [(&self.to, true), (&self.cc, false)] {
            let list = Address::new_list(people.iter().map(address).collect());
            match (people.is_empty(), is_to) {
                (true, _) => {}
                (false, true) => message = message.to(list),
                (false, false) => message = message.cc(list),
            }
        }
        let mut ids = self.thread.iter();
        let id = ids.next().cloned().unwrap_or_default();
        let id = if self.again {
            id.replacen('@', &format!(".{}@", self.date.timestamp()), 1)
        } else {
            id
        };
        message = message
            .subject(self.body.subject.clone())
            .date(self.date.timestamp())
            .message_id(MessageId::new(id));
        let mut before: Vec<String> = ids.cloned().collect();
        // A repeated message replies to the original, which may have arrived after all.
        if self.again {
            before.splice(0..0, self.thread.first().cloned());
        }
        if let Some(last) = before.first() {
            message = message.in_reply_to(MessageId::new(last.clone()));
            message = message.references(MessageId::new_list(before.into_iter().rev()));
        }
        if self.draft {
            message = message.header("X-Unsent", Raw::new("1"));
        }
        let written = message.body(self.body()).write_to_vec();
        written.map_err(|error| LetterError(error.to_string()))
    }

    fn body(&self) -> MimePart<'_> {
        let mark = self.boundary();
        let words = MimePart::new(
            ContentType::new("multipart/alternative")
                .attribute("boundary", format!("{mark}-words")),
            vec![
                MimePart::new("text/plain", BodyPart::Text(self.body.text.as_str().into())),
                MimePart::new("text/html", BodyPart::Text(self.body.html.as_str().into())),
            ],
        );
        // Encode the file as base64, so that no server rewraps the text or changes its line ends.
        let file = MimePart::raw(BodyPart::Binary(self.file.as_bytes().into()))
            .header(
                "Content-Type",
                Raw::new(format!("text/plain; charset=us-ascii; name=\"{}\"", self.file_name)),
            )
            .attachment(self.file_name.as_str());
        MimePart::new(
            ContentType::new("multipart/mixed").attribute("boundary", format!("{mark}-parts")),
            vec![words, file],
        )
    }

    /// Returns the boundary between the parts. The author of a note can't predict it.
    fn boundary(&self) -> String {
        let parts = [&self.body.text, &self.body.html, &self.file];
        let hash = parts.into_iter().fold(Sha256::new(), Sha256::chain_update);
        format!("pbem-{}", hex::encode(hash.finalize().get(..12).unwrap_or_default()))
    }

    /// Returns all recipients.
    pub fn recipients(&self) -> impl Iterator<Item = &Mailbox> {
        self.to.iter().chain(&self.cc)
    }
}

fn address(person: &Mailbox) -> Address<'_> {
    let name = Some(person.name()).filter(|name| !name.is_empty());
    Address::new_address(name, person.address())
}

#[cfg(test)]
mod tests {
    use mail_parser::{MessageParser, MimeHeaders};

    use super::*;
    use crate::crypto::GameId;
    use crate::letters::{file_name, thread};

    fn letter() -> Letter {
        let person = |name, address| Mailbox::new(name, address).expect("an address");
        Letter {
            from: Some(person("Alice \u{c4}", "alice@example.org")),
            to: vec![person("bob, \"the\" <x>", "bob@example.org")],
            cc: vec![person("carol", "carol@example.org"), person("", "dave@example.org")],
            date: chrono::DateTime::from_timestamp(1_795_176_000, 0).expect("a moment"),
            body: LetterBody {
                subject: "[pbem spy 0909] turn 2: bob to move".to_owned(),
                text: "hello\n-- \nFrom me\n.\n".to_owned(),
                html: "<p>hello</p>".to_owned(),
            },
            thread: thread(GameId([9; 32]), &[[1; 32], [2; 32]]),
            again: false,
            draft: false,
            file_name: file_name("spy", GameId([9; 32]), 2),
            file: "# pbem turn file\nFrom here\n".repeat(40),
        }
    }

    #[test]
    fn another_program_reads_what_was_written() {
        let bytes = letter().write().expect("it is written");
        let message = MessageParser::default().parse(&bytes).expect("a message");
        let address = |list: Option<&mail_parser::Address<'_>>| -> Vec<(String, String)> {
            let one = |one: &mail_parser::Addr<'_>| {
                (
                    one.name().unwrap_or_default().to_owned(),
                    one.address().unwrap_or_default().to_owned(),
                )
            };
            list.map(|list| list.iter().map(one).collect()).unwrap_or_default()
        };
        let pair = |name: &str, address: &str| (name.to_owned(), address.to_owned());
        assert_eq!(address(message.from()), [pair("Alice \u{c4}", "alice@example.org")]);
        assert_eq!(address(message.to()), [pair("bob, \"the\" <x>", "bob@example.org")]);
        assert_eq!(
            address(message.cc()),
            [pair("carol", "carol@example.org"), pair("", "dave@example.org")]
        );
        assert_eq!(message.subject(), Some("[pbem spy 0909] turn 2: bob to move"));
        assert_eq!(message.message_id(), Some("pbem.0909090909090909.2.02020202@pbem.invalid"));
        assert_eq!(
            message.in_reply_to().as_text(),
            Some("pbem.0909090909090909.1.01010101@pbem.invalid")
        );
        assert_eq!(message.date().map(mail_parser::DateTime::to_timestamp), Some(1_795_176_000));
        let file = message.attachment(0).expect("the file");
        assert_eq!(
            (file.attachment_name(), file.contents()),
            (Some("spy-0909-turn2.toml"), letter().file.as_bytes())
        );
        assert_eq!(
            message.body_text(0).map(|text| text.replace("\r\n", "\n")).as_deref(),
            Some(letter().body.text.as_str())
        );
        assert!(message.body_html(0).is_some_and(|html| html.contains("<p>hello</p>")));
        assert!(
            bytes.is_ascii()
                && bytes
                    .split(|byte| *byte == b'\n')
                    .all(|line| line.len() <= 79 && (line.is_empty() || line.ends_with(b"\r")))
        );
    }

    #[test]
    fn nothing_in_a_letter_makes_a_header() {
        let mut hostile = letter();
        hostile.body.subject = "x\r\nBcc: eve@example.org\r\n\r\nbody".to_owned();
        let bytes = hostile.write().expect("it is written");
        let message = MessageParser::default().parse(&bytes).expect("a message");
        assert!(message.bcc().is_none(), "{}", String::from_utf8_lossy(&bytes));
        assert_eq!(message.attachment_count(), 1);
    }

    #[test]
    fn a_letter_sent_again_has_an_id_of_its_own_in_the_same_thread() {
        let again = Letter { again: true, draft: true, ..letter() };
        let bytes = again.write().expect("it is written");
        let message = MessageParser::default().parse(&bytes).expect("a message");
        assert_eq!(
            message.message_id(),
            Some("pbem.0909090909090909.2.02020202.1795176000@pbem.invalid")
        );
        assert_eq!(
            message.in_reply_to().as_text(),
            Some("pbem.0909090909090909.2.02020202@pbem.invalid")
        );
        assert!(String::from_utf8_lossy(&bytes).contains("X-Unsent: 1\r\n"));
    }
}
