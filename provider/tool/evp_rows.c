/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evp_rows.c - the calls that are timed through EVP, and the table of rows.
 *
 * The key is set up once; each message has a new nonce.  Only where messages
 * are opened is it the same one every time, since there is but one message;
 * neither provider can gain from that.
 */
#include "evp.h"

#include <string.h>

/* Eight bytes that differ from message to message. */
static void next(uint8_t counter[8])
{
    uint64_t v;

    memcpy(&v, counter, sizeof(v));
    v++;
    memcpy(counter, &v, sizeof(v));
}

static int run_stream(void *arg, size_t count)
{
    struct job *j = arg;
    int len;

    for (; count > 0; count--) {
        next(j->iv + 8);
        if (!EVP_CipherInit_ex(j->ctx, NULL, NULL, NULL, j->iv, -1)
            || !EVP_CipherUpdate(j->ctx, j->out, &len, j->in, (int)j->size)
            || (size_t)len != j->size) {
            return 0;
        }
    }
    return 1;
}

static int run_ecb(void *arg, size_t count)
{
    struct job *j = arg;
    int len;

    for (; count > 0; count--) {
        if (!EVP_CipherUpdate(j->ctx, j->out, &len, j->in, (int)j->size)
            || (size_t)len != j->size) {
            return 0;
        }
    }
    return 1;
}

static int run_seal(void *arg, size_t count)
{
    struct job *j = arg;
    int len, more;

    for (; count > 0; count--) {
        next(j->iv + 4);
        if (!EVP_CipherInit_ex(j->ctx, NULL, NULL, NULL, j->iv, 1)
            || !EVP_CipherUpdate(j->ctx, NULL, &len, j->aad, AAD_LEN)
            || !EVP_CipherUpdate(j->ctx, j->out, &len, j->in, (int)j->size)
            || !EVP_CipherFinal_ex(j->ctx, j->out + len, &more)
            || (size_t)(len + more) != j->size
            || EVP_CIPHER_CTX_ctrl(j->ctx, EVP_CTRL_AEAD_GET_TAG, TAG_LEN,
                                   j->tag) <= 0) {
            return 0;
        }
    }
    return 1;
}

static int run_open(void *arg, size_t count)
{
    struct job *j = arg;
    int len, more;

    for (; count > 0; count--) {
        if (!EVP_CipherInit_ex(j->ctx, NULL, NULL, NULL, j->iv, 0)
            || EVP_CIPHER_CTX_ctrl(j->ctx, EVP_CTRL_AEAD_SET_TAG, TAG_LEN,
                                   j->tag) <= 0
            || !EVP_CipherUpdate(j->ctx, NULL, &len, j->aad, AAD_LEN)
            || !EVP_CipherUpdate(j->ctx, j->out, &len, j->in, (int)j->size)
            || !EVP_CipherFinal_ex(j->ctx, j->out + len, &more)
            || (size_t)(len + more) != j->size) {
            return 0;
        }
    }
    return 1;
}

static int run_record_seal(void *arg, size_t count)
{
    struct job *j = arg;
    int len;

    for (; count > 0; count--) {
        next(j->aad);
        if (EVP_CIPHER_CTX_ctrl(j->ctx, EVP_CTRL_AEAD_TLS1_AAD, AAD_LEN,
                                j->aad) != TAG_LEN
            || !EVP_CipherUpdate(j->ctx, j->out, &len, j->out,
                                 (int)j->record_len)
            || (size_t)len != j->record_len) {
            return 0;
        }
    }
    return 1;
}

/* The record is opened in place, so a new copy of it is needed each time:
 * this row includes what a socket would do. */
