//! `--watch`: checks for new turns, and reports them, until the user stops pbem.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use super::{ReceiveArgs, request};
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::inbox;
use crate::cli::mail_folders::incoming_words;
use crate::cli::receiving;
use crate::cli::receiving::news::{self, Event, News};
use crate::cli::report::{Report, exit, harmless, one_line};

/// Watches the mail until the user stops pbem. Doesn't lock the vault between two checks.
pub(super) fn run(ctx: &mut Context, args: &ReceiveArgs) -> Result<Report, CliError> {
    if args.from.iter().any(|from| from.as_os_str() == "-") {
        return Err(CliError::usage("--watch can't read standard input, only files."));
    }
    let mut hurry: BTreeMap<String, Event> = BTreeMap::new();
    let mut warned: Vec<String> = Vec::new();
    let mut first = true;
    if !ctx.global.json {
        let _ = writeln!(io::stderr(), "Watching {}. Press Ctrl-C to stop.", watched(ctx, args)?);
    }
    loop {
        match look(ctx, args, &mut hurry, first) {
            Ok(news) => {
                for news in &news {
                    say(ctx, news)?;
                }
                first = false;
            }
            // Stop only after an error in the command line. Other errors may be temporary, so
            // report each of them once.
            Err(failure) if failure.exit == exit::USAGE => return Err(failure),
            Err(failure) => ctx.warn(failure.message),
        }
        let warnings = ctx.take_warnings();
        for warning in warnings.iter().filter(|warning| !warned.contains(warning)) {
            let _ = writeln!(io::stderr(), "pbem: {}", harmless(warning));
        }
        warned = warnings;
        ctx.close_vault();
        thread::sleep(Duration::from_secs(args.every));
    }
}

/// Describes the watched files and folders.
fn watched(ctx: &mut Context, args: &ReceiveArgs) -> Result<String, CliError> {
    if args.from.is_empty() {
        return incoming_words(ctx);
    }
    let from: Vec<String> = args.from.iter().map(|from| from.display().to_string()).collect();
    Ok(from.join(", "))
}

/// Returns the news since the last check, including deadlines that are near.
fn look(
    ctx: &mut Context,
    args: &ReceiveArgs,
    hurry: &mut BTreeMap<String, Event>,
    first: bool,
) -> Result<Vec<News>, CliError> {
    let result = receiving::receive(ctx, &request(args));
    let mut come = match result {
        Ok((received, _)) => news::of(&received),
        // The mailbox has no turn file yet.
        Err(failure) if failure.kind == CliErrorKind::NoTurnFile => Vec::new(),
        Err(failure) => return Err(failure),
    };
    let mut now = BTreeMap::new();
    for due in inbox::due(ctx)? {
        let event = match due.seconds_left {
            Some(left) if left <= 0 => Event::Late,
            Some(_) if due.hurries => Event::Soon,
            _ => continue,
        };
        now.insert(due.name.clone(), event);
        let is_announced = hurry.get(&due.name) == Some(&event);
        if first || is_announced || come.iter().any(|news| news.name == due.name) {
            continue;
        }
        let news = News {
            event,
            text: if event == Event::Late { "you missed the deadline" } else { "your move" }
                .to_owned(),
            short: String::new(),
            turn: Some(due.turns),
            due: Some(due.seat),
            seconds_left: due.seconds_left,
            days_per_turn: due.days_per_turn,
            name: due.name,
        };
        news::announce(ctx, std::slice::from_ref(&news));
        come.push(news);
    }
    *hurry = now;
    Ok(come)
}

/// Prints one event immediately, because `--watch` never ends and so never returns a report.
fn say(ctx: &Context, news: &News) -> Result<(), CliError> {
    let line = if ctx.global.json {
        one_line(&news.to_json())
    } else {
        format!("{}  {}\n", ctx.around.zone.time(ctx.now()), harmless(&news.line()))
    };
    let mut out = io::stdout();
    out.write_all(line.as_bytes()).and_then(|()| out.flush()).map_err(|error| {
        let message = format!("can't print the news: {error}");
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
    })
}
