//! `pbem new`: start a game.

pub(super) mod against;
mod arbiter;
mod asking;
mod club;

use std::path::{Path, PathBuf};

use clap::Args;
use pbem::desk::{Bots, NewGame, seats_with_bots};
use pbem::games::Kind;
use pbem::render;
use pbem::service::{self, FirstTurn, PlayedTurn, Recipients};
use pbem::table::{AnyTable, Intent, OpenGame};
use pbem::turnfile::{Bytes32, Header, TurnFile};

use self::arbiter::ArbiterArgs;
use self::asking::CompletedArgs;
#[cfg(feature = "tui")]
pub(crate) use self::asking::names;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::{OpenFile, Target, remembered};
use crate::cli::games_dir::digits;
use crate::cli::host::OnDisk;
use crate::cli::house_rules::house_rules;
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::mailing::{self, Mailing};
use crate::cli::player_name::{check_seats, seat_of};
use crate::cli::prompt::{ask_until, can_ask};
use crate::cli::report::{Report, quoted};
use crate::cli::setup::{Setup, ways};
use crate::cli::similar::nearest;
use crate::cli::turn_result::TurnResult;
use crate::cli::turn_words;
use crate::cli::view::new_game::{terms, vault_rows, with_levels};
use crate::cli::view::{no_move, turn};
use crate::disk::make_folder;

/// Start a game with friends, or alone against bots
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "\
Examples:
  pbem new                                  choose a game from the list
  pbem new spy --with bob                   asks for your setup
  pbem new spy --as alice --with bob --random
  pbem new checkpoint-danger game.toml --with bob --setup-file - < setup
  pbem new checkpoint-danger --with bob --random --set days-per-turn=none
  pbem new game-box club.toml --with bob,carol,dave --random
  pbem new enemy-agent --with bob --side red --random
  pbem new spy --with bob --random --arbiter cup --grace-days 3
  pbem new spy --with bob --club club.toml  a game of your club, with its rules
  pbem new spy --against bot --random       on your own, against the hardest bot
  pbem new espionage --against bot:easy --random --set size=small
  pbem new game-box --against bot,bot:easy,bot    the first bot is the Checker")]
pub(crate) struct New {
    /// Game to play; `pbem rules` lists them
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: Option<String>,
    /// File to write [default: a name made from the game and your opponent]
    pub file: Option<PathBuf>,
    /// Names of the other players, in the order of their turns: bob,carol
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Add bots: bot:easy, bot:medium or bot:hard [`bot` is bot:hard]
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    pub against: Vec<String>,
    /// Be the Checker, instead of the first bot (Game Box)
    #[arg(long, requires = "against")]
    pub as_checker: bool,
    /// Your side: blue or red [default: blue] (Enemy Agent)
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Set a house rule, for example days-per-turn=7
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Player who begins [default: chosen at random]
    #[arg(long, value_name = "NAME")]
    pub first: Option<String>,
    /// Add a message to the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Play by the rules of a club: its club.toml, which the organizer sends you
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "arbiter", "against"])]
    pub club: Option<PathBuf>,
    /// Section of the club, if the game could be in several
    #[arg(long, value_name = "NAME", requires = "club")]
    pub section: Option<String>,
    #[command(flatten)]
    pub arbiter: ArbiterArgs,
    #[command(flatten)]
    pub setup: Setup,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs `pbem new`.
pub(crate) fn run(ctx: &mut Context, args: &New) -> Result<Report, CliError> {
    let args = match asking::complete(ctx, args)? {
        CompletedArgs::List(list) => return Ok(list),
        CompletedArgs::Game(args) => args,
    };
    let (kind, agreed) = agreed(ctx, &args)?;
    let command = as_typed(ctx, kind, &args);
    let mut begun = start(ctx, agreed, &args.setup, args.file.clone(), args.note.clone(), &command);
    let renamed = args.with.iter().map(|name| (name, seat_of(name.clone())));
    for (name, seat) in renamed.filter(|(name, seat)| seat != *name) {
        if let Ok(made) = &mut begun {
            made.report.row("Note", format!("{name} is {seat} here: names are in lower case"));
        }
    }
    let misspelled = similar_contacts(ctx, &args.with)?;
    if let Ok(made) = &mut begun {
        for (name, contact) in misspelled {
            let undo = made.game.as_ref().map_or_else(String::new, |game| {
                format!(" Then take this game back:\npbem undo {} --not-mailed", game.name())
            });
            let note = format!("{name} isn't one of your contacts. Did you mean {contact}?{undo}");
            made.report.row("Note", note);
        }
    }
    mailing::along(ctx, args.mailing, begun)
}

/// The names of players who are no contacts, each with the contact whose name is most like it.
fn similar_contacts(
    ctx: &mut Context,
    names: &[String],
) -> Result<Vec<(String, String)>, CliError> {
    let contacts = ctx.contacts()?;
    let names: Vec<String> = names.iter().cloned().map(seat_of).collect();
    let others =
        || contacts.iter().map(|(name, _)| name).filter(|one| !names.iter().any(|n| n == one));
    let unknown = names.iter().filter(|name| contacts.get(name).is_err());
    let similar =
        unknown.filter_map(|name| Some((name.clone(), nearest(name, others())?.to_owned())));
    Ok(similar.collect())
}

