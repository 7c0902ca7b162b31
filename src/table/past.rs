//! A game looked back upon: the table after its turns, as everybody saw it, and as the seats did
//! whose setups the file shows.

use super::open::kind_of;
use super::post::Tried;
use super::read::seal_from_seed;
use super::{OpenError, Table};
use crate::crypto::Seed;
use crate::games::scene::Scene;
use crate::games::{Own, Rules, Seat, Visitor};
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
    kind_of(&file.game)?.visit(LookBack { file, most })
}

struct LookBack<'a> {
    file: &'a TurnFile,
    most: usize,
}

impl Visitor for LookBack<'_> {
    type Output = Result<Vec<Past>, OpenError>;

    fn visit<R: Rules>(self) -> Self::Output {
        let start = Table::<R>::new(&self.file.game).map_err(OpenError::BadHeader)?;
        let mut end = start.clone();
        let _ = self.file.turns.iter().try_for_each(|turn| end.read(turn));
        // A turn that is a breach stands, as the last.
        let turns = self.file.turns.get(..end.history.len()).unwrap_or_default();
        let mut shown: Vec<Shown<R>> =
            Seat::all(end.seats()).filter_map(|seat| end.shown(seat, turns)).collect();
        let step = turns.len().div_ceil(self.most.max(1)).max(1);
        let mut table = start;
        let mut pasts = Vec::new();
        for (turn, count) in turns.iter().zip(1..) {
            let _ = table.read_again(turn);
            if count % step == 0 || count == turns.len() {
                let seen = shown
                    .iter_mut()
                    .filter_map(|shown| Some((shown.own.seat, table.seen_by(shown)?)))
                    .collect();
                pasts.push(Past { turn: turn.number, public: R::scene(&table.state, None), seen });
            }
        }
        Ok(pasts)
    }
}

/// What a seat has shown.
struct Shown<R: Rules> {
    own: Own<R>,
    seed: Seed,
    tried: Tried<R>,
}

impl<R: Rules> Table<R> {
    /// The setup that the seat has shown, if it is the one it sealed and the rules allow it.
    fn shown(&self, seat: Seat, turns: &[Turn]) -> Option<Shown<R>> {
        let place = &self.places[seat];
        let secret = place.revealed.as_ref()?;
        let seed = Seed::from_bytes(
            turns.iter().filter(|turn| turn.seat == place.name).find_map(|turn| turn.seed)?,
        );
        let as_sealed = |item: &R::Item| {
            let (_, seal) =
                seal_from_seed(self, seat, &seed, item, &R::value(&self.state, secret, item));
            place.seal_of(item) == Some(&seal)
        };
        let sound = R::items(&self.state, seat).iter().all(as_sealed)
            && R::check_secret(&self.state, seat, secret).is_empty();
        sound.then(|| Shown { own: Own::new(seat, secret.clone()), seed, tried: Tried::new() })
    }

    /// The table as a seat saw it that has shown its setup since; `None` before it had hidden one.
    fn seen_by(&self, shown: &mut Shown<R>) -> Option<Scene> {
        if !self.has_setup(shown.own.seat) {
            return None;
        }
        let told = self.open_posts(&shown.seed, &shown.own, &mut shown.tried).told;
        let own = Own { told, ..shown.own.clone() };
        Some(R::scene(&self.state, Some(&own)))
    }
}
