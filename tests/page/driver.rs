//! The page in a browser.

use serde_json::Value;

use crate::chromium::{Browser, Tab};

impl Browser {
    /// Somebody with a vault of his own, and the page before him.
    pub(crate) fn visitor(&mut self, address: &str) -> Tab {
        let tab = self.person();
        self.go(&tab, address);
        tab
    }

    /// One more tab in the world of a person.
    pub(crate) fn another(&mut self, context: &Value, address: &str) -> Tab {
        let tab = self.tab(context);
        self.go(&tab, address);
        tab
    }

    /// Goes to a page of pbem, and waits until it is ready.
    pub(crate) fn go(&mut self, tab: &Tab, address: &str) {
        self.load(tab, address);
        self.until(tab, "document.body?.dataset.ready === 'yes'");
    }
}
