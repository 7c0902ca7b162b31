//! A table where bots play. It uses no cryptography, and checks every step.

use std::collections::BTreeSet;

use super::scenes::fits;
use super::{Dice, Taken, heat};
use crate::rules::*;

/// Maximum number of steps of a game. A longer game is considered endless.
const MOST_STEPS: usize = 60_000;

/// Returns a random setup, and checks that writing and parsing don't change it. For a seat that
/// hides nothing, the setup is empty.
pub(super) fn seal<G: Game>(options: &G::Options, seat: Seat, dice: &mut Dice) -> Private<G> {
    let items = G::Setup::items(options, seat);
    let Some(help) = G::Setup::help(options, seat) else {
        assert!(items.is_empty(), "a seat without a setup seals nothing");
        return Private::new(seat, G::Setup::nothing().expect("an empty setup"));
    };
    assert!(!help.ask.is_empty() && !help.done.is_empty() && !help.form.is_empty());
    if let Some(example) = &help.example {
        let setup = G::Setup::read(options, seat, example).expect("an example that can be typed");
        assert_eq!(setup.faults(options, seat), []);
    }
    let setup = G::Setup::random(options, seat, dice);
    assert_eq!(setup.faults(options, seat), []);
    assert!(!setup.describe(options, seat).is_empty());
    let other = G::Setup::random(options, seat, &mut Dice(1));
    assert_eq!(format!("{setup:?}"), format!("{other:?}"), "`Debug` does not show a setup");
    let entries = setup.write(options, seat);
    mailable(&entries);
    assert_eq!(G::Setup::parse(options, seat, &entries).as_ref(), Some(&setup), "{entries:?}");
    assert_eq!(items.iter().collect::<BTreeSet<_>>().len(), items.len(), "each item once");
    for item in items {
        let value = setup.value(options, &item);
        mailable(&[format!("{item} {value}")]);
        assert!(item.to_string().parse::<G::Item>().ok() == Some(item));
        assert!(value.to_string().parse::<G::Value>().ok().as_ref() == Some(&value));
        if G::Boxes::have_eyes(options) {
            assert_eq!(G::Boxes::value(G::Boxes::number(&value)), Some(value));
        }
    }
    Private::new(seat, setup)
}

pub(super) struct Play<G: Game> {
    options: G::Options,
    position: G::Position,
    shown: Shown<G>,
    pub(super) owns: BySeat<Private<G>>,
    /// Boxes that no seat has been able to open yet.
    boxes: Vec<BoxSpec<G>>,
    pub(super) taken: Vec<Taken<G>>,
    dice: Dice,
    invited: Invited,
    writer: Seat,
    pub(super) turns: u32,
}

/// Settings of a game between bots.
pub(super) struct Invited {
    /// The seat that begins; `None` if a roll chooses the first player.
    pub(super) agreed: Option<Seat>,
    /// Level of the opener's bot.
    pub(super) level: Level,
    /// Number of steps between drawings of the table.
    pub(super) looks: usize,
    /// One out of this many moves is also drafted by selecting squares; 0 if no move is.
    pub(super) touches: u32,
}

impl<G: Game> Play<G> {
    /// Creates a table with all setups sealed.
    pub(super) fn new(
        options: G::Options,
        owns: BySeat<Private<G>>,
        dice: Dice,
        invited: Invited,
    ) -> Self {
        let position = G::start(&options, owns.seats());
        let mut shown = Shown::nothing(owns.seats());
        let hides = |seat: &Seat| G::Setup::help(&options, *seat).is_some();
        let hiding: Vec<Seat> = Seat::all(owns.seats()).filter(hides).collect();
        for &seat in &hiding {
            shown.seal(seat);
        }
        // Each seat has sealed its setup in its own file, and the last of these files also contains
        // the steps that follow.
        let writer = hiding.last().copied().unwrap_or(Seat::OPENER);
        let turns = u32::try_from(hiding.len()).unwrap_or_default();
        let (boxes, taken) = (Vec::new(), Vec::new());
        Play { options, position, shown, owns, boxes, taken, dice, invited, writer, turns }
    }

    pub(super) fn finish(&mut self) -> Outcome {
        for _ in 0..MOST_STEPS {
            let due = self.position.due();
            if let Due::Over(outcome) = due {
                self.show_setups();
                assert_eq!(self.position.due(), Due::Over(outcome.clone()), "over is over");
                return outcome;
            }
            self.step(due);
        }
        panic!("{} did not end in {MOST_STEPS} steps", G::PROFILE.id);
    }

