//! Moving, losing and restoring vaults; two tabs; a browser that saves nothing.

use serde_json::json;

use crate::people::{Person, begin, done, is_honest, pbem};

/// Text of a backup.
const SAVED: &str = "look('backup', { passphrase: 'four words, or five' }).text";

#[test]
fn a_vault_moves_to_the_page_and_back() {
    let Some((mut browser, address)) = begin() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    let new = ["new", "checkpoint-danger", "game.toml", "--as", "alice", "--with", "bob"];
    done(folder, "alice", &[&new[..], &["--first", "bob", "--setup", "B8 D4 E2 G6"]].concat());
    done(folder, "bob", &["join", "game.toml", "--setup", "B2 C7 A1 D3", "Fiji 6"]);
    done(folder, "alice", &["move", "game.toml", "Fiji 6"]);
    done(folder, "bob", &["backup", "--move", "vault"]);
    let (code, said) = pbem(folder, "bob", &["move", "game.toml", "Fiji 5"]);
    assert_eq!(code, 3, "{said}");
    let mut bob = Person::new(&mut browser, &address, 11);
    bob.paste(&mut browser, &read("vault"));
    browser.touch(&bob.tab, "#restore");
    browser.until(&bob.tab, "document.querySelector('.games')");
    bob.paste(&mut browser, &read("game.toml"));
    let file = bob.turn(&mut browser, false, false);
    std::fs::write(folder.join("game.toml"), file).expect("written");
    done(folder, "alice", &["move", "game.toml", "Fiji 7"]);
    browser.eval(&bob.tab, "home()");
    browser.touch(&bob.tab, "#vault");
    browser.touch(&bob.tab, "#move");
    browser.touch(&bob.tab, "#yes");
    browser.until(&bob.tab, "document.querySelector('#moved')");
    let vault = browser.eval(&bob.tab, "document.querySelector('#moved').value");
    std::fs::write(folder.join("back"), vault.as_str().expect("a backup")).expect("written");
    browser.touch(&bob.tab, "#moved-out");
    bob.paste(&mut browser, &read("game.toml"));
    browser.until(&bob.tab, "document.querySelector('.card.warn')");
    browser.eval(&bob.tab, "ask('sign', { draft: 'Fiji 8' }).catch(error => app.no = error.kind)");
    assert_eq!(browser.eval(&bob.tab, "app.no"), json!("forbidden"));
    done(folder, "bob-again", &["restore", "back"]);
    done(folder, "bob-again", &["resign", "game.toml", "--yes"]);
    done(folder, "alice", &["reveal", "game.toml"]);
    is_honest(folder, "game.toml");
}

#[test]
fn the_second_of_two_tabs_signs_no_turn() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::new(&mut browser, &address, 12);
    let new = "ask('new', { kind: 'checkpoint-danger', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    let context = browser.context_of(&bob.tab);
    let other = browser.another(&context, &address);
    browser.eval(&other, new);
    bob.turn(&mut browser, true, false);
    browser.touch(&other, "[data-spot='button at random']");
    browser.touch(&other, "#sign");
    browser.until(&other, "document.querySelector('.wrong')");
    let said = browser.eval(&other, "document.querySelector('.wrong').innerText");
    assert!(said.as_str().is_some_and(|said| said.contains("another tab")), "{said}");
    assert_eq!(browser.eval(&other, "app.table.turn"), json!(0));
    browser.go(&other, &address);
    browser.eval(&other, "home()");
    assert_eq!(
        browser.eval(&other, "document.querySelectorAll('.games [data-id]').length"),
        json!(1)
    );
}

#[test]
fn a_deleted_store_is_restored_by_backup_and_phrase() {
    let Some((mut browser, address)) = begin() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let read = || std::fs::read_to_string(folder.join("game.toml")).expect("a file");
    done(
        folder,
        "alice",
        &["new", "spy", "game.toml", "--as", "alice", "--with", "bob", "--random"],
    );
    let mut bob = Person::new(&mut browser, &address, 13);
    bob.paste(&mut browser, &read());
    let file = bob.turn(&mut browser, true, false);
    std::fs::write(folder.join("game.toml"), file).expect("written");
    // The page offers the recovery phrase after the first turn.
    browser.touch(&bob.tab, "#show-words");
    browser.until(&bob.tab, "document.querySelector('#words')");
    let words =
        "[...document.querySelectorAll('#words li')].map(word => word.textContent).join(' ')";
    let words = browser.eval(&bob.tab, words);
    assert_eq!(words.as_str().map(|words| words.split(' ').count()), Some(12));
    let saved = browser.eval(&bob.tab, SAVED);
    let drop = "new Promise(done => { store.database.close();
                 indexedDB.deleteDatabase('pbem').onsuccess = done; }).then(() => 1)";
    for way in ["copy", "words"] {
        browser.eval(&bob.tab, drop);
        browser.go(&bob.tab, &address);
        assert_eq!(browser.eval(&bob.tab, "look('home').vault"), json!(false));
        if way == "copy" {
            bob.paste(&mut browser, saved.as_str().expect("a text"));
            let type_it = "document.querySelector('#passphrase').value = 'four words, or five'";
            browser.eval(&bob.tab, type_it);
            browser.touch(&bob.tab, "#unseal");
            browser.until(&bob.tab, "document.querySelector('#restore')");
            browser.touch(&bob.tab, "#restore");
        } else {
            browser.touch(&bob.tab, "#vault");
            browser
                .eval(&bob.tab, &format!("document.querySelector('#typed-words').value = {words}"));
            browser.touch(&bob.tab, "#restore-words");
        }
        browser.until(&bob.tab, "!busy && look('home').vault");
        // The opponent's latest file.
        crate::games::program(folder, "alice", 0);
        bob.paste(&mut browser, &read());
        let table = bob.table(&mut browser);
        assert_eq!((&table["you"], &table["chair"]), (&json!("bob"), &json!("own")), "{way}");
        bob.nothing_since(&mut browser);
        let file = bob.turn(&mut browser, false, false);
        std::fs::write(folder.join("game.toml"), file).expect("written");
    }
}

#[test]
fn a_browser_that_saves_nothing_shows_a_warning() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::new(&mut browser, &address, 14);
    // A frame with an opaque origin, like an attachment opened by a phone's mail program.
    let outer = format!(
        "<!DOCTYPE html><body data-ready=\"yes\">
         <iframe sandbox=\"allow-scripts\" src=\"{address}\"></iframe>"
    );
    let path = browser.folder().join("outer.html");
    std::fs::write(&path, outer).expect("written");
    browser.go(&bob.tab, &format!("file://{}", path.display()));
    let frame = browser.frame();
    browser.until(&frame, "document.body?.dataset.ready === 'yes'");
    let said = browser.eval(&frame, "document.body.innerText");
    let said = said.as_str().unwrap_or_default();
    assert!(said.contains("This browser will forget everything"), "{said}");
}

#[test]
fn the_local_storage_stays_empty() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::new(&mut browser, &address, 15);
    let new = "ask('new', { kind: 'spy', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    bob.turn(&mut browser, true, false);
    let stored = browser.eval(&bob.tab, "localStorage.length + sessionStorage.length");
    assert_eq!((stored, browser.eval(&bob.tab, "document.cookie")), (json!(0), json!("")));
}
