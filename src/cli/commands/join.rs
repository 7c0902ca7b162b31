//! `pbem join`: take your seat in a game that somebody has mailed you.

use clap::Args;
use pbem::crypto::safety_number;
use pbem::games::Kind;
use pbem::render;
use pbem::rules::Seat;
use pbem::table::{self, DAYS_PER_TURN, Intent, Keys, OpenGame, Plan};
use pbem::turnfile::Header;
use serde_json::{Value, json};

use super::moves;
use super::new::{deadline, has_no_game, remember_name, vault_rows};
use super::setup::{Setup, fresh_keys, fresh_secrets, ways};
use crate::cli::context::{Context, safety};
use crate::cli::desk::{Behind, Desk, Stale};
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::Report;
use crate::cli::sign::{self, Target};
use crate::cli::unfinished;
use crate::vault::GameRecord;

/// Take your seat in a game that you were mailed
#[derive(Args, Debug)]
#[command(after_help = "\
Without a SETUP it shows who invites you to what, and writes nothing.

Examples:
  pbem join game.toml
  pbem join game.toml --setup \"B2 C7 F1 F3\"
  pbem join game.toml --as bob --random
  pbem join club.toml B5          a caller of Game Box joins with his first call")]
pub(crate) struct Join {
    /// The file you were mailed
    pub game: String,
    /// Your first move, in games where you join with one
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// A line to the others
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    #[command(flatten)]
    pub setup: Setup,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Join) -> Result<Report, Failure> {
    if args.game == "-" && args.setup.is_from_input() {
        return Err(Failure::usage("standard input cannot be both the file and the setup."));
    }
    let mut desk = Desk::open(ctx, &args.game)?;
    let typed = args.words.join(" ");
    if let Some(stale) = desk.stale.take().filter(|stale| stale.behind == Behind::OwnTurn) {
        return if is_recorded(ctx, &desk, &stale, args, &typed)? {
            unfinished::finish(ctx, &mut desk)
        } else {
            Err(unfinished::signed_already(
                ctx,
                &desk,
                &args.game,
                &format!("pbem join {}", args.game),
            ))
        };
    }
    if let Some(failure) = sign::breach_report(&desk) {
        return Err(failure);
    }
    let (seat, name) = open_seat(ctx, &desk)?;
    check_kept_key(ctx, &desk, &name)?;
    desk.meet(ctx, 0)?;
    let hides = desk.game.standing.hides(seat);
    let ready = if hides { args.setup.is_given() } else { !typed.is_empty() };
    if !ready && !typed.is_empty() {
        let failure = Failure::usage("what you hide goes behind --setup. Nothing was written.");
        return Err(failure.then(format!(
            "pbem join {} --setup {}",
            args.game,
            moves::quoted(&typed)
        )));
    }
    if !ready {
        return invitation(ctx, &desk, seat, &name, &args.game);
    }
    moves::check_note(args.note.as_deref())?;
    let setup = if hides { args.setup.read(ctx, &desk.game, seat)? } else { Vec::new() };
    let first_game = has_no_game(ctx)?;
    let secrets = fresh_secrets(ctx, setup);
    let keys = fresh_keys(ctx, desk.game.standing.id, seat, &name, &secrets)?;
    let kind = desk.game.standing.kind;
    let opener = desk.game.file.game.seats[0].clone();
    let at = own_record(ctx, &mut desk, &name, &format!("{}-{opener}", kind.short()))?;
    let mail = ctx.config()?.mail().map(str::to_owned);
    let intent = if typed.is_empty() { Intent::Nothing } else { Intent::Move(typed) };
    let plan = Plan { note: args.note.clone(), mail, ..Plan::new(ctx.now(), intent) };
    let signed = match sign::make(ctx, &mut desk, at, &keys, Some(secrets), &plan, Target::Same) {
        Err(failure) if failure.kind == FailureKind::MoveNeeded => {
            return Err(with_first_move(ctx, &desk, &keys, &args.game));
        }
        made => made?,
    };
    remember_name(ctx, &name)?;
    let mut report = Report::default();
    report.line(format!(
        "You are {name} in {}: {}, opened by {opener}.",
        desk.records[at].name(),
        kind.title()
    ));
    if hides {
        let words = desk.game.table.describe_setup(seat, &keys.setup);
        report.line(render::wrap(&format!("You hide: {words}. Only you can see it."), 80, ""));
    }
    report.line("");
    moves::tell(ctx, &mut report, &desk, at, &signed);
    vault_rows(ctx, &mut report, first_game);
    Ok(report)
}

