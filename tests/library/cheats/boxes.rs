//! Espionage: boxes that hold what they should not, tokens and disputes that are false, pieces that are not what their eyes say.

use pbem::crypto::{Eye, Opening};
use pbem::games::{Kind, Seat};
use pbem::table::FindingKind::{BadBox, IllegalMove, SealMismatch};
use pbem::table::{Order, Outlook, Refusal};
use pbem::turnfile::Turn;

use super::{ALICE, BOB};
use crate::play::{Game, moment};

const SIGHT: usize = 81;
const FIGHT: usize = 1113;
/// the hashes before the inner boxes of a fight, and one of these
const HASHES: usize = 96;
const INNER: usize = 113;

fn espionage(seed: u64) -> Game {
    Game::new(Kind::Espionage, 2, &[("size", "small")], seed)
}

/// Plays on until alice makes a turn with these boxes, which is not mailed yet.
fn until(game: &mut Game, fits: fn(&Turn) -> bool) -> Option<Turn> {
    while let Some(due) = game.table.due() {
        let turn = game.compose(game.any());
        if due == ALICE && fits(&turn) {
            return Some(turn);
        }
        game.mail(turn).expect("an honest turn");
    }
    None
}

fn only_a_fight(turn: &Turn) -> bool {
    turn.boxes.len() == FIGHT
}

fn only_sights(turn: &Turn) -> bool {
    !turn.boxes.is_empty() && turn.boxes.len().is_multiple_of(SIGHT) && turn.boxes.len() < FIGHT
}

/// The game of this seed up to alice's first attack, and her turn.
fn attack_in(seed: u64) -> Option<(Game, Turn)> {
    let mut game = espionage(seed);
    let turn = until(&mut game, only_a_fight)?;
    Some((game, turn))
}

/// A game in which alice attacks, and her turn.
fn attack() -> (Game, Turn) {
    (0..50).find_map(attack_in).expect("in one of fifty games alice attacks")
}

fn spoil_fight(turn: &mut Turn) {
    for inner in turn.boxes[HASHES..].chunks_exact_mut(INNER) {
        inner[INNER - 1] ^= 1;
    }
}

fn spoil_sights(turn: &mut Turn) {
    for sight in turn.boxes.chunks_exact_mut(SIGHT) {
        sight[SIGHT - 1] ^= 1;
    }
}

fn disputed(game: &Game) -> Result<Turn, Refusal> {
    let due = game.table.due().expect("the game goes on");
    let outlook = Outlook::new(moment(i64::from(game.table.turns()) + 1), Order::Dispute);
    Ok(game.table.compose(&game.players[due.index()], &outlook)?.turn)
}

/// Which turn a dispute is about.
fn turn_disputed(turn: &Turn) -> u32 {
    turn.moves[0].split(' ').nth(2).and_then(|number| number.parse().ok()).expect("the number of a turn")
}

/// What alice spoils, bob can prove at once.
#[test]
fn a_fight_box_that_does_not_open() {
    let (mut game, mut turn) = attack();
    spoil_fight(&mut turn);
    game.sign(&mut turn);
    let number = turn.number;
    game.mail(turn).expect("nobody but bob can see it");
    let outlook = Outlook::new(moment(99), game.any());
    let refusal = game.table.compose(&game.players[1], &outlook).expect_err("bob cannot answer");
    assert!(matches!(refusal, Refusal::BadBox { .. }), "{refusal:?}");
    let dispute = disputed(&game).expect("bob disputes");
    assert_eq!(turn_disputed(&dispute), number);
    let read = game.mail(dispute);
    game.caught(read, ALICE, number, BadBox);
}

