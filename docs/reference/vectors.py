#!/usr/bin/env python3
"""A slow second implementation of the protocol's cryptography, written from the RFCs.

    python3 docs/reference/vectors.py > docs/vectors.md

It shares no code with the program, needs nothing but Python's own library, and checks itself against the vectors of
RFC 8032 (Ed25519), RFC 8439 (ChaCha20-Poly1305) and RFC 9496 (ristretto255) before it prints a line.
It is not constant-time and must never touch a real secret.
"""

import hashlib
import hmac
import sys

sys.dont_write_bytecode = True
from primitives import (  # noqa: E402
    BASE,
    ORDER,
    add,
    aead_seal,
    decode,
    ed25519_public,
    ed25519_sign,
    encode,
    negate,
    one_way_map,
    scalar_of,
    times,
)

# ---- the protocol


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def hmac_sha256(key, *parts):
    return hmac.digest(key, b"".join(parts), "sha256")


def u32(number):
    return number.to_bytes(4, "big")


def safety_number(key):
    number = int.from_bytes(sha256(b"pbem/2 safety\n", key)[:16], "big") % 10**30
    digits = f"{number:030}"
    return " ".join(digits[i : i + 5] for i in range(0, 30, 5))


def salt(seed, game, seat, item):
    return hmac_sha256(seed, b"pbem/2 salt\n", game, seat, b"\0", item)


def seal(game, seat, item, value, salt_of_item):
    return sha256(b"pbem/2 seal\n", game, seat, b"\0", item, b"\0", value, b"\0", salt_of_item)


def chain(game, seat, start, length=4096):
    """Links 0 (the tip) to `length` (the start)."""
    links = [start]
    for _ in range(length):
        links.append(sha256(b"pbem/2 link\n", game, seat, b"\0", links[-1]))
    return links[::-1]


def chance(game, turn, purpose, previous_link, link):
    return sha256(b"pbem/2 chance\n", game, u32(turn), purpose, b"\0", previous_link, link)


def words(value):
    counter = 0
    while True:
        block = sha256(value, u32(counter))
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


def below(source, m):
    limit = 2**32 // m * m
    while (word := next(source)) >= limit:
        pass
    return word % m


Q = one_way_map(hashlib.sha512(b"pbem/2 second generator").digest())


def eye_salt(secret):
    return sha256(b"pbem/2 eye salt\n", secret)


def eye_scalar(secret):
    return scalar_of(hashlib.sha512(b"pbem/2 eye\n" + secret).digest())


def eye(secret, kind):
    return encode(add(times(eye_scalar(secret), BASE), times(kind, Q)))


def context(game, turn, purpose, x, y, kind, outcomes):
    return game + u32(turn) + purpose + b"\0" + x + b"\0" + y + b"\0" + bytes([kind]) + b",".join(outcomes)


def token(seed, fight_context, outcome):
    return hmac_sha256(seed, b"pbem/2 token\n", fight_context, outcome)


def token_hash(value):
    return sha256(b"pbem/2 token hash\n", value)


def box(seed, eye_of_y, kind, box_context, tokens, plaintext):
    r = scalar_of(hmac.digest(seed, b"pbem/2 box\n" + box_context + b"\0" + plaintext, "sha512"))
    big_r = encode(times(r, BASE))
    target = add(decode(eye_of_y), negate(times(kind, Q)))
    key = sha256(b"pbem/2 box key\n", big_r, encode(times(r, target)), box_context, *tokens)
    return big_r + aead_seal(key, bytes(12), box_context, plaintext)


def sight_box(seed, eye_of_y, game, turn, x, y, ties, opening):
    """`ties`: pairs (outcome, token); `opening`: (value, secret) of x."""
    box_context = context(game, turn, b"sight", x, y, 6, [outcome for outcome, _ in ties])
    return box(seed, eye_of_y, 6, box_context, [t for _, t in ties], bytes([opening[0]]) + opening[1])


def fight_box(seed, eye_of_y, game, turn, x, y, ties, opening, ends):
    """`ends`: for each kind 1 to 9 of y the outcome, by which x falls or not."""
    outcomes = [outcome for outcome, _ in ties]

    def token_of(outcome):
        return token(seed, context(game, turn, b"fight", x, y, 0, outcomes), outcome)

    parts = [token_hash(token_of(outcome)) for outcome in (b"takes", b"falls", b"headquarters")]
    for kind, outcome in enumerate(ends, start=1):
        shown = bytes([opening[0]]) + opening[1] if outcome == b"falls" else bytes(33)
        box_context = context(game, turn, b"fight", x, y, kind, outcomes)
        parts.append(box(seed, eye_of_y, kind, box_context, [t for _, t in ties], token_of(outcome) + shown))
    return b"".join(parts)


# ---- the published vectors


