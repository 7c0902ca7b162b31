//! The hand that takes its steps from a turn as it was mailed, and says what is wrong with them.

use std::str::FromStr;

use super::finding::{Breach, FindingKind};
use super::read::{Audited, eye_matches};
use super::run::{Decision, Hand, Leave, Reply, Sheet};
use super::{Table, post};
use crate::crypto::{self, Eye};
use crate::games::{BoxSpec, Must, Opening, Own, Pending, Rules, Sealed, Seat};
use crate::turnfile::Turn;

/// Is this key of the turn there exactly if it is due?
pub(super) fn exactly(key: &str, there: bool, due: bool) -> Result<(), Breach> {
    match (there, due) {
        (true, false) => Err(Breach::new(
            FindingKind::IllegalMove,
            format!("the key `{key}` has no place in this turn"),
        )),
        (false, true) => {
            Err(Breach::new(FindingKind::IllegalMove, format!("the key `{key}` is missing")))
        }
        _ => Ok(()),
    }
}

/// The hand that takes its steps from a turn as it was mailed.
pub(super) struct Reader<'a, R: Rules> {
    turn: &'a Turn,
    number: u32,
    /// how many of `answer`, `tokens` and `open` have been used
    answers: usize,
    tokens: usize,
    opened: usize,
    moved: Moved,
    set_up: bool,
    revealed: bool,
    audited: Option<&'a mut Audited<R>>,
}

/// What the key `move` has been used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    No,
    /// a move of the rules
    Chose,
    /// resigning, accepting, a dispute
    Left,
}

impl<'a, R: Rules> Reader<'a, R> {
    pub(super) fn new(turn: &'a Turn, number: u32, audited: Option<&'a mut Audited<R>>) -> Self {
        Reader {
            turn,
            number,
            answers: 0,
            tokens: 0,
            opened: 0,
            moved: Moved::No,
            set_up: false,
            revealed: false,
            audited,
        }
    }

