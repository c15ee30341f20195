/* SPDX-License-Identifier: Apache-2.0 */
#include "params.h"

#include <string.h>

/* ---- Names ------------------------------------------------------------- */

/* key if the names are the same; no call, since this runs several times a
 * message. */
static inline enum vgf_key is(const char *name, const char *text,
                              enum vgf_key key)
{
    while (*name == *text) {
        if (*name == '\0') {
            return key;
        }
        name++;
        text++;
    }
    return KEY_UNKNOWN;
}

/* name is "tls..". */
static enum vgf_key tls_key_of(const char *name)
{
    switch (name[3]) {
    case 'a':
        return is(name, "tlsaad", KEY_TLSAAD)
               | is(name, "tlsaadpad", KEY_TLSAADPAD);
    case 'i':
        return is(name, "tlsivgen", KEY_TLSIVGEN)
               | is(name, "tlsivfixed", KEY_TLSIVFIXED)
               | is(name, "tlsivinv", KEY_TLSIVINV);
    case '-':
        return is(name, "tls-mac", KEY_TLS_MAC)
               | is(name, "tls-mac-size", KEY_TLS_MAC_SIZE)
               | is(name, "tls-multi", KEY_TLS_MULTI)
               | is(name, "tls-version", KEY_TLS_VERSION);
    default:
        return KEY_UNKNOWN;
    }
}

/* name is "iv..". */
static enum vgf_key iv_key_of(const char *name)
{
    switch (name[2]) {
    case 'l':
        return is(name, "ivlen", KEY_IVLEN);
    case '-':
        return is(name, "iv-generated", KEY_IV_GENERATED);
    default:
        return name[2] == '\0' ? KEY_IV : KEY_UNKNOWN;
    }
}

/* name is "ta..". */
static enum vgf_key tag_key_of(const char *name)
{
    if (name[2] != 'g') {
        return KEY_UNKNOWN;
    }
    return name[3] == '\0' ? KEY_TAG : is(name, "taglen", KEY_TAGLEN);
}

enum vgf_key vgf_key_of(const char *name)
{
    switch (name[0]) {
    case 'a':
        return is(name, "aead", KEY_AEAD);
    case 'b':
        return is(name, "blocksize", KEY_BLOCKSIZE);
    case 'c':
        return is(name, "cts", KEY_CTS)
               | is(name, "custom-iv", KEY_CUSTOM_IV);
    case 'e':
        return is(name, "encrypt-then-mac", KEY_ENCRYPT_THEN_MAC);
    case 'h':
        return is(name, "has-randkey", KEY_HAS_RANDKEY);
    case 'i':
        return name[1] == 'v' ? iv_key_of(name) : KEY_UNKNOWN;
    case 'k':
        return is(name, "keylen", KEY_KEYLEN) | is(name, "key", KEY_KEY);
    case 'm':
        return is(name, "mode", KEY_MODE);
    case 'n':
        return is(name, "num", KEY_NUM);
    case 'p':
        return is(name, "padding", KEY_PADDING);
    case 's':
        return is(name, "size", KEY_SIZE);
    case 't':
        if (name[1] == 'a') {
            return tag_key_of(name);
        }
        return name[1] == 'l' && name[2] == 's' ? tls_key_of(name)
                                                : KEY_UNKNOWN;
    case 'u':
        return is(name, "updated-iv", KEY_UPDATED_IV)
               | is(name, "use-bits", KEY_USE_BITS);
    default:
        return KEY_UNKNOWN;
    }
}

/* ---- Arrays ------------------------------------------------------------ */

int vgf_get_params(const void *ctx, OSSL_PARAM params[],
                   int (*get)(const void *ctx, enum vgf_key key,
                              OSSL_PARAM *p))
{
    uint32_t seen = 1u << KEY_UNKNOWN;

    if (params == NULL || params->key == NULL) {
        return 1;
    }
    if (params[1].key == NULL) {        /* as libcrypto calls, mostly */
        enum vgf_key key = vgf_key_of(params->key);

        return key == KEY_UNKNOWN || get(ctx, key, params);
    }
    for (; params->key != NULL; params++) {
        enum vgf_key key = vgf_key_of(params->key);

        if (seen >> key & 1) {
            continue;
        }
        seen |= 1u << key;
        if (!get(ctx, key, params)) {
            return 0;
        }
    }
    return 1;
}

int vgf_set_params(void *ctx, const OSSL_PARAM params[],
                   const enum vgf_key order[],
                   int (*set)(void *ctx, enum vgf_key key,
                              const OSSL_PARAM *p))
{
    if (params == NULL || params->key == NULL) {
        return 1;
    }
    if (params[1].key == NULL) {        /* as TLS and OpenSSH call */
        enum vgf_key key = vgf_key_of(params->key);

        while (*order != key && *order != KEY_UNKNOWN) {
            order++;
        }
        return *order == KEY_UNKNOWN || set(ctx, key, params);
    }
    for (; *order != KEY_UNKNOWN; order++) {
        for (const OSSL_PARAM *p = params; p->key != NULL; p++) {
            if (vgf_key_of(p->key) == *order) {
                if (!set(ctx, *order, p)) {
                    return 0;
                }
                break;
            }
        }
    }
    return 1;
}

