//! Moves and setups by touching.

use super::EnemyAgent;
use super::state::State;
use crate::rules::Pointing;

impl Pointing<EnemyAgent> for State {}