static int run_record_open(void *arg, size_t count)
{
    struct job *j = arg;
    int len;

    for (; count > 0; count--) {
        memcpy(j->out, j->in, j->record_len);
        if (EVP_CIPHER_CTX_ctrl(j->ctx, EVP_CTRL_AEAD_TLS1_AAD, AAD_LEN,
                                j->aad) != TAG_LEN
            || !EVP_CipherUpdate(j->ctx, j->out, &len, j->out,
                                 (int)j->record_len)
            || (size_t)len != j->size) {
            return 0;
        }
    }
    return 1;
}

static int run_mac(void *arg, size_t count)
{
    struct job *j = arg;
    size_t len;

    for (; count > 0; count--) {
        next(j->key);
        if (!EVP_MAC_init(j->mac_ctx, j->key, sizeof(j->key), NULL)
            || !EVP_MAC_update(j->mac_ctx, j->in, j->size)
            || !EVP_MAC_final(j->mac_ctx, j->tag, &len, TAG_LEN)
            || len != TAG_LEN) {
            return 0;
        }
    }
    return 1;
}

static const struct operation stream = {
    .name = "encrypt", .kind = STREAM, .block = 1, .run = run_stream,
};
static const struct operation ecb_encrypt = {
    .name = "encrypt", .kind = ECB, .block = 16, .run = run_ecb,
};
static const struct operation ecb_decrypt = {
    .name = "decrypt", .kind = ECB, .block = 16, .run = run_ecb,
    .decrypts = true,
};
const struct operation evp_aead_seal = {
    .name = "seal", .kind = AEAD, .block = 1, .run = run_seal,
};
static const struct operation aead_open = {
    .name = "open", .kind = AEAD, .block = 1, .run = run_open,
    .decrypts = true,
};
const struct operation evp_record_seal = {
    .name = "tls12-seal", .kind = RECORD, .block = 1, .run = run_record_seal,
    .largest = LARGEST_RECORD,
};
static const struct operation record_open = {
    .name = "tls12-open", .kind = RECORD, .block = 1, .run = run_record_open,
    .largest = LARGEST_RECORD, .decrypts = true,
};
static const struct operation mac = {
    .name = "mac", .kind = MAC, .block = 1, .run = run_mac,
};

const struct row evp_rows[] = {
    { "AES-128-CTR", 16, true, &stream },
    { "AES-192-CTR", 24, false, &stream },
    { "AES-256-CTR", 32, true, &stream },
    { "AES-128-ECB", 16, true, &ecb_encrypt },
    { "AES-128-ECB", 16, true, &ecb_decrypt },
    { "AES-192-ECB", 24, false, &ecb_encrypt },
    { "AES-192-ECB", 24, false, &ecb_decrypt },
    { "AES-256-ECB", 32, false, &ecb_encrypt },
    { "AES-256-ECB", 32, false, &ecb_decrypt },
    { "AES-128-GCM", 16, true, &evp_aead_seal },
    { "AES-128-GCM", 16, true, &aead_open },
    { "AES-128-GCM", 16, true, &evp_record_seal },
    { "AES-128-GCM", 16, true, &record_open },
    { "AES-192-GCM", 24, false, &evp_aead_seal },
    { "AES-192-GCM", 24, false, &aead_open },
    { "AES-192-GCM", 24, false, &evp_record_seal },
    { "AES-192-GCM", 24, false, &record_open },
    { "AES-256-GCM", 32, true, &evp_aead_seal },
    { "AES-256-GCM", 32, true, &aead_open },
    { "AES-256-GCM", 32, true, &evp_record_seal },
    { "AES-256-GCM", 32, true, &record_open },
    { "ChaCha20", 32, true, &stream },
    { "ChaCha20-Poly1305", 32, true, &evp_aead_seal },
    { "ChaCha20-Poly1305", 32, true, &aead_open },
    { "ChaCha20-Poly1305", 32, true, &evp_record_seal },
    { "ChaCha20-Poly1305", 32, true, &record_open },
    { "Poly1305", 32, true, &mac },
};
const size_t evp_rows_count = sizeof(evp_rows) / sizeof(evp_rows[0]);
