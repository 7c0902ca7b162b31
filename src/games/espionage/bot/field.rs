//! A board on which every piece is known, for thinking ahead.

use super::super::kind::{Clash, Kind};
use super::super::square::Square;

/// Value of [`Man::at`] for a piece that is off the board.
pub(super) const GONE: u8 = u8::MAX;

/// Value of a cell for a free square. `VOLCANO` is the value for a square that no piece may enter.
/// Any other value is the number of a piece.
const FREE: u8 = u8::MAX;
const VOLCANO: u8 = u8::MAX - 1;

/// A piece in a world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub(super) kind: Kind,
    /// Number of its square, or [`GONE`].
    pub(super) at: u8,
    /// Whether the side that doesn't own the piece knows its kind.
    pub(super) known: bool,
}

/// A stride of one of the pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Go {
    pub(super) man: u8,
    pub(super) to: u8,
}

/// The expected gains from attacks on hidden pieces, by the number of the attacked piece and the
/// kind of the attacker.
pub(super) type Hopes = Vec<[i64; 10]>;

/// A board in a world. The first `mine` pieces belong to the side that thinks.
#[derive(Clone, Debug)]
pub(super) struct Field {
    side: u8,
    cells: Vec<u8>,
    pub(super) men: Vec<Man>,
    mine: usize,
}

impl Field {
    pub(super) fn new(side: u8, volcanoes: &[Square], mine: Vec<Man>, theirs: Vec<Man>) -> Self {
        let mut cells = vec![FREE; usize::from(side) * usize::from(side)];
        for volcano in volcanoes {
            if let Some(cell) = cells.get_mut(usize::from(number(side, *volcano))) {
                *cell = VOLCANO;
            }
        }
        let (count, mut men) = (mine.len(), mine);
        men.extend(theirs);
        for (nth, man) in (0..).zip(&men) {
            if let Some(cell) = cells.get_mut(usize::from(man.at)) {
                *cell = nth;
            }
        }
        Field { side, cells, men, mine: count }
    }

    fn is_mine(&self, man: u8) -> bool {
        usize::from(man) < self.mine
    }

    /// Returns the pieces of one side with their numbers.
    fn army(&self, mine: bool) -> impl Iterator<Item = (u8, &Man)> {
        let skip = if mine { 0 } else { self.mine };
        let take = if mine { self.mine } else { usize::MAX };
        let army = (0..).zip(&self.men).skip(skip).take(take);
        army.filter(|(_, man)| man.at != GONE)
    }

    fn man(&self, man: u8) -> Option<&Man> {
        self.men.get(usize::from(man))
    }

    /// Returns the number of the piece on a square.
    pub(super) fn on(&self, at: u8) -> Option<u8> {
        self.cells.get(usize::from(at)).copied().filter(|cell| *cell < VOLCANO)
    }

    /// Returns the neighbors of this square along its row and column.
    fn around(&self, at: u8) -> impl Iterator<Item = u8> {
        let (side, col) = (self.side, at % self.side);
        let below = at.checked_sub(side);
        let above = at.checked_add(side).filter(|to| *to < side * side);
        let left = (col > 0).then(|| at - 1);
        let right = (col + 1 < side).then(|| at + 1);
        [below, left, right, above].into_iter().flatten()
    }

    fn can_enter(&self, mine: bool, to: u8) -> bool {
        match self.cells.get(usize::from(to)) {
            None | Some(&VOLCANO) => false,
            Some(&FREE) => true,
            Some(&man) => self.is_mine(man) != mine,
        }
    }

    /// Returns all strides of one side.
    pub(super) fn strides(&self, mine: bool) -> Vec<Go> {
        let walkers = self.army(mine).filter(|(_, man)| man.kind.walks());
        let goes = walkers.flat_map(|(man, Man { at, .. })| {
            self.around(*at).map(move |to| Go { man, to }).filter(|go| self.can_enter(mine, go.to))
        });
        goes.collect()
    }

    /// Carries out a stride, unless the piece has been removed, or a piece of the same side is on
    /// the target square now.
    pub(super) fn go(&mut self, go: Go) {
        let Some(&Man { kind, at: from, .. }) = self.man(go.man) else { return };
        if from == GONE || !self.can_enter(self.is_mine(go.man), go.to) {
            return;
        }
        let met = self.on(go.to);
        let clash = met.and_then(|met| kind.attacks(self.man(met)?.kind));
        self.put(from, FREE);
        if clash == Some(Clash::Falls) {
            self.place(go.man, GONE);
        } else {
            if let Some(met) = met {
                self.place(met, GONE);
            }
            self.place(go.man, go.to);
            self.put(go.to, go.man);
        }
    }

    /// Takes the opponent's turn. Makes the strides that look best if attacks on hidden pieces have
    /// the values in `hopes`.
    pub(super) fn reply(&mut self, strides: usize, hopes: &Hopes) {
        let mut moved = None;
        for _ in 0..strides {
            let goes = self.strides(false).into_iter().filter(|go| Some(go.man) != moved);
            let Some(go) = goes.max_by_key(|go| self.promise(*go, hopes)) else { return };
            self.go(go);
            moved = Some(go.man);
        }
    }