    /// Does the turn hold nothing beyond what was due? Extras would be signals to a friend.
    pub(super) fn used_up(&self, table: &Table<R>, seat: Seat) -> Result<(), Breach> {
        let turn = self.turn;
        exactly("setup", !turn.setup.is_empty(), self.set_up)?;
        exactly("eyes", !turn.eyes.is_empty(), self.set_up && R::has_eyes(&table.state))?;
        exactly("answer", turn.answer.len() > self.answers, false)?;
        exactly("tokens", turn.tokens.len() > self.tokens, false)?;
        exactly("move", !turn.moves.is_empty(), self.moved != Moved::No)?;
        exactly("open", turn.open.len() > self.opened, false)?;
        exactly("salts", turn.salts.len() != turn.open.len(), false)?;
        exactly("seal", turn.seal.is_some() && self.moved != Moved::Chose, false)?;
        exactly("boxes", !turn.boxes.is_empty() && self.moved != Moved::Chose, false)?;
        exactly("seed", turn.seed.is_some(), self.revealed)?;
        exactly("reveal", !turn.reveal.is_empty(), self.revealed)?;
        match turn.offer.as_deref() {
            None => Ok(()),
            Some("draw") if table.may_offer(seat) => Ok(()),
            Some("draw") => Err(Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} cannot offer a draw here"),
            )),
            Some(_) => Err(Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} offers what nobody can offer"),
            )),
        }
    }

    /// The next opening of the turn, checked against the seal of its item.
    fn next_opening(
        &mut self,
        table: &Table<R>,
        whose: Seat,
        wanted: Option<&R::Item>,
    ) -> Result<Opening<R>, Breach> {
        let bad = |message: String| Breach::new(FindingKind::BadOpening, message);
        let missing = || match wanted {
            Some(item) => {
                bad(format!("{item} is not opened, though the turn rests on it")).about(item)
            }
            None => bad("an opening is missing".to_owned()),
        };
        let entry = self.turn.open.get(self.opened).ok_or_else(missing)?;
        let salt = self.turn.salts.get(self.opened).ok_or_else(missing)?;
        self.opened += 1;
        let (item_text, value_text) = entry.split_once(' ').unwrap_or((entry, ""));
        let item = canonical::<R::Item>(item_text)
            .ok_or_else(|| bad("an opening names no item of this game".to_owned()))?;
        if wanted.is_some_and(|wanted| *wanted != item) {
            return Err(missing());
        }
        let value = canonical::<R::Value>(value_text).ok_or_else(|| {
            bad(format!("{item} is opened as no value of this game")).about(&item)
        })?;
        let place = &table.places[whose];
        let seal = crypto::seal(&table.id, &place.name, item_text, value_text, salt);
        if place.seal_of(&item) != Some(&seal) {
            return Err(
                bad(format!("the opening of {item} as {value} does not fit its seal")).about(&item)
            );
        }
        if let Some(eye) = place.eye_of(&item)
            && !eye_matches(eye, salt, R::kind_number(&value))
        {
            return Err(bad(format!("the eye of {item} is not that of {value}")).about(&item));
        }
        let opening = Opening { of: Sealed { seat: whose, item }, value };
        R::check_opening(&table.state, &opening).map_err(|illegal| Breach {
            // Whoever sealed it is to blame, not who passes on what a box showed him.
            culprit: table.last_turn_of(whose).map(|turn| (whose, turn)),
            ..Breach::new(FindingKind::IllegalMove, illegal.to_string()).about(&opening.of.item)
        })?;
        Ok(opening)
    }

    /// All items of one value, each once and in the order of the sheet.
    fn open_all(
        &mut self,
        table: &Table<R>,
        seat: Seat,
        value: &R::Value,
        count: usize,
    ) -> Result<Vec<Opening<R>>, Breach> {
        let mut all: Vec<Opening<R>> = Vec::new();
        let mut last = None;
        for _ in 0..count {
            let opening = self.next_opening(table, seat, None)?;
            let at = table.places[seat].order.get(&opening.of.item).copied();
            if opening.value != *value || at.is_none() || at <= last {
                let message = format!("{} was not to be opened there", opening.of.item);
                return Err(Breach::new(FindingKind::BadOpening, message).about(&opening.of.item));
            }
            last = at;
            all.push(opening);
        }
        Ok(all)
    }

    fn read_choice(&mut self, table: &Table<R>) -> Result<Decision<R>, Breach> {
        let illegal = |message: String| Breach::new(FindingKind::IllegalMove, message);
        let seat = table.head_writer();
        let typed = shortened(&self.turn.moves);
        let choice = R::parse_choice(&table.state, &self.turn.moves)
            .map_err(|error| illegal(error.to_string()).about(&typed))?;
        if R::write_choice(&choice) != self.turn.moves {
            return Err(illegal(format!(
                "the move of {seat} is not written in its canonical form"
            ))
            .about(&typed));
        }
        R::check(&table.state, seat, &choice)
            .map_err(|error| illegal(error.to_string()).about(&typed))?;
        let sealed = R::concealed(&table.state, &choice, self.number);
        exactly("seal", self.turn.seal.is_some(), sealed.is_some())?;
        self.judge_choice(table, seat, &choice, &typed);
        Ok(Decision::Move { choice, sealed: sealed.zip(self.turn.seal) })
    }

    /// With the mover's setup at hand: could the move be made?
    fn judge_choice(&mut self, table: &Table<R>, seat: Seat, choice: &R::Choice, typed: &str) {
        let Some(audited) = &mut self.audited else { return };
        let Some(own) = &audited.owns[seat] else { return };
        audited.checked.moves += 1;
        if let Err(error) = R::check_own(&table.state, own, choice) {
            let breach =
                Breach::new(FindingKind::IllegalMove, format!("{seat} moved {typed}: {error}"))
                    .about(typed);
            audited.findings.push(breach.by(seat, self.number));
        }
    }

    /// With the setups at hand: is the answer true?
    fn judge_answer(&mut self, table: &Table<R>, question: &R::Question, answer: &R::Answer) {
        let seat = table.head_writer();
        let Some(audited) = &mut self.audited else { return };
        if audited.owns[seat].is_none() {
            return;
        }
        audited.checked.answers += 1;
        let known: Vec<&Own<R>> = audited.owns.iter().filter_map(|(_, own)| own.as_ref()).collect();
        let Some(truth) = R::truth(&table.state, &known, question) else { return };
        // An answer that follows its box is honest even if the box lies: that is its maker's fault.
        let misled = R::by_token(question)
            && table.post_of(question).is_none_or(|post| post.sound != Some(true));
        if truth == *answer || misled {
            return;
        }
        let because = R::because(&table.state, &known, question)
            .map(|because| format!(" ({because})"))
            .unwrap_or_default();
        let item = first_item(&R::opens_for_answer(&table.state, seat, question, answer))
            .unwrap_or_else(|| question.to_string());
        let message = format!("{seat} answered {answer} to {question}. True: {truth}{because}");
        let breach = Breach::new(FindingKind::FalseAnswer, message).about(item).said(answer, truth);
        audited.findings.push(breach.by(seat, self.number));
    }

    fn leave_word(&self) -> Option<Leave> {
        match self.turn.moves.as_slice() {
            [word] => [Leave::Resign, Leave::Accept].into_iter().find(|leave| leave.word() == word),
            _ => None,
        }
    }

    fn disputes(&self) -> bool {
        self.turn.moves.first().is_some_and(|word| word.starts_with(post::DISPUTE))
    }

    fn read_leave(&mut self, table: &Table<R>, leave: Leave) -> Result<Leave, Breach> {
        let seat = table.head_writer();
        self.moved = Moved::Left;
        let may = match leave {
            Leave::Resign => table.may_leave(),
            Leave::Accept => table.may_accept(seat),
        };
        let word = leave.word();
        if may {
            Ok(leave)
        } else {
            Err(Breach::new(FindingKind::IllegalMove, format!("{seat} cannot {word} here"))
                .about(word))
        }
    }
}

