//! One play: the schedule of players and messages, and the promises at the end.

use std::fmt;

use chrono::{DateTime, TimeDelta};
use pbem::crypto::turn_hash;
use pbem::desk::{Desk, MemoryStore, SeededOutside};
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::{OpenGame, option_specs};
use pbem::turnfile::{Arbiter, Bytes32, Header, Moment, Ruling, TurnFile};

use crate::cheat::Cheat;
use crate::honest::{Flaw, Honest, Mishap, kind, turns_of};

const NAMES: [&str; 3] = ["alice", "bob", "carol"];
/// A file of another game, which arrives by mistake.
const FOREIGN: &str = include_str!("../../examples/spy.toml");
/// Number of rounds in which each player can act.
pub(crate) const ROUNDS: usize = 40;
const GRACE: u32 = 3;

/// The sort of game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) kind: &'static str,
    pub(crate) seats: usize,
    pub(crate) cheat: usize,
    /// At least one game of the search has this many turns.
    pub(crate) turns: usize,
    pub(crate) arbiter: bool,
    /// The deliberate bug.
    pub(crate) flaw: Option<Flaw>,
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

/// Statistics of the search.
#[derive(Default, Debug)]
pub(crate) struct Searched {
    pub(crate) longest: usize,
    pub(crate) files: usize,
    pub(crate) verdicts: usize,
    crashes: usize,
    undone: usize,
    restored: usize,
    rulings: usize,
    claims: usize,
    pub(crate) named: usize,
    pub(crate) won: usize,
    pub(crate) second_versions: usize,
    pub(crate) compared: usize,
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Searched { longest, files, verdicts, crashes, undone, .. } = self;
        let Searched { restored, rulings, claims, named, won, .. } = self;
        let Searched { second_versions, compared, .. } = self;
        write!(
            f,
            "up to {longest} turns, {files} files, {verdicts} verdicts; {crashes} crashes, \
             {undone} turns taken back, {restored} backups restored, {rulings} rulings, {claims} \
             honest claims; {won} plays with a proved honest win, the cheat named in {named}; \
             {compared} vaults compared with all that they took in; {second_versions} turns made \
             again after a restore and a newer file"
        )
    }
}

/// An organizer who rules according to the protocol.
struct Organizer {
    desk: Desk<MemoryStore>,
    around: SeededOutside,
    key: Bytes32,
}

struct Mail {
    at: Moment,
    to: usize,
    bytes: Vec<u8>,
}

pub(crate) struct World {
    pub(crate) rules: Rules,
    header: Header,
    pub(crate) now: Moment,
    pub(crate) chance: Chance,
    pub(crate) honest: Vec<Honest>,
    cheat: Cheat,
    organizer: Option<Organizer>,
    rulings: Vec<Ruling>,
    pub(crate) files: Vec<TurnFile>,
    mail: Vec<Mail>,
    /// The honest seat that has won on the board in a file that an honest desk had.
    pub(crate) won: Option<Seat>,
    /// The honest players guess well, so that games are won on the board.
    lucky: bool,
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
        let honest = seats.map(|seat| Honest::new(seat, NAMES[seat], now, seed, rules.flaw));
        let honest = honest.collect();
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
            lucky: seed % 4 != 3,
        }
    }

    /// Moves that hit, for a lucky player.
    fn hits(&mut self, at: usize) -> Vec<String> {
        let cheat = self.cheat.setup();
        let hidden = match (self.rules.seats, self.rules.cheat) {
            (2, _) | (_, 0) => cheat,
            _ => &self.honest[0].setup,
        };
        let is_checker = self.rules.seats > 2 && self.rules.cheat != 0 && at == 0;
        if is_checker || !self.lucky || self.files.len() < 4 {
            return Vec::new();
        }
        let houses = hidden.iter().find_map(|line| line.strip_prefix("houses "));
        let mut hits: Vec<String> = match houses {
            Some(dots) => dots.split_whitespace().map(str::to_owned).collect(),
            None => hidden.to_vec(),
        };
        let turned = self.chance.below(hits.len());
        hits.rotate_left(turned);
        // All hits at once, if calls can be queued, except in a short game.
        if houses.is_none() && self.files.len() > 10 {
            hits.insert(0, hits.join("; "));
        }
        hits
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

    /// Sends a file: an honest player's to all players, a cheat's to any of them.
    fn post(&mut self, file: TurnFile, by_honest: bool) {
        let bytes = file.write().into_bytes();
        for to in 0..self.honest.len() {
            if by_honest || self.cheat.tame || !self.chance.one_in(3) {
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

    /// Delivers mail: perhaps shortened, twice, or mixed with other mail.
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
        let confirms = self.chance.one_in(2);
        let lucky = self.hits(at);
        let player = &mut self.honest[at];
        player.around.now = self.now;
        match action {
            0..2 => searched.undone += usize::from(player.undo()),
            2 => player.back_up(),
            3 if self.chance.one_in(3) => {
                searched.restored += usize::from(player.restore(confirms));
            }
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
        let file = match player.act(mishap, claims, &lucky) {
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

    /// The organizer makes the possible rulings, and sends them to all players.
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
            let Some(loaded) = player.loaded() else { continue };
            let standing = &loaded.game.standing;
            let Some(outcome) = standing.outcome.as_ref().filter(|_| standing.due.is_none()) else {
                continue;
            };
            let cheat = Seat(u8::try_from(self.rules.cheat).expect("a few seats"));
            let on_the_board =
                outcome.kind == OutcomeKind::Win && outcome.ended_by == EndedBy::Board;
            // A turn that was stored and never mailed is lost with the disk.
            let is_mailed = self.files.contains(&loaded.game.file);
            if is_mailed
                && on_the_board
                && standing.breach.is_none()
                && !outcome.winners.contains(&cheat)
            {
                self.won = self.won.or(outcome.winners.first().copied());
            }
        }
    }

    /// Delivers all mail between honest players, who read it.
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
}

fn organizer(now: Moment, seed: u64) -> Organizer {
    let mut desk = Desk::new(MemoryStore::default()).expect("an empty desk");
    let mut around = SeededOutside::new(now, seed.wrapping_add(77) << 20);
    let staged = desk.establish(&mut around).expect("an identity");
    let key = desk.keep(staged).expect("it is kept");
    Organizer { desk, around, key }
}
