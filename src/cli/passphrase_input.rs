//! Reads secrets that the terminal must not show.

use std::io::{self, BufRead, Read};

use zeroize::Zeroizing;

/// Maximum length of a secret.
const LONGEST: u64 = 4096;

/// Reads lines until `enough` returns true for the text so far, or until the input ends.
pub(crate) fn lines(enough: impl Fn(&str) -> bool) -> io::Result<Zeroizing<String>> {
    let mut text = Zeroizing::new(String::new());
    let mut input = io::stdin().lock().take(LONGEST);
    while input.read_line(&mut text)? > 0 && !enough(&text) {}
    Ok(text)
}

/// Reads from the terminal without showing the input.
#[cfg(unix)]
pub(crate) fn typed(prompt: &str) -> io::Result<Zeroizing<String>> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::SIGINT;

    // By default, Ctrl-C would end the process while the terminal still hides input. Here it only
    // ends the prompt, with an error.
    let answered = Arc::new(AtomicBool::new(false));
    if !crate::disk::is_ignored(SIGINT) {
        signal_hook::flag::register_conditional_default(SIGINT, Arc::clone(&answered))?;
    }
    let typed =
        crate::disk::with_signals_deferred(&[SIGINT], || rpassword::prompt_password(prompt));
    answered.store(true, Ordering::SeqCst);
    typed.map(Zeroizing::new)
}

#[cfg(not(unix))]
pub(crate) fn typed(prompt: &str) -> io::Result<Zeroizing<String>> {
    rpassword::prompt_password(prompt).map(Zeroizing::new)
}
