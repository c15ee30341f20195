# SPDX-License-Identifier: Apache-2.0
"""Objects and archives: ELF headers and symbols, objdump's disassembly.

objdump decodes, because it knows every instruction of every processor here.
All objects given are taken as linked together: a call from one to a global
function of another is followed.  An address is a pair (section, offset),
where section names the object too, so that addresses never clash.
"""
import os
import re
import shutil
import struct
import subprocess
import tempfile

MACHINES = {3: "i386", 62: "x86_64", 21: "ppc64le"}
OBJDUMPS = {
    "x86_64": ("objdump", "x86_64-linux-gnu-objdump"),
    "i386": ("i686-linux-gnu-objdump", "objdump"),
    "ppc64le": ("powerpc64le-linux-gnu-objdump", "objdump"),
}
BRANCH = re.compile(r"j|call|loop|b")
SHF_EXECINSTR = 4
STT_FUNC, STT_FILE = 2, 4
SHN_UNDEF, SHN_LORESERVE = 0, 0xff00


class BadObject(Exception):
    """A file that this checker cannot read: always a failure."""


class Insn:
    """One instruction.  relocs are (offset in the insn, type, symbol,
    addend); run is what the processor's module made of it.  next is the
    address that follows, follower the instruction there, and head says
    whether a branch leads to this one."""
    __slots__ = ("addr", "mnem", "ops", "text", "next", "relocs", "run",
                 "obj", "length", "follower", "head")

    def __init__(self, addr, mnem, ops, text, relocs, obj):
        self.addr, self.mnem, self.ops, self.text = addr, mnem, ops, text
        self.relocs, self.obj, self.next, self.run = relocs, obj, None, None
        self.length, self.follower, self.head = 0, None, False


class Symbol:
    """A function or label in a section that holds code.  entry is where a
    call from inside the module enters: past the TOC set-up on POWER."""
    __slots__ = ("name", "addr", "entry", "size", "is_global", "is_func",
                 "obj")

    def __init__(self, name, addr, entry, size, is_global, is_func, obj):
        self.name, self.addr, self.entry, self.size = name, addr, entry, size
        self.is_global, self.is_func, self.obj = is_global, is_func, obj


class Elf:
    """The parts of a relocatable ELF file that matter here."""

    def __init__(self, data, name):
        if data[:4] != b"\x7fELF" or data[5] != 1:
            raise BadObject(name + ": not a little-endian ELF object")
        wide = data[4] == 2
        kind, machine = struct.unpack_from("<HH", data, 16)
        if machine not in MACHINES or kind != 1:
            raise BadObject(name + ": not an object of a processor we know")
        self.arch = MACHINES[machine]
        self.name = name
        if wide:
            shoff, = struct.unpack_from("<Q", data, 40)
            shentsize, shnum, shstrndx = struct.unpack_from("<HHH", data, 58)
        else:
            shoff, = struct.unpack_from("<I", data, 32)
            shentsize, shnum, shstrndx = struct.unpack_from("<HHH", data, 46)
        raw = []
        for i in range(shnum):
            f = struct.unpack_from("<IIQQQQIIQQ" if wide else "<10I", data,
                                   shoff + i * shentsize)
            raw.append(f)           # name type flags addr offset size link ..

        def text(table, at):
            start = raw[table][4] + at
            return data[start:data.index(b"\0", start)].decode()

        self.sections = [text(shstrndx, f[0]) for f in raw]
        self.code = {i for i, f in enumerate(raw)
                     if f[2] & SHF_EXECINSTR and f[1] == 1}
        if len({self.sections[i] for i in self.code}) != len(self.code):
            raise BadObject(name + ": two code sections of one name")
        self.symbols = []           # (name, value, size, bind, type, other, n)
        for f in raw:
            if f[1] != 2:
                continue
            step = 24 if wide else 16
            for at in range(f[4], f[4] + f[5], step):
                if wide:
                    n, info, other, shndx, value, size = struct.unpack_from(
                        "<IBBHQQ", data, at)
                else:
                    n, value, size, info, other, shndx = struct.unpack_from(
                        "<IIIBBH", data, at)
                kind = info & 15
                label = (self.sections[shndx]
                         if kind == 3 and shndx < SHN_LORESERVE
                         else text(f[6], n))
                self.symbols.append((label, value, size, info >> 4, kind,
                                     other, shndx))

    def from_c(self):
        """Whether a compiler made this object."""
        return (".comment" in self.sections
                or any(s[4] == STT_FILE and s[0].endswith(".c")
                       for s in self.symbols))


