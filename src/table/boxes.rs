//! Boxes at the table: which turn carried which, what they tell the seat that can open them, and
//! who is right in a dispute.
//!
//! The rule book says which boxes a turn must carry and what is in them, `crypto` makes and opens
//! them; here the two meet.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Table;
use super::finding::{Breach, FindingKind};
use super::keys::Keys;
use crate::crypto::{self, Ending, Eye, FIGHT_BOX, SIGHT_BOX, Seed, Tie};
use crate::rules::{
    BoxSpec, Boxes, Game, Opening, Position, Private, Purpose, Sealed, Seat, Setup, Told,
};
use crate::turnfile::{Bytes32, Turn};

/// The word that stands in place of a move when a box is disputed.
pub(super) const DISPUTE: &str = "dispute";

/// The kinds of piece for which a fight has a box.
const FOUGHT: RangeInclusive<u8> = 1..=9;

/// A box that a turn carried.
#[derive(Clone, Debug)]
pub(super) struct PostedBox<G: Game> {
    pub(super) turn: u32,
    pub(super) spec: BoxSpec<G>,
    bytes: Vec<u8>,
    /// whether it is what its maker's seed makes; `None` before that is known
    pub(super) sound: Option<bool>,
}

/// What the boxes addressed to a seat have told it. It has no `Debug`: it holds salts and tokens.
#[derive(Clone)]
pub(super) struct Opened<G: Game> {
    pub(super) told: Vec<Told<G>>,
    /// pieces of the other side, with their salts
    pub(super) openings: Vec<(Opening<G>, Bytes32)>,
    /// tokens of outcomes, by the question they answer
    pub(super) tokens: Vec<(G::Question, Bytes32)>,
    /// boxes that should have told something and did not, or told what cannot be, as places in the
    /// table's posts
    pub(super) bad: Vec<usize>,
}

impl<G: Game> Default for Opened<G> {
    fn default() -> Self {
        Opened { told: Vec::new(), openings: Vec::new(), tokens: Vec::new(), bad: Vec::new() }
    }
}

/// What came out of one box.
#[derive(Clone, Debug)]
pub(super) enum Content<G: Game> {
    Sight {
        seen: Opening<G>,
        salt: Bytes32,
    },
    Fight {
        question: G::Question,
        answer: G::Answer,
        token: Bytes32,
        fallen: Option<(Opening<G>, Bytes32)>,
    },
}

/// What came out of the boxes that one seat has tried to open, by their places in the table's
/// posts.
pub(super) type Tried<G> = BTreeMap<usize, Option<Content<G>>>;

/// The bytes that all these boxes take.
pub(super) fn size_of_all<G: Game>(specs: &[BoxSpec<G>]) -> usize {
    specs.iter().map(size_of).sum()
}

fn size_of<G: Game>(spec: &BoxSpec<G>) -> usize {
    match spec.purpose {
        Purpose::Sight => SIGHT_BOX,
        Purpose::Fight(_) => FIGHT_BOX,
    }
}

/// `dispute sight 14 D4 E7`: the box of turn 14 that shows D4 to E7.
pub(super) fn dispute_text<G: Game>(post: &PostedBox<G>) -> String {
    let purpose = match post.spec.purpose {
        Purpose::Sight => "sight",
        Purpose::Fight(_) => "fight",
    };
    let mut text =
        format!("{DISPUTE} {purpose} {} {} {}", post.turn, post.spec.from.item, post.spec.to.item);
    for (_, outcome) in &post.spec.given {
        text.push(' ');
        text.push_str(&outcome.to_string());
    }
    text
}

impl<G: Game> Table<G> {
    /// Lays down the boxes of the turn that is being played; `bytes` has the size of all of them.
    pub(super) fn post(&mut self, specs: Vec<BoxSpec<G>>, bytes: &[u8]) {
        let turn = self.writing();
        let mut rest = bytes;
        for spec in specs {
            let (bytes, left) = rest.split_at(size_of(&spec).min(rest.len()));
            rest = left;
            self.boxes.push(PostedBox { turn, spec, bytes: bytes.to_vec(), sound: None });
        }
    }

