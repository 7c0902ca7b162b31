//! The cheat: it has the keys of its seat, every file, and its own program. It signs versions of
//! its turns after any turn, with any date, lies, and claims.

use chrono::TimeDelta;
use pbem::crypto::{GameId, Identity, Stream, turn_hash};
use pbem::rules::Seat;
use pbem::table::{AnyTable, Intent, Keys, Plan};
use pbem::turnfile::{Bytes32, Header, Moment, Ruling, TurnFile};

use crate::honest::turns_of;
use crate::world::Chance;

/// A cheat in one seat.
pub(crate) struct Cheat {
    keys: Keys,
    name: String,
    /// It usually plays honestly, so that games reach their end.
    pub(crate) tame: bool,
}

impl Cheat {
    pub(crate) fn new(header: &Header, seat: usize, seed: u64) -> Self {
        let bytes = |what: &str| turn_hash(format!("{seed} cheat {what}").as_bytes());
        let short = |what: &str| *bytes(what).first_chunk().expect("it is longer");
        let name = header.seats[seat].clone();
        let seat = Seat(u8::try_from(seat).expect("a few seats"));
        let identity = Identity::from_bytes(&short("identity"));
        let keys = Keys::new(identity, seat, &name, &GameId(header.id()), short("nonce"));
        let table = AnyTable::new(header).expect("a game");
        let mut numbers = Stream::from_seed(bytes("setup"));
        let hides = table.setup_help(seat).is_some();
        let setup = if hides { table.random_setup(seat, &mut numbers) } else { Vec::new() };
        Cheat { keys: Keys { setup, ..keys }, name, tame: !seed.is_multiple_of(3) }
    }

    /// The cheat's setup.
    pub(crate) fn setup(&self) -> &[String] {
        &self.keys.setup
    }

    /// Signs a turn after a known file, or after the start of one.
    pub(crate) fn sign(
        &mut self,
        header: &Header,
        files: &[TurnFile],
        rulings: &[Ruling],
        now: Moment,
        chance: &mut Chance,
    ) -> Option<TurnFile> {
        let mut file = match files.len() {
            0 => TurnFile { game: header.clone(), turns: Vec::new() },
            many if chance.one_in(2) => files[many - 1].clone(),
            many => files[many - 1 - chance.below(many.min(4))].clone(),
        };
        let plays_along = !chance.one_in(if self.tame { 15 } else { 2 });
        let cut = if plays_along { 0 } else { chance.below(4).min(file.turns.len()) };
        file.turns.truncate(file.turns.len() - cut);
        let table =
            if file.turns.is_empty() { AnyTable::new(header).ok()? } else { turns_of(&file)? };
        let standing = table.standing();
        let deadline = standing.deadline.unwrap_or(now);
        let dates = [
            now,
            standing.last_sent,
            deadline - TimeDelta::seconds(1),
            deadline,
            now + TimeDelta::hours(20),
        ];
        let date = if plays_along { 0 } else { chance.below(dates.len()) };
        let sent = dates[date].max(standing.last_sent);
        let due = standing.due == Some(self.keys.seat);
        let mut plan = Plan::new(sent, Intent::any(chance.bytes()));
        if !due && plays_along {
            return None;
        }
        if !due {
            plan = Plan::new(sent.max(deadline), Intent::Claim);
            let after = standing.head();
            plan.ruling = rulings.iter().find(|ruling| ruling.after == after).cloned();
        }
        let mut turn = table.compose(&self.keys, &plan).ok()?.0.turn;
        if due && !plays_along && chance.one_in(3) {
            lie(&mut turn.answer, chance.bytes());
            turn.signature = self.keys.identity.sign_turn(&turn.hash());
        }
        assert_eq!(turn.seat, self.name);
        file.turns.push(turn);
        Some(file)
    }
}

/// Changes an answer.
fn lie(answers: &mut [String], bytes: Bytes32) {
    let words = ["0", "1", "2", "hit", "miss"];
    if let Some(answer) = answers.first_mut() {
        words[usize::from(bytes[0]) % words.len()].clone_into(answer);
    }
}