/// The same for any single kind that bob's piece may be: what is spoilt for others is found when the sheets are shown.
#[test]
fn a_fight_box_that_is_spoilt_for_one_kind() {
    for kind in 0..9 {
        let (mut game, mut turn) = attack();
        let number = turn.number;
        turn.boxes[HASHES + kind * INNER + INNER - 1] ^= 1;
        game.sign(&mut turn);
        game.mail(turn).expect("nobody but bob can see it");
        if let Ok(dispute) = disputed(&game) {
            let read = game.mail(dispute);
            game.caught(read, ALICE, number, BadBox);
        } else {
            game.step(game.any());
            game.step(Order::Resign);
            game.step(Order::Nothing);
            let verdict = game.verdict();
            let found: Vec<_> = verdict.findings.iter().map(|finding| (finding.seat, finding.turn, finding.kind)).collect();
            assert_eq!(found, [(ALICE, number, BadBox)]);
            assert_eq!(verdict.result.expect("a result").winners, [BOB]);
        }
    }
}

#[test]
fn boxes_that_all_can_see_are_bad() {
    let spoil: [fn(&mut Turn); 6] = [
        |turn| turn.boxes.truncate(FIGHT - 1),
        |turn| turn.boxes.clear(),
        |turn| turn.boxes.extend([7; SIGHT]),
        // one hash for two outcomes would leave open which of them is proved
        |turn| turn.boxes.copy_within(0..32, 32),
        |turn| turn.boxes[HASHES..HASHES + 32].fill(0),
        |turn| turn.boxes[HASHES..HASHES + 32].fill(255),
    ];
    for spoil in spoil {
        let (mut game, mut turn) = attack();
        spoil(&mut turn);
        game.sign(&mut turn);
        let number = turn.number;
        let read = game.mail(turn);
        game.caught(read, ALICE, number, BadBox);
    }
}

#[test]
fn an_answer_without_its_token() {
    let (mut game, turn) = attack();
    game.mail(turn).expect("an honest turn");
    let honest = game.compose(game.any());
    let tried = |change: &dyn Fn(&mut Turn), kind| {
        let (mut game, turn) = attack();
        game.mail(turn).expect("an honest turn");
        let mut answer = honest.clone();
        change(&mut answer);
        game.sign(&mut answer);
        let number = answer.number;
        let read = game.mail(answer);
        game.caught(read, BOB, number, kind);
    };
    for outcome in ["takes", "falls", "headquarters"] {
        if honest.answer[0] != outcome {
            tried(&|turn| turn.answer[0] = outcome.to_owned(), BadBox);
        }
    }
    tried(&|turn| turn.tokens[0] = [7; 32], BadBox);
    tried(&|turn| turn.tokens.clear(), BadBox);
    tried(&|turn| turn.answer.clear(), IllegalMove);
    tried(&|turn| turn.tokens.push(turn.tokens[0]), IllegalMove);
}

/// Bob's dispute of alice's attack as he would write it if the box were bad, and the game in which it is sound: the same but for his second
/// turn, which he makes as `join` says. `None` where another turn came of that.
fn dispute_in(seed: u64, join: impl Fn(&mut Game, &Turn)) -> Option<(Game, Turn)> {
    let (mut spoilt, sound) = attack_in(seed)?;
    let mut turn = sound.clone();
    spoil_fight(&mut turn);
    spoilt.sign(&mut turn);
    spoilt.mail(turn).expect("nobody but bob can see it");
    let mut dispute = disputed(&spoilt).expect("bob disputes");
    let mut game = espionage(seed);
    while game.table.turns() + 1 < dispute.number {
        if game.table.turns() == 1 {
            join(&mut game, &dispute);
        } else {
            let due = game.table.due()?;
            let outlook = Outlook::new(moment(i64::from(game.table.turns()) + 1), game.any());
            let composed = game.table.compose(&game.players[due.index()], &outlook).ok()?;
            game.mail(composed.turn).expect("an honest turn");
        }
    }
    let last = game.file.turns.last().expect("a turn");
    dispute.after = last.hash();
    let same = last.moves == sound.moves && last.boxes.len() == FIGHT;
    same.then_some((game, dispute))
}

