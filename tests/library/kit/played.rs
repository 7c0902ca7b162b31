//! Honest games: each way to end one, claims, and games that are still open.

use chrono::Duration;
use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::Intent;
use pbem::turnfile::{Moment, Turn};

use super::Case;
use super::headers::SMALL;
use crate::play::{Game, fewest, header, of_kind};

/// The claim of a seat. A Checker who strikes out a caller does not show the chart.
pub(super) fn claim(game: &Game, by: Seat, sent: Moment) -> Turn {
    let mut turn = game.claim(by, sent);
    if game.file.game.kind == "game-box" && by == Seat::OPENER {
        (turn.seed, turn.reveal) = (None, Vec::new());
        game.sign(&mut turn);
    }
    turn
}

/// Whether a setup of this game has few items, so that its files are small.
pub(super) fn is_small(kind: Kind) -> bool {
    ["game-box", "enemy-agent"].contains(&kind.id())
}

/// Options that keep files small.
pub(super) fn small(kind: Kind) -> &'static [(&'static str, &'static str)] {
    match kind.id() {
        "game-box" => SMALL,
        "spy" => &[("rows", "7"), ("cols", "7"), ("max-rounds", "3")],
        "espionage" => &[("size", "small"), ("draw-turns", "4")],
        _ => &[],
    }
}

/// A game after this number of turns, or at its end.
pub(super) fn game_in_progress(kind: Kind, seats: usize, turns: usize, seed: u64) -> Game {
    let mut game = Game::new(kind, seats, small(kind), seed);
    while game.file.turns.len() < turns && game.step(game.any()).is_some() {}
    game
}

/// A game in which a player resigns after nine turns, where the rules allow it.
pub(super) fn small_game(kind: Kind, seed: u64) -> Game {
    let mut game = game_in_progress(kind, fewest(kind), 9, seed);
    let seat = game.due();
    let can_resign = seat.is_some_and(|seat| {
        let plan = pbem::table::Plan::new(game.standing().last_sent, Intent::Resign);
        game.table.compose(&game.players[seat.index()], &plan).is_ok()
    });
    if can_resign {
        game.step(Intent::Resign);
    }
    game.finish();
    game
}

/// Collects the cases of one game.
struct Cases {
    kind: Kind,
    cases: Vec<Case>,
}

impl Cases {
    fn add(&mut self, name: &str, game: &Game) {
        self.cases.push(Case::of_file(format!("{}/{name}", self.kind), &game.file));
    }

    fn add_with(&mut self, name: &str, game: &Game, turn: Turn) {
        self.cases.push(Case::of_file(format!("{}/{name}", self.kind), &game.with_turn(turn)));
    }
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for kind in Kind::published() {
        let mut cases = Cases { kind, cases: Vec::new() };
        open(&mut cases);
        broken(&mut cases);
        ended(&mut cases);
        left(&mut cases);
        claimed(&mut cases);
        all.append(&mut cases.cases);
    }
    all.extend(guesses());
    all.extend(three());
    all.extend(starts());
    all.extend(calls());
    all
}

fn open(cases: &mut Cases) {
    let kind = cases.kind;
    for turns in 1..=5 {
        cases.add(&format!("open-{turns}"), &game_in_progress(kind, fewest(kind), turns, 31));
    }
    let mut damaged = game_in_progress(kind, fewest(kind), 3, 31);
    damaged.file.turns[1].sent += Duration::seconds(1);
    cases.add("changed-date", &damaged);
    let last = damaged.file.turns.len() - 1;
    damaged = game_in_progress(kind, fewest(kind), 3, 31);
    damaged.file.turns[last].signature[0] ^= 1;
    cases.add("changed-signature", &damaged);
    damaged = game_in_progress(kind, fewest(kind), 3, 31);
    let mut turn = damaged.file.turns[last].clone();
    turn.after[0] ^= 1;
    damaged.sign(&mut turn);
    damaged.file.turns[last] = turn;
    cases.add("another-turn-before", &damaged);
    let game = game_in_progress(kind, fewest(kind), 3, 31);
    let text = game.file.write();
    let cut = text.rfind("signature").expect("a signature");
    let name = format!("{kind}/cut-before-signature");
    cases.cases.push(Case::of_bytes(name, &text.as_bytes()[..cut]));
}

