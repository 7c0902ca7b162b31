//! Prints reports, failures and warnings. Apart from this module, only `prompt`, `play` and
//! `receive --watch` write to standard output.

use std::io::{self, Write};

use pbem::render::Look;

use super::clipboard;
use super::document::Document;
use super::failure::{CliError, CliErrorKind};
use super::pager::Pager;
use super::report::{self, Report, exit};
use crate::cli::next::Next;

/// Prints a report and returns the exit code.
pub(super) fn print_report(report: &Report, json: bool, look: Look, pager: Option<&Pager>) -> u8 {
    if let Some(text) = &report.clipboard {
        complain(&clipboard::sequence(text));
    }
    let said = match &report.file {
        _ if json => say(&mut io::stdout(), &report.json_text()),
        Some(file) => {
            complain(&document_text(&report.document(), look));
            say(&mut io::stdout(), file)
        }
        None => {
            let text = document_text(&report.document(), look);
            if pager.is_some_and(|pager| pager.show(&text)) {
                Ok(())
            } else {
                say(&mut io::stdout(), &text)
            }
        }
    };
    // Print warnings after the text, so that "not mailed" follows the turn that wasn't mailed.
    for warning in &report.warnings {
        complain(&document_text(&Document::message(warning), look));
    }
    match said {
        Ok(()) => report.exit,
        Err(error) => {
            let lost = CliError::new(
                exit::TROUBLE,
                CliErrorKind::Disk,
                format!("can't print the result: {error}"),
            );
            fail(
                &lost.then(
                    Next::command("pbem copy GAME FILE")
                        .why("if you signed a turn: it is safe in your vault"),
                ),
                json,
                look,
            )
        }
    }
}

/// Prints a failure and returns its exit code.
pub(super) fn fail(failure: &CliError, json: bool, look: Look) -> u8 {
    // If printing fails too, only the exit code is left.
    let _ = if json {
        say(&mut io::stdout(), &report::one_line(&failure.to_json()))
    } else {
        say(&mut io::stderr(), &document_text(&failure.document(), look))
    };
    failure.exit
}

/// Lays out a document as this terminal can show it.
pub(super) fn document_text(document: &Document, look: Look) -> String {
    pbem::render::plain(&report::harmless(&document.lay_out(look.width)), look)
}

/// Writes to standard error, and ignores errors.
pub(super) fn complain(text: &str) {
    let _ = say(&mut io::stderr(), text);
}

/// Writes to a stream. A reader that has gone away (`pbem log | head`) is not an error.
fn say(to: &mut dyn Write, text: &str) -> io::Result<()> {
    match to.write_all(text.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        said => said,
    }
}
