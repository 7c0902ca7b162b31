//! Boxes compared with an all-knowing server.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Espionage;
use super::super::kind::Clash;
use super::super::square::Square;
use super::super::state::Fight;
use super::super::step::{Stride, Strides};
use super::combat::by_table;
use super::table::{ALICE, BOB, Table};
use crate::games::conformance::Dice;
use crate::rules::{BoxSpec, Disclosure, Numbers, Purpose, Seat};

/// An all-knowing server, written independently of the rules module.
struct Server {
    /// The seat, name and symbol of the piece on each square.
    board: BTreeMap<Square, (Seat, Square, char)>,
    /// The opposing pieces that the server has shown to each seat.
    shown: [BTreeSet<Square>; 2],
    fights: BTreeSet<(Square, Square)>,
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

    fn run(&mut self, strides: &Strides) {
        for &Stride { from, to } in &strides.0 {
            let Some(mover) = self.board.get(&from).copied() else { continue };
            match self.board.get(&to).copied() {
                None => {
                    self.board.remove(&from);
                    self.board.insert(to, mover);
                }
                Some(target) if target.0 == mover.0 => {}
                Some(target) => {
                    self.fights.insert((mover.1, target.1));
                    self.board.remove(&from);
                    match by_table(mover.2, target.2).expect("a piece that walks") {
                        Clash::Falls => {}
                        Clash::Takes => {
                            self.board.insert(to, mover);
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

/// Returns a legal move that seeks trouble, such as two attacks on one target.
pub(super) fn reckless(table: &Table, seat: Seat, dice: &mut Dice) -> Strides {
    let mut strides = Vec::new();
    while strides.len() < table.state.options.moves {
        let legal = table.state.own_strides(table.own(seat), strides.first().copied());
        let those = |holds: &dyn Fn(&Stride) -> bool| -> Vec<Stride> {
            legal.iter().copied().filter(holds).collect()
        };
        let attacks = those(&|stride| table.state.fight(seat, *stride).is_some());
        let forward = those(&|stride| (stride.to > stride.from) == (seat == ALICE));
        let pool = match dice.below(4) {
            0 | 1 if !attacks.is_empty() => attacks,
            0..=2 if !forward.is_empty() => forward,
            _ => legal,
        };
        let dice: &mut dyn Numbers = dice;
        match dice.pick(&pool) {
            Some(stride) => strides.push(*stride),
            None => break,
        }
    }
    Strides(strides)
}

/// A game with boxes, and the same game on a server.
struct Match {
    table: Table,
    server: Server,
    dice: Dice,
    /// The pairs of pieces for which a file has contained a box that shows the first piece to the
    /// second.
    boxed: BTreeSet<(Square, Square)>,
}

impl Match {
    fn new(set: &[(&str, &str)], seed: u64) -> Match {
        let table = Table::full(set, seed);
        let server = Server::of(&table);
        Match { table, server, dice: Dice(seed ^ 0xb0c5), boxed: BTreeSet::new() }
    }

    /// Checks that the current player knows everything that the server has shown to this player,
    /// and that neither player knows more.
    fn knows_as_much(&self, seat: Seat) {
        let Match { table, server, .. } = self;
        let on_board = |names: &BTreeSet<Square>| -> BTreeSet<Square> {
            let names = names.iter().copied();
            names.filter(|&name| table.stands(seat.other(), name).is_some()).collect()
        };
        let shown = &server.shown[seat.index()];
        assert_eq!(on_board(&table.seen_by(seat)), on_board(shown), "turn {}", table.state.turns);
        for (seat, shown) in [ALICE, BOB].into_iter().zip(&server.shown) {
            assert!(table.seen_by(seat).is_subset(shown), "nothing else can be opened");
            for disclosure in &table.own(seat).disclosed {
                let Disclosure::Fought { question, .. } = disclosure else { continue };
                let pair = (question.attacker, question.defender);
                assert!(server.fights.contains(&pair), "no fight opens that never came");
            }
        }
        for (square, (seat, name, _)) in &server.board {
            assert_eq!(table.stands(*seat, *name), Some(*square));
        }
    }

    fn turn(&mut self, tally: &mut Tally) {
        let seat = self.table.actor();
        self.knows_as_much(seat);
        tally.decisions += 1;
        tally.seen += self.table.seen_by(seat).len();
        let strides = reckless(&self.table, seat, &mut self.dice);
        assert_eq!(self.table.check(seat, &strides), Ok(()));
        self.server.run(&strides);
        let met = self.table.state.met[seat].clone();
        let owed = self.table.state.owed[seat].clone();
        self.table.play(strides);
        let fates = self.answers(seat);
        tally.count(&self.table);
        if self.table.outcome().is_none() {
            self.boxed_is_what_met(seat, &met, &owed, &fates);
        }
    }

    /// Answers all fights of a turn. Returns each attacker with its fate: true if it survived.
    fn answers(&mut self, seat: Seat) -> Vec<(Square, bool)> {
        let mut fates = Vec::new();
        let disclosures = |table: &Table| table.own(seat.other()).disclosed.len();
        while let Some(fight) = self.table.fight() {
            let was = disclosures(&self.table);
            self.table.answer();
            assert_eq!(
                disclosures(&self.table),
                was,
                "an answer opens no box: all tokens were there"
            );
            fates.push((fight.attacker, self.table.stands(seat, fight.attacker).is_some()));
        }
        fates
    }

    fn boxed_is_what_met(
        &mut self,
        seat: Seat,
        met: &BTreeSet<(Square, Square)>,
        owed: &[(Square, Square)],
        fates: &[(Square, bool)],
    ) {
        let happened = |(fight, clash): &(Fight, Clash)| {
            fates.contains(&(fight.attacker, *clash != Clash::Falls))
        };
        let pair = |spec: &&BoxSpec<Espionage>| (spec.from.item, spec.to.item);
        let sights: Vec<_> = sights(&self.table).collect();
        let pairs: BTreeSet<_> = sights.iter().map(pair).collect();
        assert_eq!(pairs.len(), sights.len(), "one box for a pair in a file");
        let mut due: BTreeSet<_> = self.table.state.met[seat].difference(met).copied().collect();
        due.extend(owed.iter().filter(|(own, _)| pairs.iter().any(|(from, _)| from == own)));
        let came = sights.iter().filter(|spec| spec.given.iter().all(happened));
        let came: BTreeSet<_> = came.map(pair).collect();
        assert_eq!(came, due, "boxed is what met");
        for pair in came {
            assert!(self.boxed.insert(pair), "each pair is boxed once in a game");
        }
    }
}

fn sights(table: &Table) -> impl Iterator<Item = &BoxSpec<Espionage>> {
    table.boxes.iter().filter(|spec| spec.purpose == Purpose::Sight)
}

#[derive(Default, Debug)]
struct Tally {
    decisions: usize,
    seen: usize,
    tied: usize,
    same_target: usize,
}

impl Tally {
    fn count(&mut self, table: &Table) {
        self.tied += sights(table).filter(|spec| !spec.given.is_empty()).count();
        let after_a_fall = |spec: &BoxSpec<Espionage>| {
            spec.given.first().is_some_and(|(_, clash)| *clash == Clash::Falls)
        };
        self.same_target += usize::from(table.boxes.iter().any(after_a_fall));
    }
}

fn play_against_the_server(set: &[(&str, &str)], seed: u64, tally: &mut Tally) {
    let mut game = Match::new(set, seed);
    while game.table.outcome().is_none() {
        game.turn(tally);
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
