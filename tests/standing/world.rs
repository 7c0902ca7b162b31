//! The possible actions. Honest vaults move, mail, undo, back up, restore, claim and reveal. Mail
//! arrives late, twice, shortened, and from any branch. Cheats sign anything that a reader would
//! accept, after any published turn, with any relevant date. The search explores every order of
//! these actions.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashSet, VecDeque};
use std::hash::{Hash, Hasher};

use super::club::{self, Club};
use super::game::{DAYS, Due, EMPTY, GRACE, Kind, Path, Turn};
use super::invariants;
use super::judge::{Judge, Word};
use super::rules::{Game, Ruler, Rules};
use super::vault::Kept;

/// The memory of an honest player's program.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Vault {
    pub(crate) seat: u8,
    pub(crate) newest: Path,
    /// The other versions of the file.
    pub(crate) beside: Vec<Path>,
    /// The latest turn is our own, and hasn't been mailed.
    pub(crate) unmailed: bool,
    pub(crate) backup: Option<Path>,
    pub(crate) restored: bool,
    pub(crate) careless: bool,
    undone: bool,
    /// Time at which the latest turn arrived.
    pub(crate) since: u8,
    /// The player has mailed a claim.
    pub(crate) claimed: bool,
}

impl Vault {
    pub(crate) fn kept(&self) -> Kept {
        Kept { newest: self.newest, beside: self.beside.clone() }
    }

    fn with(&self, kept: Kept) -> Vault {
        Vault { newest: kept.newest, beside: kept.beside, ..self.clone() }
    }

    pub(crate) fn forgot(&self) -> bool {
        self.restored || self.careless
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    /// Every file that any player may have, including shortened ones.
    pub(crate) published: Vec<Path>,
    pub(crate) vaults: Vec<Vault>,
    pub(crate) clock: u8,
    /// The claims of honest seats.
    pub(crate) claims: Vec<Path>,
    pub(crate) club: Club,
    spent: u8,
    /// An honest seat has answered immediately, but is late anyway.
    pub(crate) hurried_in_vain: bool,
}

impl State {
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// An exploration.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) judge: Judge,
    /// The visited states, as 64-bit hashes.
    seen: HashSet<u64>,
    queue: VecDeque<State>,
    pub(crate) states: usize,
    /// The maximum number of files that any player had in one state.
    pub(crate) files: usize,
    /// The limit was reached before all states were explored.
    pub(crate) cut: bool,
}

/// A violated invariant, and its state.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) what: &'static str,
    pub(crate) files: Vec<String>,
}

impl World {
    /// A game that starts with this script.
    pub(crate) fn new(rules: Rules, script: &[Turn]) -> Self {
        let mut judge = Judge::new(rules);
        let mut newest = EMPTY;
        let mut published = Vec::new();
        for turn in script {
            newest = judge.book.with(newest, *turn).expect("the beginning is legal");
            published.push(newest);
        }
        let clock = judge.book.last_date(newest);
        let vault = |seat| Vault {
            seat,
            newest,
            beside: Vec::new(),
            unmailed: false,
            backup: None,
            restored: false,
            careless: false,
            undone: false,
            since: clock,
            claimed: false,
        };
        let vaults = (0..rules.seats()).filter(|seat| rules.is_honest(*seat)).map(vault).collect();
        let mut club = Club::default();
        if rules.ruler == Ruler::Honest {
            for turns in 1..=script.len() {
                club.mailed(&judge.book, judge.book.cut(newest, turns), clock);
            }
        }
        let start = State {
            published,
            club,
            vaults,
            clock,
            claims: Vec::new(),
            spent: 0,
            hurried_in_vain: false,
        };
        let seen = HashSet::from([start.fingerprint()]);
        World { judge, seen, queue: VecDeque::from([start]), states: 0, files: 0, cut: false }
    }

    fn rules(&self) -> Rules {
        self.judge.book.rules
    }

