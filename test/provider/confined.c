/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Under seccomp's strict mode, in which any system call but read, write and
 * exit is death: messages on contexts that exist make none, so no sandbox can
 * be too narrow for them.
 */
#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALGS 11
#define NOT_HERE 77         /* an emulator, or a sandbox around us */

static EVP_CIPHER_CTX *ctx[ALGS];
static EVP_MAC_CTX *mac;
static uint8_t text[5000], out[5000 + 16];

static void leave(int status)
{
    syscall(SYS_exit, status);
}

static void confine(void)
{
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) {
        leave(NOT_HERE);
    }
}

static bool all_messages(void)
{
    uint8_t iv[16] = {1}, tag[16];
    size_t len;
    int n;

    for (int i = 0; i < ALGS; i++) {
        bool aead = EVP_CIPHER_get_flags(EVP_CIPHER_CTX_get0_cipher(ctx[i]))
                    & EVP_CIPH_FLAG_AEAD_CIPHER;

        if (!EVP_CipherInit_ex2(ctx[i], NULL, message_key, iv, 1, NULL)
            || !EVP_CipherUpdate(ctx[i], out, &n, text, sizeof(text))
            || !EVP_CipherFinal_ex(ctx[i], out + n, &n)
            || (aead && EVP_CIPHER_CTX_ctrl(ctx[i], EVP_CTRL_AEAD_GET_TAG, 16,
                                            tag) != 1)) {
            return false;
        }
    }
    return EVP_MAC_init(mac, message_key, 32, NULL)
           && EVP_MAC_update(mac, text, sizeof(text))
           && EVP_MAC_final(mac, tag, &len, sizeof(tag));
}

static int status_of(pid_t child)
{
    int status;

    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

START_TEST(messages)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();
    EVP_MAC *fetched = support_mac(libctx, "POLY1305", "vgfast");
    pid_t child;
    int status;

    for (int i = 0; i < ALGS; i++) {
        ctx[i] = message_ctx(libctx, "vgfast", support_ciphers[i], NULL, 1);
    }
    mac = EVP_MAC_CTX_new(fetched);
    ck_assert(all_messages());
    child = fork();
    if (child == 0) {
        confine();
        leave(all_messages() ? 0 : 1);
    }
    status = status_of(child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != NOT_HERE) {
        ck_assert_int_eq(status, 0);
    }
    for (int i = 0; i < ALGS; i++) {
        EVP_CIPHER_CTX_free(ctx[i]);
    }
    EVP_MAC_CTX_free(mac);
    EVP_MAC_free(fetched);
    OSSL_LIB_CTX_free(libctx);
}
END_TEST

/* That mode does kill. */
START_TEST(control)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        confine();
        syscall(SYS_getppid);
        leave(0);
    }
    status = status_of(child);
    ck_assert((WIFEXITED(status) && WEXITSTATUS(status) == NOT_HERE)
              || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("confined");
    TCase *tc = tcase_create("seccomp");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_add_test(tc, messages);
    tcase_add_test(tc, control);
    suite_add_tcase(s, tc);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
