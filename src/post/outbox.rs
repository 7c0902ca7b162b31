//! Sends mail from this machine.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::thread;

use pbem::letters::printable;

/// Maximum length of the part of a program's error output that is shown.
const COMPLAINT: usize = 400;

/// Why an email wasn't sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SendError {
    /// The program can't be started.
    #[error("can't start the program {0}: {1}")]
    NoProgram(String, io::Error),
    /// The program received the email and failed.
    #[error("the program {program} did not accept the message{complaint}")]
    Refused {
        program: String,
        /// A colon and the program's error output, safe to print; empty if there was no output.
        complaint: String,
    },
    /// The server rejected the email, or couldn't be reached.
    #[error("{why}")]
    #[cfg_attr(not(feature = "smtp"), expect(dead_code, reason = "for mail servers"))]
    Smtp {
        /// Error message, safe to print.
        why: String,
        /// Hint for the user.
        advice: Option<&'static str>,
    },
}

impl SendError {
    #[cfg(feature = "smtp")]
    pub(super) fn smtp(why: String, advice: Option<&'static str>) -> SendError {
        SendError::Smtp { why, advice }
    }

    /// Returns a hint for the user, if there is one.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        match self {
            SendError::Smtp { advice, .. } => *advice,
            SendError::NoProgram(..) | SendError::Refused { .. } => None,
        }
    }
}

/// Sends an email with a program that works like `sendmail`: `PROGRAM -t -i` reads the recipients
/// from the headers. `program` may include arguments, separated by spaces.
///
/// # Errors
///
/// Fails if the program can't be started or fails. In either case the email probably wasn't sent.
pub(crate) fn sendmail(program: &str, letter: &[u8]) -> Result<(), SendError> {
    let mut words = program.split_whitespace();
    let name = words.next().unwrap_or("sendmail");
    let failed = |error| SendError::NoProgram(name.to_owned(), error);
    let mut child = Command::new(name)
        .args(words)
        .args(["-t", "-i"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    // Such a program expects local line endings.
    let text = String::from_utf8_lossy(letter).replace("\r\n", "\n");
    let complaints = child.stderr.take();
    let complaint = thread::spawn(move || {
        let mut said = Vec::new();
        if let Some(mut from) = complaints {
            let _ = from.by_ref().take(COMPLAINT as u64).read_to_end(&mut said);
            let _ = io::copy(&mut from, &mut io::sink());
        }
        said
    });
    // A program that fails early doesn't read to the end. Its own error message is better than
    // ours.
    let written = child.stdin.take().map_or(Ok(()), |mut to| to.write_all(text.as_bytes()));
    let status = child.wait().map_err(failed)?;
    let said = complaint.join().unwrap_or_default();
    if status.success() && written.is_ok() {
        return Ok(());
    }
    let complaint = match printable(String::from_utf8_lossy(&said).trim(), COMPLAINT) {
        nothing if nothing.is_empty() => nothing,
        said => format!(": {said}"),
    };
    Err(SendError::Refused { program: name.to_owned(), complaint })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_program_takes_the_letter_or_says_why_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let script = |name: &str, text: &str| {
            use std::os::unix::fs::PermissionsExt;
            let path = dir.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("it is written");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
                .expect("a mode");
            path.display().to_string()
        };
        let taken = dir.path().join("taken");
        let good = script("good", &format!("echo \"$@\" > {0}; cat >> {0}", taken.display()));
        sendmail(&format!("{good} -a games"), b"Subject: x\r\n\r\nhello\r\n.\r\n")
            .expect("an accepted turn");
        assert_eq!(
            std::fs::read_to_string(&taken).expect("it is there"),
            "-a games -t -i\nSubject: x\n\nhello\n.\n"
        );
        let bad = script("bad", "echo 'no such \u{1b}user' >&2; exit 67");
        let refused = sendmail(&bad, &vec![b'x'; 1 << 20]).expect_err("it fails").to_string();
        assert!(refused.ends_with("did not accept the message: no such ?user"), "{refused}");
        assert!(matches!(sendmail("/no/such/program", b""), Err(SendError::NoProgram(..))));
    }
}
