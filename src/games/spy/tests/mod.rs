//! The rules of Spy!, each tried by itself, then whole games.

mod answers;
mod desk;
mod games;
mod guessing;
mod knowing;
mod networks;
mod playing;
mod seeing;
mod setups;

use crate::games::conformance;

use super::network::Network;
use super::notation::{name, parse_network};
use super::options::Options;
use super::{Spy, spaces::Spaces};

/// The network of the rules' test vector, lines 2 1 3 5 6 4.
const REAL: &str = "5F 5D 6D 6A 1A 1G 5G";
/// Another with the same hot spaces: its two-unit line is moved one unit to the right.
const SAME: &str = "5E 5G 1G 1A 6A 6D 5D";
/// A network with other hot spaces.
const OTHER: &str = "8C 8D 3D 3H 9H 9F 6F";

fn options(set: &[(&str, &str)]) -> Options {
    conformance::options::<Spy>(set, 2)
}

fn network(text: &str) -> Network {
    parse_network(text).expect("a network as tests write it")
}

fn names(spaces: Spaces) -> Vec<String> {
    spaces.iter().map(name).collect()
}
