//! One game on the screen: the view, the draft and its check.

use pbem::rules::{Hand, Names, Preview};
use pbem::service::TurnRequest;
use pbem::table::{Composed, Expects, Intent, Keys, Plan, Refusal, TurnNews, View};
use pbem::turnfile::Moment;

use super::drafting::{Drafting, Drafts, is_of};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::join_game::{self, JoinRequest, MoveRequest, seat_to_take};
use crate::cli::notices::{Notice, notices};
use crate::cli::turn_result::TurnResult;
use crate::cli::turn_words;
use crate::cli::view::news;
use crate::cli::zone::Zone;

/// Result of checking the draft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Check {
    /// The draft can be signed, and has these effects.
    Good(Vec<String>),
    /// The draft can be signed, but has no effect, for this reason.
    Vain(String),
    /// The draft is incomplete or illegal, for this reason.
    Not(String),
    /// The player has no turn to take.
    Idle,
}

/// A game on the screen.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Debug)]
pub(super) struct Table {
    /// Name of the game.
    pub word: String,
    pub file: OpenFile,
    /// The player's own secrets; `None` for a spectator.
    pub keys: Option<Keys>,
    /// The latest view, or the view after turn `back`.
    pub view: View,
    pub notices: Vec<Notice>,
    pub drafting: Drafting,
    pub check: Check,
    /// Whether the player can start a rematch.
    pub may_play_again: bool,
    /// Note to the other players.
    pub note: String,
    /// Whether the user chose this invitation from the list.
    pub listed: bool,
    /// Whether the player has confirmed that the opponent's turn has just arrived.
    pub arrived_late: bool,
    /// Number of the turn after which everything is news.
    since: u32,
    /// Number of the past turn that is on the screen.
    pub back: Option<u32>,
    /// The news of each turn.
    history: Vec<TurnNews>,
    /// Numbers of the turns with no news except the move.
    calls: Vec<u32>,
    /// When the game was last read.
    pub now: Moment,
    pub zone: Zone,
    /// Whether the boards are shown as sentences.
    pub as_list: bool,
    /// Number of sentences that are scrolled out of sight.
    pub list_from: usize,
}

impl Drafts for Table {
    fn drafting(&mut self) -> &mut Drafting {
        &mut self.drafting
    }

    fn names(&self) -> &Names {
        &self.file.game.standing.names
    }

    /// Updates the squares that can be selected, and checks the draft.
    fn look(&mut self) {
        self.drafting.boards.clone_from(&self.view.scene.boards);
        let hand = self.hand().or_else(|| self.signed());
        self.check = self.checked(hand.as_ref());
        self.drafting.show(hand);
    }
}

impl Table {
    /// Creates the screen for a game that has been read.
    pub(super) fn of(ctx: &mut Context, word: &str, mut file: OpenFile) -> Result<Table, CliError> {
        let stale = file.stale.take().is_some();
        let at = file.own_seat(ctx)?;
        let keys = match at {
            Some(at) => Some(file.keys(ctx, at)?),
            None => provisional(ctx, &mut file)?,
        };
        let since = at.map_or(0, |at| news::news_since(&file, at, file.records[at].last_seen_turn));
        if let Some(at) = at {
            file.records[at].last_seen_turn = file.game.standing.turns();
        }
        file.keep_if_possible(ctx);
        if stale {
            ctx.warn(format!("{word} is an old copy; this is the latest version."));
        }
        let now = ctx.now();
        let view = file.game.table.view(keys.as_ref(), now);
        let drafting = Drafting::new(view.scene.boards.clone(), None);
        let is_over = file.game.standing.expects == Expects::Over;
        let mut table = Table {
            may_play_again: at.is_some_and(|at| is_over && file.opener_of_next(at).is_ok()),
            word: file.name(),
            notices: notices(ctx, &file, false),
            calls: silent(&file.game.table.news(0)),
            history: file.news_since(0),
            file,
            keys,
            view,
            drafting,
            check: Check::Idle,
            note: String::new(),
            listed: false,
            arrived_late: false,
            since,
            back: None,
            now,
            zone: ctx.around.zone,
            as_list: false,
            list_from: 0,
        };
        table.look();
        table.drafting = Drafting::new(table.drafting.boards, table.drafting.hand);
        Ok(table)
    }

