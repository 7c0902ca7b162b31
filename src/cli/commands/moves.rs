//! `pbem move`: answer what is asked of you, and make your move. The heart of it.

use clap::Args;
use pbem::desk::{Behind, Sketch, Stale, Trouble};
use pbem::table::{Expects, Intent, Keys, OpenGame, Plan, Standing};
use pbem::turnfile::Turn;
use serde_json::json;

use super::join;
use super::no_move;
use super::offer;
use super::plan;
use super::rematch::next_game;
use super::setup::{Setup, ask, can_ask};
use super::show::{self, superseded};
use crate::cli::bots;
use crate::cli::context::Context;
use crate::cli::failure::{Failure, FailureKind};
use crate::cli::game_file::GameFile;
use crate::cli::mailing::{self, Mailing};
use crate::cli::report::{Report, place, quoted};
use crate::cli::sign::{self, Signed, Target};
use crate::cli::unfinished;

/// Make your move; pbem answers your opponent's question for you
#[derive(Args, Debug)]
#[command(after_help = "\
Leave the move out if you only have to answer.

pbem works out the answer from your hidden setup, so you never type it. You can
take a move back with pbem undo until you mail it.

Examples:
  pbem move F6                     move in the only game that waits for you
  pbem move cd-bob F6
  pbem move cd-bob F6 --try        preview the move
  pbem move cd-bob F6 --send       make the move and mail it
  pbem move ea-bob \"3 to A10; 2 to A6\" --note \"good luck\"
  pbem move spy-bob \"guess 8C 8D 3D 3H 9H 9F 6F\"
  pbem move - F6 < game.toml > next.toml    read and write files yourself")]
pub(crate) struct Move {
    /// Name of the game, or its file; optional if only one game fits
    #[arg(default_value = "", hide_default_value = true)]
    pub game: String,
    /// Your move; `pbem rules KIND --all` explains how to type it
    #[arg(value_name = "MOVE")]
    pub words: Vec<String>,
    /// Add a message to the other players
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Confirm that your opponent's turn arrived late: date yours before the claim
    #[arg(long)]
    pub arrived_late: bool,
    /// Preview the move; write nothing
    #[arg(long = "try", visible_alias = "dry-run")]
    pub try_only: bool,
    #[command(flatten)]
    pub mailing: Mailing,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Move) -> Result<Report, Failure> {
    let mut laid = GameFile::open(ctx, &args.game)?;
    laid.arrived_late = args.arrived_late;
    let intent = meant(args.words.join(" "));
    let tells = intent == Intent::Nothing && !args.try_only;
    let news = if tells { show::unseen(ctx, &mut laid)? } else { String::new() };
    let made = turn(ctx, laid, &args.game, intent, args.note.clone(), args.try_only);
    let mut made = mailing::along(ctx, args.mailing, made)?;
    made.text.insert_str(0, &news);
    Ok(made)
}

/// What is meant by what was typed; nothing, where only an answer is due.
pub(super) fn meant(typed: String) -> Intent {
    if typed.trim().is_empty() { Intent::Nothing } else { Intent::Move(typed) }
}

/// Makes a turn with this intent, in the game that was typed so: what `move`, `resign`, `accept`
/// and the like share. Behind a claim there is none but `reveal`.
pub(crate) fn turn(
    ctx: &mut Context,
    mut laid: GameFile,
    game: &str,
    intent: Intent,
    note: Option<String>,
    try_only: bool,
) -> Result<Report, Failure> {
    if laid.claim().is_some() && laid.is_mine() {
        return Err(no_move::behind_a_claim(&laid));
    }
    if laid.is_mine()
        && laid.joined().next().is_none()
        && let (Intent::Move(typed), false, Some(_)) = (&intent, try_only, &laid.path)
    {
        // A bot of one's own has opened the game, and one joins with the first move.
        let (game, words, setup) = (game.to_owned(), vec![typed.clone()], Setup::default());
        let args = join::Join { game, words, note, setup, ..join::Join::default() };
        return join::join(ctx, &args);
    }
    if let (false, Some(at)) = (intent == Intent::Nothing || try_only, laid.own_seat(ctx)?) {
        // A player who makes a decision has seen the game.
        laid.records[at].last_seen_turn = laid.game.standing.turns();
    }
    make(ctx, laid, game, intent, note, try_only)
}

