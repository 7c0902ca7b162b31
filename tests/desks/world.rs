//! One play: who does what when, which mail arrives where, and what must hold at the end.

use std::fmt;

use chrono::{DateTime, TimeDelta};
use pbem::audit::{Judgement, examine, judge};
use pbem::crypto::turn_hash;
use pbem::desk::{Desk, MemoryStore};
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::{OpenGame, option_specs};
use pbem::turnfile::{Arbiter, Bytes32, Header, Moment, Ruling, TurnFile, read};

use crate::cheat::Cheat;
use crate::honest::{Around, Honest, Mishap, kind, turns_of};

const NAMES: [&str; 3] = ["alice", "bob", "carol"];
/// A file of another game, which comes by mistake.
const FOREIGN: &str = include_str!("../../examples/spy.toml");
/// How often everybody may act.
const ROUNDS: usize = 40;
const GRACE: u32 = 3;

/// What sort of game is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) kind: &'static str,
    pub(crate) seats: usize,
    pub(crate) cheat: usize,
    /// At least one game of the search has so many turns.
    pub(crate) turns: usize,
    pub(crate) arbiter: bool,
}

/// Numbers that follow from a seed.
pub(crate) struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Self {
        Chance(seed)
    }

    pub(crate) fn bytes(&mut self) -> Bytes32 {
        self.0 = self.0.wrapping_add(1);
        turn_hash(&self.0.to_be_bytes())
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        let bytes = self.bytes();
        usize::from(u16::from_be_bytes([bytes[0], bytes[1]])) % most.max(1)
    }

    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// What was searched.
#[derive(Default, Debug)]
pub(crate) struct Searched {
    pub(crate) longest: usize,
    files: usize,
    verdicts: usize,
    crashes: usize,
    undone: usize,
    restored: usize,
    rulings: usize,
    claims: usize,
    named: usize,
    won: usize,
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Searched { longest, files, verdicts, crashes, undone, .. } = self;
        let Searched { restored, rulings, claims, named, won, .. } = self;
        write!(
            f,
            "up to {longest} turns, {files} files, {verdicts} verdicts; {crashes} crashes, \
             {undone} turns taken back, {restored} backups restored, {rulings} rulings, {claims} \
             honest claims, {won} honest wins on the board, the cheat named {named} times"
        )
    }
}

/// An organizer who rules as the protocol says.
struct Organizer {
    desk: Desk<MemoryStore>,
    around: Around,
    key: Bytes32,
}

struct Mail {
    at: Moment,
    to: usize,
    bytes: Vec<u8>,
}

pub(crate) struct World {
    rules: Rules,
    header: Header,
    now: Moment,
    chance: Chance,
    honest: Vec<Honest>,
    cheat: Cheat,
    organizer: Option<Organizer>,
    rulings: Vec<Ruling>,
    files: Vec<TurnFile>,
    mail: Vec<Mail>,
    /// The honest seat that has won on the board in a file that an honest desk had.
    won: Option<Seat>,
}

impl World {
    pub(crate) fn new(rules: Rules, seed: u64) -> Self {
        let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a moment");
        let mut chance = Chance::new(seed.wrapping_mul(1 << 24));
        let organizer = rules.arbiter.then(|| organizer(now, seed));
        let options = option_specs(kind(rules.kind)).into_iter();
        let header = Header {
            kind: rules.kind.to_owned(),
            seats: NAMES[..rules.seats].iter().map(ToString::to_string).collect(),
            created: now,
            nonce: *chance.bytes().first_chunk().expect("it is longer"),
            first: None,
            opener: None,
            options: options.map(|spec| (spec.name.to_owned(), spec.default)).collect(),
            keys: std::collections::BTreeMap::new(),
            arbiter: organizer.as_ref().map(|organizer| Arbiter {
                key: organizer.key,
                grace_days: GRACE,
                name: None,
                mail: None,
            }),
        };
        let seats = (0..rules.seats).filter(|seat| *seat != rules.cheat);
        let honest = seats.map(|seat| Honest::new(seat, NAMES[seat], now, seed)).collect();
        let cheat = Cheat::new(&header, rules.cheat, seed);
        let (files, mail, rulings) = (Vec::new(), Vec::new(), Vec::new());
        World {
            rules,
            header,
            now,
            chance,
            honest,
            cheat,
            organizer,
            rulings,
            files,
            mail,
            won: None,
        }
    }

