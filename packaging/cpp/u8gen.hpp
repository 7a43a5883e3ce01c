// SPDX-License-Identifier: 0BSD
/*
 * A C++20 interface to the emitted C: it takes spans and strings, returns optionals, strings and ranges, and validates at compile time.
 *
 *     #include "mutf8.hpp"                                     // for u8gen::mutf8; needs mutf8.h and mutf8.c
 *     static_assert(u8gen::mutf8::valid("A\xC0\x80"));         // by the automaton
 *     if (auto error = u8gen::mutf8::check(text)) { ... }      // by the C
 *     for (char32_t c : u8gen::mutf8::code_points(text)) { ... }
 *
 * A text is a contiguous range of char, unsigned char, char8_t or std::byte: a span, a string, a vector. An array of char or
 * char8_t is taken as a literal, so its final zero is not part of the text. The only exceptions are std::bad_alloc and
 * std::length_error, from the strings that functions return.
 *
 * For a copy with a prefix of your own:
 *
 *     struct rules { U8GEN_BIND(app_utf8) };                   // after #include "app_utf8.h"
 *     using app = u8gen::encoding<rules>;                      // without validation at compile time
 */
#ifndef U8GEN_HPP
#define U8GEN_HPP

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace u8gen
{

template <class C>
concept byte_like = std::same_as<C, char> || std::same_as<C, unsigned char> ||
    std::same_as<C, char8_t> || std::same_as<C, std::byte>;

template <class R>
concept text_range = std::ranges::contiguous_range<const R> && std::ranges::sized_range<const R> &&
    byte_like<std::remove_cv_t<std::ranges::range_value_t<const R>>>;

/// The first error of a text. `expected(byte)`: whether a well-formed text can have this byte at the place of the error. The place is after
/// the ill-formed bytes; at the first of them, if it cannot begin a character; or at the first wrong byte of a forbidden character.
struct error {
    std::uint64_t offset;    // of the ill-formed bytes: the size of the longest well-formed prefix
    std::size_t length;      // of the ill-formed bytes
    std::string_view fault;  // such as "truncated" or "overlong"
    std::uint32_t state;
    bool (*is_expected)(std::uint32_t state, std::uint8_t byte);

    bool expected(std::uint8_t byte) const
    {
        return is_expected(state, byte);
    }
};

namespace detail
{

/// The elements of a text. The final zero of a literal is left out.
template <text_range R> constexpr auto elements(const R &text)
{
    using element = std::ranges::range_value_t<const R>;
    std::size_t size = std::ranges::size(text);
    if constexpr (std::is_array_v<R> &&
                  (std::same_as<element, char> || std::same_as<element, char8_t>)) {
        size -= size > 0 && text[size - 1] == element{};
    }
    return std::span<const element>(std::ranges::data(text), size);
}

}  // namespace detail

/// The code points of a text. A view: the text must outlive it and its iterators.
template <class Rules> class code_point_view_of : public std::ranges::view_base
{
    const void *text = nullptr;
    std::size_t size_ = 0;

  public:
    class iterator
    {
        const void *text = nullptr;
        std::size_t size = 0, at = 0, after = 0;
        char32_t value = 0;

        void read()
        {
            after = at;
            value = Rules::next(text, size, &after);
        }

      public:
        using iterator_concept = std::bidirectional_iterator_tag;
        using iterator_category = std::input_iterator_tag;
        using value_type = char32_t;
        using difference_type = std::ptrdiff_t;
        using reference = char32_t;

        iterator() = default;
        iterator(const void *of, std::size_t its_size, std::size_t from)
            : text(of), size(its_size), at(from)
        {
            read();
        }

        char32_t operator*() const
        {
            return value;
        }

        /// The offset of the character in the text, in bytes.
        std::size_t offset() const
        {
            return at;
        }

        iterator &operator++()
        {
            at = after;
            read();
            return *this;
        }

        iterator operator++(int)
        {
            iterator before = *this;
            ++*this;
            return before;
        }

        iterator &operator--()
        {
            after = at;
            value = Rules::previous(text, size, &at);
            return *this;
        }

        iterator operator--(int)
        {
            iterator before = *this;
            --*this;
            return before;
        }

        friend bool operator==(const iterator &a, const iterator &b)
        {
            return a.at == b.at;
        }
    };

    code_point_view_of() = default;
    code_point_view_of(const void *of, std::size_t size) : text(of), size_(size) {}

    iterator begin() const
    {
        return iterator(text, size_, 0);
    }

    bool empty() const
    {
        return size_ == 0;
    }

    iterator end() const
    {
        return iterator(text, size_, size_);
    }
};

/// The functions of an encoding. Rules has the C functions, by U8GEN_BIND. For validation at compile
/// time, it also has `automaton`.
template <class Rules> struct encoding {
    /// Whether the text is well-formed.
    template <text_range R> static constexpr bool valid(const R &text)
    {
        const auto bytes = detail::elements(text);
        if (std::is_constant_evaluated()) {
            if constexpr (requires { Rules::automaton; }) {
                std::size_t state = Rules::automaton.origin;
                for (const auto byte : bytes) {
                    state = Rules::automaton
                                .next[state +
                                      Rules::automaton.classes[static_cast<std::uint8_t>(byte)]];
                }
                return Rules::automaton.accepts[state / Rules::automaton.count];
            }
        }
        return Rules::valid(bytes.data(), bytes.size());
    }

    /// The literal without its final zero; the program does not compile if the literal is ill-formed.
    template <class C, std::size_t N>
    requires byte_like<C>
    static consteval std::basic_string_view<C> checked(const C (&literal)[N])
    {
        if (!valid(literal)) {
            ill_formed_literal();
        }
        const auto text = detail::elements(literal);
        return std::basic_string_view<C>(text.data(), text.size());
    }

    /// The first error, or nothing.
    template <text_range R> static std::optional<error> check(const R &text)
    {
        const auto bytes = detail::elements(text);
        typename Rules::error_type found;
        if (Rules::check(bytes.data(), bytes.size(), &found)) {
            return std::nullopt;
        }
        return common(found);
    }

    /// The longest well-formed prefix.
    template <text_range R> static auto prefix(const R &text)
    {
        const auto bytes = detail::elements(text);
        return bytes.first(Rules::valid_prefix(bytes.data(), bytes.size()));
    }

    /// The number of characters, or nothing if the text is ill-formed.
    template <text_range R> static std::optional<std::size_t> count(const R &text)
    {
        const auto bytes = detail::elements(text);
        const auto measures = Rules::measure(bytes.data(), bytes.size());
        return measures.valid == bytes.size() ? std::optional(measures.characters) : std::nullopt;
    }

    /// A copy with U+FFFD, or the spec's other `replacement`, for each ill-formed part.
    template <class String = std::string, text_range R>
    requires byte_like<typename String::value_type>
    static String repair(const R &text)
    {
        const auto bytes = detail::elements(text);
        String to(Rules::repaired_size(bytes.data(), bytes.size()), typename String::value_type{});
        to.resize(Rules::repair(bytes.data(), bytes.size(), to.data(), to.size()).written);
        return to;
    }

    /// The text in UTF-16 or UTF-32, or nothing if it is ill-formed or UTF-16 lacks a code point.
    /// Conversions do not check rules at the start of a text, which no encoding of the catalogue has.
    template <text_range R> static std::optional<std::u16string> to_utf16(const R &text)
    {
        return decoded<std::u16string, std::uint16_t>(detail::elements(text), Rules::to_utf16);
    }

    template <text_range R> static std::optional<std::u32string> to_utf32(const R &text)
    {
        return decoded<std::u32string, std::uint32_t>(detail::elements(text), Rules::to_utf32);
    }

    /// A string in UTF-16 or UTF-32 converted to this encoding, or nothing if the encoding lacks one
    /// of its code points, such as a lone surrogate.
    template <class String = std::string>
    requires byte_like<typename String::value_type>
    static std::optional<String> from_utf16(std::u16string_view units)
    {
        return encoded<String, std::uint16_t>(units, Rules::from_utf16, Rules::trim_utf16);
    }

    template <class String = std::string>
    requires byte_like<typename String::value_type>
    static std::optional<String> from_utf32(std::u32string_view units)
    {
        return encoded<String, std::uint32_t>(units, Rules::from_utf32, Rules::trim_utf32);
    }

    using code_point_view = code_point_view_of<Rules>;

    /// The code points of a text, as a bidirectional view: U+FFFD for each ill-formed part. Does not
    /// check rules on adjacent characters, such as WTF-8's on surrogates.
    template <text_range R> static code_point_view code_points(const R &text)
    {
        const auto bytes = detail::elements(text);
        return code_point_view(bytes.data(), bytes.size());
    }

    /// A view of a temporary would outlive the temporary.
    template <text_range R>
    requires(!std::ranges::borrowed_range<R> && !std::is_array_v<R>) static code_point_view
        code_points(const R &&text) = delete;

    /// The check of a text that comes in pieces of any size.
    class stream
    {
        typename Rules::stream_type state;

      public:
        stream()
        {
            Rules::stream_start(&state);
        }

        /// Returns false once the text so far is found to be ill-formed.
        template <text_range R> bool feed(const R &piece)
        {
            const auto bytes = detail::elements(piece);
            return int(Rules::stream_feed(&state, bytes.data(), bytes.size())) != ill_formed;
        }

        /// Ends the text. Returns its first error, or nothing. The next piece begins a new text.
        std::optional<error> end()
        {
            typename Rules::error_type found;
            const bool wrong =
                int(Rules::stream_end(&state)) == ill_formed && Rules::stream_error(&state, &found);
            Rules::stream_start(&state);
            return wrong ? std::optional(common(found)) : std::nullopt;
        }
    };

  private:
    /// The values of the C's statuses, the number of units that are first converted at once, and a bound on
    /// the bytes of a character. The C's units are not of the types char16_t and char32_t, so units
    /// are copied.
    enum { complete, incomplete, no_room, ill_formed };
    static constexpr std::size_t piece_size = 512, longest = 16;

    static error common(const typename Rules::error_type &found)
    {
        return error{found.offset, found.length, Rules::fault_name(found.fault), found.state,
                     Rules::expected};
    }

    /// Not constexpr, so that a call of `checked` with an ill-formed literal does not compile.
    static void ill_formed_literal() {}

    template <class String, class Unit, class Bytes, class Convert>
    static std::optional<String> decoded(Bytes bytes, Convert convert)
    {
        String to;
        std::vector<Unit> units(std::min(piece_size, bytes.size()));
        for (;;) {
            const auto result = convert(bytes.data(), bytes.size(), units.data(), units.size());
            to.append(units.data(), units.data() + result.written);
            bytes = bytes.subspan(result.read);
            if (int(result.status) == complete) {
                return to;
            } else if (int(result.status) != no_room) {
                return std::nullopt;
            }
            // More room, since a call may have to convert a long run of characters that must not be last.
            units.resize(2 * units.size());
        }
    }

    template <class String, class Unit, class Units, class Convert, class Trim>
    static std::optional<String> encoded(Units from, Convert convert, Trim trim)
    {
        String to;
        std::vector<Unit> units(std::min(piece_size, from.size()));
        std::vector<typename String::value_type> bytes(longest * units.size());
        while (!from.empty()) {
            std::size_t size = std::min(units.size(), from.size());
            std::copy_n(from.begin(), size, units.begin());
            if (size < from.size() && (size = trim(units.data(), size)) == 0) {
                // None of these characters may be the last.
                units.resize(2 * units.size());
                bytes.resize(2 * bytes.size());
                continue;
            }
            const auto result = convert(units.data(), size, bytes.data(), bytes.size());
            if (int(result.status) != complete) {
                return std::nullopt;
            }
            to.append(bytes.data(), result.written);
            from.remove_prefix(size);
        }
        return to;
    }
};

/// The C functions with this prefix, for `encoding`.
#define U8GEN_FUNCTION(prefix, name) static constexpr auto name = &::prefix##_##name;
#define U8GEN_BIND(prefix)                                                                         \
    using error_type = ::prefix##_error;                                                           \
    using stream_type = ::prefix##_stream;                                                         \
    U8GEN_FUNCTION(prefix, valid)                                                                  \
    U8GEN_FUNCTION(prefix, valid_prefix)                                                           \
    U8GEN_FUNCTION(prefix, check)                                                                  \
    U8GEN_FUNCTION(prefix, fault_name)                                                             \
    U8GEN_FUNCTION(prefix, expected)                                                               \
    U8GEN_FUNCTION(prefix, measure)                                                                \
    U8GEN_FUNCTION(prefix, repaired_size)                                                          \
    U8GEN_FUNCTION(prefix, repair)                                                                 \
    U8GEN_FUNCTION(prefix, to_utf16)                                                               \
    U8GEN_FUNCTION(prefix, to_utf32)                                                               \
    U8GEN_FUNCTION(prefix, from_utf16)                                                             \
    U8GEN_FUNCTION(prefix, from_utf32)                                                             \
    U8GEN_FUNCTION(prefix, trim_utf16)                                                             \
    U8GEN_FUNCTION(prefix, trim_utf32)                                                             \
    U8GEN_FUNCTION(prefix, next)                                                                   \
    U8GEN_FUNCTION(prefix, previous)                                                               \
    U8GEN_FUNCTION(prefix, stream_start)                                                           \
    U8GEN_FUNCTION(prefix, stream_feed)                                                            \
    U8GEN_FUNCTION(prefix, stream_end)                                                             \
    U8GEN_FUNCTION(prefix, stream_error)

/// An automaton. A state is a multiple of the number of byte classes; the next state is
/// next[state + classes[byte]].
template <class State, std::size_t Count, std::size_t States> struct automaton_of {
    static constexpr std::size_t count = Count;
    std::size_t origin;
    std::array<std::uint8_t, 256> classes;
    std::array<State, Count * States> next;
    std::array<bool, States> accepts;
};

}  // namespace u8gen

template <class Rules>
inline constexpr bool std::ranges::enable_borrowed_range<u8gen::code_point_view_of<Rules>> = true;

#endif
