//! Taking a turn that was mailed: is it intact, is it this seat's, does it carry exactly what is
//! due, and is everything in it that anyone can check true?

use std::str::FromStr;

use super::finding::{Breach, Damage, DamageKind, Finding, FindingKind, TurnFault};
use super::turn::{Commitment, Decision, Leave, Reply, Steps};
use super::{Next, Table, boxes};
use crate::crypto::{self, Eye, Seed, Verifier};
use crate::rules::{
    BoxSpec, Boxes, BySeat, Chance, Due, Game, Knowledge, Known, Move, Open, Opening, Position,
    Private, Seat, Setup,
};
use crate::turnfile::limits::MAX_NOTES_OF_SEAT;
use crate::turnfile::{Bytes32, Turn};

/// What an audit knows of the seats that have shown their setups, and what it finds.
#[derive(Debug)]
pub(crate) struct Audited<G: Game> {
    pub(crate) owns: BySeat<Option<Private<G>>>,
    pub(crate) seeds: BySeat<Option<Seed>>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) checked: Checked,
}

/// How much an audit has checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) answers: usize,
    pub(crate) moves: usize,
    pub(crate) boxes: usize,
}

impl<G: Game> Table<G> {
    /// Takes the next turn of the file.
    ///
    /// # Errors
    /// [`TurnFault::Damage`] leaves the table as it was. After [`TurnFault::Breach`] the turn
    /// stands, as the last: it has ended the game, and whatever is read after it, that breach is
    /// the fault.
    pub(crate) fn read(&mut self, turn: &Turn) -> Result<(), TurnFault> {
        self.take(turn, true, None)
    }

    /// The same for a turn that has been read before: its signature is not checked again.
    pub(super) fn read_again(&mut self, turn: &Turn) -> Result<(), TurnFault> {
        self.take(turn, false, None)
    }

    /// The same once more, with the setups that were shown later at hand: everything is judged that
    /// can be.
    pub(crate) fn audit(&mut self, turn: &Turn, audited: &mut Audited<G>) -> Result<(), TurnFault> {
        self.take(turn, false, Some(audited))
    }

    fn take(
        &mut self,
        turn: &Turn,
        check_signature: bool,
        audited: Option<&mut Audited<G>>,
    ) -> Result<(), TurnFault> {
        if let Some(breach) = &self.breach {
            return Err(TurnFault::Breach(breach.clone()));
        }
        let number = self.writing();
        let hash = turn.hash();
        let (seat, verifier) =
            self.intact(turn, &hash, check_signature).map_err(TurnFault::Damage)?;
        self.begin(seat, turn, hash);
        let mut reader = Reader::new(turn, number, audited);
        let fits = self.fits(seat, turn);
        // A breach in somebody's first turn is proved by the key that stands there.
        self.seats[seat].verifier = Some(verifier);
        let read = fits.and_then(|()| {
            self.seats[seat].tip = turn.tip.or(self.seats[seat].tip);
            self.seats[seat].full_name = turn.name.clone().or(self.seats[seat].full_name.take());
            self.seats[seat].mail = turn.mail.clone().or(self.seats[seat].mail.take());
            self.play(seat, &mut reader)?;
            reader.used_up(self, seat)
        });
        self.finish(seat, turn, hash);
        read.map_err(|breach| {
            let finding = breach.by(seat, number);
            self.breach = Some(finding.clone());
            TurnFault::Breach(finding)
        })
    }

    /// Is the turn whole, and does it follow the last one? Nobody can be blamed if it is not.
    fn intact(
        &self,
        turn: &Turn,
        hash: &Bytes32,
        check_signature: bool,
    ) -> Result<(Seat, Verifier), Damage> {
        let number = self.writing();
        let damage = |kind, message: String| Damage { turn: number, kind, message };
        let chain = |message: String| damage(DamageKind::BadChain, message);
        if turn.number != number {
            return Err(chain(format!(
                "turn {number} is missing: turn {} stands in its place",
                turn.number
            )));
        }
        if turn.after != self.head.hash {
            let before = if number == 1 {
                "the game it stands in".to_owned()
            } else {
                format!("turn {}", self.head.number)
            };
            return Err(chain(format!("turn {number} was not made upon {before} as it is here")));
        }
        let Some((seat, sitting)) =
            self.seats.iter().find(|(_, sitting)| sitting.name == turn.seat)
        else {
            return Err(chain(format!(
                "turn {number} is by somebody who has no seat in this game"
            )));
        };
        let unsigned = || {
            damage(
                DamageKind::BadSignature,
                format!("turn {number} of {seat} holds no key to check its signature with"),
            )
        };
        let verifier = match (&sitting.verifier, &turn.key) {
            (Some(verifier), _) => verifier.clone(),
            (None, Some(key)) => Verifier::new(key).ok_or_else(unsigned)?,
            (None, None) => return Err(unsigned()),
        };
        if check_signature && !verifier.turn(hash, &turn.signature) {
            return Err(damage(
                DamageKind::BadSignature,
                format!("turn {number} was changed after {seat} signed it"),
            ));
        }
        Ok((seat, verifier))
    }

