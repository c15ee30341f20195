/* SPDX-License-Identifier: Apache-2.0 */
/* broken_aes.c - AES kernels that are wrong on purpose; here, too, all that
 * is lost of registers and memory, whatever the family. */
#include "broken.h"
#include "generic/generic.h"

/* ---- AES ---------------------------------------------------------------- */

typedef void ctr128_fn(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next);

static void wrong_tail(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (nblocks % 4 == 3) {
        out[16 * nblocks - 1] ^= 1;
    }
}

static void wrong_if_in_place(const struct vgf_aes_key *ek, uint8_t *out,
                              const uint8_t *in, size_t nblocks,
                              uint8_t ctr[16], uint8_t *next)
{
    const bool same = in == out;

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (same && nblocks > 4) {
        out[64] ^= 1;
    }
}

static void wrong_if_unaligned(const struct vgf_aes_key *ek, uint8_t *out,
                               const uint8_t *in, size_t nblocks,
                               uint8_t ctr[16], uint8_t *next)
{
    const bool unaligned = (uintptr_t)in % 16 == 11;

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (unaligned && nblocks > 0) {
        out[0] ^= 0x80;
    }
}

static void over_read(const struct vgf_aes_key *ek, uint8_t *out,
                      const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                      uint8_t *next)
{
    touch(in + 16 * nblocks);
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
}

static void under_read(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next)
{
    touch(in - 1);
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
}

/* The last block of data goes a byte beyond what is there, at the back. */
static void over_write(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    out[16 * nblocks] = 0;
}

static void under_write(const struct vgf_aes_key *ek, uint8_t *out,
                        const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                        uint8_t *next)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    out[-1] = 0;
}

/* Only where it does not fault: 16 bytes before the data. */
static void far_under_write(const struct vgf_aes_key *ek, uint8_t *out,
                            const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                            uint8_t *next)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if ((uintptr_t)out % 4096 >= 16) {
        out[-16] = 0;
    }
}

static void writes_input(const struct vgf_aes_key *ek, uint8_t *out,
                         const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                         uint8_t *next)
{
    const bool same = in == out;

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (!same && nblocks > 0) {
        ((uint8_t *)(uintptr_t)in)[0] ^= 1;
    }
}

static void keeps_counter(const struct vgf_aes_key *ek, uint8_t *out,
                          const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                          uint8_t *next)
{
    uint8_t copy[16];

    memcpy(copy, ctr, 16);
    vgf_aes_ctr128_generic(ek, out, in, nblocks, copy, next);
}

static void wrong_next(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (next != NULL && nblocks % 4 == 1) {
        next[15] ^= 1;
    }
}

/* The counter stays on the block that went to next. */
static void forgets_next(const struct vgf_aes_key *ek, uint8_t *out,
                         const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                         uint8_t *next)
{
    uint8_t copy[16];

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, NULL);
    memcpy(copy, ctr, 16);
    if (next != NULL) {
        vgf_aes_ctr128_generic(ek, NULL, NULL, 0, copy, next);
    }
}

/* Carries into the upper half at all blocks but the one for next. */
static void next_carries_not(const struct vgf_aes_key *ek, uint8_t *out,
                             const uint8_t *in, size_t nblocks,
                             uint8_t ctr[16], uint8_t *next)
{
    uint8_t half[8];

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, NULL);
    memcpy(half, ctr, 8);
    if (next != NULL) {
        vgf_aes_ctr128_generic(ek, NULL, NULL, 0, ctr, next);
        memcpy(ctr, half, 8);
    }
}

static void over_writes_next(const struct vgf_aes_key *ek, uint8_t *out,
                             const uint8_t *in, size_t nblocks,
                             uint8_t ctr[16], uint8_t *next)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (next != NULL && (uintptr_t)next % 4096 != 4096 - 16) {
        next[16] = 0;
    }
}

static void over_reads_counter(const struct vgf_aes_key *ek, uint8_t *out,
                               const uint8_t *in, size_t nblocks,
                               uint8_t ctr[16], uint8_t *next)
{
    touch(ctr + 16);
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
}

static void over_reads_key(const struct vgf_aes_key *ek, uint8_t *out,
                           const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                           uint8_t *next)
{
    touch(ek + 1);
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
}

static void writes_key(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next)
{
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    ((struct vgf_aes_key *)(uintptr_t)ek)->rk[14 * 16] = 0x5a;
}

static void half_key(struct vgf_aes_key *ek, const uint8_t *key,
                     size_t keylen)
{
    uint8_t copy[32];

    memcpy(copy, key, keylen);
    copy[keylen - 1] &= 0x7f;
    vgf_aes_encrypt_key_generic(ek, copy, keylen);
}

static void forgets_rounds(struct vgf_aes_key *dk,
                           const struct vgf_aes_key *ek)
{
    const uint32_t before = dk->rounds;

    vgf_aes_decrypt_key_generic(dk, ek);
    dk->rounds = before;
}

/* Takes the stack below for zeros. */
__attribute__((noinline, no_sanitize("address")))
static void trusts_stack(const struct vgf_aes_key *ek, uint8_t *out,
                         const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                         uint8_t *next)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    const volatile uint32_t *below
        = (const volatile uint32_t *)((here - 1500) & ~(uintptr_t)3);
    const bool zero = *below == 0;

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (!zero && nblocks > 0) {
        out[0] ^= 1;
    }
}

