//! Checks the vectors in `docs/vectors.md`, which a program in another language computed.

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;

use crate::crypto::*;
use crate::rules::Numbers;

const PAGE: &str = include_str!("../../../docs/vectors.md");

/// The vectors under one heading of the page. A test must use all of them.
struct Section(BTreeMap<&'static str, String>);

impl Section {
    fn new(title: &str) -> Self {
        let text = PAGE
            .split("\n## ")
            .find(|section| section.starts_with(title))
            .expect("the page has this section");
        let block =
            text.split("```").nth(1).expect("the section has a block").trim_start_matches("text\n");
        let mut vectors = BTreeMap::new();
        let mut last = None;
        for line in block.lines() {
            if let Some(more) = line.strip_prefix("  ") {
                vectors
                    .entry(last.expect("a name comes first"))
                    .or_insert_with(String::new)
                    .push_str(more);
            } else {
                let (name, value) = line.split_once(" =").expect("a line is `name = value`");
                assert!(
                    vectors.insert(name, value.trim_start().to_owned()).is_none(),
                    "{name} twice"
                );
                last = Some(name);
            }
        }
        Section(vectors)
    }

    fn text(&mut self, name: &str) -> String {
        self.0.remove(name).unwrap_or_else(|| panic!("no vector {name}"))
    }

    /// Returns the text of a vector, with a line feed in place of each `\n`.
    fn lines(&mut self, name: &str) -> String {
        self.text(name).replace("\\n", "\n")
    }

    fn bytes<const N: usize>(&mut self, name: &str) -> [u8; N] {
        hex::decode(self.text(name)).expect("hexadecimal").try_into().expect("the right length")
    }

    fn numbers(&mut self, name: &str) -> Vec<u32> {
        self.text(name).split(' ').map(|number| number.parse().expect("a number")).collect()
    }

    fn done(self) {
        assert!(self.0.is_empty(), "unused: {:?}", self.0.keys());
    }
}

fn game() -> GameId {
    GameId(Section::new("Ids of two games").bytes("id-1"))
}

fn seed(seat: &str) -> Seed {
    Seed::from_bytes(Section::new("Salts and seals").bytes(&format!("seed-{seat}")))
}

#[test]
fn ids_of_two_games_with_one_prefix() {
    let mut page = Section::new("Ids of two games");
    let ids = ["1", "2"].map(|number| {
        let id = game_id(page.lines(&format!("header-{number}")).as_bytes());
        assert_eq!(id.to_string(), page.text(&format!("id-{number}")));
        id
    });
    assert!(ids.iter().all(|id| id.to_string().starts_with("260e3a42a95b")));
    assert_ne!(ids[0], ids[1]);
    page.done();
}

#[test]
fn hashes_and_signatures() {
    let mut page = Section::new("Hashes and signatures");
    let identity = Identity::from_bytes(&page.bytes("identity"));
    let key = page.bytes("key");
    assert_eq!(identity.public(), key);
    assert_eq!(safety_number(&key), page.text("safety-number"));

    let hash = turn_hash(page.lines("turn").as_bytes());
    assert_eq!(hash, page.bytes("turn-hash"));
    let signature = page.bytes("turn-signature");
    assert_eq!(identity.sign_turn(&hash), signature);
    assert!(verify_turn(&key, &hash, &signature));
    let verifier = Verifier::new(&key).expect("a sound key");
    assert!(verifier.ruling(&hash, &identity.sign_ruling(&hash)));
    page.done();
}

/// The first example of FIPS 180-2.
#[test]
fn file_hash_is_sha_256() {
    let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(hex::encode(file_hash(b"abc")), known);
}

#[test]
fn rulings() {
    let mut page = Section::new("Rulings");
    let key = SigningKey::from_bytes(&page.bytes("secret-key")).verifying_key().to_bytes();
    assert_eq!(key, page.bytes("arbiter"));
    let hash = ruling_hash(page.lines("ruling").as_bytes());
    assert_eq!(hash, page.bytes("ruling-hash"));
    let arbiter = Verifier::new(&key).expect("a sound key");
    let signature = page.bytes("ruling-signature");
    assert!(arbiter.ruling(&hash, &signature));
    // A ruling isn't a turn: the labels differ.
    assert!(!arbiter.turn(&hash, &signature));
    page.done();
}

#[test]
fn identity_derives_all_secrets() {
    let mut page = Section::new("Secrets derived from an identity");
    let identity = Identity::from_bytes(&page.bytes("identity"));
    let key = SigningKey::from_bytes(&page.bytes("secret-key")).verifying_key();
    assert_eq!(identity.public(), key.to_bytes());
    let games = Seed::from_bytes(page.bytes("games"));
    let nonce: [u8; 16] = page.bytes("nonce");
    let of_alice = |label: &[u8]| {
        games.hmac_sha256(&[b"pbem/2 ", label, b"\n", &game().0, b"alice", &[0], &nonce])
    };
    assert_eq!(of_alice(b"seed"), page.bytes("seed"));
    assert_eq!(of_alice(b"chain start"), page.bytes("start"));
    let seed = identity.seed(&game(), "alice", &nonce);
    assert_eq!(salt(&seed, &game(), "alice", "F6"), page.bytes("salt-F6"));
    let chain = identity.chain(&game(), "alice", &nonce);
    assert_eq!(chain.tip(), page.bytes("tip"));
    assert_eq!(chain.link(1), Some(page.bytes("link-1")));
    page.done();
}

#[test]
fn salts_and_seals() {
    let mut page = Section::new("Salts and seals");
    for (seat, item, value, name) in [
        ("alice", "F6", "empty", "alice-F6-empty"),
        ("bob", "guess-17", "B5 C6 D7", "bob-guess-17"),
    ] {
        let salt =
            salt(&Seed::from_bytes(page.bytes(&format!("seed-{seat}"))), &game(), seat, item);
        assert_eq!(salt, page.bytes(&format!("salt-{seat}-{item}")));
        assert_eq!(seal(&game(), seat, item, value, &salt), page.bytes(&format!("seal-{name}")));
    }
    page.done();
}

#[test]
fn links() {
    let mut page = Section::new("Links");
    let alice = Chain::new(&game(), "alice", &page.bytes("start-alice"));
    for k in [1, 2, 4095] {
        assert_eq!(alice.link(k), Some(page.bytes(&format!("link-alice-{k}"))));
    }
    assert_eq!(alice.tip(), page.bytes("tip-alice"));
    let bob = Chain::new(&game(), "bob", &page.bytes("start-bob"));
    assert_eq!(bob.link(1), Some(page.bytes("link-bob-1")));
    assert_eq!(bob.tip(), page.bytes("tip-bob"));
    page.done();
}

/// Checks that these are the numbers derived from this chance.
fn assert_same(numbers: &Stream, chance: Bytes32) {
    let [mut numbers, mut expected] = [numbers.clone(), Stream::from_seed(chance)];
    assert_eq!(
        [(); 8].map(|()| numbers.below(u32::MAX)),
        [(); 8].map(|()| expected.below(u32::MAX))
    );
}

#[test]
fn chance_gives_its_numbers() {
    let mut links = Section::new("Links");
    let [alice_1, alice_2] = ["link-alice-1", "link-alice-2"].map(|name| links.bytes(name));
    let [bob_0, bob_1] = ["tip-bob", "link-bob-1"].map(|name| links.bytes(name));
    let mut page = Section::new("Chance");

    let mut first = chance(&game(), 3, "first", &bob_0, &alice_1);
    assert_same(&first, page.bytes("chance-3-first"));
    for word in page.numbers("words-3-first") {
        // `below(1 << 16)` returns the lower half of a word and never discards a word.
        assert_eq!(first.below(1 << 16), word % (1 << 16));
    }

    let mut dice = chance(&game(), 4, "dice", &alice_1, &bob_1);
    assert_same(&dice, page.bytes("chance-4-dice"));
    for die in page.numbers("dice") {
        assert_eq!(dice.below(6) + 1, die);
    }

    let mut card = chance(&game(), 5, "card 1", &bob_1, &alice_2);
    assert_same(&card, page.bytes("chance-5-card-1"));
    for (bound, number) in page.numbers("bounds").into_iter().zip(page.numbers("numbers")) {
        assert_eq!(card.below(bound), number, "below {bound}");
    }
    page.done();
}

#[test]
fn eyes() {
    let mut page = Section::new("Eyes");
    let secret = salt(&seed("bob"), &game(), "bob", "D7");
    assert_eq!(secret, page.bytes("secret-bob-D7"));
    assert_eq!(eye_salt(&secret), page.bytes("salt-bob-D7"));
    let q = page.bytes("Q");
    assert_eq!(eye::multiple_of_q(1).compress().to_bytes(), q);
    for kind in 0..10 {
        let bytes = page.bytes(&format!("eye-bob-D7-{kind}"));
        let eye = Eye::decode(&bytes).expect("a sound eye");
        assert_eq!(Eye::of(&Opening { kind, secret }).encode(), bytes);
        for other in 0..10 {
            assert_eq!(eye.matches(&Opening { kind: other, secret }), kind == other);
        }
    }
    page.done();
}

#[test]
fn tokens_and_boxes() {
    let mut page = Section::new("Tokens and boxes");
    let alice = seed("alice");
    let ending = |outcome| Ending { outcome, falls: outcome == "falls" };
    let endings =
        ["takes", "takes", "takes", "takes", "falls", "takes", "takes", "falls", "headquarters"]
            .map(ending);
    let outcomes = ["takes", "falls", "headquarters"];
    let colonel = |item| Opening { kind: 4, secret: salt(&alice, &game(), "alice", item) };
    assert_eq!(colonel("C4").secret, page.bytes("secret-alice-C4"));
    assert_eq!(colonel("E5").secret, page.bytes("secret-alice-E5"));
    let secret = salt(&seed("bob"), &game(), "bob", "D7");
    let [spy, general] = [6, 5].map(|kind| Opening { kind, secret });

    let plain = Context { game: game(), turn: 21, from: "C4", to: "D7", ties: &[] };
    assert_eq!(plain.encode("sight", 6), page.bytes::<49>("context-sight"));
    assert_eq!(plain.encode("fight", 0), page.bytes::<49>("context-fight-0"));
    let sight: [u8; SIGHT_BOX] = page.bytes("sight");
    assert_eq!(seal_sight(&alice, &Eye::of(&spy), &plain, &colonel("C4")), sight);
    assert_eq!(open_sight(&spy, &plain, &sight), Some(colonel("C4")));

    let tokens = outcomes.map(|outcome| {
        let token = token(&alice, &plain, outcome);
        assert_eq!(token, page.bytes(&format!("token-{outcome}")));
        token
    });
    let fight: [u8; FIGHT_BOX] = page.bytes("fight");
    assert_eq!(
        seal_fight(&alice, &Eye::of(&general), &plain, outcomes, &endings, &colonel("C4")),
        fight
    );
    assert_eq!(open_fight(&general, &plain, &fight), Some((tokens[1], Some(colonel("C4")))));
    assert_eq!(token_hashes(&fight), tokens.map(|token| token_hash(&token)));

    let falls = Tie { outcome: "falls", token: tokens[1] };
    let tied = Context { from: "E5", ties: &[falls], ..plain };
    assert_eq!(tied.encode("fight", 5), page.bytes::<54>("context-tied-fight-5"));
    let takes = Tie { outcome: "takes", token: token(&alice, &tied, "takes") };
    assert_eq!(takes.token, page.bytes("token-tied-takes"));
    let fight: [u8; FIGHT_BOX] = page.bytes("tied-fight");
    assert_eq!(
        seal_fight(&alice, &Eye::of(&general), &tied, outcomes, &endings, &colonel("E5")),
        fight
    );
    assert_eq!(
        open_fight(&general, &tied, &fight),
        Some((token(&alice, &tied, "falls"), Some(colonel("E5"))))
    );

    let tied = Context { ties: &[falls], ..plain };
    assert_eq!(seal_sight(&alice, &Eye::of(&spy), &tied, &colonel("C4")), page.bytes("tied-sight"));
    let twice = Context { ties: &[falls, takes], ..plain };
    assert_eq!(twice.encode("sight", 6), page.bytes::<60>("context-twice-tied-sight"));
    assert_eq!(
        seal_sight(&alice, &Eye::of(&spy), &twice, &colonel("C4")),
        page.bytes("twice-tied-sight")
    );
    page.done();
}
