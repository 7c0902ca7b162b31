//! The two fields and the text next to them.

use super::moves::{Move, Span};
use super::network::{Network, spaces_of_line};
use super::notation::{letter, listed, name};
use super::position::{Stage, State, right_or_wrong};
use super::spaces::Spaces;
use super::words::Answer;
use super::{Private, Seen, Shown, Spy, bot, hint, list};
use crate::board::{Direction, Grid, Square};
use crate::rules::scene::{Board, Cell, Piece, Role, Scene};
use crate::rules::{Heat, Hints, Preview, Seat, Setup, Show, Tile};

/// Maximum number of columns of a field for which two fields fit side by side on a screen of 80
/// columns.
const WIDEST_PAIR: u8 = 10;

impl Show<Spy> for State {
    fn scene(&self, shown: &Shown, own: Option<&Private>) -> Scene {
        let near = own.map_or(Seat::OPENER, |own| own.seat);
        let mover = own.map(|own| own.seat).filter(|seat| self.writer() == Some(*seat));
        let worth = mover.filter(|seat| may_guess(self, *seat)).map(|seat| {
            format!(
                "a guess ends the game: 1 point for you if right, 2 for {} if wrong.",
                seat.other()
            )
        });
        Scene {
            heading: if self.round == 0 { String::new() } else { format!("round {}", self.round) },
            boards: [near, near.other()].map(|seat| board(self, shown, own, seat)).to_vec(),
            legend: legend(self, near),
            status: status(self),
            facts: facts(self, shown, own),
            may: mover.into_iter().flat_map(|seat| may(self, seat)).chain(worth).collect(),
            examples: mover.and_then(|seat| example(self, seat)).into_iter().collect(),
            list: list::list(self, shown, own),
            ..Scene::default()
        }
    }

    fn heat(&self, seen: Seen<'_>, wish: Hints) -> Option<Heat> {
        bot::heat(seen, wish)
    }

    fn preview(&self, seen: Seen<'_>, mv: &Move, hints: Hints) -> Preview {
        hint::preview(self, seen.private.seat, mv, hints)
    }

    fn tile(answer: &Answer) -> Option<Tile> {
        Some(match answer {
            Answer::Hot => Tile::Red('h'),
            Answer::Warm => Tile::Yellow('w'),
            Answer::Cold => Tile::Blue('c'),
            Answer::Right => Tile::Plain('!'),
            Answer::Wrong(_) => Tile::Plain('x'),
        })
    }

    fn sealed_tile(&self, seat: Seat) -> Option<Tile> {
        let Stage::Judging(guesses) = &self.stage else { return None };
        let is_right = guesses.opened.filter(|_| guesses.by == seat)?;
        Some(Tile::Plain(if is_right { '!' } else { 'x' }))
    }
}

/// One seat's field: its network, if the viewer may see it, and the answers.
struct Sheet<'a> {
    state: &'a State,
    seat: Seat,
    drawn: Option<Drawing>,
    question_spaces: Spaces,
    /// The viewer, if this is the opponent's field.
    spy: Option<&'a Private>,
}

fn board(state: &State, shown: &Shown, own: Option<&Private>, seat: Seat) -> Board {
    let near = own.map_or(Seat::OPENER, |own| own.seat);
    let mine = own.filter(|own| own.seat == seat);
    let network = mine.map(|own| &own.setup).or(shown.setup(seat));
    let sheet = Sheet {
        state,
        seat,
        drawn: network.map(Drawing::new),
        question_spaces: state.asked_now(seat),
        spy: own.filter(|own| own.seat != seat),
    };
    let title = match (mine, own) {
        (Some(_), _) => "YOUR NETWORK".to_owned(),
        _ if network.is_some() => format!("{}: the truth", seat.upper()),
        (None, Some(_)) => format!("{}: what you know", seat.upper()),
        (None, None) => format!("{}: what {} knows", seat.upper(), seat.other()),
    };
    let id = if seat == near { "own" } else { "other" };
    field(id, title, state.options.grid, |space| sheet.cell(space))
}

