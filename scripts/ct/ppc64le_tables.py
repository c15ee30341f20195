# SPDX-License-Identifier: Apache-2.0
"""POWER instructions whose time does not depend on their data.

What is not listed is unknown to the checker, and a finding.
"""
import re

from .values import constant

NOPS = set("nop xnop lwsync isync sync hwsync ptesync eieio".split())
TOUCHES = re.compile(r"dcb(t|tst|tct|tt|tstt)$")

# op0 := f(other operands), on general registers or to and from vectors; a
# dot records the result in cr0.
ALU = re.compile(r"""^(
  add|addi|addis|addc|adde|addic|addze|addme|subf|subfc|subfe|subfze|subfme|
  subfic|neg|mulli|mulld|mullw|mulhd|mulhdu|mulhw|mulhwu|maddld|maddhd|
  maddhdu|and|andc|or|orc|xor|nand|nor|eqv|andi|andis|ori|oris|xori|xoris|not|
  mr|li|lis|pli|paddi|pla|la|sld|slw|srd|srw|srad|sradi|sraw|srawi|sldi|slwi|
  srdi|srwi|clrldi|clrlwi|clrrdi|clrrwi|rotld|rotldi|rotlw|rotlwi|rldicl|
  rldicr|rldic|rldcl|rldcr|rldimi|rlwinm|rlwimi|rlwnm|extsb|extsh|extsw|
  extswsli|cntlzd|cntlzw|cnttzd|cnttzw|popcntb|popcntd|popcntw|brd|brw|brh|
  bpermd|mfvsrd|mffprd|mfvsrld|mfvsrwz|mffprwz|mfvrd|mfvrwz|mtvsrd|mtfprd|
  mtvsrdd|mtvsrws|mtvsrwz|mtvsrwa|mtfprwz|mtfprwa|mtvsr[bhwdq]m|mtvrd|mtvrwz|
  mtvrwa|vextu[bhw][lr]x
  )\.?$""", re.X)
CARRY_IN = set("adde addze addme subfe subfze subfme".split())
CARRY_OUT = CARRY_IN | set("addc addic subfc subfic srad sradi sraw "
                           "srawi".split())
# op0 is a source too.
READS_OP0 = re.compile(r"^(rldimi|rlwimi|xxpermr?$|xxinsertw|vins|vrl[wdq]mi|"
                       r"xxsplti32dx)")

VECTOR = re.compile(r"""^(v(
  and|andc|or|orc|xor|nor|nand|eqv|not|mr|sel|perm|permr|permxor|sldoi|sldbi|
  srdbi|splt(is)?[bhw]|(add|sub)u[bhwdq]m|addcu[qw]|subcu[qw]|
  adde(u|cu)qm?|sube(u|cu)qm?|mul[eo][us][bhwd]|muluwm|mulld|mulhud|mulhsd|
  msumudm|msumcud|msumu[bh]m|s[lr][bhwdqov]?|sra[bhwdq]|rl[bhwdq](mi|nm)?|
  mrg[hl][bhw]|mrg[eo]w|pku[hwd]um|cmp(eq|gt|ne)[us]?[bhwdq]|cmpne[bhw]|
  ins(ert)?[bhwd]\w*|ext(ract)?[us]?[bhwd]\w*|n?cipher(last)?|sbox|
  pmsum[bhwd]|shasigma[wd]|gbbd|bpermq|neg[wd]|clz[bhwd]|popcnt[bhwd]|
  (min|max)[us][bhwd]|avg[us][bhw]|clr[lr]b|strih?[bh][lr])|
  xxl(and|andc|or|orc|xor|nor|nand|eqv|not)|
  xx(mr|sel|permr?|permdi|permx|sldwi|spltd|spltw|spltib|spltiw|splti32dx|
  mrg[hl][dw]|swapd|br[hwdq]|eval|blendv[bhwd]|insertw|extractuw)|
  xvcpsgndp|xvmovdp|xscpsgndp|xsmovdp|fmr|lxvkq)\.?$""", re.X)
VECTOR_MOVES = {"xxmr", "vmr", "xvmovdp", "fmr"}
ZEROING = {"vxor", "xxlxor", "vsububm", "vsubudm", "vsubuwm", "xxleqv",
           "veqv"}

# Time depends on the operands.
LATENCY = re.compile(r"^(div|mod|vdiv|vmod|x[sv]+(div|sqrt)|fdiv|fsqrt)")


