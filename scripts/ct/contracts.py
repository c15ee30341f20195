# SPDX-License-Identifier: Apache-2.0
"""Contracts: what is secret, said in comments beside the C prototypes.

    contract = "ct" [ARCH{","ARCH}] ["private"] NAME ":" {ARG "=" value}
    value    = "ptr" label [ranges]    a pointer, and what it points to
             | "num" label             a number (size_t, uint32_t, ...)
             | "num" choices           a public number, one run for each
    label    = "public" | "secret"
    ranges   = "[" range {"," range} "]"
    range    = LO ".." HI (label | choices)     bytes LO to HI - 1
    choices  = N {"|" N}

A contract starts a line of a comment and goes on to a blank line, to the
next contract or to the end of the comment:

    /* ct vgf_aes_ctr128_p8: ek=ptr secret [240..244 10|12|14]
     *      out=ptr secret  in=ptr secret  nblocks=num public
     *      ctr=ptr public */

A pointer is always public; its label is that of the bytes behind it.  Bytes
that hold one of several choices are public and may only be overwritten with
what they hold.  Every combination of choices is one run of the checker, and a
function may have several contracts, where choices belong together.
Arguments that may be the same buffer need the same label.

The arguments must be those of the prototype in the same file, by name and in
order.  ARCH is x86_64, i386 or ppc64le; without one, a contract holds where
its file's folder says: x86 the first two, ppc64le the last, others all.
`private` is for a static function; such contracts may stand in its .c or .S
file.
"""
import itertools
import os
import re

ARCHS = {"x86_64", "i386", "ppc64le"}
FOLDERS = {"x86": {"x86_64", "i386"}, "ppc64le": {"ppc64le"}}
HEAD = re.compile(r"ct\s+(?:(\w+(?:,\w+)*)\s+)??(private\s+)?(\w+):(?:\s|$)")
VALUE = re.compile(r"(ptr|num)\s+(?:(public|secret)|([\d|]+))"
                   r"\s*(?:\[([^\]]*)\])?\s*$")
RANGE = re.compile(r"\s*(\d+)\.\.(\d+)\s+(?:(public|secret)|([\d|]+))\s*$")


class BadContract(Exception):
    """A contract that does not say what it should: always a failure."""


class Arg:
    """One argument in one run.  kind is ptr or num; secret its label; value
    its number or None; ranges are (lo, hi, True/False for a label or the
    number that stands there as (number,))."""

    def __init__(self, name, kind, secret, value, ranges):
        self.name, self.kind, self.secret = name, kind, secret
        self.value, self.ranges = value, ranges


class Contract:
    """One contract; runs is a list of lists of Arg."""

    def __init__(self, name, archs, private, where, source):
        self.name, self.archs, self.private = name, archs, private
        self.where, self.source, self.runs = where, source, []

    def fail(self, why):
        raise BadContract("%s: contract of %s: %s" % (self.where, self.name,
                                                      why))


def _numbers(text):
    return [int(x) for x in text.split("|") if x != ""]


def _arg(contract, name, text):
    """All the values that an argument may have, as a list of Arg."""
    m = VALUE.match(text)
    if not m:
        contract.fail("cannot read '%s=%s'" % (name, text))
    kind, label, choices, ranges = m.groups()
    if choices:
        if kind == "ptr" or ranges:
            contract.fail("%s: only a number has choices" % name)
        return [Arg(name, kind, False, n, []) for n in _numbers(choices)]
    options = []
    for r in (ranges or "").split(",") if ranges else []:
        m = RANGE.match(r)
        if not m or kind != "ptr":
            contract.fail("%s: cannot read range '%s'" % (name, r))
        lo, hi = int(m[1]), int(m[2])
        if lo >= hi:
            contract.fail("%s: empty range '%s'" % (name, r))
        options.append([(lo, hi, m[3] == "secret")] if m[3] else
                       [(lo, hi, (n,)) for n in _numbers(m[4])])
    return [Arg(name, kind, label == "secret", None, list(ranges))
            for ranges in itertools.product(*options)]


def _prototype(code, name):
    """[(argument, is a pointer)] of the first declaration of name."""
    m = re.search(r"\b%s\s*\(([^()]*)\)\s*[;{]" % re.escape(name), code)
    if not m:
        return None
    out = []
    for p in m[1].split(","):
        p = " ".join(p.split())
        if p in ("void", ""):
            continue
        words = re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", p))
        out.append((words[-1], "*" in p or "[" in p))
    return out


def parse(path):
    """The contracts in a file."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    code = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    out = []
    for comment in re.finditer(r"/\*(.*?)\*/", text, flags=re.S):
        block = None
        for i, line in enumerate(comment[1].split("\n")):
            line = re.sub(r"^\s*\*?\s*", "", line).rstrip()
            head = HEAD.match(line)
            if head:
                n = text.count("\n", 0, comment.start()) + 1 + i
                block = [head, "%s:%d" % (path, n), line[head.end():]]
                out.append(block)
            elif re.match(r"ct\s", line):
                raise BadContract("%s: cannot read '%s'" % (path, line))
            elif not line:
                block = None
            elif block:
                block[2] += " " + line
    return [_contract(path, code, *b) for b in out]


def _contract(path, code, head, where, body):
    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    archs = (set(head[1].split(",")) if head[1]
             else FOLDERS.get(folder, ARCHS))
    c = Contract(head[3], archs, bool(head[2]), where, os.path.basename(path))
    if archs - ARCHS:
        c.fail("unknown architecture " + " ".join(sorted(archs - ARCHS)))
    if not c.private and not path.endswith(".h"):
        c.fail("belongs beside the prototype, in a header")
    parts = re.split(r"(?:^|\s)(\w+)=", body)
    if parts[0].strip():
        c.fail("cannot read '%s'" % parts[0].strip())
    args = [_arg(c, n, v.strip()) for n, v in zip(parts[1::2], parts[2::2])]
    wanted = _prototype(code, c.name)
    if wanted is None:
        c.fail("no prototype in this file")
    got = [(a[0].name, a[0].kind == "ptr") for a in args]
    if got != wanted:
        c.fail("arguments differ from the prototype: " + ", ".join(
            n + (" (pointer)" if p else " (number)") for n, p in wanted))
    c.runs = [list(run) for run in itertools.product(*args)]
    return c


def collect(paths):
    """The contracts of files and of all files below folders."""
    out = []
    for path in paths:
        if os.path.isdir(path):
            for folder, _, names in sorted(os.walk(path)):
                for n in sorted(names):
                    if n.endswith((".h", ".c", ".S")):
                        out += parse(os.path.join(folder, n))
        else:
            out += parse(path)
    return out
