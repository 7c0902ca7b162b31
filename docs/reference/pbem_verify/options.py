"""Which headers make a game: the number of seats, who begins and who opens, and the options, every one of which must be there."""

from .crypto import key_is_sound
from .games import GAMES

SHARED = {"days-per-turn": range(366), "hints": ("none", "counts", "full")}


def is_in(value, allowed):
    """Whether an option has one of these values. `allowed` may be a test; flags are no numbers."""
    if callable(allowed):
        return allowed(value)
    return any(type(value) is type(other) and value == other for other in allowed)


def header_makes_a_game(header):
    rules = GAMES.get(header["kind"])
    if rules is None or not rules.seats_from <= len(header["seats"]) <= rules.seats_to:
        return False
    if "first" in header and rules.seats_to > 2:
        return False
    if "opener" in header and (not rules.has_sides or header["opener"] == header["seats"][0]):
        return False
    if not all(key_is_sound(key) for key in header.get("keys", {}).values()):
        return False
    options, allowed = header.get("options", {}), rules.allowed_options | SHARED
    if "arbiter" in header and not may_rule(header["arbiter"], header.get("keys", {}), options):
        return False
    return set(options) == set(allowed) and all(is_in(options[name], allowed[name]) for name in allowed) and rules.fits(options)


def may_rule(arbiter, keys, options):
    """Whether this arbiter makes a game."""
    days = options.get("days-per-turn")
    return days != 0 and key_is_sound(arbiter["key"]) and arbiter["key"] not in keys.values()
