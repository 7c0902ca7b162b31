"""Ed25519 (RFC 8032), ristretto255 (RFC 9496) and ChaCha20-Poly1305 (RFC 8439), written from the RFCs.

`vectors.py` checks them against the vectors of the RFCs. They are slow, not constant-time, and must never touch a real
secret.
"""

from functools import cache
from hashlib import sha512

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)


# Points of the curve are (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.

ZERO = (0, 1, 1, 0)


def add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    aa = (y1 - x1) * (y2 - x2) % P
    bb = (y1 + x1) * (y2 + x2) % P
    cc = 2 * D * t1 * t2 % P
    dd = 2 * z1 * z2 % P
    e, f, g, h = bb - aa, dd - cc, dd + cc, bb + aa
    return e * f % P, g * h % P, f * g % P, e * h % P


def double(a):
    x, y, z, _ = a
    aa = x * x
    bb = y * y
    h = aa + bb
    e = h - (x + y) * (x + y)
    g = aa - bb
    f = 2 * z * z + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def negate(a):
    x, y, z, t = a
    return P - x, y, z, P - t


def times(k, a):
    table = [ZERO]
    for _ in range(15):
        table.append(add(table[-1], a))
    out = ZERO
    for digit in f"{k:x}":
        for _ in range(4):
            out = double(out)
        if digit != "0":
            out = add(out, table[int(digit, 16)])
    return out


def times_base(k):
    """k times the base point, with a table: each digit of k to base 16 in its place."""
    out = ZERO
    for place, digit in enumerate(f"{k:064x}"[::-1]):
        if digit != "0":
            out = add(out, _base_table()[place][int(digit, 16)])
    return out


