//! `pbem join`: join a game from an invitation.

use std::path::PathBuf;

use clap::Args;
use pbem::crypto::safety_number;
use pbem::desk::{DeskError, StaleKind};
use pbem::render;
use pbem::rules::Seat;
use pbem::service::{self, FirstTurn, PlayError, PlayedTurn};
use pbem::table::{Intent, Keys, OpenGame, Refusal};

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{self, OpenFile, objected};
use crate::cli::host::OnDisk;
use crate::cli::invitations::choose::{self, meant};
use crate::cli::invitations::view::{example, invitation, keys_to_begin};
use crate::cli::mailing::{self, Mailing};
use crate::cli::prompt::{ask, ask_until, can_ask, list_index};
use crate::cli::report::{Report, SCREEN, quoted};
use crate::cli::setup::Setup;
use crate::cli::turn_result::TurnResult;
use crate::cli::turn_words;
use crate::cli::view::new_game::vault_rows;
use crate::cli::view::{no_move, table, turn};
use crate::cli::{games_dir, play_turn, stray_files};

/// Join a game you were invited to
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = "\
Without a setup, pbem shows the invitation and writes nothing.

Examples:
  pbem join                              find the invitation
  pbem join 6103                         find it by the number in its subject
  pbem join game.toml
  pbem join game.toml --setup-file -     type your setup, visible only to you
  pbem join game.toml --as bob --random
  pbem join game.toml --random --send    join, and mail the turn
  pbem join club.toml B5                 Game Box: join with your first call")]
