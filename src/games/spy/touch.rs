//! Drafting questions, guesses and networks by selecting spaces.

use super::legal::Illegal;
use super::moves::{Move, Span};
use super::network::Network;
use super::notation::{listed, name, read_spaces};
use super::options::Options;
use super::position::State;
use super::scene::field;
use super::search::leads_on;
use super::{Seen, Spy};
use crate::board::Square;
use crate::board::text::joined;
use crate::rules::scene::{Cell, Role};
use crate::rules::{Hand, Numbers, Pointing, Seat, Spot, sentences};

const GUESS: &str = "guess";
const DECLINE: &str = "decline";
/// The points that a guess wins or loses, shown before the player signs the guess.
const STAKES: &str = "A guess ends the game: 1 point for you if right, 2 for your opponent if \
    wrong; 3 if both of you guess and only one is right.";
/// Follows the first end of a row in a draft if the player hasn't selected the other end yet.
const TO: char = '-';

/// Maximum number of lines to draw when checking which corners lead to a network. A corner that
/// needs more lines is offered anyway.
const PATIENCE: u32 = 100_000;

impl Pointing<Spy> for State {
    fn touch(seen: Seen<'_>, draft: &str) -> Option<Hand> {
        let options = &seen.position.options;
        let allows = |mv: &Move| seen.judge(mv).is_ok();
        // If an open guess is allowed, the only error in this empty guess is that it has no
        // corners.
        let guess = seen.judge(&Move::Guess(None));
        let guesses = matches!(guess, Ok(()) | Err(Illegal::NoCorners));
        let declines = allows(&Move::Decline);
        let asks = allows(&Move::Ask(Span::one(Square::new(0, 0))));
        let mut hand = match draft.strip_prefix(GUESS) {
            _ if draft == DECLINE && declines => Hand::new(true, DECLINE, "You make no guess."),
            Some(rest) if guesses => {
                let corners = corners(rest)?;
                let mut hand = drawn(options, &corners, GUESS);
                hand.says = format!("{STAKES} {}", hand.says);
                draw(&mut hand, options, "other", &corners, "guess ");
                return Some(hand);
            }
            None if draft.is_empty() && !asks => {
                Hand::new(false, GUESS, "Guess your opponent's whole network, or decline.")
            }
            None if asks => ask(seen, draft)?,
            _ => return None,
        };
        if declines && draft != DECLINE {
            hand.button(DECLINE, "make no guess", DECLINE);
        }
        if guesses && !draft.ends_with(TO) {
            hand.button(GUESS, "draw your opponent's whole network", GUESS);
        }
        Some(hand)
    }

    fn touch_setup(
        options: &Options,
        _seat: Seat,
        draft: &str,
        _numbers: &mut dyn Numbers,
    ) -> Option<Hand> {
        let corners = corners(draft)?;
        let mut hand = drawn(options, &corners, "hide");
        draw(&mut hand, options, "own", &corners, "");
        let cell = |space| Cell::new("·", Role::Plain).named(name(space)).tip(name(space));
        hand.boards = vec![field("own", "YOUR NETWORK", options.grid, cell)];
        Some(hand)
    }
}

fn corners(draft: &str) -> Option<Vec<Square>> {
    if draft.trim().is_empty() { Some(Vec::new()) } else { read_spaces(draft) }
}

/// Returns a hand that describes the network drawn so far.
fn drawn(options: &Options, corners: &[Square], verb: &str) -> Hand {
    let network = Network::new(corners.to_vec());
    let faults = network.faults(options);
    if faults.is_empty() {
        return Hand::new(true, verb, format!("You {verb} {network}."));
    }
    let Some(last) = corners.last() else {
        return Hand::new(false, verb, "Select the space where the network begins.");
    };
    let left = network.lengths_left(options).filter(|left| !left.is_empty());
    let says = left.map_or_else(
        || sentences(&faults),
        |left| format!("From {}, draw the remaining lines: {} units.", name(*last), listed(left)),
    );
    Hand::new(false, verb, says)
}

