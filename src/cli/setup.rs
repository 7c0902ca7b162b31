//! Ways to choose a hidden setup: typed, from a file, or at random.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use pbem::crypto::Stream;
use pbem::desk::Outside;
use pbem::rules::{OptionKind, Seat};
use pbem::table::{self, AnyTable, Intent, OpenGame, Plan, Refusal};

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{exists, read_file};
use crate::cli::games_dir::free_name;
use crate::cli::next::Next;
use crate::cli::pasted;
use crate::cli::prompt::{self, ask, can_ask};
use crate::cli::similar::nearest;
use crate::cli::turn_words;

/// Maximum number of random setups to draw for a first move.
const MOST_DRAWS: usize = 10;

/// Options for the setup; at most one.
#[derive(Args, Clone, Debug, Default)]
#[group(multiple = false)]
pub(crate) struct Setup {
    /// Read your setup from a file; `-` to type it (see `pbem form` and `pbem rules KIND --all`)
    #[arg(id = "setup-file", long = "setup-file", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Your setup, or `random`. Other users of this computer can see it, and your shell saves it in
    /// its history
    #[arg(id = "setup-text", long = "setup", value_name = "TEXT")]
    pub text: Option<String>,
    /// Choose a setup at random
    #[arg(long)]
    pub random: bool,
}

impl Setup {
    /// Whether the user gave a setup.
    pub(crate) fn is_given(&self) -> bool {
        self.text.is_some() || self.file.is_some() || self.random
    }

    /// Whether to choose a setup at random.
    pub(crate) fn is_random(&self) -> bool {
        let is_word = |text: &String| text.trim().eq_ignore_ascii_case("random");
        self.random || self.text.as_ref().is_some_and(is_word)
    }

    /// Whether the setup comes from standard input.
    pub(crate) fn is_from_input(&self) -> bool {
        self.file.as_ref().is_some_and(|file| file.as_os_str() == "-")
    }

