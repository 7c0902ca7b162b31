//! Reads `club.toml` and checks it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use super::roster::{Absence, Decided, Decision, Member, Points, Roster, Section};
use super::roster_error::{RosterError, RosterProblem as Problem};
use crate::crypto::{GameId, KeyWord, key_is_sound, safety_number};
use crate::games::Kind;
use crate::letters::Mailbox;
use crate::rules::{OptionError, OptionMap, OptionValue};
use crate::table::{AnyTable, option_specs};
use crate::turnfile::{Arbiter, Bytes32, Header, Moment, limits};

/// The format of the file.
const FORMAT: i64 = 1;
/// Maximum number of entries in a list.
const MOST: usize = 10_000;
/// Maximum number of games for each pair.
const MOST_GAMES: i64 = 100;
/// Maximum length of a name or reason, in characters.
const LONGEST: usize = 80;
/// Number of days that the arbiter waits if the file doesn't set one.
const GRACE_DAYS: u32 = 3;

type Text = Spanned<String>;
type Names = BTreeSet<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawClub {
    club: Spanned<i64>,
    name: Text,
    mail: Option<Text>,
    arbiter: Option<Text>,
    grace_days: Option<Spanned<i64>>,
    #[serde(default)]
    away: Vec<RawAbsence>,
    #[serde(default)]
    section: Vec<RawSection>,
    #[serde(default)]
    player: Vec<RawPlayer>,
    #[serde(default)]
    decided: Vec<Spanned<RawDecided>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAbsence {
    player: Text,
    from: Spanned<Datetime>,
    until: Spanned<Datetime>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSection {
    name: Text,
    kind: Text,
    games: Option<Spanned<i64>>,
    points: Option<Text>,
    players: Vec<Text>,
    #[serde(default)]
    options: BTreeMap<String, Spanned<OptionValue>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlayer {
    name: Text,
    key: Option<Text>,
    safety: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDecided {
    game: Option<Text>,
    section: Option<Text>,
    players: Option<Vec<Text>>,
    points: BTreeMap<String, Spanned<f64>>,
    reason: Text,
}

/// A value, or a problem and its place in the file, as an offset in bytes.
type Found<T> = Result<T, (usize, Problem)>;

/// A value that knows its place in the file, to report problems there.
trait At {
    fn fault<T>(&self, problem: Problem) -> Found<T>;
}

impl<V> At for Spanned<V> {
    fn fault<T>(&self, problem: Problem) -> Found<T> {
        Err((self.span().start, problem))
    }
}

pub(super) fn read(text: &str) -> Result<Roster, RosterError> {
    let raw = toml::from_str::<RawClub>(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (at, Problem::Form(error.message().to_owned()))
    });
    raw.and_then(check).map_err(|(at, problem)| {
        let before = text.as_bytes().iter().take(at);
        RosterError { line: before.filter(|byte| **byte == b'\n').count() + 1, problem }
    })
}

fn check(raw: RawClub) -> Found<Roster> {
    if *raw.club.get_ref() != FORMAT {
        return raw.club.fault(Problem::Newer(*raw.club.get_ref()));
    }
    let lists = [
        (raw.away.len(), "absences"),
        (raw.section.len(), "sections"),
        (raw.player.len(), "players"),
        (raw.decided.len(), "decisions"),
    ];
    if let Some((length, what)) = lists.into_iter().find(|(length, _)| *length > MOST) {
        return raw.club.fault(Problem::TooMany(length, what, MOST));
    }
    let name = shown(raw.name, "name of the club", limits::MAX_NAME)?;
    if let Some(mail) = raw.mail.as_ref().filter(|mail| Mailbox::new("", mail.get_ref()).is_none())
    {
        return mail.fault(Problem::Mail(mail.get_ref().clone()));
    }
    let arbiter = raw.arbiter.as_ref().map(arbiter_key).transpose()?;
    let players = players(raw.player, arbiter.as_ref())?;
    let mut roster = Roster {
        name,
        mail: raw.mail.map(Spanned::into_inner),
        arbiter,
        grace_days: raw.grace_days.as_ref().map_or(Ok(GRACE_DAYS), grace_days)?,
        away: Vec::new(),
        sections: Vec::new(),
        players,
        decided: Vec::new(),
    };
    let names: Names = roster.players.iter().map(|player| player.name.clone()).collect();
    for away in raw.away {
        roster.away.push(absence(&away, &names)?);
    }
    for section in raw.section {
        let section = check_section(section, &names, &roster)?;
        roster.sections.push(section);
    }
    let mut ids = BTreeSet::new();
    for decided in raw.decided {
        let decided = check_decided(decided, &roster, &names, &mut ids)?;
        roster.decided.push(decided);
    }
    Ok(roster)
}

fn grace_days(days: &Spanned<i64>) -> Found<u32> {
    let small = u32::try_from(*days.get_ref()).ok();
    match small.filter(|days| limits::GRACE_DAYS.contains(days)) {
        Some(small) => Ok(small),
        None => days.fault(Problem::GraceDays(*days.get_ref())),
    }
}

fn shown(text: Text, what: &'static str, most: usize) -> Found<String> {
    match limits::text_problem(text.get_ref(), most) {
        Some(problem) => text.fault(Problem::Text(what, problem)),
        None => Ok(text.into_inner()),
    }
}

fn arbiter_key(text: &Text) -> Found<Bytes32> {
    let mut key = [0; 32];
    match hex::decode_to_slice(text.get_ref(), &mut key) {
        Ok(()) if key_is_sound(&key) => Ok(key),
        _ => text.fault(Problem::ArbiterKey),
    }
}

fn players(raw: Vec<RawPlayer>, arbiter: Option<&Bytes32>) -> Found<Vec<Member>> {
    let (mut names, mut keys) = (BTreeSet::new(), BTreeMap::<String, String>::new());
    let mut players = Vec::new();
    for player in raw {
        let name = player.name.get_ref().clone();
        if !limits::is_seat_name(&name) {
            return player.name.fault(Problem::Name(name));
        }
        if !names.insert(name.clone()) {
            return player.name.fault(Problem::PlayerTwice(name));
        }
        let ((Some(typed), None) | (None, Some(typed))) = (&player.key, &player.safety) else {
            return player.name.fault(Problem::NoKey(name));
        };
        let key = match KeyWord::read(typed.get_ref()) {
            Ok(key) => key,
            Err(fault) => return typed.fault(Problem::Key(name, fault.to_string())),
        };
        let number = match &key {
            KeyWord::Key(bytes) if !key_is_sound(bytes) => {
                return typed.fault(Problem::Key(
                    name,
                    "these digits are not a valid public key".to_owned(),
                ));
            }
            KeyWord::Key(bytes) => safety_number(bytes),
            KeyWord::Number(number) => number.clone(),
        };
        if arbiter.is_some_and(|arbiter| key.fits(arbiter)) {
            return typed.fault(Problem::ArbiterPlays(name));
        }
        if let Some(other) = keys.insert(number, name.clone()) {
            return typed.fault(Problem::KeyTwice(other, name));
        }
        players.push(Member { name, key });
    }
    Ok(players)
}

fn known(player: &Text, names: &Names) -> Found<String> {
    let name = player.get_ref();
    if names.contains(name) {
        return Ok(name.clone());
    }
    player.fault(Problem::UnknownPlayer(name.clone()))
}

fn absence(raw: &RawAbsence, names: &Names) -> Found<Absence> {
    let player = known(&raw.player, names)?;
    let (from, until) = (day(&raw.from)?, day(&raw.until)?);
    if until < from {
        return raw.until.fault(Problem::Absence(player));
    }
    Ok(Absence { player, from, until })
}

fn day(date: &Spanned<Datetime>) -> Found<NaiveDate> {
    let read = NaiveDate::parse_from_str(&date.get_ref().to_string(), "%Y-%m-%d");
    read.or_else(|_| date.fault(Problem::Form("a date must look like 2027-04-01".to_owned())))
}

fn check_section(raw: RawSection, names: &Names, roster: &Roster) -> Found<Section> {
    if roster.sections.iter().any(|other| other.name == *raw.name.get_ref()) {
        return raw.name.fault(Problem::SectionTwice(raw.name.get_ref().clone()));
    }
    let Ok(kind) = Kind::meant(raw.kind.get_ref()) else {
        return raw.kind.fault(Problem::UnknownKind(raw.kind.get_ref().clone()));
    };
    let games = raw.games.as_ref().map_or(Ok(1), games)?;
    let points = raw.points.as_ref().map_or(Ok(Points::Result), |word| points(word, kind))?;
    let mut players = Vec::new();
    for player in &raw.players {
        let name = known(player, names)?;
        if players.contains(&name) {
            return player.fault(Problem::TwiceInSection(name));
        }
        players.push(name);
    }
    let (start, least) = (raw.name.span().start, *kind.seats().start());
    let name = shown(raw.name, "name of the section", limits::MAX_NAME)?;
    if players.len() < usize::from(least) {
        return Err((start, Problem::TooFew(name, players.len(), kind.title(), least)));
    }
    let options = check_options(kind, raw.options)?;
    let section = Section { name, kind, games, points, players, options };
    make_header(&section, roster.arbiter()).map_err(|faults| (start, Problem::Options(faults)))?;
    Ok(section)
}

fn games(games: &Spanned<i64>) -> Found<usize> {
    let count = usize::try_from(*games.get_ref()).ok();
    match count.filter(|_| (1..=MOST_GAMES).contains(games.get_ref())) {
        Some(count) => Ok(count),
        None => games.fault(Problem::Games(*games.get_ref(), MOST_GAMES)),
    }
}

fn points(word: &Text, kind: Kind) -> Found<Points> {
    match word.get_ref().as_str() {
        "result" => Ok(Points::Result),
        "board" if kind.most_points() > 1 => Ok(Points::Board),
        "board" => word.fault(Problem::NoBoardPoints(kind.title())),
        other => word.fault(Problem::PointsWord(other.to_owned())),
    }
}

fn check_options(kind: Kind, raw: BTreeMap<String, Spanned<OptionValue>>) -> Found<OptionMap> {
    let specs = option_specs(kind);
    let mut options = OptionMap::new();
    for (name, value) in raw {
        let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
            let name = name.escape_default().to_string();
            let fault = OptionError::new(&name, format!("{} has no such option", kind.title()));
            return value.fault(Problem::Option(fault));
        };
        let read = match value.get_ref() {
            OptionValue::Word(word) => spec.read(word),
            other => spec.check(other).map(|()| other.clone()),
        };
        match read {
            Ok(read) => options.insert(name, read),
            Err(fault) => return value.fault(Problem::Option(fault)),
        };
    }
    Ok(options)
}

/// Checks that the options of a section fit together. To do so, makes the header of a game from
/// them.
fn make_header(section: &Section, arbiter: Option<Arbiter>) -> Result<(), String> {
    let seats = section.players.iter().take(usize::from(*section.kind.seats().start()));
    let header = Header {
        kind: section.kind.id().to_owned(),
        seats: seats.cloned().collect(),
        created: Moment::default(),
        nonce: [0; 16],
        first: None,
        opener: None,
        options: section.all_options(),
        keys: BTreeMap::new(),
        arbiter,
    };
    AnyTable::new(&header).map(drop).map_err(|error| error.to_string())
}

fn check_decided(
    raw: Spanned<RawDecided>,
    roster: &Roster,
    names: &Names,
    ids: &mut BTreeSet<[u8; 32]>,
) -> Found<Decided> {
    let start = raw.span().start;
    let raw = raw.into_inner();
    let mut half_points = Vec::new();
    for (name, points) in &raw.points {
        if !names.contains(name) {
            return points.fault(Problem::UnknownPlayer(name.clone()));
        }
        let Some(halves) = halves(*points.get_ref()) else {
            return points.fault(Problem::Halves(name.clone()));
        };
        half_points.push((name.clone(), halves));
    }
    let (game, sections) = match (&raw.game, &raw.section, &raw.players) {
        (Some(id), None, None) => {
            (Decision::Id(game_id(id, ids)?), roster.sections.iter().collect::<Vec<_>>())
        }
        (None, Some(name), Some(players)) => {
            let section = section_of(name, players, roster)?;
            let mut wanted: Vec<&String> = players.iter().map(Spanned::get_ref).collect();
            wanted.sort();
            if !wanted.into_iter().eq(raw.points.keys()) {
                return Err((start, Problem::DecidedPlayers));
            }
            (Decision::NotBegun { section: section.name.clone() }, vec![section])
        }
        _ => return Err((start, Problem::DecidedGame)),
    };
    if half_points.len() < 2 {
        return Err((start, Problem::DecidedPlayers));
    }
    let given = half_points.iter().map(|(_, halves)| *halves);
    let fit = |section: &&Section| section.gives(given.clone());
    if !sections.iter().any(fit) {
        let given: Vec<String> = given.map(as_points).collect();
        return Err((start, Problem::TooManyPoints(given.join(" + "))));
    }
    Ok(Decided { game, half_points, reason: shown(raw.reason, "reason", LONGEST)? })
}

/// Returns the section with this name. Fails unless all of these players are in the section.
fn section_of<'a>(name: &Text, players: &[Text], roster: &'a Roster) -> Found<&'a Section> {
    let Some(section) = roster.sections.iter().find(|known| known.name == *name.get_ref()) else {
        return name.fault(Problem::UnknownSection(name.get_ref().clone()));
    };
    match players.iter().find(|player| !section.players.contains(player.get_ref())) {
        Some(player) => player.fault(Problem::UnknownPlayer(player.get_ref().clone())),
        None => Ok(section),
    }
}

