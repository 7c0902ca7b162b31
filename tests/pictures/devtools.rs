//! A browser held by its own protocol: JSON with a NUL behind each message, over two pipes.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

/// A headless Chromium with one page.
pub(crate) struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    session: Option<String>,
    calls: u64,
    /// what was reported since the page was opened
    events: Vec<Json>,
    /// profile and pipes
    _folder: TempDir,
}

impl Browser {
    pub(crate) fn start(chromium: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (input, output) = (folder.path().join("in"), folder.path().join("out"));
        let made = Command::new("mkfifo").args([&input, &output]).status().expect("mkfifo runs");
        assert!(made.success());
        // The shell hands both pipes on as 3 and 4, where the browser looks for them.
        let script = r#"exec "$0" --headless --no-sandbox --disable-gpu --no-first-run \
            --hide-scrollbars --disable-background-networking --disable-component-update \
            --disable-sync --remote-debugging-pipe --user-data-dir="$1/profile" about:blank \
            3<"$1/in" 4>"$1/out""#;
        let child = Command::new("sh")
            .args(["-c", script])
            .arg(chromium)
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let to = OpenOptions::new().write(true).open(&input).expect("a pipe");
        let from = BufReader::new(File::open(&output).expect("a pipe"));
        let (session, calls, events) = (None, 0, Vec::new());
        let mut browser = Browser { child, to, from, session, calls, events, _folder: folder };
        let targets = browser.call("Target.getTargets", &json!({}));
        let targets = targets["targetInfos"].as_array().expect("a list");
        let page = targets.iter().find(|target| target["type"] == "page").expect("a page");
        let attach = json!({ "targetId": page["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for part in ["Page.enable", "Runtime.enable", "Network.enable", "Accessibility.enable"] {
            browser.call(part, &json!({}));
        }
        browser.call("Page.setLifecycleEventsEnabled", &json!({ "enabled": true }));
        browser
    }

    /// Does something, and gives what comes of it.
    pub(crate) fn call(&mut self, method: &str, params: &Json) -> Json {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("it listens");
        loop {
            let answer = self.read();
            if answer["id"] == self.calls {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn read(&mut self) -> Json {
        let mut message = Vec::new();
        self.from.read_until(0, &mut message).expect("it answers");
        assert_eq!(message.pop(), Some(0), "the browser has gone");
        serde_json::from_slice(&message).expect("JSON")
    }

    /// Opens a page in a window of this width.
    pub(crate) fn open(&mut self, address: &str, width: u32) {
        let size = json!({
            "width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600
        });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        self.go_to("about:blank");
        self.events.clear();
        self.go_to(address);
    }

    /// Goes to an address, and waits until this very page has been loaded.
    fn go_to(&mut self, address: &str) {
        let gone = self.call("Page.navigate", &json!({ "url": address }));
        let is_there = |event: &Json| {
            let told = &event["params"];
            event["method"] == "Page.lifecycleEvent"
                && told["loaderId"] == gone["loaderId"]
                && told["name"] == "load"
        };
        while !self.events.iter().any(is_there) {
            let event = self.read();
            self.events.push(event);
        }
    }

    /// What a script in the page comes to.
    pub(crate) fn ask(&mut self, script: &str) -> Json {
        let params = json!({ "expression": script, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", &params);
        assert!(answer["exceptionDetails"].is_null(), "{script}: {answer}");
        answer["result"]["value"].clone()
    }

    /// What was reported of this kind since the page was opened.
    pub(crate) fn reported(&self, method: &str) -> Vec<&Json> {
        let events = self.events.iter().filter(|event| event["method"] == method);
        events.map(|event| &event["params"]).collect()
    }

    /// Roles and names of all that a screen reader finds.
    pub(crate) fn heard(&mut self) -> Vec<(String, String)> {
        let tree = self.call("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().expect("a list").iter();
        let heard = nodes.filter(|node| node["ignored"] == false);
        let text = |json: &Json| json["value"].as_str().unwrap_or_default().to_owned();
        heard.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
