//! Squares, rays, grids and typed text: what several games share.
//!
//! Architecture invariant: nothing in `board/` knows a game.

mod grid;
pub mod text;

pub use grid::{Direction, Grid, Square};
