//! What a turn file says: one game, every turn so far, and perhaps a claim.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::rules::{OptionMap, Seat};

/// Thirty-two bytes: a hash, a seal, a salt, a key, a link, a seed.
pub type Bytes32 = [u8; 32];

/// A moment, to the second.
pub type Moment = DateTime<Utc>;

/// A whole turn file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnFile {
    /// `[game]`
    pub game: Header,
    /// `[[turn]]`, numbered from 1 without a gap
    pub turns: Vec<Turn>,
    /// `[claim]`
    pub claim: Option<Claim>,
}

/// `[game]`: who plays what. Its hash is the game's id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// which game
    pub kind: String,
    /// who plays, in the order of the seats
    pub seats: Vec<String>,
    /// when it was opened
    pub created: Moment,
    /// makes the id of every game its own
    pub nonce: [u8; 16],
    /// the seat that begins, where the players have agreed on it (a rematch) and it is not drawn
    pub first: Option<String>,
    /// every option of the game, `days-per-turn` among them
    pub options: OptionMap,
    /// the keys of seats that were known when the game was opened: nobody else can take them
    pub keys: BTreeMap<String, Bytes32>,
}

impl Header {
    /// The seat of this name.
    pub fn seat(&self, name: &str) -> Option<Seat> {
        let at = self.seats.iter().position(|seat| seat == name)?;
        u8::try_from(at).ok().map(Seat)
    }
}

/// `[[turn]]`: what one seat mailed. An empty list and an absent key are the same; a file never
/// holds an empty one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// counted from 1
    pub number: u32,
    /// who made it
    pub seat: String,
    /// when, by the clock of the player
    pub sent: Moment,
    /// the hash of the turn before; of turn 1, the game id
    pub after: Bytes32,
    /// the hashes of turns of this number that it takes back
    pub instead: Vec<Bytes32>,
    /// the next link of the seat's chain
    pub link: Option<Bytes32>,
    /// the seat's public key, in its first turn
    pub key: Option<Bytes32>,
    /// the tip of the seat's chain, in its first turn
    pub tip: Option<Bytes32>,
    /// the player's name for people, in any script, in his first turn
    pub name: Option<String>,
    /// where mail reaches him, in his first turn
    pub mail: Option<String>,
    /// the seals of the setup, in the order of the sheet
    pub setup: Vec<Bytes32>,
    /// the eyes of the setup (Espionage), in the same order
    pub eyes: Vec<Bytes32>,
    /// answers, in the order of the questions
    pub answer: Vec<String>,
    /// what proves answers that are proved by a token (Espionage)
    pub tokens: Vec<Bytes32>,
    /// the move
    pub moves: Vec<String>,
    /// the seal of the part of the move that is opened later (Spy!)
    pub seal: Option<Bytes32>,
    /// boxes for the opponent (Espionage), one after the other
    pub boxes: Vec<u8>,
    /// openings, `item value`
    pub open: Vec<String>,
    /// a salt for each of `open`
    pub salts: Vec<Bytes32>,
    /// what is offered beside the move: `draw`
    pub offer: Option<String>,
    /// a line to the other players
    pub note: Option<String>,
    /// the seed of all salts of the seat, at the reveal
    pub seed: Option<Bytes32>,
    /// the setup, at the reveal
    pub reveal: Vec<String>,
    /// over the hash of all the rest
    pub signature: [u8; 64],
}

impl Turn {
    /// A turn that holds nothing yet, and is not signed.
    pub fn blank(number: u32, seat: &str, sent: Moment, after: Bytes32) -> Self {
        Turn {
            number,
            seat: seat.to_owned(),
            sent,
            after,
            instead: Vec::new(),
            link: None,
            key: None,
            tip: None,
            name: None,
            mail: None,
            setup: Vec::new(),
            eyes: Vec::new(),
            answer: Vec::new(),
            tokens: Vec::new(),
            moves: Vec::new(),
            seal: None,
            boxes: Vec::new(),
            open: Vec::new(),
            salts: Vec::new(),
            offer: None,
            note: None,
            seed: None,
            reveal: Vec::new(),
            signature: [0; 64],
        }
    }
}

/// `[claim]`: a note after the last turn that somebody has let his deadline pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// who claims
    pub seat: String,
    /// when, by his clock
    pub sent: Moment,
    /// the hash of the last turn
    pub after: Bytes32,
    /// over the rest
    pub signature: [u8; 64],
}