/// Where the players have agreed that the joiner begins, his first move goes along.
fn with_first_move(ctx: &Context, desk: &Desk, keys: &Keys, game: &str) -> Failure {
    let view = desk.game.table.view(Some(keys), ctx.now());
    let example = view.scene.examples.first().map_or("MOVE", |(typed, _)| typed);
    let message =
        "you begin, as you have agreed, so you join with your first move.\nNothing was written.";
    Failure::not_now(FailureKind::MoveNeeded, message)
        .then(format!("pbem join {game} ... {}", moves::quoted(example)))
}

/// Has this very joining been signed before? A random setup is whatever was drawn then.
fn is_recorded(
    ctx: &mut Context,
    desk: &Desk,
    stale: &Stale,
    args: &Join,
    typed: &str,
) -> Result<bool, Failure> {
    let Some(signed) = desk.game.file.turns.last() else { return Ok(false) };
    let (Some(seat), Some(record)) = (
        desk.seat_named(&signed.seat),
        desk.records.iter().find(|record| record.seat() == signed.seat),
    ) else {
        return Ok(false);
    };
    if stale.game.standing.joined(seat) || !args.setup.is_given() || args.setup.random {
        return Ok(typed.is_empty() || signed.moves.join("; ") == typed);
    }
    let setup = args.setup.read(ctx, &stale.game, seat)?;
    Ok(record.secrets().is_some_and(|secrets| secrets.setup == setup))
}

/// The record of the seat, also one whose first turn was taken back; made if there is none.
fn own_record(
    ctx: &mut Context,
    desk: &mut Desk,
    seat: &str,
    wanted: &str,
) -> Result<usize, Failure> {
    if let Some(at) = desk.records.iter().position(|record| record.seat() == seat) {
        return Ok(at);
    }
    let name = match (desk.records.first(), ctx.vault()?) {
        (Some(other), _) => other.name().to_owned(),
        (None, Some(vault)) => vault.free_name(wanted)?,
        (None, None) => wanted.to_owned(),
    };
    let mut record =
        GameRecord::new(desk.game.standing.id.0, seat, desk.game.standing.kind.id(), name);
    record.take_in(desk.arrival(ctx))?;
    desk.records.push(record);
    Ok(desk.records.len() - 1)
}

/// Which seat is one's own: `--as`, one's name if it is a seat, or, for somebody new, the only one
/// that is open.
fn open_seat(ctx: &mut Context, desk: &Desk) -> Result<(Seat, String), Failure> {
    let seats = &desk.game.file.game.seats;
    let own = ctx.own_name()?;
    let named =
        ctx.everywhere.as_name.clone().or_else(|| own.clone().filter(|name| seats.contains(name)));
    let open: Vec<String> = desk
        .seats()
        .zip(seats)
        .filter(|(seat, _)| !desk.game.standing.joined(*seat))
        .map(|(_, name)| name.clone())
        .collect();
    let name = match (named, open.as_slice()) {
        (Some(name), _) => name,
        (None, [only]) if own.is_none() => only.clone(),
        (None, []) => {
            return Err(Failure::not_now(
                FailureKind::Joined,
                "everybody has joined this game already",
            )
            .then(format!("pbem show {}", desk.name())));
        }
        (None, [first, ..]) => {
            return Err(Failure::usage(format!(
                "which seat is yours? Open: {}",
                sign::list(&open)
            ))
            .then(format!("say  --as {first}")));
        }
    };
    let Some(seat) = desk.seat_named(&name) else {
        return Err(Failure::usage(format!(
            "{} has no seat in this game; the seats are {}",
            name.escape_debug(),
            sign::list(seats)
        )));
    };
    if desk.game.standing.joined(seat) {
        return Err(Failure::not_now(
            FailureKind::Joined,
            format!("{name} has joined this game already."),
        )
        .then(format!("pbem show {}", desk.name())));
    }
    if desk.game.standing.due != Some(seat) {
        return Err(not_your_join(desk));
    }
    Ok((seat, name))
}

fn not_your_join(desk: &Desk) -> Failure {
    let joined = |seat: Seat| if desk.game.standing.joined(seat) { " (done)" } else { "" };
    let names = &desk.game.standing.names;
    let order: Vec<String> =
        desk.seats().skip(1).map(|seat| format!("{}{}", names.of(seat), joined(seat))).collect();
    let due = desk.game.standing.due_name().unwrap_or("nobody");
    let message = format!(
        "players join in turn: {}.\n{due} is next. Wait for the file in which it is your turn.",
        order.join(", ")
    );
    Failure::not_now(FailureKind::NotYourTurn, message)
}