    /// Creates the screen for a later state of the game. Keeps the note, the view and the cursor.
    /// Keeps the draft if it is still legal.
    pub(super) fn renewed(&self, ctx: &mut Context, file: OpenFile) -> Result<Table, CliError> {
        let mut table = Table::of(ctx, &self.typed(), file)?;
        let gone_on = table.file.game.standing.turns() != self.file.game.standing.turns();
        let at = if table.is_ones_turn() == self.is_ones_turn() {
            self.drafting.at
        } else {
            table.drafting.at
        };
        table.note.clone_from(&self.note);
        table.listed = self.listed;
        (table.as_list, table.list_from, table.back) = (self.as_list, self.list_from, self.back);
        if !table.has_decided_since(self) {
            table.since = table.since.min(self.since);
        }
        table.drafting.clone_from(&self.drafting);
        table.drafting.at = at;
        table.wind(0);
        if gone_on && matches!(table.check, Check::Not(_)) {
            table.drafting.forget();
            table.look();
        }
        Ok(table)
    }

    /// Whether the game is over and all setups are revealed.
    pub(super) fn is_over(&self) -> bool {
        self.file.game.standing.expects == Expects::Over
    }

    /// Whether the user can take a turn on this screen.
    pub(super) fn is_due(&self) -> bool {
        self.back.is_none() && self.is_ones_turn()
    }

    /// Whether it is the user's turn, even if the screen shows an earlier turn.
    fn is_ones_turn(&self) -> bool {
        let due = self.file.game.standing.due;
        due.is_some() && due == self.keys.as_ref().map(|keys| keys.seat)
    }

    /// Whether the user can undo a turn.
    pub(super) fn may_undo(&self) -> bool {
        self.keys.is_some() && (0..self.file.records.len()).any(|at| self.file.may_undo(at).is_ok())
    }

    /// Whether the user can decline a choice now, such as the choice to guess.
    pub(super) fn may_decline(&self) -> bool {
        let standing = &self.file.game.standing;
        let keys = self.keys.as_ref().filter(|_| self.is_due());
        let hand = keys
            .zip(standing.kind.decline())
            .and_then(|(keys, word)| self.file.game.table.touch(keys, self.now, word));
        hand.is_some_and(|hand| hand.ready)
    }

    fn hand(&self) -> Option<Hand> {
        let keys = self.keys.as_ref().filter(|_| self.is_due())?;
        self.file.game.table.touch(keys, self.now, &self.drafting.draft)
    }

    /// Returns the marks of a signed turn that waits for an answer, as a hand in which no square
    /// can be selected.
    fn signed(&self) -> Option<Hand> {
        let keys = self.keys.as_ref().filter(|_| self.back.is_none() && !self.is_over())?;
        let turns = &self.file.game.file.turns;
        let last = turns.last().filter(|turn| self.names().of(keys.seat) == turn.seat)?;
        let before = self.file.game.back_at(self.turn().checked_sub(1)? as usize).ok()?;
        let mut hand = before.table.touch(keys, self.now, &last.moves.join("; "))?;
        // Leave out the label on the square that the piece has left.
        let left = hand.marks.iter_mut().filter(|mark| mark.sign != "to");
        left.for_each(|mark| mark.label.clear());
        Some(Hand { touches: Vec::new(), boards: Vec::new(), ..hand })
    }

    /// Whether it is the user's turn, and a resignation is planned for it.
    pub(super) fn resigns(&self) -> bool {
        (0..self.file.records.len()).any(|at| self.file.resigns(at))
    }

    fn checked(&self, hand: Option<&Hand>) -> Check {
        let Some(keys) = self.keys.as_ref().filter(|_| self.is_due()) else { return Check::Idle };
        if self.resigns() && self.drafting.draft.is_empty() {
            let why = "You planned to resign with this turn. Press . to resign or to play on.";
            return Check::Not(why.to_owned());
        }
        let table = &self.file.game.table;
        let planned = self.planned();
        let draft = planned.as_ref().unwrap_or(&self.drafting.draft);
        if let Some(hand) = hand.filter(|hand| !hand.ready && !self.drafting.draft.is_empty()) {
            return Check::Not(hand.says.clone());
        }
        let intent = planned.clone().map_or_else(|| self.intent(), Intent::Move);
        let plan = Plan::new(self.now, intent);
        match table.compose(keys, &plan) {
            Ok((_, after)) if draft.is_empty() => {
                let before = self.file.game.standing.outcome.is_some();
                let outcome = after.standing().outcome.filter(|_| !before);
                let decided = |reason: &str| {
                    format!("This move decides the game: {reason}. Press Enter to sign it.")
                };
                let decided = outcome.map(|outcome| decided(&self.names().fill(&outcome.reason)));
                Check::Good(decided.into_iter().collect())
            }
            Ok((Composed { dropped: Some(_), revealed, .. }, _)) => {
                let why = if revealed { "the game is decided" } else { "it is not your move" };
                Check::Vain(format!(
                    "Only your answer is sent, without a move: after the answer, {why}."
                ))
            }
            Ok(_) => {
                let planned = planned.iter().map(|moves| format!("As planned, {moves}"));
                let Preview { lines, warning } = table.preview(keys, self.now, draft);
                warning.map_or_else(|| Check::Good(planned.chain(lines).collect()), Check::Vain)
            }
            Err(Refusal::MoveNeeded { .. }) => {
                Check::Not(hand.map(|hand| hand.says.clone()).unwrap_or_default())
            }
            Err(Refusal::Illegal { why, .. }) => Check::Not(self.names().fill(&why)),
            Err(refusal) => {
                Check::Not(turn_words::refused(&self.file.game, keys.seat, &refusal).message)
            }
        }
    }