/// A breach in turn 3, and the turns after it.
fn broken(cases: &mut Cases) {
    let kind = cases.kind;
    let mut game = game_in_progress(kind, fewest(kind), 2, 31);
    let mut honest = game.clone();
    honest.step(honest.any());
    let mut turn = honest.file.turns[2].clone();
    turn.seal = Some([7; 32]);
    game.sign(&mut turn);
    game.file.turns.push(turn);
    cases.add("breach", &game);
    let next = game.bare(game.players[1].seat);
    cases.add_with("breach-and-more", &game, next);
    let junk = game.file.write().replace("# end", "junk\n# end");
    cases.cases.push(Case::of_bytes(format!("{kind}/breach-and-junk"), junk));
}

fn ended(cases: &mut Cases) {
    let kind = cases.kind;
    // The shortest of some games, and the shortest with another winner.
    let games = (0..24).map(|seed| game_in_progress(kind, fewest(kind), usize::MAX, seed));
    let mut games: Vec<(usize, Game)> = games.map(|game| (game.file.write().len(), game)).collect();
    games.sort_by_key(|(size, _)| *size);
    let mut seen = Vec::new();
    for (size, game) in &games {
        let winners = game.outcome().expect("it is over").winners;
        let enough = !seen.is_empty() && (*size > 60_000 || kind.id() == "checkpoint-danger");
        if seen.contains(&winners) || enough {
            continue;
        }
        seen.push(winners);
        cases.add(&format!("board-{}", seen.len()), game);
        let shown = game.file.turns.iter().position(|turn| turn.seed.is_some());
        let shown = shown.expect("a setup is shown");
        if seen.len() == 1 && kind.id() != "checkpoint-danger" {
            cases.add("before-reveals", &game.until(shown));
            let revealed = game.until(shown + 1);
            cases.add("after-first-reveal", &revealed);
            for seat in waiting(&revealed) {
                let late = claim(&revealed, seat, revealed.deadline());
                cases.add_with(&format!("claim-of-reveal-{}", seat.index()), &revealed, late);
            }
        }
    }
}

/// The seats that wait.
fn waiting(game: &Game) -> Vec<Seat> {
    let due = game.due();
    let seats = game.players.iter().map(|player| player.seat);
    seats.filter(|seat| due.is_some() && Some(*seat) != due && game.joined(*seat)).collect()
}

fn left(cases: &mut Cases) {
    let kind = cases.kind;
    let seats = fewest(kind);
    for turns in [4, 5].into_iter().take(if is_small(kind) { 2 } else { 1 }) {
        let mut game = game_in_progress(kind, seats, turns, 33);
        let due = game.due().expect("the game continues");
        let plan = pbem::table::Plan::new(game.standing().last_sent, Intent::Resign);
        if game.table.compose(&game.players[due.index()], &plan).is_ok() {
            game.step(Intent::Resign);
            cases.add(&format!("resigned-{turns}"), &game);
            while game.step(game.any()).is_some() {}
            cases.add(&format!("resigned-{turns}-shown"), &game);
        }
    }
    let mut game = game_in_progress(kind, seats, 4, 33);
    if game.due().is_some_and(|due| game.may_offer(due)) {
        let any = game.any();
        let offer = game.compose_with(|plan| (plan.intent, plan.offer) = (any, true));
        game.mail(offer).expect("an honest turn");
        cases.add("offered", &game);
        if is_small(kind) {
            let mut declined = game.clone();
            declined.step(declined.any());
            cases.add("offer-declined", &declined);
        }
        game.step(Intent::Accept);
        cases.add("draw-agreed", &game);
        while game.step(Intent::Nothing).is_some() {}
        cases.add("draw-agreed-shown", &game);
    }
}

