/* SPDX-License-Identifier: Apache-2.0 */
/* core.c - upcalls to libcrypto, and what replaces the rest of it. */
#include "vgf.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/random.h>

#define ALIGNMENT 64

int vgf_core_init(struct vgf_prov *prov, const OSSL_CORE_HANDLE *handle,
                  const OSSL_DISPATCH *in)
{
    prov->handle = handle;
    for (; in->function_id != 0; in++) {
        switch (in->function_id) {
        case OSSL_FUNC_CORE_GET_PARAMS:
            prov->core_get_params = OSSL_FUNC_core_get_params(in);
            break;
        case OSSL_FUNC_CORE_NEW_ERROR:
            prov->new_error = OSSL_FUNC_core_new_error(in);
            break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
            prov->set_error_debug = OSSL_FUNC_core_set_error_debug(in);
            break;
        case OSSL_FUNC_CORE_VSET_ERROR:
            prov->vset_error = OSSL_FUNC_core_vset_error(in);
            break;
        case OSSL_FUNC_CRYPTO_ZALLOC:
            prov->zalloc = OSSL_FUNC_CRYPTO_zalloc(in);
            break;
        case OSSL_FUNC_CRYPTO_CLEAR_FREE:
            prov->clear_free = OSSL_FUNC_CRYPTO_clear_free(in);
            break;
        case OSSL_FUNC_GET_ENTROPY:
            prov->get_entropy = OSSL_FUNC_get_entropy(in);
            break;
        case OSSL_FUNC_CLEANUP_ENTROPY:
            prov->cleanup_entropy = OSSL_FUNC_cleanup_entropy(in);
            break;
        default:
            break;
        }
    }
    return prov->core_get_params != NULL && prov->new_error != NULL
           && prov->set_error_debug != NULL && prov->vset_error != NULL
           && prov->zalloc != NULL && prov->clear_free != NULL;
}

void vgf_raise_text(const struct vgf_prov *prov, const char *file, int line,
                    const char *func, uint32_t reason, const char *fmt, ...)
{
    va_list args;

    prov->new_error(prov->handle);
    prov->set_error_debug(prov->handle, file, line, func);
    va_start(args, fmt);
    prov->vset_error(prov->handle, (uint32_t)ERR_LIB_PROV << ERR_LIB_OFFSET
                                       | reason, fmt, args);
    va_end(args);
}

/*
 * libcrypto has no aligned allocation for providers: take more, and keep the
 * distance to the true beginning in the byte before the aligned one.
 */
void *vgf_alloc(const struct vgf_prov *prov, size_t size)
{
    uint8_t *raw = prov->zalloc(size + ALIGNMENT, __FILE_NAME__, __LINE__);
    size_t skip;

    if (raw == NULL) {
        vgf_raise(prov, ERR_R_MALLOC_FAILURE);
        return NULL;
    }
    skip = ALIGNMENT - (uintptr_t)raw % ALIGNMENT;
    raw[skip - 1] = (uint8_t)skip;
    return raw + skip;
}

void vgf_free(const struct vgf_prov *prov, void *p, size_t size)
{
    uint8_t *aligned = p;

    if (aligned != NULL) {
        prov->clear_free(aligned - aligned[-1], size + ALIGNMENT,
                         __FILE_NAME__, __LINE__);
    }
}

void *vgf_dup(const struct vgf_prov *prov, const void *p, size_t size)
{
    void *copy = vgf_alloc(prov, size);

    if (copy != NULL) {
        memcpy(copy, p, size);
    }
    return copy;
}

int vgf_equal(const uint8_t *a, const uint8_t *b, size_t n)
{
    uint64_t difference = 0;

    for (; n >= 8; n -= 8, a += 8, b += 8) {
        difference |= load64_le(a) ^ load64_le(b);
    }
    for (; n > 0; n--, a++, b++) {
        difference |= *a ^ *b;
    }
    /* the compiler is not to know that only zero or not is wanted */
    __asm__("" : "+r"(difference));
    return difference == 0;
}

static int random_upcall(const struct vgf_prov *prov, uint8_t *out, size_t n)
{
    unsigned char *bytes = NULL;
    size_t got;

    if (prov->get_entropy == NULL || prov->cleanup_entropy == NULL) {
        return 0;
    }
    got = prov->get_entropy(prov->handle, &bytes, 8 * (int)n, n, n);
    if (got == n) {
        memcpy(out, bytes, n);
    }
    if (bytes != NULL) {
        prov->cleanup_entropy(prov->handle, bytes, got);
    }
    return got == n;
}

int vgf_random(const struct vgf_prov *prov, uint8_t *out, size_t n)
{
    size_t done = 0;

    while (done < n) {
        ssize_t got = getrandom(out + done, n - done, 0);

        if (got > 0) {
            done += (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            return random_upcall(prov, out + done, n - done);
        }
    }
    return 1;
}