pub(crate) struct Join {
    /// Invitation: its file, the saved email, or the number in its subject [default: the only
    /// invitation]
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Your first move, if you join with one (Game Box)
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// Add a message to the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Join even if it looks as though you already did: you never joined this game
    #[arg(long)]
    pub nothing_since: bool,
    /// Whether the user chose the invitation from the list of `pbem play`.
    #[arg(skip)]
    pub listed: bool,
    #[command(flatten)]
    pub setup: Setup,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs `pbem join`.
pub(crate) fn run(ctx: &mut Context, args: &Join) -> Result<Report, CliError> {
    let joined = join(ctx, args);
    mailing::along(ctx, args.mailing, joined)
}

/// Joins the game, or shows the invitation.
pub(crate) fn join(ctx: &mut Context, args: &Join) -> Result<TurnResult, CliError> {
    if args.game == "-" && args.setup.is_from_input() {
        return Err(CliError::usage("standard input can't be both the file and the setup."));
    }
    let found = meant(ctx, &args.game);
    let found = if args.words.is_empty() {
        found.or_else(|failure| as_move(ctx, &args.game, failure))
    } else {
        found
    };
    match found? {
        choose::InvitationMatch::One(game, loaded) => {
            take_seat(ctx, &Join { game, ..args.clone() }, *loaded)
        }
        choose::InvitationMatch::Any(report) => Ok(report.into()),
    }
}

/// Adds to the error for an unknown game the invitations that can be joined with this word as the
/// first move.
fn as_move(
    ctx: &mut Context,
    word: &str,
    mut failure: CliError,
) -> Result<choose::InvitationMatch, CliError> {
    if failure.kind == CliErrorKind::Unknown {
        let mut waiting = choose::waiting(ctx)?;
        waiting.retain(|invitation| {
            let OpenGame { table, standing, .. } = &invitation.game;
            let is_first_move = standing.due.is_some_and(|due| !standing.hides(due));
            is_first_move && table.marked(word).is_some() && invitation.next.starts_with("pbem ")
        });
        let joins =
            waiting.iter().map(|invitation| format!("{} {}", invitation.next, quoted(word)));
        failure.next.splice(0..0, joins);
    }
    Err(failure)
}

/// Joins the game in this file.
fn take_seat(ctx: &mut Context, args: &Join, mut loaded: OpenFile) -> Result<TurnResult, CliError> {
    let mut typed = args.words.join(" ");
    if loaded.stale.as_ref().is_some_and(|stale| stale.behind == StaleKind::OwnTurn) {
        return signed_before(ctx, args, loaded, &typed);
    }
    loaded.stale = None;
    let seat = seat_to_take(ctx, &mut loaded, true)?;
    if !args.nothing_since {
        stray_files::check(ctx, &loaded, seat, &args.game)?;
    }
    let name = loaded.game.standing.names.of(seat).to_owned();
    let hides = loaded.game.standing.hides(seat);
    let ready = if hides { args.setup.is_given() } else { !typed.is_empty() };
    if !ready && !typed.is_empty() {
        let begins = keys_to_begin(ctx, &loaded, seat, &name)?.is_some();
        return Err(typed_as_move(begins, &args.game, &typed));
    }
    let (mut hidden, mut answered) = (args.setup.clone(), false);
    if !ready {
        let (mut report, ways) = invitation(ctx, &loaded, seat, &name, &args.game)?;
        if hides && can_ask(ctx) {
            try_place(ctx, &mut loaded, &args.game)?;
        }
        let above = format!("{}{}.\n\n", report.to_text(), ways.who);
        let asked = if hides { Setup::asked(ctx, &loaded.game, seat, &above)? } else { None };
        if !hides && can_ask(ctx) {
            let board = table::before_joining(ctx, &loaded);
            typed = ask(ctx, &format!("{above}{board}Your first move (Enter: cancel): "))?;
            answered = true;
        }
        match asked {
            Some(setup) => hidden = setup,
            None if typed.is_empty() => {
                ways.tell(&mut report);
                return Ok(report.into());
            }
            None => {}
        }
    }
    let setup = if hides { hidden.read(ctx, &loaded.game, seat)? } else { Vec::new() };
    let first_game = ctx.desk()?.has_no_game()?;
    let invited = name_after_game(ctx, &mut loaded, args)?;
    let args = &Join { setup: hidden, ..args.clone() };
    let played = first_turn(ctx, &mut loaded, (seat, setup.clone()), args, typed, answered)?;
    remove_invitation(ctx, invited, &loaded);
    let mut report = joined(&loaded, seat, &name, &setup);
    turn::tell(ctx, &mut report, &loaded, &played);
    vault_rows(ctx, &mut report, first_game);
    turn::conclude(ctx, report, loaded, &played)
}

/// An invitation that `receive` saved becomes the file of the game, named after it, and its path is
/// returned. A file that you name in the command keeps its name.
fn name_after_game(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    args: &Join,
) -> Result<Option<PathBuf>, CliError> {
    let is_named = !args.listed && ctx.path(&args.game).is_file();
    let Some(path) = loaded.target.path.clone().filter(|_| !is_named) else { return Ok(None) };
    let (shelf, opener) = (games_dir::GamesDir::of(ctx)?, loaded.game.file.game.opened_by());
    if shelf.place_of_invitation(&loaded.game)?.0 != path {
        return Ok(None);
    }
    let name = ctx.desk()?.name_for(loaded.game.standing.kind, opener)?;
    let named = path.with_file_name(format!("{name}.toml"));
    if ctx.writer().guard.may_write(&named, &loaded.game.standing.id.0).is_err() {
        return Ok(None);
    }
    loaded.target.path = Some(named);
    Ok(Some(path))
}

/// Removes the invitation if the file of the game has everything in it.
fn remove_invitation(ctx: &Context, invited: Option<PathBuf>, game: &OpenFile) {
    let target = &game.target;
    let is_written = target.path.is_some() && target.path != invited && !target.beside;
    if let Some(path) = invited.filter(|_| is_written) {
        // If removing fails, the file does no harm: the vault knows the game.
        let _ = ctx.writer().guard.remove_earlier(&path, &game.game.file);
    }
}

/// The user joined earlier: writes the turn that was signed then, if the file doesn't have it.
fn signed_before(
    ctx: &mut Context,
    args: &Join,
    mut loaded: OpenFile,
    typed: &str,
) -> Result<TurnResult, CliError> {
    let recorded = is_recorded(ctx, &loaded, args, typed)?;
    loaded.stale = None;
    if !recorded {
        let command = format!("pbem join {}", quoted(&args.game));
        return Err(no_move::signed_already(ctx, &loaded, &args.game, &command));
    }
    match turn::already_written(ctx, &mut loaded) {
        Some(report) => Ok(TurnResult::of(report, loaded)),
        None => play_turn::finish(ctx, loaded),
    }
}

/// Checks that the file can be written before the user types a setup.
fn try_place(ctx: &mut Context, loaded: &mut OpenFile, game: &str) -> Result<(), CliError> {
    loaded.find_place(ctx)?;
    let tried = loaded.target.try_writing(ctx, &loaded.game.standing.id.0);
    let received = format!("pbem receive {}      save it with your games", quoted(game));
    let received = Some(received).filter(|_| ctx.path(game).is_file());
    tried.map_err(|failure| received.into_iter().fold(failure, CliError::then))
}

/// The error for a setup that was typed as a move.
fn typed_as_move(begins: bool, game: &str, typed: &str) -> CliError {
    let message = "type your setup after --setup-file -. Nothing was written.";
    let first = if begins { format!(" {}", quoted(typed)) } else { String::new() };
    let command = format!("pbem join {}{first} --setup-file -", quoted(game));
    CliError::usage(message).then(format!("{command}      then type your setup"))
}

/// Reports the player's seat, the game and the setup.
fn joined(loaded: &OpenFile, seat: Seat, name: &str, setup: &[String]) -> Report {
    let title = loaded.game.standing.kind.title();
    let opener = loaded.game.file.game.opened_by();
    let mut report = Report::default();
    report.line(format!("You are {name} in {}: {title}, opened by {opener}.", loaded.name()));
    if loaded.game.standing.hides(seat) {
        let words = loaded.game.table.describe_setup(seat, setup);
        report.line(render::wrap(&format!("You hide: {words}. Only you can see it."), 80, ""));
    }
    report.line("");
    report
}

/// Signs the joining turn. If the joiner begins, it contains the first move, which pbem asks for if
/// it is missing. `answered` says whether the move was typed at a prompt: then pbem asks again
/// after an illegal move.
fn first_turn(
    ctx: &mut Context,
    game: &mut OpenFile,
    (seat, setup): (Seat, Vec<String>),
    args: &Join,
    mut typed: String,
    mut answered: bool,
) -> Result<PlayedTurn, CliError> {
    // Show a random setup before asking for the first move.
    let hidden = game.game.table.describe_setup(seat, &setup);
    let hidden = Some(hidden).filter(|_| args.setup.random);
    let mut above = hidden.map_or_else(String::new, |hidden| {
        render::wrap(&format!("You hide: {hidden}. Only you can see it."), SCREEN, "") + "\n"
    });
    loop {
        let asked = typed.is_empty();
        let first = FirstTurn {
            seat,
            setup: setup.clone(),
            intent: if asked { Intent::Nothing } else { Intent::Move(typed) },
            note: args.note.clone(),
            full_name: None,
            never_joined: args.nothing_since,
        };
        let (mut host, loaded) = OnDisk::of(ctx, game);
        let error = match service::join(&mut host, loaded, first) {
            Ok(played) => return Ok(played),
            Err(error) => error,
        };
        match refusal(&error) {
            Some(Refusal::MoveNeeded { .. }) if asked => {
                let header = &game.game.file.game;
                let (desk, around) = ctx.at_desk()?;
                let keys = &desk.fresh(header, seat, setup.clone(), around)?;
                typed = first_move(ctx, game, keys, args, &std::mem::take(&mut above))?;
                answered = true;
            }
            // At a prompt, the player can try another move.
            Some(Refusal::Illegal { why, .. }) if answered => {
                above = format!("{}\n", game.game.standing.names.fill(why));
                typed = String::new();
            }
            _ => return Err(no_move::of_first_turn(&game.game, &game.name(), error)),
        }
    }
}

/// Why the rules refuse a turn.
fn refusal(error: &PlayError) -> Option<&Refusal> {
    match error {
        PlayError::Desk { error, .. } => match &**error {
            DeskError::Refused(refusal) => Some(refusal),
            _ => None,
        },
        _ => None,
    }
}

fn first_move(
    ctx: &mut Context,
    loaded: &OpenFile,
    keys: &Keys,
    args: &Join,
    above: &str,
) -> Result<String, CliError> {
    let example = example(ctx, loaded, keys);
    if can_ask(ctx) {
        let question = format!(
            "{above}You join with your first move, for example  {example}\n\
             Your first move (Enter: cancel): "
        );
        let typed = ask(ctx, &question)?;
        if !typed.is_empty() {
            return Ok(typed);
        }
    }
    let setup = match &args.setup {
        Setup { random: true, .. } => "--random".to_owned(),
        Setup { file: Some(file), .. } => format!("--setup-file {}", file.display()),
        Setup { .. } => "--setup-file -".to_owned(),
    };
    let message = "you join with your first move. Nothing was written.";
    Err(CliError::not_now(CliErrorKind::MoveNeeded, message)
        .then(format!("pbem join {} {setup} {example}", quoted(&args.game))))
}

/// Whether this exact turn was signed before. A random setup counts as the setup chosen then.
fn is_recorded(
    ctx: &mut Context,
    loaded: &OpenFile,
    args: &Join,
    typed: &str,
) -> Result<bool, CliError> {
    let seat = loaded.game.file.turns.last().and_then(|signed| loaded.seat_named(&signed.seat));
    let game = loaded.stale.as_ref().map(|stale| &stale.game);
    let (Some(seat), Some(game)) = (seat, game) else { return Ok(false) };
    let asks = args.setup.is_given() && !args.setup.random && !game.standing.joined(seat);
    let setup = asks.then(|| args.setup.read(ctx, game, seat)).transpose()?;
    Ok(ctx.desk()?.was_joined(loaded, setup.as_deref(), typed))
}

/// Finds the seat that the user can take now. If pbem can't know which seat is ours, it asks if
/// `asks` is set and there is a terminal.
pub(crate) fn seat_to_take(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    asks: bool,
) -> Result<Seat, CliError> {
    if let Some(failure) = turn_words::breach_report(loaded) {
        return Err(failure);
    }
    let (named, own, now) = (ctx.global.as_name.clone(), ctx.own_name()?, ctx.now());
    let mut taken = ctx.desk()?.seat_to_take(loaded, named.as_deref(), now);
    if let Err(DeskError::WhichSeat(open)) = &taken
        && asks
        && let Some(name) = ask_who(ctx, open)?
    {
        taken = ctx.desk()?.seat_to_take(loaded, Some(&name), now);
        ctx.global.as_name = Some(name);
    }
    let show = |failure: CliError| failure.then(format!("pbem show {}", loaded.name()));
    taken.map_err(|trouble| match trouble {
        DeskError::Joined(None) => show(CliError::not_now(
            CliErrorKind::Joined,
            "all players have already joined this game",
        )),
        DeskError::Joined(Some(name)) => show(CliError::not_now(
            CliErrorKind::Joined,
            format!("{name} has already joined this game."),
        )),
        DeskError::WhichSeat(open) => which_seat(loaded, own.as_deref(), &open),
        DeskError::NoSuchSeat(name) => game_file::no_such_seat(&name, &loaded.game.file.game.seats),
        DeskError::NotYourJoin => not_your_join(loaded),
        DeskError::KeptForAnother { seat, key } => {
            let message = format!(
                "the seat of {seat} is reserved for another key, with the safety number\n{}.",
                safety_number(&key)
            );
            CliError::bad_file(CliErrorKind::AnotherKey, message)
                .then("use the vault with this key (--home DIR), or ask for a new game")
        }
        other => objected(&loaded.file_name(), other),
    })
}

/// Asks which of the open seats is the player's; `None` without an answer.
fn ask_who(ctx: &mut Context, open: &[String]) -> Result<Option<String>, CliError> {
    let lines = open.iter().zip(1..).map(|(name, number)| format!("  {number}  {name}\n"));
    let lines: String = lines.collect();
    let above = format!("Open seats, in the order in which they join:\n{lines}");
    let is_open = |typed: &str| {
        let no_seat = || CliError::usage(format!("there is no open seat {typed:?}."));
        chosen(open, typed).map(drop).ok_or_else(no_seat)
    };
    let typed = ask_until(ctx, &above, "Who are you? A number or a name: ", is_open)?;
    Ok(typed.and_then(|typed| chosen(open, &typed)))
}

/// Returns the name that was chosen from a numbered list, by its number or itself.
fn chosen(open: &[String], typed: &str) -> Option<String> {
    let at = list_index(typed).and_then(|at| open.get(at));
    at.or_else(|| open.iter().find(|name| name.eq_ignore_ascii_case(typed))).cloned()
}

/// The error if several seats are open: it lists the players that the user could be.
fn which_seat(loaded: &OpenFile, own: Option<&str>, open: &[String]) -> CliError {
    let message = if let Some(own) = own {
        let seats = turn_words::list(&loaded.game.file.game.seats);
        format!("your name is {own}, but {own} is not playing in this game ({seats}).")
    } else {
        let next = |(at, name): (usize, &String)| match at {
            0 => format!("{name} (joins next)"),
            _ => name.clone(),
        };
        let open: Vec<String> = open.iter().enumerate().map(next).collect();
        format!("who are you? Open seats: {}.", turn_words::list(&open))
    };
    let file = loaded.file_name();
    let mut before: Option<&String> = None;
    let mut failure = CliError::usage(message + " Nothing was written.");
    for name in open {
        let after = before.map_or_else(String::new, |before| format!(", after {before}"));
        failure =
            failure.then(format!("pbem join {file} --as {name}      if you are {name}{after}"));
        before = Some(name);
    }
    failure
}

fn not_your_join(loaded: &OpenFile) -> CliError {
    let joined = |seat: Seat| if loaded.game.standing.joined(seat) { " (done)" } else { "" };
    let names = &loaded.game.standing.names;
    let opener = loaded.game.file.game.opening_seat();
    let others = loaded.seats().filter(|seat| *seat != opener);
    let order: Vec<String> =
        others.map(|seat| format!("{}{}", names.of(seat), joined(seat))).collect();
    let due = loaded.game.standing.due_name().unwrap_or("nobody");
    let message = format!(
        "players join in order: {}.\n{due} is next. Wait for the file with {due}'s turn.",
        order.join(", ")
    );
    CliError::not_now(CliErrorKind::NotYourTurn, message)
}
