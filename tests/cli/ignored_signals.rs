//! Lets tests send signals to programs that they start.

/// Installs handlers for the signals that this process ignores, as it does under `nohup`. Child
/// processes would ignore them too; handlers are not inherited.
pub(crate) fn hear() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            if mask & (1 << (signal - 1)) != 0 {
                let heard = signal_hook::flag::register(signal, std::sync::Arc::default());
                heard.expect("a handler");
            }
        }
    });
}
