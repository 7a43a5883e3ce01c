// SPDX-License-Identifier: 0BSD
//
// Numbers for arrays of words: a hash table with linear probing. See intern.h.
#include "intern.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *intern_room(size_t count, size_t size)
{
    void *room = calloc(count > 0 ? count : 1, size);
    if (room == NULL) {
        fprintf(stderr, "verify: no memory for %zu times %zu bytes\n", count, size);
        exit(2);
    }
    return room;
}

void *intern_more(void *room, size_t count, size_t size)
{
    void *more = count <= SIZE_MAX / size ? realloc(room, count * size) : NULL;
    if (more == NULL) {
        fprintf(stderr, "verify: no memory for %zu times %zu bytes\n", count, size);
        exit(2);
    }
    return more;
}

// 64-bit FNV-1a on words; it also mixes the high bits into the low ones, which select the slot.
static uint64_t hash_of(const uint64_t *words, size_t size)
{
    uint64_t hash = 0xCBF29CE484222325;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ words[i]) * 0x100000001B3;
        hash ^= hash >> 29;
    }
    return hash ^ hash >> 32;
}

static bool is_item(const struct intern *all, size_t number, uint64_t hash, const uint64_t *words,
                    size_t size)
{
    const struct intern_item *item = &all->items[number];
    return item->hash == hash && item->size == size &&
           (size == 0 || memcmp(all->words + item->at, words, size * sizeof *words) == 0);
}

// Returns the slot of an array, or the free slot where it belongs.
static size_t slot_of(const struct intern *all, uint64_t hash, const uint64_t *words, size_t size)
{
    size_t slot = hash & (all->slot_count - 1);
    while (all->slots[slot] != 0 && !is_item(all, all->slots[slot] - 1, hash, words, size)) {
        slot = (slot + 1) & (all->slot_count - 1);
    }
    return slot;
}

// Doubles the slots, so that at most half of them are in use.
static void add_slots(struct intern *all)
{
    const size_t count = all->slot_count > 0 ? 2 * all->slot_count : 64;
    free(all->slots);
    all->slots = intern_room(count, sizeof *all->slots);
    all->slot_count = count;
    for (size_t number = 0; number < all->count; number++) {
        size_t slot = all->items[number].hash & (count - 1);
        while (all->slots[slot] != 0) {
            slot = (slot + 1) & (count - 1);
        }
        all->slots[slot] = (uint32_t)number + 1;
    }
}

size_t intern_number(struct intern *all, const uint64_t *words, size_t size)
{
    const uint64_t hash = hash_of(words, size);
    if (2 * (all->count + 1) > all->slot_count) {
        add_slots(all);
    }
    const size_t slot = slot_of(all, hash, words, size);
    if (all->slots[slot] != 0) {
        return all->slots[slot] - 1;
    }
    if (all->count == all->item_room) {
        all->item_room = 2 * all->item_room + 64;
        all->items = intern_more(all->items, all->item_room, sizeof *all->items);
    }
    if (all->used + size > all->room) {
        all->room = 2 * all->room + size + 64;
        all->words = intern_more(all->words, all->room, sizeof *all->words);
    }
    if (size > 0) {
        memcpy(all->words + all->used, words, size * sizeof *words);
    }
    all->items[all->count] = (struct intern_item){all->used, size, hash};
    all->used += size;
    all->slots[slot] = (uint32_t)++all->count;
    return all->count - 1;
}

const uint64_t *intern_words(const struct intern *all, size_t number)
{
    return all->words + all->items[number].at;
}

void intern_clear(struct intern *all)
{
    free(all->items);
    free(all->words);
    free(all->slots);
    *all = (struct intern){0};
}
