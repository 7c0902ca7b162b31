//! `pbem learn`: a first game against an easy bot, with a lesson before each of the player's first
//! moves. It is an ordinary game, so the user can leave at any time; the number of moves made so
//! far selects the next lesson.

use clap::Args;
use pbem::games::Kind;
use pbem::render;
use pbem::rules::{Hints, Level};
use pbem::table::{Expects, Intent, Keys, View};
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::document::{Block, Document};
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::join_game::{self, MoveRequest};
use crate::cli::kinds::{KindName, ask_kind, kind_named};
use crate::cli::next::Next;
use crate::cli::other_turns::{self, ResignRequest};
use crate::cli::pasted::{self, GameWords, Pasted};
use crate::cli::player_name::{check_name, seat_of};
use crate::cli::prompt;
use crate::cli::report::Report;
use crate::cli::setup::Setup;
use crate::cli::show_game::{self, ShowRequest};
use crate::cli::similar;
use crate::cli::start_game::{self, NewGameArgs};
use crate::cli::turn_result::TurnResult;
use crate::cli::view::rules;

/// Play your first game, against an easy bot, with instructions as you go
#[derive(Args, Debug)]
#[command(after_help = "\
Type quit to leave the game. To continue it, run `pbem learn KIND` again, in any
folder. This also continues a game against easy bots that you started with new.

Examples:
  pbem learn  # choose a game from the list
  pbem learn checkpoint-danger
  pbem learn spy --as alice")]
pub(crate) struct LearnArgs {
    /// Game to learn; leave it out to choose one from the list
    #[arg(value_parser = KindName, hide_possible_values = true)]
    pub kind: Option<String>,
}

/// Runs `pbem learn`.
pub(crate) fn run(ctx: &mut Context, args: &LearnArgs) -> Result<Report, CliError> {
    let kind = if let Some(typed) = &args.kind {
        kind_named(typed)?
    } else {
        let mut list = rules::games(ctx.look().width);
        list.then(Next::command("pbem learn checkpoint-danger"));
        let Some(kind) = ask_kind(ctx, &list)? else { return Ok(list) };
        kind
    };
    let as_name = ctx.global.as_name.clone();
    as_name.as_deref().map_or(Ok(()), check_name)?;
    let (game, is_shown) = match running_game(ctx, kind)? {
        Some(name) => (name, false),
        None => (begin(ctx, kind)?, true),
    };
    ctx.global.as_name = as_name.map(seat_of);
    let mut learning = Learning { kind, game, explained: None, is_shown };
    let over = learning.play(ctx)?;
    let mut report = Report::new(json!({"schema": "pbem-learn/1", "over": over}));
    if over {
        report.line("That was your first game.");
        report.then(
            Next::command(format!("pbem verify {}", learning.game))
                .why("check that everyone was honest"),
        );
        let bots = if *kind.seats().end() > 2 { "bot,bot" } else { "bot" };
        report.then(
            Next::command(format!("pbem new {kind} --against {bots}"))
                .why("play again, against a harder bot"),
        );
    } else {
        report.line("The game is saved.");
        report.then(Next::command(format!("pbem learn {kind}")).why("continue the game"));
    }
    Ok(report)
}

