# SPDX-License-Identifier: Apache-2.0
"""POWER loads and stores: see ppc64le.py."""
import re

from .ppc64le_tables import ACCESSES, ROUNDS_DOWN
from .values import PUB, add, const, constant, lowest, num, ptr, single, wrap

CONST_DATA = ptr("rodata", None)


class Accesses:
    """The part of Ppc64le that loads and stores."""

    def indexed(self, S, a, b):
        a = const(0) if a == "0" else self.get(S, a)
        b = const(0) if b == "0" else self.get(S, b)
        return add(a, b)

    def effective(self, S, insn, ops):
        """(address, base register) of a load or store without its op0."""
        if len(ops) == 2:
            return self.indexed(S, *ops), ops[0]
        m = re.match(r"(-?\d+)(?:\((r?\d+)\))?$", ops[0])
        if not m:
            return None, None
        if insn.relocs:
            kind = insn.relocs[0][1]
            if kind in ("R_PPC64_PCREL34", "R_PPC64_GOT_PCREL34"):
                return CONST_DATA, None
            if not re.match(r"R_PPC64_(TOC|REL)16", kind) or not self.data(
                    S.r.get(m[2])):
                self.report(insn, "unknown", "relocation " + kind)
            return CONST_DATA, None
        base = const(0) if m[2] in (None, "0") else S.r[m[2]]
        return add(base, int(m[1])), m[2]

    @staticmethod
    def data(v):
        """Is v an address of constants or of code?"""
        where = v and single(v)
        return bool(where) and where[0][:4] in ("roda", "code")

    def access(self, S, insn):
        """Loads and stores."""
        m, ops = insn.mnem, insn.ops
        size, order = ACCESSES[m]
        a, base = self.effective(S, insn, ops[1:])
        if a is None:
            return self.unknown(S, insn)
        write = m.lstrip("p")[:2] == "st"
        if m in ROUNDS_DOWN:
            a, size = self.round_down(S, a, ROUNDS_DOWN[m], size, write)
        v = self.get(S, ops[0])
        if re.search(r"ux?$", m):
            S.r[base] = a
        if write:
            self.put_memory(S, a, size, order, v, insn)
        else:
            self.get_memory(S, a, size, order, ops[0], insn)
        return None

    def round_down(self, S, a, n, size, write):
        """lvx drops the low bits of the address."""
        where = single(a)
        if where and where[0].startswith("stack") and where[1] is not None:
            return ptr(where[0], where[1] & -n), size
        if where and where[1] is not None and where[0] in self.regions:
            if self.regions[where[0]][1]:   # any of these bytes
                return ptr(where[0], where[1] - n + 1), size + n - 1
        return a, size

    def put_memory(self, S, a, size, order, v, insn):
        where = single(v)
        if order == "g":
            if size < 8 and not (where and size == 4
                                 and where[0].startswith("init:cr:")):
                v = lowest(v, size)
            elif "br" in insn.mnem:
                v = num(v.s)
        elif where and where[0].startswith("init:") and size in (8, 16):
            v = ptr(where[0] + "/" + order)
        else:
            v = num(v.s)
        if size == 32:
            second = self.get(S, self.pair(insn.ops[0]))
            self.store(S, a, 16, v, insn)
            self.store(S, add(a, 16), 16, num(second.s), insn)
        else:
            self.store(S, a, size, v, insn)

    @staticmethod
    def pair(t):
        m = re.match(r"([a-z]+)(\d+)$", t)
        return m[1] + str(int(m[2]) + 1)

    def get_memory(self, S, a, size, order, t, insn):
        if order == "g" and insn.relocs and size == 8:
            v = CONST_DATA                      # an address from the TOC
        elif size == 32:
            self.set(S, self.pair(t), num(self.load(
                S, add(a, 16), 16, insn).s), insn)
            v = self.load(S, a, 16, insn)
        else:
            v = self.load(S, a, size, insn)
        if order != "g":
            where = single(v)
            if where and where[0].endswith("/" + order):
                v = ptr(where[0].rpartition("/")[0])
            else:
                v = num(v.s)
        elif "br" in insn.mnem:
            v = num(v.s)
        elif insn.mnem[:3] in ("lwa", "lha") and constant(v) is not None:
            v = const(wrap(constant(v), size))
        self.set(S, t, v, insn)

    def access_length(self, S, insn):
        """lxvl and others: at most 16 bytes, as many as a register says."""
        t, base, length = insn.ops
        if self.get(S, length).s:
            self.report(insn, "address", "secret length")
        a = const(0) if base == "0" else self.get(S, base)
        if insn.mnem.startswith("st"):
            self.store(S, a, 16, num(self.get(S, t).s), insn, False)
        else:
            self.set(S, t, num(self.load(S, a, 16, insn).s), insn)

    def touch(self, S, insn):
        if any((self.get(S, t) or PUB).s for t in insn.ops):
            self.report(insn, "address", "prefetch")

    def load_shift(self, S, insn):
        """lvsl, lvsr: of the address alone"""
        self.set(S, insn.ops[0], num(self.indexed(S, *insn.ops[1:]).s), insn)
