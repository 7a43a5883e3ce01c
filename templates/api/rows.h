// Checks a column of texts in the layout of Arrow: row i is data[offsets[i]..offsets[i + 1]). Returns the index of the first row that is ill-formed by
// itself; `rows` if there is none. A character must not continue in the next row.
//
// `offsets` has rows + 1 entries, in bytes, up to 2^31 - 1 or 2^63 - 1; it is not read if `rows` is 0. The first one need not be 0. If offsets are negative
// or decrease, the result is unspecified, at most `rows`. The function only reads data[offsets[0]..offsets[rows]), whatever the other offsets are.
$(U)_API size_t $(p)valid_rows(const void *data, const int32_t *offsets, size_t rows);
$(U)_API size_t $(p)valid_rows64(const void *data, const int64_t *offsets, size_t rows);
