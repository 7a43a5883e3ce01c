// SPDX-License-Identifier: 0BSD
// Texts: real ones from files, documents made from them, and random ones from a fixed seed.
//
// In: a folder with LANGUAGE.txt for each language, and source.txt; tests/outside/texts.sh fetches them from Debian.
// Out: bytes in an encoding that writing_of knows. The idea: a text is first a sequence of code points, and encoding
// it is a separate step, so that all encodings are measured on the same text: U+1F600 is F0 9F 98 80 in UTF-8 and
// ED A0 BD ED B8 80 in CESU-8.

#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

namespace
{

const uint64_t SEED = 20210315;
// Longer generated texts repeat after about this many code points: more than branch predictors remember.
const size_t BLOCK = 4 << 20;

// The names of languages and of their files.
const char *const languages[] = {"german", "french", "russian", "arabic",   "greek",
                                 "hindi",  "thai",   "chinese", "japanese", "korean"};

std::map<std::string, CodePoints> files;

bool is_file(const std::string &name)
{
    return files.count(name) != 0;
}

// ---- Reading ----

CodePoints decode(const std::string &bytes)
{
    CodePoints text;
    for (char byte : bytes) {
        uint32_t b = static_cast<unsigned char>(byte);
        if (is_continuation(byte) && !text.empty()) {
            text.back() = text.back() << 6 | (b & 0x3F);
        } else {
            text.push_back(b < 0x80 ? b : b < 0xE0 ? b & 0x1F : b < 0xF0 ? b & 0x0F : b & 0x07);
        }
    }
    return text;
}

// Returns the words of a file. Removes <tags>, roff requests, and the part of a word from a slash on (flags
// of dictionaries). White space becomes a single space.
std::string prose(const std::string &file)
{
    std::string text;
    bool tag = false, request = false, flags = false, begins = true;
    for (char c : file) {
        bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        request = begins ? c == '.' || c == '\'' : request && c != '\n';
        tag = (tag && c != '>') || c == '<';
        flags = !blank && (flags || c == '/');
        begins = c == '\n';
        if (blank && !text.empty() && text.back() != ' ') {
            text.push_back(' ');
        } else if (!blank && !tag && !request && !flags && c != '>') {
            text.push_back(c);
        }
    }
    return text;
}

// ---- Generating ----

using Maker = std::function<void(CodePoints &, Random &)>;

void put(CodePoints &text, const std::string &ascii)
{
    text.insert(text.end(), ascii.begin(), ascii.end());
}

void put_number(CodePoints &text, Random &random, uint32_t most)
{
    put(text, std::to_string(random.from(1, most)));
}

// Appends `count` successive characters of a text, from a random position; all characters if it has fewer.
void put_words(CodePoints &text, Random &random, const CodePoints &words, uint32_t count)
{
    size_t length = std::min<size_t>(count, words.size());
    size_t at = random.next() % (words.size() - length + 1);
    text.insert(text.end(), words.begin() + static_cast<std::ptrdiff_t>(at),
                words.begin() + static_cast<std::ptrdiff_t>(at + length));
}

const CodePoints &any_language(Random &random)
{
    std::vector<const CodePoints *> here;
    for (const char *name : languages) {
        if (is_file(name)) {
            here.push_back(&files[name]);
        }
    }
    return *here[random.from(0, static_cast<uint32_t>(here.size()) - 1)];
}

void put_paragraph(CodePoints &text, Random &random)
{
    put_words(text, random, any_language(random), random.from(20, 400));
    text.push_back('\n');
}

void put_html(CodePoints &text, Random &random)
{
    const CodePoints &words = any_language(random);
    put(text, "<div class=\"row item-");
    put_number(text, random, 999);
    put(text, "\">\n  <h2><a href=\"https://example.org/page/");
    put_number(text, random, 99999);
    put(text, "\">");
    put_words(text, random, words, random.from(5, 40));
    put(text, "</a></h2>\n  <p>");
    put_words(text, random, words, random.from(20, 200));
    put(text, "</p>\n</div>\n");
}

void put_json(CodePoints &text, Random &random)
{
    const CodePoints &words = any_language(random);
    put(text, "{\"id\": ");
    put_number(text, random, 9999999);
    put(text, ", \"created_at\": \"2021-03-15T12:00:00Z\", \"retweeted\": false, \"name\": \"");
    put_words(text, random, words, random.from(4, 16));
    put(text, "\", \"url\": \"https://example.org/");
    put_number(text, random, 99999);
    put(text, "\", \"text\": \"");
    put_words(text, random, words, random.from(10, 140));
    put(text, "\"},\n");
}

void put_ascii(CodePoints &text, Random &random)
{
    text.push_back(random.from(' ', '~'));
}

// Appends an ASCII character or, once in 500 times, a typographic apostrophe.
void put_sparse(CodePoints &text, Random &random)
{
    text.push_back(random.from(0, 499) == 0 ? 0x2019 : random.from(' ', '~'));
}

void put_emoji(CodePoints &text, Random &random)
{
    text.push_back(random.from(0x1F300, 0x1F64F));
}

// Appends a character of one, two, three or four bytes, each equally often, that all our encodings have.
void put_mix(CodePoints &text, Random &random)
{
    static const uint32_t runs[][2] = {
        {0x20, 0x7E}, {0xA0, 0x7FF}, {0x800, 0xD7FF}, {0x10000, 0x1F7FF}};
    const uint32_t *run = runs[random.from(0, 3)];
    text.push_back(random.from(run[0], run[1]));
}

// Appends a character and a space: a Latin letter, a Han character, or one that encodings encode differently (above
// U+FFFF, U+0000, or a lone surrogate).
void put_special(CodePoints &text, Random &random)
{
    static const uint32_t runs[][2] = {{'a', 'z'},       {'a', 'z'},         {0x4E00, 0x9FFF},
                                       {0x4E00, 0x9FFF}, {0x1F300, 0x1F64F}, {0, 0},
                                       {0xDC00, 0xDFFF}};
    const uint32_t *run = runs[random.from(0, 6)];
    text.push_back(random.from(run[0], run[1]));
    text.push_back(' ');  // so that no two halves make a pair
}

struct Kind {
    std::string name;
    Maker make;     // appends to the text; null: the text is a file's
    bool of_files;  // needs files of real text
};

const std::vector<Kind> &kinds()
{
    static const std::vector<Kind> list = [] {
        std::vector<Kind> all = {{"ascii", put_ascii, false}, {"sparse", put_sparse, false}};
        for (const char *name : languages) {
            all.push_back({name, nullptr, true});
        }
        const std::vector<Kind> others = {
            {"emoji", put_emoji, false},     {"mix", put_mix, false},
            {"special", put_special, false}, {"scripts", put_paragraph, true},
            {"html", put_html, true},        {"json", put_json, true},
            {"source", nullptr, true}};
        all.insert(all.end(), others.begin(), others.end());
        return all;
    }();
    return list;
}

const Kind &kind_of(const std::string &name)
{
    for (const Kind &kind : kinds()) {
        if (kind.name == name) {
            return kind;
        }
    }
    std::string allowed;
    for (const Kind &kind : kinds()) {
        allowed += " " + kind.name;
    }
    fail("no text " + name + "; allowed:" + allowed);
}

// Returns the text of a file, or a generated text of at least `count` code points. If `count` is greater than BLOCK, the
// text ends soon after BLOCK code points.
CodePoints make(const Kind &kind, size_t count)
{
    if (!kind.make) {
        return files.at(kind.name);
    }
    Random random{SEED};
    CodePoints text;
    while (text.size() < std::min(count, BLOCK)) {
        kind.make(text, random);
    }
    return text;
}

// ---- Encoding ----

// The differences of an encoding from UTF-8.
struct Writing {
    bool pairs;     // above U+FFFF it has pairs of surrogates of three bytes each
    bool halves;    // it has lone surrogates
    bool nul;       // it has U+0000
    bool long_nul;  // U+0000 is C0 80
};

const Writing &writing_of(const std::string &encoding)
{
    static const std::map<std::string, Writing> writings = {
        {"utf8", {false, false, true, false}},
        {"cesu8", {true, false, true, false}},
        {"mutf8", {true, true, true, true}},
        {"mutf8paired", {true, false, true, true}},
        {"wtf8", {false, true, true, false}},
        {"utf8nonul", {false, false, false, false}},
        {"xml10", {false, false, false, false}},
        {"assignables", {false, false, false, false}},
        {"toml10", {false, false, false, false}},
        {"yaml12", {false, false, false, false}},
        {"utf8interchange", {false, false, true, false}}};
    // "without5" excludes five ranges that no text uses, see bench.mk.
    auto writing = writings.find(encoding.rfind("without", 0) == 0 ? "utf8" : encoding);
    if (writing == writings.end()) {
        fail("texts cannot be written in " + encoding + "; add a line to writing_of in texts.cpp");
    }
    return writing->second;
}

// Writes a character. If the encoding does not have it, writes a space or U+FFFD.
void write(std::string &bytes, uint32_t c, const Writing &writing)
{
    const auto byte = [&](uint32_t b) { bytes.push_back(static_cast<char>(b)); };
    const auto tail = [&](int shift) { byte(0x80 | (c >> shift & 0x3F)); };
    if (c == 0 && !writing.nul) {
        c = ' ';
    } else if (c - 0xD800 < 0x800 && !writing.halves) {
        c = 0xFFFD;
    }
    if (c < 0x80 && (c != 0 || !writing.long_nul)) {
        byte(c);
    } else if (c < 0x800) {
        byte(0xC0 | c >> 6), tail(0);
    } else if (c < 0x10000) {
        byte(0xE0 | c >> 12), tail(6), tail(0);
    } else if (!writing.pairs) {
        byte(0xF0 | c >> 18), tail(12), tail(6), tail(0);
    } else {
        for (uint32_t half : {0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF)}) {
            byte(0xED), byte(0x80 | (half >> 6 & 0x3F)), byte(0x80 | (half & 0x3F));
        }
    }
}

}  // namespace

