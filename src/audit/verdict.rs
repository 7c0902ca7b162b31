//! What an audit says.

use serde_json::{Value, json};

use crate::crypto::{self, GameId};
use crate::games::{EndedBy, Kind, Names, OutcomeKind, Seat};
use crate::table::Finding;
use crate::turnfile::{Bytes32, FaultKind, Moment, ReadFault, TurnFile};

/// The whole judgement of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// in a word
    pub kind: VerdictKind,
    /// which game; `None` if that cannot be read
    pub game: Option<Kind>,
    /// its id
    pub id: Option<GameId>,
    /// the players' names
    pub names: Names,
    /// how many turns the file holds
    pub turns: usize,
    /// how many of them, from the first, are intact
    pub intact: usize,
    /// when the game was opened and when the last intact turn was sent
    pub span: Option<(Moment, Moment)>,
    /// how the game came out
    pub result: Option<Result>,
    /// who sat there
    pub seats: Vec<Seated>,
    /// who still has to show his setup
    pub missing_reveals: Vec<Seat>,
    /// who is due to write; `None` when nobody is
    pub due: Option<Seat>,
    /// every breach, in the order of the turns
    pub findings: Vec<Finding>,
    /// what is damaged
    pub damage: Option<Harm>,
    /// a word on a claim that does not count
    pub claim_note: Option<String>,
    /// how much was checked
    pub checked: Checked,
}

/// The five verdicts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VerdictKind {
    /// complete, and nobody did wrong
    Honest,
    /// somebody broke the rules
    Dishonest,
    /// a deadline was let pass, by the clock of the one who claims
    Forfeit,
    /// not finished, or not everything shown
    Open,
    /// the file is not as it was signed
    Damaged,
}

impl VerdictKind {
    /// The word in reports.
    pub fn id(self) -> &'static str {
        match self {
            VerdictKind::Honest => "honest",
            VerdictKind::Dishonest => "dishonest",
            VerdictKind::Forfeit => "forfeit",
            VerdictKind::Open => "open",
            VerdictKind::Damaged => "damaged",
        }
    }
}

/// How a game came out, after the audit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Result {
    /// win, draw or void
    pub kind: OutcomeKind,
    /// what ended it
    pub ended_by: EndedBy,
    /// who won
    pub winners: Vec<Seat>,
    /// points, in the order of the seats
    pub points: Vec<u32>,
    /// one sentence, names filled in
    pub reason: String,
}

/// A player as the file shows him: a key, which is all that a verdict can speak of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    /// the name of the seat
    pub name: String,
    /// the key; `None` before he has joined
    pub key: Option<Bytes32>,
}

impl Seated {
    /// The number to compare by voice.
    pub fn safety(&self) -> Option<String> {
        self.key.as_ref().map(crypto::safety_number)
    }
}

/// Damage to a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harm {
    /// `bad-signature`, `bad-chain`, `unreadable` or `over-limit`
    pub kind: &'static str,
    /// the first turn that cannot be relied on
    pub turn: Option<u32>,
    /// one sentence, names filled in
    pub message: String,
}

/// How much was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// signatures
    pub signatures: usize,
    /// seals against the setups shown
    pub seals: usize,
    /// answers against the setups shown
    pub answers: usize,
    /// moves against the setups shown
    pub moves: usize,
    /// boxes made again
    pub boxes: usize,
    /// setups
    pub setups: usize,
}

impl Verdict {
    fn blank(kind: VerdictKind) -> Self {
        Verdict {
            kind,
            game: None,
            id: None,
            names: Names::new(Vec::<String>::new()),
            turns: 0,
            intact: 0,
            span: None,
            result: None,
            seats: Vec::new(),
            missing_reveals: Vec::new(),
            due: None,
            findings: Vec::new(),
            damage: None,
            claim_note: None,
            checked: Checked::default(),
        }
    }

    /// A file of which nothing can be read.
    pub(super) fn unreadable(fault: Option<&ReadFault>) -> Self {
        let mut verdict = Verdict::blank(VerdictKind::Damaged);
        if let Some(fault) = fault {
            verdict.add_damage(fault);
        }
        verdict
    }

    /// A file that can be read but is no game of ours.
    pub(super) fn no_game(file: &TurnFile, message: String) -> Self {
        let damage = Some(Harm { kind: "unreadable", turn: None, message });
        Verdict {
            turns: file.turns.len(),
            id: Some(GameId(file.game.id())),
            damage,
            ..Verdict::blank(VerdictKind::Damaged)
        }
    }

    /// Only a header, nothing judged yet.
    pub(super) fn of(file: &TurnFile, game: Kind, id: GameId, names: Names) -> Self {
        let span = Some((file.game.created, file.game.created));
        Verdict {
            game: Some(game),
            id: Some(id),
            names,
            turns: file.turns.len(),
            span,
            ..Verdict::blank(VerdictKind::Open)
        }
    }

