//! The longest games that players can make, each to its end, with all notes, the longest names and
//! the longest words.

use pbem::audit::{self, Verdict, VerdictKind};
use pbem::rules::{EndedBy, OutcomeKind, Seat};
use pbem::table::{AnyTable, Intent, Plan};
use pbem::turnfile::limits::{LAST_TURN, MAX_BYTES, MAX_MAIL, MAX_NAME, MAX_NOTES_OF_SEAT};
use pbem::turnfile::limits::{MAX_NOTE, MAX_TURNS, MAX_WORD};
use pbem::turnfile::{Turn, read};

use super::computed;
use crate::play::{Game, header, moment, of_kind};
use crate::reference::{answer, call, square, squares};

/// The character with the most columns for its size in bytes.
const WIDE: char = 'é';

/// A game whose players write as much as possible.
#[derive(Clone)]
struct Long {
    game: Game,
    /// Size of each seat's notes so far, in bytes.
    written: Vec<usize>,
    /// Length of a note, in characters, so that all notes together fill the limit.
    note: usize,
}

impl Long {
    /// Creates a game of `seats` with these options, for about this many turns.
    fn of(kind: &str, seats: usize, set: &[(&str, &str)], turns: usize) -> Long {
        let mut header = header(of_kind(kind), seats, set, 7);
        let longest = |name: &String| name[..1].repeat(MAX_WORD);
        header.seats = header.seats.iter().map(longest).collect();
        header.first = header.seats.first().cloned().filter(|_| seats == 2);
        let each = MAX_NOTES_OF_SEAT / WIDE.len_utf8() * seats;
        let note = each.div_ceil(turns).min(MAX_NOTE);
        Long { game: Game::with(header, 7), written: vec![0; seats], note }
    }

    /// Returns this seat's note, as long as possible.
    fn note(&self, by: Seat) -> Option<String> {
        let left = (MAX_NOTES_OF_SEAT - self.written[by.index()]) / WIDE.len_utf8();
        let note = WIDE.to_string().repeat(self.note.min(left));
        Some(note).filter(|note| !note.is_empty())
    }

    fn wrote(&mut self, turn: &Turn) {
        let by = self.game.file.game.seat(&turn.seat).expect("a seat of the game");
        self.written[by.index()] += turn.note.as_ref().map_or(0, String::len);
    }

    /// Returns the turn that the current player would make, and the table after it. `None` if it
    /// isn't legal.
    fn try_turn(&self, intent: Intent) -> Option<(Turn, AnyTable)> {
        let due = self.game.due()?;
        let keys = &self.game.players[due.index()];
        let mut plan = Plan::new(moment(i64::from(self.game.turns())), intent);
        plan.name = Some("\u{10348}".repeat(MAX_NAME));
        plan.mail = Some("\u{10348}".repeat(MAX_MAIL));
        plan.note = self.note(due);
        let (composed, table) = self.game.table.compose(keys, &plan).ok()?;
        Some((composed.turn, table))
    }

    fn try_move(&self, typed: &str) -> Option<(Turn, AnyTable)> {
        self.try_turn(Intent::Move(typed.to_owned()))
    }

    fn take(&mut self, (turn, table): (Turn, AnyTable)) {
        self.wrote(&turn);
        self.game.file.turns.push(turn);
        self.game.table = table;
    }

    fn play(&mut self, typed: &str) {
        let typed_or =
            if typed.is_empty() { Intent::Nothing } else { Intent::Move(typed.to_owned()) };
        let turn = self.try_turn(typed_or);
        let number = self.game.turns() + 1;
        self.take(turn.unwrap_or_else(|| panic!("turn {number}: `{typed}` is refused")));
    }

    /// Repeats the turn made `back` turns ago with the same result as its maker's program, but
    /// faster.
    fn again(&mut self, back: usize) {
        let turns = &self.game.file.turns;
        let mut turn = turns[turns.len() - back].clone();
        let by = self.game.due().expect("the game continues");
        (turn.number, turn.after) = (self.game.turns() + 1, turns[turns.len() - 1].hash());
        turn.sent = moment(i64::from(turn.number));
        turn.note = self.note(by);
        self.game.sign(&mut turn);
        self.wrote(&turn);
        self.game.mail(turn).expect("an honest turn");
    }

    /// Plays the remaining reveals, then writes, reads and audits the file.
    fn ends(mut self) -> Verdict {
        while self.game.due().is_some() {
            self.play("");
        }
        let written = self.written.iter().min().copied();
        assert!(written > Some(MAX_NOTES_OF_SEAT * 9 / 10), "all notes are there: {written:?}");
        let (text, kind) = (self.game.file.write(), &self.game.file.game.kind);
        println!("{kind}: {} turns, {} bytes", self.game.turns(), text.len());
        assert!(text.len() <= MAX_BYTES && self.game.turns() <= MAX_TURNS);
        assert!(text.len() <= computed::longest(of_kind(kind)), "more than was computed");
        let verdict = audit::verify(&read(text.as_bytes()));
        assert_eq!((verdict.kind, verdict.findings.len()), (VerdictKind::Honest, 0));
        assert_eq!(verdict.turns, self.game.file.turns.len());
        verdict
    }

