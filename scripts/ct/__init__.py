# SPDX-License-Identifier: Apache-2.0
"""The static constant-time checker behind scripts/ct-check.

    values      what the checker knows about a machine word
    objects     objects and archives: ELF symbols and objdump's disassembly
    contracts   the "ct" lines beside the prototypes in the C headers
    memory      states of the machine, loads and stores
    engine      the fixpoint: the same for all processors
    x86         x86-64 and i386 instructions, with x86_integer and x86_vector;
                x86_operands parses operands, x86_tables says what is known
    ppc64le     POWER instructions, with ppc64le_memory and ppc64le_tables
    check       one function against one contract, whole builds, the report

What a finding is: see engine.  What the checker cannot say: anything about
caches, speculation or power; and it trusts objdump's decoding, the meaning
that these modules give to instructions, and the contracts.
"""