/// Offers spaces to select. Selecting a space draws a line to it, or removes the last line.
fn draw(hand: &mut Hand, options: &Options, board: &'static str, corners: &[Square], before: &str) {
    let spot = |space: Square| Spot::on(board, &name(space));
    let text = |corners: &[Square]| {
        format!("{before}{}", listed(corners.iter().map(|corner| name(*corner)))).trim().to_owned()
    };
    for space in Network::new(corners.to_vec()).hot().iter() {
        hand.mark(spot(space), "line", "");
    }
    for (corner, at) in corners.iter().zip(1..) {
        hand.mark(spot(*corner), "corner", at.to_string());
    }
    if corners.len() > 1 {
        hand.lines.push(corners.iter().map(|corner| spot(*corner)).collect());
    }
    for space in leads_on(options, corners, PATIENCE) {
        let verb = if corners.is_empty() { "begin at" } else { "draw a line to" };
        let more = [corners, &[space]].concat();
        hand.offer(spot(space), format!("{verb} {}", name(space)), text(&more));
    }
    match corners {
        [] => {}
        [first] => hand.offer(spot(*first), format!("take back {}", name(*first)), text(&[])),
        [before @ .., last] => {
            hand.offer(spot(*last), format!("take back the line to {}", name(*last)), text(before));
        }
    }
}

/// Returns the choices for a draft of a question. Selecting a space asks about that space or, after
/// `4C-`, about a row that begins at 4C.
fn ask(seen: Seen<'_>, draft: &str) -> Option<Hand> {
    let spaces = corners(draft)?;
    let span = match *spaces.as_slice() {
        [] => None,
        [one] => Some(Span::one(one)),
        [from, to] => Some(Span::between(from, to).ok()?),
        _ => return None,
    };
    let allows = |span: Span| seen.judge(&Move::Ask(span)).is_ok();
    let start = spaces.first().copied().filter(|_| draft.ends_with(TO) && spaces.len() == 1);
    let says = match (span, start) {
        (None, _) => "Select a space to ask about it.".to_owned(),
        (_, Some(start)) => format!(
            "Select the other end of the row that begins at {}. {}",
            name(start),
            rows_left(seen)
        ),
        (Some(span), None) if span.len() > 1 => {
            let (uses, left) = (span.len(), rows_left(seen));
            format!("You ask about {span}. That uses up a square numbered {uses}. {left}")
        }
        (Some(span), None) => format!("You ask about {span}."),
    };
    let is_ready = start.is_none() && span.is_some_and(allows);
    let mut hand = Hand::new(is_ready, "ask", says);
    for space in span.into_iter().flat_map(Span::spaces) {
        hand.mark(on_other(space), if start.is_some() { "from" } else { "ask" }, "");
    }
    let rows = |from: Square| {
        let ends = seen.position.options.grid.squares().filter(move |end| *end != from);
        let rows = ends.filter_map(move |end| Some((end, Span::between(from, end).ok()?)));
        rows.filter(|(_, row)| allows(*row))
    };
    if let Some(start) = start {
        for (end, row) in rows(start) {
            hand.offer(on_other(end), format!("ask about {row}"), row.to_string());
        }
        hand.offer(on_other(start), format!("ask only about {}", name(start)), name(start));
        return Some(hand);
    }
    for space in seen.position.options.grid.squares().filter(|space| allows(Span::one(*space))) {
        let (does, draft) = if span == Some(Span::one(space)) {
            (format!("take back the question about {}", name(space)), String::new())
        } else {
            (format!("ask about {}", name(space)), name(space))
        };
        hand.offer(on_other(space), does, draft);
    }
    if let ([from], true) = (spaces.as_slice(), is_ready)
        && rows(*from).next().is_some()
    {
        hand.button("a row", "ask about several spaces from here", format!("{}{TO}", name(*from)));
    }
    Some(hand)
}

/// Returns a sentence such as `Numbers left: 2, 2, 3, 3, 4, 5.`
fn rows_left(seen: Seen<'_>) -> String {
    let left = &seen.position.fields[seen.private.seat.other()].rows_left;
    format!("Numbers left: {}.", joined(left, ", "))
}

fn on_other(space: Square) -> Spot {
    Spot::on("other", &name(space))
}
