//! Every cheat of section 9 of the protocol that is possible, really carried out by a player with a
//! modified program and a valid signature. The tests check that the verdict names the right seat,
//! the right turn and the right breach, and that the player loses.
//!
//! | file | cheats |
//! | --- | --- |
//! | `order` | turn order, random numbers, offers, resigning |
//! | `keys` | extra, missing or false keys, in every turn of a finished game of each kind |
//! | `chain` | rewritten, missing, doubled turns; damage, which accuses no one |
//! | `claims` | true and false claims, false dates |
//! | `everywhere` | cheats that are the same in every kind |
//! | `attempts` | the list of all attempts, with the reasons that exclude some |
//! | `table` | carries all of them out and prints them as a table: `docs/cheats.md` |
//!
//! The cheats that only one kind allows are in `tests/library/games/`.

pub(crate) mod attempts;
mod chain;
mod claims;
mod everywhere;
pub(crate) mod keys;
pub(crate) mod order;
pub(crate) mod table;

use pbem::audit::{self, Verdict, VerdictKind};
use pbem::crypto;
use pbem::rules::{EndedBy, OptionValue, Seat};
use pbem::table::{DamageKind, Finding, FindingKind, Intent, TurnError, open};
use pbem::turnfile::{Bytes32, Reading, Turn, TurnFile, read};

use crate::play::{Game, header, of_kind, some, turns};
use crate::reference::{self, Square, square};
use crate::{recorder, second};

pub(crate) const ALICE: Seat = Seat(0);
pub(crate) const BOB: Seat = Seat(1);

impl Game {
    /// The current player makes a turn, changes it, signs it again with the right key and sends it.
    pub(crate) fn cheat(
        &mut self,
        order: Intent,
        change: impl FnOnce(&mut Turn),
    ) -> Result<(), TurnError> {
        let mut turn = self.compose(order);
        change(&mut turn);
        self.sign(&mut turn);
        self.mail(turn)
    }

    /// Does the same for a cheat that no one can see yet.
    pub(crate) fn cheat_unseen(&mut self, order: Intent, change: impl FnOnce(&mut Turn)) {
        self.cheat(order, change).expect("no one can see it yet");
    }

    /// Signs a turn with the key of the seat that it names.
    pub(crate) fn sign(&self, turn: &mut Turn) {
        let at = self
            .file
            .game
            .seats
            .iter()
            .position(|name| *name == turn.seat)
            .expect("a seat of the game");
        turn.signature = self.players[at].identity.sign_turn(&turn.hash());
    }

    /// Returns an empty turn of this seat after the last turn.
    pub(crate) fn bare(&self, seat: Seat) -> Turn {
        let last = self.file.turns.last().expect("there is a turn");
        Turn::blank(last.number + 1, &self.file.game.seats[seat.index()], last.sent, last.hash())
    }

    /// Returns the secret of this seat's item in kinds with eyes, from which its salt is derived.
    pub(crate) fn secret(&self, seat: Seat, item: &str) -> Bytes32 {
        crypto::salt(
            &self.players[seat.index()].seed,
            &self.id(),
            &self.file.game.seats[seat.index()],
            item,
        )
    }

    /// Returns the salt of this seat's item.
    pub(crate) fn salt(&self, seat: Seat, item: &str) -> Bytes32 {
        let secret = self.secret(seat, item);
        // The turn that seals is made with this salt, so its eyes are not in the file yet.
        let open = self.file.game.options.get("open") == Some(&OptionValue::Flag(true));
        let has_eyes = self.file.game.kind == "espionage" && !open;
        if has_eyes { crypto::eye_salt(&secret) } else { secret }
    }

    /// Returns the seal that a seat would make for an item.
    pub(crate) fn seal(&self, seat: Seat, item: &str, value: &str) -> Bytes32 {
        crypto::seal(
            &self.id(),
            &self.file.game.seats[seat.index()],
            item,
            value,
            &self.salt(seat, item),
        )
    }

    /// Returns the verdict of both verifiers on the mailed file.
    pub(crate) fn verdict(&self) -> Verdict {
        let verdict = audit::verify(&self.mailed());
        second::agrees_on_some(self.file.write().as_bytes(), &verdict);
        verdict
    }

    /// Checks that this fault is a breach by `seat` in `turn`, that the audit agrees, and that the
    /// seat loses.
    pub(crate) fn caught(
        &self,
        fault: Result<(), TurnError>,
        seat: Seat,
        turn: u32,
        kind: FindingKind,
    ) -> Finding {
        let Err(TurnError::Breach(finding)) = fault else {
            panic!("no breach on arrival: {fault:?}")
        };
        assert_eq!(
            (finding.seat, finding.turn, finding.kind),
            (seat, turn, kind),
            "{}",
            finding.message
        );
        assert_eq!(self.due(), None, "a breach ends the game");
        let verdict = self.verdict();
        assert_eq!(verdict.findings, std::slice::from_ref(&finding));
        assert_eq!(verdict.missing_reveals, []);
        assert_eq!(verdict.due, None);
        self.loses(&verdict, seat);
        finding
    }

