# SPDX-License-Identifier: Apache-2.0
"""States, memory and the fixpoint.

The machine code of a function is executed on abstract values from its entry
to all its returns.  A state holds registers, flags and the stack; memory
behind arguments has the labels of the contract.  States that reach the same
place are kept apart as long as they are few, so that loops with a known trip
count are unrolled, and then joined, which forgets what differs.  Three levels
say how much is joined early, at calls: 0 what has the same pointers, 1 the
same small numbers too, 2 nothing.  All are sound: a function in which one of
them finds nothing is proved.

Findings:
  branch    a conditional branch on secret flags
  address   an address made from secret data, or a secret length of an access
  mask      a masked load or store with a secret mask
  latency   an instruction with data-dependent latency, on secret data
  leak      a secret stored where the contract says public
  call      a call or jump that is not resolved
  abi       a callee-saved register not restored, a store outside the frame
  unknown   whatever the checker does not understand: it fails closed
Memory safety is assumed (the guard pages of the kernel tests show it), with
one precaution: a store to the stack that cannot be placed counts as having
hit every byte of its frame, the return address with it.
"""
from . import values
from .values import (PUB, SEC, Val, const, constant, join, num, ptr, single,
                     widen)

MAX_TRACES = 80        # states kept apart at one place in the code
MAX_STEPS = 1000000     # of one run: half a minute
MAX_DEPTH = 8           # of calls
MAX_SPLIT = 16          # a public count up to this is told apart case by case
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

class States:
    """States seen, numbered."""

    def __init__(self):
        self.count, self._found = 0, {}

    def number(self, S):
        """(its number, whether it is new)"""
        key = hash((S.conc, frozenset(S.v.items()), frozenset(S.r.items())))
        for n, x in self._found.setdefault(key, []):
            if S.same(x):
                return n, False
        self._found[key].append((self.count, S))
        self.count += 1
        return self.count - 1, True

    def __iter__(self):
        return (S for found in self._found.values() for _, S in found)


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


