//! Reads a mailed turn. Checks that the turn is intact and taken by the right seat, that it
//! contains exactly the due parts, and that it passes all public checks.

use super::check_answer::AuditContext;
use super::claim::is_claim;
use super::finding::{Breach, Damage, DamageKind, Finding, FindingKind, TurnError};
use super::{StandingClaim, Table};
use crate::crypto::{self, Verifier};
use crate::rules::{Boxes, Chance, EndedBy, Forfeits, Game, Leaving, Position, Seat};
use crate::turnfile::limits::MAX_NOTES_OF_SEAT;
use crate::turnfile::{Bytes32, Turn};

impl<G: Game> Table<G> {
    /// Reads the next turn of the file.
    ///
    /// # Errors
    ///
    /// After [`TurnError::Damage`] the table is unchanged. After [`TurnError::Breach`] the game is
    /// over: the turn with the breach counts as the last turn, and every further read fails with
    /// that breach. A breach after which the other players play on is not an error: it is among the
    /// [`breaches`](Self::breaches).
    pub(crate) fn read(&mut self, turn: &Turn) -> Result<(), TurnError> {
        self.take(turn, turn.hash(), true, None)
    }

    /// Does the same as [`read`](Self::read) for a turn that was checked before and has this hash,
    /// but doesn't check its signature again.
    pub(crate) fn read_again(&mut self, turn: &Turn, hash: Bytes32) -> Result<(), TurnError> {
        self.take(turn, hash, false, None)
    }

    /// Reads a turn again in an audit, with the setups that were revealed later, and checks
    /// everything.
    pub(crate) fn audit(
        &mut self,
        turn: &Turn,
        audited: &mut AuditContext<G>,
    ) -> Result<(), TurnError> {
        self.take(turn, turn.hash(), false, Some(audited))
    }

    fn take(
        &mut self,
        turn: &Turn,
        hash: Bytes32,
        check_signature: bool,
        audited: Option<&mut AuditContext<G>>,
    ) -> Result<(), TurnError> {
        if let Some(breach) = &self.breach {
            return Err(TurnError::Breach(breach.clone()));
        }
        let number = self.writing();
        let (seat, verifier) =
            self.intact(turn, &hash, check_signature).map_err(TurnError::Damage)?;
        let claim = self.written_by(seat, turn).map_err(TurnError::Damage)?;
        let fits = self.fits(seat, turn, claim.is_some());
        // With an arbiter no turn is late: the arbiter's ruling decides, not the dates.
        let late =
            number > 1 && claim.is_none() && self.arbiter.is_none() && self.is_late(turn.sent);
        let decided = self.outcome().is_some();
        let outlasts = claim.is_none() && self.position.outlasts_claims();
        self.begin(seat, turn, hash);
        if let Some(played) = self.history.last_mut() {
            (played.late, played.claims) = (late, claim.map(|claim| claim.against));
            played.outlasts = outlasts;
        }
        let before = self.before_leaving(seat);
        let mut reader = Reader::new(turn, number, audited);
        // Record the key now: a player's first turn contains the key that proves a breach in that
        // turn.
        self.seats[seat].verifier = Some(verifier);
        let read = fits.and_then(|()| {
            self.seats[seat].tip = turn.tip.or(self.seats[seat].tip);
            self.seats[seat].full_name = turn.name.clone().or(self.seats[seat].full_name.take());
            self.seats[seat].mail = turn.mail.clone().or(self.seats[seat].mail.take());
            match claim {
                None => self.play(seat, &mut reader)?,
                Some(claim) => {
                    reader.moved = Moved::Leave;
                    reader.carries_ruling = self.arbiter.is_some();
                    self.play_claim(claim, &mut reader)?;
                }
            }
            reader.used_up(self, seat)
        });
        let offers = read.is_ok() && turn.offer.is_some();
        let read = read.or_else(|breach| self.broken(seat, breach.by(seat, number), before));
        let won = self.outcome().filter(|outcome| !decided && outcome.ended_by == EndedBy::Board);
        if let Some(played) = self.history.last_mut() {
            played.wins = won.and_then(|outcome| outcome.winners.first().copied());
        }
        self.finish(seat, turn, hash, offers);
        read
    }

    /// Returns the state to restore after a breach by this seat; `None` if the other players don't
    /// play on without the seat.
    fn before_leaving(&self, seat: Seat) -> Option<(G::Position, usize)> {
        let events = self.history.last().map_or(0, |played| played.events.len());
        self.position.plays_on_without(seat).then(|| (self.position.clone(), events))
    }

