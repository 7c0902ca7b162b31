//! Pencil marks that a player writes on their own sheet.

use std::collections::BTreeMap;

use super::AnyTable;

/// A problem with the text of a mark.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PencilError {
    /// The mark is not a single visible character.
    #[error("`{}` is not a mark: use one character, or `clear`", .0.escape_debug())]
    NotAMark(String),
    /// No square follows the mark.
    #[error("`{0}` needs squares to mark, for example: {0} C4 C5-C9")]
    NoSquare(String),
    /// The text is not a square of this game.
    #[error("`{}` is not a square of this game. Nothing was changed.", .0.escape_debug())]
    UnknownSquare(String),
}

impl AnyTable {
    /// Applies typed changes, such as `x C4 C5-C9; ? B2`, `clear C4` or `clear all`, to `marks`, a
    /// map from squares to characters.
    ///
    /// # Errors
    ///
    /// Fails if any part of the text can't be parsed. In that case, `marks` is unchanged.
    pub fn pencil(
        &self,
        marks: &mut BTreeMap<String, String>,
        typed: &str,
    ) -> Result<(), PencilError> {
        let mut changed = marks.clone();
        let groups = typed.split(';').map(str::trim).filter(|group| !group.is_empty());
        for group in groups {
            self.pencil_group(&mut changed, group)?;
        }
        *marks = changed;
        Ok(())
    }

    /// Applies one mark, or `clear`, to its squares.
    fn pencil_group(
        &self,
        marks: &mut BTreeMap<String, String>,
        group: &str,
    ) -> Result<(), PencilError> {
        let (mark, squares) = group.split_once(char::is_whitespace).unwrap_or((group, ""));
        let places: Vec<&str> = squares.split_whitespace().collect();
        let is_clear = mark == "clear";
        if is_clear && (places == ["all"] || places.is_empty()) {
            marks.clear();
            return Ok(());
        }
        if !is_clear && !is_visible(mark) {
            return Err(PencilError::NotAMark(mark.to_owned()));
        }
        if places.is_empty() {
            return Err(PencilError::NoSquare(mark.to_owned()));
        }
        for place in places {
            let unknown = || PencilError::UnknownSquare(place.to_owned());
            for square in self.marked(place).ok_or_else(unknown)? {
                if is_clear {
                    marks.remove(&square);
                } else {
                    marks.insert(square, mark.to_owned());
                }
            }
        }
        Ok(())
    }
}

/// Whether the text is one visible ASCII character that doesn't separate marks.
fn is_visible(mark: &str) -> bool {
    mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';')
}
