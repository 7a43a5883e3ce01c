// Checks a column of texts, as Arrow, DuckDB and Polars store it: row i is data[offsets[i]..offsets[i + 1]). Returns the index of the first row that is
// ill-formed by itself, or `rows`. So a character must not continue in the next row. `offsets` has rows + 1 entries; with 0 rows it is not read.
// offsets[0] need not be 0. Offsets in bytes: with 32 bits up to 2 GiB - 1. They must not decrease; else the result is some number up to `rows`.
// Reads only data[offsets[0]..offsets[rows]), whatever the other offsets are.
$(U)_API size_t $(p)valid_rows(const void *data, const int32_t *offsets, size_t rows);
$(U)_API size_t $(p)valid_rows64(const void *data, const int64_t *offsets, size_t rows);
