//! Rules for a record: which turns its player may sign, and how files from other players update the
//! record.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{GameRecord, Incoming, NewTurn, Newest, OtherVersion, SignedTurn};
use crate::desk::chain::{ChainOrder, Hash, count, judge};
use crate::desk::reasons::Forbidden;
use crate::turnfile;

impl GameRecord {
    /// Compares an incoming chain with the newest known chain.
    pub fn judge(&self, incoming: &[Hash]) -> ChainOrder {
        let order = judge(self.chain(), incoming);
        if let (ChainOrder::Newer { by: 1 } | ChainOrder::Unknown, Some(last)) =
            (order, incoming.last())
        {
            let number = count(incoming.len());
            if self.made.iter().any(|turn| turn.withdrawn && turn.hash == *last) {
                return ChainOrder::TakenBack { number };
            }
        }
        order
    }

    /// If `text` begins with all turns of the newest file, byte for byte, returns their hashes;
    /// otherwise returns no hashes. `text` must be a file as pbem writes it. The turns with these
    /// hashes, and their signatures, have been checked before.
    pub fn known_turns(&self, text: &str) -> &[Hash] {
        let newest = self.newest.as_ref();
        let newest = newest.filter(|newest| turnfile::continues(text, &newest.text));
        newest.map_or(&[], |newest| &newest.chain)
    }

    /// Whether no turn may be signed until we have read the opponents' latest file.
    pub fn is_restored(&self) -> bool {
        self.restored.is_some()
    }

    /// Checks whether a turn may be signed after the turn with the hash `after`. If `forced`, the
    /// new turn leaves the player no choice.
    pub fn may_sign(&self, after: &Hash, forced: bool) -> Result<(), Forbidden> {
        if let Some(breach) = self.breach() {
            return Err(Forbidden::Ended { number: breach.number });
        }
        self.lock(forced)?;
        if after != self.chain().last().unwrap_or(&self.id) {
            return Err(Forbidden::OtherHistory);
        }
        Ok(())
    }

    /// Checks whether turns may be signed at all in a running game. If `forced`, asks only about a
    /// turn that leaves the player no choice.
    pub(in crate::desk) fn lock(&self, forced: bool) -> Result<(), Forbidden> {
        if self.is_restored() {
            return Err(Forbidden::Restored);
        }
        let has_claimed =
            |turn: &SignedTurn| turn.claims && (turn.mailed || turn.yielded || !turn.withdrawn);
        if !forced && self.made.iter().any(has_claimed) {
            return Err(Forbidden::Claimed);
        }
        Ok(())
    }

    /// Adds a turn that has just been signed. The record must be saved before the turn's file is
    /// written.
    pub fn sign(&mut self, signed: NewTurn) -> Result<(), Forbidden> {
        self.may_sign(&signed.after, signed.forced)?;
        let signed_at = signed.signed;
        let NewTurn { number, hash, claims, setup, hidden, file, path, at, .. } = signed;
        self.go_on();
        self.sent_later = Some(signed_at).filter(|signed_at| *signed_at > at);
        // Keep the arrival time of the previous turn, so that undo doesn't restart the player's
        // time.
        let (taken, mut chain) = match self.newest.take() {
            Some(newest) => (newest.taken, newest.chain),
            None => (at, Vec::new()),
        };
        chain.push(hash);
        self.newest =
            Some(Newest { taken, last_seat: self.seat.clone(), text: Arc::new(file), chain });
        self.path = path.or_else(|| self.path.take());
        (self.offer, self.given) = (false, None);
        self.claim = None;
        // The player may have undone this turn and signed the same turn again in the same second.
        let is_same = |turn: &SignedTurn| turn.hash == hash;
        let mailed = self.made.iter().any(|turn| is_same(turn) && turn.mailed);
        self.made.retain(|turn| !is_same(turn));
        self.made.push(SignedTurn {
            number,
            hash,
            mailed,
            found: false,
            withdrawn: false,
            claims,
            yielded: false,
            setup,
            hidden,
        });
        Ok(())
    }

    /// Returns the turn that can be undone now. Only the user knows whether they have mailed this
    /// turn by hand.
    pub fn may_undo(&self) -> Result<&SignedTurn, Forbidden> {
        self.may_take_back(false)
    }