/// The kind, the header with everything agreed before the game, and the bots.
pub(crate) fn agreed(ctx: &mut Context, args: &New) -> Result<(Kind, (Header, Bots)), CliError> {
    let kind = kind_named(args.kind.as_deref().unwrap_or_default())?;
    check_seats(&args.with)?;
    let with = args.with.iter().cloned().map(seat_of).collect();
    let args = &New { with, first: args.first.clone().map(seat_of), ..args.clone() };
    let me = seat_of(own_name(ctx, &args.with)?);
    let bots = against::bots(ctx, args, &me)?;
    let seats = seats_with_bots(&me, &args.with, &bots, against::bot_opens(kind, args));
    check_seats(&seats)?;
    against::enough(kind, args, seats.len())?;
    let terms = match &args.club {
        Some(path) => {
            let section = args.section.as_deref();
            Some(club::Terms::read(ctx, kind, &seats, (path, section))?)
        }
        None => None,
    };
    let options = match &terms {
        Some(terms) => terms.options.clone(),
        None => against::usual(kind, args, house_rules(ctx, kind, &args.options)?),
    };
    let first = args.first.clone().or_else(|| against::first(kind, args, &me));
    let (own, around) = ctx.at_desk()?;
    let mut header = own.header(kind, seats, options, first, around)?;
    take_side(kind, args.side.as_deref(), &mut header)?;
    header.arbiter = args.arbiter.read(ctx)?;
    if let Some(terms) = terms {
        terms.put(&mut header);
    }
    Ok((kind, (header, bots)))
}

/// Gives the opener this side, in games with sides.
pub(crate) fn take_side(
    kind: Kind,
    side: Option<&str>,
    header: &mut Header,
) -> Result<(), CliError> {
    let Some(side) = side else { return Ok(()) };
    let Some(sides) = kind.sides() else {
        let message = format!("{} has no sides to choose from.", kind.title());
        return Err(CliError::usage(message).then("leave out --side"));
    };
    match sides.iter().position(|name| name.eq_ignore_ascii_case(side)) {
        Some(0) => {}
        Some(_) => header.swap_sides(),
        None => {
            let (side, sides) = (side.escape_debug(), sides.join(" and "));
            return Err(CliError::usage(format!(
                "there is no side `{side}`; the sides are {sides}"
            )));
        }
    }
    Ok(())
}

/// The command that the user typed, without the setup.
fn as_typed(ctx: &Context, kind: Kind, args: &New) -> String {
    let mut words = vec![format!("pbem new {kind}")];
    words.extend(args.file.as_ref().map(|file| quoted(&file.display().to_string())));
    words.extend(ctx.global.as_name.as_ref().map(|name| format!("--as {name}")));
    let lists = [("--with", &args.with), ("--against", &args.against)].into_iter();
    let lists = lists.filter(|(_, list)| !list.is_empty());
    words.extend(lists.map(|(name, list)| format!("{name} {}", list.join(","))));
    words.extend(args.as_checker.then(|| "--as-checker".to_owned()));
    words.extend(args.options.iter().map(|option| format!("--set {}", quoted(option))));
    words.extend(args.side.as_ref().map(|side| format!("--side {side}")));
    words.extend(args.first.as_ref().map(|first| format!("--first {first}")));
    let club = args.club.as_ref().map(|club| quoted(&club.display().to_string()));
    words.extend(club.map(|club| format!("--club {club}")));
    words.extend(args.section.as_ref().map(|name| format!("--section {}", quoted(name))));
    words.extend(args.arbiter.as_typed());
    words.join(" ")
}

/// Starts a game with this header; shared by `new` and `rematch`.
pub(crate) fn start(
    ctx: &mut Context,
    (header, bots): (Header, Bots),
    setup: &Setup,
    file: Option<PathBuf>,
    note: Option<String>,
    command: &str,
) -> Result<TurnResult, CliError> {
    if bots.contains_key(header.opened_by()) {
        return against::opened_by_bot(ctx, (header, bots), setup, file).map(TurnResult::from);
    }
    let table = AnyTable::new(&header).map_err(|error| CliError::usage(error.to_string()))?;
    let game = OpenGame::new(TurnFile { game: header, turns: Vec::new() }, table);
    let seat = game.file.game.opening_seat();
    name_and_path(ctx, &game, file.clone())?;
    let asked = if setup.is_given() { None } else { Setup::asked(ctx, &game, seat, "")? };
    let setup = asked.as_ref().unwrap_or(setup);
    if !setup.is_given() {
        let mut failure = CliError::usage(format!(
            "{}, in one of these ways. Nothing was written.",
            turn_words::setup_asked(&game.table, seat)
        ));
        failure.next = ways(&game, seat, command);
        return Err(failure);
    }
    let entries = setup.read(ctx, &game, seat)?;
    // Another pbem may have written this file while the user typed.
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
    let begun = service::begin(&mut OnDisk { ctx, target: &mut target }, new, first);
    let (loaded, played) = begun.map_err(|error| no_move::of_first_turn(&game, &name, error))?;
    let game = OpenFile { target, loaded, here: ctx.path("") };
    let mut report = report(ctx, &game, &played, &entries, first_game);
    if let Some(name) = lost {
        let note = format!(
            "the missing file of your game {name} had this name:\n\
             pbem copy {name} FILE            write {name} to another file\n\
             pbem undo {name} --not-mailed    or delete it, if you never mailed it"
        );
        report.row("Note", note);
    }
    if report.next.is_empty() {
        return turn::conclude(ctx, report, game, &played);
    }
    Ok(TurnResult::of(report, game))
}

