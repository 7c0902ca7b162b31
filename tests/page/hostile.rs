//! Hostile input, a core that panics, and a store that fails.

use serde_json::json;

use crate::people::{Person, begin};

#[test]
fn hostile_texts_and_names_run_nothing_and_are_shown_as_text() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::new(&mut browser, &address, 21);
    let texts = [
        "<script>window.hurt = 1</script>".to_owned(),
        "<img src=x onerror='window.hurt=1'># pbem turn file\n[game]\n".to_owned(),
        "# pbem backup\n[[file]]\nname = \"../../x\"\n".to_owned(),
        format!("# pbem turn file\n{}\n# end of pbem turn file", "x = [[".repeat(100_000)),
        "\u{202e}\u{0}\u{ffff}".repeat(1000),
    ];
    for text in texts {
        bob.paste(&mut browser, &text);
        assert!(browser.eval(&bob.tab, "window.hurt").is_null());
        assert!(browser.eval(&bob.tab, "document.querySelector('.wrong').innerText").is_string());
    }
    let new = "ask('new', { kind: 'spy', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    let note = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>";
    browser.eval(&bob.tab, &format!("app.note = {}", json!(note)));
    let file = bob.turn(&mut browser, true, false);
    let carol = Person::new(&mut browser, &address, 22);
    carol.paste(&mut browser, &file);
    assert!(
        browser.eval(&carol.tab, "document.body.innerText.includes('<img src=x')") == json!(true)
    );
    assert!(browser.eval(&carol.tab, "window.hurt").is_null());
    assert_eq!(browser.eval(&carol.tab, "document.querySelectorAll('main img').length"), json!(0));
    // The policy blocks scripts that are inserted into the page.
    let inject = "(() => { const it = document.createElement('script');
                   it.textContent = 'window.hurt = 1'; document.body.append(it); })()";
    browser.eval(&carol.tab, inject);
    assert!(browser.eval(&carol.tab, "window.hurt").is_null());
    let fetched = "fetch('https://example.org/').then(() => 'sent', () => 'refused')";
    assert_eq!(browser.eval(&carol.tab, fetched), json!("refused"));
}

#[test]
fn a_broken_core_restarts_with_the_saved_vault() {
    let Some((mut browser, address)) = begin() else { return };
    let mut bob = Person::new(&mut browser, &address, 23);
    let new = "ask('new', { kind: 'spy', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    bob.turn(&mut browser, true, false);
    let trap = "(() => { const whole = core;
      core = { ...whole, memory: whole.memory, room: whole.room, answer: whole.answer,
               call: () => { throw new WebAssembly.RuntimeError('unreachable'); } };
      return guard(home)(); })()";
    browser.eval(&bob.tab, trap);
    let said = browser.eval(&bob.tab, "document.querySelector('.wrong').innerText");
    assert!(said.as_str().is_some_and(|said| said.contains("Nothing was signed")), "{said}");
    browser.eval(&bob.tab, "home()");
    let games = "document.querySelectorAll('.games [data-id]').length";
    assert_eq!(browser.eval(&bob.tab, games), json!(1));
}

#[test]
fn a_failing_store_releases_no_turn() {
    let Some((mut browser, address)) = begin() else { return };
    let bob = Person::new(&mut browser, &address, 24);
    let new = "ask('new', { kind: 'spy', me: 'bob', with: ['carol'] }).then(sit)";
    browser.eval(&bob.tab, new);
    browser.eval(
        &bob.tab,
        "store.keep = store.save; store.save = () => Promise.reject(new Error('full'))",
    );
    browser.touch(&bob.tab, "[data-spot='button at random']");
    browser.touch(&bob.tab, "#sign");
    browser.until(&bob.tab, "document.querySelector('.wrong')");
    assert_eq!(browser.eval(&bob.tab, "app.table.turn"), json!(0));
    assert_eq!(browser.eval(&bob.tab, "call('file').error"), json!("request"));
    browser.eval(&bob.tab, "store.save = store.keep");
    browser.touch(&bob.tab, "#sign");
    browser.until(&bob.tab, "app.table.turn === 1");
}