    /// Explores all states, or the first `most`, until an invariant is violated.
    pub(crate) fn explore(&mut self, most: usize) -> Option<Broken> {
        while let Some(state) = self.queue.pop_front() {
            if self.states == most {
                self.cut = true;
                return None;
            }
            self.states += 1;
            self.files = self.files.max(state.published.len());
            if let Some(what) = invariants::broken(&mut self.judge, &state) {
                return Some(Broken { what, files: self.show(&state) });
            }
            let mut next = Vec::new();
            self.clock_ticks(&state, &mut next);
            club::acts(&mut self.judge, &state, &mut next);
            self.cheats_sign(&state, &mut next);
            for at in 0..state.vaults.len() {
                self.mail_comes(&state, at, &mut next);
                self.vault_acts(&state, at, &mut next);
                self.vault_forgets(&state, at, &mut next);
            }
            for state in next {
                if self.seen.insert(state.fingerprint()) {
                    self.queue.push_back(state);
                }
            }
        }
        None
    }

    fn clock_ticks(&self, state: &State, next: &mut Vec<State>) {
        if state.clock < self.rules().clock {
            next.push(State { clock: state.clock + 1, ..state.clone() });
        }
    }

    fn cheats_sign(&mut self, state: &State, next: &mut Vec<State>) {
        let rules = self.rules();
        if state.spent >= rules.budget || rules.cheats == 0 {
            return;
        }
        for seat in 0..rules.seats() {
            let honest = rules.is_honest(seat);
            if honest && !rules.puppets {
                continue;
            }
            for path in state.published.iter().copied().chain([EMPTY]) {
                for date in self.dates(state, path) {
                    self.cheat_signs(state, path, (seat, honest), date, next);
                    if !honest && rules.two_keys {
                        self.cheat_signs(state, path, (seat, true), date, next);
                    }
                }
            }
        }
    }

    /// The dates that make a difference after a file.
    fn dates(&self, state: &State, path: Path) -> Vec<u8> {
        let book = &self.judge.book;
        let end = book.due(path).seat().map_or(0, |due| book.deadline(path, due));
        let end = if end == u8::MAX { 0 } else { end };
        let false_clock = self.rules().clock + 1;
        let last = book.last_date(path);
        let ruled = if self.rules().has_arbiter() { end + GRACE } else { end };
        let mut dates = vec![0, last, end.saturating_sub(1), end, ruled, state.clock, false_clock];
        dates.retain(|date| *date <= false_clock);
        dates.sort_unstable();
        dates.dedup();
        dates
    }

    fn cheat_signs(
        &mut self,
        state: &State,
        path: Path,
        (seat, puppet): (u8, bool),
        date: u8,
        next: &mut Vec<State>,
    ) {
        use Kind::{Accept, Answer, Breach, Claim, Move, Resign, Show, Win};
        for kind in [Move, Accept, Answer, Win, Resign, Claim, Show, Breach] {
            let unruled = kind == Claim
                && self.rules().ruler == Ruler::Honest
                && !state.club.rulings.contains(&path);
            if unruled || kind == Win && !self.was_shown(state, seat) {
                continue;
            }
            for choice in 0..=u8::from(kind == Move) {
                let turn = Turn { kind, seat, choice, puppet, date };
                if let Some(signed) = self.judge.book.with(path, turn)
                    && state.published.binary_search(&signed).is_err()
                {
                    let mut new = State { spent: state.spent + 1, ..state.clone() };
                    publish(&mut new.published, signed, &self.judge);
                    if self.rules().ruler == Ruler::Honest {
                        let mut text = new.clone();
                        text.club.arrive(&self.judge.book, signed, state.clock);
                        next.push(text);
                    }
                    next.push(new);
                }
            }
        }
    }

