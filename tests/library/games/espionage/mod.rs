//! Espionage by mail against a player with a modified program: false boxes, false answers, false
//! disputes, and illegal armies. Alice marches up to bob's front (`March`) and attacks D7 from D6.

mod armies;
mod boxes;
mod disputes;
mod fights;

use std::ops::Range;

use pbem::crypto::{self, Context, Ending, Eye, Opening, Tie};
use pbem::rules::Seat;
use pbem::table::{CarriedBox, Finding, FindingKind, Intent, Plan, Refusal, TurnError};
use pbem::turnfile::{Turn, TurnFile};

use super::Facts;
use crate::armies::{Piece, course, home, items};
use crate::cheats::table::Attempt;
use crate::cheats::{ALICE, BOB};
use crate::longest::{ENTRY_COLUMNS, HASH, Most, NONE, lines};
use crate::play::{Game, moment};

pub(super) const FACTS: Facts = Facts {
    cheats: &[armies::CHEATS, boxes::CHEATS, fights::CHEATS, disputes::CHEATS],
    absent: &[
        (
            Attempt::FalseCount,
            "the attacker's box contains the answer; for false boxes, see [Boxes](#boxes)",
        ),
        (Attempt::Bluff, "all players see every move"),
        (Attempt::AskTwice, "there are no questions: you attack by moving a piece"),
    ],
    variants: &[
        (2, &[("size", "small")]),
        (2, &[("size", "small"), ("moves-per-turn", "1")]),
        (2, &[("open", "true"), ("draw-turns", "10")]),
        (2, &[("draw-turns", "8")]),
        (2, &[("army", "thirty"), ("draw-turns", "8")]),
    ],
    soon: &[("draw-turns", "6")],
    small: &[("size", "small"), ("draw-turns", "4")],
    longest: &[
        Most("link", NONE, (1, HASH)),
        Most("setup", NONE, (40, HASH)),
        Most("eyes", NONE, (40, HASH)),
        Most("answer", (2, 12), NONE),
        Most("tokens", (2, HASH), NONE),
        Most("move", (2, 7), (1, ENTRY_COLUMNS)),
        // Every fight removes a piece, unless it is void after another fight; and each pair of
        // pieces has one box.
        Most("boxes", NONE, (lines(62 * 1_113 + 31 * 31 * 81), HASH)),
        Most("open", NONE, (40, 16)),
        Most("salts", NONE, (40, HASH)),
        Most("reveal", NONE, (4, ENTRY_COLUMNS)),
    ],
};

const OUTCOMES: [&str; 3] = ["takes", "falls", "headquarters"];

/// Sizes of the three hashes, and of the box for each kind, in bytes.
const HASHES: usize = 96;
const INNER: usize = 113;

/// Returns the position of the box for this kind in a fight.
fn inner(kind: u8) -> Range<usize> {
    let start = HASHES + INNER * (usize::from(kind) - 1);
    start..start + INNER
}

/// Returns the boxes of a turn that isn't mailed yet, and their positions.
fn boxes_of(game: &Game, turn: &Turn) -> Vec<(Range<usize>, CarriedBox)> {
    let mut turns = game.file.turns.clone();
    turns.push(turn.clone());
    let sent = course(&TurnFile { turns, ..game.file.clone() })
        .sent
        .into_iter()
        .filter(|sent| sent.turn == turn.number);
    let mut at = 0;
    sent.map(|sent| {
        let range = at..at + sent.bytes.len();
        at = range.end;
        (range, sent)
    })
    .collect()
}

impl Game {
    /// Returns the eye of a piece, as its owner has published it.
    fn eye(&self, seat: Seat, item: &str) -> Eye {
        let at = home(seat).iter().position(|home| home == item).expect("a home square");
        let name = &self.file.game.seats[seat.index()];
        let sealed = self
            .file
            .turns
            .iter()
            .find(|turn| turn.seat == *name && !turn.eyes.is_empty())
            .expect("a turn that seals");
        Eye::decode(&sealed.eyes[at]).expect("an eye")
    }

    /// The current player makes a turn and replaces the box for these two pieces: of a sight and a
    /// fight, the fight.
    fn forge(
        &mut self,
        order: Intent,
        from: &str,
        to: &str,
        forged: impl FnOnce(&Game, &CarriedBox) -> Vec<u8>,
    ) -> Result<(), TurnError> {
        let mut turn = self.compose(order);
        let about = (from.to_owned(), to.to_owned());
        let (range, sent) = boxes_of(self, &turn)
            .into_iter()
            .rfind(|(_, sent)| items(sent) == about)
            .expect("such a box is due");
        let bytes = forged(self, &sent);
        assert_eq!(bytes.len(), range.len());
        assert_ne!(bytes, turn.boxes[range.clone()], "something else");
        turn.boxes.splice(range, bytes);
        self.sign(&mut turn);
        let read = self.mail(turn);
        for private in &self.players {
            self.table.view(Some(private), moment(0));
        }
        read
    }

