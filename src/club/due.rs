//! Tasks for the organizer: missing turns, games without a result because a turn and a claim
//! crossed in the mail, games without the section's house rules, and games that haven't begun.

use std::collections::BTreeMap;

use chrono::{Days, NaiveTime, TimeDelta};

use super::arrival::Arrivals;
use super::facts::{Facts, Missing};
use super::games::{ClubGame, Games, Unscored};
use super::roster::{Roster, Section};
use crate::turnfile::Moment;

/// When a missing turn becomes late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// When the previous turn arrived; `None` if `arrivals.jsonl` doesn't have it.
    pub arrived: Option<Moment>,
    /// When half of the time has passed.
    pub reminder: Moment,
    /// When the whole time has passed.
    pub notice: Moment,
    /// When the grace days have passed too; `None` if no one can claim, or if the previous turn
    /// hasn't arrived.
    pub ruling: Option<Moment>,
}

/// How late a missing turn is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lateness {
    InTime,
    /// Half of the time has passed.
    Reminder,
    /// Time is up.
    Notice,
    /// The grace days are over.
    Ruling,
}

/// An item of `pbem club table --due`.
#[derive(Clone, Debug)]
pub enum Item<'g, 'a> {
    /// A turn is missing.
    Missing {
        game: &'g ClubGame<'a>,
        /// Number of the turn.
        number: u32,
        player: &'g str,
        /// `None` if the game has no deadline now.
        times: Option<Times>,
    },
    /// The player seems to lack the newest turn: an older file arrived a day or more after that
    /// turn.
    Lost { game: &'g ClubGame<'a>, number: u32, player: &'g str, arrived: Moment },
    /// The last turn is dated more than a day ahead of the organizer's clock.
    Ahead { game: &'g ClubGame<'a>, number: u32, sent: Moment },
    /// The game doesn't count, for a reason that the organizer can act on.
    Unscored { game: &'g ClubGame<'a>, why: &'g Unscored },
    /// A pair of players has a game left to play.
    NotBegun { section: &'a Section, players: [&'a str; 2], number: usize, opener: &'a str },
}

impl Times {
    /// Returns when the missing turn of a game becomes late: at the deadline, or when the days of a
    /// turn have passed since the previous turn arrived, whichever is later. The days for which the
    /// player is away are added.
    pub fn of(roster: &Roster, facts: &Facts, player: &str, arrivals: &Arrivals) -> Option<Times> {
        let missing = facts.due.as_ref()?;
        let deadline = missing.deadline.filter(|_| missing.days > 0)?;
        let arrived = facts.newest.first().and_then(|turn| arrivals.of(&turn.0));
        let start = arrived.or(facts.last).unwrap_or(facts.opened);
        let days = TimeDelta::days(i64::from(missing.days));
        let up = arrived.and_then(|arrived| arrived.checked_add_signed(days)).unwrap_or(deadline);
        let notice = with_absences(roster, player, start, up.max(deadline))?;
        let reminder = start.checked_add_signed((notice - start) / 2)?;
        Some(Times { arrived, reminder, notice, ruling: ruling(roster, missing, arrived, notice) })
    }

    /// Returns how late the turn is.
    pub fn lateness(&self, now: Moment) -> Lateness {
        if self.ruling.is_some_and(|ruling| now >= ruling) {
            Lateness::Ruling
        } else if now >= self.notice {
            Lateness::Notice
        } else if now >= self.reminder {
            Lateness::Reminder
        } else {
            Lateness::InTime
        }
    }
}

fn ruling(
    roster: &Roster,
    missing: &Missing,
    arrived: Option<Moment>,
    notice: Moment,
) -> Option<Moment> {
    roster.arbiter.filter(|_| missing.claimable && arrived.is_some())?;
    notice.checked_add_signed(TimeDelta::days(i64::from(roster.grace_days)))
}

/// Adds the time for which a player is away. An absence that begins before the time is up counts in
/// full, except for its days before `start`.
fn with_absences(roster: &Roster, player: &str, start: Moment, up: Moment) -> Option<Moment> {
    let own = roster.away.iter().filter(|away| away.player == player);
    let mut spans: Vec<(Moment, Moment)> = Vec::new();
    for away in own {
        let after = away.until.checked_add_days(Days::new(1))?;
        let midnight = |day: chrono::NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
        spans.push((midnight(away.from), midnight(after)));
    }
    spans.sort_unstable();
    let (mut up, mut counted) = (up, start);
    for (from, until) in spans {
        // Overlapping absences count once.
        let from = from.max(counted);
        if from < up && until > from {
            up = up.checked_add_signed(until - from)?;
            counted = until;
        }
    }
    Some(up)
}

/// Returns everything that the organizer has to look at: the missing turns, most urgent first, and
/// then the other items in the order of the games.
pub fn due<'g, 'a>(
    roster: &'a Roster,
    games: &'g Games<'a>,
    arrivals: &Arrivals,
    now: Moment,
) -> Vec<Item<'g, 'a>> {
    let (mut missing, mut rest) = (Vec::new(), Vec::new());
    for game in &games.games {
        let Some(facts) = game.facts else { continue };
        match &game.unscored {
            None => {}
            Some(Unscored::Running) => {
                let Some(item) = missing_turn(roster, game, facts, arrivals) else { continue };
                rest.extend(lost(game, facts, &item, arrivals));
                rest.extend(ahead(game, facts, now));
                missing.push(item);
            }
            Some(why) => rest.push(Item::Unscored { game, why }),
        }
    }
    missing.sort_by_key(|item| match item {
        Item::Missing { times: Some(times), .. } => (false, times.notice),
        _ => (true, Moment::default()),
    });
    missing.into_iter().chain(rest).chain(not_begun(roster, games)).collect()
}

fn missing_turn<'g, 'a>(
    roster: &Roster,
    game: &'g ClubGame<'a>,
    facts: &Facts,
    arrivals: &Arrivals,
) -> Option<Item<'g, 'a>> {
    let missing = facts.due.as_ref()?;
    let seat = facts.seats.iter().position(|seat| seat.name == missing.seat)?;
    let player = game.name(seat);
    let times = Times::of(roster, facts, player, arrivals);
    Some(Item::Missing { game, number: facts.turns.saturating_add(1), player, times })
}

/// Returns an item if a file that ends with the turn before the newest turn arrived a day or more
/// after the newest turn. The sender of that file may lack the newest turn.
fn lost<'g, 'a>(
    game: &'g ClubGame<'a>,
    facts: &Facts,
    item: &Item<'g, 'a>,
    arrivals: &Arrivals,
) -> Option<Item<'g, 'a>> {
    let [newest, before] = facts.newest.as_slice() else { return None };
    let Item::Missing { player, .. } = item else { return None };
    let arrived = arrivals.of(&newest.0)?;
    let older = arrivals.last(&before.0)?;
    (older - arrived >= TimeDelta::days(1)).then_some(Item::Lost {
        game,
        number: facts.turns,
        player,
        arrived,
    })
}

fn ahead<'g, 'a>(game: &'g ClubGame<'a>, facts: &Facts, now: Moment) -> Option<Item<'g, 'a>> {
    let sent = facts.last.filter(|last| *last - now > TimeDelta::days(1))?;
    Some(Item::Ahead { game, number: facts.turns, sent })
}

/// Returns the games that pairs of players haven't begun yet. Of each pair, the player listed first
/// in the section opens the first game, the third game and so on; the other player opens the rest.
fn not_begun<'g, 'a>(roster: &'a Roster, games: &'g Games<'a>) -> Vec<Item<'g, 'a>> {
    let mut games_begun: BTreeMap<(&str, [&str; 2]), Vec<&str>> = BTreeMap::new();
    for game in &games.games {
        let counts = matches!(
            game.unscored,
            None | Some(Unscored::Running | Unscored::Crossed | Unscored::Decision)
        );
        let (true, Some(section), [one, other]) = (counts, game.section, &game.names()[..]) else {
            continue;
        };
        let seat = game
            .facts
            .and_then(|facts| facts.seats.iter().position(|seat| seat.name == facts.opener));
        let pair = if one < other { [*one, *other] } else { [*other, *one] };
        games_begun.entry((&section.name, pair)).or_default().push(game.name(seat.unwrap_or(0)));
    }
    let mut items = Vec::new();
    for section in roster.sections.iter().filter(|section| *section.kind.seats().end() == 2) {
        for (at, first) in section.players.iter().enumerate() {
            for second in section.players.iter().skip(at + 1) {
                let pair: [&'a str; 2] = [first, second];
                let mut sorted = pair;
                sorted.sort_unstable();
                let openers = games_begun.get(&(section.name.as_str(), sorted));
                let openers = openers.map(Vec::as_slice).unwrap_or_default();
                items.extend(left_to_play(section, pair, openers));
            }
        }
    }
    items
}

fn left_to_play<'g, 'a>(
    section: &'a Section,
    players: [&'a str; 2],
    openers: &[&str],
) -> Vec<Item<'g, 'a>> {
    let mut open: Vec<&str> = openers.to_vec();
    let planned = (1..=section.games).map(|number| (number, players[(number + 1) % 2]));
    // Each game that has begun replaces a planned game with the same opener, or else the last
    // planned game.
    let mut left: Vec<(usize, &'a str)> = Vec::new();
    for (number, opener) in planned {
        match open.iter().position(|known| *known == opener) {
            Some(at) => drop(open.swap_remove(at)),
            None => left.push((number, opener)),
        }
    }
    left.truncate(left.len().saturating_sub(open.len()));
    let items = left.into_iter();
    items.map(|(number, opener)| Item::NotBegun { section, players, number, opener }).collect()
}
