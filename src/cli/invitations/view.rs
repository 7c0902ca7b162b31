//! The text of an invitation, with the ways to join.

use pbem::crypto::{Stream, safety_number};
use pbem::desk::KeyStatus;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{self, DAYS_PER_TURN, Expects, HINTS, Keys, OpenGame};
use pbem::turnfile::Header;
use pbem::words::terms;
use serde::Serialize;

use crate::cli::context::{Context, known_words, safety};
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::next::Next;
use crate::cli::report::{Report, object, quoted};
use crate::cli::setup::ways;
use crate::cli::turn_words::{self, example};

/// The ways to join a game.
pub(crate) struct Ways {
    /// The seat that the player would take, as a sentence without its period: `You would be bob`.
    pub who: String,
    /// An example of the move that the player joins with, if there is one.
    pub example: Option<String>,
    /// The choices that come with that move.
    pub may: Vec<String>,
    /// Request for the setup, if the player has to choose one.
    question: Option<String>,
    commands: Vec<Next>,
}

impl Ways {
    /// Adds the ways to join below the invitation.
    pub(crate) fn tell(&self, report: &mut Report) {
        let question =
            self.question.as_ref().map_or_else(String::new, |question| format!(". {question}"));
        report.say(format!("{}{question}:", self.who));
        for command in &self.commands {
            report.command(command.clone());
        }
    }
}

/// Reports the invitation and the ways to join.
pub(crate) fn invitation(
    ctx: &mut Context,
    loaded: &OpenFile,
    seat: Seat,
    name: &str,
    game: &str,
) -> Result<(Report, Ways), CliError> {
    let OpenGame { file, table, standing } = &loaded.game;
    let header = &file.game;
    let opener = header.opened_by();
    let others: Vec<String> = header.others().into_iter().filter(|other| other != name).collect();
    let with = turn_words::list(&others);
    let with = if others.is_empty() { with } else { format!(" with {with}") };
    let mut report = Report::default();
    report.say(format!(
        "{opener} invites {name} to a game of {}{with} ({}). Nothing has been written yet.",
        standing.kind.title(),
        ctx.around.zone.date_only(header.created)
    ));
    report.line("");
    report.line(format!("  {}", terms(header)));
    if let Some(first) = &header.first {
        report.line(format!("  {}", who_begins(ctx, loaded, first)?));
    }
    let house_rules = house_rules(&mut report, standing.kind, header);
    report.line("");
    let players = players(ctx, &mut report, loaded, seat)?;
    for note in table.news(0).iter().filter_map(|news| news.note_line(&standing.names)) {
        report.line(format!("\n  {note}"));
    }
    report.line("");
    let command = match &ctx.global.as_name {
        Some(_) => format!("pbem join {} --as {name}", quoted(game)),
        None => format!("pbem join {}", quoted(game)),
    };
    let keys = keys_to_begin(ctx, loaded, seat, name)?;
    let view = keys.as_ref().map(|keys| table.view(Some(keys), ctx.now()));
    let may = view.map_or_else(Vec::new, |view| view.scene.may);
    let example = keys.map(|keys| example(ctx, loaded, &keys));
    let first = example.as_ref().map_or("", |_| ", and you would join with your first move");
    let command = example.iter().fold(command, |command, example| format!("{command} {example}"));
    let hides = standing.hides(seat);
    let commands =
        if hides { ways(&loaded.game, seat, &command) } else { vec![Next::command(command)] };
    let invitation = WholeInvitationJson {
        game: standing.kind.id(),
        id: standing.id.to_string(),
        seats: &header.seats,
        you: name,
        players,
        house_rules,
        ways: &commands,
        hints: standing.hints.word(),
    };
    report.json = object("pbem-invitation/1", &invitation);
    let who = format!("You would be {name}{first}");
    let question = hides.then(|| turn_words::setup_question(table, seat));
    Ok((report, Ways { who, example, may, question, commands }))
}

