//! A game looked back upon: the table after its turns, as everybody saw it, and as the seats did
//! whose setups the file shows.

use super::any::kind_of;
use super::boxes::Tried;
use super::{OpenError, Table};
use crate::crypto::Seed;
use crate::rules::scene::Scene;
use crate::rules::{Game, Private, Seat, Setup, Show};
use crate::turnfile::{Turn, TurnFile};

/// The table as it was after a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    /// which turn
    pub turn: u32,
    /// as everybody saw it
    pub public: Scene,
    /// as the seats saw it that had hidden a setup by then and have shown it since
    pub seen: Vec<(Seat, Scene)>,
}

/// The tables of a game after its turns, up to the first that cannot be taken (a breach is the
/// last). Of more turns than `most`, every second, third, ... and the last.
///
/// What a seat saw is told with the setup that the file shows, if that is what the seat sealed and
/// the rules allow it, and with nothing else.
///
/// # Errors
/// [`OpenError`] if the header makes no game.
pub fn look_back(file: &TurnFile, most: usize) -> Result<Vec<Past>, OpenError> {
    with_game!(kind_of(&file.game)?, G => look_back_at::<G>(file, most))
}

fn look_back_at<G: Game>(file: &TurnFile, most: usize) -> Result<Vec<Past>, OpenError> {
    let start = Table::<G>::new(&file.game).map_err(OpenError::BadHeader)?;
    let mut end = start.clone();
    let _ = file.turns.iter().try_for_each(|turn| end.read(turn));
    // A turn that is a breach stands, as the last.
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
            let seen =
                eyes.iter_mut().filter_map(|eyes| Some((eyes.own.seat, table.seen_by(eyes)?)));
            let seen = seen.collect();
            let public = table.position.scene(&table.shown, None);
            pasts.push(Past { turn: turn.number, public, seen });
        }
    }
    Ok(pasts)
}

/// Who has shown its setup, and so can be looked over the shoulder.
struct Looker<G: Game> {
    own: Private<G>,
    seed: Seed,
    tried: Tried<G>,
}

impl<G: Game> Table<G> {
    /// The seat, if the setup that it has shown is the one it sealed and the rules allow it.
    fn looker(&self, seat: Seat, turns: &[Turn]) -> Option<Looker<G>> {
        let sitting = &self.seats[seat];
        let setup = self.shown.setup(seat)?;
        let seed = turns.iter().filter(|turn| turn.seat == sitting.name).find_map(|turn| turn.seed);
        let seed = Seed::from_bytes(seed?);
        let sound = self.check_setup(seat, &seed, setup).is_ok()
            && setup.faults(&self.options, seat).is_empty();
        let (sealed, _) = self.sealed_by(seat, &seed);
        let own = Private { sealed, ..Private::new(seat, setup.clone()) };
        sound.then(|| Looker { own, seed, tried: Tried::new() })
    }

    /// The table as such a seat saw it; `None` before it had hidden a setup.
    fn seen_by(&self, eyes: &mut Looker<G>) -> Option<Scene> {
        if self.seats[eyes.own.seat].is_unsealed() {
            return None;
        }
        let told = self.open_boxes(&eyes.seed, &eyes.own, &mut eyes.tried).told;
        let own = Private { told, ..eyes.own.clone() };
        Some(self.position.scene(&self.shown, Some(&own)))
    }
}
