//! Boxes: which are due, and whether they show what a server would show, no more and no less.

use std::collections::{BTreeMap, BTreeSet};

use super::super::moves::own_steps;
use super::super::{Clash, Espionage, Fight, Orders, Place};
use super::combat::by_table;
use super::table::{ALICE, BOB, Table};
use crate::games::conformance::Dice;
use crate::games::{Numbers, Purpose, Rules, Seat, Told};

/// One box in short: from, to, whether it is a fight, and the outcomes that it is tied to.
type Short = (String, String, bool, Vec<Clash>);

fn short(table: &Table) -> Vec<Short> {
    let place = |seat: Seat, name: Place| {
        table.stands(seat, name).map_or("-".to_owned(), |at| at.to_string())
    };
    let boxes = table.boxes.iter().map(|spec| {
        let given = spec.given.iter().map(|(_, clash)| *clash).collect();
        (
            place(spec.from.seat, spec.from.item),
            place(spec.to.seat, spec.to.item),
            matches!(spec.purpose, Purpose::Fight(_)),
            given,
        )
    });
    boxes.collect()
}

fn sight(from: &str, to: &str) -> Short {
    (from.to_owned(), to.to_owned(), false, Vec::new())
}

#[test]
fn who_comes_next_to_a_piece_is_boxed_at_once_and_the_other_in_the_next_file() {
    let mut table = Table::empty(&[]);
    let (_, _) = (table.put(ALICE, '3', "D4"), table.put(ALICE, '1', "A1"));
    let (_, _) = (table.put(BOB, 'S', "E6"), table.put(BOB, '2', "J10"));
    table.go("D4-D5, A1-A2");
    assert_eq!(short(&table), [sight("D5", "E6")]);
    assert_eq!(table.seen(BOB).len(), 1, "the Spy sees the Captain");
    table.go("E6-E7, J10-J9");
    assert_eq!(short(&table), [sight("E7", "D5")], "owed, though the Spy has gone");
    assert_eq!(table.seen(ALICE).len(), 0, "no Spy of alice is there");
    table.go("D5-D6, A2-A3");
    assert_eq!(short(&table), [], "each pair is boxed once in a game");
    table.go("E7-E8, J9-J8");
    assert_eq!(short(&table), []);
}

#[test]
fn two_spies_reveal_each_other() {
    let mut table = Table::empty(&[]);
    let spies = (table.put(ALICE, 'S', "D4"), table.put(BOB, 'S', "E6"));
    table.put(ALICE, '1', "A1");
    table.put(BOB, '2', "J10");
    table.go("D4-D5, A1-A2");
    table.go("E6-E7, J10-J9");
    assert_eq!(
        (table.seen(ALICE), table.seen(BOB)),
        (BTreeSet::from([spies.1]), BTreeSet::from([spies.0]))
    );
}

#[test]
fn a_spy_sees_mines_and_headquarters_on_all_eight_squares() {
    let mut table = Table::empty(&[("moves-per-turn", "1")]);
    table.put(ALICE, 'S', "E7");
    for (sign, square) in ['M', 'H', '5', 'E', '1', '2', 'S', '3']
        .into_iter()
        .zip(["D9", "E9", "F9", "D8", "F8", "D7", "F7", "J10"])
    {
        table.put(BOB, sign, square);
    }
    table.go("E7-E8");
    table.go("J10-J9");
    assert_eq!(table.seen(ALICE).len(), 7, "all neighbours, and not J9");
}

#[test]
fn owed_boxes_come_first_in_the_order_of_the_sheet() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D4");
    table.put(ALICE, '1', "H4");
    let first = [table.put(BOB, '2', "C6"), table.put(BOB, '2', "E6")];
    let second = table.put(BOB, '1', "H6");
    table.go("D4-D5, H4-H5");
    table.go("C6-C7, H6-H7");
    let from: Vec<Place> = table.boxes.iter().map(|spec| spec.from.item).collect();
    let mut due = first.to_vec();
    due.sort();
    due.push(second);
    assert_eq!(from, due);
}