/// Shows the setup.
pub(super) fn reveal(ctx: &mut Context, laid: GameFile, game: &str) -> Result<Report, Failure> {
    make(ctx, laid, game, Intent::Nothing, None, false)
}

fn make(
    ctx: &mut Context,
    mut laid: GameFile,
    game: &str,
    intent: Intent,
    note: Option<String>,
    try_only: bool,
) -> Result<Report, Failure> {
    let at = own_seat(ctx, &laid)?;
    if let Some(report) = behind(ctx, &mut laid, &intent, game)? {
        return bots::go_on(ctx, report, laid);
    }
    if laid.bot_is_due() && !try_only {
        return bots::take_up(ctx, laid, &intent);
    }
    if let Some(failure) = sign::breach_report(&laid) {
        laid.keep(ctx)?;
        return Err(failure);
    }
    let keys = laid.keys(ctx, at)?;
    if laid.game.standing.due != Some(keys.seat) {
        return Err(no_move::not_your_turn(ctx, &laid, at));
    }
    if intent == Intent::Nothing
        && !try_only
        && let Some(dropped) = plan::drop_impossible(ctx, &mut laid)?
    {
        ctx.warn(dropped);
    }
    offer::does_not_resign(&laid, at, &intent)?;
    check_note(note.as_deref())?;
    let plan = Plan { note, ..Plan::new(ctx.now(), intent) };
    if try_only {
        return rehearse(ctx, &mut laid, at, &keys, &plan);
    }
    laid.find_place(ctx)?;
    let mut played = ctx.desk()?.play(&laid, at, &plan);
    if matches!(played, Err(Trouble::WasItHere)) && arrived_late(ctx)? {
        laid.arrived_late = true;
        played = ctx.desk()?.play(&laid, at, &plan);
    }
    let staged = match played {
        Ok(staged) => staged,
        Err(trouble) => return Err(no_move::refused(ctx, &laid, &keys, trouble)),
    };
    let target = Target::Found(laid.game.standing.id.0, laid.left);
    let signed = sign::write(ctx, staged, laid.path, target)?;
    let mut report = Report::default();
    tell(ctx, &mut report, &signed);
    bots::go_on(ctx, report, signed.game)
}

/// Does somebody at the terminal say that the turn to be answered came late?
fn arrived_late(ctx: &mut Context) -> Result<bool, Failure> {
    if !can_ask(ctx) {
        return Ok(false);
    }
    let question = "A claim says that you missed the deadline. Your turn would be dated before \
        it.\nDid the turn that you answer arrive only now? [y/N] ";
    Ok(matches!(ask(ctx, question)?.as_str(), "y" | "Y" | "yes"))
}

/// The seat that moves, which must be one's own.
pub(crate) fn own_seat(ctx: &Context, laid: &GameFile) -> Result<usize, Failure> {
    let seat = laid.own_seat(ctx)?;
    seat.ok_or_else(|| {
        let open = laid.seats().any(|seat| !laid.game.standing.joined(seat));
        let failure = Failure::not_now(
            FailureKind::NotYours,
            "you are not playing in this game, as far as this vault knows.",
        );
        let file = laid.typed();
        if open {
            failure.then(format!("pbem join {file}      join it"))
        } else {
            failure.then(format!("pbem show {file} --public"))
        }
    })
}

/// A note that no turn file could hold is refused before anything is done.
pub(crate) fn check_note(note: Option<&str>) -> Result<(), Failure> {
    let problem = note.and_then(|note| {
        pbem::turnfile::limits::text_problem(note, pbem::turnfile::limits::MAX_NOTE)
    });
    problem.map_or(Ok(()), |problem| {
        Err(Failure::usage(format!("this note isn't possible: {problem}")))
    })
}

/// The file that was named is older than what the vault knows. If it lacks only the turn that was
/// signed last, that turn is written; if it goes on with a turn that was taken back, the newest is
/// played on; otherwise nothing is done.
fn behind(
    ctx: &mut Context,
    laid: &mut GameFile,
    intent: &Intent,
    called: &str,
) -> Result<Option<Report>, Failure> {
    let Some(behind) = laid.stale.as_ref().map(|stale| stale.behind) else { return Ok(None) };
    let signed = behind == Behind::OwnTurn && ctx.desk()?.was_signed(laid, intent)?;
    let Some(stale) = laid.stale.take() else { return Ok(None) };
    match behind {
        Behind::TakenBack => Ok(None),
        Behind::OwnTurn if signed => unfinished::finish(ctx, laid).map(Some),
        Behind::OwnTurn => Err(unfinished::signed_already(
            ctx,
            laid,
            called,
            &format!("pbem move {}", quoted(called)),
        )),
        Behind::Turns => Err(old_copy(laid, &stale, intent, called)),
    }
}

