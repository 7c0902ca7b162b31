//! The command line. Each command has its own module in `commands`; the other modules contain the
//! code that commands share.
//!
//! Architecture invariant: a command never prints and never exits. It returns a `Report` or a
//! `CliError`, which `print` prints. Questions in the middle of a command go through `prompt`.

mod addresses;
mod chat_text;
mod clipboard;
mod club;
mod commands;
mod context;
mod delivery;
mod document;
mod environment;
mod failure;
mod game_file;
mod game_result;
mod games_dir;
mod global;
mod hand_wrapped;
mod help;
mod host;
mod house_rules;
mod implied;
mod inbox;
mod invitations;
mod join_game;
mod kinds;
mod mail_folders;
mod mail_search;
mod mailing;
mod markdown;
mod next;
mod notices;
mod other_turns;
mod pager;
mod passphrase_input;
mod pasted;
#[cfg(feature = "tui")]
mod play;
mod play_turn;
mod player_name;
mod print;
mod progress_bar;
mod prompt;
mod receiving;
mod rematches;
mod report;
mod sending;
mod setup;
mod show_game;
mod similar;
mod start_game;
mod stray_files;
mod time;
mod turn_result;
mod turn_words;
mod unread_mail;
mod usage;
mod view;
mod zone;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use pbem::render::Look;

pub(crate) use crate::cli::environment::Environment;
use commands as c;
use context::Context;
use document::Document;
use failure::{CliError, CliErrorKind};
use global::GlobalArgs;
use implied::{GameArg, Prefer, Rest};
use pager::Pager;
use print::{complain, document_text, fail, print_report};
use report::{Report, SCREEN};

#[derive(Parser, Debug)]
#[command(name = "pbem", version, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Demo(c::demo::DemoArgs),
    Rules(c::rules::Rules),
    Learn(c::learn::LearnArgs),
    New(Box<c::new::New>),
    Join(c::join::Join),
    Form(c::form::FormArgs),
    #[cfg(feature = "tui")]
    Play(play::Play),
    Status(c::status::Status),
    Show(c::show::Show),
    Move(c::moves::Move),
    Turn(c::turn::Turn),
    Log(c::log::LogArgs),
    Mark(c::mark::Mark),
    Plan(c::plan::Plan),
    Undo(c::undo::UndoArgs),
    Offer(c::offer::OfferArgs),
    Accept(c::offer::AcceptArgs),
    Decline(c::offer::DeclineArgs),
    Resign(c::offer::ResignArgs),
    Dispute(c::offer::DisputeArgs),
    Reveal(c::offer::RevealArgs),
    Claim(c::claim::Claim),
    Rule(c::rule::Rule),
    Club(c::club::Club),
    Rematch(c::rematch::RematchArgs),
    Send(c::send::SendArgs),
    Remind(c::remind::RemindArgs),
    Receive(c::receive::ReceiveArgs),
    Paste(c::paste::PasteArgs),
    Copy(c::copy::Copy),
    Verify(c::verify::VerifyArgs),
    Replay(c::replay::Replay),
    Share(c::share::ShareArgs),
    Record(c::record::Record),
    Whoami(c::contact::WhoamiArgs),
    Contact(c::contact::Contact),
    Backup(c::backup::Backup),
    Restore(c::backup::RestoreArgs),
    Words(c::words::Words),
    Page(c::page::Page),
    Config(c::config::ConfigArgs),
    Help(help::Help),
    #[command(hide = true)]
    Generate(help::GenerateArgs),
    #[command(external_subcommand)]
    Unknown(Vec<String>),
}

