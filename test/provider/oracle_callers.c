/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 4.3: the sequences of calls that programs make. */
#include "oracle_script.h"

#include <string.h>

static const char *const aeads[] = {
    "AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "ChaCha20-Poly1305",
};

enum { N_AEADS = sizeof(aeads) / sizeof(aeads[0]), GCMS = 3 };

START_TEST(libssl_tls13)
{
    for (int packet = 0; packet < 4; packet++) {
        int len = 1 + 400 * packet;
        uint8_t sealed[1600], plain[1600], tag[16], nonce[12];

        memcpy(plain, oracle_pattern(&oracle, 1600), 1600);
        memcpy(nonce, IV, 12);
        nonce[11] ^= (uint8_t)packet;
        begin(aeads[_i]);
        init(CIPHER, NULL, NULL, ENC), works();
        ctrl(EVP_CTRL_AEAD_SET_IVLEN, 12, NULL), works();
        init(SAME, KEY, NULL, KEEP), works();
        init(SAME, NULL, nonce, ENC), works();
        aad_of(IV2, 5), gives(5);
        update_at(IN_PLACE, plain, len), gives(len);
        keep(sealed, (size_t)len);
        final(), gives(0);
        get_tag(16), works();
        keep(tag, 16);

        begin(aeads[_i]);
        init(CIPHER, NULL, NULL, DEC), works();
        ctrl(EVP_CTRL_AEAD_SET_IVLEN, 12, NULL), works();
        init(SAME, KEY, NULL, KEEP), works();
        for (int good = 0; good < 2; good++) {
            tag[7] ^= 1;
            init(SAME, NULL, nonce, DEC), works();
            set_tag(tag, 16), works();
            aad_of(IV2, 5), gives(5);
            update_at(IN_PLACE, sealed, len), gives(len),
                writes(plain, (size_t)len);
            final();
            good == 0 ? fails(NO_REASON) : gives(0);
            tag[7] ^= good == 0 ? 0 : 1;
        }
    }
}
END_TEST

START_TEST(quic)
{
    begin(aeads[_i]);
    init(CIPHER, KEY, NULL, DEC), works();
    for (int packet = 0; packet < 3; packet++) {
        init(SAME, NULL, packet % 2 != 0 ? IV : IV2, ENC), works();
        aad(20), gives(20);
        update(100), gives(100);
        update(1), gives(1);
        update(1200), gives(1200);
        final_no_out(), gives(0);
        get_tag(16), works();
    }
    begin(aeads[_i]);
    init(CIPHER, KEY, NULL, DEC), works();
    init(SAME, NULL, IV, DEC), works();
    set_tag(IV, 16), works();
    aad(20), gives(20);
    update(100), gives(100);
    final_no_out(), fails(NO_REASON);
}
END_TEST

START_TEST(quic_header_protection_by_chacha20)
{
    begin("ChaCha20");
    init(CIPHER, KEY, NULL, ENC), works();
    for (int packet = 0; packet < 5; packet++) {
        static const uint8_t zeros[5];

        init(SAME, NULL, oracle_pattern(&oracle, 16), ENC), works();
        update_of(zeros, 5), gives(5);
    }
}
END_TEST

/* Three packets each way, the IV exported and imported in mid-session. */
START_TEST(openssh_gcm)
{
    uint8_t packets[3][64], plain[3][64], tags[3][16], iv[12];

    begin(gcm(_i));
    init(CIPHER, NULL, IV, ENC), works();
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    init(SAME, KEY, NULL, KEEP), works();
    for (int n = 0; n < 3; n++) {
        if (n == 2) { /* to another context and back */
            copy_iv(EVP_CIPHER_CTX_get_updated_iv, 12), works();
            keep(iv, 12);
            begin(gcm(_i));
            init(CIPHER, NULL, IV2, ENC), works();
            ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, iv), works();
            init(SAME, KEY, NULL, KEEP), works();
        }
        memcpy(plain[n], oracle_pattern(&oracle, 64), 64);
        ctrl_read(EVP_CTRL_GCM_IV_GEN, 1), works();
        ck_assert_uint_eq(oracle_out(&oracle)[0], (unsigned)(IV[11] + n));
        cipher_at(NO_OUT, IV2, 4), returns(4);
        cipher_at(n == 1 ? APART : IN_PLACE, plain[n], 64), returns(64);
        keep(packets[n], 64);
        cipher_at(NEITHER, NULL, 0), returns(0);
        get_tag(16), works();
        keep(tags[n], 16);
    }
    begin(gcm(_i));
    init(CIPHER, NULL, IV, DEC), works();
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    init(SAME, KEY, NULL, KEEP), works();
    for (int n = 0; n < 3; n++) {
        ctrl_read(EVP_CTRL_GCM_IV_GEN, n == 1 ? 12 : 1), works();
        set_tag(tags[n], 16), works();
        cipher_at(NO_OUT, IV2, 4), returns(4);
        cipher_at(IN_PLACE, packets[n], 64), returns(64), writes(plain[n], 64);
        cipher_at(NEITHER, NULL, 0), returns(0);
    }
}
END_TEST

