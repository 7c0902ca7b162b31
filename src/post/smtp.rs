//! Sends mail through a server, with TLS.
//!
//! Never sends secrets in the clear. Without TLS, pbem connects only to a server on this machine,
//! and never sends a password.

use std::error::Error as _;
use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use lettre::address::{Address, Envelope};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{SmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use mail_parser::decoders::base64::base64_decode;
use pbem::letters::{Letter, Server, printable};
use zeroize::Zeroizing;

use super::outbox::SendError;

/// Maximum length of the part of a server's message that is shown.
const WORDS: usize = 300;
/// Limit for the whole conversation, as a multiple of the limit for one answer, so that a server
/// that answers very slowly can't block forever.
const PATIENCE_IN_ALL: u32 = 5;

/// Sends an email through a server. Uses the password once and doesn't store it. Gives up if the
/// server doesn't answer for `patience`.
///
/// # Errors
///
/// Fails if the server can't be reached, has no valid certificate, or rejects the email. The error
/// never contains the password, even if the server repeats it.
pub(crate) fn smtp(
    server: &Server,
    password: Option<&str>,
    letter: &Letter,
    patience: Duration,
) -> Result<(), SendError> {
    let unfit = |error: &dyn std::fmt::Display| {
        SendError::smtp(format!("can't prepare the message for the server: {error}"), None)
    };
    let address = |text: &str| text.parse::<Address>().map_err(|error| unfit(&error));
    let from = letter.from.as_ref().ok_or_else(|| unfit(&"it has no sender"))?;
    let to = letter
        .recipients()
        .map(|person| address(person.address()))
        .collect::<Result<Vec<_>, _>>()?;
    let envelope =
        Envelope::new(Some(address(from.address())?), to).map_err(|error| unfit(&error))?;
    let bytes = letter.write().map_err(|error| unfit(&error))?;
    let talk = Talk {
        server: server.clone(),
        password: password.map(|password| Zeroizing::new(password.to_owned())),
        patience,
    };
    // `patience` limits each answer, but not the DNS lookup, so a second timer limits everything.
    let (sender, receiver) = mpsc::channel();
    let silent = talk.silent(patience * PATIENCE_IN_ALL);
    thread::spawn(move || sender.send(talk.hand_over(&envelope, &bytes)));
    receiver.recv_timeout(patience * PATIENCE_IN_ALL).unwrap_or(Err(silent))
}

/// A conversation with a server.
struct Talk {
    server: Server,
    password: Option<Zeroizing<String>>,
    patience: Duration,
}

impl Talk {
    fn hand_over(&self, envelope: &Envelope, letter: &[u8]) -> Result<(), SendError> {
        let Server { tls: from_the_start, user, host, port } = &self.server;
        let hello = ClientId::default();
        let tls = TlsParameters::new(host.clone()).map_err(|error| self.failed(&error))?;
        let place = (host.as_str(), port.unwrap_or(if *from_the_start { 465 } else { 587 }));
        let line = SmtpConnection::connect(
            place,
            Some(self.patience),
            &hello,
            from_the_start.then_some(&tls),
            None,
        );
        let mut line = line.map_err(|error| self.failed(&error))?;
        if !line.is_encrypted() && (user.is_some() || !self.server.is_here()) {
            if !line.can_starttls() {
                line.abort();
                return Err(self.no_tls());
            }
            line.starttls(&tls, &hello).map_err(|error| self.failed(&error))?;
        }
        if let (Some(user), Some(password), true) = (user, &self.password, line.is_encrypted()) {
            let credentials = Credentials::new(user.clone(), password.to_string());
            if let Err(error) = line.auth(&[Mechanism::Plain, Mechanism::Login], &credentials) {
                line.abort();
                return Err(if error.is_client() {
                    self.no_login()
                } else {
                    self.not_let_in(user, &error)
                });
            }
        }
        line.send(envelope, letter).map_err(|error| self.failed(&error))?;
        // The server has accepted the email, so an error here doesn't matter.
        let _ = line.quit();
        Ok(())
    }

    fn no_tls(&self) -> SendError {
        let why =
            format!("{} doesn't support TLS, and pbem doesn't send without TLS", self.server.host);
        SendError::smtp(
            why,
            Some("use smtps://USER@HOST for a server that uses TLS from the start of a connection"),
        )
    }

    fn no_login(&self) -> SendError {
        let why = format!("{} doesn't accept passwords", self.server.host);
        SendError::smtp(
            why,
            Some("pbem send GAME -o turn.eml  # write a draft for your mail program"),
        )
    }

    fn not_let_in(&self, user: &str, error: &Error) -> SendError {
        if error.status().is_none() {
            return self.failed(error);
        }
        let why =
            format!("{} rejected the password of {user}{}", self.server.host, self.words(error));
        SendError::smtp(why, Some("many providers require an app password: pbem help mail"))
    }

    fn silent(&self, patience: Duration) -> SendError {
        let why =
            format!("{} did not answer within {} seconds", self.server.host, patience.as_secs());
        let advice =
            if self.server.tls { "use smtp:// for port 587" } else { "use smtps:// for port 465" };
        SendError::smtp(why, Some(advice))
    }

    fn failed(&self, error: &Error) -> SendError {
        let host = &self.server.host;
        let io = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        match (io, error.status()) {
            // Unix and Windows report a late answer as different kinds of error.
            (Some(io), _)
                if matches!(io.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock) =>
            {
                self.silent(self.patience)
            }
            (Some(io), _)
                if io.kind() == io::ErrorKind::InvalidData
                    && io.to_string().contains("certificate") =>
            {
                let words = printable(&io.to_string(), WORDS);
                SendError::smtp(
                    format!("{host} has no valid certificate: {words}"),
                    Some("check the name of the server"),
                )
            }
            (Some(io), _) if io.kind() == io::ErrorKind::InvalidData && self.server.tls => {
                let why =
                    format!("{host} doesn't use TLS from the start of a connection on this port");
                let hint = "use smtp:// for a server that switches to TLS later (STARTTLS), \
                            usually on port 587";
                SendError::smtp(why, Some(hint))
            }
            (Some(io), _) => SendError::smtp(
                format!("can't reach {host}: {}", printable(&io.to_string(), WORDS)),
                None,
            ),
            (None, Some(_)) => SendError::smtp(
                format!("{host} did not accept the message{}", self.words(error)),
                None,
            ),
            (None, None) => SendError::smtp(
                format!("{host} doesn't answer like a mail server{}", self.words(error)),
                None,
            ),
        }
    }

    /// Returns the server's message, with a colon in front. Empty if the message repeats the
    /// password, as some servers do with commands that they don't understand.
    fn words(&self, error: &Error) -> String {
        let text = error.to_string();
        let repeats = self.password.as_deref().is_some_and(|password| {
            let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "+/=".contains(sign);
            let mut words =
                text.split(|sign| !is_sign(sign)).filter_map(|word| base64_decode(word.as_bytes()));
            text.contains(password.as_str())
                || words.any(|word| String::from_utf8_lossy(&word).contains(password.as_str()))
        });
        if repeats { String::new() } else { format!(": {}", printable(&text, WORDS)) }
    }
}
