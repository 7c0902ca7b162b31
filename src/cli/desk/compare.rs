//! How the file on the desk stands to what the vault has seen.

use pbem::audit;
use pbem::table::{self, OpenGame, TurnFault};
use pbem::turnfile::TurnFile;

use super::{Desk, damage, taken_back};
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::report::exit;
use crate::vault::{Breach, Difference, Seen, Stands, settle};

/// An older state of the game than the newest known.
#[derive(Debug)]
pub(in crate::cli) struct Stale {
    /// the game as it is in the file that was named
    pub game: OpenGame,
    /// how it is behind
    pub behind: Behind,
}

/// In what way a file is behind the newest known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Behind {
    /// it lacks nothing but one's own last turn, which may be one that was signed and not written
    OwnTurn,
    /// it goes on with a turn of one's own that was taken back
    TakenBack,
    /// it lacks turns, or has other ones that do not stand
    Turns,
}

impl Desk {
    /// Brings the newest state to the top, whether it lies in the file or in the vault, and lets
    /// every own seat know of it.
    pub(super) fn compare(&mut self, ctx: &mut Context, called: &str) -> Result<(), Failure> {
        let hashes = &self.game.standing.hashes;
        let seen: Vec<Seen> = self.records.iter().map(|record| record.judge(hashes)).collect();
        let differs = seen.iter().enumerate().find_map(|(record, seen)| match seen {
            Seen::Differs { at } => Some((record, *at)),
            _ => None,
        });
        if let Some((record, at)) = differs {
            return self.differs(ctx, record, at, called);
        }
        if let Some(record) = seen.iter().position(|seen| matches!(seen, Seen::TakenBack { .. })) {
            return self.put_newest_on_top(record, Some(Behind::TakenBack));
        }
        let newest =
            |record: &usize| self.records[*record].newest().map_or(0, crate::vault::Newest::turns);
        let older = (0..seen.len())
            .filter(|record| matches!(seen[*record], Seen::Older { .. }))
            .max_by_key(newest);
        if let Some(record) = older {
            self.put_newest_on_top(record, None)?;
        }
        self.take_in(ctx)
    }

    /// What is new on the desk is new to every own seat that has not seen it.
    fn take_in(&mut self, ctx: &mut Context) -> Result<(), Failure> {
        let hashes = &self.game.standing.hashes;
        let is_news = |seen| matches!(seen, Seen::Newer { .. } | Seen::Unknown);
        let news: Vec<usize> =
            (0..self.records.len()).filter(|at| is_news(self.records[*at].judge(hashes))).collect();
        let Some(known) = news
            .iter()
            .map(|at| self.records[*at].newest().map_or(0, crate::vault::Newest::turns))
            .min()
        else {
            return Ok(());
        };
        self.meet(ctx, known)?;
        let arrival = self.arrival(ctx);
        for at in news {
            self.records[at].take_in(arrival.clone())?;
        }
        self.note_breach();
        Ok(())
    }

    /// A turn that proves a breach has ended the game.
    fn note_breach(&mut self) {
        let Some(finding) = &self.breach else { return };
        let breach = Breach {
            number: self.game.standing.turns(),
            hash: self.game.standing.hashes.last().copied().unwrap_or_default(),
            seat: self.game.standing.names.of(finding.seat).to_owned(),
        };
        for record in &mut self.records {
            record.end_by_breach(breach.clone());
        }
    }

    /// What was named is older than what the vault has: the newest goes on top, and the older is
    /// remembered beside.
    fn put_newest_on_top(&mut self, record: usize, behind: Option<Behind>) -> Result<(), Failure> {
        let record = &self.records[record];
        let Some(newest) = record.newest() else { return Err(taken_back(record.name())) };
        let lacks_one =
            newest.turns() == self.game.standing.turns() + 1 && self.is_own(&newest.last_seat);
        let behind = behind.unwrap_or(if lacks_one { Behind::OwnTurn } else { Behind::Turns });
        let file = TurnFile::read(newest.text.as_bytes())
            .map_err(|fault| kept_copy(&fault.to_string()))?;
        let (table, fault) = table::open(&file).map_err(|error| kept_copy(&error.to_string()))?;
        self.breach = match fault {
            Some(TurnFault::Breach(finding)) => Some(finding),
            Some(TurnFault::Damage(damage)) => return Err(kept_copy(&damage.message)),
            None => None,
        };
        let game = std::mem::replace(&mut self.game, OpenGame::new(file, table));
        self.stale = Some(Stale { game, behind });
        Ok(())
    }

    /// The file has another turn `at` than the one that this record has seen.
    fn differs(
        &mut self,
        ctx: &mut Context,
        record: usize,
        at: u32,
        called: &str,
    ) -> Result<(), Failure> {
        let seen = &self.records[record];
        let kept = seen.newest().map(|newest| newest.text.as_str()).unwrap_or_default();
        let known =
            TurnFile::read(kept.as_bytes()).map_err(|fault| kept_copy(&fault.to_string()))?;
        let index = (at as usize).saturating_sub(1);
        let (Some(old), Some(new)) = (known.turns.get(index), self.game.file.turns.get(index))
        else {
            return Err(kept_copy("it does not have the turns that it is known by"));
        };
        if old.key.is_some() && new.key.is_some() && old.key != new.key {
            return Err(damage::another_player(called, &new.seat, seen.name()));
        }
        let replaced = new.instead.contains(&old.hash());
        let replaces = old.instead.contains(&new.hash());
        let difference = Difference {
            made_upon: seen.built_upon(at),
            breach: seen.breach().is_some_and(|breach| breach.number == at),
            incoming_replaces: replaced,
            known_replaces: replaces,
            known_built: built_upon(&known, index),
            incoming_built: built_upon(&self.game.file, index),
            same_in_substance: old.seat != new.seat
                || !(audit::is_fork(old, new) || replaced || replaces),
        };
        match settle(difference) {
            Stands::Known => {
                self.put_newest_on_top(record, Some(Behind::Turns))?;
                self.take_in(ctx)
            }
            Stands::Incoming => {
                self.meet(ctx, at.saturating_sub(1))?;
                let arrival = self.arrival(ctx);
                for record in &mut self.records {
                    record.adopt(arrival.clone())?;
                }
                self.note_breach();
                Ok(())
            }
            Stands::Fork => {
                let who = new.seat.clone();
                self.keep_evidence(ctx, at)?;
                Err(damage::fork(called, &who, at, self.records[record].name()))
            }
        }
    }

    /// Two turns of one number with one signature: the vault keeps both files, and nothing else is
    /// done with this one.
    fn keep_evidence(&mut self, ctx: &mut Context, at: u32) -> Result<(), Failure> {
        let text = self.game.file.write();
        let now = ctx.now();
        for record in &mut self.records {
            record.keep_evidence(at, text.clone(), now);
        }
        for at in 0..self.records.len() {
            if self.kept.get(at) != self.records.get(at) {
                ctx.vault_or_new()?.save(&self.records[at])?;
            }
        }
        Ok(())
    }
}

fn kept_copy(message: &str) -> Failure {
    Failure::new(
        exit::TROUBLE,
        FailureKind::Vault,
        format!("the copy in the vault cannot be read: {message}"),
    )
}

/// Has another seat built upon the turn at this index?
fn built_upon(file: &TurnFile, index: usize) -> bool {
    let seat = file.turns.get(index).map(|turn| &turn.seat);
    file.turns.iter().skip(index + 1).any(|turn| Some(&turn.seat) != seat)
}
