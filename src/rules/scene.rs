//! Scenes: boards, and the text next to them. A kind builds a scene once; `render` turns it into
//! text, a list, a web page or JSON.
//!
//! All text in a scene can contain the placeholders of [`Seat`], and Unicode
//! characters from WGL4 (box lines and simple shapes). The renderer has an ASCII replacement for
//! each character.

use crate::board::collect;

use serde::Serialize;

pub use super::edges::{Edge, Edges, Line};
use super::{Game, Heat, Observation, Private, Seat, Shown, Spot, Tile};

/// What a move will do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    /// Lines that describe the effects.
    pub lines: Vec<String>,
    /// A reason to think twice: the move is legal but can only hurt its player, or it ends the
    /// game. User interfaces ask the player for confirmation before they sign such a move.
    pub warning: Option<String>,
}

impl From<Vec<String>> for Preview {
    fn from(lines: Vec<String>) -> Self {
        Preview { lines, warning: None }
    }
}

/// Displays a position. Implementations must not show any part of a setup, except the viewer's own
/// setup in `own` and the public parts of all setups.
pub trait Show<G: Game> {
    /// Returns the scene for the seat of `own`, or for spectators.
    fn scene(&self, shown: &Shown<G>, own: Option<&Private<G>>) -> Scene;

    /// Returns a heat map: counts of possibilities and, with [`Hints::Full`], advice.
    fn heat(&self, _seen: Observation<'_, G>, _wish: Hints) -> Option<Heat> {
        None
    }

    /// Describes what a legal move will do and how it may turn out. Tells which possibilities
    /// remain only if the level of hints allows it.
    fn preview(&self, _seen: Observation<'_, G>, _mv: &G::Move, _hints: Hints) -> Preview {
        Preview::default()
    }

    /// Returns the legal moves of a piece, one per line; `None` in a kind without pieces.
    fn moves_of(
        &self,
        _seen: Observation<'_, G>,
        _piece: &str,
    ) -> Option<Result<Vec<String>, G::Illegal>> {
        None
    }

    /// Returns the colored square that stands for an answer in the picture of a whole game; `None`
    /// if the answer isn't part of the picture.
    fn tile(_answer: &G::Answer) -> Option<Tile> {
        None
    }

    /// Returns the colored square that stands for the result of a seat's sealed move; `None` until
    /// the move is opened. In the picture of a whole game, this square comes after the answers.
    fn sealed_tile(&self, _seat: Seat) -> Option<Tile> {
        None
    }
}

/// Level of hints that the players have agreed on. pbem respects it, but players can't prove that
/// they used no other help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hints {
    /// No hints.
    None,
    /// Counts of possibilities.
    Counts,
    /// Counts and advice.
    Full,
}

impl Hints {
    /// Names of the levels in the header of a turn file, in order.
    pub const WORDS: &'static [&'static str] = &["none", "counts", "full"];

    /// Parses the name of a level in the header of a turn file. An unknown name allows nothing.
    pub fn of(word: &str) -> Self {
        match word {
            "full" => Hints::Full,
            "counts" => Hints::Counts,
            _ => Hints::None,
        }
    }

    /// Returns the name of the level in the header of a turn file.
    pub fn word(self) -> &'static str {
        match self {
            Hints::None => "none",
            Hints::Counts => "counts",
            Hints::Full => "full",
        }
    }
}

/// The game as one seat, or the public, sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Scene {
    /// Text next to the turn number in the first line, such as `round 8`; often empty.
    pub heading: String,
    /// One board, or two side by side (the viewer's own on the left).
    pub boards: Vec<Board>,
    /// Preformatted lines, shown below the boards, that explain the symbols; at most 80 columns.
    pub legend: Vec<String>,
    /// Facts about the position, each a label and its text, for user interfaces that have their own
    /// legend. (In text, the legend contains these facts.)
    pub status: Vec<(String, String)>,
    /// Other facts, each a label (such as `Your dice`) and its text.
    pub facts: Vec<(String, String)>,
    /// What the viewer can do now, one choice per entry; empty if it isn't the viewer's move. Short
    /// screens show only the first entry.
    pub may: Vec<String>,
    /// Example moves for the last lines of the screen: each move as `pbem move` accepts it, and its
    /// effect (may be empty).
    pub examples: Vec<(String, String)>,
    /// All facts as sentences, one per line, for screen readers and proportional fonts: without
    /// drawings, but complete.
    pub list: Vec<String>,
    /// Pieces of the viewer that are on no square, for user interfaces with pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off_board: Vec<Piece>,
    /// Numbers of pieces, shown next to the boards by user interfaces with pictures: losses,
    /// scores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
}