/// An invitation with its terms as JSON.
#[derive(Serialize)]
struct WholeInvitationJson<'a> {
    game: &'static str,
    id: String,
    seats: &'a [String],
    you: &'a str,
    players: Vec<PlayerJson>,
    house_rules: Vec<String>,
    ways: &'a [Next],
    hints: &'static str,
}

#[derive(Serialize)]
struct PlayerJson {
    name: String,
    /// Safety number of the player's key.
    safety: Option<String>,
    known: String,
}

/// Returns keys with an arbitrary setup, for an opponent whose joining turn contains the first
/// move. Returns `None` for other players, and in games where a random result comes before that
/// move.
pub(crate) fn keys_to_begin(
    ctx: &mut Context,
    loaded: &OpenFile,
    seat: Seat,
    name: &str,
) -> Result<Option<Keys>, CliError> {
    let OpenGame { file, table, standing } = &loaded.game;
    let setup = match standing.hides(seat) {
        true if file.game.first.as_deref() != Some(name) => return Ok(None),
        true => table.random_setup(seat, &mut Stream::from_seed([0; 32])),
        false => Vec::new(),
    };
    let (desk, around) = ctx.at_desk()?;
    let keys = desk.fresh(&file.game, seat, setup, around)?;
    let moves = table.view(Some(&keys), ctx.now()).expects == Expects::Move;
    Ok(moves.then_some(keys))
}

/// Says who begins and, in a rematch, that the other player began the last game.
fn who_begins(ctx: &mut Context, loaded: &OpenFile, first: &str) -> Result<String, CliError> {
    let now = ctx.now();
    Ok(match ctx.desk()?.began_last(loaded, now)? {
        Some(began) => format!("{first} begins: {began} began the last game"),
        None => format!("{first} begins"),
    })
}

/// Reports the house rules that differ from the default, and returns them as `name=value`.
fn house_rules(report: &mut Report, kind: Kind, header: &Header) -> Vec<String> {
    let mut house_rules = Vec::new();
    for spec in table::option_specs(kind) {
        let changed = header.options.get(spec.name).filter(|value| {
            **value != spec.default && ![DAYS_PER_TURN, HINTS].contains(&spec.name)
        });
        let Some(value) = changed else { continue };
        report.line(format!(
            "  house rule   {} = {value}      (default: {})",
            spec.name, spec.default
        ));
        let help = spec.help.trim_end_matches('.');
        report.line(format!("{:15}{help}", ""));
        house_rules.push(format!("{}={value}", spec.name));
    }
    house_rules
}

/// The purpose of the digits after the name of a player.
const SAFETY_NUMBER: &str = "  The 30 digits are a safety number: if the player reads you the same \
    digits by phone, no one has replaced the key.";

/// Reports the other players and whether the vault knows their keys, and returns the same as JSON.
fn players(
    ctx: &mut Context,
    report: &mut Report,
    loaded: &OpenFile,
    seat: Seat,
) -> Result<Vec<PlayerJson>, CliError> {
    let standing = &loaded.game.standing;
    let width = loaded.game.file.game.seats.iter().map(String::len).max().unwrap_or(0).max(12);
    let (mut players, mut is_unsure) = (Vec::new(), false);
    for player in loaded.seats().filter(|player| *player != seat) {
        let key = standing.key(player);
        let known = key.as_ref().map(|key| ctx.desk()?.known(key)).transpose()?;
        is_unsure |= matches!(known, Some(KeyStatus::No | KeyStatus::As { confirmed: false, .. }));
        let known = known.as_ref().map_or_else(String::new, known_words);
        let who = standing.names.of(player);
        let known_key = format!("{}   {known}", safety(key.as_ref()));
        report.hanging(&format!("  {who:<width$} "), known_key.trim_end());
        let (name, safety) = (who.to_owned(), key.as_ref().map(safety_number));
        players.push(PlayerJson { name, safety, known });
    }
    if is_unsure {
        report.line(SAFETY_NUMBER);
    }
    Ok(players)
}
