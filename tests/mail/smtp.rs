//! Through a server: a small one in this very test, that takes letters and puts them into Maildirs.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use crate::mailboxes::Person;

/// A server (RFC 5321, no more of it than a client needs) for `NAME@example.org`. Gives its port.
fn server(root: PathBuf) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for (number, client) in listener.incoming().flatten().enumerate() {
            // A client that goes away in the middle has sent nothing.
            let _ = serve(&client, &root, number);
        }
    });
    port
}

fn serve(mut client: &TcpStream, root: &Path, number: usize) -> std::io::Result<()> {
    let mut lines = BufReader::new(client.try_clone()?).lines();
    let mut people = Vec::new();
    client.write_all(b"220 here\r\n")?;
    while let Some(line) = lines.next().transpose()? {
        let answer = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "RCPT" => {
                people.extend(line.split(['<', '@']).nth(1).map(str::to_owned));
                "250 ok"
            }
            "DATA" => {
                client.write_all(b"354 go on\r\n")?;
                let mut letter = String::new();
                while let Some(line) = lines.next().transpose()?.filter(|line| line != ".") {
                    letter.push_str(line.strip_prefix('.').unwrap_or(&line));
                    letter.push_str("\r\n");
                }
                for person in people.drain(..) {
                    fs::write(root.join(person).join("new").join(format!("{number}.here")), &letter)?;
                }
                "250 taken"
            }
            "QUIT" => {
                client.write_all(b"221 bye\r\n")?;
                return Ok(());
            }
            _ => "250 ok",
        };
        client.write_all(format!("{answer}\r\n").as_bytes())?;
    }
    Ok(())
}

#[test]
fn a_letter_goes_through_a_server_and_an_answer_comes_back() {
    let root = tempfile::tempdir().expect("a directory");
    let maildir = |name: &str| root.path().join(name).display().to_string();
    for name in ["alice", "bob"] {
        for folder in ["new", "cur"] {
            fs::create_dir_all(root.path().join(name).join(folder)).expect("it can be made");
        }
    }
    let url = format!("smtp://127.0.0.1:{}", server(root.path().to_owned()));
    let (alice, bob) = (Person::new("alice"), Person::new("bob"));
    let (_, new) = alice.json(&["new", "checkpoint-danger", "--with", "bob", "--random"]);
    let game = new["name"].as_str().expect("a name");
    alice.ok(&["send", game, "--to", "bob@example.org", "--smtp", &url]);
    let (_, came) = bob.json(&["receive", &maildir("bob")]);
    let file = came["games"][0]["file"].as_str().expect("a file").to_owned();
    let (_, joined) = bob.json(&["join", &file, "--random"]);
    bob.ok(&["config", "smtp", &url]);
    bob.ok(&["send", joined["name"].as_str().expect("a name")]);
    let (exit, came) = alice.json(&["receive", &maildir("alice")]);
    assert_eq!((exit, came["games"][0]["turns"].as_u64()), (0, Some(2)), "{came}");

    let (bobs, again) = (joined["name"].as_str().expect("a name"), "--again");
    let nobody = bob.run(&["send", bobs, again, "--smtp", "smtp://127.0.0.1:1"]);
    assert_eq!(nobody.status.code(), Some(5), "there is no server");
    let password = bob.run(&["send", bobs, again, "--smtp", "smtps://bob:secret@example.org"]);
    assert_eq!(password.status.code(), Some(2), "a password in the address is refused");
}
