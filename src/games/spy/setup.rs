//! Choosing a network: by its corners, with a map, or at random.

use std::ops::ControlFlow;

use super::Spy;
use super::network::{Fault, Network};
use super::notation::{letter, listed, parse_network, read_spaces};
use super::options::Options;
use super::search::{Constraint, first_network, networks};
use super::spaces::Spaces;
use super::words::{Item, Value};
use crate::board::text::{plain, quoted};
use crate::board::{Direction, Square};
use crate::rules::{Numbers, Seat, Setup, SetupHelp, ensure};

/// Maximum number of attempts at a random network. On a default field, one attempt in 30 succeeds;
/// on the smallest field, one attempt in 400.
const MOST_TRIES: u32 = 50_000;

/// Maximum number of lines that a search draws. A search follows if all random attempts have
/// failed, and also finds the network that a map shows.
const MOST_LINES: u32 = 1_000_000;

/// Separators between the rows of a map that is typed on one line.
const ROW_ENDS: [char; 2] = ['/', ';'];

impl Setup<Spy> for Network {
    fn help(options: &Options, _seat: Seat) -> Option<SetupHelp> {
        Some(SetupHelp {
            ask: format!(
                "Draw a chain of lines {} units long, in any order, each at a right angle to the \
                    next. Name its corners in order, including both ends; or draw a map with # \
                 for every space that a line runs through",
                options.lengths_listed()
            ),
            done: "has hidden a network".to_owned(),
            example: options.example.as_ref().map(ToString::to_string),
            form: form(options),
        })
    }

    fn items(options: &Options, _seat: Seat) -> Vec<Item> {
        options.grid.squares().map(Item::Space).collect()
    }

    fn value(&self, _options: &Options, item: &Item) -> Value {
        match item {
            Item::Space(space) if self.hot().contains(*space) => Value::Hot,
            _ => Value::Blank,
        }
    }

    fn read(options: &Options, _seat: Seat, typed: &str) -> Result<Self, Vec<Fault>> {
        let lines = typed.lines().map(plain).filter(|line| !is_comment(line));
        let lines: Vec<String> = lines
            .flat_map(|line| line.split(ROW_ENDS).map(plain).collect::<Vec<_>>())
            .filter(|line| !line.is_empty())
            .collect();
        let rows = lines.iter().filter(|line| !is_head(line)).map(|line| map_row(line));
        match rows.collect::<Option<Vec<&str>>>() {
            Some(rows) if !rows.is_empty() => read_map(options, &rows),
            _ => {
                let corners = read_spaces(&lines.join(" "));
                let unreadable = || vec![Fault::Unreadable(quoted(typed))];
                let network = Network::new(corners.ok_or_else(unreadable)?);
                let faults = network.faults(options);
                if faults.is_empty() { Ok(network) } else { Err(faults) }
            }
        }
    }

    fn parse(_options: &Options, _seat: Seat, entries: &[String]) -> Option<Self> {
        let [entry] = entries else { return None };
        parse_network(entry)
    }

    /// Writes all corners in one entry.
    fn write(&self, _options: &Options, _seat: Seat) -> Vec<String> {
        vec![self.to_string()]
    }

    fn faults(&self, options: &Options, _seat: Seat) -> Vec<Fault> {
        self.faults(options)
    }

    /// Returns a random network. An attempt chooses an order of the lines, a starting space, and a
    /// direction for each line; if the chain leaves the field or touches itself, the next attempt
    /// starts over. Every legal network results from the same number of possible choices, so all
    /// networks are equally likely. This number is twice the number of ways to order lines of equal
    /// length, because a chain can start at either end. If legal networks are so rare that all
    /// attempts fail, the result comes from a limited search.
    fn random(options: &Options, _seat: Seat, numbers: &mut dyn Numbers) -> Self {
        for _ in 0..MOST_TRIES {
            if let Some(network) = try_one(options, numbers) {
                return network;
            }
        }
        let mut found = Vec::new();
        networks(options, &Constraint::default(), MOST_LINES, &mut |corners, _| {
            found.push(Network::new(corners.to_vec()));
            ControlFlow::Continue(())
        });
        // If no network fits the field, return an empty network, which fails validation.
        let found = numbers.pick(&found).or(options.example.as_ref());
        found.cloned().unwrap_or_else(|| Network::new(Vec::new()))
    }

    /// Returns any network with these hot spaces, because no other property of a network is sealed
    /// or asked for.
    fn find(options: &Options, _: Seat, is: &dyn Fn(&Item, &Value) -> bool) -> Option<Self> {
        let is_hot = |space: &Square| is(&Item::Space(*space), &Value::Hot);
        let hot = options.grid.squares().filter(is_hot).collect();
        network_of(options, hot)
    }

