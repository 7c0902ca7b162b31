//! House rules: the options of a kind, their possible values, and their defaults.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use crate::board::text::joined;
use serde::{Deserialize, Serialize};

/// The value of an option in `[game.options]`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Flag(bool),
    /// An integer; 0 for `none`.
    Number(i64),
    /// One of a few words.
    Word(String),
    /// A list of integers.
    Numbers(Vec<i64>),
    /// Several lines of text, such as a board.
    Lines(Vec<String>),
}

/// All options of one game, by name. A turn file contains every option.
pub type OptionMap = BTreeMap<String, OptionValue>;

/// Possible values of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Flag,
    /// An integer within inclusive bounds. With `or_none`, users can type `none` for 0.
    Number {
        min: i64,
        max: i64,
        /// Whether 0 means "none".
        or_none: bool,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of `1..=most` integers, each within the bounds.
    Numbers {
        min: i64,
        max: i64,
        /// Maximum number of entries.
        most: usize,
    },
    /// One of these words, or custom lines (users type the name of a file with these lines).
    Lines {
        /// Names of predefined lines, such as boards.
        presets: &'static [&'static str],
        /// Maximum number of lines.
        most: usize,
        /// Maximum length of a line, in characters.
        widest: usize,
    },
}

/// An option of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Name in `kebab-case`.
    pub name: &'static str,
    pub default: OptionValue,
    pub kind: OptionKind,
    /// One-line description.
    pub help: &'static str,
}

/// An error in an option: it is missing or unknown, or has an invalid value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("option {name}: {problem}")]
pub struct OptionError {
    /// Name of the option.
    pub name: String,
    /// The error, and the allowed values.
    pub problem: String,
}

impl OptionError {
    pub fn new(name: &str, problem: impl Into<String>) -> Self {
        OptionError { name: name.to_owned(), problem: problem.into() }
    }
}

impl OptionSpec {
    /// Creates an option that is true or false.
    pub fn flag(name: &'static str, default: bool, help: &'static str) -> Self {
        OptionSpec { name, default: OptionValue::Flag(default), kind: OptionKind::Flag, help }
    }

