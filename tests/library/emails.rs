//! Emails are as private as the files in them. An organizer gets a copy of each email and decodes
//! every part, and finds no secret before the game publishes it.

use std::collections::BTreeSet;

use chrono::Duration;
use mail_parser::{MessageParser, MimeHeaders, PartType};
use pbem::games::Kind;
use pbem::letters::{self, Letter, LetterBody, Mailbox};
use pbem::table::{self, Intent, OpenGame};
use pbem::turnfile::{Arbiter, Bytes32, Ruling, Turn, TurnFile};

use crate::armies::{ATTACK, March};
use crate::play::{Game, fewest, header, identity, in_every_game, short_bytes};

/// Days that the arbiter waits.
const GRACE: u32 = 3;

/// A game with an arbiter, and the ruling in it.
struct Played {
    game: Game,
    seed: u64,
    ruling: Option<Ruling>,
}

/// Plays this number of turns, and ends the game by a resignation or by a claim after a ruling.
fn played(kind: Kind, seed: u64, turns: u32, by_claim: bool) -> Option<Played> {
    let mut header = header(kind, fewest(kind), &[], seed);
    let key = identity(0, "arbiter").public();
    let (name, mail) = (Some("Spring Cup".to_owned()), Some("cup@example.org".to_owned()));
    header.arbiter = Some(Arbiter { key, grace_days: GRACE, name, mail });
    let mut game = Game::with(header, seed);
    while game.turns() < turns && game.outcome().is_none() {
        game.step(game.any());
    }
    let mut ruling = None;
    if by_claim {
        let (by, signed) = (*game.standing().claimants.first()?, ruled(&game)?);
        let mut turn = game.claim(by, signed.ruled);
        (turn.ruled, turn.ruling) = (Some(signed.ruled), Some(signed.signature));
        game.sign(&mut turn);
        game.mail(turn).ok()?;
        ruling = Some(signed);
    }
    if game.outcome().is_none() && game.standing().breach.is_none() {
        game.step(Intent::Resign);
    }
    game.finish();
    Some(Played { game, seed, ruling })
}

/// The arbiter's ruling against the current player.
fn ruled(game: &Game) -> Option<Ruling> {
    let standing = game.standing();
    let at = game.deadline() + Duration::days(GRACE.into());
    let (id, number) = (game.id().0, standing.turns() + 1);
    let mut ruling = Ruling::blank(id, number, standing.due_name()?, standing.head(), at);
    ruling.signature = identity(0, "arbiter").sign_ruling(&ruling.hash());
    Some(ruling)
}

/// A game in which alice's fight box is false, and bob disputes it.
fn disputed() -> Played {
    let mut game = {
        let mut march = March::new(1, "5", "1");
        march.until(ATTACK);
        march.game
    };
    // The last byte of each of the nine boxes in it, one for each kind of piece.
    let spoil = |turn: &mut Turn| (1..=9).for_each(|kind| turn.boxes[96 + 113 * kind - 1] ^= 1);
    game.cheat_unseen(Intent::Move("D6-D7".to_owned()), spoil);
    let dispute = game.compose(Intent::Dispute);
    // The dispute proves the breach, so reading it reports the cheat.
    assert!(game.mail(dispute).is_err());
    Played { game, seed: 5, ruling: None }
}

/// Values of 32 bytes that a turn publishes.
fn published(turn: &Turn) -> impl Iterator<Item = &Bytes32> {
    let single = [&turn.link, &turn.tip, &turn.seed].into_iter().flatten();
    single.chain(&turn.salts).chain(&turn.tokens)
}

/// All emails about a file: to the next player, a reminder, the organizer's notice, and a ruling.
fn emails(file: &TurnFile, ruling: Option<&Ruling>) -> Vec<Vec<u8>> {
    let (table, _) = table::open(file).expect("a game");
    let game = OpenGame::new(file.clone(), table);
    let (standing, now) = (&game.standing, file.turns.last().expect("a turn").sent);
    let name = letters::file_name(standing.kind.short(), standing.id, standing.turns());
    let body = || LetterBody::new(&game, standing.claim, None, Some("https://example.org"), now);
    let mut bodies = vec![
        (body(), name.clone(), file.write()),
        (body().reminding(standing, now), name.clone(), file.write()),
        (body().from_club(standing, "Notice", "Your time is up."), name.clone(), file.write()),
    ];
    bodies.extend(ruling.map(|ruling| {
        (LetterBody::for_ruling(standing, ruling, &name), name.clone(), ruling.write())
    }));
    let mailbox = |name: &str| Mailbox::new(name, &format!("{name}@example.org"));
    let emails = bodies.into_iter().map(|(body, file_name, file)| Letter {
        from: mailbox("alice"),
        to: mailbox("bob").into_iter().collect(),
        cc: mailbox("cup").into_iter().collect(),
        date: now,
        body,
        thread: letters::thread(standing.id, &standing.hashes),
        again: false,
        draft: false,
        file_name,
        file,
    });
    emails.map(|email| email.write().expect("an email")).collect()
}

/// The raw email, and all its parts, decoded.
fn parts(email: &[u8]) -> Vec<String> {
    let message = MessageParser::default().parse(email).expect("an email");
    let mut texts = vec![String::from_utf8_lossy(email).into_owned()];
    texts.extend(message.subject().map(str::to_owned));
    for part in &message.parts {
        texts.extend(part.attachment_name().map(str::to_owned));
        match &part.body {
            PartType::Text(text) | PartType::Html(text) => texts.push(text.to_string()),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                texts.push(String::from_utf8_lossy(bytes).into_owned());
            }
            PartType::Message(_) => panic!("no email contains another"),
            PartType::Multipart(_) => {}
        }
    }
    texts
}

