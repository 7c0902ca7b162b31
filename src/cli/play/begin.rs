//! Beginning a game, and joining one.

use pbem::games::Kind;
use pbem::rules::Level;
use pbem::table::AnyTable;

use super::app::{App, Asked, Choice, Menu, Prompt, Screen};
use super::setting::{Purpose, Setting};
use crate::cli::commands::{join, new};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::game_file::GameFile;

impl App {
    /// Which game a new one shall be.
    pub(super) fn offer_kinds(&mut self) {
        let items =
            Kind::published().map(|kind| (kind.title().to_owned(), Choice::Kind(kind))).collect();
        self.screens.push(Screen::Menu(Menu { title: "A new game".to_owned(), items, at: 0 }));
    }

    /// Against whom the new game shall be.
    pub(super) fn offer_opponents(&mut self, kind: Kind) {
        let bots = Level::ALL.map(|level| (format!("a bot: {level}"), Choice::Bot(kind, level)));
        let person = ("people, by mail".to_owned(), Choice::Person(kind));
        let items = bots.into_iter().chain([person]).collect();
        let title = format!("{}, against whom?", kind.title());
        self.screens.push(Screen::Menu(Menu { title, items, at: 0 }));
    }

    /// A new game against a bot, or against those who were typed.
    pub(super) fn begin(&mut self, choice: Choice, typed: String) {
        let mut args = new::New::default();
        match &choice {
            Choice::Bot(kind, level) => {
                args.kind = Some(kind.id().to_owned());
                let others = usize::from(kind.seats().start().saturating_sub(1));
                args.against = vec![format!("bot:{level}"); others];
            }
            Choice::Person(kind) => {
                args.kind = Some(kind.id().to_owned());
                let names = typed.split([',', ' ']).filter(|name| !name.is_empty());
                args.with = names.map(str::to_owned).collect();
            }
            Choice::Kind(_) | Choice::Deed(_) => return,
        }
        // Nothing may ask at the terminal below the screen.
        if self.is_nameless() {
            let what = Asked::OwnName(choice, typed);
            self.prompt = Some(Prompt { what, text: String::new() });
            return;
        }
        match self.with(|ctx| opening(ctx, args)) {
            Ok(Opening::Setting(setting)) => self.screens.push(Screen::Setting(setting)),
            Ok(Opening::Open(name)) => {
                if let Err(failure) = self.open(&name) {
                    self.say(failure.message);
                }
            }
            Err(failure) => {
                self.say(failure.message);
                // Other names may do.
                if let Choice::Person(kind) = choice {
                    self.prompt = Some(Prompt { what: Asked::Opponents(kind), text: typed });
                }
            }
        }
    }
}

/// What a new game begins with.
enum Opening {
    Setting(Box<Setting>),
    /// a bot has opened it: here is its name
    Open(String),
}

fn opening(ctx: &mut Context, args: new::New) -> Result<Opening, Failure> {
    let (kind, (header, bots)) = new::agreed(ctx, &args)?;
    if bots.contains_key(header.opened_by()) {
        let report = new::run(ctx, &args)?;
        let name = report.json.get("name").and_then(|name| name.as_str()).unwrap_or_default();
        return Ok(Opening::Open(name.to_owned()));
    }
    let table = AnyTable::new(&header).map_err(|error| Failure::usage(error.to_string()))?;
    let others = header.others().join(", ");
    let heading = format!("NEW GAME   {}   against {others}", kind.title());
    let purpose = Purpose::New(Box::new(args));
    let seat = header.opening_seat();
    Ok(Opening::Setting(Box::new(Setting::new(ctx, purpose, heading, (table, seat)))))
}

/// The hiding of a setup with which one joins a game; `None` where there is none to hide.
pub(super) fn joining(ctx: &mut Context, word: &str) -> Result<Option<Setting>, Failure> {
    let mut file = GameFile::open(ctx, word)?;
    let open = ctx.desk()?.open_seats(&file.game).map_err(Failure::from)?;
    if open.is_empty() || file.joined().next().is_some() {
        return Ok(None);
    }
    let seat = join::seat_to_take(ctx, &mut file)?;
    if !file.game.standing.hides(seat) {
        return Ok(None);
    }
    let standing = &file.game.standing;
    let from = file.game.file.game.opened_by();
    let heading = format!("JOIN   {}   {from} invites you", standing.kind.title());
    let purpose = Purpose::Join(join::Join { game: word.to_owned(), ..join::Join::default() });
    let place = (file.game.table.clone(), seat);
    Ok(Some(Setting::new(ctx, purpose, heading, place)))
}
