/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evp.c - the rows that go through EVP, which is what an application gets:
 * fetches an algorithm from both providers, makes sure that each serves what
 * was asked of it and that both give the same bytes, and times them.
 */
#include "evp.h"

#include <stdio.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/provider.h>

static void job_free(struct job *j)
{
    EVP_CIPHER_CTX_free(j->ctx);
    EVP_CIPHER_free(j->cipher);
    EVP_MAC_CTX_free(j->mac_ctx);
    EVP_MAC_free(j->mac);
}

/* The length field of TLS 1.2's additional data counts what is on the wire:
 * the explicit IV, and for the one who opens, the tag. */
static void set_record_length(struct job *j, const struct row *row)
{
    size_t head = EVP_CIPHER_is_a(j->cipher, "ChaCha20-Poly1305")
                  ? 0 : EXPLICIT_IV_LEN;
    size_t len = head + j->size + (row->op->decrypts ? TAG_LEN : 0);

    j->record_len = head + j->size + TAG_LEN;
    j->aad[8] = 23;             /* application data */
    j->aad[9] = j->aad[10] = 3; /* TLS 1.2 */
    j->aad[11] = (uint8_t)(len >> 8);
    j->aad[12] = (uint8_t)len;
}

/* Key and everything else that is set once. */
static int job_prepare(struct job *j, const struct row *row)
{
    int encrypt = !row->op->decrypts;

    if (row->op->kind == MAC) {
        j->mac_ctx = EVP_MAC_CTX_new(j->mac);
        return j->mac_ctx != NULL;
    }
    j->ctx = EVP_CIPHER_CTX_new();
    if (j->ctx == NULL
        || !EVP_CipherInit_ex(j->ctx, j->cipher, NULL, j->key, j->iv,
                              encrypt)) {
        return 0;
    }
    if (row->op->kind == ECB) {
        return EVP_CIPHER_CTX_set_padding(j->ctx, 0);
    }
    if (row->op->kind == RECORD) {
        set_record_length(j, row);
        /* libssl gives GCM four bytes and leaves the rest to chance; -1
         * gives all, so that both providers write the same records */
        if (!EVP_CIPHER_is_a(j->cipher, "ChaCha20-Poly1305")) {
            return EVP_CIPHER_CTX_ctrl(j->ctx, EVP_CTRL_AEAD_SET_IV_FIXED,
                                       -1, j->iv) > 0;
        }
    }
    return 1;
}

/* Who serves the fetched algorithm must be who was asked for, or the numbers
 * would be about something else. */
static int served_by(const OSSL_PROVIDER *by, const char *provider,
                     const char *algorithm)
{
    const char *name = by != NULL ? OSSL_PROVIDER_get0_name(by) : "nobody";

    if (strcmp(name, provider) != 0) {
        fprintf(stderr, "vgfast: %s was asked of %s, but %s serves it\n",
                algorithm, provider, name);
        return 0;
    }
    return 1;
}

static enum outcome job_fetch(struct job *j, const struct row *row,
                              OSSL_LIB_CTX *libctx, const char *provider)
{
    char query[64];
    const OSSL_PROVIDER *by;

    snprintf(query, sizeof(query), "provider=%s", provider);
    if (row->op->kind == MAC) {
        j->mac = EVP_MAC_fetch(libctx, row->algorithm, query);
    } else {
        j->cipher = EVP_CIPHER_fetch(libctx, row->algorithm, query);
    }
    if (j->mac == NULL && j->cipher == NULL) {
        ERR_clear_error();
        return CELL_NOT_OFFERED;
    }
    by = j->mac != NULL ? EVP_MAC_get0_provider(j->mac)
                        : EVP_CIPHER_get0_provider(j->cipher);
    return served_by(by, provider, row->algorithm) ? CELL_OK : CELL_FAILED;
}

static enum outcome job_new(struct job *j, const struct row *row, size_t size,
                            OSSL_LIB_CTX *libctx, const char *provider,
                            struct buffers *b)
{
    enum outcome o;

