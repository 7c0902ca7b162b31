//! The messenger app: two emulated messengers, and a chat between them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::chromium::{Browser, chromium};
use crate::people::{Person, done, is_honest, page};

/// All updates of a chat, in order.
struct Chat(Vec<Value>);

impl Chat {
    /// Delivers new updates to all members, including the sender.
    fn carry(&mut self, browser: &mut Browser, people: &[&Person]) -> usize {
        let mut new = Vec::new();
        for person in people {
            let sent = browser.eval(&person.tab, "outbox.splice(0)");
            new.extend(sent.as_array().expect("updates").clone());
        }
        self.0.extend(new.iter().cloned());
        for person in people {
            for at in self.0.len() - new.len()..self.0.len() {
                self.deliver(browser, person, at);
            }
        }
        new.len()
    }

    fn deliver(&self, browser: &mut Browser, person: &Person, at: usize) {
        let mut update = self.0[at].clone();
        update["serial"] = json!(at + 1);
        update["max_serial"] = json!(self.0.len());
        browser.eval(&person.tab, &format!("void deliver({update})"));
        browser.until(&person.tab, "!busy");
    }
}

/// The app as a messenger unpacks it.
pub(crate) fn begin() -> Option<(Browser, tempfile::TempDir)> {
    let app = page("xdc")?.parent().map(|folder| folder.join("xdc"));
    let app = app.filter(|app| app.join("index.html").is_file());
    let Some(app) = app else {
        println!("skipped: there is no target/page/xdc");
        return None;
    };
    let chromium = chromium()?;
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(app.join("index.html"), folder.path().join("index.html")).expect("a copy");
    let messenger = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/webxdc.js");
    fs::copy(messenger, folder.path().join("webxdc.js")).expect("a copy");
    Some((Browser::start(&chromium), folder))
}

pub(crate) fn address(folder: &Path, who: &str) -> String {
    format!("file://{}/index.html?me={who}", folder.display())
}

fn opened(browser: &mut Browser, person: &mut Person, kind: &str, with: &str) {
    let new = format!("ask('new', {{ kind: '{kind}', me: 'alice', with: ['{with}'] }}).then(sit)");
    browser.eval(&person.tab, &new);
    person.turn(browser, true, false);
}

#[test]
fn games_in_a_chat_survive_a_deleted_store() {
    let Some((mut browser, folder)) = begin() else { return };
    let folder = folder.path();
    for (seed, kind) in (31..).zip(["checkpoint-danger", "spy", "espionage", "enemy-agent"]) {
        let mut alice = Person::new(&mut browser, &address(folder, "alice"), seed);
        let mut bob = Person::new(&mut browser, &address(folder, "bob"), seed + 10);
        let mut chat = Chat(Vec::new());
        opened(&mut browser, &mut alice, kind, "bob");
        assert_eq!(chat.carry(&mut browser, &[&alice, &bob]), 1);
        let notify = &chat.0[0]["notify"];
        assert!(notify["*"].is_string(), "no one has joined: {notify}");
        browser.touch(&bob.tab, ".from-chat");
        browser.until(&bob.tab, "app.table && !busy");
        for step in 0..40 {
            let table = bob.table(&mut browser);
            if table["phase"] == json!("over") {
                break;
            }
            let due = table["due"].as_str().expect("a player to move").to_owned();
            let who = if due == "bob" { &mut bob } else { &mut alice };
            who.turn(&mut browser, true, step > 8);
            chat.carry(&mut browser, &[&alice, &bob]);
            let last = chat.0.last().expect("an update");
            assert!(last.to_string().len() < 128_000, "{kind}: an update fits");
            let next = if due == "bob" { &bob } else { &alice }.table(&mut browser);
            let next = next["due"].clone();
            if step > 0 && next.is_string() {
                let address = format!("{}@example.org", next.as_str().expect("a name"));
                assert!(last["notify"][&address].is_string(), "{kind}: {}", last["notify"]);
            }
            if step == 4 {
                drop_store(&mut browser, &chat, folder, &bob);
            }
        }
        let file = browser.eval(&bob.tab, "look('file').text");
        fs::write(folder.join(kind), file.as_str().expect("a file")).expect("written");
        is_honest(folder, kind);
    }
}

/// Deletes the store of bob's app, and restores the game from the chat and the recovery phrase.
fn drop_store(browser: &mut Browser, chat: &Chat, folder: &Path, bob: &Person) {
    let words = browser.eval(&bob.tab, "ask('words').then(answer => answer.words)");
    let drop = "new Promise(done => { store.database.close();
                 indexedDB.deleteDatabase('pbem-' + webxdc.selfAddr).onsuccess = done; })
                 .then(() => 1)";
    browser.eval(&bob.tab, drop);
    browser.go(&bob.tab, &address(folder, "bob"));
    for at in 0..chat.0.len() {
        chat.deliver(browser, bob, at);
    }
    browser.until(&bob.tab, "document.querySelector('#lost-vault') && !busy");
    let back = format!("home().then(() => ask('restore-words', {{ words: {words} }})).then(home)");
    browser.eval(&bob.tab, &back);
    browser.touch(&bob.tab, ".from-chat");
    browser.until(&bob.tab, "app.table && !busy");
    assert_eq!(bob.table(browser)["chair"], json!("own"));
    assert_eq!(bob.table(browser)["restored"], json!(true));
    bob.nothing_since(browser);
}

/// alice has the app in a messenger, bob the page, carol the program.
#[test]
fn a_game_of_messenger_page_and_program_is_honest() {
    let Some((mut browser, folder)) = begin() else { return };
    let Some(page) = page("pbem.html") else { return };
    let folder = folder.path();
    let mut alice = Person::new(&mut browser, &address(folder, "alice"), 51);
    let mut bob = Person::new(&mut browser, &format!("file://{}", page.display()), 52);
    let new = "ask('new', { kind: 'game-box', me: 'alice', with: ['bob', 'carol'] }).then(sit)";
    browser.eval(&alice.tab, new);
    let write = |file: String| fs::write(folder.join("game.toml"), file).expect("written");
    let read = || fs::read_to_string(folder.join("game.toml")).expect("a file");
    write(alice.turn(&mut browser, true, false));
    for step in 0..60 {
        let shown = done(folder, "judge", &["show", "game.toml", "--public", "--json"]);
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        let person = match shown["to_act"][0].as_str() {
            None => break,
            Some("alice") => &mut alice,
            Some("bob") => &mut bob,
            Some(who) => {
                crate::games::program(folder, who, step);
                continue;
            }
        };
        person.paste(&mut browser, &read());
        person.sit_down(&mut browser, "bob");
        write(person.turn(&mut browser, false, step > 16));
    }
    is_honest(folder, "game.toml");
    let over = done(folder, "judge", &["show", "game.toml", "--public"]);
    assert!(over.contains("GAME OVER"), "{over}");
}

#[test]
fn the_app_is_small_enough_for_a_chat() {
    let Some(app) = page("pbem.xdc") else { return };
    let bytes = fs::metadata(app).expect("a file").len();
    println!("pbem.xdc: {bytes} bytes");
    assert!(bytes <= 1_000_000, "pbem.xdc has {bytes} bytes");
}
