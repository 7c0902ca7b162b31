//! Prints a page or a question before waiting for an answer. Commands return all other output as a
//! report.

use std::io::{self, BufRead, Read, Write};

use pbem::render::Look;

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::print::document_text;

/// Maximum length of a typed line.
const LONGEST: u64 = 1 << 16;
/// Minimum number of columns for an answer on the same line as its question. If there are fewer,
/// the answer gets a separate line.
const ROOM: usize = 20;

/// Prints a page to standard output.
pub(crate) fn page(look: Look, page: &Document) -> Result<(), CliError> {
    say(&mut io::stdout(), &document_text(page, look))
}

/// Prints an error to standard error.
pub(crate) fn complain(look: Look, error: &Document) -> Result<(), CliError> {
    say(&mut io::stderr(), &document_text(error, look))
}

/// Asks on standard error and reads a line. Asks again after a comment, which can be the pasted
/// explanation of a suggested command. Returns `None` at the end of the input.
pub(crate) fn ask_line(
    look: Look,
    question: impl Into<Document>,
) -> Result<Option<String>, CliError> {
    // The user types after the question and a space.
    let mut question = document_text(&question.into(), look).trim_end().to_owned() + " ";
    let last = question.lines().last().map_or(0, pbem::render::columns);
    if last + ROOM > look.width {
        question.push('\n');
    }
    loop {
        say(&mut io::stderr(), &question)?;
        let mut line = Vec::new();
        let mut input = io::stdin().lock().take(LONGEST);
        let read = input.read_until(b'\n', &mut line).map_err(|error| cannot(&error))?;
        let typed = String::from_utf8_lossy(&line).trim().to_owned();
        if !typed.starts_with('#') {
            return Ok((read > 0).then_some(typed));
        }
        question = question.split_inclusive('\n').next_back().unwrap_or_default().to_owned();
    }
}

fn say(to: &mut impl Write, text: &str) -> Result<(), CliError> {
    to.write_all(text.as_bytes()).and_then(|()| to.flush()).map_err(|error| cannot(&error))
}

fn cannot(error: &io::Error) -> CliError {
    CliError::usage(format!("can't use the terminal: {error}"))
}

/// Whether pbem can ask at a terminal.
pub(crate) fn can_ask(ctx: &Context) -> bool {
    ctx.around.interactive && !ctx.global.json
}

/// Asks for one line.
pub(crate) fn ask(ctx: &mut Context, question: impl Into<Document>) -> Result<String, CliError> {
    // Don't lock the vault while the user thinks.
    ctx.close_vault();
    Ok(ask_line(ctx.look(), question)?.unwrap_or_default())
}

/// Returns the index in a list, counted from 0, for an answer such as `2` or `2.`, which counts
/// from 1.
pub(crate) fn list_index(answer: &str) -> Option<usize> {
    answer.trim_end_matches('.').parse::<usize>().ok()?.checked_sub(1)
}

/// Whether an answer to `[y/N]` is a yes.
pub(crate) fn is_yes(answer: &str) -> bool {
    ["y", "yes"].iter().any(|yes| answer.eq_ignore_ascii_case(yes))
}

/// Asks until the answer is valid, and explains each mistake. Returns `None` without a terminal, or
/// if the user types nothing. `above` is printed once, before the question.
pub(crate) fn ask_until(
    ctx: &mut Context,
    above: impl Into<Document>,
    question: &str,
    check: impl Fn(&str) -> Result<(), CliError>,
) -> Result<Option<String>, CliError> {
    let mut text = above.into();
    while can_ask(ctx) {
        text.lines(question);
        let typed = ask(ctx, text)?;
        if typed.is_empty() {
            break;
        }
        match check(&typed) {
            Ok(()) => return Ok(Some(typed)),
            Err(failure) => text = failure.message.as_str().into(),
        }
    }
    Ok(None)
}
