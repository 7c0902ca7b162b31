"""The formulas of docs/protocol.md, sections 2 and 6 to 8: bytes in, bytes out."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256, sha512
from hmac import digest as hmac

import primitives as p


def number(n):
    return n.to_bytes(4, "big")


def game_id(text):
    return sha256(b"pbem/2 game\n" + text).digest()


def turn_hash(text):
    return sha256(b"pbem/2 turn\n" + text).digest()


def turn_message(turn_hash):
    return b"pbem/2 sign\n" + turn_hash


def ruling_hash(text):
    return sha256(b"pbem/2 ruling\n" + text).digest()


def ruling_message(ruling_hash):
    return b"pbem/2 rule\n" + ruling_hash


@cache  # files that are compared share most of their turns
def signed(key, message, signature):
    return p.ed25519_verify(key, message, signature)


@cache
def key_is_sound(key):
    return p.is_prime_order(p.decompress(key))


def safety_number(key):
    number = int.from_bytes(sha256(b"pbem/2 safety\n" + key).digest()[:16], "big")
    digits = f"{number % 10**30:030}"
    return " ".join(digits[i : i + 5] for i in range(0, 30, 5))


# Setups (section 6).


def secret(seed, game, seat, item):
    return hmac(seed, b"pbem/2 salt\n" + game + seat.encode() + b"\0" + item.encode(), "sha256")


def salt(secret, has_eyes):
    return sha256(b"pbem/2 eye salt\n" + secret).digest() if has_eyes else secret


def seal_preimage(game, seat, item, value, salt):
    named = b"\0".join(text.encode() for text in (seat, item, value))
    return b"pbem/2 seal\n" + game + named + b"\0" + salt


@cache
def seal(game, seat, item, value, salt):
    return sha256(seal_preimage(game, seat, item, value, salt)).digest()


# Chance (section 7).


def link_before(game, seat, link):
    return sha256(b"pbem/2 link\n" + game + seat.encode() + b"\0" + link).digest()


def chance(game, turn, purpose, before, link):
    """`before` is the link, or the tip, of the turn before, `link` that of this turn."""
    text = b"pbem/2 chance\n" + game + number(turn) + purpose.encode() + b"\0"
    return sha256(text + before + link).digest()


class Draw:
    """Numbers out of one chance."""

    def __init__(self, chance):
        self.words = self._words(chance)

    @staticmethod
    def _words(chance):
        block = 0
        while True:
            digest = sha256(chance + number(block)).digest()
            for i in range(0, 32, 4):
                yield int.from_bytes(digest[i : i + 4], "big")
            block += 1

    def below(self, bound):
        for word in self.words:
            if word < 2**32 // bound * bound:
                return word % bound


# Eyes, boxes, tokens (section 8).

KINDS = "empty corporal lieutenant captain colonel general spy sapper mine headquarters".split()
OUTCOMES = "takes falls headquarters".split()
SECOND = p.one_way_map(sha512(b"pbem/2 second generator").digest())
NONE_OF_EYES = {p.encode(p.times(kind, SECOND)) for kind in range(10)}
SIGHT, FIGHT_PART, FIGHT = 81, 113, 1113
SPY = KINDS.index("spy")
ZEROS = bytes(12)


@cache
def point(encoding):
    """The point of a canonical encoding, else None."""
    return p.decode(encoding)


def eye_scalar(secret):
    return p.scalar_of(sha512(b"pbem/2 eye\n" + secret).digest())


@cache
def eye(kind, secret):
    return p.encode(p.add(p.times_base(eye_scalar(secret)), p.times(kind, SECOND)))


@dataclass(frozen=True)
class Box:
    """Which box it is: `ties` are the outcomes that it is tied to; x and y the squares where the pieces started."""

    purpose: str
    turn: int
    x: str
    y: str
    ties: tuple = ()

    @property
    def name(self):
        return f"{self.purpose} {self.turn} {self.x} {self.y}"

    @property
    def length(self):
        return SIGHT if self.purpose == "sight" else FIGHT

    def context(self, game, j):
        named = b"\0".join(text.encode() for text in (self.purpose, self.x, self.y))
        return game + number(self.turn) + named + b"\0" + bytes([j]) + ",".join(self.ties).encode()


def token(game, seed, box, outcome):
    context = b"pbem/2 token\n" + Box("fight", box.turn, box.x, box.y, box.ties).context(game, 0)
    return hmac(seed, context + outcome.encode(), "sha256")


def token_hash(token):
    return sha256(b"pbem/2 token hash\n" + token).digest()


def box_key(public, shared, context, tokens):
    return sha256(b"pbem/2 box key\n" + public + p.encode(shared) + context + b"".join(tokens)).digest()


@cache
def locked(game, seed, box, j, eye, tokens, text):
    """One box, addressed to the piece of this eye if it is of kind j."""
    context = box.context(game, j)
    r = p.scalar_of(hmac(seed, b"pbem/2 box\n" + context + b"\0" + text, "sha512"))
    public = p.encode(p.times_base(r))
    shared = p.times(r, p.add(point(eye), p.negate(p.times(j, SECOND))))
    return public + p.aead_seal(box_key(public, shared, context, tokens), ZEROS, context, text)


def unlocked(game, box, j, secret_of_y, tokens, data):
    """The text of a box, or None."""
    context, public = box.context(game, j), data[:32]
    shared = p.times(eye_scalar(secret_of_y), point(public))
    return p.aead_open(box_key(public, shared, context, tokens), ZEROS, context, data[32:])
