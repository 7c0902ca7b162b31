//! Checks three of the four properties that `Pointing` defines: drafting is true, never stuck, and
//! complete. (`twins` in `tests/library/` checks the fourth property, that drafting is quiet. This
//! check needs two games that differ in the opponent's secrets.)

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::Dice;
use crate::rules::scene::{Board, Row};
use crate::rules::*;

/// Maximum number of selections in a random walk.
const LONGEST_WALK: usize = 10;

/// Maximum number of [`Hand`]s for listing all moves of a position. If a list would need more, the
/// check of the list is skipped.
const MOST_LISTED: usize = 150;

/// Maximum number of hands in one search.
const MOST_HANDS: usize = 4_000;

/// Two functions, which return the choices for a draft and parse a draft, and the boards.
struct Bench<'a, T> {
    hand: &'a dyn Fn(&str) -> Option<Hand>,
    read: &'a dyn Fn(&str) -> Option<T>,
    /// Boards of the scene.
    boards: &'a [Board],
}

/// Checks the drafting of moves: first on a random walk, then by drafting this move.
pub(super) fn drafts_move<G: Game>(seen: Observation<'_, G>, mv: &G::Move, dice: &mut Dice) {
    let hand = |draft: &str| G::Position::touch(seen, draft);
    let read = |draft: &str| seen.read(draft).ok();
    let scene = seen.position.scene(seen.shown, Some(seen.private));
    let bench = Bench { hand: &hand, read: &read, boards: &scene.boards };
    bench.walks(dice);
    let canonical = mv.write().join("; ");
    let known = hand(&canonical).is_some_and(|hand| hand.ready);
    assert!(known, "the entries of a file are not a complete draft: {canonical:?}");
    bench.reaches(mv, &canonical);
    // List all moves in only one out of eight checks, because following all choices is slow in some
    // kinds.
    let listed = (dice.below(8) == 0).then(|| moves(hand, MOST_LISTED));
    let Some(listed) = listed.flatten() else { return };
    let legal = |typed: &String| seen.read(typed).expect("a listed move is legal");
    let listed: Vec<G::Move> = listed.iter().map(legal).collect();
    assert!(listed.contains(mv), "{mv:?} is not among the {} listed moves", listed.len());
}

/// Checks the drafting of setups: first on a random walk, then by drafting this setup.
pub(super) fn drafts_setup<G: Game>(
    options: &G::Options,
    seat: Seat,
    setup: &G::Setup,
    dice: &mut Dice,
) {
    let hand = |draft: &str| {
        let seed = draft
            .bytes()
            .fold(1, |seed, sign| u64::wrapping_add(seed << 5, seed ^ u64::from(sign)));
        G::Position::touch_setup(options, seat, draft, &mut Dice(seed))
    };
    let read = |draft: &str| G::Setup::read(options, seat, draft).ok();
    let bench = Bench { hand: &hand, read: &read, boards: &[] };
    bench.walks(dice);
    let whole = setup.write(options, seat).join("; ");
    assert!(
        hand(&whole).is_some_and(|hand| hand.ready),
        "the entries of a setup are not a complete draft: {whole:?}"
    );
    bench.reaches(setup, &whole);
}

