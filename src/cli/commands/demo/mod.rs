//! `pbem demo`: a whole game, with its verification, a cheat and a damaged file, in a minute.

mod cheat;
mod pages;
mod players;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use pbem::games::Kind;
use pbem::render;
use pbem::rules::Seat;
use pbem::table::Expects;
use serde::Serialize;
use serde_json::Value;

use crate::cli::commands::demo::cheat::Lie;
use crate::cli::commands::demo::pages::pages;
use crate::cli::commands::demo::players::{DemoPlayers, FILE, Step};
use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::kinds::{KindName, kind_named};
use crate::cli::next::Next;
use crate::cli::print::document_text;
use crate::cli::prompt;
use crate::cli::report::{Report, exit, object};
use crate::cli::show_game::ShowRequest;
use crate::cli::turn_words::list;
use crate::cli::view::table::{Format, Length};

/// Watch a game, then watch a cheater get caught
#[derive(Args, Debug)]
#[command(after_help = "\
The players are made up, and their files are in a temporary folder. The same
seed gives the same game.

Examples:
  pbem demo
  pbem demo spy --seed 8
  pbem demo game-box --seats 5 --fast
  pbem demo espionage --keep DIR  # save the three turn files of the demo")]
pub(crate) struct DemoArgs {
    /// Game to watch; `pbem rules` lists them
    #[arg(default_value = Kind::ALL[0].id(), value_parser = KindName, hide_possible_values = true)]
    pub kind: String,
    /// Number that decides what the players do
    #[arg(long, value_name = "N", default_value_t = 7)]
    pub seed: u64,
    /// Number of players, in games where it can vary
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// Don't wait for the Enter key
    #[arg(long)]
    pub fast: bool,
    /// Save three turn files (an honest game, a game with a lie, a damaged file) in this folder
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Maximum number of other games to start in search of an answer that the demo can falsify.
const OTHER_GAMES: u64 = 9;

/// The demo shows the opener's boards after about this turn, when there is enough to see on them.
const GOOD_MOMENT: u32 = 20;

/// Runs `pbem demo`.
pub(crate) fn run(ctx: &mut Context, args: &DemoArgs) -> Result<Report, CliError> {
    let boards = Format::set(ctx);
    ctx.close_vault();
    let kind = kind_named(&args.kind)?;
    let seats = seats(kind, args.seats)?;
    let mut stage = Stage::new(ctx, args.fast, boards);
    match story(ctx, args, kind, seats, &mut stage) {
        Err(Stop::Enough) => return Ok(stage.report),
        Err(Stop::Failed(failure)) => return Err(failure),
        Ok(json) => stage.report.json = json,
    }
    let others = if seats > 2 { ",FRIEND" } else { "" };
    let mut then = |line: String, why: &str| stage.report.then(Next::command(line).why(why));
    then(format!("pbem learn {kind}"), "play it, with instructions as you go");
    then(format!("pbem new {kind} --with FRIEND{others} --random"), "");
    then(format!("pbem rules {kind}"), "how to play");
    Ok(stage.report)
}

/// Reasons to stop the demo early.
enum Stop {
    /// The user pressed `q`.
    Enough,
    Failed(CliError),
}

impl From<CliError> for Stop {
    fn from(failure: CliError) -> Self {
        Stop::Failed(failure)
    }
}

/// Tells the whole story. Returns the JSON report.
fn story(
    ctx: &Context,
    args: &DemoArgs,
    kind: Kind,
    seats: usize,
    stage: &mut Stage,
) -> Result<Value, Stop> {
    let (mut company, opening) = DemoPlayers::sit_down(ctx, kind, seats, args.seed)?;
    beginning(stage, &mut company, &opening)?;
    let last = middle(stage, &mut company)?;
    let (honest, turns) = (company.game().file.write(), company.game().standing.turns());
    stage.chapter(&format!(
        "The end, after {turns} turns. The players reveal their setups, and anyone can check the \
        whole game:"
    ));
    for step in &last {
        stage.step(step);
    }
    let verdict = company.verify(FILE, &honest)?;
    stage.verify(FILE, &verdict);
    stage.turn_page()?;

    let lie = another_game(ctx, kind, seats, args.seed, &mut company)?;
    let lied = lie.as_ref().map(|lie| lie.file.write());
    let mut judged = None;
    if let (Some(lie), Some(text)) = (&lie, &lied) {
        let report = company.verify("lied.toml", text)?;
        stage.lie(lie, &report);
        judged = Some(report.json);
        stage.turn_page()?;
    }

    let (broken, turn) = cheat::damage(&company.game().file);
    let report = company.verify("broken.toml", &broken)?;
    stage.chapter(&format!(
        "Back to the honest game. This time, a mail program changes one character of turn {turn}:"
    ));
    stage.verify("broken.toml", &report);

    if let Some(folder) = &args.keep {
        let folder = keep_all(ctx, folder, kind, [&honest, &lied.unwrap_or_default(), &broken])?;
        let number = if lie.is_some() { "three" } else { "two" };
        stage.tell(&format!("The {number} files are in {}.", folder.display()));
    }
    stage.tell("No server was involved in any of this. Your turn:");
    stage.turn_to_last_page()?;
    let demo = DemoJson {
        game: kind,
        seed: args.seed,
        seats: company.names(),
        turns,
        honest: verdict.json,
        lied: judged,
        damaged: report.json,
        refused_on_arrival: lie.is_some_and(|lie| lie.refused.is_some()),
    };
    Ok(object("pbem-demo/1", &demo))
}

/// Saves the honest game, the game with a lie, and the damaged file. Returns the folder.
fn keep_all(
    ctx: &Context,
    folder: &Path,
    kind: Kind,
    [honest, lied, broken]: [&str; 3],
) -> Result<PathBuf, CliError> {
    let folder = ctx.path(folder);
    keep(ctx, &folder, kind.id(), honest)?;
    keep(ctx, &folder, &format!("{kind}-lied"), lied)?;
    keep(ctx, &folder, &format!("{kind}-broken"), broken)?;
    Ok(folder)
}

#[derive(Serialize)]
struct DemoJson {
    game: Kind,
    seed: u64,
    seats: Vec<&'static str>,
    turns: u32,
    honest: Value,
    lied: Option<Value>,
    damaged: Value,
    refused_on_arrival: bool,
}

/// Introduces the players, starts the game and lets all players join.
fn beginning(stage: &mut Stage, company: &mut DemoPlayers, opening: &Step) -> Result<(), Stop> {
    stage.tell(&introduction(company));
    stage.chapter(
        "Each player's setup stays in that player's vault, a private folder. The file that \
        the players mail contains only the seals of their setups:",
    );
    stage.step(opening);
    stage.tell(&glance(&company.game().file.write(), stage.look.width));
    while company.game().standing.expects == Expects::Join
        && let Some(step) = company.step()?
    {
        stage.step(&step);
    }
    stage.turn_page()
}

/// Plays the game to its end. Returns the step that decides the game, and the steps after it.
fn middle(stage: &mut Stage, company: &mut DemoPlayers) -> Result<Vec<Step>, Stop> {
    stage.chapter(
        "They play. pbem computes each answer from the hidden setup; no one types an answer:",
    );
    for _ in 0..3 {
        let Some(step) = company.step()? else { break };
        stage.step(&step);
    }
    let (sheets, last) = play(company, stage.boards)?;
    stage.turn_page()?;
    if let Some((turn, sheets)) = sheets {
        let opener = company.names()[0];
        stage.tell(&format!("   After turn {turn}, only {opener} can see this:\n"));
        stage.command(opener, &format!("pbem show {FILE}"), &sheets);
        stage.turn_page()?;
    }
    Ok(last)
}

/// The opener's view after a turn, with the number of that turn.
type Shown = Option<(u32, String)>;

/// Plays to the end. Returns the opener's view at about turn `GOOD_MOMENT`, and the last steps,
/// starting with the step that decides the game.
fn play(company: &mut DemoPlayers, boards: Format) -> Result<(Shown, Vec<Step>), CliError> {
    let mut sheets = None;
    let mut last = Vec::new();
    loop {
        let turns = company.game().standing.turns();
        let decided = matches!(company.game().standing.expects, Expects::Reveal | Expects::Over);
        if company.game().standing.due.is_some_and(|due| due.index() == 0)
            && !decided
            && (turns <= GOOD_MOMENT || sheets.is_none())
        {
            sheets = Some((turns, show_table(company, boards)?));
        }
        let Some(step) = company.step()? else { break };
        if decided || company.game().standing.outcome.is_some() {
            last.push(step);
        }
    }
    Ok((sheets, last))
}

/// Starts other games with the same players until one contains a lie. Doesn't play the first game
/// again, because then players would sign two versions of a turn.
fn another_game(
    ctx: &Context,
    kind: Kind,
    seats: usize,
    seed: u64,
    finished: &mut DemoPlayers,
) -> Result<Option<Lie>, CliError> {
    let room = cheat::room_for_lies(finished)?;
    let mut words = cheat::answers_given(&finished.game().file);
    for other in 1..=OTHER_GAMES {
        let (mut company, _) =
            DemoPlayers::sit_down(ctx, kind, seats, seed.wrapping_add(other << 32))?;
        if let Some(lie) = cheat::lie(&mut company, &words, room)? {
            return Ok(Some(lie));
        }
        words.extend(cheat::answers_given(&company.game().file));
    }
    Ok(None)
}

fn show_table(company: &mut DemoPlayers, boards: Format) -> Result<String, CliError> {
    let (game_word, length, format) = (FILE.to_owned(), Length::Full, Some(boards));
    let request = ShowRequest { game_word, length, format, ..ShowRequest::default() };
    company.show(0, &request)
}

/// Returns the number of players, or an error if this kind of game doesn't allow that number.
fn seats(kind: Kind, wanted: Option<u8>) -> Result<usize, CliError> {
    let may = kind.seats();
    let seats = wanted.unwrap_or(*may.start());
    if may.contains(&seats) {
        return Ok(usize::from(seats));
    }
    let (least, most) = (may.start(), may.end());
    let players = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(CliError::usage(format!("{} is for {players} players, not {seats}", kind.title())))
}

fn introduction(company: &DemoPlayers) -> String {
    let names: Vec<String> = company.names().iter().map(ToString::to_string).collect();
    let standing = &company.game().standing;
    let all_hide =
        Seat::all(u8::try_from(names.len()).unwrap_or(u8::MAX)).all(|seat| standing.hides(seat));
    let hidden =
        if all_hide { "each with a hidden setup" } else { "one of them with a hidden setup" };
    format!(
        "{}: {}, {hidden}, and one file that they mail to each other. This demo runs in a \
        temporary folder.\n",
        standing.kind.title(),
        list(&names)
    )
}

/// Returns a paragraph with the first seals of a setup in the file, cut off at this width.
fn glance(text: &str, width: usize) -> String {
    let lines: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("setup = "))
        .take_while(|line| *line != "]")
        .collect();
    if lines.len() < 4 {
        return String::new();
    }
    let mut out = format!("   These are the seals in {FILE}:\n\n");
    for line in lines.iter().take(3) {
        let _ = writeln!(out, "{}", render::shortened(&format!("     {line}"), width));
    }
    let _ = writeln!(out, "     (and {} more)", lines.len() - 3);
    out
}

