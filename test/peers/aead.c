/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aead.c - ChaCha20-Poly1305 beside libgcrypt's and libsodium's, whichever are
 * there, without OpenSSL: whole messages with 13 bytes of additional data and a
 * tag of 16, the key kept.  All take turns, the least time of each counts.
 *
 *   meson test -C build --benchmark aead --verbose
 */
#include "mode_chachapoly.h"
#include "timing.h"

#ifdef HAVE_GCRYPT
#include <gcrypt.h>
#endif
#ifdef HAVE_SODIUM
#include <sodium.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TURNS 400
#define MOST 16384u
#define AAD 13
#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const size_t sizes[] = { 16, 64, 256, 512, 1350, 4096, 8192, MOST };

static uint8_t text[MOST], sealed[MOST], opened[MOST];
static uint8_t key[32], nonce[12], aad[AAD], tag[16], made[16];

/* ---- The libraries ------------------------------------------------------ */

static struct vgf_chachapoly m;

static void ours(uint8_t *out, const uint8_t *in, size_t n, int encrypt)
{
    vgf_chachapoly_start(&m, nonce);
    vgf_chachapoly_aad(&m, aad, AAD);
    vgf_chachapoly_crypt(&m, out, in, n, encrypt);
    vgf_chachapoly_tag(&m, made);
}

static void ours_seal(size_t n)
{
    ours(sealed, text, n, 1);
}

static void ours_open(size_t n)
{
    ours(opened, sealed, n, 0);
}

#ifdef HAVE_GCRYPT
static gcry_cipher_hd_t gcrypt;

static void gcrypt_start(void)
{
    gcry_cipher_setiv(gcrypt, nonce, sizeof(nonce));
    gcry_cipher_authenticate(gcrypt, aad, AAD);
}

static void gcrypt_seal(size_t n)
{
    gcrypt_start();
    gcry_cipher_encrypt(gcrypt, sealed, n, text, n);
    gcry_cipher_gettag(gcrypt, made, sizeof(made));
}

static void gcrypt_open(size_t n)
{
    gcrypt_start();
    gcry_cipher_decrypt(gcrypt, opened, n, sealed, n);
    gcry_cipher_gettag(gcrypt, made, sizeof(made));
}
#endif

#ifdef HAVE_SODIUM
static void sodium_seal(size_t n)
{
    unsigned long long len;

    crypto_aead_chacha20poly1305_ietf_encrypt_detached(
        sealed, made, &len, text, n, aad, AAD, NULL, nonce, key);
}

static void sodium_open(size_t n)
{
    if (crypto_aead_chacha20poly1305_ietf_decrypt_detached(
            opened, NULL, sealed, n, tag, aad, AAD, nonce, key) == 0) {
        memcpy(made, tag, sizeof(made));
    }
}
#endif

static const struct library {
    const char *name;
    void (*seal)(size_t n);
    void (*open)(size_t n);
} libraries[] = {
    { "vgfast", ours_seal, ours_open },
#ifdef HAVE_GCRYPT
    { "libgcrypt", gcrypt_seal, gcrypt_open },
#endif
#ifdef HAVE_SODIUM
    { "libsodium", sodium_seal, sodium_open },
#endif
};

static void setup(void)
{
    memset(key, 7, sizeof(key));
    memset(text, 3, sizeof(text));
    vgf_chachapoly_init(&m, vgf_chachapoly_pick(vgf_cpu_tiers()));
    vgf_chacha20_set_key(&m.cipher, key);
#ifdef HAVE_GCRYPT
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    if (gcry_cipher_open(&gcrypt, GCRY_CIPHER_CHACHA20,
                         GCRY_CIPHER_MODE_POLY1305, 0)
        || gcry_cipher_setkey(gcrypt, key, sizeof(key))) {
        fprintf(stderr, "libgcrypt has no ChaCha20-Poly1305\n");
        exit(EXIT_FAILURE);
    }
#endif
#ifdef HAVE_SODIUM
    if (sodium_init() < 0) {
        fprintf(stderr, "libsodium does not start\n");
        exit(EXIT_FAILURE);
    }
#endif
}

/* ---- Rows --------------------------------------------------------------- */

static double slice(void (*what)(size_t n), size_t n)
{
    const size_t times = 1 + 30000 / (n + 500);
    double begun = now();

    for (size_t i = 0; i < times; i++) {
        what(n);
    }
    return (now() - begun) / (double)times;
}

/* All of them must agree, or the figures would be about something else. */
static void check(size_t library, const char *what, size_t n,
                  const uint8_t *out, const uint8_t *want)
{
    if (memcmp(out, want, n) != 0 || memcmp(made, tag, sizeof(tag)) != 0) {
        fprintf(stderr, "%s: wrong %s of %zu bytes\n",
                libraries[library].name, what, n);
        exit(EXIT_FAILURE);
    }
}

static void row(size_t n, int encrypt)
{
    static uint8_t want[MOST];
    double best[COUNT(libraries)], cycle = 1e18;

    ours_seal(n);
    memcpy(want, sealed, n);
    memcpy(tag, made, sizeof(tag));
    for (size_t i = 0; i < COUNT(libraries); i++) {
        best[i] = 1e18;
        memset(made, 0, sizeof(made));
        if (encrypt) {
            libraries[i].seal(n);
            check(i, "seal", n, sealed, want);
        } else {
            memset(opened, 0, sizeof(opened));
            libraries[i].open(n);
            check(i, "open", n, opened, text);
        }
    }
    for (int t = 0; t < TURNS; t++) {
        const double c = chain() / 1000;

        cycle = c < cycle ? c : cycle;
        for (size_t i = 0; i < COUNT(libraries); i++) {
            const double x = slice(encrypt ? libraries[i].seal
                                           : libraries[i].open, n);

            best[i] = x < best[i] ? x : best[i];
        }
    }
    printf("%-5s %6zu", encrypt ? "seal" : "open", n);
    for (size_t i = 0; i < COUNT(libraries); i++) {
        printf("  %9.3f", best[i] / cycle / (double)n);
    }
    for (size_t i = 1; i < COUNT(libraries); i++) {
        printf("  %9.2f", best[i] / best[0]);
    }
    printf("\n");
}

int main(void)
{
    setup();
    printf("cycles per byte, and the others' over ours; tier %s\n%12s",
           vgf_tier_name(m.ops->tier), "");
    for (size_t i = 0; i < COUNT(libraries); i++) {
        printf("  %9s", libraries[i].name);
    }
    printf("\n");
    for (int encrypt = 1; encrypt >= 0; encrypt--) {
        for (size_t s = 0; s < COUNT(sizes); s++) {
            row(sizes[s], encrypt);
        }
    }
    return EXIT_SUCCESS;
}
