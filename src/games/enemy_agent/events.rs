//! What happens at the table, and why a move cannot be made, each in one sentence.

use std::fmt;

use crate::board::Square;
use crate::games::Seat;

use super::board::{join, name, side_name};
use super::orders::Order;
use super::person::{Person, Role};
use super::setup::{Secret, describe};
use super::state::{Card, Throw};

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// who begins, and what both threw if it was drawn
    First {
        /// the one who begins
        seat: Seat,
        /// the last throws of both
        rolls: Option<[u8; 2]>,
    },
    /// the dice of a turn
    Threw(Seat, Throw),
    /// somebody walked, as it was written, and stands there
    Walked {
        /// who
        who: Person,
        /// his path
        path: Vec<Square>,
    },
    /// nobody is moved any more
    Passed(Seat),
    /// a card was drawn
    Card {
        /// for whom
        who: Person,
        /// what it said
        card: Card,
        /// where he is now
        at: Square,
    },
    /// an inquiry; his Passport was shown
    Asked {
        /// the Traveler
        who: Person,
        /// the building, 1 to 4
        building: u8,
        /// what his Passport says; `None` before it is shown
        role: Option<Role>,
    },
    /// what an Agent was told
    Told {
        /// the Agent
        who: Person,
        /// the building, 1 to 4
        building: u8,
        /// IS or IS NOT
        is: bool,
    },
    /// an arrest that turned out right
    Arrested {
        /// the Agent
        who: Person,
        /// the Inspector
        by: Person,
        /// the building that a plan he carried went back to
        back: Option<u8>,
    },
    /// an arrest of a Tourist
    FalseArrest {
        /// the Tourist
        who: Person,
        /// the Inspector
        by: Person,
        /// which false arrest of that side it was
        count: u8,
    },
    /// the plan is brought home
    Home {
        /// the Agent
        who: Person,
        /// over the Wall, not through a Doorway
        over: bool,
    },
    /// an order could not be carried out
    Void {
        /// which
        order: Order,
        /// why
        why: Illegal,
    },
    /// a card ended the turn before these orders
    Cut(Vec<Order>),
    /// a seat has shown its setup
    Revealed(Seat, Secret),
    /// a seat has resigned
    Resigned(Seat),
    /// both agreed on a draw
    DrawAgreed,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::First { seat, rolls: Some([one, two]) } => {
                write!(f, "{} throws {one}, {} throws {two}: {seat} begins", Seat(0), Seat(1))
            }
            Event::First { seat, rolls: None } => write!(f, "{seat} begins, as agreed"),
            Event::Threw(seat, Throw { people, squares }) => {
                write!(
                    f,
                    "{seat} throws {people} {}, {squares} {} each",
                    plural(*people, "person", "people"),
                    plural(*squares, "square", "squares")
                )
            }
            Event::Walked { who, path } => write!(f, "{} moves {who} {}", who.seat(), join(path)),
            Event::Passed(seat) => write!(f, "{seat} passes"),
            Event::Card { who, card: Card::Pass, at } => {
                write!(f, "the card for {who} was PASS: {who} goes on to {}", name(*at))
            }
            Event::Card { who, card: Card::Stop, at } => {
                write!(
                    f,
                    "the card for {who} was DO NOT PASS: {who} waits in the sentry box, {}",
                    name(*at)
                )
            }
            Event::Asked { who, building, role } => {
                let seat = who.seat();
                write!(f, "{seat} asks with {who}")?;
                if let Some(role) = role {
                    write!(f, ", {}", if *role == Role::Agent { "an AGENT" } else { "a TOURIST" })?;
                }
                write!(f, ", for the plan in {} {building}", side_name(seat.other()))?;
                if *role == Some(Role::Tourist) {
                    write!(f, ", and is told nothing")
                } else {
                    Ok(())
                }
            }
            Event::Told { who, building, is: true } => {
                write!(
                    f,
                    "the plan IS in {} {building}: {who} takes it",
                    side_name(who.seat().other())
                )
            }
            Event::Told { who, building, is: false } => {
                write!(
                    f,
                    "the plan IS NOT in {} {building}, {who} is told",
                    side_name(who.seat().other())
                )
            }
            Event::Arrested { who, by, back } => {
                write!(f, "{by} arrests {who}, an AGENT, who is out of the game")?;
                match back {
                    Some(building) => {
                        write!(f, "; the plan goes back to {} {building}", side_name(by.seat()))
                    }
                    None => Ok(()),
                }
            }
            Event::FalseArrest { who, by, count } if count.is_multiple_of(2) => {
                write!(
                    f,
                    "{by} arrests {who}, a TOURIST: false arrest {count} of {}, {by} is out of the game",
                    by.seat()
                )
            }
            Event::FalseArrest { who, by, count } => {
                write!(
                    f,
                    "{by} arrests {who}, a TOURIST: false arrest {count} of {}, two turns of guard duty in jail",
                    by.seat()
                )
            }
            Event::Home { who, over: true } => write!(f, "{who} goes over the wall with the plan"),
            Event::Home { who, over: false } => {
                write!(f, "{who} goes through the doorway with the plan")
            }
            Event::Void { order, why } => write!(f, "`{order}` is void: {why}"),
            Event::Cut(orders) => {
                let orders: Vec<String> = orders.iter().map(|order| format!("`{order}`")).collect();
                write!(f, "that ends the turn; void: {}", orders.join(", "))
            }
            Event::Revealed(seat, secret) => write!(f, "{seat} had {}", describe(secret)),
            Event::Resigned(seat) => write!(f, "{seat} resigns"),
            Event::DrawAgreed => f.write_str("a draw is agreed"),
        }
    }
}

