//! Heat maps: what the facts leave possible, as data. A rule book counts; the scene that
//! [`Heat::scene`] makes of it is drawn like any other, as text, as a list, as SVG or HTML.

use serde::Serialize;

use super::Names;
use super::scene::{Board, Cell, Role, Row, Scene};

/// All of something, in thousandths.
const WHOLE: u16 = 1_000;
/// So many that are alike are named before what they may be, more behind it.
const FEW: usize = 3;

/// What the facts leave possible.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Heat {
    /// the [`Board::id`] of the board that `cells` are squares of
    pub board: &'static str,
    /// in words, a sentence each
    pub says: Vec<String>,
    /// how many setups fit, where they were counted
    pub count: Option<u64>,
    /// everything was counted, nothing estimated
    pub exact: bool,
    /// what `cells` tell, for the legend: `holds an agent`
    pub of: String,
    /// squares, and how likely each is
    pub cells: Vec<Warm>,
    /// what things may be, and how likely
    pub classes: Vec<Class>,
    /// moves that are worth most, the best first
    pub best: Vec<Best>,
    /// how many setups of one's own the other must think possible
    pub theirs: Option<u64>,
}

/// How likely something is on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warm {
    /// the square, as its cell is named
    pub square: String,
    /// in thousandths; 0 and 1000 are certain
    pub share: u16,
    /// what is so likely, where that is not the same everywhere: a sign
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sign: String,
}

/// What something may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Class {
    /// what: a piece, a person
    pub of: String,
    /// what it may be, each with its share in thousandths; without shares where all that is known
    /// is that it may be
    pub shares: Vec<(String, Option<u16>)>,
}

/// A move that is advised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Best {
    /// as it is typed
    pub typed: String,
    /// why
    pub why: String,
}

/// A part of a whole in thousandths: 0 and 1000 only if it is certain.
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
    /// A square where the same is so likely everywhere.
    pub fn new(square: &impl ToString, share: u16) -> Self {
        Warm { square: square.to_string(), share, sign: String::new() }
    }

    /// Two signs at most, never a colour alone: percent, or behind a sign tenths; `##` for sure,
    /// `·` for impossible.
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

/// `31 %`, `under 1 %`, `sure`, `impossible`.
fn percent(share: u16) -> String {
    match share {
        0 => "impossible".to_owned(),
        1..10 => "under 1 %".to_owned(),
        WHOLE.. => "sure".to_owned(),
        _ => format!("{} %", share / 10),
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

/// Of whom the same is said is told together.
fn together<'a>(rows: impl Iterator<Item = (&'a str, String)>) -> Vec<(String, String)> {
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for (of, text) in rows {
        match told.iter_mut().find(|(other, _)| *other == text) {
            Some((_, all)) => all.push(of),
            None => told.push((text, vec![of])),
        }
    }
    let row = |(text, all): (String, Vec<&str>)| {
        let named = all.join(", ");
        if all.len() <= FEW {
            (named, text)
        } else {
            (format!("{} alike", all.len()), format!("{text}: {named}"))
        }
    };
    told.into_iter().map(row).collect()
}

/// A square of which something else is known. A number that was the answer is no percentage.
fn told(cell: &Cell) -> Cell {
    let is_number = cell.role == Role::Answer && cell.text.bytes().all(|b| b.is_ascii_digit());
    let text = if is_number { format!("={}", cell.text) } else { cell.text.clone() };
    Cell { text, ..cell.clone() }
}

impl Heat {
    /// The scene of the same viewer with the heat in it: its board, and what is said beside.
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

    /// What is said; also that nothing is known yet of any square, behind how much there is.
    fn said(&self) -> impl Iterator<Item = &str> {
        let (first, others) = self.says.split_at(self.says.len().min(1));
        let alike = matches!(self.cells.as_slice(), [first, others @ ..] if !others.is_empty()
            && others.iter().all(|warm| warm.sign.is_empty() && warm.share == first.share));
        let alike = alike.then_some("No square is likelier than another.");
        first.iter().map(String::as_str).chain(alike).chain(others.iter().map(String::as_str))
    }

    /// What is worth most, and why.
    fn worth(&self) -> Vec<(String, String)> {
        together(self.best.iter().map(|best| (best.typed.as_str(), best.why.clone())))
    }

    /// What things may be.
    fn alike(&self) -> Vec<(String, String)> {
        together(self.classes.iter().map(|class| (class.of.as_str(), class.text())))
    }

    /// The board with its signs replaced where something is known of their heat.
    fn on(&self, board: &Board) -> Board {
        let warm = |cell: &Cell| self.cells.iter().find(|warm| warm.square == cell.name);
        let row = |row: &Row| match row {
            Row::Cells { label, name, cells } => Row::Cells {
                label: label.clone(),
                name: name.clone(),
                cells: cells
                    .iter()
                    .map(|cell| warm(cell).map_or_else(|| told(cell), |warm| warm.cell(cell)))
                    .collect(),
            },
            Row::Band(band) => Row::Band(band.clone()),
        };
        Board { rows: board.rows.iter().map(row).collect(), aside: Vec::new(), ..board.clone() }
    }

    fn legend(&self, board: &Board) -> Vec<String> {
        let about = if self.exact { "" } else { "about " };
        let mut legend = vec![if self.cells.iter().all(|warm| warm.sign.is_empty()) {
            format!("0 to 99: {about}percent   ## sure   · impossible   ({})", self.of)
        } else {
            format!("M3: {about}so many tenths   M# sure   ({})", self.of)
        }];
        let is_told = |row: &Row| match row {
            Row::Cells { cells, .. } => cells.iter().any(|cell| cell.text.starts_with('=')),
            Row::Band(_) => false,
        };
        legend.extend(board.rows.iter().any(is_told).then(|| "=2  told 2".to_owned()));
        legend
    }

    /// The same in sentences, the likeliest squares first.
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
            let named: Vec<String> = cells.into_iter().map(sign).collect();
            let mut of = self.of.clone();
            of.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
            lines.push(format!("{of}: {}.", named.join(", ")));
        }
        lines.extend(self.alike().into_iter().map(|(of, text)| format!("{of}: {text}.")));
        lines
    }

    /// The same with the names of the players.
    #[must_use]
    pub fn filled(mut self, names: &Names) -> Self {
        let fill = |text: &mut String| *text = names.fill(text);
        self.says.iter_mut().for_each(fill);
        self.best.iter_mut().for_each(|best| fill(&mut best.why));
        self.classes.iter_mut().for_each(|class| fill(&mut class.of));
        self
    }
}