/// The name and the file of the new game.
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

/// The path of the new file, which must be writable and not exist; `None` for standard output.
fn path_for(
    ctx: &mut Context,
    file: Option<PathBuf>,
    name: &str,
    game: &Bytes32,
) -> Result<Option<PathBuf>, CliError> {
    let games_dir = ctx.config()?.get("games-dir")?.map(PathBuf::from).unwrap_or_default();
    let path = match file {
        Some(file) if file.as_os_str() == "-" => None,
        Some(file) => Some(ctx.path(file)),
        None => {
            let folder = ctx.path(games_dir);
            make_folder(&folder)?;
            Some(folder.join(format!("{name}.toml")))
        }
    };
    Target::new_file(path.clone()).try_writing(ctx, game)?;
    Ok(path)
}

/// A running game that has this file, although the file doesn't exist: perhaps a crash came between
/// signing and writing.
fn game_without_file(ctx: &mut Context, path: Option<&Path>) -> Result<Option<String>, CliError> {
    let Some(path) = path else { return Ok(None) };
    let lost = ctx.desk()?.game_at(|place| Path::new(place) == path)?;
    Ok(lost.map(|head| head.name))
}

/// Reports the new game. In a game with bots, what follows depends on their turns.
fn report(
    ctx: &mut Context,
    game: &OpenFile,
    played: &PlayedTurn,
    setup: &[String],
    first_game: bool,
) -> Report {
    let header = &game.game.file.game;
    let bots = &game.records[0].bots;
    let mut report = Report::new(turn::to_json(game, played));
    report.say(format!(
        "New game {}: {}, {} against {}. {}",
        game.name(),
        game.game.standing.kind.title(),
        header.opened_by(),
        turn_words::list(&with_levels(bots, &header.others())),
        terms(header)
    ));
    let file = game.file_name();
    let hidden = game.game.table.describe_setup(header.opening_seat(), setup);
    report.line(render::wrap(
        &format!(
            "You hide: {hidden}. Only you can see it. You can no longer change it: {file} \
            contains its seals."
        ),
        80,
        "",
    ));
    report.line("");
    report.signed = true;
    turn::wrote(ctx, &mut report, &game.target, "turn 1, signed");
    vault_rows(ctx, &mut report, first_game);
    if game.target.path.is_none() {
        report.file = Some(game.game.file.write());
    }
    if bots.is_empty() {
        report.then(turn_words::hand_on(ctx, game, &file));
        report.then(format!(
            "{} can join with  pbem join {}",
            turn_words::list(&Recipients::of(game).to),
            digits(&game.game.standing.id)
        ));
    }
    report
}

/// The user's own name; asks for it at a terminal if it isn't set.
fn own_name(ctx: &mut Context, others: &[String]) -> Result<String, CliError> {
    if let Some(name) = known_name(ctx)? {
        return Ok(name);
    }
    if can_ask(ctx) {
        let question = "Your player name (lower case, for example alice): ";
        let is_free = |name: &str| check_seats(&[others, &[seat_of(name.to_owned())]].concat());
        // Asks again after an empty line, which would lose the earlier answers.
        for above in ["", "The other players need a name for you.\n"] {
            if let Some(name) = ask_until(ctx, above, question, is_free)? {
                // Suggested commands repeat the answer.
                ctx.global.as_name = Some(name.clone());
                return Ok(name);
            }
        }
    }
    Err(CliError::usage("what is your player name?")
        .then("pbem config name alice      or add --as alice to the command"))
}

/// The user's own name: `--as`, or the setting.
fn known_name(ctx: &mut Context) -> Result<Option<String>, CliError> {
    match ctx.global.as_name.clone() {
        Some(name) => Ok(Some(name)),
        None => ctx.own_name(),
    }
}

/// The name for people, if the user's own name has upper-case letters.
fn full_name(ctx: &Context, seat: &str) -> Option<String> {
    let name = ctx.global.as_name.as_deref()?;
    (name != seat && name.eq_ignore_ascii_case(seat)).then(|| name.to_owned())
}