/// The word for one, or the word for several.
pub(super) fn plural(count: u8, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// Why a move cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each says what it means")]
pub enum Illegal {
    #[error("no order was given; `3 to C3` moves one of your people, `pass` moves nobody")]
    Nothing,
    #[error(
        "`{0}` cannot be read as an order; orders look like `3 to C3`, `3 A2-A3-B3 ask`, `I1 to D1 arrest 9`, `ask 9`, `pass`, `wait`"
    )]
    Unreadable(String),
    #[error("at most {0} orders can stand in one file")]
    TooMany(usize),
    #[error("it is not your turn to move")]
    NotYourTurn,
    #[error("`{0}` can only be the last order")]
    NotLast(&'static str),
    #[error("`pass` moves nobody, so it cannot stand behind a move; leave it out")]
    PassAfterMove,
    #[error("{0} belongs to the other side")]
    NotYours(Person),
    #[error("{0} is out of the game")]
    Gone(Person),
    #[error("{0} has already moved in this turn")]
    MovedAlready(Person),
    #[error("{0} drew a card in this turn and does not move again before the next")]
    TriedAlready(Person),
    #[error("{who} is on guard duty in jail for {turns} more {}", if *turns == 1 { "turn" } else { "turns" })]
    OnDuty { who: Person, turns: u32 },
    #[error("the dice let {0} of the people move in this turn, and that many have")]
    NobodyLeft(u8),
    #[error(
        "at most {0} cards can be drawn in this turn, one for each of the people that the dice let move"
    )]
    NoMoreCards(u8),
    #[error("{0} is an Inspector on a checkpoint, where he may not remain: move him first")]
    CircleFirst(Person),
    #[error("{}", .at.map_or_else(|| format!("{who} is not on the board: name the squares he steps on"), |at| format!("{who} is on {}: his path must begin there", name(at))))]
    NotThere { who: Person, at: Option<Square> },
    #[error("{who} must move exactly {wanted} {}, not {read} (more only from a square that is taken, to the next empty one)", if *wanted == 1 { "square" } else { "squares" })]
    Count { who: Person, wanted: usize, read: usize },
    #[error("there is no square {0}")]
    NoSquare(String),
    #[error("{} and {} are not next to each other on {who}'s way", name(*from), name(*to))]
    NoStep { who: Person, from: Square, to: Square },
    #[error("{who} can only leave by a gray square: {}", list(exits))]
    Exit { who: Person, exits: Vec<Square> },
    #[error("Inspectors cannot go through a checkpoint, so {0} stays on his side")]
    InspectorCrosses(Person),
    #[error("{0} can go through one doorway in a move, and not when his count is over")]
    OneDoorway(Person),
    #[error(
        "{0} is held in the sentry box until a PASS card is drawn for him: all he can do is try the doorway"
    )]
    Detained(Person),
    #[error("{who} would come to {} twice in one turn", name(*square))]
    Twice { who: Person, square: Square },
    #[error("{who} cannot stop on {}: it is taken (go on to the next empty square)", name(*square))]
    Taken { who: Person, square: Square },
    #[error(
        "{who} has no way of exactly {count} {} to {}, the orders before reckoned in; `pbem show GAME --moves {who}` lists his ways without them",
        plural(*count, "square", "squares"),
        name(*square)
    )]
    NoWay { who: Person, square: Square, count: u8 },
    #[error(
        "{0} may not ask now: he must have reached a shaded square before a building of the other side by exact count, and ask once"
    )]
    MayNotAsk(Person),
    #[error(
        "an inquiry shows a passport, so no card, arrest or walk over the wall may be unsettled before it: put `wait` before it and ask in your next file"
    )]
    AskUnsure,
    #[error("{0} is an Inspector; only Travelers can ask")]
    InspectorAsks(Person),
    #[error("{0} is no Inspector; only Inspectors can arrest")]
    NoInspector(Person),
    #[error("{who} is not on {}, so he cannot be arrested there", name(*square))]
    NotOnSquare { who: Person, square: Square },
    #[error("say whom to arrest on {}: `arrest` and a number", name(*.0))]
    ArrestWhom(Square),
    #[error("arrests are made on the square that the count ends on, not further on")]
    NotExact,
    #[error("nobody can be arrested on a sentry box square in this game")]
    SentrySafe,
    #[error(
        "{by} ends his count on {who}'s square and must arrest him in this game: write `arrest {who}` behind the path"
    )]
    MustArrest { by: Person, who: Person },
    #[error("{0} does not carry the plan; only an Agent who brings it home can go over the wall")]
    NoPlan(Person),
    #[error("the wall is climbed with doubles only (1-1, 2-2, 3-3)")]
    NoDoubles,
    #[error("{who} must reach the path along the wall in at most {most} steps to go over it")]
    TooFarToWall { who: Person, most: usize },
    #[error("{} is not on the path along the wall, so {who} cannot go over there", name(*square))]
    NotAtWall { who: Person, square: Square },
    #[error(
        "nothing in this file needs an answer, a card or a passport of the other side, so there is nothing to wait for: leave `wait` out"
    )]
    NothingToWaitFor,
    #[error(
        "`wait` keeps the turn open, but you will have nobody left to move and nothing left to ask: leave it out"
    )]
    NoUseToWait,
    #[error("no answer is owed for this inquiry: write your other orders behind it, or `pass`")]
    NothingOwed,
    #[error("the turn will be over before it comes to that")]
    TooLate,
    #[error("in this game as many people as the dice say must move, and {0} still can")]
    MustMove(Person),
    #[error("no such item of that seat can have that value")]
    BadOpening,
}

fn list(squares: &[Square]) -> String {
    squares.iter().map(|&square| name(square)).collect::<Vec<_>>().join(", ")
}
