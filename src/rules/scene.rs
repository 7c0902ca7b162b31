//! What there is to see: boards, and what is said beside them. A rule book paints a scene once;
//! `render` makes text, a linear list, SVG, HTML or JSON of it.
//!
//! All texts may hold the placeholders of [`Seat`](super::Seat). They are written with Unicode
//! signs from WGL4 (box lines and simple shapes); the renderer has an ASCII stand-in for each.

use crate::board::collect;

use serde::Serialize;
use serde_json::Value as Json;

use super::{Game, Heat, Observation, Private, Shown, Spot, Tile};

/// How a position looks. Nothing of a setup may show but of `own`'s, and what was shown to all.
pub trait Show<G: Game> {
    /// The table for a seat, or for everybody.
    fn scene(&self, shown: &Shown<G>, own: Option<&Private<G>>) -> Scene;

    /// What everybody sees, for programs.
    fn json(&self, shown: &Shown<G>) -> Json;

    /// What one seat knows beside it, for programs.
    fn private_json(&self, _seen: Observation<'_, G>) -> Json {
        Json::Object(serde_json::Map::new())
    }

    /// What the facts leave possible: what can be counted, or advice as well.
    fn heat(&self, _seen: Observation<'_, G>, _wish: Hints) -> Option<Heat> {
        None
    }

    /// What a move will do, and what may come of it; what the facts leave possible only as far as
    /// there may be [`Hints`].
    fn foresee(&self, _seen: Observation<'_, G>, _mv: &G::Move, _hints: Hints) -> Vec<String> {
        Vec::new()
    }

    /// The legal moves of a piece, one a line; `None` in a game without pieces.
    fn moves_of(
        &self,
        _seen: Observation<'_, G>,
        _piece: &str,
    ) -> Option<Result<Vec<String>, G::Illegal>> {
        None
    }

    /// An answer as a square in the picture of a whole game; `None` if it is no part of it.
    fn tile(_answer: &G::Answer) -> Option<Tile> {
        None
    }
}

/// How much the program may tell of what the facts leave possible, as the players have agreed. It
/// keeps to that; that a player did, nobody can prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hints {
    /// nothing
    None,
    /// what can be counted
    Counts,
    /// that, and advice
    Full,
}

impl Hints {
    /// As they stand in a header, in this order.
    pub const WORDS: &'static [&'static str] = &["none", "counts", "full"];

    /// The word in a header; what is none of them allows nothing.
    pub fn of(word: &str) -> Self {
        match word {
            "full" => Hints::Full,
            "counts" => Hints::Counts,
            _ => Hints::None,
        }
    }

    /// The same word.
    pub fn word(self) -> &'static str {
        match self {
            Hints::None => "none",
            Hints::Counts => "counts",
            Hints::Full => "full",
        }
    }
}

/// A table as one seat, or the public, sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Scene {
    /// what belongs beside the turn number in the first line, such as `round 8`; often empty
    pub heading: String,
    /// one board, or two that stand side by side (one's own to the left)
    pub boards: Vec<Board>,
    /// lines below the boards that explain the signs, set as they shall stand, at most 80 columns
    pub legend: Vec<String>,
    /// what the legend tells of the position beside the signs, for looks that have a key of their
    /// own: as facts
    pub status: Vec<(String, String)>,
    /// further facts, each a label (`Your dice`) and its text
    pub facts: Vec<(String, String)>,
    /// what the rules allow now, for the viewer; empty if it is not his move
    pub may: Vec<String>,
    /// moves that may be typed now, for the last lines: the move as `pbem move` takes it, and what
    /// it does (or empty)
    pub examples: Vec<(String, String)>,
    /// the same facts as sentences, one a line, for screen readers and proportional fonts: no
    /// drawing, nothing left out
    pub list: Vec<String>,
    /// counted pieces next to the boards, for faces that have pictures: losses, scores
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<Tally>,
}

/// A row of counted pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    /// what the row counts, such as `alice lost`
    pub of: String,
    /// the pieces and their numbers
    pub counts: Vec<Count>,
}

/// A number of equal pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    /// one of them
    pub piece: Piece,
    /// how many there are
    pub count: usize,
    /// how many end the game, if there is a limit
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
}

impl Scene {
    /// The squares that look otherwise than they did: what the last turn has done. Squares that are
    /// only known to be empty now are left out, and boards that look otherwise all over, as when a
    /// setup is shown.
    pub fn changes(&self, before: &Scene) -> Vec<Spot> {
        let boards = self.boards.iter().filter_map(|board| {
            let mut others = before.boards.iter();
            Some((board, others.find(|other| other.id == board.id)?))
        });
        boards.flat_map(|(board, other)| board.changes(other)).collect()
    }
}

