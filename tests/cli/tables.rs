//! A whole game of each kind on full screens, each player in a terminal of tmux: started, joined,
//! played, signed, undone, mailed and received, using only the keyboard.
//!
//! Without tmux it prints a message and does nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pbem::crypto::Stream;
use pbem::games::Kind;
use pbem::rules::{Level, Seat};
use pbem::table::{self, AnyTable, Expects, Intent, Plan};
use pbem::turnfile::{self, Header, Moment, TurnFile};
use serde_json::json;

use crate::harness::Test;
use crate::rounds::script;

/// Timeout; no step takes this long.
const PATIENCE: Duration = Duration::from_mins(1);
/// Interval between two looks at a screen.
const BLINK: Duration = Duration::from_millis(30);

/// Names of the players, the opener first.
const PLAYERS: [&str; 9] = ["alice", "bob", "carol", "dave", "erin", "fay", "gus", "hal", "ivo"];

/// A game and its input.
struct Played {
    kind: Kind,
    /// The players with their setups, the opener first.
    players: Vec<(&'static str, String)>,
    /// Moves of each player; a bot chooses missing moves.
    moves: &'static [&'static [&'static str]],
}

/// Players at the terminals of one tmux server.
struct Room {
    test: Test,
    /// Name of the tmux server.
    server: String,
    played: Played,
}

impl Drop for Room {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

impl Room {
    /// Every player has a mailbox, and a program that writes mail into the other players'
    /// mailboxes.
    fn new(played: Played) -> Room {
        let test = Test::new();
        let everybody: Vec<&str> = played.players.iter().map(|(who, _)| *who).collect();
        for who in &everybody {
            fs::create_dir_all(test.path(who, "mailbox")).expect("a folder");
        }
        for who in &everybody {
            let others = everybody.iter().filter(|other| *other != who);
            let boxes = others.map(|other| test.path(other, "mailbox").display().to_string());
            let boxes = boxes.collect::<Vec<_>>().join(" ");
            // A reader sees the whole email or nothing.
            let post = format!(
                "cat > letter\n\
                for to in {boxes}; do cp letter copy && mv copy $to/{who}.$$.eml; done"
            );
            for (key, value) in [
                ("name", (*who).to_owned()),
                ("mail", format!("{who}@example.org")),
                ("sendmail", script(&test, who, "post", &post)),
                ("send-always", (*who != everybody[0]).to_string()),
                ("downloads-dir", test.path(who, "mailbox").display().to_string()),
            ] {
                test.pbem(who, "config").arg(key).arg(value).ok();
            }
        }
        let server = format!("pbem-{}-{}", std::process::id(), played.kind.id());
        Room { test, server, played }
    }

    fn tmux(&self, args: &[&str]) -> String {
        let mut tmux = Command::new("tmux");
        tmux.args(["-L", &self.server, "-f", "/dev/null"]).args(args).stdin(Stdio::null());
        let output = tmux.output().expect("tmux");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Opens a player's full screen.
    fn sit_down(&self, who: &str) {
        let play = self.test.pbem(who, "play").env("PBEM_EVERY", "0.2").command();
        let text = |word: &std::ffi::OsStr| word.to_string_lossy().into_owned();
        let folder = self.test.folder(who).display().to_string();
        let mut words: Vec<String> =
            ["new-session", "-d", "-s", who, "-x", "80", "-y", "24", "-c", &folder, "env", "-i"]
                .map(str::to_owned)
                .to_vec();
        words.extend(
            play.get_envs()
                .filter_map(|(key, value)| Some(format!("{}={}", text(key), text(value?)))),
        );
        words.extend([text(play.get_program()), "play".to_owned()]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.tmux(&words);
    }

    fn screen(&self, who: &str) -> String {
        self.tmux(&["capture-pane", "-p", "-t", who])
    }

    /// Waits until a player's screen shows all of these texts, wrapped or not.
    fn wait_for(&self, who: &str, texts: &[&str]) {
        self.wait(who, &format!("{texts:?}"), |shown| {
            texts.iter().all(|text| shown.contains(text)).then_some(())
        });
    }

    /// Waits until the screen shows one of these texts; returns its index.
    fn wait_for_one(&self, who: &str, texts: &[&str]) -> usize {
        self.wait(who, &format!("one of {texts:?}"), |shown| {
            texts.iter().position(|text| shown.contains(text))
        })
    }

    /// Waits until the screen no longer shows this text.
    fn wait_for_none(&self, who: &str, text: &str) {
        self.wait(who, &format!("no {text:?}"), |shown| (!shown.contains(text)).then_some(()));
    }

    /// Waits until `seen` returns a value for the words on the screen.
    fn wait<T>(&self, who: &str, what: &str, seen: impl Fn(&str) -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen(who);
            let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(seen) = seen(&words) {
                return seen;
            }
            if Instant::now() > until {
                let all = self.played.players.iter().map(|(who, _)| self.screen(who));
                panic!("{who} waits for {what}:\n{}", all.collect::<Vec<_>>().join("\n"));
            }
            sleep(BLINK);
        }
    }

    /// Presses keys, by their tmux names.
    fn press(&self, who: &str, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", who], keys].concat());
    }

    fn types(&self, who: &str, text: &str) {
        self.tmux(&["send-keys", "-t", who, "-l", text]);
    }

    /// Selects a line of the open menu.
    fn choose(&self, who: &str, title: &str, line: &str) {
        self.wait_for(who, &[title, "Enter: choose", line]);
        let screen = self.screen(who);
        let lines = screen.lines().skip_while(|line| !line.contains("Enter: choose")).skip(1);
        let down =
            lines.take_while(|shown| !shown.trim_matches(['>', ' ']).starts_with(line)).count();
        self.press(who, &[&vec!["Down"; down], &["Enter"][..]].concat());
    }

    /// Drafts the typed or selected move, if there is one, and signs it.
    fn sign(&self, who: &str, typed: &str) {
        if is_touched(typed) {
            self.press(who, &typed.split(' ').collect::<Vec<_>>());
        } else if !typed.is_empty() {
            self.press(who, &[":"]);
            self.wait_for(who, &["> _"]);
            self.types(who, typed);
            let end: String =
                typed.chars().skip(typed.chars().count().saturating_sub(30)).collect();
            self.wait_for(who, &[&format!("{end}_")]);
        }
        self.press(who, &["Enter"]);
        self.wait_for(who, &["Sign it?"]);
        self.press(who, &["Enter"]);
    }
}

/// Whether a move is made with keys that move the cursor and select.
fn is_touched(typed: &str) -> bool {
    typed.ends_with("Space")
}

/// State of a game, from the file of the player who moved last.
struct Standing {
    file: TurnFile,
    table: AnyTable,
    turns: u32,
    sent: Moment,
}

impl Room {
    /// Path of a player's turn file.
    fn file(&self, who: &str) -> PathBuf {
        let files = fs::read_dir(self.test.folder(who)).expect("a folder").flatten();
        let mut files = files.map(|file| file.path());
        files.find(|path| path.extension().is_some_and(|end| end == "toml")).expect("a turn file")
    }

    fn standing(&self, who: &str) -> Standing {
        let text = fs::read(self.file(who)).expect("a turn file");
        let file = turnfile::read(&text).file.expect("a turn file");
        let (table, fault) = table::open(&file).expect("a game");
        assert!(fault.is_none(), "{fault:?}");
        let (turns, sent) = (table.standing().turns(), table.standing().last_sent);
        Standing { file, table, turns, sent }
    }

    /// The opener starts the game and sends the invitation.
    fn open(&self) {
        let Played { players, kind, .. } = &self.played;
        let (who, setup) = (players[0].0, &players[0].1);
        self.wait_for(who, &["Press Enter to start a game"]);
        self.press(who, &["N"]);
        self.choose(who, "A new game", kind.title());
        self.choose(who, "who do you want to play against?", "friends, by mail");
        self.wait_for(who, &["Names of the other players"]);
        let others: Vec<&str> = players[1..].iter().map(|(who, _)| *who).collect();
        self.types(who, &others.join(" "));
        self.press(who, &["Enter"]);
        self.wait_for(who, &["HIDE YOUR SETUP"]);
        self.sign(who, setup);
        self.mail_by_hand(who);
    }

    /// Sends the turn from the menu.
    fn mail_by_hand(&self, who: &str) {
        self.wait_for(who, &["WAITING", "haven't mailed"]);
        self.press(who, &["."]);
        self.choose(who, "", "mail your latest turn");
        self.mailed(who);
    }

    /// Waits until the email has been sent; types the address if pbem asks for it.
    fn mailed(&self, who: &str) {
        const ASK: &str = "'s email address (empty";
        const GOES: &str = "Mail it to ";
        loop {
            match self.wait_for_one(who, &["Mailed turn", ASK, GOES]) {
                0 => return,
                1 => {}
                _ => {
                    self.press(who, &["y"]);
                    self.wait_for_none(who, GOES);
                    continue;
                }
            }
            let screen = self.screen(who);
            let (question, _) = screen.split_once(ASK).expect("a question");
            let name = question.split_whitespace().next_back().unwrap_or_default();
            self.types(who, &format!("{name}@example.org"));
            self.wait_for(who, &[&format!("{name}@example.org_")]);
            self.press(who, &["Enter"]);
            self.wait_for_none(who, &format!("{name}{ASK}"));
        }
    }

    /// A player opens the invitation when it is time to join.
    fn open_invitation(&self, who: &str) {
        self.wait_for(who, &["INVITATIONS", self.played.kind.title()]);
        loop {
            self.press(who, &["Enter"]);
            let too_early = "Wait for the file with";
            if self.wait_for_one(who, &[too_early, "Press Enter to continue."]) == 1 {
                self.press(who, &["Enter"]);
                self.wait_for(who, &["YOUR"]);
                return;
            }
            self.press(who, &["Up"]);
            self.wait_for_none(who, too_early);
        }
    }

    /// Input of a player's turn: the next move, a bot's choice if that move is illegal, or nothing
    /// if there is nothing to decide.
    fn typed(&self, who: &str, seat: usize, nth: usize, standing: &Standing) -> String {
        let moves = self.played.moves.get(seat).copied().unwrap_or_default();
        let next = moves.get(nth).or(moves.last()).map(|typed| (*typed).to_owned());
        let joins = standing.table.standing().expects == Expects::Join;
        if let Some(typed) = next.as_ref().filter(|_| joins) {
            return typed.clone();
        }
        let keys = self.test.keys(who, &standing.file);
        let turn_for = |intent| {
            let turn_for = standing.table.compose(&keys, &Plan::new(standing.sent, intent));
            turn_for.ok().map(|(turn_for, _)| turn_for.turn)
        };
        if turn_for(Intent::Nothing).is_some() {
            return String::new();
        }
        if let Some(typed) = next
            .filter(|typed| is_touched(typed) || turn_for(Intent::Move(typed.clone())).is_some())
        {
            return typed;
        }
        let seed = u8::try_from(nth).expect("a short game");
        let bot = Intent::Bot { level: Level::Medium, seed: Some([seed; 32]) };
        turn_for(bot).expect("a move").moves.join("; ")
    }

    /// Signs a turn and undoes it.
    fn sign_and_take_back(&self, who: &str, typed: &str, turns: u32) {
        self.sign(who, typed);
        self.wait_for(who, &[&format!("turn {}", turns + 1), "haven't mailed"]);
        self.press(who, &["u"]);
        self.wait_for(who, &["undo your last turn", "Enter or y: yes"]);
        self.press(who, &["y"]);
        self.wait_for(who, &["Took back", &format!("turn {turns}"), "YOUR"]);
    }
}

/// Plays a whole game of this kind with these setups.
fn plays(kind: &str, setups: &[&str], moves: &'static [&'static [&'static str]]) {
    let kind = Kind::from_id(kind).expect("a game");
    let players = PLAYERS.into_iter().zip(setups.iter().map(ToString::to_string)).collect();
    is_played(Played { kind, players, moves });
}

#[expect(clippy::print_stdout, reason = "pbem reports the skipped game")]
fn is_played(played: Played) {
    if Command::new("tmux").arg("-V").output().is_err() {
        println!("skipped: there is no tmux");
        return;
    }
    let room = Room::new(played);
    let players = &room.played.players;
    for (who, _) in players {
        room.sit_down(who);
    }
    room.open();
    let mut counts = vec![0; players.len()];
    let (mut last, mut by_itself) = (players[0].0, false);
    let standing = loop {
        let standing = room.standing(last);
        let Some(due) = standing.table.standing().due.map(|seat| usize::from(seat.0)) else {
            break standing;
        };
        let (who, setup) = (players[due].0, &players[due].1);
        let joins = standing.table.standing().expects == Expects::Join;
        if joins {
            room.open_invitation(who);
        }
        if joins && !setup.is_empty() {
            room.wait_for(who, &["HIDE YOUR SETUP"]);
            room.sign(who, setup);
        } else {
            room.wait_for(who, &[&format!("turn {}", standing.turns), "YOUR"]);
            let typed = room.typed(who, due, counts[due], &standing);
            let by_hand = due == 0 && !by_itself;
            if by_hand {
                room.sign_and_take_back(who, &typed, standing.turns);
            }
            room.sign(who, &typed);
            if by_hand {
                room.mail_by_hand(who);
                room.test.pbem(who, "config send-always true").ok();
                by_itself = true;
            }
            counts[due] += usize::from(!typed.is_empty());
        }
        room.mailed(who);
        last = who;
    };
    for (who, _) in players {
        room.wait_for(who, &[&format!("turn {}", standing.turns), "GAME OVER", "Over"]);
    }
    for (who, _) in players {
        let file = format!("../{who}/{}", room.file(who).file_name().expect("a name").display());
        let (code, verdict) = room.test.pbem("judge", "verify").arg(file).verdict();
        assert_eq!((code, verdict["verdict"].as_str()), (Some(0), Some("honest")), "{verdict}");
        assert_eq!(verdict["missing_reveals"], json!([]), "{verdict}");
    }
}

#[test]
fn checkpoint_danger_is_played_at_tables() {
    plays(
        "checkpoint-danger",
        &["B8 D4 E2 G6", "B2 C7 F1 F3"],
        &[&["Down Down Right Space", "C7; B2; A9", "F1; F3"], &["A1", "danger F3; G7", "E2; D4"]],
    );
}

#[test]
fn game_box_is_played_at_tables() {
    let chart = "houses A1 A3 A5 A7 C1 C3 C5 E7 G1 G3; guns B2 B4 B6 B8 D2 D4 F6 F8 H9 H1";
    plays(
        "game-box",
        &[chart, "", ""],
        &[&[], &["Up Up Up Up Left Left Left Left Space", "A3", "B2", "A5"], &["D5", "E5", "D4"]],
    );
}

#[test]
fn spy_is_played_at_tables() {
    plays(
        "spy",
        &["5F 5D 6D 6A 1A 1G 5G", "8C 8D 3D 3H 9H 9F 6F"],
        &[
            &["Up Up Left Left Left Space", "4C-4F", "guess 8C 8D 3D 3H 9H 9F 6F"],
            &["5E", "5A-9A", "guess 5F 5D 6D 6A 1A 1G 5G"],
        ],
    );
}

/// D4-D5, A4-A5
const STRIDES: &str = "Left Left Down Space Up Space Left Left Left Down Space Up Space";

#[test]
fn espionage_is_played_at_tables() {
    plays(
        "espionage",
        &[
            "EEEEESSSSS/1111122223/334455MMMM/H.........",
            "HSSSSSEEEE/E111112222/3334455MMM/M.........",
        ],
        &[&[STRIDES, "A5-A6, D5-D6", "A6-A7"]],
    );
}

/// Kinds that have their own game above, for the keys that select.
const TYPED: [&str; 4] = ["checkpoint-danger", "game-box", "spy", "espionage"];

/// Every other game is played with random setups, by bots.
#[test]
fn other_games_are_played_at_tables() {
    for kind in Kind::published().filter(|kind| !TYPED.contains(&kind.id())) {
        let players = PLAYERS.into_iter().take(usize::from(*kind.seats().start()));
        let players: Vec<(&str, String)> = players.zip(random_setups(kind)).collect();
        is_played(Played { kind, players, moves: &[] });
    }
}

/// Returns a setup for each seat, empty if it hides nothing.
fn random_setups(kind: Kind) -> impl Iterator<Item = String> {
    let specs = table::option_specs(kind);
    let header = Header {
        kind: kind.id().to_owned(),
        seats: PLAYERS[..usize::from(*kind.seats().start())]
            .iter()
            .map(ToString::to_string)
            .collect(),
        created: Moment::UNIX_EPOCH,
        nonce: [0; 16],
        first: None,
        opener: None,
        options: specs.into_iter().map(|spec| (spec.name.to_owned(), spec.default)).collect(),
        keys: BTreeMap::new(),
        arbiter: None,
    };
    let table = AnyTable::new(&header).expect("default options");
    let mut numbers = Stream::from_seed([1; 32]);
    Seat::all(*kind.seats().start()).map(move |seat| match table.setup_help(seat) {
        Some(_) => table.random_setup(seat, &mut numbers).join("; "),
        None => String::new(),
    })
}