    /// Is it this seat's turn, and are the keys there that do not depend on the steps of the turn?
    fn fits(&self, seat: Seat, turn: &Turn) -> Result<(), Breach> {
        let illegal = |message: String| Err(Breach::new(FindingKind::IllegalMove, message));
        let sitting = &self.seats[seat];
        let number = turn.number;
        if self.due() != Some(seat) {
            return illegal(format!("{seat} wrote turn {number}, but it was not {seat}'s turn"));
        }
        let first = !self.joined_before(seat);
        exactly("key", turn.key.is_some(), first && sitting.verifier.is_none())?;
        exactly("tip", turn.tip.is_some(), first && G::CHANCE != Chance::Never)?;
        exactly("link", turn.link.is_some(), Self::link_is_due(number))?;
        if !first && (turn.name.is_some() || turn.mail.is_some()) {
            return illegal("a name or address stands only in the first turn of a seat".to_owned());
        }
        if turn.tip.is_some() && self.seats.iter().any(|(_, other)| other.tip == turn.tip) {
            return Err(Breach::new(
                FindingKind::BadLink,
                format!("{seat} copied the other's tip"),
            ));
        }
        if let (Some(link), Some(last)) = (&turn.link, &sitting.link.or(sitting.tip))
            && !crypto::Chain::is_next(&self.id, &sitting.name, last, link)
        {
            return Err(Breach::new(
                FindingKind::BadLink,
                format!("the link of turn {number} does not follow from {seat}'s last"),
            ));
        }
        if sitting.notes > MAX_NOTES_OF_SEAT {
            return illegal(format!(
                "{seat} has written more than {MAX_NOTES_OF_SEAT} bytes of notes"
            ));
        }
        Ok(())
    }

    /// Had this seat made a turn before the one that is being read?
    fn joined_before(&self, seat: Seat) -> bool {
        let before = self.history.len().saturating_sub(1);
        self.history.iter().take(before).any(|played| played.seat == seat)
    }
}

impl<G: Game> Table<G> {
    /// The seat whose turn is being read.
    pub(super) fn head_writer(&self) -> Seat {
        self.history.last().map_or(Seat::OPENER, |played| played.seat)
    }

    /// The number of the last turn that this seat has made, the one that is being read included.
    pub(super) fn last_turn_of(&self, seat: Seat) -> Option<u32> {
        let at = self.history.iter().rposition(|played| played.seat == seat)?;
        u32::try_from(at + 1).ok()
    }

    /// Marks the boxes of the turn just read as sound or not, the maker's seed being known.
    pub(crate) fn judge_boxes(&mut self, turn: &Turn, audited: &mut Audited<G>) {
        let Some((seat, seed)) = self
            .history
            .last()
            .map(|played| played.seat)
            .and_then(|seat| audited.seeds[seat].as_ref().map(|seed| (seat, seed)))
        else {
            return;
        };
        let Some(own) = &audited.owns[seat] else { return };
        audited.checked.boxes +=
            self.boxes.iter().rev().take_while(|posted| posted.turn == turn.number).count();
        let faults = self.remake(turn.number, own, seed);
        audited.findings.extend(faults.into_iter().map(|breach| breach.by(seat, turn.number)));
    }
}

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
pub(super) struct Reader<'a, G: Game> {
    turn: &'a Turn,
    number: u32,
    /// how many of `answer`, `tokens` and `open` have been used
    answers: usize,
    tokens: usize,
    opened: usize,
    moved: Moved,
    set_up: bool,
    revealed: bool,
    audited: Option<&'a mut Audited<G>>,
}

/// What the key `move` has been used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    No,
    /// a move of the rules
    Move,
    /// resigning, accepting, a dispute
    Leave,
}

