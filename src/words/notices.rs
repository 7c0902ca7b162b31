//! Notices about a game, and about files that aren't the latest.

use super::{Advice, Reader, forbidden};
use crate::desk::{Held, LoadedGame, Notice, StaleFile, StaleKind, Waiting};
use crate::render::when::ago;
use crate::rules::{Names, Seat};
use crate::table::{self, Differs, StandingClaim};

/// Label of a problem that blocks a game.
pub const LOCKED: &str = "Locked";
/// Label of a missed deadline.
pub const LATE: &str = "Late";

/// A notice in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeText {
    /// A label of one word.
    pub label: &'static str,
    /// The notice in whole sentences.
    pub text: String,
    /// The action to suggest; `None` if there is nothing to suggest except a move.
    pub advice: Option<Advice>,
}

/// Describes a notice about a game to its reader.
pub fn notice(game: &LoadedGame, notice: &Notice, reader: &Reader<'_>) -> NoticeText {
    let names = &game.game.standing.names;
    let own = |seat: Seat| game.is_own(names.of(seat)) && !reader.public;
    let (label, text, advice) = match notice {
        Notice::Locked(reason) => {
            let (why, advice) = forbidden(reason, reader.day);
            (LOCKED, format!("You can't take a turn here: {why}."), advice)
        }
        Notice::Replaced(differs) => ("Changed", replaced(game, *differs, own), None),
        Notice::Crossed { .. } | Notice::TwoWins | Notice::Proved { .. } => {
            let (label, text) = several_files(notice, names);
            (label, text, Some(Advice::CheckFiles))
        }
        Notice::OtherPerson(seat) => {
            let who = names.of(*seat);
            let text = format!(
                "{who}'s key in this file is not the one you had before. The other players have \
                    accepted the new key, so your vault accepts it too. Ask {who} for the safety \
                    number, and compare it with the one that pbem shows."
            );
            ("Changed", text, Some(Advice::CompareKey(*seat)))
        }
        Notice::MadeElsewhere { turn } => {
            let text = format!(
                "Turn {turn} has your signature, but this vault didn't sign it. Another copy of \
                    your vault is in use, or this vault was restored. Use only one copy."
            );
            ("Elsewhere", text, None)
        }
        Notice::Late { who, since } => {
            let whose = whose(names.of(*who), own(*who));
            let claim = may_claim(game, own);
            (LATE, format!("{whose} deadline passed {}.{claim}", ago(reader.now - *since)), None)
        }
        Notice::Claimed(claim) => {
            ("Claimed", claim.words(names, own, reader.date), Some(Advice::CheckClaim))
        }
        Notice::ClaimHeld(claim, held) => {
            let mine = own(claim.against);
            let first = [Held::OnTime, Held::ArrivedLate].contains(held);
            let advice = (mine && first).then_some(Advice::MoveFirst);
            ("Claim", held_claim(game, claim, mine.then_some(*held), reader), advice)
        }
        Notice::Waits(what) => {
            let text = match what {
                Waiting::Offer => "You will offer a draw with your next turn.",
                Waiting::Resignation => "You will resign with your next turn.",
            };
            ("Planned", text.to_owned(), Some(Advice::Cancel(*what)))
        }
        Notice::Ahead { at } => ("Plan", game.plan_words(*at), None),
    };
    NoticeText { label, text, advice }
}

/// Returns the label and the text of a notice that is about several files of the game.
fn several_files(notice: &Notice, names: &Names) -> (&'static str, String) {
    if let Notice::Crossed { turn } = notice {
        let text = format!(
            "Turn {turn} crossed in the mail with a claim that it was late. According to their \
                dates, both are valid, so the game is over and no one wins."
        );
        return ("Crossed", text);
    }
    if let Notice::Proved { turn, who } = notice {
        let text = format!(
            "Another file of this game, saved in your vault, proves that {} broke the rules in \
                turn {turn}. You can continue with this file.",
            names.of(*who)
        );
        return ("Breach", text);
    }
    let text = "Different files of this game give a win to different players. No file shows which \
        win came first, so the game is void.";
    ("Void", text.to_owned())
}

fn whose(who: &str, is_own: bool) -> String {
    if is_own { "Your".to_owned() } else { format!("{who}'s") }
}

