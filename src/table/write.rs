//! Making a turn: the answers come from the sealed sheet, never from the player, so an honest
//! player cannot err.

use std::collections::BTreeMap;

use super::finding::TurnFault;
use super::post::{self, Opened, Tried};
use super::private::{HiddenMove, Private};
use super::run::{Decision, Hand, Leave, Parted, Reply, Sheet};
use super::{Seat, Table};
use crate::crypto;
use crate::games::{BoxSpec, Chance, Must, Numbers, Opening, Own, Pending, Rules, Sealed};
use crate::turnfile::limits::{MAX_MAIL, MAX_NAME, MAX_NOTE, text_problem};
use crate::turnfile::{Bytes32, Moment, Turn};

/// What a player wants of the turn that is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// whatever is due without a decision of his
    #[default]
    Nothing,
    /// this move, as typed
    Move(String),
    /// to resign
    Resign,
    /// to accept the draw that was offered
    Accept,
    /// to prove that a box addressed to him is bad
    Dispute,
    /// some sensible move of the rule book's own choice, from numbers drawn from this seed (the
    /// demo, tests)
    Any(Bytes32),
}

/// The outside of a turn: all that is neither rules nor secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// when
    pub sent: Moment,
    /// the order
    pub order: Order,
    /// offer a draw with it
    pub offer: bool,
    /// a line to the others
    pub note: Option<String>,
    /// the player's name for people, written in his first turn
    pub name: Option<String>,
    /// his address, written in his first turn
    pub mail: Option<String>,
    /// hashes of turns of this number that are taken back
    pub instead: Vec<Bytes32>,
}

impl Outlook {
    /// Nothing but an order.
    pub fn new(sent: Moment, order: Order) -> Self {
        Outlook {
            sent,
            order,
            offer: false,
            note: None,
            name: None,
            mail: None,
            instead: Vec::new(),
        }
    }
}

/// A finished, signed turn, and what to tell its maker.
#[derive(Clone, Debug)]
pub struct Composed {
    /// the turn
    pub turn: Turn,
    /// the part of the move that was sealed: to be kept, it will have to be opened
    pub hidden: Option<HiddenMove>,
    /// questions answered and the answers, with placeholders for names
    pub answered: Vec<(String, String)>,
    /// the move that was ordered but could not be made, the turn being another's after the answers
    pub dropped: Option<String>,
    /// whether the turn shows the setup
    pub revealed: bool,
}

/// Why no turn was made. Nothing has been changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// the game is over
    Over,
    /// it is another's turn
    NotYourTurn {
        /// whose it is
        due: Seat,
    },
    /// the setup has to be chosen first
    SetupNeeded,
    /// a move is due with the answers; here they are, with placeholders for names
    MoveNeeded {
        /// questions and the answers to them
        answers: Vec<(String, String)>,
    },
    /// the move cannot be read or is against the rules, or a note or name could not stand in a turn
    /// file; with placeholders for names
    Illegal(String),
    /// nobody can resign, or accept, here; and why
    CannotLeave(&'static str),
    /// there is no offer to accept
    NoOffer,
    /// a draw cannot be offered here
    CannotOffer,
    /// a box addressed to this seat is bad, so that it cannot answer: it can dispute
    BadBox {
        /// what the box was about
        question: String,
    },
    /// every box addressed to this seat is good
    NothingToDispute,
    /// the vault's secrets do not belong to this game, or the turn would not be taken by a reader
    Inconsistent(String),
}

/// The hand that makes a turn.
pub(super) struct Writer<'a, R: Rules> {
    private: &'a Private,
    own: Option<Own<R>>,
    /// openings and tokens that boxes gave this seat
    opened: Opened<R>,
    order: Option<Order>,
    pub(super) answered: Vec<(String, String)>,
    pub(super) turn: Turn,
    hidden: Option<HiddenMove>,
    revealed: bool,
}

