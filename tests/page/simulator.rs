//! The messenger app in webxdc-dev, the simulator of the webxdc project: three members, under the
//! simulator's own content security policy, on a network that loses, doubles and reorders updates.
//!
//! `just webxdc-dev` installs it. Without node or the package, this test says so and is skipped.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::chromium::{Browser, chromium};
use crate::people::{Person, done, page, pbem};

/// How long the simulator may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running simulator, with three members on the ports after its own.
struct Simulator {
    child: Child,
    port: u16,
}

impl Drop for Simulator {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn script() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("target/webxdc-dev/node_modules/webxdc-dev/dist/backend/cli.js");
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).status();
    if !script.is_file() || !node.is_ok_and(|status| status.success()) {
        println!("skipped: node or webxdc-dev is missing; `just webxdc-dev` installs webxdc-dev");
        return None;
    }
    Some(script)
}

/// Finds four free ports in a row.
fn free_ports() -> u16 {
    let is_free = |port: u16| TcpListener::bind(("0.0.0.0", port)).is_ok();
    let start = 20_000 + u16::try_from(std::process::id() % 20_000).expect("it is small");
    let found = (start..60_000).step_by(8).find(|&port| (port..port + 4).all(is_free));
    found.expect("free ports")
}

impl Simulator {
    fn start(script: &Path, app: &Path) -> Simulator {
        let port = free_ports();
        // The simulator opens a browser at its start; `true` is none.
        let child = Command::new("node")
            .arg(script)
            .args(["run", "-p", &port.to_string()])
            .arg(app)
            .env("BROWSER", "true")
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("node starts");
        let simulator = Simulator { child, port };
        let start = Instant::now();
        while simulator.request("GET", "/instances").is_none_or(|all| !all.contains("200 OK")) {
            assert!(start.elapsed() < PATIENCE, "webxdc-dev does not start");
            thread::sleep(Duration::from_millis(50));
        }
        // It starts with two members.
        let added = simulator.request("POST", "/instances").expect("an answer");
        assert!(added.contains(&format!("localhost:{}", port + 3)), "{added}");
        simulator
    }

    fn request(&self, method: &str, path: &str) -> Option<String> {
        let mut stream = TcpStream::connect(("localhost", self.port)).ok()?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\
             Connection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        Some(answer)
    }
}

/// Runs before the app. Between the simulator and the app, it loses the updates whose number is in
/// `lose`, doubles those in `double`, and holds those in `hold` until the next one has arrived.
const WEATHER: &str = "
    window.weather = { on: false, count: 0, lose: [], double: [], hold: [], held: [] };
    window.violations = [];
    addEventListener('securitypolicyviolation', event => violations.push(event.blockedURI));
    const add = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (type, does, ...rest) {
        if (type !== 'message') return add.call(this, type, does, ...rest);
        return add.call(this, type, event => {
            const told = JSON.parse(event.data);
            // The simulator makes each new member clear its storage and reload, in the middle of
            // the test. A new member has nothing to clear.
            if (told.type === 'clear') return;
            if (told.type !== 'updates' || !weather.on) return does(event);
            for (const update of told.updates) {
                const give = one =>
                    does({ data: JSON.stringify({ type: 'updates', updates: [one] }) });
                const at = weather.count++ % 12;
                if (weather.lose.includes(at)) continue;
                if (weather.hold.includes(at)) { weather.held.push(update); continue; }
                give(update);
                if (weather.double.includes(at)) give(update);
                weather.held.splice(0).forEach(give);
            }
        }, ...rest);
    };";

fn member(browser: &mut Browser, at: u16, port: u16) -> Person {
    let tab = browser.person();
    let about = json!({"source": WEATHER});
    browser.on(&tab, "Page.addScriptToEvaluateOnNewDocument", about);
    browser.go(&tab, &format!("http://localhost:{port}/"));
    let [lose, double, hold] = [[1, 6], [3, 9], [4, 11]];
    let turned = |all: [u16; 2]| json!(all.map(|one| (one + 2 * at) % 12));
    let weather = format!(
        "Object.assign(weather, {{ on: true, lose: {}, double: {}, hold: {} }})",
        turned(lose),
        turned(double),
        turned(hold)
    );
    browser.eval(&tab, &format!("void {weather}"));
    Person::at(tab, 600 + u64::from(at))
}

