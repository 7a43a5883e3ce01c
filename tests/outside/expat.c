// SPDX-License-Identifier: 0BSD
//
// expat as a decoder of the characters of XML 1.0: the text is the content of an element. decoders.lua leaves out texts with <, & or ]]>,
// which are markup.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each text.
#include <expat.h>

#include "stream.h"

static void answer(const uint8_t *text, size_t size)
{
    static XML_Parser parser;
    if (parser == NULL) {
        parser = XML_ParserCreate("UTF-8");
    } else {
        XML_ParserReset(parser, "UTF-8");
    }
    const bool well_formed = XML_Parse(parser, "<x>", 3, 0) == XML_STATUS_OK &&
                             XML_Parse(parser, (const char *)text, (int)size, 0) == XML_STATUS_OK &&
                             XML_Parse(parser, "</x>", 4, 1) == XML_STATUS_OK;
    put_verdict(well_formed);
}

int main(void)
{
    return answer_all(answer);
}
