//! The longest possible game stays within the limits of a file, whatever its players write into it.
//! It is played, read and audited like any other.

mod computed;
mod played;
