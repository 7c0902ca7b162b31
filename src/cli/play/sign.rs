//! Signs the draft, after a confirmation.

use crate::cli::context::Context;
use crate::cli::failure::CliErrorKind;
use crate::cli::game_file::OpenFile;
use crate::cli::join_game;
use crate::cli::next::Next;
use crate::cli::play::menu::in_short;
use crate::cli::play::setup_screen::{self, Setting};
use crate::cli::play::state::{App, Prompt, PromptKind, Screen};
use crate::cli::play::table::{Check, Table};
use crate::cli::turn_result::TurnResult;

impl App {
    /// Asks whether to sign the draft, if it is complete.
    pub(crate) fn ask_to_sign(&mut self) {
        let question = match self.front() {
            Some(Screen::Table(table)) => match &table.check {
                Check::Good(_) | Check::Vain(_) if table.resigns() => {
                    Ok((PromptKind::PlayOn, String::new()))
                }
                Check::Good(_) => Ok((PromptKind::Sign, in_full(table))),
                Check::Vain(why) => Ok((PromptKind::Sign, why.clone())),
                Check::Not(why) => Err(why.clone()),
                Check::Idle => Err(table.idle()),
            },
            Some(Screen::Setting(setting)) => {
                setting.missing().map_or(Ok((PromptKind::Sign, String::new())), Err)
            }
            _ => return,
        };
        match question {
            Ok((question, warning)) => {
                self.prompt = Some(Prompt::new(question));
                self.say(warning);
            }
            Err(why) => self.say(why),
        }
    }

    /// Signs the draft.
    pub(crate) fn sign(&mut self) {
        self.mail.news.clear();
        match self.screens.pop() {
            Some(Screen::Table(table)) => self.sign_move(table),
            Some(Screen::Setting(setting)) => self.sign_setup(setting),
            other => self.screens.extend(other),
        }
    }

    fn sign_move(&mut self, mut table: Box<Table>) {
        if table.is_invited() {
            return self.join(table);
        }
        let (word, shown_head) = (table.typed(), table.file.game.standing.head());
        let result = self.with(|ctx| {
            let game = OpenFile::confirm(ctx, &word, shown_head)?;
            without_questions(ctx, |ctx| table.play(ctx, game))
        });
        match result {
            Ok(TurnResult { report, game, .. }) => {
                self.say(in_short(&report));
                let newest = game.and_then(|game| self.attempt(|ctx| Table::of(ctx, &word, game)));
                if let Some(mut newest) = newest {
                    newest.as_list = table.as_list;
                    newest.drafting.go(table.drafting.at);
                    *table = newest;
                }
                self.screens.push(Screen::Table(table));
                self.mail_if_set(report.signed);
            }
            Err(failure)
                if failure.kind == CliErrorKind::Ask && !table.arrived_late && !table.resigns() =>
            {
                self.screens.push(Screen::Table(table));
                self.prompt = Some(Prompt::new(PromptKind::ArrivedLate));
            }
            Err(failure) => {
                table.arrived_late = false;
                self.screens.push(Screen::Table(table));
                self.refused(failure);
            }
        }
    }

    /// Joins the game with the drafted move.
    fn join(&mut self, table: Box<Table>) {
        let (word, shown_head) = (table.typed(), table.file.game.standing.head());
        let result = self.with(|ctx| {
            let game = OpenFile::confirm(ctx, &word, shown_head)?;
            without_questions(ctx, |ctx| join_game::take_seat(ctx, &table.first_move(), game))
        });
        match result {
            Ok(TurnResult { report, game, .. }) => {
                self.say(in_short(&report));
                self.go_to(game);
                self.mail_if_set(report.signed);
            }
            Err(failure) => {
                self.screens.push(Screen::Table(table));
                self.refused(failure);
            }
        }
    }

    fn sign_setup(&mut self, mut setting: Box<Setting>) {
        if matches!(setting.purpose, setup_screen::Purpose::Choose) {
            self.chosen = Some(setting.drafting.draft.clone());
            self.screens.clear();
            return;
        }
        match self.with(|ctx| without_questions(ctx, |ctx| setting.sign(ctx))) {
            Ok(TurnResult { report, game, .. }) => {
                let next = report.next.first().and_then(Next::as_advice);
                let next = next.map(|next| format!(" Next: {next}.")).unwrap_or_default();
                self.say(format!("You sealed your setup and signed the turn.{next}"));
                self.go_to(game);
                self.mail_if_set(report.signed);
            }
            Err(failure) => {
                let text = setting.forget_first_move();
                self.screens.push(Screen::Setting(setting));
                if failure.kind == CliErrorKind::MoveNeeded || !text.is_empty() {
                    self.prompt = Some(Prompt::with(PromptKind::FirstMove, text));
                }
                self.say(failure.message);
            }
        }
    }
}

/// Returns text to add to the confirmation: a planned move; or the move with its path, if the draft
/// names only a destination. Also says whether the turn offers a draw.
fn in_full(table: &Table) -> String {
    let planned = table.planned().map(|moves| format!("As planned: {moves}."));
    let signed = table.signs().filter(|moves| *moves != table.drafting.draft.trim());
    let text = planned.or_else(|| signed.map(|moves| format!("Move: {moves}.")));
    let offer = table.file.records.iter().any(|record| record.offer);
    let offer = offer.then(|| "This turn offers a draw.".to_owned());
    text.into_iter().chain(offer).collect::<Vec<_>>().join(" ")
}

/// Runs a command that would ask questions at the terminal, where the user couldn't see them. The
/// command doesn't ask the questions; the screen does.
fn without_questions<T>(ctx: &mut Context, run: impl FnOnce(&mut Context) -> T) -> T {
    let interactive = std::mem::take(&mut ctx.around.interactive);
    let result = run(ctx);
    ctx.around.interactive = interactive;
    result
}