fn claimed(cases: &mut Cases) {
    let kind = cases.kind;
    let all = [1, 4, 2, 3, 5];
    for turns in all.into_iter().take(if is_small(kind) { 5 } else { 2 }) {
        let game = game_in_progress(kind, fewest(kind), turns, 34);
        let deadline = game.deadline();
        for seat in waiting(&game) {
            let name = format!("claim-{turns}-{}", seat.index());
            cases.add_with(&name, &game, claim(&game, seat, deadline));
            if turns == 4 {
                let early = deadline - Duration::seconds(1);
                cases.add_with(&format!("{name}-early"), &game, claim(&game, seat, early));
                let mut shown = game.clone();
                shown.mail(claim(&game, seat, deadline)).expect("a claim that is due");
                if shown.due().is_some() {
                    shown.step(shown.any());
                    cases.add(&format!("{name}-answered"), &shown);
                }
                let mut with_setup = claim(&game, seat, deadline);
                (with_setup.seed, with_setup.reveal) = (None, Vec::new());
                game.sign(&mut with_setup);
                cases.add_with(&format!("{name}-not-shown"), &game, with_setup);
            }
        }
        if turns == 4 {
            let due = game.due().expect("the game continues");
            cases.add_with("claim-in-own-turn", &game, claim(&game, due, deadline));
            let mut late = game.clone();
            let any = late.any();
            let turn = late.compose_with(|plan| (plan.intent, plan.sent) = (any, deadline));
            cases.add_with("late-answer", &game, turn);
        }
    }
    let without = [small(kind), &[("days-per-turn", "none")]].concat();
    let mut game = Game::new(kind, fewest(kind), &without, 34);
    while game.file.turns.len() < 4 && game.step(game.any()).is_some() {}
    let sent = game.standing().last_sent + Duration::days(9_999);
    let seat = waiting(&game)[0];
    cases.add_with("claim-without-deadline", &game, claim(&game, seat, sent));
}

/// Spy!: guesses, right and wrong, with each response.
fn guesses() -> Vec<Case> {
    let mut cases = Vec::new();
    for declares in [5_usize, 6] {
        for right in [true, false] {
            for response in ["decline", "right", "wrong"] {
                let mut game = game_in_progress(of_kind("spy"), 2, 4, 35);
                while game.file.turns.len() + 1 < declares {
                    game.step(game.any());
                }
                let Some(due) = game.due() else { continue };
                let all = declares == 5;
                if !all && (right, response) != (false, "right") {
                    continue;
                }
                let network = |of: Seat| game.players[of.index()].setup[0].clone();
                let (own, others) = (network(due), network(due.other()));
                let guess = |right: bool, theirs: &str, other: &str| {
                    Intent::Move(format!("guess {}", if right { theirs } else { other }))
                };
                let declared = guess(right, &others, &own);
                let responds = match response {
                    "decline" => Intent::Move("decline".to_owned()),
                    word => guess(word == "right", &own, &others),
                };
                let name = format!(
                    "guess-{declares}-{}-{response}",
                    if right { "right" } else { "wrong" }
                );
                let mut list = Cases { kind: of_kind("spy"), cases: Vec::new() };
                game.step(declared);
                if response == "decline" {
                    list.add(&format!("{name}-a"), &game);
                }
                game.step(responds);
                if response == "decline" {
                    list.add(&format!("{name}-b"), &game);
                }
                if !right {
                    let late = claim(&game, due.other(), game.deadline());
                    list.add_with(&format!("{name}-claim"), &game, late);
                }
                game.step(Intent::Nothing);
                list.add(&format!("{name}-c"), &game);
                cases.append(&mut list.cases);
            }
        }
    }
    cases
}

