//! Keeps track of which turn contains which box, and opens boxes for a seat.
//!
//! The rules define the boxes of a turn and their content, and `crypto` makes and opens them. This
//! module connects the two.

mod dispute;
mod make;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Table;
use super::finding::{Breach, FindingKind};
use super::keys::Keys;
use crate::crypto::{self, Eye, FIGHT_BOX, SIGHT_BOX, Seed, Tie};
use crate::rules::{BoxSpec, Boxes, Disclosure, Game, Opening, Private, Purpose, Sealed, Setup};
use crate::turnfile::Bytes32;

pub(super) use dispute::{DISPUTE, dispute_text};

/// Kind numbers of attacked pieces. A fight box contains a result for each of these kinds.
const FOUGHT: RangeInclusive<u8> = 1..=9;

/// A box in a turn.
#[derive(Clone, Debug)]
pub(super) struct PostedBox<G: Game> {
    pub(super) turn: u32,
    pub(super) spec: BoxSpec<G>,
    pub(super) bytes: Vec<u8>,
    /// Whether the box is what the sender's seed produces; `None` until the seed is known.
    pub(super) sound: Option<bool>,
}

/// What a seat knows from the boxes that it can open. No `Debug`, because it contains salts and
/// tokens.
#[derive(Clone)]
pub(super) struct BoxContents<G: Game> {
    pub(super) disclosed: Vec<Disclosure<G>>,
    /// Pieces of the opponent, with their salts.
    pub(super) openings: Vec<(Opening<G>, Bytes32)>,
    /// Tokens of outcomes, by the question that they answer.
    pub(super) tokens: Vec<(G::Question, Bytes32)>,
    /// Indices of boxes in the table that should open but don't, or that have impossible contents.
    pub(super) bad: Vec<usize>,
}

impl<G: Game> Default for BoxContents<G> {
    fn default() -> Self {
        BoxContents {
            disclosed: Vec::new(),
            openings: Vec::new(),
            tokens: Vec::new(),
            bad: Vec::new(),
        }
    }
}

/// Content of a box.
#[derive(Clone, Debug)]
pub(super) enum Content<G: Game> {
    Sight {
        opening: Opening<G>,
        salt: Bytes32,
    },
    Fight {
        question: G::Question,
        answer: G::Answer,
        token: Bytes32,
        fallen: Option<(Opening<G>, Bytes32)>,
    },
}

/// Contents of the boxes that one seat has tried to open, by index in the table's boxes. The
/// content is `None` if the box is bad.
pub(super) type OpenedBoxes<G> = BTreeMap<usize, Option<Content<G>>>;

/// Returns the total size of these boxes, in bytes.
pub(super) fn size_of_all<G: Game>(specs: &[BoxSpec<G>]) -> usize {
    specs.iter().map(size_of).sum()
}

/// Returns the name of a box: `sight 14 D4 E7` is the box of turn 14 that shows D4 to E7.
fn name_of<G: Game>(turn: u32, spec: &BoxSpec<G>) -> String {
    let purpose = match spec.purpose {
        Purpose::Sight => "sight",
        Purpose::Fight(_) => "fight",
    };
    format!("{purpose} {turn} {} {}", spec.from.item, spec.to.item)
}

fn size_of<G: Game>(spec: &BoxSpec<G>) -> usize {
    match spec.purpose {
        Purpose::Sight => SIGHT_BOX,
        Purpose::Fight(_) => FIGHT_BOX,
    }
}

impl<G: Game> Table<G> {
    /// Adds the boxes of the current turn. `bytes` contains all of them, concatenated.
    pub(super) fn post(&mut self, specs: Vec<BoxSpec<G>>, bytes: &[u8]) {
        let turn = self.writing();
        let mut rest = bytes;
        for spec in specs {
            let (bytes, left) = rest.split_at(size_of(&spec).min(rest.len()));
            rest = left;
            self.boxes.push(PostedBox { turn, spec, bytes: bytes.to_vec(), sound: None });
        }
    }

    /// Checks the form of the boxes in an arriving turn, using only public information.
    pub(super) fn boxes_are_formed(
        turn: u32,
        specs: &[BoxSpec<G>],
        bytes: &[u8],
    ) -> Result<(), Breach> {
        let mut rest = bytes;
        for spec in specs {
            let (bytes, left) = rest.split_at(size_of(spec).min(rest.len()));
            rest = left;
            let formed = match spec.purpose {
                Purpose::Sight => bytes.try_into().is_ok_and(crypto::sight_is_sound),
                Purpose::Fight(_) => bytes.try_into().is_ok_and(crypto::fight_is_sound),
            };
            if !formed {
                let message =
                    format!("the box about {} and {} is malformed", spec.from.item, spec.to.item);
                let name = name_of(turn, spec);
                return Err(Breach::new(FindingKind::BadBox, message).about(name));
            }
        }
        Ok(())
    }

