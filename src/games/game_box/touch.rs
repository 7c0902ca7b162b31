//! Drafting calls and setups by selecting dots.

use super::chart::{Dot, read_dot};
use super::position::State;
use super::scene::board;
use super::setup::{Fault, Holding, Layout};
use super::{GameBox, Options, typed};
use crate::rules::scene::{Cell, Piece, Role};
use crate::rules::{Hand, Numbers, Observation, Pointing, Seat, Setup, Spot, sentences};

/// Precedes the piece that selecting a dot places: `houses A1; guns >gun`.
const PEN: &str = " >";

impl Pointing<GameBox> for State {
    /// Selecting a dot replaces the call.
    fn touch(seen: Observation<'_, GameBox>, draft: &str) -> Option<Hand> {
        let called = if draft.is_empty() { None } else { Some(read_dot(draft)?) };
        let read = called.map(|_| seen.read(draft));
        let says = match &read {
            None => "Touch a dot to call it.".to_owned(),
            Some(Ok(dot)) => format!("You call {dot}."),
            Some(Err(illegal)) => format!("{illegal}."),
        };
        let legal = called.filter(|_| matches!(read, Some(Ok(_))));
        let mut hand = Hand::new(legal.is_some(), "call", says);
        if let Some(dot) = legal {
            hand.mark(spot(dot), "call", "");
        }
        for dot in seen.position.options.chart.dots() {
            if called == Some(dot) {
                hand.offer(spot(dot), format!("do not call {dot}"), "");
            } else {
                hand.offer(spot(dot), format!("call {dot}"), dot.to_string());
            }
        }
        Some(hand)
    }

    /// Selecting a dot places a house or a gun, or removes it.
    fn touch_setup(
        options: &Options,
        seat: Seat,
        draft: &str,
        _numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        let drafting = Drafting::read(options, seat, draft)?;
        let faults = Layout::read(options, seat, draft).err();
        let mut hand = Hand::new(faults.is_none(), "hide", drafting.says());
        drafting.offer(&mut hand);
        if let Some(faults) = faults.filter(|_| drafting.pen.is_none()) {
            hand.says = sentences(&faults);
        }
        let cell = |dot: Dot| match drafting.layout.at(dot) {
            Holding::House => {
                Cell::new("H", Role::Own).tip(format!("{dot}: house")).piece(Piece::new("house"))
            }
            Holding::Gun => {
                Cell::new("g", Role::Own).tip(format!("{dot}: gun")).piece(Piece::new("gun"))
            }
            Holding::Empty => Cell::new("·", Role::Plain).tip(dot.to_string()),
        };
        hand.boards = vec![board(options.chart, cell)];
        Some(hand)
    }
}

fn spot(dot: Dot) -> Spot {
    Spot::on("chart", &dot)
}

/// A draft of a layout.
struct Drafting<'a> {
    options: &'a Options,
    layout: Layout,
    /// Piece that selecting an empty dot places; `None` when all are placed.
    pen: Option<Holding>,
}

impl<'a> Drafting<'a> {
    fn read(options: &'a Options, seat: Seat, draft: &str) -> Option<Self> {
        let (text, pen) = draft.split_once(PEN).unwrap_or((draft, ""));
        let (layout, unread) = typed::read(options.chart, text);
        let misplaced = layout.faults(options, seat);
        let is_count = |fault: &Fault| matches!(fault, Fault::Count { .. });
        if !unread.is_empty() || !misplaced.iter().all(is_count) {
            return None;
        }
        let mut drafting = Drafting { options, layout, pen: None };
        drafting.pen = drafting.next(pen.parse().ok());
        Some(drafting)
    }

    /// Returns the pen, or the other pen if this one has no pieces left.
    fn next(&self, pen: Option<Holding>) -> Option<Holding> {
        let pens = pen.into_iter().chain([Holding::House, Holding::Gun]);
        pens.into_iter().find(|pen| self.left(*pen) > 0)
    }

    fn left(&self, what: Holding) -> usize {
        let (all, placed) = match what {
            Holding::House => (self.options.houses, self.layout.houses().len()),
            Holding::Gun => (self.options.guns, self.layout.guns().len()),
            Holding::Empty => (0, 0),
        };
        all.saturating_sub(placed)
    }

    fn says(&self) -> String {
        let Some(pen) = self.pen else {
            let entries = self.layout.entries();
            return format!("You hide {}.", entries.join("; "));
        };
        let (houses, guns) = (self.left(Holding::House), self.left(Holding::Gun));
        format!("Touch a dot to put a {pen} there. Houses left: {houses}, guns left: {guns}.")
    }

    /// Returns the draft with this layout and pen.
    fn draft(&self, layout: Layout, pen: Option<Holding>) -> String {
        let then = Drafting { options: self.options, layout, pen: None };
        let pen = then.next(pen).filter(|pen| Some(*pen) != then.next(None));
        let pen = pen.map(|pen| format!("{PEN}{pen}")).unwrap_or_default();
        if then.layout == Layout::default() && pen.is_empty() {
            return pen;
        }
        then.layout.entries().join("; ") + &pen
    }

    fn offer(&self, hand: &mut Hand) {
        let empty = |dot: &Dot| self.layout.at(*dot) == Holding::Empty;
        let (empty, taken): (Vec<Dot>, Vec<Dot>) = self.options.chart.dots().partition(empty);
        let piles = || (self.layout.houses().to_vec(), self.layout.guns().to_vec());
        if let Some(pen) = self.pen {
            for dot in empty {
                let (mut houses, mut guns) = piles();
                let pile = if pen == Holding::House { &mut houses } else { &mut guns };
                pile.push(dot);
                let draft = self.draft(Layout::new(houses, guns), self.pen);
                hand.offer(spot(dot), format!("put a {pen} on {dot}"), draft);
            }
        }
        self.offer_pens(hand);
        for dot in taken {
            let what = self.layout.at(dot);
            hand.mark(spot(dot), if what == Holding::House { "house" } else { "gun" }, "");
            let (mut houses, mut guns) = piles();
            houses.retain(|other| *other != dot);
            guns.retain(|other| *other != dot);
            let draft = self.draft(Layout::new(houses, guns), self.pen);
            hand.offer(spot(dot), format!("take up the {what} on {dot}"), draft);
        }
    }

    fn offer_pens(&self, hand: &mut Hand) {
        for pen in [Holding::House, Holding::Gun].into_iter().filter(|pen| self.left(*pen) > 0) {
            let at = Spot::Button(pen.to_string());
            let left = self.left(pen);
            if self.pen == Some(pen) {
                hand.mark(at, "pen", left.to_string());
            } else {
                let draft = self.draft(self.layout.clone(), Some(pen));
                hand.labelled(at, format!("{pen} {left}"), format!("put {pen}s"), draft);
            }
        }
    }
}
