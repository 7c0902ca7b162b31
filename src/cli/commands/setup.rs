//! How a hidden setup is given: typed, from a file, or at random.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use pbem::crypto::Stream;
use pbem::desk::Outside;
use pbem::rules::Seat;
use pbem::table::OpenGame;

use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::game_file::read_file;
use crate::cli::{sign, talk};

/// SETUP: one of three.
#[derive(Args, Clone, Debug, Default)]
#[group(multiple = false)]
pub(crate) struct Setup {
    /// What you hide, as `pbem rules` tells for each game: `-` to type it, where nobody else on the
    /// machine sees it; or a file (see `pbem form`)
    #[arg(id = "setup-file", long = "setup-file", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The same on the command line: others see that in ps, and the shell keeps it in its history
    #[arg(id = "setup-text", long = "setup", value_name = "TEXT")]
    pub text: Option<String>,
    /// Let pbem hide it at random
    #[arg(long)]
    pub random: bool,
}

impl Setup {
    /// Has any been given?
    pub(crate) fn is_given(&self) -> bool {
        self.text.is_some() || self.file.is_some() || self.random
    }

    /// Does it come from standard input?
    pub(crate) fn is_from_input(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.as_os_str() == "-")
    }

    /// The setup of this seat in canonical form, or all its faults at once.
    pub(crate) fn read(
        &self,
        ctx: &mut Context,
        game: &OpenGame,
        seat: Seat,
    ) -> Result<Vec<String>, Failure> {
        if self.random {
            let halves = [ctx.around.secret(), ctx.around.secret()];
            let seed = std::array::from_fn(|at| halves[at / 16][at % 16]);
            let mut numbers = Stream::from_seed(seed);
            return Ok(game.table.random_setup(seat, &mut numbers));
        }
        let (called, text) = self.typed(ctx, game, seat)?;
        game.table.read_setup(seat, &text).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(|fault| format!("\n{fault}")).collect();
            let failure = Failure::not_now(
                FailureKind::Setup,
                format!("{called} will not do. Nothing has been sealed.{}", faults.concat()),
            );
            match example(game, seat) {
                Some(example) => failure.then(format!("such as  {example},  or  --random")),
                None => failure.then(format!(
                    "pbem form {} FILE      writes an empty form",
                    game.standing.kind
                )),
            }
        })
    }

    /// The setup that somebody at the terminal types when asked; `None` if nobody can be asked, or
    /// nothing is typed. What stands `above` the question is shown with it; what will not do is
    /// said, and asked for again.
    pub(crate) fn asked(
        ctx: &mut Context,
        game: &OpenGame,
        seat: Seat,
        above: &str,
    ) -> Result<Option<Setup>, Failure> {
        let Some(example) = example(game, seat).filter(|_| can_ask(ctx)) else { return Ok(None) };
        let asked = sign::setup_asked(&game.table, seat);
        let mut question = format!(
            "{above}{asked}. Nobody but you sees it, here and in your vault.\n\
             Such as  {example},  or  random;  or nothing, to leave it: "
        );
        loop {
            let typed = ask(ctx, &question)?;
            match typed.trim() {
                "" => return Ok(None),
                "random" => return Ok(Some(Setup { random: true, ..Setup::default() })),
                typed => match game.table.read_setup(seat, typed) {
                    Ok(_) => {
                        let text = Some(typed.to_owned());
                        return Ok(Some(Setup { text, ..Setup::default() }));
                    }
                    Err(faults) => {
                        let faults = faults.join("\n");
                        question = format!("{faults}\nOnce more, or nothing, to leave it: ");
                    }
                },
            }
        }
    }

    fn typed(
        &self,
        ctx: &mut Context,
        game: &OpenGame,
        seat: Seat,
    ) -> Result<(String, String), Failure> {
        match (&self.text, &self.file) {
            (Some(text), _) => Ok(("this setup".to_owned(), text.clone())),
            // A setup that fits into a line ends with it.
            (None, Some(path))
                if path.as_os_str() == "-" && can_ask(ctx) && example(game, seat).is_some() =>
            {
                let question = format!("{}: ", sign::setup_asked(&game.table, seat));
                Ok(("this setup".to_owned(), ask(ctx, &question)?))
            }
            (None, Some(path)) if path.as_os_str() == "-" => {
                let mut text = String::new();
                let read = std::io::stdin().take(1 << 16).read_to_string(&mut text);
                read.map_err(|error| {
                    Failure::usage(format!("standard input cannot be read: {error}"))
                })?;
                Ok(("standard input".to_owned(), text))
            }
            (None, Some(path)) => {
                let bytes = read_file(&ctx.path(path), &path.display().to_string())?;
                Ok((
                    path.display().to_string(),
                    String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned(),
                ))
            }
            (None, None) => Err(Failure::usage("a setup is needed")),
        }
    }
}

/// A setup as it is typed; `None` where it takes a file.
fn example(game: &OpenGame, seat: Seat) -> Option<String> {
    game.table.setup_help(seat)?.example
}

/// The ways to give a setup, as commands to type. What stands on a command line others can see.
pub(crate) fn ways(game: &OpenGame, seat: Seat, command: &str) -> Vec<String> {
    let mut ways = match example(game, seat) {
        Some(example) => {
            vec![format!("{command} --setup-file -      then type it, such as  {example}")]
        }
        None => vec![
            format!("pbem form {} setup.txt", game.standing.kind),
            format!("{command} --setup-file setup.txt"),
        ],
    };
    ways.push(format!("{command} --random"));
    ways
}

/// Is somebody there who can be asked?
pub(crate) fn can_ask(ctx: &Context) -> bool {
    ctx.around.interactive && !ctx.everywhere.json
}

/// Asks for one line.
pub(crate) fn ask(ctx: &mut Context, question: &str) -> Result<String, Failure> {
    // Whoever thinks holds nothing.
    ctx.close_vault();
    Ok(talk::ask(ctx.look(), question)?.unwrap_or_default())
}

/// Asks until what is typed will do, and says each time what is wrong; `None` if nobody can be
/// asked, or nothing is typed. What stands `above` the question is shown with it once.
pub(crate) fn ask_until(
    ctx: &mut Context,
    above: &str,
    question: &str,
    check: impl Fn(&str) -> Result<(), Failure>,
) -> Result<Option<String>, Failure> {
    let mut above = above.to_owned();
    while can_ask(ctx) {
        let typed = ask(ctx, &format!("{above}{question}"))?;
        if typed.is_empty() {
            break;
        }
        match check(&typed) {
            Ok(()) => return Ok(Some(typed)),
            Err(failure) => above = format!("{}\n", failure.message),
        }
    }
    Ok(None)
}
