//! Opening the page in a browser.

use serde_json::Value;

use crate::chromium::{Browser, Tab};

impl Browser {
    /// Opens the page for a new person with an empty vault.
    pub(crate) fn visitor(&mut self, address: &str) -> Tab {
        let tab = self.person();
        self.go(&tab, address);
        tab
    }

    /// Opens the page in another tab of a person's browser.
    pub(crate) fn another(&mut self, context: &Value, address: &str) -> Tab {
        let tab = self.tab(context);
        self.go(&tab, address);
        tab
    }

    /// Loads the page and waits until it is ready.
    pub(crate) fn go(&mut self, tab: &Tab, address: &str) {
        self.load(tab, address);
        self.until(tab, "document.body?.dataset.ready === 'yes'");
    }
}