/// A row that shows numbers of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    /// Label of the count, such as `alice lost`.
    pub of: String,
    /// The pieces, with the number of each.
    pub counts: Vec<Count>,
}

/// A number of equal pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// One of the pieces.
    pub piece: Piece,
    /// Number of pieces.
    pub count: usize,
    /// Number of pieces that ends the game, if there is such a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
}

impl Scene {
    /// Returns the squares that look different from those in `before`, to show the effect of the
    /// last turn. Leaves out squares whose only change is that they are now known to be empty, and
    /// boards on which many squares have changed, as after a reveal.
    pub fn changes(&self, before: &Scene) -> Vec<Spot> {
        let boards = self.boards.iter().filter_map(|board| {
            let mut others = before.boards.iter();
            Some((board, others.find(|other| other.id == board.id)?))
        });
        boards.flat_map(|(board, other)| board.changes(other)).collect()
    }
}

/// If more than one out of this many squares has changed, the change isn't the effect of a move.
const ALL_OVER: usize = 5;

impl Board {
    fn cells(&self) -> impl Iterator<Item = &Cell> {
        let cells = self.rows.iter().filter_map(|row| match row {
            Row::Cells { cells, .. } => Some(cells),
            Row::Band(_) => None,
        });
        cells.flatten().filter(|cell| !cell.name.is_empty())
    }

    fn changes(&self, before: &Board) -> Vec<Spot> {
        let were = collect::map(before.cells().map(|cell| (cell.name.as_str(), cell)));
        let has_changed = |cell: &&Cell| {
            let was = were.get(cell.name.as_str());
            was.is_some_and(|was| was.pieces != cell.pieces) && cell.role != Role::RuledOut
        };
        let changed: Vec<&Cell> = self.cells().filter(has_changed).collect();
        if changed.len() * ALL_OVER > self.cells().count() {
            return Vec::new();
        }
        changed.into_iter().map(|cell| Spot::on(self.id, &cell.name)).collect()
    }
}

/// A grid of cells with its labels.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Board {
    /// Id of the board in [`Spot::Square`], such as `own`.
    pub id: &'static str,
    /// Centered title above the board; may be empty.
    pub title: String,
    /// Labels of the columns.
    pub columns: Vec<String>,
    /// Where the column labels are.
    pub heads: Heads,
    /// Width of a cell in text, in characters, including its part of the gap to the next cell: 3, 4
    /// or 5.
    pub cell_width: usize,
    /// Whether the board has a frame.
    pub frame: bool,
    /// Rows from top to bottom.
    pub rows: Vec<Row>,
    /// Lines between squares, drawn under the pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    /// Lines of a small table to the right, starting at the line of the column labels.
    pub aside: Vec<String>,
    /// The same board with narrower cells, for screens that are too narrow for this one.
    #[serde(skip)]
    pub narrow: Option<Box<Board>>,
}

impl Board {
    /// Creates a framed board of these rows, each with its label.
    pub fn framed(
        id: &'static str,
        title: impl Into<String>,
        columns: Vec<String>,
        rows: impl Iterator<Item = (String, Vec<Cell>)>,
    ) -> Self {
        let row = |(label, cells)| Row::Cells { label, name: String::new(), cells };
        let (title, rows) = (title.into(), rows.map(row).collect());
        Board { id, title, columns, cell_width: 3, frame: true, rows, ..Board::default() }
    }
}

/// Where the column labels are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heads {
    /// Above the board.
    #[default]
    Above,
    /// Below the board.
    Below,
    /// Above and below.
    Both,
}

/// One line of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// A row of squares.
    Cells {
        /// Label to the left of the row, such as `A` or `10`; may be empty.
        label: String,
        /// Label to the right of the row, such as `A Arctic`; may be empty.
        name: String,
        /// One cell for each column.
        cells: Vec<Cell>,
    },
    /// A line across the board without squares, such as a wall or a row of buildings. It is aligned
    /// with the left edge of the first cell.
    Band(String),
}

