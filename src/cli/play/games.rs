//! The list of all games and open invitations.

use std::path::PathBuf;

use pbem::render::shortened;

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::games_dir::digits;
use crate::cli::inbox;
use crate::cli::invitations::list::invitations;

/// Kinds of entries in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ListEntry {
    /// Name of a game in which the user has a seat.
    Game(String),
    /// Path of an invitation.
    Invitation(PathBuf),
}

/// Text of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EntryText {
    /// In columns.
    Row(inbox::Row),
    /// As a sentence.
    Words(String),
}

/// A row of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The section of the list that the row is in.
    pub group: &'static str,
    pub said: EntryText,
    pub notices: Vec<String>,
    pub chosen: ListEntry,
}

/// The list, and the index of the selected row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Games {
    pub rows: Vec<Row>,
    pub at: usize,
    /// The current time, as the screen shows it.
    pub now: String,
}

impl Games {
    /// Reads the list.
    pub(super) fn read(ctx: &mut Context) -> Result<Games, CliError> {
        let (entries, warnings) = inbox::entries(ctx)?;
        for warning in warnings {
            ctx.warn(warning);
        }
        let mut rows: Vec<Row> = entries
            .into_iter()
            .map(|entry| Row {
                group: entry.group,
                notices: entry.notices,
                chosen: ListEntry::Game(entry.row.name.clone()),
                said: EntryText::Row(entry.row),
            })
            .collect();
        rows.extend(invitations(ctx)?.into_iter().map(|invitation| Row {
            group: "INVITATIONS",
            notices: Vec::new(),
            // Show the digits too, because several invitations can be for the same kind of game.
            said: EntryText::Words(format!(
                "{} {}, from {}",
                invitation.game.standing.kind.title(),
                digits(&invitation.game.standing.id),
                invitation.from
            )),
            chosen: ListEntry::Invitation(invitation.path),
        }));
        let now = ctx.around.zone.day(ctx.now());
        Ok(Games { rows, at: 0, now })
    }

    /// Returns the lines of each row on a screen of this width.
    pub(super) fn lines(&self, width: usize) -> Vec<Vec<String>> {
        let in_columns = self.rows.iter().filter_map(|row| match &row.said {
            EntryText::Row(row) => Some(row),
            EntryText::Words(_) => None,
        });
        let mut aligned = inbox::aligned(&in_columns.collect::<Vec<_>>(), width).into_iter();
        let notices = |row: &Row| {
            let room = width.saturating_sub(4);
            let lines = row.notices.iter().map(|text| format!("    {}", shortened(text, room)));
            lines.collect::<Vec<_>>()
        };
        let lines = self.rows.iter().map(|row| match &row.said {
            EntryText::Row(_) => [aligned.next().unwrap_or_default(), notices(row)].concat(),
            EntryText::Words(words) => vec![words.clone()],
        });
        lines.collect()
    }

    /// Moves the selection to the first game that needs a move, unless the selected game needs a
    /// move, too.
    pub(super) fn go_where_one_is_due(&mut self) {
        let is_due = |row: &Row| row.group == inbox::MINE;
        if !self.rows.get(self.at).is_some_and(is_due) {
            self.at = self.rows.iter().position(is_due).unwrap_or(self.at);
        }
    }

    /// Returns the selected entry.
    pub(super) fn chosen(&self) -> Option<&ListEntry> {
        self.rows.get(self.at).map(|row| &row.chosen)
    }
}
