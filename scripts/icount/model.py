#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""model.py - model cycles of executed POWER instructions.  No measurement.

    model.py power8|power9|power10 PREFIX [--mca] <LABELS

The i-th line of LABELS is said of the trace PREFIX.i, as plugin.c writes it:
each is printed with its last word replaced by the model's cycles.  --mca asks
llvm-mca, where there is one, instead of the model here.

The model: instructions are dispatched in order, so many slots a cycle, into a
window; each waits for its operands and for its units; branches cost nothing
and memory always hits.  Latencies and units are those that GCC's and LLVM's
scheduling models publish.  It knows nothing of POWER9's slices, which make a
vcipher loop's cycles 10 + 0.4 for each other vector or memory operation a
block, so ratios of one processor mean more than cycles.
"""
import re
import subprocess
import sys

# kind -> mnemonics; the first that matches
KINDS = [(kind, re.compile("(?:%s)" % pattern)) for kind, pattern in [
    ("branch", r"b(?!rd|rw|rh)|m[ft](lr|ctr|spr)|nop|xnop|dcb|isync|lwsync"),
    ("vload", r"p?lx|lv(?!s)"),
    ("vstore", r"p?stx|stv"),
    ("load", r"p?l(d|wz|bz|hz|wa|ha|wbr|dbr|hbr|fd)"),
    ("store", r"p?st(d|w|b|h|fd)"),
    ("crypto", r"vn?cipher|vpmsum|vsbox|vshasigma"),
    ("vmultiply", r"vmul|vmsum"),
    ("permute", r"vperm|xxperm|vsld|xxsldwi|v?xxspl|vspl|xxspl|vmrg[hl]|"
                r"xxmrg|xxswapd|xxbr|vs[lr]o?$|vpk|vupk|lvs[lr]"),
    ("logic", r"v(xor|or|and|nor|sel|eqv|mr)|xxl|xxsel|xxeval|vmrg[eo]w"),
    ("vector", r"v|xx|xv|xs"),
    ("move", r"m[ft]vsr|m[ft]fprd"),
    ("multiply", r"mul|madd"),
    ("divide", r"div|mod"),
    ("integer", r""),
]]

# kind -> (latency, slots of dispatch, {unit: how many of it})
MODELS = {
    "power8": (6, 224, {"vsu": 2, "crypto": 1, "permute": 1, "fx": 2,
                        "load": 2, "store": 1}, {
        "vload": (5, 1, {"load": 1}), "vstore": (1, 2, {"store": 1, "vsu": 1}),
        "load": (3, 1, {"load": 1}), "store": (1, 1, {"store": 1}),
        "crypto": (7, 1, {"vsu": 1, "crypto": 1}),
        "vmultiply": (7, 1, {"vsu": 1}),
        "permute": (2, 1, {"vsu": 1, "permute": 1}),
        "logic": (2, 1, {"vsu": 1}), "vector": (2, 1, {"vsu": 1}),
        "move": (5, 1, {"vsu": 1}), "multiply": (4, 1, {"fx": 1}),
        "divide": (40, 1, {"fx": 1}), "integer": (1, 1, {"fx": 1})}),
    # a vector takes a superslice, three slots, so two a cycle
    "power9": (6, 256, {"slice": 4, "crypto": 1, "permute": 2, "memory": 4,
                        "data": 2}, {
        "vload": (5, 1, {"memory": 2}),
        "vstore": (1, 3, {"memory": 2, "data": 1}),
        "load": (4, 1, {"memory": 1}),
        "store": (1, 2, {"memory": 1, "data": 1}),
        "crypto": (6, 3, {"crypto": 1}), "vmultiply": (7, 3, {"slice": 2}),
        "permute": (3, 3, {"permute": 1, "slice": 2}),
        "logic": (2, 3, {"slice": 2}), "vector": (3, 3, {"slice": 2}),
        "move": (2, 2, {"slice": 1}), "multiply": (5, 2, {"slice": 1}),
        "divide": (24, 2, {"slice": 1}), "integer": (2, 1, {"slice": 1})}),
    "power10": (8, 512, {"any": 4, "load": 2, "store": 2}, {
        "vload": (4, 1, {"load": 1}), "vstore": (1, 1, {"store": 1}),
        "load": (4, 1, {"load": 1}), "store": (1, 1, {"store": 1}),
        "crypto": (4, 1, {"any": 1}), "vmultiply": (6, 1, {"any": 1}),
        "permute": (3, 1, {"any": 1}), "logic": (2, 1, {"any": 1}),
        "vector": (2, 1, {"any": 1}), "move": (2, 1, {"any": 1}),
        "multiply": (5, 1, {"any": 1}), "divide": (12, 1, {"any": 1}),
        "integer": (2, 1, {"any": 1})}),
}
CARRY_OUT = re.compile(r"(add|sub)(f?)(c|e|ic|ze|me)\.?$")
CARRY_IN = re.compile(r"(add|sub)(f?)(e|ze|me)\.?$")
READS_FIRST = re.compile(r"rldimi|rlwimi|xxpermr?$|vrl[wd]mi|xxinsertw|vins")


def disassemble(path):
    """[(mnemonic, [operand, ...])]"""
    text = subprocess.run(
        ["powerpc64le-linux-gnu-objdump", "-D", "-b", "binary", "-m",
         "powerpc:common64", "-EL", "-M", "power10,raw", path],
        stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout
    out = []
    for line in text.splitlines():
        m = re.match(r" *[0-9a-f]+:\t(?:[0-9a-f]{2} )+ *\t(\S+)(?:\s+(\S+))?",
                     line)
        if m:
            out.append((m[1], (m[2] or "").split(",") if m[2] else []))
    return out


def registers(text):
    """The registers in an operand, v0-v31 as vs32-vs63."""
    out = []
    for kind, n in re.findall(r"\b(r|vs|v|f|cr)(\d+)\b", text):
        n = int(n)
        out.append("vs%d" % (n + 32) if kind == "v" else
                   "vs%d" % n if kind == "f" else "%s%d" % (kind, n))
    return out


def effects(m, ops, kind):
    """(written, read) registers."""
    named = [registers(x) for x in ops]
    if kind in ("store", "vstore") or not named:
        written, read = [], sum(named, [])
    else:
        written, read = named[0], sum(named[1:], [])
        if READS_FIRST.match(m):
            read = read + written
    if m.startswith("cmp"):
        field = [x for x in written if x.startswith("cr")]
        read, written = sum(named, []), field or ["cr0"]
    if re.search(r"ux?$", m) and kind in ("load", "store"):
        written = written + named[-1 if m.endswith("u") else 1]
    if CARRY_IN.match(m):
        read = read + ["carry"]
    if CARRY_OUT.match(m):
        written = written + ["carry"]
    return written, read


def cycles(program, cpu):
    width, window, units, rules = MODELS[cpu]
    ready, busy, retired = {}, {}, []
    now = slots = last = 0
    for m, ops in program:
        kind = next(k for k, p in KINDS if p.match(m))
        if kind == "branch":
            continue
        latency, need, uses = rules[kind]
        i = len(retired)
        if i >= window and retired[i - window] > now:
            now, slots = retired[i - window], 0
        if slots + need > width:
            now, slots = now + 1, 0
        slots += need
        written, read = effects(m, ops, kind)
        at = max([now + 1] + [ready.get(r, 0) for r in read])
        while any(busy.get((u, at), 0) + n > units[u]
                  for u, n in uses.items()):
            at += 1
        for u, n in uses.items():
            busy[u, at] = busy.get((u, at), 0) + n
        for r in written:
            ready[r] = at + latency
        last = max(last, at + latency)
        retired.append(last)
    return last


def mca(program, cpu):
    lines = []
    for m, ops in program:
        if not KINDS[0][1].match(m):
            if m == "mfcr":             # objdump adds the mask of all fields
                ops = ops[:1]
            lines.append(m + " " + ",".join(
                re.sub(r"\b(r|vs|v|f|cr)(\d+)\b", r"\2", x) for x in ops))
    out = subprocess.run(
        ["llvm-mca", "-mtriple=powerpc64le", "-mcpu=pwr" + cpu[5:],
         "-iterations=1", "-instruction-info=0", "-resource-pressure=0"],
        input="\n".join(lines) + "\n", stdout=subprocess.PIPE, check=True,
        universal_newlines=True).stdout
    return int(re.search(r"Total Cycles:\s+(\d+)", out)[1])


def main(args):
    cpu, prefix = args[:2]
    model = mca if "--mca" in args[2:] else cycles
    for i, label in enumerate(sys.stdin):
        program = disassemble("%s.%d" % (prefix, i))
        print(label.rsplit(None, 1)[0], model(program, cpu))


if __name__ == "__main__":
    main(sys.argv[1:])
