//! Board games with secrets, played by mailing one text file to and fro: no server, no account, no
//! referee.
//!
//! Hidden setups are sealed at the start and shown at the end. The tool works out every answer from
//! what was sealed, and at the end anybody at all can verify from the file alone that everybody was
//! honest, or who was not, in which turn and how.
//!
//! A house with one staircase; imports point downwards only:
//!
//! | module | what it is |
//! | --- | --- |
//! | [`letters`] | a letter out, turn files out of any text |
//! | [`render`] | one scene in; text, a list, SVG, HTML out |
//! | [`audit`] | plays a game again, recomputes everything, says who and where |
//! | [`table`] | one game in progress: writes turns and reads them, in one loop |
//! | [`turnfile`] | the TOML document, its canonical form, its limits |
//! | [`crypto`] | seals, links, chance, signatures, boxes |
//! | [`games`] | the rule books |
//! | [`board`] | squares, rays, typed text |
//!
//! Everything from `render` down is pure: no files, no clock, no environment; time and randomness
//! are handed in. To verify a file is one line:
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
pub mod crypto;
pub mod desk;
pub mod letters;
pub mod render;
pub mod rules;
pub mod table;
pub mod turnfile;