/// Returns the name of a game in progress of this kind in which all other players are easy bots.
/// In games for more than two players, the lessons are for a player who didn't open the game.
fn running_game(ctx: &mut Context, kind: Kind) -> Result<Option<String>, CliError> {
    let heads = ctx.desk()?.heads()?.0;
    for head in heads.into_iter().filter(|head| head.is_running() && head.kind == kind.id()) {
        let name = head.name.clone();
        let Ok(loaded) = OpenFile::of(ctx, head) else { continue };
        let (bots, header) = (&loaded.records[0].bots, &loaded.game.file.game);
        let is_alone = bots.len() + 1 == header.seats.len();
        let is_easy = bots.values().all(|level| *level == Level::Easy);
        let is_player = header.seats.len() == 2 || bots.contains_key(header.opened_by());
        if is_alone && is_easy && is_player && loaded.game.standing.due.is_some() {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Starts a first game, and returns its name.
fn begin(ctx: &mut Context, kind: Kind) -> Result<String, CliError> {
    let bots = if *kind.seats().end() > 2 { 2 } else { 1 };
    let against = vec!["bot:easy".to_owned(); bots];
    let agreed = start_game::agreed(ctx, kind, &NewGameArgs { against, ..NewGameArgs::default() })?;
    // With two bots, a bot opens the game and the player has no setup.
    let setup = Setup { random: bots == 1, ..Setup::default() };
    let file = start_game::other_file(ctx, kind, &agreed)?;
    let result = start_game::start(ctx, agreed, &setup, file, None, "")?;
    let name = result.game.map(|game| game.name()).unwrap_or_default();
    say(ctx, result.report.body)?;
    Ok(name)
}

/// The words that the prompt takes besides a move.
const WORDS: [&str; 8] = ["show", "hint", "help", "rules", "resign", "moves", "try", "quit"];

/// A request typed at the prompt.
enum Request {
    Show,
    Hint,
    /// The legal moves of a piece.
    Moves(String),
    Rules,
    Resign,
    /// A preview of a move.
    Try(String),
    Move(String),
}

impl Request {
    /// Reads a line: usually a move. `pieces` says whether the game has pieces.
    fn read(line: &str, pieces: bool) -> Request {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("show" | "", "") => Request::Show,
            ("hint", "") => Request::Hint,
            ("help" | "?" | "rules", "") => Request::Rules,
            ("resign", "") => Request::Resign,
            ("moves", piece) if pieces && !piece.is_empty() => Request::Moves(piece.to_owned()),
            ("try", mv) if !mv.is_empty() => Request::Try(mv.to_owned()),
            _ => Request::Move(line.trim_matches('"').to_owned()),
        }
    }
}

/// State of a first game.
struct Learning {
    kind: Kind,
    /// Name of the game.
    game: String,
    /// Number of the last turn at which pbem printed a lesson.
    explained: Option<u32>,
    /// Whether the board is the last thing that was shown.
    is_shown: bool,
}

/// The game as the learner sees it, and the learner's keys.
struct Own {
    view: View,
    keys: Option<Keys>,
    /// Whether the house rules allow hints.
    hints: bool,
    /// Whether the game has pieces whose moves can be listed.
    pieces: bool,
    /// Whether the player joins with the first move.
    joins: bool,
    /// The words by which a command can name the game.
    words: GameWords,
}

impl Learning {
    /// Asks for moves until the game is over or the user leaves. Returns whether the game is over.
    fn play(&mut self, ctx: &mut Context) -> Result<bool, CliError> {
        let mut opened = None;
        loop {
            let mut loaded = match opened.take() {
                Some(game) => game,
                None => OpenFile::open(ctx, &self.game)?,
            };
            if loaded.game.standing.due.is_none() {
                return Ok(true);
            }
            let own = Own::of(ctx, &loaded)?;
            if matches!(own.view.expects, Expects::Reveal | Expects::Answer) {
                let result = if own.view.expects == Expects::Reveal {
                    other_turns::reveal(ctx, loaded, &self.game)?
                } else {
                    self.make_move(ctx, loaded, Intent::Nothing, false)?
                };
                say(ctx, result.report.body)?;
                (self.is_shown, opened) = (true, result.game);
                continue;
            }
            let turns = loaded.game.standing.turns();
            if self.explained != Some(turns) {
                let own_moves = loaded.game.file.turns.iter().filter(|turn| {
                    loaded.records.iter().any(|own| own.seat() == turn.seat)
                        && !turn.moves.is_empty()
                });
                let number = own_moves.count();
                let table = &loaded.game.table;
                let examples = own.keys.as_ref().map(|keys| table.examples(keys, ctx.now()));
                let examples = examples.unwrap_or_default();
                let lessons = self.kind.lessons(&loaded.game.file.game.options);
                let lesson = lessons.get(number).filter(|_| !self.suggests_to_guess(&examples));
                self.tell(ctx, &mut loaded, lesson.map(String::as_str), &examples)?;
                self.explained = Some(turns);
            }
            // Close the vault, because another pbem may run while this one waits.
            ctx.close_vault();
            let line = prompt::ask_line(ctx.look(), own.prompt())?;
            let Some(line) = line else { return Ok(false) };
            if ["quit", "q", "exit"].contains(&line.trim()) {
                return Ok(false);
            }
            opened = self.obey(ctx, loaded, &line, &own)?;
        }
    }

    /// Whether the first example is a guess or declines to guess. The numbered lessons don't fit
    /// such a turn, because they are about questions.
    fn suggests_to_guess(&self, examples: &[(String, String)]) -> bool {
        let first = examples.first().and_then(|(typed, _)| typed.split(' ').next());
        first.is_some() && [self.kind.decides(), self.kind.decline()].contains(&first)
    }

    /// Carries out the request in the typed line, and prints the result. `shown` is the game before
    /// the prompt. Returns the game after the request, if it is known.
    fn obey(
        &mut self,
        ctx: &mut Context,
        shown: OpenFile,
        line: &str,
        own: &Own,
    ) -> Result<Option<OpenFile>, CliError> {
        let said = match pasted::read(ctx, &own.words, line) {
            Ok(Pasted::Move(line)) => {
                let request = Request::read(&line, own.pieces);
                let shown_head = shown.game.standing.head();
                if !self.is_confirmed(ctx, shown, &request)? {
                    return Ok(None);
                }
                // The vault was closed while the prompt waited.
                let game = if matches!(request, Request::Move(_) | Request::Resign) {
                    OpenFile::confirm(ctx, &self.game, shown_head)
                } else {
                    OpenFile::open(ctx, &self.game)
                };
                match game.and_then(|game| self.answer(ctx, game, &request)) {
                    Ok((text, game)) => {
                        say(ctx, text)?;
                        self.is_shown = matches!(request, Request::Move(_));
                        return Ok(game);
                    }
                    Err(failure) if own.joins && failure.kind == CliErrorKind::NotYours => {
                        "Make a move: you join the game with your first move.".to_owned()
                    }
                    Err(failure) => {
                        let word = line.split_whitespace().next().unwrap_or_default();
                        let is_illegal = failure.kind == CliErrorKind::Illegal;
                        let meant = is_illegal.then(|| similar::instead_of_move(word, WORDS));
                        meant.flatten().unwrap_or_else(|| here(&failure))
                    }
                }
            }
            Ok(Pasted::Command(_)) => {
                "Type a move or one of the words below, not a command.".to_owned()
            }
            Err(failure) => failure.message,
        };
        say(ctx, said)?;
        Ok(None)
    }

    /// Carries out a request. Returns the text to print, and the game after the request, if it is
    /// known.
    fn answer(
        &self,
        ctx: &mut Context,
        mut game: OpenFile,
        request: &Request,
    ) -> Result<(Document, Option<OpenFile>), CliError> {
        let show = match request {
            Request::Show => ShowRequest::default(),
            Request::Hint => ShowRequest { hint: true, ..ShowRequest::default() },
            Request::Moves(piece) => {
                ShowRequest { moves: Some(piece.clone()), ..ShowRequest::default() }
            }
            Request::Rules => {
                return Ok((rules::in_short(self.kind, ctx.look().width), Some(game)));
            }
            Request::Resign => {
                let game_word = self.game.clone();
                let resign = ResignRequest { game_word, confirmed: true, ..Default::default() };
                let result = other_turns::resign(ctx, Some(game), &resign)?;
                return Ok((result.report.body, result.game));
            }
            Request::Try(mv) | Request::Move(mv) => {
                let is_try = matches!(request, Request::Try(_));
                let result = self.make_move(ctx, game, Intent::typed(mv.clone()), is_try)?;
                return Ok((result.report.body, result.game));
            }
        };
        let show = ShowRequest { game_word: self.game.clone(), ..show };
        Ok((show_game::show(ctx, &mut game, &show)?.body, Some(game)))
    }

    fn make_move(
        &self,
        ctx: &mut Context,
        game: OpenFile,
        intent: Intent,
        try_only: bool,
    ) -> Result<TurnResult, CliError> {
        let has_news = intent == Intent::Nothing && !try_only;
        join_game::move_or_join(
            ctx,
            game,
            MoveRequest { game_word: &self.game, turn: intent.into(), try_only, has_news },
        )
    }

    /// Returns whether to carry out a request. Asks the user to confirm a resignation, or a move
    /// that decides the game. Shows a preview of such a move first.
    fn is_confirmed(
        &self,
        ctx: &mut Context,
        shown: OpenFile,
        request: &Request,
    ) -> Result<bool, CliError> {
        match request {
            Request::Resign => {}
            Request::Move(mv)
                if self.kind.decides().is_some_and(|word| mv.split(' ').next() == Some(word)) =>
            {
                match self.answer(ctx, shown, &Request::Try(mv.clone())) {
                    Ok((text, _)) => say(ctx, text)?,
                    Err(failure) => {
                        say(ctx, here(&failure))?;
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

    /// Shows the board unless it was just shown, then the lesson and the examples of moves.
    fn tell(
        &mut self,
        ctx: &mut Context,
        game: &mut OpenFile,
        lesson: Option<&str>,
        examples: &[(String, String)],
    ) -> Result<(), CliError> {
        if !std::mem::take(&mut self.is_shown) {
            let request = ShowRequest { game_word: self.game.clone(), ..ShowRequest::default() };
            let report = show_game::show(ctx, game, &request)?;
            say(ctx, report.body)?;
        }
        if let Some(lesson) = lesson {
            let good = examples.first().map_or("MOVE", |(typed, _)| typed);
            let piece = piece(examples).unwrap_or("PIECE");
            let lesson = lesson.replace("{game}", &self.game);
            let lesson = lesson.replace("{move}", good).replace("{piece}", piece);
            say(ctx, lesson)?;
        }
        let [good, others @ ..] = examples else { return Ok(()) };
        let mut lines = Document::default();
        // A move isn't broken into lines, so that it can be copied.
        lines.push(Block::Next { start: "Try:  ".to_owned(), next: Next::command(&good.0) });
        let width = others.iter().map(|(mv, _)| render::columns(mv)).max().unwrap_or(0);
        for (mv, what) in others {
            lines.paragraph(format!("Or:   {mv:<width$}   {what}").trim_end(), 6);
        }
        say(ctx, lines)
    }
}

impl Own {
    /// Computes the learner's view of the game, which tells whether the learner must make a move or
    /// only answer.
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
            hints: loaded.game.standing.hints != Hints::None,
            pieces: keys.as_ref().is_some_and(|keys| table.moves_of(keys, now, "").is_some()),
            keys,
            joins: seat.is_none(),
            words: GameWords::of(loaded),
        })
    }

    /// Returns the prompt, which lists the words that can be typed.
    fn prompt(&self) -> String {
        let hint = if self.hints { "hint, " } else { "" };
        let moves = if self.pieces { "moves PIECE, " } else { "" };
        format!("MOVE, try MOVE, {hint}show, {moves}help, quit > ")
    }
}

/// Returns the message of an error. If the error is about a piece, adds what to type at this prompt
/// for a list of the piece's paths.
fn here(failure: &CliError) -> String {
    let list = failure.piece.as_ref();
    let list = list.map(|piece| {
        format!(
            "\n`moves {piece}` lists the paths of {piece} if you move {piece} first in this turn."
        )
    });
    failure.message.clone() + &list.unwrap_or_default()
}

/// Returns the name of a piece: the first word that starts an example and contains a digit.
fn piece<'a>(examples: &'a [(String, String)]) -> Option<&'a str> {
    let is_piece = |word: &&str| word.bytes().any(|byte| byte.is_ascii_digit());
    let first = |(mv, _): &'a (String, String)| mv.split([' ', '-', ';', ',']).next();
    examples.iter().filter_map(first).find(is_piece)
}

/// Prints text. Prints nothing if the output is JSON, because one object at the end reports
/// everything.
fn say(ctx: &Context, text: impl Into<Document>) -> Result<(), CliError> {
    if ctx.global.json {
        return Ok(());
    }
    prompt::page(ctx.look(), &text.into().with_blank_line())
}
