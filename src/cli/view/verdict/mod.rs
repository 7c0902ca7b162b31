//! Verdicts on games: one at length, or an overview of many.

mod many;

use pbem::audit::{
    self, CheckCounts, FileReport, GameFile, Judgement, RulingReport, RulingState, Verdict,
    VerdictKind, headline, plural, sentences,
};
use pbem::desk::KeyStatus;
use pbem::render;
use pbem::table::{Differs, Expects, Role};
use pbem::turnfile::{Bytes32, ReadErrorKind};
use serde_json::{Value, json};

use self::many::many;
use crate::cli::context::{Context, known_words, safety};
use crate::cli::game_file::{MAIL_AGAIN, OpenFile, changed_words};
use crate::cli::next::Next;
use crate::cli::report::{Report, exit, quoted};
use crate::cli::view::next_game::next_game;

/// The schema of the JSON.
pub(crate) const SCHEMA: &str = "pbem-verdict/3";

/// A game and its verdict.
pub(crate) struct JudgedGame {
    pub judgement: Judgement,
    /// Name of the game's first file.
    pub file_name: String,
    /// Whether a seat has a different key than the user required.
    pub stranger: bool,
}

/// A verdict in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Label {
    Verdict(VerdictKind),
    /// Another version of pbem wrote the file. In JSON, this is a kind of damage.
    OtherFormat,
}

impl Label {
    fn of(verdict: &Verdict) -> Label {
        if verdict.is_other_format() { Label::OtherFormat } else { Label::Verdict(verdict.kind) }
    }

    fn text(self) -> &'static str {
        match self {
            Label::Verdict(kind) => kind.id(),
            Label::OtherFormat => "unreadable",
        }
    }
}

/// Reports the verdicts on the games in these files. `file_names` has the names of the files.
pub(crate) fn verdicts(
    ctx: &mut Context,
    judged: &[JudgedGame],
    file_names: &[String],
    files: &[FileReport],
) -> Report {
    let games: Vec<Value> = judged.iter().map(|game| game.judgement.to_json(file_names)).collect();
    let exit = worst(judged);
    let mut report = Report { exit, ..Report::default() };
    report.json = json!({"schema": SCHEMA, "games": games, "exit": exit});
    match judged {
        [only] => {
            let verdict = &only.judgement.verdict;
            let own = own_game(ctx, verdict);
            one(ctx, &mut report, only, file_names, own.as_ref());
            damage(ctx, &mut report, only, files);
            report.next.extend(own.and_then(|own| match verdict.kind {
                VerdictKind::Honest => next_game(ctx, &own),
                VerdictKind::Open => go_on(&own),
                _ => None,
            }));
        }
        several => many(&mut report, several, files.len()),
    }
    report
}

/// Returns the command that continues the user's own game.
fn go_on(own: &OpenFile) -> Option<Next> {
    let due = own.game.standing.due_name()?;
    Some(match own.is_mine() {
        true if own.game.standing.expects == Expects::Reveal => {
            Next::command(format!("pbem reveal {}", own.name()))
        }
        true => Next::command(format!("pbem turn {}", own.name())),
        false => Next::command("pbem receive").why(format!("mail from {due} may have arrived")),
    })
}

/// Returns the user's own version of the judged game, if the vault has the game.
fn own_game(ctx: &mut Context, verdict: &Verdict) -> Option<OpenFile> {
    let id = verdict.id?;
    let heads = ctx.desk().ok()?.heads().ok()?.0;
    let head = heads.into_iter().find(|head| head.id == id.0)?;
    OpenFile::of(ctx, head).ok()
}

/// Returns the most important exit code: 1 before 4 before 3 before 0.
fn worst(judged: &[JudgedGame]) -> u8 {
    let codes: Vec<u8> = judged.iter().map(|game| game.judgement.verdict.exit_code()).collect();
    [exit::DISHONEST, exit::BAD_FILE, exit::NOT_NOW]
        .into_iter()
        .find(|code| codes.contains(code))
        .unwrap_or(exit::DONE)
}

/// Reports the whole verdict on one game. `own` is the user's own version.
fn one(
    ctx: &mut Context,
    report: &mut Report,
    judged: &JudgedGame,
    file_names: &[String],
    own: Option<&OpenFile>,
) {
    let verdict = &judged.judgement.verdict;
    if let Some(line) = headline(verdict) {
        report.line(line);
    }
    report.line("");
    let label = Label::of(verdict).text().to_uppercase();
    let width = label.len() + 3;
    let mut sentence = |text: &str, first: bool| {
        let label = if first { &label } else { "" };
        report.body.paragraph(format!("{label:<width$}{text}"), width);
    };
    let overruled = audit::overruled(&judged.judgement, file_names);
    let said = sentences(&judged.judgement, judged.stranger).into_iter().chain(overruled);
    let said = said.chain(dated_ahead(ctx, verdict));
    for (at, text) in said.enumerate() {
        sentence(&text, at == 0);
    }
    details(report, verdict);
    roles(report, &judged.judgement, file_names);
    rulings(report, &judged.judgement, file_names);
    report.line("");
    for seat in &verdict.seats {
        let known = seat.key.as_ref().map_or(KeyStatus::No, |key| known(ctx, key));
        let known = match known {
            _ if own.is_some_and(|own| own.bot(&seat.name).is_some()) => "your bot".into(),
            KeyStatus::No => String::new(),
            known => known_words(&known),
        };
        let key = format!("{}   {known}", safety(seat.key.as_ref()));
        report.hanging(&format!("{:<8} ", seat.name), key.trim_end());
    }
    checks(report, &verdict.checked);
    if let Some(finding) = verdict.findings.first() {
        report.then(
            Next::command(format!(
                "pbem show {} --public --turn {}",
                quoted(&judged.file_name),
                finding.turn
            ))
            .why("the board at that moment"),
        );
        report.then(
            Next::command(format!("pbem log {}", quoted(&judged.file_name))).why("the whole game"),
        );
    }
}