    /// Whether another seat's setup is in a published file.
    fn was_shown(&self, state: &State, seat: u8) -> bool {
        let shows = |turn: Turn| {
            let shows = [Kind::Claim, Kind::Answer, Kind::Win, Kind::Resign, Kind::Show];
            turn.seat != seat && !turn.puppet && shows.contains(&turn.kind)
        };
        state.published.iter().filter_map(|path| self.judge.book.last(*path)).any(shows)
    }

    fn mail_comes(&mut self, state: &State, at: usize, next: &mut Vec<State>) {
        let vault = &state.vaults[at];
        for path in &state.published {
            let book = &self.judge.book;
            if book.rules.checks_clock
                && book.turns(*path).iter().any(|turn| turn.date > state.clock)
            {
                continue;
            }
            let kept = self.judge.takes(vault.seat, &vault.kept(), *path);
            let Some(kept) = kept.filter(|kept| *kept != vault.kept()) else { continue };
            let newest = kept.newest;
            if newest == vault.newest {
                next.push(with_vault(state, at, vault.with(kept)));
                continue;
            }
            let book = &self.judge.book;
            let claim = book.last(newest).is_some_and(|turn| turn.kind == Kind::Claim);
            let only_a_claim = claim && vault.newest == book.parent(newest);
            let since = if only_a_claim { vault.since } else { state.clock };
            let vault = Vault { unmailed: false, since, ..vault.with(kept) };
            next.push(with_vault(state, at, vault));
        }
    }

    fn vault_acts(&mut self, state: &State, at: usize, next: &mut Vec<State>) {
        let vault = &state.vaults[at];
        let seat = vault.seat;
        let last = self.judge.book.last(vault.newest);
        let own_last = last.is_some_and(|turn| turn.seat == seat);
        if vault.unmailed {
            let claims = last.is_some_and(|turn| turn.kind == Kind::Claim);
            let claimed = vault.claimed || claims;
            let mailed = Vault { unmailed: false, claimed, ..vault.clone() };
            let mut new = with_vault(state, at, mailed);
            publish(&mut new.published, vault.newest, &self.judge);
            if self.rules().ruler == Ruler::Honest {
                new.club.mailed(&self.judge.book, vault.newest, state.clock);
            }
            if claims {
                new.claims.push(vault.newest);
                new.claims.sort_unstable();
                new.claims.dedup();
            }
            next.push(new);
        }
        let careless = self.rules().careless && !vault.careless;
        if own_last && (vault.unmailed && !vault.undone || careless) {
            next.push(with_vault(
                state,
                at,
                Vault {
                    careless: vault.careless || !vault.unmailed,
                    newest: self.judge.book.parent(vault.newest),
                    unmailed: false,
                    undone: true,
                    ..vault.clone()
                },
            ));
        }
        // Different players have won, so the game is over here.
        let is_void = !vault.beside.is_empty()
            && self
                .judge
                .judge(&vault.kept().all())
                .tables
                .iter()
                .any(|said| said.word == Word::TwoWins);
        if !vault.unmailed && !is_void {
            for turn in self.honest_turns(state, vault) {
                self.vault_signs(state, at, turn, next);
            }
        }
    }

    /// The possible turns of an honest seat.
    fn honest_turns(&self, state: &State, vault: &Vault) -> Vec<Turn> {
        let book = &self.judge.book;
        let rules = &book.rules;
        let Vault { seat, newest, .. } = *vault;
        let date = state.clock.max(if rules.dates_rise { book.last_date(newest) } else { 0 });
        let turn = |kind, choice, date| Turn { kind, seat, choice, puppet: false, date };
        let due = book.due(newest);
        if due.seat() != Some(seat) {
            let may_claim = !rules.has_arbiter() || state.club.rulings.contains(&newest);
            return if may_claim { vec![turn(Kind::Claim, 0, date)] } else { Vec::new() };
        }
        let two = rules.game == Game::Two;
        // A claim has revealed the setup, so a player who plays on has no secrets left.
        let forced = rules.guesses && matches!(due, Due::Show(_));
        if two && vault.claimed && !rules.plays_on && !forced {
            return Vec::new();
        }
        let end = book.deadline(newest, seat);
        let hasty = rules.dates_back && state.clock < vault.since + DAYS && end > 0;
        let answer = if hasty { date.min(end - 1).max(book.last_date(newest)) } else { date };
        let choices: &[u8] = match () {
            () if two || seat != 0 => &[0, 1],
            () if rules.wins && book.position(newest).calls_a_third_hit() => &[1],
            () => &[0],
        };
        match due {
            Due::Turn(_) => {
                let moves = choices.iter().map(|choice| turn(Kind::Move, *choice, answer));
                let others = [Kind::Accept, Kind::Resign].map(|kind| turn(kind, 0, answer));
                moves.chain(others).collect()
            }
            Due::Answer(_) => vec![turn(Kind::Answer, 0, answer)],
            Due::Show(_) => vec![turn(Kind::Show, 0, answer)],
            Due::Nobody => Vec::new(),
        }
    }

