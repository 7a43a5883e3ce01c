// SPDX-License-Identifier: 0BSD
//
// Gives each array of 64-bit integers a number: equal arrays have the same number; new arrays get
// 0, 1, 2, ...
//
//     {7, 1} is 0    {7, 2} is 1    {7, 1} is 0 again    {} is 2
#ifndef VERIFY_INTERN_H
#define VERIFY_INTERN_H

#include <stddef.h>
#include <stdint.h>

// Initialize it with zeros; then no array has a number.
struct intern {
    size_t count;  // arrays that have a number
    struct intern_item {
        size_t at, size;
        uint64_t hash;
    } * items;
    uint64_t *words;  // the integers of all arrays
    size_t used, room, item_room;
    uint32_t *slots;  // number + 1; 0: free
    size_t slot_count;
};

// Returns the number of an array. If `count` grew, the array is new.
size_t intern_number(struct intern *all, const uint64_t *words, size_t size);

// Returns the array with a number; the pointer is valid until another array is added.
const uint64_t *intern_words(const struct intern *all, size_t number);

// Forgets all arrays.
void intern_clear(struct intern *all);

// Allocates `count` zeroed objects of `size` bytes. Exits if memory runs out.
void *intern_room(size_t count, size_t size);

// Resizes such an allocation; added objects are not cleared.
void *intern_more(void *room, size_t count, size_t size);

#endif
