//! Checks that sentences about moves contain what a player can type.

/// Checks that each sentence about a move contains the move as it can be typed, which is also its
/// form in the file.
pub(super) fn moves_can_be_typed_back(told: &[String], entries: &[String]) {
    for line in told {
        for verb in [" moves ", " attacks ", " calls ", " asks ", " guesses "] {
            let Some((_, said)) = line.split_once(verb).filter(|(who, _)| !who.contains(' '))
            else {
                continue;
            };
            let is_guess = |entry: &str| entry.strip_prefix("guess ") == Some(said);
            let has = |entry: &&String| {
                line.contains(*entry) || entry.starts_with(said) || is_guess(entry)
            };
            let is_asked_with = said.starts_with("with ") && verb == " asks ";
            let said_of = entries.iter().filter(has).count();
            assert!(is_asked_with || said_of > 0, "{line:?} for {entries:?}");
            if verb == " attacks " {
                assert_eq!(said_of, entries.len(), "{line:?} for {entries:?}");
            }
        }
    }
}
