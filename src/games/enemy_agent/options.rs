//! The house rules.

use std::sync::Arc;

use super::board::{Board, SHORT, STANDARD};
use crate::rules::{OptionError, OptionKind, OptionMap, OptionMapExt, OptionSpec, OptionValue};

/// House rules of a game.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent house rules")]
pub(crate) struct Options {
    pub(super) board: Arc<Board>,
    pub(super) colored_die: Vec<u8>,
    pub(super) pass_cards: u32,
    pub(super) stop_cards: u32,
    pub(super) must_move: bool,
    pub(super) stop_card_ends_turn: bool,
    pub(super) failed_try_uses_person: bool,
    pub(super) sentry_safe: bool,
    pub(super) arrest_mandatory: bool,
    pub(super) max_turns: u32,
}

pub(super) fn specs() -> Vec<OptionSpec> {
    let (flag, number) = (OptionSpec::flag, OptionSpec::number);
    let die = "the faces of the colored die, which tells you how many people may move";
    let ends = "if a DO NOT PASS card stops a Traveler in the middle of the count, the turn ends";
    let uses = "if a DO NOT PASS card stops a Traveler at the beginning of the count, the try \
        still counts as moving one of your people";
    let must_move = "you must move as many people as the colored die says, if they can move";
    let arrest = "an Inspector who lands on an opposing Traveler by exact count must make an \
        arrest";
    vec![
        OptionSpec {
            name: "board",
            default: OptionValue::Word("standard".to_owned()),
            kind: OptionKind::Lines { presets: &["standard", "short"], most: 40, widest: 64 },
            help: "the board: a preset, or a file with a map",
        },
        OptionSpec::numbers("colored-die", &[1, 1, 2, 2, 3, 3], 1..=3, 6, die),
        number("pass-cards", 12, 1..=60, "checkpoint cards that say PASS"),
        number("stop-cards", 8, 0..=60, "checkpoint cards that say DO NOT PASS"),
        flag("must-move", false, must_move),
        flag("stop-card-ends-turn", true, ends),
        flag("failed-try-uses-person", false, uses),
        flag("sentry-safe", false, "no arrests on a sentry box square"),
        flag("arrest-mandatory", false, arrest),
        flag("diagonal", false, "people may step diagonally"),
        number("max-turns", 100, 1..=200, "turns for each player; after that, the game is a draw"),
    ]
}

pub(super) fn read(options: &OptionMap) -> Result<Options, Vec<OptionError>> {
    let diagonal = options.flag("diagonal");
    let board = match options.get("board") {
        Some(OptionValue::Lines(lines)) => Board::read(lines.iter().map(String::as_str), diagonal),
        _ if options.word("board") == "short" => Board::read(SHORT.lines(), diagonal),
        _ => Board::read(STANDARD.lines(), diagonal),
    };
    let fault = |fault| OptionError::new("board", fault);
    let board = board.map_err(|faults| faults.into_iter().map(fault).collect::<Vec<_>>())?;
    let faces = options.numbers("colored-die").iter();
    Ok(Options {
        board: Arc::new(board),
        colored_die: faces.filter_map(|&face| u8::try_from(face).ok()).collect(),
        pass_cards: options.small("pass-cards"),
        stop_cards: options.small("stop-cards"),
        must_move: options.flag("must-move"),
        stop_card_ends_turn: options.flag("stop-card-ends-turn"),
        failed_try_uses_person: options.flag("failed-try-uses-person"),
        sentry_safe: options.flag("sentry-safe"),
        arrest_mandatory: options.flag("arrest-mandatory"),
        max_turns: options.small("max-turns"),
    })
}
