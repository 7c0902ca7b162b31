//! A mail server on this computer, with the parts of RFC 5321, 3207 and 4954 that a client needs.
//! It behaves as well or badly as a test wants.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tempfile::TempDir;

use crate::wires::base64;

/// Bob's password. It may only appear in the input of the server.
pub(crate) const PASSWORD: &str = "correct-horse-battery";

/// An answer that never ends.
pub(crate) const ENDLESS: &str = "250-and another word";

/// How a server offers TLS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tls {
    /// From the first byte.
    Start,
    /// By STARTTLS.
    Upgrade,
    /// Not at all.
    Never,
}

/// Behavior of a server. It serves `NAME@example.org`, and bob after login.
#[derive(Clone)]
pub(crate) struct Manners {
    pub(crate) tls: Tls,
    /// The host in its certificate.
    pub(crate) host: &'static str,
    /// The login methods that it offers.
    pub(crate) auth: &'static str,
    /// The reply to a line instead of the correct one; empty to say nothing.
    pub(crate) instead: fn(&str) -> Option<String>,
}

impl Manners {
    pub(crate) fn good(tls: Tls) -> Manners {
        Manners { tls, host: "localhost", auth: "PLAIN LOGIN", instead: |_| None }
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) port: u16,
    folder: TempDir,
    heard: Arc<Mutex<Vec<(bool, String)>>>,
}

impl Server {
    pub(crate) fn new(manners: Manners) -> Server {
        let folder = tempfile::tempdir().expect("a directory");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (config, root) = certified(manners.host);
        fs::write(folder.path().join("root.pem"), root).expect("it is written");
        let heard = Arc::default();
        let office =
            Office { manners, config, root: folder.path().to_owned(), heard: Arc::clone(&heard) };
        thread::spawn(move || {
            for (number, client) in listener.incoming().flatten().enumerate() {
                // A client that disconnects in the middle has sent nothing.
                let _ = office.serve(&client, number);
            }
        });
        Server { port, folder, heard }
    }

    /// The file with the root certificate.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("root.pem")
    }

    /// A person's Maildir.
    pub(crate) fn maildir(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The received lines, each with a flag for TLS.
    pub(crate) fn heard(&self) -> Vec<(bool, String)> {
        self.heard.lock().expect("nobody panicked").clone()
    }

    /// Waits until it receives a word.
    pub(crate) fn wait_for(&self, word: &str) {
        for _ in 0..6000 {
            if self.heard().iter().any(|(_, line)| line.starts_with(word)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("no client has sent {word}");
    }
}

/// A certificate for a host, and the root that signed it, in PEM.
fn certified(host: &str) -> (Arc<ServerConfig>, String) {
    let key = || KeyPair::generate().expect("a key");
    let mut root = CertificateParams::new(Vec::new()).expect("no names");
    root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root = CertifiedIssuer::self_signed(root, key()).expect("it signs itself");
    let own = key();
    let leaf = CertificateParams::new(vec![host.to_owned()])
        .expect("a name")
        .signed_by(&own, &root)
        .expect("it is signed");
    let secret = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(own.serialize_der()));
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![leaf.der().clone()], secret)
        .expect("they fit");
    let pem = format!(
        "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
        base64(root.der()).trim_end()
    );
    (Arc::new(config), pem)
}

trait Wire: Read + Write {}
impl<T: Read + Write> Wire for T {}

struct Office {
    manners: Manners,
    config: Arc<ServerConfig>,
    root: PathBuf,
    heard: Arc<Mutex<Vec<(bool, String)>>>,
}

impl Office {
    fn serve(&self, client: &TcpStream, number: usize) -> io::Result<()> {
        let secured = |client| -> io::Result<Box<dyn Wire>> {
            let connection =
                ServerConnection::new(Arc::clone(&self.config)).map_err(io::Error::other)?;
            Ok(Box::new(StreamOwned::new(connection, client)))
        };
        let mut secure = self.manners.tls == Tls::Start;
        let mut wire =
            if secure { secured(client.try_clone()?)? } else { Box::new(client.try_clone()?) };
        let mut people = Vec::new();
        let mut answer = (self.manners.instead)("").unwrap_or_else(|| "220 here".to_owned());
        loop {
            if answer.is_empty() {
                // Until the client gives up.
                return io::copy(&mut wire, &mut io::sink()).map(|_| ());
            }
            wire.write_all(format!("{answer}\r\n").as_bytes())?;
            wire.flush()?;
            if answer == ENDLESS {
                thread::sleep(Duration::from_millis(200));
                continue;
            }
            if answer.starts_with("220 go") {
                wire = secured(client.try_clone()?)?;
                secure = true;
            }
            let Some(line) = line(&mut wire)? else { return Ok(()) };
            self.heard.lock().expect("nobody panicked").push((secure, line.clone()));
            answer = match (self.manners.instead)(&line) {
                Some(instead) => instead,
                None if line == "DATA" => {
                    wire.write_all(b"354 go on\r\n")?;
                    wire.flush()?;
                    deliver(&mut wire, &self.root, number, &mut people)?;
                    (self.manners.instead)(".").unwrap_or_else(|| "250 taken".to_owned())
                }
                None => self.answer(&line, secure, &mut people),
            };
        }
    }

    fn answer(&self, line: &str, secure: bool, people: &mut Vec<String>) -> String {
        let Manners { tls, auth, .. } = &self.manners;
        match line.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" => {
                let upgrade = if *tls == Tls::Upgrade && !secure { "250-STARTTLS\r\n" } else { "" };
                format!("250-here\r\n{upgrade}250-AUTH {auth}\r\n250 8BITMIME")
            }
            "STARTTLS" => "220 go ahead".to_owned(),
            "AUTH" => {
                let right = format!(
                    "AUTH PLAIN {}",
                    base64(format!("\0bob\0{PASSWORD}").as_bytes()).trim_end()
                );
                (if line == right { "235 welcome" } else { "535 5.7.8 wrong user or password" })
                    .to_owned()
            }
            "RCPT" => {
                people.extend(line.split(['<', '@']).nth(1).map(str::to_owned));
                "250 ok".to_owned()
            }
            "QUIT" => "221 bye".to_owned(),
            _ => "250 ok".to_owned(),
        }
    }
}

/// The next line; `None` if the client has disconnected.
fn line(wire: &mut dyn Wire) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut byte = [0];
    while wire.read(&mut byte)? == 1 {
        match byte {
            [b'\n'] => return Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned())),
            [byte] => line.push(byte),
        }
    }
    Ok(None)
}

fn deliver(
    wire: &mut dyn Wire,
    root: &Path,
    number: usize,
    people: &mut Vec<String>,
) -> io::Result<()> {
    let mut letter = String::new();
    while let Some(line) = line(wire)?.filter(|line| line != ".") {
        letter.push_str(line.strip_prefix('.').unwrap_or(&line));
        letter.push_str("\r\n");
    }
    for person in people.drain(..) {
        let maildir = root.join(person);
        for folder in ["new", "cur"] {
            fs::create_dir_all(maildir.join(folder))?;
        }
        fs::write(maildir.join("new").join(format!("{number}.here")), &letter)?;
    }
    Ok(())
}
