//! One page in a browser.

use std::path::Path;

use serde_json::Value as Json;

use crate::chromium::{Browser, Tab};

/// A browser with one tab.
pub(crate) struct Page {
    browser: Browser,
    tab: Tab,
}

impl Page {
    pub(crate) fn start(chromium: &Path) -> Self {
        let mut browser = Browser::start(chromium);
        let tab = browser.person();
        Page { browser, tab }
    }

    /// Opens a page in a window of this width, and discards earlier reports.
    pub(crate) fn open(&mut self, address: &str, width: u32) {
        self.browser.size(&self.tab, width, 844);
        self.browser.load(&self.tab, "about:blank");
        self.browser.forget();
        self.browser.load(&self.tab, address);
    }

    /// Returns the value of a script in the page.
    pub(crate) fn ask(&mut self, script: &str) -> Json {
        self.browser.eval(&self.tab, script)
    }

    pub(crate) fn key(&mut self, key: &str) {
        self.browser.key(&self.tab, key);
    }

    pub(crate) fn reported(&self, method: &str) -> Vec<&Json> {
        self.browser.reported(method)
    }

    pub(crate) fn heard(&mut self) -> Vec<(String, String)> {
        self.browser.heard(&self.tab)
    }
}