/// The look of one square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cell {
    /// One to `cell_width` characters. A single character is centered in the first three columns of
    /// the cell, two characters begin at the second column, three or more at the first.
    pub text: String,
    /// Canonical name of the square, for pencil marks and selections; empty if the cell isn't a
    /// square.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Role of the cell, for colors and pictures.
    pub role: Role,
    /// Tooltip, such as `Fiji 6: answer 2`; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tip: String,
    /// Whether the last move ended here.
    #[serde(skip_serializing_if = "is_usual")]
    pub last: bool,
    /// The pieces on the square, from the ground up, for user interfaces with pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// Something on a square. An interface may have a picture for its shape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// Name of the thing in the vocabulary of the kind: `agent`, `mine`, `house`.
    pub shape: &'static str,
    #[serde(skip_serializing_if = "is_usual")]
    pub side: Side,
    /// Text on the piece: a number, a letter; often empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// A side of the table. For spectators, the opener's side is the near side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// No side: the ground, a mark, an answer.
    #[default]
    Neither,
    /// The viewer's side.
    Near,
    /// The opponent's side.
    Far,
}

/// Whether a value is the default, in which case JSON leaves it out.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Piece {
    /// Creates a piece that belongs to neither side.
    pub fn new(shape: &'static str) -> Self {
        Piece { shape, side: Side::Neither, label: String::new() }
    }

    /// Sets the side.
    #[must_use]
    pub fn of(mut self, side: Side) -> Self {
        self.side = side;
        self
    }

    /// Sets the text on the piece.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
}

impl Cell {
    pub fn new(text: impl Into<String>, role: Role) -> Self {
        Cell { text: text.into(), role, ..Cell::default() }
    }

    /// Adds a piece on top.
    #[must_use]
    pub fn piece(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// Sets the tooltip.
    #[must_use]
    pub fn tip(mut self, tip: impl Into<String>) -> Self {
        self.tip = tip.into();
        self
    }

    /// Sets the canonical name of the square.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }
}

/// Role of a cell. Every renderer shows it in its own way, never only by color.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A square on which there is nothing, or nothing known.
    #[default]
    Plain,
    /// A piece or mark of the viewer.
    Own,
    /// A piece of another player, or an unknown piece.
    Foe,
    /// A piece that was found or hit, or a hot space in Spy!.
    Hit,
    /// A number or a word that was given as an answer.
    Answer,
    /// Known to be empty.
    RuledOut,
    /// The square of the open question.
    Asked,
    /// Special ground: a volcano, a checkpoint, a shaded square.
    Ground,
    /// Not a square.
    Void,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a scene with a row of ten squares and these pieces. The number with each piece is
    /// the number of its square.
    fn scene(pieces: &[(usize, &'static str)]) -> Scene {
        let cell = |at: usize| {
            let here = pieces.iter().filter(|(place, _)| *place == at);
            let role = |shape: &str| if shape == "out" { Role::RuledOut } else { Role::Own };
            let role = here.clone().next().map_or(Role::Plain, |(_, shape)| role(shape));
            let cell = Cell::new("·", role).named(format!("A{at}"));
            here.fold(cell, |cell, (_, shape)| cell.piece(Piece::new(shape)))
        };
        let cells = (0..10).map(cell).collect();
        let row = Row::Cells { label: String::new(), name: String::new(), cells };
        let board = Board { id: "own", rows: vec![row], ..Board::default() };
        Scene { boards: vec![board], ..Scene::default() }
    }

    #[test]
    fn a_move_is_seen_where_something_came_or_went() {
        let before = scene(&[(1, "spy"), (4, "mine")]);
        let on = |name: &str| Spot::on("own", &name);
        assert_eq!(scene(&[(2, "spy"), (4, "mine")]).changes(&before), [on("A1"), on("A2")]);
        let out = scene(&[(1, "spy"), (4, "mine"), (5, "out")]);
        assert!(out.changes(&before).is_empty(), "what is ruled out was not moved");
        let reveal = scene(&[(2, "spy"), (4, "mine"), (6, "mine"), (7, "mine")]);
        assert!(reveal.changes(&before).is_empty(), "what changes all over was not moved");
        assert!(before.changes(&Scene::default()).is_empty());
    }

    #[test]
    fn json_leaves_out_what_is_usual() {
        let json = serde_json::to_value(scene(&[(0, "spy")])).expect("it is plain");
        let cells = &json["boards"][0]["rows"][0]["cells"]["cells"];
        let piece = serde_json::json!([{ "shape": "spy" }]);
        let spy = serde_json::json!({ "text": "·", "name": "A0", "role": "own", "pieces": piece });
        assert_eq!(cells[0], spy);
        let empty = serde_json::json!({ "text": "·", "name": "A1", "role": "plain" });
        assert_eq!(cells[1], empty);
    }
}