    /// Creates an option that is one of these words. The first word is the default.
    pub fn word(name: &'static str, words: &'static [&'static str], help: &'static str) -> Self {
        let default = words.first().copied().unwrap_or_default().to_owned();
        OptionSpec {
            name,
            default: OptionValue::Word(default),
            kind: OptionKind::Word(words),
            help,
        }
    }

    /// Creates an option that is a number within these bounds.
    pub fn number(
        name: &'static str,
        default: i64,
        bounds: RangeInclusive<i64>,
        help: &'static str,
    ) -> Self {
        let (min, max) = bounds.into_inner();
        let kind = OptionKind::Number { min, max, or_none: false };
        OptionSpec { name, default: OptionValue::Number(default), kind, help }
    }

    /// Allows `none` as the value of a number.
    #[must_use]
    pub fn or_none(mut self) -> Self {
        if let OptionKind::Number { or_none, .. } = &mut self.kind {
            *or_none = true;
        }
        self
    }

    /// Creates an option that is a list of at most `most` numbers within these bounds.
    pub fn numbers(
        name: &'static str,
        default: &[i64],
        bounds: RangeInclusive<i64>,
        most: usize,
        help: &'static str,
    ) -> Self {
        let (min, max) = bounds.into_inner();
        let kind = OptionKind::Numbers { min, max, most };
        OptionSpec { name, default: OptionValue::Numbers(default.to_vec()), kind, help }
    }

    /// Parses what a user typed after `--set name=`. For an option with lines, `typed` contains the
    /// lines, not the name of a file.
    pub fn read(&self, typed: &str) -> Result<OptionValue, OptionError> {
        let typed = typed.trim();
        let value = match &self.kind {
            OptionKind::Flag => match typed {
                "true" | "yes" | "on" => OptionValue::Flag(true),
                "false" | "no" | "off" => OptionValue::Flag(false),
                _ => return Err(self.refuse(typed)),
            },
            OptionKind::Number { or_none: true, .. } if typed == "none" => OptionValue::Number(0),
            OptionKind::Number { .. } => {
                OptionValue::Number(typed.parse().map_err(|_| self.refuse(typed))?)
            }
            OptionKind::Word(_) => OptionValue::Word(typed.to_owned()),
            OptionKind::Numbers { .. } => OptionValue::Numbers(
                typed
                    .trim_matches(['[', ']'])
                    .split([',', ' '])
                    .filter(|part| !part.is_empty())
                    .map(|part| part.parse().map_err(|_| self.refuse(typed)))
                    .collect::<Result<_, _>>()?,
            ),
            OptionKind::Lines { presets, .. } if presets.contains(&typed) => {
                OptionValue::Word(typed.to_owned())
            }
            OptionKind::Lines { .. } => {
                OptionValue::Lines(typed.lines().map(|line| line.trim_end().to_owned()).collect())
            }
        };
        self.check(&value)?;
        Ok(value)
    }

    /// Checks that this value has the right type and is within its bounds.
    pub fn check(&self, value: &OptionValue) -> Result<(), OptionError> {
        let fits = match (&self.kind, value) {
            (OptionKind::Flag, OptionValue::Flag(_)) => true,
            (OptionKind::Number { min, max, or_none }, OptionValue::Number(n)) => {
                (min..=max).contains(&n) || (*or_none && *n == 0)
            }
            (OptionKind::Word(words), OptionValue::Word(word)) => words.contains(&word.as_str()),
            (OptionKind::Numbers { min, max, most }, OptionValue::Numbers(list)) => {
                (1..=*most).contains(&list.len()) && list.iter().all(|n| (min..=max).contains(&n))
            }
            (OptionKind::Lines { presets, .. }, OptionValue::Word(word)) => {
                presets.contains(&word.as_str())
            }
            (OptionKind::Lines { most, widest, .. }, OptionValue::Lines(lines)) => {
                (1..=*most).contains(&lines.len())
                    && lines.iter().all(|line| line.is_ascii() && line.len() <= *widest)
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.refuse(&value.to_string())) }
    }

    fn refuse(&self, value: &str) -> OptionError {
        OptionError::new(
            self.name,
            format!("`{}` isn't allowed; use {}", value.escape_default(), self.kind),
        )
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Flag => write!(f, "true or false"),
            OptionKind::Number { min, max, or_none } => {
                write!(f, "a number from {min} to {max}{}", if *or_none { ", or none" } else { "" })
            }
            OptionKind::Word(words) => write!(f, "one of: {}", words.join(", ")),
            OptionKind::Numbers { min, max, most } => {
                write!(f, "a list of 1 to {most} numbers from {min} to {max}")
            }
            OptionKind::Lines { presets, most, widest } => {
                write!(
                    f,
                    "{}, or a file of at most {most} lines, each of at most {widest} ASCII \
                     characters",
                    presets.join(", ")
                )
            }
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => write!(f, "{flag}"),
            OptionValue::Number(n) => write!(f, "{n}"),
            OptionValue::Word(word) => f.write_str(word),
            OptionValue::Numbers(list) => {
                write!(f, "[{}]", joined(list, ","))
            }
            OptionValue::Lines(lines) => write!(f, "a text of {} lines", lines.len()),
        }
    }
}

/// Reads options from a complete map. If a map has passed [`check_options`], every value exists and
/// has the right type.
pub trait OptionMapExt {
    /// Returns a flag; false if it is missing.
    fn flag(&self, name: &str) -> bool;
    /// Returns a number; 0 if it is missing.
    fn number(&self, name: &str) -> i64;
    /// Returns a number that fits a `u32`; 0 if it is missing or doesn't fit.
    fn small(&self, name: &str) -> u32;
    /// Returns a word; empty if it is missing.
    fn word(&self, name: &str) -> &str;
    /// Returns a list; empty if it is missing.
    fn numbers(&self, name: &str) -> &[i64];
}

impl OptionMapExt for OptionMap {
    fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(OptionValue::Flag(true)))
    }

    fn number(&self, name: &str) -> i64 {
        if let Some(OptionValue::Number(n)) = self.get(name) { *n } else { 0 }
    }

    fn small(&self, name: &str) -> u32 {
        u32::try_from(self.number(name)).unwrap_or(0)
    }

    fn word(&self, name: &str) -> &str {
        if let Some(OptionValue::Word(word)) = self.get(name) { word } else { "" }
    }

    fn numbers(&self, name: &str) -> &[i64] {
        if let Some(OptionValue::Numbers(list)) = self.get(name) { list } else { &[] }
    }
}

/// Checks a map against the options of a kind: no option is missing or unknown, and every value is
/// within its bounds. Returns all errors.
pub fn check_options(specs: &[OptionSpec], options: &OptionMap) -> Vec<OptionError> {
    let unknown =
        options.keys().filter(|name| !specs.iter().any(|spec| spec.name == *name)).map(|name| {
            OptionError::new(
                &name.escape_default().to_string(),
                "there is no such option in this game",
            )
        });
    let known = specs.iter().filter_map(|spec| match options.get(spec.name) {
        Some(value) => spec.check(value).err(),
        None => {
            Some(OptionError::new(spec.name, "it is missing; a turn file spells out every option"))
        }
    });
    known.chain(unknown).collect()
}