    fn vault_signs(&mut self, state: &State, at: usize, turn: Turn, next: &mut Vec<State>) {
        let vault = &state.vaults[at];
        let Some(newest) = self.judge.book.with(vault.newest, turn) else { return };
        let book = &self.judge.book;
        let hasty = book.turns(newest).len() > 1 && state.clock < vault.since + DAYS;
        let in_vain = hasty && book.is_late(newest) && !vault.forgot();
        let vault = Vault { newest, unmailed: true, ..vault.clone() };
        let mut new = with_vault(state, at, vault);
        new.hurried_in_vain |= in_vain;
        next.push(new);
    }

    fn vault_forgets(&mut self, state: &State, at: usize, next: &mut Vec<State>) {
        let vault = &state.vaults[at];
        if !self.rules().restores {
            return;
        }
        if vault.backup.is_none() && !vault.restored {
            let backup = Some(vault.newest);
            next.push(with_vault(state, at, Vault { backup, ..vault.clone() }));
        }
        if let Some(newest) = vault.backup {
            let own = self.judge.book.last(newest).is_some_and(|turn| turn.seat == vault.seat);
            let restored = Vault {
                newest,
                backup: None,
                restored: true,
                unmailed: own,
                undone: true,
                ..vault.clone()
            };
            next.push(with_vault(state, at, restored));
        }
    }

    /// The files of a state, in words.
    fn show(&self, state: &State) -> Vec<String> {
        let book = &self.judge.book;
        let inner = |path: &Path| state.published.iter().any(|other| book.parent(*other) == *path);
        let published = state.published.iter().filter(|path| !inner(path));
        let mut lines: Vec<String> = published.map(|path| self.show_file(*path)).collect();
        for vault in &state.vaults {
            let (name, newest) = (name(vault.seat), self.show_file(vault.newest));
            lines.push(format!("at {}, {name} has {newest}", state.clock));
        }
        lines
    }

    fn show_file(&self, path: Path) -> String {
        let turn = |turn: &Turn| {
            let puppet = if turn.puppet { "'s puppet" } else { "" };
            let (name, kind, date) = (name(turn.seat), turn.kind, turn.date);
            format!("{name}{puppet} {kind:?} {} @{date}", turn.choice)
        };
        let turns: Vec<String> = self.judge.book.turns(path).iter().map(turn).collect();
        if turns.is_empty() { "nothing".to_owned() } else { turns.join(" > ") }
    }
}

fn name(seat: u8) -> &'static str {
    ["alice", "bob", "carol"][usize::from(seat)]
}

fn with_vault(state: &State, at: usize, vault: Vault) -> State {
    let mut new = state.clone();
    new.vaults[at] = vault;
    new
}

/// Publishes a file and its beginnings: anyone can shorten a published file.
fn publish(published: &mut Vec<Path>, mut path: Path, judge: &Judge) {
    while path != EMPTY {
        if let Err(at) = published.binary_search(&path) {
            published.insert(at, path);
        }
        path = judge.book.parent(path);
    }
}