def members(path):
    """(name, bytes) of the objects in a file: itself, or an archive's."""
    with open(path, "rb") as f:
        data = f.read()
    magic = data[:8]
    if magic not in (b"!<arch>\n", b"!<thin>\n"):
        return [(os.path.basename(path), data)]
    out, at, long_names = [], 8, b""
    while at + 60 <= len(data):
        name = data[at:at + 16].decode().rstrip()
        size = int(data[at + 48:at + 58])
        start = at + 60
        if name == "//":
            long_names = data[start:start + size]
        elif name not in ("/", "/SYM64/"):
            if name[0] == "/":
                n = int(re.match(r"\d+", name[1:])[0])     # ar may add "/"
                name = long_names[n:long_names.index(b"/\n", n)].decode()
            else:
                name = name.rstrip("/")
            if magic == b"!<thin>\n":
                with open(os.path.join(os.path.dirname(path), name),
                          "rb") as f:
                    out.append((os.path.basename(name), f.read()))
                size = 0            # its bytes are not in the archive
            else:
                out.append((name, data[start:start + size]))
        elif magic == b"!<thin>\n" and name not in ("/", "/SYM64/"):
            size = 0
        at = start + size + (size & 1)
    if not out:
        raise BadObject(path + ": an archive without objects")
    return out


def find_objdump(arch):
    """An objdump that knows arch."""
    for name in OBJDUMPS[arch]:
        if not shutil.which(name):
            continue
        if arch == "ppc64le" and name == "objdump":
            known = subprocess.run([name, "-i"], capture_output=True,
                                   text=True, check=True).stdout
            if "elf64-powerpcle" not in known:
                continue
        return name
    raise BadObject("no objdump for " + arch)


