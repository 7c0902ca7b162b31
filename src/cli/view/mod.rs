//! Reports of a command's results, for people and for scripts. A view changes nothing.

pub(super) mod new_game;
pub(super) mod news;
pub(super) mod next_game;
pub(super) mod next_steps;
pub(super) mod no_move;
pub(super) mod replay_page;
pub(super) mod rows;
pub(super) mod rules;
pub(super) mod table;
pub(super) mod turn;
pub(super) mod verdict;