#[test]
fn sights_after_an_attack_are_tied_to_its_success() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '1', "A1");
    table.put(BOB, '2', "D6");
    table.put(BOB, 'S', "D7");
    table.put(BOB, 'S', "J10");
    table.order("D5-D6, A1-A2");
    assert_eq!(
        short(&table),
        [
            ("D5".to_owned(), "D6".to_owned(), true, vec![]),
            ("D5".to_owned(), "D7".to_owned(), false, vec![Clash::Takes]),
        ]
    );
    assert_eq!(table.seen(BOB).len(), 1, "the token opens what is tied to it");
}

#[test]
fn a_second_attack_on_the_same_target_is_tied_to_the_fall_of_the_first() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '5', "C6");
    table.put(BOB, '2', "D6");
    table.put(BOB, 'S', "D7");
    table.order("D5-D6, C6-D6");
    let fights: Vec<Vec<Clash>> = table
        .boxes
        .iter()
        .map(|spec| spec.given.iter().map(|(_, clash)| *clash).collect())
        .collect();
    assert_eq!(
        fights,
        [vec![], vec![Clash::Takes], vec![Clash::Falls], vec![Clash::Falls, Clash::Takes]]
    );
    assert_eq!(
        table.own(BOB).told.len(),
        2,
        "the first fight and what D7 saw of it; nothing of the second, which never comes"
    );
}

#[test]
fn a_second_step_beside_the_first_target_needs_no_tie() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '1', "B5");
    table.put(BOB, 'M', "D6");
    table.put(BOB, '2', "C7");
    table.order("D5-D6, B5-B6");
    assert_eq!(
        short(&table),
        [
            ("D5".to_owned(), "D6".to_owned(), true, vec![]),
            ("D5".to_owned(), "C7".to_owned(), false, vec![Clash::Takes]),
            sight("B5", "C7"),
        ]
    );
}

#[test]
fn a_piece_that_was_attacked_gets_no_sight_box_any_more() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '1', "B6");
    let mine = table.put(BOB, 'M', "D6");
    table.put(BOB, '2', "J10");
    table.put(BOB, '2', "J8");
    table.go("D5-D6, B6-C6");
    assert!(
        table.boxes.iter().all(|spec| spec.purpose != Purpose::Sight),
        "C6 stands next to D6, which is attacked in the same file"
    );
    assert!(table.state.pieces[BOB][&mine].attacked);
    table.go("J10-J9, J8-J7");
    assert_eq!(
        short(&table),
        [sight("D6", "C6")],
        "but the other way round the piece on C6 may be a Spy"
    );
    table.go("C6-C7");
    assert_eq!(short(&table), [], "nor in later files");
}

#[test]
fn open_games_have_no_boxes() {
    let mut table = Table::empty(&[("open", "true")]);
    table.put(ALICE, '3', "D5");
    table.put(ALICE, '1', "B5");
    table.put(BOB, '2', "D6");
    table.order("D5-D6, B5-B6");
    assert!(table.boxes.is_empty());
    assert!(!Espionage::has_eyes(&table.state));
    let fight = table.fight().expect("a fight");
    assert!(!Espionage::by_token(&fight));
    table.answer();
    assert!(table.state.owed[BOB].is_empty());
}

#[test]
fn a_pass_carries_what_is_owed() {
    let mut table = Table::empty(&[]);
    table.put(ALICE, 'S', "D4");
    table.put(ALICE, '1', "A1");
    let mine = table.put(BOB, 'M', "D6");
    table.go("D4-D5, A1-A2");
    table.go("pass");
    assert_eq!(table.seen(ALICE), BTreeSet::from([mine]));
}

/// An all-knowing server, written without a look at the rule book.
struct Server {
    /// square -> seat, name, sign
    board: BTreeMap<Place, (Seat, Place, char)>,
    /// what each seat was shown
    shown: [BTreeSet<Place>; 2],
    fights: BTreeSet<(Place, Place)>,
}

impl Server {
    fn of(table: &Table) -> Server {
        let pieces = [ALICE, BOB].into_iter().flat_map(|seat| {
            table.state.pieces[seat].iter().map(move |(name, piece)| (seat, *name, piece))
        });
        let board = pieces
            .filter_map(|(seat, name, piece)| {
                Some((piece.at?, (seat, name, table.kind(seat, name).sign())))
            })
            .collect();
        Server { board, shown: [BTreeSet::new(), BTreeSet::new()], fights: BTreeSet::new() }
    }

