//! `pbem receive`: read new turns from mail.

mod watch;

use std::path::PathBuf;

use clap::Args;

use crate::cli::context::Context;
use crate::cli::environment::EVERY;
use crate::cli::failure::CliError;
use crate::cli::receiving::{self, ReceiveRequest};
use crate::cli::report::Report;

/// Read new turns from files, messages or mailboxes
#[derive(Args, Debug, Default)]
#[command(after_help = "\
pbem finds every turn file, whether it is attached or in the text of a message.
It checks each file, and saves it in your games folder. pbem reports rejected
files and sets them aside.

Examples:
  pbem receive                    # the latest files in your downloads
  pbem receive \"Your move.eml\"  # a saved message
  pbem receive ~/Maildir          # a Maildir, or a mailbox in mbox format
  | pbem receive -                # in mutt: the current message
  pbem receive --watch            # keep looking until you press Ctrl-C
  | pbem receive - --answer --send
                                  # in a mail filter: pbem answers the calls for
                                  # you if you are the Checker in Game Box")]
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
pub(crate) struct ReceiveArgs {
    /// Turn files, messages, mailboxes or folders, or `-` for standard input [default: your
    /// downloads, and `mail-dir` if it is set]
    #[arg(value_name = "FILE")]
    pub from: Vec<PathBuf>,
    /// Take your turn in every game where you have nothing to decide
    #[arg(long)]
    pub answer: bool,
    /// Mail the turns that pbem takes because of `--answer`
    #[arg(long, requires = "answer")]
    pub send: bool,
    /// List every file that pbem didn't read
    #[arg(short, long)]
    pub verbose: bool,
    /// Keep looking for new turns, and report them, one per line
    #[arg(long)]
    pub watch: bool,
    /// Seconds between checks
    #[arg(long, value_name = "SECONDS", default_value_t = EVERY.as_secs(), requires = "watch")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub every: u64,
}

/// Runs `pbem receive`.
pub(crate) fn run(ctx: &mut Context, args: &ReceiveArgs) -> Result<Report, CliError> {
    if args.watch {
        return watch::run(ctx, args);
    }
    Ok(receiving::receive(ctx, &request(args))?.1)
}

/// Returns the request for one check of the mail: it contains the files to read and the options for
/// answering, sending and reporting.
fn request(args: &ReceiveArgs) -> ReceiveRequest {
    let ReceiveArgs { from, answer, send, verbose, .. } = args;
    let (from, answer, send, verbose) = (from.clone(), *answer, *send, *verbose);
    ReceiveRequest { from, answer, send, verbose, quiet: false }
}
