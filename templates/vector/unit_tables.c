// Shuffles that move some of eight lanes, two bytes each, to the front. The index is a mask of the first seven lanes. The last
// lane always follows them; nothing uses the bytes after it.
#define $(U)_LANES_01(...) \
    {__VA_ARGS__}, {0, 1, __VA_ARGS__}, {2, 3, __VA_ARGS__}, {0, 1, 2, 3, __VA_ARGS__}
#define $(U)_LANES_23(...) \
    $(U)_LANES_01(__VA_ARGS__), $(U)_LANES_01(4, 5, __VA_ARGS__), \
    $(U)_LANES_01(6, 7, __VA_ARGS__), $(U)_LANES_01(4, 5, 6, 7, __VA_ARGS__)
#define $(U)_LANES_45(...) \
    $(U)_LANES_23(__VA_ARGS__), $(U)_LANES_23(8, 9, __VA_ARGS__), \
    $(U)_LANES_23(10, 11, __VA_ARGS__), $(U)_LANES_23(8, 9, 10, 11, __VA_ARGS__)
$(U)_TABLE uint8_t $(p)unit_lanes[128][16] = {
    $(U)_LANES_45(14, 15), $(U)_LANES_45(12, 13, 14, 15),
};

// The number of lanes in each mask of eight.
#define $(U)_COUNTS_2(n) (n), (n) + 1, (n) + 1, (n) + 2
#define $(U)_COUNTS_4(n) \
    $(U)_COUNTS_2(n), $(U)_COUNTS_2(n + 1), $(U)_COUNTS_2(n + 1), $(U)_COUNTS_2(n + 2)
#define $(U)_COUNTS_6(n) \
    $(U)_COUNTS_4(n), $(U)_COUNTS_4(n + 1), $(U)_COUNTS_4(n + 1), $(U)_COUNTS_4(n + 2)
$(U)_TABLE uint8_t $(p)unit_counts[256] = {
    $(U)_COUNTS_6(0), $(U)_COUNTS_6(1), $(U)_COUNTS_6(1), $(U)_COUNTS_6(2),
};

// Shuffles that move the bytes of eight pairs to the front, by a mask. If a pair's bit is clear, only its second byte is kept.
#define $(U)_PAIRS_01(...) \
    {1, 3, __VA_ARGS__}, {0, 1, 3, __VA_ARGS__}, {1, 2, 3, __VA_ARGS__}, {0, 1, 2, 3, __VA_ARGS__}
#define $(U)_PAIRS_23(...) \
    $(U)_PAIRS_01(5, 7, __VA_ARGS__), $(U)_PAIRS_01(4, 5, 7, __VA_ARGS__), \
    $(U)_PAIRS_01(5, 6, 7, __VA_ARGS__), $(U)_PAIRS_01(4, 5, 6, 7, __VA_ARGS__)
#define $(U)_PAIRS_45(...) \
    $(U)_PAIRS_23(9, 11, __VA_ARGS__), $(U)_PAIRS_23(8, 9, 11, __VA_ARGS__), \
    $(U)_PAIRS_23(9, 10, 11, __VA_ARGS__), $(U)_PAIRS_23(8, 9, 10, 11, __VA_ARGS__)
$(U)_TABLE uint8_t $(p)pair_bytes[256][16] = {
    $(U)_PAIRS_45(13, 15), $(U)_PAIRS_45(12, 13, 15),
    $(U)_PAIRS_45(13, 14, 15), $(U)_PAIRS_45(12, 13, 14, 15),
};

// Shuffles that move bytes of four groups of four to the front, by a mask with two bits for each group. The first bit keeps the group's first byte. The second bit keeps the
// second and third byte; if it is clear, the fourth byte is kept.
#define $(U)_GROUPS_0(...) \
    {3, __VA_ARGS__}, {0, 3, __VA_ARGS__}, {1, 2, __VA_ARGS__}, {0, 1, 2, __VA_ARGS__}
#define $(U)_GROUPS_1(...) \
    $(U)_GROUPS_0(7, __VA_ARGS__), $(U)_GROUPS_0(4, 7, __VA_ARGS__), \
    $(U)_GROUPS_0(5, 6, __VA_ARGS__), $(U)_GROUPS_0(4, 5, 6, __VA_ARGS__)
#define $(U)_GROUPS_2(...) \
    $(U)_GROUPS_1(11, __VA_ARGS__), $(U)_GROUPS_1(8, 11, __VA_ARGS__), \
    $(U)_GROUPS_1(9, 10, __VA_ARGS__), $(U)_GROUPS_1(8, 9, 10, __VA_ARGS__)
$(U)_TABLE uint8_t $(p)group_bytes[256][16] = {
    $(U)_GROUPS_2(15), $(U)_GROUPS_2(12, 15), $(U)_GROUPS_2(13, 14), $(U)_GROUPS_2(12, 13, 14),
};

// Shuffles that move some of four lanes, four bytes each, to the front, by a mask of the first three. The last lane always follows them.
#define $(U)_QUADS(...) {__VA_ARGS__}, {0, 1, 2, 3, __VA_ARGS__}
$(U)_TABLE uint8_t $(p)quad_lanes[8][16] = {
    $(U)_QUADS(12, 13, 14, 15), $(U)_QUADS(4, 5, 6, 7, 12, 13, 14, 15),
    $(U)_QUADS(8, 9, 10, 11, 12, 13, 14, 15), $(U)_QUADS(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
};

#undef $(U)_LANES_01
#undef $(U)_LANES_23
#undef $(U)_LANES_45
#undef $(U)_COUNTS_2
#undef $(U)_COUNTS_4
#undef $(U)_COUNTS_6
#undef $(U)_PAIRS_01
#undef $(U)_PAIRS_23
#undef $(U)_PAIRS_45
#undef $(U)_GROUPS_0
#undef $(U)_GROUPS_1
#undef $(U)_GROUPS_2
#undef $(U)_QUADS
