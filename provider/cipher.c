/* SPDX-License-Identifier: Apache-2.0 */
#include "cipher.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

/* OpenSSL 3.0's headers do not have it yet. */
#define PARAM_ENCRYPT_THEN_MAC "encrypt-then-mac"

static int get(const void *ctx, enum vgf_key key, OSSL_PARAM *p)
{
    const struct vgf_cipher_info *info = ctx;

    switch (key) {
    case KEY_MODE:
        return vgf_put_uint(p, info->mode);
    case KEY_KEYLEN:
        return vgf_put_size(p, info->keylen);
    case KEY_IVLEN:
        return vgf_put_size(p, info->ivlen);
    case KEY_BLOCKSIZE:
        return vgf_put_size(p, info->blocksize);
    case KEY_AEAD:
        return vgf_put_int(p, info->aead);
    case KEY_CUSTOM_IV:
        return vgf_put_int(p, info->custom_iv);
    case KEY_CTS:
    case KEY_TLS_MULTI:
    case KEY_HAS_RANDKEY:
    case KEY_ENCRYPT_THEN_MAC:
        return vgf_put_int(p, 0);
    default:
        return 1;
    }
}

int vgf_cipher_get_params(const struct vgf_cipher_info *info,
                          OSSL_PARAM params[])
{
    return vgf_get_params(info, params, get);
}

const OSSL_PARAM *vgf_cipher_gettable_params(void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_CTS, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, NULL),
        OSSL_PARAM_int(OSSL_CIPHER_PARAM_HAS_RAND_KEY, NULL),
        OSSL_PARAM_int(PARAM_ENCRYPT_THEN_MAC, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return gettable;
}

int vgf_cipher_put_tls_mac(OSSL_PARAM *p)
{
    return p->data_type == OSSL_PARAM_OCTET_PTR && vgf_put_octets(p, NULL, 0);
}

int vgf_same_key(uint8_t held[32], int is_held, const uint8_t *key, size_t n)
{
    if (is_held && vgf_equal(held, key, n)) {
        return 1;
    }
    memcpy(held, key, n);
    return 0;
}
