# SPDX-License-Identifier: Apache-2.0
"""x86 integer arithmetic: see x86.py."""
from . import values
from .values import (SEC, add, const, constant, distance, join, num, ptr, wrap)
from .x86_operands import (CONDITIONS, condition, flags_add, flags_logic,
                           flags_sub)

GOT = ptr("got", 0)


class Integer:
    """The part of X86 that computes in general registers."""

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