    /// Returns the moves of the drafted turn in the form in which pbem will sign them. Returns
    /// `None` if there are no moves, or if the file won't show the moves.
    pub(super) fn signs(&self) -> Option<String> {
        let plan = Plan::new(self.now, self.intent());
        let (composed, _) = self.file.game.table.compose(self.keys.as_ref()?, &plan).ok()?;
        // The file doesn't show sealed moves.
        let moves = Some(composed.turn.moves).filter(|_| composed.hidden.is_none())?;
        (!moves.is_empty()).then(|| moves.join("; "))
    }

    /// Explains why the user can't act now.
    pub(super) fn idle(&self) -> String {
        match (self.back, self.file.game.standing.due) {
            (Some(turn), _) => {
                format!("Viewing turn {turn}. Press }} to return to the latest turn.")
            }
            (_, None) => "The game is over. Press . to verify it, or for a rematch.".to_owned(),
            (_, Some(_)) if self.is_due() => "You can't do anything there now.".to_owned(),
            (_, Some(due)) => format!("It is {}'s move, not yours.", self.names().of(due)),
        }
    }

    /// Explains why the square under the cursor can't be selected.
    pub(super) fn why_not(&self) -> String {
        let hand = self.drafting.hand.as_ref().filter(|_| self.is_due());
        let Some(hand) = hand else { return self.idle() };
        let barred = self.drafting.cell().and_then(|(board, cell)| {
            hand.barred.iter().find(|(spot, _)| is_of(spot, board, cell))
        });
        match barred {
            Some((_, why)) => format!("{why}."),
            None => format!("You can't select anything here. {}", hand.says),
        }
    }

    /// Returns the planned move, which counts if there is no draft.
    pub(super) fn planned(&self) -> Option<String> {
        let at = self.own_seat().filter(|_| self.is_due() && self.drafting.draft.is_empty())?;
        self.file.foreseen(at).map(|foreseen| foreseen.moves)
    }

    /// Returns the intent that the draft expresses.
    pub(super) fn intent(&self) -> Intent {
        let draft = self.drafting.draft.trim();
        if draft.is_empty() { Intent::Nothing } else { Intent::Move(draft.to_owned()) }
    }

    /// Whether the user has no seat yet and joins with the first move.
    pub(super) fn is_invited(&self) -> bool {
        self.file.joined().next().is_none()
    }

    /// Returns the name of the game for a command; for an invitation, the path of its file.
    pub(super) fn typed(&self) -> String {
        let invitation = self.file.target.path.as_ref().filter(|_| self.is_invited());
        invitation.map_or_else(|| self.word.clone(), |path| path.display().to_string())
    }

    fn typed_note(&self) -> Option<String> {
        Some(self.note.clone()).filter(|note| !note.is_empty())
    }

    /// Returns the request to join the game with the drafted move.
    pub(super) fn first_move(&self) -> JoinRequest {
        let (game, note, listed) = (self.typed(), self.typed_note(), self.listed);
        let typed = self.drafting.draft.trim().to_owned();
        JoinRequest { game, typed, note, listed, ..JoinRequest::default() }
    }

    /// Signs the drafted turn in the game, which the caller has opened again.
    pub(super) fn play(
        &self,
        ctx: &mut Context,
        mut game: OpenFile,
    ) -> Result<TurnResult, CliError> {
        game.arrived_late = self.arrived_late;
        let intent = self.intent();
        let has_news = intent == Intent::Nothing;
        let turn = TurnRequest { note: self.typed_note(), ..intent.into() };
        let request = MoveRequest { game_word: &self.word, turn, try_only: false, has_news };
        join_game::move_or_join(ctx, game, request)
    }