    /// Returns the seat whose turn file contains this step. If the players have agreed on the first
    /// player, the step that chooses the first player needs no file of its own.
    fn actor(&self, due: &Due<G>) -> Seat {
        match due {
            Due::First if self.invited.agreed.is_some() && !self.waits() => self.writer,
            Due::First | Due::Over(_) => Seat::OPENER,
            Due::Open { seat, .. }
            | Due::Roll { by: seat, .. }
            | Due::Answer { seat, .. }
            | Due::Move(seat)
            | Due::Reveal(seat) => *seat,
        }
    }

    /// Whether it is too early for the first step: a kind that rolls in every turn begins in turn
    /// 3.
    fn waits(&self) -> bool {
        G::PROFILE.chance == Chance::Throughout && self.turns < 3
    }

    fn step(&mut self, due: Due<G>) {
        let actor = self.actor(&due);
        if self.writer != actor {
            self.writer = actor;
            self.turns += 1;
        }
        if self.taken.len().is_multiple_of(self.invited.looks) {
            self.look();
        }
        match due {
            Due::First => {
                let rolled = || self.position.roll_first(&mut self.dice).0;
                let first = self.invited.agreed.unwrap_or_else(rolled);
                assert!(first.0 < self.owns.seats());
                self.take(Vec::new(), Step::First(first));
            }
            Due::Open { seat, opens } => {
                let opened = self.open(seat, &opens);
                self.take(opened.clone(), Step::Opened { seat, opened });
            }
            Due::Roll { roll, .. } => {
                assert_ne!(G::PROFILE.chance, Chance::Never);
                let rolled = self.position.roll(&roll, &mut self.dice);
                self.take(Vec::new(), Step::Rolled { roll, rolled });
            }
            Due::Answer { seat, question, or_move } => {
                let instead = if or_move { self.instead(seat) } else { None };
                match instead {
                    Some(mv) => self.make(seat, mv),
                    None => self.answer(seat, question),
                }
            }
            Due::Move(seat) => {
                let mut numbers = Dice(self.fresh());
                let mv = self.bot(seat).choose(seen(self, seat), &mut numbers);
                self.make(seat, mv);
            }
            Due::Reveal(seat) => self.reveal(seat),
            Due::Over(_) => {}
        }
    }