    fn describe(&self, _options: &Options, _seat: Seat) -> String {
        format!("{self} (lines {})", listed(self.lengths()))
    }
}

/// Whether a line of a form is a comment: a `#` followed by words.
fn is_comment(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| {
        rest.chars().any(|sign| !is_map_sign(sign) && !ROW_ENDS.contains(&sign))
    })
}

/// Whether a line contains the letters above the columns.
fn is_head(line: &str) -> bool {
    let letters = line.split(' ').collect::<Vec<_>>();
    letters.len() > 1
        && letters
            .iter()
            .zip('A'..)
            .all(|(read, letter)| read.len() == 1 && read.starts_with(letter))
}

/// Returns the spaces in a row of a map, without the label of the row; `None` if the line isn't a
/// row of a map.
fn map_row(line: &str) -> Option<&str> {
    let lower = line.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
    let labelled = if lower.len() == line.len() || line.to_ascii_lowercase().starts_with("row") {
        lower
    } else {
        line
    };
    let row =
        labelled.trim_start_matches(|sign: char| sign.is_ascii_digit() || " :|".contains(sign));
    (!row.is_empty() && row.chars().all(is_map_sign)).then_some(row)
}

fn is_map_sign(sign: char) -> bool {
    is_hot(sign) || is_blank(sign) || sign == ' ' || sign == '|'
}

fn is_hot(sign: char) -> bool {
    matches!(sign, '#' | 'x' | 'X')
}

fn is_blank(sign: char) -> bool {
    matches!(sign, '.' | '-' | '_' | '\u{b7}')
}

/// Rule: "The network may also be typed as a map: any legal network with these spaces stands for
/// it."
fn read_map(options: &Options, rows: &[&str]) -> Result<Network, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut hot = Spaces::EMPTY;
    if rows.len() != usize::from(options.grid.rows()) {
        faults.push(Fault::MapRows { rows: options.grid.rows(), read: rows.len() });
    }
    for (row, line) in rows.iter().enumerate() {
        let spaces: Vec<char> =
            line.chars().filter(|sign| is_hot(*sign) || is_blank(*sign)).collect();
        if spaces.len() != usize::from(options.grid.cols()) {
            faults.push(Fault::MapColumns {
                row: row + 1,
                cols: options.grid.cols(),
                read: spaces.len(),
            });
        }
        let hot_ones = spaces.iter().enumerate().filter(|(_, sign)| is_hot(**sign));
        hot_ones
            .filter_map(|(col, _)| options.grid.square(row, col))
            .for_each(|space| hot.insert(space));
    }
    let (wanted, read) = (options.spaces(), hot.iter().count());
    if wanted != read {
        faults.push(Fault::MapSpaces { wanted, read });
    }
    ensure(faults.is_empty(), faults)?;
    network_of(options, hot).ok_or_else(|| vec![Fault::MapShape(options.lengths_listed())])
}

/// Returns a legal network that makes exactly these spaces hot.
pub(super) fn network_of(options: &Options, hot: Spaces) -> Option<Network> {
    first_network(options, &Constraint::exactly(hot, options.grid), MOST_LINES)
}

fn try_one(options: &Options, numbers: &mut dyn Numbers) -> Option<Network> {
    let mut lengths = options.lengths.clone();
    numbers.shuffle(&mut lengths);
    let mut at = options.grid.at(numbers.index(options.grid.area()))?;
    let mut axis = numbers.index(2);
    let mut corners = vec![at];
    let mut hot: Spaces = [at].into_iter().collect();
    for length in lengths {
        let way = Direction::STRAIGHT.get(axis + 2 * numbers.index(2)).copied()?;
        for _ in 0..length {
            at = options.grid.step(at, way).filter(|next| !hot.contains(*next))?;
            hot.insert(at);
        }
        corners.push(at);
        axis = 1 - axis;
    }
    Some(Network::new(corners))
}

/// Returns an empty map to fill in.
fn form(options: &Options) -> String {
    let (rows, cols) = (options.grid.rows(), options.grid.cols());
    let heads = listed((0..cols).map(letter));
    let empty = listed((0..cols).map(|_| '.'));
    let corners = options.example.as_ref().map(ToString::to_string).unwrap_or_default();
    let head = format!(
        "# Spy!, your network on {rows} rows and {cols} columns.\n\
         # Put a # on each of the {} spaces that a line runs through.\n\
         # Lines, in any order: {} units long,\n\
         # each at a right angle to the next.\n\
         # A line of n units covers n + 1 spaces; two lines share a space only where\n\
         # one ends and the next one starts.\n\
         # Or delete the map and write the corners: {corners}\n\
         \x20         {heads}\n",
        options.spaces(),
        options.lengths_listed(),
    );
    let map = (1..=rows).map(|row| format!("row {row:>2}:   {empty}\n"));
    std::iter::once(head).chain(map).collect()
}
