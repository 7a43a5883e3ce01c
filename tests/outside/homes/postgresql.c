// SPDX-License-Identifier: 0BSD
//
// Two builds of PostgreSQL's src/common/wchar.c.
//
//     postgresql same AS_IT_IS.so SWAPPED.so      compares their answers for texts in UTF-8 and EUC-KR
//     postgresql speed AS_IT_IS.so SWAPPED.so     measures pg_encoding_verifymbstr
#include "both.h"

// PostgreSQL's numbers.
enum { EUC_KR = 3, UTF8 = 6 };

typedef int verify(int encoding, const char *text, int size);

static verify *string[2], *character[2];
static unsigned long texts, different;

static void compare(int encoding, const uint8_t *text, size_t size)
{
    const char *const chars = (const char *)text;
    texts++;
    int differ = string[0](encoding, chars, (int)size) != string[1](encoding, chars, (int)size);
    // The contract of pg_encoding_verifymbchar: a byte, which is not 0.
    if (size > 0 && text[0] != 0) {
        differ |=
            character[0](encoding, chars, (int)size) != character[1](encoding, chars, (int)size);
    }
    different += (unsigned long)differ;
}

// The bytes at the ends of the ranges that the rules name.
static const uint8_t ENDS[] = {0x00, 0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xA1,
                               0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
                               0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFE, 0xFF};

// All texts of up to two bytes; those of three and four bytes whose later bytes are among ENDS; and long texts, in which up to two bytes
// are replaced by ENDS.
static void compare_all(int encoding, const char *long_text)
{
    uint8_t text[LONGEST] = {0};
    compare(encoding, text, 0);
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        text[0] = (uint8_t)(pair >> 8);
        text[1] = (uint8_t)pair;
        if (text[1] == 0) {
            compare(encoding, text, 1);
        }
        compare(encoding, text, 2);
        for (size_t third = 0; third < sizeof ENDS; third++) {
            text[2] = ENDS[third];
            compare(encoding, text, 3);
            for (size_t fourth = 0; fourth < sizeof ENDS; fourth++) {
                text[3] = ENDS[fourth];
                compare(encoding, text, 4);
            }
        }
    }
    for (size_t at = 0; at + 1 < LONGEST; at++) {
        for (size_t first = 0; first < sizeof ENDS; first++) {
            for (size_t second = 0; second <= sizeof ENDS; second++) {
                memcpy(text, long_text, LONGEST);
                text[at] = ENDS[first];
                if (second < sizeof ENDS) {
                    text[at + 1] = ENDS[second];
                }
                for (size_t size = at + 1; size <= LONGEST; size += 1 + size / 8) {
                    compare(encoding, text, size);
                }
            }
        }
    }
}

enum { CALLS = 2000 };

typedef struct {
    int encoding, size;
    const char *text;
} call;

static volatile int said;

static void many_calls(int i, const void *with)
{
    const call *const one = with;
    for (int k = 0; k < CALLS; k++) {
        said = string[i](one->encoding, one->text, one->size);
    }
}

static void race_calls(const char *name, int encoding, const char *part)
{
    static const int SIZES[] = {12, 36, 120, 1200, 12000};
    static char text[12000];
    for (size_t at = 0; at < sizeof text; at += strlen(part)) {
        memcpy(text + at, part, strlen(part));
    }
    for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; k++) {
        const call one = {encoding, SIZES[k], text};
        char title[80];
        snprintf(title, sizeof title, "%s, %d bytes", name, SIZES[k]);
        race(title, many_calls, &one, CALLS);
    }
}

int main(int count, char **words)
{
    if (count != 4) {
        return 2;
    }
    open_builds(words + 2);
    for (int i = 0; i < 2; i++) {
        find(i, "pg_encoding_verifymbstr", &string[i]);
        find(i, "pg_encoding_verifymbchar", &character[i]);
    }
    // Each part has 12 bytes, which no character crosses.
    if (strcmp(words[1], "speed") == 0) {
        race_calls("UTF8, ASCII", UTF8, "Hello world.");
        race_calls("UTF8, Korean", UTF8, "\xEA\xB0\x80\xEB\x82\x98\xEB\x8B\xA4 \x2E\x0A");
        race_calls("EUC_KR, ASCII", EUC_KR, "Hello world.");
        race_calls("EUC_KR, Korean", EUC_KR, "\xB0\xA1\xB3\xAA\xB4\xD9\xB6\xF3 \xB8\xB6\x2E");
        return 0;
    }
    char korean[2][LONGEST];
    for (size_t at = 0; at < LONGEST; at++) {
        korean[0][at] = "\xEA\xB0\x80\xEB\x82\x98 a"[at % 8];
        korean[1][at] = "\xB0\xA1\xB3\xAA\xB4\xD9 a"[at % 8];
    }
    compare_all(UTF8, korean[0]);
    compare_all(EUC_KR, korean[1]);
    printf("%lu texts, %lu different answers\n", texts, different);
    return 0;
}
