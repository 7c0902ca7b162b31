//! Heat maps: the possibilities that remain, as data. The rules of a kind compute a [`Heat`], and
//! [`Heat::scene`] turns it into a scene, which is drawn like any other scene.

use serde::Serialize;

use super::Names;
use super::scene::{Board, Cell, Role, Row, Scene};
use crate::board::text::columns;

/// The share of something certain, in thousandths.
const WHOLE: u16 = 1_000;
/// If a row is about at most this many things, it begins with their names. If it is about more
/// things, it begins with their number and ends with their names.
const FEW: usize = 3;
/// Maximum width of the names of several things at the beginning of a row, in columns.
const NAMES: usize = 21;

/// The possibilities that remain, considering all known facts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Heat {
    /// The [`Board::id`] of the board that has the squares in `cells`.
    pub board: &'static str,
    /// Sentences that describe the possibilities, one per entry.
    pub says: Vec<String>,
    /// Number of setups that fit the known facts, if they were counted.
    pub count: Option<u64>,
    /// Whether all numbers are exact rather than estimated.
    pub exact: bool,
    /// Meaning of the shares in `cells`, for the legend, such as `holds an agent`.
    pub of: String,
    /// The likelihood for each square.
    pub cells: Vec<Warm>,
    /// Things, such as pieces, with their possible values.
    pub classes: Vec<Class>,
    /// The most valuable moves, best first.
    pub best: Vec<Best>,
    /// Number of setups of the viewer that are possible from the opponent's point of view.
    pub theirs: Option<u64>,
}

/// The likelihood that a square holds something, such as an agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warm {
    /// Canonical name of the square.
    pub square: String,
    /// Likelihood in thousandths: 0 is impossible, 1000 is certain.
    pub share: u16,
    /// A symbol for the likely piece; empty if the symbol would be the same on every square.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sign: String,
}

/// The possible values of one thing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Class {
    /// Name of the thing, such as a piece or a person.
    pub of: String,
    /// Possible values, each with its likelihood in thousandths, or with `None` if the value is
    /// only known to be possible.
    pub shares: Vec<(String, Option<u16>)>,
}

/// A recommended move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Best {
    /// The move as typed.
    pub typed: String,
    /// The reason.
    pub why: String,
}

/// Returns a fraction in thousandths; 0 and 1000 only for exactly 0 and 1.
pub fn thousandths(part: u64, whole: u64) -> u16 {
    if part == 0 || whole == 0 {
        0
    } else if part >= whole {
        WHOLE
    } else {
        let share = u128::from(part) * u128::from(WHOLE) / u128::from(whole);
        u16::try_from(share).unwrap_or(WHOLE).clamp(1, WHOLE - 1)
    }
}

impl Warm {
    /// Creates an entry without a symbol.
    pub fn new(square: &impl ToString, share: u16) -> Self {
        Warm { square: square.to_string(), share, sign: String::new() }
    }

    /// Returns the text to draw on the square: at most two characters, which are clear even without
    /// color. Without a symbol: a percentage, `##` for certain, or `·` for impossible. With a
    /// symbol: the symbol, then tenths, or `#` for certain.
    fn text(&self) -> String {
        match (self.share, self.sign.as_str()) {
            (0, "") => "·".to_owned(),
            (WHOLE.., "") => "##".to_owned(),
            (WHOLE.., sign) => format!("{sign}#"),
            (share, "") => (share / 10).to_string(),
            (share, sign) => format!("{sign}{}", share / 100),
        }
    }

    fn cell(&self, cell: &Cell) -> Cell {
        let role = match self.share {
            0 => Role::RuledOut,
            WHOLE.. => Role::Hit,
            _ => Role::Answer,
        };
        let sign = if self.sign.is_empty() { String::new() } else { format!("{} ", self.sign) };
        let tip = format!("{}: {sign}{}", self.square, percent(self.share));
        let pieces = Vec::new();
        Cell { text: self.text(), role, tip, pieces, last: false, ..cell.clone() }
    }
}

