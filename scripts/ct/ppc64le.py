# SPDX-License-Identifier: Apache-2.0
"""POWER instructions, ELFv2 ABI, little endian.

S.r holds r0..r31, lr, ctr, ca (the carry), vs0..vs63 (v0 is vs32, f0 the
upper half of vs0) and the condition fields cr0..cr7.  S.conc holds known
conditions: ((field, (lt, gt, eq)), ...).
"""
import re

from .engine import Machine
from .memory import State, code_address, code_pointer
from .ppc64le_memory import CONST_DATA, Accesses
from .ppc64le_tables import (ACCESSES, ALU, CARRY_IN, CARRY_OUT, COMPUTE,
                             LATENCY, LENGTHS, NOPS, READS_OP0, TOUCHES,
                             VECTOR, VECTOR_MOVES, ZEROING, reads_low_word)
from .values import (PUB, SEC, add, const, constant, distance, join, lowest,
                     num, ptr, single, wrap)

CONDITION = re.compile(r"b(eq|ne|lt|gt|le|ge|nl|ng|so|ns|un|nu)"
                       r"(lr|ctr)?[+-]?$")
# condition -> (which of lt, gt, eq; negated)
TESTS = {"lt": (0, False), "gt": (1, False), "eq": (2, False),
         "ge": (0, True), "nl": (0, True), "le": (1, True), "ng": (1, True),
         "ne": (2, True)}