/// A seat that was kept for a key can be taken with that key only.
fn check_kept_key(ctx: &mut Context, desk: &Desk, name: &str) -> Result<(), Failure> {
    let Some(kept) = desk.game.file.game.keys.get(name) else { return Ok(()) };
    if ctx.vault()?.is_some() && ctx.identity()?.public() == *kept {
        return Ok(());
    }
    let message = format!(
        "the seat {name} is kept for another key, with the safety number\n{}.",
        safety_number(kept)
    );
    Err(Failure::bad_file(FailureKind::AnotherKey, message)
        .then("use the vault that has this key (--home DIR), or ask for a new game"))
}

/// Who invites to what, and the ways to join.
fn invitation(
    ctx: &mut Context,
    desk: &Desk,
    seat: Seat,
    name: &str,
    game: &str,
) -> Result<Report, Failure> {
    let OpenGame { file, table, standing } = &desk.game;
    let header = &file.game;
    let opener = &header.seats[0];
    let others: Vec<String> =
        header.seats[1..].iter().filter(|other| *other != name).cloned().collect();
    let with =
        if others.is_empty() { String::new() } else { format!(" with {}", sign::list(&others)) };
    let mut report = Report::default();
    report.say(format!(
        "{opener} invites {name} to {}{with}, made {}. Nothing written yet.",
        standing.kind.title(),
        header.created.format("%-d %b %Y")
    ));
    report.line(format!("  {}", deadline(header)));
    if let Some(first) = &header.first {
        report.line(format!("  {first} begins, as you have agreed"));
    }
    let house_rules = house_rules(&mut report, standing.kind, header);
    let players = players(ctx, &mut report, desk, seat)?;
    if let Some(note) = table.news(0).iter().find_map(|news| news.note.clone()) {
        report.line(render::wrap(&format!("  {opener} says: {note}"), 80, "  "));
    }
    report.line("");
    let command = match &ctx.everywhere.as_name {
        Some(_) => format!("pbem join {game} --as {name}"),
        None => format!("pbem join {game}"),
    };
    let ways = if standing.hides(seat) {
        report.line(format!("You would be {name}. {}:", sign::setup_asked(table, seat)));
        ways(&desk.game, seat, &command)
    } else {
        report.line(format!("You would be {name}, and join with your first move:"));
        let secrets = fresh_secrets(ctx, Vec::new());
        let keys = fresh_keys(ctx, standing.id, seat, name, &secrets)?;
        let view = table.view(Some(&keys), ctx.now());
        let example = view
            .scene
            .examples
            .first()
            .map_or_else(|| "MOVE".to_owned(), |(typed, _)| typed.clone());
        vec![format!("{command} {example}")]
    };
    for way in &ways {
        report.line(format!("  {way}"));
    }
    report.json = json!({
        "schema": "pbem-invitation/1", "game": standing.kind.id(), "id": standing.id.to_string(),
        "seats": header.seats,
        "you": name, "players": players, "house_rules": house_rules, "ways": ways,
    });
    Ok(report)
}

/// The house rules that are not the usual ones.
fn house_rules(report: &mut Report, kind: Kind, header: &Header) -> Vec<String> {
    let mut house_rules = Vec::new();
    for spec in table::option_specs(kind) {
        let changed = header
            .options
            .get(spec.name)
            .filter(|value| **value != spec.default && spec.name != DAYS_PER_TURN);
        let Some(value) = changed else { continue };
        report.line(format!(
            "  {:<12} {} = {value}       (usual: {})",
            "house rule", spec.name, spec.default
        ));
        house_rules.push(format!("{}={value}", spec.name));
    }
    house_rules
}

/// Who else sits there, and what is known of their keys.
fn players(
    ctx: &mut Context,
    report: &mut Report,
    desk: &Desk,
    seat: Seat,
) -> Result<Vec<Value>, Failure> {
    let standing = &desk.game.standing;
    let width = desk.game.file.game.seats.iter().map(String::len).max().unwrap_or(0).max(12);
    let mut players = Vec::new();
    for player in desk.seats().filter(|player| *player != seat) {
        let key = standing.key(player);
        let known = match &key {
            Some(key) => ctx.known(key)?.words(),
            None => String::new(),
        };
        let who = standing.names.of(player);
        report.line(format!("  {who:<width$} {}   {known}", safety(key.as_ref())).trim_end());
        players
            .push(json!({"name": who, "safety": key.as_ref().map(safety_number), "known": known}));
    }
    Ok(players)
}