/// Formats a share in thousandths: `31%`, `under 1%`, `sure` or `impossible`.
fn percent(share: u16) -> String {
    match share {
        0 => "impossible".to_owned(),
        1..10 => "under 1%".to_owned(),
        WHOLE.. => "sure".to_owned(),
        _ => format!("{}%", share / 10),
    }
}

impl Class {
    fn text(&self) -> String {
        let share = |(what, share): &(String, Option<u16>)| match share {
            Some(share) => format!("{what} {}", percent(*share)),
            None => what.clone(),
        };
        self.shares.iter().map(share).collect::<Vec<_>>().join(", ")
    }
}

/// Merges rows that have the same text. Each row has the name of a thing and a text about it. `gap`
/// goes between the names of merged rows.
fn together<'a>(rows: impl Iterator<Item = (&'a str, String)>, gap: &str) -> Vec<(String, String)> {
    let mut described: Vec<(String, Vec<&str>)> = Vec::new();
    for (of, text) in rows {
        match described.iter_mut().find(|(other, _)| *other == text) {
            Some((_, all)) => all.push(of),
            None => described.push((text, vec![of])),
        }
    }
    let row = |(text, all): (String, Vec<&str>)| {
        let names = all.join(gap);
        if all.len() == 1 || all.len() <= FEW && columns(&names) <= NAMES {
            (names, text)
        } else {
            (format!("{} alike", all.len()), format!("{text}: {names}"))
        }
    };
    described.into_iter().map(row).collect()
}

/// Returns the look of a cell that has no entry in the heat map. The cell still shows what is known
/// about its square. If that is a number from an answer, marks the number with `=`, because it
/// isn't a percentage.
fn described(cell: &Cell) -> Cell {
    let is_number = cell.role == Role::Answer && cell.text.bytes().all(|b| b.is_ascii_digit());
    let text = if is_number { format!("={}", cell.text) } else { cell.text.clone() };
    Cell { text, ..cell.clone() }
}

impl Heat {
    /// Creates an exact heat map that says nothing yet.
    pub fn new(board: &'static str, of: &str) -> Self {
        Heat { board, of: of.to_owned(), exact: true, ..Heat::default() }
    }

    /// Returns a scene with the heat map drawn on the viewer's board, and the description next to
    /// it.
    #[must_use]
    pub fn scene(&self, scene: &Scene) -> Scene {
        let board = scene.boards.iter().find(|board| board.id == self.board);
        let boards = board.filter(|_| !self.cells.is_empty()).map(|board| self.on(board));
        let says = self
            .said()
            .enumerate()
            .map(|(nth, says)| (if nth == 0 { "Hint" } else { "" }.to_owned(), says.to_owned()));
        let classes = self.alike();
        let best = self.worth();
        let boards: Vec<Board> = boards.into_iter().collect();
        Scene {
            heading: scene.heading.clone(),
            legend: boards.first().map(|board| self.legend(board)).unwrap_or_default(),
            boards,
            facts: says.chain(best).chain(classes).collect(),
            list: self.list(),
            ..Scene::default()
        }
    }

    /// Returns the sentences of the description. If all squares are equally likely, inserts a
    /// sentence that says so after the first one.
    fn said(&self) -> impl Iterator<Item = &str> {
        let (first, others) = self.says.split_at(self.says.len().min(1));
        let alike = matches!(self.cells.as_slice(), [first, others @ ..] if !others.is_empty()
            && others.iter().all(|warm| warm.sign.is_empty() && warm.share == first.share));
        let alike = alike.then_some("All squares are equally likely.");
        first.iter().map(String::as_str).chain(alike).chain(others.iter().map(String::as_str))
    }

    /// Returns the most valuable moves and the reasons.
    fn worth(&self) -> Vec<(String, String)> {
        together(self.best.iter().map(|best| (best.typed.as_str(), best.why.clone())), " or ")
    }