START_TEST(openssh_ctr)
{
    begin("AES-256-CTR");
    init(CIPHER, NULL, IV, ENC), works();
    init(SAME, KEY, NULL, KEEP), works();
    for (int n = 1; n < 6; n++) {
        cipher_at(IN_PLACE, oracle_pattern(&oracle, 160), 32 * n),
            returns(32 * n);
        copy_iv(EVP_CIPHER_CTX_get_updated_iv, 16), works();
    }
}
END_TEST

/* Length and payload under block counters 0 and 1. */
START_TEST(openssh_chacha20)
{
    uint8_t seqbuf[16] = {0};

    begin("ChaCha20");
    init(CIPHER, KEY, NULL, ENC), works();
    for (int n = 0; n < 4; n++) {
        seqbuf[0] = 0;
        seqbuf[15] = (uint8_t)n;
        init(SAME, NULL, seqbuf, n % 2), works();
        cipher(4), returns(4);
        cipher(32), returns(32);
        seqbuf[0] = 1;
        init(SAME, NULL, seqbuf, n % 2), works();
        cipher(1000), returns(1000);
    }
}
END_TEST

START_TEST(pyca)
{
    begin(aeads[_i]);
    init(CIPHER, KEY, NULL, ENC), works();
    for (int n = 0; n < 3; n++) { /* each message on a copy */
        make_copy();
        swap();
        init(SAME, NULL, n % 2 != 0 ? IV : IV2, ENC), works();
        aad(n * 7), gives(n * 7);
        update(99), gives(99);
        final(), gives(0);
        get_tag(16), works();
        swap();
    }
}
END_TEST

START_TEST(node)
{
    begin(aeads[_i]);
    init(CIPHER, NULL, NULL, DEC), works();
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 12, NULL), works();
    init(SAME, KEY, IV, KEEP), works();
    for (int len = 4; len <= 16; len++) {
        set_tag(IV, len), works();
        ask(EVP_CIPHER_CTX_get_tag_length), returns(len);
    }
    update(12), gives(12);
    final(), fails(NO_REASON);
}
END_TEST

/* openssl speed: runs on until update fails, then sets the IV again. */
START_TEST(openssl_speed)
{
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC), works();
    init(SAME, KEY, IV, KEEP), works();
    for (int n = 0; n < 5; n++) {
        update(1024), gives(1024);
    }
    final(), gives(0);
    update(1024), fails(PROV_R_CIPHER_OPERATION_FAILED);
    init(SAME, NULL, IV, KEEP), works();
    update(1024), gives(1024);
}
END_TEST

TCase *callers_tcase(void)
{
    TCase *tcase = tcase_create("4.3 callers");

    tcase_add_loop_test(tcase, libssl_tls13, 0, N_AEADS);
    tcase_add_loop_test(tcase, quic, 0, N_AEADS);
    tcase_add_test(tcase, quic_header_protection_by_chacha20);
    tcase_add_loop_test(tcase, openssh_gcm, 0, GCMS);
    tcase_add_test(tcase, openssh_ctr);
    tcase_add_test(tcase, openssh_chacha20);
    tcase_add_loop_test(tcase, pyca, 0, N_AEADS);
    tcase_add_loop_test(tcase, node, 0, N_AEADS);
    tcase_add_loop_test(tcase, openssl_speed, 0, GCMS);
    return tcase;
}