// ---- The interface ----

uint64_t Random::next()
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

uint32_t Random::from(uint32_t low, uint32_t high)
{
    return low + static_cast<uint32_t>(next() % (high - low + 1));
}

bool is_continuation(char byte)
{
    return (byte & 0xC0) == 0x80;
}

void read_texts(const std::string &folder)
{
    std::string missing;
    const auto read = [&](const std::string &name, std::string (*change)(const std::string &)) {
        std::ifstream in(folder + "/" + name + ".txt", std::ios::binary);
        std::string file{std::istreambuf_iterator<char>(in), {}};
        CodePoints text = decode(change(file));
        // removes byte order marks, and controls except tab and newline: some encodings do not have them
        text.erase(std::remove_if(text.begin(), text.end(),
                                  [](uint32_t c) {
                                      return (c < ' ' && c != '\n' && c != '\t') || c == 0x7F ||
                                             c - 0x80 < 0x20 || c == 0xFEFF;
                                  }),
                   text.end());
        if (text.empty()) {
            missing += " " + name;
        } else {
            files[name] = text;
        }
    };
    for (const char *name : languages) {
        read(name, prose);
    }
    read("source", [](const std::string &file) { return file; });
    if (!missing.empty()) {
        std::fprintf(stderr, "bench: texts that are missing in '%s' and not measured:%s\n",
                     folder.c_str(), missing.c_str());
    }
}

bool has_text(const std::string &name)
{
    const Kind &kind = kind_of(name);
    return !kind.of_files ||
           (kind.make ? std::any_of(std::begin(languages), std::end(languages), is_file)
                      : is_file(name));
}

// The last character is dropped if it does not fit, and the rest is filled with full stops.
std::string text_of(const std::string &name, const std::string &encoding, size_t size)
{
    const Writing &writing = writing_of(encoding);
    const CodePoints text = make(kind_of(name), size);
    std::string bytes;
    bytes.reserve(size + 8);
    for (size_t i = 0, whole = 0; bytes.size() <= size; i = (i + 1) % text.size()) {
        whole = bytes.size();
        write(bytes, text[i], writing);
        if (bytes.size() > size) {
            bytes.resize(whole);
            break;
        }
    }
    bytes.resize(size, '.');
    return bytes;
}
