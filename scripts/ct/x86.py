# SPDX-License-Identifier: Apache-2.0
"""x86-64 and i386 instructions.

Registers go by their 64-bit names on both.  A vector register has three bits
of taint: 1 for its low 128 bits, 2 for what AVX and 4 for what AVX-512 adds.
Flags are cf, of and zs (ZF, SF, PF, AF), concrete ones (CF, ZF, SF, OF).
"""
import re

from . import values
from .engine import Machine
from .memory import State, code_pointer
from .values import (PUB, SEC, add, const, constant, low_public, lowest, num,
                     ptr, scale, single, wrap)
from .x86_integer import GOT, Integer
from .x86_operands import CONDITIONS, GPR, R64, condition, parse
from .x86_tables import LATENCY, MOVES, NOPS, PART_MOVES, SIMD, VECTOR_FLAGS
from .x86_vector import Vector

VECTOR_BITS = {4: 1, 8: 1, 16: 1, 32: 3, 64: 7}
CONST_DATA = ptr("rodata", None)


class X86(Integer, Vector, Machine):
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
            self.store(S, self.address(S, o, insn), size or o.size, v, insn,
                       not o.mask)
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