#if defined(__SSE2__)
#define READ_VECTOR(x) __asm__ volatile("movd %%xmm7, %0" : "=r"(x))
#elif defined(__powerpc64__)
#define READ_VECTOR(x) __asm__ volatile("mfvsrwz %0, 13" : "=r"(x))
#endif

#ifdef READ_VECTOR
/* Takes a vector register for zero. */
__attribute__((noinline))
static void trusts_vector(const struct vgf_aes_key *ek, uint8_t *out,
                          const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                          uint8_t *next)
{
    uint32_t found;

    READ_VECTOR(found);
    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    if (found != 0 && nblocks > 0) {
        out[0] ^= 1;
    }
}
#endif

#if defined(__x86_64__) || defined(__i386__)

/* The compiler is not told what these lose. */
#define LOSES(name, assembly)                                             \
    static void name(const struct vgf_aes_key *ek, uint8_t *out,          \
                     const uint8_t *in, size_t nblocks, uint8_t ctr[16],  \
                     uint8_t *next)                                       \
    {                                                                     \
        vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);          \
        __asm__ volatile(assembly);                                       \
    }

LOSES(sets_direction, "std")
LOSES(uses_x87, "fldz")
LOSES(loses_fcw, "fninit")

static void loses_mxcsr(const struct vgf_aes_key *ek, uint8_t *out,
                        const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                        uint8_t *next)
{
    static const uint32_t usual = 0x1f80;

    vgf_aes_ctr128_generic(ek, out, in, nblocks, ctr, next);
    __asm__ volatile("ldmxcsr %0" : : "m"(usual));
}

LOSES(no_vzeroupper, "vcmpps $15, %ymm5, %ymm5, %ymm5")

#endif

/* Kernels of clobber.S. */
#define CLOBBER(name, reported, ...) ctr128_fn clobber_##name;
#include "clobbered.inc"
#undef CLOBBER

/* ---- Rows --------------------------------------------------------------- */

void broken_aes(void)
{
    ROW(aes, ctr128, vgf_aes_ctr128_generic, "ctr", NULL);
    ROW(aes, ctr128, wrong_tail, "ctr", "ctr128: out: byte 47 of 48");
    ROW(aes, ctr128, wrong_if_in_place, "ctr", "ctr128: out: byte 64");
    ROW(aes, ctr128, wrong_if_unaligned, "ctr", "out: byte 0 of 16 is");
    ROW(aes, ctr128, over_read, "ctr", "touches byte 0 of in, which has 0");
    ROW(aes, ctr128, under_read, "ctr", "touches byte -1 of in");
    ROW(aes, ctr128, over_write, "ctr", "out: byte 0 of 0 was written");
    ROW(aes, ctr128, under_write, "ctr", "touches byte -1 of out");
    ROW(aes, ctr128, far_under_write, "ctr", "out: byte -16 was written");
    ROW(aes, ctr128, writes_input, "ctr", "in: byte 0 of 16 is");
    ROW(aes, ctr128, keeps_counter, "ctr", "ctr: byte 15 of 16 is");
    ROW(aes, ctr128, wrong_next, "ctr", "next: byte 15 of 16 is");
    ROW(aes, ctr128, wrong_next, "ctr_lengths", "next: byte 15 of 16 is");
    ROW(aes, ctr128, forgets_next, "ctr", "ctr: byte 15 of 16 is");
    ROW(aes, ctr128, next_carries_not, "ctr_wraps", "ctr: byte 7 of 16 is");
    ROW(aes, ctr128, next_carries_not, "ctr_starts", NULL);
    ROW(aes, ctr128, over_writes_next, "ctr", "next: byte 16 of 16 was");
    ROW(aes, ctr128, over_reads_counter, "ctr", "touches byte 16 of ctr");
    ROW(aes, ctr128, over_reads_key, "ctr", "touches byte 256 of ek");
    ROW(aes, ctr128, writes_key, "ctr", "ek: byte 224 of 256 is");
    ROW(aes, ctr128, vgf_aes_ctr32_generic, "ctr_wraps",
        "ctr128: ctr: byte 11 of 16 is");
    ROW(aes, ctr128, vgf_aes_ctr32_generic, "ctr_chunks", NULL);
    ROW(aes, encrypt_key, half_key, "keys", "encrypt_key: a block under");
    ROW(aes, decrypt_key, forgets_rounds, "keys", "decrypt_key: rounds is");
    ROW(aes, ecb_encrypt, vgf_aes_ecb_decrypt_generic, "known",
        "out: byte 0 of 16 is");
    ROW(aes, ctr128, trusts_stack, "ctr", "out: byte 0 of 16 is");
#ifdef READ_VECTOR
    ROW(aes, ctr128, trusts_vector, "ctr", "out: byte 0 of 16 is");
#endif
#define CLOBBER(name, reported, ...)                                      \
    ROW(aes, ctr128, clobber_##name, "ctr", "ctr128: loses " reported);
#include "clobbered.inc"
#undef CLOBBER
#if defined(__x86_64__) || defined(__i386__)
    ROW(aes, ctr128, sets_direction, "ctr", "leaves the direction flag set");
    ROW(aes, ctr128, uses_x87, "ctr", "leaves x87 or MMX registers in use");
    ROW(aes, ctr128, loses_fcw, "ctr", "loses the x87 control word");
    if (__builtin_cpu_supports("sse")) {
        ROW(aes, ctr128, loses_mxcsr, "ctr", "loses MXCSR");
    }
    if (__builtin_cpu_supports("avx")) {
        ROW(aes, ctr128, no_vzeroupper, "ctr", "upper half of ymm5");
    }
#endif
}
