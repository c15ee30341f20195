# SPDX-License-Identifier: Apache-2.0
"""Objects against contracts, and the report."""
import argparse
import multiprocessing
import os
import sys
import time

from . import contracts, objects
from .ppc64le import Ppc64le
from .x86 import X86

TIERS = "generic sse2 ssse3 aesni avx2 vaes_avx2 p8 p9 p10".split()
HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "kernels")

USAGE = """Checks kernels for constant time.

usage: ct-check [-v] [-j N] [--c | --no-c] [--contracts PATH]... PATH...

PATH is a build folder (its kernels/libvgf_kernels.a), an object or an
archive.  Contracts are read from the files and folders named, by default from
kernels/; scripts/ct/contracts.py has their grammar.  Exit status 0 says that
every kernel function was understood wholly and keeps its contract.

For assembly, secrets left in registers or on the stack at return are a
failure, and so is code that no contract reaches.
"""


class Result:
    """What was found out about one function."""

    def __init__(self, name, arch):
        self.name, self.arch = name, arch
        self.findings, self.seen, self.residue = {}, set(), set()
        self.steps = self.runs = 0
        self.seconds = 0.0


def machine(program, level):
    kind = Ppc64le if program.arch == "ppc64le" else X86
    return kind(program, level)


_programs = []          # for the worker processes, which inherit it


def run_one(task):
    """One run of one contract: (findings, seen, residue, steps, seconds)."""
    which, entry, run, clean = task
    start, steps = time.monotonic(), 0
    for level in range(3):
        m = machine(_programs[which], level)
        try:
            steps += m.run(entry, run)
            if not m.returns and not m.findings:
                m.findings[(entry, "unknown", "never returns")] = ""
        except Exception as e:      # our own defect: fail, and say so
            if os.environ.get("CT_CHECK_DEBUG"):
                raise
            m.findings[(entry, "unknown", "checker: %r" % e)] = ""
        if not m.findings and not (clean and m.residue):
            break
    seen = {i.addr for i in m.seen}
    return m.findings, seen, m.residue, steps, time.monotonic() - start


def check_all(jobs, parallel):
    """jobs: (program index, name, start, runs, from C?).  Returns Results."""
    tasks, owner = [], []
    results = [Result(name, _programs[which].arch)
               for which, name, _, _, _ in jobs]
    for n, (which, _, start, runs, from_c) in enumerate(jobs):
        for run in runs:
            tasks.append((which, start, run, not from_c))
            owner.append(n)
    if parallel > 1 and len(tasks) > 1:
        with multiprocessing.get_context("fork").Pool(parallel) as pool:
            outcome = pool.map(run_one, tasks, chunksize=1)
    else:
        outcome = map(run_one, tasks)
    for n, (findings, seen, residue, steps, seconds) in zip(owner, outcome):
        r = results[n]
        r.findings.update(findings)
        r.seen |= seen
        r.residue |= residue
        r.steps += steps
        r.seconds += seconds
        r.runs += 1
    return results


class Report:
    """Prints one line for each function and counts."""

    def __init__(self, verbose):
        self.verbose = verbose
        self.passed = self.failed = self.skipped = 0
        self.skipped = 0

    def line(self, good, text, details=()):
        self.passed += good
        self.failed += not good
        print("%s %s" % ("ok  " if good else "FAIL", text))
        for d in details:
            print("       " + d)

    def skip(self, text):
        self.skipped += 1
        self.skipped += 1
        print("skip " + text)

    def finish(self):
        print("%d passed, %d failed" % (self.passed, self.failed))
        return 1 if self.failed or not (self.passed or self.skipped) else 0


def natural(names):
    """rax rcx ... v2 v10, in this order."""
    return sorted(names, key=lambda n: (n.rstrip("0123456789"), len(n), n))


def describe(r, from_c, verbose):
    """(passed, line, details) of a result."""
    details = ["%s+%#x: %-8s%s%s" % (a[0], a[1], kind, text,
                                     "   ; " + d if d else "")
               for (a, kind, d), text in sorted(r.findings.items())]
    good = not details
    line = "%-7s %s%s: %d instructions" % (r.arch, r.name,
                                           " (C)" if from_c else "",
                                           len(r.seen))
    if details:
        line += ", %d findings" % len(details)
    if r.residue:
        left = "secrets left in " + " ".join(natural(r.residue))
        if from_c:
            if verbose:
                details.append("note: " + left)
        else:
            details.append("residue " + left)
            good = False
    if verbose:
        line += ", %d runs, %d steps, %.1f s" % (r.runs, r.steps, r.seconds)
    return good, line, details


