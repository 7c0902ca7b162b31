//! What letters and their files are called: it follows from the game alone.

use crate::crypto::GameId;
use crate::turnfile::Bytes32;

/// How many of the letters before are named, so that mail programs put a game into one thread.
const REFERENCES: usize = 10;

/// The ids of the letters of a game, that of its last turn first: who replies to whom follows from
/// the file alone.
pub fn thread(game: GameId, hashes: &[Bytes32]) -> Vec<String> {
    let game = hex::encode(game.0.get(..8).unwrap_or_default());
    let id = |(index, hash): (usize, &Bytes32)| {
        format!(
            "pbem.{game}.{}.{}@pbem.invalid",
            index + 1,
            hex::encode(hash.get(..4).unwrap_or_default())
        )
    };
    let mut ids: Vec<String> = hashes.iter().enumerate().rev().take(REFERENCES).map(id).collect();
    if hashes.len() > REFERENCES {
        ids.extend(hashes.iter().enumerate().next().map(id));
    }
    ids
}

/// What the file of a turn is called when it is mailed: `spy-3f9c-turn12.toml`.
pub fn file_name(kind: &str, game: GameId, turn: u32) -> String {
    format!("{kind}-{}-turn{turn}.toml", short_id(game))
}

/// The first digits of an id, enough to tell the games of one person apart.
pub(super) fn short_id(game: GameId) -> String {
    hex::encode(game.0.get(..2).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_name_their_last_letters_and_the_first() {
        let hashes: Vec<Bytes32> = (0..40).map(|turn| [turn; 32]).collect();
        let ids = thread(GameId([9; 32]), &hashes);
        assert_eq!(ids.len(), REFERENCES + 1);
        assert!(ids[0].contains(".40.") && ids[REFERENCES].contains(".1.00000000@"));
    }
}
