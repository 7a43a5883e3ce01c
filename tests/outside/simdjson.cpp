// SPDX-License-Identifier: 0BSD
//
// simdjson as a decoder of UTF-8.
//
// In: the name of one of its implementations, or `best`; blocks of texts on standard input (stream.h). Out: an answer for each text.
#include <simdjson.h>
#include <string>

#include "stream.h"

static const simdjson::implementation *implementation;

static void answer(const uint8_t *text, size_t size)
{
    put_verdict(implementation->validate_utf8(reinterpret_cast<const char *>(text), size));
}

int main(int argc, char **argv)
{
    const std::string name = argc == 2 ? argv[1] : "best";
    for (const auto one : simdjson::get_available_implementations()) {
        if (one->supported_by_runtime_system() &&
            (name == "best" ? one->name() == simdjson::get_active_implementation()->name()
                            : one->name() == name)) {
            implementation = one;
        }
    }
    return implementation == nullptr ? 2 : answer_all(answer);
}
