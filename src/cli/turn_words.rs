//! Messages about turns, for all commands: refused turns, broken rules, and recipients.

use std::path::{Path, PathBuf};

use pbem::desk::DeskError;
use pbem::rules::Seat;
pub(super) use pbem::rules::list;
use pbem::service::Recipients;
use pbem::table::{AnyTable, FindingKind, Keys, OpenGame, Refusal};
use pbem::turnfile::TurnFile;
use pbem::words;

use super::addresses;
use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::report::{exit, quoted};
use crate::cli::next::Next;

/// Writes the latest file to `path`, unless `path` already has it. Returns the path.
pub(super) fn write_newest(
    ctx: &Context,
    path: &Path,
    file: &TurnFile,
) -> Result<PathBuf, CliError> {
    let turns = u32::try_from(file.turns.len()).unwrap_or(u32::MAX);
    Ok(ctx.writer().write_game(path, &file.write(), &file.game.id(), turns)?.path)
}

/// Returns the request for a setup: `Hide four agents`
pub(super) fn setup_question(table: &AnyTable, seat: Seat) -> String {
    table.setup_help(seat).map(|help| help.ask).unwrap_or_default()
}

/// Returns the error for a turn that a seat can't take.
pub(super) fn not_made(game: &OpenGame, seat: Seat, trouble: DeskError) -> CliError {
    match trouble {
        DeskError::Refused(refusal) => refused(game, seat, &refusal),
        other => other.into(),
    }
}

/// Returns the error for a turn that the rules refuse.
pub(super) fn refused(game: &OpenGame, seat: Seat, refusal: &Refusal) -> CliError {
    use CliErrorKind as Kind;
    let why = words::refusal(refusal, &game.standing.names);
    let unwritten = |kind, why: &str| CliError::not_now(kind, format!("{why}. {UNWRITTEN}"));
    match refusal {
        Refusal::Over => CliError::not_now(Kind::Over, sentence(why)),
        Refusal::NotYourTurn { .. } => CliError::not_now(Kind::NotYourTurn, sentence(why)),
        Refusal::SetupNeeded => {
            let question_words = setup_question(&game.table, seat);
            unwritten(Kind::SetupNeeded, &format!("you need a setup first. {question_words}"))
        }
        Refusal::MoveNeeded { answers } => {
            let mut failure = unwritten(Kind::MoveNeeded, &why);
            for (question, answer) in answers {
                let question_words = format!("\nasked: {question}.  Your answer will be {answer}.");
                failure.message += &game.standing.names.fill(&question_words);
            }
            failure
        }
        Refusal::Illegal { piece, .. } => CliError {
            piece: piece.clone(),
            ..CliError::not_now(Kind::Illegal, format!("{why}\n{UNWRITTEN}"))
        },
        Refusal::CannotLeave(_) | Refusal::CannotClaim(_) => unwritten(Kind::NotHere, &why),
        Refusal::NoOffer => unwritten(Kind::NoOffer, &why),
        Refusal::CannotOffer(_) => CliError::not_now(Kind::NoOffer, sentence(why)),
        Refusal::BadBox { .. } => {
            let message = format!("{why}. {UNWRITTEN}");
            CliError::new(exit::DISHONEST, Kind::Breach(FindingKind::BadBox), message)
        }
        Refusal::NothingToDispute if game.standing.kind.has_boxes() => {
            CliError::not_now(Kind::NothingToDispute, sentence(why))
        }
        Refusal::NothingToDispute => {
            let title = game.standing.kind.title();
            let message = format!("nothing in {title} can be disputed.");
            CliError::not_now(Kind::NothingToDispute, message)
        }
        Refusal::Inconsistent(_) => CliError::new(exit::TROUBLE, Kind::Vault, why),
    }
}

/// Says that a command has changed nothing.
const UNWRITTEN: &str = "Nothing was written.";

fn sentence(clause: String) -> String {
    clause + "."
}

