//! Sending through a small server inside the test: it must not receive passwords without TLS, and
//! errors must not lose turns.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::mailboxes::Person;
use crate::server::{ENDLESS, Manners, PASSWORD, Server, Tls};

/// Bob has started a game with alice, and mails it.
struct Sender {
    person: Person,
    game: String,
    /// Folder with bob's passwords, outside the games folder.
    safe: TempDir,
}

impl Sender {
    fn new() -> Sender {
        let (person, safe) = (Person::new("bob"), tempfile::tempdir().expect("a directory"));
        let (_, new) = person.json(&["new", "checkpoint-danger", "--with", "alice", "--random"]);
        let game = new["name"].as_str().expect("a name").to_owned();
        let sender = Sender { person, game, safe };
        sender.keep(&format!("{PASSWORD}\nuser: bob\n"));
        sender.asks(&format!("cat \"{}\"", sender.passwords().display()));
        sender
    }

    fn passwords(&self) -> PathBuf {
        self.safe.path().join("my passwords")
    }

    fn keep(&self, passwords: &str) {
        fs::write(self.passwords(), passwords).expect("it is written");
    }

    /// Sets the password program.
    fn asks(&self, command: &str) {
        self.person.ok(&["config", "smtp-password-command", command]);
    }

    fn command(&self, server: &Server, url: &str) -> std::process::Command {
        let mut command = self.person.command(&[
            "send",
            &self.game,
            "--to",
            "alice@example.org",
            "--smtp",
            &url.replace("PORT", &server.port.to_string()),
        ]);
        command.env("SSL_CERT_FILE", server.root()).env("PBEM_PATIENCE", "1");
        command
    }

    /// Mails the game in the way that fits the server.
    fn send(&self, server: &Server, tls: Tls) -> Output {
        let url = if tls == Tls::Start {
            "smtps://bob@localhost:PORT"
        } else {
            "smtp://bob@localhost:PORT"
        };
        self.done(self.command(server, url).output().expect("pbem can be run"))
    }

    /// Checks that the password is neither in the output nor in any file.
    fn done(&self, output: Output) -> Output {
        assert!(!holds_password(&output.stdout) && !holds_password(&output.stderr), "{output:?}");
        let mut folders = vec![self.person.path("")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    assert!(
                        !holds_password(&fs::read(&path).expect("it can be read")),
                        "{}",
                        path.display()
                    );
                }
            }
        }
        output
    }

    /// Checks that the turn wasn't sent, for this reason, and can still be undone.
    fn not_sent(&self, output: &Output, why: &str) {
        let said = String::from_utf8_lossy(&output.stderr);
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(why), "not `{why}`, but {words}");
        assert!(matches!(output.status.code(), Some(2 | 5)), "{output:?}");
        let (exit, undone) = self.person.json(&["undo", &self.game, "--not-mailed"]);
        assert_eq!(exit, 0, "an unsent turn can be undone: {undone}");
    }
}

fn holds_password(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    [PASSWORD.to_owned(), crate::wires::base64(PASSWORD.as_bytes()), plain()]
        .iter()
        .any(|secret| text.contains(secret.trim_end()))
}

/// The transmitted form of the password.
fn plain() -> String {
    crate::wires::base64(format!("\0bob\0{PASSWORD}").as_bytes())
}

fn letters(maildir: &Path) -> usize {
    fs::read_dir(maildir.join("new")).map_or(0, Iterator::count)
}

#[test]
fn turn_is_sent_through_a_local_server() {
    let server = Server::new(Manners::good(Tls::Never));
    let url = format!("smtp://127.0.0.1:{}", server.port);
    let maildir = |name: &str| server.maildir(name).display().to_string();
    let (alice, bob) = (Person::new("alice"), Person::new("bob"));
    let (_, new) = alice.json(&["new", "checkpoint-danger", "--with", "bob", "--random"]);
    let game = new["name"].as_str().expect("a name");
    alice.ok(&["send", game, "--to", "bob@example.org", "--smtp", &url]);
    let (_, report) = bob.json(&["receive", &maildir("bob")]);
    let file = report["games"][0]["file"].as_str().expect("a file").to_owned();
    let (_, joined) = bob.json(&["join", &file, "--random"]);
    bob.ok(&["config", "smtp", &url]);
    bob.ok(&["send", joined["name"].as_str().expect("a name")]);
    let (exit, report) = alice.json(&["receive", &maildir("alice")]);
    assert_eq!((exit, report["games"][0]["turns"].as_u64()), (0, Some(2)), "{report}");
}

