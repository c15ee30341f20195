# SPDX-License-Identifier: Apache-2.0
"""x86-64 and i386 instructions.

Registers go by their 64-bit names on both.  A vector register has three bits
of taint: 1 for its low 128 bits, 2 for what AVX and 4 for what AVX-512 adds.
Flags are cf, of and zs (ZF, SF, PF, AF), concrete ones (CF, ZF, SF, OF).
"""
import re

from . import values
from .engine import Machine, State, code_pointer
from .values import (PUB, SEC, add, const, constant, distance, join,
                     low_public, lowest, num, ptr, scale, single, wrap)
from .x86_operands import (CONDITIONS, GPR, R64, condition, flags_add,
                           flags_logic, flags_sub, parse)
from .x86_tables import (LATENCY, MOVES, NOPS, OVERWRITES, PART_MOVES,
                         READS_OP0, SIMD, VECTOR_FLAGS, ZEROING)

VECTOR_BITS = {4: 1, 8: 1, 16: 1, 32: 3, 64: 7}
GOT = ptr("got", 0)
CONST_DATA = ptr("rodata", None)


class X86(Machine):
    sp = "rsp"

    def __init__(self, program, level):
        super().__init__(program, level)
        self.wide = program.arch == "x86_64"
        self.word = 8 if self.wide else 4
        self.redzone = 128 if self.wide else 0
        self.at_entry = 16 - self.word      # the return address was pushed
        if self.wide:
            self.saved = "rbx rbp r12 r13 r14 r15".split()
            self.volatile = "rax rcx rdx rsi rdi r8 r9 r10 r11".split()
            self.passed = "rdi rsi rdx rcx r8 r9".split()
        else:
            self.saved = "rbx rbp rsi rdi".split()
            self.volatile = "rax rcx rdx".split()
            self.passed = "rax rdx rcx".split()
        self.kept = self.saved + ["rsp"]

    # ---- entry and return ----------------------------------------------

    def entry(self, run):
        S = State()
        S.r = {r: PUB for r in R64}
        S.v = {"v%d" % i: 0 for i in range(32)}
        S.v.update({k + str(i): 0 for k in "km" for i in range(8)})
        S.v.update(cf=0, of=0, zs=0, df=0)
        S.r["rsp"] = ptr("stack", 0)
        S.st[("stack", 0)] = (self.word, ptr("retaddr"))
        for r in self.saved:
            S.r[r] = ptr("init:" + r)
        regs = "rdi rsi rdx rcx r8 r9".split() if self.wide else []
        at = self.word
        for v in self.arguments(run):
            if regs:
                S.r[regs.pop(0)] = v
            else:
                S.st[("stack", at)] = (self.word, v)
                at += self.word
        if at > self.word:          # arguments on the stack are the callee's
            self.writable.append((self.word, at))
        return S

    def at_return(self, S, insn):
        for r in self.saved:
            if S.r[r] != ptr("init:" + r):
                self.report(insn, "abi", r + " not restored")
        if S.r["rsp"] != ptr("stack", self.word):
            self.report(insn, "abi", "stack pointer not restored")
        if S.v["df"]:
            self.report(insn, "abi", "direction flag set")
        self.residue.update(k for k, bits in S.v.items()
                            if bits and k not in ("cf", "of", "zs", "df"))
        self.residue.update(r for r, v in S.r.items() if v.s)
        self.left_over(S)

    # ---- operands ------------------------------------------------------

    def linked(self, insn, reloc, plus):
        """The address that a relocation puts together."""
        addr = self.p.code_at(insn.obj, reloc[2], reloc[3] + plus)
        return code_pointer(addr) if addr else CONST_DATA

    def address(self, S, o, insn):
        """The address of memory operand o; None if a vector is in it."""
        if o.plain:
            base, index = o.plain
            a = S.r[base]
            if index:
                a = add(a, scale(S.r[index], o.scale), 1, self.word)
            return add(a, o.disp, 1, self.word) if o.disp else a
        for r in (o.base, o.index):
            if r not in GPR and r not in (None, "rip", "eiz", "riz"):
                return None
        kind = o.reloc[1] if o.reloc else ""
        if o.base == "rip":
            if insn.next is None:
                self.report(insn, "unknown", "end of the section")
            elif o.reloc:
                return self.linked(insn, o.reloc, insn.length - o.reloc[0])
            else:
                at = wrap(insn.next[1] + o.disp, 8)
                return code_pointer((insn.addr[0], at))
        a = const(0)
        for r, k in ((o.base, 1), (o.index, o.scale)):
            if r in (None, "eiz", "riz"):
                continue
            reg, size = GPR[r]
            v = S.r[reg] if size == self.word else num(S.r[reg].s)
            a = add(a, scale(v, k), 1, self.word)
        if not o.reloc:
            return add(a, wrap(o.disp, self.word), 1, self.word)
        if a.s:
            return SEC
        if kind == "R_386_GOTPC" and self.from_code(a):
            return GOT
        if kind == "R_386_GOTOFF" and (a == GOT or o.index):
            return self.linked(insn, o.reloc, o.disp) if a == GOT else (
                CONST_DATA)
        if kind == "R_386_PC32" and self.from_code(a):
            return CONST_DATA       # a constant at a known distance from here
        if kind in ("R_386_32", "R_X86_64_32S", "R_X86_64_32"):
            return CONST_DATA
        self.report(insn, "unknown", "relocation " + kind)
        return CONST_DATA

    @staticmethod
    def from_code(v):
        where = single(v)
        return bool(where) and where[0].startswith("code:")

    def got_slot(self, o):
        """Does o load an address from the GOT?"""
        return o.reloc and re.match(
            r"R_X86_64_(REX_)?GOTPCRELX?$|R_386_GOT32X?$", o.reloc[1])

    def load_op(self, S, o, insn, size):
        if o.seg in ("fs", "gs"):
            if any(S.r[GPR[r][0]].s for r in (o.base, o.index) if r in GPR):
                self.report(insn, "address", "load")
            return PUB
        if self.got_slot(o):
            if o.index or (o.base != "rip" and S.r[GPR[o.base][0]] != GOT):
                self.report(insn, "unknown", "GOT pointer")
            plus = insn.length - o.reloc[0] if self.wide else o.disp
            return self.linked(insn, o.reloc, plus)
        return self.load(S, self.address(S, o, insn), size, insn)

    def get(self, S, o, insn, size=None):
        """The value of an operand."""
        if o.kind == "r":
            v = S.r[o.reg]
            if abs(o.size) == self.word:
                return v
            if o.size == -1:
                c = constant(v)
                return num(v.s) if c is None else const(c >> 8 & 0xff)
            return lowest(v, o.size)
        if o.kind == "i":
            if o.reloc:
                return self.immediate(insn, o)
            return const(o.disp)
        if o.kind == "v":
            return num(S.v[o.reg] & VECTOR_BITS[o.size])
        if o.kind == "k":
            return num(S.v[o.reg])
        if o.kind == "m":
            return self.load_op(S, o, insn, size or o.size)
        self.report(insn, "unknown", "operand " + o.text)
        return SEC

    def immediate(self, insn, o):
        if o.reloc[1] in ("R_386_32", "R_X86_64_32", "R_X86_64_32S",
                          "R_X86_64_64"):
            return self.linked(insn, o.reloc, 0 if self.wide else o.disp)
        self.report(insn, "unknown", "relocation " + o.reloc[1])
        return SEC

    def put(self, S, o, v, insn, size=None):
        """Writes an operand."""
        if o.kind == "r":
            if abs(o.size) == self.word:
                S.r[o.reg] = v
            elif o.size == 4:
                c = constant(v)
                S.r[o.reg] = num(v.s) if c is None else const(c & 0xffffffff)
            elif S.r[o.reg].s and not v.s:
                S.r[o.reg] = (low_public(o.size, constant(v))
                              if o.size > 0 else SEC)
            else:
                S.r[o.reg] = num(v.s)
        elif o.kind == "v":
            bits = VECTOR_BITS[o.size] if v.s else 0
            if insn.mnem[0] != "v":         # SSE keeps the upper parts
                bits |= S.v[o.reg] & ~1
            S.v[o.reg] = bits
        elif o.kind == "k":
            S.v[o.reg] = int(v.s)
        elif o.kind == "m":
            if o.seg in ("fs", "gs"):
                self.report(insn, "unknown", "store to " + o.seg)
                return
            self.store(S, self.address(S, o, insn), size or o.size, v, insn)
        else:
            self.report(insn, "unknown", "destination " + o.text)

    def flags(self, S, secret, conc=None):
        S.v["cf"] = S.v["of"] = S.v["zs"] = int(secret)
        S.conc = None if secret else conc

    def carry(self, S, secret, conc=None):
        """Sets CF alone; conc is its value."""
        S.v["cf"] = int(secret)
        S.conc = (conc,) + S.conc[1:] if S.conc else None

    # ---- decoding ------------------------------------------------------

    def decode(self, insn):
        """Finds the method for an instruction and prepares its operands."""
        ops = [parse(t) for t in insn.ops]
        insn.run = X86.unknown
        if None not in ops:
            insn.ops = ops
            if self.attach(insn, ops):
                for o in ops:
                    self.plain(o)
                for pattern, method in TABLE:
                    if pattern.match(insn.mnem):
                        insn.run = method
                        break
        return insn.run

    def plain(self, o):
        """Prepares the most frequent form of a memory operand."""
        base, index = (GPR.get(r) for r in (o.base, o.index))
        if (base and base[1] == self.word and not o.reloc
                and (index or o.index in (None, "eiz", "riz"))
                and (not index or index[1] == self.word)):
            o.plain = base[0], index and index[0]

    def attach(self, insn, ops):
        """Gives each relocation to its operand."""
        memory = [o for o in ops if o.kind == "m"]
        number = [o for o in ops if o.kind in "it"]
        for r in insn.relocs:
            size = 8 if r[1] == "R_X86_64_64" else 4
            at_end = not insn.length or r[0] + size == insn.length
            if number and (at_end or not memory):
                number[-1].reloc = r
            elif memory:
                memory[0].reloc = r
            elif insn.mnem != "call" and insn.mnem[0] != "j":
                return False
        return len(insn.relocs) <= len(memory) + len(number)

    def unknown(self, S, insn):
        self.report(insn, "unknown", "instruction")
        for o in insn.ops[:2]:
            if getattr(o, "kind", None) == "r":
                S.r[o.reg] = SEC
            elif getattr(o, "kind", None) in ("v", "k"):
                S.v[o.reg] = 7
        self.flags(S, True)

    # ---- control flow --------------------------------------------------

    def target(self, insn, o):
        """The address jumped to, or the name of an external function."""
        if not insn.relocs:
            if o.kind == "t":
                return (insn.addr[0], o.disp)
            return None
        at, kind, name, addend = insn.relocs[0]
        if not re.match(r"R_X86_64_(PC|PLT)32|R_386_(PC|PLT)32", kind):
            return None
        if self.wide:
            plus = addend + 4
        else:
            plus = o.disp - insn.addr[1] - at
        return self.p.code_at(insn.obj, name, plus) or name

    def destination(self, S, insn):
        """As target(), for jumps through registers and memory too."""
        o = insn.ops[0]
        if o.kind in "ti":
            return self.target(insn, o)
        where = single(self.get(S, o, insn, self.word))
        if where and where[0].startswith("code:"):
            return (where[0][5:], where[1])
        return None

    def library(self, S, insn, name, first):
        """A call of a function outside; first is the stack offset of its
        first argument on i386."""
        if self.wide:
            args = [S.r[r] for r in ("rdi", "rsi", "rdx")]
        else:
            args = [self.load(S, add(S.r["rsp"], first + 4 * i, 1, 4), 4,
                              insn) for i in range(3)]
        taint = self.external(S, name, args, insn)
        if taint is None:
            self.report(insn, "call", name)
            taint = True
        for r in self.volatile:
            S.r[r] = num(taint)
        S.r["rax"] = args[0]
        if taint:
            for k in S.v:
                if k[0] == "v":
                    S.v[k] = 7
        self.flags(S, taint)

    def call(self, S, insn):
        t = self.destination(S, insn)
        if insn.next is None:
            self.report(insn, "unknown", "end of the section")
            return []
        if isinstance(t, str):
            return self.library(S, insn, t, 0)
        if t is None:
            self.report(insn, "call", "indirect")
            return None
        self.push_value(S, code_pointer(insn.next), insn)
        if t == insn.next:              # call 1f; 1: pop
            return [(t, S)]
        return self.enter(S, insn, t)

    def jmp(self, S, insn):
        t = self.destination(S, insn)
        if isinstance(t, str):
            self.library(S, insn, t, self.word)
            return self.leave(S, insn, self.pop_value(S, insn))
        if t is None:
            self.report(insn, "call", "indirect jump")
            return []
        return [(t, S)]

    def ret(self, S, insn):
        if insn.ops:
            self.report(insn, "unknown", "ret with a number")
        return self.leave(S, insn, self.pop_value(S, insn))

    def jcc(self, S, insn):
        cc = insn.mnem[1:]
        if self.cond_secret(S, cc):
            self.report(insn, "branch")
        t = self.target(insn, insn.ops[0])
        return self.branch(S, insn, condition(S.conc, cc),
                           None if isinstance(t, str) else t)

    def jrcxz(self, S, insn):
        c = S.r["rcx"]
        if c.s:
            self.report(insn, "branch")
        taken = None if constant(c) is None else constant(c) == 0
        if insn.mnem == "loop":
            S.r["rcx"] = add(c, 1, -1, self.word)
            n = constant(S.r["rcx"])
            taken = None if n is None else n != 0
        return self.branch(S, insn, taken, self.target(insn, insn.ops[0]))

    def stop(self, S, insn):
        return []

    # ---- moves ---------------------------------------------------------

    def nop(self, S, insn):
        return None

    def mov(self, S, insn):
        dst, src = insn.ops
        if dst.kind not in "rm" or src.kind not in "rmi":
            return self.unknown(S, insn)
        size = abs(dst.size or src.size)
        v = self.get(S, src, insn, size)
        if insn.mnem == "movbe":
            v = num(v.s)
        elif src.kind == "i" and not src.reloc:
            v = const(wrap(src.disp, self.word if size < 8 else 8))
        self.put(S, dst, v, insn, size)

    def movx(self, S, insn):
        v, size = self.get(S, insn.ops[1], insn), insn.ops[1].size
        c = constant(v)
        if c is None or size < 1:
            v = num(v.s)
        elif insn.mnem == "movzx":
            v = const(c & values.MASK[size])
        else:
            v = const(wrap(c, size))
        self.put(S, insn.ops[0], v, insn)

    def lea(self, S, insn):
        a = self.address(S, insn.ops[1], insn)
        if insn.ops[0].size != self.word and constant(a) is None:
            a = num(a.s)
        self.put(S, insn.ops[0], a, insn)

    def stack_slot(self, S, by):
        S.r["rsp"] = add(S.r["rsp"], by, 1, self.word)

    def push_value(self, S, v, insn):
        self.stack_slot(S, -self.word)
        self.store(S, S.r["rsp"], self.word, v, insn)

    def pop_value(self, S, insn):
        v = self.load(S, S.r["rsp"], self.word, insn)
        self.stack_slot(S, self.word)
        return v

    def push(self, S, insn):
        o = insn.ops[0]
        if o.kind not in "rmi" or abs(o.size or self.word) != self.word:
            return self.unknown(S, insn)
        self.push_value(S, self.get(S, o, insn, self.word), insn)

    def pop(self, S, insn):
        if insn.ops[0].kind != "r" or insn.ops[0].size != self.word:
            return self.unknown(S, insn)
        self.put(S, insn.ops[0], self.pop_value(S, insn), insn)

    def pushf(self, S, insn):
        self.push_value(S, num(S.v["cf"] or S.v["zs"] or S.v["of"]), insn)

    def popf(self, S, insn):
        self.flags(S, self.pop_value(S, insn).s)

    def leave_frame(self, S, insn):
        S.r["rsp"] = S.r["rbp"]
        S.r["rbp"] = self.pop_value(S, insn)

    def xchg(self, S, insn):
        if self.same_register(insn):
            return
        a, b = (self.get(S, o, insn) for o in insn.ops)
        self.put(S, insn.ops[0], b, insn)
        self.put(S, insn.ops[1], a, insn)

    def direction(self, S, insn):
        S.v["df"] = int(insn.mnem == "std")

    def sign_extend(self, S, insn):
        if insn.mnem in ("cbw", "cwde", "cdqe"):
            S.r["rax"] = num(S.r["rax"].s)
        else:
            S.r["rdx"] = num(S.r["rax"].s)

    def rep(self, S, insn):
        """rep movs and rep stos: memcpy and memset."""
        if S.r["rcx"].s:
            self.report(insn, "latency", "secret length")
            return
        if S.v["df"]:
            self.report(insn, "unknown", "rep with the direction flag")
        size = next(o.size for o in insn.ops if o.kind == "m")
        n = scale(S.r["rcx"], size)
        if "movs" in insn.mnem:
            self.external(S, "memcpy", [S.r["rdi"], S.r["rsi"], n], insn)
            S.r["rsi"] = add(S.r["rsi"], n, 1, self.word)
        else:
            self.external(S, "memset", [S.r["rdi"], S.r["rax"], n], insn)
        S.r["rdi"] = add(S.r["rdi"], n, 1, self.word)
        S.r["rcx"] = const(0)

    # ---- integer arithmetic --------------------------------------------

    @staticmethod
    def cond_secret(S, cc):
        return any(S.v[{"c": "cf", "o": "of", "z": "zs"}[f]]
                   for f in CONDITIONS[cc])

    def same_register(self, insn):
        a, b = insn.ops[-2:]
        return a.kind == "r" and b.kind == "r" and a.text == b.text

    def addsub(self, S, insn):
        """add, sub, cmp, inc, dec, neg"""
        m, dst = insn.mnem, insn.ops[0]
        size = abs(dst.size)
        a = self.get(S, dst, insn)
        unary = len(insn.ops) == 1
        b = const(1) if unary else self.got_pc(S, insn, a)
        if b is GOT:
            return self.put(S, dst, GOT, insn)
        plus = m in ("add", "inc")
        if m in ("sub", "cmp") and self.same_register(insn):
            a, b, r = const(0), const(0), const(0)
        elif m == "neg":
            a, b, r = const(0), a, add(const(0), a, -1, size)
        else:
            r = add(a, b, 1 if plus else -1, size)
        if m == "cmp":
            cases = self.compare(S, insn, a, b, size)
            if cases:
                return cases
        secret, ca, cb = a.s or b.s, constant(a), constant(b)
        conc = None
        if ca is not None and cb is not None and not secret:
            conc = (flags_add if plus else flags_sub)(ca, cb, size)
        elif m in ("sub", "cmp") and distance(a, b) is not None:
            d = distance(a, b)          # an object never wraps around
            conc = (d < 0, d == 0, d < 0, None)
        elif m in ("sub", "dec") and r.low and size == self.word:
            conc = (False, False, None, None)
        if m in ("inc", "dec"):         # CF stays
            S.v["of"] = S.v["zs"] = int(secret)
            S.conc = (conc and ((S.conc[0] if S.conc else None,) + conc[1:]))
        else:
            self.flags(S, secret, conc)
        if m == "cmp":
            return None
        if size == self.word:
            r = self.fresh(S, r, insn)
        elif conc is None:
            r = num(secret)
        self.put(S, dst, r, insn)
        if m in ("sub", "dec") and r.tag and not r.low:
            zero = S.copy()             # a count that has come to its end
            self.put(zero, dst, const(0), insn)
            zero.conc = (zero.conc and zero.conc[0], True, False, None)
            S.conc = (S.conc and S.conc[0], False, None, None)
            self.put(S, dst, r._replace(low=1), insn)
            return [(insn.next, zero), (insn.next, S)]
        return None

    def got_pc(self, S, insn, a):
        """The second operand; GOT if this adds the GOT's distance to the
        address of code."""
        o = insn.ops[1]
        if o.reloc and o.kind == "i" and o.reloc[1] == "R_386_GOTPC":
            if insn.mnem != "add" or not self.from_code(a):
                self.report(insn, "unknown", "GOT of what is no code address")
            return GOT
        return self.get(S, o, insn)

    def compare(self, S, insn, a, b, size):
        """Tells the small values of a public number apart."""
        if size != self.word:
            return None
        for i, v, limit in ((0, a, constant(b)), (1, b, constant(a))):
            o = insn.ops[i]
            cases = self.split(v, limit)
            if cases is None or o.kind not in "rm":
                continue
            out = []
            for c in cases[0]:
                n = S.copy()
                self.replace(n, v.tag, lambda old, c=c: c)
                self.put(n, o, c, insn, size)
                pair = (constant(c), limit)
                self.flags(n, False, flags_sub(*(pair if i == 0
                                                 else pair[::-1]), size))
                out.append((insn.next, n))
            self.replace(S, v.tag, lambda old: cases[1])
            self.put(S, o, cases[1], insn, size)
            self.flags(S, False, (i == 1, False, None, None))
            return out + [(insn.next, S)]
        return None

    def logic(self, S, insn):
        """and, or, xor, test"""
        m, dst = insn.mnem, insn.ops[0]
        size = abs(dst.size)
        if m == "xor" and self.same_register(insn):
            self.flags(S, False, flags_logic(0, size))
            return self.put(S, dst, const(0), insn)
        a = self.get(S, dst, insn)
        b = self.get(S, insn.ops[1], insn, size)
        if m == "test" and self.same_register(insn):
            cases = self.compare(S, insn, a, const(0), size)
            if cases:
                return cases
        secret, ca, cb = a.s or b.s, constant(a), constant(b)
        r, conc = num(secret), None
        if not secret and ca is not None and cb is not None:
            x = {"or": ca | cb, "xor": ca ^ cb}.get(m, ca & cb)
            r, conc = const(wrap(x, size)), flags_logic(x, size)
        elif m == "and" and cb == 0:
            secret, r, conc = False, const(0), flags_logic(0, size)
        elif m == "and" and cb is not None and a.alts and not a.s:
            cb = wrap(cb, size)
            if cb < 0 and size == self.word and cb & -cb == -cb:
                r = self.align(a, -cb, insn, S, dst.reg == "rsp")
        elif m == "or" and self.same_register(insn):
            r = a
        self.flags(S, secret, conc)
        if m != "test":
            self.put(S, dst, r, insn)
        return None

    def with_carry(self, S, insn):
        """adc, sbb, adcx, adox"""
        m = insn.mnem
        a, b = (self.get(S, o, insn) for o in insn.ops)
        carry = S.v["of" if m == "adox" else "cf"]
        if m == "sbb" and self.same_register(insn):
            s = bool(carry)
        else:
            s = bool(a.s or b.s or carry)
        if m in ("adcx", "adox"):
            S.v["cf" if m == "adcx" else "of"] = int(s)
            S.conc = None
        else:
            self.flags(S, s)
        self.put(S, insn.ops[0], num(s), insn)

    def shift(self, S, insn):
        m, dst = insn.mnem, insn.ops[0]
        size = abs(dst.size)
        a = self.get(S, dst, insn)
        b = self.get(S, insn.ops[1], insn) if len(insn.ops) > 1 else const(1)
        s = bool(a.s or b.s or (m in ("rcl", "rcr") and S.v["cf"]))
        r, ca, cb = num(s), constant(a), constant(b)
        if cb is not None:
            cb &= 63 if size == 8 else 31
        if ca is not None and cb is not None and m in ("shl", "sal", "shr",
                                                       "sar"):
            u = ca & values.MASK[size]
            x = (u << cb if m in ("shl", "sal") else u >> cb if m == "shr"
                 else wrap(ca, size) >> cb)
            r = const(wrap(x, size))
        if cb == 0:
            pass                        # flags stay
        elif cb is None:
            self.flags(S, s or S.v["cf"] or S.v["of"] or S.v["zs"])
        elif m[0] == "r":               # ZF and SF stay
            S.v["cf"] = S.v["of"] = int(s)
            S.conc = None
        else:
            f = flags_logic(constant(r), size) if constant(r) is not None \
                else None
            self.flags(S, s, f and (None, f[1], f[2], None))
        self.put(S, dst, r, insn)

    def double_shift(self, S, insn):
        s = any(self.get(S, o, insn).s for o in insn.ops)
        self.flags(S, s or S.v["zs"] or S.v["cf"] or S.v["of"])
        self.put(S, insn.ops[0], num(s), insn)

    def unary(self, S, insn):
        """bswap, not"""
        v = self.get(S, insn.ops[0], insn)
        c = constant(v)
        keep = insn.mnem == "not" and c is not None
        size = abs(insn.ops[0].size)
        self.put(S, insn.ops[0], const(wrap(~c, size)) if keep
                 else num(v.s), insn)

    def pure(self, S, insn):
        """rorx, shlx, shrx, sarx: no flags"""
        self.put(S, insn.ops[0], num(any(
            self.get(S, o, insn).s for o in insn.ops[1:])), insn)

    def bits(self, S, insn):
        """andn, bextr, bzhi, bls*, popcnt, lzcnt, tzcnt"""
        s = any(self.get(S, o, insn).s for o in insn.ops[1:])
        self.flags(S, s)
        self.put(S, insn.ops[0], num(s), insn)

    def bit_test(self, S, insn):
        if insn.ops[0].kind != "r":
            return self.unknown(S, insn)
        s = any(self.get(S, o, insn).s for o in insn.ops)
        self.carry(S, s)
        if insn.mnem != "bt":
            self.put(S, insn.ops[0], num(s), insn)

    def multiply(self, S, insn):
        m, ops = insn.mnem, insn.ops
        if m == "mulx":
            s = self.get(S, ops[2], insn).s or S.r["rdx"].s
            self.put(S, ops[1], num(s), insn)
            self.put(S, ops[0], num(s), insn)
            return
        if len(ops) == 1:
            s = self.get(S, ops[0], insn).s or S.r["rax"].s
            S.r["rax"] = num(s)
            if abs(ops[0].size) > 1:
                S.r["rdx"] = num(s)
            self.flags(S, s)
            return
        a, b = (self.get(S, o, insn) for o in ops[-2:])
        ca, cb = constant(a), constant(b)
        r = num(a.s or b.s)
        if ca is not None and cb is not None:
            r = const(wrap(ca * cb, abs(ops[0].size)))
        self.flags(S, a.s or b.s)
        self.put(S, ops[0], r, insn)

    def slow(self, S, insn):
        """Instructions whose time depends on their operands."""
        m, ops = insn.mnem, insn.ops
        v = [self.get(S, o, insn) for o in ops]
        s = any(x.s for x in v)
        if m in ("div", "idiv"):
            s = s or S.r["rax"].s or S.r["rdx"].s
            q = r = num(s)
            hi, lo, by = (constant(x) for x in (S.r["rdx"], S.r["rax"], v[0]))
            if hi == 0 and lo is not None and lo >= 0 and by and by > 0:
                q, r = const(lo // by), const(lo % by)
            S.r["rax"], S.r["rdx"] = q, r
        else:
            self.put(S, ops[0], num(s), insn)
        if s:
            self.report(insn, "latency")
        self.flags(S, s)

    def cmov(self, S, insn):
        cc, dst = insn.mnem[4:], insn.ops[0]
        a, b = (self.get(S, o, insn) for o in insn.ops)
        taken = condition(S.conc, cc)
        if taken is not None:
            r = b if taken else a
        else:
            r = SEC if self.cond_secret(S, cc) else join(a, b)
        if dst.size != self.word and constant(r) is None:
            r = num(r.s)
        self.put(S, dst, r, insn)

    def setcc(self, S, insn):
        self.put(S, insn.ops[0],
                 num(self.cond_secret(S, insn.mnem[3:])), insn)

    def set_carry(self, S, insn):
        self.carry(S, S.v["cf"] if insn.mnem == "cmc" else False)

    # ---- vectors -------------------------------------------------------

    def vzero(self, S, insn):
        for i in range(16):
            S.v["v%d" % i] &= 0 if insn.mnem == "vzeroall" else 1

    def masked(self, S, insn):
        """The taint of the mask register; reports a masked access."""
        mask = next((o.mask for o in insn.ops if o.mask), None)
        if not mask or not S.v[mask]:
            return False
        if any(o.kind == "m" for o in insn.ops):
            self.report(insn, "mask")
        return True

    def vector_flags(self, S, insn):
        self.flags(S, any(self.get(S, o, insn).s for o in insn.ops))

    def vector_move(self, S, insn):
        if len(insn.ops) != 2:
            return self.unknown(S, insn)
        dst, src = insn.ops
        size = min(abs(o.size) for o in insn.ops if o.size)
        v = self.get(S, src, insn, size)
        if "r" not in (dst.kind, src.kind) or size != self.word:
            v = num(v.s)
        secret = self.masked(S, insn)
        if dst.mask and not dst.zero and dst.kind == "v":
            secret = secret or self.get(S, dst, insn).s
        self.put(S, dst, SEC if secret else v, insn, size)

    def part_move(self, S, insn):
        first = insn.ops[0]
        size = 4 if insn.mnem.endswith("ss") else 8
        s = any(self.get(S, o, insn, size).s for o in insn.ops
                if o is not first or first.kind != "m")
        self.put(S, first, num(s or self.masked(S, insn)), insn, size)

    def gather(self, S, insn):
        """No kernel needs one: known only to name the fault."""
        o = next(o for o in insn.ops if o.kind == "m")
        if any(S.v.get("v" + (r or "")[3:]) for r in (o.base, o.index)):
            self.report(insn, "address", "gather or scatter")
        else:
            self.unknown(S, insn)

    def simd(self, S, insn):
        m, ops = insn.mnem, insn.ops
        dst = ops[0]
        masked = any(o.mask for o in ops)
        sources = ops[1:]
        if m[0] in "vk":
            reads = READS_OP0.match(m) or (masked and not dst.zero)
        else:
            reads = not OVERWRITES.match(m)
        if reads and dst.kind != "m":
            sources = ops
        zero = ZEROING.match(m) and ops[-1].text == ops[-2].text
        zero = zero or ("pternlog" in m and ops[-1].disp & 255 in (0, 255))
        if zero and not masked and dst.kind in "vk" and ops[-1].kind != "m":
            s = False
        else:
            s = any(self.get(S, o, insn, o.size or dst.size).s
                    for o in sources)
            if len(ops) == 2 and m.startswith(("sha256rnds2", "blendv",
                                               "pblendv")):
                s = s or S.v["v0"]
        s = self.masked(S, insn) or s
        self.put(S, dst, num(s), insn, dst.size)


def _table():
    cc = "(" + "|".join(CONDITIONS) + ")"
    rows = [
        ("call", X86.call), ("jmp", X86.jmp), ("(repz )?ret", X86.ret),
        ("j" + cc, X86.jcc), ("jrcxz|jecxz|loop", X86.jrcxz),
        ("ud2|hlt|int3", X86.stop), ("|".join(NOPS), X86.nop),
        ("mov|movabs|movbe", X86.mov), ("movzx|movsx|movsxd", X86.movx),
        ("lea", X86.lea), ("push", X86.push), ("pop", X86.pop),
        ("pushfq?", X86.pushf), ("popfq?", X86.popf),
        ("leave", X86.leave_frame), ("xchg", X86.xchg),
        ("cld|std", X86.direction),
        ("cbw|cwde|cdqe|cwd|cdq|cqo", X86.sign_extend),
        ("rep (movs|stos)[bwdq]?", X86.rep),
        ("add|sub|cmp|inc|dec|neg", X86.addsub),
        ("and|or|xor|test", X86.logic),
        ("adc|sbb|adcx|adox", X86.with_carry),
        ("shl|sal|shr|sar|rol|ror|rcl|rcr", X86.shift),
        ("shld|shrd", X86.double_shift), ("bswap|not", X86.unary),
        ("rorx|shlx|shrx|sarx", X86.pure),
        ("andn|bextr|bzhi|blsr|blsi|blsmsk|popcnt|lzcnt|tzcnt", X86.bits),
        ("bt[src]?", X86.bit_test), ("mul|imul|mulx", X86.multiply),
        ("v?(" + "|".join(LATENCY) + ")", X86.slow),
        ("cmov" + cc, X86.cmov), ("set" + cc, X86.setcc),
        ("clc|stc|cmc", X86.set_carry),
        ("vzeroall|vzeroupper", X86.vzero),
        ("vp?(gather|scatter)[dq](d|q|ps|pd)", X86.gather),
    ]
    return [(re.compile("(?:%s)$" % p), f) for p, f in rows] + [
        (VECTOR_FLAGS, X86.vector_flags), (MOVES, X86.vector_move),
        (PART_MOVES, X86.part_move), (SIMD, X86.simd)]


TABLE = _table()
