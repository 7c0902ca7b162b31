//! The facts about a game that a club needs, independent of the club. They depend on the turn files
//! only, so they can be cached until a file of the game changes.

use serde::{Deserialize, Serialize};

use super::codec;
use crate::audit::{FileReport, Judgement, Verdict, VerdictKind, ended_by_id, outcome_id};
use crate::games::Kind;
use crate::rules::{OptionMap, Seat};
use crate::table::{OpenGame, Role, open_known};
use crate::turnfile::{Bytes32, Moment};

/// The facts about a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Facts {
    #[serde(with = "codec::digits")]
    pub id: Bytes32,
    /// Id of the kind.
    pub kind: String,
    /// Seat that opened the game.
    pub opener: String,
    /// When the game was opened.
    #[serde(with = "codec::date")]
    pub opened: Moment,
    /// When the last turn was sent.
    #[serde(with = "codec::some_date")]
    pub last: Option<Moment>,
    pub options: OptionMap,
    pub arbiter: Option<Arbitrated>,
    pub turns: u32,
    /// Name of the verdict.
    pub verdict: String,
    /// Name of the outcome, if the game has one.
    pub outcome: Option<String>,
    pub ended_by: Option<String>,
    /// The players, in the order of the seats.
    pub seats: Vec<SeatFacts>,
    /// The missing turn; `None` if the game is over.
    pub due: Option<Missing>,
    /// Hashes of the last two turns, the newest first.
    pub newest: Vec<Hash>,
    /// Number of the turn, if a turn and a claim crossed in the mail.
    pub crossed: Option<u32>,
    pub ruled: Option<RuledFacts>,
    pub overruled: Vec<OverruledFacts>,
    pub findings: Vec<FindingFacts>,
    /// SHA-256 of each file of the game, sorted.
    pub files: Vec<Hash>,
}

/// A hash, as digits in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(#[serde(with = "codec::digits")] pub Bytes32);

/// The arbiter in a game's header.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arbitrated {
    #[serde(with = "codec::digits")]
    pub key: Bytes32,
    pub grace_days: u32,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatFacts {
    pub name: String,
    /// The player's key, if the player has joined.
    pub key: Option<Hash>,
    /// The points that the game's own rules give this seat, if the game has a result.
    pub points: Option<u32>,
    /// Whether the seat has won.
    pub won: bool,
    /// Whether the seat can neither win nor lose.
    pub referee: bool,
    /// Whether the audit proved a violation of the rules.
    pub cheated: bool,
}

/// The turn that must come next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Missing {
    pub seat: String,
    /// The deadline according to the dates in the file.
    #[serde(with = "codec::some_date")]
    pub deadline: Option<Moment>,
    /// Days that the player has for the turn.
    pub days: u32,
    /// Whether anyone could claim the game after the deadline.
    pub claimable: bool,
}

/// The claim that counts because of an arbiter's ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuledFacts {
    pub number: u32,
    pub seat: String,
    #[serde(with = "codec::date")]
    pub date: Moment,
}

/// A turn that a ruling sets aside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OverruledFacts {
    pub number: u32,
    pub seat: String,
    #[serde(with = "codec::date")]
    pub sent: Moment,
    pub finished: bool,
}

/// A proven violation of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FindingFacts {
    pub seat: String,
    pub turn: u32,
    pub kind: String,
}

