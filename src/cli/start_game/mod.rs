//! Starts a game: for `new`, `rematch`, `learn` and the demo.

mod against;
mod arbiter;
mod club;
mod terms;

use std::path::{Path, PathBuf};

use pbem::desk::{Bots, NewGame};
use pbem::games::Kind;
use pbem::service::{self, FirstTurn, PlayedTurn, Recipients};
use pbem::table::{AnyTable, Intent, OpenGame};
use pbem::turnfile::{Bytes32, Header, TurnFile};
use pbem::words;

pub(crate) use self::against::{check_number, level};
pub(crate) use self::terms::{NewGameArgs, agreed, known_name, take_side};
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::{OpenFile, Target, free_for, remembered};
use crate::cli::games_dir::digits;
use crate::cli::host::OnDisk;
use crate::cli::next::Next;
use crate::cli::report::Report;
use crate::cli::setup::{Setup, ways};
use crate::cli::turn_result::TurnResult;
use crate::cli::turn_words;
use crate::cli::view::new_game::{vault_rows, with_levels};
use crate::cli::view::{no_move, turn};
use crate::disk::{OverwriteDenied, make_folder};

/// Starts a game with this header. `command` is the command as the user typed it, for suggestions.
pub(crate) fn start(
    ctx: &mut Context,
    (header, bots): (Header, Bots),
    setup: &Setup,
    file: Option<PathBuf>,
    note: Option<String>,
    command: &str,
) -> Result<TurnResult, CliError> {
    if bots.contains_key(header.opened_by()) {
        return against::opened_by_bot(ctx, (header, bots), setup, file);
    }
    let table = AnyTable::new(&header).map_err(|error| CliError::usage(error.to_string()))?;
    let game = OpenGame::new(TurnFile { game: header, turns: Vec::new() }, table);
    let seat = game.file.game.opening_seat();
    name_and_path(ctx, &game, file.clone())?;
    let typed_setup =
        if setup.is_given() { None } else { Setup::ask(ctx, &game, seat, Document::default())? };
    let setup = typed_setup.as_ref().unwrap_or(setup);
    if !setup.is_given() {
        let mut failure = CliError::usage(format!(
            "{}. Nothing was written. Type one of these commands:",
            turn_words::setup_question(&game.table, seat)
        ));
        failure.next = ways(&game, seat, command);
        return Err(failure);
    }
    let entries = setup.read(ctx, &game, seat)?;
    // Choose the name and path again, because another pbem may have written this file while the
    // user was typing the setup.
    let (name, path) = name_and_path(ctx, &game, file)?;
    let first_game = ctx.desk()?.has_no_game()?;
    let lost = game_without_file(ctx, path.as_deref())?;
    let header = game.file.game.clone();
    let first = FirstTurn {
        seat,
        setup: entries.clone(),
        intent: Intent::Nothing,
        note,
        full_name: full_name(ctx, &header.seats[0]),
        never_joined: false,
    };
    let new = NewGame { header, name: name.clone(), place: remembered(path.as_deref()), bots };
    let mut target = Target::new_file(path);
    let result = service::begin(&mut OnDisk { ctx, target: &mut target }, new, first);
    let (loaded, played_turn) =
        result.map_err(|error| no_move::of_first_turn(&game, &name, error))?;
    let game = OpenFile::new(ctx, loaded, target);
    let mut report = report(ctx, &game, &played_turn, &entries, first_game);
    if let Some(name) = lost {
        let note = format!(
            "the file of your game {name} was missing, so the new game now uses that file name. \
             For {name}, choose one:\n\
             pbem copy {name} FILE          # write it to another file\n\
             pbem undo {name} --not-mailed  # delete it, if you never mailed it"
        );
        report.row("Note", note);
    }
    if report.next.is_empty() {
        return turn::conclude(ctx, report, game, &played_turn);
    }
    Ok(TurnResult::of(report, game))
}

/// Returns the name and the path of the new game.
fn name_and_path(
    ctx: &mut Context,
    game: &OpenGame,
    file: Option<PathBuf>,
) -> Result<(String, Option<PathBuf>), CliError> {
    let others = game.file.game.others();
    let with = others.first().map_or("", String::as_str);
    let name = ctx.desk()?.name_for(game.standing.kind, with)?;
    let path = path_for(ctx, file, &name, &game.standing.id.0)?;
    Ok((name, path))
}