    /// Plays the last possible turn of an undecided game, and finishes as in `ends`.
    fn ends_at_length(mut self, typed: &str) {
        assert_eq!((self.game.turns(), self.game.outcome()), (LAST_TURN - 1, None));
        self.play(typed);
        self.was_drawn_at_length();
    }

    fn was_drawn_at_length(self) {
        assert!(self.game.turns() >= LAST_TURN && self.game.outcome().is_some());
        let verdict = self.ends();
        assert!(verdict.turns >= LAST_TURN as usize, "{} turns", verdict.turns);
        let result = verdict.result.expect("a result");
        assert_eq!((result.kind, result.ended_by), (OutcomeKind::Draw, EndedBy::Board));
    }
}

/// Squares are called again and again, twenty in a file, with the longest words.
#[test]
fn checkpoint_danger() {
    let set = [("allow-repeat-calls", "true"), ("allow-danger-bluff", "true")];
    let mut long = Long::of("checkpoint-danger", 2, &set, LAST_TURN as usize);
    let setups = [["B2", "C7", "F1", "F3"], ["A9", "D4", "E8", "G2"]];
    for (player, setup) in long.game.players.iter_mut().zip(setups) {
        player.setup = setup.map(str::to_owned).to_vec();
    }
    long.play("");
    long.play("");
    let agents: Vec<_> = setups.concat().into_iter().map(square).collect();
    let nobody = |at: &(i32, i32)| !agents.contains(at) && answer(&agents[..4], *at) != "0";
    let longest = squares().filter(nobody).map(call).max_by_key(String::len).expect("a square");
    let queue = vec![format!("danger {longest}"); 20].join("; ");
    while long.game.turns() < LAST_TURN - 1 {
        if long.game.turns() < 9 { long.play(&queue) } else { long.again(2) }
    }
    long.ends_at_length(&queue);
}

/// The largest field, as many rounds as it has spaces, and no guess.
#[test]
fn spy() {
    let set = [("rows", "16"), ("cols", "16"), ("multi", "5,5,5,5,5,5,5,5,5")];
    let mut long = Long::of("spy", 2, &set, 514);
    long.play("");
    long.play("");
    let column = |at: usize| char::from(b'A' + u8::try_from(at).expect("16 columns"));
    let mut counts = [0, 0];
    while long.game.outcome().is_none() && long.game.turns() < LAST_TURN {
        let due = long.game.due().expect("the game continues").index();
        let (round, row) = (counts[due], counts[due] / 16 + 1);
        let question = if round < 9 {
            format!("{}{}-{}{}", round + 5, column(11), round + 5, column(15))
        } else {
            format!("{row}{}", column(round % 16))
        };
        match long.try_move(&question).or_else(|| long.try_move("decline")) {
            Some(turn) => long.take(turn),
            None => long.play(""),
        }
        counts[due] += 1;
    }
    assert_eq!(counts.map(|counts| counts >= 256), [true, true], "{counts:?}");
    let verdict = long.ends();
    assert_eq!(verdict.result.expect("a result").kind, OutcomeKind::Draw);
}

/// Eight callers call a known miss, and a new dot just before the third quiet round would end the
/// game.
#[test]
fn game_box() {
    let set = [("letters", "2"), ("numbers", "64"), ("houses", "15"), ("guns", "15")];
    let mut long = Long::of("game-box", 9, &set, LAST_TURN as usize / 2 * 9 / 8);
    let dots = |from: usize, to: usize| (from..=to).map(|at| format!("A{at}")).collect::<Vec<_>>();
    let chart = [("houses", dots(1, 15)), ("guns", dots(16, 30))];
    long.game.players[0].setup =
        chart.map(|(what, dots)| format!("{what} {}", dots.join(" "))).to_vec();
    long.play("");
    let mut new = (1..=64).map(|at| format!("B{at}")).chain(dots(31, 64));
    let mut quiet = 0;
    while long.game.turns() < LAST_TURN - 1 {
        let calls = long.game.due() != Some(Seat::OPENER);
        if !calls {
            long.play("");
        } else if quiet % 23 == 0 {
            let dot = new.next().expect("a dot that nobody has called");
            long.play(&dot);
            quiet += 1;
        } else {
            long.play("B1");
            quiet += 1;
        }
    }
    let last = if long.game.due() == Some(Seat::OPENER) { "" } else { "B1" };
    long.ends_at_length(last);
}

