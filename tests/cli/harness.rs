//! Players with a folder and a vault each, in an isolated world: a clean environment, a fixed
//! clock, identical secrets in every run.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use pbem::crypto::{GameId, Identity};
use pbem::table::{self, Keys};
use pbem::turnfile::TurnFile;
use serde_json::Value;

/// Chosen so that Alice begins in [`Test::with_checkpoint`].
const SECRETS: u64 = 1;

/// A world of players in a temporary folder, which is deleted on drop.
pub(crate) struct Test {
    folder: tempfile::TempDir,
    /// Minutes since noon of 20 November 2026.
    minutes: Cell<i64>,
    calls: Cell<u64>,
}

/// A snapshot of a world.
pub(crate) struct Moment {
    minutes: i64,
    calls: u64,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

/// A call of the program, as a builder.
pub(crate) struct Call<'a> {
    test: &'a Test,
    who: &'a str,
    args: Vec<String>,
    input: Option<Vec<u8>>,
    env: Vec<(&'a str, String)>,
    without: Vec<&'a str>,
}

/// The result of a call.
pub(crate) struct Ran {
    typed: String,
    folder: PathBuf,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Test {
    pub(crate) fn new() -> Self {
        // The length is the same everywhere, since the program breaks lines.
        let above = std::env::temp_dir();
        let name = "pbem-tests-".repeat(10);
        let length = 100_usize.saturating_sub(above.as_os_str().len() + 8).clamp(1, name.len());
        let folder =
            tempfile::Builder::new().prefix(&name[..length]).tempdir_in(above).expect("a folder");
        Test { folder, minutes: Cell::new(0), calls: Cell::new(0) }
    }

    /// A game of Checkpoint: Danger! that Alice has opened and Bob has joined; Alice has Bob's
    /// file.
    pub(crate) fn with_checkpoint() -> Self {
        let test = Test::new();
        test.pbem("alice", "new checkpoint-danger game.toml --as alice --with bob")
            .arg("--setup")
            .arg("B8 D4 E2 G6")
            .ok();
        test.mail("alice", "bob");
        test.pbem("bob", "join game.toml").arg("--setup").arg("B2 C7 F1 F3").ok();
        test.mail("bob", "alice");
        test
    }

    /// Takes a snapshot of this moment.
    pub(crate) fn now(&self) -> Moment {
        let mut files = BTreeMap::new();
        collect(self.folder.path(), &mut files, false);
        Moment { minutes: self.minutes.get(), calls: self.calls.get(), files }
    }

    /// Restores the world of a snapshot.
    pub(crate) fn back_to(&self, moment: &Moment) {
        for entry in fs::read_dir(self.folder.path()).expect("a folder") {
            fs::remove_dir_all(entry.expect("an entry").path()).expect("a folder of a player");
        }
        for (path, bytes) in &moment.files {
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            fs::write(path, bytes).expect("it can be written");
        }
        self.minutes.set(moment.minutes);
        self.calls.set(moment.calls);
    }

    /// Advances the clock.
    pub(crate) fn wait_minutes(&self, minutes: i64) {
        self.minutes.set(self.minutes.get() + minutes);
    }

    /// A call by a player; the words of the command line are separated by spaces.
    pub(crate) fn pbem<'a>(&'a self, who: &'a str, words: &str) -> Call<'a> {
        let args = words.split_whitespace().map(str::to_owned).collect();
        Call { test: self, who, args, input: None, env: Vec::new(), without: Vec::new() }
    }

    /// The documented commands: each has a manual page.
    pub(crate) fn commands(&self) -> Vec<String> {
        self.pbem("packer", "generate share").ok();
        let pages = fs::read_dir(self.path("packer", "share/man/man1")).expect("manual pages");
        let pages = pages.flatten().map(|page| page.file_name().to_string_lossy().into_owned());
        let command =
            |page: String| Some(page.strip_prefix("pbem-")?.strip_suffix(".1")?.to_owned());
        // The name of a subcommand's page has a hyphen in it.
        let commands: Vec<String> =
            pages.filter_map(command).filter(|command| !command.contains('-')).collect();
        assert!(commands.len() > 25, "{commands:?}");
        commands
    }

    /// Path of a player's folder.
    pub(crate) fn folder(&self, who: &str) -> PathBuf {
        let folder = self.folder.path().join(who);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    pub(crate) fn path(&self, who: &str, file: &str) -> PathBuf {
        self.folder(who).join(file)
    }

    pub(crate) fn read(&self, who: &str, file: &str) -> String {
        fs::read_to_string(self.path(who, file))
            .unwrap_or_else(|error| panic!("{who}/{file}: {error}"))
    }

    pub(crate) fn write(&self, who: &str, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(who, file), text).expect("it can be written");
    }

    /// Copies `game.toml` from one player to another, as an email would.
    pub(crate) fn mail(&self, from: &str, to: &str) {
        self.send(from, "game.toml", to, "game.toml");
    }

    /// Copies a file from one player to another, which takes half an hour.
    pub(crate) fn send(&self, from: &str, file: &str, to: &str, file_name: &str) {
        self.wait_minutes(30);
        fs::copy(self.path(from, file), self.path(to, file_name)).expect("it can be carried");
    }

    /// Every file of a player including the vault, without the empty lock file.
    pub(crate) fn everything(&self, who: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.folder(who), &mut files, false);
        files
    }

