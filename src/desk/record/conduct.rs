//! What a record lets its player do, and how it learns of what the others have done.

use super::{GameRecord, Incoming, Made, Newest, Signed};
use crate::desk::memory::{Hash, Reason, Seen, count, judge};
use crate::turnfile;

impl GameRecord {
    /// How an incoming chain stands to the newest one.
    pub fn judge(&self, incoming: &[Hash]) -> Seen {
        let seen = judge(self.chain(), incoming);
        if let (Seen::Newer { by: 1 } | Seen::Unknown, Some(last)) = (seen, incoming.last()) {
            let number = count(incoming.len());
            if self.withdrawn(number).any(|hash| hash == last) {
                return Seen::TakenBack { number };
            }
        }
        seen
    }

    /// How many turns at the beginning of a file, written as pbem writes it, stand in the newest
    /// file letter by letter. These have been checked when they came in, their signatures included.
    pub fn known_turns(&self, text: &str) -> usize {
        self.newest
            .as_ref()
            .filter(|newest| turnfile::continues(text, &newest.text))
            .map_or(0, |newest| newest.chain.len())
    }

    /// Whether turn `number` may be signed upon the turn `after`.
    pub fn may_sign(&self, number: u32, after: &Hash) -> Result<(), Reason> {
        if let Some(breach) = &self.breach {
            return Err(Reason::Ended { number: breach.number });
        }
        if self.restored {
            return Err(Reason::Restored);
        }
        if let Some(made) = self.standing().find(|made| made.number == number) {
            return Err(Reason::Signed { number, hash: made.hash });
        }
        if self.built_upon(number) {
            return Err(Reason::BuiltUpon { number });
        }
        let next = count(self.chain().len()).saturating_add(1);
        if number != next {
            return Err(Reason::NotNext { next, asked: number });
        }
        if after != self.chain().last().unwrap_or(&self.id) {
            return Err(Reason::OtherHistory);
        }
        Ok(())
    }

    /// Remembers a turn that has been signed. It must be on the disk of the vault before its file
    /// is written.
    pub fn sign(&mut self, signed: Signed) -> Result<(), Reason> {
        self.may_sign(signed.number, &signed.after)?;
        let Signed { number, hash, after, text, secrets, hidden, file, path, at } = signed;
        let mut chain = self.newest.take().map(|newest| newest.chain).unwrap_or_default();
        chain.push(hash);
        self.newest = Some(Newest { taken: at, last_seat: self.seat.clone(), text: file, chain });
        self.path = path.or_else(|| self.path.take());
        self.offer = false;
        self.made.push(Made {
            number,
            hash,
            after,
            mailed: false,
            withdrawn: false,
            text,
            secrets,
            hidden,
        });
        Ok(())
    }

    /// The turn that could be taken back now, as far as the vault knows; whether it was mailed by
    /// hand, only the player knows.
    pub fn may_undo(&self) -> Result<&Made, Reason> {
        if let Some(breach) = &self.breach {
            return Err(Reason::Ended { number: breach.number });
        }
        if self.restored {
            return Err(Reason::Restored);
        }
        let last = self.standing().max_by_key(|made| made.number).ok_or(Reason::NothingToUndo)?;
        match last.number {
            number if count(self.chain().len()) > number => Err(Reason::Answered { number }),
            number if last.mailed => Err(Reason::Mailed { number }),
            _ => Ok(last),
        }
    }

    /// Takes the last turn back. `before` is the file without it and the seat that made that file's
    /// last turn; `None` if it was the first turn of the game. Gives the number of the turn.
    pub fn undo(&mut self, before: Option<(String, String)>) -> Result<u32, Reason> {
        let (number, hash) = self.may_undo().map(|made| (made.number, made.hash))?;
        if before.is_none() != (number == 1) {
            return Err(Reason::NothingToUndo);
        }
        for made in self.made.iter_mut().filter(|made| made.hash == hash) {
            made.withdrawn = true;
        }
        self.newest = self.newest.take().zip(before).map(|(mut newest, (text, last_seat))| {
            newest.chain.pop();
            Newest { last_seat, text, ..newest }
        });
        Ok(number)
    }

