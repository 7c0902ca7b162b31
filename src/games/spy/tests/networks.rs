//! The geometry of networks, compared with the counts in the rules and with a generator that is
//! written in a different way.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::super::network::Network;
use super::super::notation::parse_network;
use super::super::search::{Constraint, Extent, MOST_LINES, networks, patterns};
use super::super::spaces::Spaces;
use super::{REAL, SAME, corners, names, network, options};
use crate::board::Square;
use crate::games::conformance::Dice;
use crate::rules::{Seat, Setup};

fn all(set: &[(&str, &str)]) -> Vec<(Network, Spaces)> {
    let options = options(set);
    let mut all = Vec::new();
    let extent = networks(&options, &Constraint::default(), MOST_LINES, &mut |corners, hot| {
        all.push((Network::new(corners.to_vec()), hot));
        ControlFlow::Continue(())
    });
    assert_eq!(extent, Extent::All);
    all
}

fn count_patterns(networks: &[(Network, Spaces)]) -> usize {
    networks.iter().map(|(_, hot)| hot).collect::<BTreeSet<_>>().len()
}

#[test]
fn numbers_of_networks_and_patterns_agree_with_the_rules() {
    for (size, count, patterns) in
        [("7", 5_168, 4_376), ("8", 23_120, 20_640), ("10", 149_976, 141_528)]
    {
        let all = all(&[("rows", size), ("cols", size)]);
        assert_eq!((all.len(), count_patterns(&all)), (count, patterns), "{size} x {size}");
    }
}