#[test]
fn password_is_sent_through_tls() {
    for tls in [Tls::Start, Tls::Upgrade] {
        let (bob, server) = (Sender::new(), Server::new(Manners::good(tls)));
        let output = bob.send(&server, tls);
        assert!(output.status.success(), "{tls:?}: {output:?}");
        assert_eq!(letters(&server.maildir("alice")), 1, "{tls:?}");
        let heard = server.heard();
        let logins: Vec<_> = heard.iter().filter(|(_, line)| line.starts_with("AUTH")).collect();
        assert_eq!(logins.len(), 1, "{tls:?}: {heard:?}");
        for (secure, line) in heard {
            assert!(
                secure || ["EHLO", "STARTTLS"].iter().any(|open| line.starts_with(open)),
                "{tls:?}: in the clear: {line}"
            );
        }
        let (exit, undo) = bob.person.json(&["undo", &bob.game, "--not-mailed"]);
        assert_eq!(exit, 3, "{tls:?}: the sent turn counts: {undo}");
        let (exit, twice) = bob.person.json(&["send", &bob.game]);
        assert_eq!((exit, twice["kind"].as_str()), (3, Some("mailed")), "{tls:?}");
    }
}

#[test]
fn no_secret_is_sent_without_tls() {
    let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Never)));
    let output = bob.send(&server, Tls::Upgrade);
    let heard = server.heard();
    assert!(
        heard.iter().all(|(_, line)| ["EHLO", "QUIT"].iter().any(|open| line.starts_with(open))),
        "{heard:?}"
    );
    bob.not_sent(&output, "localhost doesn't support TLS");
    // Nor to a server that withdraws its offer of TLS.
    let instead: fn(&str) -> Option<String> =
        |line| (line == "STARTTLS").then(|| "454 not today".to_owned());
    let (bob, server) =
        (Sender::new(), Server::new(Manners { instead, ..Manners::good(Tls::Upgrade) }));
    let output = bob.send(&server, Tls::Upgrade);
    assert!(
        server
            .heard()
            .iter()
            .all(|(_, line)| !line.starts_with("AUTH") && !line.starts_with("MAIL"))
    );
    bob.not_sent(&output, "not today");
}

#[test]
fn unverified_server_receives_nothing() {
    for tls in [Tls::Start, Tls::Upgrade] {
        let stranger = Server::new(Manners { host: "mail.example.org", ..Manners::good(tls) });
        let bob = Sender::new();
        let output = bob.send(&stranger, tls);
        assert!(stranger.heard().iter().all(|(secure, _)| !secure), "{tls:?}");
        bob.not_sent(&output, "localhost has no valid certificate");

        let (bob, unknown) = (Sender::new(), Server::new(Manners::good(tls)));
        let scheme = if tls == Tls::Start { "smtps" } else { "smtp" };
        let mut command = bob.command(&unknown, &format!("{scheme}://bob@localhost:PORT"));
        let output = bob
            .done(command.env("SSL_CERT_FILE", stranger.root()).output().expect("pbem can be run"));
        assert!(unknown.heard().iter().all(|(secure, _)| !secure), "{tls:?}");
        bob.not_sent(&output, "localhost has no valid certificate");
    }
}

#[test]
fn tls_at_the_wrong_port_has_its_own_error() {
    let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Upgrade)));
    bob.not_sent(&bob.send(&server, Tls::Start), "smtp:// for a server that switches to TLS later");
    let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Start)));
    bob.not_sent(&bob.send(&server, Tls::Upgrade), "use smtps:// for port 465");
}

