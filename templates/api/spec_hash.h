// A hash of the spec (and its comments) from which this code was generated: 16 hexadecimal digits.
$(U)_API const char *$(p)spec_hash(void);