fn old_copy(laid: &GameFile, stale: &Stale, intent: &Intent, called: &str) -> Failure {
    let name = laid.name();
    let newest = laid.game.standing.turns();
    let message = match laid.differs {
        Some(differs) => {
            format!("{} Nothing was written.", superseded(laid, differs, called))
        }
        None => format!(
            "{called} is an old copy with turn {}. You have already seen turn {newest}. Nothing \
                was written.",
            stale.game.standing.turns()
        ),
    };
    let typed = if let Intent::Move(typed) = intent { quoted(typed) } else { String::new() };
    Failure::bad_file(FailureKind::Stale, message)
        .then(format!(
            "{:<34}   move from the latest turn",
            format!("pbem move {name} {typed}").trim_end()
        ))
        .then(format!("{:<34}   update {called}", format!("pbem copy {name} {}", quoted(called))))
}

/// `--try`: what the turn would hold, and what may come of it.
fn rehearse(
    ctx: &mut Context,
    laid: &mut GameFile,
    at: usize,
    keys: &Keys,
    plan: &Plan,
) -> Result<Report, Failure> {
    laid.keep(ctx)?;
    let sketch = ctx.desk()?.rehearse(laid, at, plan);
    let failed = |trouble| sign::not_made(&laid.game, keys.seat, trouble).about(&laid.name());
    let sketch = sketch.map_err(failed)?;
    let OpenGame { table, standing, .. } = &laid.game;
    let view = table.view(Some(keys), ctx.now());
    let mut report = Report::new(json!({
        "schema": "pbem-turn/1", "file": null, "id": standing.id.to_string(),
        "name": laid.name(), "number": sketch.number, "seat": standing.names.of(keys.seat),
        "answer": sketch.answer, "move": sketch.moves, "dropped": sketch.dropped, "tried": true,
    }));
    tell_sketch(&mut report, standing, &sketch, true);
    for line in &view.ahead {
        report.row("Before", line);
    }
    if let Intent::Move(typed) = &plan.intent {
        for line in table.foresee(keys, ctx.now(), typed) {
            report.line(format!("  {line}"));
        }
    }
    report.line("Nothing was written. To sign the move, leave out --try.");
    Ok(report)
}

/// Answers and move of a turn, which is made, or is only tried.
fn tell_sketch(report: &mut Report, standing: &Standing, sketch: &Sketch, tried: bool) {
    let names = &standing.names;
    let label = |made, would| if tried { would } else { made };
    for (question, answer) in &sketch.answered {
        report.row(label("Answered", "Answers"), format!("{}:  {answer}", names.fill(question)));
    }
    match sketch.moves.as_slice() {
        [] => {}
        [word] if word == "resign" => {
            report.row(label("Resigned", "Resigns"), "you resign");
        }
        [word] if word == "accept" => {
            report.row(label("Accepted", "Accepts"), "the draw is agreed");
        }
        moves => report.row(label("Moved", "Moves"), moves.join("; ")),
    }
    if sketch.revealed {
        report.row(label("Showed", "Shows"), "your setup, for everyone to check");
    }
    if sketch.offered {
        report.row(label("Offered", "Offers"), "with a draw offer");
    }
    if let Some(why) = &sketch.no_offer {
        let goes = label("has not gone", "does not go");
        report.row("Note", format!("your offer of a draw {goes} along: {why}"));
    }
    if let Some(dropped) = &sketch.dropped {
        let who = standing.due_name().unwrap_or("nobody");
        let why = match (sketch.revealed, sketch.answered.is_empty()) {
            (true, _) => "the game is decided".to_owned(),
            (false, true) => format!("it is {who}'s move"),
            (false, false) => format!("after the answer, it is {who}'s move"),
        };
        report.row(label("Dropped", "Drops"), format!("your {dropped}: {why}"));
    }
}

/// Is there nothing in the turn but what chance gave?
fn only_draws(turn: &Turn) -> bool {
    let nothing_else =
        [&turn.moves, &turn.answer, &turn.open, &turn.reveal].into_iter().all(Vec::is_empty);
    nothing_else && turn.setup.is_empty() && turn.offer.is_none()
}

