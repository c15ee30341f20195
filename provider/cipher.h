/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cipher.h - what the cipher_*.c have in common, and the dispatch tables that
 * provider.c offers.
 *
 * Each cipher_*.c turns OSSL_FUNC_cipher_* calls into calls of its mode_*.c:
 * parameters, states and errors here, buffering and lengths there.  What each
 * call must do is set down, by OpenSSL's manual pages provider-cipher(7) and
 * EVP_EncryptInit(3), and by what the default provider does.
 */
#ifndef VGF_CIPHER_H
#define VGF_CIPHER_H

#include "params.h"
#include "vgf.h"

extern const OSSL_DISPATCH vgf_aes128_ecb_functions[];
extern const OSSL_DISPATCH vgf_aes192_ecb_functions[];
extern const OSSL_DISPATCH vgf_aes256_ecb_functions[];
extern const OSSL_DISPATCH vgf_aes128_ctr_functions[];
extern const OSSL_DISPATCH vgf_aes192_ctr_functions[];
extern const OSSL_DISPATCH vgf_aes256_ctr_functions[];
extern const OSSL_DISPATCH vgf_aes128_gcm_functions[];
extern const OSSL_DISPATCH vgf_aes192_gcm_functions[];
extern const OSSL_DISPATCH vgf_aes256_gcm_functions[];
extern const OSSL_DISPATCH vgf_chacha20_functions[];
extern const OSSL_DISPATCH vgf_chachapoly_functions[];
extern const OSSL_DISPATCH vgf_poly1305_functions[];

/* The part of a cipher's table that does not depend on its key length: each
 * cipher_*.c gives its functions these names. */
#define VGF_CIPHER_FUNCTIONS                                                 \
    { OSSL_FUNC_CIPHER_FREECTX, (void (*)(void))freectx },                   \
    { OSSL_FUNC_CIPHER_DUPCTX, (void (*)(void))dupctx },                     \
    { OSSL_FUNC_CIPHER_ENCRYPT_INIT, (void (*)(void))encrypt_init },         \
    { OSSL_FUNC_CIPHER_DECRYPT_INIT, (void (*)(void))decrypt_init },         \
    { OSSL_FUNC_CIPHER_UPDATE, (void (*)(void))update },                     \
    { OSSL_FUNC_CIPHER_FINAL, (void (*)(void))final },                       \
    { OSSL_FUNC_CIPHER_CIPHER, (void (*)(void))cipher },                     \
    { OSSL_FUNC_CIPHER_GETTABLE_PARAMS,                                      \
      (void (*)(void))vgf_cipher_gettable_params },                          \
    { OSSL_FUNC_CIPHER_GET_CTX_PARAMS, (void (*)(void))get_ctx_params },     \
    { OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS,                                  \
      (void (*)(void))gettable_ctx_params },                                 \
    { OSSL_FUNC_CIPHER_SET_CTX_PARAMS, (void (*)(void))set_ctx_params },     \
    { OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS,                                  \
      (void (*)(void))settable_ctx_params },                                 \
    { 0, NULL }

/* What get_params answers: constants of a cipher, whatever the processor. */
struct vgf_cipher_info {
    unsigned mode;              /* EVP_CIPH_*_MODE */
    size_t keylen;              /* bytes */
    size_t ivlen;               /* bytes */
    size_t blocksize;           /* bytes; 1 for stream ciphers */
    int aead;
    int custom_iv;              /* EVP leaves the IV to us */
};

int vgf_cipher_get_params(const struct vgf_cipher_info *info,
                          OSSL_PARAM params[]);
const OSSL_PARAM *vgf_cipher_gettable_params(void *provctx);

/* Answers `tls-mac`: an address only, and there is none for our modes. */
int vgf_cipher_put_tls_mac(OSSL_PARAM *p);

/*
 * A key of the context being set again is common (TLS 1.3 sets it once per
 * record on some paths, language bindings once per message), and scheduling it
 * costs more than a short message.  1 if key[0..n) is what is held; otherwise
 * it is put there, and 0.
 */
int vgf_same_key(uint8_t held[32], int is_held, const uint8_t *key, size_t n);

#endif
