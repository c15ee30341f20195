/* SPDX-License-Identifier: Apache-2.0 */
/*
 * broken_leaves.c - kernels that leave secrets behind: generic, cleaned up
 * after as assembly must do it, but for one thing.
 */
#include "broken.h"
#include "generic/generic.h"

#if defined(__x86_64__)
#define CLEAR(n) "pxor %%xmm" #n ", %%xmm" #n "\n\t"
#define CLEAR_VECTORS                                                     \
    CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3) CLEAR(4) CLEAR(5) CLEAR(6)        \
    CLEAR(7) CLEAR(8) CLEAR(9) CLEAR(10) CLEAR(11) CLEAR(12) CLEAR(13)    \
    CLEAR(14) CLEAR(15)
#define LOAD_VECTOR "movdqu (%0), %%xmm13"
#define LOAD_SWAPPED "movdqu (%0), %%xmm2\n\tpshufb %1, %%xmm2"
#define VECTOR "xmm13"
#elif defined(__i386__)
#define CLEAR(n) "pxor %%xmm" #n ", %%xmm" #n "\n\t"
#define CLEAR_VECTORS                                                     \
    CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3) CLEAR(4) CLEAR(5) CLEAR(6)        \
    CLEAR(7)
#define LOAD_VECTOR "movdqu (%0), %%xmm6"
#define LOAD_SWAPPED "movdqu (%0), %%xmm2\n\tpshufb %1, %%xmm2"
#define VECTOR "xmm6"
#else
#define CLEAR(n) "xxlxor " #n ", " #n ", " #n "\n\t"
#define CLEAR_VECTORS                                                     \
    CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3) CLEAR(4) CLEAR(5) CLEAR(6)        \
    CLEAR(7) CLEAR(8) CLEAR(9) CLEAR(10) CLEAR(11) CLEAR(12) CLEAR(13)    \
    CLEAR(32) CLEAR(33) CLEAR(34) CLEAR(35) CLEAR(36) CLEAR(37)           \
    CLEAR(38) CLEAR(39) CLEAR(40) CLEAR(41) CLEAR(42) CLEAR(43)           \
    CLEAR(44) CLEAR(45) CLEAR(46) CLEAR(47) CLEAR(48) CLEAR(49)           \
    CLEAR(50) CLEAR(51)
#define LOAD_VECTOR "lxvd2x 45, 0, %0"
#define VECTOR "v13"
#endif

/* The compiler must not take any of these away, nor look into them. */
#define OPAQUE __attribute__((noinline, no_sanitize("address")))

OPAQUE static void clean(void)
{
    volatile uint8_t below[4096];

    for (size_t i = 0; i < sizeof(below); i++) {
        below[i] = 0;
    }
    __asm__ volatile(CLEAR_VECTORS : : : "memory");
}

OPAQUE static void leave_below(const uint8_t *secret)
{
    volatile uint8_t below[512];

    for (size_t i = 0; i < sizeof(below); i++) {
        below[i] = i >= 100 && i < 108 ? secret[i - 100] : 0;
    }
}

/* ---- AES ----------------------------------------------------------------- */

OPAQUE static void encrypt_key(struct vgf_aes_key *ek, const uint8_t *key,
                               size_t keylen)
{
    vgf_aes_encrypt_key_generic(ek, key, keylen);
    clean();
}

OPAQUE static void decrypt_key(struct vgf_aes_key *dk,
                               const struct vgf_aes_key *ek)
{
    vgf_aes_decrypt_key_generic(dk, ek);
    clean();
}

OPAQUE static void ecb_encrypt(const struct vgf_aes_key *ek, uint8_t *out,
                               const uint8_t *in, size_t nblocks)
{
    vgf_aes_ecb_encrypt_generic(ek, out, in, nblocks);
    clean();
}

OPAQUE static void ecb_decrypt(const struct vgf_aes_key *dk, uint8_t *out,
                               const uint8_t *in, size_t nblocks)
{
    vgf_aes_ecb_decrypt_generic(dk, out, in, nblocks);
    clean();
}

OPAQUE static void leaves_dk(struct vgf_aes_key *dk,
                             const struct vgf_aes_key *ek)
{
    vgf_aes_decrypt_key_generic(dk, ek);
    clean();
    __asm__ volatile(LOAD_VECTOR : : "b"(dk->rk + 32) : "memory");
}

#define CTR128(name)                                                      \
    OPAQUE static void name(const struct vgf_aes_key *ek, uint8_t *out,   \
                            const uint8_t *in, size_t nblocks,            \
                            uint8_t ctr[16], uint8_t *next)

CTR128(leaves_none)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    clean();
}

CTR128(leaves_key)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    clean();
    __asm__ volatile(LOAD_VECTOR : : "b"(ek->rk + 48) : "memory");
}

