// Shuffles that move the units of the selected ones of eight lanes, two bytes each, to the front. The index is a mask of the first seven lanes. The last
// lane always follows them; later bytes are never used.
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
#undef $(U)_LANES_01
#undef $(U)_LANES_23
#undef $(U)_LANES_45

// The number of lanes in a mask of all eight.
#define $(U)_COUNTS_2(n) (n), (n) + 1, (n) + 1, (n) + 2
#define $(U)_COUNTS_4(n) \
    $(U)_COUNTS_2(n), $(U)_COUNTS_2(n + 1), $(U)_COUNTS_2(n + 1), $(U)_COUNTS_2(n + 2)
#define $(U)_COUNTS_6(n) \
    $(U)_COUNTS_4(n), $(U)_COUNTS_4(n + 1), $(U)_COUNTS_4(n + 1), $(U)_COUNTS_4(n + 2)
$(U)_TABLE uint8_t $(p)unit_counts[256] = {
    $(U)_COUNTS_6(0), $(U)_COUNTS_6(1), $(U)_COUNTS_6(1), $(U)_COUNTS_6(2),
};
#undef $(U)_COUNTS_2
#undef $(U)_COUNTS_4
#undef $(U)_COUNTS_6
