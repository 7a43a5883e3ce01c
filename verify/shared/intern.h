// SPDX-License-Identifier: 0BSD
//
// Numbers for arrays of words: equal arrays have the same number, and new ones get 0, 1, 2, ...
//
//     {7, 1} is 0    {7, 2} is 1    {7, 1} is 0 again    {} is 2
#ifndef VERIFY_INTERN_H
#define VERIFY_INTERN_H

#include <stddef.h>
#include <stdint.h>

// All zero: no arrays yet.
struct intern {
    size_t count;  // of arrays that have a number
    struct intern_item {
        size_t at, size;
        uint64_t hash;
    } * items;
    uint64_t *words;  // of all arrays
    size_t used, room, item_room;
    uint32_t *slots;  // number + 1; 0: free
    size_t slot_count;
};

// The number of an array; it is new if `count` has grown.
size_t intern_number(struct intern *all, const uint64_t *words, size_t size);

// The words of a number; they may move when an array is added.
const uint64_t *intern_words(const struct intern *all, size_t number);

// Forgets all arrays.
void intern_clear(struct intern *all);

// Room for `count` things of `size` bytes, all zero; exits if there is no memory.
void *intern_room(size_t count, size_t size);

// The same room, for more things; what is added is not cleared.
void *intern_more(void *room, size_t count, size_t size);

#endif
