//! Joins a game from an invitation, for the command `join` or when the user makes the first move.

mod seat;

use std::path::PathBuf;

use pbem::desk::{DeskError, StaleKind};
use pbem::rules::Seat;
use pbem::service::{self, FirstTurn, PlayError, PlayedTurn, TurnRequest};
use pbem::table::{Intent, Keys, OpenGame, Refusal};

pub(crate) use self::seat::seat_to_take;
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::games_dir;
use crate::cli::host::OnDisk;
use crate::cli::invitations::choose::{self, meant};
use crate::cli::invitations::view::{invitation, keys_to_begin};
use crate::cli::mailing::Mailing;
use crate::cli::next::Next;
use crate::cli::pasted::{self, GameWords, Pasted};
use crate::cli::play_turn;
use crate::cli::prompt::{ask, can_ask, is_yes};
use crate::cli::rematches::crossed_rematch;
use crate::cli::report::{Report, quoted};
use crate::cli::setup::Setup;
use crate::cli::stray_files;
use crate::cli::turn_result::TurnResult;
use crate::cli::turn_words::example;
use crate::cli::view::new_game::vault_rows;
use crate::cli::view::{news, no_move, table, turn};

/// A request to take a seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct JoinRequest {
    /// The invitation: its file, the saved email, or the number in the email's subject. If empty,
    /// the only invitation.
    pub game: String,
    /// The first move; may be empty.
    pub typed: String,
    /// A message to the other players.
    pub note: Option<String>,
    /// Whether the user says that this vault has never joined this game.
    pub never_joined: bool,
    /// Whether the user chose the invitation from the list of `pbem play`.
    pub listed: bool,
    pub setup: Setup,
    /// Whether the caller mails the turn; used only to suggest a complete command.
    pub mailing: Mailing,
}

/// A request to take a turn.
#[derive(Debug)]
pub(crate) struct MoveRequest<'a> {
    /// The game as the user typed it.
    pub game_word: &'a str,
    pub turn: TurnRequest,
    /// Whether to show only a preview of the turn.
    pub try_only: bool,
    /// Whether to report the news that the player hasn't seen.
    pub has_news: bool,
}

/// Signs a turn. If the user's own bot has opened the game, the user joins the game with the first
/// move.
pub(crate) fn move_or_join(
    ctx: &mut Context,
    mut game: OpenFile,
    request: MoveRequest<'_>,
) -> Result<TurnResult, CliError> {
    let MoveRequest { game_word, turn, try_only, has_news } = request;
    let news = if has_news { news::unseen(ctx, &mut game)? } else { Document::default() };
    let joins = game.claim().is_none() && game.is_mine() && game.joined().next().is_none();
    let mut result = match (&turn.intent, &game.target.path) {
        _ if try_only => play_turn::rehearse(ctx, game, game_word, turn)?.into(),
        (Intent::Move(typed), Some(_)) if joins => {
            let (game_word, typed) = (game_word.to_owned(), typed.clone());
            let join = JoinRequest { game: game_word, typed, ..JoinRequest::default() };
            take_seat(ctx, &JoinRequest { note: turn.note, ..join }, game)?
        }
        _ => play_turn::turn(ctx, game, game_word, turn)?,
    };
    result.report.body.prepend(news);
    Ok(result)
}

/// Joins the game that the request names. If there are several invitations, lists them instead. If
/// the setup or the first move is missing, shows the invitation instead.
pub(crate) fn join(ctx: &mut Context, request: &JoinRequest) -> Result<TurnResult, CliError> {
    if request.game == "-" && request.setup.is_from_input() {
        return Err(CliError::usage("standard input can't be both the file and the setup."));
    }
    let found = meant(ctx, &request.game);
    let found = if request.typed.is_empty() {
        found.or_else(|failure| as_move(ctx, &request.game, failure))
    } else {
        found
    };
    match found? {
        choose::InvitationMatch::One(game, loaded) => {
            take_seat(ctx, &JoinRequest { game, ..request.clone() }, *loaded)
        }
        choose::InvitationMatch::Any(report) => Ok(report.into()),
    }
}

