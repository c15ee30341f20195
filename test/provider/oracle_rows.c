/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every difference between vgfast and the default provider that the contract
 * allows, and what vgfast does there.  below == ALL: in every version.
 * Outside [from, below), and where .fixed is set in fixed releases, the default
 * does the same as vgfast, which is then compared as well.
 */
#include "oracle.h"

#include <openssl/proverr.h>

enum { FIRST = 300, ALL = 9999 };

const struct oracle_row row_repeated_key = {
    "2.1", "of a repeated key the first counts",
    301, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

/* 3.5's AES-GCM follows the array, where 3.0 and 3.6 have an order. */
const struct oracle_row row_param_order = {
    "2.1", "several keys are applied in a fixed order",
    301, 306, .works = true, .outl = ANYTHING,
};

/* The default looks at data_size first. */
const struct oracle_row row_null_real = {
    "2.1", "NULL data asks for the size of a double",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

const struct oracle_row row_zero_cipher = {
    "3.1", "EVP_Cipher() of 0 bytes, in given: succeeds and changes nothing",
    FIRST, ALL, .works = true, .outl = 0,
};

const struct oracle_row row_zero_cipher_tag = {
    "3.1", "EVP_Cipher() of 0 bytes: nothing changes in the tag",
    FIRST, ALL, .works = true, .outl = ANYTHING,
};

/* The default tells the size that tls-mac-size set; there is no MAC. */
const struct oracle_row row_tls_mac = {
    "3.2, 3.3", "tls-mac is a NULL pointer of size 0",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

const struct oracle_row row_ecb_flip = {
    "3.3", "ECB turned round without a key: any result not worse",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

/* The default emits a held block when padding was turned off meanwhile. */
const struct oracle_row row_ecb_zero_update = {
    "3.1", "an update of 0 bytes changes nothing",
    FIRST, ALL, .works = true, .outl = 0, .or_same = true,
};

/* The default decrypts the held block in place at each attempt, so that a
 * retry sees another pad, which is good in 1 of 256 cases. */
const struct oracle_row row_ecb_bad_again = {
    "3.3", "final again after a bad pad: bad again",
    FIRST, ALL, .reason = PROV_R_BAD_DECRYPT, .reason2 = PROV_R_BAD_DECRYPT,
};

const struct oracle_row row_gcm_iv_getter = {
    "3.4", "asking for the IV that encryption will draw: drawn now",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

/* 4.0 draws one without a key and for decryption, too. */
const struct oracle_row row_gcm_iv_getter_dec = {
    "3.4", "asking for an IV that will never be drawn fails",
    400, ALL, .reason = NO_REASON, .reason2 = NO_REASON,
};

/* Not the behaviour but the random bytes differ. */
const struct oracle_row row_gcm_random_iv = {
    "3.4", "encryption without an IV draws one",
    FIRST, ALL, .works = true, .outl = ANYTHING,
};

const struct oracle_row row_gcm_rekey_update = {
    "3.4", "a new key within a message: the message is done, update fails",
    FIRST, ALL, .reason = PROV_R_CIPHER_OPERATION_FAILED,
    .reason2 = PROV_R_CIPHER_OPERATION_FAILED,
};

const struct oracle_row row_gcm_rekey_final = {
    "3.4", "a new key within a message: the message is done, final fails",
    FIRST, ALL, .reason = NO_REASON, .reason2 = NO_REASON,
};

const struct oracle_row row_gcm_flip_tag = {
    "3.4", "decryption after encryption without SET_TAG: the tag just made, "
           "or none",
    FIRST, ALL, .reason = PROV_R_TAG_NOT_SET, .reason2 = NO_REASON,
    .or_same = true,
};

const struct oracle_row row_gcm_final_no_tag = {
    "3.4", "decryption's final without a tag fails",
    FIRST, ALL, .reason = PROV_R_TAG_NOT_SET, .reason2 = NO_REASON,
};

/* The default hashes the lengths once more at each attempt, and may hit a
 * short tag so. */
const struct oracle_row row_gcm_retry = {
    "3.4", "final again after a wrong tag fails again",
    FIRST, ALL, .reason = NO_REASON, .reason2 = NO_REASON,
};

const struct oracle_row row_gcm_null_iv = {
    "3.4", "NULL data asks for the size of the IV",
    FIRST, 306, .works = true, .outl = ANYTHING,
};

const struct oracle_row row_gcm_null_tag = {
    "3.4", "NULL data asks for the size of the tag",
    FIRST, 306, .works = true, .outl = ANYTHING, .or_same = true,
};

const struct oracle_row row_gcm_tag_of_tls = {
    "4.1", "GET_TAG after a TLS record does not return its header",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

const struct oracle_row row_gcm_unarmed = {
    "4.1", "after a refused TLS header nothing goes on without a new one",
    FIRST, ALL, .reason = PROV_R_CIPHER_OPERATION_FAILED,
    .reason2 = PROV_R_CIPHER_OPERATION_FAILED, .or_same = true,
};

const struct oracle_row row_gcm_long_invocation = {
    "4.1", "tlsivinv longer than the IV fails",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING, .alone = true,
};

/* The default's ivlen - len wraps; encrypting, it then writes past its IV. */
const struct oracle_row row_gcm_long_fixed = {
    "4.1", "tlsivfixed longer than the IV fails",
    FIRST, ALL, .reason = PROV_R_FAILED_TO_GET_PARAMETER,
    .reason2 = PROV_R_FAILED_TO_GET_PARAMETER, .alone = true,
};

/* The default counts in bytes before its IV. */
const struct oracle_row row_gcm_short_iv = {
    "4.1", "tlsivgen with an IV of less than 8 bytes fails",
    FIRST, ALL, .reason = NO_REASON, .reason2 = NO_REASON, .alone = true,
};

const struct oracle_row row_tls_no_data = {
    "4.1, 4.2", "TLS parameters without data fail",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING, .alone = true,
};

/* The default keeps both tags in one buffer. */
const struct oracle_row row_gcm_get_set_tag = {
    "3.4", "GET_TAG never returns a tag that was set for decryption",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

/* The default sets taglen to 16 then, beside a tag that is not one. */
const struct oracle_row row_gcm_taglen_tls = {
    "3.4", "a TLS record leaves the taglen of the tag that was set",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

const struct oracle_row row_gcm_iv_generated = {
    "3.4", "iv-generated is answered",
    FIRST, 305, .works = true, .outl = ANYTHING, .or_same = true,
};

const struct oracle_row row_chacha_updated_iv = {
    "3.5", "ChaCha20 answers updated-iv in every version",
    FIRST, 306, .works = true, .outl = ANYTHING,
};

const struct oracle_row row_chacha_updated_iv_pointer = {
    "3.5", "ChaCha20 answers updated-iv as a pointer, too",
    FIRST, ALL, .works = true, .outl = ANYTHING,
};

const struct oracle_row row_chacha_rekey = {
    "3.5", "a new ChaCha20 key drops the partial block's counter value",
    FIRST, 306, .works = true, .outl = ANYTHING,
};

const struct oracle_row row_ccp_no_key = {
    "3.6", "payload without a key fails",
    FIRST, ALL, .reason = PROV_R_NO_KEY_SET, .reason2 = PROV_R_NO_KEY_SET,
};

const struct oracle_row row_ccp_late_aad = {
    "3.6", "additional data after payload fails",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING,
};

const struct oracle_row row_ccp_final_no_tag = {
    "3.6", "decryption's final without a tag fails",
    FIRST, 400, .reason = PROV_R_TAG_NOT_SET, .reason2 = PROV_R_TAG_NOT_SET,
};

/* 4.0 fails as well, but says nothing. */
const struct oracle_row row_ccp_final_length_only = {
    "3.6", "a tag's length is no tag: final fails",
    FIRST, ALL, .reason = PROV_R_TAG_NOT_SET, .reason2 = PROV_R_TAG_NOT_SET,
};

/* 4.0 still succeeds when EVP_Cipher() has a length but no input. */
const struct oracle_row row_ccp_cipher_no_tag = {
    "3.6", "EVP_Cipher() as final without a tag fails",
    FIRST, ALL, .reason = PROV_R_TAG_NOT_SET, .reason2 = PROV_R_TAG_NOT_SET,
};

/* There EVP_Cipher() of 0 bytes does nothing (openssl#32258). */
const struct oracle_row row_ccp_cipher_final = {
    "3.6", "EVP_Cipher() without input is final, and verifies",
    FIRST, ALL, .reason = NO_REASON, .reason2 = NO_REASON, .fixed = true,
};

const struct oracle_row row_ccp_locked = {
    "3.6", "after final only a new nonce allows more",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING,
};

const struct oracle_row row_ccp_locked_zero = {
    "3.6", "after final an update of 0 bytes succeeds",
    400, ALL, .works = true, .outl = 0,
};

const struct oracle_row row_ccp_final_again_tag = {
    "3.6", "a second final keeps the tag",
    FIRST, ALL, .works = true, .outl = ANYTHING,
};

const struct oracle_row row_ccp_taglen = {
    "3.6", "taglen is 16 before a tag is set",
    FIRST, ALL, .works = true, .outl = ANYTHING,
};

/* The default leaves return_size unmodified. */
const struct oracle_row row_ccp_tag_size = {
    "2.1", "return_size is written for the tag",
    FIRST, ALL, .works = true, .outl = ANYTHING, .or_same = true,
};

/* The default writes through the NULL pointer. */
const struct oracle_row row_ccp_null_tag = {
    "3.6", "asking for the tag with NULL data fails",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING, .alone = true,
};

const struct oracle_row row_ccp_null_in = {
    "3.6", "update without input is final and stores length 0",
    FIRST, ALL, .works = true, .outl = 0, .or_same = true,
};

/* The default fails with an output buffer only; 4.0 looks for a tag first. */
const struct oracle_row row_ccp_armed_final = {
    "4.2", "final in TLS mode fails, also without an output buffer",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING,
};

const struct oracle_row row_ccp_armed_key = {
    "4.2", "a new key disarms; what follows is under the nonce of init",
    FIRST, ALL, .works = true, .outl = ANYTHING,
};

/* The default goes on under the record's nonce. */
const struct oracle_row row_ccp_after_record = {
    "4.2", "after a record only a new nonce or header allows more",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING, .or_same = true,
};

const struct oracle_row row_poly_key_type = {
    "3.7", "a key that is no octet string is refused",
    FIRST, ALL, .reason = ANYTHING, .reason2 = ANYTHING, .or_same = true,
};

/* There the default uses a key that was never set (openssl#31332). */
const struct oracle_row row_poly_no_key = {
    "3.7", "update or final without a key fails",
    FIRST, ALL, .reason = PROV_R_NO_KEY_SET, .reason2 = PROV_R_NO_KEY_SET,
    .alone = true, .fixed = true,
};

const struct oracle_row row_poly_null_key = {
    "3.7", "a key parameter without data is refused",
    FIRST, ALL, .reason = PROV_R_INVALID_KEY_LENGTH,
    .reason2 = PROV_R_INVALID_KEY_LENGTH, .alone = true, .fixed = true,
};

const struct oracle_row row_poly_after_final = {
    "3.7", "update or final after final fails",
    FIRST, ALL, .reason = PROV_R_NO_KEY_SET, .reason2 = PROV_R_NO_KEY_SET,
    .alone = true,
};
