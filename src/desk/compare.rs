//! How a file that came stands to what is remembered.

use super::Desk;
use super::lay::{Arrival, Behind, LaidOut, Objection, Stale, put_record, read_own};
use super::memory::{Difference, Seen, Stands, settle};
use super::record::{Breach, GameRecord, Newest};
use super::staged::Draft;
use super::store::Store;
use super::trouble::Trouble;
use crate::audit;
use crate::turnfile::{Moment, TurnFile};

impl<S: Store> Desk<S> {
    /// Brings the newest state to the top, whether it lies in the file or in the memory, and lets
    /// every own seat know of it.
    pub(super) fn bring_newest_to_top(
        &self,
        laid: &mut LaidOut,
        now: Moment,
    ) -> Result<(), Objection> {
        let hashes = &laid.game.standing.hashes;
        let seen: Vec<Seen> = laid.records.iter().map(|record| record.judge(hashes)).collect();
        laid.arrival = arrival(&seen);
        let differs = seen.iter().enumerate().find_map(|(record, seen)| match seen {
            Seen::Differs { at } => Some((record, *at)),
            _ => None,
        });
        if let Some((record, at)) = differs {
            return self.differs(laid, record, at, now);
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
        self.meet(laid, known, now)?;
        let text = laid.write();
        let incoming = laid.incoming(text, now);
        for at in news {
            laid.records[at].take_in(incoming.clone())?;
        }
        note_breach(laid);
        Ok(())
    }

    /// The file has another turn `at` than the one that this record has seen.
    fn differs(
        &self,
        laid: &mut LaidOut,
        record: usize,
        at: u32,
        now: Moment,
    ) -> Result<(), Objection> {
        match stands(laid, record, at)? {
            Stands::Known => {
                laid.arrival = Arrival::Replaced(at);
                put_newest_on_top(laid, record, Some(Behind::Turns))?;
                self.take_in(laid, now)
            }
            Stands::Incoming => {
                self.meet(laid, at.saturating_sub(1), now)?;
                let text = laid.write();
                let incoming = laid.incoming(text, now);
                for record in &mut laid.records {
                    record.adopt(incoming.clone())?;
                }
                note_breach(laid);
                Ok(())
            }
            Stands::Fork => Err(fork(laid, record, at, now)?),
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

/// Which of two turns of one number stands.
fn stands(laid: &LaidOut, record: usize, at: u32) -> Result<Stands, Trouble> {
    let seen = &laid.records[record];
    let kept = seen.newest().map(|newest| newest.text.as_str()).unwrap_or_default();
    let known = TurnFile::read(kept.as_bytes());
    let known = known.map_err(|fault| Trouble::OwnCopy(fault.to_string()))?;
    let index = (at as usize).saturating_sub(1);
    let (Some(old), Some(new)) = (known.turns.get(index), laid.game.file.turns.get(index)) else {
        let message = "it does not have the turns that it is known by".to_owned();
        return Err(Trouble::OwnCopy(message));
    };
    if old.key.is_some() && new.key.is_some() && old.key != new.key {
        let (seat, name) = (new.seat.clone(), seen.name().to_owned());
        return Err(Trouble::AnotherPlayer { seat, name });
    }
    let replaced = new.instead.contains(&old.hash());
    let replaces = old.instead.contains(&new.hash());
    Ok(settle(Difference {
        made_upon: seen.built_upon(at),
        breach: seen.breach().is_some_and(|breach| breach.number == at),
        incoming_replaces: replaced,
        known_replaces: replaces,
        known_built: built_upon(&known, index),
        incoming_built: built_upon(&laid.game.file, index),
        same_in_substance: old.seat != new.seat
            || !(audit::is_fork(old, new) || replaced || replaces),
    }))
}

/// Two turns of one number with one signature: both files are kept, and nothing else is done with
/// this one.
fn fork(laid: &mut LaidOut, record: usize, at: u32, now: Moment) -> Result<Objection, Trouble> {
    let text = laid.write();
    let mut draft = Draft::upon(laid.base.clone());
    for (record, kept) in laid.records.iter_mut().zip(&laid.kept) {
        record.keep_evidence(at, text.clone(), now);
        if record != kept {
            put_record(&mut draft, record)?;
        }
    }
    let turn = laid.game.file.turns.get((at as usize).saturating_sub(1));
    let who = turn.map(|turn| turn.seat.clone()).unwrap_or_default();
    let name = laid.records[record].name().to_owned();
    Ok(Objection::with(Trouble::Fork { who, turn: at, name }, draft))
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

/// Has another seat built upon the turn at this index?
fn built_upon(file: &TurnFile, index: usize) -> bool {
    let seat = file.turns.get(index).map(|turn| &turn.seat);
    file.turns.iter().skip(index + 1).any(|turn| Some(&turn.seat) != seat)
}