/* ---- Answers ----------------------------------------------------------- */

int vgf_put_number(OSSL_PARAM *p, uint32_t value, size_t native)
{
    double real = value;
    unsigned bits;

    p->return_size = 0;
    if (p->data_type == OSSL_PARAM_REAL) {
        p->return_size = sizeof(real);
        if (p->data == NULL) {
            return 1;
        }
        if (p->data_size != sizeof(real)) {
            return 0;
        }
        memcpy(p->data, &real, sizeof(real));
        return 1;
    }
    if (p->data_type != OSSL_PARAM_INTEGER
        && p->data_type != OSSL_PARAM_UNSIGNED_INTEGER) {
        return 0;
    }
    p->return_size = native;
    if (p->data == NULL) {
        return 1;
    }
    if (p->data_size < sizeof(value)) {
        bits = 8 * (unsigned)p->data_size;
        if (p->data_type == OSSL_PARAM_INTEGER && bits > 0) {
            bits--;
        }
        if (value >> bits != 0) {
            return 0;
        }
    } else if (p->data_size == sizeof(value)
               && p->data_type == OSSL_PARAM_INTEGER && value > INT32_MAX) {
        return 0;
    }
    memset(p->data, 0, p->data_size);
    memcpy(p->data, &value,
           p->data_size < sizeof(value) ? p->data_size : sizeof(value));
    p->return_size = p->data_size;
    return 1;
}

int vgf_put_int(OSSL_PARAM *p, int value)
{
    return vgf_put_number(p, (uint32_t)value, sizeof(value));
}

int vgf_put_uint(OSSL_PARAM *p, unsigned value)
{
    return vgf_put_number(p, value, sizeof(value));
}

int vgf_put_size(OSSL_PARAM *p, size_t value)
{
    return vgf_put_number(p, (uint32_t)value, sizeof(value));
}

int vgf_put_octets(OSSL_PARAM *p, const void *bytes, size_t n)
{
    if (p->data_type == OSSL_PARAM_OCTET_PTR) {
        p->return_size = n;
        if (p->data != NULL) {
            *(const void **)p->data = bytes;
        }
        return 1;
    }
    p->return_size = 0;
    if (p->data_type != OSSL_PARAM_OCTET_STRING) {
        return 0;
    }
    p->return_size = n;
    if (p->data == NULL) {
        return 1;
    }
    if (p->data_size < n) {
        return 0;
    }
    if (n != 0) {
        memcpy(p->data, bytes, n);
    }
    return 1;
}

int vgf_put_text(OSSL_PARAM *p, const char *text)
{
    if (p->data_type != OSSL_PARAM_UTF8_PTR) {
        p->return_size = 0;
        return 0;
    }
    p->return_size = strlen(text);
    if (p->data != NULL) {
        *(const char **)p->data = text;
    }
    return 1;
}

/* ---- Questions --------------------------------------------------------- */

int vgf_take_number(const OSSL_PARAM *p, uint64_t max, uint64_t *value)
{
    const uint8_t *bytes = p->data;
    uint64_t v = 0;
    double real;

    if (bytes == NULL || p->data_size == 0) {
        return 0;
    }
    if (p->data_type == OSSL_PARAM_REAL) {
        if (p->data_size != sizeof(real)) {
            return 0;
        }
        memcpy(&real, bytes, sizeof(real));
        /* 2^63 is as far as any of our limits goes; not-a-number fails */
        if (!(real >= 0 && real < 9223372036854775808.0)
            || (double)(uint64_t)real != real) {
            return 0;
        }
        v = (uint64_t)real;
    } else if (p->data_type == OSSL_PARAM_INTEGER
               || p->data_type == OSSL_PARAM_UNSIGNED_INTEGER) {
        if (p->data_type == OSSL_PARAM_INTEGER
            && bytes[p->data_size - 1] & 0x80) {
            return 0;                   /* negative */
        }
        for (size_t i = p->data_size; i-- > 0;) {
            if (v >> 56 != 0) {
                return 0;
            }
            v = v << 8 | bytes[i];
        }
    } else {
        return 0;
    }
    *value = v;
    return v <= max;
}

int vgf_take_uint(const OSSL_PARAM *p, unsigned *value)
{
    uint64_t v;

    if (!vgf_take_number(p, UINT32_MAX, &v)) {
        return 0;
    }
    *value = (unsigned)v;
    return 1;
}

int vgf_take_size(const OSSL_PARAM *p, size_t *value)
{
    uint64_t v;

    if (!vgf_take_number(p, SIZE_MAX, &v)) {
        return 0;
    }
    *value = (size_t)v;
    return 1;
}