class Program:
    """Instructions and symbols of objects that belong together."""

    def __init__(self, objects):
        """objects: list of (name, bytes)"""
        self.insns = {}             # address -> Insn
        self.globals = {}           # name -> Symbol
        self.locals = {}            # (object, name) -> Symbol
        self.data = set()           # names of global data
        self.elves = []
        for name, data in objects:
            self._add(Elf(data, name), data)
        if len({e.arch for e in self.elves}) != 1:
            raise BadObject("objects of several processors")
        self.arch = self.elves[0].arch
        for insn in self.insns.values():
            insn.follower = self.insns.get(insn.next)
            if insn.ops and BRANCH.match(insn.mnem):
                if re.match(r"[0-9a-f]+$", insn.ops[-1]):
                    to = (insn.addr[0], int(insn.ops[-1], 16))
                    if to in self.insns:
                        self.insns[to].head = True

    def _add(self, elf, data):
        obj = elf.name
        if any(e.name == obj for e in self.elves):
            raise BadObject("two objects called " + obj)
        self.elves.append(elf)
        for name, value, size, bind, kind, other, shndx in elf.symbols:
            if shndx == SHN_UNDEF or not name or kind == STT_FILE:
                continue
            if shndx not in elf.code:
                if bind != 0:
                    self.data.add(name)
                else:
                    self.locals.setdefault((obj, name), None)
                continue
            section = obj + ":" + elf.sections[shndx]
            skip = (1 << (other >> 5)) // 4 * 4 if elf.arch == "ppc64le" else 0
            s = Symbol(name, (section, value), (section, value + skip), size,
                       bind != 0, kind == STT_FUNC, obj)
            if bind == 0:
                self.locals.setdefault((obj, name), s)
            else:
                self.locals[(obj, name)] = s
                self.globals.setdefault(name, s)
        self._disassemble(elf, data)

    def _disassemble(self, elf, data):
        tool = find_objdump(elf.arch)
        with tempfile.NamedTemporaryFile(suffix=".o") as f:
            f.write(data)
            f.flush()
            options = ["-d", "-r", "-w", "--no-show-raw-insn"]
            if elf.arch != "ppc64le":
                options += ["-M", "intel"]
            out = subprocess.run([tool] + options + [f.name],
                                 capture_output=True, text=True,
                                 check=True).stdout
        split = split_ppc if elf.arch == "ppc64le" else split_x86
        last, section = None, None
        for line in out.splitlines():
            m = re.match(r"Disassembly of section (\S+):", line)
            if m:
                section, last = elf.name + ":" + m[1], None
                continue
            m = re.match(r"\s*([0-9a-f]+):\t(.*)$", line)
            if not m:
                if line.strip() == "...":       # zeros: no code follows
                    last = None
                continue
            addr = (section, int(m[1], 16))
            if last:
                last.next = addr
                last.length = addr[1] - last.addr[1]
            relocs = []
            for at, kind, target in re.findall(
                    r"\t([0-9a-f]+): (R_\w+)\t(\S+)", m[2]):
                t = re.match(r"(.+?)([+-]0x[0-9a-f]+)?$", target)
                relocs.append((int(at, 16) - addr[1], kind, t[1],
                               int(t[2] or "0", 16)))
            text = re.split(r"\t[0-9a-f]+: R_", m[2])[0].strip()
            mnem, ops = split(text)
            last = Insn(addr, mnem, ops, " ".join(text.split()), relocs,
                        elf.name)
            self.insns[addr] = last

    def symbol(self, obj, name):
        """What name means inside object obj: a Symbol, or None."""
        return self.locals.get((obj, name)) or self.globals.get(name)

    def code_at(self, obj, name, addend):
        """The address name + addend if it lies in code, else None."""
        for e in self.elves:
            if e.name == obj and name in e.sections:
                if e.sections.index(name) not in e.code:
                    return None
                return (obj + ":" + name, addend)
        s = self.symbol(obj, name)
        return (s.addr[0], s.addr[1] + addend) if s else None

    def function(self, name, source=None):
        """The global function name or, for source, the local one of the
        object that was compiled from it."""
        if source is None:
            return self.globals.get(name)
        found = [s for (obj, n), s in self.locals.items()
                 if s and n == name and source in obj]
        return found[0] if len(found) == 1 else None


PREFIXES = {"rep", "repz", "repnz", "lock", "data16", "cs", "ss", "ds", "es",
            "bnd", "notrack", "addr32", "{evex}", "{vex}", "rex.W"}
MEANT = {"rep", "repz", "repnz", "lock"}


def split_x86(text):
    """Mnemonic (with a rep or lock in front) and operands."""
    text = re.sub(r"<[^>]*>", "", text.split("#")[0]).strip()
    front, parts = "", text.split(None, 1)
    while parts and parts[0] in PREFIXES:
        if parts[0] in MEANT:
            front = parts[0] + " "
        parts = parts[1].split(None, 1) if len(parts) > 1 else []
    if not parts:
        return "prefix", []         # a prefix alone: nobody knows it
    out, depth, cur = [], 0, ""
    for c in parts[1] if len(parts) > 1 else "":
        depth += (c in "[{(") - (c in "]})")
        if c == "," and not depth:
            out.append(cur.strip())
            cur = ""
        else:
            cur += c
    if cur.strip():
        out.append(cur.strip())
    return front + parts[0], out


def split_ppc(text):
    """Mnemonic and operands."""
    parts = re.sub(r"<[^>]*>", "", text.split("#")[0]).split(None, 1)
    if len(parts) < 2:
        return parts[0] if parts else "?", []
    return parts[0], [x.strip() for x in parts[1].split(",")]