/// What a seat that is due has before it when it chooses its move.
pub(super) struct Ahead<R: Rules> {
    pub(super) table: Table<R>,
    pub(super) own: Option<Own<R>>,
    /// questions and its answers to them
    pub(super) answers: Vec<(String, String)>,
}

impl<R: Rules> Table<R> {
    /// Makes the next turn of the seat.
    pub fn compose(&self, private: &Private, outlook: &Outlook) -> Result<Composed, Refusal> {
        let due = self.due().ok_or(Refusal::Over)?;
        let seat = private.seat;
        if due != seat {
            return Err(Refusal::NotYourTurn { due });
        }
        let mut table = self.clone();
        let mut writer = table.writer(private, outlook)?;
        table.begin(seat, &writer.turn, self.head.hash);
        table.run(seat, &mut writer)?;
        let dropped = match writer.order.take() {
            Some(Order::Move(typed)) => Some(typed),
            Some(Order::Resign | Order::Dispute) => return Err(table.no_leaving()),
            Some(Order::Accept) => return Err(Refusal::NoOffer),
            Some(Order::Nothing | Order::Any(_)) | None => None,
        };
        if outlook.offer {
            if !table.may_offer(seat) {
                return Err(Refusal::CannotOffer);
            }
            writer.turn.offer = Some("draw".to_owned());
        }
        let mut turn = writer.turn;
        turn.signature = private.identity.sign_turn(&turn.hash());
        self.would_be_taken(seat, &turn)?;
        Ok(Composed {
            turn,
            hidden: writer.hidden,
            answered: writer.answered,
            dropped,
            revealed: writer.revealed,
        })
    }

    /// No turn leaves that its own reader would refuse. (A dispute ends the game by the other's
    /// fault, and is taken.)
    fn would_be_taken(&self, seat: Seat, turn: &Turn) -> Result<(), Refusal> {
        match self.clone().read(turn) {
            Ok(()) => Ok(()),
            Err(TurnFault::Breach(finding)) if finding.seat != seat => Ok(()),
            Err(fault) => Err(Refusal::Inconsistent(fault.message().to_owned())),
        }
    }

    /// The table as the seat's next turn will find it when the move is to be chosen: questions
    /// answered, boxes opened, chance drawn.
    pub(super) fn ahead(&self, private: &Private, now: Moment) -> Ahead<R> {
        let mut table = self.clone();
        if self.due() != Some(private.seat) {
            let own = self.knowing(private);
            return Ahead { table, own, answers: Vec::new() };
        }
        let Ok(mut writer) = table.writer(private, &Outlook::new(now, Order::Nothing)) else {
            return Ahead { table, own: None, answers: Vec::new() };
        };
        table.begin(private.seat, &writer.turn, self.head.hash);
        // However the run ends, the table stands where the player has to decide.
        let _ = table.run(private.seat, &mut writer);
        Ahead { own: writer.own, answers: writer.answered, table }
    }

    /// What the seat knows, what its boxes have told it included.
    pub(super) fn knowing(&self, private: &Private) -> Option<Own<R>> {
        let mut own = self.own(private)?;
        let opened = self.open_posts(&private.seed, &own, &mut Tried::new());
        own.told = opened.told;
        Some(own)
    }

