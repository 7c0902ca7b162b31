//! The clipboard: a program from the settings, or the terminal's escape sequence OSC 52, which also
//! works over ssh.

use std::time::Duration;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::report::{Report, exit};
use crate::cli::next::Next;
use crate::post;

/// Maximum size in bytes; many terminals have this limit.
const MOST: usize = 50_000;
/// Time limit for the program that copies the text.
const PATIENCE: Duration = Duration::from_secs(10);

/// Copies text to the clipboard. If the settings name a program, runs the program right away;
/// otherwise, the terminal copies the text when pbem prints the report.
pub(super) fn put(ctx: &mut Context, report: &mut Report, text: &str) -> Result<(), CliError> {
    let program = ctx.config()?.get("clipboard")?.map(str::to_owned);
    if let Some(program) = program {
        post::feed(&program, text, PATIENCE).map_err(|why| {
            let message = format!("{why}. Nothing was copied.");
            CliError::new(exit::TROUBLE, CliErrorKind::Refused, message)
                .then(Next::command("pbem config clipboard PROGRAM").why("use another program"))
                .then(
                    Next::command("pbem config clipboard \"\"")
                        .aligned("copy through the terminal", 35),
                )
        })?;
        report.row("Copied", "to the clipboard");
        return Ok(());
    }
    let by_program = Next::command("pbem config clipboard wl-copy")
        .why("or pbcopy, or xclip -selection clipboard");
    if !ctx.around.terminal {
        let message = "without a terminal, pbem needs a program to copy to the clipboard.";
        return Err(CliError::not_now(CliErrorKind::NotHere, message).then(by_program));
    }
    if text.len() > MOST {
        let message = format!(
            "the text is {} kB, but a terminal can copy at most {} kB to the clipboard.",
            text.len().div_ceil(1000),
            MOST / 1000
        );
        return Err(CliError::not_now(CliErrorKind::OverLimit, message).then(by_program));
    }
    report.row("Copied", "to the clipboard, if your terminal allows it");
    report.then(Next::advice(format!("if the clipboard is empty: {by_program}")));
    report.clipboard = Some(text.to_owned());
    Ok(())
}

/// Returns the escape sequence that makes the terminal copy the text.
pub(super) fn sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for at in 0..4 {
            let sign = SIGNS[((bits >> (18 - 6 * at)) & 63) as usize];
            out.push(if at > three.len() { '=' } else { char::from(sign) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_as_rfc_4648_has_it() {
        for (text, written) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), written);
        }
        assert_eq!(base64(&[0xfb, 0xef, 0xff]), "++//");
        assert_eq!(sequence("foo"), "\x1b]52;c;Zm9v\x07");
    }
}
