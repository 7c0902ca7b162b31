//! A chat of three members that loses, doubles, delays and reorders updates.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::chat::{address, begin};
use crate::chromium::Browser;
use crate::people::{Person, pbem};

/// Updates on their way to each member, and all updates so far.
struct Weather {
    members: Vec<Person>,
    waiting: Vec<Vec<Value>>,
    all: Vec<Value>,
    seed: u64,
}

impl Weather {
    fn new(browser: &mut Browser, folder: &Path, names: &[&str], max: u32) -> Weather {
        let member = |(seed, name): (u64, &&str)| {
            let address = format!("{}&max={max}", address(folder, name));
            Person::new(browser, &address, seed)
        };
        let members: Vec<Person> = (401..).zip(names).map(member).collect();
        let waiting = members.iter().map(|_| Vec::new()).collect();
        Weather { members, waiting, all: Vec::new(), seed: 7 }
    }

    fn below(&mut self, m: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        usize::try_from(self.seed >> 33).expect("it is short") % m
    }

    /// Takes what was sent. Each member gets an update once, twice or never.
    fn collect(&mut self, browser: &mut Browser) -> usize {
        let mut new = Vec::new();
        for from in 0..self.members.len() {
            let sent = browser.eval(&self.members[from].tab, "outbox.splice(0)");
            for update in sent.as_array().expect("updates").clone() {
                new.push((from, update));
            }
        }
        for (from, update) in &new {
            self.all.push(update.clone());
            for to in 0..self.members.len() {
                let times = if to == *from { 1 } else { [0, 1, 1, 2][self.below(4)] };
                for _ in 0..times {
                    let at = self.below(self.waiting[to].len() + 1);
                    self.waiting[to].insert(at, update.clone());
                }
            }
        }
        new.len()
    }

    fn deliver(&mut self, browser: &mut Browser, to: usize, count: usize) {
        for _ in 0..count.min(self.waiting[to].len()) {
            let mut update = self.waiting[to].remove(0);
            update["serial"] = json!(self.all.len());
            update["max_serial"] = json!(self.all.len());
            let tab = &self.members[to].tab;
            browser.eval(tab, &format!("void deliver({update})"));
            browser.until(tab, "!busy && !chat.working");
        }
    }

    /// Delivers updates, some late, until no player sends another.
    fn settle(&mut self, browser: &mut Browser) {
        for _ in 0..30 {
            let new = self.collect(browser);
            for to in 0..self.members.len() {
                let some = self.below(3);
                let count = if new == 0 { usize::MAX } else { some };
                self.deliver(browser, to, count);
            }
            let pause = "new Promise(done => setTimeout(done, 20))";
            browser.eval(&self.members[0].tab, pause);
            if new == 0 && self.waiting.iter().all(Vec::is_empty) {
                return;
            }
        }
    }

    /// Shows the game to a member.
    fn look(&self, browser: &mut Browser, at: usize) -> Value {
        let tab = &self.members[at].tab;
        if browser.eval(tab, "!app.table") == json!(true) {
            let there = "document.querySelector('#games .b, .from-chat')";
            if browser.eval(tab, there).is_null() {
                return json!({"turn": 0});
            }
            browser.touch(tab, "#games .b, .from-chat");
            browser.until(tab, "app.table && !busy");
        }
        self.members[at].table(browser)
    }
}