/// Where more than one square in so many has changed, it was no move.
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
    /// what it is called when a square of it is touched: `own`
    pub id: &'static str,
    /// stands above, centred; may be empty
    pub title: String,
    /// the heads of the columns
    pub columns: Vec<String>,
    /// whether the heads stand below the board as well (or only there)
    pub heads: Heads,
    /// how many characters a cell takes in text, its part of the gap to the next cell included: 3,
    /// 4 or 5
    pub cell_width: usize,
    /// whether a frame is drawn around
    pub frame: bool,
    /// from top to bottom
    pub rows: Vec<Row>,
    /// lines of a small table that stands to the right, from the line of the column heads on
    pub aside: Vec<String>,
}

/// Where the heads of the columns stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heads {
    /// above
    #[default]
    Above,
    /// below
    Below,
    /// above and below
    Both,
}

/// One line of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// squares
    Cells {
        /// to the left, such as `A` or `10`; may be empty
        label: String,
        /// to the right, such as `A Arctic`; may be empty
        name: String,
        /// as many as there are columns
        cells: Vec<Cell>,
    },
    /// a line across the board that holds no squares, its first character above or below the first
    /// of the first cell: a wall, a row of buildings
    Band(String),
}

/// One square as it looks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cell {
    /// one to `cell_width` characters; a single one is centred in the first three, two begin at the
    /// second, three or more stand as they are from the first on
    pub text: String,
    /// what to draw between this cell and the next
    #[serde(skip_serializing_if = "is_usual")]
    pub east: Join,
    /// its square in canonical notation, where it is one: pencil marks and touches go by it
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// what it is, for colours and pictures
    pub role: Role,
    /// what a pointer over it says, such as `Fiji 6: told 2`; may be empty
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tip: String,
    /// the last move ended here
    #[serde(skip_serializing_if = "is_usual")]
    pub last: bool,
    /// what lies there, from the ground up, for looks that have pictures instead of the text
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// Something that lies on a square, by a name for which there may be a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    /// what it is, in the words of its game: `agent`, `mine`, `house`
    pub shape: &'static str,
    /// whose it is
    #[serde(skip_serializing_if = "is_usual")]
    pub side: Side,
    /// what is written on it: a number, a letter; often empty
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// On which side of the table somebody sits. Where everybody looks on, the opener is near.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// on none: the ground, a mark, an answer
    #[default]
    Neither,
    /// the viewer's
    Near,
    /// the other's
    Far,
}

/// What JSON leaves out.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Piece {
    /// Something that is nobody's.
    pub fn new(shape: &'static str) -> Self {
        Piece { shape, side: Side::Neither, label: String::new() }
    }

    /// The same on this side of the table.
    #[must_use]
    pub fn of(mut self, side: Side) -> Self {
        self.side = side;
        self
    }

    /// The same with something written on it.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
}

impl Cell {
    /// A cell of this look.
    pub fn new(text: impl Into<String>, role: Role) -> Self {
        Cell { text: text.into(), role, ..Cell::default() }
    }

    /// The same with this on top of what lies there.
    #[must_use]
    pub fn piece(mut self, piece: Piece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// The same with a tip.
    #[must_use]
    pub fn tip(mut self, tip: impl Into<String>) -> Self {
        self.tip = tip.into();
        self
    }

    /// The same with the name of its square.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same, joined to its eastern neighbour.
    #[must_use]
    pub fn joined(mut self, east: Join) -> Self {
        self.east = east;
        self
    }
}

/// What stands between a cell and its eastern neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Join {
    /// nothing
    #[default]
    Gap,
    /// a thin line: one can step there
    Path,
}

/// What a cell is, so that each look can show it in its own way, never by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// nothing there, or nothing known
    #[default]
    Plain,
    /// a piece or mark of the viewer
    Own,
    /// a piece of somebody else, or an unknown one
    Foe,
    /// found, hit, hot
    Hit,
    /// a number or a word that was the answer
    Answer,
    /// known to be empty
    RuledOut,
    /// asked about right now
    Asked,
    /// ground of a special kind: a volcano, a checkpoint, a shaded square
    Ground,
    /// no square at all
    Void,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of ten squares with pieces on some.
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
        let shown = scene(&[(2, "spy"), (4, "mine"), (6, "mine"), (7, "mine")]);
        assert!(shown.changes(&before).is_empty(), "what changes all over was not moved");
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
