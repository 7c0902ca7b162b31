//! Where mail goes.

/// A mail address that can stand in a header: nothing in it ends the header, or makes two addresses
/// of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mailbox {
    name: String,
    address: String,
}

impl Mailbox {
    /// An address and the name of its owner. `None` if the address is not of the plain form
    /// `local@domain`.
    ///
    /// Quoted local parts, comments and address literals are lawful and are refused all the same:
    /// nobody has one, and each has been used to smuggle something past somebody.
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
            && !address.starts_with('-');
        let name = name.chars().filter(|sign| !sign.is_control()).take(64).collect();
        plain.then(|| Mailbox { name, address: address.to_owned() })
    }

    /// The name of its owner.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The address alone.
    pub fn address(&self) -> &str {
        &self.address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_addresses_are_taken() {
        for address in
            ["bob@example.org", "bob+games@mail.example.org", "o'neil_b@example.co", "b@localhost"]
        {
            assert_eq!(Mailbox::new("bob", address).as_ref().map(Mailbox::address), Some(address));
        }
    }

    #[test]
    fn nothing_else_gets_into_a_header() {
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
        let named = Mailbox::new("bob\r\nBcc: eve@example.org", "bob@example.org")
            .expect("the address is plain");
        assert_eq!(named.name(), "bobBcc: eve@example.org");
    }
}