    /// Sends a turn that visibly breaks the rules, and returns the finding. If the other players
    /// continue without its maker, checks that they can.
    pub(crate) fn breach(&mut self, turn: Turn) -> Finding {
        let number = turn.number;
        match self.mail(turn) {
            Err(TurnError::Breach(finding)) => finding,
            Ok(()) => {
                let text = self.table.news(number - 1).pop().map(|news| news.lines.join("; "));
                let text = text.unwrap_or_default();
                assert!(text.contains("breaks the rules, and is out of the game"), "{text}");
                let file = Some(self.file.clone());
                let findings = audit::verify(&Reading { file, fault: None }).findings;
                findings.into_iter().find(|finding| finding.turn == number).expect("it is found")
            }
            Err(TurnError::Damage(damage)) => panic!("{damage:?}"),
        }
    }

    /// Checks that everything was accepted, and that only the audit finds a breach by `seat` in
    /// `turn`.
    pub(crate) fn caught_at_the_end(&self, seat: Seat, turn: u32, kind: FindingKind) -> Finding {
        let verdict = self.verdict();
        let [finding] = verdict.findings.as_slice() else {
            panic!("not one finding: {:?}", verdict.findings)
        };
        assert_eq!(
            (finding.seat, finding.turn, finding.kind),
            (seat, turn, kind),
            "{}",
            finding.message
        );
        self.loses(&verdict, seat);
        for turns in some(&(1..self.file.turns.len()).collect::<Vec<_>>(), CUTS, turn as usize) {
            let cut = audit::verify(&read(self.cut(turns).write().as_bytes()));
            assert!(
                matches!(cut.kind, VerdictKind::Open | VerdictKind::Dishonest),
                "{turns} turns: {cut:?}"
            );
            let shown = self.file.turns[..turns].iter().any(|turn| turn.seed.is_some());
            assert!(
                shown || cut.kind == VerdictKind::Open,
                "nobody can know it after {turns} turns"
            );
        }
        finding.clone()
    }

    /// Checks that this turn is rejected without effect: no one is accused, and the table and the
    /// verdict don't change. Returns the reason.
    pub(crate) fn not_taken(&self, turn: Turn) -> String {
        let number = turn.number;
        let before = self.standing();
        let mut table = self.table.clone();
        let Err(TurnError::Damage(damage)) = table.read(&turn) else { panic!("it was accepted") };
        assert_eq!((damage.turn, damage.kind), (number, DamageKind::BadChain), "{damage:?}");
        let after = table.standing();
        assert_eq!((after.hashes, after.due), (before.hashes.clone(), before.due));
        assert_eq!((after.outcome, after.breach), (before.outcome, before.breach));
        damaged(&self.with_turn(turn), number, DamageKind::BadChain);
        before.names.fill(&damage.message)
    }

    pub(crate) fn loses(&self, verdict: &Verdict, loser: Seat) {
        assert_eq!(verdict.kind, VerdictKind::Dishonest);
        assert_eq!(verdict.exit_code(), 1);
        let result = verdict.result.as_ref().expect("a result");
        assert_eq!(
            (result.winners.as_slice(), result.ended_by),
            ([loser.other()].as_slice(), EndedBy::Breach)
        );
        // Junk after the turns of a cheat's file doesn't acquit the cheat.
        for junk in some(&JUNK, 1, self.file.turns.len()) {
            let text = self.file.write().replace("# end of pbem turn file\n", junk);
            let washed = audit::verify(&read(text.as_bytes()));
            assert_eq!(
                (washed.kind, &washed.findings),
                (VerdictKind::Dishonest, &verdict.findings),
                "{junk:?}"
            );
            assert_eq!(washed.result, verdict.result, "{junk:?}");
        }
    }
}

/// Checks that the file is damaged in this turn, so that no one is accused.
fn damaged(file: &TurnFile, turn: u32, kind: DamageKind) {
    let verdict = audit::verify(&Reading { file: Some(file.clone()), fault: None });
    recorder::record(file.write().as_bytes(), &audit::verify(&read(file.write().as_bytes())));
    assert_eq!((verdict.kind, verdict.exit_code()), (VerdictKind::Damaged, 4));
    assert_eq!(
        (&verdict.findings[..], &verdict.result, &verdict.missing_reveals[..]),
        (&[][..], &None, &[][..])
    );
    let damage = verdict.damage.expect("the damage is reported");
    assert_eq!((damage.turn, damage.kind), (Some(turn), kind.id()), "{}", damage.message);
    assert_eq!(verdict.intact, turn as usize - 1);
    let (table, fault) = open(file).expect("a header that makes a game");
    let Some(TurnError::Damage(damage)) = fault else { panic!("{fault:?}") };
    assert_eq!(
        (damage.turn, damage.kind, turns(&table)),
        (turn, kind, turn - 1),
        "the table is before the damage"
    );
}

