//! Calls of the program at a terminal.

use std::io::Read;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use crate::harness::Call;

/// Starts it at a terminal with this many lines.
pub(crate) fn started(call: &Call<'_>, lines: u16) -> (Pty, std::process::Child) {
    let call = call.command();
    let mut command = std::process::Command::new(call.get_program());
    command.args(call.get_args()).env_clear();
    command.envs(call.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(call.get_current_dir().expect("a folder"));
    let (pty, pts) = open().expect("a terminal");
    pty.resize(Size::new(lines, 80)).expect("it has a size");
    let child = Command::from(command).spawn(pts).expect("the program starts");
    (pty, child)
}

/// Output at a terminal with this many lines; the call must succeed.
pub(crate) fn shown(call: &Call<'_>, lines: u16) -> String {
    let (mut pty, mut child) = started(call, lines);
    let (mut said, mut byte) = (Vec::new(), [0]);
    // On Linux, reading from a closed terminal is an error.
    while let Ok(1) = pty.read(&mut byte) {
        said.push(byte[0]);
    }
    assert!(child.wait().expect("it ends").success());
    String::from_utf8_lossy(&said).into_owned()
}