    /// Does the same as [`may_undo`](Self::may_undo). If `dated_ahead`, the turn is dated so far
    /// ahead that no one can have accepted it, and even a mailed turn can be undone.
    pub(in crate::desk) fn may_take_back(
        &self,
        dated_ahead: bool,
    ) -> Result<&SignedTurn, Forbidden> {
        if let Some(breach) = self.breach() {
            return Err(Forbidden::Ended { number: breach.number });
        }
        if self.is_restored() {
            return Err(Forbidden::Restored);
        }
        let last =
            self.standing().max_by_key(|turn| turn.number).ok_or(Forbidden::NothingToUndo)?;
        match last.number {
            number if count(self.chain().len()) > number => Err(Forbidden::Answered { number }),
            number if last.mailed && !dated_ahead => Err(Forbidden::Mailed { number }),
            _ => Ok(last),
        }
    }

    /// Undoes the last turn and returns its number. `before` is the file without that turn, and the
    /// seat that took the previous turn; `None` if the undone turn was the first turn of the game.
    pub fn undo(&mut self, before: Option<(String, String)>) -> Result<u32, Forbidden> {
        self.take_back(before, false)
    }

    /// Does the same as [`undo`](Self::undo). If `dated_ahead`, undoes even a mailed turn.
    pub(in crate::desk) fn take_back(
        &mut self,
        before: Option<(String, String)>,
        dated_ahead: bool,
    ) -> Result<u32, Forbidden> {
        let last = self.may_take_back(dated_ahead)?;
        let (number, hash) = (last.number, last.hash);
        if before.is_none() != (number == 1) {
            return Err(Forbidden::NothingToUndo);
        }
        for turn in self.made.iter_mut().filter(|turn| turn.hash == hash) {
            turn.withdrawn = true;
        }
        self.go_on();
        self.sent_later = None;
        self.newest = self.newest.take().zip(before).map(|(mut newest, (text, last_seat))| {
            newest.chain.pop();
            Newest { last_seat, text: Arc::new(text), ..newest }
        });
        Ok(number)
    }

    /// Returns our claim that another turn has replaced, unless the claim is known to have left
    /// this machine.
    pub fn yielded_claim(&self) -> Option<&SignedTurn> {
        self.made.iter().find(|turn| turn.yielded && !turn.mailed)
    }

    /// Whether this chain contains one of our undone claims that no one else has seen.
    pub(in crate::desk) fn holds_undone_claim(&self, chain: &[Hash]) -> bool {
        let undone =
            |turn: &&SignedTurn| turn.claims && turn.withdrawn && !turn.yielded && !turn.mailed;
        self.made.iter().filter(undone).any(|turn| turn.is_in(chain))
    }

    /// Undoes the claim that [`yielded_claim`](Self::yielded_claim) returns, and returns its hash.
    /// Call this only if the user says that no one has seen the claim.
    pub(in crate::desk) fn forget_claim(&mut self) -> Option<Hash> {
        let claim = self.made.iter_mut().find(|turn| turn.yielded && !turn.mailed)?;
        claim.yielded = false;
        Some(claim.hash)
    }

    /// Marks our turns with numbers up to `number` as mailed, so that they can't be undone. `at` is
    /// the time at which pbem mailed the last of them; `None` if the player sent it.
    pub fn mailed(&mut self, number: u32, at: Option<DateTime<Utc>>) {
        let is_new = |turn: &SignedTurn| !turn.mailed && turn.number == number;
        let is_last = count(self.chain().len()) == number && self.standing().any(is_new);
        if let Some(at) = at.filter(|_| is_last) {
            self.sent_later = Some(at);
        }
        for turn in self.made.iter_mut().filter(|turn| turn.number <= number && !turn.withdrawn) {
            (turn.mailed, turn.found) = (true, false);
        }
    }

    /// Returns the start of the next player's time, if the turn with this hash is ours and is the
    /// last, and if that start is later than the turn's date.
    pub(in crate::desk) fn sent_later(&self, head: &Hash) -> Option<DateTime<Utc>> {
        self.sent_later.filter(|_| self.chain().last() == Some(head))
    }

