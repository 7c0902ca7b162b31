//! Tests of the real program, as people and scripts use it: one file per feature, with one
//! shared builder.

mod advice;
mod arbiter;
mod asking;
mod bad_files;
mod bot_games;
mod bots;
mod chats;
mod cheats;
mod clocks;
mod club_mail;
#[cfg(all(unix, feature = "tui"))]
mod coming;
mod commands;
mod copies;
mod crashes;
#[cfg(unix)]
mod dates;
mod disasters;
mod files;
mod flows;
mod generated;
mod harness;
mod hostile;
#[cfg(unix)]
mod ignored_signals;
mod joining;
mod json_keys;
mod kills;
mod league;
mod learning;
#[cfg(all(unix, feature = "tui"))]
mod lines;
mod looks;
mod mailboxes;
#[cfg(all(unix, feature = "tui"))]
mod meanwhile;
mod moves;
mod naming;
mod newcomers;
mod newer;
mod notices;
mod page;
#[cfg(unix)]
mod pager;
mod places;
mod planning;
mod prompts;
mod races;
mod resigning;
mod rounds;
#[cfg(all(unix, feature = "tui"))]
mod screen;
mod seats;
mod secrets;
mod sentences;
mod settings;
mod sharing;
mod signals;
mod slips;
mod suggested;
#[cfg(all(unix, feature = "tui"))]
mod tables;
mod tally;
mod telling;
#[cfg(unix)]
mod terminal;
#[cfg(all(unix, feature = "tui"))]
mod told_at_the_table;
#[cfg(all(unix, feature = "tui"))]
mod turns;
mod unread;
mod whole_games;
mod widths;
mod words;
mod zones;