/// Returns the exit code of a command that shows this game. If a lie has been proven, every such
/// command exits with `DISHONEST`.
pub(super) fn exit_code(loaded: &OpenFile) -> u8 {
    if loaded.game.standing.breach.is_some() { exit::DISHONEST } else { exit::DONE }
}

/// Returns the error for the breach that ended the game, if there is one.
pub(super) fn breach_report(loaded: &OpenFile) -> Option<CliError> {
    let finding = loaded.game.standing.breach.as_ref()?;
    let names = &loaded.game.standing.names;
    let message = format!(
        "{}.\n{}'s signature in turn {} proves it. The game is over.",
        names.fill(&finding.message),
        names.of(finding.seat),
        finding.turn
    );
    Some(
        CliError::new(exit::DISHONEST, CliErrorKind::Breach(finding.kind), message)
            .then(Next::command(format!("pbem verify {}", loaded.typed())).why("show the proof")),
    )
}

/// Returns the next step: `mail game.toml to alice, copy to bob and carol`
pub(super) fn mail_words(recipients: &Recipients, file: &str) -> String {
    let (to, cc) = (list(&recipients.to), copies_to(recipients));
    match (to.is_empty(), cc.is_empty()) {
        (false, _) => format!("mail {file} to {to}{}", copy_words(recipients)),
        (true, false) => format!("mail {file} to {cc}, for their information"),
        (true, true) => "no need to mail anything".to_owned(),
    }
}

/// Returns the end of the text of [`mail_words`]: `, copy to bob and cup@example.org`
pub(super) fn copy_words(recipients: &Recipients) -> String {
    let cc = copies_to(recipients);
    if cc.is_empty() { cc } else { format!(", copy to {cc}") }
}

fn copies_to(recipients: &Recipients) -> String {
    let all = recipients.cc.iter().chain(&recipients.copies).cloned();
    list(&all.collect::<Vec<_>>())
}

/// Returns the `pbem send` command for the turn, with a placeholder for the address of each player
/// in `missing`.
pub(super) fn send_command(loaded: &OpenFile, missing: &[String]) -> String {
    let to: Vec<String> = missing.iter().map(|name| format!(" --to {name}=ADDRESS")).collect();
    format!("pbem send {}{}", loaded.name(), to.concat())
}

/// Returns the next step after a turn: the command that mails it, if a way to send mail is set;
/// otherwise the recipients.
pub(super) fn next_step(ctx: &mut Context, loaded: &OpenFile, file: &str) -> Next {
    let recipients = Recipients::of(loaded);
    let words = mail_words(&recipients, file);
    if recipients.is_empty() || !ctx.config().is_ok_and(|config| config.has_way_out()) {
        return Next::advice(words);
    }
    Next::command(send_next(ctx, loaded)).why(format!("to {words}"))
}

/// Returns the `pbem send` command for the turn, with a placeholder for each address that the user
/// needs and pbem doesn't know. A draft needs no addresses.
pub(super) fn send_next(ctx: &mut Context, loaded: &OpenFile) -> String {
    if !ctx.config().is_ok_and(|config| config.has_way_out()) {
        return send_command(loaded, &[]);
    }
    let at = loaded.own_seat(ctx).ok().flatten();
    let players = addresses::needed(loaded, Recipients::of(loaded));
    let reached = at.and_then(|at| addresses::reached(ctx, loaded, at, &players).ok());
    send_command(loaded, &reached.unwrap_or_default().1)
}

/// Returns the `pbem send` command that mails the latest file again, as [`send_next`] does.
pub(super) fn send_again(ctx: &mut Context, loaded: &OpenFile) -> String {
    send_next(ctx, loaded) + " --again"
}

/// Returns a good move that the seat with these keys can type now, in quotation marks if necessary;
/// `MOVE` if there is none.
pub(crate) fn example(ctx: &Context, loaded: &OpenFile, keys: &Keys) -> String {
    let examples = loaded.game.table.examples(keys, ctx.now());
    examples.first().map_or_else(|| "MOVE".to_owned(), |(typed, _)| quoted(typed))
}