    fn run(&mut self, orders: &Orders) {
        for step in &orders.steps {
            let Some(mover) = self.board.get(&step.from).copied() else { continue };
            match self.board.get(&step.to).copied() {
                None => {
                    self.board.remove(&step.from);
                    self.board.insert(step.to, mover);
                }
                Some(target) if target.0 == mover.0 => {}
                Some(target) => {
                    self.fights.insert((mover.1, target.1));
                    self.board.remove(&step.from);
                    match by_table(mover.2, target.2).expect("a piece that walks") {
                        Clash::Falls => {}
                        Clash::Takes => {
                            self.board.insert(step.to, mover);
                        }
                        Clash::Headquarters => return,
                    }
                }
            }
            self.spies_look();
        }
    }

    fn spies_look(&mut self) {
        for (here, (seat, _, sign)) in &self.board {
            for (there, (other, name, _)) in &self.board {
                let far = here.0.row.abs_diff(there.0.row).max(here.0.col.abs_diff(there.0.col));
                if *sign == 'S' && seat != other && far == 1 {
                    self.shown[seat.index()].insert(*name);
                }
            }
        }
    }
}

/// Legal moves with a taste for trouble: attacks, two on one target among them.
fn reckless(table: &Table, seat: Seat, dice: &mut Dice) -> Orders {
    let mut steps = Vec::new();
    while steps.len() < table.state.house.moves {
        let legal = own_steps(&table.state, table.own(seat), steps.first().copied());
        let attacks: Vec<_> =
            legal.iter().copied().filter(|step| table.state.fight(seat, *step).is_some()).collect();
        let forward: Vec<_> =
            legal.iter().copied().filter(|step| (step.to > step.from) == (seat == ALICE)).collect();
        let pool = match dice.below(4) {
            0 | 1 if !attacks.is_empty() => attacks,
            0..=2 if !forward.is_empty() => forward,
            _ => legal,
        };
        let dice: &mut dyn Numbers = dice;
        match dice.pick(&pool) {
            Some(step) => steps.push(*step),
            None => break,
        }
    }
    Orders { steps }
}

#[derive(Default, Debug)]
struct Tally {
    decisions: u32,
    seen: usize,
    tied: u32,
    same_target: u32,
}

fn play_against_the_server(set: &[(&str, &str)], seed: u64, tally: &mut Tally) {
    let mut table = Table::full(set, seed);
    let mut server = Server::of(&table);
    let mut dice = Dice(seed ^ 0xb0c5);
    let mut boxed: BTreeSet<(Place, Place)> = BTreeSet::new();
    while table.outcome().is_none() {
        let seat = table.actor();
        let on_board = |table: &Table, names: &BTreeSet<Place>, seat: Seat| -> BTreeSet<Place> {
            names.iter().copied().filter(|name| table.stands(seat, *name).is_some()).collect()
        };
        let seen = table.seen(seat);
        assert_eq!(
            on_board(&table, &seen, seat.other()),
            on_board(&table, &server.shown[seat.index()], seat.other()),
            "who decides knows what a server would have shown (seed {seed}, turn {})",
            table.state.turns
        );
        for (seat, shown) in [ALICE, BOB].into_iter().zip(&server.shown) {
            assert!(table.seen(seat).is_subset(shown), "nothing else can be opened (seed {seed})");
            let told = table.own(seat).told.iter().filter_map(|told| match told {
                Told::Fought { question, .. } => Some((question.attacker, question.defender)),
                Told::Seen(_) => None,
            });
            assert!(
                told.into_iter().all(|pair| server.fights.contains(&pair)),
                "no fight opens that never came (seed {seed})"
            );
        }
        for (place, (seat, name, _)) in &server.board {
            assert_eq!(table.stands(*seat, *name), Some(*place));
        }
        tally.decisions += 1;
        tally.seen += seen.len();
        let orders = reckless(&table, seat, &mut dice);
        assert_eq!(Espionage::check(&table.state, seat, &orders), Ok(()));
        server.run(&orders);
        let met = table.state.met[seat].clone();
        let owed = table.state.owed[seat].clone();
        table.play(orders);
        let mut fates = Vec::new();
        while let Some(fight) = table.fight() {
            let was = table.own(seat.other()).told.len();
            table.answer();
            assert_eq!(
                table.own(seat.other()).told.len(),
                was,
                "an answer opens no box: all tokens were there"
            );
            fates.push((fight.attacker, table.stands(seat, fight.attacker).is_some()));
        }
        let happened = |clash: &(Fight, Clash)| {
            fates.iter().any(|(attacker, stands)| {
                *attacker == clash.0.attacker && *stands == (clash.1 != Clash::Falls)
            })
        };
        let sights: Vec<_> =
            table.boxes.iter().filter(|spec| spec.purpose == Purpose::Sight).collect();
        let pairs: Vec<(Place, Place)> =
            sights.iter().map(|spec| (spec.from.item, spec.to.item)).collect();
        assert_eq!(
            pairs.len(),
            pairs.iter().collect::<BTreeSet<_>>().len(),
            "one box for a pair in a file"
        );
        tally.tied += u32::try_from(sights.iter().filter(|spec| !spec.given.is_empty()).count())
            .expect("few");
        tally.same_target += u32::from(
            table
                .boxes
                .iter()
                .any(|spec| spec.given.first().is_some_and(|given| given.1 == Clash::Falls)),
        );
        if table.outcome().is_some() {
            break;
        }
        let mut due: BTreeSet<(Place, Place)> =
            table.state.met[seat].difference(&met).copied().collect();
        due.extend(owed.iter().filter(|(own, _)| sights.iter().any(|spec| spec.from.item == *own)));
        let came: BTreeSet<_> = sights
            .iter()
            .filter(|spec| spec.given.iter().all(happened))
            .map(|spec| (spec.from.item, spec.to.item))
            .collect();
        assert_eq!(came, due, "boxed is what met (seed {seed})");
        assert!(
            came.iter().all(|pair| boxed.insert(*pair)),
            "each pair is boxed once in a game (seed {seed})"
        );
    }
}

