# SPDX-License-Identifier: Apache-2.0
"""Abstract values: what is known about a machine word.

A value is a tuple (s, alts, low, tag).  s says whether secret data may have
gone into it.  A secret has no other property.  For a public word, alts is a
set of alternatives (bases, off), each of them the sum of coefficient * region
over bases, plus off.  A region is memory of one kind: what an argument points
to, the stack, constants, code.  So ((("in", 1),), 16) is in + 16,
((("in", -1), ("out", 1)), 0) is out - in, and ((), 5) is the number 5.  off
None means that it is not known.  alts None is a pointer nobody follows.  low
is a lower bound (unsigned) of a number of which nothing else is known.  In one
state, two such numbers with the same tag are the same number.  A secret with
alts None has public bytes at its low end: see low_public().
"""
from collections import namedtuple
from functools import lru_cache

MASK = {1: 0xff, 2: 0xffff, 4: 0xffffffff, 8: 0xffffffffffffffff}
MAX_ALTS = 6            # alternatives of one value, then offsets are dropped


class Val(namedtuple("Val", "s alts low tag",
                     defaults=(0, None))):
    """A machine word: see above."""
    __slots__ = ()


ANY = frozenset([((), None)])
PUB = Val(False, ANY)           # a public number
SEC = Val(True, ANY)            # a secret
LOST = Val(False, None)         # a public pointer, somewhere


@lru_cache(maxsize=None)
def const(c):
    """The number c; words hold signed numbers."""
    return Val(False, frozenset([((), c)]))


@lru_cache(maxsize=None)
def ptr(region, off=0):
    """The address of byte off of a region."""
    return Val(False, frozenset([(((region, 1),), off)]))


def num(secret):
    """A number of which only the taint is known."""
    return SEC if secret else PUB


@lru_cache(maxsize=1 << 16)
def constant(v):
    """The number that v is for certain, or None."""
    if v.alts is not None and len(v.alts) == 1 and not v.s:
        (bases, off), = v.alts
        if not bases:
            return off
    return None


@lru_cache(maxsize=1 << 16)
def single(v):
    """(region, off) if v points into one region for certain, else None."""
    if v.alts is not None and len(v.alts) == 1 and not v.s:
        (bases, off), = v.alts
        if len(bases) == 1 and bases[0][1] == 1:
            return bases[0][0], off
    return None


def low_public(size, number):
    """A secret of which the lowest bytes are public, and hold number."""
    return Val(True, None, size, number)


def lowest(v, size):
    """The value of the lowest bytes of v."""
    if v.s and v.alts is None and size <= v.low:
        return PUB if v.tag is None else const(v.tag & MASK[size])
    c = constant(v)
    return num(v.s) if c is None else const(c & MASK[size])


def wrap(n, width):
    """n as a signed number of width bytes."""
    n &= MASK[width]
    return n - (MASK[width] + 1) if n >> (8 * width - 1) else n


def public(alts):
    """The public value with these alternatives, coarser if they are many."""
    if len(alts) <= MAX_ALTS:
        return Val(False, frozenset(alts))
    coarse = frozenset((bases, None) for bases, _ in alts)
    return Val(False, coarse) if len(coarse) <= MAX_ALTS else LOST


def _same_alts(a, b):
    return Val(False, a.alts, min(a.low, b.low),
               a.tag if a.tag == b.tag else None)


@lru_cache(maxsize=1 << 16)
def join(a, b):
    """What is true of both a and b."""
    if a == b:
        return a
    if a.s or b.s:
        return SEC
    if a.alts is None or b.alts is None:
        return LOST
    if a.alts == b.alts:                    # two numbers with bounds
        return _same_alts(a, b)
    return public(a.alts | b.alts)


@lru_cache(maxsize=1 << 16)
def widen(a, b):
    """A join that forgets offsets that differ, so that loops come to rest."""
    if a == b:
        return a
    if a.s or b.s:
        return SEC
    if a.alts is None or b.alts is None:
        return LOST
    if a.alts == b.alts:
        return _same_alts(a, b)
    offsets = {}
    for bases, off in a.alts | b.alts:
        offsets.setdefault(bases, set()).add(off)
    return public({(bases, o.pop() if len(o) == 1 else None)
                   for bases, o in offsets.items()})


def _sum(x, y, sign):
    d = dict(x)
    for region, k in y:
        d[region] = d.get(region, 0) + sign * k
    return tuple(sorted(((r, k) for r, k in d.items() if k)))


@lru_cache(maxsize=1 << 16)
def add(a, b, sign=1, width=8):
    """a + b or, with sign -1, a - b; b may be a Python number."""
    if not isinstance(b, Val):
        b = const(b)
    if a.s or b.s:
        return SEC
    if a.alts is None or b.alts is None:
        return LOST
    c = constant(b)
    if a.low and c is not None and -a.low <= sign * c <= 0:
        return Val(False, ANY, a.low + sign * c)
    out = set()
    for xb, xo in a.alts:
        for yb, yo in b.alts:
            bases = xb if not yb else _sum(xb, yb, sign)
            off = (None if xo is None or yo is None
                   else wrap(xo + sign * yo, width))
            out.add((bases, off))
    return public(out)


@lru_cache(maxsize=1 << 16)
def scale(v, k):
    """v * k"""
    if k == 1 or v.s or v.alts is None:
        return v
    if v.alts == ANY:
        return PUB
    return public({(tuple((r, c * k) for r, c in bases),
                    None if off is None else off * k)
                   for bases, off in v.alts})


def distance(a, b):
    """a - b for two pointers into one object, or None."""
    x, y = single(a), single(b)
    if x and y and x[0] == y[0] and None not in (x[1], y[1]):
        return x[1] - y[1]
    return None
