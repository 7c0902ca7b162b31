//! Hiding a setup by touch: to join a game, or to open one.

use pbem::crypto::Stream;
use pbem::desk::Outside;
use pbem::games::Kind;
use pbem::rules::{Names, Seat};
use pbem::table::AnyTable;

use crate::cli::commands::{join, new, rematch};
use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::mailing::Mailing;
use crate::cli::play::drafting::{Drafting, Drafts};
use crate::cli::report::Report;
use crate::cli::setup::Setup;

/// What is done with the setup.
#[derive(Debug)]
pub(crate) enum Purpose {
    /// joining the game that lies in this file
    Join(join::Join),
    /// opening one
    New(Box<new::New>),
    /// opening another one like this
    Again(Box<rematch::RematchArgs>),
    /// nothing: another command asked for the setup
    Choose,
}

impl Purpose {
    /// Runs the command with this setup. What it signs is mailed later, from the table.
    pub(crate) fn run(&mut self, ctx: &mut Context, setup: Setup) -> Result<Report, CliError> {
        match self {
            Purpose::Join(args) => {
                (args.setup, args.mailing) = (setup, Mailing::LATER);
                join::run(ctx, args)
            }
            Purpose::New(args) => {
                (args.setup, args.mailing) = (setup, Mailing::LATER);
                new::run(ctx, args)
            }
            Purpose::Again(args) => {
                (args.setup, args.mailing) = (setup, Mailing::LATER);
                rematch::run(ctx, args)
            }
            Purpose::Choose => Ok(Report::default()),
        }
    }
}

/// A setup that is being hidden.
#[derive(Debug)]
pub(crate) struct Setting {
    /// what it is for
    pub purpose: Purpose,
    /// which game, and against whom
    pub heading: String,
    /// what to hide, and what it is good for
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
    /// Nothing is hidden yet.
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

    /// The game that the setup is for.
    pub(crate) fn kind(&self) -> Kind {
        self.table.standing().kind
    }

    /// A whole setup at random.
    pub(crate) fn at_random(&mut self) {
        let setup = self.table.random_setup(self.seat, &mut self.numbers);
        self.put(setup.join("; "));
    }

    /// What is wrong with the setup as it stands; `None` if nothing is.
    pub(crate) fn missing(&self) -> Option<String> {
        let read = self.table.read_setup(self.seat, &self.drafting.draft);
        let faults = read.err()?;
        match &self.drafting.hand {
            Some(hand) if !hand.ready => Some(hand.says.clone()),
            _ => Some(faults.join(" ")),
        }
    }

    /// The first move, which goes along where the joiner begins.
    pub(crate) fn begin_with(&mut self, typed: String) {
        if let Purpose::Join(args) = &mut self.purpose {
            args.words = vec![typed];
        }
    }

    /// Takes the first move back, which did not do.
    pub(crate) fn forget_first_move(&mut self) -> String {
        match &mut self.purpose {
            Purpose::Join(args) => std::mem::take(&mut args.words).join(" "),
            Purpose::New(_) | Purpose::Again(_) | Purpose::Choose => String::new(),
        }
    }

    /// Seals the setup, and signs the turn.
    pub(crate) fn sign(&mut self, ctx: &mut Context) -> Result<Report, CliError> {
        let setup = Setup { text: Some(self.drafting.draft.clone()), ..Setup::default() };
        self.purpose.run(ctx, setup)
    }
}
