/* SPDX-License-Identifier: Apache-2.0 */
/* machine.c - where and when: numbers without them are worth nothing. */
#include "bench.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* The value of the first "model name: ..." (x86) or "cpu: ..." (POWER). */
void machine_cpu(char *text, size_t len)
{
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");

    snprintf(text, len, "unknown processor");
    if (f == NULL) {
        return;
    }
    while (fgets(line, sizeof(line), f) != NULL) {
        char *value = strchr(line, ':');

        if (value == NULL
            || (strncmp(line, "model name", 10) != 0
                && strncmp(line, "cpu\t", 4) != 0)) {
            continue;
        }
        value += 1 + strspn(value + 1, " \t");
        value[strcspn(value, "\n")] = '\0';
        snprintf(text, len, "%s", value);
        break;
    }
    fclose(f);
}

void machine_date(char *text, size_t len)
{
    time_t t = time(NULL);
    struct tm tm;

    if (gmtime_r(&t, &tm) == NULL
        || strftime(text, len, "%Y-%m-%d %H:%M UTC", &tm) == 0) {
        snprintf(text, len, "no date");
    }
}