pub(super) fn field(
    id: &'static str,
    title: impl Into<String>,
    grid: Grid,
    cell: impl Fn(Square) -> Cell,
) -> Board {
    let columns = (0..grid.cols()).map(|col| letter(col).to_string()).collect();
    let cells = |row| (0..grid.cols()).map(|col| cell(Square::new(row, col))).collect();
    let rows = (0..grid.rows()).map(|row| ((row + 1).to_string(), cells(row)));
    Board::framed(id, title, columns, rows)
}

impl Sheet<'_> {
    fn cell(&self, space: Square) -> Cell {
        let (sign, role, tip) = self.sign(space);
        let ways = self.drawn.as_ref().map(|drawing| drawing.ways(space));
        let text = match ways {
            Some([_, right, _, left]) if right || left => {
                format!("{}{sign}{}", if left { '─' } else { ' ' }, if right { '─' } else { ' ' })
            }
            _ => sign.to_string(),
        };
        let mut cell = Cell::new(text, role).named(name(space)).tip(tip);
        let label: String = ways.map_or_else(String::new, |ways| {
            ways.iter().zip("urdl".chars()).filter_map(|(goes, way)| goes.then_some(way)).collect()
        });
        if !label.is_empty() {
            cell = cell.piece(Piece::new("line").labelled(label));
        }
        match (role, sign) {
            (Role::Asked, _) => cell.piece(Piece::new("asked")),
            (Role::Hit, _) => cell.piece(Piece::new("hot")),
            (Role::Answer, 'w') => cell.piece(Piece::new("warm")),
            (Role::Answer, _) => cell.piece(Piece::new("cold")),
            (Role::RuledOut, _) => cell.piece(Piece::new("blank")),
            (Role::Own, sign) if self.drawn.is_none() => {
                cell.piece(Piece::new("pencil").labelled(sign))
            }
            _ => cell,
        }
    }

    /// Returns the character in the middle of a cell, the role of the cell, and its tooltip.
    fn sign(&self, space: Square) -> (char, Role, String) {
        let field = &self.state.fields[self.seat];
        let answers = field.answers.get(&space);
        let tip = answers.map_or_else(String::new, |answer| format!("{}: {answer}", name(space)));
        if self.question_spaces.contains(space) {
            return ('?', Role::Asked, format!("{}: not answered yet", name(space)));
        }
        match (answers, &self.drawn) {
            (Some(Answer::Hot), _) => ('H', Role::Hit, tip),
            (Some(Answer::Warm), _) => ('w', Role::Answer, tip),
            (Some(Answer::Cold), _) => ('c', Role::Answer, tip),
            (_, Some(drawing)) if drawing.hot.contains(space) => {
                (drawing.sign(space), Role::Own, tip)
            }
            (_, Some(_)) => ('·', Role::Plain, tip),
            (_, None) if field.hot.contains(space) => ('H', Role::Hit, tip),
            (_, None) => self.pencilled(space),
        }
    }

    /// Returns what to draw on a space that no question was about: a pencil mark, a symbol for a
    /// space that is known to be blank, or nothing.
    fn pencilled(&self, space: Square) -> (char, Role, String) {
        let name = name(space);
        match self.spy.and_then(|spy| spy.notes.sign(&name)) {
            Some(mark) => (mark, Role::Own, format!("{name}: your mark")),
            None if self.state.fields[self.seat].blank.contains(space) => {
                ('×', Role::RuledOut, format!("{name}: blank"))
            }
            None => ('·', Role::Plain, String::new()),
        }
    }
}

/// A network as drawn in the spaces.
struct Drawing {
    hot: Spaces,
    /// Spaces where a line continues up, right, down, left.
    ways: [Spaces; 4],
}