/// Junk to append to a file.
const JUNK: [&str; 3] =
    ["\n[[turn]]\nnumber = 99\n", "\u{1b}[2Jjunk = [", "\n[game]\nkind = \"spy\"\n"];

/// Number of shortened files to audit for each whole one.
const CUTS: usize = 6;

/// Returns a call as an intent.
pub(crate) fn calling(square: Square) -> Intent {
    Intent::Move(reference::call(square))
}

/// Checkpoint with known setups after both have joined; alice calls first.
pub(crate) struct Checkpoint {
    pub(crate) game: Game,
    pub(crate) alice: Vec<Square>,
    pub(crate) bob: Vec<Square>,
}

/// Alice's setup is the example in the rules.
const ALICES: [&str; 4] = ["B2", "C7", "F1", "F3"];
const BOBS: [&str; 4] = ["A9", "D4", "E8", "G2"];

impl Checkpoint {
    /// Alice has joined.
    pub(crate) fn alone(set: &[(&str, &str)]) -> Checkpoint {
        let mut header = header(of_kind("checkpoint-danger"), 2, set, 7);
        header.first = Some("alice".to_owned());
        let mut game = Game::with(header, 7);
        for (private, setup) in game.players.iter_mut().zip([ALICES, BOBS]) {
            private.setup = setup.map(str::to_owned).to_vec();
        }
        let squares = |setup: [&str; 4]| setup.map(square).to_vec();
        game.step(Intent::Nothing);
        Checkpoint { game, alice: squares(ALICES), bob: squares(BOBS) }
    }

    /// Both have joined, and alice calls in turn 3.
    pub(crate) fn new() -> Checkpoint {
        Checkpoint::under(&[])
    }

    pub(crate) fn under(set: &[(&str, &str)]) -> Checkpoint {
        let mut checkpoint = Checkpoint::alone(set);
        checkpoint.game.step(Intent::Nothing);
        checkpoint
    }

    /// Alice has called a square of bob's with this answer, for turn 4.
    pub(crate) fn after_call(answer: &str) -> Checkpoint {
        let mut checkpoint = Checkpoint::new();
        let call = calling(checkpoint.of_bob(answer));
        checkpoint.game.step(call);
        checkpoint
    }

    /// Returns a square that bob must answer like this, without an agent of alice's.
    pub(crate) fn of_bob(&self, answer: &str) -> Square {
        self.free(&self.bob, answer)
    }

    /// Returns a square that alice must answer like this, without an agent of bob's.
    pub(crate) fn of_alice(&self, answer: &str) -> Square {
        self.free(&self.alice, answer)
    }

    fn free(&self, agents: &[Square], answer: &str) -> Square {
        let turns = &self.game.file.turns;
        let is_called =
            |square: Square| turns.iter().any(|turn| turn.moves.contains(&reference::call(square)));
        let others = if agents == self.bob { &self.alice } else { &self.bob };
        let fits = |square: &Square| {
            reference::answer(agents, *square) == answer
                && !others.contains(square)
                && !is_called(*square)
        };
        reference::squares()
            .find(fits)
            .unwrap_or_else(|| panic!("no square left with the answer {answer}"))
    }

    /// Both call harmless squares, `turns` times.
    pub(crate) fn idle(&mut self, turns: usize) {
        for _ in 0..turns {
            let square =
                if self.game.due() == Some(ALICE) { self.of_bob("1") } else { self.of_alice("1") };
            self.game.step(calling(square));
        }
    }

    /// Alice finds all four of bob's agents in a row, and both reveal.
    pub(crate) fn alice_wins(&mut self) {
        while let Some(due) = self.game.due() {
            let next = if due == ALICE {
                self.bob.iter().find(|agent| !self.has_called(**agent)).copied()
            } else {
                Some(self.of_alice("1"))
            };
            let playing = self.game.outcome().is_none();
            self.game.step(next.filter(|_| playing).map_or(Intent::Nothing, calling));
        }
    }

    fn has_called(&self, square: Square) -> bool {
        self.game
            .file
            .turns
            .iter()
            .any(|turn| turn.seat == "alice" && turn.moves.contains(&reference::call(square)))
    }
}
