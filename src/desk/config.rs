//! Settings of the vault.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::document::Version;
use super::error::DeskError;
use super::store::is_name;
use crate::letters::Server;

/// The definition of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    pub key: &'static str,
    /// A short description.
    pub about: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Name,
    Mail,
    Text,
    Server,
    Url,
    Bool,
    Boards,
}

/// All settings.
pub const SETTINGS: &[Setting] = &[
    Setting { key: "name", about: "your player name", kind: Kind::Name },
    Setting {
        key: "mail",
        about: "your email address, shared with the people you play with",
        kind: Kind::Mail,
    },
    Setting { key: "games-dir", about: "the folder for turn files", kind: Kind::Text },
    Setting {
        key: "downloads-dir",
        about: "the folder where your mail program saves attachments",
        kind: Kind::Text,
    },
    Setting { key: "mail-dir", about: "a Maildir that `receive` reads too", kind: Kind::Text },
    Setting {
        key: "sendmail",
        about: "the program that sends mail, such as msmtp or sendmail",
        kind: Kind::Text,
    },
    Setting {
        key: "smtp",
        about: "the mail server, such as smtps://bob@mail.example.org",
        kind: Kind::Server,
    },
    Setting {
        key: "send-always",
        about: "mail every turn right after signing it",
        kind: Kind::Bool,
    },
    Setting {
        key: "on-news",
        about: "the program to run when a turn arrives, such as notify-send",
        kind: Kind::Text,
    },
    Setting {
        key: "clipboard",
        about: "the program for `--clipboard`, such as wl-copy [default: the terminal]",
        kind: Kind::Text,
    },
    Setting {
        key: "smtp-password-command",
        about: "the program that prints the password of the mail server",
        kind: Kind::Text,
    },
    Setting {
        key: "page-url",
        about: "the address of the web page, for your invitations",
        kind: Kind::Url,
    },
    Setting {
        key: "auto-eliminate",
        about: "mark impossible squares on the boards",
        kind: Kind::Bool,
    },
    Setting {
        key: "boards",
        about: "how commands show boards: pictures, or sentences for a screen reader",
        kind: Kind::Boards,
    },
];

/// The settings that have values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    version: Version,
    #[serde(default)]
    settings: BTreeMap<String, String>,
}

impl Config {
    /// Returns the value of a setting, if it has one. Fails if there is no such setting.
    pub fn get(&self, key: &str) -> Result<Option<&str>, DeskError> {
        setting(key).map(|setting| self.saved(setting.key))
    }

    /// Sets a value; an empty value removes the setting.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), DeskError> {
        let Setting { key, kind, .. } = *setting(key)?;
        if value.is_empty() {
            self.settings.remove(key);
            return Ok(());
        }
        let wanted = match kind {
            Kind::Name if !is_name(value) => {
                "up to 32 lower-case letters, digits and hyphens, starting with a letter"
            }
            Kind::Mail if !is_mail(value) => "an email address, such as bob@example.org",
            Kind::Server if Server::read(value).is_err() => {
                "an address without the password, such as smtps://bob@mail.example.org or \
                    smtp://bob@mail.example.org:587"
            }
            Kind::Url if !is_url(value) => "a web address, such as https://example.org/pbem.html",
            Kind::Bool if !matches!(value, "true" | "false") => "true or false",
            Kind::Boards if !matches!(value, "pictures" | "sentences") => "pictures or sentences",
            Kind::Text if !is_line(value) => "one line of text",
            _ => {
                self.settings.insert(key.to_owned(), value.to_owned());
                return Ok(());
            }
        };
        // If the user typed a password in the server's address, leave the password out of the
        // error.
        let value =
            if kind == Kind::Server { value.rsplit('@').next().unwrap_or_default() } else { value };
        Err(DeskError::BadSetting { key, value: value.escape_debug().take(80).collect(), wanted })
    }

    /// Returns every setting with its value.
    pub fn list(&self) -> impl Iterator<Item = (&'static Setting, Option<&str>)> {
        SETTINGS.iter().map(|setting| (setting, self.saved(setting.key)))
    }

    /// Returns the user's player name.
    pub fn name(&self) -> Option<&str> {
        self.saved("name")
    }

    /// Returns the user's own email address.
    pub fn mail(&self) -> Option<&str> {
        self.saved("mail")
    }

    /// Returns the address of the page for invitations.
    pub fn page_url(&self) -> Option<&str> {
        self.saved("page-url")
    }

    /// Whether a mail program or a server is set for sending mail.
    pub fn has_way_out(&self) -> bool {
        ["sendmail", "smtp"].iter().any(|way| matches!(self.get(way), Ok(Some(_))))
    }

    /// Whether to mail every turn right after signing it.
    pub fn send_always(&self) -> bool {
        self.saved("send-always") == Some("true")
    }

    /// Whether to rule out impossible squares automatically. The default is true.
    pub fn auto_eliminate(&self) -> bool {
        self.saved("auto-eliminate") != Some("false")
    }

    /// Whether commands show boards as sentences.
    pub fn boards_as_sentences(&self) -> bool {
        self.saved("boards") == Some("sentences")
    }

    fn saved(&self, key: &str) -> Option<&str> {
        self.settings.get(key).map(String::as_str)
    }
}

