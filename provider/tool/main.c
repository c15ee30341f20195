/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the command `vgfast`: finds the subcommand and runs it. */
#include "command.h"

#include <stdio.h>
#include <string.h>

#include <openssl/crypto.h>

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    { "status", "is it in use, with what, and if not, why not", status_main },
    { "explain", "why an algorithm is served by whom", explain_main },
    { "enable", "print an openssl.cnf with vgfast in it", enable_main },
    { "bench", "compare the speed of vgfast and the default provider",
      bench_main },
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void usage(FILE *f)
{
    fputs("usage: vgfast COMMAND [OPTION]...\n"
          "       vgfast --help | --version\n"
          "\n"
          "commands (vgfast COMMAND --help says more):\n", f);
    for (size_t i = 0; i < COMMANDS; i++) {
        fprintf(f, "  %-8s %s\n", commands[i].name, commands[i].summary);
    }
}

int command_end(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("vgfast: cannot write the results\n", stderr);
        return EXIT_FAILED;
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        usage(stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("vgfast %s (%s)\n", VGF_VERSION,
               OpenSSL_version(OPENSSL_VERSION));
        return EXIT_OK;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "vgfast: unknown command '%s'\n", argv[1]);
    usage(stderr);
    return EXIT_USAGE;
}