#[test]
fn an_extra_one_unit_line_makes_five_times_as_many() {
    let options = options(&[("lengths", "1,1,2,3,4,5,6")]);
    assert_eq!(options.spaces(), 23);
    let mut count = 0;
    let extent = networks(&options, &Constraint::default(), MOST_LINES, &mut |_, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((extent, count), (Extent::All, 744_024));
}

#[test]
fn one_network_in_twelve_shares_its_pattern() {
    let all = all(&[]);
    let mut share: BTreeMap<Spaces, usize> = BTreeMap::new();
    for (_, hot) in &all {
        *share.entry(*hot).or_default() += 1;
    }
    assert_eq!(share.values().max(), Some(&4));
    let sharing: usize = share.values().filter(|count| **count > 1).sum();
    assert_eq!((sharing * 1000 + all.len() / 2) / all.len(), 83, "8.3 in a hundred");
}

/// Returns all networks on a field, by trying every order, start and direction, and stepping unit
/// by unit.
fn slowly(size: i32, lengths: &[i32]) -> BTreeSet<Vec<(i32, i32)>> {
    fn orders(left: &[i32]) -> Vec<Vec<i32>> {
        if left.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for at in 0..left.len() {
            let mut rest = left.to_vec();
            let first = rest.remove(at);
            all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
        }
        all
    }
    let mut found = BTreeSet::new();
    for order in orders(lengths) {
        for choice in 0..(size * size * 2) << lengths.len() {
            let (start, mut ways) = (choice % (size * size), choice / (size * size));
            let mut across = ways % 2 == 0;
            ways /= 2;
            let mut at = (start / size, start % size);
            let (mut seen, mut corners) = (vec![at], vec![at]);
            let fits = order.iter().all(|length| {
                let step = if ways % 2 == 0 { 1 } else { -1 };
                for _ in 0..*length {
                    at = if across { (at.0, at.1 + step) } else { (at.0 + step, at.1) };
                    if !(0..size).contains(&at.0)
                        || !(0..size).contains(&at.1)
                        || seen.contains(&at)
                    {
                        return false;
                    }
                    seen.push(at);
                }
                corners.push(at);
                (across, ways) = (!across, ways / 2);
                true
            });
            if fits {
                let back: Vec<_> = corners.iter().rev().copied().collect();
                found.insert(corners.min(back));
            }
        }
    }
    found
}

fn written(network: &Network) -> Vec<(i32, i32)> {
    let corners: Vec<_> = corners(network)
        .iter()
        .map(|corner| (i32::from(corner.row), i32::from(corner.col)))
        .collect();
    let back: Vec<_> = corners.iter().rev().copied().collect();
    corners.min(back)
}

#[test]
fn the_search_finds_what_a_slow_generator_finds() {
    for (lengths, typed) in [
        (vec![1, 2, 3, 4], "1,2,3,4"),
        (vec![1, 1, 2, 6], "1,1,2,6"),
        (vec![5], "5"),
        (vec![3, 3, 3], "3,3,3"),
    ] {
        let all = all(&[("rows", "7"), ("cols", "7"), ("lengths", typed)]);
        let found: BTreeSet<_> = all.iter().map(|(network, _)| written(network)).collect();
        assert_eq!(found.len(), all.len(), "each network is shown once");
        assert_eq!(found, slowly(7, &lengths), "{typed}");
    }
}

#[test]
fn found_networks_are_legal_and_cover_the_stated_spaces() {
    let options = options(&[("rows", "7"), ("cols", "7")]);
    for (network, hot) in all(&[("rows", "7"), ("cols", "7")]) {
        assert_eq!(network.faults(&options), []);
        assert_eq!(network.hot(), hot);
        assert_eq!(hot.len(), 22);
    }
}

#[test]
fn example_in_the_rules_has_a_twin() {
    let options = options(&[]);
    let (real, same) = (network(REAL), network(SAME));
    assert!(real.is_legal(&options) && same.is_legal(&options));
    assert!(real.lengths().eq([2, 1, 3, 5, 6, 4]));
    assert!(same.lengths().eq([2, 4, 6, 5, 3, 1]));
    assert_eq!(real.hot(), same.hot());
    assert_eq!(
        names(real.hot()).join(" "),
        "1A 1B 1C 1D 1E 1F 1G 2A 2G 3A 3G 4A 4G 5A 5D 5E 5F 5G 6A 6B 6C 6D"
    );
}

/// "If the horizontal two-unit line in Illustration 1 were moved one grid unit to the right and
/// connected with the four-unit line rather than the one-unit line, identical information would be
/// obtained": exactly four shapes of networks have this property.
#[test]
fn four_figures_can_be_illustration_1() {
    let options = options(&[]);
    let right = |space: Square| Square::new(space.row, space.col + 1);
    let mut figures = BTreeSet::new();
    let mut orders = BTreeSet::new();
    for (network, hot) in all(&[]) {
        let back = Network::new(corners(&network).into_iter().rev().collect());
        for network in [network, back] {
            let corners = corners(&network);
            let lengths: Vec<u8> = network.lengths().collect();
            if lengths[..2] != [2, 1] || lengths[5] != 4 || corners[0].row != corners[1].row {
                continue;
            }
            let moved = [right(corners[0]), right(corners[1])];
            let Some(joint) = moved.iter().position(|end| *end == corners[6]) else { continue };
            let mut twin: Vec<Square> = corners[1..].to_vec();
            twin.push(moved[1 - joint]);
            let twin = Network::new(twin);
            if twin.is_legal(&options) && twin.hot() == hot {
                let top = corners.iter().map(|corner| corner.row).min().unwrap_or(0);
                let left = corners.iter().map(|corner| corner.col).min().unwrap_or(0);
                figures.insert(
                    corners
                        .iter()
                        .map(|corner| (corner.row - top, corner.col - left))
                        .collect::<Vec<_>>(),
                );
                orders.insert(lengths);
            }
        }
    }
    assert_eq!(figures.len(), 4);
    assert_eq!(
        orders.into_iter().collect::<Vec<_>>(),
        [vec![2, 1, 3, 5, 6, 4], vec![2, 1, 6, 5, 3, 4]]
    );
}

#[test]
fn random_networks_are_uniform() {
    let set = [("rows", "7"), ("cols", "7"), ("lengths", "2,5,6")];
    let all = all(&set);
    let options = options(&set);
    let mut dice = Dice(7);
    let mut drawn: BTreeMap<Vec<(i32, i32)>, i64> = BTreeMap::new();
    let each = 60;
    for _ in 0..all.len() * 60 {
        *drawn.entry(written(&Network::random(&options, Seat::OPENER, &mut dice))).or_default() +=
            1;
    }
    assert_eq!(drawn.len(), all.len());
    // If all networks are equally likely, the sum of the squared differences from the expected
    // count, divided by that count, has the mean `n - 1` and the standard deviation `sqrt(2n)`.
    let freedom = i64::try_from(all.len()).expect("few") - 1;
    let spread: i64 =
        drawn.values().map(|count| (count - each) * (count - each)).sum::<i64>() / each;
    assert!((spread - freedom).pow(2) < 16 * 2 * freedom, "{spread} of {freedom}");
}

#[test]
fn a_search_without_end_is_given_up() {
    let options = options(&[("rows", "16"), ("cols", "16"), ("lengths", "1,2,3,4,5,6,7,8,9")]);
    assert!(patterns(&options, &Constraint::default(), MOST_LINES).is_none());
    let lot = Network::random(&options, Seat::OPENER, &mut Dice(1));
    assert_eq!(lot.faults(&options), []);
}

#[test]
fn a_search_draws_at_most_the_given_number_of_lines() {
    let (options, any) = (options(&[("lengths", "1,2")]), Constraint::default());
    let search = |most| patterns(&options, &any, most).is_some();
    // The field has 180 pairs of neighbors, so 360 lines of one unit can come first.
    assert!(!search(360));
    assert!(search(10_000));
}

#[test]
fn line_is_hot_although_a_corner_is_outside() {
    let network = parse_network("14B 14Z 200Z").expect("it can be read");
    let row = (1..16).map(|col| Square::new(13, col));
    assert!(network.hot().iter().eq(row));
    assert_eq!(parse_network("1A 256A"), None);
}
