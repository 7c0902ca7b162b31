//! Tiles: the squares that show a whole game as a picture. The picture reveals nothing to people
//! who haven't seen the game.

/// A colored square that stands for an answer in the picture of a whole game. Without colors, its
/// letter is shown instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    /// The goal was found.
    Red(char),
    /// Near the goal, or dangerous.
    Yellow(char),
    /// Nothing was found.
    Blue(char),
    /// A number, or an answer without a color.
    Plain(char),
}

impl Tile {
    /// Returns the letter or digit.
    pub fn letter(self) -> char {
        match self {
            Tile::Red(letter) | Tile::Yellow(letter) | Tile::Blue(letter) | Tile::Plain(letter) => {
                letter
            }
        }
    }

    /// Returns a character that is two columns wide: a square in the color of the tile or, for
    /// [`Tile::Plain`], the letter in full width.
    pub fn sign(self) -> char {
        match self {
            Tile::Red(_) => '\u{1f7e5}',
            Tile::Yellow(_) => '\u{1f7e8}',
            Tile::Blue(_) => '\u{1f7e6}',
            Tile::Plain(letter) => wide(letter),
        }
    }
}

/// Returns the full-width form of an ASCII character.
fn wide(letter: char) -> char {
    let fullwidth = u32::from(letter).checked_add(0xfee0).filter(|_| letter.is_ascii_graphic());
    fullwidth.and_then(char::from_u32).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_as_wide_as_squares() {
        assert_eq!(Tile::Plain('0').sign(), '０');
        assert_eq!(Tile::Plain('4').sign(), '４');
        assert_eq!(Tile::Plain('!').sign(), '！');
        assert_eq!((Tile::Red('H').sign(), Tile::Red('H').letter()), ('🟥', 'H'));
    }
}