/// All values of this number of bytes, in hexadecimal, in a text.
fn values(text: &str, bytes: usize) -> BTreeSet<&str> {
    let runs = text.split(|sign: char| !sign.is_ascii_hexdigit());
    let windows = runs.flat_map(|run| {
        let last = (run.len() + 1).saturating_sub(2 * bytes);
        (0..last).filter_map(move |at| run.get(at..at + 2 * bytes))
    });
    windows.collect()
}

/// Checks all emails of a game. Returns the number of emails and of secrets.
fn tells_nothing(Played { game, seed, ruling }: &Played) -> (usize, usize) {
    let mut secrets: BTreeSet<String> =
        game.file.turns.iter().flat_map(published).map(hex::encode).collect();
    let mut identities = BTreeSet::new();
    for (keys, name) in game.players.iter().zip(&game.file.game.seats) {
        secrets.insert(hex::encode(keys.seed.as_bytes()));
        secrets.extend((0..).map_while(|at| keys.chain.link(at)).map(hex::encode));
        identities.insert(hex::encode(short_bytes(*seed, &format!("{name} key"))));
    }
    let mut checked = 0;
    for turns in 1..=game.file.turns.len() {
        let file = game.cut(turns);
        let open: BTreeSet<String> =
            file.turns.iter().flat_map(published).map(hex::encode).collect();
        let hidden = game.players.iter().zip(&file.game.seats).filter(|(keys, name)| {
            let shown = file.turns.iter().any(|turn| turn.seat == **name && turn.seed.is_some());
            !shown && keys.setup.len() > 1
        });
        let setups: Vec<String> = hidden
            .flat_map(|(keys, _)| {
                let described = game.table.describe_setup(keys.seat, &keys.setup);
                [described, keys.setup.join(" "), keys.setup.join("; ")]
            })
            .collect();
        for email in emails(&file, ruling.as_ref()) {
            let parts = parts(&email);
            assert!(parts.len() >= 5, "a subject, two texts, and a named file");
            checked += 1;
            for part in &parts {
                let text = values(part, 32);
                let text = text.into_iter().find(|it| secrets.contains(*it) && !open.contains(*it));
                assert_eq!(text, None, "turn {turns} tells a secret: {part}");
                let text = values(part, 16).into_iter().find(|it| identities.contains(*it));
                assert_eq!(text, None, "turn {turns} tells an identity: {part}");
                let text = setups.iter().find(|setup| part.contains(setup.as_str()));
                assert_eq!(text, None, "turn {turns} tells a setup: {part}");
            }
        }
    }
    (checked, secrets.len())
}

#[test]
fn no_email_tells_a_secret_that_its_file_does_not_publish() {
    in_every_game(|kind| {
        for by_claim in [false, true] {
            // The toy games are over after a few turns.
            let lengths = [16, 8, 4].into_iter();
            let game = lengths
                .flat_map(|turns| (1..40).map(move |seed| (turns, seed)))
                .find_map(|(turns, seed)| played(kind, seed, turns, by_claim));
            let game = game.unwrap_or_else(|| panic!("{kind} has no game: {by_claim}"));
            assert_eq!(game.ruling.is_some(), by_claim);
            let (emails, secrets) = tells_nothing(&game);
            println!("{kind}: {emails} emails, {secrets} secrets");
            assert!(emails > 10 && secrets > 100, "{kind}: {emails}, {secrets}");
        }
    });
}

#[test]
fn no_email_about_a_dispute_tells_a_secret() {
    let game = disputed();
    assert!(game.game.standing().breach.is_some());
    let (emails, secrets) = tells_nothing(&game);
    assert!(emails > 10 && secrets > 100, "{emails}, {secrets}");
}

/// Bob lied about Fiji 8, and the game was then played to its end. The email names the winner of
/// the verdict.
#[test]
fn email_about_a_cheat_never_calls_the_cheat_the_winner() {
    let text = include_str!("../../examples/checkpoint-danger-lied.toml");
    let file = TurnFile::read(text.as_bytes()).expect("an example");
    let (table, _) = table::open(&file).expect("it is whole");
    let game = OpenGame::new(file, table);
    let body = LetterBody::new(&game, None, None, None, game.standing.last_sent);
    assert!(body.subject.starts_with("alice won "), "{}", body.subject);
    assert!(body.text.contains("alice wins") && !body.text.contains("bob won"), "{}", body.text);
}

#[test]
fn emails_about_a_ruling_and_its_claim_are_narrow_and_say_the_result_once() {
    let game = (1..40).find_map(|seed| played(Kind::Checkpoint, seed, 6, true)).expect("a game");
    let (file, ruling) = (game.game.file.clone(), game.ruling.expect("a ruling"));
    let claim = file.turns.iter().position(|turn| turn.ruled.is_some()).expect("a claim");
    let (table, _) = table::open(&game.game.cut(claim + 1)).expect("a game");
    let game = OpenGame::new(game.game.cut(claim + 1), table);
    let standing = &game.standing;
    let body = LetterBody::new(&game, standing.claim, None, None, standing.last_sent);
    let reason = &standing.outcome.as_ref().expect("the claim ends the game").reason;
    let reason = standing.names.fill(reason);
    let text = body.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(text.matches(&reason).count(), 1, "{text}");
    let ruling = LetterBody::for_ruling(standing, &ruling, "checkpoint-alice-bob-ruling-8.toml");
    for line in ruling.text.lines() {
        assert!(line.len() <= 72, "{line}");
    }
}
