//! `pbem learn`: a first game against an easy bot, with a word on each thing when it comes up. The
//! game is an ordinary one, so it can be left at any time; where it is taken up again follows from
//! the turns that it has.

use clap::{Args, Parser};
use pbem::games::Kind;
use pbem::render;
use pbem::table::Expects;
use serde_json::json;

use crate::cli::Cli;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::game_file::GameFile;
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::report::Report;
use crate::cli::talk;

/// Learn a game by playing it: a first game against an easy bot, explained as it goes
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem learn checkpoint-danger
  pbem learn spy --as alice

It can be left with quit, and goes on where it was when the same is typed again.")]
pub(crate) struct Learn {
    /// Which game: see `pbem rules`
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: String,
}

/// What can be typed.
const PROMPT: &str = "move, try MOVE, hint, show, moves PIECE, help, quit > ";

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Learn) -> Result<Report, Failure> {
    let kind = kind_named(&args.kind)?;
    let mut learning = Learning {
        kind,
        file: format!("learn-{kind}.toml"),
        lessons: kind.lessons().split("\n\n").map(str::trim).collect(),
        told: None,
        shown: None,
    };
    if !ctx.path(&learning.file).exists() {
        let bots = if *kind.seats().end() > 2 { "bot:easy,bot:easy" } else { "bot:easy" };
        let setup = if *kind.seats().end() > 2 { "" } else { " --random" };
        let new = format!("new {kind} {} --against {bots}{setup}", learning.file);
        let begun = typed(ctx, new.split(' '))?;
        say(ctx, &begun.text)?;
        learning.shown = Some(begun);
    }
    let over = learning.play(ctx)?;
    let mut report = Report::new(json!({"schema": "pbem-learn/1", "over": over}));
    if over {
        report.line("That was your first game.");
        report.then(format!("pbem verify {}      was everybody honest?", learning.file));
        let bots = if *kind.seats().end() > 2 { "bot,bot" } else { "bot" };
        report.then(format!("pbem new {kind} --against {bots}      the next one, and harder"));
    } else {
        report.line("The game waits for you.");
        report.then(format!("pbem learn {kind}      goes on"));
    }
    Ok(report)
}

/// A first game.
struct Learning<'a> {
    kind: Kind,
    file: String,
    /// what is told, one at each of one's own moves
    lessons: Vec<&'a str>,
    /// the number of the last turn when something was told
    told: Option<u32>,
    /// what has just been said, the table with it
    shown: Option<Report>,
}

impl Learning<'_> {
    /// Asks for moves until the game is over or is left.
    fn play(&mut self, ctx: &mut Context) -> Result<bool, Failure> {
        loop {
            let laid = GameFile::open(ctx, &self.file)?;
            if laid.game.standing.due.is_none() {
                return Ok(true);
            }
            let due = match expected(ctx, &laid)? {
                Expects::Reveal => Some("reveal"),
                Expects::Answer => Some("move"),
                _ => None,
            };
            if let Some(command) = due {
                drop(laid);
                let report = typed(ctx, [command, self.file.as_str()])?;
                say(ctx, &report.text)?;
                self.shown = Some(report);
                continue;
            }
            let turns = laid.game.standing.turns();
            if self.told != Some(turns) {
                let own = laid.game.file.turns.iter().filter(|turn| {
                    laid.records.iter().any(|own| own.seat() == turn.seat) && !turn.moves.is_empty()
                });
                let lesson = self.lessons.get(own.count()).copied();
                drop(laid);
                self.tell(ctx, lesson)?;
                self.told = Some(turns);
            }
            // Other commands may be typed elsewhere meanwhile.
            ctx.close_vault();
            let Some(line) = talk::ask(ctx.look(), PROMPT)? else { return Ok(false) };
            let words = self.meant(&line);
            if words.first().is_some_and(|word| word == "quit") {
                return Ok(false);
            }
            match typed(ctx, words.iter().map(String::as_str)) {
                Ok(report) => {
                    say(ctx, &report.text.replace("without --try", "without try"))?;
                    let moved = words.first().is_some_and(|word| word == "move");
                    self.shown = moved.then_some(report);
                }
                Err(failure) => say(ctx, &render::wrap(&failure.message, 80, ""))?,
            }
        }
    }

    /// The table, if it has not just been shown, and what there is to say of it.
    fn tell(&mut self, ctx: &mut Context, lesson: Option<&str>) -> Result<(), Failure> {
        let shown = if let Some(shown) = self.shown.take() {
            shown
        } else {
            let shown = typed(ctx, ["show", self.file.as_str()])?;
            say(ctx, &shown.text)?;
            shown
        };
        let typed_after = |next: &'_ String| {
            let (_, typed) = next.strip_prefix("pbem move ")?.split_once(' ')?;
            Some(typed.trim().replace('"', ""))
        };
        let moves: Vec<String> = shown.next.iter().filter_map(typed_after).take(3).collect();
        if let Some(lesson) = lesson {
            say(ctx, &render::wrap(lesson, 80, ""))?;
        }
        match moves.as_slice() {
            [] => Ok(()),
            moves => say(ctx, &format!("For instance: {}", moves.join("\n              "))),
        }
    }

    /// The command that a line stands for: mostly a move.
    fn meant(&self, line: &str) -> Vec<String> {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let words: &[&str] = match (word, rest) {
            ("quit" | "q" | "exit", "") => &["quit"],
            ("show" | "", "") => &["show", &self.file],
            ("hint", "") => &["show", &self.file, "--hint"],
            ("help" | "?" | "rules", "") => &["rules", self.kind.id(), "--short"],
            ("resign", "") => &["resign", &self.file, "--yes"],
            ("moves", piece) if !piece.is_empty() => &["show", &self.file, "--moves", piece],
            ("try", mv) if !mv.is_empty() => &["move", &self.file, mv, "--try"],
            _ => &["move", &self.file, line.trim_matches('"')],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

/// What is due, as exactly as only oneself can know it: whether a move goes with an answer.
fn expected(ctx: &mut Context, laid: &GameFile) -> Result<Expects, Failure> {
    let keys = match laid.own_seat(ctx)? {
        Some(at) => Some(laid.keys(ctx, at)?),
        None => None,
    };
    Ok(laid.game.table.view(keys.as_ref(), ctx.now()).expects)
}

/// Runs a command as if it had been typed.
fn typed<'a>(
    ctx: &mut Context,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<Report, Failure> {
    let cli = Cli::try_parse_from(std::iter::once("pbem").chain(words));
    let cli = cli.map_err(|error| Failure::usage(error.render().to_string()))?;
    match &cli.command {
        Some(command) => command.run(ctx),
        None => Ok(Report::default()),
    }
}

/// A paragraph of the page. Programs are told at the end, by one object.
fn say(ctx: &Context, text: &str) -> Result<(), Failure> {
    if ctx.everywhere.json {
        return Ok(());
    }
    talk::page(ctx.look(), &format!("{}\n\n", text.trim_end()))
}