impl Drawing {
    fn new(network: &Network) -> Self {
        let mut ways = [Spaces::EMPTY; 4];
        let both_ways = network.lines().flat_map(|(from, to)| [(from, to), (to, from)]);
        for (start, end) in both_ways {
            let towards = Direction::between(start, end);
            let way = Direction::STRAIGHT.iter().position(|way| towards == Some(*way));
            if let Some(spaces) = way.and_then(|way| ways.get_mut(way)) {
                let goes_on = spaces_of_line(start, end).filter(|space| *space != end);
                goes_on.for_each(|space| spaces.insert(space));
            }
        }
        Drawing { hot: network.hot(), ways }
    }

    /// Returns whether a line continues from this space in each direction: up, right, down, left.
    fn ways(&self, space: Square) -> [bool; 4] {
        self.ways.map(|spaces| spaces.contains(space))
    }

    fn sign(&self, space: Square) -> char {
        match self.ways(space) {
            [false, true, false, true] => '─',
            [true, false, true, false] => '│',
            [false, true, true, false] => '┌',
            [false, false, true, true] => '┐',
            [true, true, false, false] => '└',
            [true, false, false, true] => '┘',
            _ => '●',
        }
    }
}

/// Returns the legend: the symbols of the near field on the left, those of the far field on the
/// right, and the rows that each player can still ask about.
fn legend(state: &State, near: Seat) -> Vec<String> {
    let left = ["H w c  hot, warm, cold", "?      not answered yet"];
    let right = ["H hot    w warm    c cold", "× no line: next to a cold space"];
    let far = near.other();
    let over = state.outcome.is_some();
    let asks = !over && matches!(state.stage, Stage::Asking(_) | Stage::Answering { .. });
    let rows = asks.then(|| {
        let (near_rows, far_rows) = (rows_left(state, near), rows_left(state, far));
        format!("      several spaces at once: {far} {near_rows}    {near} {far_rows}")
    });
    let cols = state.options.grid.cols();
    if cols > WIDEST_PAIR {
        let signs = format!("      {}    ?  not answered yet", left[0]);
        return [signs, format!("      {}", right[1])].into_iter().chain(rows).collect();
    }
    let column = usize::from(cols) * 3 + 8;
    let line = |(left, right): (&str, &str)| format!("      {left:<column$}{right}");
    left.into_iter().zip(right).map(line).chain(rows).collect()
}

fn status(state: &State) -> Vec<(String, String)> {
    let row = |(seat, label): (Seat, &str)| {
        (label.to_owned(), format!("to ask about {seat}'s field: {}", rows_left(state, seat)))
    };
    Seat::all(2).zip(["Rows left", ""]).map(row).collect()
}

/// Lists the numbered squares for rows of this field. Shows a dash in place of each square that is
/// crossed out.
fn rows_left(state: &State, field: Seat) -> String {
    let mut left = state.fields[field].rows_left.clone();
    let square = |square: &u8| match left.iter().position(|one| one == square) {
        Some(at) => left.remove(at).to_string(),
        None => "-".to_owned(),
    };
    // Of several squares with the same number, the first in the list is crossed out first.
    let mut signs: Vec<String> = state.options.multi.iter().rev().map(square).collect();
    signs.reverse();
    listed(signs)
}

pub(super) fn facts(state: &State, shown: &Shown, own: Option<&Private>) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    if state.options.lengths != [1, 2, 3, 4, 5, 6] {
        facts.push(("Lines".to_owned(), format!("{} units long", state.options.lengths_listed())));
    }
    let sealed = match &state.stage {
        Stage::Declared { .. } => true,
        Stage::Judging(guesses) => guesses.opened.is_none(),
        _ => false,
    };
    for (item, value) in own.iter().flat_map(|own| &own.sealed).filter(|_| sealed) {
        facts.push(("Your guess".to_owned(), format!("{value} ({item}, sealed)")));
    }
    facts.extend(guesses(state).map(|text| ("Guess".to_owned(), text)));
    for seat in Seat::all(2) {
        if let Some(network) = shown.setup(seat) {
            let had = format!("{seat} had {}", network.describe(&state.options, seat));
            facts.push(("Network".to_owned(), had));
        }
    }
    facts
}

