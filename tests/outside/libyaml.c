// SPDX-License-Identifier: 0BSD
//
// libyaml as a decoder of what YAML 1.2 documents may hold: its reader, which looks at a document before its scanner does. The offset that
// it tells is that of the byte at which it stops, not always where the character begins.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each.
#include <yaml.h>

#include "stream.h"

// Of its private header: reads so many characters.
int yaml_parser_update_buffer(yaml_parser_t *parser, size_t length);

// As a library would give it in one piece: the reader's own buffer.
static void answer(const uint8_t *text, size_t size)
{
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) {
        exit(2);
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, text, size);
    int good = 1;
    // What is read is taken at once.
    while (good && !(parser.eof && parser.unread == 0)) {
        good = yaml_parser_update_buffer(&parser, 1);
        parser.buffer.pointer = parser.buffer.last;
        parser.unread = 0;
        if (good && parser.eof && parser.raw_buffer.pointer == parser.raw_buffer.last) {
            break;
        }
    }
    put_verdict(good != 0);
    yaml_parser_delete(&parser);
}

int main(void)
{
    return answer_all(answer);
}
