//! A whole command that the user pastes at a prompt for a move, such as `pbem move cd-bob E5`.

use std::ffi::OsString;
use std::path::Path;

use super::context::Context;
use super::failure::CliError;
use super::game_file::OpenFile;

/// Commands whose last words are a move.
const MOVES: [&str; 3] = ["move", "turn", "go"];
/// Commands that a prompt for a move accepts without the name of a game, such as `accept`.
const OTHERS: [&str; 4] = ["accept", "decline", "dispute", "resign"];

/// The words that name a game on the command line.
pub(super) struct GameWords {
    name: String,
    id: String,
    /// The name of its file.
    file: Option<OsString>,
}

impl GameWords {
    /// Returns the words that name this game.
    pub(super) fn of(loaded: &OpenFile) -> GameWords {
        let file = loaded.target.path.as_ref().and_then(|path| path.file_name());
        GameWords {
            name: loaded.name(),
            id: loaded.game.standing.id.to_string(),
            file: file.map(OsString::from),
        }
    }

    fn contains(&self, word: &str) -> bool {
        let is_id = word.len() >= 4 && self.id.starts_with(word);
        word == self.name || is_id || self.file.as_ref().is_some_and(|file| file == word)
    }
}

/// A line typed at a prompt for a move.
pub(super) enum Pasted {
    /// The line itself, or the move in a pasted command.
    Move(String),
    /// The first word of a pasted command such as `pbem accept cd-bob`.
    Command(String),
}

impl Pasted {
    /// Returns the move or the command.
    pub(super) fn into_text(self) -> String {
        match self {
            Pasted::Move(text) | Pasted::Command(text) => text,
        }
    }
}

/// Returns the part of a typed line after `pbem`, if the line is a command.
pub(super) fn command(line: &str) -> Option<&str> {
    line.trim().strip_prefix("pbem ")
}

/// Reads a line typed at a prompt for a move in this game. Fails if the line is a command for
/// another game, or a command that can't be typed at a prompt.
pub(super) fn read(ctx: &mut Context, game: &GameWords, line: &str) -> Result<Pasted, CliError> {
    let is_short = MOVES.iter().any(|word| line.trim().starts_with(&format!("{word} ")));
    let rest = command(line).or_else(|| is_short.then(|| line.trim()));
    let Some(rest) = rest else { return Ok(Pasted::Move(line.to_owned())) };
    let words = words(rest);
    let only = |what: String| CliError::usage(format!("{what} Nothing was written."));
    if let [word, game_word @ ..] = words.as_slice()
        && OTHERS.contains(&word.as_str())
        && game_word.iter().all(|word| game.contains(word))
    {
        return Ok(Pasted::Command(word.clone()));
    }
    if let [word, game_word, options @ ..] = words.as_slice()
        && word == "show"
        && game.contains(game_word)
    {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        match options.as_slice() {
            [] => return Ok(Pasted::Command("show".to_owned())),
            ["--hint"] => return Ok(Pasted::Command("hint".to_owned())),
            ["--moves", piece] => return Ok(Pasted::Command(format!("moves {piece}"))),
            _ => {}
        }
    }
    let Some((_, words)) = words.split_first().filter(|(word, _)| MOVES.contains(&word.as_str()))
    else {
        return Err(only("this prompt takes only a move, not a command.".to_owned()));
    };
    let has_options = words.iter().any(|word| word.starts_with('-'));
    let words: Vec<&str> =
        words.iter().map(String::as_str).take_while(|word| !word.starts_with('-')).collect();
    let mv = match words.as_slice() {
        [first, mv @ ..] if game.contains(first) => mv,
        [first, ..] if is_other(ctx, first)? => {
            let this = &game.name;
            return Err(only(format!(
                "this command is for {first}, but this prompt is for {this}."
            )));
        }
        mv => mv,
    };
    let mv = mv.join(" ");
    if mv.is_empty() {
        return Err(only("type only a move here, without a command.".to_owned()));
    }
    if has_options {
        return Err(only(format!("type only the move, {mv}, without options.")));
    }
    Ok(Pasted::Move(mv))
}

/// Whether the word names a game or a file.
fn is_other(ctx: &mut Context, word: &str) -> Result<bool, CliError> {
    let is_file = Path::new(word).extension().is_some_and(|ending| ending == "toml");
    Ok(is_file || ctx.desk()?.heads()?.0.iter().any(|head| head.name == word))
}

/// Splits a line into words as a shell does; quotation marks keep words together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for ch in line.chars() {
        match ch {
            '"' | '\'' if quote.is_none() => quote = Some(ch),
            _ if quote == Some(ch) => quote = None,
            ' ' if quote.is_none() => words.push(String::new()),
            _ => words.last_mut().into_iter().for_each(|word| word.push(ch)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotation_marks_keep_words_together() {
        assert_eq!(words("move  x \"Fiji 6; C3\" 'a \"b'"), ["move", "x", "Fiji 6; C3", "a \"b"]);
        assert_eq!(words("move \"Fiji 6"), ["move", "Fiji 6"]);
        assert_eq!(words(" "), [""; 0]);
    }
}