/// Extends the error for an unknown game with commands that join an invitation with this word as
/// the first move.
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
            is_first_move && table.marked(word).is_some() && invitation.reply.joins()
        });
        let joins = waiting
            .iter()
            .map(|invitation| invitation.reply.next().with(&format!(" {}", quoted(word))));
        failure.next.splice(0..0, joins);
    }
    Err(failure)
}

/// Joins the game in this file.
pub(crate) fn take_seat(
    ctx: &mut Context,
    request: &JoinRequest,
    mut loaded: OpenFile,
) -> Result<TurnResult, CliError> {
    let mut typed = request.typed.clone();
    if loaded.stale.as_ref().is_some_and(|stale| stale.behind == StaleKind::OwnTurn) {
        return signed_before(ctx, request, loaded, &typed);
    }
    loaded.stale = None;
    let seat = seat_to_take(ctx, &mut loaded, true)?;
    may_join(ctx, &loaded, seat, request)?;
    let name = loaded.game.standing.names.of(seat).to_owned();
    let hides = loaded.game.standing.hides(seat);
    let ready = if hides { request.setup.is_given() } else { !typed.is_empty() };
    if !ready && !typed.is_empty() {
        let begins = keys_to_begin(ctx, &loaded, seat, &name)?.is_some();
        return Err(typed_as_move(begins, &request.game, &typed));
    }
    let (mut hidden, mut answered) = (request.setup.clone(), false);
    if !ready {
        let (mut report, ways) = invitation(ctx, &loaded, seat, &name, &request.game)?;
        if hides && can_ask(ctx) {
            try_place(ctx, &mut loaded, &request.game)?;
        }
        let mut above = report.document();
        above.lines(&format!("{}.\n\n", ways.who));
        let typed_setup =
            if hides { Setup::ask(ctx, &loaded.game, seat, above.clone())? } else { None };
        if !hides && can_ask(ctx) {
            above.append(table::before_joining(ctx, &loaded));
            ways.may.iter().for_each(|choice| above.paragraph(format!("You may:  {choice}"), 10));
            let example = ways.example.as_ref();
            let example =
                example.map_or_else(String::new, |typed| format!(", for example  {typed}"));
            above.lines(&format!("Your first move{example}  (Enter: cancel): "));
            typed = ask_first_move(ctx, &loaded, above)?;
            answered = true;
        }
        match typed_setup {
            Some(setup) => hidden = setup,
            None if typed.is_empty() => {
                ways.tell(&mut report);
                return Ok(report.into());
            }
            None => {}
        }
    }
    let setup = if hides { hidden.read_for(ctx, &loaded.game, seat, &typed)? } else { Vec::new() };
    let first_game = ctx.desk()?.has_no_game()?;
    let invited = name_after_game(ctx, &mut loaded, request)?;
    let request = &JoinRequest { setup: hidden, ..request.clone() };
    let played_turn =
        first_turn(ctx, &mut loaded, (seat, setup.clone()), request, typed, answered)?;
    remove_invitation(ctx, invited, &loaded);
    let mut report = joined(&loaded, seat, &name, &setup);
    turn::tell(ctx, &mut report, &loaded, &played_turn);
    vault_rows(ctx, &mut report, first_game);
    turn::conclude(ctx, report, loaded, &played_turn)
}

/// Checks for signs that the user has joined this game before, or has invited the same players to
/// the same rematch. Without a terminal, pbem only warns the user about such a rematch.
fn may_join(
    ctx: &mut Context,
    loaded: &OpenFile,
    seat: Seat,
    request: &JoinRequest,
) -> Result<(), CliError> {
    ctx.desk()?.may_sign()??;
    if !request.never_joined {
        stray_files::check(ctx, loaded, seat, &request.game)?;
        ctx.desk()?.may_take(loaded, seat).map_err(|error| {
            CliError::from(error).then(
                Next::command(format!("pbem join {} --nothing-since", quoted(&request.game)))
                    .why("if you never joined this game"),
            )
        })?;
    }
    let Some(sent) = crossed_rematch(ctx, &loaded.game.file.game)? else { return Ok(()) };
    if !can_ask(ctx) {
        ctx.warn(sent.words());
    } else if !is_yes(&ask(ctx, format!("{}\n\nJoin this game too? [y/N] ", sent.words()))?) {
        let message = "you haven't joined. Nothing was written.";
        let failure = CliError::not_now(CliErrorKind::Ask, message).then(sent.next());
        return Err(if sent.should_stay {
            failure
        } else {
            failure.then(
                Next::command(format!("pbem decline {}", quoted(&request.game)))
                    .why("decline this invitation"),
            )
        });
    }
    Ok(())
}