impl<'a, G: Game> Reader<'a, G> {
    pub(super) fn new(turn: &'a Turn, number: u32, audited: Option<&'a mut Audited<G>>) -> Self {
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
    pub(super) fn used_up(&self, table: &Table<G>, seat: Seat) -> Result<(), Breach> {
        let turn = self.turn;
        exactly("setup", !turn.setup.is_empty(), self.set_up)?;
        exactly("eyes", !turn.eyes.is_empty(), self.set_up && G::Boxes::have_eyes(&table.options))?;
        exactly("answer", turn.answer.len() > self.answers, false)?;
        exactly("tokens", turn.tokens.len() > self.tokens, false)?;
        exactly("move", !turn.moves.is_empty(), self.moved != Moved::No)?;
        exactly("open", turn.open.len() > self.opened, false)?;
        exactly("salts", turn.salts.len() != turn.open.len(), false)?;
        exactly("seal", turn.seal.is_some() && self.moved != Moved::Move, false)?;
        exactly("boxes", !turn.boxes.is_empty() && self.moved != Moved::Move, false)?;
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
        table: &Table<G>,
        whose: Seat,
        wanted: Option<&G::Item>,
    ) -> Result<Opening<G>, Breach> {
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
        let item = canonical::<G::Item>(item_text)
            .ok_or_else(|| bad("an opening names no item of this game".to_owned()))?;
        if wanted.is_some_and(|wanted| *wanted != item) {
            return Err(missing());
        }
        let value = canonical::<G::Value>(value_text).ok_or_else(|| {
            bad(format!("{item} is opened as no value of this game")).about(&item)
        })?;
        let sitting = &table.seats[whose];
        let seal = crypto::seal(&table.id, &sitting.name, item_text, value_text, salt);
        if sitting.seal_of(&item) != Some(&seal) {
            return Err(
                bad(format!("the opening of {item} as {value} does not fit its seal")).about(&item)
            );
        }
        if let Some(eye) = sitting.eye_of(&item)
            && !eye_matches(eye, salt, G::Boxes::number(&value))
        {
            return Err(bad(format!("the eye of {item} is not that of {value}")).about(&item));
        }
        let opening = Opening::new(whose, item, value);
        table.position.check_opening(&opening, &table.shown).map_err(|illegal| Breach {
            // Whoever sealed it is to blame, not who passes on what a box showed him.
            culprit: table.last_turn_of(whose).map(|turn| (whose, turn)),
            ..Breach::new(FindingKind::IllegalMove, illegal.to_string()).about(&opening.of.item)
        })?;
        Ok(opening)
    }

    /// All items of one value, each once and in the order of the sheet.
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
                let message = format!("{} was not to be opened there", opening.of.item);
                return Err(Breach::new(FindingKind::BadOpening, message).about(&opening.of.item));
            }
            last = at;
            all.push(opening);
        }
        Ok(all)
    }

    fn read_move(&mut self, table: &Table<G>) -> Result<Decision<G>, Breach> {
        let illegal = |message: String| Breach::new(FindingKind::IllegalMove, message);
        let seat = table.head_writer();
        let typed = shortened(&self.turn.moves);
        let mv = G::Move::parse(&self.turn.moves, &table.position)
            .map_err(|error| illegal(error.to_string()).about(&typed))?;
        if mv.write() != self.turn.moves {
            return Err(illegal(format!(
                "the move of {seat} is not written in its canonical form"
            ))
            .about(&typed));
        }
        table
            .position
            .check(seat, &mv, &table.shown)
            .map_err(|error| illegal(error.to_string()).about(&typed))?;
        let sealed = mv.concealed(&table.position, self.number);
        exactly("seal", self.turn.seal.is_some(), sealed.is_some())?;
        self.judge_move(table, seat, &mv, &typed);
        Ok(Decision::Move { mv, sealed: sealed.zip(self.turn.seal) })
    }

    /// With the mover's setup at hand: could the move be made?
    fn judge_move(&mut self, table: &Table<G>, seat: Seat, mv: &G::Move, typed: &str) {
        let Some(audited) = &mut self.audited else { return };
        let Some(own) = &audited.owns[seat] else { return };
        audited.checked.moves += 1;
        if let Err(error) = table.position.check_private(own, mv, &table.shown) {
            let breach =
                Breach::new(FindingKind::IllegalMove, format!("{seat} moved {typed}: {error}"))
                    .about(typed);
            audited.findings.push(breach.by(seat, self.number));
        }
    }

    /// With the setups at hand: is the answer true?
    fn judge_answer(&mut self, table: &Table<G>, question: &G::Question, answer: &G::Answer) {
        let seat = table.head_writer();
        let Some(audited) = &mut self.audited else { return };
        if audited.owns[seat].is_none() {
            return;
        }
        audited.checked.answers += 1;
        let known: Vec<&Private<G>> =
            audited.owns.iter().filter_map(|(_, own)| own.as_ref()).collect();
        let Some(truth) = table.position.truth(question, Known(&known), &table.shown) else {
            return;
        };
        // An answer that follows its box is honest even if the box lies: that is its maker's fault.
        let misled = G::Boxes::by_token(question)
            && table.box_of(question).is_none_or(|posted| posted.sound != Some(true));
        if truth == *answer || misled {
            return;
        }
        let because = table
            .position
            .because(question, Known(&known))
            .map(|because| format!(" ({because})"))
            .unwrap_or_default();
        let item = first_item(&table.position.opens_for_answer(question, answer))
            .unwrap_or_else(|| question.to_string());
        let message = format!("{seat} answered {answer} to {question}. True: {truth}{because}");
        let breach = Breach::new(FindingKind::FalseAnswer, message).about(item).said(answer, truth);
        audited.findings.push(breach.by(seat, self.number));
    }

    fn disputes(&self) -> bool {
        self.turn.moves.first().is_some_and(|word| word.starts_with(boxes::DISPUTE))
    }

    fn read_leave(&mut self, table: &Table<G>, leave: Leave) -> Result<Leave, Breach> {
        let seat = table.head_writer();
        self.moved = Moved::Leave;
        let may = match leave {
            Leave::Resign => table.may_leave().is_ok(),
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

fn first_item<G: Game>(opens: &[Open<G>]) -> Option<String> {
    opens.iter().find_map(|open| match open {
        Open::As(opening) => Some(opening.of.item.to_string()),
        Open::Item(of) => Some(of.item.to_string()),
        Open::Every { .. } => None,
    })
}

impl<G: Game> Steps<G> for Reader<'_, G> {
    type Stop = Breach;

    fn set_up(&mut self, table: &Table<G>, seat: Seat) -> Result<Commitment, Breach> {
        let items = G::Setup::items(&table.options, seat).len();
        let eyes = if G::Boxes::have_eyes(&table.options) { items } else { 0 };
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
                self.moved = Moved::Leave;
                return Err(table.judge_dispute(self.turn, seat, &mut self.opened));
            }
            if or_move && !self.turn.moves.is_empty() {
                self.moved = Moved::Move;
                return Ok(Reply::Instead(self.read_move(table)?));
            }
            let message = format!("{seat} does not answer: {question}");
            return Err(Breach::new(FindingKind::IllegalMove, message));
        };
        self.answers += 1;
        let answer = canonical::<G::Answer>(entry).ok_or_else(|| {
            Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} answers {question} with what is no answer"),
            )
        })?;
        if let Some(truth) = table.position.truth(question, Known(&[]), &table.shown)
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
            return Err(Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} owed a move and made none"),
            ));
        }
        if self.disputes() {
            self.moved = Moved::Leave;
            return Err(table.judge_dispute(self.turn, seat, &mut self.opened));
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
            let known = table
                .shown
                .of(of)
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
            if let Open::As(opening) = open
                && opening.value != value
            {
                let item = &opening.of.item;
                let answering = matches!(table.next(), Next::Play(_, Due::Answer { .. }))
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

    fn boxes(&mut self, _table: &Table<G>, specs: &[BoxSpec<G>]) -> Result<Vec<u8>, Breach> {
        let due = boxes::size_of_all(specs);
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

    fn reveal(&mut self, table: &Table<G>, seat: Seat) -> Result<G::Setup, Breach> {
        if self.turn.seed.is_none() || self.turn.reveal.is_empty() {
            return Err(Breach::new(
                FindingKind::IllegalMove,
                format!("{seat} had to show the setup and does not"),
            ));
        }
        self.revealed = true;
        G::Setup::parse(&table.options, seat, &self.turn.reveal)
            .filter(|setup| setup.write(&table.options, seat) == self.turn.reveal)
            .ok_or_else(|| {
                Breach::new(
                    FindingKind::IllegalSetup,
                    format!("what {seat} shows is no setup of this game"),
                )
            })
    }

    fn no_link() -> Breach {
        Breach::new(FindingKind::BadLink, "there is no link to roll numbers from")
    }
}

impl<G: Game> Table<G> {
    /// Is this the setup that the seat has sealed? If not, the first item that was sealed as
    /// something else, and what it is now said to be.
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
            let salt = crypto::salt(seed, &self.id, &sitting.name, &word);
            let seal = crypto::seal(&self.id, &sitting.name, &word, &said, &salt);
            let eye_fits = sitting
                .sealed
                .eyes
                .get(at)
                .is_none_or(|eye| eye_matches(eye, &salt, G::Boxes::number(&value)));
            if sitting.sealed.seals.get(at) != Some(&seal) || !eye_fits {
                return Err((item, value));
            }
        }
        Ok(())
    }
}

/// Is this the eye of a piece of that kind with that salt?
fn eye_matches(eye: &Bytes32, salt: &Bytes32, kind: u8) -> bool {
    Eye::decode(eye).is_some_and(|eye| eye.matches(&crypto::Opening { kind, salt: *salt }))
}