class Ppc64le(Accesses, Machine):
    word, redzone, sp = 8, 288, "r1"
    general = ["r%d" % i for i in range(14, 32)]
    halves = ["vs%d" % i for i in range(14, 32)]
    vectors = ["vs%d" % i for i in range(52, 64)]
    fields = ["cr2", "cr3", "cr4"]
    volatile = (["r0"] + ["r%d" % i for i in range(3, 13)]
                + ["vs%d" % i for i in range(14)]
                + ["vs%d" % i for i in range(32, 52)]
                + ["cr0", "cr1", "cr5", "cr6", "cr7", "ctr", "ca"])
    kept = ["r1", "lr"] + general
    passed = ["r%d" % i for i in range(3, 11)]

    # ---- entry and return ----------------------------------------------

    def saved(self):
        return (self.general + self.halves + self.vectors + self.fields
                + ["r13"])

    def entry(self, run):
        S = State()
        S.r = {"r%d" % i: PUB for i in range(32)}
        S.r.update({"vs%d" % i: PUB for i in range(64)})
        S.r.update({"cr%d" % i: PUB for i in range(8)})
        S.r.update(ca=PUB, ctr=PUB, lr=ptr("retaddr"), r1=ptr("stack", 0),
                   r2=CONST_DATA, r12=CONST_DATA)
        for k in self.saved():
            S.r[k] = ptr("init:" + k)
        self.writable = [(8, 12), (16, 32)]     # CR, LR and TOC save words
        arguments = self.arguments(run)
        if len(arguments) > 8:
            raise NotImplementedError("more than eight arguments")
        for i, v in enumerate(arguments):
            S.r["r%d" % (3 + i)] = v
        return S

    def at_return(self, S, insn):
        for k in self.saved():
            if S.r[k] != ptr("init:" + k):
                name = ("f" + k[2:] if k in self.halves else
                        "v%d" % (int(k[2:]) - 32) if k in self.vectors else k)
                self.report(insn, "abi", name + " not restored")
        if S.r["r1"] != ptr("stack", 0):
            self.report(insn, "abi", "stack pointer not restored")
        if S.r["r2"] != CONST_DATA:
            self.report(insn, "abi", "r2 not restored")
        self.residue.update(k for k, v in S.r.items()
                            if v.s and k[:2] not in ("cr", "ca", "lr"))
        self.left_over(S)

    # ---- operands ------------------------------------------------------

    @staticmethod
    def name(t):
        """The register that operand t means, or None."""
        if re.match(r"r\d+$", t):
            return t
        m = re.match(r"(v|vs|f)(\d+)$", t)
        if m:
            return "vs%d" % (int(m[2]) + (32 if m[1] == "v" else 0))
        m = re.match(r"(?:4\*)?(cr\d)(?:\+(?:lt|gt|eq|so))?$", t)
        if m:
            return m[1]
        return "cr0" if t in ("lt", "gt", "eq", "so") else None

    def get(self, S, t):
        """The value of an operand; None if it is none."""
        k = self.name(t)
        if k:
            return S.r[k]
        if re.match(r"-?(\d+|0x[0-9a-f]+)$", t):
            return const(int(t, 0))
        return None

    def set(self, S, t, v, insn):
        k = self.name(t)
        if k is None or k[:2] == "cr":
            self.report(insn, "unknown", "destination " + t)
        else:
            S.r[k] = v

    def linked(self, insn, reloc, plus=0):
        """The address that a relocation means: data or code."""
        addr = self.p.code_at(insn.obj, reloc[2], reloc[3] + plus)
        return code_pointer(addr) if addr else CONST_DATA

    # ---- condition fields ----------------------------------------------

    def set_field(self, S, field, secret, conc=None):
        S.r[field] = num(secret)
        known = dict(S.conc or ())
        known.pop(field, None)
        if conc is not None and not secret:
            known[field] = conc
        S.conc = tuple(sorted(known.items())) or None

    @staticmethod
    def holds(S, field, test):
        """True, False or, not known, None."""
        known = dict(S.conc or ()).get(field)
        if known is None or test not in TESTS:
            return None
        which, negate = TESTS[test]
        return None if known[which] is None else known[which] != negate

    def record(self, S, insn, v):
        """What a dot does: v goes to register op0 and compares with 0."""
        c = constant(v)
        if c is not None:
            c = wrap(c, 8)
            self.set_field(S, "cr0", False, (c < 0, c > 0, c == 0))
            return None
        if v.tag is None or v.low:
            self.set_field(S, "cr0", v.s, (None, None, False) if v.low
                           else None)
            return None
        zero, k = S.copy(), self.name(insn.ops[0])
        zero.r[k] = const(0)
        self.set_field(zero, "cr0", False, (False, False, True))
        S.r[k] = v._replace(low=1)
        self.set_field(S, "cr0", False, (None, None, False))
        return [(insn.next, zero), (insn.next, S)]

    # ---- decoding ------------------------------------------------------

    def decode(self, insn):
        insn.run = Ppc64le.unknown
        for match, method in TABLE:
            if match(insn.mnem):
                insn.run = method
                break
        return insn.run

    def unknown(self, S, insn):
        self.report(insn, "unknown", "instruction")
        k = insn.ops and self.name(insn.ops[0])
        if k:
            S.r[k] = SEC

    def nop(self, S, insn):
        return None

    # ---- control flow --------------------------------------------------

    def target(self, insn):
        """The address branched to, or the name of an external function."""
        if not insn.relocs:
            return (insn.addr[0], int(insn.ops[-1], 16))
        _, kind, name, addend = insn.relocs[0]
        if not re.match(r"R_PPC64_REL(24|14)(_NOTOC)?$", kind):
            return None
        s = self.p.symbol(insn.obj, name)
        if s and not addend:
            return s.entry
        return self.p.code_at(insn.obj, name, addend) or name

    def library(self, S, insn, name):
        args = [S.r[r] for r in ("r3", "r4", "r5")]
        taint = self.external(S, name, args, insn)
        if taint is None:
            self.report(insn, "call", name)
            taint = True
        for k in self.volatile:
            S.r[k] = num(taint)
        S.conc = tuple(c for c in S.conc or () if c[0] in self.fields) or None
        S.r["r3"] = args[0]

    def go(self, S, insn, t, link):
        """Branches to t, which may be a function outside."""
        if t is None or (link and insn.next is None):
            self.report(insn, "call", "indirect")
            return []
        if link:
            S.r["lr"] = code_pointer(insn.next)
        if isinstance(t, str):
            self.library(S, insn, t)
            return None if link else self.leave(S, insn, S.r["lr"])
        return self.enter(S, insn, t) if link else [(t, S)]

    def branch_always(self, S, insn):
        return self.go(S, insn, self.target(insn), insn.mnem[:2] == "bl")

    def branch_ctr(self, S, insn):
        where = single(S.r["ctr"])
        return self.go(S, insn, where and code_address(where),
                       insn.mnem.startswith("bctrl"))

    def blr(self, S, insn):
        return self.leave(S, insn, S.r["lr"])

    def branch_next(self, S, insn):
        """bcl 20,31,.+4: where are we?"""
        if self.target(insn) != insn.next or insn.ops[0] != "20":
            return self.unknown(S, insn)
        S.r["lr"] = code_pointer(insn.next)
        return None

    def branch_count(self, S, insn):
        c = S.r["ctr"]
        if c.s:
            self.report(insn, "branch", "ctr")
        S.r["ctr"] = c = add(c, 1, -1)
        n = constant(c)
        taken = None if n is None else (n != 0) == insn.mnem.startswith(
            "bdnz")
        t = self.target(insn)
        return self.branch(S, insn, taken, None if isinstance(t, str) else t)

    def branch_if(self, S, insn):
        m = CONDITION.match(insn.mnem)
        field = insn.ops[0] if insn.ops and insn.ops[0][:2] == "cr" else "cr0"
        if S.r[field].s:
            self.report(insn, "branch")
        taken = self.holds(S, field, m[1])
        if m[2] == "ctr":
            self.report(insn, "call", "indirect")
            return []
        if m[2] is None:
            t = self.target(insn)
            return self.branch(S, insn, taken,
                               None if isinstance(t, str) else t)
        out = []
        if taken is not False:
            out += self.leave(S.copy(), insn, S.r["lr"])
        if taken is not True:
            out.append((insn.next, S))
        return out

    # ---- special registers ---------------------------------------------

    def move_special(self, S, insn):
        m, t = insn.mnem, insn.ops[0]
        if m[:2] == "mf":
            S.r[t] = S.r[m[2:]]
        else:
            S.r[m[2:]] = S.r[t]

    def vrsave(self, S, insn):
        if insn.mnem.startswith("mf"):
            S.r[insn.ops[0]] = PUB

    def move_from_cr(self, S, insn):
        """mfcr, mfocrf.  The preserved fields as the caller left them keep
        their names, so that mtcrf can be seen to restore them."""
        if insn.mnem == "mfcr":
            which = range(8)
        else:
            bits = int(insn.ops[1])
            which = [i for i in range(8) if bits & 0x80 >> i]
        names = ["cr%d" % i for i in which]
        initial = "".join(k[2] for k in names if k in self.fields
                          and S.r[k] == ptr("init:" + k))
        if any(S.r[k].s for k in names):
            S.r[insn.ops[0]] = SEC
        else:
            S.r[insn.ops[0]] = ptr("init:cr:" + initial) if initial else PUB

    def move_to_cr(self, S, insn):
        v = S.r[insn.ops[-1]]
        bits = 255 if insn.mnem == "mtcr" else int(insn.ops[0], 0)
        where = single(v)
        kept = (where[0][8:] if where and where[0].startswith("init:cr:")
                else "")
        for i in range(8):
            if bits & 0x80 >> i:
                self.set_field(S, "cr%d" % i, v.s)
                if str(i) in kept:
                    S.r["cr%d" % i] = ptr("init:cr%d" % i)

    def cr_logic(self, S, insn):
        k = self.name(insn.ops[0])
        self.set_field(S, k, any(self.get(S, t).s for t in insn.ops))

    def set_bool(self, S, insn):
        S.r[insn.ops[0]] = num(self.get(S, insn.ops[1]).s)

    # ---- comparisons ---------------------------------------------------

    def compare(self, S, insn):
        m = re.match(r"cmp(l?)([dw])", insn.mnem)
        ops = insn.ops
        field, ops = ((ops[0], ops[1:]) if ops[0][:2] == "cr"
                      else ("cr0", ops))
        a, b = (self.get(S, t) for t in ops)
        width = 8 if m[2] == "d" else 4
        if width == 4:
            a, b = lowest(a, 4), lowest(b, 4)
        ca, cb = constant(a), constant(b)
        conc = None
        if ca is not None and cb is not None:
            if m[1]:
                ca, cb = (x & (1 << 8 * width) - 1 for x in (ca, cb))
            else:
                ca, cb = wrap(ca, width), wrap(cb, width)
            conc = ca < cb, ca > cb, ca == cb
        elif width == 8 and distance(a, b) is not None:
            d = distance(a, b)
            conc = d < 0, d > 0, d == 0
        elif width == 8:
            cases = self.cases(S, insn, field, ops, (a, b), bool(m[1]))
            if cases:
                return cases
        self.set_field(S, field, a.s or b.s, conc)
        return None

    def cases(self, S, insn, field, ops, values, unsigned):
        """Tells the small values of a public number apart."""
        for i in (0, 1):
            v, limit = values[i], constant(values[1 - i])
            cases = self.split(v, limit)
            if cases is None:
                continue
            k, out = self.name(ops[i]), []
            for c in cases[0]:
                n = S.copy()
                self.replace(n, v.tag, lambda old, c=c: c)
                n.r[k] = c
                x, y = (constant(c), limit) if i == 0 else (limit,
                                                            constant(c))
                self.set_field(n, field, False, (x < y, x > y, x == y))
                out.append((insn.next, n))
            self.replace(S, v.tag, lambda old: cases[1])
            S.r[k] = cases[1]
            self.set_field(S, field, False,
                           (i == 1, i == 0, False) if unsigned
                           else (None, None, False))
            return out + [(insn.next, S)]
        return None

    def isel(self, S, insn):
        ops = insn.ops
        if len(ops) == 3:
            field, test = "cr0", insn.mnem[4:]
        else:
            field, test = self.name(ops[3]), ops[3].split("+")[-1]
        a, b = self.get(S, ops[1]), self.get(S, ops[2])
        taken = self.holds(S, field, test)
        if taken is not None:
            S.r[ops[0]] = a if taken else b
        else:
            S.r[ops[0]] = SEC if S.r[field].s else join(a, b)

    # ---- arithmetic ----------------------------------------------------

    def operands(self, S, insn):
        v = [self.get(S, t) for t in insn.ops[1:]]
        if None in v:
            self.report(insn, "unknown", "operand")
            return None
        return v

    def alu(self, S, insn):
        m, ops = insn.mnem.rstrip("."), insn.ops
        if insn.relocs:
            return self.relocated(S, insn)
        if m == "pla":
            return self.unknown(S, insn)
        v = self.operands(S, insn)
        if v is None:
            return None
        if v[0].s and reads_low_word(m, v):
            v[0] = lowest(v[0], 4)
        s = any(x.s for x in v) or bool(READS_OP0.match(m)
                                        and self.get(S, ops[0]).s)
        if m in CARRY_IN:
            s = s or S.r["ca"].s
        r = self.compute(S, insn, m, v, s)
        if m in CARRY_OUT:
            S.r["ca"] = num(s)
        if m in ("add", "addi", "addic", "subf", "addc", "subfc", "paddi"):
            r = self.fresh(S, r, insn)
        self.set(S, ops[0], r, insn)
        return self.record(S, insn, r) if insn.mnem[-1] == "." else None

    def compute(self, S, insn, m, v, s):
        """The value of an operation on values v with taint s."""
        ops = insn.ops
        if m in ("li", "pli", "mr"):
            return v[0]
        if m == "lis":
            return const(wrap(constant(v[0]) << 16, 8))
        if m == "or" and ops[1] == ops[2]:
            return v[0]
        if m in ("ori", "oris", "xori") and constant(v[1]) == 0:
            return v[0]
        if m in ("xor", "subf") and ops[1] == ops[2]:
            return const(0)
        if m in ("add", "addi", "paddi", "addic", "addc"):
            return add(v[0], v[1])
        if m == "addis":
            return add(v[0], constant(v[1]) << 16)
        if m in ("subf", "subfic", "subfc"):
            return add(v[1], v[0], -1)
        numbers = [constant(x) for x in v]
        if m in COMPUTE and None not in numbers:
            x = COMPUTE[m](*numbers)
            return PUB if x is None else const(wrap(x, 8))
        if not s and m in ("clrrdi", "rldicr") and v[0].alts:
            n = numbers[1] if m == "clrrdi" else 63 - numbers[2]
            if m == "clrrdi" or numbers[1] == 0:
                return self.align(v[0], 1 << n, insn, S, ops[0] == "r1")
        return num(s)

    def relocated(self, S, insn):
        """addi, addis and their like with an address to come."""
        kind = insn.relocs[0][1]
        m, ops = insn.mnem, insn.ops
        if kind == "R_PPC64_PCREL34" and m in ("pla", "paddi"):
            self.set(S, ops[0], self.linked(insn, insn.relocs[0]), insn)
        elif (re.match(r"R_PPC64_(TOC|REL)16", kind) and m in ("addi", "addis")
              and self.data(S.r.get(ops[1]))):
            low = kind.endswith("_LO") and not insn.relocs[0][2] == ".TOC."
            self.set(S, ops[0], self.linked(insn, insn.relocs[0])
                     if low and "TOC" in kind else CONST_DATA, insn)
        else:
            self.report(insn, "unknown", "relocation " + kind)
            self.set(S, ops[0], SEC, insn)

    def next_address(self, S, insn):
        """lnia"""
        S.r[insn.ops[0]] = code_pointer(insn.next)

    def slow(self, S, insn):
        """Instructions whose time depends on their operands."""
        v = self.operands(S, insn)
        if v is None:
            return
        s = any(x.s for x in v)
        if s:
            self.report(insn, "latency")
        numbers = [constant(x) for x in v]
        r = num(s)
        if insn.mnem in COMPUTE and None not in numbers:
            x = COMPUTE[insn.mnem](*numbers)
            r = PUB if x is None else const(wrap(x, 8))
        self.set(S, insn.ops[0], r, insn)
        if insn.mnem[-1] == ".":
            self.set_field(S, "cr0", s)

    def vector(self, S, insn):
        m, ops = insn.mnem.rstrip("."), insn.ops
        v = self.operands(S, insn)
        if v is None:
            return
        s = any(x.s for x in v)
        same = len(ops) > 2 and ops[1] == ops[2]
        if m in ZEROING and same:
            s = False
        elif READS_OP0.match(m):
            s = s or self.get(S, ops[0]).s
        if m in VECTOR_MOVES or (m in ("xxlor", "vor") and same):
            self.set(S, ops[0], v[0], insn)
        else:
            self.set(S, ops[0], num(s), insn)
        if insn.mnem[-1] == ".":
            self.set_field(S, "cr6", s)