fn game_id(text: &Text, ids: &mut BTreeSet<[u8; 32]>) -> Found<GameId> {
    let mut id = [0; 32];
    if hex::decode_to_slice(text.get_ref(), &mut id).is_err() {
        return text.fault(Problem::GameId(text.get_ref().clone()));
    }
    if !ids.insert(id) {
        return text.fault(Problem::DecidedTwice(text.get_ref().clone()));
    }
    Ok(GameId(id))
}

/// Converts points to half points. Returns `None` if the result isn't a whole number from 0 to 200.
fn halves(points: f64) -> Option<u32> {
    (0..=200).find(|halves| (f64::from(*halves) - points * 2.0).abs() < f64::EPSILON)
}

/// Formats half points as points, such as `1` or `0.5`.
pub fn as_points(halves: u32) -> String {
    format!("{}{}", halves / 2, if halves.is_multiple_of(2) { "" } else { ".5" })
}

impl Section {
    /// Whether the players of one game can get these half points.
    fn gives(&self, halves: impl Iterator<Item = u32> + Clone) -> bool {
        match self.points {
            Points::Result => {
                let drawn = u32::try_from(halves.clone().count()).unwrap_or(2);
                halves.clone().all(|halves| halves <= 2) && halves.sum::<u32>() <= drawn.max(2)
            }
            Points::Board => halves.max().is_none_or(|most| most <= 2 * self.kind.most_points()),
        }
    }
}