def _accesses():
    """mnemonic -> (bytes, order).  order is g for general registers; else
    how the bytes lie in a vector, so that a saved one is restored by the
    load that belongs to its store."""
    rows = [
        ("lbz stb", 1, "g"), ("lhz lha sth lhbrx sthbrx", 2, "g"),
        ("lwz lwa stw lwbrx stwbrx", 4, "g"),
        ("ld std ldbrx stdbrx", 8, "g"),
        ("lfd stfd lxsd stxsd lxsdx stxsdx", 8, "f"),
        ("lxv stxv lxvx stxvx lvx stvx lvxl stvxl", 16, "m"),
        ("lxvp stxvp lxvpx stxvpx", 32, "m"),
        ("lxvd2x stxvd2x", 16, "d"), ("lxvw4x stxvw4x", 16, "w"),
        ("lxvh8x stxvh8x", 16, "h"), ("lxvb16x stxvb16x", 16, "b"),
        ("lxvdsx lxvrdx stxvrdx", 8, "x"),
        ("lxvwsx lxsiwzx lxsiwax stxsiwx lxvrwx stxvrwx lvewx stvewx", 4,
         "x"),
        ("lxsihzx stxsihx lxvrhx stxvrhx lvehx stvehx", 2, "x"),
        ("lxsibzx stxsibx lxvrbx stxvrbx lvebx stvebx", 1, "x"),
    ]
    out = {}
    for names, size, order in rows:
        for n in names.split():
            out[n] = size, order
            if not n.endswith("x"):
                out.update({n + "x": (size, order), n + "u": (size, order),
                            n + "ux": (size, order)})
                out["p" + n] = size, order          # prefixed
    return out


ACCESSES = _accesses()
LENGTHS = {"lxvl", "lxvll", "stxvl", "stxvll"}      # length in a register
ROUNDS_DOWN = {"lvx": 16, "lvxl": 16, "stvx": 16, "stvxl": 16, "lvewx": 4,
               "stvewx": 4, "lvehx": 2, "stvehx": 2}

M64 = (1 << 64) - 1


def _rotate(x, n, bits=64):
    x &= (1 << bits) - 1
    n %= bits
    return (x << n | x >> (bits - n)) & ((1 << bits) - 1)


def _mask(first, last):
    """Bits first to last, 0 the most significant of 64."""
    if first <= last:
        return (M64 >> first) & (M64 << (63 - last) & M64)
    return M64 & ~_mask(last + 1, first - 1)


# On known numbers; what is missing gives a number that is not known.
COMPUTE = {
    "sldi": lambda x, n: x << n, "srdi": lambda x, n: (x & M64) >> n,
    "slwi": lambda x, n: x << n & 0xffffffff,
    "srwi": lambda x, n: (x & 0xffffffff) >> n,
    "sradi": lambda x, n: x >> n,
    "or": lambda x, y: x | y, "ori": lambda x, y: x | y,
    "oris": lambda x, y: x | y << 16, "and": lambda x, y: x & y,
    "andi": lambda x, y: x & y, "andis": lambda x, y: x & y << 16,
    "andc": lambda x, y: x & ~y, "orc": lambda x, y: x | ~y,
    "xor": lambda x, y: x ^ y, "xori": lambda x, y: x ^ y,
    "xoris": lambda x, y: x ^ y << 16, "nor": lambda x, y: ~(x | y),
    "not": lambda x: ~x, "neg": lambda x: -x,
    "mulli": lambda x, y: x * y, "mulld": lambda x, y: x * y,
    "clrldi": lambda x, n: x & M64 >> n,
    "clrlwi": lambda x, n: x & 0xffffffff >> n,
    "clrrdi": lambda x, n: x & M64 << n,
    "extsw": lambda x: ((x & 0xffffffff) ^ 1 << 31) - (1 << 31),
    "extsh": lambda x: ((x & 0xffff) ^ 1 << 15) - (1 << 15),
    "extsb": lambda x: ((x & 0xff) ^ 1 << 7) - (1 << 7),
    "rldicl": lambda x, n, b: _rotate(x, n) & _mask(b, 63),
    "rldicr": lambda x, n, e: _rotate(x, n) & _mask(0, e),
    "rldic": lambda x, n, b: _rotate(x, n) & _mask(b, 63 - n),
    "rotldi": _rotate,
    "rotlwi": lambda x, n: _rotate(x, n, 32),
    "rlwinm": lambda x, n, b, e: (_rotate(x, n, 32) & _mask(b + 32, e + 32)
                                  if b <= e else None),
    "divdu": lambda x, y: (x & M64) // (y & M64) if y else None,
    "modud": lambda x, y: (x & M64) % (y & M64) if y else None,
}


def reads_low_word(m, v):
    """Does m use no more of its first operand than the low 32 bits?"""
    n = [constant(x) for x in v[1:]]
    if m in ("clrlwi", "slwi", "srwi", "extsw", "extsh", "extsb", "rotlwi"):
        return True
    if m == "rlwinm":
        return None not in n and n[1] <= n[2]
    if m == "clrldi":
        return n[0] is not None and n[0] >= 32
    if m == "rldic":
        return None not in n and 64 - n[0] - n[1] <= 32
    if m == "rldicl":
        return n[0] == 0 and n[1] >= 32
    return False