    /// Adopts an incoming file if it is newer than the known file. Returns how the two files
    /// compare. An incoming file that is older or different, or that ends with an undone turn,
    /// changes nothing.
    pub fn take_in(&mut self, incoming: Incoming) -> ChainOrder {
        let order = self.judge(&incoming.chain);
        match order {
            ChainOrder::Same => self.path = incoming.path.or_else(|| self.path.take()),
            ChainOrder::Newer { .. } | ChainOrder::Unknown => self.adopt(incoming),
            ChainOrder::Older { .. }
            | ChainOrder::TakenBack { .. }
            | ChainOrder::Differs { .. } => {}
        }
        order
    }

    /// Makes an incoming file the newest. The caller has checked that the file is newer than the
    /// known one, or that it differs and [counts](crate::table::stands).
    pub fn adopt(&mut self, incoming: Incoming) {
        let Incoming { text, chain, seats, sent, path, at } = incoming;
        self.find_own(&chain, &seats);
        let last_seat = seats.last().cloned().unwrap_or_default();
        // Our latest turn may be newer than every file in the backup and in our mail. So a longer
        // file proves that we know all of our turns only if it ends with an opponent's turn that
        // was sent after the restore.
        let is_news =
            self.newest.is_some() && last_seat != self.seat && chain.len() > self.chain().len();
        self.restored.take_if(|restored| is_news && sent > *restored);
        self.stand_on(Newest { taken: at, last_seat, text: Arc::new(text), chain });
        self.path = path.or_else(|| self.path.take());
    }

    /// Adds the turns of our seat that are missing from this record. They were signed on another
    /// machine, or were lost with a disk.
    fn find_own(&mut self, chain: &[Hash], seats: &[String]) {
        for ((hash, seat), number) in chain.iter().zip(seats).zip(1..) {
            if *seat == self.seat && self.made.iter().all(|turn| turn.hash != *hash) {
                self.made.push(SignedTurn::found(number, *hash));
            }
        }
        self.made.sort_by_key(|turn| turn.number);
    }

    /// Makes `newest` the newest file. From then on, our turns in this file count, even if they
    /// were undone here. Our other turns don't count, even if they were mailed.
    fn stand_on(&mut self, newest: Newest) {
        for turn in &mut self.made {
            let stood = !turn.withdrawn;
            turn.withdrawn = !turn.is_in(&newest.chain);
            // A turn that is replaced without having been undone counts as mailed, because someone
            // may have seen it. A claim is marked as yielded instead: the player may know that no
            // one has seen it.
            let falls = stood && turn.withdrawn;
            turn.yielded = turn.withdrawn && (turn.yielded || falls && turn.claims && !turn.mailed);
            turn.mailed |= falls && !turn.yielded;
        }
        self.go_on();
        self.sent_later = None;
        let last = newest.chain.last().copied();
        self.newest = Some(newest);
        self.claim.take_if(|claim| Some(claim.after) != last);
    }

    /// Replaces the other versions of the file that this record keeps.
    pub(in crate::desk) fn put_beside(&mut self, beside: Vec<OtherVersion>) {
        if self.beside != beside {
            self.beside = beside;
            self.go_on();
        }
    }

    /// Clears the verdict, and brings back a withdrawn game, because there is a new file.
    fn go_on(&mut self) {
        self.withdrawn = false;
        (self.finished, self.ended, self.judged) = (None, None, None);
    }

    /// Adopts `leader`, the newest file in another seat's record of the same game, if that file
    /// continues the file in this record, or if this record has one of the turns `taken_back`,
    /// which other seats of this vault have undone.
    pub(in crate::desk) fn follow(&mut self, leader: &Newest, taken_back: &[Hash]) {
        let behind = match self.judge(&leader.chain) {
            ChainOrder::Newer { .. } | ChainOrder::Unknown => true,
            ChainOrder::Older { .. } | ChainOrder::Differs { .. } => {
                self.chain().iter().any(|hash| taken_back.contains(hash))
            }
            ChainOrder::Same | ChainOrder::TakenBack { .. } => false,
        };
        if behind {
            self.stand_on(leader.clone());
        }
    }
}
