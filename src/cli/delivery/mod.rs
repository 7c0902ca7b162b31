//! Ways to send a message: a program, or a mail server.

#[cfg(feature = "smtp")]
mod password;

use std::path::PathBuf;

use pbem::letters::{Letter, Server};

use crate::cli::context::Context;
use crate::cli::environment::Environment;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::next::Next;
use crate::cli::report::exit;
use crate::post;

/// Ways to send a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Transport {
    /// Writes a draft to this file for a mail program; `true` if the user named the file.
    Draft(PathBuf, bool),
    Sendmail(String),
    Smtp(Server),
}

/// Returns the program or server that the command names, or else the program or server in the
/// settings. Returns `None` if there is neither.
pub(crate) fn way_set(
    ctx: &mut Context,
    sendmail: Option<&str>,
    smtp: Option<&str>,
) -> Result<Option<Transport>, CliError> {
    let config = ctx.config()?;
    let server = |url: &str| {
        let why = |why| CliError::usage(format!("that isn't the address of a mail server: {why}."));
        Server::read(url).map(|server| Some(Transport::Smtp(server))).map_err(why)
    };
    let set = config.get("sendmail")?;
    let program = |program: &str| Ok(Some(Transport::Sendmail(program.to_owned())));
    match (sendmail, smtp, set, config.get("smtp")?) {
        (Some(""), _, set, _) => program(set.unwrap_or("sendmail")),
        (Some(program_name), ..) | (None, None, Some(program_name), _) => program(program_name),
        (None, Some(url), ..) | (None, None, None, Some(url)) => server(url),
        (None, None, None, None) => Ok(None),
    }
}

/// Sends the message. Closes the vault first, because a mail program may be slow, or may run
/// `pbem receive`.
pub(crate) fn hand_over(
    ctx: &mut Context,
    way: &Transport,
    letter: &Letter,
    bytes: &[u8],
) -> Result<(), CliError> {
    let password_command = ctx.config()?.get("smtp-password-command")?.map(str::to_owned);
    ctx.close_vault();
    match way {
        Transport::Sendmail(program) => {
            post::sendmail(program, bytes).map_err(|error| not_sent(&error))
        }
        Transport::Smtp(server) => {
            by_server(server, letter, password_command.as_deref(), &ctx.around)
        }
        Transport::Draft(..) => Ok(()),
    }
}

#[cfg(feature = "smtp")]
fn by_server(
    server: &Server,
    letter: &Letter,
    command: Option<&str>,
    around: &Environment,
) -> Result<(), CliError> {
    if letter.from.is_none() {
        return Err(CliError::usage("which address should the mail come from?")
            .then(Next::command("pbem config mail ADDRESS").why("your address")));
    }
    let ask = |user: &String| password::of(user, &server.host, command, around);
    let password = server.user.as_ref().map(ask).transpose()?;
    post::smtp(server, password.as_ref().map(|password| password.as_str()), letter, around.patience)
        .map_err(|error| not_sent(&error))
}

#[cfg(not(feature = "smtp"))]
fn by_server(_: &Server, _: &Letter, _: Option<&str>, _: &Environment) -> Result<(), CliError> {
    Err(CliError::usage("this pbem was built without support for mail servers. Nothing was sent.")
        .then(
            Next::command("pbem config sendmail msmtp")
                .why("msmtp talks to servers and stores the password"),
        )
        .then(Next::command("cargo install --path .").why("build pbem with all features")))
}

fn not_sent(error: &post::SendError) -> CliError {
    error.advice().map(Next::advice).into_iter().fold(trouble(&error.to_string()), CliError::then)
}

pub(crate) fn trouble(message: &str) -> CliError {
    CliError::new(
        exit::TROUBLE,
        CliErrorKind::Mail,
        format!("{message}. pbem has no confirmation that the mail was sent."),
    )
}
