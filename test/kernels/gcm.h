/* SPDX-License-Identifier: Apache-2.0 */
/* gcm.h - what the checks of the AES-GCM kernels share (gcm.c). */
#ifndef GCM_H
#define GCM_H

#include "family.h"
#include "truth.h"

enum direction { SEAL, OPEN };

/* A key may be added to when it has seen a long message, and must then be as
 * good as before. */
enum age { FRESH, SEASONED };

/* ---- Calls through the harness ------------------------------------------ */

void gcm_set_key(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
                 const uint8_t *key, size_t keylen);
void gcm_ghash(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
               uint8_t *y, const uint8_t *in, size_t nblocks);
void gcm_crypt(const struct vgf_gcm_ops *ops, enum direction direction,
               struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
               const uint8_t *in, size_t nblocks, unsigned flags);
void gcm_tag(const struct vgf_gcm_ops *ops, const struct vgf_gcm_key *k,
             const struct vgf_gcm_msg *m, uint64_t aad_len,
             uint64_t text_len, uint8_t *tag, unsigned flags);

/* ---- A key and its rooms ------------------------------------------------ */

struct gcm_job {
    const struct vgf_gcm_ops *ops;
    struct truth_aes truth;
    uint8_t h[16];
    struct vgf_gcm_key keys[2];         /* the same, by age */
    int ages;                           /* 1 if they do not differ */
    struct guarded k_room, m_room, y_room, tag_room;
    struct io io;
    struct vgf_gcm_msg before;          /* ctr: the first counter, or J0 */
    enum direction direction;
    enum age age;
    unsigned flags;
    uint8_t *in, *want;
    size_t most;                        /* blocks of in and want */
    uint8_t (*y)[16];                   /* the hash before each block */
    unsigned calls;
};

/* A new key over junk; room for `most` blocks, and random ones in. */
void gcm_job_new(struct gcm_job *j, const struct vgf_gcm_ops *ops,
                 size_t keylen, size_t most);
void gcm_job_free(struct gcm_job *j);

/* The key in its room, and the checks of it after a call. */
struct vgf_gcm_key *gcm_key_place(struct gcm_job *j, const struct layout *l);
void gcm_key_check(struct gcm_job *j);

/* What encrypting or decrypting j->in must give: j->want, and the hashes on
 * the way, j->y.  All of j->before but ctr is new. */
void gcm_want(struct gcm_job *j, size_t nblocks);

/* gcm_hash.c */
void gcm_ghashes(const void *ops);
void gcm_ghash_bits(const void *ops);
void gcm_tags(const void *ops);

/* gcm_messages.c */
void gcm_known(const void *ops);
void gcm_messages(const void *ops);
void gcm_nonces(const void *ops);

#endif