    /// Goes back or forward by this number of turns. At the latest turn, the screen shows the
    /// current position again.
    pub(super) fn wind(&mut self, by: i64) {
        let newest = self.file.game.standing.turns();
        let at = i64::from(self.back.unwrap_or(newest)).saturating_add(by);
        let at = u32::try_from(at.max(1)).unwrap_or(newest).min(newest);
        self.back = Some(at).filter(|at| *at < newest);
        let wound = match self.back {
            None => None,
            Some(turn) => self.file.game.back_at(turn as usize).ok(),
        };
        let table = wound.as_ref().map_or(&self.file.game.table, |game| &game.table);
        self.view = table.view(self.keys.as_ref(), self.now);
        self.look();
    }

    /// Returns the number of the turn on the screen.
    pub(super) fn turn(&self) -> u32 {
        self.back.unwrap_or_else(|| self.file.game.standing.turns())
    }

    /// Returns the news since the user's own last turn. If the screen shows a past turn, or the
    /// user has no seat, returns only the news of the turn on the screen.
    pub(super) fn news(&self) -> Vec<String> {
        let since = match (self.back, self.own_seat()) {
            (Some(turn), _) => turn.saturating_sub(1),
            (None, Some(_)) => {
                let newest = self.file.game.standing.turns();
                self.since.min(newest.saturating_sub(1))
            }
            (None, None) => self.turn().saturating_sub(1),
        };
        let own = self.keys.as_ref().filter(|_| self.back.is_none()).map(|keys| keys.seat);
        let is_news = |news: &&TurnNews| {
            news.number > since && (Some(news.seat) != own || news.number == self.turn())
        };
        let news = self.history().filter(is_news).flat_map(|news| {
            let note = news.note.as_ref().map(|note| format!("note: {note}"));
            // Leave out an answered call, because the news of the answer includes it.
            let is_answered = news.number < self.turn() && self.calls.contains(&news.number);
            let lines = news.lines.iter().filter(move |_| !is_answered);
            lines.cloned().chain(note)
        });
        news.collect()
    }

    /// Whether the player has signed a turn with a move since `before`.
    fn has_decided_since(&self, before: &Table) -> bool {
        let (turns, own) = (&self.file.game.file.turns, self.keys.as_ref().map(|keys| keys.seat));
        let new = turns.iter().skip(before.file.game.file.turns.len());
        let own = own.map(|own| self.names().of(own));
        new.into_iter().any(|turn| Some(turn.seat.as_str()) == own && !turn.moves.is_empty())
    }

    /// Returns the news of each turn, up to the turn on the screen.
    pub(super) fn history(&self) -> impl Iterator<Item = &TurnNews> {
        self.history.iter().take_while(|news| news.number <= self.turn())
    }

    /// Whether the user only answers, like the Checker of Game Box, and can't win or lose.
    pub(super) fn is_referee(&self) -> bool {
        let game = &self.file.game;
        let own = self.keys.as_ref().map(|keys| self.names().of(keys.seat));
        game.standing.kind.referee().is_some() && own == Some(game.file.game.opened_by())
    }

    fn own_seat(&self) -> Option<usize> {
        let seat = self.keys.as_ref()?.seat;
        let name = self.names().of(seat);
        self.file.records.iter().position(|record| record.seat() == name)
    }

    /// Returns the user's next task, or the state of the game, in upper case.
    pub(super) fn call(&self) -> &'static str {
        match (self.file.game.standing.due, self.view.expects) {
            _ if self.back.is_some() => "LOOKING BACK",
            (None, _) => "GAME OVER",
            (_, Expects::Move | Expects::Join) if self.is_due() => "YOUR MOVE",
            (_, Expects::Reveal) if self.is_due() => "REVEAL YOUR SETUP",
            _ if self.is_due() && self.file.game.standing.rolls => "YOUR TURN",
            _ if self.is_due() => "YOUR ANSWER",
            _ => "WAITING",
        }
    }
}

/// Returns the numbers of the turns without news.
fn silent(news: &[TurnNews]) -> Vec<u32> {
    news.iter().filter(|news| news.lines.is_empty()).map(|news| news.number).collect()
}

/// Returns temporary secrets for a seat that the user can take with a first move. Signing that move
/// creates the real secrets.
fn provisional(ctx: &mut Context, file: &mut OpenFile) -> Result<Option<Keys>, CliError> {
    let Ok(seat) = seat_to_take(ctx, file, false) else { return Ok(None) };
    let (desk, around) = ctx.at_desk()?;
    Ok(Some(desk.fresh(&file.game.file.game, seat, Vec::new(), around)?))
}
