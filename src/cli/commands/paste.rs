//! `pbem paste`: read an email or a turn that is pasted into the terminal.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use clap::Args;
use pbem::turnfile::{BEGIN, END, PIECE_END, Part, RULING_BEGIN, RULING_END, is_piece_begin};

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::prompt::{self, can_ask};
use crate::cli::receiving::{self, ReceiveRequest};
use crate::cli::report::Report;

/// Read a turn that you paste from a chat or an email
#[derive(Args, Debug)]
#[command(after_help = "\
Copy the email or chat message, run `pbem paste`, and paste the text when pbem
asks for it. pbem continues automatically after the last line of the turn.

Examples:
  pbem paste
  pbem paste --answer --send  # mail your turn if you have nothing to decide
  pbem paste < mail.txt")]
pub(crate) struct PasteArgs {
    /// Take your turn in every game where you have nothing to decide
    #[arg(long)]
    pub answer: bool,
    /// Mail the turns that pbem takes because of `--answer`
    #[arg(long, requires = "answer")]
    pub send: bool,
}

/// Maximum size of the input, in bytes: enough for the largest turn file in the longest encoding
/// that emails use.
const MOST: u64 = 32 << 20;
/// Maximum length of a line, in bytes.
const LONGEST: u64 = 1 << 20;
/// The paste is over if no input arrives for this long after the last line of a turn. The shell
/// would run anything that arrives later as a command.
const SILENCE: Duration = Duration::from_millis(400);

/// Runs `pbem paste`.
pub(crate) fn run(ctx: &mut Context, args: &PasteArgs) -> Result<Report, CliError> {
    let cannot = |error: io::Error| CliError::usage(format!("can't read the pasted text: {error}"));
    let text = if can_ask(ctx) {
        let request =
            "Paste the email or the turn, then press Enter (Ctrl-D if nothing happens).\n";
        prompt::complain(ctx.look(), &request.into())?;
        to_the_end(&lines())
    } else {
        let mut text = Vec::new();
        io::stdin().lock().take(MOST).read_to_end(&mut text).map_err(cannot)?;
        text
    };
    let (answer, send) = (args.answer, args.send);
    let from = vec!["-".into()];
    let result = receiving::receive_text(
        ctx,
        &ReceiveRequest { from, answer, send, ..ReceiveRequest::default() },
        &text,
    );
    result.map_err(|mut failure| {
        if failure.kind == CliErrorKind::NoTurnFile {
            let all =
                "copy the whole turn, from \"# pbem, one turn of game\" to \"# end of one turn\"";
            failure.next = vec![Next::advice(all)];
        }
        failure
    })
}

/// Returns a channel with the lines of standard input as they arrive, so that the receiver can stop
/// waiting for input.
fn lines() -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock().take(MOST);
        loop {
            let mut line = Vec::new();
            let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
            if !matches!(read, Ok(1..)) || sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Returns the input up to the last line of a turn file or turn, and any input that arrives right
/// after that line.
fn to_the_end(lines: &Receiver<Vec<u8>>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut end = End::default();
    loop {
        let line =
            if end.has_come() { lines.recv_timeout(SILENCE).ok() } else { lines.recv().ok() };
        let Some(line) = line else { return text };
        end.look(&String::from_utf8_lossy(&line));
        text.extend(line);
    }
}

/// Watches for the last line of the turn file, ruling or turn that is being pasted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct End {
    /// Start of the line that ends the text.
    awaited: Option<&'static str>,
    come: bool,
    /// Numbers of the parts so far, and the total number of parts.
    parts: (BTreeSet<usize>, usize),
}

impl End {
    fn look(&mut self, line: &str) {
        if line.contains(BEGIN) {
            *self = End { awaited: Some(END), ..End::default() };
        } else if line.contains(RULING_BEGIN) {
            *self = End { awaited: Some(RULING_END), ..End::default() };
        } else if let Some(Part { number, count, .. }) = Part::parse(line) {
            (self.awaited, self.come) = (Some(PIECE_END), false);
            self.parts.0.insert(number);
            self.parts.1 = count;
        } else if is_piece_begin(line) {
            *self = End { awaited: Some(PIECE_END), ..End::default() };
        } else if self.awaited.is_some_and(|end| line.contains(end)) {
            self.come = self.parts.0.len() >= self.parts.1;
        }
    }

    fn has_come(&self) -> bool {
        self.come
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_ended(lines: &[&str]) -> bool {
        let mut end = End::default();
        for line in lines {
            end.look(line);
        }
        end.has_come()
    }

    #[test]
    fn paste_ends_after_the_last_line() {
        let piece = "> # pbem, one turn of game 6103ab4bfe6a44a4";
        assert!(has_ended(&["From: bob", BEGIN, "pbem = 2", END]));
        let part = |number| format!("# pbem, part {number} of 2 of game 6103ab4bfe6a44a4, turn 2");
        let (one, two) = (part(1), part(2));
        assert!(has_ended(&[
            &two,
            "# end of part 2 of 2",
            "Bob, [..]",
            &one,
            "# end of part 1 of 2"
        ]));
        assert!(!has_ended(&[&two, "# end of part 2 of 2"]));
        assert!(!has_ended(&[&two, "# end of part 2 of 2", &two, "# end of part 2 of 2"]));
        assert!(has_ended(&["hello", piece, "pbem = 2", "> # end of one turn"]));
        for unfinished in [
            &["# end of one turn"][..],
            &[BEGIN, "# end of one turn"],
            &[piece],
            &[BEGIN, END, BEGIN],
            &["# pbem, one turn of game"],
        ] {
            assert!(!has_ended(unfinished), "{unfinished:?}");
        }
    }

    #[test]
    fn paste_includes_text_that_follows_immediately() {
        let (sender, receiver) = mpsc::channel();
        let sent = [BEGIN, "\n", END, "\n", "-- \n", "rm -rf ~\n"];
        for line in sent {
            sender.send(line.as_bytes().to_vec()).expect("it is heard");
        }
        assert_eq!(to_the_end(&receiver), sent.concat().as_bytes());
    }
}
