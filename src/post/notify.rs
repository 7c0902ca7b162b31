//! Runs programs that the user has configured.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Polling interval while the program runs.
const LOOK: Duration = Duration::from_millis(20);

/// Runs a program without a shell, with these additional arguments and environment variables, for
/// at most `patience`. `program` may include arguments, separated by spaces.
///
/// # Errors
///
/// Returns a message for people if the program can't be started, or if it takes too long and is
/// killed. The program's exit status doesn't matter.
pub(crate) fn notify(
    program: &str,
    args: &[String],
    about: &[(&str, String)],
    patience: Duration,
) -> Result<(), String> {
    let mut words = program.split_whitespace();
    let name = words.next().unwrap_or_default();
    let started = Command::new(name)
        .args(words)
        .args(args)
        .envs(about.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let child = started.map_err(|error| format!("can't start {name}: {error}"))?;
    wait(child, name, patience).map(|_| ())
}

/// Whether the program exists, at its path or in `PATH`.
pub(crate) fn is_there(program: &str) -> bool {
    let name = program.split_whitespace().next().unwrap_or_default();
    let exists = |path: &Path| path.is_file() || path.with_extension("exe").is_file();
    let path = env::var_os("PATH").filter(|_| Path::new(name).components().count() == 1);
    path.map_or_else(
        || exists(Path::new(name)),
        |path| env::split_paths(&path).any(|folder| exists(&folder.join(name))),
    )
}

/// Runs a program without a shell for at most `patience`, and writes text to the program's standard
/// input. The program may leave another process running that keeps the text, as clipboard programs
/// do.
///
/// # Errors
///
/// Returns a message for people if the program can't be started, fails, or takes too long and is
/// killed.
pub(crate) fn feed(program: &str, text: &str, patience: Duration) -> Result<(), String> {
    let mut words = program.split_whitespace();
    let name = words.next().unwrap_or_default();
    let started = Command::new(name)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = started.map_err(|error| format!("can't start {name}: {error}"))?;
    let (input, text) = (child.stdin.take(), text.to_owned());
    // The program may exit without reading everything. Its exit status says whether that is fine.
    thread::spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
    match wait(child, name, patience)? {
        Some(status) if status.success() => Ok(()),
        _ => Err(format!("{name} failed")),
    }
}

/// Waits for the program to end, but kills it after `patience`. Returns the exit status; `None` if
/// it is unknown.
fn wait(mut child: Child, name: &str, patience: Duration) -> Result<Option<ExitStatus>, String> {
    if ended(&mut child, patience) {
        return Ok(child.wait().ok());
    }
    let _ = child.kill();
    let _ = child.wait();
    let seconds = patience.as_secs();
    Err(format!("{name} didn't finish within {seconds} seconds, so pbem stopped it"))
}

fn ended(child: &mut Child, patience: Duration) -> bool {
    let until = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(_)) | Err(_) => return true,
            Ok(None) if Instant::now() >= until => return false,
            Ok(None) => thread::sleep(LOOK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn program_gets_arguments_and_variables_or_is_stopped() {
        use std::os::unix::fs::PermissionsExt;

        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("told");
        let script = format!("#!/bin/sh\necho \"$@/$PBEM_GAME\" > {}.out\n", path.display());
        std::fs::write(&path, script).expect("it is written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        let args = ["pbem: ea-dan".to_owned(), "$(rm x); `y`".to_owned()];
        let about = [("PBEM_GAME", "ea-dan".to_owned())];
        let program = format!("{} -t", path.display());
        notify(&program, &args, &about, Duration::from_secs(10)).expect("it can be run");
        let out = std::fs::read_to_string(dir.path().join("told.out")).expect("it has run");
        assert_eq!(out, "-t pbem: ea-dan $(rm x); `y`/ea-dan\n");
        assert!(notify("/no/such/program", &args, &about, Duration::ZERO).is_err());
        let slow = notify("sleep 600", &[], &[], Duration::from_millis(50)).expect_err("too slow");
        assert!(slow.starts_with("sleep didn't finish within"), "{slow}");
    }

    #[test]
    #[cfg(unix)]
    fn program_reads_a_text_or_the_error_says_why() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("copied");
        // Longer than a pipe's buffer.
        let text = "squares ".repeat(20_000);
        let patience = Duration::from_secs(10);
        feed(&format!("tee {}", path.display()), &text, patience).expect("it reads");
        assert_eq!(std::fs::read_to_string(&path).expect("it was read"), text);
        assert_eq!(feed("true", &text, patience), Ok(()));
        assert_eq!(feed("false", &text, patience), Err("false failed".to_owned()));
        assert!(feed("/no/such/program", &text, patience).is_err());
        let slow = feed("sleep 600", &text, Duration::from_millis(50)).expect_err("too slow");
        assert!(slow.starts_with("sleep didn't finish within"), "{slow}");
    }
}
