// SPDX-License-Identifier: 0BSD
//
// Validation in C++11: the pair also compiles as C++. For each argument, prints whether it is well-formed UTF-8, or
// the first fault and its offset in bytes. Exit status: 0 if all arguments are well-formed, else 1.
//
//     ./u8gen gen utf-8 --prefix app_utf8 -o build/app
//     g++ -std=c++11 -O2 -I build/app -o build/app/check docs/examples/cplusplus.cpp build/app/app_utf8.c
//     build/app/check "caf$(printf '\303\251')" "$(printf 'na\357ve')"
#include "app_utf8.h"

#include <iostream>
#include <stdexcept>
#include <string>

// Turns a fault into an exception.
class ill_formed : public std::runtime_error
{
  public:
    explicit ill_formed(const app_utf8_error &error)
        : std::runtime_error(std::string(app_utf8_fault_name(error.fault)) + " at byte " +
                             std::to_string(error.offset))
    {
    }
};

static const std::string &well_formed(const std::string &text)
{
    app_utf8_error error;
    if (!app_utf8_check(text.data(), text.size(), &error)) {
        throw ill_formed(error);
    }
    return text;
}

int main(int count, char **arguments)
{
    int status = 0;
    for (int i = 1; i < count; i++) {
        try {
            std::cout << well_formed(arguments[i]) << ": well-formed\n";
        } catch (const ill_formed &fault) {
            std::cout << "argument " << i << ": " << fault.what() << "\n";
            status = 1;
        }
    }
    return status;
}
