//! Temporary face of the renderer.
mod lines;
mod plain;
mod text;
pub use lines::{list, rows, wrap};
pub use plain::{Look, plain};
pub use text::text;
/// What stands above a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// t
    pub title: String,
    /// l
    pub lines: Vec<String>,
}
/// s
pub fn svg(_s: &crate::games::scene::Scene, _n: &crate::games::Names, _h: &Head) -> String {
    String::new()
}
/// h
pub fn html(_s: &crate::games::scene::Scene, _n: &crate::games::Names, _h: &Head) -> String {
    String::new()
}
pub(crate) const SCREEN: usize = 80;
pub(crate) fn columns(t: &str) -> usize {
    t.chars().count()
}
