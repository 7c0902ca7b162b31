//! Parses a setup as a player types it: a list, or a filled-in map.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

use super::Options;
use super::chart::{Chart, read_dot};
use super::setup::{Fault, Holding, Layout};
use crate::board::text::{plain, quoted};
use crate::rules::Placed;

/// Parses a setup. Returns the valid pieces, and the errors in the rest of the text.
pub(super) fn read(chart: Chart, typed: &str) -> (Layout, Vec<Fault>) {
    let bare = |line: &str| plain(line.split('#').next().unwrap_or("")).to_ascii_uppercase();
    let lines: Vec<String> = typed.lines().map(bare).collect();
    let text = lines.join(" ");
    let has_words = text.contains("HOUSE") || text.contains("GUN");
    let is_map = !has_words
        && text.contains(|sign: char| sign != ' ')
        && (text.contains(':') || !text.contains(char::is_numeric));
    if is_map { read_map(chart, &lines) } else { read_list(chart, &text) }
}

/// Parses `houses A1 A4; guns C2 C3`, in any order, with any punctuation.
fn read_list(chart: Chart, text: &str) -> (Layout, Vec<Fault>) {
    let (mut pieces, mut faults, mut what) = (Vec::new(), Vec::new(), None);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.peek() {
        if !sign.is_alphanumeric() {
            if !" ,;:.-()[]'\"".contains(*sign) {
                faults.push(Fault::Unreadable(quoted(&sign.to_string())));
            }
            signs.next();
            continue;
        }
        let mut word = run(&mut signs, char::is_alphabetic);
        match word.as_str() {
            "HOUSE" | "HOUSES" => what = Some(Holding::House),
            "GUN" | "GUNS" => what = Some(Holding::Gun),
            _ => {
                run(&mut signs, |sign| sign == ' ' || sign == '-');
                word += &run(&mut signs, char::is_numeric);
                match (read_dot(&word), what) {
                    (Some(dot), Some(what)) => pieces.push((dot, what)),
                    (Some(dot), None) => faults.push(Fault::Unnamed(dot)),
                    (None, _) => faults.push(no_dot(chart, &word)),
                }
            }
        }
    }
    (Placed::of(pieces), faults)
}

/// Consumes and returns characters while `passes` returns true.
fn run(signs: &mut Peekable<Chars<'_>>, mut passes: impl FnMut(char) -> bool) -> String {
    std::iter::from_fn(|| signs.next_if(|sign| passes(*sign))).collect()
}

fn no_dot(chart: Chart, word: &str) -> Fault {
    let digits = word.strip_prefix(|sign: char| sign.is_ascii_uppercase()).unwrap_or("");
    if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Fault::OffChart { dot: quoted(word), chart: chart.to_string() };
    }
    Fault::Unreadable(quoted(word))
}

/// Parses a map: one line for each row of the drawing, with a label, a colon and a character for
/// each dot. The label is a letter or number of the chart. A line without a label belongs to the
/// row at the same position in an empty form.
fn read_map(chart: Chart, lines: &[String]) -> (Layout, Vec<Fault>) {
    let (mut pieces, mut faults) = (Vec::new(), Vec::new());
    let drawn = chart.lines();
    let mut labels = BTreeSet::new();
    for (at, line) in lines.iter().filter(|line| !line.is_empty()).enumerate() {
        let (found, signs) = match line.split_once(':') {
            Some((label, signs)) => (drawn.iter().find(|(name, _)| name == label.trim()), signs),
            None => (drawn.get(at), line.as_str()),
        };
        let Some((label, dots)) = found else {
            faults.push(Fault::NoLine(quoted(line)));
            continue;
        };
        let signs: Vec<char> = signs.chars().filter(|sign| *sign != ' ').collect();
        let (wanted, count) = (dots.len(), signs.len());
        if wanted != count {
            faults.push(Fault::LineLength { label: label.clone(), signs: count, wanted });
        }
        for (&dot, sign) in dots.iter().zip(signs) {
            match sign {
                'H' => pieces.push((dot, Holding::House)),
                'G' => pieces.push((dot, Holding::Gun)),
                '.' | '-' | '_' | '\u{b7}' => {}
                _ => {
                    let read = quoted(&sign.to_string());
                    faults.push(Fault::Sign { label: label.clone(), dot, read });
                }
            }
        }
        if !labels.insert(label) {
            faults.push(Fault::LineTwice(label.clone()));
        }
    }
    let missing = drawn.iter().filter(|(label, _)| !labels.contains(label));
    faults.extend(missing.map(|(label, _)| Fault::LineMissing(label.clone())));
    (Placed::of(pieces), faults)
}

/// Returns an empty map to fill in.
pub(super) fn form(options: &Options) -> String {
    let Options { chart, houses, guns, .. } = options;
    let mut heads = String::new();
    for head in chart.heads() {
        let _ = write!(heads, "{head:>3}");
    }
    let mut form = format!(
        "# Game Box, the Checker's chart, {chart}.\n\
         # Replace {houses} dots with H (a house) and {guns} dots with G (a gun).\n\
         #  {heads}\n"
    );
    for (label, dots) in chart.lines() {
        let _ = writeln!(form, "{:<4}{}", label + ":", "  .".repeat(dots.len()));
    }
    form
}