    /// Returns the box of the fight that this question is about.
    pub(super) fn box_of(&self, question: &G::Question) -> Option<&PostedBox<G>> {
        self.boxes
            .iter()
            .find(|post| matches!(&post.spec.purpose, Purpose::Fight(asked) if asked == question))
    }

    /// Whether `token` is the token for this answer to this question.
    pub(super) fn token_fits(
        &self,
        question: &G::Question,
        answer: &G::Answer,
        token: &Bytes32,
    ) -> bool {
        let Some(post) = self.box_of(question) else { return false };
        let Ok(bytes) = post.bytes.as_slice().try_into() else { return false };
        let place = G::Boxes::outcomes().iter().position(|outcome| outcome == answer);
        place.and_then(|place| crypto::token_hashes(bytes).get(place).copied())
            == Some(crypto::token_hash(token))
    }

    /// Opens every box that is addressed to a piece of this seat and can be opened. `tried` caches
    /// earlier attempts.
    pub(super) fn open_boxes(
        &self,
        seed: &Seed,
        own: &Private<G>,
        tried: &mut OpenedBoxes<G>,
    ) -> BoxContents<G> {
        let mut opened = BoxContents::default();
        for (at, post) in self.boxes.iter().enumerate() {
            let to = &post.spec.to;
            if to.seat != own.seat {
                continue;
            }
            let kind = G::Boxes::number(&own.setup.value(&self.options, &to.item));
            let sight = matches!(post.spec.purpose, Purpose::Sight);
            if sight && Some(kind) != G::Boxes::watcher().as_ref().map(G::Boxes::number) {
                continue;
            }
            let Some(tokens) = self.tokens_of(post, &opened) else { continue };
            let open = || {
                let secret =
                    crypto::salt(seed, &self.id, &self.seats[to.seat].name, &to.item.to_string());
                self.open_box(post, &crypto::Opening { kind, secret }, &tokens)
            };
            match tried.entry(at).or_insert_with(open) {
                Some(content) => opened.take(content.clone()),
                None => opened.bad.push(at),
            }
        }
        opened
    }

    /// Describes the boxes addressed to this seat whose content is wrong, one sentence each, with
    /// placeholders for names. Only this seat may read the sentences: for example, a bad sight box
    /// is listed only if the seat's piece is a Spy.
    pub(super) fn bad_boxes(&self, keys: &Keys) -> Vec<String> {
        let own = if self.breach.is_some() { None } else { self.own(keys) };
        let bad = own
            .map(|own| self.open_boxes(&keys.seed, &own, &mut OpenedBoxes::new()).bad)
            .unwrap_or_default();
        let posts = bad.into_iter().filter_map(|at| self.boxes.get(at));
        posts
            .map(|post| {
                let (from, to) = (&post.spec.from, &post.spec.to);
                format!(
                    "the box that {} sent in turn {}, about piece {} for your piece {}, has the \
                     wrong contents",
                    from.seat, post.turn, from.item, to.item
                )
            })
            .collect()
    }

    /// Returns the tokens of the outcomes that a box depends on; `None` unless all of these
    /// outcomes are known to have happened.
    pub(super) fn tokens_of(
        &self,
        post: &PostedBox<G>,
        opened: &BoxContents<G>,
    ) -> Option<Vec<Bytes32>> {
        let known = |asked: &G::Question, outcome: &G::Answer| {
            let mut published = self.tokens.iter();
            let published =
                published.find(|(question, answer, _)| question == asked && answer == outcome);
            let happened = opened.disclosed.iter().any(|disclosed| match disclosed {
                Disclosure::Fought { question, answer, .. } => {
                    question == asked && answer == outcome
                }
                Disclosure::Seen(_) => false,
            });
            let disclosed =
                opened.tokens.iter().find(|(question, _)| happened && question == asked);
            published.map(|(.., token)| *token).or(disclosed.map(|(_, token)| *token))
        };
        post.spec.given.iter().map(|(question, outcome)| known(question, outcome)).collect()
    }

