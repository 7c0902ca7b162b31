//! The longest game that there can be lies within the limits of a file, whatever its players write
//! into it, and is played, read and judged like any other.

mod computed;
mod played;
