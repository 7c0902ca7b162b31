//! Games against bots.

use std::path::PathBuf;

use pbem::desk::{Bots, NewGame, TurnSummary};
use pbem::games::Kind;
use pbem::rules::{Level, OptionMap, OptionValue};
use pbem::service::{self, PlayedTurn, StartedGame, TurnOutcome};
use pbem::table::{AnyTable, DAYS_PER_TURN};
use pbem::turnfile::Header;
use pbem::words;

use super::{NewGameArgs, path_for};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::{OpenFile, Target, remembered};
use crate::cli::host::OnDisk;
use crate::cli::next::Next;
use crate::cli::report::Report;
use crate::cli::setup::Setup;
use crate::cli::turn_result::TurnResult;
use crate::cli::turn_words::{self, example};
use crate::cli::view::new_game::{vault_rows, with_levels};
use crate::cli::view::{no_move, turn};

/// Returns the seats and levels of the bots that the user asked for.
pub(super) fn bots(ctx: &mut Context, args: &NewGameArgs, me: &str) -> Result<Bots, CliError> {
    let levels = args.against.iter().map(|word| level(word));
    let levels: Vec<Level> = levels.collect::<Result<_, _>>()?;
    Ok(ctx.desk()?.name_bots(levels, me, &args.with)?)
}

/// Parses the level of a bot: `bot`, `bot:easy`.
pub(crate) fn level(word: &str) -> Result<Level, CliError> {
    let level = match word.split_once(':') {
        None if word == "bot" => Some(Level::Hard),
        Some(("bot", word)) => Level::of(word),
        _ => None,
    };
    level.ok_or_else(|| {
        let word = word.escape_debug();
        CliError::usage(format!("there is no bot `{word}`."))
            .then(Next::command("--against bot:easy").why("or bot:medium, or bot:hard"))
            .then(Next::command("--with NAME").why("to play with a person"))
    })
}

/// Fails if there are too few players, and suggests adding bots.
pub(super) fn enough(kind: Kind, args: &NewGameArgs, seats: usize) -> Result<(), CliError> {
    let least = usize::from(*kind.seats().start());
    let Some(last) = args.against.last().filter(|_| seats < least) else { return Ok(()) };
    let more = std::iter::repeat_n(last, least - seats);
    let bots: Vec<&str> = args.against.iter().chain(more).map(String::as_str).collect();
    let bots = Next::command(format!("--against {}", bots.join(","))).why("to add bots");
    check_number(kind, seats).map_err(|failure| failure.then(bots))
}

/// Fails unless this number of players can play the game.
pub(crate) fn check_number(kind: Kind, seats: usize) -> Result<(), CliError> {
    let (least, most) = (usize::from(*kind.seats().start()), usize::from(*kind.seats().end()));
    if (least..=most).contains(&seats) {
        return Ok(());
    }
    let may = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let title = kind.title();
    Err(CliError::usage(format!("{title} is for {may} players, not {seats}")))
}

/// Whether a bot takes the opener's seat. In games for more than two players, the opener has a
/// special role.
pub(super) fn bot_opens(kind: Kind, args: &NewGameArgs) -> bool {
    *kind.seats().end() > 2 && !args.against.is_empty() && !args.as_checker
}

/// Returns the house rules for a game: without other people there is no deadline, unless the user
/// sets one.
pub(super) fn usual(kind: Kind, args: &NewGameArgs, mut options: OptionMap) -> OptionMap {
    let is_said = args.options.iter().any(|option| option.starts_with(DAYS_PER_TURN));
    let specs = pbem::table::option_specs(kind);
    let none = specs.iter().find(|spec| spec.name == DAYS_PER_TURN);
    let none = none.and_then(|spec| spec.read("none").ok()).unwrap_or(OptionValue::Number(0));
    if args.with.is_empty() && !is_said {
        options.insert(DAYS_PER_TURN.to_owned(), none);
    }
    options
}

/// Returns the player who begins a two-player game against a bot: the user.
pub(super) fn first(kind: Kind, args: &NewGameArgs, me: &str) -> Option<String> {
    (*kind.seats().end() == 2 && !args.against.is_empty()).then(|| me.to_owned())
}

/// Lets a bot start the game. The user joins with the first move.
pub(super) fn opened_by_bot(
    ctx: &mut Context,
    (header, bots): (Header, Bots),
    setup: &Setup,
    file: Option<PathBuf>,
) -> Result<TurnResult, CliError> {
    if setup.text.is_some() || setup.file.is_some() {
        return Err(CliError::usage("you have no setup in this game: a bot is the Checker.")
            .then(Next::advice("leave out the setup"))
            .then(Next::command("--as-checker").why("to be the Checker yourself")));
    }
    let table = AnyTable::new(&header).map_err(|error| CliError::usage(error.to_string()))?;
    let kind = table.standing().kind;
    let name = ctx.desk()?.name_for(kind, &header.seats[0])?;
    let path = path_for(ctx, file, &name, &header.id())?.ok_or_else(|| {
        let message =
            "if a bot starts the game, pbem can't write the game to standard output: name a file.";
        CliError::usage(message)
    })?;
    let new = NewGame { header, name: name.clone(), place: remembered(Some(&path)), bots };
    let mut target = Target::new_file(Some(path));
    let result = service::opened_by_bot(&mut OnDisk { ctx, target: &mut target }, new);
    let StartedGame { game: loaded, is_first } =
        result.map_err(|error| no_move::bot_stuck(error, &name))?;
    let game = OpenFile::new(ctx, loaded, target);
    Ok(TurnResult { report: report_of(ctx, &game, is_first)?, game: Some(game), mailing: None })
}

/// Reports the new game and the way to join it.
fn report_of(ctx: &mut Context, loaded: &OpenFile, first_game: bool) -> Result<Report, CliError> {
    let (standing, header) = (&loaded.game.standing, &loaded.game.file.game);
    let name = loaded.name();
    let record = &loaded.records[0];
    let seat = header.seat(record.seat()).unwrap_or(pbem::rules::Seat::JOINER);
    let outcome = TurnOutcome::Signed(TurnSummary::default());
    let played_turn = PlayedTurn::new(1, header.seats[0].clone(), outcome);
    let mut report = Report::new(turn::to_json(loaded, &played_turn));
    report.say(format!(
        "New game {name}: {}, started by {}. You are {}. {}",
        standing.kind.title(),
        turn_words::list(&with_levels(&record.bots, &header.seats[..1])),
        record.seat(),
        words::terms(header)
    ));
    report.line("");
    let wrote = loaded.target.path.as_deref().map(|path| ctx.shown(path)).unwrap_or_default();
    report.row("Wrote", format!("{wrote}      turn 1, signed by {}", header.seats[0]));
    vault_rows(ctx, &mut report, first_game);
    if !loaded.is_mine() {
        report.then(turn_words::next_step(ctx, loaded, &loaded.file_name()));
        return Ok(report);
    }
    let (desk, around) = ctx.at_desk()?;
    let keys = desk.fresh(header, seat, Vec::new(), around)?;
    let example = example(ctx, loaded, &keys);
    report.then(Next::command(format!("pbem move {name} {example}")).why("your first move"));
    Ok(report)
}
