/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json.h - writes JSON to stdout.
 *
 * Values follow each other; where one stands in an object, its key comes with
 * it, in an array key is NULL.  Commas and indentation come by themselves.
 */
#ifndef VGF_TOOL_JSON_H
#define VGF_TOOL_JSON_H

#include <stdbool.h>

#define JSON_DEPTH 8

struct json {
    unsigned depth;
    bool some[JSON_DEPTH];      /* is there a value at this depth yet? */
};

/* kind is '{' or '['; json_close() takes the other one. */
void json_open(struct json *j, const char *key, char kind);
void json_close(struct json *j, char kind);

/* NULL becomes null. */
void json_text(struct json *j, const char *key, const char *value);
void json_bool(struct json *j, const char *key, bool value);
/* A number that is not positive is not known: null. */
void json_number(struct json *j, const char *key, double value, int decimals);

/* Just the string, quoted. */
void json_string(const char *s);

#endif
