//! The arbiter of a new game.

use clap::Args;
use pbem::letters::Mailbox;
use pbem::turnfile::{Arbiter, limits};

use crate::cli::context::Context;
use crate::cli::failure::CliError;
use crate::cli::next::Next;
use crate::cli::report::quoted;

/// Default number of days that an arbiter waits.
const GRACE_DAYS: u32 = 3;

/// Options for the arbiter, who decides when time is up.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ArbiterArgs {
    /// Arbiter, who can rule that a player's time is up: the name of a contact, or a key (64
    /// digits)
    #[arg(long, value_name = "KEY")]
    pub arbiter: Option<String>,
    /// Days that the arbiter waits after a deadline, 1 to 60 [default: 3]
    #[arg(long, value_name = "DAYS", requires = "arbiter")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    pub grace_days: Option<u32>,
    /// Name of the arbiter
    #[arg(long, value_name = "NAME", requires = "arbiter")]
    pub arbiter_name: Option<String>,
    /// Email address of the arbiter, who gets a copy of each turn
    #[arg(long, value_name = "ADDRESS", requires = "arbiter")]
    pub arbiter_mail: Option<String>,
}

impl ArbiterArgs {
    /// Returns the arbiter for the header of the game.
    pub(super) fn read(&self, ctx: &mut Context) -> Result<Option<Arbiter>, CliError> {
        let Some(word) = &self.arbiter else { return Ok(None) };
        let contacts = ctx.contacts()?;
        let contact = contacts.get(word).ok();
        let mut key = [0; 32];
        let typed = hex::decode_to_slice(word.to_ascii_lowercase(), &mut key).is_ok();
        let Some(key) = typed.then_some(key).or(contact.map(|contact| contact.key)) else {
            let word = word.escape_debug();
            let message = format!("`{word}` is neither a contact nor a key of 64 digits");
            return Err(CliError::usage(message).then(
                Next::command("pbem whoami").why("prints the key, on the computer of the arbiter"),
            ));
        };
        let name = self.arbiter_name.clone().or_else(|| contact.map(|_| word.clone()));
        let known = contact.and_then(|contact| contact.mail.clone());
        let mail = self.arbiter_mail.clone().or(known);
        for (what, text, most) in
            [("name", &name, limits::MAX_NAME), ("address", &mail, limits::MAX_MAIL)]
        {
            if let Some(problem) = text.as_ref().and_then(|text| limits::text_problem(text, most)) {
                return Err(CliError::usage(format!("the arbiter's {what} {problem}")));
            }
        }
        if let Some(mail) = mail.as_ref().filter(|mail| Mailbox::new("arbiter", mail).is_none()) {
            let mail = mail.escape_debug();
            return Err(CliError::usage(format!("`{mail}` is not an email address")));
        }
        let grace_days = self.grace_days.unwrap_or(GRACE_DAYS);
        Ok(Some(Arbiter { key, grace_days, name, mail }))
    }

    /// Returns the options as the user would type them.
    pub(crate) fn as_typed(&self) -> Vec<String> {
        let days = self.grace_days.map(|days| days.to_string());
        let options = [
            ("--arbiter", self.arbiter.as_ref()),
            ("--grace-days", days.as_ref()),
            ("--arbiter-name", self.arbiter_name.as_ref()),
            ("--arbiter-mail", self.arbiter_mail.as_ref()),
        ];
        let typed = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
        typed.map(|(name, value)| format!("{name} {}", quoted(value))).collect()
    }
}
