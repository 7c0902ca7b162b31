//! House rules: the size of the field, the lines, the numbered squares, the length of the game.

use super::network::Network;
use super::notation::{listed, parse_network};
use super::search::{Constraint, first_network};
use crate::board::Grid;
use crate::rules::{OptionError, OptionMap, OptionMapExt, OptionSpec};

/// Maximum number of lines to draw when looking for an example. If the field has room for a
/// network, a few thousand lines are enough to find one.
const MOST_LINES: u32 = 100_000;

/// The network that errors and help use as an example, if it is legal.
const USUAL: &str = "5F 5D 6D 6A 1A 1G 5G";

/// The options of a game, converted from an [`OptionMap`].
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(super) grid: Grid,
    /// Lengths of the lines, in ascending order.
    pub(super) lengths: Vec<u8>,
    /// Numbered squares, in ascending order.
    pub(super) multi: Vec<u8>,
    pub(super) max_rounds: u32,
    /// A legal network, if one was found.
    pub(super) example: Option<Network>,
}

impl Options {
    /// Returns the number of spaces that a network covers: the total length of its lines, plus one.
    pub(super) fn spaces(&self) -> usize {
        covered(&self.lengths)
    }

    /// Returns the lengths, such as `1 2 3 4 5 6`.
    pub(super) fn lengths_listed(&self) -> String {
        listed(self.lengths.iter())
    }
}

fn covered(lengths: &[u8]) -> usize {
    lengths.iter().map(|length| usize::from(*length)).sum::<usize>() + 1
}

pub(super) fn specs() -> Vec<OptionSpec> {
    let (number, numbers) = (OptionSpec::number, OptionSpec::numbers);
    let lengths = "how long the lines of a network are, in grid units; [1,1,2,3,4,5,6] is for \
                   advanced players";
    let multi = "the numbered squares: a 3, for example, lets you ask one question about 3 \
                 adjacent spaces in a row or column";
    let rounds = "rounds before both must guess or decline; none: as many rounds as a field has \
                  spaces";
    vec![
        number("rows", 10, 7..=16, "rows of a field, numbered 1, 2, 3, ..."),
        number("cols", 10, 7..=16, "columns of a field, lettered A, B, C, ..."),
        numbers("lengths", &[1, 2, 3, 4, 5, 6], 1..=9, 9, lengths),
        numbers("multi", &[2, 2, 3, 3, 4, 5], 2..=5, 9, multi),
        number("max-rounds", 0, 1..=256, rounds).or_none(),
    ]
}

pub(super) fn read(options: &OptionMap) -> Result<Options, Vec<OptionError>> {
    let size = |option| u8::try_from(options.number(option)).unwrap_or(u8::MAX).clamp(7, 16);
    let grid = Grid::new(size("rows"), size("cols"));
    let lengths = ascending(options.numbers("lengths"));
    check_lengths(grid, &lengths).map_err(|problem| vec![OptionError::new("lengths", problem)])?;
    let max_rounds = match options.small("max-rounds") {
        0 => u32::try_from(grid.area()).unwrap_or(256),
        most => most,
    };
    let multi = ascending(options.numbers("multi"));
    let mut options = Options { grid, lengths, multi, max_rounds, example: None };
    let usual = parse_network(USUAL).filter(|network| network.is_legal(&options));
    options.example = usual.or_else(|| first_network(&options, &Constraint::default(), MOST_LINES));
    Ok(options)
}

fn ascending(list: &[i64]) -> Vec<u8> {
    let mut list: Vec<u8> = list.iter().filter_map(|n| u8::try_from(*n).ok()).collect();
    list.sort_unstable();
    list
}

/// Checks that there are no lines that obviously can't be placed. Doesn't check whether any network
/// fits the field, because that could take very long. If no network fits, no player can hide a
/// network.
fn check_lengths(grid: Grid, lengths: &[u8]) -> Result<(), String> {
    let (rows, cols) = (grid.rows(), grid.cols());
    let longest = lengths.last().copied().unwrap_or(0);
    if longest >= rows.max(cols) {
        return Err(format!(
            "a line of {longest} units does not fit a field of {rows} x {cols}; the longest line \
             that fits has {} units",
            rows.max(cols) - 1
        ));
    }
    let spaces = covered(lengths);
    if spaces > grid.area() {
        return Err(format!(
            "the lines cover {spaces} spaces; a field of {rows} x {cols} has only {}",
            grid.area()
        ));
    }
    Ok(())
}
