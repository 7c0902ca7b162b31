//! Mail addresses, and addresses of mail servers.

/// A mail address that is safe in a header: it cannot end the header or become two addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mailbox {
    name: String,
    address: String,
}

impl Mailbox {
    /// Creates a mailbox from an address and the name of its owner. Returns `None` unless the
    /// address has the plain form `local@domain`.
    ///
    /// Quoted local parts, comments and address literals are valid but refused: people don't have
    /// such addresses, and attackers have used them to smuggle text past checks.
    pub fn new(name: &str, address: &str) -> Option<Mailbox> {
        let (local, domain) = address.split_once('@')?;
        let local_sign =
            |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&byte);
        let domain_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
        let dots = |part: &str| part.split('.').all(|label| !label.is_empty());
        let plain = address.len() <= 254
            && local.bytes().all(local_sign)
            && domain.bytes().all(domain_sign)
            && [local, domain].into_iter().all(dots)
            // A mail program could take these for an option, a command, or a file.
            && !address.starts_with(['-', '|', '/']);
        let name = name.chars().filter(|sign| !sign.is_control()).take(64).collect();
        plain.then(|| Mailbox { name, address: address.to_owned() })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the address without the name.
    pub fn address(&self) -> &str {
        &self.address
    }
}

/// Server for outgoing mail: `smtps://bob@mail.example.org` (TLS from the start) or
/// `smtp://bob@mail.example.org:587` (STARTTLS, which is required; only a server on this machine
/// may be used without TLS, and only if no password is sent).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// Whether TLS begins with the connection.
    pub tls: bool,
    pub user: Option<String>,
    pub host: String,
    /// Port, if it isn't the default.
    pub port: Option<u16>,
}

impl Server {
    /// Parses the address of a server.
    ///
    /// # Errors
    /// Returns a human-readable description of what is wrong with the address.
    pub fn read(url: &str) -> Result<Server, &'static str> {
        let (scheme, rest) =
            url.split_once("://").ok_or("it must begin with smtps:// or smtp://")?;
        let tls = match scheme {
            "smtps" => true,
            "smtp" => false,
            _ => return Err("it must begin with smtps:// or smtp://"),
        };
        let rest = rest.trim_end_matches('/');
        let (user, place) =
            rest.rsplit_once('@').map_or((None, rest), |(user, place)| (Some(user), place));
        if user.is_some_and(|user| user.contains(':')) {
            return Err(
                "the address can't contain a password; set smtp-password-command, or type the \
                 password when asked",
            );
        }
        let (host, port) =
            place.split_once(':').map_or((place, None), |(host, port)| (host, Some(port)));
        let port = port.map(str::parse).transpose().map_err(|_| "the port is not a number")?;
        let plain = !host.is_empty()
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
        if !plain {
            return Err("it has no host name");
        }
        // A user name that is a mail address may be written with `%40` or with `@`.
        let user = user.filter(|user| !user.is_empty()).map(|user| user.replace("%40", "@"));
        Ok(Server { tls, user, host: host.to_owned(), port })
    }

    /// Whether the server is on this machine, so that no one can eavesdrop on the connection.
    pub fn is_here(&self) -> bool {
        matches!(self.host.as_str(), "localhost" | "127.0.0.1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_addresses_are_accepted() {
        for address in
            ["bob@example.org", "bob+games@mail.example.org", "o'neil_b@example.co", "b@localhost"]
        {
            assert_eq!(Mailbox::new("bob", address).as_ref().map(Mailbox::address), Some(address));
        }
    }

    #[test]
    fn unsafe_addresses_are_refused() {
        let hostile = [
            "bob@example.org\r\nBcc: eve@example.org",
            "bob@example.org\n",
            "bob@example.org, eve@example.org",
            "x,eve@example.org",
            "<eve@example.org>",
            "bob@example.org>",
            "\"bob\"@example.org",
            "bob(eve)@example.org",
            "bob@[127.0.0.1]",
            "-oQ/tmp@example.org",
            "bob",
            "@example.org",
            "bob@",
            "bob@example..org",
            "b\u{f6}b@example.org",
            "",
        ];
        for address in hostile {
            assert_eq!(Mailbox::new("bob", address), None, "{address:?}");
        }
        let mailbox = Mailbox::new("bob\r\nBcc: eve@example.org", "bob@example.org")
            .expect("the address is plain");
        assert_eq!(mailbox.name(), "bobBcc: eve@example.org");
    }

    #[test]
    fn server_addresses_are_parsed() {
        let server = |tls, user: Option<&str>, port| Server {
            tls,
            user: user.map(str::to_owned),
            host: "mail.example.org".to_owned(),
            port,
        };
        assert_eq!(
            Server::read("smtps://bob@mail.example.org"),
            Ok(server(true, Some("bob"), None))
        );
        assert_eq!(
            Server::read("smtp://bob@example.com@mail.example.org:587/"),
            Ok(server(false, Some("bob@example.com"), Some(587)))
        );
        assert_eq!(
            Server::read("smtp://bob%40example.com@mail.example.org:587"),
            Ok(server(false, Some("bob@example.com"), Some(587)))
        );
        assert_eq!(Server::read("smtp://mail.example.org"), Ok(server(false, None, None)));
        for bad in [
            "mail.example.org",
            "http://x",
            "smtp://bob:secret@x",
            "smtp://",
            "smtp://x:y",
            "smtp://a b",
            "smtp://x\r\ny",
        ] {
            assert!(Server::read(bad).is_err(), "{bad}");
        }
        assert!(Server::read("smtp://127.0.0.1:2525").is_ok_and(|server| server.is_here()));
    }
}