/// The armies fight until little is left, and then walk back and forth.
#[test]
fn espionage() {
    let mut long = Long::of("espionage", 2, &[("draw-turns", "none")], LAST_TURN as usize);
    for _ in 0..80 {
        let mut next = long.clone();
        let turn = long.try_turn(long.game.any()).expect("an honest turn");
        next.take(turn);
        // The reply contains the result of the attack.
        let reply = next.try_turn(next.game.any());
        if reply.is_none_or(|(_, table)| table.standing().outcome.is_some()) {
            break;
        }
        long = next;
    }
    let fights = long.game.file.turns.iter().map(|turn| turn.tokens.len()).sum::<usize>();
    println!("espionage: {fights} fights");
    // A piece may not go straight back: two pieces of each side take a step, then two more, then
    // the first two go back, then the second two.
    let mut walks: Vec<Vec<Steps>> = vec![Vec::new(); 2];
    let mut quiet = 0;
    while long.game.turns() < LAST_TURN {
        if quiet >= 16 && long.game.turns() < LAST_TURN - 1 {
            long.again(8);
            continue;
        }
        let due = long.game.due().expect("the game continues");
        let walk = &mut walks[due.index()];
        let turn_made = next_steps(&long.game, due, walk).and_then(|steps| {
            let turn = long.try_move(&steps.join(", "))?;
            walk.push(steps);
            Some(turn)
        });
        if let Some(turn) = turn_made {
            quiet = if turn.0.boxes.is_empty() { quiet + 1 } else { 0 };
            long.take(turn);
        } else {
            // If these pieces are stuck, others begin.
            assert!(!walk.is_empty(), "no person can move");
            walk.clear();
            quiet = 0;
        }
    }
    long.was_drawn_at_length();
}

/// Two steps in one turn.
type Steps = [String; 2];

fn next_steps(game: &Game, seat: Seat, walk: &[Steps]) -> Option<Steps> {
    if let Some(before) = walk.len().checked_sub(2).filter(|_| walk.len() % 4 >= 2) {
        return Some(walk[before].each_ref().map(|step| {
            let (from, to) = step.split_once('-').expect("a step");
            format!("{to}-{from}")
        }));
    }
    let squares = |steps: &Steps| steps.join("-").split('-').map(str::to_owned).collect::<Vec<_>>();
    let last = walk.last().filter(|_| walk.len() % 4 == 1).map(squares).unwrap_or_default();
    if let Some(again) = walk.len().checked_sub(4) {
        return Some(walk[again].clone());
    }
    let keys = &game.players[seat.index()];
    let rows = (1..=10).map(|row| if seat == Seat::OPENER { row } else { 11 - row });
    let board = rows.flat_map(|row| ('A'..='J').map(move |column| format!("{column}{row}")));
    let mut taken_squares = last;
    let steps = board.filter_map(|from| {
        let ways = game.table.moves_of(keys, moment(0), &from)?.ok()?;
        let free = |square: &str| taken_squares.iter().all(|taken_squares| taken_squares != square);
        let way = ways.into_iter().find(|way| {
            let squares = way.split_once('-');
            squares.is_some_and(|(from, to)| to.len() <= 3 && free(from) && free(to))
        })?;
        taken_squares.extend(way.split('-').map(str::to_owned));
        Some(way)
    });
    steps.take(2).collect::<Vec<_>>().try_into().ok()
}

/// As many turns as possible, with all three people of a throw on the longest paths, and no one
/// ever crosses to the other side.
#[test]
fn enemy_agent() {
    let set = [("colored-die", "3"), ("max-turns", "200"), ("sentry-safe", "true")];
    let mut long = Long::of("enemy-agent", 2, &set, 402);
    long.play("");
    long.play("");
    while long.game.outcome().is_none() {
        let due = long.game.due().expect("the game continues");
        let (mut orders, mut best_turn) = (Vec::new(), None);
        for who in people(due) {
            let tried = ways(&long.game, due, &who).into_iter().find_map(|way| {
                let more = [orders.clone(), vec![way]].concat();
                Some((long.try_move(&more.join("; "))?, more))
            });
            if let Some((turn, more)) = tried.filter(|_| orders.len() < 3) {
                (orders, best_turn) = (more, Some(turn));
            }
        }
        match best_turn {
            Some(turn) => long.take(turn),
            None => long.play("pass"),
        }
    }
    let verdict = long.ends();
    assert_eq!(verdict.result.expect("a result").kind, OutcomeKind::Draw);
}

fn people(seat: Seat) -> impl Iterator<Item = String> {
    let (travelers, inspectors) =
        if seat == Seat::OPENER { (1..=6, 1..=2) } else { (7..=12, 3..=4) };
    inspectors.map(|number| format!("I{number}")).chain(travelers.map(|number| number.to_string()))
}

/// Returns paths of a person that lead to nothing.
fn ways(game: &Game, seat: Seat, who: &str) -> Vec<String> {
    let lines = game.table.moves_of(&game.players[seat.index()], moment(0), who);
    let lines = lines.and_then(Result::ok).unwrap_or_default();
    let plain =
        lines.iter().filter_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
            [_, path] => Some(format!("{who} {path}")),
            _ => None,
        });
    plain.step_by(7).take(4).collect()
}
