# SPDX-License-Identifier: Apache-2.0
"""Operands and conditions of x86 instructions, as objdump's Intel syntax."""
import re

R64 = ("rax rcx rdx rbx rsp rbp rsi rdi "
       "r8 r9 r10 r11 r12 r13 r14 r15").split()


def _general():
    """name -> (64-bit register, bytes; -1 for ah, bh, ch, dh)"""
    g = {}
    for i, r in enumerate(R64):
        g[r] = (r, 8)
        if i >= 8:
            g.update({r + "d": (r, 4), r + "w": (r, 2), r + "b": (r, 1)})
            continue
        g["e" + r[1:]] = (r, 4)
        g[r[1:]] = (r, 2)
        if i < 4:
            g[r[1] + "l"] = (r, 1)
            g[r[1] + "h"] = (r, -1)
        else:
            g[r[1:] + "l"] = (r, 1)
    return g


GPR = _general()
SIZES = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "XMMWORD": 16,
         "YMMWORD": 32, "ZMMWORD": 64, "TBYTE": 10, "OWORD": 16}
MEMORY = re.compile(r"(?:(\w+) (?:PTR|BCST) )?(?:([defgs]s):)?"
                    r"(?:\[([^\]]*)\]|(0x[0-9a-f]+))$")


class Operand:
    """kind: r general register, v vector (also mmx), k mask register,
    m memory, i immediate, t jump target.  mask is the name of the mask
    register in braces, zero says {z}; reloc is the relocation of it; plain
    is (base, index) where they are whole registers and all there is."""
    __slots__ = ("kind", "reg", "size", "base", "index", "scale", "disp",
                 "mask", "zero", "bcast", "seg", "text", "reloc",
                 "plain")

    def __init__(self, text):
        self.kind = self.reg = self.base = self.index = self.mask = None
        self.seg = self.reloc = self.plain = None
        self.size, self.scale, self.disp = 0, 1, 0
        self.zero = self.bcast = False
        self.text = text


def parse(text):
    """The operand, or None if this is none that we know."""
    o = Operand(text)
    for d in re.findall(r"\{([^}]*)\}", text):
        if re.match(r"k\d$", d):
            o.mask = d
        elif d == "z":
            o.zero = True
        elif d.startswith("1to"):
            o.bcast = True
        else:                       # rounding: no floating point here
            return None
    t = re.sub(r"\{[^}]*\}", "", text).strip()
    if t in GPR:
        o.kind, (o.reg, o.size) = "r", GPR[t]
    elif re.match(r"[xyz]mm\d+$", t):
        o.kind, o.reg = "v", "v" + t[3:]
        o.size = {"x": 16, "y": 32, "z": 64}[t[0]]
    elif re.match(r"mm\d$", t):
        o.kind, o.reg, o.size = "v", "m" + t[2:], 8
    elif re.match(r"k\d$", t):
        o.kind, o.reg, o.size = "k", t, 8
    elif re.match(r"-?0x[0-9a-f]+$|1$", t):     # 1: of a shift
        o.kind, o.disp = "i", int(t, 16)
    elif re.match(r"[0-9a-f]+$", t):
        o.kind, o.disp = "t", int(t, 16)
    else:
        m = MEMORY.match(t)
        if not m:
            return None
        o.kind, o.size, o.seg = "m", SIZES.get(m[1] or "", 0), m[2]
        o.bcast = o.bcast or " BCST " in t
        if m[4]:
            o.disp = int(m[4], 16)
        for sign, term in re.findall(r"([+-]?)([^+-]+)", m[3] or ""):
            x = re.match(r"([a-z]\w*)\*(\d)$", term)
            if x:
                o.index, o.scale = x[1], int(x[2])
            elif re.match(r"0x|\d", term):
                o.disp += int(term, 0) * (-1 if sign == "-" else 1)
            elif o.base is None:
                o.base = term
            else:
                o.index = term
    return o


# Which flags a condition looks at: c CF, o OF, z the others.
CONDITIONS = {
    "o": "o", "no": "o", "b": "c", "ae": "c", "c": "c", "nc": "c",
    "nae": "c", "nb": "c", "e": "z", "ne": "z", "z": "z", "nz": "z",
    "be": "cz", "a": "cz", "na": "cz", "nbe": "cz", "s": "z", "ns": "z",
    "p": "z", "np": "z", "l": "zo", "ge": "zo", "nge": "zo", "nl": "zo",
    "le": "zo", "g": "zo", "ng": "zo", "nle": "zo",
}
_OPPOSITE = {"ae": "b", "nc": "b", "nb": "b", "ne": "e", "nz": "e",
             "a": "be", "nbe": "be", "ns": "s", "no": "o", "ge": "l",
             "nl": "l", "g": "le", "nle": "le", "np": "p"}


def condition(flags, cc):
    """Does cc hold?  flags = (CF, ZF, SF, OF), each of them True, False or
    None for not known, as is the answer."""
    if flags is None:
        return None
    c, z, s, o = flags
    negate, cc = cc in _OPPOSITE, _OPPOSITE.get(cc, cc)

    def either(x, y):
        if x is True or y is True:
            return True
        return None if x is None or y is None else False

    less = None if s is None or o is None else s != o
    value = {"b": c, "c": c, "nae": c, "e": z, "z": z, "s": s, "o": o,
             "be": either(c, z), "na": either(c, z), "l": less, "nge": less,
             "le": either(z, less), "ng": either(z, less), "p": None}[cc]
    return None if value is None else value != negate


def flags_sub(a, b, width):
    m, top = (1 << 8 * width) - 1, 8 * width - 1
    a, b = a & m, b & m
    r = (a - b) & m
    return a < b, r == 0, bool(r >> top), bool(((a ^ b) & (a ^ r)) >> top)


def flags_add(a, b, width):
    m, top = (1 << 8 * width) - 1, 8 * width - 1
    a, b = a & m, b & m
    r = (a + b) & m
    return (a + b > m, r == 0, bool(r >> top),
            bool((~(a ^ b) & (a ^ r) & m) >> top))


def flags_logic(r, width):
    r &= (1 << 8 * width) - 1
    return False, r == 0, bool(r >> (8 * width - 1)), False
