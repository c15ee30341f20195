# SPDX-License-Identifier: Apache-2.0
"""The fixpoint.

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
"""
from . import values
from .memory import Memory, code_address, join_states
from .values import PUB, SEC, const, constant, ptr, single, widen

MAX_TRACES = 80         # states kept apart at one place in the code
MAX_STEPS = 1000000     # of one run: half a minute
MAX_DEPTH = 8           # of calls
MAX_SPLIT = 16          # a public count up to this is told apart case by case


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


class Machine(Memory):
    """What all processors share.  A processor's module adds: word (bytes),
    redzone, sp (name of the stack pointer), at_entry (the stack pointer at
    entry modulo 16), kept and passed (registers that a call must keep and may
    read), decode(insn), entry(args) and at_return(S, insn)."""
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
        self.pending = {}       # joined states, to follow when idle
        self.writable = []      # (lo, hi) above the frame that we may write
        self.bounds = {}        # region of an aligned frame -> bytes below
        self.aligned = {}       # such a region -> (to how many bytes, 0)

    def report(self, insn, kind, detail=""):
        self.findings.setdefault((insn.addr, kind, detail), insn.text)

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
                out.append(const(a.value) if a.value is not None else SEC
                           if a.secret else PUB._replace(tag=a.name))
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
