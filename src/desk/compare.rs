//! How a file that came stands to what is remembered.

use chrono::TimeDelta;

use super::Desk;
use super::lay::{Arrival, Behind, LaidOut, Objection, Stale, read_own};
use super::memory::{Reason, Seen};
use super::record::{Breach, GameRecord, Newest};
use super::store::Store;
use super::trouble::Trouble;
use crate::rules::Seat;
use crate::table::{Order, stands};
use crate::turnfile::Moment;

/// How far the clocks of two players may lie apart.
const FUTURE: TimeDelta = TimeDelta::hours(24);

impl<S: Store> Desk<S> {
    /// Brings the newest state to the top, whether it lies in the file or in the memory, and lets
    /// every own seat know of it.
    pub(super) fn bring_newest_to_top(
        &self,
        laid: &mut LaidOut,
        now: Moment,
    ) -> Result<(), Objection> {
        self.find_own_seats(laid)?;
        let hashes = &laid.game.standing.hashes;
        let seen: Vec<Seen> = laid.records.iter().map(|record| record.judge(hashes)).collect();
        laid.arrival = arrival(&seen);
        if let Some(record) = seen.iter().position(|seen| matches!(seen, Seen::Differs { .. })) {
            return self.differs(laid, record, now);
        }
        if let Some(record) = seen.iter().position(|seen| matches!(seen, Seen::TakenBack { .. })) {
            put_newest_on_top(laid, record, Some(Behind::TakenBack))?;
            return Ok(());
        }
        let newest = |record: &usize| laid.records[*record].newest().map_or(0, Newest::turns);
        let older = (0..seen.len())
            .filter(|record| matches!(seen[*record], Seen::Older { .. }))
            .max_by_key(newest);
        if let Some(record) = older {
            put_newest_on_top(laid, record, None)?;
        }
        self.take_in(laid, now)
    }

    /// What is new in the file is new to every own seat that has not seen it.
    fn take_in(&self, laid: &mut LaidOut, now: Moment) -> Result<(), Objection> {
        let hashes = &laid.game.standing.hashes;
        let is_news = |seen| matches!(seen, Seen::Newer { .. } | Seen::Unknown);
        let news: Vec<usize> =
            (0..laid.records.len()).filter(|at| is_news(laid.records[*at].judge(hashes))).collect();
        let turns = |at: &usize| laid.records[*at].newest().map_or(0, Newest::turns);
        let Some(known) = news.iter().map(turns).min() else { return Ok(()) };
        check_dates(laid, known, now)?;
        self.meet(laid, known, now)?;
        let text = laid.write();
        let incoming = laid.incoming(text, now);
        for at in news {
            laid.records[at].take_in(incoming.clone());
        }
        note_breach(laid);
        Ok(())
    }

    /// The file has another turn than the one that this record has seen.
    fn differs(&self, laid: &mut LaidOut, record: usize, now: Moment) -> Result<(), Objection> {
        let kept = laid.records[record].newest().map(|newest| newest.text.clone());
        let kept = kept.unwrap_or_default();
        let known = read_own(&kept, &laid.records)?.table.branch();
        let came = laid.game.table.branch();
        match stands(&known, &came) {
            Order::OtherTable(seat) => Err(another_player(laid, seat).into()),
            Order::Stands(differs) => {
                may_yield(laid)?;
                let before = differs.turn.saturating_sub(1);
                check_dates(laid, before, now)?;
                self.meet(laid, before, now)?;
                laid.differs = Some(differs);
                laid.arrival = Arrival::Differs(differs.turn);
                let text = laid.write();
                let incoming = laid.incoming(text, now);
                for record in &mut laid.records {
                    record.adopt(incoming.clone());
                }
                laid.keep_if_crossed(&came, &known, &kept);
                note_breach(laid);
                Ok(())
            }
            Order::Superseded(differs) => {
                laid.differs = Some(differs);
                laid.arrival = Arrival::Replaced(differs.turn);
                let text = laid.write();
                laid.keep_if_crossed(&known, &came, &text);
                put_newest_on_top(laid, record, Some(Behind::Turns))?;
                self.take_in(laid, now)
            }
            Order::Same | Order::Longer | Order::Part => Ok(()),
        }
    }

