//! Checks the contents of a mailed turn, step by step. When the turn arrives, the checks use public
//! knowledge; in an audit, they also use the setups that later turns reveal.

use std::str::FromStr;

use super::finding::{Breach, Finding, FindingKind};
use super::read::{Moved, Reader, exactly};
use super::turn::{Commitment, Decision, Leave, Reply, Steps};
use super::{Next, Table, boxes};
use crate::crypto::{self, Eye, Seed};
use crate::rules::{
    BoxSpec, Boxes, BySeat, Due, Game, Knowledge, Known, Move, Open, Opening, Position, Private,
    Seat, Setup,
};
use crate::turnfile::Turn;

/// The state of an audit: the secrets of the seats that have revealed their setups, and the
/// findings.
#[derive(Debug)]
pub(crate) struct AuditContext<G: Game> {
    pub(crate) owns: BySeat<Option<Private<G>>>,
    pub(crate) seeds: BySeat<Option<Seed>>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) checked: AuditCounts,
}

/// Number of answers, moves and boxes that an audit has checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct AuditCounts {
    pub(crate) answers: usize,
    pub(crate) moves: usize,
    pub(crate) boxes: usize,
}

impl<G: Game> Table<G> {
    /// Checks that a seat has sealed this setup. If not, returns the first item that differs and
    /// its claimed value.
    pub(crate) fn check_setup(
        &self,
        seat: Seat,
        seed: &Seed,
        setup: &G::Setup,
    ) -> Result<(), (G::Item, G::Value)> {
        let sitting = &self.seats[seat];
        for (at, item) in G::Setup::items(&self.options, seat).into_iter().enumerate() {
            let value = setup.value(&self.options, &item);
            let (word, said) = (item.to_string(), value.to_string());
            let secret = crypto::salt(seed, &self.id, &sitting.name, &word);
            let salt = self.salt_of(&secret);
            let seal = crypto::seal(&self.id, &sitting.name, &word, &said, &salt);
            let piece = crypto::Opening { kind: G::Boxes::number(&value), secret };
            let eye = sitting.sealed.eyes.get(at).map(Eye::decode);
            let eye_fits = eye.is_none_or(|eye| eye.is_some_and(|eye| eye.matches(&piece)));
            if sitting.sealed.seals.get(at) != Some(&seal) || !eye_fits {
                return Err((item, value));
            }
        }
        Ok(())
    }

    /// Checks the boxes of the last turn if its player's seed is known. Records whether each box is
    /// good, and adds a finding for each bad box.
    pub(crate) fn judge_boxes(&mut self, turn: &Turn, audited: &mut AuditContext<G>) {
        let Some(seat) = self.history.last().map(|played| played.seat) else { return };
        let (Some(seed), Some(own)) = (&audited.seeds[seat], &audited.owns[seat]) else { return };
        let new = self.boxes.iter().rev().take_while(|posted| posted.turn == turn.number);
        audited.checked.boxes += new.count();
        let faults = self.remake(turn.number, own, seed);
        audited.findings.extend(faults.into_iter().map(|breach| breach.by(seat, turn.number)));
    }
}

