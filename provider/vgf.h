/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vgf.h - the loaded provider, and the few services that libcrypto offers it
 * by upcall: errors, memory, configuration.  The module is not linked with
 * libcrypto, so whatever else it needs it brings along.
 */
#ifndef VGF_H
#define VGF_H

#include "../kernels/bytes.h"
#include "../kernels/kernels.h"

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/err.h>
#include <openssl/proverr.h>

/* Families of kernels, in the order in which status texts name them. */
enum vgf_family {
    VGF_AES,
    VGF_GCM,
    VGF_CHACHA20,
    VGF_POLY1305,
    VGF_CHACHAPOLY,
    VGF_FAMILIES
};

/* The kernels in use.  A family that is not offered has a NULL. */
struct vgf_kernels {
    const struct vgf_aes_ops *aes;
    const struct vgf_gcm_ops *gcm;
    const struct vgf_chacha20_ops *chacha20;
    const struct vgf_poly1305_ops *poly1305;
    const struct vgf_chachapoly_ops *chachapoly;
};

#define VGF_MAX_CIPHERS 11

/*
 * One load of the module into one OSSL_LIB_CTX: the provider context.  Nothing
 * in it changes once vgfast_provider_init() has returned, and there is no other
 * state: several libcryptos of one process may share the mapped file.
 */
struct vgf_prov {
    const OSSL_CORE_HANDLE *handle;

    OSSL_FUNC_core_get_params_fn *core_get_params;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_CRYPTO_zalloc_fn *zalloc;
    OSSL_FUNC_CRYPTO_clear_free_fn *clear_free;
    OSSL_FUNC_get_entropy_fn *get_entropy;
    OSSL_FUNC_cleanup_entropy_fn *cleanup_entropy;

    unsigned openssl;                   /* its version, 306 for 3.6 */
    struct vgf_kernels kernels;
    int status;                         /* 0: a self-test failed */
    char buildinfo[320];

    /* What OSSL_FUNC_provider_query_operation() answers. */
    OSSL_ALGORITHM ciphers[VGF_MAX_CIPHERS + 1];
    OSSL_ALGORITHM macs[2];
};

/* Takes the upcalls out of in.  1, or 0 if one that cannot be done without is
 * missing. */
int vgf_core_init(struct vgf_prov *prov, const OSSL_CORE_HANDLE *handle,
                  const OSSL_DISPATCH *in);

/* ---- Errors ------------------------------------------------------------ */

/*
 * Puts an error on the thread's queue, filed under "Provider routines" like
 * those of the default provider.  reason is a PROV_R_* or ERR_R_* number; fmt,
 * if not NULL, is a printf format for further text.
 */
#define vgf_raise(prov, reason) \
    vgf_raise_text(prov, __FILE_NAME__, __LINE__, __func__, reason, NULL)

void vgf_raise_text(const struct vgf_prov *prov, const char *file, int line,
                    const char *func, uint32_t reason, const char *fmt, ...)
    __attribute__((format(printf, 6, 7)));

#ifndef __FILE_NAME__           /* clang, gcc 12: the name without its path */
#define __FILE_NAME__ __FILE__
#endif

/* ---- Memory and random bytes ------------------------------------------- */

/* size zeroed bytes on a 64-byte boundary, NULL with an error if there are
 * none.  vgf_free() wipes them; NULL is allowed there. */
void *vgf_alloc(const struct vgf_prov *prov, size_t size);
void vgf_free(const struct vgf_prov *prov, void *p, size_t size);

/* A copy of p[0..size), as by vgf_alloc().  Contexts hold no pointers into
 * themselves, so this is all there is to duplicating one. */
void *vgf_dup(const struct vgf_prov *prov, const void *p, size_t size);

/* a[0..n) == b[0..n), in time that depends on n only. */
int vgf_equal(const uint8_t *a, const uint8_t *b, size_t n);

/* The same for a whole tag, and with no call. */
static inline int vgf_equal_tag(const uint8_t a[16], const uint8_t b[16])
{
    uint64_t difference = (load64_le(a) ^ load64_le(b))
                          | (load64_le(a + 8) ^ load64_le(b + 8));

    __asm__("" : "+r"(difference));     /* as in vgf_equal() */
    return difference == 0;
}

/*
 * n random bytes, 1 or 0.  From the system, never from OpenSSL's RAND, whose
 * DRBG may be the caller: it may run on our AES.
 */
int vgf_random(const struct vgf_prov *prov, uint8_t *out, size_t n);

#endif
