//! Promises that must hold at the end of a play.

use pbem::audit::{FileReport, Judgement, examine, judge};
use pbem::rules::Seat;
use pbem::turnfile::{TurnFile, read};

use crate::honest::{Flaw, Honest};
use crate::world::{Searched, World};

pub(crate) const NAMED: &str = "an honest seat is named";
pub(crate) const WIN_GONE: &str = "a proved honest win is another's or void";
pub(crate) const ORDER: &str = "the order of the files changes the verdict";
const STUCK: &str = "an honest seat is stuck";
pub(crate) const FORGOTTEN: &str = "a vault's verdict is weaker than its files";

impl World {
    pub(crate) fn check(&mut self, searched: &mut Searched) {
        searched.files += self.files.len();
        searched.longest =
            self.files.iter().map(|file| file.turns.len()).fold(searched.longest, usize::max);
        searched.won += usize::from(self.won.is_some());
        let what = format!("{:?}, files {}", self.rules, self.files.len());
        let cheat = Seat(u8::try_from(self.rules.cheat).expect("a few seats"));
        let trusted = self.rules.flaw == Some(Flaw::CheatIsTrusted);
        let mut is_named = false;
        for judgement in self.judge_in_every_order(searched, &what) {
            for finding in &judgement.verdict.findings {
                assert!(finding.seat == cheat && !trusted, "{NAMED}: {what}: {}", finding.message);
                is_named = true;
            }
            let Some(won) = self.won else { continue };
            let result = judgement.verdict.result.as_ref();
            let winners = result.map(|result| result.winners.clone()).unwrap_or_default();
            // The Checker can always make a game without an arbiter void.
            let may_be_void = self.rules.seats > 2 && self.rules.cheat == 0 && !self.rules.arbiter;
            let keeps = winners.contains(&won) || may_be_void && winners.is_empty();
            assert!(keeps, "{WIN_GONE}: {what}: {result:?}");
        }
        searched.named += usize::from(is_named);
        for player in &mut self.honest {
            player.around.now = self.now;
            searched.second_versions += player.second_versions;
            let stuck = player.is_stuck();
            // A restored vault asks its player, and so does a vault that has revealed its setup.
            let asks = ["Restored", "Claimed"];
            let waits = stuck.as_ref().is_some_and(|why| asks.iter().any(|ask| why.contains(ask)));
            assert!(stuck.is_none() || waits, "{STUCK}: {what}: {}: {stuck:?}", player.name);
            searched.compared += usize::from(says_all(player, &what));
        }
    }

    /// The verdict, which must be the same for every order of the files that is tried.
    fn judge_in_every_order(&mut self, searched: &mut Searched, what: &str) -> Vec<Judgement> {
        let mut files: Vec<FileReport> = Vec::new();
        for file in examined(&self.files) {
            let won = file
                .branch
                .as_ref()
                .is_some_and(|file| file.turns.iter().any(|turn| turn.wins == self.won));
            if self.rules.flaw != Some(Flaw::WinLeftOut) || self.won.is_none() || !won {
                files.push(file);
            }
        }
        let of = |files: &[FileReport]| {
            let mut judged = judge(files);
            judged.sort_by_key(|judgement| format!("{:?}", judgement.verdict.seats));
            judged
        };
        let judged = of(&files);
        for _ in 0..4 {
            let turned = self.chance.below(files.len());
            files.rotate_left(turned);
            files.reverse();
            let half = self.rules.flaw == Some(Flaw::HalfTheFiles);
            let again = of(if half { &files[..files.len() / 2] } else { &files });
            searched.verdicts += again.len();
            let same = again.len() == judged.len()
                && judged.iter().zip(&again).all(|(one, other)| is_same(one, other));
            assert!(same, "{ORDER}: {what}");
        }
        judged
    }
}

fn is_same(one: &Judgement, other: &Judgement) -> bool {
    // A finding is seat, turn, kind and item. Its sentence is about the first file that proves it.
    let facts = |it: &Judgement| {
        let findings = it.verdict.findings.iter();
        let findings: Vec<_> =
            findings.map(|it| (it.turn, it.seat, it.kind, it.item.clone())).collect();
        (it.verdict.kind, it.verdict.result.clone(), findings, it.crossed)
    };
    facts(one) == facts(other)
}

/// Different files, each examined separately.
fn examined(files: &[TurnFile]) -> Vec<FileReport> {
    let mut texts: Vec<String> = files.iter().map(TurnFile::write).collect();
    texts.sort();
    texts.dedup();
    texts.iter().map(|text| examine(read(text.as_bytes()))).collect()
}

/// Whether a vault's verdict can be compared with that of all files that it has received: they must
/// agree.
fn says_all(player: &Honest, what: &str) -> bool {
    let Some(says) = player.judgement() else { return false };
    let seats = |judgement: &Judgement| judgement.verdict.seats.clone();
    let all = |files: &[TurnFile]| {
        let judged = judge(&examined(files));
        judged.into_iter().find(|judgement| seats(judgement) == seats(&says))
    };
    // A restored vault may have a turn of its player's that has never left the computer.
    let own = player.loaded().map(|loaded| loaded.game.file);
    let files = [&player.seen[..], own.as_slice()].concat();
    let Some(wanted) = all(&files) else { return false };
    let taken_in = || all(&[&files[..], &player.early].concat());
    assert!(
        is_same(&says, &wanted) || taken_in().is_some_and(|later| is_same(&says, &later)),
        "{FORGOTTEN}: {what}: {} says {:?}, and not {:?}",
        player.name,
        (says.verdict.kind, &says.verdict.result, &says.verdict.findings, says.crossed),
        (wanted.verdict.kind, &wanted.verdict.result, &wanted.verdict.findings, wanted.crossed),
    );
    true
}