/// Game Box with three seats: leaving, claims and strike-outs.
fn three() -> Vec<Case> {
    let kind = of_kind("game-box");
    let mut list = Cases { kind, cases: Vec::new() };
    for turns in [2, 3, 4, 5, 6] {
        let game = game_in_progress(kind, 3, turns, 36);
        for seat in waiting(&game) {
            let name = format!("three-claim-{turns}-{}", seat.index());
            list.add_with(&name, &game, claim(&game, seat, game.deadline()));
            let mut after = game.clone();
            if after.mail(claim(&game, seat, game.deadline())).is_ok() && after.due().is_some() {
                after.step(after.any());
                list.add(&format!("{name}-then"), &after);
            }
        }
        let mut game = game;
        let plan = pbem::table::Plan::new(game.standing().last_sent, Intent::Resign);
        let due = game.due().expect("the game continues");
        if game.table.compose(&game.players[due.index()], &plan).is_ok() {
            game.step(Intent::Resign);
            list.add(&format!("three-resigned-{turns}"), &game);
            game.step(game.any());
            list.add(&format!("three-resigned-{turns}-then"), &game);
        }
    }
    for seed in 0..3 {
        list.add(&format!("three-board-{seed}"), &game_in_progress(kind, 3, usize::MAX, 40 + seed));
    }
    list.cases
}

/// The opener, the beginner and the random values.
fn starts() -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in Kind::published().filter(|kind| *kind.seats().end() == 2) {
        for (at, first) in ["alice", "bob"].into_iter().enumerate() {
            let mut header = header(kind, 2, small(kind), 37);
            header.first = Some(first.to_owned());
            let mut game = Game::with(header, 37);
            for _ in 0..4 {
                game.step(game.any());
            }
            cases.push(Case::of_file(format!("{kind}/first-agreed-{at}"), &game.file));
        }
    }
    if let Some(mut game) = Game::opened_by_the_other(of_kind("enemy-agent"), 37) {
        for turns in 1..=5 {
            game.step(game.any());
            let name = format!("enemy-agent/opened-by-red-{turns}");
            cases.push(Case::of_file(name, &game.file));
        }
    }
    let open = [("size", "small"), ("open", "true"), ("volcanoes", "4"), ("draw-turns", "4")];
    let no_volcanoes = [("size", "small"), ("volcanoes", "none")];
    for (name, set) in [("open", &open[..]), ("no-volcanoes", &no_volcanoes[..])] {
        let mut header = header(of_kind("espionage"), 2, set, 38);
        header.first = Some("bob".to_owned());
        let mut game = Game::with(header, 38);
        for turns in 1..=6 {
            game.step(game.any());
            let name = format!("espionage/{name}-joiner-first-{turns}");
            if (2..=4).contains(&turns) {
                cases.push(Case::of_file(name, &game.file));
            }
        }
    }
    cases
}

/// Checkpoint: Danger!: a call of the caller's own agent, and a bluff. Espionage: the start on the
/// standard board.
fn calls() -> Vec<Case> {
    let begun = |kind, set: &[(&str, &str)]| {
        let mut header = header(of_kind(kind), 2, set, 39);
        header.first = Some("alice".to_owned());
        Game::with(header, 39)
    };
    let danger = |name: &str, set: &[(&str, &str)], calls: &str, open: &[&str]| {
        let mut game = begun("checkpoint-danger", set);
        game.players[0].setup = ["C1", "C9", "F2", "G4"].map(str::to_owned).into();
        for intent in [Intent::Nothing, Intent::Nothing, Intent::Move(calls.to_owned())] {
            game.step(intent);
        }
        assert_eq!(game.file.turns[2].open, open, "{name}");
        Case::of_file(format!("checkpoint-danger/{name}"), &game.file)
    };
    let bluffs = [("allow-danger-bluff", "true"), ("allow-repeat-calls", "true")];
    let twice = "Checkpoint Danger, Fiji 6; Checkpoint Danger, Fiji 6";
    let mut standard = begun("espionage", &[]);
    while standard.turns() < 4 {
        standard.step(standard.any());
    }
    vec![
        danger("danger", &[], "Checkpoint Danger, Canadian 1", &["C1 agent"]),
        danger("danger-bluff", &bluffs, twice, &[]),
        Case::of_file("espionage/standard-board".to_owned(), &standard.file),
    ]
}
