//! The menu of all other actions in a game.

use pbem::table::Expects;

use super::action::Action;
use super::state::MenuItem;
use super::table::Table;
use crate::cli::document::Block;
use crate::cli::next::Next;
use crate::cli::report::Report;

/// Returns the items of the menu: the actions that are possible now.
pub(super) fn items(table: &Table) -> Vec<(String, MenuItem)> {
    let again =
        table.may_play_again.then(|| ("rematch: play this game again".to_owned(), MenuItem::Again));
    let actions = actions(table)
        .into_iter()
        .map(|action| (action.words().to_owned(), MenuItem::Action(action)));
    again.into_iter().chain(actions).collect()
}

/// Returns the actions that the rules allow now. The command for an action checks everything else.
fn actions(table: &Table) -> Vec<Action> {
    let standing = &table.file.game.standing;
    let mine = table.is_due();
    let over = table.is_over();
    let has_seat = table.keys.is_some();
    let decided = standing.outcome.is_some();
    let seat = table.keys.as_ref().map(|keys| keys.seat);
    let player = seat.and_then(|seat| standing.player(seat));
    let draws = player.is_some_and(|player| player.no_offer.is_none());
    let waits = table.file.records.iter().any(|record| record.offer);
    let resigns = table.file.records.iter().any(|record| record.resign);
    let late = table.file.late(table.now).is_some();
    let claims = seat.is_some_and(|seat| standing.claimants.contains(&seat));
    let signed = table.may_undo();
    let sends = has_seat && !mine && table.file.may_send().is_ok();
    let all = [
        (Action::Send, signed),
        (Action::Undo, signed),
        (Action::SendAgain, sends && !over && !signed),
        (Action::Text, sends && table.file.new_turns().text.is_some()),
        (Action::Accept, mine && standing.offer.is_some()),
        (Action::Offer, draws && !over && !waits),
        (Action::CancelOffer, waits && !decided),
        (Action::Decline, table.may_decline()),
        (Action::Dispute, mine && !table.view.bad_boxes.is_empty()),
        (Action::Reveal, mine && standing.expects == Expects::Reveal),
        (Action::Claim, late && claims && !mine),
        (Action::Resign, mine && standing.cannot_leave.is_none()),
        (Action::ResignLater, has_seat && !mine && !decided && !resigns),
        (Action::CancelResign, resigns && !decided),
        (Action::Verify, true),
        (Action::Share, over),
        (Action::Replay, over),
        (Action::Log, true),
    ];
    all.into_iter().filter(|(_, may)| *may).map(|(action, _)| action).collect()
}

/// Returns the first paragraphs of a report as one paragraph. Adds the next step unless it is a
/// command, because the screen has keys instead of commands.
pub(super) fn in_short(report: &Report) -> String {
    let mut text = String::new();
    for block in report.body.blocks() {
        let line = match block {
            Block::Paragraph { text, .. } | Block::Drawing(text) => text.clone(),
            Block::Row { label, text } => format!("{label} {text}"),
            Block::Next { next, .. } => next.to_string(),
        };
        if line.is_empty() {
            break;
        }
        let is_closed = text.ends_with(['.', '?', '!', ':']);
        let gap = match text.as_str() {
            "" => "",
            _ if line.starts_with(' ') || is_closed => " ",
            _ => "; ",
        };
        text.push_str(gap);
        text.push_str(&line.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let next = report.next.first().and_then(Next::as_advice);
    let end = if text.ends_with('.') { " " } else { ". " };
    text + &next.map(|next| format!("{end}Next: {next}.")).unwrap_or_default()
}