    pub(crate) fn forge_unseen(
        &mut self,
        order: Intent,
        from: &str,
        to: &str,
        forged: impl FnOnce(&Game, &CarriedBox) -> Vec<u8>,
    ) {
        self.forge(order, from, to, forged).expect("no one can see it yet");
    }

    /// Returns a sight box made by the rules of the protocol, but with this opening.
    pub(crate) fn sight_box(&self, sent: &CarriedBox, shown: &Opening) -> Vec<u8> {
        let (from, to) = items(sent);
        let (seat, foe) = (sent.from.0, sent.to.0);
        let context = Context { game: self.id(), turn: sent.turn, from: &from, to: &to, ties: &[] };
        crypto::seal_sight(&self.players[seat.index()].seed, &self.eye(foe, &to), &context, shown)
            .to_vec()
    }

    /// Returns a fight box made by the rules of the protocol, but with these outcomes, and with the
    /// opening where they need one.
    pub(crate) fn fight_box(
        &self,
        sent: &CarriedBox,
        ties: &[Tie<'_>],
        fate: impl Fn(u8) -> (&'static str, bool),
        shown: &Opening,
    ) -> Vec<u8> {
        let (from, to) = items(sent);
        let (seat, foe) = (sent.from.0, sent.to.0);
        let context = Context { game: self.id(), turn: sent.turn, from: &from, to: &to, ties };
        let endings = std::array::from_fn(|at| {
            let (outcome, falls) = fate(u8::try_from(at + 1).expect("small"));
            Ending { outcome, falls }
        });
        crypto::seal_fight(
            &self.players[seat.index()].seed,
            &self.eye(foe, &to),
            &context,
            OUTCOMES,
            &endings,
            shown,
        )
        .to_vec()
    }

    /// Checks that the current player can't make this turn because a box is bad.
    fn is_blocked(&self, order: Intent) {
        let due = self.due().expect("the game continues");
        let refusal = self
            .table
            .compose(&self.players[due.index()], &Plan::new(moment(99), order))
            .expect_err("the box is bad");
        assert!(matches!(refusal, Refusal::BadBox { .. }), "{refusal:?}");
    }

    /// Returns what the view of a seat says about bad boxes.
    fn told_of(&self, seat: Seat) -> Vec<String> {
        self.table.view(Some(&self.players[seat.index()]), moment(99)).bad_boxes
    }

    /// Checks that the current player disputes and wins: `loser` made a bad box in `turn`.
    fn dispute_wins(&mut self, loser: Seat, turn: u32) -> Finding {
        let disputing = self.compose(Intent::Dispute);
        let read = self.mail(disputing);
        self.caught(read, loser, turn, FindingKind::BadBox)
    }

    /// Checks that the current player finds nothing to dispute.
    fn nothing_to_dispute(&self) {
        let due = self.due().expect("the game continues");
        let refusal =
            self.table.compose(&self.players[due.index()], &Plan::new(moment(99), Intent::Dispute));
        assert_eq!(refusal.map(|_| ()), Err(Refusal::NothingToDispute));
        assert_eq!(self.told_of(due), Vec::<String>::new());
    }

    /// The current player resigns, and both reveal their armies.
    fn ends(&mut self) {
        self.step(Intent::Resign);
        self.step(Intent::Nothing);
        assert_eq!(self.due(), None);
    }

    /// Checks that only the audit finds breaches, all by this seat, and returns them.
    fn all_found_at_the_end(&self, seat: Seat, turn: u32, kind: FindingKind) -> Vec<Finding> {
        let verdict = self.verdict();
        let findings = verdict.findings.clone();
        assert!(findings.iter().all(|finding| finding.seat == seat), "{findings:?}");
        let first = findings.first().expect("a finding");
        assert_eq!((first.turn, first.kind), (turn, kind), "{findings:?}");
        self.loses(&verdict, seat);
        findings
    }
}

/// Returns how an attack by a piece with this symbol fares against each kind by the rules.
fn honest(attacker: char) -> impl Fn(u8) -> (&'static str, bool) {
    let attacker = Piece::of_sign(attacker);
    move |kind| {
        let outcome = attacker.attacks(Piece(kind)).unwrap_or("none");
        (outcome, outcome == "falls")
    }
}
