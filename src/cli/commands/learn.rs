//! `pbem learn`: a first game against an easy bot, with a lesson at each new situation. It is an
//! ordinary game, so the user can leave at any time; the next lesson follows from the turns made so
//! far.

use std::path::Path;

use clap::Args;
use pbem::games::Kind;
use pbem::render;
use pbem::rules::Level;
use pbem::table::{Expects, Keys, View};
use pbem::turnfile::Moment;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::pasted::{self, GameWords};
use crate::cli::player_name::{check_name, seat_of};
use crate::cli::prompt;
use crate::cli::report::Report;

/// Play your first game, against an easy bot, with instructions as you go
#[derive(Args, Debug)]
#[command(after_help = "\
Type quit to leave. To continue the game, run the same command again, in any
folder.

Examples:
  pbem learn checkpoint-danger
  pbem learn spy --as alice")]
pub(crate) struct LearnArgs {
    /// Game to learn; `pbem rules` lists them
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: String,
}

/// Runs `pbem learn`.
pub(crate) fn run(ctx: &mut Context, args: &LearnArgs) -> Result<Report, CliError> {
    let kind = kind_named(&args.kind)?;
    let named = ctx.global.as_name.clone();
    named.as_deref().map_or(Ok(()), check_name)?;
    let file = format!("learn-{kind}.toml");
    let (game, shown) = match going_on(ctx, &file)? {
        Some(game) => (game, None),
        None => (file.clone(), Some(begin(ctx, kind, &file)?)),
    };
    ctx.global.as_name = named.map(seat_of);
    let lessons = kind.lessons().split("\n\n").map(str::trim).collect();
    let mut learning = Learning { kind, game, lessons, told: None, shown };
    let over = learning.play(ctx)?;
    let mut report = Report::new(json!({"schema": "pbem-learn/1", "over": over}));
    if over {
        report.line("That was your first game.");
        report.then(format!("pbem verify {}      check that everyone was honest", learning.game));
        let bots = if *kind.seats().end() > 2 { "bot,bot" } else { "bot" };
        report.then(format!(
            "pbem new {kind} --against {bots}      play again, against a harder bot"
        ));
    } else {
        report.line("The game is saved.");
        report.then(format!("pbem learn {kind}      continue the game"));
    }
    Ok(report)
}

/// The first game to continue, as a word for the command line: an open game in a file of this name
/// in the working directory, then one elsewhere, then a finished one in the working directory.
fn going_on(ctx: &mut Context, file: &str) -> Result<Option<String>, CliError> {
    let path = ctx.path(file);
    let is_open =
        |loaded: Result<OpenFile, _>| loaded.is_ok_and(|loaded| loaded.game.standing.due.is_some());
    if path.exists() && is_open(OpenFile::open(ctx, file)) {
        return Ok(Some(file.to_owned()));
    }
    let lies_so = |place: &String| Path::new(place).file_name() == path.file_name();
    for head in ctx.desk()?.heads()?.0 {
        if head.path.as_ref().is_some_and(lies_so) && is_open(OpenFile::of(ctx, head.clone())) {
            return Ok(Some(head.name));
        }
    }
    Ok(path.exists().then(|| file.to_owned()))
}

/// Starts a first game.
fn begin(ctx: &mut Context, kind: Kind, file: &str) -> Result<Report, CliError> {
    let several = *kind.seats().end() > 2;
    let bots = if several { "bot:easy,bot:easy" } else { "bot:easy" };
    let setup = if several { "" } else { " --random" };
    let words = format!("new {kind} {file} --against {bots}{setup}");
    let begun = typed(ctx, &words.split(' ').collect::<Vec<_>>())?;
    say(ctx, &begun.text)?;
    Ok(begun)
}

/// Number of moves to suggest.
const EXAMPLES: usize = 3;

/// A first game.
struct Learning<'a> {
    kind: Kind,
    /// Its file or its name.
    game: String,
    /// The lessons, one for each of the player's moves.
    lessons: Vec<&'a str>,
    /// Number of the last turn at which pbem printed a lesson.
    told: Option<u32>,
    /// The last report, if it included the board.
    shown: Option<Report>,
}

/// The player's own seat, as its owner sees it.
struct Own {
    view: View,
    keys: Option<Keys>,
    /// Whether the game has pieces whose moves can be listed.
    pieces: bool,
    /// Whether the player joins with the first move.
    joins: bool,
    /// The words that name the game.
    words: GameWords,
}