fn setting(key: &str) -> Result<&'static Setting, DeskError> {
    SETTINGS
        .iter()
        .find(|setting| setting.key == key)
        .ok_or_else(|| DeskError::UnknownSetting(key.escape_debug().take(80).collect()))
}

/// Whether the text is one line of at most 4,096 bytes, and not empty.
fn is_line(text: &str) -> bool {
    text.len() <= 4096 && !text.chars().any(char::is_control) && !text.trim().is_empty()
}

/// Whether the text is a web address of at most 200 bytes, made only of characters that no mail
/// program changes.
fn is_url(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:%@+,=?&#".contains(&byte);
    text.len() <= 200 && rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(plain))
}

/// Whether the text looks enough like an email address to be accepted as a setting. The mail
/// program checks the address properly.
pub(super) fn is_mail(text: &str) -> bool {
    let plain = text.len() <= 254
        && text.bytes().all(|byte| byte.is_ascii_graphic())
        && !text.starts_with(['-', '|', '/']);
    plain
        && text.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty() && !domain.is_empty() && !domain.contains('@')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_made_listed_and_unmade() {
        let mut config = Config::default();
        assert_eq!(config.get("name").expect("it exists"), None);
        config.set("name", "alice").expect("a name");
        assert!(config.auto_eliminate());
        config.set("auto-eliminate", "false").expect("a boolean");
        assert_eq!(config.name(), Some("alice"));
        assert!(!config.auto_eliminate());
        assert!(!config.boards_as_sentences());
        config.set("boards", "sentences").expect("a way to show boards");
        assert!(config.boards_as_sentences());
        config.set("boards", "").expect("it exists");
        assert_eq!(config.list().filter(|(_, value)| value.is_some()).count(), 2);
        config.set("name", "").expect("it exists");
        assert_eq!(config.name(), None);
    }

    #[test]
    fn unknown_settings_and_impossible_values_are_refused_by_name() {
        let mut config = Config::default();
        let error = config.set("colour", "red").expect_err("no such setting");
        assert!(error.to_string().contains("\"colour\""));
        assert!(config.get("colour").is_err());
        for (key, value) in [
            ("name", "Alice"),
            ("mail", "alice"),
            ("mail", "a@b@c"),
            ("auto-eliminate", "yes"),
            ("boards", "words"),
            ("page-url", "ftp://example.org"),
            ("page-url", "https://example.org/\"><script>"),
            ("sendmail", "a\nb"),
            ("sendmail", "  "),
            ("mail", "|/bin/sh@example.org"),
            ("mail", "/etc/passwd@example.org"),
        ] {
            assert!(
                matches!(config.set(key, value), Err(DeskError::BadSetting { .. })),
                "{key} = {value}"
            );
        }
        assert_eq!(config, Config::default());
    }
}
