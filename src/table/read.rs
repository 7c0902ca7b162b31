//! Taking a turn that was mailed: is it intact, is it this seat's, does it carry exactly what is
//! due, and is everything in it that anyone can check true?

use super::Table;
use super::finding::{Breach, Damage, DamageKind, Finding, FindingKind, TurnFault};
use super::reader::{Reader, exactly};
use crate::crypto::{self, Eye, Seed, Verifier};
use crate::games::{BySeat, Chance, Own, Rules, Seat};
use crate::turnfile::limits::MAX_NOTES_OF_SEAT;
use crate::turnfile::{Bytes32, Turn};

/// What an audit knows of the seats that have shown their setups, and what it finds.
#[derive(Debug)]
pub(crate) struct Audited<R: Rules> {
    pub(crate) owns: BySeat<Option<Own<R>>>,
    pub(crate) seeds: BySeat<Option<Seed>>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) checked: Checked,
}

/// How much an audit has checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) answers: usize,
    pub(crate) moves: usize,
    pub(crate) boxes: usize,
}

impl<R: Rules> Table<R> {
    /// Takes the next turn of the file.
    ///
    /// # Errors
    /// [`TurnFault::Damage`] leaves the table as it was. After [`TurnFault::Breach`] the turn
    /// stands, as the last: it has ended the game, and whatever is read after it, that breach is
    /// the fault.
    pub fn read(&mut self, turn: &Turn) -> Result<(), TurnFault> {
        self.take(turn, true, None)
    }

    /// The same for a turn that has been read before: its signature is not checked again.
    pub(super) fn read_again(&mut self, turn: &Turn) -> Result<(), TurnFault> {
        self.take(turn, false, None)
    }

    /// The same once more, with the setups that were shown later at hand: everything is judged that
    /// can be.
    pub(crate) fn audit(&mut self, turn: &Turn, audited: &mut Audited<R>) -> Result<(), TurnFault> {
        self.take(turn, false, Some(audited))
    }

    fn take(
        &mut self,
        turn: &Turn,
        check_signature: bool,
        audited: Option<&mut Audited<R>>,
    ) -> Result<(), TurnFault> {
        if let Some(breach) = &self.breach {
            return Err(TurnFault::Breach(breach.clone()));
        }
        let number = self.writing();
        let hash = turn.hash();
        let (seat, verifier) =
            self.intact(turn, &hash, check_signature).map_err(TurnFault::Damage)?;
        self.begin(seat, turn, hash);
        let mut reader = Reader::new(turn, number, audited);
        let fits = self.fits(seat, turn);
        // A breach in somebody's first turn is proved by the key that stands there.
        self.places[seat].verifier = Some(verifier);
        let read = fits.and_then(|()| {
            self.places[seat].tip = turn.tip.or(self.places[seat].tip);
            self.places[seat].full_name = turn.name.clone().or(self.places[seat].full_name.take());
            self.places[seat].mail = turn.mail.clone().or(self.places[seat].mail.take());
            self.run(seat, &mut reader)?;
            reader.used_up(self, seat)
        });
        self.finish(seat, turn, hash);
        read.map_err(|breach| {
            let finding = breach.by(seat, number);
            self.breach = Some(finding.clone());
            TurnFault::Breach(finding)
        })
    }

    /// Is the turn whole, and does it follow the last one? Nobody can be blamed if it is not.
    fn intact(
        &self,
        turn: &Turn,
        hash: &Bytes32,
        check_signature: bool,
    ) -> Result<(Seat, Verifier), Damage> {
        let number = self.writing();
        let damage = |kind, message: String| Damage { turn: number, kind, message };
        let chain = |message: String| damage(DamageKind::BadChain, message);
        if turn.number != number {
            return Err(chain(format!(
                "turn {number} is missing: turn {} stands in its place",
                turn.number
            )));
        }
        if turn.after != self.head.hash {
            let before = if number == 1 {
                "the game it stands in".to_owned()
            } else {
                format!("turn {}", self.head.number)
            };
            return Err(chain(format!("turn {number} was not made upon {before} as it is here")));
        }
        let Some((seat, place)) = self.places.iter().find(|(_, place)| place.name == turn.seat)
        else {
            return Err(chain(format!(
                "turn {number} is by somebody who has no seat in this game"
            )));
        };
        let unsigned = || {
            damage(
                DamageKind::BadSignature,
                format!("turn {number} of {seat} holds no key to check its signature with"),
            )
        };
        let verifier = match (&place.verifier, &turn.key) {
            (Some(verifier), _) => verifier.clone(),
            (None, Some(key)) => Verifier::new(key).ok_or_else(unsigned)?,
            (None, None) => return Err(unsigned()),
        };
        if check_signature && !verifier.turn(hash, &turn.signature) {
            return Err(damage(
                DamageKind::BadSignature,
                format!("turn {number} was changed after {seat} signed it"),
            ));
        }
        Ok((seat, verifier))
    }

