//! Drafting moves by selecting squares.

use super::legal::Illegal;
use super::square::Square;
use super::state::State;
use super::step::{PASS, Stride, Strides, read_one_square};
use super::{Espionage, Seen};
use crate::board::text::joined;
use crate::rules::{Hand, Pointing, Spot};

/// Separates origin and destination in a draft. If a draft ends with this separator, the player
/// hasn't selected the destination yet.
const TO: char = '-';

impl Pointing<Espionage> for State {
    /// The first selection chooses a piece, the second its destination, the third another piece,
    /// and the fourth the other piece's destination.
    fn touch(seen: Seen<'_>, draft: &str) -> Option<Hand> {
        let drafting = Drafting::read(seen, draft)?;
        let judged = seen.judge(&Strides(drafting.strides.clone()));
        let is_ready = judged.is_ok() && drafting.start.is_none() && !draft.is_empty();
        let says = match (drafting.start, drafting.strides.as_slice()) {
            (Some(start), _) => format!("Select where to move the {}.", drafting.piece(start)),
            (None, []) if is_ready => "You pass.".to_owned(),
            (None, []) => "Select the piece to move.".to_owned(),
            (None, strides) if is_ready => format!("You move {}.", joined(strides, ", ")),
            (None, strides) => match &judged {
                Err(Illegal::SecondDue(_)) => {
                    format!("You move {}. Select the second piece.", joined(strides, ", "))
                }
                Err(illegal) => format!("{illegal}."),
                Ok(()) => format!("You move {}.", joined(strides, ", ")),
            },
        };
        let mut hand = Hand::new(is_ready, if draft == PASS { PASS } else { "move" }, says);
        drafting.mark(&mut hand);
        drafting.offer(&mut hand);
        if draft.is_empty() && judged.is_ok() {
            hand.button(PASS, "pass, since nothing can move", PASS);
        }
        Some(hand)
    }
}

fn spot(square: Square) -> Spot {
    Spot::on("board", &square)
}

/// A draft of strides.
struct Drafting<'a> {
    seen: Seen<'a>,
    strides: Vec<Stride>,
    /// Square of the piece whose destination is missing.
    start: Option<Square>,
}

impl<'a> Drafting<'a> {
    fn read(seen: Seen<'a>, draft: &str) -> Option<Self> {
        let words = draft.split(|sign: char| !sign.is_ascii_alphanumeric());
        let words = words.filter(|word| !word.is_empty() && draft != PASS);
        let most = 2 * seen.position.options.moves;
        let squares = words.take(most + 1).map(|word| read_one_square(seen.position, word).ok());
        let squares = squares.collect::<Option<Vec<Square>>>()?;
        let (pairs, odd) = squares.as_chunks();
        let strides = pairs.iter().map(|&[from, to]| Stride { from, to }).collect();
        let drafting = Drafting { seen, strides, start: odd.first().copied() };
        let waits = draft.ends_with(TO);
        (squares.len() <= most && waits == drafting.start.is_some()).then_some(drafting)
    }

    /// Describes the player's own piece on a square: `Captain on D4`.
    fn piece(&self, at: Square) -> String {
        let own = self.seen.private;
        let piece = self.seen.position.piece_on(own.seat, at);
        let kind = piece.map(|(name, _)| own.setup.kind(&self.seen.position.options, name));
        format!("{} on {at}", kind.map_or("piece", |kind| kind.title()))
    }

    /// Returns the strides that can come next. If the draft has all strides of a turn, returns the
    /// strides that can replace the last stride.
    fn nexts(&self) -> Vec<Stride> {
        let earlier = self.earlier_strides();
        self.seen.position.own_strides(self.seen.private, earlier.first().copied())
    }

    /// Returns the strides before the stride that is drafted next.
    fn earlier_strides(&self) -> &[Stride] {
        let most = self.seen.position.options.moves - 1;
        self.strides.get(..most).unwrap_or(&self.strides)
    }

    fn mark(&self, hand: &mut Hand) {
        for (stride, at) in self.strides.iter().zip(["a", "b"]) {
            // Use letters as labels, because numbers would look like ranks.
            let label = if self.seen.position.options.moves > 1 { at } else { "" };
            hand.mark(spot(stride.from), "from", label);
            hand.mark(spot(stride.to), "to", label);
            hand.lines.push(vec![spot(stride.from), spot(stride.to)]);
        }
        if let Some(start) = self.start {
            hand.mark(spot(start), "taken", "");
        }
    }

    fn offer(&self, hand: &mut Hand) {
        let (nexts, earlier) = (self.nexts(), self.earlier_strides());
        let draft = |strides: &[Stride]| joined(strides, ", ");
        let goals = nexts.iter().filter(|stride| Some(stride.from) == self.start);
        for &stride in goals.clone() {
            let fights = self.seen.position.fight(self.seen.private.seat, stride).is_some();
            let verb = if fights { "attack" } else { "go to" };
            let does = format!("{verb} {}", stride.to);
            hand.offer(spot(stride.to), does, draft(&[earlier, &[stride]].concat()));
        }
        let mut pieces: Vec<Square> = nexts.iter().map(|stride| stride.from).collect();
        pieces.dedup();
        for piece in pieces {
            let goal = goals.clone().any(|stride| stride.to == piece);
            if Some(piece) == self.start {
                let does = format!("put back the {}", self.piece(piece));
                hand.offer(spot(piece), does, draft(earlier));
            } else if !goal {
                let before = earlier.first().map(|first| format!("{first}, ")).unwrap_or_default();
                let does = format!("pick up the {}", self.piece(piece));
                hand.offer(spot(piece), does, format!("{before}{piece}{TO}"));
            }
        }
        for (_, at, _) in self.seen.position.on_board(self.seen.private.seat) {
            let why =
                self.seen.position.why_it_stays(self.seen.private, at, earlier.first().copied());
            hand.barred.extend(why.map(|why| (spot(at), why.to_string())));
        }
        let last = self.strides.last().filter(|_| self.start.is_none());
        if let Some(last) = last
            && hand.touches.iter().all(|touch| touch.at != spot(last.to))
        {
            let before = &self.strides[..self.strides.len() - 1];
            hand.offer(spot(last.to), format!("take back {last}"), draft(before));
        }
    }
}
