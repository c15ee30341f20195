/* SPDX-License-Identifier: Apache-2.0 */
/* aes.c - the AES tiers of POWER.  p10 gains nothing over p9: the loops are at
 * the bound there too, so that it has no struct of its own. */
#include "ppc64le.h"

const struct vgf_aes_ops vgf_aes_p8 = {
    .tier = VGF_TIER_P8,
    .turn = 8,
    .encrypt_key = vgf_aes_encrypt_key_p8,
    .decrypt_key = vgf_aes_decrypt_key_p8,
    .ecb_encrypt = vgf_aes_ecb_encrypt_p8,
    .ecb_decrypt = vgf_aes_ecb_decrypt_p8,
    .ctr128 = vgf_aes_ctr128_p8,
};

const struct vgf_aes_ops vgf_aes_p9 = {
    .tier = VGF_TIER_P9,
    .turn = 8,
    .encrypt_key = vgf_aes_encrypt_key_p8,
    .decrypt_key = vgf_aes_decrypt_key_p8,
    .ecb_encrypt = vgf_aes_ecb_encrypt_p9,
    .ecb_decrypt = vgf_aes_ecb_decrypt_p9,
    .ctr128 = vgf_aes_ctr128_p9,
};
