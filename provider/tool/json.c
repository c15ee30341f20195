/* SPDX-License-Identifier: Apache-2.0 */
/* json.c - see json.h */
#include "json.h"

#include <stdio.h>

void json_string(const char *s)
{
    putchar('"');
    for (; *s != '\0'; s++) {
        if (*s == '"' || *s == '\\') {
            printf("\\%c", *s);
        } else if ((unsigned char)*s < ' ') {
            printf("\\u%04x", (unsigned)*s);
        } else {
            putchar(*s);
        }
    }
    putchar('"');
}

/* What stands before a value. */
static void begin(struct json *j, const char *key)
{
    if (j->depth > 0) {
        printf("%s\n%*s", j->some[j->depth - 1] ? "," : "",
               (int)(2 * j->depth), "");
        j->some[j->depth - 1] = true;
    }
    if (key != NULL) {
        json_string(key);
        fputs(": ", stdout);
    }
}

void json_open(struct json *j, const char *key, char kind)
{
    begin(j, key);
    putchar(kind);
    j->some[j->depth++] = false;
}

void json_close(struct json *j, char kind)
{
    j->depth--;
    if (j->some[j->depth]) {
        printf("\n%*s", (int)(2 * j->depth), "");
    }
    putchar(kind);
    if (j->depth == 0) {
        putchar('\n');
    }
}

void json_text(struct json *j, const char *key, const char *value)
{
    begin(j, key);
    if (value != NULL) {
        json_string(value);
    } else {
        fputs("null", stdout);
    }
}

void json_bool(struct json *j, const char *key, bool value)
{
    begin(j, key);
    fputs(value ? "true" : "false", stdout);
}

void json_number(struct json *j, const char *key, double value, int decimals)
{
    begin(j, key);
    if (value > 0) {
        printf("%.*f", decimals, value);
    } else {
        fputs("null", stdout);
    }
}