/// Appends the number of checks of each sort.
fn checks(report: &mut Report, checked: &CheckCounts) {
    let counts = [
        (checked.signatures, "signature"),
        (checked.seals, "seal"),
        (checked.answers, "answer"),
        (checked.moves, "move"),
        (checked.boxes, "box"),
        (checked.setups, "setup"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| plural(*count, what))
        .collect();
    if !counts.is_empty() {
        report.hanging("Checked  ", counts.join(", "));
    }
}

/// Reports where a damaged file differs from the vault's version, with the next step.
fn damage(ctx: &mut Context, report: &mut Report, judged: &JudgedGame, files: &[FileReport]) {
    let verdict = &judged.judgement.verdict;
    if verdict.kind != VerdictKind::Damaged || judged.stranger {
        return;
    }
    let filed = judged.judgement.files.iter().find(|filed| filed.damage.is_some());
    let file = filed.and_then(|filed| files.get(filed.file)?.reading.file.as_ref());
    let turn = verdict.damage.as_ref().and_then(|harm| harm.turn);
    if let (Some(file), Some(turn)) = (file, turn)
        && let Some(Ok(Some(changed))) = ctx.desk().ok().map(|desk| desk.changed(turn, file))
    {
        report.say(format!("Changed: {}", changed_words(&changed)));
    }
    let error = verdict.damage.as_ref().and_then(|damage| damage.read_error);
    let error = error.filter(|error| error.is_other_format());
    report.then(Next::advice(error.map_or(MAIL_AGAIN, ReadErrorKind::advice)));
}

/// Reports the findings, turn by turn.
fn details(report: &mut Report, verdict: &Verdict) {
    if verdict.findings.is_empty() {
        return;
    }
    report.line("");
    let most = 12;
    for finding in verdict.findings.iter().take(most) {
        let start = format!("  turn {:<4} ", finding.turn);
        let message = verdict.names.fill(&finding.message);
        report.hanging(&start, format!("{}.", message.trim_end_matches('.')));
    }
    if verdict.findings.len() > most {
        report.line(format!("  and {} more (--json lists all)", verdict.findings.len() - most));
    }
}

/// Reports the role of each file of the game, if there are several files.
fn roles(report: &mut Report, judgement: &Judgement, file_names: &[String]) {
    if judgement.files.len() == 1 {
        return;
    }
    report.line("");
    let name_of = |filed: &GameFile| file_names.get(filed.file).map_or("", String::as_str);
    let longest = judgement.files.iter().map(|filed| render::columns(name_of(filed))).max();
    let width = longest.unwrap_or(0).clamp(24, 40);
    for filed in &judgement.files {
        let name = name_of(filed);
        let role = match filed.role {
            Role::Stands => "stands".to_owned(),
            Role::Part => "an earlier copy".to_owned(),
            Role::Superseded(Differs { turn, seat }) => {
                let who = judgement.verdict.names.of(seat);
                format!("superseded: a version of turn {turn} by {who} that doesn't count")
            }
        };
        let damaged = if filed.damage.is_some() { "; damaged" } else { "" };
        let start = format!("{} ", render::padded(name, width));
        report.hanging(&start, format!("{role}{damaged}"));
    }
}

/// Reports the effect of each ruling.
fn rulings(report: &mut Report, judgement: &Judgement, file_names: &[String]) {
    if !judgement.rulings.is_empty() {
        report.line("");
    }
    for RulingReport { file, ruling, state } in &judgement.rulings {
        let name = file_names.get(*file).map(String::as_str).unwrap_or_default();
        let (number, seat) = (ruling.number, &ruling.seat);
        let state = match state {
            RulingState::Used => "a claim contains it",
            RulingState::Unused => "no claim contains it",
            RulingState::Answered => "the turn itself, or another ruling, counts instead",
            RulingState::UnknownTurn => "these files don't contain the turn before it",
            RulingState::UnknownGame => "it is about another game",
            RulingState::BadSignature => "the arbiter of this game did not sign it",
        };
        let start = format!("{} ", render::padded(name, 24));
        report.hanging(&start, format!("a ruling on {seat}'s turn {number}: {state}"));
    }
}

/// Returns what the vault knows about a key; [`KeyStatus::No`] if the vault can't be read.
fn known(ctx: &mut Context, key: &Bytes32) -> KeyStatus {
    let desk = ctx.desk().ok();
    desk.and_then(|desk| desk.known(key).ok()).unwrap_or(KeyStatus::No)
}

/// Returns a warning if the last turn is dated ahead of this computer's clock.
fn dated_ahead(ctx: &Context, verdict: &Verdict) -> Option<String> {
    let (_, last) = verdict.span?;
    (last > ctx.now()).then(|| {
        format!(
            "The last turn is dated {}, which this computer's clock hasn't reached yet.",
            ctx.around.zone.date_with_year(last)
        )
    })
}