/// Saves a file of the demo. Never overwrites a file.
fn keep(ctx: &Context, folder: &Path, name: &str, text: &str) -> Result<(), CliError> {
    if text.is_empty() {
        return Ok(());
    }
    let cannot = |error: std::io::Error| {
        CliError::new(
            exit::TROUBLE,
            CliErrorKind::Disk,
            format!("can't create {}: {error}", folder.display()),
        )
    };
    std::fs::create_dir_all(folder).map_err(cannot)?;
    Ok(ctx.writer().write_new(&folder.join(format!("{name}.toml")), text)?)
}

/// The output. At a terminal, the user turns the pages; otherwise everything goes into the report.
struct Stage {
    report: Report,
    chapters: u32,
    paced: bool,
    look: render::Look,
    boards: Format,
    /// Number of lines of the terminal.
    lines: usize,
}

/// Number of lines that follow the story: the next commands and the shell's prompt.
const LAST_LINES: usize = 4;

impl Stage {
    fn new(ctx: &Context, fast: bool, boards: Format) -> Self {
        Stage {
            report: Report::default(),
            chapters: 0,
            paced: ctx.around.interactive && !fast && !ctx.global.json,
            look: ctx.look(),
            boards,
            lines: ctx.around.screen.map_or(LINES, |(_, lines)| lines),
        }
    }