impl Command {
    /// Returns the argument for the game, if this command has such an argument and the argument is
    /// optional.
    fn game_arg(&mut self) -> Option<GameArg<'_>> {
        use {Command as C, Rest as R};
        let (command, game, rest, prefer) = match self {
            C::Move(a) => ("move", &mut a.game, R::Words(&mut a.words), Prefer::Move),
            C::Offer(a) => {
                a.leave_out_draw();
                ("offer", &mut a.game, R::None, Prefer::Due)
            }
            C::Accept(a) => ("accept", &mut a.game, R::None, Prefer::Offered),
            C::Resign(a) => ("resign", &mut a.game, R::None, Prefer::Due),
            C::Dispute(a) => ("dispute", &mut a.game, R::None, Prefer::Due),
            C::Reveal(a) => ("reveal", &mut a.game, R::None, Prefer::Due),
            C::Show(a) => ("show", &mut a.game, R::None, Prefer::Look),
            C::Log(a) => ("log", &mut a.game, R::None, Prefer::Look),
            C::Mark(a) => ("mark", &mut a.game, R::Words(&mut a.words), Prefer::Look),
            C::Plan(a) => ("plan", &mut a.game, R::Words(&mut a.words), Prefer::Waiting),
            C::Claim(a) => ("claim", &mut a.game, R::None, Prefer::Waiting),
            C::Send(a) => ("send", &mut a.game, R::None, Prefer::Unmailed),
            C::Copy(a) => ("copy", &mut a.game, R::File(&mut a.file), Prefer::Waiting),
            C::Undo(a) => ("undo", &mut a.game, R::None, Prefer::Undoable),
            C::Rematch(a) => ("rematch", &mut a.game, R::File(&mut a.file), Prefer::Over),
            C::Replay(a) => ("replay", &mut a.game, R::None, Prefer::Over),
            C::Share(a) => ("share", &mut a.game, R::None, Prefer::Over),
            C::Form(a) => ("form", &mut a.game, R::File(&mut a.file), Prefer::Invited),
            C::Verify(a) if a.files.is_empty() => ("verify", &mut a.game, R::None, Prefer::Over),
            _ => return None,
        };
        Some(GameArg { command, game, rest, prefer })
    }

    /// Runs the command. If pbem chose between several games, the report names the chosen game.
    fn run_in_game(&mut self, ctx: &mut Context) -> Result<Report, CliError> {
        let chosen = match self.game_arg() {
            Some(arg) => implied::fill(ctx, arg)?,
            None => None,
        };
        let mut report = self.run(ctx)?;
        implied::tell(&mut report, chosen);
        Ok(report)
    }

    /// Whether the command only reads the vault. Such a command doesn't wait for the vault's lock,
    /// and succeeds even if it can't store what it learns.
    fn only_reads(&self) -> bool {
        use Command::{Demo, Log, Record, Share, Show, Status, Verify, Whoami};
        matches!(
            self,
            Demo(_) | Status(_) | Show(_) | Log(_) | Verify(_) | Share(_) | Record(_) | Whoami(_)
        )
    }

    fn run(&self, ctx: &mut Context) -> Result<Report, CliError> {
        match self {
            Command::Demo(args) => c::demo::run(ctx, args),
            Command::Rules(args) => c::rules::run(args, ctx.look().width),
            Command::Learn(args) => c::learn::run(ctx, args),
            Command::New(args) => c::new::run(ctx, args),
            Command::Join(args) => c::join::run(ctx, args),
            Command::Form(args) => c::form::run(ctx, args),
            #[cfg(feature = "tui")]
            Command::Play(args) => play::run(ctx, args),
            Command::Status(args) => c::status::run(ctx, args),
            Command::Show(args) => c::show::run(ctx, args),
            Command::Move(args) => c::moves::run(ctx, args),
            Command::Turn(args) => c::turn::run(ctx, args),
            Command::Log(args) => c::log::run(ctx, args),
            Command::Mark(args) => c::mark::run(ctx, args),
            Command::Plan(args) => c::plan::run(ctx, args),
            Command::Undo(args) => c::undo::run(ctx, args),
            Command::Offer(args) => c::offer::offer(ctx, args),
            Command::Accept(args) => c::offer::accept(ctx, args),
            Command::Decline(args) => c::offer::decline(ctx, args),
            Command::Resign(args) => c::offer::resign(ctx, args),
            Command::Dispute(args) => c::offer::dispute(ctx, args),
            Command::Reveal(args) => c::offer::reveal(ctx, args),
            Command::Claim(args) => c::claim::run(ctx, args),
            Command::Rule(args) => c::rule::run(ctx, args),
            Command::Club(args) => c::club::run(ctx, args),
            Command::Rematch(args) => c::rematch::run(ctx, args),
            Command::Send(args) => c::send::run(ctx, args),
            Command::Receive(args) => c::receive::run(ctx, args),
            Command::Remind(args) => c::remind::run(ctx, args),
            Command::Paste(args) => c::paste::run(ctx, args),
            Command::Copy(args) => c::copy::run(ctx, args),
            Command::Verify(args) => c::verify::run(ctx, args),
            Command::Replay(args) => c::replay::run(ctx, args),
            Command::Share(args) => c::share::run(ctx, args),
            Command::Record(args) => c::record::run(ctx, args),
            Command::Whoami(args) => c::contact::whoami(ctx, args),
            Command::Contact(args) => c::contact::run(ctx, args),
            Command::Backup(args) => c::backup::backup(ctx, args),
            Command::Restore(args) => c::backup::restore(ctx, args),
            Command::Words(args) => c::words::run(ctx, args),
            Command::Page(args) => c::page::run(ctx, args),
            Command::Config(args) => c::config::run(ctx, args),
            Command::Help(args) => help::run(args, definition, ctx.look().width),
            Command::Generate(args) => help::generate(args, definition),
            Command::Unknown(words) => Err(usage::unknown(ctx, &definition(), words)),
        }
    }
}

/// Returns the definition of the command line. pbem also generates completions and manual pages
/// from it.
pub(crate) fn definition() -> clap::Command {
    Cli::command().override_help(help::OVERVIEW).term_width(SCREEN)
}