impl<G: Game> Reader<'_, G> {
    /// Reads the next opening in the turn and checks it against the item's seal.
    fn next_opening(
        &mut self,
        table: &Table<G>,
        whose: Seat,
        wanted: Option<&G::Item>,
    ) -> Result<Opening<G>, Breach> {
        let bad = |message: String| Breach::new(FindingKind::BadOpening, message);
        let missing = || match wanted {
            Some(item) => {
                bad(format!("the turn depends on {item}, but doesn't open {item}")).about(item)
            }
            None => bad("the turn opens too few seals".to_owned()),
        };
        let entry = self.turn.open.get(self.opened).ok_or_else(missing)?;
        let salt = self.turn.salts.get(self.opened).ok_or_else(missing)?;
        self.opened += 1;
        let (item_text, value_text) = entry.split_once(' ').unwrap_or((entry, ""));
        let item = canonical::<G::Item>(item_text).ok_or_else(|| {
            bad("the turn opens the seal of an item that this game doesn't have".to_owned())
        })?;
        if wanted.is_some_and(|wanted| *wanted != item) {
            return Err(missing());
        }
        let value = canonical::<G::Value>(value_text).ok_or_else(|| {
            bad(format!("{item} is opened with a value that this game doesn't have")).about(&item)
        })?;
        let sitting = &table.seats[whose];
        let seal = crypto::seal(&table.id, &sitting.name, item_text, value_text, salt);
        if sitting.seal_of(&item) != Some(&seal) {
            return Err(bad(format!("{item} is opened as {value}, which does not match its seal"))
                .about(&item));
        }
        let opening = Opening::new(whose, item, value);
        table.position.check_opening(&opening, &table.shown).map_err(|illegal| Breach {
            // The player who sealed the value is to blame, not the player who publishes what a box
            // showed.
            culprit: table.last_turn_of(whose).map(|turn| (whose, turn)),
            ..Breach::new(FindingKind::IllegalMove, illegal.to_string()).about(&opening.of.item)
        })?;
        Ok(opening)
    }

    /// Reads the openings of all items with this value. Each item must appear once, in the order of
    /// the setup.
    fn open_all(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        value: &G::Value,
        count: usize,
    ) -> Result<Vec<Opening<G>>, Breach> {
        let mut all: Vec<Opening<G>> = Vec::new();
        let mut last = None;
        for _ in 0..count {
            let opening = self.next_opening(table, seat, None)?;
            let at = table.seats[seat].order.get(&opening.of.item).copied();
            if opening.value != *value || at.is_none() || at <= last {
                let message = format!("the turn opens {} in the wrong place", opening.of.item);
                return Err(Breach::new(FindingKind::BadOpening, message).about(&opening.of.item));
            }
            last = at;
            all.push(opening);
        }
        Ok(all)
    }

    fn read_move(&mut self, table: &Table<G>) -> Result<Decision<G>, Breach> {
        let seat = table.head_writer();
        let typed = shortened(&self.turn.moves);
        let illegal = |error: G::Illegal| Breach::illegal(error.to_string()).about(&typed);
        let mv = G::Move::parse(&self.turn.moves, &table.position).map_err(illegal)?;
        if mv.write() != self.turn.moves {
            let message = format!("{seat}'s move is not written in canonical form");
            return Err(Breach::illegal(message).about(&typed));
        }
        table.position.check(seat, &mv, &table.shown).map_err(illegal)?;
        let sealed = mv.concealed(&table.position, self.number);
        exactly("seal", self.turn.seal.is_some(), sealed.is_some())?;
        self.judge_move(table, seat, &mv, &typed);
        Ok(Decision::Move { mv, sealed: sealed.zip(self.turn.seal) })
    }

    /// In an audit, checks whether the move was possible with the mover's setup, if the setup is
    /// known.
    fn judge_move(&mut self, table: &Table<G>, seat: Seat, mv: &G::Move, typed: &str) {
        let Some(audited) = &mut self.audited else { return };
        let Some(own) = &audited.owns[seat] else { return };
        audited.checked.moves += 1;
        if let Err(error) = G::Position::check_private(table.observation(own), mv) {
            let breach = Breach::illegal(format!("{seat} moved {typed}: {error}")).about(typed);
            audited.findings.push(breach.by(seat, self.number));
        }
    }

    /// In an audit, checks whether the answer is true, if the setups that decide this are known.
    fn judge_answer(&mut self, table: &Table<G>, question: &G::Question, answer: &G::Answer) {
        let seat = table.head_writer();
        let Some(audited) = &mut self.audited else { return };
        if audited.owns[seat].is_none() {
            return;
        }
        audited.checked.answers += 1;
        let known: Vec<&Private<G>> =
            audited.owns.iter().filter_map(|(_, own)| own.as_ref()).collect();
        let Some(truth) = table.position.truth(question, Known(&known)) else {
            return;
        };
        // An answer that agrees with its box is honest even if the box is bad, because a bad box is
        // the fault of the player who made it.
        let misled = G::Boxes::by_token(question)
            && table.box_of(question).is_none_or(|posted| posted.sound != Some(true));
        if truth == *answer || misled {
            return;
        }
        let because = table.position.because(question, Known(&known));
        let because = because.map(|because| format!(" ({because})")).unwrap_or_default();
        let item = about::<G>(&table.position, question, answer);
        let message =
            format!("{seat} answered {answer} to {question}. The truth is {truth}{because}");
        let breach = Breach::new(FindingKind::FalseAnswer, message).about(item).said(answer, truth);
        audited.findings.push(breach.by(seat, self.number));
    }

    /// Creates the breach of a turn that states one value of an item, although the item's seal
    /// hides another value.
    fn contradicts(
        &self,
        table: &Table<G>,
        seat: Seat,
        said: &Opening<G>,
        value: &G::Value,
    ) -> Breach {
        let (item, said) = (&said.of.item, &said.value);
        let seal = format!("{seat}'s own seal of {item} opens as {value}");
        let is_answer =
            matches!(table.next(), Next::Play(_, Due::Answer { .. })) && self.moved == Moved::No;
        let kind = if is_answer { FindingKind::FalseAnswer } else { FindingKind::IllegalMove };
        let answer = self.turn.answer.get(self.answers.saturating_sub(1)).filter(|_| is_answer);
        let message = match answer {
            Some(answer) => format!("{seat} answered {answer}, but {seal}"),
            None => format!("{seal}, not {said}"),
        };
        Breach::new(kind, message).about(item).said(said, value)
    }

    fn disputes(&self) -> bool {
        let first = self.turn.moves.first();
        first.and_then(|entry| entry.split(' ').next()) == Some(boxes::DISPUTE)
    }

    /// Reads and judges a dispute. A dispute replaces all remaining answers or the move.
    fn dispute(&mut self, table: &Table<G>, seat: Seat) -> Breach {
        self.moved = Moved::Leave;
        if self.turn.answer.len() > self.answers || self.turn.tokens.len() > self.tokens {
            return Breach::illegal(format!("{seat} disputes a box, and also answers a question"));
        }
        table.judge_dispute(self.turn, seat, &mut self.opened)
    }

    fn read_leave(&mut self, table: &Table<G>, leave: Leave) -> Result<Leave, Breach> {
        let seat = table.head_writer();
        self.moved = Moved::Leave;
        let may = match leave {
            Leave::Resign => table.may_leave().is_ok(),
            Leave::Accept => table.may_accept(seat),
        };
        let word = leave.word();
        let illegal = || Breach::illegal(format!("{seat} cannot {word} in this turn")).about(word);
        if may { Ok(leave) } else { Err(illegal()) }
    }
}

