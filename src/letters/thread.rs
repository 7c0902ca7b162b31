//! Names of messages and attachments, derived only from the game.

use crate::crypto::GameId;
use crate::turnfile::Bytes32;

/// Number of earlier messages in the references, so that mail programs show a game as one
/// thread.
const REFERENCES: usize = 10;

/// Returns the message ids of a game, the id for its last turn first. The ids depend only on the
/// file, so every player's program knows which message a turn replies to.
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

/// Returns the name of a turn's attachment, such as `spy-3f9c-turn12.toml`.
pub fn file_name(kind: &str, game: GameId, turn: u32) -> String {
    format!("{kind}-{}-turn{turn}.toml", short_id(game))
}

/// Returns the first digits of an id, enough to distinguish the games of one player.
pub(super) fn short_id(game: GameId) -> String {
    hex::encode(game.0.get(..2).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_game_references_its_last_letters_and_the_first() {
        let hashes: Vec<Bytes32> = (0..40).map(|turn| [turn; 32]).collect();
        let ids = thread(GameId([9; 32]), &hashes);
        assert_eq!(ids.len(), REFERENCES + 1);
        assert!(ids[0].contains(".40.") && ids[REFERENCES].contains(".1.00000000@"));
    }
}
