//! The club of docs/club.md: players with vaults, mail programs and mailboxes, and an organizer who
//! gets copies. Dates and secrets are the same in every run.

use std::cell::Cell;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PLAYERS: [&str; 4] = ["anna", "ben", "cleo", "dora"];

/// The game in which a player doesn't move.
const ABANDONED: [&str; 2] = ["ben", "dora"];

/// A mail program that delivers to the mailboxes of all recipients, and adds the time of delivery
/// as a mail server does.
const POST: &str = r#"#!/bin/sh
cat > .email
to=$(sed '/^\r*$/q' .email | tr -d '\r\n' | sed 's/From: [^<]*<[^>]*>//; s/Reply-To: [^<]*<[^>]*>//')
for box in ../*/Maildir/new; do
    player=$(basename "$(dirname "$(dirname "$box")")")
    case $to in *"$player@example.org"*)
        email=$box/$(ls "$box" | wc -l).eml
        (echo "Received: by example.org; $(date -u -R -d "$PBEM_CLOCK")"; cat .email) > "$email"
    esac
done
"#;

/// The folders of all people, and the clock.
pub(crate) struct Club {
    home: PathBuf,
    days: Cell<i64>,
    commands: Cell<u32>,
}

impl Club {
    pub(crate) fn new(home: &Path) -> Club {
        Club { home: home.to_owned(), days: Cell::new(0), commands: Cell::new(0) }
    }

    /// Gives everyone a name, an address, a mail program and a mailbox, before the first command.
    fn prepare(&self) {
        for who in PLAYERS.into_iter().chain(["cup"]) {
            let folder = self.home.join(who);
            let (post, mail) = (folder.join("post"), folder.join("Maildir"));
            for part in ["new", "cur", "tmp"] {
                fs::create_dir_all(mail.join(part)).expect("a folder");
            }
            fs::write(&post, POST).expect("it is written");
            fs::set_permissions(&post, fs::Permissions::from_mode(0o755)).expect("a mode");
            for (setting, value) in [
                ("name", who.to_owned()),
                ("mail", format!("{who}@example.org")),
                ("sendmail", post.display().to_string()),
                ("mail-dir", mail.display().to_string()),
            ] {
                self.run(who, &["config", setting, &value]);
            }
            self.run(who, &["whoami"]);
        }
    }

    /// Types a command, and returns its output. Everyone has the list of players.
    pub(crate) fn types(&self, who: &str, words: &[String]) -> String {
        if self.commands.get() == 0 {
            self.prepare();
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = self.run(who, &words);
        let roster = self.home.join("cup/cup/club.toml");
        for player in PLAYERS.into_iter().filter(|_| roster.exists()) {
            fs::copy(&roster, self.home.join(player).join("club.toml")).expect("it is mailed");
        }
        said
    }

    fn run(&self, who: &str, words: &[&str]) -> String {
        self.commands.set(self.commands.get() + 1);
        let (own, vault) = (self.home.join(who), self.home.join("vaults").join(who));
        let now = chrono::DateTime::from_timestamp(1_799_582_400, 0).expect("a moment")
            + chrono::Duration::days(self.days.get());
        let done = Command::new(env!("CARGO_BIN_EXE_pbem"))
            .args(words)
            .current_dir(&own)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", &own)
            .env("PBEM_HOME", &vault)
            .env("PBEM_CLOCK", now.to_rfc3339())
            .env("PBEM_SECRETS", self.commands.get().to_string())
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm")
            .env("TZ", "UTC")
            .output()
            .expect("pbem can be run");
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        let said =
            said.replace(&vault.display().to_string(), &format!("/home/{who}/.local/share/pbem"));
        said.replace(&format!("{}/", self.home.display()), "/home/")
    }

    /// What happens between two commands of the page.
    pub(crate) fn goes_on(&self, comment: &str) -> String {
        let words: Vec<&str> = comment.split(' ').collect();
        match words.as_slice() {
            [_, "The", "others", "begin,", ..] => {
                self.play();
                self.days.set(self.days.get() + 16);
            }
            [_, days, "days", "later", _] => {
                let days: i64 = days.parse().expect("a number");
                self.days.set(self.days.get() + days);
            }
            _ => {}
        }
        String::new()
    }

    /// Starts the other games, and makes all turns except in the abandoned game. The player to move
    /// resigns.
    fn play(&self) {
        for (at, opener) in PLAYERS.iter().enumerate() {
            for other in PLAYERS.iter().skip(at + 1) {
                if [*opener, *other] == ["anna", "ben"] {
                    continue;
                }
                let new = ["new", "cd", "--with", other, "--random", "--club", "club.toml"];
                self.run(opener, &new);
                let (game, to) = (format!("cd-{other}"), format!("{other}@example.org"));
                self.run(opener, &["send", &game, "--to", &to]);
            }
        }
        for _ in 0..4 {
            for who in PLAYERS {
                self.make_turns(who);
            }
        }
    }

    fn make_turns(&self, who: &str) {
        self.run(who, &["receive"]);
        let status = self.run(who, &["status", "--json"]);
        let status = status.replace("/home/", &format!("{}/", self.home.display()));
        let status: Value = serde_json::from_str(&status).expect("JSON");
        for invitation in status["invitations"].as_array().expect("a list") {
            let file = invitation["file"].as_str().expect("a path");
            self.run(who, &["join", file, "--random", "--send"]);
        }
        let games = status["games"].as_array().expect("a list").iter();
        for game in games.filter(|game| game["your_turn"] == true) {
            let name = game["name"].as_str().expect("a name");
            let opponent = game["opponents"][0].as_str().expect("a name");
            let is_abandoned = ABANDONED.contains(&who) && ABANDONED.contains(&opponent);
            if game["expects"] == "reveal" {
                self.run(who, &["reveal", name, "--send"]);
            } else if !is_abandoned {
                self.run(who, &["resign", name, "--yes", "--send"]);
            }
        }
    }
}
