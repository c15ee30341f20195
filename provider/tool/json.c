/* SPDX-License-Identifier: Apache-2.0 */
/* json.c - see json.h */
#include "json.h"

#include <stdio.h>

/* How long the character of UTF-8 is that s begins with; 0 if it is none. */
static int utf8_length(const unsigned char *s)
{
    int n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2
            : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;

    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    /* longer than need be, half of a surrogate pair, beyond U+10FFFF */
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0)
        || (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90)) {
        return 0;
    }
    return n;
}

/* What is no text, as a path may be, becomes U+FFFD: JSON has no bytes. */
void json_string(const char *s)
{
    putchar('"');
    while (*s != '\0') {
        int n = utf8_length((const unsigned char *)s);

        if (n == 0) {
            fputs("\\ufffd", stdout);
            n = 1;
        } else if (*s == '"' || *s == '\\') {
            printf("\\%c", *s);
        } else if ((unsigned char)*s < ' ') {
            printf("\\u%04x", (unsigned)*s);
        } else {
            printf("%.*s", n, s);
        }
        s += n;
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
