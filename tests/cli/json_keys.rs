//! The keys of every JSON schema. Stops a renamed or lost field that no other test reads.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use insta::assert_snapshot;
use serde_json::Value;

use crate::harness::Test;

/// Keys whose contents depend on the game or on the settings.
const OPEN: [&str; 9] =
    ["dice", "heat", "marks", "mine", "options", "public", "settings", "honest", "lied"];

/// The keys of an object, with the keys of the objects in it.
#[derive(Default)]
struct Keys(BTreeMap<String, Keys>);

impl Keys {
    fn add(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let inner = self.0.entry(key.clone()).or_default();
                    if !OPEN.contains(&key.as_str()) {
                        inner.add(value);
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            _ => {}
        }
    }
}

impl Display for Keys {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, (key, inner)) in self.0.iter().enumerate() {
            let gap = if at == 0 { "" } else { " " };
            let inner = if inner.0.is_empty() { String::new() } else { format!("({inner})") };
            write!(f, "{gap}{key}{inner}")?;
        }
        Ok(())
    }
}

/// Collects the keys of everything that commands print.
#[derive(Default)]
struct Schemas(BTreeMap<String, Keys>);

impl Schemas {
    fn run(&mut self, test: &Test, who: &str, words: &str) {
        let ran = test.pbem(who, words).arg("--json").run();
        for line in ran.out.lines() {
            let mut object: Value = line.parse().expect("JSON");
            let schema = object.as_object_mut().and_then(|object| object.remove("schema"));
            let schema = schema.and_then(|schema| schema.as_str().map(str::to_owned));
            self.0.entry(schema.expect("a schema")).or_default().add(&object);
        }
    }
}

/// Two players, up to the end of their game.
const GAME: &[(&str, &str)] = &[
    ("alice", "status"),
    ("alice", "rules"),
    ("alice", "rules spy"),
    ("alice", "help move"),
    ("alice", "config mail alice@example.org"),
    ("alice", "whoami"),
    ("alice", "new cd game.toml --as alice --with bob --first alice --setup B8,D4,E2,G6"),
    ("bob", "form ../alice/game.toml form.txt"),
    ("bob", "receive ../alice/game.toml"),
    ("bob", "status"),
    ("bob", "join"),
    ("bob", "join ../alice/game.toml"),
    ("bob", "join ../alice/game.toml --setup B2,C7,F1,F3"),
    ("alice", "receive ../bob/cd-alice.toml"),
    ("alice", "move game.toml F6 --try"),
    ("alice", "move game.toml F6"),
    ("alice", "status"),
    ("alice", "undo game.toml --not-mailed"),
    ("alice", "move game.toml F6"),
    ("alice", "copy game.toml --turn"),
    ("alice", "copy game.toml copy.toml"),
    ("alice", "contact mail bob bob@example.org"),
    ("alice", "contact mail zoe zoe@example.org"),
    ("alice", "contact list"),
    ("alice", "send game.toml -o draft.eml"),
    ("alice", "send game.toml --done"),
    ("alice", "plan game.toml if 1: A1; else stop"),
    ("bob", "receive ../alice/game.toml"),
    ("bob", "show cd-alice"),
    ("bob", "show cd-alice --hint"),
    ("bob", "mark cd-alice x A1"),
    ("bob", "offer cd-alice"),
    ("alice", "resign game.toml --later"),
    ("bob", "status --line"),
    ("bob", "nonsense"),
    ("bob", "resign cd-alice --yes"),
    ("alice", "receive ../bob/cd-alice.toml"),
    ("alice", "reveal game.toml"),
    ("bob", "receive ../alice/game.toml"),
    ("bob", "reveal cd-alice"),
    ("alice", "receive ../bob/cd-alice.toml"),
    ("alice", "log game.toml"),
    ("alice", "show game.toml"),
    ("alice", "share game.toml"),
    ("alice", "record"),
    ("alice", "replay game.toml -o page.html"),
    ("alice", "rematch game.toml next.toml --setup B8,D4,E2,G6"),
    ("bob", "decline ../alice/next.toml"),
    ("bob", "words"),
    ("bob", "backup backup.pbem"),
    ("carol", "restore ../bob/backup.pbem"),
    ("carol", "restore --nothing-since"),
    ("dave", "new ea game.toml --as dave --against bot:easy --random"),
    ("dave", "show game.toml --moves 1"),
    ("dave", "turn game.toml"),
    ("dave", "turn"),
    ("dave", "rule"),
    ("dave", "generate share"),
    ("dave", "learn cd"),
    ("erin", "new game-box game.toml --as erin --against bot:easy,bot:easy"),
    ("org", "club new club --name Cup --kind cd --player anna=KEY --player ben=BEN"),
    ("org", "club receive ../alice/game.toml --club club"),
    ("org", "club table --club club"),
    ("org", "club table --due --club club"),
    ("org", "club table --ratings --club club"),
    ("org", "club rule --club club"),
    ("org", "club page --club club"),
];

#[test]
fn schemas_keep_their_keys() {
    let (test, mut schemas) = (Test::new(), Schemas::default());
    for (who, words) in GAME {
        let key = |who: &str| test.pbem(who, "whoami").json().1["key"].as_str().map(str::to_owned);
        let words = if words.contains("=KEY") {
            let keys = ["alice", "bob"].map(|who| key(who).expect("a key"));
            words.replace("KEY", &keys[0]).replace("BEN", &keys[1])
        } else {
            (*words).to_owned()
        };
        schemas.run(&test, who, &words);
    }
    let lines = schemas.0.iter().map(|(schema, keys)| format!("{schema}: {keys}\n"));
    assert_snapshot!(lines.collect::<String>());
}