    /// Is it this seat's turn, and are the keys there that do not depend on the steps of the turn?
    fn fits(&self, seat: Seat, turn: &Turn) -> Result<(), Breach> {
        let illegal = |message: String| Err(Breach::new(FindingKind::IllegalMove, message));
        let place = &self.places[seat];
        let number = turn.number;
        if self.due() != Some(seat) {
            return illegal(format!("{seat} wrote turn {number}, but it was not {seat}'s turn"));
        }
        let first = !self.joined_before(seat);
        exactly("key", turn.key.is_some(), first && place.verifier.is_none())?;
        exactly("tip", turn.tip.is_some(), first && R::CHANCE != Chance::Never)?;
        exactly("link", turn.link.is_some(), Self::link_is_due(number))?;
        if !first && (turn.name.is_some() || turn.mail.is_some()) {
            return illegal("a name or address stands only in the first turn of a seat".to_owned());
        }
        if turn.tip.is_some() && self.places.iter().any(|(_, other)| other.tip == turn.tip) {
            return Err(Breach::new(
                FindingKind::BadLink,
                format!("{seat} copied the other's tip"),
            ));
        }
        if let (Some(link), Some(last)) = (&turn.link, &place.link.or(place.tip))
            && !crypto::Chain::is_next(&self.id, &place.name, last, link)
        {
            return Err(Breach::new(
                FindingKind::BadLink,
                format!("the link of turn {number} does not follow from {seat}'s last"),
            ));
        }
        if place.notes > MAX_NOTES_OF_SEAT {
            return illegal(format!(
                "{seat} has written more than {MAX_NOTES_OF_SEAT} bytes of notes"
            ));
        }
        Ok(())
    }

    /// Had this seat made a turn before the one that is being read?
    fn joined_before(&self, seat: Seat) -> bool {
        let before = self.history.len().saturating_sub(1);
        self.history.iter().take(before).any(|played| played.seat == seat)
    }
}

impl<R: Rules> Table<R> {
    /// The seat whose turn is being read.
    pub(super) fn head_writer(&self) -> Seat {
        self.history.last().map_or(Seat::OPENER, |played| played.seat)
    }

    /// The number of the last turn that this seat has made, the one that is being read included.
    pub(super) fn last_turn_of(&self, seat: Seat) -> Option<u32> {
        let at = self.history.iter().rposition(|played| played.seat == seat)?;
        u32::try_from(at + 1).ok()
    }

    /// Marks the boxes of the turn just read as sound or not, the maker's seed being known.
    pub(crate) fn judge_boxes(&mut self, turn: &Turn, audited: &mut Audited<R>) {
        let Some((seat, seed)) = self
            .history
            .last()
            .map(|played| played.seat)
            .and_then(|seat| audited.seeds[seat].as_ref().map(|seed| (seat, seed)))
        else {
            return;
        };
        let Some(own) = &audited.owns[seat] else { return };
        audited.checked.boxes +=
            self.posts.iter().rev().take_while(|post| post.turn == turn.number).count();
        let faults = self.remake(turn.number, own, seed);
        audited.findings.extend(faults.into_iter().map(|breach| breach.by(seat, turn.number)));
    }
}

/// Is this the eye of a piece of that kind with that salt?
pub(crate) fn eye_matches(eye: &Bytes32, salt: &Bytes32, kind: u8) -> bool {
    Eye::decode(eye).is_some_and(|eye| eye.matches(&crypto::Opening { kind, salt: *salt }))
}

/// For the audit: the salt of an item, as the seed gives it.
pub(crate) fn seal_from_seed<R: Rules>(
    table: &Table<R>,
    seat: Seat,
    seed: &Seed,
    item: &R::Item,
    value: &R::Value,
) -> (Bytes32, Bytes32) {
    let place = &table.places[seat];
    let salt = crypto::salt(seed, &table.id, &place.name, &item.to_string());
    let seal = crypto::seal(&table.id, &place.name, &item.to_string(), &value.to_string(), &salt);
    (salt, seal)
}
