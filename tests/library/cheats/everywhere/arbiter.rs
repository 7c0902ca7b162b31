//! Claims in games with an arbiter, and cheats with the arbiter's ruling.

use chrono::Duration;
use pbem::audit::{self, VerdictKind};
use pbem::crypto::key_is_sound;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::{AnyTable, DamageKind, FindingKind, Intent};
use pbem::turnfile::{Arbiter, Reading, Ruling, Turn, TurnFile};

use super::{damaged, mailed};
use crate::cheats::table::{Attempt, Caught, Everywhere};
use crate::play::{Game, fewest, header, identity, need};

pub(super) const CHEATS: &[Everywhere] = &[
    Everywhere(
        Attempt::FalseClaim,
        "claiming the game without the arbiter's ruling, or with a ruling that is forged, too \
         early, or about another turn",
        claim_without_a_ruling,
    ),
    Everywhere(Attempt::FalseClaim, "taking a seat with the arbiter's key", arbiter_takes_a_seat),
    Everywhere(
        Attempt::ExtraKeys,
        "putting a ruling into a turn that isn't a claim",
        ruling_without_a_claim,
    ),
];

/// Grace days of the arbiter in these games.
const GRACE: i64 = 3;

/// Returns a game with an arbiter after eight turns without a reveal.
pub(super) fn game_in_progress(kind: Kind) -> Game {
    let games = (11..60).map(|seed| {
        let mut header = header(kind, fewest(kind), &[], seed);
        header.arbiter = Some(Arbiter {
            key: identity(0, "arbiter").public(),
            grace_days: u32::try_from(GRACE).expect("a few days"),
            name: Some("Spring Cup".to_owned()),
            mail: Some("cup@example.org".to_owned()),
        });
        let mut game = Game::with(header, seed);
        for _ in 0..8 {
            game.step(game.any());
        }
        game
    });
    need(games, 8, "turns come before the first reveal", |game| {
        let before = game.file.turns.iter().take_while(|turn| turn.seed.is_none()).count();
        if game.due().is_some() { before } else { before.min(7) }
    })
}

/// Returns the arbiter's ruling against the current player, at the earliest time.
pub(super) fn ruling(game: &Game) -> Ruling {
    let standing = game.standing();
    let due = standing.due_name().expect("a seat is due");
    let ruled = game.deadline() + Duration::days(GRACE);
    signed(Ruling::blank(game.id().0, standing.turns() + 1, due, standing.head(), ruled))
}

fn signed(mut ruling: Ruling) -> Ruling {
    ruling.signature = identity(0, "arbiter").sign_ruling(&ruling.hash());
    ruling
}

/// Returns a seat's claim with this ruling.
pub(super) fn claim(game: &Game, by: Seat, ruling: &Ruling) -> Turn {
    let mut turn = game.claim(by, ruling.ruled.max(game.deadline()));
    (turn.ruled, turn.ruling) = (Some(ruling.ruled), Some(ruling.signature));
    game.sign(&mut turn);
    turn
}

/// Returns a seat that may claim.
pub(super) fn claimant(game: &Game) -> Seat {
    *game.standing().claimants.first().expect("a player may claim")
}

fn claim_without_a_ruling(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let (by, good) = (claimant(&game), ruling(&game));
    let late = game.standing().due.expect("a seat is due");
    let other = game.standing().names.of(late.other()).to_owned();

    let mut bare = claim(&game, by, &good);
    bare.ruling = None;
    let mut undated = claim(&game, by, &good);
    undated.ruled = None;
    let mut claims = vec![game.claim(by, good.ruled), bare, undated];
    let forged = [
        Ruling { ruled: good.ruled - Duration::seconds(1), ..good.clone() },
        Ruling { game: [7; 32], ..good.clone() },
        Ruling { number: good.number - 1, ..good.clone() },
        Ruling { seat: other, ..good.clone() },
        Ruling { after: game.file.turns[6].hash(), ..good.clone() },
    ];
    claims.extend(forged.into_iter().map(|ruling| claim(&game, by, &signed(ruling))));
    let mut by_claimant = good.clone();
    by_claimant.signature = game.players[by.index()].identity.sign_ruling(&by_claimant.hash());
    claims.push(claim(&game, by, &by_claimant));
    for mut turn in claims {
        game.sign(&mut turn);
        damaged(&game.with_turn(turn.clone()), 9, DamageKind::BadChain);
        let mut with = game.clone();
        assert!(with.mail(turn).is_err());
        with.verdict();
    }

    // This claim with the ruling is valid, whether or not it ends the game.
    let mut game = game.clone();
    let turn = claim(&game, by, &good);
    game.mail(turn).expect("a claim with a ruling");
    let verdict = game.verdict();
    assert!(verdict.findings.is_empty() && verdict.damage.is_none(), "{verdict:?}");
    let ends = if game.due().is_some() && game.standing().claim.is_none() {
        VerdictKind::Open
    } else {
        VerdictKind::Forfeit
    };
    assert_eq!(verdict.kind, ends);
    Caught::Damage(DamageKind::BadChain)
}

/// The arbiter can't play, neither through the header nor by joining.
fn arbiter_takes_a_seat(kind: Kind) -> Caught {
    let mut game = game_in_progress(kind).again();
    let opener = game.file.game.opened_by().to_owned();
    let key = identity(11, &opener).public();
    assert!(key_is_sound(&key));
    let mut header = game.file.game.clone();
    header.arbiter = header.arbiter.map(|arbiter| Arbiter { key, ..arbiter });
    header.keys.insert(opener.clone(), key);
    assert!(AnyTable::new(&header).is_err(), "the header makes no game");
    header.keys.clear();
    let no_deadline = pbem::rules::OptionValue::Number(0);
    let mut endless = header.clone();
    endless.options.insert("days-per-turn".to_owned(), no_deadline);
    assert!(AnyTable::new(&endless).is_err(), "an arbiter needs a deadline");

    game.file.game = header;
    let seat = game.file.game.opening_seat();
    let mut turn = Game::with(game.file.game.clone(), 11).again_bare(seat);
    turn.signature = identity(11, &opener).sign_turn(&turn.hash());
    let file = TurnFile { game: game.file.game.clone(), turns: vec![turn] };
    let verdict = audit::verify(&Reading { file: Some(file.clone()), fault: None });
    crate::second::agrees_on_some(file.write().as_bytes(), &verdict);
    damaged(&file, 1, DamageKind::BadSignature)
}

impl Game {
    /// Returns a first turn that contains only the key of its seat.
    fn again_bare(&self, seat: Seat) -> Turn {
        let name = &self.file.game.seats[seat.index()];
        let mut turn = Turn::blank(1, name, self.file.game.created, self.id().0);
        turn.key = Some(self.players[seat.index()].identity.public());
        turn
    }
}

fn ruling_without_a_claim(kind: Kind) -> Caught {
    let game = game_in_progress(kind);
    let due = game.due().expect("a seat is due");
    let good = ruling(&game);
    let mut kinds = Vec::new();
    for (ruled, signature) in
        [(Some(good.ruled), None), (None, Some(good.signature)), (Some(good.ruled), Some([0; 64]))]
    {
        let mut game = game.clone();
        let mut turn = game.compose(Intent::any([9; 32]));
        (turn.ruled, turn.ruling) = (ruled, signature);
        kinds.push(mailed(&mut game, turn, due));
    }
    assert_eq!(kinds, [FindingKind::IllegalMove; 3]);
    Caught::Arrival(FindingKind::IllegalMove)
}