class Machine:
    """What all processors share.  A processor's module adds: word (bytes),
    redzone, sp (name of the stack pointer), at_entry (the stack pointer at
    entry modulo 16), kept and passed (registers that a
    call must keep and may read), decode(insn), entry(args) and
    at_return(S, insn)."""
    word, redzone, sp, at_entry = 8, 0, "sp", 0

    def __init__(self, program, level):
        self.p = program
        self.findings = {}      # (addr, kind, detail) -> text
        self.regions = {}       # argument -> (secret?, ranges)
        self.seen = set()       # instructions executed
        self.residue = set()
        self.returns = 0
        self.level = level
        self.calls = {}         # (caller, return address) -> states seen
        self.pending = {}       # joined states, to follow when all else is done
        self.writable = []      # (lo, hi) above the frame that we may write
        self.bounds = {}        # region of an aligned frame -> bytes below
        self.aligned = {}       # such a region -> (to how many bytes, 0)

    def report(self, insn, kind, detail=""):
        self.findings.setdefault((insn.addr, kind, detail), insn.text)

    # ---- memory --------------------------------------------------------

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

    def shape(self, S, registers, counts):
        """What states are told apart by once they are many: pointers to the
        stack and to code and, if asked for, small numbers, in registers and
        in memory above the stack pointer.
        """
        def matters(v):
            if v.s:
                return False
            if v.alts is None:
                return True
            c = constant(v)
            if c is not None:
                return counts and 0 <= c <= MAX_SPLIT
            return any(b[0][:4] not in ("arg:", "roda")
                       for bases, _ in v.alts for b in bases)
        where = single(S.r[self.sp])
        if not where or where[1] is None:
            return None
        return (tuple((k, S.r[k]) for k in registers if matters(S.r[k])),
                frozenset((k, v) for k, v in S.st.items()
                          if k[1] >= where[1] and matters(v[1])))

    # ---- the fixpoint --------------------------------------------------

    def arguments(self, run):
        """The values of the arguments; notes the memory behind them."""
        out = []
        for a in run:
            if a.kind == "ptr":
                region = "arg:" + a.name
                self.regions[region] = (a.secret, a.ranges)
                # offsets matter only where not all bytes are alike
                out.append(ptr(region, 0 if a.ranges else None))
            else:
                out.append(const(a.value) if a.value is not None
                           else num(a.secret)._replace(tag=a.name))
        return out

    def split(self, v, limit):
        """The cases of a public number that is compared with limit: ([0, 1,
        .. limit], what is larger), less what is known not to be; None if
        there is nothing to tell apart."""
        if v.s or v.alts != values.ANY or limit is None:
            return None
        if not 0 <= limit <= MAX_SPLIT:
            return None
        return ([const(i) for i in range(v.low, limit + 1)],
                v._replace(low=max(v.low, limit + 1)))

    @staticmethod
    def fresh(S, v, insn):
        """v as the result of insn: a number of its own."""
        if v.s or v.alts != values.ANY:
            return v
        Machine.replace(S, insn.addr, lambda old: old._replace(tag=None))
        return v._replace(tag=insn.addr)

    @staticmethod
    def replace(S, tag, new):
        """Puts new(value) wherever a value with this tag is."""
        if tag is None:
            return
        for k, v in S.r.items():
            if v.tag == tag:
                S.r[k] = new(v)
        for k, (size, v) in S.st.items():
            if v.tag == tag:
                S.st[k] = (size, new(v))

    def branch(self, S, insn, taken, target):
        """The successors of a conditional branch; taken may be None."""
        out = []
        if taken is not False:
            if target is None:
                self.report(insn, "call", "branch out of the code")
            else:
                out.append((target, S.copy() if taken is None else S))
        if taken is not True:
            out.append((insn.next, S))
        return out

    def enter(self, S, insn, target):
        """A call to code we have; the return address is set already."""
        if len(S.ctx) >= MAX_DEPTH:
            self.report(insn, "unknown", "calls nested too deep")
            return []
        key = (S.ctx, insn.next)
        if self.level == 2:
            n, _ = self.calls.setdefault(key, States()).number(S.copy())
            S.ctx += ((insn.next, min(n, MAX_TRACES)),)
            return [(target, S)]
        calls = self.calls.setdefault(key, {})
        shape = self.shape(S, self.kept + self.passed, self.level == 1)
        S.ctx += ((insn.next, hash(shape)),)
        self.merge(calls, shape, target, S)
        return []

    def leave(self, S, insn, v):
        """A return to v."""
        if v == ptr("retaddr"):
            self.returns += 1
            self.at_return(S, insn)
            return []
        where = single(v)
        if where and S.ctx and code_address(where) == S.ctx[-1][0]:
            back, S.ctx = S.ctx[-1][0], S.ctx[:-1]
            return [(back, S)]
        self.report(insn, "call", "return to an unknown place")
        return []

    def left_over(self, S):
        """Notes secrets on the stack at return."""
        if any(c[1].s for c in S.st.values()):
            self.residue.add("stack")

    def run(self, start, run):
        """Executes a function for one combination of arguments."""
        insns = self.p.insns
        traces, merged, steps = {}, {}, 0
        work = [(start, self.entry(run))]
        while work or self.pending:
            if not work:
                key = max(self.pending, key=lambda k: len(k[1]))
                work.append((key[0], self.pending.pop(key).copy()))
            addr, S = work.pop()
            insn = insns.get(addr)
            if insn is None:
                self.findings[(addr or ("?", 0), "unknown",
                               "runs off the code")] = ""
                continue
            after = None
            while after is None:
                steps += 1
                self.seen.add(insn)
                after = (insn.run or self.decode(insn))(self, S, insn)
                if after is None:               # straight on
                    follower = insn.follower
                    if follower is None or follower.head:
                        after = [(insn.next, S)]
                    else:
                        insn = follower
            if steps > MAX_STEPS:
                self.report(insn, "unknown", "too many steps")
            if self.findings and (self.level < 2 or steps > MAX_STEPS):
                return steps            # the next level may do better
            for a, s in after:
                s = self.arrive(a, s, traces, merged)
                if s is not None:
                    work.append((a, s))
        return steps

    def arrive(self, addr, S, traces, merged):
        """The state to go on with at addr, None if nothing new came."""
        key = (addr, S.ctx)
        if key in merged:
            self.meet(merged[key], addr, S)
            return None
        seen = traces.setdefault(key, States())
        if not seen.number(S)[1]:
            return None
        if seen.count <= MAX_TRACES:
            return S.copy()
        merged[key] = {}                # too many: join what looks alike
        for x in seen:
            self.meet(merged[key], addr, x)
        del traces[key]
        return None

    def meet(self, classes, addr, S):
        """Joins S with what looks alike; the finer, the fewer classes."""
        shape = self.shape(S, self.kept + self.passed, True)
        if shape not in classes and len(classes) > MAX_TRACES:
            shape = self.shape(S, self.kept, True)
        if shape not in classes and len(classes) > 2 * MAX_TRACES:
            shape = None
        self.merge(classes, shape, addr, S)

    def merge(self, classes, shape, addr, S):
        """Joins S with the states of its shape, to be followed from addr
        when all else is done, so that not every step of the joining is."""
        old = classes.get(shape)
        if old is not None:
            S = join_states(old, S, widen)
            if S.same(old):
                return
        classes[shape] = S
        self.pending[(addr, S.ctx, shape)] = S


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
