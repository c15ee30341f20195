# SPDX-License-Identifier: Apache-2.0
"""x86 vector instructions: see x86.py."""
from .values import SEC, num
from .x86_tables import OVERWRITES, READS_OP0, ZEROING


class Vector:
    """The part of X86 that moves and computes in vectors and masks."""

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