/// A move as a finding repeats it: no longer than a person would read.
fn shortened(entries: &[String]) -> String {
    const LONGEST: usize = 8;
    let shown = entries.iter().take(LONGEST).map(String::as_str).collect::<Vec<_>>().join("; ");
    if entries.len() > LONGEST { shown + "; ..." } else { shown }
}

/// Reads a text that must be in canonical form.
fn canonical<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|value| value.to_string() == text)
}

fn first_item<R: Rules>(musts: &[Must<R>]) -> Option<String> {
    musts.iter().find_map(|must| match must {
        Must::Be(opening) => Some(opening.of.item.to_string()),
        Must::Show(of) => Some(of.item.to_string()),
        Must::All { .. } => None,
    })
}

impl<R: Rules> Hand<R> for Reader<'_, R> {
    type Stop = Breach;

    fn set_up(&mut self, table: &Table<R>, seat: Seat) -> Result<Sheet, Breach> {
        let items = R::items(&table.state, seat).len();
        let eyes = if R::has_eyes(&table.state) { items } else { 0 };
        if self.turn.setup.len() != items || self.turn.eyes.len() != eyes {
            return Err(Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} does not seal exactly the {items} items of the setup"),
            ));
        }
        if !self.turn.eyes.iter().all(|eye| Eye::decode(eye).is_some()) {
            return Err(Breach::new(
                FindingKind::BadBox,
                format!("{seat} gives an eye that is no point of the group"),
            ));
        }
        self.set_up = true;
        Ok(Sheet { seals: self.turn.setup.clone(), eyes: self.turn.eyes.clone() })
    }

    fn draw(&mut self, table: &Table<R>, draw: &R::Draw) -> Result<R::Drawn, Breach> {
        let Some((before, link)) = table.head.link.zip(self.turn.link) else {
            return Err(Breach::new(FindingKind::BadLink, "there is no link to draw from"));
        };
        let mut numbers = crypto::chance(&table.id, self.number, &draw.to_string(), &before, &link);
        Ok(R::roll(&table.state, draw, &mut numbers))
    }

    fn answer(
        &mut self,
        table: &Table<R>,
        question: &R::Question,
        or_choice: bool,
    ) -> Result<Reply<R>, Breach> {
        let seat = table.head_writer();
        let Some(entry) = self.turn.answer.get(self.answers) else {
            if self.disputes() {
                self.moved = Moved::Left;
                return Err(table.judge_dispute(self.turn, seat, &mut self.opened));
            }
            if or_choice && !self.turn.moves.is_empty() {
                self.moved = Moved::Chose;
                return Ok(Reply::Instead(self.read_choice(table)?));
            }
            let message = format!("{seat} does not answer: {question}");
            return Err(Breach::new(FindingKind::IllegalMove, message));
        };
        self.answers += 1;
        let answer = canonical::<R::Answer>(entry).ok_or_else(|| {
            Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} answers {question} with what is no answer"),
            )
        })?;
        if let Some(truth) = R::truth(&table.state, &[], question)
            && truth != answer
        {
            let message = format!(
                "{seat} answered {answer} to {question}, but all can see that it is {truth}"
            );
            return Err(Breach::new(FindingKind::FalseAnswer, message)
                .about(question)
                .said(answer, truth));
        }
        self.judge_answer(table, question, &answer);
        if !R::by_token(question) {
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

    fn decide(&mut self, table: &Table<R>) -> Result<Decision<R>, Breach> {
        let seat = table.head_writer();
        if self.turn.moves.is_empty() || self.moved != Moved::No {
            return Err(Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} owed a move and made none"),
            ));
        }
        if self.disputes() {
            self.moved = Moved::Left;
            return Err(table.judge_dispute(self.turn, seat, &mut self.opened));
        }
        if let Some(leave) = self.leave_word() {
            return Ok(Decision::Leave(self.read_leave(table, leave)?));
        }
        self.moved = Moved::Chose;
        self.read_choice(table)
    }

    fn leave(&mut self, table: &Table<R>) -> Result<Option<Leave>, Breach> {
        match self.leave_word() {
            Some(leave) if self.moved == Moved::No => self.read_leave(table, leave).map(Some),
            _ => Ok(None),
        }
    }

    fn open(
        &mut self,
        table: &Table<R>,
        seat: Seat,
        musts: &[Must<R>],
    ) -> Result<Vec<Opening<R>>, Breach> {
        let mut fresh: Vec<Opening<R>> = Vec::new();
        for must in musts {
            let of = match must {
                Must::All { seat, value, count } => {
                    fresh.extend(self.open_all(table, *seat, value, *count)?);
                    continue;
                }
                Must::Be(opening) => &opening.of,
                Must::Show(of) => of,
            };
            let known = table
                .opened
                .get(of)
                .or_else(|| {
                    fresh.iter().find(|opening| opening.of == *of).map(|opening| &opening.value)
                })
                .cloned();
            let value = if let Some(value) = known {
                value
            } else {
                let opening = self.next_opening(table, of.seat, Some(&of.item))?;
                let value = opening.value.clone();
                fresh.push(opening);
                value
            };
            if let Must::Be(opening) = must
                && opening.value != value
            {
                let item = &opening.of.item;
                let answering = matches!(R::pending(&table.state), Pending::Answer { .. })
                    && self.moved == Moved::No;
                let kind =
                    if answering { FindingKind::FalseAnswer } else { FindingKind::IllegalMove };
                let seal = format!("{seat}'s own seal of {item} opens as {value}");
                let message = match self
                    .turn
                    .answer
                    .get(self.answers.saturating_sub(1))
                    .filter(|_| answering)
                {
                    Some(answer) => format!("{seat} answered {answer}, but {seal}"),
                    None => format!("{seal}, not {}", opening.value),
                };
                return Err(Breach::new(kind, message).about(item).said(&opening.value, value));
            }
        }
        Ok(fresh)
    }

    fn boxes(&mut self, _table: &Table<R>, specs: &[BoxSpec<R>]) -> Result<Vec<u8>, Breach> {
        let due = post::size_of_all(specs);
        if self.turn.boxes.len() != due {
            let message = format!(
                "the boxes of this turn take {} bytes, due are {due}",
                self.turn.boxes.len()
            );
            return Err(Breach::new(FindingKind::BadBox, message));
        }
        Table::boxes_are_formed(specs, &self.turn.boxes)?;
        Ok(self.turn.boxes.clone())
    }

    fn reveal(&mut self, table: &Table<R>, seat: Seat) -> Result<R::Secret, Breach> {
        if self.turn.seed.is_none() || self.turn.reveal.is_empty() {
            return Err(Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} had to show the setup and does not"),
            ));
        }
        self.revealed = true;
        R::parse_secret(&table.state, seat, &self.turn.reveal)
            .filter(|secret| R::write_secret(&table.state, seat, secret) == self.turn.reveal)
            .ok_or_else(|| {
                Breach::new(
                    FindingKind::IllegalSetup,
                    format!("what {seat} shows is no setup of this game"),
                )
            })
    }
}
