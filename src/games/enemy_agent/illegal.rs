//! The reasons why a move isn't possible, one sentence each.

use super::board::Square;
use super::person::Person;
use crate::board::text::joined;

/// Returns the singular if the count is 1, otherwise the plural.
pub(super) fn plural<N: Copy + PartialEq + From<u8>>(
    count: N,
    one: &'static str,
    many: &'static str,
) -> &'static str {
    if count == N::from(1) { one } else { many }
}

/// Why a move or an opening isn't possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Illegal {
    #[error("no order was given; `3 to C3` moves one of your people, `pass` moves no one")]
    Nothing,
    #[error(
        "`{0}` cannot be read as an order; orders look like `3 to C3`, `3 A2-A3-B3 ask`, \
         `I1 to D1 arrest 9`, `ask 9`, `pass`, `wait`; put a semicolon between two orders"
    )]
    Unreadable(String),
    #[error("a turn has at most {0} orders")]
    TooMany(usize),
    #[error("it is not your turn to move")]
    NotYourTurn,
    #[error("`{0}` can only be the last order")]
    NotLast(&'static str),
    #[error("`pass` moves no one, so it can't follow a move; leave `pass` out")]
    PassAfterMove,
    #[error(
        "exactly three of your Travelers begin in the Hotel: write, for example, `hotel 1 4 6`"
    )]
    NotThree,
    #[error("only the first order of your first turn can say who begins in the Hotel")]
    NotFirst,
    #[error("{0} belongs to the other side")]
    NotYours(Person),
    #[error("{0} is out of the game")]
    Gone(Person),
    #[error("{0} has already moved this turn")]
    MovedAlready(Person),
    #[error("{0} has already drawn a card this turn, so {0} can't move again")]
    TriedAlready(Person),
    #[error("{who} is on guard duty in jail for {turns} more {}", plural(*turns, "turn", "turns"))]
    OnDuty { who: Person, turns: u32 },
    #[error("the dice let only {0} {people} move in this turn",
        people = plural(*.0, "person", "people"))]
    NobodyLeft(u8),
    #[error(
        "you can draw at most {0} {cards} in this turn, one for each person that the dice let you \
            move", cards = plural(*.0, "card", "cards"))]
    NoMoreCards(u8),
    #[error("{0} is an Inspector on a checkpoint, where Inspectors can't stay: move {0} first")]
    CircleFirst(Person),
    #[error("{who} is not on the board: name the squares of the path")]
    OffBoard { who: Person },
    #[error("{who} is on {at}: the path must begin there")]
    NotThere { who: Person, at: Square },
    #[error(
        "{who} must move exactly {wanted} {}, not {read} (if the square at the end of the count is \
            occupied, continue to the next empty square)", plural(*wanted, "square", "squares"))]
    Count { who: Person, wanted: usize, read: usize },
    #[error("there is no square {0}")]
    NoSquare(Square),
    #[error(
        "{from} and {to} are not next to each other, so {who} can't step from one to the \
        other"
    )]
    NoStep { who: Person, from: Square, to: Square },
    #[error("{who}'s path must begin on one of these gray squares: {}", joined(exits, ", "))]
    Exit { who: Person, exits: Vec<Square> },
    #[error("Inspectors cannot go through a checkpoint, so {0} stays on your side of the wall")]
    InspectorCrosses(Person),
    #[error(
        "{0} can go through only one doorway in a move, and can't go through a doorway after the \
        last square of the count"
    )]
    OneDoorway(Person),
    #[error(
        "{0} is held in the sentry box until you draw a PASS card: the only possible move is \
         to try the doorway"
    )]
    Held(Person),
    #[error("{who} would be on {square} twice in one turn")]
    Twice { who: Person, square: Square },
    #[error("{who} cannot stop on {square}: it is occupied (continue to the next empty square)")]
    Taken { who: Person, square: Square },
    #[error(
        "{who} has no path of exactly {count} {} to {square} (once any earlier orders have been \
         carried out)",
        plural(*count, "square", "squares"))]
    NoWay { who: Person, square: Square, count: u8 },
    #[error(
        "{0} can't ask now: a Traveler may ask once, after reaching a shaded square in front of \
         an enemy building by exact count"
    )]
    MayNotAsk(Person),
    #[error(
        "an inquiry reveals a passport, so you can't ask while the result of an earlier card, \
            arrest or move over the wall is unknown: write `wait` instead of the inquiry, and ask \
            in your next file"
    )]
    AskUnsure,
    #[error("{0} is an Inspector; only Travelers can ask")]
    InspectorAsks(Person),
    #[error("{0} is not an Inspector; only Inspectors can arrest")]
    NoInspector(Person),
    #[error("{who} is not on {square}, so you can't arrest {who} there")]
    NotOnSquare { who: Person, square: Square },
    #[error("name the person to arrest on {0}: `arrest` and a number")]
    ArrestWhom(Square),
    #[error("an Inspector can only arrest on the square where the exact count ends, not beyond it")]
    NotExact,
    #[error("this game allows no arrests on a sentry box square")]
    SentrySafe,
    #[error(
        "{by} ends the count on {who}'s square, so the house rules of this game require an arrest: \
         write `arrest {who}` after the path"
    )]
    MustArrest { by: Person, who: Person },
    #[error(
        "{0} isn't carrying the plan; only an Agent who is bringing it home can go over the wall"
    )]
    NoPlan(Person),
    #[error("you can go over the wall only with doubles (1-1, 2-2, 3-3)")]
    NoDoubles,
    #[error("{who} must reach the path along the wall in at most {most} steps to go over the wall")]
    TooFarToWall { who: Person, most: usize },
    #[error(
        "{square} is not on the path along the wall, so {who} can't go over the wall from there"
    )]
    NotAtWall { who: Person, square: Square },
    #[error(
        "your orders need no answer, card or passport from your opponent, so there is nothing to \
            wait for: leave `wait` out"
    )]
    NothingToWaitFor,
    #[error(
        "`wait` keeps the turn open, but you will have no move or inquiry left: leave `wait` out"
    )]
    NoUseToWait,
    #[error(
        "your opponent doesn't have to answer this inquiry, so your turn can't end with it: add \
            your other orders, or `pass`"
    )]
    NothingOwed,
    #[error("the turn will be over before this order")]
    TooLate,
    #[error(
        "in this game you must move as many people as the dice say, and {} can still move",
        .0.number_and_name()
    )]
    MustMove(Person),
    #[error("the turn opens a seal with a value that the rules don't allow")]
    BadOpening,
}
