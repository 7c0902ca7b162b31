//! `pbem help`, and what is generated from the same definitions: completions and manual pages.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use clap_complete::{Generator, Shell};
use serde_json::json;

use super::definition;
use super::failure::{Failure, FailureKind};
use super::report::{Report, SCREEN, exit, place};
use super::{typeset, usage};

/// What `pbem --help` and `pbem help` print.
pub(super) const OVERVIEW: &str = "\
pbem: board games with secrets, played by mail. No server, account or referee.

Usage: pbem COMMAND [GAME] ...
GAME is a file, or the name of one of your games (pbem status lists them).
Leave it out if only one game can be meant:  pbem move E5

Begin
  demo       watch a whole game played and checked, in a minute
  rules      the games: how to play, how moves are written, house rules
  learn      play one for the first time, explained as it goes
  new        start a game            join       take your seat in one
             --against bot: alone, against a program
Play
  play       all of it on one screen, with cursor, mouse and keys
  status     whose turn it is in all your games (pbem alone does the same)
  show       the board, what is new, what you are asked, what you may do
  turn       a whole turn: receive, look, move, sign, mail
  move       answer, and make your move          --try: see it first
             --send: mail it; every command that signs has it
  form       an empty setup form     mark       pencil marks for yourself
  plan       what you will move upon which answer
  undo       take back a turn that has not been mailed
  offer, accept, decline, resign, dispute, claim, reveal, rematch
  rule       as the arbiter of a game, say that a player's time is up
Mail
  send       mail the newest file                receive: take in what has come
  remind     whoever lets you wait               paste: take in what you paste
  copy       write the newest file again         --turn: as a text, for a chat
Check
  verify     was everybody honest? who was not, when, how?
  log        the whole game, turn by turn      replay: a page to step through
  share      a finished game as squares        record: who has won how often
Yourself
  whoami, contact      names, addresses, safety numbers
  words                your twelve words: with them all can be brought back
  backup, restore      your secrets, onto another computer
  page                 pbem as one page, for friends who have only a browser
  config               folders, mail, looks

Everywhere: --as NAME  --json  --ascii  --no-pager  --home DIR  -h, --help

Examples:
  pbem new spy --with bob --random         start a game of Spy! against bob
  pbem show spy-bob                        look at it
  pbem move spy-bob 4C                     answer bob, and spy on 4C
  pbem verify game.toml                    a finished game, by anyone

pbem help COMMAND says more.  Pages: pbem help exit-codes, mail, trouble, vault
";

const EXIT_CODES: &str = "\
Exit codes, the same for every command:
  0  done; verify: complete and everyone honest, or forfeit
  1  somebody was dishonest: verify, or a lie proved on arrival in any command
  2  wrong use of the command line
  3  not possible now (not your turn, illegal move); verify: open
  4  the file is damaged, stale, unknown or over a limit
  5  vault or disk trouble
Over several files: 1 before 5 before 4 before 3 before 0.
";

/// What does not belong to one command alone.
const PAGES: [(&str, &str); 4] = [
    ("exit-codes", EXIT_CODES),
    ("mail", include_str!("../../docs/mail.md")),
    ("trouble", include_str!("../../docs/trouble.md")),
    ("vault", include_str!("../../docs/vault.md")),
];

/// Say more about a command
#[derive(Args, Debug)]
pub(super) struct Help {
    /// A command, or a page: `exit-codes`, `mail`, `trouble`, `vault`
    command: Option<String>,
}

/// Write completions and manual pages, for who packs pbem for a system
#[derive(Args, Debug)]
pub(super) struct Generate {
    /// The folder to write into
    folder: PathBuf,
}

/// Runs `pbem help`.
pub(super) fn run(args: &Help) -> Result<Report, Failure> {
    let page = |name: &str| PAGES.iter().find(|(page, _)| *page == name);
    let text = match args.command.as_deref() {
        None => OVERVIEW.to_owned(),
        Some(name) if let Some((_, text)) = page(name) => page_text(text),
        Some(name) => {
            let mut definition = definition();
            definition.build();
            let command = definition.find_subcommand_mut(name);
            let command = command.ok_or_else(|| usage::no_command(name))?;
            command.render_help().to_string()
        }
    };
    let json = json!({"schema": "pbem-help/1", "text": text});
    Ok(Report { text, long: true, ..Report::new(json) })
}

/// A page as a terminal shows it; what is no Markdown stays as it is.
fn page_text(text: &str) -> String {
    if text.starts_with('#') { typeset::set(text, SCREEN) } else { text.to_owned() }
}

/// Runs `pbem generate`.
pub(super) fn generate(args: &Generate) -> Result<Report, Failure> {
    write_all(&args.folder).map_err(|error| {
        let message = format!("cannot write into {}: {error}", args.folder.display());
        Failure::new(exit::TROUBLE, FailureKind::Disk, message)
    })?;
    let mut report =
        Report::new(json!({"schema": "pbem-generated/1", "folder": place(&args.folder)}));
    report.row("Wrote", args.folder.display().to_string());
    Ok(report)
}

/// Completions for all shells, and a manual page for every command.
fn write_all(folder: &Path) -> io::Result<()> {
    let (completions, man) = (folder.join("completions"), folder.join("man/man1"));
    std::fs::create_dir_all(&completions)?;
    std::fs::create_dir_all(&man)?;
    for shell in Shell::value_variants() {
        // Into memory first: clap_complete panics if a write fails.
        let mut script = Vec::new();
        clap_complete::generate(*shell, &mut definition(), "pbem", &mut script);
        std::fs::write(completions.join(shell.file_name("pbem")), script)?;
    }
    clap_mangen::generate_to(definition().disable_help_subcommand(true), &man)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The commands that people are told of.
    fn commands() -> Vec<String> {
        let definition = definition();
        let shown = definition.get_subcommands().filter(|command| !command.is_hide_set());
        shown.map(|command| command.get_name().to_owned()).collect()
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
        write_all(folder.path()).expect("they are written");
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
