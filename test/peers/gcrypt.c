/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gcrypt.c - our kernels beside libgcrypt's, in one run: the two take turns,
 * the least time of each counts.  Cycles are those of a chain of dependent
 * additions timed in between.
 *
 *   meson test -C build --benchmark gcrypt --verbose
 */
#include "kernels.h"
#include "timing.h"

#include <gcrypt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TURNS 400
#define MOST 16384u

static const size_t sizes[] = { 64, 256, 1344, 8192, MOST };

static uint8_t in[MOST], out[MOST], key[32], tag[16];
static gcry_cipher_hd_t theirs;
static struct vgf_aes_key ek;
static struct vgf_gcm_key gk;
static const struct vgf_aes_ops *aes;
static const struct vgf_gcm_ops *gcm;

/* ---- What is timed ----------------------------------------------------- */

static void ours_ecb(size_t n)
{
    aes->ecb_encrypt(&ek, out, in, n / 16);
}

static void ours_ctr(size_t n)
{
    uint8_t ctr[16] = { 0 };

    aes->ctr128(&ek, out, in, n / 16, ctr, NULL);
}

static void ours_gcm(size_t n)
{
    struct vgf_gcm_msg m = { .ctr = { [15] = 1 } };

    gcm->encrypt(&gk, &m, out, in, n / 16, VGF_GCM_FIRST | VGF_GCM_PART);
    gcm->tag(&gk, &m, 13, n, tag, 0);
}

static void theirs_ecb(size_t n)
{
    gcry_cipher_encrypt(theirs, out, n, in, n);
}

static void theirs_ctr(size_t n)
{
    static const uint8_t ctr[16];

    gcry_cipher_setctr(theirs, ctr, sizeof(ctr));
    gcry_cipher_encrypt(theirs, out, n, in, n);
}

static void theirs_gcm(size_t n)
{
    static const uint8_t iv[12], aad[13];

    gcry_cipher_setiv(theirs, iv, sizeof(iv));
    gcry_cipher_authenticate(theirs, aad, sizeof(aad));
    gcry_cipher_encrypt(theirs, out, n, in, n);
    gcry_cipher_gettag(theirs, tag, sizeof(tag));
}

static double slice(void (*what)(size_t n), size_t n)
{
    size_t times = 1 + 20000 / n;
    double begun = now();

    for (size_t i = 0; i < times; i++) {
        what(n);
    }
    return (now() - begun) / (double)times;
}

static void row(const char *name, int mode, size_t keylen,
                void (*a)(size_t n), void (*b)(size_t n))
{
    if (gcry_cipher_open(&theirs, keylen == 16 ? GCRY_CIPHER_AES128
                                               : GCRY_CIPHER_AES256, mode, 0)
        || gcry_cipher_setkey(theirs, key, keylen)) {
        fprintf(stderr, "libgcrypt has no %s\n", name);
        exit(EXIT_FAILURE);
    }
    aes->encrypt_key(&ek, key, keylen);
    gcm->set_key(&gk, key, keylen);
    for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
        size_t n = sizes[s];
        double ours = 1e18, other = 1e18, cycle = 1e18;

        for (int t = 0; t < TURNS; t++) {
            double x = slice(a, n), y = slice(b, n), c = chain() / 1000;

            ours = x < ours ? x : ours;
            other = y < other ? y : other;
            cycle = c < cycle ? c : cycle;
        }
        printf("%-12s %6zu  %8.3f %8.3f  %5.2f\n", name, n,
               ours / cycle / (double)n, other / cycle / (double)n,
               other / ours);
    }
    gcry_cipher_close(theirs);
}

int main(void)
{
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    aes = vgf_aes_pick(vgf_cpu_tiers());
    gcm = vgf_gcm_pick(vgf_cpu_tiers());
    printf("cycles per byte; tiers %s, %s; libgcrypt %s\n",
           vgf_tier_name(aes->tier), vgf_tier_name(gcm->tier),
           gcry_check_version(NULL));
    printf("%-12s %6s  %8s %8s  %5s\n", "", "bytes", "vgfast", "gcrypt",
           "ratio");
    row("AES-128-ECB", GCRY_CIPHER_MODE_ECB, 16, ours_ecb, theirs_ecb);
    row("AES-128-CTR", GCRY_CIPHER_MODE_CTR, 16, ours_ctr, theirs_ctr);
    row("AES-256-CTR", GCRY_CIPHER_MODE_CTR, 32, ours_ctr, theirs_ctr);
    row("AES-128-GCM", GCRY_CIPHER_MODE_GCM, 16, ours_gcm, theirs_gcm);
    row("AES-256-GCM", GCRY_CIPHER_MODE_GCM, 32, ours_gcm, theirs_gcm);
    return EXIT_SUCCESS;
}
