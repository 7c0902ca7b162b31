//! Switches the terminal to the full screen, and restores it in every case.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};

use super::draw::draw;
use super::state::App;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::report::exit;
use crate::disk::with_signals_deferred;

type Screen = Terminal<CrosstermBackend<io::Stdout>>;

#[cfg(unix)]
use crate::disk::ENDING;
#[cfg(not(unix))]
const ENDING: [i32; 0] = [];

/// Maximum time until pbem notices a signal while the user presses no key.
const NOTICE: Duration = Duration::from_secs(2);

/// Fails if the terminal is too small.
pub(super) fn check_size((width, height): (u16, u16)) -> Result<(), CliError> {
    match size() {
        Ok((columns, lines)) if columns < width || lines < height => Err(CliError::usage(format!(
            "this terminal is too small for full-screen mode, which needs {width} columns and \
             {height} lines."
        ))),
        _ => Ok(()),
    }
}

/// Runs the full screen until the player leaves, a signal arrives, or the terminal is closed.
pub(super) fn play(app: &mut App) -> Result<(), CliError> {
    let ended = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in ENDING.into_iter().filter(|signal| !crate::disk::is_ignored(*signal)) {
        signal_hook::flag::register(signal, Arc::clone(&ended)).map_err(|error| trouble(&error))?;
    }
    let raw_terminal = RawTerminal::take().map_err(|error| trouble(&error))?;
    let mut screen = blank().map_err(|error| trouble(&error))?;
    let result = with_signals_deferred(&ENDING, || {
        let result = turns(app, &mut screen, &ended);
        drop(raw_terminal);
        result
    });
    result.map_err(|error| trouble(&error))
}

fn turns(app: &mut App, screen: &mut Screen, ended: &AtomicBool) -> io::Result<()> {
    let watch = Watch::begin();
    while !app.is_over() {
        let size = screen.size()?;
        app.size = (size.width, size.height);
        screen.draw(|frame| draw(app, frame.buffer_mut()))?;
        let event = match next(ended, &watch, app.next_look())? {
            Next::Event(event) => event,
            Next::Look => {
                app.look();
                continue;
            }
            Next::End => return Ok(()),
        };
        match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key)
                if key.modifiers.contains(KeyModifiers::CONTROL)
                    && key.code == KeyCode::Char('z') =>
            {
                while_free(screen, suspend)?;
            }
            Event::Key(key) => app.key(key),
            Event::Mouse(mouse) => app.mouse(mouse, app.size),
            _ => {}
        }
        if let Some(wish) = app.wish.take() {
            while_free(screen, || app.grant(&wish))?;
        }
    }
    Ok(())
}

/// The next event.
enum Next {
    /// A key or mouse event.
    Event(Event),
    /// Time to look for mail.
    Look,
    /// A signal has arrived, or the terminal is closed.
    End,
}

/// Returns the time to wait for a key; zero if it is time to look for mail.
fn patience(look: Option<Instant>) -> Duration {
    look.map_or(NOTICE, |at| at.saturating_duration_since(Instant::now()).min(NOTICE))
}

/// Waits for the next event. While it waits, it checks for signals only from time to time.
#[cfg(unix)]
fn next(ended: &AtomicBool, watch: &Watch, look: Option<Instant>) -> io::Result<Next> {
    use rustix::event::Timespec;

    while !ended.load(Ordering::Relaxed) && is_there(Some(&Timespec::default()))? {
        // One read may return several keys.
        let read = || if event::poll(Duration::ZERO)? { event::read().map(Some) } else { Ok(None) };
        if let Some(event) = watch.over(read)? {
            return Ok(Next::Event(event));
        }
        let patience = patience(look);
        if patience.is_zero() {
            return Ok(Next::Look);
        }
        is_there(patience.try_into().ok().as_ref())?;
    }
    Ok(Next::End)
}

