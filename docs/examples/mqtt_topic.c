// SPDX-License-Identifier: 0BSD
/*
 * Checks topic names and topic filters of MQTT 5.0 (section 4.7), in the strict encoding of section 1.5.4.
 *
 *     mqtt_topic name TOPIC...       checks topics to publish to
 *     mqtt_topic filter TOPIC...     checks topics to subscribe to
 *
 *     $ mqtt_topic filter 'sport/+/player' 'sport/tennis#'
 *     sport/+/player: 3 levels
 *     sport/tennis#: byte 12: # must be the whole last level
 *
 * mqttstrict_check validates the encoding. Levels and wildcards are then checked byte by byte, since no
 * byte of a multi-byte character is a slash, a plus or a number sign. Exit status: 0 all topics are valid, 1 some are not,
 * 2 wrong usage.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "mqttstrict.h"

/* Why a topic is invalid, and at which byte. */
struct refusal {
    uint64_t at;
    const char *why;
};

/* Section 4.7.1: why the wildcard text[at] is not allowed there, or NULL if it is. */
static const char *misplaced(const char *text, size_t size, size_t at)
{
    const bool begins = at == 0 || text[at - 1] == '/';
    if (text[at] == '#') {
        return begins && at + 1 == size ? NULL : "# must be the whole last level";
    }
    return begins && (at + 1 == size || text[at + 1] == '/') ? NULL : "+ must be a whole level";
}

/* Whether the topic is valid. If so, sets *levels to the number of its levels, else sets *refusal. */
static bool topic(const char *text, size_t size, bool filter, size_t *levels,
                  struct refusal *refusal)
{
    mqttstrict_error error;
    if (!mqttstrict_check(text, size, &error)) {
        *refusal = (struct refusal){error.offset, mqttstrict_fault_name(error.fault)};
        return false;
    }
    if (size == 0 || size > 65535) {
        *refusal = (struct refusal){0, "a topic must have 1 to 65535 bytes"};
        return false;
    }
    *levels = 1;
    for (size_t i = 0; i < size; i++) {
        const bool wildcard = text[i] == '+' || text[i] == '#';
        const char *why = !wildcard ? NULL
                          : filter  ? misplaced(text, size, i)
                                    : "wildcards are only allowed in filters";
        if (why) {
            *refusal = (struct refusal){i, why};
            return false;
        }
        *levels += text[i] == '/';
    }
    return true;
}

int main(int argc, char **argv)
{
    const bool filter = argc > 1 && !strcmp(argv[1], "filter");
    if (argc < 3 || (!filter && strcmp(argv[1], "name") != 0)) {
        fputs("usage: mqtt_topic name|filter TOPIC...\n", stderr);
        return 2;
    }
    int refused = 0;
    for (int i = 2; i < argc; i++) {
        size_t levels;
        struct refusal refusal;
        if (topic(argv[i], strlen(argv[i]), filter, &levels, &refusal)) {
            printf("%s: %zu level%s\n", argv[i], levels, levels == 1 ? "" : "s");
        } else {
            printf("%s: byte %" PRIu64 ": %s\n", argv[i], refusal.at, refusal.why);
            refused = 1;
        }
    }
    return refused;
}