    /// Returns the possible values of things. Groups things that have the same possible values.
    fn alike(&self) -> Vec<(String, String)> {
        together(self.classes.iter().map(|class| (class.of.as_str(), class.text())), ", ")
    }

    /// Returns the board with a likelihood as the text of each square that has an entry in `cells`.
    fn on(&self, board: &Board) -> Board {
        let warm = |cell: &Cell| self.cells.iter().find(|warm| warm.square == cell.name);
        let row = |row: &Row| match row {
            Row::Cells { label, name, cells } => Row::Cells {
                label: label.clone(),
                name: name.clone(),
                cells: cells
                    .iter()
                    .map(|cell| warm(cell).map_or_else(|| described(cell), |warm| warm.cell(cell)))
                    .collect(),
            },
            Row::Band(band) => Row::Band(band.clone()),
        };
        let rows = board.rows.iter().map(row).collect();
        let narrow = board.narrow.as_ref().map(|narrow| Box::new(self.on(narrow)));
        Board { rows, narrow, aside: Vec::new(), ..board.clone() }
    }

    fn legend(&self, board: &Board) -> Vec<String> {
        let (about, rough) = if self.exact { ("", "") } else { ("about ", "approximate ") };
        let mut legend = vec![if self.cells.iter().all(|warm| warm.sign.is_empty()) {
            format!("0 to 99: {rough}percent   ## sure   · impossible   ({})", self.of)
        } else {
            format!("M3: {about}3 tenths   M# sure   ({})", self.of)
        }];
        let is_told = |row: &Row| match row {
            Row::Cells { cells, .. } => cells.iter().any(|cell| cell.text.starts_with('=')),
            Row::Band(_) => false,
        };
        legend.extend(board.rows.iter().any(is_told).then(|| "=2  answer 2".to_owned()));
        legend
    }

    /// Returns the heat map in sentences, the likeliest squares first.
    fn list(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.said().map(str::to_owned).collect();
        lines.extend(self.worth().into_iter().map(|(of, why)| format!("{of}: {why}.")));
        let mut cells: Vec<&Warm> = self.cells.iter().filter(|warm| warm.share > 0).collect();
        cells.sort_by_key(|warm| std::cmp::Reverse(warm.share));
        if !cells.is_empty() {
            let sign = |warm: &Warm| {
                let sign = if warm.sign.is_empty() { "" } else { " " };
                format!("{}{sign}{} {}", warm.square, warm.sign, percent(warm.share))
            };
            let squares: Vec<String> = cells.into_iter().map(sign).collect();
            let mut of = self.of.clone();
            of.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
            lines.push(format!("{of}: {}.", squares.join(", ")));
        }
        lines.extend(self.alike().into_iter().map(|(of, text)| format!("{of}: {text}.")));
        lines
    }

    /// Replaces the placeholders in all text with the names of the players.
    #[must_use]
    pub fn filled(mut self, names: &Names) -> Self {
        let fill = |text: &mut String| *text = names.fill(text);
        self.says.iter_mut().for_each(fill);
        self.best.iter_mut().for_each(|best| fill(&mut best.why));
        self.classes.iter_mut().for_each(|class| fill(&mut class.of));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_of_a_row_leaves_room_for_the_text() {
        let best = |typed: &str| Best { typed: typed.to_owned(), why: "gains 0.9 bits".to_owned() };
        let labels = |typed: &[&str]| -> Vec<String> {
            let best = typed.iter().map(|typed| best(typed)).collect();
            let heat = Heat { best, ..Heat::new("other", "holds an agent") };
            heat.scene(&Scene::default()).facts.into_iter().map(|(label, _)| label).collect()
        };
        assert_eq!(labels(&["Fiji 7", "Fiji 3"]), ["Fiji 7 or Fiji 3"]);
        assert_eq!(labels(&["Equator 7", "Equator 3"]), ["2 alike"]);
        assert_eq!(labels(&["danger Equator 7 and more"]), ["danger Equator 7 and more"]);
    }
}
