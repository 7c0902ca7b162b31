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
            A::FalseAnswer => "a false answer or call that an opening disproves",
            A::FalseCount => "a false answer without an opening",
            A::FalseOpening => {
                "an opening that is missing, false, of another item, or not required"
            }
            A::IllegalSetup => "an illegal setup",
            A::OtherSetup => "revealing a setup that differs from the sealed one",
            A::CopiedSeals => "copying the opponent's seals",
            A::GuessedSetup => "guessing a setup from its seals",
            A::OneSeedTwice => "reusing a seed in two games whose ids begin with the same digits",
            A::ChosenChance => "choosing dice, cards, or the first player",
            A::CopiedTip => "copying the opponent's chain tip",
            A::SplitTurn => "rolling again by splitting a turn or asking first",
            A::RedrawByOffer => "rolling again with an offer",
            A::RedrawByUndo => {
                "rolling again by undoing the turn, or with a different date or note"
            }
            A::CardLookedAt => "looking at a card before it is drawn",
            A::IllegalMove => "a move against the rules",
            A::OutOfTurn => "writing out of turn",
            A::Bluff => "a bluff that is never opened",
            A::AskTooSoon => "a question after an unresolved card or arrest",
            A::AskTwice => "asking twice",
            A::UnfitGuess => "an illegal or changed guess, to lure the opponent",
            A::WalkingMine => "moving a Mine, the Headquarters, or an empty square",
            A::FalseBox => "empty or false boxes and eyes",
            A::BoxCount => "missing or extra boxes",
            A::BoxForm => "equal token hashes, invalid points",
            A::ForgedToken => "forged tokens",
            A::FalseDispute => "false disputes",
            A::OwnTurnRewritten => "rewriting an earlier turn by the same player",
            A::OtherTurnRewritten => "rewriting another player's turn",
            A::TwoTurns => "two versions of a turn",
            A::OldFile => "passing off an old file as the latest",
            A::WinTakenBack => "undoing a win by playing on without the winner",
            A::HiddenBreach => "hiding a breach with another file",
            A::GuessTakenBack => "taking back a declared guess with a claim",
            A::PlayingAsAnother => "playing as someone else",
            A::JoiningForAnother => "joining in another player's place",
            A::Framing => "framing someone with made-up keys",
            A::TwoSeats => "one player in two seats",
            A::FalseDate => "a turn with a false date",
            A::FalseClaim => "a claim without a right to it",
            A::ClaimToHide => "claiming, to hide a false setup",
            A::AnswerToClaim => "answering after reading the setup in a claim",
            A::Leaving => "resigning or withholding turns when beaten",
            A::DrawToHide => "agreeing on a draw, to hide a lie",
            A::NeverAnswering => "never answering",
            A::NeverRevealing => "never revealing",
            A::ExtraKeys => "extra keys as signals",
            A::HugeNote => "a huge note",
            A::FullFile => "filling the file, so that no one else has room in it",
            A::EndlessOffers => "endless offers",
            A::HurtfulFile => "a file built to crash, hang or fill memory",
            A::OutsideItsPlace => "a file that writes outside its folder",
            A::EscapeCodes => "escape codes in names and notes",
        }
    }
}

const NO_BOXES: &str = "there are no boxes: everything revealed is revealed to all";
const NO_DRAWS: &str = "there are no rolls: the seats call in the order of the header";

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

/// The others play on after a claim, and the one who hides doesn't show anything.
fn one_of_many_hides(kind: Kind) -> bool {
    !is_for_two(kind) && one_hides(kind)
}

/// An attempt, what a game of the kind shows, and the reason.
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
    (A::WinTakenBack, is_for_two, "with two players, no one can play on without the winner"),
    (A::HiddenBreach, is_for_two, "with two players, there is no other seat to take"),
    (A::ClaimToHide, one_of_many_hides, "a claim does not end the game for the other players"),
    (A::AnswerToClaim, one_of_many_hides, "a caller has no setup to show in a claim"),
    (A::DrawToHide, |kind| !kind.draws(), "draws can't be offered"),
    (
        A::TwoSeats,
        is_for_two,
        "with two players, a player with both seats would play only against themselves",
    ),
];

/// Attempts that need something that few kinds have, with the reason for the kinds whose authors
/// don't carry them out.
pub(super) const RARE: &[(Attempt, &str)] = &[
    (A::CardLookedAt, "there are no cards"),
    (A::AskTooSoon, "no question waits for a card or an arrest"),
    (A::UnfitGuess, "there are no sealed guesses"),
    (A::WalkingMine, "there are no pieces that move"),
    (A::GuessTakenBack, "there are no sealed guesses"),
];
