//! `pbem help`, shell completions and manual pages, generated from the same definitions.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command, ValueEnum};
use clap_complete::{Generator, Shell};
use serde_json::json;

use super::failure::{CliError, CliErrorKind};
use super::hand_wrapped::hand_wrapped;
use super::report::{Report, SCREEN, exit, place};
use super::usage;
use crate::cli::markdown;

/// Text of `pbem --help` and `pbem help`.
pub(super) const OVERVIEW: &str = "\
pbem: board games with hidden information, played by email

Usage: pbem COMMAND [GAME] ...
GAME is the name of one of your games (pbem status lists them) or a file.
Leave it out if pbem can tell which game you mean:  pbem move E5

Start
  learn      play your first game, with instructions as you go
  rules      list the games, or show a game's rules and how to type moves
  demo       watch a game, then watch a cheater get caught (one minute)
  new        start a game with friends, or alone against a bot (--against bot)
  join       join a game you were invited to

Play
  play       play all your games on one screen, with keyboard and mouse
  turn       take a whole turn: receive, look, move, sign, send
  status     show whose turn it is in all your games (same as plain pbem)
  show       show the board, the news and what you can do
  move       make your move (--try: preview it, --send: mail it)
  undo       take back your last turn, if you haven't mailed it yet
  plan       plan your next move for each answer your opponent could give
  mark       make pencil marks on the board, for yourself
  form       write an empty setup form for you to fill in

End a game
  offer      offer a draw                  accept, decline: answer an offer
  resign     give up                       reveal: reveal your setup at the end
  claim      claim a game if your opponent missed the deadline
  rule       sign a ruling that a player's time is up (for arbiters)
  dispute    prove that your opponent lied about a piece's rank (Espionage)
  rematch    play again with the same players

Mail
  receive    read new turns from your mail     send: mail the latest turn
  paste      read a turn pasted from a chat    copy: copy the latest turn file
  remind     remind your opponent to move

Check
  verify     check whether everyone was honest
  log        list all turns                replay: make a web page of a game
  club       run a club: standings and deadlines (for organizers)
  share      summarize a finished game     record: show your results so far

You and your vault (a private folder of secrets)
  whoami     show your name, address and safety number
  contact    manage the people you play with
  words      show your twelve-word recovery phrase
  backup     back up your vault            restore: restore your vault
  config     change settings, for example for screen readers
  page       save pbem as a web page, for friends who don't have pbem

Global options: --as NAME  --json  --ascii  --no-pager  --home DIR  -h, --help

Examples:
  pbem new spy --with bob --random  # start a game of Spy! with bob
  pbem show spy-bob                 # show the board
  pbem move spy-bob 4C              # answer bob, and ask about 4C
  pbem verify game.toml             # check a finished game

pbem help COMMAND  # explains a command
pbem help TOPIC    # explains a topic: mail, trouble, vault or exit-codes
";

const EXIT_CODES: &str = "\
Exit codes of all commands:
  0  success; for verify, the game is complete and everyone was honest, or the
     game was forfeited
  1  a player cheated (found by verify, or proven by a turn that arrived)
  2  the command line is wrong
  3  the command isn't possible now (not your turn, illegal move); for verify,
     the game is still open
  4  the file is damaged, outdated, unknown or too large
  5  a problem with the vault or the disk
If several files have different results, the exit code is the first of these
that occurs: 1, 5, 4, 3, 0.
";

/// Help pages that aren't about a single command.
const PAGES: [(&str, &str); 4] = [
    ("exit-codes", EXIT_CODES),
    ("mail", include_str!("../../docs/mail.md")),
    ("trouble", include_str!("../../docs/trouble.md")),
    ("vault", include_str!("../../docs/vault.md")),
];

/// Explain a command
#[derive(Args, Debug)]
pub(super) struct Help {
    /// Command, such as `move` or `club new`, or one of the pages `exit-codes`, `mail`, `trouble`,
    /// `vault`
    command: Vec<String>,
}

/// Write shell completions and manual pages, for packagers
#[derive(Args, Debug)]
pub(super) struct GenerateArgs {
    /// Folder to write into
    folder: PathBuf,
}

/// Runs `pbem help`.
pub(super) fn run(
    args: &Help,
    definition: fn() -> Command,
    width: usize,
) -> Result<Report, CliError> {
    let page = |name: &str| PAGES.iter().find(|(page, _)| *page == name);
    let text = match args.command.as_slice() {
        [] if width < SCREEN => in_one_column(OVERVIEW),
        [] => OVERVIEW.to_owned(),
        [name] if let Some((_, text)) = page(name) => page_text(text, width),
        names => command_help(names, definition)?,
    };
    Ok(Report { long: true, ..report(&text, width) })
}

