//! Moves and setups by touching.

use super::Espionage;
use super::state::State;
use crate::rules::Pointing;

impl Pointing<Espionage> for State {}
