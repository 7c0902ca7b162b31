//! Where the bots hide the Master Plan.

use super::super::board::Square;
use super::super::setup::Dossier;
use super::super::{EnemyAgent, Options};
use crate::rules::{Game, Numbers, Seat, Setup};

/// One time in this many the plan is in a random Building, otherwise in a distant one, so that
/// opponents can't rule any out.
const ANYWHERE: u32 = 6;

/// Chooses random Agents, and usually one of the two Buildings that are furthest from the Doorways
/// for the plan, because most people search the nearest first.
pub(super) fn dossier(options: &Options, seat: Seat, numbers: &mut dyn Numbers) -> Dossier {
    let mut dossier = <EnemyAgent as Game>::Setup::random(options, seat, numbers);
    let board = &options.board;
    let doors: Vec<Square> = board
        .squares()
        .filter(|square| board.side(*square) == seat && board.far(*square).is_some())
        .collect();
    let reach = board.reach(&doors);
    let steps = |at: &u8| {
        let steps = board.front(seat, *at).iter().filter_map(|&front| board.steps(&reach, front));
        steps.min()
    };
    let mut buildings: Vec<u8> = (1..=4).collect();
    buildings.sort_by_key(|at| std::cmp::Reverse(steps(at)));
    if numbers.below(ANYWHERE) > 0 {
        buildings.truncate(2);
        dossier.plans = numbers.pick(&buildings).copied().into_iter().collect();
    }
    dossier
}
