# SPDX-License-Identifier: Apache-2.0
"""States of the machine, and memory.

The stack is known byte for byte; memory behind arguments has the labels of
the contract.  Memory safety is assumed (the guard pages of the kernel tests
show it), with one precaution: a store to the stack that cannot be placed
counts as having hit every byte of its frame, the return address with it.
"""
from . import values
from .values import PUB, SEC, const, constant, join, num, ptr, single

MAX_CELL = 64           # bytes: the widest register
CODE = ("code", "got")  # how regions of code and the GOT begin
ENTRY = "stack"         # the region of the frame, 0 = stack pointer at entry


class State:
    """r: registers; v: taint of flags and vectors, as bits; conc: concrete
    flags where known; st: (region, off) -> (size, value); ctx: the
    calls that we are in, as (return address, number): each call from a state
    of its own is followed on its own."""
    __slots__ = ("r", "v", "conc", "st", "ctx")

    def __init__(self):
        self.r, self.v, self.conc, self.st, self.ctx = {}, {}, None, {}, ()

    def copy(self):
        n = State.__new__(State)
        n.r, n.v, n.st = dict(self.r), dict(self.v), dict(self.st)
        n.conc, n.ctx = self.conc, self.ctx
        return n

    def same(self, o):
        return (self.conc == o.conc and self.r == o.r and self.v == o.v
                and self.st == o.st)

def join_states(a, b, join_values):
    n = State.__new__(State)
    n.ctx = a.ctx
    n.r = {k: x if x is b.r[k] else join_values(x, b.r[k])
           for k, x in a.r.items()}
    n.v = {k: x | b.v[k] for k, x in a.v.items()}
    n.conc = a.conc if a.conc == b.conc else None
    n.st = {}
    for key, cell in a.st.items():
        other = b.st.get(key)
        if other is cell or other == cell:
            n.st[key] = cell
        elif other and other[0] == cell[0]:
            n.st[key] = (cell[0], join_values(cell[1], other[1]))
        else:                   # what both have written keeps its taint
            region, off = key
            for i in range(cell[0]):
                t = byte_taint(b.st, region, off + i)
                if t is not None:
                    n.st[(region, off + i)] = (1, num(cell[1].s or t))
    return n


def find_cell(st, region, off):
    """(start, size, value) of the cell that holds byte off, or None."""
    for d in range(MAX_CELL):
        c = st.get((region, off - d))
        if c:
            return (off - d, c[0], c[1]) if c[0] > d else None
    return None


def byte_taint(st, region, off):
    c = find_cell(st, region, off)
    return c[2].s if c else None