    /// Adds that the file could be read only up to a point. That never washes a liar clean.
    pub(super) fn add_damage(&mut self, fault: &ReadFault) {
        if self.damage.is_none() {
            self.damage = Some(Harm {
                kind: fault_id(fault.kind),
                turn: fault.turn,
                message: fault.to_string(),
            });
        }
        if self.kind != VerdictKind::Dishonest {
            self.kind = VerdictKind::Damaged;
            self.result = None;
            self.missing_reveals.clear();
        }
    }

    /// Adds a fork that another file proves. Who signed two turns of one number loses.
    pub fn add_fork(&mut self, finding: Finding) {
        let loser = finding.seat;
        if self.findings.iter().any(|known| {
            known.seat == loser && known.kind == finding.kind && known.turn == finding.turn
        }) {
            return;
        }
        self.kind = VerdictKind::Dishonest;
        let reason = self.names.fill(&finding.message);
        self.findings.push(finding);
        self.findings.sort_by_key(|finding| (finding.turn, finding.seat, finding.kind));
        let guilty = |seat: Seat| self.findings.iter().any(|finding| finding.seat == seat);
        let honest: Vec<Seat> = Seat::all(u8::try_from(self.seats.len()).unwrap_or(0))
            .filter(|seat| !guilty(*seat))
            .collect();
        let two = self.seats.len() == 2;
        let winners = if two && honest.len() == 1 { honest } else { Vec::new() };
        let kind = if winners.is_empty() { OutcomeKind::Void } else { OutcomeKind::Win };
        let points = (0..self.seats.len())
            .map(|at| u32::from(winners.iter().any(|winner| winner.index() == at)))
            .collect();
        self.result = Some(Result { kind, ended_by: EndedBy::Breach, winners, points, reason });
        self.missing_reveals.clear();
    }

    /// The exit code of `pbem verify`.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            VerdictKind::Honest | VerdictKind::Forfeit => 0,
            VerdictKind::Dishonest => 1,
            VerdictKind::Open => 3,
            VerdictKind::Damaged => 4,
        }
    }

    /// The report for programs, schema `pbem-verdict/1`.
    pub fn to_json(&self, file: &str) -> Value {
        let name = |seat: &Seat| self.names.of(*seat).to_owned();
        let result = self.result.as_ref().map(|result| {
            let points: serde_json::Map<String, Value> = self
                .seats
                .iter()
                .zip(&result.points)
                .map(|(seat, points)| (seat.name.clone(), json!(points)))
                .collect();
            json!({
                "winners": result.winners.iter().map(name).collect::<Vec<_>>(),
                "points": points,
                "reason": result.reason,
            })
        });
        let seats: Vec<Value> =
            self.seats.iter().map(|seat| json!({"name": seat.name, "key": seat.key.map(hex::encode), "safety": seat.safety()})).collect();
        let breaches = self.findings.iter().map(|finding| {
            json!({
                "seat": name(&finding.seat), "turn": finding.turn, "kind": finding.kind.id(), "item": finding.item,
                "said": finding.said, "truth": finding.truth, "message": self.names.fill(&finding.message),
            })
        });
        let harm = self.damage.iter().map(|harm| {
            json!({
                "seat": null, "turn": harm.turn, "kind": harm.kind, "item": null,
                "said": null, "truth": null, "message": harm.message,
            })
        });
        let findings: Vec<Value> = breaches.chain(harm).collect();
        json!({
            "schema": "pbem-verdict/1",
            "file": file,
            "game": self.game.map(Kind::id),
            "id": self.id.map(|id| id.to_string()),
            "turns": self.turns,
            "verdict": self.kind.id(),
            "outcome": self.result.as_ref().map(|result| outcome_id(result.kind)),
            "ended_by": self.result.as_ref().map(|result| ended_by_id(result.ended_by)),
            "result": result,
            "seats": seats,
            "due": self.due.as_ref().map(name),
            "missing_reveals": self.missing_reveals.iter().map(name).collect::<Vec<_>>(),
            "findings": findings,
        })
    }
}

/// The word for a fault of the form in reports.
pub fn fault_id(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::OverLimit => "over-limit",
        FaultKind::NotATurnFile | FaultKind::Unreadable | FaultKind::Newer => "unreadable",
    }
}

/// The word for an outcome in reports.
pub fn outcome_id(kind: OutcomeKind) -> &'static str {
    match kind {
        OutcomeKind::Win => "win",
        OutcomeKind::Draw => "draw",
        OutcomeKind::Void => "void",
    }
}

/// The word for what ended a game in reports.
pub fn ended_by_id(ended_by: EndedBy) -> &'static str {
    match ended_by {
        EndedBy::Board => "board",
        EndedBy::Resignation => "resignation",
        EndedBy::Agreement => "agreement",
        EndedBy::Breach => "breach",
        EndedBy::Claim => "claim",
    }
}