/// Ends the program if the terminal is closed during a read, because `crossterm` treats a closed
/// terminal like a terminal without input, and never returns. Checking before each read isn't
/// enough, because the terminal can be closed after the check, or in the middle of a key's escape
/// sequence.
#[cfg(unix)]
#[derive(Clone, Debug, Default)]
struct Watch {
    gone: Arc<AtomicBool>,
    reading: Arc<AtomicBool>,
}

#[cfg(unix)]
impl Watch {
    /// Starts the thread that waits until the terminal is closed. If no thread can be started, the
    /// check before each read has to be enough.
    fn begin() -> Watch {
        use rustix::event::{PollFd, PollFlags, poll};

        let watch = Watch::default();
        let Watch { gone, reading } = watch.clone();
        let _ = std::thread::Builder::new().spawn(move || {
            let stdin = io::stdin();
            let mut fds = [PollFd::new(&stdin, PollFlags::empty())];
            // With no events requested, `poll` still reports a hangup.
            while poll(&mut fds, None).is_err() {}
            gone.store(true, Ordering::SeqCst);
            // A command that is signing or mailing must finish first. It notices the closed
            // terminal on its next read.
            while !reading.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(20));
            }
            std::process::exit(exit::DONE.into());
        });
        watch
    }

    /// Reads an event while the thread watches: either this function sees that the terminal is
    /// closed, or the thread sees that a read is in progress.
    fn over<T>(&self, read: impl FnOnce() -> io::Result<Option<T>>) -> io::Result<Option<T>> {
        self.reading.store(true, Ordering::SeqCst);
        let event = if self.gone.load(Ordering::SeqCst) { Ok(None) } else { read() };
        self.reading.store(false, Ordering::SeqCst);
        event
    }
}

#[cfg(not(unix))]
struct Watch;

#[cfg(not(unix))]
impl Watch {
    fn begin() -> Watch {
        Watch
    }
}

/// Waits for input. Returns whether the terminal is still open.
#[cfg(unix)]
fn is_there(patience: Option<&rustix::event::Timespec>) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, poll};

    let stdin = io::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut fds, patience) {
        Ok(0) | Err(rustix::io::Errno::INTR) => Ok(true),
        Ok(_) => {
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            Ok(!fds[0].revents().intersects(gone))
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn next(ended: &AtomicBool, _: &Watch, look: Option<Instant>) -> io::Result<Next> {
    while !ended.load(Ordering::Relaxed) {
        let patience = patience(look);
        if event::poll(patience)? {
            return event::read().map(Next::Event);
        }
        if patience.is_zero() {
            return Ok(Next::Look);
        }
    }
    Ok(Next::End)
}

/// Creates a screen without contents. (Clearing the old screen instead would ask the terminal for
/// the cursor position, which some terminals don't answer.)
fn blank() -> io::Result<Screen> {
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

/// Runs an action on the normal terminal, then returns to the full screen.
fn while_free(screen: &mut Screen, action: impl FnOnce()) -> io::Result<()> {
    RawTerminal::give_back();
    action();
    RawTerminal::again()?;
    *screen = blank()?;
    Ok(())
}

#[cfg(unix)]
fn suspend() {
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
fn suspend() {}

/// The terminal in raw mode on its alternate screen. Dropping this value restores the terminal.
struct RawTerminal;

impl RawTerminal {
    fn take() -> io::Result<RawTerminal> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            RawTerminal::give_back();
            before(panic);
        }));
        RawTerminal::again()?;
        Ok(RawTerminal)
    }

    fn again() -> io::Result<()> {
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
    }

    /// Restores the normal terminal. Ignores errors, because there is nothing more to do.
    fn give_back() {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        RawTerminal::give_back();
    }
}

fn trouble(error: &io::Error) -> CliError {
    let message = format!("can't use the terminal: {error}");
    CliError::new(exit::TROUBLE, CliErrorKind::Disk, message)
}