    /// What anyone can check of boxes on arrival.
    pub(super) fn boxes_are_formed(specs: &[BoxSpec<G>], bytes: &[u8]) -> Result<(), Breach> {
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
                return Err(Breach::new(FindingKind::BadBox, message).about(&spec.from.item));
            }
        }
        Ok(())
    }

    /// The box of a fight.
    pub(super) fn box_of(&self, question: &G::Question) -> Option<&PostedBox<G>> {
        self.boxes
            .iter()
            .find(|post| matches!(&post.spec.purpose, Purpose::Fight(asked) if asked == question))
    }

    /// Is this the token of that outcome?
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

    /// Makes the boxes of a turn.
    pub(super) fn make_boxes(
        &self,
        turn: u32,
        specs: &[BoxSpec<G>],
        own: &Private<G>,
        seed: &Seed,
    ) -> Vec<u8> {
        specs.iter().flat_map(|spec| self.make_box(turn, spec, specs, own, seed)).collect()
    }

    /// Makes one box; `specs` are all those of the turn, among them the fights that it may be tied
    /// to.
    fn make_box(
        &self,
        turn: u32,
        spec: &BoxSpec<G>,
        specs: &[BoxSpec<G>],
        own: &Private<G>,
        seed: &Seed,
    ) -> Vec<u8> {
        let Some(eye) = self.seats[spec.to.seat].eye_of(&spec.to.item).and_then(Eye::decode) else {
            return vec![0; size_of(spec)];
        };
        let value = own.setup.value(&self.options, &spec.from.item);
        let (from, to) = (spec.from.item.to_string(), spec.to.item.to_string());
        let salt = crypto::salt(seed, &self.id, &self.seats[own.seat].name, &from);
        let shown = crypto::Opening { kind: G::Boxes::number(&value), salt };
        let outcomes: Vec<String> =
            spec.given.iter().map(|(_, answer)| answer.to_string()).collect();
        let ties: Vec<Tie<'_>> = spec
            .given
            .iter()
            .zip(&outcomes)
            .map(|((question, _), outcome)| Tie {
                outcome,
                token: self.own_token(turn, question, outcome, specs, seed),
            })
            .collect();
        let context = crypto::Context { game: self.id, turn, from: &from, to: &to, ties: &ties };
        match &spec.purpose {
            Purpose::Sight => crypto::seal_sight(seed, &eye, &context, &shown).to_vec(),
            Purpose::Fight(_) => {
                let outcomes: Vec<String> =
                    G::Boxes::outcomes().iter().map(ToString::to_string).collect();
                let [first, second, third] = outcomes.as_slice() else {
                    return vec![0; size_of(spec)];
                };
                let fates: Vec<(String, bool)> = FOUGHT
                    .map(|kind| {
                        G::Boxes::value(kind)
                            .and_then(|to| G::Boxes::fight(&value, &to))
                            .map_or((String::new(), false), |(answer, falls)| {
                                (answer.to_string(), falls)
                            })
                    })
                    .collect();
                let endings =
                    std::array::from_fn(|at| Ending { outcome: &fates[at].0, falls: fates[at].1 });
                crypto::seal_fight(seed, &eye, &context, [first, second, third], &endings, &shown)
                    .to_vec()
            }
        }
    }

    /// The token of an outcome of one's own fight in this turn. A fight may itself be tied to an
    /// earlier one.
    fn own_token(
        &self,
        turn: u32,
        question: &G::Question,
        outcome: &str,
        specs: &[BoxSpec<G>],
        seed: &Seed,
    ) -> Bytes32 {
        let fight = specs
            .iter()
            .find(|spec| matches!(&spec.purpose, Purpose::Fight(asked) if asked == question));
        let Some(spec) = fight else { return [0; 32] };
        let (from, to) = (spec.from.item.to_string(), spec.to.item.to_string());
        let outcomes: Vec<String> =
            spec.given.iter().map(|(_, answer)| answer.to_string()).collect();
        let ties: Vec<Tie<'_>> =
            outcomes.iter().map(|outcome| Tie { outcome, token: [0; 32] }).collect();
        let context = crypto::Context { game: self.id, turn, from: &from, to: &to, ties: &ties };
        crypto::token(seed, &context, outcome)
    }

    /// Opens every box that is addressed to a piece of this seat and can be opened. `tried` spares
    /// what was tried before.
    pub(super) fn open_boxes(
        &self,
        seed: &Seed,
        own: &Private<G>,
        tried: &mut Tried<G>,
    ) -> Opened<G> {
        let mut opened = Opened::default();
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
                let salt =
                    crypto::salt(seed, &self.id, &self.seats[to.seat].name, &to.item.to_string());
                self.open_box(post, &crypto::Opening { kind, salt }, &tokens)
            };
            match tried.entry(at).or_insert_with(open) {
                Some(content) => opened.take(content.clone()),
                None => opened.bad.push(at),
            }
        }
        opened
    }

    /// The boxes addressed to this seat that do not hold what they must, a sentence each, with
    /// placeholders for names. Nobody else knows: that a box for a Spy should have opened shows the
    /// Spy.
    pub(super) fn bad_boxes(&self, keys: &Keys) -> Vec<String> {
        let own = if self.breach.is_some() { None } else { self.own(keys) };
        let bad = own
            .map(|own| self.open_boxes(&keys.seed, &own, &mut Tried::new()).bad)
            .unwrap_or_default();
        let posts = bad.into_iter().filter_map(|at| self.boxes.get(at));
        posts
            .map(|post| {
                let (from, to) = (&post.spec.from, &post.spec.to);
                format!(
                    "what {} put into turn {} about {} for your {} is not what belongs there",
                    from.seat, post.turn, from.item, to.item
                )
            })
            .collect()
    }

    /// The tokens of the outcomes that a box is tied to; `None` if one of them did not happen, as
    /// far as is known.
    pub(super) fn tokens_of(
        &self,
        post: &PostedBox<G>,
        opened: &Opened<G>,
    ) -> Option<Vec<Bytes32>> {
        let known = |question: &G::Question, outcome: &G::Answer| {
            let published = self
                .tokens
                .iter()
                .find(|(asked, answer, _)| asked == question && answer == outcome)
                .map(|(_, _, token)| *token);
            let told = || {
                let happened = opened
                    .told
                    .iter()
                    .any(|told| matches!(told, Told::Fought { question: asked, answer, .. } if asked == question && answer == outcome));
                let token = opened
                    .tokens
                    .iter()
                    .find(|(asked, _)| asked == question)
                    .map(|(_, token)| *token);
                token.filter(|_| happened)
            };
            published.or_else(told)
        };
        post.spec.given.iter().map(|(question, outcome)| known(question, outcome)).collect()
    }

    /// Opens a box with the opening of the piece it is addressed to. `None` if it does not open, or
    /// holds what cannot be.
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
                let shown =
                    crypto::open_sight(reader, &context, post.bytes.as_slice().try_into().ok()?)?;
                Some(Content::Sight {
                    seen: self.sealed_as(&post.spec.from, &shown)?,
                    salt: shown.salt,
                })
            }
            Purpose::Fight(question) => {
                let (token, shown) =
                    crypto::open_fight(reader, &context, post.bytes.as_slice().try_into().ok()?)?;
                let answer = G::Boxes::outcomes()
                    .into_iter()
                    .find(|answer| self.token_fits(question, answer, &token))?;
                let fallen = match shown {
                    Some(shown) => Some((self.sealed_as(&post.spec.from, &shown)?, shown.salt)),
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

    /// Can a fight against a piece of this kind end so? Where the attacker falls it is shown, so
    /// that is known exactly; where it does not, some kind of attacker must fare so.
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

    /// What a box shows, if it fits the seal and the eye of the piece.
    fn sealed_as(&self, of: &Sealed<G::Item>, shown: &crypto::Opening) -> Option<Opening<G>> {
        let value = G::Boxes::value(shown.kind)?;
        let place = &self.seats[of.seat];
        let seal = crypto::seal(
            &self.id,
            &place.name,
            &of.item.to_string(),
            &value.to_string(),
            &shown.salt,
        );
        let eye = place.eye_of(&of.item).and_then(Eye::decode)?;
        let fits = place.seal_of(&of.item) == Some(&seal) && eye.matches(shown);
        fits.then(|| Opening { of: of.clone(), value })
    }

    /// Judges a dispute: the disputer opens his piece, so that anybody can open the box as he did.
    /// Either its maker is at fault or he is.
    pub(super) fn judge_dispute(&self, turn: &Turn, seat: Seat, at: &mut usize) -> Breach {
        let against_disputer = |message: String| Breach::new(FindingKind::BadBox, message);
        let [text] = turn.moves.as_slice() else {
            return against_disputer(format!("{seat} disputes more than one box"));
        };
        let post =
            self.boxes.iter().find(|post| post.spec.to.seat == seat && dispute_text(post) == *text);
        let Some(post) = post else {
            return against_disputer(format!("{seat} disputes a box that does not exist"));
        };
        let Some((value, salt)) = self.disputed_piece(turn, post, at) else {
            return against_disputer(format!(
                "{seat} disputes a box without opening {} as it was sealed",
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
                "{seat} sealed {} as what cannot be attacked, so that no box could be for it",
                post.spec.to.item
            ));
        }
        if matches!(post.spec.purpose, Purpose::Sight)
            && Some(kind) != G::Boxes::watcher().as_ref().map(G::Boxes::number)
        {
            return against_disputer(format!(
                "{seat} disputes a box for a Spy, but {} is none",
                post.spec.to.item
            ));
        }
        let Some(tokens) = self.tokens_of(post, &Opened::default()) else {
            return against_disputer(format!(
                "{seat} disputes a box of a fight that did not end so"
            ));
        };
        if self.open_box(post, &crypto::Opening { kind, salt }, &tokens).is_some() {
            return against_disputer(format!("{seat} disputes a box that is sound: {text}"));
        }
        let maker = post.spec.from.seat;
        let message = format!(
            "{maker} put into a box of turn {} what does not belong there, as {seat} has proved",
            post.turn
        );
        let mut breach = Breach::new(FindingKind::BadBox, message).about(&post.spec.from.item);
        breach.culprit = Some((maker, post.turn));
        breach
    }

    /// The disputer's piece, opened in the disputing turn or before; it must fit its seal and its
    /// eye.
    fn disputed_piece(
        &self,
        turn: &Turn,
        post: &PostedBox<G>,
        at: &mut usize,
    ) -> Option<(G::Value, Bytes32)> {
        let to = &post.spec.to;
        let entry = turn.open.get(*at)?;
        let salt = turn.salts.get(*at)?;
        *at += 1;
        let (item, value) = entry.split_once(' ')?;
        let value: G::Value = value.parse().ok()?;
        let shown = crypto::Opening { kind: G::Boxes::number(&value), salt: *salt };
        let opening = self.sealed_as(to, &shown)?;
        (item == to.item.to_string() && opening.value == value && *at == turn.open.len())
            .then_some((value, *salt))
    }

    /// Makes the boxes of the last turn again, its maker's seed being known, and says which are not
    /// what they should be.
    pub(super) fn remake(&mut self, turn: u32, own: &Private<G>, seed: &Seed) -> Vec<Breach> {
        let first = self.boxes.partition_point(|post| post.turn < turn);
        let specs: Vec<BoxSpec<G>> =
            self.boxes[first..].iter().map(|post| post.spec.clone()).collect();
        let mut faults = Vec::new();
        for (at, spec) in (first..).zip(&specs) {
            let sound = self.make_box(turn, spec, &specs, own, seed) == self.boxes[at].bytes;
            if !sound {
                let message = format!(
                    "{}'s box about {} and {} does not hold what it should",
                    own.seat, spec.from.item, spec.to.item
                );
                faults.push(Breach::new(FindingKind::BadBox, message).about(&spec.from.item));
            }
            self.boxes[at].sound = Some(sound);
        }
        faults
    }
}

impl<G: Game> Opened<G> {
    fn take(&mut self, content: Content<G>) {
        match content {
            Content::Sight { seen, salt } => {
                self.told.push(Told::Seen(seen.clone()));
                self.openings.push((seen, salt));
            }
            Content::Fight { question, answer, token, fallen } => {
                self.tokens.push((question.clone(), token));
                self.told.push(Told::Fought {
                    question,
                    answer,
                    fallen: fallen.as_ref().map(|(opening, _)| opening.clone()),
                });
                self.openings.extend(fallen);
            }
        }
    }
}