#[test]
fn refusal_of_a_server_is_quoted() {
    /// The server's behavior, and the message about it.
    type Case = (fn(&str) -> Option<String>, &'static str);
    let cases: [Case; 9] = [
        (|line| line.is_empty().then(|| "554 no service".to_owned()), "554): no service"),
        (
            |line| line.starts_with("AUTH").then(|| "535 5.7.8 wrong".to_owned()),
            "rejected the password of bob: permanent error (535)",
        ),
        (
            |line| line.starts_with("AUTH").then(|| format!("501 what is {line}?")),
            "rejected the password of bob. pbem",
        ),
        (
            |line| line.starts_with("AUTH").then(|| format!("535 {PASSWORD} is wrong")),
            "rejected the password of bob. pbem",
        ),
        (
            |line| line.starts_with("MAIL").then(|| "530 5.7.0 log in first".to_owned()),
            "log in first",
        ),
        (
            |line| line.starts_with("RCPT").then(|| "550 5.1.1 no such person".to_owned()),
            "(550): 5.1.1 no such person",
        ),
        (
            |line| line.starts_with("RCPT").then(|| "451 4.7.1 come back later".to_owned()),
            "(451): 4.7.1 come back later",
        ),
        (|line| (line == ".").then(|| "552 too large".to_owned()), "(552): too large"),
        (
            |line| line.starts_with("EHLO").then(|| "hello!".to_owned()),
            "doesn't answer like a mail server",
        ),
    ];
    for (instead, why) in cases {
        let (bob, server) =
            (Sender::new(), Server::new(Manners { instead, ..Manners::good(Tls::Start) }));
        bob.not_sent(&bob.send(&server, Tls::Start), why);
    }
    let (bob, server) =
        (Sender::new(), Server::new(Manners { auth: "XOAUTH2", ..Manners::good(Tls::Start) }));
    bob.not_sent(&bob.send(&server, Tls::Start), "doesn't accept passwords");
    let bob = Sender::new();
    bob.keep("another\n");
    let server = Server::new(Manners::good(Tls::Upgrade));
    bob.not_sent(&bob.send(&server, Tls::Upgrade), "wrong user or password");
}

#[test]
fn send_gives_up_on_a_dead_server() {
    let bob = Sender::new();
    let output = bob.person.run(&[
        "send",
        &bob.game,
        "--to",
        "alice@example.org",
        "--smtp",
        "smtps://bob@127.0.0.1:1",
    ]);
    bob.not_sent(&output, "can't reach 127.0.0.1");
    let silent: [fn(&str) -> Option<String>; 4] = [
        |line| line.is_empty().then(String::new),
        |line| line.starts_with("EHLO").then(String::new),
        |line| line.starts_with("AUTH").then(String::new),
        |line| (line == ".").then(String::new),
    ];
    for instead in silent {
        let (bob, server) =
            (Sender::new(), Server::new(Manners { instead, ..Manners::good(Tls::Upgrade) }));
        bob.not_sent(&bob.send(&server, Tls::Upgrade), "localhost did not answer within 1 seconds");
    }
    // A server with a different reply each time.
    let instead: fn(&str) -> Option<String> =
        |line| line.starts_with("EHLO").then(|| ENDLESS.to_owned());
    let (bob, server) =
        (Sender::new(), Server::new(Manners { instead, ..Manners::good(Tls::Start) }));
    bob.not_sent(&bob.send(&server, Tls::Start), "localhost did not answer within 5 seconds");
}

#[test]
fn missing_password_names_the_password_program() {
    let cases = [
        ("echo no key >&2; exit 3", "the password program failed (exit status: 3): no key"),
        ("echo correct-horse; false", "the password program failed (exit status: 1)."),
        ("true", "the password program printed no password"),
        ("echo; echo correct-horse", "the password program printed no password"),
        ("printf '\\377\\n'", "printed something that isn't text"),
        ("no-such-program-anywhere", "the password program failed"),
        ("sleep 20", "didn't finish within 1 seconds"),
        ("exec >&-; sleep 20", "didn't finish within 1 seconds"),
        ("yes", "didn't finish within 1 seconds"),
    ];
    for (command, why) in cases {
        let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Start)));
        bob.asks(command);
        bob.not_sent(&bob.send(&server, Tls::Start), why);
        assert_eq!(server.heard(), [], "{command}");
    }
}

#[test]
fn password_prompt_needs_a_terminal() {
    let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Start)));
    bob.asks("");
    bob.not_sent(&bob.send(&server, Tls::Start), "pbem needs a terminal to ask for the password");
    assert_eq!(server.heard(), []);
}

#[test]
fn password_in_an_address_is_refused_without_quoting() {
    let bob = Sender::new();
    let url = format!("smtps://bob:{PASSWORD}@mail.example.org");
    let output =
        bob.done(bob.person.run(&["send", &bob.game, "--to", "alice@example.org", "--smtp", &url]));
    assert_eq!(output.status.code(), Some(2));
    let output = bob.done(bob.person.run(&["config", "smtp", &url]));
    assert_eq!(output.status.code(), Some(2));
    let (_, config) = bob.person.json(&["config", "smtp"]);
    assert_eq!(config["settings"]["smtp"], Value::Null);
}

