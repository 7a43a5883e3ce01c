// SPDX-License-Identifier: 0BSD
// The functions of utf8 beside `valid`: how fast each is, kernel by kernel and text by text, as a part of valid's speed.
//
//     functions [SECONDS [SIZE [FOLDER]]]      for each ratio (0.2), bytes of a text (65536), real texts (build/texts)
//
// One process, and the functions of a text take turns (measure.cpp), so that ratios hold whatever else the machine does. A new
// function is a row of `functions`: what it calls, which returns anything that depends on the work.

#include "bench.hpp"

#include "utf8.h"

#include <cstdio>
#include <cstdlib>

void fail(const std::string &message)
{
    std::fprintf(stderr, "functions: %s\n", message.c_str());
    std::exit(2);
}

namespace
{

volatile size_t answers;  // so that no call is left out

struct Function {
    const char *name;
    size_t (*call)(const char *text, size_t size);
};

// The first one is what the others are compared with.
const Function functions[] = {
    {"valid",
     [](const char *text, size_t size) { return static_cast<size_t>(utf8_valid(text, size)); }},
    {"valid_prefix", [](const char *text, size_t size) { return utf8_valid_prefix(text, size); }},
    {"check", [](const char *text,
                 size_t size) { return static_cast<size_t>(utf8_check(text, size, nullptr)); }},
    {"measure", [](const char *text, size_t size) { return utf8_measure(text, size).characters; }},
    {"count", [](const char *text, size_t size) { return utf8_count(text, size); }},
};
const size_t COUNT = sizeof functions / sizeof *functions;

const char *const texts[] = {"ascii",   "sparse",   "german", "russian", "greek", "hindi",
                             "chinese", "japanese", "emoji",  "mix",     "html"};

// The median seconds of each function on a text.
std::vector<Spread> times_of(const std::string &text, double seconds)
{
    const double TURN = 100e-6;
    std::vector<size_t> calls(COUNT);
    for (size_t k = 0; k < COUNT; k++) {
        const double start = now();
        answers = functions[k].call(text.data(), text.size());
        answers = functions[k].call(text.data(), text.size());
        calls[k] = 1 + static_cast<size_t>(TURN / ((now() - start) / 2 + 1e-9));
    }
    return take_turns(COUNT, seconds, [&](size_t k, Random &) {
        size_t all = functions[k].call(text.data(), text.size());
        const double start = now();
        for (size_t i = 0; i < calls[k]; i++) {
            all += functions[k].call(text.data(), text.size());
        }
        const double end = now();
        answers = all;
        return (end - start) / static_cast<double>(calls[k]);
    });
}

}  // namespace

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? std::atof(argv[1]) : 0.2;
    const size_t size = argc > 2 ? static_cast<size_t>(std::atol(argv[2])) : 65536;
    read_texts(argc > 3 ? argv[3] : "build/texts");
    pin(-1);
    for (size_t i = 0; i < utf8_kernel_count(); i++) {
        const utf8_kernel *kernel = utf8_kernel_at(i);
        if (!kernel->supported() || !utf8_limit_kernels(kernel->name)) {
            continue;
        }
        std::printf("\n%-10s %8s", kernel->name, "GB/s");
        for (size_t k = 1; k < COUNT; k++) {
            std::printf(" %12s", functions[k].name);
        }
        std::printf("\n");
        for (const char *name : texts) {
            if (!has_text(name)) {
                continue;
            }
            const std::string text = text_of(name, "utf8", size);
            const std::vector<Spread> spreads = times_of(text, seconds);
            std::printf("%-10s %8.1f", name, static_cast<double>(size) / spreads[0].median * 1e-9);
            for (size_t k = 1; k < COUNT; k++) {
                std::printf(" %12.2f", spreads[k].over(spreads[0]));
            }
            std::printf("\n");
        }
    }
}
