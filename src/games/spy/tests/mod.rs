//! The rules of Spy!, each tested separately, then whole games.

mod answers;
mod counting;
mod guessing;
mod networks;
mod playing;
mod seeing;
mod setups;
mod table;
mod touching;
mod whole_games;

use super::Spy;
use super::moves::Move;
use super::network::Network;
use super::notation::{name, parse_name, parse_network};
use super::options::Options;
use super::spaces::Spaces;
use crate::board::Square;
use crate::games::conformance;
use crate::rules::Seat;
use table::Table;

const ALICE: Seat = Seat::OPENER;
const BOB: Seat = Seat::JOINER;

/// The network of the test vector in the rules. Its lines have the lengths 2 1 3 5 6 4.
const REAL: &str = "5F 5D 6D 6A 1A 1G 5G";
/// Another network with the same hot spaces: its two-unit line is moved one unit to the right.
const SAME: &str = "5E 5G 1G 1A 6A 6D 5D";
/// A network with other hot spaces.
const OTHER: &str = "8C 8D 3D 3H 9H 9F 6F";

fn options(set: &[(&str, &str)]) -> Options {
    conformance::options::<Spy>(set, 2)
}

fn network(text: &str) -> Network {
    parse_network(text).expect("a network as tests write it")
}

fn mv(text: &str) -> Move {
    Move::canonical(text).expect("a move as files hold it")
}

fn space(text: &str) -> Square {
    parse_name(text).expect("a space")
}

fn corners(network: &Network) -> Vec<Square> {
    network.to_string().split(' ').map(space).collect()
}

fn names(spaces: Spaces) -> Vec<String> {
    spaces.iter().map(name).collect()
}