/// Describes the guesses, and their results if these are known.
fn guesses(state: &State) -> Option<String> {
    match &state.stage {
        Stage::Declared { by, .. } => {
            let other = by.other();
            Some(format!(
                "{by} has sealed a guess of {other}'s network. {other} must now guess {by}'s \
                 network or decline; then the game ends"
            ))
        }
        Stage::Judging(guesses) => {
            let came_out = |right: Option<bool>| {
                right.map_or_else(String::new, |right| format!(" ({})", right_or_wrong(right)))
            };
            let by = guesses.by;
            let guess = match guesses.opened {
                None => "sealed a guess".to_owned(),
                right => format!("made a guess{}", came_out(right)),
            };
            let response = match &guesses.response {
                Some(network) => format!("has guessed {network}{}", came_out(guesses.answered)),
                None => "has declined".to_owned(),
            };
            Some(format!("{by} has {guess}; {} {response}", by.other()))
        }
        _ => None,
    }
}

/// Returns what the current player may do.
fn may(state: &State, viewer: Seat) -> Vec<String> {
    let row =
        if state.fields[viewer.other()].rows_left.is_empty() { "" } else { " or a row (4C-4F)" };
    let (round, second) = (state.round, state.is_second(viewer));
    let decline = "guess (`guess` and the corners), or decline";
    match &state.stage {
        Stage::Declared { by, .. } => vec![
            format!("{decline}."),
            format!("{by} has sealed a guess, so this is the last decision of the game."),
        ],
        Stage::LastWord(_) if second => vec![format!("{decline}: all rounds are over.")],
        _ if asks_no_more(state, viewer) => {
            vec![format!("{decline}: the last round ends with the file that you send now.")]
        }
        Stage::Answering { .. } | Stage::Asking(_) => vec![match (second, round) {
            (false, 0) | (true, 1) => format!("ask about a space (4C){row}."),
            (false, _) => {
                format!(
                    "ask about a space (4C){row}. You can also guess, because round {round} ends \
                     with your file."
                )
            }
            (true, _) => format!(
                "ask about a space (4C){row}. You can also guess instead of answering, because \
                 round {} has ended.",
                round.saturating_sub(1)
            ),
        }],
        _ => Vec::new(),
    }
}

/// Whether the viewer may guess in the next file.
fn may_guess(state: &State, viewer: Seat) -> bool {
    let (round, second) = (state.round, state.is_second(viewer));
    state.writer() == Some(viewer)
        && match state.stage {
            Stage::Declared { .. } | Stage::LastWord(_) => true,
            Stage::Answering { .. } | Stage::Asking(_) => round > u32::from(second),
            Stage::Judging(_) => false,
        }
}

/// Whether the viewer only answers in the next file, because that file ends the last round.
fn asks_no_more(state: &State, viewer: Seat) -> bool {
    match state.stage {
        Stage::LastWord(_) => true,
        Stage::Answering { .. } => {
            !state.is_second(viewer) && state.round >= state.options.max_rounds
        }
        _ => false,
    }
}

/// Returns an example move. The example is never a guess, because a guess would be a hint.
fn example(state: &State, viewer: Seat) -> Option<(String, String)> {
    let answers = if state.asked_now(viewer).is_empty() { "" } else { "answers, and " };
    let (example, does) = match &state.stage {
        Stage::Declared { .. } => {
            (Move::Decline, "makes no guess; the sealed guess then decides the game")
        }
        Stage::Judging(_) => return None,
        _ if asks_no_more(state, viewer) => (Move::Decline, "makes no guess"),
        _ => (Move::Ask(Span::one(some_unknown(state, viewer.other()))), "asks"),
    };
    Some((example.to_string(), format!("{answers}{does}")))
}

/// Returns a space for an example: of the spaces that are worth asking about, the nearest to 4C.
fn some_unknown(state: &State, seat: Seat) -> Square {
    let usual = Square::new(3, 2);
    let far = |space: &Square| {
        u32::from(space.row.abs_diff(usual.row)) + u32::from(space.col.abs_diff(usual.col))
    };
    state.worth_asking(seat).into_iter().min_by_key(far).unwrap_or(usual)
}
