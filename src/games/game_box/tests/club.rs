//! A game by mail, with real seals and signatures.

use chrono::{DateTime, TimeDelta};

use super::*;
use crate::audit::{self, Verdict, VerdictKind};
use crate::crypto::{GameId, Identity, turn_hash};
use crate::games::Kind;
use crate::rules::{OptionValue, OutcomeKind};
use crate::table::{
    AnyTable, DamageKind, FindingKind, Intent, Keys, Plan, Refusal, TurnError, option_specs,
};
use crate::turnfile::{Header, Moment, Reading, Turn, TurnFile};

pub(super) const NAMES: [&str; 5] = ["alice", "bob", "carol", "dave", "erin"];
pub(super) const BOB: Seat = Seat(1);
pub(super) const CAROL: Seat = Seat(2);
pub(super) const DAVE: Seat = Seat(3);

/// A game by mail. The table has read every turn so far.
pub(super) struct Club {
    pub(super) header: Header,
    pub(super) table: AnyTable,
    pub(super) keys: Vec<Keys>,
    pub(super) turns: Vec<Turn>,
    pub(super) now: Moment,
}

impl Club {
    /// Returns a game in which alice has sealed her setup: houses in row A, guns in row B.
    pub(super) fn new(seats: usize, set: &[(&str, OptionValue)]) -> Club {
        let header = header(seats, set);
        let table = AnyTable::new(&header).expect("a game");
        let layout = table.read_setup(CHECKER, ROWS).expect("a setup");
        let id = GameId(header.id());
        let keys = header.seats.iter().zip(0..).map(|(name, seat)| {
            let identity = Identity::from_bytes(&secret(name, "key"));
            let setup = if seat == 0 { layout.clone() } else { Vec::new() };
            Keys { setup, ..Keys::new(identity, Seat(seat), name, &id, secret(name, "nonce")) }
        });
        let (keys, now) = (keys.collect(), header.created);
        let mut club = Club { header, table, keys, turns: Vec::new(), now };
        club.plays(CHECKER, Intent::Nothing);
        club
    }

    pub(super) fn due(&self) -> Option<Seat> {
        self.table.standing().due
    }

    pub(super) fn makes(&self, seat: Seat, intent: Intent) -> Result<Turn, Refusal> {
        let plan = Plan::new(self.now, intent);
        Ok(self.table.compose(&self.keys[seat.index()], &plan)?.0.turn)
    }

    /// Returns a turn that its player has changed and then signed.
    pub(super) fn lies(&self, seat: Seat, intent: Intent, change: impl FnOnce(&mut Turn)) -> Turn {
        let mut turn = self.makes(seat, intent).expect("a turn");
        change(&mut turn);
        turn.signature = self.keys[seat.index()].identity.sign_turn(&turn.hash());
        turn
    }

    /// Returns a signed turn of this seat, whether or not the seat is due.
    pub(super) fn forged(&self, seat: Seat, moves: &str, sent: Moment) -> Turn {
        let standing = self.table.standing();
        let keys = &self.keys[seat.index()];
        let name = standing.names.of(seat);
        let mut turn = Turn::blank(standing.turns() + 1, name, sent, standing.head());
        turn.key = standing.key(seat).is_none().then(|| keys.identity.public());
        turn.moves = vec![moves.to_owned()];
        turn.signature = keys.identity.sign_turn(&turn.hash());
        turn
    }

    pub(super) fn takes(&mut self, turn: Turn) {
        self.table.read(&turn).expect("the game continues");
        self.turns.push(turn);
    }

    pub(super) fn plays(&mut self, seat: Seat, intent: Intent) {
        let turn = self.makes(seat, intent).expect("a turn");
        self.takes(turn);
        self.now += TimeDelta::hours(1);
    }

    /// Plays two turns: the current player calls, and the Checker answers.
    pub(super) fn call(&mut self, dot: &str) {
        let seat = self.due().expect("a seat is due");
        self.plays(seat, Intent::Move(dot.to_owned()));
        self.answers();
    }