def _table():
    rows = [
        (r"bl?[+-]?", Ppc64le.branch_always), (r"bctrl?", Ppc64le.branch_ctr),
        (r"blr", Ppc64le.blr), (r"bcl", Ppc64le.branch_next),
        (r"bdn?z[+-]?", Ppc64le.branch_count),
        (r"m[ft](lr|ctr)", Ppc64le.move_special),
        (r"m[ft]vrsave", Ppc64le.vrsave),
        (r"mfcr|mfocrf", Ppc64le.move_from_cr),
        (r"mtcr|mtcrf|mtocrf", Ppc64le.move_to_cr),
        (r"cr(xor|or|and|andc|orc|nor|nand|eqv|set|clr|move|not)",
         Ppc64le.cr_logic),
        (r"setn?bcr?|setb", Ppc64le.set_bool),
        (r"cmpl?[dw]i?", Ppc64le.compare),
        (r"isel(lt|gt|eq)?", Ppc64le.isel),
        (r"lvs[lr]", Ppc64le.load_shift), (r"lnia", Ppc64le.next_address),
    ]
    return [(re.compile("(?:%s)$" % p).match, f) for p, f in rows] + [
        (CONDITION.match, Ppc64le.branch_if), (NOPS.__contains__, Ppc64le.nop),
        (TOUCHES.match, Ppc64le.touch),
        (ACCESSES.__contains__, Ppc64le.access),
        (LENGTHS.__contains__, Ppc64le.access_length),
        (LATENCY.match, Ppc64le.slow), (ALU.match, Ppc64le.alu),
        (VECTOR.match, Ppc64le.vector)]


TABLE = _table()
