/* SPDX-License-Identifier: Apache-2.0 */
/* counts.h - the marks that scripts/icount counts between. */
#ifndef COUNTS_H
#define COUNTS_H

#ifdef __ASSEMBLER__
#define MARK_START ori %r0, %r0, 0x5600
#define MARK_STOP  ori %r0, %r0, 0x5601
#else
#include <stdint.h>

#define MARK_START() __asm__ volatile("ori 0, 0, 0x5600" : : : "r0", "memory")
#define MARK_STOP()  __asm__ volatile("ori 0, 0, 0x5601" : : : "r0", "memory")

void call_counted(void (*fn)(void), const uintptr_t args[8]);
#endif

#endif