    /// Opens a box with the secret of the piece that it is addressed to. Returns `None` if the box
    /// doesn't open or its content is impossible.
    fn open_box(
        &self,
        post: &PostedBox<G>,
        reader: &crypto::Opening,
        tokens: &[Bytes32],
    ) -> Option<Content<G>> {
        let (from, to) = (post.spec.from.item.to_string(), post.spec.to.item.to_string());
        let outcomes: Vec<String> =
            post.spec.given.iter().map(|(_, answer)| answer.to_string()).collect();
        let ties: Vec<Tie<'_>> = outcomes
            .iter()
            .zip(tokens)
            .map(|(outcome, token)| Tie { outcome, token: *token })
            .collect();
        let context =
            crypto::Context { game: self.id, turn: post.turn, from: &from, to: &to, ties: &ties };
        match &post.spec.purpose {
            Purpose::Sight => {
                let opening =
                    crypto::open_sight(reader, &context, post.bytes.as_slice().try_into().ok()?)?;
                Some(Content::Sight {
                    opening: self.sealed_as(&post.spec.from, &opening)?,
                    salt: self.salt_of(&opening.secret),
                })
            }
            Purpose::Fight(question) => {
                let (token, opening) =
                    crypto::open_fight(reader, &context, post.bytes.as_slice().try_into().ok()?)?;
                let answer = G::Boxes::outcomes()
                    .into_iter()
                    .find(|answer| self.token_fits(question, answer, &token))?;
                let fallen = match opening {
                    Some(opening) => {
                        let fallen = self.sealed_as(&post.spec.from, &opening)?;
                        Some((fallen, self.salt_of(&opening.secret)))
                    }
                    None => None,
                };
                self.can_be(
                    &post.spec,
                    reader.kind,
                    &answer,
                    fallen.as_ref().map(|(opening, _)| opening),
                )
                .then_some(())?;
                Some(Content::Fight { question: question.clone(), answer, token, fallen })
            }
        }
    }

    /// Whether a fight against a piece of this kind can end with this answer. The attacker's value
    /// is known if the box shows that the attacker fell, or if the attacker has been opened
    /// earlier. Then that value must lead to the answer. Otherwise, one of the possible values
    /// must.
    fn can_be(
        &self,
        spec: &BoxSpec<G>,
        kind: u8,
        answer: &G::Answer,
        fallen: Option<&Opening<G>>,
    ) -> bool {
        let fares_so = |value: &G::Value, falls: bool| {
            G::Boxes::value(kind)
                .and_then(|to| G::Boxes::fight(value, &to))
                .is_some_and(|(outcome, fell)| outcome == *answer && fell == falls)
        };
        match (fallen, self.shown.of(&spec.from)) {
            (Some(opening), _) => fares_so(&opening.value, true),
            (None, Some(value)) => fares_so(value, false),
            (None, None) => FOUGHT.filter_map(G::Boxes::value).any(|value| fares_so(&value, false)),
        }
    }

    /// Returns the salt of an item with this secret. In kinds without eyes the salt is the secret
    /// itself.
    pub(super) fn salt_of(&self, secret: &Bytes32) -> Bytes32 {
        if G::Boxes::have_eyes(&self.options) { crypto::eye_salt(secret) } else { *secret }
    }

    /// Returns the opening that a box shows for this piece, if it matches the seal and the eye of
    /// the piece.
    fn sealed_as(&self, of: &Sealed<G::Item>, opening: &crypto::Opening) -> Option<Opening<G>> {
        let value = G::Boxes::value(opening.kind)?;
        let place = &self.seats[of.seat];
        let seal = crypto::seal(
            &self.id,
            &place.name,
            &of.item.to_string(),
            &value.to_string(),
            &self.salt_of(&opening.secret),
        );
        let eye = place.eye_of(&of.item).and_then(Eye::decode)?;
        let fits = place.seal_of(&of.item) == Some(&seal) && eye.matches(opening);
        fits.then(|| Opening { of: of.clone(), value })
    }
}

impl<G: Game> BoxContents<G> {
    fn take(&mut self, content: Content<G>) {
        match content {
            Content::Sight { opening, salt } => {
                self.disclosed.push(Disclosure::Seen(opening.clone()));
                self.openings.push((opening, salt));
            }
            Content::Fight { question, answer, token, fallen } => {
                self.tokens.push((question.clone(), token));
                self.disclosed.push(Disclosure::Fought {
                    question,
                    answer,
                    fallen: fallen.as_ref().map(|(opening, _)| opening.clone()),
                });
                self.openings.extend(fallen);
            }
        }
    }
}
