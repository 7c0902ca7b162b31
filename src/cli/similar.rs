//! Finds the word that the user meant, if the typed word has a typo.

use std::fmt::Display;

use strsim::damerau_levenshtein;

use crate::cli::context::Context;
use crate::cli::failure::CliError;

/// Returns the name of the game in the vault that is most similar to the word, or else the first
/// name that starts with the word and a hyphen.
pub(crate) fn similar_game(ctx: &mut Context, word: &str) -> Result<Option<String>, CliError> {
    let heads = ctx.desk()?.heads()?.0;
    let word = word.strip_suffix(".toml").unwrap_or(word).to_ascii_lowercase();
    let names = || heads.iter().map(|head| head.name.as_str());
    let starts = |name: &&str| name.strip_prefix(&*word).is_some_and(|rest| rest.starts_with('-'));
    Ok(nearest(&word, names()).or_else(|| names().filter(starts).min()).map(str::to_owned))
}

/// Returns the candidate with the fewest typos, unless it has too many.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let most = word.chars().count().div_ceil(3).min(2);
    let ranked = candidates.into_iter().map(|one| (damerau_levenshtein(&word, one), one));
    let close = ranked.filter(|(typos, one)| *typos <= most && *typos < one.len().min(word.len()));
    close.min_by_key(|(typos, _)| *typos).map(|(_, one)| one)
}

/// Returns the end of a sentence that suggests this word; empty if there is none.
pub(crate) fn did_you_mean(meant: Option<impl Display>) -> String {
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"))
}

/// Returns the message about a word at a prompt for a move that isn't a move, if one of the
/// prompt's other words is similar.
pub(crate) fn instead_of_move<'a>(
    word: &str,
    others: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let meant = nearest(word, others).filter(|meant| *meant != word)?;
    Some(format!("`{}` isn't a move; did you mean {meant}?", word.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_typos_only() {
        let names = ["show", "move", "status", "cd-bob"];
        for (word, meant) in [
            ("shwo", Some("show")),
            ("mvoe", Some("move")),
            ("Stauts", Some("status")),
            ("cd-bbo", Some("cd-bob")),
            ("e5", None),
            ("E5", None),
            ("shuffle", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names), meant, "{word}");
        }
    }
}