    /// Returns the setup of this seat in canonical form, or an error with all mistakes at once.
    pub(crate) fn read(
        &self,
        ctx: &mut Context,
        game: &OpenGame,
        seat: Seat,
    ) -> Result<Vec<String>, CliError> {
        if self.is_random() {
            let halves = [ctx.around.secret(), ctx.around.secret()];
            let seed = std::array::from_fn(|at| halves[at / 16][at % 16]);
            let mut numbers = Stream::from_seed(seed);
            return Ok(game.table.random_setup(seat, &mut numbers));
        }
        let (source_name, text) = self.typed(ctx, game, seat)?;
        game.table.read_setup(seat, &text).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(|fault| format!("\n{fault}")).collect();
            let failure = CliError::not_now(
                CliErrorKind::Setup,
                format!("{source_name} can't be used. Nothing was sealed.{}", faults.concat()),
            );
            match example(game, seat) {
                Some(example) => failure
                    .then(Next::advice(format!("use, for example,  {example},  or  --random"))),
                None => failure
                    .then(Next::command(form_command(game, "FILE")).why("write an empty form")),
            }
        })
    }

    /// Like `read`, for a player whose first turn contains this move. A random setup is drawn again
    /// if the move is illegal with it, or has a warning: an agent may be on the called square.
    pub(crate) fn read_for(
        &self,
        ctx: &mut Context,
        game: &OpenGame,
        seat: Seat,
        typed: &str,
    ) -> Result<Vec<String>, CliError> {
        let setup = self.read(ctx, game, seat)?;
        if typed.is_empty() || !self.is_random() {
            return Ok(setup);
        }
        let plan = Plan::new(ctx.now(), Intent::Move(typed.to_owned()));
        let (desk, around) = ctx.at_desk()?;
        let mut keys = desk.fresh(&game.file.game, seat, setup, around)?;
        for _ in 1..MOST_DRAWS {
            let refused = matches!(game.table.compose(&keys, &plan), Err(Refusal::Illegal { .. }));
            if !refused && game.table.preview(&keys, plan.sent, typed).warning.is_none() {
                break;
            }
            keys.setup = self.read(ctx, game, seat)?;
        }
        Ok(keys.setup)
    }

    /// Asks for the setup at the terminal. The user can type it, have it chosen at random, choose
    /// it on the board, or fill in a form. Returns `None` without a terminal, or if the user types
    /// nothing. `above` is printed before the question. Asks again after an illegal setup, so that
    /// no earlier answer is lost.
    pub(crate) fn ask(
        ctx: &mut Context,
        game: &OpenGame,
        seat: Seat,
        above: Document,
    ) -> Result<Option<Setup>, CliError> {
        if !can_ask(ctx) {
            return Ok(None);
        }
        let mut question = above;
        question.lines(&format!(
            "{}. Only you can see your setup; pbem stores it in your vault.\n{}",
            turn_words::setup_question(&game.table, seat),
            choices(ctx, example(game, seat).as_deref())
        ));
        let mut form: Option<PathBuf> = None;
        loop {
            ctx.close_vault();
            let Some(typed) = prompt::ask_line(ctx.look(), question)? else { return Ok(None) };
            let chosen = match (typed.to_ascii_lowercase().as_str(), &form) {
                ("q", _) | ("", None) => return Ok(None),
                ("random", _) => return Ok(Some(Setup { random: true, ..Setup::default() })),
                ("play", _) => on_the_board(ctx, game, seat),
                ("form", _) => match write_free(ctx, &game.table, seat) {
                    Ok(path) => {
                        question = fill_in(&ctx.shown(&path)).into();
                        form = Some(path);
                        continue;
                    }
                    Err(failure) => Err(failure),
                },
                ("", Some(form)) => Ok(Setup { file: Some(form.clone()), ..Setup::default() }),
                (word, _) if pasted::command(word).is_some() => {
                    Err(CliError::usage("this prompt takes only a setup, not a command."))
                }
                (word, _) if nearest(word, ["random"]).is_some() => {
                    Err(CliError::usage("did you mean random?"))
                }
                _ => Ok(Setup::of_line(ctx, game, seat, typed)),
            };
            let is_legal = |setup: Setup| setup.read(ctx, game, seat).map(|_| setup);
            match chosen.and_then(is_legal) {
                Ok(setup) => return Ok(Some(setup)),
                Err(failure) => {
                    let again = form.as_ref().map_or_else(
                        || "Your setup (Enter: cancel): ".to_owned(),
                        |form| {
                            let form = ctx.shown(form);
                            format!(
                                "Correct {form}, then press Enter to have pbem read it again (q: \
                                 cancel): "
                            )
                        },
                    );
                    question = format!("{}\n{again}", failure.message).into();
                }
            }
        }
    }

    /// Returns the setup for a typed line, which contains the setup itself or the path of a form.
    fn of_line(ctx: &Context, game: &OpenGame, seat: Seat, typed: String) -> Setup {
        if game.table.read_setup(seat, &typed).is_err() && ctx.path(&typed).is_file() {
            return Setup { file: Some(typed.into()), ..Setup::default() };
        }
        Setup { text: Some(typed), ..Setup::default() }
    }

    fn typed(
        &self,
        ctx: &mut Context,
        game: &OpenGame,
        seat: Seat,
    ) -> Result<(String, String), CliError> {
        match (&self.text, &self.file) {
            (Some(text), _) => Ok(("this setup".to_owned(), text.clone())),
            // If a setup fits on one line, read only that line.
            (None, Some(path))
                if path.as_os_str() == "-" && can_ask(ctx) && example(game, seat).is_some() =>
            {
                let question = format!("{}: ", turn_words::setup_question(&game.table, seat));
                Ok(("this setup".to_owned(), ask(ctx, question)?))
            }
            (None, Some(path)) if path.as_os_str() == "-" => {
                let mut text = String::new();
                let read = std::io::stdin().take(1 << 16).read_to_string(&mut text);
                read.map_err(|error| {
                    CliError::usage(format!("can't read standard input: {error}"))
                })?;
                Ok(("the setup from standard input".to_owned(), text))
            }
            (None, Some(path)) => {
                let bytes = read_file(&ctx.path(path), &path.display().to_string())?;
                Ok((
                    path.display().to_string(),
                    String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned(),
                ))
            }
            (None, None) => Err(CliError::usage("a setup is needed")),
        }
    }
}