    /// Records a breach. If the other players can play on, only this seat leaves the game and the
    /// rest of the turn is ignored; otherwise the breach ends the game.
    fn broken(
        &mut self,
        seat: Seat,
        finding: Finding,
        before: Option<(G::Position, usize)>,
    ) -> Result<(), TurnError> {
        let Some((position, events)) = before.filter(|_| finding.seat == seat) else {
            self.breach = Some(finding.clone());
            return Err(TurnError::Breach(finding));
        };
        (self.position, self.claim) = (position, None);
        self.history.last_mut().into_iter().for_each(|played| played.events.truncate(events));
        self.tell(format!("{seat} breaks the rules, and is out of the game: {}", finding.message));
        self.leavings.push(finding);
        if let Some(outcome) = self.position.leave(seat, Leaving::Breach) {
            self.position.end(outcome);
        }
        self.ends_at_length();
        Ok(())
    }

    /// Checks that the turn is intact and follows the previous turn. If not, no one is to blame.
    /// Returns the seat of the turn and the verifier of its key.
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
                "turn {number} is missing: the file has turn {} there",
                turn.number
            )));
        }
        if turn.after != self.head.hash {
            let before = if number == 1 {
                "the text above it".to_owned()
            } else {
                format!("turn {}", self.head.number)
            };
            return Err(chain(format!(
                "turn {number} does not continue from {before}: one of the two was changed"
            )));
        }
        let Some((seat, sitting)) =
            self.seats.iter().find(|(_, sitting)| sitting.name == turn.seat)
        else {
            return Err(chain(format!("turn {number} is by a player without a seat in this game")));
        };
        if turn.sent < self.head.sent {
            let before =
                if number == 1 { "the game".into() } else { format!("turn {}", self.head.number) };
            return Err(chain(format!("turn {number} has an earlier date than {before}")));
        }
        let unsigned = || {
            damage(
                DamageKind::BadSignature,
                format!("turn {number} by {seat} contains no key to check its signature with"),
            )
        };
        let verifier = match (&sitting.verifier, &turn.key) {
            (Some(verifier), _) => verifier.clone(),
            (None, Some(key)) if self.is_arbiter(key) => {
                let message = format!("{seat} has the key of the arbiter");
                return Err(damage(DamageKind::BadSignature, message));
            }
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

    /// Checks that it is this seat's turn, or that the turn is a claim that the seat may make.
    /// Returns the claim, if the turn is one. If the check fails, the turn has no effect and
    /// accuses no one, because anyone could add such a turn at any time.
    fn written_by(&self, seat: Seat, turn: &Turn) -> Result<Option<StandingClaim>, Damage> {
        if self.due() == Some(seat) {
            return Ok(None);
        }
        let mut message = format!("it is not {seat}'s turn");
        if is_claim(turn) {
            let against = self.may_claim(seat, turn.sent);
            match against.and_then(|seat| self.check_ruling(seat, turn).map(|()| seat)) {
                Ok(against) => {
                    return Ok(Some(StandingClaim {
                        by: seat,
                        against,
                        sent: turn.sent,
                        ruled: turn.ruled,
                    }));
                }
                Err(why) => message = format!("{seat} claims the game, but {why}"),
            }
        }
        Err(Damage { turn: turn.number, kind: DamageKind::BadChain, message })
    }

    /// Checks the TOML keys of a turn that don't depend on its steps.
    fn fits(&self, seat: Seat, turn: &Turn, claims: bool) -> Result<(), Breach> {
        let illegal = |message: String| Err(Breach::illegal(message));
        let sitting = &self.seats[seat];
        let number = turn.number;
        let first = !sitting.joined;
        exactly("key", turn.key.is_some(), first && sitting.verifier.is_none())?;
        let ties = G::PROFILE.chance != Chance::Never;
        exactly("tip", turn.tip.is_some(), first && ties)?;
        let sealed = !turn.setup.is_empty() || turn.tip.is_some();
        exactly("nonce", turn.nonce.is_some(), sealed)?;
        exactly("link", turn.link.is_some(), Self::link_is_due(number) && !claims)?;
        if !first && (turn.name.is_some() || turn.mail.is_some()) {
            return illegal(
                "only the first turn of a seat may contain a name or address".to_owned(),
            );
        }
        if turn.tip.is_some() && self.seats.iter().any(|(_, other)| other.tip == turn.tip) {
            return Err(Breach::new(
                FindingKind::BadLink,
                format!("{seat} copied another player's `tip`"),
            ));
        }
        if let (Some(link), Some(last)) = (&turn.link, &sitting.link.or(sitting.tip))
            && !crypto::Chain::is_next(&self.id, &sitting.name, last, link)
        {
            return Err(Breach::new(
                FindingKind::BadLink,
                format!("the link of turn {number} does not follow from {seat}'s last link"),
            ));
        }
        if sitting.notes + turn.note.as_ref().map_or(0, String::len) > MAX_NOTES_OF_SEAT {
            return illegal(format!(
                "{seat} has written more than {MAX_NOTES_OF_SEAT} bytes of notes"
            ));
        }
        Ok(())
    }

    /// Returns the seat whose turn is being read.
    pub(super) fn head_writer(&self) -> Seat {
        self.history.last().map_or(Seat::OPENER, |played| played.seat)
    }

    /// Returns the number of this seat's last turn, including the turn being read.
    pub(super) fn last_turn_of(&self, seat: Seat) -> Option<u32> {
        let at = self.history.iter().rposition(|played| played.seat == seat)?;
        u32::try_from(at + 1).ok()
    }
}

