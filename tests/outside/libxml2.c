// SPDX-License-Identifier: 0BSD
//
// libxml2 as a decoder of the characters of XML 1.0: the text is the content of an element. decoders.lua leaves out texts with <, & or
// ]]>, which are markup.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each text.
#include <libxml/parser.h>

#include "stream.h"

static const char prolog[] = "<?xml version='1.0' encoding='UTF-8'?><x>", epilog[] = "</x>";

static void answer(const uint8_t *text, size_t size)
{
    const size_t before = sizeof prolog - 1, after = sizeof epilog - 1;
    char *whole = malloc(before + size + after);
    if (whole == NULL) {
        exit(2);
    }
    memcpy(whole, prolog, before);
    memcpy(whole + before, text, size);
    memcpy(whole + before + size, epilog, after);
    const xmlDocPtr document =
        xmlReadMemory(whole, (int)(before + size + after), NULL, NULL,
                      XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
    put_verdict(document != NULL);
    xmlFreeDoc(document);
    free(whole);
}

int main(void)
{
    return answer_all(answer);
}