/// Returns the path of the new file, which must be writable and must not exist; `None` for standard
/// output.
fn path_for(
    ctx: &mut Context,
    file: Option<PathBuf>,
    name: &str,
    game: &Bytes32,
) -> Result<Option<PathBuf>, CliError> {
    let path = match file {
        Some(file) if file.as_os_str() == "-" => None,
        Some(file) => Some(ctx.path(file)),
        None => {
            let path = default_path(ctx, name)?;
            path.parent().map_or(Ok(()), make_folder)?;
            Some(path)
        }
    };
    Target::new_file(path.clone()).try_writing(ctx, game)?;
    Ok(path)
}

/// Returns the path of a new game's file if the user doesn't name a file.
fn default_path(ctx: &mut Context, name: &str) -> Result<PathBuf, CliError> {
    let games_dir = ctx.config()?.get("games-dir")?.map(PathBuf::from).unwrap_or_default();
    Ok(ctx.path(games_dir).join(format!("{name}.toml")))
}

/// Returns a free path for a new game's file if the default path is in use.
pub(crate) fn other_file(
    ctx: &mut Context,
    kind: Kind,
    (header, bots): &(Header, Bots),
) -> Result<Option<PathBuf>, CliError> {
    let opener = header.opened_by().to_owned();
    let with = header.others().into_iter().next().filter(|_| !bots.contains_key(&opener));
    let name = ctx.desk()?.name_for(kind, &with.unwrap_or(opener))?;
    let path = default_path(ctx, &name)?;
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    let is_free = |path: &Path| match path.symlink_metadata() {
        Ok(_) => Err(OverwriteDenied::Other),
        Err(_) => Ok(()),
    };
    free_for(is_free, path, &header.id(), &name, &[]).map(Some)
}

/// Returns the name of a game in progress whose file should be at this path. No file exists there,
/// perhaps because of a crash between signing and writing.
fn game_without_file(ctx: &mut Context, path: Option<&Path>) -> Result<Option<String>, CliError> {
    let Some(path) = path else { return Ok(None) };
    let lost = ctx.desk()?.game_at(|place| Path::new(place) == path)?;
    Ok(lost.map(|head| head.name))
}

/// Reports the new game. In a game with bots, the next step depends on their turns.
fn report(
    ctx: &mut Context,
    game: &OpenFile,
    played_turn: &PlayedTurn,
    setup: &[String],
    first_game: bool,
) -> Report {
    let header = &game.game.file.game;
    let bots = &game.records[0].bots;
    let mut report = Report::new(turn::to_json(game, played_turn));
    report.say(format!(
        "New game {}: {}, {} against {}. {}",
        game.name(),
        game.game.standing.kind.title(),
        header.opened_by(),
        turn_words::list(&with_levels(bots, &header.others())),
        words::terms(header)
    ));
    let file = game.file_name();
    let hidden = game.game.table.describe_setup(header.opening_seat(), setup);
    report.say(format!(
        "Your hidden setup: {hidden}. Only you can see it. You can no longer change it, because it \
            is sealed in {file}."
    ));
    report.line("");
    report.signed = true;
    turn::wrote(ctx, &mut report, &game.target, "turn 1, signed");
    vault_rows(ctx, &mut report, first_game);
    if game.target.path.is_none() {
        report.file = Some(game.game.file.write());
    }
    if bots.is_empty() {
        report.then(turn_words::next_step(ctx, game, &file));
        report.then(Next::advice(format!(
            "{} can join with  pbem join {}",
            turn_words::list(&Recipients::of(game).to),
            digits(&game.game.standing.id)
        )));
    }
    report
}

/// Returns the user's name as typed, if it has upper-case letters.
fn full_name(ctx: &Context, seat: &str) -> Option<String> {
    let name = ctx.global.as_name.as_deref()?;
    (name != seat && name.eq_ignore_ascii_case(seat)).then(|| name.to_owned())
}