/// Checks that a TOML key is in the turn if and only if it is due.
pub(super) fn exactly(key: &str, there: bool, due: bool) -> Result<(), Breach> {
    let kind = match key {
        "tip" | "link" => FindingKind::BadLink,
        "open" | "salts" => FindingKind::BadOpening,
        "tokens" | "boxes" => FindingKind::BadBox,
        _ => FindingKind::IllegalMove,
    };
    match (there, due) {
        (true, false) => {
            Err(Breach::new(kind, format!("the key `{key}` doesn't belong in this turn")))
        }
        (false, true) => Err(Breach::new(kind, format!("the key `{key}` is missing"))),
        _ => Ok(()),
    }
}

/// The source of the steps when a mailed turn is read.
pub(super) struct Reader<'a, G: Game> {
    pub(super) turn: &'a Turn,
    pub(super) number: u32,
    /// Number of entries of `answer` that have been used. `tokens` and `opened` count the used
    /// entries of `tokens` and `open`.
    pub(super) answers: usize,
    pub(super) tokens: usize,
    pub(super) opened: usize,
    pub(super) moved: Moved,
    pub(super) set_up: bool,
    pub(super) revealed: bool,
    /// Whether the turn is a claim that needs a ruling.
    carries_ruling: bool,
    pub(super) audited: Option<&'a mut AuditContext<G>>,
}

/// What the steps so far have used the TOML key `move` for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    No,
    /// A move in the game.
    Move,
    /// A resignation, an accepted draw, or a dispute.
    Leave,
}

impl<'a, G: Game> Reader<'a, G> {
    pub(super) fn new(
        turn: &'a Turn,
        number: u32,
        audited: Option<&'a mut AuditContext<G>>,
    ) -> Self {
        Reader {
            turn,
            number,
            answers: 0,
            tokens: 0,
            opened: 0,
            moved: Moved::No,
            set_up: false,
            revealed: false,
            carries_ruling: false,
            audited,
        }
    }

    /// Checks that the turn contains exactly the parts that its steps have used. Extra entries
    /// could be secret signals to another player.
    pub(super) fn used_up(&self, table: &Table<G>, seat: Seat) -> Result<(), Breach> {
        let turn = self.turn;
        exactly("setup", !turn.setup.is_empty(), self.set_up)?;
        exactly("eyes", !turn.eyes.is_empty(), self.set_up && G::Boxes::have_eyes(&table.options))?;
        exactly("answer", turn.answer.len() > self.answers, false)?;
        exactly("tokens", turn.tokens.len() > self.tokens, false)?;
        exactly("move", !turn.moves.is_empty(), self.moved != Moved::No)?;
        exactly("ruled", turn.ruled.is_some(), self.carries_ruling)?;
        exactly("ruling", turn.ruling.is_some(), self.carries_ruling)?;
        exactly("seal", turn.seal.is_some() && self.moved != Moved::Move, false)?;
        exactly("boxes", !turn.boxes.is_empty() && self.moved != Moved::Move, false)?;
        exactly("open", turn.open.len() > self.opened, false)?;
        exactly("salts", turn.salts.len() != turn.open.len(), false)?;
        exactly("seed", turn.seed.is_some(), self.revealed)?;
        exactly("reveal", !turn.reveal.is_empty(), self.revealed)?;
        match turn.offer.as_deref() {
            None => Ok(()),
            Some("draw") if table.may_offer(seat).is_ok() => Ok(()),
            Some("draw") => Err(Breach::illegal(format!("{seat} cannot offer a draw here"))),
            Some(_) => {
                Err(Breach::illegal(format!("{seat} makes an offer that pbem doesn't recognize")))
            }
        }
    }
}