fn false_dispute() -> (Game, Turn) {
    let honest = |game: &mut Game, _: &Turn| drop(game.step(game.any()).cloned());
    (0..50).find_map(|seed| dispute_in(seed, honest)).expect("in one of fifty games alice attacks")
}

#[test]
fn a_dispute_of_a_sound_box() {
    let (mut game, mut dispute) = false_dispute();
    game.sign(&mut dispute);
    let number = dispute.number;
    let read = game.mail(dispute);
    let finding = game.caught(read, BOB, number, BadBox);
    assert!(finding.message.contains("is sound"), "{}", finding.message);
}

#[test]
fn disputes_that_are_none() {
    let changes: [fn(&mut Turn); 6] = [
        |turn| turn.moves[0].push('x'),
        |turn| turn.moves[0] = "dispute".to_owned(),
        |turn| turn.moves.push("resign".to_owned()),
        |turn| (turn.open, turn.salts) = (Vec::new(), Vec::new()),
        |turn| turn.salts[0] = [7; 32],
        |turn| turn.moves[0] = turn.moves[0].replace("fight", "sight"),
    ];
    for change in changes {
        let (mut game, mut dispute) = false_dispute();
        change(&mut dispute);
        game.sign(&mut dispute);
        let number = dispute.number;
        let read = game.mail(dispute);
        game.caught(read, BOB, number, BadBox);
    }
}

/// Bob seals a piece as an empty square and shows another one in its place. No box is for an empty square, so none opens; but that is no
/// fault of alice's, and his dispute does not make it one.
#[test]
fn a_dispute_over_a_piece_that_was_sealed_as_empty() {
    let hides_nothing = |game: &mut Game, dispute: &Turn| {
        let (item, kind) = dispute.open[0].split_once(' ').expect("an opening");
        let true_seal = game.seal(BOB, item, kind);
        let (seal, salt) = (game.seal(BOB, item, "empty"), game.salt(BOB, item));
        let eye = Eye::of(&Opening { kind: 0, salt }).encode();
        let any = game.any();
        game.cheat_unseen(any, |turn| {
            let at = turn.setup.iter().position(|seal| *seal == true_seal).expect("a piece of bob's");
            turn.setup[at] = seal;
            turn.eyes[at] = eye;
        });
    };
    let found = (0..50).find_map(|seed| dispute_in(seed, hides_nothing));
    let (mut game, mut dispute) = found.expect("in one of fifty games alice attacks a piece that no Spy of hers has met");
    let item = dispute.open[0].split(' ').next().expect("an item").to_owned();
    dispute.open[0] = format!("{item} empty");
    game.sign(&mut dispute);
    let number = dispute.number;
    let read = game.mail(dispute);
    let finding = game.caught(read, BOB, number, BadBox);
    assert!(!finding.message.contains("does not exist"), "{}", finding.message);
}

/// A Spy's owner is told that a box addressed to it is bad, and can prove it; to all others it looks like any other.
#[test]
fn a_sight_box_that_does_not_open() {
    let proved = (0..50).find_map(|seed| {
        let mut game = espionage(seed);
        while let Some(due) = game.table.due() {
            if due == BOB
                && let Ok(dispute) = disputed(&game)
            {
                return Some((game, dispute));
            }
            let mut turn = game.compose(game.any());
            if due == ALICE && only_sights(&turn) {
                spoil_sights(&mut turn);
                game.sign(&mut turn);
            }
            game.mail(turn).expect("nobody but the owner of a Spy can see it");
        }
        None
    });
    let (mut game, dispute) = proved.expect("in one of fifty games a Spy of bob's meets a piece");
    let number = turn_disputed(&dispute);
    assert!(dispute.moves[0].starts_with("dispute sight "));
    let read = game.mail(dispute);
    game.caught(read, ALICE, number, BadBox);
}