    /// Every regular file of a player: no pipes, links or devices.
    pub(crate) fn everything_plain(&self, who: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.folder(who), &mut files, true);
        files
    }

    /// Secret key of a player's identity in hexadecimal, as stored in the vault.
    pub(crate) fn secret(&self, who: &str) -> String {
        let identity: toml::Table =
            self.read(who, "vault/identity.toml").parse().expect("a document");
        identity["secret"].as_str().expect("digits").to_owned()
    }

    /// A player's keys in a game: the identity, the nonce of the commitments and the setup.
    pub(crate) fn keys(&self, who: &str, file: &TurnFile) -> Keys {
        let secret = hex::decode(self.secret(who)).expect("digits").try_into().expect("16 bytes");
        let seat = file.game.seat(who).expect("a seat");
        let nonce = file.turns.iter().find(|turn| turn.seat == who).and_then(|turn| turn.nonce);
        let (identity, id) = (Identity::from_bytes(&secret), GameId(file.game.id()));
        let mut keys = Keys::new(identity, seat, who, &id, nonce.unwrap_or_default());
        let (table, fault) = table::open(file).expect("a game");
        assert!(fault.is_none(), "{fault:?}");
        table.find_hidden(&mut keys);
        keys
    }

    /// Records of a player's games, as stored in the vault: TOML, with the newest turn file
    /// below it, inserted as `newest.text`.
    pub(crate) fn records(&self, who: &str) -> Vec<toml::Table> {
        let games = self.path(who, "vault/games");
        let files = fs::read_dir(games)
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .map(|entry| entry.path());
        let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
        files.map(|path| parse_record(&fs::read_to_string(path).expect("a record"))).collect()
    }
}

fn parse_record(text: &str) -> toml::Table {
    let bytes = text.lines().find_map(|line| line.strip_prefix("turn-file-bytes = "));
    let Some(bytes) = bytes else { return text.parse().expect("a record") };
    let bytes: usize = bytes.parse().expect("a number");
    let (above, file) = text.split_at(text.len() - bytes);
    let mut record: toml::Table = above.parse().expect("a record");
    record["newest"].as_table_mut().expect("a table").insert("text".to_owned(), file.into());
    record
}

/// Collects the files below a folder except locks; with `plain`, regular files only.
fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>, plain: bool) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if plain && path.symlink_metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files, plain);
        } else if path.file_name().is_some_and(|name| name != "lock") {
            files.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
}

