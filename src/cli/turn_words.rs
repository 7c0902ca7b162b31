//! Messages about turns, for all commands: refused turns, broken rules,
//! and recipients.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use pbem::desk::DeskError;
use pbem::rules::Seat;
pub(super) use pbem::rules::list;
use pbem::service::Recipients;
use pbem::table::{AnyTable, FindingKind, OpenGame, Refusal};
use pbem::turnfile::TurnFile;

use super::context::Context;
use super::failure::{CliError, CliErrorKind};
use super::game_file::OpenFile;
use super::report::exit;

/// Writes the latest file to `path`, if it isn't there already.
pub(super) fn write_newest(
    ctx: &Context,
    path: &Path,
    file: &TurnFile,
) -> Result<PathBuf, CliError> {
    let turns = u32::try_from(file.turns.len()).unwrap_or(u32::MAX);
    Ok(ctx.writer().write_game(path, &file.write(), &file.game.id(), turns)?.path)
}

/// The request for a setup: `Hide four agents`.
pub(super) fn setup_asked(table: &AnyTable, seat: Seat) -> String {
    table.setup_help(seat).map(|help| help.ask).unwrap_or_default()
}

/// Explains why a seat can't make a turn.
pub(super) fn not_made(game: &OpenGame, seat: Seat, trouble: DeskError) -> CliError {
    match trouble {
        DeskError::Refused(refusal) => refused(game, seat, &refusal),
        other => other.into(),
    }
}

/// Explains a refusal of the rules.
pub(super) fn refused(game: &OpenGame, seat: Seat, refusal: &Refusal) -> CliError {
    let names = &game.standing.names;
    let fill = |text: &str| names.fill(text);
    match refusal {
        Refusal::Over => CliError::not_now(CliErrorKind::Over, "this game is over."),
        Refusal::NotYourTurn { due } => CliError::not_now(
            CliErrorKind::NotYourTurn,
            format!("it is {}'s turn.", names.of(*due)),
        ),
        Refusal::SetupNeeded => CliError::not_now(
            CliErrorKind::SetupNeeded,
            format!("{} first. Nothing was written.", setup_asked(&game.table, seat)),
        ),
        Refusal::MoveNeeded { answers } => {
            CliError::not_now(CliErrorKind::MoveNeeded, fill(&move_needed(answers)))
        }
        Refusal::Illegal { why, piece } => CliError {
            piece: piece.clone(),
            ..CliError::not_now(
                CliErrorKind::Illegal,
                format!("{}\nNothing was written.", fill(why)),
            )
        },
        Refusal::CannotLeave(why) => CliError::not_now(
            CliErrorKind::NotHere,
            format!("not possible now: {why}. Nothing was written."),
        ),
        Refusal::CannotClaim(why) => CliError::not_now(
            CliErrorKind::NotHere,
            fill(&format!("you can't claim the game: {why}. Nothing was written.")),
        ),
        Refusal::NoOffer => CliError::not_now(
            CliErrorKind::NoOffer,
            "no draw was offered in the last turn. Nothing was written.",
        ),
        Refusal::CannotOffer(why) => {
            CliError::not_now(CliErrorKind::NoOffer, format!("you can't offer a draw: {why}."))
        }
        Refusal::BadBox { question } => CliError::new(
            exit::DISHONEST,
            CliErrorKind::Breach(FindingKind::BadBox),
            fill(&format!("the box for {question} is false. Nothing was written.")),
        ),
        Refusal::NothingToDispute => CliError::not_now(
            CliErrorKind::NothingToDispute,
            if game.standing.kind.has_boxes() {
                "nothing to dispute: none of your opponent's boxes is false.".to_owned()
            } else {
                let title = game.standing.kind.title();
                format!("nothing to dispute: {title} has no boxes.")
            },
        ),
        Refusal::Inconsistent(message) => {
            CliError::new(exit::TROUBLE, CliErrorKind::Vault, fill(message))
        }
    }
}

fn move_needed(answers: &[(String, String)]) -> String {
    let mut message = if answers.is_empty() {
        "it is your move. Nothing was written.".to_owned()
    } else {
        "it is your move too: answer and move in the same turn. Nothing was written.".to_owned()
    };
    for (question, answer) in answers {
        let _ = write!(message, "\nasked: {question}.  Your answer will be {answer}.");
    }
    message
}

/// The exit code of a command that shows this game: a proven lie counts as dishonest for every
/// command.
pub(super) fn exit_code(loaded: &OpenFile) -> u8 {
    if loaded.game.standing.breach.is_some() { exit::DISHONEST } else { exit::DONE }
}

/// The breach that ended the game, addressed to the player.
pub(super) fn breach_report(loaded: &OpenFile) -> Option<CliError> {
    let finding = loaded.game.standing.breach.as_ref()?;
    let names = &loaded.game.standing.names;
    let message = format!(
        "{}.\nThe signature of {} in turn {} proves it. The game is over.",
        names.fill(&finding.message),
        names.of(finding.seat),
        finding.turn
    );
    Some(
        CliError::new(exit::DISHONEST, CliErrorKind::Breach(finding.kind), message)
            .then(format!("pbem verify {}      show the proof", loaded.typed())),
    )
}

/// `mail it to alice, copy to bob and carol`
pub(super) fn mail_words(recipients: &Recipients, file: &str) -> String {
    let (to, cc) = (list(&recipients.to), copies_to(recipients));
    match (to.is_empty(), cc.is_empty()) {
        (false, _) => format!("mail {file} to {to}{}", copy_words(recipients)),
        (true, false) => format!("mail {file} to {cc}, for their information"),
        (true, true) => "no need to mail anything".to_owned(),
    }
}

/// `, copy to bob and cup@example.org`
pub(super) fn copy_words(recipients: &Recipients) -> String {
    let cc = copies_to(recipients);
    if cc.is_empty() { cc } else { format!(", copy to {cc}") }
}

fn copies_to(recipients: &Recipients) -> String {
    let all = recipients.cc.iter().chain(&recipients.copies).cloned();
    list(&all.collect::<Vec<_>>())
}

/// The next step after a turn: the command that sends it, if a way to send is set; otherwise the
/// recipients.
pub(super) fn hand_on(ctx: &mut Context, loaded: &OpenFile, file: &str) -> String {
    let recipients = Recipients::of(loaded);
    let words = mail_words(&recipients, file);
    if !recipients.is_empty() && ctx.config().is_ok_and(|config| config.has_way_out()) {
        format!("pbem send {}      to {words}", loaded.name())
    } else {
        words
    }
}