    fn writer<'a>(
        &self,
        private: &'a Private,
        outlook: &Outlook,
    ) -> Result<Writer<'a, R>, Refusal> {
        let seat = private.seat;
        let place = &self.places[seat];
        let number = self.writing();
        let mut own = self.own(private);
        if own.is_none() && !matches!(R::pending(&self.state), Pending::Setup(_)) {
            return Err(Refusal::Inconsistent("the vault holds no setup for this game".to_owned()));
        }
        let opened = own
            .as_ref()
            .map(|own| self.open_posts(&private.seed, own, &mut Tried::new()))
            .unwrap_or_default();
        if let Some(own) = &mut own {
            own.told.clone_from(&opened.told);
        }
        for (what, text, most) in [
            ("note", &outlook.note, MAX_NOTE),
            ("name", &outlook.name, MAX_NAME),
            ("mail", &outlook.mail, MAX_MAIL),
        ] {
            if let Some(problem) = text.as_ref().and_then(|text| text_problem(text, most)) {
                return Err(Refusal::Illegal(format!("the {what} {problem}")));
            }
        }
        let first = !place.joined;
        let inconsistent = || {
            Refusal::Inconsistent(
                "the vault's chain of links does not belong to this game".to_owned(),
            )
        };
        let link = if Self::link_is_due(number) {
            let shown = self.links_shown(seat);
            Some(private.chain.link(shown + 1).ok_or_else(inconsistent)?)
        } else {
            None
        };
        let turn = Turn {
            instead: outlook.instead.clone(),
            link,
            key: (first && place.verifier.is_none()).then(|| private.identity.public()),
            tip: (first && R::CHANCE != Chance::Never).then(|| private.chain.tip()),
            name: outlook.name.clone().filter(|_| first),
            mail: outlook.mail.clone().filter(|_| first),
            note: outlook.note.clone(),
            ..Turn::blank(number, &place.name, outlook.sent, self.head.hash)
        };
        let order = Some(outlook.order.clone());
        Ok(Writer {
            private,
            own,
            opened,
            order,
            answered: Vec::new(),
            turn,
            hidden: None,
            revealed: false,
        })
    }

    /// How many links beyond its tip this seat has shown.
    fn links_shown(&self, seat: Seat) -> usize {
        let numbers = 1_u32..;
        self.history
            .iter()
            .zip(numbers)
            .filter(|(played, number)| played.seat == seat && Self::link_is_due(*number))
            .count()
    }
}

impl<R: Rules> Writer<'_, R> {
    fn own(&self) -> Result<&Own<R>, Refusal> {
        self.own.as_ref().ok_or(Refusal::SetupNeeded)
    }

    fn add_opening(&mut self, item: &R::Item, value: &R::Value, salt: Bytes32) {
        self.turn.open.push(format!("{item} {value}"));
        self.turn.salts.push(salt);
    }

    /// The value and salt of an item of this seat.
    fn open_own(&self, table: &Table<R>, item: &R::Item) -> Result<(R::Value, Bytes32), Refusal> {
        let own = self.own()?;
        let value = own
            .hidden
            .get(item)
            .cloned()
            .unwrap_or_else(|| R::value(&table.state, &own.secret, item));
        let name = &table.places[self.private.seat].name;
        Ok((value, crypto::salt(&self.private.seed, &table.id, name, &item.to_string())))
    }

    /// The value and salt of an item: one's own, or one that a box has shown.
    fn open_any(
        &self,
        table: &Table<R>,
        of: &Sealed<R::Item>,
    ) -> Result<(R::Value, Bytes32), Refusal> {
        if of.seat == self.private.seat {
            return self.open_own(table, &of.item);
        }
        let shown = self.opened.openings.iter().find(|(opening, _)| opening.of == *of);
        let shown = shown.map(|(opening, salt)| (opening.value.clone(), *salt));
        shown.ok_or_else(|| Refusal::BadBox { question: of.item.to_string() })
    }

    fn make_move(&mut self, table: &Table<R>, choice: R::Choice) -> Decision<R> {
        let Parted { choice, hidden } = Parted::new(table, choice);
        self.turn.moves = R::write_choice(&choice);
        let sealed = hidden.map(|(item, value)| {
            let name = &table.places[self.private.seat].name;
            let (item_text, value_text) = (item.to_string(), value.to_string());
            let salt = crypto::salt(&self.private.seed, &table.id, name, &item_text);
            let seal = crypto::seal(&table.id, name, &item_text, &value_text, &salt);
            self.turn.seal = Some(seal);
            self.hidden =
                Some(HiddenMove { turn: self.turn.number, item: item_text, value: value_text });
            (item, seal)
        });
        Decision::Move { choice, sealed }
    }

    fn read_move(&self, table: &Table<R>, typed: &str) -> Result<R::Choice, Refusal> {
        let own = self.own()?;
        let illegal = |error: R::Illegal| Refusal::Illegal(error.to_string());
        let choice = R::read_choice(&table.state, own, typed).map_err(illegal)?;
        R::check(&table.state, self.private.seat, &choice).map_err(illegal)?;
        R::check_own(&table.state, own, &choice).map_err(illegal)?;
        Ok(choice)
    }

    fn take_leave(&mut self, table: &Table<R>) -> Result<Option<Leave>, Refusal> {
        let leave = match self.order {
            Some(Order::Resign) if table.may_leave() => Leave::Resign,
            Some(Order::Accept) if table.may_accept(self.private.seat) => Leave::Accept,
            Some(Order::Resign) => return Err(table.no_leaving()),
            Some(Order::Accept) => return Err(Refusal::NoOffer),
            _ => return Ok(None),
        };
        self.order = None;
        self.turn.moves = vec![leave.word().to_owned()];
        Ok(Some(leave))
    }

    /// Disputes the first bad box, if that was ordered.
    fn dispute(&mut self, table: &Table<R>) -> Result<bool, Refusal> {
        if self.order != Some(Order::Dispute) {
            return Ok(false);
        }
        if self.opened.bad.is_empty() {
            return Err(Refusal::NothingToDispute);
        }
        // Anybody must be able to open the box, so the outcomes it is tied to must have been
        // answered.
        let bad = self.opened.bad.iter().map(|at| &table.posts[*at]);
        let Some(post) =
            bad.into_iter().find(|post| table.tokens_of(post, &Opened::default()).is_some())
        else {
            return Ok(false);
        };
        let (value, salt) = self.open_own(table, &post.spec.to.item)?;
        self.turn.moves = vec![post::dispute_text(post)];
        self.add_opening(&post.spec.to.item, &value, salt);
        self.order = None;
        Ok(true)
    }
}

