//! The complete list of attempts at cheating. `table` has a row for each.

use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::Intent;

use crate::play::{Game, fewest};

/// Something that a dishonest player could attempt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Attempt {
    FalseAnswer,
    FalseCount,
    FalseOpening,
    IllegalSetup,
    OtherSetup,
    CopiedSeals,
    GuessedSetup,
    OneSeedTwice,
    ChosenChance,
    CopiedTip,
    SplitTurn,
    RedrawByOffer,
    RedrawByUndo,
    CardLookedAt,
    IllegalMove,
    OutOfTurn,
    Bluff,
    AskTooSoon,
    AskTwice,
    UnfitGuess,
    WalkingMine,
    FalseBox,
    BoxCount,
    BoxForm,
    ForgedToken,
    FalseDispute,
    OwnTurnRewritten,
    OtherTurnRewritten,
    TwoTurns,
    OldFile,
    WinTakenBack,
    HiddenBreach,
    GuessTakenBack,
    PlayingAsAnother,
    JoiningForAnother,
    Framing,
    TwoSeats,
    FalseDate,
    FalseClaim,
    ClaimToHide,
    AnswerToClaim,
    Leaving,
    DrawToHide,
    NeverAnswering,
    NeverRevealing,
    ExtraKeys,
    HugeNote,
    FullFile,
    EndlessOffers,
    HurtfulFile,
    OutsideItsPlace,
    EscapeCodes,
}

use Attempt as A;

/// The attempts in the order of the page, under headings.
pub(super) const GROUPS: &[(&str, &[Attempt])] = &[
    ("Lies", &[A::FalseAnswer, A::FalseCount, A::FalseOpening]),
    (
        "Setups and seals",
        &[A::IllegalSetup, A::OtherSetup, A::CopiedSeals, A::GuessedSetup, A::OneSeedTwice],
    ),
    (
        "Chance",
        &[
            A::ChosenChance,
            A::CopiedTip,
            A::SplitTurn,
            A::RedrawByOffer,
            A::RedrawByUndo,
            A::CardLookedAt,
        ],
    ),
    (
        "Moves, questions and guesses",
        &[
            A::IllegalMove,
            A::OutOfTurn,
            A::Bluff,
            A::AskTooSoon,
            A::AskTwice,
            A::UnfitGuess,
            A::WalkingMine,
        ],
    ),
    ("Boxes", &[A::FalseBox, A::BoxCount, A::BoxForm, A::ForgedToken, A::FalseDispute]),
    (
        "History",
        &[
            A::OwnTurnRewritten,
            A::OtherTurnRewritten,
            A::TwoTurns,
            A::OldFile,
            A::WinTakenBack,
            A::HiddenBreach,
            A::GuessTakenBack,
        ],
    ),
    ("Names and keys", &[A::PlayingAsAnother, A::JoiningForAnother, A::Framing, A::TwoSeats]),
    ("The clock", &[A::FalseDate, A::FalseClaim, A::ClaimToHide, A::AnswerToClaim]),
    ("Leaving", &[A::Leaving, A::DrawToHide, A::NeverAnswering, A::NeverRevealing]),
    (
        "Signals and harm",
        &[
            A::ExtraKeys,
            A::HugeNote,
            A::FullFile,
            A::EndlessOffers,
            A::HurtfulFile,
            A::OutsideItsPlace,
            A::EscapeCodes,
        ],
    ),
];

impl Attempt {
    /// Number of attempts.
    pub(super) const COUNT: usize = A::EscapeCodes as usize + 1;