    /// Seats that bear one's own key and of which nothing is remembered: the vault was lost, and
    /// its identity brought back. A seat that bears another key is never one's own.
    fn find_own_seats(&self, laid: &mut LaidOut) -> Result<(), Objection> {
        let Some(own) = self.own_key()? else { return Ok(()) };
        for seat in laid.seats() {
            let standing = &laid.game.standing;
            let player = standing.player(seat).filter(|player| player.joined);
            let (Some(key), name) = (player.and_then(|player| player.key), standing.names.of(seat))
            else {
                continue;
            };
            match (laid.records.iter().any(|record| record.seat() == name), key == own) {
                (true, false) => return Err(another_player(laid, seat).into()),
                (false, true) => self.sit_again(laid, seat)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn sit_again(&self, laid: &mut LaidOut, seat: Seat) -> Result<(), Trouble> {
        let standing = &laid.game.standing;
        let with = laid.seats().find(|other| *other != seat).unwrap_or(seat);
        let name = match laid.name() {
            Some(name) => name.to_owned(),
            None => self.name_for(standing.kind, standing.names.of(with))?,
        };
        let (id, seat) = (standing.id.0, standing.names.of(seat).to_owned());
        let record = GameRecord::new(id, seat, standing.kind.id(), name);
        self.record(record.id(), record.seat(), &mut laid.base)?;
        laid.records.push(record);
        Ok(())
    }
}

fn another_player(laid: &LaidOut, seat: Seat) -> Trouble {
    let name = laid.name().unwrap_or_default().to_owned();
    Trouble::AnotherPlayer { seat: laid.game.standing.names.of(seat).to_owned(), name }
}

/// A breach once seen in a game of two ends it here, whatever comes later.
fn may_yield(laid: &LaidOut) -> Result<(), Reason> {
    let breach = laid.records.iter().find_map(GameRecord::breach);
    match breach.filter(|breach| !laid.game.standing.hashes.contains(&breach.hash)) {
        Some(breach) if laid.seats().count() == 2 => Err(Reason::Ended { number: breach.number }),
        _ => Ok(()),
    }
}

/// What is dated so much later than it is here cannot have been sent.
fn check_dates(laid: &LaidOut, known: u32, now: Moment) -> Result<(), Trouble> {
    let latest = now.checked_add_signed(FUTURE).unwrap_or(now);
    let new = laid.game.file.turns.iter().skip(known as usize);
    match new.clone().find(|turn| turn.sent > latest) {
        None => Ok(()),
        Some(turn) => {
            let (turn, seat, sent) = (turn.number, turn.seat.clone(), turn.sent);
            Err(Trouble::FromTheFuture { turn, seat, sent, now })
        }
    }
}

/// What has come of a file that all own seats have judged.
fn arrival(seen: &[Seen]) -> Arrival {
    let rank = |seen: &&Seen| match seen {
        Seen::Differs { .. } => 5,
        Seen::TakenBack { .. } => 4,
        Seen::Newer { .. } => 3,
        Seen::Older { .. } => 2,
        Seen::Same => 1,
        Seen::Unknown => 0,
    };
    seen.iter().max_by_key(rank).copied().map_or(Arrival::Unknown, Arrival::from)
}

/// A turn that proves a breach has ended the game.
fn note_breach(laid: &mut LaidOut) {
    let standing = &laid.game.standing;
    let Some(finding) = &standing.breach else { return };
    let breach = Breach {
        number: standing.turns(),
        hash: standing.hashes.last().copied().unwrap_or_default(),
        seat: standing.names.of(finding.seat).to_owned(),
    };
    for record in &mut laid.records {
        record.end_by_breach(breach.clone());
    }
}

/// What came is older than what is remembered: the newest goes on top, and the older is remembered
/// beside.
fn put_newest_on_top(
    laid: &mut LaidOut,
    record: usize,
    behind: Option<Behind>,
) -> Result<(), Trouble> {
    let record: &GameRecord = &laid.records[record];
    let Some(newest) = record.newest() else {
        return Err(Trouble::TakenBack(record.name().to_owned()));
    };
    let lacks_one = newest.turns() == laid.game.standing.turns() + 1;
    let lacks_own = lacks_one && laid.is_own(&newest.last_seat);
    let behind = behind.unwrap_or(if lacks_own { Behind::OwnTurn } else { Behind::Turns });
    let newest = read_own(&newest.text, &laid.records)?;
    let game = laid.put_on_top(newest);
    laid.stale = Some(Stale { game, behind });
    Ok(())
}