    fn bot(&self, seat: Seat) -> &'static dyn Policy<G> {
        let level = if seat == Seat::OPENER { self.invited.level } else { Level::Any };
        policy_at::<G>(level).expect("a bot")
    }

    /// Returns a seed for a bot's random numbers.
    fn fresh(&mut self) -> u64 {
        u64::from(self.dice.below(u32::MAX))
    }

    fn instead(&mut self, seat: Seat) -> Option<G::Move> {
        let mut numbers = Dice(self.fresh());
        self.bot(seat).instead(seen(self, seat), &mut numbers)
    }

    fn take(&mut self, opened: Vec<Opening<G>>, step: Step<G>) -> Vec<String> {
        self.take_in(Taken { opened, revealed: None, step })
    }

    fn take_in(&mut self, taken: Taken<G>) -> Vec<String> {
        let events = taken.apply(&mut self.position, &mut self.shown);
        assert!(events.iter().all(|line| !line.is_empty()));
        self.taken.push(taken);
        self.read_boxes();
        events
    }

    /// Reveals all setups at the end of a game. The seat that wrote the last turn file reveals
    /// first, in that file; the other seats follow in order.
    fn show_setups(&mut self) {
        let last = self.writer;
        let others = Seat::all(self.owns.seats()).filter(|&seat| seat != last);
        for seat in [last].into_iter().chain(others) {
            if self.hides(seat) && self.shown.setup(seat).is_none() {
                self.turns += u32::from(self.writer != seat);
                self.writer = seat;
                self.reveal(seat);
            }
        }
        self.look();
    }

    fn hides(&self, seat: Seat) -> bool {
        G::Setup::help(&self.options, seat).is_some()
    }

    fn reveal(&mut self, seat: Seat) {
        assert!(self.hides(seat) && self.shown.setup(seat).is_none(), "a setup is shown once");
        let setup = self.owns[seat].setup.clone();
        let (opened, revealed) = (Vec::new(), Some((seat, setup)));
        self.take_in(Taken { opened, revealed, step: Step::Revealed(seat) });
    }

    fn make(&mut self, seat: Seat, mv: G::Move) {
        if self.invited.touches > 0 && self.dice.below(self.invited.touches) == 0 {
            let mut dice = Dice(self.fresh());
            super::touch::drafts_move(seen(self, seat), &mv, &mut dice);
        }
        let (position, seen) = (&self.position, seen(self, seat));
        assert_eq!(position.check(seat, &mv, &self.shown), Ok(()), "{mv:?}");
        assert_eq!(G::Position::check_private(seen, &mv), Ok(()), "{mv:?}");
        let Preview { lines, warning } = position.preview(seen, &mv, Hints::Full);
        assert!(lines.iter().chain(&warning).all(|line| !line.is_empty()));
        let (mv, hidden) = mv.conceal(position, self.turns);
        let sealed = hidden.as_ref().map(|(item, _)| item.clone());
        assert_eq!(mv.concealed(position, self.turns), sealed);
        assert_eq!(position.check(seat, &mv, &self.shown), Ok(()), "{mv:?}, after publication");
        let entries = mv.write();
        mailable(&entries);
        assert_eq!(G::Move::parse(&entries, position), Ok(mv.clone()), "{entries:?}");
        if let Some((item, value)) = hidden {
            self.owns[seat].sealed.insert(item, value);
        } else {
            let retyped = G::Move::read(&entries.join("; "), &seen);
            assert_eq!(retyped, Ok(mv.clone()), "entries of the file can be typed: {entries:?}");
        }
        let opened = self.open(seat, &self.position.opens_for_move(seat, &mv));
        for opening in &opened {
            self.shown.open(opening);
        }
        self.boxes.extend(G::Boxes::carried(&self.position, seat, &mv));
        let before = self.position.clone();
        let is_public = sealed.is_none();
        let events = self.take(opened, Step::Moved { seat, mv, sealed });
        if is_public {
            let (shown, private) = (&self.shown, &self.owns[seat]);
            let seen = Observation { position: &before, shown, private };
            let read = |typed: &str| G::Move::read(typed, &seen).map(|mv| mv.write());
            super::sentences::moves_can_be_typed_back(&events, &entries, read);
        }
    }

    fn answer(&mut self, seat: Seat, question: G::Question) {
        let position = &self.position;
        let truth = |known: &[&Private<G>]| position.truth(&question, Known(known));
        let answer = truth(&[&self.owns[seat]]).expect("the answerer knows");
        assert!(position.is_answer(&question, &answer), "{question}: {answer}");
        let everybody: Vec<&Private<G>> = self.owns.iter().map(|(_, own)| own).collect();
        assert_eq!(truth(&everybody), Some(answer.clone()), "{question}");
        if let Some(seen_by_all) = truth(&[]) {
            assert_eq!(seen_by_all, answer, "{question}: public answers are true");
        }
        if let Some(because) = position.because(&question, Known(&everybody)) {
            assert!(!because.is_empty());
        }
        mailable(&[answer.to_string()]);
        assert!(answer.to_string().parse::<G::Answer>().ok().as_ref() == Some(&answer));
        let opened = self.open(seat, &self.position.opens_for_answer(&question, &answer));
        self.take(opened, Step::Answered { seat, question, answer });
    }

    /// Opens the required items that aren't open yet, each with the value that its owner sealed.
    fn open(&self, seat: Seat, opens: &[Open<G>]) -> Vec<Opening<G>> {
        let mut fresh: Vec<Opening<G>> = Vec::new();
        for opening in opens.iter().flat_map(|open| self.openings(seat, open)) {
            let again = fresh.iter().any(|known| known.of == opening.of);
            if !again && self.shown.of(&opening.of).is_none() {
                assert_eq!(self.position.check_opening(&opening, &self.shown), Ok(()));
                fresh.push(opening);
            }
        }
        fresh
    }

    fn openings(&self, seat: Seat, open: &Open<G>) -> Vec<Opening<G>> {
        match open {
            Open::As(opening) => {
                let sealed = self.sealed(seat, &opening.of);
                assert_eq!(sealed, *opening, "an honest step says what was sealed");
                vec![sealed]
            }
            Open::Item(of) => vec![self.sealed(seat, of)],
            Open::Every { value, count } => {
                let setup = &self.owns[seat].setup;
                let items = G::Setup::items(&self.options, seat).into_iter();
                let alike = items.filter(|item| setup.value(&self.options, item) == *value);
                let all: Vec<_> =
                    alike.map(|item| Opening::new(seat, item, value.clone())).collect();
                assert_eq!(all.len(), *count);
                all
            }
        }
    }

    /// Returns the item `of` with its sealed value. Panics if `writer` can't know this value.
    fn sealed(&self, writer: Seat, of: &Sealed<G::Item>) -> Opening<G> {
        let own = &self.owns[of.seat];
        let value = own.sealed.get(&of.item).cloned();
        let value = value.unwrap_or_else(|| own.setup.value(&self.options, &of.item));
        let opening = Opening { of: of.clone(), value };
        let disclosed = |disclosed: &Disclosure<G>| match disclosed {
            Disclosure::Seen(seen) => *seen == opening,
            Disclosure::Fought { fallen, .. } => fallen.as_ref() == Some(&opening),
        };
        let known = of.seat == writer
            || self.shown.of(of) == Some(&opening.value)
            || self.owns[writer].disclosed.iter().any(disclosed);
        assert!(known, "no one can open a value that they cannot know");
        opening
    }

    /// Opens all boxes that can be opened now, and adds the content of each box to its reader's
    /// knowledge.
    fn read_boxes(&mut self) {
        while let Some((at, disclosed)) = self.readable() {
            let reader = self.boxes.remove(at).to.seat;
            self.owns[reader].disclosed.push(disclosed);
        }
    }

    fn readable(&self) -> Option<(usize, Disclosure<G>)> {
        self.boxes.iter().enumerate().find_map(|(at, spec)| Some((at, self.read_box(spec)?)))
    }

    fn read_box(&self, spec: &BoxSpec<G>) -> Option<Disclosure<G>> {
        let reader = &self.owns[spec.to.seat];
        let value = |of: &Sealed<G::Item>| self.owns[of.seat].setup.value(&self.options, &of.item);
        let is_told = |given: &(G::Question, G::Answer)| {
            reader.disclosed.iter().any(|disclosed| match disclosed {
                Disclosure::Fought { question, answer, .. } => {
                    (question, answer) == (&given.0, &given.1)
                }
                Disclosure::Seen(_) => false,
            })
        };
        if !spec.given.iter().all(is_told) {
            return None;
        }
        let (from, to) = (value(&spec.from), value(&spec.to));
        let shown = Opening { of: spec.from.clone(), value: from.clone() };
        match &spec.purpose {
            Purpose::Sight => {
                (G::Boxes::watcher().as_ref() == Some(&to)).then_some(Disclosure::Seen(shown))
            }
            Purpose::Fight(question) => {
                let (answer, falls) = G::Boxes::fight(&from, &to)?;
                assert!(G::Boxes::outcomes().contains(&answer) && G::Boxes::by_token(question));
                let fallen = falls.then_some(shown);
                Some(Disclosure::Fought { question: question.clone(), answer, fallen })
            }
        }
    }

    /// Draws the table for every player and for the public. At some steps, also checks the heat
    /// maps and what happens if a player resigns.
    fn look(&mut self) {
        for view in self.owns.iter().map(|(_, own)| Some(own)).chain([None]) {
            fits(&self.position.scene(&self.shown, view), self.owns.seats());
            if let Some(own) = view {
                assert!(self.position.private_json(seen(self, own.seat)).is_object());
                self.examples_are_legal(own.seat);
            }
        }
        assert!(self.position.json(&self.shown).is_object());
        if self.taken.len() % 24 == 6 {
            let seats = self.owns.seats();
            Seat::all(seats).for_each(|seat| heat::is_drawn(seen(self, seat), seats));
        }
        if self.taken.len() % 16 == 3 {
            self.somebody_leaves();
        }
    }

    /// Checks that the seat can make each move that the table suggests.
    fn examples_are_legal(&self, seat: Seat) {
        if self.position.due() != Due::Move(seat) {
            return;
        }
        for (typed, _) in self.position.scene(&self.shown, Some(&self.owns[seat])).examples {
            let read = seen(self, seat).read(&typed);
            assert!(read.is_ok(), "{typed:?} is suggested: {read:?}");
        }
    }

    /// Checks that resigning ends the game, or that the other players continue.
    fn somebody_leaves(&self) {
        let mut position = self.position.clone();
        let decided = matches!(position.due(), Due::Over(_));
        if decided || position.may_leave().is_err() {
            return;
        }
        if let Some(outcome) = position.leave(self.writer, Leaving::Resigned) {
            assert_eq!(outcome.points.seats(), self.owns.seats());
            position.end(outcome.clone());
            assert_eq!(position.due(), Due::Over(outcome));
        }
        fits(&position.scene(&self.shown, None), self.owns.seats());
    }
}

fn seen<G: Game>(play: &Play<G>, seat: Seat) -> Observation<'_, G> {
    Observation { position: &play.position, shown: &play.shown, private: &play.owns[seat] }
}

/// Checks that each entry is fit for a turn file: short, in plain ASCII, and not empty.
fn mailable(entries: &[String]) {
    for entry in entries {
        let plain = entry.bytes().all(|byte| (b' '..=b'~').contains(&byte))
            && !entry.starts_with(' ')
            && !entry.ends_with(' ');
        assert!(plain && (1..=66).contains(&entry.len()), "not fit for a turn file: {entry:?}");
    }
}
