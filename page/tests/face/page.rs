//! A page without a browser. It stores changes in memory.

use std::collections::BTreeMap;

use pbem_page::Face;
use serde_json::{Value, json};

/// Documents by name, as browsers store them.
pub(crate) type Documents = BTreeMap<String, String>;

/// The page of one person.
pub(crate) struct Page {
    pub(crate) face: Face,
    /// Stored documents.
    pub(crate) store: Documents,
    /// Number of commits that will still succeed.
    pub(crate) left: Option<u32>,
    /// All answers before the store failed.
    pub(crate) heard: String,
    /// Minutes after eight, on the clock.
    pub(crate) minutes: u32,
    seed: u64,
}

impl Page {
    pub(crate) fn new(seed: u64) -> Page {
        let (face, store) = (Face::default(), Documents::new());
        Page { face, store, left: None, heard: String::new(), minutes: 0, seed: seed << 32 }
    }

    /// Reloads the page with the stored documents.
    pub(crate) fn load(&mut self) {
        self.face = Face::default();
        let documents = json!(self.store);
        self.ask("load", json!({"documents": documents}));
    }

    /// Returns a number below `m`.
    pub(crate) fn below(&mut self, m: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        usize::try_from(self.seed >> 33).expect("it is short") % m
    }

    fn once(&mut self, what: &str, mut request: Value) -> Value {
        let random = format!("{:064x}", self.below(1 << 30));
        request["do"] = json!(what);
        request["now"] = json!(format!("2027-01-15T08:{:02}:00Z", self.minutes));
        request["random"] = json!(random);
        let answer = self.face.call(&request.to_string());
        self.heard.push_str(&answer);
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    /// Sends a request and stores the changes. A failed request has an `error` in its answer.
    pub(crate) fn try_ask(&mut self, what: &str, request: Value) -> Value {
        let mut answer = self.once(what, request);
        if let Some(ticket) = answer["commit"].as_u64() {
            // Changes for the store are not part of the answer.
            self.heard.truncate(self.heard.len() - answer.to_string().len());
            match &mut self.left {
                Some(0) => {
                    self.once("lost", json!({}));
                    return json!({"error": "store"});
                }
                Some(left) => *left -= 1,
                None => {}
            }
            let changes = answer["changes"].as_object().expect("changes").clone();
            for (name, text) in changes {
                self.store.insert(name, text.as_str().expect("a text").to_owned());
            }
            answer = self.once("kept", json!({"ticket": ticket}));
            assert!(answer["commit"].is_null(), "{what} needs two commits");
        }
        answer
    }

    pub(crate) fn ask(&mut self, what: &str, request: Value) -> Value {
        let answer = self.try_ask(what, request.clone());
        assert!(answer["error"].is_null(), "{what} {request}: {answer}");
        answer
    }

    /// Opens a file. If several seats are free, takes the seat of the player to move.
    pub(crate) fn open(&mut self, text: &str) -> Value {
        let table = self.ask("open", json!({"text": text}))["table"].clone();
        if table["why"]["error"] == json!("which-seat") {
            return self.ask("seat", json!({"seat": table["due"]}))["table"].clone();
        }
        table
    }

    pub(crate) fn file(&mut self) -> String {
        self.ask("file", json!({}))["text"].as_str().expect("a file").to_owned()
    }

    /// Makes random touches until a draft is ready.
    pub(crate) fn draft(&mut self, setup: &str) -> (String, bool) {
        let mut draft = String::new();
        for step in 0..400 {
            let text = self.ask("touch", json!({"draft": draft, "setup": setup}));
            let hand = &text["hand"];
            if hand["ready"] == json!(true) && (step > 6 || self.below(3) > 0) {
                return (draft, text["move_next"] == json!(true));
            }
            let touches = hand["touches"].as_array().expect("touches");
            let random = touches.iter().find(|touch| touch["at"]["button"] == json!("at random"));
            let onward: Vec<&Value> = touches
                .iter()
                .filter(|touch| {
                    let next = touch["draft"].as_str().unwrap_or_default();
                    !next.is_empty() && (step < 40 || next.len() > draft.len())
                })
                .collect();
            let any = if onward.is_empty() { touches.iter().collect() } else { onward };
            assert!(!any.is_empty(), "no touches at {draft:?}: {hand}");
            let at = self.below(any.len());
            let touch = random.filter(|_| step == 0).unwrap_or(any[at]);
            touch["draft"].as_str().expect("a draft").clone_into(&mut draft);
        }
        panic!("never ready: {draft:?}");
    }

    /// Makes the next turn by touches and returns the answer.
    pub(crate) fn turn(&mut self, table: &Value, resign: bool) -> Value {
        let mut request = json!({});
        match table["phase"].as_str() {
            Some("setup") => {
                let (setup, and_move) = self.draft("");
                if and_move {
                    request["draft"] = json!(self.draft(&setup).0);
                }
                request["setup"] = json!(setup);
            }
            Some("move") if resign && table["may_leave"] == json!(true) => {
                request["intent"] = json!("resign");
            }
            Some("move") => request["draft"] = json!(self.draft("").0),
            Some("act") => {}
            other => panic!("no turn to make: {other:?} {table}"),
        }
        self.try_ask("sign", request)
    }
}
