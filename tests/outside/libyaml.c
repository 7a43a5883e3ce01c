// SPDX-License-Identifier: 0BSD
//
// The reader of libyaml, which runs before its scanner, as a decoder of the characters of YAML 1.2. The offset of a fault is not compared,
// since the reader does not always stop at the start of the character.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each text.
#include <yaml.h>

#include "stream.h"

// From libyaml's private header: reads at least this many characters, or all that are left.
int yaml_parser_update_buffer(yaml_parser_t *parser, size_t length);

// Answers whether the reader reads the whole text, one buffer of characters after the other.
static void answer(const uint8_t *text, size_t size)
{
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) {
        exit(2);
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, text, size);
    int good = 1;
    // Characters are consumed as soon as they are read.
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