/// Who says nothing is told in the end all the same.
#[test]
fn a_sight_box_that_is_bad_and_not_disputed() {
    let mut game = espionage(1);
    let mut turn = until(&mut game, only_sights).expect("two pieces meet");
    let number = turn.number;
    spoil_sights(&mut turn);
    game.sign(&mut turn);
    game.mail(turn).expect("nobody but the owner of a Spy can see it");
    game.step(game.any());
    game.step(Order::Resign);
    game.step(Order::Nothing);
    let verdict = game.verdict();
    assert!(!verdict.findings.is_empty());
    assert!(verdict.findings.iter().all(|finding| (finding.seat, finding.turn, finding.kind) == (ALICE, number, BadBox)));
    assert_eq!(verdict.result.expect("a result").winners, [BOB]);
}

/// Alice moves Mines as if they were pieces that walk, and shows her true army in the end.
#[test]
fn a_mine_that_walks() {
    let mut caught = 0;
    for seed in 0..6 {
        let mut game = espionage(seed);
        while game.table.turns() < 3 {
            game.step(game.any());
        }
        let honest = game.players[0].setup.clone();
        // As she plays now, her Mines are ones and her ones are Mines.
        let swapped = honest.iter().map(|row| {
            let (label, cells) = row.split_at(row.find(':').expect("a label") + 1);
            let cells = cells.replace('1', "?").replace('M', "1").replace('?', "M");
            format!("{label}{cells}")
        });
        game.players[0].setup = swapped.collect();
        for _ in 0..4 {
            if game.table.due() == Some(BOB) && disputed(&game).is_ok() {
                break;
            }
            let due = game.table.due().expect("the game goes on");
            let outlook = Outlook::new(moment(i64::from(game.table.turns()) + 1), game.any());
            let Ok(composed) = game.table.compose(&game.players[due.index()], &outlook) else { break };
            game.mail(composed.turn).expect("nobody can see it yet");
        }
        game.players[0].setup = honest;
        let resigning = game.compose(Order::Resign);
        game.mail(resigning).expect("an honest turn");
        while game.step(Order::Nothing).is_some() {}
        let verdict = game.verdict();
        assert!(verdict.findings.iter().all(|finding| finding.seat == ALICE), "{:?}", verdict.findings);
        caught += usize::from(verdict.findings.iter().any(|finding| finding.kind == IllegalMove));
    }
    assert!(caught > 0, "in one of these games a Mine has walked");
}

/// An eye of another kind than the seal: the piece would read what is meant for others.
#[test]
fn an_eye_of_another_kind() {
    for seat in [ALICE, BOB] {
        let mut game = espionage(2);
        while game.table.due() != Some(seat) {
            game.step(game.any());
        }
        let salt = game.salt(seat, &piece(&game, seat, "2"));
        let [captain, spy] = [2, 6].map(|kind| Eye::of(&Opening { kind, salt }).encode());
        let any = game.any();
        game.cheat_unseen(any, |turn| {
            let eye = turn.eyes.iter_mut().find(|eye| **eye == captain);
            *eye.expect("the eye of that piece") = spy;
        });
        while game.table.due() != Some(seat) {
            game.step(game.any());
        }
        game.step(Order::Resign);
        while game.step(Order::Nothing).is_some() {}
        let number = game.file.turns.iter().find(|turn| turn.seed.is_some()).expect("a reveal").number;
        game.caught_at_the_end(seat, number, SealMismatch);
    }
}

/// The item of the first piece with this sign on a seat's sheet.
fn piece(game: &Game, seat: Seat, sign: &str) -> String {
    let found = game.players[seat.index()].setup.iter().find_map(|row| {
        let (label, cells) = row.strip_prefix("row ")?.split_once(": ")?;
        let column = cells.split(' ').position(|cell| cell == sign)?;
        Some(format!("{}{label}", ('A'..).nth(column)?))
    });
    found.expect("a piece of that kind")
}