impl<R: Rules> Hand<R> for Writer<'_, R> {
    type Stop = Refusal;

    fn set_up(&mut self, table: &Table<R>, seat: Seat) -> Result<Sheet, Refusal> {
        let own = self.own()?;
        let faults = R::check_secret(&table.state, seat, &own.secret);
        if let Some(fault) = faults.first() {
            return Err(Refusal::Illegal(fault.to_string()));
        }
        let name = &table.places[seat].name;
        let mut sheet = Sheet::default();
        for item in R::items(&table.state, seat) {
            let value = R::value(&table.state, &own.secret, &item);
            let salt = crypto::salt(&self.private.seed, &table.id, name, &item.to_string());
            sheet.seals.push(crypto::seal(
                &table.id,
                name,
                &item.to_string(),
                &value.to_string(),
                &salt,
            ));
            if R::has_eyes(&table.state) {
                sheet.eyes.push(
                    crypto::Eye::of(&crypto::Opening { kind: R::kind_number(&value), salt })
                        .encode(),
                );
            }
        }
        self.turn.setup.clone_from(&sheet.seals);
        self.turn.eyes.clone_from(&sheet.eyes);
        Ok(sheet)
    }

    fn draw(&mut self, table: &Table<R>, draw: &R::Draw) -> Result<R::Drawn, Refusal> {
        let links = table.head.link.zip(self.turn.link);
        let (before, link) = links
            .ok_or_else(|| Refusal::Inconsistent("there is no link to draw from".to_owned()))?;
        let mut numbers =
            crypto::chance(&table.id, self.turn.number, &draw.to_string(), &before, &link);
        Ok(R::roll(&table.state, draw, &mut numbers))
    }

    fn answer(
        &mut self,
        table: &Table<R>,
        question: &R::Question,
        or_choice: bool,
    ) -> Result<Reply<R>, Refusal> {
        if self.dispute(table)? {
            return Ok(Reply::Instead(Decision::Disputed));
        }
        if or_choice
            && let Some(Order::Move(typed)) = &self.order
            && let Ok(choice) = self.read_move(table, typed)
        {
            self.order = None;
            return Ok(Reply::Instead(self.make_move(table, choice)));
        }
        if or_choice
            && let Some(Order::Any(seed)) = self.order
            && crypto::Stream::from_seed(seed).below(20) == 0
        {
            let choice =
                R::random_choice(&table.state, self.own()?, &mut crypto::Stream::from_seed(seed));
            self.order = None;
            return Ok(Reply::Instead(self.make_move(table, choice)));
        }
        let own = self.own()?;
        let bad_box = || Refusal::BadBox { question: question.to_string() };
        let answer = R::truth(&table.state, &[own], question).ok_or_else(bad_box)?;
        let token = if R::by_token(question) {
            let token = self
                .opened
                .tokens
                .iter()
                .find(|(asked, _)| asked == question)
                .map(|(_, token)| *token);
            Some(token.ok_or_else(bad_box)?)
        } else {
            None
        };
        self.turn.answer.push(answer.to_string());
        self.turn.tokens.extend(token);
        self.answered.push((question.to_string(), answer.to_string()));
        Ok(Reply::Answer(answer, token))
    }

    fn decide(&mut self, table: &Table<R>) -> Result<Decision<R>, Refusal> {
        if self.dispute(table)? {
            return Ok(Decision::Disputed);
        }
        if let Some(leave) = self.take_leave(table)? {
            return Ok(Decision::Leave(leave));
        }
        match self.order.take() {
            Some(Order::Move(typed)) => {
                let choice = self.read_move(table, &typed)?;
                Ok(self.make_move(table, choice))
            }
            Some(Order::Any(seed)) => {
                let choice = R::random_choice(
                    &table.state,
                    self.own()?,
                    &mut crypto::Stream::from_seed(seed),
                );
                Ok(self.make_move(table, choice))
            }
            _ => Err(Refusal::MoveNeeded { answers: self.answered.clone() }),
        }
    }

    fn leave(&mut self, table: &Table<R>) -> Result<Option<Leave>, Refusal> {
        if self.order.is_none() { Ok(None) } else { self.take_leave(table) }
    }

    fn open(
        &mut self,
        table: &Table<R>,
        seat: Seat,
        musts: &[Must<R>],
    ) -> Result<Vec<Opening<R>>, Refusal> {
        let mut fresh: BTreeMap<Sealed<R::Item>, R::Value> = BTreeMap::new();
        let mut openings = Vec::new();
        for must in musts {
            let due: Vec<Sealed<R::Item>> = match must {
                Must::Be(opening) => vec![opening.of.clone()],
                Must::Show(of) => vec![of.clone()],
                Must::All { value, .. } => {
                    let secret = &self.own()?.secret;
                    let items = R::items(&table.state, seat).into_iter();
                    items
                        .filter(|item| R::value(&table.state, secret, item) == *value)
                        .map(|item| Sealed { seat, item })
                        .collect()
                }
            };
            for of in due {
                if table.opened.contains_key(&of) || fresh.contains_key(&of) {
                    continue;
                }
                let (value, salt) = self.open_any(table, &of)?;
                self.add_opening(&of.item, &value, salt);
                fresh.insert(of.clone(), value.clone());
                openings.push(Opening { of, value });
            }
        }
        Ok(openings)
    }

    fn boxes(&mut self, table: &Table<R>, specs: &[BoxSpec<R>]) -> Result<Vec<u8>, Refusal> {
        if specs.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = table.make_boxes(self.turn.number, specs, self.own()?, &self.private.seed);
        self.turn.boxes.clone_from(&bytes);
        Ok(bytes)
    }

    fn reveal(&mut self, table: &Table<R>, seat: Seat) -> Result<R::Secret, Refusal> {
        let secret = self.own()?.secret.clone();
        self.turn.seed = Some(*self.private.seed.as_bytes());
        self.turn.reveal = R::write_secret(&table.state, seat, &secret);
        self.revealed = true;
        Ok(secret)
    }
}
