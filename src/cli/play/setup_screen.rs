//! The screen on which the player chooses a setup, to join or to start a game.

use pbem::crypto::Stream;
use pbem::desk::Outside;
use pbem::games::Kind;
use pbem::rules::{Names, Seat};
use pbem::table::AnyTable;

use crate::cli::commands::rematch;
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::game_file::OpenFile;
use crate::cli::join_game::{self, JoinRequest};
use crate::cli::play::drafting::{Drafting, Drafts};
use crate::cli::report::Report;
use crate::cli::setup::Setup;
use crate::cli::start_game::{self, NewGameArgs};
use crate::cli::turn_result::TurnResult;

/// The purpose of choosing a setup.
#[derive(Debug)]
pub(crate) enum Purpose {
    /// To join the game in this file.
    Join(JoinRequest),
    /// To start a game.
    New(Kind, Box<NewGameArgs>),
    /// To start a rematch.
    Again(Box<rematch::RematchArgs>),
    /// To return the setup to another command, which asked for it.
    Choose,
}

impl Purpose {
    /// Starts or joins the game with this setup. The game's screen mails the turn later.
    pub(crate) fn run(&mut self, ctx: &mut Context, setup: Setup) -> Result<TurnResult, CliError> {
        match self {
            Purpose::Join(request) => {
                request.setup = setup;
                join_game::join(ctx, request)
            }
            Purpose::New(kind, args) => {
                let game = start_game::agreed(ctx, *kind, args)?;
                start_game::start(ctx, game, &setup, None, None, "")
            }
            Purpose::Again(args) => {
                args.setup = setup;
                let game = OpenFile::open(ctx, &args.game)?;
                rematch::begin(ctx, game, args)
            }
            Purpose::Choose => Ok(Report::default().into()),
        }
    }
}

/// A setup in progress.
#[derive(Debug)]
pub(crate) struct Setting {
    pub purpose: Purpose,
    /// The game and the opponents.
    pub heading: String,
    /// The request for a setup.
    pub ask: String,
    pub names: Names,
    pub drafting: Drafting,
    table: AnyTable,
    seat: Seat,
    numbers: Stream,
}

impl Drafts for Setting {
    fn drafting(&mut self) -> &mut Drafting {
        &mut self.drafting
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn look(&mut self) {
        let hand = self.table.touch_setup(self.seat, &self.drafting.draft, &mut self.numbers);
        self.drafting.show(hand);
    }
}

impl Setting {
    /// Creates the screen with an empty setup.
    pub(crate) fn new(
        ctx: &mut Context,
        purpose: Purpose,
        heading: String,
        (table, seat): (AnyTable, Seat),
    ) -> Self {
        let halves = [ctx.around.secret(), ctx.around.secret()];
        let numbers = Stream::from_seed(std::array::from_fn(|at| halves[at / 16][at % 16]));
        let help = table.setup_help(seat);
        let standing = table.standing();
        let drafting = Drafting::new(Vec::new(), None);
        let ask = help.map(|help| help.ask).unwrap_or_default();
        let mut setting = Setting {
            purpose,
            heading,
            ask,
            names: standing.names,
            drafting,
            table,
            seat,
            numbers,
        };
        setting.look();
        setting.drafting = Drafting::new(setting.drafting.boards, setting.drafting.hand);
        setting.drafting.go_to_touch();
        setting
    }

    /// Returns the kind of game that the setup is for.
    pub(crate) fn kind(&self) -> Kind {
        self.table.standing().kind
    }

    /// Chooses a whole setup at random.
    pub(crate) fn at_random(&mut self) {
        let setup = self.table.random_setup(self.seat, &mut self.numbers);
        self.put(setup.join("; "));
    }

    /// Describes the mistake in the setup. Returns `None` if the setup is complete.
    pub(crate) fn missing(&self) -> Option<String> {
        let read = self.table.read_setup(self.seat, &self.drafting.draft);
        let faults = read.err()?;
        match &self.drafting.hand {
            Some(hand) if !hand.ready => Some(hand.says.clone()),
            _ => Some(faults.join(" ")),
        }
    }

    /// Adds the first move, for a joining player who begins.
    pub(crate) fn begin_with(&mut self, typed: String) {
        if let Purpose::Join(request) = &mut self.purpose {
            request.typed = typed;
        }
    }

    /// Removes an illegal first move, and returns it.
    pub(crate) fn forget_first_move(&mut self) -> String {
        match &mut self.purpose {
            Purpose::Join(request) => std::mem::take(&mut request.typed),
            Purpose::New(..) | Purpose::Again(_) | Purpose::Choose => String::new(),
        }
    }

    /// Seals the setup and signs the turn.
    pub(crate) fn sign(&mut self, ctx: &mut Context) -> Result<TurnResult, CliError> {
        let setup = Setup { text: Some(self.drafting.draft.clone()), ..Setup::default() };
        self.purpose.run(ctx, setup)
    }
}
