//! `pbem play` at a real terminal: it takes over the screen, plays, and restores it.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::AsFd;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use crate::harness::Test;
use crate::resigning::bob_moves;

/// A shell that runs a command of Alice's at a terminal and then prints the terminal's state.
pub(crate) struct Screen {
    keys: Pty,
    pub(crate) child: std::process::Child,
    bytes: mpsc::Receiver<Vec<u8>>,
    terminal: vt100::Parser,
    all: String,
}

const LINES: u16 = 24;
const COLUMNS: u16 = 80;
/// Timeout; no step takes this long.
const PATIENCE: Duration = Duration::from_mins(1);

impl Screen {
    pub(crate) fn open(test: &Test, words: &str) -> Screen {
        Screen::open_where(test, words, "trap : INT TERM HUP")
    }

    /// As [`Screen::open`], with these signal settings.
    pub(crate) fn open_where(test: &Test, words: &str, signals: &str) -> Screen {
        Screen::of(test, "alice", words, signals)
    }

    /// As [`Screen::open_where`], for any player.
    pub(crate) fn of(test: &Test, who: &str, words: &str, signals: &str) -> Screen {
        let (keys, pts) = open().expect("a terminal");
        keys.resize(Size::new(LINES, COLUMNS)).expect("it has a size");
        let play = test.pbem(who, words).command();
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &format!("{signals}; \"$0\" \"$@\"; echo exit $?; stty -a")])
            .arg(play.get_program())
            .args(play.get_args())
            .current_dir(test.folder(who))
            .envs(play.get_envs().filter_map(|(key, value)| Some((key, value?))))
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        let [lines, columns] = [LINES, COLUMNS].map(|size| NonZero::new(size).expect("some"));
        let terminal = vt100::Parser::new(lines, columns, 0);
        let child = Command::from(shell).spawn(pts).expect("a shell");
        let mut shown = File::from(keys.as_fd().try_clone_to_owned().expect("a terminal"));
        let (send, bytes) = mpsc::channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(read @ 1..) = shown.read(&mut chunk) {
                if send.send(chunk[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Screen { keys, child, bytes, terminal, all: String::new() }
    }

    /// Waits until the screen shows this text, wrapped or not.
    pub(crate) fn wait_for(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        while !words(&self.shown()).contains(&words(text)) {
            let left = until.saturating_duration_since(Instant::now());
            let bytes = self.bytes.recv_timeout(left);
            let bytes = bytes.unwrap_or_else(|_| panic!("no {text:?} in\n{}", self.shown()));
            self.terminal.process(&bytes);
            self.all.push_str(&String::from_utf8_lossy(&bytes));
        }
    }

    pub(crate) fn shown(&self) -> String {
        self.terminal.screen().contents()
    }

    /// The whole output so far.
    pub(crate) fn seen(&self) -> &str {
        &self.all
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// The process of the program, which is the only child of the shell.
    #[cfg(target_os = "linux")]
    pub(crate) fn program(&self) -> String {
        let ps = ["-o", "pid=", "--ppid", &self.child.id().to_string()];
        let out = std::process::Command::new("ps").args(ps).output().expect("ps").stdout;
        String::from_utf8_lossy(&out).trim().to_owned()
    }

    /// The whole output, up to that of `stty` at the end.
    pub(crate) fn end(mut self) -> String {
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.all.push_str(&String::from_utf8_lossy(&bytes));
        }
        self.child.wait().expect("it ends");
        self.all
    }
}

/// Asserts that the terminal is restored: main screen, line mode, echo.
pub(crate) fn assert_given_back(seen: &str) {
    assert!(seen.contains("\u{1b}[?1049l"), "{seen}");
    let (_, state) = seen.split_once("exit ").expect("it has ended");
    let words: Vec<&str> = state.split_whitespace().collect();
    assert!(["echo", "icanon", "isig"].iter().all(|word| words.contains(word)), "{state}");
}

fn against_a_bot() -> Test {
    let test = Test::new();
    let new = "new checkpoint-danger --as alice --against bot:easy --setup";
    test.pbem("alice", new).arg("B8 D4 E2 G6").ok();
    test
}

fn turns(test: &Test) -> u64 {
    let (_, shown) = test.pbem("alice", "show cd-bot").json();
    shown["turns"].as_u64().unwrap_or_default()
}

#[test]
fn call_takes_three_keys_and_the_terminal_is_restored() {
    let test = against_a_bot();
    let before = turns(&test);
    let mut screen = Screen::open(&test, "play cd-bot");
    screen.wait_for("YOUR MOVE");
    screen.press(" \r");
    screen.wait_for("Sign it?");
    screen.press("y");
    screen.wait_for("bot answers");
    screen.press("qq");
    let seen = screen.end();
    assert_given_back(&seen);
    assert!(seen.contains("exit 0"), "{seen}");
    assert!(turns(&test) > before + 1);
}

#[test]
fn early_resignation_can_be_made_and_cancelled_at_the_table() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    let mut screen = Screen::open(&test, "play cd-bob");
    screen.wait_for("WAITING");
    choose(&mut screen, "resign the game with your next turn");
    screen.wait_for("You will resign with your next turn");
    choose(&mut screen, "play on: cancel your resignation");
    screen.wait_for("You play on");
    choose(&mut screen, "resign the game with your next turn");
    screen.wait_for("You will resign with your next turn");
    screen.press("qq");
    assert_given_back(&screen.end());
    test.mail("alice", "bob");
    bob_moves(&test);
    let mut screen = Screen::open(&test, "play game.toml");
    screen.wait_for("You planned to resign with this turn");
    screen.press(" \r");
    screen
        .wait_for("You planned to resign with this turn. Cancel that, and sign your move instead?");
    screen.press("n");
    screen.wait_for("Canceled. Nothing was done.");
    choose(&mut screen, "resign the game");
    screen.press("\r");
    screen.wait_for("Resigned the game");
    screen.press("u\r");
    screen.wait_for("Took back");
    screen.press("qq");
    assert_given_back(&screen.end());
}