    pub(crate) fn play(mut self, searched: &mut Searched) {
        if self.rules.cheat == 0 {
            self.cheat_signs(searched);
        } else {
            let file = self.honest[0].begin(self.header.clone());
            self.post(file, true);
        }
        for _ in 0..ROUNDS {
            let pause = [1, 2, 5, 9, 20, 30, 50][self.chance.below(7)];
            let hours = if self.chance.one_in(10) { 400 } else { pause };
            self.now += TimeDelta::hours(hours);
            self.deliver(false);
            for at in 0..self.honest.len() {
                self.honest_acts(at, searched);
            }
            for _ in 0..self.chance.below(3) {
                self.cheat_signs(searched);
            }
            self.rule(searched);
            self.note_wins();
        }
        self.settle();
        self.check(searched);
    }

    /// A file leaves its maker: to everybody if that is honest, else to whom the cheat likes.
    fn post(&mut self, file: TurnFile, by_honest: bool) {
        let bytes = file.write().into_bytes();
        for to in 0..self.honest.len() {
            if by_honest || !self.chance.one_in(3) {
                let delay = TimeDelta::hours([0, 5, 30, 70][self.chance.below(4)]);
                self.mail.push(Mail { at: self.now + delay, to, bytes: bytes.clone() });
            }
        }
        if by_honest || !self.chance.one_in(3) {
            self.copy(&file);
        }
        self.files.push(file);
    }

    /// The organizer gets a copy.
    fn copy(&mut self, file: &TurnFile) {
        let (Some(organizer), Some(table)) = (&mut self.organizer, turns_of(file)) else { return };
        organizer.around.now = self.now;
        let game = OpenGame::new(file.clone(), table);
        let staged = organizer.desk.watch(&game, &mut organizer.around).expect("a copy");
        organizer.desk.keep(staged).expect("it is kept");
    }

    /// Mail arrives: perhaps cut, perhaps twice, perhaps with that of others.
    fn deliver(&mut self, all: bool) {
        let (due, later): (Vec<Mail>, Vec<Mail>) =
            std::mem::take(&mut self.mail).into_iter().partition(|mail| all || mail.at <= self.now);
        self.mail = later;
        for Mail { to, bytes, .. } in due {
            let player = &mut self.honest[to];
            player.around.now = self.now;
            match self.chance.below(8) {
                0 => player.receive(&bytes[..self.chance.below(bytes.len())]),
                1 => player.receive(FOREIGN.as_bytes()),
                2 => player.receive(&bytes),
                _ => {}
            }
            player.receive(&bytes);
        }
    }

    fn honest_acts(&mut self, at: usize, searched: &mut Searched) {
        let action = self.chance.below(9);
        let player = &mut self.honest[at];
        player.around.now = self.now;
        match action {
            0..2 => searched.undone += usize::from(player.undo()),
            2 => player.back_up(),
            3 if self.chance.one_in(3) => searched.restored += usize::from(player.restore()),
            _ => {}
        }
        let mishap = match self.chance.below(10) {
            0 => Mishap::BeforeCommit,
            1..3 => Mishap::BeforeMail,
            _ => Mishap::Nothing,
        };
        searched.crashes += usize::from(mishap != Mishap::Nothing);
        let claims = !self.chance.one_in(3);
        let player = &mut self.honest[at];
        let file = match player.act(mishap, claims) {
            None if mishap == Mishap::Nothing && action > 6 => player.mail_again(),
            file => file,
        };
        if let Some(file) = file {
            let last = file.turns.last().expect("a turn");
            searched.claims +=
                usize::from(pbem::table::is_claim(last) && last.seat == self.honest[at].name);
            self.post(file, true);
        }
    }

    fn cheat_signs(&mut self, searched: &mut Searched) {
        let signed =
            self.cheat.sign(&self.header, &self.files, &self.rulings, self.now, &mut self.chance);
        if let Some(file) = signed {
            searched.longest = searched.longest.max(file.turns.len());
            self.post(file, false);
        }
    }

    /// The organizer rules where it may, and tells everybody.
    fn rule(&mut self, searched: &mut Searched) {
        let Some(organizer) = &mut self.organizer else { return };
        let id = self.header.id();
        let Ok(staged) = organizer.desk.rule(&id, self.now) else { return };
        let ruling = organizer.desk.keep(staged).expect("it is kept");
        if self.rulings.contains(&ruling) {
            return;
        }
        searched.rulings += 1;
        for player in &mut self.honest {
            player.around.now = self.now;
            player.take_ruling(&ruling);
        }
        self.rulings.push(ruling);
    }

