//! What a record lets its player do, and how it learns of what the others have done.

use super::{GameRecord, Incoming, Made, Newest, Signed};
use crate::desk::beside::Beside;
use crate::desk::memory::{Hash, Reason, Seen, count, judge};
use crate::turnfile;

impl GameRecord {
    /// How an incoming chain stands to the newest one.
    pub fn judge(&self, incoming: &[Hash]) -> Seen {
        let seen = judge(self.chain(), incoming);
        if let (Seen::Newer { by: 1 } | Seen::Unknown, Some(last)) = (seen, incoming.last()) {
            let number = count(incoming.len());
            if self.made.iter().any(|made| made.withdrawn && made.hash == *last) {
                return Seen::TakenBack { number };
            }
        }
        seen
    }

    /// The hashes of the turns at the beginning of a file, written as pbem writes it, that stand in
    /// the newest file letter by letter. These have been checked when they came in, their
    /// signatures included.
    pub fn known_turns(&self, text: &str) -> &[Hash] {
        let newest = self.newest.as_ref();
        let newest = newest.filter(|newest| turnfile::continues(text, &newest.text));
        newest.map_or(&[], |newest| &newest.chain)
    }

    /// Whether a turn may be signed upon the turn `after`; in one that is `forced` there is nothing
    /// to choose.
    pub fn may_sign(&self, after: &Hash, forced: bool) -> Result<(), Reason> {
        if let Some(breach) = self.breach() {
            return Err(Reason::Ended { number: breach.number });
        }
        self.lock(forced)?;
        if after != self.chain().last().unwrap_or(&self.id) {
            return Err(Reason::OtherHistory);
        }
        Ok(())
    }

    /// Whether turns may be signed at all in a game that goes on.
    pub(in crate::desk) fn lock(&self, forced: bool) -> Result<(), Reason> {
        if self.restored {
            return Err(Reason::Restored);
        }
        let has_claimed =
            |made: &Made| made.claims && (made.mailed || made.yielded || !made.withdrawn);
        if !forced && self.made.iter().any(has_claimed) {
            return Err(Reason::Claimed);
        }
        Ok(())
    }

    /// Remembers a turn that has been signed. It must be on the disk of the vault before its file
    /// is written.
    pub fn sign(&mut self, signed: Signed) -> Result<(), Reason> {
        self.may_sign(&signed.after, signed.forced)?;
        let Signed { number, hash, claims, setup, hidden, file, path, at, .. } = signed;
        self.go_on();
        // The turn that is answered was had since then, also after this one is taken back.
        let (taken, mut chain) = match self.newest.take() {
            Some(newest) => (newest.taken, newest.chain),
            None => (at, Vec::new()),
        };
        chain.push(hash);
        self.newest = Some(Newest { taken, last_seat: self.seat.clone(), text: file, chain });
        self.path = path.or_else(|| self.path.take());
        (self.offer, self.given) = (false, None);
        self.claim = None;
        self.made.push(Made {
            number,
            hash,
            mailed: false,
            withdrawn: false,
            claims,
            yielded: false,
            setup,
            hidden,
        });
        Ok(())
    }

    /// The turn that could be taken back now, as far as the vault knows; whether it was mailed by
    /// hand, only the player knows.
    pub fn may_undo(&self) -> Result<&Made, Reason> {
        self.may_take_back(false)
    }

    /// The same for a turn that is dated so far ahead that nobody can have taken it in: that it was
    /// mailed does not matter then.
    pub(in crate::desk) fn may_take_back(&self, dated_ahead: bool) -> Result<&Made, Reason> {
        if let Some(breach) = self.breach() {
            return Err(Reason::Ended { number: breach.number });
        }
        if self.restored {
            return Err(Reason::Restored);
        }
        let last = self.standing().max_by_key(|made| made.number).ok_or(Reason::NothingToUndo)?;
        match last.number {
            number if count(self.chain().len()) > number => Err(Reason::Answered { number }),
            number if last.mailed && !dated_ahead => Err(Reason::Mailed { number }),
            _ => Ok(last),
        }
    }

    /// Takes the last turn back. `before` is the file without it and the seat that made that file's
    /// last turn; `None` if it was the first turn of the game. Gives the number of the turn.
    pub fn undo(&mut self, before: Option<(String, String)>) -> Result<u32, Reason> {
        self.take_back(before, false)
    }

    /// The same for a turn that may be dated so far ahead that nobody can have taken it in.
    pub(in crate::desk) fn take_back(
        &mut self,
        before: Option<(String, String)>,
        dated_ahead: bool,
    ) -> Result<u32, Reason> {
        let last = self.may_take_back(dated_ahead)?;
        let (number, hash) = (last.number, last.hash);
        if before.is_none() != (number == 1) {
            return Err(Reason::NothingToUndo);
        }
        for made in self.made.iter_mut().filter(|made| made.hash == hash) {
            made.withdrawn = true;
        }
        self.go_on();
        self.newest = self.newest.take().zip(before).map(|(mut newest, (text, last_seat))| {
            newest.chain.pop();
            Newest { last_seat, text, ..newest }
        });
        Ok(number)
    }