CTR128(leaves_text)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    clean();
    if (nblocks == 7) {
        __asm__ volatile(LOAD_VECTOR : : "b"(in + 96) : "memory");
    }
}

#ifdef LOAD_SWAPPED
CTR128(leaves_swapped)
{
    static const uint8_t swap[16] __attribute__((aligned(16))) = {
        15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    };

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    clean();
    __asm__ volatile(LOAD_SWAPPED : : "b"(ek->rk), "m"(swap) : "memory");
}
#endif

CTR128(leaves_below)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    clean();
    leave_below(ek->rk + 16);
}

/* ---- AES-GCM ------------------------------------------------------------- */

OPAQUE static void set_key(struct vgf_gcm_key *k, const uint8_t *key,
                           size_t keylen)
{
    vgf_gcm_generic.set_key(k, key, keylen);
    clean();
}

OPAQUE static void ghash(struct vgf_gcm_key *k, uint8_t y[16],
                         const uint8_t *in, size_t nblocks)
{
    vgf_gcm_generic.ghash(k, y, in, nblocks);
    clean();
}

#define CRYPT(name)                                                       \
    OPAQUE static void name(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, \
                            uint8_t *out, const uint8_t *in,              \
                            size_t nblocks, unsigned flags)
#define TAG(name)                                                         \
    OPAQUE static void name(const struct vgf_gcm_key *k,                  \
                            const struct vgf_gcm_msg *m,                  \
                            uint64_t aad_len, uint64_t text_len,          \
                            uint8_t tag[16], unsigned flags)

CRYPT(encrypt)
{
    vgf_gcm_generic.encrypt(k, m, out, in, nblocks, flags);
    clean();
}

CRYPT(decrypt)
{
    vgf_gcm_generic.decrypt(k, m, out, in, nblocks, flags);
    clean();
}

TAG(tag_of)
{
    vgf_gcm_generic.tag(k, m, aad_len, text_len, tag, flags);
    clean();
}

CRYPT(leaves_y)
{
    vgf_gcm_generic.encrypt(k, m, out, in, nblocks, flags);
    clean();
    leave_below(m->y);
}

CRYPT(leaves_decrypted)
{
    vgf_gcm_generic.decrypt(k, m, out, in, nblocks, flags);
    clean();
    if (nblocks > 12) {
        __asm__ volatile(LOAD_VECTOR : : "b"(out + 12 * 16) : "memory");
    }
}

TAG(leaves_h)
{
    vgf_gcm_generic.tag(k, m, aad_len, text_len, tag, flags);
    clean();
    __asm__ volatile(LOAD_VECTOR : : "b"(k->h) : "memory");
}

/* ---- Rows ---------------------------------------------------------------- */

/* A row for the kernels that clean up, with one entry replaced.  Their tier is
 * none, since generic is not held to it. */
#define LEAVES(name, entry, fn, report)                                   \
    do {                                                                  \
        struct vgf_##name##_ops ops_ = name;                              \
                                                                          \
        ops_.entry = fn;                                                  \
        broken_row(#name ": " #fn, &name##_family, "leaves_nothing",      \
                   &ops_, sizeof(ops_), report);                          \
    } while (0)

void broken_leaves(void)
{
    const struct vgf_aes_ops aes = {
        0, 4, encrypt_key, decrypt_key, ecb_encrypt, ecb_decrypt,
        leaves_none,
    };
    const struct vgf_gcm_ops gcm = {
        0, 4, set_key, ghash, encrypt, decrypt, tag_of,
    };

#if defined(__x86_64__) || defined(__i386__)
    if (!__builtin_cpu_supports("ssse3")) {
        return;
    }
    LEAVES(aes, ctr128, leaves_swapped, "of key in xmm2 + ");
#endif
    LEAVES(aes, ctr128, leaves_none, NULL);
    LEAVES(aes, ctr128, leaves_key, "byte 48 of ek in " VECTOR " + 0");
    LEAVES(aes, ctr128, leaves_text, "byte 96 of text in " VECTOR " + 0");
    LEAVES(aes, ctr128, leaves_below, "byte 16 of ek in the stack + ");
    /* which is ek for generic */
    LEAVES(aes, decrypt_key, leaves_dk, "byte 32 of ek in " VECTOR " + 0");
    LEAVES(gcm, encrypt, encrypt, NULL);
    LEAVES(gcm, encrypt, leaves_y, "byte 0 of y in the stack + ");
    LEAVES(gcm, decrypt, leaves_decrypted, "byte 192 of text in " VECTOR);
    LEAVES(gcm, tag, leaves_h, "tag: leaves byte 256 of k in " VECTOR);
    ROW(aes, ctr128, leaves_key, "leaves_nothing", NULL);
}