    fn note_wins(&mut self) {
        for player in &self.honest {
            let Some(laid) = player.laid() else { continue };
            let standing = &laid.game.standing;
            let Some(outcome) = standing.outcome.as_ref().filter(|_| standing.due.is_none()) else {
                continue;
            };
            let cheat = Seat(u8::try_from(self.rules.cheat).expect("a few seats"));
            let on_the_board =
                outcome.kind == OutcomeKind::Win && outcome.ended_by == EndedBy::Board;
            if on_the_board && standing.breach.is_none() && !outcome.winners.contains(&cheat) {
                self.won = self.won.or(outcome.winners.first().copied());
            }
        }
    }

    /// All mail between honest players arrives, and all have read it.
    fn settle(&mut self) {
        for _ in 0..3 {
            self.now += TimeDelta::hours(100);
            self.deliver(true);
            for at in 0..self.honest.len() {
                self.honest[at].around.now = self.now;
                if let Some(file) = self.honest[at].mail_again() {
                    self.post(file, true);
                }
            }
        }
        self.deliver(true);
    }

    fn check(&mut self, searched: &mut Searched) {
        searched.files += self.files.len();
        searched.longest =
            self.files.iter().map(|file| file.turns.len()).fold(searched.longest, usize::max);
        let what = format!("{:?}, files {}", self.rules, self.files.len());
        for judgement in self.judge_in_every_order(searched, &what) {
            let cheat = Seat(u8::try_from(self.rules.cheat).expect("a few seats"));
            for finding in &judgement.verdict.findings {
                assert_eq!(finding.seat, cheat, "{what}: {}", finding.message);
                searched.named += 1;
            }
            let Some(won) = self.won else { continue };
            searched.won += 1;
            let result = judgement.verdict.result.as_ref();
            let winners = result.map(|result| result.winners.clone()).unwrap_or_default();
            assert!(winners.is_empty() || winners.contains(&won), "{what}: a win is another's");
            if self.rules.arbiter {
                assert!(winners.contains(&won), "{what}: a win is void: {result:?}");
            }
        }
        for player in &mut self.honest {
            player.around.now = self.now;
            let stuck = player.is_stuck();
            // A restored vault asks its player, and so does one that has shown its setup.
            let asks = ["Restored", "Claimed"];
            let waits = stuck.as_ref().is_some_and(|why| asks.iter().any(|ask| why.contains(ask)));
            assert!(stuck.is_none() || waits, "{what}: {} is stuck: {stuck:?}", player.name);
        }
    }

    /// One verdict in every order of the files that was tried.
    fn judge_in_every_order(&mut self, searched: &mut Searched, what: &str) -> Vec<Judgement> {
        let mut files: Vec<TurnFile> = Vec::new();
        for file in &self.files {
            if !files.contains(file) {
                files.push(file.clone());
            }
        }
        let of = |files: &[TurnFile]| {
            let examined: Vec<_> =
                files.iter().map(|file| examine(read(file.write().as_bytes()))).collect();
            let mut judged = judge(&examined);
            judged.sort_by_key(|judgement| format!("{:?}", judgement.verdict.seats));
            judged
        };
        let judged = of(&files);
        for _ in 0..2 {
            let turned = self.chance.below(files.len());
            files.rotate_left(turned);
            files.reverse();
            let again = of(&files);
            searched.verdicts += again.len();
            assert_eq!(again.len(), judged.len(), "{what}");
            for (one, other) in judged.iter().zip(&again) {
                assert_eq!(one.verdict.kind, other.verdict.kind, "{what}");
                assert_eq!(one.verdict.result, other.verdict.result, "{what}");
                assert_eq!(one.verdict.findings, other.verdict.findings, "{what}");
                assert_eq!(one.crossed, other.crossed, "{what}");
            }
        }
        judged
    }
}

fn organizer(now: Moment, seed: u64) -> Organizer {
    let mut desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    let mut around = Around::new(now, seed.wrapping_add(77));
    let staged = desk.establish(&mut around).expect("an identity");
    let key = desk.keep(staged).expect("it is kept");
    Organizer { desk, around, key }
}