#[test]
fn boxes_show_what_an_all_knowing_server_would_show() {
    let mut tally = Tally::default();
    for seed in 0..200 {
        play_against_the_server(&[], seed, &mut tally);
    }
    for seed in 0..60 {
        play_against_the_server(&[("size", "small")], seed, &mut tally);
        play_against_the_server(&[("army", "thirty")], seed, &mut tally);
        play_against_the_server(
            &[("moves-per-turn", "1"), ("size", "small"), ("volcanoes", "0")],
            seed,
            &mut tally,
        );
    }
    assert!(
        tally.decisions > 20_000
            && tally.tied > 1_000
            && tally.same_target > 200
            && tally.seen > 100_000,
        "{tally:?}"
    );
}

#[test]
fn boxes_do_not_depend_on_secrets() {
    let mut first = Table::full(&[], 7);
    let mut second = Table::full(&[], 7);
    let sign = |table: &Table, name: Place| table.kind(ALICE, name);
    let walkers = |table: &Table| -> BTreeSet<Place> {
        Espionage::items(&table.state, ALICE)
            .into_iter()
            .filter(|name| sign(table, *name).walks())
            .collect()
    };
    // Another army on the same squares: every rank that walks is a different one.
    let entries: Vec<String> =
        Espionage::write_secret(&second.state, ALICE, &second.own(ALICE).secret)
            .iter()
            .map(|row| {
                let (label, cells) = row.split_at(7);
                let turned = cells.replace('1', "x").replace('S', "1").replace('x', "S");
                format!("{label}{turned}")
            })
            .collect();
    second.owns[0].secret =
        Espionage::parse_secret(&second.state, ALICE, &entries).expect("a sheet");
    assert_eq!(walkers(&first), walkers(&second));
    assert_eq!(Espionage::check_secret(&second.state, ALICE, &second.own(ALICE).secret), []);
    let mut dice = Dice(3);
    for _ in 0..12 {
        let seat = first.actor();
        let orders = reckless(&first, seat, &mut dice);
        if orders.steps.iter().any(|step| first.state.fight(seat, *step).is_some()) {
            break;
        }
        first.play(orders.clone());
        second.play(orders);
        assert_eq!(first.boxes, second.boxes);
        assert_eq!(Espionage::scene(&first.state, None), Espionage::scene(&second.state, None));
    }
}
