//! The position in words.

use super::Private;
use super::kind::{Kind, Kinds};
use super::knowledge::Insight;
use super::scene::{Standing, View, signs};
use super::square::Square;
use super::state::Phase;
use super::step::Stride;
use crate::board::text::joined;
use crate::rules::Seat;

impl View<'_> {
    /// Returns the viewer's secrets; `None` if it isn't the viewer's move.
    fn mover(&self) -> Option<&Private> {
        self.own.filter(|own| self.state.phase == Phase::Moving(own.seat))
    }

    pub(super) fn facts(&self) -> Vec<(String, String)> {
        let facts = [
            ("Deduced", self.what_follows()),
            ("After fights", self.after_fights()),
            ("Can't go back", self.barred()),
            ("Possible draw", self.patience().into_iter().collect()),
        ];
        let rows = facts.into_iter().filter(|(_, texts)| !texts.is_empty());
        rows.map(|(label, texts)| (label.to_owned(), texts.join(", "))).collect()
    }

    fn what_follows(&self) -> Vec<String> {
        let text = |(at, standing): (_, Standing<'_>)| match standing.insight {
            Insight::Follows(kind) if !self.is_own(standing.seat) => {
                Some(format!("{at} is a {}", kind.title()))
            }
            _ => None,
        };
        self.standing().filter_map(text).collect()
    }

    /// Describes each unknown piece about which a fight has revealed more than that the piece can
    /// move.
    fn after_fights(&self) -> Vec<String> {
        let any = Kinds::that(|kind| self.state.options.count(kind) > 0);
        let text = |(at, standing): (_, Standing<'_>)| {
            let Insight::Among(may) = standing.insight else { return None };
            let fought = standing.piece.may != any && standing.piece.may != any.keep(Kind::walks);
            (fought && !self.is_own(standing.seat))
                .then(|| format!("the piece on {at} may be {}", signs(may)))
        };
        self.standing().filter_map(text).collect()
    }

    fn barred(&self) -> Vec<String> {
        let Some(own) = self.mover() else { return Vec::new() };
        let pieces = &self.state.pieces[own.seat];
        let went = self.state.last[own.seat].iter();
        let there = went.filter(|went| {
            pieces.get(&went.piece).is_some_and(|piece| piece.at == Some(went.stride.to))
        });
        there.map(|went| format!("{}-{}", went.stride.to, went.stride.from)).collect()
    }

    fn patience(&self) -> Option<String> {
        let (quiet, limit) = (self.state.quiet, self.state.options.draw_turns);
        let left = (2 * limit).saturating_sub(quiet);
        let turns = match left {
            1 => "turn".to_owned(),
            _ => format!("{left} turns, counting the turns of both players"),
        };
        (limit > 0 && quiet >= limit)
            .then(|| format!("the game is a draw if no piece is removed in the next {turns}"))
    }

    pub(super) fn may(&self) -> Vec<String> {
        let Some(own) = self.mover() else { return Vec::new() };
        let options = &self.state.options;
        let what = match (self.state.own_strides(own, None).is_empty(), options.moves) {
            (true, _) if options.stuck_loses => {
                "pass, since none of your pieces can move; by passing, you lose the game"
            }
            (true, _) => "pass, since none of your pieces can move",
            (false, 1) => "move one piece",
            (false, _) => "move two different pieces",
        };
        vec![what.to_owned()]
    }

    pub(super) fn examples(&self) -> Vec<(String, String)> {
        let Some(own) = self.mover() else { return Vec::new() };
        // An ordinary step goes forward and attacks no one.
        let usual = |first: Option<Stride>| {
            let mut strides = self.state.own_strides(own, first);
            strides.retain(|stride| first.is_none_or(|first| first.to != stride.to));
            let is_forward = |Stride { from, to }: &Stride| {
                (own.seat == Seat::OPENER) == (to.row() > from.row()) && to.row() != from.row()
            };
            let attacks = |stride: &Stride| self.state.fight(own.seat, *stride).is_some();
            strides.into_iter().min_by_key(|stride| (attacks(stride), !is_forward(stride)))
        };
        let first = usual(None);
        let is_double = self.state.options.moves == 2;
        let second = first.filter(|_| is_double).and_then(|first| usual(Some(first)));
        let strides: Vec<Stride> = first.into_iter().chain(second).collect();
        let text = if strides.is_empty() { "pass".to_owned() } else { joined(strides, ", ") };
        vec![(text, String::new())]
    }

    /// Returns the pieces, losses, pencil marks and volcanoes as sentences.
    pub(super) fn list(&self) -> Vec<String> {
        let of_seat = |seat| [Some(self.pieces(seat)), self.lost(seat)];
        let seats = [self.near, self.near.other()].into_iter();
        let mut lines: Vec<String> = seats.flat_map(of_seat).flatten().collect();
        let marks = self.own.into_iter().flat_map(|own| own.notes.signs());
        let marks = joined(marks.map(|(square, sign)| format!("{square} {sign}")), ", ");
        if !marks.is_empty() {
            lines.push(format!("Your marks: {marks}."));
        }
        if !self.state.volcanoes.is_empty() {
            lines.push(format!("Volcanoes: {}.", joined(&self.state.volcanoes, ", ")));
        }
        lines
    }

    /// Lists the pieces of a seat, grouped by what the viewer knows about them.
    fn pieces(&self, seat: Seat) -> String {
        // Each player knows more than the public board shows.
        let unknown = if self.own.is_some() { "Unknown" } else { "Not revealed" };
        let about = |standing: Standing<'_>| {
            let star = if self.just_moved(standing) { ", just moved" } else { "" };
            let known = match standing.insight {
                Insight::Own(kind) | Insight::Shown(kind) => kind.title().to_owned(),
                Insight::Seen(kind) => format!("{}, seen", kind.title()),
                Insight::Follows(kind) => format!("{}, deduced", kind.title()),
                Insight::Among(_) => {
                    let moved = if standing.piece.moved { "has moved" } else { "never moved" };
                    format!("{unknown}, {moved}")
                }
            };
            format!("{known}{star}")
        };
        let mut groups: Vec<(String, Vec<Square>)> = Vec::new();
        for (at, standing) in self.standing().filter(|(_, standing)| standing.seat == seat) {
            let about = about(standing);
            match groups.iter_mut().find(|(words, _)| *words == about) {
                Some((_, squares)) => squares.push(at),
                None => groups.push((about, vec![at])),
            }
        }
        let sentence = |(about, squares)| format!("{about}: {}.", joined(squares, ", "));
        let texts = joined(groups.into_iter().map(sentence), " ");
        let texts = if texts.is_empty() { "None yet." } else { &texts };
        if self.is_own(seat) {
            format!("Your pieces. {texts}")
        } else {
            format!("{seat}'s pieces. {texts}")
        }
    }

    fn lost(&self, seat: Seat) -> Option<String> {
        let count = |kind| (kind, self.state.lost(seat, kind));
        let lost = Kind::pieces().map(count).filter(|&(_, count)| count > 0);
        let lost = joined(lost.map(|(kind, count)| format!("{} x{count}", kind.title())), ", ");
        let whom = if self.is_own(seat) { "you".to_owned() } else { seat.to_string() };
        (!lost.is_empty()).then(|| format!("Lost by {whom}: {lost}."))
    }
}