/// Runs a command, prints its report and returns the exit code.
pub(crate) fn run(args: impl IntoIterator<Item = OsString>, around: Environment) -> u8 {
    let mut args: Vec<OsString> = args.into_iter().collect();
    // zsh passes on the explanation of a pasted command, `# when bob has answered`.
    if let Some(comment) = args.iter().position(|arg| arg == "#") {
        args.truncate(comment);
    }
    kinds::join_words(&mut args);
    let [wants_json, wants_ascii] =
        ["--json", "--ascii"].map(|option| args.iter().any(|arg| arg == option));
    let parsed = definition()
        .try_get_matches_from(&args)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (mut cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            return refuse(&error, &args, wants_json, around.look(wants_ascii));
        }
    };
    // clap doesn't parse options after an unknown command, so use the options found above.
    let json = wants_json;
    let look = around.look(wants_ascii);
    let wrong_clock = around.wrong_clock();
    let pager = Pager::of(&around).filter(|_| !cli.global.no_pager);
    let mut warnings = Vec::new();
    let result = Context::new(cli.global, around).and_then(|mut ctx| {
        if cli.command.as_ref().is_none_or(Command::only_reads) {
            ctx.only_reads();
        }
        #[cfg(feature = "tui")]
        {
            ctx.setup_screen = Some(play::choose_setup);
        }
        ctx.commands = Some(definition);
        let result = match &mut cli.command {
            Some(command) => command.run_in_game(&mut ctx),
            None => inbox::inbox(&mut ctx, false),
        };
        warnings = ctx.take_warnings();
        result.map(|mut report| {
            if ctx.take_made_vault() {
                report.row(
                    "Note",
                    format!("created your vault: {}", ctx.vault_dir().path().display()),
                );
            }
            report
        })
    });
    // The error says the same.
    let is_said = result.as_ref().is_err_and(|failure| failure.kind == CliErrorKind::WrongClock);
    for warning in wrong_clock.iter().filter(|_| !is_said).chain(&warnings) {
        complain(&document_text(&Document::message(warning), look));
    }
    match result {
        Ok(report) => print_report(&report, json, look, pager.filter(|_| report.long).as_ref()),
        Err(failure) => fail(&usage::with_options(failure, definition, &matches), json, look),
    }
}

/// Prints a message of clap, and returns the exit code. Help and version aren't errors; everything
/// else is.
fn refuse(error: &clap::Error, args: &[OsString], json: bool, look: Look) -> u8 {
    if error.exit_code() == 0 {
        let report = help::report(&error.render().to_string(), look.width);
        return print_report(&report, json, look, None);
    }
    fail(&usage::failure(&definition(), error, args), json, look)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::cli::next::Next;
    use crate::disk::OPENED;

    /// Runs a command line in this folder, with the vault in it.
    fn pbem(dir: &Path, args: &[&str]) -> Report {
        let args = [&["pbem", "--home", "vault", "--as", "alice"], args].concat();
        let mut cli = Cli::try_parse_from(args).expect("a command");
        let mut ctx = Context::new(cli.global, Environment::still(dir, 1)).expect("a place");
        let command = cli.command.as_mut().expect("a command");
        command.run_in_game(&mut ctx).expect("it works")
    }

    /// Each document is read once. Before each change, the store compares the documents that the
    /// change is based on with the disk: before the turn, the vault's document and the record;
    /// before the bot's answer, the record.
    #[test]
    fn a_move_against_a_bot_reads_each_document_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let game = "game.toml";
        let new = ["new", "checkpoint-danger", game, "--against", "bot:easy", "--random"];
        pbem(dir.path(), &new);
        let example = || {
            let report = pbem(dir.path(), &["show", game]);
            let example = report.next.iter().find_map(|next| match next {
                Next::Command(move_command) => move_command.line.split('"').nth(1),
                Next::Advice(_) => None,
            });
            example.expect("an example").to_owned()
        };
        // The second turn in a game that the player has started lists the game in `vault.toml`.
        pbem(dir.path(), &["move", game, &example()]);
        let next = example();
        OPENED.take();
        pbem(dir.path(), &["move", game, &next]);
        let opened = OPENED.take();
        let count = |end: &str| {
            let is_own =
                |path: &&PathBuf| !path.components().any(|part| part.as_os_str() == "bots");
            let ends = |path: &&PathBuf| path.to_string_lossy().ends_with(end);
            opened.iter().filter(is_own).filter(ends).count()
        };
        let names = ["vault.toml", "config.toml", "identity.toml", ".alice.toml"];
        assert_eq!(names.map(count), [2, 1, 1, 3]);
        // The file is also read at first, and then before the turn is signed, and before each of
        // the two turns is written.
        assert_eq!(count(game), 3);
    }

    #[test]
    fn the_list_of_commands_matches_the_definition() {
        let definition = definition();
        let mut defined: Vec<&str> =
            definition.get_subcommands().map(clap::Command::get_name).collect();
        if cfg!(not(feature = "tui")) {
            defined.push("play");
        }
        defined.sort_unstable();
        let mut listed = pbem::render::COMMANDS.to_vec();
        listed.sort_unstable();
        assert_eq!(listed, defined);
    }
}