/// Plays a game of three through the weather, and returns the number of turns.
fn play(max: u32, turns: u64) -> Option<u64> {
    let (mut browser, folder) = begin()?;
    let folder = folder.path();
    let names = ["alice", "ben", "cat"];
    let mut weather = Weather::new(&mut browser, folder, &names, max);
    let new = "ask('new', { kind: 'game-box', me: 'alice', with: ['ben', 'cat'] }).then(sit)";
    browser.eval(&weather.members[0].tab, new);
    weather.members[0].turn(&mut browser, true, false);
    let mut turns_made = 1;
    while turns_made < turns {
        weather.settle(&mut browser);
        let tables: Vec<Value> = (0..3).map(|at| weather.look(&mut browser, at)).collect();
        let best = tables.iter().max_by_key(|table| table["turn"].as_u64()).expect("tables");
        turns_made = best["turn"].as_u64().expect("a number");
        let Some(due) = best["due"].as_str() else { break };
        let at = names.iter().position(|name| *name == due).expect("a member");
        if tables[at]["turn"] != best["turn"] {
            // The newest update was lost. The player who made it sends it again.
            let has =
                |table: &&Value| table["turn"] == best["turn"] && table["chair"] == json!("own");
            let from = tables.iter().position(|table| has(&table)).expect("a member");
            let tab = &weather.members[from].tab;
            browser.eval(tab, "send()");
            browser.touch(tab, "#to-chat");
            browser.until(tab, "!busy && !document.querySelector('#to-chat')");
            continue;
        }
        weather.members[at].sit_down(&mut browser, due);
        weather.members[at].turn(&mut browser, false, false);
    }
    for at in 0..3 {
        weather.members[at].is_well(&mut browser);
    }
    let largest = weather.all.iter().map(|update| update.to_string().len()).max();
    assert!(largest <= usize::try_from(max).ok(), "{largest:?} bytes");
    let file = browser.eval(&weather.members[0].tab, "look('file').text");
    fs::write(folder.join("game.toml"), file.as_str().expect("a file")).expect("written");
    // The game is not over, so there is no verdict yet.
    let (_, said) = pbem(folder, "judge", &["verify", "game.toml", "--json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["games"][0]["findings"], json!([]), "{said}");
    Some(turns_made)
}

#[test]
fn a_game_of_three_heals_lost_doubled_and_reordered_updates() {
    let Some(turns_made) = play(128_000, 14) else { return };
    assert_eq!(turns_made, 14);
}

#[test]
fn members_ask_for_turns_that_an_update_left_out() {
    // So small that only some turns fit.
    let Some(turns_made) = play(9_000, 14) else { return };
    assert_eq!(turns_made, 14);
}

#[test]
fn practice_games_stay_out_of_the_chat() {
    let Some((mut browser, folder)) = begin() else { return };
    let mut alice = Person::new(&mut browser, &address(folder.path(), "alice"), 411);
    browser.touch(&alice.tab, ".tile[data-kind=checkpoint-danger]");
    browser.until(&alice.tab, "app.table && !busy");
    for _ in 0..3 {
        alice.turn(&mut browser, true, false);
    }
    assert_eq!(browser.eval(&alice.tab, "outbox.length"), json!(0));
}

#[test]
fn an_update_leaves_the_screen_and_names_the_due_player_first() {
    let Some((mut browser, folder)) = begin() else { return };
    let mut weather = Weather::new(&mut browser, folder.path(), &["alice", "bob"], 128_000);
    let new = "ask('new', { kind: 'spy', me: 'alice', with: ['bob'] }).then(sit)";
    browser.eval(&weather.members[0].tab, new);
    weather.members[0].turn(&mut browser, true, false);
    let sent = browser.eval(&weather.members[0].tab, "outbox.splice(0)")[0].clone();
    assert!(sent["summary"].as_str().is_some_and(|text| text.starts_with("Bob is next")), "{sent}");
    // A turn in the chat is sent, so it can't be undone.
    let table = weather.members[0].table(&mut browser);
    assert_eq!((&table["unsent"], &table["undo"]), (&Value::Null, &Value::Null));
    // Bob is typing on another screen.
    let bob = &weather.members[1].tab;
    browser.touch(bob, "#vault");
    browser.eval(bob, "document.querySelector('#typed-words').value = 'half of'");
    let junk = json!([
        {"pbem": 1, "game": "ff", "seat": "x", "kind": "y", "from": "z", "turn": 1_000_000_000,
            "file": "# pbem turn file"},
        {"pbem": 1, "game": 3, "file": "x"},
        {"pbem": 1, "ask": "ff", "have": -1, "from": "z"},
        null,
    ]);
    weather.all.push(json!({}));
    for payload in junk.as_array().expect("a list") {
        weather.waiting[1].push(json!({"payload": payload}));
    }
    weather.waiting[1].push(sent);
    weather.deliver(&mut browser, 1, 9);
    let bob = &weather.members[1].tab;
    let typed = browser.eval(bob, "document.querySelector('#typed-words').value");
    assert_eq!(typed, json!("half of"));
    browser.eval(bob, "home()");
    assert_eq!(browser.eval(bob, "document.querySelectorAll('.from-chat').length"), json!(1));
    weather.members[1].is_well(&mut browser);
    let text = browser.eval(bob, "document.body.innerText");
    let text = text.as_str().unwrap_or_default().to_lowercase();
    assert!(!text.contains("mail") && !text.contains("invitation"), "{text}");
    // Exports go through the messenger.
    weather.look(&mut browser, 1);
    weather.members[1].turn(&mut browser, true, false);
    let bob = &weather.members[1].tab;
    browser.eval(bob, "send()");
    browser.touch(bob, "#export");
    assert_eq!(browser.eval(bob, "exported.length"), json!(1));
}