impl Facts {
    /// Collects the facts about a judged game. `hashes` contains the SHA-256 of each file in
    /// `files`. Returns `None` if there is no readable game.
    pub fn of(judgement: &Judgement, files: &[FileReport], hashes: &[Bytes32]) -> Option<Facts> {
        let verdict = &judgement.verdict;
        let header = verdict.header.as_ref()?;
        let kind = verdict.game?;
        let name = |seat: Seat| verdict.names.of(seat).to_owned();
        let overruled = judgement.overruled.iter().map(|turn| OverruledFacts {
            number: turn.number,
            seat: name(turn.seat),
            sent: turn.sent,
            finished: turn.finished,
        });
        let mut overruled: Vec<OverruledFacts> = overruled.collect();
        overruled.sort_by_key(|turn| (turn.number, turn.sent));
        let of_game = judgement.files.iter().filter_map(|filed| hashes.get(filed.file));
        let mut of_game: Vec<Hash> = of_game.copied().map(Hash).collect();
        of_game.sort_unstable();
        of_game.dedup();
        let open = standing_game(judgement, files);
        let newest = open.as_ref().map(|game| newest(&game.standing.hashes)).unwrap_or_default();
        let result = verdict.result.as_ref();
        Some(Facts {
            id: verdict.id?.0,
            kind: kind.id().to_owned(),
            opener: header.opened_by().to_owned(),
            opened: header.created,
            last: verdict.span.filter(|_| verdict.intact > 0).map(|(_, last)| last),
            options: header.options.clone(),
            arbiter: header
                .arbiter
                .as_ref()
                .map(|arbiter| Arbitrated { key: arbiter.key, grace_days: arbiter.grace_days }),
            turns: u32::try_from(verdict.intact).unwrap_or(u32::MAX),
            verdict: verdict.kind.id().to_owned(),
            outcome: result.map(|result| outcome_id(result.kind).to_owned()),
            ended_by: result.map(|result| ended_by_id(result.ended_by).to_owned()),
            seats: seats(verdict, kind, header.opening_seat()),
            due: open.as_ref().and_then(missing),
            newest,
            crossed: judgement.crossed,
            ruled: judgement.ruled.map(|ruled| RuledFacts {
                number: ruled.number,
                seat: name(ruled.seat),
                date: ruled.date,
            }),
            overruled,
            findings: findings(verdict),
            files: of_game,
        })
    }

    /// Whether nothing can be added to the game.
    pub fn is_over(&self) -> bool {
        self.due.is_none() && self.outcome.is_some()
    }
}

fn seats(verdict: &Verdict, kind: Kind, opener: Seat) -> Vec<SeatFacts> {
    let result = verdict.result.as_ref();
    let seats = verdict.seats.iter().zip(0..).map(|(seated, at)| {
        let seat = Seat(at);
        SeatFacts {
            name: seated.name.clone(),
            key: seated.key.map(Hash),
            points: result.and_then(|result| result.points.get(seat.index()).copied()),
            won: result.is_some_and(|result| result.winners.contains(&seat)),
            referee: kind.referee().is_some() && seat == opener,
            cheated: verdict.findings.iter().any(|finding| finding.seat == seat),
        }
    });
    seats.collect()
}

fn findings(verdict: &Verdict) -> Vec<FindingFacts> {
    let findings = verdict.findings.iter().map(|finding| FindingFacts {
        seat: verdict.names.of(finding.seat).to_owned(),
        turn: finding.turn,
        kind: finding.kind.id().to_owned(),
    });
    findings.collect()
}

fn newest(hashes: &[Bytes32]) -> Vec<Hash> {
    hashes.iter().rev().take(2).copied().map(Hash).collect()
}

/// Opens the version that counts, if someone has to move in it. The audit has verified its
/// signatures.
fn standing_game(judgement: &Judgement, files: &[FileReport]) -> Option<OpenGame> {
    let verdict = &judgement.verdict;
    let may_go_on = [VerdictKind::Open, VerdictKind::Damaged, VerdictKind::Dishonest];
    verdict.due.filter(|_| may_go_on.contains(&verdict.kind))?;
    let stands = judgement.files.iter().filter(|filed| filed.role == Role::Stands);
    let sound = stands.clone().find(|filed| filed.damage.is_none());
    let examined = files.get(sound.or_else(|| stands.clone().next())?.file)?;
    let mut file = examined.reading.file.clone()?;
    file.turns.truncate(verdict.intact);
    let signed = examined.branch.iter().flat_map(|branch| &branch.turns);
    let hashes: Vec<Bytes32> = signed.map(|turn| turn.hash).take(verdict.intact).collect();
    let (table, _) = open_known(&file, &hashes).ok()?;
    Some(OpenGame::new(file, table))
}

fn missing(game: &OpenGame) -> Option<Missing> {
    let standing = &game.standing;
    Some(Missing {
        seat: standing.due_name()?.to_owned(),
        deadline: standing.deadline,
        days: standing.days_per_turn,
        claimable: !standing.claimants.is_empty(),
    })
}
