//! Enums of words, and strict parsing of any type that can list its values.

/// Defines an enum whose values are words, with `as_str`, `ALL`, `Display`, and a `FromStr` that
/// accepts exactly these words.
macro_rules! words {
    ($(#[$of:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $word:ident = $text:literal),+ $(,)?
    }) => {
        $(#[$of])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name { $($(#[$doc])* $word),+ }

        impl $name {
            /// All values, in order.
            $vis const ALL: [$name; [$($text),+].len()] = [$($name::$word),+];

            /// Returns the word.
            $vis const fn as_str(self) -> &'static str {
                match self { $($name::$word => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $crate::rules::spelled!($name: $name::ALL);
    };
}
pub(crate) use words;

/// Implements `FromStr` for a type by listing its values. `FromStr` accepts only what `Display`
/// writes.
macro_rules! spelled {
    ($name:ty: $all:expr) => {
        impl std::str::FromStr for $name {
            type Err = $crate::board::NotCanonical;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let mut all = IntoIterator::into_iter($all);
                all.find(|value: &$name| value.to_string() == text)
                    .ok_or($crate::board::NotCanonical)
            }
        }
    };
}
pub(crate) use spelled;
