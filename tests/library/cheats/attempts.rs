//! What a cheat may try: the whole list, once. `table` has a row for each.

use pbem::games::Kind;
use pbem::rules::Seat;
use pbem::table::Intent;

use crate::play::{Game, fewest};

/// Something that somebody who does not care for the rules could attempt.
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

/// The attempts in the order in which they are told, under headings.
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
    ("The clock", &[A::FalseDate, A::FalseClaim, A::ClaimToHide]),
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
    /// How many there are.
    pub(super) const COUNT: usize = A::EscapeCodes as usize + 1;

    /// As it is told.
    pub(super) fn words(self) -> &'static str {
        match self {
            A::FalseAnswer => "a false answer or call that can be opened",
            A::FalseCount => "a false answer that cannot be opened",
            A::FalseOpening => "an opening that is missing, false, of something else, or not due",
            A::IllegalSetup => "an illegal setup",
            A::OtherSetup => "another setup at the end than sealed",
            A::CopiedSeals => "the other's seals copied",
            A::GuessedSetup => "guessing a setup from its seals",
            A::OneSeedTwice => "one seed in two games whose ids begin alike",
            A::ChosenChance => "choosing dice, cards, or who begins",
            A::CopiedTip => "the other's chain tip copied",
            A::SplitTurn => "drawing again by splitting a turn or asking first",
            A::RedrawByOffer => "drawing again by an offer",
            A::RedrawByUndo => "drawing again by undo, another date or note",
            A::CardLookedAt => "a card looked at before it is drawn",
            A::IllegalMove => "a move against the rules",
            A::OutOfTurn => "writing when it is not one's turn",
            A::Bluff => "a call or question that bluffs and is never opened",
            A::AskTooSoon => "a question behind an unresolved card or arrest",
            A::AskTwice => "asking twice",
            A::UnfitGuess => "an unfit or changed guess, to lure the other",
            A::WalkingMine => "moving a Mine, the Headquarters, or nothing at all",
            A::FalseBox => "empty or false boxes and eyes",
            A::BoxCount => "boxes missing or too many",
            A::BoxForm => "equal token hashes, points that are none",
            A::ForgedToken => "forged tokens",
            A::FalseDispute => "false disputes",
            A::OwnTurnRewritten => "rewriting an earlier turn of one's own",
            A::OtherTurnRewritten => "rewriting a turn of the other's",
            A::TwoTurns => "two turns of one number",
            A::OldFile => "passing off an old file as the newest",
            A::WinTakenBack => "taking a win back by playing on without the winner",
            A::HiddenBreach => "hiding a breach behind another file",
            A::GuessTakenBack => "taking a declared guess back by a claim",
            A::PlayingAsAnother => "playing as somebody else",
            A::JoiningForAnother => "joining in somebody's place",
            A::Framing => "framing somebody with made-up keys",
            A::TwoSeats => "one player in two seats",
            A::FalseDate => "a turn with a false date",
            A::FalseClaim => "a claim that is not due",
            A::ClaimToHide => "winning by a claim, to hide a false setup",
            A::Leaving => "resigning or withholding when one is beaten",
            A::DrawToHide => "agreeing on a draw, to hide a lie",
            A::NeverAnswering => "never answering",
            A::NeverRevealing => "never revealing",
            A::ExtraKeys => "extra keys as signals",
            A::HugeNote => "a huge note",
            A::FullFile => "filling the file, so that nobody else has room in it",
            A::EndlessOffers => "endless offers",
            A::HurtfulFile => "a file built to crash, hang or fill memory",
            A::OutsideItsPlace => "a file that writes outside its place",
            A::EscapeCodes => "escape codes in names and notes",
        }
    }
}

const CD: &str = "checkpoint-danger";
const GB: &str = "game-box";
const EA: &str = "enemy-agent";
const SP: &str = "spy";
const ES: &str = "espionage";

const NO_BOXES: &str = "nothing is boxed: what must be shown is shown to all";
const NO_DRAWS: &str = "nothing is drawn: the seats call in the order of the header";

fn is(kind: Kind, games: &[&str]) -> bool {
    games.contains(&kind.id())
}

/// A game after the opener's first turn.
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

/// An attempt, the games in which it cannot be made, and why.
type Absent = (Attempt, fn(Kind) -> bool, &'static str);

/// What cannot be attempted in which game, and why.
pub(super) const ABSENT: &[Absent] = &[
    (A::FalseCount, |kind| is(kind, &[GB, EA]), "every answer is opened"),
    (
        A::FalseCount,
        |kind| is(kind, &[ES]),
        "an answer is what the attacker's box holds; a false box is told below",
    ),
    (A::CopiedSeals, one_hides, "only the Checker hides anything"),
    (A::ChosenChance, draws_nothing, NO_DRAWS),
    (A::CopiedTip, draws_nothing, NO_DRAWS),
    (A::SplitTurn, draws_nothing, NO_DRAWS),
    (A::RedrawByOffer, draws_nothing, NO_DRAWS),
    (A::RedrawByUndo, draws_nothing, NO_DRAWS),
    (A::CardLookedAt, |kind| is(kind, &[CD, GB, SP, ES]), "there are no cards"),
    (
        A::Bluff,
        |kind| is(kind, &[GB, SP]),
        "one call or question a turn, and it is always answered",
    ),
    (A::Bluff, |kind| is(kind, &[ES]), "everybody sees every step"),
    (
        A::AskTooSoon,
        |kind| is(kind, &[CD, GB, SP, ES]),
        "no question waits for a card or an arrest",
    ),
    (A::AskTwice, |kind| is(kind, &[ES]), "nothing is asked: an attack is a step"),
    (A::UnfitGuess, |kind| is(kind, &[CD, GB, EA, ES]), "nobody declares a sealed guess"),
    (A::WalkingMine, |kind| is(kind, &[CD, GB, SP]), "nothing moves"),
    (A::WalkingMine, |kind| is(kind, &[EA]), "everybody sees who moves"),
    (A::FalseBox, boxes_nothing, NO_BOXES),
    (A::BoxCount, boxes_nothing, NO_BOXES),
    (A::BoxForm, boxes_nothing, NO_BOXES),
    (A::ForgedToken, boxes_nothing, NO_BOXES),
    (A::FalseDispute, boxes_nothing, NO_BOXES),
    (A::WinTakenBack, is_for_two, "two play, so nobody can go on without the winner"),
    (A::HiddenBreach, is_for_two, "two play, so nobody else can sit in another seat"),
    (A::GuessTakenBack, |kind| is(kind, &[CD, GB, EA, ES]), "nobody declares a sealed guess"),
    (A::ClaimToHide, one_hides, "a claim does not end the game while others play on"),
    (A::DrawToHide, |kind| is(kind, &[GB, EA]), "nobody can offer a draw"),
    (A::TwoSeats, is_for_two, "there are two players, and he would play against himself"),
];
