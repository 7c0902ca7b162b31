//! The password for a mail server: the output of a password manager, or typed. pbem never stores
//! it.

use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use zeroize::Zeroizing;

use crate::cli::environment::Environment;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::passphrase_input::typed;
use crate::cli::report::exit;

/// Maximum number of bytes to keep of the program's output. The password is its first line.
const LONGEST: u64 = 64 * 1024;
/// Interval for checking whether the program has ended.
const LOOK: Duration = Duration::from_millis(10);

/// Returns the password of a user at a host: the first line that `command` prints, or, without a
/// command, what the user types.
pub(crate) fn of(
    user: &str,
    host: &str,
    command: Option<&str>,
    around: &Environment,
) -> Result<Zeroizing<String>, CliError> {
    match command {
        Some(command) => {
            let why = |why: &str| {
                no_password(&format!("the password program {why}"))
                    .then(Next::command("pbem config smtp-password-command"))
            };
            said_by(command, around).map_err(|said| why(&said))
        }
        None if around.interactive => {
            let typed = typed(&format!("Password for {user} at {host}: "))
                .map_err(|error| no_password(&format!("can't read the password: {error}")))?;
            if typed.is_empty() { Err(no_password("no password was typed")) } else { Ok(typed) }
        }
        None => Err(CliError::usage(
            "pbem needs a terminal to ask for the password. Nothing was \
            sent.",
        )
        .then(Next::command("pbem config smtp-password-command \"pass show mail\""))),
    }
}

/// Returns the error for a message that wasn't sent, because there is no password.
fn no_password(why: &str) -> CliError {
    CliError::new(exit::TROUBLE, CliErrorKind::Mail, format!("{why}. Nothing was sent."))
}

/// Returns the first line that a program prints, or the reason why there is none.
fn said_by(command: &str, around: &Environment) -> Result<Zeroizing<String>, String> {
    let trouble = |error: io::Error| format!("cannot be run: {error}");
    // At a terminal, the program may need to print messages for the user.
    let complaints = if around.interactive { Stdio::inherit() } else { Stdio::piped() };
    let mut child = shell(command)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(complaints)
        .spawn()
        .map_err(trouble)?;
    let (said, complaint) = (all_of(child.stdout.take()), all_of(child.stderr.take()));
    let end = Instant::now() + around.patience;
    let said = said.recv_timeout(around.patience).ok();
    let status = loop {
        match child.try_wait().map_err(trouble)? {
            Some(status) if said.is_some() => break status,
            _ if Instant::now() < end => thread::sleep(LOOK),
            _ => {
                let _ = child.kill().and_then(|()| child.wait());
                return Err(format!("didn't finish within {} seconds", around.patience.as_secs()));
            }
        }
    };
    let said = said.unwrap_or_default();
    let text =
        std::str::from_utf8(&said).map_err(|_| "printed something that isn't text".to_owned())?;
    match text.lines().next() {
        _ if !status.success() => {
            let complaint = complaint.recv_timeout(10 * LOOK).unwrap_or_default();
            let complaint = String::from_utf8_lossy(&complaint)
                .lines()
                .next()
                .map(|line| format!(": {line}"))
                .unwrap_or_default();
            Err(format!("failed ({status}){complaint}"))
        }
        None | Some("") => Err("printed no password".to_owned()),
        Some(first) => Ok(Zeroizing::new(first.to_owned())),
    }
}

/// Reads a program's output to its end, but keeps only the beginning of an output that is too long.
fn all_of(from: Option<impl Read + Send + 'static>) -> Receiver<Zeroizing<Vec<u8>>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut said = Zeroizing::new(Vec::new());
        if let Some(mut from) = from {
            let _ = from.by_ref().take(LONGEST).read_to_end(&mut said);
            let _ = io::copy(&mut from, &mut io::sink());
        }
        sender.send(said)
    });
    receiver
}

/// Prepares a process that runs the command in a shell, so that `~`, quotes and pipes work.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

/// Prepares a process that runs the command without a shell. The first word is the program, the
/// other words are its arguments.
#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut words = command.split_whitespace();
    let mut program = Command::new(words.next().unwrap_or_default());
    program.args(words);
    program
}
