//! Starts and joins games.

use pbem::desk::Bots;
use pbem::games::Kind;
use pbem::rules::Level;
use pbem::table::AnyTable;
use pbem::turnfile::Header;

use crate::cli::commands::rematch;
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::invitations::view::invitation;
use crate::cli::join_game::{JoinRequest, seat_to_take};
use crate::cli::play::setup_screen::{Purpose, Setting};
use crate::cli::play::state::{App, Menu, MenuItem, Prompt, PromptKind, Screen};
use crate::cli::rematches::crossed_rematch;
use crate::cli::start_game::NewGameArgs;
use crate::cli::{player_name, setup, start_game};

impl App {
    /// Opens the menu of games.
    pub(crate) fn offer_kinds(&mut self) {
        let item =
            |kind: Kind| (format!("{:<20} {}", kind.title(), kind.about()), MenuItem::Kind(kind));
        let items = Kind::published().map(item).collect();
        self.screens.push(Screen::Menu(Menu { title: "A new game".to_owned(), items, at: 0 }));
    }

    /// Opens the menu of opponents.
    pub(crate) fn offer_opponents(&mut self, kind: Kind) {
        let bots = Level::ALL.map(|level| (format!("a bot: {level}"), MenuItem::Bot(kind, level)));
        let person = ("friends, by mail".to_owned(), MenuItem::Person(kind));
        let items = bots.into_iter().chain([person]).collect();
        let title = format!("{}: who do you want to play against?", kind.title());
        self.screens.push(Screen::Menu(Menu { title, items, at: 0 }));
    }

    /// Starts a game against a bot, or with the typed players.
    pub(crate) fn begin(&mut self, choice: MenuItem, typed: String) {
        let mut args = NewGameArgs::default();
        let kind = match choice {
            MenuItem::Bot(kind, level) => {
                let others = usize::from(kind.seats().start().saturating_sub(1));
                args.against = vec![format!("bot:{level}"); others];
                kind
            }
            MenuItem::Person(kind) => {
                args.with = player_name::names(&typed);
                kind
            }
            MenuItem::Kind(_) | MenuItem::Action(_) | MenuItem::Again => return,
        };
        // The full screen hides questions on the normal terminal, so ask for the name here.
        if self.is_nameless() {
            self.prompt = Some(Prompt::new(PromptKind::OwnName(choice, typed)));
            return;
        }
        let opening = self.with(|ctx| {
            let game = start_game::agreed(ctx, kind, &args)?;
            opening(ctx, Purpose::New(kind, Box::new(args)), game)
        });
        match opening {
            Ok(opening) => self.begin_with(opening),
            Err(failure) => {
                self.say(failure.message);
                // The user can try other names.
                if let MenuItem::Person(kind) = choice {
                    self.prompt = Some(Prompt::with(PromptKind::Opponents(kind), typed));
                }
            }
        }
    }

    /// Starts a rematch of the game on the screen.
    pub(crate) fn begin_again(&mut self) {
        let opening = self.in_game(|ctx, mut game| {
            let args =
                rematch::RematchArgs { game: game.name(), ..rematch::RematchArgs::default() };
            let game = rematch::agreed(ctx, &mut game, &args)?;
            opening(ctx, Purpose::Again(Box::new(args)), game)
        });
        if let Some(opening) = opening {
            self.begin_with(opening);
        }
    }

    fn begin_with(&mut self, opening: Opening) {
        match opening {
            Opening::Setting(setting) => self.screens.push(Screen::Setting(setting)),
            Opening::Open(game) => self.go_to(game.map(|game| *game)),
        }
    }

    /// Opens the choice of a setup again, after the user has undone the turn that joined the game.
    pub(crate) fn hide_again(&mut self) {
        if !matches!(self.screens.last(), Some(Screen::Table(_))) {
            return;
        }
        let Some(Screen::Table(mut table)) = self.screens.pop() else { return };
        let request = JoinRequest { game: table.typed(), ..JoinRequest::default() };
        let setting = self.with(|ctx| joining(ctx, request, &mut table.file));
        self.screens.push(match setting {
            Ok(Some(setting)) => Screen::Setting(Box::new(setting)),
            _ => Screen::Table(table),
        });
    }

    /// Opens the game that was started or joined, on top of the list.
    pub(crate) fn go_to(&mut self, game: Option<OpenFile>) {
        self.screens.truncate(1);
        // `Anna` is a name for people; the seat is `anna`.
        self.global.as_name = self.global.as_name.take().map(player_name::seat_of);
        let Some(game) = game else { return };
        let word = game.name();
        if let Err(failure) = self.open_file(&word, false, |_| Ok(game)) {
            self.say(failure.message);
        }
    }
}

/// The first screen of a new game.
enum Opening {
    Setting(Box<Setting>),
    /// The game, which a bot has started.
    Open(Option<Box<OpenFile>>),
}

fn opening(
    ctx: &mut Context,
    mut purpose: Purpose,
    (header, bots): (Header, Bots),
) -> Result<Opening, CliError> {
    if bots.contains_key(header.opened_by()) {
        let result = purpose.run(ctx, setup::Setup::default())?;
        return Ok(Opening::Open(result.game.map(Box::new)));
    }
    let table = AnyTable::new(&header).map_err(|error| CliError::usage(error.to_string()))?;
    let others = header.others().join(", ");
    let heading = format!("NEW GAME   {}   against {others}", table.standing().kind.title());
    let seat = header.opening_seat();
    Ok(Opening::Setting(Box::new(Setting::new(ctx, purpose, heading, (table, seat)))))
}

/// Returns the screen on which the user chooses a setup to join this game. Returns `None` if the
/// user can't join, or hides no setup.
pub(crate) fn joining(
    ctx: &mut Context,
    request: JoinRequest,
    file: &mut OpenFile,
) -> Result<Option<Setting>, CliError> {
    let open = ctx.desk()?.open_seats(&file.game).map_err(CliError::from)?;
    if open.is_empty() || file.joined().next().is_some() {
        return Ok(None);
    }
    let seat = seat_to_take(ctx, file, false)?;
    if !file.game.standing.hides(seat) {
        return Ok(None);
    }
    let standing = &file.game.standing;
    let from = file.game.file.game.opened_by();
    let heading = format!("JOIN   {}   {from} invites you", standing.kind.title());
    let place = (file.game.table.clone(), seat);
    Ok(Some(Setting::new(ctx, Purpose::Join(request), heading, place)))
}

/// Returns the invitation to this game as `pbem join` shows it. Returns `None` if the user can't
/// join now, or started the game against a bot.
pub(crate) fn invitation_text(
    ctx: &mut Context,
    word: &str,
    file: &mut OpenFile,
) -> Result<Option<Document>, CliError> {
    let is_own = file.records.iter().any(|record| !record.bots.is_empty());
    let is_invitation = !is_own
        && file.joined().next().is_none()
        && !ctx.desk()?.open_seats(&file.game)?.is_empty();
    let seat = is_invitation.then(|| seat_to_take(ctx, file, false).ok()).flatten();
    let Some(seat) = seat else { return Ok(None) };
    let name = file.game.standing.names.of(seat).to_owned();
    let (report, ways) = invitation(ctx, file, seat, &name, word)?;
    let mut document = match crossed_rematch(ctx, &file.game.file.game)? {
        Some(sent) => Document::from(format!("{}\n\n", sent.words())),
        None => Document::default(),
    };
    document.append(report.document());
    document.lines(&format!("{}.\n\nPress Enter to continue.", ways.who));
    Ok(Some(document))
}
