/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#27216; s2n-bignum#443: assembly read past the end of a buffer, seen
 * only where the next page is not there.  (openssl#23200 (CVE-2023-6129),
 * #28961, #28990, #30584, #30587: registers lost; test/kernels looks at those
 * and has every kernel against its page ends; this is the way from EVP.)
 *
 * Right: not a byte outside of the buffers, which lie against a page that
 * cannot be touched, at their end or at their start.
 */
#include "field.h"

#include <sys/mman.h>
#include <unistd.h>

#define MOST 600

/* A buffer of one page between two that cannot be touched. */
static uint8_t *page(void)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *p = mmap(NULL, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                      -1, 0);

    ck_assert(p != MAP_FAILED);
    ck_assert_int_eq(mprotect(p + size, size, PROT_READ | PROT_WRITE), 0);
    return p + size;
}

static uint8_t *place(uint8_t *p, size_t len, bool at_end)
{
    return at_end ? p + sysconf(_SC_PAGESIZE) - len : p;
}

START_TEST(page_ends)
{
    const char *alg = support_ciphers[_i];
    bool ecb = strstr(alg, "ECB") != NULL;
    bool aead = strstr(alg, "GCM") != NULL || strstr(alg, "Poly") != NULL;
    uint8_t *pages[4] = {page(), page(), page(), page()};
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, NULL, 1);
    size_t keylen = (size_t)EVP_CIPHER_CTX_get_key_length(ctx);
    size_t ivlen = (size_t)EVP_CIPHER_CTX_get_iv_length(ctx);

    for (size_t len = 0; len <= MOST; len += len < 100 ? 1 : 37) {
        bool at_end = len % 4 != 0 || len % 8 == 0;
        size_t n = ecb ? len / 16 * 16 : len;
        uint8_t *key = place(pages[0], keylen, at_end);
        uint8_t *iv = place(pages[1], ivlen, at_end);
        uint8_t *in = place(pages[2], n, at_end);
        uint8_t *out = place(pages[3], n, at_end);
        int outl;

        ck_assert(EVP_CipherInit_ex2(ctx, NULL, key, iv, len % 3 != 0, NULL));
        EVP_CIPHER_CTX_set_padding(ctx, 0);
        ck_assert(!aead || message_update(ctx, NULL, in, (int)n));
        ck_assert(message_update(ctx, len % 5 == 0 ? in : out, in, (int)n));
        if (aead && len % 3 != 0) {
            ck_assert(EVP_CipherFinal_ex(ctx, NULL, &outl));
            ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(
                ctx, EVP_CTRL_AEAD_GET_TAG, 16,
                place(pages[3], 16, at_end)), 1);
        }
    }
    EVP_CIPHER_CTX_free(ctx);
    for (int i = 0; i < 4; i++) {
        long size = sysconf(_SC_PAGESIZE);

        munmap(pages[i] - size, 3 * (size_t)size);
    }
}
END_TEST

TCase *field_openssl_27216(void)
{
    TCase *tc = field_case("openssl-27216");

    tcase_add_loop_test(tc, page_ends, 0, 11);
    return tc;
}
