// SPDX-License-Identifier: 0BSD
//
// Tests the C++20 header.
//
// In:  "encodings.inc" with `#include "NAME.hpp"` and ENCODINGS(X), a list of X(NAME); at least utf8, mutf8 and wtf8. On standard
//      input, the lines of tests/lib/known_answers.lua. Static assertions test verdicts at compile time.
// Out: `N texts of ENCODING`; a failed check prints its line and ends the program with status 1.
#include "encodings.inc"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <iterator>
#include <ranges>
#include <sstream>
#include <vector>

#define CHECK(what)                                                                                \
    ((what) ? (void)0 : (std::printf("line %d: %s\n", __LINE__, #what), std::exit(1)))

using namespace std::literals;
using u8gen::mutf8;
using u8gen::utf8;
using u8gen::wtf8;

// At compile time, the automaton gives the verdicts.
static_assert(utf8::valid("") && utf8::valid("na\xC3\xAFve") && utf8::valid(u8"naïve 😀"));
static_assert(!utf8::valid("\xC0\x80") && !utf8::valid("\xED\xA0\x80") && !utf8::valid("\xE2\x82"));
static_assert(mutf8::valid("A\xC0\x80") && !mutf8::valid("A\0B") &&
              !mutf8::valid("\xF0\x9F\x98\x80"));
static_assert(wtf8::valid("\xED\xA0\xBD") && !wtf8::valid("\xED\xA0\xBD\xED\xB8\x80"));
static_assert(utf8::valid(std::array<unsigned char, 2>{0xC3, 0xA9}) &&
              !utf8::valid(std::array{std::byte{0xFF}}));
static_assert(utf8::checked("na\xC3\xAFve").size() == 6 && utf8::checked(u8"ï") == u8"ï"sv);
static_assert(std::ranges::bidirectional_range<utf8::code_point_view> &&
              std::ranges::common_range<utf8::code_point_view> &&
              std::ranges::view<utf8::code_point_view>);
#ifdef ILL_FORMED_LITERAL
constexpr auto ill_formed = utf8::checked("\xC0\xAF");
#endif

template <class T>
concept has_code_points = requires(T text)
{
    utf8::code_points(std::forward<T>(text));
};
static_assert(has_code_points<std::string &> && has_code_points<std::string_view> &&
              !has_code_points<std::string>);
template <class T>
concept is_text = requires(T text)
{
    utf8::valid(text);
};
static_assert(is_text<std::span<const std::byte>> && is_text<std::u8string> &&
              is_text<std::vector<unsigned char>>);
static_assert(!is_text<std::u16string> && !is_text<std::vector<bool>> && !is_text<int> &&
              !is_text<const char *>);

static std::vector<unsigned char> bytes_of(const std::string &hex)
{
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        bytes.push_back(static_cast<unsigned char>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

template <class E>
static void check_error(std::span<const unsigned char> bytes, std::istream &words)
{
    std::size_t offset, length;
    std::string fault, expected;
    const auto error = E::check(bytes);
    const bool wrong = bool(words >> offset >> length >> fault >> expected);
    CHECK(error.has_value() == wrong);
    CHECK(E::valid(bytes) == !wrong && E::count(bytes).has_value() == !wrong);
    CHECK(E::prefix(bytes).size() == (wrong ? offset : bytes.size()));
    if (wrong) {
        CHECK(error->offset == offset && error->length == length && error->fault == fault);
        for (unsigned byte = 0; byte < 256; byte++) {
            CHECK(error->expected(std::uint8_t(byte)) == (expected[byte] == '1'));
        }
    }
    for (std::size_t size = 1; size < 4; size++) {
        typename E::stream stream;
        for (std::size_t at = 0; at < bytes.size(); at += size) {
            CHECK(stream.feed(bytes.subspan(at, std::min(size, bytes.size() - at))) || wrong);
        }
        const auto found = stream.end();
        CHECK(found.has_value() == wrong &&
              (!wrong || (found->offset == offset && found->fault == fault)));
        CHECK(!stream.end());
    }
}

// Repair agrees with the repeated use of `check`. Reading forwards, reading backwards and conversions give the same code points.
template <class E> static void check_text(std::span<const unsigned char> bytes)
{
    std::string repaired;
    for (auto rest = bytes;;) {
        const auto error = E::check(rest);
        const auto good = error ? rest.first(std::size_t(error->offset)) : rest;
        repaired.append(good.begin(), good.end());
        if (!error) {
            break;
        }
        repaired += "\xEF\xBF\xBD";
        rest = rest.subspan(good.size() + error->length);
    }
    CHECK(E::repair(bytes) == repaired);
    const auto view = E::code_points(bytes);
    std::u32string forward(view.begin(), view.end()), backward;
    for (auto at = view.end(); at != view.begin();) {
        backward.insert(backward.begin(), *--at);
    }
    CHECK(forward == backward);
    const auto units = E::to_utf32(bytes);
    const auto short_units = E::to_utf16(bytes);
    CHECK(units.has_value() == E::valid(bytes));
    if (units && E::count(bytes) == units->size()) {
        CHECK(forward == *units);
    }
    if (short_units) {
        const auto back = E::from_utf16(*short_units);
        CHECK(back && E::to_utf16(*back) == short_units && E::from_utf32(*units) == back);
    }
}

template <class E>
static void check_encoding(const char *name, const std::vector<std::string> &lines)
{
    int count = 0;
    for (const auto &line : lines) {
        std::istringstream words(line);
        std::string word, hex;
        words >> word;
        if (word == name) {
            // The hexadecimal digits of an empty text are missing.
            hex = line[std::strlen(name) + (line.size() > std::strlen(name))] == ' '
                      ? ""
                      : (words >> hex, hex);
            const auto bytes = bytes_of(hex);
            check_error<E>(bytes, words);
            check_text<E>(bytes);
            count++;
        }
    }
    CHECK(count > 50);
    std::printf("%d texts of %s\n", count, name);
}

static void check_uses()
{
    const std::string text = "na\xC3\xAFve \xE0\x80\xAF";
    CHECK(utf8::check(text)->offset == 7 && utf8::check(text)->fault == "overlong");
    CHECK(utf8::repair("na\xEFve") == "na\xEF\xBF\xBDve" &&
          utf8::repair<std::u8string>("\xFF") == u8"\uFFFD");
    CHECK(mutf8::to_utf16("A\xC0\x80\xED\xA0\xBD\xED\xB8\x80") == u"A\0\U0001F600"s);
    CHECK(mutf8::from_utf32(U"A\0\U0001F600"s) == "A\xC0\x80\xED\xA0\xBD\xED\xB8\x80"s);
    CHECK(!utf8::from_utf16(u"\xD800"s) && !utf8::from_utf32(U"\xD800"s) &&
          !utf8::to_utf32("\xFF"));
    CHECK(utf8::from_utf16<std::u8string>(u"é") == u8"é"s);
    // from_utf16 converts pieces of 512 units. These texts have pairs at the ends of pieces, and units that become one or three bytes.
    for (std::size_t size : {510u, 511u, 512u, 513u, 1023u, 1024u, 5000u}) {
        const auto units = std::u16string(size, u'\u20AC') + u"\U0001F600" +
                           std::u16string(size, u'a') + u"\U0001F600";
        const auto bytes = wtf8::from_utf16(units), java = mutf8::from_utf16(units);
        CHECK(bytes && bytes->size() == 3 * size + 4 + size + 4 && wtf8::to_utf16(*bytes) == units);
        CHECK(java && java->size() == 3 * size + 6 + size + 6 && mutf8::to_utf16(*java) == units);
        CHECK(wtf8::from_utf16(units + u"\xD800")->size() == bytes->size() + 3);
    }
#if !defined(__clang__) || __clang_major__ >= 16 /* older ones do not compile libstdc++'s filter */
    auto others = utf8::code_points(text) | std::views::filter([](char32_t c) { return c > 0x7F; });
    CHECK(std::ranges::distance(others) == 4 && *others.begin() == U'ï');
#endif
    const auto found = std::ranges::find(utf8::code_points(text), U' ');
    CHECK(found.offset() == 6);
    const auto view = utf8::code_points(text);
    CHECK(std::u32string(std::make_reverse_iterator(view.end()),
                         std::make_reverse_iterator(view.begin()))
              .ends_with(U"ïan"));
    CHECK(utf8::code_points(std::string_view()).empty() &&
          utf8::valid(std::span<const std::byte>()));
    CHECK(utf8::count(std::vector<unsigned char>{0x61, 0xC3, 0xA9}) == 2u);
    const auto pair = wtf8::code_points("\xED\xA0\x80\xED\xB0\x80");
    CHECK(std::u32string(pair.begin(), pair.end()) == U"\xD800\xDC00"s);
}

int main()
{
    std::vector<std::string> lines;
    for (std::string line; std::getline(std::cin, line);) {
        lines.push_back(line);
    }
    check_uses();
#define TEST(name) check_encoding<u8gen::name>(#name, lines);
    ENCODINGS(TEST)
}
