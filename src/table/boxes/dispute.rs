//! Judges disputes: if a player disputes a box, decides which player broke the rules.

use super::{BoxContents, FOUGHT, PostedBox, name_of};
use crate::crypto;
use crate::rules::{Boxes, Game, Opening, Position, Purpose, Seat};
use crate::table::Table;
use crate::table::finding::{Breach, FindingKind};
use crate::turnfile::{Bytes32, Turn};

/// First word of the entry of `move` in a turn that disputes a box.
pub(in crate::table) const DISPUTE: &str = "dispute";

/// Returns the entry of `move` that disputes a box: `dispute sight 14 D4 E7` for the box of turn 14
/// that shows D4 to E7.
pub(in crate::table) fn dispute_text<G: Game>(post: &PostedBox<G>) -> String {
    let mut text = format!("{DISPUTE} {}", name_of(post.turn, &post.spec));
    for (_, outcome) in &post.spec.given {
        text.push(' ');
        text.push_str(&outcome.to_string());
    }
    text
}

impl<G: Game> Table<G> {
    /// Judges a dispute. The disputing player publishes the piece's secret, so that anyone can open
    /// the box. Returns the breach, because either the player who sent the box or the disputing
    /// player broke the rules.
    pub(in crate::table) fn judge_dispute(
        &self,
        turn: &Turn,
        seat: Seat,
        at: &mut usize,
    ) -> Breach {
        let against_disputer = |message: String| Breach::new(FindingKind::BadBox, message);
        let [text] = turn.moves.as_slice() else {
            return against_disputer(format!("{seat} disputes more than one box"));
        };
        let post =
            self.boxes.iter().find(|post| post.spec.to.seat == seat && dispute_text(post) == *text);
        let Some(post) = post else {
            return against_disputer(format!("{seat} disputes a box that does not exist"));
        };
        let Some((value, secret)) = self.disputed_piece(turn, post, at) else {
            return against_disputer(format!(
                "{seat} disputes a box without opening the sealed value of {}",
                post.spec.to.item
            ));
        };
        let kind = G::Boxes::number(&value);
        if let Err(illegal) =
            self.position.check_opening(&Opening { of: post.spec.to.clone(), value }, &self.shown)
        {
            return against_disputer(illegal.to_string());
        }
        if matches!(post.spec.purpose, Purpose::Fight(_)) && !FOUGHT.contains(&kind) {
            return against_disputer(format!(
                "{seat} disputes a box about {0}, but sealed {0} as a piece that never needs a box",
                post.spec.to.item
            ));
        }
        if matches!(post.spec.purpose, Purpose::Sight)
            && Some(kind) != G::Boxes::watcher().as_ref().map(G::Boxes::number)
        {
            return against_disputer(format!(
                "{seat} disputes a box for a Spy, but did not seal {} as a Spy",
                post.spec.to.item
            ));
        }
        let Some(tokens) = self.tokens_of(post, &BoxContents::default()) else {
            return against_disputer(format!(
                "{seat} disputes a box for a fight result that didn't happen"
            ));
        };
        if self.open_box(post, &crypto::Opening { kind, secret }, &tokens).is_some() {
            return against_disputer(format!("{seat} disputes a box that is correct: {text}"));
        }
        let maker = post.spec.from.seat;
        let message = format!(
            "{seat} has proved that {maker} put a false value into a box of turn {}",
            post.turn
        );
        let mut breach =
            Breach::new(FindingKind::BadBox, message).about(name_of(post.turn, &post.spec));
        breach.culprit = Some((maker, post.turn));
        breach
    }

    /// Returns the value and the secret of the disputing player's piece. The turn opens the piece
    /// with the secret in place of a salt. Returns `None` unless both match the seal and the eye.
    fn disputed_piece(
        &self,
        turn: &Turn,
        post: &PostedBox<G>,
        at: &mut usize,
    ) -> Option<(G::Value, Bytes32)> {
        let to = &post.spec.to;
        let entry = turn.open.get(*at)?;
        let secret = turn.salts.get(*at)?;
        *at += 1;
        let (item, value) = entry.split_once(' ')?;
        let value: G::Value = value.parse().ok()?;
        let opening_shown = crypto::Opening { kind: G::Boxes::number(&value), secret: *secret };
        self.sealed_as(to, &opening_shown)?;
        (item == to.item.to_string() && *at == turn.open.len()).then_some((value, *secret))
    }
}
