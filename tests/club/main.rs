//! Clubs: the roster, the standings from real games, and the commands.

#![cfg(unix)]

mod rosters;