    /// Marks the turns up to this number as mailed: they cannot be taken back any more.
    pub fn mailed(&mut self, number: u32) {
        for made in self.made.iter_mut().filter(|made| made.number <= number && !made.withdrawn) {
            made.mailed = true;
        }
    }

    /// Takes an incoming file in, if it is newer than what was seen; the answer says how it stood.
    /// A file that is older, taken back or different changes nothing.
    pub fn take_in(&mut self, incoming: Incoming) -> Result<Seen, Reason> {
        let seen = self.judge(&incoming.chain);
        match seen {
            Seen::Same => self.path = incoming.path.or_else(|| self.path.take()),
            Seen::Newer { .. } | Seen::Unknown => self.adopt(incoming)?,
            Seen::Older { .. } | Seen::TakenBack { .. } | Seen::Differs { .. } => {}
        }
        Ok(seen)
    }

    /// Makes an incoming file the newest: one that is newer, or that differs and whose turn stands
    /// (see [`settle`](crate::desk::settle)).
    ///
    /// Fails if this vault has built upon a turn that the file does not have, or if the file has
    /// another turn of this seat than the vault has made, or lacks a turn that proves a breach.
    pub fn adopt(&mut self, incoming: Incoming) -> Result<(), Reason> {
        let Incoming { text, chain, last_seat, path, at } = incoming;
        let turn = |number: u32| {
            usize::try_from(number).ok().and_then(|number| chain.get(number.checked_sub(1)?))
        };
        if let Some(breach) = &self.breach
            && turn(breach.number) != Some(&breach.hash)
        {
            return Err(Reason::Ended { number: breach.number });
        }
        match self.judge(&chain) {
            Seen::Older { .. } | Seen::TakenBack { .. } => return Err(Reason::Stale),
            Seen::Differs { at } if !self.restored => self.check_own_turns(at, turn(at))?,
            _ => {}
        }
        for made in &mut self.made {
            match turn(made.number) {
                Some(hash) => made.withdrawn = *hash != made.hash,
                None => made.withdrawn |= self.restored,
            }
        }
        // The file that a backup knew may be any; only one that goes further, and that an opponent
        // has made, is news.
        self.restored &= last_seat == self.seat
            || chain.len() <= self.newest.as_ref().map_or(0, |newest| newest.chain.len());
        self.newest = Some(Newest { taken: at, last_seat, text, chain });
        self.path = path.or_else(|| self.path.take());
        Ok(())
    }

    /// Whether this seat could live with another turn `at`, of this hash.
    fn check_own_turns(&self, at: u32, hash: Option<&Hash>) -> Result<(), Reason> {
        if self.built_upon(at) {
            return Err(Reason::BuiltUpon { number: at });
        }
        let ours = self.made.iter().any(|made| hash == Some(&made.hash));
        if self.standing().any(|made| made.number == at) && !ours {
            return Err(Reason::NotOurs { number: at });
        }
        Ok(())
    }

    /// Whether this vault has made a turn that rests on the turn of this number.
    pub fn built_upon(&self, number: u32) -> bool {
        self.standing().any(|made| made.number > number)
    }

    /// Levels this record with another of the same game in the same vault, whose newest file is
    /// `leader`. `taken_back` are turns that their makers, also in this vault, have taken back.
    pub(in crate::desk) fn follow(&mut self, leader: &Newest, taken_back: &[Hash]) {
        match self.judge(&leader.chain) {
            Seen::Newer { .. } | Seen::Unknown => {
                let Newest { taken, last_seat, text, chain } = leader.clone();
                let restored = self.restored;
                // Refused, it stays as it is.
                let _ = self.adopt(Incoming {
                    text,
                    chain,
                    last_seat,
                    path: self.path.clone(),
                    at: taken,
                });
                // What lies in the same vault is no news from outside.
                self.restored = restored;
            }
            Seen::Older { .. } | Seen::Differs { .. } => {
                let Some(index) = self.chain().iter().position(|hash| taken_back.contains(hash))
                else {
                    return;
                };
                if !self.built_upon(count(index)) {
                    self.newest = Some(leader.clone());
                }
            }
            Seen::Same | Seen::TakenBack { .. } => {}
        }
    }
}
