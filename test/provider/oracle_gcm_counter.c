/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contract 3.4: AES-GCM's counter is the low 32 bits, without a carry.
 *
 * Through EVP the counter starts at 1 with an IV of 12 bytes.  One of 16 bytes
 * is hashed; since that is linear, the IV for a start of choice is found from
 * J0 = (IV * H + lengths) * H, with H = E(0) from ECB (SP 800-38D, 6.3, 7.1).
 */
#include "oracle_script.h"

#include <string.h>

struct element {
    uint64_t hi, lo; /* big endian; the first bit is the lowest power of x */
};

static struct element load(const uint8_t b[16])
{
    struct element e = {0, 0};

    for (int i = 0; i < 8; i++) {
        e.hi = e.hi << 8 | b[i];
        e.lo = e.lo << 8 | b[i + 8];
    }
    return e;
}

static void store(uint8_t b[16], struct element e)
{
    for (int i = 7; i >= 0; i--) {
        b[i] = (uint8_t)e.hi;
        b[i + 8] = (uint8_t)e.lo;
        e.hi >>= 8;
        e.lo >>= 8;
    }
}

static struct element times(struct element a, struct element b)
{
    struct element sum = {0, 0};

    for (int i = 0; i < 128; i++) {
        uint64_t bit = i < 64 ? a.hi >> (63 - i) : a.lo >> (127 - i);
        uint64_t out = 0 - (b.lo & 1);

        if (bit & 1) {
            sum.hi ^= b.hi;
            sum.lo ^= b.lo;
        }
        b.lo = b.lo >> 1 | b.hi << 63;
        b.hi = b.hi >> 1 ^ (out & (uint64_t)0xe1 << 56);
    }
    return sum;
}

/* a to the power 2^128 - 2. */
static struct element inverse(struct element a)
{
    struct element power = {(uint64_t)1 << 63, 0};

    for (int i = 0; i < 127; i++) {
        a = times(a, a);
        power = times(power, a);
    }
    return power;
}

/* The 16-byte IV whose J0 ends in counter, for KEY at this size. */
static void iv_for(int i, uint32_t counter, uint8_t iv[16])
{
    static const uint8_t zero[16];
    struct element j0 = {0x0123456789abcdef, (uint64_t)0xfedcba98 << 32}, inv;

    begin(ecb(i));
    init(CIPHER, KEY, NULL, ENC), works();
    update_of(zero, 16), gives(16);
    inv = inverse(load(oracle_out(&oracle)));
    j0.lo |= counter;
    j0 = times(j0, inv);
    j0.lo ^= 128; /* the IV's length in bits */
    store(iv, times(j0, inv));
}

START_TEST(wraps_without_carry)
{
    uint8_t iv[16], first[16], again[16], zero[16] = {0};

    for (uint32_t before = 0; before < 70; before += 1 + before / 12) {
        iv_for(_i, 0 - before - 1, iv);
        begin(gcm(_i));
        init_ivlen(CIPHER, KEY, iv, ENC, 16), works();
        update(100 * 16 + 5), gives(100 * 16 + 5);
        final(), gives(0);
        get_tag(16), works();
        init(SAME, NULL, iv, KEEP), works();
        for (int n = 0; n < 24; n++) {
            update(61), gives(61);
        }
        final(), gives(0);
        get_tag(16), works();
    }
    /* That the counter was where it should be: after 2^32 - 1 comes 0, which
     * is also the block after a start at 2^32 - 1. */
    iv_for(_i, 0xfffffffe, iv);
    begin(gcm(_i));
    init_ivlen(CIPHER, KEY, iv, ENC, 16), works();
    update_of(zero, 16), gives(16);
    update_of(zero, 16), gives(16);
    keep(first, 16);
    iv_for(_i, 0xffffffff, iv);
    begin(gcm(_i));
    init_ivlen(CIPHER, KEY, iv, ENC, 16), works();
    update_of(zero, 16), gives(16);
    keep(again, 16);
    ck_assert_mem_eq(first, again, 16);
}
END_TEST

TCase *gcm_counter_tcase(void)
{
    TCase *tcase = tcase_create("3.4 AES-GCM counter");

    tcase_add_loop_test(tcase, wraps_without_carry, 0, 3);
    return tcase;
}