/// A player who moves and confirms continues to play.
#[test]
fn confirmed_move_cancels_the_resignation() {
    let test = Test::with_checkpoint();
    test.pbem("alice", "move game.toml Fiji 6").ok();
    test.pbem("alice", "resign cd-bob --later").ok();
    test.mail("alice", "bob");
    bob_moves(&test);
    let mut screen = Screen::open(&test, "play game.toml");
    screen.wait_for("You planned to resign with this turn. Press . to resign or to play on.");
    screen.press(":F3\r");
    screen.wait_for("Cancel that, and sign your move instead?");
    screen.press("y");
    screen.wait_for("Moved Fiji 3");
    screen.press("qq");
    assert_given_back(&screen.end());
    assert!(!test.pbem("alice", "status").ok().out.contains("resign"));
}

/// Alice resigns a game played by mail and starts another one on the full screen.
#[test]
fn next_game_is_mailed_and_shown_at_the_table() {
    let test = crate::rounds::playing();
    test.pbem("alice", "config send-always true").ok();
    test.pbem("alice", "receive").ok();
    test.pbem("alice", "resign cd-bob --yes").ok();
    test.pbem("bob", "receive").ok();
    test.pbem("bob", "reveal cd-alice --send").ok();
    test.pbem("alice", "receive").ok();
    let mut screen = Screen::open(&test, "play cd-bob");
    screen.wait_for("You lost");
    choose(&mut screen, "rematch: play this game again");
    screen.wait_for("HIDE YOUR SETUP");
    screen.press("R\r");
    screen.wait_for("Sign it?");
    screen.press("y");
    screen.wait_for("Mailed turn 1 of cd-bob-2 to bob <bob@example.org>");
    assert!(screen.shown().starts_with(" cd-bob-2 "), "{}", screen.shown());
    screen.press("qq");
    assert_given_back(&screen.end());
    let report = test.pbem("bob", "receive").ok().out;
    assert!(report.contains("alice invites you"), "{report}");
}

/// Selects this entry of the menu.
pub(crate) fn choose(screen: &mut Screen, action: &str) {
    screen.press(".");
    screen.wait_for("Enter: choose");
    let shown = screen.shown();
    let lines = shown.lines().skip_while(|line| !line.contains("Enter: choose")).skip(1);
    let down = lines.take_while(|line| line.trim_matches(['>', ' ']) != action).count();
    screen.press(&("\u{1b}[B".repeat(down) + "\r"));
}

#[test]
fn ctrl_c_and_signals_restore_the_terminal_and_sign_nothing() {
    let test = against_a_bot();
    let before = turns(&test);
    for end in ["ctrl-c", "TERM", "HUP", "QUIT", "ABRT", "USR1"] {
        let mut screen = Screen::open(&test, "play cd-bot");
        screen.wait_for("YOUR MOVE");
        screen.press(" \r");
        screen.wait_for("Sign it?");
        if end == "ctrl-c" {
            screen.press("\u{3}");
        } else {
            let shell = screen.child.id().to_string();
            let kill = ["-c", "kill -\"$0\" $(ps -o pid= --ppid \"$1\")", end, &shell];
            assert!(
                std::process::Command::new("sh").args(kill).status().expect("a shell").success()
            );
        }
        assert_given_back(&screen.end());
    }
    assert_eq!(turns(&test), before);
}

/// <https://no-color.org>: bold, dim and inverse are allowed.
#[test]
fn colours_are_used_unless_disabled() {
    let test = against_a_bot();
    let is_coloured = |before: &str| {
        let mut screen = Screen::open_where(&test, "play cd-bot", before);
        screen.wait_for("Move   >");
        let shown = screen.terminal.screen();
        let mut cells = (0..LINES).flat_map(|y| (0..COLUMNS).map(move |x| shown.cell(y, x)));
        let is_coloured =
            cells.any(|cell| cell.is_some_and(|cell| cell.fgcolor() != vt100::Color::Default));
        screen.press("qq");
        assert_given_back(&screen.end());
        is_coloured
    };
    assert!(is_coloured("unset NO_COLOR"));
    assert!(!is_coloured("export NO_COLOR=1"));
}