/// Returns a sentence about what the reader can claim because a deadline has passed; empty if only
/// other players may claim.
fn may_claim(game: &LoadedGame, own: impl Fn(Seat) -> bool) -> &'static str {
    let standing = &game.game.standing;
    if !standing.claimants.iter().any(|seat| own(*seat)) {
        ""
    } else if game.needs_ruling() {
        " You can claim the game when the arbiter has ruled that the time is up."
    } else if standing.strikes_out {
        " You can remove that player; the other players continue."
    } else {
        " You can claim the game, which ends it and reveals your setup."
    }
}

/// Explains that a different version of a turn counts now.
fn replaced(game: &LoadedGame, differs: Differs, own: impl Fn(Seat) -> bool) -> String {
    let Differs { turn, seat } = differs;
    let names = &game.game.standing.names;
    let who = names.of(seat);
    let counts = (turn as usize).checked_sub(1).and_then(|at| game.game.file.turns.get(at));
    let maker = counts.filter(|counts| !table::is_claim(counts));
    let maker = maker.and_then(|counts| game.game.file.game.seat(&counts.seat));
    // Of two turns by different players, one is a claim.
    if own(seat)
        && let Some(maker) = maker.filter(|maker| !own(*maker))
    {
        return format!(
            "{}'s turn {turn} takes precedence over your claim, so the claim doesn't count; \
                continue from there.",
            names.of(maker)
        );
    }
    let Some(claim) = game.claim() else {
        return if own(seat) {
            format!(
                "Your opponent answered a different version of your turn {turn}. That version \
                    counts; continue from there."
            )
        } else {
            format!(
                "{who} has signed two versions of turn {turn}. The version in this file counts; \
                    continue from there. Signing two versions isn't treated as cheating."
            )
        };
    };
    let by = names.of(claim.by);
    if claim.ruled.is_some() {
        let whose = if own(seat) { "your".to_owned() } else { format!("{who}'s") };
        return format!(
            "The arbiter ruled that {whose} turn {turn} was too late, so {by}'s claim counts \
                instead."
        );
    }
    let whose = whose(who, own(seat));
    format!("{whose} turn {turn} was sent after the deadline, so {by}'s claim counts instead.")
}

/// Describes a claim that the vault has not taken. `mine` says what the reader's next turn does
/// about it; `None` if the claim is against another player.
fn held_claim(
    game: &LoadedGame,
    claim: &StandingClaim,
    mine: Option<Held>,
    reader: &Reader<'_>,
) -> String {
    let names = &game.game.standing.names;
    let (by, against, date) =
        (names.of(claim.by), names.of(claim.against), (reader.date)(claim.sent));
    let Some(held) = mine else {
        return format!(
            "{by} claims, in a turn dated {date}, that {against} missed the deadline. According to \
                your clock that date is in the future, so pbem ignored the claim."
        );
    };
    let why = match held {
        Held::OnTime => {
            "According to your clock you haven't, so pbem ignored the claim. Move now: your turn \
                takes precedence."
        }
        Held::ArrivedLate => {
            "If the turn that you are answering reached you only now, you are still on time. Then \
                move now: your turn takes precedence."
        }
        Held::Ends => "But your next turn ends the game, so it takes precedence. Make it now.",
        Held::TooLate => {
            "Your time is up, so the claim counts. Read the file with the claim: pbem receive FILE"
        }
    };
    format!("{by} claims, in a turn dated {date}, that you missed the deadline. {why}")
}

/// Explains that an opened file isn't the latest file of its game. `called` is how the sentence
/// refers to the file.
pub fn old_copy(game: &LoadedGame, stale: &StaleFile, called: &str) -> String {
    let (newest, turns) = (game.game.standing.turns(), stale.game.standing.turns());
    match (stale.behind, game.differs) {
        (StaleKind::OwnTurn, _) => {
            format!("you have signed turn {newest}, but {called} doesn't have it yet")
        }
        (StaleKind::TakenBack, _) => {
            format!("{called} has turn {turns}, which you took back. The latest turn is {newest}")
        }
        (StaleKind::Turns, Some(differs)) => superseded(game, differs, called),
        (StaleKind::Turns, None) => format!(
            "{called} is an old copy with turn {turns}. The board here shows turn {newest}, the \
                latest"
        ),
    }
}

/// Explains that an opened file has a version of a turn that doesn't count. `called` is how the
/// sentence refers to the file.
pub fn superseded(game: &LoadedGame, differs: Differs, called: &str) -> String {
    let Differs { turn, seat } = differs;
    let who = game.game.standing.names.of(seat);
    format!(
        "{called} has a version of turn {turn} by {who} that doesn't count. Your vault has the \
            version that counts"
    )
}
