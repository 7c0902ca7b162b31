//! What is said before an answer is waited for: a page, and a question. All else that a command has
//! to say it gives back as a report.

use std::io::{self, BufRead, Read, Write};

use pbem::render::Look;

use super::failure::Failure;
use super::narrow::narrow;
use super::print::shown;

/// No line that is typed is longer.
const LONGEST: u64 = 1 << 16;
/// So many columns are left for an answer in the line of its question; else it has a line of its
/// own.
const ROOM: usize = 20;

/// Shows a page on standard output.
pub(super) fn page(look: Look, text: &str) -> Result<(), Failure> {
    say(&mut io::stdout(), &shown(text, look))
}

/// Says on standard error what has gone wrong.
pub(super) fn complain(look: Look, text: &str) -> Result<(), Failure> {
    say(&mut io::stderr(), &shown(text, look))
}

/// Asks on standard error, and reads one line; `None` when there are no more.
pub(super) fn ask(look: Look, question: &str) -> Result<Option<String>, Failure> {
    let mut question = narrow(question, look.width);
    let last = question.lines().last().map_or(0, pbem::render::columns);
    if last + ROOM > look.width {
        question.push('\n');
    }
    say(&mut io::stderr(), &shown(&question, look))?;
    let mut line = Vec::new();
    let mut input = io::stdin().lock().take(LONGEST);
    let read = input.read_until(b'\n', &mut line).map_err(|error| cannot(&error))?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}

fn say(to: &mut impl Write, text: &str) -> Result<(), Failure> {
    to.write_all(text.as_bytes()).and_then(|()| to.flush()).map_err(|error| cannot(&error))
}

fn cannot(error: &io::Error) -> Failure {
    Failure::usage(format!("can't ask: {error}"))
}
