//! The position as sentences.

use super::notation::name;
use super::position::State;
use super::scene::facts;
use super::spaces::Spaces;
use super::words::Answer;
use super::{Private, Shown};
use crate::board::text::joined;
use crate::rules::{self, Seat, Setup};

pub(super) fn list(state: &State, shown: &Shown, own: Option<&Private>) -> Vec<String> {
    let viewer = own.map(|own| own.seat);
    let grid = state.options.grid;
    let mut list = vec![format!(
        "Fields of {} rows and {} columns. Lines {} units long.",
        grid.rows(),
        grid.cols(),
        state.options.lengths_listed()
    )];
    list.extend(
        own.map(|own| format!("Your network: {}.", own.setup.describe(&state.options, own.seat))),
    );
    let near = viewer.unwrap_or(Seat::OPENER);
    list.extend([near, near.other()].iter().flat_map(|seat| field(state, viewer, *seat)));
    let facts = facts(state, shown, own).into_iter();
    list.extend(facts.map(|(label, text)| format!("{label}: {text}.")));
    let marks = own.into_iter().flat_map(|own| own.notes.signs());
    list.extend(marks.map(|(space, sign)| format!("Your mark on {space}: {sign}.")));
    let over =
        state.outcome.as_ref().filter(|_| Seat::all(2).all(|one| shown.setup(one).is_some()));
    list.extend(over.map(|outcome| format!("The game is over: {}.", outcome.reason)));
    list
}

fn field(state: &State, viewer: Option<Seat>, seat: Seat) -> Vec<String> {
    let field = &state.fields[seat];
    let question_spaces = state.asked_now(seat);
    let is_own = viewer == Some(seat.other());
    let whose = if is_own { "your".to_owned() } else { format!("{}'s", seat.other()) };
    let answers = [Answer::Hot, Answer::Warm, Answer::Cold].into_iter().filter_map(|answer| {
        let alike = field.answers.iter().filter(|(_, one)| **one == answer);
        let answers =
            alike.map(|(space, _)| *space).filter(|space| !question_spaces.contains(*space));
        let answers = joined(answers.map(name), ", ");
        (!answers.is_empty()).then(|| format!("{answer} {answers}"))
    });
    let answers = joined(answers, "; ");
    let answers = if answers.is_empty() { "none yet" } else { &answers };
    let mut list = vec![format!("Answers to {whose} questions: {answers}.")];
    let beside: Spaces = field.answers.keys().copied().collect();
    let blank = field.blank.minus(beside);
    let they_are = if blank.len() == 1 { "it is" } else { "they are" };
    let not_hot = format!("Not hot, because {they_are} next to a cold space");
    for (label, spaces) in [(not_hot.as_str(), blank), ("Not answered yet", question_spaces)] {
        if !spaces.is_empty() {
            list.push(format!("{label}: {}.", joined(spaces.iter().map(name), ", ")));
        }
    }
    let rows: Vec<String> = field.rows_left.iter().map(u8::to_string).collect();
    let asker = if is_own { "You".to_owned() } else { seat.other().to_string() };
    if state.outcome.is_none() {
        list.push(if rows.is_empty() {
            format!("{asker} can only ask about single spaces now.")
        } else {
            format!("{asker} can still ask about rows of {} spaces.", rules::list(&rows))
        });
    }
    list
}