    fn put(&mut self, at: u8, what: u8) {
        if let Some(cell) = self.cells.get_mut(usize::from(at)) {
            *cell = what;
        }
    }

    fn place(&mut self, man: u8, at: u8) {
        if let Some(man) = self.men.get_mut(usize::from(man)) {
            man.at = at;
        }
    }

    /// Returns the value of the board for the side that thinks, in thousandths of a Corporal.
    pub(super) fn worth(&self) -> i64 {
        self.half(true) - self.half(false) + self.sights()
    }

    /// Returns the value of one side: the value of its pieces, minus a penalty for their distance
    /// to the opponent's Headquarters.
    fn half(&self, mine: bool) -> i64 {
        let goal = self.headquarters(!mine);
        let (mut worth, mut walks, mut nearest) = (0, false, None);
        for (_, man) in self.army(mine) {
            worth += price(man.kind);
            if man.kind.walks() {
                walks = true;
                let steps = goal.map_or(0, |goal| self.steps(man.at, goal));
                worth -= 12 * steps;
                nearest = Some(nearest.map_or(steps, |nearest: i64| nearest.min(steps)));
            }
        }
        worth - 80 * nearest.unwrap_or(0) - if walks { 0 } else { 80_000 }
    }

    /// Returns the value of the hidden pieces of the opponent that are next to our Spies, because
    /// the Spies will see these pieces.
    fn sights(&self) -> i64 {
        let hidden = self.army(false).filter(|(_, man)| !man.known);
        let visible = hidden.filter(|(_, man)| {
            let mut spies = self.army(true).filter(|(_, spy)| spy.kind == Kind::Spy);
            spies.any(|(_, spy)| self.touch(spy.at, man.at))
        });
        200 * i64::try_from(visible.count()).unwrap_or(0)
    }

    pub(super) fn headquarters(&self, mine: bool) -> Option<u8> {
        self.army(mine).find(|(_, man)| man.kind == Kind::Headquarters).map(|(_, man)| man.at)
    }

    fn apart(&self, one: u8, other: u8) -> (u8, u8) {
        let col = (one % self.side).abs_diff(other % self.side);
        (col, (one / self.side).abs_diff(other / self.side))
    }

    fn steps(&self, one: u8, other: u8) -> i64 {
        let (cols, rows) = self.apart(one, other);
        i64::from(cols) + i64::from(rows)
    }

    fn touch(&self, one: u8, other: u8) -> bool {
        let (cols, rows) = self.apart(one, other);
        cols <= 1 && rows <= 1
    }

    /// Returns the value of a stride: the value of the piece that the stride wins or loses. Unless
    /// the moving piece falls, adds that piece's progress toward the Headquarters and the change in
    /// its danger of being taken. An attack on an unknown piece has the value in `hopes`, if
    /// `hopes` has a value for the attack.
    pub(super) fn promise(&self, go: Go, hopes: &Hopes) -> i64 {
        let Some(&Man { kind, at, .. }) = self.man(go.man) else { return 0 };
        let mine = self.is_mine(go.man);
        let worth = self.on(go.to).and_then(|met| {
            let man = self.man(met)?;
            let hope = hopes.get(usize::from(met)).filter(|_| !man.known);
            Some(hope.map_or_else(|| gain(kind, man.kind), |hope| hope[kind.index()]))
        });
        let worth = worth.unwrap_or(0);
        if worth < 0 {
            return worth;
        }
        let goal = self.headquarters(!mine);
        let nearer = goal.map_or(0, |goal| self.steps(at, goal) - self.steps(go.to, goal));
        let danger = |at| if self.is_reached(!mine, at, kind) { price(kind) / 2 } else { 0 };
        worth + 60 * nearer + danger(at) - danger(go.to)
    }

    /// Whether one side (ours if `by_mine`) has a piece that can take a piece of this kind on this
    /// square.
    fn is_reached(&self, by_mine: bool, at: u8, kind: Kind) -> bool {
        self.around(at).filter_map(|beside| self.on(beside)).any(|man| {
            self.is_mine(man) == by_mine && self.man(man).is_some_and(|man| man.kind.beats(kind))
        })
    }
}

/// Returns the number of a square on a board of this size.
pub(super) fn number(side: u8, square: Square) -> u8 {
    square.0.row.saturating_mul(side).saturating_add(square.0.col)
}

/// Returns the value of the piece that an attack removes. The value is negative if the attack
/// removes the attacker.
pub(super) fn gain(attacker: Kind, attacked: Kind) -> i64 {
    match attacker.attacks(attacked) {
        None => 0,
        Some(Clash::Falls) => -price(attacker),
        Some(Clash::Takes | Clash::Headquarters) => price(attacked),
    }
}

/// Returns the value of a piece, in thousandths of a Corporal.
fn price(kind: Kind) -> i64 {
    match kind {
        Kind::Empty => 0,
        Kind::Corporal => 1_000,
        Kind::Lieutenant => 1_500,
        Kind::Captain | Kind::Sapper => 2_200,
        Kind::Colonel => 3_500,
        Kind::General => 6_000,
        Kind::Spy => 1_400,
        Kind::Mine => 1_600,
        Kind::Headquarters => 100_000,
    }
}