/// After a lost connection the program may not keep reading, whether it waits for a key or for
/// the rest of one.
#[cfg(target_os = "linux")]
#[test]
fn lost_terminal_ends_the_program() {
    let test = against_a_bot();
    for last in [" ", "\u{1b}[", " \u{1b}[<0;1"] {
        goes_away(&test, last);
    }
}

#[cfg(target_os = "linux")]
fn goes_away(test: &Test, last: &str) {
    let mut screen = Screen::open_where(test, "play cd-bot", "trap '' HUP");
    screen.wait_for("YOUR MOVE");
    let program = screen.program();
    let terminal = File::open(format!("/proc/{}/fd/0", screen.child.id())).expect("its terminal");
    let Screen { mut keys, mut child, bytes, .. } = screen;
    drop(bytes);
    // The reader thread ends with the first of these inputs. The program reads each separately,
    // before the terminal closes.
    for read in ["?", last] {
        signal("-STOP", &program);
        keys.write_all(read.as_bytes()).expect("a terminal");
        wait_until_unread(&terminal, read.len());
        signal("-CONT", &program);
        wait_until_unread(&terminal, 0);
    }
    drop((keys, terminal));
    let until = Instant::now() + PATIENCE;
    while child.try_wait().expect("a child").is_none() {
        if Instant::now() > until {
            let _ = child.kill();
            panic!("it continues after {last:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
fn signal(name: &str, process: &str) {
    let sent = std::process::Command::new("kill").args([name, process]).status().expect("kill");
    assert!(sent.success());
}

/// Waits until this many typed bytes are waiting to be read.
#[cfg(target_os = "linux")]
fn wait_until_unread(terminal: &File, bytes: usize) {
    let until = Instant::now() + PATIENCE;
    while rustix::io::ioctl_fionread(terminal).expect("a terminal") != bytes as u64 {
        assert!(Instant::now() < until, "{bytes}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn help_opens_the_rules_and_the_lesson() {
    let test = against_a_bot();
    test.pbem("alice", "config name alice").ok();
    let mut screen = Screen::open(&test, "play cd-bot");
    screen.wait_for("YOUR MOVE");
    screen.press("?");
    screen.wait_for("keys and symbols");
    screen.press("r");
    screen.wait_for("Hide four agents on your map");
    screen.press("a");
    screen.wait_for("Checkpoint: Danger!: all rules");
    screen.press("l");
    screen.wait_for("MOVE, try MOVE, hint, show, help, quit >");
    screen.press("D5\r");
    screen.wait_for("Moved Desert 5");
    screen.press("quit\r");
    screen.wait_for("Press Enter to return to pbem play");
    screen.press("\r");
    screen.wait_for("Checkpoint: Danger!: all rules");
    screen.press("q");
    screen.wait_for("turn 4");
    screen.press("qq");
    assert_given_back(&screen.end());
    assert!(test.read("alice", "cd-bot.toml").contains("Desert 5"));
}

#[test]
fn ctrl_c_ends_a_lesson_at_once() {
    let test = against_a_bot();
    test.pbem("alice", "config name alice").ok();
    let mut screen = Screen::open(&test, "play cd-bot");
    screen.wait_for("YOUR MOVE");
    screen.press("?l");
    screen.wait_for("MOVE, try MOVE, hint, show, help, quit >");
    screen.press("\u{3}");
    assert_given_back(&screen.end());
}

#[test]
fn without_a_terminal_play_says_what_to_type() {
    let test = against_a_bot();
    let refused = test.pbem("alice", "play cd-bot").refused(2);
    insta::assert_snapshot!(refused.shown(), @"
    $ pbem play cd-bot
    pbem: full-screen mode needs a terminal.
    Next: pbem show cd-bot
    (exit code 2)
    ");
    let (code, refused) = test.pbem("alice", "play cd-bot").json();
    assert_eq!((code, &refused["next"][0]), (Some(2), &"pbem show cd-bot --json".into()));
}

/// Alice is invited to a game in which she makes the first move. The screen asks for that move.
#[test]
fn joining_player_types_the_first_move_on_the_screen() {
    let test = Test::new();
    let new = "new checkpoint-danger game.toml --as bob --with alice --first alice --random";
    test.pbem("bob", new).ok();
    test.send("bob", "game.toml", "alice", "game.toml");
    let mut screen = Screen::open(&test, "play game.toml");
    screen.wait_for("Press Enter to continue");
    screen.press("\r");
    screen.wait_for("HIDE YOUR SETUP");
    screen.press("R\r");
    screen.wait_for("Sign it?");
    screen.press("y");
    screen.wait_for("You join with your first move:");
    screen.press("A1\r");
    screen.wait_for("signed the turn");
    screen.press("qq");
    assert_given_back(&screen.end());
    let (_, shown) = test.pbem("alice", "show game.toml").json();
    assert_eq!(shown["turns"], 2, "{shown}");
}
