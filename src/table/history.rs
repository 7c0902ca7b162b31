//! Reconstructs, for replays, the table after earlier turns: as everyone saw it, and as seen by
//! each seat whose setup the file reveals.

use super::any::kind_of;
use super::boxes::OpenedBoxes;
use super::{OpenError, Table};
use crate::crypto::Seed;
use crate::rules::scene::Scene;
use crate::rules::{Game, Private, Seat, Setup, Show};
use crate::turnfile::{Turn, TurnFile};

/// The table after a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    /// Number of the turn.
    pub turn: u32,
    /// The table as everyone saw it.
    pub public: Scene,
    /// The table as seen by each seat that has sealed its setup by this turn, if the file also
    /// reveals that setup.
    pub seen: Vec<(Seat, Scene)>,
}

/// Returns the table after each turn of a game, up to the first invalid turn. If a turn has a
/// breach, it is the last turn included. If there are more than `most` turns, returns only every
/// second table (or every third, and so on) and the table after the last turn.
///
/// A seat's view is included only if the file reveals the setup that the seat sealed and the rules
/// allow that setup.
///
/// # Errors
///
/// Returns [`OpenError`] if the header isn't valid.
pub fn look_back(file: &TurnFile, most: usize) -> Result<Vec<Past>, OpenError> {
    with_game!(kind_of(&file.game)?, G => look_back_at::<G>(file, most))
}

fn look_back_at<G: Game>(file: &TurnFile, most: usize) -> Result<Vec<Past>, OpenError> {
    let start = Table::<G>::new(&file.game).map_err(OpenError::BadHeader)?;
    let mut end = start.clone();
    let _ = file.turns.iter().try_for_each(|turn| end.read(turn));
    // The history also contains a turn with a breach, as its last entry.
    let turns = file.turns.get(..end.history.len()).unwrap_or_default();
    let mut eyes: Vec<Looker<G>> =
        Seat::all(end.count()).filter_map(|seat| end.looker(seat, turns)).collect();
    let step = turns.len().div_ceil(most.max(1)).max(1);
    let mut table = start;
    let mut pasts = Vec::new();
    let hashes = end.history.iter().map(|played| played.hash);
    for ((turn, hash), count) in turns.iter().zip(hashes).zip(1..) {
        let _ = table.read_again(turn, hash);
        if count % step == 0 || count == turns.len() {
            let views =
                eyes.iter_mut().filter_map(|eyes| Some((eyes.own.seat, table.seen_by(eyes)?)));
            let views = views.collect();
            let public = table.position.scene(&table.shown, None);
            pasts.push(Past { turn: turn.number, public, seen: views });
        }
    }
    Ok(pasts)
}

/// The secrets of a seat that has revealed its setup, from which its view is reconstructed.
struct Looker<G: Game> {
    own: Private<G>,
    seed: Seed,
    tried: OpenedBoxes<G>,
}

impl<G: Game> Table<G> {
    /// Returns the secrets of a seat if it has revealed the setup that it sealed, and the rules
    /// allow that setup.
    fn looker(&self, seat: Seat, turns: &[Turn]) -> Option<Looker<G>> {
        let sitting = &self.seats[seat];
        let setup = self.shown.setup(seat)?;
        let seed = turns.iter().filter(|turn| turn.seat == sitting.name).find_map(|turn| turn.seed);
        let seed = Seed::from_bytes(seed?);
        let sound = self.check_setup(seat, &seed, setup).is_ok()
            && setup.faults(&self.options, seat).is_empty();
        let (own, _) = self.secrets(seat, setup, &seed);
        sound.then(|| Looker { own, seed, tried: OpenedBoxes::new() })
    }

    /// Returns the table as this seat saw it; `None` before the seat sealed a setup.
    fn seen_by(&self, eyes: &mut Looker<G>) -> Option<Scene> {
        if self.seats[eyes.own.seat].is_unsealed() {
            return None;
        }
        let disclosed = self.open_boxes(&eyes.seed, &eyes.own, &mut eyes.tried).disclosed;
        let own = Private { disclosed, ..eyes.own.clone() };
        Some(self.position.scene(&self.shown, Some(&own)))
    }
}