impl<'a> Call<'a> {
    /// Adds one argument unchanged, including spaces.
    pub(crate) fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Sets the standard input.
    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = Some(input.into());
        self
    }

    pub(crate) fn env(mut self, name: &'a str, value: impl Into<String>) -> Self {
        self.env.push((name, value.into()));
        self
    }

    pub(crate) fn without(mut self, name: &'a str) -> Self {
        self.without.push(name);
        self
    }

    /// Starts the program and kills it after this time.
    pub(crate) fn killed_after(self, time: std::time::Duration) {
        let mut running = self
            .command()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(time);
        // It may have ended already.
        let _ = running.kill();
        running.wait().expect("the program ends");
    }

    /// The process to start.
    pub(crate) fn command(&self) -> Command {
        #[cfg(unix)]
        crate::ignored_signals::hear();
        let Call { test, who, args, env, without, .. } = self;
        test.calls.set(test.calls.get() + 1);
        let folder = test.folder(who);
        let clock = chrono::DateTime::from_timestamp(1_795_176_000, 0).expect("a moment")
            + chrono::Duration::minutes(test.minutes.get());
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbem"));
        command.args(args).current_dir(&folder).env_clear();
        command
            // Otherwise the downloads of the person who runs the tests would be read.
            .env("HOME", &folder)
            .env("PBEM_HOME", folder.join("vault"))
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm")
            .env("COMPUTERNAME", "desk")
            .env("TZ", "UTC");
        command
            .env("PBEM_CLOCK", clock.to_rfc3339())
            .env("PBEM_SECRETS", (test.calls.get() * 1000 + SECRETS).to_string());
        command.envs(env.iter().map(|(name, value)| (name, value)));
        for name in without {
            command.env_remove(name);
        }
        command
    }

    /// Runs it, and accepts any result.
    pub(crate) fn run(self) -> Ran {
        let mut command = self.command();
        let Call { test, args, input, .. } = self;
        let output = talk(&mut command, input.unwrap_or_default());
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        let typed = args
            .iter()
            .map(|arg| if arg.contains([' ', ';']) { format!("\"{arg}\"") } else { arg.clone() });
        Ran {
            typed: typed.collect::<Vec<_>>().join(" "),
            folder: test.folder.path().to_owned(),
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Runs it; it must succeed without a warning.
    pub(crate) fn ok(self) -> Ran {
        let ran = self.run();
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.shown());
        ran
    }

    /// Runs it; it must fail with this exit code and print nothing on standard output.
    pub(crate) fn fails(self, code: i32) -> Ran {
        let ran = self.run();
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{}", ran.shown());
        assert!(ran.err.starts_with("pbem:"), "{}", ran.err);
        ran
    }

    /// Runs it; it must fail with this exit code and change nothing.
    pub(crate) fn refused(self, code: i32) -> Ran {
        let (test, who) = (self.test, self.who);
        let before = test.everything(who);
        let ran = self.fails(code);
        let after = test.everything(who);
        let changed: Vec<_> = before
            .keys()
            .chain(after.keys())
            .filter(|path| before.get(*path) != after.get(*path))
            .collect();
        assert!(changed.is_empty(), "changed: {changed:?}\n{}", ran.shown());
        ran
    }

    /// Like [`Call::json`] for a report of `verify` about one game: only the object of the game.
    pub(crate) fn verdict(self) -> (Option<i32>, Value) {
        let (code, mut report) = self.json();
        assert_eq!(report["exit"].as_i64(), code.map(i64::from), "{report}");
        assert_eq!(report["games"].as_array().map(Vec::len), Some(1), "{report}");
        (code, report["games"][0].take())
    }

    /// Runs it with `--json`; it must print one object on standard output and nothing else.
    pub(crate) fn json(self) -> (Option<i32>, Value) {
        let ran = self.arg("--json").run();
        let object: Value = serde_json::from_str(&ran.out)
            .unwrap_or_else(|error| panic!("{error}: {}", ran.shown()));
        assert!(object.is_object() && ran.out.lines().count() == 1, "{}", ran.out);
        (ran.code, object)
    }
}

/// Runs a command with this standard input.
fn talk(command: &mut Command, input: Vec<u8>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut stdin = child.stdin.take().expect("standard input");
    // The command may end without reading its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it was reported");
    output
}

impl Ran {
    /// The screen: the command, its output, and the exit code if it is not 0.
    pub(crate) fn shown(&self) -> String {
        let exit = match self.code {
            Some(0) => String::new(),
            Some(code) => format!("(exit code {code})\n"),
            None => "(killed)\n".to_owned(),
        };
        let text = format!("$ pbem {}\n{}{}{exit}", self.typed, self.err, self.out);
        text.replace(&*self.folder.to_string_lossy(), "~")
    }

    /// As [`Ran::shown`] without the paragraph with the board.
    pub(crate) fn without_board(&self) -> String {
        let shown = self.shown();
        let paragraphs = shown.split("\n\n").filter(|paragraph| !paragraph.contains("─┐"));
        paragraphs.collect::<Vec<_>>().join("\n\n")
    }
}