@cache
def _base_table():
    table, point = [], BASE
    for _ in range(64):
        row = [ZERO]
        for _ in range(16):
            row.append(add(row[-1], point))
        table.append(row)
        point = row[16]
    return table


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def decompress(data):
    """A point from its canonical encoding, else None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P != u:
        x = x * SQRT_M1 % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def scalar_of(wide):
    """64 bytes, little-endian, modulo the order."""
    return int.from_bytes(wide, "little") % ORDER


# Ed25519.


def ed25519_encode(point):
    x, y, z, _ = point
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def ed25519_expand(secret):
    wide = sha512(secret).digest()
    return int.from_bytes(wide[:32], "little") & (2**254 - 8) | 2**254, wide[32:]


def ed25519_public(secret):
    return ed25519_encode(times(ed25519_expand(secret)[0], BASE))


def ed25519_sign(secret, message):
    a, prefix = ed25519_expand(secret)
    r = scalar_of(sha512(prefix + message).digest())
    big_r = ed25519_encode(times(r, BASE))
    k = scalar_of(sha512(big_r + ed25519_public(secret) + message).digest())
    return big_r + ((r + k * a) % ORDER).to_bytes(32, "little")


def is_prime_order(point):
    return point is not None and not same(point, ZERO) and same(times(ORDER, point), ZERO)


def ed25519_verify(key, message, signature):
    """Strictly: the key is of prime order, S reduced, R canonical and not of small order; without the cofactor."""
    a, r = decompress(key), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if r is None or same(times(8, r), ZERO) or s >= ORDER or not is_prime_order(a):
        return False
    k = scalar_of(sha512(signature[:32] + key + message).digest())
    return same(times_base(s), add(r, times(k, a)))


# ristretto255: encodings of points up to a small factor.


def _square_root_of(u, v):
    """Whether u/v is a square, and the root of u/v or of SQRT_M1 * u/v that is not negative."""
    r = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    check = v * r * r % P
    square = check in (u % P, -u % P)
    if check in (-u % P, -u * SQRT_M1 % P):
        r = r * SQRT_M1 % P
    return square, _absolute(r)


def _absolute(x):
    return P - x if x & 1 else x


INVERSE_ROOT_A_MINUS_D = _square_root_of(1, -1 - D)[1]
ROOT_AD_MINUS_ONE = P - _square_root_of(-D - 1, 1)[1]  # RFC 9496 takes the odd one


def decode(data):
    """A point from its canonical encoding, else None."""
    s = int.from_bytes(data, "little")
    if s >= P or s & 1:
        return None
    u1, u2 = (1 - s * s) % P, (1 + s * s) % P
    v = (-D * u1 * u1 - u2 * u2) % P
    square, root = _square_root_of(1, v * u2 * u2 % P)
    dx = root * u2 % P
    dy = root * dx * v % P
    x, y = _absolute(2 * s * dx % P), u1 * dy % P
    t = x * y % P
    if not square or t & 1 or y == 0:
        return None
    return x, y, 1, t


def encode(point):
    x, y, z, t = point
    u1, u2 = (z + y) * (z - y) % P, x * y % P
    _, root = _square_root_of(1, u1 * u2 * u2 % P)
    d1, d2 = root * u1 % P, root * u2 % P
    inverse = d1 * d2 * t % P
    if t * inverse % P & 1:
        x, y, d = y * SQRT_M1 % P, x * SQRT_M1 % P, d1 * INVERSE_ROOT_A_MINUS_D % P
    else:
        d = d2
    if x * inverse % P & 1:
        y = -y
    return _absolute(d * (z - y) % P).to_bytes(32, "little")


def _elligator(data):
    t = int.from_bytes(data, "little") & (1 << 255) - 1
    r = SQRT_M1 * t * t % P
    u, v = (r + 1) * (1 - D * D) % P, (-1 - r * D) * (r + D) % P
    square, s = _square_root_of(u, v)
    c = -1
    if not square:
        s, c = -_absolute(s * t % P) % P, r
    n = (c * (r - 1) * (D - 1) * (D - 1) - v) % P
    w0, w1, w2, w3 = 2 * s * v % P, n * ROOT_AD_MINUS_ONE % P, (1 - s * s) % P, (1 + s * s) % P
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def one_way_map(data):
    """The one-way map of 64 bytes to a point."""
    return add(_elligator(data[:32]), _elligator(data[32:]))


# ChaCha20-Poly1305.


def _chacha_block(key, counter, nonce):
    state = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    state += [int.from_bytes(part[i : i + 4], "little") for part in (key, counter.to_bytes(4, "little"), nonce) for i in range(0, len(part), 4)]
    w = list(state)

    def quarter(a, b, c, d):
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            w[x] = (w[x] + w[y]) & 0xFFFFFFFF
            w[z] ^= w[x]
            w[z] = (w[z] << turn | w[z] >> (32 - turn)) & 0xFFFFFFFF

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return b"".join(((a + b) & 0xFFFFFFFF).to_bytes(4, "little") for a, b in zip(w, state))


def _chacha(key, nonce, data):
    stream = b"".join(_chacha_block(key, 1 + i, nonce) for i in range((len(data) + 63) // 64))
    return bytes(a ^ b for a, b in zip(data, stream))


def _tag(key, nonce, associated, sealed):
    one_time = _chacha_block(key, 0, nonce)[:32]
    r = int.from_bytes(one_time[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    padded = b"".join(part + bytes(-len(part) % 16) for part in (associated, sealed))
    padded += len(associated).to_bytes(8, "little") + len(sealed).to_bytes(8, "little")
    total = 0
    for i in range(0, len(padded), 16):
        total = (total + int.from_bytes(padded[i : i + 16] + b"\1", "little")) * r % (2**130 - 5)
    return (total + int.from_bytes(one_time[16:], "little")).to_bytes(17, "little")[:16]


def aead_seal(key, nonce, associated, text):
    sealed = _chacha(key, nonce, text)
    return sealed + _tag(key, nonce, associated, sealed)


def aead_open(key, nonce, associated, box):
    """The text, or None."""
    sealed = box[:-16]
    return _chacha(key, nonce, sealed) if _tag(key, nonce, associated, sealed) == box[-16:] else None