def check_against_the_rfcs():
    def h(text):
        return bytes.fromhex(text)

    # RFC 8032, section 7.1, tests 1 and 2
    secret = h("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert ed25519_public(secret).hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert ed25519_sign(secret, b"").hex() == (
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    secret = h("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    assert ed25519_public(secret).hex() == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    assert ed25519_sign(secret, b"\x72").hex() == (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    # RFC 8439, section 2.8.2
    sealed = aead_seal(
        bytes(range(0x80, 0xA0)),
        h("070000004041424344454647"),
        h("50515253c0c1c2c3c4c5c6c7"),
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
    )
    assert sealed.hex() == (
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
        "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
        "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691"
    )
    # RFC 9496, appendix A.1: multiples of the generator
    for scalar, expected in (
        (0, "0000000000000000000000000000000000000000000000000000000000000000"),
        (1, "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"),
        (2, "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919"),
        (5, "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e"),
        (15, "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e"),
        (ORDER, "0000000000000000000000000000000000000000000000000000000000000000"),
    ):
        assert encode(times(scalar, BASE)).hex() == expected
        assert encode(decode(h(expected))).hex() == expected
    # A.2: not canonical, negative, no square, negative xy, s = -1
    for bad in (
        "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
        "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ):
        assert decode(h(bad)) is None
    # A.3: the one-way map
    for label, expected in (
        (b"Ristretto is traditionally a short shot of espresso coffee", "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"),
        (b"made with the normal amount of ground coffee but extracted with", "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b"),
        (b"and is not a Ristretto as some believe.", "80bd07262511cdde4863f8a7434cef696750681cb9510eea557088f76d9e5065"),
    ):
        assert encode(one_way_map(hashlib.sha512(label).digest())).hex() == expected


# ---- the page

INTRODUCTION = """\
# Test vectors

`python3 docs/reference/vectors.py`, a second implementation in another language, prints this page. The tests of the program
read the page and compare. Each line has a name and its value: bytes as hexadecimal digits (indented lines continue the value),
text and numbers unchanged, a line feed as `\\n`. In the formulas, `a | b` concatenates a and b, `0` is a zero byte, and numbers
are 4 bytes, big-endian."""


def header(nonce):
    return (
        '[game]\nkind = "checkpoint-danger"\nseats = [\n"alice",\n"bob",\n]\ncreated = 2026-11-20T12:00:00Z\n'
        f'nonce = "{nonce}"\n[game.options]\nallow-danger-bluff = false\nallow-repeat-calls = false\ndays-per-turn = 14\n'
        'hints = "full"\n'
    )


def section(title, text, lines):
    print(f"\n## {title}\n\n{text}\n\n```text")
    for name, value in lines:
        if isinstance(value, bytes):
            digits = value.hex()
            pieces = [digits[i : i + 64] for i in range(0, len(digits), 64)]
            print(f"{name} = " + pieces[0] if len(pieces) == 1 else f"{name} =\n  " + "\n  ".join(pieces))
        elif isinstance(value, str) and "\n" in value:
            print(f"{name} =\n  " + "\n  ".join(line + "\\n" for line in value.splitlines()))
        else:
            print(f"{name} = {value}")
    print("```")


def main():
    check_against_the_rfcs()
    print(INTRODUCTION)

    headers = [header("00000000000000000000b7346e1088cf"), header("0000000000000000000052bdffba76e6")]
    ids = [sha256(b"pbem/2 game\n", text.encode()) for text in headers]
    game = ids[0]
    section(
        "Ids of two games",
        "`id = SHA-256(\"pbem/2 game\\n\" | header)`. The two ids begin with the same twelve digits, but belong to\n"
        "different games. All other vectors use `id-1`.",
        [("header-1", headers[0]), ("id-1", ids[0]), ("header-2", headers[1]), ("id-2", ids[1])],
    )

    seeds = {b"alice": bytes(range(0x00, 0x20)), b"bob": bytes(range(0x20, 0x40))}
    identity = bytes(range(0x80, 0x90))
    secret, secret_for_games = (hmac_sha256(identity, label) for label in (b"pbem/2 identity\n", b"pbem/2 games\n"))
    turn = (
        '[[turn]]\nnumber = 1\nseat = "alice"\nsent = 2026-11-20T12:00:00Z\n'
        f'after = [\n"{game.hex()}",\n]\n'
    )
    turn_hash = sha256(b"pbem/2 turn\n", turn.encode())
    key = ed25519_public(secret)
    section(
        "Hashes and signatures",
        "`turn-hash = SHA-256(\"pbem/2 turn\\n\" | turn)`, signed as `\"pbem/2 sign\\n\" | turn-hash` with the secret key\n"
        "`HMAC-SHA-256(identity, \"pbem/2 identity\\n\")`. (This is the hash of the text shown; no real game has such a turn.)",
        [
            ("identity", identity),
            ("key", key),
            ("safety-number", safety_number(key)),
            ("turn", turn),
            ("turn-hash", turn_hash),
            ("turn-signature", ed25519_sign(secret, b"pbem/2 sign\n" + turn_hash)),
        ],
    )

    arbiter = bytes(range(0x20))
    last_turn = "0c89f8e5582117fb8529fe98db6b5ea8230420b6ae5ecd6ca4c59ad5d1619eb6"
    ruling = (
        f'[ruling]\ngame = [\n"{game.hex()}",\n]\nnumber = 5\nseat = "alice"\nafter = [\n"{last_turn}",\n]\n'
        'reason = "late"\nruled = 2026-12-21T09:00:00Z\n'
    )
    ruling_hash = sha256(b"pbem/2 ruling\n", ruling.encode())
    section(
        "Rulings",
        "`ruling-hash = SHA-256(\"pbem/2 ruling\\n\" | ruling)`, signed as `\"pbem/2 rule\\n\" | ruling-hash`. The arbiter rules that\n"
        "alice's time for turn 5 is up. `after` is the hash of turn 4 in the example of protocol.md.",
        [
            ("secret-key", arbiter),
            ("arbiter", ed25519_public(arbiter)),
            ("ruling", ruling),
            ("ruling-hash", ruling_hash),
            ("ruling-signature", ed25519_sign(arbiter, b"pbem/2 rule\n" + ruling_hash)),
        ],
    )

    nonce = bytes(range(0x90, 0xA0))
    seed, start = (
        hmac_sha256(secret_for_games, label, game, b"alice", b"\0", nonce) for label in (b"pbem/2 seed\n", b"pbem/2 chain start\n")
    )
    links = chain(game, b"alice", start)
    section(
        "Secrets derived from an identity",
        "`games = HMAC-SHA-256(identity, \"pbem/2 games\\n\")`, and for alice, whose turn 1 has `nonce`:\n"
        "`seed = HMAC-SHA-256(games, \"pbem/2 seed\\n\" | id | \"alice\" | 0 | nonce)`,\n"
        "`start = HMAC-SHA-256(games, \"pbem/2 chain start\\n\" | id | \"alice\" | 0 | nonce)`. The sections below use other seeds and starts.",
        [
            ("identity", identity),
            ("secret-key", secret),
            ("games", secret_for_games),
            ("nonce", nonce),
            ("seed", seed),
            ("salt-F6", salt(seed, game, b"alice", b"F6")),
            ("start", start),
            ("tip", links[0]),
            ("link-1", links[1]),
        ],
    )

    salts = {name: salt(seeds[seat], game, seat, item) for name, seat, item in (("F6", b"alice", b"F6"), ("guess-17", b"bob", b"guess-17"))}
    section(
        "Salts and seals",
        "`salt = HMAC-SHA-256(seed, \"pbem/2 salt\\n\" | id | seat | 0 | item)`,\n"
        "`seal = SHA-256(\"pbem/2 seal\\n\" | id | seat | 0 | item | 0 | value | 0 | salt)`. Alice's `F6` is `empty`, bob's\n"
        "`guess-17` is `B5 C6 D7`.",
        [
            ("seed-alice", seeds[b"alice"]),
            ("seed-bob", seeds[b"bob"]),
            ("salt-alice-F6", salts["F6"]),
            ("seal-alice-F6-empty", seal(game, b"alice", b"F6", b"empty", salts["F6"])),
            ("salt-bob-guess-17", salts["guess-17"]),
            ("seal-bob-guess-17", seal(game, b"bob", b"guess-17", b"B5 C6 D7", salts["guess-17"])),
        ],
    )

    starts = {b"alice": bytes(range(0x40, 0x60)), b"bob": bytes(range(0x60, 0x80))}
    alice, bob = (chain(game, seat, starts[seat]) for seat in (b"alice", b"bob"))
    section(
        "Links",
        "`link(k-1) = SHA-256(\"pbem/2 link\\n\" | id | seat | 0 | link(k))`; the start is link 4096, the tip is link 0.",
        [
            ("start-alice", starts[b"alice"]),
            ("link-alice-4095", alice[4095]),
            ("link-alice-2", alice[2]),
            ("link-alice-1", alice[1]),
            ("tip-alice", alice[0]),
            ("start-bob", starts[b"bob"]),
            ("link-bob-1", bob[1]),
            ("tip-bob", bob[0]),
        ],
    )

    first = chance(game, 3, b"first", bob[0], alice[1])
    dice = chance(game, 4, b"dice", alice[1], bob[1])
    card = chance(game, 5, b"card 1", bob[1], alice[2])
    bounds = [1, 2, 3, 6, 52, 100, 3_000_000_000, 3_000_000_000, 3_000_000_000, 2_147_483_649, 2_147_483_649, 4_294_967_295, 65_536]
    mixed = words(card)
    first_words, dice_words = words(first), words(dice)
    section(
        "Chance",
        "`chance = SHA-256(\"pbem/2 chance\\n\" | id | n | purpose | 0 | link of turn n-1 | link of turn n)`. Block c of its words is\n"
        "`SHA-256(chance | c)`, eight big-endian words of 32 bits. A number below m is w modulo m, where w is the next word with\n"
        "w < floor(2^32 / m) * m. Turn 2, in which bob joins, has bob's tip; turns 3, 4 and 5 have alice's link 1, bob's link 1 and\n"
        "alice's link 2. The nth of the `numbers` is below the nth of the `bounds`.",
        [
            ("chance-3-first", first),
            ("words-3-first", " ".join(str(next(first_words)) for _ in range(10))),
            ("chance-4-dice", dice),
            ("dice", " ".join(str(1 + below(dice_words, 6)) for _ in range(24))),
            ("chance-5-card-1", card),
            ("bounds", " ".join(map(str, bounds))),
            ("numbers", " ".join(str(below(mixed, m)) for m in bounds)),
        ],
    )

    x, y = b"C4", b"D7"
    secret_x, secret_y = salt(seeds[b"alice"], game, b"alice", x), salt(seeds[b"bob"], game, b"bob", y)
    section(
        "Eyes",
        "`E = b * G + v * Q`, where b is the scalar of `SHA-512(\"pbem/2 eye\\n\" | secret)`, here for bob's `D7` as each of the ten\n"
        "kinds. The secret is computed like the salt in other games, and `salt = SHA-256(\"pbem/2 eye salt\\n\" | secret)`.",
        [("Q", encode(Q)), ("secret-bob-D7", secret_y), ("salt-bob-D7", eye_salt(secret_y))] + [(f"eye-bob-D7-{kind}", eye(secret_y, kind)) for kind in range(10)],
    )

    colonel = (4, secret_x)
    ends = [b"takes"] * 4 + [b"falls"] + [b"takes"] * 2 + [b"falls", b"headquarters"]
    fight_context = context(game, 21, b"fight", x, y, 0, [])
    tokens = {name: token(seeds[b"alice"], fight_context, name) for name in (b"takes", b"falls", b"headquarters")}
    tied = [(b"falls", tokens[b"falls"])]
    tied_context = context(game, 21, b"fight", b"E5", y, 0, [b"falls"])
    twice = tied + [(b"takes", token(seeds[b"alice"], tied_context, b"takes"))]
    section(
        "Tokens and boxes",
        "Formulas: section 8 of [the protocol](protocol.md). Alice's turn 21: her Colonel (kind 4) `C4` attacks bob's `D7`; it takes\n"
        "kinds 1 to 4, 6 and 7, falls to 5 and 8, and wins against 9, the Headquarters. Then her `E5`, another Colonel, attacks\n"
        "the same piece, tied to `falls`. Three sight boxes show `C4` to `D7`: a plain one, one tied to `falls`, and one tied\n"
        "to `falls` and then `takes` of the second fight. (A legal turn would not have all of them.) The sight boxes are\n"
        "addressed to `eye-bob-D7-6`, the fights to `eye-bob-D7-5`.",
        [
            ("secret-alice-C4", secret_x),
            ("context-sight", context(game, 21, b"sight", x, y, 6, [])),
            ("sight", sight_box(seeds[b"alice"], eye(secret_y, 6), game, 21, x, y, [], colonel)),
            ("context-fight-0", fight_context),
            *((f"token-{name.decode()}", tokens[name]) for name in tokens),
            ("fight", fight_box(seeds[b"alice"], eye(secret_y, 5), game, 21, x, y, [], colonel, ends)),
            ("secret-alice-E5", salt(seeds[b"alice"], game, b"alice", b"E5")),
            ("context-tied-fight-5", context(game, 21, b"fight", b"E5", y, 5, [b"falls"])),
            ("token-tied-takes", twice[1][1]),
            (
                "tied-fight",
                fight_box(seeds[b"alice"], eye(secret_y, 5), game, 21, b"E5", y, tied, (4, salt(seeds[b"alice"], game, b"alice", b"E5")), ends),
            ),
            ("tied-sight", sight_box(seeds[b"alice"], eye(secret_y, 6), game, 21, x, y, tied, colonel)),
            ("context-twice-tied-sight", context(game, 21, b"sight", x, y, 6, [b"falls", b"takes"])),
            ("twice-tied-sight", sight_box(seeds[b"alice"], eye(secret_y, 6), game, 21, x, y, twice, colonel)),
        ],
    )


if __name__ == "__main__":
    main()