/// If `receive` saved the invitation, names the file of the game after the game, and returns the
/// path of the invitation. A file that the user named in the command keeps its name.
fn name_after_game(
    ctx: &mut Context,
    loaded: &mut OpenFile,
    request: &JoinRequest,
) -> Result<Option<PathBuf>, CliError> {
    let is_named = !request.listed && ctx.path(&request.game).is_file();
    let Some(path) = loaded.target.path.clone().filter(|_| !is_named) else { return Ok(None) };
    let (shelf, opener) = (games_dir::GamesDir::of(ctx)?, loaded.game.file.game.opened_by());
    if shelf.place_of_invitation(&loaded.game)?.0 != path {
        return Ok(None);
    }
    let name = ctx.desk()?.name_for(loaded.game.standing.kind, opener)?;
    let named_path = path.with_file_name(format!("{name}.toml"));
    if ctx.writer().guard.may_write(&named_path, &loaded.game.standing.id.0).is_err() {
        return Ok(None);
    }
    loaded.target.path = Some(named_path);
    Ok(Some(path))
}

/// Removes the invitation if everything in it is also in the file of the game.
fn remove_invitation(ctx: &Context, invited: Option<PathBuf>, game: &OpenFile) {
    let target = &game.target;
    let is_written = target.path.is_some() && target.path != invited && !target.beside;
    if let Some(path) = invited.filter(|_| is_written) {
        // If removing fails, the file does no harm: the vault knows the game.
        let _ = ctx.writer().guard.remove_earlier(&path, &game.game.file);
    }
}