impl<T: PartialEq + Debug> Bench<'_, T> {
    fn hand(&self, draft: &str) -> Hand {
        (self.hand)(draft).unwrap_or_else(|| {
            panic!("{draft:?} was reached by touching, but is not accepted as a draft")
        })
    }

    /// Checks that every hand of a random walk is true and leads to a complete draft.
    fn walks(&self, dice: &mut Dice) {
        let mut draft = String::new();
        let mut past = BTreeSet::new();
        for _ in 0..LONGEST_WALK {
            let hand = self.hand(&draft);
            self.is_true(&draft, &hand);
            assert!(past.contains(&draft) || self.leads_on(&draft, &past), "stuck at {draft:?}");
            if !hand.ready {
                past.insert(draft.clone());
            }
            let at = dice.below(u32::try_from(hand.touches.len()).expect("few touches"));
            let Some(touch) = hand.touches.get(at as usize) else { break };
            self.does_what_it_says(&hand, touch);
            draft.clone_from(&touch.draft);
        }
    }

    fn is_true(&self, draft: &str, hand: &Hand) {
        // An incomplete draft ends with a separator. The parser is tolerant and may accept such a
        // draft anyway.
        let waits = draft.trim_end().ends_with(|sign: char| !sign.is_ascii_alphanumeric());
        let legal = (self.read)(draft).is_some();
        assert!(hand.ready == legal || legal && waits, "{draft:?}: ready {}", hand.ready);
        assert!(!hand.says.is_empty() && !hand.verb.is_empty(), "{draft:?}");
        let boards = if hand.boards.is_empty() { self.boards } else { &hand.boards };
        let marked = hand.marks.iter().map(|mark| &mark.at);
        let touched = hand.touches.iter().map(|touch| &touch.at);
        for spot in marked.chain(touched).chain(hand.lines.iter().flatten()) {
            if let Spot::Square(board, name) = spot {
                assert!(is_square(boards, board, name), "{draft:?}: {spot:?} is on no board");
            }
        }
        let mut spots = BTreeSet::new();
        let mut actions = BTreeSet::new();
        for touch in &hand.touches {
            let (is_new_spot, is_new_deed) = (spots.insert(&touch.at), actions.insert(&touch.does));
            assert!(is_new_spot, "{draft:?}: {touch:?} is not the only touch at this place");
            assert!(is_new_deed, "{draft:?}: {touch:?} has the same description as another touch");
            assert_ne!(touch.draft, draft, "{touch:?} does nothing");
            let square = matches!(touch.at, Spot::Square(..));
            assert!(!touch.does.is_empty() && (square || !touch.short.is_empty()), "{touch:?}");
        }
    }

    /// Checks that a selection changes the look of the selected square or piece.
    fn does_what_it_says(&self, before: &Hand, touch: &Touch) {
        let after = self.hand(&touch.draft);
        assert_ne!(before.says, after.says, "{touch:?}");
        if matches!(touch.at, Spot::Button(_)) {
            return;
        }
        let looks = |hand: &Hand| {
            let marks = hand.marks.iter().filter(|mark| mark.at == touch.at).cloned();
            let lines = hand.lines.iter().filter(|line| line.contains(&touch.at)).cloned();
            (marks.collect::<Vec<_>>(), lines.collect::<Vec<_>>())
        };
        assert_ne!(
            looks(before),
            looks(&after),
            "{touch:?} does not change the look of its target"
        );
    }

    /// Whether a complete draft can be reached from `draft`, without going back to the drafts in
    /// `past`.
    fn leads_on(&self, draft: &str, past: &BTreeSet<String>) -> bool {
        let mut seen = past.clone();
        let mut open = vec![draft.to_owned()];
        for _ in 0..MOST_HANDS {
            let Some(draft) = open.pop() else { return false };
            if !seen.insert(draft.clone()) {
                continue;
            }
            let hand = self.hand(&draft);
            if hand.ready {
                return true;
            }
            open.extend(hand.touches.into_iter().rev().map(|touch| touch.draft));
        }
        false
    }

    /// Checks that a draft with the meaning `goal` can be reached. Searches depth first from the
    /// empty draft, along drafts that may be beginnings of `text`.
    fn reaches(&self, goal: &T, text: &str) {
        let mut seen = BTreeSet::new();
        let mut open = vec![String::new()];
        for _ in 0..MOST_HANDS {
            let Some(draft) = open.pop() else { break };
            if !seen.insert(draft.clone()) {
                continue;
            }
            let hand = self.hand(&draft);
            if hand.ready && (self.read)(&draft).as_ref() == Some(goal) {
                return;
            }
            let touches = hand.touches.into_iter().rev().map(|touch| touch.draft);
            open.extend(touches.filter(|draft| may_become(draft, text)));
        }
        panic!("{text:?} cannot be reached by touching");
    }
}

/// Returns the draft after these selections, each named by its square, piece or button.
pub(crate) fn drafted(hand: impl Fn(&str) -> Option<Hand>, touches: &[&str]) -> String {
    touches.iter().fold(String::new(), |draft, name| {
        let hand = hand(&draft).expect("a draft that was touched");
        let is_meant = |touch: &Touch| match &touch.at {
            Spot::Square(_, at) | Spot::Piece(at) | Spot::Button(at) => at == name,
        };
        let touch = hand.touches.into_iter().find(is_meant);
        touch.unwrap_or_else(|| panic!("{name} cannot be touched: {draft:?}")).draft
    })
}

fn is_square(boards: &[Board], id: &str, name: &str) -> bool {
    let mut board = boards.iter().filter(|board| board.id == id);
    let cells =
        board.next().into_iter().flat_map(|board| &board.rows).filter_map(|row| match row {
            Row::Cells { cells, .. } => Some(cells),
            Row::Band(_) => None,
        });
    !name.is_empty() && cells.flatten().any(|cell| cell.name == name) && board.next().is_none()
}

/// Whether the draft may be a beginning of the text: the text contains the draft's words in the
/// same order or, if the draft has gaps (`.`), equals the draft except in the gaps.
fn may_become(draft: &str, text: &str) -> bool {
    let form = draft.split(" >").next().unwrap_or_default();
    let fits = |(sign, wanted): (char, char)| sign == wanted || sign == '.';
    let is_form = form.len() == text.len() && form.chars().zip(text.chars()).all(fits);
    let has_gaps = form.len() == text.len() && form.contains('.');
    let mut wanted = words(text);
    is_form || !has_gaps && words(form).all(|word| wanted.any(|other| other == word))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty())
}
