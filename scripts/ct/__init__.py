# SPDX-License-Identifier: Apache-2.0
"""The static constant-time checker behind scripts/ct-check.

    values      what the checker knows about a machine word
    objects     objects and archives: ELF symbols and objdump's disassembly
    contracts   the "ct" lines beside the prototypes in the C headers
    engine      states, memory and the fixpoint: the same for all processors
    x86         x86-64 and i386 instructions;  x86_operands parses them
    ppc64le     POWER instructions
    check       one function against one contract, whole builds, the report
"""
