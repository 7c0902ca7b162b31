//! The `pbem` command.

fn main() {}
