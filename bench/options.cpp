// SPDX-License-Identifier: 0BSD
// The options of bench and of functions: bench/results/README.md has them.

#include "bench.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

namespace
{

std::vector<std::string> split(const std::string &list)
{
    std::vector<std::string> words;
    for (auto rest = list; !rest.empty();) {
        auto [word, tail] = halves(rest, ',');
        words.push_back(word);
        rest = tail;
    }
    return words;
}

double number(const std::string &text, double most)
{
    char *end;
    double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end || !(value >= 0 && value <= most)) {
        fail("'" + text + "' is not a number from 0 to " + fixed(most, 0));
    }
    return value;
}

}  // namespace

Options options_of(int argc, char **argv)
{
    Options options;
    using Words = std::map<std::string, std::function<void(const std::string &)>>;
    const Words words = {
        {"--ours", [&](const std::string &v) { options.ours.push_back(v); }},
        {"--peer", [&](const std::string &v) { options.peers.push_back(v); }},
        {"--bucket", [&](const std::string &v) { options.buckets.push_back(v); }},
        {"--kinds", [&](const std::string &v) { options.kinds = split(v); }},
        {"--texts", [&](const std::string &v) { options.texts = split(v); }},
        {"--states", [&](const std::string &v) { options.states = split(v); }},
        {"--only", [&](const std::string &v) { options.only = split(v); }},
        {"--folder", [&](const std::string &v) { options.folder = v; }},
        {"--out", [&](const std::string &v) { options.out = v; }},
        {"--seconds", [&](const std::string &v) { options.seconds = number(v, 3600); }},
        {"--core", [&](const std::string &v) { options.core = static_cast<int>(number(v, 1023)); }},
        {"--sibling",
         [&](const std::string &v) { options.sibling = static_cast<int>(number(v, 1023)); }},
        {"--sizes",
         [&](const std::string &v) {
             for (const std::string &size : split(v)) {
                 options.sizes.push_back(static_cast<size_t>(number(size, 1 << 30)));
                 if (options.sizes.back() == 0) {
                     fail("a text of --sizes has at least one byte");
                 }
             }
         }},
    };
    int i = 1;
    if (argc > 1 && argv[1][0] != '-') {
        options.plan = argv[i++];
    }
    for (; i < argc; i += 2) {
        auto word = words.find(argv[i]);
        if (word == words.end() || i + 1 == argc) {
            std::string allowed;
            for (const auto &entry : words) {
                allowed += " " + entry.first;
            }
            fail(std::string(argv[i]) +
                 (word == words.end() ? ": unknown; allowed:" : ": no value; allowed:") + allowed);
        }
        word->second(argv[i + 1]);
    }
    return options;
}

bool listed(const std::vector<std::string> &list, const std::string &word)
{
    return list.empty() || std::find(list.begin(), list.end(), word) != list.end();
}
