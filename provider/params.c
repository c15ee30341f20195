/* SPDX-License-Identifier: Apache-2.0 */
#include "params.h"

#include <string.h>

/* ---- Names ------------------------------------------------------------- */

struct name {
    const char *text;
    enum vgf_key key;
};

/* Sorted by first letter, so that a look-up tries a handful at most. */
static const struct name names[] = {
    { "aead", KEY_AEAD },
    { "blocksize", KEY_BLOCKSIZE },
    { "cts", KEY_CTS },
    { "custom-iv", KEY_CUSTOM_IV },
    { "encrypt-then-mac", KEY_ENCRYPT_THEN_MAC },
    { "has-randkey", KEY_HAS_RANDKEY },
    { "ivlen", KEY_IVLEN },
    { "iv", KEY_IV },
    { "iv-generated", KEY_IV_GENERATED },
    { "keylen", KEY_KEYLEN },
    { "key", KEY_KEY },
    { "mode", KEY_MODE },
    { "num", KEY_NUM },
    { "padding", KEY_PADDING },
    { "size", KEY_SIZE },
    { "tag", KEY_TAG },
    { "tlsaad", KEY_TLSAAD },
    { "tlsaadpad", KEY_TLSAADPAD },
    { "tlsivgen", KEY_TLSIVGEN },
    { "tlsivfixed", KEY_TLSIVFIXED },
    { "tlsivinv", KEY_TLSIVINV },
    { "taglen", KEY_TAGLEN },
    { "tls-mac", KEY_TLS_MAC },
    { "tls-mac-size", KEY_TLS_MAC_SIZE },
    { "tls-multi", KEY_TLS_MULTI },
    { "tls-version", KEY_TLS_VERSION },
    { "updated-iv", KEY_UPDATED_IV },
    { "use-bits", KEY_USE_BITS },
};

#define NAMES (sizeof(names) / sizeof(*names))

/* Where each first letter from 'a' on begins in names[]. */
static const uint8_t first_name['z' - 'a' + 1] = {
    ['a' - 'a'] = 0,  ['b' - 'a'] = 1,  ['c' - 'a'] = 2,  ['e' - 'a'] = 4,
    ['h' - 'a'] = 5,  ['i' - 'a'] = 6,  ['k' - 'a'] = 9,  ['m' - 'a'] = 11,
    ['n' - 'a'] = 12, ['p' - 'a'] = 13, ['s' - 'a'] = 14, ['t' - 'a'] = 15,
    ['u' - 'a'] = 26,
};

enum vgf_key vgf_key_of(const char *name)
{
    if (*name < 'a' || *name > 'z') {
        return KEY_UNKNOWN;
    }
    for (size_t i = first_name[*name - 'a'];
         i < NAMES && names[i].text[0] <= *name; i++) {
        if (strcmp(names[i].text, name) == 0) {
            return names[i].key;
        }
    }
    return KEY_UNKNOWN;
}

/* ---- Arrays ------------------------------------------------------------ */

int vgf_get_params(const void *ctx, OSSL_PARAM params[],
                   int (*get)(const void *ctx, enum vgf_key key,
                              OSSL_PARAM *p))
{
    uint32_t seen = 1u << KEY_UNKNOWN;

    if (params == NULL) {
        return 1;
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