/// Returns the help of a command, or of its subcommand.
fn command_help(names: &[String], definition: fn() -> Command) -> Result<String, CliError> {
    let mut program = definition();
    program.build();
    let mut command = &program;
    for (at, name) in names.iter().enumerate() {
        command = match command.find_subcommand(name) {
            Some(subcommand) => subcommand,
            None if at == 0 => {
                return Err(usage::no_help(&program, name, &PAGES.map(|(page, _)| page)));
            }
            None => return Err(usage::no_subcommand(command, name)),
        };
    }
    Ok(command.clone().render_help().to_string())
}

/// Creates a report with this text.
pub(super) fn report(text: &str, width: usize) -> Report {
    let json = json!({"schema": "pbem-help/1", "text": text});
    Report { body: hand_wrapped(text, SCREEN, width), ..Report::new(json) }
}

/// Renders a Markdown page for the terminal; returns any other text unchanged.
fn page_text(text: &str, width: usize) -> String {
    if text.starts_with('#') { markdown::set(text, width) } else { text.to_owned() }
}

/// Returns the overview for a narrow screen: one column instead of two.
fn in_one_column(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let parts: Vec<&str> =
            line.split("   ").map(str::trim).filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [left, does, right @ ..] if line.starts_with("  ") && !right.is_empty() => {
                let (name, text) = match right {
                    [name, text] => (*name, *text),
                    other => ("", other.first().copied().unwrap_or_default()),
                };
                let _ = writeln!(out, "  {left:<10} {does}\n  {name:<10} {text}");
            }
            _ => out.extend([line, "\n"]),
        }
    }
    out
}

/// Runs `pbem generate`.
pub(super) fn generate(
    args: &GenerateArgs,
    definition: fn() -> Command,
) -> Result<Report, CliError> {
    write_all(&args.folder, definition).map_err(|error| {
        let message = format!("can't write into {}: {error}", args.folder.display());
        CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
    })?;
    let mut report =
        Report::new(json!({"schema": "pbem-generated/1", "folder": place(&args.folder)}));
    report.row("Wrote", args.folder.display().to_string());
    Ok(report)
}

/// Writes completions for all shells, and a manual page for every command.
fn write_all(folder: &Path, definition: fn() -> Command) -> io::Result<()> {
    let (completions, man) = (folder.join("completions"), folder.join("man/man1"));
    std::fs::create_dir_all(&completions)?;
    std::fs::create_dir_all(&man)?;
    for shell in Shell::value_variants() {
        // Write into memory first, because clap_complete panics if a write fails.
        let mut script = Vec::new();
        clap_complete::generate(*shell, &mut definition(), "pbem", &mut script);
        std::fs::write(completions.join(shell.file_name("pbem")), script)?;
    }
    let mut command = definition().disable_help_subcommand(true);
    command.build();
    manual_pages(command, &man)
}

/// Writes the manual pages of a command and its subcommands, each with a single write.
fn manual_pages(command: Command, folder: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        manual_pages(subcommand.clone(), folder)?;
    }
    let (page, mut text) = (clap_mangen::Man::new(command), Vec::new());
    page.render(&mut text)?;
    std::fs::write(folder.join(page.get_filename()), text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::definition;

    /// Returns the names of the visible commands.
    fn commands() -> Vec<String> {
        let definition = definition();
        let subcommands = definition.get_subcommands().filter(|command| !command.is_hide_set());
        subcommands.map(|command| command.get_name().to_owned()).collect()
    }

    #[test]
    fn the_overview_lists_every_command() {
        let words: Vec<&str> =
            OVERVIEW.split(|ch: char| !ch.is_ascii_alphanumeric() && ch != '-').collect();
        assert!(commands().len() > 25);
        for command in commands().iter().filter(|command| *command != "help") {
            assert!(words.contains(&command.as_str()), "{command} is not in the overview");
        }
        assert!(OVERVIEW.lines().all(|line| pbem::render::columns(line) <= 80));
    }

    #[test]
    fn help_fits_a_screen() {
        let mut definition = definition();
        definition.build();
        for command in definition.get_subcommands_mut() {
            let help = command.render_help().to_string();
            let wide: Vec<&str> =
                help.lines().filter(|line| pbem::render::columns(line) > 80).collect();
            assert!(wide.is_empty(), "{}: {wide:#?}", command.get_name());
        }
    }

    #[test]
    fn completions_and_manual_pages_know_every_command() {
        let folder = tempfile::tempdir().expect("a folder");
        write_all(folder.path(), definition).expect("they are written");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a text");
        for shell in ["pbem.bash", "_pbem", "pbem.fish", "_pbem.ps1", "pbem.elv"] {
            let script = read(&format!("completions/{shell}"));
            for command in commands() {
                assert!(script.contains(&command), "{shell} does not know {command}");
            }
        }
        for command in commands() {
            let page = read(&format!("man/man1/pbem-{command}.1"));
            assert!(page.contains(&command), "{command} has no page");
        }
        assert!(read("man/man1/pbem.1").contains("verify"));
    }
}