def kernel_object(program, elf, wanted):
    """The global functions of an object that must have a contract."""
    names = [s for s in program.globals.values()
             if s.obj == elf.name and s.name.startswith("vgf_")]
    if elf.from_c() and not any(
            s.name in wanted or s.name.endswith(tuple("_" + t for t in TIERS))
            for s in names):
        return []                   # dispatch, detection: no kernels
    return names


def uncovered(program, elf, seen):
    """Code of an assembly object that no contract reached."""
    idle = {"nop", "nopw", "nopl", "int3", "xnop", "ud2", "trap", ".long"}
    return [i for a, i in sorted(program.insns.items())
            if i.obj == elf.name and a not in seen and i.mnem not in idle
            and not (i.mnem == "xchg" and i.text.count("ax") == 2)
            and i.text != "ori r2,r2,0"]


def check_program(which, known, options, report):
    """Checks the objects of one processor."""
    program = _programs[which]
    mine = [c for c in known if program.arch in c.archs]
    wanted = {}
    for c in mine:
        if not c.private:
            wanted.setdefault(c.name, []).extend(c.runs)
    jobs = []
    for elf in program.elves:
        from_c = elf.from_c()
        if from_c and not options.c:
            names = kernel_object(program, elf, wanted)
            if names:
                report.skip("%s %s: C, not checked" % (program.arch,
                                                       elf.name))
            continue
        for s in kernel_object(program, elf, wanted):
            if s.name in wanted:
                jobs.append((which, s.name, s.addr, wanted[s.name], from_c))
            else:
                report.line(False, "%-7s %s: no contract" % (program.arch,
                                                             s.name))
    missing = set()
    for c in mine:
        s = program.function(c.name, c.source if c.private else None)
        if c.private and s:
            from_c = any(e.name == s.obj and e.from_c()
                         for e in program.elves)
            if options.c or not from_c:
                jobs.append((which, c.name, s.addr, c.runs, from_c))
        elif (not s and not (c.private and not options.c)
              and c.name not in missing):
            missing.add(c.name)
            report.line(False, "%-7s %s: no such function (contract at %s)"
                        % (program.arch, c.name,
                           os.path.relpath(c.where)))
    results = check_all(jobs, options.jobs)
    seen = set()
    for r, job in zip(results, jobs):
        seen |= r.seen
        report.line(*describe(r, job[4], options.verbose))
    for elf in program.elves:
        if not elf.from_c():
            rest = uncovered(program, elf, seen)
            if rest:
                report.line(False, "%-7s %s: %d instructions that no contract"
                            " reaches" % (program.arch, elf.name, len(rest)),
                            ["%s+%#x: %s" % (i.addr + (i.text,))
                             for i in rest[:8]])


def load(paths):
    """Programs by processor."""
    groups = {}
    for path in paths:
        if os.path.isdir(path):
            path = os.path.join(path, "kernels", "libvgf_kernels.a")
        for name, data in objects.members(path):
            arch = objects.Elf(data, name).arch
            groups.setdefault(arch, []).append((name, data))
    return [objects.Program(g) for _, g in sorted(groups.items())]


def main(argv):
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS, description=USAGE,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", help=argparse.SUPPRESS)
    parser.add_argument("-v", "--verbose", action="store_true",
                        help="runs, steps, time, secrets left by C")
    parser.add_argument("-j", dest="jobs", type=int, metavar="N",
                        default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--c", action=argparse.BooleanOptionalAction,
                        default=True, help="check compiled C too")
    parser.add_argument("--contracts", action="append", metavar="PATH",
                        help="where contracts are (default: kernels/)")
    options = parser.parse_args(argv)
    report = Report(options.verbose)
    try:
        known = contracts.collect(options.contracts or [KERNELS])
        _programs[:] = load(options.paths)
        for which in range(len(_programs)):
            check_program(which, known, options, report)
    except (contracts.BadContract, objects.BadObject, OSError) as e:
        report.line(False, str(e))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