/// Says what a turn that has been made holds, and what to do with the file.
pub(crate) fn tell(ctx: &mut Context, report: &mut Report, signed: &Signed) {
    let (laid, sketch) = (&signed.game, &signed.sketch);
    let standing = &laid.game.standing;
    let number = sketch.number;
    let me = laid.records[signed.at].seat();
    if laid.records.len() > 1 {
        report.row("Seat", me);
    }
    tell_sketch(report, standing, sketch, false);
    let turn = laid.game.file.turns.last();
    if turn.is_some_and(only_draws) {
        let told = laid.game.table.news(number.saturating_sub(1));
        for line in told.into_iter().flat_map(|told| told.lines) {
            report.row("Drawn", line);
        }
    }
    let what = match (sketch.moves.is_empty(), sketch.revealed) {
        _ if turn.is_some_and(|turn| !turn.setup.is_empty()) => format!("turn {number}, signed"),
        (true, true) => format!("turn {number}, reveal"),
        (true, false) if !sketch.answered.is_empty() => format!("turn {number}, answer only"),
        _ => format!("turn {number}, signed"),
    };
    sign::wrote(ctx, report, signed, &what);
    let file = signed
        .path
        .as_ref()
        .and_then(|path| path.file_name())
        .map_or_else(|| "it".to_owned(), |name| name.to_string_lossy().into_owned());
    // Bots answer first; what comes then is said after that.
    if laid.records.iter().all(|record| record.bots.is_empty()) {
        tell_next(ctx, report, laid, number, &file);
    }
    if signed.path.is_none() {
        report.file = Some(signed.text.clone());
    }
    report.signed = Some(laid.name());
    let mail = sign::mail_to(laid);
    report.json = json!({
        "schema": "pbem-turn/1", "file": signed.path.as_deref().map(place),
        "id": standing.id.to_string(), "name": laid.name(), "number": number,
        "seat": me,
        "answer": sketch.answer, "move": sketch.moves, "dropped": sketch.dropped,
        "offered": sketch.offered, "no_offer": sketch.no_offer, "mail_to": mail.to, "cc": mail.cc,
        "over": standing.expects == Expects::Over,
        "revealed": sketch.revealed,
    });
}

/// What comes after turn `number`, which stands in `file`: the end, or whom to mail it to.
fn tell_next(ctx: &mut Context, report: &mut Report, laid: &GameFile, number: u32, file: &str) {
    let standing = &laid.game.standing;
    match (standing.expects, &standing.outcome) {
        (Expects::Over, Some(outcome)) => {
            report.say(format!("The game is over: {}.", standing.names.fill(&outcome.reason)));
            report.then(sign::hand_on(ctx, laid, file));
            slip(report, laid);
            report
                .then(format!("pbem verify {}      check that everyone was honest", laid.typed()));
            report.next.extend(next_game(ctx, laid));
        }
        (Expects::Over, None) => {
            report.line("The game is over.");
            report.then(sign::hand_on(ctx, laid, file));
            report.then(format!("pbem verify {}", laid.typed()));
        }
        (Expects::Reveal, outcome) => {
            let who = standing.due_name().unwrap_or("nobody");
            let outcome = outcome.as_ref().map(|outcome| standing.names.fill(&outcome.reason));
            let outcome = outcome.map_or_else(String::new, |reason| format!(": {reason}"));
            report.say(format!(
                "The game is decided{outcome}. Next, {who} reveals the setup, so that the result \
                    can be verified."
            ));
            report.then(sign::hand_on(ctx, laid, file));
            slip(report, laid);
        }
        _ => {
            let name = laid.name();
            match standing.due_name().filter(|due| laid.is_own(due)) {
                Some(due) => report.then(format!(
                    "pbem show {name} --as {due}      {due} is next, in this vault too"
                )),
                None => report.then(sign::hand_on(ctx, laid, file)),
            }
            if number > 1 {
                report.then(format!("Undo: pbem undo {name}"));
            }
        }
    }
}

/// Whoever has given up may have meant another game.
fn slip(report: &mut Report, laid: &GameFile) {
    let resigned = laid.game.file.turns.last().is_some_and(|turn| turn.moves == ["resign"]);
    if resigned {
        report.then(format!("Undo: pbem undo {}", laid.name()));
    }
}
