//! Board games with hidden information, played by mailing one text file back and forth: no server,
//! no account, no referee.
//!
//! Setups are sealed at the start and revealed at the end. The program computes every answer from
//! the sealed setup. At the end, the file alone is enough for anyone to verify that all players
//! were honest, or to see which player cheated, in which turn, and how.
//!
//! A module imports only from modules below it in this list:
//!
//! | module | content |
//! | --- | --- |
//! | [`service`] | a player's actions: use cases for every interface |
//! | [`words`] | sentences about games and errors: for every interface |
//! | [`desk`] | a player's games: vault, settings, contacts, turns |
//! | [`club`] | the players of a club, and their standings |
//! | [`letters`] | writes emails and finds turn files in them |
//! | [`render`] | turns a scene into text, a list, or a web page |
//! | [`audit`] | replays a game, recomputes everything, and reports cheats |
//! | [`table`] | a game in progress: composes and reads turns |
//! | [`turnfile`] | the turn file: its canonical form and its limits |
//! | [`crypto`] | seals, links, random numbers, signatures, boxes |
//! | [`games`] | the rules of the games |
//! | [`rules`] | the interface of a game, and everything that all games share |
//! | [`board`] | squares, rays, typed text |
//!
//! The library is pure: no files, no clock, no environment. Callers pass the time and randomness.
//! Verifying a file takes one line:
//!
//! ```
//! # let bytes = include_bytes!("../examples/checkpoint-danger.toml");
//! let verdict = pbem::audit::verify(&pbem::turnfile::read(bytes));
//! assert_eq!(verdict.kind, pbem::audit::VerdictKind::Honest);
//! ```

#[macro_use]
pub mod games;

pub mod audit;
pub mod board;
pub mod club;
pub mod crypto;
pub mod desk;
pub mod letters;
pub mod render;
pub mod rules;
pub mod service;
pub mod table;
pub mod turnfile;
pub mod words;
