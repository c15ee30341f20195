/* SPDX-License-Identifier: Apache-2.0 */
/*
 * undefined.c - for valgrind: every entry point of every tier that it can run,
 * with keys and data marked undefined.  memcheck then reports each branch and
 * each address that depends on them (Langley's ctgrind).  Counters, lengths and
 * flags are defined.
 *
 *   undefined          nothing may be reported
 *   undefined leak     a control: a branch on the key, which must be
 */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>

#define MOST 2048u

static uint8_t key[32], in[MOST], out[MOST], tag[16];

/* How many blocks of up to MOST bytes in all are tried. */
static const size_t counts[] = { 0, 1, 2, 3, 7, 15, 16, 17, 31, 32, 100, 128 };

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static void secret(void *p, size_t n)
{
    VALGRIND_MAKE_MEM_UNDEFINED(p, n);
}

static void aes(const struct vgf_aes_ops *ops)
{
    for (size_t keylen = 16; keylen <= 32; keylen += 8) {
        struct vgf_aes_key ek, dk;

        ops->encrypt_key(&ek, key, keylen);
        ops->decrypt_key(&dk, &ek);
        for (size_t i = 0; i < COUNT(counts); i++) {
            uint8_t ctr[16] = { [15] = 0xfa }, next[16];

            ops->ecb_encrypt(&ek, out, in, counts[i]);
            ops->ecb_decrypt(&dk, out, in, counts[i]);
            ops->ctr128(&ek, out, in, counts[i], ctr, next);
        }
    }
}

static void gcm(const struct vgf_gcm_ops *ops)
{
    for (size_t keylen = 16; keylen <= 32; keylen += 8) {
        static struct vgf_gcm_key k;

        ops->set_key(&k, key, keylen);
        for (size_t i = 0; i < COUNT(counts); i++) {
            for (unsigned flags = 0; flags < 8; flags++) {
                struct vgf_gcm_msg m = { .ctr = { [15] = 1 } };

                secret(m.y, sizeof(m.y));
                secret(m.mask, sizeof(m.mask));
                secret(m.part, sizeof(m.part));
                ops->encrypt(&k, &m, out, in, counts[i], flags);
                ops->decrypt(&k, &m, out, in, counts[i], flags & ~1u);
                ops->ghash(&k, m.y, in, counts[i]);
                ops->tag(&k, &m, 13, 16 * counts[i], tag, flags & 2);
            }
        }
    }
}

static void chacha20(const struct vgf_chacha20_ops *ops)
{
    uint32_t words[8];
    uint8_t ends[128];

    memcpy(words, key, sizeof(words));
    for (size_t n = 0; n <= MOST / 64; n++) {
        uint32_t ctr[4] = { 0xfffffffa };

        ops->xor(out, in, n, words, ctr, n % 2);
        ops->xor_ends(out, in, n, words, ctr, n % 8, ends);
    }
}

static void poly1305(const struct vgf_poly1305_ops *ops)
{
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct vgf_poly1305 p;

        ops->init(&p, key);
        ops->blocks(&p, in, counts[i], 1);
        ops->blocks(&p, in, 1, 0);
        ops->finish(&p, tag);
    }
}

static void chachapoly(const struct vgf_chachapoly_ops *ops)
{
    uint32_t words[8];
    uint8_t ends[128];

    memcpy(words, key, sizeof(words));
    for (size_t n = 0; n <= MOST / 64; n += 3) {
        uint32_t ctr[4] = { 1 };
        struct vgf_poly1305 p;

        ops->poly1305->init(&p, key);
        ops->encrypt(out, in, n, words, ctr, &p);
        ops->decrypt(out, in, n, words, ctr, &p);
        ops->poly1305->finish(&p, tag);
        if (ops->begin != NULL) {
            ops->begin(&p, out, in, n, words, ctr, VGF_CHACHAPOLY_NEXT, ends);
        }
    }
}

int main(int argc, char **argv)
{
    vgf_tiers tiers = vgf_cpu_tiers();

    secret(key, sizeof(key));
    secret(in, sizeof(in));
    if (argc > 1 && strcmp(argv[1], "leak") == 0) {
        if (key[0] & 1) {
            puts("odd");
        }
        return EXIT_SUCCESS;
    }
    for (vgf_tiers bit = 1; bit != 0 && bit <= tiers; bit <<= 1) {
        if (!(tiers & bit)) {
            continue;
        }
        printf("%s\n", vgf_tier_name(bit));
        if (vgf_aes_pick(bit) != NULL) {
            aes(vgf_aes_pick(bit));
        }
        if (vgf_gcm_pick(bit) != NULL) {
            gcm(vgf_gcm_pick(bit));
        }
        if (vgf_chacha20_pick(bit) != NULL) {
            chacha20(vgf_chacha20_pick(bit));
        }
        if (vgf_poly1305_pick(bit) != NULL) {
            poly1305(vgf_poly1305_pick(bit));
        }
        if (vgf_chachapoly_pick(bit) != NULL) {
            chachapoly(vgf_chachapoly_pick(bit));
        }
    }
    return EXIT_SUCCESS;
}
