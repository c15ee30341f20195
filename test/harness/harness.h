/* SPDX-License-Identifier: Apache-2.0 */
/*
 * harness.h - what holds a kernel while it is tested: memory that faults or
 * tells when a byte outside of a buffer is touched, calls that tell which
 * register was lost, random data that comes again, and a report that says
 * all of it in one line.
 *
 * One thread only: what is being tried is kept in globals, so that a crash
 * can be told from a signal handler.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* ---- Random data (random.c) -------------------------------------------- */

/* The seed of this run: VGF_TEST_SEED, or one that is always the same. */
uint64_t random_seed(void);

/* How many times longer random runs shall be: VGF_TEST_ROUNDS, or 1. */
unsigned random_rounds(void);

/* Starts the sequence anew, so that one check alone sees the same data as
 * all of them together. */
void random_begin(void);

uint64_t random64(void);
uint32_t random_below(uint32_t limit);

enum pattern {
    PATTERN_RANDOM,
    PATTERN_ONES,
    PATTERN_ZEROS,
    PATTERN_251,        /* 0..250 over and over: no two blocks look alike */
    PATTERNS
};

void fill(void *p, size_t n, enum pattern pattern);

/* The bytes that the hex digits of text stand for; returns how many. */
size_t unhex(uint8_t *out, const char *text);

/* ---- Guarded buffers (guard.c) ----------------------------------------- */

enum end { FRONT, BACK };

/* data[0..size) lies in a room between two pages that cannot be touched.
 * What of the room is not data is poisoned. */
struct guarded {
    const char *name;
    uint8_t *data;
    size_t size;
    uint8_t *room;
    size_t room_size;
    struct guarded *next;
};

/* A room for up to `most` bytes of data.  The name is for the reports. */
void guarded_new(struct guarded *g, const char *name, size_t most);
void guarded_free(struct guarded *g);

/* Puts the data `offset` bytes from the end of the room that is meant, and
 * poisons it and its surroundings.  With offset 0 it touches the guard. */
uint8_t *guarded_place(struct guarded *g, size_t size, enum end end,
                       size_t offset);

/* Fails if the surroundings were written to. */
void guarded_check(const struct guarded *g);

/* An argument that must not change, once at either end of a room. */
struct constant {
    struct guarded at[2];
};

void constant_new(struct constant *c, const char *name, const void *data,
                  size_t size);
void constant_check(const struct constant *c, const void *data);
void constant_free(struct constant *c);

/* The way one call's buffers lie. */
struct layout {
    enum end end;
    bool in_place;
    size_t in_offset, out_offset;       /* 0..15 */
};

/* Layouts 0..3 touch the guards; all of them take in every offset. */
#define LAYOUTS 64
struct layout layout_of(unsigned i, size_t size);

/* Input and output of one call. */
struct io {
    struct guarded in, out;
    const uint8_t *src;
    uint8_t *dst;
};

void io_new(struct io *io, size_t most);
void io_place(struct io *io, const struct layout *l, const uint8_t *data,
              size_t size);

/* Fails if the output is not `want`, the input is no longer `data`, or
 * anything around them has changed. */
void io_check(const struct io *io, const uint8_t *data, const uint8_t *want);
void io_free(struct io *io);

/* ---- Calls (call_*.c, call_*.S) ---------------------------------------- */

typedef void kernel_fn(void);

/*
 * Calls fn with up to eight arguments, pointers or integers as long as one.
 * Registers that a function may not lose hold junk and are compared
 * afterwards; those that mean nothing, and the stack below, hold junk too.
 * Fails naming the register, or the secret that was left in one.
 */
void call_kernel(kernel_fn *fn, size_t nargs, const uintptr_t *args);

#define CALL(fn, ...) \
    call_kernel((kernel_fn *)(fn), COUNT(((uintptr_t[]){ __VA_ARGS__ })), \
                (uintptr_t[]){ __VA_ARGS__ })
#define PTR(p) ((uintptr_t)(p))

/* A 32-bit argument.  The System V ABI of x86_64 leaves the upper half of
 * its register undefined; that of ppc64le has the caller extend it. */
#if defined(__x86_64__)
#define U32(x) ((uintptr_t)(x) | (uintptr_t)(random64() << 32))
#else
#define U32(x) ((uintptr_t)(x))
#endif

/* A 64-bit argument. */
#if UINTPTR_MAX > UINT32_MAX
#define U64(x) ((uintptr_t)(x))
#else
#define U64(x) ((uintptr_t)(x)), ((uintptr_t)((uint64_t)(x) >> 32))
#endif

/* ---- Secrets (secrets.c) ----------------------------------------------- */

/*
 * From now on no call may leave a piece of data[0..size) in a vector register
 * or below the stack pointer.  The data is read after the call.  For assembly
 * only: compiled C cannot promise it.
 */
void secret_add(const char *name, const void *data, size_t size);
void secrets_forget(void);

/* For call_*.c: what a call has left, somewhere called `where`.  Eight bytes
 * of junk over and over were there before. */
bool secrets_any(void);
void leftover_add(const char *where, const uint8_t *left, size_t size,
                  uint64_t junk);
void leftover_search(void);

/* ---- Reports (report.c) ------------------------------------------------ */

/* What is being tried. */
struct trial {
    const char *family, *tier;
    const char *entry;
    size_t size;
    const struct layout *layout;        /* NULL where it does not matter */
    char note[96];
};

extern struct trial trial;

void trial_entry(const char *entry);
void trial_note(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Ends the check with a report of the trial. */
_Noreturn void trial_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

void expect_bytes(const char *what, const void *got, const void *want,
                  size_t n);

/* Has a crash reported as a trial, with the buffer that it touched. */
void faults_watch(void);

/* If set, is given the report and must not return; for testing the tests. */
extern void (*fail_hook)(const char *report);

/* The guarded buffer whose guard holds this address, and where it is from
 * the start of the data; NULL if there is none. */
const struct guarded *guarded_find(const void *address, ptrdiff_t *index);

#endif
