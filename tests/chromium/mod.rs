//! Drives Chromium by the `DevTools` protocol over two pipes: JSON, with a zero byte after each
//! message. Needs no port and no other program.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Timeout of each step.
const PATIENCE: Duration = Duration::from_mins(1);

/// Path of the browser; `None` if it is not installed.
pub(crate) fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join("chromium"))
        .find(|file| file.is_file());
    if found.is_none() {
        println!("skipped: chromium is not installed");
    }
    found
}

/// A headless browser.
pub(crate) struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    calls: u64,
    folder: tempfile::TempDir,
    /// reported events, in order
    events: Vec<Value>,
}

/// A tab of the browser.
pub(crate) struct Tab {
    session: String,
}

impl Browser {
    pub(crate) fn start(chromium: &Path) -> Browser {
        let folder = tempfile::tempdir().expect("a folder");
        let (ask, tell) = (folder.path().join("ask"), folder.path().join("tell"));
        for pipe in [&ask, &tell] {
            let status = Command::new("mkfifo").arg(pipe).status().expect("mkfifo");
            assert!(status.success());
        }
        let script = "exec \"$0\" --headless --no-sandbox --disable-gpu --no-first-run \
                      --disable-quic --disable-background-networking --disable-component-update \
                      --disable-sync --hide-scrollbars --user-data-dir=\"$1\" \
                      --remote-debugging-pipe 3<\"$2\" 4>\"$3\"";
        let child = Command::new("sh")
            .args(["-c", script])
            .arg(chromium)
            .args([folder.path().join("profile"), ask.clone(), tell.clone()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let to = OpenOptions::new().write(true).open(ask).expect("it listens");
        let heard = BufReader::new(File::open(tell).expect("it speaks"));
        let (send, from) = channel();
        thread::spawn(move || {
            for message in heard.split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("JSON");
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        Browser { child, to, from, calls: 0, folder, events: Vec::new() }
    }

    /// Folder for files that pages open.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn call(&mut self, session: Option<&str>, method: &str, params: &Value) -> Value {
        self.calls += 1;
        let mut call = json!({"id": self.calls, "method": method, "params": params});
        if let Some(session) = session {
            call["sessionId"] = json!(session);
        }
        let mut bytes = call.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let message = self.hear(method);
            if message["id"] == json!(self.calls) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            if message["method"].is_string() {
                self.events.push(message);
            }
        }
    }

    fn hear(&self, about: &str) -> Value {
        self.from.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{about}: no answer"))
    }

    /// Opens an empty tab with separate storage, for another person.
    pub(crate) fn person(&mut self) -> Tab {
        let context = self.call(None, "Target.createBrowserContext", &json!({}));
        self.tab(&context["browserContextId"])
    }

    /// Opens an empty, phone-sized tab with the storage of a person.
    pub(crate) fn tab(&mut self, context: &Value) -> Tab {
        let about = json!({"url": "about:blank", "browserContextId": context});
        let target = self.call(None, "Target.createTarget", &about)["targetId"].clone();
        let attach = json!({"targetId": target, "flatten": true});
        let session = self.call(None, "Target.attachToTarget", &attach)["sessionId"].clone();
        let tab = Tab { session: session.as_str().expect("a session").to_owned() };
        for domain in ["Page", "Runtime", "Network", "Accessibility"] {
            self.on(&tab, &format!("{domain}.enable"), json!({}));
        }
        self.on(&tab, "Page.setLifecycleEventsEnabled", json!({"enabled": true}));
        self.on(&tab, "Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
        self.size(&tab, 390, 844);
        tab
    }

    /// Returns the only frame with a separate process, such as one with an opaque origin.
    pub(crate) fn frame(&mut self) -> Tab {
        let start = Instant::now();
        let id = loop {
            let targets = self.call(None, "Target.getTargets", &json!({"filter": [{}]}));
            let all = targets["targetInfos"].as_array().expect("targets");
            let frame = all.iter().find(|target| target["type"] == json!("iframe"));
            if let Some(frame) = frame {
                break frame["targetId"].clone();
            }
            assert!(start.elapsed() < PATIENCE, "no frame: {targets}");
            thread::sleep(Duration::from_millis(50));
        };
        let attach = json!({"targetId": id, "flatten": true});
        let session = self.call(None, "Target.attachToTarget", &attach)["sessionId"].clone();
        Tab { session: session.as_str().expect("a session").to_owned() }
    }

    pub(crate) fn context_of(&mut self, tab: &Tab) -> Value {
        let info = self.on(tab, "Target.getTargetInfo", json!({}));
        info["targetInfo"]["browserContextId"].clone()
    }

    pub(crate) fn on(&mut self, tab: &Tab, method: &str, params: Value) -> Value {
        self.call(Some(&tab.session), method, &params)
    }

    pub(crate) fn size(&mut self, tab: &Tab, width: u32, height: u32) {
        let about = json!({
            "width": width, "height": height, "deviceScaleFactor": 2, "mobile": width < 800,
        });
        self.on(tab, "Emulation.setDeviceMetricsOverride", about);
    }

    pub(crate) fn dark(&mut self, tab: &Tab, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let feature = json!({"features": [{"name": "prefers-color-scheme", "value": value}]});
        self.on(tab, "Emulation.setEmulatedMedia", feature);
    }

    /// Loads an address and waits for its load event.
    pub(crate) fn load(&mut self, tab: &Tab, address: &str) {
        let gone = self.on(tab, "Page.navigate", json!({"url": address}));
        let is_there = |event: &Value| {
            let text = &event["params"];
            event["method"] == json!("Page.lifecycleEvent")
                && text["loaderId"] == gone["loaderId"]
                && text["name"] == json!("load")
        };
        while !self.events.iter().any(is_there) {
            let event = self.hear(address);
            self.events.push(event);
        }
    }

    /// Runs a script in the page and returns its value; waits for promises.
    pub(crate) fn eval(&mut self, tab: &Tab, script: &str) -> Value {
        let ask = json!({
            "expression": script, "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        let answer = self.on(tab, "Runtime.evaluate", ask);
        let failed = &answer["exceptionDetails"];
        assert!(failed.is_null(), "{script}: {failed}");
        answer["result"]["value"].clone()
    }

    pub(crate) fn until(&mut self, tab: &Tab, script: &str) {
        let start = Instant::now();
        while self.eval(tab, &format!("!!({script})")) != json!(true) {
            if start.elapsed() > PATIENCE {
                let seen = self.eval(tab, "document.body.innerText");
                panic!("never: {script}\n{seen}");
            }
            thread::sleep(Duration::from_millis(15));
        }
    }

    /// Touches the center of an element, which must not be covered.
    pub(crate) fn touch(&mut self, tab: &Tab, selector: &str) {
        // Only the front tab is touched and drawn.
        self.on(tab, "Page.bringToFront", json!({}));
        let find = format!(
            "(() => {{ const it = document.querySelector({0}); if (!it) return null;
             it.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }});
             const box = it.getBoundingClientRect();
             const x = box.x + box.width / 2, y = box.y + box.height / 2;
             const top = document.elementFromPoint(x, y);
             return {{ x, y, free: !!top && (it === top || it.contains(top)),
               disabled: !!it.disabled, top: top?.outerHTML.slice(0, 200) }}; }})()",
            json!(selector)
        );
        let spot = self.eval(tab, &find);
        assert!(spot.is_object(), "there is no {selector}");
        assert_eq!(spot["free"], json!(true), "{selector} is covered by {}", spot["top"]);
        assert_eq!(spot["disabled"], json!(false), "{selector} is disabled");
        let points = json!([{"x": spot["x"], "y": spot["y"]}]);
        let start = json!({"type": "touchStart", "touchPoints": points});
        self.on(tab, "Input.dispatchTouchEvent", start);
        let end = json!({"type": "touchEnd", "touchPoints": []});
        self.on(tab, "Input.dispatchTouchEvent", end);
        // The click follows after the browser has classified the touch.
        self.eval(tab, "new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))");
    }

    pub(crate) fn key(&mut self, tab: &Tab, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key});
            if key == "Enter" {
                event["text"] = json!("\r");
                event["windowsVirtualKeyCode"] = json!(13);
            }
            self.on(tab, "Input.dispatchKeyEvent", event);
        }
    }

    /// Clears the reported events.
    pub(crate) fn forget(&mut self) {
        self.events.clear();
    }

    /// Returns the reported events of this method.
    pub(crate) fn reported(&self, method: &str) -> Vec<&Value> {
        let events = self.events.iter().filter(|event| event["method"] == json!(method));
        events.map(|event| &event["params"]).collect()
    }

    /// Returns roles and names of the accessibility tree.
    pub(crate) fn heard(&mut self, tab: &Tab) -> Vec<(String, String)> {
        let tree = self.on(tab, "Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().expect("nodes").iter();
        let heard = nodes.filter(|node| node["ignored"] == json!(false));
        let text = |json: &Value| json["value"].as_str().unwrap_or_default().to_owned();
        heard.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    /// Saves a screenshot for people to look at.
    pub(crate) fn picture(&mut self, tab: &Tab, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
        std::fs::create_dir_all(&folder).expect("a folder");
        let shot = self.on(tab, "Page.captureScreenshot", json!({"format": "png"}));
        let data = shot["data"].as_str().expect("a picture");
        std::fs::write(folder.join(format!("{name}.png")), unbase64(data)).expect("written");
    }
}

/// Decodes base64 (RFC 4648).
pub(crate) fn unbase64(text: &str) -> Vec<u8> {
    let value = |sign: u8| match sign {
        b'A'..=b'Z' => u32::from(sign - b'A'),
        b'a'..=b'z' => u32::from(sign - b'a') + 26,
        b'0'..=b'9' => u32::from(sign - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let bytes = text.trim_end_matches('=').as_bytes().chunks(4);
    let decoded = bytes.flat_map(|four| {
        let all = (0..4).fold(0, |all, at| all << 6 | four.get(at).map_or(0, |sign| value(*sign)));
        all.to_be_bytes().into_iter().skip(1).take(four.len() - 1)
    });
    decoded.collect()
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