    /// Adds a paragraph to the story.
    fn tell(&mut self, text: &str) {
        // Use `split`, not `lines`: a line feed at the end adds a blank line.
        text.split('\n').for_each(|line| self.report.line(line));
    }

    /// Adds the first paragraph of a new chapter.
    fn chapter(&mut self, text: &str) {
        self.chapters += 1;
        self.report.hanging(&format!("{}  ", self.chapters), text);
        self.report.line("");
    }

    /// Adds a command and its output.
    fn command(&mut self, who: &str, typed: &str, said: &str) {
        self.report.body.paragraph(format!("{who}$ {typed}"), 4);
        for line in said.trim_end().lines() {
            self.report.body.paragraph(line, 10);
        }
        self.report.line("");
    }

    /// Adds the verdict on a file.
    fn verify(&mut self, file: &str, verdict: &Report) {
        let said = verdict.document().lay_out(self.look.width);
        self.command("anyone", &format!("pbem verify {file}"), &said);
    }

    fn step(&mut self, step: &Step) {
        self.command(&step.player, &step.typed, &step.said);
    }

    fn lie(&mut self, lie: &Lie, report: &Report) {
        let Lie { player: who, said, truth, turn, .. } = lie;
        let how = format!(
            "This is another game. In turn {turn}, {who} uses a modified pbem, which answers \
            {said} instead of {truth}, and signs the lie."
        );
        match &lie.refused {
            None => self.chapter(&format!("{how} Only the revealed setups can prove it:")),
            Some(refused) => {
                self.chapter(&format!(
                    "{how} The file itself shows that the answer is false, so {}'s pbem rejects \
                    the turn:",
                    refused.player
                ));
                self.command(&refused.player, &refused.typed, &refused.said);
            }
        }
        self.verify("lied.toml", report);
    }

