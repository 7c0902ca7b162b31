//! Mailing through a server, with TLS.

use std::time::Duration;

use lettre::Transport;
use lettre::address::{Address, Envelope};
use lettre::transport::smtp::SmtpTransport;
use lettre::transport::smtp::authentication::Credentials;

use super::letter::Letter;
use super::outbox::{SendError, Server};

/// A server that says nothing for so long has gone.
const PATIENCE: Duration = Duration::from_secs(60);

/// Hands a letter to a server. The password is used, and kept nowhere.
///
/// # Errors
/// If the server cannot be reached, is not who it says, or refuses.
pub fn smtp(server: &Server, password: Option<&str>, letter: &Letter) -> Result<(), SendError> {
    let failed = |error: &dyn std::fmt::Display| SendError::Smtp(format!("{}: {error}", server.host));
    let address = |text: &str| text.parse::<Address>().map_err(|error| failed(&error));
    let from = letter.from.as_ref().ok_or_else(|| SendError::Smtp("a letter needs an address of its own to come from".to_owned()))?;
    let to = letter.recipients().map(|person| address(person.address())).collect::<Result<Vec<_>, _>>()?;
    let envelope = Envelope::new(Some(address(from.address())?), to).map_err(|error| failed(&error))?;
    let builder = match (server.tls, server.is_here()) {
        (true, _) => SmtpTransport::relay(&server.host).map_err(|error| failed(&error))?,
        (false, false) => SmtpTransport::starttls_relay(&server.host).map_err(|error| failed(&error))?,
        (false, true) => SmtpTransport::builder_dangerous(&server.host),
    };
    let builder = server.port.into_iter().fold(builder, |builder, port| builder.port(port)).timeout(Some(PATIENCE));
    let builder = match (&server.user, password) {
        (Some(user), Some(password)) => builder.credentials(Credentials::new(user.clone(), password.to_owned())),
        _ => builder,
    };
    let bytes = letter.write().map_err(|error| failed(&error))?;
    builder.build().send_raw(&envelope, &bytes).map(|_| ()).map_err(|error| failed(&error))
}