/// Waits until the app has read the updates that arrived.
fn settle(browser: &mut Browser, members: &[Person]) {
    for member in members {
        browser.eval(&member.tab, "new Promise(done => setTimeout(done, 150))");
        browser.until(&member.tab, "!busy && !chat.working && !chat.news.size");
    }
}

/// The game as a member sees it.
fn look(browser: &mut Browser, member: &Person) -> Value {
    if browser.eval(&member.tab, "!app.table") == json!(true) {
        if browser.eval(&member.tab, "!document.querySelector('.from-chat')") == json!(true) {
            return json!({"turn": 0});
        }
        browser.touch(&member.tab, ".from-chat");
        browser.until(&member.tab, "app.table && !busy");
    }
    member.table(browser)
}

fn turn_of(table: &Value) -> u64 {
    table["turn"].as_u64().unwrap_or(0)
}

#[test]
fn three_members_play_in_the_webxdc_simulator() {
    let (Some(app), Some(script)) = (page("pbem.xdc"), script()) else { return };
    let Some(chromium) = chromium() else { return };
    let simulator = Simulator::start(&script, &app);
    let mut browser = Browser::start(&chromium);
    let names = ["alice", "ben", "cat"];
    let ports = (1..4).map(|at| (at, simulator.port + at));
    let mut members: Vec<Person> = ports.map(|(at, port)| member(&mut browser, at, port)).collect();
    let new = "ask('new', { kind: 'game-box', me: 'alice', with: ['ben', 'cat'] }).then(sit)";
    browser.eval(&members[0].tab, new);
    members[0].turn(&mut browser, true, false);
    let mut again = 0;
    let turns_made = loop {
        settle(&mut browser, &members);
        let tables: Vec<Value> = members.iter().map(|member| look(&mut browser, member)).collect();
        let best = tables.iter().max_by_key(|table| turn_of(table)).expect("tables");
        let turns_made = turn_of(best);
        let Some(due) = best["due"].as_str().filter(|_| turns_made < 14) else { break turns_made };
        let at = names.iter().position(|name| *name == due).expect("a member");
        if turn_of(&tables[at]) < turns_made {
            // The update was lost on its way to the player to move, and is sent again.
            again += 1;
            assert!(again < 40, "updates never arrive");
            let has =
                |table: &&Value| turn_of(table) == turns_made && table["chair"] == json!("own");
            let from = tables.iter().position(|table| has(&table)).expect("a member");
            browser.eval(&members[from].tab, "send()");
            browser.touch(&members[from].tab, "#to-chat");
            browser.until(&members[from].tab, "!busy && !document.querySelector('#to-chat')");
            continue;
        }
        members[at].sit_down(&mut browser, due);
        members[at].turn(&mut browser, false, false);
    };
    assert_eq!(turns_made, 14);
    ends_well(&mut browser, &members, turns_made);
}

/// A restarted app has all turns, the program finds no cheat, and the policy blocked nothing.
fn ends_well(browser: &mut Browser, members: &[Person], turns_made: u64) {
    for member in members {
        member.is_well(browser);
        assert_eq!(browser.eval(&member.tab, "violations"), json!([]));
        browser.eval(&member.tab, "home()");
        let address = browser.eval(&member.tab, "location.href");
        browser.go(&member.tab, address.as_str().expect("an address"));
        browser.until(&member.tab, "!busy && !chat.working && !chat.news.size");
        let turns = browser
            .eval(&member.tab, "Math.max(...Object.values(chat.files).map(one => one.turn))");
        assert_eq!(turns, json!(turns_made));
    }
    let file = browser.eval(&members[0].tab, "Object.values(chat.files)[0].file");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("game.toml"), file.as_str().expect("a file"))
        .expect("written");
    done(folder.path(), "judge", &["show", "game.toml", "--public"]);
    let (_, said) = pbem(folder.path(), "judge", &["verify", "game.toml", "--json"]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["games"][0]["findings"], json!([]), "{said}");
}
