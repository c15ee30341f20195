/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernels.c - calls every entry of every tier that this processor has, between
 * marks, and says what it calls; scripts/count-kernels counts.
 *
 * A new tier, or a kernel behind another entry, is found by itself: run
 * `scripts/count-kernels BUILD --update`, which writes what it counts to
 * test/counts/FAMILY.txt, and commit that with the kernel.  A new size is a
 * number in `sizes`, a new entry a few lines in its family's function.
 */
#include "counts.h"
#include "tiers.h"

#include <stdio.h>
#include <string.h>

static const size_t sizes[] = { 16, 64, 256, 1024, 16384 };
static uint8_t in[16384], out[16384];
static const char *family, *tier;

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define PTR(p)   ((uintptr_t)(p))

/* One counted call.  What it needs to be warm has been called before. */
#define CALL(entry, what, bytes, ...) \
    call(#entry, what, bytes, (void (*)(void))ops->entry, \
         (uintptr_t[8]){ __VA_ARGS__ })

static void call(const char *entry, unsigned what, size_t bytes,
                 void (*fn)(void), const uintptr_t args[8])
{
    printf("%s %s %s", family, tier, entry);
    if (what != 0) {
        printf("/%u", what);
    }
    printf(" %zu\n", bytes);
    call_counted(fn, args);
}

static void aes(const struct vgf_aes_ops *ops)
{
    static struct vgf_aes_key ek, dk;
    static uint8_t key[32], ctr[16];

    for (unsigned bits = 128; bits <= 256; bits += 64) {
        ops->encrypt_key(&ek, key, bits / 8);
        ops->decrypt_key(&dk, &ek);
        CALL(encrypt_key, bits, 0, PTR(&ek), PTR(key), bits / 8);
        CALL(decrypt_key, bits, 0, PTR(&dk), PTR(&ek));
        for (size_t i = 0; i < COUNT(sizes); i++) {
            CALL(ecb_encrypt, bits, sizes[i], PTR(&ek), PTR(out), PTR(in),
                 sizes[i] / 16);
            CALL(ecb_decrypt, bits, sizes[i], PTR(&dk), PTR(out), PTR(in),
                 sizes[i] / 16);
            CALL(ctr128, bits, sizes[i], PTR(&ek), PTR(out), PTR(in),
                 sizes[i] / 16, PTR(ctr), 0);
        }
    }
}

/* The message before makes the powers that this length is worth. */
static void gcm_message(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
                        unsigned bits, size_t len)
{
    static struct vgf_gcm_msg m;
    const size_t nblocks = len / 16;
    const unsigned flags = VGF_GCM_FIRST | VGF_GCM_PART;

    memset(&m, 0, sizeof(m));
    ops->encrypt(k, &m, out, in, nblocks, flags);
    memset(&m, 0, sizeof(m));
    CALL(encrypt, bits, len, PTR(k), PTR(&m), PTR(out), PTR(in), nblocks,
         flags);
    memset(&m, 0, sizeof(m));
    CALL(decrypt, bits, len, PTR(k), PTR(&m), PTR(out), PTR(in), nblocks,
         flags);
    ops->ghash(k, m.y, in, nblocks);
    CALL(ghash, bits, len, PTR(k), PTR(m.y), PTR(in), nblocks);
}

static void gcm(const struct vgf_gcm_ops *ops)
{
    static struct vgf_gcm_key k;
    static struct vgf_gcm_msg m;
    static uint8_t key[32], tag[16];

    for (unsigned bits = 128; bits <= 256; bits += 64) {
        ops->set_key(&k, key, bits / 8);
        CALL(set_key, bits, 0, PTR(&k), PTR(key), bits / 8);
        for (size_t i = 0; i < COUNT(sizes); i++) {
            gcm_message(ops, &k, bits, sizes[i]);
        }
        CALL(tag, bits, 0, PTR(&k), PTR(&m), 13, 16, PTR(tag), 0);
    }
}

static void chacha20(const struct vgf_chacha20_ops *ops)
{
    static uint32_t key[8], ctr[4];
    static uint8_t ends[128];

    for (size_t i = 1; i < COUNT(sizes); i++) {
        CALL(xor, 0, sizes[i], PTR(out), PTR(in), sizes[i] / 64, PTR(key),
             PTR(ctr), 0);
        CALL(xor_ends, 0, sizes[i], PTR(out), PTR(in), sizes[i] / 64, PTR(key),
             PTR(ctr), VGF_CHACHA20_FIRST, PTR(ends));
    }
}

static void poly1305(const struct vgf_poly1305_ops *ops)
{
    static struct vgf_poly1305 p;
    static uint8_t key[32], tag[16];

    for (size_t i = 0; i < COUNT(sizes); i++) {
        memset(key, 5, sizeof(key));
        ops->init(&p, key);
        CALL(blocks, 0, sizes[i], PTR(&p), PTR(in), sizes[i] / 16, 1);
    }
    CALL(finish, 0, 0, PTR(&p), PTR(tag));
    CALL(init, 0, 0, PTR(&p), PTR(key));
}

static void chachapoly(const struct vgf_chachapoly_ops *ops)
{
    static struct vgf_poly1305 p;
    static uint32_t key[8], ctr[4];
    static uint8_t once[32];

    memset(once, 5, sizeof(once));
    for (size_t i = 1; i < COUNT(sizes); i++) {
        ops->poly1305->init(&p, once);
        CALL(encrypt, 0, sizes[i], PTR(out), PTR(in), sizes[i] / 64, PTR(key),
             PTR(ctr), PTR(&p));
        ops->poly1305->init(&p, once);
        CALL(decrypt, 0, sizes[i], PTR(out), PTR(in), sizes[i] / 64, PTR(key),
             PTR(ctr), PTR(&p));
    }
}

#define TIERS_OF(f) \
    do { \
        const struct vgf_##f##_ops *ops = vgf_##f##_pick(bit); \
        if (ops != NULL) { \
            family = #f; \
            f(ops); \
        } \
    } while (0)

int main(void)
{
    const vgf_tiers here = vgf_cpu_tiers();

    for (vgf_tiers bit = VGF_TIER_P8; bit <= VGF_TIER_P10; bit <<= 1) {
        if (here & bit) {
            tier = vgf_tier_name(bit);
            TIERS_OF(aes);
            TIERS_OF(gcm);
            TIERS_OF(chacha20);
            TIERS_OF(poly1305);
            TIERS_OF(chachapoly);
        }
    }
    return 0;
}
