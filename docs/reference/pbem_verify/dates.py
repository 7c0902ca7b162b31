"""Dates and the deadline: docs/protocol.md, section 5."""

from calendar import timegm
from time import strptime

DAY = 86_400


def seconds(date):
    return timegm(strptime(date, "%Y-%m-%dT%H:%M:%SZ"))


def deadline(days, turns):
    """Until when, in seconds, the seat that is due behind these turns is in time."""
    last = turns[-1:-3:-1]
    return max(seconds(turn.sent) + count * days * DAY for count, turn in enumerate(last, 1))