    pub(super) fn answers(&mut self) -> &Turn {
        self.plays(CHECKER, Intent::Nothing);
        self.turns.last().expect("the answer")
    }

    /// Moves the time to the deadline, so that the current player misses the deadline.
    pub(super) fn silence(&mut self) {
        self.now = self.table.standing().deadline.expect("a deadline");
    }

    pub(super) fn events(&self) -> Vec<String> {
        let last = u32::try_from(self.turns.len()).expect("few turns");
        self.table.news(last - 1).into_iter().flat_map(|news| news.lines).collect()
    }

    pub(super) fn verdict(&self) -> Verdict {
        verdict(&self.header, &self.turns)
    }

    /// Returns the verdict on the turns so far followed by this turn.
    pub(super) fn with(&self, turn: Turn) -> Verdict {
        let turns: Vec<Turn> = self.turns.iter().cloned().chain([turn]).collect();
        verdict(&self.header, &turns)
    }

    /// Returns a game in which bob has hit two houses and is the next to call.
    pub(super) fn bob_is_near() -> Club {
        let mut club = Club::new(4, &[]);
        "A1 C1 C2 A2 C3 C4".split(' ').for_each(|dot| club.call(dot));
        assert_eq!(club.due(), Some(BOB));
        club
    }

    /// Returns a game in which bob has called a third house, and the Checker is the next to answer.
    pub(super) fn bob_calls_his_third() -> Club {
        let mut club = Club::bob_is_near();
        club.plays(BOB, Intent::Move("A3".to_owned()));
        club
    }
}

fn secret(name: &str, what: &str) -> [u8; 16] {
    let bytes = turn_hash(format!("{name} {what}").as_bytes());
    *bytes.first_chunk().expect("it is longer")
}

pub(super) fn header(seats: usize, set: &[(&str, OptionValue)]) -> Header {
    let options = option_specs(Kind::of::<GameBox>()).into_iter();
    let mut options: OptionMap = options.map(|spec| (spec.name.to_owned(), spec.default)).collect();
    options.extend(set.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    Header {
        kind: GameBox::PROFILE.id.to_owned(),
        seats: NAMES.iter().take(seats).map(|name| (*name).to_owned()).collect(),
        created: DateTime::from_timestamp(1_795_176_000, 0).expect("a moment"),
        nonce: [7; 16],
        first: None,
        opener: None,
        options,
        keys: std::collections::BTreeMap::new(),
        arbiter: None,
    }
}

pub(super) fn verdict(header: &Header, turns: &[Turn]) -> Verdict {
    let file = TurnFile { game: header.clone(), turns: turns.to_vec() };
    audit::verify(&Reading { file: Some(file), fault: None })
}

/// Returns the seat, turn and kind of each finding.
pub(super) fn findings(verdict: &Verdict) -> Vec<(Seat, u32, FindingKind)> {
    let finding = verdict.findings.iter();
    finding.map(|finding| (finding.seat, finding.turn, finding.kind)).collect()
}

/// The kind of the outcome, the winners, and the cause of the end.
type Came = (OutcomeKind, Vec<Seat>, EndedBy);

/// Returns the kind of the verdict and, if the game has a result, the outcome.
pub(super) fn result(verdict: &Verdict) -> (VerdictKind, Option<Came>) {
    let result = verdict.result.clone();
    (verdict.kind, result.map(|result| (result.kind, result.winners, result.ended_by)))
}

pub(super) fn won_by(winner: Seat) -> Came {
    (OutcomeKind::Win, vec![winner], EndedBy::Board)
}

pub(super) fn void(ended_by: EndedBy) -> Came {
    (OutcomeKind::Void, Vec::new(), ended_by)
}

/// Whether the turn doesn't fit the chain. Such a turn accuses no one.
pub(super) fn counts_for_nothing(club: &Club, turn: &Turn) -> bool {
    let read = club.table.clone().read(turn);
    matches!(read, Err(TurnError::Damage(damage)) if damage.kind == DamageKind::BadChain)
}

/// Adds an answer to a turn in which no answer is due.
pub(super) fn extra(turn: &mut Turn) {
    turn.answer = vec!["HIT".to_owned()];
}