/// Handles a user who has already joined. If the file doesn't contain the turn that the user joined
/// with, writes that turn.
fn signed_before(
    ctx: &mut Context,
    request: &JoinRequest,
    mut loaded: OpenFile,
    typed: &str,
) -> Result<TurnResult, CliError> {
    let recorded = is_recorded(ctx, &loaded, request, typed)?;
    loaded.stale = None;
    if !recorded {
        let command = format!("pbem join {}", quoted(&request.game));
        return Err(no_move::signed_already(ctx, &loaded, &request.game, &command));
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
    let received = Next::command(format!("pbem receive {}", quoted(game)));
    let received = received.why("save it with your games");
    let received = Some(received).filter(|_| ctx.path(game).is_file());
    tried.map_err(|failure| received.into_iter().fold(failure, CliError::then))
}

/// Returns the error for a setup that was typed as a move.
fn typed_as_move(begins: bool, game: &str, typed: &str) -> CliError {
    let message = "you also need a setup, and you can't type it in the command itself. Nothing was \
        written.";
    let first = if begins { format!(" {}", quoted(typed)) } else { String::new() };
    let command = format!("pbem join {}{first} --setup-file -", quoted(game));
    CliError::usage(message).then(Next::command(command).why("then type your setup"))
}

/// Reports the player's seat, the game and the setup.
fn joined(loaded: &OpenFile, seat: Seat, name: &str, setup: &[String]) -> Report {
    let title = loaded.game.standing.kind.title();
    let opener = loaded.game.file.game.opened_by();
    let mut report = Report::default();
    report.line(format!("You are {name} in {}: {title}, started by {opener}.", loaded.name()));
    if loaded.game.standing.hides(seat) {
        let words = loaded.game.table.describe_setup(seat, setup);
        report.say(format!("Your hidden setup: {words}. Only you can see it."));
    }
    report.line("");
    report
}

/// Signs the joining turn. If the joining player begins, that turn contains the first move; pbem
/// asks for the move if it is missing. If `answered` is true, the move was typed at a prompt, and
/// pbem asks again after an illegal move.
fn first_turn(
    ctx: &mut Context,
    game: &mut OpenFile,
    (seat, setup): (Seat, Vec<String>),
    request: &JoinRequest,
    mut typed: String,
    mut answered: bool,
) -> Result<PlayedTurn, CliError> {
    // Show a random setup before asking for the first move.
    let hidden = game.game.table.describe_setup(seat, &setup);
    let hidden = Some(hidden).filter(|_| request.setup.is_random());
    let mut above = hidden.map_or_else(String::new, |hidden| {
        format!("Your hidden setup: {hidden}. Only you can see it.\n")
    });
    loop {
        let must_ask = typed.is_empty();
        if !must_ask && can_ask(ctx) {
            let (desk, around) = ctx.at_desk()?;
            let keys = desk.fresh(&game.game.file.game, seat, setup.clone(), around)?;
            play_turn::confirm(ctx, game, &keys, &typed)?;
        }
        let first = FirstTurn {
            seat,
            setup: setup.clone(),
            intent: if must_ask { Intent::Nothing } else { Intent::Move(typed) },
            note: request.note.clone(),
            full_name: None,
            never_joined: request.never_joined,
        };
        let (mut host, loaded) = OnDisk::of(ctx, game);
        let error = match service::join(&mut host, loaded, first) {
            Ok(played_turn) => return Ok(played_turn),
            Err(error) => error,
        };
        match refusal(&error) {
            Some(Refusal::MoveNeeded { .. }) if must_ask => {
                let header = &game.game.file.game;
                let (desk, around) = ctx.at_desk()?;
                let keys = &desk.fresh(header, seat, setup.clone(), around)?;
                typed = first_move(ctx, game, keys, request, &std::mem::take(&mut above))?;
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

/// Returns the reason if the rules refused the turn.
fn refusal(error: &PlayError) -> Option<&Refusal> {
    match error {
        PlayError::Desk { error, .. } => match &**error {
            DeskError::Refused(refusal) => Some(refusal),
            _ => None,
        },
        _ => None,
    }
}

/// Asks for the first move. Returns an empty string if the user cancels.
fn ask_first_move(
    ctx: &mut Context,
    loaded: &OpenFile,
    question: impl Into<Document>,
) -> Result<String, CliError> {
    let typed = ask(ctx, question)?;
    if ["q", "quit"].contains(&typed.as_str()) {
        return Ok(String::new());
    }
    let pasted = pasted::read(ctx, &GameWords::of(loaded), &typed);
    Ok(pasted.map_or(typed, Pasted::into_text))
}

fn first_move(
    ctx: &mut Context,
    loaded: &OpenFile,
    keys: &Keys,
    request: &JoinRequest,
    above: &str,
) -> Result<String, CliError> {
    let example = example(ctx, loaded, keys);
    if can_ask(ctx) {
        let question = format!(
            "{above}You join with your first move, for example  {example}\n\
             Your first move (Enter: cancel): "
        );
        let typed = ask_first_move(ctx, loaded, question)?;
        if !typed.is_empty() {
            return Ok(typed);
        }
    }
    let mut options = match &request.setup {
        setup if setup.is_random() => " --random".to_owned(),
        Setup { file: Some(file), .. } => {
            format!(" --setup-file {}", quoted(&file.display().to_string()))
        }
        Setup { .. } if keys.setup.is_empty() => String::new(),
        Setup { .. } => " --setup-file -".to_owned(),
    };
    options.extend(request.mailing.as_typed().into_iter().flat_map(|option| [" ", option]));
    let message = "you join with your first move. Nothing was written.";
    Err(CliError::not_now(CliErrorKind::MoveNeeded, message)
        .then(Next::command(format!("pbem join {}{options} {example}", quoted(&request.game)))))
}

/// Whether this exact turn was signed before. If the request asks for a random setup, any signed
/// setup matches.
fn is_recorded(
    ctx: &mut Context,
    loaded: &OpenFile,
    request: &JoinRequest,
    typed: &str,
) -> Result<bool, CliError> {
    let seat = loaded.game.file.turns.last().and_then(|signed| loaded.seat_named(&signed.seat));
    let game = loaded.stale.as_ref().map(|stale| &stale.game);
    let (Some(seat), Some(game)) = (seat, game) else { return Ok(false) };
    let asks =
        request.setup.is_given() && !request.setup.is_random() && !game.standing.joined(seat);
    let setup = asks.then(|| request.setup.read(ctx, game, seat)).transpose()?;
    Ok(ctx.desk()?.was_joined(loaded, setup.as_deref(), typed))
}