impl Learning<'_> {
    /// Asks for moves until the game is over or the user leaves.
    fn play(&mut self, ctx: &mut Context) -> Result<bool, CliError> {
        loop {
            let loaded = OpenFile::open(ctx, &self.game)?;
            if loaded.game.standing.due.is_none() {
                return Ok(true);
            }
            let own = Own::of(ctx, &loaded)?;
            let due = match own.view.expects {
                Expects::Reveal => Some("reveal"),
                Expects::Answer => Some("move"),
                _ => None,
            };
            if let Some(command) = due {
                drop(loaded);
                let report = typed(ctx, &[command, self.game.as_str()])?;
                say(ctx, &report.text)?;
                self.shown = Some(report);
                continue;
            }
            let turns = loaded.game.standing.turns();
            if self.told != Some(turns) {
                let made = loaded.game.file.turns.iter().filter(|turn| {
                    loaded.records.iter().any(|own| own.seat() == turn.seat)
                        && !turn.moves.is_empty()
                });
                let lesson = self.lessons.get(made.count()).copied();
                let examples = own.examples(&loaded, ctx.now());
                drop(loaded);
                self.tell(ctx, lesson, &examples)?;
                self.told = Some(turns);
            }
            // Another pbem may run while this one waits.
            ctx.close_vault();
            let Some(line) = prompt::ask_line(ctx.look(), &own.prompt())? else { return Ok(false) };
            if ["quit", "q", "exit"].contains(&line.trim()) {
                return Ok(false);
            }
            self.obey(ctx, &line, &own)?;
        }
    }

    /// Runs the typed command and prints its result.
    fn obey(&mut self, ctx: &mut Context, line: &str, own: &Own) -> Result<(), CliError> {
        let line = match pasted::move_in(ctx, &own.words, line) {
            Ok(line) => line,
            Err(failure) => return say(ctx, &render::wrap(&failure.message, 80, "")),
        };
        let words = self.meant(&line, own.pieces);
        if !self.is_meant(ctx, &words)? {
            return Ok(());
        }
        match typed(ctx, &words.iter().map(String::as_str).collect::<Vec<_>>()) {
            Ok(report) => {
                say(ctx, &report.text)?;
                let moved = words.first().is_some_and(|word| word == "move");
                self.shown = moved.then_some(report);
                Ok(())
            }
            Err(failure) if own.joins && failure.kind == CliErrorKind::NotYours => {
                say(ctx, "Make a move first: you join the game with it.")
            }
            Err(failure) => say(ctx, &here(&failure)),
        }
    }

    /// Asks for confirmation before a command that decides the game, and previews the result.
    fn is_meant(&self, ctx: &mut Context, words: &[String]) -> Result<bool, CliError> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["resign", ..] => {}
            [command @ "move", game, mv]
                if self.kind.decides().is_some_and(|word| mv.split(' ').next() == Some(word)) =>
            {
                match typed(ctx, &[*command, *game, *mv, "--try"]) {
                    Ok(report) => say(ctx, &report.text)?,
                    Err(failure) => {
                        say(ctx, &here(&failure))?;
                        return Ok(false);
                    }
                }
            }
            _ => return Ok(true),
        }
        ctx.close_vault();
        let answer = prompt::ask_line(ctx.look(), "This decides the game. Continue? [y/N] ")?;
        Ok(answer.is_some_and(|answer| prompt::is_yes(&answer)))
    }

    /// Shows the board, unless it was just shown, and the lesson.
    fn tell(
        &mut self,
        ctx: &mut Context,
        lesson: Option<&str>,
        examples: &[(String, String)],
    ) -> Result<(), CliError> {
        if self.shown.take().is_none() {
            let shown = typed(ctx, &["show", self.game.as_str()])?;
            say(ctx, &shown.text)?;
        }
        if let Some(lesson) = lesson {
            let good = examples.first().map_or("MOVE", |(typed, _)| typed);
            let piece = piece(examples).unwrap_or("PIECE");
            let lesson = lesson.replace("{move}", good).replace("{piece}", piece);
            say(ctx, &render::wrap(&lesson, 80, ""))?;
        }
        let [good, others @ ..] = examples else { return Ok(()) };
        let line = |(mv, what): &(String, String), label: &str, width: usize| {
            let line = format!("{label:<5} {mv:<width$}   {what}");
            render::wrap(line.trim_end(), 80, "      ")
        };
        let mut lines = vec![line(good, "Try:", 0)];
        let width = others.iter().map(|(mv, _)| render::columns(mv)).max().unwrap_or(0);
        lines.extend(others.iter().map(|other| line(other, "Or:", width)));
        say(ctx, &lines.join("\n"))
    }

    /// The command that a typed line means: usually a move.
    fn meant(&self, line: &str, pieces: bool) -> Vec<String> {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let words: &[&str] = match (word, rest) {
            ("show" | "", "") => &["show", &self.game],
            ("hint", "") => &["show", &self.game, "--hint"],
            ("help" | "?" | "rules", "") => &["rules", self.kind.id()],
            ("resign", "") => &["resign", &self.game, "--yes"],
            ("moves", piece) if pieces && !piece.is_empty() => {
                &["show", &self.game, "--moves", piece]
            }
            ("try", mv) if !mv.is_empty() => &["move", &self.game, mv, "--try"],
            _ => &["move", &self.game, line.trim_matches('"')],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

impl Own {
    /// Computes the view of the player's own seat, which knows whether a move must follow an
    /// answer.
    fn of(ctx: &mut Context, loaded: &OpenFile) -> Result<Own, CliError> {
        let seat = loaded.own_seat(ctx)?;
        let keys = match (seat, loaded.game.standing.due) {
            (Some(at), _) => Some(loaded.keys(ctx, at)?),
            (None, Some(due)) => {
                let (desk, around) = ctx.at_desk()?;
                Some(desk.fresh(&loaded.game.file.game, due, Vec::new(), around)?)
            }
            (None, None) => None,
        };
        let (table, now) = (&loaded.game.table, ctx.now());
        Ok(Own {
            view: table.view(keys.as_ref(), now),
            pieces: keys.as_ref().is_some_and(|keys| table.moves_of(keys, now, "").is_some()),
            keys,
            joins: seat.is_none(),
            words: GameWords::of(loaded),
        })
    }

    /// A good move, and examples of other kinds of moves.
    fn examples(&self, loaded: &OpenFile, now: Moment) -> Vec<(String, String)> {
        let good = self.keys.as_ref().and_then(|keys| {
            let table = &loaded.game.table;
            let best = table.heat(keys, now).ok().and_then(|heat| heat.best.into_iter().next());
            let typed = best.map(|best| best.typed);
            Some((typed.or_else(|| table.suggest(keys, now, Level::Hard))?, String::new()))
        });
        let others = &self.view.scene.examples;
        let others = others.iter().skip(usize::from(good.is_some())).cloned();
        good.into_iter().chain(others).take(EXAMPLES).collect()
    }

    /// The prompt, with the words that can be typed.
    fn prompt(&self) -> String {
        let moves = if self.pieces { "moves PIECE, " } else { "" };
        format!("move, try MOVE, hint, show, {moves}help, quit > ")
    }
}

/// An error, with the word of this prompt that helps.
fn here(failure: &CliError) -> String {
    let list = failure.piece.as_ref();
    let list =
        list.map(|piece| format!("\n`moves {piece}` lists the paths without earlier orders."));
    render::wrap(&(failure.message.clone() + &list.unwrap_or_default()), 80, "")
}

/// The piece of the first example.
fn piece<'a>(examples: &'a [(String, String)]) -> Option<&'a str> {
    let is_piece = |word: &&str| word.bytes().any(|byte| byte.is_ascii_digit());
    let first = |(mv, _): &'a (String, String)| mv.split([' ', '-', ';', ',']).next();
    examples.iter().filter_map(first).find(is_piece)
}
/// Runs a command as if the player had typed it.
fn typed(ctx: &mut Context, words: &[&str]) -> Result<Report, CliError> {
    ctx.run_line.map_or_else(|| Ok(Report::default()), |run| run(ctx, words))
}

/// Prints a paragraph, unless the output is JSON: then one object at the end reports everything.
fn say(ctx: &Context, text: &str) -> Result<(), CliError> {
    if ctx.global.json {
        return Ok(());
    }
    prompt::page(ctx.look(), &format!("{}\n\n", text.trim_end()))
}