    /// The claim that another turn has replaced, and that may not have left this machine.
    pub fn yielded_claim(&self) -> Option<&Made> {
        self.made.iter().find(|made| made.yielded && !made.mailed)
    }

    /// Does a file of these turns hold a claim that was taken back, and that nobody has seen?
    pub(in crate::desk) fn holds_undone_claim(&self, chain: &[Hash]) -> bool {
        let undone = |made: &&Made| made.claims && made.withdrawn && !made.yielded && !made.mailed;
        self.made.iter().filter(undone).any(|made| made.is_in(chain))
    }

    /// Takes that claim back: nobody has seen it, so the player says. Gives its hash.
    pub(in crate::desk) fn forget_claim(&mut self) -> Option<Hash> {
        let claim = self.made.iter_mut().find(|made| made.yielded && !made.mailed)?;
        claim.yielded = false;
        Some(claim.hash)
    }

    /// Marks the turns up to this number as mailed: they cannot be taken back any more.
    pub fn mailed(&mut self, number: u32) {
        for made in self.made.iter_mut().filter(|made| made.number <= number && !made.withdrawn) {
            made.mailed = true;
        }
    }

    /// Takes an incoming file in, if it is newer than what was seen; the answer says how it stood.
    /// A file that is older, taken back or different changes nothing.
    pub fn take_in(&mut self, incoming: Incoming) -> Seen {
        let seen = self.judge(&incoming.chain);
        match seen {
            Seen::Same => self.path = incoming.path.or_else(|| self.path.take()),
            Seen::Newer { .. } | Seen::Unknown => self.adopt(incoming),
            Seen::Older { .. } | Seen::TakenBack { .. } | Seen::Differs { .. } => {}
        }
        seen
    }

    /// Makes an incoming file the newest: one that is newer, or that differs and
    /// [stands](crate::table::stands).
    pub fn adopt(&mut self, incoming: Incoming) {
        let Incoming { text, chain, seats, path, at } = incoming;
        self.find_own(&chain, &seats);
        let last_seat = seats.last().cloned().unwrap_or_default();
        // The file that a backup knew may be any, and so may the one that brought the game back.
        // Only one that goes further, and that an opponent has made, is news.
        self.restored &=
            self.newest.is_none() || last_seat == self.seat || chain.len() <= self.chain().len();
        self.stand_on(Newest { taken: at, last_seat, text, chain });
        self.path = path.or_else(|| self.path.take());
    }

    /// Remembers own turns that were not made here, or were forgotten with a disk.
    fn find_own(&mut self, chain: &[Hash], seats: &[String]) {
        for ((hash, seat), number) in chain.iter().zip(seats).zip(1..) {
            if *seat == self.seat && self.made.iter().all(|made| made.hash != *hash) {
                self.made.push(Made::found(number, *hash));
            }
        }
        self.made.sort_by_key(|made| made.number);
    }

    /// The own turns that this file holds stand, whatever was done with them here; others do not.
    fn stand_on(&mut self, newest: Newest) {
        for made in &mut self.made {
            let stood = !made.withdrawn;
            made.withdrawn = !made.is_in(&newest.chain);
            // It was not taken back, so somebody may have seen it. Of a claim the player may know.
            let falls = stood && made.withdrawn;
            made.yielded = made.withdrawn && (made.yielded || falls && made.claims && !made.mailed);
            made.mailed |= falls && !made.yielded;
        }
        self.go_on();
        let last = newest.chain.last().copied();
        self.newest = Some(newest);
        self.claim.take_if(|claim| Some(claim.after) != last);
    }

    /// Puts files beside the newest, in the place of those that were.
    pub(in crate::desk) fn put_beside(&mut self, beside: Vec<Beside>) {
        if self.beside != beside {
            self.beside = beside;
            self.go_on();
        }
    }

    /// There is another newest file: how it came out before says nothing of it.
    fn go_on(&mut self) {
        (self.finished, self.ended, self.judged) = (None, None, None);
    }

    /// Levels this record with another of the same game in the same vault, whose newest file is
    /// `leader`. `taken_back` are turns that their makers, also in this vault, have taken back.
    pub(in crate::desk) fn follow(&mut self, leader: &Newest, taken_back: &[Hash]) {
        let behind = match self.judge(&leader.chain) {
            Seen::Newer { .. } | Seen::Unknown => true,
            Seen::Older { .. } | Seen::Differs { .. } => {
                self.chain().iter().any(|hash| taken_back.contains(hash))
            }
            Seen::Same | Seen::TakenBack { .. } => false,
        };
        if behind {
            self.stand_on(leader.clone());
        }
    }
}