/// At a separate terminal.
#[cfg(unix)]
mod terminal {
    use std::io::{Read, Write};

    use pty_process::blocking::{Command, Pty, open};
    use rustix::termios::{LocalModes, tcgetattr};

    use super::*;

    /// Reads until a text arrives, or to the end.
    fn read_until(pty: &mut Pty, text: Option<&str>) -> String {
        let mut said = Vec::new();
        let mut byte = [0];
        // At its end a terminal gives an error on Linux.
        while let Ok(1) = pty.read(&mut byte) {
            said.push(byte[0]);
            if text.is_some_and(|text| said.ends_with(text.as_bytes())) {
                break;
            }
        }
        String::from_utf8_lossy(&said).into_owned()
    }

    /// Sends without a password program; types these keys at the prompt. Returns the terminal's
    /// output and its final state.
    fn typing(bob: &Sender, server: &Server, keys: &str) -> (String, String) {
        bob.asks("");
        let send = bob.command(server, "smtps://bob@localhost:PORT");
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", "trap : INT; \"$0\" \"$@\"; echo exit $?; stty -a"])
            .arg(send.get_program())
            .args(send.get_args());
        shell
            .current_dir(bob.person.path(""))
            .envs(send.get_envs().filter_map(|(key, value)| Some((key, value?))));
        let (mut pty, pts) = open().expect("a terminal");
        let mut child = Command::from(shell).spawn(pts).expect("a shell");
        let prompt = read_until(&mut pty, Some("Password for bob at localhost: "));
        // A person types after the terminal has stopped showing input.
        while tcgetattr(&pty).is_ok_and(|state| state.local_modes.contains(LocalModes::ECHO)) {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        pty.write_all(keys.as_bytes()).expect("a terminal");
        let shown = prompt + &read_until(&mut pty, None);
        child.wait().expect("it ends");
        assert!(!holds_password(shown.as_bytes()), "{shown}");
        let (said, state) = shown.split_once("exit ").expect("it has ended");
        (said.to_owned(), state.to_owned())
    }

    #[test]
    fn password_prompt_hides_the_input() {
        let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Start)));
        let (said, state) = typing(&bob, &server, &format!("{PASSWORD}\r"));
        assert!(said.contains("Mailed") && state.starts_with('0'), "{said}{state}");
        assert_eq!(letters(&server.maildir("alice")), 1);
    }

    #[test]
    fn ctrl_c_at_the_password_prompt_restores_the_terminal() {
        let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Start)));
        let (said, state) = typing(&bob, &server, "corr\u{3}");
        assert!(
            said.contains("can't read the password") && state.starts_with('5'),
            "{said}{state}"
        );
        let words: Vec<&str> = state.split_whitespace().collect();
        assert!(["echo", "icanon", "isig"].iter().all(|word| words.contains(word)), "{state}");
        assert_eq!(server.heard(), []);
        let (exit, _) = bob.person.json(&["undo", &bob.game, "--not-mailed"]);
        assert_eq!(exit, 0);
    }

    #[test]
    fn empty_password_is_never_sent() {
        let (bob, server) = (Sender::new(), Server::new(Manners::good(Tls::Start)));
        let (said, state) = typing(&bob, &server, "\r");
        assert!(said.contains("no password was typed") && state.starts_with('5'), "{said}{state}");
        assert_eq!(server.heard(), []);
    }

    #[test]
    fn ctrl_c_while_sending_loses_no_turn() {
        crate::ignored_signals::hear();
        let instead: fn(&str) -> Option<String> = |line| line.starts_with("RCPT").then(String::new);
        let (bob, server) =
            (Sender::new(), Server::new(Manners { instead, ..Manners::good(Tls::Start) }));
        let mut command = bob.command(&server, "smtps://bob@localhost:PORT");
        let mut child = command.env_remove("PBEM_PATIENCE").spawn().expect("pbem can be run");
        server.wait_for("RCPT");
        let killed =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()));
        assert!(!child.wait().expect("it ends").success());
        let (exit, table) = bob.person.json(&["show", &bob.game]);
        assert_eq!((exit, table["turns"].as_u64()), (0, Some(1)));
        // The turn can be sent or undone.
        let server = Server::new(Manners::good(Tls::Start));
        assert!(bob.send(&server, Tls::Start).status.success());
    }
}