    /// At a terminal, prints the story so far, and waits for the Enter key after each page.
    fn turn_page(&mut self) -> Result<(), Stop> {
        if !self.paced {
            return Ok(());
        }
        let text = document_text(&std::mem::take(&mut self.report.body), self.look);
        pages(&text, self.lines.saturating_sub(1)).iter().try_for_each(|page| self.show(page))
    }

    /// Does the same as `turn_page`, but leaves the last page to the report.
    fn turn_to_last_page(&mut self) -> Result<(), Stop> {
        if !self.paced {
            return Ok(());
        }
        let text = document_text(&std::mem::take(&mut self.report.body), self.look);
        let mut pages = pages(&text, self.lines.saturating_sub(LAST_LINES));
        self.report.body = Document::drawing(pages.pop().unwrap_or_default());
        pages.iter().try_for_each(|page| self.show(page))
    }

    fn show(&self, page: &str) -> Result<(), Stop> {
        prompt::page(self.look, &Document::drawing(page))?;
        let line = prompt::ask_line(self.look, "-- Enter: continue   q: quit -- ")?;
        let stop = line.is_none_or(|line| line.eq_ignore_ascii_case("q"));
        if stop { Err(Stop::Enough) } else { Ok(()) }
    }
}

/// Number of lines to assume for a terminal that doesn't report its size.
const LINES: usize = 24;
