//! Signs the draft, after a confirmation.

use crate::cli::commands::{join, moves};
use crate::cli::failure::CliErrorKind;
use crate::cli::game_file::OpenFile;
use crate::cli::play::app::{App, Prompt, PromptKind, Screen};
use crate::cli::play::menu::in_short;
use crate::cli::play::setup_screen::{self, Setting};
use crate::cli::play::table::{Check, Command, Table};

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
        let command = table.command();
        let (word, seen) = (table.typed(), table.file.game.standing.head());
        let made = self.with(|ctx| {
            OpenFile::confirm(ctx, &word, seen)?;
            match &command {
                Command::Move(args) => {
                    // The screen asks instead: questions on the terminal would be invisible.
                    let interactive = std::mem::take(&mut ctx.around.interactive);
                    let made = moves::run(ctx, args);
                    ctx.around.interactive = interactive;
                    made
                }
                Command::Join(args) => join::run(ctx, args),
            }
        });
        let signed = made.as_ref().is_ok_and(|report| report.signed);
        match (made, command) {
            (Ok(report), Command::Join(_)) => {
                self.say(in_short(&report));
                self.go_to(&report);
            }
            (Ok(report), Command::Move(args)) => {
                self.say(in_short(&report));
                if let Some(mut opened) = self.attempt(|ctx| Table::open(ctx, &args.game)) {
                    opened.as_list = table.as_list;
                    opened.drafting.go(table.drafting.at);
                    *table = opened;
                }
                self.screens.push(Screen::Table(table));
            }
            (Err(failure), Command::Move(args))
                if failure.kind == CliErrorKind::Ask && !args.arrived_late && !table.resigns() =>
            {
                self.screens.push(Screen::Table(table));
                self.prompt = Some(Prompt::new(PromptKind::ArrivedLate));
            }
            (Err(failure), _) => {
                table.arrived_late = false;
                self.screens.push(Screen::Table(table));
                self.refused(failure);
            }
        }
        self.mail_if_set(signed);
    }

    fn sign_setup(&mut self, mut setting: Box<Setting>) {
        if matches!(setting.purpose, setup_screen::Purpose::Choose) {
            self.chosen = Some(setting.drafting.draft.clone());
            self.screens.clear();
            return;
        }
        match self.with(|ctx| setting.sign(ctx)) {
            Ok(report) => {
                let next = report.next.first().filter(|next| !next.starts_with("pbem "));
                let next = next.map(|next| format!(" Next: {next}.")).unwrap_or_default();
                self.say(format!("You sealed your setup and signed the turn.{next}"));
                self.go_to(&report);
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

/// The moves in the confirmation, if they were planned earlier or the draft is an abbreviation: a
/// destination without the path.
fn in_full(table: &Table) -> String {
    let planned = table.planned().map(|moves| format!("As planned: {moves}."));
    let signed = table.signs().filter(|moves| *moves != table.drafting.draft.trim());
    planned.or_else(|| signed.map(|moves| format!("Move: {moves}."))).unwrap_or_default()
}
