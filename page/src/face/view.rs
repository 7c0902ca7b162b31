//! The table as JSON.

use pbem::crypto::safety_number;
use pbem::desk::{DeskError, Forbidden, GameRecord, LoadedGame, Notice, StaleFile, StaleKind};
use pbem::letters::{self, LetterBody};
use pbem::render;
use pbem::render::when;
use pbem::rules::{Hints, Seat};
use pbem::service::Recipients;
use pbem::table::{DAYS_PER_TURN, Expects, HINTS, Keys, OpenGame, Standing, View, option_specs};
use pbem::turnfile::{Header, Moment};
use pbem::words::{self, Reader, sentence};
use serde_json::{Value, json};

use super::session::{Session, SessionGame, SessionSeat};
use super::{Answer, ApiError, Face, problem};

/// Maximum number of turns in the news. The replay has all turns.
const NEWS: usize = 12;

/// Formats a moment as RFC 3339.
pub(super) fn stamp(moment: Moment) -> String {
    moment.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

impl Face {
    /// Returns the open table.
    pub(super) fn table(&mut self) -> Answer {
        let keys = self.keys(&[])?;
        let phase = self.phase()?;
        let session = self.seated()?;
        let game = session.game();
        let OpenGame { file, table, standing } = game;
        let names = &standing.names;
        let seat = keys.as_ref().map(|keys| keys.seat);
        let own = matches!(session.chair, SessionSeat::Own(_));
        let view = table.view(keys.as_ref().filter(|_| own), self.around.now);
        let outcome = standing.outcome.as_ref().map(|outcome| {
            let winners = outcome.winners.iter().map(|seat| names.of(*seat));
            json!({
                "winners": winners.collect::<Vec<_>>(), "reason": names.fill(&outcome.reason),
                "points": outcome.points.iter().map(|(_, points)| points).collect::<Vec<_>>(),
            })
        });
        let mut table = json!({
            "id": standing.id.to_string(), "kind": standing.kind.id(),
            "title": standing.kind.title(), "turn": standing.turns(),
            "phase": phase.id(), "due": standing.due_name(),
            "you": seat.map(|seat| names.of(seat)),
            "chair": match &session.chair {
                SessionSeat::Own(_) => "own",
                SessionSeat::Free(_) => "free",
                SessionSeat::None(_) => "none",
            },
            "new": matches!(session.place, SessionGame::New(_)),
            "opener": file.game.opened_by(), "created": stamp(file.game.created),
            "expects": standing.expects.id(), "outcome": outcome,
            "breach": standing.breach.as_ref().map(|breach| names.fill(&breach.message)),
            "terms": words::terms(&file.game), "house_rules": house_rules(standing, &file.game),
            "first": file.game.first, "players": self.players(game, seat)?,
            "news": news(game, seat), "scene": render::json(&view.scene, names),
        });
        let further = [
            question_json(standing, seat, &view),
            self.own_part(session, keys.as_ref())?,
            self.loaded_part(session)?,
        ];
        for part in further {
            if let (Some(table), Value::Object(part)) = (table.as_object_mut(), part) {
                table.extend(part);
            }
        }
        Ok(json!({"table": table}))
    }

    /// Returns the part of the table that is only for the player in this seat. Without keys,
    /// returns the open seats and the reason why the player has no seat.
    fn own_part(&self, session: &Session, keys: Option<&Keys>) -> Result<Value, ApiError> {
        let Some(keys) = keys else {
            let why = match &session.chair {
                SessionSeat::None(why) => why.as_ref().map(ApiError::to_json),
                _ => None,
            };
            let open = self.mine.open_seats(session.game())?;
            let names = &session.game().standing.names;
            let open: Vec<&str> = open.into_iter().map(|seat| names.of(seat)).collect();
            return Ok(json!({"why": why, "open": open}));
        };
        let OpenGame { table, standing, .. } = session.game();
        let help = table.setup_help(keys.seat).map(|help| {
            json!({"ask": help.ask, "done": help.done, "example": help.example, "form": help.form})
        });
        let player = standing.player(keys.seat);
        let hidden = (!keys.setup.is_empty()).then(|| table.describe_setup(keys.seat, &keys.setup));
        let marks = session.own().ok().and_then(|(loaded, at)| loaded.records.get(at));
        Ok(json!({
            "help": help, "marks": marks.map(|record| &record.marks), "hidden": hidden,
            "may_offer": player.is_some_and(|player| player.may_offer),
            "no_offer": player.and_then(|player| player.no_offer),
            "may_leave": matches!(standing.expects, Expects::Move | Expects::Answer)
                && standing.due == Some(keys.seat)
                && standing.outcome.is_none()
                && standing.cannot_leave.is_none(),
            "can_hint": standing.hints != Hints::None && standing.outcome.is_none(),
        }))
    }

    /// Returns the part of the table that only an existing game has, such as notices and the
    /// deadline.
    fn loaded_part(&self, session: &Session) -> Result<Value, ApiError> {
        let Some(loaded) = session.loaded() else { return Ok(json!({})) };
        let standing = &loaded.game.standing;
        let notices = self.mine.notices(loaded, loaded.records.is_empty(), self.around.now)?;
        // Leave this notice out: the page itself describes a restored game and how to continue it.
        let is_told = |notice: &&Notice| !matches!(notice, Notice::Locked(Forbidden::Restored));
        let (date, day) = (when::utc_with_year, problem::day);
        let reader = Reader { public: false, now: self.around.now, date: &date, day: &day };
        let notices = notices.iter().filter(is_told).map(|notice| {
            let notice = words::notice(loaded, notice, &reader);
            problem::with_advice(notice.text, notice.advice)
        });
        let last = loaded.game.file.turns.last().map(|turn| turn.seat.as_str());
        let record = loaded.records.iter().find(|record| Some(record.seat()) == last);
        let (undo, claim) = match session.own() {
            Ok((loaded, at)) => (
                record.and_then(|record| record.may_undo().ok()).map(|turn| turn.number),
                self.mine.may_claim(loaded, at, self.around.now).is_ok()
                    && !loaded.needs_ruling()
                    && standing
                        .claimants
                        .iter()
                        .any(|seat| loaded.is_own(standing.names.of(*seat))),
            ),
            Err(_) => (None, false),
        };
        let offer = loaded.records.iter().any(|record| record.offer);
        let own = |seat: Seat| loaded.is_own(standing.names.of(seat));
        let claimed =
            loaded.claim().map(|claim| claim.words(&standing.names, own, when::utc_with_year));
        Ok(json!({
            "name": loaded.name(), "notices": notices.collect::<Vec<_>>(),
            "stale": loaded.stale.as_ref().map(|stale| old_copy(loaded, stale)),
            "undo": undo, "may_withdraw": loaded.is_own_invitation() && undo.is_none(),
            "may_claim": claim, "offer_waits": offer,
            "unsent": loaded.unmailed(), "may_send": loaded.may_send().is_ok(),
            "waiting": loaded.records.iter().any(GameRecord::is_restored),
            "bots": loaded.records.iter().any(|record| !record.bots.is_empty()),
            "hears": hears(loaded), "people": loaded.has_people(), "claim": claimed,
            "deadline": loaded.deadline().map(stamp),
        }))
    }

    fn players(&self, game: &OpenGame, own: Option<Seat>) -> Result<Vec<Value>, ApiError> {
        let standing = &game.standing;
        let mut players = Vec::new();
        for (seat, player) in Seat::all(u8::MAX).zip(&standing.players) {
            let known = player.key.as_ref().map(|key| self.known(key)).transpose()?;
            players.push(json!({
                "name": standing.names.of(seat), "you": own == Some(seat),
                "joined": player.joined, "full_name": player.full_name, "mail": player.mail,
                "safety": player.key.as_ref().map(safety_number), "known": known,
            }));
        }
        Ok(players)
    }

    /// Returns the latest file of the open game, and the subject and text of an email for it.
    pub(super) fn file(&mut self) -> Answer {
        let loaded = self.seated()?.loaded();
        let loaded =
            loaded.ok_or_else(|| ApiError::new("request", "The game has not started yet."))?;
        loaded.may_send().map_err(DeskError::Forbidden)?;
        let standing = &loaded.game.standing;
        let name = letters::file_name(standing.kind.short(), standing.id, standing.turns());
        let config = self.mine.config()?;
        let now = self.around.now;
        let began = self.mine.began_last(loaded, now)?;
        let (began, page) = (began.as_deref(), config.page_url());
        let body = LetterBody::new(&loaded.game, loaded.claim(), began, page, now);
        let contacts = self.mine.contacts()?;
        let address = |name: &String| {
            let seat = loaded.game.file.game.seat(name)?;
            let written = standing.player(seat)?.mail.clone();
            written.or_else(|| contacts.get(name).ok()?.mail.clone())
        };
        let (hears, copies) = (hears(loaded), Recipients::of(loaded).copies);
        let to: Vec<String> = hears.iter().filter_map(address).collect();
        let new = loaded.new_turns();
        let parts = new.messages().filter(|messages| messages.len() > 1).unwrap_or_default();
        Ok(json!({
            "text": loaded.game.file.write(), "name": name, "subject": body.subject,
            "letter": body.text, "hears": hears, "to": to, "copies": copies,
            "turn": standing.turns(),
            "alone": new.summary_text().filter(|_| new.whole.is_none()), "parts": parts,
            "page": page,
        }))
    }
}

/// Returns the open question, the answers that pbem will give, and the events before the next
/// decision.
fn question_json(standing: &Standing, seat: Option<Seat>, view: &View) -> Value {
    let names = &standing.names;
    let answers = view.answers.iter().map(|(question, said)| [names.fill(question), said.clone()]);
    let offer = standing.offer.filter(|by| Some(*by) != seat).map(|by| names.of(by));
    json!({
        "question": standing.question, "answers": answers.collect::<Vec<_>>(),
        "because": view.because.as_ref().map(|because| names.fill(because)),
        "ahead": view.ahead, "bad_boxes": view.bad_boxes, "offer": offer,
        "rolls": standing.rolls,
    })
}

/// Returns the recipients of the file, starting with the player to move.
fn hears(loaded: &LoadedGame) -> Vec<String> {
    let due = loaded.game.standing.due_name();
    let mut names: Vec<String> =
        loaded.game.file.game.seats.iter().filter(|name| loaded.is_person(name)).cloned().collect();
    names.sort_by_key(|name| Some(name.as_str()) != due);
    names
}

/// Returns the events since the player's own last turn, including that turn.
fn news(game: &OpenGame, own: Option<Seat>) -> Vec<Value> {
    let all = game.table.news(0);
    // Start at the player's last turn with a move: a later turn may contain only an automatic
    // answer, which pbem gave before the player looked at the game.
    let decides = |number: u32| {
        game.file.turns.iter().any(|turn| turn.number == number && !turn.moves.is_empty())
    };
    let is_own = |seat| Some(seat) == own;
    let since = all.iter().rposition(|turn| is_own(turn.seat) && decides(turn.number));
    let since = since.or_else(|| all.iter().position(|turn| is_own(turn.seat)));
    let from = since.unwrap_or(0).max(all.len().saturating_sub(NEWS));
    let names = &game.standing.names;
    let turns = all.iter().enumerate().skip(from).map(|(at, turn)| {
        json!({
            "turn": turn.number, "seat": names.of(turn.seat), "sent": stamp(turn.sent),
            "lines": turn.lines, "note": turn.note,
            "new": since.is_none_or(|since| at > since) && !is_own(turn.seat),
        })
    });
    turns.collect()
}

/// Returns the house rules that differ from the defaults.
fn house_rules(standing: &Standing, header: &Header) -> Vec<Value> {
    let specs = option_specs(standing.kind).into_iter();
    let changed = specs.filter_map(|spec| {
        let value = header.options.get(spec.name)?;
        let is_changed = *value != spec.default && ![DAYS_PER_TURN, HINTS].contains(&spec.name);
        is_changed
            .then(|| json!({"name": spec.name, "value": value.to_string(), "help": spec.help}))
    });
    changed.collect()
}

fn old_copy(loaded: &LoadedGame, stale: &StaleFile) -> String {
    let text = sentence(&words::old_copy(loaded, stale, "this file"));
    match stale.behind {
        StaleKind::OwnTurn => text + " Send your turn again.",
        StaleKind::TakenBack | StaleKind::Turns => text,
    }
}