class Memory:
    """The part of Machine that knows addresses, loads and stores."""

    def targets(self, a, insn, what):
        """[(region, off)] that address a may mean; reports what it must."""
        where = a and single(a)
        if where and where[0][:4] not in CODE:
            return (where,)
        if a is None or a.s:
            self.report(insn, "address", what)
            return []
        if a.alts is None:
            self.report(insn, "unknown", "a pointer that is not followed")
            return []
        out = []
        for bases, off in a.alts:
            if len(bases) == 1 and bases[0][1] == 1:
                region = bases[0][0]
                if region[:4] in CODE:
                    region = "rodata"
                out.append((region, off))
            elif bases and all(r[:4] in ("code", "got", "roda")
                               for r, _ in bases):
                out.append(("rodata", None))    # arithmetic of PIC
            else:
                self.report(insn, "unknown", "address " + show(bases, off))
        return out

    def label(self, region, off, size, for_store=False):
        """Whether argument memory is secret; a store where the offset is
        unknown may hit the public bytes."""
        secret, ranges = self.regions[region]
        if off is None:
            some = [secret] + [x is True for _, _, x in ranges]
            return all(some) if for_store else any(some)
        some, left = [], set(range(off, off + size)) if ranges else None
        for lo, hi, x in ranges:
            hit = {b for b in left if lo <= b < hi}
            if hit:
                some.append(x is True)
                left -= hit
        if left is None or left:
            some.append(secret)
        return all(some) if for_store else any(some)

    def load(self, S, a, size, insn):
        """The value of size bytes at address a."""
        v = None
        for region, off in self.targets(a, insn, "load"):
            x = self.load_at(S, region, off, size, insn)
            v = x if v is None else join(v, x)
        return SEC if v is None else v

    def load_at(self, S, region, off, size, insn):
        if region == "rodata" or region == "tls":
            return PUB
        if region.startswith(("init:", "function:", "retaddr")):
            self.report(insn, "unknown", "load through " + region)
            return SEC
        if region in self.regions:
            for lo, hi, x in self.regions[region][1]:
                if (lo, hi) == (off, None if off is None else off + size):
                    if isinstance(x, tuple):
                        return const(x[0])
            return num(self.label(region, off, size))
        if off is None:                         # anywhere in this frame
            return num(any(c[1].s for k, c in S.st.items()
                           if k[0] == region))
        c = S.st.get((region, off))
        if c and c[0] == size:
            return c[1]
        c = find_cell(S.st, region, off)
        if c and c[0] + c[1] >= off + size:     # inside of one cell
            whole = constant(c[2])
            if whole is not None and size <= self.word:
                bits = (whole & ((1 << 8 * c[1]) - 1)) >> 8 * (off - c[0])
                return const(values.wrap(bits, size) if size == self.word
                             else bits & values.MASK[size])
            return num(c[2].s)
        for i in range(size):
            t = byte_taint(S.st, region, off + i)
            if t is None or t:          # never written: what was there before
                c = S.st.get((region, off))
                if c and not c[1].s and size == self.word:
                    return values.low_public(c[0], constant(c[1]))
                return SEC
        return PUB

    def store(self, S, a, size, v, insn, certain=True):
        """v to address a; certain is False if it may be fewer bytes."""
        t = self.targets(a, insn, "store")
        for region, off in t:
            self.store_at(S, region, off, size, v, insn,
                          certain and len(t) == 1)

    def store_at(self, S, region, off, size, v, insn, certain=True):
        if region in self.regions:
            if v.s and not self.label(region, off, size, True):
                self.report(insn, "leak", "secret stored to " + region)
            for lo, hi, x in self.regions[region][1]:
                if isinstance(x, tuple) and (
                        off is None or off < hi and lo < off + size):
                    if ((off, size) != (lo, hi - lo)
                            or constant(v) is None
                            or constant(v) & ((1 << 8 * size) - 1) != x[0]):
                        self.report(insn, "unknown", "store over a constant "
                                    "of the contract in " + region)
            return
        if not region.startswith(ENTRY):
            self.report(insn, "unknown", "store to " + region)
            return
        if off is None:
            for k, (n, old) in list(S.st.items()):
                if k[0] == region:
                    S.st[k] = (n, num(old.s or v.s))
            return
        self.placed(S, region, off, size, insn)
        st = S.st
        old = st.get((region, off))
        if certain and old and old[0] == size:
            st[(region, off)] = (size, v)
            return
        if not certain:
            v = num(v.s or any(byte_taint(st, region, off + i) is not False
                               for i in range(size)))
        hit = [c] if (c := find_cell(st, region, off)) else []
        for i in range(1, size):
            d = st.get((region, off + i))
            if d:
                hit.append((off + i, d[0], d[1]))
        for start, n, old in hit:               # cut what overlaps
            del st[(region, start)]
            if start < off:
                st[(region, start)] = (off - start, num(old.s))
            if start + n > off + size:
                st[(region, off + size)] = (start + n - off - size,
                                            num(old.s))
        st[(region, off)] = (size, v)

    def placed(self, S, region, off, size, insn):
        """Is a store to the stack within what is ours?"""
        if region == ENTRY:
            if off + size > 0 and not any(lo <= off and off + size <= hi
                                          for lo, hi in self.writable):
                self.report(insn, "abi", "store above the frame")
        elif off + size > self.bounds.get(region, 1 << 40):
            self.report(insn, "abi", "store above the aligned frame")
        sp = single(S.r[self.sp])
        if sp and sp[0] == region and sp[1] is not None:
            if off < sp[1] - self.redzone:
                self.report(insn, "abi", "store below the stack pointer")
        elif region == ENTRY and not find_cell(S.st, region, off):
            self.report(insn, "unknown", "store beside the aligned frame")

    def align(self, v, n, insn, S, is_sp=False):
        """v & -n for a public v.  The stack pointer aligned to more than it
        was starts a region of its own, below all that is in use."""
        out = set()
        for bases, off in v.alts:
            if not bases:
                out.add((bases, None if off is None else off & -n))
                continue
            region = bases[0][0]
            if (len(bases) > 1 or bases[0][1] != 1 or off is None
                    or not region.startswith(ENTRY)):
                out.add((bases, None))
                continue
            known, over = self.aligned.get(region, (16, self.at_entry))
            if n <= known:
                out.add((bases, ((off + over) & -n) - over))
            elif not is_sp or region != ENTRY:
                out.add((bases, None))
            else:
                new = "%s@%x" % (ENTRY, insn.addr[1])
                used = [k[1] for k in S.st if k[0] == region]
                room = (min(used) if used else 0) - off
                self.bounds[new] = min(self.bounds.get(new, 1 << 40), room)
                self.aligned[new] = n, 0
                out.add((((new, 1),), 0))
        return values.public(out)

    # ---- the C library -------------------------------------------------

    def external(self, S, name, args, insn):
        """The effect of a known function outside: returns the taint that it
        leaves behind, or None if we do not know it."""
        if name not in ("memset", "memcpy", "memmove"):
            return None
        dst, second, n = args
        if n.s:
            self.report(insn, "address", "secret length of " + name)
            return True
        size = constant(n)
        if size is not None and not 0 <= size <= 1 << 16:
            size = None
        if name == "memset":
            v = second if constant(second) == 0 else num(second.s)
            pieces = [(at, k, v) for at, k in words(size or 1, self.word)]
        else:
            pieces = self.pieces(S, second, size, insn)
        taint = any(v.s for _, _, v in pieces)
        to = self.targets(dst, insn, "store")
        for region, off in to:
            if size is None or off is None:
                self.store_at(S, region, None, 1, num(taint), insn, False)
                continue
            for at, k, v in pieces:
                self.store_at(S, region, off + at, k, v, insn, len(to) == 1)
        return taint

    def pieces(self, S, src, size, insn):
        """[(offset, length, value)] of size bytes at src."""
        if size is None:
            return [(0, 1, num(any(
                self.load_at(S, region, None, 1, insn).s
                for region, _ in self.targets(src, insn, "load"))))]
        where = single(src)
        out = []
        if where and where[1] is not None and where[0].startswith(ENTRY):
            region, off = where
            at = 0
            while at < size:
                c = S.st.get((region, off + at))
                if not c or at + c[0] > size:
                    c = (1, self.load_at(S, region, off + at, 1, insn))
                out.append((at, c[0], c[1]))
                at += c[0]
            return out
        for at, k in words(size, self.word):
            a = values.add(src, at, 1, self.word)
            out.append((at, k, num(self.load(S, a, k, insn).s)))
        return out


def words(size, word):
    """[(offset, length)] that cover size bytes, words and then bytes."""
    whole = size // word * word
    return ([(at, word) for at in range(0, whole, word)]
            + [(at, 1) for at in range(whole, size)])


def code_pointer(addr):
    return ptr("code:" + addr[0], addr[1])


def code_address(where):
    """The address that (region, off) of a code pointer means, or None."""
    region, off = where
    return (region[5:], off) if region.startswith("code:") else None


def show(bases, off):
    """A readable form of one alternative of a value."""
    parts = ["%s%s" % ("" if k == 1 else "%d*" % k, r) for r, k in bases]
    return " + ".join(parts + ["?" if off is None else str(off)])
