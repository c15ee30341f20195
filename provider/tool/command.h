/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command.h - the subcommands of `vgfast`.
 *
 * Each gets the arguments from its own name on and returns the exit status.
 */
#ifndef VGF_TOOL_COMMAND_H
#define VGF_TOOL_COMMAND_H

#define EXIT_OK 0
#define EXIT_FAILED 1
#define EXIT_USAGE 2

int bench_main(int argc, char **argv);
int enable_main(int argc, char **argv);
int explain_main(int argc, char **argv);
int status_main(int argc, char **argv);

/* The status, or EXIT_FAILED if stdout could not be written. */
int command_end(int status);

#endif
