//! A whole command that the user pastes at a prompt for a move, such as `pbem move cd-bob E5`.

use std::ffi::OsString;
use std::path::Path;

use pbem::games::Kind;

use super::context::Context;
use super::failure::CliError;
use super::game_file::OpenFile;
use super::kinds::kind_named;
use crate::cli::next::Next;

/// Commands whose last words are a move.
const MOVES: [&str; 3] = ["move", "turn", "go"];
/// Commands that a prompt for a move accepts without the name of a game, such as `accept`.
const OTHERS: [&str; 6] = ["accept", "decline", "dispute", "offer", "resign", "reveal"];
/// The labels of suggested commands.
const LABELS: [&str; 2] = ["Next:", "More:"];

/// The words that name a game on the command line.
pub(super) struct GameWords {
    name: String,
    id: String,
    kind: Kind,
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
            kind: loaded.game.standing.kind,
            file: file.map(OsString::from),
        }
    }

    fn contains(&self, word: &str) -> bool {
        let is_id = word.len() >= 4 && self.id.starts_with(word);
        word == self.name || is_id || self.file.as_ref().is_some_and(|file| file == word)
    }

    /// Returns the line if it is a command for this game without `pbem`.
    fn command<'a>(&self, line: &'a str) -> Option<&'a str> {
        let line = without_comment(line.trim());
        let (command, rest) = line.split_once(' ')?;
        let is_move = MOVES.contains(&command);
        let runs = command == "show" || OTHERS.contains(&command);
        let is_this = || rest.split_whitespace().next().is_some_and(|game| self.contains(game));
        (is_move || runs && is_this()).then_some(line)
    }

    /// Returns the words for which the prompt for a move does the same as this command; `None` if
    /// there are none.
    fn short(&self, command: &[String]) -> Option<String> {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let (word, rest) = words.split_first()?;
        let is_this = |game: &&str| self.contains(game);
        match (*word, rest) {
            ("rules", [kind]) if kind_named(kind).is_ok_and(|kind| kind == self.kind) => {
                Some("rules".to_owned())
            }
            ("show", [game] | [game, "--full"]) if is_this(game) => Some("show".to_owned()),
            ("show", [game, "--hint"]) if is_this(game) => Some("hint".to_owned()),
            ("show", [game, "--moves", piece]) if is_this(game) => Some(format!("moves {piece}")),
            ("offer" | "resign", [game, "--cancel"]) if is_this(game) => {
                Some(format!("{word} --cancel"))
            }
            (word, rest) if OTHERS.contains(&word) && rest.iter().all(is_this) => {
                Some(word.to_owned())
            }
            _ => None,
        }
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

/// Returns the part of a typed line after `pbem`, if the line is a command. Leaves out the label
/// and the explanation of a suggested command.
pub(super) fn command(line: &str) -> Option<&str> {
    let line = line.trim();
    let unlabeled = LABELS.iter().find_map(|label| line.strip_prefix(label));
    let line = unlabeled.unwrap_or(line).trim_start();
    Some(without_comment(line.strip_prefix("pbem ")?))
}

/// Returns the command in a line without its explanation, which follows several spaces or a number
/// sign.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, ch) in line.char_indices() {
        match ch {
            '"' | '\'' if quote.is_none() => quote = Some(ch),
            _ if quote == Some(ch) => quote = None,
            ' ' if quote.is_none() && COMMENTS.iter().any(|gap| line[at..].starts_with(gap)) => {
                return line[..at].trim_end();
            }
            _ => {}
        }
    }
    line
}

/// Separators between a command and its explanation.
const COMMENTS: [&str; 2] = ["   ", " # "];

/// Reads a line typed at a prompt for a move in this game. Fails if the line is a command for
/// another game, or a command that can't be typed at a prompt.
pub(super) fn read(ctx: &mut Context, game: &GameWords, line: &str) -> Result<Pasted, CliError> {
    let Some(rest) = command(line).or_else(|| game.command(line)) else {
        return Ok(Pasted::Move(line.to_owned()));
    };
    let words = words(rest);
    let only = |what: String| CliError::usage(format!("{what} Nothing was written."));
    if let Some(command) = game.short(&words) {
        return Ok(Pasted::Command(command));
    }
    let Some((_, words)) = words.split_first().filter(|(word, _)| MOVES.contains(&word.as_str()))
    else {
        return Err(only("this prompt takes only a move, not a command.".to_owned())
            .then(Next::command(format!("pbem {rest}"))));
    };
    let options: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| word.starts_with('-')).collect();
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
    match options.as_slice() {
        _ if mv.is_empty() => Err(only("type only a move here, without a command.".to_owned())),
        [] => Ok(Pasted::Move(mv)),
        ["--try"] => Ok(Pasted::Command(format!("try {mv}"))),
        _ => Err(only(format!("type only the move, {mv}, without options."))),
    }
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
    use super::{command, words};

    /// As printed, with the explanation after the command.
    #[test]
    fn suggested_command_is_read_without_label_and_explanation() {
        let lines = [
            "pbem move cd-bob E5",
            "Next: pbem move cd-bob E5",
            "Next:     pbem move cd-bob E5  # play E5, as planned",
            "          pbem move cd-bob E5   asks",
            "  pbem move cd-bob E5  # play E5",
        ];
        for line in lines {
            assert_eq!(command(line), Some("move cd-bob E5"), "{line}");
        }
        let quoted = "Next: pbem move cd-bob \"F6;    # C3\"      calls";
        assert_eq!(command(quoted), Some("move cd-bob \"F6;    # C3\""));
        assert_eq!(command("Next: wait for mail from bob"), None);
        assert_eq!(command("E5"), None);
    }

    #[test]
    fn quotation_marks_keep_words_together() {
        assert_eq!(words("move  x \"Fiji 6; C3\" 'a \"b'"), ["move", "x", "Fiji 6; C3", "a \"b"]);
        assert_eq!(words("move \"Fiji 6"), ["move", "Fiji 6"]);
        assert_eq!(words(" "), [""; 0]);
    }
}
