//! The formats, compared with the screens in the design.

mod edges;
mod lines;
mod markup;
mod real;
mod scenes;
mod text;
mod widths;
