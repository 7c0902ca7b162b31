//! A game as a picture of squares, for who has not seen it.

/// An answer as a square in the picture of a whole game, with the letter that stands for it where
/// there are no colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    /// what was looked for
    Red(char),
    /// near it, or dangerous
    Yellow(char),
    /// nothing
    Blue(char),
    /// a number, or what has no colour
    Plain(char),
}

impl Tile {
    /// The letter or digit alone.
    pub fn letter(self) -> char {
        match self {
            Tile::Red(letter) | Tile::Yellow(letter) | Tile::Blue(letter) | Tile::Plain(letter) => {
                letter
            }
        }
    }

    /// A sign two columns wide: a square of its colour, or the letter as wide as one.
    pub fn sign(self) -> char {
        match self {
            Tile::Red(_) => '\u{1f7e5}',
            Tile::Yellow(_) => '\u{1f7e8}',
            Tile::Blue(_) => '\u{1f7e6}',
            Tile::Plain(letter) => wide(letter),
        }
    }
}

/// The fullwidth form of a sign of ASCII.
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
