/* SPDX-License-Identifier: Apache-2.0 */
/*
 * guard.c - buffers between two pages that cannot be touched.
 *
 * Data that touches a guard faults at the first byte too far, read or
 * written.  On the other side, and all around data that has an offset, only
 * writing shows: WINDOW bytes are poisoned and looked at afterwards.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define WINDOW 256u
#define POISON 0xd1
#define OFFSETS 16u

static struct guarded *all;

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

void guarded_new(struct guarded *g, const char *name, size_t most)
{
    size_t page = page_size();
    size_t room = (most + OFFSETS + WINDOW + page - 1) / page * page;
    uint8_t *map = mmap(NULL, room + 2 * page, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == MAP_FAILED
        || mprotect(map + page, room, PROT_READ | PROT_WRITE) != 0) {
        perror("guarded_new");
        abort();
    }
    *g = (struct guarded){
        .name = name,
        .data = map + page,
        .room = map + page,
        .room_size = room,
        .next = all,
    };
    all = g;
}

void guarded_free(struct guarded *g)
{
    size_t page = page_size();

    for (struct guarded **p = &all; *p != NULL; p = &(*p)->next) {
        if (*p == g) {
            *p = g->next;
            break;
        }
    }
    munmap(g->room - page, g->room_size + 2 * page);
}

/* The bytes of the window before the data, and after it. */
static size_t before(const struct guarded *g)
{
    size_t n = (size_t)(g->data - g->room);

    return n < WINDOW ? n : WINDOW;
}

static size_t after(const struct guarded *g)
{
    size_t n = g->room_size - (size_t)(g->data - g->room) - g->size;

    return n < WINDOW ? n : WINDOW;
}

uint8_t *guarded_place(struct guarded *g, size_t size, enum end end,
                       size_t offset)
{
    if (size + offset > g->room_size) {
        fprintf(stderr, "guarded_place: no room for %s\n", g->name);
        abort();
    }
    g->size = size;
    g->data = end == FRONT ? g->room + offset
                           : g->room + g->room_size - size - offset;
    memset(g->data - before(g), POISON, before(g) + size + after(g));
    return g->data;
}

void guarded_check(const struct guarded *g)
{
    for (size_t i = 1; i <= before(g); i++) {
        if (g->data[-(ptrdiff_t)i] != POISON) {
            trial_fail("%s: byte -%zu was written", g->name, i);
        }
    }
    for (size_t i = 0; i < after(g); i++) {
        if (g->data[g->size + i] != POISON) {
            trial_fail("%s: byte %zu of %zu was written", g->name,
                       g->size + i, g->size);
        }
    }
}

const struct guarded *guarded_find(const void *address, ptrdiff_t *index)
{
    uintptr_t a = (uintptr_t)address;
    size_t page = page_size();

    for (const struct guarded *g = all; g != NULL; g = g->next) {
        if (a >= (uintptr_t)g->room - page
            && a < (uintptr_t)g->room + g->room_size + page) {
            *index = (ptrdiff_t)(a - (uintptr_t)g->data);
            return g;
        }
    }
    return NULL;
}

/* ---- Constant arguments ------------------------------------------------ */

void constant_new(struct constant *c, const char *name, const void *data,
                  size_t size)
{
    for (int end = FRONT; end <= BACK; end++) {
        guarded_new(&c->at[end], name, size);
        memcpy(guarded_place(&c->at[end], size, (enum end)end, 0), data,
               size);
    }
}

void constant_check(const struct constant *c, const void *data)
{
    for (int end = FRONT; end <= BACK; end++) {
        guarded_check(&c->at[end]);
        expect_bytes(c->at[end].name, c->at[end].data, data,
                     c->at[end].size);
    }
}

void constant_free(struct constant *c)
{
    guarded_free(&c->at[FRONT]);
    guarded_free(&c->at[BACK]);
}

/* ---- Input and output -------------------------------------------------- */

/* The output's offset goes through all of 0..15, too, as the layout does for
 * an odd factor; which one depends on the size. */
struct layout layout_of(unsigned i, size_t size)
{
    size_t offset = i / 4 % OFFSETS;

    return (struct layout){
        .end = i % 2 == 0 ? FRONT : BACK,
        .in_place = i / 2 % 2 != 0,
        .in_offset = offset,
        .out_offset = offset * (size | 1) % OFFSETS,
    };
}

void io_new(struct io *io, size_t most)
{
    guarded_new(&io->in, "in", most);
    guarded_new(&io->out, "out", most);
}

void io_place(struct io *io, const struct layout *l, const uint8_t *data,
              size_t size)
{
    uint8_t *src;

    io->dst = guarded_place(&io->out, size, l->end, l->out_offset);
    if (l->in_place) {
        src = io->dst;
    } else {
        src = guarded_place(&io->in, size, l->end, l->in_offset);
    }
    memcpy(src, data, size);
    io->src = src;
}

void io_check(const struct io *io, const uint8_t *data, const uint8_t *want)
{
    expect_bytes("out", io->dst, want, io->out.size);
    guarded_check(&io->out);
    if (io->src != io->dst) {
        expect_bytes("in", io->src, data, io->in.size);
        guarded_check(&io->in);
    }
}

void io_free(struct io *io)
{
    guarded_free(&io->in);
    guarded_free(&io->out);
}