    memset(j, 0, sizeof(*j));
    j->size = size;
    j->in = b->in;
    j->out = b->out;
    for (size_t i = 0; i < sizeof(j->key); i++) {
        j->key[i] = (uint8_t)(i + 1);
    }
    o = job_fetch(j, row, libctx, provider);
    if (o == CELL_OK && !job_prepare(j, row)) {
        o = CELL_FAILED;
    }
    return o;
}

/*
 * For the rows that open: the default provider seals the message, which then
 * takes the place of the input.  sealed keeps nonce, sequence number and tag.
 */
static int seal_input(struct job *sealed, const struct row *row, size_t size,
                      OSSL_LIB_CTX *libctx, struct buffers *b)
{
    struct row sealing = *row;
    int ok;

    sealing.op = row->op->kind == RECORD ? &evp_record_seal : &evp_aead_seal;
    ok = job_new(sealed, &sealing, size, libctx, "default", b) == CELL_OK
         && sealing.op->run(sealed, 1);
    memcpy(b->in, b->out, size + EXPLICIT_IV_LEN + TAG_LEN);
    job_free(sealed);
    return ok;
}

static void take_sealed(struct job *j, const struct job *sealed)
{
    memcpy(j->iv, sealed->iv, sizeof(j->iv));
    memcpy(j->aad, sealed->aad, EXPLICIT_IV_LEN);   /* sequence number */
    memcpy(j->tag, sealed->tag, sizeof(j->tag));
}

/* Runs one message with each provider.  Are output and tag the same? */
static int check(struct job jobs[2], const struct row *row, struct buffers *b)
{
    size_t len = jobs[0].size + EXPLICIT_IV_LEN + TAG_LEN;

    for (int i = 0; i < 2; i++) {
        memset(b->out, 0, len);
        if (!row->op->run(&jobs[i], 1)) {
            return 0;
        }
        if (i == 0) {
            memcpy(b->expected, b->out, len);
        }
    }
    /* where a record was opened, only the payload says anything */
    if (row->op->kind == RECORD && row->op->decrypts) {
        size_t head = jobs[0].record_len - TAG_LEN - jobs[0].size;

        return memcmp(b->expected + head, b->out + head, jobs[0].size) == 0;
    }
    return memcmp(b->expected, b->out, len) == 0
           && memcmp(jobs[0].tag, jobs[1].tag, TAG_LEN) == 0;
}

enum outcome evp_cell(struct cell *c, const struct providers *p,
                      struct buffers *b, const struct effort *effort)
{
    const struct row *row = c->row;
    OSSL_LIB_CTX *libctx = providers_libctx(p);
    bool opens = row->op->decrypts && row->op->kind != ECB;
    struct job jobs[2] = { 0 }, sealed = { 0 };
    struct subject subjects[2];
    enum outcome o = CELL_OK;

    c->n = 2;
    c->name[0] = "default";
    c->name[1] = "vgfast";
    buffers_reset(b, c->size + EXPLICIT_IV_LEN + TAG_LEN);
    if (opens && !seal_input(&sealed, row, c->size, libctx, b)) {
        o = CELL_FAILED;
    }
    for (unsigned i = 0; i < 2 && o == CELL_OK; i++) {
        o = job_new(&jobs[i], row, c->size, libctx, c->name[i], b);
        if (opens) {
            take_sealed(&jobs[i], &sealed);
        }
        subjects[i].run = row->op->run;
        subjects[i].arg = &jobs[i];
    }
    if (o == CELL_OK && !check(jobs, row, b)) {
        fprintf(stderr, "vgfast: %s %s of %zu bytes: the providers do not "
                "agree\n", row->algorithm, row->op->name, c->size);
        o = CELL_FAILED;
    }
    if (o == CELL_OK && !measure(subjects, 2, effort, &c->m)) {
        o = CELL_FAILED;
    }
    if (o == CELL_FAILED) {
        fprintf(stderr, "vgfast: %s %s of %zu bytes failed\n",
                row->algorithm, row->op->name, c->size);
        ERR_print_errors_fp(stderr);
    }
    job_free(&jobs[0]);
    job_free(&jobs[1]);
    return o;
}