    /// Describes the attempt.
    pub(super) fn words(self) -> &'static str {
        match self {
            A::FalseAnswer => {
                "giving a false answer or making a false call, which an opened value disproves"
            }
            A::FalseCount => "giving a false answer for which no value is opened",
            A::FalseOpening => {
                "leaving out a required opening, or adding an opening that is false, belongs to \
                 another value, or isn't required"
            }
            A::IllegalSetup => "sealing an illegal setup",
            A::OtherSetup => "revealing a setup that differs from the sealed one",
            A::CopiedSeals => "copying the opponent's seals",
            A::GuessedSetup => "guessing the opponent's setup from its seals",
            A::OneSeedTwice => {
                "reusing the seals of another game whose id begins with the same digits"
            }
            A::ChosenChance => "choosing the dice, the cards, or the player who goes first",
            A::CopiedTip => {
                "copying the opponent's tip (the published value of the hash chain that \
                 determines the rolls)"
            }
            A::SplitTurn => {
                "rolling again by splitting a turn, or by asking a question before moving"
            }
            A::RedrawByOffer => {
                "trying to get a different roll by adding an offer of a draw to the turn"
            }
            A::RedrawByUndo => {
                "trying to get a different roll by undoing the turn, or by changing its date or \
                 note"
            }
            A::CardLookedAt => "looking at a card before it is drawn",
            A::IllegalMove => "making a move that breaks the rules",
            A::OutOfTurn => "signing a turn when it is another player's turn",
            A::Bluff => "bluffing in a way that no one can see during the game",
            A::AskTooSoon => {
                "asking a question before a card has been drawn, or before an arrest has been \
                 answered"
            }
            A::AskTwice => "asking the same question twice, or asking two questions at once",
            A::UnfitGuess => {
                "making an illegal guess, or changing a sealed guess, to make the opponent reveal \
                 a setup"
            }
            A::WalkingMine => {
                "moving a piece that can't move: a Mine, the Headquarters, or a square that is \
                 really empty"
            }
            A::FalseBox => {
                "making empty or false boxes, or false eyes (an eye is a piece's public key: boxes \
                 for that piece are encrypted with it)"
            }
            A::BoxCount => "leaving out boxes, or adding extra boxes",
            A::BoxForm => {
                "writing equal hashes for two tokens (the secret values that prove an answer to an \
                 attack), or bytes that are not a valid point of the curve"
            }
            A::ForgedToken => "answering an attack with a forged token",
            A::FalseDispute => "claiming in a dispute that a good box is bad",
            A::OwnTurnRewritten => "rewriting one of the cheater's own earlier turns",
            A::OtherTurnRewritten => "rewriting another player's turn",
            A::TwoTurns => "signing two versions of a turn",
            A::OldFile => "passing off an old file as the latest",
            A::WinTakenBack => "undoing another player's win by playing on without the winner",
            A::HiddenBreach => "hiding a breach in a different copy of the game",
            A::GuessTakenBack => "taking back a declared guess by claiming the game",
            A::PlayingAsAnother => "playing as someone else",
            A::JoiningForAnother => "joining in another player's place",
            A::Framing => "framing someone with made-up keys",
            A::TwoSeats => "playing in two seats",
            A::FalseDate => "putting a false date on a turn",
            A::FalseClaim => "claiming the game without the right to do so",
            A::ClaimToHide => "claiming the game, to hide a false setup",
            A::AnswerToClaim => {
                "reading the setup that a claim reveals, and then answering with an earlier date"
            }
            A::Leaving => {
                "leaving the game when that isn't allowed, to avoid a loss or to make it smaller"
            }
            A::DrawToHide => "agreeing to a draw, to hide a lie",
            A::NeverAnswering => "sending no more turns",
            A::NeverRevealing => "never revealing the setup",
            A::ExtraKeys => "adding extra fields to a turn, to send a friend a secret signal",
            A::HugeNote => "writing a huge note",
            A::FullFile => "filling the file, so that it has no room for the other players' turns",
            A::EndlessOffers => "offering a draw again and again",
            A::HurtfulFile => {
                "sending a file that is built to crash the program, to hang it, or to fill its \
                 memory"
            }
            A::OutsideItsPlace => {
                "sending a file that is built to make pbem write outside its folder"
            }
            A::EscapeCodes => "putting escape codes for the terminal into names and notes",
        }
    }
}

const NO_BOXES: &str = "there are no boxes: every reveal is public";
const NO_DRAWS: &str = "there are no rolls: the file's header lists the callers in turn order";

/// Returns a game after the opener's first turn.
fn opened(kind: Kind) -> Game {
    let mut game = Game::new(kind, fewest(kind), &[], 0);
    game.step(Intent::Nothing);
    game
}

fn draws_nothing(kind: Kind) -> bool {
    opened(kind).file.turns.iter().all(|turn| turn.tip.is_none())
}

fn boxes_nothing(kind: Kind) -> bool {
    opened(kind).file.turns.iter().all(|turn| turn.eyes.is_empty())
}

fn one_hides(kind: Kind) -> bool {
    let game = opened(kind);
    let hides = |seat: Seat| game.table.setup_help(seat).is_some();
    game.players.iter().filter(|player| hides(player.seat)).count() == 1
}

pub(super) fn is_for_two(kind: Kind) -> bool {
    *kind.seats().end() == 2
}

/// After a claim, the other players continue, and the hiding player doesn't reveal anything.
fn one_of_many_hides(kind: Kind) -> bool {
    !is_for_two(kind) && one_hides(kind)
}

/// An attempt, a property of kinds, and the reason why the attempt isn't possible with this
/// property.
type Absent = (Attempt, fn(Kind) -> bool, &'static str);

/// Attempts that aren't possible in kinds with some property.
pub(super) const ABSENT: &[Absent] = &[
    (A::CopiedSeals, one_hides, "only one player has a setup"),
    (A::ChosenChance, draws_nothing, NO_DRAWS),
    (A::CopiedTip, draws_nothing, NO_DRAWS),
    (A::SplitTurn, draws_nothing, NO_DRAWS),
    (A::RedrawByOffer, draws_nothing, NO_DRAWS),
    (A::RedrawByUndo, draws_nothing, NO_DRAWS),
    (A::FalseBox, boxes_nothing, NO_BOXES),
    (A::BoxCount, boxes_nothing, NO_BOXES),
    (A::BoxForm, boxes_nothing, NO_BOXES),
    (A::ForgedToken, boxes_nothing, NO_BOXES),
    (A::FalseDispute, boxes_nothing, NO_BOXES),
    (A::WinTakenBack, is_for_two, "a game for two can't continue without the winner"),
    (A::HiddenBreach, is_for_two, "a game for two has no third seat that another key could take"),
    (A::ClaimToHide, one_of_many_hides, "a claim doesn't end the game for the other players"),
    (A::AnswerToClaim, one_of_many_hides, "a caller has no setup that a claim could reveal"),
    (A::DrawToHide, |kind| !kind.draws(), "no one can offer a draw"),
    (A::TwoSeats, is_for_two, "in a game for two, a player with both seats would have no opponent"),
];

/// Attempts that need something that few kinds have, with the reason for the kinds whose authors
/// don't carry them out.
pub(super) const RARE: &[(Attempt, &str)] = &[
    (A::CardLookedAt, "there are no cards"),
    (A::AskTooSoon, "no question depends on a card or an arrest"),
    (A::UnfitGuess, "there are no sealed guesses"),
    (A::WalkingMine, "no pieces move"),
    (A::GuessTakenBack, "there are no sealed guesses"),
];