impl<G: Game> Steps<G> for Reader<'_, G> {
    type Stop = Breach;

    fn set_up(&mut self, table: &Table<G>, seat: Seat) -> Result<Commitment, Breach> {
        let items = G::Setup::items(&table.options, seat).len();
        let eyes = if G::Boxes::have_eyes(&table.options) { items } else { 0 };
        if self.turn.setup.len() != items || self.turn.eyes.len() != eyes {
            let message = format!("{seat} does not seal exactly the {items} items of the setup");
            return Err(Breach::illegal(message));
        }
        if !self.turn.eyes.iter().all(|eye| Eye::decode(eye).is_some()) {
            let message = format!("{seat}'s `eyes` contain a value that is not a valid public key");
            return Err(Breach::new(FindingKind::BadBox, message));
        }
        self.set_up = true;
        Ok(Commitment { seals: self.turn.setup.clone(), eyes: self.turn.eyes.clone() })
    }

    fn answer(
        &mut self,
        table: &Table<G>,
        question: &G::Question,
        or_move: bool,
    ) -> Result<Reply<G>, Breach> {
        let seat = table.head_writer();
        let Some(entry) = self.turn.answer.get(self.answers) else {
            if self.disputes() {
                return Err(self.dispute(table, seat));
            }
            if or_move && !self.turn.moves.is_empty() {
                self.moved = Moved::Move;
                return Ok(Reply::Instead(self.read_move(table)?));
            }
            return Err(Breach::illegal(format!("{seat} does not answer: {question}")));
        };
        self.answers += 1;
        let no_answer = || {
            Breach::illegal(format!(
                "{seat}'s reply to {question} is not a possible answer in this game"
            ))
        };
        let answer = canonical::<G::Answer>(entry)
            .filter(|answer| table.position.is_answer(question, answer))
            .ok_or_else(no_answer)?;
        if let Some(truth) = table.position.truth(question, Known(&[]))
            && truth != answer
        {
            let message = format!(
                "{seat} answered {answer} to {question}, but everyone can see that the answer is \
                 {truth}"
            );
            let item = about::<G>(&table.position, question, &answer);
            return Err(Breach::new(FindingKind::FalseAnswer, message)
                .about(item)
                .said(answer, truth));
        }
        self.judge_answer(table, question, &answer);
        if !G::Boxes::by_token(question) {
            return Ok(Reply::Answer(answer, None));
        }
        let token = self.turn.tokens.get(self.tokens).copied();
        self.tokens += 1;
        match token {
            Some(token) if table.token_fits(question, &answer, &token) => {
                Ok(Reply::Answer(answer, Some(token)))
            }
            _ => Err(Breach::new(
                FindingKind::BadBox,
                format!("{question}: {seat} answers {answer}, but shows no token for it"),
            )),
        }
    }

    fn decide(&mut self, table: &Table<G>) -> Result<Decision<G>, Breach> {
        let seat = table.head_writer();
        if self.turn.moves.is_empty() || self.moved != Moved::No {
            return Err(Breach::illegal(format!("{seat} owed a move and made none")));
        }
        if self.disputes() {
            return Err(self.dispute(table, seat));
        }
        if let Some(leave) = Leave::of(&self.turn.moves) {
            return Ok(Decision::Leave(self.read_leave(table, leave)?));
        }
        self.moved = Moved::Move;
        self.read_move(table)
    }

    fn leave(&mut self, table: &Table<G>) -> Result<Option<Leave>, Breach> {
        match Leave::of(&self.turn.moves) {
            Some(leave) if self.moved == Moved::No => self.read_leave(table, leave).map(Some),
            _ => Ok(None),
        }
    }

    fn open(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        opens: &[Open<G>],
    ) -> Result<Vec<Opening<G>>, Breach> {
        let mut fresh: Vec<Opening<G>> = Vec::new();
        for open in opens {
            let of = match open {
                Open::Every { value, count } => {
                    fresh.extend(self.open_all(table, seat, value, *count)?);
                    continue;
                }
                Open::As(opening) => &opening.of,
                Open::Item(of) => of,
            };
            let before = fresh.iter().find(|opening| opening.of == *of);
            let known = table.shown.of(of).or(before.map(|opening| &opening.value)).cloned();
            let value = if let Some(value) = known {
                value
            } else {
                let opening = self.next_opening(table, of.seat, Some(&of.item))?;
                fresh.push(opening.clone());
                opening.value
            };
            if let Open::As(opening) = open
                && opening.value != value
            {
                return Err(self.contradicts(table, seat, opening, &value));
            }
        }
        Ok(fresh)
    }

    fn boxes(&mut self, _table: &Table<G>, specs: &[BoxSpec<G>]) -> Result<Vec<u8>, Breach> {
        let due = boxes::size_of_all(specs);
        if self.turn.boxes.len() != due {
            let message = format!(
                "the boxes of this turn have {} bytes, but need {due}",
                self.turn.boxes.len()
            );
            return Err(Breach::new(FindingKind::BadBox, message));
        }
        Table::boxes_are_formed(self.number, specs, &self.turn.boxes)?;
        Ok(self.turn.boxes.clone())
    }

    fn reveal(&mut self, table: &Table<G>, seat: Seat) -> Result<G::Setup, Breach> {
        if self.turn.seed.is_none() || self.turn.reveal.is_empty() {
            return Err(Breach::illegal(format!(
                "{seat} was required to show the setup in this turn, but didn't"
            )));
        }
        self.revealed = true;
        let no_setup = || {
            let message = format!("{seat} reveals a setup that this game doesn't allow");
            Breach::new(FindingKind::IllegalSetup, message)
        };
        G::Setup::parse(&table.options, seat, &self.turn.reveal)
            .filter(|setup| setup.write(&table.options, seat) == self.turn.reveal)
            .ok_or_else(no_setup)
    }

    fn no_link() -> Breach {
        Breach::new(
            FindingKind::BadLink,
            "the turn has no `link`, from which the random numbers are computed",
        )
    }
}

/// Returns a move as text for a finding. A long move is shortened.
fn shortened(entries: &[String]) -> String {
    const LONGEST: usize = 8;
    let text = entries.iter().take(LONGEST).map(String::as_str).collect::<Vec<_>>().join("; ");
    if entries.len() > LONGEST { text + "; ..." } else { text }
}

/// Parses `text`. Returns `None` if it isn't in canonical form.
fn canonical<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|value| value.to_string() == text)
}

/// Returns the item that a finding about an answer names. This is the first item that the answer
/// opens; if it opens none, the question itself.
fn about<G: Game>(position: &G::Position, question: &G::Question, answer: &G::Answer) -> String {
    let opens = position.opens_for_answer(question, answer);
    let first = opens.iter().find_map(|open| match open {
        Open::As(opening) => Some(opening.of.item.to_string()),
        Open::Item(of) => Some(of.item.to_string()),
        Open::Every { .. } => None,
    });
    first.unwrap_or_else(|| question.to_string())
}