/// Returns the possible answers to the question for a setup.
fn choices(ctx: &Context, example: Option<&str>) -> String {
    let mut text = match example {
        Some(example) => {
            format!("Type your setup, for example  {example},  or one of these words:\n")
        }
        None => "Type one of these words:\n".to_owned(),
    };
    text.push_str("  random   pbem chooses\n");
    if ctx.setup_screen.is_some() && !ctx.around.dumb {
        text.push_str("  play     choose on the board, with keyboard or mouse\n");
    }
    text.push_str("  form     pbem writes a form, a text file for you to fill in\n");
    text.push_str("  FILE     name of a form that you have filled in\n");
    text + "Your setup (Enter: cancel): "
}

fn fill_in(form: &str) -> String {
    format!("Wrote {form}.\nFill it in with an editor, save it, and press Enter: ")
}

/// Returns the setup that the player chooses on the full screen.
fn on_the_board(ctx: &mut Context, game: &OpenGame, seat: Seat) -> Result<Setup, CliError> {
    let screen = ctx.setup_screen.ok_or_else(|| {
        CliError::usage("this pbem was built without full-screen mode: type the setup.")
    })?;
    let chosen = screen(ctx, &game.table, seat)?;
    let text = Some(chosen.ok_or_else(|| CliError::usage("you left without choosing a setup."))?);
    Ok(Setup { text, ..Setup::default() })
}

/// Returns an example of a typed setup, or `None` if the game needs a file.
fn example(game: &OpenGame, seat: Seat) -> Option<String> {
    game.table.setup_help(seat)?.example
}

/// Returns the commands that provide a setup. They don't contain the setup itself, because other
/// users can see command lines.
pub(crate) fn ways(game: &OpenGame, seat: Seat, command: &str) -> Vec<Next> {
    let mut ways = match example(game, seat) {
        Some(example) => {
            let typed = Next::command(format!("{command} --setup-file -"));
            vec![typed.why(format!("then type it, for example  {example}"))]
        }
        None => vec![
            Next::command(form_command(game, "setup.txt")),
            Next::command(format!("{command} --setup-file setup.txt")),
        ],
    };
    ways.push(Next::command(format!("{command} --random")));
    ways
}

/// Returns the command that writes the form for the house rules of this game.
fn form_command(game: &OpenGame, file: &str) -> String {
    let kind = game.standing.kind;
    let agreed = &game.file.game.options;
    let changed = table::option_specs(kind).into_iter().filter_map(|spec| {
        let value = agreed.get(spec.name).filter(|value| **value != spec.default)?;
        let is_text = matches!(spec.kind, OptionKind::Lines { .. });
        let is_general = [table::DAYS_PER_TURN, table::HINTS].contains(&spec.name);
        (!is_text && !is_general).then(|| format!(" --set {}={value}", spec.name))
    });
    format!("pbem form {kind} {file}{}", changed.collect::<String>())
}

/// Writes an empty form to a new file in the working directory. Returns its path.
pub(crate) fn write_free(ctx: &Context, table: &AnyTable, seat: Seat) -> Result<PathBuf, CliError> {
    let path = free_path(ctx, table);
    write_form(ctx, table, seat, &path)?;
    Ok(path)
}

pub(crate) fn write_form(
    ctx: &Context,
    table: &AnyTable,
    seat: Seat,
    path: &Path,
) -> Result<(), CliError> {
    let text = form_text(table, seat)?;
    if path.symlink_metadata().is_ok() {
        return Err(exists(path));
    }
    Ok(ctx.writer().write_new(path, &text)?)
}

/// Returns a path such as `espionage-setup.txt`, with a number if that file exists.
pub(crate) fn free_path(ctx: &Context, table: &AnyTable) -> PathBuf {
    let first = ctx.path(format!("{}-setup.txt", table.standing().kind));
    free_name(&first).unwrap_or(first)
}

pub(crate) fn form_text(table: &AnyTable, seat: Seat) -> Result<String, CliError> {
    let nothing = || CliError::not_now(CliErrorKind::NoSetup, "this player has no setup.");
    table.setup_help(seat).map(|help| help.form).ok_or_else(nothing)
}
